// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "fit_probe.h"
#include "src/elastic/shape_match/fit_wide.h"

static void fit(const float* moments, float* transforms) {
    fit16(moments, transforms);
}

static void fit64(const float* moments, float* transforms) {
    fit_rows(moments, 64, transforms);
}

static void to_lanes(const float* rows, float* channels) {
    for (int k = 0; k < WIDE_16; ++k) {
        wide channel[16];
        rows_to_lanes(rows + 16 * WIDE * k, channel);
        for (int c = 0; c < 16; ++c) wide_storeu(channels + 16 * c + WIDE * k, channel[c]);
    }
}

static void to_rows(const float* channels, float* rows) {
    for (int k = 0; k < WIDE_16; ++k) {
        wide channel[16];
        for (int c = 0; c < 16; ++c) channel[c] = wide_loadu(channels + 16 * c + WIDE * k);
        lanes_to_rows(channel, rows + 16 * WIDE * k);
    }
}

static void store4(const wide channel[4], float* to) {
    for (int c = 0; c < 4; ++c) wide_storeu(to + 16 * c, channel[c]);
}

static void from_fours(const float* rows, float* channels) {
    for (int k = 0; k < WIDE_16; ++k) {
        wide channel[4];
        fours_to_lanes(rows + 4 * WIDE * k, channel);
        store4(channel, channels + WIDE * k);
    }
}

static void to_fours(const float* channels, float* rows) {
    for (int k = 0; k < WIDE_16; ++k) {
        wide channel[4];
        for (int c = 0; c < 4; ++c) channel[c] = wide_loadu(channels + 16 * c + WIDE * k);
        lanes_to_fours(channel, rows + 4 * WIDE * k);
    }
}

static void from_quarter(const float* rows, float* channels) {
    for (int k = 0; k < WIDE_16; ++k) {
        wide channel[4];
        quarter_to_lanes(rows + 16 * WIDE * k, channel);
        store4(channel, channels + WIDE * k);
    }
}

const fit_probe_table KERNEL(fit_probe_table) = {fit,        fit64,    to_lanes,    to_rows,
                                                 from_fours, to_fours, from_quarter};
