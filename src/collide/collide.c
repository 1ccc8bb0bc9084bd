// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The order of the collide stage, its memory, and its pieces of work.
#include "src/collide/collide_data.h"

#include "src/base/text.h"
#include "src/bone/skeleton.h"
#include "src/collide/ridges.h"
#include "src/math/rotation.h"
#include "src/mesh/mesh_inner.h"
#include "src/state/island.h"
#include "src/state/ledger.h"

#include <string.h>

PL_ISA_TABLES(pl_collide_kernels);

const pl_collide_kernels* pl_collide_kernels_get(pl_isa isa) {
    return PL_ISA_PICK(pl_collide_kernels, isa);
}

// --- a body's share ---

plump_result pl_collider_create(pl_body* body, pl_task_pool* pool, plump_error* error) {
    pl_collider* collider = pl_arena_alloc_zero(&body->memory, 1, sizeof *collider);
    const pl_tree_shape* shape = pl_tree_shape_get(body->mesh, pool);
    const pl_fans* fans = pl_fans_get(body->mesh, pool);
    const pl_ridges* ridges = pl_ridges_get(body->mesh, pool);
    const pl_pieces* pieces = pl_pieces_get(body->mesh, pool);
    const pl_inner* inner = pl_inner_get(body->mesh, pool);
    if (!collider || !shape || !fans || !ridges || !pieces || !inner)
        return pl_fail_memory(error, "preparing a mesh for contacts");
    body->collider = collider;
    collider->fans = fans;
    collider->ridges = ridges;
    collider->pieces = pieces;
    collider->inner = inner;
    collider->span_bounds =
        pl_arena_alloc_zero(&body->memory, pl_span_count(body->padded), PL_BOUNDS * sizeof(float));
    collider->caught = pl_arena_alloc_zero(&body->memory, body->padded, 1);
    collider->leaf_moved = shape ? pl_arena_alloc_zero(&body->memory, shape->leaf_count, 1) : NULL;
    collider->rest_edges = pl_arena_alloc_zero(&body->memory, body->padded, sizeof(float));
    collider->stray = pl_arena_alloc_zero(&body->memory, body->padded, sizeof(float));
    for (int k = 0; k < 3; ++k)
        collider->still[k] = pl_arena_alloc_zero(&body->memory, body->padded, sizeof(float));
    if (!collider->span_bounds || !collider->caught || !collider->leaf_moved ||
        !collider->rest_edges || !collider->stray || !collider->still[0] || !collider->still[1] ||
        !collider->still[2] || !pl_tree_make(&collider->tree, &body->memory, shape, true))
        return pl_fail_memory(error, "making room for a body's contacts");
    pl_caught_begin(body);
    collider->sag = pl_margin_sag(body);
    return PLUMP_OK;
}

bool pl_parts_meet(const pl_body* body) {
    return body->def.part_contact && body->surface->part_count > 1;
}

void pl_collider_resize(pl_body* body) {
    pl_caught_begin(body);
}

size_t pl_collider_size_shared(const plump_mesh* mesh) {
    return pl_tree_shape_size(mesh) + pl_fans_size(mesh) + pl_ridges_size(mesh) +
           pl_pieces_size(mesh);
}

// --- memory ---

#define PAIRS_PER_BODY 32
#define ITEM_GROUPS    PL_PIECE_GROUPS
#define ITEM_EDGES     16
#define ITEM_TAKEN     256
// bodies that may be near one at a time until edges have to ask themselves
#define HOLDS_PER_PLACE 8
#define PLACES_A_BLOCK  8  // of candidate lists: half of the places near another body

pl_collide* pl_collide_create(const plump_allocator* hooks) {
    pl_collide* collide = pl_alloc_zero(hooks, 1, sizeof *collide);
    if (collide) collide->hooks = collide->candidates.hooks = *hooks;
    return collide;
}

void pl_collide_destroy(pl_collide* collide) {
    if (!collide) return;
    plump_allocator hooks = collide->hooks;
    void* blocks[] = {collide->bounds,      collide->order,      collide->order_spare,
                      collide->pairs,       collide->pair_spare, collide->items,
                      collide->found,       collide->found_key,  collide->holds,
                      collide->event_found, collide->events,     collide->event_key,
                      collide->event_spare, collide->manifolds,  collide->manifold_spare};
    for (size_t i = 0; i < PL_COUNT(blocks); ++i) pl_free(&hooks, blocks[i]);
    pl_candidates_free(&collide->candidates);
    pl_free(&hooks, collide);
}

#define ROOM(array, capacity, count)                                                               \
    pl_grow(&collide->hooks, (void**)&collide->array, &collide->capacity, 0, count,                \
            sizeof *collide->array)

static bool room_for_manifolds(pl_collide* collide, size_t count) {
    return pl_grow(&collide->hooks, (void**)&collide->manifolds, &collide->manifold_capacity,
                   collide->manifold_count, count, sizeof *collide->manifolds) &&
           ROOM(manifold_spare, manifold_spare_capacity, count);
}

static size_t group_total(pl_body* const* bodies, size_t count) {
    size_t groups = 0;
    for (size_t i = 0; i < count; ++i)
        groups += pl_tree_group_count(bodies[i]->collider->tree.shape) / ITEM_GROUPS + 1;
    return groups;
}

static size_t place_total(pl_body* const* bodies, size_t count) {
    size_t places = 0;
    for (size_t i = 0; i < count; ++i) places += bodies[i]->count;
    return places;
}

bool pl_collide_reserve(pl_collide* collide, pl_body* const* bodies, size_t body_count,
                        size_t obstacle_count, size_t contact_capacity) {
    size_t lists = body_count > 1 ? body_count * PAIRS_PER_BODY : 0;
    size_t pieces = body_count > 1 ? 8 * group_total(bodies, body_count) + 3 * lists : 0;
    size_t blocks = body_count > 1 ? place_total(bodies, body_count) / PLACES_A_BLOCK + lists : 0;
    pl_candidates_drop(&collide->candidates);
    size_t near = obstacle_count < PAIRS_PER_BODY ? obstacle_count : PAIRS_PER_BODY;
    size_t pairs = body_count * (PAIRS_PER_BODY + near) + 64;
    size_t items = 16 * group_total(bodies, body_count) + 4 * pairs;
    size_t keys = pairs > contact_capacity ? pairs : contact_capacity;
    keys = body_count > keys ? body_count : keys;
    return pl_candidates_reserve(&collide->candidates, lists, pieces, blocks) &&
           ROOM(bounds, bound_capacity, body_count) && ROOM(order, order_capacity, keys) &&
           ROOM(order_spare, order_spare_capacity, keys) && ROOM(pairs, pair_capacity, pairs) &&
           ROOM(pair_spare, pair_spare_capacity, pairs) && room_for_manifolds(collide, pairs) &&
           ROOM(items, item_capacity, items) &&
           ROOM(holds, holds_capacity, HOLDS_PER_PLACE * place_total(bodies, body_count)) &&
           ROOM(found, found_capacity, contact_capacity) &&
           ROOM(found_key, found_key_capacity, contact_capacity) &&
           pl_collide_reserve_events(collide, contact_capacity);
}

bool pl_collide_reserve_events(pl_collide* collide, size_t count) {
    bool done = ROOM(event_found, event_found_capacity, count) &&
                ROOM(event_key, event_key_capacity, count) &&
                ROOM(event_spare, event_spare_capacity, count) &&
                ROOM(events, event_capacity, count);
    if (done && count > collide->event_room) collide->event_room = count;
    return done;
}

#define PAIRS_MOST ((size_t)1 << 22)  // about a gigabyte

bool pl_collide_reserve_pairs(pl_collide* collide, size_t count) {
    size_t pairs = count + count / 4 < PAIRS_MOST ? count + count / 4 : PAIRS_MOST;
    if (pairs <= collide->pair_capacity) return false;
    return ROOM(order, order_capacity, pairs) && ROOM(order_spare, order_spare_capacity, pairs) &&
           ROOM(items, item_capacity, 4 * pairs) && ROOM(pair_spare, pair_spare_capacity, pairs) &&
           room_for_manifolds(collide, pairs) && ROOM(pairs, pair_capacity, pairs);
}

// --- obstacles on their way ---

static void set_place(const pl_obstacle* obstacle, double fraction, pl_place* place) {
    double q[4], along = 0.0;
    for (int k = 0; k < 4; ++k) along += obstacle->rotation[k] * obstacle->target_rotation[k];
    double near = along < 0.0 ? -1.0 : 1.0;  // q and -q are the same turn: the shorter way
    double share = obstacle->moving ? fraction : 0.0;
    for (int k = 0; k < 3; ++k)
        place->position[k] =
            obstacle->position[k] + share * (obstacle->target_position[k] - obstacle->position[k]);
    for (int k = 0; k < 4; ++k)
        q[k] = obstacle->rotation[k] +
               share * (near * obstacle->target_rotation[k] - obstacle->rotation[k]);
    pl_rotation_from_quaternion(q, place->turn);
}

pl_view pl_view_make(const pl_place* place, const double origin[3]) {
    pl_view view;
    double from[3];
    for (int k = 0; k < 3; ++k) from[k] = origin[k] - place->position[k];
    for (int r = 0; r < 3; ++r) {
        view.shift[r] = 0.0;
        for (int c = 0; c < 3; ++c) {
            view.turn[3 * r + c] = place->turn[3 * c + r];
            view.shift[r] += place->turn[3 * c + r] * from[c];
        }
    }
    return view;
}

static void bound_sleeper(const pl_stage* stage, pl_body* body) {
    for (int k = 0; k < 3; ++k) memcpy(body->past[k], body->x[k], body->padded * sizeof(float));
    for (uint32_t i = 0; i < pl_span_count(body->padded); ++i) {
        uint32_t begin = i * PL_SPAN_PARTICLES;
        uint32_t end =
            body->padded - begin < PL_SPAN_PARTICLES ? body->padded : begin + PL_SPAN_PARTICLES;
        pl_collide_kernels_get(stage->isa)
            ->bounds(body, begin, end, body->collider->span_bounds + (size_t)PL_BOUNDS * i);
    }
    pl_collide_join_bounds(body, stage);
    memset(body->collider->stray, 0, body->padded * sizeof(float));
    memset(body->collider->leaf_moved, 0, body->collider->tree.shape->leaf_count);
    body->collider->fitted = false;
    body->moved = PL_MOVED_NOTHING;
    body->collider->lies = true;
}

void pl_collide_begin(const pl_stage* stage) {
    stage->collide->begins = true;
    pl_manifolds_begin(stage->collide);
    for (uint32_t i = 0; i < stage->obstacle_count; ++i) {
        pl_obstacle* obstacle = stage->obstacles[i];
        if (!obstacle->whole) set_place(obstacle, 0.0, &obstacle->now);
        pl_obstacle_carry(obstacle);
        for (int k = 0; k < 3; ++k) obstacle->impulse[k] = obstacle->angular_impulse[k] = 0.0;
    }
    pl_skeleton_begin(stage);
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        pl_body* body = stage->all[i];
        for (int k = 0; k < 3; ++k) body->contact_impulse[k] = 0.0;
        body->stopped = body->disturbed = false;
        if (body->asleep && !(body->boxed && body->collider->lies)) bound_sleeper(stage, body);
    }
}

static void move_obstacles(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->obstacle_count; ++i) {
        pl_obstacle* obstacle = stage->obstacles[i];
        if (obstacle->whole) continue;
        if (!obstacle->bone) {  // which has flown on by itself
            obstacle->past = obstacle->now;
            set_place(obstacle, (double)stage->fraction, &obstacle->now);
        }
        pl_obstacle_carry(obstacle);
    }
}

// --- trees ---

static void refit_one(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    pl_body* body = stage->all[stage->collide->order[index].value];
    const float* x[3] = {body->x[0], body->x[1], body->x[2]};
    const float* past[3] = {body->past[0], body->past[1], body->past[2]};
    pl_tree_refit(&body->collider->tree, x, body->asleep ? NULL : past);
    body->collider->fitted = false;
    const pl_bound* bound = &stage->collide->bounds[body->index];
    if (bound->meets_self || bound->parts_meet) pl_tree_refit_cones(&body->collider->tree, past);
    if (bound->lets_go && !body->asleep) pl_caught_mark(body);
}

static void note_caught(const pl_stage* stage, const pl_pair* pair) {
    pl_bound *a = &stage->collide->bounds[pair->a], *b = &stage->collide->bounds[pair->b];
    if (!pair->is_obstacle && pl_caught_counts(stage->all[pair->a], stage->all[pair->b]))
        a->lets_go = b->lets_go = true;
}

// Few bodies have drawn out places, if any.
static void find_caught(const pl_stage* stage, const pl_pair* pair) {
    if (pair->is_obstacle || pair->a == pair->b || pair->manifold) return;
    pl_body *a = stage->all[pair->a], *b = stage->all[pair->b];
    pl_caught_find(a, b);
    pl_caught_find(b, a);
}

static void note_searched(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    for (uint32_t i = 0; i < stage->all_count; ++i) collide->bounds[i].searched = false;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        if (pair->manifold) continue;
        collide->bounds[pair->a].searched = true;
        if (!pair->is_obstacle) collide->bounds[pair->b].searched = true;
    }
}

// Of those that are searched.
static void refit(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    uint32_t count = 0;
    note_searched(stage);
    for (uint32_t i = 0; i < stage->all_count; ++i) collide->bounds[i].lets_go = false;
    for (size_t i = 0; i < collide->pair_count; ++i) note_caught(stage, &collide->pairs[i]);
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        if (collide->bounds[i].searched) collide->order[count++] = (pl_keyed){0, i};
    }
    pl_stage copy = *stage;
    pl_task_parallel_for(stage->pool, count, refit_one, &copy);
    for (size_t i = 0; i < collide->pair_count; ++i) find_caught(stage, &collide->pairs[i]);
}

// --- work ---

void pl_contact_begin(const pl_pair* pair, pl_contact* c) {
    *c = (pl_contact){.obstacle = PL_NOBODY,
                      .body = {PL_NOBODY, PL_NOBODY},
                      .split = 1,
                      .friction = pair->friction,
                      .friction_static = pair->friction_static,
                      .margin = pair->margin,
                      .triangle = PL_NOBODY};
}

#define FREE_SPEED 2.5f  // sizes per second: how fast what was inside is pushed out

void pl_contact_set_gaps(pl_contact* contact, float gap, float gap_past, float h, double extent) {
    float way = FREE_SPEED * (float)extent * h;
    contact->depth = -gap;
    contact->gap_past = gap_past - contact->margin;
    contact->gap = gap - contact->margin;
    float floor = contact->gap_past + way;
    if (floor < 0.0f) contact->gap -= floor;
    // Deeper than it has come in this substep it cannot be, unless the surface has folded over. So
    // contacts take speed out, and next to none in.
    float approach = -pl_vec3_dot(pl_vec3_load(contact->normal), pl_vec3_load(contact->slide));
    float most = (approach > 0.0f ? approach : 0.0f) + contact->margin + way;
    if (contact->gap < -most) contact->gap = -most;
}

// In pieces, for as long as there is room; the last one then holds the rest. `later`: so many more
// pieces are needed at least.
static void cut(pl_collide* collide, uint32_t pair, pl_item_kind kind, uint32_t count,
                uint32_t length, size_t later) {
    for (uint32_t begin = 0, end; begin < count; begin = end) {
        bool is_last = collide->item_count + later + 1 >= collide->item_capacity;
        end = is_last || count - begin < length ? count : begin + length;
        collide->items[collide->item_count++] = (pl_item){pair, kind, begin, end};
    }
}

static void cut_taken(pl_collide* collide, uint32_t index, size_t later) {
    const pl_manifold* m = collide->pairs[index].manifold;
    size_t before = collide->item_count;
    cut(collide, index, PL_ITEM_TAKEN, m->count, ITEM_TAKEN, later);
    for (size_t i = before; i < collide->item_count; ++i) {
        collide->items[i].begin += m->first;
        collide->items[i].end += m->first;
    }
}

#define PIECES_A_PAIR 3

static void make_items(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    collide->item_count = 0;
    for (uint32_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        uint32_t groups = collide->bounds[pair->a].groups;
        size_t later = PIECES_A_PAIR * (collide->pair_count - i);
        if (pair->manifold) {
            cut_taken(collide, i, later);
        } else if (pair->is_obstacle) {
            cut(collide, i, PL_ITEM_A_ON_B, groups, ITEM_GROUPS, later);
            cut(collide, i, PL_ITEM_B_ON_A, stage->obstacles[pair->b]->solid->edge_count,
                ITEM_EDGES, later);
        } else if (pair->across) {
            cut(collide, i, PL_ITEM_ACROSS, groups, ITEM_GROUPS, later);
        } else if (pair->a == pair->b) {
            cut(collide, i, PL_ITEM_SELF, groups, ITEM_GROUPS, later);
            cut(collide, i, PL_ITEM_RIDGES, groups, ITEM_GROUPS, later);
        } else {
            cut(collide, i, PL_ITEM_A_ON_B, groups, ITEM_GROUPS, later);
            cut(collide, i, PL_ITEM_B_ON_A, collide->bounds[pair->b].groups, ITEM_GROUPS, later);
            cut(collide, i, PL_ITEM_RIDGES, groups, ITEM_GROUPS, later);
        }
    }
}

void pl_items_to_list(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    collide->item_count = 0;
    for (uint32_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        if (!pair->list || !pair->list->wanted) continue;
        uint32_t groups = collide->bounds[pair->a].groups, other = collide->bounds[pair->b].groups;
        size_t pieces = 2 * pl_list_pieces(groups) + pl_list_pieces(other);
        pair->list->wanted = pieces < collide->item_capacity - collide->item_count;
        if (!pair->list->wanted) continue;
        cut(collide, i, PL_ITEM_A_ON_B, groups, ITEM_GROUPS, 0);
        cut(collide, i, PL_ITEM_B_ON_A, other, ITEM_GROUPS, 0);
        cut(collide, i, PL_ITEM_RIDGES, groups, ITEM_GROUPS, 0);
    }
}

// Room for what vertices tell edges, for as long as there is any. What is not near enough to be
// looked at is not near enough to hold, unless margins are wide.
static void make_holds(pl_collide* collide) {
    size_t used = 0;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        pl_pair* pair = &collide->pairs[i];
        pair->holds[0] = pair->holds[1] = NULL;
        if (pair->is_obstacle || pair->a == pair->b || pair->slack < pair->margin) continue;
        if (pair->manifold) continue;
        size_t own = collide->bounds[pair->a].places, other = collide->bounds[pair->b].places;
        if (own + other > collide->holds_capacity - used) continue;
        pair->holds[0] = collide->holds + used;
        pair->holds[1] = pair->holds[0] + own;
        used += own + other;
    }
    if (used > 0) memset(collide->holds, 0, used);
}

// Edges of two bodies come after vertices.
static bool is_late(const pl_stage* stage, const pl_item* item) {
    return item->kind == PL_ITEM_RIDGES && stage->collide->pairs[item->pair].holds[0];
}

static void run_item(const pl_stage* stage, uint32_t index) {
    const pl_item* item = &stage->collide->items[index];
    const pl_pair* pair = &stage->collide->pairs[item->pair];
    pl_finding finding;
    finding.stage = stage;
    finding.pair = pair;
    finding.item = index;
    finding.sequence = finding.count = 0;
    const pl_solid* solid = pair->is_obstacle ? stage->obstacles[pair->b]->solid : NULL;
    if (item->kind == PL_ITEM_TAKEN) {
        pl_manifold_take(&finding, item);
    } else if (item->kind == PL_ITEM_SELF) {
        pl_find_self(&finding, item);
    } else if (item->kind == PL_ITEM_ACROSS) {
        pl_find_across(&finding, item);
    } else if (item->kind == PL_ITEM_RIDGES) {
        pl_find_ridges(&finding, item);
    } else if (solid && item->kind == PL_ITEM_B_ON_A) {
        pl_find_edges(&finding, item);
    } else if (solid && pl_solid_is_round(solid)) {
        pl_find_round(&finding, item);
    } else if (solid) {
        pl_find_triangles(&finding, item);
    } else {
        pl_find_bodies(&finding, item);
    }
    pl_finding_end(&finding);
}

static void run_early(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    if (!is_late(stage, &stage->collide->items[index])) run_item(stage, index);
}

static void run_late(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    if (is_late(stage, &stage->collide->items[index])) run_item(stage, index);
}

void pl_collide_run_items(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    pl_stage copy = *stage;
    make_holds(collide);
    pl_task_parallel_for(stage->pool, (uint32_t)collide->item_count, run_early, &copy);
    pl_task_parallel_for(stage->pool, (uint32_t)collide->item_count, run_late, &copy);
}

void pl_collide_run_in_order(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->collide->item_count; ++i) run_item(stage, i);
}

static void mark_touched(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0; i < list->count; ++i) {
        const uint32_t* body = list->contacts[i].body;
        for (int side = 0; side < 2; ++side) {
            if (body[side] == PL_NOBODY) continue;
            stage->all[body[side]]->touched = true;
            if (body[1] != PL_NOBODY && body[0] != body[1])
                stage->all[body[side]]->meets_soft = true;
        }
    }
    for (uint32_t i = 0; i < stage->attachment_count; ++i) {
        const pl_attachment* tie = stage->attachments[i];
        for (int side = 0; side < 2 && pl_attachment_acts(tie); ++side) {
            if (tie->body[side] == PL_NOBODY) continue;
            pl_body* body = stage->all[tie->body[side]];
            bool carried =
                tie->obstacle != PL_NOBODY && pl_obstacle_moves(stage->obstacles[tie->obstacle]);
            body->touched = body->tied = true;
            body->on_moving = body->on_moving || tie->moving || carried;
        }
    }
}

static bool is_fixed(const pl_body* body) {
    return body->asleep || body->pin_count > 0;
}

static void add_support(const pl_stage* stage, const pl_contact* c) {
    pl_body* body = stage->all[pl_island_find(stage->all, c->body[0])];
    if (c->obstacle != PL_NOBODY)
        body->support = pl_vec3_add(body->support, pl_vec3_load(c->normal));
    else
        body->grounded = body->grounded || stage->all[c->body[1]]->asleep;
    if (stage->all[c->body[0]]->frozen && c->body[1] != PL_NOBODY)
        stage->all[pl_island_find(stage->all, c->body[1])]->grounded = true;
}

// Bodies that touch, and what holds on to them: pressure may push them as wholes against that only.
static void mark_grounded(const pl_stage* stage) {
    const pl_contact_list* list = stage->contacts;
    for (uint32_t i = 0; i < stage->all_count; ++i) stage->all[i]->island = i;
    for (size_t i = 0; i < list->count; ++i)
        pl_island_join(stage->all, list->contacts[i].body[0], list->contacts[i].body[1]);
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        stage->all[i]->grounded = false;
        stage->all[i]->support = pl_vec3_make(0, 0, 0);
    }
    for (uint32_t i = 0; i < stage->all_count; ++i)
        if (stage->all[i]->tied || is_fixed(stage->all[i]))
            stage->all[pl_island_find(stage->all, i)]->grounded = true;
    for (size_t i = 0; i < list->count; ++i) add_support(stage, &list->contacts[i]);
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        const pl_body* root = stage->all[pl_island_find(stage->all, i)];
        float length = pl_vec3_length(root->support);
        stage->all[i]->grounded = root->grounded;
        stage->all[i]->support =
            length > 0.0f ? pl_vec3_scale(root->support, 1.0f / length) : root->support;
    }
}

static void forget(pl_body* body, const pl_stage* stage) {
    (void)stage;
    if (body->touched) memset(body->contact, 0, body->padded * sizeof(float));
    body->touched = body->meets_soft = body->collider->fitted = false;
    body->pressed = body->tied = body->on_moving = body->on_driven = false;
    body->struck_by = NULL;
}

// Marks those that are in pairs, and notes what they have before anything is done about it.
static void begin_ledgers(const pl_stage* stage) {
    const pl_collide* collide = stage->collide;
    for (uint32_t i = 0; i < stage->all_count; ++i) stage->all[i]->paired = false;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        stage->all[pair->a]->paired = true;
        if (!pair->is_obstacle) stage->all[pair->b]->paired = true;
    }
    if (collide->pair_count > 0) pl_stage_batches(stage, pl_ledger_begin);
}

static size_t dropped_so_far(const pl_contact_list* list) {
    size_t sum = 0;
    for (int k = 0; k < PL_CONTACT_KINDS; ++k) sum += list->dropped[k];
    return sum;
}

static void search(const pl_stage* stage) {
    size_t dropped = dropped_so_far(stage->contacts);
    refit(stage);
    pl_candidates_update(stage);
    make_items(stage);
    pl_collide_list(stage);
    pl_manifolds_note(stage, dropped_so_far(stage->contacts) == dropped);
}

void pl_collide_find(const pl_stage* stage) {
    stage->contacts->exchange_count = 0;
    pl_stage_light(stage, forget);
    move_obstacles(stage);
    pl_collide_pairs(stage);
    begin_ledgers(stage);
    pl_collide_stop(stage);
    pl_manifolds_match(stage);
    stage->contacts->lasting = pl_manifolds_take_all(stage);
    if (!stage->contacts->lasting) search(stage);
    pl_belts_run(stage);
    mark_touched(stage);
    mark_grounded(stage);
    stage->collide->begins = false;
}
