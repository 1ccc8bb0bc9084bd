#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The same bits everywhere: builds the hashes of tests/unit/wide_bits.c (every operation of src/wide,
# every sum and elementary function of src/math) with each compiler, level of optimisation and machine
# at hand, runs them, and compares with the golden values in tests/unit/wide_bits.h. By hand, as it
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
const wasi = new WASI({ version: 'preview1', args: ['bits'], returnOnExit: true });
WebAssembly.instantiate(require('fs').readFileSync(process.argv[2]), wasi.getImportObject())
    .then(({ instance }) => { process.exitCode = wasi.start(instance); });
END

# compile "compiler and flags": every source, with the flags its ending asks for, to $work/bits
compile() {
    objects=
    for source in src/base/hash.c src/wide/isa.c src/math/*.c tests/unit/wide_*.c; do
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
    $1 $objects -o "$work/bits" -lm
}

# check KIND "compiler and flags" [runner]; KIND x86 asks for the AVX flags
check() {
    simd=$1
    case "$2" in *"$only"*) ;; *) return 0 ;; esac
    for tool in ${2%% *} ${3:-}; do
        case "$tool" in -* | */*) continue ;; esac
        command -v "$tool" > /dev/null || { echo "skipped  $2: no $tool here"; return 0; }
    done
    if ! $2 "$work/small.c" -o "$work/bits" 2> /dev/null; then
        echo "skipped  $2: cannot build even an empty program here"
    elif ! compile "$2" 2> "$work/errors"; then
        echo "NO BUILD $2"
        cat "$work/errors"
        bad=1
    elif ${3:-} "$work/bits" > "$work/out"; then
        echo "golden   $2: $(awk '$1 == "operations" { printf " %s", $2 }' "$work/out")"
    else
        echo "DIFFERS  $2"
        cat "$work/out"
        bad=1
    fi
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
check none "tcc -std=c11 -DPLUMP_NO_SIMD -DPLUMP_NO_THREADS"
[ $here = x86 ] && check $here "gcc -m32 -msse2 -mfpmath=sse $flags -O2"
check none "aarch64-linux-gnu-gcc $flags -O0 -static" qemu-aarch64
check none "aarch64-linux-gnu-gcc $flags -O3 -static" qemu-aarch64
check none "clang --target=wasm32-wasi $flags -O2 -msimd128" "node --no-warnings $work/run.js"
check none "clang --target=wasm32-wasi $flags -O2" "node --no-warnings $work/run.js"
exit $bad
