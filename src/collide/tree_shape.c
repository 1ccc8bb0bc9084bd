// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Builds the shape of a tree: triangles are halved along the longer side of their box, again and
// again, at places where the complete tree divides anyway. So every node holds what lies together,
// and the shape is known from the number of triangles alone.
#include "src/collide/tree.h"

#include "src/mesh/mesh_sort.h"

#include <float.h>
#include <string.h>

typedef struct ordering {
    const float* const* x;
    const uint32_t* triangles;
    float (*centre)[3];  // per triangle
    pl_keyed *items, *spare;
} ordering;

static void find_centres(ordering* o, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        const uint32_t* t = o->triangles + 3 * (size_t)i;
        for (int k = 0; k < 3; ++k) {
            const float* x = o->x[k];
            // in double, so that the sum of finite numbers is finite
            double sum = (double)x[t[0]] + (double)x[t[1]] + (double)x[t[2]];
            o->centre[i][k] = (float)(sum / 3);
        }
        o->items[i] = (pl_keyed){0, i};
    }
}

// The axis along which the centres are spread most.
static int longest_axis(const ordering* o, size_t begin, size_t end) {
    double extent[3];
    for (int k = 0; k < 3; ++k) {
        float least = FLT_MAX, most = -FLT_MAX;
        for (size_t i = begin; i < end; ++i) {
            float centre = o->centre[o->items[i].value][k];
            least = centre < least ? centre : least;
            most = centre > most ? centre : most;
        }
        extent[k] = (double)most - (double)least;
    }
    int axis = extent[1] > extent[0];
    return extent[2] > extent[axis] ? 2 : axis;
}

// Numbers in the order of floats.
static uint32_t rank_of(float value) {
    uint32_t bits;
    value += 0.0f;  // -0 is 0
    memcpy(&bits, &value, sizeof bits);
    return bits >> 31 ? ~bits : bits | UINT32_C(0x80000000);
}

// Puts a range in order; `unit` is what a child holds of a node that can hold the range.
static void order_range(ordering* o, size_t begin, size_t end, size_t unit) {
    while (unit >= 4 && end - begin <= unit) unit /= 4;
    if (unit < 4) return;
    int axis = longest_axis(o, begin, end);
    for (size_t i = begin; i < end; ++i)
        o->items[i].key = rank_of(o->centre[o->items[i].value][axis]);
    pl_sort_keyed(o->items + begin, o->spare, end - begin);
    size_t pieces = (end - begin + unit - 1) / unit;
    size_t middle = begin + (pieces + 1) / 2 * unit;
    order_range(o, begin, middle, unit);
    order_range(o, middle, end, unit);
}

static bool make_order(pl_arena* scratch, ordering* o, uint32_t count) {
    o->centre = pl_arena_alloc(scratch, count, sizeof *o->centre);
    o->items = pl_arena_alloc(scratch, count, sizeof *o->items);
    o->spare = pl_arena_alloc(scratch, count, sizeof *o->spare);
    if (!o->centre || !o->items || !o->spare) return false;
    find_centres(o, count);
    size_t unit = 4;
    while (unit < count) unit *= 4;
    order_range(o, 0, count, unit);
    return true;
}

static void count_nodes(pl_tree_shape* s) {
    uint32_t below = s->leaf_count, first = 0;
    do {
        uint32_t count = (below + 3) / 4;
        s->node_first[s->level_count] = first;
        s->node_count[s->level_count++] = count;
        first += count;
        below = count;
    } while (below > 1);
}

// Fill repeats the last triangle.
static void fill_leaves(pl_tree_shape* s, const ordering* o) {
    for (size_t slot = 0; slot < 4 * (size_t)s->leaf_count; ++slot) {
        bool is_fill = slot >= s->triangle_count;
        uint32_t triangle = o->items[is_fill ? s->triangle_count - 1 : slot].value;
        s->triangle[slot] = is_fill ? PL_TREE_NONE : triangle;
        uint32_t* corners = s->corners + 12 * (slot / 4) + slot % 4;
        for (size_t c = 0; c < 3; ++c) corners[4 * c] = o->triangles[3 * (size_t)triangle + c];
    }
}

// Lists the vertices of each leaf, and which of them it owns. `last_leaf` is 0 at first, then the
// last leaf that had a vertex, plus one.
static void list_vertices(pl_tree_shape* s, uint32_t* last_leaf) {
    uint32_t used = 0, owned = 0;
    for (uint32_t leaf = 0; leaf < s->leaf_count; ++leaf) {
        s->vertex_first[leaf] = used;
        s->owned_first[leaf] = owned;
        for (size_t i = 0; i < 12; ++i) {
            uint32_t vertex = s->corners[12 * (size_t)leaf + i];
            if (last_leaf[vertex] == leaf + 1) continue;
            if (last_leaf[vertex] == 0) s->owned[owned++] = vertex;
            last_leaf[vertex] = leaf + 1;
            s->vertex[used++] = vertex;
        }
    }
    s->vertex_first[s->leaf_count] = used;
    s->owned_first[s->leaf_count] = owned;
}

static bool make_arrays(pl_tree_shape* s, pl_arena* memory) {
    size_t leaves = s->leaf_count;
    s->triangle = pl_arena_alloc(memory, 4 * leaves, sizeof *s->triangle);
    s->corners = pl_arena_alloc(memory, 12 * leaves, sizeof *s->corners);
    s->vertex_first = pl_arena_alloc(memory, leaves + 1, sizeof *s->vertex_first);
    s->vertex = pl_arena_alloc(memory, 12 * leaves, sizeof *s->vertex);
    s->owned_first = pl_arena_alloc(memory, leaves + 1, sizeof *s->owned_first);
    s->owned = pl_arena_alloc(memory, s->vertex_count, sizeof *s->owned);
    return s->triangle && s->corners && s->vertex_first && s->vertex && s->owned_first && s->owned;
}

static bool fill_shape(pl_tree_shape* s, pl_arena* memory, pl_arena* scratch, ordering* o) {
    uint32_t* last_leaf = pl_arena_alloc_zero(scratch, s->vertex_count, sizeof *last_leaf);
    if (!last_leaf || !make_order(scratch, o, s->triangle_count)) return false;
    if (!make_arrays(s, memory)) return false;
    count_nodes(s);
    fill_leaves(s, o);
    list_vertices(s, last_leaf);
    return true;
}

pl_tree_shape* pl_tree_shape_build(pl_arena* memory, const float* const x[3], uint32_t vertex_count,
                                   const uint32_t* triangles, uint32_t triangle_count) {
    pl_tree_shape* s = pl_arena_alloc_zero(memory, 1, sizeof *s);
    if (!s) return NULL;
    s->triangle_count = triangle_count;
    s->vertex_count = vertex_count;
    s->leaf_count = triangle_count / 4 + (triangle_count % 4 != 0);
    pl_arena scratch = pl_arena_make(memory->hooks);
    ordering o = {.x = x, .triangles = triangles};
    bool ok = fill_shape(s, memory, &scratch, &o);
    pl_arena_release(&scratch, NULL);
    return ok ? s : NULL;
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    (void)context;
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    if (!surface) return NULL;
    const float* x[3] = {surface->rest[0], surface->rest[1], surface->rest[2]};
    return pl_tree_shape_build(memory, x, surface->count, surface->triangles,
                               surface->triangle_count);
}

static const pl_cache_key key = {PL_CACHE_TREE, {0, 0, 0, 0}};

const pl_tree_shape* pl_tree_shape_get(const plump_mesh* mesh, pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key, pool, build, NULL);
}

size_t pl_tree_shape_size(const plump_mesh* mesh) {
    return pl_mesh_cache_size(mesh, key);
}
