// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The chained hash of each golden scene after every 100 steps. A change that moves one changes
// results: say so in the CHANGELOG. Written by: build/tests/golden --print
#ifndef GOLDEN_HASHES_H
#define GOLDEN_HASHES_H

#include <stdint.h>

typedef struct golden_hashes {
    const char* scene;
    uint64_t checkpoint[10];
} golden_hashes;

// clang-format off
static const golden_hashes golden[] = {
    {"ring",
     {0x5c5eda45acf1a0ff, 0x106fbb299241760e, 0x5d039075600584ef, 0x5b272ae6bd5adaaf,
      0x3410dacfbff3e839, 0xafe1c9649109bae4, 0x454cdf4bc6a6f1fe, 0x71776ce12e876736,
      0xf6885d14212456c3, 0xa39816d0f1df38a6}},
    {"damped",
     {0xe286f7d5fe7aad41, 0x40059f26f01fd874, 0x3f803eff2ea1e682, 0x9689a72596190414,
      0x7ea90964e83e79d4, 0xe8461fc34de98497, 0xb95804b9027bc07d, 0x3768fae3bfc8ff8f,
      0xf8496e6f36e7fdf3, 0xea92d9ba9f69fb41}},
    {"balls",
     {0xb045df8bbd75a75a, 0xd585a5e54f648a0c, 0xb6898846adf0d14c, 0x63e469d9d9d2e773,
      0xbcda37914f1f7c62, 0x9441550eee5ea167, 0x3ced1c6bea842333, 0xae058770e744b2b3,
      0x1479353715934cc8, 0x9ee57e890fc98575}},
    {"hung",
     {0x8c7ad2bfe768bb30, 0x6e7e1530d64c905c, 0xa29d0ea810176796, 0xbf46b654d7a39c03,
      0x002c40e61cc8d0ae, 0xaa2f56f753e805e0, 0x8729ec5da816a3c1, 0x9af6f6270b94eb14,
      0x3b30fb6cd4689f7c, 0x2363345a7270171a}},
    {"clay",
     {0xf2711c832ba28a62, 0x49cc8bab3a97b71f, 0x9f2e59e70dbc1924, 0x114719f5b0a677da,
      0x3170e1b152b3307d, 0xd31779feb00ba37c, 0x1923add5c996274c, 0x35ab6cce1afc6c54,
      0x14f3d86f74625202, 0x3b3042e8075b358b}},
    {"wrecked",
     {0x5827d284f1ebf0af, 0x34c9274372bfc7ea, 0x1d38994ea92dc056, 0x8e4b258ddcf6e267,
      0x28f61254b264028b, 0x9309641f71182882, 0x5ed47dbad5b54d9c, 0xd534977a9eee3738,
      0x909cbe8f09d43041, 0xdebf0e28b39b51fc}},
    {"busy",
     {0xa12b9731927730ee, 0xe70ac9a87e8ac21a, 0x7c9a1ba27e4f747a, 0x419a2d7df60d4afd,
      0x828b5ff420bc768a, 0xb800f2f53d96a3d3, 0x2e1ecc15987c8719, 0x6b7b159edc258941,
      0x92a8c4a87a55b693, 0xf4e499bcc7817c64}},
    {"volumes",
     {0x6ed9161f8ce5f2d0, 0xad9d971918a8cc02, 0x329d54d66ba94ad5, 0x5805fcba02fd92af,
      0x4754c48021b904ac, 0x3bbdfd850511ff5a, 0x6988569a0036cbe7, 0x06903bd15d3c2138,
      0xb28adbc44dac83fc, 0xc22acdde89ce44e4}},
};
// clang-format on

#endif
