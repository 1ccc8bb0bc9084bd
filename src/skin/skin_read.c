// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A skin as it is now: carried, raised, relaxed and pressed (skin_data.h).
#include "src/math/rotation.h"
#include "src/skin/skin_data.h"

#define PASSES       4  // of relaxing and pressing
#define RELAX_ROUNDS 6  // in a pass
#define PRESS_ROUNDS 3  // over all that lies below; two muscles may push against each other
#define CHUNK        256
// in reaches
#define DEPTH 0.25  // of what is carried, at most, in something else
#define SINK  0.15  // by which a surface may withdraw and still be followed

// --- loops ---

typedef struct loop {
    plump_skin* skin;
    pl_skin_loop* run;
    uint32_t count;
} loop;

static void run_chunk(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const loop* l = context;
    uint32_t begin = chunk * CHUNK, end = l->count - begin < CHUNK ? l->count : begin + CHUNK;
    l->run(l->skin, begin, end);
}

void pl_skin_run(plump_skin* skin, pl_task_pool* pool, pl_skin_loop* run, uint32_t count) {
    loop l = {skin, run, count};
    uint32_t chunks = count / CHUNK + (count % CHUNK != 0);
    if (pool) {
        pl_task_parallel_for(pool, chunks, run_chunk, &l);
    } else {
        for (uint32_t i = 0; i < chunks; ++i) run_chunk(i, 0, &l);
    }
}

// --- motions ---

// x, y, z, w of a rotation by rows, by its largest element (Shepperd 1978).
static void quaternion_of(const double r[9], double q[4]) {
    double trace = r[0] + r[4] + r[8];
    double square[4] = {1 + 2 * r[0] - trace, 1 + 2 * r[4] - trace, 1 + 2 * r[8] - trace,
                        1 + trace};
    int top = 0;
    for (int k = 1; k < 4; ++k)
        if (square[k] > square[top]) top = k;
    const double symmetric[3][3] = {{0, r[1] + r[3], r[2] + r[6]},
                                    {r[1] + r[3], 0, r[5] + r[7]},
                                    {r[2] + r[6], r[5] + r[7], 0}};
    const double skew[3] = {r[7] - r[5], r[2] - r[6], r[3] - r[1]};
    double scale = 0.5 / sqrt(square[top]);
    for (int k = 0; k < 3; ++k) q[k] = scale * (top == 3 ? skew[k] : symmetric[top][k]);
    q[3] = top == 3 ? 0 : scale * skew[top];
    q[top] = scale * square[top];
}

// The motion from `rest` to `now` about the two origins, as a dual quaternion.
static void motion_between(const pl_skin_pose* rest, const pl_skin_pose* now, double motion[8]) {
    double turn[9];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) {
            turn[3 * i + j] = 0;
            for (int k = 0; k < 3; ++k)
                turn[3 * i + j] += now->turn[3 * i + k] * rest->turn[3 * j + k];
        }
    pl_vec3d t = pl_vec3d_sub(now->at, pl_rotation_turn(turn, rest->at));
    quaternion_of(turn, motion);
    const double* q = motion;
    motion[4] = 0.5 * (t.x * q[3] + t.y * q[2] - t.z * q[1]);
    motion[5] = 0.5 * (t.y * q[3] + t.z * q[0] - t.x * q[2]);
    motion[6] = 0.5 * (t.z * q[3] + t.x * q[1] - t.y * q[0]);
    motion[7] = -0.5 * (t.x * q[0] + t.y * q[1] + t.z * q[2]);
}

bool pl_skin_look(plump_skin* skin, const plump_world* world) {
    pl_vec3d moved = pl_vec3d_make(0, 0, 0);
    uint32_t there = 0;
    pl_skin_pose now[PL_SKIN_BELOW_MOST];
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        const pl_carrier* carrier = &skin->carriers[b];
        if (!pl_below_find(world, carrier->body, carrier->obstacle, &skin->below[b])) continue;
        now[b] = pl_below_pose(&skin->below[b]);
        moved = pl_vec3d_add(moved, pl_vec3d_sub(now[b].at, carrier->rest.at));
        ++there;
    }
    if (!there) return false;
    skin->now_origin = pl_vec3d_add_scaled(skin->origin, 1.0 / there, moved);
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        pl_below* below = &skin->below[b];
        if (!below->body && !below->obstacle) continue;
        pl_skin_pose rest = skin->carriers[b].rest;
        rest.at = pl_vec3d_sub(rest.at, skin->origin);
        // cppcheck-suppress uninitvar ; set above for all that are there
        now[b].at = pl_vec3d_sub(now[b].at, skin->now_origin);
        motion_between(&rest, &now[b], skin->motion[b]);
        pl_below_place(below, skin->now_origin);
    }
    return true;
}

static bool is_there(const plump_skin* skin, uint32_t b) {
    return skin->below[b].body || skin->below[b].obstacle;
}

// --- 1: carried ---

// Signs of quaternions are those nearest to the heaviest carrier's.
static void blend(const plump_skin* skin, uint32_t place, double sum[8]) {
    uint32_t count = skin->surface->count, top = PL_SKIN_BELOW_MOST;
    double most = -1;
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        double weight = (double)skin->weight[(size_t)b * count + place];
        if (is_there(skin, b) && weight > most) most = weight, top = b;
    }
    for (int k = 0; k < 8; ++k) sum[k] = 0;
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        double weight = (double)skin->weight[(size_t)b * count + place];
        if (!is_there(skin, b) || !(weight > 0)) continue;
        const double *q = skin->motion[b], *p = skin->motion[top];
        double dot = q[0] * p[0] + q[1] * p[1] + q[2] * p[2] + q[3] * p[3];
        for (int k = 0; k < 8; ++k) sum[k] += (dot < 0 ? -weight : weight) * q[k];
    }
    double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2] + sum[3] * sum[3]);
    if (!(length > 1e-6)) {  // only what carries nothing here is left, or turns cancel
        for (int k = 0; k < 8; ++k) sum[k] = skin->motion[top][k];
        length = 1;
    }
    for (int k = 0; k < 8; ++k) sum[k] /= length;
}

static pl_vec3d turned(const float q[4], pl_vec3d a) {
    pl_vec3d u = pl_vec3d_make((double)q[0], (double)q[1], (double)q[2]);
    pl_vec3d c = pl_vec3d_add_scaled(pl_vec3d_cross(u, a), (double)q[3], a);
    return pl_vec3d_add_scaled(a, 2, pl_vec3d_cross(u, c));
}

static void carry(plump_skin* skin, uint32_t begin, uint32_t end) {
    const pl_surface* s = skin->surface;
    for (uint32_t i = begin; i < end; ++i) {
        double m[8];
        blend(skin, i, m);
        float* q = skin->turn + 4 * (size_t)i;
        for (int k = 0; k < 4; ++k) q[k] = (float)m[k];
        // translation 2 d q*, vector part
        pl_vec3d u = pl_vec3d_make(m[0], m[1], m[2]), v = pl_vec3d_make(m[4], m[5], m[6]);
        pl_vec3d t = pl_vec3d_cross(u, v);
        t = pl_vec3d_add_scaled(pl_vec3d_add_scaled(t, m[3], v), -m[7], u);
        pl_vec3d rest =
            pl_vec3d_make((double)s->rest[0][i], (double)s->rest[1][i], (double)s->rest[2][i]);
        pl_skin_set(skin->x, i, pl_vec3d_add_scaled(turned(q, rest), 2, t));
    }
}

// --- 2: raised ---

// Onto what lay below at rest and now lies above, if it is within reach along the normal.
static void raise_up(plump_skin* skin, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
        pl_vec3d p = pl_skin_point(skin->x, i), top = p;
        pl_vec3d out = turned(skin->turn + 4 * (size_t)i, pl_skin_point(skin->outward, i));
        pl_vec3d above = pl_vec3d_add_scaled(p, PL_SKIN_RISE * skin->reach, out);
        double least = 1;
        for (uint32_t b = 0; b < skin->carrier_count; ++b) {
            double at;
            bool was_below = skin->lower[i] >> b & 1;
            if (!is_there(skin, b) || !was_below || !pl_below_meet(&skin->below[b], above, p, &at))
                continue;
            if (at < least) least = at, top = pl_vec3d_mix(above, p, at);
        }
        pl_skin_set(skin->x, i, least < 1 ? pl_vec3d_add_scaled(top, skin->thickness, out) : p);
    }
}

// --- 3: relaxed ---

static void relax(plump_skin* skin, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
        pl_vec3d own = turned(skin->turn + 4 * (size_t)i, pl_skin_point(skin->delta, i));
        pl_vec3d goal = pl_vec3d_add(pl_skin_mean(skin->surface, skin->x, i), own);
        pl_vec3d x = pl_skin_point(skin->x, i);
        pl_skin_set(skin->next, i,
                    pl_vec3d_add_scaled(x, (double)skin->smooth, pl_vec3d_sub(goal, x)));
    }
}

static void take_next(plump_skin* skin) {
    for (int k = 0; k < 3; ++k) {
        float* x = skin->x[k];
        skin->x[k] = skin->next[k];
        skin->next[k] = x;
    }
}

// --- 4: pressed ---

static pl_vec3d press_out(const plump_skin* skin, uint32_t place, pl_vec3d p) {
    uint32_t count = skin->surface->count;
    for (uint32_t round = 0; round < PRESS_ROUNDS; ++round) {
        bool moved = false;
        for (uint32_t b = 0; b < skin->carrier_count; ++b) {
            pl_below_near near;
            if (!is_there(skin, b) || !pl_below_ask(&skin->below[b], p, skin->depth, &near))
                continue;
            double want = (double)skin->gap[(size_t)b * count + place];
            if (want > skin->thickness) want = skin->thickness;
            if (near.distance >= want) continue;
            p = pl_vec3d_add_scaled(p, want - near.distance, near.normal);
            moved = true;
        }
        if (!moved) break;
    }
    return p;
}

// The surface nearest to p, or deepest around it, within a radius. What was nearest at rest is
// asked first: then the others need only be asked about what is nearer.
static pl_below_near find_nearest(const plump_skin* skin, uint32_t place, pl_vec3d p,
                                  double radius) {
    pl_below_near nearest = {INFINITY, {0, 0, 0}};
    for (uint32_t i = 0; i < skin->carrier_count; ++i) {
        uint32_t b = (skin->nearest[place] + i) % skin->carrier_count;
        pl_below_near near;
        if (!is_there(skin, b) || !pl_below_ask(&skin->below[b], p, radius, &near)) continue;
        if (near.distance < nearest.distance) nearest = near;
        if (near.distance >= 0 && near.distance < radius) radius = near.distance;
    }
    return nearest;
}

// Back to the distance that the nearest surface had at rest, some of the way: what lies between is
// carried along by what swells, and sinks in with what withdraws. *free: nothing can be nearer than
// the thickness.
static pl_vec3d keep_gap(const plump_skin* skin, uint32_t place, pl_vec3d p, bool* free) {
    double gap = (double)skin->least_gap[place], radius = fabs(gap) + SINK * skin->reach;
    pl_below_near nearest = find_nearest(skin, place, p, radius);
    double away = nearest.distance - gap;
    double step = fabs(away) <= skin->reach ? (double)skin->cling * away : 0;
    *free = nearest.distance - fabs(step) >= skin->thickness && nearest.distance < INFINITY;
    return pl_vec3d_add_scaled(p, -step, nearest.normal);
}

static void press(plump_skin* skin, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i) {
        pl_vec3d p = pl_skin_point(skin->x, i);
        bool free = false;
        if (skin->cling > 0) p = keep_gap(skin, i, p, &free);
        pl_skin_set(skin->x, i, free ? p : press_out(skin, i, p));
    }
}

// Without keeping distances, which differ from vertex to vertex.
static void press_last(plump_skin* skin, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i)
        pl_skin_set(skin->x, i, press_out(skin, i, pl_skin_point(skin->x, i)));
}

void pl_skin_pose_all(plump_skin* skin, pl_task_pool* pool) {
    uint32_t count = skin->surface->count;
    pl_skin_run(skin, pool, carry, count);
    skin->depth = DEPTH * skin->reach;
    for (uint32_t pass = 0; pass < PASSES; ++pass) {
        pl_skin_run(skin, pool, raise_up, count);
        pl_skin_run(skin, pool, press, count);
        // from now on it has moved by little
        skin->depth = skin->thickness + skin->surface->edge_mean;
        for (uint32_t round = 0; round < RELAX_ROUNDS; ++round) {
            pl_skin_run(skin, pool, relax, count);
            take_next(skin);
        }
    }
    pl_skin_run(skin, pool, raise_up, count);
    pl_skin_run(skin, pool, press_last, count);
    pl_skin_cover(skin, pool);
}
