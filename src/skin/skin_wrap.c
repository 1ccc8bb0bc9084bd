// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A mesh around bodies and obstacles: where a smooth minimum of the distances to all of them is the
// distance asked for. That is sampled on a lattice once, read as a cubic B-spline, which rounds off
// what is smaller than a cell, and meshed as the characters are (src/shape/sdf_mesh.h).
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/math/rotation.h"
#include "src/shape/sdf.h"
#include "src/skin/skin_data.h"

#define USUAL_DISTANCE 0.01  // of the whole's size
#define USUAL_BLEND    3.0   // distances
#define MOST_CELLS     160   // along the longest side
#define FEWEST_CELLS   24
#define ATTEMPTS       4
#define AIR            3     // cells of the lattice around what is meshed
#define FARTHEST       0.25  // of the whole's size: a skin that lies off farther is none
#define WIDEST         1.0   // likewise, of the blend

typedef struct field {
    pl_below below[PL_SKIN_BELOW_MOST];
    uint32_t below_count;
    double distance, blend, unit;  // in units of half the longest side; and that in m
    pl_vec3d centre;               // of all, in the world
    pl_vec3d low;                  // of the lattice, in units
    double cell;
    uint32_t size[3];
    float* values;
} field;

plump_wrap_def plump_default_wrap_def(void) {
    plump_wrap_def def;
    memset(&def, 0, sizeof def);
    def.vertex_count = 4000;
    def.cookie = PL_COOKIE_WRAP;
    return def;
}

static plump_result check_def(const plump_world* world, const plump_wrap_def* def,
                              plump_error* error) {
    if (!def || def->cookie != PL_COOKIE_WRAP)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "begin a plump_wrap_def with plump_default_wrap_def()");
    if (!(def->distance >= 0 && def->distance <= 1e6) || !(def->blend >= 0 && def->blend <= 1e6))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the distance is %g m and the blend %g m; both must be from 0 to 1e6",
                       def->distance, def->blend);
    if (def->vertex_count < 150 || def->vertex_count > 1000000)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a skin of %u vertices was asked for; ask for 150 to 1000000",
                       (unsigned)def->vertex_count);
    return pl_below_check(world, def->bodies, def->body_count, def->obstacles, def->obstacle_count,
                          error);
}

// --- the lattice ---

static void find_all(const plump_world* world, const plump_wrap_def* def, field* f) {
    const plump_body_id no_body = {0};
    const plump_obstacle_id no_obstacle = {0};
    for (uint32_t i = 0; i < def->body_count; ++i)
        pl_below_find(world, def->bodies[i], no_obstacle, &f->below[f->below_count++]);
    for (uint32_t i = 0; i < def->obstacle_count; ++i)
        pl_below_find(world, no_body, def->obstacles[i], &f->below[f->below_count++]);
}

// A box in the world around all eight corners of each one's own.
static void bound(const field* f, pl_vec3d* low, pl_vec3d* high) {
    *low = pl_vec3d_make(INFINITY, INFINITY, INFINITY);
    *high = pl_vec3d_scale(*low, -1);
    for (uint32_t b = 0; b < f->below_count; ++b)
        for (unsigned corner = 0; corner < 8; ++corner) {
            const pl_below* below = &f->below[b];
            pl_vec3d own = pl_vec3d_make(corner & 1 ? below->high.x : below->low.x,
                                         corner & 2 ? below->high.y : below->low.y,
                                         corner & 4 ? below->high.z : below->low.z);
            pl_vec3d p = pl_vec3d_add(pl_rotation_turn(below->pose.turn, own), below->pose.at);
            *low = pl_vec3d_min(*low, p);
            *high = pl_vec3d_max(*high, p);
        }
}

// Below the smallest detail that is wanted, above what memory allows.
static double choose_cell(const field* f, uint32_t vertices) {
    double cell = 0.25 * f->blend, edge = 3 / sqrt((double)vertices);
    if (cell > f->distance) cell = f->distance;
    if (cell > edge) cell = edge;
    if (cell > 2.0 / FEWEST_CELLS) cell = 2.0 / FEWEST_CELLS;
    return cell < 2.0 / MOST_CELLS ? 2.0 / MOST_CELLS : cell;
}

static plump_result check_reach(double distance, double blend, double longest, plump_error* error) {
    if (distance <= FARTHEST * longest && blend <= WIDEST * longest) return PLUMP_OK;
    return pl_fail(
        error, PLUMP_ERROR_ARGUMENT,
        "the distance is %g m and the blend %g m; around what is %g m long they may be up "
        "to %g and %g",
        distance, blend, longest, FARTHEST * longest, WIDEST * longest);
}

static plump_result lay_out(const plump_wrap_def* def, field* f, plump_error* error) {
    pl_vec3d low, high;
    bound(f, &low, &high);
    f->centre = pl_shape_middle(low, high);
    double longest = pl_vec3d_max_abs(pl_vec3d_sub(high, low));
    double distance = def->distance > 0 ? def->distance : USUAL_DISTANCE * longest;
    double blend = def->blend > 0 ? def->blend : USUAL_BLEND * distance;
    plump_result result = check_reach(distance, blend, longest, error);
    if (result != PLUMP_OK) return result;
    f->unit = 0.5 * longest;
    f->distance = distance / f->unit;
    f->blend = blend / f->unit;
    f->cell = choose_cell(f, def->vertex_count);
    double air = f->distance + 0.2 * f->blend + AIR * f->cell;
    pl_vec3d wide = pl_vec3d_make(air, air, air);
    pl_vec3d half = pl_vec3d_scale(pl_vec3d_sub(high, low), 0.5 / f->unit);
    half = pl_vec3d_add(half, wide);
    f->low = pl_vec3d_scale(half, -1);
    f->size[0] = (uint32_t)(2 * half.x / f->cell) + 2;
    f->size[1] = (uint32_t)(2 * half.y / f->cell) + 2;
    f->size[2] = (uint32_t)(2 * half.z / f->cell) + 2;
    for (uint32_t b = 0; b < f->below_count; ++b) pl_below_place(&f->below[b], f->centre);
    return PLUMP_OK;
}

static pl_vec3d lattice_point(const field* f, uint32_t x, uint32_t y, uint32_t z) {
    return pl_vec3d_add_scaled(f->low, f->cell, pl_vec3d_make(x, y, z));
}

static size_t lattice_index(const field* f, uint32_t x, uint32_t y, uint32_t z) {
    return ((size_t)z * f->size[1] + y) * f->size[0] + x;
}

// The nearest first, so that the sum does not depend on the order they were named in.
static double melt_all(const field* f, pl_vec3d p) {
    double near[PL_SKIN_BELOW_MOST], radius = f->distance + f->blend + 3 * f->cell;
    uint32_t count = 0;
    for (uint32_t b = 0; b < f->below_count; ++b) {
        pl_below_near found;
        if (!pl_below_ask_deep(&f->below[b], pl_vec3d_scale(p, f->unit), radius * f->unit, &found))
            continue;
        double distance = found.distance / f->unit;
        uint32_t at = count++;
        for (; at > 0 && near[at - 1] > distance; --at) near[at] = near[at - 1];
        near[at] = distance;
    }
    if (!count) return radius;
    double sum = near[0];
    for (uint32_t i = 1; i < count; ++i) sum = pl_sdf_melt(sum, near[i], f->blend);
    return sum;
}

// One more at the upper end: the last point asked for lies a cell farther in (cell_of()).
static bool is_rim(uint32_t at, uint32_t size) {
    return at < AIR || at + AIR + 1 >= size;
}

// What many melt together may reach farther than the lattice; at its rim nothing is inside, so that
// the surface is closed.
static double sample(const field* f, uint32_t x, uint32_t y, uint32_t z) {
    double value = melt_all(f, lattice_point(f, x, y, z)), outside = f->distance + f->cell;
    bool rim = is_rim(x, f->size[0]) || is_rim(y, f->size[1]) || is_rim(z, f->size[2]);
    return rim && value < outside ? outside : value;
}

static void sample_layer(uint32_t z, uint32_t worker, void* context) {
    (void)worker;
    field* f = context;
    for (uint32_t y = 0; y < f->size[1]; ++y)
        for (uint32_t x = 0; x < f->size[0]; ++x)
            f->values[lattice_index(f, x, y, z)] = (float)sample(f, x, y, z);
}

// --- the spline ---

static void spline_weights(double t, double w[4]) {
    double u = 1 - t;
    w[0] = u * u * u / 6;
    w[1] = (4 - 6 * t * t + 3 * t * t * t) / 6;
    w[2] = (4 - 6 * u * u + 3 * u * u * u) / 6;
    w[3] = t * t * t / 6;
}

// The cell of a coordinate that has a neighbour on either side.
static uint32_t cell_of(double at, uint32_t size, double w[4]) {
    double most = (double)size - 3;
    at = at < 1 ? 1 : at > most ? most : at;
    uint32_t cell = (uint32_t)at;
    spline_weights(at - cell, w);
    return cell - 1;
}

static double ask(const void* user, pl_vec3d p) {
    const field* f = user;
    double wx[4], wy[4], wz[4], sum = 0, scale = 1 / f->cell;
    uint32_t x = cell_of((p.x - f->low.x) * scale, f->size[0], wx);
    uint32_t y = cell_of((p.y - f->low.y) * scale, f->size[1], wy);
    uint32_t z = cell_of((p.z - f->low.z) * scale, f->size[2], wz);
    for (uint32_t k = 0; k < 4; ++k)
        for (uint32_t j = 0; j < 4; ++j) {
            const float* v = f->values + lattice_index(f, x, y + j, z + k);
            double row = wx[0] * (double)v[0] + wx[1] * (double)v[1] + wx[2] * (double)v[2] +
                         wx[3] * (double)v[3];
            sum += wz[k] * wy[j] * row;
        }
    return sum - f->distance;
}

// --- the mesh ---

static bool build(const field* f, uint32_t vertices, pl_shape_surface* surface) {
    pl_vec3d inner = pl_vec3d_make(f->cell, f->cell, f->cell);
    pl_vec3d high = lattice_point(f, f->size[0] - 1, f->size[1] - 1, f->size[2] - 1);
    pl_sdf_body body = {.low = pl_vec3d_add(f->low, inner),
                        .high = pl_vec3d_sub(high, inner),
                        .coarsest_cell = 1.5 * f->cell,
                        .edge_of_thousand = 0.06,
                        .fewest_vertices = 150,
                        .ask = ask,
                        .user = f};
    if (!pl_sdf_mesh(&body, surface, vertices)) return false;
    for (uint32_t i = 0; i < surface->vertex_count; ++i)
        surface->points[i] = pl_vec3d_add_scaled(f->centre, f->unit, surface->points[i]);
    return true;
}

static plump_result take_in(const plump_wrap_def* def, const pl_shape_surface* surface,
                            plump_mesh** mesh, bool* is_sound, plump_error* error) {
    plump_mesh_def intake = pl_shape_intake(surface, def->allocator);
    plump_mesh_report report;
    plump_result result = plump_mesh_create(&intake, mesh, &report, error);
    *is_sound = result == PLUMP_OK && !report.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count;
    return result;
}

static plump_result attempt(const plump_wrap_def* def, const field* f, uint32_t number,
                            plump_mesh** mesh, bool* is_sound, plump_error* error) {
    pl_arena arena = pl_arena_make(pl_alloc_hooks(def->allocator));
    pl_shape_surface surface = {.arena = &arena, .attempt = number};
    plump_mesh_destroy(*mesh);
    *mesh = NULL;
    plump_result result = PLUMP_OK;
    if (build(f, def->vertex_count, &surface))
        result = take_in(def, &surface, mesh, is_sound, error);
    else
        result = surface.is_torn ? pl_fail(error, PLUMP_ERROR_DATA,
                                           "the skin around the bodies would not be closed; more "
                                           "distance, blend or vertices help")
                                 : pl_fail_memory(error, "wrapping a skin");
    pl_arena_release(&arena, NULL);
    return result;
}

static plump_result wrap(const plump_world* world, const plump_wrap_def* def, field* f,
                         pl_arena* memory, plump_mesh** mesh, plump_error* error) {
    find_all(world, def, f);
    plump_result result = lay_out(def, f, error);
    if (result != PLUMP_OK) return result;
    f->values = pl_arena_alloc(memory, lattice_index(f, 0, 0, f->size[2]), sizeof *f->values);
    if (!f->values) return pl_fail_memory(error, "wrapping a skin");
    pl_task_parallel_for(world->pool, f->size[2], sample_layer, f);
    bool is_sound = false;
    for (uint32_t i = 0; i < ATTEMPTS && !is_sound && result == PLUMP_OK; ++i)
        result = attempt(def, f, i, mesh, &is_sound, error);
    return result;
}

plump_result plump_skin_wrap(const plump_world* world, const plump_wrap_def* def, plump_mesh** mesh,
                             plump_error* error) {
    if (!mesh) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no place for the mesh (NULL)");
    *mesh = NULL;
    plump_result result = check_def(world, def, error);
    if (result != PLUMP_OK) return result;
    pl_arena memory = pl_arena_make(pl_alloc_hooks(def->allocator));
    field* f = pl_arena_alloc_zero(&memory, 1, sizeof *f);
    pl_fpmode mode = pl_fpmode_enter();
    result =
        f ? wrap(world, def, f, &memory, mesh, error) : pl_fail_memory(error, "wrapping a skin");
    pl_fpmode_leave(mode);
    pl_arena_release(&memory, NULL);
    return result;
}
