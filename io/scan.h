// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Walking through a text file: blanks, lines (ended by LF, CR LF or CR), words and numbers.
#ifndef PL_IO_SCAN_H
#define PL_IO_SCAN_H

#include "io/soup.h"

typedef struct pl_scan {
    const unsigned char* at;
    const unsigned char* end;
    uint64_t line;   // counted from 1
    bool continues;  // a backslash at the end of a line joins the next one to it (OBJ)
    char comment;    // begins a comment up to the end of the line; 0: none
} pl_scan;

// Starts at the reader's first byte, behind a byte order mark.
pl_scan pl_scan_start(const pl_reader* reader);

static inline bool pl_scan_is_blank(unsigned char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool pl_scan_is_break(unsigned char c) {
    return c == '\n' || c == '\r';
}

// At the end of the line, a comment or the file.
static inline bool pl_scan_line_done(const pl_scan* scan) {
    return scan->at == scan->end || pl_scan_is_break(*scan->at) ||
           (scan->comment && *scan->at == (unsigned char)scan->comment);
}

void pl_scan_join_lines(pl_scan* scan);  // skips a backslash and the line break behind it, if any

// Skips blanks within the line.
static inline void pl_scan_blanks(pl_scan* scan) {
    while (scan->at < scan->end && pl_scan_is_blank(*scan->at)) scan->at++;
    if (scan->continues && scan->at < scan->end && *scan->at == '\\') pl_scan_join_lines(scan);
}

// To the beginning of the next line.
void pl_scan_next_line(pl_scan* scan);
// Skips blanks, comments and line breaks; false at the end of the file.
bool pl_scan_space(pl_scan* scan);

// The word here, up to a blank or the end of the line; advances.
typedef struct pl_word {
    const char* text;
    int length;
} pl_word;
pl_word pl_scan_word(pl_scan* scan);
bool pl_word_is(pl_word word, const char* text);           // same letters
bool pl_word_is_any_case(pl_word word, const char* text);  // text in small letters

// The rest of the line without blanks at either end (comments included, as names may hold a '#').
// Where lines continue, it holds the backslashes and line breaks between them.
pl_word pl_scan_rest(pl_scan* scan);

// A number that ends at a blank, the end of the line or a comment. False leaves scan where it was.
bool pl_scan_number(pl_scan* scan, double* value);
bool pl_scan_integer(pl_scan* scan, int64_t* value);

// Complaints with the line: `what` needs a number and something else stands here.
plump_result pl_scan_fail_number(const pl_scan* scan, const pl_reader* reader, const char* what);
// Three finite numbers within the line; `what` such as "vertex". With `anywhere` they may also
// stand on the lines that follow.
plump_result pl_scan_position(pl_scan* scan, const pl_reader* reader, const char* what,
                              bool anywhere, double position[3]);

#endif
