// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How many substeps a step needs: short enough for the stiffest body, half of that where bodies may
// press, and short enough that two soft bodies which hit each other do not get caught.
#include "src/muscle/muscle.h"
#include "src/state/pace.h"
#include "src/world/world_data.h"

#include <math.h>

// What elasticity does in one substep contacts have to undo where bodies press: half as long, a
// quarter of it. A duck of 10 Hz boils on a floor at 8 ms (1.2 m/s) and is calm at 4.
#define CONTACT_SHARE 0.5

// How far two bodies may come towards each other in a substep, in edges. Beyond it, surfaces that
// are folded by the blow cross before any vertex is seen inside. Of 20 ducks and 20 tori that meet
// at 6 m/s many stay caught with 0.9 of an edge, and some are drawn through the floor by others;
// with 0.4 one pair stays caught, by 2 % of the size.
#define APPROACH_EDGES 0.4

#define STOPPED 8.0  // times the limit

#define HALF_DIAGONAL 0.87  // of a cube of size 1

static bool has_obstacles(const plump_world* world) {
    for (size_t i = 0; i < world->obstacle_count; ++i) {
        if (!world->obstacles[i]->def.trigger) return true;
    }
    return false;
}

static bool may_touch(const plump_world* world) {
    if (world->body_count > 1 || has_obstacles(world)) return true;
    const pl_body* only = world->body_count == 1 ? world->bodies[0] : NULL;
    return only && (only->def.self_contact || pl_parts_meet(only));
}

static double needed_by_elasticity(const plump_world* world, double dt) {
    double needed = 1.0, share = may_touch(world) ? CONTACT_SHARE : 1.0;
    for (size_t i = 0; i < world->body_count; ++i) {
        const pl_body* body = world->bodies[i];
        double longest = body->asleep ? 0.0 : share * body->model->substep_longest(body);
        if (longest > 0.0 && dt / longest > needed) needed = dt / longest;
    }
    return needed;
}

static double needed_by_weight(const plump_world* world, double dt, double needed) {
    const float* g = world->def.gravity;
    double weight = pl_vec3d_length(pl_vec3_widen(pl_vec3_load(g)));
    for (size_t i = 0; i < world->body_count && may_touch(world); ++i) {
        const pl_body* body = world->bodies[i];
        double count = body->asleep ? 0.0 : dt * pl_rate_by_weight(weight, body->extent);
        if (count > needed) needed = count;
    }
    return needed;
}

// Muscles that are at work move as fast as they should.
static double needed_by_muscles(const plump_world* world, double dt, double needed) {
    for (size_t i = 0; i < world->muscle_count; ++i) {
        const pl_body* body = pl_world_find(world, world->muscles[i]->def.body, NULL);
        double longest = body->asleep ? 0.0 : pl_muscle_substep(body, world->muscles[i]);
        if (longest > 0.0 && dt / longest > needed) needed = dt / longest;
    }
    return needed;
}

static double edge_of(const pl_body* body) {
    return body->surface->edge_mean * (double)body->def.scale;
}

// By their motion after the last step: a push since then counts one step later.
static pl_vec3d velocity_of(const pl_body* body) {
    return body->asleep ? pl_vec3d_make(0, 0, 0) : body->motion.velocity;
}

// Of single places against the whole.
static double unrest_of(const pl_body* body) {
    return body->asleep ? 0.0 : pl_motion_deformation(&body->motion);
}

static pl_vec3d centre_of(const pl_body* body) {
    return pl_vec3d_add(pl_vec3d_load(body->origin), body->motion.centre);
}

// Whether balls around the two, as large as cubes of their size would need, meet within the step.
static bool may_meet(const pl_body* a, const pl_body* b, double way) {
    double reach = HALF_DIAGONAL * (a->extent + b->extent) + way;
    pl_vec3d apart = pl_vec3d_sub(centre_of(a), centre_of(b));
    return pl_vec3d_dot(apart, apart) <= reach * reach;
}

static double needed_by_pair(const pl_body* a, const pl_body* b, double dt) {
    double speed = pl_vec3d_length(pl_vec3d_sub(velocity_of(a), velocity_of(b)));
    double way = dt * (speed + unrest_of(a) + unrest_of(b));
    double edge = edge_of(a) < edge_of(b) ? edge_of(a) : edge_of(b);
    double needed = way / (APPROACH_EDGES * edge);
    return needed > 1.0 && may_meet(a, b, way) ? needed : 1.0;
}

// Parts of one body go past each other as bodies do.
static double needed_by_parts(const plump_world* world, double dt, double needed) {
    for (size_t i = 0; i < world->body_count; ++i) {
        const pl_body* body = world->bodies[i];
        double way = 2.0 * dt * unrest_of(body);
        if (pl_parts_meet(body) && way > needed * APPROACH_EDGES * edge_of(body))
            needed = way / (APPROACH_EDGES * edge_of(body));
    }
    return needed;
}

// Only the fast are compared with all others: in a heap at rest there are none.
static double needed_by_approach(const plump_world* world, double dt, double needed) {
    for (size_t i = 0; i < world->body_count; ++i) {
        const pl_body* a = world->bodies[i];
        double way = 2.0 * dt * (pl_vec3d_length(velocity_of(a)) + unrest_of(a));
        if (!a->def.soft_contact || way <= needed * APPROACH_EDGES * edge_of(a)) continue;
        for (size_t k = 0; k < world->body_count; ++k) {
            const pl_body* b = world->bodies[k];
            double pair = k == i ? 1.0 : needed_by_pair(a, b, dt);
            if (pair > needed && pl_bodies_agree(a, b, world->apart, world->apart_count))
                needed = pair;
        }
    }
    return needed;
}

uint32_t pl_substeps_needed(const plump_world* world, float dt) {
    double limit = world->def.substep_limit;
    double needed = needed_by_elasticity(world, (double)dt);
    needed = needed_by_weight(world, (double)dt, needed);
    needed = needed_by_muscles(world, (double)dt, needed);
    double approach = needed_by_approach(world, (double)dt, needed);
    approach = needed_by_parts(world, (double)dt, approach);
    // Much faster ones are stopped as a whole where they hit, however long the substep.
    if (approach <= STOPPED * limit) needed = approach;
    // a hair above a whole number is that number, rounded
    double count = ceil(needed - 1e-6);
    return (uint32_t)(count < limit ? count : limit);
}
