// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the benchmark times is what it says: both ways end in the same sums.
#include "src/elastic/shape_match/shape_match.h"
#include "src/world/world_data.h"

#include <math.h>
#include <plump/bench.h>
#include <plump/plump.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id body;
} scene;

static scene make_scene(plump_matching matching, bool naive) {
    scene s;
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_UV_SPHERE);
    shape.vertex_count = 1562;
    assert_int_equal(plump_shape_create(&shape, &s.mesh, NULL), PLUMP_OK);
    plump_world_def world = plump_default_world_def();
    world.worker_count = 1;
    assert_int_equal(plump_world_create(&world, &s.world, NULL), PLUMP_OK);
    plump_body_def body = plump_default_body_def();
    body.mesh = s.mesh;
    body.matching = matching;
    body.naive_sums = naive;
    body.omega = 3;
    assert_int_equal(plump_body_create(s.world, &body, &s.body, NULL), PLUMP_OK);
    return s;
}

static void free_scene(scene* s) {
    plump_world_destroy(s->world);
    plump_mesh_destroy(s->mesh);
}

static void naive_and_fast_sums_agree(void** state) {
    (void)state;
    scene s = make_scene(PLUMP_MATCHING_PAPER, true);
    const pl_body* body = pl_world_find(s.world, s.body, NULL);
    const float* sums = pl_shape_match_of(body)->transforms;
    size_t count = (size_t)16 * body->count;
    float* naive = test_malloc(count * sizeof *naive);
    assert_int_equal(plump_bench_sum_regions(s.world, s.body, PLUMP_BENCH_NAIVE, NULL), PLUMP_OK);
    memcpy(naive, sums, count * sizeof *naive);
    assert_int_equal(plump_bench_sum_regions(s.world, s.body, PLUMP_BENCH_FAST, NULL), PLUMP_OK);
    double most = 0, worst = 0;
    for (size_t i = 0; i < count; ++i) {
        most = fmax(most, fabs((double)naive[i]));
        worst = fmax(worst, fabs((double)naive[i] - (double)sums[i]));
    }
    assert_true(most > 0.1);
    assert_true(worst < 1e-5 * most);
    test_free(naive);
    free_scene(&s);
}

static void moments_alone_leave_the_sums(void** state) {
    (void)state;
    scene s = make_scene(PLUMP_MATCHING_PAPER, true);
    const pl_body* body = pl_world_find(s.world, s.body, NULL);
    pl_shape_match* sm = pl_shape_match_of(body);
    sm->transforms[0] = 7.0f;
    assert_int_equal(plump_bench_sum_regions(s.world, s.body, PLUMP_BENCH_MOMENTS, NULL), PLUMP_OK);
    assert_true(sm->transforms[0] == 7.0f);
    // where the first place is
    assert_true(fabsf(sm->rows[3]) + fabsf(sm->rows[7]) + fabsf(sm->rows[11]) > 0.0f);
    free_scene(&s);
}

static void sums_do_not_change_the_state(void** state) {
    (void)state;
    scene s = make_scene(PLUMP_MATCHING_PAPER, true), t = make_scene(PLUMP_MATCHING_PAPER, true);
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(plump_bench_sum_regions(s.world, s.body, PLUMP_BENCH_FAST, NULL),
                         PLUMP_OK);
        assert_int_equal(plump_world_step(s.world, 0.01f, 1, NULL), PLUMP_OK);
        assert_int_equal(plump_world_step(t.world, 0.01f, 1, NULL), PLUMP_OK);
        assert_true(plump_world_hash(s.world) == plump_world_hash(t.world));
    }
    free_scene(&s);
    free_scene(&t);
}

static void regions_are_counted(void** state) {
    (void)state;
    scene s = make_scene(PLUMP_MATCHING_PAPER, true);
    plump_bench_regions counts;
    assert_int_equal(plump_bench_count_regions(s.world, s.body, &counts, NULL), PLUMP_OK);
    assert_int_equal(counts.regions, 1562);
    // a run holds at least one member, a region of omega 3 at least 2 omega + 1 of them
    assert_true(counts.runs >= counts.regions && counts.runs < counts.members / 2);
    assert_true(counts.members > 30 * counts.regions && counts.members < 80 * counts.regions);
    assert_int_equal(plump_bench_count_regions(s.world, s.body, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    free_scene(&s);
}

static void other_bodies_are_refused(void** state) {
    (void)state;
    scene scenes[2] = {make_scene(PLUMP_MATCHING_PHYSICAL, false),
                       make_scene(PLUMP_MATCHING_PAPER, false)};
    plump_bench_regions counts;
    for (int i = 0; i < 2; ++i) {
        scene* s = &scenes[i];
        plump_error error;
        assert_int_equal(plump_bench_sum_regions(s->world, s->body, PLUMP_BENCH_FAST, &error),
                         PLUMP_ERROR_ARGUMENT);
        assert_non_null(strstr(error.text, "naive_sums"));
        assert_int_equal(plump_bench_count_regions(s->world, s->body, &counts, NULL),
                         PLUMP_ERROR_ARGUMENT);
        free_scene(s);
    }
    scene s = make_scene(PLUMP_MATCHING_PAPER, true);
    plump_body_id none = {0};
    assert_int_equal(plump_bench_sum_regions(s.world, none, PLUMP_BENCH_FAST, NULL),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_bench_sum_regions(s.world, s.body, PLUMP_BENCH_SUMS_COUNT, NULL),
                     PLUMP_ERROR_ARGUMENT);
    free_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(naive_and_fast_sums_agree),
        cmocka_unit_test(moments_alone_leave_the_sums),
        cmocka_unit_test(sums_do_not_change_the_state),
        cmocka_unit_test(regions_are_counted),
        cmocka_unit_test(other_bodies_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
