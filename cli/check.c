// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump check: judges mesh files by the intake, and writes the repaired mesh on request.
#include "cli/commands.h"
#include "cli/json_out.h"
#include "cli/options.h"

#include <plump/io.h>
#include <plump/plump.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char* repair;
    double weld_tolerance;
    bool fill_holes, intersections, split, json;
} wishes;

// One file on its way: what was read, what intake made of it.
typedef struct {
    const char* name;
    plump_soup* soup;
    plump_mesh* mesh;
    plump_mesh_report report;
    char message[PLUMP_ERROR_TEXT_SIZE];
    int code;         // exit code for this file alone
    bool was_read;    // the report is filled
    json_t* written;  // names of the files that --repair made
    char write_error[PLUMP_ERROR_TEXT_SIZE];
} checked;

static const char* const verdict_names[] = {"accept", "repair", "reject"};

static void check_file(const char* name, const wishes* wish, checked* file) {
    memset(file, 0, sizeof *file);
    file->name = name;
    file->written = json_array();
    plump_error error = {0};
    plump_read_def read = plump_default_read_def();
    plump_result result = plump_file_read(name, &read, &file->soup, &error);
    if (result == PLUMP_OK) {
        plump_mesh_def def = plump_default_mesh_def();
        def.triangles = plump_soup_triangles(file->soup);
        def.fill_holes = wish->fill_holes;
        def.find_intersections = wish->intersections;
        def.weld_tolerance = wish->weld_tolerance;
        result = plump_mesh_create(&def, &file->mesh, &file->report, &error);
        file->was_read = result == PLUMP_OK || result == PLUMP_ERROR_DATA;
    }
    if (file->was_read) {
        plump_soup_explain(file->soup, name, &file->report, file->message, sizeof file->message);
        file->code = (int)file->report.verdict;
    } else {
        file->report.verdict = PLUMP_VERDICT_REJECT;
        snprintf(file->message, sizeof file->message, "%s", error.text);
        // a file that is not there is the user's slip, a disk that fails is not
        file->code = result == PLUMP_ERROR_MEMORY ? CLI_MACHINE : CLI_REFUSED;
    }
}

static void free_file(checked* file) {
    json_decref(file->written);
    plump_mesh_destroy(file->mesh);
    plump_soup_destroy(file->soup);
}

// "vertex 12 (line 40)", "edge 3-17 (line 31)", "triangles 5 and 9 (line 80)"
static void describe_element(const checked* file, plump_element_kind kind, plump_element element,
                             char* text, size_t size) {
    char place[64] = "";
    if (kind == PLUMP_ELEMENT_VERTEX || kind == PLUMP_ELEMENT_EDGE) {
        plump_soup_locate_vertex(file->soup, element.a, place, sizeof place);
    } else {
        plump_soup_locate_triangle(file->soup, element.a, place, sizeof place);
    }
    char numbers[64];
    switch (kind) {
    case PLUMP_ELEMENT_VERTEX: snprintf(numbers, sizeof numbers, "vertex %u", element.a); break;
    case PLUMP_ELEMENT_TRIANGLE: snprintf(numbers, sizeof numbers, "triangle %u", element.a); break;
    case PLUMP_ELEMENT_EDGE:
        snprintf(numbers, sizeof numbers, "edge %u-%u", element.a, element.b);
        break;
    case PLUMP_ELEMENT_TRIANGLE_PAIR:
        snprintf(numbers, sizeof numbers, "triangles %u and %u", element.a, element.b);
        break;
    }
    snprintf(text, size, place[0] ? "%s (%s)" : "%s", numbers, place);
}

static void print_finding(const checked* file, plump_finding_kind kind) {
    const plump_finding* finding = &file->report.findings[kind];
    if (finding->count == 0) return;
    static const char* const marks[] = {"mended", "note", "wrong"};
    printf("  %-7s %s%llu %s: ", marks[plump_finding_get_weight(kind)],
           finding->at_least ? "at least " : "", (unsigned long long)finding->count,
           plump_finding_text(kind, finding->count));
    size_t shown = finding->count < PLUMP_FINDING_FIRST_COUNT ? (size_t)finding->count
                                                              : PLUMP_FINDING_FIRST_COUNT;
    for (size_t i = 0; i < shown; ++i) {
        char text[160];
        describe_element(file, plump_finding_element(kind), finding->first[i], text, sizeof text);
        printf("%s%s", i ? ", " : "", text);
    }
    printf("%s\n", finding->count > shown ? ", ..." : "");
}

static void print_written(const checked* file) {
    size_t i;
    json_t* name;
    json_array_foreach(file->written, i, name) {
        printf("  wrote   %s\n", json_string_value(name));
    }
    if (json_array_size(file->written) == 0) printf("  wrote   nothing\n");
}

static void print_text(const checked* file, const wishes* wish) {
    printf("%s: %s\n", verdict_names[file->report.verdict], file->message);
    if (!file->was_read) return;
    const plump_mesh_report* r = &file->report;
    if (r->verdict != PLUMP_VERDICT_REJECT) {
        printf("  area %.6g, edges %.3g to %.3g, from (%.9g, %.9g, %.9g) to (%.9g, %.9g, %.9g)\n",
               r->area, r->edge_min, r->edge_max, r->bounds_min[0], r->bounds_min[1],
               r->bounds_min[2], r->bounds_max[0], r->bounds_max[1], r->bounds_max[2]);
    }
    for (int kind = 0; kind < PLUMP_FINDING_COUNT; ++kind) {
        print_finding(file, (plump_finding_kind)kind);
    }
    if (wish->repair) print_written(file);
}

static json_t* findings_json(const checked* file) {
    json_t* findings = json_array();
    for (int k = 0; k < PLUMP_FINDING_COUNT; ++k) {
        plump_finding_kind kind = (plump_finding_kind)k;
        const plump_finding* finding = &file->report.findings[kind];
        if (finding->count == 0) continue;
        json_t* first = json_array();
        for (size_t i = 0; i < PLUMP_FINDING_FIRST_COUNT && i < finding->count; ++i) {
            char text[160];
            describe_element(file, plump_finding_element(kind), finding->first[i], text,
                             sizeof text);
            json_array_append_new(first, cli_json_text(text));
        }
        static const char* const weights[] = {"repair", "warning", "refusal"};
        json_array_append_new(findings, json_pack("{s:s, s:s, s:s, s:I, s:b, s:o}", "kind",
                                                  plump_finding_name(kind), "weight",
                                                  weights[plump_finding_get_weight(kind)], "text",
                                                  plump_finding_text(kind, finding->count), "count",
                                                  (json_int_t)finding->count, "at_least",
                                                  (int)finding->at_least, "first", first));
    }
    return findings;
}

// Warnings in words: what was found but left as it is, and near welds, which are guesses.
static json_t* warnings_json(const checked* file) {
    json_t* warnings = json_array();
    for (int k = 0; k < PLUMP_FINDING_COUNT; ++k) {
        plump_finding_kind kind = (plump_finding_kind)k;
        const plump_finding* finding = &file->report.findings[kind];
        bool warns = plump_finding_get_weight(kind) == PLUMP_WEIGHT_WARNING ||
                     kind == PLUMP_FINDING_NEAR_VERTICES;
        if (finding->count == 0 || !warns) continue;
        char text[160];
        snprintf(text, sizeof text, "%s%llu %s", finding->at_least ? "at least " : "",
                 (unsigned long long)finding->count, plump_finding_text(kind, finding->count));
        json_array_append_new(warnings, json_string(text));
    }
    return warnings;
}

static json_t* vector_json(const double v[3]) {
    return json_pack("[o, o, o]", cli_json_real(v[0]), cli_json_real(v[1]), cli_json_real(v[2]));
}

// Figures that nobody worked out are null, not 0.
static json_t* file_json(const checked* file, const wishes* wish) {
    const plump_mesh_report* r = &file->report;
    bool measured = r->verdict != PLUMP_VERDICT_REJECT;
    uint64_t crossings = r->findings[PLUMP_FINDING_SELF_INTERSECTIONS].count;
    json_t* object = json_pack("{s:o, s:s, s:o}", "file", cli_json_text(file->name), "verdict",
                               verdict_names[r->verdict], "message", cli_json_text(file->message));
    if (!file->was_read) {
        json_object_set_new(object, "warnings", json_array());
        return object;
    }
    json_t* figures = json_pack(
        "{s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",
        "format", plump_format_name(plump_soup_format(file->soup)),                  //
        "vertices", (json_int_t)r->vertices, "triangles", (json_int_t)r->triangles,  //
        "parts", (json_int_t)r->parts, "cavities", (json_int_t)r->cavities,          //
        "volume", measured ? cli_json_real(r->volume) : json_null(), "area",
        cli_json_real(r->area),         //
        "euler", (json_int_t)r->euler,  //
        "edge_min", cli_json_real(r->edge_min), "edge_median", cli_json_real(r->edge_median),
        "edge_max", cli_json_real(r->edge_max),  //
        "bounds_min", vector_json(r->bounds_min), "bounds_max", vector_json(r->bounds_max),
        "self_intersections",
        measured && wish->intersections ? json_integer((json_int_t)crossings) : json_null(),
        "findings", findings_json(file), "warnings", warnings_json(file));
    json_object_update(object, figures);
    json_decref(figures);
    if (wish->repair) json_object_set(object, "written", file->written);
    if (file->write_error[0]) {
        json_object_set_new(object, "write_error", cli_json_text(file->write_error));
    }
    return object;
}

static plump_result write_mesh(checked* file, const plump_mesh* mesh, const char* path,
                               plump_error* error) {
    // names of groups go along; the list is only borrowed for the call
    uint32_t count = plump_soup_group_count(file->soup);
    const char** names = malloc((count ? count : 1) * sizeof *names);
    if (!names) {
        *error = (plump_error){PLUMP_ERROR_MEMORY, "out of memory while writing the mesh"};
        return PLUMP_ERROR_MEMORY;
    }
    for (uint32_t i = 0; i < count; ++i) names[i] = plump_soup_group_name(file->soup, i);
    plump_triangles triangles = plump_mesh_triangles(mesh);
    plump_write_def def = plump_default_write_def();
    def.group_names = names;
    def.group_count = count;
    plump_result result = plump_file_write(path, &triangles, &def, error);
    free(names);
    if (result == PLUMP_OK) json_array_append_new(file->written, cli_json_text(path));
    return result;
}

// OUT.ply becomes OUT-1.ply, OUT-2.ply, ...: a part with its cavities each.
static plump_result write_parts(checked* file, const char* path, plump_error* error) {
    const char* dot = strrchr(path, '.');
    const char* slash = strrchr(path, '/');
    if (!dot || (slash && dot < slash)) dot = path + strlen(path);
    uint32_t number = 0;
    for (uint32_t part = 0; part < plump_mesh_part_count(file->mesh); ++part) {
        if (plump_mesh_part_is_cavity(file->mesh, part)) continue;
        char name[4096];
        int length =
            snprintf(name, sizeof name, "%.*s-%u%s", (int)(dot - path), path, ++number, dot);
        if (length < 0 || (size_t)length >= sizeof name) {
            *error = (plump_error){PLUMP_ERROR_ARGUMENT, "the name of the output is too long"};
            return PLUMP_ERROR_ARGUMENT;
        }
        plump_mesh* one = NULL;
        plump_result result = plump_mesh_create_part(file->mesh, part, &one, error);
        if (result == PLUMP_OK) result = write_mesh(file, one, name, error);
        plump_mesh_destroy(one);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

static void write_repaired(checked* file, const wishes* wish) {
    if (!wish->repair || !file->mesh) return;
    plump_error error = {0};
    plump_result result = wish->split ? write_parts(file, wish->repair, &error)
                                      : write_mesh(file, file->mesh, wish->repair, &error);
    if (result == PLUMP_OK) return;
    cli_complain("check", "%s", error.text);
    snprintf(file->write_error, sizeof file->write_error, "%s", error.text);
    file->code = cli_exit_code(result);
}

static int check_files(char** names, int count, const wishes* wish) {
    int worst = CLI_DONE;
    json_t* files = wish->json ? json_array() : NULL;
    for (int i = 0; i < count; ++i) {
        checked file;
        check_file(names[i], wish, &file);
        write_repaired(&file, wish);
        if (wish->json)
            json_array_append_new(files, file_json(&file, wish));
        else
            print_text(&file, wish);
        if (file.code > worst) worst = file.code;
        free_file(&file);
    }
    if (wish->json) {
        int code = cli_print_json(json_pack("{s:o}", "files", files), "check");
        if (code > worst) worst = code;
    }
    return worst;
}

static bool can_write(const char* path) {
    plump_format format = plump_format_of_name(path);
    return format != PLUMP_FORMAT_AUTO && format != PLUMP_FORMAT_GLTF;
}

int plump_cli_check(int argc, char** argv) {
    wishes wish = {.weld_tolerance = plump_default_mesh_def().weld_tolerance,
                   .intersections = true};
    const cli_option options[] = {
        {"repair", 'r', CLI_TEXT, &wish.repair, "OUT", "write the mesh as repaired to this file"},
        {"fill-holes", 0, CLI_FLAG, &wish.fill_holes, NULL, "close holes instead of refusing them"},
        {"split", 0, CLI_FLAG, &wish.split, NULL, "with --repair: one file per part, OUT-1, ..."},
        {"weld-tolerance", 0, CLI_NUMBER, &wish.weld_tolerance, "SHARE",
         "merge open vertices nearer than this share of the size, default 1e-6"},
        {"no-intersections", 0, CLI_UNFLAG, &wish.intersections, NULL,
         "do not look for self-intersections"},
        {"json", 0, CLI_FLAG, &wish.json, NULL, "one JSON object on standard output"},
    };
    const cli_command command = {
        "check", "FILE... [options]",
        "Says of each mesh whether it can be a soft body: accept (as it is), repair (after "
        "mending\n"
        "what is listed) or reject (and why). Exit code 0, 1 or 2 by the worst of them.",
        options, sizeof options / sizeof options[0]};
    int rest;
    int code = cli_parse(&command, argc, argv, &rest);
    if (code >= 0) return code;
    if (rest == 0) {
        cli_complain("check", "wants at least one mesh file; 'plump check --help' tells more");
        return CLI_REFUSED;
    }
    if (wish.repair && rest != 1) {
        cli_complain("check", "--repair takes one FILE at a time, not %d", rest);
        return CLI_REFUSED;
    }
    if (wish.repair && !can_write(wish.repair)) {
        cli_complain("check", "%s: --repair writes .obj, .ply, .stl, .off or .glb", wish.repair);
        return CLI_REFUSED;
    }
    if (wish.split && !wish.repair) {
        cli_complain("check", "--split goes with --repair OUT");
        return CLI_REFUSED;
    }
    if (!(wish.weld_tolerance >= 0 && wish.weld_tolerance <= 0.01)) {
        cli_complain("check", "--weld-tolerance is a share of the size from 0 to 0.01");
        return CLI_REFUSED;
    }
    return check_files(argv + 1, rest, &wish);
}
