// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Checks of arguments that several calls share. Each writes its sentence.
#ifndef PL_WORLD_CHECKS_H
#define PL_WORLD_CHECKS_H

#include "src/state/body_state.h"

#define PL_COORDINATE_MOST 1e9  // m

// A point of the world: not NULL, its coordinates numbers within PL_COORDINATE_MOST.
plump_result pl_check_point(const double point[3], const char* what, plump_error* error);
// A quaternion: not NULL, finite, of some length.
plump_result pl_check_rotation(const float rotation[4], plump_error* error);
// A number from least to most.
plump_result pl_check_number(double value, double least, double most, const char* what,
                             plump_error* error);
// The same of a float: bounds are those that a float can have, so that 0.01f is not below 0.01.
plump_result pl_check_float(float value, double least, double most, const char* what,
                            plump_error* error);
// The place of a vertex of the mesh.
plump_result pl_check_vertex(const pl_body* body, uint32_t vertex, uint32_t* place,
                             plump_error* error);

#endif
