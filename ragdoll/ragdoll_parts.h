// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A ragdoll from within. What moves is kept here, not in ODE: every step begins by handing it over
// and ends by taking it back, so that a saved state is all there is.
#ifndef PL_RAGDOLL_PARTS_H
#define PL_RAGDOLL_PARTS_H

#include <plump/ragdoll.h>

#include <ode/ode.h>

// Bodies, joints and the world of ODE are of double precision in Debian; single would be another
// library, whose results would be far from what the tests ask for.
#ifndef dDOUBLE
#error "plump needs an ODE of double precision"
#endif

#define PL_RAGDOLL_NONE UINT32_MAX

// A bone as a rigid body; lengths are those of the world. Axes are those of the bind pose: at rest
// no body is turned against another.
typedef struct pl_ragdoll_part {
    uint32_t parent, root;   // root: the bone that its piece hangs from
    double bind[3];          // centre of mass in the bind pose, before scaling
    double centre[3];        // and scaled
    double joint[3];         // from the centre
    double parent_joint[3];  // from the parent's centre
    double radius;
    double mass, piece_mass;  // of the bone, and of all bones that hang together with it
    double inertia[9];        // about the centre
    double inverse[9];        // of it
    double axes[3][3];        // about which the joint swings independently
    double swing[3];          // and the inertia that it then has against its parent
    dBodyID body;
    dJointID spring, stop;
} pl_ragdoll_part;

// All that a snapshot holds of a bone. The rotation is w, x, y, z, as ODE has it.
typedef struct pl_ragdoll_motion {
    double position[3], rotation[4], velocity[3], angular_velocity[3];
} pl_ragdoll_motion;

// A point of a bone in an obstacle, and the plane that it is pushed out of: direction . x = level.
typedef struct pl_ragdoll_touch {
    uint32_t bone, obstacle;
    uint32_t age;     // steps since it was found
    uint32_t missed;  // 1: its bone was not found in that obstacle this time
    // from the centre of the bone to that of a ball of its radius around the point, in its axes
    double arm[3];
    double direction[3], level;
} pl_ragdoll_touch;

// The rest of it. Velocities belong to the middle of the last small step: with gravity alone
// positions then lie on the parabola, whatever the steps.
typedef struct pl_ragdoll_clock {
    double small_step;   // s, how long that was; 0 at the start
    double before_step;  // the same at the beginning of the last step
    double before_time;  // s, how long the last step took; 0: there was none to take again
} pl_ragdoll_clock;

struct plump_ragdoll {
    plump_allocator hooks;
    plump_ragdoll_def def;  // its bones are not kept
    pl_ragdoll_part* parts;
    pl_ragdoll_motion *motions, *before;  // now, and at the beginning of the last step; one block
    uint32_t count;
    double* matrices;
    pl_ragdoll_touch* touches;
    uint32_t touch_count;
    size_t touch_capacity;
    pl_ragdoll_clock clock;
    bool has_ode;
    dWorldID world;
    dJointGroupID contact_group;
    dThreadingImplementationID threading;
};

// Says what is wrong with a definition.
plump_result pl_ragdoll_check(const plump_ragdoll_def* def, plump_error* error);

// Which inertia each joint swings with: fills axes and swing of all but roots.
void pl_ragdoll_find_inverses(plump_ragdoll* ragdoll);
void pl_ragdoll_find_swings(plump_ragdoll* ragdoll);

// The inverse of a 3 x 3 matrix, by rows.
void pl_ragdoll_invert(const double a[9], double out[9]);

// --- ODE ---

// Bodies and joints for the parts; false: ODE gave no memory.
bool pl_ragdoll_build(plump_ragdoll* ragdoll);
void pl_ragdoll_tear_down(plump_ragdoll* ragdoll);

// --- contacts ---

plump_result pl_ragdoll_check_contacts(const plump_ragdoll* ragdoll,
                                       const plump_jiggle_contact* contacts, uint32_t count,
                                       plump_error* error);
// Takes new contacts into the list, with those of the steps before. *is_late: one of them began
// during the last step.
plump_result pl_ragdoll_take_contacts(plump_ragdoll* ragdoll, const plump_jiggle_contact* contacts,
                                      uint32_t count, bool* is_late, plump_error* error);
void pl_ragdoll_drop_missed(plump_ragdoll* ragdoll);
// How deep the point is when its bone is there; also where it is.
double pl_ragdoll_depth(const plump_ragdoll* ragdoll, const pl_ragdoll_touch* touch,
                        const double position[3], const double rotation[4], double point[3]);
bool pl_ragdoll_is_touch(const plump_ragdoll* ragdoll, const pl_ragdoll_touch* touch);

// --- poses ---

void pl_ragdoll_place(plump_ragdoll* ragdoll);
void pl_ragdoll_write_matrices(plump_ragdoll* ragdoll);
bool pl_ragdoll_is_finite(const pl_ragdoll_motion* motion);
// A vector of a bone's axes into the world's, and back.
void pl_ragdoll_turn(const double rotation[4], const double v[3], double out[3]);
void pl_ragdoll_turn_back(const double rotation[4], const double v[3], double out[3]);
// How `child` is turned against `parent`: axis times radians, in the axes of either.
void pl_ragdoll_turning(const double parent[4], const double child[4], double turning[3]);

static inline double pl_ragdoll_dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void pl_ragdoll_cross(const double a[3], const double b[3], double out[3]) {
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
}

#endif
