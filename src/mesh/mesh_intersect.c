// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Finds the pairs of triangles that cut or touch each other (mesh_face.h).
//
// The tree is searched leaf by leaf against itself; each pair of leaves that meet is narrowed to
// pairs of triangles whose boxes meet, and exact signs decide. In a clean mesh nearly all of those
// are neighbours, and nearly all are told apart by a few dot products with stored normals.
#include "src/mesh/mesh_face.h"
#include "src/mesh/mesh_sort.h"
#include "src/mesh/mesh_tree.h"

// Work in steps of about a nanosecond. A clean mesh takes some 400 per triangle; where everything
// overlaps the search is cut short at about 32 pairs per triangle and a few millions more, half a
// second.
#define STEPS_PER_TRIANGLE (32 * PL_FACE_STEPS + 512)
#define STEPS_AT_LEAST     UINT64_C(400000000)
#define PAIRS_KEPT         ((size_t)1 << 20)

typedef struct search {
    const pl_mesh_tree* tree;
    pl_face* faces;
    uint64_t work, limit;
    uint64_t found;
    pl_keyed* pairs;  // key: smaller triangle above larger
    size_t pair_count, pair_capacity;
    plump_allocator hooks;
    bool failed;  // out of memory
} search;

static void make_face(const pl_mesh_view* view, uint32_t triangle, pl_face* out) {
    const uint32_t* vertex = view->triangles + 3 * (size_t)triangle;
    double corners[9];
    for (size_t i = 0; i < 3; ++i)
        for (size_t k = 0; k < 3; ++k)
            corners[3 * i + k] = view->positions[3 * (size_t)vertex[i] + k];
    pl_face_make(corners, vertex, triangle, out);
}

static void keep_pair(search* s, uint32_t a, uint32_t b) {
    ++s->found;
    if (s->pair_count == PAIRS_KEPT) return;
    if (!pl_grow(&s->hooks, (void**)&s->pairs, &s->pair_capacity, s->pair_count, s->pair_count + 1,
                 sizeof *s->pairs)) {
        s->failed = true;
        return;
    }
    s->pairs[s->pair_count++].key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

// All pairs of a triangle in leaf `first` with one in leaf `second`, which is not before it.
static void search_leaves(search* s, const pl_tree_box* triangle_boxes, uint32_t first,
                          uint32_t second) {
    const pl_mesh_tree* tree = s->tree;
    const pl_face* faces_a = s->faces + (size_t)first * PL_TREE_WIDTH;
    const pl_face* faces_b = s->faces + (size_t)second * PL_TREE_WIDTH;
    uint32_t left = pl_tree_meet(&tree->nodes[0][first], &tree->boxes[0][second]);
    s->work += PL_TREE_STEPS;
    for (; left; left &= left - 1) {
        uint32_t a = pl_tree_first(left);
        uint32_t right = pl_tree_meet(&tree->nodes[0][second], &triangle_boxes[a]);
        s->work += PL_TREE_STEPS;
        if (first == second) right &= ~UINT32_C(1) << a;
        for (; right; right &= right - 1) {
            uint32_t b = pl_tree_first(right);
            s->work += PL_FACE_STEPS;
            if (pl_faces_meet(&faces_a[a], &faces_b[b], &s->work)) {
                keep_pair(s, faces_a[a].triangle, faces_b[b].triangle);
            }
        }
    }
}

// All pairs of leaf `leaf` with itself and later ones.
static void search_from_leaf(search* s, uint32_t leaf) {
    const pl_mesh_tree* tree = s->tree;
    pl_tree_box triangle_boxes[PL_TREE_WIDTH];
    for (uint32_t i = 0; i < PL_TREE_WIDTH; ++i) {
        size_t at = (size_t)leaf * PL_TREE_WIDTH + i;
        if (at >= tree->view->triangle_count) break;
        const double* corner[3];
        for (int k = 0; k < 3; ++k) corner[k] = s->faces[at].corner[k];
        pl_tree_triangle_box(corner, &triangle_boxes[i]);
    }
    pl_tree_walk walk;
    uint32_t other;
    pl_tree_walk_start(&walk, tree, &tree->boxes[0][leaf], leaf, &s->work);
    while (s->work <= s->limit && !s->failed && pl_tree_walk_next(&walk, &other)) {
        search_leaves(s, triangle_boxes, leaf, other);
    }
}

static bool visit_pairs(search* s, pl_pair_visit* visit, void* user) {
    if (!visit || s->pair_count == 0) return true;
    pl_keyed* spare = pl_alloc(&s->hooks, s->pair_count, sizeof *spare);
    if (!spare) return false;
    pl_sort_keyed(s->pairs, spare, s->pair_count);
    pl_free(&s->hooks, spare);
    for (size_t i = 0; i < s->pair_count; ++i) {
        visit((uint32_t)(s->pairs[i].key >> 32), (uint32_t)s->pairs[i].key, user);
    }
    return true;
}

bool pl_mesh_intersections(pl_arena* arena, const pl_mesh_tree* tree, pl_pair_visit* visit,
                           void* user, pl_intersections* found) {
    uint32_t count = tree->view->triangle_count;
    void* mark = pl_arena_mark(arena);
    search s = {.tree = tree, .hooks = arena->hooks};
    s.limit = STEPS_AT_LEAST + (uint64_t)count * STEPS_PER_TRIANGLE;
    s.faces = pl_arena_alloc(arena, count, sizeof *s.faces);
    if (!s.faces) return false;
    for (size_t i = 0; i < count; ++i) make_face(tree->view, tree->order[i], &s.faces[i]);
    for (uint32_t leaf = 0; leaf < tree->node_count[0] && s.work <= s.limit && !s.failed; ++leaf) {
        search_from_leaf(&s, leaf);
    }
    bool done = !s.failed && visit_pairs(&s, visit, user);
    pl_free(&s.hooks, s.pairs);
    pl_arena_release(arena, mark);
    *found = (pl_intersections){s.found, s.work > s.limit};
    return done;
}
