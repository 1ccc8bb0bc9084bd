// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Triangles in a grid of cells: nearest points, inside and outside, rays.
#include "tests/unit/judge_vectors.h"
#include "tests/unit/reference_contact.h"

#include <string.h>

static const double* corner(const judge_surface* s, uint32_t triangle, int i) {
    return s->x + 3 * (size_t)s->triangles[3 * (size_t)triangle + (size_t)i];
}

static uint32_t cell_of(const judge_surface* s, double value, int axis) {
    double at = (value - s->lo[axis]) / s->cell;
    if (!(at > 0)) return 0;
    return at >= s->cells[axis] ? s->cells[axis] - 1 : (uint32_t)at;
}

// The cells that a triangle's box covers.
static void cover(const judge_surface* s, uint32_t triangle, uint32_t from[3], uint32_t to[3]) {
    for (int k = 0; k < 3; ++k) {
        double lo = corner(s, triangle, 0)[k], hi = lo;
        for (int i = 1; i < 3; ++i) {
            lo = fmin(lo, corner(s, triangle, i)[k]);
            hi = fmax(hi, corner(s, triangle, i)[k]);
        }
        from[k] = cell_of(s, lo, k), to[k] = cell_of(s, hi, k);
    }
}

// Two rounds over all triangles: count, then fill. Along x only one layer if by columns.
static void sort_into_cells(const judge_surface* s, bool columns, uint32_t** first,
                            uint32_t** member) {
    size_t cells = (size_t)s->cells[1] * s->cells[2] * (columns ? 1 : s->cells[0]);
    uint32_t *start = take(cells + 1, sizeof *start), *list = NULL;
    for (int fill = 0; fill < 2; ++fill) {
        for (uint32_t t = s->triangle_count; t-- > 0;) {
            uint32_t from[3], to[3];
            cover(s, t, from, to);
            if (columns) from[0] = to[0] = 0;
            for (uint32_t x = from[0]; x <= to[0]; ++x)
                for (uint32_t y = from[1]; y <= to[1]; ++y)
                    for (uint32_t z = from[2]; z <= to[2]; ++z) {
                        size_t c = ((size_t)x * s->cells[1] + y) * s->cells[2] + z;
                        if (fill) list[--start[c]] = t;
                        if (!fill) ++start[c];
                    }
        }
        if (fill) break;
        for (size_t c = 1; c <= cells; ++c) start[c] += start[c - 1];
        list = take(start[cells], sizeof *list);
    }
    *first = start, *member = list;
}

judge_surface judge_surface_make(const double* x, uint32_t vertex_count, const uint32_t* triangles,
                                 uint32_t triangle_count) {
    judge_surface s = {.vertex_count = vertex_count,
                       .triangle_count = triangle_count,
                       .x = x,
                       .triangles = triangles};
    double longest = 0;
    for (int k = 0; k < 3; ++k) {
        s.lo[k] = INFINITY, s.hi[k] = -INFINITY;
        for (uint32_t i = 0; i < vertex_count; ++i) {
            s.lo[k] = fmin(s.lo[k], x[3 * (size_t)i + (size_t)k]);
            s.hi[k] = fmax(s.hi[k], x[3 * (size_t)i + (size_t)k]);
        }
        longest = fmax(longest, s.hi[k] - s.lo[k]);
    }
    double side = sqrt(triangle_count / 6.0);
    side = side < 1 ? 1 : side > 60 ? 60 : side;
    s.cell = longest > 0 ? longest / side : 1;
    for (int k = 0; k < 3; ++k) s.cells[k] = 1 + (uint32_t)((s.hi[k] - s.lo[k]) / s.cell);
    sort_into_cells(&s, false, &s.first, &s.member);
    sort_into_cells(&s, true, &s.column_first, &s.column_member);
    return s;
}

void judge_surface_free(judge_surface* s) {
    free(s->first);
    free(s->member);
    free(s->column_first);
    free(s->column_member);
    memset(s, 0, sizeof *s);
}

// --- nearest point ---

static void nearest_on_segment(const double a[3], const double b[3], const double p[3],
                               double out[3]) {
    double along[3], to[3];
    sub(b, a, along);
    sub(p, a, to);
    double full = dot(along, along), t = full > 0 ? dot(to, along) / full : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    for (int k = 0; k < 3; ++k) out[k] = a[k] + t * along[k];
}

// The foot of the perpendicular if it falls inside, else the best of the three edges.
static double nearest_on_triangle(const double* const c[3], const double p[3], double out[3]) {
    double u[3], v[3], n[3], to[3];
    sub(c[1], c[0], u);
    sub(c[2], c[0], v);
    sub(p, c[0], to);
    cross(u, v, n);
    double area = dot(n, n), side[3], w[3];
    cross(to, v, w);
    side[0] = dot(w, n);
    cross(u, to, w);
    side[1] = dot(w, n);
    side[2] = area - side[0] - side[1];
    if (area > 0 && side[0] >= 0 && side[1] >= 0 && side[2] >= 0) {
        double height = dot(to, n) / area;
        for (int k = 0; k < 3; ++k) out[k] = p[k] - height * n[k];
        return fabs(height) * sqrt(area);
    }
    double best = INFINITY;
    memcpy(out, c[0], 3 * sizeof *out);
    for (int i = 0; i < 3; ++i) {
        double foot[3], away[3];
        nearest_on_segment(c[i], c[(i + 1) % 3], p, foot);
        sub(p, foot, away);
        if (length(away) >= best) continue;
        best = length(away);
        memcpy(out, foot, sizeof foot);
    }
    return best;
}

static void look_into_cell(const judge_surface* s, size_t cell, const double p[3],
                           judge_near* best) {
    for (uint32_t i = s->first[cell]; i < s->first[cell + 1]; ++i) {
        const double* const c[3] = {corner(s, s->member[i], 0), corner(s, s->member[i], 1),
                                    corner(s, s->member[i], 2)};
        double point[3], distance = nearest_on_triangle(c, p, point);
        if (distance >= best->distance) continue;
        best->distance = distance, best->triangle = s->member[i];
        memcpy(best->point, point, sizeof point);
    }
}

// Cells in growing shells around the point's own.
judge_near judge_nearest(const judge_surface* s, const double p[3]) {
    judge_near best = {.distance = INFINITY, .triangle = UINT32_MAX};
    int home[3], most = 0;
    for (int k = 0; k < 3; ++k) {
        home[k] = (int)cell_of(s, p[k], k);
        if ((int)s->cells[k] > most) most = (int)s->cells[k];
    }
    for (int r = 0; r <= most && best.distance > (r - 1) * s->cell; ++r)
        for (int x = home[0] - r; x <= home[0] + r; ++x)
            for (int y = home[1] - r; y <= home[1] + r; ++y)
                for (int z = home[2] - r; z <= home[2] + r; ++z) {
                    bool shell = abs(x - home[0]) == r || abs(y - home[1]) == r;
                    if (!shell && abs(z - home[2]) != r) {
                        z = home[2] + r - 1;  // the other end of this row
                        continue;
                    }
                    if (x < 0 || y < 0 || z < 0 || x >= (int)s->cells[0] || y >= (int)s->cells[1] ||
                        z >= (int)s->cells[2])
                        continue;
                    look_into_cell(s,
                                   ((size_t)x * s->cells[1] + (size_t)y) * s->cells[2] + (size_t)z,
                                   p, &best);
                }
    return best;
}

// --- inside ---

// Seen along x: whether the edge passes above the point in y-z. Both triangles of an edge ask with
// its ends in the same order, so that they agree.
static bool edge_counts(const judge_surface* s, uint32_t a, uint32_t b, const double p[3]) {
    const double *u = s->x + 3 * (size_t)(a < b ? a : b), *v = s->x + 3 * (size_t)(a < b ? b : a);
    if ((u[1] > p[1]) == (v[1] > p[1])) return false;
    return p[2] < u[2] + (v[2] - u[2]) * ((p[1] - u[1]) / (v[1] - u[1]));
}

int judge_winding(const judge_surface* s, const double p[3]) {
    for (int k = 0; k < 3; ++k)
        if (!(p[k] >= s->lo[k] && p[k] <= s->hi[k])) return 0;
    size_t column = (size_t)cell_of(s, p[1], 1) * s->cells[2] + cell_of(s, p[2], 2);
    int sum = 0;
    for (uint32_t i = s->column_first[column]; i < s->column_first[column + 1]; ++i) {
        const uint32_t* t = s->triangles + 3 * (size_t)s->column_member[i];
        int met = edge_counts(s, t[0], t[1], p) + edge_counts(s, t[1], t[2], p) +
                  edge_counts(s, t[2], t[0], p);
        if (met % 2 == 0) continue;
        double u[3], v[3], n[3], to[3];
        const double* a = s->x + 3 * (size_t)t[0];
        sub(s->x + 3 * (size_t)t[1], a, u);
        sub(s->x + 3 * (size_t)t[2], a, v);
        sub(a, p, to);
        cross(u, v, n);
        if (n[0] != 0 && dot(to, n) / n[0] > 0) sum += n[0] > 0 ? 1 : -1;
    }
    return sum;
}

double judge_depth(const judge_surface* s, const double p[3]) {
    return judge_winding(s, p) != 0 ? judge_nearest(s, p).distance : 0;
}

uint32_t judge_ray(const judge_surface* s, const double from[3], const double direction[3],
                   double* distance) {
    uint32_t first = UINT32_MAX;
    *distance = INFINITY;
    for (uint32_t t = 0; t < s->triangle_count; ++t) {
        double u[3], v[3], to[3], across[3], over[3];
        sub(corner(s, t, 1), corner(s, t, 0), u);
        sub(corner(s, t, 2), corner(s, t, 0), v);
        sub(from, corner(s, t, 0), to);
        cross(direction, v, across);
        cross(to, u, over);
        double det = dot(u, across), a, b, at;
        if (det == 0) continue;
        a = dot(to, across) / det, b = dot(direction, over) / det, at = dot(v, over) / det;
        if (a < 0 || b < 0 || a + b > 1 || at <= 0 || at >= *distance) continue;
        *distance = at, first = t;
    }
    return first;
}
