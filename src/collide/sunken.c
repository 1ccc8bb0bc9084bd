// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How deep bodies are in obstacles with closed forms when the step ends, by all of their vertices:
// what has no contact, since it is too deep or there was no room, is in it as well.
#include "src/collide/collide_data.h"

// Pairs are sorted by their first body.
static size_t first_of(const pl_collide* collide, uint32_t body) {
    size_t begin = 0, end = collide->pair_count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (collide->pairs[middle].a < body) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

static double depth_in(const pl_body* body, const pl_obstacle* obstacle) {
    pl_view view = pl_view_make(&obstacle->now, body->origin);
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    double least = 0.0;
    for (uint32_t i = 0; i < body->count; ++i) {
        double p[3];
        pl_solid_near near[3];
        pl_view_apply(&view, x, i, p);
        pl_solid_distance(obstacle->solid, p, 0.0, near);
        if (near[0].distance < least) least = near[0].distance;
    }
    return -least;
}

static void measure_body(pl_body* body, const pl_stage* stage) {
    const pl_collide* collide = stage->collide;
    for (size_t i = first_of(collide, body->index); i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        if (pair->a != body->index) return;
        if (!pair->is_obstacle || !pl_solid_is_round(stage->obstacles[pair->b]->solid)) continue;
        float depth = (float)depth_in(body, stage->obstacles[pair->b]);
        if (depth > body->penetration) body->penetration = depth;
    }
}

void pl_collide_measure(const pl_stage* stage) {
    pl_stage_bodies(stage, measure_body);
}
