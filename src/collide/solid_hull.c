// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The convex hull of points.
#include "src/base/text.h"
#include "src/collide/solid_make.h"

plump_result pl_solid_hull(const float* points, uint32_t count, const plump_allocator* hooks,
                           plump_mesh** mesh, plump_error* error) {
    (void)points;
    (void)hooks;
    *mesh = NULL;
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED, "no hull of %u points yet", count);
}
