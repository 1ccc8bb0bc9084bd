// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Events of a step: touches that begin, stay and end, and what they tell of momentum; who falls
// asleep, who wakes, what breaks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"
#include "tests/unit/memory_kit.h"

#include <stdlib.h>

// --- a world with balls of 0.3 m ---

typedef struct lab {
    plump_world* world;
    plump_mesh* ball;
    plump_obstacle_id floor;
} lab;

static lab open_lab(float gravity, uint32_t workers) {
    lab l = {.world = make_world(gravity, workers), .ball = make_shape(PLUMP_SHAPE_SPHERE, 162)};
    plump_obstacle_def def = plump_default_obstacle_def();
    OK(plump_obstacle_create(l.world, &def, &l.floor, &kit_error));
    return l;
}

static void close_lab(lab* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->ball);
}

static plump_body_def ball_def(const lab* l, double x, double y, float down) {
    plump_body_def def = plump_default_body_def();
    def.mesh = l->ball;
    def.scale = 0.3f;
    def.frequency = 6;
    def.damping = 0.3f;
    def.position[0] = x, def.position[1] = y;
    def.velocity[1] = -down;
    return def;
}

static plump_body_id put_ball(const lab* l, double x, double y, float down) {
    plump_body_def def = ball_def(l, x, y, down);
    plump_body_id id;
    OK(plump_body_create(l->world, &def, &id, &kit_error));
    return id;
}

static plump_events step_once(lab* l) {
    OK(plump_world_step(l->world, 1.0f / 60, 0, &kit_error));
    return plump_world_events(l->world);
}

static void expect_counts(const plump_events* e, uint32_t began, uint32_t stays, uint32_t ended) {
    assert_int_equal(e->began_count, began);
    assert_int_equal(e->stays_count, stays);
    assert_int_equal(e->ended_count, ended);
}

// --- began, stays, ended ---

static void a_ball_that_bounces_begins_and_ends(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_body_def def = ball_def(&l, 0, 1, 0);
    def.frequency = 20;
    def.restitution = 0.8f;
    plump_body_id ball;
    OK(plump_body_create(l.world, &def, &ball, &kit_error));
    uint32_t began = 0, ended = 0;
    for (int i = 0; i < 90; ++i) {
        double speed = -describe(l.world, ball).velocity[1];
        plump_events e = step_once(&l);
        assert_true(e.began_count + e.stays_count + e.ended_count <= 1);
        if (e.began_count) {
            assert_int_equal(e.began->body.value, ball.value);
            assert_true(e.began->other.value == 0 && e.began->obstacle.value == l.floor.value);
            assert_true(e.began->normal[1] == 1 && fabs(e.began->point[1]) < 0.01);
            double pulled = (double)e.began->approach - speed;
            assert_true(pulled > -1e-3 && pulled < 9.81 / 60 + 1e-3);
            assert_int_equal(began, ended);
            ++began;
        }
        if (e.stays_count) assert_int_equal(began, ended + 1);
        if (e.ended_count) {
            assert_true(e.ended->body.value == ball.value &&
                        e.ended->obstacle.value == l.floor.value);
            ++ended;
        }
        assert_true(began == ended || began == ended + 1);
    }
    assert_true(began >= 2 && ended >= 2);
    close_lab(&l);
}

static void approach_is_that_of_a_fall(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    put_ball(&l, 0, 0.15 + 0.5, 0);  // it falls by half a metre
    plump_events e = {0};
    while (e.began_count == 0) e = step_once(&l);
    double fall = sqrt(2 * 9.81 * 0.5), told = (double)e.began->approach;
    if (fabs(told / fall - 1) > 0.02) fail_msg("%g m/s, not %g", told, fall);
    close_lab(&l);
}

static void what_comes_to_rest_stays_and_sleeps_without_events(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_body_id ball = put_ball(&l, 0, 0.16, 0);
    plump_events e = {0};
    uint32_t began = 0, ended = 0;
    for (int i = 0; i < 600 && e.fell_asleep_count == 0; ++i) {
        e = step_once(&l);
        began += e.began_count, ended += e.ended_count;
    }
    assert_int_equal(e.fell_asleep_count, 1);
    assert_int_equal(e.fell_asleep->value, ball.value);
    assert_int_equal(plump_world_report(l.world)->fell_asleep_count, 1);
    assert_int_equal(began, ended + 1);
    for (int i = 0; i < 3; ++i) {
        e = step_once(&l);
        expect_counts(&e, 0, 0, 0);
        assert_true(e.fell_asleep_count == 0 && e.woke_count == 0);
    }
    const float up[3] = {0, 30, 0};
    OK(plump_body_add_impulse(l.world, ball, PLUMP_ALL_VERTICES, up, &kit_error));
    e = step_once(&l);
    assert_int_equal(e.woke_count, 1);
    assert_int_equal(e.woke->value, ball.value);
    for (int i = 0; i < 20 && e.ended_count == 0; ++i) {
        assert_int_equal(e.began_count, 0);
        e = step_once(&l);
    }
    assert_int_equal(e.ended_count, 1);
    close_lab(&l);
}

// --- momentum ---

// What a body was given in all, by its events.
static void given_to(const plump_events* e, plump_body_id body, double sum[3]) {
    const plump_touch_event* lists[2] = {e->began, e->stays};
    const uint32_t counts[2] = {e->began_count, e->stays_count};
    memset(sum, 0, 3 * sizeof *sum);
    for (int n = 0; n < 2; ++n)
        for (uint32_t i = 0; i < counts[n]; ++i)
            for (int k = 0; k < 3; ++k) {
                if (lists[n][i].body.value == body.value) sum[k] += lists[n][i].impulse[k];
                if (lists[n][i].other.value == body.value) sum[k] -= lists[n][i].impulse[k];
            }
}

typedef struct impact {
    float speed, restitution;
    uint32_t substeps;
    bool aside;
} impact;

static double worst_share;

static double apart(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

// Steps once. What events, sums of the body and, if `obstacle` is there, its sums tell is how the
// momentum has changed beyond gravity: the largest error, N s. Adds up the change itself.
static double step_and_compare(lab* l, plump_body_id id, plump_obstacle_id obstacle,
                               uint32_t substeps, float gravity, double change[3]) {
    plump_body_info before = describe(l->world, id);
    OK(plump_world_step(l->world, 1.0f / 60, substeps, &kit_error));
    plump_body_info after = describe(l->world, id);
    plump_events e = plump_world_events(l->world);
    double given[3], told[3], worst;
    for (int k = 0; k < 3; ++k) given[k] = after.mass * (after.velocity[k] - before.velocity[k]);
    given[1] -= after.mass * (double)(gravity * (1.0f / 60));
    given_to(&e, id, told);
    worst = fmax(apart(given, told), apart(given, after.contact_impulse));
    for (int k = 0; k < 3; ++k) change[k] += given[k];
    if (obstacle.value == 0) return worst;
    plump_obstacle_info info;
    OK(plump_obstacle_get_info(l->world, obstacle, &info, &kit_error));
    for (int k = 0; k < 3; ++k) told[k] = -info.impulse[k];
    return fmax(worst, apart(given, told));
}

static void run_impact(lab* l, const impact* i, const plump_body_def* other, bool on_floor) {
    float gravity = on_floor ? -9.81f : 0.0f;
    plump_body_def def = ball_def(l, 0, 0.17 + 0.002 * (double)i->speed, i->speed);
    plump_body_id id, second;
    def.can_sleep = false;
    def.restitution = i->restitution;
    if (i->aside) def.velocity[0] = 0.5f * i->speed, def.angular_velocity[2] = 3 * i->speed;
    OK(plump_body_create(l->world, &def, &id, &kit_error));
    if (other) OK(plump_body_create(l->world, other, &second, &kit_error));
    double mass = describe(l->world, id).mass, change[3] = {0, 0, 0};
    for (int n = 0; n < 40; ++n) {
        double error = step_and_compare(l, id, on_floor ? l->floor : (plump_obstacle_id){0},
                                        i->substeps, gravity, change);
        double share = error / (mass * (double)i->speed);
        worst_share = fmax(worst_share, share);
        if (share > 0.01)
            fail_msg("%g m/s, %u substeps, aside %d: off by %.4f of m v in step %d",
                     (double)i->speed, i->substeps, i->aside, share, n);
    }
    if (change[1] < 0.2 * mass * (double)i->speed) fail_msg("they have not met");
    OK(plump_body_destroy(l->world, id, &kit_error));
    if (other) OK(plump_body_destroy(l->world, second, &kit_error));
}

static void run_impacts(lab* l, const plump_body_def* other, bool on_floor) {
    const float speeds[] = {0.5f, 2, 10, 30, 100};
    const uint32_t substeps[] = {0, 1, 4, 16};
    worst_share = 0;
    for (int n = 0; n < 60; ++n) {
        impact i = {.speed = speeds[n % 5], .substeps = substeps[n / 5 % 4]};
        i.aside = n / 20 == 1;
        i.restitution = n / 20 == 2 ? 0.7f : 0;
        run_impact(l, &i, other, on_floor);
    }
    print_message("off by at most %.2g of m v\n", worst_share);
}

static void impulses_on_a_plane_are_all_of_the_momentum(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    run_impacts(&l, NULL, true);
    close_lab(&l);
}

static void impulses_on_triangles_are_all_of_the_momentum(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_mesh* box = make_shape(PLUMP_SHAPE_BOX, 98);
    OK(plump_obstacle_destroy(l.world, l.floor, &kit_error));
    def.shape = PLUMP_OBSTACLE_MESH;
    def.mesh = box;
    def.scale = 8;
    def.position[1] = -4;
    OK(plump_obstacle_create(l.world, &def, &l.floor, &kit_error));
    run_impacts(&l, NULL, true);
    close_lab(&l);
    plump_mesh_destroy(box);
}

// A softer and lighter box in empty space.
static void impulses_between_bodies_are_all_of_the_momentum(void** state) {
    (void)state;
    lab l = open_lab(0, 1);
    plump_mesh* box = make_shape(PLUMP_SHAPE_BOX, 98);
    OK(plump_obstacle_destroy(l.world, l.floor, &kit_error));
    plump_body_def def = ball_def(&l, 0.05, -0.17, 0);
    def.mesh = box;
    def.density = 300;
    run_impacts(&l, &def, false);
    close_lab(&l);
    plump_mesh_destroy(box);
}

// Five balls in a heap, one of them thrown in: what all of them tell adds up.
static void impulses_in_a_heap_are_all_of_the_momentum(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 2);
    plump_body_id balls[6];
    for (int i = 0; i < 6; ++i) {
        plump_body_def def = ball_def(&l, 0.12 * (i % 3), 0.16 + 0.25 * i, i == 5 ? 60.0f : 0);
        def.can_sleep = false;
        OK(plump_body_create(l.world, &def, &balls[i], &kit_error));
    }
    for (int n = 0; n < 60; ++n) {
        double before[6][3], mass = 0, scale;
        for (int i = 0; i < 6; ++i)
            memcpy(before[i], describe(l.world, balls[i]).velocity, sizeof before[i]);
        plump_events e = step_once(&l);
        for (int i = 0; i < 6; ++i) {
            plump_body_info info = describe(l.world, balls[i]);
            double given[3], told[3];
            mass = info.mass;
            for (int k = 0; k < 3; ++k) given[k] = mass * (info.velocity[k] - before[i][k]);
            given[1] += mass * 9.81 / 60;
            given_to(&e, balls[i], told);
            scale = fmax(mass, apart(given, (double[]){0, 0, 0}));
            if (apart(given, told) > 0.01 * scale ||
                apart(told, info.contact_impulse) > 1e-6 * scale)
                fail_msg("ball %d in step %d: off by %g of %g N s", i, n, apart(given, told),
                         scale);
        }
    }
    close_lab(&l);
}

// On a spring that pulls aside, pushed by a wall that moves: neither is forgotten, nor told twice.
static void what_ties_give_is_not_told_by_touches(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_body_def def = ball_def(&l, 0, 0.16, 0);
    plump_obstacle_def wall = plump_default_obstacle_def();
    plump_attachment_def tie = plump_default_attachment_def();
    plump_obstacle_id wall_id;
    plump_attachment_id tie_id;
    wall.shape = PLUMP_OBSTACLE_BOX;
    wall.position[0] = 0.7;
    OK(plump_obstacle_create(l.world, &wall, &wall_id, &kit_error));
    OK(plump_body_create(l.world, &def, &tie.body, &kit_error));
    tie.stiffness = 500;
    tie.point[0] = 0.4, tie.point[1] = 1;
    OK(plump_attachment_create(l.world, &tie, &tie_id, &kit_error));
    double mass = describe(l.world, tie.body).mass, pulled = 0;
    for (int n = 0; n < 40; ++n) {
        const double to[3] = {0.7 - 0.02 * n, 0, 0};
        const float none[4] = {0, 0, 0, 1};
        double before[3], given[3], told[3];
        OK(plump_obstacle_move(l.world, wall_id, to, none, &kit_error));
        memcpy(before, describe(l.world, tie.body).velocity, sizeof before);
        plump_events e = step_once(&l);
        plump_attachment_info pull;
        OK(plump_attachment_get_info(l.world, tie_id, &pull, &kit_error));
        plump_body_info info = describe(l.world, tie.body);
        for (int k = 0; k < 3; ++k)
            given[k] = mass * (info.velocity[k] - before[k]) - pull.force[k] / 60;
        given[1] += mass * 9.81 / 60;
        given_to(&e, tie.body, told);
        pulled += pull.force[0] / 60;
        if (apart(given, told) > 1e-4 * mass) fail_msg("%d: off by %g", n, apart(given, told));
    }
    assert_true(pulled > 0.1 * mass);
    close_lab(&l);
}

// --- order and ids ---

static void events_come_in_order_of_creation(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_body_id ids[4];
    const double x[4] = {0, 0.58, 0.29, 2};
    for (int i = 0; i < 4; ++i) ids[i] = put_ball(&l, x[i], 0.1499, 0);
    plump_events e = step_once(&l);
    // 0 and 1 lie on the floor and against 2, which was made later; 3 lies alone
    const uint32_t who[6][2] = {{0, 4}, {0, 2}, {1, 4}, {1, 2}, {2, 4}, {3, 4}};
    assert_int_equal(e.began_count, 6);
    for (int i = 0; i < 6; ++i) {
        assert_int_equal(e.began[i].body.value, ids[who[i][0]].value);
        assert_int_equal(e.began[i].other.value, who[i][1] < 4 ? ids[who[i][1]].value : 0);
        assert_int_equal(e.began[i].obstacle.value, who[i][1] < 4 ? 0 : l.floor.value);
    }
    assert_true(e.began[1].normal[0] < -0.9f && e.began[3].normal[0] > 0.9f);
    e = step_once(&l);
    assert_true(e.began_count == 0 && e.stays_count + e.ended_count == 6);
    close_lab(&l);
}

static plump_mesh* two_balls(const plump_mesh* ball) {
    fixture f = {0};
    const float* x = plump_mesh_positions(ball);
    uint32_t count = plump_mesh_vertex_count(ball);
    for (uint32_t i = 0; i < 2 * count; ++i) {
        const float* p = x + 3 * (size_t)(i % count);
        fixture_vertex(&f, (double)p[0], (double)p[1] + (i < count ? 0 : 1.1), (double)p[2]);
    }
    const uint32_t* t = plump_mesh_indices(ball);
    for (uint32_t i = 0; i < 2 * plump_mesh_triangle_count(ball); ++i) {
        const uint32_t* c = t + 3 * (size_t)(i % plump_mesh_triangle_count(ball));
        uint32_t first = i < plump_mesh_triangle_count(ball) ? 0 : count;
        fixture_triangle(&f, first + c[0], first + c[1], first + c[2]);
    }
    return mesh_taken(f);
}

// The upper of two balls of one mesh falls on the lower one.
static void a_body_touches_itself(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_mesh* mesh = two_balls(l.ball);
    plump_body_def def = ball_def(&l, 0, 0.32, 0);
    def.mesh = mesh;
    def.core = 0;
    plump_body_id id;
    OK(plump_body_create(l.world, &def, &id, &kit_error));
    const plump_touch_event* own = NULL;
    plump_events e;
    for (int n = 0; n < 120 && !own; ++n) {
        e = step_once(&l);
        for (uint32_t i = 0; i < e.began_count; ++i)
            if (e.began[i].other.value == id.value) own = &e.began[i];
    }
    assert_non_null(own);
    assert_true(own->body.value == id.value && own->obstacle.value == 0);
    assert_true(own->approach == 0 && own->impulse[1] == 0);
    assert_true(fabsf(own->normal[1]) > 0.8f && own->point[1] > 0.1 && own->point[1] < 0.4);
    close_lab(&l);
    plump_mesh_destroy(mesh);
}

// --- who goes ---

static void what_is_destroyed_while_it_touches_has_ended(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_body_id a = put_ball(&l, 0, 0.149, 0), b = put_ball(&l, 0.29, 0.149, 0);
    plump_events e = step_once(&l);
    expect_counts(&e, 3, 0, 0);
    OK(plump_body_destroy(l.world, a, &kit_error));
    plump_body_id c = put_ball(&l, 5, 3, 0);  // may have its slot, not its id
    e = step_once(&l);
    expect_counts(&e, 0, 1, 2);
    assert_int_equal(e.stays->body.value, b.value);
    assert_int_equal(e.ended[0].body.value, a.value);
    assert_int_equal(e.ended[0].obstacle.value, l.floor.value);
    assert_true(e.ended[1].body.value == a.value && e.ended[1].other.value == b.value);
    assert_int_not_equal(a.value, c.value);
    OK(plump_obstacle_destroy(l.world, l.floor, &kit_error));
    e = step_once(&l);
    expect_counts(&e, 0, 0, 1);
    assert_true(e.ended->body.value == b.value && e.ended->obstacle.value == l.floor.value);
    e = step_once(&l);
    expect_counts(&e, 0, 0, 0);
    close_lab(&l);
}

// Whoever reads events may make and destroy bodies meanwhile.
static void lists_are_lent_until_the_next_step(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_body_id first = put_ball(&l, 0, 0.149, 0);
    plump_events e = step_once(&l), copy = e;
    plump_touch_event was = *e.began;
    for (int i = 1; i < 60; ++i) put_ball(&l, i, 3, 0);
    OK(plump_body_destroy(l.world, first, &kit_error));
    e = plump_world_events(l.world);
    assert_true(e.began == copy.began && e.began_count == 1);
    assert_true(e.began->body.value == was.body.value && e.began->impulse[1] == was.impulse[1]);
    e = step_once(&l);
    expect_counts(&e, 0, 0, 1);
    close_lab(&l);
}

static void ties_that_break_are_listed(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_body_id ball = put_ball(&l, 0, 2, 0);
    plump_attachment_def def = plump_default_attachment_def();
    plump_attachment_id ids[3];
    double at[162][3];
    OK(plump_body_read(l.world, ball, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, at, 0, 162,
                       &kit_error));
    for (int i = 0; i < 3; ++i) {
        def.body = ball, def.vertex = (uint32_t)i;
        memcpy(def.point, at[i], sizeof def.point);
        def.breaking_force = i == 1 ? 0 : 1;
        OK(plump_attachment_create(l.world, &def, &ids[i], &kit_error));
    }
    uint32_t broke = 0;
    for (int i = 0; i < 30; ++i) {
        plump_events e = step_once(&l);
        assert_int_equal(e.broke_count, plump_world_report(l.world)->broken_count);
        for (uint32_t k = 0; k < e.broke_count; ++k)
            assert_true(e.broke[k].value == ids[0].value || e.broke[k].value == ids[2].value);
        broke += e.broke_count;
    }
    assert_int_equal(broke, 2);
    close_lab(&l);
}

static void nothing_is_told_without_a_world_or_a_step(void** state) {
    (void)state;
    plump_events e = plump_world_events(NULL);
    expect_counts(&e, 0, 0, 0);
    lab l = open_lab(-9.81f, 1);
    e = step_once(&l);  // of nobody
    expect_counts(&e, 0, 0, 0);
    put_ball(&l, 0, 0.149, 0);
    e = plump_world_events(l.world);
    expect_counts(&e, 0, 0, 0);
    assert_true(e.fell_asleep_count == 0 && e.woke_count == 0 && e.broke_count == 0);
    close_lab(&l);
}

// --- the same events ---

static uint64_t mix(uint64_t hash, const void* data, size_t size) {
    const unsigned char* p = data;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ p[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static uint64_t mix_touches(uint64_t hash, const plump_touch_event* t, uint32_t count) {
    hash = mix(hash, &count, sizeof count);
    for (uint32_t i = 0; i < count; ++i, ++t) {
        const uint32_t who[3] = {t->body.value, t->other.value, t->obstacle.value};
        hash = mix(hash, who, sizeof who);
        hash = mix(hash, t->point, sizeof t->point);
        hash = mix(hash, t->normal, sizeof t->normal);
        hash = mix(hash, &t->approach, sizeof t->approach);
        hash = mix(hash, t->impulse, sizeof t->impulse);
    }
    return hash;
}

static uint64_t mix_events(uint64_t hash, const plump_events* e) {
    hash = mix_touches(hash, e->began, e->began_count);
    hash = mix_touches(hash, e->stays, e->stays_count);
    hash = mix_touches(hash, e->ended, e->ended_count);
    for (uint32_t i = 0; i < e->fell_asleep_count; ++i)
        hash = mix(hash, &e->fell_asleep[i].value, sizeof(uint32_t));
    for (uint32_t i = 0; i < e->woke_count; ++i)
        hash = mix(hash, &e->woke[i].value, sizeof(uint32_t));
    return hash;
}

// A fast one hits a row of five.
static lab busy_lab(uint32_t workers) {
    lab l = open_lab(-9.81f, workers);
    for (int i = 0; i < 5; ++i) put_ball(&l, 0.31 * i, 0.16, 0);
    plump_body_def def = ball_def(&l, -1, 0.5, 5);
    def.velocity[0] = 40;
    def.restitution = 0.5f;
    plump_body_id id;
    OK(plump_body_create(l.world, &def, &id, &kit_error));
    return l;
}

static uint64_t run_busy(lab* l, int steps) {
    uint64_t hash = 1;
    for (int i = 0; i < steps; ++i) {
        plump_events e = step_once(l);
        hash = mix_events(hash, &e);
    }
    return hash;
}

static void same_events_for_any_number_of_workers(void** state) {
    (void)state;
    const uint32_t workers[] = {1, 2, 8};
    uint64_t hash[3];
    for (int i = 0; i < 3; ++i) {
        lab l = busy_lab(workers[i]);
        hash[i] = run_busy(&l, 90);
        close_lab(&l);
    }
    assert_true(hash[0] == hash[1] && hash[0] == hash[2]);
}

typedef struct bytes {
    void* at;
    size_t size;
} bytes;

static bytes take(const lab* l) {
    bytes b = {NULL, plump_world_snapshot_size(l->world)};
    b.at = malloc(b.size);
    assert_non_null(b.at);
    OK(plump_world_snapshot(l->world, b.at, b.size, &b.size, &kit_error));
    return b;
}

static void put_back(lab* l, bytes b) {
    const plump_mesh* meshes[1] = {l->ball};
    OK(plump_world_restore(l->world, b.at, b.size, meshes, 1, &kit_error));
    plump_events e = plump_world_events(l->world);
    expect_counts(&e, 0, 0, 0);
}

static void snapshots_know_who_touches_whom(void** state) {
    (void)state;
    lab l = busy_lab(1);
    bytes before = take(&l);
    uint64_t early = run_busy(&l, 10);
    bytes among = take(&l);
    uint64_t late = run_busy(&l, 40);
    put_back(&l, among);
    assert_true(run_busy(&l, 40) == late);
    put_back(&l, before);  // nobody touched yet: all begins anew
    assert_true(run_busy(&l, 10) == early && run_busy(&l, 40) == late);
    lab fresh = open_lab(-9.81f, 1);
    put_back(&fresh, among);
    assert_true(run_busy(&fresh, 40) == late);
    close_lab(&fresh);
    close_lab(&l);
    free(before.at);
    free(among.at);
}

// What was destroyed or woken since the last step is told after the snapshot, too; what sleeps is
// not told to begin.
static void snapshots_know_what_is_still_to_be_told(void** state) {
    (void)state;
    lab l = open_lab(-9.81f, 1);
    plump_body_id a = put_ball(&l, 0, 0.16, 0), b = put_ball(&l, 2, 0.16, 0);
    while (plump_world_report(l.world)->asleep_count < 2) step_once(&l);
    bytes asleep = take(&l);
    OK(plump_body_destroy(l.world, a, &kit_error));
    OK(plump_body_wake(l.world, b, &kit_error));
    bytes changed = take(&l);
    put_back(&l, asleep);
    plump_events e = step_once(&l);
    expect_counts(&e, 0, 0, 0);
    for (int i = 0; i < 2; ++i) {
        put_back(&l, changed);
        e = step_once(&l);
        expect_counts(&e, 0, 1, 1);
        assert_true(e.ended->body.value == a.value && e.stays->body.value == b.value);
        assert_true(e.woke_count == 1 && e.woke->value == b.value);
    }
    close_lab(&l);
    free(asleep.at);
    free(changed.at);
}

// --- memory ---

// One box lies on a hundred small ones: more pairs than there is room for at first.
static plump_world* many_pairs(memory_kit* memory, plump_mesh* mesh) {
    plump_world_def def = plump_default_world_def();
    plump_world* world = NULL;
    def.worker_count = 1;
    def.allocator = memory_kit_hooks(memory);
    OK(plump_world_create(&def, &world, &kit_error));
    plump_obstacle_def stone = plump_default_obstacle_def();
    stone.shape = PLUMP_OBSTACLE_SPHERE;
    stone.radius = 0.05f;
    for (int i = 0; i < 100; ++i) {
        plump_obstacle_id id;
        stone.position[0] = (i % 10 - 4.5) / 10, stone.position[2] = (i / 10 - 4.5) / 10;
        stone.position[1] = -0.55;
        OK(plump_obstacle_create(world, &stone, &id, &kit_error));
    }
    plump_body_def body = plump_default_body_def();
    plump_body_id id;
    body.mesh = mesh;
    body.frequency = 5;
    OK(plump_body_create(world, &body, &id, &kit_error));
    return world;
}

static void events_wait_for_memory(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BOX, 1538);
    uint32_t told[2];
    for (int starve = 0; starve < 2; ++starve) {
        memory_kit memory = {0};
        plump_world* world = many_pairs(&memory, mesh);
        memory.calls = 0;
        memory.fail_at = starve;
        memory.fail_forever = true;
        uint32_t began = 0, ended = 0, grown = 0;
        for (int n = 0; n < 60; ++n) {
            if (n == 30) memory.fail_at = 0;
            OK(plump_world_step(world, 1.0f / 60, 2, &kit_error));
            plump_events e = plump_world_events(world);
            began += e.began_count, ended += e.ended_count;
            grown += plump_world_report(world)->contact_grown;
        }
        assert_true(grown > 0);
        told[starve] = began - ended;
        plump_world_destroy(world);
        assert_int_equal(memory.blocks, 0);
    }
    assert_true(told[0] > 80 && told[0] == told[1]);
    plump_mesh_destroy(mesh);
}

static void a_warm_step_takes_no_memory(void** state) {
    (void)state;
    memory_kit memory = {0};
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_BOX, 1538);
    plump_world* world = many_pairs(&memory, mesh);
    for (int n = 0; n < 60; ++n) OK(plump_world_step(world, 1.0f / 60, 2, &kit_error));
    memory.calls = 0;
    for (int n = 0; n < 10; ++n) {
        OK(plump_world_step(world, 1.0f / 60, 2, &kit_error));
        if (plump_world_report(world)->contact_grown == 0) assert_int_equal(memory.calls, 0);
        memory.calls = 0;
    }
    assert_int_equal(plump_world_report(world)->contact_grown, 0);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_that_bounces_begins_and_ends),
        cmocka_unit_test(approach_is_that_of_a_fall),
        cmocka_unit_test(what_comes_to_rest_stays_and_sleeps_without_events),
        cmocka_unit_test(impulses_on_a_plane_are_all_of_the_momentum),
        cmocka_unit_test(impulses_on_triangles_are_all_of_the_momentum),
        cmocka_unit_test(impulses_between_bodies_are_all_of_the_momentum),
        cmocka_unit_test(impulses_in_a_heap_are_all_of_the_momentum),
        cmocka_unit_test(what_ties_give_is_not_told_by_touches),
        cmocka_unit_test(events_come_in_order_of_creation),
        cmocka_unit_test(a_body_touches_itself),
        cmocka_unit_test(what_is_destroyed_while_it_touches_has_ended),
        cmocka_unit_test(lists_are_lent_until_the_next_step),
        cmocka_unit_test(ties_that_break_are_listed),
        cmocka_unit_test(nothing_is_told_without_a_world_or_a_step),
        cmocka_unit_test(same_events_for_any_number_of_workers),
        cmocka_unit_test(snapshots_know_who_touches_whom),
        cmocka_unit_test(snapshots_know_what_is_still_to_be_told),
        cmocka_unit_test(events_wait_for_memory),
        cmocka_unit_test(a_warm_step_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
