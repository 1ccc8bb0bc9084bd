// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the fuzz targets share. Each target defines LLVMFuzzerTestOneInput(); libFuzzer calls it, or
// replay.c does with the kept corpus. What must not happen ends in abort() with a line that says
// what it was.
#ifndef PLUMP_FUZZ_H
#define PLUMP_FUZZ_H

#include <plump/io.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// Prints the line and aborts.
void fuzz_fail(const char* what);

// Hooks that count what is held, jansson's memory too, and fail the run when it grows beyond 64
// times `size` and 64 MiB. fuzz_meter_end() fails the run when something was not given back.
plump_allocator fuzz_meter_begin(size_t size);
void fuzz_meter_end(void);

// Some bits drawn from all of the input: they choose options without being a part of the file.
uint8_t fuzz_options(const uint8_t* data, size_t size);

// Takes the triangles in, with options by bit: 1 fill holes, 2 find intersections, 4 weld only
// equal positions. An accepted mesh is checked: closed, finite, positive volume, and the same bits
// after every format it is written in.
void fuzz_take_in(const plump_triangles* triangles, uint8_t options, plump_allocator allocator);

// The bytes as an animated character: posed, skinned and jiggled.
void fuzz_character(const uint8_t* data, size_t size);

// Bytes of the triangles in this format; free with the allocator.
typedef struct fuzz_bytes {
    unsigned char* bytes;
    size_t size;
} fuzz_bytes;
fuzz_bytes fuzz_write(plump_format format, const plump_triangles* triangles,
                      const plump_write_def* def, plump_allocator allocator);

// A triangle list decoded from bytes of no format: any stride, type, index width.
typedef struct fuzz_arrays {
    plump_triangles triangles;
    unsigned char* positions;  // one block each, exactly as long as it must be
    unsigned char* indices;
    uint32_t* groups;
    uint8_t options;
} fuzz_arrays;
fuzz_arrays fuzz_arrays_make(const uint8_t* data, size_t size);
void fuzz_arrays_free(fuzz_arrays* arrays);

#endif
