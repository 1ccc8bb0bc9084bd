// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Hashes are written into golden results, so their values never change. The ones here come from a
// second implementation.
#include "src/base/hash.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

// The output function of SplitMix64: its published first values from seed 0.
static void mix_is_that_of_splitmix64(void** state) {
    (void)state;
    uint64_t seed = 0;
    static const uint64_t published[] = {UINT64_C(0xE220A8397B1DCDAF), UINT64_C(0x6E789E6AA1B965F4),
                                         UINT64_C(0x06C45D188009454F)};
    for (size_t i = 0; i < PL_COUNT(published); ++i)
        assert_true(pl_hash_mix(seed += UINT64_C(0x9E3779B97F4A7C15)) == published[i]);
    assert_true(pl_hash_mix(0) == 0);
    assert_true(pl_hash_mix(1) == UINT64_C(0x5692161D100B05E5));
    assert_true(pl_hash_mix(UINT64_MAX) == UINT64_C(0xB4D055FCF2CBBD7B));
}

static void golden_bytes_hold(void** state) {
    (void)state;
    static const struct {
        const char* text;
        uint64_t hash;
    } golden[] = {{"", UINT64_C(0xCD8F88D0689A63B1)},
                  {"a", UINT64_C(0x9307746BC5F9D7A6)},
                  {"plump", UINT64_C(0xE385826B2347DDA2)},
                  {"12345678", UINT64_C(0xCE3A5FC7D8244A76)},
                  {"123456789", UINT64_C(0x2D842E910C72ADB8)}};
    for (size_t i = 0; i < PL_COUNT(golden); ++i)
        assert_true(pl_hash_bytes(PL_HASH_START, golden[i].text, strlen(golden[i].text)) ==
                    golden[i].hash);
    unsigned char all[256];
    for (unsigned i = 0; i < 256; ++i) all[i] = (unsigned char)i;
    assert_true(pl_hash_bytes(PL_HASH_START, all, 256) == UINT64_C(0xFB16A92400354B71));
    assert_true(pl_hash_bytes(PL_HASH_START, NULL, 0) == golden[0].hash);
}

static void golden_words_and_floats_hold(void** state) {
    (void)state;
    static const uint32_t words[] = {1, 2, 3}, last[] = {UINT32_MAX};
    assert_true(pl_hash_words(PL_HASH_START, words, 0) == UINT64_C(0x8B172F19D02C3B2B));
    assert_true(pl_hash_words(PL_HASH_START, words, 3) == UINT64_C(0xBD727B4ED5D8A713));
    assert_true(pl_hash_words(PL_HASH_START, last, 1) == UINT64_C(0x2ECD5680F8C0DF9D));
    static const float floats[] = {0.0f, -0.0f, 1.0f, 1e-45f, 3.4028235e38f};
    assert_true(pl_hash_floats(PL_HASH_START, floats, 5) == UINT64_C(0x3AF96EE61C9E0AE0));
}

static void floats_hash_as_the_words_they_are(void** state) {
    (void)state;
    float values[100];
    uint32_t words[100];
    for (size_t i = 0; i < 100; ++i) {
        values[i] = (float)i * 0.37f - 18;
        memcpy(&words[i], &values[i], sizeof words[i]);
    }
    for (size_t count = 0; count <= 100; ++count)
        assert_true(pl_hash_floats(7, values, count) == pl_hash_words(7, words, count));
}

static void every_bit_and_the_length_count(void** state) {
    (void)state;
    unsigned char bytes[24] = {0};
    for (size_t size = 1; size <= 24; ++size) {
        uint64_t plain = pl_hash_bytes(PL_HASH_START, bytes, size);
        assert_true(plain != pl_hash_bytes(PL_HASH_START, bytes, size - 1));
        assert_true(plain != pl_hash_bytes(PL_HASH_START + 1, bytes, size));
        for (size_t bit = 0; bit < 8 * size; ++bit) {
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            assert_true(plain != pl_hash_bytes(PL_HASH_START, bytes, size));
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
        }
    }
    static const uint32_t one[] = {1, 0}, other[] = {0, 1};
    assert_true(pl_hash_words(1, one, 2) != pl_hash_words(1, other, 2));
}

// A changed bit flips half the bits of the result, give or take: hash tables rely on it.
static void one_bit_spreads_over_all(void** state) {
    (void)state;
    for (unsigned bit = 0; bit < 64; ++bit) {
        unsigned flipped = 0;
        for (uint64_t i = 1; i <= 256; ++i) {
            uint64_t difference = pl_hash_mix(i) ^ pl_hash_mix(i ^ UINT64_C(1) << bit);
            for (; difference; difference &= difference - 1) flipped++;
        }
        assert_in_range(flipped, 256 * 30, 256 * 34);
    }
}

static void position_in_memory_does_not_matter(void** state) {
    (void)state;
    char room[64];
    for (size_t shift = 0; shift < 16; ++shift) {
        memcpy(room + shift, "123456789", 9);
        assert_true(pl_hash_bytes(PL_HASH_START, room + shift, 9) == UINT64_C(0x2D842E910C72ADB8));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mix_is_that_of_splitmix64),
        cmocka_unit_test(golden_bytes_hold),
        cmocka_unit_test(golden_words_and_floats_hold),
        cmocka_unit_test(floats_hash_as_the_words_they_are),
        cmocka_unit_test(every_bit_and_the_length_count),
        cmocka_unit_test(one_bit_spreads_over_all),
        cmocka_unit_test(position_in_memory_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
