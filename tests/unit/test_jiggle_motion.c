// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Masses that swing after their anchors: what the physics asks for, and what callers rely on.
#include "tests/unit/jiggle_kit.h"

static const float one_point[3] = {0, 0, 0};

static plump_jiggle* one_set(const plump_jiggle_set* set, const float gravity[3]) {
    plump_jiggle_def def = kit_points(one_point, 1);
    def.sets = set;
    def.set_count = 1;
    if (gravity) memcpy(def.gravity, gravity, sizeof def.gravity);
    return kit_make(&def);
}

static void moved_by(double x, double y, double z, double m[12]) {
    memcpy(m, kit_identity, sizeof kit_identity);
    m[3] = x;
    m[7] = y;
    m[11] = z;
}

static plump_jiggle_state state_of(const plump_jiggle* jiggle) {
    plump_jiggle_state s;
    assert_int_equal(plump_jiggle_read(jiggle, 0, &s, NULL), PLUMP_OK);
    return s;
}

static void step_to(plump_jiggle* jiggle, double dt, double x, double y, double z) {
    double m[12];
    plump_error error;
    moved_by(x, y, z, m);
    if (plump_jiggle_step(jiggle, dt, m, NULL, &error) != PLUMP_OK) fail_msg("%s", error.text);
}

// At an even speed the mass ends up with its anchor; an anchor that stops sets it swinging.
static void mass_follows_and_swings_on_when_the_anchor_stops(void** state) {
    (void)state;
    plump_jiggle_set set = plump_default_jiggle_set();
    plump_jiggle_set_tune(&set, 2, 0.1);
    set.limit = 4;
    plump_jiggle* jiggle = one_set(&set, NULL);
    double x = 0, most = 0;
    for (int i = 0; i < 1500; ++i) step_to(jiggle, 0.01, x += 0.01, 0, 0);
    assert_true(state_of(jiggle).stretch < 1e-3);
    assert_true(fabs(state_of(jiggle).velocity[0] - 1) < 1e-3);
    for (int i = 0; i < 30; ++i) {
        step_to(jiggle, 0.01, x, 0, 0);
        double over = state_of(jiggle).point[0] - x;
        most = over > most ? over : most;
    }
    // v / w e^(...): the first swing of a damped spring hit by 1 m/s
    double w = 2 * 3.141592653589793 * 2;
    double expected = exp(-0.1 / sqrt(1 - 0.01) * atan2(sqrt(1 - 0.01), 0.1)) / w;
    assert_true(fabs(most - expected) < 0.02 * expected);
    for (int i = 0; i < 1000; ++i) step_to(jiggle, 0.01, x, 0, 0);
    assert_true(state_of(jiggle).stretch < 1e-4);
    plump_jiggle_destroy(jiggle);
}

// The anchor goes evenly over a step, so one long step is as good as many short ones.
static void one_long_step_is_many_short_ones(void** state) {
    (void)state;
    plump_jiggle_set set = plump_default_jiggle_set();
    const float gravity[3] = {0, -9.81f, 0};
    set.limit = 4;
    plump_jiggle *one = one_set(&set, gravity), *many = one_set(&set, gravity);
    step_to(one, 0.3, 0.4, 0.1, -0.2);
    for (int i = 1; i <= 30; ++i) step_to(many, 0.01, 0.4 * i / 30, 0.1 * i / 30, -0.2 * i / 30);
    assert_true(kit_distance(state_of(one).point, state_of(many).point) < 1e-9);
    assert_true(kit_distance(state_of(one).velocity, state_of(many).velocity) < 1e-8);
    plump_jiggle_destroy(one);
    plump_jiggle_destroy(many);
}

static void gravity_sags_by_weight_over_stiffness(void** state) {
    (void)state;
    plump_jiggle_set set = plump_default_jiggle_set();
    const float gravity[3] = {0, -9.81f, 0};
    plump_jiggle* jiggle = one_set(&set, gravity);
    double sag = 9.81 / 200;
    assert_true(fabs(state_of(jiggle).point[1] + sag) < 1e-6);  // from the start: no swing comes in
    for (int i = 0; i < 1000; ++i) step_to(jiggle, 0.02, 0, 0, 0);
    assert_true(fabs(state_of(jiggle).point[1] + sag) < 1e-6);
    plump_jiggle_destroy(jiggle);
}

// With gravity as the bind pose has it nothing sags upright, and by twice as much upside down.
static void bind_gravity_counts_only_what_is_different(void** state) {
    (void)state;
    plump_jiggle_set set = plump_default_jiggle_set();
    plump_jiggle_def def = kit_points(one_point, 1);
    def.sets = &set;
    def.set_count = 1;
    def.gravity[1] = def.bind_gravity[1] = -9.81f;
    plump_jiggle* jiggle = kit_make(&def);
    const double over[12] = {1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0};
    assert_true(state_of(jiggle).stretch < 1e-7);
    assert_int_equal(plump_jiggle_reset(jiggle, over, NULL), PLUMP_OK);
    assert_true(fabs(state_of(jiggle).point[1] + 2 * 9.81 / 200) < 1e-5);
    plump_jiggle_destroy(jiggle);
}

static void limit_holds_and_is_reported(void** state) {
    (void)state;
    plump_jiggle_set set = plump_default_jiggle_set();
    set.radius = 0.2f;
    set.limit = 0.5f;
    plump_jiggle* jiggle = one_set(&set, NULL);
    plump_jiggle_report report;
    double m[12];
    uint32_t limited = 0;
    for (int i = 0; i < 200; ++i) {
        moved_by(i < 20 ? 0.5 * i : 10, 0, 0, m);
        assert_int_equal(plump_jiggle_step(jiggle, 1.0 / 60, m, &report, NULL), PLUMP_OK);
        assert_true(report.stretch_most <= 0.5 * (1 + 1e-9));
        assert_int_equal(report.limited_count != 0, state_of(jiggle).limited);
        limited += report.limited_count;
    }
    assert_true(limited >= 2 && limited < 100);
    assert_int_equal(report.limited_count, 0);
    plump_jiggle_destroy(jiggle);
}

// Two sets that swing alike, one with its limit far away. Below half of the limit they are the same
// bits; beyond, the limited one falls back smoothly: neither it nor its speed jumps.
static void limits_are_neared_smoothly(void** state) {
    (void)state;
    const double dt = 1e-3, limit = 0.4;
    plump_jiggle_set set = plump_default_jiggle_set();
    set.limit = 4;
    plump_jiggle* loose = one_set(&set, NULL);
    set.limit = (float)limit;
    plump_jiggle* tight = one_set(&set, NULL);
    double last = 0, speed = 0, most = 0;
    for (int i = 0; i < 3000; ++i) {
        double x = i < 40 ? 0.008 * i : 0.32;
        step_to(loose, dt, x, 0, 0);
        step_to(tight, dt, x, 0, 0);
        double wide = state_of(loose).stretch, held = state_of(tight).stretch;
        if (wide <= 0.499 * limit) assert_true(held == wide);
        if (wide > 0.501 * limit) assert_true(held < wide && held < limit);
        double along = (state_of(tight).point[0] - state_of(tight).anchor[0]) / 0.5;
        double faster = i > 1 ? fabs((along - last) / dt - speed) : 0;
        if (i > 41) assert_true(faster < 0.6);  // radii/s; at a wall it loses 5 and more
        speed = (along - last) / dt;
        last = along;
        most = wide > most ? wide : most;
    }
    assert_true(most > 1.2 * limit && most < 2 * limit);
    plump_jiggle_destroy(loose);
    plump_jiggle_destroy(tight);
}

// What is let go at its limit begins to swing where it was held.
static void letting_go_does_not_jump(void** state) {
    (void)state;
    for (int i = 0; i <= 20; ++i) {
        plump_jiggle_set set = plump_default_jiggle_set();
        plump_jiggle* jiggle = one_set(&set, NULL);
        const double to[3] = {0.02 * i, 0, 0};
        assert_int_equal(plump_jiggle_drag(jiggle, 0, to, NULL), PLUMP_OK);
        step_to(jiggle, 0.02, 0, 0, 0);
        assert_true(kit_distance(state_of(jiggle).point, to) < 1e-8);
        step_to(jiggle, 0.02, 0, 0, 0);
        assert_int_equal(plump_jiggle_drag(jiggle, 0, NULL, NULL), PLUMP_OK);
        assert_true(fabs(state_of(jiggle).stretch - 0.04 * i) <= (i < 20 ? 1e-6 : 0.03 * 0.8));
        plump_jiggle_destroy(jiggle);
    }
}

static void jump_cuts_bring_no_energy_in(void** state) {
    (void)state;
    plump_jiggle_set set = plump_default_jiggle_set();
    set.turn_hertz = 2;
    plump_jiggle* jiggle = one_set(&set, NULL);
    for (int i = 0; i < 20; ++i) step_to(jiggle, 0.02, 0.1 * i, 0, 0);
    double m[12];
    moved_by(500, -3, 20, m);
    assert_int_equal(plump_jiggle_reset(jiggle, m, NULL), PLUMP_OK);
    for (int i = 0; i < 20; ++i) {
        step_to(jiggle, 0.02, 500, -3, 20);
        assert_true(state_of(jiggle).stretch == 0);
    }
    plump_jiggle_destroy(jiggle);
}

static void carrying_swings_on_as_if_nothing_had_happened(void** state) {
    (void)state;
    plump_jiggle_set set = plump_default_jiggle_set();
    plump_jiggle *jumps = one_set(&set, NULL), *stays = one_set(&set, NULL);
    for (int i = 0; i < 60; ++i) {
        double far = i < 30 ? 0 : 64;
        if (i == 30) {
            double m[12];
            moved_by(64 + 0.02 * 29, 0, 0, m);
            assert_int_equal(plump_jiggle_carry(jumps, m, NULL), PLUMP_OK);
        }
        step_to(jumps, 0.02, far + 0.02 * i, 0, 0);
        step_to(stays, 0.02, 0.02 * i, 0, 0);
        assert_true(fabs(state_of(jumps).point[0] - far - state_of(stays).point[0]) < 1e-9);
    }
    plump_jiggle_destroy(jumps);
    plump_jiggle_destroy(stays);
}

static void a_hand_holds_and_lets_go(void** state) {
    (void)state;
    plump_jiggle_set set = plump_default_jiggle_set();
    plump_jiggle* jiggle = one_set(&set, NULL);
    const double near[3] = {0.1, 0.2, 0}, far[3] = {10, 0, 0};
    assert_int_equal(plump_jiggle_drag(jiggle, 0, near, NULL), PLUMP_OK);
    step_to(jiggle, 0.02, 0, 0, 0);
    assert_true(kit_distance(state_of(jiggle).point, near) < 1e-12);
    assert_int_equal(plump_jiggle_drag(jiggle, 0, far, NULL), PLUMP_OK);
    step_to(jiggle, 0.02, 0, 0, 0);
    assert_true(fabs(state_of(jiggle).stretch - 0.8) < 1e-6 && state_of(jiggle).limited);
    assert_int_equal(plump_jiggle_drag(jiggle, 0, NULL, NULL), PLUMP_OK);
    for (int i = 0; i < 500; ++i) step_to(jiggle, 0.02, 0, 0, 0);
    assert_true(state_of(jiggle).stretch < 1e-4);
    plump_jiggle_destroy(jiggle);
}

// A set that turns lags behind a turning segment, then swings back; in the fields a point beside
// the anchor is turned by the angle.
static void turning_lags_behind_and_comes_back(void** state) {
    (void)state;
    plump_jiggle_set set = plump_default_jiggle_set();
    set.turn_hertz = 1;
    set.turn_ratio = 0.3f;
    plump_jiggle* jiggle = one_set(&set, NULL);
    double lag = 0;
    for (int i = 0; i <= 400; ++i) {
        double angle = i < 10 ? 0.05 * i : 0.5;
        const double m[12] = {cos(angle), -sin(angle), 0, 0, sin(angle), cos(angle),
                              0,          0,           0, 0, 1,          0};
        assert_int_equal(plump_jiggle_step(jiggle, 0.02, m, NULL, NULL), PLUMP_OK);
        double turn = state_of(jiggle).turn[2];
        lag = turn < lag ? turn : lag;
        assert_true(fabs(state_of(jiggle).turn[0]) < 1e-9);
    }
    assert_true(lag < -0.2 && lag > -0.5);
    assert_true(fabs(state_of(jiggle).turn[2]) < 1e-3);
    plump_jiggle_destroy(jiggle);
}

// Any dt, any stiffness, thousands of wild steps: always finite, always within the limit.
static void nothing_explodes(void** state) {
    (void)state;
    plump_jiggle_set sets[4];
    for (int i = 0; i < 4; ++i) {
        sets[i] = plump_default_jiggle_set();
        sets[i].turn_hertz = 5;
        sets[i].mass = i < 2 ? 1e-12f : 1e12f;
        sets[i].stiffness = i % 2 ? 1e-12f : 1e15f;
        sets[i].damping = i == 3 ? 1e15f : 0;
    }
    plump_jiggle_def def = kit_points(one_point, 1);
    def.sets = sets;
    def.set_count = 4;
    def.gravity[1] = -9.81f;
    plump_jiggle* jiggle = kit_make(&def);
    for (int i = 0; i < 5000; ++i) {
        double m[12], way[3];
        kit_direction(way);
        moved_by(1e3 * way[0], 1e3 * way[1], 1e3 * way[2], m);
        for (int k = 0; k < 9; ++k) m[4 * (k / 3) + k % 3] = kit_random(-2, 2);
        plump_jiggle_report report;
        double dt = pow(10, kit_random(-6, 3));
        assert_int_equal(plump_jiggle_step(jiggle, dt, m, &report, NULL), PLUMP_OK);
        assert_true(report.stretch_most <= 0.8001 && report.turn_most <= 0.8001);
        double now[3];
        kit_deform(jiggle, now, NULL);
        for (int k = 0; k < 3; ++k) assert_true(fabs(now[k]) < 1e4);
    }
    plump_jiggle_destroy(jiggle);
}

// Matrices that shear, crush and blow up by any factor, with obstacles and polish.
static void no_matrix_brings_out_a_nan(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_BEAR, 400);
    uint32_t count = plump_mesh_vertex_count(mesh), set_count, number;
    double* now = malloc(6 * (size_t)count * sizeof *now);
    const double sizes[] = {0, 1e-9, 1e-6, 1e-30, 1, 1e3, 1e9, 1};
    plump_jiggle_set sets[8];
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    plump_jiggle_def def = kit_def(mesh);
    assert_int_equal(plump_jiggle_place_sets(&def, &wishes, sets, 8, &set_count, NULL), PLUMP_OK);
    for (uint32_t i = 0; i < set_count; ++i) sets[i].turn_hertz = 2;
    def.sets = sets;
    def.set_count = set_count;
    def.polish = true;
    plump_jiggle* jiggle = kit_make(&def);
    plump_obstacle_def o = plump_default_obstacle_def();
    for (int i = 0; i < 2; ++i) {
        o.shape = i ? PLUMP_OBSTACLE_BOX : PLUMP_OBSTACLE_PLANE;
        o.position[1] = -0.3;
        assert_int_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, NULL), PLUMP_OK);
    }
    for (int i = 0; i < 2000; ++i) {
        double m[12], dt = pow(10, kit_random(-6, 3));
        for (int k = 0; k < 12; ++k) m[k] = kit_random(-1, 1) * sizes[(int)kit_random(0, 8)];
        assert_int_equal(plump_jiggle_step(jiggle, dt, m, NULL, NULL), PLUMP_OK);
        kit_deform(jiggle, now, now + 3 * count);
        for (uint32_t v = 0; v < 3 * count; ++v) {
            assert_true(fabs(now[v]) < 1e12);
            assert_true(fabs(now[3 * count + v]) < 1.001);
        }
    }
    plump_jiggle_destroy(jiggle);
    plump_mesh_destroy(mesh);
    free(now);
}

// Morph targets move anchors as matrices do: the bind pose shifted, and turned about the origin.
static void morphs_move_anchors(void** state) {
    (void)state;
    enum { COUNT = 60 };
    float rest[3 * COUNT], moved[3 * COUNT];
    for (int i = 0; i < 3 * COUNT; ++i) rest[i] = (float)kit_random(-1, 1);
    plump_jiggle_def def = kit_points(rest, COUNT);
    plump_jiggle_set set = plump_default_jiggle_set();
    set.anchor[0] = 0.3;
    set.radius = 0.9f;
    def.sets = &set;
    def.set_count = 1;
    plump_jiggle *bones = kit_make(&def), *morphs = kit_make(&def);
    for (int step = 1; step <= 20; ++step) {
        double angle = 0.05 * step, c = cos(angle), s = sin(angle);
        const double m[12] = {c, -s, 0, 0.02 * step, s, c, 0, 0, 0, 0, 1, 0.01 * step};
        for (int i = 0; i < 3 * COUNT; ++i) {
            const float* at = rest + i / 3 * 3;
            const double* row = m + i % 3 * 4;
            moved[i] = (float)(row[0] * (double)at[0] + row[1] * (double)at[1] +
                               row[2] * (double)at[2] + row[3]);
        }
        assert_int_equal(plump_jiggle_set_bind(morphs, moved, 0, NULL, 0, NULL), PLUMP_OK);
        assert_int_equal(plump_jiggle_step(morphs, 0.02, kit_identity, NULL, NULL), PLUMP_OK);
        assert_int_equal(plump_jiggle_step(bones, 0.02, m, NULL, NULL), PLUMP_OK);
        plump_jiggle_state a = state_of(bones), b = state_of(morphs);
        for (int k = 0; k < 3; ++k) assert_true(fabs(a.point[k] - b.point[k]) < 1e-6);
    }
    assert_true(state_of(morphs).stretch > 0.02);
    // back to the first bind pose: the anchor is where it was, to the bit
    assert_int_equal(plump_jiggle_set_bind(morphs, rest, 0, NULL, 0, NULL), PLUMP_OK);
    assert_true(plump_jiggle_jump(morphs, kit_identity) > 0.4);
    assert_int_equal(plump_jiggle_reset(morphs, kit_identity, NULL), PLUMP_OK);
    assert_true(state_of(morphs).anchor[0] == 0.3);
    plump_jiggle_destroy(bones);
    plump_jiggle_destroy(morphs);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_follows_and_swings_on_when_the_anchor_stops),
        cmocka_unit_test(one_long_step_is_many_short_ones),
        cmocka_unit_test(gravity_sags_by_weight_over_stiffness),
        cmocka_unit_test(bind_gravity_counts_only_what_is_different),
        cmocka_unit_test(limit_holds_and_is_reported),
        cmocka_unit_test(limits_are_neared_smoothly),
        cmocka_unit_test(letting_go_does_not_jump),
        cmocka_unit_test(jump_cuts_bring_no_energy_in),
        cmocka_unit_test(carrying_swings_on_as_if_nothing_had_happened),
        cmocka_unit_test(a_hand_holds_and_lets_go),
        cmocka_unit_test(turning_lags_behind_and_comes_back),
        cmocka_unit_test(morphs_move_anchors),
        cmocka_unit_test(nothing_explodes),
        cmocka_unit_test(no_matrix_brings_out_a_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
