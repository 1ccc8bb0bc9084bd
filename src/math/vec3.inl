// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The functions of vec3.h for one number type; VEC3 is the type, VEC3_REAL its number,
// VEC3_NAME(add) the full name and VEC3_SQRT the square root.

static inline VEC3 VEC3_NAME(make)(VEC3_REAL x, VEC3_REAL y, VEC3_REAL z) {
    VEC3 v = {x, y, z};
    return v;
}

static inline VEC3 VEC3_NAME(load)(const VEC3_REAL* from) {
    return VEC3_NAME(make)(from[0], from[1], from[2]);
}

static inline void VEC3_NAME(store)(VEC3 v, VEC3_REAL* to) {
    to[0] = v.x;
    to[1] = v.y;
    to[2] = v.z;
}

static inline VEC3 VEC3_NAME(add)(VEC3 a, VEC3 b) {
    return VEC3_NAME(make)(a.x + b.x, a.y + b.y, a.z + b.z);
}

static inline VEC3 VEC3_NAME(sub)(VEC3 a, VEC3 b) {
    return VEC3_NAME(make)(a.x - b.x, a.y - b.y, a.z - b.z);
}

static inline VEC3 VEC3_NAME(neg)(VEC3 a) {
    return VEC3_NAME(make)(-a.x, -a.y, -a.z);
}

static inline VEC3 VEC3_NAME(scale)(VEC3 a, VEC3_REAL factor) {
    return VEC3_NAME(make)(a.x * factor, a.y * factor, a.z * factor);
}

// a + factor b
static inline VEC3 VEC3_NAME(add_scaled)(VEC3 a, VEC3_REAL factor, VEC3 b) {
    return VEC3_NAME(make)(a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z);
}

// a at t = 0, b at t = 1 up to rounding
static inline VEC3 VEC3_NAME(mix)(VEC3 a, VEC3 b, VEC3_REAL t) {
    return VEC3_NAME(add_scaled)(a, t, VEC3_NAME(sub)(b, a));
}

static inline VEC3_REAL VEC3_NAME(dot)(VEC3 a, VEC3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline VEC3 VEC3_NAME(cross)(VEC3 a, VEC3 b) {
    return VEC3_NAME(make)(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

// a . (b x c), six times the volume of the tetrahedron 0 a b c
static inline VEC3_REAL VEC3_NAME(triple)(VEC3 a, VEC3 b, VEC3 c) {
    return VEC3_NAME(dot)(a, VEC3_NAME(cross)(b, c));
}

static inline VEC3_REAL VEC3_NAME(length_squared)(VEC3 a) {
    return VEC3_NAME(dot)(a, a);
}

static inline VEC3_REAL VEC3_NAME(length)(VEC3 a) {
    return VEC3_SQRT(VEC3_NAME(dot)(a, a));
}

static inline VEC3_REAL VEC3_NAME(distance)(VEC3 a, VEC3 b) {
    return VEC3_NAME(length)(VEC3_NAME(sub)(a, b));
}

static inline VEC3 VEC3_NAME(min)(VEC3 a, VEC3 b) {
    return VEC3_NAME(make)(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static inline VEC3 VEC3_NAME(max)(VEC3 a, VEC3 b) {
    return VEC3_NAME(make)(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

// The largest of |x|, |y|, |z|; 0 or more, NaN components are passed over.
static inline VEC3_REAL VEC3_NAME(max_abs)(VEC3 a) {
    VEC3 positive = VEC3_NAME(max)(a, VEC3_NAME(neg)(a));
    VEC3_REAL most = positive.x > 0 ? positive.x : 0;
    most = positive.y > most ? positive.y : most;
    return positive.z > most ? positive.z : most;
}

// No NaN, no infinity: x - x is 0 for finite x only.
static inline bool VEC3_NAME(is_finite)(VEC3 a) {
    return a.x - a.x == 0 && a.y - a.y == 0 && a.z - a.z == 0;
}

// Unit length, or `fallback` when there is no direction (zero, NaN, infinite). Scaled by the
// largest component first, so neither tiny nor huge vectors lose their direction to under- or
// overflow.
static inline VEC3 VEC3_NAME(normalize)(VEC3 a, VEC3 fallback) {
    VEC3_REAL most = VEC3_NAME(max_abs)(a);
    if (!(most > 0) || !VEC3_NAME(is_finite)(a)) return fallback;
    VEC3 b = VEC3_NAME(make)(a.x / most, a.y / most, a.z / most);
    VEC3_REAL length = VEC3_NAME(length)(b);
    return VEC3_NAME(make)(b.x / length, b.y / length, b.z / length);
}

#undef VEC3
#undef VEC3_REAL
#undef VEC3_NAME
#undef VEC3_SQRT
