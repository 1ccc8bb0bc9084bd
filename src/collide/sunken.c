// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies in obstacles with closed forms, by all of their vertices: what has no contact, since it
// was far away, is too deep or there was no room, is in it as well. How deep they are is told when
// the step ends; and what volumes or sides have thrown into one comes out at once (a flat body that
// was switched on again, and swelled to its volume in one substep: a size below the floor).
#include "src/collide/collide_data.h"

#define LEAP      5e-3  // of the size: places that move by less have a contact with what they come to
#define SLOP      5e-3  // likewise: as contacts leave it at worst
#define OUT_SPEED 2.5   // sizes per second: how fast what was inside comes out, as by contacts

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

// Out of the obstacle, and no longer into it.
static void come_out(pl_body* body, uint32_t place, pl_vec3 out, float way, pl_vec3 drift) {
    const float n[3] = {out.x, out.y, out.z};
    pl_vec3 v = pl_vec3_make(body->v[0][place], body->v[1][place], body->v[2][place]);
    float into = pl_vec3_dot(pl_vec3_sub(v, drift), out);
    for (int k = 0; k < 3; ++k) {
        body->x[k][place] += way * n[k];
        if (into < 0.0f) body->v[k][place] -= into * n[k];
    }
    body->contact[place] = 1.0f;
    body->touched = body->held_out = true;
    pl_mark_moved(body, place);
}

static double distance_of(const pl_obstacle* obstacle, const pl_view* view, const float* const x[3],
                          uint32_t place) {
    double p[3];
    pl_solid_near near[3];
    pl_view_apply(view, x, place, p);
    pl_solid_distance(obstacle->solid, p, 0.0, near);
    return near[0].distance;
}

// What was in it already comes out no faster than by contacts: two balls of foam in the same place
// that began half in a floor were thrown 20 m high.
static void keep_out_of(pl_body* body, const pl_obstacle* obstacle, float margin, float h) {
    pl_view view = pl_view_make(&obstacle->now, body->origin);
    pl_view before = pl_view_make(&obstacle->past, body->origin);
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    const float* const past[3] = {body->past[0], body->past[1], body->past[2]};
    for (uint32_t i = 0; i < body->count; ++i) {
        double p[3];
        pl_solid_near near[3];
        pl_view_apply(&view, x, i, p);
        pl_solid_distance(obstacle->solid, p, 0.0, near);
        if (!(near[0].distance < -SLOP * body->extent) || !(body->inv_mass[i] > 0.0f)) continue;
        double was = distance_of(obstacle, &before, past, i), to = (double)margin;
        double most = was + OUT_SPEED * body->extent * (double)h;
        if (was < 0.0 && most < to) to = most;
        if (!(near[0].distance < to)) continue;
        pl_vec3d at =
            pl_vec3d_make(body->origin[0] + (double)x[0][i], body->origin[1] + (double)x[1][i],
                          body->origin[2] + (double)x[2][i]);
        pl_vec3d drift = pl_vec3d_scale(pl_obstacle_drift_at(obstacle, at), 1.0 / (double)h);
        come_out(body, i, pl_view_back(&view, pl_vec3d_load(near[0].normal)),
                 (float)to - (float)near[0].distance, pl_vec3d_narrow(drift));
    }
}

static void keep_out_body(pl_body* body, const pl_stage* stage) {
    const pl_collide* collide = stage->collide;
    if (!body->held_out && !(body->leap > LEAP * body->extent)) return;
    for (size_t i = first_of(collide, body->index); i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        if (pair->a != body->index) return;
        const pl_obstacle* obstacle = pair->is_obstacle ? stage->obstacles[pair->b] : NULL;
        if (obstacle && pl_solid_is_round(obstacle->solid) && !pl_obstacle_gives(obstacle))
            keep_out_of(body, obstacle, pair->margin, stage->h);
    }
}

bool pl_collide_keep_out(const pl_stage* stage) {
    bool any = false;
    if (stage->obstacle_count == 0) return false;
    pl_stage_light(stage, keep_out_body);
    for (uint32_t i = 0; i < stage->body_count; ++i) any = any || stage->bodies[i]->held_out;
    return any;
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
