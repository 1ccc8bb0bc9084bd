// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Ragdolls in scenes, and what is kept of characters: snapshots, hashes, and nothing at all where
// memory runs out.
#include "tests/unit/scene_kit.h"

#include "io/scene_run_character.h"

#include <math.h>

#if defined(PLUMP_HAVE_JANSSON)

#define DOLL                                                                                       \
    "{'name': 'doll', 'shape': 'bear', 'vertices': 500, 'size': 0.8, 'rig': true, 'position': "    \
    "[0.05, 1, 0], 'ragdoll': {'angular_velocity': [0, 0, 1]}, 'obstacles': 'all'"
#define ROOM                                                                                       \
    "'obstacles': [{'name': 'floor', 'shape': 'plane'}, {'name': 'box', 'shape': 'box', "          \
    "'half_size': [0.2, 0.2, 0.5], 'position': [0, 0.2, 0]}]"

// A build without ODE skips, unless PLUMP_NEED_RAGDOLL is set.
static plump_scene* start(const char* text, uint32_t threads) {
    plump_error error;
    plump_scene_def def = plump_default_scene_def();
    def.worker_count = threads;
    plump_scene* scene = scene_accept_with(text, &def);
    plump_result result = plump_scene_start(scene, &error);
    if (result == PLUMP_ERROR_UNSUPPORTED && !getenv("PLUMP_NEED_RAGDOLL")) {
        assert_non_null(strstr(error.text, "doll: this plump was built without ODE"));
        print_message("skipped: %s\n", error.text);
        plump_scene_destroy(scene);
        skip();
    }
    if (result != PLUMP_OK) fail_msg("%s", error.text);
    return scene;
}

static void run(plump_scene* scene, int steps) {
    plump_error error;
    for (int i = 0; i < steps; ++i) {
        if (plump_scene_step(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    }
}

static uint32_t read_all(plump_scene* scene, double* x, uint32_t most) {
    plump_error error;
    plump_scene_character given;
    assert_int_equal(plump_scene_get_character(scene, 0, &given), PLUMP_OK);
    if (plump_scene_read_character(scene, 0, PLUMP_SCALAR_FLOAT64, x, 0, NULL, 0, most, &error) !=
        PLUMP_OK)
        fail_msg("%s", error.text);
    return given.triangles.vertex_count;
}

// --- ragdolls ---

static double depth_in_box(const double p[3]) {
    const double half[3] = {0.2, 0.2, 0.5}, middle[3] = {0, 0.2, 0};
    double depth = HUGE_VAL;
    for (int k = 0; k < 3; ++k) depth = fmin(depth, half[k] - fabs(p[k] - middle[k]));
    return depth;
}

// With sets that swing: it hits the box, tumbles off it or stays on it, and is never in it.
static void a_ragdoll_falls_on_a_box_and_stays_out_of_it(void** state) {
    (void)state;
    static double x[3 * 2000];
    plump_scene* scene = start("{'dt': 0.01, 'characters': [" DOLL "}], " ROOM "}", 1);
    assert_true(scene->plan.characters[0].set_count > 2);
    plump_scene_character_report report;
    double deepest = 0, lowest = 0, stretch = 0;
    uint32_t touching = 0, inside = 0;
    for (int i = 0; i < 300; ++i) {
        run(scene, 1);
        uint32_t count = read_all(scene, x, 2000);
        assert_int_equal(plump_scene_report_character(scene, 0, &report, NULL), PLUMP_OK);
        touching += report.contact_count > 0;
        stretch = fmax(stretch, report.stretch_most);
        for (uint32_t v = 0; v < count; ++v) {
            deepest = fmax(deepest, depth_in_box(x + 3 * v));
            inside += depth_in_box(x + 3 * v) > 2e-3;
            lowest = fmin(lowest, x[3 * v + 1]);
        }
    }
    print_message("in contact for %u of 300 steps, stretch %.2f, %.1e m in the box, %.1e under the "
                  "floor; volume off by %.3f\n",
                  touching, stretch, deepest, lowest, report.volume_error);
    assert_true(touching > 100 && touching < 290);
    assert_true(stretch > 0.05);
    // a vertex between two segments may be led into a corner that neither of them is in
    assert_true(deepest < 0.025 && inside <= 5 && lowest > -2e-3);
    plump_scene_destroy(scene);
}

// A cube that falls on the lid of a box, halfway to its edge, stays there.
static void a_box_throws_nothing_aside(void** state) {
    (void)state;
    plump_scene* scene =
        start("{'dt': 0.01, 'characters': [{'name': 'doll', 'shape': 'box', 'vertices': 98, "
              "'size': 0.2, 'bones': [{'name': 'all', 'from': [-0.05, 0, 0], 'to': [0.05, 0, 0], "
              "'radius': 0.1}], 'position': [0.1, 0.7, 0.2], 'ragdoll': {}, 'sets': [], "
              "'obstacles': 'box'}], " ROOM "}",
              1);
    double most = 0;
    for (int i = 0; i < 200; ++i) {
        run(scene, 1);
        const double* m = plump_ragdoll_matrices(scene->run->characters[0].ragdoll);
        most = fmax(most, hypot(m[3] - 0.1, m[11] - 0.2));
    }
    const double* m = plump_ragdoll_matrices(scene->run->characters[0].ragdoll);
    print_message("%.4f m aside at most; lies at %.4f\n", most, m[7]);
    assert_true(most < 0.09);  // it lands on a corner, and turns a little
    assert_true(fabs(m[7] - 0.5) < 0.02);
    plump_scene_destroy(scene);
}

static void a_ragdoll_weighs_its_volume(void** state) {
    (void)state;
    plump_scene* scene =
        start("{'characters': [" DOLL ", 'scale': 0.5, 'strength': 0}], " ROOM "}", 1);
    plump_scene_character_report report;
    double mass = 0;
    assert_int_equal(plump_scene_report_character(scene, 0, &report, NULL), PLUMP_OK);
    const plump_ragdoll* ragdoll = scene->run->characters[0].ragdoll;
    for (uint32_t i = 0; i < plump_ragdoll_bone_count(ragdoll); ++i) {
        plump_ragdoll_bone bone;
        assert_int_equal(plump_ragdoll_read(ragdoll, i, &bone, NULL), PLUMP_OK);
        mass += bone.mass;
    }
    assert_true(report.volume_bind > 1e-3);
    assert_true(fabs(mass / (1000 * report.volume_bind) - 1) < 1e-4);
    plump_scene_destroy(scene);
}

// --- snapshots ---

static const char doll_scene[] = "{'dt': 0.01, 'characters': [" DOLL "}], " ROOM "}";

// In the air, at the hit, and lying; also by another number of threads, and by one who looks.
static void a_restored_ragdoll_goes_on_with_the_same_bits(void** state) {
    (void)state;
    static double x[3 * 2000], again[3 * 2000];
    const int moments[3] = {5, 38, 150};
    for (int m = 0; m < 3; ++m) {
        plump_error error;
        plump_scene* scene = start(doll_scene, 1);
        run(scene, moments[m]);
        size_t size = plump_scene_snapshot_size(scene);
        unsigned char* snapshot = malloc(size);
        assert_int_equal(plump_scene_snapshot(scene, snapshot, size, &size, &error), PLUMP_OK);
        uint64_t before = plump_scene_hash(scene);
        run(scene, 30);
        uint64_t hash = plump_scene_hash(scene);
        assert_true(hash != before);
        uint32_t count = read_all(scene, x, 2000);
        plump_scene_destroy(scene);
        scene = start(doll_scene, 2);
        if (plump_scene_restore(scene, snapshot, size, &error) != PLUMP_OK)
            fail_msg("%s", error.text);
        assert_int_equal(plump_scene_hash(scene), before);
        for (int i = 0; i < 30; ++i) {
            run(scene, 1);
            if (i % 7 == 0) read_all(scene, again, 2000);
        }
        assert_int_equal(plump_scene_hash(scene), hash);
        read_all(scene, again, 2000);
        assert_memory_equal(x, again, 3 * count * sizeof *x);
        free(snapshot);
        plump_scene_destroy(scene);
    }
}

static void states_of_other_characters_are_refused(void** state) {
    (void)state;
    static const char* others[] = {
        "{'dt': 0.01, 'characters': [" DOLL ", 'sets': []}], " ROOM "}",
        "{'dt': 0.01, 'characters': [" DOLL ", 'scale': 2}], " ROOM "}",
        "{'dt': 0.01, 'characters': [{'name': 'doll', 'shape': 'bear', 'vertices': 500, 'size': "
        "0.8, 'rig': true, 'clip': 'hop'}], " ROOM "}",
        "{'dt': 0.01, 'characters': [" DOLL "}, {'shape': 'sphere'}], " ROOM "}",
    };
    plump_error error;
    plump_scene* scene = start(doll_scene, 1);
    run(scene, 3);
    size_t size = plump_scene_snapshot_size(scene);
    unsigned char* snapshot = malloc(size);
    assert_int_equal(plump_scene_snapshot(scene, snapshot, size, &size, &error), PLUMP_OK);
    for (size_t cut = 0; cut < size; cut += 131)
        assert_int_not_equal(plump_scene_restore(scene, snapshot, cut, &error), PLUMP_OK);
    plump_scene_destroy(scene);
    for (size_t i = 0; i < sizeof others / sizeof *others; ++i) {
        scene = start(others[i], 1);
        uint64_t before = plump_scene_hash(scene);
        error.text[0] = 0;
        assert_int_not_equal(plump_scene_restore(scene, snapshot, size, &error), PLUMP_OK);
        assert_true(error.text[0] != 0);
        assert_int_equal(plump_scene_hash(scene), before);
        run(scene, 2);
        plump_scene_destroy(scene);
    }
    free(snapshot);
}

// --- memory ---

// Reads, starts, steps, looks, saves and restores; the first thing that fails ends it.
static plump_result live(const char* text, const plump_scene_def* def, plump_error* error) {
    static double x[3 * 1000];
    static unsigned char snapshot[1 << 20];
    plump_scene* scene = NULL;
    size_t size = 0;
    plump_result result = scene_read(text, "x", def, &scene, error);
    if (result == PLUMP_OK) result = plump_scene_start(scene, error);
    for (int i = 0; i < 3 && result == PLUMP_OK; ++i) result = plump_scene_step(scene, error);
    if (result == PLUMP_OK)
        result =
            plump_scene_read_character(scene, 1, PLUMP_SCALAR_FLOAT64, x, 0, NULL, 0, 1000, error);
    if (result == PLUMP_OK)
        result = plump_scene_snapshot(scene, snapshot, sizeof snapshot, &size, error);
    if (result == PLUMP_OK) result = plump_scene_restore(scene, snapshot, size, error);
    if (result == PLUMP_OK) result = plump_scene_step(scene, error);
    plump_scene_destroy(scene);
    return result;
}

static void running_out_of_memory_leaves_nothing(void** state) {
    (void)state;
    static const char text[] =
        "{'dt': 0.02, 'bodies': [{'name': 'ball', 'shape': 'sphere', 'vertices': 42}], "
        "'obstacles': [{'shape': 'plane', 'position': [0, -0.3, 0]}], 'characters': [{'shape': "
        "'jelly', 'rig': true, 'vertices': 150, 'clip': 0, 'obstacles': 'all', 'sets': [{'at': [0, "
        "0.1, 0], 'radius': 1}], 'draggers': [{'at': [0, 0, 0], 'radius': 1}]}, {'name': 'doll', "
        "'shape': 'bar', 'vertices': 100, 'bones': [{'name': 'a', 'from': [-0.5, 0, 0], 'to': [0, "
        "0, 0], 'radius': 0.2}, {'name': 'b', 'parent': 'a', 'from': [0, 0, 0], 'to': [0.5, 0, 0], "
        "'radius': 0.2}], 'ragdoll': {}, 'position': [0, -0.2, 0], 'obstacles': 'all', 'meets': "
        "'jelly-0', 'polish': true, 'sets': [{'joint': 'b', 'at': [0.3, 0, 0], 'radius': 0.3}]}, "
        "{'body': 'ball', 'sets': [{'at': [0, 0, 0], 'radius': 1}]}]}";
    plump_error error;
    plump_scene_destroy(start(doll_scene, 1));  // skips where there is no ODE
    bool reached = true;
    long failures = 0;
    for (long at = 1; reached; at += at < 200 ? 3 : 11) {
        memory_kit memory = {.fail_at = at, .fail_forever = at % 2 == 0};
        plump_scene_def def = plump_default_scene_def();
        def.worker_count = 1;
        def.allocator = memory_kit_hooks(&memory);
        plump_result result = live(text, &def, &error);
        reached = memory.calls >= at;
        if (result != (reached ? PLUMP_ERROR_MEMORY : PLUMP_OK))
            fail_msg("allocation %ld: %s: %s", at, plump_result_name(result), error.text);
        assert_int_equal(memory.blocks, 0);
        failures += reached;
    }
    print_message("%ld failures told\n", failures);
    assert_true(failures > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ragdoll_falls_on_a_box_and_stays_out_of_it),
        cmocka_unit_test(a_box_throws_nothing_aside),
        cmocka_unit_test(a_ragdoll_weighs_its_volume),
        cmocka_unit_test(a_restored_ragdoll_goes_on_with_the_same_bits),
        cmocka_unit_test(states_of_other_characters_are_refused),
        cmocka_unit_test(running_out_of_memory_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else
int main(void) {
    return 0;
}
#endif
