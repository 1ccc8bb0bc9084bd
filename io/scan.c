// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/scan.h"

#include "io/number.h"

#include <math.h>
#include <string.h>

pl_scan pl_scan_start(const pl_reader* reader) {
    pl_scan scan = {.at = reader->bytes, .end = reader->bytes + reader->size, .line = 1};
    if (reader->size >= 3 && memcmp(reader->bytes, "\xEF\xBB\xBF", 3) == 0) scan.at += 3;
    return scan;
}

// Behind the line break at p, or p itself when there is none.
static const unsigned char* skip_break(const unsigned char* p, const unsigned char* end) {
    if (p < end && *p == '\r') return p + 1 < end && p[1] == '\n' ? p + 2 : p + 1;
    return p < end && *p == '\n' ? p + 1 : p;
}

void pl_scan_join_lines(pl_scan* scan) {
    while (scan->at < scan->end && *scan->at == '\\') {
        const unsigned char* next = skip_break(scan->at + 1, scan->end);
        if (next == scan->at + 1) return;
        scan->at = next;
        scan->line++;
        while (scan->at < scan->end && pl_scan_is_blank(*scan->at)) scan->at++;
    }
}

// A comment is not continued: it may well end in a folder's backslash.
static void skip_line_text(pl_scan* scan) {
    bool continues = scan->continues;
    for (; scan->at < scan->end && !pl_scan_is_break(*scan->at); scan->at++) {
        if (!continues) continue;
        if (*scan->at == (unsigned char)scan->comment) continues = false;
        const unsigned char* next = skip_break(scan->at + 1, scan->end);
        if (*scan->at != '\\' || next == scan->at + 1) continue;
        scan->at = next - 1;
        scan->line++;
    }
}

void pl_scan_next_line(pl_scan* scan) {
    skip_line_text(scan);
    if (scan->at == scan->end) return;
    scan->at = skip_break(scan->at, scan->end);
    scan->line++;
}

bool pl_scan_space(pl_scan* scan) {
    for (;;) {
        pl_scan_blanks(scan);
        if (scan->at == scan->end) return false;
        if (!pl_scan_line_done(scan)) return true;
        pl_scan_next_line(scan);
    }
}

// At a backslash that joins the next line to this one.
static bool at_join(const pl_scan* scan) {
    return scan->continues && scan->at + 1 < scan->end && *scan->at == '\\' &&
           pl_scan_is_break(scan->at[1]);
}

pl_word pl_scan_word(pl_scan* scan) {
    const unsigned char* begin = scan->at;
    while (!pl_scan_line_done(scan) && !pl_scan_is_blank(*scan->at) && !at_join(scan)) scan->at++;
    size_t length = (size_t)(scan->at - begin);
    return (pl_word){(const char*)begin, length > INT32_MAX ? INT32_MAX : (int)length};
}

bool pl_word_is(pl_word word, const char* text) {
    return strlen(text) == (size_t)word.length && memcmp(word.text, text, strlen(text)) == 0;
}

bool pl_word_is_any_case(pl_word word, const char* text) {
    if (strlen(text) != (size_t)word.length) return false;
    for (int i = 0; i < word.length; ++i) {
        char c = word.text[i];
        if (c >= 'A' && c <= 'Z') c = (char)(c - 'A' + 'a');
        if (c != text[i]) return false;
    }
    return true;
}

pl_word pl_scan_rest(pl_scan* scan) {
    pl_scan_blanks(scan);
    const unsigned char* begin = scan->at;
    skip_line_text(scan);
    const unsigned char* last = scan->at;
    while (last > begin && pl_scan_is_blank(last[-1])) last--;
    size_t length = (size_t)(last - begin);
    return (pl_word){(const char*)begin, length > INT32_MAX ? INT32_MAX : (int)length};
}

static bool ends_here(const pl_scan* scan, const unsigned char* at) {
    return at == scan->end || pl_scan_is_blank(*at) || pl_scan_is_break(*at) ||
           (scan->comment && *at == (unsigned char)scan->comment) ||
           (scan->continues && *at == '\\');
}

bool pl_scan_number(pl_scan* scan, double* value) {
    const unsigned char* next = pl_number_read(scan->at, scan->end, value);
    if (!next || !ends_here(scan, next)) return false;
    scan->at = next;
    return true;
}

bool pl_scan_integer(pl_scan* scan, int64_t* value) {
    const unsigned char* next = pl_integer_read(scan->at, scan->end, value);
    if (!next || !ends_here(scan, next)) return false;
    scan->at = next;
    return true;
}

plump_result pl_scan_fail_number(const pl_scan* scan, const pl_reader* reader, const char* what) {
    pl_scan copy = *scan;
    pl_word word = pl_scan_word(&copy);
    if (scan->at == scan->end)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, scan->line,
                              "%s needs a number, but the file ends here; it may be cut off", what);
    if (word.length == 0)
        return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, scan->line,
                              "%s needs a number, but the line ends", what);
    return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, scan->line,
                          "%s needs a number, not \"%.*s\"", what,
                          word.length > 40 ? 40 : word.length, word.text);
}

static plump_result fail_range(const pl_scan* scan, const pl_reader* reader, const char* what,
                               const unsigned char* number) {
    int length = (int)(scan->at - number > 40 ? 40 : scan->at - number);
    return pl_reader_fail(reader, PLUMP_ERROR_DATA, PL_PLACE_LINE, scan->line,
                          "%s has the coordinate %.*s, too large for any number", what, length,
                          (const char*)number);
}

plump_result pl_scan_position(pl_scan* scan, const pl_reader* reader, const char* what,
                              bool anywhere, double position[3]) {
    for (int k = 0; k < 3; ++k) {
        if (anywhere)
            pl_scan_space(scan);
        else
            pl_scan_blanks(scan);
        const unsigned char* number = scan->at;
        if (!pl_scan_number(scan, &position[k])) return pl_scan_fail_number(scan, reader, what);
        if (!isfinite(position[k])) return fail_range(scan, reader, what, number);
    }
    return PLUMP_OK;
}
