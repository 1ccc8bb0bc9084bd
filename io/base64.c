// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/base64.h"

size_t pl_base64_room(size_t length) {
    return length / 4 * 3 + 3;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

int pl_base64_hex(const char* digits) {
    int high = hex_digit(digits[0]);
    int low = high < 0 ? -1 : hex_digit(digits[1]);
    return low < 0 ? -1 : high * 16 + low;
}

enum { BLANK = 64, PADDING = 65, BAD = 66 };

static unsigned sextet(int c) {
    if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A');
    if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a' + 26);
    if (c >= '0' && c <= '9') return (unsigned)(c - '0' + 52);
    switch (c) {
    case '+':
    case '-': return 62;
    case '/':
    case '_': return 63;
    case '=': return PADDING;
    case ' ':
    case '\t':
    case '\r':
    case '\n': return BLANK;
    default: return BAD;
    }
}

bool pl_base64_decode(const char* text, size_t length, unsigned char* bytes, size_t* count,
                      size_t* bad) {
    uint32_t bits = 0;
    unsigned held = 0;  // bits not yet written, 0 to 7
    bool ended = false;
    *count = 0;
    for (size_t i = 0; i < length; ++i) {
        *bad = i;
        int c = (unsigned char)text[i];
        if (c == '%') {
            if (length - i < 3 || (c = pl_base64_hex(text + i + 1)) < 0) return false;
            i += 2;
        }
        unsigned value = sextet(c);
        if (value == BLANK) continue;
        if (value == PADDING) ended = true;
        if (value == BAD || (ended && value != PADDING)) return false;
        if (ended) continue;
        bits = bits << 6 | value;
        held += 6;
        if (held >= 8) {
            held -= 8;
            bytes[(*count)++] = (unsigned char)(bits >> held & 0xFF);
        }
    }
    // six bits over: one lonely character, which holds no byte
    *bad = length;
    return held < 6;
}
