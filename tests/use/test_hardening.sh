# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The command and the shared libraries as the linker left them: at any address, tables read-only before the
# first line runs, stacks not executable and guarded, and in optimised builds the C library's checked calls.
set -eu
build=$2
command -v readelf >/dev/null 2>&1 || { echo "no readelf here"; exit 77; }
failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
for file in "$build/plump" "$build/src/libplump.so" "$build/io/libplump_io.so"; do
    readelf -hW "$file" | grep -q 'Type: *DYN' || fail "$file has an address of its own"
    readelf -lW "$file" | grep -q GNU_RELRO || fail "$file: tables stay writable"
    readelf -dW "$file" | grep -Eq 'BIND_NOW|Flags:.*NOW' || fail "$file binds its calls late"
    readelf -lW "$file" | grep GNU_STACK | grep -q 'RWE' && fail "$file has an executable stack"
    readelf -sW "$file" | grep -q __stack_chk_fail || fail "$file: stacks are not guarded"
done
if grep -Eq '^CMAKE_BUILD_TYPE:STRING=(Release|RelWithDebInfo|MinSizeRel)' "$build/CMakeCache.txt" &&
    ldd "$build/plump" | grep -q 'libc\.so\.6'; then
    readelf -sW "$build/plump" | grep -q '__snprintf_chk' || fail "calls of the C library are not checked"
fi
[ $failures -eq 0 ] || exit 1
echo "all as expected"
