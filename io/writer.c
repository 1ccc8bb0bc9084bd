// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/number.h"
#include "io/soup.h"

#include <string.h>

void pl_writer_put(pl_writer* writer, const void* bytes, size_t size) {
    if (writer->failed || size == 0) return;
    if (size > SIZE_MAX / 2 - writer->used ||
        !pl_grow(&writer->hooks, (void**)&writer->bytes, &writer->capacity, writer->used,
                 writer->used + size, 1)) {
        writer->failed = true;
        return;
    }
    memcpy(writer->bytes + writer->used, bytes, size);
    writer->used += size;
}

void pl_writer_text(pl_writer* writer, const char* text) {
    pl_writer_put(writer, text, strlen(text));
}

void pl_writer_format(pl_writer* writer, const char* format, ...) {
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    size_t length = pl_text_format_list(text, sizeof text, format, arguments);
    va_end(arguments);
    pl_writer_put(writer, text, length);
}

void pl_writer_json_text(pl_writer* writer, const char* text) {
    pl_writer_text(writer, "\"");
    for (const unsigned char* c = (const unsigned char*)text; *c;) {
        size_t length = pl_text_character_size(c);
        if (length == 0)
            pl_writer_text(writer, "?");
        else if (*c < 32)
            pl_writer_format(writer, "\\u00%x%x", (unsigned)*c >> 4, (unsigned)*c & 15);
        else if (*c == '"' || *c == '\\')
            pl_writer_format(writer, "\\%c", *c);
        else
            pl_writer_put(writer, c, length);
        c += length ? length : 1;
    }
    pl_writer_text(writer, "\"");
}

void pl_writer_double(pl_writer* writer, double value) {
    char text[PL_NUMBER_TEXT_SIZE];
    pl_writer_put(writer, text, pl_number_write_double(text, value));
}

void pl_writer_float(pl_writer* writer, float value) {
    char text[PL_NUMBER_TEXT_SIZE];
    pl_writer_put(writer, text, pl_number_write_float(text, value));
}

static void put_little(pl_writer* writer, uint64_t bits, size_t size) {
    unsigned char bytes[8];
    for (size_t i = 0; i < size; ++i) bytes[i] = (unsigned char)(bits >> (8 * i));
    pl_writer_put(writer, bytes, size);
}

void pl_writer_u32(pl_writer* writer, uint32_t value) {
    put_little(writer, value, sizeof value);
}

void pl_writer_f32(pl_writer* writer, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_little(writer, bits, sizeof bits);
}

void pl_writer_f64(pl_writer* writer, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_little(writer, bits, sizeof bits);
}
