// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A whole file into memory: the one reader of everything that plump is given by name. Only regular
// files: a folder, a device or a pipe is refused before a byte is read, and without waiting for
// one. The size the system tells is a first guess, since a file may grow meanwhile; the end is
// where reading ends, but no more than GROWTH behind it.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/file_read.h"
#include "io/file_error.h"
#include "src/base/cookie.h"
#include "src/base/text.h"

#include <errno.h>
#include <string.h>

#define PIECE  ((size_t)65536)
#define GROWTH ((uint64_t)64 << 20)  // files of /proc claim to be empty, and some of them never end

typedef struct {
    const plump_allocator* hooks;
    size_t most;  // bytes, or 0: as many as fit
    unsigned char* bytes;
    size_t size, capacity;
} contents;

static plump_result fail_large(plump_error* error, const char* path, uint64_t size) {
    return pl_fail(error, PLUMP_ERROR_MEMORY, "%s: its %llu bytes do not fit into memory", path,
                   (unsigned long long)size);
}

static plump_result fail_growing(plump_error* error, const char* path, uint64_t claimed) {
    return pl_fail(error, PLUMP_ERROR_LIMIT,
                   "%s: gives far more than the %llu bytes that it has; copy it into another file",
                   path, (unsigned long long)claimed);
}

static plump_result check_size(const contents* c, const char* path, uint64_t size,
                               plump_error* error) {
    if (c->most == 0 || size <= c->most) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_LIMIT, "%s: has %llu bytes; at most %llu are allowed", path,
                   (unsigned long long)size, (unsigned long long)c->most);
}

// What the system knows of an open file, and how it is read.
#if defined(_WIN32)

#include <fcntl.h>
#include <io.h>
#include <sys/stat.h>

typedef struct _stat64 file_status;
#if !defined(S_ISREG)
#define S_ISREG(mode) (((mode)&_S_IFMT) == _S_IFREG)
#define S_ISDIR(mode) (((mode)&_S_IFMT) == _S_IFDIR)
#endif

static int open_file(const char* path) {
    return _open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
}

static bool look_at(int file, file_status* status) {
    return _fstat64(file, status) == 0;
}

static long long read_piece(int file, unsigned char* bytes, size_t size) {
    return _read(file, bytes, (unsigned)(size < PIECE ? size : PIECE));
}

static void close_file(int file) {
    _close(file);
}

static bool exceeds_machine(uint64_t size) {
    return size > SIZE_MAX / 2;
}

#else

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct stat file_status;

static int open_file(const char* path) {
    // not waiting for a writer, should it be a pipe
    return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
}

static bool look_at(int file, file_status* status) {
    return fstat(file, status) == 0;
}

static long long read_piece(int file, unsigned char* bytes, size_t size) {
    ssize_t got;
    do got = read(file, bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

static void close_file(int file) {
    close(file);
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

#endif

static plump_result check_kind(const char* path, const file_status* status, plump_error* error) {
    if (S_ISREG(status->st_mode)) return PLUMP_OK;
    if (S_ISDIR(status->st_mode)) return pl_file_fail_input(error, path, "read", EISDIR);
    return pl_fail(error, PLUMP_ERROR_INPUT,
                   "%s: is a device or pipe; only regular files are read, copy it into one", path);
}

// To the end, of which `claimed` is the system's guess.
static plump_result read_all(int file, const char* path, uint64_t claimed, contents* c,
                             plump_error* error) {
    // one byte more, so that a file of just this size is known to have ended
    size_t wanted = (size_t)claimed + 1;
    for (;;) {
        if (!pl_grow(c->hooks, (void**)&c->bytes, &c->capacity, c->size, wanted, 1))
            return fail_large(error, path, wanted - 1);
        long long got = read_piece(file, c->bytes + c->size, c->capacity - c->size);
        if (got < 0) return pl_file_fail_input(error, path, "read", errno);
        if (got == 0) return PLUMP_OK;
        c->size += (size_t)got;
        plump_result result = check_size(c, path, c->size, error);
        if (result != PLUMP_OK) return result;
        if (c->size > claimed + GROWTH) return fail_growing(error, path, claimed);
        if (c->size == c->capacity) wanted = c->size + PIECE;
    }
}

static plump_result read_open(int file, const char* path, contents* c, plump_error* error) {
    file_status status;
    if (!look_at(file, &status)) return pl_file_fail_input(error, path, "read", errno);
    plump_result result = check_kind(path, &status, error);
    uint64_t claimed = status.st_size > 0 ? (uint64_t)status.st_size : 0;
    if (result == PLUMP_OK) result = check_size(c, path, claimed, error);
    if (result != PLUMP_OK) return result;
    if (exceeds_machine(claimed)) return fail_large(error, path, claimed);
    return read_all(file, path, claimed, c, error);
}

static plump_result load(const char* path, contents* c, plump_error* error) {
    int file = open_file(path);
    if (file < 0) return pl_file_fail_input(error, path, "opened", errno);
    plump_result result = read_open(file, path, c, error);
    close_file(file);
    return result;
}

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

plump_result pl_file_load_most(const char* path, size_t most, const plump_allocator* hooks,
                               unsigned char** bytes, size_t* size, plump_error* error) {
    contents c = {.hooks = hooks, .most = most};
    plump_result result = load(path, &c, error);
    return hand_over(result, &c, bytes, size);
}

plump_result pl_file_load(const char* path, const plump_allocator* hooks, unsigned char** bytes,
                          size_t* size, plump_error* error) {
    return pl_file_load_most(path, 0, hooks, bytes, size, error);
}

plump_result plump_file_read_bytes(const char* path, size_t most, plump_allocator allocator,
                                   void** bytes, size_t* size, plump_error* error) {
    if (!path || !bytes || !size)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL",
                       !path    ? "path"
                       : !bytes ? "bytes"
                                : "size");
    if (!allocator.alloc != !allocator.free)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the allocator has only one of its two functions");
    plump_allocator hooks = pl_alloc_hooks(allocator);
    unsigned char* own = NULL;
    plump_result result = pl_file_load_most(path, most, &hooks, &own, size, error);
    if (result == PLUMP_OK) *bytes = own;
    return result;
}

void plump_file_free_bytes(void* bytes, plump_allocator allocator) {
    plump_allocator hooks = pl_alloc_hooks(allocator);
    pl_free(&hooks, bytes);
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
