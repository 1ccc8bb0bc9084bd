// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An arena gives everything back, in any state, and failure in the middle loses nothing.
#include "src/base/arena.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

typedef struct {
    long calls, live, fail_at;
    bool only_once;
} counting;

static void* count_alloc(size_t size, size_t alignment, void* user) {
    counting* c = user;
    c->calls++;
    if (c->fail_at && (c->only_once ? c->calls == c->fail_at : c->calls >= c->fail_at)) return NULL;
    c->live++;
    return pl_alloc_hooks((plump_allocator){0}).alloc(size, alignment, NULL);
}

static void count_free(void* block, void* user) {
    counting* c = user;
    c->live--;
    pl_alloc_hooks((plump_allocator){0}).free(block, NULL);
}

static pl_arena make_arena(counting* c) {
    return pl_arena_make((plump_allocator){count_alloc, count_free, c});
}

static void blocks_are_aligned_and_apart(void** state) {
    (void)state;
    counting c = {0};
    pl_arena arena = make_arena(&c);
    unsigned char* blocks[200];
    for (size_t i = 0; i < 200; ++i) {
        blocks[i] = pl_arena_alloc(&arena, i, 3);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % PL_ALIGNMENT, 0);
        memset(blocks[i], (int)i, 3 * i);
    }
    for (size_t i = 0; i < 200; ++i) {
        for (size_t k = 0; k < 3 * i; ++k) assert_int_equal(blocks[i][k], i);
    }
    pl_arena_release(&arena, NULL);
    assert_int_equal(c.live, 0);
    pl_arena_release(&arena, NULL);
}

static void zeroed_blocks_are_zero(void** state) {
    (void)state;
    counting c = {0};
    pl_arena arena = make_arena(&c);
    for (size_t i = 0; i < 50; ++i) {
        unsigned char* dirty = pl_arena_alloc(&arena, 1000, 1);
        memset(dirty, 0xFF, 1000);
        pl_arena_release(&arena, NULL);
        unsigned char* clean = pl_arena_alloc_zero(&arena, 10, 100);
        for (size_t k = 0; k < 1000; ++k) assert_int_equal(clean[k], 0);
    }
    pl_arena_release(&arena, NULL);
    assert_int_equal(c.live, 0);
}

static void release_stops_at_the_mark(void** state) {
    (void)state;
    counting c = {0};
    pl_arena arena = make_arena(&c);
    assert_null(pl_arena_mark(&arena));
    int* kept = pl_arena_alloc(&arena, 1, sizeof *kept);
    *kept = 42;
    void* mark = pl_arena_mark(&arena);
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 10; ++i) assert_non_null(pl_arena_alloc(&arena, 10, 10));
        void* inner = pl_arena_mark(&arena);
        assert_non_null(pl_arena_alloc(&arena, 0, 0));
        assert_int_equal(c.live, 12);
        pl_arena_release(&arena, inner);
        assert_int_equal(c.live, 11);
        pl_arena_release(&arena, mark);
        assert_int_equal(c.live, 1);
        assert_int_equal(*kept, 42);
    }
    pl_arena_release(&arena, NULL);
    assert_int_equal(c.live, 0);
}

static void out_of_memory_at_any_block_leaks_nothing(void** state) {
    (void)state;
    for (int once = 0; once < 2; ++once) {
        for (long fail_at = 1; fail_at <= 20; ++fail_at) {
            counting c = {0, 0, fail_at, once == 1};
            pl_arena arena = make_arena(&c);
            long failed = 0;
            for (long i = 0; i < 20; ++i) {
                void* block =
                    i % 2 ? pl_arena_alloc(&arena, 7, 9) : pl_arena_alloc_zero(&arena, 9, 7);
                failed += block == NULL;
            }
            assert_int_equal(failed, once ? 1 : 21 - fail_at);
            assert_int_equal(c.live, 20 - failed);
            pl_arena_release(&arena, NULL);
            assert_int_equal(c.live, 0);
        }
    }
}

static void sizes_that_overflow_fail_before_the_hook(void** state) {
    (void)state;
    counting c = {0};
    pl_arena arena = make_arena(&c);
    static const size_t pairs[][2] = {
        {SIZE_MAX, 1},          {1, SIZE_MAX},       {SIZE_MAX - 63, 1},  {SIZE_MAX / 2, 1},
        {SIZE_MAX / 2 - 63, 1}, {SIZE_MAX / 16, 16}, {SIZE_MAX, SIZE_MAX}};
    for (size_t i = 0; i < PL_COUNT(pairs); ++i) {
        assert_null(pl_arena_alloc(&arena, pairs[i][0], pairs[i][1]));
        assert_null(pl_arena_alloc_zero(&arena, pairs[i][0], pairs[i][1]));
    }
    assert_int_equal(c.calls, 0);
    assert_null(pl_arena_mark(&arena));
}

static void bytes_are_counted_until_they_are_given_back(void** state) {
    (void)state;
    counting c = {0};
    pl_arena arena = make_arena(&c);
    assert_int_equal(arena.bytes, 0);
    assert_non_null(pl_arena_alloc(&arena, 1000, 1));
    size_t one = arena.bytes;
    assert_in_range(one, 1000, 1000 + PL_ALIGNMENT);
    void* mark = pl_arena_mark(&arena);
    assert_non_null(pl_arena_alloc_zero(&arena, 500, 4));
    assert_int_equal(arena.bytes, 2 * one + 1000);
    assert_null(pl_arena_alloc(&arena, SIZE_MAX, 1));
    assert_int_equal(arena.bytes, 2 * one + 1000);
    pl_arena_release(&arena, mark);
    assert_int_equal(arena.bytes, one);
    pl_arena_release(&arena, NULL);
    assert_int_equal(arena.bytes, 0);
}

static void packed_blocks_are_aligned_and_apart_and_end_at_the_mark(void** state) {
    (void)state;
    counting c = {0};
    pl_arena arena = pl_arena_make_packed((plump_allocator){count_alloc, count_free, &c});
    unsigned char* blocks[300];
    void* mark = NULL;
    for (int round = 0; round < 3; ++round) {
        for (size_t i = round ? 100 : 0; i < 300; ++i) {
            if (i == 100) mark = pl_arena_mark(&arena);
            blocks[i] = pl_arena_alloc(&arena, i % 50 == 49 ? 1000 : i % 50, 31);
            assert_non_null(blocks[i]);
            assert_int_equal((uintptr_t)blocks[i] % PL_ALIGNMENT, 0);
            memset(blocks[i], (int)(i % 251), i % 50 * 31);
        }
        for (size_t i = 0; i < 300; ++i) {
            for (size_t k = 0; k < i % 50 * 31; ++k) assert_int_equal(blocks[i][k], i % 251);
        }
        pl_arena_release(&arena, mark);
        assert_ptr_equal(pl_arena_mark(&arena), mark);
    }
    pl_arena_release(&arena, NULL);
    assert_int_equal(c.live, 0);
    assert_int_equal(arena.bytes, 0);
}

static void packed_blocks_lie_side_by_side(void** state) {
    (void)state;
    counting c = {0};
    pl_arena arena = pl_arena_make_packed((plump_allocator){count_alloc, count_free, &c});
    for (int i = 0; i < 100; ++i) assert_non_null(pl_arena_alloc(&arena, 192, 1));
    if (arena.packed) {
        assert_in_range(c.calls, 1, 15);
        assert_in_range(arena.bytes, 100 * 192, 100 * 192 * 3 / 2);
    }
    c.fail_at = c.calls + 1;
    long got = 0;
    while (pl_arena_alloc(&arena, 192, 1)) ++got;
    assert_in_range(got, 0, 100);
    pl_arena_release(&arena, NULL);
    assert_int_equal(c.live, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_aligned_and_apart),
        cmocka_unit_test(zeroed_blocks_are_zero),
        cmocka_unit_test(release_stops_at_the_mark),
        cmocka_unit_test(out_of_memory_at_any_block_leaks_nothing),
        cmocka_unit_test(sizes_that_overflow_fail_before_the_hook),
        cmocka_unit_test(bytes_are_counted_until_they_are_given_back),
        cmocka_unit_test(packed_blocks_are_aligned_and_apart_and_end_at_the_mark),
        cmocka_unit_test(packed_blocks_lie_side_by_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
