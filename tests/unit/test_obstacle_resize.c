// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles that grow and shrink under their id: what lies on one goes on lying there.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/memory_kit.h"
#include "tests/unit/obstacle_kit.h"
#include "tests/unit/snapshot_kit.h"

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_obstacle_id table;
    plump_body_id box;
} lab;

// A box that lies at rest on a table whose upper side is at 0.
static lab open_lab(plump_obstacle_def def) {
    lab l = {make_shape(PLUMP_SHAPE_BOX, 98), make_world(-9.81f, 1), {0}, {0}};
    l.table = make_obstacle(l.world, &def);
    plump_body_def body = plump_default_body_def();
    body.mesh = l.mesh;
    body.scale = 0.2f;
    body.frequency = 20;
    body.damping = 0.5f;
    body.position[1] = 0.101;
    OK(plump_body_create(l.world, &body, &l.box, &kit_error));
    step(l.world, 180);
    assert_true(describe(l.world, l.box).asleep);
    return l;
}

static void close_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

static plump_obstacle_def table_def(void) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_BOX;
    def.position[1] = -0.5;
    return def;
}

static double fastest(lab* l) {
    const pl_body* body = body_of(l->world, l->box);
    double most = 0;
    for (uint32_t i = 0; i < body->count; ++i)
        for (int k = 0; k < 3; ++k) most = fmax(most, fabs((double)body->v[k][i]));
    return most;
}

static void expect_rest(lab* l, const plump_obstacle_sizes* sizes) {
    double height = describe(l->world, l->box).centre[1], most = 0;
    OK(plump_obstacle_resize(l->world, l->table, sizes, &kit_error));
    assert_false(describe(l->world, l->box).asleep);
    for (int n = 0; n < 60; ++n) {
        step(l->world, 1);
        most = fmax(most, fastest(l));
    }
    if (most > 1e-3) fail_msg("%g m/s", most);
    assert_true(describe(l->world, l->box).asleep);
    assert_true(fabs(describe(l->world, l->box).centre[1] - height) < 1e-5);
}

static void what_lies_on_it_goes_on_lying(void** state) {
    (void)state;
    lab l = open_lab(table_def());
    plump_obstacle_sizes sizes = look_at(l.world, l.table).sizes;
    sizes.half_size[0] = 2;
    sizes.half_size[2] = 0.3f;
    expect_rest(&l, &sizes);
    assert_true(look_at(l.world, l.table).sizes.half_size[0] == 2);
    close_lab(&l);
}

// A hull, a mesh and a sheet whose upper side stays where it is.
static void triangles_change_by_their_scale(void** state) {
    (void)state;
    plump_mesh* slab = make_shape(PLUMP_SHAPE_BOX, 26);
    for (int shape = PLUMP_OBSTACLE_HULL; shape <= PLUMP_OBSTACLE_SHEET; ++shape) {
        // about their upper side
        static const float points[] = {-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1, 0, -1, 0};
        static const uint32_t triangles[] = {0, 2, 1, 0, 3, 2};
        plump_obstacle_def def = obstacle_def((plump_obstacle_shape)shape, slab);
        if (shape != PLUMP_OBSTACLE_MESH) def.points = points, def.point_count = 5;
        def.triangles = triangles;
        if (shape == PLUMP_OBSTACLE_MESH) def.position[1] = -0.5;
        lab l = open_lab(def);
        plump_obstacle_sizes sizes = look_at(l.world, l.table).sizes;
        sizes.scale = shape == PLUMP_OBSTACLE_MESH ? 1.0001f : 1.5f;
        if (shape != PLUMP_OBSTACLE_MESH) {
            expect_rest(&l, &sizes);
        } else {
            OK(plump_obstacle_resize(l.world, l.table, &sizes, &kit_error));
            step(l.world, 30);
            assert_true(fabs(describe(l.world, l.box).centre[1] - 0.1001) < 1e-3);
        }
        const pl_obstacle* table = pl_obstacle_find(l.world, l.table, NULL);
        const double least = shape == PLUMP_OBSTACLE_MESH ? -0.50005 : -1.5;
        assert_true(fabs(table->solid->lo[0] - least) < 1e-6);
        // back again it is what it was
        uint64_t hash = table->solid->hash;
        sizes.scale = 3;
        OK(plump_obstacle_resize(l.world, l.table, &sizes, &kit_error));
        sizes.scale = (float)(shape == PLUMP_OBSTACLE_MESH ? 1.0001f : 1.5f);
        OK(plump_obstacle_resize(l.world, l.table, &sizes, &kit_error));
        assert_true(pl_obstacle_find(l.world, l.table, NULL)->solid->hash == hash);
        close_lab(&l);
    }
    plump_mesh_destroy(slab);
}

// In one step it is there, and has given nothing on the way: what is in it comes out no faster than
// what begins in an obstacle.
static void growing_pushes_nobody_on_the_way(void** state) {
    (void)state;
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_SPHERE;
    def.position[1] = -0.5;
    lab l = open_lab(table_def());
    plump_obstacle_id ball = make_obstacle(l.world, &def);
    plump_obstacle_sizes sizes = look_at(l.world, ball).sizes;
    sizes.radius = 0.52f;
    OK(plump_obstacle_resize(l.world, ball, &sizes, &kit_error));
    double most = 0;
    for (int n = 0; n < 60; ++n) {
        step(l.world, 1);
        most = fmax(most, fastest(&l));
    }
    if (most > 2.5 * 0.2) fail_msg("%g m/s", most);  // sizes per second
    sizes.radius = 0.5f;
    sizes.half_height = 7;  // which a sphere does not have
    OK(plump_obstacle_resize(l.world, ball, &sizes, &kit_error));
    assert_true(look_at(l.world, ball).sizes.half_height == 7);
    close_lab(&l);
}

static void the_same_size_changes_nothing(void** state) {
    (void)state;
    lab l = open_lab(table_def());
    uint64_t hash = plump_world_hash(l.world);
    plump_obstacle_sizes sizes = look_at(l.world, l.table).sizes;
    OK(plump_obstacle_resize(l.world, l.table, &sizes, &kit_error));
    assert_true(describe(l.world, l.box).asleep && plump_world_hash(l.world) == hash);
    close_lab(&l);
}

static void wrong_sizes_are_refused(void** state) {
    (void)state;
    lab l = open_lab(table_def());
    uint64_t hash = plump_world_hash(l.world);
    plump_obstacle_sizes good = look_at(l.world, l.table).sizes, bad = good;
    bad.half_size[1] = 0;
    REFUSED(plump_obstacle_resize(l.world, l.table, &bad, &kit_error), "half_size of the obstacle");
    bad = good, bad.scale = NAN;
    REFUSED(plump_obstacle_resize(l.world, l.table, &bad, &kit_error), "scale of the obstacle");
    REFUSED(plump_obstacle_resize(l.world, l.table, NULL, &kit_error), "sizes of the obstacle");
    REFUSED(plump_obstacle_resize(l.world, (plump_obstacle_id){0}, &good, &kit_error),
            "names no obstacle");
    REFUSED(plump_obstacle_resize(NULL, l.table, &good, &kit_error), "world is NULL");
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_HULL, NULL);
    def.position[0] = 50;
    plump_obstacle_id hull = make_obstacle(l.world, &def);
    hash = plump_world_hash(l.world);
    bad = good, bad.scale = 1e-6f;  // of 2 m
    OK(plump_obstacle_resize(l.world, hull, &bad, &kit_error));
    bad.scale = 30;
    OK(plump_obstacle_resize(l.world, hull, &bad, &kit_error));
    OK(plump_obstacle_resize(l.world, hull, &good, &kit_error));
    assert_true(describe(l.world, l.box).asleep && plump_world_hash(l.world) == hash);
    close_lab(&l);
}

// A snapshot of another size is taken by the world that has grown since, and the other way round.
static void snapshots_bring_the_size_back(void** state) {
    (void)state;
    lab l = open_lab(table_def());
    bytes b = take_snapshot(l.world);
    uint64_t before = plump_world_hash(l.world);
    plump_obstacle_sizes sizes = look_at(l.world, l.table).sizes;
    sizes.half_size[0] = 0.02f;  // the box falls off
    OK(plump_obstacle_resize(l.world, l.table, &sizes, &kit_error));
    step(l.world, 10);
    bytes c = take_snapshot(l.world);
    uint64_t after = plump_world_hash(l.world);
    OK(plump_world_restore(l.world, b.at, b.size, NULL, 0, &kit_error));
    assert_true(plump_world_hash(l.world) == before);
    assert_true(look_at(l.world, l.table).sizes.half_size[0] == 0.5f);
    OK(plump_obstacle_resize(l.world, l.table, &sizes, &kit_error));
    step(l.world, 10);
    assert_true(plump_world_hash(l.world) == after);
    OK(plump_world_restore(l.world, c.at, c.size, NULL, 0, &kit_error));
    assert_true(plump_world_hash(l.world) == after);
    free(b.at);
    free(c.at);
    close_lab(&l);
}

static void each_failing_allocation_leaves_it_as_it_was(void** state) {
    (void)state;
    memory_kit memory = {0};
    plump_world_def world_def = plump_default_world_def();
    plump_world* world = NULL;
    world_def.worker_count = 1;
    world_def.allocator = memory_kit_hooks(&memory);
    OK(plump_world_create(&world_def, &world, &kit_error));
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_SHEET, NULL);
    plump_obstacle_id id = make_obstacle(world, &def);
    plump_obstacle_sizes sizes = look_at(world, id).sizes;
    uint64_t hash = plump_world_hash(world);
    long blocks = memory.blocks, fail = 0;
    sizes.scale = 2;
    for (;; ++fail) {
        memory.fail_at = memory.calls + fail + 1;
        if (plump_obstacle_resize(world, id, &sizes, &kit_error) == PLUMP_OK) break;
        assert_int_equal(kit_error.code, PLUMP_ERROR_MEMORY);
        assert_true(plump_world_hash(world) == hash && memory.blocks == blocks);
    }
    assert_true(fail >= 8 && memory.blocks == blocks);
    plump_world_destroy(world);
    assert_int_equal(memory.blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_lies_on_it_goes_on_lying),
        cmocka_unit_test(triangles_change_by_their_scale),
        cmocka_unit_test(growing_pushes_nobody_on_the_way),
        cmocka_unit_test(the_same_size_changes_nothing),
        cmocka_unit_test(wrong_sizes_are_refused),
        cmocka_unit_test(snapshots_bring_the_size_back),
        cmocka_unit_test(each_failing_allocation_leaves_it_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
