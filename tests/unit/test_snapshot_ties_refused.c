// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is refused of snapshots with obstacles, attachments and pairs: the world stays as it was.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/snapshot_ties_scene.h"

static void a_lean_snapshot_needs_its_obstacles_of_triangles(void** state) {
    (void)state;
    scene s = make_scene(1), t = {.mesh = s.mesh, .world = make_world(-9.81f, 1)};
    bytes whole = take_snapshot(s.world);
    s.world->def.lean_snapshots = true;
    bytes b = take_snapshot(s.world);
    assert_int_equal(whole.size, b.size + sizeof kit_points);
    uint64_t before = plump_world_hash(t.world);
    REFUSED(restore(&t, b), "obstacle 1 of the snapshot is made of what is not in it");
    assert_true(plump_world_hash(t.world) == before);
    // another shape under that id does not do
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_HULL, NULL);
    plump_obstacle_id id = make_obstacle(t.world, &def);  // of another size
    REFUSED(restore(&t, b), "made of what is not in it");
    OK(plump_obstacle_destroy(t.world, id, &kit_error));
    plump_world_destroy(t.world);
    t.world = make_world(-9.81f, 1);
    def = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
    id = make_obstacle(t.world, &def);
    REFUSED(restore(&t, b), "made of what is not in it");
    make_hull(&t);  // under any id
    OK(restore(&t, b));
    assert_true(plump_world_hash(t.world) == plump_world_hash(s.world));
    free(whole.at);
    free(b.at);
    plump_world_destroy(t.world);
    end_scene(&s);
}

static void another_contact_capacity_is_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world);
    plump_world_def def = plump_default_world_def();
    def.contact_capacity = 100;
    plump_world_destroy(s.world);
    OK(plump_world_create(&def, &s.world, &kit_error));
    make_hull(&s);
    REFUSED(restore(&s, b), "contact capacity of 0, this one has 100");
    free(b.at);
    b = take_snapshot(s.world);
    OK(restore(&s, b));
    free(b.at);
    end_scene(&s);
}

// What ties take at the end of a snapshot in which nothing touches yet.
typedef struct layout {
    size_t obstacle, hull, attachment, obstacles_at, attachments_at, apart_at;
} layout;

static layout measure(const plump_world* world, bytes b) {
    pl_stream one = {0}, other = {0};
    pl_snapshot_obstacle obstacle = {0};
    pl_attachment attachment = {0};
    pl_stream_obstacle(&one, &obstacle);
    pl_stream_attachment(&other, &attachment);
    layout at = {.obstacle = one.used, .attachment = other.used};
    at.hull = at.obstacle + sizeof kit_points;                         // the first of them
    at.apart_at = b.size - sizeof(uint32_t) - 8 * world->apart_count;  // how many touch
    at.attachments_at = at.apart_at - at.attachment * world->attachment_count;
    for (size_t i = 0; i < world->attachment_count; ++i) {
        const pl_held* held = world->attachments[i]->held;
        at.attachments_at -= 8 * ((size_t)held[0].count + held[1].count);
    }
    at.obstacles_at = at.attachments_at - at.obstacle * (world->obstacle_count - 1) - at.hull;
    return at;
}

static void assert_forged(const scene* s, bytes b, size_t at, uint32_t value, const char* words) {
    bytes f = {malloc(b.size), b.size};
    memcpy(f.at, b.at, b.size);
    put_u32(f, at, value);
    uint64_t before = plump_world_hash(s->world);
    if (memcmp(f.at, b.at, b.size) != 0) REFUSED(restore(s, f), words);
    assert_true(plump_world_hash(s->world) == before);
    free(f.at);
}

// So that it is made from the snapshot, and looked at.
static void destroy_hull(const scene* s) {
    OK(plump_obstacle_destroy(s->world, s->hull, &kit_error));
}

static void ids_and_counts_that_lie_are_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world);
    layout at = measure(s.world, b);
    static const uint32_t lies[] = {0, 4, 77, 1u << 20, UINT32_MAX};
    for (unsigned i = 0; i < 5; ++i) {
        assert_forged(&s, b, at.obstacles_at, lies[i], "ids contradict");
        assert_forged(&s, b, at.attachments_at, lies[i], "ids contradict");
        uint32_t body = lies[i] == 4 ? 99 : lies[i];
        assert_forged(&s, b, at.attachments_at + 12, body, "");  // body
        uint32_t vertex = lies[i] < 162 ? lies[i] + 162 : lies[i];
        assert_forged(&s, b, at.attachments_at + 16, vertex, "ties what is not there");
        assert_forged(&s, b, at.attachments_at + 24, vertex, "ties what is not there");
        assert_forged(&s, b, at.apart_at, body, "pair of bodies");
        assert_forged(&s, b, at.apart_at + 4, body, "pair of bodies");
        // counts: pairs, then slots, first free and how many there are of obstacles and attachments
        for (unsigned k = 0; k < 7; ++k)
            assert_forged(&s, b, 40 + 32 + (k ? 12 + 4 * (size_t)k : 0), lies[i] + 50, "");
    }
    assert_forged(&s, b, at.obstacles_at + 4, PLUMP_OBSTACLE_SHAPE_COUNT, "numbers of an obstacle");
    // the hash, and what it is of
    assert_forged(&s, b, at.obstacles_at + 20, 5, "not what it says");
    assert_forged(&s, b, at.obstacles_at + at.hull + 20, 5, "not what it says");
    destroy_hull(&s);
    for (unsigned k = 0; k < 24; ++k) {
        assert_forged(&s, b, at.obstacles_at + at.obstacle + 4 * (size_t)k, 0x40a00000,
                      "not what it says");
        assert_forged(&s, b, at.obstacles_at + at.obstacle + 4 * (size_t)k, 0x7fc00000,
                      "not what it says");
    }
    for (unsigned i = 0; i < 5; ++i) {  // who is in it, points, triangles
        for (size_t k = 4; k <= 12; k += 4)
            assert_forged(&s, b, at.obstacles_at + at.obstacle - k, lies[i] ? lies[i] : 9, "");
    }
    free(b.at);
    end_scene(&s);
}

static void what_touches_has_to_be_two(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (int k = 0; k < 6; ++k) play(&s, k);
    bytes b = take_snapshot(s.world);
    size_t count = s.world->events.touching_count, at = b.size - 12 * count;
    assert_true(count >= 2 && s.world->muscle_count + s.world->bone_count == 0);
    assert_forged(&s, b, at, 0, "what touches is not two");
    uint32_t other = s.world->events.touching[0].other.value;
    assert_forged(&s, b, at + (other ? 8 : 4), 77, "what touches is not two");
    assert_forged(&s, b, at + (other ? 4 : 8), 0, "what touches is not two");
    assert_forged(&s, b, at - 4, (uint32_t)count + 1, "ends too early");
    assert_forged(&s, b, at - 4, UINT32_MAX, "ends too early");
    free(b.at);
    end_scene(&s);
}

static void every_bit_flip_and_truncation_is_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (int k = 0; k < 6; ++k) play(&s, k);
    bytes b = take_snapshot(s.world);
    layout at = measure(s.world, b);
    uint64_t before = plump_world_hash(s.world);
    for (size_t bit = 8 * at.obstacles_at; bit < 8 * b.size; ++bit) {
        b.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_int_not_equal(restore(&s, b), PLUMP_OK);
        b.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    for (size_t size = at.obstacles_at; size < b.size; ++size) {
        bytes part = {malloc(size), size};  // so that a read behind it is seen
        memcpy(part.at, b.at, size);
        assert_int_not_equal(restore(&s, part), PLUMP_OK);
        free(part.at);
    }
    assert_true(plump_world_hash(s.world) == before);
    free(b.at);
    end_scene(&s);
}

static plump_result restore_any(const void* given, bytes b) {
    return restore(given, b);
}

static void a_forged_snapshot_is_refused_or_harmless(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (int k = 0; k < 6; ++k) play(&s, k);
    body_of(s.world, s.balls[0])->any_inside = true;
    bytes b = take_snapshot(s.world);
    size_t from = measure(s.world, b).obstacles_at;
    flip_count n = forge_bytes(s.world, b, 1500, from, b.size, restore_any, &s);
    assert_true(n.taken > 50 && n.refused > 50);  // both ways were walked
    free(b.at);
    end_scene(&s);
}

static void random_flips_and_cuts_are_refused_or_harmless(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (int k = 0; k < 6; ++k) play(&s, k);
    flip_and_cut(s.world, restore_any, &s);
    end_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lean_snapshot_needs_its_obstacles_of_triangles),
        cmocka_unit_test(another_contact_capacity_is_refused),
        cmocka_unit_test(ids_and_counts_that_lie_are_refused),
        cmocka_unit_test(what_touches_has_to_be_two),
        cmocka_unit_test(every_bit_flip_and_truncation_is_refused),
        cmocka_unit_test(a_forged_snapshot_is_refused_or_harmless),
        cmocka_unit_test(random_flips_and_cuts_are_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
