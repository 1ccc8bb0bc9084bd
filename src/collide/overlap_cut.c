// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Pairs of triangles that cut each other: leaf by leaf of the one through the tree of the other,
// and exact signs decide. Positions are those of the second side's frame, in double.
#include "src/collide/overlap_data.h"
#include "src/mesh/mesh_face.h"

#include <math.h>
#include <string.h>

#define NOT_MINE UINT32_C(0x80000000)  // tells vertices of two bodies apart

typedef struct own_face {
    pl_face face;
    double lo[3], hi[3];
} own_face;

typedef struct cutting {
    pl_overlap_search* search;
    const pl_side *a, *b;
    pl_view view;
    bool parts;
    uint32_t count;  // triangles of the leaf looked at
    own_face own[4];
    pl_overlap* overlap;
} cutting;

// --- how far two triangles have to move to part ---

static void span_of(const pl_face* f, pl_vec3d axis, double* lo, double* hi) {
    *lo = (double)INFINITY;
    *hi = -(double)INFINITY;
    for (int i = 0; i < 3; ++i) {
        double at = pl_vec3d_dot(axis, pl_vec3d_load(f->corner[i]));
        *lo = at < *lo ? at : *lo;
        *hi = at > *hi ? at : *hi;
    }
}

static double parted_along(const pl_face* a, const pl_face* b, pl_vec3d axis, double least) {
    double length = pl_vec3d_length(axis), lo[2], hi[2];
    if (!(length > 0.0)) return least;
    span_of(a, axis, &lo[0], &hi[0]);
    span_of(b, axis, &lo[1], &hi[1]);
    double up = (hi[1] - lo[0]) / length, down = (hi[0] - lo[1]) / length;
    double way = up < down ? up : down;
    return way < least ? way : least;
}

static pl_vec3d edge_of(const pl_face* f, int i) {
    return pl_vec3d_sub(pl_vec3d_load(f->corner[(i + 1) % 3]), pl_vec3d_load(f->corner[i]));
}

// The shortest of the ways along their normals and across two of their edges.
static double parting(const pl_face* a, const pl_face* b) {
    double least = parted_along(a, b, pl_vec3d_load(a->normal), (double)INFINITY);
    least = parted_along(a, b, pl_vec3d_load(b->normal), least);
    for (int i = 0; i < 9; ++i)
        least = parted_along(a, b, pl_vec3d_cross(edge_of(a, i / 3), edge_of(b, i % 3)), least);
    return least;
}

// --- pairs ---

static void add_pair(cutting* c, const pl_face* a, const pl_face* b) {
    c->overlap->count++;
    c->search->cut[0][a->triangle] = c->search->cut[1][b->triangle] = 1;
    if (!c->parts) return;
    double depth = parting(a, b), middle[3];
    for (int k = 0; k < 3; ++k)
        middle[k] = (a->corner[0][k] + a->corner[1][k] + a->corner[2][k]) / 3.0;
    pl_overlap_note(c->b, middle, depth, c->overlap);
}

static bool boxes_meet(const own_face* own, const pl_face* b) {
    for (int k = 0; k < 3; ++k) {
        const double p = b->corner[0][k], q = b->corner[1][k], r = b->corner[2][k];
        if ((p < own->lo[k] && q < own->lo[k] && r < own->lo[k]) ||
            (p > own->hi[k] && q > own->hi[k] && r > own->hi[k]))
            return false;
    }
    return true;
}

static void visit(uint32_t triangle, void* user) {
    cutting* c = user;
    const pl_side* b = c->b;
    if (pl_overlap_is_over(c->search)) return;
    const uint32_t* corner = b->triangles + 3 * (size_t)triangle;
    bool same = c->a == b;
    double corners[9];
    uint32_t name[3];
    for (int i = 0; i < 3; ++i) {
        name[i] = same ? corner[i] : corner[i] | NOT_MINE;
        for (int k = 0; k < 3; ++k) corners[3 * i + k] = (double)b->x[k][corner[i]];
    }
    pl_face face;
    pl_face_make(corners, name, triangle, &face);
    for (uint32_t i = 0; i < c->count; ++i) {
        const own_face* own = &c->own[i];
        if ((same && triangle <= own->face.triangle) || !boxes_meet(own, &face)) continue;
        c->search->work += PL_FACE_STEPS;
        if (pl_faces_meet(&own->face, &face, &c->search->work)) add_pair(c, &own->face, &face);
    }
    c->search->work += PL_FACE_STEPS;
}

static void gather(cutting* c, uint32_t leaf) {
    const uint32_t* triangle = c->a->tree->shape->triangle + 4 * (size_t)leaf;
    c->count = 0;
    for (int i = 0; i < 4 && triangle[i] != PL_TREE_NONE; ++i) {
        own_face* own = &c->own[c->count++];
        const uint32_t* corner = c->a->triangles + 3 * (size_t)triangle[i];
        double corners[9];
        for (int k = 0; k < 3; ++k) pl_view_apply(&c->view, c->a->x, corner[k], corners + 3 * k);
        pl_face_make(corners, corner, triangle[i], &own->face);
        for (int k = 0; k < 3; ++k) {
            own->lo[k] = own->hi[k] = corners[k];
            for (int j = 3; j < 9; j += 3) {
                own->lo[k] = corners[j + k] < own->lo[k] ? corners[j + k] : own->lo[k];
                own->hi[k] = corners[j + k] > own->hi[k] ? corners[j + k] : own->hi[k];
            }
        }
    }
}

// Around the leaf's triangles, and a little more for the rounding to float.
static void box_leaf(const cutting* c, float lo[3], float hi[3]) {
    for (int k = 0; k < 3; ++k) {
        double low = (double)INFINITY, high = -(double)INFINITY;
        for (uint32_t i = 0; i < c->count; ++i) {
            low = c->own[i].lo[k] < low ? c->own[i].lo[k] : low;
            high = c->own[i].hi[k] > high ? c->own[i].hi[k] : high;
        }
        lo[k] = (float)(low - 1e-6 * fabs(low));
        hi[k] = (float)(high + 1e-6 * fabs(high));
    }
}

void pl_overlap_cut(pl_overlap_search* search, const pl_side* a, const pl_side* b, bool parts,
                    pl_overlap* overlap) {
    cutting c = {.search = search, .a = a, .b = b, .parts = parts, .overlap = overlap};
    c.view = pl_side_view(a, b);
    memset(search->cut[0], 0, a->triangle_count);
    memset(search->cut[1], 0, b->triangle_count);
    for (uint32_t leaf = 0; leaf < a->tree->shape->leaf_count; ++leaf) {
        float lo[3], hi[3];
        gather(&c, leaf);
        box_leaf(&c, lo, hi);
        pl_tree_visit_within(b->tree, lo, hi, visit, &c);
        search->work += 4 * PL_FACE_STEPS;
        if (pl_overlap_is_over(search)) return;
    }
}
