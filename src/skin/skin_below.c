// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies and obstacles as a skin sees them: where they are, and how far their surface is.
#include "src/base/text.h"
#include "src/collide/solid.h"
#include "src/math/rotation.h"
#include "src/skin/skin_data.h"

#define TOUCHING 1e-6  // of the distance from zero: rounding of floats

static const double unturned[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void box_of_tree(const pl_tree* tree, pl_below* below) {
    float lo[3], hi[3];
    pl_tree_bounds(tree, lo, hi);
    below->low = pl_vec3d_make((double)lo[0], (double)lo[1], (double)lo[2]);
    below->high = pl_vec3d_make((double)hi[0], (double)hi[1], (double)hi[2]);
}

static void find_body(const pl_body* body, pl_below* below) {
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    pl_tree_refit(&body->collider->tree, x, NULL);
    below->body = body;
    memcpy(below->pose.turn, unturned, sizeof unturned);
    below->pose.at = pl_vec3d_load(body->origin);
    box_of_tree(&body->collider->tree, below);
}

static void find_obstacle(const pl_obstacle* obstacle, pl_below* below) {
    below->obstacle = obstacle;
    pl_rotation_from_quaternion(obstacle->rotation, below->pose.turn);
    below->pose.at = pl_vec3d_load(obstacle->position);
    below->low = pl_vec3d_load(obstacle->solid->lo);
    below->high = pl_vec3d_load(obstacle->solid->hi);
}

bool pl_below_find(const plump_world* world, plump_body_id body, plump_obstacle_id obstacle,
                   pl_below* below) {
    memset(below, 0, sizeof *below);
    if (body.value) {
        const pl_body* found = pl_world_find(world, body, NULL);
        if (found) find_body(found, below);
        return found != NULL;
    }
    const pl_obstacle* found = pl_obstacle_find(world, obstacle, NULL);
    if (found) find_obstacle(found, below);
    return found != NULL;
}

void pl_below_place(pl_below* below, pl_vec3d origin) {
    below->pose.at = pl_vec3d_sub(below->pose.at, origin);
}

// --- motion ---

static pl_vec3d centre_of(const pl_surface* s, const float* const x[3]) {
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    for (uint32_t i = 0; i < s->count; ++i)
        sum = pl_vec3d_add_scaled(sum, (double)s->area[i],
                                  pl_vec3d_make((double)x[0][i], (double)x[1][i], (double)x[2][i]));
    return pl_vec3d_scale(sum, 1 / s->area_total);
}

static pl_skin_pose pose_of_body(const pl_below* below) {
    const pl_body* body = below->body;
    const pl_surface* s = body->surface;
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    pl_vec3d centre = centre_of(s, x), rest = centre_of(s, body->rest);
    double moments[9] = {0};
    for (uint32_t i = 0; i < s->count; ++i) {
        pl_vec3d now = pl_vec3d_make((double)x[0][i], (double)x[1][i], (double)x[2][i]);
        pl_vec3d then = pl_vec3d_make((double)body->rest[0][i], (double)body->rest[1][i],
                                      (double)body->rest[2][i]);
        now = pl_vec3d_scale(pl_vec3d_sub(now, centre), (double)s->area[i]);
        pl_rotation_add_moment(moments, now, pl_vec3d_sub(then, rest));
    }
    pl_skin_pose pose;
    pl_rotation_fit(moments, pose.turn);
    pose.at = pl_vec3d_add(below->pose.at, centre);
    return pose;
}

pl_skin_pose pl_below_pose(const pl_below* below) {
    return below->body ? pose_of_body(below) : below->pose;
}

// --- distance ---

static double beyond(double value, double low, double high) {
    return value < low ? low - value : value > high ? value - high : 0;
}

static bool is_far(const pl_below* below, pl_vec3d p, double radius) {
    return beyond(p.x, below->low.x, below->high.x) > radius ||
           beyond(p.y, below->low.y, below->high.y) > radius ||
           beyond(p.z, below->low.z, below->high.z) > radius;
}

static bool ask_triangles(const pl_tree* tree, const pl_surface* surface, const float* const x[3],
                          pl_vec3d p, double radius, pl_below_near* near) {
    const float asked[3] = {(float)p.x, (float)p.y, (float)p.z};
    pl_near found;
    pl_tree_nearest(tree, x, asked, (float)radius, &found);
    if (found.triangle == PL_TREE_NONE) return false;
    float normal[3];
    pl_surface_normal(surface, x, found.triangle, found.feature, normal);
    const uint32_t* corner = surface->triangles + 3 * (size_t)found.triangle;
    double at[3] = {0, 0, 0};
    for (int k = 0; k < 3; ++k)
        for (int c = 0; c < 3; ++c) at[k] += (double)found.share[c] * (double)x[k][corner[c]];
    pl_vec3d out = pl_vec3d_make((double)normal[0], (double)normal[1], (double)normal[2]);
    pl_vec3d away = pl_vec3d_sub(p, pl_vec3d_load(at));
    double distance = pl_vec3d_length(away);
    double side = pl_vec3d_dot(away, out) < 0 ? -1 : 1;
    // parts may stick in each other: outside of the nearest, it may be inside of another
    if (side > 0 && surface->part_count > 1 && pl_tree_inside(tree, x, asked)) side = -1;
    near->distance = side * distance;
    // on the surface itself the way to it is rounding
    near->normal =
        distance > TOUCHING * pl_vec3d_max_abs(p) ? pl_vec3d_scale(away, side / distance) : out;
    return true;
}

static bool ask_obstacle(const pl_solid* solid, pl_vec3d p, double radius, pl_below_near* near) {
    if (!pl_solid_is_round(solid))
        return ask_triangles(&solid->tree, solid->surface, solid->x, p, radius, near);
    pl_solid_near found[3];
    const double point[3] = {p.x, p.y, p.z};
    pl_solid_distance(solid, point, radius, found);
    near->distance = found[0].distance;
    near->normal = pl_vec3d_load(found[0].normal);
    return fabs(near->distance) <= radius;
}

static bool ask_own(const pl_below* below, pl_vec3d p, double radius, pl_below_near* near) {
    const pl_body* body = below->body;
    if (!body) return ask_obstacle(below->obstacle->solid, p, radius, near);
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    return ask_triangles(&body->collider->tree, body->surface, x, p, radius, near);
}

bool pl_below_ask(const pl_below* below, pl_vec3d p, double radius, pl_below_near* near) {
    pl_vec3d own = pl_rotation_back(below->pose.turn, pl_vec3d_sub(p, below->pose.at));
    if (is_far(below, own, radius)) return false;
    if (!ask_own(below, own, radius, near)) return false;
    if (near->distance < 0 && is_far(below, own, 0)) {
        // beyond the box around it is outside, also where it has folded over itself and the nearest
        // triangle looks the other way
        near->distance = -near->distance;
        near->normal = pl_vec3d_scale(near->normal, -1);
    }
    near->normal = pl_rotation_turn(below->pose.turn, near->normal);
    return true;
}

bool pl_below_ask_deep(const pl_below* below, pl_vec3d p, double radius, pl_below_near* near) {
    if (pl_below_ask(below, p, radius, near)) return true;
    pl_vec3d own = pl_rotation_back(below->pose.turn, pl_vec3d_sub(p, below->pose.at));
    return !is_far(below, own, 0) && pl_below_ask(below, p, INFINITY, near) && near->distance < 0;
}

// --- rays ---

static bool meet_triangles(const pl_tree* tree, const float* const x[3], pl_vec3d from, pl_vec3d to,
                           double* at) {
    const float a[3] = {(float)from.x, (float)from.y, (float)from.z};
    const float b[3] = {(float)to.x, (float)to.y, (float)to.z};
    pl_crossing crossing;
    pl_tree_segment(tree, x, a, b, &crossing);
    *at = (double)crossing.at;
    return crossing.triangle != PL_TREE_NONE && crossing.enters;
}

bool pl_below_meet(const pl_below* below, pl_vec3d from, pl_vec3d to, double* at) {
    pl_vec3d a = pl_rotation_back(below->pose.turn, pl_vec3d_sub(from, below->pose.at));
    pl_vec3d b = pl_rotation_back(below->pose.turn, pl_vec3d_sub(to, below->pose.at));
    double length = pl_vec3d_distance(a, b);
    if (is_far(below, a, length)) return false;
    const pl_body* body = below->body;
    if (body) {
        const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
        return meet_triangles(&body->collider->tree, x, a, b, at);
    }
    const pl_solid* solid = below->obstacle->solid;
    if (!pl_solid_is_round(solid)) return meet_triangles(&solid->tree, solid->x, a, b, at);
    const double start[3] = {a.x, a.y, a.z}, end[3] = {b.x, b.y, b.z};
    double normal[3];
    return pl_solid_segment(solid, start, end, at, normal) && *at > 0;
}

// --- checks ---

static plump_result check_obstacle(const plump_world* world, plump_obstacle_id id,
                                   plump_error* error) {
    const pl_obstacle* obstacle = pl_obstacle_find(world, id, error);
    if (!obstacle) return PLUMP_ERROR_ARGUMENT;
    const pl_solid* solid = obstacle->solid;
    if (solid->hollow || solid->shape == PLUMP_OBSTACLE_PLANE ||
        solid->shape == PLUMP_OBSTACLE_SHEET || solid->shape == PLUMP_OBSTACLE_COMPOUND)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a plane, a sheet, a compound or a hollow obstacle cannot lie below a skin");
    return PLUMP_OK;
}

plump_result pl_below_check(const plump_world* world, const plump_body_id* bodies,
                            uint32_t body_count, const plump_obstacle_id* obstacles,
                            uint32_t obstacle_count, plump_error* error) {
    if (!world) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no world (NULL)");
    uint64_t count = (uint64_t)body_count + obstacle_count;
    if (count == 0 || count > PL_SKIN_BELOW_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a skin lies over 1 to %d bodies and obstacles, not %llu",
                       PL_SKIN_BELOW_MOST, (unsigned long long)count);
    if ((body_count && !bodies) || (obstacle_count && !obstacles))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the list of what lies below is missing");
    for (uint32_t i = 0; i < body_count; ++i)
        if (!pl_world_find(world, bodies[i], error)) return PLUMP_ERROR_ARGUMENT;
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < obstacle_count && result == PLUMP_OK; ++i)
        result = check_obstacle(world, obstacles[i], error);
    return result;
}
