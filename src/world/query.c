// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Questions to the surfaces of all bodies: rays and nearest points. A body's tree is fitted to
// where it is when its box is near enough to be asked; the step fits it anew.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/world/checks.h"
#include "src/world/nearest.h"
#include "src/world/world_data.h"

#include <math.h>

#define REACH_MOST 1e12  // m

static plump_result check(const plump_world* world, const double at[3], const char* what,
                          double reach, plump_hit* hit, plump_error* error) {
    if (!world || !hit)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the world or the place for the hit is NULL");
    *hit = (plump_hit){.triangle = PLUMP_NO_VERTEX, .vertex = PLUMP_NO_VERTEX};
    plump_result result = pl_check_point(at, what, error);
    return result == PLUMP_OK ? pl_check_number(reach, 0, REACH_MOST, "reach", error) : result;
}

static bool is_asked(const pl_body* body, uint32_t categories) {
    return (body->def.category & categories) != 0 && !body->disabled;
}

// --- a hit ---

static uint32_t nearest_corner(const pl_body* body, uint32_t triangle, pl_vec3d at) {
    const uint32_t* corner = body->surface->triangles + (size_t)3 * triangle;
    uint32_t best = corner[0];
    double least = INFINITY;
    for (int k = 0; k < 3; ++k) {
        uint32_t place = corner[k];
        pl_vec3d x = pl_vec3d_make((double)body->x[0][place], (double)body->x[1][place],
                                   (double)body->x[2][place]);
        double squared = pl_vec3d_length_squared(pl_vec3d_sub(x, at));
        if (squared < least) best = place, least = squared;
    }
    return body->surface->vertex_of[best];
}

static plump_hit make_hit(const pl_body* body, uint32_t triangle, uint32_t feature,
                          const float share[3]) {
    plump_hit hit = {.body = body->id, .triangle = triangle};
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    pl_vec3d at = pl_point_of(body, triangle, share);
    hit.vertex = nearest_corner(body, triangle, at);
    for (int k = 0; k < 3; ++k) hit.share[k] = share[k];
    pl_vec3d_store(pl_vec3d_add(at, pl_vec3d_load(body->origin)), hit.point);
    pl_surface_normal(body->surface, x, triangle, feature, hit.normal);
    return hit;
}

// --- rays ---

typedef struct ray {
    pl_vec3d from, along;  // along has length 1
    double reach;          // up to here nothing has been hit
} ray;

// The part of the ray that is in the box, made a little larger; false: it passes by.
static bool clip(const ray* r, const double lo[3], const double hi[3], double slack, double* enter,
                 double* leave) {
    const double from[3] = {r->from.x, r->from.y, r->from.z};
    const double along[3] = {r->along.x, r->along.y, r->along.z};
    *enter = 0.0;
    *leave = r->reach;
    for (int k = 0; k < 3; ++k) {
        double below = lo[k] - slack - from[k], above = hi[k] + slack - from[k];
        if (along[k] == 0.0) {
            if (!(below <= 0.0 && above >= 0.0)) return false;
            continue;
        }
        double a = below / along[k], b = above / along[k];
        double first = a < b ? a : b, last = a < b ? b : a;
        if (first > *enter) *enter = first;
        if (last < *leave) *leave = last;
    }
    return *enter <= *leave;
}

// Only the part within the box is handed to the tree, about the body's own origin: floats are fine
// there, wherever the ray comes from.
static void cast_at_body(ray* r, const pl_body* body, plump_hit* hit) {
    double lo[3], hi[3], enter, leave;
    pl_body_box(body, lo, hi);
    if (!clip(r, lo, hi, 0.01 * body->extent, &enter, &leave)) return;
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    pl_vec3d start = pl_vec3d_sub(r->from, pl_vec3d_load(body->origin));
    pl_vec3 a = pl_vec3d_narrow(pl_vec3d_add_scaled(start, enter, r->along));
    pl_vec3 b = pl_vec3d_narrow(pl_vec3d_add_scaled(start, leave, r->along));
    const float from[3] = {a.x, a.y, a.z}, to[3] = {b.x, b.y, b.z};
    pl_crossing crossing;
    pl_tree_refit(&body->collider->tree, x, NULL);
    pl_tree_segment(&body->collider->tree, x, from, to, &crossing);
    if (crossing.triangle == PL_TREE_NONE) return;
    plump_hit found = make_hit(body, crossing.triangle, 0, crossing.share);
    double distance = pl_vec3d_dot(pl_vec3d_sub(pl_vec3d_load(found.point), r->from), r->along);
    found.distance = distance > 0.0 ? distance : 0.0;
    if (!(found.distance <= r->reach) || (hit->body.value && found.distance == r->reach)) return;
    r->reach = found.distance;
    *hit = found;
}

static plump_result check_direction(const double direction[3], plump_error* error) {
    double most = 0.0;
    bool usable = direction != NULL;
    for (int k = 0; usable && k < 3; ++k) {
        usable = fabs(direction[k]) <= 1e100;
        most = fabs(direction[k]) > most ? fabs(direction[k]) : most;
    }
    if (usable && most >= 1e-100) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the direction of the ray is none: give three numbers that are not all 0");
}

plump_result plump_world_cast_ray(const plump_world* world, const double from[3],
                                  const double direction[3], double reach, uint32_t categories,
                                  plump_hit* hit, plump_error* error) {
    plump_result result = check(world, from, "start of the ray", reach, hit, error);
    if (result == PLUMP_OK) result = check_direction(direction, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    pl_vec3d along = pl_vec3d_load(direction);
    along = pl_vec3d_scale(along, 1.0 / pl_vec3d_max_abs(along));
    ray r = {pl_vec3d_load(from), pl_vec3d_scale(along, 1.0 / pl_vec3d_length(along)), reach};
    for (size_t i = 0; i < world->body_count; ++i) {
        if (is_asked(world->bodies[i], categories)) cast_at_body(&r, world->bodies[i], hit);
    }
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

// --- nearest points ---

static double distance_to_box(const double p[3], const double lo[3], const double hi[3]) {
    double off[3];
    for (int k = 0; k < 3; ++k)
        off[k] = p[k] < lo[k] ? lo[k] - p[k] : p[k] > hi[k] ? p[k] - hi[k] : 0;
    return pl_vec3d_length(pl_vec3d_load(off));
}

static plump_hit near_hit(const pl_body* body, const pl_nearest* nearest, const double point[3]) {
    plump_hit hit = make_hit(body, nearest->triangle, nearest->feature, nearest->share);
    pl_vec3d away = pl_vec3d_sub(pl_vec3d_load(point), pl_vec3d_load(hit.point));
    pl_vec3d normal =
        pl_vec3d_make((double)hit.normal[0], (double)hit.normal[1], (double)hit.normal[2]);
    hit.distance = pl_vec3d_dot(away, normal) < 0.0 ? -nearest->distance : nearest->distance;
    return hit;
}

plump_result plump_world_closest_point(const plump_world* world, const double point[3],
                                       double reach, uint32_t categories, plump_hit* hit,
                                       plump_error* error) {
    plump_result result = check(world, point, "point", reach, hit, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    for (size_t i = 0; i < world->body_count; ++i) {
        const pl_body* body = world->bodies[i];
        double lo[3], hi[3];
        pl_nearest nearest;
        if (!is_asked(body, categories)) continue;
        pl_body_box(body, lo, hi);
        if (!(distance_to_box(point, lo, hi) <= reach)) continue;
        if (!pl_nearest_find(body, point, reach, &nearest)) continue;
        if (hit->body.value && nearest.distance == reach) continue;  // the older body has it
        reach = nearest.distance;
        *hit = near_hit(body, &nearest, point);
    }
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}
