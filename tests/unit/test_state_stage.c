// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/unit/world_kit.h"

static pl_body fake[40];
static uint8_t seen[40][300000];

static void mark(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    size_t body = (size_t)(span->body - fake);
    assert_int_equal(span->begin % PL_SPAN_PARTICLES, 0);
    for (uint32_t i = span->begin; i < span->end; ++i) seen[body][i]++;
}

static void mark_region(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    size_t body = (size_t)(span->body - fake);
    assert_true(span->end - span->begin <= span->body->region_span);
    for (uint32_t i = span->begin; i < span->end; ++i) seen[body][i]++;
}

// Every awake body's places, and its regions, once each; small bodies bundled.
static void spans_cover_every_awake_body_once(void** state) {
    (void)state;
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    pl_body* bodies[40];
    for (uint32_t i = 0; i < 40; ++i) {
        fake[i] = (pl_body){0};
        fake[i].padded = i == 7 ? 262144 : 16 * (1 + 7 * i);
        fake[i].region_count = i % 3 ? 32 : fake[i].padded;
        fake[i].region_span = i % 3 ? 16 : 1024;
        fake[i].asleep = i % 5 == 4;
        bodies[i] = &fake[i];
    }
    pl_stage stage = {0};
    assert_true(pl_stage_reserve(&stage, &hooks, bodies, 40));
    stage.pool = pl_task_pool_create(&hooks, NULL, 1, NULL);
    assert_non_null(stage.pool);
    pl_stage_fill(&stage, bodies, 40);
    assert_int_equal(stage.body_count, 32);
    for (int regions = 0; regions < 2; ++regions) {
        memset(seen, 0, sizeof seen);
        if (regions) {
            pl_stage_regions(&stage, mark_region);
        } else {
            pl_stage_particles(&stage, mark);
        }
        for (uint32_t i = 0; i < 40; ++i) {
            uint32_t count = regions ? fake[i].region_count : fake[i].padded;
            for (uint32_t k = 0; k < count; ++k) assert_int_equal(seen[i][k], !fake[i].asleep);
            assert_int_equal(seen[i][count], 0);
        }
    }
    assert_true(stage.particles.chunk_count < stage.particles.span_count);
    pl_task_pool_destroy(stage.pool);
    pl_stage_free(&stage, &hooks);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(spans_cover_every_awake_body_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
