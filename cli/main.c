// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The plump command: picks the command by name, and makes sure that output which could not be
// written is not taken for done.
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/json_out.h"
#include "cli/options.h"

#include <plump/plump.h>

#include <stdio.h>
#include <string.h>

typedef struct {
    const char* name;
    int (*run)(int argc, char** argv);
    const char* summary;
} command;

static const command commands[] = {
    {"bench", plump_cli_bench, "time plump on this machine, beside the papers' figures"},
    {"check", plump_cli_check, "judge mesh files, and repair them"},
    {"jiggle", plump_cli_jiggle, "let an animated character swing after its bones"},
    {"look", plump_cli_look, "draw mesh files into a picture, defects coloured"},
    {"materials", plump_cli_materials, "what bodies may be made of"},
    {"run", plump_cli_run, "simulate a scene: pictures, films, figures"},
    {"scenes", plump_cli_scenes, "the built-in scenes, and their text to copy"},
    {"shape", plump_cli_shape, "write a built-in shape"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static const char* command_name(size_t index, const void* list) {
    return ((const command*)list)[index].name;
}

static void print_help(FILE* out) {
    fprintf(out, "plump %s: soft bodies that keep their volume\n\nusage: plump COMMAND ...\n\n",
            plump_version());
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    fprintf(out, "\n'plump COMMAND --help' tells more about each.\n");
}

static char help_option[] = "--help";

static int run(int argc, char** argv) {
    if (argc < 2) {
        print_help(stderr);
        return CLI_REFUSED;
    }
    const char* name = argv[1];
    if (!strcmp(name, "help") && argc > 2) {  // plump help check
        argv[1] = argv[2];
        argv[2] = help_option;
        return run(3, argv);
    }
    if (!strcmp(name, "--help") || !strcmp(name, "-h") || !strcmp(name, "help")) {
        print_help(stdout);
        return CLI_DONE;
    }
    if (!strcmp(name, "--version")) {
        printf("plump %s\n", plump_version());
        return CLI_DONE;
    }
    for (size_t i = 0; i < COMMAND_COUNT; ++i) {
        if (!strcmp(name, commands[i].name)) return commands[i].run(argc - 1, argv + 1);
    }
    const char* nearest = cli_nearest(name, command_name, commands, COMMAND_COUNT);
    if (nearest) {
        cli_complain(NULL, "there is no command '%s'; did you mean '%s'?", name, nearest);
    } else {
        cli_complain(NULL, "there is no command '%s'; 'plump --help' lists them", name);
    }
    return CLI_REFUSED;
}

static bool wants_json(int argc, char** argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; ++i) {
        if (!strcmp(argv[i], "--json")) return true;
    }
    return false;
}

int main(int argc, char** argv) {
    bool json = wants_json(argc, argv);
    cli_ignore_file_limit();
    int code = run(argc, argv);
    if (json && code >= CLI_REFUSED) cli_print_json_error();
    // a full disk or a closed pipe behind stdout is an error like any other
    if (fflush(stdout) || ferror(stdout)) {
        cli_complain(NULL, "could not write to standard output");
        return CLI_MACHINE;
    }
    return code;
}
