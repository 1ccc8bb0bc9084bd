// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Whether there is a file, and whether two names mean one: by the names, and where the system
// numbers its files by these, which sees through folders named in two ways and through links.
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "cli/run_output.h"

#include <string.h>
#include <sys/stat.h>

#if !defined(_WIN32)

// Only what can be replaced counts: /dev/null may be named twice.
static bool same_number(const char* a, const char* b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) &&
           first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}
#else
static bool same_number(const char* a, const char* b) {
    (void)a, (void)b;
    return false;
}
#endif

bool run_same_file(const char* a, const char* b) {
    while (a[0] == '.' && a[1] == '/') a += 2;
    while (b[0] == '.' && b[1] == '/') b += 2;
    return strcmp(a, b) == 0 || same_number(a, b);
}

bool run_is_there(const char* path) {
    struct stat status;
    return stat(path, &status) == 0 && (status.st_mode & S_IFMT) != S_IFDIR;
}

bool run_is_folder(const char* path) {
    struct stat status;
    return stat(path, &status) == 0 && (status.st_mode & S_IFMT) == S_IFDIR;
}
