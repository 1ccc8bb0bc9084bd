// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "tests/unit/reference_contact.h"

#include "src/mesh/mesh_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- vectors ---

static void sub(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = a[k] - b[k];
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static double length(const double a[3]) {
    return sqrt(dot(a, a));
}

static void* take(size_t count, size_t size) {
    void* block = calloc(count + 1, size);
    if (!block) abort();
    return block;
}

// --- triangles in a grid ---

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

// --- obstacles ---

static void turn_of(const float rotation[4], double turn[9]) {
    double q[4], size = 0;
    for (int k = 0; k < 4; ++k) q[k] = (double)rotation[k], size += q[k] * q[k];
    for (int k = 0; k < 4; ++k) q[k] /= sqrt(size);
    double x = q[0], y = q[1], z = q[2], w = q[3];
    const double rows[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
        2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y)};
    memcpy(turn, rows, sizeof rows);
}

void judge_obstacle_put(judge_obstacle* o, const double position[3], const float rotation[4]) {
    memcpy(o->position, position, sizeof o->position);
    turn_of(rotation, o->turn);
    o->spacing = 0;  // to be sampled anew
}

static void to_own(const judge_obstacle* o, const double p[3], double own[3]) {
    double d[3];
    sub(p, o->position, d);
    for (int k = 0; k < 3; ++k)
        own[k] = o->turn[k] * d[0] + o->turn[3 + k] * d[1] + o->turn[6 + k] * d[2];
}

static void to_world(const judge_obstacle* o, const double own[3], double p[3]) {
    for (int k = 0; k < 3; ++k) p[k] = o->position[k] + dot(o->turn + 3 * k, own);
}

// A hull is the part below every plane through three points that has no point above it.
static void find_planes(judge_obstacle* o) {
    uint32_t n = o->point_count;
    o->planes = take((size_t)n * n * n / 3 + 8, sizeof *o->planes);
    for (uint32_t i = 0; i < n; ++i)
        for (uint32_t j = 0; j < n; ++j)
            for (uint32_t m = 0; m < n; ++m) {
                double u[3], v[3], normal[3], most = 0;
                const double* a = o->x + 3 * (size_t)i;
                sub(o->x + 3 * (size_t)j, a, u);
                sub(o->x + 3 * (size_t)m, a, v);
                cross(u, v, normal);
                double size = length(normal);
                if (i > j || i > m || !(size > 1e-12)) continue;
                for (int k = 0; k < 3; ++k) normal[k] /= size;
                for (uint32_t q = 0; q < n; ++q) {
                    double to[3];
                    sub(o->x + 3 * (size_t)q, a, to);
                    most = fmax(most, dot(to, normal));
                }
                if (most > 1e-9 * (length(u) + length(v))) continue;
                double* plane = o->planes[o->plane_count++];
                memcpy(plane, normal, sizeof normal);
                plane[3] = dot(normal, a);
            }
}

static void take_mesh(judge_obstacle* o, const plump_mesh* mesh, double scale) {
    double origin[3];
    plump_mesh_origin(mesh, origin);
    o->point_count = plump_mesh_vertex_count(mesh);
    o->triangle_count = plump_mesh_triangle_count(mesh);
    o->x = take(3 * (size_t)o->point_count, sizeof *o->x);
    o->triangles = take(3 * (size_t)o->triangle_count, sizeof *o->triangles);
    for (size_t i = 0; i < 3 * (size_t)o->point_count; ++i)
        o->x[i] = scale * (origin[i % 3] + (double)plump_mesh_positions(mesh)[i]);
    memcpy(o->triangles, plump_mesh_indices(mesh),
           3 * (size_t)o->triangle_count * sizeof(uint32_t));
}

static void take_points(judge_obstacle* o, const plump_obstacle_def* def) {
    o->point_count = def->point_count, o->triangle_count = def->triangle_count;
    o->x = take(3 * (size_t)o->point_count, sizeof *o->x);
    o->triangles = take(3 * (size_t)o->triangle_count, sizeof *o->triangles);
    for (size_t i = 0; i < 3 * (size_t)o->point_count; ++i)
        o->x[i] = (double)def->scale * (double)def->points[i];
    if (def->triangle_count)
        memcpy(o->triangles, def->triangles, 3 * (size_t)o->triangle_count * sizeof(uint32_t));
}

judge_obstacle judge_obstacle_make(const plump_obstacle_def* def) {
    judge_obstacle o = {.shape = def->shape,
                        .hollow = def->hollow,
                        .radius = (double)def->radius,
                        .half_height = (double)def->half_height};
    for (int k = 0; k < 3; ++k) o.half_size[k] = (double)def->half_size[k];
    judge_obstacle_put(&o, def->position, def->rotation);
    if (def->shape == PLUMP_OBSTACLE_MESH) take_mesh(&o, def->mesh, (double)def->scale);
    if (def->shape == PLUMP_OBSTACLE_SHEET || def->shape == PLUMP_OBSTACLE_HULL)
        take_points(&o, def);
    if (def->shape == PLUMP_OBSTACLE_HULL) find_planes(&o);
    if (def->shape == PLUMP_OBSTACLE_MESH || def->shape == PLUMP_OBSTACLE_SHEET)
        o.surface = judge_surface_make(o.x, o.point_count, o.triangles, o.triangle_count);
    return o;
}

void judge_obstacle_free(judge_obstacle* o) {
    judge_surface_free(&o->surface);
    free(o->x);
    free(o->triangles);
    free(o->planes);
    free(o->feature);
    memset(o, 0, sizeof *o);
}

// Distance to a shape from how far the point is beyond it in two or three directions at right
// angles: below 0 in all of them is inside.
static double beyond(const double* past, int count) {
    double most = -INFINITY, sum = 0;
    for (int k = 0; k < count; ++k) {
        most = fmax(most, past[k]);
        sum += past[k] > 0 ? past[k] * past[k] : 0;
    }
    return most <= 0 ? most : sqrt(sum);
}

// Inside a hull exact; outside the largest distance to a plane, which is enough to say "outside".
static double hull_distance(const judge_obstacle* o, const double p[3]) {
    double most = -INFINITY;
    for (uint32_t i = 0; i < o->plane_count; ++i)
        most = fmax(most, dot(o->planes[i], p) - o->planes[i][3]);
    return most;
}

static double solid_distance(const judge_obstacle* o, const double p[3]) {
    double past[3] = {hypot(p[0], p[2]) - o->radius, fabs(p[1]) - o->half_height, 0};
    switch (o->shape) {
    case PLUMP_OBSTACLE_PLANE: return p[1];
    case PLUMP_OBSTACLE_SPHERE: return length(p) - o->radius;
    case PLUMP_OBSTACLE_CAPSULE:
        return hypot(hypot(p[0], p[2]), past[1] > 0 ? past[1] : 0) - o->radius;
    case PLUMP_OBSTACLE_CYLINDER: return beyond(past, 2);
    case PLUMP_OBSTACLE_BOX:
        for (int k = 0; k < 3; ++k) past[k] = fabs(p[k]) - o->half_size[k];
        return beyond(past, 3);
    case PLUMP_OBSTACLE_HULL: return hull_distance(o, p);
    default: break;
    }
    double distance = judge_nearest(&o->surface, p).distance;
    bool inside = o->shape == PLUMP_OBSTACLE_MESH && judge_winding(&o->surface, p) != 0;
    return inside ? -distance : distance;
}

double judge_obstacle_distance(const judge_obstacle* o, const double p[3]) {
    double own[3];
    to_own(o, p, own);
    double distance = solid_distance(o, own);
    return o->hollow && o->shape != PLUMP_OBSTACLE_SHEET ? -distance : distance;
}

double judge_obstacle_depth(const judge_obstacle* o, const double p[3]) {
    if (o->shape != PLUMP_OBSTACLE_MESH) return fmax(0, -judge_obstacle_distance(o, p));
    double own[3];
    to_own(o, p, own);
    bool inside = judge_winding(&o->surface, own) != 0;
    return inside != o->hollow ? judge_nearest(&o->surface, own).distance : 0;
}

static void sample_edge(judge_obstacle* o, const double a[3], const double b[3]) {
    double along[3];
    sub(b, a, along);
    uint32_t parts = 1 + (uint32_t)(length(along) / o->spacing);
    size_t room = ((size_t)o->feature_count + parts + 1) * 3 * sizeof *o->feature;
    o->feature = realloc(o->feature, room);
    if (!o->feature) abort();
    for (uint32_t i = 0; i <= parts; ++i) {
        double own[3];
        for (int k = 0; k < 3; ++k) own[k] = a[k] + along[k] * i / parts;
        to_world(o, own, o->feature + 3 * (size_t)o->feature_count++);
    }
}

void judge_obstacle_sample(judge_obstacle* o, double spacing) {
    if (o->spacing == spacing) return;
    o->spacing = spacing;
    o->feature_count = 0;
    for (unsigned i = 0; o->shape == PLUMP_OBSTACLE_BOX && i < 8; ++i)
        for (unsigned k = 0; k < 3; ++k) {
            double a[3], b[3];
            if (i >> k & 1) continue;
            for (unsigned m = 0; m < 3; ++m) {
                a[m] = i >> m & 1 ? o->half_size[m] : -o->half_size[m];
                b[m] = m == k ? o->half_size[m] : a[m];
            }
            sample_edge(o, a, b);
        }
    for (uint32_t t = 0; o->shape >= PLUMP_OBSTACLE_MESH && t < o->triangle_count; ++t)
        for (size_t i = 0; i < 3; ++i) {
            uint32_t a = o->triangles[3 * (size_t)t + i],
                     b = o->triangles[3 * (size_t)t + (i + 1) % 3];
            // edges inside a surface come twice, once each way
            if (a > b && o->shape == PLUMP_OBSTACLE_MESH) continue;
            sample_edge(o, o->x + 3 * (size_t)a, o->x + 3 * (size_t)b);
        }
}

// --- bodies ---

judge_body judge_body_make(const plump_mesh* mesh, double scale, const double* mass) {
    judge_body b = {.mesh = mesh, .count = plump_mesh_vertex_count(mesh)};
    b.x = take(3 * (size_t)b.count, sizeof *b.x);
    b.v = take(3 * (size_t)b.count, sizeof *b.v);
    b.mass = take(b.count, sizeof *b.mass);
    memcpy(b.mass, mass, b.count * sizeof *mass);
    const float* p = plump_mesh_positions(mesh);
    for (size_t k = 0; k < 3; ++k) {
        double lo = INFINITY, hi = -INFINITY;
        for (size_t i = 0; i < b.count; ++i) {
            lo = fmin(lo, (double)p[3 * i + k]);
            hi = fmax(hi, (double)p[3 * i + k]);
        }
        b.size = fmax(b.size, scale * (hi - lo));
    }
    return b;
}

void judge_body_free(judge_body* b) {
    judge_surface_free(&b->surface);
    free(b->x);
    free(b->v);
    free(b->mass);
    memset(b, 0, sizeof *b);
}

static void sum_motion(judge_body* b) {
    b->total = b->energy = b->speed_most = 0;
    memset(b->centre, 0, sizeof b->centre);
    memset(b->momentum, 0, sizeof b->momentum);
    b->finite = true;
    for (size_t i = 0; i < b->count; ++i) {
        const double *x = b->x + 3 * i, *v = b->v + 3 * i;
        double speed = length(v);
        b->total += b->mass[i];
        for (int k = 0; k < 3; ++k) {
            b->centre[k] += b->mass[i] * x[k];
            b->momentum[k] += b->mass[i] * v[k];
            b->finite = b->finite && isfinite(x[k]) && isfinite(v[k]);
        }
        b->energy += 0.5 * b->mass[i] * speed * speed;
        b->speed_most = fmax(b->speed_most, speed);
    }
    for (int k = 0; k < 3; ++k) {
        b->centre[k] /= b->total;
        b->velocity[k] = b->momentum[k] / b->total;
    }
}

// Solves a 3x3 system by Cramer's rule; nothing turns what lies on a line.
static void solve(double a[3][3], const double b[3], double out[3]) {
    double c[3][3];
    for (int k = 0; k < 3; ++k) cross(a[(k + 1) % 3], a[(k + 2) % 3], c[k]);
    double det = dot(a[0], c[0]);
    for (int k = 0; k < 3; ++k)
        out[k] = det != 0 ? (c[0][k] * b[0] + c[1][k] * b[1] + c[2][k] * b[2]) / det : 0;
}

static void sum_turning(judge_body* b) {
    double inertia[3][3] = {{0}};
    memset(b->spin, 0, sizeof b->spin);
    for (size_t i = 0; i < b->count; ++i) {
        double r[3], v[3], moment[3];
        sub(b->x + 3 * i, b->centre, r);
        sub(b->v + 3 * i, b->velocity, v);
        cross(r, v, moment);
        for (int k = 0; k < 3; ++k) {
            b->spin[k] += b->mass[i] * moment[k];
            inertia[k][k] += b->mass[i] * dot(r, r);
            for (int j = 0; j < 3; ++j) inertia[k][j] -= b->mass[i] * r[k] * r[j];
        }
    }
    solve(inertia, b->spin, b->turning);
}

static void sum_volume(judge_body* b) {
    const uint32_t* t = plump_mesh_indices(b->mesh);
    b->volume = 0;
    for (uint32_t i = 0; i < plump_mesh_triangle_count(b->mesh); ++i, t += 3) {
        double p[3][3], n[3];
        for (int c = 0; c < 3; ++c) sub(b->x + 3 * (size_t)t[c], b->centre, p[c]);
        cross(p[0], p[1], n);
        b->volume += dot(n, p[2]) / 6;
    }
}

void judge_body_look(judge_body* b) {
    sum_motion(b);
    judge_surface_free(&b->surface);
    if (!b->finite) return;
    sum_turning(b);
    sum_volume(b);
    b->surface = judge_surface_make(b->x, b->count, plump_mesh_indices(b->mesh),
                                    plump_mesh_triangle_count(b->mesh));
    memcpy(b->low, b->surface.lo, sizeof b->low);
    memcpy(b->high, b->surface.hi, sizeof b->high);
}

// --- overlaps ---

static void note(judge_finding* f, double depth, double size, double allowed, int body, int other) {
    f->trapped += depth > allowed * size;
    if (depth > f->depth) f->depth = depth;
    if (depth / size <= f->share) return;
    f->share = depth / size;
    f->body = body, f->other = other;
}

static bool boxes_meet(const judge_body* a, const judge_body* b) {
    for (int k = 0; k < 3; ++k)
        if (a->low[k] > b->high[k] || a->high[k] < b->low[k]) return false;
    return true;
}

static void judge_pair(const judge_body* bodies, int a, int b, double allowed, judge_finding* f) {
    const judge_body *from = &bodies[a], *to = &bodies[b];
    if (!boxes_meet(from, to)) return;
    double size = fmin(from->size, to->size);
    for (size_t i = 0; i < from->count; ++i)
        note(f, judge_depth(&to->surface, from->x + 3 * i), size, allowed, a, b);
}

static void judge_against(const judge_body* bodies, int a, const judge_obstacle* o, int other,
                          double allowed, judge_finding* f) {
    const judge_body* body = &bodies[a];
    for (size_t i = 0; i < body->count; ++i)
        note(f, judge_obstacle_depth(o, body->x + 3 * i), body->size, allowed, a, other);
    for (uint32_t i = 0; !o->hollow && i < o->feature_count; ++i)
        note(f, judge_depth(&body->surface, o->feature + 3 * (size_t)i), body->size, allowed, a,
             other);
}

judge_finding judge_overlaps(const judge_body* bodies, uint32_t body_count,
                             judge_obstacle* obstacles, uint32_t obstacle_count,
                             double share_allowed) {
    judge_finding f = {.body = -1, .other = -1};
    double least = INFINITY;
    for (uint32_t a = 0; a < body_count; ++a) least = fmin(least, bodies[a].size);
    for (uint32_t o = 0; o < obstacle_count; ++o)
        judge_obstacle_sample(&obstacles[o], 0.01 * least);
    for (int a = 0; a < (int)body_count; ++a) {
        if (!bodies[a].finite) continue;
        for (int b = 0; b < (int)body_count; ++b)
            if (a != b && bodies[b].finite) judge_pair(bodies, a, b, share_allowed, &f);
        for (int o = 0; o < (int)obstacle_count; ++o)
            judge_against(bodies, a, &obstacles[o], -1 - o, share_allowed, &f);
    }
    return f;
}

// --- crossings ---

typedef struct crossing_sort {
    const uint32_t* owner;  // body of each triangle
    judge_crossings* out;
} crossing_sort;

static void sort_crossing(uint32_t a, uint32_t b, void* user) {
    const crossing_sort* s = user;
    if (s->owner[a] == s->owner[b]) {
        ++s->out->within;
    } else {
        ++s->out->between;
    }
}

// All bodies as one list of triangles.
static pl_mesh_view join(const judge_body* bodies, uint32_t body_count, uint32_t* owner, double* x,
                         uint32_t* triangles) {
    pl_mesh_view view = {.positions = x, .triangles = triangles};
    for (uint32_t b = 0; b < body_count; ++b) {
        const uint32_t* t = plump_mesh_indices(bodies[b].mesh);
        uint32_t count = plump_mesh_triangle_count(bodies[b].mesh);
        for (uint32_t i = 0; i < 3 * count; ++i)
            triangles[3 * (size_t)view.triangle_count + i] = view.vertex_count + t[i];
        for (uint32_t i = 0; i < count; ++i) owner[view.triangle_count + i] = b;
        memcpy(x + 3 * (size_t)view.vertex_count, bodies[b].x,
               3 * (size_t)bodies[b].count * sizeof *x);
        view.vertex_count += bodies[b].count;
        view.triangle_count += count;
    }
    return view;
}

judge_crossings judge_count_crossings(const judge_body* bodies, uint32_t body_count) {
    judge_crossings out = {0, 0, false};
    size_t vertices = 0, triangles = 0;
    for (uint32_t b = 0; b < body_count; ++b) {
        vertices += bodies[b].count;
        triangles += plump_mesh_triangle_count(bodies[b].mesh);
    }
    double* x = take(3 * vertices, sizeof *x);
    uint32_t *t = take(3 * triangles, sizeof *t), *owner = take(triangles, sizeof *owner);
    pl_mesh_view view = join(bodies, body_count, owner, x, t);
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    pl_arena arena = pl_arena_make(hooks);
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    crossing_sort sort = {owner, &out};
    pl_intersections found = {0, true};
    if (!tree || !pl_mesh_intersections(&arena, tree, sort_crossing, &sort, &found)) abort();
    out.at_least = found.at_least || found.count != out.between + out.within;
    pl_arena_release(&arena, NULL);
    free(x);
    free(t);
    free(owner);
    return out;
}
