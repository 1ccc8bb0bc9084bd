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

// Work is counted in steps of about a nanosecond, so that limits hold for any mix of it.
#define PL_TREE_STEPS 16  // to compare a box with a node

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

static inline double pl_tree_least(double a, double b) {
    return a < b ? a : b;
}

static inline double pl_tree_most(double a, double b) {
    return a > b ? a : b;
}

static inline void pl_tree_triangle_box(const double* const corner[3], pl_tree_box* box) {
    const double *a = corner[0], *b = corner[1], *c = corner[2];
    for (int k = 0; k < 3; ++k) {
        box->lo[k] = pl_tree_least(pl_tree_least(a[k], b[k]), c[k]);
        box->hi[k] = pl_tree_most(pl_tree_most(a[k], b[k]), c[k]);
    }
}

#if defined(__GNUC__) && !defined(__clang__) && !defined(__TINYC__)
#define PL_TREE_KEEP_LOOP _Pragma("GCC unroll 1")
#else
#define PL_TREE_KEEP_LOOP
#endif

// Bit i: box i of the node meets `box`.
static inline uint32_t pl_tree_meet(const pl_tree_node* node, const pl_tree_box* box) {
    const double* origin = node->origin;
    float lo_x = (float)(box->lo[0] - origin[0]), hi_x = (float)(box->hi[0] - origin[0]);
    float lo_y = (float)(box->lo[1] - origin[1]), hi_y = (float)(box->hi[1] - origin[1]);
    float lo_z = (float)(box->lo[2] - origin[2]), hi_z = (float)(box->hi[2] - origin[2]);
    // written for compilers that turn it into lanes; gcc -O3 would unroll it first and then not
    static const uint32_t bit[PL_TREE_WIDTH] = {1, 2, 4, 8, 16, 32, 64, 128};
    uint32_t mask = 0;
    PL_TREE_KEEP_LOOP
    for (int i = 0; i < PL_TREE_WIDTH; ++i) {
        uint32_t meets = (uint32_t)((node->lo[0][i] <= hi_x) & (node->hi[0][i] >= lo_x) &
                                    (node->lo[1][i] <= hi_y) & (node->hi[1][i] >= lo_y) &
                                    (node->lo[2][i] <= hi_z) & (node->hi[2][i] >= lo_z));
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

// A search for the leaves whose boxes meet `box`, from `first_leaf` on, in a fixed order. Adds its
// steps to *work.
typedef struct pl_tree_walk {
    const pl_mesh_tree* tree;
    const pl_tree_box* box;
    uint32_t first_leaf;
    uint64_t* work;
    uint32_t depth;
    struct {
        uint32_t level, node;
    } stack[PL_TREE_LEVELS * PL_TREE_WIDTH];
} pl_tree_walk;

static inline void pl_tree_walk_start(pl_tree_walk* walk, const pl_mesh_tree* tree,
                                      const pl_tree_box* box, uint32_t first_leaf, uint64_t* work) {
    walk->tree = tree;
    walk->box = box;
    walk->first_leaf = first_leaf;
    walk->work = work;
    walk->depth = tree->level_count > 0;
    walk->stack[0].level = tree->level_count - 1;
    walk->stack[0].node = 0;
}

static inline bool pl_tree_walk_next(pl_tree_walk* walk, uint32_t* leaf) {
    while (walk->depth > 0) {
        uint32_t level = walk->stack[--walk->depth].level, node = walk->stack[walk->depth].node;
        if (level == 0) {
            *leaf = node;
            return true;
        }
        uint32_t mask = pl_tree_meet(&walk->tree->nodes[level][node], walk->box);
        *walk->work += PL_TREE_STEPS;
        for (; mask; mask &= mask - 1) {
            uint32_t child = node * PL_TREE_WIDTH + pl_tree_first(mask);
            // its last leaf comes before the first asked for
            if ((((uint64_t)child + 1) << (3 * (level - 1))) <= walk->first_leaf) continue;
            walk->stack[walk->depth].level = level - 1;
            walk->stack[walk->depth++].node = child;
        }
    }
    return false;
}

#endif
