// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Vertices of a body on another one. Which triangle is nearest to a vertex at the beginning of the
// substep is known from the list of candidates of the pair, if it has one, or found by the tree: a
// group of vertices that is near takes the part of the tree around it; then come four leaves of the
// group at a time, each leaf, and vertices one by one. Both find the same, in the same order. Then
// comes what no triangle near tells of: what remembers that it is inside, and what is found to be.
#include "src/collide/collide_data.h"
#include "src/state/calm.h"

#include <math.h>
#include <string.h>

#define RESCUE_TURNS 16  // every group is looked at for being far inside once in so many substeps
#define DEEP         0.25f  // of the size: how deep one is searched that was inside already
#define ROUNDING     1e-6f  // of the size: what is behind a triangle by less is on it

typedef struct box {
    float lo[3], hi[3];
} box;

typedef struct job {
    const pl_stage* stage;
    const pl_pair* pair;
    const pl_body *body, *other;  // whose vertices they are, and on whose surface
    const float *now[3], *past[3];
    pl_target target;
    double shift[3];  // into the target's frame
    float reach;      // how near is of interest at the beginning, m
    float skin;       // of the list that is made, m; 0: none is
    pl_vec3 drift;    // of the target, by the middle of its places' moves ...
    float spread;     // ... and how far they differ from it
    float step;       // half an edge of the target, m
    bool lets_go;     // of places that are caught
    uint8_t* holds;   // per place of the body; NULL: nobody asks
    pl_finding* finding;
    pl_list_piece* piece;  // that is made
    pl_tree_part part;     // of the tree of the other, around a group, ...
    pl_tree_part less;     // ... and around four of its leaves
} job;

// --- a vertex ---

static void see(const job* j, const float* const x[3], uint32_t place, float out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = (float)((double)x[k][place] + j->shift[k]);
}

// What is listed beyond the slack: pressure may move a place back about as far as elasticity has
// moved it. Without that, places at a wall that elasticity had drawn back went through it in the
// same substep (6 % of the size in a glass of balls).
static float way_back(const pl_pair* pair, float moved) {
    return moved < pair->way ? moved : pair->way;
}

static void set_probe(const job* j, uint32_t place, const float past[3], pl_probe* probe) {
    memcpy(probe->past, past, sizeof probe->past);
    see(j, j->now, place, probe->now);
    pl_vec3 way = pl_vec3_sub(pl_vec3_load(probe->now), pl_vec3_load(probe->past));
    float moved = pl_vec3_length(pl_vec3_sub(way, j->drift));
    probe->radius = j->pair->slack + j->pair->margin + way_back(j->pair, moved);
    probe->reach = moved + j->spread;
    probe->step = j->step;
    probe->deep = DEEP * (float)j->body->extent;
    probe->behind = ROUNDING * (float)j->body->extent;
    bool remembers = j->body->inside_of[place] == j->other->id.value;
    const pl_walls* walls = &j->body->walls[place];
    bool calm = j->target.folds && walls->of == j->other->id.value;
    probe->wall_count = calm ? walls->count : 0;
    memcpy(probe->walls, walls->at, sizeof probe->walls);
    probe->inside_at = remembers ? j->body->inside_at[place] : PL_TREE_NONE;
    probe->rescue = false;
}

// How the vertex has moved past the triangle.
static pl_vec3 slide_past(const pl_target* t, const pl_probe* probe, const pl_meeting* m) {
    const uint32_t* corner = t->triangles + 3 * (size_t)m->triangle;
    pl_vec3 slide = pl_vec3_sub(pl_vec3_load(probe->now), pl_vec3_load(probe->past));
    for (int k = 0; k < 3; ++k) {
        pl_vec3 moved =
            pl_vec3_sub(pl_place_at(t->now, corner[k]), pl_place_at(t->past, corner[k]));
        slide = pl_vec3_add_scaled(slide, -m->share[k], moved);
    }
    return slide;
}

static void add_met(const job* j, uint32_t place, const pl_probe* probe, const pl_meeting* m) {
    pl_contact c;
    pl_contact_begin(j->pair, &c);
    const uint32_t* corner = j->target.triangles + 3 * (size_t)m->triangle;
    c.body[0] = j->body->index;
    c.body[1] = j->other->index;
    c.place[0] = place;
    c.weight[0] = 1.0f;
    c.triangle = m->triangle;
    for (int k = 0; k < 3; ++k) {
        c.place[k + 1] = corner[k];
        c.weight[k + 1] = -m->share[k];
        c.normal[k] = m->normal[k];
    }
    pl_vec3_store(slide_past(&j->target, probe, m), c.slide);
    pl_contact_set_gaps(&c, m->gap, m->gap_past, j->stage->h, j->body->extent);
    pl_finding_add(j->finding, &c);
}

static bool is_drawn_out(const pl_body* body, uint32_t triangle) {
    const uint32_t* corner = body->surface->triangles + 3 * (size_t)triangle;
    return pl_caught_at(body, corner[0]) || pl_caught_at(body, corner[1]) ||
           pl_caught_at(body, corner[2]);
}

static void look(const job* j, uint32_t place, const float past[3], const pl_near* near,
                 bool rescue) {
    pl_probe probe;
    pl_meeting found[PL_MEETINGS_MOST];
    float held = PL_HELD * j->pair->margin;
    if (j->lets_go && pl_caught_at(j->body, place)) return;
    set_probe(j, place, past, &probe);
    probe.start = *near;
    probe.rescue = rescue;
    if (j->holds) j->holds[place] = near->squared <= held * held;
    uint32_t count = pl_find_on_surface(&j->target, &probe, found);
    for (uint32_t i = 0; i < count; ++i) {
        if (j->lets_go && is_drawn_out(j->other, found[i].triangle)) continue;
        add_met(j, place, &probe, &found[i]);
    }
}

// --- lists ---

typedef struct near_by {
    const job* j;
    const float* at;
    float most;      // distance squared
    uint32_t count;  // may be more than are listed
    pl_listed_triangle listed[PL_TRIANGLES_MOST];
} near_by;

static void measure(const job* j, const float p[3], uint32_t triangle, pl_near* near) {
    const uint32_t* corner = j->target.triangles + 3 * (size_t)triangle;
    float at[3][3];
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) at[c][k] = j->target.past[k][corner[c]];
    pl_triangle_nearest(at[0], at[1], at[2], p, near);
    near->triangle = triangle;
}

// Sorts it in.
static void put_in(near_by* list, pl_listed_triangle one) {
    uint32_t at = list->count++;
    if (at >= PL_TRIANGLES_MOST) return;
    for (; at > 0 && list->listed[at - 1].distance > one.distance; --at)
        list->listed[at] = list->listed[at - 1];
    list->listed[at] = one;
}

static void note_leaf(uint32_t leaf, void* user) {
    near_by* list = user;
    const uint32_t* triangle = list->j->target.tree->shape->triangle + 4 * (size_t)leaf;
    for (int i = 0; i < 4 && triangle[i] != PL_TREE_NONE; ++i) {
        pl_near near;
        measure(list->j, list->at, triangle[i], &near);
        if (near.squared <= list->most)
            put_in(list, (pl_listed_triangle){triangle[i], sqrtf(near.squared)});
    }
}

static void put_entry(job* j, uint32_t place, const float p[3], const pl_near* nearest) {
    float distance = sqrtf(nearest->squared), around = distance + 2.0f * j->skin, lo[3], hi[3];
    near_by list = {.j = j, .at = p, .most = around * around};
    for (int k = 0; k < 3; ++k) {
        lo[k] = p[k] - around;
        hi[k] = p[k] + around;
    }
    pl_tree_part_leaves(&j->less, lo, hi, note_leaf, &list);
    uint32_t count = list.count <= PL_TRIANGLES_MOST ? list.count : 0;
    uint32_t* entry = pl_candidates_add(&j->stage->collide->candidates, j->piece,
                                        PL_VERTEX_TRIANGLES + PL_TRIANGLE_WORDS * count);
    if (!entry) return;
    if (list.count > PL_TRIANGLES_MOST) j->piece->crowded = true;
    entry[PL_VERTEX_PLACE] = place;
    memcpy(&entry[PL_VERTEX_DISTANCE], &distance, sizeof distance);
    entry[PL_VERTEX_COUNT] = list.count;
    memcpy(&entry[PL_VERTEX_TRIANGLES], list.listed, count * sizeof *list.listed);
}

// The nearest of them, as the tree would tell it. `travel`: of the list; what was farther than the
// nearest by more than that is farther still.
static void find_nearest(const job* j, const uint32_t* entry, const float p[3], float travel,
                         pl_near* best) {
    uint32_t count = entry[PL_VERTEX_COUNT];
    *best = (pl_near){.triangle = PL_TREE_NONE, .squared = j->reach * j->reach};
    if (count > PL_TRIANGLES_MOST) {
        pl_tree_nearest(j->target.tree, j->target.past, p, j->reach, best);
        return;
    }
    float most = j->reach + travel;
    for (uint32_t i = 0; i < count; ++i) {
        pl_near near;
        pl_listed_triangle listed = pl_list_triangle(entry, i);
        if (listed.distance > most) return;
        measure(j, p, listed.triangle, &near);
        if (near.squared > best->squared ||
            (near.squared == best->squared && near.triangle > best->triangle))
            continue;
        *best = near;
        most = sqrtf(near.squared) + travel;
    }
}

// `travel`: of the list.
static void look_at_piece(job* j, const pl_list_piece* piece, double travel) {
    pl_list_cursor at = pl_list_begin(&j->stage->collide->candidates, piece);
    float moved = (float)travel;
    for (uint32_t* entry; (entry = pl_list_next(&at, false)) != NULL;) {
        float past[3], least = pl_list_float(entry[PL_VERTEX_DISTANCE]) - moved;
        pl_near near = {.triangle = PL_TREE_NONE};
        if (least <= j->reach) {
            see(j, j->past, entry[PL_VERTEX_PLACE], past);
            find_nearest(j, entry, past, moved, &near);
            least = sqrtf(near.squared);
        }
        memcpy(&entry[PL_VERTEX_NOW], &least, sizeof least);
        if (near.triangle != PL_TREE_NONE) look(j, entry[PL_VERTEX_PLACE], past, &near, false);
    }
}

// For tests: each vertex by the tree as well.
static void check_vertex(const job* j, const pl_list_piece* piece, float travel, uint32_t place) {
    pl_candidates* all = &j->stage->collide->candidates;
    pl_list_cursor at = pl_list_begin(all, piece);
    pl_near near, listed = {.triangle = PL_TREE_NONE, .squared = j->reach * j->reach};
    float past[3], most = j->reach + travel;
    see(j, j->past, place, past);
    pl_tree_nearest(j->target.tree, j->target.past, past, j->reach, &near);
    for (const uint32_t* entry; (entry = pl_list_next(&at, false)) != NULL;)
        if (entry[PL_VERTEX_PLACE] == place && pl_list_float(entry[PL_VERTEX_DISTANCE]) <= most)
            find_nearest(j, entry, past, travel, &listed);
    pl_candidates_note(all, near.triangle == listed.triangle && near.squared == listed.squared);
}

static void check_piece(const job* j, const pl_list_piece* piece, double travel, uint32_t begin,
                        uint32_t end) {
    const pl_tree_shape* shape = j->body->collider->tree.shape;
    for (uint32_t group = begin, first, last; group < end; ++group) {
        pl_tree_group_vertices(shape, group, &first, &last);
        for (; first < last; ++first) check_vertex(j, piece, (float)travel, shape->owned[first]);
    }
}

// --- the search ---

static box widen(const job* j, box own, float room) {
    for (int k = 0; k < 3; ++k) {
        float shift = (float)j->shift[k];
        own.lo[k] += shift - room;
        own.hi[k] += shift + room;
    }
    return own;
}

// A little more than the reach, for rounding.
static float room_of(const job* j) {
    return 1.0001f * (j->reach + 2.0f * j->skin) + ROUNDING * (float)j->body->extent;
}

static void meet_leaf(job* j, uint32_t leaf) {
    const pl_tree* tree = &j->body->collider->tree;
    const uint32_t* first = tree->shape->owned_first + leaf;
    box own = {{0}, {0}};
    pl_tree_leaf_box(tree, leaf, own.lo, own.hi);
    own = widen(j, own, room_of(j));
    if (!pl_tree_part_meets(&j->less, own.lo, own.hi)) return;
    for (uint32_t i = first[0]; i < first[1]; ++i) {
        uint32_t place = tree->shape->owned[i];
        float past[3];
        pl_near near;
        see(j, j->past, place, past);
        pl_tree_part_nearest(&j->less, j->target.past, past, j->reach, &near);
        if (near.triangle == PL_TREE_NONE) continue;
        if (j->piece)
            put_entry(j, place, past, &near);
        else
            look(j, place, past, &near, false);
    }
}

static void meet_group(job* j, uint32_t group) {
    const pl_tree* tree = &j->body->collider->tree;
    box own = {{0}, {0}};
    pl_tree_group_box(tree, group, own.lo, own.hi);
    own = widen(j, own, room_of(j));
    pl_tree_take(j->target.tree, own.lo, own.hi, &j->part);
    if (j->part.count == 0) return;
    uint32_t begin, end;
    pl_tree_group_leaves(tree->shape, group, &begin, &end);
    for (uint32_t node = begin / 4; 4 * node < end; ++node) {
        pl_tree_node_box(tree, node, own.lo, own.hi);
        own = widen(j, own, room_of(j));
        pl_tree_take_less(&j->part, own.lo, own.hi, &j->less);
        for (uint32_t leaf = 4 * node; j->less.count > 0 && leaf < 4 * node + 4 && leaf < end;
             ++leaf)
            meet_leaf(j, leaf);
    }
}

// --- what is inside ---

static bool is_in_box(const pl_body* body, const float p[3]) {
    for (int k = 0; k < 3; ++k)
        if (!(p[k] >= body->box_lo[k] && p[k] <= body->box_hi[k])) return false;
    return true;
}

// A whole group may be far inside something, with no triangle near: its first vertex tells, in
// turn.
static bool is_lost(const job* j, uint32_t group, const uint32_t* owned) {
    if ((j->stage->tick + group) % RESCUE_TURNS != 0) return false;
    float past[3];
    see(j, j->past, *owned, past);
    return is_in_box(j->other, past) &&
           !pl_tree_touches(j->target.tree, j->target.past, past, j->reach) &&
           pl_tree_inside(j->target.tree, j->target.past, past);
}

static void look_inside(job* j, uint32_t group) {
    const pl_tree_shape* shape = j->body->collider->tree.shape;
    uint32_t begin, end;
    pl_tree_group_vertices(shape, group, &begin, &end);
    if (begin == end) return;
    bool lost = is_lost(j, group, shape->owned + begin);
    if (!lost && !j->body->any_inside) return;
    for (uint32_t i = begin; i < end; ++i) {
        uint32_t place = shape->owned[i];
        if (!lost && j->body->inside_of[place] != j->other->id.value) continue;
        float past[3];
        pl_near near;
        see(j, j->past, place, past);
        pl_tree_nearest(j->target.tree, j->target.past, past, j->reach, &near);
        if (near.triangle == PL_TREE_NONE) look(j, place, past, &near, lost);
    }
}

// --- pieces ---

static void aim(const pl_stage* stage, const pl_item* item, job* j) {
    const pl_pair* pair = &stage->collide->pairs[item->pair];
    bool swapped = item->kind == PL_ITEM_B_ON_A;
    const pl_body* body = stage->all[swapped ? pair->b : pair->a];
    const pl_body* other = stage->all[swapped ? pair->a : pair->b];
    j->stage = stage;
    j->pair = pair;
    j->body = body;
    j->other = other;
    j->target = pl_target_of_body(other);
    j->target.folds = pl_calm(body, other, other->motion.velocity) > 0.0;
    for (int k = 0; k < 3; ++k) {
        j->now[k] = body->x[k];
        j->past[k] = body->asleep ? body->x[k] : body->past[k];
        j->shift[k] = body->origin[k] - other->origin[k];
    }
    j->reach = pl_reach_of_vertices(pair);
    j->skin = 0.0f;
    j->drift = pl_vec3d_narrow(pl_body_drift(other));
    j->spread = (float)pl_body_spread(other);
    j->step = (float)(0.5 * other->surface->edge_mean * (double)other->def.scale);
    j->lets_go = pl_caught_let_go(body, other);
    j->holds = pair->holds[swapped];
    j->finding = NULL;
    j->piece = NULL;
}

static int kind_of(const pl_item* item) {
    return item->kind == PL_ITEM_B_ON_A ? PL_LIST_B_ON_A : PL_LIST_A_ON_B;
}

void pl_list_vertices(const pl_stage* stage, const pl_item* item, pl_list* list) {
    job j;
    aim(stage, item, &j);
    j.reach = list->reach[0];
    j.skin = list->skin;
    j.piece = pl_list_piece_at(stage, list, kind_of(item), item->begin);
    for (uint32_t group = item->begin; group < item->end && !j.piece->failed; ++group)
        meet_group(&j, group);
}

void pl_find_bodies(pl_finding* finding, const pl_item* item) {
    const pl_stage* stage = finding->stage;
    job j;
    aim(stage, item, &j);
    j.finding = finding;
    const pl_list* list = j.pair->list && j.pair->list->stored ? j.pair->list : NULL;
    double travel = list ? pl_list_travel(stage, list) : 0.0;
    for (uint32_t begin = item->begin, end; begin < item->end; begin = end) {
        end = begin + PL_PIECE_GROUPS < item->end ? begin + PL_PIECE_GROUPS : item->end;
        const pl_list_piece* piece =
            list ? pl_list_piece_at(stage, list, kind_of(item), begin) : NULL;
        if (list) look_at_piece(&j, piece, travel);
        if (list && stage->collide->candidates.checked) check_piece(&j, piece, travel, begin, end);
        for (uint32_t group = begin; !list && group < end; ++group) meet_group(&j, group);
        for (uint32_t group = begin; group < end; ++group) look_inside(&j, group);
    }
}
