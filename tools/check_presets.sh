#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Configures, builds and tests the presets named: check_presets.sh clang asan tsan tcc musl
# Fails on the first that does not configure, build or pass.
set -eu
cd "$(dirname "$0")/.."
jobs=$(nproc)
# The long tests of physics say nothing new about a compiler or a sanitizer: short tests and the golden
# scenes go the same ways. PLUMP_ALL_TESTS=1 runs these as well.
physics='test_(physical|step_|recovery|skin_modes|finish|contact_(piles|squeeze|sweep|sharp|friction|determinism|balance|self)|volume_(still|calm|reference|hold|momentum|projection))'
# what tcc compiles is many times as slow, and the golden scenes say whether it is right
slow='test_(snapshot|world_memory|state_contain|world_query|shape$|shape_sdf_mesh|volume|ring_reg|ball_reg|mesh_[iprs]|contact|solid_hull|tree|detail$|detail_bind)'

skip_of() {
    case ${PLUMP_ALL_TESTS:+all}$1 in
    all*) echo none ;;
    tcc) echo "$physics|$slow" ;;
    clang) echo "$physics|golden|install" ;; # `make test` runs the golden scenes by clang
    asan) echo "$physics|golden|cli_test_bench" ;; # minutes for what other tests touch too
    *) echo "$physics" ;;
    esac
}

for preset in "$@"; do
    echo "== $preset"
    log=build/$preset/check.log
    skip=$(skip_of "$preset")
    mkdir -p "build/$preset"
    if ! cmake --preset "$preset" >"$log" 2>&1; then
        cat "$log"
        exit 1
    fi
    if ! cmake --build "build/$preset" --parallel "$jobs" >"$log" 2>&1; then
        grep -E 'error|warning' -A4 "$log" | head -n 60
        exit 1
    fi
    # not through a pipe: the exit code would be lost
    if ! (cd "build/$preset" && ctest --output-on-failure --parallel "$jobs" -E "$skip") >"$log" 2>&1; then
        tail -n 80 "$log"
        exit 1
    fi
    tail -n 4 "$log"
done
