// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What bodies may be made of, as fields of bodies. Densities are those of the things themselves;
// frequency is the body's own lowest vibration, whatever its size, so that a jelly wobbles like one
// large or small. What is not in a row keeps its default.
#include <plump/scene.h>

#include "src/base/spelling.h"
#include "src/base/text.h"

#include <string.h>

typedef struct {
    const char* field;
    double value;
} setting;

#define SETTINGS 8

typedef struct {
    const char* name;
    const char* text;
    setting settings[SETTINGS];
} material;

static const material materials[] = {
    {"jelly",
     "wobbles for a while: gelatine",
     {{"density", 1050}, {"frequency", 3}, {"damping", 0.05}, {"friction", 0.4}}},
    {"pudding",
     "softer, and soon at rest",
     {{"density", 1080}, {"frequency", 2.5}, {"damping", 0.2}, {"friction", 0.4}}},
    {"gummy",
     "firm and tough: a gummy bear",
     {{"density", 1300}, {"frequency", 7}, {"damping", 0.2}, {"friction", 0.8}}},
    {"rubber",
     "firm and lively: a solid rubber ball",
     {{"density", 1100}, {"frequency", 12}, {"damping", 0.03}, {"friction", 0.9}}},
    {"silicone",
     "soft rubber",
     {{"density", 1120}, {"frequency", 6}, {"damping", 0.08}, {"friction", 0.9}}},
    {"muscle",
     "flesh under tension; gives way where it is pressed",
     {{"density", 1060},
      {"frequency", 6},
      {"damping", 0.3},
      {"friction", 0.5},
      {"volume_global", 0.3}}},
    {"fat",
     "loose flesh, heavy damping",
     {{"density", 920},
      {"frequency", 2.5},
      {"damping", 0.35},
      {"friction", 0.5},
      {"volume_global", 0.3}}},
    {"balloon",
     "a thin skin full of air: light, and the air can be compressed",
     {{"density", 25},
      {"frequency", 12},
      {"damping", 0.2},
      {"friction", 0.6},
      {"compressibility", 1e-5}}},
    {"pouch",
     "a skin full of water: keeps its volume and hardly its shape",
     {{"density", 1000}, {"frequency", 2}, {"damping", 0.1}, {"core", 0.03}, {"friction", 0.5}}},
    {"foam",
     "upholstery: light, damped, can be compressed",
     {{"density", 60},
      {"frequency", 10},
      {"damping", 0.5},
      {"friction", 0.8},
      {"compressibility", 5e-5}}},
    {"marshmallow",
     "light and slow",
     {{"density", 300},
      {"frequency", 8},
      {"damping", 0.5},
      {"friction", 0.8},
      {"compressibility", 1e-5}}},
    {"clay",
     "keeps every dent",
     {{"density", 1800},
      {"frequency", 15},
      {"damping", 0.8},
      {"friction", 0.9},
      {"yield", 0.06},
      {"creep", 20},
      {"plastic_limit", 2}}},
    {"dough",
     "springs back a little and flows slowly",
     {{"density", 1200},
      {"frequency", 8},
      {"damping", 0.5},
      {"friction", 0.8},
      {"yield", 0.15},
      {"creep", 2},
      {"plastic_limit", 2}}},
};

const char* plump_material_name(uint32_t index) {
    return index < PL_COUNT(materials) ? materials[index].name : NULL;
}

const char* plump_material_summary(uint32_t index) {
    return index < PL_COUNT(materials) ? materials[index].text : NULL;
}

static plump_result fail_unknown(const char* name, plump_error* error) {
    pl_nearest nearest = {.wrong = name};
    for (uint32_t i = 0; i < PL_COUNT(materials); ++i) pl_nearest_try(&nearest, materials[i].name);
    return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no material '%.*s'; the nearest is '%s'",
                   PL_NEAREST_LETTERS, name, nearest.name);
}

plump_result plump_material_set(plump_body_def* def, const char* name, plump_error* error) {
    if (!name) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the material's name is NULL");
    const material* found = NULL;
    for (uint32_t i = 0; i < PL_COUNT(materials); ++i) {
        if (strcmp(materials[i].name, name) == 0) found = &materials[i];
    }
    if (!found) return fail_unknown(name, error);
    for (uint32_t i = 0; i < SETTINGS && found->settings[i].field; ++i) {
        plump_result result =
            plump_body_def_set(def, found->settings[i].field, found->settings[i].value, error);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}
