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
     {0x1d346bd1421d3c7b, 0x8776093c84c98b9f, 0x1447cb5fa4181738, 0x6403fe7c1f96b59d,
      0x0a8c30efc48ffbee, 0xf54ef60913016287, 0xd98d14a210f1fa56, 0x03adfaff93377382,
      0x3b128d562f4de385, 0x78139e7cc0b770f4}},
    {"damped",
     {0x36c7ea242d22bbfd, 0xec50433e2b1cf092, 0xffe53f6f2e10fcd3, 0x191d9065bf62561d,
      0x15d474d53f0f0e3f, 0x6e1b44551795c18a, 0x7b569d706a969d7f, 0x9bb26e28601e0b6e,
      0xd63d4cf55bb26e45, 0xe8099ad1094cb634}},
    {"balls",
     {0xabb38ab132ac8e7d, 0x8b84faf28ca80105, 0x242b8af1035eb1d6, 0xc8e5e57b4be734c5,
      0xcdf0cc66fb0d1b01, 0xa14cbc355be3773d, 0x17bbc2efbb86ea60, 0x7dc3b0ff1c7033bf,
      0xf0228a7fdc28fdd4, 0x9d8f3b5e13d5c577}},
    {"hung",
     {0x05db9de46880a3cd, 0x3ee6d8d34bce1228, 0x31ec00a9eeec46fd, 0xc99a7d1c038d86cd,
      0x89eac1efd3f6a4b3, 0x2887f647b851ec7e, 0x5089298534229100, 0xe0e83310f3187448,
      0x87874309ddde13d4, 0xbe957b8ff954a1ce}},
    {"clay",
     {0xfdc33f3fb41c167b, 0x3e9dd11061acd896, 0xb5ed6f555aa46d79, 0xbe89903f69e1cb57,
      0x76c01bb7652ce6d9, 0x540100e546816761, 0xa2bf414ce103c39f, 0x38bdd611aa24d470,
      0x5c4872f8eba3231e, 0x04076fdd9ffde70a}},
    {"wrecked",
     {0x430879051dde838e, 0x32cb8112e1873e7c, 0x842216b2f8a36486, 0x79ec0a8aac5eecd5,
      0xb8a7bd0b40ef7390, 0xdb1fde8d93f5ab42, 0x140dc08f4488af90, 0x5b5c0701f3d7195e,
      0xafd6573b21256457, 0x3d961cbe2a4fd388}},
    {"busy",
     {0x6c59e0b1d59e825e, 0xe5bc77d2b656abb7, 0xcd3601c7d4bf6999, 0x1b9f9857aa5417c8,
      0xa94dfe64ab41325b, 0xcb3f3a5cb69f7940, 0x6c6b6bcc2d9ade4a, 0x614542056e5c9817,
      0xee49436de6d19e4b, 0x3a4573604f5dda47}},
    {"volumes",
     {0x4395c13e465587b3, 0xae01d4fe269aacc1, 0xeb13d59fe14fadca, 0xdf014012ca6ef211,
      0x2d634d7832c04d4f, 0x6d26c078702c00b2, 0xdfe07d8fc3149830, 0x9fd3bf7871116fa9,
      0xd04c2259772f789f, 0x8ed7ca60a4fad4f1}},
    {"pile",
     {0xeaf2d4de3f6ac0c2, 0x19c4b62e3c6d4cfa, 0x9edeaa73539f19f9, 0xd0bf90a4389ac266,
      0x6ec441931f0f55d1, 0xd5b393756fc367cc, 0xc862a2f8a024a356, 0xc6097b4422d9a04b,
      0x5f1d8beb4b0af9df, 0xe6e0fdaab131f6b1}},
    {"springs",
     {0xaca7ffd0516d3032, 0x00f7f6ca358eabe3, 0x73d81d42d46da1d0, 0x695dff5ac2ca0b53,
      0x756c53595b41c731, 0xf6b236697270d008, 0x8fbeb3ecdfbe5300, 0x8e46de29bc71b361,
      0xb14efcababfdd63c, 0xc53a8d8102d7d421}},
    {"jiggle",
     {0xacfb9326ddd7d422, 0x2e42294ded8bc758, 0xc01385cc6bcd4ed8, 0x4cbd6a782b2837f0,
      0x94d27dfcdb5431f8, 0x97726c8ce419657a, 0xba7bc3aa8228297f, 0xf17351f676afdf31,
      0x7f4534f94560b0f1, 0x5fce78bacd6f2262}},
};
// clang-format on

#endif
