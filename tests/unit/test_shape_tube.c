// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "test_shape_kit.h"

#define RADIUS (1 / 1.7)

static pl_shape_surface make(pl_arena* arena, bool (*maker)(pl_shape_surface*, uint32_t),
                             uint32_t wish) {
    pl_shape_surface s = {.arena = arena};
    assert_true(maker(&s, wish));
    return s;
}

static void torus_vertices_lie_on_the_torus(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = make(&arena, pl_shape_torus, 532);
    assert_int_equal(s.vertex_count, 532);
    for (uint32_t v = 0; v < s.vertex_count; ++v) {
        pl_vec3d p = s.points[v];
        double out = sqrt(p.x * p.x + p.z * p.z) - 1;
        shape_expect_near(sqrt(out * out + p.y * p.y), RADIUS, 1e-7);
    }
    pl_arena_release(&arena, NULL);
}

static void torus_volume_tends_to_the_closed_form(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = make(&arena, pl_shape_torus, 100000);
    double pi = 3.141592653589793;
    shape_expect_near(shape_judge(&s).volume, 2 * pi * pi * RADIUS * RADIUS, 2e-3);
    pl_arena_release(&arena, NULL);
}

// The area of the triangles from one section to the next.
static double strip_area(const pl_shape_surface* s, uint32_t ring, uint32_t section) {
    double area = 0;
    for (uint32_t t = 2 * ring * section; t < 2 * ring * (section + 1); ++t) {
        const uint32_t* c = s->triangles + 3 * (size_t)t;
        area += pl_vec3d_length(
            pl_shape_area_vector(s->points[c[0]], s->points[c[1]], s->points[c[2]]));
    }
    return area;
}

// Sections of a torus are alike but for a turn; so must be the last strip, which closes the tube
// with a shift of whole cells.
static void no_seam_where_the_tube_closes(void** state) {
    (void)state;
    static const uint32_t counts[][2] = {{532, 19}, {777, 21}};  // vertices, of them in a ring
    for (size_t i = 0; i < PL_COUNT(counts); ++i) {
        uint32_t ring = counts[i][1], sections = counts[i][0] / ring;
        pl_arena arena = shape_arena();
        pl_shape_surface s = make(&arena, pl_shape_torus, counts[i][0]);
        assert_int_equal(s.vertex_count, counts[i][0]);
        double first = strip_area(&s, ring, 0);
        // neighbours differ a little, as the rings' turn against the inside goes on
        for (uint32_t k = 1; k < sections; ++k)
            shape_expect_near(strip_area(&s, ring, k), first, 2e-3 * first);
        pl_arena_release(&arena, NULL);
    }
}

static void knot_has_571_sections_of_37(void** state) {
    (void)state;
    pl_arena arena = shape_arena();
    pl_shape_surface s = make(&arena, pl_shape_knot, 21127);
    assert_int_equal(s.vertex_count, 571 * 37);
    shape_facts f = shape_expect_sound(&s, 0);
    assert_true(f.worst_aspect < 2);
    // a tube: volume is half the radius times the area, as for any bent cylinder
    shape_expect_near(f.volume, 0.5 * 0.4 * f.area, 0.01 * f.volume);
    pl_arena_release(&arena, NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torus_vertices_lie_on_the_torus),
        cmocka_unit_test(torus_volume_tends_to_the_closed_form),
        cmocka_unit_test(no_seam_where_the_tube_closes),
        cmocka_unit_test(knot_has_571_sections_of_37),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
