# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The ways into other people's builds: find_package, FetchContent, add_subdirectory (their lines are those of
# docs/build.md), and pkg-config. The page also has every option there is.
set -eu
source=$1
build=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null

# page_lines WORD: the block of the page that has the word
page_lines() {
    awk -v word="$1" '
        /^```cmake$/ {inside = 1; block = ""; next}
        /^```/ {if (inside && index(block, word)) printf "%s", block; inside = 0}
        inside {block = block $0 "\n"}' "$source/docs/build.md"
}
# write_project NAME: with the lines on standard input
write_project() {
    mkdir -p "$work/$1"
    {
        echo "cmake_minimum_required(VERSION 3.20)"
        echo "project(user C)"
        echo "add_executable(user $source/examples/hello.c)"
        cat
    } >"$work/$1/CMakeLists.txt"
}
configure() {
    name=$1
    shift
    cmake -S "$work/$name" -B "$work/$name/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
        -DCMAKE_C_COMPILER="$compiler" "$@" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
}
build_project() {
    configure "$@"
    cmake --build "$work/$1/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    "$work/$1/build/user"
}

{
    page_lines find_package
    echo "add_executable(user_shared $source/examples/hello.c)"
    echo "target_link_libraries(user_shared PRIVATE plump::plump_io_shared)"
} | write_project package
build_project package
"$work/package/build/user_shared"
page_lines FetchContent | write_project fetched
build_project fetched -DFETCHCONTENT_SOURCE_DIR_PLUMP="$source"
page_lines add_subdirectory | write_project folder
ln -s "$source" "$work/folder/plump"
configure folder # compiles the same as the one before

libdir=$(find "$work/prefix" -name pkgconfig)
export PKG_CONFIG_PATH="$libdir"
# shellcheck disable=SC2046
"$compiler" "$source/examples/hello.c" $(pkg-config --cflags --libs plump_io) -o "$work/user"
LD_LIBRARY_PATH=$(dirname "$libdir") "$work/user"

# only plump_ symbols leave the shared libraries, each from one of them
doubles=$(nm -D --defined-only "$(dirname "$libdir")"/libplump*.so | awk 'NF == 3 {print $3}' | sort | uniq -d)
[ -z "$doubles" ] || { echo "in both libraries: $doubles"; exit 1; }
for library in "$(dirname "$libdir")"/libplump*.so; do
    strays=$(nm -D --defined-only "$library" | awk '{print $3}' | grep -v '^plump_' || true)
    [ -z "$strays" ] || { echo "$library exports $strays"; exit 1; }
done
"$work/prefix/bin/plump" --version

# the package can be moved, and used where libraries lie elsewhere
if grep -nE '[";:]/[a-z]' "$(dirname "$libdir")"/cmake/plump/plumpTargets*.cmake; then
    echo "the installed package names paths of this machine"
    exit 1
fi
[ -n "$(find "$work/prefix" -name LICENSE)" ] || { echo "the licence is not installed"; exit 1; }

# options
sed -n 's/^option(\([A-Z_]*\) .*/\1/p; s/^set(\(PLUMP_[A-Z_]*\) .*CACHE.*/\1/p' "$source/CMakeLists.txt" |
    sort >"$work/options"
sed -n 's/^| `\(PLUMP_[A-Z_]*\)` |.*/\1/p' "$source/docs/build.md" | sort >"$work/rows"
diff "$work/options" "$work/rows" || { echo "docs/build.md and CMakeLists.txt differ in their options"; exit 1; }
