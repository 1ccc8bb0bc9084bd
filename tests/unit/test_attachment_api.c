// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Attachments as callers see them: made, refused, moved, broken, destroyed, and what they carry.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/obstacle_kit.h"

#include <float.h>

static const float upright[4] = {0, 0, 0, 1};

typedef struct lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id one, two;  // at x = 0 and x = 3
    plump_obstacle_id box;   // at x = 10
} lab;

static lab open_lab(float gravity) {
    lab l = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, 162), .world = make_world(gravity, 1)};
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
    def.position[0] = 10;
    l.one = make_body(l.world, l.mesh, 0);
    l.two = make_body(l.world, l.mesh, 3);
    l.box = make_obstacle(l.world, &def);
    return l;
}

static void close_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

static plump_attachment_id attach(plump_world* world, const plump_attachment_def* def) {
    plump_attachment_id id = {0};
    OK(plump_attachment_create(world, def, &id, &kit_error));
    assert_int_not_equal(id.value, 0);
    return id;
}

static plump_attachment_info look_at_tie(const plump_world* world, plump_attachment_id id) {
    plump_attachment_info info;
    OK(plump_attachment_get_info(world, id, &info, &kit_error));
    return info;
}

static pl_vec3d vertex_at(plump_world* world, plump_body_id id, uint32_t vertex) {
    plump_body_view view;
    OK(plump_body_lend(world, id, &view, &kit_error));
    uint32_t at = view.place_of[vertex];
    return pl_vec3d_make(view.origin[0] + (double)view.x[at], view.origin[1] + (double)view.y[at],
                         view.origin[2] + (double)view.z[at]);
}

// --- made ---

static plump_attachment_def to_point(const lab* l) {
    plump_attachment_def def = plump_default_attachment_def();
    pl_vec3d at = vertex_at(l->world, l->one, 5);
    def.body = l->one;
    def.vertex = 5;
    def.user = 42;
    pl_vec3d_store(at, def.point);
    return def;
}

static plump_attachment_def to_body(const lab* l) {
    plump_attachment_def def = plump_default_attachment_def();
    def.body = l->one;
    def.vertex = 1;
    def.other = l->two;
    def.other_vertex = 2;
    return def;
}

static plump_attachment_def to_box(const lab* l) {
    plump_attachment_def def = plump_default_attachment_def();
    def.body = l->two;
    def.vertex = 3;
    def.obstacle = l->box;
    def.point[1] = 0.5;
    return def;
}

static void the_distance_of_both_ends_is_told(void** state) {
    (void)state;
    lab l = open_lab(0);
    plump_attachment_def def = to_point(&l);
    def.point[2] += 0.25;
    plump_attachment_info info = look_at_tie(l.world, attach(l.world, &def));
    assert_true(fabs(info.distance - 0.25) < 1e-12);
    assert_true(info.user == 42 && !info.broken && info.force[1] == 0);
    def = to_body(&l);
    info = look_at_tie(l.world, attach(l.world, &def));
    pl_vec3d way = pl_vec3d_sub(vertex_at(l.world, l.one, 1), vertex_at(l.world, l.two, 2));
    assert_true(fabs(info.distance - pl_vec3d_length(way)) < 1e-12);
    // the point turns with its obstacle
    def = to_box(&l);
    plump_attachment_id id = attach(l.world, &def);
    const double there[3] = {10, 1, 0};
    const float quarter[4] = {0, 0, 1, 1};  // y becomes -x
    OK(plump_obstacle_place(l.world, l.box, there, quarter, &kit_error));
    way = pl_vec3d_sub(vertex_at(l.world, l.two, 3), pl_vec3d_make(9.5, 1, 0));
    assert_true(fabs(look_at_tie(l.world, id).distance - pl_vec3d_length(way)) < 1e-12);
    close_lab(&l);
}

static void attachments_are_listed_in_order(void** state) {
    (void)state;
    lab l = open_lab(0);
    plump_attachment_def defs[3] = {to_point(&l), to_body(&l), to_box(&l)};
    plump_attachment_id ids[3], listed[4];
    for (int i = 0; i < 3; ++i) ids[i] = attach(l.world, &defs[i]);
    assert_int_equal(plump_world_attachments(l.world, NULL, 0), 3);
    listed[2].value = 7;
    assert_int_equal(plump_world_attachments(l.world, listed, 2), 3);
    assert_int_equal(listed[2].value, 7);
    plump_world_attachments(l.world, listed, 4);
    for (int i = 0; i < 3; ++i) assert_int_equal(listed[i].value, ids[i].value);
    OK(plump_attachment_destroy(l.world, ids[1], &kit_error));
    assert_false(plump_attachment_exists(l.world, ids[1]));
    assert_int_equal(plump_world_attachments(l.world, listed, 4), 2);
    assert_int_equal(listed[1].value, ids[2].value);
    close_lab(&l);
}

static void what_is_destroyed_takes_its_attachments_along(void** state) {
    (void)state;
    for (int gone = 0; gone < 3; ++gone) {
        lab l = open_lab(0);
        plump_attachment_def defs[3] = {to_point(&l), to_body(&l), to_box(&l)};
        plump_attachment_id ids[3];
        for (int i = 0; i < 3; ++i) ids[i] = attach(l.world, &defs[i]);
        if (gone == 0) OK(plump_body_destroy(l.world, l.one, &kit_error));
        if (gone == 1) OK(plump_body_destroy(l.world, l.two, &kit_error));
        if (gone == 2) OK(plump_obstacle_destroy(l.world, l.box, &kit_error));
        static const bool stays[3][3] = {
            {false, false, true}, {true, false, false}, {true, true, false}};
        for (int i = 0; i < 3; ++i)
            assert_int_equal(plump_attachment_exists(l.world, ids[i]), stays[gone][i]);
        step(l.world, 3);
        close_lab(&l);
    }
}

static void attaching_moving_and_letting_go_wake_both(void** state) {
    (void)state;
    lab l = open_lab(0);
    pl_body *one = body_of(l.world, l.one), *two = body_of(l.world, l.two);
    plump_attachment_def between = to_body(&l), point = to_point(&l);
    one->asleep = two->asleep = true;
    plump_attachment_id id = attach(l.world, &between);
    assert_false(one->asleep || two->asleep);
    one->asleep = two->asleep = true;
    OK(plump_attachment_destroy(l.world, id, &kit_error));
    assert_false(one->asleep || two->asleep);
    id = attach(l.world, &point);
    one->asleep = two->asleep = true;
    const double target[3] = {0, 1, 0};
    OK(plump_attachment_move(l.world, id, target, &kit_error));
    assert_true(!one->asleep && two->asleep);
    close_lab(&l);
}

// --- refused ---

#define REFUSED_DEF(change, words)                                                                 \
    do {                                                                                           \
        plump_attachment_def def = good;                                                           \
        plump_attachment_id id = {77};                                                             \
        change;                                                                                    \
        REFUSED(plump_attachment_create(l.world, &def, &id, &kit_error), words);                   \
        assert_int_equal(id.value, 0);                                                             \
        assert_int_equal(kit_error.code, PLUMP_ERROR_ARGUMENT);                                    \
    } while (0)

static void definitions_that_cannot_be_are_refused(void** state) {
    (void)state;
    lab l = open_lab(0);
    uint64_t before = plump_world_hash(l.world);
    plump_attachment_def good = to_point(&l);
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
    for (unsigned i = 0; i < 4; ++i) {
        for (unsigned k = 0; k < 3; ++k) REFUSED_DEF(def.point[k] = bad[i], "within 1e9");
        float narrow = i == 3 ? FLT_MAX : (float)bad[i];
        REFUSED_DEF(def.stiffness = narrow, "stiffness of the attachment");
        REFUSED_DEF(def.breaking_force = narrow, "breaking force of the attachment");
    }
    REFUSED_DEF(def.stiffness = -1, "from 0 to 1e+15");
    REFUSED_DEF(def.breaking_force = -1, "from 0 to 1e+15");
    REFUSED_DEF(def.cookie = 0, "plump_default_attachment_def()");
    REFUSED_DEF(def.body.value = 0, "names no body");
    REFUSED_DEF(def.body.value = 99, "not in this world");
    REFUSED_DEF(def.vertex = 162, "the body has 162");
    good = to_body(&l);
    REFUSED_DEF(def.other_vertex = UINT32_MAX, "the body has 162");
    REFUSED_DEF(def.other.value = 99, "not in this world");
    REFUSED_DEF(def.obstacle = l.box, "give one of them");
    REFUSED_DEF((def.other = def.body, def.other_vertex = def.vertex), "to itself");
    good = to_box(&l);
    REFUSED_DEF(def.obstacle.value = 99, "obstacle 99 is not in this world");
    assert_true(plump_world_hash(l.world) == before);
    assert_int_equal(plump_world_attachments(l.world, NULL, 0), 0);
    close_lab(&l);
}

static void assert_id_refused(plump_world* world, plump_attachment_id id, const char* words) {
    const double here[3] = {0, 0, 0};
    plump_attachment_info info;
    REFUSED(plump_attachment_destroy(world, id, &kit_error), words);
    REFUSED(plump_attachment_move(world, id, here, &kit_error), words);
    REFUSED(plump_attachment_get_info(world, id, &info, &kit_error), words);
    assert_false(plump_attachment_exists(world, id));
}

static void ids_and_pointers_to_nothing_are_refused(void** state) {
    (void)state;
    lab l = open_lab(0);
    plump_attachment_def def = to_point(&l), body = to_body(&l), box = to_box(&l);
    plump_attachment_id stale = attach(l.world, &def), id;
    OK(plump_attachment_destroy(l.world, stale, &kit_error));
    assert_id_refused(l.world, stale, "may have been destroyed");
    id = attach(l.world, &def);
    assert_int_not_equal(id.value, stale.value);
    assert_id_refused(l.world, stale, "may have been destroyed");
    assert_id_refused(l.world, (plump_attachment_id){0}, "names no attachment");
    assert_id_refused(l.world, (plump_attachment_id){UINT32_MAX}, "not in this world");
    assert_id_refused(NULL, id, "the world is NULL");
    uint64_t before = plump_world_hash(l.world);
    plump_attachment_id none;
    REFUSED(plump_attachment_create(NULL, &def, &none, &kit_error), "the world is NULL");
    REFUSED(plump_attachment_create(l.world, NULL, &none, &kit_error), "definition is NULL");
    REFUSED(plump_attachment_create(l.world, &def, NULL, &kit_error), "nowhere to put");
    REFUSED(plump_attachment_move(l.world, id, NULL, &kit_error), "NULL");
    REFUSED(plump_attachment_get_info(l.world, id, NULL, &kit_error), "nowhere to put");
    const double bad[3] = {0, NAN, 0}, here[3] = {0, 0, 0};
    REFUSED(plump_attachment_move(l.world, id, bad, &kit_error), "within 1e9");
    assert_int_equal(plump_world_attachments(NULL, NULL, 0), 0);
    assert_true(plump_world_hash(l.world) == before);
    id = attach(l.world, &body);
    REFUSED(plump_attachment_move(l.world, id, here, &kit_error), "not to a point");
    id = attach(l.world, &box);
    REFUSED(plump_attachment_move(l.world, id, here, &kit_error), "not to a point");
    close_lab(&l);
}

// --- what they do ---

static void a_body_hangs_by_its_attachment(void** state) {
    (void)state;
    lab l = open_lab(-9.81f);
    plump_attachment_def def = to_point(&l);
    OK(plump_body_destroy(l.world, l.two, &kit_error));
    OK(plump_body_set(l.world, l.one, "damping", 1, &kit_error));
    OK(plump_body_set(l.world, l.one, "frequency", 8, &kit_error));
    plump_attachment_id id = attach(l.world, &def);
    double weight = 9.81 * describe(l.world, l.one).mass, mean = 0;
    for (int i = 0; i < 240; ++i) {
        step(l.world, 1);
        if (i >= 120) mean += look_at_tie(l.world, id).force[1] / 120;
    }
    plump_attachment_info info = look_at_tie(l.world, id);
    assert_true(info.distance < 0.01);
    assert_true(fabs(mean / weight - 1) < 0.15);  // it still swings
    // asleep it hangs as it did
    body_of(l.world, l.one)->asleep = true;
    step(l.world, 3);
    assert_true(look_at_tie(l.world, id).force[1] == info.force[1]);
    close_lab(&l);
}

static void a_point_moves_evenly_and_takes_the_body_along(void** state) {
    (void)state;
    lab l = open_lab(0);
    plump_attachment_def def = to_point(&l);
    plump_attachment_id id = attach(l.world, &def);
    for (int i = 0; i < 120; ++i) {
        def.point[1] += 0.01;
        OK(plump_attachment_move(l.world, id, def.point, &kit_error));
        step(l.world, 1);
        assert_true(look_at_tie(l.world, id).distance < 0.01);
    }
    assert_true(describe(l.world, l.one).velocity[1] > 0.1);
    step(l.world, 1);
    assert_true(look_at_tie(l.world, id).distance < 0.02);  // and stays there
    close_lab(&l);
}

static void a_force_beyond_its_strength_breaks_it(void** state) {
    (void)state;
    lab l = open_lab(-9.81f);
    plump_attachment_def def = to_point(&l);
    double weight = 9.81 * describe(l.world, l.one).mass;
    def.breaking_force = (float)(0.2 * weight);
    plump_attachment_id weak = attach(l.world, &def);
    uint32_t broken = 0;
    for (int i = 0; i < 30; ++i) {
        step(l.world, 1);
        broken += plump_world_report(l.world)->broken_count;
    }
    assert_int_equal(broken, 1);
    assert_true(look_at_tie(l.world, weak).broken);
    assert_true(plump_attachment_exists(l.world, weak));
    assert_true(look_at_tie(l.world, weak).force[1] == 0);
    assert_true(look_at_tie(l.world, weak).distance > 0.5);  // it falls
    close_lab(&l);
}

// Equal and opposite: what the tie gives one it takes from the other.
static void two_that_are_tied_keep_their_momentum(void** state) {
    (void)state;
    lab l = open_lab(0);
    plump_attachment_def def = to_body(&l);
    const float kick[3] = {0, 2, 0};
    def.stiffness = 100;
    plump_attachment_id id = attach(l.world, &def);
    OK(plump_body_set_velocity(l.world, l.one, PLUMP_ALL_VERTICES, kick, &kit_error));
    double most = 0, momentum = describe(l.world, l.one).momentum[1];
    for (int i = 0; i < 60; ++i) {
        step(l.world, 1);
        plump_attachment_info info = look_at_tie(l.world, id);
        most = fabs(info.force[1]) > most ? fabs(info.force[1]) : most;
    }
    assert_true(most > 1);
    plump_body_info a = describe(l.world, l.one), b = describe(l.world, l.two);
    for (int k = 0; k < 3; ++k)
        assert_true(fabs(a.momentum[k] + b.momentum[k] - (k == 1) * momentum) < 1e-6 * momentum);
    assert_true(fabs(b.momentum[0]) > 1e-3 * momentum);
    close_lab(&l);
}

static void what_an_obstacle_holds_it_feels(void** state) {
    (void)state;
    lab l = open_lab(-9.81f);
    plump_attachment_def def = to_box(&l);
    pl_vec3d at = vertex_at(l.world, l.two, def.vertex);
    def.point[0] = at.x - 10, def.point[1] = at.y, def.point[2] = at.z;
    plump_attachment_id id = attach(l.world, &def);
    for (int i = 0; i < 20; ++i) {
        step(l.world, 1);
        plump_obstacle_info box = look_at(l.world, l.box);
        plump_attachment_info tie = look_at_tie(l.world, id);
        const float dt = 1.0f / 60;
        for (int k = 0; k < 3; ++k) {
            double expected = -tie.force[k] * (double)dt;
            assert_true(fabs(box.impulse[k] - expected) <= 1e-5 * fabs(expected) + 1e-9);
        }
    }
    assert_true(look_at(l.world, l.box).impulse[1] < 0);
    // moved away it drags the body
    const double there[3] = {10, 0.1, 0};
    OK(plump_obstacle_move(l.world, l.box, there, upright, &kit_error));
    step(l.world, 1);
    assert_true(look_at_tie(l.world, id).distance < 0.05);
    close_lab(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_distance_of_both_ends_is_told),
        cmocka_unit_test(attachments_are_listed_in_order),
        cmocka_unit_test(what_is_destroyed_takes_its_attachments_along),
        cmocka_unit_test(attaching_moving_and_letting_go_wake_both),
        cmocka_unit_test(definitions_that_cannot_be_are_refused),
        cmocka_unit_test(ids_and_pointers_to_nothing_are_refused),
        cmocka_unit_test(a_body_hangs_by_its_attachment),
        cmocka_unit_test(a_point_moves_evenly_and_takes_the_body_along),
        cmocka_unit_test(a_force_beyond_its_strength_breaks_it),
        cmocka_unit_test(two_that_are_tied_keep_their_momentum),
        cmocka_unit_test(what_an_obstacle_holds_it_feels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
