// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones through a substep, in the order that skeleton.h tells: predicted from momentum, led by ties
// and blows, and put where they got. What is solved there is in freedoms.c.
#include "src/bone/skeleton.h"

#include "src/bone/freedoms.h"
#include "src/math/elementary.h"
#include "src/math/rotation.h"

#include <math.h>
#include <string.h>

// --- a step begins ---

static void read_pose(pl_bone* bone) {
    const pl_obstacle* o = bone->obstacle;
    memcpy(bone->pose, o->position, sizeof o->position);
    memcpy(bone->pose + 3, o->rotation, sizeof o->rotation);
}

void pl_skeleton_begin(const pl_stage* stage) {
    if (!stage->skeleton) return;
    pl_freedoms_list(stage);
    for (uint32_t i = 0; i < stage->bone_count; ++i) {
        memset(stage->bones[i]->given, 0, sizeof stage->bones[i]->given);
        read_pose(stage->bones[i]);
    }
}

// --- momentum ---

// A force and a moment about its centre on a bone, as seen by the freedoms behind which it is.
static void add_momentum(pl_skeleton* s, const pl_bone* bone, pl_vec3d push, pl_vec3d twist) {
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        pl_freedom* f = &s->freedoms[d];
        f->momentum += pl_freedom_feel(f, bone, push, twist);
    }
}

static bool is_fixed(const pl_bone* bone) {
    return bone->def.joint == PLUMP_JOINT_HINGE && !bone->parent;
}

// What it still has of the last substep. A hinge that does not move keeps its rate.
static void carry_on(pl_bone* bone, pl_skeleton* s, double kept) {
    pl_vec3d push = pl_vec3d_load(bone->velocity), twist = pl_vec3d_load(bone->spin);
    if (is_fixed(bone)) {
        const pl_freedom* f = &s->freedoms[bone->first];
        push = pl_vec3d_scale(pl_freedom_column(f, bone->centre), bone->rate);
        twist = pl_vec3d_scale(pl_rotation_turn(bone->inertia, f->axis), bone->rate);
    }
    push = pl_vec3d_scale(push, kept * (double)bone->def.mass);
    add_momentum(s, bone, push, pl_vec3d_scale(twist, kept));
}

static void load_bone(const pl_stage* stage, pl_bone* bone) {
    pl_skeleton* s = stage->skeleton;
    double h = (double)stage->h, weight = (double)bone->def.mass * (double)bone->def.gravity_scale;
    carry_on(bone, s, pl_exp(-(double)bone->def.damping * h));
    pl_vec3d gravity = pl_vec3d_make((double)stage->gravity[0], (double)stage->gravity[1],
                                     (double)stage->gravity[2]);
    pl_vec3d push =
        pl_vec3d_add(pl_vec3d_load(bone->pending), pl_vec3d_scale(pl_vec3d_load(bone->force), h));
    pl_vec3d twist = pl_vec3d_add(pl_vec3d_load(bone->pending + 3),
                                  pl_vec3d_scale(pl_vec3d_load(bone->force + 3), h));
    add_momentum(s, bone, pl_vec3d_add_scaled(push, h * weight, gravity), twist);
    memset(bone->pending, 0, sizeof bone->pending);
}

// --- the substep ---

static double energy_of(const pl_bone* bone, pl_vec3d velocity, pl_vec3d rate) {
    return 0.5 * (double)bone->def.mass * pl_vec3d_dot(velocity, velocity) +
           0.5 * pl_vec3d_dot(rate, pl_rotation_turn(bone->inertia, rate));
}

double pl_skeleton_energy(const pl_bone* bone) {
    pl_vec3d rate = pl_bone_rate(bone, bone->turn, pl_vec3d_load(bone->spin));
    return energy_of(bone, pl_vec3d_load(bone->velocity), rate);
}

static void place_bone(const pl_stage* stage, pl_bone* bone) {
    memset(bone->slide, 0, sizeof bone->slide);
    memset(bone->swing, 0, sizeof bone->swing);
    pl_rotation_from_quaternion(bone->pose + 3, bone->turn);
    bone->centre = pl_bone_centre(bone, bone->pose, bone->turn);
    pl_bone_inertia(bone, bone->turn, bone->inertia);
    pl_freedoms_aim(stage, bone);
}

// By how far it turns at most before its inertia is looked at anew, rad, and how often.
#define TUMBLE_ANGLE 0.1
#define TUMBLES_MOST 256.0

// Angular momentum stays, so what is no ball turns faster and slower, about other axes: the rule of
// the midpoint. (With the rate of the beginning alone a box that tumbled at 30 rad/s gained 14 % of
// energy in 2 s.)
static void tumble(const pl_bone* bone, pl_vec3d rate, double h, double q[4]) {
    pl_vec3d spin = pl_rotation_turn(bone->inertia, rate);
    double count = ceil(h * pl_vec3d_length(rate) / TUMBLE_ANGLE);
    count = count > TUMBLES_MOST ? TUMBLES_MOST : count;
    for (double i = 0.0; i < count; i += 1.0) {
        double turn[9], middle[4];
        pl_rotation_from_quaternion(q, turn);
        memcpy(middle, q, sizeof middle);
        pl_quaternion_advance(middle,
                              pl_vec3d_scale(pl_bone_rate(bone, turn, spin), 0.5 * h / count));
        pl_rotation_from_quaternion(middle, turn);
        pl_quaternion_advance(q, pl_vec3d_scale(pl_bone_rate(bone, turn, spin), h / count));
    }
}

// Where a bone gets with its rates.
static void pose_bone(const pl_stage* stage, pl_bone* bone) {
    const pl_freedom* f = stage->skeleton->freedoms + bone->first;
    double h = (double)stage->h, turn[9];
    if (bone->def.joint == PLUMP_JOINT_HINGE) {
        pl_bone_pose(bone, bone->angle + h * f->rate, bone->parent ? bone->parent->next : NULL,
                     bone->next);
        return;
    }
    const double zero[3] = {0, 0, 0};
    pl_vec3d way = pl_vec3d_scale(pl_vec3d_make(f[0].rate, f[1].rate, f[2].rate), h);
    pl_vec3d rate = pl_vec3d_make(f[3].rate, f[4].rate, f[5].rate);
    memcpy(bone->next, bone->pose, sizeof bone->next);
    tumble(bone, rate, h, bone->next + 3);
    pl_rotation_from_quaternion(bone->next + 3, turn);
    pl_vec3d arm = pl_bone_centre(bone, zero, turn);
    pl_vec3d_store(pl_vec3d_sub(pl_vec3d_add(bone->centre, way), arm), bone->next);
}

// All of them, in order: parents first.
static void pose_bones(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->bone_count; ++i) {
        pl_bone* bone = stage->bones[i];
        pose_bone(stage, bone);
        pl_place* now = &bone->obstacle->now;
        memcpy(now->position, bone->next, sizeof now->position);
        pl_rotation_from_quaternion(bone->next + 3, now->turn);
        pl_obstacle_carry(bone->obstacle);
    }
}

// By momentum alone.
static void lead_on(const pl_stage* stage) {
    const pl_skeleton* s = stage->skeleton;
    pl_skeleton_listen(stage);
    pl_freedoms_find_rates(s);
    for (size_t k = 0; k < s->count; ++k) s->freedoms[k].predicted = s->freedoms[k].rate;
    pose_bones(stage);
}

static void note_before(const pl_skeleton* s, pl_bone* bone) {
    const pl_freedom* f = s->freedoms + bone->first;
    bone->struck = 0;
    if (bone->def.joint != PLUMP_JOINT_FREE) return;
    bone->velocity_before = pl_vec3d_make(f[0].rate, f[1].rate, f[2].rate);
    bone->rate_before = pl_vec3d_make(f[3].rate, f[4].rate, f[5].rate);
    bone->energy_before = energy_of(bone, bone->velocity_before, bone->rate_before);
}

void pl_skeleton_predict(const pl_stage* stage) {
    pl_skeleton* s = stage->skeleton;
    if (!s || s->count == 0) return;
    size_t rows = pl_freedoms_rows(s);
    memset(s->mass, 0, rows * sizeof *s->mass);
    for (size_t k = 0; k < s->count; ++k) s->freedoms[k].momentum = 0.0;
    for (uint32_t i = 0; i < stage->bone_count; ++i) {
        stage->bones[i]->obstacle->past = stage->bones[i]->obstacle->now;
        place_bone(stage, stage->bones[i]);
        pl_freedoms_add_mass(s, stage->bones[i]);
        load_bone(stage, stage->bones[i]);
        pl_freedoms_limit(stage, stage->bones[i]);
    }
    memcpy(s->factor, s->mass, rows * sizeof *s->mass);
    pl_freedoms_factor(s, s->factor);
    lead_on(stage);
    for (uint32_t i = 0; i < stage->bone_count; ++i) note_before(s, stage->bones[i]);
}

pl_vec3d pl_skeleton_arm(const pl_bone* bone, const double point[3]) {
    const pl_place* now = &bone->obstacle->now;
    const float* c = bone->def.centre;
    pl_vec3d centre = pl_vec3d_make((double)c[0], (double)c[1], (double)c[2]);
    return pl_rotation_turn(now->turn, pl_vec3d_sub(pl_vec3d_load(point), centre));
}

// What `solution` as it stands, a momentum, makes of a point of the bone, `times`: m/s.
static pl_vec3d speed_by(const pl_skeleton* s, const double* h, const pl_bone* bone, pl_vec3d point,
                         double times) {
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    pl_freedoms_solve(s, h);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above)
        sum = pl_vec3d_add_scaled(sum, times * s->freedoms[d].solution,
                                  pl_freedom_column(&s->freedoms[d], point));
    return sum;
}

// 1 N s along a direction.
static void push_along(const pl_skeleton* s, const pl_bone* bone, pl_vec3d point, pl_vec3d along) {
    for (size_t d = 0; d < s->count; ++d) s->freedoms[d].solution = 0.0;
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above)
        s->freedoms[d].solution = pl_vec3d_dot(along, pl_freedom_column(&s->freedoms[d], point));
}

// C H^-1 C^T, C the columns at the point.
void pl_skeleton_yield(const pl_stage* stage, const pl_bone* bone, pl_vec3d arm, double yield[9]) {
    pl_skeleton* s = stage->skeleton;
    pl_vec3d point = pl_vec3d_add(bone->centre, arm);
    double ties = s->freedoms[s->freedoms[bone->first].root].tie_count;
    for (uint32_t k = 0; k < 3; ++k) {
        push_along(s, bone, point, pl_freedom_unit(k));
        pl_vec3d_store(speed_by(s, s->factor, bone, point, ties), yield + (size_t)3 * k);
    }
}

// --- blows ---

static pl_vec3d arm_now(const pl_bone* bone, pl_vec3d point) {
    const pl_place* now = &bone->obstacle->now;
    return pl_vec3d_sub(point, pl_bone_centre(bone, now->position, now->turn));
}

// A sum that a snapshot takes back.
static void add_bounded(double* sum, double add) {
    double next = *sum + add;
    if (next > PL_BONE_NUMBER_MOST) next = PL_BONE_NUMBER_MOST;
    if (next < -PL_BONE_NUMBER_MOST) next = -PL_BONE_NUMBER_MOST;
    if (isfinite(next)) *sum = next;
}

void pl_skeleton_push(pl_bone* bone, pl_vec3d point, pl_vec3d impulse, bool is_pending) {
    pl_vec3d twist = pl_vec3d_cross(arm_now(bone, point), impulse);
    const double add[6] = {impulse.x, impulse.y, impulse.z, twist.x, twist.y, twist.z};
    for (int k = 0; k < 6; ++k) {
        add_bounded(&bone->given[k], add[k]);
        if (is_pending) add_bounded(&bone->pending[k], add[k]);
    }
}

void pl_skeleton_tell(pl_bone* bone, pl_vec3d push, pl_vec3d twist) {
    pl_obstacle* o = bone->obstacle;
    pl_vec3d centre = pl_bone_centre(bone, o->now.position, o->now.turn);
    pl_vec3d arm = pl_vec3d_sub(centre, pl_vec3d_load(o->now.position));
    pl_vec3d turn = pl_vec3d_add(twist, pl_vec3d_cross(arm, push));
    const double add[6] = {push.x, push.y, push.z, twist.x, twist.y, twist.z};
    const double about[3] = {turn.x, turn.y, turn.z};
    for (int k = 0; k < 6; ++k) add_bounded(&bone->given[k], add[k]);
    for (int k = 0; k < 3; ++k) {
        o->impulse[k] += add[k];
        o->angular_impulse[k] += about[k];
    }
}

void pl_skeleton_strike(const pl_stage* stage, pl_bone* bone, pl_vec3d point, pl_vec3d impulse) {
    pl_skeleton_push(bone, point, impulse, false);
    pl_vec3d twist = pl_vec3d_cross(arm_now(bone, point), impulse);
    add_momentum(stage->skeleton, bone, impulse, twist);
    bone->struck++;
    lead_on(stage);
}

bool pl_skeleton_is_held(const pl_stage* stage, const pl_bone* bone) {
    const pl_skeleton* s = stage->skeleton;
    const pl_freedom* f = &s->freedoms[bone->first];
    bool bears = false;
    for (uint32_t i = 0; i < stage->bone_count; ++i)
        bears = bears || stage->bones[i]->parent == bone;
    return bears || f->tie_count > 0.0;
}

// The mass matrix for the momentum in `solution`: what lies at its limit as predicted, and is
// driven beyond, does not give way.
static const double* mass_against(const pl_skeleton* s, const pl_bone* bone) {
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        const pl_freedom* f = &s->freedoms[d];
        bool beyond = f->stop == f->most ? f->solution > 0.0 : f->solution < 0.0;
        if (f->locked && beyond) return s->locked;
    }
    return s->factor;
}

pl_vec3d pl_skeleton_speed(const pl_stage* stage, const pl_bone* bone, pl_vec3d point) {
    const pl_freedom* f = &stage->skeleton->freedoms[bone->first];
    pl_vec3d velocity = pl_vec3d_make(f[0].rate, f[1].rate, f[2].rate);
    pl_vec3d turn = pl_vec3d_make(f[3].rate, f[4].rate, f[5].rate);
    return pl_vec3d_add(velocity, pl_vec3d_cross(turn, arm_now(bone, point)));
}

double pl_skeleton_ease(const pl_stage* stage, const pl_bone* bone, pl_vec3d point,
                        pl_vec3d normal) {
    const pl_skeleton* s = stage->skeleton;
    pl_vec3d at = pl_vec3d_add(bone->centre, arm_now(bone, point));
    push_along(s, bone, at, pl_vec3d_neg(normal));
    return -pl_vec3d_dot(normal, speed_by(s, mass_against(s, bone), bone, at, 1.0));
}

static void add_pending(const pl_skeleton* s, const pl_bone* bone) {
    pl_vec3d push = pl_vec3d_load(bone->pending), twist = pl_vec3d_load(bone->pending + 3);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        pl_freedom* f = &s->freedoms[d];
        f->solution += pl_freedom_feel(f, bone, push, twist);
    }
}

pl_vec3d pl_skeleton_kick(const pl_stage* stage, const pl_bone* bone, pl_vec3d point) {
    const pl_skeleton* s = stage->skeleton;
    for (size_t d = 0; d < s->count; ++d) s->freedoms[d].solution = 0.0;
    for (uint32_t i = 0; i < stage->bone_count; ++i) add_pending(s, stage->bones[i]);
    pl_vec3d at = pl_vec3d_add(bone->centre, arm_now(bone, point));
    return speed_by(s, mass_against(s, bone), bone, at, 1.0);
}

// How far a bone is from where it was predicted to be.
static void set_slide(const pl_skeleton* s, pl_bone* bone, double h) {
    pl_vec3d slide = pl_vec3d_make(0, 0, 0), swing = pl_vec3d_make(0, 0, 0);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        const pl_freedom* f = &s->freedoms[d];
        double way = h * (f->rate - f->predicted);
        slide = pl_vec3d_add_scaled(slide, way, pl_freedom_column(f, bone->centre));
        swing = pl_vec3d_add_scaled(swing, way, pl_freedom_turn(f));
    }
    pl_vec3_store(pl_vec3d_narrow(slide), bone->slide);
    pl_vec3_store(pl_vec3d_narrow(swing), bone->swing);
}

void pl_skeleton_listen(const pl_stage* stage) {
    pl_skeleton* s = stage->skeleton;
    for (size_t k = 0; k < s->count; ++k) s->freedoms[k].right = s->freedoms[k].momentum;
    memcpy(s->tied, s->mass, pl_freedoms_rows(s) * sizeof *s->mass);
}

// By rates: (H + w C^T C) rate = momentum + w C^T C predicted + C^T pushes / h.
void pl_skeleton_add_tie(const pl_stage* stage, const pl_bone* bone, const pl_bone_tie* tie) {
    pl_skeleton* s = stage->skeleton;
    pl_vec3d point = pl_vec3d_add(bone->centre, tie->arm);
    pl_vec3d push = pl_vec3d_scale(tie->pushes, 1.0 / (double)stage->h);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above)
        push = pl_vec3d_add_scaled(push, tie->weight * s->freedoms[d].predicted,
                                   pl_freedom_column(&s->freedoms[d], point));
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        pl_freedom* f = &s->freedoms[d];
        pl_vec3d moved = pl_freedom_column(f, point);
        f->right += pl_vec3d_dot(push, moved);
        for (uint32_t e = d; e != PL_NOBODY; e = s->freedoms[e].above)
            s->tied[f->row + s->freedoms[e].depth] +=
                tie->weight * pl_vec3d_dot(moved, pl_freedom_column(&s->freedoms[e], point));
    }
}

void pl_skeleton_add_push(const pl_stage* stage, const pl_bone* bone, pl_vec3d arm, pl_vec3d push) {
    pl_freedom* f = stage->skeleton->freedoms + bone->first;
    pl_vec3d impulse = pl_vec3d_scale(push, 1.0 / (double)stage->h);
    pl_vec3d twist = pl_vec3d_cross(arm, impulse);
    const double add[PL_BONE_FREEDOMS] = {impulse.x, impulse.y, impulse.z,
                                          twist.x,   twist.y,   twist.z};
    for (uint32_t k = 0; k < PL_BONE_FREEDOMS; ++k) f[k].right += add[k];
}

// Of 1/m + [arm]^T I^-1 [arm], which is symmetric, the largest sum of a row.
double pl_skeleton_give(const pl_bone* bone, pl_vec3d arm) {
    double most = 0.0;
    for (uint32_t k = 0; k < 3; ++k) {
        pl_vec3d spin = pl_bone_rate(bone, bone->turn, pl_vec3d_cross(arm, pl_freedom_unit(k)));
        pl_vec3d way = pl_vec3d_cross(spin, arm);
        double sum = fabs(way.x) + fabs(way.y) + fabs(way.z);
        most = sum > most ? sum : most;
    }
    return 1.0 / (double)bone->def.mass + most;
}

void pl_skeleton_answer(const pl_stage* stage) {
    const pl_skeleton* s = stage->skeleton;
    pl_freedoms_find_rates(s);
    for (uint32_t i = 0; i < stage->bone_count; ++i)
        set_slide(s, stage->bones[i], (double)stage->h);
}

static void settle_bone(const pl_stage* stage, pl_bone* bone) {
    const pl_skeleton* s = stage->skeleton;
    pl_vec3d velocity = pl_vec3d_make(0, 0, 0), turn = pl_vec3d_make(0, 0, 0);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        const pl_freedom* f = &s->freedoms[d];
        velocity = pl_vec3d_add_scaled(velocity, f->rate, pl_freedom_column(f, bone->centre));
        turn = pl_vec3d_add_scaled(turn, f->rate, pl_freedom_turn(f));
    }
    pl_vec3d_store(velocity, bone->velocity);
    pl_vec3d_store(pl_rotation_turn(bone->inertia, turn), bone->spin);
    if (bone->def.joint == PLUMP_JOINT_HINGE) {
        bone->rate = s->freedoms[bone->first].rate;
        bone->angle += (double)stage->h * bone->rate;
    }
}

void pl_skeleton_finish(const pl_stage* stage) {
    if (stage->bone_count == 0) return;
    pose_bones(stage);
    for (uint32_t i = 0; i < stage->bone_count; ++i) {
        pl_bone* bone = stage->bones[i];
        pl_obstacle* o = bone->obstacle;
        settle_bone(stage, bone);
        memcpy(bone->pose, bone->next, sizeof bone->pose);
        memcpy(o->position, bone->pose, sizeof o->position);
        memcpy(o->rotation, bone->pose + 3, sizeof o->rotation);
    }
}
