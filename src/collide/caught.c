// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// In a violent impact a vertex may be driven through another body. It is then held on the far side
// by contacts all around, drawn out of its own body like a thread, and the two never come apart.
// Places that are drawn out are let go, they and the triangles around them, as soon as the worst is
// over: elasticity draws them back the way they came. While it lasts they overlap; without it,
// 20 ducks and 20 tori that crash at 6 m/s keep 16 vertices caught and never come to rest.
#include "src/collide/collide_data.h"
#include "src/collide/tree_four.h"
#include "src/state/calm.h"

#include <string.h>

// Times as long edges as at rest; bodies in heaps that hold have up to 2. In a fine mesh those of a
// deep dent are longer.
#define DRAWN_OUT      2.5f
#define DRAWN_OUT_FINE 5.0f
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
    collider->any_caught = memchr(collider->caught, 1, body->count) != NULL;
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
    return has_caught(body) && body->collider->caught[place] != 0;
}
