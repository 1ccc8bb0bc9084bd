// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/mesh_fixtures.h"

// The whole way through: figures against closed forms, the visitor, memory that fails, and random
// damage judged by plain code.

// Counts what is out, and fails the n-th call, once or from then on.
typedef struct {
    size_t live, calls, fail_at;
    bool keep_failing;
} meter;

static void* meter_alloc(size_t size, size_t alignment, void* user) {
    meter* m = user;
    ++m->calls;
    if (m->fail_at && (m->calls == m->fail_at || (m->keep_failing && m->calls > m->fail_at)))
        return NULL;
    ++m->live;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void meter_free(void* block, void* user) {
    meter* m = user;
    --m->live;
    free(block);
}

// A mesh that goes through every step: split seams, noise, copies, flips, holes, caps, nesting.
static fixture everything_wrong(void) {
    fixture f = {0}, sphere = fixture_sphere(2, 10, 7), soup = fixture_soup(&sphere);
    for (uint32_t i = 0; i < soup.vertex_count; i += 5) soup.positions[3 * (size_t)i] += 1e-7;
    fixture_append(&f, &soup, 0, 0, 0);
    fixture box = fixture_box(0.5, 0.5, 0.5);
    fixture_turn(&box, 3);
    fixture_drop(&box, 8);
    fixture_append(&f, &box, 0, 0, 0);
    fixture_append(&f, &box, 5, 0, 0);
    fixture_triangle(&f, 0, 1, 2);
    fixture_triangle(&f, 4, 4, 5);
    uint32_t* t = f.indices + 3 * (size_t)(soup.triangle_count + 2);
    uint32_t a = t[0], b = t[1], c = t[2];
    const double *p = f.positions + 3 * (size_t)a, *q = f.positions + 3 * (size_t)b;
    uint32_t m = fixture_vertex(&f, (p[0] + q[0]) / 2, (p[1] + q[1]) / 2, (p[2] + q[2]) / 2);
    f.indices[3 * (size_t)(soup.triangle_count + 2) + 1] = m;
    fixture_triangle(&f, m, b, c);
    fixture_triangle(&f, a, b, m);
    // two solids on one corner
    uint32_t base = f.vertex_count;
    fixture_append(&f, &sphere, 9, 0, 0);
    fixture_append(&f, &sphere, 9, 4, 0);
    for (uint32_t i = 0; i < 3 * f.triangle_count; ++i) {
        if (f.indices[i] == base + sphere.vertex_count + 1) f.indices[i] = base;
    }
    fixture_free(&sphere);
    fixture_free(&soup);
    fixture_free(&box);
    return f;
}

static void everything_wrong_at_once_is_mended_and_counted(void** state) {
    (void)state;
    fixture f = everything_wrong();
    plump_mesh_def def = fixture_def(&f);
    def.fill_holes = true;
    outcome o = fixture_create(&def);
    if (o.result) fail_msg("%s", o.error.text);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_REPAIR);
    const plump_finding_kind kinds[] = {
        PLUMP_FINDING_WELDED_VERTICES,      PLUMP_FINDING_NEAR_VERTICES,
        PLUMP_FINDING_DEGENERATE_TRIANGLES, PLUMP_FINDING_DUPLICATE_TRIANGLES,
        PLUMP_FINDING_FLIPPED_TRIANGLES,    PLUMP_FINDING_SPLIT_VERTICES,
        PLUMP_FINDING_FILLED_HOLES,         PLUMP_FINDING_NESTED_PARTS};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; ++i) {
        if (!outcome_count(&o, kinds[i])) fail_msg("no %s", plump_finding_name(kinds[i]));
    }
    assert_int_equal(o.report.parts, 5);
    assert_null(fixture_fault(o.mesh));
    assert_null(fixture_round_trip_fault(o.mesh));
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void fail_every_allocation(const fixture* f, bool fill) {
    for (int keep = 0; keep < 2; ++keep) {
        for (size_t n = 1;; ++n) {
            meter m = {0, 0, n, keep};
            plump_mesh_def def = fixture_def(f);
            def.fill_holes = fill;
            def.allocator = (plump_allocator){meter_alloc, meter_free, &m};
            outcome o = fixture_create(&def);
            if (m.calls < n) {
                // it got through without meeting the failing call
                assert_true(o.result == PLUMP_OK || o.result == PLUMP_ERROR_DATA);
                plump_mesh_destroy(o.mesh);
                assert_int_equal(m.live, 0);
                assert_true(n > 20);
                break;
            }
            assert_int_equal(o.result, PLUMP_ERROR_MEMORY);
            assert_null(o.mesh);
            assert_non_null(strstr(o.error.text, "out of memory"));
            assert_int_equal(m.live, 0);
        }
    }
}

static void memory_may_fail_anywhere(void** state) {
    (void)state;
    fixture f = everything_wrong();
    fail_every_allocation(&f, true);
    fail_every_allocation(&f, false);
    fixture_free(&f);
}

static void memory_may_fail_while_a_part_is_made(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1);
    for (int keep = 0; keep < 2; ++keep) {
        meter m = {0, 0, 0, keep};
        plump_mesh_def def = fixture_def(&f);
        def.allocator = (plump_allocator){meter_alloc, meter_free, &m};
        outcome o = fixture_create(&def);
        size_t before = m.live;
        for (size_t n = 1;; ++n) {
            plump_mesh* part = NULL;
            m.calls = 0;
            m.fail_at = n;
            plump_result result = plump_mesh_create_part(o.mesh, 0, &part, NULL);
            if (m.calls < n) {
                assert_int_equal(result, PLUMP_OK);
                plump_mesh_destroy(part);
                break;
            }
            assert_int_equal(result, PLUMP_ERROR_MEMORY);
            assert_null(part);
            assert_int_equal(m.live, before);
        }
        plump_mesh_destroy(o.mesh);
        assert_int_equal(m.live, 0);
    }
    fixture_free(&f);
}

typedef struct {
    uint64_t count[PLUMP_FINDING_COUNT];
    plump_element first[PLUMP_FINDING_COUNT];
} visits;

static void count_visit(plump_finding_kind kind, plump_element element, void* user) {
    visits* v = user;
    if (v->count[kind]++ == 0) v->first[kind] = element;
}

static void the_visitor_sees_every_element(void** state) {
    (void)state;
    fixture f = everything_wrong();
    for (int fill = 0; fill < 2; ++fill) {
        visits seen = {0};
        plump_mesh_def def = fixture_def(&f);
        def.fill_holes = fill;
        def.visit = count_visit;
        def.visit_user = &seen;
        outcome o = fixture_create(&def);
        for (int kind = 0; kind < PLUMP_FINDING_COUNT; ++kind) {
            const plump_finding* finding = &o.report.findings[kind];
            assert_int_equal(seen.count[kind], finding->count);
            if (!finding->count) continue;
            assert_int_equal(seen.first[kind].a, finding->first[0].a);
            bool is_vertex =
                plump_finding_element((plump_finding_kind)kind) == PLUMP_ELEMENT_VERTEX;
            for (uint64_t i = 0; i < finding->count && i < PLUMP_FINDING_FIRST_COUNT; ++i)
                assert_true(finding->first[i].a < (is_vertex ? f.vertex_count : f.triangle_count) ||
                            plump_finding_element((plump_finding_kind)kind) == PLUMP_ELEMENT_EDGE);
        }
        plump_mesh_destroy(o.mesh);
    }
    fixture_free(&f);
}

static void figures_of_a_box_are_exact(void** state) {
    (void)state;
    fixture f = fixture_box(1, 2, 4);
    outcome o = fixture_take(&f);
    const plump_mesh_report* r = &o.report;
    assert_int_equal(r->verdict, PLUMP_VERDICT_ACCEPT);
    assert_string_equal(r->message, "closed, 8 vertices, 12 triangles, 1 part, volume 8");
    assert_int_equal(r->input_vertices, 8);
    assert_int_equal(r->input_triangles, 12);
    assert_int_equal(r->euler, 2);
    assert_true(r->volume == 8 && r->area == 28);
    assert_true(r->edge_min == 1 && fabs(r->edge_max - sqrt(20)) < 1e-15);
    // edges: 4 of 1, 4 of 2, 2 of sqrt 5, 4 of 4, 2 of sqrt 17, 2 of sqrt 20
    assert_true(fabs(r->edge_median - (sqrt(5) + sqrt(5)) / 2) < 1e-15);
    for (int k = 0; k < 3; ++k) {
        assert_true(r->bounds_min[k] == 0);
        assert_true(r->bounds_max[k] == (k == 0 ? 1 : k == 1 ? 2 : 4));
    }
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
}

static void a_crossing_is_a_warning_and_no_refusal(void** state) {
    (void)state;
    fixture f = fixture_box(1, 1, 1), other = fixture_box(1, 1, 1);
    fixture_append(&f, &other, 0.5, 0.25, 0.3);
    plump_mesh_def def = fixture_def(&f);
    outcome o = fixture_create(&def);
    assert_int_equal(o.report.verdict, PLUMP_VERDICT_ACCEPT);
    assert_true(outcome_count(&o, PLUMP_FINDING_SELF_INTERSECTIONS) > 4);
    assert_non_null(strstr(o.report.message, "cut or touch"));
    plump_mesh_destroy(o.mesh);
    def.find_intersections = false;
    o = fixture_create(&def);
    assert_int_equal(outcome_count(&o, PLUMP_FINDING_SELF_INTERSECTIONS), 0);
    plump_mesh_destroy(o.mesh);
    fixture_free(&f);
    fixture_free(&other);
}

static void names_and_texts_are_there_for_every_kind(void** state) {
    (void)state;
    for (int i = 0; i < PLUMP_FINDING_COUNT; ++i) {
        for (int j = 0; j < i; ++j)
            assert_string_not_equal(plump_finding_name((plump_finding_kind)i),
                                    plump_finding_name((plump_finding_kind)j));
        assert_true(strlen(plump_finding_text((plump_finding_kind)i, 2)) > 5);
        plump_finding_weight weight = plump_finding_get_weight((plump_finding_kind)i);
        assert_true((weight == PLUMP_WEIGHT_REPAIR) == (i <= PLUMP_FINDING_FILLED_HOLES));
        assert_true((weight == PLUMP_WEIGHT_REFUSAL) == (i >= PLUMP_FINDING_BAD_INDICES));
    }
    assert_string_equal(plump_finding_name(PLUMP_FINDING_OPEN_EDGES), "open_edges");
    assert_string_equal(plump_finding_name(PLUMP_FINDING_COUNT), "unknown");
}

// Random damage.

static uint64_t seed;

static uint32_t pick(uint32_t below) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 33) % below;
}

// In a fixed order: that of a call's arguments is the compiler's choice.
static void pick_three(uint32_t below, uint32_t out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = pick(below);
}

static fixture random_triangles(void) {
    fixture f = {0};
    uint32_t at[3];
    for (uint32_t i = 4 + pick(8); i > 0; --i) {
        pick_three(3, at);
        fixture_vertex(&f, at[0], at[1], at[2]);
    }
    for (uint32_t i = 4 + pick(20); i > 0; --i) {
        pick_three(f.vertex_count, at);
        fixture_triangle(&f, at[0], at[1], at[2]);
    }
    return f;
}

static fixture random_surface(void) {
    fixture f = {0}, part;
    uint32_t kind = pick(5), at[3], columns = 3 + pick(5), rows = 3 + pick(5);
    if (kind == 0) return random_triangles();
    if (kind == 1) {
        part = fixture_sphere(1, columns, rows - 2);
    } else if (kind == 2) {
        bool twisted = pick(2);
        part = fixture_ring(columns, rows, twisted, pick(2));
    } else {
        part = fixture_box(1, 1, 2);
    }
    fixture_append(&f, &part, 0, 0, 0);
    pick_three(3, at);
    if (pick(2)) fixture_append(&f, &part, 0.5 * at[0], 0.5 * at[1], 0.5 * at[2]);
    fixture_free(&part);
    if (pick(3)) return f;
    fixture soup = fixture_soup(&f);
    fixture_free(&f);
    return soup;
}

static void damage(fixture* f) {
    uint32_t triangle = pick(f->triangle_count), vertex = pick(f->vertex_count);
    uint32_t* t = f->indices + 3 * (size_t)triangle;
    uint32_t a = t[0], b = t[1], c = t[2];
    double* p = f->positions + 3 * (size_t)vertex;
    switch (pick(8)) {
    case 0: fixture_turn(f, triangle); break;
    case 1:
        if (f->triangle_count > 1) fixture_drop(f, triangle);
        break;
    case 2: fixture_triangle(f, b, c, a); break;
    case 3: memcpy(p, f->positions + 3 * (size_t)pick(f->vertex_count), 3 * sizeof *p); break;
    case 4: t[pick(3)] = vertex; break;
    case 5: {
        double share = 0.25 * pick(5), middle[3];
        for (size_t k = 0; k < 3; ++k)
            middle[k] = f->positions[3 * (size_t)a + k] * (1 - share) +
                        f->positions[3 * (size_t)b + k] * share;
        uint32_t m = fixture_vertex(f, middle[0], middle[1], middle[2]);
        f->indices[3 * (size_t)triangle + 1] = m;
        fixture_triangle(f, m, b, c);
        if (pick(2)) fixture_triangle(f, a, b, m);
        break;
    }
    case 6: p[pick(3)] += 1e-7; break;
    default:
        for (uint32_t i = 0; i < 3 * f->vertex_count; ++i) f->positions[i] += 1e6;
        break;
    }
}

static void whatever_is_taken_is_whole_and_comes_back_the_same(void** state) {
    (void)state;
    uint32_t taken = 0;
    for (uint32_t round = 0; round < 6000; ++round) {
        seed = (round + 1) * UINT64_C(0x9E3779B97F4A7C15);
        for (int i = 0; i < 4; ++i) pick(2);
        fixture f = random_surface();
        for (uint32_t i = pick(6); i > 0; --i) damage(&f);
        plump_mesh_def def = fixture_def(&f);
        def.fill_holes = pick(2);
        def.weld_tolerance = pick(3) ? 1e-6 : pick(2) ? 0 : 0.01;
        outcome o = fixture_create(&def);
        assert_true(o.result == PLUMP_OK || o.result == PLUMP_ERROR_DATA);
        if (o.result == PLUMP_OK) {
            ++taken;
            const char* fault = fixture_fault(o.mesh);
            if (!fault) fault = fixture_round_trip_fault(o.mesh);
            if (fault) fail_msg("round %u: %s (%s)", round, fault, o.report.message);
            double volume = fixture_volume(o.mesh);
            assert_true(fabs(volume - o.report.volume) <= 1e-9 * o.report.area);
            assert_int_equal(o.report.euler,
                             (int64_t)o.report.vertices - (int64_t)o.report.triangles / 2);
        } else {
            assert_int_equal(o.report.verdict, PLUMP_VERDICT_REJECT);
            assert_string_equal(o.report.message, o.error.text);
        }
        plump_mesh_destroy(o.mesh);
        fixture_free(&f);
    }
    // the damage is neither always fatal nor always harmless
    assert_true(taken > 1500 && taken < 4500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(everything_wrong_at_once_is_mended_and_counted),
        cmocka_unit_test(memory_may_fail_anywhere),
        cmocka_unit_test(memory_may_fail_while_a_part_is_made),
        cmocka_unit_test(the_visitor_sees_every_element),
        cmocka_unit_test(figures_of_a_box_are_exact),
        cmocka_unit_test(a_crossing_is_a_warning_and_no_refusal),
        cmocka_unit_test(names_and_texts_are_there_for_every_kind),
        cmocka_unit_test(whatever_is_taken_is_whole_and_comes_back_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
