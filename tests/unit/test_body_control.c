// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies put to sleep, frozen, disabled and begun anew, alone and in heaps.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/obstacle_kit.h"
#include "tests/unit/snapshot_kit.h"

#define BOXES 3

// Boxes of a metre on each other, on a floor at y = 0.
typedef struct heap {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id boxes[BOXES];
} heap;

static plump_body_def box_def(const heap* h, double y) {
    plump_body_def def = plump_default_body_def();
    def.mesh = h->mesh;
    def.frequency = 8;
    def.damping = 0.5f;
    def.position[1] = y;
    return def;
}

static heap open_heap(uint32_t workers, float gravity) {
    heap h = {.mesh = make_shape(PLUMP_SHAPE_BOX, 150), .world = make_world(gravity, workers)};
    plump_obstacle_def floor = plump_default_obstacle_def();
    make_obstacle(h.world, &floor);
    for (int i = 0; i < BOXES; ++i) {
        plump_body_def def = box_def(&h, 0.51 + 1.01 * i);
        OK(plump_body_create(h.world, &def, &h.boxes[i], &kit_error));
    }
    return h;
}

static void close_heap(heap* h) {
    plump_world_destroy(h->world);
    plump_mesh_destroy(h->mesh);
}

static double height(const heap* h, int i) {
    return describe(h->world, h->boxes[i]).centre[1];
}

static void freeze(const heap* h, int i, bool frozen) {
    OK(plump_body_set_frozen(h->world, h->boxes[i], frozen, &kit_error));
}

static void enable(const heap* h, int i, bool enabled) {
    OK(plump_body_set_enabled(h->world, h->boxes[i], enabled, &kit_error));
}

static const float upright[4] = {0, 0, 0, 1};

// --- sleep ---

static void who_is_put_to_sleep_stays(void** state) {
    (void)state;
    heap h = open_heap(1, -9.81f);
    for (int i = 0; i < BOXES; ++i) OK(plump_body_sleep(h.world, h.boxes[i], &kit_error));
    uint64_t bits = body_bits(h.world, h.boxes[1]);
    step(h.world, 30);
    const plump_step_report* report = plump_world_report(h.world);
    assert_true(report->asleep_count == BOXES && report->fell_asleep_count == 0);
    assert_true(body_bits(h.world, h.boxes[1]) == bits);  // in the air, too
    OK(plump_body_wake(h.world, h.boxes[1], &kit_error));
    step(h.world, 30);
    assert_true(plump_world_report(h.world)->asleep_count < BOXES - 1);  // it has landed on another
    close_heap(&h);
}

static void who_has_something_to_do_is_not_put_to_sleep(void** state) {
    (void)state;
    heap h = open_heap(1, -9.81f);
    plump_body_id id = h.boxes[0];
    const float push[3] = {0, 1, 0};
    const double there[3] = {0, 2, 0};
    step(h.world, 2);
    OK(plump_body_add_force(h.world, id, 3, push, &kit_error));
    REFUSED(plump_body_sleep(h.world, id, &kit_error), "a force waits");
    step(h.world, 1);
    OK(plump_body_sleep(h.world, id, &kit_error));
    OK(plump_body_pin(h.world, id, 3, &kit_error));
    OK(plump_body_move_pin(h.world, id, 3, there, &kit_error));
    REFUSED(plump_body_sleep(h.world, id, &kit_error), "a pin is on its way");
    OK(plump_body_unpin(h.world, id, 3, &kit_error));
    plump_attachment_def tie = plump_default_attachment_def();
    plump_attachment_id rope;
    tie.body = id;
    OK(plump_attachment_create(h.world, &tie, &rope, &kit_error));
    OK(plump_attachment_move(h.world, rope, there, &kit_error));
    REFUSED(plump_body_sleep(h.world, id, &kit_error), "tied to is on its way");
    OK(plump_attachment_destroy(h.world, rope, &kit_error));
    OK(plump_body_set(h.world, id, "frequency", 30, &kit_error));
    REFUSED(plump_body_sleep(h.world, id, &kit_error), "a field is on its way");
    OK(plump_body_set(h.world, h.boxes[1], "volume_scale", 1.1, &kit_error));
    REFUSED(plump_body_sleep(h.world, h.boxes[1], &kit_error), "its volume is on its way");
    OK(plump_body_set(h.world, h.boxes[2], "can_sleep", 0, &kit_error));
    REFUSED(plump_body_sleep(h.world, h.boxes[2], &kit_error), "can_sleep is 0");
    freeze(&h, 2, true);
    REFUSED(plump_body_sleep(h.world, h.boxes[2], &kit_error), "it is frozen");
    REFUSED(plump_body_wake(h.world, h.boxes[2], &kit_error), "it is frozen");
    enable(&h, 2, false);
    REFUSED(plump_body_wake(h.world, h.boxes[2], &kit_error), "it is disabled");
    body_of(h.world, h.boxes[1])->x[0][3] = NAN;
    REFUSED(plump_body_sleep(h.world, h.boxes[1], &kit_error), "not usable");
    close_heap(&h);
}

// A sleeper on a tie wakes with what it is tied to.
static void what_pulls_at_a_sleeper_wakes_it(void** state) {
    (void)state;
    heap h = open_heap(1, 0);
    plump_attachment_def tie = plump_default_attachment_def();
    plump_attachment_id rope;
    tie.body = h.boxes[0];
    tie.other = h.boxes[2];
    OK(plump_attachment_create(h.world, &tie, &rope, &kit_error));
    OK(plump_body_sleep(h.world, h.boxes[0], &kit_error));
    assert_true(describe(h.world, h.boxes[0]).asleep);
    step(h.world, 1);
    assert_false(describe(h.world, h.boxes[0]).asleep);
    close_heap(&h);
}

// --- frozen ---

static void a_heap_lies_on_a_frozen_body(void** state) {
    (void)state;
    heap h = open_heap(1, -9.81f);
    const double up[3] = {0, 3, 0};
    OK(plump_body_teleport(h.world, h.boxes[0], up, upright, &kit_error));  // below the others
    for (int i = 1; i < BOXES; ++i) {
        const double above[3] = {0, 3 + 1.02 * i, 0};
        OK(plump_body_teleport(h.world, h.boxes[i], above, upright, &kit_error));
    }
    freeze(&h, 0, true);
    uint64_t bits = body_bits(h.world, h.boxes[0]);
    for (int i = 0; i < 600 && plump_world_report(h.world)->asleep_count < BOXES - 1; ++i)
        step(h.world, 1);
    const plump_step_report* report = plump_world_report(h.world);
    assert_true(report->asleep_count == BOXES - 1 && report->frozen_count == 1);
    assert_true(body_bits(h.world, h.boxes[0]) == bits);
    plump_body_info info = describe(h.world, h.boxes[0]);
    assert_true(info.frozen && !info.asleep && !info.disabled);
    for (int i = 1; i < BOXES; ++i) assert_true(fabs(height(&h, i) - 3 - i) < 0.1);
    // let go, it falls, and the others with it
    freeze(&h, 0, false);
    step(h.world, 120);
    for (int i = 0; i < BOXES; ++i) assert_true(height(&h, i) < 1 + i);
    close_heap(&h);
}

static void a_frozen_body_goes_on_as_it_was(void** state) {
    (void)state;
    heap h = open_heap(1, 0), other = open_heap(1, 0);
    const float kick[3] = {0.25f, 1, 0.5f}, force[3] = {1e6f, 0, 0};
    OK(plump_body_set_velocity(h.world, h.boxes[2], PLUMP_ALL_VERTICES, kick, &kit_error));
    OK(plump_body_set_velocity(other.world, other.boxes[2], PLUMP_ALL_VERTICES, kick, &kit_error));
    freeze(&h, 2, true);
    for (int i = 0; i < 20; ++i) {
        OK(plump_body_add_force(h.world, h.boxes[2], 3, force, &kit_error));  // is lost
        OK(plump_world_step(h.world, 1.0f / 60, 4, &kit_error));
    }
    assert_true(fabs(describe(h.world, h.boxes[2]).velocity[2] - 0.5) < 1e-6);
    freeze(&h, 2, false);
    for (int i = 0; i < 20; ++i) {
        OK(plump_world_step(h.world, 1.0f / 60, 4, &kit_error));
        OK(plump_world_step(other.world, 1.0f / 60, 4, &kit_error));
    }
    assert_true(body_bits(h.world, h.boxes[2]) == body_bits(other.world, other.boxes[2]));
    close_heap(&h);
    close_heap(&other);
}

// Put elsewhere it is met there, also by those who slept.
static void a_frozen_body_that_is_moved_is_met_where_it_is(void** state) {
    (void)state;
    heap h = open_heap(1, -9.81f);
    freeze(&h, 2, true);
    OK(plump_body_sleep(h.world, h.boxes[0], &kit_error));
    OK(plump_body_sleep(h.world, h.boxes[1], &kit_error));
    const double beside[3] = {0.99, 1.52, 0};
    OK(plump_body_teleport(h.world, h.boxes[2], beside, upright, &kit_error));
    assert_false(describe(h.world, h.boxes[1]).asleep);
    step(h.world, 60);
    assert_true(describe(h.world, h.boxes[1]).centre[0] < -0.005);  // it was in its way
    assert_true(fabs(describe(h.world, h.boxes[2]).centre[0] - 0.99) < 1e-6);
    close_heap(&h);
}

// --- disabled ---

static void who_is_disabled_lets_the_heap_fall(void** state) {
    (void)state;
    heap h = open_heap(1, -9.81f);
    for (int i = 0; i < 900 && plump_world_report(h.world)->asleep_count < BOXES; ++i)
        step(h.world, 1);
    assert_int_equal(plump_world_report(h.world)->asleep_count, BOXES);
    uint64_t bits = body_bits(h.world, h.boxes[0]);
    enable(&h, 0, false);
    assert_false(describe(h.world, h.boxes[1]).asleep);
    step(h.world, 240);
    assert_int_equal(plump_world_report(h.world)->disabled_count, 1);
    assert_true(body_bits(h.world, h.boxes[0]) == bits && describe(h.world, h.boxes[0]).disabled);
    for (int i = 1; i < BOXES; ++i) assert_true(fabs(height(&h, i) - i + 0.5) < 0.1);
    plump_hit hit;
    const double side[3] = {-5, 0.5, 0}, along[3] = {1, 0, 0};
    OK(plump_world_cast_ray(h.world, side, along, 10, UINT32_MAX, &hit, &kit_error));
    assert_int_equal(hit.body.value, h.boxes[1].value);
    // and back, above them all
    const double above[3] = {0, 3, 0};
    OK(plump_body_teleport(h.world, h.boxes[0], above, upright, &kit_error));
    enable(&h, 0, true);
    step(h.world, 240);
    assert_true(fabs(height(&h, 0) - 2.5) < 0.15);
    assert_int_equal(plump_world_report(h.world)->disabled_count, 0);
    close_heap(&h);
}

static void ties_of_who_is_disabled_do_nothing(void** state) {
    (void)state;
    heap h = open_heap(1, -9.81f);
    plump_attachment_def tie = plump_default_attachment_def();
    plump_attachment_id rope;
    plump_attachment_info info;
    tie.body = h.boxes[2];
    tie.other = h.boxes[1];
    OK(plump_attachment_create(h.world, &tie, &rope, &kit_error));
    freeze(&h, 1, true);
    step(h.world, 10);
    OK(plump_attachment_get_info(h.world, rope, &info, &kit_error));
    assert_true(!info.idle && pl_vec3d_length(pl_vec3d_load(info.force)) > 0);
    enable(&h, 1, false);
    step(h.world, 30);
    OK(plump_attachment_get_info(h.world, rope, &info, &kit_error));
    assert_true(info.idle && !info.broken && info.force[1] == 0);
    assert_true(height(&h, 2) < 1.6);  // through where the other is
    enable(&h, 1, true);
    step(h.world, 1);
    OK(plump_attachment_get_info(h.world, rope, &info, &kit_error));
    assert_false(info.idle);
    assert_true(describe(h.world, h.boxes[1]).frozen);  // it still is
    close_heap(&h);
}

// --- reset ---

static void crush(const heap* h) {
    const float blow[3] = {0, -400, 0};
    step(h->world, 20);
    for (int i = 0; i < BOXES; ++i)
        OK(plump_body_add_impulse(h->world, h->boxes[i], 7, blow, &kit_error));
    step(h->world, 20);
}

// It begins as one just made there, to the bit, whatever it is made of and has been through.
static void who_is_reset_is_as_one_just_made(void** state) {
    (void)state;
    const plump_model models[] = {PLUMP_MODEL_SHAPE_MATCH, PLUMP_MODEL_MASS_SPRING,
                                  PLUMP_MODEL_BAG};
    const double there[3] = {20, 30, 1};
    const float turned[4] = {0.5f, 0, 0.5f, 2};
    for (int m = 0; m < 3; ++m) {
        heap h = open_heap(1, -9.81f), fresh = open_heap(1, -9.81f);
        plump_body_def def = box_def(&h, 4);
        def.model = models[m];
        if (m == 0) def.yield = 0.01f;
        plump_body_id old, made;
        OK(plump_body_create(h.world, &def, &old, &kit_error));
        OK(plump_body_pin(h.world, old, 5, &kit_error));
        crush(&h);
        OK(plump_body_reset(h.world, old, there, turned, &kit_error));
        memcpy(def.position, there, sizeof there);
        memcpy(def.rotation, turned, sizeof turned);
        def.mesh = fresh.mesh;
        OK(plump_body_create(fresh.world, &def, &made, &kit_error));
        OK(plump_body_pin(fresh.world, made, 5, &kit_error));
        for (int i = 0; i < 20; ++i) {
            if (body_bits(h.world, old) != body_bits(fresh.world, made))
                fail_msg("model %d: other bits after %d steps", m, i);
            OK(plump_world_step(h.world, 1.0f / 60, 8, &kit_error));
            OK(plump_world_step(fresh.world, 1.0f / 60, 8, &kit_error));
        }
        close_heap(&h);
        close_heap(&fresh);
    }
}

static void who_is_reset_in_a_heap_lets_it_fall_and_lands_on_it(void** state) {
    (void)state;
    heap h = open_heap(1, -9.81f);
    for (int i = 0; i < 900 && plump_world_report(h.world)->asleep_count < BOXES; ++i)
        step(h.world, 1);
    const double top[3] = {0, 4, 0};
    OK(plump_body_reset(h.world, h.boxes[0], top, upright, &kit_error));
    plump_body_info info = describe(h.world, h.boxes[0]);
    assert_true(info.kinetic_energy == 0 && info.contact_count == 0 && !info.asleep);
    assert_true(fabs(info.centre[1] - 4) < 1e-6 && fabs(info.volume / info.rest_volume - 1) < 1e-6);
    assert_false(describe(h.world, h.boxes[1]).asleep);
    step(h.world, 360);
    for (int i = 0; i < BOXES; ++i)
        assert_true(fabs(height(&h, i) - (i == 0 ? 2.5 : i - 0.5)) < 0.15);
    REFUSED(plump_body_reset(h.world, h.boxes[0], NULL, upright, &kit_error), "position is NULL");
    const float none[4] = {0, 0, 0, 0};
    const double far[3] = {0, NAN, 0};
    REFUSED(plump_body_reset(h.world, h.boxes[0], top, none, &kit_error), "");
    REFUSED(plump_body_reset(h.world, h.boxes[0], far, upright, &kit_error), "within 1e9");
    close_heap(&h);
}

// --- snapshots, threads, ids ---

static void play(const heap* h, int n) {
    const double aside[3] = {3, 1, 0};
    if (n == 5) freeze(h, 1, true);
    if (n == 10) enable(h, 0, false);
    if (n == 20) freeze(h, 1, false);
    if (n == 30) enable(h, 0, true);
    if (n == 35) OK(plump_body_reset(h->world, h->boxes[2], aside, upright, &kit_error));
    step(h->world, 1);
}

static void snapshots_keep_who_is_frozen_or_disabled(void** state) {
    (void)state;
    uint64_t ends[3];
    for (uint32_t workers = 1; workers <= 3; ++workers) {
        heap h = open_heap(workers, -9.81f), fresh = open_heap(1, -9.81f);
        for (int n = 0; n < 15; ++n) play(&h, n);
        bytes b = take_snapshot(h.world);
        const plump_mesh* meshes[1] = {fresh.mesh};
        OK(plump_world_restore(fresh.world, b.at, b.size, meshes, 1, &kit_error));
        assert_true(describe(fresh.world, h.boxes[1]).frozen);
        assert_true(describe(fresh.world, h.boxes[0]).disabled);
        for (int n = 15; n < 45; ++n) {
            assert_true(plump_world_hash(fresh.world) == plump_world_hash(h.world));
            play(&h, n);
            play(&fresh, n);
        }
        ends[workers - 1] = plump_world_hash(h.world);
        assert_true(plump_world_hash(fresh.world) == ends[workers - 1]);
        free(b.at);
        close_heap(&h);
        close_heap(&fresh);
    }
    assert_true(ends[0] == ends[1] && ends[1] == ends[2]);
}

// Two balls that fall onto each other, the lower one stopped on the way: what is told of a body as
// it moved last must not outlive that.
static void who_is_stopped_in_motion_goes_on_in_another_world(void** state) {
    (void)state;
    plump_mesh* ball = make_shape(PLUMP_SHAPE_SPHERE, 362);
    const plump_mesh* meshes[1] = {ball};
    for (int frames = 10; frames < 25; frames += 2) {
        plump_world *world = make_world(-9.81f, 1), *fresh = make_world(-9.81f, 1);
        plump_obstacle_def floor = plump_default_obstacle_def();
        plump_body_def def = plump_default_body_def();
        plump_body_id low, high;
        make_obstacle(world, &floor);
        def.mesh = ball;
        def.scale = 0.4f;
        def.frequency = 6;
        def.damping = 0.3f;
        def.position[1] = 0.3;
        OK(plump_body_create(world, &def, &low, &kit_error));
        for (int k = 0; k < 3; ++k) def.position[k] = (const double[]){0.07, 0.75, 0.05}[k];
        OK(plump_body_create(world, &def, &high, &kit_error));
        step(world, frames);
        OK(frames % 4 == 0 ? plump_body_sleep(world, low, &kit_error)
                           : plump_body_set_frozen(world, low, true, &kit_error));
        bytes b = take_snapshot(world);
        OK(plump_world_restore(fresh, b.at, b.size, meshes, 1, &kit_error));
        for (int i = 0; i < 30; ++i) {
            step(world, 1);
            step(fresh, 1);
            assert_true(plump_world_hash(fresh) == plump_world_hash(world));
        }
        free(b.at);
        plump_world_destroy(world);
        plump_world_destroy(fresh);
    }
    plump_mesh_destroy(ball);
}

// A thing with a mass falls on who sleeps, and on who is frozen.
static void things_with_a_mass_rest_on_who_does_not_move(void** state) {
    (void)state;
    for (int frozen = 0; frozen < 2; ++frozen) {
        heap h = open_heap(1, -9.81f);
        if (frozen)
            freeze(&h, 2, true);
        else
            OK(plump_body_sleep(h.world, h.boxes[2], &kit_error));
        plump_obstacle_def box = plump_default_obstacle_def();
        box.shape = PLUMP_OBSTACLE_BOX;
        box.mass = 5;
        for (int k = 0; k < 3; ++k) box.half_size[k] = 0.2f;
        box.position[1] = 3.4;
        plump_obstacle_id id = make_obstacle(h.world, &box);
        step(h.world, 240);
        plump_obstacle_info info;
        OK(plump_obstacle_get_info(h.world, id, &info, &kit_error));
        assert_true(fabs(info.position[1] - 3.2) < 0.1);
        assert_true(fabs(info.velocity[1]) < 0.01);
        assert_true(describe(h.world, h.boxes[2]).frozen == (frozen == 1));
        close_heap(&h);
    }
}

// A spring that holds something sleeping is as strong after a hundred steps as after one.
static void springs_of_sleepers_do_not_add_up(void** state) {
    (void)state;
    heap h = open_heap(1, -9.81f);
    plump_attachment_def def = plump_default_attachment_def();
    plump_attachment_id id;
    def.body = h.boxes[2];
    def.stiffness = 1000;
    def.point[1] = 5;
    OK(plump_attachment_create(h.world, &def, &id, &kit_error));
    freeze(&h, 2, true);
    plump_attachment_info first, last;
    step(h.world, 1);
    OK(plump_attachment_get_info(h.world, id, &first, &kit_error));
    step(h.world, 100);
    OK(plump_attachment_get_info(h.world, id, &last, &kit_error));
    assert_true(first.force[1] > 100);
    assert_true(fabs(last.force[1] - first.force[1]) < 1e-3 * first.force[1]);
    close_heap(&h);
}

static void being_frozen_and_disabled_is_in_the_hash_while_it_lasts(void** state) {
    (void)state;
    heap h = open_heap(1, -9.81f);
    uint64_t before = plump_world_hash(h.world);
    freeze(&h, 0, true);
    uint64_t frozen = plump_world_hash(h.world);
    enable(&h, 0, false);
    assert_true(frozen != before && plump_world_hash(h.world) != frozen);
    enable(&h, 0, true);
    freeze(&h, 0, false);
    assert_true(plump_world_hash(h.world) == before);
    close_heap(&h);
}

static void ids_of_nothing_are_refused(void** state) {
    (void)state;
    heap h = open_heap(1, 0);
    const plump_body_id none = {0};
    const double here[3] = {0, 0, 0};
    REFUSED(plump_body_sleep(h.world, none, &kit_error), "names no body");
    REFUSED(plump_body_set_frozen(h.world, none, true, &kit_error), "names no body");
    REFUSED(plump_body_set_enabled(NULL, h.boxes[0], true, &kit_error), "world is NULL");
    REFUSED(plump_body_reset(h.world, none, here, upright, &kit_error), "names no body");
    close_heap(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_put_to_sleep_stays),
        cmocka_unit_test(who_has_something_to_do_is_not_put_to_sleep),
        cmocka_unit_test(what_pulls_at_a_sleeper_wakes_it),
        cmocka_unit_test(a_heap_lies_on_a_frozen_body),
        cmocka_unit_test(a_frozen_body_goes_on_as_it_was),
        cmocka_unit_test(a_frozen_body_that_is_moved_is_met_where_it_is),
        cmocka_unit_test(who_is_disabled_lets_the_heap_fall),
        cmocka_unit_test(ties_of_who_is_disabled_do_nothing),
        cmocka_unit_test(who_is_reset_is_as_one_just_made),
        cmocka_unit_test(who_is_reset_in_a_heap_lets_it_fall_and_lands_on_it),
        cmocka_unit_test(snapshots_keep_who_is_frozen_or_disabled),
        cmocka_unit_test(who_is_stopped_in_motion_goes_on_in_another_world),
        cmocka_unit_test(things_with_a_mass_rest_on_who_does_not_move),
        cmocka_unit_test(springs_of_sleepers_do_not_add_up),
        cmocka_unit_test(being_frozen_and_disabled_is_in_the_hash_while_it_lasts),
        cmocka_unit_test(ids_of_nothing_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
