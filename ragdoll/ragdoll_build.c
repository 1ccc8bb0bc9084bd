// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The bodies and joints in ODE. Every ragdoll has a world of its own, and its own stand-in for a
// pool of threads: ODE's common one must not be used by two threads at once. ODE counts who uses
// it, without a lock, so we bring one.
#include "ragdoll/ragdoll_parts.h"

#include <math.h>

#if defined(PLUMP_NO_THREADS)
static void lock_ode(void) {}
static void unlock_ode(void) {}
#else
#include <stdatomic.h>
static atomic_flag is_locked = ATOMIC_FLAG_INIT;
static void lock_ode(void) {
    while (atomic_flag_test_and_set_explicit(&is_locked, memory_order_acquire)) {
    }
}
static void unlock_ode(void) {
    atomic_flag_clear_explicit(&is_locked, memory_order_release);
}
#endif

static bool start_ode(plump_ragdoll* r) {
    lock_ode();
    r->has_ode = dInitODE2(0) != 0;
    if (r->has_ode) {
        r->threading = dThreadingAllocateSelfThreadedImplementation();
        r->world = dWorldCreate();
    }
    unlock_ode();
    if (!r->has_ode || !r->threading || !r->world) return false;
    dWorldSetStepThreadingImplementation(
        r->world, dThreadingImplementationGetFunctions(r->threading), r->threading);
    r->contact_group = dJointGroupCreate(0);
    return r->contact_group != NULL;
}

void pl_ragdoll_tear_down(plump_ragdoll* r) {
    if (!r->has_ode) return;
    lock_ode();
    if (r->contact_group) dJointGroupDestroy(r->contact_group);
    if (r->world) dWorldDestroy(r->world);
    if (r->threading) dThreadingFreeImplementation(r->threading);
    dCloseODE();
    unlock_ode();
}

static bool build_body(plump_ragdoll* r, pl_ragdoll_part* part) {
    part->body = dBodyCreate(r->world);
    if (!part->body) return false;
    dMass mass;
    const double* i = part->inertia;
    dMassSetParameters(&mass, part->mass, 0, 0, 0, i[0], i[4], i[8], i[1], i[2], i[5]);
    dBodySetMass(part->body, &mass);
    dBodySetPosition(part->body, part->centre[0], part->centre[1], part->centre[2]);
    dBodySetFiniteRotationMode(part->body, 1);  // fast turning keeps its speed
    return true;
}

// An axis of an angular motor that is held at an angle of 0, both ways.
static void hold_axis(dJointID motor, int axis, const double direction[3]) {
    dJointSetAMotorAxis(motor, axis, 1, direction[0], direction[1], direction[2]);
    dJointSetAMotorParam(motor, dParamLoStop + dParamGroup * axis, 0);
    dJointSetAMotorParam(motor, dParamHiStop + dParamGroup * axis, 0);
}

static bool build_joint(plump_ragdoll* r, pl_ragdoll_part* part) {
    dBodyID parent = r->parts[part->parent].body;
    dJointID ball = dJointCreateBall(r->world, 0);
    part->spring = dJointCreateAMotor(r->world, 0);
    part->stop = dJointCreateAMotor(r->world, 0);
    if (!ball || !part->spring || !part->stop) return false;
    dJointAttach(ball, part->body, parent);
    dJointSetBallAnchor(ball, part->centre[0] + part->joint[0], part->centre[1] + part->joint[1],
                        part->centre[2] + part->joint[2]);
    dJointAttach(part->spring, part->body, parent);
    dJointSetAMotorNumAxes(part->spring, r->def.hertz > 0 ? 3 : 0);
    for (int i = 0; i < 3; ++i) hold_axis(part->spring, i, part->axes[i]);
    dJointAttach(part->stop, part->body, parent);
    dJointSetAMotorParam(part->stop, dParamLoStop, r->def.turn_limit);
    dJointSetAMotorParam(part->stop, dParamHiStop, r->def.turn_limit);
    dJointSetAMotorParam(part->stop, dParamBounce, 0);
    return true;
}

bool pl_ragdoll_build(plump_ragdoll* r) {
    if (!start_ode(r)) return false;
    const double* g = r->def.gravity;
    dWorldSetGravity(r->world, g[0], g[1], g[2]);
    dWorldSetAutoDisableFlag(r->world, 0);
    // joints go back together within a few hundredths of a second; as soft as rounding asks for
    dWorldSetERP(r->world, 0.3);
    dWorldSetCFM(r->world, 1e-11 / r->parts[0].piece_mass);
    for (uint32_t i = 0; i < r->count; ++i)
        if (!build_body(r, &r->parts[i])) return false;
    for (uint32_t i = 0; i < r->count; ++i)
        if (r->parts[i].parent != PL_RAGDOLL_NONE && !build_joint(r, &r->parts[i])) return false;
    return true;
}
