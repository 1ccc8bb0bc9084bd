// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the volume stage does place by place: a slice at a time, 16 places at a time. Where a slice
// ends within such a group, lanes of other slices are computed along and left out of sums; they are
// written only with what is theirs as well.
#include "src/volume/volume.h"
#include "src/wide/wide_strip.h"
#include "src/wide/wide_transpose.h"
#include "src/wide/wide_vec.h"

extern const pl_motion_kernels KERNEL(pl_motion_kernels);

// --- slices ---

// Which of WIDE lanes from place i on belong to the slice.
static inline wide_mask lanes_of(const pl_slice* slice, uint32_t i) {
    static const float count[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    wide lane = wide_loadu(count);
    wide begin = wide_splat(slice->begin > i ? (float)(slice->begin - i) : 0.0f);
    wide end = wide_splat(slice->end > i ? (float)(slice->end - i) : 0.0f);
    return wide_and(wide_le(begin, lane), wide_lt(lane, end));
}

static inline wide keep(wide_mask mine, wide value) {
    return wide_select(mine, value, wide_splat(0.0f));
}

static inline void put(float* to, wide_mask mine, wide value) {
    wide_storeu(to, wide_select(mine, value, wide_loadu(to)));
}

static inline uint32_t group_begin(const pl_slice* slice) {
    return slice->begin & ~15u;
}

static inline float* sums_of(const pl_volume* volume, const pl_slice* slice) {
    return volume->sums + (size_t)PL_VOLUME_SUMS * (size_t)(slice - volume->slices);
}

static inline float* motion_of(const pl_volume* volume, const pl_slice* slice) {
    return volume->motion_sums + (size_t)PL_MOTION_CHANNELS * (size_t)(slice - volume->slices);
}

static inline wide_mask free_lanes(const pl_body* body, uint32_t i) {
    return wide_lt(wide_splat(0.0f), wide_loadu(body->inv_mass + i));
}

// The share of a place that is free and not in contact.
static inline wide freedom(const pl_body* body, uint32_t i) {
    wide open = wide_sub(wide_splat(1.0f), wide_loadu(body->contact + i));
    return keep(free_lanes(body, i), open);
}

static inline void write_rows(const pl_volume* volume, uint32_t i, const wide at[3], wide last) {
    wide channel[4] = {at[0], at[1], at[2], last};
    lanes_to_fours(channel, volume->rows + 4 * (size_t)i);
}

// --- weights ---

// Sums: m, m x, and how many places are free.
static void rows(pl_body* body, const pl_slice* slice) {
    wide sum[5][WIDE_16];
    for (int a = 0; a < 5; ++a) clear16(sum[a]);
    for (uint32_t i = group_begin(slice); i < slice->end; i += 16) {
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            uint32_t at = i + k * WIDE;
            wide_mask mine = lanes_of(slice, at);
            wide x[3], mass = keep(mine, wide_loadu(body->mass + at));
            load3(body->volume->at, at, x);
            // all weigh the same, unless they are weighed later
            wide w = freedom(body, at);
            write_rows(body->volume, at, x, w);
            wide_storeu(body->volume->weight + at, w);
            sum[0][k] = wide_add(sum[0][k], mass);
            for (int c = 0; c < 3; ++c)
                sum[c + 1][k] = wide_add(sum[c + 1][k], wide_mul(mass, x[c]));
            sum[4][k] = wide_add(sum[4][k], keep(mine, w));
        }
    }
    for (int a = 0; a < 5; ++a) sums_of(body->volume, slice)[a] = fold16(sum[a]);
}

// How much the distances across have changed.
static inline wide squeezed(const pl_body* body, uint32_t i, wide scale) {
    const pl_volume* volume = body->volume;
    float across[4 * WIDE];
    for (uint32_t k = 0; k < WIDE; ++k) {
        size_t other = volume->inner->across[i + k];
        four_storeu(across + 4 * k, four_loadu(volume->rows + 4 * other));
    }
    wide at[4], x[3];
    fours_to_lanes(across, at);
    load3(volume->at, i, x);
    for (int k = 0; k < 3; ++k) x[k] = wide_sub(x[k], at[k]);
    wide rest = wide_mul(wide_loadu(volume->inner->length + i), scale);
    return wide_abs(wide_sub(wide_sqrt(dot(x, x)), rest));
}

static inline wide moved(const pl_body* body, uint32_t i) {
    wide x[3], ahead[3];
    load3(body->x, i, x);
    load3(body->ahead, i, ahead);
    for (int k = 0; k < 3; ++k) x[k] = wide_sub(x[k], ahead[k]);
    return wide_sqrt(dot(x, x));
}

// s of WIDE places: falls evenly with the rest length, from volume_thin to volume_thick.
static inline wide firmness(const pl_body* body, uint32_t i) {
    const pl_inner* inner = body->volume->inner;
    double range = inner->longest - inner->shortest;
    double fall = (double)(body->def.volume_thick - body->def.volume_thin);
    wide slope = wide_splat(range > 0.0 ? (float)(fall / range) : 0.0f);
    wide more = wide_sub(wide_loadu(inner->length + i), wide_splat((float)inner->shortest));
    return wide_add(wide_splat(body->def.volume_thin), wide_mul(slope, more));
}

static void weigh(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    float beta = body->def.volume_inner;
    wide scale = wide_splat(body->def.scale), inside = wide_splat(beta);
    wide floor = wide_splat((float)(1e-5 * body->extent)), sum[WIDE_16];
    clear16(sum);
    for (uint32_t i = group_begin(slice); i < slice->end; i += 16) {
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            uint32_t at = i + k * WIDE;
            wide r = wide_mul(wide_splat(1.0f - beta), moved(body, at));
            if (beta > 0.0f) {
                wide change = wide_mul(firmness(body, at), squeezed(body, at, scale));
                r = wide_add(r, wide_mul(inside, change));
            }
            r = wide_sqrt(wide_add(r, floor));
            r = wide_mul(r, wide_sqrt(r));
            wide_mask mine = lanes_of(slice, at);
            put(volume->weight + at, mine, r);
            sum[k] = wide_add(sum[k], keep(wide_and(mine, free_lanes(body, at)), r));
        }
    }
    sums_of(volume, slice)[5] = fold16(sum);  // behind those of the rows
}

static void mask(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    const pl_volume_unit* unit = &volume->units[slice->unit];
    wide local = wide_splat(unit->local), even = wide_splat(unit->even);
    for (uint32_t i = group_begin(slice); i < slice->end; i += WIDE) {
        wide x[3], r = wide_loadu(volume->weight + i);
        wide w = wide_mul(wide_add(wide_mul(local, r), even), freedom(body, i));
        w = wide_select(lanes_of(slice, i), w, r);
        load3(volume->at, i, x);
        write_rows(volume, i, x, w);
        wide_storeu(volume->weight + i, w);
    }
}

// (cos(pi t) + 1) / 2 of t^2, 0 from t = 1 on: the square of cos(pi t / 2), whose series is cut
// where it is within 7e-9 of it.
static inline wide bump(wide t_squared) {
    static const float series[6] = {-1.2337005501f, 0.2536695079f, -0.0208634807f,
                                    0.00091926027f, -2.5202e-5f,   4.7109e-7f};
    wide cosine = wide_splat(series[5]);
    for (int k = 4; k >= 0; --k)
        cosine = wide_add(wide_mul(cosine, t_squared), wide_splat(series[k]));
    cosine = wide_add(wide_mul(cosine, t_squared), wide_splat(1.0f));
    wide_mask within = wide_lt(t_squared, wide_splat(1.0f));
    return wide_select(within, wide_mul(cosine, cosine), wide_splat(0.0f));
}

// z = ground + sum a bump(d / r); sum: z.
static void zone(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    wide sum[WIDE_16];
    clear16(sum);
    for (uint32_t i = group_begin(slice); i < slice->end; i += 16) {
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            uint32_t at = i + k * WIDE;
            wide z = wide_splat(volume->zone_ground);
            for (uint32_t n = 0; n < volume->zone_count; ++n) {
                const pl_zone_shape* shape = &volume->zones[n];
                wide d[3];
                load3_const(body->rest, at, d);
                for (int c = 0; c < 3; ++c) d[c] = wide_sub(d[c], wide_splat(shape->centre[c]));
                wide t_squared = wide_mul(dot(d, d), wide_splat(shape->inv_squared));
                z = wide_add(z, wide_mul(wide_splat(shape->strength), bump(t_squared)));
            }
            wide_mask mine = lanes_of(slice, at);
            put(volume->zone + at, mine, z);
            sum[k] = wide_add(sum[k], keep(mine, z));
        }
    }
    sums_of(volume, slice)[6] = fold16(sum);  // behind those of the rows
}

// --- rings ---

// N of STRIP places from `place` on (mesh_rings.h), and with `weights` in the last channel how much
// the weights around differ from their own, summed. Edges are relative to the place: differences of
// large numbers would lose it.
static inline strip ring_sum(const pl_volume* volume, uint32_t place, bool weights) {
    static const float last_only[16] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const float* from = volume->rows;
    const uint32_t* first = volume->rings->first + place / 16;
    const uint32_t* column = volume->rings->columns + 16 * (size_t)first[0] + place % 16;
    const uint32_t* end = volume->rings->columns + 16 * (size_t)first[1];
    strip centre = strip_loadu(from + 4 * (size_t)place), last = strip_pick(from, column);
    strip normal = strip_zero(), spread = strip_zero();
    for (column += 16; column < end; column += 32) {
        strip next = strip_pick(from, column + 16), across = strip_sub(next, last);
        strip edge = strip_sub(strip_pick(from, column), centre);
        strip one = strip_mul(edge, strip_turn(across)),
              other = strip_mul(strip_turn(edge), across);
        normal = strip_add(normal, strip_sub(one, other));
        if (weights) spread = strip_add(spread, strip_add(edge, strip_sub(next, centre)));
        last = next;
    }
    normal = strip_turn(normal);  // its last channel is w w' - w w' = 0
    return weights ? strip_add(normal, strip_mul(spread, strip_loadu(last_only))) : normal;
}

// The rows of 16 places.
static inline void ring_sums(const pl_volume* volume, uint32_t place, bool weights, float* out) {
    for (uint32_t k = 0; k < 16; k += STRIP)
        strip_storeu(out + 4 * k, ring_sum(volume, place + k, weights));
}

static inline wide painted(const pl_body* body, uint32_t i, wide w) {
    return body->volume_paint ? wide_mul(w, wide_loadu(body->volume_paint + i)) : w;
}

// A tenth stays in any case: a free place among held ones would not weigh anything.
static inline wide smoothed(const pl_body* body, uint32_t i, wide spread) {
    const pl_volume* volume = body->volume;
    wide mean = wide_mul(spread, wide_loadu(volume->rings->inv_valence + i));
    wide own = wide_loadu(volume->weight + i);
    wide w = wide_add(own, wide_mul(wide_splat(body->def.volume_smoothing), mean));
    w = wide_max(w, wide_mul(wide_splat(0.1f), own));
    return wide_mul(w, freedom(body, i));
}

// Where the surface is stretched beyond what the whole is, pressure gives way: it would pull on the
// flanks of a bubble the more the larger that is, and elasticity, which is linear, would not hold
// it.
static inline wide held_back(const pl_body* body, const pl_volume_unit* unit, uint32_t i,
                             wide squared) {
    if (body->follows_goals) return wide_splat(1.0f);
    wide rest = wide_loadu(body->volume->rest_ring + i);
    wide most = wide_mul(wide_splat(unit->stretch_most), wide_mul(rest, rest));
    return wide_min(wide_div(most, squared), wide_splat(1.0f));  // 0 / 0 is 1
}

static inline wide zoned(const pl_volume* volume, const pl_volume_unit* unit, uint32_t i) {
    return wide_add(wide_mul(wide_splat(unit->zone_scale), wide_loadu(volume->zone + i)),
                    wide_splat(unit->zone_even));
}

// N.(x - at), of places at `at`.
static inline wide along(const pl_body* body, uint32_t i, const wide at[3], const wide n[3]) {
    wide way[3];
    load3(body->x, i, way);
    for (int c = 0; c < 3; ++c) way[c] = wide_sub(way[c], at[c]);
    return dot(n, way);
}

// Which way a place is moved, G: as its goal faces, or its surface where there are no goals.
static inline void face(const pl_body* body, const pl_volume_unit* unit, uint32_t i,
                        const wide n[3], wide g[3]) {
    if (!body->follows_goals) {
        for (int c = 0; c < 3; ++c) g[c] = n[c];
        return;
    }
    load3(body->goal_normal, i, g);
    for (int c = 0; c < 3; ++c) g[c] = wide_mul(g[c], wide_splat(unit->spread));
}

// Ring sums to a, dV/dx and w. Sums: x.N; N.N / m; N.G / m times w, and times freedom;
// w^2 G.G / m; and how many places weigh less than 1; then N.(x - at) with `linear`; N.G / m and
// G.G / m.
static inline void gather(pl_body* body, const pl_slice* slice, bool smooth, bool linear) {
    const pl_volume* volume = body->volume;
    const pl_volume_unit* unit = &volume->units[slice->unit];
    wide centre[3], sum[PL_VOLUME_SUMS][WIDE_16], most[WIDE_16], one = wide_splat(1.0f);
    splat_each(unit->centre, centre);
    clear16(most);
    wide per_mass = wide_splat(volume->mean_mass / volume->mean_ring);
    wide sixth = wide_splat(1.0f / 6.0f);
    for (int a = 0; a < PL_VOLUME_SUMS; ++a) clear16(sum[a]);
    for (uint32_t i = group_begin(slice); i < slice->end; i += 16) {
        float ring[64];
        ring_sums(volume, i, smooth, ring);
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            uint32_t at = i + k * WIDE;
            wide_mask mine = lanes_of(slice, at);
            wide n[4], g[3], x[3], inv_mass = wide_loadu(body->inv_mass + at);
            wide share = wide_mul(per_mass, inv_mass);
            fours_to_lanes(ring + 4 * k * WIDE, n);
            face(body, unit, at, n, g);
            load3(volume->at, at, x);
            wide drift = linear ? along(body, at, x, n) : one;
            for (int c = 0; c < 3; ++c) {
                put(volume->pull[c] + at, mine, wide_mul(g[c], share));
                put(body->swell[c] + at, mine, wide_mul(n[c], sixth));
                x[c] = wide_sub(x[c], centre[c]);
                n[c] = keep(mine, n[c]);
                g[c] = keep(mine, g[c]);
            }
            wide squared = dot(n, n), light = wide_mul(squared, inv_mass);
            wide level = wide_mul(dot(n, g), inv_mass), goal = wide_mul(dot(g, g), inv_mass);
            wide w = smooth ? smoothed(body, at, n[3]) : one;
            w = wide_mul(painted(body, at, w), held_back(body, unit, at, squared));
            if (volume->zone_count) w = wide_mul(w, zoned(volume, unit, at));
            put(volume->weight + at, mine, w);
            wide open = smooth ? freedom(body, at) : one, heavy = wide_mul(w, goal);
            most[k] = wide_max(wide_mul(wide_mul(w, heavy), inv_mass), most[k]);
            sum[0][k] = wide_add(sum[0][k], dot(x, n));
            sum[1][k] = wide_add(sum[1][k], light);
            sum[2][k] = wide_add(sum[2][k], wide_mul(w, level));
            sum[3][k] = wide_add(sum[3][k], wide_mul(w, heavy));
            sum[4][k] = wide_add(sum[4][k], wide_mul(open, level));
            sum[5][k] = wide_add(sum[5][k], keep(wide_and(mine, wide_lt(w, one)), one));
            if (linear) sum[6][k] = wide_add(sum[6][k], keep(mine, drift));
            sum[7][k] = wide_add(sum[7][k], level);
            sum[8][k] = wide_add(sum[8][k], goal);
        }
    }
    for (int a = 0; a < PL_VOLUME_SUMS; ++a) sums_of(volume, slice)[a] = fold16(sum[a]);
    float scale = volume->mean_mass / volume->mean_ring;
    volume->farthest[slice - volume->slices] = scale * scale * fold16_max(most);
}

static void gather_whole(pl_body* body, const pl_slice* slice) {
    gather(body, slice, false, false);
}

static void gather_smooth(pl_body* body, const pl_slice* slice) {
    gather(body, slice, true, false);
}

static void gather_linear(pl_body* body, const pl_slice* slice) {
    gather(body, slice, true, true);
}

// w: what was gathered, or some way from it to even weights.
static inline wide evened(const pl_body* body, const pl_volume_unit* unit, uint32_t i) {
    wide w = wide_loadu(body->volume->weight + i);
    if (unit->evening == 0.0f) return w;
    return wide_add(wide_mul(wide_splat(unit->own), w),
                    wide_mul(wide_splat(unit->evening), freedom(body, i)));
}

// Some way from the goals' normals to the surface's own.
static void straighten(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    const pl_volume_unit* unit = &volume->units[slice->unit];
    wide own = wide_splat(unit->straight), other = wide_splat(1.0f - unit->straight);
    wide per_mass = wide_splat(6.0f * volume->mean_mass / volume->mean_ring);
    for (uint32_t i = group_begin(slice); i < slice->end; i += WIDE) {
        wide n[3], a[3], share = wide_mul(per_mass, wide_loadu(body->inv_mass + i));
        load3(body->swell, i, n);
        load3(volume->pull, i, a);
        for (int c = 0; c < 3; ++c) {
            wide mixed = wide_add(wide_mul(own, wide_mul(n[c], share)), wide_mul(other, a[c]));
            put(volume->pull[c] + i, lanes_of(slice, i), mixed);
        }
    }
}

// How V grows along w a, and along rigid motions weighted by w: sums of w dV/dx . a, w dV/dx and
// w (x - centre) x dV/dx.
static void sum_slopes(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    const pl_volume_unit* unit = &volume->units[slice->unit];
    wide centre[3], sum[7][WIDE_16];
    splat_each(unit->centre, centre);
    for (int a = 0; a < 7; ++a) clear16(sum[a]);
    for (uint32_t i = group_begin(slice); i < slice->end; i += 16) {
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            uint32_t at = i + k * WIDE;
            wide n[3], a[3], x[3], turn[3];
            wide w = keep(lanes_of(slice, at), evened(body, unit, at));
            load3(body->swell, at, n);
            load3(volume->pull, at, a);
            load3(volume->at, at, x);
            for (int c = 0; c < 3; ++c) {
                n[c] = wide_mul(w, n[c]);
                x[c] = wide_sub(x[c], centre[c]);
            }
            cross(x, n, turn);
            sum[0][k] = wide_add(sum[0][k], dot(n, a));
            for (int c = 0; c < 3; ++c) {
                sum[1 + c][k] = wide_add(sum[1 + c][k], n[c]);
                sum[4 + c][k] = wide_add(sum[4 + c][k], turn[c]);
            }
        }
    }
    for (int a = 0; a < 7; ++a) sums_of(volume, slice)[a] = fold16(sum[a]);
}

// Sums: as of a motion with the velocities a and the masses m w.
static void sum_pulls(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    const pl_volume_unit* unit = &volume->units[slice->unit];
    uint32_t base = group_begin(slice), length = (slice->end - base + 15) & ~15u;
    wide scale = wide_splat(1.0f / volume->mean_mass);
    float heft[PL_MOTION_BLOCK + 16];
    if (unit->straight > 0.0f) straighten(body, slice);
    sum_slopes(body, slice);
    for (uint32_t k = 0; k < length; k += WIDE) {
        wide mass = wide_mul(wide_loadu(body->mass + base + k), scale);
        wide w = wide_mul(mass, evened(body, unit, base + k));
        wide_storeu(heft + k, keep(lanes_of(slice, base + k), w));
    }
    const float* x[3] = {volume->at[0] + base, volume->at[1] + base, volume->at[2] + base};
    const float* pull[3] = {volume->pull[0] + base, volume->pull[1] + base, volume->pull[2] + base};
    KERNEL(pl_motion_kernels).block(x, pull, heft, 0, length, motion_of(volume, slice));
}

// --- positions ---

// d = w (a - (u + omega x (x - centre))) of WIDE places.
static inline void direct(const pl_body* body, const pl_volume_unit* unit, uint32_t i, wide d[3]) {
    const pl_volume* volume = body->volume;
    wide x[3], push[3], turn[3], rigid[3];
    splat_each(unit->push, push);
    splat_each(unit->turn, turn);
    load3(volume->at, i, x);
    load3(volume->pull, i, d);
    wide w = evened(body, unit, i);
    for (int c = 0; c < 3; ++c) x[c] = wide_sub(x[c], wide_splat(unit->centre[c]));
    cross(turn, x, rigid);
    for (int c = 0; c < 3; ++c) d[c] = wide_mul(w, wide_sub(d[c], wide_add(push[c], rigid[c])));
}

static void press(pl_body* body, const pl_slice* slice) {
    const pl_volume_unit* unit = &body->volume->units[slice->unit];
    for (uint32_t i = group_begin(slice); i < slice->end; i += WIDE) {
        wide d[3];
        direct(body, unit, i, d);
        for (int c = 0; c < 3; ++c) put(body->press[c] + i, lanes_of(slice, i), d[c]);
    }
}

static void aim(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    const pl_volume_unit* unit = &volume->units[slice->unit];
    if (!unit->bends) return;
    for (uint32_t i = group_begin(slice); i < slice->end; i += WIDE) {
        wide d[3], pull[3];
        wide_mask mine = lanes_of(slice, i);
        direct(body, unit, i, d);
        load3(volume->pull, i, pull);
        for (int c = 0; c < 3; ++c) {
            pull[c] = wide_select(mine, d[c], pull[c]);
            wide_storeu(volume->pull[c] + i, pull[c]);
        }
        write_rows(volume, i, pull, wide_splat(0.0f));
    }
}

// Sums: x.N(d) and d.N(d).
static void bend(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    wide centre[3], sum[2][WIDE_16];
    splat_each(volume->units[slice->unit].centre, centre);
    for (int a = 0; a < 2; ++a) clear16(sum[a]);
    for (uint32_t i = group_begin(slice); i < slice->end; i += 16) {
        float ring[64];
        ring_sums(volume, i, false, ring);
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            uint32_t at = i + k * WIDE;
            wide_mask mine = lanes_of(slice, at);
            wide n[4], x[3], d[3];
            fours_to_lanes(ring + 4 * k * WIDE, n);
            load3(body->x, at, x);
            load3(volume->pull, at, d);
            for (int c = 0; c < 3; ++c) x[c] = wide_sub(x[c], centre[c]);
            sum[0][k] = wide_add(sum[0][k], keep(mine, dot(x, n)));
            sum[1][k] = wide_add(sum[1][k], keep(mine, dot(d, n)));
        }
    }
    for (int a = 0; a < 2; ++a) sums_of(volume, slice)[a] = fold16(sum[a]);
}

// The channels of a motion that sum m, m x, m x x^T, and in the place of its angular momentum
// m dx x v, with the steps as they were rounded: its angular velocity is the turn that they amount
// to.
enum { MOVED_SUMS = 13 };
static const int moved_channel[MOVED_SUMS] = {0, 1, 2, 3, 7, 8, 9, 10, 11, 12, 13, 14, 15};

static inline void add_moved(wide mass, const wide x[3], const wide way[3], const wide v[3],
                             uint32_t k, wide sum[MOVED_SUMS][WIDE_16]) {
    static const int row[6] = {0, 0, 0, 1, 1, 2}, column[6] = {0, 1, 2, 1, 2, 2};
    wide spin[3], mx[3];
    cross(way, v, spin);
    sum[0][k] = wide_add(sum[0][k], mass);
    for (int c = 0; c < 3; ++c) {
        mx[c] = wide_mul(mass, x[c]);
        sum[1 + c][k] = wide_add(sum[1 + c][k], mx[c]);
        sum[4 + c][k] = wide_add(sum[4 + c][k], wide_mul(mass, spin[c]));
    }
    for (int n = 0; n < 6; ++n)
        sum[7 + n][k] = wide_add(sum[7 + n][k], wide_mul(mx[row[n]], x[column[n]]));
}

// x += s d. What needs no cubic was not aimed yet.
static void move(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    const pl_volume_unit* unit = &volume->units[slice->unit];
    wide step = wide_splat(unit->step), sum[MOVED_SUMS][WIDE_16];
    for (int a = 0; a < MOVED_SUMS; ++a) clear16(sum[a]);
    for (uint32_t i = group_begin(slice); i < slice->end; i += 16) {
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            uint32_t at = i + k * WIDE;
            wide_mask mine = lanes_of(slice, at);
            wide x[3], d[3], v[3], way[3], mass = keep(mine, wide_loadu(body->mass + at));
            if (unit->bends) {
                load3(volume->pull, at, d);
            } else {
                direct(body, unit, at, d);
                for (int c = 0; c < 3; ++c) put(volume->pull[c] + at, mine, d[c]);
            }
            load3(body->x, at, x);
            load3(body->v, at, v);
            for (int c = 0; c < 3; ++c) {
                wide next = wide_select(mine, wide_add(x[c], wide_mul(step, d[c])), x[c]);
                way[c] = wide_sub(next, x[c]);
                x[c] = next;
                wide_storeu(body->x[c] + at, next);
            }
            write_rows(volume, at, x, wide_splat(0.0f));
            add_moved(mass, x, way, v, k, sum);
        }
    }
    float* out = motion_of(volume, slice);
    for (int a = 0; a < PL_MOTION_CHANNELS; ++a) out[a] = 0.0f;
    for (int a = 0; a < MOVED_SUMS; ++a) out[moved_channel[a]] = fold16(sum[a]);
}

// x += s d and v -= slow d, along what was found at other positions.
static void enforce(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    const pl_volume_unit* unit = &volume->units[slice->unit];
    wide step = wide_splat(unit->step), slow = wide_splat(unit->slow);
    for (uint32_t i = group_begin(slice); i < slice->end; i += WIDE) {
        wide_mask mine = lanes_of(slice, i);
        wide x[3], v[3], d[3];
        direct(body, unit, i, d);
        load3(body->x, i, x);
        load3(body->v, i, v);
        for (int c = 0; c < 3; ++c) {
            put(volume->pull[c] + i, mine, d[c]);
            x[c] = wide_select(mine, wide_add(x[c], wide_mul(step, d[c])), x[c]);
            v[c] = wide_select(mine, wide_sub(v[c], wide_mul(slow, d[c])), v[c]);
            wide_storeu(body->x[c] + i, x[c]);
            wide_storeu(body->v[c] + i, v[c]);
        }
        write_rows(volume, i, x, wide_splat(0.0f));
    }
}

// --- velocities ---

// Sums: x.N, N.v and N.d.
static void diverge(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    wide centre[3], sum[3][WIDE_16];
    splat_each(volume->units[slice->unit].centre, centre);
    for (int a = 0; a < 3; ++a) clear16(sum[a]);
    for (uint32_t i = group_begin(slice); i < slice->end; i += 16) {
        float ring[64];
        ring_sums(volume, i, false, ring);
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            uint32_t at = i + k * WIDE;
            wide_mask mine = lanes_of(slice, at);
            wide n[4], x[3], v[3], d[3];
            fours_to_lanes(ring + 4 * k * WIDE, n);
            load3(body->x, at, x);
            load3(body->v, at, v);
            load3(volume->pull, at, d);
            for (int c = 0; c < 3; ++c) x[c] = wide_sub(x[c], centre[c]);
            sum[0][k] = wide_add(sum[0][k], keep(mine, dot(x, n)));
            sum[1][k] = wide_add(sum[1][k], keep(mine, dot(n, v)));
            sum[2][k] = wide_add(sum[2][k], keep(mine, dot(n, d)));
        }
    }
    for (int a = 0; a < 3; ++a) sums_of(volume, slice)[a] = fold16(sum[a]);
}

// v -= lambda d, and a turn of the whole.
static void settle(pl_body* body, const pl_slice* slice) {
    const pl_volume* volume = body->volume;
    const pl_volume_unit* unit = &volume->units[slice->unit];
    wide slow = wide_splat(unit->slow), spin[3];
    splat_each(unit->spin, spin);
    for (uint32_t i = group_begin(slice); i < slice->end; i += WIDE) {
        wide_mask mine = wide_and(lanes_of(slice, i), free_lanes(body, i));
        wide d[3], x[3], v[3], turn[3];
        load3(volume->pull, i, d);
        load3(body->x, i, x);
        load3(body->v, i, v);
        for (int c = 0; c < 3; ++c) x[c] = wide_sub(x[c], wide_splat(unit->middle[c]));
        cross(spin, x, turn);
        for (int c = 0; c < 3; ++c) {
            wide next = wide_add(wide_sub(v[c], wide_mul(slow, d[c])), turn[c]);
            wide_storeu(body->v[c] + i, wide_select(mine, next, v[c]));
        }
    }
}

const pl_volume_kernels KERNEL(pl_volume_kernels) = {
    rows,  weigh, mask, zone, gather_whole, gather_smooth, gather_linear, sum_pulls,
    press, aim,   bend, move, enforce,      diverge,       settle};
