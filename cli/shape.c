// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump shape: writes a built-in shape to a mesh file.
#include "cli/commands.h"
#include "cli/json_out.h"
#include "cli/options.h"

#include <plump/io.h>
#include <plump/plump.h>
#include <plump/rig.h>

#include <stdio.h>
#include <string.h>

#define AS_DEFAULT UINT32_MAX

typedef struct {
    const char* out;
    uint32_t vertices;
    double size;
    bool rig, list, json;
} wishes;

static const char* shape_name(size_t index, const void* list) {
    (void)list;
    return plump_shape_name((plump_shape_kind)index);
}

static int list_shapes(bool json) {
    if (!json) {
        for (int kind = 0; kind < PLUMP_SHAPE_COUNT; ++kind) {
            plump_shape_def def = plump_default_shape_def((plump_shape_kind)kind);
            printf("  %-12s %7u vertices  %s\n", plump_shape_name(def.kind), def.vertex_count,
                   plump_shape_summary(def.kind));
        }
        return CLI_DONE;
    }
    json_t* shapes = json_array();
    for (int kind = 0; kind < PLUMP_SHAPE_COUNT; ++kind) {
        plump_shape_def def = plump_default_shape_def((plump_shape_kind)kind);
        json_array_append_new(shapes,
                              json_pack("{s:s, s:s, s:I}", "name", plump_shape_name(def.kind),
                                        "summary", plump_shape_summary(def.kind), "vertices",
                                        (json_int_t)def.vertex_count));
    }
    return cli_print_json(json_pack("{s:o}", "shapes", shapes), "shape");
}

static bool has_rig(plump_shape_kind kind) {
    plump_rig_def rig;
    plump_error error;
    return plump_rig_builtin(kind, 1, &rig, &error) == PLUMP_OK && rig.bones;
}

static bool check_rig(plump_shape_kind kind, const char* path) {
    bool is_glb = plump_format_of_name(path) == PLUMP_FORMAT_GLB;
    if (!is_glb) cli_complain("shape", "--rig: %s must end in .glb, which holds skeletons", path);
    if (is_glb && !has_rig(kind))
        cli_complain("shape",
                     "--rig: there is no skeleton for the shape '%s'; bear, creature, "
                     "jelly, head and camel have one",
                     plump_shape_name(kind));
    return is_glb && has_rig(kind);
}

static plump_result write_rig(plump_shape_kind kind, const wishes* wish,
                              const plump_triangles* triangles, plump_error* error) {
    plump_rig_def rig;
    plump_result result = plump_rig_builtin(kind, wish->size, &rig, error);
    rig.triangles = *triangles;
    return result == PLUMP_OK ? plump_rig_write(wish->out, &rig, error) : result;
}

static int write_shape(plump_shape_kind kind, const wishes* wish) {
    plump_shape_def def = plump_default_shape_def(kind);
    if (wish->vertices != AS_DEFAULT) def.vertex_count = wish->vertices;
    def.size = wish->size;
    plump_error error;
    plump_mesh* mesh = NULL;
    plump_result result = plump_shape_create(&def, &mesh, &error);
    if (result == PLUMP_OK) {
        plump_triangles triangles = plump_mesh_triangles(mesh);
        plump_write_def write = plump_default_write_def();
        result = wish->rig ? write_rig(kind, wish, &triangles, &error)
                           : plump_file_write(wish->out, &triangles, &write, &error);
    }
    if (result != PLUMP_OK) {
        cli_complain("shape", "%s", error.text);
        plump_mesh_destroy(mesh);
        return cli_exit_code(result);
    }
    uint32_t vertices = plump_mesh_vertex_count(mesh), triangles = plump_mesh_triangle_count(mesh);
    double volume = plump_mesh_volume(mesh);
    plump_mesh_destroy(mesh);
    if (wish->json) {
        return cli_print_json(json_pack("{s:s, s:s, s:I, s:I, s:f}", "name", plump_shape_name(kind),
                                        "file", wish->out, "vertices", (json_int_t)vertices,
                                        "triangles", (json_int_t)triangles, "volume", volume),
                              "shape");
    }
    printf("%s: %s, %u vertices, %u triangles, volume %.6g\n", wish->out, plump_shape_name(kind),
           vertices, triangles, volume);
    return CLI_DONE;
}

int plump_cli_shape(int argc, char** argv) {
    wishes wish = {.size = 1, .vertices = AS_DEFAULT};
    const cli_option options[] = {
        {"output", 'o', CLI_TEXT, &wish.out, "FILE", "where to: .obj .ply .stl .off .glb"},
        {"vertices", 'n', CLI_COUNT, &wish.vertices, "N", "how many vertices, as near as it can"},
        {"size", 's', CLI_NUMBER, &wish.size, "METRES", "longest side of its box, default 1"},
        {"rig", 'r', CLI_FLAG, &wish.rig, NULL,
         "with a skeleton and clips, as .glb: bear, creature, jelly, head, camel"},
        {"list", 'l', CLI_FLAG, &wish.list, NULL, "the shapes there are"},
        {"json", 0, CLI_FLAG, &wish.json, NULL, "one JSON object on standard output"},
    };
    const cli_command command = {
        "shape", "NAME -o FILE [options]",
        "Writes a built-in shape: closed, outward, y up, centred on the origin.", options,
        sizeof options / sizeof options[0]};
    int rest;
    int code = cli_parse(&command, argc, argv, &rest);
    if (code >= 0) return code;
    if (wish.list && rest == 0) return list_shapes(wish.json);
    if (rest != 1 || !wish.out) {
        cli_complain("shape", "wants one NAME and -o FILE; 'plump shape --list' names the shapes");
        return CLI_REFUSED;
    }
    plump_shape_kind kind = plump_shape_find(argv[1]);
    if (kind == PLUMP_SHAPE_COUNT) {
        const char* nearest = cli_nearest(argv[1], shape_name, NULL, PLUMP_SHAPE_COUNT);
        if (nearest) {
            cli_complain("shape", "there is no shape '%s'; did you mean '%s'?", argv[1], nearest);
        } else {
            cli_complain("shape", "there is no shape '%s'; 'plump shape --list' names them",
                         argv[1]);
        }
        return CLI_REFUSED;
    }
    if (wish.rig && !check_rig(kind, wish.out)) return CLI_REFUSED;
    return write_shape(kind, &wish);
}
