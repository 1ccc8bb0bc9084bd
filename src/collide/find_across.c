// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The two sides of something thin. What presses one side of a ribbon moves that side alone, and
// what bends it is far stronger than what keeps it 4 mm thick: over a ball of 30 cm a quarter of it
// was pressed to less than half, and 180 pairs of triangles crossed. Who is across whom is known
// from the rest shape, and so is the side: nothing has to be searched for, and what has got through
// comes back. (To look for all that is near took a ribbon of 5,000 vertices 60 ms a step; this
// takes 0.1.)
#include "src/collide/collide_data.h"
#include "src/mesh/mesh_inner.h"
#include "src/mesh/mesh_rings.h"

#include <math.h>

// In girths, twice the mean thickness: what is thicker is no sheet there.
#define THICK   8.0
#define OPPOSED 0.5   // cosine
#define PRESSED 0.5f  // of the thickness at rest: no thinner than that
#define AHEAD   1.5f  // times that: what is nearer is listed

typedef struct across_job {
    pl_finding* finding;
    const pl_body* body;
    const float *now[3], *past[3];
} across_job;

// From the place to the point across.
static pl_vec3 way_across(const float* const x[3], uint32_t place, const uint32_t corner[3],
                          const pl_spot* spot) {
    return pl_vec3_sub(pl_point_at(x, corner, spot->weight), pl_place_at(x, place));
}

// Where triangles as small as the thickness are crushed, as at the tips of a comb that lands on
// them, their normals say nothing of the sides: then those of the two do not oppose each other.
static bool are_sides(const across_job* job, uint32_t place, pl_vec3 out) {
    pl_vec3d own = pl_ring_vector(job->body->surface, job->past, place);
    return pl_vec3d_dot(own, pl_vec3_widen(out)) < -OPPOSED * pl_vec3d_length(own);
}

static void hold_apart(const across_job* job, uint32_t place, const pl_spot* spot) {
    const pl_body* body = job->body;
    const uint32_t* corner = body->surface->triangles + 3 * (size_t)spot->triangle;
    pl_vec3 out = pl_face_normal(job->past, corner);
    if (!(pl_vec3_dot(out, out) > 0.0f)) return;
    pl_vec3 now = way_across(job->now, place, corner, spot);
    pl_vec3 past = way_across(job->past, place, corner, spot);
    float gap = pl_vec3_dot(out, now), gap_past = pl_vec3_dot(out, past);
    pl_contact c;
    pl_contact_begin(job->finding->pair, &c);
    c.margin = PRESSED * spot->thick * body->def.scale;
    if (!(gap < AHEAD * c.margin || gap_past < AHEAD * c.margin) || !are_sides(job, place, out))
        return;
    c.body[0] = c.body[1] = body->index;
    c.triangle = spot->triangle;
    c.place[0] = place;
    c.weight[0] = 1.0f;
    for (int k = 0; k < 3; ++k) {
        c.place[k + 1] = corner[k];
        c.weight[k + 1] = -spot->weight[k];
    }
    pl_vec3_store(pl_vec3_scale(out, -1.0f), c.normal);
    pl_vec3_store(pl_vec3_sub(past, now), c.slide);
    pl_contact_set_gaps(&c, gap, gap_past, job->finding->stage->h, body->extent);
    pl_finding_add(job->finding, &c);
}

void pl_find_across(pl_finding* finding, const pl_item* item) {
    const pl_body* body = finding->stage->all[finding->pair->a];
    const pl_tree_shape* shape = body->collider->tree.shape;
    across_job job = {.finding = finding, .body = body};
    for (int k = 0; k < 3; ++k) {
        job.now[k] = body->x[k];
        job.past[k] = body->past[k];
    }
    double girth = finding->stage->collide->bounds[body->index].girth;
    float thick = (float)(THICK * girth / (double)body->def.scale);
    for (uint32_t group = item->begin; group < item->end; ++group) {
        uint32_t begin, end;
        pl_tree_group_vertices(shape, group, &begin, &end);
        for (uint32_t i = begin; i < end; ++i) {
            const pl_spot* spot = &body->collider->inner->spot[shape->owned[i]];
            if (spot->triangle != PL_SPOT_NONE && spot->thick < thick)
                hold_apart(&job, shape->owned[i], spot);
        }
    }
}
