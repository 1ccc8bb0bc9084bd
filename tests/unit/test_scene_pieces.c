// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// "parts": pieces of one mesh as bodies of their own.
#include "tests/unit/scene_kit.h"

#include <plump/world.h>

#define TWO                                                                                        \
    "'name': 'rod', 'spindles': [{'triangles': 120, 'path': [[0, 0, 0], [0, 0.3, 0]], 'belly': "   \
    "0.01, 'tip': 0.015}, {'triangles': 80, 'path': [[1, 0, 0], [1.1, 0, 0]], 'belly': 0.01, "     \
    "'tip': 0.01}]"

static uint32_t count_bodies(const char* text) {
    plump_scene* scene = scene_accept(text);
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    plump_scene_destroy(scene);
    return info.body_count;
}

static void pieces_become_bodies_if_asked(void** state) {
    (void)state;
    assert_int_equal(count_bodies("{'bodies': [{" TWO "}]}"), 1);
    assert_int_equal(count_bodies("{'bodies': [{" TWO ", 'parts': 'together'}]}"), 1);
    assert_int_equal(count_bodies("{'bodies': [{" TWO ", 'parts': 'split'}]}"), 2);
    assert_int_equal(count_bodies("{'bodies': [{" TWO ", 'parts': 'auto'}]}"), 2);
    assert_int_equal(count_bodies(BALL("'parts': 'split'")), 1);
    // what is about one mesh keeps it together
    assert_int_equal(
        count_bodies("{'bodies': [{" TWO ", 'parts': 'auto', 'pins': [{'where': 'all'}]}]}"), 1);
}

static void pieces_are_where_they_were(void** state) {
    (void)state;
    plump_scene* scene =
        scene_accept("{'bodies': [{" TWO ", 'parts': 'split', 'scale': 2, 'position': [0, 1, 0]}, "
                     "{'shape': 'sphere', 'vertices': 42}]}");
    plump_error error;
    assert_int_equal(plump_scene_start(scene, &error), PLUMP_OK);
    static const char* const names[] = {"rod.0", "rod.1"};
    const double centre[2][3] = {{0, 1.3, 0}, {2.1, 1, 0}};
    for (uint32_t i = 0; i < 2; ++i) {
        plump_scene_body body;
        plump_body_info info;
        assert_int_equal(plump_scene_get_body(scene, i, &body), PLUMP_OK);
        assert_string_equal(body.name, names[i]);
        assert_int_equal(plump_body_describe(plump_scene_world(scene), body.id, &info, &error),
                         PLUMP_OK);
        for (int k = 0; k < 3; ++k) {
            double off = info.centre[k] - centre[i][k];
            assert_true(off < 0.01 && off > -0.01);
        }
    }
    assert_int_equal(plump_scene_step(scene, &error), PLUMP_OK);
    plump_scene_destroy(scene);
}

static void refuse(const char* text, const char* words) {
    plump_scene* scene = NULL;
    plump_error error = {PLUMP_OK, ""};
    assert_int_not_equal(scene_read(text, "scene.json", NULL, &scene, &error), PLUMP_OK);
    if (!strstr(error.text, words)) fail_msg("'%s' lacks '%s'", error.text, words);
}

static void what_is_about_one_mesh_is_refused(void** state) {
    (void)state;
    refuse("{'bodies': [{" TWO ", 'parts': 'split', 'pins': [{'where': 'all'}]}]}",
           "does not go with 'pins'");
    refuse("{'bodies': [{" TWO
           ", 'parts': 'split'}], 'attachments': [{'body': 'rod', 'where': 'all'}]}",
           "has 2 pieces");
    refuse("{'bodies': [{" TWO ", 'parts': 'both'}]}", "both");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_become_bodies_if_asked),
        cmocka_unit_test(pieces_are_where_they_were),
        cmocka_unit_test(what_is_about_one_mesh_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
