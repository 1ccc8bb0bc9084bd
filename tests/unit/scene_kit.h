// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the tests of scenes share. Texts are written with ' in place of ", for the reader's sake.
#ifndef SCENE_KIT_H
#define SCENE_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <plump/scene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/scene_plan.h"
#include "tests/unit/memory_kit.h"

// One body and more keys of the file; one body with more keys of its own.
#define WITH(keys) "{'bodies': [{'shape': 'sphere', 'vertices': 42}], " keys "}"
#define BALL(keys) "{'bodies': [{'shape': 'sphere', 'vertices': 42, " keys "}]}"

// A copy of exactly this size, so that the sanitizer sees every byte too many; free it.
static inline char* scene_quoted(const char* text, size_t* size) {
    *size = strlen(text);
    char* copy = malloc(*size ? *size : 1);
    assert_non_null(copy);
    for (size_t i = 0; i < *size; ++i) copy[i] = text[i] == '\'' ? '"' : text[i];
    return copy;
}

static inline plump_result scene_read(const char* text, const char* name,
                                      const plump_scene_def* def, plump_scene** scene,
                                      plump_error* error) {
    size_t size;
    char* copy = scene_quoted(text, &size);
    plump_result result = plump_scene_read_memory(copy, size, name, def, scene, error);
    free(copy);
    return result;
}

static inline plump_scene* scene_accept_with(const char* text, const plump_scene_def* def) {
    plump_scene* scene = NULL;
    plump_error error = {PLUMP_OK, ""};
    if (scene_read(text, "scene.json", def, &scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    assert_non_null(scene);
    return scene;
}

static inline plump_scene* scene_accept(const char* text) {
    return scene_accept_with(text, NULL);
}

// What is complained about when all of it is asked for.
typedef struct scene_complaints {
    plump_error errors[32];
    uint32_t count;
} scene_complaints;

static inline void scene_note_complaint(const plump_error* error, void* user) {
    scene_complaints* all = user;
    assert_true(all->count < 20);
    for (uint32_t i = 0; i < all->count; ++i)
        assert_string_not_equal(all->errors[i].text, error->text);
    all->errors[all->count++] = *error;
}

// The scene is refused, and the error is the first of its complaints.
static inline scene_complaints scene_complain(const char* text, const char* name,
                                              const plump_scene_def* def) {
    scene_complaints all = {.count = 0};
    plump_scene_def own = def ? *def : plump_default_scene_def();
    plump_scene* scene = NULL;
    plump_error error = {PLUMP_OK, ""};
    own.complain = scene_note_complaint;
    own.complain_user = &all;
    plump_result result = scene_read(text, name, &own, &scene, &error);
    assert_null(scene);
    assert_true(all.count > 0);
    assert_int_equal(result, all.errors[0].code);
    assert_string_equal(error.text, all.errors[0].text);
    return all;
}

static inline bool scene_has_complaint(const scene_complaints* all, const char* sentence) {
    for (uint32_t i = 0; i < all->count; ++i) {
        if (strcmp(all->errors[i].text, sentence) == 0) return true;
    }
    return false;
}

static inline void scene_refuse_with(const char* text, const char* name, const plump_scene_def* def,
                                     plump_result code, const char* sentence) {
    plump_scene* scene = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = scene_read(text, name, def, &scene, &error);
    if (scene) fail_msg("was taken, not refused with: %s", sentence);
    assert_string_equal(error.text, sentence);
    assert_int_equal(result, code);
    assert_int_equal(error.code, code);
    scene_complaints all = scene_complain(text, name, def);
    if (!scene_has_complaint(&all, sentence) && all.count < 20)
        fail_msg("'%s' is not among the %u complaints, '%s' is", sentence, all.count,
                 all.errors[0].text);
}

#endif
