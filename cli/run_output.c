// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "cli/run_output.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#include <io.h>
#define access _access
#define isatty _isatty
#else
#include <unistd.h>
#endif

// Add a kind here: an extern line and a row.
extern const run_output_kind run_film_kind, run_table_kind, run_picture_kind;

static const run_output_kind* const kinds[] = {
    &run_film_kind,
    &run_table_kind,
    &run_picture_kind,
};

const run_output_kind* run_output_kind_at(size_t index) {
    return index < sizeof kinds / sizeof kinds[0] ? kinds[index] : NULL;
}

plump_result run_fail_memory(plump_error* error) {
    error->code = PLUMP_ERROR_MEMORY;
    snprintf(error->text, sizeof error->text, "out of memory");
    return PLUMP_ERROR_MEMORY;
}

plump_result run_check_folder(const char* path, plump_error* error) {
    const char* slash = strrchr(path, '/');
    char folder[4096] = ".";
    size_t length = slash ? (size_t)(slash - path) + 1 : 0;
    if (length >= sizeof folder) length = sizeof folder - 1;
    if (slash) snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    if (access(folder, 2) == 0) return PLUMP_OK;
    error->code = PLUMP_ERROR_FILE;
    snprintf(error->text, sizeof error->text, "%.160s cannot be written: %.160s: %.80s", path,
             folder, strerror(errno));
    return PLUMP_ERROR_FILE;
}

bool run_on_terminal(void) {
    return isatty(2) != 0;
}

const char* run_find_number(const char* path, int* digits, size_t* length) {
    const char* slash = strrchr(path, '/');
    for (const char* at = slash ? slash + 1 : path; (at = strchr(at, '%')) != NULL; ++at) {
        const char* end = at + 1;
        if (*end == '0') ++end;
        *digits = *end >= '1' && *end <= '9' ? *end++ - '0' : 1;
        *length = (size_t)(end + 1 - at);
        if (*end == 'd') return at;
    }
    return NULL;
}

static char small(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool run_has_ending(const char* path, const char* ending) {
    size_t length = strlen(path), size = strlen(ending);
    if (length <= size) return false;
    for (size_t i = 0; i < size; ++i) {
        if (small(path[length - size + i]) != small(ending[i])) return false;
    }
    return true;
}
