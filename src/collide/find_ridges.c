// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Edge on edge, between two bodies and within one.
//
// Two edges that pass each other, with the points where they are nearest inside both, stay on the
// sides on which they were at the beginning of the substep: they part along their common normal,
//     n = +- (a x b) / |a x b|,   gap = n . (p_a - p_b) >= margin.
// Within one body no normal of a triangle is asked of them, so this holds for what is dented, thin
// or folded as well. (Edges that bend outwards, where the normals say that they meet first, do not
// suffice: a soft part is driven several margins into another by every prediction, and what is not
// held goes through. A knot had 140 crossings with those, and has none with all.) Between two
// bodies edges that face each other and have no vertex at the other body suffice. Where a vertex is
// inside already, sides say nothing.
#include "src/collide/collide_data.h"
#include "src/collide/ridges.h"

#include <math.h>

#define PARALLEL  1e-2f  // squared sine of the angle: vertices meet edges there
#define AHEAD     2.0f   // margins: what is nearer, or will be at the predicted places, is listed
#define FLAT      0.5f   // margins: what vertices may leave to each other
#define HELD      1.5f   // margins: a vertex as near as that holds its edges
#define NEAR_MOST 2048

typedef struct ridge_job {
    pl_finding* finding;
    const pl_body *a, *b;
    pl_target of_a, of_b;
    pl_vec3 shift;  // from a's frame to b's
    float radius;
    bool lets_go;  // of places that are caught
} ridge_job;

// Two points of an edge's way through the substep.
typedef struct edge {
    const pl_ridge* ridge;
    pl_vec3 from, way;
    float lo[3], hi[3];  // around it at the beginning
} edge;

// Where two edges pass each other.
typedef struct passing {
    float s, t;      // along them
    pl_vec3 normal;  // towards the first
    float gap_past;
} passing;

static const pl_vec3 stays = {0.0f, 0.0f, 0.0f};  // b's frame is its own

static void see(const pl_target* target, const pl_ridge* ridge, pl_vec3 shift, edge* e) {
    e->ridge = ridge;
    e->from = pl_vec3_add(pl_place_at(target->past, ridge->from), shift);
    pl_vec3 to = pl_vec3_add(pl_place_at(target->past, ridge->to), shift);
    e->way = pl_vec3_sub(to, e->from);
    float at[3], other[3];
    pl_vec3_store(e->from, at);
    pl_vec3_store(to, other);
    for (int k = 0; k < 3; ++k) {
        e->lo[k] = at[k] < other[k] ? at[k] : other[k];
        e->hi[k] = at[k] < other[k] ? other[k] : at[k];
    }
}

static bool boxes_meet(const edge* a, const edge* b, float radius) {
    for (int k = 0; k < 3; ++k) {
        if (!(a->lo[k] - radius <= b->hi[k] && b->lo[k] <= a->hi[k] + radius)) return false;
    }
    return true;
}

// Where their lines are nearest; false: beyond an end, or nearly parallel.
static bool pass(const edge* a, const edge* b, passing* p) {
    pl_vec3 r = pl_vec3_sub(a->from, b->from);
    float aa = pl_vec3_dot(a->way, a->way), bb = pl_vec3_dot(b->way, b->way);
    float ab = pl_vec3_dot(a->way, b->way);
    float ar = pl_vec3_dot(a->way, r), br = pl_vec3_dot(b->way, r);
    float sine = aa * bb - ab * ab;
    if (!(sine > PARALLEL * aa * bb)) return false;
    p->s = (ab * br - ar * bb) / sine;
    p->t = (aa * br - ab * ar) / sine;
    if (!(p->s >= 0.0f && p->s <= 1.0f && p->t >= 0.0f && p->t <= 1.0f)) return false;
    pl_vec3 n = pl_vec3_cross(a->way, b->way);
    float gap = pl_vec3_dot(n, r), length = pl_vec3_length(n);
    p->normal = pl_vec3_scale(n, (gap < 0.0f ? -1.0f : 1.0f) / length);
    p->gap_past = fabsf(gap) / length;
    return true;
}

// --- a contact ---

// From the second edge to the first, at the places p.
static pl_vec3 between(const ridge_job* job, const edge* a, const edge* b, const passing* p) {
    const pl_ridge *ra = a->ridge, *rb = b->ridge;
    pl_vec3 at_a =
        pl_vec3_mix(pl_place_at(job->of_a.now, ra->from), pl_place_at(job->of_a.now, ra->to), p->s);
    pl_vec3 at_b =
        pl_vec3_mix(pl_place_at(job->of_b.now, rb->from), pl_place_at(job->of_b.now, rb->to), p->t);
    return pl_vec3_sub(pl_vec3_add(at_a, job->shift), at_b);
}

// What is nearer than the margin at rest may come as near as half of that.
static float margin_of(const ridge_job* job, const edge* a, const edge* b, const passing* p) {
    float margin = job->finding->pair->margin;
    if (job->a != job->b) return margin;
    const float* const rest[3] = {job->a->rest[0], job->a->rest[1], job->a->rest[2]};
    const pl_ridge *ra = a->ridge, *rb = b->ridge;
    pl_vec3 at_a = pl_vec3_mix(pl_place_at(rest, ra->from), pl_place_at(rest, ra->to), p->s);
    pl_vec3 at_b = pl_vec3_mix(pl_place_at(rest, rb->from), pl_place_at(rest, rb->to), p->t);
    float apart = 0.5f * pl_vec3_length(pl_vec3_sub(at_a, at_b));
    return apart < margin ? apart : margin;
}

static void add(const ridge_job* job, const edge* a, const edge* b, const passing* p,
                float margin) {
    const pl_pair* pair = job->finding->pair;
    pl_contact c = {.obstacle = PL_NOBODY,
                    .body = {job->a->index, job->b->index},
                    .split = 2,
                    .place = {a->ridge->from, a->ridge->to, b->ridge->from, b->ridge->to},
                    .weight = {1.0f - p->s, p->s, p->t - 1.0f, -p->t},
                    .friction = pair->friction,
                    .friction_static = pair->friction_static,
                    .margin = margin,
                    .triangle = a->ridge->triangle};
    pl_vec3 now = between(job, a, b, p), past = pl_vec3_scale(p->normal, p->gap_past);
    pl_vec3_store(pl_vec3_sub(now, past), c.slide);
    pl_vec3_store(p->normal, c.normal);
    double extent = job->a->extent < job->b->extent ? job->a->extent : job->b->extent;
    pl_contact_set_gaps(&c, pl_vec3_dot(p->normal, now), p->gap_past, job->finding->stage->h,
                        extent);
    pl_finding_add(job->finding, &c);
}

static bool share_a_place(const pl_ridge* a, const pl_ridge* b) {
    return a->from == b->from || a->from == b->to || a->to == b->from || a->to == b->to;
}

static bool is_inside(const pl_body* body, const pl_ridge* ridge, const pl_body* other) {
    return body->any_inside && (body->inside_of[ridge->from] == other->id.value ||
                                body->inside_of[ridge->to] == other->id.value);
}

static bool is_let_go(const ridge_job* job, const pl_body* body, const pl_ridge* ridge) {
    return job->lets_go && (pl_caught_at(body, ridge->from) || pl_caught_at(body, ridge->to));
}

// The normals beside an edge, of any length.
typedef struct sides {
    pl_vec3 left, right;
} sides;

static sides sides_of(const pl_target* target, const edge* e) {
    pl_vec3 from = pl_place_at(target->past, e->ridge->from);
    pl_vec3 left = pl_vec3_sub(pl_place_at(target->past, e->ridge->tip[0]), from);
    pl_vec3 right = pl_vec3_sub(pl_place_at(target->past, e->ridge->tip[1]), from);
    sides s = {pl_vec3_cross(e->way, left), pl_vec3_cross(right, e->way)};
    return s;
}

// Two edges of length l, bent by an angle x, cross by at most l x / 4 before a vertex meets the
// other side: so flat ones are left to vertices, as in the faces of boxes.
static bool is_flat(const sides* s, const edge* e, float least) {
    pl_vec3 turn = pl_vec3_cross(s->left, s->right);
    float most = 4.0f * least * pl_vec3_length(s->left) * pl_vec3_length(s->right);
    return pl_vec3_dot(s->left, s->right) > 0.0f &&
           pl_vec3_length(turn) * pl_vec3_length(e->way) <= most;
}

static float outward(const sides* s, pl_vec3 out) {
    return pl_vec3_length(s->right) * pl_vec3_dot(s->left, out) +
           pl_vec3_length(s->left) * pl_vec3_dot(s->right, out);
}

// Whether a vertex of the edge is at the other body itself. Then it holds the edge; both would take
// turns, and what lies there would tremble for ever.
static bool is_held(const edge* e, const pl_target* other, pl_vec3 shift, float near) {
    float ends[2][3];
    pl_vec3_store(pl_vec3_add(e->from, shift), ends[0]);
    pl_vec3_store(pl_vec3_add(pl_vec3_add(e->from, e->way), shift), ends[1]);
    for (int i = 0; i < 2; ++i) {
        pl_near found;
        pl_tree_nearest(other->tree, other->past, ends[i], near, &found);
        if (found.triangle != PL_TREE_NONE) return true;
    }
    return false;
}

// Between two bodies edges count that face each other and that no vertex holds: those that do not
// face each other have gone through already.
static bool is_wanted(const ridge_job* job, const edge* a, const edge* b, const passing* p,
                      float margin) {
    sides of_a = sides_of(&job->of_a, a), of_b = sides_of(&job->of_b, b);
    if (is_flat(&of_a, a, FLAT * margin) || is_flat(&of_b, b, FLAT * margin)) return false;
    pl_vec3 back = pl_vec3_neg(job->shift);
    return outward(&of_a, p->normal) < 0.0f && outward(&of_b, p->normal) > 0.0f &&
           !is_held(a, &job->of_b, stays, HELD * margin) &&
           !is_held(b, &job->of_a, back, HELD * margin);
}

static void meet(const ridge_job* job, const edge* a, const edge* b) {
    passing p;
    if (!pass(a, b, &p) || p.gap_past > job->radius) return;
    if (is_inside(job->a, a->ridge, job->b) || is_inside(job->b, b->ridge, job->a)) return;
    if (is_let_go(job, job->a, a->ridge) || is_let_go(job, job->b, b->ridge)) return;
    float margin = margin_of(job, a, b, &p);
    float gap = pl_vec3_dot(p.normal, between(job, a, b, &p));
    if (gap >= AHEAD * margin && p.gap_past >= AHEAD * margin) return;
    if (job->a == job->b || is_wanted(job, a, b, &p, margin)) add(job, a, b, &p, margin);
}

// --- between two leaves ---

// Edges lie between two triangles, and these may be in two leaves: of the pairs of leaves in which
// two edges are met, the first counts.
static bool is_first(const ridge_job* job, const pl_ridge* a, const pl_ridge* b, uint32_t leaf,
                     uint32_t other) {
    const pl_tree* tree = &job->a->collider->tree;
    for (int i = 0; i < 4; ++i) {
        uint32_t l = a->leaf[i / 2], m = b->leaf[i % 2];
        if ((l == leaf && m == other) || (l == other && m == leaf)) return true;
        if (pl_tree_leaves_meet(tree, l, m, job->radius)) return false;
    }
    return true;
}

typedef struct edges {
    uint32_t count;
    edge edge[PL_LEAF_RIDGES];
} edges;

static void gather_leaf(const ridge_job* job, uint32_t leaf, edges* all) {
    const pl_ridges* ridges = job->a->collider->ridges;
    all->count = 0;
    for (uint32_t k = ridges->leaf_first[leaf]; k < ridges->leaf_first[leaf + 1]; ++k)
        see(&job->of_a, &ridges->ridge[ridges->of_leaf[k]], job->shift, &all->edge[all->count++]);
}

static void meet_leaves(uint32_t leaf, uint32_t other, void* user) {
    const ridge_job* job = user;
    edges a, b;
    gather_leaf(job, leaf, &a);
    gather_leaf(job, other, &b);
    for (uint32_t i = 0; i < a.count; ++i) {
        for (uint32_t k = 0; k < b.count; ++k) {
            const edge *e = &a.edge[i], *f = &b.edge[k];
            if (boxes_meet(e, f, job->radius) && !share_a_place(e->ridge, f->ridge) &&
                is_first(job, e->ridge, f->ridge, leaf, other))
                meet(job, e, f);
        }
    }
}

// --- between two bodies ---

// A box of a's tree, as far as the radius around, in b's frame.
static void see_box(const ridge_job* job, float lo[3], float hi[3]) {
    const float shift[3] = {job->shift.x, job->shift.y, job->shift.z};
    for (int k = 0; k < 3; ++k) {
        lo[k] += shift[k] - job->radius;
        hi[k] += shift[k] + job->radius;
    }
}

// The edges that belong to a triangle: each belongs to one.
static void gather_triangle(const pl_body* body, const pl_target* target, pl_vec3 shift,
                            uint32_t triangle, edges* all) {
    const pl_ridges* ridges = body->collider->ridges;
    for (uint32_t i = ridges->first[triangle]; i < ridges->first[triangle + 1]; ++i)
        see(target, &ridges->ridge[i], shift, &all->edge[all->count++]);
}

static void meet_triangle(const ridge_job* job, const edges* a, uint32_t triangle) {
    edges b;
    b.count = 0;
    gather_triangle(job->b, &job->of_b, stays, triangle, &b);
    for (uint32_t i = 0; i < a->count; ++i) {
        for (uint32_t k = 0; k < b.count; ++k) {
            if (boxes_meet(&a->edge[i], &b.edge[k], job->radius))
                meet(job, &a->edge[i], &b.edge[k]);
        }
    }
}

static void meet_body(const ridge_job* job, uint32_t leaf) {
    const uint32_t* own = job->a->collider->tree.shape->triangle + 4 * (size_t)leaf;
    uint32_t near[NEAR_MOST];
    float lo[3], hi[3];
    pl_tree_leaf_box(&job->a->collider->tree, leaf, lo, hi);
    see_box(job, lo, hi);
    uint32_t count = pl_tree_within(&job->b->collider->tree, lo, hi, near, NEAR_MOST);
    if (count == 0) return;
    edges a;
    a.count = 0;
    for (int k = 0; k < 4; ++k) {
        if (own[k] != PL_TREE_NONE) gather_triangle(job->a, &job->of_a, job->shift, own[k], &a);
    }
    for (uint32_t i = 0; i < count && i < NEAR_MOST; ++i) meet_triangle(job, &a, near[i]);
}

static void meet_group(const ridge_job* job, uint32_t group) {
    float lo[3], hi[3];
    pl_tree_group_box(&job->a->collider->tree, group, lo, hi);
    see_box(job, lo, hi);
    if (!pl_tree_meets(&job->b->collider->tree, lo, hi)) return;
    uint32_t begin, end;
    pl_tree_group_leaves(job->a->collider->tree.shape, group, &begin, &end);
    for (uint32_t leaf = begin; leaf < end; ++leaf) meet_body(job, leaf);
}

// What is farther apart cannot come near enough to be listed.
static float radius_of(const pl_pair* pair, const pl_body* a) {
    float way = pair->a == pair->b ? 2.0f * (float)pl_body_spread(a) : pair->way;
    float near = AHEAD * pair->margin + way, most = pair->slack + pair->margin;
    return near < most ? near : most;
}

void pl_find_ridges(pl_finding* finding, const pl_item* item) {
    const pl_pair* pair = finding->pair;
    ridge_job job = {
        .finding = finding, .a = finding->stage->all[pair->a], .b = finding->stage->all[pair->b]};
    job.of_a = pl_target_of_body(job.a);
    job.of_b = pl_target_of_body(job.b);
    job.shift =
        pl_vec3d_narrow(pl_vec3d_sub(pl_vec3d_load(job.a->origin), pl_vec3d_load(job.b->origin)));
    job.radius = radius_of(pair, job.a);  // after the shift, of which tcc writes 16 bytes
    job.lets_go = pl_caught_let_go(job.a, job.b);
    for (uint32_t group = item->begin; group < item->end; ++group) {
        if (job.a == job.b) {
            pl_tree_self_leaves(&job.a->collider->tree, group, job.radius, meet_leaves, &job);
        } else {
            meet_group(&job, group);
        }
    }
}
