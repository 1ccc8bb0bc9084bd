#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The golden scenes with another compiler or level of optimisation: builds the core anew and runs them.
#     check_build.sh SOURCE COMPILER LEVEL     such as: check_build.sh . clang -O1
set -eu
cd "$1"
compiler=$2
level=$3
command -v "$compiler" > /dev/null || { echo "no $compiler here; tools/setup.sh test installs it"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
avx2= avx512= # other machines have no such files to compile
case "$(uname -m)" in x86_64 | amd64) avx2=-mavx2 avx512="-mavx512f -mavx512vl -mavx512dq -mavx512bw" ;; esac
for source in src/*/*.c src/*/*/*.c tests/golden/*.c; do
    extra=
    case "$source" in
    *_avx2.c) extra=$avx2 ;;
    *_avx512.c) extra=$avx512 ;;
    esac
    # shellcheck disable=SC2086
    "$compiler" -std=c17 "$level" -ffp-contract=off $extra -I. -Iinclude -c "$source" \
        -o "$work/$(basename "$source" .c).o"
done
"$compiler" "$work"/*.o -o "$work/golden" -lm -lpthread
# every number of threads with every instruction set is gone through by the build of `make test`
# itself, to the last step; here only when all is asked for (make golden)
if [ "${PLUMP_TEST_LONG:-}" = 1 ]; then
    "$work/golden"
else
    "$work/golden" --threads 3 --steps 300
fi
