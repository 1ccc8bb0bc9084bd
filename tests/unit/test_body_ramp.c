// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Changing a living body never makes energy: over a grid of changes of a body that lies on a floor
// or vibrates, nothing leaps. PLUMP_TEST_LONG=1 runs the whole grid.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

#include <stdio.h>
#include <stdlib.h>

static bool is_long(void) {
    const char* wish = getenv("PLUMP_TEST_LONG");
    return wish && wish[0] == '1';
}

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id id;
} lab;

// A ball of 20 cm at rest on a floor.
static lab make_lab(plump_model model, float frequency, float damping) {
    lab l = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, 162), .world = make_world(-9.81f, 1)};
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_obstacle_id plane;
    OK(plump_obstacle_create(l.world, &floor, &plane, &kit_error));
    plump_body_def def = plump_default_body_def();
    def.mesh = l.mesh;
    def.model = model;
    def.scale = 0.1f;
    def.position[1] = 0.1;
    def.frequency = frequency;
    def.damping = damping;
    def.can_sleep = false;
    OK(plump_body_create(l.world, &def, &l.id, &kit_error));
    return l;
}

static void end_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

static void settle(lab* l) {
    OK(plump_body_set(l->world, l->id, "damping", 0.7, &kit_error));
    step(l->world, 180);
}

static void set(lab* l, const char* name, double value) {
    OK(plump_body_set(l->world, l->id, name, value, &kit_error));
}

// The most that the lowest vertex rises above the floor in the next steps, in sizes.
static double leap(lab* l, int steps) {
    double most = 0;
    for (int n = 0; n < steps; ++n) {
        step(l->world, 1);
        const pl_body* body = body_of(l->world, l->id);
        double low = INFINITY;
        for (uint32_t i = 0; i < body->count; ++i) {
            double y = body->origin[1] + (double)body->x[1][i];
            low = y < low ? y : low;
        }
        most = low > most ? low : most;
    }
    return most / body_of(l->world, l->id)->extent;
}

static double leap_after(plump_model model, float from, const char* name, double value) {
    lab l = make_lab(model, from, 0.7f);
    settle(&l);
    set(&l, "damping", 0.05);
    set(&l, name, value);
    double height = leap(&l, 120);
    if (getenv("PLUMP_TEST_SHOW"))
        printf("model %d, %g Hz, %s = %g: %.4f sizes\n", (int)model, (double)from, name, value,
               height);
    end_lab(&l);
    return height;
}

#define LEAP_MOST 0.02  // sizes, of which the margin is 0.001

static void another_frequency_does_not_make_it_leap(void** state) {
    (void)state;
    const float all[] = {1, 2, 4, 8, 16, 30, 60};
    for (int model = 0; model <= PLUMP_MODEL_MASS_SPRING; model += PLUMP_MODEL_MASS_SPRING) {
        for (size_t i = 0; i < PL_COUNT(all); ++i) {
            for (size_t k = 0; k < PL_COUNT(all); ++k) {
                bool few = (i == 1 && k == 5) || (i == 5 && k == 1);
                if (i == k || (!few && !is_long())) continue;
                assert_true(leap_after((plump_model)model, all[i], "frequency", all[k]) <
                            LEAP_MOST);
            }
        }
    }
}

static void other_settings_do_not_make_it_leap(void** state) {
    (void)state;
    const struct {
        const char* name;
        double value;
    } all[] = {{"damping", 0.01},        {"damping", 2},       {"core", 0},      {"core", 1},
               {"volume_scale", 0.3},    {"volume_scale", 3},  {"density", 100}, {"density", 10000},
               {"gravity_scale", 0.1},   {"gravity_scale", 3}, {"scale", 0.05},  {"scale", 0.2},
               {"compressibility", 1e-5}};
    for (size_t i = 0; i < PL_COUNT(all); ++i) {
        double height = leap_after(PLUMP_MODEL_SHAPE_MATCH, 3, all[i].name, all[i].value);
        if (height >= LEAP_MOST)
            print_error("%s = %g: %g sizes\n", all[i].name, all[i].value, height);
        assert_true(height < LEAP_MOST);
        if (!is_long()) continue;
        assert_true(leap_after(PLUMP_MODEL_SHAPE_MATCH, 12, all[i].name, all[i].value) < LEAP_MOST);
        assert_true(leap_after(PLUMP_MODEL_MASS_SPRING, 3, all[i].name, all[i].value) < LEAP_MOST);
    }
}

// Stiffness of the paper's mode.
static void another_stiffness_does_not_make_it_leap(void** state) {
    (void)state;
    lab l = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, 162), .world = make_world(-9.81f, 1)};
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_obstacle_id plane;
    OK(plump_obstacle_create(l.world, &floor, &plane, &kit_error));
    plump_body_def def = plump_default_body_def();
    def.mesh = l.mesh;
    def.scale = 0.1f;
    def.position[1] = 0.1;
    def.matching = PLUMP_MATCHING_PAPER;
    def.stiffness = 0.05f;
    def.region_damping = 0.1f;
    def.can_sleep = false;
    OK(plump_body_create(l.world, &def, &l.id, &kit_error));
    step(l.world, 180);
    set(&l, "stiffness", 1);
    assert_true(leap(&l, 60) < LEAP_MOST);
    end_lab(&l);
}

// A free ball that vibrates: stiffening does work on it, which the damping takes out.
static void a_vibration_gains_no_energy(void** state) {
    (void)state;
    for (int up = 0; up <= 1; ++up) {
        plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
        plump_world* world = make_world(0, 1);
        plump_body_def def = plump_default_body_def();
        def.mesh = mesh;
        def.damping = 0;
        def.frequency = up ? 2.0f : 20.0f;
        plump_body_id id;
        OK(plump_body_create(world, &def, &id, &kit_error));
        plump_body_edit edit;
        OK(plump_body_lend_edit(world, id, &edit, &kit_error));
        for (uint32_t i = 0; i < edit.count; ++i) {
            edit.vx[i] = 0.5f * edit.x[i];
            edit.vy[i] = -0.25f * edit.y[i];
            edit.vz[i] = -0.25f * edit.z[i];
        }
        double before = 0, after = 0;
        for (int n = 0; n < 60; ++n) {  // the most of a period is all of it
            step(world, 1);
            double now = describe(world, id).kinetic_energy;
            before = now > before ? now : before;
        }
        OK(plump_body_set(world, id, "frequency", up ? 20 : 2, &kit_error));
        for (int n = 0; n < 180; ++n) {
            step(world, 1);
            double now = describe(world, id).kinetic_energy;
            after = now > after ? now : after;
        }
        assert_true(after < 1.02 * before);
        plump_world_destroy(world);
        plump_mesh_destroy(mesh);
    }
}

static void gravity_turned_round_lets_it_go_softly(void** state) {
    (void)state;
    lab l = make_lab(PLUMP_MODEL_SHAPE_MATCH, 3, 0.7f);
    settle(&l);
    set(&l, "damping", 0.05);
    const float up[3] = {0, 9.81f, 0};
    OK(plump_world_set_gravity(l.world, up, &kit_error));
    double time = 1.0;
    step(l.world, 60);
    plump_body_info info = describe(l.world, l.id);
    // no faster than if it had been let go with no energy stored: half of the third of a second
    // passes before it rises
    assert_true(info.velocity[1] < 9.81 * (time - 1.0 / 6) * 1.02);
    assert_true(info.velocity[1] > 9.81 * (time - 1.0 / 3));
    double whole = 0.5 * info.mass * info.velocity[1] * info.velocity[1];
    assert_true(info.kinetic_energy < 1.02 * whole);
    end_lab(&l);
}

// Without weight what it was squashed by drives it off, but slower than if it were let go at once:
// 0.18 instead of 0.32 m/s.
static void gravity_switched_off_lets_it_go_softly(void** state) {
    (void)state;
    lab l = make_lab(PLUMP_MODEL_SHAPE_MATCH, 3, 0.7f);
    const float none[3] = {0, 0, 0};
    settle(&l);
    set(&l, "damping", 0.05);
    OK(plump_world_set_gravity(l.world, none, &kit_error));
    step(l.world, 60);
    double speed = describe(l.world, l.id).velocity[1];
    if (getenv("PLUMP_TEST_SHOW")) printf("%g m/s\n", speed);
    assert_true(speed < 0.22);
    end_lab(&l);
}

// What is set is told at once, and reached exactly.
static void settings_arrive(void** state) {
    (void)state;
    lab l = make_lab(PLUMP_MODEL_SHAPE_MATCH, 3, 0.05f);
    set(&l, "frequency", 5);  // no step yet: at once
    assert_true(body_of(l.world, l.id)->def.frequency == 5.0f);
    set(&l, "frequency", 3);
    step(l.world, 1);
    set(&l, "frequency", 12);
    set(&l, "density", 300);
    set(&l, "scale", 0.15);
    assert_true(plump_body_get(l.world, l.id, "frequency") == 12.0);
    step(l.world, 1);
    const pl_body* body = body_of(l.world, l.id);
    assert_true(body->def.frequency > 3.0f && body->def.frequency < 12.0f);
    assert_true(body->def.damping >= 0.1f);
    assert_true(body->ramp.moves);
    step(l.world, 300);
    assert_false(body->ramp.moves);
    assert_true(body->def.frequency == 12.0f && body->def.density == 300.0f);
    assert_true(body->def.scale == 0.15f && body->def.damping == 0.05f);
    plump_body_info info = describe(l.world, l.id);
    double volume = plump_mesh_volume(l.mesh) * 0.15 * 0.15 * 0.15;
    assert_true(fabs(info.rest_volume / volume - 1) < 1e-6);
    assert_true(fabs(info.volume / volume - 1) < 1e-5);
    assert_true(fabs(info.mass / (300 * volume) - 1) < 1e-6);
    end_lab(&l);
}

static void growing_keeps_momentum(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BEAR, 302);
    plump_world* world = make_world(0, 1);
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.velocity[0] = 1;
    def.angular_velocity[2] = 2;
    OK(plump_body_create(world, &def, &id, &kit_error));
    step(world, 10);
    plump_body_info before = describe(world, id);
    OK(plump_body_set(world, id, "scale", 1.5, &kit_error));
    step(world, 120);
    plump_body_info after = describe(world, id);
    assert_true(fabs(after.momentum[0] / before.momentum[0] - 1) < 1e-5);
    assert_true(fabs(after.angular_momentum[2] / before.angular_momentum[2] - 1) < 1e-4);
    assert_true(fabs(after.velocity[0] * 1.5 * 1.5 * 1.5 - 1) < 1e-4);
    OK(plump_body_set(world, id, "density", 100, &kit_error));
    step(world, 60);
    plump_body_info lighter = describe(world, id);
    assert_true(fabs(lighter.velocity[0] / after.velocity[0] - 1) < 1e-5);
    assert_true(fabs(lighter.mass / after.mass - 0.1) < 1e-6);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void a_snapshot_goes_on_in_the_midst_of_a_change(void** state) {
    (void)state;
    for (int model = 0; model <= PLUMP_MODEL_MASS_SPRING; model += PLUMP_MODEL_MASS_SPRING) {
        lab l = make_lab((plump_model)model, 3, 0.05f);
        const float sideways[3] = {3, -9.81f, 0};
        step(l.world, 30);
        set(&l, "frequency", 20);
        set(&l, "scale", 0.13);
        set(&l, "density", 200);
        set(&l, "core", 0.5);
        OK(plump_world_set_gravity(l.world, sideways, &kit_error));
        OK(plump_body_set_user(l.world, l.id, 42, &kit_error));
        step(l.world, 5);
        size_t size = plump_world_snapshot_size(l.world), used;
        void* bytes = malloc(size);
        OK(plump_world_snapshot(l.world, bytes, size, &used, &kit_error));
        uint64_t there = plump_world_hash(l.world);
        step(l.world, 60);
        uint64_t then = plump_world_hash(l.world);
        OK(plump_world_restore(l.world, bytes, used, NULL, 0, &kit_error));
        assert_true(plump_world_hash(l.world) == there);
        step(l.world, 60);
        assert_true(plump_world_hash(l.world) == then);
        // and in a world that has not seen the body
        plump_world* other = make_world(0, 1);
        const plump_mesh* meshes[] = {l.mesh};
        OK(plump_world_restore(other, bytes, used, meshes, 1, &kit_error));
        assert_true(plump_world_hash(other) == there);
        assert_int_equal(describe(other, l.id).user, 42);
        step(other, 60);
        assert_true(plump_world_hash(other) == then);
        plump_world_destroy(other);
        free(bytes);
        end_lab(&l);
    }
}

static void bad_sizes_are_refused(void** state) {
    (void)state;
    lab l = make_lab(PLUMP_MODEL_SHAPE_MATCH, 3, 0.05f);
    step(l.world, 1);
    REFUSED(plump_body_set(l.world, l.id, "density", -1, &kit_error), "density");
    set(&l, "density", 1e-6);
    REFUSED(plump_body_set(l.world, l.id, "scale", 1e-6, &kit_error), "change its density");
    REFUSED(plump_body_set_user(l.world, (plump_body_id){0}, 1, &kit_error), "names no body");
    assert_true(plump_body_get(l.world, l.id, "scale") == (double)0.1f);
    end_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(another_frequency_does_not_make_it_leap),
        cmocka_unit_test(other_settings_do_not_make_it_leap),
        cmocka_unit_test(another_stiffness_does_not_make_it_leap),
        cmocka_unit_test(a_vibration_gains_no_energy),
        cmocka_unit_test(gravity_turned_round_lets_it_go_softly),
        cmocka_unit_test(gravity_switched_off_lets_it_go_softly),
        cmocka_unit_test(settings_arrive),
        cmocka_unit_test(growing_keeps_momentum),
        cmocka_unit_test(a_snapshot_goes_on_in_the_midst_of_a_change),
        cmocka_unit_test(bad_sizes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
