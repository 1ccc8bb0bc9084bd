// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where a point meets a surface. The point has moved from `past` to `now` within the substep, and
// so has the surface; both are in the frame of the surface.
//
// Point, normal and side are taken where the surface was nearest at the beginning of the substep:
// the nearest point now may lie on the far side of something thin, and what presses hard is driven
// far into the other before it comes back to about where it was. Only a point that has slid farther
// than `step` is led, by a walk over neighbours from there, to where the surface is nearest now. A
// point that is inside at the beginning remembers through which triangle it came in, and is led
// from there.
#ifndef PL_COLLIDE_FIND_H
#define PL_COLLIDE_FIND_H

#include "src/collide/fans.h"
#include "src/collide/solid.h"
#include "src/state/body_state.h"

// A surface to be met.
typedef struct pl_target {
    const pl_surface* surface;  // NULL for a sheet
    const pl_fans* fans;
    const uint32_t* triangles;
    const float *now[3], *past[3];
    const pl_tree* tree;  // around both
    float sign;           // -1: it is met from inside (hollow)
    bool rigid;           // an obstacle: several of its walls may be met at once
    bool folds;           // a body, calm: several walls of a fold of it may be
} pl_target;

// A point to be held against it.
typedef struct pl_probe {
    float past[3], now[3];
    float radius;  // how near is of interest, m
    float step;    // farther along the surface than this it meets other triangles, m
    float reach;   // how far it may have moved relative to the surface, m
    float deep;    // how deep it is looked for if it was inside already, m
    float behind;  // what is outside, and yet farther behind its triangle, stays there, m
    uint32_t
        inside_at;  // triangle through which it came in, PL_TREE_NONE: it is not known to be inside
    // triangles that it pressed in the last substep, if both are calm
    uint32_t wall_count, walls[PL_WALLS_MOST];
    bool rescue;    // look whether it is far inside
    pl_near start;  // of a surface: nearest at the beginning, within radius + reach; of a sheet:
                    // now, within the larger of both, since it crosses none that is farther
} pl_probe;

typedef struct pl_meeting {
    uint32_t triangle;
    float share[3];   // of its corners
    float normal[3];  // towards the point's side, of length 1
    float gap;        // along it, now ...
    float gap_past;   // ... and at the beginning
} pl_meeting;

static inline pl_vec3 pl_place_at(const float* const x[3], uint32_t place) {
    return pl_vec3_make(x[0][place], x[1][place], x[2][place]);
}

// A point of a triangle by the shares of its corners.
static inline pl_vec3 pl_point_at(const float* const x[3], const uint32_t corner[3],
                                  const float share[3]) {
    pl_vec3 at = pl_vec3_scale(pl_place_at(x, corner[0]), share[0]);
    at = pl_vec3_add_scaled(at, share[1], pl_place_at(x, corner[1]));
    return pl_vec3_add_scaled(at, share[2], pl_place_at(x, corner[2]));
}

// Of length 1, or 0 where there is none.
pl_vec3 pl_face_normal(const float* const x[3], const uint32_t corner[3]);

#define PL_MEETINGS_MOST 4

// Returns how many there are, the nearest first.
uint32_t pl_find_on_surface(const pl_target* target, const pl_probe* probe,
                            pl_meeting found[PL_MEETINGS_MOST]);
uint32_t pl_find_on_sheet(const pl_target* target, const pl_probe* probe,
                          pl_meeting found[PL_MEETINGS_MOST]);

#endif
