// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters, in files by what they read:
//   character.c          the calls, and what a file goes through
//   character_nodes.c    nodes, their order, where they rest; skins become segments
//   character_parts.c    primitives become vertices and triangles; morph targets
//   character_looks.c    colours, textures and their coordinates
//   character_skin.c     joints and weights of vertices
//   character_clips.c    animations
//   character_pose.c     a moment of a clip
//   character_loop.c     whether a clip can be played round
//   character_closed.c   which surfaces are closed, and their volumes
//
// A skin's matrices are W_j B_j^-1 (joint's place in the world, inverse bind matrix). Meshes are
// stored moved by F, the first such matrix of their skin at rest, so that they stand in the world;
// a segment's matrix is then W_j (B_j^-1 F^-1), of which the bracket is constant. For a mesh
// without a skin F is the place of its node at rest, and the bracket F^-1.
#ifndef PL_IO_CHARACTER_DATA_H
#define PL_IO_CHARACTER_DATA_H

#include <plump/character.h>

#include "io/gltf.h"
#include "io/transform.h"
#include "src/base/arena.h"

#define PL_NONE UINT32_MAX

// Things of one kind while their number grows.
typedef struct pl_list {
    void* items;
    size_t count, capacity;
} pl_list;

// Room for `more` behind the last, which then count; NULL: out of memory.
static inline void* pl_list_add(const plump_allocator* hooks, pl_list* list, size_t more,
                                size_t size) {
    if (!pl_grow(hooks, &list->items, &list->capacity, list->count, list->count + more, size))
        return NULL;
    list->count += more;
    return (char*)list->items + (list->count - more) * size;
}

typedef struct pl_character_node {
    const char* name;
    uint32_t parent;  // or PL_NONE
    pl_transform rest;
    uint32_t first_weight, weight_count;  // of its morph targets, among all weights
} pl_character_node;

typedef struct pl_character_segment {
    uint32_t node, parent;
    double from_bind[12];  // to the node's own frame
} pl_character_segment;

typedef struct pl_character_part {
    const char* name;
    uint32_t node;
    uint32_t first_vertex, vertex_count, first_triangle, triangle_count;
    plump_colour colour;
    float* texcoords;                 // or NULL
    const plump_image_file* texture;  // or NULL
} pl_character_part;

// What a morph target does to one vertex.
typedef struct pl_character_offset {
    uint32_t vertex;
    float by[3];
} pl_character_offset;

typedef struct pl_character_morph {
    uint32_t weight;  // which of all weights
    size_t first, count;
} pl_character_morph;

typedef enum pl_character_path {
    PL_PATH_TRANSLATION,
    PL_PATH_ROTATION,
    PL_PATH_SCALE,
    PL_PATH_WEIGHTS,
    PL_PATH_COUNT
} pl_character_path;

typedef enum pl_character_curve {
    PL_CURVE_LINEAR,
    PL_CURVE_STEP,
    PL_CURVE_CUBIC
} pl_character_curve;

typedef struct pl_character_channel {
    uint32_t node;
    pl_character_path path;
    pl_character_curve curve;
    uint32_t key_count, width;  // numbers per key
    float* times;
    float* values;  // cubic: in-tangent, value, out-tangent per key
} pl_character_channel;

typedef struct pl_character_clip {
    const char* name;
    uint32_t channel_count;
    pl_character_channel* channels;
    double begin, end;
} pl_character_clip;

struct plump_character {
    plump_allocator hooks;
    pl_arena arena;  // whatever has its size from the start
    pl_character_node* nodes;
    uint32_t* order;  // of nodes: parents first
    uint32_t node_count;
    uint32_t weight_count;
    float* rest_weights;
    pl_list positions;  // float[3]
    pl_list segments;   // of vertices: uint32_t[4]
    pl_list weights;    // of vertices: float[4]
    pl_list indices;    // uint32_t[3]
    pl_list groups;     // uint32_t
    pl_list parts;      // pl_character_part
    pl_list bones;      // pl_character_segment
    pl_list offsets;    // pl_character_offset
    pl_list morphs;     // pl_character_morph
    pl_character_clip* clips;
    uint32_t clip_count;
    uint32_t* surface_of;  // by triangle: its closed surface, or PL_NONE
    uint32_t surface_count;
    pl_list notes;  // char*, in the arena
};

// For notes: "3 vertices ...", and the place of the first.
typedef struct pl_character_count {
    uint64_t count;
    char first[128];
} pl_character_count;

#if defined(PLUMP_HAVE_JANSSON)

// A skin, once its segments exist.
typedef struct pl_character_skin {
    bool is_made;
    uint32_t first_segment, joint_count;
    double frame[12];  // F
} pl_character_skin;

// A character while it is read.
typedef struct pl_character_reader {
    pl_gltf* g;
    plump_character* c;
    pl_gltf_tree tree;
    double (*worlds)[12];      // of nodes at rest
    bool* is_shown;            // nodes of the scene
    uint32_t* node_segments;   // the first segment of each node, or PL_NONE
    pl_character_skin* skins;  // by number
    plump_image_file* images;  // by number; size 0: not asked for yet
    bool has_wrong_image;      // and it was told
    pl_character_count scaled, loose, trimmed, wrong;
} pl_character_reader;

// A text of the file, kept; NULL: out of memory. `fallback` where it is none or empty.
const char* pl_character_keep(pl_character_reader* r, const char* text, const char* fallback);
bool pl_character_add_note(pl_character_reader* r, const char* text);
void pl_character_see(pl_character_count* count, const char* path, uint64_t vertex);

plump_result pl_character_nodes(pl_character_reader* r);
// The segments of a skin or of a node without one, and F.
plump_result pl_character_use_skin(pl_character_reader* r, size_t skin,
                                   const pl_character_skin** use);
plump_result pl_character_use_node(pl_character_reader* r, uint32_t node, uint32_t* segment,
                                   double frame[12]);
void pl_character_link_segments(pl_character_reader* r);

plump_result pl_character_parts(pl_character_reader* r);
// The colour of a primitive, its texture, and the coordinates of its vertices.
plump_result pl_character_look(pl_character_reader* r, const pl_gltf_item* primitive,
                               pl_character_part* part);
// Segments and weights for the vertices of a primitive, from `first` on.
plump_result pl_character_bind(pl_character_reader* r, const pl_gltf_item* primitive,
                               const pl_character_skin* skin, uint32_t first, uint32_t count);
plump_result pl_character_clips(pl_character_reader* r);

#endif

// Fills surface_of and surface_count. False: out of memory.
bool pl_character_find_closed(plump_character* c);

const plump_character* pl_pose_character(const plump_pose* pose);
// plump_pose_skin() with matrices of the caller's, relative to an origin.
void pl_pose_skin(const plump_pose* pose, const double* matrices, const double origin[3],
                  float* positions);

#endif
