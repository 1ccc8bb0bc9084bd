// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Continuous collision detection between bodies: what would go through each other on the way from
// the beginning of the substep to where the stages have put it. Contacts are solved by a bounded
// number of rounds along the normals of the beginning; what presses harder than they can answer
// passes within a substep, and from then on nobody knows which side it belongs to (a box of
// 10^5 kg/m^3 went through a cushion by a third of its size). Who is on which side is known as long
// as nothing has crossed, so that is what is kept: impact_zone.c says how.
//
// Complete: all vertices against all triangles and all edges against all edges, but for what comes
// out of another body that it was in. Everything is seen from the second body of a pair as it
// drifts: boxes are around what moves in that frame.
#include "src/collide/collide_data.h"
#include "src/collide/ridges.h"
#include "src/collide/time_of_impact.h"
#include "src/collide/tree_walk.h"

#include <math.h>

#define SWEEP_GROUPS 8      // in a piece of work
#define ROUNDING     1e-6f  // of the size: boxes are that much larger
#define CERTAIN      0.5    // of what is between two surfaces: moving past by less, nothing crosses

// One of two bodies, in the frame of the second, which drifts with it.
typedef struct side {
    const pl_body* body;
    const float *past[3], *now[3];
    pl_vec3d offset;  // into the frame of the pair ...
    float shift[3];   // ... and the same, narrow
    float back[3];    // likewise of where it is now
} side;

typedef struct swept_box {
    float lo[3], hi[3];
} swept_box;

#define OWN_MOST 12  // vertices or edges of a leaf

// Four triangles on their way, and what is theirs.
typedef struct leaf {
    const side* of;
    uint32_t index;
    four past[3][3], now[3][3];  // corners, axes
    four lo[3], hi[3];           // boxes of the triangles ...
    swept_box all;               // ... and around all of them
    bool opened;                 // what follows holds
    swept_box triangle_box[4], vertex_box[OWN_MOST], edge_box[OWN_MOST];
    uint32_t vertex_count, edge_count, vertex[OWN_MOST];
    const pl_ridge* edge[OWN_MOST];
} leaf;

typedef struct job {
    const pl_stage* stage;
    const pl_pair* pair;
    side a, b;
    bool lets_go;    // of places that are caught
    float drift[3];  // of a, as seen from b
    float rounding;  // m
    uint64_t item, sequence;
    leaf own;
    float out[3], top;  // the way out of the own leaf, and how far it goes there
    pl_tree_part part;  // of the tree of b, around a group of a
} job;

// --- boxes ---

static bool boxes_meet(const swept_box* a, const swept_box* b) {
    return a->lo[0] <= b->hi[0] && b->lo[0] <= a->hi[0] && a->lo[1] <= b->hi[1] &&
           b->lo[1] <= a->hi[1] && a->lo[2] <= b->hi[2] && b->lo[2] <= a->hi[2];
}

// Around the ways of one place or two.
static swept_box box_around(const side* s, uint32_t from, uint32_t to, float room) {
    swept_box box;
    for (int k = 0; k < 3; ++k) {
        const float at[4] = {s->past[k][from] + s->shift[k], s->now[k][from] + s->back[k],
                             s->past[k][to] + s->shift[k], s->now[k][to] + s->back[k]};
        float lo = at[0], hi = at[0];
        for (int i = 1; i < 4; ++i) {
            lo = at[i] < lo ? at[i] : lo;
            hi = at[i] > hi ? at[i] : hi;
        }
        box.lo[k] = lo - room;
        box.hi[k] = hi + room;
    }
    return box;
}

// --- two features ---

static void set_point(const side* s, uint32_t place, pl_vec3d* past, pl_vec3d* now) {
    *past = pl_vec3d_add(pl_vec3d_make((double)s->past[0][place], (double)s->past[1][place],
                                       (double)s->past[2][place]),
                         s->offset);
    *now = pl_vec3d_add(
        pl_vec3d_make((double)s->now[0][place], (double)s->now[1][place], (double)s->now[2][place]),
        s->offset);
}

static void add_event(job* j, const side* a, const side* b, const pl_toi* toi, uint32_t split,
                      const uint32_t place[4]) {
    pl_collide* collide = j->stage->collide;
    uint64_t at = pl_counter_take(&collide->event_count, 1), sequence = j->sequence++;
    if (at >= collide->event_room) return;
    pl_toi_event* event = &collide->event_found[at];
    *event = (pl_toi_event){
        .body = {a->body->index, b->body->index}, .split = split, .margin = j->pair->margin};
    for (int k = 0; k < 4; ++k) {
        event->place[k] = place[k];
        event->weight[k] = (float)toi->weight[k];
    }
    pl_vec3_store(pl_vec3d_narrow(toi->normal), event->normal);
    collide->event_key[at] = (pl_keyed){j->item << 32 | sequence, (uint32_t)at};
}

// Whether a place of one side is inside the other at the beginning, by the parity of crossings:
// what comes out of there is free to. (Normals alone would not tell: where a surface is folded
// over, what is outside may well be behind a triangle.)
static bool is_inside(const side* s, uint32_t place, const side* other) {
    pl_vec3d past, now;
    float p[3];
    set_point(s, place, &past, &now);
    pl_vec3_store(pl_vec3d_narrow(pl_vec3d_sub(past, other->offset)), p);
    return pl_tree_inside(&other->body->collider->tree, other->past, p);
}

static bool is_caught(const job* j, const side* s, const uint32_t* place, uint32_t count) {
    for (uint32_t i = 0; j->lets_go && i < count; ++i)
        if (pl_caught_at(s->body, place[i])) return true;
    return false;
}

static void meet_vertex(job* j, const side* a, uint32_t vertex, const side* b, uint32_t triangle) {
    const uint32_t* corner = b->body->surface->triangles + 3 * (size_t)triangle;
    const uint32_t place[4] = {vertex, corner[0], corner[1], corner[2]};
    pl_sweep sweep;
    pl_toi toi;
    set_point(a, vertex, &sweep.past[0], &sweep.now[0]);
    for (int k = 1; k < 4; ++k) set_point(b, place[k], &sweep.past[k], &sweep.now[k]);
    if (!pl_toi_vertex_triangle(&sweep, &toi)) return;
    if (is_caught(j, a, place, 1) || is_caught(j, b, corner, 3)) return;
    if (!toi.out || !is_inside(a, vertex, b)) add_event(j, a, b, &toi, 1, place);
}

static pl_vec3d past_of(const side* s, uint32_t place) {
    return pl_vec3d_make((double)s->past[0][place], (double)s->past[1][place],
                         (double)s->past[2][place]);
}

// The sum of the normals beside an edge, each of length 1, at the beginning.
static pl_vec3d out_of(const side* s, const pl_ridge* ridge) {
    pl_vec3d from = past_of(s, ridge->from), way = pl_vec3d_sub(past_of(s, ridge->to), from);
    pl_vec3d left = pl_vec3d_cross(way, pl_vec3d_sub(past_of(s, ridge->tip[0]), from));
    pl_vec3d right = pl_vec3d_cross(pl_vec3d_sub(past_of(s, ridge->tip[1]), from), way);
    double l = pl_vec3d_length(left), r = pl_vec3d_length(right);
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    if (l > 0.0) sum = pl_vec3d_add_scaled(sum, 1.0 / l, left);
    return r > 0.0 ? pl_vec3d_add_scaled(sum, 1.0 / r, right) : sum;
}

// Whether the first edge was in front of the second, and the other way round.
static bool is_facing(const job* j, const pl_ridge* a, const pl_ridge* b, const pl_toi* toi) {
    return pl_vec3d_dot(out_of(&j->a, a), toi->normal) < 0.0 &&
           pl_vec3d_dot(out_of(&j->b, b), toi->normal) > 0.0;
}

// Whether an edge of one side is in the other at the beginning, or goes through its surface.
static bool is_within(const side* s, const pl_ridge* ridge, const side* other) {
    const uint32_t place[2] = {ridge->from, ridge->to};
    float end[2][3];
    for (int i = 0; i < 2; ++i) {
        pl_vec3d past, now;
        set_point(s, place[i], &past, &now);
        pl_vec3_store(pl_vec3d_narrow(pl_vec3d_sub(past, other->offset)), end[i]);
    }
    pl_crossing crossing;
    const pl_tree* tree = &other->body->collider->tree;
    pl_tree_segment(tree, other->past, end[0], end[1], &crossing);
    return crossing.triangle != PL_TREE_NONE || pl_tree_inside(tree, other->past, end[0]);
}

static bool comes_out(const job* j, const pl_ridge* a, const pl_ridge* b, const pl_toi* toi) {
    return !is_facing(j, a, b, toi) && (is_within(&j->a, a, &j->b) || is_within(&j->b, b, &j->a));
}

static void meet_edges(job* j, const pl_ridge* a, const pl_ridge* b) {
    const uint32_t place[4] = {a->from, a->to, b->from, b->to};
    pl_sweep sweep;
    pl_toi toi;
    for (int k = 0; k < 4; ++k)
        set_point(k < 2 ? &j->a : &j->b, place[k], &sweep.past[k], &sweep.now[k]);
    if (!pl_toi_edges(&sweep, &toi)) return;
    if (comes_out(j, a, b, &toi)) return;
    if (!is_caught(j, &j->a, place, 2) && !is_caught(j, &j->b, place + 2, 2))
        add_event(j, &j->a, &j->b, &toi, 2, place);
}

// --- a leaf of a against one of b ---

static float least_of(four a) {
    float lane[4];
    four_storeu(lane, a);
    float low = lane[0] < lane[1] ? lane[0] : lane[1], up = lane[2] < lane[3] ? lane[2] : lane[3];
    return low < up ? low : up;
}

static float most_of(four a) {
    return -least_of(four_sub(four_zero(), a));
}

static float sum_of(four a) {
    float lane[4];
    four_storeu(lane, a);
    return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}

// Places that fill up a leaf are copies of others.
static void load_leaf(const job* j, const side* of, uint32_t index, leaf* l) {
    const uint32_t* corners = of->body->collider->tree.shape->corners + 12 * (size_t)index;
    const four room = four_splat(j->rounding);
    l->of = of;
    l->index = index;
    l->opened = false;
    for (int k = 0; k < 3; ++k) {
        for (int c = 0; c < 3; ++c) {
            l->past[c][k] =
                four_add(four_gather(of->past[k], corners + 4 * c), four_splat(of->shift[k]));
            l->now[c][k] =
                four_add(four_gather(of->now[k], corners + 4 * c), four_splat(of->back[k]));
        }
        four lo = four_min(l->past[0][k], l->now[0][k]), hi = four_max(l->past[0][k], l->now[0][k]);
        for (int c = 1; c < 3; ++c) {
            lo = four_min(lo, four_min(l->past[c][k], l->now[c][k]));
            hi = four_max(hi, four_max(l->past[c][k], l->now[c][k]));
        }
        l->lo[k] = four_sub(lo, room);
        l->hi[k] = four_add(hi, room);
        l->all.lo[k] = least_of(l->lo[k]);
        l->all.hi[k] = most_of(l->hi[k]);
    }
}

// The sum of the area vectors at the beginning.
static void sum_normals(const leaf* l, float out[3]) {
    four e[3], f[3];
    for (int k = 0; k < 3; ++k) {
        e[k] = four_sub(l->past[1][k], l->past[0][k]);
        f[k] = four_sub(l->past[2][k], l->past[0][k]);
    }
    for (int k = 0; k < 3; ++k) {
        int y = (k + 1) % 3, z = (k + 2) % 3;
        out[k] = sum_of(four_sub(four_mul(e[y], f[z]), four_mul(e[z], f[y])));
    }
}

static four along(const four at[3], const float out[3]) {
    four sum = four_mul(at[0], four_splat(out[0]));
    sum = four_add(sum, four_mul(at[1], four_splat(out[1])));
    return four_add(sum, four_mul(at[2], four_splat(out[2])));
}

static four least_along(const leaf* l, const float out[3]) {
    four least = four_min(along(l->past[0], out), along(l->now[0], out));
    for (int c = 1; c < 3; ++c)
        least = four_min(least, four_min(along(l->past[c], out), along(l->now[c], out)));
    return least;
}

static four most_along(const leaf* l, const float out[3]) {
    const float in[3] = {-out[0], -out[1], -out[2]};
    return four_sub(four_zero(), least_along(l, in));
}

// With room for rounding.
static float top_of(const job* j, const leaf* l, float out[3]) {
    sum_normals(l, out);
    float size = fabsf(out[0]) + fabsf(out[1]) + fabsf(out[2]);
    return most_of(most_along(l, out)) + 2.0f * size * j->rounding;
}

// Two surfaces that face each other lie in each other's boxes wherever they are aslant. Of two
// leaves that a plane across the way out of either keeps apart nothing crosses.
static bool is_apart(const job* j, const leaf* other) {
    if (least_of(least_along(other, j->out)) > j->top) return true;
    float out[3], top = top_of(j, other, out);
    return least_of(least_along(&j->own, out)) > top;
}

static void open_edges(const job* j, leaf* l) {
    const pl_ridges* ridges = l->of->body->collider->ridges;
    const uint32_t* triangle = l->of->body->collider->tree.shape->triangle + 4 * (size_t)l->index;
    l->edge_count = 0;
    for (int c = 0; c < 4 && triangle[c] != PL_TREE_NONE; ++c) {
        for (uint32_t i = ridges->first[triangle[c]]; i < ridges->first[triangle[c] + 1]; ++i) {
            const pl_ridge* ridge = &ridges->ridge[i];
            l->edge_box[l->edge_count] = box_around(l->of, ridge->from, ridge->to, j->rounding);
            l->edge[l->edge_count++] = ridge;
        }
    }
}

static void open_leaf(const job* j, leaf* l) {
    const pl_tree_shape* shape = l->of->body->collider->tree.shape;
    if (l->opened) return;
    l->opened = true;
    l->vertex_count = 0;
    for (uint32_t i = shape->owned_first[l->index]; i < shape->owned_first[l->index + 1]; ++i) {
        uint32_t place = shape->owned[i];
        l->vertex_box[l->vertex_count] = box_around(l->of, place, place, j->rounding);
        l->vertex[l->vertex_count++] = place;
    }
    open_edges(j, l);
    for (int k = 0; k < 3; ++k) {
        float lo[4], hi[4];
        four_storeu(lo, l->lo[k]);
        four_storeu(hi, l->hi[k]);
        for (int i = 0; i < 4; ++i) {
            l->triangle_box[i].lo[k] = lo[i];
            l->triangle_box[i].hi[k] = hi[i];
        }
    }
}

static void meet_vertices(job* j, const leaf* a, const leaf* b) {
    const uint32_t* triangle = b->of->body->collider->tree.shape->triangle + 4 * (size_t)b->index;
    for (uint32_t i = 0; i < a->vertex_count; ++i) {
        if (!boxes_meet(&a->vertex_box[i], &b->all)) continue;
        for (int t = 0; t < 4 && triangle[t] != PL_TREE_NONE; ++t)
            if (boxes_meet(&a->vertex_box[i], &b->triangle_box[t]))
                meet_vertex(j, a->of, a->vertex[i], b->of, triangle[t]);
    }
}

static void meet_all_edges(job* j, const leaf* a, const leaf* b) {
    for (uint32_t i = 0; i < a->edge_count; ++i) {
        if (!boxes_meet(&a->edge_box[i], &b->all)) continue;
        for (uint32_t k = 0; k < b->edge_count; ++k)
            if (boxes_meet(&a->edge_box[i], &b->edge_box[k])) meet_edges(j, a->edge[i], b->edge[k]);
    }
}

static void visit_leaf(uint32_t index, void* user) {
    job* j = user;
    leaf other;
    load_leaf(j, &j->b, index, &other);
    if (!boxes_meet(&j->own.all, &other.all) || is_apart(j, &other)) return;
    open_leaf(j, &j->own);
    open_leaf(j, &other);
    meet_vertices(j, &j->own, &other);
    meet_vertices(j, &other, &j->own);
    meet_all_edges(j, &j->own, &other);
}

// The box of some of a's tree, in b's frame.
static swept_box seen(const job* j, const swept_box* own) {
    const float* shift = j->a.shift;
    swept_box box;
    for (int k = 0; k < 3; ++k) {
        float drift = j->drift[k];
        box.lo[k] = own->lo[k] + shift[k] + (drift < 0.0f ? drift : 0.0f) - j->rounding;
        box.hi[k] = own->hi[k] + shift[k] + (drift > 0.0f ? drift : 0.0f) + j->rounding;
    }
    return box;
}

static void meet_leaf(job* j, uint32_t index) {
    swept_box around = {{0}, {0}};
    pl_tree_leaf_box(&j->a.body->collider->tree, index, around.lo, around.hi);
    swept_box box = seen(j, &around);
    if (!pl_tree_part_meets(&j->part, box.lo, box.hi)) return;
    load_leaf(j, &j->a, index, &j->own);
    j->top = top_of(j, &j->own, j->out);
    pl_tree_part_leaves(&j->part, box.lo, box.hi, visit_leaf, j);
}

static void meet_group(job* j, uint32_t group) {
    const pl_tree* tree = &j->a.body->collider->tree;
    swept_box own = {{0}, {0}};
    pl_tree_group_box(tree, group, own.lo, own.hi);
    swept_box box = seen(j, &own);
    pl_tree_take(&j->b.body->collider->tree, box.lo, box.hi, &j->part);
    if (j->part.count == 0) return;
    uint32_t begin, end;
    pl_tree_group_leaves(tree->shape, group, &begin, &end);
    for (uint32_t i = begin; i < end; ++i) meet_leaf(j, i);
}

// --- all pairs ---

// `drift`: of the frame.
static side side_of(const pl_body* body, pl_vec3d offset, pl_vec3d drift) {
    side s = {.body = body, .offset = offset};
    for (int k = 0; k < 3; ++k) {
        s.now[k] = body->x[k];
        s.past[k] = body->asleep ? body->x[k] : body->past[k];
    }
    pl_vec3_store(pl_vec3d_narrow(offset), s.shift);
    pl_vec3_store(pl_vec3d_narrow(pl_vec3d_sub(offset, drift)), s.back);
    return s;
}

static void sweep_item(uint32_t index, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    const pl_item* item = &stage->collide->items[index];
    const pl_pair* pair = &stage->collide->pairs[item->pair];
    const pl_body *a = stage->all[pair->a], *b = stage->all[pair->b];
    pl_vec3d drift = pl_body_drift(b), own = pl_vec3d_sub(pl_body_drift(a), drift);
    pl_vec3d offset = pl_vec3d_sub(pl_vec3d_load(a->origin), pl_vec3d_load(b->origin));
    job j;
    j.stage = stage;
    j.pair = pair;
    j.a = side_of(a, offset, drift);
    j.b = side_of(b, pl_vec3d_make(0, 0, 0), drift);
    pl_vec3_store(pl_vec3d_narrow(own), j.drift);
    j.lets_go = pl_caught_let_go(a, b);
    j.item = index;
    j.sequence = 0;
    j.rounding = ROUNDING * (float)(a->extent + b->extent);
    for (uint32_t group = item->begin; group < item->end; ++group) meet_group(&j, group);
}

static void cut(pl_collide* collide, uint32_t pair, pl_item_kind kind, uint32_t groups) {
    for (uint32_t begin = 0, end; begin < groups; begin = end) {
        bool is_last = collide->item_count + 1 >= collide->item_capacity;
        end = is_last || groups - begin < SWEEP_GROUPS ? groups : begin + SWEEP_GROUPS;
        collide->items[collide->item_count++] = (pl_item){pair, kind, begin, end};
    }
}

static void make_items(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    for (uint32_t i = 0; i < stage->body_count; ++i) stage->bodies[i]->swept = false;
    collide->item_count = 0;
    for (uint32_t i = 0; i < collide->pair_count; ++i) {
        const pl_pair* pair = &collide->pairs[i];
        if (!pair->swept) continue;
        stage->all[pair->a]->swept = stage->all[pair->b]->swept = true;
        cut(collide, i, PL_ITEM_A_ON_B, collide->bounds[pair->a].groups);
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
// apart than the slack. Half of that is taken, since contacts tell of vertices, and of edges only
// where no vertices hold. So what lies still is not looked at.

// How far any place of one moves past any of the other.
static double travel(const pl_body* a, const pl_body* b) {
    return pl_vec3d_length(pl_vec3d_sub(pl_body_drift(a), pl_body_drift(b))) + pl_body_spread(a) +
           pl_body_spread(b);
}

static bool is_of(const pl_pair* pair, const pl_contact* c) {
    return (pair->a == c->body[0] && pair->b == c->body[1]) ||
           (pair->a == c->body[1] && pair->b == c->body[0]);
}

static bool is_between(const pl_contact* c) {
    return c->body[1] != PL_NOBODY && c->body[0] != c->body[1];
}

// Bodies that explode are everywhere at once: they are mended elsewhere.
static double far_most(const pl_stage* stage, const pl_pair* pair) {
    return stage->all[pair->a]->extent + stage->all[pair->b]->extent;
}

// Whether another pass may find something else than the last.
static bool is_open(const pl_stage* stage, const pl_pair* pair) {
    return pair->crossed || stage->all[pair->a]->put_back || stage->all[pair->b]->put_back;
}

// Contacts come in the order of pairs.
static void choose_pairs(const pl_stage* stage) {
    pl_collide* collide = stage->collide;
    const pl_contact_list* list = stage->contacts;
    for (size_t i = 0, next = 0; i < collide->pair_count; ++i) {
        pl_pair* pair = &collide->pairs[i];
        pair->swept = false;
        if (pair->is_obstacle || pair->a == pair->b) continue;
        double way = travel(stage->all[pair->a], stage->all[pair->b]);
        float least = pair->slack;
        while (next < list->count && !is_between(&list->contacts[next])) ++next;
        for (; next < list->count && is_of(pair, &list->contacts[next]); ++next) {
            float distance = list->contacts[next].gap_past + list->contacts[next].margin;
            least = distance < least ? distance : least;
        }
        pair->swept = way > CERTAIN * (double)least && way < far_most(stage, pair) &&
                      (stage->pass == 0 || is_open(stage, pair));
    }
}

static void bound_paired(const pl_span* span, const pl_stage* stage) {
    if (span->body->paired) pl_collide_bound_span(span, stage);
}

static void join_paired(pl_body* body, const pl_stage* stage) {
    if (body->paired) pl_collide_join_bounds(body, stage);
}

static void fit_body(pl_body* body, const pl_stage* stage) {
    (void)stage;
    body->put_back = false;
    if (!body->swept) return;
    const float* x[3] = {body->x[0], body->x[1], body->x[2]};
    const float* past[3] = {body->past[0], body->past[1], body->past[2]};
    float drift[3];
    pl_vec3_store(pl_vec3d_narrow(pl_body_drift(body)), drift);
    pl_tree_refit_drifting(&body->collider->tree, x, past, drift);
}

static bool any_between(const pl_collide* collide) {
    for (size_t i = 0; i < collide->pair_count; ++i)
        if (!collide->pairs[i].is_obstacle && collide->pairs[i].a != collide->pairs[i].b)
            return true;
    return false;
}

static void choose(const pl_stage* stage) {
    stage->collide->item_count = 0;
    if (!any_between(stage->collide)) return;
    pl_stage_particles(stage, bound_paired);
    pl_stage_bodies(stage, join_paired);
    choose_pairs(stage);
}

static pl_pair* pair_of(const pl_collide* collide, size_t event) {
    return &collide->pairs[collide->items[collide->event_key[event].key >> 32].pair];
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
        collide->events[i] = collide->event_found[collide->event_key[i].value];
    for (size_t i = 0; i < collide->pair_count; ++i) collide->pairs[i].crossed = false;
    for (size_t i = 0; i < count; ++i) pair_of(collide, i)->crossed = true;
    stage->contacts->events = collide->events;
    stage->contacts->event_count = count;
    return count > 0;
}
