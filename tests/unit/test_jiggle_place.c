// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sets that place themselves: in the middle of what is thick, by the paper's rules of thumb.
#include "tests/unit/jiggle_kit.h"
#include "tests/unit/memory_kit.h"

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

// The set whose anchor is the mirror image of this one, across x = 0, within a millimetre.
static const plump_jiggle_set* twin_of(const plump_jiggle_set* set, const plump_jiggle_set* sets,
                                       uint32_t count) {
    const double image[3] = {-set->anchor[0], set->anchor[1], set->anchor[2]};
    for (uint32_t i = 0; i < count; ++i)
        if (kit_distance(sets[i].anchor, image) < 1e-3) return &sets[i];
    return NULL;
}

// Left and right are alike, their triangles are not.
static void sets_of_symmetric_shapes_are_symmetric(void** state) {
    (void)state;
    const plump_shape_kind kinds[3] = {PLUMP_SHAPE_BEAR, PLUMP_SHAPE_CREATURE, PLUMP_SHAPE_JELLY};
    for (int k = 0; k < 3; ++k) {
        for (uint32_t vertices = 1000; vertices <= 4000; vertices *= 2) {
            plump_mesh* mesh = kit_shape(kinds[k], vertices);
            plump_jiggle_def def = kit_def(mesh);
            plump_jiggle_set sets[16];
            uint32_t count = place(&def, sets, 16), aside = 0;
            for (uint32_t i = 0; i < count; ++i) {
                const plump_jiggle_set* twin = twin_of(&sets[i], sets, count);
                assert_non_null(twin);
                assert_true(twin->radius == sets[i].radius && twin->limit == sets[i].limit);
                assert_true(twin->mass == sets[i].mass && twin->damping == sets[i].damping);
                aside += fabs(sets[i].anchor[0]) > 0.05;
            }
            assert_true(aside >= 2 && aside % 2 == 0);
            plump_mesh_destroy(mesh);
        }
    }
}

// A duck drawn askew: where there is no plane of symmetry, none is made up.
static void sets_of_lopsided_shapes_are_not_in_pairs(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_DUCK, 2000);
    plump_jiggle_def def = kit_def(mesh);
    plump_jiggle_set sets[16];
    float* at = malloc(3 * plump_mesh_vertex_count(mesh) * sizeof *at);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        const float* from = plump_mesh_positions(mesh) + 3 * i;
        at[3 * i] = from[0] + 0.8f * from[1] * from[1];
        at[3 * i + 1] = from[1];
        at[3 * i + 2] = from[2] + 0.7f * from[0] * from[1];
    }
    def.mesh.positions = at;
    uint32_t count = place(&def, sets, 16), alone = 0;
    for (uint32_t i = 0; i < count; ++i) alone += !twin_of(&sets[i], sets, count);
    assert_true(count >= 2 && alone > 0);
    free(at);
    plump_mesh_destroy(mesh);
}

// A cone of three rings of vertices, as exporters write it: the half between the upper two moves.
static void a_coarse_cone_gets_a_set_at_its_moving_tip(void** state) {
    (void)state;
    enum { SIDES = 24, RINGS = 3, COUNT = SIDES * RINGS + 2, FACES = 6 * SIDES };
    const double heights[RINGS] = {-4.5, 0, 4.5}, radii[RINGS] = {1, 0.5, 0.45};
    float at[3 * COUNT] = {0}, weights[4 * COUNT] = {0};
    uint32_t segments[4 * COUNT] = {0}, faces[3 * FACES], n = 0;
    for (uint32_t i = 0; i < COUNT; ++i) {
        uint32_t ring = i / SIDES < RINGS ? i / SIDES : i == COUNT - 1 ? 2 : 0;
        double angle = 6.283185307179586 * (i % SIDES) / SIDES;
        double radius = i < SIDES * RINGS ? radii[ring] : 0;
        at[3 * i] = (float)(radius * cos(angle));
        at[3 * i + 1] = (float)heights[ring];
        at[3 * i + 2] = (float)(radius * sin(angle));
        segments[4 * i] = ring == 2;
        weights[4 * i] = 1;
    }
    for (uint32_t k = 0; k < SIDES; ++k) {
        uint32_t next = (k + 1) % SIDES, top = 2 * SIDES;
        const uint32_t fan[6] = {k, next, COUNT - 2, top + next, top + k, COUNT - 1};
        memcpy(faces + n, fan, sizeof fan), n += 6;
        for (uint32_t ring = 0; ring < 2; ++ring) {
            uint32_t a = ring * SIDES + k, b = ring * SIDES + next;
            const uint32_t wall[6] = {a, a + SIDES, b, b, a + SIDES, b + SIDES};
            memcpy(faces + n, wall, sizeof wall), n += 6;
        }
    }
    plump_jiggle_def def = plump_default_jiggle_def();
    plump_jiggle_set sets[16];
    def.mesh = (plump_triangles){.positions = at,
                                 .vertex_count = COUNT,
                                 .indices = faces,
                                 .index_type = PLUMP_INDEX_UINT32,
                                 .triangle_count = FACES};
    def.segments = segments;
    def.weights = weights;
    def.segment_count = 2;
    uint32_t count = place(&def, sets, 16), at_tip = 0;
    assert_in_range(count, 2, 4);
    for (uint32_t i = 0; i < count; ++i) {
        const double foot[3] = {0, sets[i].anchor[1], 0};
        assert_true(kit_distance(sets[i].anchor, foot) < 0.1);  // none in a corner of an end
        at_tip += sets[i].anchor[1] > 2.5 && sets[i].segments[0] == 1;
    }
    assert_int_equal(at_tip, 1);
}

static void memory_may_run_out_while_sets_are_placed(void** state) {
    (void)state;
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_BEAR, 300);
    plump_jiggle_def def = kit_def(mesh);
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    bool done = false;
    for (long fail = 1; !done; ++fail) {
        memory_kit memory = {.fail_at = fail};
        plump_jiggle_set sets[16];
        plump_error error = {PLUMP_OK, ""};
        uint32_t count = 77;
        def.allocator = memory_kit_hooks(&memory);
        plump_result result = plump_jiggle_place_sets(&def, &wishes, sets, 16, &count, &error);
        done = memory.calls < fail;
        assert_int_equal(result, done ? PLUMP_OK : PLUMP_ERROR_MEMORY);
        assert_int_equal(error.text[0] != 0, !done);
        assert_int_equal(count > 0, done);
        assert_int_equal(memory.blocks, 0);
        assert_true(fail < 1000);
    }
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_gets_one_set_in_its_middle),
        cmocka_unit_test(a_capsule_gets_its_sets_along_its_axis),
        cmocka_unit_test(sets_follow_the_rules_of_thumb),
        cmocka_unit_test(sets_go_with_the_skin_around_them),
        cmocka_unit_test(sets_of_symmetric_shapes_are_symmetric),
        cmocka_unit_test(sets_of_lopsided_shapes_are_not_in_pairs),
        cmocka_unit_test(a_coarse_cone_gets_a_set_at_its_moving_tip),
        cmocka_unit_test(memory_may_run_out_while_sets_are_placed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
