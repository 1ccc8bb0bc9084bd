// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Ragdolls against what mechanics says of them: free fall, momentum, the frequency of their joints,
// depths of contacts and ways of sliding.
#include "ragdoll_kit.h"

static const double pi = 3.14159265358979;

static void at_rest_matrices_are_the_placing(void** state) {
    (void)state;
    plump_ragdoll_def def = ragdoll_beast_def();
    plump_ragdoll* ragdoll = ragdoll_make(&def);
    for (uint32_t i = 0; i < 12 * RAGDOLL_BEAST_BONES; ++i)
        assert_true(plump_ragdoll_matrices(ragdoll)[i] == (i % 12 % 5 ? 0 : 1));
    plump_ragdoll_destroy(ragdoll);

    def.scale = 2;  // a quarter turn about y: x becomes -z
    def.rotation[1] = def.rotation[3] = 3;
    def.position[0] = 7;
    ragdoll = ragdoll_make(&def);
    const double wanted[12] = {0, 0, 2, 7, 0, 2, 0, 0, -2, 0, 0, 0};
    for (uint32_t i = 0; i < 12 * RAGDOLL_BEAST_BONES; ++i)
        assert_true(fabs(plump_ragdoll_matrices(ragdoll)[i] - wanted[i % 12]) < 1e-14);
    plump_ragdoll_destroy(ragdoll);
}

static void capsules_have_the_mass_of_their_volume(void** state) {
    (void)state;
    plump_ragdoll_def def = ragdoll_beast_def();
    def.scale = 0.5;
    def.density = 800;
    plump_ragdoll* ragdoll = ragdoll_make(&def);
    double r = 0.1, length = 0.5;
    double volume = pi * r * r * length + 4.0 / 3 * pi * r * r * r;
    assert_true(fabs(ragdoll_bone(ragdoll, 1).mass / (800 * volume) - 1) < 1e-12);
    r = 0.035;
    plump_ragdoll_bone ball = ragdoll_bone(ragdoll, 5);
    assert_true(fabs(ball.mass / (800 * 4.0 / 3 * pi * r * r * r) - 1) < 1e-12);
    assert_true(fabs(ball.inertia[4] / (0.4 * ball.mass * r * r) - 1) < 1e-12);
    plump_ragdoll_destroy(ragdoll);
}

// Gravity and time steps of any length: on the parabola, unturned.
static void it_falls_as_galileo_says(void** state) {
    (void)state;
    const double steps[] = {1.0 / 60, 1.0 / 50, 0.001, 1.0 / 24, 0.3};
    plump_ragdoll_def def = ragdoll_beast_def();
    def.velocity[0] = 2;
    def.velocity[1] = 5;
    plump_ragdoll* ragdoll = ragdoll_make(&def);
    double t = 0;
    for (int i = 0; i < 200; ++i) {
        double dt = steps[i * 7 % 5];
        ragdoll_go(ragdoll, dt, NULL, 0);
        t += dt;
        const double* m = plump_ragdoll_matrices(ragdoll);
        for (int b = 0; b < RAGDOLL_BEAST_BONES; ++b, m += 12) {
            assert_true(fabs(m[3] - 2 * t) < 1e-9 * (1 + t));
            assert_true(fabs(m[7] - (5 * t - 9.81 / 2 * t * t)) < 1e-9 * (1 + t * t));
            assert_true(fabs(m[0] - 1) < 1e-9 && fabs(m[1]) < 1e-9);
        }
    }
    plump_ragdoll_destroy(ragdoll);
}

static void without_gravity_momentum_stays(void** state) {
    (void)state;
    plump_ragdoll_def def = ragdoll_beast_def();
    memset(def.gravity, 0, sizeof def.gravity);
    def.velocity[2] = 1;
    def.angular_velocity[0] = 1;
    def.angular_velocity[1] = 2;
    plump_ragdoll* ragdoll = ragdoll_make(&def);
    const double kick[3] = {0, 3, 9}, at[3] = {0.4, 0.1, 0.15};
    assert_int_equal(plump_ragdoll_push(ragdoll, 3, kick, at, NULL, NULL), PLUMP_OK);
    ragdoll_sum begin = ragdoll_total(ragdoll);
    double worst = 0, worst_angular = 0, worst_gap = 0;
    for (int i = 0; i < 600; ++i) {
        ragdoll_go(ragdoll, 1.0 / 60, NULL, 0);
        ragdoll_sum now = ragdoll_total(ragdoll);
        for (int k = 0; k < 3; ++k) {
            double wanted = begin.centre[k] + begin.momentum[k] / begin.mass * (i + 1) / 60;
            worst = fmax(worst, fabs(now.momentum[k] - begin.momentum[k]));
            worst_angular = fmax(worst_angular, fabs(now.angular[k] - begin.angular[k]));
            assert_true(fabs(now.centre[k] - wanted) < 1e-8);
        }
        for (uint32_t b = 0; b < RAGDOLL_BEAST_BONES; ++b)
            worst_gap = fmax(worst_gap, ragdoll_bone(ragdoll, b).gap);
    }
    double size = sqrt(kit_dot(begin.momentum, begin.momentum));
    double turning = sqrt(kit_dot(begin.angular, begin.angular));
    print_message("momentum drifts by %.1e, angular momentum by %.1e, joints open by %.1e m\n",
                  worst / size, worst_angular / turning, worst_gap);
    assert_true(worst < 1e-9 * size);
    assert_true(worst_angular < 4e-3 * turning);
    assert_true(worst_gap < 9e-4);
    plump_ragdoll_destroy(ragdoll);
}

// ---------------------------------------------------------------- joints

// Two rods in line along x, of different lengths and thicknesses.
static const plump_rig_bone rods[] = {
    {"a", PLUMP_RIG_ROOT, {0, 0, 0}, {-1, 0, 0}, 0.1},
    {"b", 0, {0, 0, 0}, {0.6, 0, 0}, 0.08},
};

static plump_ragdoll* make_rods(double hertz, double damping) {
    plump_ragdoll_def def = plump_default_ragdoll_def();
    def.bones = rods;
    def.bone_count = 2;
    memset(def.gravity, 0, sizeof def.gravity);
    def.hertz = hertz;
    def.damping = damping;
    return ragdoll_make(&def);
}

// How far b is turned against a about an axis, from the matrices: the sine of it.
static double bend(const plump_ragdoll* ragdoll, int axis) {
    const double *a = plump_ragdoll_matrices(ragdoll), *b = a + 12;
    int p = (axis + 1) % 3, q = (axis + 2) % 3;
    double sine = 0;  // q . (a' b) p
    for (int k = 0; k < 3; ++k) sine += a[4 * k + q] * b[4 * k + p];
    return sine;
}

// Opposite kicks about an axis; then the mean period over a few swings, and the decay of one.
static void measure_swing(double hertz, double damping, int axis, double* period, double* decay) {
    plump_ragdoll* ragdoll = make_rods(hertz, damping);
    double kick[3] = {0}, back[3] = {0};
    plump_ragdoll_bone b = ragdoll_bone(ragdoll, 1);
    kick[axis] = 0.1 * 2 * pi * hertz * b.inertia[4 * axis];
    back[axis] = -kick[axis];
    plump_ragdoll_push(ragdoll, 1, NULL, NULL, kick, NULL);
    plump_ragdoll_push(ragdoll, 0, NULL, NULL, back, NULL);
    const double dt = 1.0 / 240;
    double first = 0, last = 0, before = 0, top = 0, first_top = 0, last_top = 0;
    int crossings = 0;
    for (int i = 1; i < 240 * 60 && crossings < 7; ++i) {
        ragdoll_go(ragdoll, dt, NULL, 0);
        double now = bend(ragdoll, axis);
        top = fmax(top, now);
        if (before < 0 && now >= 0) {
            last = dt * (i - now / (now - before));
            if (crossings++ == 0) first = last;
            top = 0;
        }
        if (before >= 0 && now < 0) {
            last_top = top;
            if (crossings == 1) first_top = top;
        }
        before = now;
    }
    assert_int_equal(crossings, 7);
    *period = (last - first) / 6;
    *decay = log(first_top / last_top) / 5 / (2 * pi);
    plump_ragdoll_destroy(ragdoll);
}

static void joints_swing_at_their_hertz(void** state) {
    (void)state;
    for (int i = 0; i < 9; ++i) {
        double hertz = (const double[]){0.5, 2, 6}[i / 3], period, decay;
        measure_swing(hertz, 0.05, i % 3, &period, &decay);
        print_message("%g Hz about axis %d: %.4f Hz, damping %.4f\n", hertz, i % 3, 1 / period,
                      decay);
        assert_true(fabs(period * hertz - 1) < 0.02);
        // the implicit step damps by half of 2 pi hertz h, at least
        assert_true(fabs(decay - fmax(0.05, pi * hertz / 240)) < 0.01);
    }
}

static void joints_stop_at_their_limit(void** state) {
    (void)state;
    plump_ragdoll* ragdoll = make_rods(0.2, 0.1);
    const double kick[3] = {0, 10, 100};
    plump_ragdoll_push(ragdoll, 1, NULL, NULL, kick, NULL);
    double most = 0;
    for (int i = 0; i < 300; ++i) {
        ragdoll_go(ragdoll, 1.0 / 60, NULL, 0);
        most = fmax(most, ragdoll_bone(ragdoll, 1).turn);
        if (i > 30) assert_true(ragdoll_bone(ragdoll, 1).turn < 1.05);
    }
    print_message("turned by %.3f of 1 rad at most\n", most);
    assert_true(most > 0.9 && most < 1.3);
    plump_ragdoll_destroy(ragdoll);
}

// From the definition's stiffest to nothing, kicked by 1e4 N m for a frame: slow again afterwards.
static void no_kick_and_no_stiffness_blow_it_up(void** state) {
    (void)state;
    const double hertz[] = {0, 1, 30, 1000};
    for (int i = 0; i < 12; ++i) {
        plump_ragdoll_def def = ragdoll_beast_def();
        def.hertz = hertz[i % 4];
        def.damping = 0.5;
        plump_ragdoll* ragdoll = ragdoll_make(&def);
        double kick[3] = {0};
        kick[i / 4] = 1e4 / 60;
        for (uint32_t b = 0; b < RAGDOLL_BEAST_BONES; ++b)
            plump_ragdoll_push(ragdoll, b, NULL, NULL, kick, NULL);
        for (int s = 0; s < 300; ++s) ragdoll_go(ragdoll, 1.0 / 60, NULL, 0);
        for (uint32_t b = 0; b < RAGDOLL_BEAST_BONES; ++b) {
            plump_ragdoll_bone bone = ragdoll_bone(ragdoll, b);
            assert_true(kit_dot(bone.angular_velocity, bone.angular_velocity) < 1e6);
            assert_true(bone.gap < 0.05);
        }
        plump_ragdoll_destroy(ragdoll);
    }
}

// ---------------------------------------------------------------- contacts

static void a_ball_rests_where_its_spring_holds_it(void** state) {
    (void)state;
    const plump_rig_bone bone = {"ball", PLUMP_RIG_ROOT, {0, 0, 0}, {0, 0, 0}, 0.2};
    for (int i = 0; i < 3; ++i) {
        plump_ragdoll_def def = plump_default_ragdoll_def();
        def.bones = &bone;
        def.bone_count = 1;
        def.position[1] = 1;
        def.contact_hertz = (const double[]){2, 5, 50}[i];
        plump_ragdoll* ragdoll = ragdoll_make(&def);
        double rate = 2 * pi * def.contact_hertz, wanted = 9.81 / (rate * rate), deepest = 0;
        plump_jiggle_contact found[2];
        for (int s = 0; s < 600; ++s) {
            uint32_t count = ragdoll_floor(ragdoll, &bone, found);
            if (count) deepest = fmax(deepest, found[0].depth);
            ragdoll_go(ragdoll, 1.0 / 60, found, count ? 1 : 0);
        }
        double depth = 0.2 - plump_ragdoll_matrices(ragdoll)[7];
        plump_ragdoll_bone ball = ragdoll_bone(ragdoll, 0);
        print_message("%g Hz: rests %.5f m deep, m g / k is %.5f; was %.3f deep\n",
                      def.contact_hertz, depth, wanted, deepest);
        assert_true(fabs(depth / wanted - 1) < 0.01);
        assert_true(fabs(ball.velocity[1]) < 1e-3);
        plump_ragdoll_destroy(ragdoll);
    }
}

// A sled: one bone on four runners, which are points of it. Springs of the definition's stiffness
// hold it where it begins.
static const double runners[4][3] = {
    {-0.5, -0.1, -0.3}, {-0.5, -0.1, 0.3}, {0.5, -0.1, -0.3}, {0.5, -0.1, 0.3}};

static uint32_t runners_in_floor(const plump_ragdoll* sled, plump_jiggle_contact found[4]) {
    uint32_t count = 0;
    for (int i = 0; i < 4; ++i) {
        double at[3];
        ragdoll_point(sled, 0, runners[i], at);
        if (at[1] >= 0) continue;
        found[count++] = (plump_jiggle_contact){
            .depth = -at[1], .direction = {0, 1, 0}, .point = {at[0], at[1], at[2]}};
    }
    return count;
}

static void friction_stops_sliding_in_every_direction(void** state) {
    (void)state;
    const plump_rig_bone bone = {"sled", PLUMP_RIG_ROOT, {-0.5, 0, 0}, {0.5, 0, 0}, 0.1};
    const double wanted = 4 / (2 * 0.3 * 9.81);  // v^2 / (2 mu g)
    for (int i = 0; i < 7; ++i) {
        plump_ragdoll_def def = plump_default_ragdoll_def();
        def.bones = &bone;
        def.bone_count = 1;
        def.contact_hertz = 10;
        def.contact_damping = 1;
        def.friction = 0.3;
        def.position[1] = 0.1 - 9.81 / 4 / (2 * pi * 10) / (2 * pi * 10);
        double angle = 0.9 * i, way[3];
        def.velocity[0] = 2 * cos(angle);
        def.velocity[2] = 2 * sin(angle);
        plump_ragdoll* sled = ragdoll_make(&def);
        plump_jiggle_contact found[4];
        for (int s = 0; s < 120; ++s)
            ragdoll_go(sled, 1.0 / 60, found, runners_in_floor(sled, found));
        const double centre[3] = {0, 0, 0};
        ragdoll_point(sled, 0, centre, way);
        double along = way[0] * cos(angle) + way[2] * sin(angle);
        double aside = way[2] * cos(angle) - way[0] * sin(angle);
        print_message("at %.1f rad: slid %.4f m, %.1e aside; v^2 / (2 mu g) is %.4f\n", angle,
                      along, aside, wanted);
        assert_true(fabs(along / wanted - 1) < 0.05);
        assert_true(fabs(aside) < 0.02 * wanted);
        plump_ragdoll_destroy(sled);
    }
}

// A ball that is thrown along the floor without turning: rubbing slows it down and makes it turn,
// until it rolls, with 5/7 of its speed. From then on it must not get faster by itself.
static void a_thrown_ball_ends_up_rolling(void** state) {
    (void)state;
    const plump_rig_bone bone = {"ball", PLUMP_RIG_ROOT, {0, 0, 0}, {0, 0, 0}, 0.2};
    for (int i = 0; i < 3; ++i) {
        plump_ragdoll_def def = plump_default_ragdoll_def();
        def.bones = &bone;
        def.bone_count = 1;
        def.contact_hertz = (const double[]){2, 4, 10}[i];
        double rate = 2 * pi * def.contact_hertz;
        def.position[1] = 0.2 - 9.81 / (rate * rate);
        def.velocity[0] = 1;
        plump_ragdoll* ball = ragdoll_make(&def);
        plump_jiggle_contact found[2];
        double most = 0, speed = 1;
        for (int s = 0; s < 300; ++s) {
            ragdoll_go(ball, 1.0 / 60, found, ragdoll_floor(ball, &bone, found) ? 1 : 0);
            speed = ragdoll_bone(ball, 0).velocity[0];
            if (s >= 60) most = fmax(most, speed);
        }
        print_message("%g Hz: rolls at %.3f m/s after 5 s, at most %.3f; 5/7 is %.3f\n",
                      def.contact_hertz, speed, most, 5.0 / 7);
        assert_true(fabs(speed / (5.0 / 7) - 1) < 0.01 && most < 1.01 * 5 / 7);
        plump_ragdoll_destroy(ball);
    }
}

static void a_dropped_beast_comes_to_rest(void** state) {
    (void)state;
    plump_ragdoll_def def = ragdoll_beast_def();
    def.position[1] = 1;
    def.rotation[0] = 0.3f;
    plump_ragdoll* ragdoll = ragdoll_make(&def);
    plump_jiggle_contact found[2 * RAGDOLL_BEAST_BONES];
    for (int s = 0; s < 900; ++s)
        ragdoll_go(ragdoll, 1.0 / 60, found, ragdoll_floor(ragdoll, ragdoll_beast, found));
    for (uint32_t i = 0; i < RAGDOLL_BEAST_BONES; ++i) {
        plump_ragdoll_bone bone = ragdoll_bone(ragdoll, i);
        assert_true(kit_dot(bone.velocity, bone.velocity) < 1e-4);
        assert_true(bone.centre[1] > 0 && bone.centre[1] < 1);
        assert_true(bone.gap < 2e-3);
    }
    plump_ragdoll_destroy(ragdoll);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_matrices_are_the_placing),
        cmocka_unit_test(capsules_have_the_mass_of_their_volume),
        cmocka_unit_test(it_falls_as_galileo_says),
        cmocka_unit_test(without_gravity_momentum_stays),
        cmocka_unit_test(joints_swing_at_their_hertz),
        cmocka_unit_test(joints_stop_at_their_limit),
        cmocka_unit_test(no_kick_and_no_stiffness_blow_it_up),
        cmocka_unit_test(a_ball_rests_where_its_spring_holds_it),
        cmocka_unit_test(friction_stops_sliding_in_every_direction),
        cmocka_unit_test(a_thrown_ball_ends_up_rolling),
        cmocka_unit_test(a_dropped_beast_comes_to_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
