// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_ID_H
#define PLUMP_ID_H

/// Names of things inside a world. An id is a plain number: copy it, store it, send it. It stays
/// valid until its thing is destroyed; after that every call refuses it, also when the place has
/// been given to something new.

#include <plump/base.h>

/// A body in a world; value 0 is none.
typedef struct plump_body_id {
    uint32_t value;
} plump_body_id;

/// An obstacle in a world; value 0 is none.
typedef struct plump_obstacle_id {
    uint32_t value;
} plump_obstacle_id;

/// An attachment in a world; value 0 is none.
typedef struct plump_attachment_id {
    uint32_t value;
} plump_attachment_id;

/// A muscle in a world; value 0 is none.
typedef struct plump_muscle_id {
    uint32_t value;
} plump_muscle_id;

/// A bone in a world; value 0 is none.
typedef struct plump_bone_id {
    uint32_t value;
} plump_bone_id;

#endif
