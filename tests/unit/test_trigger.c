// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Triggers: who is in them, since when, and that nobody feels them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/memory_kit.h"
#include "tests/unit/obstacle_kit.h"
#include "tests/unit/snapshot_kit.h"

static plump_obstacle_def trigger_def(plump_obstacle_shape shape, const plump_mesh* mesh) {
    plump_obstacle_def def = obstacle_def(shape, mesh);
    def.trigger = true;
    return def;
}

static plump_body_id fly(plump_world* world, const plump_mesh* mesh, double x, float speed) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.position[0] = x;
    def.velocity[0] = speed;
    OK(plump_body_create(world, &def, &id, &kit_error));
    return id;
}

// Of a box of half size `half` about `x`.
static uint32_t count_in_box(plump_world* world, plump_body_id id, double x, double half) {
    const pl_body* body = body_of(world, id);
    uint32_t count = 0;
    for (uint32_t i = 0; i < body->count; ++i) {
        bool in = true;
        for (int k = 0; k < 3; ++k)
            in = in && fabs(body->origin[k] + (double)body->x[k][i] - (k == 0 ? x : 0)) < half;
        count += in;
    }
    return count;
}

static void a_body_comes_and_goes(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    plump_world *world = make_world(0, 1), *empty = make_world(0, 1);
    plump_obstacle_def def = trigger_def(PLUMP_OBSTACLE_BOX, NULL);
    plump_obstacle_id gate = make_obstacle(world, &def);
    plump_body_id body = fly(world, mesh, -2, 2), same = fly(empty, mesh, -2, 2);
    uint32_t began = 0, ended = 0, whole = 0, before = 0;
    for (int n = 0; n < 150; ++n) {
        uint32_t count, here, is = count_in_box(world, body, 0, 0.5);
        step(world, 1);
        step(empty, 1);
        assert_true(body_bits(world, body) == body_bits(empty, same));  // nobody feels it
        is = count_in_box(world, body, 0, 0.5);
        const plump_inside* in = plump_world_inside(world, &count);
        assert_int_equal(count, is > 0 || before > 0);
        assert_ptr_equal(plump_obstacle_inside(world, gate, &here), in);
        assert_int_equal(here, count);
        before = is;
        if (count == 0) continue;
        assert_true(in->trigger.value == gate.value && in->body.value == body.value);
        assert_int_equal(in->vertex_count, is);
        assert_true(in->share == (float)is / 162.0f);
        assert_int_equal(in->ended, is == 0);
        began += in->began;
        ended += in->ended;
        whole += is == 162;
    }
    assert_true(began == 1 && ended == 1 && whole == 0);  // a ball of 1 m in a box of 1 m
    assert_int_equal(look_at(world, gate).contact_count, 0);
    assert_int_equal(plump_world_report(world)->substeps, plump_world_report(empty)->substeps);
    plump_world_destroy(world);
    plump_world_destroy(empty);
    plump_mesh_destroy(mesh);
}

// Whatever its shape, what lies in the middle is in it with all vertices, and out of a hollow one
// with none; what is far away the other way round.
static void every_closed_shape_counts(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    for (unsigned shape = 0; shape < PLUMP_OBSTACLE_SHEET; ++shape) {
        for (int hollow = 0; hollow < 2; ++hollow) {
            if (hollow && shape == PLUMP_OBSTACLE_PLANE) continue;
            plump_world* world = make_world(0, 1);
            plump_obstacle_def def = trigger_def((plump_obstacle_shape)shape, mesh);
            def.radius = def.half_height = 3;
            for (int k = 0; k < 3; ++k) def.half_size[k] = 3;
            def.scale = 6;
            def.hollow = hollow;
            def.rotation[0] = 0.1f;
            if (shape == PLUMP_OBSTACLE_PLANE) def.position[1] = 3;
            plump_obstacle_id id = make_obstacle(world, &def);
            plump_body_id near = make_body(world, mesh, 0);
            const float away[3] = {0, 9, 0};
            plump_body_def far_def = plump_default_body_def();
            plump_body_id far;
            far_def.mesh = mesh;
            for (int k = 0; k < 3; ++k) far_def.position[k] = (double)away[k];
            OK(plump_body_create(world, &far_def, &far, &kit_error));
            step(world, 1);
            uint32_t count;
            const plump_inside* in = plump_obstacle_inside(world, id, &count);
            assert_int_equal(count, 1);
            assert_int_equal(in->body.value, hollow ? far.value : near.value);
            assert_int_equal(in->vertex_count, 42);
            assert_true(in->share == 1 && in->began && !in->ended);
            plump_world_destroy(world);
        }
    }
    plump_mesh_destroy(mesh);
}

#define BODIES   6
#define TRIGGERS 3

typedef struct crowd {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id body[BODIES];
    plump_obstacle_id trigger[TRIGGERS];
} crowd;

static crowd gather(plump_mesh* mesh, uint32_t workers) {
    crowd c = {.mesh = mesh, .world = make_world(0, workers)};
    plump_obstacle_def def = trigger_def(PLUMP_OBSTACLE_SPHERE, NULL);
    for (int i = 0; i < TRIGGERS; ++i) {
        def.position[0] = 1.5 * i;
        def.radius = 1;
        c.trigger[i] = make_obstacle(c.world, &def);
    }
    for (int i = 0; i < BODIES; ++i)
        c.body[i] = fly(c.world, mesh, 4 - 1.5 * i, i % 2 ? 0.9f : -0.8f);
    return c;
}

static uint64_t hash_inside(const plump_world* world) {
    uint32_t count;
    const plump_inside* in = plump_world_inside(world, &count);
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; ++i)
        hash = pl_hash_mix(hash ^ in[i].trigger.value ^ (uint64_t)in[i].body.value << 32 ^
                           (uint64_t)in[i].vertex_count << 8 ^ (uint64_t)in[i].began << 62 ^
                           (uint64_t)in[i].ended << 63);
    return hash;
}

static void lists_are_in_order_for_any_number_of_threads(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 162);
    crowd c[3] = {gather(mesh, 1), gather(mesh, 2), gather(mesh, 4)};
    uint32_t most = 0, changes = 0;
    for (int n = 0; n < 200; ++n) {
        for (int i = 0; i < 3; ++i) step(c[i].world, 1);
        uint32_t count, part = 0;
        const plump_inside* in = plump_world_inside(c[0].world, &count);
        for (uint32_t i = 1; i < count; ++i)
            assert_true(in[i - 1].trigger.value < in[i].trigger.value ||
                        (in[i - 1].trigger.value == in[i].trigger.value &&
                         in[i - 1].body.value < in[i].body.value));
        for (uint32_t i = 0; i < count; ++i) changes += in[i].began + in[i].ended;
        for (int i = 0; i < TRIGGERS; ++i) {
            uint32_t own;
            plump_obstacle_inside(c[0].world, c[0].trigger[i], &own);
            part += own;
        }
        assert_int_equal(part, count);
        most = count > most ? count : most;
        for (int i = 1; i < 3; ++i) {
            assert_true(hash_inside(c[i].world) == hash_inside(c[0].world));
            assert_true(plump_world_hash(c[i].world) == plump_world_hash(c[0].world));
        }
    }
    assert_true(most >= 4 && changes >= 8);
    for (int i = 0; i < 3; ++i) plump_world_destroy(c[i].world);
    plump_mesh_destroy(mesh);
}

static void sleepers_stay_in_it_and_asleep(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    plump_world* world = make_world(0, 1);
    plump_body_id body = make_body(world, mesh, 0);
    step(world, 60);
    assert_true(describe(world, body).asleep);
    plump_obstacle_def def = trigger_def(PLUMP_OBSTACLE_SPHERE, NULL);
    plump_obstacle_id id = make_obstacle(world, &def);
    const double away[3] = {5, 0, 0}, back[3] = {0.7, 0, 0};
    const float turn[4] = {0, 0, 0, 1};
    uint32_t count;
    step(world, 1);
    assert_true(plump_obstacle_inside(world, id, &count)->began);
    OK(plump_obstacle_move(world, id, away, turn, &kit_error));
    step(world, 1);
    const plump_inside* in = plump_obstacle_inside(world, id, &count);
    assert_true(count == 1 && in->ended && in->vertex_count == 0 && in->share == 0);
    OK(plump_obstacle_place(world, id, back, turn, &kit_error));
    step(world, 2);
    in = plump_obstacle_inside(world, id, &count);
    assert_true(count == 1 && !in->began && in->vertex_count > 0 && in->vertex_count < 42);
    OK(plump_obstacle_set_filter(world, id, 1, 0, &kit_error));
    step(world, 1);
    assert_true(plump_obstacle_inside(world, id, &count)->ended);
    step(world, 1);
    plump_obstacle_inside(world, id, &count);
    assert_int_equal(count, 0);
    OK(plump_obstacle_destroy(world, id, &kit_error));
    assert_true(describe(world, body).asleep);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void who_is_destroyed_is_in_no_list(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    crowd c = gather(mesh, 1);
    uint32_t count, before;
    step(c.world, 1);
    const plump_inside* in = plump_world_inside(c.world, &before);
    assert_true(before >= 2);
    plump_body_id gone = in[0].body;
    OK(plump_body_destroy(c.world, gone, &kit_error));
    in = plump_world_inside(c.world, &count);
    for (uint32_t i = 0; i < count; ++i) assert_int_not_equal(in[i].body.value, gone.value);
    for (int i = 0; i < TRIGGERS; ++i)
        OK(plump_obstacle_destroy(c.world, c.trigger[i], &kit_error));
    plump_world_inside(c.world, &count);
    assert_int_equal(count, 0);
    step(c.world, 1);
    assert_null(plump_obstacle_inside(NULL, c.trigger[0], &count));
    assert_null(plump_world_inside(NULL, &count));
    plump_world_destroy(c.world);
    plump_mesh_destroy(mesh);
}

static void what_cannot_be_a_trigger_is_refused(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_obstacle_def def = trigger_def(PLUMP_OBSTACLE_SHEET, NULL);
    plump_obstacle_id id;
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "a sheet cannot be a trigger");
    def = trigger_def(PLUMP_OBSTACLE_BOX, NULL);
    memset(&def.trigger, 7, 1);
    REFUSED(plump_obstacle_create(world, &def, &id, &kit_error), "trigger is 7");
    plump_world_destroy(world);
}

static void a_snapshot_knows_who_is_in(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    crowd c = gather(mesh, 1);
    const plump_mesh* const meshes[1] = {mesh};
    plump_world* other = make_world(0, 2);
    uint32_t count;
    for (int n = 0; n < 100; n += 10) {
        step(c.world, 10);
        bytes b = take_snapshot(c.world);
        OK(plump_world_restore(other, b.at, b.size, meshes, 1, &kit_error));
        assert_true(plump_world_hash(other) == plump_world_hash(c.world));
        const plump_inside* in = plump_world_inside(other, &count);
        for (uint32_t i = 0; i < count; ++i) assert_false(in[i].began || in[i].ended);
        bytes again = take_snapshot(other);
        assert_int_equal(again.size, b.size);
        assert_memory_equal(again.at, b.at, b.size);
        step(c.world, 1);
        step(other, 1);
        assert_true(hash_inside(other) == hash_inside(c.world));
        free(again.at);
        free(b.at);
    }
    plump_world_destroy(other);
    plump_world_destroy(c.world);
    plump_mesh_destroy(mesh);
}

// Counts, bodies and vertices that lie, in every word of the obstacles.
static void a_snapshot_that_lies_is_refused(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    crowd c = gather(mesh, 1);
    step(c.world, 1);
    bytes b = take_snapshot(c.world), f = {malloc(b.size), b.size};
    uint32_t in;
    plump_obstacle_inside(c.world, c.trigger[0], &in);
    assert_true(in > 0);
    pl_snapshot_obstacle none = {0};
    pl_stream one = {0};
    pl_stream_obstacle(&one, &none);
    size_t at = 0;  // of the first trigger: nowhere else is its hash
    const uint64_t hash = pl_obstacle_find(c.world, c.trigger[0], NULL)->solid->hash;
    for (size_t i = 40; at == 0 && i + 8 < b.size; ++i)
        if (memcmp(b.at + i, &hash, 8) == 0) at = i - 20;
    static const uint32_t lies[] = {0, 1, 43, 4000, UINT32_C(0x7fffffff), UINT32_MAX};
    uint64_t before = plump_world_hash(c.world);
    for (size_t word = one.used - 4; word < one.used + 8 * (size_t)in; word += 4) {
        for (unsigned k = 0; k < sizeof lies / sizeof lies[0]; ++k) {
            memcpy(f.at, b.at, b.size);
            put_u32(f, at + word, lies[k]);
            plump_result result = plump_world_restore(c.world, f.at, f.size, NULL, 0, &kit_error);
            if (result != PLUMP_OK) assert_true(plump_world_hash(c.world) == before);
            if (lies[k] > 43) assert_int_equal(result, PLUMP_ERROR_DATA);
            OK(plump_world_restore(c.world, b.at, b.size, NULL, 0, &kit_error));
        }
    }
    free(f.at);
    free(b.at);
    plump_world_destroy(c.world);
    plump_mesh_destroy(mesh);
}

// Without memory the list stays as it was; what has begun is told as soon as there is some.
static void without_memory_it_is_told_later(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 42);
    memory_kit memory = {0};
    plump_world_def world_def = plump_default_world_def();
    plump_world* world = NULL;
    world_def.worker_count = 1;
    world_def.gravity[1] = 0;
    world_def.allocator = memory_kit_hooks(&memory);
    OK(plump_world_create(&world_def, &world, &kit_error));
    plump_obstacle_def def = trigger_def(PLUMP_OBSTACLE_SPHERE, NULL);
    plump_obstacle_id id = make_obstacle(world, &def);
    make_body(world, mesh, 0);
    for (long fail = 1; fail <= 2; ++fail) {
        uint32_t count;
        memory.fail_at = memory.calls + 1;
        memory.fail_forever = true;
        step(world, 1);
        plump_obstacle_inside(world, id, &count);
        assert_int_equal(count, 0);
        memory.fail_at = fail == 1 ? memory.calls + 2 : 0;  // room for boxes alone
        step(world, 1);
        const plump_inside* in = plump_obstacle_inside(world, id, &count);
        assert_int_equal(count, fail == 2);
        if (count) assert_true(in->began);
    }
    long calls = memory.calls;
    step(world, 3);
    assert_true(memory.calls <= calls + 1);  // the other of two lists
    calls = memory.calls;
    step(world, 3);
    assert_int_equal(memory.calls, calls);
    plump_world_destroy(world);
    assert_int_equal(memory.blocks, 0);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_comes_and_goes),
        cmocka_unit_test(every_closed_shape_counts),
        cmocka_unit_test(lists_are_in_order_for_any_number_of_threads),
        cmocka_unit_test(sleepers_stay_in_it_and_asleep),
        cmocka_unit_test(who_is_destroyed_is_in_no_list),
        cmocka_unit_test(what_cannot_be_a_trigger_is_refused),
        cmocka_unit_test(a_snapshot_knows_who_is_in),
        cmocka_unit_test(a_snapshot_that_lies_is_refused),
        cmocka_unit_test(without_memory_it_is_told_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
