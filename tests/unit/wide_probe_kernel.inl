// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "wide_probe.h"

static inline wide say(wide_mask mask) {
    return wide_select(mask, wide_splat(1.0f), wide_splat(0.0f));
}

#define PROBE(name, expression)                                                                    \
    static void probe_##name(const float* a, const float* b, const float* c, float* out,           \
                             size_t count) {                                                       \
        for (size_t i = 0; i < count; i += WIDE) {                                                 \
            wide x = wide_loadu(a + i), y = wide_loadu(b + i), z = wide_loadu(c + i);              \
            (void)y, (void)z;                                                                      \
            wide_storeu(out + i, expression);                                                      \
        }                                                                                          \
    }
WIDE_PROBES(PROBE)
#undef PROBE

// The arrays must be aligned to 64 bytes for this one.
static void probe_aligned(const float* a, const float* b, const float* c, float* out,
                          size_t count) {
    (void)b, (void)c;
    for (size_t i = 0; i < count; i += WIDE) wide_store(out + i, wide_load(a + i));
}

static void probe_splat(const float* a, const float* b, const float* c, float* out, size_t count) {
    (void)b, (void)c;
    for (size_t i = 0; i < count; i += WIDE) wide_storeu(out + i, wide_splat(a[i / 16 * 16]));
}

// any and all answer for WIDE lanes; over 16 lanes the answers of all widths must agree.
static void probe_any(const float* a, const float* b, const float* c, float* out, size_t count) {
    (void)c;
    for (size_t i = 0; i < count; i += 16) {
        int any = 0;
        for (size_t k = i; k < i + 16; k += WIDE) {
            any |= wide_any(
                wide_lt(wide_mul(wide_loadu(a + k), wide_splat(64.0f)), wide_loadu(b + k)));
        }
        for (size_t k = 0; k < 16; ++k) out[i + k] = any ? 1.0f : 0.0f;
    }
}

static void probe_all(const float* a, const float* b, const float* c, float* out, size_t count) {
    (void)c;
    for (size_t i = 0; i < count; i += 16) {
        int all = 1;
        for (size_t k = i; k < i + 16; k += WIDE) {
            all &= wide_all(
                wide_lt(wide_loadu(a + k), wide_mul(wide_loadu(b + k), wide_splat(64.0f))));
        }
        for (size_t k = 0; k < 16; ++k) out[i + k] = all ? 1.0f : 0.0f;
    }
}

static void load16(wide* lanes, const float* from) {
    for (int k = 0; k < WIDE_16; ++k) lanes[k] = wide_loadu(from + k * WIDE);
}

static void probe_fold(const float* a, const float* b, const float* c, float* out, size_t count) {
    (void)b, (void)c;
    for (size_t i = 0; i < count; i += 16) {
        wide lanes[WIDE_16];
        load16(lanes, a + i);
        float sum = fold16(lanes);
        for (size_t k = 0; k < 16; ++k) out[i + k] = sum;
    }
}

static void probe_fold_min(const float* a, const float* b, const float* c, float* out,
                           size_t count) {
    (void)b, (void)c;
    for (size_t i = 0; i < count; i += 16) {
        wide lanes[WIDE_16];
        load16(lanes, a + i);
        float least = fold16_min(lanes);
        for (size_t k = 0; k < 16; ++k) out[i + k] = least;
    }
}

static void probe_fold_max(const float* a, const float* b, const float* c, float* out,
                           size_t count) {
    (void)b, (void)c;
    for (size_t i = 0; i < count; i += 16) {
        wide lanes[WIDE_16];
        load16(lanes, a + i);
        float most = fold16_max(lanes);
        for (size_t k = 0; k < 16; ++k) out[i + k] = most;
    }
}

const wide_probe_table KERNEL(wide_probe_table) = {{
#define PROBE(name, expression) probe_##name,
    WIDE_PROBES(PROBE)
#undef PROBE
        probe_aligned,
    probe_splat, probe_any, probe_all, probe_fold, probe_fold_min, probe_fold_max}};
