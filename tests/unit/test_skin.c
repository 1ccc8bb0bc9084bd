// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An arm in short: two bones that meet at the origin, a muscle on either side of the upper one and
// one on the lower, and a skin wrapped around all of it.
#include "tests/unit/memory_kit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <math.h>
#include <plump/plump.h>

#define TRY(call)                                                                                  \
    do {                                                                                           \
        if ((call) != PLUMP_OK) fail_msg("%s", error.text);                                        \
    } while (0)

static plump_error error;

enum { MUSCLES = 3, BONES = 2 };

typedef struct limb {
    plump_world* world;
    plump_mesh* meshes[MUSCLES];
    plump_mesh* wrapped;
    plump_body_id muscles[MUSCLES];
    plump_obstacle_id bones[BONES];
    plump_skin* skin;
    uint32_t count;
    double *rest, *x;
    double angle;  // of the elbow
} limb;

static void add_muscle(limb* l, int i, const double path[9], double belly) {
    plump_spindle_def def = plump_default_spindle_def();
    def.triangle_count = 520;
    def.path = path;
    def.path_count = 3;
    def.belly = belly;
    def.tip = 0.008;
    TRY(plump_spindle_create(&def, &l->meshes[i], &error));
    plump_body_def body = plump_default_body_def();
    body.mesh = l->meshes[i];
    body.volume_time = 0.02f;
    body.soft_contact = false;
    body.collides_with = 0;
    TRY(plump_body_create(l->world, &body, &l->muscles[i], &error));
}

static void add_bone(limb* l, int i, double middle) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_CAPSULE;
    def.radius = 0.012f;
    def.half_height = 0.13f;
    def.position[1] = middle;
    TRY(plump_obstacle_create(l->world, &def, &l->bones[i], &error));
}

static plump_skin_def skin_def(const limb* l) {
    plump_skin_def def = plump_default_skin_def();
    def.mesh = l->wrapped;
    def.bodies = l->muscles;
    def.body_count = MUSCLES;
    def.obstacles = l->bones;
    def.obstacle_count = BONES;
    return def;
}

static void wrap(limb* l, uint32_t vertices) {
    plump_wrap_def def = plump_default_wrap_def();
    def.bodies = l->muscles;
    def.body_count = MUSCLES;
    def.obstacles = l->bones;
    def.obstacle_count = BONES;
    def.distance = 0.005;
    def.vertex_count = vertices;
    TRY(plump_skin_wrap(l->world, &def, &l->wrapped, &error));
}

static void read_skin(limb* l) {
    TRY(plump_skin_read(l->skin, l->world, PLUMP_SCALAR_FLOAT64, l->x, 0, NULL, 0, l->count,
                        &error));
}

static limb make(uint32_t workers) {
    static const double front[9] = {0, 0.27, 0.02, 0, 0.15, 0.045, 0, 0.02, 0.02};
    static const double back[9] = {0, 0.27, -0.02, 0, 0.15, -0.045, 0, 0.02, -0.02};
    static const double lower[9] = {0, -0.02, 0.02, 0, -0.1, 0.035, 0, -0.25, 0.018};
    limb l = {0};
    plump_world_def world = plump_default_world_def();
    world.worker_count = workers;
    for (int k = 0; k < 3; ++k) world.gravity[k] = 0;
    TRY(plump_world_create(&world, &l.world, &error));
    add_muscle(&l, 0, front, 0.03);
    add_muscle(&l, 1, back, 0.025);
    add_muscle(&l, 2, lower, 0.022);
    add_bone(&l, 0, 0.14);
    add_bone(&l, 1, -0.14);
    wrap(&l, 1500);
    plump_skin_def def = skin_def(&l);
    TRY(plump_skin_create(l.world, &def, &l.skin, &error));
    l.count = plump_mesh_vertex_count(l.wrapped);
    l.rest = calloc(3 * (size_t)l.count, sizeof *l.rest);
    l.x = calloc(3 * (size_t)l.count, sizeof *l.x);
    assert_true(l.rest && l.x);
    double origin[3];
    plump_mesh_origin(l.wrapped, origin);
    for (size_t i = 0; i < 3 * (size_t)l.count; ++i)
        l.rest[i] = origin[i % 3] + (double)plump_mesh_positions(l.wrapped)[i];
    return l;
}

static void unmake(limb* l) {
    plump_skin_destroy(l->skin);
    plump_world_destroy(l->world);
    for (int i = 0; i < MUSCLES; ++i) plump_mesh_destroy(l->meshes[i]);
    plump_mesh_destroy(l->wrapped);
    free(l->rest);
    free(l->x);
}

// By an angle about x through the origin, then on.
static void move_muscle(limb* l, int i, double a, const double shift[3]) {
    plump_body_info info;
    TRY(plump_body_describe(l->world, l->muscles[i], &info, &error));
    const double* c = info.centre;
    const double at[3] = {c[0] + shift[0], cos(a) * c[1] - sin(a) * c[2] + shift[1],
                          sin(a) * c[1] + cos(a) * c[2] + shift[2]};
    const float turn[4] = {(float)sin(a / 2), 0, 0, (float)cos(a / 2)};
    TRY(plump_body_teleport(l->world, l->muscles[i], at, turn, &error));
}

// Turns the lower bone and its muscle forward about x at the elbow.
static void bend(limb* l, double degrees) {
    const double here[3] = {0, 0, 0};
    double a = degrees * 3.141592653589793 / 180;
    const float turn[4] = {(float)-sin(a / 2), 0, 0, (float)cos(a / 2)};
    const double at[3] = {0, -0.14 * cos(a), 0.14 * sin(a)};
    TRY(plump_obstacle_place(l->world, l->bones[1], at, turn, &error));
    move_muscle(l, 2, l->angle - a, here);
    l->angle = a;
}

// Every body vertex lies inside the skin: crossings of a ray, in double, without any tree.
static bool is_inside(const limb* l, const double p[3]) {
    const uint32_t* t = plump_mesh_indices(l->wrapped);
    unsigned crossings = 0;
    for (uint32_t i = 0; i < plump_mesh_triangle_count(l->wrapped); ++i, t += 3) {
        double q[3][2], z[3];
        for (int c = 0; c < 3; ++c) {
            const double* x = l->x + 3 * (size_t)t[c];
            q[c][0] = x[0] - p[0], q[c][1] = x[1] - p[1], z[c] = x[2] - p[2];
        }
        double area[3], sum = 0, height = 0;
        for (int c = 0; c < 3; ++c) {
            const double *a = q[(c + 1) % 3], *b = q[(c + 2) % 3];
            area[c] = a[0] * b[1] - a[1] * b[0];
            sum += area[c];
            height += area[c] * z[c];
        }
        bool within = (area[0] > 0 && area[1] > 0 && area[2] > 0) ||
                      (area[0] < 0 && area[1] < 0 && area[2] < 0);
        if (within && height / sum > 0) ++crossings;
    }
    return crossings % 2;
}

static uint32_t count_outside(const limb* l) {
    uint32_t outside = 0;
    for (int m = 0; m < MUSCLES; ++m) {
        uint32_t count = plump_mesh_vertex_count(l->meshes[m]);
        double* x = calloc(count, 3 * sizeof *x);
        assert_non_null(x);
        TRY(plump_body_read(l->world, l->muscles[m], PLUMP_QUANTITY_POSITION, PLUMP_SCALAR_FLOAT64,
                            x, 0, count, &error));
        for (uint32_t i = 0; i < count; ++i) outside += !is_inside(l, x + 3 * (size_t)i);
        free(x);
    }
    return outside;
}

static double farthest(const limb* l, const double* from) {
    double most = 0;
    for (size_t i = 0; i < 3 * (size_t)l->count; ++i) most = fmax(most, fabs(l->x[i] - from[i]));
    return most;
}

static void expect_covered(limb* l) {
    read_skin(l);
    plump_skin_info info;
    plump_skin_get_info(l->skin, &info);
    assert_int_equal(count_outside(l), 0);
    assert_int_equal(info.outside, 0);
    assert_int_equal(info.below_count, MUSCLES * 262);
}

static void skin_at_rest_stays_where_it_was_laid(void** state) {
    (void)state;
    limb l = make(1);
    expect_covered(&l);
    if (farthest(&l, l.rest) > 1e-6) fail_msg("off by %g", farthest(&l, l.rest));
    unmake(&l);
}

static void skin_goes_along_with_a_rigid_motion(void** state) {
    (void)state;
    limb l = make(1);
    const float turn[4] = {0.6f, 0, 0, 0.8f};  // y to 0.28 y + 0.96 z
    const double shift[3] = {100, 20, -30};
    double* goal = calloc(l.count, 3 * sizeof *goal);
    assert_non_null(goal);
    for (uint32_t i = 0; i < l.count; ++i) {
        const double* r = l.rest + 3 * (size_t)i;
        goal[3 * i] = r[0] + 100;
        goal[3 * i + 1] = 0.28 * r[1] - 0.96 * r[2] + 20;
        goal[3 * i + 2] = 0.96 * r[1] + 0.28 * r[2] - 30;
    }
    for (int i = 0; i < MUSCLES; ++i) move_muscle(&l, i, 2 * asin(0.6), shift);
    for (int i = 0; i < BONES; ++i) {
        double y = i ? -0.14 : 0.14, at[3] = {100, 0.28 * y + 20, 0.96 * y - 30};
        TRY(plump_obstacle_place(l.world, l.bones[i], at, turn, &error));
    }
    read_skin(&l);
    if (farthest(&l, goal) > 2e-6) fail_msg("off by %g", farthest(&l, goal));
    free(goal);
    unmake(&l);
}

static double front_of(const limb* l, const double* x) {
    double front = -INFINITY;
    for (uint32_t i = 0; i < l->count; ++i) front = fmax(front, x[3 * (size_t)i + 2]);
    return front;
}

// How far the skin goes forward when the muscle in front takes this share of its volume.
static double swell(double share) {
    limb l = make(1);
    TRY(plump_body_set(l.world, l.muscles[0], "volume_scale", share, &error));
    for (int i = 0; i < 40; ++i) TRY(plump_world_step(l.world, 0.01f, 0, &error));
    expect_covered(&l);
    double forward = front_of(&l, l.x) - front_of(&l, l.rest);
    unmake(&l);
    return forward;
}

static void a_bulging_muscle_pushes_the_skin_out_and_stays_below(void** state) {
    (void)state;
    assert_true(swell(1.6) > 0.004);
}

static void a_muscle_that_withdraws_takes_the_skin_along(void** state) {
    (void)state;
    assert_true(swell(0.5) < -0.003);
}

static void at_every_bend_of_the_elbow_no_muscle_is_outside(void** state) {
    (void)state;
    limb l = make(1);
    for (double degrees = 10; degrees <= 70; degrees += 20) {
        bend(&l, degrees);
        expect_covered(&l);
    }
    unmake(&l);
}

static void the_bent_elbow_keeps_most_of_its_volume(void** state) {
    (void)state;
    limb l = make(1);
    bend(&l, 90);
    read_skin(&l);
    double volume = 0;
    const uint32_t* t = plump_mesh_indices(l.wrapped);
    for (uint32_t i = 0; i < plump_mesh_triangle_count(l.wrapped); ++i, t += 3) {
        const double *a = l.x + 3 * (size_t)t[0], *b = l.x + 3 * (size_t)t[1],
                     *c = l.x + 3 * (size_t)t[2];
        volume += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                   a[2] * (b[0] * c[1] - b[1] * c[0])) /
                  6;
    }
    double share = volume / plump_mesh_volume(l.wrapped);
    if (!(share > 0.93 && share < 1.07)) fail_msg("%g of its volume", share);
    unmake(&l);
}

static void all_threads_give_the_same_bits(void** state) {
    (void)state;
    limb one = make(1), four = make(4);
    bend(&one, 70);
    bend(&four, 70);
    read_skin(&one);
    read_skin(&four);
    assert_int_equal(one.count, four.count);
    assert_memory_equal(one.x, four.x, 3 * one.count * sizeof *one.x);
    unmake(&one);
    unmake(&four);
}

static void reading_depends_on_nothing_but_the_world(void** state) {
    (void)state;
    limb l = make(1);
    bend(&l, 50);
    read_skin(&l);
    double* first = calloc(l.count, 3 * sizeof *first);
    assert_non_null(first);
    memcpy(first, l.x, 3 * l.count * sizeof *first);
    bend(&l, 100);
    read_skin(&l);
    assert_true(farthest(&l, first) > 0.01);
    bend(&l, 50);
    read_skin(&l);
    // teleporting turns from where it is: the place is the same to rounding
    assert_true(farthest(&l, first) < 1e-5);
    free(first);
    unmake(&l);
}

static void interleaved_floats_and_normals_of_length_one(void** state) {
    (void)state;
    limb l = make(1);
    float* buffer = calloc(l.count, 8 * sizeof *buffer);
    assert_non_null(buffer);
    TRY(plump_skin_read(l.skin, l.world, PLUMP_SCALAR_FLOAT32, buffer, 32, buffer + 4, 32, l.count,
                        &error));
    for (uint32_t i = 0; i < l.count; ++i) {
        const float* v = buffer + 8 * (size_t)i;
        for (int k = 0; k < 3; ++k)
            assert_true(fabs((double)v[k] - l.rest[3 * i + (uint32_t)k]) < 1e-5);
        double length = 0;
        for (int k = 4; k < 7; ++k) length += (double)v[k] * (double)v[k];
        assert_true(fabs(length - 1) < 1e-5);
        assert_true(v[3] == 0 && v[7] == 0);
    }
    free(buffer);
    unmake(&l);
}

static void what_is_gone_counts_no_more(void** state) {
    (void)state;
    limb l = make(1);
    TRY(plump_body_destroy(l.world, l.muscles[0], &error));
    TRY(plump_obstacle_destroy(l.world, l.bones[0], &error));
    read_skin(&l);
    for (int i = 1; i < MUSCLES; ++i) TRY(plump_body_destroy(l.world, l.muscles[i], &error));
    TRY(plump_obstacle_destroy(l.world, l.bones[1], &error));
    assert_int_equal(
        plump_skin_read(l.skin, l.world, PLUMP_SCALAR_FLOAT64, l.x, 0, NULL, 0, l.count, &error),
        PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "nothing is left"));
    unmake(&l);
}

static void reading_allocates_nothing_and_making_may_fail_anywhere(void** state) {
    (void)state;
    limb l = make(1);
    plump_skin_def def = skin_def(&l);
    bool reached = true;
    for (long at = 1; reached; ++at) {
        memory_kit memory = {.fail_at = at};
        plump_skin* skin = NULL;
        def.allocator = memory_kit_hooks(&memory);
        plump_result result = plump_skin_create(l.world, &def, &skin, &error);
        reached = memory.calls >= at;
        assert_int_equal(result, reached ? PLUMP_ERROR_MEMORY : PLUMP_OK);
        assert_true((skin != NULL) == !reached);
        long calls = memory.calls;
        if (skin)
            assert_int_equal(plump_skin_read(skin, l.world, PLUMP_SCALAR_FLOAT64, l.x, 0, NULL, 0,
                                             l.count, &error),
                             PLUMP_OK);
        assert_int_equal(memory.calls, calls);
        plump_skin_destroy(skin);
        assert_int_equal(memory.blocks, 0);
    }
    unmake(&l);
}

static void wrapping_may_run_out_of_memory_anywhere(void** state) {
    (void)state;
    limb l = make(1);
    plump_wrap_def def = plump_default_wrap_def();
    def.bodies = l.muscles;
    def.body_count = 1;
    def.vertex_count = 150;
    bool reached = true;
    for (long at = 1; reached; at += at < 8 ? 1 : 5) {
        memory_kit memory = {.fail_at = at, .fail_forever = true};
        plump_mesh* mesh = NULL;
        def.allocator = memory_kit_hooks(&memory);
        plump_result result = plump_skin_wrap(l.world, &def, &mesh, &error);
        reached = memory.calls >= at;
        assert_int_equal(result, reached ? PLUMP_ERROR_MEMORY : PLUMP_OK);
        assert_true((mesh != NULL) == !reached);
        plump_mesh_destroy(mesh);
        assert_int_equal(memory.blocks, 0);
    }
    unmake(&l);
}

static void a_wrapped_mesh_is_closed_even_and_as_far_as_asked_for(void** state) {
    (void)state;
    limb l = make(1);
    assert_int_equal(l.count, 1500);
    assert_int_equal(plump_mesh_part_count(l.wrapped), 1);
    assert_int_equal(plump_mesh_triangle_count(l.wrapped), 2 * 1500 - 4);
    // above the middle of the front muscle the nearest surface is 5 mm away
    double front = front_of(&l, l.rest);
    assert_true(front > 0.045 + 0.030 + 0.0035 && front < 0.045 + 0.030 + 0.0065);
    unmake(&l);
}

static void expect_word(const char* word) {
    if (!strstr(error.text, word)) fail_msg("'%s' does not say '%s'", error.text, word);
}

static void expect_refused(limb* l, const plump_skin_def* def, const char* word) {
    plump_skin* skin = (plump_skin*)(uintptr_t)1;
    assert_int_not_equal(plump_skin_create(l->world, def, &skin, &error), PLUMP_OK);
    assert_null(skin);
    expect_word(word);
}

static void expect_unwrapped(limb* l, const plump_wrap_def* def, const char* word) {
    plump_mesh* mesh = (plump_mesh*)(uintptr_t)1;
    assert_int_not_equal(plump_skin_wrap(l->world, def, &mesh, &error), PLUMP_OK);
    assert_null(mesh);
    expect_word(word);
}

static void bad_input_is_refused_with_a_sentence(void** state) {
    (void)state;
    limb l = make(1);
    plump_skin_def def;
    plump_obstacle_def plane = plump_default_obstacle_def();
    plump_obstacle_id floor;
    TRY(plump_obstacle_create(l.world, &plane, &floor, &error));
    plump_body_id stale = {0x12345};
#define REFUSE(change, word)                                                                       \
    do {                                                                                           \
        def = skin_def(&l);                                                                        \
        change;                                                                                    \
        expect_refused(&l, &def, word);                                                            \
    } while (0)
    expect_refused(&l, NULL, "plump_default_skin_def");
    REFUSE(def.cookie = 0, "plump_default_skin_def");
    REFUSE(def.mesh = NULL, "no mesh");
    REFUSE(def.thickness = -1, "thickness");
    REFUSE(def.reach = NAN, "reach");
    REFUSE(def.cling = 2, "cling");
    REFUSE(def.smooth = NAN, "smooth");
    REFUSE(def.body_count = def.obstacle_count = 0, "1 to 64");
    REFUSE(def.body_count = 4000000000u, "1 to 64");
    REFUSE(def.bodies = NULL, "list");
    REFUSE((def.bodies = &stale, def.body_count = 1), "");
    REFUSE((def.obstacles = &floor, def.obstacle_count = 1), "plane");
    assert_int_not_equal(plump_skin_create(NULL, &def, NULL, &error), PLUMP_OK);
    def = skin_def(&l);
    plump_skin* skin = NULL;
    assert_int_not_equal(plump_skin_create(NULL, &def, &skin, &error), PLUMP_OK);
#define BAD_READ(...) assert_int_equal(plump_skin_read(__VA_ARGS__, &error), PLUMP_ERROR_ARGUMENT)
    BAD_READ(NULL, l.world, PLUMP_SCALAR_FLOAT64, l.x, 0, NULL, 0, l.count);
    BAD_READ(l.skin, NULL, PLUMP_SCALAR_FLOAT64, l.x, 0, NULL, 0, l.count);
    BAD_READ(l.skin, l.world, (plump_scalar_type)9, l.x, 0, NULL, 0, l.count);
    BAD_READ(l.skin, l.world, PLUMP_SCALAR_FLOAT64, NULL, 0, NULL, 0, l.count);
    BAD_READ(l.skin, l.world, PLUMP_SCALAR_FLOAT64, l.x, 8, NULL, 0, l.count);
    BAD_READ(l.skin, l.world, PLUMP_SCALAR_FLOAT64, l.x, 0, l.x, 1, l.count);
    BAD_READ(l.skin, l.world, PLUMP_SCALAR_FLOAT64, l.x, 0, NULL, 0, l.count - 1);
    plump_skin_destroy(NULL);
    plump_skin_get_info(NULL, NULL);
    assert_null(plump_skin_mesh(NULL));
    unmake(&l);
}

static void bad_wraps_are_refused_with_a_sentence(void** state) {
    (void)state;
    limb l = make(1);
    plump_wrap_def def = plump_default_wrap_def();
    expect_unwrapped(&l, &def, "1 to 64");
    expect_unwrapped(&l, NULL, "plump_default_wrap_def");
    assert_int_not_equal(plump_skin_wrap(l.world, &def, NULL, &error), PLUMP_OK);
    def.bodies = l.muscles;
    def.body_count = MUSCLES;
    def.vertex_count = 3;
    expect_unwrapped(&l, &def, "3 vertices");
    def.vertex_count = 200;
    def.distance = NAN;
    expect_unwrapped(&l, &def, "distance");
    unmake(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(skin_at_rest_stays_where_it_was_laid),
        cmocka_unit_test(skin_goes_along_with_a_rigid_motion),
        cmocka_unit_test(a_bulging_muscle_pushes_the_skin_out_and_stays_below),
        cmocka_unit_test(a_muscle_that_withdraws_takes_the_skin_along),
        cmocka_unit_test(at_every_bend_of_the_elbow_no_muscle_is_outside),
        cmocka_unit_test(the_bent_elbow_keeps_most_of_its_volume),
        cmocka_unit_test(all_threads_give_the_same_bits),
        cmocka_unit_test(reading_depends_on_nothing_but_the_world),
        cmocka_unit_test(interleaved_floats_and_normals_of_length_one),
        cmocka_unit_test(what_is_gone_counts_no_more),
        cmocka_unit_test(reading_allocates_nothing_and_making_may_fail_anywhere),
        cmocka_unit_test(wrapping_may_run_out_of_memory_anywhere),
        cmocka_unit_test(a_wrapped_mesh_is_closed_even_and_as_far_as_asked_for),
        cmocka_unit_test(bad_input_is_refused_with_a_sentence),
        cmocka_unit_test(bad_wraps_are_refused_with_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
