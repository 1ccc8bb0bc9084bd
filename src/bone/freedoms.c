// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The mass matrix of the freedoms, H, is stored by rows of those above each freedom, the only ones
// it is coupled with, and factored from the leaves to the roots as L^T D L: that fills in nothing
// (Featherstone 2008, chapter 6). What is at its limit is made next to immovable there.
#include "src/bone/freedoms.h"

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

static void add_freedom(pl_skeleton* s, uint32_t above) {
    pl_freedom* f = &s->freedoms[s->count];
    const pl_freedom* last = s->count > 0 ? f - 1 : NULL;
    *f = (pl_freedom){.above = above};
    f->depth = above == PL_NOBODY ? 0 : s->freedoms[above].depth + 1;
    f->row = last ? last->row + last->depth + 1 : 0;
    f->root = above == PL_NOBODY ? (uint32_t)s->count : s->freedoms[above].root;
    s->count++;
}

// Of each tree, at its first freedom.
static void count_ties(const pl_stage* stage) {
    pl_freedom* freedoms = stage->skeleton->freedoms;
    for (uint32_t i = 0; i < stage->attachment_count; ++i) {
        const pl_attachment* a = stage->attachments[i];
        const pl_bone* bone = a->obstacle != PL_NOBODY && pl_attachment_acts(a)
                                  ? stage->obstacles[a->obstacle]->bone
                                  : NULL;
        if (bone) freedoms[freedoms[bone->first].root].tie_count += 1.0;
    }
}

void pl_freedoms_list(const pl_stage* stage) {
    pl_skeleton* s = stage->skeleton;
    s->count = 0;
    for (uint32_t i = 0; i < stage->bone_count; ++i) {
        pl_bone* bone = stage->bones[i];
        uint32_t above = bone->parent ? bone->parent->last : PL_NOBODY;
        bone->first = (uint32_t)s->count;
        for (uint32_t k = 0; k < freedoms_of(bone); ++k) {
            add_freedom(s, above);
            above = (uint32_t)s->count - 1;
        }
        bone->last = above;
    }
    count_ties(stage);
}

// --- the mass matrix ---

void pl_freedoms_aim(const pl_stage* stage, pl_bone* bone) {
    pl_freedom* f = stage->skeleton->freedoms + bone->first;
    if (bone->def.joint == PLUMP_JOINT_FREE) {
        for (uint32_t k = 0; k < PL_BONE_FREEDOMS; ++k) {
            f[k].slides = k < 3;
            f[k].axis = pl_freedom_unit(k % 3);
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

void pl_freedoms_add_mass(pl_skeleton* s, const pl_bone* bone) {
    for (uint32_t d = bone->last; d != PL_NOBODY; d = s->freedoms[d].above) {
        const pl_freedom* f = &s->freedoms[d];
        pl_vec3d moved = pl_vec3d_scale(pl_freedom_column(f, bone->centre), (double)bone->def.mass);
        pl_vec3d turned = pl_rotation_turn(bone->inertia, pl_freedom_turn(f));
        for (uint32_t e = d; e != PL_NOBODY; e = s->freedoms[e].above) {
            const pl_freedom* other = &s->freedoms[e];
            s->mass[f->row + other->depth] +=
                pl_vec3d_dot(moved, pl_freedom_column(other, bone->centre)) +
                pl_vec3d_dot(turned, pl_freedom_turn(other));
        }
    }
}

void pl_freedoms_factor(const pl_skeleton* s, double* h) {
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

void pl_freedoms_solve(const pl_skeleton* s, const double* h) {
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

// --- limits ---

void pl_freedoms_limit(const pl_stage* stage, const pl_bone* bone) {
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

size_t pl_freedoms_rows(const pl_skeleton* s) {
    const pl_freedom* last = &s->freedoms[s->count - 1];
    return last->row + last->depth + 1;
}

static void solve_locked(const pl_skeleton* s) {
    memcpy(s->locked, s->tied, pl_freedoms_rows(s) * sizeof *s->tied);
    for (size_t k = 0; k < s->count; ++k) {
        pl_freedom* f = &s->freedoms[k];
        double* own = &s->locked[f->row + f->depth];
        double weight = f->locked ? LOCK * *own : 0.0;
        f->solution = f->right + weight * f->stop;
        *own += weight;
    }
    pl_freedoms_factor(s, s->locked);
    pl_freedoms_solve(s, s->locked);
}

// As fast as bodies may be. What is not a number stands still.
static double contain(double rate) {
    if (rate > PL_BONE_RATE_MOST) return PL_BONE_RATE_MOST;
    if (rate < -PL_BONE_RATE_MOST) return -PL_BONE_RATE_MOST;
    return rate == rate ? rate : 0.0;
}

// Rates from the right side, within the limits. Holding one can drive another to its limit: each
// round holds at least one more, so there are no more rounds than freedoms.
void pl_freedoms_find_rates(const pl_skeleton* s) {
    for (size_t k = 0; k < s->count; ++k) {
        s->freedoms[k].locked = false;
        s->freedoms[k].stop = 0.0;
    }
    solve_locked(s);
    while (lock(s)) solve_locked(s);
    for (size_t k = 0; k < s->count; ++k) s->freedoms[k].rate = contain(s->freedoms[k].solution);
}
