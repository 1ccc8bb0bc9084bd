// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The fields and their path lines: what the paper proves of them, and how well steps follow them.
#include "tests/unit/jiggle_kit.h"

#include <stdio.h>

enum { POINTS = 4000 };

// Points in a cube of two units, and where they went.
typedef struct cloud {
    float at[3 * POINTS];
    double now[3 * POINTS];
} cloud;

static void scatter(cloud* c) {
    for (int i = 0; i < 3 * POINTS; ++i) c->at[i] = (float)kit_random(-1, 1);
}

static kit_set a_set(double stretch, bool turns) {
    kit_set set = {.p = {0.1, -0.2, 0.05}, .r = 0.8};
    double way[3], axis[3];
    kit_direction(way);
    kit_direction(axis);
    for (int k = 0; k < 3; ++k) {
        set.q[k] = set.p[k] + stretch * set.r * way[k];
        set.turn[k] = turns ? 0.6 * axis[k] : 0;
    }
    return set;
}

static plump_jiggle* cloud_deformer(const cloud* c, const kit_set* sets, int count,
                                    plump_jiggle_method method, uint32_t steps) {
    plump_jiggle_def def = kit_points(c->at, POINTS);
    plump_jiggle_set made[8];
    for (int i = 0; i < count; ++i) made[i] = kit_jiggle_set(&sets[i]);
    def.sets = made;
    def.set_count = (uint32_t)count;
    def.method = method;
    def.steps = steps;
    def.threshold = 1e-6f;  // one group
    plump_jiggle* jiggle = kit_make(&def);
    kit_pose(jiggle, sets, count);
    return jiggle;
}

static void deform_cloud(cloud* c, const kit_set* sets, int count, plump_jiggle_method method,
                         uint32_t steps) {
    plump_jiggle* jiggle = cloud_deformer(c, sets, count, method, steps);
    kit_deform(jiggle, c->now, NULL);
    plump_jiggle_destroy(jiggle);
}

// --- the printed field ---

static double divergence(const kit_set* set, const double x[3], double t) {
    double sum = 0, e = 1e-4;
    for (int k = 0; k < 3; ++k) {
        double far[3], near[3], v[3] = {0, 0, 0}, w[3] = {0, 0, 0};
        memcpy(far, x, sizeof far);
        memcpy(near, x, sizeof near);
        far[k] += e;
        near[k] -= e;
        kit_field(set, far, t, v);
        kit_field(set, near, t, w);
        sum += (v[k] - w[k]) / (2 * e);
    }
    return sum;
}

static void fields_have_no_divergence(void** state) {
    (void)state;
    for (int i = 0; i < 20000; ++i) {
        kit_set set = a_set(kit_random(0, 2), i % 2);
        double x[3];
        for (int k = 0; k < 3; ++k) x[k] = kit_random(-1, 1);
        assert_true(fabs(divergence(&set, x, kit_random(0, 1))) < 1e-5);
    }
}

// One Euler step moves a point by the field at t = 0.
static void kernel_is_the_printed_field(void** state) {
    (void)state;
    cloud* c = malloc(sizeof *c);
    scatter(c);
    for (int i = 0; i < 10; ++i) {
        kit_set set = a_set(kit_random(0.1, 1), false);
        plump_jiggle* jiggle = cloud_deformer(c, &set, 1, PLUMP_JIGGLE_EULER, 1);
        kit_deform(jiggle, c->now, NULL);
        for (int n = 0; n < POINTS; ++n) {
            double x[3], v[3] = {0, 0, 0};
            for (int k = 0; k < 3; ++k) x[k] = (double)c->at[3 * n + k];
            kit_field(&set, x, 0, v);
            for (int k = 0; k < 3; ++k) x[k] += v[k];
            assert_true(kit_distance(x, c->now + 3 * n) < 5e-7);
        }
        plump_jiggle_destroy(jiggle);
    }
    free(c);
}

// The first three derivatives of the distance from the border decide: |v| = O(gap^3).
static void fields_vanish_at_the_border_with_two_derivatives(void** state) {
    (void)state;
    kit_set set = a_set(0.7, true);
    for (int i = 0; i < 1000; ++i) {
        double d[3], size[3];
        kit_direction(d);
        for (int g = 0; g < 3; ++g) {
            double gap = 0.02 / (1 << g), x[3], v[3] = {0, 0, 0};
            for (int k = 0; k < 3; ++k) x[k] = set.p[k] + (set.r - gap) * d[k];
            kit_field(&set, x, 0, v);
            size[g] = sqrt(kit_dot(v, v));
        }
        // halving the gap divides by 8
        assert_true(size[0] / size[1] > 7 && size[0] / size[1] < 17);
        assert_true(size[1] / size[2] > 7.4);
    }
}

// --- paths ---

static void anchor_goes_to_the_mass_for_any_number_of_steps(void** state) {
    (void)state;
    const uint32_t steps[] = {1, 2, 3, 5, 12, 40};
    for (int i = 0; i < 90; ++i) {
        kit_set set = a_set(kit_random(0.05, 1), false);
        float p[3];
        double now[3];
        for (int k = 0; k < 3; ++k) {
            p[k] = (float)set.p[k];
            set.p[k] = (double)p[k];
        }
        plump_jiggle_def def = kit_points(p, 1);
        plump_jiggle_set made = kit_jiggle_set(&set);
        def.sets = &made;
        def.set_count = 1;
        def.method = (plump_jiggle_method)(i % 3);
        def.steps = steps[i / 3 % 6];
        plump_jiggle* jiggle = kit_make(&def);
        kit_pose(jiggle, &set, 1);
        kit_deform(jiggle, now, NULL);
        assert_true(kit_distance(now, set.q) < 1e-6);
        plump_jiggle_destroy(jiggle);
    }
}

static double distance_from_way(const kit_set* set, const double x[3]) {
    double a[3], b[3], along = 0;
    for (int k = 0; k < 3; ++k) {
        a[k] = set->q[k] - set->p[k];
        b[k] = x[k] - set->p[k];
        along += a[k] * b[k];
    }
    double t = along / kit_dot(a, a);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    for (int k = 0; k < 3; ++k) b[k] -= t * a[k];
    return sqrt(kit_dot(b, b));
}

static void points_outside_every_radius_stay_bit_for_bit(void** state) {
    (void)state;
    cloud *moved = malloc(sizeof *moved), *still = malloc(sizeof *still);
    scatter(moved);
    memcpy(still->at, moved->at, sizeof still->at);
    kit_set sets[2] = {a_set(0.6, false), a_set(0.4, false)};
    sets[0].r = 0.5;
    sets[1].r = 0.3;
    for (int method = 0; method < 3; ++method) {
        int outside = 0, inside = 0;
        deform_cloud(moved, sets, 2, (plump_jiggle_method)method, 0);
        deform_cloud(still, sets, 0, (plump_jiggle_method)method, 0);
        for (int n = 0; n < POINTS; ++n) {
            double gap = 1;
            for (int s = 0; s < 2; ++s) {
                double d = distance_from_way(&sets[s], still->now + 3 * n) - sets[s].r;
                gap = d < gap ? d : gap;
            }
            bool same = !memcmp(moved->now + 3 * n, still->now + 3 * n, 3 * sizeof(double));
            if (gap > 1e-6) assert_true(same);
            outside += gap > 1e-6;
            inside += !same;
        }
        assert_true(outside > 1000 && inside > 100);
    }
    free(moved);
    free(still);
}

// Largest distance from the converged flow.
static double path_error(cloud* c, const kit_set* sets, int count, plump_jiggle_method method,
                         uint32_t steps, const double* exact) {
    double most = 0;
    deform_cloud(c, sets, count, method, steps);
    for (int n = 0; n < POINTS; ++n) {
        double e = kit_distance(c->now + 3 * n, exact + 3 * n);
        most = e > most ? e : most;
    }
    return most;
}

static void path_lines_have_orders_one_two_and_four(void** state) {
    (void)state;
    cloud* c = malloc(sizeof *c);
    double* exact = malloc(3 * POINTS * sizeof *exact);
    const struct {
        plump_jiggle_method method;
        uint32_t steps;
        double order;
    } cases[] = {
        {PLUMP_JIGGLE_EULER, 32, 1}, {PLUMP_JIGGLE_MIDPOINT, 16, 2}, {PLUMP_JIGGLE_RK4, 4, 4}};
    scatter(c);
    kit_set sets[2] = {a_set(0.9, false), a_set(0.5, false)};
    for (int n = 0; n < POINTS; ++n) {
        for (int k = 0; k < 3; ++k) exact[3 * n + k] = (double)c->at[3 * n + k];
        kit_flow(sets, 2, 64, exact + 3 * n);
    }
    for (int i = 0; i < 3; ++i) {
        double coarse = path_error(c, sets, 2, cases[i].method, cases[i].steps, exact);
        double fine = path_error(c, sets, 2, cases[i].method, 2 * cases[i].steps, exact);
        double order = log2(coarse / fine);
        assert_true(order > cases[i].order - 0.15 && order < cases[i].order + 0.6);
    }
    free(exact);
    free(c);
}

// --- volume ---

typedef struct ball_case {
    double anchor, r, stretch;  // in the sphere's radius; of r
} ball_case;

static void flow_mesh(const plump_mesh* mesh, const kit_set* set, double* to) {
    const float* at = plump_mesh_positions(mesh);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        for (uint32_t k = 0; k < 3; ++k) to[3 * i + k] = (double)at[3 * i + k];
        kit_flow(set, 1, 48, to + 3 * i);
    }
}

static double volume_error(const plump_mesh* mesh, const kit_set* set, plump_jiggle_method method,
                           uint32_t steps, double exact, double* room) {
    plump_jiggle_def def = kit_def(mesh);
    plump_jiggle_set made = kit_jiggle_set(set);
    def.sets = &made;
    def.set_count = 1;
    def.method = method;
    def.steps = steps;
    plump_jiggle* jiggle = kit_make(&def);
    kit_pose(jiggle, set, 1);
    kit_deform(jiggle, room, NULL);
    plump_jiggle_destroy(jiggle);
    double volume = kit_volume(room, plump_mesh_indices(mesh), plump_mesh_triangle_count(mesh));
    return fabs(volume / exact - 1);
}

// The table in docs/models/vector_field.md, which PLUMP_TEST_TABLE=1 prints.
static void three_rk4_steps_keep_volume_forty_times_better_than_twelve_of_euler(void** state) {
    (void)state;
    bool prints = getenv("PLUMP_TEST_TABLE") != NULL;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 10242);
    double* room = malloc(3 * (size_t)plump_mesh_vertex_count(mesh) * sizeof *room);
    const double anchors[] = {0.5, 0.3}, stretches[] = {0.2, 0.35, 0.5, 0.625, 0.8, 1.0};
    for (size_t a = 0; a < 2; ++a) {
        for (size_t i = 0; i < 6; ++i) {
            // the sphere has radius 1/2
            kit_set set = {.p = {anchors[a] / 2, 0, 0}, .r = 0.4};
            memcpy(set.q, set.p, sizeof set.q);
            set.q[0] += stretches[i] * set.r;
            flow_mesh(mesh, &set, room);
            double exact =
                kit_volume(room, plump_mesh_indices(mesh), plump_mesh_triangle_count(mesh));
            double euler = volume_error(mesh, &set, PLUMP_JIGGLE_EULER, 12, exact, room);
            double middle = volume_error(mesh, &set, PLUMP_JIGGLE_MIDPOINT, 6, exact, room);
            double rk4 = volume_error(mesh, &set, PLUMP_JIGGLE_RK4, 3, exact, room);
            if (prints)
                printf("| %.1f | %.3f | %.1e | %.1e | %.1e | %.0f |\n", anchors[a], stretches[i],
                       euler, middle, rk4, euler / rk4);
            assert_true(euler > 40 * rk4);
        }
    }
    free(room);
    plump_mesh_destroy(mesh);
}

// --- no folds ---

// Of the derivative, from six points around.
static double determinant(const double around[18], double width) {
    double column[3][3], across[3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            column[i][k] = (around[6 * i + k] - around[6 * i + 3 + k]) / width;
    kit_cross(column[1], column[2], across);
    return kit_dot(column[0], across);
}

static void derivative_has_a_positive_determinant_everywhere(void** state) {
    (void)state;
    const int rounds = getenv("PLUMP_TEST_LONG") ? 400 : 40;
    const float e = 1.0f / 512;
    enum { STARS = POINTS / 6 };
    cloud* c = malloc(sizeof *c);
    double least = 1, most = 1;
    for (int round = 0; round < rounds; ++round) {
        kit_set sets[3] = {a_set(kit_random(0.2, 0.8), false), a_set(kit_random(0.2, 0.8), false),
                           a_set(0.8, false)};
        for (int k = 0; k < 3; ++k) {
            sets[1].p[k] += 0.5;
            sets[1].q[k] += 0.5;
            sets[2].p[k] -= 0.6;
            sets[2].q[k] -= 0.6;
        }
        scatter(c);
        for (int i = 0; i < 6 * STARS; ++i) {
            float* star = c->at + 18 * (i / 6);
            if (i % 6 > 0) memcpy(star + 3 * (i % 6), star, 3 * sizeof *star);
        }
        for (int i = 0; i < 6 * STARS; ++i) c->at[3 * i + i % 6 / 2] += i % 2 ? -e : e;
        deform_cloud(c, sets, 3, PLUMP_JIGGLE_RK4, 0);
        for (int i = 0; i < STARS; ++i) {
            double det = determinant(c->now + 18 * i, 2 * (double)e);
            least = det < least ? det : least;
            most = det > most ? det : most;
        }
    }
    if (getenv("PLUMP_TEST_TABLE")) printf("determinants %g .. %g\n", least, most);
    assert_true(least > 0.9 && most < 1.1);
    free(c);
}

// A point's way does not depend on which others share its block, nor on fields left out for it.
static void order_of_points_changes_no_bit(void** state) {
    (void)state;
    cloud *c = malloc(sizeof *c), *turned = malloc(sizeof *turned);
    for (int round = 0; round < 10; ++round) {
        kit_set sets[3] = {a_set(0.7, false), a_set(0.8, false), a_set(0.8, false)};
        for (int k = 0; k < 3; ++k) {
            sets[0].r = 0.4;
            sets[1].r = 0.2;
            sets[1].p[k] += 0.3;
            sets[1].q[k] += 0.3;
        }
        scatter(c);
        // a point in the middle of nowhere makes blocks wide, the order is another
        memcpy(turned->at, c->at, sizeof c->at);
        for (int i = 0; i < POINTS; ++i)
            memcpy(turned->at + 3 * i, c->at + 3 * (POINTS - 1 - i), 3 * sizeof(float));
        for (int i = 0; i < 3; ++i) turned->at[i] = c->at[3 * (POINTS - 1) + i] = (float)(i - 1);
        deform_cloud(c, sets, 3, PLUMP_JIGGLE_RK4, 0);
        plump_jiggle_def def = kit_points(turned->at, POINTS);
        plump_jiggle_set made[3];
        // weights by two segments that do the same: blocks of other points
        uint32_t* segments = calloc(4 * POINTS, sizeof *segments);
        float* weights = calloc(4 * POINTS, sizeof *weights);
        for (int i = 0; i < 3; ++i) {
            made[i] = kit_jiggle_set(&sets[i]);
            made[i].on_all = true;
        }
        for (int i = 0; i < POINTS; ++i) {
            segments[4 * i] = (uint32_t)(kit_random(0, 40));
            weights[4 * i] = 1;
        }
        def.segments = segments;
        def.weights = weights;
        def.segment_count = 40;
        def.sets = made;
        def.set_count = 3;
        def.threshold = 1e-6f;
        plump_jiggle* jiggle = kit_make(&def);
        kit_pose(jiggle, sets, 3);
        kit_deform(jiggle, turned->now, NULL);
        plump_jiggle_destroy(jiggle);
        for (int i = 0; i < POINTS; ++i)
            assert_memory_equal(c->now + 3 * i, turned->now + 3 * (POINTS - 1 - i),
                                3 * sizeof(double));
        free(segments);
        free(weights);
    }
    free(c);
    free(turned);
}

// Steps grow with the stretch where their number is left to the deformer.
static void step_count_follows_the_stretch(void** state) {
    (void)state;
    cloud* c = malloc(sizeof *c);
    scatter(c);
    const double stretches[] = {0.1, 0.5, 0.99, 2.5};
    const uint32_t expected[] = {1, 2, 3, 8};
    for (int i = 0; i < 4; ++i) {
        kit_set set = a_set(stretches[i], false);
        plump_jiggle* jiggle = cloud_deformer(c, &set, 1, PLUMP_JIGGLE_RK4, 0);
        assert_int_equal(plump_jiggle_step_count(jiggle), expected[i]);
        plump_jiggle_destroy(jiggle);
        jiggle = cloud_deformer(c, &set, 1, PLUMP_JIGGLE_RK4, 3);
        assert_int_equal(plump_jiggle_step_count(jiggle), i < 3 ? 3 : 8);
        plump_jiggle_destroy(jiggle);
    }
    free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_have_no_divergence),
        cmocka_unit_test(kernel_is_the_printed_field),
        cmocka_unit_test(fields_vanish_at_the_border_with_two_derivatives),
        cmocka_unit_test(anchor_goes_to_the_mass_for_any_number_of_steps),
        cmocka_unit_test(points_outside_every_radius_stay_bit_for_bit),
        cmocka_unit_test(path_lines_have_orders_one_two_and_four),
        cmocka_unit_test(three_rk4_steps_keep_volume_forty_times_better_than_twelve_of_euler),
        cmocka_unit_test(derivative_has_a_positive_determinant_everywhere),
        cmocka_unit_test(order_of_points_changes_no_bit),
        cmocka_unit_test(step_count_follows_the_stretch),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
