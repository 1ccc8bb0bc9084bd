// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PL_CLI_SHAPE_RIG_H
#define PL_CLI_SHAPE_RIG_H

#include <plump/rig.h>
#include <plump/shape.h>

// Whether there is a skeleton for a shape.
bool shape_has_rig(plump_shape_kind kind);
// Writes a shape of this size with its skeleton and clips as a GLB.
plump_result shape_write_rig(plump_shape_kind kind, double size, const plump_triangles* triangles,
                             const char* path, plump_error* error);

#endif
