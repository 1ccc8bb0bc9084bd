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

/// The name users type, such as "uv-sphere"; NULL beyond the last kind.
PLUMP_API const char* plump_shape_name(plump_shape_kind kind);
/// One line about it.
PLUMP_API const char* plump_shape_summary(plump_shape_kind kind);
/// The kind of that name, or PLUMP_SHAPE_COUNT.
PLUMP_API plump_shape_kind plump_shape_find(const char* name);

#endif
