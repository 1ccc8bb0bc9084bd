// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Ctrl-C as a wish to finish, not as the end: the first one (or SIGTERM) is only noted, so that
// what exists can be written; a second one ends the program at once.
#ifndef PL_CLI_INTERRUPT_H
#define PL_CLI_INTERRUPT_H

#include <stdbool.h>

// To be called once there is something to write; before that a signal may end the program.
void cli_catch_interrupts(void);
// A file that becomes larger than the system allows is an error like a full disk, not a signal.
void cli_ignore_file_limit(void);
bool cli_is_interrupted(void);

#endif
