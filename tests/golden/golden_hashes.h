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
     {0xd85e8de4e26eeee0, 0x1caec94b73c10a79, 0x694605b73adf264d, 0xf48ff96da3bb3eaf,
      0x8f99a93400f8faf2, 0x1c6fde4aacab5d4c, 0xe0f6db684a64e8ad, 0xda33bc806cd10648,
      0xc47347cd831388c6, 0x70ab6ccbc883e498}},
    {"damped",
     {0xc6d1aa1b351a5df8, 0xe29bc7e269d56316, 0xb9b0d3f98f51d861, 0x43a4a84bc4792682,
      0x521c331fff68719f, 0x45b9158442b48279, 0xece1026ede420743, 0x8a706a4a0e585ee6,
      0xfa9e8979869b8d25, 0x76ac164f100f5c45}},
    {"balls",
     {0x9f3776f42274be3d, 0xe23dc98f64d10856, 0x3b5e4a043b455c20, 0xa4bcf36498725872,
      0x4ada2aef1c6878c1, 0x87f8de7a0528c4c7, 0xf339f2dcb70018c2, 0xa3d6048101a09fde,
      0x00f97035487dabcf, 0xf468dfa56b23841f}},
    {"hung",
     {0x540b6278403cc015, 0x6baadd6764d37822, 0x2ec1927a85b3bb1b, 0xc98650de805396a0,
      0x485b2fc784767d33, 0x58437c8d0e3575de, 0x1896e77bfa31695b, 0x32276672973c8cee,
      0x91228eed175f2f9e, 0xf214735b8d8234df}},
    {"clay",
     {0xf477dd55ac6695df, 0xe3fa9704dce78658, 0x11a8f1925a58e9c8, 0x148797a4869622d5,
      0xbcf96fecce8a54de, 0x16b5c2b21642f121, 0x2cd70093cf8d9734, 0xed9d6cc2cc5b4fe3,
      0x830a9c675b312a30, 0x09256eedc69c53eb}},
    {"wrecked",
     {0x916b11ce87c314cc, 0x9191b0ef6ba1f96e, 0xaae3b7a2e8fac318, 0xf8b5dc40bebc4280,
      0x98d995e0ffd3f0f0, 0xaac64b561cbfd40d, 0x337bbee2f94f6e63, 0x0447637b79ca14e2,
      0xabae650599ee56ca, 0xad2a92eed0e9bf17}},
    {"busy",
     {0x61b3b8b865f4a31f, 0x1734f76897583240, 0xb7e9c5839c6be80f, 0x15e1d1c19c72e493,
      0x42062e47b829fcaf, 0x47ea55e5db217168, 0x76c35866928d1a77, 0x58c4942fd10defc8,
      0x709cfba8ac809b32, 0x1c27c2310e749c1b}},
};
// clang-format on

#endif
