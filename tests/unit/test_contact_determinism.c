// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The same bits with contacts: state, contacts, touches and impulses on obstacles, hashed after
// every step, for any number of workers, every instruction set, and over a snapshot.
#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/contact_kit.h"

#include "src/wide/isa.h"

static uint64_t mix(uint64_t hash, const void* data, size_t size) {
    const unsigned char* p = data;
    for (size_t i = 0; i < size; ++i) hash = (hash ^ p[i]) * UINT64_C(0x100000001B3);
    return hash;
}

// Field by field: between fields a struct may hold anything.
static uint64_t hash_contacts(const plump_world* world, uint64_t hash) {
    uint32_t count;
    const plump_contact* c = plump_world_contacts(world, &count);
    hash = mix(hash, &count, sizeof count);
    for (uint32_t i = 0; i < count; ++i, ++c) {
        const uint32_t who[5] = {c->body.value, c->other.value, c->obstacle.value, c->vertex,
                                 c->triangle};
        hash = mix(hash, who, sizeof who);
        hash = mix(hash, c->point, sizeof c->point);
        hash = mix(hash, c->normal, sizeof c->normal);
        hash = mix(hash, &c->depth, sizeof c->depth);
        hash = mix(hash, c->impulse, sizeof c->impulse);
    }
    const plump_touch* t = plump_world_touches(world, &count);
    hash = mix(hash, &count, sizeof count);
    for (uint32_t i = 0; i < count; ++i, ++t) {
        const uint32_t who[4] = {t->body.value, t->other.value, t->obstacle.value,
                                 t->contact_count};
        hash = mix(hash, who, sizeof who);
        hash = mix(hash, &t->depth, sizeof t->depth);
        hash = mix(hash, t->impulse, sizeof t->impulse);
    }
    return hash;
}

static uint64_t hash_scene(const scene* s, uint64_t hash) {
    uint64_t state = plump_world_hash(s->world);
    hash = hash_contacts(s->world, mix(hash, &state, sizeof state));
    for (uint32_t i = 0; i < s->obstacle_count; ++i) {
        plump_obstacle_info info;
        OK(plump_obstacle_get_info(s->world, s->obstacle[i], &info, &kit_error));
        hash = mix(hash, info.impulse, sizeof info.impulse);
        hash = mix(hash, info.angular_impulse, sizeof info.angular_impulse);
    }
    return hash;
}

// Everything at once: floor, glass-like mesh, moving plate, soft pairs, self-contact, a fast one.
static scene mixed_scene(uint32_t workers) {
    plump_world_def world = plump_default_world_def();
    world.worker_count = workers;
    scene s = scene_begin_with(&world, 1.0f / 120);
    s.look_every = 1000000;
    scene_floor(&s, 0.5f);
    scene_solid(&s, mesh_glass(0.3, 0.25), 0, 0, 0);
    const double plate[3] = {0.5, 0.3, 0};
    const float half[3] = {0.05f, 0.3f, 0.6f};
    scene_box(&s, plate, half, 0.7f);
    const plump_shape_kind kinds[] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_DUCK, PLUMP_SHAPE_TORUS,
                                      PLUMP_SHAPE_BOX, PLUMP_SHAPE_CREATURE};
    for (int i = 0; i < 8; ++i) {
        const plump_mesh* mesh = scene_keep(&s, mesh_shape(kinds[i % 5], 200, 0.2));
        plump_body_def def = scene_def(mesh, 8, i & 1 ? 0.09 : -0.09, 0.2 + 0.12 * i, 0.02 * i);
        def.self_contact = i % 5 == 4;
        def.restitution = i == 3 ? 0.5f : 0;
        if (i == 6) def.velocity[1] = -300;
        scene_body(&s, &def);
    }
    return s;
}

static void move_mixed(scene* s, int step) {
    double angle = 0.02 * step, wave = angle - floor(angle);
    scene_move(s, 2, 0.5 - 0.2 * wave, 0.3, 0);
}

#define MIXED_STEPS 120

static uint64_t run_mixed(uint32_t workers, uint32_t* contacts) {
    scene s = mixed_scene(workers);
    uint64_t hash = 1;
    for (int i = 0; i < (volume_long() ? 5 : 1) * MIXED_STEPS; ++i) {
        move_mixed(&s, i);
        scene_step(&s);
        hash = hash_scene(&s, hash);
    }
    *contacts = s.worst.contacts_most;
    scene_end(&s);
    return hash;
}

static void same_bits_for_any_number_of_workers(void** state) {
    (void)state;
    uint32_t contacts, workers[] = {2, 3, 8};
    uint64_t one = run_mixed(1, &contacts);
    assert_true(contacts > 50);
    for (size_t i = 0; i < 3; ++i)
        if (run_mixed(workers[i], &contacts) != one) fail_msg("%u workers differ", workers[i]);
}

static void same_bits_for_every_instruction_set(void** state) {
    (void)state;
    uint64_t first = 0;
    for (int isa = 0; isa < PL_ISA_COUNT; ++isa) {
        uint32_t contacts;
        if (!pl_isa_available((pl_isa)isa)) continue;
#if !defined(_WIN32)
        setenv("PLUMP_ISA", pl_isa_name((pl_isa)isa), 1);
#endif
        uint64_t hash = run_mixed(2, &contacts);
        if (first && hash != first) fail_msg("%s differs", pl_isa_name((pl_isa)isa));
        first = hash;
    }
#if !defined(_WIN32)
    unsetenv("PLUMP_ISA");
#endif
}

static void same_bits_after_going_back(void** state) {
    (void)state;
    scene s = mixed_scene(2);
    for (int i = 0; i < 60; ++i) move_mixed(&s, i), scene_step(&s);
    size_t size = plump_world_snapshot_size(s.world), written;
    void* snapshot = malloc(size);
    assert_non_null(snapshot);
    OK(plump_world_snapshot(s.world, snapshot, size, &written, &kit_error));
    uint64_t hash[2] = {1, 1};
    for (int round = 0; round < 2; ++round) {
        if (round) OK(plump_world_restore(s.world, snapshot, written, NULL, 0, &kit_error));
        for (int i = 60; i < 90; ++i) {
            move_mixed(&s, i);
            scene_step(&s);
            hash[round] = hash_scene(&s, hash[round]);
        }
    }
    assert_true(hash[0] == hash[1]);
    free(snapshot);
    scene_end(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bits_for_any_number_of_workers),
        cmocka_unit_test(same_bits_for_every_instruction_set),
        cmocka_unit_test(same_bits_after_going_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
