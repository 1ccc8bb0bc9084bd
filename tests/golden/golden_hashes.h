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
     {0xc75ad91bc871a0b7, 0x3046988b40001a10, 0x0ed31720a0c8c69a, 0xbf859fc756b5516d,
      0xa16f0ec1bdb6873d, 0x6a8677cad27d03b6, 0xd903a425ef11b01a, 0x479257acbd3fa9e2,
      0xd4c0f4ad5b6d3d7b, 0x703241aa8ae82f71}},
    {"damped",
     {0x2e8be596ebf8bb0d, 0xc04207d444af3240, 0xd00e59d58c322603, 0x9554cddcbe9ac428,
      0xb990649fd7fead46, 0x3e1e059341d716cb, 0x782005265edb216d, 0xa69ca39b73a01807,
      0xb37117da5ab0e0fd, 0xf5f6277cd236b06e}},
    {"balls",
     {0xde4696d9e846c049, 0x1b785acb729ca221, 0x722e45f9a7c6237d, 0xcd2a1f8b0f5dedc3,
      0x56b23124dba27ae3, 0x40a570f25d4f84c3, 0x9ea48b05ae7ba0d3, 0x4870b88d1edad238,
      0x0de3700b6f671b34, 0x4022fe5325ec5938}},
    {"hung",
     {0x2239e072dde9b76b, 0x6c7b693a7b2af626, 0xf5911e28a8b20058, 0x4be7dd48f1561ab1,
      0x57a1bb6fb95ff645, 0xe0ca29ddcf2e0dd7, 0x5fe3ea8b3830ca0b, 0xc5492f002a4cc706,
      0xb905a8ba38b785f5, 0x9a4cafe99eba2a8e}},
    {"clay",
     {0xea5d2f96c630382f, 0x0b30ecfcaaa8d4c1, 0x633f40ab6c7f373a, 0xbe9a982976cf2711,
      0x537bfefe2ae10b7f, 0x9addaa353c5b9d78, 0x87afd5445a1d167b, 0xb1c3ef1453fa4557,
      0x857441a0a6495d83, 0x2bf46cc2669b04f9}},
    {"wrecked",
     {0xbc3e9920cd5721d6, 0xd7d74de994a82640, 0xfbcdb987c734699e, 0xfb1fc8ecec9a5bfd,
      0xa3d42d890251f826, 0xd480bfcdf1814315, 0xa202f4596787996a, 0x3864111defa85648,
      0xd11a6841506f9ecd, 0x2064f59c397cf0ac}},
    {"busy",
     {0x886ff85303388cd9, 0x5013d2edfee5fc13, 0x544402897dd0a62d, 0x3e14074249ab5775,
      0xf72182bffde57f78, 0x8983962aba235a1b, 0x69ac08e0198bf4f0, 0x89310327e87bec2a,
      0x8fa7240fd48c637d, 0x113d4de9c1971e70}},
    {"volumes",
     {0x12dd411cb9637433, 0x9659b25ea6d7185c, 0x8170918e47069de1, 0x08b7783df5a6774a,
      0x06125d1eaa61530c, 0x25a275811896f3ce, 0x28a4c04e3e8c363c, 0xb90cc9cff3ebecbf,
      0x8942ead68aa0d24f, 0x75d6354e0058ce38}},
};
// clang-format on

#endif
