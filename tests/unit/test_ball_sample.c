// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "src/elastic/ball_sample.h"
#include "tests/unit/ball_kit.h"

static double squared_distance(const pl_surface* s, uint32_t a, uint32_t b) {
    double sum = 0;
    for (int c = 0; c < 3; ++c) sum += pow((double)s->rest[c][a] - (double)s->rest[c][b], 2);
    return sum;
}

// The plain way: the radius, squared, of the smallest ball around `from` in whose surface each
// place is connected to it, by going through the edges until nothing changes.
static void reach(const pl_surface* s, uint32_t from, double* radius) {
    for (uint32_t i = 0; i < s->count; ++i) radius[i] = i == from ? 0 : (double)INFINITY;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < s->count; ++i) {
            for (uint32_t k = s->ring_first[i]; k < s->ring_first[i + 1]; ++k) {
                double way = fmax(radius[s->ring[k]], squared_distance(s, i, from));
                if (way < radius[i]) radius[i] = way, changed = true;
            }
        }
    }
}

static void every_place_is_near_its_owner_along_the_surface(void** state) {
    (void)state;
    plump_mesh* meshes[] = {ball_kit_shape(PLUMP_SHAPE_CREATURE, 900),
                            ball_kit_take(ball_kit_plate(14), NULL),
                            ball_kit_shape(PLUMP_SHAPE_KNOT, 900)};
    for (int m = 0; m < 3; ++m) {
        const pl_surface* s = pl_mesh_surface(meshes[m], NULL);
        double spacing = 0.12 * s->extent, *radius = malloc(s->count * sizeof *radius);
        pl_arena memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
        pl_ball_sample sample;
        assert_true(pl_ball_sample_make(s, spacing, 1, &memory, &sample));
        for (uint32_t j = 0; j < sample.count; ++j) {
            assert_true(j == 0 || sample.place[j - 1] < sample.place[j]);
            assert_int_equal(sample.owner[sample.place[j]], j);
            reach(s, sample.place[j], radius);
            for (uint32_t i = 0; i < s->count; ++i) {
                if (sample.owner[i] != j) continue;
                assert_true(radius[i] <= spacing * spacing);
            }
            // and no sample was needless
            for (uint32_t k = 0; k < sample.count; ++k)
                assert_true(k == j || radius[sample.place[k]] > 0.3 * spacing * spacing);
        }
        free(radius);
        pl_arena_release(&memory, NULL);
        plump_mesh_destroy(meshes[m]);
    }
}

static void areas_add_up_to_the_surface(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_shape(PLUMP_SHAPE_DUCK, 2000);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    pl_arena memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    const uint32_t least[] = {1, 10, 1000, 1000000};
    for (int n = 0; n < 4; ++n) {
        pl_ball_sample sample;
        assert_true(pl_ball_sample_make(s, 10 * s->extent, least[n], &memory, &sample));
        assert_int_equal(sample.count, least[n] < s->count ? least[n] : s->count);
        double *area = malloc(sample.count * sizeof *area), sum = 0;
        pl_ball_sample_areas(s, &sample, area);
        for (uint32_t j = 0; j < sample.count; ++j) sum += area[j];
        assert_true(fabs(sum / s->area_total - 1) < 1e-5);
        free(area);
    }
    pl_arena_release(&memory, NULL);
    plump_mesh_destroy(mesh);
}

// Each of so many is the farthest from those before: a longer sample only adds to a shorter.
static void longer_samples_add_to_shorter_ones(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_shape(PLUMP_SHAPE_BEAR, 1500);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    pl_arena memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    pl_ball_sample less, more;
    for (uint32_t n = 1; n < 40; ++n) {
        assert_true(pl_ball_sample_make(s, 10 * s->extent, n, &memory, &less));
        assert_true(pl_ball_sample_make(s, 10 * s->extent, n + 1, &memory, &more));
        for (uint32_t j = 0; j < n; ++j)
            assert_int_equal(more.place[more.owner[less.place[j]]], less.place[j]);
    }
    pl_arena_release(&memory, NULL);
    plump_mesh_destroy(mesh);
}

static void out_of_memory_is_told_at_each_allocation(void** state) {
    (void)state;
    plump_mesh* mesh = ball_kit_take(ball_kit_two_spheres(8, 5), NULL);
    const pl_surface* s = pl_mesh_surface(mesh, NULL);
    for (long n = 1;; ++n) {
        memory_kit memory = {.fail_at = n};
        pl_arena arena = pl_arena_make(pl_alloc_hooks(memory_kit_hooks(&memory)));
        pl_ball_sample sample;
        bool done = pl_ball_sample_make(s, 0.3, 1, &arena, &sample);
        pl_arena_release(&arena, NULL);
        assert_int_equal(memory.blocks, 0);
        assert_true(done == (memory.calls < n));
        if (done) break;
    }
    plump_mesh_destroy(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_is_near_its_owner_along_the_surface),
        cmocka_unit_test(areas_add_up_to_the_surface),
        cmocka_unit_test(longer_samples_add_to_shorter_ones),
        cmocka_unit_test(out_of_memory_is_told_at_each_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
