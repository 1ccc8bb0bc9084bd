// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Candidate lists find what a search finds, to the bit: in heaps that fall, roll, rest, are taken
// apart and teleported, and in worlds that never keep a list.
// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "src/collide/collide_data.h"
#include "src/world/world_data.h"
#include "tests/unit/contact_kit.h"

#define BODIES 9

static pl_candidates* candidates_of(const scene* s) {
    return &s->world->collide->candidates;
}

// Balls, boxes and rings of several sizes and stiffnesses above a floor, some of which meet at
// once.
static void make_heap(scene* s, plump_body_id ids[BODIES]) {
    static const plump_shape_kind kinds[3] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_BOX,
                                              PLUMP_SHAPE_TORUS};
    uint64_t seed = 7;
    *s = scene_begin(-9.81f, 1.0f / 120);
    s->look_every = 1000;
    scene_floor(s, 0.5f);
    for (uint32_t i = 0; i < BODIES; ++i) {
        double size = 0.2 + 0.05 * (i % 3);
        const plump_mesh* mesh = scene_keep(s, mesh_shape(kinds[i % 3], 150 + 100 * (i % 2), size));
        plump_body_def def = scene_def(mesh, (float)(6 + 4 * (i % 4)), 0.13 * (i % 3) - 0.1,
                                       0.2 + 0.19 * i, 0.05 * (i % 2));
        scene_turn_somehow(def.rotation, &seed);
        def.damping = 0.2f;
        ids[i] = s->body[scene_body(s, &def)];
    }
}

// What a caller may do in mid-life of a list.
static void disturb(const scene* s, const plump_body_id ids[BODIES], int step) {
    const float up[3] = {0.4f, 2, 0}, turn[4] = {0, 0.6f, 0, 0.8f};
    const double into[3] = {0.05, 0.4, 0.02};
    if (step == 120) OK(plump_body_teleport(s->world, ids[4], into, turn, &kit_error));
    if (step == 160)
        OK(plump_body_set_velocity(s->world, ids[2], PLUMP_ALL_VERTICES, up, &kit_error));
    if (step == 180) OK(plump_body_set(s->world, ids[1], "scale", 1.1, &kit_error));
    if (step == 200) OK(plump_body_destroy(s->world, ids[0], &kit_error));
}

static void lists_tell_what_a_search_tells(void** state) {
    (void)state;
    scene s;
    plump_body_id ids[BODIES];
    make_heap(&s, ids);
    candidates_of(&s)->checked = true;
    for (int i = 0; i < 260; ++i) {
        disturb(&s, ids, i);
        OK(plump_world_step(s.world, s.dt, 0, &kit_error));
    }
    assert_int_equal(pl_counter_get(&candidates_of(&s)->wrong), 0);
    assert_true(pl_counter_get(&candidates_of(&s)->right) > 100000);
    scene_end(&s);
}

static void worlds_without_lists_go_the_same_way(void** state) {
    (void)state;
    scene s, plain;
    plump_body_id ids[BODIES], other[BODIES];
    make_heap(&s, ids);
    make_heap(&plain, other);
    candidates_of(&plain)->off = true;
    for (int i = 0; i < 260; ++i) {
        disturb(&s, ids, i);
        disturb(&plain, other, i);
        OK(plump_world_step(s.world, s.dt, 0, &kit_error));
        OK(plump_world_step(plain.world, s.dt, 0, &kit_error));
        assert_int_equal(plump_world_hash(s.world), plump_world_hash(plain.world));
    }
    scene_end(&s);
    scene_end(&plain);
}

// Lists are not in snapshots: a world restored in mid-life of its lists makes them anew.
static void a_snapshot_needs_no_lists(void** state) {
    (void)state;
    scene s;
    plump_body_id ids[BODIES];
    make_heap(&s, ids);
    for (int i = 0; i < 200; ++i) OK(plump_world_step(s.world, s.dt, 0, &kit_error));
    const pl_candidates* all = candidates_of(&s);
    uint32_t stored = 0;
    for (size_t i = 0; i < all->count; ++i) stored += all->lists[i].stored;
    assert_true(stored > 3);
    size_t size = plump_world_snapshot_size(s.world);
    unsigned char* bytes = malloc(size);
    assert_non_null(bytes);
    OK(plump_world_snapshot(s.world, bytes, size, &size, &kit_error));
    uint64_t trail[30];
    for (int i = 0; i < 30; ++i) {
        OK(plump_world_step(s.world, s.dt, 0, &kit_error));
        trail[i] = plump_world_hash(s.world);
    }
    const plump_mesh* mesh[BODIES];
    for (uint32_t i = 0; i < s.mesh_count; ++i) mesh[i] = s.mesh[i];
    OK(plump_world_restore(s.world, bytes, size, mesh, s.mesh_count, &kit_error));
    for (int i = 0; i < 30; ++i) {
        OK(plump_world_step(s.world, s.dt, 0, &kit_error));
        assert_int_equal(plump_world_hash(s.world), trail[i]);
    }
    free(bytes);
    scene_end(&s);
}

// What lies still is not searched: lists are made once in many substeps.
static void what_rests_is_not_searched(void** state) {
    (void)state;
    scene s = scene_begin(-9.81f, 1.0f / 120);
    s.look_every = 1000;
    scene_floor(&s, 0.5f);
    const plump_mesh* mesh = scene_keep(&s, mesh_shape(PLUMP_SHAPE_BOX, 434, 0.3));
    for (uint32_t i = 0; i < 3; ++i) {
        plump_body_def def = scene_def(mesh, 12, 0, 0.152 + 0.303 * i, 0);
        def.damping = 0.5f;
        def.can_sleep = 0;
        scene_body(&s, &def);
    }
    for (int i = 0; i < 240; ++i) OK(plump_world_step(s.world, s.dt, 4, &kit_error));
    uint64_t before = candidates_of(&s)->made;
    for (int i = 0; i < 240; ++i) OK(plump_world_step(s.world, s.dt, 4, &kit_error));
    uint64_t made = candidates_of(&s)->made - before;
    if (made > 2 * 240 * 4 / 100) fail_msg("%lu lists were made", (unsigned long)made);
    scene_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_tell_what_a_search_tells),
        cmocka_unit_test(worlds_without_lists_go_the_same_way),
        cmocka_unit_test(a_snapshot_needs_no_lists),
        cmocka_unit_test(what_rests_is_not_searched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
