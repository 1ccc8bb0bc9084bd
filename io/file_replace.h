// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A file that takes the place of another when it is complete, written bit by bit; and a nameless
// one beside it for what cannot be put in order before all of it is known.
#ifndef PL_IO_FILE_REPLACE_H
#define PL_IO_FILE_REPLACE_H

#include <plump/io.h>

#if defined(_WIN32)
#include <stdio.h>
typedef FILE* pl_file;
#else
typedef int pl_file;
#endif

// The file under its other name. Whatever fails has put all away already; only an open one that is
// given up is to be cancelled.
typedef struct pl_replace {
    const plump_allocator* hooks;
    const char* path;  // the caller's, for messages; lives as long as this
    char* target;      // the file behind a link, or NULL
    char* fresh;       // the name until it is complete; NULL: written directly
    pl_file file;
} pl_replace;

plump_result pl_replace_open(pl_replace* replace, const plump_allocator* hooks, const char* path,
                             plump_error* error);
plump_result pl_replace_put(pl_replace* replace, const void* bytes, size_t size,
                            plump_error* error);
plump_result pl_replace_close(pl_replace* replace, plump_error* error);  // syncs and renames
void pl_replace_cancel(pl_replace* replace);

// Bytes kept in the folder of `path` without a name: whatever ends the process, nothing stays. A
// path that cannot become a file is refused here, before anything is worked out for it.
typedef struct pl_spool {
    const char* path;  // as above
    uint64_t size;
    pl_file file;
} pl_spool;

pl_spool pl_spool_none(void);  // closed; closing it again does no harm
plump_result pl_spool_open(pl_spool* spool, const plump_allocator* hooks, const char* path,
                           plump_error* error);
plump_result pl_spool_put(pl_spool* spool, const void* bytes, size_t size, plump_error* error);
// Puts all of it behind what `replace` has; `buffer` is for the way. If it fails, `replace` has
// been put away.
plump_result pl_spool_copy(pl_spool* spool, pl_replace* replace, unsigned char* buffer,
                           size_t buffer_size, plump_error* error);
void pl_spool_close(pl_spool* spool);

#endif
