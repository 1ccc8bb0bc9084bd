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
     {0xd3ec97e0b4e688d3, 0xc211700a34b430ec, 0x6a54eab7c5b5d21c, 0x404ed257577ce987,
      0x82ba99717a288262, 0x8908ec6f3c6202b1, 0x2c20a630b1b1b89d, 0x26a04458b3708cab,
      0x27b23a76f2686890, 0xaa8b279e33acf2b4}},
    {"hung",
     {0x0990635ba0092222, 0x81a888ba27e68a43, 0x58bfdfe39e7faa6b, 0x3beb6ab6b71a1b75,
      0xaff68f5bd867b035, 0xabc88bbdb3d8723e, 0x641193d4ebd83ced, 0xcd305ddc2ed5e581,
      0x03c2f6c78964ef24, 0xe932e7b7eedf27aa}},
    {"clay",
     {0xdafa24dcdd9a6ca4, 0x4a6bb64748823ecf, 0xcb2f18e156a7d55f, 0xa8f16ee56563d620,
      0xd8b04be3c3666c69, 0x4a23bafcbd7cda4b, 0x08af42d2ddafd8bb, 0xce0388bbd787c086,
      0xbce9928c47b56cc4, 0x0de25ceb97fa9b95}},
    {"wrecked",
     {0x430879051dde838e, 0x32cb8112e1873e7c, 0x842216b2f8a36486, 0x79ec0a8aac5eecd5,
      0xb8a7bd0b40ef7390, 0xdb1fde8d93f5ab42, 0x140dc08f4488af90, 0x5b5c0701f3d7195e,
      0xafd6573b21256457, 0x3d961cbe2a4fd388}},
    {"busy",
     {0x6c59e0b1d59e825e, 0xe5bc77d2b656abb7, 0xcd3601c7d4bf6999, 0x1b9f9857aa5417c8,
      0xa94dfe64ab41325b, 0xcb3f3a5cb69f7940, 0x6c6b6bcc2d9ade4a, 0x614542056e5c9817,
      0xee49436de6d19e4b, 0x3a4573604f5dda47}},
    {"volumes",
     {0x0c55c3652c1f5039, 0x7c540b028c43ab95, 0xeedfa0a13b786e47, 0x73cd3a9ce3eadbbe,
      0x2b089da8cc5a1485, 0x8901bc9963f2a524, 0xdfa26278f6fca341, 0x71a3c6262ad964d2,
      0xfa3edbe52555c49b, 0xbc1f2ac5f1726d0d}},
    {"pile",
     {0xde558ef272278a7a, 0x9a54cc5a96328359, 0x45ed9c451c379bcf, 0xf7e93e77afd28503,
      0xbe4a2034a534572a, 0x0c8a0f4b2ebb1228, 0xe1fa956a4be0b9e0, 0x579c2373085b71f8,
      0x8dcd940a16859185, 0x7950f4db9e64aeee}},
    {"springs",
     {0x30c9dbacfdc60852, 0x30b9a5bc206b74f3, 0xe740ce28bcae5d30, 0x4a592eb24f0f0545,
      0xaa1eb485b6d29f21, 0x8bd061e9aad4d051, 0x86fbf88e3ecf18cd, 0x456535bf9e816471,
      0x2cd5673c6158095a, 0xf0092cf84773512a}},
    {"jiggle",
     {0xacfb9326ddd7d422, 0x2e42294ded8bc758, 0xc01385cc6bcd4ed8, 0x4cbd6a782b2837f0,
      0x94d27dfcdb5431f8, 0x97726c8ce419657a, 0xba7bc3aa8228297f, 0xf17351f676afdf31,
      0x7f4534f94560b0f1, 0x5fce78bacd6f2262}},
};
// clang-format on

#endif
