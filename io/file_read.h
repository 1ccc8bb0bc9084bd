// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PL_IO_FILE_READ_H
#define PL_IO_FILE_READ_H

#include <plump/io.h>

#include "src/base/alloc.h"

// The bytes of a regular file, to be freed with the hooks.
plump_result pl_file_load(const char* path, const plump_allocator* hooks, unsigned char** bytes,
                          size_t* size, plump_error* error);
// The same of one that has at most so many; 0: as many as memory holds.
plump_result pl_file_load_most(const char* path, size_t most, const plump_allocator* hooks,
                               unsigned char** bytes, size_t* size, plump_error* error);
#if !defined(_WIN32)
// The same of one that is open already, at its beginning; it stays open. `name` is for messages.
plump_result pl_file_load_open(int file, const char* name, const plump_allocator* hooks,
                               unsigned char** bytes, size_t* size, plump_error* error);
#endif
// The folder part of a path, "." when it has none; NULL when out of memory.
char* pl_file_folder(const char* path, const plump_allocator* hooks);

#endif
