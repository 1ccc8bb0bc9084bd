// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Builds the tree: triangles sorted along a space-filling curve (Morton's) through the centres of
// their boxes, then eight neighbours to a node, level by level. The shape of the tree depends on
// the number of triangles alone, so it is never deeper than its 12 levels.
//
// Ten bits per axis place most meshes well. Where many triangles share one cell (a small body far
// from a large one) the cell is sorted again by a grid of its own.
#include "src/mesh/mesh_tree.h"
#include "src/mesh/mesh_sort.h"

#include <float.h>

#define GRID        1024
#define CROWD       32  // triangles of one cell that are worth a finer grid
#define REFINEMENTS 8

static void box_clear(pl_tree_box* box) {
    for (int k = 0; k < 3; ++k) {
        box->lo[k] = DBL_MAX;
        box->hi[k] = -DBL_MAX;
    }
}

static inline void box_add(pl_tree_box* box, const double* lo, const double* hi) {
    for (int k = 0; k < 3; ++k) {
        box->lo[k] = pl_tree_least(lo[k], box->lo[k]);
        box->hi[k] = pl_tree_most(hi[k], box->hi[k]);
    }
}

// What sorting works on: the place on the curve as the key, the triangle as the value.
typedef struct ordering {
    const pl_mesh_view* view;
    double (*centres)[3];
    pl_keyed *items, *spare;
} ordering;

// Twice the centres of the boxes: the sum cannot overflow within the range, and halving would
// change nothing.
static void find_centres(ordering* o) {
    for (uint32_t i = 0; i < o->view->triangle_count; ++i) {
        const double* corner[3];
        pl_tree_corners(o->view, i, corner);
        pl_tree_box box;
        pl_tree_triangle_box(corner, &box);
        for (int k = 0; k < 3; ++k) o->centres[i][k] = box.lo[k] + box.hi[k];
        o->items[i] = (pl_keyed){0, i};
    }
}

// Ten bits, two zeros between any two of them.
static uint32_t spread(uint32_t cell) {
    cell = (cell | cell << 16) & UINT32_C(0x030000FF);
    cell = (cell | cell << 8) & UINT32_C(0x0300F00F);
    cell = (cell | cell << 4) & UINT32_C(0x030C30C3);
    return (cell | cell << 2) & UINT32_C(0x09249249);
}

static uint32_t curve_place(const double centre[3], const pl_tree_box* grid, double scale) {
    uint32_t code = 0;
    for (uint32_t k = 0; k < 3; ++k) {
        uint32_t cell = (uint32_t)((centre[k] - grid->lo[k]) * scale);
        code |= spread(cell < GRID ? cell : GRID - 1) << k;
    }
    return code;
}

// Sorts some of the items along the curve through a grid around them. False when they are all in
// one spot.
static bool sort_along_curve(ordering* o, size_t begin, size_t end) {
    pl_tree_box grid;
    double extent = 0;
    box_clear(&grid);
    for (size_t i = begin; i < end; ++i) {
        const double* centre = o->centres[o->items[i].value];
        box_add(&grid, centre, centre);
    }
    for (int k = 0; k < 3; ++k) {
        if (grid.hi[k] - grid.lo[k] > extent) extent = grid.hi[k] - grid.lo[k];
    }
    if (!(extent > 1e-300)) return false;
    double scale = GRID / extent;
    for (size_t i = begin; i < end; ++i) {
        o->items[i].key = curve_place(o->centres[o->items[i].value], &grid, scale);
    }
    pl_sort_keyed(o->items + begin, o->spare, end - begin);
    return true;
}

// Sorts crowded cells again, each by its own grid. False when there was none.
static bool sort_crowds(ordering* o) {
    bool sorted = false;
    size_t count = o->view->triangle_count;
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin + 1; end < count && o->items[end].key == o->items[begin].key;) ++end;
        if (end - begin > CROWD && sort_along_curve(o, begin, end)) sorted = true;
    }
    return sorted;
}

static bool make_order(pl_arena* arena, const pl_mesh_view* view, uint32_t* order) {
    size_t count = view->triangle_count;
    void* mark = pl_arena_mark(arena);
    ordering o = {.view = view};
    o.centres = pl_arena_alloc(arena, count, sizeof *o.centres);
    o.items = pl_arena_alloc(arena, count, sizeof *o.items);
    o.spare = pl_arena_alloc(arena, count, sizeof *o.spare);
    bool ready = o.centres && o.items && o.spare;
    if (ready) {
        find_centres(&o);
        bool again = sort_along_curve(&o, 0, count);
        for (int i = 0; again && i < REFINEMENTS; ++i) again = sort_crowds(&o);
        for (size_t i = 0; i < count; ++i) order[i] = o.items[i].value;
    }
    pl_arena_release(arena, mark);
    return ready;
}

// Packs up to eight boxes into a node.
static void fill_node(const pl_tree_box* boxes, uint32_t count, pl_tree_node* node,
                      pl_tree_box* whole) {
    box_clear(whole);
    for (uint32_t i = 0; i < count; ++i) box_add(whole, boxes[i].lo, boxes[i].hi);
    for (int k = 0; k < 3; ++k) {
        double origin = node->origin[k] = whole->lo[k];
        for (uint32_t i = 0; i < PL_TREE_WIDTH; ++i) {
            node->lo[k][i] = i < count ? (float)(boxes[i].lo[k] - origin) : FLT_MAX;
            node->hi[k][i] = i < count ? (float)(boxes[i].hi[k] - origin) : -FLT_MAX;
        }
    }
}

static uint32_t children_of(uint32_t node, uint32_t child_count) {
    uint32_t left = child_count - node * PL_TREE_WIDTH;
    return left < PL_TREE_WIDTH ? left : PL_TREE_WIDTH;
}

static void fill_leaves(pl_mesh_tree* tree) {
    const pl_mesh_view* view = tree->view;
    for (uint32_t n = 0; n < tree->node_count[0]; ++n) {
        pl_tree_box boxes[PL_TREE_WIDTH];
        uint32_t count = children_of(n, view->triangle_count);
        for (uint32_t i = 0; i < count; ++i) {
            const double* corner[3];
            pl_tree_corners(view, tree->order[n * PL_TREE_WIDTH + i], corner);
            pl_tree_triangle_box(corner, &boxes[i]);
        }
        fill_node(boxes, count, &tree->nodes[0][n], &tree->boxes[0][n]);
    }
}

static void fill_level(pl_mesh_tree* tree, uint32_t level) {
    for (uint32_t n = 0; n < tree->node_count[level]; ++n) {
        fill_node(tree->boxes[level - 1] + (size_t)n * PL_TREE_WIDTH,
                  children_of(n, tree->node_count[level - 1]), &tree->nodes[level][n],
                  &tree->boxes[level][n]);
    }
}

static bool allocate_levels(pl_arena* arena, pl_mesh_tree* tree) {
    uint32_t below = tree->view->triangle_count;
    while (below > 0) {
        uint32_t level = tree->level_count++;
        uint32_t count = below / PL_TREE_WIDTH + (below % PL_TREE_WIDTH != 0);
        tree->node_count[level] = count;
        tree->nodes[level] = pl_arena_alloc(arena, count, sizeof(pl_tree_node));
        tree->boxes[level] = pl_arena_alloc(arena, count, sizeof(pl_tree_box));
        if (!tree->nodes[level] || !tree->boxes[level]) return false;
        below = count > 1 ? count : 0;
    }
    return true;
}

pl_mesh_tree* pl_mesh_tree_build(pl_arena* arena, const pl_mesh_view* view) {
    pl_mesh_tree* tree = pl_arena_alloc_zero(arena, 1, sizeof *tree);
    if (!tree) return NULL;
    tree->view = view;
    tree->order = pl_arena_alloc(arena, view->triangle_count, sizeof *tree->order);
    if (!tree->order || !allocate_levels(arena, tree)) return NULL;
    if (!make_order(arena, view, tree->order)) return NULL;
    if (tree->level_count > 0) fill_leaves(tree);
    for (uint32_t level = 1; level < tree->level_count; ++level) fill_level(tree, level);
    return tree;
}
