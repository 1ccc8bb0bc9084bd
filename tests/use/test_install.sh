# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The three ways into other people's builds: find_package, pkg-config, add_subdirectory.
set -eu
source=$1
build=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --install "$build" --prefix "$work/prefix" >/dev/null

write_project() {
    mkdir -p "$work/$1"
    cat >"$work/$1/CMakeLists.txt"
}
build_project() {
    cmake -S "$work/$1" -B "$work/$1/build" -DCMAKE_PREFIX_PATH="$work/prefix" \
        -DCMAKE_C_COMPILER="$compiler" >"$work/log" 2>&1 &&
        cmake --build "$work/$1/build" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
    "$work/$1/build/user"
}

write_project package <<M
cmake_minimum_required(VERSION 3.20)
project(user C)
find_package(plump REQUIRED)
add_executable(user $source/examples/hello.c)
target_link_libraries(user PRIVATE plump::plump_io)
add_executable(user_shared $source/examples/hello.c)
target_link_libraries(user_shared PRIVATE plump::plump_io_shared)
M
build_project package
"$work/package/build/user_shared"

write_project subdirectory <<M
cmake_minimum_required(VERSION 3.20)
project(user C)
add_subdirectory($source plump)
add_executable(user $source/examples/hello.c)
target_link_libraries(user PRIVATE plump::plump_io)
M
build_project subdirectory

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
