// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/find.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include "tests/unit/tree_kit.h"

static pl_target target_of(const grove* g) {
    pl_target target = {.surface = g->surface,
                        .fans = pl_fans_get(g->mesh, NULL),
                        .triangles = g->triangles,
                        .tree = &g->tree,
                        .sign = 1.0f};
    for (int k = 0; k < 3; ++k) target.now[k] = target.past[k] = g->x[k];
    assert_non_null(target.fans);
    return target;
}

static pl_probe probe_at(const grove* g, pl_vec3d at, double radius) {
    double size = grove_extent(g);
    pl_probe probe = {.radius = (float)radius,
                      .step = (float)(0.02 * size),
                      .deep = (float)(0.25 * size),
                      .behind = (float)(1e-6 * size),
                      .inside_at = PL_TREE_NONE};
    pl_vec3_store(pl_vec3d_narrow(at), probe.past);
    pl_vec3_store(pl_vec3d_narrow(at), probe.now);
    pl_tree_nearest(&g->tree, g->x, probe.past, (float)radius, &probe.start);
    return probe;
}

// A little off a triangle, on the side of its normal (1) or behind it (-1).
static pl_vec3d beside(const grove* g, uint32_t triangle, double off, pl_vec3d* normal) {
    float corner[3][3];
    grove_corners(g, triangle, corner);
    pl_vec3d a = tree_widen(corner[0]), b = tree_widen(corner[1]), c = tree_widen(corner[2]);
    *normal = pl_vec3d_normalize(pl_vec3d_cross(pl_vec3d_sub(b, a), pl_vec3d_sub(c, a)),
                                 pl_vec3d_make(0, 1, 0));
    pl_vec3d middle = pl_vec3d_scale(pl_vec3d_add(pl_vec3d_add(a, b), c), 1.0 / 3);
    return pl_vec3d_add_scaled(middle, off, *normal);
}

// The side of every triangle on which a point is outside is where it is kept; on the other it is
// led out. Returns how many triangles have turned inside out.
static uint32_t check_sides(const grove* g) {
    pl_target target = target_of(g);
    double off = 1e-4 * grove_extent(g);
    uint32_t turned = 0;
    for (uint32_t i = 0; i < g->triangle_count; ++i) {
        for (int side = -1; side <= 1; side += 2) {
            pl_vec3d normal;
            pl_vec3d at = beside(g, i, side * off, &normal);
            pl_probe probe = probe_at(g, at, 4 * off);
            if (probe.start.triangle != i || probe.start.feature != 0)
                continue;  // crossed by others
            bool inside = pl_tree_inside(&g->tree, g->x, probe.past);
            pl_meeting found[PL_MEETINGS_MOST];
            uint32_t count = pl_find_on_surface(&target, &probe, found);
            assert_true(count >= 1);
            double along = pl_vec3d_dot(normal, tree_widen(found[0].normal));
            if (side > 0 || inside) {
                assert_true(along > 0.999);  // out along the normal, or kept in front of it
            } else {
                assert_true(along < -0.999);
                assert_true(found[0].gap_past > 0.0f);
                turned++;
            }
        }
    }
    return turned;
}

static void points_stay_outside_of_what_has_turned_inside_out(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_shape(PLUMP_SHAPE_SPHERE, 642));
    assert_int_equal(check_sides(&g), 0);
    double radius = 0.5 * grove_extent(&g);
    for (uint32_t i = 0; i < g.vertex_count; ++i)
        if ((double)g.now[1][i] > 0.4 * radius) g.now[1][i] -= (float)(2.4 * radius);
    pl_tree_refit(&g.tree, g.x, NULL);
    assert_true(check_sides(&g) > 50);  // the walls of the pocket, from outside
    grove_free(&g);
}

// What is on a triangle but for rounding is kept out of it, not led in.
static void rounding_turns_no_side(void** state) {
    (void)state;
    grove g = grove_of_mesh(kit_shape(PLUMP_SHAPE_SPHERE, 642));
    pl_target target = target_of(&g);
    double size = grove_extent(&g);
    for (uint32_t i = 0; i < g.triangle_count; ++i) {
        pl_vec3d normal;
        pl_probe probe = probe_at(&g, beside(&g, i, -1e-8 * size, &normal), 1e-3 * size);
        pl_meeting found[PL_MEETINGS_MOST];
        assert_true(pl_find_on_surface(&target, &probe, found) >= 1);
        assert_true(pl_vec3d_dot(normal, tree_widen(found[0].normal)) > 0.9);
    }
    grove_free(&g);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_stay_outside_of_what_has_turned_inside_out),
        cmocka_unit_test(rounding_turns_no_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
