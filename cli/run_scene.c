// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which scene is meant: a scene file, a built-in scene by its name, or a mesh file, which is
// dropped on a floor (run_mesh.c).
#include "cli/run.h"

#include <plump/io.h>

#include <stdio.h>
#include <string.h>

// Each thing that is wrong with a scene is told, not the first alone.
static void tell_wrong(const plump_error* error, void* user) {
    run_notes* notes = user;
    notes->told++;
    cli_complain("run", "%s", error->text);
}

int run_scene_end(plump_result result, const plump_error* error, const run_notes* notes) {
    if (result != PLUMP_OK && notes->told == 0) cli_complain("run", "%s", error->text);
    if (notes->told == RUN_TOLD_MOST)
        cli_complain("run", "there may be more: no more than %d are told at once", RUN_TOLD_MOST);
    return cli_exit_code(result);
}

plump_scene_def run_scene_def(const run_wishes* wish, run_notes* notes) {
    plump_scene_def def = plump_default_scene_def();
    def.fill_holes = wish->fill_holes;
    def.complain = tell_wrong;
    def.complain_user = notes;
    def.sets = wish->sets.items;
    def.set_count = wish->sets.count;
    def.allow_outside = wish->allow_outside;
    def.worker_count = wish->threads;
    return def;
}

// --- a built-in one ---

static const char* builtin_name(size_t index, const void* list) {
    (void)list;
    return plump_scene_builtin_name((uint32_t)index);
}

static int open_builtin(const run_wishes* wish, run_notes* notes, plump_scene** scene) {
    size_t size = 0, count = 0;
    const char* text = plump_scene_builtin_text(wish->scene, &size);
    if (!text && run_is_folder(wish->scene)) {
        cli_complain("run",
                     "%s is a folder; a scene file, a mesh file or the name of a built-in "
                     "scene is wanted",
                     wish->scene);
        return CLI_REFUSED;
    }
    if (!text) {
        while (plump_scene_builtin_name((uint32_t)count)) ++count;
        const char* nearest = cli_nearest(wish->scene, builtin_name, NULL, count);
        cli_complain("run",
                     "there is no file and no built-in scene '%s'%s%s%s; 'plump scenes' "
                     "lists the built-in ones",
                     wish->scene, nearest ? " (did you mean '" : "", nearest ? nearest : "",
                     nearest ? "'?)" : "");
        return CLI_REFUSED;
    }
    plump_error error;
    plump_scene_def def = run_scene_def(wish, notes);
    plump_result result = plump_scene_read_memory(text, size, wish->scene, &def, scene, &error);
    return run_scene_end(result, &error, notes);
}

// What is said of a mesh file has no meaning for a scene, which says it itself.
static int refuse_mesh_wishes(const run_wishes* wish) {
    const char* name = wish->material              ? "material"
                       : wish->body_size > 0       ? "body-size"
                       : wish->scale > 0           ? "scale"
                       : wish->coarse != RUN_UNSET ? "coarse"
                                                   : NULL;
    const char* key = wish->material              ? "material=NAME"
                      : wish->coarse != RUN_UNSET ? "coarse=N"
                                                  : "size=METRES";
    if (!name) return CLI_DONE;
    cli_complain("run", "--%s is for mesh files; in a scene it is --set bodies.0.%s", name, key);
    return CLI_REFUSED;
}

int run_scene_open(const run_wishes* wish, run_notes* notes, plump_scene** scene) {
    bool is_path = strchr(wish->scene, '/') || strchr(wish->scene, '.');
    bool is_builtin = !is_path && !run_is_there(wish->scene);
    if (!is_builtin && plump_format_of_name(wish->scene) != PLUMP_FORMAT_AUTO)
        return run_mesh_open(wish, notes, scene);
    int code = refuse_mesh_wishes(wish);
    if (code != CLI_DONE) return code;
    if (is_builtin) return open_builtin(wish, notes, scene);
    plump_error error;
    plump_scene_def def = run_scene_def(wish, notes);
    plump_result result = plump_scene_read(wish->scene, &def, scene, &error);
    return run_scene_end(result, &error, notes);
}
