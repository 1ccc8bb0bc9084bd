// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Numbers against the C library's, which is exact on the systems the tests run on.
#include "test_io_kit.h"

#include "io/decimal.h"
#include "io/number.h"

static bool same_bits(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void expect_read(const char* text, double expected) {
    size_t length = strlen(text);
    double value = 99;
    const unsigned char* bytes = (const unsigned char*)text;
    const unsigned char* end = pl_number_read(bytes, bytes + length, &value);
    if (end != bytes + length || !same_bits(value, expected))
        fail_msg("\"%s\" read as %.17g, expected %.17g", text, value, expected);
}

static void expect_like_library(const char* text) {
    expect_read(text, strtod(text, NULL));
}

static double random_double(uint64_t* seed, int round) {
    uint64_t bits = io_random(seed);
    // every third one of everyday size, some with few bits set
    if (round % 3 == 0) {
        uint64_t exponent = 1023 - 40 + io_random(seed) % 80;
        bits = (bits & UINT64_C(0x800FFFFFFFFFFFFF)) | exponent << 52;
    }
    if (round % 7 == 0) bits &= UINT64_C(0xFFF0000000000000);
    if (round % 21 == 0) bits += io_random(seed) % 3 - 1;
    double value;
    memcpy(&value, &bits, sizeof value);
    return isfinite(value) ? value : (double)round;
}

static void seventeen_digits_read_back_as_the_same_bits(void** state) {
    (void)state;
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 1000000; ++i) {
        double value = random_double(&seed, i);
        char text[64];
        snprintf(text, sizeof text, "%.17g", value);
        expect_read(text, value);
    }
}

static void random_texts_read_like_strtod(void** state) {
    (void)state;
    uint64_t seed = 362436069u;
    for (int i = 0; i < 300000; ++i) {
        char text[96];
        unsigned long long whole = io_random(&seed) >> io_random(&seed) % 64;
        unsigned long long part = io_random(&seed) >> io_random(&seed) % 64;
        int exponent = (int)(io_random(&seed) % 720) - 360;
        const char* form = i % 3 == 0   ? "%llu.%llue%d"
                           : i % 3 == 1 ? "-%llu%llu.E%+d"
                                        : "+.%llu%llue%d";
        snprintf(text, sizeof text, form, whole, part, exponent);
        expect_like_library(text);
    }
}

// Halfway between two doubles every digit counts; one more or one less decides.
static void ties_and_their_neighbours_round_right(void** state) {
    (void)state;
    uint64_t seed = 521288629u;
    for (int i = 0; i < 6000; ++i) {
        double low = fabs(random_double(&seed, i)), high = nextafter(low, INFINITY);
        if (i % 4 == 0)
            low = (double)(io_random(&seed) % 4096) * 4.9406564584124654e-324,
            high = low + 4.9406564584124654e-324;
        if (!isfinite(high)) continue;
        char text[1200];
        snprintf(text, sizeof text, "%.*Le", 1100, ((long double)low + (long double)high) / 2);
        char* e = strchr(text, 'e');
        if (i % 3 == 1) e[-1] = '1';  // just above
        expect_like_library(text);
    }
}

static void edges_of_the_range(void** state) {
    (void)state;
    static const char* const texts[] = {
        "0",
        "-0",
        "+0",
        "000",
        "0.0",
        ".0",
        "0.",
        "-.0e10",
        "1e400",
        "-1e400",
        "1e-400",
        "-1e-400",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "1.7976931348623159e308",
        "179769313486231580793e289",
        "2.2250738585072014e-308",
        "2.2250738585072011e-308",
        "4.9406564584124654e-324",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "9007199254740993",
        "9007199254740992.5",
        "9007199254740993.0000000000000000000000001",
        "18446744073709551615",
        "18446744073709551616",
        "9999999999999999999",
        "99999999999999999999",
        "1e22",
        "1e23",
        "8.5e22",
        "123456789012345678901234567890e-20",
        "1e-22",
        "1e-23",
        "0e999999999999999999999",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000001e78",
        "1e0000000000000000000001"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) expect_like_library(texts[i]);
    // more digits than are kept, with the deciding one at the very end
    char* text = malloc(5000);
    assert_non_null(text);
    memset(text, '0', 5000);
    memcpy(text, "9007199254740993.", 17);
    text[4999] = 0;
    expect_read(text, 9007199254740992.0);
    text[4998] = '1';
    expect_read(text, 9007199254740994.0);
    memset(text, '9', 4999);
    text[1] = '.';
    expect_read(text, 10.0);
    memset(text, '0', 4999);
    text[1] = '.';
    memcpy(text + 4900, "17e4899", 8);
    expect_read(text, 1.7);
    free(text);
}

static void reading_stops_where_the_number_ends(void** state) {
    (void)state;
    static const struct {
        const char* text;
        int length;  // -1: no number
        double value;
    } cases[] = {{"1.5e", 3, 1.5},  {"1.5e+", 3, 1.5}, {"2 3", 1, 2},    {"1..2", 2, 1},
                 {"1.2.3", 3, 1.2}, {"-", -1, 0},      {"+", -1, 0},     {".", -1, 0},
                 {"", -1, 0},       {"e5", -1, 0},     {"nan", -1, 0},   {"inf", -1, 0},
                 {"-inf", -1, 0},   {"0x10", 1, 0},    {"1,5", 1, 1},    {"--1", -1, 0},
                 {"-.", -1, 0},     {"7e5x", 3, 7e5},  {"1e5.5", 3, 1e5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const unsigned char* text = (const unsigned char*)cases[i].text;
        double value = 0;
        const unsigned char* end = pl_number_read(text, text + strlen(cases[i].text), &value);
        assert_int_equal(end ? end - text : -1, cases[i].length);
        assert_true(value == cases[i].value);
    }
    // a bounded view: the next digits are not ours
    double value;
    const unsigned char* digits = (const unsigned char*)"123456";
    assert_ptr_equal(pl_number_read(digits, digits + 3, &value), digits + 3);
    assert_true(value == 123);
}

static void integers_are_clamped_not_wrapped(void** state) {
    (void)state;
    static const struct {
        const char* text;
        int64_t value;
    } cases[] = {{"0", 0},
                 {"-7", -7},
                 {"+7", 7},
                 {"9223372036854775807", INT64_MAX},
                 {"9223372036854775808", INT64_MAX},
                 {"99999999999999999999999", INT64_MAX},
                 {"-9223372036854775809", -INT64_MAX},
                 {"00000000000000000000012", 12}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        const unsigned char* text = (const unsigned char*)cases[i].text;
        int64_t value = 1;
        const unsigned char* end = text + strlen(cases[i].text);
        assert_ptr_equal(pl_integer_read(text, end, &value), end);
        assert_true(value == cases[i].value);
    }
    int64_t value;
    assert_null(pl_integer_read((const unsigned char*)"-", (const unsigned char*)"-" + 1, &value));
    assert_null(pl_integer_read((const unsigned char*)"x", (const unsigned char*)"x" + 1, &value));
}

static int significant_digits(const char* text) {
    int count = 0, zeros = 0;
    for (; *text && *text != 'e'; ++text) {
        if (*text < '0' || *text > '9' || (count == 0 && *text == '0')) continue;
        zeros = *text == '0' ? zeros + 1 : 0;
        count++;
    }
    return count - zeros;
}

static void expect_shortest(double value) {
    char text[PL_NUMBER_TEXT_SIZE + 1], shorter[64];
    size_t length = pl_number_write_double(text, value);
    assert_true(length <= PL_NUMBER_TEXT_SIZE);
    text[length] = 0;
    if (!same_bits(strtod(text, NULL), value)) fail_msg("%.17g was written %s", value, text);
    int digits = significant_digits(text);
    if (digits < 2) return;
    snprintf(shorter, sizeof shorter, "%.*e", digits - 2, value);
    if (strtod(shorter, NULL) == value) fail_msg("%s could be %s", text, shorter);
    // and no other number of as many digits is nearer
    snprintf(shorter, sizeof shorter, "%.*e", digits - 1, value);
    if (strtod(shorter, NULL) == value && strtod(text, NULL) == value) {
        char again[PL_NUMBER_TEXT_SIZE + 8];
        snprintf(again, sizeof again, "%.*e", digits - 1, strtod(text, NULL));
        assert_string_equal(again, shorter);
    }
}

static void doubles_are_written_with_the_fewest_digits(void** state) {
    (void)state;
    uint64_t seed = 2463534242u;
    for (int i = 0; i < 300000; ++i) expect_shortest(random_double(&seed, i));
    for (int i = 0; i < 100000; ++i) expect_shortest((double)(io_random(&seed) % 1000000) / 1000.0);
    for (int i = -1074; i < 1024; ++i) {
        expect_shortest(ldexp(1, i));
        expect_shortest(nextafter(ldexp(1, i), 0));
        expect_shortest(nextafter(ldexp(1, i), INFINITY));
    }
    expect_shortest(1.7976931348623157e308);
    expect_shortest(9007199254740991.0);
    expect_shortest(5e-324);
}

static void floats_are_written_with_the_fewest_digits(void** state) {
    (void)state;
    uint64_t seed = 1812433253u;
    for (int i = 0; i < 300000; ++i) {
        uint32_t bits = (uint32_t)io_random(&seed);
        float value, back;
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value)) continue;
        char text[PL_NUMBER_TEXT_SIZE + 1], shorter[64];
        text[pl_number_write_float(text, value)] = 0;
        back = strtof(text, NULL);
        assert_memory_equal(&back, &value, sizeof back);
        int digits = significant_digits(text);
        if (digits < 2) continue;
        snprintf(shorter, sizeof shorter, "%.*e", digits - 2, (double)value);
        assert_true(strtof(shorter, NULL) != value);
    }
}

static void written_numbers_look_as_people_write_them(void** state) {
    (void)state;
    const struct {
        double value;
        const char* text;
    } cases[] = {{0, "0"},
                 {-0.0, "-0"},
                 {1, "1"},
                 {-1, "-1"},
                 {0.1, "0.1"},
                 {12.5, "12.5"},
                 {100, "100"},
                 {1250000, "1250000"},
                 {1e16, "10000000000000000"},
                 {1e17, "1e17"},
                 {1.25e-5, "0.0000125"},
                 {1.25e-6, "1.25e-6"},
                 {-1e-300, "-1e-300"},
                 {1e300, "1e300"},
                 {0.3, "0.3"},
                 {5e-324, "5e-324"},
                 {123456789.125, "123456789.125"},
                 {INFINITY, "inf"},
                 {-INFINITY, "-inf"},
                 {NAN, "nan"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char text[PL_NUMBER_TEXT_SIZE + 1];
        text[pl_number_write_double(text, cases[i].value)] = 0;
        assert_string_equal(text, cases[i].text);
    }
    char text[PL_NUMBER_TEXT_SIZE + 1];
    text[pl_number_write_float(text, 0.1f)] = 0;
    assert_string_equal(text, "0.1");
    text[pl_number_write_float(text, -INFINITY)] = 0;
    assert_string_equal(text, "-inf");
}

// The short way in two words and the long way in many agree; both are checked by the identity
// floor(floor(w x 10^a) / 10^a) = w and against 128-bit-free arithmetic on small numbers.
static void scaling_is_exact(void** state) {
    (void)state;
    uint64_t seed = 77;
    for (int i = 0; i < 100000; ++i) {
        uint64_t w = io_random(&seed) >> (44 + io_random(&seed) % 20);  // below 2^20
        int ten = (int)(io_random(&seed) % 13);
        uint64_t power = 1;
        for (int k = 0; k < ten; ++k) power *= 10;
        pl_decimal_floor up = pl_decimal_scale(w, 0, ten),
                         down = pl_decimal_scale(w * power + 1, 0, -ten);
        assert_true(up.exact && up.value == w * power);
        assert_true(down.value == w + (ten == 0) && down.exact == (ten == 0));
        unsigned char digits[24];
        char text[24];
        int count = snprintf(text, sizeof text, "%llu", (unsigned long long)w);
        for (int k = 0; k < count; ++k) digits[k] = (unsigned char)(text[k] - '0');
        pl_decimal_floor big = pl_decimal_scale_digits(digits, count, 3, ten);
        assert_true(big.exact && big.value == 8 * up.value);
        big = pl_decimal_scale_digits(digits, count, -5, -ten);
        pl_decimal_floor small = pl_decimal_scale(w, -5, -ten);
        assert_true(big.value == small.value && big.exact == small.exact);
    }
    assert_int_equal(pl_decimal_log2(1), 3);
    assert_int_equal(pl_decimal_log2(-1), -4);
    assert_int_equal(pl_decimal_log10(10), 3);
    assert_int_equal(pl_decimal_log10(-1), -1);
    // nothing is left of it, but something was cut off
    pl_decimal_floor none = pl_decimal_scale(1, -200, 0);
    assert_true(none.value == 0 && !none.exact);
    assert_true(pl_decimal_scale(0, -200, 0).exact);
    assert_true(pl_decimal_scale(UINT64_C(1) << 63, -64, 0).value == 0);
    assert_true(pl_decimal_scale(UINT64_C(3) << 60, -62, 0).value == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seventeen_digits_read_back_as_the_same_bits),
        cmocka_unit_test(random_texts_read_like_strtod),
        cmocka_unit_test(ties_and_their_neighbours_round_right),
        cmocka_unit_test(edges_of_the_range),
        cmocka_unit_test(reading_stops_where_the_number_ends),
        cmocka_unit_test(integers_are_clamped_not_wrapped),
        cmocka_unit_test(doubles_are_written_with_the_fewest_digits),
        cmocka_unit_test(floats_are_written_with_the_fewest_digits),
        cmocka_unit_test(written_numbers_look_as_people_write_them),
        cmocka_unit_test(scaling_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
