// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// w x 2^two x 10^ten is (w x 5^ten) x 2^(two + ten). For |ten| <= 27 the power of five fits a word
// and the product or quotient 128 bits; coordinates of meshes practically always do. The rest is
// done with integers of up to 3072 bits: rare, exact, and still about a microsecond.
#include "io/decimal.h"

#include <string.h>

#define FIVE_WORD_MAX 27
static const uint64_t five_powers[FIVE_WORD_MAX + 1] = {
    UINT64_C(1),
    UINT64_C(5),
    UINT64_C(25),
    UINT64_C(125),
    UINT64_C(625),
    UINT64_C(3125),
    UINT64_C(15625),
    UINT64_C(78125),
    UINT64_C(390625),
    UINT64_C(1953125),
    UINT64_C(9765625),
    UINT64_C(48828125),
    UINT64_C(244140625),
    UINT64_C(1220703125),
    UINT64_C(6103515625),
    UINT64_C(30517578125),
    UINT64_C(152587890625),
    UINT64_C(762939453125),
    UINT64_C(3814697265625),
    UINT64_C(19073486328125),
    UINT64_C(95367431640625),
    UINT64_C(476837158203125),
    UINT64_C(2384185791015625),
    UINT64_C(11920928955078125),
    UINT64_C(59604644775390625),
    UINT64_C(298023223876953125),
    UINT64_C(1490116119384765625),
    UINT64_C(7450580596923828125),
};

// floor(x * factor / 2^32). The factors below are off by less than 2^-33 of themselves: for |x| up
// to 1200 the product is right to 1e-6, and no power of ten but 1 is that near a power of two.
static int scale_floor(int x, int64_t factor) {
    int64_t scaled = x * factor;
    return (int)(scaled >= 0 ? scaled >> 32 : -((-scaled + INT64_C(0xFFFFFFFF)) >> 32));
}

int pl_decimal_log2(int ten) {
    return scale_floor(ten, INT64_C(14267572527));
}

int pl_decimal_log10(int two) {
    return scale_floor(two, INT64_C(1292913986));
}

int pl_decimal_word_bits(uint64_t w) {
#if defined(__GNUC__) && !defined(__TINYC__)
    return w ? 64 - __builtin_clzll(w) : 0;
#else
    int bits = 0;
    for (; w; w >>= 1) bits++;
    return bits;
#endif
}

// ---------------------------------------------------------------- two words

typedef struct {
    uint64_t high, low;
} wide_word;

static wide_word multiply(uint64_t a, uint64_t b) {
    uint64_t a0 = a & 0xFFFFFFFF, a1 = a >> 32, b0 = b & 0xFFFFFFFF, b1 = b >> 32;
    uint64_t low = a0 * b0;
    uint64_t middle = a1 * b0 + (low >> 32);
    uint64_t other = a0 * b1 + (middle & 0xFFFFFFFF);
    return (wide_word){a1 * b1 + (middle >> 32) + (other >> 32),
                       (other << 32) | (low & 0xFFFFFFFF)};
}

// n / d where n.high < d, by two steps of schoolbook division with 32-bit digits.
static uint64_t divide(wide_word n, uint64_t d, uint64_t* remainder) {
    int shift = 64 - pl_decimal_word_bits(d);
    d <<= shift;  // NOLINT: d is never 0, so the shift is below 64
    uint64_t high = shift ? (n.high << shift) | (n.low >> (64 - shift)) : n.high;
    uint64_t low = n.low << shift;
    uint64_t d1 = d >> 32, d0 = d & 0xFFFFFFFF, quotient = 0;
    for (int step = 0; step < 2; ++step) {
        uint64_t next = step == 0 ? low >> 32 : low & 0xFFFFFFFF;
        uint64_t digit = high / d1, rest = high % d1;
        while (digit > 0xFFFFFFFF || digit * d0 > ((rest << 32) | next)) {
            digit--;
            rest += d1;
            if (rest > 0xFFFFFFFF) break;
        }
        high = ((high << 32) | next) - digit * d;
        quotient = (quotient << 32) | digit;
    }
    *remainder = high >> shift;
    return quotient;
}

static pl_decimal_floor shift_right(wide_word n, int shift) {
    if (shift == 0) return (pl_decimal_floor){n.low, true};
    if (shift >= 128) return (pl_decimal_floor){0, (n.high | n.low) == 0};
    if (shift >= 64) {
        uint64_t cut = shift == 64 ? 0 : n.high << (128 - shift);
        return (pl_decimal_floor){n.high >> (shift - 64), (cut | n.low) == 0};
    }
    return (pl_decimal_floor){(n.high << (64 - shift)) | (n.low >> shift),
                              n.low << (64 - shift) == 0};
}

static wide_word shift_left(uint64_t w, int shift) {
    if (shift == 0) return (wide_word){0, w};
    if (shift >= 64) return (wide_word){w << (shift - 64), 0};
    return (wide_word){w >> (64 - shift), w << shift};
}

static pl_decimal_floor scale_wide(uint64_t w, int two, int ten) {
    int shift = two + ten;
    if (ten >= 0) {
        wide_word product = multiply(w, five_powers[ten]);
        if (shift < 0) return shift_right(product, -shift);
        return (pl_decimal_floor){product.low << shift, true};
    }
    uint64_t remainder, five = five_powers[-ten];
    if (shift >= 0) {
        uint64_t quotient = divide(shift_left(w, shift), five, &remainder);
        return (pl_decimal_floor){quotient, remainder == 0};
    }
    pl_decimal_floor cut = shift_right((wide_word){0, w / five}, -shift);
    return (pl_decimal_floor){cut.value, cut.exact && w % five == 0};
}

// ---------------------------------------------------------------- many words

#define BIG_LIMBS 100
typedef struct {
    uint32_t limb[BIG_LIMBS];  // least first
    int used;                  // the last one is not zero
} big;

static void big_multiply_add(big* b, uint32_t factor, uint32_t addend) {
    uint64_t carry = addend;
    for (int i = 0; i < b->used; ++i) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) b->limb[b->used++] = (uint32_t)carry;
}

static void big_multiply_five(big* b, int power) {
    for (; power >= 13; power -= 13) big_multiply_add(b, 1220703125u, 0);
    // cppcheck-suppress arrayIndexOutOfBoundsCond ; the loop above leaves less than 13
    if (power > 0) big_multiply_add(b, (uint32_t)five_powers[power], 0);
}

static void big_shift_left(big* b, int shift) {
    int limbs = shift / 32, bits = shift % 32;
    if (b->used == 0) return;
    if (bits) big_multiply_add(b, (uint32_t)1 << bits, 0);
    if (limbs) {
        memmove(b->limb + limbs, b->limb, (size_t)b->used * sizeof b->limb[0]);
        memset(b->limb, 0, (size_t)limbs * sizeof b->limb[0]);
        b->used += limbs;
    }
}

static int big_bits(const big* b) {
    return b->used ? 32 * (b->used - 1) + pl_decimal_word_bits(b->limb[b->used - 1]) : 0;
}

// One digit of the quotient: n, read from limb `at` upwards, is below d x 2^32; d has its top bit
// set and two limbs at least. Leaves the remainder in n.
static uint32_t big_divide_step(big* n, const big* d, int at) {
    uint32_t* part = n->limb + at;
    int used = d->used;
    uint64_t top = ((uint64_t)part[used] << 32) | part[used - 1];
    uint64_t digit = top / d->limb[used - 1], rest = top % d->limb[used - 1];
    while (digit > 0xFFFFFFFF || digit * d->limb[used - 2] > ((rest << 32) | part[used - 2])) {
        digit--;
        rest += d->limb[used - 1];
        if (rest > 0xFFFFFFFF) break;
    }
    uint64_t carry = 0;
    int64_t borrow = 0;
    for (int i = 0; i <= used; ++i) {
        carry += i < used ? digit * d->limb[i] : 0;
        int64_t left = (int64_t)part[i] - (int64_t)(carry & 0xFFFFFFFF) + borrow;
        part[i] = (uint32_t)left;
        borrow = left < 0 ? -1 : 0;
        carry >>= 32;
    }
    if (borrow == 0) return (uint32_t)digit;
    // the guess was one too high (rare): give one divisor back
    carry = 0;
    for (int i = 0; i <= used; ++i) {
        carry += (uint64_t)part[i] + (i < used ? d->limb[i] : 0);
        part[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)(digit - 1);
}

// floor(n / d), known to be below 2^64; both are used up.
static pl_decimal_floor big_divide(big* n, big* d) {
    int shift = 32 * (d->used < 2) + (32 - pl_decimal_word_bits(d->limb[d->used - 1]));
    big_shift_left(n, shift);
    big_shift_left(d, shift);
    int limbs = d->used + 3;
    memset(n->limb + n->used, 0,
           (size_t)(limbs > n->used ? limbs - n->used : 0) * sizeof(uint32_t));
    uint64_t quotient = 0;
    for (int at = 2; at >= 0; --at) quotient = (quotient << 32) | big_divide_step(n, d, at);
    uint32_t rest = 0;
    for (int i = 0; i < d->used; ++i) rest |= n->limb[i];
    return (pl_decimal_floor){quotient, rest == 0};
}

static pl_decimal_floor big_scale(big* n, int two, int ten) {
    big d = {.limb = {1}, .used = 1};
    int shift = two + ten;
    big_multiply_five(ten >= 0 ? n : &d, ten >= 0 ? ten : -ten);
    big_shift_left(shift >= 0 ? n : &d, shift >= 0 ? shift : -shift);
    return big_divide(n, &d);
}

static void big_from_digits(big* b, const unsigned char* digits, int count) {
    b->used = 0;
    uint32_t chunk = 0, factor = 1;
    for (int i = 0; i < count; ++i) {
        chunk = chunk * 10 + digits[i];
        factor *= 10;
        if (factor == 1000000000u || i + 1 == count) {
            big_multiply_add(b, factor, chunk);
            chunk = 0;
            factor = 1;
        }
    }
}

// ---------------------------------------------------------------- both

pl_decimal_floor pl_decimal_scale(uint64_t w, int two, int ten) {
    if (ten >= -FIVE_WORD_MAX && ten <= FIVE_WORD_MAX) return scale_wide(w, two, ten);
    big n;
    n.limb[0] = (uint32_t)w;
    n.limb[1] = (uint32_t)(w >> 32);
    n.used = n.limb[1] ? 2 : n.limb[0] ? 1 : 0;
    return big_scale(&n, two, ten);
}

pl_decimal_floor pl_decimal_scale_digits(const unsigned char* digits, int count, int two, int ten) {
    big n;
    big_from_digits(&n, digits, count);
    return big_scale(&n, two, ten);
}

int pl_decimal_bits(const unsigned char* digits, int count) {
    big n;
    big_from_digits(&n, digits, count);
    return big_bits(&n);
}
