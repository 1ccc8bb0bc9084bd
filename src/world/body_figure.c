// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// One number per vertex, out of what the state and the stages leave behind: nothing is kept for it
// but the loads of contacts. Triangles around a vertex are those between neighbours in its ring.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/volume/volume.h"
#include "src/world/world_data.h"

static pl_vec3d edge_of(const float* const x[3], uint32_t from, uint32_t to) {
    return pl_vec3d_make((double)x[0][to] - (double)x[0][from],
                         (double)x[1][to] - (double)x[1][from],
                         (double)x[2][to] - (double)x[2][from]);
}

// Lengths of two edges and the angle between them, as their Gram matrix.
typedef struct gram {
    double aa, ab, bb;
} gram;

static gram gram_of(const float* const x[3], uint32_t at, uint32_t one, uint32_t other) {
    pl_vec3d a = edge_of(x, at, one), b = edge_of(x, at, other);
    return (gram){pl_vec3d_dot(a, a), pl_vec3d_dot(a, b), pl_vec3d_dot(b, b)};
}

static double determinant(const gram* g) {
    return g->aa * g->bb - g->ab * g->ab;
}

// The squares of the principal stretches are the eigenvalues of rest^-1 now.
static double strain_of(const gram* rest, const gram* now) {
    double size = determinant(rest);
    double half = (rest->bb * now->aa - 2.0 * rest->ab * now->ab + rest->aa * now->bb) / size / 2.0;
    double product = determinant(now) / size, squared = half * half - product;
    double apart = squared > 0.0 ? sqrt(squared) : 0.0;
    double least = half > apart ? sqrt(half - apart) : 0.0;
    double longer = sqrt(half + apart) - 1.0, shorter = 1.0 - least;
    return longer > shorter ? longer : shorter;
}

static double strain_at(const pl_body* body, uint32_t place) {
    const pl_surface* s = body->surface;
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    uint32_t first = s->ring_first[place], end = s->ring_first[place + 1];
    double sum = 0.0, weight = 0.0;
    for (uint32_t n = first; n < end; ++n) {
        uint32_t one = s->ring[n], other = s->ring[n + 1 < end ? n + 1 : first];
        gram rest = gram_of(body->rest, place, one, other), now = gram_of(x, place, one, other);
        double squared = determinant(&rest);
        if (!(squared > 0.0)) continue;
        double area = sqrt(squared);
        sum += area * strain_of(&rest, &now);
        weight += area;
    }
    return weight > 0.0 ? sum / weight : 0.0;
}

// A third of the triangles around, now.
static double area_at(const pl_body* body, uint32_t place) {
    const pl_surface* s = body->surface;
    const float* const x[3] = {body->x[0], body->x[1], body->x[2]};
    uint32_t first = s->ring_first[place], end = s->ring_first[place + 1];
    double sum = 0.0;
    for (uint32_t n = first; n < end; ++n) {
        pl_vec3d a = edge_of(x, place, s->ring[n]);
        pl_vec3d b = edge_of(x, place, s->ring[n + 1 < end ? n + 1 : first]);
        sum += pl_vec3d_length(pl_vec3d_cross(a, b));
    }
    return sum / 6.0;
}

static double contact_at(const pl_body* body, uint32_t place) {
    double area = body->load[place] > 0.0f ? area_at(body, place) : 0.0;
    return area > 0.0 ? (double)body->load[place] / area : 0.0;
}

static double speed_at(const pl_body* body, uint32_t place) {
    return pl_vec3d_length(pl_vec3d_make((double)body->v[0][place], (double)body->v[1][place],
                                         (double)body->v[2][place]));
}

// As the stage's kernels take them: what was gathered, or some way from it to even weights.
static void write_weights(const pl_body* body, float* out) {
    const pl_volume* volume = body->volume;
    bool kept = body->def.volume != PLUMP_VOLUME_FREE;
    for (uint32_t i = 0; i < volume->slice_count; ++i) {
        const pl_slice* slice = &volume->slices[i];
        const pl_volume_unit* unit = &volume->units[slice->unit];
        for (uint32_t place = slice->begin; place < slice->end; ++place) {
            float freedom = body->inv_mass[place] > 0.0f ? 1.0f - body->contact[place] : 0.0f;
            float w = volume->weight[place];
            if (unit->evening != 0.0f) w = unit->own * w + unit->evening * freedom;
            out[body->surface->vertex_of[place]] = kept ? w : 0.0f;
        }
    }
}

static void write_figure(const pl_body* body, plump_figure figure, float* out) {
    if (figure == PLUMP_FIGURE_VOLUME_WEIGHT) {
        write_weights(body, out);
        return;
    }
    double (*const at[PLUMP_FIGURE_COUNT])(const pl_body*,
                                           uint32_t) = {[PLUMP_FIGURE_STRAIN] = strain_at,
                                                        [PLUMP_FIGURE_CONTACT] = contact_at,
                                                        [PLUMP_FIGURE_SPEED] = speed_at};
    for (uint32_t place = 0; place < body->count; ++place)
        out[body->surface->vertex_of[place]] = (float)at[figure](body, place);
}

plump_result plump_body_read_figure(const plump_world* world, plump_body_id id, plump_figure figure,
                                    float* out, uint32_t capacity, plump_error* error) {
    const pl_body* body = pl_world_find(world, id, error);
    if (!body) return PLUMP_ERROR_ARGUMENT;
    if ((unsigned)figure >= PLUMP_FIGURE_COUNT || !out)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the figure, or the buffer to read it into, is none");
    if (capacity < body->count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the buffer has room for %u vertices, the body has %u", (unsigned)capacity,
                       (unsigned)body->count);
    pl_fpmode mode = pl_fpmode_enter();
    write_figure(body, figure, out);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}
