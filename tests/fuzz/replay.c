// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Runs a target over kept inputs without libFuzzer: every argument is a file or a folder of files.
#if !defined(_WIN32)
#define _POSIX_C_SOURCE 200809L
#endif
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <dirent.h>
#endif

static size_t runs;

static void run_file(const char* path) {
    FILE* file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) fuzz_fail(path);
    long size = ftell(file);
    rewind(file);
    // exactly as long as the file, so that a sanitizer sees the first byte too many
    uint8_t* data = malloc(size > 0 ? (size_t)size : 1);
    if (size < 0 || !data || fread(data, 1, (size_t)size, file) != (size_t)size) fuzz_fail(path);
    fclose(file);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    runs++;
}

static bool run_folder(const char* path) {
#if defined(_WIN32)
    (void)path;
    return false;
#else
    DIR* folder = opendir(path);
    if (!folder) return false;
    for (struct dirent* entry = readdir(folder); entry; entry = readdir(folder)) {
        char name[4096];
        if (entry->d_name[0] == '.') continue;
        int length = snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (length > 0 && (size_t)length < sizeof name) run_file(name);
    }
    closedir(folder);
    return true;
#endif
}

int main(int count, char** arguments) {
    for (int i = 1; i < count; ++i) {
        if (!run_folder(arguments[i])) run_file(arguments[i]);
    }
    printf("%zu inputs\n", runs);
    return runs > 0 ? 0 : 1;
}
