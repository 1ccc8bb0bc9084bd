// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rigs: what is written is read back as a character that moves as its waves say.
#define _XOPEN_SOURCE 700
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <plump/character.h>
#include <plump/rig.h>
#include <plump/shape.h>

#include "folder_kit.h"
#include "memory_kit.h"

#include <math.h>

static plump_error error;

// A bar along y, two bones.
static const plump_rig_bone bones[2] = {
    {"low", PLUMP_RIG_ROOT, {0, -0.5, 0}, {0, 0, 0}, 0.2},
    {"high", 0, {0, 0, 0}, {0, 0.5, 0}, 0.2},
};
static const plump_rig_wave waves[2] = {
    {1, PLUMP_RIG_TURN, {0, 0, 1}, 0.5, 1, 0, 0, 0, 0},
    {0, PLUMP_RIG_MOVE, {1, 0, 0}, 0.3, 1, 0, 0, 0.5, 1},
};
static const plump_rig_clip clips[2] = {{"bend", 2, waves, 1}, {"both", 1, waves, 2}};

static plump_mesh* make_mesh(void) {
    plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_CAPSULE);
    plump_mesh* mesh = NULL;
    def.vertex_count = 300;
    assert_int_equal(plump_shape_create(&def, &mesh, &error), PLUMP_OK);
    return mesh;
}

static plump_rig_def make_def(const plump_mesh* mesh) {
    plump_rig_def def = plump_default_rig_def();
    def.name = "bar";
    def.triangles = plump_mesh_triangles(mesh);
    def.bones = bones;
    def.bone_count = 2;
    def.clips = clips;
    def.clip_count = 2;
    return def;
}

static plump_character* read_back(const char* path) {
    plump_character* character = NULL;
    plump_result result = plump_character_read(path, NULL, &character, &error);
    if (result == PLUMP_ERROR_UNSUPPORTED) {  // built without jansson
        remove(path);
        skip();
    }
    if (result != PLUMP_OK) fail_msg("%s", error.text);
    return character;
}

static void what_is_written_is_read_back(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    const char* path = path_of("bar.glb");
    if (plump_rig_write(path, &def, &error) != PLUMP_OK) fail_msg("%s", error.text);
    plump_character* c = read_back(path);
    plump_character_info info;
    plump_character_segment high;
    plump_character_clip clip;
    plump_character_get_info(c, &info);
    assert_int_equal(info.vertex_count, plump_mesh_vertex_count(mesh));
    assert_int_equal(info.triangle_count, plump_mesh_triangle_count(mesh));
    assert_int_equal(info.segment_count, 2);
    assert_int_equal(info.clip_count, 2);
    assert_int_equal(info.closed_count, 1);
    assert_int_equal(info.note_count, 0);
    plump_character_get_segment(c, 1, &high);
    assert_string_equal(high.name, "high");
    assert_int_equal(high.parent, 0);
    plump_character_get_clip(c, 0, &clip);
    assert_string_equal(clip.name, "bend");
    assert_true(clip.begin == 0 && clip.end == 2);
    double volume;
    plump_character_volumes(c, plump_character_triangles(c).positions, &volume);
    assert_true(fabs(volume / plump_mesh_volume(mesh) - 1) < 1e-5);
    plump_character_destroy(c);
    plump_mesh_destroy(mesh);
    assert_int_equal(remove(path), 0);
}

static void bones_turn_and_move_as_their_waves_say(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    const char* path = path_of("bar.glb");
    assert_int_equal(plump_rig_write(path, &def, &error), PLUMP_OK);
    plump_character* c = read_back(path);
    plump_pose* pose = NULL;
    assert_int_equal(plump_pose_create(c, NULL, &pose, &error), PLUMP_OK);
    for (int i = 0; i <= 20; ++i) {
        double time = 0.1 * i;
        assert_int_equal(plump_pose_set(pose, 0, time, &error), PLUMP_OK);
        const double* m = plump_pose_matrices(pose) + 12;
        double angle = 0.5 * sin(3.14159265358979323846 * time);
        assert_true(fabs(m[0] - cos(angle)) < 1e-3 && fabs(m[4] - sin(angle)) < 1e-3);
    }
    // the window's second half of the clip: nothing before it, and nothing at its end
    const double at[3] = {0.25, 0.75, 1};
    const double moved[3] = {0, -0.3, 0};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(plump_pose_set(pose, 1, at[i], &error), PLUMP_OK);
        assert_true(fabs(plump_pose_matrices(pose)[3] - moved[i]) < 2e-3);  // keys are 33 ms apart
    }
    plump_pose_destroy(pose);
    plump_character_destroy(c);
    plump_mesh_destroy(mesh);
    assert_int_equal(remove(path), 0);
}

static void vertices_follow_the_bone_they_are_near(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    const char* path = path_of("bar.glb");
    assert_int_equal(plump_rig_write(path, &def, &error), PLUMP_OK);
    plump_character* c = read_back(path);
    const float* positions = plump_character_triangles(c).positions;
    uint32_t low = 0, high = 0, between = 0;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        const uint32_t* segments = plump_character_segments(c) + 4 * i;
        float first = plump_character_weights(c)[4 * i];
        if (fabsf(positions[3 * i + 1]) < 0.02f) {
            assert_true(first < 0.6f);
            between++;
        } else {
            assert_int_equal(segments[0], positions[3 * i + 1] > 0);
            if (segments[0]) high++;
            if (!segments[0]) low++;
        }
    }
    assert_true(low > 50 && high > 50 && between > 0);
    plump_character_destroy(c);
    plump_mesh_destroy(mesh);
    assert_int_equal(remove(path), 0);
}

static void refuse(const plump_rig_def* def, const char* words) {
    assert_int_equal(plump_rig_write(path_of("bar.glb"), def, &error), PLUMP_ERROR_ARGUMENT);
    if (!strstr(error.text, words)) fail_msg("no '%s' in '%s'", words, error.text);
}

static void wrong_rigs_are_refused(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def good = make_def(mesh), def = good;
    def.cookie = 0;
    refuse(&def, "plump_default_rig_def()");
    def = good;
    def.bone_count = 0;
    refuse(&def, "1 to 256 bones");
    def = good;
    def.triangles = (plump_triangles){0};
    refuse(&def, "no triangles");
    def = good;
    def.key_rate = 0;
    refuse(&def, "key rate");
    plump_rig_bone wrong[2] = {bones[0], bones[1]};
    def = good;
    def.bones = wrong;
    wrong[1].parent = 1;
    refuse(&def, "parents come before their children");
    wrong[1] = bones[1];
    wrong[1].radius = 0;
    refuse(&def, "its radius above 0");
    plump_rig_wave wave = waves[0];
    plump_rig_clip clip = {"x", 1, &wave, 1};
    def = good;
    def.clips = &clip;
    def.clip_count = 1;
    wave.bone = 2;
    refuse(&def, "its bone must exist");
    wave = waves[0];
    memset(wave.axis, 0, sizeof wave.axis);
    refuse(&def, "its axis have a length");
    wave = waves[0];
    clip.seconds = 0;
    refuse(&def, "lasts 0 s");
    assert_int_equal(plump_rig_write(NULL, &good, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_rig_write("x.glb", NULL, &error), PLUMP_ERROR_ARGUMENT);
    plump_mesh_destroy(mesh);
}

static void memory_may_run_out(void** state) {
    (void)state;
    plump_mesh* mesh = make_mesh();
    plump_rig_def def = make_def(mesh);
    memory_kit memory = {0};
    def.allocator = memory_kit_hooks(&memory);
    const char* path = path_of("bar.glb");
    for (long n = 1;; ++n) {
        memory = (memory_kit){.fail_at = n};
        plump_result result = plump_rig_write(path, &def, &error);
        assert_int_equal(memory.blocks, 0);
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_true(access(path, F_OK) != 0);
        assert_true(n < 1000);
    }
    plump_mesh_destroy(mesh);
    assert_int_equal(remove(path), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_written_is_read_back),
        cmocka_unit_test(bones_turn_and_move_as_their_waves_say),
        cmocka_unit_test(vertices_follow_the_bone_they_are_near),
        cmocka_unit_test(wrong_rigs_are_refused),
        cmocka_unit_test(memory_may_run_out),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
