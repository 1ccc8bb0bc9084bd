// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Who touches whom, as callers see it: contacts, touches, the report; and pairs that pass through
// each other.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/obstacle_kit.h"

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_obstacle_id floor;
} lab;

static lab open_lab(float gravity) {
    lab l = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, 162), .world = make_world(gravity, 1)};
    plump_obstacle_def def = plump_default_obstacle_def();
    def.position[1] = -0.5;
    l.floor = make_obstacle(l.world, &def);
    return l;
}

static void close_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

// A ball of 1 m that stands on the floor, or flies.
static plump_body_id put_ball(const lab* l, double x, double y, float speed) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = l->mesh;
    def.position[0] = x, def.position[1] = y;
    def.velocity[0] = speed;
    def.frequency = 10;
    def.damping = 0.5f;
    def.can_sleep = false;
    OK(plump_body_create(l->world, &def, &id, &kit_error));
    return id;
}

static bool close_to(const double a[3], const double b[3], double sign, double scale) {
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(a[k] - sign * b[k]) <= 1e-5 * scale)) return false;
    }
    return true;
}

static void a_ball_on_the_floor_tells_of_it(void** state) {
    (void)state;
    lab l = open_lab(-9.81f);
    plump_body_id ball = put_ball(&l, 0, 0.01, 0);
    uint32_t count, touch_count, loaded = 0;
    step(l.world, 30);
    const plump_contact* contacts = plump_world_contacts(l.world, &count);
    const plump_touch* touches = plump_world_touches(l.world, &touch_count);
    assert_true(count >= 1);
    const pl_body* body = body_of(l.world, ball);
    float deepest = -1;
    for (uint32_t i = 0; i < count; ++i) {
        const plump_contact* c = &contacts[i];
        assert_int_equal(c->body.value, ball.value);
        assert_int_equal(c->other.value, 0);
        assert_int_equal(c->obstacle.value, l.floor.value);
        assert_true(c->vertex < 162 && c->triangle == PLUMP_NO_VERTEX);
        assert_true(c->normal[0] == 0 && c->normal[1] == 1 && c->normal[2] == 0);
        assert_true(c->impulse[1] >= 0);
        assert_true(c->impulse[1] > 0 || c->depth > 0);
        uint32_t place = body->surface->place_of[c->vertex];
        for (int k = 0; k < 3; ++k)
            assert_true(fabs(c->point[k] - body->origin[k] - (double)body->x[k][place]) < 0.01);
        loaded += c->impulse[1] > 0;
        deepest = c->depth > deepest ? c->depth : deepest;
    }
    assert_int_equal(touch_count, 1);
    assert_true(touches->body.value == ball.value && touches->other.value == 0);
    assert_int_equal(touches->obstacle.value, l.floor.value);
    assert_int_equal(touches->contact_count, count);
    assert_true(touches->depth == deepest);
    // everyone tells of the same impulse: about the weight
    plump_body_info info = describe(l.world, ball);
    plump_obstacle_info floor = look_at(l.world, l.floor);
    double weight = info.mass * 9.81 / 60;
    assert_true(touches->impulse[1] > 0.5 * weight && touches->impulse[1] < 2 * weight);
    assert_true(close_to(touches->impulse, info.contact_impulse, 1, weight));
    assert_true(close_to(touches->impulse, floor.impulse, -1, weight));
    const plump_step_report* report = plump_world_report(l.world);
    assert_int_equal(report->contact_count, loaded);
    assert_int_equal(info.contact_count, loaded);
    assert_int_equal(floor.contact_count, loaded);
    assert_true(report->contact_dropped == 0 && report->stopped_count == 0);
    assert_true(report->penetration == info.penetration);
    close_lab(&l);
}

static void nothing_is_told_where_nothing_touches(void** state) {
    (void)state;
    lab l = open_lab(0);
    uint32_t contacts = 7, touches = 7;
    put_ball(&l, 0, 5, 0);
    plump_world_contacts(l.world, &contacts);
    plump_world_touches(l.world, &touches);
    assert_true(contacts == 0 && touches == 0);
    step(l.world, 3);
    plump_world_contacts(l.world, &contacts);
    plump_world_touches(l.world, &touches);
    assert_true(contacts == 0 && touches == 0);
    assert_int_equal(plump_world_report(l.world)->contact_count, 0);
    assert_true(plump_world_report(l.world)->penetration == 0);
    assert_null(plump_world_contacts(NULL, &contacts));
    assert_null(plump_world_touches(NULL, &touches));
    assert_true(contacts == 0 && touches == 0);
    plump_world_contacts(l.world, NULL);
    plump_world_touches(l.world, NULL);
    close_lab(&l);
}

// Two of three in a row are pressed together, on a floor: each pair once, in order of creation.
static void touches_come_in_order_of_creation(void** state) {
    (void)state;
    lab l = open_lab(-9.81f);
    plump_body_id balls[3];
    balls[2] = balls[1] = balls[0] = put_ball(&l, 0, 0, 1);
    balls[1] = put_ball(&l, 2.0, 0, -1);
    balls[2] = put_ball(&l, 1.0, 0, 0);
    bool met[2] = {false, false};
    for (int n = 0; n < 40; ++n) {
        step(l.world, 1);
        uint32_t count;
        const plump_touch* t = plump_world_touches(l.world, &count);
        double sums[3][3] = {{0}};
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t a = body_of(l.world, t[i].body)->index;
            uint32_t b = t[i].other.value ? body_of(l.world, t[i].other)->index : 0;
            assert_true((t[i].other.value != 0) != (t[i].obstacle.value != 0));
            if (t[i].other.value) assert_true(a < b);
            if (t[i].other.value) met[a] = true;
            for (int k = 0; k < 3; ++k) {
                sums[a][k] += t[i].impulse[k];
                if (t[i].other.value) sums[b][k] -= t[i].impulse[k];
            }
            if (i == 0) continue;
            uint32_t before = body_of(l.world, t[i - 1].body)->index;
            assert_true(before <= a);
            if (before == a) assert_true(t[i - 1].other.value < t[i].other.value);
        }
        for (int i = 0; i < 3; ++i) {
            plump_body_info info = describe(l.world, balls[i]);
            assert_true(close_to(sums[i], info.contact_impulse, 1, info.mass));
        }
    }
    assert_true(met[0] && met[1]);
    close_lab(&l);
}

static void contacts_beyond_the_capacity_are_counted(void** state) {
    (void)state;
    plump_world_def def = plump_default_world_def();
    lab l = {.mesh = make_shape(PLUMP_SHAPE_BOX, 386)};
    plump_obstacle_def floor = plump_default_obstacle_def();
    uint32_t count;
    def.contact_capacity = 8;
    def.worker_count = 1;
    OK(plump_world_create(&def, &l.world, &kit_error));
    floor.position[1] = -0.5;
    l.floor = make_obstacle(l.world, &floor);
    put_ball(&l, 0, 0, 0);
    step(l.world, 5);
    assert_true(plump_world_report(l.world)->contact_dropped > 0);
    plump_world_contacts(l.world, &count);
    assert_true(count <= 8);
    close_lab(&l);
}

static void capacities_that_cannot_be_are_refused(void** state) {
    (void)state;
    plump_world_def def = plump_default_world_def();
    plump_world* world;
    def.contact_capacity = UINT32_MAX;
    REFUSED(plump_world_create(&def, &world, &kit_error), "contact capacity");
    assert_null(world);
}

// --- pairs ---

// Two balls fly at each other; how fast the left one is at the end.
static double meet_head_on(bool apart, bool again) {
    lab l = open_lab(0);
    plump_body_id left = put_ball(&l, -1, 2, 2), right = put_ball(&l, 1, 2, -2);
    if (apart) OK(plump_world_set_pair(l.world, right, left, false, &kit_error));
    if (again) OK(plump_world_set_pair(l.world, left, right, true, &kit_error));
    uint32_t most = 0, count;
    for (int n = 0; n < 60; ++n) {
        step(l.world, 1);
        plump_world_touches(l.world, &count);
        most = count > most ? count : most;
    }
    assert_int_equal(most, apart && !again ? 0 : 1);
    double speed = describe(l.world, left).velocity[0];
    close_lab(&l);
    return speed;
}

static void a_pair_passes_through_each_other_when_told(void** state) {
    (void)state;
    double bounced = meet_head_on(false, false);
    assert_true(bounced < 0.5);
    assert_true(fabs(meet_head_on(true, false) - 2) < 1e-4);
    assert_true(meet_head_on(true, true) == bounced);
}

static void pairs_are_remembered_once_and_forgotten(void** state) {
    (void)state;
    lab l = open_lab(0);
    plump_world* world = l.world;
    plump_body_id id[4];
    for (int i = 0; i < 4; ++i) id[i] = put_ball(&l, 3.0 * i, 2, 0);
    uint64_t empty = plump_world_hash(world);
    for (int twice = 0; twice < 2; ++twice) {
        for (int i = 3; i >= 0; --i)
            for (int j = 0; j < 4; ++j)
                OK(plump_world_set_pair(world, id[i], id[j], false, &kit_error));
    }
    assert_int_equal(world->apart_count, 10);  // themselves too
    for (size_t i = 1; i < world->apart_count; ++i)
        assert_true(world->apart[i - 1] < world->apart[i]);
    assert_true(plump_world_hash(world) != empty);
    OK(plump_world_set_pair(world, id[2], id[1], true, &kit_error));
    OK(plump_world_set_pair(world, id[1], id[2], true, &kit_error));
    assert_int_equal(world->apart_count, 9);
    OK(plump_body_destroy(world, id[1], &kit_error));
    assert_int_equal(world->apart_count, 6);
    id[1] = put_ball(&l, 3, 2, 0);
    assert_int_equal(world->apart_count, 6);
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) OK(plump_world_set_pair(world, id[i], id[j], true, &kit_error));
    assert_int_equal(world->apart_count, 0);
    close_lab(&l);
}

static void setting_a_pair_wakes_both(void** state) {
    (void)state;
    lab l = open_lab(0);
    plump_body_id a = put_ball(&l, 0, 2, 0), b = put_ball(&l, 3, 2, 0);
    for (int collide = 0; collide < 2; ++collide) {
        body_of(l.world, a)->asleep = body_of(l.world, b)->asleep = true;
        OK(plump_world_set_pair(l.world, a, b, collide, &kit_error));
        assert_false(body_of(l.world, a)->asleep || body_of(l.world, b)->asleep);
    }
    // what changes nothing wakes nobody
    body_of(l.world, a)->asleep = body_of(l.world, b)->asleep = true;
    OK(plump_world_set_pair(l.world, a, b, true, &kit_error));
    assert_true(body_of(l.world, a)->asleep && body_of(l.world, b)->asleep);
    close_lab(&l);
}

static void pairs_of_nobody_are_refused(void** state) {
    (void)state;
    lab l = open_lab(0);
    plump_body_id a = put_ball(&l, 0, 2, 0), stale = put_ball(&l, 3, 2, 0);
    OK(plump_body_destroy(l.world, stale, &kit_error));
    REFUSED(plump_world_set_pair(l.world, a, stale, false, &kit_error), "not in this world");
    REFUSED(plump_world_set_pair(l.world, stale, a, false, &kit_error), "not in this world");
    REFUSED(plump_world_set_pair(l.world, a, (plump_body_id){0}, false, &kit_error), "no body");
    REFUSED(plump_world_set_pair(NULL, a, a, false, &kit_error), "the world is NULL");
    assert_int_equal(l.world->apart_count, 0);
    close_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_on_the_floor_tells_of_it),
        cmocka_unit_test(nothing_is_told_where_nothing_touches),
        cmocka_unit_test(touches_come_in_order_of_creation),
        cmocka_unit_test(contacts_beyond_the_capacity_are_counted),
        cmocka_unit_test(capacities_that_cannot_be_are_refused),
        cmocka_unit_test(a_pair_passes_through_each_other_when_told),
        cmocka_unit_test(pairs_are_remembered_once_and_forgotten),
        cmocka_unit_test(setting_a_pair_wakes_both),
        cmocka_unit_test(pairs_of_nobody_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
