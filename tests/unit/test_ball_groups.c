// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Patches hold what the member lists hold, no more and no less, in ascending order both ways; out
// of memory anywhere leaves nothing behind.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "memory_kit.h"
#include "src/base/hash.h"
#include "src/elastic/shape_match/ball_groups.h"

enum { PADDED = 208, COUNT = 199, REGIONS = 9, REGIONS_PADDED = 16 };

typedef struct lab {
    pl_ball_regions balls;
    uint32_t member_first[REGIONS_PADDED + 1], member[REGIONS * COUNT];
    float member_share[REGIONS * COUNT];
    float share[REGIONS_PADDED][PADDED];  // as a full table
} lab;

// Region 0 holds every place, region 1 the last one alone, region 2 none, the others some.
static void make_lab(lab* l) {
    memset(l, 0, sizeof *l);
    uint32_t used = 0;
    for (uint32_t j = 0; j < REGIONS_PADDED; ++j) {
        l->member_first[j] = used;
        for (uint32_t i = 0; j < REGIONS && i < COUNT; ++i) {
            bool some = pl_hash_mix(1000 * j + i / 5) % 7 == 0;
            if (j == 0 || (j == 1 && i == COUNT - 1) || (j > 2 && some)) {
                l->share[j][i] = (float)(1 + j * COUNT + i);
                l->member[used] = i;
                l->member_share[used++] = l->share[j][i];
            }
        }
    }
    l->member_first[REGIONS_PADDED] = used;
    l->balls.count = REGIONS;
    l->balls.padded = REGIONS_PADDED;
    l->balls.member_first = l->member_first;
    l->balls.member = l->member;
    l->balls.member_share = l->member_share;
}

static void patches_hold_what_the_lists_hold(void** state) {
    (void)state;
    static lab l;
    static float seen[REGIONS_PADDED][PADDED];
    make_lab(&l);
    pl_arena memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    assert_true(pl_ball_groups_make(&l.balls, PADDED, &memory));
    const pl_ball_groups* g = l.balls.groups;
    assert_int_equal(g->count, PADDED / 16);
    assert_int_equal(g->patch_first[0], 0);
    for (uint32_t group = 0; group < g->count; ++group) {
        for (uint32_t n = g->patch_first[group]; n < g->patch_first[group + 1]; ++n) {
            if (n > g->patch_first[group]) assert_true(g->region[n] > g->region[n - 1]);
            float any = 0.0f;
            for (uint32_t lane = 0; lane < 16; ++lane) {
                seen[g->region[n]][16 * group + lane] = g->share[16 * n + lane];
                any += g->share[16 * n + lane];
            }
            assert_true(any > 0.0f);  // no patch for nothing
        }
    }
    assert_memory_equal(seen, l.share, sizeof seen);
    pl_arena_release(&memory, NULL);
}

static void regions_know_their_patches_in_order(void** state) {
    (void)state;
    static lab l;
    make_lab(&l);
    pl_arena memory = pl_arena_make(pl_alloc_hooks((plump_allocator){0}));
    assert_true(pl_ball_groups_make(&l.balls, PADDED, &memory));
    const pl_ball_groups* g = l.balls.groups;
    for (uint32_t j = 0; j < REGIONS_PADDED; ++j) {
        for (uint32_t n = g->region_first[j]; n < g->region_first[j + 1]; ++n) {
            uint32_t patch = g->region_patch[n], group = g->region_group[n];
            assert_int_equal(g->region[patch], j);
            assert_true(patch >= g->patch_first[group] && patch < g->patch_first[group + 1]);
            if (n > g->region_first[j]) assert_true(group > g->region_group[n - 1]);
        }
    }
    assert_int_equal(g->region_first[0], 0);
    assert_int_equal(g->region_first[1], (COUNT + 15) / 16);
    assert_int_equal(g->region_first[2] - g->region_first[1], 1);
    assert_int_equal(g->region_first[3] - g->region_first[2], 0);
    assert_int_equal(g->region_first[REGIONS_PADDED], g->patch_first[g->count]);
    pl_arena_release(&memory, NULL);
}

static void out_of_memory_is_said_and_leaks_nothing(void** state) {
    (void)state;
    static lab l;
    bool done = false;
    for (long n = 1; !done; ++n) {
        for (int forever = 0; forever < 2 && !done; ++forever) {
            make_lab(&l);
            memory_kit kit = {.fail_at = n, .fail_forever = forever != 0};
            pl_arena memory = pl_arena_make(memory_kit_hooks(&kit));
            done = pl_ball_groups_make(&l.balls, PADDED, &memory);
            assert_true(done == (l.balls.groups != NULL));
            pl_arena_release(&memory, NULL);
            assert_int_equal(kit.blocks, 0);
        }
        assert_true(n < 50);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patches_hold_what_the_lists_hold),
        cmocka_unit_test(regions_know_their_patches_in_order),
        cmocka_unit_test(out_of_memory_is_said_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
