// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Snapshots: the run after a restore must have the bits of the run without, and whatever is wrong
// with a snapshot must leave the world as it was. Run as  test_snapshot continue FILE  the program
// is the second process of one of its own tests.
#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/base/hash.h"
#include "src/world/snapshot.h"
#include "tests/unit/mesh_fixtures.h"

#include <plump/plump.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STEPS 60
#define DT    (1.0f / 60.0f)

static const char* own_path;

#define OK(call)                                                                                   \
    do {                                                                                           \
        plump_error ok_error = {PLUMP_OK, ""};                                                     \
        plump_error* error = &ok_error;                                                            \
        if ((call) != PLUMP_OK) fail_msg("%s: %s", #call, ok_error.text);                          \
    } while (0)

// --- a small world with something of everything ---

enum { BALL, BOX, MESHES };

typedef struct scene {
    plump_world* world;
    plump_mesh* meshes[MESHES];
    plump_body_id held, paper, late, fourth;
} scene;

static plump_mesh* make_ball(void) {
    plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_SPHERE);
    plump_mesh* mesh = NULL;
    def.vertex_count = 42;
    OK(plump_shape_create(&def, &mesh, error));
    return mesh;
}

static plump_mesh* make_box(void) {
    fixture box = fixture_box(1, 0.5, 0.25);
    outcome o = fixture_take(&box);
    assert_int_equal(o.result, PLUMP_OK);
    fixture_free(&box);
    return o.mesh;
}

static plump_world* make_world(uint32_t workers) {
    plump_world_def def = plump_default_world_def();
    plump_world* world = NULL;
    def.worker_count = workers;
    OK(plump_world_create(&def, &world, error));
    return world;
}

static scene make_meshes(void) {
    scene s = {0};
    s.meshes[BALL] = make_ball();
    s.meshes[BOX] = make_box();
    return s;
}

static void end_scene(scene* s) {
    plump_world_destroy(s->world);
    for (unsigned i = 0; i < MESHES; ++i) plump_mesh_destroy(s->meshes[i]);
}

static scene make_scene(uint32_t workers) {
    scene s = make_meshes();
    float mass[42], stiffness[42], volume[42];
    for (unsigned i = 0; i < 42; ++i) {
        mass[i] = 1.0f + (float)i;
        stiffness[i] = 1.0f - (float)i / 84.0f;
        volume[i] = i % 5 ? 1.0f + (float)(i % 3) : 0.0f;
    }
    s.world = make_world(workers);
    plump_body_def def = plump_default_body_def();
    def.mesh = s.meshes[BALL];
    def.vertex_mass = mass;
    def.vertex_stiffness = stiffness;
    def.vertex_volume = volume;
    def.position[0] = 1000.25;
    def.yield = 0.01f, def.creep = 5, def.frequency = 2;
    def.user = UINT64_C(0x123456789abcdef0);
    OK(plump_body_create(s.world, &def, &s.held, error));
    OK(plump_body_pin(s.world, s.held, 3, error));
    OK(plump_body_pin(s.world, s.held, 17, error));
    def = plump_default_body_def();
    def.mesh = s.meshes[BOX];
    def.matching = PLUMP_MATCHING_PAPER;
    def.omega = 1, def.region_damping = 0.1f, def.scale = 2.5f;
    def.angular_velocity[1] = 3;
    OK(plump_body_create(s.world, &def, &s.paper, error));
    plump_body_id pointed;  // its normal points depend on painted masses
    def.mesh = s.meshes[BALL];
    def.vertex_mass = mass;
    def.normal_point = true;
    def.position[2] = 3;
    OK(plump_body_create(s.world, &def, &pointed, error));
    return s;
}

// What the caller does in this step: the same whenever it is played.
static void play(scene* s, unsigned step) {
    const double target[3] = {1000.25 + 0.01 * step, 0.5, 0};
    const float push[3] = {0, 500, 10};
    if (step % 7 == 3) OK(plump_body_move_pin(s->world, s->held, 17, target, error));
    if (step % 11 == 5) OK(plump_body_add_force(s->world, s->held, 8, push, error));
    if (step == 8) OK(plump_body_set(s->world, s->held, "volume_scale", 1.3, error));
    if (step == 12) OK(plump_body_set(s->world, s->held, "frequency", 5, error));
    if (step == 14) OK(plump_body_set(s->world, s->held, "volume_time", 2, error));
    if (step == 24) OK(plump_body_set(s->world, s->held, "volume", PLUMP_VOLUME_FREE, error));
    if (step == 34) OK(plump_body_set(s->world, s->held, "volume", PLUMP_VOLUME_PARTS, error));
    if (step == 15) OK(plump_body_destroy(s->world, s->paper, error));
    if (step == 20 || step == 25) {
        plump_body_def def = plump_default_body_def();
        def.mesh = s->meshes[BOX];
        def.position[1] = step;
        def.gravity_scale = step == 20 ? 1.0f : 0.0f;  // the second one falls asleep
        OK(plump_body_create(s->world, &def, step == 20 ? &s->late : &s->fourth, error));
    }
    if (step == 30) OK(plump_body_unpin(s->world, s->held, 3, error));
    if (step == 40) OK(plump_body_set(s->world, s->held, "yield", 0, error));
    OK(plump_world_step(s->world, DT, step % 3, error));
}

typedef struct bytes {
    unsigned char* at;
    size_t size;
} bytes;

static bytes take_snapshot(const plump_world* world) {
    bytes b = {NULL, plump_world_snapshot_size(world)};
    size_t written = 0;
    b.at = malloc(b.size);
    OK(plump_world_snapshot(world, b.at, b.size, &written, error));
    assert_int_equal(written, b.size);
    return b;
}

static plump_result restore(plump_world* world, const scene* s, bytes b, plump_error* error) {
    const plump_mesh* meshes[MESHES] = {s->meshes[0], s->meshes[1]};
    return plump_world_restore(world, b.at, b.size, meshes, MESHES, error);
}

// --- the same bits ---

typedef struct recording {
    uint64_t hashes[STEPS + 1];
    bytes snapshots[STEPS + 1];
    scene ids[STEPS + 1];  // which ids were known
} recording;

// Hash and snapshot before each step, and after the last.
static recording* record(void) {
    recording* r = calloc(1, sizeof *r);
    scene s = make_scene(1);
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
    OK(restore(s->world, s, r->snapshots[from], error));
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
    s.world = make_world(1);
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
        s.world = make_world(1 + k % 5);
        continue_from(&s, r, k);
        end_scene(&s);
    }
    free_recording(r);
}

static void ids_given_out_later_are_the_same(void** state) {
    (void)state;
    recording* r = record();
    scene s = make_meshes();
    s.world = make_world(1);
    for (unsigned k = 0; k <= STEPS; k += 10) {
        plump_body_id next[2] = {{0}, {0}};
        for (unsigned twice = 0; twice < 2; ++twice) {
            plump_body_def def = plump_default_body_def();
            def.mesh = s.meshes[BOX];
            OK(restore(s.world, &s, r->snapshots[k], error));
            assert_false(plump_body_exists(s.world, (plump_body_id){0}));
            OK(plump_body_create(s.world, &def, &next[twice], error));
        }
        assert_int_equal(next[0].value, next[1].value);
        // what lived then lives, what did not does not
        OK(restore(s.world, &s, r->snapshots[k], error));
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
    t.world = make_world(1);
    OK(restore(t.world, &t, b, error));
    plump_body_info info, before;
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i)
        assert_true(plump_body_get(s.world, s.held, fields[i].name) ==
                    plump_body_get(t.world, s.held, fields[i].name));
    OK(plump_body_describe(s.world, s.held, &before, error));
    OK(plump_body_describe(t.world, s.held, &info, error));
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
    OK(plump_body_lend_edit(s.world, s.paper, &edit, error));
    edit.x[2] = NAN, edit.vy[1] = 1e30f, edit.vz[0] = -INFINITY;
    bytes b = take_snapshot(s.world);
    OK(plump_world_step(s.world, DT, 1, error));
    uint64_t after = plump_world_hash(s.world);
    for (unsigned k = 0; k < 20; ++k) OK(plump_world_step(s.world, DT, 1, error));
    OK(restore(s.world, &s, b, error));
    OK(plump_world_step(s.world, DT, 1, error));
    assert_true(plump_world_hash(s.world) == after);
    assert_int_equal(plump_world_report(s.world)->contained_count, 1);
    free(b.at);
    end_scene(&s);
}

static void an_empty_world_comes_back_too(void** state) {
    (void)state;
    scene s = make_scene(1);
    plump_world* empty = make_world(1);
    bytes b = take_snapshot(empty);
    OK(plump_world_restore(s.world, b.at, b.size, NULL, 0, error));
    assert_int_equal(plump_world_bodies(s.world, NULL, 0), 0);
    assert_true(plump_world_hash(s.world) == plump_world_hash(empty));
    OK(plump_world_step(s.world, DT, 1, error));
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
    s.world = make_world(2);
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

// --- what is refused ---

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
    OK(restore(s.world, &s, b, error));
    free(b.at);
    end_scene(&s);
}

static void seal(bytes b) {
    uint64_t sum = pl_snapshot_checksum(b.at, b.size);
    for (unsigned i = 0; i < 8; ++i) b.at[32 + i] = (unsigned char)(sum >> (8 * i));
}

static void assert_usable(plump_world* world) {
    plump_body_id ids[8];
    uint32_t count = plump_world_bodies(world, ids, 8);
    for (unsigned k = 0; k < 3; ++k) OK(plump_world_step(world, DT, 1, error));
    for (uint32_t i = 0; i < count && i < 8; ++i) {
        plump_body_view view;
        OK(plump_body_lend(world, ids[i], &view, error));
        for (uint32_t v = 0; v < view.count; ++v)
            assert_true(isfinite(view.x[v]) && isfinite(view.y[v]) && isfinite(view.z[v]) &&
                        isfinite(view.vx[v]) && isfinite(view.vy[v]) && isfinite(view.vz[v]));
    }
}

// Forged ones, with a right checksum: refused, or a world that works.
static void a_forged_snapshot_is_refused_or_harmless(void** state) {
    (void)state;
    scene s = make_scene(1);
    for (unsigned k = 0; k < 6; ++k) play(&s, k);
    bytes b = take_snapshot(s.world);
    uint32_t seed = 11, taken = 0, refused = 0;
    static const unsigned char odd[] = {0, 1, 0x7f, 0x80, 0xff, 0xf0};
    unsigned char* forged = malloc(b.size);
    for (unsigned k = 0; k < 6000; ++k) {
        memcpy(forged, b.at, b.size);
        for (unsigned n = 0; n <= k % 3; ++n) {
            seed = seed * 1664525u + 1013904223u;
            // two thirds of the hits in what is not positions and velocities
            size_t range = k % 3 ? 1600 : b.size;
            forged[40 + (seed >> 8) % (range - 40)] = odd[(seed >> 4) % 6];
        }
        bytes f = {forged, b.size};
        seal(f);
        uint64_t before = plump_world_hash(s.world);
        plump_error error;
        if (restore(s.world, &s, f, &error) == PLUMP_OK) {
            assert_usable(s.world);
            taken++;
        } else {
            assert_true(plump_world_hash(s.world) == before);
            refused++;
        }
    }
    assert_true(taken > 100 && refused > 100);  // both ways were walked
    free(forged);
    free(b.at);
    end_scene(&s);
}

static void put_u32(bytes b, size_t at, uint32_t value) {
    for (unsigned i = 0; i < 4; ++i) b.at[at + i] = (unsigned char)(value >> (8 * i));
    seal(b);
}

#define FIRST_BODY ((size_t)(40 + 72 + 3 * 8))  // after head, world and three slots

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

// Where the first body's numbers about its volume begin: after its fields, twice, and its motion.
static size_t volume_at(void) {
    uint32_t fields;
    plump_body_fields(&fields);
    return FIRST_BODY + 32 + 2 * (8 * (size_t)fields + 8) + 8 * (3 + 14) + 4;
}

static void put_double(bytes b, size_t at, double value) {
    uint64_t bits = pl_double_bits(value);
    for (unsigned i = 0; i < 8; ++i) b.at[at + i] = (unsigned char)(bits >> (8 * i));
    seal(b);
}

static void volumes_that_cannot_be_are_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world), f = {malloc(b.size), b.size};
    const size_t ratio = volume_at();
    memcpy(f.at, b.at, b.size);
    put_double(f, ratio, 1.5);  // that the place is right
    put_u32(f, ratio + 32, PLUMP_VOLUME_RETURNING);
    OK(restore(s.world, &s, f, error));
    plump_body_info info;
    OK(plump_body_describe(s.world, s.held, &info, error));
    assert_true(info.volume_target == 1.5 * info.rest_volume);
    assert_int_equal(info.volume_state, PLUMP_VOLUME_RETURNING);
    const double wrong[4][4] = {{0, -1, NAN, 1e9},
                                {1e9, -1e9, NAN, INFINITY},
                                {NAN, INFINITY, -INFINITY, -NAN},
                                {NAN, INFINITY, -1, -INFINITY}};
    for (unsigned i = 0; i < 16; ++i) {
        memcpy(f.at, b.at, b.size);
        put_double(f, ratio + 8 * (size_t)(i / 4), wrong[i / 4][i % 4]);
        assert_refused(&s, f, "numbers of a body");
    }
    memcpy(f.at, b.at, b.size);
    put_u32(f, ratio + 32, PLUMP_VOLUME_STATE_COUNT);
    assert_refused(&s, f, "numbers of a body");
    free(f.at);
    free(b.at);
    end_scene(&s);
}

// The paint of the first body lies behind its positions, velocities, masses and stiffness.
static void volume_paint_that_cannot_be_is_refused(void** state) {
    (void)state;
    scene s = make_scene(1);
    bytes b = take_snapshot(s.world), f = {malloc(b.size), b.size};
    const size_t paint = volume_at() + 36 + 32 + (size_t)42 * 4 * (6 + 2);
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
    OK(restore(s.world, &s, f, error));
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
    assert_refused(&s, f, "format 2");
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
    plump_world* fresh = make_world(1);
    uint64_t before = plump_world_hash(fresh);
    const plump_mesh* only[2] = {NULL, s.meshes[BOX]};
    plump_error why;
    assert_int_equal(plump_world_restore(fresh, b.at, b.size, only, 2, &why), PLUMP_ERROR_DATA);
    assert_non_null(strstr(why.text, "a mesh of 42 vertices and 80 triangles"));
    assert_true(plump_world_hash(fresh) == before);
    only[0] = s.meshes[BALL];
    OK(plump_world_restore(fresh, b.at, b.size, only, 2, error));
    // the bodies of the world lend theirs
    OK(plump_world_step(fresh, DT, 1, error));
    OK(plump_body_destroy(fresh, s.paper, error));
    assert_int_equal(plump_world_restore(fresh, b.at, b.size, NULL, 0, &why), PLUMP_ERROR_DATA);
    OK(plump_world_restore(fresh, b.at, b.size, only, 2, error));
    plump_body_def def = plump_default_body_def();
    plump_body_id extra;
    def.mesh = s.meshes[BOX];
    OK(plump_body_create(fresh, &def, &extra, error));
    OK(plump_body_destroy(fresh, s.paper, error));
    OK(plump_world_restore(fresh, b.at, b.size, NULL, 0, error));
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
        cmocka_unit_test(every_truncation_and_every_bit_flip_is_refused),
        cmocka_unit_test(a_forged_snapshot_is_refused_or_harmless),
        cmocka_unit_test(counts_that_lie_are_refused),
        cmocka_unit_test(volumes_that_cannot_be_are_refused),
        cmocka_unit_test(volume_paint_that_cannot_be_is_refused),
        cmocka_unit_test(refusals_say_why),
        cmocka_unit_test(a_missing_mesh_is_asked_for),
        cmocka_unit_test(a_buffer_too_small_is_refused_untouched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
