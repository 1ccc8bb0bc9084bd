// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The exact polish of volumes: every closed part has the volume that skinning gives it, what no
// field reaches stays bit for bit, open parts are left alone.
#include "tests/unit/jiggle_kit.h"

#include <stdio.h>

// Two shapes side by side, the second with a lid off; all vertices split, as files have them.
typedef struct pair_of {
    uint32_t vertex_count, triangle_count, first_triangles;
    float* at;
    uint32_t *faces, *segments;
    float* weights;
} pair_of;

static void add_shape(pair_of* p, plump_shape_kind kind, float beside, uint32_t missing) {
    plump_mesh* mesh = kit_shape(kind, 3000);
    const uint32_t* faces = plump_mesh_indices(mesh);
    for (uint32_t t = missing; t < plump_mesh_triangle_count(mesh); ++t) {
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t v = p->vertex_count++;
            const float* from = plump_mesh_positions(mesh) + 3 * faces[3 * t + k];
            for (uint32_t c = 0; c < 3; ++c) p->at[3 * v + c] = from[c] + (c == 0 ? beside : 0);
            p->faces[3 * p->triangle_count + k] = v;
            // bent in the middle
            float y = from[1] * 4 + 0.5f;
            p->weights[4 * v + 1] = y < 0 ? 0 : y > 1 ? 1 : y;
            p->weights[4 * v] = 1 - p->weights[4 * v + 1];
            p->segments[4 * v + 1] = 1;
        }
        p->triangle_count += 1;
    }
    plump_mesh_destroy(mesh);
}

static void make_pair(pair_of* p, plump_shape_kind kind) {
    const size_t most = 3 * 13000;
    memset(p, 0, sizeof *p);
    p->at = malloc(3 * most * sizeof *p->at);
    p->faces = malloc(most * sizeof *p->faces);
    p->segments = calloc(4 * most, sizeof *p->segments);
    p->weights = calloc(4 * most, sizeof *p->weights);
    add_shape(p, kind, 0, 0);
    p->first_triangles = p->triangle_count;
    add_shape(p, kind, 0.7f, 20);
}

static void free_pair(pair_of* p) {
    free(p->at);
    free(p->faces);
    free(p->segments);
    free(p->weights);
}

static plump_jiggle* deformer(const pair_of* p, uint32_t set_count, bool polish) {
    plump_jiggle_set sets[3];
    plump_jiggle_def def = plump_default_jiggle_def();
    const double anchors[3][3] = {{0.1, 0.2, 0}, {0, -0.2, 0.1}, {0.75, 0.1, 0}};
    def.mesh.positions = p->at;
    def.mesh.vertex_count = p->vertex_count;
    def.mesh.indices = p->faces;
    def.mesh.index_type = PLUMP_INDEX_UINT32;
    def.mesh.triangle_count = p->triangle_count;
    def.segments = p->segments;
    def.weights = p->weights;
    def.segment_count = 2;
    for (uint32_t i = 0; i < 3; ++i) {
        sets[i] = plump_default_jiggle_set();
        sets[i].radius = i == 1 ? 0.2f : 0.4f;
        sets[i].on_all = true;
        memcpy(sets[i].anchor, anchors[i], sizeof anchors[i]);
    }
    def.sets = sets;
    def.set_count = set_count;
    def.polish = polish;
    plump_jiggle* jiggle = kit_make(&def);
    const double c = 0.96, s = 0.28;
    const double m[24] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0};
    for (uint32_t i = 0; i < set_count; ++i) {
        // to the limit
        double way[3], to[3];
        kit_direction(way);
        for (int k = 0; k < 3; ++k) to[k] = anchors[i][k] + way[k];
        assert_int_equal(plump_jiggle_drag(jiggle, i, to, NULL), PLUMP_OK);
    }
    assert_int_equal(plump_jiggle_reset(jiggle, m, NULL), PLUMP_OK);
    return jiggle;
}

static void closed_parts_keep_the_skinned_volume_exactly(void** state) {
    (void)state;
    const plump_shape_kind kinds[] = {PLUMP_SHAPE_SPHERE, PLUMP_SHAPE_BEAR, PLUMP_SHAPE_KNOT};
    double worst = 0, worst_plain = 0;
    for (int k = 0; k < 3; ++k) {
        pair_of p;
        make_pair(&p, kinds[k]);
        size_t numbers = 3 * (size_t)p.vertex_count;
        double *skinned = malloc(numbers * sizeof *skinned),
               *plain = malloc(numbers * sizeof *plain), *now = malloc(numbers * sizeof *now);
        float* narrow = malloc(numbers * sizeof *narrow);
        plump_jiggle* still = deformer(&p, 0, false);
        kit_deform(still, skinned, NULL);
        double target = kit_volume(skinned, p.faces, p.first_triangles);
        for (int round = 0; round < 5; ++round) {
            uint64_t seed = kit_seed;
            plump_jiggle* flow = deformer(&p, 3, false);
            kit_seed = seed;  // the same ways again
            plump_jiggle* polished = deformer(&p, 3, true);
            kit_deform(flow, plain, NULL);
            kit_deform(polished, now, NULL);
            double error = fabs(kit_volume(now, p.faces, p.first_triangles) / target - 1);
            double before = fabs(kit_volume(plain, p.faces, p.first_triangles) / target - 1);
            worst = error > worst ? error : worst;
            worst_plain = before > worst_plain ? before : worst_plain;
            uint32_t still_count = 0;
            for (uint32_t i = 0; i < p.vertex_count; ++i) {
                const double *a = now + 3 * i, *b = plain + 3 * i, *c = skinned + 3 * i;
                bool untouched = !memcmp(b, c, 3 * sizeof *b);
                still_count += untouched;
                if (untouched || i >= 3 * p.first_triangles)
                    assert_memory_equal(a, b, 3 * sizeof *a);
                assert_true(kit_distance(a, b) < 0.02);
            }
            assert_true(still_count > 100);
            // in floats nearly as well
            assert_int_equal(plump_jiggle_deform(polished, PLUMP_SCALAR_FLOAT32, narrow, 0, NULL, 0,
                                                 p.vertex_count, NULL),
                             PLUMP_OK);
            for (size_t i = 0; i < numbers; ++i) now[i] = (double)narrow[i];
            assert_true(fabs(kit_volume(now, p.faces, p.first_triangles) / target - 1) < 1e-6);
            plump_jiggle_destroy(flow);
            plump_jiggle_destroy(polished);
        }
        plump_jiggle_destroy(still);
        free(skinned);
        free(plain);
        free(now);
        free(narrow);
        free_pair(&p);
    }
    if (getenv("PLUMP_TEST_TABLE")) printf("%.1e, without polish %.1e\n", worst, worst_plain);
    assert_true(worst < 1e-7 && worst_plain > 1e-4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_parts_keep_the_skinned_volume_exactly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
