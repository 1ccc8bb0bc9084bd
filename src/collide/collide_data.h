// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the files of the collide stage share: pairs, pieces of work, and where contacts go.
#ifndef PL_COLLIDE_DATA_H
#define PL_COLLIDE_DATA_H

#include "src/collide/candidates.h"
#include "src/collide/collide.h"
#include "src/collide/find.h"
#include "src/collide/manifold.h"
#include "src/mesh/mesh_pieces.h"
#include "src/mesh/mesh_sort.h"
#include "src/task/counter.h"

#define PL_SLACK 0.01  // of the size: what is nearer than this is listed, touching or not
#define PL_HELD  1.5f  // margins: a vertex as near to another body as that holds its edges

// The first touch of a pair in this substep.
typedef struct pl_impact {
    double at;        // share of the substep, 2: none
    pl_vec3d normal;  // towards a
    double approach;  // m along it, of the place that touches first
    pl_vec3d point;   // where that is, in the world
} pl_impact;

// Two that may meet in this substep.
typedef struct pl_pair {
    uint32_t a;           // index of a body
    uint32_t b;           // of a body, or of an obstacle; a itself: self-contact
    bool bounced;         // in this substep
    bool is_obstacle;     // b is one
    bool hard;            // may need to be stopped, as they move before anyone is
    bool struck;          // one of them faster than it can answer
    bool parts;           // self-contact between parts only
    bool near;            // self-contact that lists only what may touch in this substep
    bool across;          // self-contact of the two sides of something thin alone
    bool swept;           // may have gone through each other in this substep (continuous.c)
    bool swept_by_list;   // which the list of candidates tells
    float slack, margin;  // m
    double swept_way;     // how far any place has moved past the other, as it turned out, m
    float way;            // how far any place moves past the other in this substep, m
    float friction, friction_static;
    // per place of a and of b: whether it holds its edges, which is found with vertices; NULL: not
    // known
    uint8_t* holds[2];
    pl_list* list;                // of candidates; NULL: it has none
    const pl_manifold* manifold;  // contacts that are taken over; NULL: they are searched for. Room
                                  // for pairs is made before they are matched
    double since;                 // how far the two have moved past each other since those were
                                  // found, m
    uint32_t hit_stamp;           // 0: nobody has looked yet
    pl_impact hit;                // as far as it was looked for
} pl_pair;

static inline pl_contact_kind pl_pair_kind(const pl_pair* pair) {
    if (pair->is_obstacle) return PL_WITH_OBSTACLE;
    return pair->a == pair->b ? PL_WITH_ITSELF : PL_WITH_BODY;
}

// Whether a contact is one of the pair's.
static inline bool pl_pair_has(const pl_pair* pair, const pl_contact* c) {
    if (pair->is_obstacle) return c->obstacle == pair->b && c->body[0] == pair->a;
    return (pair->a == c->body[0] && pair->b == c->body[1]) ||
           (pair->a == c->body[1] && pair->b == c->body[0]);
}

// The mean edge of a body at rest, m.
static inline double pl_body_edge(const pl_body* body) {
    return body->surface->edge_mean * (double)body->def.scale;
}

typedef enum pl_item_kind {
    PL_ITEM_A_ON_B,  // vertices of a against b
    PL_ITEM_B_ON_A,  // vertices, or the sharp edges of an obstacle, against a
    PL_ITEM_SELF,
    PL_ITEM_ACROSS,
    PL_ITEM_RIDGES,  // edges of a against those of b
    PL_ITEM_TAKEN    // contacts of the last substep
} pl_item_kind;

// A piece of work: some groups of the vertices' tree, some edges of an obstacle, or some contacts.
typedef struct pl_item {
    uint32_t pair;
    pl_item_kind kind;
    uint32_t begin, end;
} pl_item;

// Where a body's box lies in the world, for the broad phase, and what else is asked of all bodies:
// their own structures lie far apart.
typedef struct pl_bound {
    double lo[3], hi[3];
    double girth;     // m: how deep contacts may have to mend
    bool is_sheet;    // it is thin
    bool meets;       // something else
    uint32_t groups;  // of its tree
    uint32_t places;
    bool paired;        // is among those looked at
    bool searched;      // contacts of it are searched for
    bool lets_go;       // of places that are caught, if it has any
    bool meets_self;    // in this substep
    bool parts_meet;    // or at least its parts each other
    double struck_way;  // m: how far it is driven in this substep by what hits it ...
    float pushed_way;   // ... and how far other bodies may push places of it
} pl_bound;

// Who finds room first: obstacles, other bodies, the body itself; of each what presses before what
// is only near.
#define PL_FOUND_CLASSES (2 * PL_CONTACT_KINDS)

struct pl_collide {
    plump_allocator hooks;
    pl_bound* bounds;  // per body
    size_t bound_capacity;
    pl_keyed *order, *order_spare;  // bodies along x; also pairs and contacts, when sorted
    size_t order_capacity, order_spare_capacity;
    pl_pair* pairs;
    pl_pair* pair_spare;
    size_t pair_count, pair_capacity, pair_spare_capacity;
    pl_manifold *manifolds, *manifold_spare;  // of the last substep, in the order of its pairs
    size_t manifold_count, manifold_capacity, manifold_spare_capacity;
    bool begins;           // this is the first substep
    bool searches_always;  // for tests: nothing is taken over
    pl_item* items;
    size_t item_count, item_capacity;
    uint8_t* holds;  // of all pairs
    size_t holds_capacity;
    pl_contact* found;    // as they come
    pl_keyed* found_key;  // and their place in the order: item, then number in it
    size_t found_capacity, found_key_capacity;
    pl_counter found_count;
    pl_counter of_class[PL_FOUND_CLASSES];  // found so far, by who finds room first
    uint32_t class_begin, class_end;        // those that are listed
    pl_toi_event* event_found;              // by continuous detection, as they come, ...
    pl_toi_event* events;                   // ... and in their order
    pl_keyed *event_key, *event_spare;
    size_t event_found_capacity, event_capacity, event_key_capacity, event_spare_capacity;
    size_t event_room;  // for so many
    pl_counter event_count;
    size_t dropped_pairs[PL_CONTACT_KINDS];
    pl_candidates candidates;
};

// A piece of work being done.
#define PL_FINDING_BATCH 32
typedef struct pl_finding {
    const pl_stage* stage;
    const pl_pair* pair;
    uint64_t item, sequence;
    uint32_t count;
    pl_contact batch[PL_FINDING_BATCH];
} pl_finding;

static inline float pl_larger(float a, float b) {
    return a > b ? a : b;
}

// A contact of a pair without sides yet.
void pl_contact_begin(const pl_pair* pair, pl_contact* contact);
// From the distance of the surfaces now and at the beginning of the substep; slide and margin are
// set. What was inside is not thrown out: it comes out at some speed.
void pl_contact_set_gaps(pl_contact* contact, float gap, float gap_past, float h, double extent);
// Adds a contact; fills in nothing.
void pl_finding_add(pl_finding* finding, const pl_contact* contact);
// Hands over what is left to be listed: the item is done.
void pl_finding_end(pl_finding* finding);

// How near places of two bodies are looked at, and how near edges are, m.
static inline float pl_reach_of_vertices(const pl_pair* pair) {
    return pair->slack + pair->margin + pair->way;
}
#define PL_EDGES_AHEAD                                                                             \
    2.0f  // margins: what is nearer, or will be at the predicted places, is listed
static inline float pl_reach_of_edges(const pl_pair* pair) {
    float near = PL_EDGES_AHEAD * pair->margin + pair->way, most = pair->slack + pair->margin;
    return near < most ? near : most;
}

// A piece of a list is what was found for so many groups.
#define PL_PIECE_GROUPS 4  // about 128 vertices
static inline uint32_t pl_list_pieces(uint32_t groups) {
    return (groups + PL_PIECE_GROUPS - 1) / PL_PIECE_GROUPS;
}
// Makes items of the lists that are to be made.
void pl_items_to_list(const pl_stage* stage);
// Finds the candidates of a piece.
void pl_list_vertices(const pl_stage* stage, const pl_item* item, pl_list* list);
void pl_list_edges(const pl_stage* stage, const pl_item* item, pl_list* list);
static inline pl_list_piece* pl_list_piece_at(const pl_stage* stage, const pl_list* list, int kind,
                                              uint32_t group) {
    uint32_t at = list->piece_first + group / PL_PIECE_GROUPS;
    for (int k = 0; k < kind; ++k) at += list->piece_count[k];
    return &stage->collide->candidates.pieces[at];
}

// Does all items, or one by one in their order.
void pl_collide_run_items(const pl_stage* stage);
void pl_collide_run_in_order(const pl_stage* stage);
// Finds contacts until all are listed, or there is no more room.
void pl_collide_list(const pl_stage* stage);
// Contacts with belts slide by as much as these run (belt.c).
void pl_belts_run(const pl_stage* stage);
// Room for so many pairs; false: out of memory, and it is as it was.
bool pl_collide_reserve_pairs(pl_collide* collide, size_t count);
bool pl_collide_reserve_events(pl_collide* collide, size_t count);

// The broad phase: bodies awake, and what is near them.
void pl_collide_pairs(const pl_stage* stage);
// The box of a body, and how its places have moved in this substep, by spans and joined.
void pl_collide_bound_span(const pl_span* span, const pl_stage* stage);
void pl_collide_join_bounds(pl_body* body, const pl_stage* stage);
// What an item finds.
void pl_find_round(pl_finding* finding, const pl_item* item);
void pl_find_triangles(pl_finding* finding, const pl_item* item);  // mesh, hull, sheet
void pl_find_bodies(pl_finding* finding, const pl_item* item);     // vertices on another body
void pl_find_edges(pl_finding* finding, const pl_item* item);
void pl_find_self(pl_finding* finding, const pl_item* item);
void pl_find_across(pl_finding* finding, const pl_item* item);
void pl_find_ridges(pl_finding* finding, const pl_item* item);
// Calls `visit` for samples along a sharp edge that may be near the body.
typedef struct pl_sample {
    pl_vec3d now, past;  // about the body's origin
    uint32_t number;     // along the edge, below 4096
} pl_sample;
typedef void pl_sample_visit(const pl_sample* sample, void* user);
void pl_visit_samples(const pl_body* body, const pl_obstacle* obstacle, const pl_sharp_edge* edge,
                      pl_sample_visit* visit, void* user);
// How places have moved in this substep: the middle of it, and how far they differ from that, m.
pl_vec3d pl_body_drift(const pl_body* body);
double pl_body_spread(const pl_body* body);
// Whether two parts of a body are to meet: not one with itself, nor those that cut each other at
// rest.
bool pl_parts_part(const pl_pieces* pieces, uint32_t a, uint32_t b);
pl_vec3d pl_obstacle_drift(const pl_obstacle* obstacle);
// How far an obstacle's turning moves it where the body is, m.
double pl_obstacle_turning(const pl_obstacle* obstacle, const pl_body* body);
// Bodies too fast for the substep.
void pl_collide_stop(const pl_stage* stage);
// An obstacle where it is hit.
typedef struct pl_struck {
    pl_vec3d velocity;
    double ease;  // along the normal, 1/kg; 0: only bones give way
} pl_struck;
// Takes out the speed at which the point where they touch comes in as the two spin, but for what
// may stay; b: NULL for an obstacle. Returns what a has got, N s.
pl_vec3d pl_stop_spin(const pl_stage* stage, pl_body* a, pl_body* b, const pl_struck* obstacle,
                      const pl_impact* hit, double stay);
// How deep contacts may have to mend, m.
double pl_body_girth(const pl_body* body);

// How far its edges lie below a smooth surface at rest: of a ball of radius R and edges of length e
// e^2 / (2 R). And what is kept free around it, m: towards planes and closed forms, and towards
// triangles, by the sag of its own; less only if the caller says so.
double pl_margin_sag(const pl_body* body);
float pl_margin_plain(const pl_body* body);
float pl_margin_curved(const pl_body* body);
// Between its parts.
float pl_margin_parts(const pl_body* body);
// The size of its largest part, m.
static inline double pl_body_part_extent(const pl_body* body) {
    return body->surface->part_extent * (double)body->def.scale;
}

// Places drawn far out of their body and through another at the beginning of the substep: caught.c.
void pl_caught_begin(pl_body* body);                       // once
void pl_caught_mark(pl_body* body);                        // those that are drawn out ...
void pl_caught_find(pl_body* body, const pl_body* other);  // ... and of them those through another
// Whether the two would let go of such places, whether they do, and whether this is one: asked of
// those that have marked theirs.
bool pl_caught_counts(const pl_body* a, const pl_body* b);
bool pl_caught_let_go(const pl_body* a, const pl_body* b);
bool pl_caught_at(const pl_body* body, uint32_t place);

static inline pl_target pl_target_of_body(const pl_body* body) {
    pl_target target = {.surface = body->surface,
                        .fans = body->collider->fans,
                        .triangles = body->surface->triangles,
                        .tree = &body->collider->tree,
                        .sign = 1.0f};
    for (int k = 0; k < 3; ++k) {
        target.now[k] = body->x[k];
        target.past[k] = body->asleep ? body->x[k] : body->past[k];
    }
    return target;
}

// x of a body in the frame of an obstacle, at one end of the substep.
typedef struct pl_view {
    double turn[9];  // into the obstacle's frame
    double shift[3];
} pl_view;

pl_view pl_view_make(const pl_place* place, const double origin[3]);
static inline void pl_view_apply(const pl_view* view, const float* const x[3], uint32_t place,
                                 double out[3]) {
    double p[3] = {(double)x[0][place], (double)x[1][place], (double)x[2][place]};
    for (int k = 0; k < 3; ++k)
        out[k] = view->turn[3 * k] * p[0] + view->turn[3 * k + 1] * p[1] +
                 view->turn[3 * k + 2] * p[2] + view->shift[k];
}
// Whether anything in a box of the body may be within the radius of a solid of closed form.
bool pl_box_is_near(const pl_solid* solid, const pl_view* view, const float lo[3],
                    const float hi[3], double radius);
// A direction of the obstacle's frame, in the world.
static inline pl_vec3 pl_view_back(const pl_view* view, pl_vec3d v) {
    const double* t = view->turn;
    return pl_vec3_make((float)(t[0] * v.x + t[3] * v.y + t[6] * v.z),
                        (float)(t[1] * v.x + t[4] * v.y + t[7] * v.z),
                        (float)(t[2] * v.x + t[5] * v.y + t[8] * v.z));
}

#endif
