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

#include "src/base/alloc.h"
#include "src/base/text.h"

#include <math.h>
#include <string.h>

static const double smallest_rate = 240;  // small steps per second, at least
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
        dJointSetAMotorParam(part->stop, dParamStopERP, 0.3);
    }
}

static void set_turnings(plump_ragdoll* r) {
    for (uint32_t i = 0; i < r->count; ++i) {
        pl_ragdoll_part* part = &r->parts[i];
        if (part->parent == PL_RAGDOLL_NONE) continue;
        const double* rotation = dBodyGetQuaternion(part->body);
        double turning[3], axis[3];
        pl_ragdoll_turning(dBodyGetQuaternion(r->parts[part->parent].body), rotation, turning);
        for (int k = 0; k < 3; ++k)
            dJointSetAMotorAngle(part->spring, k, pl_ragdoll_dot(turning, part->axes[k]));
        double turn = sqrt(pl_ragdoll_dot(turning, turning));
        dJointSetAMotorAngle(part->stop, 0, turn);
        if (turn < r->def.turn_limit) continue;
        pl_ragdoll_turn(rotation, turning, axis);
        dJointSetAMotorAxis(part->stop, 0, 0, axis[0], axis[1], axis[2]);
    }
}

// ---------------------------------------------------------------- contacts

static plump_result check_contacts(const plump_ragdoll* r, const plump_jiggle_contact* contacts,
                                   uint32_t count, plump_error* error) {
    for (uint32_t i = 0; i < count; ++i) {
        const plump_jiggle_contact* c = &contacts[i];
        double length = sqrt(pl_ragdoll_dot(c->direction, c->direction));
        bool is_fine = c->depth >= 0 && c->depth < 1e12 && fabs(length - 1) < 1e-3;
        for (int k = 0; k < 3; ++k) is_fine = is_fine && fabs(c->point[k]) < 1e15;
        if (c->segment >= r->count)
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "contact %u is of segment %u; the ragdoll has %u bones", (unsigned)i,
                           (unsigned)c->segment, (unsigned)r->count);
        if (!is_fine)
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "contact %u: its depth must be 0 or more, its direction of length 1 and "
                           "its point finite",
                           (unsigned)i);
    }
    return PLUMP_OK;
}

static plump_result anchor_contacts(plump_ragdoll* r, const plump_jiggle_contact* contacts,
                                    uint32_t count, plump_error* error) {
    if (!pl_grow(&r->hooks, (void**)&r->arms, &r->arm_capacity, 0, count, sizeof *r->arms))
        return pl_fail_memory(error, "the contacts of a ragdoll");
    for (uint32_t i = 0; i < count; ++i) {
        const pl_ragdoll_motion* m = &r->motions[contacts[i].segment];
        double arm[3];
        for (int k = 0; k < 3; ++k) arm[k] = contacts[i].point[k] - m->position[k];
        pl_ragdoll_turn_back(m->rotation, arm, r->arms[i]);
    }
    return PLUMP_OK;
}

// Coulomb's law with the force that spring and damper have as the step begins: tied to the force
// that comes out, ODE's solver would stumble over contacts that carry nothing, and say so on the
// terminal. The first axis is that of sliding, since a pyramid is stronger between its axes.
static void add_friction(const plump_ragdoll* r, const pl_ragdoll_part* part, softness soft,
                         double h, dContact* contact) {
    dVector3 v;
    const double *p = contact->geom.pos, *normal = contact->geom.normal;
    dBodyGetPointVel(part->body, p[0], p[1], p[2], v);
    double out = pl_ragdoll_dot(v, normal), c = (1 - soft.erp) / soft.cfm;
    double force = soft.erp / soft.cfm / h * contact->geom.depth - c * out;
    contact->surface.mu = r->def.friction * fmax(force, 0);
    // a creep of a tenth of a millimetre per second under the whole weight, so that contacts that
    // hold the same against the same have an answer
    contact->surface.slip1 = contact->surface.slip2 = 1e-5 / part->piece_mass;
    contact->surface.mode |= dContactSlip1 | dContactSlip2;
    for (int k = 0; k < 3; ++k) v[k] -= out * normal[k];
    double speed = sqrt(pl_ragdoll_dot(v, v));
    if (speed < 1e-6) return;
    for (int k = 0; k < 3; ++k) contact->fdir1[k] = v[k] / speed;
    contact->surface.mode |= dContactFDir1;
}

// How deep its point is in the plane of a contact when the bone is there; also where it is.
static double depth_at(const plump_jiggle_contact* contact, const double arm[3],
                       const double position[3], const double rotation[4], double point[3]) {
    double depth = contact->depth, turned[3];
    pl_ragdoll_turn(rotation, arm, turned);
    for (int k = 0; k < 3; ++k) {
        point[k] = position[k] + turned[k];
        depth -= contact->direction[k] * (point[k] - contact->point[k]);
    }
    return depth;
}

// Whether a contact began during the last step, which did not know of it.
static bool has_late(const plump_ragdoll* r, const plump_jiggle_contact* contacts, uint32_t count) {
    for (uint32_t i = 0; i < count && r->clock.before_time > 0; ++i) {
        const pl_ragdoll_motion* before = &r->before[contacts[i].segment];
        double point[3];
        if (depth_at(&contacts[i], r->arms[i], before->position, before->rotation, point) <= 0)
            return true;
    }
    return false;
}

static void push_contact(plump_ragdoll* r, const plump_jiggle_contact* contact, const double arm[3],
                         double h) {
    const pl_ragdoll_part* part = &r->parts[contact->segment];
    dContact made = {0};
    double depth = depth_at(contact, arm, dBodyGetPosition(part->body),
                            dBodyGetQuaternion(part->body), made.geom.pos);
    if (!(depth > 0)) return;
    softness soft = soften(part->piece_mass, r->def.contact_hertz, r->def.contact_damping, h);
    made.geom.depth = depth;
    for (int k = 0; k < 3; ++k) made.geom.normal[k] = contact->direction[k];
    made.surface.mode = dContactSoftERP | dContactSoftCFM;
    made.surface.soft_erp = soft.erp;
    made.surface.soft_cfm = soft.cfm;
    add_friction(r, part, soft, h, &made);
    dJointAttach(dJointCreateContact(r->world, r->contact_group, &made), part->body, 0);
}

// ---------------------------------------------------------------- the step

static plump_result run(plump_ragdoll* r, double dt, const plump_jiggle_contact* contacts,
                        uint32_t count, plump_error* error) {
    uint32_t steps = (uint32_t)fmax(ceil(dt * smallest_rate - 1e-6), 1);
    double h = dt / steps;
    hand_over(r, h);
    tune_joints(r, h);
    for (uint32_t s = 0; s < steps; ++s) {
        set_turnings(r);
        for (uint32_t i = 0; i < count; ++i) push_contact(r, &contacts[i], r->arms[i], h);
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

// Contacts are found where the last step ended, however deep. A stiff spring that begins there
// would throw the bone out faster than it came in, so the last step is taken again with it.
static plump_result run_late(plump_ragdoll* r, const plump_jiggle_contact* contacts, uint32_t count,
                             plump_error* error) {
    if (!has_late(r, contacts, count)) return PLUMP_OK;
    memcpy(r->motions, r->before, r->count * sizeof *r->motions);
    r->clock.small_step = r->clock.before_step;
    return run(r, r->clock.before_time, contacts, count, error);
}

plump_result plump_ragdoll_step(plump_ragdoll* ragdoll, double dt,
                                const plump_jiggle_contact* contacts, uint32_t count,
                                plump_error* error) {
    if (!ragdoll || (count && !contacts))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", ragdoll ? "contacts" : "ragdoll");
    if (!(dt > 0 && dt <= 1))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a ragdoll's step of %g s; it must be above 0 and at most 1", dt);
    plump_result result = check_contacts(ragdoll, contacts, count, error);
    if (result == PLUMP_OK) result = anchor_contacts(ragdoll, contacts, count, error);
    if (result == PLUMP_OK) result = run_late(ragdoll, contacts, count, error);
    if (result != PLUMP_OK) return result;
    memcpy(ragdoll->before, ragdoll->motions, ragdoll->count * sizeof *ragdoll->motions);
    ragdoll->clock.before_step = ragdoll->clock.small_step;
    ragdoll->clock.before_time = dt;
    result = run(ragdoll, dt, contacts, count, error);
    pl_ragdoll_write_matrices(ragdoll);
    return result;
}
