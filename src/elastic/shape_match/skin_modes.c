// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/shape_match/skin_modes.h"

#include "src/elastic/ball_sample.h"
#include "src/elastic/lanczos.h"
#include "src/math/sums.h"
#include "src/math/vec3.h"

#include <string.h>

#define SAMPLES_PER_RADIUS 3.0
#define FLAT               1e-9  // inertia below this share of the largest is that of a line
#define LEAST_LAMBDA       1e-9
#define TOLERANCE          1e-4
#define MOST_ITERATIONS    2000

static pl_vec3d position(const pl_skin* skin, uint32_t vertex) {
    return pl_cloud_position(&skin->cloud, vertex);
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
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        double mass = skin->cloud.root_mass[i] * skin->cloud.root_mass[i];
        for (uint32_t k = skin->region_first[i]; k < skin->region_first[i + 1]; ++k) {
            pl_skin_region* r = &skin->regions[skin->region[k]];
            r->inv_mass += mass * skin->share[k];
            for (size_t c = 0; c < 3; ++c)
                r->centre[c] += mass * skin->share[k] * skin->cloud.position[3 * (size_t)i + c];
        }
    }
    for (uint32_t j = 0; j < skin->region_count; ++j) {
        pl_skin_region* r = &skin->regions[j];
        r->inv_mass = r->inv_mass > 0 ? 1 / r->inv_mass : 0;
        for (int c = 0; c < 3; ++c) r->centre[c] *= r->inv_mass;
    }
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        double mass = skin->cloud.root_mass[i] * skin->cloud.root_mass[i];
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
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        double load[6];
        pl_vec3d force =
            pl_vec3d_scale(pl_vec3d_load(in + 3 * (size_t)i), skin->cloud.root_mass[i]);
        pl_vec3d_store(force, load);
        pl_vec3d_store(pl_vec3d_cross(position(skin, i), force), load + 3);
        for (uint32_t k = skin->region_first[i]; k < skin->region_first[i + 1]; ++k) {
            double* motion = skin->regions[skin->region[k]].motion;
            for (int c = 0; c < 6; ++c) motion[c] += skin->share[k] * load[c];
        }
    }
    for (uint32_t j = 0; j < skin->region_count; ++j) move_region(&skin->regions[j]);
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        double blend[6] = {0, 0, 0, 0, 0, 0};
        for (uint32_t k = skin->region_first[i]; k < skin->region_first[i + 1]; ++k) {
            const double* motion = skin->regions[skin->region[k]].motion;
            for (int c = 0; c < 6; ++c) blend[c] += skin->share[k] * motion[c];
        }
        pl_vec3d moved = pl_vec3d_cross(pl_vec3d_load(blend + 3), position(skin, i));
        moved = pl_vec3d_scale(pl_vec3d_add(moved, pl_vec3d_load(blend)), skin->cloud.root_mass[i]);
        pl_vec3d left = pl_vec3d_sub(pl_vec3d_load(in + 3 * (size_t)i), moved);
        pl_vec3d_store(left, out + 3 * (size_t)i);
    }
}

// --- pieces ---

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
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        uint32_t begin = skin->region_first[i];
        for (uint32_t k = begin + 1; k < skin->region_first[i + 1]; ++k) {
            uint32_t a = root_of(parent, skin->region[begin]);
            parent[root_of(parent, skin->region[k])] = a;
        }
    }
    for (uint32_t j = 0; j < skin->region_count; ++j) number[j] = UINT32_MAX;
    skin->cloud.piece_count = 0;
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        uint32_t root = root_of(parent, skin->region[skin->region_first[i]]);
        if (number[root] == UINT32_MAX) number[root] = skin->cloud.piece_count++;
        skin->cloud.piece[i] = number[root];
    }
    return true;
}

// --- making ---

static bool take_vertices(const pl_surface* surface, const pl_ball_sample* sample, pl_arena* memory,
                          pl_arena* scratch, pl_skin* skin) {
    skin->cloud.count = sample->count;
    skin->place = pl_arena_alloc(memory, skin->cloud.count, sizeof *skin->place);
    skin->cloud.position =
        pl_arena_alloc(memory, skin->cloud.count, 3 * sizeof *skin->cloud.position);
    skin->cloud.root_mass =
        pl_arena_alloc(memory, skin->cloud.count, sizeof *skin->cloud.root_mass);
    double* area = pl_arena_alloc(scratch, skin->cloud.count, sizeof *area);
    if (!skin->place || !skin->cloud.position || !skin->cloud.root_mass || !area) return false;
    pl_ball_sample_areas(surface, sample, area);
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        skin->place[i] = sample->place[i];
        // lengths in extents, areas in mean areas: no unit is too small or too large
        for (size_t c = 0; c < 3; ++c)
            skin->cloud.position[3 * (size_t)i + c] =
                (double)surface->rest[c][sample->place[i]] / surface->extent;
        skin->cloud.root_mass[i] = sqrt(area[i] / surface->area_total * skin->cloud.count);
    }
    return true;
}

// Regions and shares of the sample's vertices.
typedef struct {
    uint32_t *first, *region;
    double* share;
} shares;

static bool take_shares(const pl_ball_regions* balls, const pl_skin* skin, pl_arena* memory,
                        shares* out) {
    size_t pairs = 0;
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        const uint32_t* first = balls->region_first + skin->place[i];
        pairs += first[1] - first[0];
    }
    out->first = pl_arena_alloc(memory, (size_t)skin->cloud.count + 1, sizeof(uint32_t));
    out->region = pl_arena_alloc(memory, pairs, sizeof *out->region);
    out->share = pl_arena_alloc(memory, pairs, sizeof *out->share);
    if (!out->first || !out->region || !out->share) return false;
    uint32_t used = 0;
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        uint32_t begin = balls->region_first[skin->place[i]];
        uint32_t end = balls->region_first[skin->place[i] + 1];
        double sum = 0;
        out->first[i] = used;
        for (uint32_t k = begin; k < end; ++k) sum += (double)balls->region_share[k];
        for (uint32_t k = begin; k < end; ++k, ++used) {
            out->region[used] = balls->region[k];
            out->share[used] = (double)balls->region_share[k] / sum;  // 1 in double, too
        }
    }
    out->first[skin->cloud.count] = used;
    return true;
}

static bool take_regions(const pl_ball_regions* balls, pl_arena* memory, pl_skin* skin) {
    shares s;
    skin->region_count = balls->count;
    skin->regions = pl_arena_alloc_zero(memory, balls->count, sizeof *skin->regions);
    if (!skin->regions || !take_shares(balls, skin, memory, &s)) return false;
    skin->region_first = s.first;
    skin->region = s.region;
    skin->share = s.share;
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
    skin->cloud.piece = pl_arena_alloc(memory, skin->cloud.count, sizeof *skin->cloud.piece);
    if (!skin->cloud.piece || !find_pieces(skin, scratch)) return false;
    return pl_cloud_find_rigid(&skin->cloud, memory, scratch);
}

bool pl_skin_make(const pl_surface* surface, const pl_ball_regions* balls, uint32_t least,
                  pl_arena* memory, pl_skin* skin) {
    pl_arena scratch = pl_arena_make(memory->hooks);
    *skin = (pl_skin){0};
    bool done = fill(surface, balls, least, memory, &scratch, skin);
    pl_arena_release(&scratch, NULL);
    return done;
}

void pl_skin_clean(double* vector, void* context) {
    const pl_skin* skin = context;
    pl_cloud_clean(&skin->cloud, vector);
}

// --- the lowest ---

static double mass_of(const pl_skin* skin, uint32_t i) {
    return skin->cloud.root_mass[i] * skin->cloud.root_mass[i];
}

bool pl_skin_add_means(const pl_ball_regions* means, pl_arena* memory, pl_skin* skin) {
    pl_skin_means* m = &skin->means;
    shares s;
    m->inv_mass = pl_arena_alloc_zero(memory, means->count, sizeof *m->inv_mass);
    m->mean = pl_arena_alloc_zero(memory, means->count, 3 * sizeof *m->mean);
    if (!m->inv_mass || !m->mean || !take_shares(means, skin, memory, &s)) return false;
    m->region_first = s.first;
    m->region = s.region;
    m->share = s.share;
    m->count = means->count;
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        for (uint32_t k = s.first[i]; k < s.first[i + 1]; ++k)
            m->inv_mass[s.region[k]] += mass_of(skin, i) * s.share[k];
    }
    for (uint32_t j = 0; j < m->count; ++j)
        m->inv_mass[j] = m->inv_mass[j] > 0 ? 1 / m->inv_mass[j] : 0;
    return true;
}

// w -= S w: each region's mean of it, blended back.
static void take_means(pl_skin* skin, double* w) {
    const pl_skin_means* m = &skin->means;
    for (size_t c = 0; c < 3 * (size_t)m->count; ++c) m->mean[c] = 0;
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        for (uint32_t k = m->region_first[i]; k < m->region_first[i + 1]; ++k) {
            double weight = mass_of(skin, i) * m->share[k] * m->inv_mass[m->region[k]];
            double* mean = m->mean + 3 * (size_t)m->region[k];
            for (size_t c = 0; c < 3; ++c) mean[c] += weight * w[3 * (size_t)i + c];
        }
    }
    for (uint32_t i = 0; i < skin->cloud.count; ++i) {
        for (uint32_t k = m->region_first[i]; k < m->region_first[i + 1]; ++k) {
            const double* mean = m->mean + 3 * (size_t)m->region[k];
            for (size_t c = 0; c < 3; ++c) w[3 * (size_t)i + c] -= m->share[k] * mean[c];
        }
    }
}

// out = F in, on vectors of the cloud, which hold motions times the roots of masses.
static void take_fine(pl_skin* skin, const double* in, double* out) {
    size_t dimension = 3 * (size_t)skin->cloud.count;
    for (size_t i = 0; i < dimension; ++i) out[i] = in[i] / skin->cloud.root_mass[i / 3];
    for (int n = 0; n < PL_FINE_ORDER; ++n) take_means(skin, out);
    for (size_t i = 0; i < dimension; ++i) out[i] *= skin->cloud.root_mass[i / 3];
}

static double inner(const pl_skin* skin, const double* a, const double* b) {
    return pl_dot_double(pl_sum_kernels_get(pl_isa_best()), a, b, 3 * (size_t)skin->cloud.count);
}

// `e` is the unit vector of the lowest; a and b are scratch.
static void find_mixing(pl_skin* skin, const double* e, double* a, double* b,
                        pl_skin_lowest* lowest) {
    size_t dimension = 3 * (size_t)skin->cloud.count;
    take_fine(skin, e, a);
    lowest->fine = inner(skin, e, a);
    for (size_t i = 0; i < dimension; ++i) a[i] -= lowest->fine * e[i];
    double length = sqrt(inner(skin, a, a));
    for (size_t i = 0; i < dimension; ++i) a[i] = length > 0 ? a[i] / length : 0;
    pl_skin_apply(a, b, skin);
    lowest->other = inner(skin, a, b);
    lowest->squared = inner(skin, b, b);
    take_fine(skin, b, a);
    lowest->mixing = inner(skin, e, a);
    lowest->stiff = inner(skin, b, a);
}

bool pl_skin_find_lowest(pl_skin* skin, pl_arena* scratch, pl_skin_lowest* lowest) {
    size_t dimension = 3 * (size_t)skin->cloud.count;
    double* start = pl_arena_alloc(scratch, dimension, sizeof *start);
    double* vector = pl_arena_alloc(scratch, dimension, sizeof *vector);
    double* spare = pl_arena_alloc(scratch, dimension, sizeof *spare);
    if (!start || !vector || !spare) return false;
    pl_lanczos problem = {.dimension = dimension,
                          .apply = pl_skin_apply,
                          .clean = pl_skin_clean,
                          .context = skin,
                          .roof = 1,
                          .tolerance = TOLERANCE,
                          .limit = MOST_ITERATIONS,
                          .vector = vector};
    pl_lanczos_result result;
    pl_cloud_start(&skin->cloud, start);
    if (!pl_lanczos_smallest(&problem, start, scratch, &result)) return false;
    double value = result.exists ? result.value : 1;
    *lowest = (pl_skin_lowest){0};
    lowest->lambda = value < LEAST_LAMBDA ? LEAST_LAMBDA : value > 1 ? 1 : value;
    if (result.exists && skin->means.count > 0) find_mixing(skin, vector, start, spare, lowest);
    return true;
}

// The lower root t of (1 + k fine - t) (squared + k stiff - t lambda other) = (k mixing)^2.
double pl_skin_stiffening(const pl_skin_lowest* lowest, double firmness) {
    double a = 1 + firmness * lowest->fine;
    double slope = lowest->lambda * lowest->other;
    double b = lowest->squared + firmness * lowest->stiff;
    double mixed = firmness * lowest->mixing;
    if (!(slope > 0)) return a > 1 ? a : 1;
    b /= slope;
    mixed = mixed * mixed / slope;
    double half = 0.5 * (b - a), root = 0.5 * (a + b) - sqrt(half * half + mixed);
    return root > 1 ? root : 1;
}
