// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Paths in a scene file. A scene may come from anywhere, so they stay in its folder: no absolute
// path, no "..", and no link that leads out of it, unless the caller allows that.
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700  // realpath
#endif
#include "io/scene_item.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <stdlib.h>
#include <string.h>

#define PATH_SIZE 4096  // realpath() writes at most so much

static bool leads_up(const char* path) {
    for (const char* part = path; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (part[0] == '.' && part[1] == '.' && (!part[2] || part[2] == '/')) return true;
    }
    return false;
}

// NULL: it may be followed; or else the rest of a sentence.
static const char* refuse(const char* path) {
    if (!path[0]) return "the path is empty";
    if (strlen(path) > 1024) return "the path is longer than 1024 bytes";
    if (strchr(path, '\\')) return "the path has a backslash; parts of a path are parted by /";
    return NULL;
}

static const char* refuse_outside(const char* path) {
    if (path[0] == '/' || (path[0] && path[1] == ':'))
        return "the path is absolute; files are looked for in the scene's folder only, unless "
               "--allow-outside is given";
    if (leads_up(path))
        return "the path leads out of the scene's folder; that needs --allow-outside";
    return NULL;
}

#if defined(_WIN32)

static plump_result check_links(const pl_scene_reader* reader, const pl_item* item,
                                const char* file) {
    (void)reader, (void)item, (void)file;
    return PLUMP_OK;
}

#else

// What is not there is told by whoever opens it.
static plump_result check_links(const pl_scene_reader* reader, const pl_item* item,
                                const char* file) {
    pl_arena scratch = pl_arena_make(reader->arena->hooks);
    char* folder = pl_arena_alloc(&scratch, PATH_SIZE + 1, 1);
    char* real = pl_arena_alloc(&scratch, PATH_SIZE + 1, 1);
    plump_result result = PLUMP_OK;
    if (!folder || !real) {
        result = pl_scene_fail_memory(reader);
    } else if (realpath(reader->folder[0] ? reader->folder : ".", folder) && realpath(file, real)) {
        size_t length = strlen(folder);
        bool is_inside = strncmp(real, folder, length) == 0 &&
                         (real[length] == '/' || folder[length - 1] == '/');
        if (!is_inside)
            result = PL_ITEM_BAD(reader, item,
                                 "a link leads out of the scene's folder; that needs "
                                 "--allow-outside");
    }
    pl_arena_release(&scratch, NULL);
    return result;
}

#endif

plump_result pl_scene_path(const pl_scene_reader* reader, const pl_item* item, const char* path,
                           const char** file) {
    bool free_to_go = reader->def->allow_outside;
    const char* reason = refuse(path);
    if (!reason && !free_to_go) reason = refuse_outside(path);
    if (!reason && !free_to_go && !reader->folder)
        reason = "this scene has no folder that files could lie in; use a built-in shape, or read "
                 "the scene from a file";
    if (reason) return PL_ITEM_BAD(reader, item, "%s", reason);
    const char* folder = path[0] == '/' || !reader->folder ? "" : reader->folder;
    size_t size = strlen(folder) + strlen(path) + 2;
    char* joined = pl_arena_alloc(reader->arena, size, 1);
    if (!joined) return pl_scene_fail_memory(reader);
    bool has_slash = !folder[0] || folder[strlen(folder) - 1] == '/';
    pl_text_format(joined, size, "%s%s%s", folder, has_slash ? "" : "/", path);
    *file = joined;
    return free_to_go ? PLUMP_OK : check_links(reader, item, joined);
}

#endif
