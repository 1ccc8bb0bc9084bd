// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Solids for tests, and numbers by chance. Include after cmocka.h.
#ifndef SOLID_KIT_H
#define SOLID_KIT_H

#include "src/collide/solid.h"
#include "tests/unit/memory_kit.h"
#include "tests/unit/surface_kit.h"

typedef struct solid_kit {
    memory_kit kit;
    pl_arena memory;
    pl_solid* solid;
    plump_result result;
    plump_error error;
} solid_kit;

// The arena's hooks point into the kit, so it stays where it is.
static inline plump_result solid_kit_make(solid_kit* k, const plump_obstacle_def* def) {
    k->memory = pl_arena_make(memory_kit_hooks(&k->kit));
    k->error.text[0] = 0;
    k->result = pl_solid_create(def, &k->memory, NULL, &k->solid, &k->error);
    return k->result;
}

static inline const pl_solid* solid_kit_take(solid_kit* k, const plump_obstacle_def* def) {
    *k = (solid_kit){0};
    if (solid_kit_make(k, def) != PLUMP_OK) fail_msg("%s", k->error.text);
    return k->solid;
}

static inline void solid_kit_free(solid_kit* k) {
    pl_solid_destroy(k->solid);
    pl_arena_release(&k->memory, NULL);
    assert_int_equal(k->kit.blocks, 0);
}

// Refused, with a sentence that has these words, and nothing is kept.
static inline void solid_kit_refused(const plump_obstacle_def* def, const char* words) {
    solid_kit k = {0};
    assert_int_not_equal(solid_kit_make(&k, def), PLUMP_OK);
    assert_null(k.solid);
    if (!strstr(k.error.text, words)) fail_msg("'%s' lacks '%s'", k.error.text, words);
    assert_int_equal(k.kit.blocks, 0);
}

// Every allocation fails in turn, once and for good: told each time, and nothing is kept.
static inline void solid_kit_starve(const plump_obstacle_def* def, long least) {
    for (int once = 0; once < 2; ++once) {
        solid_kit k = {0};
        long fail_at = 1;
        for (;; ++fail_at) {
            k.kit = (memory_kit){.fail_at = fail_at, .fail_forever = !once};
            if (solid_kit_make(&k, def) == PLUMP_OK) break;
            assert_int_equal(k.result, PLUMP_ERROR_MEMORY);
            assert_null(k.solid);
            assert_int_equal(k.kit.blocks, 0);
        }
        assert_true(fail_at > least);
        solid_kit_free(&k);
    }
}

static inline plump_obstacle_def solid_kit_def(plump_obstacle_shape shape, bool hollow) {
    return (plump_obstacle_def){.shape = shape,
                                .radius = 0.7f,
                                .half_height = 0.4f,
                                .half_size = {0.5f, 0.8f, 1.1f},
                                .scale = 1,
                                .hollow = hollow};
}

// The round ones, hollow and not.
#define SOLID_KIT_ROUND 9
static inline plump_obstacle_def solid_kit_round(int i) {
    if (i == 0) return solid_kit_def(PLUMP_OBSTACLE_PLANE, false);
    return solid_kit_def((plump_obstacle_shape)((i + 1) / 2), i % 2 == 0);
}

// Whether a point belongs to what is not hollow, by the shape's definition alone.
static inline bool solid_kit_within(const pl_solid* s, pl_vec3d p) {
    double middle = fabs(p.y) > s->half_height ? fabs(p.y) - s->half_height : 0;
    switch (s->shape) {
    case PLUMP_OBSTACLE_PLANE: return p.y <= 0;
    case PLUMP_OBSTACLE_SPHERE: return pl_vec3d_length(p) <= s->radius;
    case PLUMP_OBSTACLE_CAPSULE:
        return p.x * p.x + p.z * p.z + middle * middle <= s->radius * s->radius;
    case PLUMP_OBSTACLE_BOX:
        return fabs(p.x) <= s->half_size[0] && fabs(p.y) <= s->half_size[1] &&
               fabs(p.z) <= s->half_size[2];
    default: return middle == 0 && p.x * p.x + p.z * p.z <= s->radius * s->radius;
    }
}

typedef void solid_kit_check(const pl_solid* solid);

static inline void solid_kit_each(solid_kit_check* each) {
    for (int i = 0; i < SOLID_KIT_ROUND; ++i) {
        solid_kit k;
        plump_obstacle_def def = solid_kit_round(i);
        each(solid_kit_take(&k, &def));
        solid_kit_free(&k);
    }
}

// -1 .. 1, the same sequence on every machine.
static inline double solid_kit_chance(uint64_t* seed) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)(*seed >> 11) * 0x1p-52 - 1;
}

static inline pl_vec3d solid_kit_point(uint64_t* seed, double size) {
    double x = solid_kit_chance(seed), y = solid_kit_chance(seed), z = solid_kit_chance(seed);
    return pl_vec3d_make(size * x, size * y, size * z);
}

#endif
