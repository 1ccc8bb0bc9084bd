#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Builds the fuzzers with clang into build/fuzz and runs them, as many side by side as there are
# cores:
#
#     tools/fuzz.sh SECONDS [--keep] [target...]      targets: fuzz_obj fuzz_ply ..., default all
#
# New inputs gather in build/fuzz/corpus/<target>, findings in build/fuzz/findings/<target>. With
# --keep the kept corpus is replaced by the smallest inputs that reach the same edges. Prints the
# executions of each target and in all; fails on any finding.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
build=${PLUMP_FUZZ_BUILD:-$top/build/fuzz}
all="fuzz_obj fuzz_ply fuzz_stl fuzz_off fuzz_gltf fuzz_auto fuzz_intake fuzz_write fuzz_snapshot fuzz_scene"
seconds=
keep=no
targets=
for argument in "$@"; do
    case $argument in
    --keep) keep=yes ;;
    fuzz_*) targets="$targets $argument" ;;
    *[!0-9]* | '') echo "usage: tools/fuzz.sh SECONDS [--keep] [target...]" >&2; exit 2 ;;
    *) seconds=$argument ;;
    esac
done
if [ -z "$seconds" ]; then
    echo "usage: tools/fuzz.sh SECONDS [--keep] [target...]" >&2
    exit 2
fi
targets=${targets:-$all}
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

mkdir -p "$build"
cmake -S "$top" -B "$build" -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=RelWithDebInfo \
    -DPLUMP_FUZZ=ON -DPLUMP_TESTS=OFF -DPLUMP_TOOLS=OFF -DPLUMP_RENDER=OFF >"$build/build.log" 2>&1 ||
    { cat "$build/build.log" >&2; exit 3; }
# shellcheck disable=SC2086
cmake --build "$build" -j "$jobs" --target $targets >"$build/build.log" 2>&1 ||
    { cat "$build/build.log" >&2; exit 3; }

dictionary_of() {
    name=${1#fuzz_}
    [ "$name" = auto ] && name=obj
    [ -f "$top/tests/fuzz/$name.dict" ] && echo "-dict=$top/tests/fuzz/$name.dict"
    true
}

# One target; its exit code is libFuzzer's. Findings of earlier runs come first: what is mended goes.
run_target() {
    name=$1
    mkdir -p "$build/corpus/$name" "$build/findings/$name"
    for input in "$build/findings/$name"/*; do
        [ -f "$input" ] || continue
        "$build/tests/fuzz/$name" "$input" >"$build/$name.log" 2>&1 || return 1
        rm "$input"
    done
    # shellcheck disable=SC2046
    "$build/tests/fuzz/$name" "$build/corpus/$name" "$top/tests/fuzz/corpus/$name" \
        -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1 \
        -artifact_prefix="$build/findings/$name/" $(dictionary_of "$name") \
        >"$build/$name.log" 2>&1
}

# Keeps the smallest inputs that reach every edge reached now; those made by hand stay. What
# fuzz_auto meets is kept by the readers' own targets.
keep_corpus() {
    name=$1
    merged=$build/merged/$name
    [ "$name" = fuzz_auto ] && return
    longest=384
    [ "$name" = fuzz_gltf ] && longest=640
    [ "$name" = fuzz_snapshot ] && longest=1024
    [ "$name" = fuzz_scene ] && longest=512
    rm -rf "$merged"
    mkdir -p "$merged"
    "$build/tests/fuzz/$name" -merge=1 -use_counters=0 -max_len=$longest "$merged" \
        "$top/tests/fuzz/corpus/$name" "$build/corpus/$name" >"$build/$name.merge.log" 2>&1
    for input in "$top/tests/fuzz/corpus/$name"/*; do
        case $(basename "$input") in seed_* | found_*) ;; *) rm "$input" ;; esac
    done
    for input in "$merged"/*; do
        # what a hand-made input already holds is not kept twice
        same=no
        for seed in "$top/tests/fuzz/corpus/$name"/seed_*; do
            cmp -s "$input" "$seed" && same=yes && break
        done
        [ "$same" = yes ] || cp "$input" "$top/tests/fuzz/corpus/$name/$(basename "$input" | cut -c1-16)"
    done
}

# In groups of as many as there are cores.
findings=0
run_group() {
    pids=
    for name in "$@"; do
        run_target "$name" &
        pids="$pids $!"
    done
    for pid in $pids; do
        wait "$pid" || findings=$((findings + 1))
    done
}
group=
count=0
for name in $targets; do
    group="$group $name"
    count=$((count + 1))
    if [ "$count" -eq "$jobs" ]; then
        # shellcheck disable=SC2086
        run_group $group
        group=
        count=0
    fi
done
# shellcheck disable=SC2086
[ -z "$group" ] || run_group $group

total=0
for name in $targets; do
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log" | tail -1)
    total=$((total + ${runs:-0}))
    printf '%-12s %12s executions, %s\n' "$name" "${runs:-?}" \
        "$(grep -o 'cov: [0-9]* ft: [0-9]* corp: [0-9]*' "$build/$name.log" | tail -1)"
    if [ -n "$(ls "$build/findings/$name")" ]; then
        grep -E '^fuzz: |ERROR: |SUMMARY: ' "$build/$name.log" | head -5
        ls "$build/findings/$name"/*
    fi
done
printf '%-12s %12s executions, %d targets with findings\n' total "$total" "$findings"
if [ "$keep" = yes ] && [ "$findings" -eq 0 ]; then
    for name in $targets; do keep_corpus "$name"; done
    find "$top/tests/fuzz/corpus" -type f -exec cat {} + | wc -c
fi
[ "$findings" -eq 0 ]
