// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <fenv.h>

#include "test_shape_kit.h"

#include "src/base/hash.h"

static bool is_character(plump_shape_kind kind) {
    return kind >= PLUMP_SHAPE_BEAR;
}

static int64_t euler_of(plump_shape_kind kind) {
    return kind == PLUMP_SHAPE_TORUS || kind == PLUMP_SHAPE_KNOT ? 0 : 2;
}

static void every_kind_is_found_by_its_name(void** state) {
    (void)state;
    for (int k = 0; k < PLUMP_SHAPE_COUNT; ++k) {
        plump_shape_kind kind = (plump_shape_kind)k;
        assert_int_equal(plump_shape_find(plump_shape_name(kind)), kind);
        assert_true(strlen(plump_shape_summary(kind)) > 5);
    }
    assert_null(plump_shape_name(PLUMP_SHAPE_COUNT));
    assert_null(plump_shape_summary((plump_shape_kind)-1));
    assert_int_equal(plump_shape_find("Bear"), PLUMP_SHAPE_COUNT);
    assert_int_equal(plump_shape_find(""), PLUMP_SHAPE_COUNT);
    assert_int_equal(plump_shape_find(NULL), PLUMP_SHAPE_COUNT);
}

// Positions as floats and indices, before intake: the same on every machine, compiler and level.
static uint64_t hash_of(const pl_shape_surface* s) {
    uint64_t hash = PL_HASH_START;
    for (uint32_t v = 0; v < s->vertex_count; ++v) {
        pl_vec3d p = s->points[v];
        float narrow[3] = {(float)p.x, (float)p.y, (float)p.z};
        hash = pl_hash_floats(hash, narrow, 3);
    }
    return pl_hash_words(hash, s->triangles, 3 * (size_t)s->triangle_count);
}

static void defaults_have_their_count_form_and_hash(void** state) {
    (void)state;
    static const struct {
        const char* name;
        uint32_t vertices;
        double aspect, shortest, longest;  // bounds; edges as shares of the median
        uint64_t hash;
    } known[PLUMP_SHAPE_COUNT] = {
        {"sphere", 2562, 1.5, 0.9, 1.1, UINT64_C(0xB53D0B4B65D41802)},
        {"uv-sphere", 1562, 6.8, 0.1, 2.0, UINT64_C(0x2FE85CFB03DB371C)},
        {"box", 770, 2.001, 0.99, 1.42, UINT64_C(0x5286AA11F378FDDE)},
        {"bar", 1490, 2.4, 0.99, 1.6, UINT64_C(0x1CAE54A68FA537D1)},
        {"torus", 532, 2.1, 0.6, 2.0, UINT64_C(0x6D10DA1A438FF8F9)},
        {"knot", 21127, 2.0, 0.7, 1.2, UINT64_C(0x2198550272437E4C)},
        {"capsule", 1001, 2.2, 0.8, 1.4, UINT64_C(0x01899EB7A47F2E62)},
        {"spindle", 534, 2.2, 0.8, 1.4, UINT64_C(0xBC2ACD69606556FB)},
        {"bear", 1502, 4, 0.5, 1.8, UINT64_C(0xC833FD8565880194)},
        {"duck", 532, 4, 0.5, 1.8, UINT64_C(0x447BD6A8FE321B73)},
        {"creature", 5407, 4, 0.5, 1.8, UINT64_C(0x94AFBCDC7C938FD3)},
        {"jelly", 4002, 4, 0.5, 1.8, UINT64_C(0xA8E37B90A3892921)},
        {"head", 8002, 4, 0.5, 1.8, UINT64_C(0xA99A274E51CDB085)},
        {"camel", 6002, 4, 0.5, 1.8, UINT64_C(0x7EC8145977DC11CE)},
    };
    for (int k = 0; k < PLUMP_SHAPE_COUNT; ++k) {
        plump_shape_kind kind = (plump_shape_kind)k;
        assert_string_equal(plump_shape_name(kind), known[k].name);
        assert_int_equal(plump_default_shape_def(kind).vertex_count, known[k].vertices);
        pl_arena arena = shape_arena();
        pl_shape_surface s = shape_make(&arena, kind, known[k].vertices);
        assert_int_equal(s.vertex_count, known[k].vertices);
        shape_facts f = shape_expect_sound(&s, euler_of(kind));
        assert_true(f.worst_aspect <= known[k].aspect);
        assert_true(f.edge_min >= known[k].shortest * f.edge_median);
        assert_true(f.edge_max <= known[k].longest * f.edge_median);
        if (hash_of(&s) != known[k].hash)
            fail_msg("%s: hash is 0x%016llX", known[k].name, (unsigned long long)hash_of(&s));
        pl_arena_release(&arena, NULL);
    }
}

static void the_box_around_a_shape_is_centred_and_as_long_as_asked(void** state) {
    (void)state;
    for (int k = 0; k < PLUMP_SHAPE_COUNT; ++k)
        for (double size = is_character((plump_shape_kind)k) ? 1e6 : 1e-6; size < 2e6;
             size *= 1e6) {
            pl_arena arena = shape_arena();
            pl_shape_surface s = {.arena = &arena};
            assert_true(pl_shape_build((plump_shape_kind)k, 300, size, &s));
            shape_facts f = shape_judge(&s);
            pl_vec3d side = pl_vec3d_sub(f.high, f.low);
            shape_expect_near(pl_vec3d_max_abs(side), size, 1e-14 * size);
            shape_expect_near(pl_vec3d_max_abs(pl_vec3d_add(f.high, f.low)), 0, 1e-14 * size);
            pl_arena_release(&arena, NULL);
        }
}

static void any_count_gives_a_sound_surface_near_it(void** state) {
    (void)state;
    static const uint32_t wishes[] = {4, 5, 9, 13, 26, 63, 151, 298, 777, 1849, 7001};
    static const uint32_t fewest[PLUMP_SHAPE_COUNT] = {12, 8,   14,  38,  9,   135, 5,
                                                       5,  150, 150, 150, 150, 150, 400};
    for (int k = 0; k < PLUMP_SHAPE_COUNT; ++k)
        for (size_t i = 0; i < PL_COUNT(wishes); ++i) {
            plump_shape_kind kind = (plump_shape_kind)k;
            if (is_character(kind) && i != 0 && i != 7) continue;  // others see them, too
            pl_arena arena = shape_arena();
            pl_shape_surface s = shape_make(&arena, kind, wishes[i]);
            shape_facts f = shape_expect_sound(&s, euler_of(kind));
            if (kind != PLUMP_SHAPE_UV_SPHERE) assert_true(f.worst_aspect < 6);
            uint32_t wish = wishes[i] > fewest[k] ? wishes[i] : fewest[k];
            // the geodesic sphere has the widest gaps: 12, 42, 92, ...
            shape_expect_near(s.vertex_count, wish, is_character(kind) ? 0 : 7 * sqrt(wish));
            pl_arena_release(&arena, NULL);
        }
}

// The intake is a second judge: nothing to repair, no triangle cuts another.
static void intake_accepts_every_default_without_a_remark(void** state) {
    (void)state;
    for (int k = 0; k < PLUMP_SHAPE_COUNT; ++k) {
        plump_shape_def def = plump_default_shape_def((plump_shape_kind)k);
        plump_error error;
        plump_mesh* mesh = NULL;
        if (plump_shape_create(&def, &mesh, &error) != PLUMP_OK) fail_msg("%s", error.text);
        assert_int_equal(plump_mesh_vertex_count(mesh), def.vertex_count);
        assert_int_equal(plump_mesh_part_count(mesh), 1);
        plump_mesh_def again = plump_default_mesh_def();
        again.triangles = plump_mesh_triangles(mesh);
        plump_mesh* same = NULL;
        plump_mesh_report report;
        assert_int_equal(plump_mesh_create(&again, &same, &report, &error), PLUMP_OK);
        if (report.verdict != PLUMP_VERDICT_ACCEPT)
            fail_msg("%s: %s", plump_shape_name((plump_shape_kind)k), report.message);
        assert_int_equal(report.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count, 0);
        plump_mesh_destroy(same);
        plump_mesh_destroy(mesh);
    }
}

// Coarse characters are where limbs could run into themselves.
static void coarse_characters_do_not_cut_themselves(void** state) {
    (void)state;
    // at some of these the creature's first mesh has limbs through each other
    static const uint32_t wishes[] = {150, 162, 216, 351, 625, 1200};
    for (int k = PLUMP_SHAPE_BEAR; k < PLUMP_SHAPE_COUNT; ++k)
        for (size_t i = 0; i < sizeof wishes / sizeof wishes[0]; ++i) {
            uint32_t wish = wishes[i];
            plump_shape_def def = plump_default_shape_def((plump_shape_kind)k);
            def.vertex_count = wish;
            plump_mesh *mesh = NULL, *same = NULL;
            assert_int_equal(plump_shape_create(&def, &mesh, NULL), PLUMP_OK);
            plump_mesh_def again = plump_default_mesh_def();
            again.triangles = plump_mesh_triangles(mesh);
            plump_mesh_report report;
            assert_int_equal(plump_mesh_create(&again, &same, &report, NULL), PLUMP_OK);
            if (report.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count)
                fail_msg("%s of %u", plump_shape_name((plump_shape_kind)k), wish);
            plump_mesh_destroy(same);
            plump_mesh_destroy(mesh);
        }
}

static uint64_t hash_of_shape(plump_shape_kind kind) {
    plump_shape_def def = plump_default_shape_def(kind);
    def.vertex_count = 300;
    plump_mesh* mesh = NULL;
    assert_int_equal(plump_shape_create(&def, &mesh, NULL), PLUMP_OK);
    uint64_t hash = pl_hash_floats(PL_HASH_START, plump_mesh_positions(mesh),
                                   3 * (size_t)plump_mesh_vertex_count(mesh));
    plump_mesh_destroy(mesh);
    return hash;
}

static void rounding_of_the_host_changes_no_shape(void** state) {
    (void)state;
#ifdef __TINYC__
    skip();  // no way to the mode there
#endif
    for (int k = 0; k < PLUMP_SHAPE_COUNT; ++k) {
        uint64_t right = hash_of_shape((plump_shape_kind)k);
        if (fesetround(FE_UPWARD) != 0) skip();
        uint64_t upward = hash_of_shape((plump_shape_kind)k);
        int mode = fegetround();
        fesetround(FE_TONEAREST);
        assert_int_equal(mode, FE_UPWARD);
        assert_true(upward == right);
    }
}

static void expect_refusal(const plump_shape_def* def, const char* part) {
    plump_mesh* mesh = (plump_mesh*)&mesh;
    plump_error error;
    assert_int_equal(plump_shape_create(def, &mesh, &error), PLUMP_ERROR_ARGUMENT);
    assert_null(mesh);
    if (!strstr(error.text, part)) fail_msg("'%s' does not say '%s'", error.text, part);
    assert_int_equal(plump_shape_create(def, &mesh, NULL), PLUMP_ERROR_ARGUMENT);
}

static void wrong_definitions_are_refused_with_a_sentence(void** state) {
    (void)state;
    plump_shape_def good = plump_default_shape_def(PLUMP_SHAPE_BEAR), def = good;
    expect_refusal(NULL, "no shape definition");
    assert_int_equal(plump_shape_create(&good, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    def.cookie = 0;
    expect_refusal(&def, "plump_default_shape_def");
    def = good, def.kind = PLUMP_SHAPE_COUNT;
    expect_refusal(&def, "kind 14 is unknown");
    def = good, def.kind = (plump_shape_kind)-1;
    expect_refusal(&def, "kind -1 is unknown");
    def = good, def.vertex_count = 3;
    expect_refusal(&def, "bear of 3 vertices was asked for; ask for 4 to 4000000");
    def = good, def.vertex_count = 4000001;
    expect_refusal(&def, "4000001");
    def = plump_default_shape_def((plump_shape_kind)77);
    expect_refusal(&def, "kind 77");
    static const double sizes[] = {0, -1, 1e-7, 1e7};
    for (size_t i = 0; i < PL_COUNT(sizes); ++i) {
        def = good, def.size = sizes[i];
        expect_refusal(&def, "it must be from 1e-6 to 1e6");
    }
    def = good, def.size = NAN;
    expect_refusal(&def, "size");
    def = good, def.size = INFINITY;
    expect_refusal(&def, "size");
}

static void running_out_of_memory_anywhere_is_an_error_and_leaks_nothing(void** state) {
    (void)state;
    // characters share one way; test_shape_sdf_mesh goes through it
    for (int k = 0; k < PLUMP_SHAPE_BEAR; ++k)
        for (int forever = 0; forever < 2; ++forever) {
            bool reached = true;
            for (long at = 1; reached; ++at) {
                memory_kit memory = {.fail_at = at, .fail_forever = forever};
                plump_shape_def def = plump_default_shape_def((plump_shape_kind)k);
                def.vertex_count = 20;
                def.allocator = memory_kit_hooks(&memory);
                plump_mesh* mesh = NULL;
                plump_error error = {PLUMP_OK, ""};
                plump_result result = plump_shape_create(&def, &mesh, &error);
                reached = memory.calls >= at;
                if (result == PLUMP_OK) {
                    plump_mesh_destroy(mesh);
                } else {
                    assert_int_equal(result, PLUMP_ERROR_MEMORY);
                    assert_true(reached && strlen(error.text) > 5);
                    assert_null(mesh);
                }
                assert_int_equal(memory.blocks, 0);
            }
        }
}

// Beyond 24,000 vertices a character is made coarser and cut finer; the count stays exact.
static void large_characters_have_their_exact_count(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = shape_make(&arena, PLUMP_SHAPE_DUCK, 24003);
    shape_facts f = shape_expect_sound(&s, 2);
    assert_int_equal(s.vertex_count, 24003);
    assert_true(f.worst_aspect < 4);
    assert_true(f.edge_min > 0.5 * f.edge_median && f.edge_max < 1.8 * f.edge_median);
    pl_arena_release(&arena, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_is_found_by_its_name),
        cmocka_unit_test(defaults_have_their_count_form_and_hash),
        cmocka_unit_test(the_box_around_a_shape_is_centred_and_as_long_as_asked),
        cmocka_unit_test(any_count_gives_a_sound_surface_near_it),
        cmocka_unit_test(intake_accepts_every_default_without_a_remark),
        cmocka_unit_test(coarse_characters_do_not_cut_themselves),
        cmocka_unit_test(rounding_of_the_host_changes_no_shape),
        cmocka_unit_test(wrong_definitions_are_refused_with_a_sentence),
        cmocka_unit_test(running_out_of_memory_anywhere_is_an_error_and_leaks_nothing),
        cmocka_unit_test(large_characters_have_their_exact_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
