// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Signed distances of the solids with closed forms. Outside, and in the matter of those that are
// not hollow, the distance is the exact one to the surface. A hollow box or cylinder is the room
// between its walls: each wall is a half space (or the outside of a tube) of its own, so that what
// lies in a corner is held by all walls there, and what is past two walls has to come back from
// each.
#include "src/collide/solid.h"

static double largest(double a, double b) {
    return a > b ? a : b;
}

static double towards(double coordinate) {
    return coordinate < 0 ? -1.0 : 1.0;
}

// Straight out from the y axis; x where the point is on it, as any direction is as good.
static pl_vec3d radial(const double p[3]) {
    return pl_vec3d_normalize(pl_vec3d_make(p[0], 0, p[2]), pl_vec3d_make(1, 0, 0));
}

static double axis_distance(const double p[3]) {
    return sqrt(p[0] * p[0] + p[2] * p[2]);
}

static pl_solid_near near_make(double distance, pl_vec3d normal) {
    pl_solid_near near = {.distance = distance};
    pl_vec3d_store(normal, near.normal);
    return near;
}

// The distance from the middle line less the radius; a sphere is a capsule of no height.
static pl_solid_near near_capsule(const pl_solid* solid, const double p[3]) {
    double h = solid->half_height;
    double middle = p[1] < -h ? -h : p[1] > h ? h : p[1];
    pl_vec3d away = pl_vec3d_make(p[0], p[1] - middle, p[2]);
    pl_vec3d normal = pl_vec3d_normalize(away, pl_vec3d_make(1, 0, 0));
    return near_make(pl_vec3d_length(away) - solid->radius, normal);
}

static pl_solid_near near_box(const pl_solid* solid, const double p[3]) {
    double past[3], out[3];
    int nearest = 0;
    for (int k = 0; k < 3; ++k) {
        past[k] = fabs(p[k]) - solid->half_size[k];
        out[k] = towards(p[k]) * largest(past[k], 0);
        if (past[k] > past[nearest]) nearest = k;
    }
    if (past[nearest] > 0) {
        pl_vec3d away = pl_vec3d_load(out);
        return near_make(pl_vec3d_length(away), pl_vec3d_normalize(away, pl_vec3d_make(1, 0, 0)));
    }
    pl_solid_near near = {.distance = past[nearest]};
    near.normal[nearest] = towards(p[nearest]);
    return near;
}

static pl_solid_near near_cylinder(const pl_solid* solid, const double p[3]) {
    double side = axis_distance(p) - solid->radius, cap = fabs(p[1]) - solid->half_height;
    pl_vec3d outwards = radial(p), along = pl_vec3d_make(0, towards(p[1]), 0);
    if (side > 0 && cap > 0) {
        double distance = sqrt(side * side + cap * cap);
        pl_vec3d away = pl_vec3d_add_scaled(pl_vec3d_scale(outwards, side), cap, along);
        return near_make(distance, pl_vec3d_normalize(away, outwards));
    }
    return side > cap ? near_make(side, outwards) : near_make(cap, along);
}

// Keeps the three nearest in order; of equally near ones the first comes first.
static uint32_t insert(pl_solid_near near[3], uint32_t count, pl_solid_near wall) {
    uint32_t at = count;
    while (at > 0 && wall.distance < near[at - 1].distance) --at;
    if (at == 3) return 3;
    uint32_t kept = count < 3 ? count : 2;
    for (uint32_t i = kept; i > at; --i) near[i] = near[i - 1];
    near[at] = wall;
    return kept + 1;
}

static uint32_t box_walls(const pl_solid* solid, const double p[3], pl_solid_near near[3]) {
    uint32_t count = 0;
    for (int k = 0; k < 3; ++k) {
        for (int side = -1; side <= 1; side += 2) {
            pl_solid_near wall = {.distance = solid->half_size[k] - side * p[k]};
            wall.normal[k] = -side;
            count = insert(near, count, wall);
        }
    }
    return count;
}

static uint32_t cylinder_walls(const pl_solid* solid, const double p[3], pl_solid_near near[3]) {
    double round = solid->radius - axis_distance(p), h = solid->half_height;
    uint32_t count = insert(near, 0, near_make(round, pl_vec3d_neg(radial(p))));
    count = insert(near, count, near_make(h + p[1], pl_vec3d_make(0, 1, 0)));
    return insert(near, count, near_make(h - p[1], pl_vec3d_make(0, -1, 0)));
}

static pl_solid_near near_one(const pl_solid* solid, const double p[3]) {
    switch (solid->shape) {
    case PLUMP_OBSTACLE_BOX: return near_box(solid, p);
    case PLUMP_OBSTACLE_CYLINDER: return near_cylinder(solid, p);
    case PLUMP_OBSTACLE_SPHERE:
    case PLUMP_OBSTACLE_CAPSULE: return near_capsule(solid, p);
    default: return near_make(p[1], pl_vec3d_make(0, 1, 0));
    }
}

uint32_t pl_solid_distance(const pl_solid* solid, const double p[3], double radius,
                           pl_solid_near near[3]) {
    uint32_t count = 1;
    if (solid->hollow && solid->shape == PLUMP_OBSTACLE_BOX) {
        count = box_walls(solid, p, near);
    } else if (solid->hollow && solid->shape == PLUMP_OBSTACLE_CYLINDER) {
        count = cylinder_walls(solid, p, near);
    } else {
        near[0] = near_one(solid, p);
        if (solid->hollow) {
            near[0].distance = -near[0].distance;
            for (int k = 0; k < 3; ++k) near[0].normal[k] = -near[0].normal[k];
        }
    }
    while (count > 1 && near[count - 1].distance > radius) --count;
    return count;
}
