// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a ragdoll cannot be made of. ODE ends the process when it is given nonsense, so nothing of
// the kind may get through.
#include "ragdoll/ragdoll_parts.h"

#include "src/base/cookie.h"
#include "src/base/text.h"

#include <math.h>

static bool is_fine(const double* values, int count, double most) {
    for (int i = 0; i < count; ++i)
        if (!(fabs(values[i]) <= most)) return false;
    return true;
}

static plump_result check_bone(const plump_ragdoll_def* def, uint32_t i, plump_error* error) {
    const plump_rig_bone* bone = &def->bones[i];
    if (bone->parent != PLUMP_RIG_ROOT && bone->parent >= def->bone_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "bone %u of the ragdoll has the parent %u; there are %u bones", (unsigned)i,
                       (unsigned)bone->parent, (unsigned)def->bone_count);
    if (!is_fine(bone->joint, 3, 1e9) || !is_fine(bone->tip, 3, 1e9))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "bone %u of the ragdoll: its ends must be finite and at most 1e9",
                       (unsigned)i);
    double radius = bone->radius * def->scale;
    if (!(radius >= 1e-6 && radius <= 1e6))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "bone %u of the ragdoll has a radius of %g m; it must be 1e-6 to 1e6",
                       (unsigned)i, radius);
    // as many steps up as there are bones mean a circle
    uint32_t up = i;
    for (uint32_t k = 0; k <= def->bone_count && up != PLUMP_RIG_ROOT; ++k) {
        up = def->bones[up].parent;
        if (up != PLUMP_RIG_ROOT && up >= def->bone_count) return PLUMP_OK;  // told of that bone
    }
    if (up != PLUMP_RIG_ROOT)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "bone %u of the ragdoll is its own ancestor; parents must end at a root",
                       (unsigned)i);
    return PLUMP_OK;
}

typedef struct {
    const char* name;
    double value, least, most;
} range;

// A least of 0 is meant to be above it where `is_open`.
static plump_result check_range(const range* r, bool is_open, plump_error* error) {
    if (r->value >= r->least && r->value <= r->most && !(is_open && r->value <= 0)) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the ragdoll's %s is %g; it must be %s %g to %g",
                   r->name, r->value, is_open ? "above" : "from", r->least, r->most);
}

static plump_result check_numbers(const plump_ragdoll_def* def, plump_error* error) {
    const range open[] = {
        {"scale", def->scale, 0, 1e6},
        {"turn_limit", def->turn_limit, 0, 3},
        {"contact_hertz", def->contact_hertz, 0, 1e3},
    };
    const range closed[] = {
        {"density", def->density, 1e-3, 1e6}, {"hertz", def->hertz, 0, 1e3},
        {"damping", def->damping, 0, 1e3},    {"contact_damping", def->contact_damping, 0, 1e3},
        {"friction", def->friction, 0, 1e3},
    };
    plump_result result = PLUMP_OK;
    for (size_t i = 0; i < 3 && result == PLUMP_OK; ++i)
        result = check_range(&open[i], true, error);
    for (size_t i = 0; i < 5 && result == PLUMP_OK; ++i)
        result = check_range(&closed[i], false, error);
    return result;
}

static plump_result check_start(const plump_ragdoll_def* def, plump_error* error) {
    double rotation[4] = {def->rotation[0], def->rotation[1], def->rotation[2], def->rotation[3]};
    double length = 0;
    for (int k = 0; k < 4; ++k) length += rotation[k] * rotation[k];
    if (!is_fine(rotation, 4, 1e9) || !(length > 1e-18))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the ragdoll's rotation must be a finite quaternion, not 0");
    if (!is_fine(def->position, 3, 1e9) || !is_fine(def->gravity, 3, 1e6) ||
        !is_fine(def->velocity, 3, 1e6) || !is_fine(def->angular_velocity, 3, 1e4))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the ragdoll's position (to 1e9 m), gravity (1e6 m/s^2), velocity (1e6 m/s) "
                       "and angular velocity (1e4 rad/s) must be finite");
    return PLUMP_OK;
}

plump_result pl_ragdoll_check(const plump_ragdoll_def* def, plump_error* error) {
    if (!def || def->cookie != PL_COOKIE_RAGDOLL)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_ragdoll_def was not begun with plump_default_ragdoll_def()");
    if (!def->bones || def->bone_count == 0 || def->bone_count > PLUMP_RAGDOLL_BONES_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "a ragdoll has 1 to %d bones, not %u",
                       PLUMP_RAGDOLL_BONES_MOST, (unsigned)(def->bones ? def->bone_count : 0));
    plump_result result = check_numbers(def, error);
    if (result == PLUMP_OK) result = check_start(def, error);
    for (uint32_t i = 0; i < def->bone_count && result == PLUMP_OK; ++i)
        result = check_bone(def, i, error);
    return result;
}
