// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Making and unmaking ragdolls: bones become rigid capsules with the mass of their volume. After
// von Funck, Theisel, Seidel 2007, section 6.3, with ODE in the place of their rigid body library.
#include "ragdoll/ragdoll_parts.h"

#include "src/base/alloc.h"
#include "src/base/text.h"

#include <math.h>
#include <string.h>

// Rotates z onto the unit vector: about their common normal. `out` is the identity before.
static void rotation_to(const double axis[3], dMatrix3 out) {
    const double z[3] = {0, 0, 1};
    double about[3];
    pl_ragdoll_cross(z, axis, about);
    double length = sqrt(pl_ragdoll_dot(about, about));
    if (length < 1e-12) return;  // a capsule is the same upside down
    dRFromAxisAndAngle(out, about[0], about[1], about[2], atan2(length, axis[2]));
}

// ODE's mass of a capsule between two points, or of a ball where these are one.
static void find_mass(pl_ragdoll_part* part, double density, double radius, const double along[3]) {
    dMass mass;
    double length = sqrt(pl_ragdoll_dot(along, along));
    if (length < 1e-6 * radius) {
        dMassSetSphere(&mass, density, radius);
    } else {
        const double axis[3] = {along[0] / length, along[1] / length, along[2] / length};
        dMatrix3 turn = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
        rotation_to(axis, turn);
        dMassSetCapsule(&mass, density, 3, radius, length);
        dMassRotate(&mass, turn);
    }
    part->mass = mass.mass;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) part->inertia[3 * i + j] = mass.I[4 * i + j];
}

static uint32_t root_of(const plump_ragdoll_def* def, uint32_t bone) {
    while (def->bones[bone].parent != PLUMP_RIG_ROOT) bone = def->bones[bone].parent;
    return bone;
}

static void fill_part(plump_ragdoll* r, const plump_ragdoll_def* def, uint32_t i) {
    const plump_rig_bone* bone = &def->bones[i];
    pl_ragdoll_part* part = &r->parts[i];
    part->parent = bone->parent == PLUMP_RIG_ROOT ? PL_RAGDOLL_NONE : bone->parent;
    part->root = root_of(def, i);
    part->radius = def->scale * bone->radius;
    double along[3];
    for (int k = 0; k < 3; ++k) {
        part->bind[k] = (bone->joint[k] + bone->tip[k]) / 2;
        part->centre[k] = def->scale * part->bind[k];
        part->joint[k] = def->scale * (bone->joint[k] - part->bind[k]);
        along[k] = def->scale * (bone->tip[k] - bone->joint[k]);
    }
    find_mass(part, def->density, part->radius, along);
}

static void fill_parts(plump_ragdoll* r, const plump_ragdoll_def* def) {
    for (uint32_t i = 0; i < r->count; ++i) fill_part(r, def, i);
    for (uint32_t i = 0; i < r->count; ++i) {
        pl_ragdoll_part* part = &r->parts[i];
        for (uint32_t k = 0; k < r->count; ++k)
            if (r->parts[k].root == part->root) part->piece_mass += r->parts[k].mass;
        if (part->parent == PL_RAGDOLL_NONE) continue;
        const double* centre = r->parts[part->parent].bind;
        for (int k = 0; k < 3; ++k)
            part->parent_joint[k] = def->scale * (def->bones[i].joint[k] - centre[k]);
    }
    pl_ragdoll_find_inverses(r);
    pl_ragdoll_find_swings(r);
}

static plump_result fill(plump_ragdoll* r, const plump_ragdoll_def* def, plump_error* error) {
    const plump_allocator* hooks = &r->hooks;
    r->def = *def;
    r->def.bones = NULL;
    r->count = def->bone_count;
    r->parts = pl_alloc_zero(hooks, r->count, sizeof *r->parts);
    r->motions = pl_alloc_zero(hooks, 2 * (size_t)r->count, sizeof *r->motions);
    r->matrices = pl_alloc_zero(hooks, r->count, 12 * sizeof *r->matrices);
    if (!r->parts || !r->motions || !r->matrices) return pl_fail_memory(error, "a ragdoll");
    r->before = r->motions + r->count;
    fill_parts(r, def);
    if (!pl_ragdoll_build(r)) return pl_fail_memory(error, "the rigid bodies of a ragdoll");
    pl_ragdoll_place(r);
    pl_ragdoll_write_matrices(r);
    return PLUMP_OK;
}

plump_result plump_ragdoll_create(const plump_ragdoll_def* def, plump_ragdoll** ragdoll,
                                  plump_error* error) {
    if (!ragdoll) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "ragdoll is NULL");
    *ragdoll = NULL;
    plump_result result = pl_ragdoll_check(def, error);
    if (result != PLUMP_OK) return result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    plump_ragdoll* made = pl_alloc_zero(&hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "a ragdoll");
    made->hooks = hooks;
    result = fill(made, def, error);
    if (result == PLUMP_OK)
        *ragdoll = made;
    else
        plump_ragdoll_destroy(made);
    return result;
}

void plump_ragdoll_destroy(plump_ragdoll* ragdoll) {
    if (!ragdoll) return;
    plump_allocator hooks = ragdoll->hooks;
    pl_ragdoll_tear_down(ragdoll);
    pl_free(&hooks, ragdoll->parts);
    pl_free(&hooks, ragdoll->motions);
    pl_free(&hooks, ragdoll->matrices);
    pl_free(&hooks, ragdoll->touches);
    pl_free(&hooks, ragdoll);
}

const double* plump_ragdoll_matrices(const plump_ragdoll* ragdoll) {
    return ragdoll->matrices;
}

uint32_t plump_ragdoll_bone_count(const plump_ragdoll* ragdoll) {
    return ragdoll->count;
}
