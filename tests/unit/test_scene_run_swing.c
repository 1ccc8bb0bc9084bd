// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What moves characters of a running scene beside bones: hands that hold and let go, other
// characters, clips that do not close, morph targets.
#define _XOPEN_SOURCE 700  // mkdtemp
#include "tests/unit/scene_kit.h"

#include "character_kit.h"
#include "io/scene_run_character.h"
#include "tests/unit/folder_kit.h"

#include <plump/rig.h>

#include <math.h>

#if defined(PLUMP_HAVE_JANSSON)

static plump_scene* start(const char* text) {
    plump_error error;
    plump_scene_def def = plump_default_scene_def();
    def.worker_count = 1;
    def.folder = folder;
    plump_scene* scene = scene_accept_with(text, &def);
    if (plump_scene_start(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return scene;
}

static void run(plump_scene* scene, int steps) {
    plump_error error;
    for (int i = 0; i < steps; ++i) {
        if (plump_scene_step(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    }
}

static void read_all(plump_scene* scene, uint32_t index, double* x, uint32_t most) {
    plump_error error;
    if (plump_scene_read_character(scene, index, PLUMP_SCALAR_FLOAT64, x, 0, NULL, 0, most,
                                   &error) != PLUMP_OK)
        fail_msg("%s", error.text);
}

static plump_jiggle_state mass_of(const plump_scene* scene, uint32_t set) {
    plump_scene_character character;
    plump_jiggle_state mass;
    assert_int_equal(plump_scene_get_character(scene, 0, &character), PLUMP_OK);
    assert_int_equal(plump_jiggle_read(character.jiggle, set, &mass, NULL), PLUMP_OK);
    return mass;
}

// --- hands ---

#define BALL_OF(name, x)                                                                           \
    "{'name': '" name "', 'shape': 'sphere', 'vertices': 642, 'size': 1, 'position': [" x          \
    ", 0, 0], 'sets': []"

// Held 0.2 m above its place from 0.1 s on, let go at 0.5 s: then a damped swing from rest,
// which first passes its place after (pi - atan(sqrt(1 - z^2) / z)) / (w sqrt(1 - z^2)).
static void a_held_point_is_where_the_hand_is_and_swings_back(void** state) {
    (void)state;
    plump_scene* scene = start("{'dt': 0.005, 'characters': [" BALL_OF(
        "ball", "3") ", 'draggers': [{'at': [0, 0.1, 0], "
                     "'radius': 0.5, 'hertz': 2, 'damping': 0.1, 'until': 0.5, 'motion': {'keys': "
                     "[{'time': 0}, "
                     "{'time': 0.1, 'move': [0, 0.2, 0]}]}}]}]}");
    run(scene, 10);
    assert_true(fabs(mass_of(scene, 0).point[1] - 0.2) < 1e-6);  // half way, in a straight line
    run(scene, 80);                                              // 0.45 s
    plump_jiggle_state mass = mass_of(scene, 0);
    assert_true(fabs(mass.point[0] - 3) < 1e-9 && fabs(mass.point[1] - 0.3) < 1e-6);
    assert_true(fabs(mass.anchor[1] - 0.1) < 1e-7);  // of a set that floats hold
    double time = 0.45, before = 0.2, passed = 0, lowest = 0;
    for (int i = 0; i < 200; ++i) {
        run(scene, 1);
        time += 0.005;
        double now = mass_of(scene, 0).point[1] - 0.1;
        if (passed == 0 && now < 0) passed = time - 0.005 * now / (now - before);
        lowest = fmin(lowest, now);
        before = now;
    }
    double z = 0.1, w = 2 * 3.14159265358979 * 2, turned = sqrt(1 - z * z);
    double wanted = 0.5 + (3.14159265358979 - atan(turned / z)) / (w * turned);
    double swing = -0.2 * exp(-3.14159265358979 * z / turned);
    print_message("passes its place at %.4f s, wanted %.4f; %.4f m below, wanted %.4f\n", passed,
                  wanted, lowest, swing);
    assert_true(fabs(passed - wanted) < 0.0055);  // let go at the end of a step
    assert_true(fabs(lowest / swing - 1) < 0.02);
    run(scene, 1000);
    assert_true(fabs(mass_of(scene, 0).point[1] - 0.1) < 1e-4);
    plump_scene_destroy(scene);
}

// The hand stays in the world, whatever the character does, and takes hold at its time.
static void a_hand_takes_hold_at_its_time(void** state) {
    (void)state;
    plump_scene* scene = start("{'dt': 0.005, 'characters': [" BALL_OF(
        "ball", "0") ", 'motion': {'keys': [{'time': 0, "
                     "'position': [0, 0, 0]}, {'time': 0.1, 'position': [0.2, 0, 0]}]}, "
                     "'draggers': [{'at': [0, "
                     "0, 0], 'radius': 0.5, 'from': 0.3}]}]}");
    run(scene, 50);
    plump_jiggle_state mass = mass_of(scene, 0);
    assert_true(fabs(mass.point[0]) > 1e-3 && fabs(mass.anchor[0] - 0.2) < 1e-7);
    run(scene, 20);
    mass = mass_of(scene, 0);
    assert_true(fabs(mass.point[0]) < 1e-7);
    plump_scene_destroy(scene);
}

// --- others ---

static void ends_of(plump_scene* scene, uint32_t index, double* least, double* most) {
    static double x[3 * 1000];
    plump_scene_character given;
    assert_int_equal(plump_scene_get_character(scene, index, &given), PLUMP_OK);
    assert_true(given.triangles.vertex_count <= 1000);
    read_all(scene, index, x, 1000);
    *least = HUGE_VAL;
    *most = -HUGE_VAL;
    for (uint32_t i = 0; i < given.triangles.vertex_count; ++i) {
        *least = fmin(*least, x[3 * i]);
        *most = fmax(*most, x[3 * i]);
    }
}

// Two balls of radius 0.5, 0.8 m apart: each gives way by about half of what they overlap.
static void characters_that_meet_share_the_dent(void** state) {
    (void)state;
    double least, right_of_a, left_of_b, most;
    plump_scene* scene =
        start("{'characters': [" BALL_OF("a", "0") "}, " BALL_OF("b", "0.8") ", 'meets': 'a'}]}");
    run(scene, 2);
    ends_of(scene, 0, &least, &right_of_a);
    ends_of(scene, 1, &left_of_b, &most);
    print_message("a ends at %.4f, b begins at %.4f\n", right_of_a, left_of_b);
    assert_true(fabs(right_of_a - 0.4) < 0.03 && fabs(left_of_b - 0.4) < 0.03);
    assert_true(right_of_a < left_of_b + 0.01);
    plump_scene_character_report report;
    assert_int_equal(plump_scene_report_character(scene, 1, &report, NULL), PLUMP_OK);
    assert_true(report.volume_error < 0.05);
    plump_scene_destroy(scene);

    scene = start("{'characters': [" BALL_OF("a", "0") "}, " BALL_OF("b", "0.8") "}]}");
    run(scene, 2);
    ends_of(scene, 0, &least, &right_of_a);
    assert_true(right_of_a > 0.49);  // those that do not meet pass through each other
    plump_scene_destroy(scene);
}

// --- clips ---

static void write_character(const char* name, character_kit* kit, const char* json) {
    plump_error error;
    kit_bytes file = kit_file(kit, json);
    if (plump_file_write_bytes(path_of(name), file.data, file.size, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    kit_free(&file);
}

// All of the bar goes from -1 to 1 along x in half a second, slowly at both ends; then it is back
// at once.
static void a_clip_that_does_not_close_takes_masses_along(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    float times[11], places[33] = {0};
    for (int i = 0; i < 11; ++i) {
        times[i] = 0.05f * (float)i;
        places[3 * i] = (float)-cos(3.14159265 * i / 10);
    }
    int input = kit_floats(&kit, times, 11, "SCALAR"),
        output = kit_floats(&kit, places, 33, "VEC3");
    char json[1024];
    snprintf(json, sizeof json,
             KIT_BAR_MESH KIT_BAR_SKIN KIT_BAR_NODES
             ",'animations':[{'channels':[{'sampler':0,'target':{'node':1,'path':'translation'}}],"
             "'samplers':[{'input':%d,'output':%d}]}]",
             input, output);
    write_character("runner.glb", &kit, json);
    plump_scene* scene =
        start("{'dt': 0.01, 'characters': [{'mesh': 'runner.glb', 'clip': 0, 'sets': [{'joint': "
              "'low', 'at': [0, 1, 0], 'radius': 2, 'hertz': 4, 'damping': 0.5}]}]}");
    double first = 0, later = 0;
    for (int i = 1; i <= 200; ++i) {
        run(scene, 1);
        plump_jiggle_state mass = mass_of(scene, 0);
        double stretch = fabs(mass.point[0] - mass.anchor[0]) / 2;
        if (i < 50) first = fmax(first, stretch);
        if (i >= 50) later = fmax(later, stretch);
        // the mean place over a round is a check that it came back at all
        if (i % 50 == 1) assert_true(mass.anchor[0] < -0.9);
        if (i % 50 == 49) assert_true(mass.anchor[0] > 0.9);
    }
    print_message("stretch %.3f radii in the first round, %.3f later\n", first, later);
    assert_true(first > 0.02);
    assert_true(later < 1.5 * first);  // a jump of 2 m, felt, would be a whole radius
    plump_scene_destroy(scene);
    remove(path_of("runner.glb"));
}

static void clips_do_not_run_backwards(void** state) {
    (void)state;
    scene_refuse_with(
        "{'characters': [{'shape': 'bear', 'rig': true, 'clip': 'hop', 'speed': -1}]}", "s.json",
        NULL, PLUMP_ERROR_DATA,
        "s.json:1:63: characters[0].speed: it is -1; it must be a number from 0 to 1000");
}

// The bar's vertices go along z by their number, from nothing at 0 s to all of it at 1 s.
static void morph_targets_are_seen_and_restored(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    float offsets[36] = {0};
    for (int i = 0; i < 12; ++i) offsets[3 * i + 2] = 0.1f * (float)i;
    const float times[2] = {0, 1}, weights[2] = {0, 1};
    int target = kit_floats(&kit, offsets, 36, "VEC3"),
        input = kit_floats(&kit, times, 2, "SCALAR");
    int output = kit_floats(&kit, weights, 2, "SCALAR");
    char json[1024];
    snprintf(json, sizeof json,
             "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':2,'WEIGHTS_0':3},"
             "'indices':1,'targets':[{'POSITION':%d}]}]}]," KIT_BAR_SKIN KIT_BAR_NODES
             ",'animations':[{'channels':[{'sampler':0,'target':{'node':0,'path':'weights'}}],"
             "'samplers':[{'input':%d,'output':%d}]}]",
             target, input, output);
    write_character("morph.glb", &kit, json);
    static const char text[] =
        "{'dt': 0.0625, 'characters': [{'mesh': 'morph.glb', 'clip': 0, 'sets': []}]}";
    plump_scene* scene = start(text);
    double x[36], again[36];
    run(scene, 4);
    size_t size = plump_scene_snapshot_size(scene);
    unsigned char* snapshot = malloc(size);
    plump_error error;
    assert_int_equal(plump_scene_snapshot(scene, snapshot, size, &size, &error), PLUMP_OK);
    run(scene, 4);  // 0.5 s
    read_all(scene, 0, x, 12);
    for (int i = 0; i < 12; ++i)
        kit_near(x[3 * i + 2], (double)kit_bar_positions[3 * i + 2] + 0.05 * i, 1e-6);
    plump_scene_destroy(scene);
    scene = start(text);
    if (plump_scene_restore(scene, snapshot, size, &error) != PLUMP_OK) fail_msg("%s", error.text);
    read_all(scene, 0, again, 12);  // before any step
    for (int i = 0; i < 12; ++i)
        kit_near(again[3 * i + 2], (double)kit_bar_positions[3 * i + 2] + 0.025 * i, 1e-6);
    run(scene, 4);
    read_all(scene, 0, again, 12);
    assert_memory_equal(x, again, sizeof x);
    free(snapshot);
    plump_scene_destroy(scene);
    remove(path_of("morph.glb"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_held_point_is_where_the_hand_is_and_swings_back),
        cmocka_unit_test(a_hand_takes_hold_at_its_time),
        cmocka_unit_test(characters_that_meet_share_the_dent),
        cmocka_unit_test(a_clip_that_does_not_close_takes_masses_along),
        cmocka_unit_test(clips_do_not_run_backwards),
        cmocka_unit_test(morph_targets_are_seen_and_restored),
    };
    return cmocka_run_group_tests_name("scene_run_swing", tests, make_folder, remove_folder);
}

#else
int main(void) {
    return 0;
}
#endif
