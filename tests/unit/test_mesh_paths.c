// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/mesh/mesh_paths.h"
#include "src/mesh/mesh_surface.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/memory_kit.h"
#include "tests/unit/surface_kit.h"

// A surface's rings read as a graph in the surface's own order, so that the order is made twice.
typedef struct graph {
    pl_path_graph paths;
    float* positions;
    uint32_t* order;
    uint32_t path_count;
} graph;

static graph make_graph(const pl_surface* s) {
    graph g = {{s->count, s->ring_first, s->ring, NULL, s->part_of}, NULL, NULL, 0};
    g.positions = malloc(3 * (size_t)s->count * sizeof *g.positions);
    g.order = malloc(s->count * sizeof *g.order);
    for (uint32_t k = 0; k < s->count; ++k)
        for (unsigned a = 0; a < 3; ++a) g.positions[3 * (size_t)k + a] = s->rest[a][k];
    g.paths.positions = g.positions;
    return g;
}

static void free_graph(graph* g) {
    free(g->positions);
    free(g->order);
}

static bool order_with(graph* g, plump_allocator hooks) {
    pl_arena scratch = pl_arena_make(hooks);
    bool ok = pl_paths_order(&g->paths, &scratch, g->order, &g->path_count);
    assert_null(pl_arena_mark(&scratch));
    return ok;
}

static bool are_neighbours(const pl_path_graph* g, uint32_t a, uint32_t b) {
    for (uint32_t i = g->first[a]; i < g->first[a + 1]; ++i)
        if (g->neighbours[i] == b) return true;
    return false;
}

static void assert_good_order(const graph* g) {
    uint32_t count = g->paths.vertex_count, breaks = 0, part_changes = 0;
    unsigned char* seen = calloc(count, 1);
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t v = g->order[k];
        assert_true(v < count && !seen[v]);
        seen[v] = 1;
        if (k == 0) continue;
        uint32_t before = g->order[k - 1];
        breaks += !are_neighbours(&g->paths, before, v);
        part_changes += g->paths.part[before] != g->paths.part[v];
    }
    assert_int_equal(breaks, g->path_count - 1);
    assert_int_equal(part_changes, g->paths.part[g->order[count - 1]]);
    free(seen);
}

static void orders_are_permutations_along_edges_one_part_after_another(void** state) {
    (void)state;
    for (size_t i = 0; i < KIT_MAKERS; ++i) {
        plump_mesh* mesh = kit_makers[i]();
        graph g = make_graph(pl_mesh_surface(mesh, NULL));
        assert_true(order_with(&g, pl_alloc_hooks((plump_allocator){0})));
        assert_good_order(&g);
        free_graph(&g);
        plump_mesh_destroy(mesh);
    }
}

// Squares cut in four have centres that touch no other centre: the paper's rule leaves every tenth
// vertex a path of its own there.
static void regular_surfaces_are_one_path(void** state) {
    (void)state;
    static const plump_shape_kind kinds[] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_BOX, PLUMP_SHAPE_TORUS,
                                             PLUMP_SHAPE_UV_SPHERE};
    static const uint32_t counts[] = {100, 1500, 5400};
    for (size_t i = 0; i < 4; ++i) {
        for (size_t k = 0; k < 3; ++k) {
            plump_mesh* mesh = kit_shape(kinds[i], counts[k]);
            assert_in_range(pl_mesh_surface(mesh, NULL)->path_count, 1, 2);
            plump_mesh_destroy(mesh);
        }
    }
}

static void irregular_surfaces_break_rarely(void** state) {
    (void)state;
    static const plump_shape_kind kinds[] = {PLUMP_SHAPE_CREATURE, PLUMP_SHAPE_BEAR,
                                             PLUMP_SHAPE_DUCK};
    for (size_t i = 0; i < 3; ++i) {
        plump_mesh* mesh = kit_shape(kinds[i], 5400);
        assert_in_range(pl_mesh_surface(mesh, NULL)->path_count, 1, 20);
        plump_mesh_destroy(mesh);
    }
}

static void a_tetrahedron_is_one_path(void** state) {
    (void)state;
    plump_mesh* mesh = kit_make_tetrahedron();
    assert_int_equal(pl_mesh_surface(mesh, NULL)->path_count, 1);
    plump_mesh_destroy(mesh);
}

// -0 and 0 are one height. The lowest vertices of a box are at 0 here; the first path starts at the
// first of them, whichever sign it has.
static void the_sign_of_zero_does_not_matter(void** state) {
    (void)state;
    plump_mesh* mesh = kit_make_box();
    graph a = make_graph(pl_mesh_surface(mesh, NULL)), b = make_graph(pl_mesh_surface(mesh, NULL));
    for (size_t axis = 0; axis < 3; ++axis) {
        size_t zeros = 0;
        for (size_t i = axis; i < 3 * (size_t)a.paths.vertex_count; i += 3) {
            if (a.positions[i] > -0.49f) continue;
            a.positions[i] = 0.0f;
            b.positions[i] = zeros++ == 0 ? 0.0f : -0.0f;
        }
        for (size_t i = axis; i < 3 * (size_t)a.paths.vertex_count; i += 3) {
            if (a.positions[i] == 0) continue;
            a.positions[i] += 1;
            b.positions[i] += 1;
        }
        assert_true(zeros > 10);
    }
    assert_true(order_with(&a, pl_alloc_hooks((plump_allocator){0})));
    assert_true(order_with(&b, pl_alloc_hooks((plump_allocator){0})));
    assert_memory_equal(a.order, b.order, a.paths.vertex_count * sizeof *a.order);
    free_graph(&a);
    free_graph(&b);
    plump_mesh_destroy(mesh);
}

static void out_of_memory_anywhere_is_told_and_leaks_nothing(void** state) {
    (void)state;
    plump_mesh* mesh = kit_make_torus();
    graph g = make_graph(pl_mesh_surface(mesh, NULL));
    for (int forever = 0; forever < 2; ++forever) {
        long fail_at = 1;
        for (bool done = false; !done; ++fail_at) {
            memory_kit kit = {.fail_at = fail_at, .fail_forever = forever == 1};
            done = order_with(&g, memory_kit_hooks(&kit));
            assert_int_equal(done, kit.calls < fail_at);
            assert_int_equal(kit.blocks, 0);
        }
        assert_true(fail_at > 5);
    }
    free_graph(&g);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders_are_permutations_along_edges_one_part_after_another),
        cmocka_unit_test(regular_surfaces_are_one_path),
        cmocka_unit_test(irregular_surfaces_break_rarely),
        cmocka_unit_test(a_tetrahedron_is_one_path),
        cmocka_unit_test(the_sign_of_zero_does_not_matter),
        cmocka_unit_test(out_of_memory_anywhere_is_told_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
