#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Configures, builds and tests the presets named: check_presets.sh clang asan tsan tcc musl
# Fails on the first that does not configure, build or pass.
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
for preset in "$@"; do
    echo "== $preset"
    log=build/$preset/check.log
    mkdir -p "build/$preset"
    if ! cmake --preset "$preset" >"$log" 2>&1; then
        cat "$log"
        exit 1
    fi
    if ! cmake --build "build/$preset" --parallel "$jobs" >"$log" 2>&1; then
        grep -E 'error|warning' -A4 "$log" | head -n 60
        exit 1
    fi
    # the long tests of physics say nothing new about a compiler or a sanitizer: PLUMP_ALL_TESTS=1
    # runs them as well. Not through a pipe: the exit code would be lost
    skip='test_physical|test_step_|test_contact_(piles|squeeze|sweep|sharp|friction)'
    # what tcc compiles is many times as slow, and the golden scenes say whether it is right
    slow='test_(recovery|skin_modes|snapshot|world_memory|state_contain|finish|shape$|volume|ring_reg|ball_reg|mesh_[iprs]|contact|world_arguments|snapshot_ties|solid_hull|tree)'
    [ "$preset" != tcc ] || skip="$skip|$slow"
    [ -z "${PLUMP_ALL_TESTS:-}" ] || skip=none
    if ! (cd "build/$preset" && ctest --output-on-failure --parallel "$jobs" -E "$skip") >"$log" 2>&1; then
        tail -n 80 "$log"
        exit 1
    fi
    tail -n 4 "$log"
done
