// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/matter.h"

#include <math.h>

pl_matter pl_matter_of_solid(const pl_solid* solid) {
    bool is_round = pl_solid_is_round(solid);
    return (pl_matter){.round = is_round ? solid : NULL,
                       .tree = is_round ? NULL : &solid->tree,
                       .x = {solid->x[0], solid->x[1], solid->x[2]},
                       .hollow = solid->hollow};
}

static void narrow(const double p[3], float at[3]) {
    for (int k = 0; k < 3; ++k) at[k] = (float)p[k];
}

static double round_depth(const pl_solid* solid, const double p[3]) {
    pl_solid_near near[3];
    pl_solid_distance(solid, p, 0.0, near);
    return -near[0].distance;
}

bool pl_matter_holds(const pl_matter* matter, const double p[3]) {
    if (matter->round) return round_depth(matter->round, p) > 0.0;
    float at[3];
    narrow(p, at);
    return pl_tree_inside(matter->tree, matter->x, at) != matter->hollow;
}

double pl_matter_depth(const pl_matter* matter, const double p[3]) {
    if (matter->round) return round_depth(matter->round, p);
    float at[3];
    pl_near near;
    narrow(p, at);
    pl_tree_nearest(matter->tree, matter->x, at, INFINITY, &near);
    double distance = sqrt((double)near.squared);
    return pl_matter_holds(matter, p) ? distance : -distance;
}

// --- segments ---

// A piece of a segment, by length from its beginning, with the depths of its ends.
typedef struct piece {
    double from, to, depth_from, depth_to;
} piece;

#define LOOKS_MOST 64

// No distance grows faster than the way along the segment (Piyavskii): nothing between two points
// is deeper than where lines of slope 1 from both meet.
static double bound_of(const piece* p) {
    return 0.5 * (p->depth_from + p->depth_to + (p->to - p->from));
}

void pl_matter_deepest(const pl_matter* matter, const double from[3], const double to[3],
                       pl_deepest* best, uint64_t* work) {
    pl_vec3d start = pl_vec3d_load(from), way = pl_vec3d_sub(pl_vec3d_load(to), start);
    double length = pl_vec3d_length(way);
    piece waiting[LOOKS_MOST + 1];
    uint32_t count = 1, looks = 0;
    waiting[0] = (piece){0.0, length, pl_matter_depth(matter, from), pl_matter_depth(matter, to)};
    *work += 2 * PL_MATTER_STEPS;
    while (count > 0 && looks < LOOKS_MOST) {
        piece p = waiting[--count];
        if (!(bound_of(&p) > 1.01 * best->depth + 1e-3 * length)) continue;
        double at = 0.5 * (p.from + p.to + p.depth_to - p.depth_from), point[3];
        pl_vec3d_store(pl_vec3d_add_scaled(start, at / length, way), point);
        double depth = pl_matter_depth(matter, point);
        *work += PL_MATTER_STEPS;
        ++looks;
        if (depth > best->depth) {
            best->depth = depth;
            for (int k = 0; k < 3; ++k) best->at[k] = point[k];
        }
        waiting[count++] = (piece){p.from, at, p.depth_from, depth};
        waiting[count++] = (piece){at, p.to, depth, p.depth_to};
    }
}
