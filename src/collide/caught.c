// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A vertex may be on the far side of another body: a caller has put it there, or the two were made
// in each other. It would be held there by contacts all around, drawn out of its own body like a
// thread, and the two would never come apart. Places that are drawn out, with an edge through the
// other, are let go, they and the triangles around them, as soon as the worst is over: elasticity
// draws them back the way they came. While it lasts they overlap.
#include "src/collide/collide_data.h"
#include "src/collide/tree_four.h"
#include "src/state/calm.h"

#include <string.h>

// Times as long edges as at rest; bodies in heaps that hold have up to 2. In a fine mesh those of a
// deep dent are longer.
#define DRAWN_OUT      2.5f
#define DRAWN_OUT_FINE 5.0f
#define TOUCHING       1e-5f  // of the sizes: what goes no deeper is not through a surface
// Sizes per second: bodies that hit each other harder hold on to what they have.
#define WORST 6.0

static float edges_squared(const pl_surface* surface, const float* const x[3], uint32_t place) {
    float sum = 0.0f;
    for (uint32_t i = surface->ring_first[place]; i < surface->ring_first[place + 1]; ++i) {
        for (int k = 0; k < 3; ++k) {
            float d = x[k][surface->ring[i]] - x[k][place];
            sum += d * d;
        }
    }
    return sum;
}

void pl_caught_begin(pl_body* body) {
    for (uint32_t i = 0; i < body->count; ++i)
        body->collider->rest_edges[i] = edges_squared(body->surface, body->rest, i);
}

// Most are far from it: for them a sum in any order will do.
static bool is_drawn_out(const pl_surface* surface, const float* const x[3], uint32_t place,
                         float most) {
    four sum = four_zero(), at = four_point(x, place);
    for (uint32_t i = surface->ring_first[place]; i < surface->ring_first[place + 1]; ++i) {
        four d = four_sub(four_point(x, surface->ring[i]), at);
        sum = four_add(sum, four_mul(d, d));
    }
    float sums[4];
    four_storeu(sums, sum);
    return !(sums[0] + sums[1] + sums[2] < 0.999f * most) &&
           edges_squared(surface, x, place) > most;
}

void pl_caught_mark(pl_body* body) {
    pl_collider* collider = body->collider;
    const float* x[3] = {body->past[0], body->past[1], body->past[2]};
    bool fine = pl_surface_across(body->surface) > PL_FINE;
    float longest = fine ? DRAWN_OUT_FINE : DRAWN_OUT;
    float most = longest * longest, swollen = (float)body->volume_ratio;
    if (swollen > 1.0f) most *= swollen;  // inflated by s^3 its edges are s times as long
    for (uint32_t i = 0; i < body->count; ++i)
        collider->caught[i] = is_drawn_out(body->surface, x, i, most * collider->rest_edges[i]);
    collider->any_drawn = memchr(collider->caught, 1, body->count) != NULL;
    collider->any_caught = false;
}

static void see(const pl_body* body, uint32_t place, const pl_body* other, float at[3]) {
    for (int k = 0; k < 3; ++k)
        at[k] = (float)(body->origin[k] - other->origin[k] + (double)body->past[k][place]);
}

// Whether a segment goes through the surface of another body, and still does a little outwards:
// what only lies on it, as edges that have been put back on their side do, is not through it. (Let
// go, it soon was: a crushed jelly let a box of twenty times its density through by half its size.)
static bool goes_through(const pl_body* other, const float* const x[3], float room,
                         const float from[3], const float to[3]) {
    pl_crossing crossing;
    float from_out[3], to_out[3];
    pl_tree_segment(&other->collider->tree, x, from, to, &crossing);
    if (crossing.triangle == PL_TREE_NONE) return false;
    const uint32_t* corner = other->surface->triangles + 3 * (size_t)crossing.triangle;
    pl_vec3 out = pl_vec3_scale(pl_face_normal(x, corner), room);
    pl_vec3_store(pl_vec3_add(pl_vec3_load(from), out), from_out);
    pl_vec3_store(pl_vec3_add(pl_vec3_load(to), out), to_out);
    pl_tree_segment(&other->collider->tree, x, from_out, to_out, &crossing);
    return crossing.triangle != PL_TREE_NONE;
}

static bool is_through(const pl_body* body, uint32_t place, const pl_body* other) {
    const pl_surface* surface = body->surface;
    float* const* x = other->asleep ? other->x : other->past;
    const float* const at[3] = {x[0], x[1], x[2]};
    float from[3], to[3], room = TOUCHING * (float)(body->extent + other->extent);
    see(body, place, other, from);
    for (uint32_t i = surface->ring_first[place]; i < surface->ring_first[place + 1]; ++i) {
        see(body, surface->ring[i], other, to);
        if (goes_through(other, at, room, from, to)) return true;
    }
    return false;
}

void pl_caught_find(pl_body* body, const pl_body* other) {
    pl_collider* collider = body->collider;
    if (body->asleep || !collider->any_drawn || !pl_caught_counts(body, other)) return;
    for (uint32_t i = 0; i < body->count; ++i) {
        if (collider->caught[i] != 1 || !is_through(body, i, other)) continue;
        collider->caught[i] = 2;
        collider->any_caught = true;
    }
}

static bool has_caught(const pl_body* body) {
    return !body->asleep && body->collider->any_caught;
}

bool pl_caught_counts(const pl_body* a, const pl_body* b) {
    double speed = pl_vec3d_length(pl_vec3d_sub(a->motion.velocity, b->motion.velocity));
    double size = a->extent < b->extent ? a->extent : b->extent;
    return a != b && speed + pl_unrest(a) + pl_unrest(b) < WORST * size;
}

bool pl_caught_let_go(const pl_body* a, const pl_body* b) {
    return pl_caught_counts(a, b) && (has_caught(a) || has_caught(b));
}

bool pl_caught_at(const pl_body* body, uint32_t place) {
    return has_caught(body) && body->collider->caught[place] == 2;
}
