// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Muscles and bones as things of a world: same bits, snapshots, memory, and what is refused.
#define _POSIX_C_SOURCE 200809L  // setenv

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "src/wide/isa.h"
#include "tests/unit/memory_kit.h"
#include "tests/unit/muscle_kit.h"
#include "tests/unit/snapshot_kit.h"

#define STEPS 24

typedef struct limb {
    plump_mesh *mesh, *other;
    plump_world* world;
    plump_body_id bodies[2];
    plump_muscle_id muscles[3];
    plump_obstacle_id rods[2];
    plump_bone_id bones[2];
} limb;

static plump_result make_rod(limb* l, int i) {
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_result result;
    def.shape = PLUMP_OBSTACLE_CAPSULE;
    def.radius = 0.04f;
    def.half_height = 0.3f;
    def.collides_with = 0;
    def.position[0] = 0.35 + 0.7 * i;
    def.rotation[2] = def.rotation[3] = 1;
    result = plump_obstacle_create(l->world, &def, &l->rods[i], &kit_error);
    if (result != PLUMP_OK) return result;
    plump_bone_def bone = plump_default_bone_def();
    bone.obstacle = l->rods[i];
    bone.parent = i ? l->bones[0] : (plump_bone_id){0};
    bone.pivot[0] = 0.7 * i;
    bone.angle_least = -0.5f;
    bone.mass = 1.5f;
    return plump_bone_create(l->world, &bone, &l->bones[i], &kit_error);
}

static plump_result make_body_at(limb* l, int i) {
    plump_body_def def = plump_default_body_def();
    def.mesh = i ? l->other : l->mesh;
    def.model = i ? PLUMP_MODEL_SHAPE_MATCH : PLUMP_MODEL_MASS_SPRING;
    def.position[0] = 0.2 + 0.8 * i;
    def.position[1] = 0.3;
    return plump_body_create(l->world, &def, &l->bodies[i], &kit_error);
}

static plump_result make_muscles(limb* l) {
    plump_result result = PLUMP_OK;
    for (int i = 0; i < 3 && result == PLUMP_OK; ++i) {
        plump_muscle_def def = plump_default_muscle_def();
        def.body = l->bodies[i % 2];
        def.axis[1] = 1;
        def.cap = 0.1f;
        def.strength = 3e4f;
        def.activation = i == 0 ? 0.5f : 0;
        result = plump_muscle_create(l->world, &def, &l->muscles[i], &kit_error);
        if (result == PLUMP_OK && i < 2)
            result = plump_muscle_attach(l->world, l->muscles[i], PLUMP_MUSCLE_ORIGIN, l->rods[i],
                                         &kit_error);
    }
    return result;
}

// A chain of two bones, each hanging from a muscle whose upper end is pinned or free; one body has
// two muscles.
static plump_result fill(limb* l) {
    plump_result result = PLUMP_OK;
    for (int i = 0; i < 2 && result == PLUMP_OK; ++i) {
        result = make_rod(l, i);
        if (result == PLUMP_OK) result = make_body_at(l, i);
    }
    if (result == PLUMP_OK) result = make_muscles(l);
    uint32_t top[64];
    uint32_t count = result == PLUMP_OK ? plump_muscle_end_vertices(l->world, l->muscles[0],
                                                                    PLUMP_MUSCLE_INSERTION, top, 64)
                                        : 0;
    for (uint32_t i = 0; i < count && result == PLUMP_OK; ++i)
        result = plump_body_pin(l->world, l->bodies[0], top[i], &kit_error);
    return result;
}

static limb open_limb(uint32_t workers) {
    limb l = {.mesh = make_cylinder(12, 0.07, 0.5), .other = make_shape(PLUMP_SHAPE_SPINDLE, 200)};
    l.world = make_world(-9.81f, workers);
    return l;
}

static limb make_limb(uint32_t workers) {
    limb l = open_limb(workers);
    OK(fill(&l));
    return l;
}

static void end_limb(limb* l) {
    plump_world_destroy(l->world);
    plump_mesh_destroy(l->mesh);
    plump_mesh_destroy(l->other);
}

static void play(limb* l, int n) {
    const double at[3] = {1, 0, 0}, push[3] = {0, 2, 0.5};
    if (n == 3) OK(plump_muscle_set_activation(l->world, l->muscles[1], 0.8f, &kit_error));
    if (n == 6) OK(plump_muscle_set_strength(l->world, l->muscles[0], 5e4f, &kit_error));
    if (n == 8) OK(plump_bone_push(l->world, l->bones[1], at, push, &kit_error));
    if (n == 9) OK(plump_bone_add_force(l->world, l->bones[0], at, push, &kit_error));
    if (n == 12) OK(plump_muscle_destroy(l->world, l->muscles[2], &kit_error));
    if (n == 15) OK(plump_bone_destroy(l->world, l->bones[1], &kit_error));
    step(l->world, 1);
}

static uint64_t run(limb* l) {
    for (int n = 0; n < STEPS; ++n) play(l, n);
    return plump_world_hash(l->world);
}

static void every_instruction_set_and_number_of_workers_gives_the_same_bits(void** state) {
    (void)state;
    uint64_t first = 0;
    for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
        if (!pl_isa_available((pl_isa)isa)) continue;
        setenv("PLUMP_ISA", pl_isa_name((pl_isa)isa), 1);
        for (uint32_t workers = 1; workers <= 4; workers += 3) {
            limb l = make_limb(workers);
            uint64_t hash = run(&l);
            if (first && hash != first) fail_msg("%s differs", pl_isa_name((pl_isa)isa));
            first = hash;
            end_limb(&l);
        }
    }
    unsetenv("PLUMP_ISA");
}

static void a_run_goes_on_from_a_snapshot_with_the_same_bits(void** state) {
    (void)state;
    limb l = make_limb(1), known[STEPS + 1];
    bytes snapshots[STEPS + 1];
    uint64_t hashes[STEPS + 1];
    for (int n = 0; n <= STEPS; ++n) {
        snapshots[n] = take_snapshot(l.world);
        hashes[n] = plump_world_hash(l.world);
        known[n] = l;
        if (n < STEPS) play(&l, n);
    }
    for (int n = 0; n <= STEPS; n += 2) {
        for (int fresh = 0; fresh < 2; ++fresh) {
            limb other = fresh ? open_limb(2) : l;
            const plump_mesh* meshes[2] = {other.mesh, other.other};
            OK(plump_world_restore(other.world, snapshots[n].at, snapshots[n].size, meshes, 2,
                                   &kit_error));
            assert_true(plump_world_hash(other.world) == hashes[n]);
            limb on = known[n];
            on.world = other.world;
            for (int k = n; k < STEPS && k < n + 6; ++k) {
                play(&on, k);
                assert_true(plump_world_hash(on.world) == hashes[k + 1]);
            }
            if (fresh) end_limb(&other);
        }
    }
    for (int n = 0; n <= STEPS; ++n) free(snapshots[n].at);
    end_limb(&l);
}

// A thin triangle between them makes the field as steep as they are near.
static void ends_that_nearly_touch_come_back_from_a_snapshot(void** state) {
    (void)state;
    const double at[6][3] = {{0, 0, 0},   {0, 0, 3e-7}, {-1, 0, 1},
                             {-1, 0, -1}, {-0.5, 1, 0}, {-0.5, -1, 0}};
    const uint32_t ring[4] = {1, 0, 3, 2}, ends[2] = {0, 1};
    fixture f = {0};
    for (int i = 0; i < 6; ++i) fixture_vertex(&f, at[i][0], at[i][1], at[i][2]);
    for (int i = 0; i < 4; ++i) {
        fixture_triangle(&f, 4, ring[i], ring[(i + 1) % 4]);
        fixture_triangle(&f, 5, ring[(i + 1) % 4], ring[i]);
    }
    outcome o = fixture_take(&f);
    if (o.result != PLUMP_OK) fail_msg("%s", o.error.text);
    fixture_free(&f);
    plump_world* world = make_world(0, 1);
    plump_muscle_def def = plump_default_muscle_def();
    plump_muscle_id id;
    def.body = make_body(world, o.mesh, 0);
    def.origin = ends, def.origin_count = 1;
    def.insertion = ends + 1, def.insertion_count = 1;
    OK(plump_muscle_create(world, &def, &id, &kit_error));
    float most = 0;
    for (int i = 0; i < 24; ++i) most = fmaxf(most, fabsf(world->muscles[0]->field[i]));
    assert_true(most > 3e5f && most <= 1e6f);
    bytes snapshot = take_snapshot(world);
    const plump_mesh* meshes[1] = {o.mesh};
    OK(plump_world_restore(world, snapshot.at, snapshot.size, meshes, 1, &kit_error));
    free(snapshot.at);
    plump_world_destroy(world);
    plump_mesh_destroy(o.mesh);
}

static void two_bones_of_one_obstacle_are_refused(void** state) {
    (void)state;
    limb l = make_limb(1);
    const plump_mesh* meshes[2] = {l.mesh, l.other};
    bytes b = take_snapshot(l.world);
    pl_stream both = {0}, one = {0};
    pl_snapshot_write_limbs(&both, l.world);
    OK(plump_bone_destroy(l.world, l.bones[1], &kit_error));
    pl_snapshot_write_limbs(&one, l.world);
    put_u32(b, b.size - (both.used - one.used) + 4, l.rods[0].value);
    REFUSED(plump_world_restore(l.world, b.at, b.size, meshes, 2, &kit_error),
            "a bone hangs on what is not there");
    put_u32(b, b.size - (both.used - one.used) + 4, l.rods[1].value);
    OK(plump_world_restore(l.world, b.at, b.size, meshes, 2, &kit_error));
    free(b.at);
    end_limb(&l);
}

// Every byte of the part with muscles and bones, changed, with a right checksum.
static void a_forged_snapshot_is_refused_or_usable(void** state) {
    (void)state;
    limb l = make_limb(1);
    const plump_mesh* meshes[2] = {l.mesh, l.other};
    step(l.world, 2);
    bytes good = take_snapshot(l.world), bad = take_snapshot(l.world);
    uint32_t refused = 0, taken = 0;
    pl_stream counter = {0};
    pl_snapshot_write_limbs(&counter, l.world);
    size_t from = good.size - counter.used;
    for (size_t at = 40; at < good.size; at += at < 200 || at >= good.size - 1400 ? 3 : 997) {
        memcpy(bad.at, good.at, good.size);
        bad.at[at] ^= at % 2 ? 0xff : 0x41;
        seal(bad);
        if (plump_world_restore(l.world, bad.at, bad.size, meshes, 2, &kit_error) == PLUMP_OK) {
            assert_usable(l.world);
            taken += at >= from;
        } else {
            refused += at >= from;
        }
    }
    for (size_t size = from; size < good.size; size += 101) {
        bytes cut = {bad.at, size};
        memcpy(bad.at, good.at, size);
        seal_cut(cut);
        assert_int_not_equal(plump_world_restore(l.world, cut.at, cut.size, meshes, 2, &kit_error),
                             PLUMP_OK);
    }
    print_message("of forged muscles and bones %u refused, %u usable\n", refused, taken);
    assert_true(refused > 10 && taken > 10);
    free(good.at);
    free(bad.at);
    end_limb(&l);
}

static void every_allocation_may_fail_and_a_step_makes_none(void** state) {
    (void)state;
    memory_kit memory = {0};
    limb l = {.mesh = make_cylinder(8, 0.07, 0.4), .other = make_shape(PLUMP_SHAPE_SPINDLE, 100)};
    plump_world_def def = plump_default_world_def();
    def.worker_count = 1;
    def.allocator = memory_kit_hooks(&memory);
    plump_result result = PLUMP_ERROR_MEMORY;
    for (long n = 1; result == PLUMP_ERROR_MEMORY; ++n) {
        memory.calls = memory.fail_at = 0;
        OK(plump_world_create(&def, &l.world, &kit_error));
        memory.calls = 0;
        memory.fail_at = n;
        result = fill(&l);
        memory.fail_at = 0;
        if (result == PLUMP_ERROR_MEMORY) {
            step(l.world, 1);
            plump_world_destroy(l.world);
            assert_int_equal(memory.blocks, 0);
        }
    }
    assert_int_equal(result, PLUMP_OK);
    step(l.world, 2);
    bytes saved = take_snapshot(l.world);
    memory.calls = 0;
    for (int i = 0; i < 20; ++i) {
        OK(plump_muscle_set_activation(l.world, l.muscles[0], 0.04f * (float)i, &kit_error));
        step(l.world, 1);
    }
    assert_int_equal(memory.calls, 0);
    result = PLUMP_ERROR_MEMORY;
    for (long n = 1; result == PLUMP_ERROR_MEMORY; ++n) {
        uint64_t before = plump_world_hash(l.world);
        memory.calls = 0;
        memory.fail_at = n;
        result = plump_world_restore(l.world, saved.at, saved.size, NULL, 0, &kit_error);
        memory.fail_at = 0;
        if (result == PLUMP_ERROR_MEMORY) assert_true(plump_world_hash(l.world) == before);
    }
    assert_int_equal(result, PLUMP_OK);
    free(saved.at);
    end_limb(&l);
    assert_int_equal(memory.blocks, 0);
}

static void bad_muscles_get_a_sentence(void** state) {
    (void)state;
    limb l = make_limb(1);
    plump_muscle_def def = plump_default_muscle_def(), good = def;
    plump_muscle_id id;
    good.body = l.bodies[0];
    def = good;
    def.cookie = 0;
    REFUSED(plump_muscle_create(l.world, &def, &id, &kit_error), "plump_default_muscle_def()");
    REFUSED(plump_muscle_create(l.world, NULL, &id, &kit_error), "NULL");
    REFUSED(plump_muscle_create(NULL, &good, &id, &kit_error), "world is NULL");
    REFUSED(plump_muscle_create(l.world, &good, NULL, &kit_error), "nowhere");
    def = good;
    def.body.value = 77;
    REFUSED(plump_muscle_create(l.world, &def, &id, &kit_error), "body 77");
    const struct {
        size_t at;
        float value;
        const char* words;
    } numbers[] = {
        {offsetof(plump_muscle_def, strength), -1, "strength of the muscle is -1"},
        {offsetof(plump_muscle_def, strength), NAN, "strength"},
        {offsetof(plump_muscle_def, cap), 0.6f, "cap of the muscle"},
        {offsetof(plump_muscle_def, best), 0, "best stretch"},
        {offsetof(plump_muscle_def, width), 0, "width"},
        {offsetof(plump_muscle_def, width), 1.5f, "must not be larger"},
        {offsetof(plump_muscle_def, time), -1, "time of the muscle"},
        {offsetof(plump_muscle_def, activation), 1.5f, "activation of the muscle is 1.5"},
        {offsetof(plump_muscle_def, axis), INFINITY, "axis of the muscle"},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; ++i) {
        def = good;
        memcpy((char*)&def + numbers[i].at, &numbers[i].value, sizeof(float));
        REFUSED(plump_muscle_create(l.world, &def, &id, &kit_error), numbers[i].words);
    }
    const uint32_t some[2] = {0, 1}, beyond[1] = {100000};
    def = good;
    def.origin = some;
    def.origin_count = 2;
    REFUSED(plump_muscle_create(l.world, &def, &id, &kit_error), "one end only");
    def.insertion = some;
    def.insertion_count = 1;
    REFUSED(plump_muscle_create(l.world, &def, &id, &kit_error), "both ends");
    def.insertion = beyond;
    REFUSED(plump_muscle_create(l.world, &def, &id, &kit_error), "vertex 100000");
    def.insertion_count = 0;
    REFUSED(plump_muscle_create(l.world, &def, &id, &kit_error), "no fibres");
    float* fibres = calloc((size_t)3 * plump_mesh_triangle_count(l.mesh), sizeof *fibres);
    def = good;
    def.fibres = fibres;
    REFUSED(plump_muscle_create(l.world, &def, &id, &kit_error), "no fibres");
    fibres[4] = NAN;
    REFUSED(plump_muscle_create(l.world, &def, &id, &kit_error), "fibre of triangle 1");
    free(fibres);
    plump_muscle_info info;
    float few[3];
    REFUSED(plump_muscle_set_activation(l.world, l.muscles[0], 2, &kit_error), "activation");
    REFUSED(plump_muscle_set_strength(l.world, l.muscles[0], -2, &kit_error), "strength");
    REFUSED(plump_muscle_get_info(l.world, l.muscles[0], NULL, &kit_error), "nowhere");
    REFUSED(plump_muscle_get_info(l.world, (plump_muscle_id){99}, &info, &kit_error), "muscle 99");
    REFUSED(plump_muscle_read_fibres(l.world, l.muscles[0], few, 1, &kit_error), "room");
    REFUSED(plump_muscle_attach(l.world, l.muscles[0], (plump_muscle_end)2, l.rods[0], &kit_error),
            "no end 2");
    REFUSED(plump_muscle_attach(l.world, l.muscles[0], PLUMP_MUSCLE_ORIGIN, (plump_obstacle_id){55},
                                &kit_error),
            "obstacle 55");
    assert_int_equal(plump_world_muscles(l.world, NULL, 0), 3);
    OK(plump_body_destroy(l.world, l.bodies[0], &kit_error));
    assert_int_equal(plump_world_muscles(l.world, NULL, 0), 1);
    assert_false(plump_muscle_exists(l.world, l.muscles[0]));
    step(l.world, 2);
    end_limb(&l);
}

static void bad_bones_get_a_sentence(void** state) {
    (void)state;
    limb l = make_limb(1);
    plump_bone_def good = plump_default_bone_def(), def;
    plump_bone_id id;
    good.obstacle = make_frame(l.world, 3, 3, 3);
    def = good;
    def.cookie = 0;
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "plump_default_bone_def()");
    REFUSED(plump_bone_create(l.world, NULL, &id, &kit_error), "NULL");
    def = good;
    def.obstacle = l.rods[0];
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "is a bone already");
    def.obstacle.value = 99;
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "obstacle 99");
    plump_obstacle_def plane = plump_default_obstacle_def();
    OK(plump_obstacle_create(l.world, &plane, &def.obstacle, &kit_error));
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "plane");
    def = good;
    def.parent.value = 98;
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "bone 98");
    def = good;
    def.joint = PLUMP_JOINT_FREE;
    def.parent = l.bones[0];
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "free and has a parent");
    def = good;
    def.joint = PLUMP_JOINT_COUNT;
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "no joint");
    def = good;
    def.axis[2] = 0;
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "no direction");
    def = good;
    def.mass = 0;
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "mass of the bone");
    def = good;
    def.angle_least = 0.1f;
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "least angle");
    def = good;
    def.pivot[1] = NAN;
    REFUSED(plump_bone_create(l.world, &def, &id, &kit_error), "pivot of the bone");
    const double at[3] = {0, 0, 0}, bad[3] = {0, NAN, 0};
    const float upright[4] = {0, 0, 0, 1};
    REFUSED(plump_bone_push(l.world, l.bones[0], bad, at, &kit_error), "point");
    REFUSED(plump_bone_push(l.world, l.bones[0], at, bad, &kit_error), "push");
    REFUSED(plump_bone_push(l.world, l.bones[0], at, NULL, &kit_error), "NULL");
    REFUSED(plump_bone_get_info(l.world, l.bones[0], NULL, &kit_error), "nowhere");
    REFUSED(plump_obstacle_move(l.world, l.rods[0], at, upright, &kit_error), "is a bone");
    REFUSED(plump_obstacle_place(l.world, l.rods[0], at, upright, &kit_error), "is a bone");
    REFUSED(plump_bone_destroy(l.world, l.bones[0], &kit_error), "hinge of bone");
    REFUSED(plump_obstacle_destroy(l.world, l.rods[0], &kit_error), "hinge of bone");
    OK(plump_obstacle_destroy(l.world, l.rods[1], &kit_error));
    assert_false(plump_bone_exists(l.world, l.bones[1]));
    assert_int_equal(plump_world_bones(l.world, NULL, 0), 1);
    OK(plump_bone_destroy(l.world, l.bones[0], &kit_error));
    OK(plump_obstacle_place(l.world, l.rods[0], at, upright, &kit_error));
    step(l.world, 2);
    end_limb(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_and_number_of_workers_gives_the_same_bits),
        cmocka_unit_test(a_run_goes_on_from_a_snapshot_with_the_same_bits),
        cmocka_unit_test(ends_that_nearly_touch_come_back_from_a_snapshot),
        cmocka_unit_test(two_bones_of_one_obstacle_are_refused),
        cmocka_unit_test(a_forged_snapshot_is_refused_or_usable),
        cmocka_unit_test(every_allocation_may_fail_and_a_step_makes_none),
        cmocka_unit_test(bad_muscles_get_a_sentence),
        cmocka_unit_test(bad_bones_get_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
