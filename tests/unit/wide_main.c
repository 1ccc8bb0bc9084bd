// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The hashes of wide_bits.h as a program without a test library, for compilers and machines that
// have none: prints each, exits 1 if one is not golden. See tools/check_portable_bits.sh.
#include "wide_bits.h"

#include <stdio.h>

static int report(const char* what, const char* set, uint64_t hash, uint64_t golden) {
    printf("%-10s %-8s %08x%08x%s\n", what, set, (unsigned)(hash >> 32), (unsigned)hash,
           hash == golden ? "" : "  NOT GOLDEN");
    return hash != golden;
}

int main(void) {
    int bad = report("elementary", "-", wide_bits_elementary(), WIDE_BITS_GOLDEN_ELEMENTARY);
    uint64_t scalar[WIDE_PROBE_COUNT], probe[WIDE_PROBE_COUNT];
    wide_bits_operations(PL_ISA_SCALAR, scalar);
    for (int i = 0; i < PL_ISA_COUNT; ++i) {
        pl_isa isa = (pl_isa)i;
        if (!pl_isa_available(isa)) continue;
        const char* name = pl_isa_name(isa);
        uint64_t operations = wide_bits_operations(isa, probe);
        bad |= report("operations", name, operations, WIDE_BITS_GOLDEN_OPERATIONS);
        for (int k = 0; k < WIDE_PROBE_COUNT; ++k) {
            if (probe[k] != scalar[k]) printf("  %s differs from scalar\n", wide_probe_name(k));
        }
        bad |= report("sums", name, wide_bits_sums(isa), WIDE_BITS_GOLDEN_SUMS);
    }
    return bad;
}
