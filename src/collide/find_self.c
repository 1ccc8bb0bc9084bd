// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A body against itself: vertices near triangles that face them. The back of something thin faces
// a vertex, too, but has it behind: so a vertex that was behind at the beginning of the substep is
// met only by what is not near the place across the body from it (mesh_inner.h). Where the surface
// is near to itself at rest, as in a crease, it may stay as near as half of that.
#include "src/collide/collide_data.h"

#include <math.h>

#define GROUP_VERTICES_MOST 256
#define BACK_SHARE          0.7f  // of the thickness: as near to the place across is the back

typedef struct meeting_of {
    uint32_t vertex;
    float squared;
    pl_meeting met;
    float margin;
} meeting_of;

typedef struct self_job {
    pl_finding* finding;
    const pl_body* body;
    const float *now[3], *past[3];
    float radius;
    pl_vec3 normal;  // of the vertex looked at last ...
    uint32_t vertex;
    uint32_t count;
    meeting_of best[GROUP_VERTICES_MOST];
} self_job;

// Of the triangles around, by area; any length.
static pl_vec3 vertex_normal(const self_job* job, uint32_t vertex) {
    const pl_surface* s = job->body->surface;
    pl_vec3 at = pl_place_at(job->now, vertex), n = pl_vec3_make(0, 0, 0);
    uint32_t begin = s->ring_first[vertex], end = s->ring_first[vertex + 1];
    pl_vec3 last = pl_vec3_sub(pl_place_at(job->now, s->ring[end - 1]), at);
    for (uint32_t k = begin; k < end; ++k) {
        pl_vec3 next = pl_vec3_sub(pl_place_at(job->now, s->ring[k]), at);
        n = pl_vec3_add(n, pl_vec3_cross(last, next));
        last = next;
    }
    return n;
}

static void keep_nearest(self_job* job, uint32_t vertex, float squared, const pl_meeting* met,
                         float margin) {
    uint32_t i = 0;
    while (i < job->count && job->best[i].vertex != vertex) ++i;
    if (i == GROUP_VERTICES_MOST) return;
    if (i == job->count) {
        job->best[job->count++] = (meeting_of){vertex, squared, *met, margin};
    } else if (squared < job->best[i].squared) {
        job->best[i] = (meeting_of){vertex, squared, *met, margin};
    }
}

// Whether a point of the rest shape is on the back of the part that the vertex is on: near the
// place across. Where there is none it is taken for that.
static bool is_back(const self_job* job, uint32_t vertex, pl_vec3 point) {
    const pl_inner* inner = job->body->collider->inner;
    const float* const rest[3] = {job->body->rest[0], job->body->rest[1], job->body->rest[2]};
    float thickness = inner->length[vertex] * job->body->def.scale;
    pl_vec3 away = pl_vec3_sub(point, pl_place_at(rest, inner->across[vertex]));
    return pl_vec3_length(away) <= BACK_SHARE * thickness || thickness == 0.0f;
}

static void visit(uint32_t vertex, uint32_t triangle, void* user) {
    self_job* job = user;
    const uint32_t* corner = job->body->surface->triangles + 3 * (size_t)triangle;
    pl_vec3 n = pl_face_normal(job->now, corner);
    if (job->vertex != vertex) job->normal = vertex_normal(job, job->vertex = vertex);
    if (!(pl_vec3_dot(job->normal, n) < 0.0f)) return;
    float p[3], at[3][3];
    pl_vec3_store(pl_place_at(job->now, vertex), p);
    for (int k = 0; k < 3; ++k) pl_vec3_store(pl_place_at(job->now, corner[k]), at[k]);
    pl_near near = {.triangle = triangle};
    pl_triangle_nearest(at[0], at[1], at[2], p, &near);
    if (!(near.squared <= job->radius * job->radius)) return;
    const float* const rest[3] = {job->body->rest[0], job->body->rest[1], job->body->rest[2]};
    float apart = pl_vec3_length(
        pl_vec3_sub(pl_place_at(rest, vertex), pl_point_at(rest, corner, near.share)));
    pl_meeting met = {.triangle = triangle};
    for (int k = 0; k < 3; ++k) met.share[k] = near.share[k];
    pl_vec3 away = pl_vec3_sub(pl_vec3_load(p), pl_point_at(job->now, corner, near.share));
    pl_vec3 before =
        pl_vec3_sub(pl_place_at(job->past, vertex), pl_point_at(job->past, corner, near.share));
    pl_vec3 n_past = pl_face_normal(job->past, corner);
    bool in_front = pl_vec3_dot(n_past, before) >= 0.0f;
    if (!in_front && is_back(job, vertex, pl_point_at(rest, corner, near.share))) return;
    pl_vec3_store(n, met.normal);
    met.gap = pl_vec3_dot(n, away);
    met.gap_past = pl_vec3_dot(n, before);
    float margin = job->finding->pair->margin;
    keep_nearest(job, vertex, near.squared, &met, 0.5f * apart < margin ? 0.5f * apart : margin);
}

static void add(const self_job* job, const meeting_of* best) {
    const pl_body* body = job->body;
    const pl_pair* pair = job->finding->pair;
    const uint32_t* corner = body->surface->triangles + 3 * (size_t)best->met.triangle;
    pl_contact c = {.obstacle = PL_NOBODY,
                    .body = {body->index, body->index},
                    .split = 1,
                    .place = {best->vertex, corner[0], corner[1], corner[2]},
                    .friction = pair->friction,
                    .friction_static = pair->friction_static,
                    .margin = best->margin,
                    .triangle = best->met.triangle};
    c.weight[0] = 1.0f;
    pl_vec3 slide =
        pl_vec3_sub(pl_place_at(job->now, best->vertex), pl_place_at(job->past, best->vertex));
    for (int k = 0; k < 3; ++k) {
        c.normal[k] = best->met.normal[k];
        c.weight[k + 1] = -best->met.share[k];
        pl_vec3 moved =
            pl_vec3_sub(pl_place_at(job->now, corner[k]), pl_place_at(job->past, corner[k]));
        slide = pl_vec3_add_scaled(slide, -best->met.share[k], moved);
    }
    pl_vec3_store(slide, c.slide);
    pl_contact_set_gaps(&c, best->met.gap, best->met.gap_past, job->finding->stage->h,
                        body->extent);
    pl_finding_add(job->finding, &c);
}

void pl_find_self(pl_finding* finding, const pl_item* item) {
    const pl_body* body = finding->stage->all[finding->pair->a];
    const pl_pair* pair = finding->pair;
    self_job job;
    job.finding = finding;
    job.body = body;
    const float* x[3] = {body->x[0], body->x[1], body->x[2]};
    for (int k = 0; k < 3; ++k) {
        job.now[k] = body->x[k];
        job.past[k] = body->past[k];
    }
    job.radius = pair->slack + pair->margin;
    for (uint32_t group = item->begin; group < item->end; ++group) {
        job.count = 0;
        job.vertex = PL_TREE_NONE;
        pl_tree_self(&body->collider->tree, x, group, job.radius, visit, &job);
        for (uint32_t i = 0; i < job.count; ++i) add(&job, &job.best[i]);
    }
}
