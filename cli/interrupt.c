// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700
#endif
#include "cli/interrupt.h"

#include <signal.h>
#include <string.h>

static volatile sig_atomic_t interrupted;

static void note(int number) {
    (void)number;
    interrupted = 1;
}

void cli_catch_interrupts(void) {
#if defined(_WIN32)
    signal(SIGINT, note);
    signal(SIGTERM, note);
#else
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    // calls that wait go on; the second signal finds the system's own way back
    action.sa_flags = SA_RESTART | (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
#endif
}

void cli_ignore_file_limit(void) {
#if defined(SIGXFSZ)
    signal(SIGXFSZ, SIG_IGN);
#endif
}

bool cli_is_interrupted(void) {
    return interrupted != 0;
}
