// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_SHAPE_H
#define PLUMP_SHAPE_H

/// Built-in shapes: closed, outward, well-shaped surfaces of any resolution, so that demos, tests
/// and benchmarks need no file. Made by the same intake as every other mesh.

#include <plump/mesh.h>

typedef enum plump_shape_kind {
    PLUMP_SHAPE_SPHERE,     ///< geodesic: an icosahedron cut finer, no poles
    PLUMP_SHAPE_UV_SPHERE,  ///< meridians and parallels with two poles
    PLUMP_SHAPE_BOX,        ///< cube faces of squares, each cut in four
    PLUMP_SHAPE_BAR,        ///< a box 4 times as long as thick
    PLUMP_SHAPE_TORUS,
    PLUMP_SHAPE_KNOT,  ///< a tube along a trefoil
    PLUMP_SHAPE_CAPSULE,
    PLUMP_SHAPE_SPINDLE,   ///< a muscle belly with two tendons
    PLUMP_SHAPE_BEAR,      ///< a gummy bear
    PLUMP_SHAPE_DUCK,      ///< a bath duck
    PLUMP_SHAPE_CREATURE,  ///< four limbs, head, ears, tail: about 5,400 vertices
    PLUMP_SHAPE_JELLY,     ///< a moulded jelly with knobs
    PLUMP_SHAPE_HEAD,      ///< a head on its neck: nose, ears, cheeks, lips, chin
    PLUMP_SHAPE_CAMEL,     ///< four legs, hump, neck, head, tail
    PLUMP_SHAPE_COUNT
} plump_shape_kind;

/// How a shape is made. Begin with plump_default_shape_def(kind).
typedef struct plump_shape_def {
    plump_shape_kind kind;
    uint32_t vertex_count;  ///< wished for, 4 to 4,000,000; the nearest this shape can do is made
    double size;            ///< longest side of its bounding box in metres, 1e-6 to 1e6, default 1
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_shape_def(), checked on create
} plump_shape_def;

/// Size 1 and the shape's own vertex count, which it meets exactly.
PLUMP_API plump_shape_def plump_default_shape_def(plump_shape_kind kind);

/// Makes a shape: y is up, characters look along +z, the centre of the bounding box is the origin.
/// The same bits on every machine. Not PLUMP_OK: *mesh is NULL and error->text holds the sentence.
PLUMP_API plump_result plump_shape_create(const plump_shape_def* def, plump_mesh** mesh,
                                          plump_error* error);

/// A muscle: a belly between two tendons, straight or along a path, of exactly as many triangles as
/// asked for. Begin with plump_default_spindle_def(). With a tip thicker than its belly it is a
/// bone.
typedef struct plump_spindle_def {
    uint32_t triangle_count;  ///< even, 60 to 1,000,000, default 680; met exactly
    double length;            ///< m, default 1: along y about the origin, where there is no path
    /// Points that its middle line goes through smoothly, from end to end: x, y, z each, in m; NULL
    /// for a straight one. Copied.
    const double* path;
    uint32_t path_count;  ///< 2 to 64
    double belly;         ///< m, radius where it is thickest, default 0.135
    double tip;           ///< m, radius of the tendons and their round ends, default 0.035
    /// Where the belly begins, is thickest and ends, in shares of the length from the first point
    /// of the path (straight: from below); default 0.12, 0.5, 0.88.
    double from, peak, to;
    double fullness;   ///< 0: it swells slowly, as a bell; 1: a stout belly; default 0.3
    double flatness;   ///< width over thickness, 0.1 to 10, default 1; the section's area stays
    double across[3];  ///< about which way it is wide at its first end, default 1, 0, 0
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_spindle_def(), checked on create
} plump_spindle_def;

PLUMP_API plump_spindle_def plump_default_spindle_def(void);

/// Makes a spindle where its path lies. Refused, with a sentence: a path that turns so tightly that
/// the surface would cut itself. Not PLUMP_OK: *mesh is NULL.
PLUMP_API plump_result plump_spindle_create(const plump_spindle_def* def, plump_mesh** mesh,
                                            plump_error* error);

/// The name users type, such as "uv-sphere"; NULL beyond the last kind.
PLUMP_API const char* plump_shape_name(plump_shape_kind kind);
/// One line about it.
PLUMP_API const char* plump_shape_summary(plump_shape_kind kind);
/// The kind of that name, or PLUMP_SHAPE_COUNT.
PLUMP_API plump_shape_kind plump_shape_find(const char* name);

#endif
