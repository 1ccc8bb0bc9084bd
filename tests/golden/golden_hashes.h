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
     {0xeb7847b2f7f06f5e, 0xb0108b9c416fcfee, 0xb8e2dfa006b1372b, 0xf84e5493be148bcb,
      0xcea0850ea8aa8524, 0xcb86f0710f62274c, 0x941dce296fb41675, 0xf87b79b7fb916e89,
      0x1dea308067f8a952, 0xaa5518e27cd979f3}},
    {"damped",
     {0x1af3f26cbf313bca, 0x562785f653de616c, 0x3df1e6f5f4f8156a, 0xbe99e460798cb2f0,
      0xaf7cf60a1e564359, 0xa95f70178d9b84fa, 0x68bf3a98c513876f, 0xaf9d26cca8aa350b,
      0xec36b058dd556a0c, 0x1bd4ae34609f9c8c}},
    {"balls",
     {0x901d89db7fa7e5f3, 0xbce20fb56b755343, 0xfc1bd7ea0139e64c, 0x980abc292a561526,
      0xecbb76ab05c24c55, 0x211195889ea9742b, 0x8dc1b135c7f59d2a, 0x494edf27b541bd40,
      0x410ff01ee3a96d2a, 0xa640c44dcf13944f}},
    {"hung",
     {0xa14de8402ef07971, 0x9734971fe291a949, 0x1557a51218a96b76, 0xf4ec79e8c788fb78,
      0xa21284b4ad4c88f5, 0x42eaae795055ef49, 0x99ac9c7698a39d6b, 0xa56e762f6196f509,
      0x9c382a52f4739c15, 0x55247a7036cf91db}},
    {"clay",
     {0xc9f94af72e767755, 0xb1b8ba2d9554a804, 0x92457caccf18eba1, 0xb808fb25fec1cf00,
      0x9dde3320d9bd93e1, 0x8d4e23d98bead579, 0xa2445b2ece98c00e, 0x551c05cd689ab03a,
      0xdb97f30a7e3169cf, 0x6367d68b953c38e2}},
    {"wrecked",
     {0x827c1a2afc468b0c, 0x9a8a6eb007770a97, 0x83fc88cf86d7d306, 0x4c0378ef0b37aca8,
      0xa2cd4e0e1b9b5c71, 0xf22e7893f4b71ef3, 0xef26c06f59faf502, 0xdcc32976228a21a1,
      0xa64ad632799a55a2, 0x566e846ec9429f1b}},
    {"busy",
     {0xf51bbe2ea9d5b5aa, 0x219d8122aabe16df, 0xce4482e560410738, 0x261d9959c645d94e,
      0x67339a72ec047db2, 0x10dd1da11b2d3214, 0xe08a7dfd9589cffc, 0xecb7ba869f49e187,
      0xad6358b41fb1e46c, 0xe7c0c51b589dd25a}},
    {"volumes",
     {0x2a89ae8462ae56f2, 0xce78fb5a2a923aa7, 0x751946abfaa65dfd, 0x4cdab034b44099c5,
      0x4e73899ed420a752, 0x1187b5e335bf1852, 0x6f36dad6279b959e, 0xdc61ce546b4433da,
      0x7804bd24874972f3, 0x8dc63efe45b7f542}},
};
// clang-format on

#endif
