// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a picture shows, made ready for the graphics card: y is up, the middle of everything is the
// origin and the farthest corner of its box is 1 away, so that no unit and no far-out origin costs
// precision.
#ifndef PL_RENDER_SCENE_H
#define PL_RENDER_SCENE_H

#include <plump/picture.h>

#include "src/base/arena.h"

// One corner of one triangle as the shaders read it.
typedef struct pl_scene_corner {
    float position[3];
    int16_t normal[4];  // unit length is 32767; the fourth only pads
    uint8_t colour[4];  // a: 255 where a triangle's own colour shows on both sides
    float texcoord[2];  // 0 without a texture
} pl_scene_corner;

// Which triangles make a corner's normal, for surfaces that the card deforms: pairs of vertices
// that follow the corner's own in each.
typedef struct pl_corner_ring {
    uint32_t vertex, first, count;  // of the pairs; the corner's own triangle comes first
    uint8_t colour[4];
    float texcoord[2];
} pl_corner_ring;

typedef struct pl_corner_rings {
    plump_allocator hooks;
    pl_corner_ring* items;  // one per corner, with room for three per triangle
    uint32_t (*pairs)[2];   // grown by `hooks`
    size_t pair_count, pair_capacity, pair_most;
} pl_corner_rings;

// In the order in which they are stored.
typedef enum pl_item_kind {
    PL_ITEM_SOLID,
    PL_ITEM_CLEAR,   // opacity below 1: drawn over the others
    PL_ITEM_GROUND,  // fades away
    PL_ITEM_KINDS
} pl_item_kind;

struct pl_deform_mesh;

typedef struct pl_scene_item {
    const plump_picture_item* given;
    const struct pl_deform_mesh* mesh;  // NULL: among the scene's own corners and indices
    float placement[16];                // what takes the mesh to the scene
    pl_item_kind kind;
    unsigned texture;  // OpenGL's name; 0: none
    float centre[3];
    size_t first_index, index_count;
    float radius;   // half the diagonal of its box: how far light gets into it
    bool is_solid;  // closed and outward: no back face is ever seen
} pl_scene_item;

typedef struct pl_scene_line {
    float from[3], to[3];
    float width;
    uint8_t colour[4];
} pl_scene_line;

typedef struct pl_scene {
    pl_arena arena;
    pl_scene_item* items;
    uint32_t item_count;
    pl_scene_corner* corners;  // those that differ
    size_t corner_count;
    uint32_t* corner_indices;  // three per triangle
    // the same triangles by position only, for shadows
    float* positions;
    size_t vertex_count;
    uint32_t* indices;
    size_t index_count;
    uint32_t* clear_items;  // those of PL_ITEM_CLEAR
    uint32_t clear_count;
    size_t solid_index_count;    // of items that are wholly there: they come first
    size_t framed_corner_count;  // of all but the ground, likewise
    bool is_solid;               // every item that casts shadows is
    pl_scene_line* lines;
    uint32_t line_count;
    const struct pl_deform_mesh* const* meshes;  // per item as given, or NULL
    float* deformed;                             // positions of those, for the camera
    size_t deformed_count, framed_deformed_count;
    size_t triangle_count;                // of all items
    double centre[3], scale;              // scene = (y-up position - centre) * scale
    double box_min[3], box_max[3];        // of all that is drawn but the ground
    double caster_min[3], caster_max[3];  // of the items alone
    double frame_min[3], frame_max[3];    // what the camera must show, when given
    double floor_height;
} pl_scene;

// Checks everything in `def` that has to do with geometry and builds the scene; on failure there
// is nothing to free. `def` must outlive the scene. Items that have a mesh (`meshes` may be NULL:
// none has) were deformed by the card, and their triangles are where it put them.
plump_result pl_scene_build(const plump_picture_def* def,
                            const struct pl_deform_mesh* const* meshes, plump_allocator hooks,
                            pl_scene* scene, plump_error* error);
void pl_scene_free(pl_scene* scene);

// Turned so that y is up; and from there into the scene.
void pl_scene_turn_up(const plump_picture_def* def, const double given[3], double out[3]);
void pl_scene_from(const pl_scene* scene, const double p[3], double out[3]);
// A vertex of an item, in the scene.
void pl_scene_point(const plump_picture_def* def, const pl_scene* scene,
                    const plump_picture_item* item, uint32_t vertex, double out[3]);
// Fills in an item that the card has deformed, and its positions from `vertex` on
// (scene_deformed.c).
void pl_scene_fill_deformed(const plump_picture_def* def, pl_scene* scene, uint32_t at,
                            size_t vertex);
pl_item_kind pl_scene_kind(const plump_picture_item* item);
void pl_scene_grow_box(double box_min[3], double box_max[3], const double p[3]);
float pl_scene_half_diagonal(const double low[3], const double high[3]);

// What pl_scene_corners() needs to know of an item, and where its results go.
typedef struct pl_corners_job {
    const plump_picture_item* item;
    const float* positions;
    const uint32_t* indices;
    size_t vertex_count, triangle_count;
    pl_scene_corner* corners;  // room for three per triangle
    uint32_t* corner_indices;
    size_t corner_count;  // how many were needed
    bool is_closed, is_solid;
    // for the card: vertices at one place are one only if they move alike
    const uint32_t* segments;  // four per vertex, or NULL
    const float* weights;
    pl_corner_rings* rings;  // to be filled, or NULL
} pl_corners_job;

// The corners of one item with normals and colours, equal ones shared; scene_corners.c tells how.
// False: out of memory.
bool pl_scene_corners(pl_arena* arena, pl_corners_job* job);

#endif
