// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones: rigid bodies on hinges that ties to soft bodies move, in the coordinates of the joints, so
// that no hinge can come apart.
//
// Degree of freedom d moves the centre c of a bone behind it by column_d = axis x (c - pivot), or
// along an axis if the bone is free, and turns it by axis_d. With m and I of the bones behind
//     H_de = sum m column_d . column_e + axis_d . I axis_e
// is the mass matrix (Featherstone 2008, chapter 6). Freedoms form trees, each with those of the
// bones it hangs on above it, and H is factored along them without fill-in, as L^T D L.
//
// A substep begins with a prediction: H rate = J^T (momentum + h gravity + pending impulses). The
// momentum of a bone is that of the last substep, in the world: where joints bend it, its part
// against the joints is lost, as in an inelastic blow: stable at any speed, and of first order. A
// hinge fixed in the world keeps its rate as it is, which is exact. Ties then add h times their
// impulses; in every round of the contact stage the skeleton answers all of them at once,
//     move = H^-1 J^T (h impulses)
// within the limits of the angles. Bones and soft bodies so move together, not one step apart, and
// the lightest bone is as stable as the heaviest. Impulses of contacts come one substep later.
#ifndef PL_BONE_SKELETON_H
#define PL_BONE_SKELETON_H

#include "src/state/bone_state.h"
#include "src/state/stage.h"

typedef struct pl_freedom {
    uint32_t bone;
    uint32_t above;  // the freedom it hangs on, PL_NOBODY: none
    uint32_t depth;  // how many hang above
    size_t row;      // H_de is at row + depth of e, for e = d and all above
    pl_vec3d axis, pivot;
    bool slides;         // along the axis, else it turns about it
    double momentum;     // as predicted
    double right;        // with what ties add
    double solution;     // scratch
    double predicted;    // rate, rad/s or m/s
    double rate;         // found
    double least, most;  // of it, in this substep
    bool locked;         // it would go beyond
    double stop;         // where it is held then
} pl_freedom;

typedef struct pl_skeleton {
    pl_freedom* freedoms;
    size_t count, capacity;
    double *mass, *factor, *locked;  // H; factored; factored with some held
    size_t row_capacity, factor_capacity, locked_capacity;
} pl_skeleton;

// Room for these bones. False: out of memory.
bool pl_skeleton_reserve(pl_skeleton* skeleton, const plump_allocator* hooks, pl_bone* const* bones,
                         size_t count);
void pl_skeleton_free(pl_skeleton* skeleton, const plump_allocator* hooks);

// A step begins.
void pl_skeleton_begin(const pl_stage* stage);
// A substep begins: where bones would get without ties, into now of their obstacles.
void pl_skeleton_predict(const pl_stage* stage);
// How far a pull of 1 kg m at this arm from the bone's centre moves the point at most, m.
double pl_skeleton_ease(const pl_stage* stage, const pl_bone* bone, pl_vec3d arm);
// From wrench to slide and swing of all bones.
void pl_skeleton_answer(const pl_stage* stage);
// The substep is over: bones are where ties have led them.
void pl_skeleton_finish(const pl_stage* stage);

// Where the angle of a hinge puts a bone whose parent stands so (NULL: the world), both given as
// position and rotation in one.
void pl_bone_pose(const pl_bone* bone, double angle, const double parent[7], double pose[7]);
// The inertia in the world, of a bone whose obstacle stands so.
void pl_bone_inertia(const pl_bone* bone, const double turn[9], double inertia[9]);
// Where the centre is, if the obstacle stands so.
pl_vec3d pl_bone_centre(const pl_bone* bone, const double position[3], const double turn[9]);

#endif
