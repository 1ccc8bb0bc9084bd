// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/mesh/mesh_edges.h"
#include "tests/unit/mesh_fixtures.h"

static uint32_t next_random(uint64_t* seed, uint32_t below) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33) % below;
}

static bool same_edge(const uint32_t* t, uint32_t g, uint32_t h) {
    uint32_t a = t[g], b = t[pl_edge_next(g)], c = t[h], d = t[pl_edge_next(h)];
    return (a == c && b == d) || (a == d && b == c);
}

// The slow way: compare every half-edge with every other.
static void check_against_slow(const pl_mesh_view* view, const pl_edges* edges) {
    const uint32_t* t = view->triangles;
    uint32_t n = 3 * view->triangle_count, all = 0, open = 0, many = 0, parallel = 0;
    for (uint32_t h = 0; h < n; ++h) {
        uint32_t count = 0, other = PL_NONE, smallest = h;
        for (uint32_t g = 0; g < n; ++g) {
            if (!same_edge(t, g, h)) continue;
            ++count;
            if (g != h) other = g;
            if (g < smallest) smallest = g;
        }
        if (smallest == h) {
            ++all;
            open += count == 1;
            many += count > 2;
            parallel += count == 2 && t[h] == t[other];
        }
        assert_true(pl_edge_is_pair(edges, h) == (count == 2));
        assert_true(pl_edge_is_many(edges, h) == (count > 2));
        if (count == 1) assert_int_equal(edges->mate[h], PL_NONE);
        if (count == 2) assert_int_equal(edges->mate[h], other);
        // the ring comes back after exactly all of them
        uint32_t steps = 0;
        for (uint32_t g = h; count > 1 && (steps == 0 || g != h); ++steps) {
            assert_true(same_edge(t, g, h));
            g = edges->mate[g];
        }
        if (count > 1) assert_int_equal(steps, count);
    }
    assert_int_equal(edges->edge_count, all);
    assert_int_equal(edges->open_count, open);
    assert_int_equal(edges->many_count, many);
    assert_int_equal(edges->parallel_count, parallel);
}

static void check_lookup(const pl_mesh_view* view, const pl_edges* edges) {
    for (uint32_t a = 0; a < view->vertex_count; ++a) {
        for (uint32_t b = 0; b < view->vertex_count; ++b) {
            bool found = false;
            for (uint32_t h = 0; h < 3 * view->triangle_count; ++h) {
                uint32_t c = view->triangles[h], d = view->triangles[pl_edge_next(h)];
                found = found || (a == c && b == d) || (a == d && b == c);
            }
            uint32_t h = pl_edges_lookup(edges, view->triangles, a, b);
            assert_true((h != PL_NONE) == found);
        }
    }
}

static void edges_match_the_slow_way_on_random_triangles(void** state) {
    (void)state;
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    uint64_t seed = 1;
    for (int round = 0; round < 300; ++round) {
        pl_arena arena = pl_arena_make(hooks), scratch = pl_arena_make(hooks);
        uint32_t triangles[3 * 24], vertices = 3 + next_random(&seed, 9);
        uint32_t count = next_random(&seed, 25);
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t* t = triangles + 3 * (size_t)i;
            do {
                for (int k = 0; k < 3; ++k) t[k] = next_random(&seed, vertices);
            } while (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]);
        }
        pl_mesh_view view = {NULL, vertices, triangles, count};
        pl_edges edges;
        assert_true(pl_edges_build(&arena, &scratch, &view, &edges));
        check_against_slow(&view, &edges);
        check_lookup(&view, &edges);
        pl_arena_release(&arena, NULL);
        pl_arena_release(&scratch, NULL);
    }
}

static void twins_are_suspected_wherever_they_are(void** state) {
    (void)state;
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    pl_arena arena = pl_arena_make(hooks), scratch = pl_arena_make(hooks);
    const uint32_t pillow[] = {0, 1, 2, 2, 1, 0};
    pl_mesh_view view = {NULL, 3, pillow, 2};
    pl_edges edges;
    assert_true(pl_edges_build(&arena, &scratch, &view, &edges));
    assert_true(edges.has_twins);
    fixture box = fixture_box(1, 1, 1);
    view = (pl_mesh_view){NULL, 8, box.indices, 12};
    assert_true(pl_edges_build(&arena, &scratch, &view, &edges));
    assert_false(edges.has_twins);
    assert_int_equal(edges.edge_count, 18);
    fixture_free(&box);
    pl_arena_release(&arena, NULL);
    pl_arena_release(&scratch, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edges_match_the_slow_way_on_random_triangles),
        cmocka_unit_test(twins_are_suspected_wherever_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
