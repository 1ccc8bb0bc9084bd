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
     {0x6c7d58fbcc7ffc28, 0xf96473290b21db24, 0x2f5c539f1676d78b, 0x326e787962485b6b,
      0x51c5e3b096b20197, 0x97fe003c2ada8eae, 0x88cb111d0b1de12f, 0x2de5b0406ec9a8b4,
      0x7c0c3117e04e3d90, 0x4e335e9198ac72ce}},
    {"damped",
     {0x9688571223b3cbd3, 0xc86821cfb9d8ddf5, 0x5ac718a15d6de24b, 0x757c38550b9efa0c,
      0xf67119149ec51c54, 0xeea82e1e74d07fd3, 0x3c49c64853bfcdc7, 0x3a789417eda10b2e,
      0x7c898d034e81bf1c, 0x0ad353aba1e7177f}},
    {"balls",
     {0x88461091b15551ad, 0x5d40afa86b824f25, 0x53265519ba8a200f, 0xedc2f527e5af2465,
      0xd64b1d7b3b83163b, 0x9ba6b5a80c90e375, 0xbb9d697cf0c3aca5, 0x9c8144c69a1f7873,
      0x6a934ccd8a7f087f, 0x345e955df091c85c}},
    {"hung",
     {0x55df1fa4ccac6194, 0xd2a21f6952a45875, 0x73f7f7590bfc95d0, 0x79fbe039f497150d,
      0xd61f5d577e4469e9, 0x8b4a55ee1fa3ab8a, 0x3d9a574171be0523, 0xf44f46f9eee18e67,
      0x06a09dcf0f07303a, 0x37714d11d13f693f}},
    {"clay",
     {0x970f6c17f102eb1c, 0xfb30a9fbb56c7f6e, 0x290f7b5758e479b0, 0x3c49d2359b91bd8a,
      0x52f30921dd44206c, 0x4f0a81aff5cdbdc0, 0x34ccd251449fbc06, 0xaa56276df7441abf,
      0x5b0c103233aa030c, 0xc4e451077a69dc4f}},
    {"wrecked",
     {0x8392ae0c06b50571, 0x8fb10f96c01fe2fd, 0x1d2e9df0212f8253, 0xae28c1a9f8a13e85,
      0x0862764c1337635a, 0x52ee8e11531c1510, 0xde29ebbc125907fe, 0xfc5a809cdfd66bc3,
      0xd182a3ff1fe8ab76, 0xbe1a8c8caed45f15}},
    {"busy",
     {0xe3c8d79ea939bf13, 0xf94877acdd9e527f, 0x7bd9a582baeef9fa, 0x3db77d265385a4b8,
      0x557ea40bfdf09105, 0x1e40d25564fc75ac, 0x39f2d2db920e39c4, 0xdbd23d02289ba7c9,
      0xc025ca52b424ee5c, 0x7d7eaf6d630a2672}},
};
// clang-format on

#endif
