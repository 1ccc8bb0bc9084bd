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
// bodies edges that face each other and have no vertex at the other body suffice, and of those that
// have the ones that all but touch, unless one of them is hit as hard as to meet itself. Where a
// vertex is inside already, sides say nothing.
#include "src/collide/find_ridges.h"

#include <math.h>
#include <string.h>

void pl_edge_see(const pl_target* target, const pl_ridge* ridge, pl_vec3 shift, pl_edge* e) {
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

static bool boxes_meet(const pl_edge* a, const pl_edge* b, float radius) {
    for (int k = 0; k < 3; ++k) {
        if (!(a->lo[k] - radius <= b->hi[k] && b->lo[k] <= a->hi[k] + radius)) return false;
    }
    return true;
}

// Where their lines are nearest; false: beyond an end, or nearly parallel.
static bool pass(const pl_edge* a, const pl_edge* b, pl_passing* p) {
    pl_vec3 r = pl_vec3_sub(a->from, b->from);
    float aa = pl_vec3_dot(a->way, a->way), bb = pl_vec3_dot(b->way, b->way);
    float ab = pl_vec3_dot(a->way, b->way);
    float ar = pl_vec3_dot(a->way, r), br = pl_vec3_dot(b->way, r);
    float sine = aa * bb - ab * ab;
    if (!(sine > PL_RIDGE_PARALLEL * aa * bb)) return false;
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
static pl_vec3 between(const pl_ridge_job* job, const pl_edge* a, const pl_edge* b,
                       const pl_passing* p) {
    const pl_ridge *ra = a->ridge, *rb = b->ridge;
    pl_vec3 at_a =
        pl_vec3_mix(pl_place_at(job->of_a.now, ra->from), pl_place_at(job->of_a.now, ra->to), p->s);
    pl_vec3 at_b =
        pl_vec3_mix(pl_place_at(job->of_b.now, rb->from), pl_place_at(job->of_b.now, rb->to), p->t);
    return pl_vec3_sub(pl_vec3_add(at_a, job->shift), at_b);
}

// What is nearer than the margin at rest may come as near as half of that.
static float margin_of(const pl_ridge_job* job, const pl_edge* a, const pl_edge* b,
                       const pl_passing* p) {
    float margin = job->pair->margin;
    if (job->a != job->b) return margin;
    const float* const rest[3] = {job->a->rest[0], job->a->rest[1], job->a->rest[2]};
    const pl_ridge *ra = a->ridge, *rb = b->ridge;
    pl_vec3 at_a = pl_vec3_mix(pl_place_at(rest, ra->from), pl_place_at(rest, ra->to), p->s);
    pl_vec3 at_b = pl_vec3_mix(pl_place_at(rest, rb->from), pl_place_at(rest, rb->to), p->t);
    float apart = 0.5f * pl_vec3_length(pl_vec3_sub(at_a, at_b));
    return apart < margin ? apart : margin;
}

void pl_edges_add(const pl_ridge_job* job, const pl_edge* a, const pl_edge* b,
                  const pl_passing* p) {
    const pl_pair* pair = job->pair;
    pl_contact c = {.obstacle = PL_NOBODY,
                    .body = {job->a->index, job->b->index},
                    .split = 2,
                    .place = {a->ridge->from, a->ridge->to, b->ridge->from, b->ridge->to},
                    .weight = {1.0f - p->s, p->s, p->t - 1.0f, -p->t},
                    .friction = pair->friction,
                    .friction_static = pair->friction_static,
                    .margin = p->margin,
                    .triangle = a->ridge->triangle};
    pl_vec3 now = between(job, a, b, p), past = pl_vec3_scale(p->normal, p->gap_past);
    pl_vec3_store(pl_vec3_sub(now, past), c.slide);
    pl_vec3_store(p->normal, c.normal);
    double extent = job->a->extent < job->b->extent ? job->a->extent : job->b->extent;
    pl_contact_set_gaps(&c, pl_vec3_dot(p->normal, now), p->gap_past, job->stage->h, extent);
    pl_finding_add(job->finding, &c);
}

static bool share_a_place(const pl_ridge* a, const pl_ridge* b) {
    return a->from == b->from || a->from == b->to || a->to == b->from || a->to == b->to;
}

static bool is_inside(const pl_body* body, const pl_ridge* ridge, const pl_body* other) {
    return body->any_inside && (body->inside_of[ridge->from] == other->id.value ||
                                body->inside_of[ridge->to] == other->id.value);
}

static bool is_let_go(const pl_ridge_job* job, const pl_body* body, const pl_ridge* ridge) {
    return job->lets_go && (pl_caught_at(body, ridge->from) || pl_caught_at(body, ridge->to));
}

bool pl_edges_pass(const pl_ridge_job* job, const pl_edge* a, const pl_edge* b, pl_passing* p) {
    if (!pass(a, b, p) || p->gap_past > job->radius) return false;
    if (is_inside(job->a, a->ridge, job->b) || is_inside(job->b, b->ridge, job->a)) return false;
    if (is_let_go(job, job->a, a->ridge) || is_let_go(job, job->b, b->ridge)) return false;
    p->margin = margin_of(job, a, b, p);
    float gap = pl_vec3_dot(p->normal, between(job, a, b, p));
    return !(gap >= PL_EDGES_AHEAD * p->margin && p->gap_past >= PL_EDGES_AHEAD * p->margin);
}

// --- between two leaves ---

// Edges lie between two triangles, and these may be in two leaves: of the pairs of leaves in which
// two edges are met, the first counts.
static bool is_first(const pl_ridge_job* job, const pl_ridge* a, const pl_ridge* b, uint32_t leaf,
                     uint32_t other) {
    const pl_tree* tree = &job->a->collider->tree;
    for (int i = 0; i < 4; ++i) {
        uint32_t l = a->leaf[i / 2], m = b->leaf[i % 2];
        if ((l == leaf && m == other) || (l == other && m == leaf)) return true;
        if (pl_tree_leaves_meet(tree, l, m, job->radius, job->pair->parts)) return false;
    }
    return true;
}

typedef struct edges {
    uint32_t count;
    pl_edge edge[PL_LEAF_RIDGES];
} edges;

// A group on its way through the tree: the edges of its leaves are looked up once.
typedef struct self_search {
    const pl_ridge_job* job;
    uint32_t first;  // of its leaves
    bool seen[PL_TREE_GROUP_LEAVES];
    edges of[PL_TREE_GROUP_LEAVES];
} self_search;

static void gather_leaf(const pl_ridge_job* job, uint32_t leaf, edges* all) {
    const pl_ridges* ridges = job->a->collider->ridges;
    all->count = 0;
    for (uint32_t k = ridges->leaf_first[leaf]; k < ridges->leaf_first[leaf + 1]; ++k)
        pl_edge_see(&job->of_a, &ridges->ridge[ridges->of_leaf[k]], job->shift,
                    &all->edge[all->count++]);
}

static const edges* own_edges(self_search* s, uint32_t leaf) {
    uint32_t at = leaf - s->first;
    if (!s->seen[at]) gather_leaf(s->job, leaf, &s->of[at]);
    s->seen[at] = true;
    return &s->of[at];
}

// Those that come within the radius of a leaf's box.
static void take_near(const pl_ridge_job* job, const edges* all, uint32_t leaf, edges* near) {
    pl_edge box;
    pl_tree_leaf_box(&job->a->collider->tree, leaf, box.lo, box.hi);
    near->count = 0;
    for (uint32_t i = 0; i < all->count; ++i)
        if (boxes_meet(&all->edge[i], &box, job->radius)) near->edge[near->count++] = all->edge[i];
}

static bool may_meet(const pl_ridge_job* job, const pl_ridge* a, const pl_ridge* b) {
    if (!job->pair->parts) return !share_a_place(a, b);
    const uint32_t* part_of = job->a->surface->part_of;
    return pl_parts_part(job->a->collider->pieces, part_of[a->from], part_of[b->from]);
}

static void meet_leaves(uint32_t leaf, uint32_t other, void* user) {
    self_search* s = user;
    const pl_ridge_job* job = s->job;
    edges a, b;
    pl_passing p;
    take_near(job, own_edges(s, leaf), other, &a);
    if (a.count == 0) return;
    gather_leaf(job, other, &b);
    for (uint32_t i = 0; i < a.count; ++i) {
        for (uint32_t k = 0; k < b.count; ++k) {
            const pl_edge *e = &a.edge[i], *f = &b.edge[k];
            if (boxes_meet(e, f, job->radius) && may_meet(job, e->ridge, f->ridge) &&
                pl_edges_pass(job, e, f, &p) && is_first(job, e->ridge, f->ridge, leaf, other))
                pl_edges_add(job, e, f, &p);
        }
    }
}

static void meet_itself(const pl_ridge_job* job, uint32_t group) {
    const pl_tree* tree = &job->a->collider->tree;
    self_search s;
    uint32_t end;
    s.job = job;
    pl_tree_group_leaves(tree->shape, group, &s.first, &end);
    memset(s.seen, 0, sizeof s.seen);
    pl_tree_self_leaves(tree, group, job->radius, job->pair->parts, meet_leaves, &s);
}

// What is farther apart cannot come near enough to be listed.
static float radius_within(const pl_pair* pair, const pl_body* body) {
    float way = 2.0f * (float)pl_body_spread(body);
    float near = PL_EDGES_AHEAD * pair->margin + way, most = pair->slack + pair->margin;
    return near < most ? near : most;
}

void pl_ridge_job_aim(const pl_stage* stage, const pl_pair* pair, pl_ridge_job* job) {
    job->stage = stage;
    job->pair = pair;
    job->finding = NULL;
    job->a = stage->all[pair->a];
    job->b = stage->all[pair->b];
    job->of_a = pl_target_of_body(job->a);
    job->of_b = pl_target_of_body(job->b);
    job->offset = pl_vec3d_sub(pl_vec3d_load(job->a->origin), pl_vec3d_load(job->b->origin));
    job->shift = pl_vec3d_narrow(job->offset);
    // after the shift, of which tcc writes 16 bytes
    job->radius = job->a == job->b ? radius_within(pair, job->a) : pl_reach_of_edges(pair);
    job->lets_go = pl_caught_let_go(job->a, job->b);
    job->all = pair->struck;
}

void pl_find_ridges(pl_finding* finding, const pl_item* item) {
    pl_ridge_job job;
    pl_ridge_job_aim(finding->stage, finding->pair, &job);
    job.finding = finding;
    if (job.a != job.b) {
        pl_find_ridges_pair(&job, item->begin, item->end);
        return;
    }
    for (uint32_t group = item->begin; group < item->end; ++group) meet_itself(&job, group);
}
