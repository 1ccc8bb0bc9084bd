// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Continuous collision detection between bodies, and with meshes as obstacles: what would go
// through each other on the way from the beginning of the substep to where the stages have put it.
// Contacts are solved by a bounded number of rounds along the normals of the beginning; what
// presses harder than they can answer passes within a substep, and from then on nobody knows which
// side it belongs to (a box of 10^5 kg/m^3 went through a cushion by a third of its size). Who is
// on which side is known as long as nothing has crossed, so that is what is kept: impact_zone.c
// says how.
//
// Complete: all vertices against all triangles and all edges against all edges, but for what comes
// out of matter that it was in. Everything is seen from the second of a pair (swept.h). What was
// looked at and has not moved since need not be looked at again: after the first search of a
// substep leaves of a tree that have are held against the other tree, first those of one body of
// a pair, then those of the other against what has not.
#include "src/collide/collide_data.h"
#include "src/collide/solid.h"
#include "src/collide/swept.h"
#include "src/collide/time_of_impact.h"
#include "src/math/rotation.h"

#include <math.h>
#include <string.h>

#define SWEEP_GROUPS (2 * PL_PIECE_GROUPS)  // in a piece of work
#define LEAVES_KEPT  32                     // of the other side: several leaves meet each of them
#define ROUNDING     1e-6f                  // of the size: boxes are that much larger
#define APART        0.5                    // margins, which are between most of what rests
#define CERTAIN      0.5  // of what is between two surfaces: moving past by less, nothing crosses

typedef struct job {
    const pl_stage* stage;
    const pl_pair* pair;
    const pl_obstacle* obstacle;  // b, if it is one
    pl_swept_side a, b;
    bool lets_go;    // of places that are caught
    float drift[3];  // of a, as seen from b
    float rounding;  // m
    bool second;  // a is the second of the pair: what of the first has moved was looked at before
    pl_swept_side first_of,
        second_of;  // of the pair: events are told in this order, by whomever found
    pl_swept_leaf own, others[LEAVES_KEPT];
    pl_tree_part part;  // of the tree of b, around a group of a
} job;

// --- events ---

static pl_vec3d see(const pl_swept_side* s, int end, uint32_t place) {
    double at[3];
    pl_view_apply(&s->view[end], s->x[end], place, at);
    return pl_vec3d_load(at);
}

static void set_point(const pl_swept_side* s, uint32_t place, pl_vec3d* past, pl_vec3d* now) {
    *past = see(s, 0, place);
    *now = see(s, 1, place);
}

static uint32_t index_of(const pl_swept_side* s) {
    return s->body ? s->body->index : PL_NOBODY;
}

// What an obstacle has in it.
static void set_held(const job* j, const pl_swept_side* a, const pl_swept_side* b,
                     pl_toi_event* event) {
    const pl_place* place = &j->obstacle->now;
    pl_vec3d normal = pl_vec3_widen(pl_vec3_load(event->normal));
    pl_vec3d about = pl_vec3d_load(j->stage->all[j->pair->a]->origin);
    event->obstacle = j->pair->b;
    for (uint32_t k = 0; k < 4; ++k) {
        const pl_swept_side* s = k < event->split ? a : b;
        if (s->body) continue;
        pl_vec3d at = pl_rotation_turn(place->turn, see(s, 1, event->place[k]));
        at = pl_vec3d_add(at, pl_vec3d_sub(pl_vec3d_load(place->position), about));
        event->held += (double)event->weight[k] * pl_vec3d_dot(normal, at);
    }
}

// The order of the features, which is the same whoever finds them.
typedef struct event_key {
    uint32_t kind;      // 0: a vertex of the first, 1: of the second, 2: edges
    uint32_t index[2];  // vertex and triangle, or the edges
} event_key;

static void add_event(job* j, const pl_swept_side* a, const pl_swept_side* b, const pl_toi* toi,
                      uint32_t split, const uint32_t place[4], const event_key* key) {
    pl_collide* collide = j->stage->collide;
    uint64_t at = pl_counter_take(&collide->event_count, 1);
    if (at >= collide->event_room) return;
    pl_toi_event* event = &collide->event_found[at];
    *event = (pl_toi_event){.body = {index_of(a), index_of(b)},
                            .obstacle = PL_NOBODY,
                            .split = split,
                            .margin = j->pair->margin};
    for (int k = 0; k < 4; ++k) {
        event->place[k] = place[k];
        event->weight[k] = (float)toi->weight[k];
    }
    pl_vec3 normal =
        j->obstacle ? pl_view_back(&j->a.view[1], toi->normal) : pl_vec3d_narrow(toi->normal);
    pl_vec3_store(normal, event->normal);
    if (j->obstacle) set_held(j, a, b, event);
    event->order = (uint64_t)(j->pair - collide->pairs) << 2 | key->kind;
    uint64_t features = (uint64_t)key->index[0] << 32 | key->index[1];
    collide->event_key[at] = (pl_keyed){features, (uint32_t)at};
}

// --- two features ---

// Where a place of one side is at the beginning, in the other's own coordinates.
static void find_in(const pl_swept_side* s, uint32_t place, const pl_swept_side* other,
                    float at[3]) {
    pl_vec3d from = pl_vec3d_sub(see(s, 0, place), pl_vec3d_load(other->view[0].shift));
    pl_vec3_store(pl_view_back(&other->view[0], from), at);
}

static bool is_matter(const pl_swept_side* s, const float at[3]) {
    return pl_tree_inside(s->tree, s->x[0], at) != s->hollow;
}

// Whether a place of one side is in the other's matter at the beginning, by the winding number:
// what comes out of there is free to. (Normals alone would not tell: where a surface is folded
// over, what is outside may well be behind a triangle.)
static bool is_inside(const pl_swept_side* s, uint32_t place, const pl_swept_side* other) {
    float at[3];
    find_in(s, place, other, at);
    return is_matter(other, at);
}

static bool is_caught(const job* j, const pl_swept_side* s, const uint32_t* place, uint32_t count) {
    for (uint32_t i = 0; j->lets_go && i < count; ++i)
        if (pl_caught_at(s->body, place[i])) return true;
    return false;
}

// A vertex of the first of the pair, or of the second.
static void meet_vertex(job* j, bool of_second, uint32_t vertex, uint32_t triangle) {
    const pl_swept_side* a = of_second ? &j->second_of : &j->first_of;
    const pl_swept_side* b = of_second ? &j->first_of : &j->second_of;
    const event_key key = {of_second, {vertex, triangle}};
    const uint32_t* corner = b->triangles + 3 * (size_t)triangle;
    const uint32_t place[4] = {vertex, corner[0], corner[1], corner[2]};
    pl_sweep sweep;
    pl_toi toi;
    set_point(a, vertex, &sweep.past[0], &sweep.now[0]);
    for (int k = 1; k < 4; ++k) set_point(b, place[k], &sweep.past[k], &sweep.now[k]);
    if (!pl_toi_vertex_triangle(&sweep, &toi)) return;
    if (is_caught(j, a, place, 1) || is_caught(j, b, corner, 3)) return;
    if (toi.out == b->hollow || !is_inside(a, vertex, b)) add_event(j, a, b, &toi, 1, place, &key);
}

// The sum of the normals beside an edge, each of length 1, at the beginning; away from the matter.
static pl_vec3d out_of(const pl_swept_side* s, const pl_ridge* ridge) {
    pl_vec3d from = see(s, 0, ridge->from), way = pl_vec3d_sub(see(s, 0, ridge->to), from);
    pl_vec3d left = pl_vec3d_cross(way, pl_vec3d_sub(see(s, 0, ridge->tip[0]), from));
    pl_vec3d right = pl_vec3d_cross(pl_vec3d_sub(see(s, 0, ridge->tip[1]), from), way);
    double l = pl_vec3d_length(left), r = pl_vec3d_length(right), sign = s->hollow ? -1.0 : 1.0;
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    if (l > 0.0) sum = pl_vec3d_add_scaled(sum, sign / l, left);
    return r > 0.0 ? pl_vec3d_add_scaled(sum, sign / r, right) : sum;
}

// Whether the first edge was in front of the second, and the other way round.
static bool is_facing(const job* j, const pl_ridge* a, const pl_ridge* b, const pl_toi* toi) {
    return pl_vec3d_dot(out_of(&j->first_of, a), toi->normal) < 0.0 &&
           pl_vec3d_dot(out_of(&j->second_of, b), toi->normal) > 0.0;
}

// Whether an edge of one side is in the other's matter at the beginning, or goes through its
// surface.
static bool is_within(const pl_swept_side* s, const pl_ridge* ridge, const pl_swept_side* other) {
    float from[3], to[3];
    find_in(s, ridge->from, other, from);
    find_in(s, ridge->to, other, to);
    pl_crossing crossing;
    pl_tree_segment(other->tree, other->x[0], from, to, &crossing);
    return crossing.triangle != PL_TREE_NONE || is_matter(other, from);
}

static bool comes_out(const job* j, const pl_ridge* a, const pl_ridge* b, const pl_toi* toi) {
    const pl_swept_side *first = &j->first_of, *second = &j->second_of;
    return !is_facing(j, a, b, toi) && (is_within(first, a, second) || is_within(second, b, first));
}

// An edge of the first of the pair, and one of the second.
static void meet_edges(job* j, const pl_ridge* a, const pl_ridge* b) {
    const pl_swept_side *first = &j->first_of, *second = &j->second_of;
    const event_key key = {
        2, {(uint32_t)(a - first->ridges->ridge), (uint32_t)(b - second->ridges->ridge)}};
    const uint32_t place[4] = {a->from, a->to, b->from, b->to};
    pl_sweep sweep;
    pl_toi toi;
    for (int k = 0; k < 4; ++k)
        set_point(k < 2 ? first : second, place[k], &sweep.past[k], &sweep.now[k]);
    if (!pl_toi_edges(&sweep, &toi)) return;
    if (comes_out(j, a, b, &toi)) return;
    if (!is_caught(j, first, place, 2) && !is_caught(j, second, place + 2, 2))
        add_event(j, first, second, &toi, 2, place, &key);
}

// --- a leaf of a against one of b ---

static void meet_vertices(job* j, pl_swept_leaf* a, const pl_swept_leaf* b, uint32_t near) {
    const uint32_t* triangle = b->of->tree->shape->triangle + 4 * (size_t)b->index;
    pl_swept_list(a);
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        uint32_t bits = pl_swept_meet(b, &a->vertex_box[i]) & near;
        for (; bits; bits &= bits - 1)
            meet_vertex(j, (a->of == &j->b) != j->second, a->vertex[i], triangle[four_first(bits)]);
    }
}

static void meet_triangles(job* j, pl_swept_leaf* a, uint32_t t, pl_swept_leaf* b, uint32_t u) {
    pl_swept_open(a, t);
    pl_swept_open(b, u);
    for (uint32_t i = 0; i < a->edge_count[t]; ++i)
        for (uint32_t k = 0; k < b->edge_count[u]; ++k)
            if (pl_swept_boxes_meet(&a->edge_box[t][i], &b->edge_box[u][k]))
                meet_edges(j, j->second ? b->edge[u][k] : a->edge[t][i],
                           j->second ? a->edge[t][i] : b->edge[u][k]);
}

static bool has_moved(const pl_swept_side* s, uint32_t leaf) {
    return s->body && s->body->collider->leaf_moved[leaf];
}

static pl_swept_leaf* other_leaf(job* j, uint32_t index) {
    pl_swept_leaf* leaf = &j->others[index % LEAVES_KEPT];
    if (leaf->index != index) pl_swept_load(&j->b, index, j->rounding, leaf);
    return leaf;
}

static void visit_leaf(uint32_t index, void* user) {
    job* j = user;
    if (j->second && has_moved(&j->b, index)) return;
    pl_swept_leaf* other = other_leaf(j, index);
    if (!pl_swept_boxes_meet(&j->own.all, &other->all) || pl_swept_apart(&j->own, other)) return;
    uint32_t near = pl_swept_meet(&j->own, &other->all), near_other = 0, bits[4];
    for (uint32_t t = 0; near >> t; ++t) {
        pl_swept_box box = pl_swept_triangle_box(&j->own, t);
        bits[t] = near >> t & 1 ? pl_swept_meet(other, &box) : 0;
        near_other |= bits[t];
    }
    if (near_other == 0) return;
    meet_vertices(j, &j->own, other, near_other);
    meet_vertices(j, other, &j->own, near);
    for (uint32_t t = 0; near >> t; ++t)
        for (; bits[t]; bits[t] &= bits[t] - 1)
            meet_triangles(j, &j->own, t, other, four_first(bits[t]));
}

static void meet_leaf(job* j, uint32_t index) {
    pl_swept_box around = {{0}, {0}};
    pl_tree_leaf_box(j->a.tree, index, around.lo, around.hi);
    pl_swept_box box = pl_swept_see(&j->a, &around, j->drift, j->rounding);
    if (!pl_tree_part_meets(&j->part, box.lo, box.hi)) return;
    pl_swept_load(&j->a, index, j->rounding, &j->own);
    pl_tree_part_leaves(&j->part, box.lo, box.hi, visit_leaf, j);
}

static bool has_group_moved(const pl_swept_side* s, uint32_t begin, uint32_t end) {
    for (uint32_t i = begin; i < end; ++i)
        if (has_moved(s, i)) return true;
    return false;
}

static void meet_group(job* j, uint32_t group) {
    pl_swept_box own = {{0}, {0}};
    uint32_t begin, end;
    pl_tree_group_leaves(j->a.tree->shape, group, &begin, &end);
    if (!has_group_moved(&j->a, begin, end)) return;
    pl_tree_group_box(j->a.tree, group, own.lo, own.hi);
    pl_swept_box box = pl_swept_see(&j->a, &own, j->drift, j->rounding);
    pl_tree_take(j->b.tree, box.lo, box.hi, &j->part);
    if (j->part.count == 0) return;
    for (uint32_t i = begin; i < end; ++i)
        if (has_moved(&j->a, i)) meet_leaf(j, i);
}

// --- all pairs ---

static void aim_at_body(job* j, const pl_body* a, const pl_body* b) {
    j->obstacle = NULL;
    pl_vec3d drift = pl_body_drift(b);
    pl_vec3d offset = pl_vec3d_sub(pl_vec3d_load(a->origin), pl_vec3d_load(b->origin));
    j->a = pl_swept_body(a, offset, drift);
    j->b = pl_swept_body(b, pl_vec3d_make(0, 0, 0), drift);
    pl_vec3_store(pl_vec3d_narrow(pl_vec3d_sub(pl_body_drift(a), drift)), j->drift);
    j->lets_go = pl_caught_let_go(a, b);
    j->rounding = ROUNDING * (float)(a->extent + b->extent);
}

static void aim_at_obstacle(job* j, const pl_body* a, const pl_obstacle* obstacle) {
    float lo[3], hi[3], far = 0.0f;
    j->obstacle = obstacle;
    j->a = pl_swept_turned(a, obstacle);
    j->b = pl_swept_obstacle(obstacle);
    pl_vec3_store(pl_vec3d_narrow(pl_body_drift(a)), j->drift);
    pl_tree_bounds(j->b.tree, lo, hi);
    for (int k = 0; k < 3; ++k) far = pl_larger(far, pl_larger(fabsf(lo[k]), fabsf(hi[k])));
    j->lets_go = false;
    j->rounding = ROUNDING * ((float)a->extent + 2.0f * far);
}

// By the list of candidates: what was farther from the other than both have moved past each other
// since, in this substep included, has not come through.
typedef struct listed {
    const pl_list_piece* piece;
    float known;         // how much less distances may be than those listed ...
    float most;          // ... and from where on none has come through
    float way;           // of the second past the first, but for strays
    float stray[2];      // the largest of each
    const float *a, *b;  // strays of the first of the pair and of the second
} listed;

static float stray_of(const float* stray, uint32_t from, uint32_t to) {
    return pl_larger(stray[from], stray[to]);
}

// Whether the ways of two features come near each other at all.
static bool may_meet(const job* j, const pl_swept_side* a, const uint32_t* of_a, uint32_t count_a,
                     const pl_swept_side* b, const uint32_t* of_b, uint32_t count_b) {
    pl_swept_box box_a = pl_swept_around(a, of_a, count_a, j->rounding);
    pl_swept_box box_b = pl_swept_around(b, of_b, count_b, j->rounding);
    return pl_swept_boxes_meet(&box_a, &box_b);
}

static void sweep_two_edges(job* j, const pl_ridge* a, const pl_ridge* b) {
    const uint32_t of_a[2] = {a->from, a->to}, of_b[2] = {b->from, b->to};
    if (may_meet(j, &j->first_of, of_a, 2, &j->second_of, of_b, 2)) meet_edges(j, a, b);
}

static void sweep_vertex(job* j, bool of_second, uint32_t place, uint32_t triangle) {
    const pl_swept_side* a = of_second ? &j->second_of : &j->first_of;
    const pl_swept_side* b = of_second ? &j->first_of : &j->second_of;
    const uint32_t* corner = b->triangles + 3 * (size_t)triangle;
    if (may_meet(j, a, &place, 1, b, corner, 3)) meet_vertex(j, of_second, place, triangle);
}

static void sweep_edges(job* j, const listed* l) {
    pl_list_cursor at = pl_list_begin(&j->stage->collide->candidates, l->piece);
    for (const uint32_t* e; (e = pl_list_next(&at, true)) != NULL;) {
        float distance = pl_list_float(e[PL_EDGES_DISTANCE]);
        if (distance > l->most) continue;
        const pl_ridge* a = &j->first_of.ridges->ridge[e[PL_EDGES_A]];
        const pl_ridge* b = &j->second_of.ridges->ridge[e[PL_EDGES_B]];
        if (distance <= l->known + stray_of(l->a, a->from, a->to) + stray_of(l->b, b->from, b->to))
            sweep_two_edges(j, a, b);
    }
}

static void sweep_vertices(job* j, const listed* l, bool of_second) {
    pl_list_cursor at = pl_list_begin(&j->stage->collide->candidates, l->piece);
    const uint32_t* triangles = of_second ? j->first_of.triangles : j->second_of.triangles;
    const float *own = of_second ? l->b : l->a, *other = of_second ? l->a : l->b;
    for (const uint32_t* e; (e = pl_list_next(&at, false)) != NULL;) {
        uint32_t place = e[PL_VERTEX_PLACE], count = e[PL_VERTEX_COUNT];
        if (pl_list_float(e[PL_VERTEX_NOW]) > l->way + own[place] + l->stray[!of_second]) continue;
        for (uint32_t i = 0; i < count; ++i) {
            pl_listed_triangle near = pl_list_triangle(e, i);
            if (near.distance > l->most) break;
            const uint32_t* corner = triangles + 3 * (size_t)near.triangle;
            float stray = pl_larger(stray_of(other, corner[0], corner[1]), other[corner[2]]);
            if (near.distance <= l->known + own[place] + stray)
                sweep_vertex(j, of_second, place, near.triangle);
        }
    }
}

static double drift_between(const pl_body* a, const pl_body* b) {
    return pl_vec3d_length(pl_vec3d_sub(pl_body_drift(a), pl_body_drift(b)));
}

static void sweep_piece(job* j, const pl_item* item, uint32_t begin) {
    const pl_list* list = j->pair->list;
    const pl_body *a = j->first_of.body, *b = j->second_of.body;
    double travel = pl_list_travel(j->stage, list) + (double)j->rounding;
    bool of_second = item->kind == PL_ITEM_B_ON_A, edges = item->kind == PL_ITEM_RIDGES;
    int kind = edges ? PL_LIST_EDGES : of_second ? PL_LIST_B_ON_A : PL_LIST_A_ON_B;
    listed l = {.piece = pl_list_piece_at(j->stage, list, kind, begin),
                .known = (float)(travel + drift_between(a, b)),
                .most = (float)(travel + j->pair->swept_way),
                .way = (float)drift_between(a, b) + j->rounding,
                .stray = {(float)pl_body_spread(a), (float)pl_body_spread(b)},
                .a = a->collider->stray,
                .b = b->collider->stray};
    if (edges)
        sweep_edges(j, &l);
    else
        sweep_vertices(j, &l, of_second);
}

static void aim(const pl_stage* stage, const pl_item* item, job* j) {
    const pl_pair* pair = &stage->collide->pairs[item->pair];
    const pl_body* a = stage->all[pair->a];
    j->stage = stage;
    j->pair = pair;
    j->second = item->kind == PL_ITEM_B_ON_A && !pair->swept_by_list;
    if (pair->is_obstacle)
        aim_at_obstacle(j, a, stage->obstacles[pair->b]);
    else
        aim_at_body(j, a, stage->all[pair->b]);
    j->first_of = j->a;
    j->second_of = j->b;
    if (j->second) aim_at_body(j, stage->all[pair->b], a);
}

static void sweep_item(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    const pl_item* item = &stage->collide->items[index];
    job j;
    aim(stage, item, &j);
    if (j.pair->swept_by_list) {
        for (uint32_t i = item->begin; i < item->end; i += PL_PIECE_GROUPS)
            sweep_piece(&j, item, i);
        return;
    }
    for (uint32_t i = 0; i < LEAVES_KEPT; ++i) j.others[i].index = PL_TREE_NONE;
    for (uint32_t group = item->begin; group < item->end; ++group) meet_group(&j, group);
}

// In pieces, for as long as there is room for some more kinds.
static void cut(pl_collide* collide, uint32_t pair, pl_item_kind kind, uint32_t groups) {
    for (uint32_t begin = 0, end; begin < groups; begin = end) {
        bool is_last = collide->item_count + 3 >= collide->item_capacity;
        end = is_last || groups - begin < SWEEP_GROUPS ? groups : begin + SWEEP_GROUPS;
        collide->items[collide->item_count++] = (pl_item){pair, kind, begin, end};
    }
}

// What sleeps has not moved, whatever it did before.
static bool moves(const pl_body* body) {
    return body->moved && !body->asleep;
}

static void cut_side(const pl_stage* stage, uint32_t pair, pl_item_kind kind, uint32_t index) {
    pl_body* body = stage->all[index];
    body->swept = body->collider->by_tree = true;
    if (moves(body)) cut(stage->collide, pair, kind, stage->collide->bounds[index].groups);
}

static void cut_list(const pl_stage* stage, uint32_t index) {
    pl_collide* collide = stage->collide;
    const pl_pair* pair = &collide->pairs[index];
    uint32_t groups = collide->bounds[pair->a].groups;
    stage->all[pair->a]->swept = stage->all[pair->b]->swept = true;
    cut(collide, index, PL_ITEM_A_ON_B, groups);
    cut(collide, index, PL_ITEM_B_ON_A, collide->bounds[pair->b].groups);
    cut(collide, index, PL_ITEM_RIDGES, groups);
}

static void make_items(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    for (uint32_t i = 0; i < stage->all_count; ++i)
        stage->all[i]->swept = stage->all[i]->collider->by_tree = false;
    collide->item_count = 0;
    for (uint32_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        if (!pair->swept) continue;
        if (pair->swept_by_list) {
            cut_list(stage, i);
            continue;
        }
        cut_side(stage, i, PL_ITEM_A_ON_B, pair->a);
        if (pair->is_obstacle) continue;
        // if all of one has moved, all is looked at from there
        stage->all[pair->b]->swept = stage->all[pair->b]->collider->by_tree = true;
        if (stage->all[pair->a]->moved != PL_MOVED_ALL || stage->all[pair->a]->asleep)
            cut_side(stage, i, PL_ITEM_B_ON_A, pair->b);
    }
}

static size_t search(const pl_stage* stage) {
    pl_stage copy = *stage;
    pl_counter_clear(&stage->collide->event_count);
    pl_task_parallel_for(stage->pool, (uint32_t)stage->collide->item_count, sweep_item, &copy);
    return (size_t)pl_counter_get(&stage->collide->event_count);
}

// What does not find room makes room; only without memory, or where the caller has bounded it,
// events are left out, the last ones.
static size_t search_with_room(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    size_t count = search(stage);
    if (count <= collide->event_room) return count;
    if (!stage->contacts->bounded && pl_collide_reserve_events(collide, 2 * count)) {
        stage->contacts->grown++;
        return search(stage);
    }
    pl_stage copy = *stage;
    pl_counter_clear(&collide->event_count);
    for (uint32_t i = 0; i < collide->item_count; ++i) sweep_item(i, 0, &copy);
    return collide->event_room;
}

// --- who is looked at ---
//
// Two surfaces that are d apart at the beginning of a substep do not cross within it if no place of
// one moves past any of the other by d. Listed contacts tell d; what is not listed was farther
// apart than the slack. Half of that is taken, since flat edges are not listed. Where a vertex is
// so near that it holds its edges nothing is known of these, and the pair is looked at however
// little it moves: two edges a micron apart went through each other in a heap that was all but at
// rest.

// How far any place of one moves past any of the other.
static double travel(const pl_body* a, const pl_body* b) {
    return pl_vec3d_length(pl_vec3d_sub(pl_body_drift(a), pl_body_drift(b))) + pl_body_spread(a) +
           pl_body_spread(b);
}

static double travel_past(const pl_body* a, const pl_obstacle* obstacle) {
    pl_vec3d drift = pl_vec3d_sub(pl_body_drift(a), pl_obstacle_drift(obstacle));
    return pl_vec3d_length(drift) + pl_body_spread(a) + pl_obstacle_turning(obstacle, a);
}

static double way_of(const pl_stage* stage, const pl_pair* pair) {
    const pl_body* a = stage->all[pair->a];
    return pair->is_obstacle ? travel_past(a, stage->obstacles[pair->b])
                             : travel(a, stage->all[pair->b]);
}

static bool has_sides(const pl_stage* stage, const pl_pair* pair) {
    const pl_obstacle* obstacle = pair->is_obstacle ? stage->obstacles[pair->b] : NULL;
    if (obstacle) return obstacle->solid->ridges != NULL && !pl_obstacle_gives(obstacle);
    return pair->a != pair->b;
}

// How much nearer a round obstacle may be to the middle of a triangle of the body than to its
// corners: e^2 / (6 R) for equal edges. Of bodies, and of sharp edges, what is near is listed.
static double sag_into(const pl_stage* stage, const pl_pair* pair) {
    if (!pair->is_obstacle) return 0.0;
    const pl_body* body = stage->all[pair->a];
    double edge = body->surface->edge_mean * (double)body->def.scale;
    return edge * edge * stage->obstacles[pair->b]->solid->bend / 6.0;
}

// Bodies that explode are everywhere at once: they are mended elsewhere.
static double far_most(const pl_stage* stage, const pl_pair* pair) {
    double extent = stage->all[pair->a]->extent;
    return extent + (pair->is_obstacle ? extent : stage->all[pair->b]->extent);
}

// Whether another look may find something else than the last.
static bool is_open(const pl_stage* stage, const pl_pair* pair) {
    return moves(stage->all[pair->a]) || (!pair->is_obstacle && moves(stage->all[pair->b]));
}

// Whether the list of candidates has all that may have come through, and tells most of the others
// apart; else the tree does it faster.
static bool is_in_list(const pl_stage* stage, const pl_pair* pair) {
    const pl_list* list = pair->list;
    if (!list || !list->stored || list->crowded) return false;
    double rounding =
        (double)ROUNDING * (stage->all[pair->a]->extent + stage->all[pair->b]->extent);
    double t = pl_list_travel(stage, list) + pair->swept_way + rounding;
    return t <= APART * (double)pair->margin && t <= 2.0 * (double)list->skin &&
           t <= (double)list->reach[0] && t <= (double)list->reach[1];
}

// Contacts come in the order of pairs.
static void choose_pairs(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0, next = 0; i < collide->pair_count; ++i) {
        pl_pair* pair = &collide->pairs[i];
        float least = pair->slack - (float)pair->since;
        for (; next < list->count && pl_pair_has(pair, &list->contacts[next]); ++next) {
            float distance = list->contacts[next].gap_past + list->contacts[next].margin;
            least = distance < least ? distance : least;
        }
        pair->swept = false;
        if (!has_sides(stage, pair)) continue;
        double way = way_of(stage, pair), apart = (double)least - sag_into(stage, pair);
        bool holds = least <= PL_HELD * pair->margin;
        pair->swept =
            is_open(stage, pair) && way < far_most(stage, pair) && (holds || way > CERTAIN * apart);
        pair->swept_way = way;
        pair->swept_by_list = pair->swept && !pair->is_obstacle && is_in_list(stage, pair);
    }
}

static void bound_paired(const pl_span* span, const pl_stage* stage) {
    if (span->body->paired && span->body->moved) pl_collide_bound_span(span, stage);
}

static void join_paired(pl_body* body, const pl_stage* stage) {
    if (body->paired && body->moved) pl_collide_join_bounds(body, stage);
}

// Which leaves have moved, of bodies of which some have, or all; from here on nothing has.
static void note_leaves(pl_body* body) {
    const pl_tree_shape* shape = body->collider->tree.shape;
    uint8_t* leaf_moved = body->collider->leaf_moved;
    memset(leaf_moved, body->moved == PL_MOVED_ALL, shape->leaf_count);
    for (uint32_t leaf = 0; body->moved == PL_MOVED_SOME && leaf < shape->leaf_count; ++leaf)
        for (uint32_t i = shape->vertex_first[leaf]; i < shape->vertex_first[leaf + 1]; ++i)
            leaf_moved[leaf] |= body->place_moved[shape->vertex[i]];
    if (body->moved) memset(body->place_moved, 0, body->padded);
}

// How far each place has moved past the middle of all ways.
static void find_strays(pl_body* body) {
    const float *x = body->x[0], *y = body->x[1], *z = body->x[2];
    const float *from_x = body->past[0], *from_y = body->past[1], *from_z = body->past[2];
    pl_vec3 drift = pl_vec3d_narrow(pl_body_drift(body));
    float* stray = body->collider->stray;
    for (uint32_t i = 0; i < body->count; ++i) {
        float a = x[i] - from_x[i] - drift.x, b = y[i] - from_y[i] - drift.y;
        float c = z[i] - from_z[i] - drift.z;
        stray[i] = sqrtf(a * a + b * b + c * c);
    }
}

static void fit_body(pl_body* body, const pl_stage* stage) {
    (void)stage;
    pl_collider* collider = body->collider;
    if (!body->swept) return;
    note_leaves(body);
    if (body->moved) find_strays(body);
    collider->fitted = collider->fitted && !body->moved;
    body->moved = PL_MOVED_NOTHING;
    if (collider->fitted || !collider->by_tree) return;
    collider->fitted = true;
    const float* x[3] = {body->x[0], body->x[1], body->x[2]};
    const float* past[3] = {body->past[0], body->past[1], body->past[2]};
    float drift[3];
    pl_vec3_store(pl_vec3d_narrow(pl_body_drift(body)), drift);
    pl_tree_refit_drifting(&collider->tree, x, past, drift);
}

static bool any_has_sides(const pl_stage* stage) {
    const pl_collide* collide = stage->collide;
    for (size_t i = 0; i < collide->pair_count; ++i)
        if (has_sides(stage, &collide->pairs[i])) return true;
    return false;
}

static void choose(const pl_stage* stage) {
    stage->collide->item_count = 0;
    if (!any_has_sides(stage)) return;
    pl_stage_particles(stage, bound_paired);
    pl_stage_light(stage, join_paired);
    choose_pairs(stage);
}

bool pl_collide_sweep(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    stage->contacts->event_count = 0;
    choose(stage);
    make_items(stage);
    if (collide->item_count == 0) return false;
    pl_stage_bodies(stage, fit_body);
    size_t count = search_with_room(stage);
    pl_sort_keyed(collide->event_key, collide->event_spare, count);
    for (size_t i = 0; i < count; ++i)
        collide->event_key[i].key = collide->event_found[collide->event_key[i].value].order;
    pl_sort_keyed(collide->event_key, collide->event_spare, count);  // which is stable
    for (size_t i = 0; i < count; ++i)
        collide->events[i] = collide->event_found[collide->event_key[i].value];
    stage->contacts->events = collide->events;
    stage->contacts->event_count = count;
    return count > 0;
}
