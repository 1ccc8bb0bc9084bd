// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Between its vertices a skin may still cut into what is below: vertices of bodies that stick out
// push the triangle above them, corners by their share, in rounds until none does.
#include "src/mesh/mesh_rings.h"
#include "src/skin/skin_data.h"

#define ROUNDS 10
// edges of the skin:
#define FAR  2.0  // nothing is as far outside after pressing
#define MOST 0.5  // that a corner is pushed in a round: then triangles do not turn over

// Where vertex `place` of a body is, about the skin's origin.
static pl_vec3d place_below(const pl_below* below, uint32_t place) {
    const pl_body* body = below->body;
    return pl_vec3d_add(below->pose.at,
                        pl_vec3d_make((double)body->x[0][place], (double)body->x[1][place],
                                      (double)body->x[2][place]));
}

// Whether the body's surface faces the way the skin does there. In a crease, where the skin folds
// onto itself, the nearest triangle may be one of the other side, seen from behind.
static bool faces(const pl_body* body, uint32_t place, const float normal[3]) {
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    pl_vec3d out = pl_ring_vector(body->surface, x, place);
    return out.x * (double)normal[0] + out.y * (double)normal[1] + out.z * (double)normal[2] > 0;
}

static void look_up(const plump_skin* skin, const pl_below* below, uint32_t place,
                    pl_skin_poke* poke) {
    pl_vec3d p = place_below(below, place);
    const float asked[3] = {(float)p.x, (float)p.y, (float)p.z};
    const float* const x[3] = {skin->x[0], skin->x[1], skin->x[2]};
    pl_near near;
    pl_tree_nearest(&skin->tree, x, asked,
                    (float)(skin->thickness + FAR * skin->surface->edge_mean), &near);
    poke->triangle = near.triangle;
    if (near.triangle == PL_TREE_NONE) return;
    pl_surface_normal(skin->surface, x, near.triangle, near.feature, poke->normal);
    const uint32_t* corner = skin->surface->triangles + 3 * (size_t)near.triangle;
    double side = 0;
    for (int k = 0; k < 3; ++k) {
        double at = 0;
        for (int c = 0; c < 3; ++c) at += (double)near.share[c] * (double)x[k][corner[c]];
        side += ((double)asked[k] - at) * (double)poke->normal[k];
        poke->share[k] = near.share[k];
    }
    double distance = sqrt((double)near.squared);
    poke->out = (float)(side < 0 ? -distance : distance);
    if (side > 0 && !faces(below->body, place, poke->normal)) poke->triangle = PL_TREE_NONE;
}

// Vertices of all bodies, one after the other.
static void look_up_all(plump_skin* skin, uint32_t begin, uint32_t end) {
    uint32_t first = 0;
    for (uint32_t b = 0; b < skin->carrier_count; ++b) {
        const pl_body* body = skin->below[b].body;
        uint32_t count = body ? body->count : 0;
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t at = first + i;
            if (at >= begin && at < end) look_up(skin, &skin->below[b], i, &skin->pokes[at]);
        }
        first += count;
    }
}

static uint32_t count_below(const plump_skin* skin) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < skin->carrier_count; ++b)
        if (skin->below[b].body) count += skin->below[b].body->count;
    return count < skin->poke_count ? count : skin->poke_count;
}

static void refit(plump_skin* skin) {
    const float* const x[3] = {skin->x[0], skin->x[1], skin->x[2]};
    pl_tree_refit(&skin->tree, x, NULL);
}

// The longest push that any poke asks of a corner is the one it gets: sums would overshoot where
// many poke one triangle.
static void add_push(plump_skin* skin, const pl_skin_poke* poke, double length) {
    const uint32_t* corner = skin->surface->triangles + 3 * (size_t)poke->triangle;
    double squares = 0, most = MOST * skin->surface->edge_mean;
    for (int c = 0; c < 3; ++c) squares += (double)poke->share[c] * (double)poke->share[c];
    for (int c = 0; c < 3; ++c) {
        float* push = skin->push + 3 * (size_t)corner[c];
        double by = length * (double)poke->share[c] / squares;
        if (by > most) by = most;
        double old = 0;
        for (int k = 0; k < 3; ++k) old += (double)push[k] * (double)push[k];
        if (by * by <= old) continue;
        for (int k = 0; k < 3; ++k) push[k] = (float)(by * (double)poke->normal[k]);
    }
}

// Returns how many vertices are outside.
static uint32_t gather(plump_skin* skin, uint32_t count, double room) {
    uint32_t outside = 0;
    skin->info.outside_most = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const pl_skin_poke* poke = &skin->pokes[i];
        if (poke->triangle == PL_TREE_NONE || (double)poke->out <= 0) continue;
        ++outside;
        if ((double)poke->out > skin->info.outside_most)
            skin->info.outside_most = (double)poke->out;
        add_push(skin, poke, (double)poke->out + room);
    }
    return outside;
}

void pl_skin_cover(plump_skin* skin, pl_task_pool* pool) {
    uint32_t places = skin->surface->count, count = count_below(skin);
    skin->info.below_count = count;
    for (uint32_t round = 0;; ++round) {
        refit(skin);
        pl_skin_run(skin, pool, look_up_all, count);
        memset(skin->push, 0, (size_t)places * 3 * sizeof *skin->push);
        skin->info.outside = gather(skin, count, 0.25 * skin->thickness);
        if (!skin->info.outside || round == ROUNDS) break;
        for (uint32_t i = 0; i < places; ++i)
            for (int k = 0; k < 3; ++k) skin->x[k][i] += skin->push[3 * (size_t)i + (size_t)k];
    }
}
