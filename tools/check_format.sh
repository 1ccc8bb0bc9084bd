#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Formatting as .clang-format says; --fix rewrites.
set -eu
cd "$(dirname "$0")/.."
files=$(git ls-files '*.c' '*.h' '*.inl')
[ -n "$files" ] || exit 0
if [ "${1:-}" = --fix ]; then
    # shellcheck disable=SC2086
    clang-format -i $files
else
    # shellcheck disable=SC2086
    clang-format --dry-run -Werror $files
    echo "format: $(echo "$files" | wc -l) files as .clang-format wants them"
fi
