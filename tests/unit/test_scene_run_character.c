// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters of scenes as they run: hands on bones, threads, snapshots, volumes.
#include "tests/unit/scene_kit.h"

#include "io/scene_run_character.h"
#include "io/transform.h"

#include <math.h>

#if defined(PLUMP_HAVE_JANSSON)

#define BEAR                                                                                       \
    "{'name': 'bear', 'shape': 'bear', 'vertices': 500, 'size': 1, 'rig': true, 'strength': 2"

static plump_scene* start(const char* text, uint32_t threads) {
    plump_error error;
    plump_scene_def def = plump_default_scene_def();
    def.worker_count = threads;
    plump_scene* scene = scene_accept_with(text, &def);
    if (plump_scene_start(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return scene;
}

static void run(plump_scene* scene, int steps) {
    plump_error error;
    for (int i = 0; i < steps; ++i) {
        if (plump_scene_step(scene, &error) != PLUMP_OK) fail_msg("%s", error.text);
    }
}

static double* read_all(plump_scene* scene, uint32_t index, size_t* bytes) {
    plump_error error;
    plump_scene_character character;
    assert_int_equal(plump_scene_get_character(scene, index, &character), PLUMP_OK);
    uint32_t count = character.triangles.vertex_count;
    *bytes = 3 * (size_t)count * sizeof(double);
    double* x = malloc(*bytes);
    if (plump_scene_read_character(scene, index, PLUMP_SCALAR_FLOAT64, x, 0, NULL, 0, count,
                                   &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    return x;
}

// --- hands ---

// Two bones along x with joints at 0 and 1, the second a child of the first. The first is turned by
// 90 degrees about z through its joint: x goes to y, so the far end at (2, 0, 0) goes to (0, 2, 0).
// Then the second by another 90: what is at (2, 0, 0) goes to (1, 1, 0) by its own turn about
// (1, 0, 0), and from there to (-1, 1, 0) by its parent's. The whole stands at (0, 0, 5).
static void a_bone_turned_by_hand_takes_its_child_along(void** state) {
    (void)state;
    const double quarter_at_0[12] = {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0};
    const double quarter_at_1[12] = {0, -1, 0, 1, 1, 0, 0, -1, 0, 0, 1, 0};
    double whole[12], pose[24], matrices[24], by_hand[24], followed[24];
    uint32_t order[2], parents[2] = {PLUMP_NO_SEGMENT, 0};
    bool moved[2] = {true, true}, seen[2];
    pl_run_character c = {.segment_count = 2,
                          .order = order,
                          .parents = parents,
                          .matrices = matrices,
                          .by_hand = by_hand,
                          .followed = followed,
                          .is_moved = moved};
    assert_true(pl_scene_order_segments(parents, 2, seen, order));
    memcpy(whole, pl_matrix_identity, sizeof whole);
    whole[11] = 5;
    for (int i = 0; i < 2; ++i) memcpy(pose + 12 * i, pl_matrix_identity, sizeof whole);
    memcpy(by_hand, quarter_at_0, sizeof whole);
    memcpy(by_hand + 12, quarter_at_1, sizeof whole);
    pl_scene_compose(&c, pose, whole);
    double far[3] = {2, 0, 0}, near[3] = {1, 0, 0};
    pl_matrix_move(matrices + 12, far);
    pl_matrix_move(matrices, near);
    const double wanted[3] = {-1, 1, 5}, elbow[3] = {0, 1, 5};
    for (int k = 0; k < 3; ++k) {
        assert_true(fabs(far[k] - wanted[k]) < 1e-12);
        assert_true(fabs(near[k] - elbow[k]) < 1e-12);
    }
    // a child that no hand holds follows; also one that its clip has moved by 1 along z
    moved[1] = false;
    pose[12 + 11] = 1;
    pl_scene_compose(&c, pose, whole);
    double end[3] = {2, 0, 0};
    pl_matrix_move(matrices + 12, end);
    const double followed_to[3] = {0, 2, 6};
    for (int k = 0; k < 3; ++k) assert_true(fabs(end[k] - followed_to[k]) < 1e-12);
}

static void segments_are_ordered_and_loops_found(void** state) {
    (void)state;
    uint32_t order[4], place[4];
    bool seen[4];
    const uint32_t parents[4] = {2, 0, PLUMP_NO_SEGMENT, 1};
    assert_true(pl_scene_order_segments(parents, 4, seen, order));
    for (uint32_t i = 0; i < 4; ++i) place[order[i]] = i;
    assert_true(place[2] < place[0] && place[0] < place[1] && place[1] < place[3]);
    const uint32_t loop[4] = {1, 0, PLUMP_NO_SEGMENT, 2};
    assert_false(pl_scene_order_segments(loop, 4, seen, order));
}

// --- runs ---

#define SCENE                                                                                      \
    "{'dt': 0.01, 'seconds': 1, 'obstacles': [{'name': 'ball', 'shape': 'sphere', 'radius': 0.2, " \
    "'position': [0.5, 0, 0], 'motion': {'keys': [{'time': 0, 'position': [0.9, 0, 0]}, "          \
    "{'time': 0.4, 'position': [0.2, 0, 0]}]}}], 'characters': [" BEAR                             \
    ", 'clip': 'dance', 'obstacles': 'all', 'motion': {'keys': [{'time': 0, 'position': [0, 0, "   \
    "0]}, {'time': 0.2, 'position': [0.1, 0, 0]}]}}]}"

static void threads_change_no_bit(void** state) {
    (void)state;
    plump_scene *one = start(SCENE, 1), *two = start(SCENE, 2);
    size_t bytes, same;
    run(one, 40);
    run(two, 40);
    assert_int_equal(plump_scene_hash(one), plump_scene_hash(two));
    double *a = read_all(one, 0, &bytes), *b = read_all(two, 0, &same);
    assert_int_equal(bytes, same);
    assert_memory_equal(a, b, bytes);
    free(a);
    free(b);
    plump_scene_destroy(one);
    plump_scene_destroy(two);
}

static void a_restored_snapshot_goes_on_with_the_same_bits(void** state) {
    (void)state;
    plump_error error;
    plump_scene* scene = start(SCENE, 1);
    size_t bytes;
    run(scene, 15);
    size_t size = plump_scene_snapshot_size(scene);
    unsigned char* snapshot = malloc(size);
    assert_int_equal(plump_scene_snapshot(scene, snapshot, size, &size, &error), PLUMP_OK);
    run(scene, 15);
    uint64_t hash = plump_scene_hash(scene);
    double* whole = read_all(scene, 0, &bytes);
    plump_scene_destroy(scene);
    scene = start(SCENE, 1);
    snapshot[size / 3] ^= 1;
    assert_int_equal(plump_scene_restore(scene, snapshot, size, &error), PLUMP_ERROR_DATA);
    assert_true(plump_scene_time(scene) == 0);
    snapshot[size / 3] ^= 1;
    if (plump_scene_restore(scene, snapshot, size, &error) != PLUMP_OK) fail_msg("%s", error.text);
    run(scene, 15);
    assert_int_equal(plump_scene_hash(scene), hash);
    double* resumed = read_all(scene, 0, &bytes);
    assert_memory_equal(whole, resumed, bytes);
    free(whole);
    free(resumed);
    free(snapshot);
    plump_scene_destroy(scene);
}

static void looking_changes_nothing(void** state) {
    (void)state;
    plump_scene *seen = start(SCENE, 1), *unseen = start(SCENE, 1);
    size_t bytes;
    for (int i = 0; i < 20; ++i) {
        run(seen, 1);
        free(read_all(seen, 0, &bytes));
    }
    run(unseen, 20);
    assert_int_equal(plump_scene_hash(seen), plump_scene_hash(unseen));
    plump_scene_destroy(seen);
    plump_scene_destroy(unseen);
}

static void jiggling_keeps_the_volume_and_obstacles_are_felt(void** state) {
    (void)state;
    plump_scene* scene = start(SCENE, 1);
    plump_scene_character_report report;
    plump_error error;
    run(scene, 30);
    assert_int_equal(plump_scene_report_character(scene, 0, &report, &error), PLUMP_OK);
    assert_int_equal(report.closed_count, 1);
    assert_true(report.stretch_most > 0.01);
    assert_true(report.volume_bind > 0.01);
    assert_true(report.volume_skinned_change < 0.05);
    run(scene, 15);
    assert_int_equal(plump_scene_report_character(scene, 0, &report, &error), PLUMP_OK);
    assert_true(report.contact_count > 0 && report.contact_depth > 0);
    plump_scene_destroy(scene);
}

// A ball of radius 0.5 among 70 small ones: all of them 0.01 deep but the last, which is 0.05.
static void the_deepest_of_many_contacts_is_found(void** state) {
    (void)state;
    char text[8000];
    int used = snprintf(text, sizeof text, "{'dt': 0.01, 'obstacles': [");
    for (int i = 0; i < 70; ++i) {
        double radius = i == 69 ? 0.07 : 0.02, out = radius + (i == 69 ? 0.45 : 0.49);
        double angle = 6.283185307 * i / 70;
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "%s{'shape': 'sphere', 'radius': %.2f, 'position': [%.6f, 0, %.6f]}",
                         i ? ", " : "", radius, out * cos(angle), out * sin(angle));
    }
    snprintf(text + used, sizeof text - (size_t)used,
             "], 'characters': [{'shape': 'sphere', 'vertices': 20000, 'size': 1, 'obstacles': "
             "'all'}]}");
    plump_scene* scene = start(text, 1);
    plump_scene_character_report report;
    plump_error error;
    if (plump_scene_report_character(scene, 0, &report, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    assert_int_equal(report.contact_count, 70);
    assert_true(fabs(report.contact_depth - 0.05) < 0.005);
    plump_scene_destroy(scene);
}

// The steps of a scene are those that a caller of the library would take.
static void a_clip_swings_as_by_hand(void** state) {
    (void)state;
    plump_scene* scene = start("{'dt': 0.0078125, 'characters': [" BEAR ", 'clip': 'dance'}]}", 1);
    plump_scene_character given;
    plump_pose* pose = NULL;
    plump_jiggle* jiggle = NULL;
    plump_error error;
    assert_int_equal(plump_scene_get_character(scene, 0, &given), PLUMP_OK);
    assert_int_equal(plump_pose_create(given.character, NULL, &pose, &error), PLUMP_OK);
    plump_jiggle_def def = plump_default_jiggle_def();
    def.mesh = given.triangles;
    def.segments = plump_character_segments(given.character);
    def.weights = plump_character_weights(given.character);
    def.segment_count = plump_jiggle_segment_count(given.jiggle);
    def.sets = scene->plan.characters[0].sets;
    def.set_count = scene->plan.characters[0].set_count;
    assert_int_equal(plump_jiggle_create(&def, &jiggle, &error), PLUMP_OK);
    assert_int_equal(plump_pose_set(pose, 0, 0, &error), PLUMP_OK);
    assert_int_equal(plump_jiggle_reset(jiggle, plump_pose_matrices(pose), &error), PLUMP_OK);
    for (int i = 1; i <= 50; ++i) {
        assert_int_equal(plump_pose_set(pose, 0, i / 128.0, &error), PLUMP_OK);
        assert_int_equal(
            plump_jiggle_step(jiggle, 1 / 128.0, plump_pose_matrices(pose), NULL, &error),
            PLUMP_OK);
    }
    run(scene, 50);
    size_t bytes;
    double *a = read_all(scene, 0, &bytes), *b = malloc(bytes);
    assert_int_equal(plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT64, b, 0, NULL, 0,
                                         def.mesh.vertex_count, &error),
                     PLUMP_OK);
    assert_memory_equal(a, b, bytes);
    free(a);
    free(b);
    plump_jiggle_destroy(jiggle);
    plump_pose_destroy(pose);
    plump_scene_destroy(scene);
}

static void a_soft_body_drives_and_is_replaced(void** state) {
    (void)state;
    plump_scene* scene = start("{'bodies': [{'name': 'jelly', 'shape': 'jelly', 'vertices': 300, "
                               "'position': [0, 1, 0]}], 'obstacles': [{'shape': 'plane'}], "
                               "'characters': [{'body': 'jelly', 'strength': 2}]}",
                               1);
    plump_scene_body body;
    plump_scene_character_report report;
    plump_error error;
    assert_int_equal(plump_scene_get_body(scene, 0, &body), PLUMP_OK);
    assert_true(body.is_replaced);
    run(scene, 60);
    if (plump_scene_report_character(scene, 0, &report, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    assert_true(report.volume_skinned_change < 1e-3);
    assert_true(report.volume_error < 0.02);
    plump_scene_destroy(scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bone_turned_by_hand_takes_its_child_along),
        cmocka_unit_test(segments_are_ordered_and_loops_found),
        cmocka_unit_test(threads_change_no_bit),
        cmocka_unit_test(a_restored_snapshot_goes_on_with_the_same_bits),
        cmocka_unit_test(looking_changes_nothing),
        cmocka_unit_test(jiggling_keeps_the_volume_and_obstacles_are_felt),
        cmocka_unit_test(the_deepest_of_many_contacts_is_found),
        cmocka_unit_test(a_clip_swings_as_by_hand),
        cmocka_unit_test(a_soft_body_drives_and_is_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#else
int main(void) {
    return 0;
}
#endif
