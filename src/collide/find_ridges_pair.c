// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Edges of one body against those of another: those of the pair's list of candidates, or by the
// trees. Then most of the work is to leave out: a group of leaves goes through the other's tree
// once, a leaf is compared with four leaves at a time, and its edges, four side by side, with the
// edges of a triangle. What vertices hold is known by then, as a rule. Both find the same, leaf by
// leaf, those of a leaf in the order of the edges.
#include "src/collide/find_ridges.h"
#include "src/collide/tree_walk.h"

#include <math.h>
#include <string.h>

#define FLAT 0.5f  // margins: what vertices may leave to each other
// Edges that vertices hold are held themselves where they all but touch, nearer than this, and only
// so far apart, in margins: vertices stand higher, so the two do not take turns. Left to continuous
// detection 120 of them in a heap of 30 bodies at rest came through in every substep.
#define HELD_NEAR   0.1f
#define HELD_MARGIN 0.01f
#define EDGE_FOURS  ((PL_LEAF_RIDGES + 3) / 4)

// Of a leaf of a: edges side by side, their boxes as far as they look.
typedef struct own_edges {
    uint32_t count, held;  // bit i: vertices hold edge i
    float all_lo[3], all_hi[3];
    float lo[3][4 * EDGE_FOURS], hi[3][4 * EDGE_FOURS];
    float beyond[4 * EDGE_FOURS];  // how much of that is more than held ones look
    float from[3][4 * EDGE_FOURS], way[3][4 * EDGE_FOURS];
    pl_edge edge[PL_LEAF_RIDGES];
} own_edges;

// What has been found out about vertices: twice the number plus 1, plus 1 if it holds; 0: nothing.
#define MEMO 256
typedef struct memo {
    uint32_t known[MEMO];
} memo;

// Two edges that pass each other, or may come to.
typedef struct hit {
    uint64_t key;  // number of the first << 32 | of the second
    pl_passing passing;
    float distance;
} hit;
#define HITS_MOST 512  // of a leaf

typedef struct pair_search {
    const pl_ridge_job* job;
    pl_list_piece* piece;  // of a list that is made; NULL: none is
    bool counts;           // for tests: contacts are not listed, but counted
    uint64_t count, keys;
    uint32_t hit_count;
    hit hits[HITS_MOST];
    const uint8_t* holds[2];  // of a and of b: what is known from the search for vertices, or NULL
    memo memo[2];
    pl_tree_part part, less;  // of the other's tree, around a group and around four leaves of it
    own_edges own;
} pair_search;

static const pl_vec3 stays = {0.0f, 0.0f, 0.0f};  // b's frame is its own

// --- which count ---

// The normals beside an edge, of any length.
typedef struct sides {
    pl_vec3 left, right;
} sides;

static sides sides_of(const pl_target* target, const pl_edge* e) {
    pl_vec3 from = pl_place_at(target->past, e->ridge->from);
    pl_vec3 left = pl_vec3_sub(pl_place_at(target->past, e->ridge->tip[0]), from);
    pl_vec3 right = pl_vec3_sub(pl_place_at(target->past, e->ridge->tip[1]), from);
    sides s = {pl_vec3_cross(e->way, left), pl_vec3_cross(right, e->way)};
    return s;
}

// Two edges of length l, bent by an angle x, cross by at most l x / 4 before a vertex meets the
// other side: so flat ones are left to vertices, as in the faces of boxes.
static bool is_flat(const sides* s, const pl_edge* e, float least) {
    pl_vec3 turn = pl_vec3_cross(s->left, s->right);
    float most = 4.0f * least * pl_vec3_length(s->left) * pl_vec3_length(s->right);
    return pl_vec3_dot(s->left, s->right) > 0.0f &&
           pl_vec3_length(turn) * pl_vec3_length(e->way) <= most;
}

static float outward(const sides* s, pl_vec3 out) {
    return pl_vec3_length(s->right) * pl_vec3_dot(s->left, out) +
           pl_vec3_length(s->left) * pl_vec3_dot(s->right, out);
}

// Whether a vertex is at the other body itself.
static bool vertex_holds(pair_search* s, bool second, uint32_t vertex) {
    const pl_ridge_job* job = s->job;
    uint32_t* known = &s->memo[second].known[vertex % MEMO];
    uint32_t name = 2 * vertex + 1;
    if (*known != name && *known != name + 1) {
        const pl_target* own = second ? &job->of_b : &job->of_a;
        const pl_target* other = second ? &job->of_a : &job->of_b;
        pl_vec3d at = pl_vec3_widen(pl_place_at(own->past, vertex));
        at = pl_vec3d_add_scaled(at, second ? -1.0 : 1.0, job->offset);
        float p[3];
        pl_vec3_store(pl_vec3d_narrow(at), p);
        *known = name + pl_tree_touches(other->tree, other->past, p, PL_HELD * job->pair->margin);
    }
    return *known != name;
}

// Then it holds its edges; both would take turns, and what lies there would tremble for ever.
static inline bool is_held(pair_search* s, bool second, const pl_ridge* ridge) {
    const uint8_t* holds = s->holds[second];
    if (s->job->all || s->piece) return false;
    if (holds) return (holds[ridge->from] | holds[ridge->to]) != 0;
    return vertex_holds(s, second, ridge->from) || vertex_holds(s, second, ridge->to);
}

static bool is_facing(const pl_ridge_job* job, const pl_edge* a, const pl_edge* b, bool held,
                      const pl_passing* p) {
    sides of_a = sides_of(&job->of_a, a), of_b = sides_of(&job->of_b, b);
    float least = FLAT * p->margin;
    if (!held && (is_flat(&of_a, a, least) || is_flat(&of_b, b, least))) return false;
    return outward(&of_a, p->normal) < 0.0f && outward(&of_b, p->normal) > 0.0f;
}

// Edges count that face each other: those that do not have gone through already. `held`: vertices
// hold one of them.
// (Their boxes are asked so that a list leaves out what the search does: an edge of 10^6 m loses
// what is shorter than a decimetre.)
static bool is_met(const pl_ridge_job* job, const pl_edge* a, const pl_edge* b, bool held,
                   pl_passing* p) {
    float radius = held ? HELD_NEAR * job->pair->margin : job->radius;
    for (int k = 0; k < 3; ++k)
        if (!(a->lo[k] - radius <= b->hi[k] && b->lo[k] <= a->hi[k] + radius)) return false;
    if (!pl_edges_pass(job, a, b, p) || p->gap_past > radius) return false;
    if (!job->all && !is_facing(job, a, b, held, p)) return false;
    if (held) p->margin *= HELD_MARGIN;
    return true;
}

// --- hits ---

static uint64_t key_of(const pl_ridge_job* job, const pl_ridge* a, const pl_ridge* b) {
    const pl_ridge *first = job->a->collider->ridges->ridge,
                   *other = job->b->collider->ridges->ridge;
    return (uint64_t)(a - first) << 32 | (uint64_t)(b - other);
}

// The distance squared of two segments: at the nearest points of their lines, if these are within
// both, or of an end from the other.
static float end_squared(pl_vec3 end, const pl_edge* e) {
    pl_vec3 from = pl_vec3_sub(end, e->from);
    float along = pl_vec3_dot(from, e->way), ll = pl_vec3_dot(e->way, e->way);
    float t = ll > 0.0f ? along / ll : 0.0f;
    t = t < 0.0f ? 0.0f : t > 1.0f ? 1.0f : t;
    pl_vec3 apart = pl_vec3_add_scaled(from, -t, e->way);
    return pl_vec3_dot(apart, apart);
}

static float smaller(float a, float b) {
    return a < b ? a : b;
}

static float segments_squared(const pl_edge* a, const pl_edge* b) {
    float least = smaller(end_squared(a->from, b), end_squared(pl_vec3_add(a->from, a->way), b));
    least = smaller(least, end_squared(b->from, a));
    least = smaller(least, end_squared(pl_vec3_add(b->from, b->way), a));
    pl_vec3 r = pl_vec3_sub(a->from, b->from), n = pl_vec3_cross(a->way, b->way);
    float aa = pl_vec3_dot(a->way, a->way), bb = pl_vec3_dot(b->way, b->way);
    float ab = pl_vec3_dot(a->way, b->way), ar = pl_vec3_dot(a->way, r),
          br = pl_vec3_dot(b->way, r);
    float sine = aa * bb - ab * ab;
    if (!(sine > 1e-6f * aa * bb)) return least;
    float s = (ab * br - ar * bb) / sine, t = (aa * br - ab * ar) / sine;
    if (!(s >= 0.0f && s <= 1.0f && t >= 0.0f && t <= 1.0f)) return least;
    float gap = pl_vec3_dot(n, r);
    return smaller(least, gap * gap / pl_vec3_dot(n, n));
}

// Sorts it in.
static void put_hit(pair_search* s, const hit* h) {
    uint32_t at = s->hit_count++;
    for (; at > 0 && s->hits[at - 1].key > h->key; --at) s->hits[at] = s->hits[at - 1];
    s->hits[at] = *h;
}

static void list_hits(pair_search* s) {
    for (uint32_t i = 0; i < s->hit_count; ++i) {
        uint32_t* entry =
            pl_candidates_add(&s->job->stage->collide->candidates, s->piece, PL_EDGES_WORDS);
        if (!entry) return;
        entry[PL_EDGES_A] = (uint32_t)(s->hits[i].key >> 32);
        entry[PL_EDGES_B] = (uint32_t)s->hits[i].key;
        memcpy(&entry[PL_EDGES_DISTANCE], &s->hits[i].distance, sizeof s->hits[i].distance);
    }
}

static void see_edges(const pl_ridge_job* job, uint32_t a, uint32_t b, pl_edge* of_a,
                      pl_edge* of_b) {
    pl_edge_see(&job->of_a, &job->a->collider->ridges->ridge[a], job->shift, of_a);
    pl_edge_see(&job->of_b, &job->b->collider->ridges->ridge[b], stays, of_b);
}

static void add(pair_search* s, const pl_edge* a, const pl_edge* b, const pl_passing* p) {
    s->count++;
    s->keys += key_of(s->job, a->ridge, b->ridge);
    if (!s->counts) pl_edges_add(s->job, a, b, p);
}

static void end_leaf(pair_search* s) {
    if (s->piece) list_hits(s);
    for (uint32_t i = 0; i < s->hit_count && !s->piece; ++i) {
        pl_edge a, b;
        see_edges(s->job, (uint32_t)(s->hits[i].key >> 32), (uint32_t)s->hits[i].key, &a, &b);
        add(s, &a, &b, &s->hits[i].passing);
    }
    s->hit_count = 0;
}

static void meet(pair_search* s, const pl_edge* a, const pl_edge* b, bool held) {
    hit h = {.key = key_of(s->job, a->ridge, b->ridge)};
    float radius = s->job->radius;
    if (s->piece) {
        float squared = segments_squared(a, b);
        if (!(squared <= radius * radius)) return;
        h.distance = sqrtf(squared);
    } else if (!is_met(s->job, a, b, held, &h.passing)) {
        return;
    }
    if (s->hit_count == HITS_MOST) {  // too many for a list
        if (s->piece)
            s->piece->failed = true;
        else
            end_leaf(s);
    }
    if (s->hit_count < HITS_MOST) put_hit(s, &h);
}

// --- four at a time ---

static void splat3(pl_vec3 v, four out[3]) {
    out[0] = four_splat(v.x);
    out[1] = four_splat(v.y);
    out[2] = four_splat(v.z);
}

static inline void load3(float (*rows)[4 * EDGE_FOURS], uint32_t at, four out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = four_loadu(&rows[k][at]);
}

// Bit i: the lines of edges i and b are nearest within both, and within the radius: as
// pl_edges_pass() has it, but for a little more, for rounding.
#define MORE 1e-3f
static uint32_t pass_four(own_edges* own, uint32_t at, const pl_edge* b, float radius) {
    four from[3], way[3], from_b[3], way_b[3], r[3], n[3];
    load3(own->from, at, from);
    load3(own->way, at, way);
    splat3(b->from, from_b);
    splat3(b->way, way_b);
    for (int k = 0; k < 3; ++k) r[k] = four_sub(from[k], from_b[k]);
    four aa = four_dot3(way, way), bb = four_dot3(way_b, way_b), ab = four_dot3(way, way_b);
    four ar = four_dot3(way, r), br = four_dot3(way_b, r);
    four sine = four_sub(four_mul(aa, bb), four_mul(ab, ab));
    four least = four_mul(four_mul(four_splat((1.0f - MORE) * PL_RIDGE_PARALLEL), aa), bb);
    four s = four_div(four_sub(four_mul(ab, br), four_mul(ar, bb)), sine);
    four t = four_div(four_sub(four_mul(aa, br), four_mul(ab, ar)), sine);
    four begin = four_splat(-MORE), end = four_splat(1.0f + MORE);
    four_mask inside = four_and(four_le(begin, s), four_le(s, end));
    inside = four_and(inside, four_and(four_le(begin, t), four_le(t, end)));
    inside = four_and(inside, four_lt(least, sine));
    four_cross3(way, way_b, n);
    four gap = four_dot3(n, r);
    four most = four_mul(four_dot3(n, n), four_splat((1.0f + MORE) * radius * radius));
    return four_bits(four_and(inside, four_le(four_mul(gap, gap), most)));
}

// Bits of the edges of a leaf that may pass b, or are only near where a list is made.
static uint32_t pass_all(pair_search* s, const pl_edge* b, bool held) {
    own_edges* own = &s->own;
    uint32_t bits = 0;
    for (uint32_t at = 0; at < own->count; at += 4) {
        four own_lo[3], own_hi[3], lo[3], hi[3];
        four less = held ? four_loadu(&own->beyond[at]) : four_zero();
        load3(own->lo, at, own_lo);
        load3(own->hi, at, own_hi);
        for (int k = 0; k < 3; ++k) {
            lo[k] = four_add(four_splat(b->lo[k]), less);
            hi[k] = four_sub(four_splat(b->hi[k]), less);
        }
        uint32_t near = four_bits(pl_tree_overlap(own_lo, own_hi, lo, hi));
        if (near && !s->piece) near &= pass_four(own, at, b, s->job->radius);
        bits |= near << at;
    }
    return bits;
}

// The edges that belong to a triangle of b: each belongs to one.
static void meet_triangle(pair_search* s, uint32_t triangle) {
    const pl_ridges* ridges = s->job->b->collider->ridges;
    uint32_t count = 0, any = 0, bits[3];
    bool held[3];
    pl_edge b[3];
    for (uint32_t i = ridges->first[triangle]; i < ridges->first[triangle + 1]; ++i) {
        held[count] = is_held(s, true, &ridges->ridge[i]);
        pl_edge_see(&s->job->of_b, &ridges->ridge[i], stays, &b[count]);
        bits[count] = pass_all(s, &b[count], held[count]);
        any |= bits[count++];
    }
    for (uint32_t i = 0; any >> i; ++i) {
        for (uint32_t k = 0; k < count; ++k)
            if (bits[k] >> i & 1)
                meet(s, &s->own.edge[i], &b[k], held[k] || (s->own.held >> i & 1) != 0);
    }
}

// --- a leaf ---

static void put_edge(own_edges* own, const pl_edge* e, bool held, const pl_ridge_job* job) {
    uint32_t i = own->count++;
    float from[3], way[3], near = HELD_NEAR * job->pair->margin, radius = held ? near : job->radius;
    own->edge[i] = *e;
    own->held |= (uint32_t)held << i;
    own->beyond[i] = radius - near;
    pl_vec3_store(e->from, from);
    pl_vec3_store(e->way, way);
    for (int k = 0; k < 3; ++k) {
        float lo = e->lo[k] - radius, hi = e->hi[k] + radius;
        own->lo[k][i] = lo;
        own->hi[k][i] = hi;
        own->from[k][i] = from[k];
        own->way[k][i] = way[k];
        own->all_lo[k] = lo < own->all_lo[k] ? lo : own->all_lo[k];
        own->all_hi[k] = hi > own->all_hi[k] ? hi : own->all_hi[k];
    }
}

// Empty places are nowhere, and have no length.
static void fill_up(own_edges* own) {
    for (uint32_t i = own->count; i % 4 != 0; ++i) {
        for (int k = 0; k < 3; ++k) {
            own->lo[k][i] = INFINITY;
            own->hi[k][i] = -INFINITY;
            own->from[k][i] = own->way[k][i] = 0.0f;
        }
        own->beyond[i] = 0.0f;
    }
}

static void gather_own(pair_search* s, uint32_t leaf) {
    const pl_ridge_job* job = s->job;
    const pl_ridges* ridges = job->a->collider->ridges;
    const uint32_t* triangle = job->a->collider->tree.shape->triangle + 4 * (size_t)leaf;
    own_edges* own = &s->own;
    own->count = own->held = 0;
    for (int k = 0; k < 3; ++k) {
        own->all_lo[k] = INFINITY;
        own->all_hi[k] = -INFINITY;
    }
    for (int c = 0; c < 4 && triangle[c] != PL_TREE_NONE; ++c) {
        for (uint32_t i = ridges->first[triangle[c]]; i < ridges->first[triangle[c] + 1]; ++i) {
            pl_edge e;
            bool held = is_held(s, false, &ridges->ridge[i]);
            pl_edge_see(&job->of_a, &ridges->ridge[i], job->shift, &e);
            put_edge(own, &e, held, job);
        }
    }
    fill_up(own);
}

// The triangles of a leaf of b, by their boxes at the beginning.
static void meet_leaf(pair_search* s, const four lo[3], const four hi[3], uint32_t leaf) {
    const pl_tree_shape* shape = s->job->b->collider->tree.shape;
    const uint32_t* corners = shape->corners + 12 * (size_t)leaf;
    four box_lo[3], box_hi[3];
    for (int k = 0; k < 3; ++k) {
        const float* x = s->job->of_b.past[k];
        four a = four_gather(x, corners), b = four_gather(x, corners + 4);
        four c = four_gather(x, corners + 8);
        box_lo[k] = four_min(four_min(a, b), c);
        box_hi[k] = four_max(four_max(a, b), c);
    }
    uint32_t bits = four_bits(pl_tree_overlap(box_lo, box_hi, lo, hi));
    for (; bits; bits &= bits - 1) {
        uint32_t triangle = shape->triangle[4 * (size_t)leaf + four_first(bits)];
        if (triangle != PL_TREE_NONE) meet_triangle(s, triangle);
    }
}

static void meet_leaves(pair_search* s, uint32_t leaf) {
    const pl_tree_part* part = &s->less;
    gather_own(s, leaf);
    if (s->own.count == 0) return;
    const float *all_lo = s->own.all_lo, *all_hi = s->own.all_hi;
    const four lo[3] = {four_splat(all_lo[0]), four_splat(all_lo[1]), four_splat(all_lo[2])};
    const four hi[3] = {four_splat(all_hi[0]), four_splat(all_hi[1]), four_splat(all_hi[2])};
    for (uint32_t i = 0; 4 * i < part->count; ++i) {
        uint32_t bits = pl_tree_meet_node(&part->boxes[i], lo, hi);
        for (; bits; bits &= bits - 1) meet_leaf(s, lo, hi, part->leaf[4 * i + four_first(bits)]);
    }
    end_leaf(s);
}

// --- a group ---

// A box of a's tree, as far as the radius around, in b's frame.
static void see_box(const pl_ridge_job* job, float lo[3], float hi[3]) {
    const float shift[3] = {job->shift.x, job->shift.y, job->shift.z};
    for (int k = 0; k < 3; ++k) {
        lo[k] += shift[k] - job->radius;
        hi[k] += shift[k] + job->radius;
    }
}

static void visit_triangle(uint32_t triangle, void* user) {
    meet_triangle(user, triangle);
}

// Large triangles may be near to more small ones than a part can hold.
static void meet_many(pair_search* s, uint32_t leaf) {
    gather_own(s, leaf);
    if (s->own.count == 0) return;
    pl_tree_visit_within(&s->job->b->collider->tree, s->own.all_lo, s->own.all_hi, visit_triangle,
                         s);
    end_leaf(s);
}

static void meet_node(pair_search* s, uint32_t node) {
    const pl_tree* tree = &s->job->a->collider->tree;
    float lo[3], hi[3];
    pl_tree_node_box(tree, node, lo, hi);
    see_box(s->job, lo, hi);
    pl_tree_take_less(&s->part, lo, hi, &s->less);
    for (uint32_t leaf = 4 * node; leaf < 4 * node + 4 && leaf < tree->shape->leaf_count; ++leaf) {
        if (s->less.count == 0) return;
        pl_tree_leaf_box(tree, leaf, lo, hi);
        see_box(s->job, lo, hi);
        if (!pl_tree_part_meets(&s->less, lo, hi)) continue;
        if (s->less.count > PL_TREE_PART_LEAVES) {
            meet_many(s, leaf);
        } else {
            meet_leaves(s, leaf);
        }
    }
}

static void meet_group(pair_search* s, uint32_t group) {
    const pl_tree* tree = &s->job->a->collider->tree;
    float lo[3], hi[3];
    pl_tree_group_box(tree, group, lo, hi);
    see_box(s->job, lo, hi);
    pl_tree_take(&s->job->b->collider->tree, lo, hi, &s->part);
    if (s->part.count == 0) return;
    uint32_t begin, end;
    pl_tree_group_leaves(tree->shape, group, &begin, &end);
    for (uint32_t node = begin / 4; 4 * node < end; ++node) meet_node(s, node);
}

// --- pieces ---

static void begin(const pl_ridge_job* job, pair_search* s) {
    s->job = job;
    s->piece = NULL;
    s->counts = false;
    s->count = s->keys = 0;
    s->hit_count = 0;
    for (int k = 0; k < 2; ++k) s->holds[k] = job->pair->holds[k];
    if (!s->holds[0]) memset(s->memo, 0, sizeof s->memo);
}

void pl_list_edges(const pl_stage* stage, const pl_item* item, pl_list* list) {
    pl_ridge_job job;
    pair_search s;
    pl_ridge_job_aim(stage, &stage->collide->pairs[item->pair], &job);
    job.radius = list->reach[1];
    begin(&job, &s);
    s.piece = pl_list_piece_at(stage, list, PL_LIST_EDGES, item->begin);
    for (uint32_t group = item->begin; group < item->end && !s.piece->failed; ++group)
        meet_group(&s, group);
}

static void meet_entry(pair_search* s, const uint32_t* entry, float travel) {
    const pl_ridge_job* job = s->job;
    float least = pl_list_float(entry[PL_EDGES_DISTANCE]) - travel;
    if (least > job->radius) return;
    bool held = is_held(s, false, &job->a->collider->ridges->ridge[entry[PL_EDGES_A]]) ||
                is_held(s, true, &job->b->collider->ridges->ridge[entry[PL_EDGES_B]]);
    if (held && least > HELD_NEAR * job->pair->margin) return;
    pl_edge a, b;
    pl_passing p;
    see_edges(job, entry[PL_EDGES_A], entry[PL_EDGES_B], &a, &b);
    if (is_met(job, &a, &b, held, &p)) add(s, &a, &b, &p);
}

// `travel`: of the list.
static void meet_piece(pair_search* s, const pl_list_piece* piece, double travel) {
    const pl_candidates* all = &s->job->stage->collide->candidates;
    pl_list_cursor at = pl_list_begin(all, piece);
    for (const uint32_t* entry; (entry = pl_list_next(&at, true)) != NULL;)
        meet_entry(s, entry, (float)travel);
}

void pl_find_ridges_pair(const pl_ridge_job* job, uint32_t group_begin, uint32_t group_end) {
    pair_search s;
    const pl_list* list = job->pair->list && job->pair->list->stored ? job->pair->list : NULL;
    double travel = list ? pl_list_travel(job->stage, list) : 0.0;
    begin(job, &s);
    for (uint32_t group = group_begin; !list && group < group_end; ++group) meet_group(&s, group);
    for (uint32_t group = group_begin; list && group < group_end; group += PL_PIECE_GROUPS)
        meet_piece(&s, pl_list_piece_at(job->stage, list, PL_LIST_EDGES, group), travel);
    if (list && job->stage->collide->candidates.checked) {
        pair_search searched;
        begin(job, &searched);
        searched.counts = true;
        for (uint32_t group = group_begin; group < group_end; ++group) meet_group(&searched, group);
        pl_candidates_note(&job->stage->collide->candidates,
                           searched.count == s.count && searched.keys == s.keys);
    }
}
