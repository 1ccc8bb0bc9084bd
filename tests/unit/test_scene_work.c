// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Hostile scenes: small texts that ask for much work. Each is read, started and stepped in a time
// that grows with its text and with what it makes, or is refused before the work. The bound is on
// work, not on the clock: the system ends the test after CPU_MOST seconds of processor time, of
// which all of it takes 3. Before names were sorted and holds listed by body it took minutes.
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "tests/unit/scene_kit.h"

#ifdef PLUMP_HAVE_JANSSON

#if !defined(_WIN32)
#include <sys/resource.h>
#endif

#define CPU_MOST 60  // s; sanitizers take up to ten times as long as the 3 s of this

#define SPHERE  "'shape': 'sphere', 'vertices': 42, 'size': 0.2"
#define MANY(n) "'count': " #n ", 'grid': {'size': [" #n ", 1, 1], 'spacing': [1, 1, 1]}"

typedef struct {
    char* text;
    size_t size, capacity;
} writer;

static void put(writer* w, const char* format, ...) {
    va_list arguments;
    if (w->capacity - w->size < 512) {
        w->capacity = 2 * w->capacity + 4096;
        w->text = realloc(w->text, w->capacity);
        assert_non_null(w->text);
    }
    va_start(arguments, format);
    int length = vsnprintf(w->text + w->size, 512, format, arguments);
    va_end(arguments);
    assert_in_range(length, 0, 511);
    w->size += (size_t)length;
}

// A list of `count` entries; %u in `entry` is the number.
static void put_list(writer* w, const char* key, const char* entry, unsigned count) {
    put(w, "'%s': [", key);
    for (unsigned i = 0; i < count; ++i) {
        put(w, i ? ", " : "");
        put(w, entry, i, i, i);
    }
    put(w, "]");
}

static plump_scene* accept(writer* w) {
    plump_scene* scene = scene_accept(w->text);
    free(w->text);
    return scene;
}

static void refuse(writer* w, plump_result code, const char* reason) {
    plump_scene* scene = NULL;
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(scene_read(w->text, "scene.json", NULL, &scene, &error), code);
    if (!strstr(error.text, reason)) fail_msg("'%s' is not in: %s", reason, error.text);
    free(w->text);
}

static void run(plump_scene* scene, int steps) {
    plump_error error = {PLUMP_OK, ""};
    if (plump_scene_start(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    for (int i = 0; i < steps; ++i) {
        if (plump_scene_step(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    }
}

// 1,200,000 names among 5,000: looked for one by one that was half a minute, 300 at a time sorted
// by insertion some more.
static void names_are_found_quickly(void** state) {
    (void)state;
    writer w = {0};
    put(&w, "{");
    put_list(&w, "bodies", "{" SPHERE ", 'name': 'body_with_a_long_name_%u'}", 5000);
    put(&w, ", 'events': [");
    for (unsigned i = 0; i < 4000; ++i) {
        put(&w, "%s{'time': 1, 'do': 'disable', 'bodies': [", i ? ", " : "");
        for (unsigned k = 0; k < 300; ++k)
            put(&w, "%s'body_with_a_long_name_%u'", k ? ", " : "", 4999 - k);
        put(&w, "]}");
    }
    put(&w, "]}");
    plump_scene* scene = accept(&w);
    assert_int_equal(scene->plan.event_count, 4000);
    assert_int_equal(scene->plan.events[0].who.count, 1);
    assert_int_equal(scene->plan.events[0].who.ranges[0].first, 4700);
    assert_int_equal(scene->plan.events[0].who.ranges[0].count, 300);
    plump_scene_destroy(scene);
}

static void obstacles_are_found_quickly(void** state) {
    (void)state;
    writer w = {0};
    put(&w, "{'bodies': [{" SPHERE ", 'name': 'a'}], ");
    put_list(&w, "obstacles", "{'shape': 'sphere', 'name': 'stone_%u', 'radius': 0.1}", 5000);
    put(&w, ", ");
    put_list(&w, "attachments",
             "{'body': 'a', 'where': {'vertices': [7]}, 'obstacle': 'stone_4999'}", 20000);
    put(&w, "}");
    plump_scene* scene = accept(&w);
    assert_int_equal(scene->plan.attachment_count, 20000);
    assert_int_equal(scene->plan.attachments[19999].obstacle, 4999);
    plump_scene_destroy(scene);
}

// Every body let go of by each of 50 events, and with 50 pins that hold the same vertices: what is
// held was looked for among all there are.
static void letting_go_is_quick(void** state) {
    (void)state;
    writer w = {0};
    put(&w, "{'dt': 0.01, 'bodies': [{" SPHERE ", 'name': 'a', " MANY(1000) ", ");
    put_list(&w, "pins", "{'where': 'all'}", 50);
    put(&w, "}], 'attachments': [{'body': 'a', 'where': {'vertices': [1, 2, 3]}}], ");
    put_list(&w, "events", "{'time': 0.01, 'do': 'release', 'bodies': 'all'}", 50);
    put(&w, "}");
    plump_scene* scene = accept(&w);
    run(scene, 1);
    plump_body_info info;
    assert_int_equal(
        plump_body_describe(plump_scene_world(scene), scene->body_ids[999], &info, NULL), PLUMP_OK);
    assert_true(info.velocity[1] == 0);
    run(scene, 3);
    assert_int_equal(
        plump_body_describe(plump_scene_world(scene), scene->body_ids[999], &info, NULL), PLUMP_OK);
    assert_true(info.velocity[1] < 0);
    plump_scene_destroy(scene);
}

// Two pins on the same vertices: the body falls when both have gone.
static void the_last_of_two_pins_frees(void** state) {
    (void)state;
    plump_scene* scene = scene_accept("{'dt': 0.01, 'bodies': [{" SPHERE ", 'pins': ["
                                      "{'where': 'all', 'until': 0.02}, "
                                      "{'where': 'all', 'until': 0.04}]}]}");
    plump_body_info info;
    run(scene, 3);
    plump_body_describe(plump_scene_world(scene), scene->body_ids[0], &info, NULL);
    assert_true(info.velocity[1] == 0);
    run(scene, 6);
    plump_body_describe(plump_scene_world(scene), scene->body_ids[0], &info, NULL);
    assert_true(info.velocity[1] < -0.1f);
    plump_scene_destroy(scene);
}

static void counts_are_judged_before_the_work(void** state) {
    (void)state;
    writer w = {0};
    put(&w, "{");
    put_list(&w, "bodies", "{'shape': 'bear', 'vertices': 40%04u}", 30);
    put(&w, "}");
    refuse(&w, PLUMP_ERROR_LIMIT, "bodies[24]: with this entry the bodies have 10000300 vertices");
    w = (writer){0};
    put(&w, "{'bodies': [{" SPHERE ", " MANY(1000) ", ");
    put_list(&w, "pins", "{'where': 'all'}", 1000);
    put(&w, "}]}");
    refuse(&w, PLUMP_ERROR_LIMIT, "bodies[0].pins: with these 42000000 vertices are pinned");
    w = (writer){0};
    put(&w, "{'bodies': [{" SPHERE ", 'name': 'a', " MANY(1000) "}], ");
    put_list(&w, "attachments", "{'body': 'a', 'where': 'all'}", 3);
    put(&w, "}");
    refuse(&w, PLUMP_ERROR_LIMIT, "attachments[2]: 42 vertices of 1000 bodies are too many");
}

// Selections look at every vertex, ties at every vertex of the other body.
static void looking_at_vertices_is_bounded(void** state) {
    (void)state;
    writer w = {0};
    put(&w, "{'bodies': [{'shape': 'sphere', 'vertices': 500000, ");
    put_list(&w, "pins", "{'where': {'vertices': [%u]}}", 1000);
    put(&w, "}, {'shape': 'sphere', 'vertices': 500000, ");
    put_list(&w, "paint", "{'field': 'stiffness', 'where': {'vertices': [1]}, 'value': 0.5}", 100);
    put(&w, "}]}");
    refuse(&w, PLUMP_ERROR_LIMIT, "this is too much work");
    w = (writer){0};
    put(&w, "{'bodies': [{'shape': 'sphere', 'vertices': 50000, 'name': 'a'}, "
            "{'shape': 'sphere', 'vertices': 50000, 'name': 'b'}], "
            "'attachments': [{'body': 'a', 'where': 'all', 'other': 'b'}]}");
    refuse(&w, PLUMP_ERROR_LIMIT, "attachments[0].other: this is too much work");
}

static void bodies_without_room_are_given_up(void** state) {
    (void)state;
    writer w = {0};
    put(&w,
        "{'bodies': [{" SPHERE ", 'count': 10000, 'random': {'min': [0, 0, 0], 'max': [2, 2, 2]}"
        "}]}");
    refuse(&w, PLUMP_ERROR_DATA, "bodies[0].random: no room is left for number ");
}

static void chains_of_bones_are_bounded(void** state) {
    (void)state;
    writer w = {0};
    put(&w, "{'bodies': [{" SPHERE "}], 'bones': [");
    for (unsigned i = 0; i <= PLUMP_BONE_CHAIN_MOST; ++i) {
        put(&w, "%s{'name': 'b%u', 'from': [%u, 0, 0], 'to': [%u, 0, 0], 'radius': 0.1",
            i ? ", " : "", i, i, i + 1);
        if (i) put(&w, ", 'parent': 'b%u'", i - 1);
        put(&w, "}");
    }
    put(&w, "]}");
    plump_scene* scene = accept(&w);
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(plump_scene_start(scene, &error), PLUMP_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "b256: the bone would be number 257 of a chain; at most 256 "
                                       "bones can hang on each other"));
    plump_scene_destroy(scene);
}

static int bound_work(void** state) {
    (void)state;
#if !defined(_WIN32)
    struct rlimit limit;
    if (getrlimit(RLIMIT_CPU, &limit) != 0) return 0;
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > CPU_MOST) limit.rlim_cur = CPU_MOST;
    setrlimit(RLIMIT_CPU, &limit);
#endif
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_found_quickly),
        cmocka_unit_test(obstacles_are_found_quickly),
        cmocka_unit_test(letting_go_is_quick),
        cmocka_unit_test(the_last_of_two_pins_frees),
        cmocka_unit_test(counts_are_judged_before_the_work),
        cmocka_unit_test(looking_at_vertices_is_bounded),
        cmocka_unit_test(bodies_without_room_are_given_up),
        cmocka_unit_test(chains_of_bones_are_bounded),
    };
    return cmocka_run_group_tests_name("scene_work", tests, bound_work, NULL);
}

#else

int main(void) {
    return 0;
}

#endif
