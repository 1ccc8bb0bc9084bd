// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones whose obstacle is hollow: a room that bodies are kept in, with mass in its walls.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/muscle_kit.h"

static const float corners[24] = {-1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
                                  -1, -1, 1,  1, -1, 1,  -1, 1, 1,  1, 1, 1};

static const plump_obstacle_shape shapes[] = {PLUMP_OBSTACLE_SPHERE, PLUMP_OBSTACLE_CAPSULE,
                                              PLUMP_OBSTACLE_BOX,    PLUMP_OBSTACLE_CYLINDER,
                                              PLUMP_OBSTACLE_HULL,   PLUMP_OBSTACLE_MESH};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static plump_bone_id make_room(plump_world* world, plump_obstacle_shape shape,
                               const plump_mesh* mesh, plump_joint joint) {
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_bone_def bone = plump_default_bone_def();
    plump_bone_id id;
    def.shape = shape;
    def.hollow = true;
    def.radius = def.half_height = 1;
    for (int k = 0; k < 3; ++k) def.half_size[k] = 1;
    def.points = corners;
    def.point_count = 8;
    def.mesh = mesh;
    def.scale = shape == PLUMP_OBSTACLE_MESH ? 2 : 1;
    OK(plump_obstacle_create(world, &def, &bone.obstacle, &kit_error));
    bone.joint = joint;
    bone.mass = 6000;  // much more than what it holds
    OK(plump_bone_create(world, &bone, &id, &kit_error));
    return id;
}

// Obstacles of triangles are not in snapshots, so the world itself goes back.
static void take_back(plump_world* world) {
    size_t size = plump_world_snapshot_size(world);
    unsigned char* bytes = malloc(size);
    uint64_t hash = plump_world_hash(world);
    assert_non_null(bytes);
    OK(plump_world_snapshot(world, bytes, size, &size, &kit_error));
    OK(plump_world_step(world, 1.0f / 60, 2, &kit_error));
    OK(plump_world_restore(world, bytes, size, NULL, 0, &kit_error));
    assert_true(plump_world_hash(world) == hash);
    free(bytes);
}

static void a_hollow_bone_falls_with_what_is_in_it(void** state) {
    (void)state;
    plump_mesh* ball = make_shape(PLUMP_SHAPE_SPHERE, 162);
    for (int i = 0; i < SHAPES; ++i) {
        plump_world* world = make_world(-9.81f, 1);
        plump_bone_id bone = make_room(world, shapes[i], ball, PLUMP_JOINT_FREE);
        plump_body_def def = plump_default_body_def();
        plump_body_id body;
        def.mesh = ball;
        def.velocity[0] = 3;
        OK(plump_body_create(world, &def, &body, &kit_error));
        for (int step = 0; step < 30; ++step) OK(plump_world_step(world, 1.0f / 60, 2, &kit_error));
        plump_bone_info info = bone_info(world, bone);
        for (int k = 0; k < 3; ++k) {
            assert_true(fabs(info.centre[k]) < 10 && fabs(info.velocity[k]) < 10);
            assert_true(fabs(info.angular_velocity[k]) < 100);
        }
        assert_true(info.velocity[0] > 0.05);  // the ball inside has pushed it along
        take_back(world);
        plump_world_destroy(world);
    }
    plump_mesh_destroy(ball);
}

// Six walls of 1,000 kg, each 2 x 2 m: two across the axis with m (4 + 4) / 12 each, four beside it
// with m (1 + 4 / 12) each.
static void the_mass_of_a_hollow_box_is_in_its_walls(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_bone_id bone = make_room(world, PLUMP_OBSTACLE_BOX, NULL, PLUMP_JOINT_HINGE);
    double wanted = 1000 * (2 * 8.0 / 12 + 4 * (1 + 4.0 / 12));
    assert_true(fabs(bone_info(world, bone).inertia / wanted - 1) < 1e-6);
    plump_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hollow_bone_falls_with_what_is_in_it),
        cmocka_unit_test(the_mass_of_a_hollow_box_is_in_its_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
