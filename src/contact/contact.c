// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The order of the contact stage, and what is left of it: moved bodies, the mask of the volume
// stage, and sums for those who ask.
#include "src/bone/skeleton.h"
#include "src/contact/resolve.h"
#include "src/state/held.h"
#include "src/state/zone.h"

#include <math.h>
#include <string.h>

// --- moving ---

static void move_by_pressure(const pl_span* span, const pl_stage* stage) {
    pl_body* body = span->body;
    if (!body->touched || body->pressure_count == 0) return;
    float per_h = 1.0f / stage->h;
    bool parts = body->pressure_count > 1;
    float lambda = (float)body->pressures[0].lambda;
    uint32_t end = span->end < body->count ? span->end : body->count;
    for (int c = 0; c < 3; ++c) {
        float *x = body->x[c], *v = body->v[c];
        const float* press = body->press[c];
        for (uint32_t i = span->begin; i < end; ++i) {
            if (parts) lambda = (float)body->pressures[body->surface->part_of[i]].lambda;
            float d = lambda * press[i];
            x[i] += d;
            v[i] += d * per_h;
        }
    }
}

void pl_resolve_grips_of(const pl_stage* stage, const pl_body* body, uint32_t* begin,
                         uint32_t* end) {
    const pl_resolve* resolve = stage->resolve;
    const pl_slot* first = &resolve->slots[resolve->slot_first[body->index]];
    const pl_slot* last = first + (body->pressure_count > 1 ? body->pressure_count - 1 : 0);
    *begin = first->grip_next - first->grip_count;
    *end = last->grip_next;
}

static void move_by_contacts(pl_body* body, const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    float per_h = 1.0f / stage->h;
    uint32_t begin, end;
    pl_resolve_grips_of(stage, body, &begin, &end);
    for (uint32_t i = begin; i < end; ++i) {
        const pl_grip* grip = &resolve->grips[i];
        const float* move = resolve->moves + 4 * (size_t)i;
        for (int c = 0; c < 3; ++c) {
            body->x[c][grip->place] += move[c];
            body->v[c][grip->place] += move[c] * per_h;
        }
        resolve->grip_of[resolve->body_first[grip->body] + grip->place] = PL_NO_GRIP;
    }
}

// Batch by batch: x, v and press of a small body are fetched once for all of this.
static void move_bodies(const pl_stage* stage) {
    pl_spin_before(stage);
    pl_stage_particles(stage, move_by_pressure);
    pl_stage_bodies(stage, move_by_contacts);
    pl_spin_after(stage);
}

// --- what happened ---

#define RAMP 0.01  // of the size

// From 1 where it touches to 0 above the ramp: a switch would keep bodies jittering for ever.
static void mask(const pl_stage* stage, const pl_contact* c, float gap) {
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t index = c->body[k >= c->split];
        if (index == PL_NOBODY || c->weight[k] == 0.0f) continue;
        pl_body* body = stage->all[index];
        float above = gap / (float)(RAMP * body->extent);
        float ramp = above <= 0.0f ? 1.0f : above < 1.0f ? 1.0f - above : 0.0f;
        ramp *= fabsf(c->weight[k]);
        float* contact = &body->contact[c->place[k]];
        *contact = ramp > *contact ? ramp : *contact;
    }
}

static pl_vec3d point_of(const pl_stage* stage, const pl_contact* c) {
    const pl_body* body = stage->all[c->body[0]];
    pl_vec3d at = pl_vec3d_load(body->origin);
    for (uint32_t k = 0; k < c->split; ++k) {
        uint32_t place = c->place[k];
        double w = (double)c->weight[k];
        at.x += w * (double)body->x[0][place];
        at.y += w * (double)body->x[1][place];
        at.z += w * (double)body->x[2][place];
    }
    return at;
}

static void give_to_body(const pl_stage* stage, uint32_t index, pl_vec3d impulse, float depth,
                         bool carries) {
    if (index == PL_NOBODY) return;
    pl_body* body = stage->all[index];
    body->contact_impulse[0] += impulse.x;
    body->contact_impulse[1] += impulse.y;
    body->contact_impulse[2] += impulse.z;
    body->contact_count += carries;
    body->disturbed = body->disturbed || (body->asleep && carries);
    if (depth > body->penetration) body->penetration = depth;
}

static void give_to_obstacle(const pl_stage* stage, const pl_contact* c, pl_vec3d impulse,
                             bool carries) {
    pl_obstacle* obstacle = pl_obstacle_whole(stage->obstacles[c->obstacle]);
    pl_vec3d arm = pl_vec3d_sub(c->point, pl_vec3d_load(obstacle->now.position));
    pl_vec3d turn = pl_vec3d_cross(arm, impulse);
    const double add[3] = {impulse.x, impulse.y, impulse.z}, spin[3] = {turn.x, turn.y, turn.z};
    for (int k = 0; k < 3; ++k) {
        obstacle->impulse[k] += add[k];
        obstacle->angular_impulse[k] += spin[k];
    }
    obstacle->contact_count += carries;
    pl_body* body = stage->all[c->body[0]];
    bool gives = pl_obstacle_gives(obstacle);
    if (carries && (pl_obstacle_moves(obstacle) || pl_obstacle_runs(obstacle))) {
        body->on_moving = true;
        body->on_driven = body->on_driven || pl_obstacle_runs(obstacle) || !gives;
    }
    // contacts, unlike ties, move a hinge in the next substep
    if (obstacle->bone) pl_skeleton_push(obstacle->bone, c->point, impulse, carries && !gives);
}

// What presses on a body makes deformation zones.
static void load_zone(const pl_stage* stage, uint32_t index, double force, uint32_t count,
                      const uint32_t* place, const float* share) {
    if (index == PL_NOBODY || stage->all[index]->asleep) return;
    pl_zone_load(stage->all[index], PL_ZONE_TOUCH, force, count, place, share);
}

// A spoiled body, which the end of the step mends, spoils what it touches: that carries nothing, so
// that obstacles, bones and the next step do not hear of it.
static void contain(pl_contact* c) {
    float all = c->push + c->drag[0] + c->drag[1] + c->drag[2] + c->depth + c->gap;
    if (isfinite(all) && pl_vec3d_is_finite(c->point)) return;
    c->push = c->depth = c->gap = 0.0f;
    memset(c->drag, 0, sizeof c->drag);
    c->point = pl_vec3d_make(0, 0, 0);
}

// Takes over what was found.
static void conclude(const pl_stage* stage, size_t row, const pl_row_block* b, uint32_t lane) {
    pl_contact* c = &stage->contacts->contacts[row];
    c->depth -= b->gap[lane] - c->gap;
    c->gap = b->gap[lane];
    c->push = b->push[lane];
    for (int k = 0; k < 3; ++k) c->drag[k] = b->drag[k][lane];
    c->point = point_of(stage, c);
    contain(c);
}

static void conclude_blocks(uint32_t task, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    const pl_resolve* resolve = stage->resolve;
    const pl_resolve_kernels* kernels = pl_resolve_kernels_get(stage->isa);
    size_t end = ((size_t)task + 1) * PL_BLOCKS_A_TASK;
    if (end > resolve->block_count) end = resolve->block_count;
    for (size_t i = (size_t)task * PL_BLOCKS_A_TASK; i < end; ++i) {
        kernels->settle(resolve, &resolve->blocks[i]);
        for (uint32_t lane = 0; lane < PL_LANES; ++lane) {
            size_t row = PL_LANES * i + lane;
            if (row < stage->contacts->count) conclude(stage, row, &resolve->blocks[i], lane);
        }
    }
}

// To all who are in it.
static void give(const pl_stage* stage, const pl_contact* c) {
    mask(stage, c, c->gap);
    pl_vec3 sum = pl_vec3_add_scaled(pl_vec3_load(c->drag), c->push, pl_vec3_load(c->normal));
    pl_vec3d impulse = pl_vec3d_scale(pl_vec3_widen(sum), 1.0 / (double)stage->h);
    bool carries = c->push > 0.0f;
    give_to_body(stage, c->body[0], impulse, c->depth, carries);
    give_to_body(stage, c->body[1], pl_vec3d_neg(impulse), c->depth, carries);
    if (c->obstacle != PL_NOBODY) give_to_obstacle(stage, c, pl_vec3d_neg(impulse), carries);
    double force = pl_vec3d_length(impulse) / (double)stage->h;
    uint32_t split = c->split;
    load_zone(stage, c->body[0], force, split, c->place, c->weight);
    load_zone(stage, c->body[1], force, 4 - split, c->place + split, c->weight + split);
}

// What is awake and tied to a sleeper wakes it: they fall asleep together.
static void rouse_tied(const pl_stage* stage, const pl_attachment* a) {
    if (a->body[1] == PL_NOBODY) return;
    pl_body *one = stage->all[a->body[0]], *other = stage->all[a->body[1]];
    one->disturbed = one->disturbed || (one->asleep && !other->asleep);
    other->disturbed = other->disturbed || (other->asleep && !one->asleep);
}

static void conclude_tie(const pl_stage* stage, const pl_tie* tie) {
    pl_attachment* a = tie->attachment;
    pl_vec3 pull = pl_vec3_sub(pl_vec3_load(tie->pull), pl_vec3_load(tie->carried));
    pl_vec3d impulse = pl_vec3d_scale(pl_vec3_widen(pull), 1.0 / (double)stage->h);
    pl_vec3d force = pl_vec3d_scale(impulse, 1.0 / (double)stage->step);
    if (!pl_vec3d_is_finite(force)) return;  // as contain()
    a->force[0] += force.x;
    a->force[1] += force.y;
    a->force[2] += force.z;
    double size = pl_vec3d_length(impulse) / (double)stage->h;
    rouse_tied(stage, a);
    for (int k = 0; k < 2; ++k)
        load_zone(stage, a->body[k], size, a->held[k].count, a->held[k].place, a->held[k].weight);
    if (a->obstacle == PL_NOBODY) return;
    const pl_body* body = stage->all[a->body[0]];
    pl_contact c = {.obstacle = a->obstacle, .body = {a->body[0], PL_NOBODY}};
    c.point = pl_held_mean(body, &a->held[0], body->x);
    if (pl_vec3d_is_finite(c.point)) give_to_obstacle(stage, &c, pl_vec3d_neg(impulse), false);
}

// What sleeps wakes by what it is told, but for what is frozen.
static void forget_counts(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        if (stage->all[i]->asleep && !stage->all[i]->frozen) continue;
        stage->all[i]->contact_count = 0;
        stage->all[i]->penetration = 0.0f;
    }
    for (uint32_t i = 0; i < stage->obstacle_count; ++i) stage->obstacles[i]->contact_count = 0;
}

static void forget_inside(pl_body* body, const pl_stage* stage) {
    (void)stage;
    if (body->any_inside) memset(body->inside_of, 0, body->padded * sizeof *body->inside_of);
    body->any_inside = false;
}

// Vertices that are inside another body keep in mind where; of several bodies the first in the
// list.
static void remember_inside(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0; i < list->count; ++i) {
        const pl_contact* c = &list->contacts[i];
        if (c->split != 1 || c->body[1] == PL_NOBODY || !(c->depth > 0.0f)) continue;
        pl_body* body = stage->all[c->body[0]];
        if (body->asleep || body->inside_of[c->place[0]] != 0) continue;
        body->inside_of[c->place[0]] = stage->all[c->body[1]]->id.value;
        body->inside_at[c->place[0]] = c->triangle;
        body->any_inside = true;
    }
}

void pl_contact_solve(const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    forget_counts(stage);
    pl_stage_light(stage, forget_inside);
    if (stage->contacts->count == 0 && stage->attachment_count == 0) {
        pl_skeleton_finish(stage);
        pl_resolve_keep(stage);
        return;
    }
    pl_energy_note_gas(stage);
    pl_resolve_gather(stage);
    pl_resolve_iterate(stage);
    pl_resolve_hold_out(stage);
    pl_skeleton_finish(stage);
    pl_stage_batches(stage, move_bodies);
    pl_resolve_blocks(stage, conclude_blocks);
    pl_resolve_keep(stage);
    for (size_t i = 0; i < stage->contacts->count; ++i) give(stage, &stage->contacts->contacts[i]);
    remember_inside(stage);
    for (size_t i = 0; i < resolve->tie_count; ++i) conclude_tie(stage, &resolve->ties[i]);
}
