// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sharp edges stay sharp: where a surface is bent more than an angle at rest, its vertices are made
// twice, each with the normal of its own side.
#ifndef PL_IO_FILM_CREASES_H
#define PL_IO_FILM_CREASES_H

#include "io/film_parts.h"

// The vertices and corners that are drawn. The part's own vertices come first, in their order;
// those made for creases stand behind them.
typedef struct pl_film_drawn {
    uint32_t vertex_count, triangle_count;
    uint32_t* source;   // the part's vertex of each
    uint32_t* shades;   // of which vertex each has the normal; vertices at one place may share one
    uint32_t* indices;  // three per triangle
} pl_film_drawn;

// Angle in degrees, 0 to 180; at 180 no vertex is split. False: out of memory; nothing is made.
bool pl_film_split(const plump_allocator* hooks, const pl_film_part* part, double angle,
                   pl_film_drawn* drawn);

void pl_film_free_drawn(const plump_allocator* hooks, pl_film_drawn* drawn);

// The positions of what is drawn, from the part's.
void pl_film_gather(const pl_film_drawn* drawn, const float* positions, float* gathered);

// Unit normals of what is drawn at `positions`, each the sum of its triangles' by area; where there
// is no area they point up. `sums` has room for three doubles per vertex.
void pl_film_normals(const pl_film_drawn* drawn, const float* positions, double* sums,
                     float* normals);

#endif
