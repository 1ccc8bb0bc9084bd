// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_shape_kit.h"

#include "src/mesh/mesh_data.h"

static plump_mesh* make(const plump_spindle_def* def) {
    plump_mesh* mesh = NULL;
    plump_error error;
    if (plump_spindle_create(def, &mesh, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return mesh;
}

// The mesh as the judge of shapes sees it.
static shape_facts judge(const plump_mesh* mesh, pl_arena* arena, pl_shape_surface* s) {
    *s = (pl_shape_surface){.arena = arena};
    double origin[3];
    plump_mesh_origin(mesh, origin);
    assert_true(
        pl_surface_reserve(s, plump_mesh_vertex_count(mesh), plump_mesh_triangle_count(mesh)));
    const float* x = plump_mesh_positions(mesh);
    for (uint32_t i = 0; i < s->vertex_count; ++i, x += 3)
        s->points[i] = pl_vec3d_make(origin[0] + (double)x[0], origin[1] + (double)x[1],
                                     origin[2] + (double)x[2]);
    memcpy(s->triangles, plump_mesh_indices(mesh), s->triangle_count * 3 * sizeof(uint32_t));
    return shape_expect_sound(s, 2);
}

static void the_papers_twelve_muscles_have_their_triangles(void** state) {
    (void)state;
    static const uint32_t counts[] = {680, 520, 760, 1064, 440, 280, 840, 660, 1380};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        plump_spindle_def def = plump_default_spindle_def();
        def.triangle_count = counts[i];
        plump_mesh* mesh = make(&def);
        assert_int_equal(plump_mesh_triangle_count(mesh), counts[i]);
        plump_mesh_destroy(mesh);
    }
}

static void any_even_count_is_met_with_good_triangles(void** state) {
    (void)state;
    for (uint32_t count = 60; count < 20000; count = (count * 6 / 5 + 1) / 2 * 2) {
        for (uint32_t slender = 0; slender < 2; ++slender) {
            plump_spindle_def def = plump_default_spindle_def();
            def.triangle_count = count;
            if (slender) def.belly = 0.08, def.tip = 0.02, def.peak = 0.3, def.to = 0.6;
            plump_mesh* mesh = make(&def);
            assert_int_equal(plump_mesh_triangle_count(mesh), count);
            pl_arena arena = shape_arena();
            pl_shape_surface s;
            double worst = judge(mesh, &arena, &s).worst_aspect;
            if (worst > 5) fail_msg("%u triangles: aspect %g", count, worst);
            pl_arena_release(&arena, NULL);
            plump_mesh_destroy(mesh);
        }
    }
}

static void sizes_are_those_asked_for(void** state) {
    (void)state;
    plump_spindle_def def = plump_default_spindle_def();
    def.triangle_count = 20000;
    def.length = 0.3;
    def.belly = 0.04;
    def.tip = 0.01;
    def.peak = 0.4;
    plump_mesh* mesh = make(&def);
    pl_arena arena = shape_arena();
    pl_shape_surface s;
    shape_facts facts = judge(mesh, &arena, &s);
    shape_expect_near(facts.high.y - facts.low.y, 0.3, 1e-6);
    double thickest = 0, at = 0;
    for (uint32_t i = 0; i < s.vertex_count; ++i) {
        double r = sqrt(s.points[i].x * s.points[i].x + s.points[i].z * s.points[i].z);
        if (r > thickest) thickest = r, at = s.points[i].y;
        double share = s.points[i].y / 0.3 + 0.5;
        if (share > 0.9 && share < 0.96) shape_expect_near(r, 0.01, 1e-6);
    }
    shape_expect_near(thickest, 0.04, 1e-4);
    shape_expect_near(at / 0.3 + 0.5, 0.4, 0.02);
    pl_arena_release(&arena, NULL);
    plump_mesh_destroy(mesh);
}

static void the_path_may_bend_without_change_of_volume_or_ends(void** state) {
    (void)state;
    // a quarter circle of radius 1: by Pappus a turned body keeps its volume along a curve
    double path[3 * 9];
    for (int i = 0; i < 9; ++i) {
        double a = i * 0.19634954084936207;
        path[3 * i] = 1 - cos(a), path[3 * i + 1] = sin(a), path[3 * i + 2] = 0;
    }
    plump_spindle_def def = plump_default_spindle_def();
    def.triangle_count = 8000;
    def.length = 1.5707963267948966;
    plump_mesh* straight = make(&def);
    def.path = path;
    def.path_count = 9;
    plump_mesh* bent = make(&def);
    shape_expect_near(plump_mesh_volume(bent) / plump_mesh_volume(straight), 1, 1e-3);
    pl_arena arena = shape_arena();
    pl_shape_surface s;
    judge(bent, &arena, &s);
    double nearest[2] = {1, 1};
    for (uint32_t i = 0; i < s.vertex_count; ++i) {
        nearest[0] = fmin(nearest[0], pl_vec3d_length(s.points[i]));
        nearest[1] = fmin(nearest[1], pl_vec3d_distance(s.points[i], pl_vec3d_make(1, 1, 0)));
    }
    shape_expect_near(nearest[0], 0, 1e-6);
    shape_expect_near(nearest[1], 0, 1e-6);
    pl_arena_release(&arena, NULL);
    plump_mesh_destroy(straight);
    plump_mesh_destroy(bent);
}

static void flat_ones_are_wide_across_and_keep_their_volume(void** state) {
    (void)state;
    plump_spindle_def def = plump_default_spindle_def();
    def.triangle_count = 4000;
    plump_mesh* round = make(&def);
    def.flatness = 4;
    def.across[0] = 0, def.across[2] = 2;
    plump_mesh* flat = make(&def);
    pl_arena arena = shape_arena();
    pl_shape_surface s;
    shape_facts facts = judge(flat, &arena, &s);
    shape_expect_near(facts.high.z, 0.27, 2e-3);
    shape_expect_near(facts.high.x, 0.0675, 1e-3);
    shape_expect_near(plump_mesh_volume(flat) / plump_mesh_volume(round), 1, 1e-5);
    pl_arena_release(&arena, NULL);
    plump_mesh_destroy(round);
    plump_mesh_destroy(flat);
}

static void expect_refused(const plump_spindle_def* def, const char* word) {
    plump_mesh* mesh = (plump_mesh*)(uintptr_t)1;
    plump_error error;
    assert_int_not_equal(plump_spindle_create(def, &mesh, &error), PLUMP_OK);
    assert_null(mesh);
    if (!strstr(error.text, word)) fail_msg("'%s' does not say '%s'", error.text, word);
}

static void bad_wishes_are_refused_with_a_sentence(void** state) {
    (void)state;
    plump_error error;
    assert_int_not_equal(plump_spindle_create(NULL, NULL, &error), PLUMP_OK);
    expect_refused(NULL, "plump_default_spindle_def");
    plump_spindle_def def = plump_default_spindle_def();
#define REFUSE(change, word)                                                                       \
    do {                                                                                           \
        def = plump_default_spindle_def();                                                         \
        change;                                                                                    \
        expect_refused(&def, word);                                                                \
    } while (0)
    const double still[6] = {1, 1, 1, 1, 1, 1}, far[6] = {0, 0, 0, 1e9, 0, 0};
    const double hook[9] = {0, 0, 0, 0, 0.5, 0, 0.1, 0, 0};
    REFUSE(def.cookie = 1, "plump_default_spindle_def");
    REFUSE(def.triangle_count = 681, "681");
    REFUSE(def.triangle_count = 2, "even number");
    REFUSE(def.triangle_count = UINT32_MAX - 1, "even number");
    REFUSE(def.length = 0, "long");
    REFUSE(def.belly = NAN, "radii");
    REFUSE(def.tip = 0.5, "too short");
    REFUSE(def.peak = 0.9, "rise");
    REFUSE(def.from = NAN, "rise");
    REFUSE(def.fullness = 2, "fullness");
    REFUSE(def.flatness = 0, "flatness");
    REFUSE(def.across[0] = 0, "direction");
    REFUSE((def.path = still, def.path_count = 2), "one place");
    REFUSE((def.path = far, def.path_count = 2), "point 1");
    REFUSE((def.path = far, def.path_count = 1), "1 points");
    REFUSE((def.path = hook, def.path_count = 3), "cuts itself");
}

static void running_out_of_memory_anywhere_is_an_error_and_leaks_nothing(void** state) {
    (void)state;
    bool reached = true;
    for (long at = 1; reached; ++at) {
        memory_kit memory = {.fail_at = at};
        plump_spindle_def def = plump_default_spindle_def();
        plump_mesh* mesh = NULL;
        plump_error error;
        def.triangle_count = 200;
        def.allocator = memory_kit_hooks(&memory);
        plump_result result = plump_spindle_create(&def, &mesh, &error);
        reached = memory.calls >= at;
        assert_int_equal(result, reached ? PLUMP_ERROR_MEMORY : PLUMP_OK);
        assert_true((result == PLUMP_OK) == (mesh != NULL));
        plump_mesh_destroy(mesh);
        assert_int_equal(memory.blocks, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_papers_twelve_muscles_have_their_triangles),
        cmocka_unit_test(any_even_count_is_met_with_good_triangles),
        cmocka_unit_test(sizes_are_those_asked_for),
        cmocka_unit_test(the_path_may_bend_without_change_of_volume_or_ends),
        cmocka_unit_test(flat_ones_are_wide_across_and_keep_their_volume),
        cmocka_unit_test(bad_wishes_are_refused_with_a_sentence),
        cmocka_unit_test(running_out_of_memory_anywhere_is_an_error_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
