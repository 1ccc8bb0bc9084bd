// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/find.h"

#include <math.h>

static const uint32_t* corners_of(const pl_target* target, uint32_t triangle) {
    return target->triangles + 3 * (size_t)triangle;
}

static pl_vec3 point_of(const pl_target* target, const float* const x[3], uint32_t triangle,
                        const float share[3]) {
    return pl_point_at(x, corners_of(target, triangle), share);
}

pl_vec3 pl_face_normal(const float* const x[3], const uint32_t corner[3]) {
    pl_vec3 a = pl_place_at(x, corner[0]);
    pl_vec3 u = pl_vec3_sub(pl_place_at(x, corner[1]), a);
    pl_vec3 v = pl_vec3_sub(pl_place_at(x, corner[2]), a);
    pl_vec3 n = pl_vec3_cross(u, v);
    float length = pl_vec3_length(n);
    return length > 0.0f ? pl_vec3_scale(n, 1.0f / length) : n;
}

static pl_vec3 normal_now(const pl_target* target, uint32_t triangle) {
    return pl_face_normal(target->now, corners_of(target, triangle));
}

// What the point meets there. Where the point of the triangle was at the beginning is `before`.
static void fill(const pl_probe* probe, uint32_t triangle, const float share[3], pl_vec3 normal,
                 pl_vec3 at, pl_vec3 before, pl_meeting* m) {
    m->triangle = triangle;
    for (int k = 0; k < 3; ++k) m->share[k] = share[k];
    pl_vec3_store(normal, m->normal);
    m->gap = pl_vec3_dot(normal, pl_vec3_sub(pl_vec3_load(probe->now), at));
    m->gap_past = pl_vec3_dot(normal, pl_vec3_sub(pl_vec3_load(probe->past), before));
}

// How far p is outside, along the normal that tells.
static float side(const pl_target* target, const float* const x[3], const float p[3],
                  const pl_near* near, float normal[3]) {
    pl_surface_normal(target->surface, x, near->triangle, near->feature, normal);
    pl_vec3 away = pl_vec3_sub(pl_vec3_load(p), point_of(target, x, near->triangle, near->share));
    return target->sign * pl_vec3_dot(away, pl_vec3_load(normal));
}

// Normal and gaps at the nearest point. At an edge or a corner the normal is the direction to the
// point, unless that is lost in rounding. What was outside and is farther than it can have come is
// outside still, whatever the normal of a folded surface says.
static void describe(const pl_target* target, const pl_probe* probe, const pl_near* near,
                     bool outside, pl_meeting* m) {
    float normal[3];
    pl_vec3 q = point_of(target, target->now, near->triangle, near->share);
    pl_vec3 away = pl_vec3_sub(pl_vec3_load(probe->now), q);
    pl_surface_normal(target->surface, target->now, near->triangle, near->feature, normal);
    pl_vec3 n = pl_vec3_scale(pl_vec3_load(normal), target->sign);
    float length = pl_vec3_length(away), outward = pl_vec3_dot(n, away) < 0.0f ? -1.0f : 1.0f;
    bool folded = outside && outward < 0.0f && length > probe->reach;
    if (folded || (near->feature != 0 && length > 1e-2f * probe->radius))
        n = pl_vec3_scale(away, (folded ? 1.0f : outward) / length);
    pl_vec3 before = point_of(target, target->past, near->triangle, near->share);
    fill(probe, near->triangle, near->share, n, q, before, m);
}

static bool is_new(pl_vec3 normal, const pl_meeting* found, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (pl_vec3_dot(normal, pl_vec3_load(found[i].normal)) >= 0.9f) return false;
    }
    return true;
}

// A face that the point is above, within the radius, and on whose side it was.
static bool meet_face(const pl_target* target, const pl_probe* probe, uint32_t triangle,
                      const pl_meeting* found, uint32_t count, pl_meeting* m) {
    pl_vec3 face = pl_vec3_scale(normal_now(target, triangle), target->sign);
    if (target->surface && !is_new(face, found, count)) return false;  // most are: not measured
    const uint32_t* corner = corners_of(target, triangle);
    float at[3][3];
    for (int k = 0; k < 3; ++k) pl_vec3_store(pl_place_at(target->now, corner[k]), at[k]);
    pl_near near = {.triangle = triangle};
    pl_triangle_nearest(at[0], at[1], at[2], probe->now, &near);
    if (near.feature != 0 || near.squared > probe->radius * probe->radius) return false;
    pl_vec3 q = point_of(target, target->now, triangle, near.share);
    pl_vec3 past = point_of(target, target->past, triangle, near.share);
    bool behind = pl_vec3_dot(face, pl_vec3_sub(pl_vec3_load(probe->past), past)) < 0.0f;
    if (behind && target->surface) return false;    // the back of another wall
    pl_vec3 n = behind ? pl_vec3_neg(face) : face;  // a sheet is met from both sides
    if (!is_new(n, found, count)) return false;
    fill(probe, triangle, near.share, n, q, past, m);
    return true;
}

// Triangles whose boxes are nearer to a point than the radius, up to 64 of them.
#define NEAR_BY 64
typedef struct near_list {
    const pl_target* target;
    const float* const* x;
    float lo[3], hi[3];
    uint32_t count, triangle[NEAR_BY];
} near_list;

static void note_near(uint32_t triangle, void* user) {
    near_list* list = user;
    const uint32_t* corner = corners_of(list->target, triangle);
    if (list->count == NEAR_BY) return;
    for (int k = 0; k < 3; ++k) {
        const float* x = list->x[k];
        float a = x[corner[0]], b = x[corner[1]], c = x[corner[2]];
        if ((a > list->hi[k] && b > list->hi[k] && c > list->hi[k]) ||
            (a < list->lo[k] && b < list->lo[k] && c < list->lo[k]))
            return;
    }
    list->triangle[list->count++] = triangle;
}

static void list_near(const pl_target* target, const float* const x[3], const float p[3],
                      float radius, near_list* list) {
    list->target = target;
    list->x = x;
    list->count = 0;
    for (int k = 0; k < 3; ++k) {
        list->lo[k] = p[k] - radius;
        list->hi[k] = p[k] + radius;
    }
    pl_tree_visit_within(target->tree, list->lo, list->hi, note_near, list);
}

// Other faces of an obstacle that the point is near to, as in a corner of a glass. Edges are left
// out: beside a face they would be met sideways, as a bump in a flat floor.
static uint32_t find_more(const pl_target* target, const pl_probe* probe, uint32_t count,
                          pl_meeting* found) {
    near_list list;
    list_near(target, target->now, probe->now, probe->radius, &list);
    for (uint32_t i = 0; i < list.count && count < PL_MEETINGS_MOST; ++i)
        count += meet_face(target, probe, list.triangle[i], found, count, &found[count]);
    return count;
}

// The triangle from which on the point is led, and the normal there; false: it is not near. *past:
// how far outside it was at the beginning, 0 where it was outside at all.
static bool find_start(const pl_target* target, const pl_probe* probe, pl_near* near,
                       float normal[3], float* past) {
    *past = 0.0f;
    *near = probe->start;
    bool found = near->triangle != PL_TREE_NONE, remembers = probe->inside_at != PL_TREE_NONE;
    if (found && side(target, target->past, probe->past, near, normal) >= 0.0f) return true;
    if (!found && !remembers && !(probe->rescue && target->sign > 0.0f)) return false;
    // Inside at the beginning, if it is: the normal of a surface that has folded over tells the
    // wrong side.
    bool inside = pl_tree_inside(target->tree, target->past, probe->past);
    if (inside == (target->sign < 0.0f)) return found;
    if (remembers) {
        near->triangle = probe->inside_at;
        pl_fans_walk(target->surface, target->fans, target->past, probe->past, near);
    } else if (!found) {
        pl_tree_nearest(target->tree, target->past, probe->past, probe->deep, near);
    }
    *past = -sqrtf(near->squared);
    if (near->triangle == PL_TREE_NONE) return false;
    pl_surface_normal(target->surface, target->past, near->triangle, near->feature, normal);
    return true;
}

// The same by where the surface was nearest at the beginning: what presses hard is driven far into
// the other within the substep, and comes back to about where it was. Its predicted shape tells
// little then. What is outside and yet behind its triangle, as where that has turned inside out,
// stays on its side: led through, it would be put back by continuous detection in every substep
// (1,280 times in a heap of 30 bodies, and never come to rest).
static void describe_by_past(const pl_target* target, const pl_probe* probe, const pl_near* near,
                             const float normal[3], float past, pl_meeting* m) {
    pl_vec3 q = point_of(target, target->past, near->triangle, near->share);
    pl_vec3 away = pl_vec3_sub(pl_vec3_load(probe->past), q);
    pl_vec3 n = pl_vec3_scale(pl_vec3_load(normal), target->sign);
    float length = pl_vec3_length(away);
    bool outside = past == 0.0f;
    if (near->feature != 0 && length > 1e-2f * probe->radius)
        n = pl_vec3_scale(away, (outside ? 1.0f : -1.0f) / length);
    else if (outside && pl_vec3_dot(n, away) < -probe->behind)
        n = pl_vec3_neg(n);
    pl_vec3 now = point_of(target, target->now, near->triangle, near->share);
    fill(probe, near->triangle, near->share, n, now, q, m);
}

// (Not within the loop: tcc writes 16 bytes of a vector that is handed on, over the counter.)
static bool faces_elsewhere(const pl_target* target, uint32_t triangle, const pl_meeting* found,
                            uint32_t count) {
    return is_new(pl_face_normal(target->past, corners_of(target, triangle)), found, count);
}

// Other walls of a fold of a body that the point presses into, by where they were at the beginning:
// held by one of them at a time it would go to and fro between them for ever. Wherever a triangle
// faces elsewhere, the surface is followed to where it is nearest to the point.
static uint32_t find_folds(const pl_target* target, const pl_probe* probe, pl_meeting* found) {
    uint32_t count = 1;
    float normal[3];
    near_list list;
    list_near(target, target->past, probe->past, probe->radius, &list);
    for (uint32_t i = 0; i < list.count && count < PL_MEETINGS_MOST; ++i) {
        if (!faces_elsewhere(target, list.triangle[i], found, count)) continue;
        pl_near near = {.triangle = list.triangle[i]};
        pl_fans_walk(target->surface, target->fans, target->past, probe->past, &near);
        if (near.squared > probe->radius * probe->radius) continue;
        if (side(target, target->past, probe->past, &near, normal) < 0.0f) continue;  // its back
        describe_by_past(target, probe, &near, normal, 0.0f, &found[count]);
        count += is_new(pl_vec3_load(found[count].normal), found, count);
    }
    return count;
}

// Other walls of a valley that the point pressed in the last substep, while it is above them: held
// by the nearest one alone it would press each in turn, for ever (20 balls in a glass at 5 mm/s).
#define SAME_WALL 0.996f  // cosine: 5 degrees

static bool is_other_wall(pl_vec3 normal, const pl_meeting* found, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
        if (pl_vec3_dot(normal, pl_vec3_load(found[i].normal)) >= SAME_WALL) return false;
    return true;
}

static uint32_t find_pressed(const pl_target* target, const pl_probe* probe, uint32_t count,
                             pl_meeting* found) {
    for (uint32_t i = 0; i < probe->wall_count && count < PL_MEETINGS_MOST; ++i) {
        float at[3][3], normal[3];
        pl_near near = {.triangle = probe->walls[i]};
        if (near.triangle >= target->surface->triangle_count) continue;  // by a snapshot
        const uint32_t* corner = corners_of(target, near.triangle);
        for (int k = 0; k < 3; ++k) pl_vec3_store(pl_place_at(target->past, corner[k]), at[k]);
        pl_triangle_nearest(at[0], at[1], at[2], probe->past, &near);
        if (near.feature != 0 || near.squared > probe->radius * probe->radius) continue;
        if (side(target, target->past, probe->past, &near, normal) < 0.0f) continue;
        if (!is_other_wall(pl_vec3_load(normal), found, count)) continue;
        describe_by_past(target, probe, &near, normal, 0.0f, &found[count++]);
    }
    return count;
}

// How far the point has moved along the surface.
static float slide_of(const pl_target* target, const pl_probe* probe, const pl_meeting* m) {
    pl_vec3 before = point_of(target, target->past, m->triangle, m->share);
    pl_vec3 now = point_of(target, target->now, m->triangle, m->share);
    pl_vec3 way = pl_vec3_sub(pl_vec3_sub(pl_vec3_load(probe->now), now),
                              pl_vec3_sub(pl_vec3_load(probe->past), before));
    pl_vec3 n = pl_vec3_load(m->normal);
    return pl_vec3_length(pl_vec3_add_scaled(way, -pl_vec3_dot(way, n), n));
}

uint32_t pl_find_on_surface(const pl_target* target, const pl_probe* probe,
                            pl_meeting found[PL_MEETINGS_MOST]) {
    pl_near near;
    float normal[3], past;
    if (!find_start(target, probe, &near, normal, &past)) return 0;
    describe_by_past(target, probe, &near, normal, past, &found[0]);
    if (slide_of(target, probe, &found[0]) > probe->step) {
        pl_fans_walk(target->surface, target->fans, target->now, probe->now, &near);
        describe(target, probe, &near, past == 0.0f, &found[0]);
    }
    if (found[0].gap > probe->radius) return 0;
    // by what is nearest now it may have been behind, and yet outside, or not so deep
    if (found[0].gap_past < past) found[0].gap_past = past;
    if (target->rigid) return find_more(target, probe, 1, found);
    if (!target->folds) return 1;
    uint32_t count = found[0].gap < 0.0f ? find_folds(target, probe, found) : 1;
    return find_pressed(target, probe, count, found);
}

// --- sheets ---

#define MORE 1.001f  // for rounding

// The face that the way of the point crosses, with the side it came from.
static bool find_crossing(const pl_target* target, const pl_probe* probe, pl_meeting* m) {
    pl_crossing crossing;
    pl_tree_segment(target->tree, target->now, probe->past, probe->now, &crossing);
    if (crossing.triangle == PL_TREE_NONE) return false;
    pl_vec3 n = pl_vec3_scale(normal_now(target, crossing.triangle), crossing.enters ? 1 : -1);
    pl_vec3 q = point_of(target, target->now, crossing.triangle, crossing.share);
    fill(probe, crossing.triangle, crossing.share, n, q, q, m);
    return true;
}

static void describe_on_sheet(const pl_target* target, const pl_probe* probe, const pl_near* near,
                              pl_meeting* m) {
    pl_vec3 q = point_of(target, target->now, near->triangle, near->share);
    pl_vec3 away = pl_vec3_sub(pl_vec3_load(probe->now), q);
    pl_vec3 before = pl_vec3_sub(pl_vec3_load(probe->past), q);
    pl_vec3 n = normal_now(target, near->triangle);
    if (pl_vec3_dot(n, before) < 0.0f) n = pl_vec3_neg(n);
    float length = pl_vec3_length(away);
    if (near->feature != 0 && length > 1e-2f * probe->radius)
        n = pl_vec3_scale(away, 1.0f / length);
    fill(probe, near->triangle, near->share, n, q, q, m);
}

uint32_t pl_find_on_sheet(const pl_target* target, const pl_probe* probe,
                          pl_meeting found[PL_MEETINGS_MOST]) {
    const pl_near* near = &probe->start;
    if (near->triangle == PL_TREE_NONE) return 0;
    bool may_cross = near->squared <= MORE * probe->reach * probe->reach;
    if (may_cross && find_crossing(target, probe, &found[0])) return 1;
    if (near->squared > probe->radius * probe->radius) return 0;
    describe_on_sheet(target, probe, near, &found[0]);
    return find_more(target, probe, 1, found);
}
