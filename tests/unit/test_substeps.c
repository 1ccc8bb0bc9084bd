// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How many substeps "as needed" are while bodies fly: two balls of 3 Hz, one of them thrown.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/step_kit.h"

typedef struct throw_of {
    double distance;     // between the centres, m
    float speed, other;  // m/s along x
    bool soft_contact;
    uint32_t limit;
    uint32_t category;  // of the first; 0: as the other
    bool apart;         // by plump_world_set_pair()
} throw_of;

#define DT 0.01f

static plump_world* world_with_limit(uint32_t limit) {
    plump_world_def def = plump_default_world_def();
    plump_world* world = NULL;
    def.gravity[1] = 0.0f;
    def.worker_count = 1;
    if (limit) def.substep_limit = limit;
    KIT_OK(plump_world_create(&def, &world, error));
    return world;
}

static void add_ball(plump_world* world, const plump_mesh* mesh, double x, float speed, bool soft) {
    plump_body_def def = plump_default_body_def();
    plump_body_id body;
    def.mesh = mesh;
    def.frequency = 3;
    def.position[0] = x;
    def.velocity[0] = speed;
    def.soft_contact = soft;
    KIT_OK(plump_body_create(world, &def, &body, error));
}

static void keep_apart(plump_world* world, const throw_of* t) {
    pl_body *a = world->bodies[0], *b = world->bodies[1];
    if (t->category) a->def.category = t->category;
    if (t->category) b->def.collides_with = ~t->category;
    KIT_OK(plump_world_set_pair(world, a->id, b->id, !t->apart, error));
}

// Substeps of the second step: the first tells how they move.
static uint32_t substeps_of(const throw_of* t, double* edge) {
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 642, 0.2);
    plump_world* world = world_with_limit(t->limit);
    add_ball(world, mesh, 0.0, t->speed, t->soft_contact);
    add_ball(world, mesh, t->distance, t->other, true);
    keep_apart(world, t);
    KIT_OK(plump_world_step(world, DT, 0, error));
    KIT_OK(plump_world_step(world, DT, 0, error));
    *edge = world->bodies[0]->surface->edge_mean;
    uint32_t substeps = plump_world_report(world)->substeps;
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
    return substeps;
}

static uint32_t at_rest(void) {
    double edge;
    return substeps_of(&(throw_of){0.4, 0, 0, true, 0, 0, false}, &edge);
}

static void fast_approach_takes_short_substeps(void** state) {
    (void)state;
    double edge;
    for (int speed = 6; speed <= 12; speed += 3) {
        throw_of t = {0.4, (float)speed, 0, true, 1000, 0, false};
        uint32_t substeps = substeps_of(&t, &edge);
        kit_at_most(speed * (double)DT / substeps, 0.4 * edge, "the way in a substep");
        kit_at_most(substeps - 1.0, speed * (double)DT / (0.4 * edge), "one substep less");
        assert_true(substeps > at_rest());
    }
}

static void only_the_speed_between_them_counts(void** state) {
    (void)state;
    double edge;
    assert_int_equal(substeps_of(&(throw_of){0.4, 12, 12, true, 0, 0, false}, &edge), at_rest());
    assert_int_equal(substeps_of(&(throw_of){0.4, 12, 0, true, 1000, 0, false}, &edge),
                     substeps_of(&(throw_of){0.4, 6, -6, true, 1000, 0, false}, &edge));
}

static void what_cannot_meet_does_not_count(void** state) {
    (void)state;
    double edge;
    assert_int_equal(substeps_of(&(throw_of){5.0, 12, 0, true, 0, 0, false}, &edge), at_rest());
    assert_int_equal(substeps_of(&(throw_of){0.4, 12, 0, false, 0, 0, false}, &edge), at_rest());
}

static void what_is_kept_apart_does_not_count(void** state) {
    (void)state;
    double edge;
    assert_int_equal(substeps_of(&(throw_of){0.4, 12, 0, true, 0, 2, false}, &edge), at_rest());
    assert_int_equal(substeps_of(&(throw_of){0.4, 12, 0, true, 0, 0, true}, &edge), at_rest());
}

// Impacts far beyond what a substep resolves are stopped as a whole: short ones would not help.
static void the_limit_holds_and_what_is_far_beyond_does_not_count(void** state) {
    (void)state;
    double edge;
    assert_int_equal(substeps_of(&(throw_of){0.4, 15, 0, true, 0, 0, false}, &edge), 16);
    assert_int_equal(substeps_of(&(throw_of){0.4, 9, 0, true, 5, 0, false}, &edge), 5);
    assert_int_equal(substeps_of(&(throw_of){0.4, 1e5f, 0, true, 0, 0, false}, &edge), at_rest());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fast_approach_takes_short_substeps),
        cmocka_unit_test(only_the_speed_between_them_counts),
        cmocka_unit_test(what_cannot_meet_does_not_count),
        cmocka_unit_test(what_is_kept_apart_does_not_count),
        cmocka_unit_test(the_limit_holds_and_what_is_far_beyond_does_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
