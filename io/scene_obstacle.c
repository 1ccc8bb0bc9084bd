// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles: every shape has its own sizes, and a size that belongs to another shape is an error.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <string.h>

#define BIT(shape) (1u << PLUMP_OBSTACLE_##shape)
#define MODELLED   (BIT(HULL) | BIT(MESH) | BIT(SHEET))
#define PARTS_MOST 1024
#define ALL_SHAPES ((1u << PLUMP_OBSTACLE_SHAPE_COUNT) - 1)

// Which shapes have which size.
static const struct {
    const char* key;
    unsigned shapes;
} sizes[] = {
    {"radius", BIT(SPHERE) | BIT(CAPSULE) | BIT(CYLINDER)},
    {"half_height", BIT(CAPSULE) | BIT(CYLINDER)},
    {"half_size", BIT(BOX)},
    {"mesh", MODELLED},
    {"built_in", MODELLED},
    {"spindle", MODELLED},
    {"spindles", MODELLED},
    {"vertices", MODELLED},
    {"size", MODELLED},
    {"fill_holes", BIT(MESH)},
    {"points", BIT(HULL) | BIT(SHEET)},
    {"triangles", BIT(SHEET)},
    {"parts", BIT(COMPOUND)},
    {"scale", MODELLED | BIT(COMPOUND)},
    {"hollow", ALL_SHAPES & ~(BIT(PLANE) | BIT(SHEET) | BIT(COMPOUND))},
    {"trigger", ALL_SHAPES & ~BIT(SHEET)},
};

static plump_result check_sizes(const pl_scene_reader* reader, const pl_item* item,
                                uint32_t shape) {
    const pl_key* shapes = pl_table_find(&pl_table_obstacle, "shape");
    for (size_t i = 0; i < PL_COUNT(sizes); ++i) {
        pl_item member = pl_item_member(item, sizes[i].key);
        if (!member.json || (sizes[i].shapes >> shape & 1)) continue;
        return PL_ITEM_BAD(reader, &member, "an obstacle of the shape '%s' has no such key",
                           shapes->choice(shape));
    }
    return PLUMP_OK;
}

// --- points and triangles ---

static plump_result read_points(const pl_scene_reader* reader, const pl_item* list,
                                plump_obstacle_def* def) {
    const pl_key* key = pl_table_find(&pl_table_obstacle, "points");
    size_t count;
    size_t least = def->shape == PLUMP_OBSTACLE_HULL ? 4 : 3;
    plump_result result = pl_item_list(reader, list, reader->limits->entries, &count);
    if (result == PLUMP_OK && count < least)
        result =
            PL_ITEM_BAD(reader, list, "it has %zu points; at least %zu are needed", count, least);
    if (result != PLUMP_OK) return result;
    float* points = pl_arena_alloc(reader->arena, count, 3 * sizeof *points);
    if (!points) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = pl_item_element(list, i);
        double values[3] = {0};
        result = pl_item_numbers(reader, &element, key, false, 3, values);
        for (size_t k = 0; k < 3; ++k) points[3 * i + k] = (float)values[k];
    }
    def->points = points;
    def->point_count = (uint32_t)count;
    return result;
}

static plump_result read_triangles(const pl_scene_reader* reader, const pl_item* list,
                                   plump_obstacle_def* def) {
    pl_key corner = {.least = 0, .most = (double)def->point_count - 1};
    size_t count;
    plump_result result = pl_item_list(reader, list, reader->limits->entries, &count);
    if (result != PLUMP_OK) return result;
    uint32_t* triangles = pl_arena_alloc(reader->arena, count, 3 * sizeof *triangles);
    if (!triangles) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = pl_item_element(list, i);
        double values[3] = {0};
        result = pl_item_numbers(reader, &element, &corner, true, 3, values);
        for (size_t k = 0; k < 3; ++k) triangles[3 * i + k] = (uint32_t)values[k];
    }
    def->triangles = triangles;
    def->triangle_count = (uint32_t)count;
    return result;
}

static plump_result read_inline(const pl_scene_reader* reader, const pl_item* item,
                                plump_obstacle_def* def) {
    pl_item points = pl_item_member(item, "points"), triangles = pl_item_member(item, "triangles");
    plump_result result = read_points(reader, &points, def);
    if (result != PLUMP_OK || def->shape != PLUMP_OBSTACLE_SHEET) return result;
    if (!triangles.json)
        return PL_ITEM_BAD(reader, item,
                           "the key 'triangles' is missing: a sheet of points needs "
                           "them");
    return read_triangles(reader, &triangles, def);
}

static void position_at(const plump_triangles* t, uint32_t vertex, double position[3]) {
    bool is_double = t->position_type == PLUMP_SCALAR_FLOAT64;
    size_t stride = t->position_stride ? t->position_stride : is_double ? 24 : 12;
    const unsigned char* at = (const unsigned char*)t->positions + stride * vertex;
    float narrow[3];
    if (is_double)
        memcpy(position, at, 24);
    else
        memcpy(narrow, at, 12);
    for (int k = 0; k < 3; ++k) {
        if (!is_double) position[k] = (double)narrow[k];
        position[k] += t->origin[k];
    }
}

static uint32_t corner_at(const plump_triangles* t, size_t corner) {
    if (!t->indices) return (uint32_t)corner;
    return t->index_type == PLUMP_INDEX_UINT16 ? ((const uint16_t*)t->indices)[corner]
                                               : ((const uint32_t*)t->indices)[corner];
}

// Hulls and sheets take plain points; a file's or a shape's triangles need not be closed for that.
static plump_result copy_points(const pl_scene_reader* reader, const plump_triangles* t,
                                plump_obstacle_def* def) {
    float* points = pl_arena_alloc(reader->arena, t->vertex_count, 3 * sizeof *points);
    uint32_t* corners = pl_arena_alloc(reader->arena, t->triangle_count, 3 * sizeof *corners);
    if (!points || !corners) return pl_scene_fail_memory(reader);
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        position_at(t, i, position);
        for (size_t k = 0; k < 3; ++k) points[3 * (size_t)i + k] = (float)position[k];
    }
    for (size_t i = 0; i < 3 * (size_t)t->triangle_count; ++i) corners[i] = corner_at(t, i);
    def->points = points;
    def->point_count = t->vertex_count;
    if (def->shape != PLUMP_OBSTACLE_SHEET) return PLUMP_OK;
    def->triangles = corners;
    def->triangle_count = t->triangle_count;
    return PLUMP_OK;
}

static plump_result read_model(pl_scene_reader* reader, const pl_item* item,
                               const pl_raw_source* source, plump_obstacle_def* def) {
    if (def->shape == PLUMP_OBSTACLE_MESH)
        return pl_scene_mesh(reader, item, "built_in", source, &def->mesh);
    static const char* const keys[] = {"mesh", "built_in", "points", "spindle", "spindles", NULL};
    uint32_t which = 0;
    plump_result result = pl_item_one_of(reader, item, keys, &which);
    if (result != PLUMP_OK) return result;
    if (which == 2) return read_inline(reader, item, def);
    plump_triangles triangles = {0};
    result = pl_scene_triangles(reader, item, "built_in", source, &triangles);
    return result == PLUMP_OK ? copy_points(reader, &triangles, def) : result;
}

// --- the rest ---

static void fill_shape(const pl_raw_obstacle* raw, plump_obstacle_def* def) {
    *def = plump_default_obstacle_def();
    def->shape = (plump_obstacle_shape)raw->shape;
    memcpy(def->position, raw->position, sizeof def->position);
    memcpy(def->rotation, raw->rotation, sizeof def->rotation);
    memcpy(def->half_size, raw->half_size, sizeof def->half_size);
    def->radius = raw->radius;
    def->half_height = raw->half_height;
    def->scale = raw->scale;
}

static void fill_def(const pl_raw_obstacle* raw, plump_obstacle_def* def) {
    fill_shape(raw, def);
    memcpy(def->surface_velocity, raw->surface_velocity, sizeof def->surface_velocity);
    def->hollow = raw->hollow;
    def->trigger = raw->trigger;
    def->friction = raw->friction;
    def->friction_static = raw->friction_static;
    def->restitution = raw->restitution;
    def->margin = raw->margin;
    def->category = raw->category;
    def->collides_with = raw->collides_with;
}

// Their shapes are those of obstacles without the plane, which comes first.
static plump_result read_part(pl_scene_reader* reader, const pl_item* item,
                              plump_obstacle_def* part) {
    pl_raw_obstacle raw = {0};
    plump_result result = pl_item_read(reader, item, &pl_table_part, &raw);
    raw.shape += PLUMP_OBSTACLE_SPHERE;
    if (result == PLUMP_OK) result = check_sizes(reader, item, raw.shape);
    if (result != PLUMP_OK) return result;
    fill_shape(&raw, part);
    return MODELLED >> raw.shape & 1 ? read_model(reader, item, &raw.source, part) : PLUMP_OK;
}

static plump_result read_parts(pl_scene_reader* reader, const pl_item* item,
                               plump_obstacle_def* def) {
    pl_item list = pl_item_member(item, "parts");
    size_t count;
    plump_result result = pl_item_list(reader, &list, PARTS_MOST, &count);
    if (result != PLUMP_OK) return result;
    if (count == 0)
        return PL_ITEM_BAD(reader, list.json ? &list : item,
                           "a compound needs at least one of 'parts'");
    plump_obstacle_def* parts = pl_arena_alloc(reader->arena, count, sizeof *parts);
    if (!parts) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = pl_item_element(&list, i);
        result = read_part(reader, &element, &parts[i]);
    }
    def->parts = parts;
    def->part_count = (uint32_t)count;
    return result;
}

static plump_result name_obstacle(const pl_scene_reader* reader, const pl_item* item,
                                  const pl_raw_obstacle* raw, const char** name) {
    const pl_plan* plan = &reader->scene->plan;
    pl_item place = pl_item_member(item, "name");
    *name = raw->name;
    if (!raw->name) {
        size_t size = 40;
        char* made = pl_arena_alloc(reader->arena, size, 1);
        if (!made) return pl_scene_fail_memory(reader);
        pl_text_format(made, size, "%s-%zu",
                       pl_table_find(&pl_table_obstacle, "shape")->choice(raw->shape), item->index);
        *name = made;
    }
    if (!(*name)[0]) return PL_ITEM_BAD(reader, &place, "it is empty");
    uint32_t same = pl_plan_find_obstacle(plan, *name);
    if (same == PL_PLAN_NONE) return PLUMP_OK;
    return PL_ITEM_BAD(reader, place.json ? &place : item, "obstacles[%u] is named '%.*s' already",
                       (unsigned)same, 60, *name);
}

static plump_result read_obstacle(pl_scene_reader* reader, const pl_item* item,
                                  pl_plan_obstacle* obstacle) {
    pl_raw_obstacle raw = {0};
    pl_item motion = pl_item_member(item, "motion");
    plump_result result = pl_item_read(reader, item, &pl_table_obstacle, &raw);
    if (result == PLUMP_OK) result = check_sizes(reader, item, raw.shape);
    if (result == PLUMP_OK) result = name_obstacle(reader, item, &raw, &obstacle->name);
    if (result != PLUMP_OK) return result;
    fill_def(&raw, &obstacle->def);
    obstacle->colour = raw.colour;
    obstacle->visible = raw.visible;
    if (MODELLED >> raw.shape & 1) result = read_model(reader, item, &raw.source, &obstacle->def);
    if (BIT(COMPOUND) >> raw.shape & 1) result = read_parts(reader, item, &obstacle->def);
    if (result == PLUMP_OK)
        result = pl_scene_motion(reader, &motion, &pl_table_motion, raw.position, raw.rotation,
                                 &obstacle->motion);
    return result;
}

plump_result pl_scene_obstacles(pl_scene_reader* reader, const pl_item* list,
                                const pl_item* bones) {
    pl_plan* plan = &reader->scene->plan;
    size_t count, bone_count = 0;
    plump_result result = pl_item_list(reader, list, reader->limits->obstacles, &count);
    if (result == PLUMP_OK)
        result = pl_item_list(reader, bones, reader->limits->obstacles, &bone_count);
    if (result != PLUMP_OK) return result;
    plan->obstacles =
        pl_arena_alloc_zero(reader->arena, count + bone_count, sizeof *plan->obstacles);
    if (!plan->obstacles) return pl_scene_fail_memory(reader);
    for (size_t i = 0; i < count && pl_scene_goes_on(reader, result); ++i) {
        pl_item item = pl_item_element(list, i);
        result = read_obstacle(reader, &item, &plan->obstacles[i]);
        if (!plan->obstacles[i].name) plan->obstacles[i].name = "";  // refused
        plan->obstacle_count++;
    }
    if (!pl_scene_goes_on(reader, result)) return result;
    result = pl_scene_bones(reader, bones, bone_count);
    if (!pl_scene_goes_on(reader, result)) return result;
    plump_result ordered = pl_scene_order_obstacles(reader);
    return ordered == PLUMP_OK ? result : ordered;
}

#endif
