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
     {0x4501859dd28bb707, 0x1a11be41a47cf58d, 0x0666d4acf295a741, 0xc10ad5fd98aefef1,
      0xb086bcf0612c3f03, 0xd5b1c90422ecad9a, 0x4b4f62368ae3e4de, 0x9bd959c537dc46ff,
      0xe1c8e36931cbba60, 0x96030b7d5ac14ff7}},
    {"damped",
     {0x81199ed21f712b77, 0xd5ef5c1d07c9af03, 0x23c4872b72c5a8c2, 0xbf7690c0e96f3e18,
      0x54923017bc0a7bd4, 0x99e1346020f0fb0b, 0x1eb3997246a1f263, 0x434cb04998c6db0d,
      0x75b6276bf37dcb70, 0xbccf930bace18bf2}},
    {"balls",
     {0xcba0735009028546, 0xea411e2e9c1665cc, 0x8f1a1748743f6030, 0xb4d31b9253ee1a05,
      0xe70099be66f181de, 0x38e8db44b0a0c45b, 0xd5df647ccc869ea9, 0xfd8d201b1a44427f,
      0x62aadfc19c73bf83, 0x4ec73e510f231bd3}},
    {"hung",
     {0xcec2784a67033d8f, 0x8a62cda58d02df76, 0x4602d2c38725df9c, 0x4de44b34d9b9c6e2,
      0xba849808d00be86c, 0xe5b940744b140e3d, 0x58efc3ca6aed2635, 0x2af56b4be9514399,
      0x94a0225886a7ee54, 0xb879a6f3c3f4d661}},
    {"clay",
     {0xc3cc04fb06c04bbb, 0xe01b10732196ced6, 0x9bff48860682d2b5, 0x67e0f5ae7d4d810d,
      0x5cf53cf7ead489bd, 0x5c14afbac41f7436, 0xd0176668e48ef327, 0x0c14867c4a66641e,
      0x843ae1dc743fc492, 0xfd89bc1a15225a08}},
    {"wrecked",
     {0xf80b3677f25b2e5c, 0xaf4fc489ef7c44be, 0x3a65bceadea7effd, 0x3bca97c2783e22a4,
      0x3e91b78f0481660e, 0x5a60c0be8cfe2c0f, 0xab04425f1c221595, 0xe8a96306563b7cfa,
      0x2afb67a58ad20ed3, 0xed9317a61f60ae2d}},
    {"busy",
     {0xad421dd009f6bac9, 0x7ef5826c41064b9d, 0xf054817facc95091, 0x7df8df4489e2c2d2,
      0x497422f02bc806e9, 0x12f10189c0aa371e, 0x84907dc1b51a491b, 0x1a7e03a1877360de,
      0xb67856dffd43d75b, 0x1b0a94d2b45892a7}},
    {"volumes",
     {0x9eb5f5cf85c92b27, 0x8497ddedde09038c, 0x94b8839aeba17ae7, 0xd4ea38b6fbe91602,
      0x2e7f5f9d2faf4472, 0x84c8521de010a3ed, 0x31a8bf6336c95abf, 0x9c72239befe907f9,
      0x1fb55f8bf899de38, 0x3e54c73b7c394622}},
    {"pile",
     {0x25aa913c7749bff6, 0x2760e9c868a5ee3d, 0x0c62379291815465, 0xfd692bb88421058b,
      0x60771a384f3907f8, 0xe6b29fb1dd0d9176, 0x8cb03ca526cbd1d3, 0x37ef7031edfad40b,
      0x9126ef8a82299946, 0x733710565b70c21a}},
    {"springs",
     {0x9281ff5367c83c11, 0x3af876b3a2e2c5f1, 0xf292fe9509d0cd3a, 0xbcf149d6d927f28c,
      0xfcea965e2fd9dfde, 0x0119e5d8afddff72, 0x92d997da5b60ad03, 0x27959426c45409c3,
      0xe54c8f6f5ef8e54a, 0x2375f63220b53636}},
    {"jiggle",
     {0x937ccc99699a8c5d, 0xcba38aea16afbb4c, 0xcd37176d52603966, 0x62802e8481d4910b,
      0x53a9a9b583bd2434, 0xe64193b77cbcdea7, 0xfdd089708b181e1b, 0x8b733dc22e01a743,
      0x739901a7371f8721, 0x285990864bf61a06}},
};
// clang-format on

#endif
