// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Finds the pairs of triangles that cut or touch each other. What counts:
// no common vertex: an edge of one meets the other, or they overlap in one plane;
// one: the edge opposite to it meets the other triangle, or they overlap in one plane;
// two: folded flat onto each other;  three: always.
//
// The tree is searched leaf by leaf against itself; each pair of leaves that meet is narrowed to
// pairs of triangles whose boxes meet, and exact signs decide. In a clean mesh nearly all of those
// are neighbours, and nearly all are told apart by a few dot products with stored normals.
#include "src/mesh/mesh_predicates.h"
#include "src/mesh/mesh_sort.h"
#include "src/mesh/mesh_tree.h"

#include <math.h>

// Work in steps of about a nanosecond. A clean mesh takes some 400 per triangle; where everything
// overlaps the search is cut short at about 32 pairs per triangle and a few millions more, half a
// second.
#define STEPS_PER_PAIR     32
#define STEPS_PER_CUT      192  // where planes alone do not tell two triangles apart
#define STEPS_PER_TRIANGLE (32 * STEPS_PER_PAIR + 512)
#define STEPS_AT_LEAST     UINT64_C(400000000)
#define PAIRS_KEPT         ((size_t)1 << 20)

// A triangle with what its plane needs, in the order of the tree.
typedef struct face {
    double corner[3][3];
    double normal[3];
    double slack;  // times |w|_1 bounds the error of normal . w
    uint32_t vertex[3];
    uint32_t triangle;
} face;

typedef struct search {
    const pl_mesh_tree* tree;
    face* faces;
    uint64_t work, limit;
    uint64_t found;
    pl_keyed* pairs;  // key: smaller triangle above larger
    size_t pair_count, pair_capacity;
    plump_allocator hooks;
    bool failed;  // out of memory
} search;

static void make_face(const pl_mesh_view* view, uint32_t triangle, face* out) {
    double edge[2][3], size = 0;
    out->triangle = triangle;
    for (size_t i = 0; i < 3; ++i) {
        out->vertex[i] = view->triangles[3 * (size_t)triangle + i];
        for (size_t k = 0; k < 3; ++k) {
            out->corner[i][k] = view->positions[3 * (size_t)out->vertex[i] + k];
            if (i > 0) edge[i - 1][k] = out->corner[i][k] - out->corner[0][k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        double left = edge[0][i] * edge[1][j], right = edge[0][j] * edge[1][i];
        out->normal[k] = left - right;
        double sum = fabs(left) + fabs(right);
        if (sum > size) size = sum;
    }
    out->slack = PL_ORIENT3D_BOUND * size;
}

// On which side of the face's plane the point is: pl_orient3d with the filter's first half stored.
static inline int side_of(const face* f, const double* point, uint64_t* work) {
    double x = point[0] - f->corner[0][0];
    double y = point[1] - f->corner[0][1];
    double z = point[2] - f->corner[0][2];
    double value = f->normal[0] * x + f->normal[1] * y + f->normal[2] * z;
    double bound = f->slack * (fabs(x) + fabs(y) + fabs(z)) + PL_ORIENT_TINY;
    // without a branch on the sign, which nobody can predict
    int side = (value > bound) - (value < -bound);
    if (PL_LIKELY(side != 0)) return side;
    return pl_orient3d_exact(f->corner[0], f->corner[1], f->corner[2], point, work);
}

// The segment from p to q, whose ends are on these sides of the face's plane, meets the closed
// triangle (which has an area: see both_have_area).
static bool edge_meets(const double* p, const double* q, int side_p, int side_q, const face* f,
                       uint64_t* work) {
    if (side_p == side_q) return false;
    int first = pl_orient3d(p, q, f->corner[0], f->corner[1], work);
    int second = pl_orient3d(p, q, f->corner[1], f->corner[2], work);
    if (first * second < 0) return false;
    int third = pl_orient3d(p, q, f->corner[2], f->corner[0], work);
    return first * third >= 0 && second * third >= 0;
}

// Which way a, b, c turn when looked at along an axis.
static int turn_along(const double* a, const double* b, const double* c, int axis, uint64_t* work) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double flat[3][2] = {{a[i], a[j]}, {b[i], b[j]}, {c[i], c[j]}};
    return pl_orient2d(flat[0], flat[1], flat[2], work);
}

// An axis along which a, b, c have an area, the likeliest first; -1: they lie on a line.
static int axis_across(const double* a, const double* b, const double* c, const double* normal,
                       uint64_t* work) {
    int likely = fabs(normal[0]) > fabs(normal[1]) ? 0 : 1;
    if (fabs(normal[2]) > fabs(normal[likely])) likely = 2;
    for (int k = 0; k < 3; ++k) {
        int axis = (likely + k) % 3;
        if (turn_along(a, b, c, axis, work) != 0) return axis;
    }
    return -1;
}

static int axis_of(const face* f, uint64_t* work) {
    return axis_across(f->corner[0], f->corner[1], f->corner[2], f->normal, work);
}

// Some edge of `a` has all of `b` on its outer side or on its line.
static bool edge_separates(const face* a, const face* b, int axis, uint64_t* work) {
    int turn = turn_along(a->corner[0], a->corner[1], a->corner[2], axis, work);
    for (int k = 0; k < 3; ++k) {
        bool apart = true;
        const double *p = a->corner[k], *q = a->corner[(k + 1) % 3];
        for (int i = 0; i < 3 && apart; ++i) {
            apart = turn * turn_along(p, q, b->corner[i], axis, work) <= 0;
        }
        if (apart) return true;
    }
    return false;
}

// Two triangles of one plane have inner points in common.
static bool overlap_in_plane(const face* a, const face* b, uint64_t* work) {
    int axis = axis_of(a, work);
    return axis >= 0 && !edge_separates(a, b, axis, work) && !edge_separates(b, a, axis, work);
}

// A triangle without area cuts nothing by itself: its edges belong to its neighbours too.
static bool both_have_area(const face* a, const face* b, uint64_t* work) {
    return axis_of(a, work) >= 0 && axis_of(b, work) >= 0;
}

static bool on_one_side(int a, int b, int c) {
    return a != 0 && a == b && a == c;
}

static bool apart_meet(const face* a, const face* b, uint64_t* work) {
    int side_b[3], side_a[3];
    for (int i = 0; i < 3; ++i) side_b[i] = side_of(a, b->corner[i], work);
    if (on_one_side(side_b[0], side_b[1], side_b[2])) return false;
    for (int i = 0; i < 3; ++i) side_a[i] = side_of(b, a->corner[i], work);
    if (on_one_side(side_a[0], side_a[1], side_a[2])) return false;
    *work += STEPS_PER_CUT;
    bool flat = true;
    for (int i = 0; i < 3; ++i) flat = flat && side_a[i] == 0 && side_b[i] == 0;
    if (flat) return overlap_in_plane(a, b, work);
    for (int i = 0; i < 3; ++i) {
        int j = (i + 1) % 3;
        if (edge_meets(a->corner[i], a->corner[j], side_a[i], side_a[j], b, work) ||
            edge_meets(b->corner[i], b->corner[j], side_b[i], side_b[j], a, work)) {
            return both_have_area(a, b, work);
        }
    }
    return false;
}

// corner i of a and corner j of b are one vertex
static bool vertex_neighbours_meet(const face* a, const face* b, int i, int j, uint64_t* work) {
    const double *a1 = a->corner[(i + 1) % 3], *a2 = a->corner[(i + 2) % 3];
    const double *b1 = b->corner[(j + 1) % 3], *b2 = b->corner[(j + 2) % 3];
    int side_b1 = side_of(a, b1, work), side_b2 = side_of(a, b2, work);
    if (side_b1 != 0 && side_b1 == side_b2) return false;
    int side_a1 = side_of(b, a1, work), side_a2 = side_of(b, a2, work);
    if (side_a1 != 0 && side_a1 == side_a2) return false;
    *work += STEPS_PER_CUT;
    if (!side_a1 && !side_a2 && !side_b1 && !side_b2) return overlap_in_plane(a, b, work);
    return (edge_meets(a1, a2, side_a1, side_a2, b, work) ||
            edge_meets(b1, b2, side_b1, side_b2, a, work)) &&
           both_have_area(a, b, work);
}

// corner i of a and corner j of b are the ones not shared
static bool edge_neighbours_fold(const face* a, const face* b, int i, int j, uint64_t* work) {
    if (side_of(a, b->corner[j], work) != 0) return false;
    const double *p = a->corner[(i + 1) % 3], *q = a->corner[(i + 2) % 3];
    int axis = axis_of(a, work);
    return axis >= 0 &&
           turn_along(p, q, a->corner[i], axis, work) == turn_along(p, q, b->corner[j], axis, work);
}

// Bit j: corner j of the face is that vertex.
static inline uint32_t corners_at(const face* f, uint32_t vertex) {
    return (uint32_t)(f->vertex[0] == vertex) | (uint32_t)(f->vertex[1] == vertex) << 1 |
           (uint32_t)(f->vertex[2] == vertex) << 2;
}

static bool pair_meets(const face* a, const face* b, uint64_t* work) {
    static const uint8_t count[8] = {0, 1, 1, 2, 1, 2, 2, 3};
    static const uint8_t lowest[8] = {0, 0, 1, 0, 2, 0, 1, 0};
    uint32_t at0 = corners_at(b, a->vertex[0]);
    uint32_t at1 = corners_at(b, a->vertex[1]);
    uint32_t at2 = corners_at(b, a->vertex[2]);
    uint32_t shared_b = at0 | at1 | at2;
    if (!shared_b) return apart_meet(a, b, work);
    uint32_t shared_a = (at0 != 0) | (uint32_t)(at1 != 0) << 1 | (uint32_t)(at2 != 0) << 2;
    if (count[shared_a] == 1) {
        return vertex_neighbours_meet(a, b, lowest[shared_a], lowest[shared_b], work);
    }
    if (count[shared_a] == 2) {
        return edge_neighbours_fold(a, b, lowest[7 ^ shared_a], lowest[7 ^ shared_b], work);
    }
    return true;
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
    const face* faces_a = s->faces + (size_t)first * PL_TREE_WIDTH;
    const face* faces_b = s->faces + (size_t)second * PL_TREE_WIDTH;
    uint32_t left = pl_tree_meet(&tree->nodes[0][first], &tree->boxes[0][second]);
    s->work += PL_TREE_STEPS;
    for (; left; left &= left - 1) {
        uint32_t a = pl_tree_first(left);
        uint32_t right = pl_tree_meet(&tree->nodes[0][second], &triangle_boxes[a]);
        s->work += PL_TREE_STEPS;
        if (first == second) right &= ~UINT32_C(1) << a;
        for (; right; right &= right - 1) {
            uint32_t b = pl_tree_first(right);
            s->work += STEPS_PER_PAIR;
            if (pair_meets(&faces_a[a], &faces_b[b], &s->work)) {
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
