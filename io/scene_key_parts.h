// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rows and ranges that tables of keys share.
#ifndef PL_IO_SCENE_KEY_PARTS_H
#define PL_IO_SCENE_KEY_PARTS_H

#include "io/scene_keys.h"

#define AT(struct_, member) .offset = offsetof(struct_, member)
#define TABLE(rows)         .keys = rows, .key_count = PL_COUNT(rows)
#define WORDS(name, ...)                                                                           \
    static const char* name(uint32_t i) {                                                          \
        static const char* const words[] = {__VA_ARGS__};                                          \
        return i < PL_COUNT(words) ? words[i] : NULL;                                              \
    }

#define FAR      1e9
#define FAST     1e6
#define TIME     .least = 0, .most = 1e6, .unit = "s"
#define ANYWHERE .least = -FAR, .most = FAR, .unit = "m"
#define SEED     .least = 0, .most = 4294967295.0
#define SIZE     .least = 1e-6, .most = 1e6, .unit = "m"

static inline const char* shape_name(uint32_t i) {
    return plump_shape_name((plump_shape_kind)i);
}

// How something moves over time: a pl_plan_motion.
#define PATH_KEYS(key_table)                                                                       \
    {"keys", PL_KEY_LIST, .required = true, .text = "where it is when, rising in time",            \
     .child = &key_table},                                                                         \
        {"smooth", PL_KEY_FLAG, AT(pl_plan_motion, smooth), .usual = "false",                      \
         .text = "eases in and out between two keys instead of moving evenly"},                    \
    {                                                                                              \
        "loop", PL_KEY_FLAG, AT(pl_plan_motion, loop),                                             \
            .usual = "false", .text = "after the last key from the first again"                    \
    }
#define AXIS_KEY(axis_text)                                                                        \
    {                                                                                              \
        "axis", PL_KEY_VECTOR, AT(pl_plan_motion, axis), .least = -FAST, .most = FAST,             \
                                                         .usual = "[0, 1, 0]", .text = axis_text   \
    }

#define TURN_KEYS(rotation_text)                                                                   \
    {"rotation",   PL_KEY_ROTATION,       AT(pl_plan_key, rotation), .least = -FAST,               \
     .most = FAST, .text = rotation_text, .child = &pl_table_turn},                                \
    {                                                                                              \
        "degrees", PL_KEY_NUMBER, AT(pl_plan_key, degrees),                                        \
            .least = -1e6, .most = 1e6,                                                            \
            .text = "or turned so far about the motion's axis, on top of the rotation it has at "  \
                    "the start; more than a turn is fine; a key without it keeps the last one's, " \
                    "0 at first; not with rotation in one motion"                                  \
    }

#endif
