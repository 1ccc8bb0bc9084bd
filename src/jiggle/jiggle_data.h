// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Secondary motion: a mesh that something else moves gets soft parts.
//
// After von Funck, Theisel, Seidel, "Elastic Secondary Deformations by Vector Field Integration",
// 2007. A few masses on springs ride inside the shape. A spring that is stretched from its anchor p
// to its mass at q makes a field around a centre m that goes from p to q while t goes from 0 to 1;
// with a = q - p, b = x - m, S = b^2 / r^2 (eqs. 8, 9, divided by r)
//     w = (1 - S)^3 [(1 - 5 S) a + 4 (a.b) b / r^2]   where S < 1, else 0.
// It has no divergence, is a at m, and vanishes with its first two derivatives at S = 1. Following
// it for one unit of time (eq. 15) takes p to q, keeps all volumes, and crosses no path with
// another. Fields of one group are added, groups follow each other: small ones, large ones,
// collisions. A vertex is moved by every segment that has a weight on it, matrix first, then the
// segment's fields, and the results are mixed by the weights (eq. 18).
//
// What is different here:
// - Springs are solved exactly over a step (jiggle_spring.c), so nothing can become unstable.
// - Path lines go by a Runge-Kutta method of order 4: 3 steps cost what the paper's 12 of Euler's
//   do. The coefficients are Ralston's ("Runge-Kutta methods with minimum error bounds", 1962): of
//   the classical ones, of 3/8, and of Gill's none keeps volumes as well here (stretch r, sphere:
//   5e-6 against 3e-5, 3e-5 and 1e-5).
// - A set may also turn: (1 - S)^3 u x b, a rotation by u that fades, has no divergence either.
//   That bends and twists, which the paper leaves open.
// - Normals are carried by the flow: n' = -(grad v)^T n along the path, which is what the inverse
//   transpose of the deformation's derivative does to them. The paper moves two points of the
//   tangent plane instead (docs/models/vector_field.md compares). Where segments mix, the change
//   of their weights tilts the surface too (jiggle_tilt.c).
//
// A pair is a vertex and a segment that has a weight on it. Pairs of a segment lie together, in
// blocks of 32 that are near each other in space, so that a block knows which fields reach it. The
// first phase moves pairs, the second mixes those of each vertex.
//
// Coordinates: the bind pose about its centre; the world about an origin that follows the first
// segment and is exact as a float. So neither a mesh far out nor a character that has walked far
// loses digits.
#ifndef PL_JIGGLE_DATA_H
#define PL_JIGGLE_DATA_H

#include "src/base/arena.h"
#include "src/math/vec3.h"
#include "src/task/task.h"
#include "src/wide/isa.h"

#include <plump/jiggle.h>

#include <string.h>

#define PL_JIGGLE_STEPS_MOST      1000
#define PL_JIGGLE_COORDINATE_MOST 1e9
#define PL_JIGGLE_BLOCK           32u  // pairs

// A swinging mass. World coordinates.
typedef struct pl_jiggle_mass {
    double p[3], q[3], v[3];  // q as its spring alone has it: see pl_jiggle_shown()
    double radius;
    double rotation[9];       // of the anchor; kept only if the set turns
    double turn[3], spin[3];  // q's turning against the anchor's, and its own angular velocity
    double hand[3];           // where it is held
    bool is_held, limited, active;
} pl_jiggle_mass;

// A field of a set, about the origin.
typedef struct pl_jiggle_field {
    float a[3];        // q - p
    float a4[3];       // 4 a / r^2
    float per_square;  // 1 / r^2
    float turn[3];
    bool turns;
    // for culling
    float p[3], radius, length;  // |a|
    float drift;                 // no point goes farther in the whole flow
} pl_jiggle_field;

// A collision field (section 4.1): the ball of radius `inner` about c(t) moves as a whole by d.
typedef struct pl_jiggle_push {
    float c[3], d[3];        // c(0), and d
    float inner, per_width;  // r_i, 1 / (r_o - r_i)
    uint32_t steps;
} pl_jiggle_push;

// Fields that act together: of the springs, small or large, or of collisions.
typedef struct pl_jiggle_group {
    uint32_t steps;
    // where the centre of a field is at each stage of each step: rows of four floats, a field's in
    // a row
    float* centres;
    uint32_t row_count;  // centres per field
} pl_jiggle_group;
enum { PL_JIGGLE_LOCAL, PL_JIGGLE_GLOBAL, PL_JIGGLE_GROUPS };

typedef struct pl_jiggle_block {
    uint32_t segment;
    float centre[3], radius;  // of a ball around its pairs, in the bind pose
} pl_jiggle_block;

// A segment as it is now.
typedef struct pl_jiggle_segment {
    float matrix[12];    // from the centred bind pose to about the origin
    float cofactors[9];  // for normals: the inverse transpose times |det|
    float stretch;       // bound of the matrix' norm
} pl_jiggle_segment;

// An obstacle drawn out between these holds a pair.
typedef struct pl_jiggle_hold {
    double from, to;
} pl_jiggle_hold;

typedef struct pl_jiggle_contact_list {
    struct pl_jiggle_touch* at;
    size_t count, capacity;
} pl_jiggle_contact_list;

// A part of the mesh that hangs together (jiggle_polish.c).
typedef struct pl_jiggle_part {
    bool is_closed;
    double target, cubic[4];  // six times: volume when skinned; coefficients of V(lambda)
    double longest, size;     // way of a vertex; sum of edges' squares
    double lambda;
} pl_jiggle_part;

typedef struct pl_jiggle_polish {
    uint32_t part_count;
    uint32_t* part;  // per triangle
    pl_jiggle_part* parts;
    pl_vec3d *skinned, *now, *way;  // per vertex
    unsigned char* held;            // per vertex: an obstacle has it on its surface
} pl_jiggle_polish;

// The vertices that say where anchors go (jiggle_near.c).
typedef struct pl_jiggle_nearby {
    uint32_t* first;  // per set: where its vertices begin in `near`, and the end
    struct pl_jiggle_near* near;
    double* middles;  // per set: of its vertices at rest, about the centre, by weight
} pl_jiggle_nearby;

// A soft body as the primary motion (jiggle_body.c). While it drives, `bind`, `normals` and
// `centre` of the deformer are the body's, and the caller's are kept here.
typedef struct pl_jiggle_ride {
    pl_arena memory;
    bool is_made, drives;
    uint64_t mesh_hash;  // of the mesh that was found to be the bind pose
    float *bind, *normals;
    double centre[3];
    pl_jiggle_nearby nearby;
    double* matrices;  // per set: 12 numbers, how its anchor moves
} pl_jiggle_ride;

// A bind pose that changes, by morph targets: anchors go along, from where the first one had them.
typedef struct pl_jiggle_morph {
    pl_arena memory;
    bool is_made, moves;  // moves: the bind pose is not the first one now
    float* rest;          // the first
    pl_jiggle_nearby nearby;
    double* matrices;  // per set: 12 numbers, within the bind pose
} pl_jiggle_morph;

struct plump_jiggle {
    pl_arena memory;
    plump_jiggle_def def;  // pointers are NULL
    pl_isa isa;
    const struct pl_jiggle_kernels* kernels;
    pl_task_pool* pool;

    // the mesh as given
    uint32_t vertex_count, triangle_count;
    uint32_t* triangles;
    uint32_t* twin;  // the first vertex at the same place, for normals; NULL without triangles
    float* bind;     // x, y, z about `centre`
    float* normals;  // x, y, z, 1 long or 0
    double centre[3];

    // pairs, padded to blocks; `pair_x` and `pair_n` are the bind pose again, in their order
    uint32_t pair_count, block_count;
    uint32_t* pair_vertex;
    float* pair_weight;  // 0 for what fills up a block
    float *pair_x[3], *pair_n[3];
    pl_jiggle_block* blocks;
    uint32_t* segment_block;  // first block of each segment, and the end
    float *row_x, *row_n;     // results: rows of four
    // per vertex, padded to 16: where its pairs' rows begin, and weights; [k][vertex]
    uint32_t vertex_padded;
    uint32_t* mix_row[PLUMP_JIGGLE_WEIGHTS];
    float* mix_weight[PLUMP_JIGGLE_WEIGHTS];
    unsigned char* mix_count;  // per 16 vertices: the most pairs of one
    // how weights change over the surface, for normals; NULL where no vertex has two pairs or there
    // are no triangles (jiggle_tilt.c)
    uint32_t* tilt_turn[PLUMP_JIGGLE_WEIGHTS];  // where its segment's rows in `turns` begin
    float* tilt_slope[PLUMP_JIGGLE_WEIGHTS][2];
    float* tilt_side[2][3];  // two directions of the surface, across the normal

    // sets
    uint32_t set_count;
    plump_jiggle_set* sets;
    unsigned char* set_group;
    pl_jiggle_mass* masses;
    pl_jiggle_field* fields;
    pl_jiggle_group groups[PL_JIGGLE_GROUPS];
    uint32_t* list_first;  // [group * segment_count + segment], and one more
    uint32_t* list;        // sets
    double viewer[3], viewer_ratio;

    // now
    double* matrices;  // as given, 12 per segment
    double origin[3];
    pl_jiggle_segment* segments;
    float* turns;  // rows of the matrices without translation; the fourth is the sign of det
                   // times the scale of normals
    bool fields_are_made;

    // obstacles (jiggle_obstacle.c): first the caller's, by number, then parts of other bodies
    struct pl_jiggle_obstacle* obstacles;
    size_t obstacle_capacity;
    uint32_t obstacle_count, guest_count;
    pl_arena guest_memory;
    pl_jiggle_contact_list contacts;
    struct pl_jiggle_depth* depths;  // per chunk of blocks
    pl_jiggle_hold* holds;           // per pair
    bool is_deformed;                // rows hold something

    pl_jiggle_polish polish;
    pl_jiggle_ride ride;
    pl_jiggle_morph morph;
};

static inline uint32_t pl_jiggle_pad(uint32_t count) {
    return (count + 15) & ~15u;
}

// --- one mass (jiggle_spring.c) ---

// x'' + 2 s x' + w^2 x = 0 over a time h:  x(h) = xx x + xv v,  v(h) = vx x + vv v.
typedef struct pl_jiggle_spring {
    double xx, xv, vx, vv;
} pl_jiggle_spring;
pl_jiggle_spring pl_jiggle_spring_solve(double stiffness_per_mass, double damping_per_mass,
                                        double h);

// --- making (jiggle_bind.c) ---

plump_result pl_jiggle_take_mesh(plump_jiggle* jiggle, const plump_jiggle_def* def,
                                 plump_error* error);
plump_result pl_jiggle_make_pairs(plump_jiggle* jiggle, const plump_jiggle_def* def,
                                  plump_error* error);
// Copies bind pose and normals to the pairs, and bounds the blocks.
void pl_jiggle_spread_bind(plump_jiggle* jiggle);
// Smooth normals of `bind`, from the triangles.
void pl_jiggle_make_normals(plump_jiggle* jiggle);

// How weights change over the surface (jiggle_tilt.c). False: out of memory.
bool pl_jiggle_make_tilt(plump_jiggle* jiggle);

// --- motion (jiggle_motion.c) ---

// Matrices as of now, and what follows from them.
void pl_jiggle_set_matrices(plump_jiggle* jiggle, const double* matrices);
// All masses at rest.
void pl_jiggle_rest(plump_jiggle* jiggle);
plump_result pl_jiggle_check_dt(double dt, plump_error* error);
// Moves the anchors to where the matrices put them, evenly in dt, the masses after them. While a
// body drives, the anchors go by its matrices of sets.
void pl_jiggle_swing(plump_jiggle* jiggle, double dt, const double* matrices,
                     plump_jiggle_report* report);
extern const double pl_jiggle_identity[12];

// --- anchors among vertices (jiggle_near.c) ---

// Of the bind pose as it is now. False: out of memory.
bool pl_jiggle_make_nearby(const plump_jiggle* jiggle, pl_arena* memory, pl_jiggle_nearby* nearby);
// The motion of a set's vertices from one pose to another, rows of three about a centre.
void pl_jiggle_fit_nearby(const pl_jiggle_nearby* nearby, uint32_t index, const float* rest_rows,
                          const double rest_centre[3], const float* rows, const double centre[3],
                          double scale, double m[12]);
// What is made once, before the bind pose is changed. False: out of memory.
bool pl_jiggle_make_morph(plump_jiggle* jiggle);
// The bind pose has changed: how it takes the anchors along.
void pl_jiggle_follow_morph(plump_jiggle* jiggle);

// --- a soft body as primary motion (jiggle_body.c) ---

// What is made once, of the caller's bind pose. False: out of memory.
bool pl_jiggle_make_ride(plump_jiggle* jiggle);
void pl_jiggle_drop_ride(plump_jiggle* jiggle);
// Keeps the caller's bind pose aside, for vertices of a body to be put in place; and puts it back.
void pl_jiggle_enter_body(plump_jiggle* jiggle);
void pl_jiggle_leave_body(plump_jiggle* jiggle);
// The vertices in `bind` are new: what follows from them.
void pl_jiggle_follow_body(plump_jiggle* jiggle);
// The stretch q - p and the turning within their limits, as fields and readers see them.
void pl_jiggle_shown(const plump_jiggle_set* set, const pl_jiggle_mass* mass, double stretch[3],
                     double turn[3]);

// --- fields (jiggle_fields.c) ---

// Fields and steps of all groups, from where the masses are.
void pl_jiggle_make_fields(plump_jiggle* jiggle);

// The fields of a group that reach a block.
typedef struct pl_jiggle_reach {
    uint32_t count;
    uint16_t set[PLUMP_JIGGLE_SETS_MOST];
} pl_jiggle_reach;
// Of a ball of pairs that earlier groups may have moved; makes it larger by what these fields may
// move.
void pl_jiggle_find_reach(const plump_jiggle* jiggle, int group, uint32_t segment,
                          const float centre[3], float* radius, pl_jiggle_reach* reach);

// --- path lines (jiggle_fields.c) ---

#define PL_JIGGLE_STAGES 4
// A Runge-Kutta method: stage i is at `time` of the step and starts from the point and the stages
// before it, times `lead`; `weight` is what it counts in the end.
typedef struct pl_jiggle_stages {
    uint32_t count;
    float time[PL_JIGGLE_STAGES], weight[PL_JIGGLE_STAGES];
    float lead[PL_JIGGLE_STAGES][PL_JIGGLE_STAGES];
} pl_jiggle_stages;
extern const pl_jiggle_stages pl_jiggle_methods[PLUMP_JIGGLE_METHOD_COUNT];

// --- kernels (jiggle_kernel.inl) ---

typedef struct pl_jiggle_flow {
    const plump_jiggle* jiggle;
    const pl_jiggle_segment* segment;
    pl_jiggle_reach reach[PL_JIGGLE_GROUPS];
    bool with_normals;
} pl_jiggle_flow;

typedef struct pl_jiggle_out {
    plump_scalar_type type;
    unsigned char *positions, *normals;  // the latter may be NULL
    size_t position_stride, normal_stride;
} pl_jiggle_out;

typedef struct pl_jiggle_kernels {
    // Moves a block of pairs by its matrix, then its fields, into rows.
    void (*move)(const pl_jiggle_flow* flow, uint32_t pair);
    // Moves rows of a block by a collision field.
    void (*push)(const plump_jiggle* jiggle, const pl_jiggle_push* push, bool with_normals,
                 uint32_t pair);
    // Mixes the rows of vertices from `begin` to `end`, multiples of 16, and writes them out.
    void (*mix)(const plump_jiggle* jiggle, const pl_jiggle_out* out, uint32_t begin, uint32_t end);
} pl_jiggle_kernels;
const pl_jiggle_kernels* pl_jiggle_kernels_get(pl_isa isa);

// Three numbers of the caller's buffer.
static inline void pl_jiggle_get_three(const pl_jiggle_out* out, uint32_t vertex, double at[3]) {
    const unsigned char* from = out->positions + vertex * out->position_stride;
    float narrow[3];
    if (out->type == PLUMP_SCALAR_FLOAT64) {
        memcpy(at, from, 3 * sizeof *at);
        return;
    }
    memcpy(narrow, from, sizeof narrow);
    for (int k = 0; k < 3; ++k) at[k] = (double)narrow[k];
}

static inline void pl_jiggle_put_three(const pl_jiggle_out* out, uint32_t vertex,
                                       const double at[3]) {
    unsigned char* to = out->positions + vertex * out->position_stride;
    const float narrow[3] = {(float)at[0], (float)at[1], (float)at[2]};
    if (out->type == PLUMP_SCALAR_FLOAT64) {
        memcpy(to, at, 3 * sizeof *at);
    } else {
        memcpy(to, narrow, sizeof narrow);
    }
}

// --- volume (jiggle_polish.c) ---

// Parts, and memory, if the definition asks for it. False: out of memory.
bool pl_jiggle_make_polish(plump_jiggle* jiggle);
uint32_t pl_jiggle_held_count(const plump_jiggle* jiggle);
// Brings what is written back to the volumes of the skinned mesh; vertices that are held stay.
void pl_jiggle_polish_out(plump_jiggle* jiggle, const pl_jiggle_out* out);

// --- obstacles (jiggle_collide.c, jiggle_obstacle.c) ---

// Pushes rows out of obstacles; false: out of memory.
bool pl_jiggle_collide(plump_jiggle* jiggle, bool with_normals);
// The last word, on what is written: vertices that mixing or the polish left inside. Those that it
// moves are held against the polish.
void pl_jiggle_clear_out(const plump_jiggle* jiggle, const pl_jiggle_out* out, uint32_t begin,
                         uint32_t end);
void pl_jiggle_free_obstacles(plump_jiggle* jiggle);

#define PL_JIGGLE_CHUNK_BLOCKS 64u
static inline uint32_t pl_jiggle_chunks(uint32_t count, uint32_t size) {
    return count / size + (count % size != 0);
}

#endif
