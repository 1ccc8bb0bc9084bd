// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "cli/json_out.h"

#include "cli/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_printed;

int cli_print_json(json_t* value, const char* command) {
    if (!value) {
        cli_complain(command, "out of memory while writing the JSON report");
        return CLI_MACHINE;
    }
    json_dumpf(value, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(17) | JSON_PRESERVE_ORDER);
    json_decref(value);
    putchar('\n');
    has_printed = true;
    return CLI_DONE;
}

void cli_print_json_error(void) {
    const char* first = cli_complaint(0);
    if (has_printed || !first) return;
    json_t* all = json_array();
    for (uint32_t i = 0; cli_complaint(i); ++i)
        json_array_append_new(all, cli_json_text(cli_complaint(i)));
    cli_print_json(json_pack("{s:o, s:o}", "error", cli_json_text(first), "errors", all), NULL);
}

json_t* cli_json_real(double value) {
    return isfinite(value) ? json_real(value) : json_null();
}

json_t* cli_json_text(const char* text) {
    json_t* value = json_string(text);
    if (value) return value;
    size_t length = strlen(text);
    char* plain = malloc(length + 1);
    if (!plain) return NULL;
    for (size_t i = 0; i <= length; ++i) {
        plain[i] = (unsigned char)text[i] < 0x80 ? text[i] : '?';
    }
    value = json_string(plain);
    free(plain);
    return value;
}
