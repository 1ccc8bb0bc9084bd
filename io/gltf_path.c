// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Neighbouring files. A glTF may come from anywhere, so the names in it must not reach outside its
// folder: no scheme, no absolute path, no "..", and every component is opened by itself without
// following links, which also leaves no gap between checking and opening.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/base64.h"
#include "io/gltf.h"

#include <string.h>

#if !defined(_WIN32)
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

// "http:", "file:", but also "C:"
static bool has_scheme(const char* uri) {
    size_t n = 0;
    while ((uri[n] >= 'a' && uri[n] <= 'z') || (uri[n] >= 'A' && uri[n] <= 'Z') ||
           (n > 0 && ((uri[n] >= '0' && uri[n] <= '9') || uri[n] == '+' || uri[n] == '-' ||
                      uri[n] == '.'))) {
        n++;
    }
    return n > 0 && uri[n] == ':';
}

const char* pl_gltf_path_decode(char* uri) {
    if (has_scheme(uri)) return "is an address; only files beside this one are read";
    char* to = uri;
    for (const char* from = uri; *from; ++from) {
        char c = *from;
        if (c == '%') {
            int value = pl_base64_hex(from + 1);
            if (value < 0) return "has a % that two hexadecimal digits do not follow";
            if (value == 0) return "has a zero byte in it";
            c = (char)(unsigned char)value;
            from += 2;
        }
        *to++ = c;
    }
    *to = 0;
    if (!uri[0]) return "is empty";
    if (strchr(uri, '\\')) return "has a backslash; parts of a path are parted by /";
    if (uri[0] == '/') return "is an absolute path; only files beside this one are read";
    for (const char* part = uri; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (part[0] == '.' && part[1] == '.' && (!part[2] || part[2] == '/')) {
            return "leads out of the file's folder";
        }
    }
    return NULL;
}

#if defined(_WIN32)

plump_result pl_gltf_path_read(pl_arena* arena, const char* folder, const char* path,
                               pl_gltf_files* files, const pl_gltf_file** file, const char** why) {
    (void)arena, (void)folder, (void)path, (void)files, (void)file;
    *why = "lies in a file of its own, which is not supported on this system; GLB holds it all";
    return PLUMP_ERROR_UNSUPPORTED;
}

#else

static int open_component(int folder, const char* name, bool is_last) {
    int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC;
    if (!is_last) return openat(folder, name, flags | O_DIRECTORY);
    // some devices act on being opened, so ask first; and a pipe would wait for its writer
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(status.st_mode)) {
        return -1;
    }
    return openat(folder, name, flags | O_NONBLOCK);
}

// Walks the path from the folder; -1 when a component cannot be opened.
static int open_below(const char* folder, const char* path) {
    int at = open(folder[0] ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (at >= 0) {
        size_t length = strcspn(path, "/");
        const char* rest = path + length + strspn(path + length, "/");
        char name[256];
        int next = -1;
        if (length < sizeof name) {
            memcpy(name, path, length);
            name[length] = 0;
            next = open_component(at, name, !*rest);
        }
        close(at);
        at = next;
        path = rest;
        if (!*path) break;
    }
    return at;
}

static bool read_all(int handle, unsigned char* bytes, size_t size) {
    while (size > 0) {
        ssize_t got = read(handle, bytes, size < (1u << 30) ? size : 1u << 30);
        if (got <= 0) return false;
        bytes += got;
        size -= (size_t)got;
    }
    return true;
}

static const pl_gltf_file* find_known(const pl_gltf_files* files, const struct stat* status) {
    for (size_t i = 0; i < files->count; ++i) {
        const pl_gltf_file* known = &files->items[i];
        if (known->device == (uint64_t)status->st_dev && known->serial == (uint64_t)status->st_ino)
            return known;
    }
    return NULL;
}

static plump_result read_open(pl_arena* arena, int handle, pl_gltf_files* files,
                              const pl_gltf_file** file, const char** why) {
    struct stat status;
    if (fstat(handle, &status) != 0 || !S_ISREG(status.st_mode)) {
        *why = "is not a regular file";
        return PLUMP_ERROR_DATA;
    }
    *file = find_known(files, &status);
    if (*file) return PLUMP_OK;
    if (files->count == PL_GLTF_FILES) {
        *why = "is one file too many (256 are read at most); GLB holds it all";
        return PLUMP_ERROR_LIMIT;
    }
    size_t size = (uint64_t)status.st_size < SIZE_MAX / 2 ? (size_t)status.st_size : SIZE_MAX / 2;
    unsigned char* bytes = pl_arena_alloc(arena, size, 1);
    if (!bytes) return PLUMP_ERROR_MEMORY;
    if (!read_all(handle, bytes, size)) {
        *why = "could not be read to its end";
        return PLUMP_ERROR_FILE;
    }
    files->items[files->count] =
        (pl_gltf_file){bytes, size, (uint64_t)status.st_dev, (uint64_t)status.st_ino};
    *file = &files->items[files->count++];
    return PLUMP_OK;
}

plump_result pl_gltf_path_read(pl_arena* arena, const char* folder, const char* path,
                               pl_gltf_files* files, const pl_gltf_file** file, const char** why) {
    int handle = open_below(folder, path);
    if (handle < 0) {
        *why = "cannot be opened; it must be a plain file in the glTF's folder (links are not "
               "followed)";
        return PLUMP_ERROR_FILE;
    }
    plump_result result = read_open(arena, handle, files, file, why);
    close(handle);
    return result;
}

#endif
