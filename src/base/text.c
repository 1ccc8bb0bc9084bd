// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/text.h"

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

// Six significant digits, trailing zeros cut, as %g does. For messages: the last digit may be off.
static void put_double(writer* w, double value) {
    if (value != value) {
        put_bytes(w, "nan", 3);
        return;
    }
    if (value < 0 || (value == 0 && 1 / value < 0)) {
        put(w, '-');
        value = -value;
    }
    if (value > 1.7976931348623157e308) {
        put_bytes(w, "inf", 3);
        return;
    }
    int exponent = 0;
    if (value != 0) {
        // by squares of ten, so that rounding errors stay few
        static const double power[] = {1e256, 1e128, 1e64, 1e32, 1e16, 1e8, 1e4, 1e2, 1e1};
        int step = 256;
        for (size_t i = 0; i < PL_COUNT(power); ++i, step /= 2) {
            if (value >= power[i]) value /= power[i], exponent += step;
        }
        step = 256;
        for (size_t i = 0; i < PL_COUNT(power); ++i, step /= 2) {
            if (value * power[i] < 10) value *= power[i], exponent -= step;
        }
    }
    long digits = (long)(value * 100000 + 0.5);
    if (digits >= 1000000) digits = 100000, exponent++;
    int last = 6;
    while (last > 1 && digits % 10 == 0) digits /= 10, last--;
    char text[8];
    for (int i = last - 1; i >= 0; --i, digits /= 10) text[i] = (char)('0' + digits % 10);

    if (exponent < -4 || exponent >= 6) {
        put(w, text[0]);
        if (last > 1) put(w, '.'), put_bytes(w, text + 1, (size_t)(last - 1));
        put(w, 'e');
        put(w, exponent < 0 ? '-' : '+');
        unsigned e = (unsigned)(exponent < 0 ? -exponent : exponent);
        if (e < 10) put(w, '0');
        put_unsigned(w, e, 10);
    } else if (exponent < 0) {
        put_bytes(w, "0.", 2);
        for (int i = -1; i > exponent; --i) put(w, '0');
        put_bytes(w, text, (size_t)last);
    } else {
        for (int i = 0; i < last || i <= exponent; ++i) {
            if (i == exponent + 1) put(w, '.');
            put(w, i < last ? text[i] : '0');
        }
    }
}

// A cut must not leave half a UTF-8 character behind.
static void cut_whole(writer* w) {
    size_t end = w->size - 1;
    while (end > 0 && ((unsigned char)w->text[end - 1] & 0xC0) == 0x80) end--;
    if (end > 0 && (unsigned char)w->text[end - 1] >= 0xC0)
        end--;
    else
        end = w->size - 1;
    w->used = end;
}

size_t pl_text_format_list(char* text, size_t size, const char* format, va_list arguments) {
    if (size == 0) return 0;
    writer w = {text, size, 0};
    for (const char* f = format; *f; ++f) {
        if (*f != '%') {
            put(&w, *f);
            continue;
        }
        ++f;
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
    error->code = code;
    va_list arguments;
    va_start(arguments, format);
    pl_text_format_list(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    // what came from a file must not break the line or play with a terminal
    for (char* c = error->text; *c; ++c) {
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    }
    return code;
}

plump_result pl_fail_memory(plump_error* error, const char* what) {
    return pl_fail(error, PLUMP_ERROR_MEMORY, "out of memory while %s", what);
}
