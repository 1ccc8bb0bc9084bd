// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which part lies inside which: a ray from a vertex of the part along +x, and for every other part
// the parity of its crossings.
//
// The ray runs through edges and vertices all the time (grids!), so it starts from a point moved by
// (e1, e2, e3), e1 >> e2 >> e3 > 0 and all too small to matter otherwise: then every question has a
// strict answer, found by exact signs and a fixed rule for each tie, and the rules fit together.
// A vertex that lies on another part's surface could still be told inside by such a move, so then
// other vertices of the part are tried.
//
// Two rounds: the first counts the parts around each part, its depth; the second, where there are
// several, picks the deepest of them.
#include "src/mesh/mesh_predicates.h"
#include "src/mesh/mesh_tree.h"

#include <string.h>

// Work in steps of some nanoseconds, one per node and a few per triangle. Separate parts take about
// a hundred per part.
#define STEPS_PER_CROSSING 4
#define STEPS_PER_TRIANGLE 128
#define STEPS_AT_LEAST     UINT64_C(32000000)
#define TRIES              16

typedef struct nesting {
    const pl_mesh_tree* tree;
    const uint32_t* triangle_part;
    uint32_t* part_begin;      // triangles of part p: part_triangles[part_begin[p]] up to the next
    uint32_t* part_triangles;  // in ascending order
    uint32_t* depth;           // parts around each part
    uint8_t* start;            // which vertex of the part was asked
    uint8_t* crossings;        // per part, of the present ray: 1 crossed, 2 an odd number of times
    uint32_t* crossed;         // the parts crossed
    uint32_t crossed_count;
    bool touched;  // the ray starts on a surface
    uint64_t work, limit;
} nesting;

// An edge going up past the height of the point is on its right (larger y). On a tie it is on the
// left, since the point was moved right.
static bool edge_on_right(const double* low, const double* high, const double* point,
                          uint64_t* work) {
    return pl_orient2d(low + 1, high + 1, point + 1, work) > 0;
}

// The line along x through the point meets the triangle: seen along x, an odd number of its edges
// are on the right. Heights equal to the point's count as below, since the point was moved up.
static bool line_meets(const double* const corner[3], const double* point, uint64_t* work) {
    bool inside = false;
    for (int i = 0; i < 3; ++i) {
        const double *a = corner[i], *b = corner[(i + 1) % 3];
        bool a_above = a[2] > point[2], b_above = b[2] > point[2];
        if (a_above == b_above) continue;
        inside ^= edge_on_right(b_above ? a : b, b_above ? b : a, point, work);
    }
    return inside;
}

static void cross_triangle(nesting* n, uint32_t triangle, uint32_t part, const double* point) {
    n->work += STEPS_PER_CROSSING;
    if (n->triangle_part[triangle] == part) return;
    const double* corner[3];
    pl_tree_corners(n->tree->view, triangle, corner);
    pl_tree_box box = pl_tree_triangle_box(corner);
    bool within = true;
    for (int k = 0; k < 3; ++k) {
        if (box.hi[k] < point[k]) return;
        within = within && box.lo[k] <= point[k];
    }
    bool meets = line_meets(corner, point, &n->work);
    if (!meets && !within) return;
    int side = pl_orient3d(corner[0], corner[1], corner[2], point, &n->work);
    if (side == 0 && within) n->touched = true;
    // ahead of the point, not behind; a tie is behind, since the point was moved along the ray
    if (!meets) return;
    int turn = pl_orient2d(corner[0] + 1, corner[1] + 1, corner[2] + 1, &n->work);
    if (side * turn >= 0) return;
    uint32_t other = n->triangle_part[triangle];
    if (n->crossings[other] == 0) n->crossed[n->crossed_count++] = other;
    n->crossings[other] = (uint8_t)(1 | (n->crossings[other] ^ 2));
}

static void clear_ray(nesting* n) {
    for (uint32_t i = 0; i < n->crossed_count; ++i) n->crossings[n->crossed[i]] = 0;
    n->crossed_count = 0;
    n->touched = false;
}

// False: the work limit was reached.
static bool shoot_ray(nesting* n, uint32_t part, const double* point) {
    const pl_mesh_tree* tree = n->tree;
    uint32_t top = tree->level_count - 1, depth = 1;
    pl_tree_box ray;
    memcpy(ray.lo, point, sizeof ray.lo);
    memcpy(ray.hi, point, sizeof ray.hi);
    ray.hi[0] = tree->boxes[top][0].hi[0];
    struct {
        uint32_t level, node;
    } stack[PL_TREE_LEVELS * PL_TREE_WIDTH];
    stack[0].level = top;
    stack[0].node = 0;
    clear_ray(n);
    while (depth > 0 && n->work <= n->limit) {
        uint32_t level = stack[--depth].level, node = stack[depth].node;
        uint32_t mask = pl_tree_meet(&tree->nodes[level][node], &ray);
        ++n->work;
        for (; mask; mask &= mask - 1) {
            uint32_t child = node * PL_TREE_WIDTH + pl_tree_first(mask);
            if (level == 0) {
                cross_triangle(n, tree->order[child], part, point);
            } else {
                stack[depth].level = level - 1;
                stack[depth++].node = child;
            }
        }
    }
    return n->work <= n->limit;
}

// The ray from the vertex of that number: the first vertex, then others spread over the part.
static bool shoot_from_part(nesting* n, uint32_t part, uint32_t start) {
    uint32_t begin = n->part_begin[part], count = n->part_begin[part + 1] - begin;
    uint32_t at = begin + (uint32_t)((uint64_t)count * start / TRIES);
    const double* corner[3];
    pl_tree_corners(n->tree->view, n->part_triangles[at], corner);
    return shoot_ray(n, part, corner[start % 3]);
}

static bool is_around(const nesting* n, uint32_t other) {
    return n->crossings[other] & 2;
}

// Counts the parts around a part; remembers one of them, which is the answer where it is alone.
static bool count_around(nesting* n, uint32_t part, uint32_t* container) {
    uint32_t start = 0;
    do {
        if (!shoot_from_part(n, part, start)) return false;
    } while (n->touched && ++start < TRIES);
    if (start == TRIES) {
        start = 0;
        if (!shoot_from_part(n, part, start)) return false;
    }
    n->start[part] = (uint8_t)start;
    for (uint32_t i = 0; i < n->crossed_count; ++i) {
        if (!is_around(n, n->crossed[i])) continue;
        ++n->depth[part];
        *container = n->crossed[i];
    }
    return true;
}

// The deepest of several parts around a part; the first of equals.
static bool pick_deepest(nesting* n, uint32_t part, uint32_t* container) {
    if (!shoot_from_part(n, part, n->start[part])) return false;
    *container = PL_NONE;
    for (uint32_t i = 0; i < n->crossed_count; ++i) {
        uint32_t other = n->crossed[i];
        // parts that cut each other may each be around the other: neither is the container
        if (!is_around(n, other) || n->depth[other] >= n->depth[part]) continue;
        if (*container == PL_NONE || n->depth[other] > n->depth[*container] ||
            (n->depth[other] == n->depth[*container] && other < *container)) {
            *container = other;
        }
    }
    return true;
}

static bool prepare(pl_arena* arena, nesting* n, uint32_t part_count) {
    uint32_t triangle_count = n->tree->view->triangle_count;
    n->part_begin = pl_arena_alloc_zero(arena, (size_t)part_count + 2, sizeof *n->part_begin);
    n->part_triangles = pl_arena_alloc(arena, triangle_count, sizeof *n->part_triangles);
    n->depth = pl_arena_alloc_zero(arena, part_count, sizeof *n->depth);
    n->start = pl_arena_alloc_zero(arena, part_count, sizeof *n->start);
    n->crossings = pl_arena_alloc_zero(arena, part_count, sizeof *n->crossings);
    n->crossed = pl_arena_alloc(arena, part_count, sizeof *n->crossed);
    if (!n->part_begin || !n->part_triangles || !n->depth || !n->start || !n->crossings ||
        !n->crossed) {
        return false;
    }
    // counted two places up, so that filling moves each begin to where it belongs
    uint32_t* begin = n->part_begin;
    for (uint32_t i = 0; i < triangle_count; ++i) ++begin[n->triangle_part[i] + 2];
    for (uint32_t p = 2; p <= part_count; ++p) begin[p] += begin[p - 1];
    for (uint32_t i = 0; i < triangle_count; ++i) {
        n->part_triangles[begin[n->triangle_part[i] + 1]++] = i;
    }
    return true;
}

// False: the work limit was reached.
static bool find_containers(nesting* n, uint32_t part_count, uint32_t* container) {
    bool complete = true;
    for (uint32_t p = 0; p < part_count && complete; ++p) {
        if (n->part_begin[p] == n->part_begin[p + 1]) continue;
        complete = count_around(n, p, &container[p]);
    }
    for (uint32_t p = 0; p < part_count; ++p) {
        if (n->depth[p] == 1 && n->depth[container[p]] > 0) container[p] = PL_NONE;
        if (n->depth[p] <= 1) continue;
        complete = complete && pick_deepest(n, p, &container[p]);
        if (!complete) container[p] = PL_NONE;
    }
    return complete;
}

bool pl_mesh_nesting(pl_arena* arena, const pl_mesh_tree* tree, const uint32_t* triangle_part,
                     uint32_t part_count, uint32_t* container, bool* incomplete) {
    *incomplete = false;
    for (uint32_t p = 0; p < part_count; ++p) container[p] = PL_NONE;
    if (part_count < 2) return true;
    void* mark = pl_arena_mark(arena);
    nesting n = {.tree = tree, .triangle_part = triangle_part};
    n.limit = STEPS_AT_LEAST + (uint64_t)tree->view->triangle_count * STEPS_PER_TRIANGLE;
    bool ready = prepare(arena, &n, part_count);
    if (ready) *incomplete = !find_containers(&n, part_count, container);
    pl_arena_release(arena, mark);
    return ready;
}
