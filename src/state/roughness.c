// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/state/roughness.h"

#include "src/mesh/mesh_rings.h"

#include <math.h>

static pl_vec3d point_at(const float* const x[3], uint32_t place) {
    return pl_vec3d_make((double)x[0][place], (double)x[1][place], (double)x[2][place]);
}

// How far a place stands off the mean of its ring, along the normal, over the mean length of its
// edges. 0 where it has no normal.
static double height_of(const pl_surface* surface, const float* const x[3], uint32_t place) {
    uint32_t begin = surface->ring_first[place], end = surface->ring_first[place + 1];
    pl_vec3d centre = point_at(x, place), sum = pl_vec3d_make(0, 0, 0);
    double length = 0.0;
    for (uint32_t k = begin; k < end; ++k) {
        pl_vec3d edge = pl_vec3d_sub(point_at(x, surface->ring[k]), centre);
        sum = pl_vec3d_add(sum, edge);
        length += pl_vec3d_length(edge);
    }
    pl_vec3d normal = pl_ring_vector(surface, x, place);
    double size = length * pl_vec3d_length(normal);
    return size > 0.0 ? -pl_vec3d_dot(sum, normal) / size : 0.0;
}

double pl_roughness_measure(const pl_body* body, uint32_t stride) {
    const float* x[3] = {body->x[0], body->x[1], body->x[2]};
    double sum = 0.0;
    uint32_t count = 0;
    for (uint32_t i = 0; stride > 0 && i < body->count; i += stride, ++count) {
        double change = height_of(body->surface, x, i) - height_of(body->surface, body->rest, i);
        sum += change * change;
    }
    return count > 0 ? sqrt(sum / count) : 0.0;
}
