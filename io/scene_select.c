// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Vertices of a mesh, in the mesh's own coordinates.
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

typedef struct {
    pl_scene_reader* reader;
    const pl_item* item;  // the key that chooses
    const plump_mesh* mesh;
    uint32_t count;
    float* weights;
} choice;

static void vertex_position(const plump_mesh* mesh, uint32_t vertex, double position[3]) {
    const float* stored = plump_mesh_positions(mesh) + 3 * (size_t)vertex;
    plump_mesh_origin(mesh, position);
    for (int k = 0; k < 3; ++k) position[k] += (double)stored[k];
}

static double distance_between(const double a[3], const double b[3]) {
    double square = 0;
    for (int k = 0; k < 3; ++k) square += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(square);
}

static plump_result choose_box(const choice* c) {
    pl_raw_box box = {0};
    plump_result result = pl_item_box(c->reader, c->item, &box);
    for (uint32_t i = 0; i < c->count && result == PLUMP_OK; ++i) {
        double at[3];
        bool is_in = true;
        vertex_position(c->mesh, i, at);
        for (int k = 0; k < 3; ++k) is_in &= at[k] >= box.min[k] && at[k] <= box.max[k];
        c->weights[i] = is_in ? 1 : 0;
    }
    return result;
}

static plump_result choose_sphere(const choice* c) {
    pl_raw_sphere sphere = {0};
    plump_result result = pl_item_read(c->reader, c->item, &pl_table_sphere, &sphere);
    for (uint32_t i = 0; i < c->count && result == PLUMP_OK; ++i) {
        double at[3], weight = 1;
        vertex_position(c->mesh, i, at);
        double beyond = distance_between(at, sphere.centre) - sphere.radius;
        if (beyond > 0) weight = beyond < sphere.falloff ? 1 - beyond / sphere.falloff : 0;
        c->weights[i] = (float)weight;
    }
    return result;
}

static plump_result choose_side(const choice* c, double sign) {
    pl_raw_side side = {0};
    plump_result result = pl_item_read(c->reader, c->item, &pl_table_side, &side);
    for (uint32_t i = 0; i < c->count && result == PLUMP_OK; ++i) {
        double at[3];
        vertex_position(c->mesh, i, at);
        c->weights[i] = sign * (at[side.axis] - side.value) >= 0 ? 1 : 0;
    }
    return result;
}

static void choose_nearest(const choice* c, const double point[3]) {
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t i = 0; i < c->count; ++i) {
        double at[3];
        vertex_position(c->mesh, i, at);
        double distance = distance_between(at, point);
        if (distance < least) least = distance, best = i;
    }
    c->weights[best] = 1;
}

// By the numbers of the mesh file, of which intake may have merged some and dropped others.
static plump_result choose_vertices(const choice* c) {
    const pl_key* key = pl_table_find(&pl_table_selection, "vertices");
    uint32_t input_count;
    const uint32_t* map = plump_mesh_vertex_map(c->mesh, &input_count);
    size_t count;
    plump_result result = pl_item_list(c->reader, c->item, c->reader->limits->vertices, &count);
    for (size_t i = 0; i < count && result == PLUMP_OK; ++i) {
        pl_item element = pl_item_element(c->item, i);
        double number = 0;
        result = pl_item_number(c->reader, &element, key, true, &number);
        if (result != PLUMP_OK) return result;
        if (number >= input_count)
            return PL_ITEM_BAD(c->reader, &element, "it is %u; the mesh has %u vertices, from 0",
                               (unsigned)number, (unsigned)input_count);
        uint32_t vertex = map[(uint32_t)number];
        if (vertex != PLUMP_NO_VERTEX) c->weights[vertex] = 1;
    }
    return result;
}

static plump_result choose(const choice* c, uint32_t which, const double nearest[3]) {
    switch (which) {
    case 0: return choose_box(c);
    case 1: return choose_sphere(c);
    case 2: return choose_side(c, 1);
    case 3: return choose_side(c, -1);
    case 4: choose_nearest(c, nearest); return PLUMP_OK;
    default: return choose_vertices(c);
    }
}

plump_result pl_scene_weights(pl_scene_reader* reader, const pl_item* item, const plump_mesh* mesh,
                              float** weights) {
    static const char* const keys[] = {"box",     "sphere",   "above", "below",
                                       "nearest", "vertices", NULL};
    uint32_t count = plump_mesh_vertex_count(mesh);
    plump_result work = pl_scene_work(reader, item, count);
    if (work != PLUMP_OK) return work;
    *weights = pl_arena_alloc_zero(&reader->scratch, count, sizeof **weights);
    if (!*weights) return pl_scene_fail_memory(reader);
    if (json_is_string(item->json) && strcmp(json_string_value(item->json), "all") == 0) {
        for (uint32_t i = 0; i < count; ++i) (*weights)[i] = 1;
        return PLUMP_OK;
    }
    if (json_is_string(item->json))
        return PL_ITEM_BAD(reader, item,
                           "it must be \"all\" or an object such as {\"box\": ...}, not '%.*s'", 40,
                           json_string_value(item->json));
    if (!json_is_object(item->json))
        return pl_item_fail_type(reader, item, "\"all\" or an object such as {\"box\": ...}");
    pl_raw_selection raw = {0};
    uint32_t which = 0;
    plump_result result = pl_item_read(reader, item, &pl_table_selection, &raw);
    if (result == PLUMP_OK) result = pl_item_one_of(reader, item, keys, &which);
    if (result != PLUMP_OK) return result;
    pl_item chosen = pl_item_member(item, keys[which]);
    choice c = {reader, &chosen, mesh, count, *weights};
    return choose(&c, which, raw.nearest);
}

// The chosen ones as a list; nobody pins nothing on purpose.
static plump_result gather(const pl_scene_reader* reader, const pl_item* item, const float* weights,
                           uint32_t vertex_count, const uint32_t** vertices, uint32_t* count) {
    uint32_t used = 0;
    for (uint32_t i = 0; i < vertex_count; ++i) used += weights[i] >= 1;
    if (used == 0)
        return PL_ITEM_BAD(reader, item,
                           "no vertex is selected; the mesh's own coordinates count, before scale "
                           "and rotation");
    uint32_t* list = pl_arena_alloc(reader->arena, used, sizeof *list);
    if (!list) return pl_scene_fail_memory(reader);
    *count = 0;
    for (uint32_t i = 0; i < vertex_count; ++i) {
        if (weights[i] >= 1) list[(*count)++] = i;
    }
    *vertices = list;
    return PLUMP_OK;
}

plump_result pl_scene_select(pl_scene_reader* reader, const pl_item* item, const plump_mesh* mesh,
                             const uint32_t** vertices, uint32_t* count) {
    void* mark = pl_arena_mark(&reader->scratch);
    float* weights = NULL;
    plump_result result = pl_scene_weights(reader, item, mesh, &weights);
    if (result == PLUMP_OK)
        result = gather(reader, item, weights, plump_mesh_vertex_count(mesh), vertices, count);
    pl_arena_release(&reader->scratch, mark);
    return result;
}

#endif
