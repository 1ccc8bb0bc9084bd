// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The intake alone: arrays of any layout, strides that leave nothing aligned, indices that lie.
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    fuzz_arrays arrays = fuzz_arrays_make(data, size);
    plump_allocator allocator = fuzz_meter_begin(size);
    fuzz_take_in(&arrays.triangles, arrays.options, allocator);
    fuzz_meter_end();
    fuzz_arrays_free(&arrays);
    return 0;
}
