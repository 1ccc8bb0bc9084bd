// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Thin bodies behave like others: a ribbon of 3 Hz swings with 3 Hz, in as many substeps.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/mesh/mesh_inner.h"
#include "tests/unit/contact_meshes.h"

#include <stdio.h>
#include <stdlib.h>

// How far the middle of a ribbon along x is from its ends, across it, at rest 0.
static double bow_of(const pl_body* body, double length) {
    double middle = 0, ends = 0, mass[2] = {0, 0};
    for (uint32_t i = 0; i < body->count; ++i) {
        double at = fabs((double)body->rest[0][i]) / length, m = (double)body->mass[i];
        if (at < 0.1) middle += m * (double)body->x[1][i], mass[0] += m;
        if (at > 0.4) ends += m * (double)body->x[1][i], mass[1] += m;
    }
    return middle / mass[0] - ends / mass[1];
}

// Lets a free ribbon swing in its lowest bending and counts.
static double swing(const plump_mesh* mesh, double length, plump_body_def def, uint32_t* substeps) {
    plump_world* world = make_world(0, 1);
    plump_body_id id;
    def.mesh = mesh;
    def.can_sleep = false;
    OK(plump_body_create(world, &def, &id, &kit_error));
    pl_body* body = body_of(world, id);
    for (uint32_t i = 0; i < body->count; ++i) {
        double s = 2 * (double)body->rest[0][i] / length;
        body->v[1][i] = (float)(0.05 * length * (s * s - 1.0 / 3));
    }
    double last = 0, first_time = 0, last_time = 0;
    int crossings = 0;
    const double dt = 1.0 / 240;
    *substeps = 0;
    for (int n = 0; n < 480; ++n) {
        OK(plump_world_step(world, (float)dt, 0, &kit_error));
        uint32_t now = plump_world_report(world)->substeps;
        *substeps = now > *substeps ? now : *substeps;
        double bow = bow_of(body, length);
        if (n > 0 && (bow < 0) != (last < 0)) {
            double time = dt * (n + 1 - bow / (bow - last));
            if (crossings++ == 0) first_time = time;
            last_time = time;
        }
        last = bow;
    }
    plump_body_info info = describe(world, id);
    if (getenv("PLUMP_TEST_SHOW"))
        printf(
            "%u vertices: radius %.4g, longest %.4g s, reached %.4g Hz, %u regions, %d crossings\n",
            info.vertex_count, info.radius, info.substep_longest, info.frequency_reached,
            info.region_count, crossings);
    plump_world_destroy(world);
    return crossings > 1 ? (crossings - 1) / (2 * (last_time - first_time)) : 0;
}

static void a_ribbon_swings_as_asked(void** state) {
    (void)state;
    const struct {
        double x, y, z;
        uint32_t nx, ny, nz;
    } all[] = {{1, 0.25, 0.3, 16, 4, 5},  {1, 0.1, 0.1, 20, 2, 2},     {1, 0.02, 0.1, 40, 1, 4},
               {1, 0.005, 0.1, 40, 1, 4}, {1, 0.005, 0.1, 100, 1, 10}, {1, 0.002, 0.2, 60, 1, 12}};
    for (size_t i = 0; i < PL_COUNT(all); ++i) {
        plump_mesh* mesh = mesh_slab(all[i].x, all[i].y, all[i].z, all[i].nx, all[i].ny, all[i].nz);
        plump_body_def def = plump_default_body_def();
        uint32_t substeps;
        double frequency = swing(mesh, all[i].x, def, &substeps);
        if (!(fabs(frequency / 3 - 1) < 0.01))
            print_error("%g x %g x %g: %g Hz\n", all[i].x, all[i].y, all[i].z, frequency);
        assert_true(fabs(frequency / 3 - 1) < 0.01);
        assert_int_equal(substeps, 1);
        plump_mesh_destroy(mesh);
    }
}

// Of a ribbon every place is nearer to its other side than the slack: 4,900 contacts when it fell
// on a floor, of which the floor's are one per vertex at most.
static void a_falling_ribbon_lists_no_contacts_with_itself(void** state) {
    (void)state;
    plump_mesh* mesh = mesh_slab(1, 0.005, 0.1, 100, 1, 10);
    plump_world* world = make_world(-9.81f, 1);
    plump_obstacle_def floor = plump_default_obstacle_def();
    plump_obstacle_id plane;
    OK(plump_obstacle_create(world, &floor, &plane, &kit_error));
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.position[1] = 0.3;
    plump_body_id id;
    OK(plump_body_create(world, &def, &id, &kit_error));
    size_t most = 0;
    for (int n = 0; n < 60; ++n) {
        step(world, 1);
        most = world->contacts.count > most ? world->contacts.count : most;
    }
    assert_true(most <= plump_mesh_vertex_count(mesh));
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// The least distance of a place to the place across, of that at rest.
static double thinnest_of(const pl_body* body) {
    const pl_inner* inner = body->collider->inner;
    double least = 1e9;
    for (uint32_t i = 0; i < body->count; ++i) {
        double sum = 0;
        for (int k = 0; k < 3 && inner->across[i] != i; ++k) {
            double d = (double)body->x[k][i] - (double)body->x[k][inner->across[i]];
            sum += d * d;
        }
        if (inner->across[i] != i) least = fmin(least, sqrt(sum) / (double)inner->length[i]);
    }
    return least;
}

// A ball presses the lower side alone, and what bends a ribbon is far stronger than what keeps it
// thick: it was pressed to a quarter, and 180 pairs of triangles crossed.
static void sides_of_a_ribbon_over_a_ball_stay_apart(void** state) {
    (void)state;
    plump_mesh* mesh = mesh_slab(1, 0.004, 0.1, 69, 1, 7);
    plump_world* world = make_world(-9.81f, 1);
    plump_obstacle_def ball = plump_default_obstacle_def();
    ball.shape = PLUMP_OBSTACLE_SPHERE;
    ball.radius = 0.3f;
    plump_obstacle_id id;
    OK(plump_obstacle_create(world, &ball, &id, &kit_error));
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.position[1] = 0.35;
    plump_body_id ribbon;
    OK(plump_body_create(world, &def, &ribbon, &kit_error));
    for (int n = 0; n < 120; ++n) {
        step(world, 1);
        double thinnest = thinnest_of(body_of(world, ribbon));
        if (!(thinnest > 0.3)) fail_msg("%g of its thickness after %d steps", thinnest, n);
        assert_true(world->contacts.count < 2 * plump_mesh_vertex_count(mesh));
    }
    plump_overlap_report overlap;
    OK(plump_world_measure_overlap(world, &overlap, &kit_error));
    assert_int_equal(overlap.self.pair_count, 0);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ribbon_swings_as_asked),
        cmocka_unit_test(a_falling_ribbon_lists_no_contacts_with_itself),
        cmocka_unit_test(sides_of_a_ribbon_over_a_ball_stay_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
