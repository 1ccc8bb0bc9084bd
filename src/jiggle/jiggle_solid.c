// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Convex solids: made, placed, and cut by lines. A margin moves planes out and makes round ones
// thicker.
#include "src/jiggle/jiggle_solid.h"

#include "src/base/text.h"
#include "src/collide/solid_make.h"
#include "src/math/elementary.h"
#include "src/math/rotation.h"

#include <float.h>
#include <math.h>

#define DIRECTIONS 192u   // of a polytope around points
#define PARTS_MOST 4096u  // of a mesh

// --- lines ---

typedef struct line {
    double at[3], way[3];
} line;

static line into_own(const pl_convex* solid, const double at[3], const double way[3]) {
    line own;
    double from[3];
    for (int k = 0; k < 3; ++k) from[k] = at[k] - solid->position[k];
    for (int k = 0; k < 3; ++k) {
        const double* t = solid->turn + k;
        own.at[k] = t[0] * from[0] + t[3] * from[1] + t[6] * from[2];
        own.way[k] = t[0] * way[0] + t[3] * way[1] + t[6] * way[2];
    }
    return own;
}

static bool clip_planes(const pl_convex* solid, const line* l, double* from, double* to) {
    *from = -DBL_MAX;
    *to = DBL_MAX;
    for (uint32_t i = 0; i < solid->plane_count; ++i) {
        const double* p = solid->planes[i];
        double gap = p[3] - (p[0] * l->at[0] + p[1] * l->at[1] + p[2] * l->at[2]);
        double speed = p[0] * l->way[0] + p[1] * l->way[1] + p[2] * l->way[2];
        if (speed == 0) {
            if (gap < 0) return false;
        } else if (speed > 0) {
            *to = gap / speed < *to ? gap / speed : *to;
        } else {
            *from = gap / speed > *from ? gap / speed : *from;
        }
    }
    return *from < *to;
}

// Where a s^2 + 2 b s + c <= 0.
static bool clip_square(double a, double b, double c, double* from, double* to) {
    *from = -DBL_MAX;
    *to = DBL_MAX;
    if (!(a > 1e-14)) return c <= 0;
    double inside = b * b - a * c;
    if (!(inside > 0)) return false;
    double root = sqrt(inside);
    *from = (-b - root) / a;
    *to = (-b + root) / a;
    return true;
}

// A ball whose centre is at this height of the axis.
static bool clip_ball(const pl_convex* solid, const line* l, double height, double* from,
                      double* to) {
    double y = l->at[1] - height;
    double b = l->at[0] * l->way[0] + y * l->way[1] + l->at[2] * l->way[2];
    double c = l->at[0] * l->at[0] + y * y + l->at[2] * l->at[2] - solid->radius * solid->radius;
    return clip_square(1, b, c, from, to);
}

static bool clip_cylinder(const pl_convex* solid, const line* l, double* from, double* to) {
    double a = l->way[0] * l->way[0] + l->way[2] * l->way[2];
    double b = l->at[0] * l->way[0] + l->at[2] * l->way[2];
    double c = l->at[0] * l->at[0] + l->at[2] * l->at[2] - solid->radius * solid->radius;
    if (!clip_square(a, b, c, from, to)) return false;
    double low = -solid->half_height - l->at[1], high = solid->half_height - l->at[1];
    if (fabs(l->way[1]) < 1e-14) return low <= 0 && high >= 0 && *from < *to;
    double first = low / l->way[1], last = high / l->way[1];
    if (first > last) {
        double swap = first;
        first = last;
        last = swap;
    }
    *from = first > *from ? first : *from;
    *to = last < *to ? last : *to;
    return *from < *to;
}

// A capsule is convex: the line is inside from the first to the last of its three parts.
static bool clip_capsule(const pl_convex* solid, const line* l, double* from, double* to) {
    double first = DBL_MAX, last = -DBL_MAX, a, b;
    bool meets = false;
    for (int part = 0; part < 3; ++part) {
        bool is_in =
            part == 0
                ? clip_cylinder(solid, l, &a, &b)
                : clip_ball(solid, l, part == 1 ? solid->half_height : -solid->half_height, &a, &b);
        if (!is_in) continue;
        first = a < first ? a : first;
        last = b > last ? b : last;
        meets = true;
    }
    *from = first;
    *to = last;
    return meets;
}

bool pl_convex_clip(const pl_convex* solid, const double at[3], const double way[3], double* from,
                    double* to) {
    line own = into_own(solid, at, way);
    switch (solid->shape) {
    case PLUMP_OBSTACLE_SPHERE: return clip_ball(solid, &own, 0, from, to);
    case PLUMP_OBSTACLE_CAPSULE: return clip_capsule(solid, &own, from, to);
    case PLUMP_OBSTACLE_CYLINDER: return clip_cylinder(solid, &own, from, to);
    default: return clip_planes(solid, &own, from, to);
    }
}

// Of the plane that is the farthest out.
static void normal_of_planes(const pl_convex* solid, const double x[3], double normal[3]) {
    double most = -DBL_MAX;
    for (uint32_t i = 0; i < solid->plane_count; ++i) {
        const double* n = solid->planes[i];
        double out = n[0] * x[0] + n[1] * x[1] + n[2] * x[2] - n[3];
        if (!(out > most)) continue;
        most = out;
        for (int k = 0; k < 3; ++k) normal[k] = n[k];
    }
}

static void normal_of_round(const pl_convex* solid, const double x[3], double normal[3]) {
    double beyond = x[1] > 0 ? x[1] - solid->half_height : x[1] + solid->half_height;
    bool is_beside = solid->shape != PLUMP_OBSTACLE_SPHERE && x[1] * beyond <= 0;
    double across = sqrt(x[0] * x[0] + x[2] * x[2]);
    normal[0] = x[0];
    normal[1] = solid->shape == PLUMP_OBSTACLE_SPHERE ? x[1] : is_beside ? 0 : beyond;
    normal[2] = x[2];
    if (solid->shape != PLUMP_OBSTACLE_CYLINDER) return;
    bool is_lid = fabs(x[1]) - solid->half_height > across - solid->radius;
    normal[0] = is_lid ? 0 : x[0];
    normal[1] = !is_lid ? 0 : x[1] > 0 ? 1 : -1;
    normal[2] = is_lid ? 0 : x[2];
}

void pl_convex_normal(const pl_convex* solid, const double at[3], double normal[3]) {
    const double nowhere[3] = {0, 1, 0};
    line own = into_own(solid, at, nowhere);
    double n[3] = {0, 1, 0}, turned[3];
    if (solid->plane_count > 0)
        normal_of_planes(solid, own.at, n);
    else
        normal_of_round(solid, own.at, n);
    for (int k = 0; k < 3; ++k) {
        const double* t = solid->turn + 3 * k;
        turned[k] = t[0] * n[0] + t[1] * n[1] + t[2] * n[2];
    }
    pl_vec3d_store(pl_vec3d_normalize(pl_vec3d_load(turned), pl_vec3d_make(0, 1, 0)), normal);
}

// --- making ---

static plump_result make_box(const double half[3], double margin, pl_arena* memory,
                             pl_convex* solid, plump_error* error) {
    solid->planes = pl_arena_alloc_zero(memory, 6, sizeof *solid->planes);
    if (!solid->planes) return pl_fail_memory(error, "making an obstacle");
    solid->plane_count = 6;
    double square = 0;
    for (int i = 0; i < 6; ++i) {
        double size = half[i / 2] + margin;
        solid->planes[i][i / 2] = i % 2 ? -1 : 1;
        solid->planes[i][3] = size;
        square += 0.5 * size * size;
    }
    solid->reach = sqrt(square);
    return PLUMP_OK;
}

// Below y = 0.
static plump_result make_plane(double margin, pl_arena* memory, pl_convex* solid,
                               plump_error* error) {
    solid->planes = pl_arena_alloc_zero(memory, 1, sizeof *solid->planes);
    if (!solid->planes) return pl_fail_memory(error, "making an obstacle");
    solid->plane_count = 1;
    solid->planes[0][1] = 1;
    solid->planes[0][3] = margin;
    return PLUMP_OK;
}

// A convex mesh, moved from where its points say, then scaled.
typedef struct hull {
    const plump_mesh* mesh;
    double shift[3], scale;
} hull;

static pl_vec3d corner_of(const hull* h, uint32_t triangle, unsigned k) {
    const uint32_t* corners = plump_mesh_indices(h->mesh);
    const float* at = plump_mesh_positions(h->mesh) + 3 * (size_t)corners[3 * (size_t)triangle + k];
    pl_vec3d sum = pl_vec3d_add(pl_vec3_widen(pl_vec3_load(at)), pl_vec3d_load(h->shift));
    return pl_vec3d_scale(sum, h->scale);
}

// Planes and centre of gravity.
static void take_hull(const hull* h, double margin, pl_convex* solid) {
    pl_vec3d sum = pl_vec3d_make(0, 0, 0), base = corner_of(h, 0, 0);
    double volume = 0, reach = 0;
    for (uint32_t t = 0; t < solid->plane_count; ++t) {
        pl_vec3d a = corner_of(h, t, 0), b = corner_of(h, t, 1), c = corner_of(h, t, 2);
        pl_vec3d n = pl_vec3d_normalize(pl_vec3d_cross(pl_vec3d_sub(b, a), pl_vec3d_sub(c, a)),
                                        pl_vec3d_make(0, 0, 0));
        pl_vec3d_store(n, solid->planes[t]);
        solid->planes[t][3] = pl_vec3d_dot(n, a) + margin;
        pl_vec3d from_a = pl_vec3d_sub(a, base), from_b = pl_vec3d_sub(b, base),
                 from_c = pl_vec3d_sub(c, base);
        double six = pl_vec3d_triple(from_a, from_b, from_c);
        volume += six;
        sum = pl_vec3d_add_scaled(sum, 0.25 * six,
                                  pl_vec3d_add(from_a, pl_vec3d_add(from_b, from_c)));
    }
    pl_vec3d centre = volume > 0 ? pl_vec3d_add_scaled(base, 1 / volume, sum) : base;
    for (uint32_t i = 0; i < 3 * solid->plane_count; ++i) {
        double away = pl_vec3d_distance(corner_of(h, i / 3, i % 3), centre);
        reach = away > reach ? away : reach;
    }
    pl_vec3d_store(centre, solid->centre);
    solid->reach = reach + 2 * margin;
}

// The hull of points, which are about `origin`.
static plump_result make_hull(const float* points, uint32_t count, const double origin[3],
                              const plump_obstacle_def* def, pl_arena* memory, pl_convex* solid,
                              plump_error* error) {
    plump_mesh* mesh = NULL;
    plump_result result = pl_solid_hull(points, count, &memory->hooks, &mesh, error);
    if (result != PLUMP_OK) return result;
    hull h = {.mesh = mesh, .scale = (double)def->scale};
    plump_mesh_origin(mesh, h.shift);
    for (int k = 0; k < 3; ++k) h.shift[k] += origin[k];
    solid->shape = PLUMP_OBSTACLE_HULL;
    solid->plane_count = plump_mesh_triangle_count(mesh);
    solid->planes = pl_arena_alloc_zero(memory, solid->plane_count, sizeof *solid->planes);
    if (solid->planes) take_hull(&h, (double)def->margin, solid);
    plump_mesh_destroy(mesh);
    return solid->planes ? PLUMP_OK : pl_fail_memory(error, "making an obstacle");
}

static plump_result make_solid(const plump_obstacle_def* def, pl_arena* memory, pl_convex* solid,
                               plump_error* error) {
    double margin = (double)def->margin;
    const double half[3] = {(double)def->half_size[0], (double)def->half_size[1],
                            (double)def->half_size[2]};
    const double none[3] = {0, 0, 0};
    solid->shape = def->shape;
    solid->radius = (double)def->radius + margin;
    solid->half_height = (double)def->half_height;
    switch (def->shape) {
    case PLUMP_OBSTACLE_PLANE: return make_plane(margin, memory, solid, error);
    case PLUMP_OBSTACLE_BOX: return make_box(half, margin, memory, solid, error);
    case PLUMP_OBSTACLE_HULL:
        return make_hull(def->points, def->point_count, none, def, memory, solid, error);
    case PLUMP_OBSTACLE_SPHERE: solid->reach = solid->radius; return PLUMP_OK;
    case PLUMP_OBSTACLE_CAPSULE: solid->reach = solid->radius + solid->half_height; return PLUMP_OK;
    case PLUMP_OBSTACLE_CYLINDER:
        solid->half_height += margin;
        solid->reach =
            sqrt(solid->radius * solid->radius + solid->half_height * solid->half_height);
        return PLUMP_OK;
    default:
        return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                       "sheets are no obstacles of a deformer: give closed convex parts, as a mesh "
                       "or as hulls");
    }
}

// --- parts of a mesh ---

// A mesh' points, part by part.
typedef struct part_points {
    uint32_t* first;  // per part, and the end
    float* points;
} part_points;

// Every vertex is of one part.
static bool sort_points(const plump_mesh* mesh, pl_arena* scratch, part_points* to) {
    uint32_t vertices = plump_mesh_vertex_count(mesh), parts = plump_mesh_part_count(mesh);
    uint32_t* part = pl_arena_alloc_zero(scratch, vertices, sizeof *part);
    uint32_t* next = pl_arena_alloc(scratch, parts, sizeof *next);
    to->first = pl_arena_alloc_zero(scratch, (size_t)parts + 1, sizeof *to->first);
    to->points = pl_arena_alloc(scratch, vertices, 3 * sizeof *to->points);
    if (!part || !next || !to->first || !to->points) return false;
    for (size_t i = 0; i < 3 * (size_t)plump_mesh_triangle_count(mesh); ++i)
        part[plump_mesh_indices(mesh)[i]] = plump_mesh_triangle_parts(mesh)[i / 3];
    for (uint32_t i = 0; i < vertices; ++i) to->first[part[i] + 1] += 1;
    for (uint32_t i = 0; i < parts; ++i) {
        next[i] = to->first[i];
        to->first[i + 1] += to->first[i];
    }
    for (uint32_t i = 0; i < vertices; ++i)
        memcpy(to->points + 3 * (size_t)next[part[i]]++, plump_mesh_positions(mesh) + 3 * (size_t)i,
               3 * sizeof(float));
    return true;
}

// A cavity lies in the hull of the part around it.
static plump_result make_mesh(const plump_obstacle_def* def, const part_points* from,
                              struct pl_jiggle_obstacle* to, plump_error* error) {
    plump_result result = PLUMP_OK;
    double origin[3];
    plump_mesh_origin(def->mesh, origin);
    for (uint32_t i = 0; i < plump_mesh_part_count(def->mesh) && result == PLUMP_OK; ++i) {
        if (plump_mesh_part_is_cavity(def->mesh, i)) continue;
        result = make_hull(from->points + 3 * (size_t)from->first[i],
                           from->first[i + 1] - from->first[i], origin, def, &to->memory,
                           &to->parts[to->part_count++], error);
    }
    return result;
}

static bool make_room(struct pl_jiggle_obstacle* obstacle, uint32_t count) {
    obstacle->parts = pl_arena_alloc_zero(&obstacle->memory, count, sizeof *obstacle->parts);
    return obstacle->parts != NULL;
}

static plump_result make_parts(const plump_obstacle_def* def, struct pl_jiggle_obstacle* obstacle,
                               plump_error* error) {
    uint32_t count = plump_mesh_part_count(def->mesh);
    if (count > PARTS_MOST)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "the obstacle's mesh has %u parts; %u are the most of one: split it",
                       (unsigned)count, (unsigned)PARTS_MOST);
    pl_arena scratch = pl_arena_make(obstacle->memory.hooks);
    part_points sorted;
    plump_result result = sort_points(def->mesh, &scratch, &sorted) && make_room(obstacle, count)
                              ? make_mesh(def, &sorted, obstacle, error)
                              : pl_fail_memory(error, "making an obstacle");
    pl_arena_release(&scratch, NULL);
    return result;
}

plump_result pl_convex_make(const plump_obstacle_def* def, struct pl_jiggle_obstacle* obstacle,
                            plump_error* error) {
    if (def->shape == PLUMP_OBSTACLE_MESH) return make_parts(def, obstacle, error);
    if (!make_room(obstacle, 1)) return pl_fail_memory(error, "making an obstacle");
    obstacle->part_count = 1;
    return make_solid(def, &obstacle->memory, obstacle->parts, error);
}

void pl_convex_place(pl_convex* solid, const double position[3], const float rotation[4]) {
    const double q[4] = {(double)rotation[0], (double)rotation[1], (double)rotation[2],
                         (double)rotation[3]};
    memcpy(solid->position, position, sizeof solid->position);
    pl_rotation_from_quaternion(q, solid->turn);
}

// --- around points ---

// Evenly over the sphere, along a spiral.
static void direction_of(uint32_t index, double to[4]) {
    double height = 1 - (2 * (double)index + 1) / DIRECTIONS, ring = sqrt(1 - height * height);
    pl_sine_cosine turn = pl_sincos((double)index * 2.399963229728653);
    to[0] = ring * turn.cosine;
    to[1] = height;
    to[2] = ring * turn.sine;
    to[3] = -DBL_MAX;
}

static void reach_to(pl_convex* solid, const double at[3]) {
    double away = 0;
    for (uint32_t i = 0; i < solid->plane_count; ++i) {
        double* p = solid->planes[i];
        double height = p[0] * at[0] + p[1] * at[1] + p[2] * at[2];
        p[3] = height > p[3] ? height : p[3];
    }
    for (int k = 0; k < 3; ++k) away += (at[k] - solid->centre[k]) * (at[k] - solid->centre[k]);
    solid->reach = sqrt(away) > solid->reach ? sqrt(away) : solid->reach;
}

bool pl_convex_around(const float* rows, const float* weights, uint32_t count,
                      const double origin[3], pl_arena* memory, pl_convex* solid) {
    double sum = 0;
    memset(solid, 0, sizeof *solid);
    solid->shape = PLUMP_OBSTACLE_HULL;
    for (uint32_t i = 0; i < count; ++i) {
        if (!(weights[i] >= PL_JIGGLE_WEIGHT_LEAST)) continue;
        for (unsigned k = 0; k < 3; ++k) solid->centre[k] += (double)rows[4 * (size_t)i + k];
        sum += 1;
    }
    if (!(sum > 0)) return true;
    for (int k = 0; k < 3; ++k) solid->centre[k] /= sum;
    solid->planes = pl_arena_alloc(memory, DIRECTIONS, sizeof *solid->planes);
    if (!solid->planes) return false;
    solid->plane_count = DIRECTIONS;
    for (uint32_t i = 0; i < DIRECTIONS; ++i) direction_of(i, solid->planes[i]);
    for (uint32_t i = 0; i < count; ++i) {
        const float* row = rows + 4 * (size_t)i;
        const double at[3] = {(double)row[0], (double)row[1], (double)row[2]};
        if (weights[i] >= PL_JIGGLE_WEIGHT_LEAST) reach_to(solid, at);
    }
    solid->reach *= 1.03;  // corners of the polytope stand off a little
    for (int k = 0; k < 3; ++k) solid->position[k] = origin[k];
    for (int k = 0; k < 9; ++k) solid->turn[k] = k % 4 == 0;
    return true;
}
