// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A mesh file as a scene: brought to a size, made coarse where it is too fine for real time, and
// dropped on a floor. What was done to it and not asked for is told.
#include "cli/run.h"

#include <plump/io.h>

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_SIZE     0.3      // m, the longest side: files have any unit
#define USUAL_MATERIAL "gummy"  // keeps what an artist has made; a jelly would sag to a third
#define DROP           0.2      // sizes above the floor: from higher up it would be small in a film
#define REGION         0.22   // sizes of the largest part: small regions keep limbs and ends apart
#define FINE           20000  // vertices; more than that are made ...
#define COARSE         8000   // ... so many: about real time on two cores

#define MESH_SCENE                                                                                 \
    "{\"name\": %s, \"dt\": 0.008333333333, \"seconds\": 3,\n"                                     \
    " \"bodies\": [{\"name\": \"body\", \"mesh\": %s, \"material\": %s, \"size\": %.9g,\n"         \
    "  \"radius\": %.9g, \"parts\": \"auto\", \"coarse\": %u, \"position\": [%.9g, %.9g, "         \
    "%.9g]}],\n"                                                                                   \
    " \"obstacles\": [{\"shape\": \"plane\", \"name\": \"floor\"}], \"camera\": {\"margin\": "     \
    "0.06}}\n"

void run_note(run_notes* notes, const char* format, ...) {
    va_list arguments;
    if (notes->count == RUN_NOTES) return;
    char* text = notes->texts[notes->count++];
    va_start(arguments, format);
    vsnprintf(text, sizeof notes->texts[0], format, arguments);
    va_end(arguments);
    cli_note("run", text);
}

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

// --- what is wished ---

static int check_material(const char* name) {
    plump_body_def def = plump_default_body_def();
    plump_error error;
    if (!name || plump_material_set(&def, name, &error) == PLUMP_OK) return CLI_DONE;
    cli_complain("run", "--material: %s; 'plump materials' lists them", error.text);
    return CLI_REFUSED;
}

static int check_wishes(const run_wishes* wish) {
    if (wish->body_size > 0 && wish->scale > 0) {
        cli_complain("run", "--body-size and --scale both say how large it is; give one of them");
        return CLI_REFUSED;
    }
    if (wish->coarse > 0 && wish->coarse < 50) {
        cli_complain("run", "--coarse is at least 50 vertices, or 0 for all there are, not %u",
                     wish->coarse);
        return CLI_REFUSED;
    }
    return check_material(wish->material);
}

// --set bodies.0.fill_holes=true counts here as well: the mesh is looked at before the scene.
static bool wants_holes_filled(const run_wishes* wish) {
    bool wanted = wish->fill_holes;
    for (uint32_t i = 0; i < wish->sets.count; ++i) {
        const char* equals = strstr(wish->sets.items[i], ".fill_holes=");
        if (equals) wanted = strcmp(equals, ".fill_holes=true") == 0;
    }
    return wanted;
}

// --- the mesh ---

typedef struct part_box {
    double low[3], high[3];
} part_box;

static double longest_of(const part_box* box) {
    double side = 0;
    for (int k = 0; k < 3; ++k) side = fmax(side, box->high[k] - box->low[k]);
    return side;
}

static void widen(part_box* box, const float at[3]) {
    for (int k = 0; k < 3; ++k) {
        box->low[k] = fmin(box->low[k], (double)at[k]);
        box->high[k] = fmax(box->high[k], (double)at[k]);
    }
}

// The longest side of the largest part; 0: there is no memory to find it.
static double largest_part(const plump_mesh* mesh) {
    uint32_t parts = plump_mesh_part_count(mesh);
    const uint32_t *corner = plump_mesh_indices(mesh), *part = plump_mesh_triangle_parts(mesh);
    part_box* boxes = malloc(parts * sizeof *boxes);
    double side = 0;
    if (!boxes) return 0;
    for (uint32_t i = 0; i < parts; ++i)
        boxes[i] = (part_box){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < 3 * plump_mesh_triangle_count(mesh); ++i)
        widen(&boxes[part[i / 3]], plump_mesh_positions(mesh) + 3 * (size_t)corner[i]);
    for (uint32_t i = 0; i < parts; ++i) side = fmax(side, longest_of(&boxes[i]));
    free(boxes);
    return side;
}

static double longest_side(const plump_mesh_report* report) {
    double side = 0;
    for (int k = 0; k < 3; ++k) side = fmax(side, report->bounds_max[k] - report->bounds_min[k]);
    return side;
}

static int choose_size(const run_wishes* wish, double side, run_notes* notes, double* size) {
    *size = wish->body_size > 0 ? wish->body_size
            : wish->scale > 0   ? wish->scale * side
                                : USUAL_SIZE;
    if (!(*size >= 1e-6 && *size <= 1e6)) {
        cli_complain("run", "the body would be %g m large; it can be 1e-6 to 1e6 m", *size);
        return CLI_REFUSED;
    }
    bool is_told = wish->body_size > 0 || wish->scale > 0 || fabs(*size / side - 1) < 0.01;
    if (!is_told)
        run_note(notes,
                 "the mesh is %.3g long in its file and is made %g m long; --body-size METRES or "
                 "--scale X (1: as it is) say otherwise",
                 side, *size);
    return CLI_DONE;
}

static uint32_t choose_coarse(const run_wishes* wish, uint32_t vertices, run_notes* notes) {
    if (wish->coarse != RUN_UNSET) return wish->coarse;
    if (vertices <= FINE) return 0;
    run_note(notes,
             "the mesh has %u vertices, more than real time allows: about %d are simulated, and "
             "all follow them; --coarse N says how many, --coarse 0 takes all",
             vertices, COARSE);
    return COARSE;
}

// Pieces that can move apart; 0: there is no memory to find them.
static uint32_t count_pieces(const plump_mesh* mesh) {
    plump_error error;
    uint32_t count = 0;
    bool found = plump_mesh_find_pieces(mesh, &count, NULL, 0, &error) == PLUMP_OK;
    return found ? count : 0;
}

typedef struct mesh_parts {
    double longest;   // side of the largest, in the file
    uint32_t pieces;  // that can move apart
} mesh_parts;

static int look_at(const run_wishes* wish, run_notes* notes, plump_mesh_report* report,
                   mesh_parts* parts) {
    plump_error error;
    plump_mesh* mesh = NULL;
    plump_mesh_def def = plump_default_mesh_def();
    def.fill_holes = wants_holes_filled(wish);
    def.find_intersections = false;
    plump_result result = plump_mesh_read(wish->scene, &def, &mesh, report, &error);
    *parts = (mesh_parts){0};
    if (result == PLUMP_OK) *parts = (mesh_parts){largest_part(mesh), count_pieces(mesh)};
    plump_mesh_destroy(mesh);
    if (result != PLUMP_OK) cli_complain("run", "%s", error.text);
    if (result == PLUMP_OK && report->verdict == PLUMP_VERDICT_REPAIR)
        run_note(notes, "%s", report->message);
    return cli_exit_code(result);
}

static bool says_parts(const run_wishes* wish) {
    for (uint32_t i = 0; i < wish->sets.count; ++i)
        if (strncmp(wish->sets.items[i], "bodies.0.parts=", 15) == 0) return true;
    return false;
}

// Who has one file may not expect many bodies, or one of many pieces.
static void tell_pieces(const run_wishes* wish, const plump_scene* scene, uint32_t pieces,
                        uint32_t coarse, run_notes* notes) {
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    if (says_parts(wish) || pieces < 2) return;
    if (info.body_count > 1)
        run_note(notes,
                 "the mesh has %u pieces that can move apart: each is a body; "
                 "--set 'bodies.0.parts=\"together\"' makes one of them",
                 (unsigned)info.body_count);
    else if (coarse > 0)
        run_note(notes,
                 "the mesh has %u pieces that can move apart, and they stay one body that meets "
                 "itself, because it is made coarse: that is slow; --coarse 0 makes each a body",
                 pieces);
    else
        run_note(notes,
                 "the mesh has %u pieces that can move apart, and they stay one body that meets "
                 "itself, which is slow; a file of at most 256 of them, or --set "
                 "'bodies.0.parts=\"split\"', would help",
                 pieces);
}

int run_mesh_open(const run_wishes* wish, run_notes* notes, plump_scene** scene) {
    plump_mesh_report report;
    mesh_parts parts;
    double size = 0;
    int code = check_wishes(wish);
    if (code == CLI_DONE) code = look_at(wish, notes, &report, &parts);
    if (code == CLI_DONE) code = choose_size(wish, longest_side(&report), notes, &size);
    if (code != CLI_DONE) return code;
    double scale = size / longest_side(&report);
    uint32_t coarse = choose_coarse(wish, report.vertices, notes);
    char name[256], quoted_name[1600], quoted_path[6400], material[200], text[9000];
    find_name(wish->scene, name, sizeof name);
    quote(name, quoted_name, sizeof quoted_name);
    quote(wish->scene, quoted_path, sizeof quoted_path);
    quote(wish->material ? wish->material : USUAL_MATERIAL, material, sizeof material);
    snprintf(text, sizeof text, MESH_SCENE, quoted_name, quoted_path, material, size,
             REGION * scale * parts.longest, coarse,
             -0.5 * scale * (report.bounds_min[0] + report.bounds_max[0]),
             DROP * size - scale * report.bounds_min[1],
             -0.5 * scale * (report.bounds_min[2] + report.bounds_max[2]));
    plump_error error;
    plump_scene_def def = run_scene_def(wish, notes);
    def.folder = ".";
    def.allow_outside = true;  // the user has named the file
    plump_result result = plump_scene_read_memory(text, strlen(text), name, &def, scene, &error);
    if (result == PLUMP_OK) tell_pieces(wish, *scene, parts.pieces, coarse, notes);
    return run_scene_end(result, &error, notes);
}
