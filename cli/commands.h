// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The commands. Each gets its own name as argv[0] and returns the exit code.
#ifndef PL_CLI_COMMANDS_H
#define PL_CLI_COMMANDS_H

int plump_cli_bench(int argc, char** argv);
int plump_cli_check(int argc, char** argv);
int plump_cli_jiggle(int argc, char** argv);
int plump_cli_look(int argc, char** argv);
int plump_cli_materials(int argc, char** argv);
int plump_cli_run(int argc, char** argv);
int plump_cli_scenes(int argc, char** argv);
int plump_cli_shape(int argc, char** argv);

#endif
