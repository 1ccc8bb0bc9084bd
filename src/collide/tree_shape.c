// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Builds the shape of a tree: triangles are halved along the longer side of their box, again and
// again, at places where the complete tree divides anyway. So every node holds what lies together,
// and the shape is known from the number of triangles alone. Parts, which may move apart, are
// divided as wholes before any of them is divided: 27 balls in one mesh, cut through by planes,
// grew boxes as large as the heap where they lay in another order than at rest.
#include "src/collide/tree.h"

#include "src/mesh/mesh_sort.h"

#include <float.h>
#include <string.h>

typedef struct ordering {
    const float* const* x;
    const uint32_t* triangles;
    float (*centre)[3];       // per triangle
    const uint32_t* part_of;  // per vertex; NULL: all is one part
    uint32_t part_count;
    uint32_t* order[3];  // per part: its place among all along each axis
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

static uint32_t part_at(const ordering* o, uint32_t triangle) {
    return o->part_of[o->triangles[3 * (size_t)triangle]];
}

// Parts along an axis, by the mean of their triangles.
static bool order_parts(pl_arena* scratch, ordering* o, uint32_t triangle_count, int axis) {
    double* sum = pl_arena_alloc_zero(scratch, o->part_count, sizeof *sum);
    double* count = pl_arena_alloc_zero(scratch, o->part_count, sizeof *count);
    pl_keyed* parts = pl_arena_alloc(scratch, o->part_count, sizeof *parts);
    pl_keyed* spare = pl_arena_alloc(scratch, o->part_count, sizeof *spare);
    o->order[axis] = pl_arena_alloc(scratch, o->part_count, sizeof *o->order[axis]);
    if (!sum || !count || !parts || !spare || !o->order[axis]) return false;
    for (uint32_t i = 0; i < triangle_count; ++i) {
        sum[part_at(o, i)] += (double)o->centre[i][axis];
        count[part_at(o, i)] += 1;
    }
    for (uint32_t k = 0; k < o->part_count; ++k)
        parts[k] = (pl_keyed){rank_of((float)(sum[k] / (count[k] > 0 ? count[k] : 1))), k};
    pl_sort_keyed(parts, spare, o->part_count);
    for (uint32_t k = 0; k < o->part_count; ++k) o->order[axis][parts[k].value] = k;
    return true;
}

static uint64_t key_along(const ordering* o, uint32_t triangle, int axis) {
    uint64_t part = o->part_of ? o->order[axis][part_at(o, triangle)] : 0;
    return part << 32 | rank_of(o->centre[triangle][axis]);
}

// Puts a range in order; `unit` is what a child holds of a node that can hold the range.
static void order_range(ordering* o, size_t begin, size_t end, size_t unit) {
    while (unit >= 4 && end - begin <= unit) unit /= 4;
    if (unit < 4) return;
    int axis = longest_axis(o, begin, end);
    for (size_t i = begin; i < end; ++i) o->items[i].key = key_along(o, o->items[i].value, axis);
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
    for (int axis = 0; axis < 3 && o->part_of; ++axis)
        if (!order_parts(scratch, o, count, axis)) return false;
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

static uint32_t* corner_at(const pl_tree_shape* s, size_t slot, size_t c) {
    return s->corners + 12 * (slot / 4) + 4 * c + slot % 4;
}

// Fill repeats the last triangle.
static void fill_leaves(pl_tree_shape* s, const ordering* o) {
    for (size_t slot = 0; slot < 4 * (size_t)s->leaf_count; ++slot) {
        bool is_fill = slot >= s->triangle_count;
        uint32_t triangle = o->items[is_fill ? s->triangle_count - 1 : slot].value;
        s->triangle[slot] = is_fill ? PL_TREE_NONE : triangle;
        for (size_t c = 0; c < 3; ++c)
            *corner_at(s, slot, c) = o->triangles[3 * (size_t)triangle + c];
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

// The slots of the triangles at each vertex: slot[first[v]] and on.
typedef struct star {
    uint32_t *first, *slot;
    uint32_t *seen, mark;  // per slot: mark of the list that had it last
} star;

static bool make_stars(const pl_tree_shape* s, pl_arena* scratch, star* stars) {
    size_t corner_count = 3 * (size_t)s->triangle_count;
    stars->first = pl_arena_alloc_zero(scratch, (size_t)s->vertex_count + 2, sizeof *stars->first);
    stars->slot = pl_arena_alloc(scratch, corner_count, sizeof *stars->slot);
    stars->seen = pl_arena_alloc_zero(scratch, s->triangle_count, sizeof *stars->seen);
    stars->mark = 0;
    if (!stars->first || !stars->slot || !stars->seen) return false;
    // one place further on, so that filling moves each to where it belongs
    uint32_t* first = stars->first + 1;
    for (uint32_t slot = 0; slot < s->triangle_count; ++slot)
        for (uint32_t c = 0; c < 3; ++c) first[*corner_at(s, slot, c) + 1]++;
    for (uint32_t v = 0; v < s->vertex_count; ++v) first[v + 1] += first[v];
    for (uint32_t slot = 0; slot < s->triangle_count; ++slot)
        for (uint32_t c = 0; c < 3; ++c) stars->slot[first[*corner_at(s, slot, c)]++] = slot;
    return true;
}

// Writes every fourth place of `row`, unless it is NULL; returns how many there are. A leaf that
// owns nothing gets its first triangle.
static uint32_t list_around(const pl_tree_shape* s, star* stars, uint32_t leaf, uint32_t* row) {
    uint32_t count = 0, mark = ++stars->mark;
    for (uint32_t i = s->owned_first[leaf]; i < s->owned_first[leaf + 1]; ++i) {
        uint32_t vertex = s->owned[i];
        for (uint32_t k = stars->first[vertex]; k < stars->first[vertex + 1]; ++k) {
            uint32_t slot = stars->slot[k];
            if (stars->seen[slot] == mark) continue;
            stars->seen[slot] = mark;
            if (row) row[4 * (size_t)count] = slot;
            ++count;
        }
    }
    if (count == 0 && row) row[0] = 4 * leaf;
    return count > 0 ? count : 1;
}

// Missing leaves are the last one again.
static uint32_t leaf_at(const pl_tree_shape* s, uint32_t node, uint32_t lane) {
    uint32_t leaf = 4 * node + lane;
    return leaf < s->leaf_count ? leaf : s->leaf_count - 1;
}

static bool fill_around(pl_tree_shape* s, pl_arena* memory, star* stars) {
    uint32_t rows = 0, nodes = s->node_count[0];
    for (uint32_t node = 0; node < nodes; ++node) {
        uint32_t most = 0;
        for (uint32_t lane = 0; lane < 4; ++lane) {
            uint32_t count = list_around(s, stars, leaf_at(s, node, lane), NULL);
            most = count > most ? count : most;
        }
        s->around_first[node] = rows;
        rows += most;
    }
    s->around_first[nodes] = rows;
    s->around = pl_arena_alloc(memory, rows, 4 * sizeof *s->around);
    if (!s->around) return false;
    for (uint32_t node = 0; node < nodes; ++node) {
        size_t begin = 4 * (size_t)s->around_first[node];
        size_t end = 4 * (size_t)s->around_first[node + 1];
        for (uint32_t lane = 0; lane < 4; ++lane) {
            uint32_t* row = s->around + begin + lane;
            size_t count = list_around(s, stars, leaf_at(s, node, lane), row);
            for (size_t i = count; begin + 4 * i < end; ++i) row[4 * i] = row[4 * (i - count)];
        }
    }
    return true;
}

static bool make_arrays(pl_tree_shape* s, pl_arena* memory) {
    size_t leaves = s->leaf_count;
    s->triangle = pl_arena_alloc(memory, 4 * leaves, sizeof *s->triangle);
    s->corners = pl_arena_alloc(memory, 12 * leaves, sizeof *s->corners);
    s->vertex_first = pl_arena_alloc(memory, leaves + 1, sizeof *s->vertex_first);
    s->vertex = pl_arena_alloc(memory, 12 * leaves, sizeof *s->vertex);
    s->owned_first = pl_arena_alloc(memory, leaves + 1, sizeof *s->owned_first);
    s->owned = pl_arena_alloc(memory, s->vertex_count, sizeof *s->owned);
    s->around_first = pl_arena_alloc(memory, (size_t)s->node_count[0] + 1, sizeof *s->around_first);
    return s->triangle && s->corners && s->vertex_first && s->vertex && s->owned_first &&
           s->owned && s->around_first;
}

static bool fill_shape(pl_tree_shape* s, pl_arena* memory, pl_arena* scratch, ordering* o) {
    uint32_t* last_leaf = pl_arena_alloc_zero(scratch, s->vertex_count, sizeof *last_leaf);
    if (!last_leaf || !make_order(scratch, o, s->triangle_count)) return false;
    count_nodes(s);
    if (!make_arrays(s, memory)) return false;
    fill_leaves(s, o);
    list_vertices(s, last_leaf);
    star stars;
    return make_stars(s, scratch, &stars) && fill_around(s, memory, &stars);
}

static pl_tree_shape* make_shape(pl_arena* memory, ordering* o, uint32_t vertex_count,
                                 uint32_t triangle_count) {
    pl_tree_shape* s = pl_arena_alloc_zero(memory, 1, sizeof *s);
    if (!s) return NULL;
    s->triangle_count = triangle_count;
    s->vertex_count = vertex_count;
    s->leaf_count = triangle_count / 4 + (triangle_count % 4 != 0);
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool ok = fill_shape(s, memory, &scratch, o);
    pl_arena_release(&scratch, NULL);
    return ok ? s : NULL;
}

pl_tree_shape* pl_tree_shape_build(pl_arena* memory, const float* const x[3], uint32_t vertex_count,
                                   const uint32_t* triangles, uint32_t triangle_count) {
    ordering o = {.x = x, .triangles = triangles};
    return make_shape(memory, &o, vertex_count, triangle_count);
}

static uint32_t common_part(uint32_t a, uint32_t b) {
    return a == b ? a : PL_TREE_NONE;
}

static uint32_t part_of_leaf(const pl_tree_shape* s, const uint32_t* part_of, uint32_t leaf) {
    const uint32_t* corners = s->corners + 12 * (size_t)leaf;
    uint32_t part = part_of[corners[0]];
    for (uint32_t i = 1; i < 4; ++i) part = common_part(part, part_of[corners[i]]);
    return part;
}

static uint32_t part_of_node(const uint32_t* of_boxes) {
    uint32_t part = of_boxes[0];
    for (uint32_t i = 1; i < 4; ++i) part = common_part(part, of_boxes[i]);
    return part;
}

// Level by level, from the leaves; boxes that hold nothing are as the last that does.
static bool find_parts(pl_tree_shape* s, pl_arena* memory, const uint32_t* part_of) {
    uint32_t top = s->level_count - 1;
    size_t nodes = (size_t)s->node_first[top] + s->node_count[top];
    s->box_part = pl_arena_alloc(memory, 4 * nodes, sizeof *s->box_part);
    if (!s->box_part) return false;
    for (uint32_t level = 0; level <= top; ++level) {
        uint32_t* to = s->box_part + 4 * (size_t)s->node_first[level];
        uint32_t below = level == 0 ? s->leaf_count : s->node_count[level - 1];
        for (uint32_t i = 0; i < 4 * s->node_count[level]; ++i) {
            uint32_t at = i < below ? i : below - 1;
            const uint32_t* from =
                level == 0 ? NULL : s->box_part + 4 * ((size_t)s->node_first[level - 1] + at);
            to[i] = from ? part_of_node(from) : part_of_leaf(s, part_of, at);
        }
    }
    return true;
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    (void)context;
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    if (!surface) return NULL;
    const float* x[3] = {surface->rest[0], surface->rest[1], surface->rest[2]};
    bool whole = surface->part_count == 1;
    ordering o = {.x = x,
                  .triangles = surface->triangles,
                  .part_of = whole ? NULL : surface->part_of,
                  .part_count = surface->part_count};
    pl_tree_shape* shape = make_shape(memory, &o, surface->count, surface->triangle_count);
    return shape && (whole || find_parts(shape, memory, surface->part_of)) ? shape : NULL;
}

static const pl_cache_key key = {PL_CACHE_TREE, {0, 0, 0, 0}};

const pl_tree_shape* pl_tree_shape_get(const plump_mesh* mesh, pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key, pool, build, NULL);
}

size_t pl_tree_shape_size(const plump_mesh* mesh) {
    return pl_mesh_cache_size(mesh, key);
}
