// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles as triangles, for drawing. Round ones are an outline turned about y; the others bring
// their triangles along.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/base/triangles.h"
#include "src/collide/solid_make.h"
#include "src/math/elementary.h"
#include "src/math/rotation.h"
#include "src/world/world_data.h"

#define SEGMENTS_USUAL 64
#define SEGMENTS_MOST  1024

struct plump_obstacle_surface {
    plump_allocator hooks;
    double* positions;
    uint32_t* indices;
    uint32_t vertex_count, triangle_count;
};

static bool reserve(plump_obstacle_surface* surface, uint32_t vertices, uint32_t triangles) {
    surface->vertex_count = vertices;
    surface->triangle_count = triangles;
    surface->positions = pl_alloc(&surface->hooks, vertices, 3 * sizeof(double));
    surface->indices = pl_alloc(&surface->hooks, triangles, 3 * sizeof(uint32_t));
    return surface->positions && surface->indices;
}

static void put_point(plump_obstacle_surface* surface, uint32_t at, double x, double y, double z) {
    double* p = surface->positions + 3 * (size_t)at;
    p[0] = x, p[1] = y, p[2] = z;
}

static uint32_t* put_triangle(uint32_t* to, uint32_t a, uint32_t b, uint32_t c) {
    to[0] = a, to[1] = b, to[2] = c;
    return to + 3;
}

// --- flat ones ---

static bool make_plane(const plump_obstacle_def* def, plump_obstacle_surface* surface) {
    if (!reserve(surface, 4, 2)) return false;
    double r = (double)def->radius;
    for (uint32_t i = 0; i < 4; ++i) put_point(surface, i, i & 1 ? r : -r, 0, i & 2 ? r : -r);
    put_triangle(put_triangle(surface->indices, 0, 2, 1), 1, 2, 3);
    return true;
}

static bool make_box(const plump_obstacle_def* def, plump_obstacle_surface* surface) {
    static const uint32_t faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                         {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    if (!reserve(surface, 8, 12)) return false;
    const float* h = def->half_size;
    for (uint32_t i = 0; i < 8; ++i) {
        double x = (double)h[0], y = (double)h[1], z = (double)h[2];
        put_point(surface, i, i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z);
    }
    uint32_t* to = surface->indices;
    for (int i = 0; i < 6; ++i) {
        const uint32_t* f = faces[i];
        to = put_triangle(put_triangle(to, f[0], f[1], f[2]), f[0], f[2], f[3]);
    }
    return true;
}

// --- round ones ---

// Chords lie within a circle, and so within the obstacle. What keeps bodies inside must not cut
// into them: its chords touch the circle from outside.
static double outer_radius(const plump_obstacle_def* def, uint32_t segments) {
    double step = pl_cos(PL_PI / segments), r = (double)def->radius;
    if (!def->hollow || segments < 8) return r;
    return def->shape == PLUMP_OBSTACLE_CYLINDER ? r / step : r / (step * step);
}

// The outline's places, from the upper pole to the lower one; both poles are on the axis.
static void outline_at(const plump_obstacle_def* def, double r, uint32_t rows, uint32_t row,
                       double* out, double* up) {
    double h = (double)def->half_height;
    if (def->shape == PLUMP_OBSTACLE_CYLINDER) {
        *out = row == 0 || row + 1 == rows ? 0 : r;
        *up = row < rows / 2 ? h : -h;
        return;
    }
    // a capsule has its equator twice
    bool capsule = def->shape == PLUMP_OBSTACLE_CAPSULE, below = row >= rows / 2;
    uint32_t step = capsule && below ? row - 1 : row, steps = capsule ? rows - 2 : rows - 1;
    pl_sine_cosine angle = pl_sincos(PL_PI * step / steps);
    *out = row == 0 || row + 1 == rows ? 0 : r * angle.sine;
    *up = r * angle.cosine + (!capsule ? 0 : below ? -h : h);
}

static uint32_t row_count(const plump_obstacle_def* def, uint32_t segments) {
    if (def->shape == PLUMP_OBSTACLE_CYLINDER) return 4;
    uint32_t quarter = segments / 4 > 0 ? segments / 4 : 1;
    return 2 * quarter + (def->shape == PLUMP_OBSTACLE_CAPSULE ? 2 : 1);
}

static void turn_outline(const plump_obstacle_def* def, uint32_t rows, uint32_t segments,
                         plump_obstacle_surface* surface) {
    double radius = outer_radius(def, segments);
    for (uint32_t row = 0; row < rows; ++row) {
        double out, up;
        outline_at(def, radius, rows, row, &out, &up);
        bool pole = row == 0 || row + 1 == rows;
        uint32_t first = row == 0 ? 0 : 1 + (row - 1) * segments;
        for (uint32_t i = 0; i < (pole ? 1 : segments); ++i) {
            pl_sine_cosine angle = pl_sincos(2 * PL_PI * i / segments);
            put_point(surface, first + i, out * angle.sine, up, out * angle.cosine);
        }
    }
}

static void join_rows(uint32_t rows, uint32_t segments, plump_obstacle_surface* surface) {
    uint32_t* to = surface->indices;
    uint32_t last = surface->vertex_count - 1, lowest = 1 + (rows - 3) * segments;
    for (uint32_t i = 0; i < segments; ++i) {
        uint32_t next = (i + 1) % segments;
        to = put_triangle(to, 0, 1 + i, 1 + next);
        for (uint32_t row = 0; row + 3 < rows; ++row) {
            uint32_t a = 1 + row * segments, b = a + segments;
            to = put_triangle(to, a + i, b + i, b + next);
            to = put_triangle(to, a + i, b + next, a + next);
        }
        to = put_triangle(to, last, lowest + next, lowest + i);
    }
}

static bool make_round(const plump_obstacle_def* def, uint32_t segments,
                       plump_obstacle_surface* surface) {
    uint32_t rows = row_count(def, segments);
    if (!reserve(surface, (rows - 2) * segments + 2, 2 * (rows - 2) * segments)) return false;
    turn_outline(def, rows, segments, surface);
    join_rows(rows, segments, surface);
    return true;
}

// --- those with triangles ---

static bool copy_triangles(const float* points, uint32_t point_count, const double origin[3],
                           const uint32_t* triangles, uint32_t triangle_count, double scale,
                           plump_obstacle_surface* surface) {
    if (!reserve(surface, point_count, triangle_count)) return false;
    for (uint32_t i = 0; i < point_count; ++i, points += 3) {
        put_point(surface, i, scale * (origin[0] + (double)points[0]),
                  scale * (origin[1] + (double)points[1]), scale * (origin[2] + (double)points[2]));
    }
    for (size_t i = 0; i < 3 * (size_t)triangle_count; ++i) surface->indices[i] = triangles[i];
    return true;
}

static bool copy_mesh(const plump_mesh* mesh, double scale, plump_obstacle_surface* surface) {
    double origin[3];
    plump_mesh_origin(mesh, origin);
    return copy_triangles(plump_mesh_positions(mesh), plump_mesh_vertex_count(mesh), origin,
                          plump_mesh_indices(mesh), plump_mesh_triangle_count(mesh), scale,
                          surface);
}

static plump_result take_hull(const plump_obstacle_def* def, plump_obstacle_surface* surface,
                              bool* made, plump_error* error) {
    plump_mesh* mesh = NULL;
    plump_result result =
        pl_solid_hull(def->points, def->point_count, &surface->hooks, &mesh, error);
    if (result == PLUMP_OK) *made = copy_mesh(mesh, (double)def->scale, surface);
    plump_mesh_destroy(mesh);
    return result;
}

static plump_result take_sheet(const plump_obstacle_def* def, plump_obstacle_surface* surface,
                               bool* made, plump_error* error) {
    if (def->triangle_count > UINT32_MAX / 3)
        return pl_fail(error, PLUMP_ERROR_LIMIT, "the sheet has %u triangles; at most %u will do",
                       def->triangle_count, UINT32_MAX / 3);
    for (size_t i = 0; i < 3 * (size_t)def->triangle_count; ++i) {
        if (def->triangles[i] < def->point_count) continue;
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "triangle %zu of the sheet names point %u; it has %u points", i / 3,
                       def->triangles[i], def->point_count);
    }
    *made = copy_triangles(def->points, def->point_count, (const double[3]){0, 0, 0},
                           def->triangles, def->triangle_count, (double)def->scale, surface);
    return PLUMP_OK;
}

static plump_result fill_one(const plump_obstacle_def* def, uint32_t segments,
                             plump_obstacle_surface* surface, plump_error* error) {
    bool made = false;
    plump_result result = PLUMP_OK;
    switch (def->shape) {
    case PLUMP_OBSTACLE_PLANE: made = make_plane(def, surface); break;
    case PLUMP_OBSTACLE_BOX: made = make_box(def, surface); break;
    case PLUMP_OBSTACLE_HULL: result = take_hull(def, surface, &made, error); break;
    case PLUMP_OBSTACLE_MESH: made = copy_mesh(def->mesh, (double)def->scale, surface); break;
    case PLUMP_OBSTACLE_SHEET: result = take_sheet(def, surface, &made, error); break;
    default: made = make_round(def, segments, surface); break;
    }
    if (result != PLUMP_OK) return result;
    return made ? PLUMP_OK : pl_fail_memory(error, "making the surface of an obstacle");
}

// --- compounds ---

static bool append(const plump_obstacle_def* def, const plump_obstacle_surface* part,
                   plump_obstacle_surface* all, size_t capacity[2]) {
    uint32_t first = all->vertex_count, vertices = part->vertex_count;
    size_t corners = 3 * (size_t)all->triangle_count, more = 3 * (size_t)part->triangle_count;
    if (!pl_grow(&all->hooks, (void**)&all->positions, &capacity[0], first, first + vertices,
                 3 * sizeof(double)) ||
        !pl_grow(&all->hooks, (void**)&all->indices, &capacity[1], corners, corners + more,
                 sizeof(uint32_t)))
        return false;
    double q[4], turn[9];
    for (int k = 0; k < 4; ++k) q[k] = (double)def->rotation[k];
    pl_rotation_from_quaternion(q, turn);
    for (uint32_t i = 0; i < vertices; ++i) {
        pl_vec3d at = pl_rotation_turn(turn, pl_vec3d_load(part->positions + 3 * (size_t)i));
        pl_vec3d_store(pl_vec3d_add(at, pl_vec3d_load(def->position)),
                       all->positions + 3 * (size_t)(first + i));
    }
    for (size_t i = 0; i < more; ++i) all->indices[corners + i] = first + part->indices[i];
    all->vertex_count += vertices;
    all->triangle_count += part->triangle_count;
    return true;
}

static void free_lists(plump_obstacle_surface* surface) {
    pl_free(&surface->hooks, surface->positions);
    pl_free(&surface->hooks, surface->indices);
}

static plump_result fill(const plump_obstacle_def* def, uint32_t segments,
                         plump_obstacle_surface* surface, plump_error* error) {
    size_t capacity[2] = {0, 0};
    plump_result result = PLUMP_OK;
    if (def->shape != PLUMP_OBSTACLE_COMPOUND) return fill_one(def, segments, surface, error);
    for (uint32_t i = 0; i < def->part_count && result == PLUMP_OK; ++i) {
        plump_obstacle_def part_def = pl_part_def(def, i);
        plump_obstacle_surface part = {.hooks = surface->hooks};
        result = fill_one(&part_def, segments, &part, error);
        if (result == PLUMP_OK && !append(&part_def, &part, surface, capacity))
            result = pl_fail_memory(error, "making the surface of an obstacle");
        free_lists(&part);
    }
    return result;
}

// --- the calls ---

plump_result plump_obstacle_surface_create(const plump_obstacle_def* def, uint32_t segments,
                                           const plump_allocator* allocator,
                                           plump_obstacle_surface** surface, plump_error* error) {
    if (!surface)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the surface");
    *surface = NULL;
    plump_result result = pl_obstacle_numbers_check(def, error);
    if (result == PLUMP_OK) result = pl_obstacle_data_check(def, error);
    if (result != PLUMP_OK) return result;
    if (segments == 0) segments = SEGMENTS_USUAL;
    if (segments < 3 || segments > SEGMENTS_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "a circle of %u segments; it must be 3 to %u",
                       (unsigned)segments, (unsigned)SEGMENTS_MOST);
    plump_allocator hooks = pl_alloc_hooks(allocator ? *allocator : (plump_allocator){0});
    plump_obstacle_surface* made = pl_alloc_zero(&hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making the surface of an obstacle");
    made->hooks = hooks;
    pl_fpmode mode = pl_fpmode_enter();
    result = fill(def, segments, made, error);
    pl_fpmode_leave(mode);
    if (result == PLUMP_OK)
        *surface = made;
    else
        plump_obstacle_surface_destroy(made);
    return result;
}

void plump_obstacle_surface_destroy(plump_obstacle_surface* surface) {
    if (!surface) return;
    plump_allocator hooks = surface->hooks;
    free_lists(surface);
    pl_free(&hooks, surface);
}

plump_triangles plump_obstacle_surface_triangles(const plump_obstacle_surface* surface) {
    return pl_triangles_wide(surface->positions, surface->vertex_count, surface->indices,
                             surface->triangle_count);
}
