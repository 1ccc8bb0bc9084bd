// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A body against itself: vertices against triangles whose normals are opposed to theirs; edges are
// found elsewhere (find_ridges.c). All geometry is that of the beginning of the substep, and a
// vertex stays on the side of a triangle on which it was then: in front of what faces it, and
// behind the back of something thin. Only one that is known to have come through is led back.
// Where the surface is near to itself at rest, as in a crease, it may stay as near as half of that.
#include "src/base/search.h"
#include "src/collide/collide_data.h"

#include <math.h>

#define AHEAD         2.0f  // margins: between parts what is nearer is listed
#define MEETINGS_MOST 512   // of a group

typedef struct meeting_of {
    uint32_t vertex;
    float squared;
    pl_meeting met;
    float margin;
    bool on_face;
} meeting_of;

typedef struct self_job {
    pl_finding* finding;
    const pl_body* body;
    const float *now[3], *past[3], *rest[3];
    const pl_pieces* parts;  // only parts that do not cut each other meet; NULL: all of it does
    float radius;
    float normal[3];  // of the vertex looked at last ...
    uint32_t vertex;
    uint32_t count;
    meeting_of best[MEETINGS_MOST];
} self_job;

// Of the triangles around, by area; any length.
static pl_vec3 vertex_normal(const self_job* job, uint32_t vertex) {
    const pl_surface* s = job->body->surface;
    const float* const* x = job->past;
    pl_vec3 at = pl_place_at(x, vertex), n = pl_vec3_make(0, 0, 0);
    uint32_t begin = s->ring_first[vertex], end = s->ring_first[vertex + 1];
    pl_vec3 last = pl_vec3_sub(pl_place_at(x, s->ring[end - 1]), at);
    for (uint32_t k = begin; k < end; ++k) {
        pl_vec3 next = pl_vec3_sub(pl_place_at(x, s->ring[k]), at);
        n = pl_vec3_add(n, pl_vec3_cross(last, next));
        last = next;
    }
    return n;
}

// Where a body is crushed flat, a vertex stands above more faces than there is room for: the
// nearest hold it.
static void replace_farthest(self_job* job, const meeting_of* next) {
    meeting_of* farthest = &job->best[0];
    for (uint32_t i = 1; i < job->count; ++i)
        if (job->best[i].squared > farthest->squared) farthest = &job->best[i];
    if (next->squared < farthest->squared) *farthest = *next;
}

// Of edges and corners a vertex is held against the nearest only, and not beside a face that is
// nearer still: it would be met sideways, as a bump. All faces above which it stands hold it.
static void keep(self_job* job, uint32_t vertex, const pl_near* near, const pl_meeting* met,
                 float margin) {
    bool on_face = near->feature == 0;
    meeting_of next = {vertex, near->squared, *met, margin, on_face};
    for (uint32_t i = 0; i < job->count && !on_face; ++i) {
        meeting_of* other = &job->best[i];
        if (other->vertex != vertex || other->on_face) continue;
        if (near->squared < other->squared) *other = next;
        return;
    }
    if (job->count < MEETINGS_MOST) {
        job->best[job->count++] = next;
    } else {
        replace_farthest(job, &next);
    }
}

static bool is_beside_a_face(const self_job* job, const meeting_of* best) {
    for (uint32_t i = 0; i < job->count && !best->on_face; ++i) {
        const meeting_of* other = &job->best[i];
        if (other->vertex == best->vertex && other->on_face && other->squared <= best->squared)
            return true;
    }
    return false;
}

static bool share_a_corner(const uint32_t a[3], const uint32_t b[3]) {
    for (int i = 0; i < 9; ++i) {
        if (a[i / 3] == b[i % 3]) return true;
    }
    return false;
}

// Whether the vertex is known to have come in there.
static bool came_in(const self_job* job, uint32_t vertex, uint32_t triangle) {
    const pl_body* body = job->body;
    const uint32_t* triangles = body->surface->triangles;
    return body->inside_of[vertex] == body->id.value &&
           share_a_corner(triangles + 3 * (size_t)body->inside_at[vertex],
                          triangles + 3 * (size_t)triangle);
}

// Closed parts have an inside, and a vertex that has got there is led out again.
static bool is_part_behind(const self_job* job, uint32_t vertex, uint32_t corner) {
    const uint32_t* part_of = job->body->surface->part_of;
    return pl_part_is_behind(job->parts, part_of[vertex], part_of[corner]);
}

// Beside an edge or a corner the direction to the vertex parts the two, not a triangle's normal.
static pl_vec3 parting(const pl_near* near, pl_vec3 normal, pl_vec3 away, float radius) {
    float length = pl_vec3_length(away);
    if (near->feature == 0 || length <= 1e-2f * radius) return normal;
    return pl_vec3_scale(away, (pl_vec3_dot(normal, away) < 0.0f ? -1.0f : 1.0f) / length);
}

// Towards the side of the vertex; `away`: where it was, from the nearest point.
static pl_vec3 side_of(const self_job* job, uint32_t vertex, const pl_near* near, pl_vec3 away) {
    const uint32_t* corner = job->body->surface->triangles + 3 * (size_t)near->triangle;
    bool came = !job->parts && came_in(job, vertex, near->triangle);
    float length = pl_vec3_length(away);
    // beside an edge or a corner, where it was: normals there are dear, half of the search's time
    if (!job->parts && !came && near->feature != 0 && length > 1e-2f * job->radius)
        return pl_vec3_scale(away, 1.0f / length);
    float normal[3];
    pl_surface_normal(job->body->surface, job->past, near->triangle, near->feature, normal);
    pl_vec3 outward = pl_vec3_load(normal);
    bool behind = job->parts ? is_part_behind(job, vertex, corner[0])
                             : pl_vec3_dot(outward, away) < 0.0f && !came;
    return pl_vec3_scale(parting(near, outward, away, job->radius), behind ? -1.0f : 1.0f);
}

static void describe(self_job* job, uint32_t vertex, const pl_near* near) {
    const uint32_t* corner = job->body->surface->triangles + 3 * (size_t)near->triangle;
    pl_vec3 at_rest = pl_point_at(job->rest, corner, near->share);
    pl_vec3 away =
        pl_vec3_sub(pl_place_at(job->past, vertex), pl_point_at(job->past, corner, near->share));
    pl_vec3 n = side_of(job, vertex, near, away);
    pl_vec3 now =
        pl_vec3_sub(pl_place_at(job->now, vertex), pl_point_at(job->now, corner, near->share));
    pl_meeting met = {
        .triangle = near->triangle, .gap = pl_vec3_dot(n, now), .gap_past = pl_vec3_dot(n, away)};
    for (int k = 0; k < 3; ++k) met.share[k] = near->share[k];
    pl_vec3_store(n, met.normal);
    float margin = job->finding->pair->margin, ahead = AHEAD * margin;
    if (job->finding->pair->near && met.gap > ahead && met.gap_past > ahead) return;
    float apart = 0.5f * pl_vec3_length(pl_vec3_sub(pl_place_at(job->rest, vertex), at_rest));
    keep(job, vertex, near, &met, apart < margin ? apart : margin);
}

static void visit(uint32_t vertex, uint32_t triangle, void* user) {
    self_job* job = user;
    const pl_surface* surface = job->body->surface;
    const uint32_t* corner = surface->triangles + 3 * (size_t)triangle;
    if (job->parts &&
        !pl_parts_part(job->parts, surface->part_of[vertex], surface->part_of[corner[0]]))
        return;
    if (job->vertex != vertex) pl_vec3_store(vertex_normal(job, vertex), job->normal);
    job->vertex = vertex;
    if (!(pl_vec3_dot(pl_vec3_load(job->normal), pl_face_normal(job->past, corner)) < 0.0f)) return;
    float p[3], at[3][3];
    pl_vec3_store(pl_place_at(job->past, vertex), p);
    for (int k = 0; k < 3; ++k) pl_vec3_store(pl_place_at(job->past, corner[k]), at[k]);
    pl_near near = {.triangle = triangle};
    pl_triangle_nearest(at[0], at[1], at[2], p, &near);
    if (near.squared <= job->radius * job->radius) describe(job, vertex, &near);
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

bool pl_parts_part(const pl_pieces* pieces, uint32_t a, uint32_t b) {
    if (a == b) return false;
    uint64_t key = pl_part_pair(a, b);
    size_t at = pl_find_key(pieces->cuts, pieces->cut_count, key);
    return at == pieces->cut_count || pieces->cuts[at] != key;
}

void pl_find_self(pl_finding* finding, const pl_item* item) {
    const pl_body* body = finding->stage->all[finding->pair->a];
    const pl_pair* pair = finding->pair;
    self_job job;
    job.finding = finding;
    job.body = body;
    for (int k = 0; k < 3; ++k) {
        job.now[k] = body->x[k];
        job.past[k] = body->past[k];
        job.rest[k] = body->rest[k];
    }
    job.radius = pair->slack + pair->margin;
    job.parts = pair->parts ? body->collider->pieces : NULL;
    for (uint32_t group = item->begin; group < item->end; ++group) {
        job.count = 0;
        job.vertex = PL_TREE_NONE;
        pl_tree_self(&body->collider->tree, job.past, group, job.radius, pair->parts, visit, &job);
        for (uint32_t i = 0; i < job.count; ++i) {
            if (!is_beside_a_face(&job, &job.best[i])) add(&job, &job.best[i]);
        }
    }
}
