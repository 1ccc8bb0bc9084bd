// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The scenes of scenes/ as bytes, in a file that the build makes (cmake/plump_scenes.cmake).
#ifndef PL_IO_SCENE_BUILTIN_H
#define PL_IO_SCENE_BUILTIN_H

#include <stddef.h>

typedef struct pl_builtin_scene {
    const char* name;  // NULL ends the list
    const unsigned char* text;
    size_t size;
} pl_builtin_scene;

extern const pl_builtin_scene pl_builtin_scenes[];

#endif
