// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Neighbouring files. A glTF may come from anywhere, so the names in it must not reach outside its
// folder: no scheme, no absolute path, no "..", and every component is opened by itself without
// following links, which also leaves no gap between checking and opening.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "io/base64.h"
#include "io/file_error.h"
#include "io/file_read.h"
#include "io/gltf.h"

#include <string.h>

#define NAME_SHOWN 120  // of a path in messages, so that the reason behind it has room

#if !defined(_WIN32)
#include <errno.h>
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

plump_result pl_gltf_path_read(const plump_allocator* hooks, const char* folder, const char* path,
                               pl_gltf_files* files, const pl_gltf_file** file,
                               plump_error* error) {
    (void)hooks, (void)folder, (void)files, (void)file;
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                   "\"%.*s\" lies in a file of its own, which is not supported on this system; "
                   "GLB holds it all",
                   NAME_SHOWN, path);
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

static const pl_gltf_file* find_known(const pl_gltf_files* files, const struct stat* status) {
    for (size_t i = 0; i < files->count; ++i) {
        const pl_gltf_file* known = &files->items[i];
        if (known->device == (uint64_t)status->st_dev && known->serial == (uint64_t)status->st_ino)
            return known;
    }
    return NULL;
}

static plump_result read_open(const plump_allocator* hooks, int handle, const char* name,
                              pl_gltf_files* files, const pl_gltf_file** file, plump_error* error) {
    struct stat status;
    if (fstat(handle, &status) != 0) return pl_file_fail_input(error, name, "read", errno);
    *file = find_known(files, &status);
    if (*file) return PLUMP_OK;
    if (files->count == PL_GLTF_FILES) {
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "\"%s\" is one file too many (%d are read at most); GLB holds it all", name,
                       PL_GLTF_FILES);
    }
    pl_gltf_file fresh = {.device = (uint64_t)status.st_dev, .serial = (uint64_t)status.st_ino};
    plump_result result = pl_file_load_open(handle, name, hooks, &fresh.bytes, &fresh.size, error);
    if (result != PLUMP_OK) return result;
    files->items[files->count] = fresh;
    *file = &files->items[files->count++];
    return PLUMP_OK;
}

plump_result pl_gltf_path_read(const plump_allocator* hooks, const char* folder, const char* path,
                               pl_gltf_files* files, const pl_gltf_file** file,
                               plump_error* error) {
    char name[NAME_SHOWN];
    pl_text_format(name, sizeof name, "%s", path);
    int handle = open_below(folder, path);
    if (handle < 0) {
        return pl_fail(error, PLUMP_ERROR_INPUT,
                       "\"%s\" cannot be opened; it must be a plain file in the glTF's folder "
                       "(links are not followed)",
                       name);
    }
    plump_result result = read_open(hooks, handle, name, files, file, error);
    close(handle);
    return result;
}

#endif

void pl_gltf_path_free(const plump_allocator* hooks, pl_gltf_files* files) {
    for (size_t i = 0; i < files->count; ++i) pl_free(hooks, files->items[i].bytes);
    files->count = 0;
}
