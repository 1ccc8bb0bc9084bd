// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Figures per vertex against closed forms: known stretches, known weights of bodies at rest.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/obstacle_kit.h"

#define MOST 4096

static float figures[MOST];

static const float* read_figures(plump_world* world, plump_body_id id, plump_figure figure) {
    for (size_t i = 0; i < MOST; ++i) figures[i] = -1;
    OK(plump_body_read_figure(world, id, figure, figures, MOST, &kit_error));
    return figures;
}

static plump_body_id make_turned_body(plump_world* world, const plump_mesh* mesh) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.position[0] = 1000;
    def.scale = 2;
    def.rotation[0] = 0.3f, def.rotation[1] = -0.4f, def.rotation[2] = 0.5f;
    OK(plump_body_create(world, &def, &id, &kit_error));
    return id;
}

static void figures_of_a_body_at_rest_are_0(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_DUCK, 532);
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_turned_body(world, mesh);
    for (int f = 0; f < PLUMP_FIGURE_COUNT; ++f) {
        const float* read = read_figures(world, id, (plump_figure)f);
        for (int i = 0; i < 532; ++i) assert_true(read[i] >= 0 && read[i] < 2e-5f);
        assert_true(read[532] == -1);
    }
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

// A box whose vertices are moved by a matrix; `face` gives the axis that a vertex inside a face of
// the box at rest looks along, or 3 for those on an edge.
typedef struct box_lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id id;
    uint32_t count;
} box_lab;

static box_lab make_box(void) {
    box_lab lab = {.mesh = make_shape(PLUMP_SHAPE_BOX, 600), .world = make_world(0, 1)};
    lab.id = make_body(lab.world, lab.mesh, 0);
    lab.count = plump_mesh_vertex_count(lab.mesh);
    assert_in_range(lab.count, 300, MOST);
    return lab;
}

static void free_box(box_lab* lab) {
    plump_world_destroy(lab->world);
    plump_mesh_destroy(lab->mesh);
}

static int face_of(const box_lab* lab, uint32_t vertex) {
    const float* p = plump_mesh_positions(lab->mesh);
    float most[3] = {0, 0, 0};
    int found = 3, count = 0;
    for (uint32_t i = 0; i < 3 * lab->count; ++i) most[i % 3] = fmaxf(most[i % 3], fabsf(p[i]));
    for (int k = 0; k < 3; ++k) {
        if (fabsf(p[3 * vertex + (uint32_t)k]) > 0.999f * most[k]) found = k, count++;
    }
    return count == 1 ? found : 3;
}

static void deform_box(const box_lab* lab, const float matrix[3][3]) {
    plump_body_edit edit;
    OK(plump_body_lend_edit(lab->world, lab->id, &edit, &kit_error));
    for (uint32_t i = 0; i < edit.count; ++i) {
        float x = edit.x[i], y = edit.y[i], z = edit.z[i];
        edit.x[i] = matrix[0][0] * x + matrix[0][1] * y + matrix[0][2] * z;
        edit.y[i] = matrix[1][0] * x + matrix[1][1] * y + matrix[1][2] * z;
        edit.z[i] = matrix[2][0] * x + matrix[2][1] * y + matrix[2][2] * z;
    }
}

static void expect_on_faces(const box_lab* lab, const double strain[3]) {
    const float* read = read_figures(lab->world, lab->id, PLUMP_FIGURE_STRAIN);
    int seen[4] = {0};
    for (uint32_t i = 0; i < lab->count; ++i) {
        int face = face_of(lab, i);
        seen[face]++;
        if (face < 3) assert_true(fabs((double)read[i] - strain[face]) < 1e-5);
    }
    for (int k = 0; k < 4; ++k) assert_true(seen[k] > 0);
}

static void a_stretched_box_shows_the_larger_strain_of_each_face(void** state) {
    (void)state;
    box_lab lab = make_box();
    deform_box(&lab, (const float[3][3]){{1.25f, 0, 0}, {0, 0.875f, 0}, {0, 0, 1}});
    // along x lie y and z, along y x and z, along z both
    expect_on_faces(&lab, (const double[3]){0.125, 0.25, 0.25});
    free_box(&lab);
}

static void a_sheared_box_shows_its_longest_direction(void** state) {
    (void)state;
    box_lab lab = make_box();
    deform_box(&lab, (const float[3][3]){{1, 0.5f, 0}, {0, 1, 0}, {0, 0, 1}});
    double shear = sqrt(1 + 0.25 * 0.25) + 0.25 - 1;  // of the faces along z, g = 0.5
    double lean = sqrt(1.25) - 1;                     // those along x only get longer
    expect_on_faces(&lab, (const double[3]){lean, 0, shear});
    free_box(&lab);
}

static void a_turned_box_shows_nothing(void** state) {
    (void)state;
    box_lab lab = make_box();
    deform_box(&lab, (const float[3][3]){{0.6f, -0.8f, 0}, {0.8f, 0.6f, 0}, {0, 0, 1}});
    expect_on_faces(&lab, (const double[3]){0, 0, 0});
    free_box(&lab);
}

static void speed_is_the_length_of_velocity(void** state) {
    (void)state;
    box_lab lab = make_box();
    OK(plump_body_set_velocity(lab.world, lab.id, PLUMP_ALL_VERTICES, (const float[3]){2, -3, 6},
                               &kit_error));
    const float* read = read_figures(lab.world, lab.id, PLUMP_FIGURE_SPEED);
    for (uint32_t i = 0; i < lab.count; ++i) assert_true(fabsf(read[i] - 7) < 1e-5f);
    free_box(&lab);
}

// --- contact ---

typedef struct ball_lab {
    plump_mesh* mesh;
    plump_world* world;
    plump_body_id lower, upper;
} ball_lab;

static plump_body_id make_ball(plump_world* world, const plump_mesh* mesh, double height) {
    plump_body_def def = plump_default_body_def();
    plump_body_id id;
    def.mesh = mesh;
    def.position[1] = height;
    def.frequency = 8;
    def.damping = 0.7f;
    OK(plump_body_create(world, &def, &id, &kit_error));
    return id;
}

static ball_lab make_balls(bool two) {
    ball_lab lab = {.mesh = make_shape(PLUMP_SHAPE_SPHERE, 642), .world = make_world(-9.81f, 1)};
    plump_obstacle_def plane = obstacle_def(PLUMP_OBSTACLE_PLANE, NULL);
    make_obstacle(lab.world, &plane);
    lab.lower = make_ball(lab.world, lab.mesh, 0.5);
    if (two) lab.upper = make_ball(lab.world, lab.mesh, 1.5);
    return lab;
}

static void free_balls(ball_lab* lab) {
    plump_world_destroy(lab->world);
    plump_mesh_destroy(lab->mesh);
}

// Pressure times area, summed: N.
static double load_of(const ball_lab* lab, plump_body_id id) {
    static double x[3 * 642];
    static double area[642];
    const float* read = read_figures(lab->world, id, PLUMP_FIGURE_CONTACT);
    OK(plump_body_read(lab->world, id, PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64, x, 0, 642,
                       &kit_error));
    memset(area, 0, sizeof area);
    const uint32_t* t = plump_mesh_indices(lab->mesh);
    for (uint32_t i = 0; i < plump_mesh_triangle_count(lab->mesh); ++i, t += 3) {
        double a[3], b[3], squared = 0;
        for (int k = 0; k < 3; ++k) a[k] = x[3 * t[1] + (uint32_t)k] - x[3 * t[0] + (uint32_t)k];
        for (int k = 0; k < 3; ++k) b[k] = x[3 * t[2] + (uint32_t)k] - x[3 * t[0] + (uint32_t)k];
        for (int k = 0; k < 3; ++k) {
            double n = a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
            squared += n * n;
        }
        for (int k = 0; k < 3; ++k) area[t[k]] += sqrt(squared) / 6;
    }
    double sum = 0;
    for (int i = 0; i < 642; ++i) sum += (double)read[i] * area[i];
    return sum;
}

static void the_load_of_a_ball_on_the_floor_is_its_weight(void** state) {
    (void)state;
    ball_lab lab = make_balls(false);
    step(lab.world, 90);
    double weight = describe(lab.world, lab.lower).mass * 9.81;
    assert_true(fabs(load_of(&lab, lab.lower) / weight - 1) < 0.01);
    // only below, where it touches
    plump_body_view view;
    OK(plump_body_lend(lab.world, lab.lower, &view, &kit_error));
    const float* read = read_figures(lab.world, lab.lower, PLUMP_FIGURE_CONTACT);
    for (uint32_t i = 0; i < 642; ++i) {
        double height = view.origin[1] + (double)view.y[view.place_of[i]];
        if (height > 0.1) assert_true(read[i] == 0);
    }
    free_balls(&lab);
}

// The same out of the list of contacts, each of which presses both of its sides.
static double load_in_list(const ball_lab* lab, plump_body_id id) {
    uint32_t count;
    const plump_contact* list = plump_world_contacts(lab->world, &count);
    double sum = 0, h = (double)plump_world_report(lab->world)->substep;
    for (uint32_t i = 0; i < count; ++i) {
        bool mine = list[i].body.value == id.value || list[i].other.value == id.value;
        for (int k = 0; mine && k < 3; ++k)
            sum += (double)list[i].impulse[k] * (double)list[i].normal[k] / h;
    }
    return sum;
}

static void pressure_between_balls_acts_on_both(void** state) {
    (void)state;
    ball_lab lab = make_balls(true);
    double upper = 0, lower = 0;
    // made at a point of each other, they push apart before the floor bears both
    for (int steps = 0; steps < 30 && !(upper > 0 && lower > upper); ++steps) {
        step(lab.world, 1);
        upper = load_of(&lab, lab.upper);
        lower = load_of(&lab, lab.lower);
    }
    assert_true(upper > 0 && lower > upper);
    assert_true(fabs(upper / load_in_list(&lab, lab.upper) - 1) < 1e-4);
    assert_true(fabs(lower / load_in_list(&lab, lab.lower) - 1) < 1e-4);
    free_balls(&lab);
}

static void a_sleeping_ball_keeps_its_pressure(void** state) {
    (void)state;
    ball_lab lab = make_balls(false);
    for (int i = 0; i < 600 && !describe(lab.world, lab.lower).asleep; ++i) step(lab.world, 1);
    assert_true(describe(lab.world, lab.lower).asleep);
    double weight = describe(lab.world, lab.lower).mass * 9.81;
    step(lab.world, 5);
    assert_true(fabs(load_of(&lab, lab.lower) / weight - 1) < 0.01);
    free_balls(&lab);
}

static void a_restored_ball_knows_no_pressure_until_it_steps(void** state) {
    (void)state;
    ball_lab lab = make_balls(false);
    step(lab.world, 90);
    size_t size = plump_world_snapshot_size(lab.world);
    void* snapshot = malloc(size);
    assert_non_null(snapshot);
    OK(plump_world_snapshot(lab.world, snapshot, size, &size, &kit_error));
    OK(plump_world_restore(lab.world, snapshot, size, NULL, 0, &kit_error));
    free(snapshot);
    assert_true(load_of(&lab, lab.lower) == 0);
    const float* read = read_figures(lab.world, lab.lower, PLUMP_FIGURE_VOLUME_WEIGHT);
    for (int i = 0; i < 642; ++i) assert_true(read[i] == 0);
    step(lab.world, 1);
    assert_true(load_of(&lab, lab.lower) > 0);
    free_balls(&lab);
}

// --- volume ---

static void weights_are_1_but_where_a_vertex_is_held(void** state) {
    (void)state;
    plump_mesh* mesh = make_shape(PLUMP_SHAPE_SPHERE, 642);
    plump_world* world = make_world(0, 1);
    plump_body_id id = make_body(world, mesh, 0);
    step(world, 2);
    const float* read = read_figures(world, id, PLUMP_FIGURE_VOLUME_WEIGHT);
    for (int i = 0; i < 642; ++i) assert_true(read[i] == 1);
    OK(plump_body_pin(world, id, 17, &kit_error));
    step(world, 2);
    read = read_figures(world, id, PLUMP_FIGURE_VOLUME_WEIGHT);
    double sum = 0;
    for (int i = 0; i < 642; ++i) sum += (double)read[i];
    assert_true(read[17] == 0);
    assert_true(sum > 620 && sum < 641.5);
    OK(plump_body_set(world, id, "volume", PLUMP_VOLUME_FREE, &kit_error));
    step(world, 1);
    read = read_figures(world, id, PLUMP_FIGURE_VOLUME_WEIGHT);
    for (int i = 0; i < 642; ++i) assert_true(read[i] == 0);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
}

static void wrong_calls_are_refused(void** state) {
    (void)state;
    box_lab lab = make_box();
    REFUSED(
        plump_body_read_figure(lab.world, lab.id, PLUMP_FIGURE_COUNT, figures, MOST, &kit_error),
        "figure");
    REFUSED(plump_body_read_figure(lab.world, lab.id, PLUMP_FIGURE_SPEED, NULL, MOST, &kit_error),
            "buffer");
    REFUSED(plump_body_read_figure(lab.world, lab.id, PLUMP_FIGURE_SPEED, figures, 7, &kit_error),
            "room for 7");
    REFUSED(plump_body_read_figure(lab.world, (plump_body_id){99}, PLUMP_FIGURE_SPEED, figures,
                                   MOST, &kit_error),
            "not in this world");
    REFUSED(plump_body_read_figure(NULL, lab.id, PLUMP_FIGURE_SPEED, figures, MOST, &kit_error),
            "NULL");
    free_box(&lab);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_of_a_body_at_rest_are_0),
        cmocka_unit_test(a_stretched_box_shows_the_larger_strain_of_each_face),
        cmocka_unit_test(a_sheared_box_shows_its_longest_direction),
        cmocka_unit_test(a_turned_box_shows_nothing),
        cmocka_unit_test(speed_is_the_length_of_velocity),
        cmocka_unit_test(the_load_of_a_ball_on_the_floor_is_its_weight),
        cmocka_unit_test(pressure_between_balls_acts_on_both),
        cmocka_unit_test(a_sleeping_ball_keeps_its_pressure),
        cmocka_unit_test(a_restored_ball_knows_no_pressure_until_it_steps),
        cmocka_unit_test(weights_are_1_but_where_a_vertex_is_held),
        cmocka_unit_test(wrong_calls_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
