#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The libraries for Windows by mingw-w64, without a warning; what the DLLs export; and under wine the README's program
# by the static and by the shared library, and the golden scenes (the first STEPS steps, default 200).
# Nothing is installed: Debian's gcc-mingw-w64-x86-64-win32 and wine64 are asked for.
# usage: tools/check_windows.sh [STEPS]
set -eu
cd "$(dirname "$0")/.."
compiler=x86_64-w64-mingw32-gcc
command -v $compiler >/dev/null 2>&1 || { echo "no $compiler here (gcc-mingw-w64-x86-64-win32)" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake -S . -B "$work" -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_SYSTEM_PROCESSOR=x86_64 -DCMAKE_C_COMPILER=$compiler \
    -DCMAKE_BUILD_TYPE=Release -DPLUMP_TOOLS=OFF -DPLUMP_RENDER=OFF -DPLUMP_CMOCKA=OFF -DPLUMP_JANSSON=OFF \
    -DPLUMP_RAGDOLL=OFF >"$work/log" || { cat "$work/log"; exit 1; }
cmake --build "$work" --parallel "$(nproc)" >"$work/log" 2>&1 || { grep -E 'error|warning' -A4 "$work/log"; exit 1; }
$compiler -std=c17 -DPLUMP_SHARED -Iinclude examples/hello.c "$work/io/libplump_io_dll.dll.a" \
    "$work/src/libplump_dll.dll.a" -o "$work/hello_shared.exe"
for library in "$work/src/libplump.dll" "$work/io/libplump_io.dll"; do
    strays=$(x86_64-w64-mingw32-objdump -p "$library" | sed -n '/Ordinal\/Name Pointer/,/^$/p' |
        awk '/^\t\[/ {print $NF}' | grep -v '^plump_' || true)
    [ -z "$strays" ] || { echo "$library exports $strays"; exit 1; }
done
echo "windows: built, and the libraries export what they should"

wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2>/dev/null) ||
    { echo "no wine here: nothing was run"; exit 0; }
cp "$work"/src/*.dll "$work"/io/*.dll "$work"
export WINEPREFIX="$work/wine" WINEDEBUG=-all
"$wine" "$work/tests/hello.exe" | tr -d '\r' >"$work/static"
"$wine" "$work/hello_shared.exe" | tr -d '\r' >"$work/shared"
cmp "$work/static" "$work/shared"
tail -n 1 "$work/static"
"$wine" "$work/tests/golden.exe" --threads 2 --steps "${1:-200}"
