// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where a call that makes something fails, the place for it is NULL or an id of 0, whatever was
// there before.
#include <plump/figures.h>
#include <plump/film.h>
#include <plump/io.h>
#include <plump/jiggle_shader.h>
#include <plump/plump.h>
#include <plump/rig.h>
#include <plump/scene.h>

#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on

// The call, with a pointer of this type that is something else before.
#define EXPECT_NULL(type, call)                                                                    \
    do {                                                                                           \
        type* place = (type*)(void*)&error;                                                        \
        assert_int_not_equal(call, PLUMP_OK);                                                      \
        assert_null(place);                                                                        \
    } while (0)
#define EXPECT_ZERO(type, call)                                                                    \
    do {                                                                                           \
        type place = {7};                                                                          \
        assert_int_not_equal(call, PLUMP_OK);                                                      \
        assert_int_equal(place.value, 0);                                                          \
    } while (0)

static plump_error error;
static const char* const nowhere = "/nonexistent/file.obj";

static void what_was_to_be_made_is_null(void** state) {
    (void)state;
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_BOX);
    shape.size = -1;
    EXPECT_NULL(plump_mesh, plump_mesh_create(NULL, &place, NULL, &error));
    EXPECT_NULL(plump_mesh, plump_mesh_create_part(NULL, 0, &place, &error));
    EXPECT_NULL(plump_mesh, plump_shape_create(&shape, &place, &error));
    EXPECT_NULL(plump_mesh, plump_spindle_create(NULL, &place, &error));
    EXPECT_NULL(plump_mesh, plump_skin_wrap(NULL, NULL, &place, &error));
    EXPECT_NULL(plump_world, plump_world_create(NULL, &place, &error));
    EXPECT_NULL(plump_detail, plump_detail_create(NULL, &place, NULL, &error));
    EXPECT_NULL(plump_skin, plump_skin_create(NULL, NULL, &place, &error));
    EXPECT_NULL(plump_jiggle, plump_jiggle_create(NULL, &place, &error));
    EXPECT_NULL(plump_obstacle_surface,
                plump_obstacle_surface_create(NULL, 0, NULL, &place, &error));
}

static void what_was_to_be_read_is_null(void** state) {
    (void)state;
    EXPECT_NULL(plump_mesh, plump_mesh_read(nowhere, NULL, &place, NULL, &error));
    EXPECT_NULL(plump_soup, plump_file_read(nowhere, NULL, &place, &error));
    EXPECT_NULL(plump_soup, plump_memory_read("", 0, "none.obj", NULL, &place, &error));
    EXPECT_NULL(plump_scene, plump_scene_read(nowhere, NULL, &place, &error));
    EXPECT_NULL(plump_character, plump_character_read(nowhere, NULL, &place, &error));
    EXPECT_NULL(plump_character, plump_character_read(NULL, NULL, &place, &error));
    EXPECT_NULL(plump_character, plump_rig_create(NULL, &place, &error));
    EXPECT_NULL(plump_pose, plump_pose_create(NULL, NULL, &place, &error));
    EXPECT_NULL(plump_film, plump_film_open(NULL, &place, &error));
    EXPECT_NULL(plump_figures, plump_figures_create(NULL, 0, NULL, &place, &error));
    EXPECT_NULL(plump_jiggle_shader, plump_jiggle_shader_create(NULL, &place, &error));
}

static void ids_are_zero(void** state) {
    (void)state;
    plump_world_def def = plump_default_world_def();
    plump_world* world;
    def.worker_count = 1;
    assert_int_equal(plump_world_create(&def, &world, &error), PLUMP_OK);
    EXPECT_ZERO(plump_body_id, plump_body_create(world, NULL, &place, &error));
    EXPECT_ZERO(plump_obstacle_id, plump_obstacle_create(world, NULL, &place, &error));
    EXPECT_ZERO(plump_attachment_id, plump_attachment_create(world, NULL, &place, &error));
    EXPECT_ZERO(plump_muscle_id, plump_muscle_create(world, NULL, &place, &error));
    EXPECT_ZERO(plump_bone_id, plump_bone_create(world, NULL, &place, &error));
    plump_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_to_be_made_is_null),
        cmocka_unit_test(what_was_to_be_read_is_null),
        cmocka_unit_test(ids_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
