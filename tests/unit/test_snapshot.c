// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Snapshots: the run after a restore must have the bits of the run without. Run as
// test_snapshot continue FILE  the program is the second process of one of its own tests.
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/snapshot_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 60

static const char* own_path;

typedef struct recording {
    uint64_t hashes[STEPS + 1];
    bytes snapshots[STEPS + 1];
    scene ids[STEPS + 1];  // which ids were known
} recording;

// Hash and snapshot before each step, and after the last.
static recording* record(void) {
    recording* r = calloc(1, sizeof *r);
    scene s = make_scene(1);
    add_models(&s);
    for (unsigned k = 0; k <= STEPS; ++k) {
        r->hashes[k] = plump_world_hash(s.world);
        r->snapshots[k] = take_snapshot(s.world);
        r->ids[k] = s;
        if (k < STEPS) play(&s, k);
    }
    end_scene(&s);
    return r;
}

static void free_recording(recording* r) {
    for (unsigned k = 0; k <= STEPS; ++k) free(r->snapshots[k].at);
    free(r);
}

static void know_ids(scene* s, const scene* from) {
    s->held = from->held, s->paper = from->paper, s->late = from->late, s->fourth = from->fourth;
}

static void continue_from(scene* s, const recording* r, unsigned from) {
    OK(restore(s->world, s, r->snapshots[from], &kit_error));
    know_ids(s, &r->ids[from]);
    for (unsigned k = from; k < STEPS; ++k) {
        assert_true(plump_world_hash(s->world) == r->hashes[k]);
        play(s, k);
    }
    assert_true(plump_world_hash(s->world) == r->hashes[STEPS]);
    bytes end = take_snapshot(s->world);
    assert_int_equal(end.size, r->snapshots[STEPS].size);
    assert_memory_equal(end.at, r->snapshots[STEPS].at, end.size);
    free(end.at);
}

// Back and forth over changes, creations and destructions, in one world.
static void a_world_rolls_back_to_any_step(void** state) {
    (void)state;
    recording* r = record();
    scene s = make_meshes();
    s.world = make_world(-9.81f, 1);
    uint32_t seed = 5;
    for (unsigned k = 0; k < 40; ++k) {
        seed = seed * 1664525u + 1013904223u;
        continue_from(&s, r, (seed >> 16) % (STEPS + 1));
    }
    end_scene(&s);
    free_recording(r);
}

static void a_fresh_world_goes_on_with_any_worker_count(void** state) {
    (void)state;
    recording* r = record();
    for (unsigned k = 0; k <= STEPS; k += 6) {
        scene s = make_meshes();
        s.world = make_world(-9.81f, 1 + k % 5);
        continue_from(&s, r, k);
        end_scene(&s);
    }
    free_recording(r);
}

static void ids_given_out_later_are_the_same(void** state) {
    (void)state;
    recording* r = record();
    scene s = make_meshes();
    s.world = make_world(-9.81f, 1);
    for (unsigned k = 0; k <= STEPS; k += 10) {
        plump_body_id next[2] = {{0}, {0}};
        for (unsigned twice = 0; twice < 2; ++twice) {
            plump_body_def def = plump_default_body_def();
            def.mesh = s.meshes[BOX];
            OK(restore(s.world, &s, r->snapshots[k], &kit_error));
            assert_false(plump_body_exists(s.world, (plump_body_id){0}));
            OK(plump_body_create(s.world, &def, &next[twice], &kit_error));
        }
        assert_int_equal(next[0].value, next[1].value);
        // what lived then lives, what did not does not
        OK(restore(s.world, &s, r->snapshots[k], &kit_error));
        assert_int_equal(plump_body_exists(s.world, r->ids[k].paper), k <= 15);
        assert_int_equal(plump_body_exists(s.world, r->ids[STEPS].fourth), k > 25);
        assert_false(plump_body_exists(s.world, next[0]));
    }
    end_scene(&s);
    free_recording(r);
}

static void numbers_of_a_body_come_back(void** state) {
    (void)state;
    scene s = make_scene(1), t = make_meshes();
    for (unsigned k = 0; k < 14; ++k) play(&s, k);
    bytes b = take_snapshot(s.world);
    t.world = make_world(-9.81f, 1);
    OK(restore(t.world, &t, b, &kit_error));
    plump_body_info info, before;
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i)
        assert_true(plump_body_get(s.world, s.held, fields[i].name) ==
                    plump_body_get(t.world, s.held, fields[i].name));
    OK(plump_body_describe(s.world, s.held, &before, &kit_error));
    OK(plump_body_describe(t.world, s.held, &info, &kit_error));
    assert_true(info.user == UINT64_C(0x123456789abcdef0));
    assert_true(info.mass == before.mass && info.radius == before.radius);
    assert_true(info.volume == before.volume && info.volume_target == before.volume_target);
    assert_true(info.volume_target > info.rest_volume);  // in the middle of being inflated
    assert_true(info.volume_error == before.volume_error);
    assert_true(info.volume_error_most == before.volume_error_most);
    assert_int_equal(info.volume_state, before.volume_state);
    assert_memory_equal(info.centre, before.centre, sizeof info.centre);
    assert_memory_equal(info.angular_momentum, before.angular_momentum, sizeof info.centre);
    free(b.at);
    end_scene(&s);
    end_scene(&t);
}

// A poisoned state is the caller's right and must survive.
static void a_poisoned_body_is_kept_as_it_is(void** state) {
    (void)state;
    scene s = make_scene(1);
    plump_body_edit edit;
    OK(plump_body_lend_edit(s.world, s.paper, &edit, &kit_error));
    edit.x[2] = NAN, edit.vy[1] = 1e30f, edit.vz[0] = -INFINITY;
    bytes b = take_snapshot(s.world);
    OK(plump_world_step(s.world, DT, 1, &kit_error));
    uint64_t after = plump_world_hash(s.world);
    for (unsigned k = 0; k < 20; ++k) OK(plump_world_step(s.world, DT, 1, &kit_error));
    OK(restore(s.world, &s, b, &kit_error));
    OK(plump_world_step(s.world, DT, 1, &kit_error));
    assert_true(plump_world_hash(s.world) == after);
    assert_int_equal(plump_world_report(s.world)->contained_count, 1);
    free(b.at);
    end_scene(&s);
}

static void an_empty_world_comes_back_too(void** state) {
    (void)state;
    scene s = make_scene(1);
    plump_world* empty = make_world(-9.81f, 1);
    bytes b = take_snapshot(empty);
    OK(plump_world_restore(s.world, b.at, b.size, NULL, 0, &kit_error));
    assert_int_equal(plump_world_bodies(s.world, NULL, 0), 0);
    assert_true(plump_world_hash(s.world) == plump_world_hash(empty));
    OK(plump_world_step(s.world, DT, 1, &kit_error));
    free(b.at);
    plump_world_destroy(empty);
    end_scene(&s);
}

// --- another process ---

static uint64_t finish_run(scene* s, unsigned from) {
    for (unsigned k = from; k < STEPS; ++k) play(s, k);
    return plump_world_hash(s->world);
}

static int continue_in_this_process(const char* path) {
    static unsigned char buffer[1 << 20];
    unsigned step = 0;
    scene s = make_meshes(), ids;
    FILE* file = fopen(path, "rb");
    if (!file || fread(&step, sizeof step, 1, file) != 1) return 1;
    if (fread(&ids, sizeof ids, 1, file) != 1) return 1;
    bytes b = {buffer, fread(buffer, 1, sizeof buffer, file)};
    fclose(file);
    s.world = make_world(-9.81f, 2);
    if (restore(s.world, &s, b, NULL) != PLUMP_OK) return 1;
    know_ids(&s, &ids);
    printf("%016llx\n", (unsigned long long)finish_run(&s, step));
    end_scene(&s);
    return 0;
}

static void another_process_goes_on_with_the_same_bits(void** state) {
    (void)state;
    recording* r = record();
    char path[] = "/tmp/plump_snapshot_XXXXXX", command[1024];
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    for (unsigned step = 2; step < STEPS; step += 19) {
        FILE* file = fopen(path, "wb");
        assert_non_null(file);
        fwrite(&step, sizeof step, 1, file);
        fwrite(&r->ids[step], sizeof(scene), 1, file);
        fwrite(r->snapshots[step].at, 1, r->snapshots[step].size, file);
        fclose(file);
        snprintf(command, sizeof command, "'%s' continue %s", own_path, path);
        FILE* other = popen(command, "r");
        unsigned long long hash = 0;
        assert_non_null(other);
        assert_int_equal(fscanf(other, "%llx", &hash), 1);
        assert_int_equal(pclose(other), 0);
        assert_true(hash == r->hashes[STEPS]);
    }
    remove(path);
    free_recording(r);
}

int main(int argc, char** argv) {
    own_path = argv[0];
    if (argc == 3 && strcmp(argv[1], "continue") == 0) return continue_in_this_process(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_world_rolls_back_to_any_step),
        cmocka_unit_test(a_fresh_world_goes_on_with_any_worker_count),
        cmocka_unit_test(ids_given_out_later_are_the_same),
        cmocka_unit_test(numbers_of_a_body_come_back),
        cmocka_unit_test(a_poisoned_body_is_kept_as_it_is),
        cmocka_unit_test(an_empty_world_comes_back_too),
        cmocka_unit_test(another_process_goes_on_with_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
