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

// Work in steps of about a nanosecond. A part apart from all others takes some hundred; where very
// many are nested in each other the search is cut short at a third of a second and some per
// triangle.
#define STEPS_PER_BOX      4
#define STEPS_PER_CROSSING 48
#define STEPS_PER_TRIANGLE 1024
#define STEPS_AT_LEAST     UINT64_C(300000000)
#define TRIES              16

// What a ray finds out about a part.
enum {
    MET = 1,
    ODD = 2,
    TOUCHED = 4
};  // seen at all; crossed an odd number of times; starts on it

typedef struct nesting {
    const pl_mesh_tree* tree;
    const uint32_t* triangle_part;
    pl_mesh_view box_view;     // the boxes of the parts, each as a triangle between two corners
    double (*box_corners)[3];  // lowest and highest of each part
    pl_mesh_tree* box_tree;
    uint32_t* part_begin;      // triangles of part p: part_triangles[part_begin[p]] up to the next
    uint32_t* part_triangles;  // in ascending order
    uint32_t* depth;           // parts around each part
    uint8_t* marks;            // of each part, by the present ray
    uint32_t *marked, *open, *around;
    uint32_t marked_count;  // parts with a mark
    uint32_t open_count;    // parts on whose surface every vertex asked so far lies
    uint32_t around_count;  // parts around the one in question
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

static void mark_part(nesting* n, uint32_t part, int marks) {
    if (!(n->marks[part] & MET)) n->marked[n->marked_count++] = part;
    n->marks[part] = (uint8_t)(marks | MET);
}

static bool box_holds(const nesting* n, uint32_t part, const double* point) {
    const double* lo = n->box_corners[2 * (size_t)part];
    const double* hi = n->box_corners[2 * (size_t)part + 1];
    return lo[0] <= point[0] && hi[0] >= point[0] && lo[1] <= point[1] && hi[1] >= point[1] &&
           lo[2] <= point[2] && hi[2] >= point[2];
}

static void cross_triangle(nesting* n, uint32_t triangle, uint32_t part, const double* point) {
    uint32_t other = n->triangle_part[triangle];
    n->work += STEPS_PER_CROSSING;
    // the ray may end inside parts whose boxes do not hold the point: those are not counted
    if (other == part || !box_holds(n, other, point)) return;
    const double* corner[3];
    pl_tree_corners(n->tree->view, triangle, corner);
    pl_tree_box box;
    pl_tree_triangle_box(corner, &box);
    bool within = true;
    for (int k = 0; k < 3; ++k) {
        if (box.hi[k] < point[k]) return;
        within = within && box.lo[k] <= point[k];
    }
    bool meets = line_meets(corner, point, &n->work);
    if (!meets && !within) return;
    int side = pl_orient3d(corner[0], corner[1], corner[2], point, &n->work);
    if (side == 0 && within) mark_part(n, other, n->marks[other] | TOUCHED);
    // ahead of the point, not behind; a tie is behind, since the point was moved along the ray
    if (!meets) return;
    int turn = pl_orient2d(corner[0] + 1, corner[1] + 1, corner[2] + 1, &n->work);
    if (side * turn < 0) mark_part(n, other, n->marks[other] ^ ODD);
}

static void clear_marks(nesting* n) {
    for (uint32_t i = 0; i < n->marked_count; ++i) n->marks[n->marked[i]] = 0;
    n->marked_count = 0;
}

// How far along +x a part around the point may reach: the farthest end of a box, of another part,
// that holds it. False: there is none.
static bool find_reach(nesting* n, uint32_t part, const double* point, double* reach) {
    pl_tree_box spot;
    pl_tree_walk walk;
    uint32_t leaf;
    bool found = false;
    memcpy(spot.lo, point, sizeof spot.lo);
    memcpy(spot.hi, point, sizeof spot.hi);
    pl_tree_walk_start(&walk, n->box_tree, &spot, 0, &n->work);
    while (n->work <= n->limit && pl_tree_walk_next(&walk, &leaf)) {
        uint32_t mask = pl_tree_meet(&n->box_tree->nodes[0][leaf], &spot);
        n->work += PL_TREE_STEPS;
        for (; mask; mask &= mask - 1) {
            uint32_t other = n->box_tree->order[leaf * PL_TREE_WIDTH + pl_tree_first(mask)];
            double end = n->box_corners[2 * (size_t)other + 1][0];
            n->work += STEPS_PER_BOX;
            if (other == part) continue;
            *reach = found ? pl_tree_most(*reach, end) : end;
            found = true;
        }
    }
    return found;
}

// False: the work limit was reached.
static bool shoot_ray(nesting* n, uint32_t part, const double* point) {
    pl_tree_box ray;
    pl_tree_walk walk;
    uint32_t leaf;
    clear_marks(n);
    memcpy(ray.lo, point, sizeof ray.lo);
    memcpy(ray.hi, point, sizeof ray.hi);
    if (!find_reach(n, part, point, &ray.hi[0])) return n->work <= n->limit;
    pl_tree_walk_start(&walk, n->tree, &ray, 0, &n->work);
    while (n->work <= n->limit && pl_tree_walk_next(&walk, &leaf)) {
        uint32_t mask = pl_tree_meet(&n->tree->nodes[0][leaf], &ray);
        n->work += PL_TREE_STEPS;
        for (; mask; mask &= mask - 1) {
            cross_triangle(n, n->tree->order[leaf * PL_TREE_WIDTH + pl_tree_first(mask)], part,
                           point);
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

// Sorts out the parts still open by the present ray; `last`: those it starts on too.
static void settle_open(nesting* n, bool last) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < n->open_count; ++i) {
        uint32_t other = n->open[i];
        uint8_t marks = n->marks[other];
        if (marks & TOUCHED && !last) {
            n->open[left++] = other;
        } else if (marks & ODD) {
            n->around[n->around_count++] = other;
        }
    }
    n->open_count = left;
}

// Lists the parts around a part. False: the work limit was reached.
static bool find_around(nesting* n, uint32_t part) {
    n->around_count = n->open_count = 0;
    if (n->part_begin[part] == n->part_begin[part + 1]) return true;
    if (!shoot_from_part(n, part, 0)) return false;
    for (uint32_t i = 0; i < n->marked_count; ++i) n->open[n->open_count++] = n->marked[i];
    settle_open(n, false);
    for (uint32_t start = 1; start < TRIES && n->open_count > 0; ++start) {
        if (!shoot_from_part(n, part, start)) return false;
        settle_open(n, false);
    }
    if (n->open_count > 0) {
        if (!shoot_from_part(n, part, 0)) return false;
        settle_open(n, true);
    }
    return true;
}

// The deepest of the parts around a part; the first of equals.
static uint32_t deepest_around(const nesting* n, uint32_t part) {
    uint32_t best = PL_NONE;
    for (uint32_t i = 0; i < n->around_count; ++i) {
        uint32_t other = n->around[i];
        // parts that cut each other may each be around the other: neither is the container
        if (n->depth[other] >= n->depth[part]) continue;
        if (best == PL_NONE || n->depth[other] > n->depth[best] ||
            (other < best && n->depth[other] == n->depth[best])) {
            best = other;
        }
    }
    return best;
}

static void find_boxes(nesting* n, uint32_t part_count, uint32_t* box_triangles) {
    const pl_mesh_view* view = n->tree->view;
    for (uint32_t p = 0; p < part_count; ++p) {
        pl_tree_box whole = {{0, 0, 0}, {0, 0, 0}};
        for (uint32_t i = n->part_begin[p]; i < n->part_begin[p + 1]; ++i) {
            const double* corner[3];
            pl_tree_box box;
            pl_tree_corners(view, n->part_triangles[i], corner);
            pl_tree_triangle_box(corner, &box);
            for (int k = 0; k < 3; ++k) {
                bool first = i == n->part_begin[p];
                whole.lo[k] = first ? box.lo[k] : pl_tree_least(whole.lo[k], box.lo[k]);
                whole.hi[k] = first ? box.hi[k] : pl_tree_most(whole.hi[k], box.hi[k]);
            }
        }
        memcpy(n->box_corners[2 * (size_t)p], whole.lo, sizeof whole.lo);
        memcpy(n->box_corners[2 * (size_t)p + 1], whole.hi, sizeof whole.hi);
        for (uint32_t k = 0; k < 3; ++k) box_triangles[3 * (size_t)p + k] = 2 * p + (k > 0);
    }
}

// Parts without triangles have a box at the origin; it holds nothing but lengthens a ray or two.
static bool prepare_boxes(pl_arena* arena, nesting* n, uint32_t part_count) {
    uint32_t* box_triangles = pl_arena_alloc(arena, part_count, 3 * sizeof *box_triangles);
    n->box_corners = pl_arena_alloc(arena, part_count, 2 * sizeof *n->box_corners);
    if (!box_triangles || !n->box_corners) return false;
    find_boxes(n, part_count, box_triangles);
    n->box_view = (pl_mesh_view){n->box_corners[0], 2 * part_count, box_triangles, part_count};
    n->box_tree = pl_mesh_tree_build(arena, &n->box_view);
    return n->box_tree != NULL;
}

static bool prepare_parts(pl_arena* arena, nesting* n, uint32_t part_count) {
    uint32_t triangle_count = n->tree->view->triangle_count;
    n->part_begin = pl_arena_alloc_zero(arena, (size_t)part_count + 2, sizeof *n->part_begin);
    n->part_triangles = pl_arena_alloc(arena, triangle_count, sizeof *n->part_triangles);
    n->depth = pl_arena_alloc_zero(arena, part_count, sizeof *n->depth);
    n->marks = pl_arena_alloc_zero(arena, part_count, sizeof *n->marks);
    n->marked = pl_arena_alloc(arena, part_count, sizeof *n->marked);
    n->open = pl_arena_alloc(arena, part_count, sizeof *n->open);
    n->around = pl_arena_alloc(arena, part_count, sizeof *n->around);
    if (!n->part_begin || !n->part_triangles || !n->depth || !n->marks || !n->marked || !n->open ||
        !n->around) {
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
static bool find_depths(nesting* n, uint32_t part_count, uint32_t* container) {
    for (uint32_t p = 0; p < part_count; ++p) {
        if (!find_around(n, p)) return false;
        n->depth[p] = n->around_count;
        if (n->around_count == 1) container[p] = n->around[0];
    }
    // the answer for those with one part around, unless that one is no shallower
    for (uint32_t p = 0; p < part_count; ++p) {
        if (n->depth[p] == 1 && n->depth[container[p]] > 0) container[p] = PL_NONE;
    }
    return true;
}

// False: the work limit was reached.
static bool find_containers(nesting* n, uint32_t part_count, uint32_t* container) {
    for (uint32_t p = 0; p < part_count; ++p) {
        if (n->depth[p] <= 1) continue;
        if (!find_around(n, p)) return false;
        container[p] = deepest_around(n, p);
    }
    return true;
}

static void clear_containers(uint32_t part_count, uint32_t* container) {
    for (uint32_t p = 0; p < part_count; ++p) container[p] = PL_NONE;
}

bool pl_mesh_nesting(pl_arena* arena, const pl_mesh_tree* tree, const uint32_t* triangle_part,
                     uint32_t part_count, uint32_t* container, bool* incomplete) {
    *incomplete = false;
    clear_containers(part_count, container);
    if (part_count < 2 || tree->view->triangle_count == 0) return true;
    void* mark = pl_arena_mark(arena);
    nesting n = {.tree = tree, .triangle_part = triangle_part};
    n.limit = STEPS_AT_LEAST + (uint64_t)tree->view->triangle_count * STEPS_PER_TRIANGLE;
    bool ready = prepare_parts(arena, &n, part_count) && prepare_boxes(arena, &n, part_count);
    if (ready && !find_depths(&n, part_count, container)) {
        // without the depths nothing is sure
        clear_containers(part_count, container);
        *incomplete = true;
    } else if (ready) {
        *incomplete = !find_containers(&n, part_count, container);
    }
    pl_arena_release(arena, mark);
    return ready;
}
