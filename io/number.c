// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Reading: up to 19 digits become one word w, the number is w x 10^ten. Where w and the power of
// ten are both exact doubles one multiplication rounds correctly; otherwise the product is scaled
// to 63 or 64 exact bits and rounded here. More than 19 digits: both neighbours w and w + 1 mostly
// agree, else all digits count.
// Writing: the numbers that read back as `value` form an interval. Scaled so that value has 17
// digits it holds at least one integer; then ever shorter ones are tried.
#include "io/number.h"

#include "io/decimal.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define WORD_DIGITS 19  // any 19 digits fit 64 bits

typedef struct {
    uint64_t word;               // the first significant digits, at most 19
    int64_t ten;                 // the number is about word x 10^ten
    const unsigned char* first;  // the first significant digit
    const unsigned char* last;   // behind the last digit
    bool fits;                   // the word holds all of them
    bool negative;
} decimal;

static bool is_digit(const unsigned char* at, const unsigned char* end) {
    return at < end && (unsigned)(*at - '0') < 10;
}

static const unsigned char* read_exponent(const unsigned char* at, const unsigned char* end,
                                          int64_t* ten) {
    if (at == end || (*at | 32) != 'e') return at;
    const unsigned char* p = at + 1;
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (!is_digit(p, end)) return at;  // "1e" is 1, then something else
    int64_t value = 0;
    for (; is_digit(p, end); ++p) {
        if (value < INT64_C(1) << 40) value = value * 10 + (*p - '0');
    }
    *ten += negative ? -value : value;
    return p;
}

static const unsigned char* read_decimal(const unsigned char* at, const unsigned char* end,
                                         decimal* d) {
    d->negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    uint64_t word = 0;
    int64_t significant = 0, ten = 0;
    bool any = false, point = false;
    d->first = NULL;
    for (; at < end; ++at) {
        unsigned digit = (unsigned)(*at - '0');
        if (digit < 10) {
            any = true;
            ten -= point;
            if (digit == 0 && significant == 0) continue;
            if (significant == 0) d->first = at;
            if (significant++ < WORD_DIGITS)
                word = word * 10 + digit;
            else
                ten++;
        } else if (*at == '.' && !point) {
            point = true;
        } else {
            break;
        }
    }
    if (!any) return NULL;
    d->word = word;
    d->fits = significant <= WORD_DIGITS;
    d->last = at;
    d->ten = ten;
    return read_exponent(at, end, &d->ten);
}

// The double nearest to q x 2^two, q at least 2^62, where `exact` says whether q is all of it.
static double round_to_double(pl_decimal_floor q, int two) {
    int top = two + pl_decimal_word_bits(q.value) - 1;  // 2^top <= number < 2^(top + 1)
    int lowest = top < -1022 ? -1074 : top - 52;        // the last bit a double can have
    int drop = lowest - two;
    if (top > 1023) return (double)INFINITY;
    if (drop > 64) return 0;
    uint64_t kept = drop == 64 ? 0 : q.value >> drop;
    uint64_t half = UINT64_C(1) << (drop - 1), rest = q.value & (half | (half - 1));
    if (rest > half || (rest == half && (!q.exact || (kept & 1)))) kept++;
    // a carry into the exponent, up to infinity, comes out right by itself
    uint64_t bits = kept;
    if (kept >> 52) bits += (uint64_t)(lowest + 1074) << 52;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double word_to_double(uint64_t word, int ten) {
    int two = 63 - pl_decimal_word_bits(word) - pl_decimal_log2(ten);
    return round_to_double(pl_decimal_scale(word, two, ten), -two);
}

// More digits than a word holds and the word alone does not decide. No tie between two doubles has
// more than 767 digits: those past the 799th only say that it is more, which a single 1 does too.
static double digits_to_double(const decimal* d, int ten) {
    unsigned char digits[PL_DECIMAL_DIGITS];
    int count = 0;
    for (const unsigned char* p = d->first; p < d->last; ++p) {
        if (*p == '.') continue;
        if (count < PL_DECIMAL_DIGITS - 1) {
            digits[count++] = (unsigned char)(*p - '0');
        } else if (*p != '0') {
            digits[count++] = 1;
            break;
        }
    }
    ten -= count - WORD_DIGITS;
    int two = 63 - pl_decimal_bits(digits, count) - pl_decimal_log2(ten);
    return round_to_double(pl_decimal_scale_digits(digits, count, two, ten), -two);
}

static double to_double(const decimal* d) {
    if (d->word == 0) return 0;
    // the word has 1 to 19 digits
    if (d->ten > 310) return (double)INFINITY;
    if (d->ten + WORD_DIGITS < -325) return 0;
    int ten = (int)d->ten;
    double low = word_to_double(d->word, ten);
    if (d->fits || low == word_to_double(d->word + 1, ten)) return low;
    return digits_to_double(d, ten);
}

const unsigned char* pl_number_read(const unsigned char* at, const unsigned char* end,
                                    double* value) {
    decimal d;
    at = read_decimal(at, end, &d);
    if (!at) return NULL;
    double magnitude;
#if FLT_EVAL_METHOD == 0
    static const double tens[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d.word >> 53 == 0 && d.fits && d.ten >= -22 && d.ten <= 22)
        magnitude = d.ten < 0 ? (double)d.word / tens[-d.ten] : (double)d.word * tens[d.ten];
    else
#endif
        magnitude = to_double(&d);
    *value = d.negative ? -magnitude : magnitude;
    return at;
}

const unsigned char* pl_integer_read(const unsigned char* at, const unsigned char* end,
                                     int64_t* value) {
    bool negative = at < end && *at == '-';
    if (at < end && (*at == '-' || *at == '+')) at++;
    if (!is_digit(at, end)) return NULL;
    int64_t sum = 0;
    for (; is_digit(at, end); ++at) {
        int digit = *at - '0';
        sum = sum > (INT64_MAX - digit) / 10 ? INT64_MAX : sum * 10 + digit;
    }
    *value = negative ? -sum : sum;
    return at;
}

// ---------------------------------------------------------------- writing

// value = m x 2^two; what reads back as value lies between (4m - below) and (4m + 2), x 2^(two -
// 2).
typedef struct {
    uint64_t m;
    int two;
    int below;  // 2, or 1 just above a power of two, where the numbers below lie closer
} binary;

// The 17-digit integers that read back as `b`: scaled by 10^ten.
typedef struct {
    uint64_t low, high;  // first and last
    uint64_t middle;     // twice the value itself, cut
    bool middle_exact;
} candidates;

static candidates find_candidates(binary b, int ten) {
    bool even = (b.m & 1) == 0;  // then the ends themselves round to it
    pl_decimal_floor low = pl_decimal_scale(4 * b.m - (uint64_t)b.below, b.two - 2, ten);
    pl_decimal_floor high = pl_decimal_scale(4 * b.m + 2, b.two - 2, ten);
    pl_decimal_floor middle = pl_decimal_scale(b.m, b.two + 1, ten);
    return (candidates){low.value + !(low.exact && even), high.value - (high.exact && !even),
                        middle.value, middle.exact};
}

// The integer nearest to middle / 2 / unit, even in a tie.
static uint64_t nearest(const candidates* c, uint64_t unit) {
    uint64_t quotient = c->middle / (2 * unit), rest = c->middle % (2 * unit);
    if (rest > unit || (rest == unit && (!c->middle_exact || (quotient & 1)))) quotient++;
    return quotient;
}

// Digits and exponent: the number is digits x 10^exponent.
static uint64_t shortest(binary b, int* exponent) {
    // so that the value has 17 digits, or 18 where the estimate is one off
    int top = b.two + pl_decimal_word_bits(b.m) - 1;
    int ten = 16 - pl_decimal_log10(top);
    candidates c = find_candidates(b, ten);
    uint64_t unit = 1, low = c.low, high = c.high;
    for (;;) {
        uint64_t next_low = (low + 9) / 10, next_high = high / 10;
        if (next_low > next_high) break;
        low = next_low;
        high = next_high;
        unit *= 10;
        ten--;
    }
    uint64_t digits = nearest(&c, unit);
    *exponent = -ten;
    return digits < low ? low : digits > high ? high : digits;
}

static size_t put_digits(char* text, uint64_t digits, char* end_of_buffer) {
    char* at = end_of_buffer;
    do *--at = (char)('0' + digits % 10);
    while (digits /= 10);
    size_t count = (size_t)(end_of_buffer - at);
    memmove(text, at, count);
    return count;
}

// 1250000, 12.5, 0.00125 or, where that takes many zeros, 1.25e-9.
static size_t lay_out(char* text, uint64_t digits, int exponent) {
    char buffer[24];
    size_t count = put_digits(buffer, digits, buffer + sizeof buffer);
    int point = (int)count + exponent;  // digits before the decimal point
    size_t n = 0;
    if (point > 17 || point < -4) {
        text[n++] = buffer[0];
        if (count > 1) text[n++] = '.';
        memcpy(text + n, buffer + 1, count - 1);
        n += count - 1;
        text[n++] = 'e';
        int e = point - 1;
        if (e < 0) text[n++] = '-';
        return n + put_digits(text + n, (uint64_t)(e < 0 ? -e : e), buffer + sizeof buffer);
    }
    if (point <= 0) {
        text[n++] = '0';
        text[n++] = '.';
        for (int i = point; i < 0; ++i) text[n++] = '0';
    }
    for (int i = 0; i < (int)count || i < point; ++i) {
        if (i == point && i > 0) text[n++] = '.';
        text[n++] = i < (int)count ? buffer[i] : '0';
    }
    return n;
}

static size_t write_number(char* text, bool negative, uint64_t fraction, int biased, int bits,
                           int lowest) {
    size_t sign = negative;
    if (negative) text[0] = '-';
    if (biased == 0 && fraction == 0) {
        text[sign] = '0';
        return sign + 1;
    }
    binary b = {fraction, lowest, 2};
    if (biased > 0) {
        b.m += UINT64_C(1) << bits;
        b.two += biased - 1;
        if (fraction == 0 && biased > 1) b.below = 1;
    }
    int exponent;
    uint64_t digits = shortest(b, &exponent);
    return sign + lay_out(text + sign, digits, exponent);
}

static size_t write_not_finite(char* text, bool negative, bool is_nan) {
    const char* word = is_nan ? "nan" : negative ? "-inf" : "inf";
    memcpy(text, word, strlen(word));
    return strlen(word);
}

size_t pl_number_write_double(char text[PL_NUMBER_TEXT_SIZE], double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    int biased = (int)(bits >> 52 & 0x7FF);
    bool negative = bits >> 63;
    if (biased == 0x7FF) return write_not_finite(text, negative, fraction != 0);
    return write_number(text, negative, fraction, biased, 52, -1074);
}

size_t pl_number_write_float(char text[PL_NUMBER_TEXT_SIZE], float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint32_t fraction = bits & ((UINT32_C(1) << 23) - 1);
    int biased = (int)(bits >> 23 & 0xFF);
    bool negative = bits >> 31;
    if (biased == 0xFF) return write_not_finite(text, negative, fraction != 0);
    return write_number(text, negative, fraction, biased, 23, -149);
}
