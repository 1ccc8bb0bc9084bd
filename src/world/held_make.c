// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/world/held_make.h"

#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/state/held.h"
#include "src/world/checks.h"

#include <string.h>

// --- gathering ---

// A search over the surface from one place.
typedef struct {
    const pl_body* body;
    uint32_t from;
    double radius;
    float* share;  // per place: 0 outside
    uint32_t* found;
    uint32_t count;
} search;

// (1 - (d / radius)^2)^2, and 0 from the radius on.
static double falloff(const search* s, uint32_t place) {
    double square = 0.0;
    for (int k = 0; k < 3; ++k) {
        double d = (double)s->body->rest[k][place] - (double)s->body->rest[k][s->from];
        square += d * d;
    }
    double left = 1.0 - square / (s->radius * s->radius);
    return left > 0.0 ? left * left : 0.0;
}

// Without area it still counts for a little.
#define AREA_LEAST 1e-6  // of the mean

static double share_of(const search* s, uint32_t place) {
    const pl_surface* surface = s->body->surface;
    double least = AREA_LEAST * surface->area_total / surface->count;
    double area = (double)surface->area[place];
    return falloff(s, place) * (area > least ? area : least) / surface->area_total;
}

static void visit(search* s, uint32_t place) {
    if (s->share[place] > 0.0f) return;
    s->share[place] = (float)share_of(s, place);
    if (s->share[place] > 0.0f) s->found[s->count++] = place;
}

static void spread(search* s) {
    const pl_surface* surface = s->body->surface;
    visit(s, s->from);
    for (uint32_t i = 0; i < s->count; ++i) {
        uint32_t place = s->found[i];
        for (uint32_t r = surface->ring_first[place]; r < surface->ring_first[place + 1]; ++r)
            visit(s, surface->ring[r]);
    }
}

static void collect(const search* s, pl_held* patch) {
    double total = 0.0;
    for (uint32_t i = 0; i < s->count; ++i) total += (double)s->share[s->found[i]];
    patch->count = 0;
    for (uint32_t i = 0; i < s->body->count; ++i) {
        if (!(s->share[i] > 0.0f)) continue;
        patch->place[patch->count] = i;
        patch->weight[patch->count++] = (float)((double)s->share[i] / total);
    }
}

static bool make_room(pl_held* patch, uint32_t count, pl_arena* arena) {
    patch->place = pl_arena_alloc(arena, count, sizeof *patch->place);
    patch->weight = pl_arena_alloc(arena, count, sizeof *patch->weight);
    return patch->place && patch->weight;
}

bool pl_held_gather(const pl_body* body, uint32_t vertex, float radius, pl_arena* arena,
                    pl_held* patch) {
    uint32_t place = body->surface->place_of[vertex];
    if (!(radius > 0.0f)) {
        if (!make_room(patch, 1, arena)) return false;
        patch->count = 1;
        patch->place[0] = place;
        patch->weight[0] = 1.0f;
        return true;
    }
    search s = {.body = body, .from = place, .radius = (double)radius};
    s.share = pl_arena_alloc_zero(arena, body->count, sizeof *s.share);
    s.found = pl_arena_alloc(arena, body->count, sizeof *s.found);
    if (!s.share || !s.found) return false;
    spread(&s);
    if (!make_room(patch, s.count, arena)) return false;
    collect(&s, patch);
    return true;
}

// --- making ---

size_t pl_held_spread(const pl_held patches[2]) {
    size_t spread = 0;
    for (int k = 0; k < 2; ++k) spread += patches[k].count > 1 ? patches[k].count - 1 : 0;
    return spread;
}

pl_attachment* pl_attachment_make(const plump_allocator* hooks, const plump_attachment_def* def,
                                  const pl_held patches[2]) {
    size_t count = (size_t)patches[0].count + patches[1].count;
    pl_attachment* made =
        pl_alloc(hooks, 1, sizeof *made + count * (sizeof(uint32_t) + sizeof(float)));
    if (!made) return NULL;
    memset(made, 0, sizeof *made);
    made->def = *def;
    memcpy(made->position, def->point, sizeof made->position);
    memcpy(made->target, def->point, sizeof made->target);
    void* behind = made + 1;
    uint32_t* place = behind;
    behind = place + count;
    float* weight = behind;
    for (int k = 0; k < 2; ++k) {
        made->held[k] = (pl_held){patches[k].count, place, weight};
        for (uint32_t i = 0; i < patches[k].count; ++i) {
            *place++ = patches[k].place[i];
            *weight++ = patches[k].weight[i];
        }
    }
    return made;
}

// --- asking ---

plump_result plump_attachment_find_patch(const plump_world* world, plump_body_id id,
                                         uint32_t vertex, float radius, double centre[3],
                                         plump_error* error) {
    const pl_body* body = pl_world_find(world, id, error);
    uint32_t place;
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if (!centre) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the centre");
    plump_result result = pl_check_vertex(body, vertex, &place, error);
    if (result == PLUMP_OK)
        result = pl_check_float(radius, 0, PL_HELD_RADIUS_MOST, "radius of the patch", error);
    if (result != PLUMP_OK) return result;
    pl_arena arena = pl_arena_make(world->hooks);
    pl_fpmode mode = pl_fpmode_enter();
    pl_held patch;
    bool made = pl_held_gather(body, vertex, radius, &arena, &patch);
    if (made) pl_vec3d_store(pl_held_mean(body, &patch, body->x), centre);
    pl_fpmode_leave(mode);
    pl_arena_release(&arena, NULL);
    return made ? PLUMP_OK : pl_fail_memory(error, "finding a patch");
}
