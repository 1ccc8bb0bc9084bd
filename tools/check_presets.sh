#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Configures, builds and tests the presets named: check_presets.sh clang asan tsan tcc musl
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
for preset in "$@"; do
    echo "== $preset"
    cmake --preset "$preset" >"/tmp/plump_$preset.log" 2>&1 || { cat "/tmp/plump_$preset.log"; exit 1; }
    cmake --build "build/$preset" --parallel "$jobs" >"/tmp/plump_$preset.log" 2>&1 ||
        { grep -E 'error|warning' -A4 "/tmp/plump_$preset.log" | head -60; exit 1; }
    (cd "build/$preset" && ctest --output-on-failure --parallel "$jobs" | tail -n 40)
done
