// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump scenes: the built-in scenes, and their text to copy.
#include "cli/commands.h"
#include "cli/json_out.h"
#include "cli/options.h"

#include <plump/scene.h>

#include <stdio.h>
#include <string.h>

static const char* builtin_name(size_t index, const void* list) {
    (void)list;
    return plump_scene_builtin_name((uint32_t)index);
}

static size_t builtin_count(void) {
    size_t count = 0;
    while (plump_scene_builtin_name((uint32_t)count)) ++count;
    return count;
}

static int show_text(const char* name) {
    size_t size;
    const char* text = plump_scene_builtin_text(name, &size);
    if (text) {
        fwrite(text, 1, size, stdout);
        return CLI_DONE;
    }
    const char* nearest = cli_nearest(name, builtin_name, NULL, builtin_count());
    if (nearest) {
        cli_complain("scenes", "there is no built-in scene '%s'; did you mean '%s'?", name,
                     nearest);
    } else {
        cli_complain("scenes", "there is no built-in scene '%s'; 'plump scenes' lists them", name);
    }
    return CLI_REFUSED;
}

static uint32_t count_character_vertices(const plump_scene* scene, uint32_t characters) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < characters; ++i) {
        plump_scene_character character;
        plump_scene_get_character(scene, i, &character);
        count += character.triangles.vertex_count;
    }
    return count;
}

// Reads a scene for what it says of itself.
static int list_one(const char* name, json_t* list) {
    size_t size;
    const char* text = plump_scene_builtin_text(name, &size);
    plump_scene_def def = plump_default_scene_def();
    plump_scene* scene = NULL;
    plump_scene_info info;
    plump_error error;
    plump_result result = plump_scene_read_memory(text, size, name, &def, &scene, &error);
    if (result != PLUMP_OK) {
        cli_complain("scenes", "%s", error.text);
        return cli_exit_code(result);
    }
    plump_scene_get_info(scene, &info);
    uint32_t vertices = count_character_vertices(scene, info.character_count);
    if (list) {
        json_array_append_new(list, json_pack("{s:s, s:o, s:I, s:I}", "name", name, "summary",
                                              cli_json_text(info.summary), "particles",
                                              (json_int_t)info.particle_count, "vertices",
                                              (json_int_t)vertices));
    } else {
        bool has_bodies = info.particle_count > 0;
        printf("  %-18s %6u %-9s  %s\n", name, has_bodies ? info.particle_count : vertices,
               has_bodies ? "particles" : "vertices", info.summary);
    }
    plump_scene_destroy(scene);
    return CLI_DONE;
}

static int list_all(bool json) {
    json_t* list = json ? json_array() : NULL;
    int code = CLI_DONE;
    for (size_t i = 0; i < builtin_count() && code == CLI_DONE; ++i)
        code = list_one(builtin_name(i, NULL), list);
    if (json && code == CLI_DONE)
        return cli_print_json(json_pack("{s:o}", "scenes", list), "scenes");
    json_decref(list);
    return code;
}

int plump_cli_scenes(int argc, char** argv) {
    const char* show = NULL;
    bool json = false;
    const cli_option options[] = {
        {"show", 0, CLI_TEXT, &show, "NAME", "print a scene, to copy and change"},
        {"json", 0, CLI_FLAG, &json, NULL, "one JSON object on standard output"},
    };
    const cli_command command = {
        "scenes", "[options]",
        "Lists the built-in scenes, which 'plump run NAME' simulates. 'plump scenes --show NAME >\n"
        "mine.json' makes a copy to change; docs/scene.md explains every key.",
        options, sizeof options / sizeof options[0]};
    int rest;
    int code = cli_parse(&command, argc, argv, &rest);
    if (code >= 0) return code;
    if (rest != 0) {
        cli_complain("scenes",
                     "wants no name; 'plump scenes --show %s' prints one, 'plump run %s' "
                     "runs it",
                     argv[1], argv[1]);
        return CLI_REFUSED;
    }
    return show ? show_text(show) : list_all(json);
}
