// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/shape_match/skin_modes.h"

#include "src/base/hash.h"
#include "src/elastic/shape_match/ball_sample.h"
#include "src/elastic/shape_match/lanczos.h"
#include "src/math/vec3.h"

#include <string.h>

#define SAMPLES_PER_RADIUS 3.0
#define FLAT               1e-9  // inertia below this share of the largest is that of a line
#define LEAST_LAMBDA       1e-9
#define TOLERANCE          1e-4
#define MOST_ITERATIONS    2000

static pl_vec3d position(const pl_skin* skin, uint32_t vertex) {
    return pl_vec3d_load(skin->position + 3 * (size_t)vertex);
}

// --- regions ---

// The pseudo-inverse of a symmetric 3 x 3 matrix (xx xy xz yy yz zz), by Jacobi rotations: a few
// sweeps make it diagonal to rounding.
static void pseudo_invert(const double* matrix, double* inverse) {
    static const int at[3][3] = {{0, 1, 2}, {1, 3, 4}, {2, 4, 5}};
    double a[3][3], v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) a[i][j] = matrix[at[i][j]];
    for (int turn = 0; turn < 24; ++turn) {
        int p = turn % 3 == 2 ? 1 : 0, q = turn % 3 == 0 ? 1 : 2;
        if (a[p][q] == 0) continue;
        double ratio = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double t = (ratio < 0 ? -1 : 1) / (fabs(ratio) + sqrt(ratio * ratio + 1));
        double c = 1 / sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; ++k) {
            double x = a[k][p], y = a[k][q];
            a[k][p] = c * x - s * y;
            a[k][q] = s * x + c * y;
        }
        for (int k = 0; k < 3; ++k) {
            double x = a[p][k], y = a[q][k], vx = v[k][p], vy = v[k][q];
            a[p][k] = c * x - s * y;
            a[q][k] = s * x + c * y;
            v[k][p] = c * vx - s * vy;
            v[k][q] = s * vx + c * vy;
        }
    }
    double most = a[0][0] > a[1][1] ? a[0][0] : a[1][1];
    most = a[2][2] > most ? a[2][2] : most;
    for (int k = 0; k < 6; ++k) inverse[k] = 0;
    for (int k = 0; k < 3; ++k) {
        if (!(a[k][k] > FLAT * most)) continue;
        for (int i = 0; i < 3; ++i)
            for (int j = i; j < 3; ++j) inverse[at[i][j]] += v[i][k] * v[j][k] / a[k][k];
    }
}

// Adds what a mass at x means for mass and centre, then, about the centre, for the inertia.
static void weigh_regions(pl_skin* skin) {
    for (uint32_t i = 0; i < skin->count; ++i) {
        double mass = skin->root_mass[i] * skin->root_mass[i];
        for (uint32_t k = skin->region_first[i]; k < skin->region_first[i + 1]; ++k) {
            pl_skin_region* r = &skin->regions[skin->region[k]];
            r->inv_mass += mass * skin->share[k];
            for (size_t c = 0; c < 3; ++c)
                r->centre[c] += mass * skin->share[k] * skin->position[3 * (size_t)i + c];
        }
    }
    for (uint32_t j = 0; j < skin->region_count; ++j) {
        pl_skin_region* r = &skin->regions[j];
        r->inv_mass = r->inv_mass > 0 ? 1 / r->inv_mass : 0;
        for (int c = 0; c < 3; ++c) r->centre[c] *= r->inv_mass;
    }
    for (uint32_t i = 0; i < skin->count; ++i) {
        double mass = skin->root_mass[i] * skin->root_mass[i];
        for (uint32_t k = skin->region_first[i]; k < skin->region_first[i + 1]; ++k) {
            pl_skin_region* r = &skin->regions[skin->region[k]];
            pl_vec3d d = pl_vec3d_sub(position(skin, i), pl_vec3d_load(r->centre));
            double weight = mass * skin->share[k], *inertia = r->motion;
            inertia[0] += weight * (d.y * d.y + d.z * d.z);
            inertia[1] -= weight * d.x * d.y;
            inertia[2] -= weight * d.x * d.z;
            inertia[3] += weight * (d.x * d.x + d.z * d.z);
            inertia[4] -= weight * d.y * d.z;
            inertia[5] += weight * (d.x * d.x + d.y * d.y);
        }
    }
    for (uint32_t j = 0; j < skin->region_count; ++j)
        pseudo_invert(skin->regions[j].motion, skin->regions[j].inv_inertia);
}

// From sums of force and torque about the origin to the velocity at the origin and the rotation.
static void move_region(pl_skin_region* r) {
    const double* a = r->inv_inertia;
    pl_vec3d force = pl_vec3d_load(r->motion), centre = pl_vec3d_load(r->centre);
    pl_vec3d t = pl_vec3d_sub(pl_vec3d_load(r->motion + 3), pl_vec3d_cross(centre, force));
    pl_vec3d turn =
        pl_vec3d_make(a[0] * t.x + a[1] * t.y + a[2] * t.z, a[1] * t.x + a[3] * t.y + a[4] * t.z,
                      a[2] * t.x + a[4] * t.y + a[5] * t.z);
    pl_vec3d velocity = pl_vec3d_scale(force, r->inv_mass);
    velocity = pl_vec3d_sub(velocity, pl_vec3d_cross(turn, centre));
    pl_vec3d_store(velocity, r->motion);
    pl_vec3d_store(turn, r->motion + 3);
}

void pl_skin_apply(const double* in, double* out, void* context) {
    pl_skin* skin = context;
    for (uint32_t j = 0; j < skin->region_count; ++j)
        for (int c = 0; c < 6; ++c) skin->regions[j].motion[c] = 0;
    for (uint32_t i = 0; i < skin->count; ++i) {
        double load[6];
        pl_vec3d force = pl_vec3d_scale(pl_vec3d_load(in + 3 * (size_t)i), skin->root_mass[i]);
        pl_vec3d_store(force, load);
        pl_vec3d_store(pl_vec3d_cross(position(skin, i), force), load + 3);
        for (uint32_t k = skin->region_first[i]; k < skin->region_first[i + 1]; ++k) {
            double* motion = skin->regions[skin->region[k]].motion;
            for (int c = 0; c < 6; ++c) motion[c] += skin->share[k] * load[c];
        }
    }
    for (uint32_t j = 0; j < skin->region_count; ++j) move_region(&skin->regions[j]);
    for (uint32_t i = 0; i < skin->count; ++i) {
        double blend[6] = {0, 0, 0, 0, 0, 0};
        for (uint32_t k = skin->region_first[i]; k < skin->region_first[i + 1]; ++k) {
            const double* motion = skin->regions[skin->region[k]].motion;
            for (int c = 0; c < 6; ++c) blend[c] += skin->share[k] * motion[c];
        }
        pl_vec3d moved = pl_vec3d_cross(pl_vec3d_load(blend + 3), position(skin, i));
        moved = pl_vec3d_scale(pl_vec3d_add(moved, pl_vec3d_load(blend)), skin->root_mass[i]);
        pl_vec3d left = pl_vec3d_sub(pl_vec3d_load(in + 3 * (size_t)i), moved);
        pl_vec3d_store(left, out + 3 * (size_t)i);
    }
}

// --- rigid motions ---

static uint32_t root_of(uint32_t* parent, uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

// Numbers the pieces: vertices that share a region are in the same one.
static bool find_pieces(pl_skin* skin, pl_arena* scratch) {
    uint32_t* parent = pl_arena_alloc(scratch, skin->region_count, sizeof *parent);
    uint32_t* number = pl_arena_alloc(scratch, skin->region_count, sizeof *number);
    if (!parent || !number) return false;
    for (uint32_t j = 0; j < skin->region_count; ++j) parent[j] = j;
    for (uint32_t i = 0; i < skin->count; ++i) {
        uint32_t begin = skin->region_first[i];
        for (uint32_t k = begin + 1; k < skin->region_first[i + 1]; ++k) {
            uint32_t a = root_of(parent, skin->region[begin]);
            parent[root_of(parent, skin->region[k])] = a;
        }
    }
    for (uint32_t j = 0; j < skin->region_count; ++j) number[j] = UINT32_MAX;
    skin->piece_count = 0;
    for (uint32_t i = 0; i < skin->count; ++i) {
        uint32_t root = root_of(parent, skin->region[skin->region_first[i]]);
        if (number[root] == UINT32_MAX) number[root] = skin->piece_count++;
        skin->piece[i] = number[root];
    }
    return true;
}

static double dot3(const double* a, const double* b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

// Takes row `motion` of the rigid motions, which has unit length in each piece, out of a vector.
static void take_out(const pl_skin* skin, int motion, double* vector) {
    const double* row = skin->rigid + (size_t)motion * 3 * skin->count;
    for (uint32_t p = 0; p < skin->piece_count; ++p) skin->amount[p] = 0;
    for (uint32_t i = 0; i < skin->count; ++i)
        skin->amount[skin->piece[i]] += dot3(row + 3 * (size_t)i, vector + 3 * (size_t)i);
    for (uint32_t i = 0; i < skin->count; ++i)
        for (size_t c = 3 * (size_t)i; c < 3 * (size_t)i + 3; ++c)
            vector[c] -= skin->amount[skin->piece[i]] * row[c];
}

void pl_skin_clean(double* vector, void* context) {
    for (int motion = 0; motion < 6; ++motion) take_out(context, motion, vector);
}

// Squared length in each piece.
static void measure(const pl_skin* skin, const double* row, double* length) {
    for (uint32_t p = 0; p < skin->piece_count; ++p) length[p] = 0;
    for (uint32_t i = 0; i < skin->count; ++i)
        length[skin->piece[i]] += dot3(row + 3 * (size_t)i, row + 3 * (size_t)i);
}

// Three shifts and three turns about the centre of each piece, by Gram and Schmidt. Turns that move
// nothing (of a point, of a line about itself) become 0.
static bool find_rigid(pl_skin* skin, pl_arena* scratch) {
    size_t length = 3 * (size_t)skin->count;
    double* centre = pl_arena_alloc_zero(scratch, skin->piece_count, 4 * sizeof *centre);
    double* before = pl_arena_alloc(scratch, skin->piece_count, sizeof *before);
    double* after = pl_arena_alloc(scratch, skin->piece_count, sizeof *after);
    if (!centre || !before || !after) return false;
    for (uint32_t i = 0; i < skin->count; ++i) {
        double mass = skin->root_mass[i] * skin->root_mass[i], *at = centre + 4 * skin->piece[i];
        for (size_t c = 0; c < 3; ++c) at[c] += mass * skin->position[3 * (size_t)i + c];
        at[3] += mass;
    }
    for (int motion = 0; motion < 6; ++motion) {
        double *row = skin->rigid + (size_t)motion * length, axis[3] = {0, 0, 0};
        axis[motion % 3] = 1;
        for (uint32_t i = 0; i < skin->count; ++i) {
            const double* sum = centre + 4 * skin->piece[i];
            pl_vec3d along = pl_vec3d_load(axis);
            pl_vec3d middle = pl_vec3d_scale(pl_vec3d_load(sum), 1 / sum[3]);
            if (motion >= 3) along = pl_vec3d_cross(along, pl_vec3d_sub(position(skin, i), middle));
            pl_vec3d_store(pl_vec3d_scale(along, skin->root_mass[i]), row + 3 * (size_t)i);
        }
        measure(skin, row, before);
        for (int round = 0; round < 2; ++round)
            for (int earlier = 0; earlier < motion; ++earlier) take_out(skin, earlier, row);
        measure(skin, row, after);
        for (uint32_t i = 0; i < skin->count; ++i) {
            double left = after[skin->piece[i]];
            double factor = left > FLAT * before[skin->piece[i]] ? 1 / sqrt(left) : 0;
            for (size_t c = 3 * (size_t)i; c < 3 * (size_t)i + 3; ++c) row[c] *= factor;
        }
    }
    return true;
}

// --- making ---

static bool take_vertices(const pl_surface* surface, const pl_ball_sample* sample, pl_arena* memory,
                          pl_arena* scratch, pl_skin* skin) {
    skin->count = sample->count;
    skin->place = pl_arena_alloc(memory, skin->count, sizeof *skin->place);
    skin->position = pl_arena_alloc(memory, skin->count, 3 * sizeof *skin->position);
    skin->root_mass = pl_arena_alloc(memory, skin->count, sizeof *skin->root_mass);
    double* area = pl_arena_alloc(scratch, skin->count, sizeof *area);
    if (!skin->place || !skin->position || !skin->root_mass || !area) return false;
    pl_ball_sample_areas(surface, sample, area);
    for (uint32_t i = 0; i < skin->count; ++i) {
        skin->place[i] = sample->place[i];
        // lengths in extents, areas in mean areas: no unit is too small or too large
        for (size_t c = 0; c < 3; ++c)
            skin->position[3 * (size_t)i + c] =
                (double)surface->rest[c][sample->place[i]] / surface->extent;
        skin->root_mass[i] = sqrt(area[i] / surface->area_total * skin->count);
    }
    return true;
}

static bool take_regions(const pl_ball_regions* balls, pl_arena* memory, pl_skin* skin) {
    size_t pairs = 0;
    for (uint32_t i = 0; i < skin->count; ++i) {
        const uint32_t* first = balls->region_first + skin->place[i];
        pairs += first[1] - first[0];
    }
    skin->region_count = balls->count;
    skin->regions = pl_arena_alloc_zero(memory, balls->count, sizeof *skin->regions);
    skin->region_first = pl_arena_alloc(memory, (size_t)skin->count + 1, sizeof(uint32_t));
    skin->region = pl_arena_alloc(memory, pairs, sizeof *skin->region);
    skin->share = pl_arena_alloc(memory, pairs, sizeof *skin->share);
    if (!skin->regions || !skin->region_first || !skin->region || !skin->share) return false;
    uint32_t used = 0;
    for (uint32_t i = 0; i < skin->count; ++i) {
        uint32_t begin = balls->region_first[skin->place[i]];
        uint32_t end = balls->region_first[skin->place[i] + 1];
        double sum = 0;
        skin->region_first[i] = used;
        for (uint32_t k = begin; k < end; ++k) sum += (double)balls->region_share[k];
        for (uint32_t k = begin; k < end; ++k, ++used) {
            skin->region[used] = balls->region[k];
            skin->share[used] = (double)balls->region_share[k] / sum;  // 1 in double, too
        }
    }
    skin->region_first[skin->count] = used;
    return true;
}

static bool fill(const pl_surface* surface, const pl_ball_regions* balls, uint32_t least,
                 pl_arena* memory, pl_arena* scratch, pl_skin* skin) {
    pl_ball_sample sample;
    double spacing = balls->radius / SAMPLES_PER_RADIUS;
    // two or three vertices per sample make uneven masses: all of them are better and still few
    if (surface->count <= 2 * least) least = surface->count;
    if (!pl_ball_sample_make(surface, spacing, least, scratch, &sample)) return false;
    if (!take_vertices(surface, &sample, memory, scratch, skin)) return false;
    if (!take_regions(balls, memory, skin)) return false;
    weigh_regions(skin);
    skin->piece = pl_arena_alloc(memory, skin->count, sizeof *skin->piece);
    if (!skin->piece || !find_pieces(skin, scratch)) return false;
    skin->rigid = pl_arena_alloc(memory, 18 * (size_t)skin->count, sizeof *skin->rigid);
    skin->amount = pl_arena_alloc(memory, skin->piece_count, sizeof *skin->amount);
    return skin->rigid && skin->amount && find_rigid(skin, scratch);
}

bool pl_skin_make(const pl_surface* surface, const pl_ball_regions* balls, uint32_t least,
                  pl_arena* memory, pl_skin* skin) {
    pl_arena scratch = pl_arena_make(memory->hooks);
    *skin = (pl_skin){0};
    bool done = fill(surface, balls, least, memory, &scratch, skin);
    pl_arena_release(&scratch, NULL);
    return done;
}

// --- the lowest mode ---

// From -1 to 1, scattered but always the same.
static double scatter(uint64_t seed) {
    return (double)(pl_hash_mix(seed) >> 11) * 0x1p-52 - 1;
}

// As smooth as the lowest modes are, a polynomial of third degree in the position, and as much of
// everything else.
static void write_start(const pl_skin* skin, double* start) {
    for (uint32_t i = 0; i < skin->count; ++i) {
        const double* x = skin->position + 3 * (size_t)i;
        const double term[20] = {1,
                                 x[0],
                                 x[1],
                                 x[2],
                                 x[0] * x[0],
                                 x[0] * x[1],
                                 x[0] * x[2],
                                 x[1] * x[1],
                                 x[1] * x[2],
                                 x[2] * x[2],
                                 x[0] * x[0] * x[0],
                                 x[0] * x[0] * x[1],
                                 x[0] * x[0] * x[2],
                                 x[0] * x[1] * x[1],
                                 x[0] * x[1] * x[2],
                                 x[0] * x[2] * x[2],
                                 x[1] * x[1] * x[1],
                                 x[1] * x[1] * x[2],
                                 x[1] * x[2] * x[2],
                                 x[2] * x[2] * x[2]};
        for (size_t c = 0; c < 3; ++c) {
            double sum = 0.5 * scatter(1000 + 3 * (uint64_t)i + c);
            for (size_t k = 0; k < 20; ++k) sum += scatter(20 * c + k) * term[k];
            start[3 * (size_t)i + c] = sum * skin->root_mass[i];
        }
    }
}

bool pl_skin_lowest(pl_skin* skin, pl_arena* scratch, double* lambda) {
    size_t dimension = 3 * (size_t)skin->count;
    pl_lanczos problem = {.dimension = dimension,
                          .apply = pl_skin_apply,
                          .clean = pl_skin_clean,
                          .context = skin,
                          .roof = 1,
                          .tolerance = TOLERANCE,
                          .limit = MOST_ITERATIONS};
    pl_lanczos_result result;
    double* start = pl_arena_alloc(scratch, dimension, sizeof *start);
    if (!start) return false;
    write_start(skin, start);
    if (!pl_lanczos_smallest(&problem, start, scratch, &result)) return false;
    double value = result.exists ? result.value : 1;
    *lambda = value < LEAST_LAMBDA ? LEAST_LAMBDA : value > 1 ? 1 : value;
    return true;
}
