// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The intake's workbench: one struct that every step reads and mends, and the steps in their order.
//
// Working vertices keep the caller's numbers (vertices that steps add come after them) until
// pl_intake_compact() renumbers; triangles are kept packed and in file order, each with the number
// of the caller's triangle it came from. Steps return false only when memory ran out; what they
// find wrong goes to the report through pl_intake_find().
#ifndef PL_MESH_INTAKE_H
#define PL_MESH_INTAKE_H

#include <plump/mesh.h>

#include "src/mesh/mesh_edges.h"
#include "src/mesh/mesh_view.h"

typedef struct pl_intake {
    const plump_mesh_def* def;
    plump_mesh_report report;

    pl_arena keep;     // what lives until the mesh is made
    pl_arena scratch;  // a step's own; released at its end
    pl_arena edging;   // the current edges, released when they are built anew

    double* positions;  // relative to `origin`, each exactly a 32-bit float once narrowed
    uint32_t vertex_count;
    uint32_t* vertex_source;  // the caller's vertex
    uint32_t* vertex_target;  // the vertex it was merged into, or itself
    unsigned char* used;      // has a triangle; see pl_intake_mark_used()
    uint32_t* triangles;
    uint32_t triangle_count;
    uint32_t* triangle_source;  // the caller's triangle; of a filling, one beside its hole
    unsigned char* sliver;      // per triangle: no area in the caller's coordinates

    double origin[3];
    double reach;  // largest absolute coordinate, in the caller's frame
    double size;   // longest side of the bounding box

    pl_edges edges;
    uint32_t* part;  // per triangle, numbered by first triangle
    uint32_t part_count;
    double* part_volume;       // signed
    uint32_t* part_container;  // innermost part around it, or PL_NONE
    uint32_t* vertex_map;      // caller's vertex -> mesh vertex
    uint32_t hole_count;       // groups of open edges, for the message
} pl_intake;

// Counts an element, keeps the first few, tells the caller's visitor. Numbers are the caller's.
void pl_intake_find(pl_intake* s, plump_finding_kind kind, uint32_t a, uint32_t b);
void pl_intake_find_triangle(pl_intake* s, plump_finding_kind kind, uint32_t triangle);
void pl_intake_find_edge(pl_intake* s, plump_finding_kind kind, uint32_t half_edge);
bool pl_intake_refused(const pl_intake* s);
// The report's sentence and verdict, from its findings.
void pl_intake_conclude(pl_intake* s);

typedef struct pl_intake_bounds {
    double low[3], high[3];  // in the caller's frame
    double size;             // longest side
    double reach;            // largest absolute coordinate
} pl_intake_bounds;
// Of the used vertices.
pl_intake_bounds pl_intake_find_bounds(const pl_intake* s);

pl_mesh_view pl_intake_view(const pl_intake* s);
bool pl_intake_build_edges(pl_intake* s);
void pl_intake_mark_used(pl_intake* s);
// Makes room for more; contents are kept. False also beyond 2^32 of them.
bool pl_intake_grow_vertices(pl_intake* s, uint32_t extra);
bool pl_intake_grow_triangles(pl_intake* s, uint32_t extra);
// Drops the triangles with a nonzero mark, keeping the order of the others.
void pl_intake_drop_marked(pl_intake* s, const unsigned char* mark);
// Turns a triangle over.
void pl_intake_turn(pl_intake* s, uint32_t triangle);
// Rounds a new position to what can be stored.
void pl_intake_snap(const pl_intake* s, double position[3]);
// Has no area within rounding: its height is at most 4 epsilon x its largest coordinate.
bool pl_intake_is_sliver(const pl_intake* s, const uint32_t corners[3]);
// Length of each side, squared, from corner k to k + 1.
void pl_intake_sides(const pl_intake* s, const uint32_t corners[3], double sides[3]);

// The steps (see take_in() for their order).
plump_result pl_intake_check_def(const plump_mesh_def* def, plump_error* error);
bool pl_intake_copy(pl_intake* s);
// Refuses a mesh too small to reckon with; again after mending, which may drop what stuck out.
void pl_intake_check_size(pl_intake* s);
void pl_intake_mark_slivers(pl_intake* s);
void pl_intake_narrow(pl_intake* s);
bool pl_intake_has_moved(const pl_intake* s);
void pl_intake_drop_repeated(pl_intake* s);
bool pl_intake_weld(pl_intake* s);
bool pl_intake_weld_near(pl_intake* s);
bool pl_intake_drop_duplicates(pl_intake* s);
bool pl_intake_orient(pl_intake* s);
bool pl_intake_close(pl_intake* s);
bool pl_intake_split_fans(pl_intake* s);
bool pl_intake_mend_slivers(pl_intake* s);
bool pl_intake_compact(pl_intake* s);
bool pl_intake_label_parts(pl_intake* s);
bool pl_intake_weigh_parts(pl_intake* s);
bool pl_intake_judge_space(pl_intake* s);
bool pl_intake_measure(pl_intake* s, bool is_closed);
plump_mesh* pl_intake_finish(const pl_intake* s);

// Closes one loop of `count` vertices by triangles written to `out` (three numbers each); false
// when it cannot without using a forbidden chord.
typedef struct pl_hole {
    const pl_intake* s;
    const uint32_t* loop;  // vertices, in the direction of the new triangles
    uint32_t count;
    const unsigned char* shared;  // per vertex: touches several loops
    uint32_t* out;
    uint32_t out_count;  // triangles written
} pl_hole;
bool pl_hole_fill(pl_hole* hole, pl_arena* scratch, bool* done);

#endif
