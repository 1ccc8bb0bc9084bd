// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <plump/base.h>

const char* plump_version(void) {
    return PLUMP_VERSION_TEXT;
}

const char* plump_result_name(plump_result result) {
    switch (result) {
    case PLUMP_OK: return "PLUMP_OK";
    case PLUMP_ERROR_ARGUMENT: return "PLUMP_ERROR_ARGUMENT";
    case PLUMP_ERROR_DATA: return "PLUMP_ERROR_DATA";
    case PLUMP_ERROR_MEMORY: return "PLUMP_ERROR_MEMORY";
    case PLUMP_ERROR_FILE: return "PLUMP_ERROR_FILE";
    case PLUMP_ERROR_LIMIT: return "PLUMP_ERROR_LIMIT";
    case PLUMP_ERROR_UNSUPPORTED: return "PLUMP_ERROR_UNSUPPORTED";
    case PLUMP_ERROR_INPUT: return "PLUMP_ERROR_INPUT";
    }
    return "unknown result";
}
