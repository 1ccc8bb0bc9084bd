// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Two stages, after the idea of Shewchuk 1997, "Adaptive precision floating-point arithmetic and
// fast robust geometric predicates": a determinant in doubles with a proven error bound, and where
// that leaves the sign open, exact arithmetic.
//
// Unlike the paper the exact stage works on whole numbers instead of floating-point expansions.
// Doubles are multiples of a power of two; scaled by it, axis by axis (which multiplies the
// determinant by a positive number), the differences become integers of few bits where the
// coordinates came as 32-bit floats, and of 2,100 bits at most. Nothing can underflow or overflow,
// no rounding mode or compiler matters, and on meshes it is as fast as expansions.
//
// The filter's bound, e = 2^-53. A rounded difference has a relative error of e. Thus u_i v_j as
// computed is off by at most (3e + O(e^2)) |u_i v_j|, the minor by 4e, minor times w_k by 6e, and
// two sums add e each: 8e of the sum of |u_i v_j w_k|, in exact terms; in computed terms (1 + 5e)
// as much. PL_ORIENT3D_BOUND is 9.007e. In the plane: 3e + O(e^2) against 3.6e.
// Underflow: each product may lose 2^-1075, which a later factor, below 2^200 for coordinates below
// 2^199, makes 2^-872 = 1e-263 in all; where the caller's thread flushes denormals a difference may
// lose 2^-1022, which makes 1e-267 for coordinates below 2^63. PL_ORIENT_TINY is above both.
// Overflow makes the bound infinite or not a number, and the comparison false.
#include "src/mesh/mesh_predicates.h"

#include <math.h>
#include <string.h>

// A difference of doubles has at most 1024 + 1074 + 1 bits.
#define NUMBER_LIMBS 66

typedef struct number {
    int sign;
    uint32_t length;  // without leading zero limbs
    uint32_t limb[NUMBER_LIMBS];
} number;

// A double as sign * mantissa * 2^exponent with an odd mantissa, or all zero.
typedef struct split {
    int sign;
    int exponent;
    uint64_t mantissa;
} split;

static uint32_t trailing_zeros(uint64_t value) {
#if defined(__GNUC__) && !defined(__TINYC__)
    return (uint32_t)__builtin_ctzll(value);
#else
    uint32_t zeros = 0;
    for (uint32_t step = 32; step > 0; step /= 2) {
        if ((value & ((UINT64_C(1) << step) - 1)) == 0) {
            value >>= step;
            zeros += step;
        }
    }
    return zeros;
#endif
}

static split split_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)((bits >> 52) & 0x7FF);
    if (exponent > 0) mantissa |= UINT64_C(1) << 52;
    if (mantissa == 0) return (split){0, 0, 0};
    int zeros = (int)trailing_zeros(mantissa);
    int scale = (exponent > 0 ? exponent : 1) - 1075 + zeros;
    return (split){bits >> 63 ? -1 : 1, scale, mantissa >> zeros};
}

static int bit_length(uint64_t value) {
#if defined(__GNUC__) && !defined(__TINYC__)
    return 64 - __builtin_clzll(value);
#else
    int length = 0;
    for (int step = 32; step > 0; step /= 2) {
        if (value >> step) {
            value >>= step;
            length += step;
        }
    }
    return length + (int)value;
#endif
}

static void place(const split* value, int unit, uint32_t length, uint32_t* limb) {
    memset(limb, 0, length * sizeof *limb);
    if (value->sign == 0) return;
    uint32_t shift = (uint32_t)(value->exponent - unit);
    uint32_t at = shift / 32, bits = shift % 32;
    uint64_t low = value->mantissa << bits;
    uint64_t high = bits ? value->mantissa >> (64 - bits) : 0;
    uint32_t words[3] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high};
    for (uint32_t i = 0; i < 3 && at + i < length; ++i) limb[at + i] = words[i];
}

static int compare(const uint32_t* a, const uint32_t* b, uint32_t length) {
    for (uint32_t i = length; i-- > 0;) {
        if (a[i] != b[i]) return a[i] > b[i] ? 1 : -1;
    }
    return 0;
}

static void add_limbs(const uint32_t* a, const uint32_t* b, uint32_t length, uint32_t* sum) {
    uint64_t carry = 0;
    for (uint32_t i = 0; i < length; ++i) {
        carry += (uint64_t)a[i] + b[i];
        sum[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

// a - b for a >= b
static void subtract_limbs(const uint32_t* a, const uint32_t* b, uint32_t length, uint32_t* rest) {
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < length; ++i) {
        uint64_t value = (uint64_t)a[i] - b[i] - borrow;
        rest[i] = (uint32_t)value;
        borrow = value >> 63;
    }
}

static void trim(number* value, uint32_t length) {
    while (length > 0 && value->limb[length - 1] == 0) --length;
    value->length = length;
    if (length == 0) value->sign = 0;
}

// value - origin, both as sign and limbs
static void subtract(int sign, const uint32_t* limb, int origin_sign, const uint32_t* origin,
                     uint32_t length, number* out) {
    if (sign * origin_sign <= 0) {
        add_limbs(limb, origin, length, out->limb);
        out->sign = sign != 0 ? sign : -origin_sign;
    } else if (compare(limb, origin, length) >= 0) {
        subtract_limbs(limb, origin, length, out->limb);
        out->sign = sign;
    } else {
        subtract_limbs(origin, limb, length, out->limb);
        out->sign = -sign;
    }
    trim(out, length);
}

static int64_t place_short(const split* value, int unit) {
    if (value->sign == 0) return 0;
    return value->sign * (int64_t)(value->mantissa << (value->exponent - unit));
}

// The differences of all parts to the last where 64 bits hold them: the common case.
static void short_differences(const split* parts, int unit, int count, number* out) {
    int64_t origin = place_short(&parts[count], unit);
    for (int i = 0; i < count; ++i) {
        int64_t value = place_short(&parts[i], unit) - origin;
        uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        out[i].sign = (value > 0) - (value < 0);
        out[i].length = size >> 32 ? 2 : size != 0;
        out[i].limb[0] = (uint32_t)size;
        out[i].limb[1] = (uint32_t)(size >> 32);
    }
}

// out[i] = (value[i] - origin) / unit for a power of two that divides them all. Returns the steps.
static uint32_t differences(double origin, const double* value, int count, number* out) {
    split parts[4];
    int unit = 1024, top = -1075;
    for (int i = 0; i <= count; ++i) {
        parts[i] = split_double(i < count ? value[i] : origin);
        if (parts[i].sign == 0) continue;
        int high = parts[i].exponent + bit_length(parts[i].mantissa);
        if (parts[i].exponent < unit) unit = parts[i].exponent;
        if (high > top) top = high;
    }
    // one bit more: a difference may double
    int bits = top < unit ? 1 : top - unit + 1;
    if (bits <= 63) {
        short_differences(parts, unit, count, out);
        return (uint32_t)count * 8;
    }
    uint32_t length = (uint32_t)(bits + 31) / 32;
    uint32_t origin_limb[NUMBER_LIMBS], limb[NUMBER_LIMBS];
    place(&parts[count], unit, length, origin_limb);
    for (int i = 0; i < count; ++i) {
        place(&parts[i], unit, length, limb);
        subtract(parts[i].sign, limb, parts[count].sign, origin_limb, length, &out[i]);
    }
    return (uint32_t)count * (4 * length + 24);
}

// sum += a * b; the sum is long enough to never carry out of its end
static void multiply_add(const uint32_t* a, uint32_t a_length, const uint32_t* b, uint32_t b_length,
                         uint32_t* sum) {
    for (uint32_t i = 0; i < a_length; ++i) {
        uint64_t carry = 0, factor = a[i];
        for (uint32_t j = 0; j < b_length; ++j) {
            carry += factor * b[j] + sum[i + j];
            sum[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        for (uint32_t k = i + b_length; carry; ++k) {
            carry += sum[k];
            sum[k] = (uint32_t)carry;
            carry >>= 32;
        }
    }
}

// Positive and negative terms are summed apart; which sum is larger is the sign.
typedef struct balance {
    uint32_t length;
    uint32_t sum[2][3 * NUMBER_LIMBS + 1];
    uint64_t steps;
} balance;

static void balance_start(balance* terms, uint32_t length) {
    terms->length = length + 1;
    memset(terms->sum[0], 0, terms->length * sizeof(uint32_t));
    memset(terms->sum[1], 0, terms->length * sizeof(uint32_t));
}

static void add_term2(balance* terms, int sign, const number* a, const number* b) {
    sign *= a->sign * b->sign;
    if (sign == 0) return;
    multiply_add(a->limb, a->length, b->limb, b->length, terms->sum[sign > 0]);
    terms->steps += 8 + (uint64_t)a->length * b->length;
}

static void add_term3(balance* terms, int sign, const number* a, const number* b, const number* c) {
    sign *= a->sign * b->sign * c->sign;
    if (sign == 0) return;
    uint32_t product[2 * NUMBER_LIMBS];
    uint32_t length = a->length + b->length;
    memset(product, 0, length * sizeof *product);
    multiply_add(a->limb, a->length, b->limb, b->length, product);
    multiply_add(c->limb, c->length, product, length, terms->sum[sign > 0]);
    terms->steps += 12 + (uint64_t)a->length * b->length + (uint64_t)c->length * length;
}

static int balance_sign(const balance* terms, uint64_t* work) {
    if (work) *work += terms->steps;
    return compare(terms->sum[1], terms->sum[0], terms->length);
}

static uint32_t longest(const number* values, int count) {
    uint32_t length = 0;
    for (int i = 0; i < count; ++i) {
        if (values[i].length > length) length = values[i].length;
    }
    return length;
}

int pl_orient3d_exact(const double a[3], const double b[3], const double c[3], const double d[3],
                      uint64_t* work) {
    // flat along an axis: common in built shapes, and nothing to compute
    for (int k = 0; k < 3; ++k) {
        if (a[k] == b[k] && a[k] == c[k] && a[k] == d[k]) return 0;
    }
    number axis[3][3];
    balance terms;
    terms.steps = 0;
    uint32_t length = 0;
    for (int k = 0; k < 3; ++k) {
        double value[3] = {b[k], c[k], d[k]};
        terms.steps += differences(a[k], value, 3, axis[k]);
        length += longest(axis[k], 3);
    }
    balance_start(&terms, length);
    const number *x = axis[0], *y = axis[1], *z = axis[2];
    add_term3(&terms, 1, &x[0], &y[1], &z[2]);
    add_term3(&terms, -1, &y[0], &x[1], &z[2]);
    add_term3(&terms, 1, &y[0], &z[1], &x[2]);
    add_term3(&terms, -1, &z[0], &y[1], &x[2]);
    add_term3(&terms, 1, &z[0], &x[1], &y[2]);
    add_term3(&terms, -1, &x[0], &z[1], &y[2]);
    return balance_sign(&terms, work);
}

static int orient2d_exact(const double a[2], const double b[2], const double c[2], uint64_t* work) {
    // on a line along an axis, or two points in one place: as common
    bool ab_x = a[0] == b[0], ab_y = a[1] == b[1], bc_x = b[0] == c[0], bc_y = b[1] == c[1];
    if ((ab_x && bc_x) || (ab_y && bc_y) || (ab_x && ab_y) || (bc_x && bc_y)) return 0;
    if (a[0] == c[0] && a[1] == c[1]) return 0;
    number x[2], y[2];
    balance terms;
    terms.steps = differences(a[0], (const double[2]){b[0], c[0]}, 2, x);
    terms.steps += differences(a[1], (const double[2]){b[1], c[1]}, 2, y);
    balance_start(&terms, longest(x, 2) + longest(y, 2));
    add_term2(&terms, 1, &x[0], &y[1]);
    add_term2(&terms, -1, &y[0], &x[1]);
    return balance_sign(&terms, work);
}

int pl_orient3d(const double a[3], const double b[3], const double c[3], const double d[3],
                uint64_t* work) {
    double ux = b[0] - a[0], uy = b[1] - a[1], uz = b[2] - a[2];
    double vx = c[0] - a[0], vy = c[1] - a[1], vz = c[2] - a[2];
    double wx = d[0] - a[0], wy = d[1] - a[1], wz = d[2] - a[2];
    double xy = ux * vy, yx = uy * vx, yz = uy * vz, zy = uz * vy, zx = uz * vx, xz = ux * vz;
    double value = (yz - zy) * wx + (zx - xz) * wy + (xy - yx) * wz;
    double permanent = (fabs(yz) + fabs(zy)) * fabs(wx) + (fabs(zx) + fabs(xz)) * fabs(wy) +
                       (fabs(xy) + fabs(yx)) * fabs(wz);
    double bound = PL_ORIENT3D_BOUND * permanent + PL_ORIENT_TINY;
    if (value > bound) return 1;
    if (value < -bound) return -1;
    return pl_orient3d_exact(a, b, c, d, work);
}

int pl_orient2d(const double a[2], const double b[2], const double c[2], uint64_t* work) {
    double left = (b[0] - a[0]) * (c[1] - a[1]);
    double right = (b[1] - a[1]) * (c[0] - a[0]);
    double value = left - right;
    double bound = PL_ORIENT2D_BOUND * (fabs(left) + fabs(right)) + PL_ORIENT_TINY;
    if (value > bound) return 1;
    if (value < -bound) return -1;
    return orient2d_exact(a, b, c, work);
}
