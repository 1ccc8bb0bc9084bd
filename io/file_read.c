// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A whole file into memory. Only regular files: a folder, a device or a pipe is refused before a
// byte is read. The size the system tells is a first guess; the end is where reading ends.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/file_read.h"
#include "io/file_error.h"
#include "src/base/cookie.h"
#include "src/base/text.h"

#include <errno.h>
#include <string.h>

typedef struct {
    const plump_allocator* hooks;
    unsigned char* bytes;
    size_t size, capacity;
} contents;

static plump_result fail_large(plump_error* error, const char* path, uint64_t size) {
    return pl_fail(error, PLUMP_ERROR_MEMORY, "%s: its %llu bytes do not fit into memory", path,
                   (unsigned long long)size);
}

#if defined(_WIN32)

#include <stdio.h>

static plump_result load(const char* path, contents* c, plump_error* error) {
    FILE* file = fopen(path, "rb");
    if (!file) return pl_file_fail_input(error, path, "opened", errno);
    plump_result result = PLUMP_OK;
    for (;;) {
        if (!pl_grow(c->hooks, (void**)&c->bytes, &c->capacity, c->size, c->size + 65536, 1)) {
            result = fail_large(error, path, c->size);
            break;
        }
        size_t got = fread(c->bytes + c->size, 1, c->capacity - c->size, file);
        c->size += got;
        if (got > 0) continue;
        if (ferror(file)) result = pl_file_fail_input(error, path, "read", EIO);
        break;
    }
    fclose(file);
    return result;
}

#else

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static plump_result check_kind(const char* path, const struct stat* status, plump_error* error) {
    if (S_ISREG(status->st_mode)) return PLUMP_OK;
    if (S_ISDIR(status->st_mode)) return pl_file_fail_input(error, path, "read", EISDIR);
    return pl_fail(error, PLUMP_ERROR_INPUT,
                   "%s: is a device or pipe; only regular files are read, copy it into one", path);
}

// Lazily granted memory would let a file with a huge hole end the process later on.
static bool exceeds_machine(uint64_t size) {
    long pages = -1;
#if defined(_SC_PHYS_PAGES)
    pages = sysconf(_SC_PHYS_PAGES);
#endif
    long page = sysconf(_SC_PAGESIZE);
    return size > SIZE_MAX / 2 ||
           (pages > 0 && page > 0 && size / (uint64_t)page >= (uint64_t)pages);
}

static plump_result read_open(int file, const char* path, contents* c, plump_error* error) {
    struct stat status;
    if (fstat(file, &status) != 0) return pl_file_fail_input(error, path, "read", errno);
    plump_result result = check_kind(path, &status, error);
    if (result != PLUMP_OK) return result;
    uint64_t claimed = status.st_size > 0 ? (uint64_t)status.st_size : 0;
    // one byte more, so that a file of just this size is known to have ended
    size_t wanted = (size_t)claimed + 1;
    if (exceeds_machine(claimed)) return fail_large(error, path, claimed);
    for (;;) {
        if (!pl_grow(c->hooks, (void**)&c->bytes, &c->capacity, c->size, wanted, 1))
            return fail_large(error, path, wanted - 1);
        ssize_t got = read(file, c->bytes + c->size, c->capacity - c->size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return pl_file_fail_input(error, path, "read", errno);
        if (got == 0) return PLUMP_OK;
        c->size += (size_t)got;
        if (c->size == c->capacity) wanted = c->size + 65536;
    }
}

static plump_result load(const char* path, contents* c, plump_error* error) {
    // not waiting for a writer, should it be a pipe
    int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return pl_file_fail_input(error, path, "opened", errno);
    plump_result result = read_open(file, path, c, error);
    close(file);
    return result;
}

#endif

static plump_result hand_over(plump_result result, const contents* c, unsigned char** bytes,
                              size_t* size) {
    if (result != PLUMP_OK) {
        pl_free(c->hooks, c->bytes);
        return result;
    }
    *bytes = c->bytes;
    *size = c->size;
    return PLUMP_OK;
}

plump_result pl_file_load(const char* path, const plump_allocator* hooks, unsigned char** bytes,
                          size_t* size, plump_error* error) {
    contents c = {.hooks = hooks};
    plump_result result = load(path, &c, error);
    return hand_over(result, &c, bytes, size);
}

#if !defined(_WIN32)
plump_result pl_file_load_open(int file, const char* name, const plump_allocator* hooks,
                               unsigned char** bytes, size_t* size, plump_error* error) {
    contents c = {.hooks = hooks};
    plump_result result = read_open(file, name, &c, error);
    return hand_over(result, &c, bytes, size);
}
#endif

static bool parts_folders(char c) {
#if defined(_WIN32)
    if (c == '\\') return true;  // elsewhere it is a letter of a name
#endif
    return c == '/';
}

char* pl_file_folder(const char* path, const plump_allocator* hooks) {
    size_t length = strlen(path);
    while (length > 0 && !parts_folders(path[length - 1])) length--;
    char* folder = pl_alloc(hooks, length + 2, 1);
    if (!folder) return NULL;
    memcpy(folder, path, length);
    if (length == 0) folder[length++] = '.';
    folder[length] = 0;
    return folder;
}

plump_result plump_file_read(const char* path, const plump_read_def* def, plump_soup** soup,
                             plump_error* error) {
    if (!soup) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "soup is NULL; pass where it goes");
    *soup = NULL;
    if (!path) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "path is NULL");
    plump_read_def own = def ? *def : plump_default_read_def();
    if (own.cookie != PL_COOKIE_READ)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "plump_read_def was not begun with plump_default_read_def()");
    plump_allocator hooks = pl_alloc_hooks(own.allocator);
    unsigned char* bytes;
    size_t size;
    plump_result result = pl_file_load(path, &hooks, &bytes, &size, error);
    if (result != PLUMP_OK) return result;
    char* folder = NULL;
    if (!own.folder) own.folder = folder = pl_file_folder(path, &hooks);
    if (own.folder)
        result = plump_memory_read(bytes, size, path, &own, soup, error);
    else
        result = pl_fail_memory(error, "reading a file");
    pl_free(&hooks, folder);
    pl_free(&hooks, bytes);
    return result;
}

plump_result plump_file_read_bytes(const char* path, const plump_allocator* allocator,
                                   unsigned char** bytes, size_t* size, plump_error* error) {
    if (!path || !bytes || !size)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "path, bytes or size is NULL");
    plump_allocator hooks = pl_alloc_hooks(allocator ? *allocator : (plump_allocator){0});
    return pl_file_load(path, &hooks, bytes, size, error);
}

void plump_file_free_bytes(unsigned char* bytes, const plump_allocator* allocator) {
    plump_allocator hooks = pl_alloc_hooks(allocator ? *allocator : (plump_allocator){0});
    pl_free(&hooks, bytes);
}
