// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An animated GLB while it grows: where everything lies in its one buffer.
//
// The buffer: the indices of all parts (view 0), texture coordinates and textures if there are any
// (views 2, 3, ...), then positions and normals, first at rest and then per frame as differences
// from that (view 1), then the animation's times and weights (the last view).
#ifndef PL_IO_FILM_GLB_H
#define PL_IO_FILM_GLB_H

#include "io/film_creases.h"

#define PL_GLB_SHORT_MAX 65535u  // vertices up to which indices have 16 bits

// A shape of a part: the differences of its positions from rest, its normals' behind them.
typedef struct pl_glb_target {
    uint64_t at;  // from the start of the vertices' view
    float least[3], most[3];
} pl_glb_target;

// In this frame the part has this shape. Targets count from 1; 0 is rest. Or: it is there, 1 or 0.
// Of a part with a basis the row says the shape.
typedef struct pl_glb_key {
    uint32_t frame, target, row;
} pl_glb_key;

typedef struct pl_glb_keys {
    pl_glb_key* items;
    size_t capacity;
    uint32_t count;
} pl_glb_keys;

// Times and values of one channel of the animation; no keys: there is none.
typedef struct pl_glb_track {
    uint64_t times_at, values_at;  // in the buffer
    uint32_t key_count, value_count;
    float first_time, last_time;
    uint32_t accessor;  // of the times; the values' follows
} pl_glb_track;

// A run of keys whose targets one mesh holds, because viewers take only so many in a mesh. The
// next take begins with the last key of this one, and only one of them is shown at a time.
typedef struct pl_glb_take {
    uint32_t first_key, key_count;
    uint32_t first_target, target_count;
    pl_glb_track weights, shown;
} pl_glb_take;

// Weights of the targets of a take, from its first on; those behind are 0.
typedef struct pl_glb_row {
    size_t at;       // in the basis' weights
    uint32_t first;  // target of the take
    uint32_t width;
} pl_glb_row;

// Shapes as sums of a few targets, within a tolerance (film_glb_basis.c).
typedef struct pl_glb_basis {
    float* kept;       // targets of the last take: positions, and normals behind them
    double* squares;   // their positions' lengths, squared
    uint32_t count;    // of them
    uint32_t first;    // of the film's targets
    float* weights;    // of all rows
    pl_glb_row* rows;  // the last one is that of the last frame
    uint32_t row_count;
    bool needs_target;  // the frame that is being added is no sum of those there are
    size_t kept_capacity, square_capacity, weight_capacity, row_capacity, weight_count;
} pl_glb_basis;

typedef struct pl_glb_part {
    pl_film_drawn drawn;
    float* rest_positions;  // of what is drawn
    float* rest_normals;    // NULL: flat
    uint64_t indices_at;
    pl_glb_target rest;
    pl_glb_target* targets;
    size_t target_capacity;
    uint32_t target_count;
    uint32_t target;      // in the last frame
    pl_glb_basis* basis;  // NULL: every frame is a target of its own
    pl_glb_keys shape;    // which target it has
    pl_glb_keys there;    // whether it is there
    // from here on known when the film is closed
    pl_glb_take* takes;  // at least one
    uint32_t take_count;
    pl_glb_track shown;
    uint64_t texcoords_at;  // from the start of their view
    uint32_t accessor;      // of the indices; positions, normals and the targets' follow
    uint32_t texcoord_accessor;
    uint32_t material;
    uint32_t mesh, child;  // of the first take; there are nodes for takes if there are several
} pl_glb_part;

typedef struct pl_glb {
    pl_glb_part* parts;
    float* positions;  // room for the largest part
    float* normals;
    double* sums;
    double error_most;  // of a basis: how far a vertex is from where it was filmed
    uint64_t texcoords_at, images_at, vertices_at, animation_at, size;  // in the buffer
} pl_glb;

// The differences of a shape from rest, in the film's room for them.
void pl_glb_find_differences(const plump_film* film, uint32_t part, const float* positions);
// Puts what stands there as a new target.
void pl_glb_put_target(plump_film* film, uint32_t part);
// In the frame that is added the part has the shape of its last target, or of its basis' last row.
void pl_glb_add_key(pl_glb_part* own, uint32_t frame);

// --- bases (film_glb_basis.c) ---

// False: out of memory.
bool pl_glb_make_basis(const plump_film* film, pl_glb_part* own);
void pl_glb_free_basis(const plump_film* film, pl_glb_basis* basis);
// Room for one more frame, and a look at whether it takes a target. False: out of memory.
bool pl_glb_reserve_basis(const plump_film* film, uint32_t part);
// How many targets that frame adds.
uint32_t pl_glb_new_targets(const plump_film* film, uint32_t part);
void pl_glb_add_to_basis(plump_film* film, uint32_t part);
// The weight of a take's target in a key.
float pl_glb_weight(const pl_glb_part* own, const pl_glb_take* take, const pl_glb_key* key,
                    uint32_t target);

// How many bytes have been put so far.
uint64_t pl_glb_put_size(const plump_film* film);
// Cuts the film into takes and puts the animation's times and values. False: out of memory.
bool pl_glb_put_animation(plump_film* film);
// The file's head: everything in front of the buffer.
void pl_glb_put_head(const plump_film* film, pl_writer* head);

#endif
