// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Builds the scene in three sweeps over the items: check and measure, place, fill in the corners.
#include "render/scene.h"

#include "src/base/text.h"
#include "src/base/triangles.h"

#include <math.h>
#include <string.h>

#define COORDINATE_MAX 1e30
#define TRIANGLES_MAX  (UINT32_C(1) << 25)  // of all items together

void pl_scene_turn_up(const plump_picture_def* def, const double given[3], double out[3]) {
    bool z_up = def->up == PLUMP_UP_Z;
    double y = given[1], z = given[2];
    out[0] = given[0];
    out[1] = z_up ? z : y;
    out[2] = z_up ? -y : z;
}

// The caller's position, scaled, moved, and turned so that y is up.
static void read_position(const plump_picture_def* def, const plump_picture_item* item,
                          uint32_t vertex, double out[3]) {
    double p[3];
    pl_triangles_position(&item->triangles, vertex, p);
    for (int k = 0; k < 3; ++k) p[k] = p[k] * item->scale + item->move[k];
    pl_scene_turn_up(def, p, out);
}

static bool usable(double coordinate) {
    return coordinate >= -COORDINATE_MAX && coordinate <= COORDINATE_MAX;  // false for NaN
}

static bool usable3(const double p[3]) {
    return usable(p[0]) && usable(p[1]) && usable(p[2]);
}

void pl_scene_grow_box(double box_min[3], double box_max[3], const double p[3]) {
    for (int k = 0; k < 3; ++k) {
        if (p[k] < box_min[k]) box_min[k] = p[k];
        if (p[k] > box_max[k]) box_max[k] = p[k];
    }
}

static plump_result check_item(const plump_picture_item* item, uint32_t at, plump_error* error) {
    const plump_triangles* t = &item->triangles;
    if (t->triangle_count && (!t->positions || !t->vertex_count)) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "picture item %u has triangles but no vertices",
                       at);
    }
    if (!t->indices && t->triangle_count > t->vertex_count / 3) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "picture item %u has no indices and %u vertices, too few for %u triangles",
                       at, t->vertex_count, t->triangle_count);
    }
    if (!(item->scale > 0 && item->scale <= COORDINATE_MAX)) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "picture item %u has scale %g; it must be above 0 (begin with "
                       "plump_default_picture_item)",
                       at, item->scale);
    }
    if (!(item->crease_angle >= 0 && item->crease_angle <= 180)) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "picture item %u has crease angle %g; it must be 0 to 180 degrees", at,
                       item->crease_angle);
    }
    if (item->wireframe && !(item->wire_width > 0 && item->wire_width <= 100)) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "picture item %u has wire width %g; it must be above 0 and at most 100 "
                       "pixels",
                       at, item->wire_width);
    }
    if (!(item->opacity >= 0 && item->opacity <= 1)) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "picture item %u has opacity %g; it must be 0 to 1", at, item->opacity);
    }
    return PLUMP_OK;
}

pl_item_kind pl_scene_kind(const plump_picture_item* item) {
    if (item->fade) return PL_ITEM_GROUND;
    return item->opacity < 1 ? PL_ITEM_CLEAR : PL_ITEM_SOLID;
}

// Every corner in range and finite; the box of all of them, unless they are ground.
static plump_result measure_item(const plump_picture_def* def, uint32_t at, double box_min[3],
                                 double box_max[3], plump_error* error) {
    const plump_picture_item* item = &def->items[at];
    for (size_t c = 0; c < (size_t)item->triangles.triangle_count * 3; ++c) {
        uint32_t vertex =
            pl_triangles_corner(&item->triangles, (uint32_t)(c / 3), (unsigned)(c % 3));
        if (vertex >= item->triangles.vertex_count) {
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "picture item %u: triangle %zu uses vertex %u, there are %u", at, c / 3,
                           vertex, item->triangles.vertex_count);
        }
        double p[3];
        read_position(def, item, vertex, p);
        if (!usable3(p)) {
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "picture item %u: vertex %u of triangle %zu is not finite or beyond "
                           "%g; leave such triangles out",
                           at, vertex, c / 3, COORDINATE_MAX);
        }
        if (pl_scene_kind(item) != PL_ITEM_GROUND) pl_scene_grow_box(box_min, box_max, p);
    }
    return PLUMP_OK;
}

static plump_result measure_lines(const plump_picture_def* def, double box_min[3],
                                  double box_max[3], plump_error* error) {
    for (uint32_t i = 0; i < def->line_count; ++i) {
        const plump_picture_line* line = &def->lines[i];
        double from[3], to[3];
        pl_scene_turn_up(def, line->from, from);
        pl_scene_turn_up(def, line->to, to);
        if (!usable3(from) || !usable3(to)) {
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "picture line %u has an end that is not finite or beyond %g", i,
                           COORDINATE_MAX);
        }
        if (!(line->width >= 0.5 && line->width <= 100)) {
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "picture line %u has width %g; it must be 0.5 to 100 pixels", i,
                           line->width);
        }
        pl_scene_grow_box(box_min, box_max, from);
        pl_scene_grow_box(box_min, box_max, to);
    }
    return PLUMP_OK;
}

static plump_result measure(const plump_picture_def* def, pl_scene* scene, plump_error* error) {
    for (int k = 0; k < 3; ++k) scene->box_min[k] = INFINITY, scene->box_max[k] = -INFINITY;
    size_t vertices = 0, triangles = 0, deformed = 0, apart = 0;
    for (uint32_t i = 0; i < def->item_count; ++i) {
        plump_result result = check_item(&def->items[i], i, error);
        if (result == PLUMP_OK) {
            result = measure_item(def, i, scene->box_min, scene->box_max, error);
        }
        if (result != PLUMP_OK) return result;
        vertices += def->items[i].triangles.vertex_count;
        triangles += def->items[i].triangles.triangle_count;
        if (scene->meshes && scene->meshes[i]) {
            deformed += def->items[i].triangles.vertex_count;
            apart += def->items[i].triangles.triangle_count;
        }
        if (triangles > TRIANGLES_MAX || vertices > 3 * (size_t)TRIANGLES_MAX) {
            return pl_fail(error, PLUMP_ERROR_LIMIT, "a picture can show at most %u triangles",
                           TRIANGLES_MAX);
        }
    }
    memcpy(scene->caster_min, scene->box_min, sizeof scene->box_min);
    memcpy(scene->caster_max, scene->box_max, sizeof scene->box_max);
    scene->vertex_count = vertices - deformed;
    scene->index_count = (triangles - apart) * 3;
    scene->deformed_count = deformed;
    scene->triangle_count = triangles;
    return measure_lines(def, scene->box_min, scene->box_max, error);
}

void pl_scene_from(const pl_scene* scene, const double p[3], double out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = (p[k] - scene->centre[k]) * scene->scale;
}

void pl_scene_point(const plump_picture_def* def, const pl_scene* scene,
                    const plump_picture_item* item, uint32_t vertex, double out[3]) {
    read_position(def, item, vertex, out);
    pl_scene_from(scene, out, out);
}

// Middle, size, frame and floor. The box of the casters stays what is drawn, also when the camera's
// frame is given.
static plump_result place(const plump_picture_def* def, pl_scene* scene, plump_error* error) {
    double frame_min[3], frame_max[3];
    if (def->frame_given) {
        if (!usable3(def->frame_min) || !usable3(def->frame_max)) {
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "the picture's frame is not finite or beyond %g", COORDINATE_MAX);
        }
        if (def->frame_point_count > 64 || (def->frame_point_count > 0 && !def->frame_points))
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "the picture's frame has %u points; at most 64 can be",
                           (unsigned)def->frame_point_count);
        for (uint32_t i = 0; i < def->frame_point_count; ++i) {
            if (!usable3(def->frame_points + 3 * (size_t)i))
                return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                               "point %u of the picture's frame is not finite or beyond %g",
                               (unsigned)i, COORDINATE_MAX);
        }
        double a[3], b[3];
        pl_scene_turn_up(def, def->frame_min, a);
        pl_scene_turn_up(def, def->frame_max, b);
        for (int k = 0; k < 3; ++k)
            frame_min[k] = fmin(a[k], b[k]), frame_max[k] = fmax(a[k], b[k]);
    }
    if (scene->box_min[0] > scene->box_max[0]) {  // nothing drawn
        for (int k = 0; k < 3; ++k) {
            scene->box_min[k] = def->frame_given ? frame_min[k] : 0;
            scene->box_max[k] = def->frame_given ? frame_max[k] : 0;
        }
    }
    const double* low = def->frame_given ? frame_min : scene->box_min;
    const double* high = def->frame_given ? frame_max : scene->box_max;
    double radius = 0;
    for (int k = 0; k < 3; ++k) {
        scene->centre[k] = low[k] + (high[k] - low[k]) / 2;
        radius += (high[k] - low[k]) / 2 * ((high[k] - low[k]) / 2);
    }
    radius = sqrt(radius);
    scene->scale = radius > 1e-30 ? 1 / radius : 1;

    double floor_at[3] = {0, scene->box_min[1], 0};
    if (def->floor_given) {
        if (!usable(def->floor_height)) {
            return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                           "the floor's height is not finite or beyond %g", COORDINATE_MAX);
        }
        floor_at[1] = def->floor_height;
    }
    pl_scene_from(scene, floor_at, floor_at);
    scene->floor_height = floor_at[1];
    pl_scene_from(scene, low, scene->frame_min);
    pl_scene_from(scene, high, scene->frame_max);
    pl_scene_from(scene, scene->box_min, scene->box_min);
    pl_scene_from(scene, scene->box_max, scene->box_max);
    if (scene->caster_min[0] <= scene->caster_max[0]) {
        pl_scene_from(scene, scene->caster_min, scene->caster_min);
        pl_scene_from(scene, scene->caster_max, scene->caster_max);
    } else {
        memcpy(scene->caster_min, scene->box_min, sizeof scene->box_min);
        memcpy(scene->caster_max, scene->box_max, sizeof scene->box_max);
    }
    return PLUMP_OK;
}

float pl_scene_half_diagonal(const double low[3], const double high[3]) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += (high[k] - low[k]) * (high[k] - low[k]);
    return (float)(sqrt(sum) / 2);
}

// One item's positions and indices, from `vertex` and `index` on, then its corners.
static bool fill_item(const plump_picture_def* def, pl_scene* scene, uint32_t at, size_t vertex,
                      size_t index) {
    const plump_picture_item* given = &def->items[at];
    const plump_triangles* t = &given->triangles;
    float* positions = scene->positions + 3 * vertex;
    size_t count = (size_t)t->triangle_count * 3;
    double low[3] = {0}, high[3] = {0};
    // only what a triangle uses: a stray vertex may be anything
    memset(positions, 0, (size_t)t->vertex_count * 3 * sizeof *positions);
    for (size_t c = 0; c < count; ++c) {
        uint32_t v = pl_triangles_corner(t, (uint32_t)(c / 3), (unsigned)(c % 3));
        double p[3];
        pl_scene_point(def, scene, given, v, p);
        if (c == 0) memcpy(low, p, sizeof low), memcpy(high, p, sizeof high);
        pl_scene_grow_box(low, high, p);
        for (int k = 0; k < 3; ++k) positions[3 * (size_t)v + (size_t)k] = (float)p[k];
        scene->indices[index + c] = v;
    }
    pl_corners_job job = {.item = given,
                          .positions = positions,
                          .indices = scene->indices + index,
                          .vertex_count = t->vertex_count,
                          .triangle_count = t->triangle_count,
                          .corners = scene->corners + scene->corner_count,
                          .corner_indices = scene->corner_indices + index};
    if (!pl_scene_corners(&scene->arena, &job)) return false;
    for (size_t c = 0; c < count; ++c) {
        scene->indices[index + c] += (uint32_t)vertex;
        scene->corner_indices[index + c] += (uint32_t)scene->corner_count;
    }
    scene->corner_count += job.corner_count;
    scene->items[at] = (pl_scene_item){.given = given,
                                       .kind = pl_scene_kind(given),
                                       .first_index = index,
                                       .index_count = count,
                                       .radius = pl_scene_half_diagonal(low, high),
                                       .is_solid = job.is_solid};
    for (int k = 0; k < 3; ++k) scene->items[at].centre[k] = (float)((low[k] + high[k]) / 2);
    return true;
}

static void fill_lines(const plump_picture_def* def, pl_scene* scene) {
    for (uint32_t i = 0; i < def->line_count; ++i) {
        const plump_picture_line* given = &def->lines[i];
        double ends[2][3];
        pl_scene_turn_up(def, given->from, ends[0]);
        pl_scene_turn_up(def, given->to, ends[1]);
        pl_scene_line* line = &scene->lines[i];
        pl_scene_from(scene, ends[0], ends[0]);
        pl_scene_from(scene, ends[1], ends[1]);
        for (int k = 0; k < 3; ++k) {
            line->from[k] = (float)ends[0][k];
            line->to[k] = (float)ends[1][k];
        }
        line->width = (float)given->width;
        memcpy(line->colour, &given->colour, sizeof line->colour);
    }
}

// Kind by kind, so that what casts shadows and what is framed lies together.
static bool fill_items(const plump_picture_def* def, pl_scene* scene) {
    size_t vertex = 0, index = 0, deformed = 0;
    scene->is_solid = true;
    for (int kind = 0; kind < PL_ITEM_KINDS; ++kind) {
        for (uint32_t i = 0; i < def->item_count; ++i) {
            const plump_triangles* t = &def->items[i].triangles;
            if (pl_scene_kind(&def->items[i]) != (pl_item_kind)kind) continue;
            if (scene->meshes && scene->meshes[i]) {
                pl_scene_fill_deformed(def, scene, i, deformed);
                deformed += t->vertex_count;
            } else {
                if (!fill_item(def, scene, i, vertex, index)) return false;
                vertex += t->vertex_count;
                index += (size_t)t->triangle_count * 3;
            }
            if (kind == PL_ITEM_CLEAR) scene->clear_items[scene->clear_count++] = i;
            if (kind != PL_ITEM_GROUND && !scene->items[i].is_solid) scene->is_solid = false;
        }
        if (kind == PL_ITEM_SOLID) scene->solid_index_count = index;
        if (kind != PL_ITEM_CLEAR) continue;
        scene->framed_corner_count = scene->corner_count;
        scene->framed_deformed_count = deformed;
    }
    return true;
}

static bool fill(const plump_picture_def* def, pl_scene* scene) {
    pl_arena* arena = &scene->arena;
    size_t count = scene->index_count;
    scene->items = pl_arena_alloc(arena, def->item_count, sizeof *scene->items);
    scene->clear_items = pl_arena_alloc(arena, def->item_count, sizeof *scene->clear_items);
    scene->corners = pl_arena_alloc(arena, count, sizeof *scene->corners);
    scene->corner_indices = pl_arena_alloc(arena, count, sizeof *scene->corner_indices);
    scene->positions = pl_arena_alloc(arena, scene->vertex_count, 3 * sizeof *scene->positions);
    scene->indices = pl_arena_alloc(arena, count, sizeof *scene->indices);
    scene->lines = pl_arena_alloc(arena, def->line_count, sizeof *scene->lines);
    scene->deformed = pl_arena_alloc(arena, scene->deformed_count, 3 * sizeof *scene->deformed);
    if (!scene->items || !scene->clear_items || !scene->corners || !scene->corner_indices ||
        !scene->positions || !scene->indices || !scene->lines || !scene->deformed) {
        return false;
    }
    scene->item_count = def->item_count;
    scene->line_count = def->line_count;
    fill_lines(def, scene);
    return fill_items(def, scene);
}

plump_result pl_scene_build(const plump_picture_def* def,
                            const struct pl_deform_mesh* const* meshes, plump_allocator hooks,
                            pl_scene* scene, plump_error* error) {
    *scene = (pl_scene){.arena = pl_arena_make(hooks), .meshes = meshes};
    plump_result result = measure(def, scene, error);
    if (result == PLUMP_OK) result = place(def, scene, error);
    if (result == PLUMP_OK && !fill(def, scene)) {
        result = pl_fail_memory(error, "preparing a picture");
    }
    if (result != PLUMP_OK) pl_scene_free(scene);
    return result;
}

void pl_scene_free(pl_scene* scene) {
    pl_arena_release(&scene->arena, NULL);
}
