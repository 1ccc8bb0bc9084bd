// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// JSON on standard output, by jansson.
#ifndef PL_CLI_JSON_OUT_H
#define PL_CLI_JSON_OUT_H

#include <jansson.h>

// Prints one value and frees it; NULL means out of memory. Returns the exit code.
int cli_print_json(json_t* value, const char* command);

// Prints {"error": "..."} when no object was printed so far: scripts get one whatever happens.
void cli_print_json_error(void);

// Numbers that JSON cannot hold (NaN, infinity) become null.
json_t* cli_json_real(double value);

// Text from outside, made valid UTF-8: bytes that are not become "?".
json_t* cli_json_text(const char* text);

#endif
