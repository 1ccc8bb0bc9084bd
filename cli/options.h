// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Options of the commands: one table per command feeds parsing, checks and --help.
#ifndef PL_CLI_OPTIONS_H
#define PL_CLI_OPTIONS_H

#include <plump/base.h>

// Exit codes, the same for every command.
enum {
    CLI_DONE = 0,
    CLI_FINDING = 1,  // done, with something to tell: a repaired mesh, a bound missed
    CLI_REFUSED = 2,  // refused input or wrong use
    CLI_MACHINE = 3   // disk full, out of memory, no driver
};

typedef enum cli_kind {
    CLI_FLAG,    // bool: sets true
    CLI_UNFLAG,  // bool: sets false
    CLI_TEXT,    // const char*
    CLI_NUMBER,  // double, finite
    CLI_COUNT,   // uint32_t
    CLI_LIST     // cli_list: a text each time the option is given
} cli_kind;

// The values of an option that may be given several times, in their order.
typedef struct cli_list {
    const char* items[64];
    uint32_t count;
} cli_list;

typedef struct cli_option {
    const char* name;  // without the dashes
    char letter;       // or 0
    cli_kind kind;
    void* value;           // what to set
    const char* argument;  // for --help, such as "FILE"; NULL for flags
    const char* help;
} cli_option;

typedef struct cli_command {
    const char* name;
    const char* usage;  // what follows the name
    const char* about;  // a paragraph for --help
    const cli_option* options;
    size_t option_count;
} cli_command;

// Reads the arguments after the command's name; what is no option stays, in order, at the start of
// argv + 1 and is counted in *rest. Returns -1 to go on, or the exit code to leave with (0 after
// --help, 2 after a wrong option, with the sentence on stderr).
int cli_parse(const cli_command* command, int argc, char** argv, int* rest);

// A number with two digits, all of them before the point where it is large: "0.035", "120".
typedef struct cli_number {
    char text[32];
} cli_number;
cli_number cli_two_digits(double value);

// A sentence on stderr: "plump check: ...". It is kept for cli_complaint().
void cli_complain(const char* command, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

// The same for something that went well but is worth a word; not kept.
void cli_note(const char* command, const char* text);

// Of --threads: refused, with a sentence, where the library would speak of its workers.
int cli_check_threads(const char* command, uint32_t threads);

// What was complained about, in turn; NULL beyond the last. main() puts it into the JSON when there
// is no other.
const char* cli_complaint(uint32_t index);

// The exit code that fits a library error.
int cli_exit_code(plump_result result);

// The nearest of the names, or NULL when none is near.
const char* cli_nearest(const char* wrong, const char* (*name_at)(size_t index, const void* list),
                        const void* list, size_t count);

#endif
