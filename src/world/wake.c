// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Who wakes when something beside them comes, goes or moves: bodies whose box is near its box. Only
// sleepers are looked at; the others see for themselves in the next step.
#include "src/state/asleep.h"
#include "src/world/world_data.h"

#include <math.h>

#define NEAR 0.05  // of a body's size: what lies so close may lie on it

// What is barred has been changed where it lies.
void pl_body_rouse(plump_world* world, pl_body* body) {
    if (pl_body_is_barred(body)) {
        body->boxed = false;
        pl_body_halt(body);
        return;
    }
    world->woke_count += body->asleep;
    body->woke = body->woke || body->asleep;
    body->asleep = false;
    body->quiet_time = 0.0f;
}

// Eight at a time, since each comparison waits for the one before: 2.5 times as fast.
static void find_range(const float* x, uint32_t count, float* least, float* most) {
    float lo[8], hi[8];
    uint32_t whole = count / 8 * 8;
    for (uint32_t j = 0; j < 8; ++j) lo[j] = hi[j] = x[j < count ? j : 0];
    for (uint32_t i = 0; i < whole; i += 8) {
        for (uint32_t j = 0; j < 8; ++j) lo[j] = x[i + j] < lo[j] ? x[i + j] : lo[j];
        for (uint32_t j = 0; j < 8; ++j) hi[j] = x[i + j] > hi[j] ? x[i + j] : hi[j];
    }
    for (uint32_t i = whole; i < count; ++i) {
        lo[0] = x[i] < lo[0] ? x[i] : lo[0];
        hi[0] = x[i] > hi[0] ? x[i] : hi[0];
    }
    *least = lo[0];
    *most = hi[0];
    for (uint32_t j = 1; j < 8; ++j) {
        *least = lo[j] < *least ? lo[j] : *least;
        *most = hi[j] > *most ? hi[j] : *most;
    }
}

void pl_body_box(const pl_body* body, double lo[3], double hi[3]) {
    for (int k = 0; k < 3; ++k) {
        float least, most;
        find_range(body->x[k], body->count, &least, &most);
        lo[k] = body->origin[k] + (double)least;
        hi[k] = body->origin[k] + (double)most;
    }
}

// That of a sleeper is at hand, if it has fallen asleep in this world.
void pl_sleeper_box(const pl_body* body, double lo[3], double hi[3]) {
    if (!body->boxed) {
        pl_body_box(body, lo, hi);
        return;
    }
    for (int k = 0; k < 3; ++k) {
        lo[k] = body->origin[k] + (double)body->box_lo[k];
        hi[k] = body->origin[k] + (double)body->box_hi[k];
    }
}

static double slack_of(const pl_body* body) {
    return NEAR * body->extent + (double)body->def.margin;
}

static bool meet(const double lo[3], const double hi[3], const double body_lo[3],
                 const double body_hi[3], double slack) {
    for (int k = 0; k < 3; ++k) {
        if (body_lo[k] - slack > hi[k] || body_hi[k] + slack < lo[k]) return false;
    }
    return true;
}

void pl_rouse_near_box(plump_world* world, const double lo[3], const double hi[3]) {
    for (size_t i = 0; i < world->body_count; ++i) {
        pl_body* body = world->bodies[i];
        double body_lo[3], body_hi[3];
        if (!body->asleep || pl_body_is_barred(body)) continue;
        pl_sleeper_box(body, body_lo, body_hi);
        if (meet(lo, hi, body_lo, body_hi, slack_of(body))) pl_body_rouse(world, body);
    }
}

void pl_body_rouse_where_it_comes(plump_world* world, pl_body* body) {
    double lo[3], hi[3];
    pl_body_rouse(world, body);
    if (!pl_body_is_barred(body)) return;
    pl_body_box(body, lo, hi);
    pl_rouse_near_box(world, lo, hi);
}

// --- obstacles ---

#define STIRS 1e-4  // of its size in a step: what lies still wakes nobody

// Where it gets in a step if nothing stops it.
static pl_place flight_of(const pl_bone* bone, double dt) {
    pl_place place = pl_obstacle_place(bone->obstacle);
    for (int k = 0; k < 3; ++k) place.position[k] += dt * bone->velocity[k];
    return place;
}

void pl_rouse_for_bones(plump_world* world, double dt) {
    for (size_t i = 0; i < world->bone_count; ++i) {
        const pl_bone* bone = world->bones[i];
        const pl_obstacle* obstacle = bone->obstacle;
        double way = dt * pl_vec3d_length(pl_vec3d_load(bone->velocity)), size = 0.0;
        for (int k = 0; k < 3; ++k) size += (double)obstacle->solid->size[k];
        if (!pl_obstacle_gives(obstacle) || !(way > STIRS * size)) continue;
        pl_place from = pl_obstacle_place(obstacle), to = flight_of(bone, dt);
        pl_rouse_near_obstacle(world, obstacle, &from, &to);
    }
}

void pl_obstacle_widen(const pl_obstacle* obstacle, const pl_place* place, double lo[3],
                       double hi[3]) {
    const pl_solid* solid = obstacle->solid;
    double middle[3], half[3], margin = (double)obstacle->def.margin;
    for (int k = 0; k < 3; ++k) {
        middle[k] = 0.5 * (solid->lo[k] + solid->hi[k]);
        half[k] = 0.5 * (solid->hi[k] - solid->lo[k]);
    }
    for (int k = 0; k < 3; ++k) {
        const double* row = place->turn + (ptrdiff_t)3 * k;
        double at = place->position[k], reach = margin;
        for (int j = 0; j < 3; ++j) {
            at += row[j] * middle[j];
            reach += fabs(row[j]) * half[j];
        }
        lo[k] = at - reach < lo[k] ? at - reach : lo[k];
        hi[k] = at + reach > hi[k] ? at + reach : hi[k];
    }
}

// How far the lowest corner of a box is above a plane that stands so.
static double height_above(const pl_place* plane, const double lo[3], const double hi[3]) {
    double height = 0.0;
    for (int k = 0; k < 3; ++k) {
        double up = plane->turn[3 * k + 1], corner = up > 0 ? lo[k] : hi[k];
        height += up * (corner - plane->position[k]);
    }
    return height;
}

static void rouse_near_plane(plump_world* world, const pl_obstacle* obstacle, const pl_place* from,
                             const pl_place* to) {
    for (size_t i = 0; i < world->body_count; ++i) {
        pl_body* body = world->bodies[i];
        double lo[3], hi[3], slack = slack_of(body) + (double)obstacle->def.margin;
        if (!body->asleep || pl_body_is_barred(body)) continue;
        pl_sleeper_box(body, lo, hi);
        if (height_above(from, lo, hi) <= slack || height_above(to, lo, hi) <= slack)
            pl_body_rouse(world, body);
    }
}

void pl_rouse_near_obstacle(plump_world* world, const pl_obstacle* obstacle, const pl_place* from,
                            const pl_place* to) {
    double lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    if (obstacle->def.trigger) return;
    if (obstacle->def.shape == PLUMP_OBSTACLE_PLANE) {
        rouse_near_plane(world, obstacle, from, to);
        return;
    }
    if (obstacle->def.hollow) {  // its matter is everywhere else
        for (int k = 0; k < 3; ++k) lo[k] = -INFINITY, hi[k] = INFINITY;
    } else {
        pl_obstacle_widen(obstacle, from, lo, hi);
        pl_obstacle_widen(obstacle, to, lo, hi);
    }
    pl_rouse_near_box(world, lo, hi);
}
