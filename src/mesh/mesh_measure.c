// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The report's figures: counts, bounds, area, volume, lengths of edges. For a refused mesh they
// describe what there is; its volume is then 0.
#include <math.h>

#include "src/mesh/mesh_intake.h"
#include "src/mesh/mesh_sort.h"
#include "src/mesh/mesh_sum.h"

static uint32_t count_used(const pl_intake* s) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < s->vertex_count; ++v) count += s->used[v];
    return count;
}

static double area_of(const pl_intake* s) {
    pl_exact_sum sum = {0, 0};
    const uint32_t* t = s->triangles;
    for (uint32_t f = 0; f < s->triangle_count; ++f, t += 3) {
        const double* a = s->positions + 3 * (size_t)t[0];
        const double* b = s->positions + 3 * (size_t)t[1];
        const double* c = s->positions + 3 * (size_t)t[2];
        double u[3], v[3];
        for (int k = 0; k < 3; ++k) u[k] = b[k] - a[k], v[k] = c[k] - a[k];
        double x = u[1] * v[2] - u[2] * v[1];
        double y = u[2] * v[0] - u[0] * v[2];
        double z = u[0] * v[1] - u[1] * v[0];
        pl_exact_add(&sum, sqrt(x * x + y * y + z * z));
    }
    return pl_exact_value(&sum) / 2;
}

// Squared lengths: of each edge once when all have two triangles, else of every triangle's sides.
static size_t list_lengths(const pl_intake* s, bool is_closed, double* lengths) {
    size_t count = 0;
    const uint32_t* t = s->triangles;
    for (uint32_t f = 0; f < s->triangle_count; ++f, t += 3) {
        double sides[3];
        pl_intake_sides(s, t, sides);
        for (int k = 0; k < 3; ++k) {
            if (!is_closed || t[k] < t[(k + 1) % 3]) lengths[count++] = sides[k];
        }
    }
    return count;
}

// The middle one, or the mean of the two in the middle.
static double median_of(const double* squares, size_t count, double* spare) {
    double lower = pl_select(squares, count, (count - 1) / 2, spare);
    if (count % 2 == 1) return sqrt(lower);
    size_t not_above = 0;
    double above = INFINITY;
    for (size_t i = 0; i < count; ++i) {
        if (squares[i] <= lower)
            ++not_above;
        else if (squares[i] < above)
            above = squares[i];
    }
    double upper = not_above > count / 2 ? lower : above;
    return (sqrt(lower) + sqrt(upper)) / 2;
}

static bool measure_edges(pl_intake* s, bool is_closed) {
    double* lengths = pl_arena_alloc(&s->scratch, s->triangle_count, 3 * sizeof *lengths);
    double* spare = pl_arena_alloc(&s->scratch, s->triangle_count, 3 * sizeof *spare);
    if (!lengths || !spare) return false;
    size_t count = list_lengths(s, is_closed, lengths);
    if (count == 0) return true;
    double least = lengths[0], most = lengths[0];
    for (size_t i = 1; i < count; ++i) {
        if (lengths[i] < least) least = lengths[i];
        if (lengths[i] > most) most = lengths[i];
    }
    s->report.edge_min = sqrt(least);
    s->report.edge_max = sqrt(most);
    s->report.edge_median = median_of(lengths, count, spare);
    return true;
}

bool pl_intake_measure(pl_intake* s, bool is_closed) {
    plump_mesh_report* r = &s->report;
    pl_intake_mark_used(s);
    pl_intake_bounds bounds = pl_intake_find_bounds(s);
    for (int k = 0; k < 3; ++k) {
        r->bounds_min[k] = bounds.low[k];
        r->bounds_max[k] = bounds.high[k];
    }
    r->vertices = count_used(s);
    r->triangles = s->triangle_count;
    r->parts = s->part_count;
    r->euler = (int64_t)r->vertices - (int64_t)s->edges.edge_count + (int64_t)r->triangles;
    r->area = area_of(s);
    pl_exact_sum volume = {0, 0};
    for (uint32_t i = 0; is_closed && i < s->part_count; ++i)
        pl_exact_add(&volume, s->part_volume[i]);
    r->volume = pl_exact_value(&volume);
    void* mark = pl_arena_mark(&s->scratch);
    bool ok = measure_edges(s, is_closed);
    pl_arena_release(&s->scratch, mark);
    return ok;
}
