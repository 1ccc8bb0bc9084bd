// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How rough a surface has become: the angle across every edge against that of the rest shape. Knows
// positions and triangles only, nothing of the solver, so that it can judge it.
#ifndef PL_BENCH_SURFACE_MEASURE_H
#define PL_BENCH_SURFACE_MEASURE_H

#include <plump/mesh.h>

// An inner edge: its vertices, and the two that face it.
typedef struct surface_edge {
    uint32_t from, to, left, right;
    double angle;   // across it at rest, rad: 0 is flat, above 0 a ridge
    double length;  // at rest, m
    double weight;  // a third of the area of its two triangles at rest, m^2
} surface_edge;

typedef struct surface_edges {
    surface_edge* items;
    uint32_t count;
    double size;  // longest side of the bounding box at rest, m
} surface_edges;

// How far the angles are from those at rest. A rigid motion leaves all of them 0.
typedef struct surface_roughness {
    double rms;     // over the edges, degrees
    double bend;    // rms of angle over edge length, by area, times size: a plain number that does
                    // not depend on the mesh where the deformation is smooth
    double folded;  // share of the edges folded by more than 60 degrees; creases of the rest shape,
                    // above 45 degrees, do not count: a box that bulges opens its own
    double most;    // degrees
} surface_roughness;

// The edges of a closed mesh, scaled, from `rest`: x, y, z per vertex. False: no memory.
bool surface_edges_make(const plump_mesh* mesh, const double* rest, surface_edges* edges);
void surface_edges_free(surface_edges* edges);

// Edges that reach below the height `floor` do not count as folded: where a wall rolls onto a floor
// there is a fold of 90 degrees, which is 1 % of the edges of a box of 6,000 vertices. -INFINITY:
// all.
surface_roughness surface_roughness_measure(const surface_edges* edges, const double* positions,
                                            double floor);

// The enclosed volume, in double about the first vertex.
double surface_volume(const plump_mesh* mesh, const double* positions);

#endif
