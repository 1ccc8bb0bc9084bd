// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Saved states go on with the same bits, ragdolls do not know of each other, and what cannot be is
// refused with a sentence.
#include "memory_kit.h"
#include "ragdoll_kit.h"

#include <pthread.h>

static plump_ragdoll_def dropped_def(void) {
    plump_ragdoll_def def = ragdoll_beast_def();
    def.position[1] = 0.3;
    def.angular_velocity[2] = 2;
    return def;
}

static plump_ragdoll* make_dropped(void) {
    plump_ragdoll_def def = dropped_def();
    return ragdoll_make(&def);
}

static void drop(plump_ragdoll* ragdoll, int steps) {
    plump_jiggle_contact found[2 * RAGDOLL_BEAST_BONES];
    for (int s = 0; s < steps; ++s)
        ragdoll_go(ragdoll, 1.0 / 60, found, ragdoll_floor(ragdoll, ragdoll_beast, found));
}

static void assert_same(const plump_ragdoll* a, const plump_ragdoll* b) {
    assert_memory_equal(plump_ragdoll_matrices(a), plump_ragdoll_matrices(b),
                        12 * RAGDOLL_BEAST_BONES * sizeof(double));
}

static void a_restored_state_goes_on_with_the_same_bits(void** state) {
    (void)state;
    plump_ragdoll *one = make_dropped(), *other = make_dropped();
    for (int i = 0; i < 20; ++i) {  // falling, hitting, lying
        size_t size = plump_ragdoll_state_size(one), written = 0;
        void* saved = malloc(size);
        assert_int_equal(plump_ragdoll_save(one, saved, size, &written, NULL), PLUMP_OK);
        assert_int_equal(written, size);
        assert_int_equal(plump_ragdoll_restore(other, saved, size, NULL), PLUMP_OK);
        free(saved);
        drop(one, 7);
        drop(other, 7);
        assert_same(one, other);
    }
    plump_ragdoll_destroy(one);
    plump_ragdoll_destroy(other);
}

static void two_ragdolls_do_not_know_of_each_other(void** state) {
    (void)state;
    plump_ragdoll* alone = make_dropped();
    drop(alone, 100);
    plump_ragdoll *one = make_dropped(), *other = make_dropped();
    const double kick[3] = {5, 20, 0};
    plump_ragdoll_push(other, 2, kick, NULL, NULL, NULL);
    for (int s = 0; s < 100; ++s) {
        drop(other, 1);
        drop(one, 1);
        if (s == 50) {
            plump_ragdoll_destroy(other);
            other = make_dropped();
        }
    }
    assert_same(alone, one);
    plump_ragdoll_destroy(alone);
    plump_ragdoll_destroy(one);
    plump_ragdoll_destroy(other);
}

// Made, stepped and unmade in two threads at once, over and over. ThreadSanitizer looks on in the
// builds that have it.
static void* drop_again_and_again(void* result) {
    for (int round = 0; round < 8; ++round) {
        plump_ragdoll_def def = dropped_def();
        plump_ragdoll* ragdoll = NULL;
        plump_jiggle_contact found[2 * RAGDOLL_BEAST_BONES];
        if (plump_ragdoll_create(&def, &ragdoll, NULL) != PLUMP_OK) return NULL;
        for (int s = 0; s < 100; ++s)
            plump_ragdoll_step(ragdoll, 1.0 / 60, found,
                               ragdoll_floor(ragdoll, ragdoll_beast, found), NULL);
        memcpy((double*)result + 12 * RAGDOLL_BEAST_BONES * round, plump_ragdoll_matrices(ragdoll),
               12 * RAGDOLL_BEAST_BONES * sizeof(double));
        plump_ragdoll_destroy(ragdoll);
    }
    return result;
}

static void two_threads_have_their_own_ragdolls(void** state) {
    (void)state;
    static double results[2][8][12 * RAGDOLL_BEAST_BONES];
    plump_ragdoll* alone = make_dropped();
    drop(alone, 100);
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, drop_again_and_again, results[i]), 0);
    for (int i = 0; i < 2; ++i) {
        void* result = NULL;
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_non_null(result);
    }
    for (int i = 0; i < 16; ++i)
        assert_memory_equal(results[i / 8][i % 8], plump_ragdoll_matrices(alone),
                            sizeof results[0][0]);
    plump_ragdoll_destroy(alone);
}

static void broken_states_are_refused(void** state) {
    (void)state;
    plump_ragdoll* ragdoll = make_dropped();
    size_t size = plump_ragdoll_state_size(ragdoll);
    unsigned char *saved = malloc(size), *bad = malloc(size);
    assert_int_equal(plump_ragdoll_save(ragdoll, saved, size - 1, NULL, NULL),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_ragdoll_save(ragdoll, saved, size, NULL, NULL), PLUMP_OK);
    for (size_t cut = 0; cut < size; cut += 9)
        assert_int_equal(plump_ragdoll_restore(ragdoll, saved, cut, NULL), PLUMP_ERROR_DATA);
    const double nothing = NAN;
    for (size_t at = 0; at + 8 <= size; at += 8) {  // in every number of it
        memcpy(bad, saved, size);
        memcpy(bad + at, &nothing, sizeof nothing);
        plump_error error = {0};
        assert_int_equal(plump_ragdoll_restore(ragdoll, bad, size, &error), PLUMP_ERROR_DATA);
        assert_true(error.text[0] != 0);
    }
    plump_ragdoll_def def = ragdoll_beast_def();
    def.scale = 2;
    plump_ragdoll* larger = ragdoll_make(&def);
    assert_int_equal(plump_ragdoll_restore(larger, saved, size, NULL), PLUMP_ERROR_DATA);
    plump_ragdoll_destroy(larger);
    plump_ragdoll_destroy(ragdoll);
    free(saved);
    free(bad);
}

static void running_out_of_memory_leaves_nothing(void** state) {
    (void)state;
    plump_ragdoll_destroy(make_dropped());  // skips where there is no ODE
    for (long fail_at = 1;; ++fail_at) {
        memory_kit memory = {.fail_at = fail_at};
        plump_ragdoll_def def = ragdoll_beast_def();
        def.allocator = memory_kit_hooks(&memory);
        plump_ragdoll* ragdoll = NULL;
        plump_jiggle_contact contact = {.direction = {0, 1, 0}, .depth = 0.01};
        plump_result result = plump_ragdoll_create(&def, &ragdoll, NULL);
        if (result == PLUMP_OK) result = plump_ragdoll_step(ragdoll, 0.01, &contact, 1, NULL);
        plump_ragdoll_destroy(ragdoll);
        assert_int_equal(memory.blocks, 0);
        if (memory.calls < fail_at) {
            assert_int_equal(result, PLUMP_OK);
            break;
        }
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
    }
}

static void refuse(const plump_ragdoll_def* def, const char* part) {
    plump_error error = {0};
    plump_ragdoll* ragdoll = (plump_ragdoll*)&error;
    assert_int_equal(plump_ragdoll_create(def, &ragdoll, &error), PLUMP_ERROR_ARGUMENT);
    assert_null(ragdoll);
    if (!strstr(error.text, part)) fail_msg("\"%s\" does not say \"%s\"", error.text, part);
}

static void wrong_definitions_get_sentences(void** state) {
    (void)state;
    plump_ragdoll_def good = ragdoll_beast_def(), def = good;
    plump_ragdoll_destroy(ragdoll_make(&good));
    refuse(NULL, "plump_default_ragdoll_def");
    def.cookie = 0, refuse(&def, "plump_default_ragdoll_def"), def = good;
    def.bone_count = 0, refuse(&def, "1 to 256 bones"), def = good;
    def.bones = NULL, refuse(&def, "1 to 256 bones"), def = good;
    def.density = 0, refuse(&def, "density"), def = good;
    def.scale = NAN, refuse(&def, "scale"), def = good;
    def.hertz = -1, refuse(&def, "hertz"), def = good;
    def.turn_limit = 4, refuse(&def, "turn_limit"), def = good;
    def.contact_hertz = 0, refuse(&def, "contact_hertz"), def = good;
    def.friction = INFINITY, refuse(&def, "friction"), def = good;
    def.rotation[3] = 0, refuse(&def, "rotation"), def = good;
    def.velocity[1] = NAN, refuse(&def, "velocity"), def = good;
    plump_rig_bone bones[RAGDOLL_BEAST_BONES];
    def.bones = bones;
    memcpy(bones, ragdoll_beast, sizeof bones);
    bones[2].parent = 6, refuse(&def, "bone 2"), memcpy(bones, ragdoll_beast, sizeof bones);
    bones[1].parent = 3, refuse(&def, "its own ancestor"),
    memcpy(bones, ragdoll_beast, sizeof bones);
    bones[0].radius = 0, refuse(&def, "bone 0"), memcpy(bones, ragdoll_beast, sizeof bones);
    bones[4].tip[2] = NAN, refuse(&def, "bone 4");
}

static void wrong_steps_change_nothing(void** state) {
    (void)state;
    plump_ragdoll *ragdoll = make_dropped(), *other = make_dropped();
    plump_jiggle_contact contact = {.segment = RAGDOLL_BEAST_BONES, .direction = {0, 1, 0}};
    const double nowhere[3] = {NAN, 0, 0};
    assert_int_equal(plump_ragdoll_step(ragdoll, 0, NULL, 0, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_ragdoll_step(ragdoll, 2, NULL, 0, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_ragdoll_step(ragdoll, 0.1, &contact, 1, NULL), PLUMP_ERROR_ARGUMENT);
    contact.segment = 0;
    contact.depth = NAN;
    assert_int_equal(plump_ragdoll_step(ragdoll, 0.1, &contact, 1, NULL), PLUMP_ERROR_ARGUMENT);
    contact.depth = 0.1;
    contact.point[0] = 1e5;  // of no bone: ODE would end the process
    assert_int_equal(plump_ragdoll_step(ragdoll, 0.1, &contact, 1, NULL), PLUMP_ERROR_ARGUMENT);
    contact.point[0] = 0;
    contact.direction[0] = 1;
    assert_int_equal(plump_ragdoll_step(ragdoll, 0.1, &contact, 1, NULL), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_ragdoll_push(ragdoll, 0, nowhere, NULL, NULL, NULL),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_ragdoll_push(ragdoll, 99, NULL, NULL, NULL, NULL), PLUMP_ERROR_ARGUMENT);
    drop(ragdoll, 30);
    drop(other, 30);
    assert_same(ragdoll, other);
    plump_ragdoll_destroy(ragdoll);
    plump_ragdoll_destroy(other);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_restored_state_goes_on_with_the_same_bits),
        cmocka_unit_test(two_ragdolls_do_not_know_of_each_other),
        cmocka_unit_test(two_threads_have_their_own_ragdolls),
        cmocka_unit_test(broken_states_are_refused),
        cmocka_unit_test(running_out_of_memory_leaves_nothing),
        cmocka_unit_test(wrong_definitions_get_sentences),
        cmocka_unit_test(wrong_steps_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
