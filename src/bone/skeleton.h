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
// impulses. In every round of the contact stage the vertices at ties count as part of the bones,
//     (H + sum w C^T C) move = sum C^T (w lag - pull so far + carried)
// with C the columns where a tie holds and w the mass it holds there, so that pulls and bones agree
// at once, within the limits of the angles. Bones and soft bodies so move together, not one step
// apart, and the lightest bone is as stable as the heaviest. Contacts move free bones likewise:
// each of those that act has an equal share of its mass. On hinges their impulses come one substep
// later.
#ifndef PL_BONE_SKELETON_H
#define PL_BONE_SKELETON_H

#include "src/state/bone_state.h"
#include "src/state/stage.h"

typedef struct pl_freedom {
    uint32_t above;    // the freedom it hangs on, PL_NOBODY: none
    uint32_t depth;    // how many hang above
    uint32_t root;     // the topmost of them
    double tie_count;  // of a root: ties to all bones that hang on it
    size_t row;        // H_de is at row + depth of e, for e = d and all above
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
    double *mass, *factor;  // H, and factored
    double *tied, *locked;  // H with the masses of ties; factored, with some freedoms held
    size_t row_capacity, factor_capacity, tied_capacity, locked_capacity;
} pl_skeleton;

// Room for these bones. False: out of memory.
bool pl_skeleton_reserve(pl_skeleton* skeleton, const plump_allocator* hooks, pl_bone* const* bones,
                         size_t count);
void pl_skeleton_free(pl_skeleton* skeleton, const plump_allocator* hooks);

// A step begins.
void pl_skeleton_begin(const pl_stage* stage);
// A substep begins: where bones would get without ties, into now of their obstacles. Comes before
// all stages.
void pl_skeleton_predict(const pl_stage* stage);
// From the predicted centre of a bone to a point given in its obstacle's frame.
pl_vec3d pl_skeleton_arm(const pl_bone* bone, const double point[3]);
// How far pulls of 1 kg m along x, y and z at this arm move the point, m: a matrix by columns,
// times the number of ties of all bones that move with this one, so that each of them can reckon as
// if it were alone.
void pl_skeleton_yield(const pl_stage* stage, const pl_bone* bone, pl_vec3d arm, double yield[9]);
// A blow at a point of the world; pending: it moves the bone in the next substep.
void pl_skeleton_push(pl_bone* bone, pl_vec3d point, pl_vec3d impulse, bool is_pending);
// What a bone was given about its centre beside blows, into its sums and those of its obstacle.
void pl_skeleton_tell(pl_bone* bone, pl_vec3d push, pl_vec3d twist);
// A blow to a free bone, which moves by it at once: where it is predicted to get changes.
void pl_skeleton_strike(const pl_stage* stage, pl_bone* bone, pl_vec3d point, pl_vec3d impulse);
// Kinetic energy of a free bone, J.
double pl_skeleton_energy(const pl_bone* bone);
// Whether more than contacts act on it: ties, or what hangs on it.
bool pl_skeleton_is_held(const pl_stage* stage, const pl_bone* bone);
// How fast 1 N s against the normal makes the point, against it: 1/kg, joints and what hangs on
// them included; a bone that is held at a limit gives no way beyond. Until ties are solved.
double pl_skeleton_ease(const pl_stage* stage, const pl_bone* bone, pl_vec3d point,
                        pl_vec3d normal);
// How fast a point of a free bone is, as predicted: m/s.
pl_vec3d pl_skeleton_speed(const pl_stage* stage, const pl_bone* bone, pl_vec3d point);
// How much faster the blows of this substep make the point, m/s.
pl_vec3d pl_skeleton_kick(const pl_stage* stage, const pl_bone* bone, pl_vec3d point);
// A round of the contact stage: all ties are added, then the bones answer, into slide and swing. A
// tie pulls its vertex by ahead - weight (lag - move of the bone there), kg m; `lag` is how far the
// vertex is from the bone as predicted, and the bone is given the opposite, plus `carried`.
typedef struct pl_bone_tie {
    pl_vec3d arm;     // from the centre
    double weight;    // kg
    pl_vec3d pushes;  // weight lag - ahead + carried
} pl_bone_tie;
void pl_skeleton_listen(const pl_stage* stage);
void pl_skeleton_add_tie(const pl_stage* stage, const pl_bone* bone, const pl_bone_tie* tie);
// What contacts push a free bone by at this arm, kg m.
void pl_skeleton_add_push(const pl_stage* stage, const pl_bone* bone, pl_vec3d arm, pl_vec3d push);
// How far a push of 1 kg m on a free bone moves its point at this arm at most, m. What hangs on it
// makes that less.
double pl_skeleton_give(const pl_bone* bone, pl_vec3d arm);
void pl_skeleton_answer(const pl_stage* stage);
// The substep is over: bones are where ties have led them.
void pl_skeleton_finish(const pl_stage* stage);

// Where the angle of a hinge puts a bone whose parent stands so (NULL: the world), both given as
// position and rotation in one.
void pl_bone_pose(const pl_bone* bone, double angle, const double parent[7], double pose[7]);
// I^-1 spin: how fast a bone turns that stands so.
pl_vec3d pl_bone_rate(const pl_bone* bone, const double turn[9], pl_vec3d spin);
// The inertia in the world, of a bone whose obstacle stands so.
void pl_bone_inertia(const pl_bone* bone, const double turn[9], double inertia[9]);
// Where the centre is, if the obstacle stands so.
pl_vec3d pl_bone_centre(const pl_bone* bone, const double position[3], const double turn[9]);

#endif
