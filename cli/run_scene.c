// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Which scene is meant: a scene file, a built-in scene by its name, or a mesh file, which becomes a
// jelly that is dropped on a floor.
#include "cli/run.h"

#include <plump/io.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complain(plump_result result, const plump_error* error) {
    cli_complain("run", "%s", error->text);
    return cli_exit_code(result);
}

static plump_scene_def make_def(const run_wishes* wish) {
    plump_scene_def def = plump_default_scene_def();
    def.sets = wish->sets.items;
    def.set_count = wish->sets.count;
    def.allow_outside = wish->allow_outside;
    def.worker_count = wish->threads;
    return def;
}

// A folder can be opened too, but not read.
static bool is_there(const char* path) {
    FILE* file = fopen(path, "rb");
    if (!file) return false;
    bool readable = fgetc(file) != EOF || !ferror(file);
    fclose(file);
    return readable;
}

// --- a built-in one ---

static const char* builtin_name(size_t index, const void* list) {
    (void)list;
    return plump_scene_builtin_name((uint32_t)index);
}

static int open_builtin(const run_wishes* wish, plump_scene** scene) {
    size_t size = 0, count = 0;
    const char* text = plump_scene_builtin_text(wish->scene, &size);
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
    plump_scene_def def = make_def(wish);
    plump_result result = plump_scene_read_memory(text, size, wish->scene, &def, scene, &error);
    return result == PLUMP_OK ? CLI_DONE : complain(result, &error);
}

// --- a mesh ---

#define JELLY_SIZE 0.3  // m, the longest side: files have any unit

#define MESH_SCENE                                                                                 \
    "{\"name\": %s, \"dt\": 0.008333333333, \"seconds\": 3,\n"                                     \
    " \"bodies\": [{\"name\": \"jelly\", \"mesh\": %s, \"material\": \"jelly\",\n"                 \
    "  \"parts\": \"auto\",\n"                                                                     \
    "  \"scale\": %.9g, \"position\": [%.9g, %.9g, %.9g]}],\n"                                     \
    " \"obstacles\": [{\"shape\": \"plane\", \"name\": \"floor\"}]}\n"

// A string of JSON with its quotes; longer text is cut.
static void quote(const char* text, char* out, size_t size) {
    size_t used = 0;
    out[used++] = '"';
    for (; *text && used + 8 < size; ++text) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\' || c < 32) {
            used += (size_t)snprintf(out + used, size - used, "\\u%04x", c);
        } else {
            out[used++] = *text;
        }
    }
    out[used++] = '"';
    out[used] = 0;
}

static void find_name(const char* path, char* name, size_t size) {
    const char* slash = strrchr(path, '/');
    snprintf(name, size, "%s", slash ? slash + 1 : path);
    char* dot = strrchr(name, '.');
    if (dot && dot != name) *dot = 0;
}

// Who has one file may not expect many bodies.
static void tell_pieces(const plump_scene* scene) {
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    if (info.body_count > 1)
        fprintf(stderr,
                "plump run: the mesh has %u pieces that can move apart; each is a body "
                "(--set 'bodies.0.parts=\"together\"' for one)\n",
                (unsigned)info.body_count);
}

static int open_mesh(const run_wishes* wish, plump_scene** scene) {
    plump_error error;
    plump_mesh* mesh = NULL;
    plump_mesh_report report;
    plump_result result = plump_mesh_read(wish->scene, NULL, &mesh, &report, &error);
    if (result != PLUMP_OK) return complain(result, &error);
    plump_mesh_destroy(mesh);
    double side = 0, lift;
    for (int k = 0; k < 3; ++k) side = fmax(side, report.bounds_max[k] - report.bounds_min[k]);
    double scale = JELLY_SIZE / side;
    lift = 0.4 * JELLY_SIZE - scale * report.bounds_min[1];
    char name[256], quoted_name[1600], quoted_path[6400], text[9000];
    find_name(wish->scene, name, sizeof name);
    quote(name, quoted_name, sizeof quoted_name);
    quote(wish->scene, quoted_path, sizeof quoted_path);
    snprintf(text, sizeof text, MESH_SCENE, quoted_name, quoted_path, scale,
             -0.5 * scale * (report.bounds_min[0] + report.bounds_max[0]), lift,
             -0.5 * scale * (report.bounds_min[2] + report.bounds_max[2]));
    plump_scene_def def = make_def(wish);
    def.folder = ".";
    def.allow_outside = true;  // the user has named the file
    result = plump_scene_read_memory(text, strlen(text), name, &def, scene, &error);
    if (result != PLUMP_OK) return complain(result, &error);
    tell_pieces(*scene);
    return CLI_DONE;
}

int run_scene_open(const run_wishes* wish, plump_scene** scene) {
    bool is_path = strchr(wish->scene, '/') || strchr(wish->scene, '.');
    if (!is_path && !is_there(wish->scene)) return open_builtin(wish, scene);
    if (plump_format_of_name(wish->scene) != PLUMP_FORMAT_AUTO) return open_mesh(wish, scene);
    plump_error error;
    plump_scene_def def = make_def(wish);
    plump_result result = plump_scene_read(wish->scene, &def, scene, &error);
    return result == PLUMP_OK ? CLI_DONE : complain(result, &error);
}
