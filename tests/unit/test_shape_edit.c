// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_shape_kit.h"

#include "src/shape/edit.h"

// An icosphere as a mesh to edit.
static void begin(pl_edit* mesh, pl_arena* arena, uint32_t wish, uint32_t capacity) {
    pl_shape_surface s = shape_make(arena, PLUMP_SHAPE_SPHERE, wish);
    assert_true(pl_edit_reserve(mesh, arena, capacity, 2 * capacity));
    memcpy(mesh->points, s.points, s.vertex_count * sizeof *s.points);
    memcpy(mesh->start, s.triangles, 3 * (size_t)s.triangle_count * sizeof *s.triangles);
    mesh->vertex_count = s.vertex_count;
    mesh->triangle_count = s.triangle_count;
    assert_true(pl_edit_connect(mesh, arena));
}

// Twins, fans and valences against what the triangles alone say.
static void expect_whole(const pl_edit* m) {
    for (uint32_t h = 0; h < 3 * m->triangle_count; ++h) {
        uint32_t twin = m->twin[h];
        assert_int_equal(m->twin[twin], h);
        assert_int_equal(m->start[twin], pl_edit_end(m, h));
        assert_int_equal(m->start[h], pl_edit_end(m, twin));
    }
    for (uint32_t v = 0; v < m->vertex_count; ++v) {
        uint32_t h = m->out[v], count = 0;
        do {
            assert_int_equal(m->start[h], v);
            h = pl_edit_around(m, h);
            ++count;
        } while (h != m->out[v] && count < 1000);
        assert_int_equal(count, m->valence[v]);
    }
    pl_shape_surface s = {.points = m->points,
                          .triangles = m->start,
                          .vertex_count = m->vertex_count,
                          .triangle_count = m->triangle_count};
    assert_int_equal(shape_open_edges(&s), 0);
    assert_int_equal(shape_torn_vertices(&s), 0);
    assert_int_equal((int64_t)m->vertex_count - m->triangle_count / 2, 2);
}

static void random_edits_keep_a_closed_manifold(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_edit m;
    begin(&m, &arena, 42, 400);
    uint64_t seed = 7;
    uint32_t splits = 0, collapses = 0, flips = 0;
    for (int i = 0; i < 2500; ++i) {
        uint32_t h = (uint32_t)(shape_random(&seed) * 3 * m.triangle_count);
        double what = shape_random(&seed);
        if (what < 0.3) {
            uint32_t v = pl_edit_split(&m, h);
            if (v == PL_EDIT_NONE) continue;
            m.points[v] = pl_vec3d_make(0, 0, 0);
            ++splits;
        } else if (what < 0.6) {
            if (!pl_edit_can_collapse(&m, h)) continue;
            pl_edit_collapse(&m, h);
            assert_true(pl_edit_pack(&m, &arena));
            ++collapses;
        } else {
            if (!pl_edit_can_flip(&m, h)) continue;
            pl_edit_flip(&m, h);
            ++flips;
        }
        expect_whole(&m);
    }
    assert_true(splits > 100 && collapses > 100 && flips > 100);
    pl_arena_release(&arena, NULL);
}

// A tetrahedron is the smallest closed surface: nothing can go.
static void a_tetrahedron_refuses_to_shrink(void** state) {
    (void)state;
    static const uint32_t corners[] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
    pl_arena arena = shape_arena();
    pl_edit m;
    assert_true(pl_edit_reserve(&m, &arena, 6, 12));
    memcpy(m.start, corners, sizeof corners);
    m.vertex_count = m.triangle_count = 4;
    assert_true(pl_edit_connect(&m, &arena));
    for (uint32_t h = 0; h < 12; ++h) {
        assert_false(pl_edit_can_collapse(&m, h));
        assert_false(pl_edit_can_flip(&m, h));
    }
    pl_arena_release(&arena, NULL);
}

static bool connects(const uint32_t* corners, uint32_t vertices, uint32_t triangles) {
    pl_arena arena = shape_arena();
    pl_edit m;
    assert_true(pl_edit_reserve(&m, &arena, vertices, triangles));
    memcpy(m.start, corners, 3 * triangles * sizeof *corners);
    m.vertex_count = vertices, m.triangle_count = triangles;
    bool done = pl_edit_connect(&m, &arena);
    assert_true(m.is_torn == !done);
    pl_arena_release(&arena, NULL);
    return done;
}

// Edits walk around vertices, which must lead back to where they began.
static void what_is_not_closed_is_refused(void** state) {
    (void)state;
    static const uint32_t corners[] = {
        0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0,  // a tetrahedron
        4, 5, 6, 4, 3, 5, 5, 3, 6, 6, 3, 4,  // one that hangs on a corner of it
        0, 1, 2,                             // a triangle that is there already
    };
    assert_true(connects(corners, 4, 4));
    assert_false(connects(corners, 4, 3));
    assert_false(connects(corners, 7, 8));
    assert_false(connects(corners, 5, 4));
    assert_false(connects(corners, 7, 9));
}

static void collapsing_down_ends_in_a_closed_surface(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_edit m;
    begin(&m, &arena, 642, 642);
    for (uint32_t h = 0; h < 3 * m.triangle_count; ++h)
        if (m.start[h] != PL_EDIT_NONE && pl_edit_can_collapse(&m, h)) pl_edit_collapse(&m, h);
    assert_true(pl_edit_live_vertices(&m) < 200);
    assert_true(pl_edit_pack(&m, &arena));
    expect_whole(&m);
    pl_arena_release(&arena, NULL);
}

static void a_split_needs_room(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_edit m;
    begin(&m, &arena, 12, 13);
    assert_int_equal(pl_edit_split(&m, 5), 12);
    m.points[12] = pl_vec3d_make(0, 0, 0);
    assert_int_equal(pl_edit_split(&m, 5), PL_EDIT_NONE);
    expect_whole(&m);
    pl_arena_release(&arena, NULL);
}

static void flipping_twice_gives_the_same_edge(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_edit m;
    begin(&m, &arena, 42, 42);
    for (uint32_t h = 0; h < 3 * m.triangle_count; ++h) {
        uint32_t a = m.start[h], b = pl_edit_end(&m, h);
        pl_edit_flip(&m, h);
        expect_whole(&m);
        pl_edit_flip(&m, h);
        uint32_t c = m.start[h], d = pl_edit_end(&m, h);
        assert_true((a == c && b == d) || (a == d && b == c));
    }
    pl_arena_release(&arena, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_edits_keep_a_closed_manifold),
        cmocka_unit_test(a_tetrahedron_refuses_to_shrink),
        cmocka_unit_test(what_is_not_closed_is_refused),
        cmocka_unit_test(collapsing_down_ends_in_a_closed_surface),
        cmocka_unit_test(a_split_needs_room),
        cmocka_unit_test(flipping_twice_gives_the_same_edge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
