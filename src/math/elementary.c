// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Each function reduces its argument with extra bits (pair.h), runs a polynomial over the small
// rest, and rounds once at the end. The polynomials are Chebyshev fits of the part that follows the
// exact leading terms, computed with 60 digits; their own error is below 2^-58 of the result.
#include "src/math/elementary.h"

#include "src/math/pair.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t to_bits(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static double from_bits(uint64_t bits) {
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static double power_of_two(int exponent) {  // -1022..1023
    return from_bits((uint64_t)(exponent + 1023) << 52);
}

// The nearest whole number for |x| < 2^51: past 2^52 a double has no bits left for fractions.
static double nearest_whole(double x) {
    const double shift = 6755399441055744.0;  // 1.5 2^52
    return (x + shift) - shift;
}

static double evaluate(const double* coefficients, int count, double x) {
    double sum = coefficients[count - 1];
    for (int i = count - 2; i >= 0; --i) sum = sum * x + coefficients[i];
    return sum;
}

// x - quarters pi/2 in [-pi/4, pi/4]. pi/2 comes in three parts of 33 bits, whose products with up
// to 2^20 quarters are exact, and a rest: 152 bits in all, as a double can come within 2^-60 of a
// multiple of pi/2.
static pl_pair reduce_quarters(double x, int* quarter) {
    *quarter = 0;
    pl_pair rest = {x, 0.0};
    if (!(fabs(x) > 0.785)) return rest;                      // NaN too
    double quarters = nearest_whole(x * 0.6366197723675814);  // 2/pi
    pl_pair a = pl_pair_sum(x - quarters * 0x1.921fb544p+0, -(quarters * 0x1.0b4611a6p-34));
    pl_pair b = pl_pair_sum(a.hi, -(quarters * 0x1.3198a2ep-69));
    rest = pl_pair_sum_ordered(b.hi, (a.lo + b.lo) - quarters * 0x1.b839a252049c1p-104);
    // far out the products round and the rest can be anything
    if (!(fabs(rest.hi) <= 1.0)) rest.hi = rest.lo = 0.0;
    *quarter = (int)(quarters - 4.0 * floor(quarters * 0.25));
    return rest;
}

// sin(hi + lo) = sin(hi) + lo cos(hi), and cos(hi) may be coarse as lo is below 2^-53.
static double sine_near_zero(pl_pair x) {
    static const double series[7] = {-0x1.5555555555555p-3,  0x1.1111111111110p-7,
                                     -0x1.a01a01a019880p-13, 0x1.71de3a544a6cep-19,
                                     -0x1.ae6453ecab5c4p-26, 0x1.612161267019ep-33,
                                     -0x1.ab066192d3e8fp-41};
    if (fabs(x.hi) < 0x1p-27) return x.hi;  // keeps the sign of zero
    double square = x.hi * x.hi;
    return x.hi + (x.lo * (1.0 - 0.5 * square) + x.hi * square * evaluate(series, 7, square));
}

static double cosine_near_zero(pl_pair x) {
    static const double series[6] = {0x1.5555555555555p-5,  -0x1.6c16c16c1691fp-10,
                                     0x1.a01a019f3dde1p-16, -0x1.27e4fa0241f7cp-22,
                                     0x1.1eeb52a201da3p-29, -0x1.906dbf4fda044p-37};
    double square = x.hi * x.hi;
    pl_pair lead = pl_pair_sum_ordered(1.0, -0.5 * square);
    return lead.hi + (lead.lo + (square * square * evaluate(series, 6, square) - x.hi * x.lo));
}

static double sine_of_quarter(pl_pair rest, int quarter) {
    double value = quarter & 1 ? cosine_near_zero(rest) : sine_near_zero(rest);
    return quarter & 2 ? -value : value;
}

// Past this a double's neighbours are more than a turn apart.
static int has_angle(double x) {
    return fabs(x) < 0x1p+51;
}

pl_sine_cosine pl_sincos(double x) {
    pl_sine_cosine both;
    int quarter;
    if (!has_angle(x)) x -= x;  // 0, and NaN from infinity or NaN
    pl_pair rest = reduce_quarters(x, &quarter);
    both.sine = sine_of_quarter(rest, quarter);
    both.cosine = sine_of_quarter(rest, quarter + 1);
    return both;
}

double pl_sin(double x) {
    int quarter;
    if (!has_angle(x)) x -= x;
    pl_pair rest = reduce_quarters(x, &quarter);
    return sine_of_quarter(rest, quarter);
}

double pl_cos(double x) {
    int quarter;
    if (!has_angle(x)) x -= x;
    pl_pair rest = reduce_quarters(x, &quarter);
    return sine_of_quarter(rest, quarter + 1);
}

double pl_exp(double x) {
    static const double series[10] = {
        0x1.5555555555556p-3,  0x1.5555555555555p-5,  0x1.1111111110918p-7,  0x1.6c16c16c16789p-10,
        0x1.a01a01a83ba17p-13, 0x1.a01a01a4bf4ccp-16, 0x1.71de0be2b5e96p-19, 0x1.27e4e0ede8585p-22,
        0x1.af3ce42b12b24p-26, 0x1.1f6949e9931a3p-29};
    if (x != x) return x;
    if (x > 709.782712893384) return (double)INFINITY;  // past the largest double
    if (x < -745.1332191019412) return 0.0;             // below half the smallest
    // exp(x) = 2^k exp(r); k times the first 32 bits of ln 2 is exact
    double k = nearest_whole(x * 1.4426950408889634);
    pl_pair r = pl_pair_sum_ordered(x - k * 0x1.62e42feep-1, -(k * 0x1.a39ef35793c76p-33));
    double square = r.hi * r.hi;
    double after = r.lo * (1.0 + r.hi) + r.hi * square * evaluate(series, 10, r.hi);
    pl_pair lead = pl_pair_sum_ordered(1.0, r.hi);
    double value = lead.hi + (lead.lo + (0.5 * square + after));
    // in two steps, of which only the second can round into the denormals
    int exponent = (int)k, half = exponent / 2;
    return value * power_of_two(half) * power_of_two(exponent - half);
}

// log(x) = e ln 2 + log(1 + f), with s = f / (2 + f): log(1 + f) = 2 s + 2/3 s^3 + ..., where
// 2 s = f - s f is kept as a pair.
double pl_log(double x) {
    static const double series[8] = {
        0x1.5555555555555p-1, 0x1.9999999999a50p-2, 0x1.24924924733f3p-2, 0x1.c71c720793d58p-3,
        0x1.745cf67195106p-3, 0x1.3b1cbff6601c4p-3, 0x1.0fb03ad29c301p-3, 0x1.0c983ef1db931p-3};
    if (x == 0.0) return -(double)INFINITY;
    if (x < 0.0) return (double)NAN;
    if (!(x < (double)INFINITY)) return x;  // infinity and NaN
    int exponent = 0;
    if (x < 0x1p-1022) {
        x *= 0x1p+54;
        exponent = -54;
    }
    // x = 2^exponent m with m in [sqrt(1/2), sqrt(2))
    uint64_t bits = to_bits(x) - to_bits(0x1.6a09e667f3bcdp-1);
    exponent += (int)(int64_t)(bits >> 52);
    if (bits >> 63) exponent -= 4096;
    double f = from_bits((bits & UINT64_C(0xfffffffffffff)) + to_bits(0x1.6a09e667f3bcdp-1)) - 1.0;
    pl_pair top = {f, 0.0};
    pl_pair s = pl_pair_divide(top, pl_pair_sum_ordered(2.0, f));
    double square = s.hi * s.hi;
    double after = s.hi * square * evaluate(series, 8, square);
    double e = (double)exponent;
    pl_pair lead = pl_pair_sum(e * 0x1.62e42feep-1, 2.0 * s.hi);
    return lead.hi + (lead.lo + (after + (2.0 * s.lo + e * 0x1.a39ef35793c76p-33)));
}

// The angle of (x, y) where 0 <= y <= x: measured from the nearest slope of whole eighths, c, the
// point is (x + c y, y - c x), whose own slope is at most 1/16.
static pl_pair angle_of_flat(pl_pair y, pl_pair x) {
    static const pl_pair arc_of_eighth[9] = {{0.0, 0.0},
                                             {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                             {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                             {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                             {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                             {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                             {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                             {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                             {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
    static const double series[6] = {-0x1.5555555555555p-2, 0x1.9999999999946p-3,
                                     -0x1.2492492456435p-3, 0x1.c71c6fd0bf50dp-4,
                                     -0x1.74596091b878bp-4, 0x1.37d5818496c8bp-4};
    int eighth = (int)(y.hi / x.hi * 8.0 + 0.5);
    double c = (double)eighth * 0.125;
    pl_pair rise = pl_pair_add(y, pl_pair_scale(x, -c)), run = pl_pair_add(x, pl_pair_scale(y, c));
    pl_pair t = pl_pair_divide(rise, run);
    double square = t.hi * t.hi;
    pl_pair after = {t.hi * square * evaluate(series, 6, square), 0.0};
    return pl_pair_add(arc_of_eighth[eighth], pl_pair_add(t, after));
}

static const pl_pair half_turn = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
static const pl_pair quarter_turn = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

// The angle of the point (x, y) with y >= 0, both in a range where products are exact.
static double angle_above(pl_pair y, pl_pair x) {
    int leftwards = x.hi < 0.0;
    if (leftwards) x = pl_pair_neg(x);
    int steep = y.hi > x.hi;
    pl_pair arc = steep ? angle_of_flat(x, y) : angle_of_flat(y, x);
    // 0..pi/4 unfolds to pi/2 -+ arc when steep, and to pi - arc when flat and leftwards
    if (steep)
        arc = pl_pair_add(quarter_turn, leftwards ? arc : pl_pair_neg(arc));
    else if (leftwards)
        arc = pl_pair_add(half_turn, pl_pair_neg(arc));
    return arc.hi;
}

static double with_sign_of(double magnitude, double sign) {
    return from_bits(to_bits(magnitude) | (to_bits(sign) & (UINT64_C(1) << 63)));
}

// Keeps products of pairs exact: the larger coordinate comes within 2^-474 and 2^424. The smaller
// is 2^-120 of it at least, since below that the angle is one with the axis, see pl_atan2.
static double scale_to_middle(double largest) {
    if (largest > 0x1p+400) return 0x1p-600;
    if (largest < 0x1p-400) return 0x1p+600;
    return 1.0;
}

double pl_atan2(double y, double x) {
    if (x != x || y != y) return x + y;
    int leftwards = (to_bits(x) >> 63) != 0;
    double along = fabs(x), up = fabs(y);
    if (up == 0.0) return with_sign_of(leftwards ? half_turn.hi : 0.0, y);
    if (along > 0x1.fffffffffffffp+1023 && up > 0x1.fffffffffffffp+1023) {
        return with_sign_of(leftwards ? 0x1.2d97c7f3321d2p+1 : 0x1.921fb54442d18p-1, y);
    }
    double scale = scale_to_middle(along > up ? along : up);
    along *= scale;
    up *= scale;
    if (along <= up * 0x1p-120) return with_sign_of(quarter_turn.hi, y);
    if (up <= along * 0x1p-120) {
        return with_sign_of(leftwards ? half_turn.hi : fabs(y) / fabs(x), y);
    }
    pl_pair y_pair = {up, 0.0}, x_pair = {leftwards ? -along : along, 0.0};
    return with_sign_of(angle_above(y_pair, x_pair), y);
}

double pl_acos(double x) {
    if (x != x) return x;
    if (x >= 1.0) return 0.0;
    if (x <= -1.0) return half_turn.hi;
    if (fabs(x) < 0x1p-60) return quarter_turn.hi;
    // the height above the axis, sqrt(1 - x^2), with one Newton step for the low part
    pl_pair one = {1.0, 0.0};
    pl_pair height_squared = pl_pair_add(one, pl_pair_neg(pl_pair_product(x, x)));
    double root = sqrt(height_squared.hi);
    pl_pair back = pl_pair_product(root, root);
    double rest = ((height_squared.hi - back.hi) - back.lo) + height_squared.lo;
    pl_pair along = {x, 0.0};
    return angle_above(pl_pair_sum_ordered(root, rest / (2.0 * root)), along);
}

double pl_cbrt(double x) {
    double size = fabs(x);
    if (!(size > 0.0 && size < (double)INFINITY)) return x;
    // multiples of three in the exponent come out of the root
    double unscale = 1.0;
    if (size < 0x1p-900) {
        size *= 0x1p+300;
        unscale = 0x1p-100;
    } else if (size > 0x1p+900) {
        size *= 0x1p-300;
        unscale = 0x1p+100;
    }
    // a third of the exponent, within 6 %; Halley's steps triple the digits: 1e-5, 1e-15
    double root = from_bits(to_bits(size) / 3 + UINT64_C(0x2a9f7893782da1ce));
    for (int i = 0; i < 2; ++i) {
        double cube = root * root * root;
        root *= (cube + 2.0 * size) / (2.0 * cube + size);
    }
    // and a Newton step whose residual is exact
    pl_pair square = pl_pair_product(root, root);
    pl_pair cube = pl_pair_scale(square, root);
    double residual = (cube.hi - size) + cube.lo;
    return with_sign_of((root - residual / (3.0 * square.hi)) * unscale, x);
}
