// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/file_error.h"

#include "src/base/text.h"

#include <errno.h>
#include <string.h>

static const struct {
    int number;
    const char* reason;
} reasons[] = {
    {ENOENT, "there is no such file or folder"},
    {EACCES, "permission is missing"},
    {EPERM, "permission is missing"},
    {EISDIR, "it is a folder"},
    {ENOTDIR, "a part of the path is not a folder"},
    {ENOSPC, "the disk is full"},
    {EIO, "the disk reports an error"},
    {EROFS, "the disk is read-only"},
    {EFBIG, "the file would be larger than allowed"},
    {EMFILE, "too many files are open"},
    {ENFILE, "too many files are open"},
    {ENAMETOOLONG, "the name is too long"},
    {ENOMEM, "the system is out of memory"},
    {EPIPE, "the reader at the other end has gone"},
    {ENXIO, "nothing is behind that name"},
#if !defined(_WIN32)
    {ELOOP, "the links in its path go round in circles"},
    {ETXTBSY, "it is a running program"},
    {EDQUOT, "the disk quota is used up"},
#endif
};

static plump_result fail(plump_error* error, plump_result code, const char* path, const char* done,
                         int number) {
    // the end of a long path says more than its beginning
    size_t length = strlen(path), shown = 240;
    const char* dots = length > shown ? "..." : "";
    if (length > shown) path += length - shown;
    for (size_t i = 0; i < PL_COUNT(reasons); ++i) {
        if (reasons[i].number == number)
            return pl_fail(error, code, "%s%s: cannot be %s: %s", dots, path, done,
                           reasons[i].reason);
    }
    return pl_fail(error, code, "%s%s: cannot be %s: system error %d", dots, path, done, number);
}

plump_result pl_file_fail(plump_error* error, const char* path, const char* done, int number) {
    return fail(error, PLUMP_ERROR_FILE, path, done, number);
}

// The machine's own faults; all else is said about the name that was given.
static bool is_machine(int number) {
    static const int faults[] = {EIO, ENOMEM, EMFILE, ENFILE, ENOSPC};
    for (size_t i = 0; i < PL_COUNT(faults); ++i) {
        if (faults[i] == number) return true;
    }
    return false;
}

plump_result pl_file_fail_input(plump_error* error, const char* path, const char* done,
                                int number) {
    plump_result code = is_machine(number) ? PLUMP_ERROR_FILE : PLUMP_ERROR_INPUT;
    return fail(error, code, path, done, number);
}
