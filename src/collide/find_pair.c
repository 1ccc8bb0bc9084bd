// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Vertices of a body against the triangles of an obstacle, and the sharp edges of an obstacle
// against a body. A group of vertices that is near takes the part of the tree around it; then come
// four leaves of the group at a time, each leaf, and vertices one by one.
#include "src/collide/collide_data.h"
#include "src/math/rotation.h"
#include "src/state/calm.h"

#include <math.h>

#define DEEP         0.25f  // of the size: how deep one is searched that was inside already
#define EDGE_SPACING 0.5    // of the body's mean edge: between samples along a sharp edge
#define SAMPLES_MOST 4096   // along one edge

// --- groups ---

typedef struct box {
    float lo[3], hi[3];
} box;

// --- against triangles ---

typedef struct mesh_job {
    const pl_body* body;          // whose vertices they are
    const pl_obstacle* obstacle;  // whose triangles they are met by
    pl_target target;
    pl_view past, now;  // into the target's frame
    pl_vec3 drift;      // of the target, by the middle of its places' moves ...
    float step;         // half an edge of the target, m
    float spread;       // ... and how far they differ from it
} mesh_job;

static void narrow(const double from[3], float to[3]) {
    for (int k = 0; k < 3; ++k) to[k] = (float)from[k];
}

// What is listed beyond the slack: pressure may move a place back about as far as elasticity has
// moved it. Without that, places at a wall that elasticity had drawn back went through it in the
// same substep (6 % of the size in a glass of balls).
static float way_back(const pl_pair* pair, float moved) {
    return moved < pair->way ? moved : pair->way;
}

static void set_probe(const mesh_job* job, const pl_finding* finding, uint32_t place,
                      pl_probe* probe) {
    const pl_body* body = job->body;
    const float* x[3] = {body->x[0], body->x[1], body->x[2]};
    const float* x_past[3] = {body->past[0], body->past[1], body->past[2]};
    double now[3], past[3];
    pl_view_apply(&job->now, x, place, now);
    pl_view_apply(&job->past, body->asleep ? x : x_past, place, past);
    narrow(now, probe->now);
    narrow(past, probe->past);
    pl_vec3 way = pl_vec3_sub(pl_vec3_load(probe->now), pl_vec3_load(probe->past));
    float moved = pl_vec3_length(pl_vec3_sub(way, job->drift));
    probe->radius = finding->pair->slack + finding->pair->margin + way_back(finding->pair, moved);
    probe->reach = moved + job->spread;
    probe->step = job->step;
    probe->deep = DEEP * (float)body->extent;
    probe->behind = INFINITY;
    probe->wall_count = 0;
    probe->inside_at = PL_TREE_NONE;
    probe->rescue = false;
}

// How the first side has moved past the second.
static pl_vec3 slide_past(const pl_target* t, const pl_probe* probe, const pl_meeting* m) {
    const uint32_t* corner = t->triangles + 3 * (size_t)m->triangle;
    pl_vec3 slide = pl_vec3_sub(pl_vec3_load(probe->now), pl_vec3_load(probe->past));
    for (int k = 0; k < 3; ++k) {
        pl_vec3 moved = pl_vec3_make(t->now[0][corner[k]] - t->past[0][corner[k]],
                                     t->now[1][corner[k]] - t->past[1][corner[k]],
                                     t->now[2][corner[k]] - t->past[2][corner[k]]);
        slide = pl_vec3_add_scaled(slide, -m->share[k], moved);
    }
    return slide;
}

static void add_met(pl_finding* finding, const mesh_job* job, uint32_t place, const pl_probe* probe,
                    const pl_meeting* m) {
    pl_contact c;
    pl_contact_begin(finding->pair, &c);
    c.body[0] = job->body->index;
    c.place[0] = place;
    c.weight[0] = 1.0f;
    c.triangle = m->triangle;
    c.obstacle = finding->pair->b;
    pl_vec3d slide = pl_vec3_widen(slide_past(&job->target, probe, m));
    pl_vec3_store(pl_view_back(&job->now, slide), c.slide);
    pl_vec3_store(pl_view_back(&job->now, pl_vec3_widen(pl_vec3_load(m->normal))), c.normal);
    pl_contact_set_gaps(&c, m->gap, m->gap_past, finding->stage->h, job->body->extent);
    pl_finding_add(finding, &c);
}

static uint32_t find_on_surface(const mesh_job* job, const pl_tree_part* part, pl_probe* probe,
                                pl_meeting* found) {
    pl_tree_part_nearest(part, job->target.past, probe->past, probe->radius + probe->reach,
                         &probe->start);
    return pl_find_on_surface(&job->target, probe, found);
}

// Parts reach as far as contacts are listed: what moves farther asks the tree.
static uint32_t find_on_sheet(const mesh_job* job, const pl_tree_part* part, const pl_pair* pair,
                              pl_probe* probe, pl_meeting* found) {
    probe->reach = pl_vec3_length(pl_vec3_sub(pl_vec3_load(probe->now), pl_vec3_load(probe->past)));
    float room = pl_larger(probe->radius, 1.001f * probe->reach);
    if (room <= pair->slack + pair->margin + pair->way)
        pl_tree_part_nearest(part, job->target.now, probe->now, room, &probe->start);
    else
        pl_tree_nearest(job->target.tree, job->target.now, probe->now, room, &probe->start);
    return pl_find_on_sheet(&job->target, probe, found);
}

static void meet_triangles(pl_finding* finding, const mesh_job* job, uint32_t place,
                           const pl_tree_part* part) {
    pl_probe probe;
    pl_meeting found[PL_MEETINGS_MOST];
    set_probe(job, finding, place, &probe);
    uint32_t count = job->target.surface ? find_on_surface(job, part, &probe, found)
                                         : find_on_sheet(job, part, finding->pair, &probe, found);
    for (uint32_t i = 0; i < count; ++i) add_met(finding, job, place, &probe, &found[i]);
}

static const pl_place nowhere = {{0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};

// At the body itself, in its own frame.
static void aim_at_body(mesh_job* job) {
    const pl_body* body = job->body;
    pl_place place = nowhere;
    for (int k = 0; k < 3; ++k) place.position[k] = body->origin[k];
    job->target = pl_target_of_body(body);
    job->past = job->now = pl_view_make(&place, body->origin);
    job->drift = pl_vec3d_narrow(pl_body_drift(body));
    job->spread = (float)pl_body_spread(body);
    job->step = (float)(0.5 * body->surface->edge_mean * (double)body->def.scale);
}

static void aim_at_obstacle(mesh_job* job, const pl_obstacle* obstacle) {
    const pl_solid* solid = obstacle->solid;
    job->obstacle = obstacle;
    job->target = (pl_target){.surface = solid->surface,
                              .fans = solid->fans,
                              .triangles = solid->triangles,
                              .tree = &solid->tree,
                              .sign = solid->hollow ? -1.0f : 1.0f,
                              .rigid = true};
    for (int k = 0; k < 3; ++k) job->target.now[k] = job->target.past[k] = solid->x[k];
    job->past = pl_view_make(&obstacle->past, job->body->origin);
    job->now = pl_view_make(&obstacle->now, job->body->origin);
}

// A box of the body in the frame of the target, at one end of the substep.
static void add_seen(const pl_view* view, const box* own, box* seen) {
    double centre[3], half[3];
    for (int k = 0; k < 3; ++k) {
        centre[k] = 0.5 * ((double)own->lo[k] + (double)own->hi[k]);
        half[k] = 0.5 * ((double)own->hi[k] - (double)own->lo[k]);
    }
    for (int k = 0; k < 3; ++k) {
        const double* t = view->turn + 3 * k;
        double middle = t[0] * centre[0] + t[1] * centre[1] + t[2] * centre[2] + view->shift[k];
        double reach = fabs(t[0]) * half[0] + fabs(t[1]) * half[1] + fabs(t[2]) * half[2];
        float lo = (float)(middle - reach), hi = (float)(middle + reach);
        seen->lo[k] = lo < seen->lo[k] ? lo : seen->lo[k];
        seen->hi[k] = pl_larger(hi, seen->hi[k]);
    }
}

// A box of the body, past and now, in the frame of the target.
static box see(const mesh_job* job, const box* own) {
    box seen = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    add_seen(&job->now, own, &seen);
    if (pl_obstacle_moves(job->obstacle)) add_seen(&job->past, own, &seen);
    return seen;
}

static box widen(const box* seen, float room) {
    box wide;
    for (int k = 0; k < 3; ++k) {
        wide.lo[k] = seen->lo[k] - room;
        wide.hi[k] = seen->hi[k] + room;
    }
    return wide;
}

// Whether what is in a box may come within the radius of the target.
static bool is_near(const pl_finding* finding, const pl_tree_part* part, const box* seen) {
    const pl_pair* pair = finding->pair;
    box wide = widen(seen, pair->slack + pair->margin + 0.5f * pair->way);
    return pl_tree_part_meets(part, wide.lo, wide.hi);
}

// As far from a box as its vertices look, as a rule: twice the way would be always.
static box room_of(const pl_finding* finding, const box* seen) {
    const pl_pair* pair = finding->pair;
    return widen(seen, pair->slack + pair->margin + pair->way);
}

static void meet_leaf(pl_finding* finding, const mesh_job* job, const pl_tree_part* part,
                      uint32_t leaf) {
    const pl_tree* tree = &job->body->collider->tree;
    const uint32_t* first = tree->shape->owned_first + leaf;
    box own;
    pl_tree_leaf_box(tree, leaf, own.lo, own.hi);
    box seen = see(job, &own);
    if (!is_near(finding, part, &seen)) return;
    for (uint32_t i = first[0]; i < first[1]; ++i)
        meet_triangles(finding, job, tree->shape->owned[i], part);
}

// Four leaves, or fewer at the end.
static void meet_node(pl_finding* finding, const mesh_job* job, const pl_tree_part* part,
                      uint32_t node) {
    const pl_tree* tree = &job->body->collider->tree;
    uint32_t begin = 4 * node, end = begin + 4;
    if (end > tree->shape->leaf_count) end = tree->shape->leaf_count;
    box own;
    pl_tree_node_box(tree, node, own.lo, own.hi);
    box seen = see(job, &own), room = room_of(finding, &seen);
    if (!is_near(finding, part, &seen)) return;
    pl_tree_part less;
    pl_tree_take_less(part, room.lo, room.hi, &less);
    for (uint32_t leaf = begin; leaf < end; ++leaf) meet_leaf(finding, job, &less, leaf);
}

static void meet_group(pl_finding* finding, const mesh_job* job, uint32_t group) {
    const pl_tree* tree = &job->body->collider->tree;
    box own;
    pl_tree_group_box(tree, group, own.lo, own.hi);
    box seen = see(job, &own), room = room_of(finding, &seen);
    pl_tree_part part;
    pl_tree_take(job->target.tree, room.lo, room.hi, &part);
    if (!is_near(finding, &part, &seen)) return;
    uint32_t begin, end;
    pl_tree_group_leaves(tree->shape, group, &begin, &end);
    for (uint32_t node = begin / 4; 4 * node < end; ++node) meet_node(finding, job, &part, node);
}

void pl_find_triangles(pl_finding* finding, const pl_item* item) {
    const pl_stage* stage = finding->stage;
    const pl_pair* pair = finding->pair;
    mesh_job job = {.body = stage->all[pair->a]};
    aim_at_obstacle(&job, stage->obstacles[pair->b]);
    for (uint32_t group = item->begin; group < item->end; ++group) meet_group(finding, &job, group);
}

// --- sharp edges of an obstacle ---

typedef struct edge_job {
    mesh_job aim;  // at the body; its own side is not used
    const pl_obstacle* obstacle;
    const pl_body* body;
    pl_finding* finding;
    uint32_t edge;
    uint32_t sample;
    pl_vec3 out;  // where the edge points to, in the world
} edge_job;

static pl_vec3d out_of(const pl_place* place, pl_vec3d own) {
    return pl_vec3d_add(pl_rotation_turn(place->turn, own), pl_vec3d_load(place->position));
}

// The triangle is the first side here, the obstacle the second.
static void add_edge(pl_finding* finding, const edge_job* job, const pl_probe* probe,
                     const pl_meeting* m) {
    pl_contact c;
    pl_contact_begin(finding->pair, &c);
    const uint32_t* corner = job->body->surface->triangles + 3 * (size_t)m->triangle;
    c.obstacle = finding->pair->b;
    c.triangle = m->triangle;
    c.sample = job->sample;
    c.body[0] = job->body->index;
    c.split = 3;
    pl_vec3_store(pl_vec3_neg(slide_past(&job->aim.target, probe, m)), c.slide);
    for (int k = 0; k < 3; ++k) {
        c.normal[k] = -m->normal[k];
        c.place[k] = corner[k];
        c.weight[k] = m->share[k];
    }
    pl_contact_set_gaps(&c, m->gap, m->gap_past, finding->stage->h, job->body->extent);
    pl_finding_add(finding, &c);
}

// A triangle that would be pushed into the matter is on the far side of something thin. (Not within
// the loop: tcc writes 16 bytes of a vector that is handed on, over the counter.)
static bool is_pushed_out(const edge_job* job, const pl_meeting* m) {
    return pl_vec3_dot(job->out, pl_vec3_load(m->normal)) <= 0.0f;
}

static void meet_sample(const pl_sample* sample, void* user) {
    edge_job* job = user;
    job->sample = job->edge * SAMPLES_MOST + sample->number;
    const pl_pair* pair = job->finding->pair;
    pl_probe probe = {.radius = pair->slack + pair->margin + pair->way,
                      .deep = DEEP * (float)job->body->extent,
                      .behind = INFINITY,
                      .step = job->aim.step,
                      .inside_at = PL_TREE_NONE};
    pl_vec3_store(pl_vec3d_narrow(sample->now), probe.now);
    pl_vec3_store(pl_vec3d_narrow(sample->past), probe.past);
    pl_vec3 way = pl_vec3_sub(pl_vec3_load(probe.now), pl_vec3_load(probe.past));
    probe.reach = pl_vec3_length(pl_vec3_sub(way, job->aim.drift)) + job->aim.spread;
    pl_tree_nearest(job->aim.target.tree, job->aim.target.past, probe.past,
                    probe.radius + probe.reach, &probe.start);
    pl_meeting found[PL_MEETINGS_MOST];
    uint32_t count = pl_find_on_surface(&job->aim.target, &probe, found);
    for (uint32_t i = 0; i < count; ++i) {
        if (is_pushed_out(job, &found[i])) add_edge(job->finding, job, &probe, &found[i]);
    }
}

// The part of a segment that lies in a box, as shares of its length.
static bool clip(const box* near, pl_vec3d a, pl_vec3d b, double* begin, double* end) {
    const double from[3] = {a.x, a.y, a.z}, to[3] = {b.x, b.y, b.z};
    for (int k = 0; k < 3; ++k) {
        double lo = (double)near->lo[k] - from[k], hi = (double)near->hi[k] - from[k];
        double way = to[k] - from[k];
        if (way == 0.0) {
            if (lo > 0.0 || hi < 0.0) return false;
            continue;
        }
        double first = way > 0.0 ? lo / way : hi / way, last = way > 0.0 ? hi / way : lo / way;
        *begin = first > *begin ? first : *begin;
        *end = last < *end ? last : *end;
    }
    return *begin <= *end;
}

static box room_around(const pl_body* body, double room) {
    box near;
    for (int k = 0; k < 3; ++k) {
        near.lo[k] = body->box_lo[k] - (float)room;
        near.hi[k] = body->box_hi[k] + (float)room;
    }
    return near;
}

// The same from substep to substep, and no other's among those that are visited.
static uint32_t number_of(double along) {
    return (uint32_t)(along - SAMPLES_MOST * floor(along / SAMPLES_MOST));
}

// Samples stand at fixed places of the edge, whatever the body does.
void pl_visit_samples(const pl_body* body, const pl_obstacle* obstacle, const pl_sharp_edge* edge,
                      pl_sample_visit* visit, void* user) {
    pl_vec3d own = pl_vec3_widen(pl_vec3_load(edge->from)), origin = pl_vec3d_load(body->origin);
    pl_vec3d far = pl_vec3_widen(pl_vec3_load(edge->to));
    pl_vec3d from = pl_vec3d_sub(out_of(&obstacle->now, own), origin);
    pl_vec3d to = pl_vec3d_sub(out_of(&obstacle->now, far), origin);
    pl_vec3d from_past = pl_vec3d_sub(out_of(&obstacle->past, own), origin);
    pl_vec3d to_past = pl_vec3d_sub(out_of(&obstacle->past, far), origin);
    double moved = pl_vec3d_length(pl_vec3d_sub(from, from_past));
    double other = pl_vec3d_length(pl_vec3d_sub(to, to_past));
    box near = room_around(body, PL_SLACK * 2.0 * body->extent + (moved > other ? moved : other));
    double spacing = EDGE_SPACING * body->surface->edge_mean * (double)body->def.scale;
    double parts = ceil(pl_vec3d_length(pl_vec3d_sub(to, from)) / spacing), begin = 0.0, end = 1.0;
    if (!clip(&near, from, to, &begin, &end)) return;
    double first = ceil(begin * parts), last = floor(end * parts);
    double count = last - first + 1.0;
    for (uint32_t k = 0; k < SAMPLES_MOST && (double)k < count; ++k) {
        double i = first + (double)k;
        pl_sample sample = {.now = pl_vec3d_mix(from, to, i / parts),
                            .past = pl_vec3d_mix(from_past, to_past, i / parts),
                            .number = number_of(i)};
        visit(&sample, user);
    }
}

void pl_find_edges(pl_finding* finding, const pl_item* item) {
    const pl_stage* stage = finding->stage;
    const pl_body* body = stage->all[finding->pair->a];
    edge_job job = {.aim = {.body = body},
                    .obstacle = stage->obstacles[finding->pair->b],
                    .body = body,
                    .finding = finding};
    aim_at_body(&job.aim);
    pl_vec3d velocity = pl_vec3d_add_scaled(pl_obstacle_belt(job.obstacle), 1.0 / (double)stage->h,
                                            pl_obstacle_drift(job.obstacle));
    job.aim.target.folds = pl_calm(body, NULL, velocity) > 0.0;
    for (uint32_t i = item->begin; i < item->end; ++i) {
        const pl_sharp_edge* edge = &job.obstacle->solid->edges[i];
        pl_vec3d out = pl_vec3_widen(pl_vec3_load(edge->out));
        job.out = pl_vec3d_narrow(pl_rotation_turn(job.obstacle->now.turn, out));
        job.edge = i;
        pl_visit_samples(body, job.obstacle, edge, meet_sample, &job);
    }
}
