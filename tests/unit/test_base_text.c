// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Texts agree with snprintf in the C locale, and no cut, argument or file content can make one that
// is not a line of UTF-8.
#include "src/base/hash.h"
#include "src/base/text.h"

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
// clang-format on
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void check_double(double value) {
    char ours[40], theirs[40];
    size_t length = pl_text_format(ours, sizeof ours, "%g", value);
    snprintf(theirs, sizeof theirs, "%g", value);
    assert_string_equal(ours, theirs);
    assert_int_equal(length, strlen(theirs));
}

static void doubles_print_as_printf_does(void** state) {
    (void)state;
    static const double special[] = {
        0.0,        -0.0,        1.0,        -1.0,         0.1,       123456,    1234567,
        999999.5,   999999.4,    0.0001,     0.00001,      99999.95,  9999995,   1e5,
        1e6,        1e-4,        0.00099999, 9.999995e9,   5e-324,    DBL_MIN,   DBL_MAX,
        -DBL_MAX,   DBL_EPSILON, 1e22,       1e23,         0.5,       1.5e-5,    100000.5,
        100001.5,   1e15,        1e16,       4294967296.0, 2.5,       1234565,   1234575.0,
        1e100,      1.0 / 3.0,   2.0 / 3.0,  1e308,        1e-308,    1e9,       999999999,
        1000000001, 0.3,         1e18,       1e27,         1.0000005, 1.00000049};
    for (size_t i = 0; i < PL_COUNT(special); ++i) check_double(special[i]);
    char text[8];
    pl_text_format(text, sizeof text, "%g", (double)INFINITY);
    assert_string_equal(text, "inf");
    pl_text_format(text, sizeof text, "%g", -(double)INFINITY);
    assert_string_equal(text, "-inf");
    pl_text_format(text, sizeof text, "%g", (double)NAN);
    assert_string_equal(text, "nan");
}

static void random_doubles_print_as_printf_does(void** state) {
    (void)state;
    for (uint64_t i = 0; i < 20000; ++i) {
        uint64_t bits = pl_hash_mix(i + 1);
        double value;
        memcpy(&value, &bits, sizeof value);
        if (value == value && value <= DBL_MAX && value >= -DBL_MAX) check_double(value);
        // the sizes messages speak of, with few and with many digits
        check_double((double)(bits % 100000000) / 1e4);
        check_double((double)(bits % 1000) * 1e-3);
        check_double((double)(int64_t)bits);
        // ties: seven digits that end in five, exact in binary
        check_double((double)(bits % 10000000 / 10 * 10 + 5));
        check_double((double)(bits % 1000000) + 0.5);
        check_double((double)(float)(bits % 1000000) * 0x1p-140);
    }
}

static void powers_print_as_printf_does(void** state) {
    (void)state;
    double two = 5e-324;
    for (int i = 0; i < 2098; ++i, two *= 2) check_double(two);
    double ten = 1e-323;
    for (int i = 0; i < 630; ++i, ten *= 10) {
        check_double(ten);
        check_double(ten * 9.99999499999);
        check_double(ten * 9.999995);
    }
}

#define CHECK(...)                                                                                 \
    do {                                                                                           \
        char ours[200], theirs[200];                                                               \
        size_t length = pl_text_format(ours, sizeof ours, __VA_ARGS__);                            \
        snprintf(theirs, sizeof theirs, __VA_ARGS__);                                              \
        assert_string_equal(ours, theirs);                                                         \
        assert_int_equal(length, strlen(theirs));                                                  \
    } while (0)

static void integers_and_strings_print_as_printf_does(void** state) {
    (void)state;
    CHECK("%d %d %d %d", 0, -1, INT_MAX, INT_MIN);
    CHECK("%u %u %x %x", 0u, UINT_MAX, 0u, UINT_MAX);
    CHECK("%ld %ld %lu", LONG_MIN, LONG_MAX, ULONG_MAX);
    CHECK("%lld %lld %llu %llx", LLONG_MIN, LLONG_MAX, ULLONG_MAX, ULLONG_MAX);
    CHECK("%zu %zu", (size_t)0, SIZE_MAX);
    CHECK("100%% of %s and %c", "it", 'x');
    CHECK("[%s] [%.*s] [%.*s] [%.*s]", "", 3, "abcdef", 0, "abc", 9, "ab");
    CHECK("[%.*s]", -1, "negative means whole");
    CHECK("nothing to fill in");
    for (uint64_t i = 0; i < 2000; ++i) {
        long long value = (long long)(pl_hash_mix(i) >> (i % 64));
        CHECK("%lld %d", i % 2 ? value : -value, (int)value);
    }
    // precision without a closing zero must not read on
    char open[2] = {'o', 'k'};
    CHECK("%.*s", 2, open);
}

// Where printf has no answer or a crash.
static void broken_formats_are_survived(void** state) {
    (void)state;
    char text[32];
    const char* volatile half = "50%";
    assert_int_equal(pl_text_format(text, sizeof text, half, 0), 2);
    assert_string_equal(text, "50");
    const char* volatile none = NULL;
    pl_text_format(text, sizeof text, "%s", none);
    assert_string_equal(text, "(null)");
    assert_int_equal(pl_text_format(text, 0, "x"), 0);
}

// A slow reference: is this whole text UTF-8, by decoding and encoding again?
static bool is_utf8(const char* text) {
    const unsigned char* c = (const unsigned char*)text;
    while (*c) {
        if (*c < 0x80) {
            c++;
            continue;
        }
        unsigned size = (*c & 0xE0) == 0xC0   ? 2
                        : (*c & 0xF0) == 0xE0 ? 3
                        : (*c & 0xF8) == 0xF0 ? 4
                                              : 0;
        if (size == 0) return false;
        uint32_t code = *c & (0x7Fu >> size);
        for (unsigned i = 1; i < size; ++i) {
            if ((c[i] & 0xC0) != 0x80) return false;
            code = code << 6 | (c[i] & 0x3Fu);
        }
        static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
        if (code < least[size] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000))
            return false;
        c += size;
    }
    return true;
}

static void cuts_fall_between_characters(void** state) {
    (void)state;
    // 1, 2, 3 and 4 bytes: a, e acute, euro, a cat
    static const char word[] = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x90\xB1"
                               "b";
    static const size_t kept[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (size_t room = 0; room < PL_COUNT(kept); ++room) {
        char text[20];
        memset(text, '#', sizeof text);
        size_t length = pl_text_format(text, room + 1, "%s", word);
        assert_int_equal(length, kept[room]);
        assert_int_equal(strlen(text), length);
        assert_memory_equal(text, word, length);
        for (size_t i = room + 1; i < sizeof text; ++i) assert_int_equal(text[i], '#');
    }
}

static void bytes_that_are_no_text_are_cut_anywhere(void** state) {
    (void)state;
    for (size_t room = 1; room < 12; ++room) {
        char text[16];
        assert_int_equal(
            pl_text_format(text, room + 1, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80"),
            room);
    }
}

static void cleaned_texts_are_one_line_of_utf8(void** state) {
    (void)state;
    char text[64];
    strcpy(text, "tab\there\nline\x1B[31m\x7F \xC2\x9B"
                 "31m \xE2\x80\xA8 \xC3\xA9 \xFF\xC3 end");
    pl_text_clean(text);
    assert_string_equal(text, "tab?here?line?[31m? ??31m ??? \xC3\xA9 ?? end");
    // every pair and many longer runs of bytes, with what follows them
    for (uint32_t i = 0; i < 200000; ++i) {
        uint64_t bits = i < 65536 ? i : pl_hash_mix(i) | UINT64_C(0x80C0E0F080808080) * (i % 3);
        memset(text, 0, sizeof text);
        memcpy(text, &bits, sizeof bits);
        char before[64];
        memcpy(before, text, sizeof text);
        pl_text_clean(text);
        assert_int_equal(strlen(text), strlen(before));
        assert_true(is_utf8(text));
        for (const char* c = text; *c; ++c) assert_false((unsigned char)*c < 32 || *c == 127);
        memcpy(before, text, sizeof text);
        pl_text_clean(text);
        assert_string_equal(text, before);
    }
}

static void good_characters_survive_cleaning(void** state) {
    (void)state;
    for (uint32_t code = 0xA0; code < 0x110000; code += code < 0x3000 ? 1 : 97) {
        if ((code >= 0xD800 && code < 0xE000) || code == 0x2028 || code == 0x2029) continue;
        char text[8] = {0}, before[8];
        if (code < 0x800) {
            text[0] = (char)(0xC0 | code >> 6);
            text[1] = (char)(0x80 | (code & 63));
        } else if (code < 0x10000) {
            text[0] = (char)(0xE0 | code >> 12);
            text[1] = (char)(0x80 | (code >> 6 & 63));
            text[2] = (char)(0x80 | (code & 63));
        } else {
            text[0] = (char)(0xF0 | code >> 18);
            text[1] = (char)(0x80 | (code >> 12 & 63));
            text[2] = (char)(0x80 | (code >> 6 & 63));
            text[3] = (char)(0x80 | (code & 63));
        }
        memcpy(before, text, sizeof text);
        pl_text_clean(text);
        assert_string_equal(text, before);
    }
}

static void failing_fills_the_error(void** state) {
    (void)state;
    plump_error error = {PLUMP_OK, "before"};
    assert_int_equal(pl_fail(NULL, PLUMP_ERROR_DATA, "%d", 1), PLUMP_ERROR_DATA);
    assert_int_equal(pl_fail(&error, PLUMP_ERROR_DATA, "face %u uses\nvertex %u", 3u, 4u),
                     PLUMP_ERROR_DATA);
    assert_int_equal(error.code, PLUMP_ERROR_DATA);
    assert_string_equal(error.text, "face 3 uses?vertex 4");
    // its own text inside a longer one
    pl_fail(&error, PLUMP_ERROR_FILE, "a.obj:7: %s", error.text);
    assert_string_equal(error.text, "a.obj:7: face 3 uses?vertex 4");
    assert_int_equal(pl_fail_memory(&error, "reading a.obj"), PLUMP_ERROR_MEMORY);
    assert_string_equal(error.text, "out of memory while reading a.obj");
}

static void an_endless_text_fits_the_error(void** state) {
    (void)state;
    static char huge[5000];
    for (size_t i = 0; i + 2 < sizeof huge; i += 2) memcpy(huge + i, "\xC3\xA9", 2);
    plump_error error;
    pl_fail(&error, PLUMP_ERROR_DATA, "%s", huge);
    assert_int_equal(strlen(error.text), PLUMP_ERROR_TEXT_SIZE - 2);
    assert_true(is_utf8(error.text));
    pl_fail(&error, PLUMP_ERROR_DATA, "x%s", huge);
    assert_int_equal(strlen(error.text), PLUMP_ERROR_TEXT_SIZE - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_print_as_printf_does),
        cmocka_unit_test(random_doubles_print_as_printf_does),
        cmocka_unit_test(powers_print_as_printf_does),
        cmocka_unit_test(integers_and_strings_print_as_printf_does),
        cmocka_unit_test(broken_formats_are_survived),
        cmocka_unit_test(cuts_fall_between_characters),
        cmocka_unit_test(bytes_that_are_no_text_are_cut_anywhere),
        cmocka_unit_test(cleaned_texts_are_one_line_of_utf8),
        cmocka_unit_test(good_characters_survive_cleaning),
        cmocka_unit_test(failing_fills_the_error),
        cmocka_unit_test(an_endless_text_fits_the_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
