// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles with a mass as things of a world: how they fly, what they weigh about their axes, same
// bits, snapshots, memory, and what is refused.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/memory_kit.h"
#include "tests/unit/snapshot_kit.h"

static plump_obstacle_info info_of(const plump_world* world, plump_obstacle_id id) {
    plump_obstacle_info info;
    OK(plump_obstacle_get_info(world, id, &info, &kit_error));
    return info;
}

static plump_obstacle_def heavy(plump_obstacle_shape shape, float mass) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = shape;
    def.mass = mass;
    def.radius = 0.3f;
    def.half_height = 0.4f;
    return def;
}

static plump_obstacle_id add(plump_world* world, const plump_obstacle_def* def) {
    plump_obstacle_id id;
    OK(plump_obstacle_create(world, def, &id, &kit_error));
    return id;
}

// --- flight ---

static void it_flies_by_its_velocity_and_falls(void** state) {
    (void)state;
    const float scales[] = {1, 0, -0.5f};
    const double velocity[3] = {1, 2, -3}, none[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i) {
        plump_world* world = make_world(-10, 1);
        plump_obstacle_def def = heavy(PLUMP_OBSTACLE_BOX, 3);
        def.gravity_scale = scales[i];
        plump_obstacle_id box = add(world, &def);
        OK(plump_obstacle_set_motion(world, box, velocity, none, &kit_error));
        for (int k = 0; k < 60; ++k) OK(plump_world_step(world, 1.0f / 60, 4, &kit_error));
        plump_obstacle_info info = info_of(world, box);
        double g = -10 * (double)scales[i];
        assert_true(fabs(info.velocity[0] - 1) < 1e-6 && fabs(info.velocity[2] + 3) < 1e-6);
        assert_true(fabs(info.velocity[1] - 2 - g) < 1e-5);
        assert_true(fabs(info.position[0] - 1) < 1e-6);
        // every substep falls by its end's speed
        assert_true(fabs(info.position[1] - 2 - 0.5 * g * (1 + 1.0 / 240)) < 1e-5);
        plump_world_destroy(world);
    }
}

// About its middle axis, with a little of the others: it turns over again and again.
static void what_tumbles_keeps_its_energy_and_its_spin(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_obstacle_def def = heavy(PLUMP_OBSTACLE_BOX, 2);
    const double still[3] = {0, 0, 0}, rate[3] = {0.1, 40, 0.2};
    for (int k = 0; k < 3; ++k) def.inertia[k] = 0.1f * (float)(k + 1);
    plump_obstacle_id box = add(world, &def);
    OK(plump_obstacle_set_motion(world, box, still, rate, &kit_error));
    const double before = 0.5 * (0.1 * 0.01 + 0.2 * 1600 + 0.3 * 0.04);
    double lost = 0;
    for (int i = 0; i < 240; ++i) {
        OK(plump_world_step(world, 1.0f / 60, 2, &kit_error));
        plump_obstacle_info info = info_of(world, box);
        const double* spin = world->bones[0]->spin;
        double energy = 0;
        for (int k = 0; k < 3; ++k) energy += 0.5 * spin[k] * info.angular_velocity[k];
        lost = fmax(lost, fabs(energy / before - 1));
        assert_true(fabs(spin[0] - 0.01) < 1e-6 && fabs(spin[1] - 8) < 1e-5 &&
                    fabs(spin[2] - 0.06) < 1e-6);
    }
    print_message("tumbling: energy within %.1e\n", lost);
    assert_true(lost < 2e-3);
    plump_world_destroy(world);
}

static void to_place_it_keeps_its_velocities(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_obstacle_def def = heavy(PLUMP_OBSTACLE_BOX, 2);
    for (int k = 0; k < 3; ++k) def.inertia[k] = 0.1f * (float)(k + 1);
    plump_obstacle_id box = add(world, &def);
    const double velocity[3] = {1, 2, 3}, rate[3] = {4, 5, 6}, at[3] = {7, 8, 9};
    const float turned[4] = {0.5f, 0.5f, 0.5f, 0.5f};
    OK(plump_obstacle_set_motion(world, box, velocity, rate, &kit_error));
    OK(plump_obstacle_place(world, box, at, turned, &kit_error));
    plump_obstacle_info info = info_of(world, box);
    for (int k = 0; k < 3; ++k) {
        assert_true(info.position[k] == at[k]);
        assert_true(fabs(info.velocity[k] - velocity[k]) < 1e-12);
        assert_true(fabs(info.angular_velocity[k] - rate[k]) < 1e-12);
    }
    plump_world_destroy(world);
}

// --- inertia ---

static void inertia_is_that_of_the_shape(void** state) {
    (void)state;
    const double r = 0.3, h = 0.4, m = 5;
    // a capsule by its parts: the cylinder, and two half balls with their centres 3/8 r out
    const double middle = 2 * h, ends = 4.0 / 3 * r, mc = m * middle / (middle + ends), mb = m - mc;
    const double end = mb * (0.4 * r * r + h * h + 2 * h * 3.0 / 8 * r);
    const struct {
        plump_obstacle_shape shape;
        double along, across;
    } wanted[] = {
        {PLUMP_OBSTACLE_SPHERE, 0.4 * m * r * r, 0.4 * m * r * r},
        {PLUMP_OBSTACLE_CYLINDER, m * r * r / 2, m * (3 * r * r + 4 * h * h) / 12},
        {PLUMP_OBSTACLE_CAPSULE, mc * r * r / 2 + 0.4 * mb * r * r,
         mc * (3 * r * r + 4 * h * h) / 12 + end},
        {PLUMP_OBSTACLE_BOX, m / 6, m / 6},
    };
    plump_world* world = make_world(0, 1);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i) {
        plump_obstacle_def def = heavy(wanted[i].shape, (float)m);
        add(world, &def);
        const float* found = world->bones[i]->def.inertia;
        assert_true(fabs((double)found[0] / wanted[i].across - 1) < 1e-6);
        assert_true(fabs((double)found[1] / wanted[i].along - 1) < 1e-6);
        assert_true(fabs((double)found[2] / wanted[i].across - 1) < 1e-6);
    }
    plump_world_destroy(world);
}

// --- bits ---

// A light box and a heavy ball on a jelly, one of them tied to it.
static plump_world* make_scene(const plump_mesh* mesh, uint32_t workers) {
    plump_world* world = make_world(-9.81f, workers);
    plump_obstacle_def floor_def = plump_default_obstacle_def();
    floor_def.position[1] = -0.51;
    add(world, &floor_def);
    plump_body_id jelly = make_body(world, mesh, 0);
    plump_obstacle_def box = heavy(PLUMP_OBSTACLE_BOX, 0.5f);
    plump_obstacle_def ball = heavy(PLUMP_OBSTACLE_SPHERE, 200);
    for (int k = 0; k < 3; ++k) box.half_size[k] = 0.1f;
    ball.radius = 0.2f;
    box.position[0] = -0.25, ball.position[0] = 0.25;
    box.position[1] = 0.65, ball.position[1] = 0.75;
    add(world, &box);
    plump_obstacle_id heavy_ball = add(world, &ball);
    const double velocity[3] = {-1, -3, 0.5}, rate[3] = {1, 2, 3};
    OK(plump_obstacle_set_motion(world, heavy_ball, velocity, rate, &kit_error));
    plump_attachment_def tie = plump_default_attachment_def();
    plump_attachment_id id;
    tie.body = jelly;
    tie.obstacle = heavy_ball;
    tie.stiffness = 500;
    OK(plump_attachment_create(world, &tie, &id, &kit_error));
    return world;
}

static void results_do_not_depend_on_threads(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BOX, 386);
    uint64_t hash[3];
    const uint32_t workers[3] = {1, 2, 5};
    for (int i = 0; i < 3; ++i) {
        plump_world* world = make_scene(mesh, workers[i]);
        step(world, 60);
        hash[i] = plump_world_hash(world);
        plump_world_destroy(world);
    }
    assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
    plump_mesh_destroy(mesh);
}

static void it_goes_on_from_a_snapshot_with_the_same_bits(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BOX, 386);
    plump_world *world = make_scene(mesh, 1), *other = make_world(-9.81f, 1);
    step(world, 40);
    bytes b = take_snapshot(world);
    step(world, 40);
    uint64_t hash = plump_world_hash(world);
    OK(plump_world_restore(other, b.at, b.size, (const plump_mesh*[]){mesh}, 1, &kit_error));
    plump_obstacle_id ids[3];
    assert_int_equal(plump_world_obstacles(other, ids, 3), 3);
    assert_int_not_equal(info_of(other, ids[1]).bone.value, 0);
    assert_int_equal(info_of(other, ids[0]).bone.value, 0);
    step(other, 40);
    assert_true(plump_world_hash(other) == hash);
    OK(plump_world_restore(world, b.at, b.size, (const plump_mesh*[]){mesh}, 1, &kit_error));
    step(world, 40);
    assert_true(plump_world_hash(world) == hash);
    free(b.at);
    plump_world_destroy(other);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void to_destroy_it_takes_its_bone_along(void** state) {
    (void)state;
    plump_world* world = make_world(-9.81f, 1);
    plump_obstacle_def def = heavy(PLUMP_OBSTACLE_BOX, 2);
    plump_obstacle_id box = add(world, &def);
    plump_bone_id bone = info_of(world, box).bone;
    assert_true(plump_bone_exists(world, bone));
    OK(plump_obstacle_destroy(world, box, &kit_error));
    assert_false(plump_bone_exists(world, bone));
    step(world, 2);
    plump_world_destroy(world);
}

// --- memory ---

static void a_failed_allocation_leaves_nothing_half_made(void** state) {
    (void)state;
    memory_kit memory = {0};
    plump_world_def world_def = plump_default_world_def();
    plump_world* world = NULL;
    plump_obstacle_def def = heavy(PLUMP_OBSTACLE_BOX, 2);
    plump_obstacle_id id;
    world_def.allocator = memory_kit_hooks(&memory);
    world_def.worker_count = 1;
    OK(plump_world_create(&world_def, &world, &kit_error));
    long begin = memory.calls, failed = 0;
    for (long k = 1;; ++k) {
        memory.fail_at = memory.calls + k;
        plump_result result = plump_obstacle_create(world, &def, &id, &kit_error);
        bool reached = memory.calls >= memory.fail_at;
        memory.fail_at = 0;
        if (result == PLUMP_OK && !reached) break;
        if (result == PLUMP_OK) continue;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_int_equal(id.value, 0);
        assert_int_equal(plump_world_obstacles(world, NULL, 0), 0);
        assert_int_equal(plump_world_bones(world, NULL, 0), 0);
        failed++;
    }
    assert_true(memory.calls > begin && failed > 2);
    assert_int_equal(plump_world_bones(world, NULL, 0), 1);
    plump_world_destroy(world);
    assert_int_equal(memory.blocks, 0);
}

// --- refused ---

static void definitions_out_of_range_are_refused(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    const double bad[] = {NAN, INFINITY, -INFINITY};
    plump_obstacle_id id;
#define REFUSED_MASS(change, words)                                                                \
    do {                                                                                           \
        plump_obstacle_def def = heavy(PLUMP_OBSTACLE_BOX, 2);                                     \
        change;                                                                                    \
        REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), words);                       \
    } while (0)
    for (int i = 0; i < 3; ++i) {
        float value = (float)bad[i];
        REFUSED_MASS(def.mass = value, "mass of the obstacle");
        REFUSED_MASS(def.gravity_scale = value, "gravity scale of the obstacle");
        for (int k = 0; k < 3; ++k) REFUSED_MASS(def.inertia[k] = value, "inertia of the obstacle");
        for (int k = 0; k < 3; ++k) REFUSED_MASS(def.centre[k] = value, "centre of the obstacle");
    }
    REFUSED_MASS(def.mass = -1, "mass of the obstacle");
    REFUSED_MASS(def.inertia[0] = 1, "no thing has that");
    REFUSED_MASS((def.inertia[0] = def.inertia[1] = 1, def.inertia[2] = 2.1f), "no thing has that");
    REFUSED_MASS(def.mass = 1e-10f, "mass of the obstacle");
    REFUSED_MASS(def.inertia[1] = -1, "inertia of the obstacle");
    REFUSED_MASS(def.shape = PLUMP_OBSTACLE_PLANE, "a plane has no end, and so no mass");
    assert_int_equal(plump_world_obstacles(world, NULL, 0), 0);
    assert_int_equal(plump_world_bones(world, NULL, 0), 0);
    plump_world_destroy(world);
}

static void motions_of_others_and_beyond_bounds_are_refused(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_obstacle_def def = heavy(PLUMP_OBSTACLE_BOX, 2), still = heavy(PLUMP_OBSTACLE_BOX, 0);
    plump_obstacle_id box = add(world, &def), wall = add(world, &still), rod = add(world, &still);
    plump_bone_def hinge = plump_default_bone_def();
    plump_bone_id bone;
    hinge.obstacle = rod;
    OK(plump_bone_create(world, &hinge, &bone, &kit_error));
    const double zero[3] = {0, 0, 0}, nan[3] = {0, NAN, 0}, fast[3] = {0, 0, 1.1e6};
    const float upright[4] = {0, 0, 0, 1};
    REFUSED(plump_obstacle_set_motion(NULL, box, zero, zero, &kit_error), "world is NULL");
    REFUSED(plump_obstacle_set_motion(world, wall, zero, zero, &kit_error), "has no mass");
    REFUSED(plump_obstacle_set_motion(world, rod, zero, zero, &kit_error), "on a hinge");
    REFUSED(plump_obstacle_set_motion(world, box, NULL, zero, &kit_error), "velocity of");
    REFUSED(plump_obstacle_set_motion(world, box, zero, NULL, &kit_error), "angular velocity of");
    REFUSED(plump_obstacle_set_motion(world, box, nan, zero, &kit_error), "velocity of");
    REFUSED(plump_obstacle_set_motion(world, box, zero, fast, &kit_error), "angular velocity of");
    REFUSED(plump_obstacle_move(world, box, zero, upright, &kit_error), "moves by its velocity");
    hinge.obstacle = box;
    REFUSED(plump_bone_create(world, &hinge, &bone, &kit_error), "is a bone already");
    plump_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_flies_by_its_velocity_and_falls),
        cmocka_unit_test(what_tumbles_keeps_its_energy_and_its_spin),
        cmocka_unit_test(to_place_it_keeps_its_velocities),
        cmocka_unit_test(inertia_is_that_of_the_shape),
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(it_goes_on_from_a_snapshot_with_the_same_bits),
        cmocka_unit_test(to_destroy_it_takes_its_bone_along),
        cmocka_unit_test(a_failed_allocation_leaves_nothing_half_made),
        cmocka_unit_test(definitions_out_of_range_are_refused),
        cmocka_unit_test(motions_of_others_and_beyond_bounds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
