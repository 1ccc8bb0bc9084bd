// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A number as the unrounded sum of two doubles, hi + lo with |lo| <= ulp(hi) / 2: about 106 bits.
// The exact sum is Knuth's, the exact product Dekker's with Veltkamp's split, since no fused
// multiply-add may be used. Values must stay below 2^990 and products above 2^-960 to be exact.
#ifndef PL_MATH_PAIR_H
#define PL_MATH_PAIR_H

typedef struct pl_pair {
    double hi, lo;
} pl_pair;

// a + b exactly.
static inline pl_pair pl_pair_sum(double a, double b) {
    pl_pair s;
    s.hi = a + b;
    double b_part = s.hi - a;
    s.lo = (a - (s.hi - b_part)) + (b - b_part);
    return s;
}

// a + b exactly where |a| >= |b| or a = 0.
static inline pl_pair pl_pair_sum_ordered(double a, double b) {
    pl_pair s;
    s.hi = a + b;
    s.lo = b - (s.hi - a);
    return s;
}

// a b exactly.
static inline pl_pair pl_pair_product(double a, double b) {
    const double split = 134217729.0;  // 2^27 + 1
    double a_big = a * split, b_big = b * split;
    double a_hi = a_big - (a_big - a), b_hi = b_big - (b_big - b);
    double a_lo = a - a_hi, b_lo = b - b_hi;
    pl_pair p;
    p.hi = a * b;
    p.lo = ((a_hi * b_hi - p.hi) + a_hi * b_lo + a_lo * b_hi) + a_lo * b_lo;
    return p;
}

static inline pl_pair pl_pair_add(pl_pair a, pl_pair b) {
    pl_pair s = pl_pair_sum(a.hi, b.hi);
    return pl_pair_sum_ordered(s.hi, s.lo + (a.lo + b.lo));
}

static inline pl_pair pl_pair_neg(pl_pair a) {
    pl_pair n = {-a.hi, -a.lo};
    return n;
}

static inline pl_pair pl_pair_scale(pl_pair a, double factor) {
    pl_pair p = pl_pair_product(a.hi, factor);
    return pl_pair_sum_ordered(p.hi, p.lo + a.lo * factor);
}

static inline pl_pair pl_pair_divide(pl_pair a, pl_pair b) {
    double quotient = a.hi / b.hi;
    pl_pair back = pl_pair_scale(b, quotient);
    double rest = ((a.hi - back.hi) - back.lo) + a.lo;
    return pl_pair_sum_ordered(quotient, rest / b.hi);
}

#endif
