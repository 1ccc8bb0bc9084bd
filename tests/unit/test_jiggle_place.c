// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sets that place themselves: in the middle of what is thick, by the paper's rules of thumb.
#include "tests/unit/jiggle_kit.h"

static uint32_t place(const plump_jiggle_def* def, plump_jiggle_set* sets, uint32_t capacity) {
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    plump_error error;
    uint32_t count;
    if (plump_jiggle_place_sets(def, &wishes, sets, capacity, &count, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    return count;
}

static void a_ball_gets_one_set_in_its_middle(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_SPHERE, 2562);
    plump_jiggle_def def = kit_def(mesh);
    plump_jiggle_set sets[16];
    assert_int_equal(place(&def, sets, 16), 1);
    assert_true(sqrt(kit_dot(sets[0].anchor, sets[0].anchor)) < 0.01);
    assert_true(fabs((double)sets[0].radius - 1.25) < 0.02);
    plump_mesh_destroy(mesh);
}

static double distance_to_line(const double p[3]) {
    double y = p[1] < -0.27 ? -0.27 : p[1] > 0.27 ? 0.27 : p[1];
    const double foot[3] = {0, y, 0};
    return kit_distance(p, foot);
}

static void a_capsule_gets_its_sets_along_its_axis(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_CAPSULE, 1000);
    plump_jiggle_def def = kit_def(mesh);
    plump_jiggle_set sets[16];
    uint32_t count = place(&def, sets, 16);
    assert_in_range(count, 2, 3);
    for (uint32_t i = 0; i < count; ++i) assert_true(distance_to_line(sets[i].anchor) < 0.02);
    plump_mesh_destroy(mesh);
}

static void sets_follow_the_rules_of_thumb(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_BEAR, 0);
    plump_jiggle_def def = kit_def(mesh);
    plump_jiggle_set sets[16];
    uint32_t count = place(&def, sets, 16);
    assert_in_range(count, 5, 12);  // body, head, legs, arms, ears
    for (uint32_t i = 0; i < count; ++i) {
        double size = sqrt((double)sets[i].mass), reach = (double)sets[i].radius / size,
               least = 2.5 / 3.5 * (double)sets[0].radius;
        assert_true(size <= 1 + 1e-6 && size >= 0.2 - 1e-6);  // of the first's thickness
        assert_true(reach > least && reach < 2.5 * (double)sets[0].radius);
        assert_true(sets[i].stiffness == sets[0].stiffness);  // one for all
        assert_true((double)sets[i].limit <= 0.35 + 1e-6);    // no hooded heads
        if (i > 0) assert_true(sets[i].mass <= sets[i - 1].mass);
    }
    // frequency of the first as wished
    assert_true(fabs(sqrt((double)sets[0].stiffness) / 6.283185307 - 2.5) < 1e-3);
    // fewer when asked for: the same first ones
    plump_jiggle_set few[2];
    assert_int_equal(place(&def, few, 2), 2);
    assert_memory_equal(few, sets, sizeof few);
    // and they make a deformer that works
    def.sets = sets;
    def.set_count = count;
    plump_jiggle_destroy(kit_make(&def));
    plump_mesh_destroy(mesh);
}

// Two segments, the halves of a bar: a set goes with the half that it is in, and acts on what is
// joined to it; a third segment is a ball that only lies near.
static void sets_go_with_the_skin_around_them(void** state) {
    (void)state;
    plump_mesh *bar = kit_shape(PLUMP_SHAPE_BAR, 2000), *ball = kit_shape(PLUMP_SHAPE_SPHERE, 642);
    uint32_t bars = plump_mesh_vertex_count(bar), balls = plump_mesh_vertex_count(ball);
    uint32_t bar_faces = plump_mesh_triangle_count(bar),
             ball_faces = plump_mesh_triangle_count(ball);
    float *at = malloc(3 * (bars + balls) * sizeof *at),
          *weights = calloc(4 * (bars + balls), sizeof *weights);
    uint32_t *segments = calloc(4 * (bars + balls), sizeof *segments),
             *faces = malloc(3 * (bar_faces + ball_faces) * sizeof *faces);
    const float* from = plump_mesh_positions(bar);
    int longest = 0;
    for (uint32_t i = 0; i < 3 * bars; ++i)
        if (fabsf(from[i]) > 0.4f) longest = (int)(i % 3);
    for (uint32_t i = 0; i < bars; ++i) {
        float y = from[3 * i + (uint32_t)longest], share = y < -0.1f  ? 0
                                                           : y > 0.1f ? 1
                                                                      : 5 * y + 0.5f;
        at[3 * i] = from[3 * i + (uint32_t)((longest + 2) % 3)];
        at[3 * i + 1] = y;
        at[3 * i + 2] = from[3 * i + (uint32_t)((longest + 1) % 3)];
        segments[4 * i + 1] = 1;
        weights[4 * i] = 1 - share;
        weights[4 * i + 1] = share;
    }
    for (uint32_t i = 0; i < balls; ++i) {
        for (uint32_t k = 0; k < 3; ++k)
            at[3 * (bars + i) + k] =
                0.2f * plump_mesh_positions(ball)[3 * i + k] + (k == 0 ? 0.25f : 0);
        segments[4 * (bars + i)] = 2;
        weights[4 * (bars + i)] = 1;
    }
    memcpy(faces, plump_mesh_indices(bar), 3 * bar_faces * sizeof *faces);
    for (uint32_t i = 0; i < 3 * ball_faces; ++i)
        faces[3 * bar_faces + i] = plump_mesh_indices(ball)[i] + bars;
    plump_jiggle_def def = plump_default_jiggle_def();
    def.mesh.positions = at;
    def.mesh.vertex_count = bars + balls;
    def.mesh.indices = faces;
    def.mesh.index_type = PLUMP_INDEX_UINT32;
    def.mesh.triangle_count = bar_faces + ball_faces;
    def.segments = segments;
    def.weights = weights;
    def.segment_count = 3;
    plump_jiggle_set sets[16];
    uint32_t count = place(&def, sets, 16), in_ball = 0;
    assert_true(count >= 3);
    for (uint32_t i = 0; i < count; ++i) {
        bool is_ball = sets[i].segments[0] == 2;
        in_ball += is_ball;
        assert_int_equal(is_ball, sets[i].anchor[0] > 0.15);
        if (fabs(sets[i].anchor[1]) > 0.25 && !is_ball)
            assert_int_equal(sets[i].segments[0], sets[i].anchor[1] > 0);
        for (uint32_t k = 0; k < sets[i].on_count; ++k)
            assert_int_equal(sets[i].on[k] == 2, is_ball);
    }
    assert_int_equal(in_ball, 1);
    free(at);
    free(weights);
    free(segments);
    free(faces);
    plump_mesh_destroy(bar);
    plump_mesh_destroy(ball);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_gets_one_set_in_its_middle),
        cmocka_unit_test(a_capsule_gets_its_sets_along_its_axis),
        cmocka_unit_test(sets_follow_the_rules_of_thumb),
        cmocka_unit_test(sets_go_with_the_skin_around_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
