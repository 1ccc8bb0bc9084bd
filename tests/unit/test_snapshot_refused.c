// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What is refused of a snapshot, and why: whatever is wrong with one leaves the world as it was.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/snapshot_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assert_refused(const scene* s, bytes b, const char* what) {
    plump_error error = {PLUMP_OK, ""};
    uint64_t before = plump_world_hash(s->world);
    plump_result result = restore(s->world, s, b, &error);
    assert_true(plump_world_hash(s->world) == before);
    assert_int_not_equal(result, PLUMP_OK);
    assert_int_equal(error.code, result);
    if (what && !strstr(error.text, what)) fail_msg("\"%s\" lacks \"%s\"", error.text, what);
}

static void every_truncation_and_every_bit_flip_is_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (unsigned k = 0; k < 6; ++k) play(&s, k);
    bytes b = take_snapshot(s.world);
    play(&s, 6);
    for (size_t size = 0; size < b.size; ++size) {
        // a block of just that size, so that a read behind it is seen
        bytes part = {malloc(size ? size : 1), size};
        memcpy(part.at, b.at, size);
        assert_refused(&s, part, NULL);
        free(part.at);
    }
    for (size_t bit = 0; bit < 8 * b.size; ++bit) {
        b.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
        assert_refused(&s, b, NULL);
        b.at[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
    OK(restore(s.world, &s, b, &kit_error));
    free(b.at);
    end_scene(&s);
}

static plump_result restore_any(const void* given, bytes b) {
    plump_error error;
    const scene* s = given;
    return restore(s->world, s, b, &error);
}

static void a_forged_snapshot_is_refused_or_harmless(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (unsigned k = 0; k < 6; ++k) play(&s, k);
    bytes b = take_snapshot(s.world);
    // what is not positions and velocities lies in the first 1600 bytes
    flip_count n = forge_bytes(s.world, b, 6000, 40, 1600, restore_any, &s);
    assert_true(n.taken > 100 && n.refused > 100);  // both ways were walked
    free(b.at);
    end_scene(&s);
}

#define FIRST_BODY ((size_t)(40 + 100 + 3 * 8))  // after head, world and three slots

static void counts_that_lie_are_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world);
    bytes f = {malloc(b.size), b.size};
    // then id, flags, vertices, triangles, hash, pins, lasting
    const size_t slots = 40 + 36, bodies = 40 + 44, body = FIRST_BODY;
    static const uint32_t lies[] = {0,         3, 1000, UINT32_C(0x7fffffff), UINT32_C(0x80000000),
                                    UINT32_MAX};
    const size_t places[] = {slots, bodies, body + 8, body + 12, body + 24, body + 28};
    for (unsigned p = 0; p < sizeof places / sizeof places[0]; ++p) {
        for (unsigned k = 0; k < sizeof lies / sizeof lies[0]; ++k) {
            memcpy(f.at, b.at, b.size);
            put_u32(f, places[p], lies[k]);
            if (memcmp(f.at, b.at, b.size) != 0) assert_refused(&s, f, NULL);
        }
    }
    free(f.at);
    free(b.at);
    end_scene(&s);
}

#define RAMP_BYTES (4 * (PL_RAMP_COUNT + 4) + 8)

// Where the first body's numbers about its volume begin: after its fields, twice, its motion and
// its ramps.
static size_t volume_at(void) {
    uint32_t fields;
    plump_body_fields(&fields);
    return FIRST_BODY + 32 + 2 * (8 * (size_t)fields + 8) + 8 * (3 + 14) + 4 + RAMP_BYTES;
}

static void volumes_that_cannot_be_are_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world), f = {malloc(b.size), b.size};
    const size_t ratio = volume_at();
    memcpy(f.at, b.at, b.size);
    put_double(f, ratio, 1.5);  // that the place is right
    put_u32(f, ratio + 32, PLUMP_VOLUME_RETURNING);
    put_u32(f, ratio + 36, PLUMP_VOLUME_INFEASIBLE);
    OK(restore(s.world, &s, f, &kit_error));
    plump_body_info info;
    OK(plump_body_describe(s.world, s.held, &info, &kit_error));
    assert_true(info.volume_target == 1.5 * info.rest_volume);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_RETURNING);
    assert_int_equal(info.volume_state_most, PLUMP_VOLUME_INFEASIBLE);
    const double wrong[4][4] = {{0, -1, NAN, 1e9},
                                {1e9, -1e9, NAN, INFINITY},
                                {NAN, INFINITY, -INFINITY, -NAN},
                                {NAN, INFINITY, -1, -INFINITY}};
    for (unsigned i = 0; i < 16; ++i) {
        memcpy(f.at, b.at, b.size);
        put_double(f, ratio + 8 * (size_t)(i / 4), wrong[i / 4][i % 4]);
        assert_refused(&s, f, "numbers of a body");
    }
    for (unsigned k = 0; k < 2; ++k) {
        memcpy(f.at, b.at, b.size);
        put_u32(f, ratio + 32 + 4 * (size_t)k, PLUMP_VOLUME_STATE_COUNT);
        assert_refused(&s, f, "numbers of a body");
    }
    free(f.at);
    free(b.at);
    end_scene(&s);
}

// The paint of the first body lies behind its positions, velocities, masses and stiffness.
static void volume_paint_that_cannot_be_is_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world), f = {malloc(b.size), b.size};
    const size_t paint = volume_at() + 40 + 32 + 4 + (size_t)42 * 4 * (6 + 2);
    static const uint32_t wrong[] = {0xbf800000, 0x7fc00000, 0x7f800000, 0x80000001};
    for (unsigned i = 0; i < 4; ++i) {
        memcpy(f.at, b.at, b.size);
        put_u32(f, paint + 4 * (size_t)i, wrong[i]);
        assert_refused(&s, f, "painted share in the volume");
    }
    memcpy(f.at, b.at, b.size);
    for (unsigned i = 0; i < 42; ++i) put_u32(f, paint + 4 * (size_t)i, 0);
    assert_refused(&s, f, "painted share in the volume");
    put_u32(f, paint, 0x3f800000);
    OK(restore(s.world, &s, f, &kit_error));
    free(f.at);
    free(b.at);
    end_scene(&s);
}

static void refusals_say_why(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world);
    bytes f = {malloc(b.size + 8), b.size};
    memcpy(f.at, b.at, b.size);
    f.at[0] ^= 1;
    assert_refused(&s, f, "no snapshot of a plump world");
    f.at[0] ^= 1;
    put_u32(f, 8, PL_SNAPSHOT_VERSION - 1);
    assert_refused(&s, f, "format 7");
    put_u32(f, 8, PL_SNAPSHOT_VERSION);
    put_u32(f, 12, 4);
    assert_refused(&s, f, "other fields");
    memcpy(f.at, b.at, b.size);
    f.at[100] ^= 4;
    assert_refused(&s, f, "checksum");
    f.at[100] ^= 4;
    f.size += 8;
    assert_refused(&s, f, "but was written with");
    f.size = b.size;
    plump_error error;
    uint64_t before = plump_world_hash(s.world);
    assert_int_equal(plump_world_restore(NULL, f.at, f.size, NULL, 0, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_world_restore(s.world, NULL, 0, NULL, 0, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_world_restore(s.world, f.at, f.size, NULL, 1, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_true(plump_world_hash(s.world) == before);
    free(f.at);
    free(b.at);
    end_scene(&s);
}

static void a_missing_mesh_is_asked_for(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world);
    plump_world* fresh = make_world(-9.81f, 1);
    uint64_t before = plump_world_hash(fresh);
    const plump_mesh* only[2] = {NULL, s.meshes[BOX]};
    plump_error why;
    assert_int_equal(plump_world_restore(fresh, b.at, b.size, only, 2, &why), PLUMP_ERROR_DATA);
    assert_non_null(strstr(why.text, "a mesh of 42 vertices and 80 triangles"));
    assert_true(plump_world_hash(fresh) == before);
    only[0] = s.meshes[BALL];
    OK(plump_world_restore(fresh, b.at, b.size, only, 2, &kit_error));
    // the bodies of the world lend theirs
    OK(plump_world_step(fresh, DT, 1, &kit_error));
    OK(plump_body_destroy(fresh, s.paper, &kit_error));
    assert_int_equal(plump_world_restore(fresh, b.at, b.size, NULL, 0, &why), PLUMP_ERROR_DATA);
    OK(plump_world_restore(fresh, b.at, b.size, only, 2, &kit_error));
    plump_body_def def = plump_default_body_def();
    plump_body_id extra;
    def.mesh = s.meshes[BOX];
    OK(plump_body_create(fresh, &def, &extra, &kit_error));
    OK(plump_body_destroy(fresh, s.paper, &kit_error));
    OK(plump_world_restore(fresh, b.at, b.size, NULL, 0, &kit_error));
    assert_true(plump_world_hash(fresh) == plump_world_hash(s.world));
    plump_world_destroy(fresh);
    free(b.at);
    end_scene(&s);
}

static void a_buffer_too_small_is_refused_untouched(void** state) {
    (void)state;
    scene s = make_scene(1);
    size_t needed = plump_world_snapshot_size(s.world), size = 77;
    unsigned char* buffer = malloc(needed);
    memset(buffer, 0x5a, needed);
    plump_error error;
    assert_int_equal(plump_world_snapshot(s.world, buffer, needed - 1, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "the snapshot needs"));
    assert_int_equal(size, 77);
    for (size_t i = 0; i < needed; ++i) assert_int_equal(buffer[i], 0x5a);
    assert_int_equal(plump_world_snapshot(s.world, NULL, needed, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_world_snapshot(s.world, buffer, needed, NULL, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_world_snapshot(NULL, buffer, needed, &size, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_world_snapshot_size(NULL), 0);
    assert_int_equal(plump_world_hash(NULL), 0);
    free(buffer);
    end_scene(&s);
}

static void random_flips_and_cuts_are_refused_or_harmless(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (unsigned k = 0; k < 6; ++k) play(&s, k);
    flip_and_cut(s.world, restore_any, &s);
    end_scene(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_truncation_and_every_bit_flip_is_refused),
        cmocka_unit_test(a_forged_snapshot_is_refused_or_harmless),
        cmocka_unit_test(counts_that_lie_are_refused),
        cmocka_unit_test(volumes_that_cannot_be_are_refused),
        cmocka_unit_test(volume_paint_that_cannot_be_is_refused),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(a_missing_mesh_is_asked_for),
        cmocka_unit_test(a_buffer_too_small_is_refused_untouched),
        cmocka_unit_test(random_flips_and_cuts_are_refused_or_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
