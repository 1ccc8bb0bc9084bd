// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A glTF as a character: read, posed in every clip, skinned, and jiggled by sets that place
// themselves. What is small enough to be a character must come out finite.
#include "fuzz.h"

#include <plump/character.h>
#include <plump/jiggle.h>

#include <math.h>
#include <stdlib.h>

#define VERTICES_MOST  5000  // deformers need more memory than the files' budget has
#define SEGMENTS_MOST  2000
#define CLIPS_MOST     4
#define POSITIONS_SANE 1e6f

typedef struct {
    const plump_character* character;
    plump_character_info info;
    plump_pose* pose;
    plump_jiggle* jiggle;  // or NULL
    float* positions;
} stage;

static bool are_sane(const float* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!(fabsf(values[i]) < POSITIONS_SANE)) return false;
    }
    return true;
}

static bool are_sane_matrices(const stage* s) {
    const double* matrices = plump_pose_matrices(s->pose);
    for (size_t i = 0; i < 12 * (size_t)s->info.segment_count; ++i) {
        if (!isfinite(matrices[i])) fuzz_fail("a pose that is not finite");
        if (!(fabs(matrices[i]) < (double)POSITIONS_SANE)) return false;
    }
    return true;
}

static void check_finite(const stage* s, const char* what) {
    for (size_t i = 0; i < 3 * (size_t)s->info.vertex_count; ++i) {
        if (!isfinite(s->positions[i])) fuzz_fail(what);
    }
}

static void show(const stage* s) {
    plump_error error = {PLUMP_OK, ""};
    bool is_sane = are_sane_matrices(s) &&
                   are_sane(plump_pose_bind(s->pose), 3 * (size_t)s->info.vertex_count);
    plump_pose_skin(s->pose, s->positions);
    if (is_sane) check_finite(s, "a skinned vertex that is not finite");
    if (!s->jiggle || !is_sane) return;
    if (plump_pose_is_morphed(s->pose))
        plump_jiggle_set_bind(s->jiggle, plump_pose_bind(s->pose), 0, NULL, 0, &error);
    plump_result result =
        plump_jiggle_step(s->jiggle, 0.05, plump_pose_matrices(s->pose), NULL, &error);
    if (result == PLUMP_OK)
        result = plump_jiggle_deform(s->jiggle, PLUMP_SCALAR_FLOAT32, s->positions, 0, NULL, 0,
                                     s->info.vertex_count, &error);
    if (result == PLUMP_OK) check_finite(s, "a jiggled vertex that is not finite");
    if (result != PLUMP_OK && !error.text[0]) fuzz_fail("a refused frame without a sentence");
}

static void play(const stage* s) {
    plump_error error = {PLUMP_OK, ""};
    show(s);
    for (uint32_t i = 0; i < s->info.clip_count && i < CLIPS_MOST; ++i) {
        plump_character_clip clip;
        plump_character_get_clip(s->character, i, &clip);
        for (int k = -1; k <= 4; ++k) {
            double time = clip.begin + k / 3.0 * (clip.end - clip.begin);
            plump_result result = plump_pose_set(s->pose, i, time, &error);
            if (result == PLUMP_OK) show(s);
            if (result != PLUMP_OK && !error.text[0]) fuzz_fail("a refused pose, no sentence");
        }
    }
}

static void make_jiggle(stage* s, plump_allocator allocator) {
    plump_jiggle_set sets[4];
    plump_jiggle_placing placing = plump_default_jiggle_placing();
    plump_jiggle_def def = plump_default_jiggle_def();
    plump_error error = {PLUMP_OK, ""};
    uint32_t count = 0;
    def.mesh = plump_character_triangles(s->character);
    def.segments = plump_character_segments(s->character);
    def.weights = plump_character_weights(s->character);
    def.segment_count = s->info.segment_count;
    def.allocator = allocator;
    plump_result result = plump_jiggle_place_sets(&def, &placing, sets, 4, &count, &error);
    def.sets = sets;
    def.set_count = count;
    if (result == PLUMP_OK) result = plump_jiggle_create(&def, &s->jiggle, &error);
    if (result == PLUMP_ERROR_MEMORY) fuzz_fail("out of memory within the limit");
    if (result != PLUMP_OK && !error.text[0]) fuzz_fail("a refused deformer without a sentence");
}

static void look(const plump_character* c) {
    plump_character_info info;
    plump_character_get_info(c, &info);
    for (uint32_t i = 0; i < info.part_count; ++i) {
        plump_character_part part;
        if (plump_character_get_part(c, i, &part) != PLUMP_OK || !part.name) fuzz_fail("a part");
    }
    for (uint32_t i = 0; i < info.segment_count; ++i) {
        plump_character_segment segment;
        if (plump_character_get_segment(c, i, &segment) != PLUMP_OK || !segment.name)
            fuzz_fail("a segment");
    }
    for (size_t i = 0; i < info.vertex_count; ++i) {
        const float* weights = plump_character_weights(c) + 4 * i;
        if (!(fabsf(weights[0] + weights[1] + weights[2] + weights[3] - 1) < 1e-3f))
            fuzz_fail("weights that do not sum to 1");
        for (int k = 0; k < 4; ++k) {
            if (plump_character_segments(c)[4 * i + (size_t)k] >= info.segment_count)
                fuzz_fail("a segment that is not there");
        }
    }
}

static void perform(const plump_character* c, plump_allocator allocator) {
    stage s = {.character = c};
    plump_error error = {PLUMP_OK, ""};
    plump_character_get_info(c, &s.info);
    look(c);
    if (s.info.vertex_count > VERTICES_MOST || s.info.segment_count > SEGMENTS_MOST) return;
    plump_result result = plump_pose_create(c, &allocator, &s.pose, &error);
    if (result != PLUMP_OK) {
        if (!error.text[0]) fuzz_fail("a refused rest without a sentence");
        return;
    }
    s.positions = malloc((3 * (size_t)s.info.vertex_count + 1) * sizeof *s.positions);
    if (s.positions) {
        make_jiggle(&s, allocator);
        play(&s);
    }
    plump_jiggle_destroy(s.jiggle);
    plump_pose_destroy(s.pose);
    free(s.positions);
}

void fuzz_character(const uint8_t* data, size_t size) {
    plump_read_def def = plump_default_read_def();
    plump_character* character = NULL;
    plump_error error = {PLUMP_OK, ""};
    def.allocator = fuzz_meter_begin(size);
    plump_result result =
        plump_character_read_memory(data, size, "input", &def, &character, &error);
    if ((result == PLUMP_OK) != (character != NULL)) fuzz_fail("result and character disagree");
    if (result == PLUMP_ERROR_MEMORY) fuzz_fail("out of memory within the limit");
    if (result != PLUMP_OK && !error.text[0]) fuzz_fail("a refusal without a sentence");
    if (character) perform(character, def.allocator);
    plump_character_destroy(character);
    fuzz_meter_end();
}
