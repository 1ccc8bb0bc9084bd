// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Samples along sharp edges: a ball of 2 cm in the middle of an edge of 2,000 km.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/collide/collide_data.h"
#include "tests/unit/world_kit.h"

#define NUMBERS 4096

typedef struct {
    uint32_t count, seen[NUMBERS];
    double least, most;  // where along the edge, m
} tally;

static void take(const pl_sample* sample, void* user) {
    tally* t = user;
    t->count++;
    assert_true(sample->number < NUMBERS);
    t->seen[sample->number]++;
    t->least = fmin(t->least, sample->now.z);
    t->most = fmax(t->most, sample->now.z);
}

static tally visit(plump_world* world) {
    tally t = {.least = HUGE_VAL, .most = -HUGE_VAL};
    const pl_obstacle* box = world->obstacles[0];
    for (uint32_t i = 0; i < box->solid->edge_count; ++i)
        pl_visit_samples(world->bodies[0], box, &box->solid->edges[i], take, &t);
    return t;
}

static void add_box(plump_world* world, float half) {
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_obstacle_id id;
    def.shape = PLUMP_OBSTACLE_BOX;
    for (int k = 0; k < 3; ++k) def.half_size[k] = half;
    def.position[0] = -(double)half;
    def.position[1] = -(double)half - 0.0101;
    OK(plump_obstacle_create(world, &def, &id, &kit_error));
}

static void samples_of_a_long_edge_have_numbers_of_their_own(void** state) {
    (void)state;
    plump_world* world = make_world(0, 1);
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_SPHERE);
    plump_mesh* mesh = NULL;
    shape.size = 0.02;
    shape.vertex_count = 2562;
    OK(plump_shape_create(&shape, &mesh, &kit_error));
    make_body(world, mesh, 0);
    add_box(world, 1e6f);
    step(world, 1);
    tally t = visit(world);
    print_message("%u samples from %.4f to %.4f m\n", t.count, t.least, t.most);
    assert_true(t.count > 20);
    assert_true(t.least < -0.008 && t.most > 0.008);
    for (uint32_t i = 0; i < NUMBERS; ++i) assert_true(t.seen[i] <= 1);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_a_long_edge_have_numbers_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
