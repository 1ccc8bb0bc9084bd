// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/text.h"

#include <float.h>
#include <string.h>

typedef struct {
    char* text;
    size_t size, used;
} writer;

static void put(writer* w, char c) {
    if (w->used + 1 < w->size) w->text[w->used] = c;
    w->used++;
}

static void put_bytes(writer* w, const char* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i) put(w, bytes[i]);
}

static void put_unsigned(writer* w, unsigned long long value, unsigned base) {
    char digits[24];
    size_t n = 0;
    do {
        digits[n++] = "0123456789abcdef"[value % base];
        value /= base;
    } while (value);
    while (n) put(w, digits[--n]);
}

static void put_signed(writer* w, long long value) {
    if (value < 0) put(w, '-');
    put_unsigned(w, value < 0 ? 0ull - (unsigned long long)value : (unsigned long long)value, 10);
}

// value = mantissa * 2^exponent, exactly, as one long number of nine decimal digits a word, lowest
// first. Where the exponent is negative, m / 2^e is m * 5^e with the point moved e places.
typedef struct {
    uint32_t words[96];  // the smallest double needs 86
    size_t count;
    int places;  // after the point
} decimal;

static void multiply(decimal* d, uint32_t factor) {
    uint64_t carry = 0;
    for (size_t i = 0; i < d->count; ++i) {
        carry += (uint64_t)d->words[i] * factor;
        d->words[i] = (uint32_t)(carry % 1000000000);
        carry /= 1000000000;
    }
    if (carry) d->words[d->count++] = (uint32_t)carry;
}

static void to_decimal(double value, decimal* d) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t mantissa = bits & ((UINT64_C(1) << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7FF);
    if (exponent)
        mantissa |= UINT64_C(1) << 52;
    else
        exponent = 1;
    exponent -= 1075;
    d->words[0] = (uint32_t)(mantissa % 1000000000);
    d->words[1] = (uint32_t)(mantissa / 1000000000);
    d->count = d->words[1] ? 2 : 1;
    d->places = exponent < 0 ? -exponent : 0;
    for (; exponent > 0; --exponent) multiply(d, 2);
    for (; exponent < 0; ++exponent) multiply(d, 5);
}

// The first six digits of a value that is not 0, rounded to nearest, half to even, and the exponent
// of ten of the first one.
static uint32_t first_digits(double value, int* exponent) {
    decimal d;
    to_decimal(value, &d);
    // the two highest words hold 10 to 18 digits, the others only break a tie
    uint64_t high = (uint64_t)d.words[d.count - 1] * 1000000000;
    bool is_more = false;
    if (d.count > 1) high += d.words[d.count - 2];
    for (size_t i = 0; i + 2 < d.count; ++i) is_more = is_more || d.words[i] != 0;
    uint64_t unit = 1;
    *exponent = 9 * ((int)d.count - 2) + 5 - d.places;
    for (; high / unit >= 1000000; unit *= 10) ++*exponent;
    uint32_t digits = (uint32_t)(high / unit);
    uint64_t twice_rest = high % unit * 2;
    if (twice_rest > unit || (twice_rest == unit && (is_more || digits % 2 == 1))) digits++;
    if (digits == 1000000) digits = 100000, ++*exponent;
    return digits;
}

static void put_scientific(writer* w, const char* digits, size_t count, int exponent) {
    put(w, digits[0]);
    if (count > 1) put(w, '.');
    put_bytes(w, digits + 1, count - 1);
    put(w, 'e');
    put(w, exponent < 0 ? '-' : '+');
    unsigned size = (unsigned)(exponent < 0 ? -exponent : exponent);
    if (size < 10) put(w, '0');
    put_unsigned(w, size, 10);
}

static void put_plain(writer* w, const char* digits, int count, int exponent) {
    if (exponent < 0) put_bytes(w, "0.", 2);
    for (int i = -1; i > exponent; --i) put(w, '0');
    for (int i = 0; i < count || i <= exponent; ++i) {
        if (i > 0 && i == exponent + 1) put(w, '.');
        put(w, i < count ? digits[i] : '0');
    }
}

// Six significant digits, trailing zeros cut, as %g does in the C locale.
static void put_double(writer* w, double value) {
    if (value != value) {
        put_bytes(w, "nan", 3);
        return;
    }
    if (value < 0 || (value == 0 && 1 / value < 0)) put(w, '-');
    if (value < 0) value = -value;
    if (value > DBL_MAX) {
        put_bytes(w, "inf", 3);
        return;
    }
    if (value == 0) {
        put(w, '0');
        return;
    }
    int exponent, count = 6;
    uint32_t digits = first_digits(value, &exponent);
    for (; digits % 10 == 0; digits /= 10) count--;
    char text[6];
    for (int i = count - 1; i >= 0; --i, digits /= 10) text[i] = (char)('0' + digits % 10);
    if (exponent < -4 || exponent >= 6)
        put_scientific(w, text, (size_t)count, exponent);
    else
        put_plain(w, text, count, exponent);
}

size_t pl_text_character_size(const unsigned char* c) {
    if (c[0] < 0x80) return 1;
    size_t size = c[0] < 0xC2 ? 0 : c[0] < 0xE0 ? 2 : c[0] < 0xF0 ? 3 : c[0] < 0xF5 ? 4 : 0;
    for (size_t i = 1; i < size; ++i) {
        if ((c[i] & 0xC0) != 0x80) return 0;
    }
    // longer than needed, halves of pairs, beyond the last
    if ((c[0] == 0xE0 && c[1] < 0xA0) || (c[0] == 0xED && c[1] > 0x9F) ||
        (c[0] == 0xF0 && c[1] < 0x90) || (c[0] == 0xF4 && c[1] > 0x8F))
        return 0;
    return size;
}

// A cut must not leave half a UTF-8 character behind.
static void cut_whole(writer* w) {
    size_t end = w->size - 1, start = end;
    w->text[end] = 0;
    w->used = end;
    while (start > 0 && end - start < 3 && ((unsigned char)w->text[start - 1] & 0xC0) == 0x80)
        start--;
    if (start == 0 || (unsigned char)w->text[start - 1] < 0xC0) return;
    start--;
    if (pl_text_character_size((unsigned char*)w->text + start) != end - start) w->used = start;
}

// Ones that start a line or play with a terminal: C0, delete, C1, line and paragraph separators.
static bool is_control(const unsigned char* c) {
    return c[0] < 0x20 || c[0] == 0x7F || (c[0] == 0xC2 && c[1] < 0xA0) ||
           (c[0] == 0xE2 && c[1] == 0x80 && (c[2] == 0xA8 || c[2] == 0xA9));
}

void pl_text_clean(char* text) {
    for (unsigned char* c = (unsigned char*)text; *c;) {
        size_t size = pl_text_character_size(c);
        bool is_bad = size == 0 || is_control(c);
        if (size == 0) size = 1;
        if (is_bad) memset(c, '?', size);
        c += size;
    }
}

size_t pl_text_format_list(char* text, size_t size, const char* format, va_list arguments) {
    if (size == 0) return 0;
    writer w = {text, size, 0};
    for (const char* f = format; *f; ++f) {
        if (*f != '%') {
            put(&w, *f);
            continue;
        }
        if (!*++f) break;
        size_t limit = SIZE_MAX;
        if (f[0] == '.' && f[1] == '*') {
            int given = va_arg(arguments, int);
            limit = given < 0 ? SIZE_MAX : (size_t)given;
            f += 2;
        }
        int longs = 0;
        bool is_size = false;
        for (; *f == 'l' || *f == 'z'; ++f) {
            if (*f == 'l')
                longs++;
            else
                is_size = true;
        }
        switch (*f) {
        case 's': {
            const char* s = va_arg(arguments, const char*);
            if (!s) s = "(null)";
            size_t length = 0;
            while (length < limit && s[length]) length++;
            put_bytes(&w, s, length);
            break;
        }
        case 'c': put(&w, (char)va_arg(arguments, int)); break;
        case 'd':
            put_signed(&w, longs > 1    ? va_arg(arguments, long long)
                           : longs == 1 ? va_arg(arguments, long)
                                        : va_arg(arguments, int));
            break;
        case 'u':
        case 'x':
            put_unsigned(&w,
                         is_size      ? va_arg(arguments, size_t)
                         : longs > 1  ? va_arg(arguments, unsigned long long)
                         : longs == 1 ? va_arg(arguments, unsigned long)
                                      : va_arg(arguments, unsigned),
                         *f == 'u' ? 10 : 16);
            break;
        case 'g': put_double(&w, va_arg(arguments, double)); break;
        default: put(&w, *f); break;
        }
    }
    if (w.used >= size) cut_whole(&w);
    text[w.used] = 0;
    return w.used;
}

size_t pl_text_format(char* text, size_t size, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    size_t length = pl_text_format_list(text, size, format, arguments);
    va_end(arguments);
    return length;
}

plump_result pl_fail(plump_error* error, plump_result code, const char* format, ...) {
    if (!error) return code;
    // written aside first: an argument may be the error's own text, to be put into a longer one
    char text[PLUMP_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    size_t length = pl_text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    pl_text_clean(text);
    error->code = code;
    memcpy(error->text, text, length + 1);
    return code;
}

plump_result pl_fail_memory(plump_error* error, const char* what) {
    return pl_fail(error, PLUMP_ERROR_MEMORY, "out of memory while %s", what);
}
