#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Line coverage of the library by the tests: a table on the terminal. With a number, fails when the readers
# (io/) stay below that percentage.
set -eu
cd "$(dirname "$0")/.."
cmake --preset coverage >/dev/null
cmake --build build/coverage --parallel "$(nproc)" >/dev/null
find build/coverage -name '*.gcda' -delete
(cd build/coverage && ctest --parallel "$(nproc)" >check.log) || { tail -n 30 build/coverage/check.log; exit 1; }
gcovr --root . --object-directory build/coverage --filter 'src/' --filter 'io/' --exclude 'build/' \
    --exclude-unreachable-branches --gcov-ignore-parse-errors
if [ -n "${1:-}" ]; then
    gcovr --root . --object-directory build/coverage --filter 'io/' --exclude 'build/' --fail-under-line "$1" \
        --gcov-ignore-parse-errors >/dev/null
fi
