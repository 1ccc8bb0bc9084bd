// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where a segment first meets a solid. The distance to a convex solid is a convex function along
// the segment, and that to the walls of a hollow one a concave one, so Newton's method never steps
// past the first meeting: from the start towards the convex one, from the end back towards the
// wall. It aims a hair outside the surface, so that a segment that only grazes it crosses the aim
// at an angle that rounding cannot hide.
#include "src/collide/solid.h"

#define AIM        2e-10  // of the solid's size, how far outside
#define ROUNDING   1e-15  // of the coordinates
#define STEPS_MOST 100    // a graze halves the way left in each: 17 to get from 1 to the aim

typedef struct path {
    const pl_solid* solid;
    pl_vec3d from, way;
    double aim;
} path;

static double size_of(const pl_solid* solid) {
    switch (solid->shape) {
    case PLUMP_OBSTACLE_PLANE: return 0;
    case PLUMP_OBSTACLE_BOX: return pl_vec3d_max_abs(pl_vec3d_load(solid->half_size));
    default: return solid->radius + solid->half_height;
    }
}

// How far from the surface at time t, and how fast that grows.
static pl_solid_near look(const path* line, double t, double* slope) {
    pl_solid_near near[3];
    double p[3];
    pl_vec3d_store(pl_vec3d_add_scaled(line->from, t, line->way), p);
    pl_solid_distance(line->solid, p, 0, near);
    *slope = pl_vec3d_dot(pl_vec3d_load(near[0].normal), line->way);
    return near[0];
}

// From the surface or from inside: whether it comes no deeper, since it does not by one of the
// faces there. At an edge the nearest face alone does not tell.
static bool leaves(const path* line) {
    pl_solid room = *line->solid;  // whose walls are the faces
    pl_solid_near wall[3];
    double p[3];
    room.hollow = true;
    pl_vec3d_store(line->from, p);
    uint32_t count = pl_solid_distance(&room, p, 2 * line->aim, wall);
    for (uint32_t i = 0; i < count; ++i)
        if (pl_vec3d_dot(pl_vec3d_load(wall[i].normal), line->way) <= 0) return true;
    return false;
}

// Every tangent of the convex distance lies below it, so its zero is never past the first meeting,
// and where there is none a tangent says so.
static bool reach_convex(const path* line, double* at, pl_solid_near* hit) {
    *at = 0;
    for (int i = 0; i < STEPS_MOST; ++i) {
        double slope;
        *hit = look(line, *at, &slope);
        if (hit->distance <= 2 * line->aim) return i > 0 || !leaves(line);
        if (!(slope < 0)) return false;
        *at += (hit->distance - line->aim) / -slope;
        if (!(*at <= 1)) return false;
    }
    return true;
}

// Every tangent of the concave distance lies above it, so from the end its zero is never before the
// meeting. Where the whole way is as near as that or in the matter there is none, and it ends at
// once.
static bool reach_wall(const path* line, double* at, pl_solid_near* hit) {
    double slope;
    double start = look(line, 0, &slope).distance;
    *at = 1;
    *hit = look(line, 1, &slope);
    if (!(hit->distance <= line->aim && hit->distance < start)) return false;
    for (int i = 0; i < STEPS_MOST && hit->distance < line->aim / 2 && *at > 0; ++i) {
        *at -= (hit->distance - line->aim) / slope;
        if (!(slope < 0 && *at > 0)) *at = 0;
        *hit = look(line, *at, &slope);
    }
    return true;
}

// The first triangle crossed, with its normal turned against the way.
static bool reach_triangle(const path* line, double* at, double normal[3]) {
    const pl_solid* solid = line->solid;
    double ends[2][3];
    float from[3], to[3];
    pl_vec3d_store(line->from, ends[0]);
    pl_vec3d_store(pl_vec3d_add(line->from, line->way), ends[1]);
    for (int k = 0; k < 3; ++k) {
        from[k] = (float)ends[0][k];
        to[k] = (float)ends[1][k];
    }
    pl_crossing crossing;
    pl_tree_segment(&solid->tree, solid->x, from, to, &crossing);
    if (crossing.triangle == PL_TREE_NONE) return false;
    const uint32_t* t = solid->triangles + 3 * (size_t)crossing.triangle;
    pl_vec3d corner[3];
    for (int k = 0; k < 3; ++k)
        corner[k] = pl_vec3d_make((double)solid->x[0][t[k]], (double)solid->x[1][t[k]],
                                  (double)solid->x[2][t[k]]);
    pl_vec3d across =
        pl_vec3d_cross(pl_vec3d_sub(corner[1], corner[0]), pl_vec3d_sub(corner[2], corner[0]));
    if (pl_vec3d_dot(across, line->way) > 0) across = pl_vec3d_neg(across);
    pl_vec3d back = pl_vec3d_normalize(pl_vec3d_neg(line->way), pl_vec3d_make(0, 1, 0));
    pl_vec3d_store(pl_vec3d_normalize(across, back), normal);
    *at = (double)crossing.at;
    return true;
}

bool pl_solid_segment(const pl_solid* solid, const double from[3], const double to[3], double* at,
                      double normal[3]) {
    pl_vec3d begin = pl_vec3d_load(from), end = pl_vec3d_load(to);
    path line = {.solid = solid, .from = begin, .way = pl_vec3d_sub(end, begin)};
    if (!pl_vec3d_is_finite(begin) || !pl_vec3d_is_finite(end)) return false;
    if (!pl_solid_is_round(solid)) return reach_triangle(&line, at, normal);
    line.aim = AIM * size_of(solid) + ROUNDING * (pl_vec3d_max_abs(begin) + pl_vec3d_max_abs(end));
    pl_solid_near hit;
    bool meets = solid->hollow ? reach_wall(&line, at, &hit) : reach_convex(&line, at, &hit);
    if (meets) pl_vec3d_store(pl_vec3d_load(hit.normal), normal);
    return meets;
}
