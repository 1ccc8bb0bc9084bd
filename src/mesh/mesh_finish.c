// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The last steps: vertices renumbered in the caller's order without gaps, and the constant mesh
// written from the workbench.
#include <string.h>

#include "src/mesh/mesh_data.h"
#include "src/mesh/mesh_intake.h"

// Follows merges to their end, shortening the way for those that come after.
static uint32_t follow(uint32_t* target, uint32_t v) {
    while (target[v] != v) {
        target[v] = target[target[v]];
        v = target[v];
    }
    return v;
}

static void map_input(pl_intake* s, const uint32_t* renumbered) {
    for (uint32_t v = 0; v < s->report.input_vertices; ++v)
        s->vertex_map[v] = renumbered[follow(s->vertex_target, v)];
}

bool pl_intake_compact(pl_intake* s) {
    void* mark = pl_arena_mark(&s->scratch);
    uint32_t* renumbered = pl_arena_alloc(&s->scratch, s->vertex_count, sizeof *renumbered);
    s->vertex_map = pl_arena_alloc(&s->keep, s->report.input_vertices, sizeof *s->vertex_map);
    if (!renumbered || !s->vertex_map) return false;
    pl_intake_mark_used(s);
    uint32_t count = 0;
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        renumbered[v] = s->used[v] ? count : PLUMP_NO_VERTEX;
        if (!s->used[v]) continue;
        if (count != v) {
            memcpy(s->positions + 3 * (size_t)count, s->positions + 3 * (size_t)v,
                   3 * sizeof(double));
            s->vertex_source[count] = s->vertex_source[v];
        }
        ++count;
    }
    map_input(s, renumbered);
    size_t corners = (size_t)s->triangle_count * 3;
    if (count != s->vertex_count) {
        for (size_t i = 0; i < corners; ++i) s->triangles[i] = renumbered[s->triangles[i]];
    }
    s->vertex_count = count;
    memset(s->used, 1, count);
    pl_arena_release(&s->scratch, mark);
    return true;
}

static void* copy(plump_mesh* mesh, const void* from, size_t count, size_t size) {
    void* to = pl_arena_alloc(&mesh->memory, count, size);
    if (to && count) memcpy(to, from, count * size);
    return to;
}

static bool write_positions(const pl_intake* s, plump_mesh* mesh) {
    size_t count = (size_t)s->vertex_count * 3;
    mesh->positions = pl_arena_alloc(&mesh->memory, count, sizeof(float));
    if (!mesh->positions) return false;
    for (size_t i = 0; i < count; ++i) mesh->positions[i] = (float)s->positions[i];
    mesh->vertex_count = s->vertex_count;
    return true;
}

static bool write_groups(const pl_intake* s, plump_mesh* mesh) {
    const uint32_t* labels = s->def->triangles.groups;
    mesh->part_groups = pl_arena_alloc_zero(&mesh->memory, s->part_count, sizeof(uint32_t));
    if (!mesh->part_groups) return false;
    if (!labels) return true;
    mesh->triangle_groups = pl_arena_alloc(&mesh->memory, s->triangle_count, sizeof(uint32_t));
    if (!mesh->triangle_groups) return false;
    // backwards, so that a part ends with the label of its first triangle
    for (uint32_t f = s->triangle_count; f-- > 0;) {
        memcpy(&mesh->triangle_groups[f], labels + s->triangle_source[f], sizeof *labels);
        mesh->part_groups[s->part[f]] = mesh->triangle_groups[f];
    }
    return true;
}

static bool write(const pl_intake* s, plump_mesh* mesh) {
    for (int k = 0; k < 3; ++k) mesh->origin[k] = s->origin[k];
    mesh->volume = s->report.volume;
    mesh->triangle_count = s->triangle_count;
    mesh->part_count = s->part_count;
    mesh->input_count = s->report.input_vertices;
    mesh->indices = copy(mesh, s->triangles, s->triangle_count, 3 * sizeof(uint32_t));
    mesh->triangle_parts = copy(mesh, s->part, s->triangle_count, sizeof(uint32_t));
    mesh->part_containers = copy(mesh, s->part_container, s->part_count, sizeof(uint32_t));
    mesh->part_volumes = copy(mesh, s->part_volume, s->part_count, sizeof(double));
    mesh->vertex_map = copy(mesh, s->vertex_map, mesh->input_count, sizeof(uint32_t));
    return mesh->indices && mesh->triangle_parts && mesh->part_containers && mesh->part_volumes &&
           mesh->vertex_map && write_positions(s, mesh) && write_groups(s, mesh);
}

plump_mesh* pl_intake_finish(const pl_intake* s) {
    plump_mesh* mesh = pl_mesh_make(s->keep.hooks);
    if (mesh && write(s, mesh)) return mesh;
    plump_mesh_destroy(mesh);
    return NULL;
}
