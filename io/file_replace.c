// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bytes into a file, whole or not at all: written under another name in the same folder, synced,
// then renamed over the old one. Whoever looks, and whenever the power fails, there is the complete
// old file or the complete new one. A device or pipe is written directly, and so is
// what is named by an open handle, such as /dev/stdout.
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include <plump/io.h>

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

static plump_result replace(const char* path, const unsigned char* bytes, size_t size,
                            plump_error* error) {
    char fresh[MAX_PATH + 32];
    pl_text_format(fresh, sizeof fresh, "%s.%lu.tmp", path, (unsigned long)GetCurrentProcessId());
    FILE* file = fopen(fresh, "wbx");
    if (!file) return pl_file_fail(error, path, "written", errno);
    bool ok = fwrite(bytes, 1, size, file) == size && fflush(file) == 0;
    int number = errno;
    ok = fclose(file) == 0 && ok;
    if (ok && MoveFileExA(fresh, path, MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH))
        return PLUMP_OK;
    remove(fresh);
    return pl_file_fail(error, path, "written", ok ? EACCES : number);
}

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

static plump_result write_directly(const char* path, bool is_regular, const unsigned char* bytes,
                                   size_t size, plump_error* error) {
    // of a longer regular file nothing may stay behind the new bytes
    int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | (is_regular ? O_TRUNC : 0));
    if (file < 0) return pl_file_fail(error, path, "opened for writing", errno);
    bool ok = write_all(file, bytes, size);
    int number = errno;
    if (close(file) != 0 && ok && errno != EINTR) {
        ok = false;
        number = errno;
    }
    return ok ? PLUMP_OK : pl_file_fail(error, path, "written", number);
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

static int open_fresh(char* fresh, const char* path) {
    int file = -1;
    for (unsigned attempt = 0; attempt < TRIES; ++attempt) {
        name_fresh(fresh, path, attempt);
        file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
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

static bool fill(int file, const unsigned char* bytes, size_t size, const struct stat* old) {
    // an old file's permissions stay; it is no harm if they cannot
    if (old && fchmod(file, old->st_mode & 0777) != 0) errno = 0;
    bool ok = write_all(file, bytes, size) && sync_file(file);
    int number = errno;
    if (close(file) != 0 && ok && errno != EINTR) return false;
    errno = number;
    return ok;
}

static plump_result replace_regular(const char* path, const struct stat* old, char* fresh,
                                    const unsigned char* bytes, size_t size, plump_error* error) {
    int file = open_fresh(fresh, path);
    if (file < 0) return pl_file_fail(error, path, "created", errno);
    if (!fill(file, bytes, size, old) || rename(fresh, path) != 0) {
        int number = errno;
        unlink(fresh);
        return pl_file_fail(error, path, "written", number);
    }
    if (!sync_folder(fresh)) return pl_file_fail(error, path, "made to last", errno);
    return PLUMP_OK;
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

static plump_result replace(const char* path, const unsigned char* bytes, size_t size,
                            plump_error* error) {
    struct stat old;
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) return pl_file_fail(error, path, "written", EISDIR);
    if (exists && (!S_ISREG(old.st_mode) || names_handle(path)))
        return write_directly(path, S_ISREG(old.st_mode), bytes, size, error);
    // the file behind a link is replaced, the link stays
    struct stat link;
    bool is_link = lstat(path, &link) == 0 && S_ISLNK(link.st_mode);
    if (is_link && !exists)
        return pl_fail(error, PLUMP_ERROR_FILE, "%s: is a link to a file that is not there", path);
    char* real = is_link ? realpath(path, NULL) : NULL;
    if (is_link && !real) return pl_file_fail(error, path, "written", errno);

    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    const char* target = real ? real : path;
    char* fresh = pl_alloc(&hooks, strlen(target) + 40, 1);
    plump_result result =
        fresh ? replace_regular(target, exists ? &old : NULL, fresh, bytes, size, error)
              : pl_fail_memory(error, "writing a file");
    pl_free(&hooks, fresh);
    free(real);
    return result;
}

#endif

plump_result plump_file_write_bytes(const char* path, const void* bytes, size_t size,
                                    plump_error* error) {
    if (!path) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "path is NULL");
    if (!bytes && size > 0) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "bytes is NULL");
    return replace(path, bytes, size, error);
}
