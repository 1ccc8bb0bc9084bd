// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A folder of the test's own, as group setup and teardown of cmocka; it must be empty at the end.
#ifndef FOLDER_KIT_H
#define FOLDER_KIT_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/plump_test_XXXXXX";

static inline int make_folder(void** state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static inline int remove_folder(void** state) {
    (void)state;
    return rmdir(folder);
}

// The last four results stay valid.
static inline const char* path_of(const char* name) {
    static char paths[4][256];
    static int turn;
    char* path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

#endif
