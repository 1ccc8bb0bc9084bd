// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles of several convex parts in one mesh: a ring of wedges that a ball is pushed through.
#include "tests/unit/jiggle_kit.h"
#include "tests/unit/memory_kit.h"

#include <stdio.h>

#define WEDGES 12
#define INNER  0.36
#define OUTER  0.7
#define HALF   0.08

// --- convex cells of eight corners: the first four below the others ---

static const uint32_t cell_faces[36] = {0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6, 0, 4, 5, 0, 5, 1,
                                        1, 5, 6, 1, 6, 2, 2, 6, 7, 2, 7, 3, 3, 7, 4, 3, 4, 0};

static plump_mesh* cells_mesh(const float* corners, uint32_t cells) {
    uint32_t* faces = malloc(36 * cells * sizeof *faces);
    for (uint32_t i = 0; i < 36 * cells; ++i) faces[i] = cell_faces[i % 36] + 8 * (i / 36);
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles.positions = corners;
    def.triangles.vertex_count = 8 * cells;
    def.triangles.indices = faces;
    def.triangles.index_type = PLUMP_INDEX_UINT32;
    def.triangles.triangle_count = 12 * cells;
    plump_mesh* mesh;
    plump_error error;
    if (plump_mesh_create(&def, &mesh, NULL, &error) != PLUMP_OK) fail_msg("%s", error.text);
    free(faces);
    return mesh;
}

// How deep a point is in a wedge of the ring about y, by the planes it is made of; its radii are
// those of chords' corners.
static double depth_in_wedge(int wedge, const double x[3]) {
    double step = 2 * 3.14159265358979323846 / WEDGES, middle = (wedge + 0.5) * step;
    double along = cos(middle) * x[0] + sin(middle) * x[2], chord = cos(0.5 * step);
    double a = wedge * step, b = (wedge + 1) * step;
    double depth = fmin(HALF - fabs(x[1]), fmin(along - INNER * chord, OUTER * chord - along));
    depth = fmin(depth, -sin(a) * x[0] + cos(a) * x[2]);
    return fmin(depth, sin(b) * x[0] - cos(b) * x[2]);
}

static plump_mesh* ring_mesh(void) {
    float corners[24 * WEDGES];
    for (int i = 0; i < 8 * WEDGES; ++i) {
        int corner = i % 4;
        double angle = (i / 8 + (corner == 1 || corner == 2)) * 2 * 3.14159265358979323846 / WEDGES;
        double far = corner < 2 ? INNER : OUTER;
        corners[3 * i] = (float)(far * cos(angle));
        corners[3 * i + 1] = (float)(i % 8 < 4 ? -HALF : HALF);
        corners[3 * i + 2] = (float)(far * sin(angle));
    }
    return cells_mesh(corners, WEDGES);
}

static uint32_t add(plump_jiggle* jiggle, const plump_mesh* mesh) {
    plump_obstacle_def def = plump_default_obstacle_def();
    uint32_t number;
    plump_error error;
    def.shape = PLUMP_OBSTACLE_MESH;
    def.mesh = mesh;
    if (plump_jiggle_obstacle_create(jiggle, &def, &number, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    return number;
}

// A ball of radius 0.5 through a hole of radius 0.35, at 41 places of its way: how far its volume
// goes astray.
static double pass_ring(float softness, bool polish) {
    plump_mesh *ball = kit_shape(PLUMP_SHAPE_SPHERE, 2562), *ring = ring_mesh();
    assert_int_equal(plump_mesh_part_count(ring), WEDGES);
    uint32_t count = plump_mesh_vertex_count(ball), met = 0, most = 0;
    double *now = malloc(3 * count * sizeof *now), m[12], deepest = -1, worst = 0;
    plump_jiggle_def def = kit_def(ball);
    def.softness = softness;
    def.polish = polish;
    plump_jiggle* jiggle = kit_make(&def);
    assert_int_equal(add(jiggle, ring), 0);
    double rest = plump_mesh_volume(ball);
    memcpy(m, kit_identity, sizeof m);
    for (int i = 0; i <= 40; ++i) {
        m[7] = 0.8 - 0.04 * i;
        m[3] = 0.01 * (i % 3);
        assert_int_equal(plump_jiggle_reset(jiggle, m, NULL), PLUMP_OK);
        kit_deform(jiggle, now, NULL);
        for (uint32_t v = 0; v < count; ++v)
            for (int w = 0; w < WEDGES; ++w)
                deepest = fmax(deepest, depth_in_wedge(w, now + 3 * v));
        plump_jiggle_contact contacts[WEDGES];
        uint32_t contact_count = plump_jiggle_contacts(jiggle, contacts, WEDGES);
        for (uint32_t k = 0; k < contact_count && k < WEDGES; ++k)
            assert_int_equal(contacts[k].obstacle, 0);
        met += contact_count > 0;
        most = contact_count > most ? contact_count : most;
        double volume = kit_volume(now, plump_mesh_indices(ball), plump_mesh_triangle_count(ball));
        worst = fmax(worst, fabs(volume / rest - 1));
    }
    if (getenv("PLUMP_TEST_TABLE"))
        printf("ring: softness %g%s, met at %u places, up to %u wedges, deepest %g, volume %g\n",
               (double)softness, polish ? ", polish" : "", met, most, deepest, worst);
    assert_true(met > 20 && most >= WEDGES / 2);
    assert_true(deepest < 1e-6);
    // gone as a whole
    assert_int_equal(plump_jiggle_obstacle_destroy(jiggle, 0, NULL), PLUMP_OK);
    m[7] = 0;
    plump_jiggle_reset(jiggle, m, NULL);
    kit_deform(jiggle, now, NULL);
    assert_int_equal(plump_jiggle_contacts(jiggle, NULL, 0), 0);
    plump_jiggle_destroy(jiggle);
    plump_mesh_destroy(ball);
    plump_mesh_destroy(ring);
    free(now);
    return worst;
}

static void ball_keeps_its_volume_in_a_ring_of_wedges(void** state) {
    (void)state;
    const float softness[4] = {0.15f, 0.3f, 0.6f, 1.5f};
    for (int i = 0; i < 4; ++i) assert_true(pass_ring(softness[i], false) < 0.01);
    assert_true(pass_ring(1.5f, false) < 5e-4);
}

// What is in contact is held while the rest is polished.
static void polish_is_exact_in_contact_too(void** state) {
    (void)state;
    const float softness[3] = {0.15f, 0.3f, 1.5f};
    for (int i = 0; i < 3; ++i) assert_true(pass_ring(softness[i], true) < 1e-6);
}

static void memory_may_run_out_while_parts_are_made(void** state) {
    (void)state;
    plump_mesh *ball = kit_shape(PLUMP_SHAPE_SPHERE, 100), *ring = ring_mesh();
    plump_jiggle_def def = kit_def(ball);
    plump_obstacle_def o = plump_default_obstacle_def();
    memory_kit memory = {0};
    bool done = false;
    o.shape = PLUMP_OBSTACLE_MESH;
    o.mesh = ring;
    def.allocator = memory_kit_hooks(&memory);
    plump_jiggle* jiggle = kit_make(&def);
    for (long fail = 1; !done; ++fail) {
        uint32_t number = 77;
        memory.fail_at = memory.calls + fail;
        plump_result result = plump_jiggle_obstacle_create(jiggle, &o, &number, NULL);
        done = memory.calls < memory.fail_at;
        assert_int_equal(result, done ? PLUMP_OK : PLUMP_ERROR_MEMORY);
        assert_int_equal(number, done ? 0 : 77);
        assert_true(fail < 5000);
    }
    plump_jiggle_destroy(jiggle);
    assert_int_equal(memory.blocks, 0);
    plump_mesh_destroy(ball);
    plump_mesh_destroy(ring);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_keeps_its_volume_in_a_ring_of_wedges),
        cmocka_unit_test(polish_is_exact_in_contact_too),
        cmocka_unit_test(memory_may_run_out_while_parts_are_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
