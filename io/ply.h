// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The header of a PLY file: which elements follow, and what each of their rows holds.
#ifndef PL_IO_PLY_H
#define PL_IO_PLY_H

#include "io/scan.h"

typedef enum pl_ply_type {
    PL_PLY_INT8,
    PL_PLY_UINT8,
    PL_PLY_INT16,
    PL_PLY_UINT16,
    PL_PLY_INT32,
    PL_PLY_UINT32,
    PL_PLY_FLOAT32,
    PL_PLY_FLOAT64,
    PL_PLY_TYPE_COUNT
} pl_ply_type;

typedef enum pl_ply_coding { PL_PLY_ASCII, PL_PLY_LITTLE, PL_PLY_BIG } pl_ply_coding;

// What a property means to us; x, y, z are 0, 1, 2.
typedef enum pl_ply_role { PL_PLY_X, PL_PLY_Y, PL_PLY_Z, PL_PLY_INDICES, PL_PLY_SKIP } pl_ply_role;

typedef struct pl_ply_property {
    unsigned char type;        // pl_ply_type of the value, or of each value in a list
    unsigned char count_type;  // of a list's length
    bool is_list;
    unsigned char role;
} pl_ply_property;

typedef enum pl_ply_kind { PL_PLY_VERTEX, PL_PLY_FACE, PL_PLY_STRIPS, PL_PLY_OTHER } pl_ply_kind;

typedef struct pl_ply_element {
    pl_ply_kind kind;
    pl_word name;  // in the file
    uint64_t count;
    size_t first, property_count;  // its properties
    unsigned roles;                // a bit for each role among them
} pl_ply_element;

typedef struct pl_ply_header {
    pl_ply_coding coding;
    unsigned kinds;  // a bit for each kind of element that has come
    pl_ply_element* elements;
    size_t element_count, element_capacity;
    pl_ply_property* properties;
    size_t property_count, property_capacity;
} pl_ply_header;

// Reads up to the first byte of data, where `scan` then stands.
plump_result pl_ply_read_header(pl_reader* reader, pl_scan* scan, pl_ply_header* header);
void pl_ply_free_header(pl_ply_header* header, const plump_allocator* hooks);

size_t pl_ply_size(unsigned type);

#endif
