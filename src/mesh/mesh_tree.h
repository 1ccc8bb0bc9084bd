// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A bounding-box tree over the triangles of a surface, for the intake's geometric questions.
// Coordinates are finite and within +-1e18, indices in range.
#ifndef PL_MESH_TREE_H
#define PL_MESH_TREE_H

#include "src/mesh/mesh_view.h"

typedef struct pl_mesh_tree pl_mesh_tree;

// NULL when out of memory. Lives in the arena; the view must outlive it. The same tree on every
// machine.
pl_mesh_tree* pl_mesh_tree_build(pl_arena* arena, const pl_mesh_view* view);

typedef void pl_pair_visit(uint32_t triangle_a, uint32_t triangle_b, void* user);

typedef struct pl_intersections {
    uint64_t count;
    bool at_least;  // the work limit was reached
} pl_intersections;

// Calls `visit` (NULL is fine) for every pair of triangles that cut or touch each other, a < b, in
// ascending order. Signs are exact for the given doubles. Of more than 2^20 pairs only that many
// are visited, the others just counted. Triangles without area are left out. False: out of memory.
bool pl_mesh_intersections(pl_arena* arena, const pl_mesh_tree* tree, pl_pair_visit* visit,
                           void* user, pl_intersections* found);

// For each part the innermost other part it lies inside of, or PL_NONE, by exact ray crossings.
// Parts are closed; where two parts cut each other the answer is that of the part's first vertex
// (or, where that lies on another part's surface, of the next one tried that does not), and of two
// that are each around the other neither is the container: going outwards always ends.
// `incomplete` is set when a work limit was reached (then the rest are PL_NONE).
// False: out of memory.
bool pl_mesh_nesting(pl_arena* arena, const pl_mesh_tree* tree, const uint32_t* triangle_part,
                     uint32_t part_count, uint32_t* container, bool* incomplete);

// What follows is for the files that search the tree.

#define PL_TREE_WIDTH  8
#define PL_TREE_LEVELS 12  // 8^11 leaves of 8 are more than 2^32 triangles

typedef struct pl_tree_box {
    double lo[3], hi[3];
} pl_tree_box;

// Eight boxes as floats relative to `origin`. Rounding is monotonic, so boxes that meet still meet
// after it, as long as both are rounded relative to the same origin. Empty places meet nothing.
typedef struct pl_tree_node {
    float lo[3][PL_TREE_WIDTH], hi[3][PL_TREE_WIDTH];
    double origin[3];
} pl_tree_node;

// A complete tree over a spatial order of the triangles. Node i of level 0 holds the triangles
// order[8i] to order[8i + 7]; node i of level k the nodes 8i to 8i + 7 of level k - 1.
struct pl_mesh_tree {
    const pl_mesh_view* view;
    uint32_t* order;
    uint32_t level_count;  // 0 without triangles; the last level has one node
    uint32_t node_count[PL_TREE_LEVELS];
    pl_tree_node* nodes[PL_TREE_LEVELS];
    pl_tree_box* boxes[PL_TREE_LEVELS];  // of whole nodes
};

// The corners of triangle `triangle`.
static inline void pl_tree_corners(const pl_mesh_view* view, uint32_t triangle,
                                   const double* corner[3]) {
    for (size_t k = 0; k < 3; ++k) {
        corner[k] = view->positions + 3 * (size_t)view->triangles[3 * (size_t)triangle + k];
    }
}

pl_tree_box pl_tree_triangle_box(const double* const corner[3]);

// Bit i: box i of the node meets `box`.
static inline uint32_t pl_tree_meet(const pl_tree_node* node, const pl_tree_box* box) {
    float lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
        lo[k] = (float)(box->lo[k] - node->origin[k]);
        hi[k] = (float)(box->hi[k] - node->origin[k]);
    }
    // written for compilers that turn it into lanes
    static const uint32_t bit[PL_TREE_WIDTH] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint32_t mask = 0;
    for (int i = 0; i < PL_TREE_WIDTH; ++i) {
        uint32_t meets = (uint32_t)((node->lo[0][i] <= hi[0]) & (node->hi[0][i] >= lo[0]) &
                                    (node->lo[1][i] <= hi[1]) & (node->hi[1][i] >= lo[1]) &
                                    (node->lo[2][i] <= hi[2]) & (node->hi[2][i] >= lo[2]));
        mask |= (0u - meets) & bit[i];
    }
    return mask;
}

// The place of the lowest set bit of a mask that has one.
static inline uint32_t pl_tree_first(uint32_t mask) {
#if defined(__GNUC__) && !defined(__TINYC__)
    return (uint32_t)__builtin_ctz(mask);
#else
    uint32_t place = 0;
    while (!(mask >> place & 1)) ++place;
    return place;
#endif
}

// Sorts keys by their bytes from `first_byte` up, equal ones in the order they came; `spare` has
// room for as many.
void pl_tree_sort(uint64_t* keys, uint64_t* spare, size_t count, uint32_t first_byte);

#endif
