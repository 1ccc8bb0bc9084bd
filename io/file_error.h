// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the system said, in words: the same in every locale and C library.
#ifndef PL_IO_FILE_ERROR_H
#define PL_IO_FILE_ERROR_H

#include <plump/base.h>

// "path: cannot be <done>: <reason>" with PLUMP_ERROR_FILE; `number` is an errno.
plump_result pl_file_fail(plump_error* error, const char* path, const char* done, int number);
// The same of a file to be read: PLUMP_ERROR_INPUT, unless it is the machine's fault.
plump_result pl_file_fail_input(plump_error* error, const char* path, const char* done, int number);

#endif
