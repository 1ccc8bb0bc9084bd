// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump materials: what bodies may be made of, in figures and words.
#include "cli/commands.h"
#include "cli/json_out.h"
#include "cli/options.h"

#include <plump/scene.h>

#include <stdio.h>
#include <stdlib.h>

static plump_body_def look_up(uint32_t index) {
    plump_body_def def = plump_default_body_def();
    plump_material_set(&def, plump_material_name(index), NULL);
    return def;
}

// 0.05 rather than the 0.05000000074505806 that the nearest float is.
static json_t* figure(float value) {
    char text[32];
    snprintf(text, sizeof text, "%.7g", (double)value);
    return json_real(strtod(text, NULL));
}

static int print_json(void) {
    json_t* list = json_array();
    for (uint32_t i = 0; plump_material_name(i); ++i) {
        plump_body_def def = look_up(i);
        json_array_append_new(
            list,
            json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "name", plump_material_name(i),
                      "summary", plump_material_summary(i), "frequency", figure(def.frequency),
                      "damping", figure(def.damping), "density", figure(def.density), "friction",
                      figure(def.friction), "compressibility", figure(def.compressibility), "yield",
                      figure(def.yield)));
    }
    return cli_print_json(json_pack("{s:o}", "materials", list), "materials");
}

static void print_table(void) {
    printf("  %-12s %9s %8s %9s %9s  %s\n", "name", "frequency", "damping", "density", "friction",
           "what it is like");
    printf("  %-12s %9s %8s %9s %9s\n", "", "Hz", "ratio", "kg/m^3", "");
    for (uint32_t i = 0; plump_material_name(i); ++i) {
        plump_body_def def = look_up(i);
        printf("  %-12s %9g %8g %9g %9g  %s\n", plump_material_name(i), (double)def.frequency,
               (double)def.damping, (double)def.density, (double)def.friction,
               plump_material_summary(i));
    }
}

int plump_cli_materials(int argc, char** argv) {
    bool json = false;
    const cli_option options[] = {
        {"json", 0, CLI_FLAG, &json, NULL, "one JSON object on standard output"},
    };
    const cli_command command = {
        "materials", "[options]",
        "Lists what bodies may be made of: 'plump run MESH --material NAME', or \"material\": "
        "\"NAME\"\n"
        "in a scene. docs/materials.md shows a picture of each.",
        options, sizeof options / sizeof options[0]};
    int rest;
    int code = cli_parse(&command, argc, argv, &rest);
    if (code >= 0) return code;
    if (rest != 0) {
        cli_complain("materials", "wants no name; it lists them all");
        return CLI_REFUSED;
    }
    if (json) return print_json();
    print_table();
    return CLI_DONE;
}
