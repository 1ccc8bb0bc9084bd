// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "cli/options.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMPLAINTS = 24 };
static char complaints[COMPLAINTS][1024];  // the last stands for all that had no room
static uint32_t complaint_count;

cli_number cli_two_digits(double value) {
    cli_number number;
    snprintf(number.text, sizeof number.text, value >= 100 && value < 1e9 ? "%.0f" : "%.2g", value);
    return number;
}

// A file's name may hold anything, but must not play with the terminal.
static void print_line(const char* command, char* text) {
    for (char* c = text; *c; ++c) {
        if ((unsigned char)*c < 32 || *c == 127) *c = '?';
    }
    fprintf(stderr, "plump%s%s: %s\n", command ? " " : "", command ? command : "", text);
}

void cli_complain(const char* command, const char* format, ...) {
    va_list arguments;
    if (complaint_count < COMPLAINTS) ++complaint_count;
    char* text = complaints[complaint_count - 1];
    va_start(arguments, format);
    vsnprintf(text, sizeof complaints[0], format, arguments);
    va_end(arguments);
    print_line(command, text);
}

void cli_note(const char* command, const char* text) {
    char line[1024];
    snprintf(line, sizeof line, "%s", text);
    print_line(command, line);
}

const char* cli_complaint(uint32_t index) {
    return index < complaint_count ? complaints[index] : NULL;
}

int cli_check_threads(const char* command, uint32_t threads) {
    enum { MOST = 64 };
    if (threads <= MOST) return CLI_DONE;
    cli_complain(command, "--threads is at most %d, not %u", MOST, threads);
    return CLI_REFUSED;
}

int cli_exit_code(plump_result result) {
    switch (result) {
    case PLUMP_OK: return CLI_DONE;
    case PLUMP_ERROR_MEMORY:
    case PLUMP_ERROR_FILE:
    case PLUMP_ERROR_UNSUPPORTED: return CLI_MACHINE;
    default: return CLI_REFUSED;
    }
}

// Number of edits (insert, delete, replace, swap neighbours) between two words of at most 31
// letters.
static unsigned edit_distance(const char* a, const char* b) {
    enum { LIMIT = 32 };
    unsigned rows[LIMIT][LIMIT];
    size_t n = strlen(a), m = strlen(b);
    if (n >= LIMIT || m >= LIMIT) return LIMIT;
    for (size_t i = 0; i <= n; ++i) {
        for (size_t j = 0; j <= m; ++j) {
            unsigned least = (unsigned)(i > j ? i : j);
            if (i > 0 && j > 0) {
                unsigned replace = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
                unsigned shorter =
                    (rows[i - 1][j] < rows[i][j - 1] ? rows[i - 1][j] : rows[i][j - 1]) + 1;
                least = replace < shorter ? replace : shorter;
            }
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped && rows[i - 2][j - 2] + 1 < least) least = rows[i - 2][j - 2] + 1;
            rows[i][j] = least;
        }
    }
    return rows[n][m];
}

const char* cli_nearest(const char* wrong, const char* (*name_at)(size_t index, const void* list),
                        const void* list, size_t count) {
    const char* nearest = NULL;
    unsigned least = 4 * ((unsigned)(strlen(wrong) / 2) + 1);
    for (size_t i = 0; i < count; ++i) {
        const char* name = name_at(i, list);
        unsigned misfit = 4 * edit_distance(wrong, name);
        // of names at the same distance one of the same length, then of the same first letter
        if (strlen(wrong) != strlen(name)) misfit += 2;
        if (wrong[0] != name[0]) misfit += 1;
        if (misfit < least) least = misfit, nearest = name;
    }
    return nearest;
}

static const char* option_name(size_t index, const void* list) {
    return ((const cli_option*)list)[index].name;
}

static void print_option(const cli_option* option) {
    char left[64];
    snprintf(left, sizeof left, "%s%c%s--%s%s%s", option->letter ? "-" : " ",
             option->letter ? option->letter : ' ', option->letter ? ", " : "  ", option->name,
             option->argument ? " " : "", option->argument ? option->argument : "");
    printf("  %-30s %s\n", left, option->help);
}

static void print_help(const cli_command* command) {
    printf("usage: plump %s %s\n\n%s\n\noptions:\n", command->name, command->usage, command->about);
    for (size_t i = 0; i < command->option_count; ++i) print_option(&command->options[i]);
    printf("  %-30s %s\n", "-h, --help", "this text");
    printf("\nexit: 0 done, 1 done with a finding, 2 refused input or wrong use, 3 the machine's "
           "fault\n");
}

static const cli_option* find_option(const cli_command* command, const char* text, size_t length) {
    for (size_t i = 0; i < command->option_count; ++i) {
        const cli_option* option = &command->options[i];
        if (strlen(option->name) == length && !memcmp(option->name, text, length)) return option;
    }
    return NULL;
}

static const cli_option* find_letter(const cli_command* command, char letter) {
    for (size_t i = 0; i < command->option_count; ++i) {
        if (command->options[i].letter == letter) return &command->options[i];
    }
    return NULL;
}

static bool is_flag(const cli_option* option) {
    return option->kind == CLI_FLAG || option->kind == CLI_UNFLAG;
}

static int set_number(const cli_command* command, const cli_option* option, const char* text) {
    char* end;
    errno = 0;
    double number = strtod(text, &end);
    if (end == text || *end || !isfinite(number)) {
        cli_complain(command->name, "--%s wants a number, not '%s'", option->name, text);
        return CLI_REFUSED;
    }
    if (option->kind == CLI_NUMBER) {
        *(double*)option->value = number;
        return -1;
    }
    if (number < 0 || number > UINT32_MAX || number != floor(number)) {
        cli_complain(command->name, "--%s wants a whole number from 0 to 4294967295, not '%s'",
                     option->name, text);
        return CLI_REFUSED;
    }
    *(uint32_t*)option->value = (uint32_t)number;
    return -1;
}

static int add_to_list(const cli_command* command, const cli_option* option, const char* text) {
    cli_list* list = option->value;
    enum { MOST = sizeof list->items / sizeof list->items[0] };
    if (list->count == MOST) {
        cli_complain(command->name, "--%s can be given at most %d times", option->name, MOST);
        return CLI_REFUSED;
    }
    list->items[list->count++] = text;
    return -1;
}

static int set_option(const cli_command* command, const cli_option* option, const char* text) {
    switch (option->kind) {
    case CLI_FLAG: *(bool*)option->value = true; return -1;
    case CLI_UNFLAG: *(bool*)option->value = false; return -1;
    case CLI_TEXT: *(const char**)option->value = text; return -1;
    case CLI_LIST: return add_to_list(command, option, text);
    default: return set_number(command, option, text);
    }
}

static int unknown_option(const cli_command* command, const char* argument) {
    size_t length = strcspn(argument, "=");
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)(length - 2), argument + 2);
    const char* nearest = cli_nearest(name, option_name, command->options, command->option_count);
    if (nearest) {
        cli_complain(command->name, "unknown option %.*s; did you mean --%s?", (int)length,
                     argument, nearest);
    } else {
        cli_complain(command->name, "unknown option %.*s; 'plump %s --help' lists them",
                     (int)length, argument, command->name);
    }
    return CLI_REFUSED;
}

// One argument that begins with a dash; *used tells how many arguments it took.
static int parse_option(const cli_command* command, char** argv, int left, int* used) {
    const char* argument = argv[0];
    bool is_long = argument[1] == '-';
    const char* equals = is_long ? strchr(argument, '=') : NULL;
    const cli_option* option;
    if (is_long) {
        size_t length = equals ? (size_t)(equals - argument) - 2 : strlen(argument) - 2;
        option = find_option(command, argument + 2, length);
        if (!option) return unknown_option(command, argument);
    } else {
        option = find_letter(command, argument[1]);
        if (!option) {
            cli_complain(
                command->name,
                "unknown option %s; 'plump %s --help' lists them (a file of that name goes "
                "behind '--')",
                argument, command->name);
            return CLI_REFUSED;
        }
        if (argument[2]) equals = argument + 1;  // -oFILE
    }
    *used = 1;
    if (is_flag(option)) {
        if (equals) {
            cli_complain(command->name, "--%s takes no value", option->name);
            return CLI_REFUSED;
        }
        return set_option(command, option, NULL);
    }
    if (equals) return set_option(command, option, equals + 1);
    if (left < 2) {
        cli_complain(command->name, "--%s wants %s after it", option->name, option->argument);
        return CLI_REFUSED;
    }
    *used = 2;
    return set_option(command, option, argv[1]);
}

int cli_parse(const cli_command* command, int argc, char** argv, int* rest) {
    *rest = 0;
    bool only_names = false;  // after "--"
    for (int i = 1; i < argc;) {
        if (only_names || argv[i][0] != '-' || !argv[i][1]) {
            argv[1 + (*rest)++] = argv[i++];
            continue;
        }
        if (!strcmp(argv[i], "--")) {
            only_names = true;
            ++i;
            continue;
        }
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            print_help(command);
            return CLI_DONE;
        }
        int used = 0;
        int code = parse_option(command, argv + i, argc - i, &used);
        if (code >= 0) return code;
        i += used;
    }
    return -1;
}
