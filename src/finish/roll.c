// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rolling friction: what lies on something resists turning against it by a torque of at most
//     ROLLING x friction x half its size x load,
// the smaller of the two sizes. Material damping goes with the rate of deformation, so that
// rocking, which is slow, hardly feels it (a torus of 25 Hz on a floor rocks for 20 s); what is
// real loses about the same share in each cycle, however slow. Both sides feel the same torque.
#include "src/finish/finish.h"

#include "src/bone/skeleton.h"
#include "src/math/rotation.h"
#include "src/state/contain.h"

#include <math.h>

#define ROLLING 0.005
#define SLOW    0.05  // 1/s: below it fades out, so that nothing is held where it would not stay

// What sleeps or is pinned does not turn.
static bool is_held(const pl_body* body) {
    return body->asleep || body->pin_count > 0;
}

static pl_vec3d turn_by(const pl_body* body, pl_vec3d impulse) {
    if (!body || is_held(body)) return pl_vec3d_make(0, 0, 0);
    return pl_rotation_turn(body->inertia.inverse, impulse);
}

static pl_vec3d spin_of(const pl_body* body) {
    if (!body || body->asleep) return pl_vec3d_make(0, 0, 0);
    return pl_vec3d_add(body->motion.angular_velocity, body->unrolled);
}

static void give(pl_body* body, pl_vec3d impulse) {
    if (!body || is_held(body)) return;
    body->unrolled = pl_vec3d_add(body->unrolled, turn_by(body, impulse));
    body->unroll = pl_vec3d_add(body->unroll, impulse);
}

// --- bones that give way ---

static pl_vec3d turn_bone_by(const pl_bone* bone, pl_vec3d impulse) {
    return bone ? pl_bone_rate(bone, bone->turn, impulse) : pl_vec3d_make(0, 0, 0);
}

// The diameter of a ball that is as hard to turn.
static double extent_of(const pl_bone* bone) {
    const float* i = bone->def.inertia;
    double most = (double)(i[0] > i[1] ? i[0] : i[1]);
    if ((double)i[2] > most) most = (double)i[2];
    return sqrt(10.0 * most / (double)bone->def.mass);
}

static void give_bone(pl_bone* bone, pl_vec3d impulse) {
    pl_vec3d none = pl_vec3d_make(0, 0, 0);
    pl_vec3d_store(pl_vec3d_add(pl_vec3d_load(bone->spin), impulse), bone->spin);
    pl_skeleton_tell(bone, none, impulse);
}

// --- pairs ---

// The second side: a body or a bone, or neither.
typedef struct {
    pl_body* body;
    pl_bone* bone;
} other_side;

static double smaller_extent(const pl_body* a, const other_side* b) {
    double other = b->body ? b->body->extent : b->bone ? extent_of(b->bone) : a->extent;
    return other < a->extent ? other : a->extent;
}

static pl_vec3d spin_between(const pl_body* a, const other_side* b) {
    pl_vec3d spin = pl_vec3d_sub(spin_of(a), spin_of(b->body));
    if (!b->bone) return spin;
    return pl_vec3d_sub(spin, turn_bone_by(b->bone, pl_vec3d_load(b->bone->spin)));
}

static pl_vec3d turn_other_by(const other_side* b, pl_vec3d impulse) {
    return b->bone ? turn_bone_by(b->bone, impulse) : turn_by(b->body, impulse);
}

static void resist_pair(const pl_stage* stage, const pl_contact* c, pl_body* a, const other_side* b,
                        double push) {
    pl_vec3d spin = spin_between(a, b);
    double size = pl_vec3d_length(spin);
    if (!(size > 0.0)) return;
    pl_vec3d axis = pl_vec3d_scale(spin, 1.0 / size);
    double ease = pl_vec3d_dot(axis, pl_vec3d_add(turn_by(a, axis), turn_other_by(b, axis)));
    if (!(ease > 0.0)) return;
    double arm = 0.5 * smaller_extent(a, b);
    double load = push / ((double)stage->h * (double)stage->h);
    double slow = size < SLOW ? size / SLOW : 1.0;
    double most = slow * ROLLING * (double)c->friction * arm * load * (double)stage->step;
    double wish = size / ease;
    pl_vec3d impulse = pl_vec3d_scale(axis, wish < most ? wish : most);
    // spoiled bodies have been mended by now, and nothing may spoil them again
    if (!pl_vec3d_is_finite(turn_by(a, impulse)) || !pl_vec3d_is_finite(turn_other_by(b, impulse)))
        return;
    give(a, pl_vec3d_neg(impulse));
    give(b->body, impulse);
    if (b->bone) give_bone(b->bone, impulse);
}

// `push`: the sum over their contacts.
static void resist(const pl_stage* stage, const pl_contact* c, double push) {
    pl_body* a = stage->all[c->body[0]];
    const pl_obstacle* o = c->obstacle != PL_NOBODY ? stage->obstacles[c->obstacle] : NULL;
    other_side b = {c->body[1] != PL_NOBODY ? stage->all[c->body[1]] : NULL, NULL};
    if (a == b.body || !(push > 0.0)) return;
    if (o && pl_obstacle_gives(o)) b.bone = o->bone;
    if (o && !b.bone && pl_obstacle_moves(o)) return;
    resist_pair(stage, c, a, &b, push);
}

static void begin(pl_body* body, const pl_stage* stage) {
    (void)stage;
    body->unrolled = body->unroll = pl_vec3d_make(0, 0, 0);
}

static void turn_span(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    pl_motion_turn_span(span, span->body->unrolled, span->body->motion.centre);
}

// The motion as it is now; of the energy only that of the spin has changed, to nothing at least.
static void join(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_motion* m = &body->motion;
    double before = pl_vec3d_dot(m->angular_velocity, m->angular_momentum);
    m->angular_velocity = pl_vec3d_add(m->angular_velocity, body->unrolled);
    m->angular_momentum = pl_vec3d_add(m->angular_momentum, body->unroll);
    m->kinetic_energy += 0.5 * (pl_vec3d_dot(m->angular_velocity, m->angular_momentum) - before);
    if (m->kinetic_energy < 0.0) m->kinetic_energy = 0.0;
    pl_motion_contain(m);
}

void pl_finish_roll(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    if (list->count == 0) return;
    pl_stage_bodies(stage, begin);
    double push = 0.0;
    for (size_t i = 0; i < list->count; ++i) {
        push += (double)list->contacts[i].push;
        if (i + 1 < list->count && pl_contact_same_pair(&list->contacts[i], &list->contacts[i + 1]))
            continue;
        resist(stage, &list->contacts[i], push);
        push = 0.0;
    }
    pl_stage_particles(stage, turn_span);
    pl_stage_bodies(stage, join);
}
