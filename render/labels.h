// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PL_RENDER_LABELS_H
#define PL_RENDER_LABELS_H

#include <plump/picture.h>

#include "src/base/alloc.h"

// Draws the legend of `def` into its finished pixels.
plump_result pl_labels_draw(const plump_picture_def* def, const plump_allocator* hooks,
                            uint8_t* pixels, plump_error* error);

#endif
