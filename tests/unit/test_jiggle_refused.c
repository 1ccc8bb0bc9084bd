// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bad input gets a sentence and changes nothing; memory that runs out anywhere leaks nothing.
#include "tests/unit/jiggle_kit.h"
#include "tests/unit/memory_kit.h"

static const float corners[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};

typedef struct input {
    plump_jiggle_def def;
    plump_jiggle_set sets[2];
    float at[12], normals[12], weights[16];
    uint32_t faces[12], segments[16];
} input;

static void fill(input* in) {
    memset(in, 0, sizeof *in);
    in->def = plump_default_jiggle_def();
    memcpy(in->at, corners, sizeof corners);
    memcpy(in->faces, faces, sizeof faces);
    for (int i = 0; i < 4; ++i) {
        in->segments[4 * i + 1] = 1;
        in->weights[4 * i] = 0.5f;
        in->weights[4 * i + 1] = 0.5f;
        in->normals[3 * i] = 1;
    }
    for (int i = 0; i < 2; ++i) in->sets[i] = plump_default_jiggle_set();
    in->def.mesh.positions = in->at;
    in->def.mesh.vertex_count = 4;
    in->def.mesh.indices = in->faces;
    in->def.mesh.index_type = PLUMP_INDEX_UINT32;
    in->def.mesh.triangle_count = 4;
    in->def.normals = in->normals;
    in->def.segments = in->segments;
    in->def.weights = in->weights;
    in->def.segment_count = 2;
    in->def.sets = in->sets;
    in->def.set_count = 2;
}

static void refused(const input* in, const char* part) {
    plump_jiggle* jiggle = (plump_jiggle*)1;
    plump_error error;
    assert_int_not_equal(plump_jiggle_create(&in->def, &jiggle, &error), PLUMP_OK);
    assert_null(jiggle);
    if (!strstr(error.text, part)) fail_msg("\"%s\" does not say \"%s\"", error.text, part);
    assert_int_not_equal(plump_jiggle_create(&in->def, &jiggle, NULL), PLUMP_OK);
}

#define REFUSED(change, part)                                                                      \
    do {                                                                                           \
        input in;                                                                                  \
        fill(&in);                                                                                 \
        change;                                                                                    \
        refused(&in, part);                                                                        \
    } while (0)

static void bad_meshes_and_skins_get_a_sentence(void** state) {
    (void)state;
    REFUSED(in.def.cookie = 0, "plump_default_jiggle_def()");
    REFUSED(in.def.mesh.vertex_count = 0, "no vertices");
    REFUSED(in.def.mesh.positions = NULL, "no vertices");
    REFUSED(in.at[4] = NAN, "vertex 1");
    REFUSED(in.at[5] = 1e10f, "vertex 1");
    REFUSED(in.faces[7] = 4, "triangle 2");
    REFUSED(in.normals[3] = 0, "normal of vertex 1");
    REFUSED(in.normals[3] = INFINITY, "normal of vertex 1");
    REFUSED(in.def.normal_stride = 4, "normal_stride");
    REFUSED(in.weights[8] = -0.1f, "vertex 2");
    REFUSED(in.weights[8] = NAN, "vertex 2");
    REFUSED(in.weights[8] = in.weights[9] = 0, "sum to 0");
    REFUSED(in.weights[8] = 1.9f, "vertex 2 sum to 2.4");
    REFUSED(in.segments[12] = 2, "segment 2");
    REFUSED(in.def.weights = NULL, "both or none");
    REFUSED(in.def.segment_count = 0, "0 segments");
    REFUSED(in.def.segment_count = 100000, "100000 segments");
    REFUSED(in.def.mesh.vertex_count = UINT32_MAX, "split it");
}

static void bad_sets_get_a_sentence(void** state) {
    (void)state;
    REFUSED(in.def.set_count = 2000, "2000 sets");
    REFUSED(in.def.sets = NULL, "sets");
    REFUSED(in.sets[1].radius = 0, "radius of set 1");
    REFUSED(in.sets[1].radius = NAN, "radius of set 1");
    REFUSED(in.sets[1].mass = -1, "mass of set 1");
    REFUSED(in.sets[1].stiffness = 0, "stiffness of set 1");
    REFUSED(in.sets[1].damping = -1, "damping of set 1");
    REFUSED(in.sets[1].limit = 5, "limit of set 1");
    REFUSED(in.sets[1].turn_hertz = -1, "turn_hertz of set 1");
    REFUSED(in.sets[1].turn_limit = 4, "turn_limit of set 1");
    REFUSED(in.sets[1].anchor[2] = INFINITY, "anchor");
    REFUSED(in.sets[1].weights[0] = 0, "weights of set 1");
    REFUSED(in.sets[1].weights[0] = NAN, "weight");
    REFUSED(in.sets[1].segments[0] = 2, "set 1 names segment 2");
    REFUSED((in.sets[1].on_count = 1, in.sets[1].on[0] = 7), "set 1 names segment 7");
    REFUSED(in.sets[1].on_count = 17, "17 segments");
    REFUSED(in.def.method = (plump_jiggle_method)3, "method 3");
    REFUSED(in.def.steps = 1001, "steps");
    REFUSED(in.def.softness = 0, "softness");
    REFUSED(in.def.gravity[1] = NAN, "gravity");
    REFUSED(in.def.bind_gravity[1] = NAN, "gravity");
    REFUSED(in.def.threshold = -1, "threshold");
    REFUSED(in.def.worker_count = 1000, "work");
}

// 0.01f is less than 0.01, and 0.1f more than 0.1: bounds are what a float can have of them.
static void numbers_at_their_bounds_are_taken(void** state) {
    (void)state;
    for (int most = 0; most < 2; ++most) {
        input in;
        fill(&in);
        in.def.softness = most ? 100 : 0.01f;
        in.def.gravity[1] = most ? 1e6f : -1e6f;
        in.def.threshold = most ? 1e9f : 0;
        in.sets[0].radius = most ? 1e9f : 1e-9f;
        in.sets[0].mass = most ? 1e12f : 1e-12f;
        in.sets[0].stiffness = most ? 1e15f : 1e-12f;
        in.sets[0].damping = most ? 1e15f : 0;
        in.sets[0].limit = most ? 4 : 0;
        in.sets[0].turn_limit = most ? 3 : 0;
        in.sets[0].turn_hertz = most ? 1e6f : 0;
        plump_jiggle_destroy(kit_make(&in.def));
        plump_jiggle_placing wishes = plump_default_jiggle_placing();
        plump_jiggle_set sets[4];
        uint32_t count;
        wishes.thickness_least = most ? 1 : 0;
        wishes.reach = most ? 100 : 0.1f;
        wishes.hertz = most ? 1e4f : 1e-3f;
        wishes.ratio = most ? 1e3f : 0;
        wishes.strength = most ? 1e3f : 1e-3f;
        assert_int_equal(plump_jiggle_place_sets(&in.def, &wishes, sets, 4, &count, NULL),
                         PLUMP_OK);
    }
    REFUSED(in.sets[0].radius = 0.999e-9f, "radius of set 0");
    REFUSED(in.sets[1].limit = 4.0001f, "limit of set 1");
    REFUSED(in.sets[1].mass = NAN, "mass of set 1");
    REFUSED(in.def.softness = 0.00999f, "softness");
}

static void bad_calls_change_nothing(void** state) {
    (void)state;
    input in;
    fill(&in);
    plump_jiggle* jiggle = kit_make(&in.def);
    double m[24], before[24], after[24];
    plump_error error;
    for (int i = 0; i < 2; ++i) memcpy(m + 12 * i, kit_identity, sizeof kit_identity);
    m[3] = 0.1;
    assert_int_equal(plump_jiggle_step(jiggle, 0.01, m, NULL, NULL), PLUMP_OK);
    kit_deform(jiggle, before, before + 12);
    m[3] = 0.3;
    m[17] = NAN;
    assert_int_not_equal(plump_jiggle_step(jiggle, 0.01, m, NULL, &error), PLUMP_OK);
    assert_non_null(strstr(error.text, "segment 1"));
    assert_int_not_equal(plump_jiggle_reset(jiggle, m, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_carry(jiggle, m, NULL), PLUMP_OK);
    m[17] = 1;
    const double steps[] = {0, -1, NAN, INFINITY, 1e9};
    for (int i = 0; i < 5; ++i)
        assert_int_not_equal(plump_jiggle_step(jiggle, steps[i], m, NULL, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_step(jiggle, 0.1, NULL, NULL, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_drag(jiggle, 2, m, NULL), PLUMP_OK);
    plump_jiggle_state s;
    assert_int_not_equal(plump_jiggle_read(jiggle, 2, &s, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_read(jiggle, 0, NULL, NULL), PLUMP_OK);
    float bad[12] = {0};
    bad[7] = INFINITY;
    assert_int_not_equal(plump_jiggle_set_bind(jiggle, bad, 0, NULL, 0, &error), PLUMP_OK);
    assert_non_null(strstr(error.text, "vertex 2"));
    assert_int_not_equal(plump_jiggle_set_bind(jiggle, corners, 4, NULL, 0, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_set_viewer(jiggle, NULL, 1, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_set_viewer(jiggle, m, -1, NULL), PLUMP_OK);
    float room[24];
    assert_int_not_equal(
        plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT32, room, 0, NULL, 0, 3, NULL), PLUMP_OK);
    assert_int_not_equal(
        plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT32, room, 8, NULL, 0, 4, NULL), PLUMP_OK);
    assert_int_not_equal(
        plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT32, NULL, 0, NULL, 0, 4, NULL), PLUMP_OK);
    kit_deform(jiggle, after, after + 12);
    assert_memory_equal(before, after, sizeof before);
    plump_jiggle_destroy(jiggle);
    plump_jiggle_destroy(NULL);
}

static void bad_obstacles_get_a_sentence(void** state) {
    (void)state;
    input in;
    fill(&in);
    plump_jiggle* jiggle = kit_make(&in.def);
    plump_obstacle_def o = plump_default_obstacle_def();
    plump_error error;
    uint32_t number;
    const double at[3] = {0, 0, 0};
    o.shape = PLUMP_OBSTACLE_BOX;
    o.hollow = true;
    assert_int_not_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, &error), PLUMP_OK);
    assert_non_null(strstr(error.text, "hollow"));
    o.hollow = false;
    o.trigger = true;
    assert_int_not_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, &error), PLUMP_OK);
    assert_non_null(strstr(error.text, "trigger"));
    o.trigger = false;
    o.half_size[1] = -1;
    assert_int_not_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, &error), PLUMP_OK);
    o.half_size[1] = 1;
    o.shape = PLUMP_OBSTACLE_SHEET;
    o.points = corners;
    o.point_count = 4;
    o.triangles = faces;
    o.triangle_count = 4;
    assert_int_not_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, &error), PLUMP_OK);
    assert_non_null(strstr(error.text, "convex"));
    o.shape = PLUMP_OBSTACLE_HULL;
    o.point_count = 3;
    assert_int_not_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, &error), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_obstacle_destroy(jiggle, 0, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_obstacle_place(jiggle, 0, at, o.rotation, NULL), PLUMP_OK);
    o.point_count = 4;
    assert_int_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, &error), PLUMP_OK);
    assert_int_equal(number, 0);
    assert_int_not_equal(plump_jiggle_obstacle_place(jiggle, 0, NULL, o.rotation, NULL), PLUMP_OK);
    assert_int_equal(plump_jiggle_obstacle_destroy(jiggle, 0, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_obstacle_destroy(jiggle, 0, NULL), PLUMP_OK);
    assert_int_not_equal(plump_jiggle_meet(jiggle, jiggle, 1, NULL), PLUMP_OK);
    plump_jiggle_destroy(jiggle);
}

static void placing_refuses_what_it_cannot_use(void** state) {
    (void)state;
    input in;
    fill(&in);
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    plump_jiggle_set sets[4];
    uint32_t count;
    plump_error error;
    wishes.reach = -1;
    assert_int_not_equal(plump_jiggle_place_sets(&in.def, &wishes, sets, 4, &count, &error),
                         PLUMP_OK);
    assert_non_null(strstr(error.text, "reach"));
    wishes = plump_default_jiggle_placing();
    wishes.cookie = 3;
    assert_int_not_equal(plump_jiggle_place_sets(&in.def, &wishes, sets, 4, &count, &error),
                         PLUMP_OK);
    wishes = plump_default_jiggle_placing();
    in.def.points_only = true;
    assert_int_not_equal(plump_jiggle_place_sets(&in.def, &wishes, sets, 4, &count, &error),
                         PLUMP_OK);
    assert_non_null(strstr(error.text, "triangles"));
    in.def.points_only = false;
    in.segments[0] = 9;
    assert_int_not_equal(plump_jiggle_place_sets(&in.def, &wishes, sets, 4, &count, &error),
                         PLUMP_OK);
    assert_int_equal(count, 0);
}

// --- memory ---

// Everything that allocates; true: nothing failed.
static bool place_everything(memory_kit* memory) {
    input in;
    fill(&in);
    in.def.allocator = memory_kit_hooks(memory);
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    plump_jiggle_set placed[4];
    uint32_t count;
    return plump_jiggle_place_sets(&in.def, &wishes, placed, 4, &count, NULL) == PLUMP_OK;
}

static bool use_everything(memory_kit* memory) {
    input in;
    fill(&in);
    in.def.normals = NULL;
    in.def.polish = true;
    in.def.allocator = memory_kit_hooks(memory);
    in.def.worker_count = 2;
    uint32_t number;
    plump_jiggle *one = NULL, *other = NULL;
    bool done = plump_jiggle_create(&in.def, &one, NULL) == PLUMP_OK &&
                plump_jiggle_create(&in.def, &other, NULL) == PLUMP_OK;
    plump_obstacle_def o = plump_default_obstacle_def();
    float room[12];
    for (int i = 0; i < 3 && done; ++i) {
        o.shape = i == 0 ? PLUMP_OBSTACLE_BOX : i == 1 ? PLUMP_OBSTACLE_HULL : PLUMP_OBSTACLE_PLANE;
        o.points = corners;
        o.point_count = 4;
        done = plump_jiggle_obstacle_create(one, &o, &number, NULL) == PLUMP_OK;
    }
    done = done && plump_jiggle_set_bind(one, corners, 0, NULL, 0, NULL) == PLUMP_OK;
    plump_jiggle* both[2] = {other, one};
    for (int i = 0; i < 2 && done; ++i)
        done = plump_jiggle_deform(both[i], PLUMP_SCALAR_FLOAT32, room, 0, NULL, 0, 4, NULL) ==
               PLUMP_OK;
    done = done && plump_jiggle_meet(one, other, 0.5, NULL) == PLUMP_OK &&
           plump_jiggle_deform(one, PLUMP_SCALAR_FLOAT32, room, 0, NULL, 0, 4, NULL) == PLUMP_OK;
    plump_jiggle_destroy(one);
    plump_jiggle_destroy(other);
    return done;
}

static void run_out(bool (*use)(memory_kit*), long stride) {
    for (int forever = 0; forever < 2; ++forever) {
        for (long at = 1 + forever * (stride / 2);; at += stride) {
            memory_kit memory = {.fail_at = at, .fail_forever = forever};
            bool done = use(&memory);
            assert_int_equal(memory.blocks, 0);
            if (memory.calls < at) {
                assert_true(done);
                break;
            }
            assert_false(done);
        }
    }
}

// Placing takes most of a second, and allocates in rounds that are all alike.
static void memory_may_run_out_anywhere(void** state) {
    (void)state;
    run_out(use_everything, 1);
    run_out(place_everything, 23);
}

static void frames_allocate_nothing(void** state) {
    (void)state;
    input in;
    fill(&in);
    memory_kit memory = {0};
    in.def.allocator = memory_kit_hooks(&memory);
    plump_jiggle* jiggle = kit_make(&in.def);
    plump_obstacle_def o = plump_default_obstacle_def();
    uint32_t number;
    double m[24];
    o.shape = PLUMP_OBSTACLE_SPHERE;
    assert_int_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, NULL), PLUMP_OK);
    long calls = 0;
    for (int i = 0; i < 50; ++i) {
        float room[24];
        for (int k = 0; k < 2; ++k) memcpy(m + 12 * k, kit_identity, sizeof kit_identity);
        m[3] = m[15] = 0.01 * i;
        assert_int_equal(plump_jiggle_step(jiggle, 0.01, m, NULL, NULL), PLUMP_OK);
        assert_int_equal(plump_jiggle_set_bind(jiggle, corners, 0, NULL, 0, NULL), PLUMP_OK);
        assert_int_equal(
            plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT32, room, 0, room + 12, 0, 4, NULL),
            PLUMP_OK);
        if (i == 0) calls = memory.calls;
    }
    assert_int_equal(memory.calls, calls);
    plump_jiggle_destroy(jiggle);
    assert_int_equal(memory.blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_meshes_and_skins_get_a_sentence),
        cmocka_unit_test(bad_sets_get_a_sentence),
        cmocka_unit_test(numbers_at_their_bounds_are_taken),
        cmocka_unit_test(bad_calls_change_nothing),
        cmocka_unit_test(bad_obstacles_get_a_sentence),
        cmocka_unit_test(placing_refuses_what_it_cannot_use),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(frames_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
