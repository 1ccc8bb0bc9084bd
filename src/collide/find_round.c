// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Vertices of a body against obstacles of closed form: groups of vertices that may be near are
// looked at one by one.
#include "src/collide/collide_data.h"

#include <math.h>

typedef struct round_job {
    const pl_body* body;
    const pl_obstacle* obstacle;
    pl_view past, now;
    double radius;  // how near is of interest at the end of the substep ...
    double begun;   // ... and at its beginning
} round_job;

static void add_round(pl_finding* finding, const round_job* job, uint32_t place,
                      const double now[3], const double past[3], const double normal[3], double gap,
                      double gap_past) {
    pl_contact c;
    pl_contact_begin(finding->pair, &c);
    c.body[0] = job->body->index;
    c.obstacle = finding->pair->b;
    c.place[0] = place;
    c.weight[0] = 1.0f;
    pl_vec3d slide = pl_vec3d_sub(pl_vec3d_load(now), pl_vec3d_load(past));
    pl_vec3_store(pl_view_back(&job->now, slide), c.slide);
    pl_vec3_store(pl_view_back(&job->now, pl_vec3d_load(normal)), c.normal);
    pl_contact_set_gaps(&c, (float)gap, (float)gap_past, finding->stage->h, job->body->extent);
    pl_finding_add(finding, &c);
}

// Where the way of the vertex goes into the matter: met there, whatever is nearest now.
static bool find_entry(pl_finding* finding, const round_job* job, uint32_t place,
                       const double now[3], const double past[3], double distance_past) {
    pl_vec3d way = pl_vec3d_sub(pl_vec3d_load(now), pl_vec3d_load(past));
    double at, normal[3];
    if (distance_past < 0.0 || pl_vec3d_length(way) < distance_past) return false;
    if (!pl_solid_segment(job->obstacle->solid, past, now, &at, normal)) return false;
    double along = pl_vec3d_dot(way, pl_vec3d_load(normal));
    add_round(finding, job, place, now, past, normal, (1.0 - at) * along, -at * along);
    return true;
}

static void meet_round(pl_finding* finding, const round_job* job, uint32_t place) {
    const float* x[3] = {job->body->x[0], job->body->x[1], job->body->x[2]};
    const float* x_past[3] = {job->body->past[0], job->body->past[1], job->body->past[2]};
    double now[3], past[3];
    pl_solid_near near[3], before[3];
    pl_view_apply(&job->now, x, place, now);
    pl_view_apply(&job->past, x_past, place, past);
    uint32_t count = pl_solid_distance(job->obstacle->solid, now, job->radius, near);
    pl_solid_distance(job->obstacle->solid, past, 0.0, before);
    if (find_entry(finding, job, place, now, past, before[0].distance)) return;
    pl_vec3d way = pl_vec3d_sub(pl_vec3d_load(now), pl_vec3d_load(past));
    for (uint32_t i = 0; i < count && near[i].distance <= job->radius; ++i) {
        double along = pl_vec3d_dot(way, pl_vec3d_load(near[i].normal));
        add_round(finding, job, place, now, past, near[i].normal, near[i].distance,
                  near[i].distance - along);
    }
    // What elasticity drives off the wall, others may drive back (a foam between a floor and a body
    // of a hundred times its weight: 0.15 sizes below the floor).
    if ((count > 0 && near[0].distance <= job->radius) || before[0].distance > job->begun) return;
    double along = pl_vec3d_dot(way, pl_vec3d_load(before[0].normal));
    add_round(finding, job, place, now, past, before[0].normal, before[0].distance + along,
              before[0].distance);
}

// By the distance of its middle.
bool pl_box_is_near(const pl_solid* solid, const pl_view* view, const float lo[3],
                    const float hi[3], double radius) {
    float middle[3];
    double half = 0.0, local[3];
    for (int c = 0; c < 3; ++c) {
        middle[c] = 0.5f * (lo[c] + hi[c]);
        half += 0.25 * ((double)hi[c] - (double)lo[c]) * ((double)hi[c] - (double)lo[c]);
    }
    const float* x[3] = {&middle[0], &middle[1], &middle[2]};
    pl_solid_near near[3];
    pl_view_apply(view, x, 0, local);
    pl_solid_distance(solid, local, 0.0, near);
    return near[0].distance <= radius + sqrt(half);
}

// Past and now.
static bool is_near(const round_job* job, const float lo[3], const float hi[3]) {
    const pl_solid* solid = job->obstacle->solid;
    return pl_box_is_near(solid, &job->now, lo, hi, job->radius) ||
           (pl_obstacle_moves(job->obstacle) &&
            pl_box_is_near(solid, &job->past, lo, hi, job->radius));
}

static void meet_group(pl_finding* finding, const round_job* job, uint32_t group) {
    const pl_tree* tree = &job->body->collider->tree;
    float lo[3], hi[3];
    pl_tree_group_box(tree, group, lo, hi);
    if (!is_near(job, lo, hi)) return;
    uint32_t begin, end;
    pl_tree_group_vertices(tree->shape, group, &begin, &end);
    for (uint32_t i = begin; i < end; ++i) meet_round(finding, job, tree->shape->owned[i]);
}

void pl_find_round(pl_finding* finding, const pl_item* item) {
    const pl_stage* stage = finding->stage;
    const pl_pair* pair = finding->pair;
    const pl_body* body = stage->all[pair->a];
    const pl_obstacle* obstacle = stage->obstacles[pair->b];
    round_job job = {body,
                     obstacle,
                     pl_view_make(&obstacle->past, body->origin),
                     pl_view_make(&obstacle->now, body->origin),
                     (double)(pair->slack + pair->margin + pair->way),
                     (double)(pair->slack + pair->margin)};
    for (uint32_t group = item->begin; group < item->end; ++group) meet_group(finding, &job, group);
}
