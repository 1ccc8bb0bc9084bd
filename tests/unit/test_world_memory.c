// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Memory of worlds: each allocation fails once, and then it and all after it. Whatever is asked for
// then fails with a sentence, changes nothing and loses nothing; asked again it works. And a
// warmed-up step takes none.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/memory_kit.h"
#include "tests/unit/mesh_fixtures.h"
#include "tests/unit/model_table.h"

#include <plump/plump.h>

#include <stdlib.h>
#include <string.h>

#define MOST_ALLOCATIONS 10000

#define OK(call)                                                                                   \
    do {                                                                                           \
        plump_error ok_error = {PLUMP_OK, ""};                                                     \
        plump_error* error = &ok_error;                                                            \
        if ((call) != PLUMP_OK) fail_msg("%s: %s", #call, ok_error.text);                          \
    } while (0)

// Mesh and world share one allocator: what a body needs is partly made for the mesh.
typedef struct lab {
    memory_kit memory;
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id body;
    plump_obstacle_id obstacle;
    unsigned char* snapshot;
    size_t snapshot_size;
} lab;

static plump_mesh* make_mesh(memory_kit* memory, uint32_t vertices) {
    plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_SPHERE);
    plump_mesh* mesh = NULL;
    def.vertex_count = vertices;
    def.allocator = memory_kit_hooks(memory);
    OK(plump_shape_create(&def, &mesh, error));
    return mesh;
}

static plump_result make_world(lab* l, uint32_t workers, bool trail, plump_error* error) {
    plump_world_def def = plump_default_world_def();
    def.worker_count = workers;
    def.trail = trail;
    def.allocator = memory_kit_hooks(&l->memory);
    return plump_world_create(&def, &l->world, error);
}

// Everything that takes memory.
static plump_body_def body_def(const lab* l, unsigned kind) {
    plump_body_def def = plump_default_body_def();
    def.mesh = l->mesh;
    def.scale = 2;
    def.yield = 0.1f, def.creep = 1;
    model_choose(&def, kind < MODEL_KINDS ? (model_kind)kind : MODEL_PAPER);
    def.region_damping = 0.1f;
    def.omega = 1 + kind % 3;
    def.naive_sums = kind == MODEL_KINDS;
    return def;
}

#define KINDS ((unsigned)MODEL_KINDS + 1)  // of bodies: every model, and paper with plain sums

static void open_lab(lab* l) {
    memset(l, 0, sizeof *l);
    l->mesh = make_mesh(&l->memory, 42);
    OK(make_world(l, 1, false, error));
}

static void close_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
    free(l->snapshot);
    assert_int_equal(l->memory.blocks, 0);
    assert_int_equal(l->memory.bytes, 0);
}

typedef plump_result work_fn(lab* l, unsigned kind, plump_error* error);

// Fails allocation 1, 2, ... of the work until it gets through. Returns how many it has.
static long fail_each(unsigned kind, bool forever, void (*prepare)(lab*, unsigned), work_fn* work) {
    for (long n = 1; n < MOST_ALLOCATIONS; ++n) {
        lab l;
        open_lab(&l);
        if (prepare) prepare(&l, kind);
        uint64_t before = plump_world_hash(l.world);
        l.memory.calls = 0;
        l.memory.fail_at = n;
        l.memory.fail_forever = forever;
        plump_error e = {PLUMP_OK, ""};
        plump_result result = work(&l, kind, &e);
        bool met = l.memory.calls >= n;
        l.memory.fail_at = 0;
        if (met && result != PLUMP_OK) {
            assert_int_equal(result, PLUMP_ERROR_MEMORY);
            assert_int_equal(e.code, result);
            assert_non_null(strstr(e.text, "out of memory"));
            assert_true(plump_world_hash(l.world) == before);
            OK(work(&l, kind, error));
        }
        assert_true(met || result == PLUMP_OK);
        OK(plump_world_step(l.world, 0.01f, 2, error));
        close_lab(&l);
        if (!met) return n - 1;
    }
    fail_msg("no end of allocations");
    return 0;
}

static plump_result create_body(lab* l, unsigned kind, plump_error* error) {
    plump_body_def def = body_def(l, kind);
    float paint[42];
    for (unsigned i = 0; i < 42; ++i) paint[i] = 0.5f + (float)i / 100.0f;
    def.vertex_mass = def.vertex_stiffness = def.vertex_volume = paint;
    plump_result result = plump_body_create(l->world, &def, &l->body, error);
    if (result != PLUMP_OK) assert_int_equal(l->body.value, 0);
    return result;
}

static void creating_a_body_survives_each_failure(void** state) {
    (void)state;
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        long once = fail_each(kind, false, NULL, create_body);
        long forever = fail_each(kind, true, NULL, create_body);
        assert_true(once >= 20 && forever >= 20);
    }
}

static void with_a_body(lab* l, unsigned kind) {
    plump_body_def def = body_def(l, kind);
    OK(plump_body_create(l->world, &def, &l->body, error));
}

static plump_result pin_vertex(lab* l, unsigned kind, plump_error* error) {
    (void)kind;
    return plump_body_pin(l->world, l->body, 0, error);
}

static void pinning_survives_each_failure(void** state) {
    (void)state;
    assert_true(fail_each(0, false, with_a_body, pin_vertex) >= 1);
    assert_true(fail_each(0, true, with_a_body, pin_vertex) >= 1);
}

// Later bodies of the same mesh take from what is there, and the lists grow.
static void a_second_body_survives_each_failure(void** state) {
    (void)state;
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        assert_true(fail_each(kind, false, with_a_body, create_body) >= 10);
        assert_true(fail_each(kind, true, with_a_body, create_body) >= 10);
    }
}

// --- obstacles, attachments, pairs ---

static plump_obstacle_def obstacle_def(const lab* l, unsigned shape) {
    static const float points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1};
    static const uint32_t triangles[] = {0, 1, 2, 0, 2, 3};
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = (plump_obstacle_shape)shape;
    def.mesh = l->mesh;
    def.points = points;
    def.point_count = 5;
    def.triangles = triangles;
    def.triangle_count = 2;
    static plump_obstacle_def parts[2];
    for (unsigned i = 0; i < 2 && shape == PLUMP_OBSTACLE_COMPOUND; ++i)
        parts[i] = obstacle_def(l, i ? PLUMP_OBSTACLE_HULL : PLUMP_OBSTACLE_MESH);
    def.parts = parts;
    def.part_count = 2;
    def.scale = 2;
    def.position[1] = -1;
    return def;
}

static plump_result create_obstacle(lab* l, unsigned shape, plump_error* error) {
    plump_obstacle_def def = obstacle_def(l, shape);
    plump_obstacle_id id = {77};
    plump_result result = plump_obstacle_create(l->world, &def, &id, error);
    assert_int_equal(id.value != 0, result == PLUMP_OK);
    if (result == PLUMP_OK) l->obstacle = id;
    return result;
}

static void creating_an_obstacle_survives_each_failure(void** state) {
    (void)state;
    for (unsigned shape = 0; shape < PLUMP_OBSTACLE_SHAPE_COUNT; ++shape) {
        bool has_triangles = shape >= PLUMP_OBSTACLE_HULL;
        assert_true(fail_each(shape, false, NULL, create_obstacle) >= (has_triangles ? 8 : 3));
        assert_true(fail_each(shape, true, NULL, create_obstacle) >= (has_triangles ? 8 : 3));
    }
}

static void with_an_obstacle(lab* l, unsigned kind) {
    with_a_body(l, 0);
    OK(create_obstacle(l, kind, error));
}

static plump_result attach(lab* l, unsigned kind, plump_error* error) {
    plump_attachment_def def = plump_default_attachment_def();
    plump_attachment_id id = {77};
    (void)kind;
    def.body = l->body;
    def.obstacle = l->obstacle;
    def.radius = 0.5f;
    plump_result result = plump_attachment_create(l->world, &def, &id, error);
    assert_int_equal(id.value != 0, result == PLUMP_OK);
    return result;
}

static plump_result part(lab* l, unsigned kind, plump_error* error) {
    (void)kind;
    return plump_world_set_pair(l->world, l->body, l->body, false, error);
}

static void attaching_and_parting_survive_each_failure(void** state) {
    (void)state;
    assert_true(fail_each(1, false, with_an_obstacle, attach) >= 2);
    assert_true(fail_each(1, true, with_an_obstacle, attach) >= 2);
    assert_true(fail_each(1, false, with_an_obstacle, part) >= 1);
    assert_true(fail_each(1, true, with_an_obstacle, part) >= 1);
}

static void making_and_destroying_ties_leaves_nothing_behind(void** state) {
    (void)state;
    lab l;
    open_lab(&l);
    with_a_body(&l, 0);
    size_t bytes = 0;
    for (unsigned k = 0; k < 400; ++k) {
        OK(create_obstacle(&l, k % PLUMP_OBSTACLE_SHAPE_COUNT, error));
        OK(attach(&l, 0, error));
        OK(plump_obstacle_destroy(l.world, l.obstacle, error));
        assert_int_equal(plump_world_attachments(l.world, NULL, 0), 0);
        if (k == PLUMP_OBSTACLE_SHAPE_COUNT) bytes = l.memory.bytes;
        if (k > PLUMP_OBSTACLE_SHAPE_COUNT) assert_int_equal(l.memory.bytes, bytes);
    }
    close_lab(&l);
}

// --- snapshots ---

static plump_result create_trigger(lab* l, plump_error* error) {
    plump_obstacle_def def = obstacle_def(l, PLUMP_OBSTACLE_HULL);
    plump_obstacle_id id;
    def.trigger = true;
    return plump_obstacle_create(l->world, &def, &id, error);
}

// A snapshot of three bodies with pins, and a world that has lost two and gained another.
static void with_a_snapshot(lab* l, unsigned kind) {
    plump_body_id ids[3], extra;
    for (unsigned i = 0; i < 3; ++i) {
        plump_body_def def = body_def(l, (kind + i) % KINDS);
        def.position[0] = 3.0 * i;
        OK(plump_body_create(l->world, &def, &ids[i], error));
        for (uint32_t v = 0; v < 20; ++v) OK(plump_body_pin(l->world, ids[i], v, error));
    }
    l->body = ids[2];
    OK(create_trigger(l, error));
    OK(create_obstacle(l, PLUMP_OBSTACLE_SHEET, error));
    plump_obstacle_id sheet = l->obstacle;
    OK(create_obstacle(l, PLUMP_OBSTACLE_COMPOUND, error));
    plump_obstacle_id compound = l->obstacle;
    OK(create_obstacle(l, PLUMP_OBSTACLE_CYLINDER, error));
    OK(attach(l, 0, error));
    OK(part(l, 0, error));
    OK(plump_world_step(l->world, 0.01f, 2, error));
    l->snapshot_size = plump_world_snapshot_size(l->world);
    l->snapshot = malloc(l->snapshot_size);
    OK(plump_world_snapshot(l->world, l->snapshot, l->snapshot_size, &l->snapshot_size, error));
    OK(plump_obstacle_destroy(l->world, l->obstacle, error));
    OK(plump_obstacle_destroy(l->world, sheet, error));
    OK(plump_obstacle_destroy(l->world, compound, error));
    for (unsigned i = 0; i < 2; ++i) OK(plump_body_destroy(l->world, ids[i], error));
    for (uint32_t v = 0; v < 20; ++v) OK(plump_body_unpin(l->world, ids[2], v, error));
    plump_body_def def = body_def(l, kind);
    def.position[0] = -3;
    OK(plump_body_create(l->world, &def, &extra, error));
    OK(plump_world_step(l->world, 0.01f, 2, error));
}

static plump_result restore(lab* l, unsigned kind, plump_error* error) {
    (void)kind;
    return plump_world_restore(l->world, l->snapshot, l->snapshot_size, NULL, 0, error);
}

static void restoring_survives_each_failure(void** state) {
    (void)state;
    for (unsigned kind = 0; kind < KINDS; ++kind) {
        assert_true(fail_each(kind, false, with_a_snapshot, restore) >= 20);
        assert_true(fail_each(kind, true, with_a_snapshot, restore) >= 20);
    }
}

// In a world that has nothing, with a mesh that has nothing made for it.
static void with_a_foreign_snapshot(lab* l, unsigned kind) {
    with_a_snapshot(l, kind);
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
    l->mesh = make_mesh(&l->memory, 42);
    OK(make_world(l, 1, false, error));
}

static plump_result restore_with_mesh(lab* l, unsigned kind, plump_error* error) {
    const plump_mesh* meshes[1] = {l->mesh};
    (void)kind;
    return plump_world_restore(l->world, l->snapshot, l->snapshot_size, meshes, 1, error);
}

static void restoring_into_a_fresh_world_survives_each_failure(void** state) {
    (void)state;
    assert_true(fail_each(1, false, with_a_foreign_snapshot, restore_with_mesh) >= 50);
    assert_true(fail_each(1, true, with_a_foreign_snapshot, restore_with_mesh) >= 50);
}

static void creating_a_world_survives_each_failure(void** state) {
    (void)state;
    for (unsigned forever = 0; forever < 2; ++forever) {
        for (uint32_t workers = 1; workers <= 3; workers += 2) {
            plump_result result = PLUMP_ERROR_MEMORY;
            for (long n = 1; result != PLUMP_OK && n < 100; ++n) {
                lab l = {0};
                plump_error e = {PLUMP_OK, ""};
                l.memory.fail_at = n;
                l.memory.fail_forever = forever;
                result = make_world(&l, workers, false, &e);
                if (result != PLUMP_OK) {
                    assert_int_equal(result, PLUMP_ERROR_MEMORY);
                    assert_null(l.world);
                    assert_int_equal(make_world(&l, workers, false, NULL) == PLUMP_OK, !forever);
                }
                plump_world_destroy(l.world);
                assert_int_equal(l.memory.blocks, 0);
            }
            assert_int_equal(result, PLUMP_OK);
        }
    }
}

static void a_snapshot_takes_no_memory(void** state) {
    (void)state;
    lab l;
    open_lab(&l);
    with_a_snapshot(&l, 0);
    l.memory.calls = 0;
    l.memory.fail_at = 1;
    l.memory.fail_forever = true;
    size_t size = plump_world_snapshot_size(l.world);
    unsigned char* buffer = malloc(size);
    OK(plump_world_snapshot(l.world, buffer, size, &size, error));
    assert_int_equal(l.memory.calls, 0);
    free(buffer);
    close_lab(&l);
}

// Trails may take memory, and a step that finds none is refused whole.
static void a_step_with_a_trail_survives_failure(void** state) {
    (void)state;
    lab l;
    open_lab(&l);
    plump_world_destroy(l.world);
    OK(make_world(&l, 1, true, error));
    with_a_body(&l, 0);
    uint64_t before = plump_world_hash(l.world);
    l.memory.calls = 0;
    l.memory.fail_at = 1;
    plump_error e;
    assert_int_equal(plump_world_step(l.world, 0.01f, 4, &e), PLUMP_ERROR_MEMORY);
    assert_true(plump_world_hash(l.world) == before);
    OK(plump_world_step(l.world, 0.01f, 4, error));
    uint32_t count = 0;
    const plump_trail_entry* trail = plump_world_trail(l.world, &count);
    assert_true(count > 0 && trail[count - 1].hash != before);
    close_lab(&l);
}

// --- steps ---

// Everything a caller does between steps but making things.
static void handle(lab* l, plump_body_id id, unsigned step) {
    const float push[3] = {0, 3, 0};
    const double target[3] = {3.0 * (step % KINDS) + 0.01 * (step % 9), 0, 0};
    if (step % 5 == 0) OK(plump_body_add_force(l->world, id, step % 42, push, error));
    if (step % 7 == 0) OK(plump_body_add_impulse(l->world, id, step % 42, push, error));
    if (step % 11 == 0) OK(plump_body_move_pin(l->world, id, 0, target, error));
    if (step % 13 == 0) OK(plump_body_set(l->world, id, "frequency", 2 + step % 3, error));
    if (step % 17 == 0) OK(plump_body_unpin(l->world, id, 1, error));
    if (step % 17 == 8) OK(plump_body_pin(l->world, id, 1, error));
}

static void ten_thousand_warm_steps_take_no_memory(void** state) {
    (void)state;
    lab l;
    open_lab(&l);
    plump_body_id ids[KINDS];
    for (unsigned i = 0; i < KINDS; ++i) {
        plump_body_def def = body_def(&l, i);
        def.position[0] = 3.0 * i;
        OK(plump_body_create(l.world, &def, &ids[i], error));
        for (uint32_t v = 0; v < 2; ++v) OK(plump_body_pin(l.world, ids[i], v, error));
    }
    OK(plump_world_step(l.world, 0.01f, 0, error));
    l.memory.calls = 0;
    l.memory.fail_at = 1;
    l.memory.fail_forever = true;
    long blocks = l.memory.blocks;
    for (unsigned step = 0; step < 10000; ++step) {
        handle(&l, ids[step % KINDS], step);
        OK(plump_world_step(l.world, 0.01f, 1, error));
    }
    assert_int_equal(l.memory.calls, 0);
    assert_int_equal(l.memory.blocks, blocks);
    close_lab(&l);
}

// Bodies that fall on each other, on a floor, on something sharp, pushed around: contacts of every
// kind, and all that is told of them.
static void steps_with_contacts_take_no_memory(void** state) {
    (void)state;
    lab l;
    open_lab(&l);
    for (unsigned i = 0; i < 6; ++i) {
        plump_body_def def = body_def(&l, i % MODEL_BAG);
        def.scale = 1;
        def.yield = 0;
        def.self_contact = i % 2;
        def.position[0] = 0.6 * (i % 3), def.position[1] = 1.2 * i;
        OK(plump_body_create(l.world, &def, &l.body, error));
    }
    OK(create_obstacle(&l, PLUMP_OBSTACLE_HULL, error));
    OK(create_obstacle(&l, PLUMP_OBSTACLE_PLANE, error));
    OK(create_obstacle(&l, PLUMP_OBSTACLE_BOX, error));
    OK(attach(&l, 0, error));
    l.memory.calls = 0;
    l.memory.fail_at = 1;
    l.memory.fail_forever = true;
    uint32_t most = 0;
    for (unsigned step = 0; step < 400; ++step) {
        const double there[3] = {0.002 * step, -0.6, 0};
        const float turn[4] = {0, 0, 0.01f * (float)step, 1};
        OK(plump_obstacle_move(l.world, l.obstacle, there, turn, error));
        OK(plump_world_step(l.world, 0.01f, 2, error));
        uint32_t count;
        plump_world_touches(l.world, &count);
        most = count > most ? count : most;
    }
    assert_true(most >= 5);
    assert_int_equal(l.memory.calls, 0);
    close_lab(&l);
}

static void creating_and_destroying_leaves_nothing_behind(void** state) {
    (void)state;
    lab l;
    open_lab(&l);
    for (unsigned i = 0; i < KINDS; ++i) {
        with_a_body(&l, i);
        OK(plump_body_destroy(l.world, l.body, error));
    }
    size_t bytes = l.memory.bytes;
    for (unsigned k = 0; k < 2000; ++k) {
        with_a_body(&l, k % KINDS);
        OK(plump_body_pin(l.world, l.body, k % 42, error));
        OK(plump_body_destroy(l.world, l.body, error));
        assert_int_equal(l.memory.bytes, bytes);
    }
    close_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(creating_a_world_survives_each_failure),
        cmocka_unit_test(creating_a_body_survives_each_failure),
        cmocka_unit_test(a_second_body_survives_each_failure),
        cmocka_unit_test(pinning_survives_each_failure),
        cmocka_unit_test(creating_an_obstacle_survives_each_failure),
        cmocka_unit_test(attaching_and_parting_survive_each_failure),
        cmocka_unit_test(making_and_destroying_ties_leaves_nothing_behind),
        cmocka_unit_test(restoring_survives_each_failure),
        cmocka_unit_test(restoring_into_a_fresh_world_survives_each_failure),
        cmocka_unit_test(a_snapshot_takes_no_memory),
        cmocka_unit_test(a_step_with_a_trail_survives_failure),
        cmocka_unit_test(ten_thousand_warm_steps_take_no_memory),
        cmocka_unit_test(steps_with_contacts_take_no_memory),
        cmocka_unit_test(creating_and_destroying_leaves_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
