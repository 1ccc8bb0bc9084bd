// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Room for contacts: up to the declared number nothing is allocated, however new the contacts are;
// beyond it the report says how many were left out, and the world goes on.
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

// Free fall, the floor, each other, a plate that comes in: all contacts are new.
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
    for (int i = 0; i < 240; ++i) {
        if (i > 120) scene_move(&s, plate, 2 - 0.02 * (i - 120), 0.3, 0);
        scene_step(&s);
        if (memory.calls != calls) fail_msg("step %d allocates", i);
    }
    assert_true(s.worst.contacts_most > 30);
    assert_int_equal(s.worst.dropped, 0);
    scene_end(&s);
    assert_int_equal(memory.blocks, 0);
}

static void contacts_beyond_the_capacity_are_told(void** state) {
    (void)state;
    scene s = heap_of_balls(16, NULL);
    uint32_t most = 0;
    for (int i = 0; i < 360; ++i) {
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_step_with_new_contacts_allocates),
        cmocka_unit_test(contacts_beyond_the_capacity_are_told),
        cmocka_unit_test(contacts_within_the_capacity_are_all_kept),
        cmocka_unit_test(dropping_is_the_same_for_any_number_of_workers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
