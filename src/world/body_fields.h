// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The numbers of plump_body_def as one list: name, unit, range, default and place in the struct.
// Defaults, checks, access by name, snapshots and documentation all come from it.
#ifndef PL_BODY_FIELDS_H
#define PL_BODY_FIELDS_H

#include "src/base/platform.h"

#include <plump/body.h>

// Paint is relative: what lies further apart would leave floats nothing to work with.
#define PL_PAINT_LEAST 1e-6
#define PL_PAINT_MOST  1e6

// Cookie, mesh, every field, the length of the rotation, and the paint. The text names the field,
// its value and what would do.
plump_result pl_body_def_check(const plump_body_def* def, plump_error* error);

// A field's index in plump_body_fields(). False with the sentence in error: no such name.
bool pl_body_field_find(const char* name, uint32_t* index, plump_error* error);
// Whether a field of this name may change after creation.
bool pl_body_field_changeable(const char* name);
// Where the definition has one of the paints of springs, PL_PAINT_SHEAR and so on.
const float** pl_body_def_spring_paint(plump_body_def* def, int which);
// Whether the value would do for the field: finite, in range, whole where it must be.
plump_result pl_body_field_check(uint32_t index, double value, plump_error* error);

// Reads and writes without a check. Each field keeps its value through a double, bit by bit, but
// for the sign and payload of a NaN.
double pl_body_field_get(const plump_body_def* def, uint32_t index);
void pl_body_field_put(plump_body_def* def, uint32_t index, double value);
// Whether the field is part of what names a state: not if it is of another model than the body's,
// or of settings that came later and are as usual.
bool pl_body_field_counts(const plump_body_def* def, uint32_t index);

#endif
