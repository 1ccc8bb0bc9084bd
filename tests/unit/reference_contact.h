// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Judges of contact, slow and plain, in double: how deep points lie in bodies and obstacles, which
// triangles cross, how bodies move. Nothing here is shared with src/collide or src/contact.
//
// Inside and outside are told by the crossings of a ray, added with their direction (so that a body
// that overlaps itself still has an inside); depth is the distance to the nearest point of the
// surface, found through a plain grid of cells. Crossings of triangles are counted by the mesh
// intake, whose signs are exact.
#ifndef REFERENCE_CONTACT_H
#define REFERENCE_CONTACT_H

#include <plump/plump.h>

// Triangles in a grid. Positions and triangles are lent and must stay.
typedef struct judge_surface {
    uint32_t vertex_count, triangle_count;
    const double* x;  // 3 per vertex
    const uint32_t* triangles;
    double lo[3], hi[3];
    double cell;  // edge of a cell, m
    uint32_t cells[3];
    uint32_t *first, *member;                // triangles by cell
    uint32_t *column_first, *column_member;  // triangles by column of cells along x
} judge_surface;

judge_surface judge_surface_make(const double* x, uint32_t vertex_count, const uint32_t* triangles,
                                 uint32_t triangle_count);
void judge_surface_free(judge_surface* s);

// A place on a surface.
typedef struct judge_near {
    double distance;
    double point[3];
    uint32_t triangle;
} judge_near;

judge_near judge_nearest(const judge_surface* s, const double p[3]);
// How often a closed surface goes around the point: 0 outside, 1 inside.
int judge_winding(const judge_surface* s, const double p[3]);
// How deep the point lies inside a closed surface; 0 outside.
double judge_depth(const judge_surface* s, const double p[3]);
// The triangles that the half line crosses; the first of them, UINT32_MAX: none, and how far away.
uint32_t judge_ray(const judge_surface* s, const double from[3], const double direction[3],
                   double* distance);

// --- obstacles ---

typedef struct judge_obstacle {
    plump_obstacle_shape shape;
    bool hollow;
    double radius, half_height, half_size[3];
    double position[3], turn[9];  // world = turn x own + position, by rows
    double* x;                    // mesh, hull and sheet: own points, scaled
    uint32_t point_count;
    uint32_t* triangles;
    uint32_t triangle_count;
    judge_surface surface;  // of a mesh or sheet
    double (*planes)[4];    // of a hull: normal and offset
    uint32_t plane_count;
    double* feature;  // points along its edges and its corners, in the world; round ones have none
    uint32_t feature_count;
    double spacing;  // between them
} judge_obstacle;

judge_obstacle judge_obstacle_make(const plump_obstacle_def* def);
void judge_obstacle_free(judge_obstacle* o);
void judge_obstacle_put(judge_obstacle* o, const double position[3], const float rotation[4]);
// Below 0: so deep in its matter. A sheet has none: always the distance.
double judge_obstacle_distance(const judge_obstacle* o, const double p[3]);
// How deep in its matter, 0 outside; cheaper.
double judge_obstacle_depth(const judge_obstacle* o, const double p[3]);
// Samples its edges anew, if it has moved or the spacing is another.
void judge_obstacle_sample(judge_obstacle* o, double spacing);

// --- bodies ---

typedef struct judge_body {
    const plump_mesh* mesh;
    uint32_t count;
    double *x, *v;  // 3 per vertex, in the world
    double* mass;   // kg
    double size;    // longest side of the rest shape, m
    double total, centre[3], velocity[3], momentum[3];
    double spin[3];          // angular momentum about the centre
    double energy;           // kinetic, J
    double speed_most;       // of any vertex
    double volume;           // about its centre
    double low[3], high[3];  // a box around it
    double turning[3];       // rad/s of the rigid part
    judge_surface surface;
    bool finite;
} judge_body;

// Masses in mesh order; `scale` is the definition's.
judge_body judge_body_make(const plump_mesh* mesh, double scale, const double* mass);
void judge_body_free(judge_body* b);
// After x and v were filled: everything else.
void judge_body_look(judge_body* b);

typedef struct judge_finding {
    double depth;      // deepest, m
    double share;      // deepest, as a share of the smaller of the two sizes
    uint32_t trapped;  // vertices deeper than `share_allowed`
    int body, other;   // who was deepest; other: a body, or -1 - obstacle
} judge_finding;

// Every vertex against all other bodies and obstacles, and features of obstacles, a hundredth of
// the smallest body apart, against bodies.
judge_finding judge_overlaps(const judge_body* bodies, uint32_t body_count,
                             judge_obstacle* obstacles, uint32_t obstacle_count,
                             double share_allowed);

typedef struct judge_crossings {
    uint64_t between, within;  // pairs of triangles of two bodies, of one
    bool at_least;             // more than could be counted
} judge_crossings;

// Exact, for the positions as they are.
judge_crossings judge_count_crossings(const judge_body* bodies, uint32_t body_count);

#endif
