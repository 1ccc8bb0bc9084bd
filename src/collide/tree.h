// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A tree of boxes over triangles that move: its shape is made once, from the rest positions, and
// shared; its boxes are fitted anew in every substep. Four boxes a node, four triangles a leaf, as
// a complete tree over a spatial order: leaf i holds slots 4i to 4i + 3, node i of level 0 the
// boxes of leaves 4i to 4i + 3, node i of level k those of nodes 4i to 4i + 3 of level k - 1.
//
// Boxes may hold two sets of positions at once, past and now: then either can be asked about.
// Everything is in the frame of the positions, of which the largest is at most 1e18. All answers
// are the same on every machine, and those that all triangles without a tree would give. Several
// threads may ask at once.
#ifndef PL_COLLIDE_TREE_H
#define PL_COLLIDE_TREE_H

#include "src/mesh/mesh_surface.h"

#define PL_TREE_NONE UINT32_MAX

typedef struct pl_tree_shape {
    uint32_t triangle_count, vertex_count;
    uint32_t leaf_count;
    uint32_t* triangle;      // 4 per leaf: number in the list it was made from; fill: PL_TREE_NONE
    uint32_t* corners;       // 12 per leaf: first corners of the four, second ones, third ones
    uint32_t* vertex_first;  // per leaf, and one more at the end
    uint32_t* vertex;        // vertices of each leaf, each once
    uint32_t* owned_first;   // per leaf, and one more at the end
    uint32_t* owned;         // vertices by leaf, each once, in the first leaf that has it
    uint32_t* around_first;  // per node of level 0, and one more at the end, in rows
    uint32_t* around;      // rows of four, one per leaf of the node: slots of the triangles around
                           // the vertices it owns, the shorter lists gone through again
    uint32_t* box_part;    // 4 per node: the part of all triangles below a box, PL_TREE_NONE:
                           // several; NULL: the whole is of one part
    uint32_t level_count;  // at least 1; the last level has one node
    uint32_t node_count[16];
    uint32_t node_first[16];  // of each level among all nodes
} pl_tree_shape;

// Out of `memory`; NULL: out of memory. At least one triangle; all coordinates are finite.
pl_tree_shape* pl_tree_shape_build(pl_arena* memory, const float* const x[3], uint32_t vertex_count,
                                   const uint32_t* triangles, uint32_t triangle_count);
// Over the triangles of a mesh's surface, kept in the mesh (PL_CACHE_TREE). NULL: out of memory.
const pl_tree_shape* pl_tree_shape_get(const plump_mesh* mesh, pl_task_pool* pool);
size_t pl_tree_shape_size(const plump_mesh* mesh);

// Four boxes.
typedef struct pl_tree_boxes {
    float lo[3][4], hi[3][4];
} pl_tree_boxes;

// The directions that the triangles below each of four boxes face: all within an angle of an axis.
typedef struct pl_tree_cones {
    float axis[3][4];
    float cosine[4], sine[4];  // of the angle; a cosine of -1: any direction
} pl_tree_cones;

typedef struct pl_tree {
    const pl_tree_shape* shape;
    pl_tree_boxes* boxes;   // per node
    pl_tree_cones* cones;   // per node, NULL: not wanted
    float* normals;         // per slot x, y, z and 0, of length 1, or 0: no area; with cones only
    pl_tree_cones* around;  // per leaf group of four as boxes of level 0: cones over ALL triangles
                            // around the vertices owned by each leaf; NULL without cones
} pl_tree;

// False: out of memory.
bool pl_tree_make(pl_tree* tree, pl_arena* memory, const pl_tree_shape* shape, bool cones);

// Fits boxes around the triangles at `now` and, unless NULL, at `past`.
void pl_tree_refit(pl_tree* tree, const float* const now[3], const float* const past[3]);
// Fits them around `past` and `now` less `drift`: as seen from what moves so in between.
void pl_tree_refit_drifting(pl_tree* tree, const float* const now[3], const float* const past[3],
                            const float drift[3]);
// Fits the cones of the triangles' normals at x.
void pl_tree_refit_cones(pl_tree* tree, const float* const x[3]);
// For each of four nodes one cone around its four.
void pl_tree_join_cones(const pl_tree_cones* const node[4], pl_tree_cones* joined);
// The box around everything.
void pl_tree_bounds(const pl_tree* tree, float lo[3], float hi[3]);

// The point of a triangle nearest to another.
typedef struct pl_near {
    uint32_t triangle;  // PL_TREE_NONE: none within the radius
    uint32_t feature;   // 0: inside the triangle; 1, 2, 4: corner 0, 1, 2; 3, 5, 6: the edge of two
                        // corners
    float share[3];     // of the corners, 0 .. 1, adding up to 1
    float squared;      // distance; that of the radius if there is none
} pl_near;

// Nearest point of triangle a b c, which may be a line or a point; fills all but `triangle`.
void pl_triangle_nearest(const float a[3], const float b[3], const float c[3], const float p[3],
                         pl_near* near);
// The nearest triangle within `radius`, which may be infinite; of several equally near ones that of
// the lowest number.
void pl_tree_nearest(const pl_tree* tree, const float* const x[3], const float p[3], float radius,
                     pl_near* near);
// Whether there is any triangle within `radius`.
bool pl_tree_touches(const pl_tree* tree, const float* const x[3], const float p[3], float radius);
// The triangles of all leaves whose boxes meet the box, in the order of the tree: every triangle
// that meets it, at any positions the boxes hold, and some beside them. Returns how many there are,
// writes at most `capacity`.
uint32_t pl_tree_within(const pl_tree* tree, const float lo[3], const float hi[3],
                        uint32_t* triangles, uint32_t capacity);
// Calls `visit` for each of them, however many there are.
typedef void pl_tree_triangle_visit(uint32_t triangle, void* user);
void pl_tree_visit_within(const pl_tree* tree, const float lo[3], const float hi[3],
                          pl_tree_triangle_visit* visit, void* user);

// Whether the box of any leaf meets the box.
bool pl_tree_meets(const pl_tree* tree, const float lo[3], const float hi[3]);

// A part of a tree, for many questions about one place: the leaves whose boxes meet the part's, in
// the order of the tree, again with four boxes side by side. Answers are those of the whole tree,
// which is asked where the part does not suffice.
#define PL_TREE_PART_LEAVES 128
typedef struct pl_tree_part {
    const pl_tree* tree;
    float lo[3], hi[3];
    uint32_t count;  // above PL_TREE_PART_LEAVES: too many to be listed
    uint32_t leaf[PL_TREE_PART_LEAVES];
    pl_tree_boxes boxes[PL_TREE_PART_LEAVES / 4];  // the last ones may be nowhere
} pl_tree_part;

void pl_tree_take(const pl_tree* tree, const float lo[3], const float hi[3], pl_tree_part* part);
// A part of a part.
void pl_tree_take_less(const pl_tree_part* from, const float lo[3], const float hi[3],
                       pl_tree_part* part);
// Calls `visit` for each of its leaves whose box meets the box.
typedef void pl_tree_leaf_visit(uint32_t leaf, void* user);
void pl_tree_part_leaves(const pl_tree_part* part, const float lo[3], const float hi[3],
                         pl_tree_leaf_visit* visit, void* user);
bool pl_tree_part_meets(const pl_tree_part* part, const float lo[3], const float hi[3]);
void pl_tree_part_nearest(const pl_tree_part* part, const float* const x[3], const float p[3],
                          float radius, pl_near* near);

typedef struct pl_crossing {
    uint32_t triangle;  // PL_TREE_NONE: none
    bool enters;        // against the triangle's normal: from outside to inside
    float at;           // 0 .. 1 along the segment
    float share[3];
} pl_crossing;

// The first triangle at x that the segment crosses, its ends included; watertight between
// neighbours: to pass exactly through an edge is to cross. Without length it crosses nothing.
void pl_tree_segment(const pl_tree* tree, const float* const x[3], const float from[3],
                     const float to[3], pl_crossing* crossing);
// Whether a point lies inside the closed surface: whether that goes around the point, by the
// crossings of a ray. What two folds cover is inside as well, and a pocket turned inside out. On
// the surface itself it may be either.
bool pl_tree_inside(const pl_tree* tree, const float* const x[3], const float p[3]);

// The normal at the nearest point by which inside and outside can be told: that of the triangle,
// the sum of both at an edge, the angle-weighted sum at a corner (Baerentzen and Aanaes 2005). Of
// length 1, or 0 where there is none.
void pl_surface_normal(const pl_surface* surface, const float* const x[3], uint32_t triangle,
                       uint32_t feature, float normal[3]);

// Vertices near triangles of the same surface that face them. Calls `visit` for every vertex owned
// by leaf group `group` (16 leaves) and every triangle within a box of `radius` around it that does
// not have it as a corner, where cones do not rule out that the two face each other. Needs cones.
// `parts`: what is of one part may be left out.
typedef void pl_self_visit(uint32_t vertex, uint32_t triangle, void* user);
void pl_tree_self(const pl_tree* tree, const float* const x[3], uint32_t group, float radius,
                  bool parts, pl_self_visit* visit, void* user);

// Leaves near each other, likewise: calls `visit` for every leaf of the group and every later leaf
// within a box of `radius` around it, by the boxes that the tree holds.
typedef void pl_self_leaves(uint32_t leaf, uint32_t other, void* user);
void pl_tree_self_leaves(const pl_tree* tree, uint32_t group, float radius, bool parts,
                         pl_self_leaves* visit, void* user);
// Whether two leaves are visited together, in either order.
bool pl_tree_leaves_meet(const pl_tree* tree, uint32_t leaf, uint32_t other, float radius,
                         bool parts);

// A group: 16 leaves, one node of level 1 (or of level 0 in small trees).
#define PL_TREE_GROUP_LEAVES 16
static inline uint32_t pl_tree_group_count(const pl_tree_shape* shape) {
    return (shape->leaf_count + PL_TREE_GROUP_LEAVES - 1) / PL_TREE_GROUP_LEAVES;
}
// Its leaves are [*begin, *end).
static inline void pl_tree_group_leaves(const pl_tree_shape* shape, uint32_t group, uint32_t* begin,
                                        uint32_t* end) {
    *begin = group * PL_TREE_GROUP_LEAVES;
    *end = *begin + PL_TREE_GROUP_LEAVES;
    if (*end > shape->leaf_count) *end = shape->leaf_count;
}
// The vertices that it owns are owned[*begin] to owned[*end - 1].
static inline void pl_tree_group_vertices(const pl_tree_shape* shape, uint32_t group,
                                          uint32_t* begin, uint32_t* end) {
    uint32_t first, last;
    pl_tree_group_leaves(shape, group, &first, &last);
    *begin = shape->owned_first[first];
    *end = shape->owned_first[last];
}
void pl_tree_group_box(const pl_tree* tree, uint32_t group, float lo[3], float hi[3]);
void pl_tree_node_box(const pl_tree* tree, uint32_t node, float lo[3], float hi[3]);  // of level 0
void pl_tree_leaf_box(const pl_tree* tree, uint32_t leaf, float lo[3], float hi[3]);

#endif
