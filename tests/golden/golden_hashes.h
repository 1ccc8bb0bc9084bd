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
     {0xc9b33564517824c3, 0x26a23a5748db7544, 0x196ed6786578ced9, 0xbf8506aa2a595d29,
      0x289c99d8f2ca0f80, 0x51bc08e012c17226, 0xd1c1c548b75ab85c, 0xa4a2e5b350c75230,
      0xf6c4e5d3876cd13d, 0x477d2213e3bae5b9}},
    {"damped",
     {0x2cf7d696f94519d6, 0x8cd33d65ea3120d5, 0x5db959fe2ca1c2f5, 0x45802c4ba69cc7f5,
      0x77f19eed3236a2ae, 0x8a59374f9280f99d, 0x2a7b9110adf0870f, 0x9ea47614cadcb55c,
      0x14b148b804308bb3, 0xc01a04d94ea39b15}},
    {"balls",
     {0xa0f46fb333a73a14, 0x456edd41e011e430, 0x850046a3b6721a66, 0x214608eea7e67f97,
      0x27e7ef6829c50de9, 0x49c0e92341a3338c, 0x0106ab51432befb6, 0xd196cf027c43dd60,
      0xff30300bcf2e50fb, 0xacaac3198a8255b0}},
    {"hung",
     {0x9fcac3c718a8f492, 0x5e5f4adc0f2beadb, 0x64c77237e96cefd3, 0xaff5263f26549173,
      0x6b9ca22128a1f6ff, 0x1f3ce96863550e9c, 0x67c08a7b22922baf, 0x9edc04894397fe3a,
      0xd9d4e8ef25f3b7c1, 0xe643daab67064adb}},
    {"clay",
     {0xcb02a308fdd5c27b, 0xd95eb03d13689df7, 0x366ab4ca68010152, 0x528e1ef5197e0d6d,
      0x017f26bb69bfacd6, 0xb847beb9eb583a4f, 0x0dc0597aa4eb0180, 0x2c922bd9857eeb83,
      0x53247523ff8d0636, 0x235145205d438705}},
    {"wrecked",
     {0x359edf37fc61c40b, 0xbbc67b58e50342bb, 0xdb2ca2121a4026d9, 0x378909395cf6bbb3,
      0x6e2ea856d713b41a, 0x774c96e18eef735b, 0x1647ba7e0c4d0beb, 0x119a1bff998a9d7d,
      0xe6e6d38f01cec096, 0x4c005e50e539c1cb}},
    {"busy",
     {0x902d4461e2c4caa5, 0x49eaa5663c00ba55, 0x510c998bf62ee68a, 0xfee1d4675d288b1e,
      0x6b226b0c0f3e210f, 0x4fe36b64e1eb1f82, 0xc4d2bfc7853ffa66, 0x1f839ad62e786e8b,
      0x6f0c1571d09f93d0, 0xe8897ea1cad9f3a1}},
};
// clang-format on

#endif
