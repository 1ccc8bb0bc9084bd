// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bytes into a file, whole or not at all: written under another name in the same folder, synced,
// then renamed over the old one. Whoever looks, and whenever the power fails, there is the complete
// old file or the complete new one. A device or pipe is written directly, and so is
// what is named by an open handle, such as /dev/stdout.
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "io/file_replace.h"

#include "io/file_error.h"
#include "src/base/alloc.h"
#include "src/base/hash.h"
#include "src/base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define TRIES 100  // names that may be taken already

#if defined(_WIN32)

#include <windows.h>

static char* name_fresh(const plump_allocator* hooks, const char* path, const char* ending) {
    size_t size = strlen(path) + 40;
    char* fresh = pl_alloc(hooks, size, 1);
    if (fresh)
        pl_text_format(fresh, size, "%s.%lu%s", path, (unsigned long)GetCurrentProcessId(), ending);
    return fresh;
}

static void put_away(pl_replace* r) {
    if (r->file) fclose(r->file);
    if (r->fresh) remove(r->fresh);
    pl_free(r->hooks, r->fresh);
    *r = (pl_replace){0};
}

plump_result pl_replace_open(pl_replace* r, const plump_allocator* hooks, const char* path,
                             plump_error* error) {
    *r = (pl_replace){.hooks = hooks, .path = path};
    r->fresh = name_fresh(hooks, path, ".tmp");
    if (!r->fresh) return pl_fail_memory(error, "writing a file");
    r->file = fopen(r->fresh, "wbx");
    if (r->file) return PLUMP_OK;
    int number = errno;
    pl_free(hooks, r->fresh);
    return pl_file_fail(error, path, "created", number);
}

plump_result pl_replace_put(pl_replace* r, const void* bytes, size_t size, plump_error* error) {
    if (size == 0 || fwrite(bytes, 1, size, r->file) == size) return PLUMP_OK;
    plump_result result = pl_file_fail(error, r->path, "written", errno);
    put_away(r);
    return result;
}

plump_result pl_replace_close(pl_replace* r, plump_error* error) {
    bool ok = fflush(r->file) == 0;
    int number = errno;
    ok = fclose(r->file) == 0 && ok;
    r->file = NULL;
    if (ok && !MoveFileExA(r->fresh, r->path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH)) {
        ok = false;
        number = EACCES;
    }
    const char* path = r->path;
    put_away(r);
    return ok ? PLUMP_OK : pl_file_fail(error, path, "written", number);
}

void pl_replace_cancel(pl_replace* r) {
    put_away(r);
}

plump_result pl_spool_open(pl_spool* s, const plump_allocator* hooks, const char* path,
                           plump_error* error) {
    *s = (pl_spool){.path = path};
    char* fresh = name_fresh(hooks, path, ".spool");
    if (!fresh) return pl_fail_memory(error, "writing a file");
    s->file = fopen(fresh, "w+bTD");  // the system removes it with its last handle
    int number = errno;
    pl_free(hooks, fresh);
    return s->file ? PLUMP_OK : pl_file_fail(error, path, "created", number);
}

plump_result pl_spool_put(pl_spool* s, const void* bytes, size_t size, plump_error* error) {
    if (fwrite(bytes, 1, size, s->file) != size)
        return pl_file_fail(error, s->path, "written", errno);
    s->size += size;
    return PLUMP_OK;
}

static bool rewind_spool(pl_spool* s) {
    return fseek(s->file, 0, SEEK_SET) == 0;
}

static size_t read_spool(pl_spool* s, unsigned char* buffer, size_t size) {
    return fread(buffer, 1, size, s->file);
}

void pl_spool_close(pl_spool* s) {
    if (s->file) fclose(s->file);
    s->file = NULL;
}

#define NO_FILE NULL

#else

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static bool write_all(int file, const unsigned char* bytes, size_t size) {
    while (size > 0) {
        // a single call may write 2 GiB at most
        size_t part = size < (size_t)1 << 30 ? size : (size_t)1 << 30;
        ssize_t done = write(file, bytes, part);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) {
            if (done == 0) errno = EIO;
            return false;
        }
        bytes += done;
        size -= (size_t)done;
    }
    return true;
}

static bool sync_file(int file) {
    while (fsync(file) != 0) {
        if (errno != EINTR) return errno == EINVAL || errno == ENOTSUP;  // cannot be synced: fine
    }
    return true;
}

// A name beside `path` nobody can guess, so that nobody can have put a link there; O_EXCL would
// find it anyway. `fresh` has room for the folder and 32 characters.
static void name_fresh(char* fresh, const char* path, unsigned attempt) {
    const char* slash = strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    uint64_t seed = pl_hash_mix((uint64_t)now.tv_sec) ^ (uint64_t)now.tv_nsec;
    seed = pl_hash_mix(seed ^ (uint64_t)getpid() << 32 ^ attempt);
    seed = pl_hash_mix(seed ^ (uint64_t)(uintptr_t)&now);
    memcpy(fresh, path, folder);
    pl_text_format(fresh + folder, 32, ".plump-%llx", (unsigned long long)seed);
}

static int open_fresh(char* fresh, const char* path, int access) {
    int file = -1;
    for (unsigned attempt = 0; attempt < TRIES; ++attempt) {
        name_fresh(fresh, path, attempt);
        file = open(fresh, access | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (file >= 0 || (errno != EEXIST && errno != EINTR)) return file;
    }
    return file;
}

// Makes the rename itself last. A folder that may not be opened for reading is left alone.
static bool sync_folder(char* fresh) {
    char* slash = strrchr(fresh, '/');
    if (slash) slash[slash == fresh ? 1 : 0] = 0;
    int folder = open(slash ? fresh : ".", O_RDONLY | O_CLOEXEC);
    if (folder < 0) return true;
    bool ok = sync_file(folder);
    int number = errno;
    close(folder);
    errno = number;
    return ok;
}

static bool begins_with(const char* text, const char* beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

// /dev/stdout, /dev/fd/1, /proc/self/fd/1: somebody holds the file open and expects the bytes in
// just that one, so it must not be replaced by another.
static bool names_handle(const char* path) {
    return begins_with(path, "/dev/fd/") || begins_with(path, "/dev/std") ||
           (begins_with(path, "/proc/") && strstr(path, "/fd/"));
}

typedef enum { A_FILE, A_LINK, A_HANDLE } target_kind;

// What stands under `path` now; `old` is filled where there is something.
static plump_result look(const char* path, struct stat* old, bool* exists, target_kind* kind,
                         plump_error* error) {
    *exists = stat(path, old) == 0;
    *kind = A_FILE;
    if (*exists && S_ISDIR(old->st_mode)) return pl_file_fail(error, path, "written", EISDIR);
    if (*exists && (!S_ISREG(old->st_mode) || names_handle(path))) {
        *kind = A_HANDLE;
        return PLUMP_OK;
    }
    struct stat link;
    bool is_link = lstat(path, &link) == 0 && S_ISLNK(link.st_mode);
    if (is_link && !*exists)
        return pl_fail(error, PLUMP_ERROR_FILE, "%s: is a link to a file that is not there", path);
    if (is_link) *kind = A_LINK;
    return PLUMP_OK;
}

// Frees the names, and removes what is not complete.
static void put_away(pl_replace* r, bool is_whole) {
    if (r->file >= 0) close(r->file);
    if (r->fresh && !is_whole) unlink(r->fresh);
    pl_free(r->hooks, r->fresh);
    free(r->target);
    r->fresh = NULL;
    r->target = NULL;
    r->file = -1;
}

static plump_result fail(pl_replace* r, const char* done, int number, plump_error* error) {
    plump_result result = pl_file_fail(error, r->path, done, number);
    put_away(r, false);
    return result;
}

static plump_result open_directly(pl_replace* r, bool is_regular, plump_error* error) {
    // of a longer regular file nothing may stay behind the new bytes
    r->file = open(r->path, O_WRONLY | O_CLOEXEC | O_NOCTTY | (is_regular ? O_TRUNC : 0));
    return r->file < 0 ? fail(r, "opened for writing", errno, error) : PLUMP_OK;
}

static const char* target_of(const pl_replace* r) {
    return r->target ? r->target : r->path;
}

plump_result pl_replace_open(pl_replace* r, const plump_allocator* hooks, const char* path,
                             plump_error* error) {
    *r = (pl_replace){.hooks = hooks, .path = path, .file = -1};
    struct stat old;
    bool exists;
    target_kind kind;
    plump_result result = look(path, &old, &exists, &kind, error);
    if (result != PLUMP_OK) return result;
    if (kind == A_HANDLE) return open_directly(r, S_ISREG(old.st_mode), error);
    // the file behind a link is replaced, the link stays
    if (kind == A_LINK && !(r->target = realpath(path, NULL)))
        return pl_file_fail(error, path, "written", errno);
    char* fresh = pl_alloc(hooks, strlen(target_of(r)) + 40, 1);
    if (!fresh) {
        put_away(r, false);
        return pl_fail_memory(error, "writing a file");
    }
    r->file = open_fresh(fresh, target_of(r), O_WRONLY);
    if (r->file < 0) {
        result = pl_file_fail(error, path, "created", errno);
        pl_free(hooks, fresh);
        put_away(r, false);
        return result;
    }
    r->fresh = fresh;
    // an old file's permissions stay; it is no harm if they cannot
    if (exists && fchmod(r->file, old.st_mode & 0777) != 0) errno = 0;
    return PLUMP_OK;
}

plump_result pl_replace_put(pl_replace* r, const void* bytes, size_t size, plump_error* error) {
    return write_all(r->file, bytes, size) ? PLUMP_OK : fail(r, "written", errno, error);
}

plump_result pl_replace_close(pl_replace* r, plump_error* error) {
    bool ok = !r->fresh || sync_file(r->file);
    int number = errno;
    if (close(r->file) != 0 && ok && errno != EINTR) {
        ok = false;
        number = errno;
    }
    r->file = -1;
    if (ok && r->fresh && rename(r->fresh, target_of(r)) != 0) {
        ok = false;
        number = errno;
    }
    if (!ok) return fail(r, "written", number, error);
    plump_result result = PLUMP_OK;
    if (r->fresh && !sync_folder(r->fresh))
        result = pl_file_fail(error, r->path, "made to last", errno);
    put_away(r, true);
    return result;
}

void pl_replace_cancel(pl_replace* r) {
    put_away(r, false);
}

#define NO_FILE (-1)

// ---------------------------------------------------------------- spool

// Beside a device there may be no room for files.
static const char* spool_beside(const char* path, target_kind kind) {
    return kind == A_HANDLE ? "/tmp/" : path;
}

plump_result pl_spool_open(pl_spool* s, const plump_allocator* hooks, const char* path,
                           plump_error* error) {
    *s = (pl_spool){.path = path, .file = -1};
    struct stat old;
    bool exists;
    target_kind kind;
    plump_result result = look(path, &old, &exists, &kind, error);
    if (result != PLUMP_OK) return result;
    const char* beside = spool_beside(path, kind);
    char* fresh = pl_alloc(hooks, strlen(beside) + 40, 1);
    if (!fresh) return pl_fail_memory(error, "writing a file");
    s->file = open_fresh(fresh, beside, O_RDWR);
    int number = errno;
    if (s->file >= 0) unlink(fresh);
    pl_free(hooks, fresh);
    return s->file >= 0 ? PLUMP_OK : pl_file_fail(error, path, "created", number);
}

plump_result pl_spool_put(pl_spool* s, const void* bytes, size_t size, plump_error* error) {
    if (!write_all(s->file, bytes, size)) return pl_file_fail(error, s->path, "written", errno);
    s->size += size;
    return PLUMP_OK;
}

static bool rewind_spool(pl_spool* s) {
    return lseek(s->file, 0, SEEK_SET) == 0;
}

static size_t read_spool(pl_spool* s, unsigned char* buffer, size_t size) {
    ssize_t got;
    do got = read(s->file, buffer, size);
    while (got < 0 && errno == EINTR);
    return got > 0 ? (size_t)got : 0;
}

void pl_spool_close(pl_spool* s) {
    if (s->file >= 0) close(s->file);
    s->file = -1;
}

#endif

pl_spool pl_spool_none(void) {
    return (pl_spool){.file = NO_FILE};
}

plump_result pl_spool_copy(pl_spool* s, pl_replace* r, unsigned char* buffer, size_t buffer_size,
                           plump_error* error) {
    bool ok = rewind_spool(s);
    for (uint64_t left = s->size; ok && left > 0;) {
        size_t part = left < buffer_size ? (size_t)left : buffer_size;
        part = read_spool(s, buffer, part);
        ok = part > 0;
        left -= part;
        plump_result result = ok ? pl_replace_put(r, buffer, part, error) : PLUMP_OK;
        if (result != PLUMP_OK) return result;
    }
    if (ok) return PLUMP_OK;
    pl_replace_cancel(r);
    return pl_file_fail(error, s->path, "written", EIO);
}

plump_result plump_file_write_bytes(const char* path, const void* bytes, size_t size,
                                    plump_error* error) {
    if (!path) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "path is NULL");
    if (!bytes && size > 0) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "bytes is NULL");
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    pl_replace r;
    plump_result result = pl_replace_open(&r, &hooks, path, error);
    if (result == PLUMP_OK) result = pl_replace_put(&r, bytes, size, error);
    return result == PLUMP_OK ? pl_replace_close(&r, error) : result;
}
