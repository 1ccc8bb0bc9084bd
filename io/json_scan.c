// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/json_scan.h"

// Past the string that begins at text[i], which is a quote; counts it.
static size_t skip_string(pl_json_scan* scan, const unsigned char* text, size_t size, size_t i) {
    size_t begin = ++i;
    while (i < size && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
    if (i > size) i = size;
    uint64_t length = i - begin;
    scan->strings++;
    scan->string_bytes += length;
    if (length > scan->longest_string) scan->longest_string = length;
    return i + 1;
}

static bool is_word(unsigned char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '+' || c == '.';
}

static size_t skip_word(const unsigned char* text, size_t size, size_t i) {
    while (i < size && is_word(text[i])) i++;
    return i;
}

pl_json_scan pl_json_scan_text(const unsigned char* text, size_t size, unsigned depth_limit) {
    pl_json_scan scan = {0};
    unsigned depth = 0;
    for (size_t i = 0; i < size;) {
        unsigned char c = text[i];
        if (c == '"') {
            i = skip_string(&scan, text, size, i);
        } else if (is_word(c)) {
            scan.numbers++;
            i = skip_word(text, size, i);
        } else {
            if (c == '{' || c == '[') {
                if (c == '{')
                    scan.objects++;
                else
                    scan.arrays++;
                if (++depth > scan.depth) scan.depth = depth;
                if (depth > depth_limit) {
                    scan.deep_at = i;
                    return scan;
                }
            } else if ((c == '}' || c == ']') && depth > 0) {
                depth--;
            }
            i++;
        }
    }
    return scan;
}

uint64_t pl_json_scan_memory(const pl_json_scan* scan) {
    // jansson 2.14 on a 64-bit machine, blocks rounded up to the heap's grain of 16 and one word
    // more; each value may be an array's element, whose table doubles (24 bytes at the worst), and
    // each string a key, whose table of buckets doubles too
    return 272 * scan->objects + 168 * scan->arrays + 136 * scan->strings + scan->string_bytes +
           64 * scan->numbers + 4 * scan->longest_string;
}
