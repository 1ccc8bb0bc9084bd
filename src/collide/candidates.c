// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/candidates.h"

#include "src/collide/collide_data.h"

#include <math.h>
#include <string.h>

#define SKIN_STEPS 32.0  // a list is to last so many substeps as fast as the last one, ...
#define LAST_LEAST 8.0   // ... and is not made if it lasts fewer
#define SKIN_LEAST 1.0   // of the margin: what rests is told apart from what comes through
#define SKIN_MOST  0.35  // of an edge: there are few triangles so near to a vertex
#define WAY_MORE   0.25  // ways change from substep to substep by about this
#define ROUNDING   1e-6  // of the sizes: distances are told by floats

// --- memory ---

void pl_candidates_free(pl_candidates* all) {
    void* arrays[] = {all->lists,       all->spare,  all->pieces,
                      all->piece_spare, all->blocks, all->free_blocks};
    for (size_t i = 0; i < PL_COUNT(arrays); ++i) pl_free(&all->hooks, arrays[i]);
}

#define ROOM(array, capacity, used, count)                                                         \
    pl_grow(&all->hooks, (void**)&all->array, &all->capacity, used, count, sizeof *all->array)

void pl_candidates_drop(pl_candidates* all) {
    all->count = all->piece_count = 0;
    all->free_count = all->block_capacity;
    for (size_t i = 0; i < all->free_count; ++i)
        all->free_blocks[i] = (uint32_t)(all->free_count - 1 - i);
}

bool pl_candidates_reserve(pl_candidates* all, size_t pairs, size_t pieces, size_t blocks) {
    bool done = ROOM(lists, capacity, all->count, pairs) && ROOM(spare, spare_capacity, 0, pairs) &&
                ROOM(pieces, piece_capacity, all->piece_count, pieces) &&
                ROOM(piece_spare, piece_spare_capacity, 0, pieces);
    size_t before = all->block_capacity;
    if (!done || blocks <= before || blocks >= PL_NO_BLOCK) return done;
    size_t room = blocks + blocks / 2;
    if (!ROOM(free_blocks, free_capacity, all->free_count, room)) return false;
    if (!ROOM(blocks, block_capacity, before, blocks)) return false;
    for (size_t i = all->block_capacity; i-- > before;)
        all->free_blocks[all->free_count++] = (uint32_t)i;
    return true;
}

// --- blocks ---

static const pl_list_piece no_piece = {PL_NO_BLOCK, PL_NO_BLOCK, false, false};

static uint32_t take_block(pl_candidates* all) {
    uint64_t at = pl_counter_take(&all->taken, 1);
    if (at >= all->free_count) return PL_NO_BLOCK;
    uint32_t block = all->free_blocks[all->free_count - 1 - (size_t)at];
    all->blocks[block].next = PL_NO_BLOCK;
    all->blocks[block].used = 0;
    return block;
}

uint32_t* pl_candidates_add(pl_candidates* all, pl_list_piece* piece, uint32_t words) {
    pl_list_block* last = piece->last == PL_NO_BLOCK ? NULL : &all->blocks[piece->last];
    if (!last || last->used + words > PL_BLOCK_WORDS) {
        uint32_t block = take_block(all);
        if (block == PL_NO_BLOCK) {
            piece->failed = true;
            return NULL;
        }
        if (last)
            last->next = block;
        else
            piece->first = block;
        piece->last = block;
        last = &all->blocks[block];
    }
    uint32_t* at = last->word + last->used;
    last->used += words;
    return at;
}

static void give_back(pl_candidates* all, pl_list_piece* piece) {
    for (uint32_t block = piece->first; block != PL_NO_BLOCK; block = all->blocks[block].next)
        all->free_blocks[all->free_count++] = block;
    *piece = no_piece;
}

static uint32_t pieces_of(const pl_list* list) {
    return list->piece_count[0] + list->piece_count[1] + list->piece_count[2];
}

static void forget(pl_candidates* all, pl_list* list) {
    uint32_t count = list->stored ? pieces_of(list) : 0;
    for (uint32_t i = 0; i < count; ++i) give_back(all, &all->pieces[list->piece_first + i]);
    list->stored = false;
}

// --- travel ---

// Since the body's reference positions were set, and of those since it was made.
static pl_travel travel_of(const pl_body* body) {
    const pl_collider* c = body->collider;
    pl_travel t = c->travel;
    double half[3];
    for (int k = 0; k < 3; ++k) {
        double shift = body->origin[k] - c->still_origin[k];
        t.drift[k] += 0.5 * ((double)c->still_lo[k] + (double)c->still_hi[k]) + shift;
        half[k] = 0.5 * ((double)c->still_hi[k] - (double)c->still_lo[k]);
    }
    t.spread += sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]);
    return t;
}

// The way of the last substep, as it turned out.
static double last_way(const pl_body* a, const pl_body* b) {
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        double d = a->collider->last.drift[k] - b->collider->last.drift[k];
        sum += d * d;
    }
    return sqrt(sum) + a->collider->last.spread + b->collider->last.spread;
}

double pl_list_travel(const pl_stage* stage, const pl_list* list) {
    const pl_body *a = stage->all[list->index[0]], *b = stage->all[list->index[1]];
    pl_travel of_a = travel_of(a), of_b = travel_of(b);
    double sum = 0.0;
    for (int k = 0; k < 3; ++k) {
        double d = of_a.drift[k] - of_b.drift[k] - list->drift[k];
        sum += d * d;
    }
    return sqrt(sum) + (of_a.spread + of_b.spread - list->spread) +
           ROUNDING * (a->extent + b->extent);
}

// From here on ways are counted anew, so that they are told tightly.
static void set_still(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    const pl_body* body = stage->all[index];
    pl_collider* c = body->collider;
    if (!c->restart) return;
    c->restart = false;
    c->travel = travel_of(body);
    for (int k = 0; k < 3; ++k) {
        memcpy(c->still[k], body->asleep ? body->x[k] : body->past[k],
               body->padded * sizeof(float));
        c->still_origin[k] = body->origin[k];
        c->still_lo[k] = c->still_hi[k] = 0.0f;
    }
}

// --- lists and pairs ---

static bool has_list(const pl_pair* pair) {
    return !pair->is_obstacle && pair->a != pair->b;
}

static bool is_of(const pl_stage* stage, const pl_list* list, const pl_pair* pair) {
    return list->index[0] == pair->a && list->index[1] == pair->b &&
           list->id[0] == stage->all[pair->a]->id.value &&
           list->id[1] == stage->all[pair->b]->id.value;
}

static bool comes_before(const pl_list* list, const pl_pair* pair) {
    return list->index[0] < pair->a || (list->index[0] == pair->a && list->index[1] < pair->b);
}

static void count_pieces(const pl_stage* stage, const pl_pair* pair, pl_list* list) {
    const pl_bound* bounds = stage->collide->bounds;
    uint32_t of_a = pl_list_pieces(bounds[pair->a].groups);
    list->piece_count[PL_LIST_A_ON_B] = list->piece_count[PL_LIST_EDGES] = of_a;
    list->piece_count[PL_LIST_B_ON_A] = pl_list_pieces(bounds[pair->b].groups);
}

// Whether there are as many lists as such pairs, of the same bodies.
static bool is_same(const pl_stage* stage) {
    const pl_collide* collide = stage->collide;
    const pl_candidates* all = &collide->candidates;
    size_t next = 0;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        if (!has_list(&collide->pairs[i])) continue;
        if (next == all->count || !is_of(stage, &all->lists[next], &collide->pairs[i]))
            return false;
        ++next;
    }
    return next == all->count;
}

// False: there is no memory for them, and all are gone.
static bool make_room(const pl_stage* stage) {
    const pl_collide* collide = stage->collide;
    pl_candidates* all = &stage->collide->candidates;
    size_t pairs = 0, pieces = 0;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        pl_list list = {0};
        if (!has_list(&collide->pairs[i])) continue;
        count_pieces(stage, &collide->pairs[i], &list);
        pairs++;
        pieces += pieces_of(&list);
    }
    bool fits = pairs <= all->capacity && pairs <= all->spare_capacity &&
                pieces <= all->piece_capacity && pieces <= all->piece_spare_capacity;
    if (fits) return true;
    if (!stage->contacts->bounded &&
        pl_candidates_reserve(all, pairs + pairs / 2, pieces + pieces / 2, 0)) {
        stage->contacts->grown++;
        return true;
    }
    pl_candidates_drop(all);
    return false;
}

static void swap_pieces(pl_candidates* all) {
    pl_list* lists = all->lists;
    all->lists = all->spare;
    all->spare = lists;
    size_t capacity = all->capacity;
    all->capacity = all->spare_capacity;
    all->spare_capacity = capacity;
    pl_list_piece* pieces = all->pieces;
    all->pieces = all->piece_spare;
    all->piece_spare = pieces;
    capacity = all->piece_capacity;
    all->piece_capacity = all->piece_spare_capacity;
    all->piece_spare_capacity = capacity;
}

// Lists in the order of pairs; those of pairs that are gone are forgotten.
static void follow_pairs(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    pl_candidates* all = &collide->candidates;
    size_t old = 0, count = 0, pieces = 0;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        if (!has_list(pair)) continue;
        while (old < all->count && comes_before(&all->lists[old], pair))
            forget(all, &all->lists[old++]);
        pl_list* list = &all->spare[count++];
        if (old < all->count && is_of(stage, &all->lists[old], pair)) {
            *list = all->lists[old++];
        } else {
            *list = (pl_list){.index = {pair->a, pair->b},
                              .id = {stage->all[pair->a]->id.value, stage->all[pair->b]->id.value}};
            count_pieces(stage, pair, list);
        }
        uint32_t from = list->piece_first, own = pieces_of(list);
        list->piece_first = (uint32_t)pieces;
        for (uint32_t k = 0; k < own; ++k)
            all->piece_spare[pieces++] = list->stored ? all->pieces[from + k] : no_piece;
    }
    while (old < all->count) forget(all, &all->lists[old++]);
    swap_pieces(all);
    all->count = count;
    all->piece_count = pieces;
}

// --- which hold, and which are made ---

static bool holds(const pl_stage* stage, const pl_pair* pair, const pl_list* list) {
    if (!list->stored) return false;
    double t = pl_list_travel(stage, list);
    return t <= (double)list->skin &&
           (double)pl_reach_of_vertices(pair) + t <= (double)list->reach[0] &&
           (double)pl_reach_of_edges(pair) + t <= (double)list->reach[1];
}

static void plan(const pl_stage* stage, const pl_pair* pair, pl_list* list) {
    pl_body *a = stage->all[pair->a], *b = stage->all[pair->b];
    double edge = pl_body_edge(a) < pl_body_edge(b) ? pl_body_edge(a) : pl_body_edge(b),
           way = last_way(a, b);
    double skin = SKIN_STEPS * way, most = SKIN_MOST * edge;
    double least = SKIN_LEAST * (double)pair->margin;
    skin = skin < least ? least : skin > most ? most : skin;
    list->wanted = LAST_LEAST * way <= skin && !stage->collide->candidates.off;
    if (!list->wanted) return;
    double room = skin + WAY_MORE * (double)pair->way;
    list->skin = (float)skin;
    list->reach[0] = (float)((double)pl_reach_of_vertices(pair) + room);
    list->reach[1] = (float)((double)pl_reach_of_edges(pair) + room);
    a->collider->restart = b->collider->restart = true;
}

static void note_made(const pl_stage* stage, pl_list* list) {
    pl_travel a = travel_of(stage->all[list->index[0]]), b = travel_of(stage->all[list->index[1]]);
    for (int k = 0; k < 3; ++k) list->drift[k] = a.drift[k] - b.drift[k];
    list->spread = a.spread + b.spread;
    list->stored = true;
    list->crowded = false;
}

static void judge(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    pl_candidates* all = &collide->candidates;
    size_t next = 0;
    for (size_t i = 0; i < collide->pair_count; ++i) {
        pl_pair* pair = &collide->pairs[i];
        pair->list = NULL;
        if (!has_list(pair) || all->count == 0) continue;
        pl_list* list = &all->lists[next++];
        pair->list = list;
        list->wanted = false;
        if (holds(stage, pair, list)) continue;
        forget(all, list);
        if (!pair->manifold) plan(stage, pair, list);
    }
}

// --- making them ---

static void make_piece(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    const pl_item* item = &stage->collide->items[index];
    pl_list* list = stage->collide->pairs[item->pair].list;
    if (item->kind == PL_ITEM_RIDGES)
        pl_list_edges(stage, item, list);
    else
        pl_list_vertices(stage, item, list);
}

// Blocks that were missing are there the next time.
static void settle_blocks(const pl_stage* stage) {
    pl_candidates* all = &stage->collide->candidates;
    size_t taken = (size_t)pl_counter_get(&all->taken);
    size_t missing = taken > all->free_count ? taken - all->free_count : 0;
    all->free_count -= taken - missing;
    if (missing == 0 || stage->contacts->bounded) return;
    if (pl_candidates_reserve(all, 0, 0, all->block_capacity + all->block_capacity / 2 + missing))
        stage->contacts->grown++;
}

// A list that found no room is none.
static void conclude(const pl_stage* stage, pl_list* list) {
    pl_candidates* all = &stage->collide->candidates;
    bool failed = false;
    note_made(stage, list);
    all->made++;
    for (uint32_t i = 0; i < pieces_of(list); ++i) {
        failed = failed || all->pieces[list->piece_first + i].failed;
        list->crowded = list->crowded || all->pieces[list->piece_first + i].crowded;
    }
    if (failed) forget(all, list);
}

void pl_candidates_update(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    pl_candidates* all = &collide->candidates;
    if (!is_same(stage) && make_room(stage)) follow_pairs(stage);
    judge(stage);
    pl_items_to_list(stage);
    if (collide->item_count == 0) return;
    pl_stage copy = *stage;
    pl_task_parallel_for(stage->pool, stage->all_count, set_still, &copy);
    pl_counter_clear(&all->taken);
    pl_task_parallel_for(stage->pool, (uint32_t)collide->item_count, make_piece, &copy);
    settle_blocks(stage);
    for (size_t i = 0; i < all->count; ++i)
        if (all->lists[i].wanted) conclude(stage, &all->lists[i]);
}
