// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The first step: the caller's arrays, whatever their types, strides and alignment, become packed
// doubles and 32-bit indices. Nothing in them is believed until it has been looked at.
#include <string.h>

#include "src/base/cookie.h"
#include "src/base/text.h"
#include "src/base/triangles.h"
#include "src/mesh/mesh_intake.h"

#define MOST_ELEMENTS    (UINT32_C(1) << 30)  // half-edges and added vertices then fit in 32 bits
#define LARGEST_POSITION 1e18  // its cube is far inside double, its square inside float
#define SMALLEST_SIZE    1e-18

static size_t scalar_size(plump_scalar_type type) {
    return type == PLUMP_SCALAR_FLOAT64 ? sizeof(double) : sizeof(float);
}

static plump_result check_triangles(const plump_triangles* t, plump_error* error) {
    plump_result result = pl_triangles_check_layout(t, error);
    if (result) return result;
    if (t->vertex_count && !t->positions)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "positions is NULL, but there are %u vertices",
                       (unsigned)t->vertex_count);
    if (t->vertex_count > MOST_ELEMENTS || t->triangle_count > MOST_ELEMENTS)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "%u vertices and %u triangles are more than the %u a mesh can have",
                       (unsigned)t->vertex_count, (unsigned)t->triangle_count,
                       (unsigned)MOST_ELEMENTS);
    return PLUMP_OK;
}

plump_result pl_intake_check_def(const plump_mesh_def* def, plump_error* error) {
    if (!def) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the mesh definition is NULL");
    if (def->cookie != PL_COOKIE_MESH)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the mesh definition did not begin with plump_default_mesh_def() of this "
                       "version of plump");
    if (!(def->weld_tolerance >= 0 && def->weld_tolerance <= 0.01))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "weld_tolerance is %g; it must be 0 to 0.01",
                       def->weld_tolerance);
    if (!def->allocator.alloc != !def->allocator.free)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the allocator has only one of its two functions");
    return check_triangles(&def->triangles, error);
}

static void copy_indices(const plump_triangles* t, size_t count, uint32_t* out) {
    if (!t->indices) {
        for (size_t i = 0; i < count; ++i) out[i] = (uint32_t)i;
    } else if (t->index_type == PLUMP_INDEX_UINT32) {
        if (count) memcpy(out, t->indices, count * sizeof *out);
    } else {
        const char* in = t->indices;
        for (size_t i = 0; i < count; ++i) {
            uint16_t index;
            memcpy(&index, in + i * sizeof index, sizeof index);
            out[i] = index;
        }
    }
}

static void copy_positions(const plump_triangles* t, double* out) {
    const char* in = t->positions;
    size_t element = 3 * scalar_size(t->position_type);
    size_t stride = t->position_stride ? t->position_stride : element;
    for (uint32_t v = 0; v < t->vertex_count; ++v, in += stride, out += 3) {
        if (t->position_type == PLUMP_SCALAR_FLOAT64) {
            memcpy(out, in, 3 * sizeof *out);
        } else {
            float narrow[3];
            memcpy(narrow, in, sizeof narrow);
            for (int k = 0; k < 3; ++k) out[k] = (double)narrow[k];
        }
        for (int k = 0; k < 3; ++k) out[k] += t->origin[k];
    }
}

// Names every triangle with an index that is too large.
static void check_range(pl_intake* s) {
    const uint32_t* t = s->triangles;
    for (uint32_t f = 0; f < s->triangle_count; ++f, t += 3) {
        if (t[0] >= s->vertex_count || t[1] >= s->vertex_count || t[2] >= s->vertex_count)
            pl_intake_find(s, PLUMP_FINDING_BAD_INDICES, f, 0);
    }
}

static bool is_usable(const double* p) {
    for (int k = 0; k < 3; ++k) {
        if (!(p[k] >= -LARGEST_POSITION && p[k] <= LARGEST_POSITION)) return false;
    }
    return true;
}

// Used vertices must be numbers in range; the unused are emptied, whatever they hold.
static void check_positions_used(pl_intake* s) {
    double* p = s->positions;
    for (uint32_t v = 0; v < s->vertex_count; ++v, p += 3) {
        if (!s->used[v]) {
            pl_intake_find(s, PLUMP_FINDING_UNUSED_VERTICES, v, 0);
            p[0] = p[1] = p[2] = 0;
        } else if (!is_usable(p)) {
            pl_intake_find(s, PLUMP_FINDING_NOT_FINITE, v, 0);
        }
    }
}

void pl_intake_check_size(pl_intake* s) {
    pl_intake_bounds bounds = pl_intake_find_bounds(s);
    s->size = bounds.size;
    s->reach = bounds.reach;
    // a size of exactly 0 is told by what is left of the triangles
    if (s->size > 0 && s->size < SMALLEST_SIZE)
        pl_intake_find(s, PLUMP_FINDING_NOT_FINITE, s->vertex_source[s->triangles[0]], 0);
}

static bool make_room(pl_intake* s) {
    size_t vertices = s->vertex_count, triangles = s->triangle_count;
    s->positions = pl_arena_alloc(&s->keep, vertices, 3 * sizeof(double));
    s->vertex_source = pl_arena_alloc(&s->keep, vertices, sizeof(uint32_t));
    s->vertex_target = pl_arena_alloc(&s->keep, vertices, sizeof(uint32_t));
    s->used = pl_arena_alloc(&s->keep, vertices, 1);
    s->triangles = pl_arena_alloc(&s->keep, triangles, 3 * sizeof(uint32_t));
    s->triangle_source = pl_arena_alloc(&s->keep, triangles, sizeof(uint32_t));
    s->sliver = pl_arena_alloc_zero(&s->keep, triangles, 1);
    return s->positions && s->vertex_source && s->vertex_target && s->used && s->triangles &&
           s->triangle_source && s->sliver;
}

bool pl_intake_copy(pl_intake* s) {
    const plump_triangles* t = &s->def->triangles;
    s->vertex_count = s->report.input_vertices = t->vertex_count;
    s->triangle_count = t->triangle_count;
    if (!t->indices && s->triangle_count == 0) s->triangle_count = t->vertex_count / 3;
    s->report.input_triangles = s->triangle_count;
    if (!make_room(s)) return false;

    for (uint32_t v = 0; v < s->vertex_count; ++v) s->vertex_source[v] = s->vertex_target[v] = v;
    for (uint32_t f = 0; f < s->triangle_count; ++f) s->triangle_source[f] = f;
    copy_indices(t, (size_t)s->triangle_count * 3, s->triangles);
    copy_positions(t, s->positions);
    check_range(s);
    if (pl_intake_refused(s)) return true;
    pl_intake_mark_used(s);
    check_positions_used(s);
    if (!s->report.findings[PLUMP_FINDING_NOT_FINITE].count) pl_intake_check_size(s);
    return true;
}
