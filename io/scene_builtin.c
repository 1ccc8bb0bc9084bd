// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/scene_builtin.h"

#include <plump/scene.h>

#include <string.h>

const char* plump_scene_builtin_name(uint32_t index) {
    for (uint32_t i = 0; pl_builtin_scenes[i].name; ++i) {
        if (i == index) return pl_builtin_scenes[i].name;
    }
    return NULL;
}

const char* plump_scene_builtin_text(const char* name, size_t* size) {
    for (const pl_builtin_scene* scene = pl_builtin_scenes; name && scene->name; ++scene) {
        if (strcmp(scene->name, name) != 0) continue;
        if (size) *size = scene->size;
        return (const char*)scene->text;
    }
    return NULL;
}
