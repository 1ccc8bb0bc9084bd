// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Overlap of everything in a world with everything else, by geometry. Trees of bodies are fitted to
// where they are; the step fits them anew.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/collide/overlap.h"
#include "src/world/world_data.h"

#include <math.h>

// Where everything overlaps the search is cut short: at about a second for what is small.
#define STEPS_AT_LEAST     UINT64_C(1000000000)
#define STEPS_PER_TRIANGLE 10000

typedef struct box {
    double lo[3], hi[3];
} box;

typedef struct overlaps {
    const plump_world* world;
    pl_overlap_search search;
    box* boxes;  // per body
    plump_overlap_report* report;
} overlaps;

// --- scratch ---

static void count_larger(uint32_t vertices, uint32_t triangles, size_t most[2]) {
    if (vertices > most[0]) most[0] = vertices;
    if (triangles > most[1]) most[1] = triangles;
}

static bool make_scratch(overlaps* o) {
    const plump_world* world = o->world;
    size_t most[2] = {0, 0};
    uint64_t triangles = 0;
    for (size_t i = 0; i < world->body_count; ++i) {
        const pl_surface* surface = world->bodies[i]->surface;
        count_larger(surface->count, surface->triangle_count, most);
        triangles += surface->triangle_count;
    }
    for (size_t i = 0; i < world->obstacle_count; ++i) {
        const pl_obstacle* obstacle = world->obstacles[i];
        count_larger(obstacle->solid->vertex_count, obstacle->solid->triangle_count, most);
        for (uint32_t k = 0; k < obstacle->part_count; ++k)
            count_larger(obstacle->parts[k]->solid->vertex_count,
                         obstacle->parts[k]->solid->triangle_count, most);
    }
    o->search.limit = STEPS_AT_LEAST + STEPS_PER_TRIANGLE * triangles;
    o->search.depth = pl_alloc(&world->hooks, most[0], sizeof(float));
    for (int k = 0; k < 2; ++k) o->search.cut[k] = pl_alloc(&world->hooks, most[1], 1);
    o->boxes = pl_alloc(&world->hooks, world->body_count, sizeof *o->boxes);
    return o->search.depth && o->search.cut[0] && o->search.cut[1] && o->boxes;
}

static void free_scratch(overlaps* o) {
    const plump_allocator* hooks = &o->world->hooks;
    pl_free(hooks, o->search.depth);
    for (int k = 0; k < 2; ++k) pl_free(hooks, o->search.cut[k]);
    pl_free(hooks, o->boxes);
}

// --- one pair ---

// What depths are a share of: the longest side, or the typical thickness of what is thinner, six
// volumes over the area, which of a ball is its diameter. A ribbon of 1 m x 0.1 m x 1 mm is 3 mm
// thick by that, and lies wholly in another at half of it: by its length 0.0005 would be nothing.
static double size_of(const pl_body* body) {
    const pl_surface* surface = body->surface;
    double thick = 6.0 * surface->volume / surface->area_total * (double)body->def.scale;
    return thick > 0.0 && thick < body->extent ? thick : body->extent;
}

static void raise_share(plump_overlap* all, double share, const pl_body* body,
                        const pl_body* other) {
    if (!(share > all->share)) return;
    all->share = share;
    all->share_body = body->id;
    all->share_other = other ? other->id : (plump_body_id){0};
}

static void add(plump_overlap* all, const pl_overlap* found, double size, const pl_body* body,
                const pl_body* other, const pl_obstacle* obstacle) {
    all->pair_count += found->count;
    raise_share(all, found->depth / size, body, other);
    if (!(found->depth > all->depth)) return;
    all->depth = found->depth;
    all->body = body->id;
    all->other = other ? other->id : (plump_body_id){0};
    all->obstacle = obstacle ? obstacle->id : (plump_obstacle_id){0};
    for (int k = 0; k < 3; ++k) all->point[k] = found->point[k];
}

static void measure_bodies(overlaps* o, const pl_body* a, const pl_body* b) {
    pl_overlap found = {0};
    pl_side first = pl_side_of_body(a), second = pl_side_of_body(b);
    pl_overlap_measure(&o->search, &first, a == b ? &first : &second, &found);
    double first_size = size_of(a), second_size = size_of(b);
    double size = first_size < second_size ? first_size : second_size;
    add(a == b ? &o->report->self : &o->report->bodies, &found, size, a, b, NULL);
}

static void note_clearance(overlaps* o, double clearance, const pl_body* body,
                           const pl_obstacle* obstacle) {
    plump_overlap_report* report = o->report;
    if (!(clearance < report->clearance)) return;
    report->clearance = clearance;
    report->clearance_body = body->id;
    report->clearance_obstacle = obstacle->id;
}

// One that has no parts, or a part of `obstacle`.
static void measure_piece(overlaps* o, size_t index, const pl_obstacle* piece,
                          const pl_obstacle* obstacle) {
    const pl_body* body = o->world->bodies[index];
    pl_place place = pl_obstacle_place(piece);
    const box* around = &o->boxes[index];
    double gap = pl_solid_gap(piece->solid, &place, around->lo, around->hi);
    if (gap > 0.0 && gap >= o->report->clearance) return;
    pl_overlap found = {0};
    pl_side a = pl_side_of_body(body), b = pl_side_of_obstacle(piece, &place);
    if (gap == 0.0) pl_overlap_measure(&o->search, &a, &b, &found);
    add(&o->report->obstacles, &found, size_of(body), body, NULL, obstacle);
    bool is_in = found.depth > 0.0 && !b.is_sheet;
    double least =
        is_in ? -found.depth : pl_overlap_clearance(&o->search, &a, &b, o->report->clearance);
    note_clearance(o, least, body, obstacle);
}

static void measure_obstacle(overlaps* o, size_t index, const pl_obstacle* obstacle) {
    const pl_body* body = o->world->bodies[index];
    if (obstacle->def.trigger || !pl_body_meets_obstacle(body, obstacle)) return;
    if (obstacle->part_count == 0) measure_piece(o, index, obstacle, obstacle);
    for (uint32_t k = 0; k < obstacle->part_count; ++k)
        measure_piece(o, index, obstacle->parts[k], obstacle);
}

// --- all ---

static bool boxes_meet(const box* a, const box* b) {
    for (int k = 0; k < 3; ++k)
        if (!(a->lo[k] <= b->hi[k] && b->lo[k] <= a->hi[k])) return false;
    return true;
}

static void measure_all(overlaps* o) {
    const plump_world* world = o->world;
    for (size_t i = 0; i < world->body_count; ++i) {
        pl_body* body = world->bodies[i];
        const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
        pl_body_box(body, o->boxes[i].lo, o->boxes[i].hi);
        pl_tree_refit(&body->collider->tree, x, NULL);
    }
    for (size_t i = 0; i < world->body_count; ++i) {
        const pl_body* body = world->bodies[i];
        if (body->disabled) continue;
        for (size_t k = 0; k < world->obstacle_count; ++k)
            measure_obstacle(o, i, world->obstacles[k]);
        for (size_t k = i + 1; k < world->body_count; ++k) {
            const pl_body* other = world->bodies[k];
            if (boxes_meet(&o->boxes[i], &o->boxes[k]) &&
                pl_bodies_meet(body, other, world->apart, world->apart_count))
                measure_bodies(o, body, other);
        }
        measure_bodies(o, body, body);
    }
    o->report->at_least = o->search.work > o->search.limit;
}

plump_result plump_world_measure_overlap(const plump_world* world, plump_overlap_report* report,
                                         plump_error* error) {
    if (!world || !report)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the world or the place for the report is NULL");
    overlaps o = {.world = world, .report = report};
    *report = (plump_overlap_report){.clearance = (double)INFINITY};
    bool room = make_scratch(&o);
    if (room) {
        pl_fpmode mode = pl_fpmode_enter();
        measure_all(&o);
        pl_fpmode_leave(mode);
    }
    free_scratch(&o);
    return room ? PLUMP_OK : pl_fail_memory(error, "measuring overlap");
}
