// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/bone/skeleton.h"

#include "src/math/elementary.h"
#include "src/math/rotation.h"

#include <math.h>
#include <string.h>

#define LOCK 1e9  // times its own mass: what a freedom at its limit weighs

// --- memory ---

static uint32_t freedoms_of(const pl_bone* bone) {
    return bone->def.joint == PLUMP_JOINT_FREE ? PL_BONE_FREEDOMS : 1;
}

// Freedoms of a bone and of all that it hangs on.
static size_t depth_of(const pl_bone* bone) {
    size_t depth = 0;
    for (; bone; bone = bone->parent) depth += freedoms_of(bone);
    return depth;
}

bool pl_skeleton_reserve(pl_skeleton* s, const plump_allocator* hooks, pl_bone* const* bones,
                         size_t count) {
    size_t freedoms = 0, rows = 0;
    for (size_t i = 0; i < count; ++i) {
        freedoms += freedoms_of(bones[i]);
        rows += freedoms_of(bones[i]) * depth_of(bones[i]);
    }
    return pl_grow(hooks, (void**)&s->freedoms, &s->capacity, 0, freedoms, sizeof *s->freedoms) &&
           pl_grow(hooks, (void**)&s->mass, &s->row_capacity, 0, rows, sizeof(double)) &&
           pl_grow(hooks, (void**)&s->factor, &s->factor_capacity, 0, rows, sizeof(double)) &&
           pl_grow(hooks, (void**)&s->tied, &s->tied_capacity, 0, rows, sizeof(double)) &&
           pl_grow(hooks, (void**)&s->locked, &s->locked_capacity, 0, rows, sizeof(double));
}

void pl_skeleton_free(pl_skeleton* s, const plump_allocator* hooks) {
    pl_free(hooks, s->freedoms);
    pl_free(hooks, s->mass);
    pl_free(hooks, s->factor);
    pl_free(hooks, s->tied);
    pl_free(hooks, s->locked);
}

// --- the tree ---

static void add_freedom(pl_skeleton* s, uint32_t bone, uint32_t above) {
    pl_freedom* f = &s->freedoms[s->count];
    const pl_freedom* last = s->count > 0 ? f - 1 : NULL;
    *f = (pl_freedom){.bone = bone, .above = above};
    f->depth = above == PL_NOBODY ? 0 : s->freedoms[above].depth + 1;
    f->row = last ? last->row + last->depth + 1 : 0;
    f->root = above == PL_NOBODY ? (uint32_t)s->count : s->freedoms[above].root;
    s->count++;
}

static void read_pose(pl_bone* bone) {
    const pl_obstacle* o = bone->obstacle;
    memcpy(bone->pose, o->position, sizeof o->position);
    memcpy(bone->pose + 3, o->rotation, sizeof o->rotation);
}

// Of each tree, at its first freedom.
static void count_ties(const pl_stage* stage) {
    pl_freedom* freedoms = stage->skeleton->freedoms;
    for (uint32_t i = 0; i < stage->attachment_count; ++i) {
        const pl_attachment* a = stage->attachments[i];
        const pl_bone* bone =
            a->obstacle == PL_NOBODY || a->broken ? NULL : stage->obstacles[a->obstacle]->bone;
        if (bone) freedoms[freedoms[bone->first].root].tie_count += 1.0;
    }
}

void pl_skeleton_begin(const pl_stage* stage) {
    pl_skeleton* s = stage->skeleton;
    if (!s) return;
    s->count = 0;
    for (uint32_t i = 0; i < stage->bone_count; ++i) {
        pl_bone* bone = stage->bones[i];
        uint32_t above = bone->parent ? bone->parent->last : PL_NOBODY;
        bone->first = (uint32_t)s->count;
        for (uint32_t k = 0; k < freedoms_of(bone); ++k) {
            add_freedom(s, i, above);
            above = (uint32_t)s->count - 1;
        }
        bone->last = above;
        memset(bone->given, 0, sizeof bone->given);
        read_pose(bone);
    }
    count_ties(stage);
}

// --- the mass matrix ---

static pl_vec3d unit(uint32_t k) {
    return pl_vec3d_make(k == 0, k == 1, k == 2);
}

// What a freedom moves the bone's centre by, and turns it by.
static pl_vec3d column(const pl_freedom* f, pl_vec3d centre) {
    return f->slides ? f->axis : pl_vec3d_cross(f->axis, pl_vec3d_sub(centre, f->pivot));
}

static pl_vec3d turning(const pl_freedom* f) {
    return f->slides ? pl_vec3d_make(0, 0, 0) : f->axis;
}

static void aim_freedoms(const pl_stage* stage, pl_bone* bone) {
    pl_freedom* f = stage->skeleton->freedoms + bone->first;
    if (bone->def.joint == PLUMP_JOINT_FREE) {
        for (uint32_t k = 0; k < PL_BONE_FREEDOMS; ++k) {
            f[k].slides = k < 3;
            f[k].axis = unit(k % 3);
            f[k].pivot = bone->centre;
        }
        return;
    }
    pl_vec3d arm = pl_rotation_turn(bone->turn, pl_vec3d_load(bone->pivot_own));
    f->pivot = pl_vec3d_add(pl_vec3d_load(bone->pose), arm);
    double frame[9];
    const double none[4] = {0, 0, 0, 1};
    pl_rotation_from_quaternion(bone->parent ? bone->parent->pose + 3 : none, frame);
    f->axis = pl_rotation_turn(frame, pl_vec3d_load(bone->axis_on));
}

static void place_bone(const pl_stage* stage, pl_bone* bone) {
    memset(bone->slide, 0, sizeof bone->slide);
    memset(bone->swing, 0, sizeof bone->swing);
    pl_rotation_from_quaternion(bone->pose + 3, bone->turn);
    bone->centre = pl_bone_centre(bone, bone->pose, bone->turn);
    pl_bone_inertia(bone, bone->turn, bone->inertia);
    aim_freedoms(stage, bone);
}

static void add_mass(pl_skeleton* s, const pl_bone* bone) {
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        const pl_freedom* f = &s->freedoms[d];
        pl_vec3d moved = pl_vec3d_scale(column(f, bone->centre), (double)bone->def.mass);
        pl_vec3d turned = pl_rotation_turn(bone->inertia, turning(f));
        for (uint32_t e = d; e != PL_NOBODY; e = s->freedoms[e].above) {
            const pl_freedom* other = &s->freedoms[e];
            s->mass[f->row + other->depth] += pl_vec3d_dot(moved, column(other, bone->centre)) +
                                              pl_vec3d_dot(turned, turning(other));
        }
    }
}

// H = L^T D L, in place.
static void decompose(const pl_skeleton* s, double* h) {
    for (size_t k = s->count; k-- > 0;) {
        const pl_freedom* f = &s->freedoms[k];
        double pivot = h[f->row + f->depth];
        for (uint32_t i = f->above; i != PL_NOBODY; i = s->freedoms[i].above) {
            const pl_freedom* fi = &s->freedoms[i];
            double share = h[f->row + fi->depth] / pivot;
            for (uint32_t j = i; j != PL_NOBODY; j = s->freedoms[j].above)
                h[fi->row + s->freedoms[j].depth] -= share * h[f->row + s->freedoms[j].depth];
            h[f->row + fi->depth] = share;
        }
    }
}

// `solution` of all freedoms from what stands there as the right side.
static void solve(const pl_skeleton* s, const double* h) {
    for (size_t k = s->count; k-- > 0;) {
        const pl_freedom* f = &s->freedoms[k];
        for (uint32_t i = f->above; i != PL_NOBODY; i = s->freedoms[i].above)
            s->freedoms[i].solution -= h[f->row + s->freedoms[i].depth] * f->solution;
    }
    for (size_t k = 0; k < s->count; ++k) {
        pl_freedom* f = &s->freedoms[k];
        f->solution /= h[f->row + f->depth];
        for (uint32_t i = f->above; i != PL_NOBODY; i = s->freedoms[i].above)
            f->solution -= h[f->row + s->freedoms[i].depth] * s->freedoms[i].solution;
    }
}

// --- momentum ---

// A force and a moment about its centre on a bone, as seen by the freedoms behind which it is.
static void add_momentum(pl_skeleton* s, const pl_bone* bone, pl_vec3d push, pl_vec3d twist) {
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        pl_freedom* f = &s->freedoms[d];
        f->momentum +=
            pl_vec3d_dot(push, column(f, bone->centre)) + pl_vec3d_dot(twist, turning(f));
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
        push = pl_vec3d_scale(column(f, bone->centre), bone->rate);
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

// --- limits ---

static void set_limits(const pl_stage* stage, const pl_bone* bone) {
    pl_freedom* f = stage->skeleton->freedoms + bone->first;
    double h = (double)stage->h;
    for (uint32_t k = 0; k < freedoms_of(bone); ++k) {
        bool hinge = bone->def.joint == PLUMP_JOINT_HINGE;
        f[k].least = hinge ? ((double)bone->def.angle_least - bone->angle) / h : -HUGE_VAL;
        f[k].most = hinge ? ((double)bone->def.angle_most - bone->angle) / h : HUGE_VAL;
    }
}

// Makes freedoms that go beyond their limit stop there: they become next to immovable.
static bool lock(const pl_skeleton* s) {
    bool any = false;
    for (size_t k = 0; k < s->count; ++k) {
        pl_freedom* f = &s->freedoms[k];
        bool below = f->solution < f->least;
        bool above = f->solution > f->most;
        if (f->locked || (!below && !above)) continue;
        f->locked = any = true;
        f->stop = below ? f->least : f->most;
    }
    return any;
}

static size_t row_count(const pl_skeleton* s) {
    const pl_freedom* last = &s->freedoms[s->count - 1];
    return last->row + last->depth + 1;
}

static void solve_locked(const pl_skeleton* s) {
    memcpy(s->locked, s->tied, row_count(s) * sizeof *s->tied);
    for (size_t k = 0; k < s->count; ++k) {
        pl_freedom* f = &s->freedoms[k];
        double* own = &s->locked[f->row + f->depth];
        double weight = f->locked ? LOCK * *own : 0.0;
        f->solution = f->right + weight * f->stop;
        *own += weight;
    }
    decompose(s, s->locked);
    solve(s, s->locked);
}

// Rates from the right side, within the limits. Holding one can drive another to its limit: each
// round holds at least one more, so there are no more rounds than freedoms.
static void find_rates(const pl_skeleton* s) {
    for (size_t k = 0; k < s->count; ++k) {
        s->freedoms[k].locked = false;
        s->freedoms[k].stop = 0.0;
    }
    solve_locked(s);
    while (lock(s)) solve_locked(s);
    for (size_t k = 0; k < s->count; ++k) s->freedoms[k].rate = s->freedoms[k].solution;
}

// --- the substep ---

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
    pl_vec3d swing = pl_vec3d_scale(pl_vec3d_make(f[3].rate, f[4].rate, f[5].rate), h);
    memcpy(bone->next, bone->pose, sizeof bone->next);
    pl_quaternion_advance(bone->next + 3, swing);
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
    }
}

void pl_skeleton_predict(const pl_stage* stage) {
    pl_skeleton* s = stage->skeleton;
    if (!s || s->count == 0) return;
    size_t rows = row_count(s);
    memset(s->mass, 0, rows * sizeof *s->mass);
    for (size_t k = 0; k < s->count; ++k) s->freedoms[k].momentum = 0.0;
    for (uint32_t i = 0; i < stage->bone_count; ++i) {
        stage->bones[i]->obstacle->past = stage->bones[i]->obstacle->now;
        place_bone(stage, stage->bones[i]);
        add_mass(s, stage->bones[i]);
        load_bone(stage, stage->bones[i]);
        set_limits(stage, stage->bones[i]);
    }
    memcpy(s->factor, s->mass, rows * sizeof *s->mass);
    decompose(s, s->factor);
    pl_skeleton_listen(stage);
    find_rates(s);
    for (size_t k = 0; k < s->count; ++k) s->freedoms[k].predicted = s->freedoms[k].rate;
    pose_bones(stage);
}

pl_vec3d pl_skeleton_arm(const pl_bone* bone, const double point[3]) {
    const pl_place* now = &bone->obstacle->now;
    const float* c = bone->def.centre;
    pl_vec3d centre = pl_vec3d_make((double)c[0], (double)c[1], (double)c[2]);
    return pl_rotation_turn(now->turn, pl_vec3d_sub(pl_vec3d_load(point), centre));
}

// `times` how fast `solution` as it stands, a momentum, makes a point of the bone.
static pl_vec3d speed_by(pl_skeleton* s, const pl_bone* bone, pl_vec3d point, double times) {
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    solve(s, s->factor);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above)
        sum = pl_vec3d_add_scaled(sum, times * s->freedoms[d].solution,
                                  column(&s->freedoms[d], point));
    return sum;
}

// C H^-1 C^T in one direction, C the columns at the point.
static pl_vec3d yield_along(pl_skeleton* s, const pl_bone* bone, pl_vec3d point, pl_vec3d along,
                            double times) {
    for (size_t d = 0; d < s->count; ++d) s->freedoms[d].solution = 0.0;
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above)
        s->freedoms[d].solution = pl_vec3d_dot(along, column(&s->freedoms[d], point));
    return speed_by(s, bone, point, times);
}

void pl_skeleton_yield(const pl_stage* stage, const pl_bone* bone, pl_vec3d arm, double yield[9]) {
    pl_skeleton* s = stage->skeleton;
    pl_vec3d point = pl_vec3d_add(bone->centre, arm);
    double ties = s->freedoms[s->freedoms[bone->first].root].tie_count;
    for (uint32_t k = 0; k < 3; ++k)
        pl_vec3d_store(yield_along(s, bone, point, unit(k), ties), yield + (size_t)3 * k);
}

// --- blows ---

static pl_vec3d arm_now(const pl_bone* bone, pl_vec3d point) {
    const pl_place* now = &bone->obstacle->now;
    return pl_vec3d_sub(point, pl_bone_centre(bone, now->position, now->turn));
}

void pl_skeleton_push(pl_bone* bone, pl_vec3d point, pl_vec3d impulse, bool is_pending) {
    pl_vec3d twist = pl_vec3d_cross(arm_now(bone, point), impulse);
    const double add[6] = {impulse.x, impulse.y, impulse.z, twist.x, twist.y, twist.z};
    for (int k = 0; k < 6; ++k) {
        bone->given[k] += add[k];
        if (is_pending) bone->pending[k] += add[k];
    }
}

double pl_skeleton_ease(const pl_stage* stage, const pl_bone* bone, pl_vec3d point,
                        pl_vec3d normal) {
    pl_vec3d at = pl_vec3d_add(bone->centre, arm_now(bone, point));
    return pl_vec3d_dot(normal, yield_along(stage->skeleton, bone, at, normal, 1.0));
}

static void add_pending(pl_skeleton* s, const pl_bone* bone) {
    pl_vec3d push = pl_vec3d_load(bone->pending), twist = pl_vec3d_load(bone->pending + 3);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        pl_freedom* f = &s->freedoms[d];
        f->solution +=
            pl_vec3d_dot(push, column(f, bone->centre)) + pl_vec3d_dot(twist, turning(f));
    }
}

pl_vec3d pl_skeleton_kick(const pl_stage* stage, const pl_bone* bone, pl_vec3d point) {
    pl_skeleton* s = stage->skeleton;
    for (size_t d = 0; d < s->count; ++d) s->freedoms[d].solution = 0.0;
    for (uint32_t i = 0; i < stage->bone_count; ++i) add_pending(s, stage->bones[i]);
    return speed_by(s, bone, pl_vec3d_add(bone->centre, arm_now(bone, point)), 1.0);
}

// How far a bone is from where it was predicted to be.
static void set_slide(const pl_skeleton* s, pl_bone* bone, double h) {
    pl_vec3d slide = pl_vec3d_make(0, 0, 0), swing = pl_vec3d_make(0, 0, 0);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        const pl_freedom* f = &s->freedoms[d];
        double way = h * (f->rate - f->predicted);
        slide = pl_vec3d_add_scaled(slide, way, column(f, bone->centre));
        swing = pl_vec3d_add_scaled(swing, way, turning(f));
    }
    pl_vec3_store(pl_vec3d_narrow(slide), bone->slide);
    pl_vec3_store(pl_vec3d_narrow(swing), bone->swing);
}

void pl_skeleton_listen(const pl_stage* stage) {
    pl_skeleton* s = stage->skeleton;
    for (size_t k = 0; k < s->count; ++k) s->freedoms[k].right = s->freedoms[k].momentum;
    memcpy(s->tied, s->mass, row_count(s) * sizeof *s->mass);
}

// By rates: (H + w C^T C) rate = momentum + w C^T C predicted + C^T pushes / h.
void pl_skeleton_add_tie(const pl_stage* stage, const pl_bone* bone, const pl_bone_tie* tie) {
    pl_skeleton* s = stage->skeleton;
    pl_vec3d point = pl_vec3d_add(bone->centre, tie->arm);
    pl_vec3d push = pl_vec3d_scale(tie->pushes, 1.0 / (double)stage->h);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above)
        push = pl_vec3d_add_scaled(push, tie->weight * s->freedoms[d].predicted,
                                   column(&s->freedoms[d], point));
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        pl_freedom* f = &s->freedoms[d];
        pl_vec3d moved = column(f, point);
        f->right += pl_vec3d_dot(push, moved);
        for (uint32_t e = d; e != PL_NOBODY; e = s->freedoms[e].above)
            s->tied[f->row + s->freedoms[e].depth] +=
                tie->weight * pl_vec3d_dot(moved, column(&s->freedoms[e], point));
    }
}

void pl_skeleton_answer(const pl_stage* stage) {
    const pl_skeleton* s = stage->skeleton;
    find_rates(s);
    for (uint32_t i = 0; i < stage->bone_count; ++i)
        set_slide(s, stage->bones[i], (double)stage->h);
}

static void settle_bone(const pl_stage* stage, pl_bone* bone) {
    const pl_skeleton* s = stage->skeleton;
    pl_vec3d velocity = pl_vec3d_make(0, 0, 0), turn = pl_vec3d_make(0, 0, 0);
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        const pl_freedom* f = &s->freedoms[d];
        velocity = pl_vec3d_add_scaled(velocity, f->rate, column(f, bone->centre));
        turn = pl_vec3d_add_scaled(turn, f->rate, turning(f));
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
