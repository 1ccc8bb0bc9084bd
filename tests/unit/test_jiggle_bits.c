// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// One hash for every compiler, level and machine: sets that place themselves, a skin of two
// segments, swinging, turning, obstacles, polished volumes, positions and normals. A change of
// results changes it.
#include "src/base/hash.h"
#include "tests/unit/jiggle_kit.h"

#include <stdio.h>

#define EXPECTED UINT64_C(0x5036eaa2c2f5309c)

static void check_hash(uint32_t workers) {
    plump_mesh* mesh = kit_shape(PLUMP_SHAPE_BEAR, 1502);
    uint32_t count = plump_mesh_vertex_count(mesh), set_count, number;
    uint32_t* segments = calloc(4 * (size_t)count, sizeof *segments);
    float *weights = calloc(4 * (size_t)count, sizeof *weights),
          *now = malloc(6 * (size_t)count * sizeof *now);
    for (uint32_t i = 0; i < count; ++i) {
        float y = 4 * plump_mesh_positions(mesh)[3 * i + 1];
        weights[4 * i + 1] = y < 0 ? 0 : y > 1 ? 1 : y;
        weights[4 * i] = 1 - weights[4 * i + 1];
        segments[4 * i + 1] = 1;
    }
    plump_jiggle_set sets[16];
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    plump_jiggle_def def = kit_def(mesh);
    def.segments = segments;
    def.weights = weights;
    def.segment_count = 2;
    def.polish = true;
    def.worker_count = workers;
    def.gravity[1] = -9.81f;
    assert_int_equal(plump_jiggle_place_sets(&def, &wishes, sets, 16, &set_count, NULL), PLUMP_OK);
    for (uint32_t i = 0; i < set_count; ++i) sets[i].turn_hertz = i % 2 ? 3 : 0;
    def.sets = sets;
    def.set_count = set_count;
    plump_jiggle* jiggle = kit_make(&def);
    plump_obstacle_def o = plump_default_obstacle_def();
    o.shape = PLUMP_OBSTACLE_CAPSULE;
    o.radius = 0.25f;
    o.position[0] = 0.5;
    assert_int_equal(plump_jiggle_obstacle_create(jiggle, &o, &number, NULL), PLUMP_OK);
    uint64_t hash = PL_HASH_START;
    for (int i = 0; i < 8; ++i) {
        // the second turns by angles of whole-numbered triangles
        const double c = i % 2 ? 0.96 : 1, s = i % 2 ? 0.28 : 0;
        const double m[24] = {1, 0,  0, 0.0625 * i, 0, 1, 0, 0, 0, 0, 1, 0,
                              c, -s, 0, 0.0625 * i, s, c, 0, 0, 0, 0, 1, 0};
        assert_int_equal(plump_jiggle_step(jiggle, 0.0625, m, NULL, NULL), PLUMP_OK);
        assert_int_equal(
            plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT32, now, 24, now + 3, 24, count, NULL),
            PLUMP_OK);
        hash = pl_hash_floats(hash, now, 6 * (size_t)count);
    }
    if (hash != EXPECTED)
        fail_msg("with %u threads the hash is 0x%08lx%08lx", (unsigned)workers,
                 (unsigned long)(hash >> 32), (unsigned long)(hash & 0xffffffff));
    plump_jiggle_destroy(jiggle);
    plump_mesh_destroy(mesh);
    free(segments);
    free(weights);
    free(now);
}

static void results_have_the_known_hash(void** state) {
    (void)state;
    for (uint32_t workers = 1; workers <= 2; ++workers) check_hash(workers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_have_the_known_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
