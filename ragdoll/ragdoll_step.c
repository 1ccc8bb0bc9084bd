// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A step: contacts and springs become rows of ODE's system, which it solves together with the
// joints, implicitly. A row with the stiffness k and the damping c that acts on an error e with the
// rate v pulls by
//     -k (e + h v') - c v',        v' the rate after the step of h seconds,
// for which ODE wants erp = h k / (h k + c) and cfm = 1 / (h k + c). No k is too stiff for it. That
// the spring is taken at the end of the step damps like c = h k; so much is taken off where there
// is as much, and a joint is damped as it was asked to be. Obstacles are not ODE's: a contact is a
// plane that the deformer found, and a point of the bone in it. Within the step the point moves
// with the bone, and the depth is what it then has.
#include "ragdoll/ragdoll_parts.h"

#include "src/base/text.h"

#include <math.h>
#include <string.h>

static const double smallest_rate = 240;  // small steps per second, at least
static const double stop_erp = 0.3;       // of the way back to the limit, in a small step
static const double two_pi = 6.283185307179586;

typedef struct {
    double erp, cfm;
} softness;

// For a spring that lets `inertia` (kg or kg m^2) swing at `hertz`.
static softness soften(double inertia, double hertz, double damping, double h) {
    double rate = two_pi * hertz;
    double k = inertia * rate * rate;
    double c = fmax(2 * damping * inertia * rate - h * k, 0);
    return (softness){h * k / (h * k + c), 1 / (h * k + c)};
}

// ---------------------------------------------------------------- to ODE and back

static void hand_over(plump_ragdoll* r, double h) {
    for (uint32_t i = 0; i < r->count; ++i) {
        const pl_ragdoll_motion* m = &r->motions[i];
        dBodyID body = r->parts[i].body;
        double v[3];
        for (int k = 0; k < 3; ++k)  // to the middle of steps of another length
            v[k] = m->velocity[k] + r->def.gravity[k] * (r->clock.small_step - h) / 2;
        dBodySetPosition(body, m->position[0], m->position[1], m->position[2]);
        dBodySetQuaternion(body, m->rotation);
        dBodySetLinearVel(body, v[0], v[1], v[2]);
        dBodySetAngularVel(body, m->angular_velocity[0], m->angular_velocity[1],
                           m->angular_velocity[2]);
        // a quarter turn in a small step, at most
        dBodySetMaxAngularSpeed(body, two_pi / 4 / h);
    }
}

static void read_motion(const plump_ragdoll* r, uint32_t i, pl_ragdoll_motion* m) {
    dBodyID body = r->parts[i].body;
    for (int k = 0; k < 3; ++k) {
        m->position[k] = dBodyGetPosition(body)[k];
        m->velocity[k] = dBodyGetLinearVel(body)[k];
        m->angular_velocity[k] = dBodyGetAngularVel(body)[k];
    }
    for (int k = 0; k < 4; ++k) m->rotation[k] = dBodyGetQuaternion(body)[k];
}

// All or nothing.
static bool take_back(plump_ragdoll* r, double h) {
    pl_ragdoll_motion motion;
    for (uint32_t i = 0; i < r->count; ++i) {
        read_motion(r, i, &motion);
        if (!pl_ragdoll_is_finite(&motion)) return false;
    }
    for (uint32_t i = 0; i < r->count; ++i) read_motion(r, i, &r->motions[i]);
    r->clock.small_step = h;
    return true;
}

static void stop_all(plump_ragdoll* r) {
    for (uint32_t i = 0; i < r->count; ++i)
        for (int k = 0; k < 3; ++k)
            r->motions[i].velocity[k] = r->motions[i].angular_velocity[k] = 0;
    r->clock = (pl_ragdoll_clock){0};
}

// ---------------------------------------------------------------- joints

static void tune_joints(plump_ragdoll* r, double h) {
    for (uint32_t i = 0; i < r->count; ++i) {
        pl_ragdoll_part* part = &r->parts[i];
        if (part->parent == PL_RAGDOLL_NONE) continue;
        for (int axis = 0; axis < 3 && r->def.hertz > 0; ++axis) {
            softness soft = soften(part->swing[axis], r->def.hertz, r->def.damping, h);
            dJointSetAMotorParam(part->spring, dParamStopERP + dParamGroup * axis, soft.erp);
            dJointSetAMotorParam(part->spring, dParamStopCFM + dParamGroup * axis, soft.cfm);
        }
        dJointSetAMotorParam(part->stop, dParamStopERP, stop_erp);
    }
}

// Beyond its limit a joint is held, both ways, unless it already comes back faster.
static void set_stop(const plump_ragdoll* r, const pl_ragdoll_part* part, const double turning[3],
                     double h) {
    double turn = sqrt(pl_ragdoll_dot(turning, turning)), axis[3], rate = 0;
    double over = turn - r->def.turn_limit;
    dJointSetAMotorNumAxes(part->stop, 0);
    if (!(over > 0)) return;
    pl_ragdoll_turn(dBodyGetQuaternion(part->body), turning, axis);
    const double* own = dBodyGetAngularVel(part->body);
    const double* parent = dBodyGetAngularVel(r->parts[part->parent].body);
    for (int k = 0; k < 3; ++k) rate += axis[k] / turn * (own[k] - parent[k]);
    if (rate < -stop_erp * over / h) return;
    dJointSetAMotorNumAxes(part->stop, 1);
    dJointSetAMotorAxis(part->stop, 0, 0, axis[0], axis[1], axis[2]);
    dJointSetAMotorAngle(part->stop, 0, turn);
}

static void set_turnings(plump_ragdoll* r, double h) {
    for (uint32_t i = 0; i < r->count; ++i) {
        pl_ragdoll_part* part = &r->parts[i];
        if (part->parent == PL_RAGDOLL_NONE) continue;
        double turning[3];
        pl_ragdoll_turning(dBodyGetQuaternion(r->parts[part->parent].body),
                           dBodyGetQuaternion(part->body), turning);
        for (int k = 0; k < 3; ++k)
            dJointSetAMotorAngle(part->spring, k, pl_ragdoll_dot(turning, part->axes[k]));
        set_stop(r, part, turning, h);
    }
}

// ---------------------------------------------------------------- contacts

// How fast the point of a bone gives way to a unit impulse there, in a direction.
static double mobility(const pl_ragdoll_part* part, const double arm[3],
                       const double direction[3]) {
    const double* rotation = dBodyGetQuaternion(part->body);
    double turn[3], local[3], spin[3];
    pl_ragdoll_cross(arm, direction, turn);
    pl_ragdoll_turn_back(rotation, turn, local);
    for (int k = 0; k < 3; ++k) spin[k] = pl_ragdoll_dot(&part->inverse[3 * k], local);
    return 1 / part->mass + pl_ragdoll_dot(local, spin);
}

// Coulomb's law with the force that spring and damper have as the step begins, and no more than
// stops the sliding if `sharing` contacts of the bone do so at once.
static void rub(const plump_ragdoll* r, const pl_ragdoll_part* part, const double point[3],
                const double v[3], const double normal[3], double force, double sharing, double h) {
    const double* centre = dBodyGetPosition(part->body);
    double arm[3], slide[3], out = pl_ragdoll_dot(v, normal);
    for (int k = 0; k < 3; ++k) arm[k] = point[k] - centre[k];
    for (int k = 0; k < 3; ++k) slide[k] = v[k] - out * normal[k];
    double speed = sqrt(pl_ragdoll_dot(slide, slide));
    if (!(speed > 0)) return;
    for (int k = 0; k < 3; ++k) slide[k] /= speed;
    double most = speed / (h * sharing * mobility(part, arm, slide));
    double pull = -fmin(r->def.friction * force, most);
    dBodyAddForceAtPos(part->body, pull * slide[0], pull * slide[1], pull * slide[2], point[0],
                       point[1], point[2]);
}

static double touches_of(const plump_ragdoll* r, uint32_t bone) {
    double found = 0;
    for (uint32_t i = 0; i < r->touch_count; ++i) found += r->touches[i].bone == bone;
    return found;
}

// A row between the point and one far away in the contact's direction, whose distance is too long
// by the depth. Left out when the bone leaves so fast that it would be held back: a row without
// bounds is one that ODE solves directly. With bounds its solver for complementarity would be
// asked, which is known to give up at times, and to say so on the terminal.
static void push_touch(plump_ragdoll* r, const pl_ragdoll_touch* touch, double h) {
    const pl_ragdoll_part* part = &r->parts[touch->bone];
    const double* n = touch->direction;
    double p[3], far[3];
    double depth =
        pl_ragdoll_depth(r, touch, dBodyGetPosition(part->body), dBodyGetQuaternion(part->body), p);
    if (!(depth > 0)) return;
    softness soft = soften(part->piece_mass, r->def.contact_hertz, r->def.contact_damping, h);
    dVector3 v;
    dBodyGetPointVel(part->body, p[0], p[1], p[2], v);
    for (int k = 0; k < 3; ++k) v[k] += h * r->def.gravity[k];
    double force = (soft.erp / h * depth - pl_ragdoll_dot(v, n)) / soft.cfm;
    if (!(force > 0)) return;
    double reach = 1e3 * (part->radius + depth);
    for (int k = 0; k < 3; ++k) far[k] = p[k] + reach * n[k];
    dJointID row = dJointCreateDBall(r->world, r->contact_group);
    dJointAttach(row, part->body, 0);
    dJointSetDBallAnchor1(row, p[0], p[1], p[2]);
    dJointSetDBallAnchor2(row, far[0], far[1], far[2]);
    dJointSetDBallDistance(row, reach - depth);
    dJointSetDBallParam(row, dParamERP, soft.erp);
    dJointSetDBallParam(row, dParamCFM, soft.cfm);
    double spring = soft.erp / soft.cfm / h * depth;  // k times the depth
    rub(r, part, p, v, n, fmin(force, spring), touches_of(r, touch->bone), h);
}

// ---------------------------------------------------------------- the step

static plump_result run(plump_ragdoll* r, double dt, plump_error* error) {
    uint32_t steps = (uint32_t)fmax(ceil(dt * smallest_rate - 1e-6), 1);
    double h = dt / steps;
    hand_over(r, h);
    tune_joints(r, h);
    for (uint32_t s = 0; s < steps; ++s) {
        set_turnings(r, h);
        for (uint32_t i = 0; i < r->touch_count; ++i) push_touch(r, &r->touches[i], h);
        int has_gone = dWorldStep(r->world, h);
        dJointGroupEmpty(r->contact_group);
        if (!has_gone) return pl_fail_memory(error, "the step of a ragdoll");
    }
    if (take_back(r, h)) return PLUMP_OK;
    stop_all(r);
    return pl_fail(error, PLUMP_ERROR_LIMIT,
                   "the ragdoll moved beyond all numbers and was stopped; gentler kicks, softer "
                   "contacts or shorter steps would help");
}

static void swap_with_before(plump_ragdoll* r) {
    for (uint32_t i = 0; i < r->count; ++i) {
        pl_ragdoll_motion now = r->motions[i];
        r->motions[i] = r->before[i];
        r->before[i] = now;
    }
}

// Contacts are found where the last step ended, however deep. A stiff spring that begins there
// would throw the bone out faster than it came in, so the last step is taken again with it. If that
// fails, the ragdoll stays where the step had ended: its matrices say so.
static plump_result run_again(plump_ragdoll* r, plump_error* error) {
    double small_step = r->clock.small_step;
    swap_with_before(r);
    r->clock.small_step = r->clock.before_step;
    plump_result result = run(r, r->clock.before_time, error);
    if (result == PLUMP_OK) return PLUMP_OK;
    swap_with_before(r);
    r->clock.small_step = small_step;
    if (result == PLUMP_ERROR_LIMIT) stop_all(r);
    return result;
}

plump_result plump_ragdoll_step(plump_ragdoll* ragdoll, double dt,
                                const plump_jiggle_contact* contacts, uint32_t count,
                                plump_error* error) {
    if (!ragdoll || (count && !contacts))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", ragdoll ? "contacts" : "ragdoll");
    if (!(dt > 0 && dt <= 1))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a ragdoll's step of %g s; it must be above 0 and at most 1", dt);
    bool is_late = false;
    plump_result result = pl_ragdoll_check_contacts(ragdoll, contacts, count, error);
    if (result == PLUMP_OK)
        result = pl_ragdoll_take_contacts(ragdoll, contacts, count, &is_late, error);
    if (result == PLUMP_OK && is_late)  // what was let go in the meantime may be needed once more
        result = run_again(ragdoll, error);
    else
        pl_ragdoll_drop_missed(ragdoll);
    if (result != PLUMP_OK) return result;
    memcpy(ragdoll->before, ragdoll->motions, ragdoll->count * sizeof *ragdoll->motions);
    ragdoll->clock.before_step = ragdoll->clock.small_step;
    ragdoll->clock.before_time = dt;
    result = run(ragdoll, dt, error);
    if (result != PLUMP_OK) ragdoll->clock.before_time = 0;  // there is none to take again
    pl_ragdoll_write_matrices(ragdoll);
    return result;
}
