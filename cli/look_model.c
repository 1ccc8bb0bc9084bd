// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "cli/look_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COORDINATE_MAX 1e30  // what the renderer takes

// Later ones win where a triangle has several.
const look_defect look_defects[] = {
    {PLUMP_FINDING_DUPLICATE_TRIANGLES, {40, 170, 150, 255}, "duplicate triangles", false},
    {PLUMP_FINDING_FLAT_PARTS, {150, 110, 70, 255}, "flat parts", false},
    {PLUMP_FINDING_SELF_INTERSECTIONS,
     {250, 210, 50, 255},
     "pairs of intersecting triangles",
     false},
    {PLUMP_FINDING_FLIPPED_TRIANGLES, {245, 135, 30, 255}, "flipped triangles", false},
    {PLUMP_FINDING_SLIVER_TRIANGLES, {0, 150, 200, 255}, "slivers", true},
    {PLUMP_FINDING_DEGENERATE_TRIANGLES, {0, 150, 200, 255}, "triangles without area", true},
    {PLUMP_FINDING_UNORIENTABLE_EDGES,
     {120, 60, 220, 255},
     "edges where inside meets outside",
     false},
    {PLUMP_FINDING_NONMANIFOLD_EDGES,
     {220, 30, 190, 255},
     "edges with three or more triangles",
     false},
    {PLUMP_FINDING_OPEN_EDGES, {225, 28, 36, 255}, "open edges", false},
};
const size_t look_defect_count = sizeof look_defects / sizeof look_defects[0];

static uint32_t file_corner(const plump_triangles* t, size_t corner) {
    if (!t->indices) return (uint32_t)corner;
    if (t->index_type == PLUMP_INDEX_UINT16) return ((const uint16_t*)t->indices)[corner];
    return ((const uint32_t*)t->indices)[corner];
}

static void list_position(const plump_triangles* t, uint32_t vertex, double position[3]) {
    bool wide = t->position_type == PLUMP_SCALAR_FLOAT64;
    size_t stride = t->position_stride ? t->position_stride : wide ? 24 : 12;
    const char* at = (const char*)t->positions + stride * vertex;
    float narrow[3];
    if (wide) {
        memcpy(position, at, 3 * sizeof *position);
    } else {
        memcpy(narrow, at, sizeof narrow);
        for (int k = 0; k < 3; ++k) position[k] = (double)narrow[k];
    }
    for (int k = 0; k < 3; ++k) position[k] += t->origin[k];
}

void look_model_vertex(const look_model* model, uint32_t vertex, double position[3]) {
    plump_triangles t = plump_soup_triangles(model->soup);
    list_position(&t, vertex, position);
}

static bool usable_vertex(const plump_triangles* t, uint32_t vertex) {
    if (vertex >= t->vertex_count) return false;
    double p[3];
    list_position(t, vertex, p);
    for (int k = 0; k < 3; ++k) {
        if (!(p[k] >= -COORDINATE_MAX && p[k] <= COORDINATE_MAX)) return false;
    }
    return true;
}

static void add_edge(look_model* model, const plump_triangles* t, uint32_t a, uint32_t b,
                     size_t defect) {
    if (!usable_vertex(t, a) || !usable_vertex(t, b)) return;
    if (model->edge_count == model->edge_room) {
        size_t room = model->edge_room ? model->edge_room * 2 : 256;
        look_edge* larger = realloc(model->edges, room * sizeof *larger);
        if (!larger) {
            model->out_of_memory = true;
            return;
        }
        model->edges = larger;
        model->edge_room = room;
    }
    model->edges[model->edge_count++] = (look_edge){a, b, (uint8_t)defect};
}

static void mark_triangle(look_model* model, const plump_triangles* t, uint32_t triangle,
                          size_t defect) {
    if (triangle >= t->triangle_count) return;
    if (model->marks[triangle] < defect + 1) model->marks[triangle] = (uint8_t)(defect + 1);
    if (!look_defects[defect].as_outline) return;
    for (size_t k = 0; k < 3; ++k) {
        add_edge(model, t, file_corner(t, 3 * (size_t)triangle + k),
                 file_corner(t, 3 * (size_t)triangle + (k + 1) % 3), defect);
    }
}

static void visit(plump_finding_kind kind, plump_element element, void* user) {
    look_model* model = user;
    plump_triangles t = plump_soup_triangles(model->soup);
    size_t defect = 0;
    while (defect < look_defect_count && look_defects[defect].kind != kind) defect++;
    if (defect == look_defect_count) return;
    switch (plump_finding_element(kind)) {
    case PLUMP_ELEMENT_VERTEX: break;
    case PLUMP_ELEMENT_EDGE: add_edge(model, &t, element.a, element.b, defect); break;
    case PLUMP_ELEMENT_TRIANGLE: mark_triangle(model, &t, element.a, defect); break;
    case PLUMP_ELEMENT_TRIANGLE_PAIR:
        mark_triangle(model, &t, element.a, defect);
        mark_triangle(model, &t, element.b, defect);
        break;
    }
}

static void measure(look_model* model) {
    const plump_triangles* t = &model->drawn;
    for (size_t c = 0; c < (size_t)t->triangle_count * 3; ++c) {
        double p[3];
        list_position(t, file_corner(t, c), p);
        for (int k = 0; k < 3; ++k) {
            if (c == 0 || p[k] < model->low[k]) model->low[k] = p[k];
            if (c == 0 || p[k] > model->high[k]) model->high[k] = p[k];
        }
    }
}

// The file's triangles as they are, without those no one could draw.
static bool draw_file(look_model* model) {
    plump_triangles t = plump_soup_triangles(model->soup);
    size_t count = t.triangle_count ? t.triangle_count : 1;
    model->indices = malloc(count * 3 * sizeof *model->indices);
    model->colours = calloc(count, sizeof *model->colours);
    if (!model->indices || !model->colours) return false;
    model->drawn = t;
    model->drawn.indices = model->indices;
    model->drawn.index_type = PLUMP_INDEX_UINT32;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t.triangle_count; ++i) {
        uint32_t* corner = model->indices + 3 * (size_t)kept;
        bool usable = true;
        for (size_t k = 0; k < 3; ++k) {
            corner[k] = file_corner(&t, 3 * (size_t)i + k);
            usable = usable && usable_vertex(&t, corner[k]);
        }
        if (!usable) continue;
        if (model->marks[i]) model->colours[kept] = look_defects[model->marks[i] - 1].colour;
        kept++;
    }
    model->drawn.triangle_count = kept;
    return true;
}

typedef struct key {
    uint32_t v[3];
    uint8_t mark;
} key;

static key make_key(uint32_t a, uint32_t b, uint32_t c, uint8_t mark) {
    key k = {{a, b, c}, mark};
    for (int i = 0; i < 3; ++i) {  // a bubble is enough for three
        int j = i % 2;
        if (k.v[j] > k.v[j + 1]) {
            uint32_t swap = k.v[j];
            k.v[j] = k.v[j + 1];
            k.v[j + 1] = swap;
        }
    }
    return k;
}

static int compare_keys(const void* left, const void* right) {
    return memcmp(((const key*)left)->v, ((const key*)right)->v, sizeof((const key*)left)->v);
}

// The repaired mesh; marks of the file's triangles go to those with the same three vertices.
static bool draw_mesh(look_model* model) {
    model->drawn = plump_mesh_triangles(model->mesh);
    plump_triangles t = plump_soup_triangles(model->soup);
    uint32_t known, count = plump_mesh_triangle_count(model->mesh);
    const uint32_t* map = plump_mesh_vertex_map(model->mesh, &known);
    const uint32_t* indices = plump_mesh_indices(model->mesh);
    key* keys = malloc((t.triangle_count ? t.triangle_count : 1) * sizeof *keys);
    model->colours = calloc(count ? count : 1, sizeof *model->colours);
    if (!keys || !model->colours) {
        free(keys);
        return false;
    }
    size_t marked = 0;
    for (uint32_t i = 0; i < t.triangle_count; ++i) {
        uint32_t v[3];
        bool mapped = model->marks[i] != 0;
        for (size_t k = 0; k < 3 && mapped; ++k) {
            v[k] = file_corner(&t, 3 * (size_t)i + k);
            mapped = v[k] < known;
            v[k] = mapped ? map[v[k]] : 0;
        }
        if (mapped) keys[marked++] = make_key(v[0], v[1], v[2], model->marks[i]);
    }
    qsort(keys, marked, sizeof *keys, compare_keys);
    for (uint32_t i = 0; i < count && marked; ++i) {
        const uint32_t* v = indices + 3 * (size_t)i;
        key wanted = make_key(v[0], v[1], v[2], 0);
        const key* found = bsearch(&wanted, keys, marked, sizeof *keys, compare_keys);
        if (found && look_defects[found->mark - 1].kind == PLUMP_FINDING_SELF_INTERSECTIONS) {
            model->colours[i] = look_defects[found->mark - 1].colour;
        }
    }
    free(keys);
    return true;
}

static plump_result judge(look_model* model, plump_error* error) {
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles = plump_soup_triangles(model->soup);
    def.visit = visit;
    def.visit_user = model;
    size_t count = def.triangles.triangle_count;
    model->marks = calloc(count ? count : 1, 1);
    plump_result result = PLUMP_ERROR_MEMORY;
    if (model->marks) result = plump_mesh_create(&def, &model->mesh, &model->report, error);
    if (result != PLUMP_OK && result != PLUMP_ERROR_DATA && model->marks) return result;
    bool drawn = false;
    if (model->marks && !model->out_of_memory) {
        plump_soup_explain(model->soup, model->name, &model->report, model->message,
                           sizeof model->message);
        if (!model->mesh) model->as_read = true;
        drawn = model->as_read ? draw_file(model) : draw_mesh(model);
    }
    if (!drawn || model->out_of_memory) {
        *error = (plump_error){PLUMP_ERROR_MEMORY, ""};
        snprintf(error->text, sizeof error->text, "%s: out of memory", model->name);
        return PLUMP_ERROR_MEMORY;
    }
    // a repaired mesh has none of the edges left; a mesh as read shows them all
    if (!model->as_read) model->edge_count = 0;
    measure(model);
    return PLUMP_OK;
}

plump_result look_model_load(const char* name, bool as_read, look_model* model,
                             plump_error* error) {
    *model = (look_model){.name = name, .as_read = as_read};
    plump_read_def read = plump_default_read_def();
    plump_result result = plump_file_read(name, &read, &model->soup, error);
    if (result == PLUMP_OK) result = judge(model, error);
    if (result != PLUMP_OK) look_model_free(model);
    return result;
}

void look_model_free(look_model* model) {
    free(model->indices);
    free(model->colours);
    free(model->marks);
    free(model->edges);
    plump_mesh_destroy(model->mesh);
    plump_soup_destroy(model->soup);
    *model = (look_model){0};
}
