#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The same bits everywhere: builds the hashes of tests/unit/wide_bits.c (every operation of src/wide,
# every sum and elementary function of src/math) and the golden scenes of tests/golden with each
# compiler, level of optimisation and machine at hand, runs them, and compares with the golden values in
# tests/unit/wide_bits.h and tests/golden/golden_hashes.h. By hand, as it takes a quarter of an hour and
# wants cross compilers; Debian's packages for all of it:
#     gcc clang tcc musl-tools qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross
#     libc6-dev-i386 lib32gcc-12-dev wasi-libc libclang-rt-14-dev-wasm32 lld nodejs
# What is not installed is skipped and named. Exit 1 if any result is not golden.
#     tools/check_portable_bits.sh [words]     only the builds whose line has these words
set -eu
cd "$(dirname "$0")/.."
only="${*:-}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

printf '#include <stdlib.h>\nint main(void) { return abs(0); }\n' > "$work/small.c"
cat > "$work/run.js" <<'END'
// runs a WASI program and hands on its exit code
const { WASI } = require('node:wasi');
const wasi = new WASI({ version: 'preview1', args: process.argv.slice(2), returnOnExit: true });
WebAssembly.instantiate(require('fs').readFileSync(process.argv[2]), wasi.getImportObject())
    .then(({ instance }) => { process.exitCode = wasi.start(instance); });
END

# compile "compiler and flags" SOURCES: each with the flags its ending asks for, to $work/bits
compile() {
    objects=
    for source in $2; do
        extra=
        case "$simd$source" in
        x86*_avx2.c) extra=-mavx2 ;;
        x86*_avx512.c) extra="-mavx512f -mavx512vl -mavx512dq -mavx512bw" ;;
        esac
        object="$work/$(basename "$source" .c).o"
        # shellcheck disable=SC2086
        $1 -I. -Iinclude $extra -c "$source" -o "$object" || return 1
        objects="$objects $object"
    done
    # shellcheck disable=SC2086
    $1 $objects -o "$work/bits" -lm ${threads:+-lpthread}
}

operations="src/base/hash.c src/wide/isa.c $(echo src/math/*.c tests/unit/wide_*.c)"
scenes="$(echo src/*/*.c src/*/*/*.c tests/golden/*.c)"

# run WHAT "compiler and flags" RUNNER SOURCES ARGUMENTS
run() {
    if ! compile "$2" "$4" 2> "$work/errors"; then
        echo "NO BUILD $1 $2"
        cat "$work/errors"
        bad=1
    # shellcheck disable=SC2086
    elif $3 "$work/bits" $5 > "$work/out"; then
        echo "golden   $1 $2: $(awk '$1 == "operations" { printf " %s", $2 } /runs golden/' "$work/out")"
    else
        echo "DIFFERS  $1 $2"
        cat "$work/out"
        bad=1
    fi
}

# check KIND "compiler and flags" [runner]; KIND x86 asks for the AVX flags, alone for no threads
check() {
    simd=$1
    threads=yes
    [ "$1" = alone ] && threads=
    case "$2" in *"$only"*) ;; *) return 0 ;; esac
    for tool in ${2%% *} ${3:-}; do
        case "$tool" in -* | */*) continue ;; esac
        command -v "$tool" > /dev/null || { echo "skipped  $2: no $tool here"; return 0; }
    done
    if ! $2 "$work/small.c" -o "$work/bits" 2> /dev/null; then
        echo "skipped  $2: cannot build even an empty program here"
        return 0
    fi
    run operations "$2" "${3:-}" "$operations" ""
    run scenes "$2" "${3:-}" "$scenes" "--threads 1"
}

flags="-std=c17 -ffp-contract=off"
here=other
case "$(uname -m)" in x86_64 | amd64) here=x86 ;; esac
for compiler in gcc clang; do
    for level in -O0 -O1 -O2 -O3; do check $here "$compiler $flags $level"; done
    check $here "$compiler $flags -O3 -march=native"
    check none "$compiler $flags -O2 -DPLUMP_NO_SIMD"
done
check $here "musl-gcc $flags -O2 -static"
check alone "tcc -std=c11 -DPLUMP_NO_SIMD -DPLUMP_NO_THREADS"
[ $here = x86 ] && check $here "gcc -m32 -msse2 -mfpmath=sse $flags -O2"
check none "aarch64-linux-gnu-gcc $flags -O0 -static" qemu-aarch64
check none "aarch64-linux-gnu-gcc $flags -O3 -static" qemu-aarch64
check alone "clang --target=wasm32-wasi $flags -O2 -msimd128 -DPLUMP_NO_THREADS" "node --no-warnings $work/run.js"
check alone "clang --target=wasm32-wasi $flags -O2 -DPLUMP_NO_THREADS" "node --no-warnings $work/run.js"
exit $bad
