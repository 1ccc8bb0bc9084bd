// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Fields: gravity that changes, wind, pulls towards a point and vortices. All but gravity differ
// from vertex to vertex and are given as a push to velocities at the beginning of each step. A body
// that no field reaches is left alone, so that it can sleep.
#include "io/scene_run.h"

#include <math.h>
#include <string.h>

static bool is_active(const plump_scene* scene, const pl_plan_field* field) {
    double time = pl_scene_clock(scene), slack = pl_scene_slack(scene);
    return time >= field->from - slack && time < field->until - slack;
}

static double strength_now(const plump_scene* scene, const pl_plan_field* field) {
    return pl_scene_curve_at(&field->strength, pl_scene_clock(scene), pl_scene_slack(scene));
}

// --- gravity ---

static plump_result apply_gravity(plump_scene* scene, plump_error* error) {
    double sum[3] = {0, 0, 0};
    bool any = false;
    for (uint32_t i = 0; i < scene->plan.field_count; ++i) {
        const pl_plan_field* field = &scene->plan.fields[i];
        if (field->kind != PL_PLAN_GRAVITY || !is_active(scene, field)) continue;
        double strength = strength_now(scene, field);
        for (int k = 0; k < 3; ++k) sum[k] += strength * field->direction[k];
        any = true;
    }
    float gravity[3], was[3];
    memcpy(gravity, scene->plan.gravity, sizeof gravity);
    for (int k = 0; any && k < 3; ++k) gravity[k] = (float)sum[k];
    plump_world_get_gravity(scene->world, was);
    if (was[0] == gravity[0] && was[1] == gravity[1] && was[2] == gravity[2]) return PLUMP_OK;
    return plump_world_set_gravity(scene->world, gravity, error);
}

// --- what acts on vertices ---

typedef struct push {
    const pl_plan_field* field;
    double strength;  // now
} push;

enum { PUSHES_MOST = 64 };  // at once, on one body

static bool includes(const pl_plan_who* who, uint32_t body) {
    for (uint32_t i = 0; i < who->count; ++i) {
        if (body >= who->ranges[i].first && body - who->ranges[i].first < who->ranges[i].count)
            return true;
    }
    return false;
}

static uint32_t gather(const plump_scene* scene, uint32_t body, push* pushes) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->plan.field_count && count < PUSHES_MOST; ++i) {
        const pl_plan_field* field = &scene->plan.fields[i];
        if (field->kind == PL_PLAN_GRAVITY || !is_active(scene, field)) continue;
        if (!includes(&field->who, body)) continue;
        double strength = strength_now(scene, field);
        if (strength != 0) pushes[count++] = (push){field, strength};
    }
    return count;
}

static bool is_outside(const pl_plan_field* field, const double x[3]) {
    for (int k = 0; field->box_given && k < 3; ++k) {
        if (x[k] < field->box_min[k] || x[k] > field->box_max[k]) return true;
    }
    return false;
}

// 1 in the middle, 0 from the radius on, with no kink at either.
static double falloff(double radius, double distance) {
    if (radius <= 0) return 1;
    double s = distance / radius;
    return s >= 1 ? 0 : (1 - s * s) * (1 - s * s);
}

static double length_of(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

// Adds the acceleration at x; false: none.
static bool add_push(const push* p, const double x[3], double a[3]) {
    const pl_plan_field* field = p->field;
    if (is_outside(field, x)) return false;
    if (field->kind == PL_PLAN_WIND) {
        for (int k = 0; k < 3; ++k) a[k] += p->strength * field->direction[k];
        return true;
    }
    double arm[3], way[3];  // from the centre, and along which it is pushed
    for (int k = 0; k < 3; ++k) arm[k] = x[k] - field->centre[k];
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        way[k] = field->kind == PL_PLAN_POINT
                     ? -arm[k]
                     : field->direction[i] * arm[j] - field->direction[j] * arm[i];
    }
    double distance = length_of(way);  // from the centre, or from the axis
    double strength = p->strength * falloff(field->radius, distance);
    if (distance == 0 || strength == 0) return false;
    for (int k = 0; k < 3; ++k) a[k] += strength * way[k] / distance;
    return true;
}

static bool accelerate(const push* pushes, uint32_t count, const double x[3], double a[3]) {
    bool any = false;
    a[0] = a[1] = a[2] = 0;
    for (uint32_t i = 0; i < count; ++i) any = add_push(&pushes[i], x, a) || any;
    return any;
}

static bool reaches(const plump_body_view* view, const push* pushes, uint32_t count) {
    for (uint32_t i = 0; i < view->count; ++i) {
        const double x[3] = {view->origin[0] + (double)view->x[i],
                             view->origin[1] + (double)view->y[i],
                             view->origin[2] + (double)view->z[i]};
        double a[3];
        if (accelerate(pushes, count, x, a)) return true;
    }
    return false;
}

static plump_result push_body(plump_scene* scene, plump_body_id body, const push* pushes,
                              uint32_t count, plump_error* error) {
    plump_body_view view;
    plump_result result = plump_body_lend(scene->world, body, &view, error);
    if (result != PLUMP_OK || !reaches(&view, pushes, count)) return result;
    plump_body_edit edit;
    result = plump_body_lend_edit(scene->world, body, &edit, error);
    if (result != PLUMP_OK) return result;
    double dt = (double)scene->plan.info.dt;
    for (uint32_t i = 0; i < edit.count; ++i) {
        const double x[3] = {edit.origin[0] + (double)edit.x[i], edit.origin[1] + (double)edit.y[i],
                             edit.origin[2] + (double)edit.z[i]};
        double a[3];
        if (!accelerate(pushes, count, x, a)) continue;
        edit.vx[i] += (float)(dt * a[0]);
        edit.vy[i] += (float)(dt * a[1]);
        edit.vz[i] += (float)(dt * a[2]);
    }
    return PLUMP_OK;
}

plump_result pl_scene_apply_fields(plump_scene* scene, plump_error* error) {
    plump_result result = apply_gravity(scene, error);
    for (uint32_t i = 0; i < scene->plan.body_count && result == PLUMP_OK; ++i) {
        push pushes[PUSHES_MOST];
        if (scene->plan.field_count == 0 || scene->run->bodies[i].gone) continue;
        uint32_t count = gather(scene, i, pushes);
        if (count > 0) result = push_body(scene, scene->run->bodies[i].id, pushes, count, error);
    }
    return result;
}
