// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Room for contacts grows with what is found, and a step that finds as much again allocates
// nothing. Beyond a bound of the caller's, or without memory, obstacles are served first, the
// report says how many of each kind were left out, and the world goes on.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

#include "tests/unit/memory_kit.h"

static scene heap_of_balls(uint32_t capacity, memory_kit* memory) {
    plump_world_def world = plump_default_world_def();
    world.worker_count = 2;
    world.contact_capacity = capacity;
    if (memory) world.allocator = memory_kit_hooks(memory);
    scene s = scene_begin_with(&world, 1.0f / 120);
    s.look_every = 1000000;
    scene_floor(&s, 0.5f);
    const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 162, 0.2));
    for (int i = 0; i < 6; ++i) {
        plump_body_def def = scene_def(ball, 6, i & 1 ? 0.04 : -0.04, 0.3 + 0.22 * i, 0);
        def.self_contact = i == 0;
        scene_body(&s, &def);
    }
    return s;
}

// Free fall, the floor, each other, a plate that comes in: all contacts are new. Steps that say so
// make room for more of them; no others allocate.
static void no_step_with_new_contacts_allocates(void** state) {
    (void)state;
    memory_kit memory = {0};
    scene s = heap_of_balls(0, &memory);
    const double beside[3] = {2, 0.3, 0};
    const float half[3] = {0.1f, 0.3f, 0.6f};
    uint32_t plate = scene_box(&s, beside, half, 0.5f);
    for (int i = 0; i < 3; ++i) scene_step(&s);  // warmed up, and nothing touches yet
    assert_int_equal(s.worst.contacts_most, 0);
    long calls = memory.calls;
    int grown = 0;
    for (int i = 0; i < 240; ++i) {
        if (i > 120) scene_move(&s, plate, 2 - 0.02 * (i - 120), 0.3, 0);
        scene_step(&s);
        bool has_grown = plump_world_report(s.world)->contact_grown > 0;
        if (memory.calls != calls && !has_grown) fail_msg("step %d allocates", i);
        calls = memory.calls;
        grown += has_grown;
    }
    assert_true(s.worst.contacts_most > 30);
    assert_true(grown <= 2);  // each time to twice the room
    assert_int_equal(s.worst.dropped, 0);
    scene_end(&s);
    assert_int_equal(memory.blocks, 0);
}

static void contacts_beyond_the_capacity_are_told(void** state) {
    (void)state;
    scene s = heap_of_balls(16, NULL);
    uint32_t most = 0;
    for (int i = 0; i < 120; ++i) {
        scene_step(&s);
        uint32_t count;
        plump_world_contacts(s.world, &count);
        if (count > most) most = count;
        // silence would be a list that is full with nothing said
        const plump_step_report* r = plump_world_report(s.world);
        if (count > 16) fail_msg("%u contacts in step %d", count, i);
        assert_true(r->contact_count <= 16);
    }
    scene_look(&s);
    scene_at_least("contacts dropped", (double)s.worst.dropped, 1);
    volume_judge(s.worst.finite, "all numbers are finite", s.worst.finite);
    assert_int_equal(most, 16);
    scene_end(&s);
    volume_expect_good();
}

// The capacity counts what is offered to a substep: with enough of it nothing is dropped.
static void contacts_within_the_capacity_are_all_kept(void** state) {
    (void)state;
    scene s = heap_of_balls(20000, NULL);
    for (int i = 0; i < 240; ++i) scene_step(&s);
    assert_int_equal(s.worst.dropped, 0);
    assert_true(s.worst.contacts_most > 30);
    scene_end(&s);
}

// Which contacts are dropped does not depend on workers.
static void dropping_is_the_same_for_any_number_of_workers(void** state) {
    (void)state;
    uint64_t hash[2];
    for (uint32_t k = 0; k < 2; ++k) {
        plump_world_def world = plump_default_world_def();
        world.worker_count = k ? 5 : 1;
        world.contact_capacity = 40;
        scene s = scene_begin_with(&world, 1.0f / 120);
        s.look_every = 1000000;
        scene_floor(&s, 0.5f);
        const plump_mesh* ball = scene_keep(&s, mesh_shape(PLUMP_SHAPE_SPHERE, 362, 0.2));
        for (int i = 0; i < 6; ++i) {
            plump_body_def def = scene_def(ball, 4, i & 1 ? 0.04 : -0.04, 0.11 + 0.2 * i, 0);
            scene_body(&s, &def);
        }
        for (int i = 0; i < 60; ++i) scene_step(&s);
        hash[k] = plump_world_hash(s.world);
        assert_true(s.worst.dropped > 0);
        scene_end(&s);
    }
    assert_true(hash[0] == hash[1]);
}

// --- room that grows ---

// A pile of slivers: every vertex is within the slack of several triangles above and below. More
// contacts a vertex than the 3 or so that there is room for to begin with.
static scene fall_of_slivers(uint32_t capacity, uint32_t workers, memory_kit* memory) {
    plump_world_def world = plump_default_world_def();
    world.worker_count = workers;
    world.contact_capacity = capacity;
    if (memory) world.allocator = memory_kit_hooks(memory);
    scene s = scene_begin_with(&world, 1.0f / 120);
    s.look_every = 1000000;
    scene_floor(&s, 0.5f);
    const plump_mesh* sliver = scene_keep(&s, mesh_slab(0.3, 0.002, 0.1, 18, 1, 6));
    for (int i = 0; i < 8; ++i) {
        plump_body_def def = scene_def(sliver, 8, 0.01 * i, 0.02 + 0.005 * i, 0);
        def.self_contact = true;
        scene_body(&s, &def);
    }
    return s;
}

static double lowest_of(const scene* s) {
    double lowest = 1e9;
    for (uint32_t i = 0; i < s->body_count; ++i)
        for (uint32_t k = 0; k < s->judge[i].count; ++k)
            lowest = fmin(lowest, s->judge[i].x[3 * k + 1]);
    return lowest;
}

static void room_grows_and_nothing_is_dropped(void** state) {
    (void)state;
    memory_kit memory = {0};
    scene s = fall_of_slivers(0, 2, &memory);
    uint32_t grown = 0, room = 0;
    long calls = 0;
    for (int i = 0; i < 40; ++i) {
        calls = memory.calls;
        scene_step(&s);
        const plump_step_report* r = plump_world_report(s.world);
        grown += r->contact_grown;
        assert_true(r->contact_room >= room);
        room = r->contact_room;
        // only steps that say so allocate
        assert_true(r->contact_grown > 0 || memory.calls == calls);
    }
    scene_look(&s);
    assert_int_equal(s.worst.dropped, 0);
    assert_true(grown >= 1 && grown < 12);
    scene_at_least("lowest point, m", lowest_of(&s), -0.01 * 0.3);
    scene_end(&s);
    assert_int_equal(memory.blocks, 0);
    volume_expect_good();
}

static void growing_gives_the_same_bits_as_enough_room(void** state) {
    (void)state;
    uint64_t hash[3];
    const uint32_t workers[3] = {1, 5, 2};
    for (int k = 0; k < 3; ++k) {
        scene s = fall_of_slivers(0, workers[k], NULL);
        for (int i = 0; i < 30; ++i) {
            // a snapshot taken back by a world whose room has grown
            void* buffer = NULL;
            size_t size = plump_world_snapshot_size(s.world);
            if (k == 2 && i == 10) {
                buffer = malloc(size);
                assert_non_null(buffer);
                OK(plump_world_snapshot(s.world, buffer, size, &size, &kit_error));
                for (int again = 0; again < 12; ++again) scene_step(&s);
                OK(plump_world_restore(s.world, buffer, size, NULL, 0, &kit_error));
                free(buffer);
            }
            scene_step(&s);
        }
        hash[k] = plump_world_hash(s.world);
        assert_int_equal(s.worst.dropped, 0);
        scene_end(&s);
    }
    assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
}

// A world in which nothing has grown yet takes over from one in which it has.
static void a_snapshot_goes_on_in_a_world_with_less_room(void** state) {
    (void)state;
    scene a = fall_of_slivers(0, 2, NULL), b = fall_of_slivers(0, 1, NULL);
    for (int i = 0; i < 12; ++i) scene_step(&a);
    size_t size = plump_world_snapshot_size(a.world);
    void* buffer = malloc(size);
    assert_non_null(buffer);
    OK(plump_world_snapshot(a.world, buffer, size, &size, &kit_error));
    OK(plump_world_restore(b.world, buffer, size, NULL, 0, &kit_error));
    for (int i = 0; i < 6; ++i) {
        scene_step(&a);
        scene_step(&b);
        assert_true(plump_world_hash(a.world) == plump_world_hash(b.world));
    }
    assert_true(plump_world_report(b.world)->contact_room > 2 * 1024);
    free(buffer);
    scene_end(&a);
    scene_end(&b);
}

// --- room that does not ---

// The floor is what holds: 3,000 contacts suffice for it, more would be needed for all.
static void with_a_bound_the_floor_is_served_first(void** state) {
    (void)state;
    scene s = fall_of_slivers(3000, 2, NULL);
    uint32_t other = 0;
    for (int i = 0; i < 60; ++i) {
        scene_step(&s);
        const plump_step_report* r = plump_world_report(s.world);
        assert_int_equal(r->contact_dropped_obstacle, 0);
        assert_int_equal(r->contact_grown, 0);
        assert_int_equal(r->contact_room, 3000);
        assert_int_equal(r->contact_dropped, r->contact_dropped_body + r->contact_dropped_self);
        other += r->contact_dropped_body + r->contact_dropped_self;
    }
    scene_look(&s);
    assert_true(other > 0);
    scene_at_least("lowest point, m", lowest_of(&s), -0.01 * 0.3);
    scene_end(&s);
    volume_expect_good();
}

static void without_memory_the_floor_is_served_first(void** state) {
    (void)state;
    memory_kit memory = {0};
    scene s = fall_of_slivers(0, 2, &memory);
    memory.fail_at = memory.calls + 1;
    memory.fail_forever = true;
    uint64_t dropped = 0;
    for (int i = 0; i < 40; ++i) {
        scene_step(&s);
        const plump_step_report* r = plump_world_report(s.world);
        assert_int_equal(r->contact_dropped_obstacle, 0);
        dropped += r->contact_dropped_body + r->contact_dropped_self;
    }
    scene_look(&s);
    assert_true(dropped > 0);
    scene_at_least("lowest point, m", lowest_of(&s), -0.01 * 0.3);
    scene_end(&s);
    volume_expect_good();
}

// More neighbours than there is room for to begin with: 120 balls in one place.
static void pairs_make_room_as_well(void** state) {
    (void)state;
    memory_kit memory = {0};
    plump_world_def world = plump_default_world_def();
    plump_world* made = NULL;
    world.worker_count = 1;
    world.allocator = memory_kit_hooks(&memory);
    OK(plump_world_create(&world, &made, &kit_error));
    plump_mesh* ball = mesh_shape(PLUMP_SHAPE_SPHERE, 12, 0.2);
    for (int i = 0; i < 120; ++i) {
        plump_body_def def = scene_def(ball, 6, 0.001 * i, 0, 0);
        plump_body_id body;
        OK(plump_body_create(made, &def, &body, &kit_error));
    }
    OK(plump_world_step(made, 1.0f / 120, 1, &kit_error));
    assert_int_equal(plump_world_report(made)->contact_dropped, 0);
    assert_true(plump_world_report(made)->contact_grown > 0);
    plump_world_destroy(made);
    plump_mesh_destroy(ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_step_with_new_contacts_allocates),
        cmocka_unit_test(contacts_beyond_the_capacity_are_told),
        cmocka_unit_test(contacts_within_the_capacity_are_all_kept),
        cmocka_unit_test(dropping_is_the_same_for_any_number_of_workers),
        cmocka_unit_test(room_grows_and_nothing_is_dropped),
        cmocka_unit_test(growing_gives_the_same_bits_as_enough_room),
        cmocka_unit_test(a_snapshot_goes_on_in_a_world_with_less_room),
        cmocka_unit_test(with_a_bound_the_floor_is_served_first),
        cmocka_unit_test(without_memory_the_floor_is_served_first),
        cmocka_unit_test(pairs_make_room_as_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
