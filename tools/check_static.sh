#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# clang-tidy (checks in .clang-tidy) and cppcheck over the core library and the readers.
#     check_static.sh [--deep]     --deep: the analyzer follows three times as many paths, as is its default
set -eu
cd "$(dirname "$0")/.."
files=$(git ls-files 'src/*.c' 'io/*.c' 'ragdoll/*.c')
[ -n "$files" ] || exit 0
flags="-std=c17 -Iinclude -I. -DPLUMP_HAVE_JANSSON"
# a few long functions take most of the time for paths that differ little
[ "${1:-}" = --deep ] || flags="$flags -Xclang -analyzer-config -Xclang max-nodes=75000"
jobs=$(nproc)
# instruction-set files are the same kernels again; one of them is enough. The largest first, so that
# no core waits for one at the end
# shellcheck disable=SC2046
plain=$(ls -S $(echo "$files" | grep -v -E '_(avx2|avx512|neon|wasm)\.c$'))
# shellcheck disable=SC2086
echo "$plain" | xargs -P "$jobs" -n 1 sh -c 'clang-tidy --quiet --warnings-as-errors="*" "$@" -- '"$flags"' 2>/dev/null' tidy
# shellcheck disable=SC2086
cppcheck -j "$jobs" --quiet --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 \
    --suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches -Iinclude -I. \
    -DPLUMP_HAVE_JANSSON -DdDOUBLE $plain
echo "static analysis: $(echo "$plain" | wc -l) files clean"
