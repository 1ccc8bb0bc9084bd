// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The two ends of a muscle, and the field of its fibres.
//
// u is 0 on one end, 1 on the other and harmonic between: the sum over the neighbours j of i of
// (cot a + cot b) (u_i - u_j) is 0, a and b the angles that look at edge ij (Pinkall and Polthier
// 1993). Its gradient, constant in each triangle, has no divergence: lines along it neither begin
// nor end between the ends, and cross every section in the same number. Their mean length is
//     length = sum A |grad u| / sum A |grad u|^2
// since sum A |grad u| is the length of all lines, and sum A |grad u|^2 their number.
#ifndef PL_MUSCLE_FIBRE_H
#define PL_MUSCLE_FIBRE_H

#include "src/state/muscle_state.h"

// Fills muscle->ends from the definition. Memory from muscle->memory.
plump_result pl_fibre_ends(const pl_body* body, const plump_muscle_def* def, pl_muscle* muscle,
                           plump_error* error);
// Fills muscle->field and muscle->length.
plump_result pl_fibre_field(const pl_body* body, const plump_muscle_def* def, pl_muscle* muscle,
                            plump_error* error);
// Fills muscle->fibres from the field. PLUMP_ERROR_ARGUMENT: there are none.
plump_result pl_fibre_build(const pl_body* body, const plump_muscle_def* def, pl_muscle* muscle,
                            plump_error* error);
// Which way the fibres of a triangle run at rest, of length 1; 0 where there are none.
void pl_fibre_direction(const pl_body* body, const pl_muscle* muscle, uint32_t index,
                        float direction[3]);

#endif
