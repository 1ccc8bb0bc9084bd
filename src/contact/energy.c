// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Contacts, impacts and pressure make no energy. Bodies that touch are an island; what stages 3 to
// 5 do to it is done by forces between its bodies, by obstacles that stand still and by volumes
// that do not change: that can only take kinetic energy away, or bring back what is stored in
// compressed gas. Solved to the end it would; rounds that end early, rows that ask for more than
// can be had (a tangle), blows that go to and fro between a heavy body and a floor with a light one
// in between, and uneven weights of the volume stage may add some, and do so in every substep (a
// heap of bags: from 60 J to 1e11). What was added is taken back, from deformation first, v - (u +
// omega x r), by which momentum and spin stay, if that is not enough from the motion of its bodies
// against each other, by which the momentum of the island stays, and at last from what obstacles
// have given to the island (springs of 380 Hz in steps of 1/240 s left a floor with three times the
// energy that they came with). Gravity makes none either.
#include "src/bone/skeleton.h"
#include "src/contact/contact.h"
#include "src/contact/resolve.h"
#include "src/math/mat3.h"
#include "src/math/rotation.h"
#include "src/state/island.h"

#include <math.h>
#include <string.h>

#define GAIN_MOST 1e-3  // of what there was: rounding, and weights of the volume stage

void pl_energy_note_gas(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        pl_body* body = stage->bodies[i];
        if (body->pressed) body->ledger.before += body->gas_energy;
    }
}

// --- how islands with bones turn ---
//
// A bone may be next to nothing beside what it touches: what is taken from its spin alone would be
// all that it has. There the motion against each other is that against the motion of the island as
// one rigid piece, by which angular momentum stays, too.

// Any point near: the first body's.
static pl_vec3d about(const pl_stage* stage) {
    return pl_vec3d_load(stage->bodies[0]->origin);
}

static void add_point(double inertia[9], double mass, pl_vec3d r) {
    const double a[3] = {r.x, r.y, r.z};
    double square = pl_vec3d_dot(r, r);
    for (int i = 0; i < 9; ++i)
        inertia[i] += mass * ((i % 4 == 0 ? square : 0.0) - a[i / 3] * a[i % 3]);
}

// 0 where there is none.
static void invert(const double m[9], double inverse[9]) {
    double det = pl_mat3_adjugate(m, inverse), trace = m[0] + m[4] + m[8];
    double scale = fabs(det) > 1e-9 * fabs(trace * trace * trace) ? 1.0 / det : 0.0;
    for (int i = 0; i < 9; ++i) inverse[i] = isfinite(scale) ? scale * inverse[i] : 0.0;
}

// Of one whose centre is there, with what it has about that.
static void note_turning(pl_ledger* ledger, pl_vec3d centre, pl_vec3d spin) {
    ledger->arm = pl_vec3d_scale(centre, ledger->mass);
    ledger->spin = pl_vec3d_add(spin, pl_vec3d_cross(centre, ledger->momentum));
    add_point(ledger->inertia, ledger->mass, centre);
}

static pl_vec3d centre_of(const pl_stage* stage, const pl_body* body) {
    pl_vec3d own = pl_vec3d_add(pl_vec3d_load(body->origin), body->motion_now.centre);
    return pl_vec3d_sub(own, about(stage));
}

static void note_body_turning(const pl_stage* stage, pl_body* body, const pl_inertia* inertia) {
    if (stage->bone_count == 0) return;
    invert(inertia->inverse, body->ledger.inertia);
    note_turning(&body->ledger, centre_of(stage, body), body->motion_now.angular_momentum);
}

// The motion of an island as one rigid piece.
typedef struct {
    pl_vec3d velocity, centre, rate;
    double energy;
} piece;

static piece piece_of(const pl_ledger* all) {
    piece p = {.velocity = pl_vec3d_scale(all->momentum, 1.0 / all->mass)};
    p.energy = 0.5 * pl_vec3d_dot(all->momentum, p.velocity);
    p.centre = pl_vec3d_scale(all->arm, 1.0 / all->mass);
    if (!all->gives) return p;
    double inertia[9], inverse[9];
    memcpy(inertia, all->inertia, sizeof inertia);
    add_point(inertia, -all->mass, p.centre);
    invert(inertia, inverse);
    pl_vec3d spin = pl_vec3d_sub(all->spin, pl_vec3d_cross(p.centre, all->momentum));
    p.rate = pl_rotation_turn(inverse, spin);
    p.energy += 0.5 * pl_vec3d_dot(p.rate, spin);
    return p;
}

static pl_vec3d drift_at(const piece* p, pl_vec3d centre) {
    return pl_vec3d_add(p->velocity, pl_vec3d_cross(p->rate, pl_vec3d_sub(centre, p->centre)));
}

// --- of an island ---

// Whether something else may do work on it: then nothing is known.
static bool is_driven(const pl_body* body) {
    return body->on_driven || body->tied || body->pin_count > 0 ||
           (body->def.compressibility > 0.0f && !body->pressed) || body->volume_ratio_speed != 0.0;
}

static void sum_motion(const pl_span* span, const pl_stage* stage) {
    if (span->body->touched) pl_motion_sum_span(span, stage);
}

static void begin_island(pl_body* body, const pl_stage* stage) {
    pl_inertia inertia;
    pl_ledger* ledger = &body->ledger;
    body->island = body->index;
    if (!body->touched) return;
    body->motion_now = pl_motion_join_body(body, &inertia);
    double speed = pl_motion_deformation(&body->motion_now),
           gas = body->pressed ? body->gas_energy : 0.0;
    ledger->mass = body->motion_now.mass;
    ledger->momentum = pl_vec3d_scale(body->motion_now.velocity, ledger->mass);
    ledger->given = ledger->own = pl_vec3d_add(ledger->given, ledger->momentum);
    ledger->closed = body->paired;
    ledger->gained = body->motion_now.kinetic_energy + gas - ledger->before;
    ledger->loose = 0.5 * ledger->mass * speed * speed;
    ledger->rigid = body->motion_now.kinetic_energy - ledger->loose;
    ledger->driven = is_driven(body);
    note_body_turning(stage, body, &inertia);
}

static void add_to(pl_ledger* sum, const pl_ledger* one) {
    sum->before += one->before;
    sum->gained += one->gained;
    sum->loose += one->loose;
    sum->rigid += one->rigid;
    sum->mass += one->mass;
    sum->momentum = pl_vec3d_add(sum->momentum, one->momentum);
    sum->given = pl_vec3d_add(sum->given, one->given);
    sum->driven = sum->driven || one->driven;
    sum->gives = sum->gives || one->gives;
    sum->arm = pl_vec3d_add(sum->arm, one->arm);
    sum->spin = pl_vec3d_add(sum->spin, one->spin);
    for (int i = 0; i < 9; ++i) sum->inertia[i] += one->inertia[i];
}

static void join_bone(const pl_stage* stage, pl_bone* bone, uint32_t body) {
    if (stage->all[body]->asleep) return;
    if (bone->island == PL_NOBODY) bone->island = body;
    pl_island_join(stage->all, bone->island, body);
}

// Bones that give way are part of the island of what they touch.
static void join_bones(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->bone_count; ++i) stage->bones[i]->island = PL_NOBODY;
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        const pl_body* body = stage->bodies[i];
        if (body->struck_by) join_bone(stage, body->struck_by, body->index);
    }
    for (size_t i = 0; i < stage->contacts->count; ++i) {
        const pl_contact* c = &stage->contacts->contacts[i];
        const pl_obstacle* o = c->obstacle != PL_NOBODY ? stage->obstacles[c->obstacle] : NULL;
        if (o && c->push > 0.0f && pl_obstacle_gives(o)) join_bone(stage, o->bone, c->body[0]);
    }
}

// Where it has got.
static pl_vec3d bone_centre(const pl_stage* stage, const pl_bone* bone) {
    const pl_place* now = &bone->obstacle->now;
    return pl_vec3d_sub(pl_bone_centre(bone, now->position, now->turn), about(stage));
}

static void add_bone(const pl_stage* stage, const pl_bone* bone) {
    if (bone->island == PL_NOBODY) return;
    pl_vec3d velocity = pl_vec3d_load(bone->velocity);
    double mass = (double)bone->def.mass, now = pl_skeleton_energy(bone);
    pl_vec3d gained = pl_vec3d_sub(velocity, bone->velocity_before);
    pl_ledger own = {.before = bone->energy_before,
                     .gained = now - bone->energy_before,
                     .rigid = now,
                     .mass = mass,
                     .momentum = pl_vec3d_scale(velocity, mass),
                     .given = pl_vec3d_scale(gained, mass),
                     .driven = pl_skeleton_is_held(stage, bone),
                     .gives = true};
    memcpy(own.inertia, bone->inertia, sizeof own.inertia);
    note_turning(&own, bone_centre(stage, bone), pl_vec3d_load(bone->spin));
    add_to(&stage->all[pl_island_find(stage->all, bone->island)]->ledger, &own);
}

// Those that have bounced off each other, too: what one has been given the other has lost. (A box
// at rest that a ball bounced off kept next to nothing of it: 63 % of the momentum were gone.)
static void find_islands(const pl_stage* stage) {
    for (size_t i = 0; i < stage->contacts->count; ++i) {
        const pl_contact* c = &stage->contacts->contacts[i];
        if (c->push > 0.0f) pl_island_join(stage->all, c->body[0], c->body[1]);
    }
    if (stage->bone_count > 0) join_bones(stage);
    for (size_t i = 0; i < stage->contacts->exchange_count; ++i) {
        const uint32_t* body = stage->contacts->exchanges[i].body;
        pl_island_join(stage->all, body[0], body[1]);
    }
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        pl_body* body = stage->bodies[i];
        body->island = pl_island_find(stage->all, body->index);
        if (body->touched && body->island != body->index)
            add_to(&stage->all[body->island]->ledger, &body->ledger);
    }
    for (uint32_t i = 0; i < stage->bone_count; ++i) add_bone(stage, stage->bones[i]);
}

// --- taking back ---

static float share_of(double energy, double excess) {
    return energy > excess ? (float)sqrt((energy - excess) / energy) : 0.0f;
}

// How much slower an island as a whole is to be, in part of what obstacles have given it, for so
// much energy to go.
static pl_vec3d slower_by(const pl_ledger* all, double energy) {
    double along = pl_vec3d_dot(all->given, all->momentum) / all->mass;
    double square = pl_vec3d_dot(all->given, all->given) / all->mass;
    if (!(energy > 0.0) || !(along > 0.0)) return pl_vec3d_make(0, 0, 0);
    double root = along * along - 2.0 * square * energy;
    double share = root > 0.0 ? 2.0 * energy / (along + sqrt(root)) : along / square;
    return pl_vec3d_scale(all->given, (share < 1.0 ? share : 1.0) / all->mass);
}

// What a body loses of its momentum by its shares.
static void note_loss(pl_body* body) {
    pl_vec3d against = pl_vec3d_sub(body->motion_now.velocity, body->drift);
    pl_vec3d loss = pl_vec3d_add_scaled(body->slower, 1.0 - (double)body->rigid_share, against);
    if (body->loose_share == 1.0f) return;
    body->ledger.own = pl_vec3d_add_scaled(body->ledger.own, -body->motion_now.mass, loss);
}

// What a body keeps of its deformation's speed, and of its own against its island's.
static void set_shares(pl_body* body, const pl_stage* stage) {
    const pl_ledger* all = &stage->all[body->island]->ledger;
    double excess = all->gained - GAIN_MOST * all->before;
    body->loose_share = body->rigid_share = 1.0f;
    body->turns_as_one = false;
    if (!body->touched || all->driven || !(excess > 0.0)) return;
    piece p = piece_of(all);
    body->drift = p.velocity;
    body->turns_as_one = all->gives;
    body->swing = p.rate;
    if (all->gives) body->drift = drift_at(&p, centre_of(stage, body));
    body->loose_share = share_of(all->loose, excess);
    double own = all->rigid - p.energy;
    if (excess > all->loose) body->rigid_share = share_of(own, excess - all->loose);
    body->slower = slower_by(all, excess - all->loose - own);
    note_loss(body);
}

static void slow_down(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    pl_body* body = span->body;
    if (body->loose_share == 1.0f) return;
    float loose = body->loose_share, own = body->rigid_share;
    pl_vec3 drift = pl_vec3d_narrow(body->drift);
    pl_vec3 u = pl_vec3_sub(pl_vec3d_narrow(body->motion_now.velocity), drift);
    pl_vec3d rate = body->motion_now.angular_velocity;
    if (body->turns_as_one) rate = pl_vec3d_sub(rate, body->swing);
    pl_vec3 w = pl_vec3d_narrow(rate), swing = pl_vec3d_narrow(body->swing);
    pl_vec3 centre = pl_vec3d_narrow(body->motion_now.centre);
    pl_vec3 slow = pl_vec3_sub(drift, pl_vec3d_narrow(body->slower));
    uint32_t end = span->end < body->count ? span->end : body->count;
    for (uint32_t i = span->begin; i < end; ++i) {
        pl_vec3 r = pl_vec3_sub(pl_vec3_make(body->x[0][i], body->x[1][i], body->x[2][i]), centre);
        pl_vec3 v = pl_vec3_sub(pl_vec3_make(body->v[0][i], body->v[1][i], body->v[2][i]), drift);
        pl_vec3 rigid = pl_vec3_add(u, pl_vec3_cross(w, r));
        pl_vec3 turn = pl_vec3_cross(swing, r);
        if (body->turns_as_one) v = pl_vec3_sub(v, turn);
        pl_vec3 kept = pl_vec3_add_scaled(slow, own, rigid);
        kept = pl_vec3_add_scaled(kept, loose, pl_vec3_sub(v, rigid));
        if (body->turns_as_one) kept = pl_vec3_add(kept, turn);
        body->v[0][i] = kept.x;
        body->v[1][i] = kept.y;
        body->v[2][i] = kept.z;
    }
}

// Of a bone as of the bodies of its island; what that gives it counts as an impulse.
static void slow_bone(const pl_stage* stage, pl_bone* bone) {
    const pl_body* body = bone->island != PL_NOBODY ? stage->all[bone->island] : NULL;
    if (!body || body->loose_share == 1.0f) return;
    piece p = piece_of(&stage->all[body->island]->ledger);
    double own = (double)body->rigid_share;
    pl_vec3d centre = bone_centre(stage, bone), drift = drift_at(&p, centre);
    pl_vec3d velocity = pl_vec3d_load(bone->velocity), spin = pl_vec3d_load(bone->spin);
    pl_vec3d slow = pl_vec3d_sub(drift, body->slower),
             turn = pl_rotation_turn(bone->inertia, p.rate);
    slow = pl_vec3d_add_scaled(slow, own, pl_vec3d_sub(velocity, drift));
    turn = pl_vec3d_add_scaled(turn, own, pl_vec3d_sub(spin, turn));
    pl_vec3d_store(slow, bone->velocity);
    pl_vec3d_store(turn, bone->spin);
    pl_vec3d push = pl_vec3d_scale(pl_vec3d_sub(slow, velocity), (double)bone->def.mass);
    pl_skeleton_tell(bone, push, pl_vec3d_sub(turn, spin));
}

// --- what elasticity cannot give back ---
//
// A body whose lowest vibration is a quarter over within a substep is stiffer than its substeps can
// make it. Contacts move its places by what would be far more energy than they take from it, had
// they to press that hard, and elasticity gives that energy back in the next substep. The blow
// itself, in and out, would be over by then: elasticity gives nothing to what touches something.

#define PERIODS_MOST 0.25  // of the lowest vibration in a substep

static bool is_too_stiff(const pl_body* body, float h) {
    return body->contact_count > 0 && !body->asleep && body->pin_count == 0 &&
           body->def.frequency * h > (float)PERIODS_MOST;
}

static bool any_is_too_stiff(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->body_count; ++i)
        if (is_too_stiff(stage->bodies[i], stage->h)) return true;
    return false;
}

static void sum_too_stiff(const pl_span* span, const pl_stage* stage) {
    if (is_too_stiff(span->body, stage->h)) pl_motion_sum_span(span, stage);
}

static void note_before(pl_body* body, const pl_stage* stage) {
    pl_inertia inertia;
    if (!is_too_stiff(body, stage->h)) return;
    body->motion_now = pl_motion_join_body(body, &inertia);
    body->ledger.before = body->motion_now.kinetic_energy;
}

static void set_loose_share(pl_body* body, const pl_stage* stage) {
    pl_inertia inertia;
    body->loose_share = body->rigid_share = 1.0f;
    if (!is_too_stiff(body, stage->h)) return;
    body->motion_now = pl_motion_join_body(body, &inertia);
    double speed = pl_motion_deformation(&body->motion_now);
    double gained = body->motion_now.kinetic_energy - body->ledger.before;
    body->drift = body->slower = pl_vec3d_make(0, 0, 0);
    body->turns_as_one = false;
    if (gained > 0.0)
        body->loose_share = share_of(0.5 * body->motion_now.mass * speed * speed, gained);
}

void pl_contact_begin_elastic(const pl_stage* stage) {
    if (!any_is_too_stiff(stage)) return;
    pl_stage_particles(stage, sum_too_stiff);
    pl_stage_bodies(stage, note_before);
}

void pl_contact_end_elastic(const pl_stage* stage) {
    if (!any_is_too_stiff(stage)) return;
    pl_stage_particles(stage, sum_too_stiff);
    pl_stage_bodies(stage, set_loose_share);
    pl_stage_particles(stage, slow_down);
}

// --- what gravity has not done ---
//
// Gravity adds g h to the speed of a body in a substep, and with it m g v h of energy, as if it
// fell by v h. One that impact zones and obstacles hold in its place falls less and would gain the
// rest for nothing: a bear of 46,000 kg/m^3 that crushed a knot at 10 g gained 2.5 times the energy
// in play. So only the share of g h by which it has fallen counts.

#define FALLING 5.0  // times g h: slower ones are held up by contacts, which leave no speed
#define HELD    0.9  // of the way: what is above is rounding, and what the volume stage moves

// How far the mass of a body has moved along `way` in this substep, m.
static double moved_along(const pl_body* body, pl_vec3d way) {
    double sum = 0.0, mass = 0.0;
    for (uint32_t i = 0; i < body->count; ++i) {
        double m = (double)body->mass[i];
        sum += m * (way.x * ((double)body->x[0][i] - (double)body->past[0][i]) +
                    way.y * ((double)body->x[1][i] - (double)body->past[1][i]) +
                    way.z * ((double)body->x[2][i] - (double)body->past[2][i]));
        mass += m;
    }
    return sum / mass;
}

static void take_back_fall(pl_body* body, const pl_stage* stage) {
    pl_vec3d pull = pl_vec3_widen(body->acceleration);
    double gravity = pl_vec3d_length(pull), h = (double)stage->h;
    if (!body->touched || is_driven(body) || !(gravity > 0.0)) return;
    pl_vec3d down = pl_vec3d_scale(pull, 1.0 / gravity);
    double speed = pl_vec3d_dot(body->motion_now.velocity, down);
    if (!(speed > FALLING * gravity * h)) return;
    double share = moved_along(body, down) / (speed * h);
    if (!(share < HELD)) return;
    double lost = gravity * h * (share > 0.0 ? 1.0 - share : 1.0);
    const float take[3] = {(float)(lost * down.x), (float)(lost * down.y), (float)(lost * down.z)};
    for (int k = 0; k < 3; ++k)
        for (uint32_t i = 0; i < body->count; ++i) body->v[k][i] -= take[k];
    body->ledger.own = pl_vec3d_add_scaled(body->ledger.own, -lost * body->motion_now.mass, down);
}

// What has bounced off has touched, too, whether a contact is listed or not.
static void touch_by_exchanges(const pl_stage* stage) {
    for (size_t i = 0; i < stage->contacts->exchange_count; ++i)
        for (int side = 0; side < 2; ++side) {
            uint32_t body = stage->contacts->exchanges[i].body[side];
            if (body != PL_NOBODY) stage->all[body]->touched = true;
        }
}

void pl_contact_bound_energy(const pl_stage* stage) {
    if (stage->contacts->count == 0) return;
    touch_by_exchanges(stage);
    pl_stage_particles(stage, sum_motion);
    pl_stage_light(stage, begin_island);
    find_islands(stage);
    pl_stage_light(stage, set_shares);
    pl_stage_particles(stage, slow_down);
    for (uint32_t i = 0; i < stage->bone_count; ++i) slow_bone(stage, stage->bones[i]);
    pl_stage_light(stage, take_back_fall);
}
