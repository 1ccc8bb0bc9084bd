// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles have the last word. Rounds end before all contacts agree: a place that a heap presses
// shares its mass among hundreds of rows, and the volume stage, whose mask is a ramp, may drive
// places just above a floor into it. Where the two sides are bodies that is made good in later
// substeps; but what is behind a floor finds no way back by itself (measured: boxes of 0.4 mm hung
// 6 sizes below theirs). So when the rounds are over, and again after the volume stage, what is
// left of the gap to an obstacle is closed, whatever others say.
#include "src/contact/contact.h"
#include "src/contact/resolve.h"

#define WALLS 3  // passes over the rows of a place: it may be in a corner
// Of the size: what mending a volume may do to a gap. With less the two take turns for ever; in
// the last of their turns the volume is right to rounding, and an obstacle may be in by that much.
#define SLOP      1e-4
#define SLOP_LAST 5e-3

typedef void wall_fn(const pl_stage* stage, uint32_t grip, size_t row);

static void each_wall(const pl_stage* stage, uint32_t index, wall_fn* run) {
    const pl_resolve* resolve = stage->resolve;
    bool is_last = index + 1 == resolve->grip_count;
    uint32_t begin = resolve->grips[index].hold_first;
    uint32_t end = is_last ? resolve->hold_count : resolve->grips[index + 1].hold_first;
    for (int pass = 0; pass < WALLS; ++pass) {
        uint32_t walls = 0;
        for (uint32_t i = begin; i < end; ++i) {
            size_t row = resolve->holds[i].row;
            if (row >= stage->contacts->count ||
                !pl_is_wall(stage, &stage->contacts->contacts[row]))
                continue;
            run(stage, index, row);
            ++walls;
        }
        if (walls < 2) return;
    }
}

// --- after the rounds ---

static void close_gap(const pl_stage* stage, uint32_t grip, size_t row) {
    const pl_resolve* resolve = stage->resolve;
    pl_row_block* b = &resolve->blocks[row / PL_LANES];
    uint32_t lane = (uint32_t)(row % PL_LANES);
    float* move = resolve->moves + 4 * (size_t)grip;
    float lambda = resolve->lambdas[b->slot[0][lane]], gap = b->gap[lane];
    for (int c = 0; c < 3; ++c)
        gap += b->normal[c][lane] * (move[c] + lambda * b->press[0][c][lane]);
    if (!(gap < 0.0f)) return;
    for (int c = 0; c < 3; ++c) move[c] -= gap * b->normal[c][lane];
    b->push[lane] -= gap / resolve->grips[grip].inv_mass;
}

static void close_bundle(uint32_t bundle, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    const pl_resolve* resolve = stage->resolve;
    uint32_t begin = resolve->chunks[resolve->bundles[bundle]].begin;
    uint32_t end = resolve->chunks[resolve->bundles[bundle + 1] - 1].end;
    for (uint32_t i = begin; i < end; ++i) each_wall(stage, i, close_gap);
}

void pl_resolve_hold_out(const pl_stage* stage) {
    pl_stage copy = *stage;
    pl_task_parallel_for(stage->pool, (uint32_t)stage->resolve->bundle_count, close_bundle, &copy);
}

// --- after the volume stage ---

static void put_back(const pl_stage* stage, uint32_t grip, size_t row) {
    const pl_contact* c = &stage->contacts->contacts[row];
    pl_body* body = stage->all[stage->resolve->grips[grip].body];
    uint32_t place = c->place[0];
    const double at[3] = {c->point.x, c->point.y, c->point.z};
    double gap = (double)c->gap;
    for (int k = 0; k < 3; ++k)
        gap += (double)c->normal[k] * (body->origin[k] + (double)body->x[k][place] - at[k]);
    if (!(gap < -(stage->pass < PL_HOLDS ? SLOP : SLOP_LAST) * body->extent)) return;
    for (int k = 0; k < 3; ++k) body->x[k][place] -= (float)gap * c->normal[k];
    body->contact[place] = 1.0f;
    body->held_out = true;
    pl_mark_moved(body, place);
}

static void put_back_body(pl_body* body, const pl_stage* stage) {
    bool exact = !body->def.volume_implicit || body->def.volume_exact;  // what a paper does stays
    if (!body->touched || !exact) return;
    uint32_t begin, end;
    pl_resolve_grips_of(stage, body, &begin, &end);
    for (uint32_t i = begin; i < end; ++i) each_wall(stage, i, put_back);
}

bool pl_contact_hold_out(const pl_stage* stage) {
    bool any = false;
    for (uint32_t i = 0; i < stage->body_count; ++i) stage->bodies[i]->held_out = false;
    if (stage->contacts->count == 0) return false;
    pl_stage_bodies(stage, put_back_body);
    for (uint32_t i = 0; i < stage->body_count; ++i) any = any || stage->bodies[i]->held_out;
    return any;
}
