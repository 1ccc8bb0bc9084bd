// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A look at a JSON text before a parser gets it: how deep it nests and how much memory the tree of
// its values would take. A parser needs 100 to 250 bytes for a value of three characters, so that a
// hostile file of a few megabytes could ask for gigabytes.
#ifndef PL_IO_JSON_SCAN_H
#define PL_IO_JSON_SCAN_H

#include "src/base/platform.h"

typedef struct pl_json_scan {
    uint64_t objects, arrays, strings, numbers;  // strings count keys, numbers also true and null
    uint64_t string_bytes, longest_string;
    unsigned depth;    // the deepest nesting of objects and arrays
    uint64_t deep_at;  // the byte where it first gets deeper than asked
} pl_json_scan;

// Counts, without judging the grammar: where the text is not JSON the parser stops earlier, never
// later. Stops itself at the byte that nests deeper than `depth_limit`.
pl_json_scan pl_json_scan_text(const unsigned char* text, size_t size, unsigned depth_limit);

// At most so many bytes are held at once by jansson while it parses such a text.
uint64_t pl_json_scan_memory(const pl_json_scan* scan);

#endif
