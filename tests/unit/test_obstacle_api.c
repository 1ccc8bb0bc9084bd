// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles as callers see them: made, refused, moved, destroyed, and whom they wake.
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
} lab;

static lab open_lab(void) {
    return (lab){make_shape(PLUMP_SHAPE_SPHERE, 42), make_world(0, 1)};
}

static void close_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
}

// --- made ---

static void every_shape_is_made_and_described(void** state) {
    (void)state;
    lab l = open_lab();
    plump_obstacle_id ids[PLUMP_OBSTACLE_SHAPE_COUNT], listed[PLUMP_OBSTACLE_SHAPE_COUNT + 1];
    for (unsigned i = 0; i < PLUMP_OBSTACLE_SHAPE_COUNT; ++i) {
        plump_obstacle_def def = obstacle_def((plump_obstacle_shape)i, l.mesh);
        def.user = 100 + i;
        def.position[2] = 10.0 * i;
        def.rotation[0] = 3, def.rotation[3] = 4;  // of length 5
        ids[i] = make_obstacle(l.world, &def);
        assert_true(plump_obstacle_exists(l.world, ids[i]));
        plump_obstacle_info info = look_at(l.world, ids[i]);
        assert_int_equal(info.shape, i);
        assert_int_equal(info.user, 100 + i);
        assert_true(info.position[0] == 0 && info.position[2] == 10.0 * i);
        assert_true(fabsf(info.rotation[0] - 0.6f) < 1e-7f && info.rotation[1] == 0);
        assert_true(fabsf(info.rotation[3] - 0.8f) < 1e-7f);
        assert_int_equal(info.contact_count, 0);
        assert_true(info.impulse[0] == 0 && info.angular_impulse[2] == 0);
    }
    assert_int_equal(plump_world_obstacles(l.world, NULL, 0), PLUMP_OBSTACLE_SHAPE_COUNT);
    listed[2].value = 77;
    assert_int_equal(plump_world_obstacles(l.world, listed, 2), PLUMP_OBSTACLE_SHAPE_COUNT);
    assert_int_equal(listed[2].value, 77);
    plump_world_obstacles(l.world, listed, PLUMP_OBSTACLE_SHAPE_COUNT + 1);
    for (unsigned i = 0; i < PLUMP_OBSTACLE_SHAPE_COUNT; ++i)
        assert_int_equal(listed[i].value, ids[i].value);
    step(l.world, 2);
    // the one in the middle goes, the others keep their order
    OK(plump_obstacle_destroy(l.world, ids[2], &kit_error));
    assert_false(plump_obstacle_exists(l.world, ids[2]));
    assert_int_equal(plump_world_obstacles(l.world, listed, 3), PLUMP_OBSTACLE_SHAPE_COUNT - 1);
    assert_int_equal(listed[1].value, ids[1].value);
    assert_int_equal(listed[2].value, ids[3].value);
    step(l.world, 2);
    close_lab(&l);
}

static void points_and_triangles_are_copied(void** state) {
    (void)state;
    lab l = open_lab();
    for (unsigned i = 0; i < 2; ++i) {
        plump_obstacle_shape shape = i ? PLUMP_OBSTACLE_SHEET : PLUMP_OBSTACLE_HULL;
        plump_obstacle_def def = obstacle_def(shape, NULL);
        float* points = malloc(sizeof kit_points);
        uint32_t* triangles = malloc(sizeof kit_triangles);
        memcpy(points, kit_points, sizeof kit_points);
        memcpy(triangles, kit_triangles, sizeof kit_triangles);
        def.points = points;
        def.triangles = triangles;
        def.triangle_count = 2;
        def.position[1] = -2;
        make_obstacle(l.world, &def);
        memset(points, 0xff, sizeof kit_points);
        memset(triangles, 0xff, sizeof kit_triangles);
        free(points);
        free(triangles);
    }
    make_body(l.world, l.mesh, 0);
    step(l.world, 3);
    close_lab(&l);
}

// --- refused ---

#define REFUSED_DEF(change, words)                                                                 \
    do {                                                                                           \
        plump_obstacle_def def = good;                                                             \
        plump_obstacle_id id = {77};                                                               \
        change;                                                                                    \
        REFUSED(plump_obstacle_create(l.world, &def, &id, &kit_error), words);                     \
        assert_int_equal(id.value, 0);                                                             \
        assert_int_equal(kit_error.code, PLUMP_ERROR_ARGUMENT);                                    \
    } while (0)

static void definitions_out_of_range_are_refused(void** state) {
    (void)state;
    lab l = open_lab();
    const plump_obstacle_def good = plump_default_obstacle_def();
    const double bad[] = {NAN, INFINITY, -INFINITY, -1, FLT_MAX};
    uint64_t before = plump_world_hash(l.world);
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        float value = (float)bad[i];
        REFUSED_DEF(def.radius = value, "radius of the obstacle");
        REFUSED_DEF(def.half_height = value, "half_height of the obstacle");
        for (unsigned k = 0; k < 3; ++k) REFUSED_DEF(def.half_size[k] = value, "half_size");
        REFUSED_DEF(def.scale = value, "scale of the obstacle");
        REFUSED_DEF(def.friction = value, "the friction of the obstacle");
        REFUSED_DEF(def.friction_static = value, "static friction of the obstacle");
        REFUSED_DEF(def.restitution = value, "restitution of the obstacle");
        REFUSED_DEF(def.margin = value, "margin of the obstacle");
        if (value == -1.0f) continue;  // a fine place
        for (unsigned k = 0; k < 3; ++k) REFUSED_DEF(def.position[k] = bad[i], "position");
        for (unsigned k = 0; k < 4; ++k) REFUSED_DEF(def.rotation[k] = value, "quaternion");
    }
    REFUSED_DEF(def.radius = 0, "from 1e-06 to 1e+06");
    REFUSED_DEF(def.radius = 0.9e-6f, "from 1e-06 to 1e+06");
    REFUSED_DEF(def.half_size[1] = 1.1e6f, "from 1e-06 to 1e+06");
    REFUSED_DEF(def.margin = 1001, "from 0 to 1000");
    REFUSED_DEF(def.friction = 101, "from 0 to 100");
    REFUSED_DEF(def.restitution = 1.01f, "from 0 to 1");
    REFUSED_DEF(def.rotation[3] = 0, "any length but 0");
    REFUSED_DEF(def.position[0] = 1.1e9, "within 1e9");
    REFUSED_DEF(def.cookie = 0, "plump_default_obstacle_def()");
    REFUSED_DEF(def.shape = PLUMP_OBSTACLE_SHAPE_COUNT, "no shape 9");
    REFUSED_DEF(def.shape = (plump_obstacle_shape)-1, "no shape");
    REFUSED_DEF(def.hollow = true, "cannot be hollow");
    REFUSED_DEF(memset(&def.hollow, 0xff, 1), "true or false");
    assert_true(plump_world_hash(l.world) == before);
    assert_int_equal(plump_world_obstacles(l.world, NULL, 0), 0);
    close_lab(&l);
}

static void shapes_without_their_data_are_refused(void** state) {
    (void)state;
    lab l = open_lab();
    float bad[sizeof kit_points / sizeof(float)];
    memcpy(bad, kit_points, sizeof bad);
    bad[7] = NAN;
    const float flat[12] = {0};
    const uint32_t beyond[3] = {0, 1, 8};
    plump_obstacle_def good = obstacle_def(PLUMP_OBSTACLE_MESH, NULL);
    REFUSED_DEF(def.mesh = NULL, "set def.mesh");
    good = obstacle_def(PLUMP_OBSTACLE_HULL, NULL);
    REFUSED_DEF(def.points = NULL, "hull of 0 points; it needs at least 4");
    REFUSED_DEF(def.point_count = 3, "hull of 3 points; it needs at least 4");
    REFUSED_DEF(def.points = bad, "point 2 of the obstacle");
    REFUSED_DEF((def.points = flat, def.point_count = 4), "at least 1e-6 m");
    REFUSED_DEF(def.scale = 1e-6f; def.points = flat; def.point_count = 4, "change its scale");
    good = obstacle_def(PLUMP_OBSTACLE_SHEET, NULL);
    REFUSED_DEF(def.points = NULL, "sheet of 0 points; it needs at least 3");
    REFUSED_DEF(def.point_count = 2, "sheet of 2 points");
    REFUSED_DEF(def.triangles = NULL, "sheet without triangles");
    REFUSED_DEF(def.triangle_count = 0, "sheet without triangles");
    REFUSED_DEF(def.hollow = true, "cannot be hollow");
    plump_obstacle_def def = good;
    plump_obstacle_id id;
    def.triangles = beyond;
    def.triangle_count = 1;
    REFUSED(plump_obstacle_create(l.world, &def, &id, &kit_error), "8");
    assert_int_equal(id.value, 0);
    assert_int_equal(plump_world_obstacles(l.world, NULL, 0), 0);
    close_lab(&l);
}

// Every call with an id.
static void assert_id_refused(plump_world* world, plump_obstacle_id id, const char* words) {
    const double here[3] = {0, 0, 0};
    plump_obstacle_info info;
    REFUSED(plump_obstacle_destroy(world, id, &kit_error), words);
    REFUSED(plump_obstacle_move(world, id, here, upright, &kit_error), words);
    REFUSED(plump_obstacle_place(world, id, here, upright, &kit_error), words);
    REFUSED(plump_obstacle_set_surface(world, id, 1, 1, 0, &kit_error), words);
    REFUSED(plump_obstacle_set_filter(world, id, 1, 1, &kit_error), words);
    REFUSED(plump_obstacle_get_info(world, id, &info, &kit_error), words);
    assert_false(plump_obstacle_exists(world, id));
}

static void ids_that_name_no_obstacle_are_refused(void** state) {
    (void)state;
    lab l = open_lab();
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
    plump_body_id body = make_body(l.world, l.mesh, 0);
    plump_obstacle_id stale = make_obstacle(l.world, &def);
    OK(plump_obstacle_destroy(l.world, stale, &kit_error));
    assert_id_refused(l.world, stale, "may have been destroyed");
    plump_obstacle_id next = make_obstacle(l.world, &def);
    assert_int_not_equal(next.value, stale.value);
    assert_id_refused(l.world, stale, "may have been destroyed");
    assert_id_refused(l.world, (plump_obstacle_id){0}, "names no obstacle");
    assert_id_refused(l.world, (plump_obstacle_id){UINT32_MAX}, "not in this world");
    assert_id_refused(l.world, (plump_obstacle_id){2}, "not in this world");
    assert_id_refused(NULL, next, "the world is NULL");
    assert_true(plump_obstacle_exists(l.world, next) && plump_body_exists(l.world, body));
    close_lab(&l);
}

static void null_pointers_are_refused(void** state) {
    (void)state;
    lab l = open_lab();
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_obstacle_id id = make_obstacle(l.world, &def), other;
    const double here[3] = {0, 0, 0};
    uint64_t before = plump_world_hash(l.world);
    REFUSED(plump_obstacle_create(NULL, &def, &other, &kit_error), "the world is NULL");
    REFUSED(plump_obstacle_create(l.world, NULL, &other, &kit_error), "definition is NULL");
    REFUSED(plump_obstacle_create(l.world, &def, NULL, &kit_error), "nowhere to put");
    REFUSED(plump_obstacle_move(l.world, id, NULL, upright, &kit_error), "NULL");
    REFUSED(plump_obstacle_move(l.world, id, here, NULL, &kit_error), "quaternion");
    REFUSED(plump_obstacle_place(l.world, id, NULL, upright, &kit_error), "NULL");
    REFUSED(plump_obstacle_place(l.world, id, here, NULL, &kit_error), "quaternion");
    REFUSED(plump_obstacle_get_info(l.world, id, NULL, &kit_error), "nowhere to put");
    assert_int_equal(plump_obstacle_create(l.world, NULL, &other, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_world_obstacles(NULL, NULL, 0), 0);
    assert_false(plump_obstacle_exists(NULL, id));
    assert_true(plump_world_hash(l.world) == before);
    close_lab(&l);
}

static void numbers_of_calls_out_of_range_are_refused(void** state) {
    (void)state;
    lab l = open_lab();
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_SPHERE, NULL);
    plump_obstacle_id id = make_obstacle(l.world, &def);
    uint64_t before = plump_world_hash(l.world);
    const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
    for (unsigned i = 0; i < 28; ++i) {
        double position[3] = {0, 0, 0}, value = bad[i / 7];
        float rotation[4] = {0, 0, 0, 1};
        if (i % 7 < 3) position[i % 7] = value;
        if (i % 7 >= 3) rotation[i % 7 - 3] = value > FLT_MAX ? INFINITY : (float)value;
        const char* words = i % 7 < 3 ? "must be a number within 1e9" : "quaternion";
        REFUSED(plump_obstacle_move(l.world, id, position, rotation, &kit_error), words);
        REFUSED(plump_obstacle_place(l.world, id, position, rotation, &kit_error), words);
    }
    assert_true(plump_world_hash(l.world) == before);
    close_lab(&l);
}

// Whatever is taken leaves everything finite, however odd it is.
static void assert_survived(lab* l, plump_body_id body) {
    for (int n = 0; n < 8; ++n) OK(plump_world_step(l->world, 0.01f, 2, &kit_error));
    plump_body_view view;
    OK(plump_body_lend(l->world, body, &view, &kit_error));
    for (uint32_t i = 0; i < view.count; ++i)
        assert_true(isfinite(view.x[i]) && isfinite(view.y[i]) && isfinite(view.vz[i]));
    plump_body_info info = describe(l->world, body);
    assert_true(isfinite(info.kinetic_energy) && isfinite(info.contact_impulse[0]) &&
                isfinite(info.contact_impulse[1]) && isfinite(info.penetration));
    uint32_t count;
    const plump_contact* contacts = plump_world_contacts(l->world, &count);
    for (uint32_t i = 0; i < count; ++i)
        assert_true(isfinite(contacts[i].depth) && isfinite(contacts[i].impulse[1]));
}

static void extremes_that_are_taken_do_no_harm(void** state) {
    (void)state;
    static const float sizes[] = {1e-6f, 1e-3f, 1e6f};
    for (unsigned shape = 0; shape < PLUMP_OBSTACLE_SHAPE_COUNT; ++shape) {
        for (unsigned k = 0; k < 3 * 4; ++k) {
            lab l = open_lab();
            plump_body_id body = make_body(l.world, l.mesh, 0);
            plump_obstacle_def def = obstacle_def((plump_obstacle_shape)shape, l.mesh);
            float size = sizes[k / 4];
            if (shape < PLUMP_OBSTACLE_HULL) {
                def.radius = def.half_height = size;
                def.half_size[0] = def.half_size[1] = def.half_size[2] = size;
            } else {
                def.scale = size < 1 ? size : 9e5f;
            }
            if (k % 4 == 1) def.margin = 1000;
            if (k % 4 == 2) def.friction = def.friction_static = 100, def.restitution = 1;
            bool can_be_hollow = shape != PLUMP_OBSTACLE_PLANE && shape < PLUMP_OBSTACLE_SHEET;
            if (k % 4 == 3) def.hollow = can_be_hollow;
            def.rotation[1] = 1e-30f, def.rotation[3] = 1e-30f;
            plump_obstacle_id id = make_obstacle(l.world, &def);
            double away = size < 1 ? 1e9 : 1e3;  // long edges on a long way take long
            const double far[3] = {away, -away, away};
            assert_survived(&l, body);
            OK(plump_obstacle_move(l.world, id, far, upright, &kit_error));
            assert_survived(&l, body);
            close_lab(&l);
        }
    }
}

// --- moving ---

static void a_move_arrives_with_the_step_and_ends_there(void** state) {
    (void)state;
    lab l = open_lab();
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
    def.position[0] = 1;
    plump_obstacle_id id = make_obstacle(l.world, &def);
    const double there[3] = {4, 5, 6};
    const float turn[4] = {0, 2, 0, 2};
    OK(plump_obstacle_move(l.world, id, there, turn, &kit_error));
    plump_obstacle_info info = look_at(l.world, id);
    assert_true(info.position[0] == 1 && info.rotation[3] == 1);  // not yet
    step(l.world, 1);
    info = look_at(l.world, id);
    assert_memory_equal(info.position, there, sizeof there);
    assert_true(fabsf(info.rotation[1] - 0.70710678f) < 1e-7f);
    uint64_t before = plump_world_hash(l.world);
    step(l.world, 1);
    assert_memory_equal(look_at(l.world, id).position, there, sizeof there);
    const pl_obstacle* o = pl_obstacle_find(l.world, id, NULL);
    assert_false(o->moving);
    assert_true(before != plump_world_hash(l.world));  // steps are counted
    // the last of two orders counts, and being put down ends them
    const double back[3] = {0, 0, 0};
    OK(plump_obstacle_move(l.world, id, there, upright, &kit_error));
    OK(plump_obstacle_move(l.world, id, back, upright, &kit_error));
    step(l.world, 1);
    assert_memory_equal(look_at(l.world, id).position, back, sizeof back);
    OK(plump_obstacle_move(l.world, id, there, upright, &kit_error));
    OK(plump_obstacle_place(l.world, id, back, upright, &kit_error));
    assert_memory_equal(look_at(l.world, id).position, back, sizeof back);
    step(l.world, 1);
    assert_memory_equal(look_at(l.world, id).position, back, sizeof back);
    close_lab(&l);
}

static void surface_and_filter_change(void** state) {
    (void)state;
    lab l = open_lab();
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
    plump_obstacle_id id = make_obstacle(l.world, &def);
    const pl_obstacle* o = pl_obstacle_find(l.world, id, NULL);
    uint64_t before = plump_world_hash(l.world);
    OK(plump_obstacle_set_surface(l.world, id, 0.25f, 0.75f, 0.5f, &kit_error));
    assert_true(o->def.friction == 0.25f && o->def.friction_static == 0.75f);
    assert_true(o->def.restitution == 0.5f);
    uint64_t between = plump_world_hash(l.world);
    assert_true(between != before);
    OK(plump_obstacle_set_filter(l.world, id, 6, 9, &kit_error));
    assert_true(o->def.category == 6 && o->def.collides_with == 9);
    before = plump_world_hash(l.world);
    assert_true(between != before);
    REFUSED(plump_obstacle_set_surface(l.world, id, -1, 0, 0, &kit_error), "friction");
    REFUSED(plump_obstacle_set_surface(l.world, id, 0, NAN, 0, &kit_error), "static friction");
    REFUSED(plump_obstacle_set_surface(l.world, id, 0, 0, 2, &kit_error), "restitution");
    assert_true(plump_world_hash(l.world) == before);
    close_lab(&l);
}

// --- waking ---

typedef struct sleepers {
    lab l;
    plump_body_id near, far;  // at x = 0 and x = 100
} sleepers;

static void put_to_sleep(sleepers* s) {
    body_of(s->l.world, s->near)->asleep = true;
    body_of(s->l.world, s->far)->asleep = true;
}

static sleepers make_sleepers(void) {
    sleepers s = {.l = open_lab()};
    s.near = make_body(s.l.world, s.l.mesh, 0);
    s.far = make_body(s.l.world, s.l.mesh, 100);
    put_to_sleep(&s);
    return s;
}

static void assert_near_woke(sleepers* s) {
    assert_false(describe(s->l.world, s->near).asleep);
    assert_true(describe(s->l.world, s->far).asleep);
    put_to_sleep(s);
}

static void assert_none_woke(sleepers* s) {
    assert_true(describe(s->l.world, s->near).asleep);
    assert_true(describe(s->l.world, s->far).asleep);
}

static void whatever_changes_beside_a_sleeper_wakes_it(void** state) {
    (void)state;
    for (unsigned i = PLUMP_OBSTACLE_SPHERE; i < PLUMP_OBSTACLE_SHAPE_COUNT; ++i) {
        sleepers s = make_sleepers();
        plump_world* world = s.l.world;
        plump_obstacle_def def = obstacle_def((plump_obstacle_shape)i, s.l.mesh);
        const double near[3] = {0.5, 0, 0}, away[3] = {50, 0, 0}, farther[3] = {55, 0, 0};
        def.position[0] = near[0];
        plump_obstacle_id id = make_obstacle(world, &def);
        assert_near_woke(&s);
        OK(plump_obstacle_set_surface(world, id, 1, 1, 0, &kit_error));
        assert_near_woke(&s);
        OK(plump_obstacle_set_filter(world, id, 1, 1, &kit_error));
        assert_near_woke(&s);
        OK(plump_obstacle_move(world, id, near, upright, &kit_error));  // it is there
        assert_none_woke(&s);
        OK(plump_obstacle_place(world, id, away, upright, &kit_error));
        assert_near_woke(&s);
        OK(plump_obstacle_place(world, id, farther, upright, &kit_error));
        OK(plump_obstacle_move(world, id, away, upright, &kit_error));
        OK(plump_obstacle_set_surface(world, id, 0, 0, 0, &kit_error));
        assert_none_woke(&s);
        OK(plump_obstacle_place(world, id, away, upright, &kit_error));
        OK(plump_obstacle_move(world, id, near, upright, &kit_error));
        assert_near_woke(&s);
        OK(plump_obstacle_place(world, id, near, upright, &kit_error));
        assert_near_woke(&s);
        OK(plump_obstacle_destroy(world, id, &kit_error));
        assert_near_woke(&s);
        plump_obstacle_id far_one;
        def.position[0] = 50;
        OK(plump_obstacle_create(world, &def, &far_one, &kit_error));
        OK(plump_obstacle_destroy(world, far_one, &kit_error));
        assert_none_woke(&s);
        close_lab(&s.l);
    }
}

// A plane is endless, yet wakes only those near it.
static void a_plane_wakes_who_lies_on_it(void** state) {
    (void)state;
    sleepers s = make_sleepers();
    plump_world* world = s.l.world;
    const double low[3] = {0, -50, 0}, under[3] = {0, -0.501, 0};
    plump_obstacle_def def = plump_default_obstacle_def();
    def.position[1] = -10;
    plump_obstacle_id id = make_obstacle(world, &def);
    OK(plump_obstacle_place(world, id, low, upright, &kit_error));
    assert_none_woke(&s);
    // leaning so that only the near one touches it
    const float lean[4] = {0, 0, -0.38268343f, 0.92387953f};
    OK(plump_obstacle_place(world, id, under, lean, &kit_error));
    assert_near_woke(&s);
    OK(plump_obstacle_destroy(world, id, &kit_error));
    assert_near_woke(&s);
    close_lab(&s.l);
}

static void a_hollow_one_wakes_all(void** state) {
    (void)state;
    sleepers s = make_sleepers();
    plump_obstacle_def def = obstacle_def(PLUMP_OBSTACLE_SPHERE, NULL);
    def.hollow = true;
    def.radius = 1000;
    make_obstacle(s.l.world, &def);
    assert_false(describe(s.l.world, s.near).asleep);
    assert_false(describe(s.l.world, s.far).asleep);
    close_lab(&s.l);
}

static void a_body_that_goes_wakes_who_lies_on_it(void** state) {
    (void)state;
    sleepers s = make_sleepers();
    plump_world* world = s.l.world;
    plump_body_id beside = make_body(world, s.l.mesh, 1.0);
    const double away[3] = {50, 0, 0}, back[3] = {1, 0, 0};
    OK(plump_body_teleport(world, beside, away, upright, &kit_error));
    assert_near_woke(&s);
    OK(plump_body_teleport(world, beside, back, upright, &kit_error));
    assert_none_woke(&s);  // the next step finds them
    OK(plump_body_destroy(world, beside, &kit_error));
    assert_near_woke(&s);
    close_lab(&s.l);
}

// Onto a box 0.3 m beside its middle: the moment is the impulse times that arm.
static void impacts_tell_their_moment(void** state) {
    (void)state;
    for (int stops = 0; stops < 2; ++stops) {
        lab l = open_lab();
        plump_obstacle_def box = obstacle_def(PLUMP_OBSTACLE_BOX, NULL);
        box.half_size[0] = box.half_size[2] = 2;
        box.position[1] = -box.half_size[1];
        plump_obstacle_id id = make_obstacle(l.world, &box);
        plump_body_def def = plump_default_body_def();
        plump_body_id body;
        def.mesh = l.mesh;
        def.position[0] = 0.3, def.position[1] = 3;
        def.velocity[1] = -100;
        def.friction = 0;
        def.restitution = stops ? 0.0f : 1.0f;
        OK(plump_body_create(l.world, &def, &body, &kit_error));
        double push = 0, turn = 0;
        for (int i = 0; i < 12; ++i) {
            OK(plump_world_step(l.world, 0.005f, 1, &kit_error));
            push += look_at(l.world, id).impulse[1];
            turn += look_at(l.world, id).angular_impulse[2];
        }
        print_message("impulse %.4g N s, moment %.4g N m s\n", push, turn);
        assert_true(push < -50 * describe(l.world, body).mass);
        assert_true(fabs(turn / push - 0.3) < 0.01);
        close_lab(&l);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_shape_is_made_and_described),
        cmocka_unit_test(points_and_triangles_are_copied),
        cmocka_unit_test(definitions_out_of_range_are_refused),
        cmocka_unit_test(shapes_without_their_data_are_refused),
        cmocka_unit_test(ids_that_name_no_obstacle_are_refused),
        cmocka_unit_test(null_pointers_are_refused),
        cmocka_unit_test(numbers_of_calls_out_of_range_are_refused),
        cmocka_unit_test(extremes_that_are_taken_do_no_harm),
        cmocka_unit_test(a_move_arrives_with_the_step_and_ends_there),
        cmocka_unit_test(surface_and_filter_change),
        cmocka_unit_test(whatever_changes_beside_a_sleeper_wakes_it),
        cmocka_unit_test(a_plane_wakes_who_lies_on_it),
        cmocka_unit_test(a_hollow_one_wakes_all),
        cmocka_unit_test(a_body_that_goes_wakes_who_lies_on_it),
        cmocka_unit_test(impacts_tell_their_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
