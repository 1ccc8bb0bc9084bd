// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles: not yet.
#include "src/jiggle/jiggle_data.h"

bool pl_jiggle_collide(plump_jiggle* jiggle, bool with_normals) {
    (void)jiggle;
    (void)with_normals;
    return true;
}

void pl_jiggle_free_obstacles(plump_jiggle* jiggle) {
    (void)jiggle;
}
