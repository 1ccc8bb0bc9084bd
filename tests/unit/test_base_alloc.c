// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sizes cannot overflow, hooks are the caller's or the C library's, and failure changes nothing.
#include "src/base/alloc.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

// Counts through to the C library; fails from the n-th call on, or at that one only.
typedef struct {
    long calls, live, fail_at;
    bool only_once;
    size_t last_size, last_alignment;
} counting;

static void* count_alloc(size_t size, size_t alignment, void* user) {
    counting* c = user;
    c->calls++;
    c->last_size = size;
    c->last_alignment = alignment;
    if (c->fail_at && (c->only_once ? c->calls == c->fail_at : c->calls >= c->fail_at)) return NULL;
    c->live++;
    return pl_alloc_hooks((plump_allocator){0}).alloc(size, alignment, NULL);
}

static void count_free(void* block, void* user) {
    counting* c = user;
    assert_non_null(block);
    c->live--;
    pl_alloc_hooks((plump_allocator){0}).free(block, NULL);
}

static void missing_hooks_mean_the_c_library(void** state) {
    (void)state;
    counting c = {0};
    plump_allocator given = {count_alloc, count_free, &c}, got = pl_alloc_hooks(given);
    assert_true(got.alloc == count_alloc && got.free == count_free && got.user == &c);
    // half a pair cannot be used: memory would go back to the wrong place
    got = pl_alloc_hooks((plump_allocator){count_alloc, NULL, &c});
    assert_true(got.alloc && got.alloc != count_alloc && got.free);
    got = pl_alloc_hooks((plump_allocator){NULL, count_free, &c});
    assert_true(got.alloc && got.free && got.free != count_free);
    void* block = pl_alloc(&got, 3, 5);
    assert_non_null(block);
    pl_free(&got, block);
    assert_int_equal(c.calls + c.live, 0);
}

static void blocks_are_aligned_and_usable(void** state) {
    (void)state;
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    for (size_t size = 0; size < 300; ++size) {
        unsigned char* block = pl_alloc(&hooks, size, 1);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % PL_ALIGNMENT, 0);
        memset(block, 0xAB, size);
        pl_free(&hooks, block);
        unsigned char* zero = pl_alloc_zero(&hooks, 1, size);
        for (size_t i = 0; i < size; ++i) assert_int_equal(zero[i], 0);
        pl_free(&hooks, zero);
    }
    pl_free(&hooks, NULL);
}

static void hooks_are_never_asked_for_nothing(void** state) {
    (void)state;
    counting c = {0};
    plump_allocator hooks = {count_alloc, count_free, &c};
    static const size_t pairs[][2] = {{0, 0}, {0, 8}, {8, 0}};
    for (size_t i = 0; i < PL_COUNT(pairs); ++i) {
        void* block = pl_alloc_zero(&hooks, pairs[i][0], pairs[i][1]);
        assert_non_null(block);
        assert_int_equal(c.last_size, 1);
        assert_int_equal(c.last_alignment, PL_ALIGNMENT);
        pl_free(&hooks, block);
    }
    assert_int_equal(c.live, 0);
}

static void sizes_that_overflow_fail_before_the_hook(void** state) {
    (void)state;
    counting c = {0};
    plump_allocator hooks = {count_alloc, count_free, &c};
    static const size_t pairs[][2] = {
        {SIZE_MAX, 1},
        {1, SIZE_MAX},
        {SIZE_MAX, SIZE_MAX},
        {SIZE_MAX / 2 + 1, 1},
        {SIZE_MAX / 2, 2},
        {(size_t)1 << (sizeof(size_t) * 4), (size_t)1 << (sizeof(size_t) * 4)},
        {SIZE_MAX / 8 + 2, 8},
        {3, SIZE_MAX / 3 + 1}};
    for (size_t i = 0; i < PL_COUNT(pairs); ++i) {
        assert_null(pl_alloc(&hooks, pairs[i][0], pairs[i][1]));
        assert_null(pl_alloc_zero(&hooks, pairs[i][0], pairs[i][1]));
    }
    assert_int_equal(c.calls, 0);
}

static void arrays_grow_and_keep_what_they_hold(void** state) {
    (void)state;
    counting c = {0};
    plump_allocator hooks = {count_alloc, count_free, &c};
    uint32_t* items = NULL;
    size_t capacity = 0;
    for (size_t used = 0; used < 100000; ++used) {
        assert_true(pl_grow(&hooks, (void**)&items, &capacity, used, used + 1, sizeof *items));
        assert_true(capacity > used);
        items[used] = (uint32_t)(used * 7);
    }
    for (size_t i = 0; i < 100000; ++i) assert_int_equal(items[i], (uint32_t)(i * 7));
    // by half each time: few calls, and no more than half too much
    assert_true(c.calls < 30);
    assert_true(capacity <= 150000);
    assert_int_equal(c.live, 1);
    // room that is there is left alone
    long calls = c.calls;
    uint32_t* before = items;
    assert_true(pl_grow(&hooks, (void**)&items, &capacity, 100000, capacity, sizeof *items));
    assert_true(items == before && c.calls == calls);
    pl_free(&hooks, items);
    assert_int_equal(c.live, 0);
}

static void growth_that_fails_changes_nothing(void** state) {
    (void)state;
    counting c = {0};
    plump_allocator hooks = {count_alloc, count_free, &c};
    uint64_t* items = NULL;
    size_t capacity = 0;
    assert_true(pl_grow(&hooks, (void**)&items, &capacity, 0, 3, sizeof *items));
    memcpy(items, (uint64_t[]){1, 2, 3}, 24);
    size_t capacity_before = capacity;
    uint64_t* items_before = items;
    static const size_t too_much[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 8, SIZE_MAX / 16 + 1};
    for (size_t i = 0; i < PL_COUNT(too_much); ++i)
        assert_false(pl_grow(&hooks, (void**)&items, &capacity, 3, too_much[i], sizeof *items));
    assert_int_equal(c.calls, 1);
    c.fail_at = 2;
    assert_false(pl_grow(&hooks, (void**)&items, &capacity, 3, 1000, sizeof *items));
    assert_true(items == items_before && capacity == capacity_before && items[2] == 3);
    c.only_once = true;
    assert_true(pl_grow(&hooks, (void**)&items, &capacity, 3, 1000, sizeof *items));
    assert_true(items[0] == 1 && items[1] == 2 && items[2] == 3 && capacity >= 1000);
    pl_free(&hooks, items);
    assert_int_equal(c.live, 0);
}

// The last half of growth must not push a count that is still possible over the edge of size_t.
static void a_capacity_near_the_limit_does_not_wrap(void** state) {
    (void)state;
    counting c = {.fail_at = 1};
    plump_allocator hooks = {count_alloc, count_free, &c};
    char room[1];
    void* items = room;
    static const size_t capacities[] = {SIZE_MAX / 2, SIZE_MAX / 3 * 2 - 1, SIZE_MAX - 1};
    for (size_t i = 0; i < PL_COUNT(capacities); ++i) {
        size_t capacity = capacities[i];
        assert_false(pl_grow(&hooks, &items, &capacity, 0, capacity + 1, 1));
        assert_true(items == room && capacity == capacities[i]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_hooks_mean_the_c_library),
        cmocka_unit_test(blocks_are_aligned_and_usable),
        cmocka_unit_test(hooks_are_never_asked_for_nothing),
        cmocka_unit_test(sizes_that_overflow_fail_before_the_hook),
        cmocka_unit_test(arrays_grow_and_keep_what_they_hold),
        cmocka_unit_test(growth_that_fails_changes_nothing),
        cmocka_unit_test(a_capacity_near_the_limit_does_not_wrap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
