// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The slowest vibration of a body, from the reference's own regions in double: what the library's
// tuning, which looks at a sample of the surface only, is held against.
#ifndef REFERENCE_MODE_H
#define REFERENCE_MODE_H

#include "tests/unit/reference_step.h"

// The smallest eigenvalue above 0 of L = 1 - P, shape matching linearised about rest, over the
// whole mesh; `mode` becomes its eigenvector, the longest displacement 1. By Lanczos with full
// reorthogonalisation; the mesh must be of one part. *residual: |L u - lambda u| / |u|.
double reference_lowest_mode(const reference* r, reference_vec* mode, double* residual);

#endif
