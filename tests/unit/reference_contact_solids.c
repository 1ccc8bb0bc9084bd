// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles as the judge sees them: distances by plain formulas, edges as rows of points.
#include "tests/unit/judge_vectors.h"
#include "tests/unit/reference_contact.h"

#include <string.h>

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
