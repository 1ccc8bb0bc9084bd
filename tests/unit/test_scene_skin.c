// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Spindles and skins in scene files, from the text to the vertices.
#include "tests/unit/scene_kit.h"

#if defined(PLUMP_HAVE_JANSSON)

#define LIMB                                                                                       \
    "{'gravity': [0, 0, 0], 'bodies': [{'name': 'muscle', 'spindle': {'triangles': 280, 'path': "  \
    "[[0, 0, 0.05], [0, 0.15, 0.07], [0, 0.3, 0.05]], 'belly': 0.03, 'tip': 0.01}}, {'name': "     \
    "'other', 'spindle': {'triangles': 100, 'length': 0.2}, 'position': [3, 0, 0]}], "             \
    "'obstacles': [{'name': 'bone', 'shape': 'mesh', 'spindles': [{'triangles': 120, 'path': "     \
    "[[0, "                                                                                        \
    "0, 0], [0, 0.3, 0]], 'belly': 0.01, 'tip': 0.015}, {'triangles': 80, 'path': [[-0.03, 0, "    \
    "0], "                                                                                         \
    "[0.03, 0, 0]], 'belly': 0.01, 'tip': 0.01}]}], "
#define SKIN                                                                                       \
    "{'name': 'hide', 'bodies': ['muscle'], 'obstacles': 'bone', 'wrap': {'distance': 0.006, "     \
    "'vertices': 400}, 'thickness': 0.001, 'colour': '#80604080'"

static void skins_and_spindles_are_read(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(LIMB "'skins': [" SKIN "}, " SKIN ", 'visible': false}]}");
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    assert_int_equal(info.skin_count, 1);  // the other is not seen
    assert_int_equal(info.particle_count, 142 + 52);
    plump_scene_obstacle bone;
    assert_int_equal(plump_scene_get_obstacle(scene, 0, &bone), PLUMP_OK);
    assert_int_equal(plump_mesh_part_count(bone.def.mesh), 2);
    assert_int_equal(plump_mesh_triangle_count(bone.def.mesh), 200);
    plump_scene_skin skin;
    assert_int_equal(plump_scene_get_skin(scene, 0, &skin), PLUMP_OK);
    assert_string_equal(skin.name, "hide");
    assert_null(skin.skin);
    assert_int_equal(skin.colour.a, 128);
    assert_int_equal(plump_scene_get_skin(scene, 1, &skin), PLUMP_ERROR_ARGUMENT);
    plump_scene_destroy(scene);
}

static void read_all(plump_scene* scene, float* x, plump_skin_info* info) {
    plump_scene_skin skin;
    plump_error error;
    assert_int_equal(plump_scene_get_skin(scene, 0, &skin), PLUMP_OK);
    assert_non_null(skin.skin);
    assert_int_equal(plump_mesh_vertex_count(plump_skin_mesh(skin.skin)), 400);
    if (plump_skin_read(skin.skin, plump_scene_world(scene), PLUMP_SCALAR_FLOAT32, x, 0, NULL, 0,
                        400, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    plump_skin_get_info(skin.skin, info);
}

static void a_started_scene_has_its_skins_also_after_a_restart_and_a_snapshot(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        LIMB "'skins': [" SKIN "}], 'events': [{'time': 0, 'do': 'set', 'bodies': 'muscle', "
             "'values': {'volume_scale': 1.5, 'volume_time': 0.05}}]}");
    plump_error error;
    static float x[1200], again[1200];
    plump_skin_info info;
    assert_int_equal(plump_scene_start(scene, &error), PLUMP_OK);
    for (int i = 0; i < 20; ++i) assert_int_equal(plump_scene_step(scene, &error), PLUMP_OK);
    read_all(scene, x, &info);
    assert_int_equal(info.below_count, 142);
    assert_int_equal(info.outside, 0);
    size_t size = plump_scene_snapshot_size(scene);
    void* snapshot = malloc(size);
    assert_int_equal(plump_scene_snapshot(scene, snapshot, size, &size, &error), PLUMP_OK);
    assert_int_equal(plump_scene_start(scene, &error), PLUMP_OK);
    read_all(scene, again, &info);
    assert_memory_not_equal(x, again, sizeof x);
    assert_int_equal(plump_scene_restore(scene, snapshot, size, &error), PLUMP_OK);
    read_all(scene, again, &info);
    assert_memory_equal(x, again, sizeof x);
    free(snapshot);
    plump_scene_destroy(scene);
}

static void a_skin_may_lie_over_obstacles_alone(void** state) {
    (void)state;
    plump_scene* scene =
        scene_accept(LIMB "'skins': [{'bodies': 'none', 'obstacles': 'bone', 'wrap': {}}]}");
    plump_error error;
    plump_scene_skin skin;
    plump_skin_info info;
    assert_int_equal(plump_scene_start(scene, &error), PLUMP_OK);
    assert_int_equal(plump_scene_get_skin(scene, 0, &skin), PLUMP_OK);
    plump_skin_get_info(skin.skin, &info);
    assert_int_equal(info.below_count, 0);
    assert_true(skin.present);
    plump_scene_destroy(scene);
}

static void what_lies_below_is_refused_where_it_is_named(void** state) {
    (void)state;
    static const char* const cases[][2] = {
        {"'bodies': []", "skins[0].bodies: it is empty; name a body, or \"all\", or \"none\" for a "
                         "skin over obstacles alone"},
        {"'obstacles': 'flor'",
         "skins[0].obstacles: there is no obstacle or bone 'flor'; did you mean 'floor'?"},
        {"'obstacles': ['floor']", "skins[0].obstacles[0]: 'floor' is a plane; a skin lies over "
                                   "what has an inside, such as a "
                                   "mesh, a capsule or a bone"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[400];
        plump_scene* scene = NULL;
        plump_error error;
        snprintf(text, sizeof text,
                 "{'bodies': [{'shape': 'sphere'}], 'obstacles': [{'name': 'floor', 'shape': "
                 "'plane'}], 'skins': [{'wrap': {}, %s}]}",
                 cases[i][0]);
        assert_int_equal(scene_read(text, "x", NULL, &scene, &error), PLUMP_ERROR_DATA);
        assert_non_null(strstr(error.text, cases[i][1]));
    }
}

static bool is_present(const plump_scene* scene) {
    plump_scene_skin skin;
    assert_int_equal(plump_scene_get_skin(scene, 0, &skin), PLUMP_OK);
    return skin.present;
}

static void a_skin_is_gone_when_everything_below_it_is(void** state) {
    (void)state;
    static const char* const skins[2] = {SKIN, "{'bodies': ['muscle'], 'wrap': {}"};
    for (int i = 0; i < 2; ++i) {  // a bone is left; nothing is
        char text[4000];
        snprintf(
            text, sizeof text,
            "%s'skins': [%s}], 'events': [{'time': 0.05, 'do': 'remove', 'bodies': 'muscle'}]}",
            LIMB, skins[i]);
        plump_scene* scene = scene_accept(text);
        plump_error error;
        assert_false(is_present(scene));
        assert_int_equal(plump_scene_start(scene, &error), PLUMP_OK);
        assert_true(is_present(scene));
        for (int k = 0; k < 10; ++k) assert_int_equal(plump_scene_step(scene, &error), PLUMP_OK);
        assert_int_equal(is_present(scene), i == 0);
        plump_scene_destroy(scene);
    }
}

static void running_out_of_memory_leaks_nothing(void** state) {
    (void)state;
    bool reached = true;
    for (long at = 1; reached; at += at < 40 ? 1 : 7) {
        memory_kit memory = {.fail_at = at, .fail_forever = true};
        plump_scene_def def = plump_default_scene_def();
        plump_scene* scene = NULL;
        plump_error error;
        def.allocator = memory_kit_hooks(&memory);
        def.worker_count = 1;
        plump_result result = scene_read(LIMB "'skins': [" SKIN "}]}", "x", &def, &scene, &error);
        if (result == PLUMP_OK) result = plump_scene_start(scene, &error);
        reached = memory.calls >= at;
        assert_int_equal(result, reached ? PLUMP_ERROR_MEMORY : PLUMP_OK);
        plump_scene_destroy(scene);
        assert_int_equal(memory.blocks, 0);
    }
}

// Figure 7 of Hong et al. 2006, with skin. In full: elbow bent and let down again.
static void the_arm_keeps_its_muscles_below_its_skin_and_their_volumes(void** state) {
    (void)state;
    const char* const sets[] = {"skins.0.visible=true", "skins.0.wrap.vertices=2500"};
    int steps = getenv("PLUMP_TEST_LONG") ? 440 : 30;
    plump_scene_def def = plump_default_scene_def();
    plump_scene* scene = NULL;
    plump_error error;
    size_t size = 0;
    const char* text = plump_scene_builtin_text("arm", &size);
    assert_non_null(text);
    def.sets = sets;
    def.set_count = 2;
    if (plump_scene_read_memory(text, size, "arm", &def, &scene, &error) != PLUMP_OK ||
        plump_scene_start(scene, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    plump_scene_skin skin;
    assert_int_equal(plump_scene_get_skin(scene, 0, &skin), PLUMP_OK);
    static float x[3 * 2500];
    for (int i = 1; i <= steps; ++i) {
        assert_int_equal(plump_scene_step(scene, &error), PLUMP_OK);
        assert_true(plump_world_report(plump_scene_world(scene))->volume_error < 1e-6);
        if (i % 10) continue;
        plump_skin_info info;
        assert_int_equal(plump_skin_read(skin.skin, plump_scene_world(scene), PLUMP_SCALAR_FLOAT32,
                                         x, 0, NULL, 0, 2500, &error),
                         PLUMP_OK);
        plump_skin_get_info(skin.skin, &info);
        assert_int_equal(info.below_count, 4396);
        if (info.outside) fail_msg("step %d: %u outside, %g m", i, info.outside, info.outside_most);
    }
    plump_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skins_and_spindles_are_read),
        cmocka_unit_test(a_started_scene_has_its_skins_also_after_a_restart_and_a_snapshot),
        cmocka_unit_test(a_skin_may_lie_over_obstacles_alone),
        cmocka_unit_test(what_lies_below_is_refused_where_it_is_named),
        cmocka_unit_test(a_skin_is_gone_when_everything_below_it_is),
        cmocka_unit_test(running_out_of_memory_leaks_nothing),
        cmocka_unit_test(the_arm_keeps_its_muscles_below_its_skin_and_their_volumes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else
int main(void) {
    return 0;
}
#endif
