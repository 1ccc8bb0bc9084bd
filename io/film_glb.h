// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An animated GLB while it grows: where everything lies in its one buffer.
//
// The buffer: the indices of all parts (view 0), then positions and normals, first at rest and then
// per frame as differences from that (view 1), then the animation's times and weights (view 2).
#ifndef PL_IO_FILM_GLB_H
#define PL_IO_FILM_GLB_H

#include "io/film_parts.h"

#define PL_GLB_SHORT_MAX 65535u  // vertices up to which indices have 16 bits

// A shape of a part: the differences of its positions from rest, its normals' behind them.
typedef struct pl_glb_target {
    uint64_t at;  // from the start of the vertices' view
    float least[3], most[3];
} pl_glb_target;

// From this frame on the part is changing towards the next key. Targets count from 1; 0 is rest.
typedef struct pl_glb_key {
    uint32_t frame, target;
} pl_glb_key;

typedef struct pl_glb_keys {
    pl_glb_key* items;
    size_t capacity;
    uint32_t count;
    uint64_t times_at, values_at;  // from the start of the animation's view
    uint32_t accessor;             // of the times; the values' follows
} pl_glb_keys;

typedef struct pl_glb_part {
    float* rest_normals;  // NULL: flat
    uint64_t indices_at;
    pl_glb_target rest;
    pl_glb_target* targets;
    size_t target_capacity;
    uint32_t target_count;
    uint32_t target;    // in the last frame
    pl_glb_keys shape;  // which target it has
    pl_glb_keys shown;  // whether it is there, 0 or 1
    uint32_t alike;     // the first part with the same shape keys: its accessors serve both
    uint32_t accessor;  // of the indices; positions, normals and the targets' follow
    uint32_t material;
} pl_glb_part;

typedef struct pl_glb {
    pl_glb_part* parts;
    float* shift;  // room for the differences of the largest part
    float* normals;
    double* sums;
    uint64_t vertices_at, animation_at, size;  // in the buffer
} pl_glb;

// A part that is sometimes not there.
bool pl_glb_is_hidden(const pl_glb_part* part);
// The file's head: everything in front of the buffer.
void pl_glb_put_head(const plump_film* film, pl_writer* head);

#endif
