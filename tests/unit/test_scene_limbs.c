// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones and muscles in scene files: what they become, how they move, and what is refused.
#include "tests/unit/scene_kit.h"

#include <math.h>

#if defined(PLUMP_HAVE_JANSSON)

#define MUSCLE(keys) BALL("'muscles': [{" keys "}]")
#define BONE(keys)   WITH("'bones': [{'name': 'b', 'from': [0, 0, 0], 'radius': 0.1, " keys "}]")

static const char arm[] =
    "{'bodies': [{'name': 'biceps', 'shape': 'spindle', 'vertices': 200, 'size': 0.5,"
    " 'position': [0.1, 0.3, 0],"
    " 'muscles': [{'axis': [0, 1, 0], 'strength': 60000, 'time': 0.02,"
    "              'activation': {'keys': [[0, 0], [0.1, 0], [0.2, 0.9]]},"
    "              'origin_on': 'forearm', 'insertion_on': 'upper'},"
    "             {'origin': {'below': {'axis': 'y', 'value': -0.2}}, 'hold': 1,"
    "              'insertion': {'above': {'axis': 'y', 'value': 0.2}}, 'activation': 0.1}]}],"
    " 'obstacles': [{'shape': 'plane', 'position': [0, -3, 0]}],"
    " 'bones': [{'name': 'upper', 'from': [0, 0.6, 0], 'to': [0, 0, 0], 'radius': 0.03,"
    "            'joint': 'fixed'},"
    "           {'name': 'forearm', 'from': [0, 0, 0], 'to': [0.4, 0, 0], 'radius': 0.02,"
    "            'degrees_least': -10, 'degrees_most': 120, 'mass': 0.5},"
    "           {'name': 'hand', 'from': [0.4, 0, 0], 'to': [0.4, -0.1, 0], 'radius': 0.02,"
    "            'parent': 'forearm', 'mass': 0.1},"
    "           {'name': 'loose', 'from': [1, 0, 0], 'to': [1, 1, 0], 'radius': 0.02,"
    "            'joint': 'free', 'gravity_scale': 0}],"
    " 'attachments': [{'body': 'biceps', 'where': {'nearest': [0, 0, 0]}, 'obstacle': 'loose',"
    "                  'stiffness': 1}]}";

static plump_scene* start(const char* text) {
    plump_error error;
    plump_scene* scene = scene_accept(text);
    if (plump_scene_start(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return scene;
}

static void run(plump_scene* scene, int steps) {
    plump_error error;
    for (int i = 0; i < steps; ++i) {
        if (plump_scene_step(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    }
}

static plump_bone_info bone_at(plump_scene* scene, uint32_t i) {
    plump_bone_id bones[8];
    plump_bone_info info;
    plump_error error;
    plump_world* world = plump_scene_world(scene);
    assert_true(i < plump_world_bones(world, bones, 8));
    assert_int_equal(plump_bone_get_info(world, bones[i], &info, &error), PLUMP_OK);
    return info;
}

static void bones_are_capsules_between_two_points(void** state) {
    (void)state;
    plump_scene* scene = start(arm);
    const pl_plan* plan = &scene->plan;
    assert_int_equal(plan->obstacle_count, 5);
    assert_int_equal(plan->bone_count, 3);  // one is fixed
    const plump_obstacle_def* forearm = &plan->obstacles[2].def;
    assert_true(fabs(forearm->position[0] - 0.2) < 1e-6 && fabs(forearm->position[1]) < 1e-6);
    assert_true(fabs((double)forearm->half_height - 0.2) < 1e-6);
    // y, turned by (x, y, z, w), is x
    const float* q = forearm->rotation;
    double length = 0;
    for (int k = 0; k < 4; ++k) length += (double)(q[k] * q[k]);
    assert_true(fabs(2 * (double)(q[0] * q[1] - q[2] * q[3]) / length - 1) < 1e-6);
    assert_true(fabs((double)plan->bones[0].def.angle_most - 120 * 3.14159265358979 / 180) < 1e-5);
    assert_true(fabs(plan->bones[0].def.pivot[0]) < 1e-9);
    assert_int_equal(plan->bones[1].parent, 0);
    assert_int_equal(plump_world_muscles(plump_scene_world(scene), NULL, 0), 2);
    plump_scene_destroy(scene);
}

static void a_curve_flexes_the_arm(void** state) {
    (void)state;
    plump_scene* scene = start(arm);
    plump_muscle_id muscles[2];
    plump_muscle_info info;
    plump_error error;
    run(scene, 10);
    double before = bone_at(scene, 0).angle;
    plump_world_muscles(plump_scene_world(scene), muscles, 2);
    assert_int_equal(plump_muscle_get_info(plump_scene_world(scene), muscles[0], &info, &error),
                     PLUMP_OK);
    assert_true(info.activation < 1e-6f);
    run(scene, 60);
    assert_int_equal(plump_muscle_get_info(plump_scene_world(scene), muscles[0], &info, &error),
                     PLUMP_OK);
    assert_true(info.activation > 0.89f && info.wanted > 0.89f);
    assert_true(bone_at(scene, 0).angle > before + 0.1);
    plump_scene_destroy(scene);
}

static void a_scene_goes_on_from_its_snapshot(void** state) {
    (void)state;
    plump_scene* scene = start(arm);
    plump_error error;
    run(scene, 15);
    size_t size = plump_scene_snapshot_size(scene), written = 0;
    void* saved = malloc(size);
    assert_int_equal(plump_scene_snapshot(scene, saved, size, &written, &error), PLUMP_OK);
    run(scene, 20);
    uint64_t hash = plump_world_hash(plump_scene_world(scene));
    assert_int_equal(plump_scene_restore(scene, saved, size, &error), PLUMP_OK);
    run(scene, 20);
    assert_true(plump_world_hash(plump_scene_world(scene)) == hash);
    free(saved);
    plump_scene_destroy(scene);
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    memory_kit memory = {0};
    plump_scene_def def = plump_default_scene_def();
    def.allocator = memory_kit_hooks(&memory);
    plump_result result = PLUMP_ERROR_MEMORY;
    for (long n = 1; result == PLUMP_ERROR_MEMORY; n += 1 + n / 20) {
        plump_scene* scene = NULL;
        plump_error error;
        memory.calls = 0;
        memory.fail_at = n;
        result = scene_read(arm, "scene.json", &def, &scene, &error);
        if (result == PLUMP_OK) result = plump_scene_start(scene, &error);
        plump_scene_destroy(scene);
        assert_int_equal(memory.blocks, 0);
    }
    assert_int_equal(result, PLUMP_OK);
}

static void refuse(const char* text, const char* words) {
    plump_scene* scene = NULL;
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(scene_read(text, "s.json", NULL, &scene, &error), PLUMP_ERROR_DATA);
    assert_null(scene);
    if (!strstr(error.text, words)) fail_msg("'%s' lacks '%s'", error.text, words);
}

static void what_cannot_be_gets_a_sentence(void** state) {
    (void)state;
    refuse(MUSCLE("'strenght': 1"), "strength");
    refuse(MUSCLE("'strength': -1"), "strength");
    refuse(MUSCLE("'width': 2"), "above 'best'");
    refuse(MUSCLE("'activation': 2"), "activation");
    refuse(MUSCLE("'activation': {'keys': [[0, 0], [1, 3]]}"), "activation");
    refuse(MUSCLE("'origin': {'above': {'axis': 'y', 'value': 0.4}}"), "'origin' only");
    refuse(MUSCLE("'origin_on': 'nobody'"), "no obstacle or bone 'nobody'");
    refuse(BALL("'muscles': {}"), "list");
    refuse(BONE("'to': [0, 0, 0]"), "0 m from 'from'");
    refuse(BONE("'to': [1, 0, 0], 'axis': [0, 0, 0]"), "bones[0].axis");
    refuse(BONE("'to': [1, 0, 0], 'parent': 'b'"), "no bone 'b' before");
    refuse(BONE("'to': [1, 0, 0], 'joint': 'free', 'parent': 'b'"), "only a hinge");
    refuse(BONE("'to': [1, 0, 0], 'mass': 0"), "bones[0].mass");
    refuse(BONE("'to': [1, 0, 0]}, {'name': 'b', 'from': [0, 0, 0], 'to': [1, 1, 1], 'radius': 1"),
           "named 'b' already");
    refuse(WITH("'bones': [{'name': 'b', 'from': [0, 0, 0], 'to': [1, 1, 1]}]"), "'radius'");
}

// Only a world knows whether a muscle has fibres.
static void a_muscle_refused_by_the_world_is_told_with_its_line(void** state) {
    (void)state;
    plump_scene* scene =
        scene_accept("{'bodies': [{'shape': 'sphere', 'vertices': 42},\n"
                     "{'shape': 'sphere', 'vertices': 42, 'muscles': [{'axis': [0, 1, 0]},\n"
                     "  {'origin': {'above': {'axis': 'y', 'value': 0}},\n"
                     "   'insertion': {'above': {'axis': 'y', 'value': 0}}}]}]}");
    plump_error error = {PLUMP_OK, ""};
    assert_int_not_equal(plump_scene_start(scene, &error), PLUMP_OK);
    const char* place = "scene.json:3:3: bodies[1].muscles[1]: ";
    if (strncmp(error.text, place, strlen(place)) != 0 || strlen(error.text) < strlen(place) + 10)
        fail_msg("'%s' does not begin with '%s'", error.text, place);
    plump_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bones_are_capsules_between_two_points),
        cmocka_unit_test(a_curve_flexes_the_arm),
        cmocka_unit_test(a_scene_goes_on_from_its_snapshot),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(what_cannot_be_gets_a_sentence),
        cmocka_unit_test(a_muscle_refused_by_the_world_is_told_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else

int main(void) {
    return 0;  // tests/reject/test_reject_scenes.c has what this build says
}

#endif
