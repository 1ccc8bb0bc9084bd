# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Code in the documents is real: every C block in README.md and docs/ is compiled, linked and run, and the
# README's program is examples/hello.c to the letter. A block with a main() is a program; the others of a page
# are the body of one program, in their order.
set -eu
source=$1
build=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
find "$source/README.md" "$source/docs" -name '*.md' | sort | while read -r page; do
    awk -v base="$(basename "$page" .md)" '
        /^```c$/ {inside = 1; code = ""; is_program = 0; next}
        /^```/ {
            if (!inside) next
            if (is_program) printf "%s", code > (base "_" ++n ".c")
            else pieces = pieces code
            inside = 0
        }
        inside {code = code $0 "\n"; if ($0 ~ /int main/) is_program = 1}
        END {
            if (pieces == "") exit
            file = base "_pieces.c"
            printf "#include <plump/plump.h>\n#include <stdio.h>\n#include <stdlib.h>\n" > file
            printf "int main(void) {\n%s    return 0;\n}\n", pieces > file
        }' "$page"
done
grep -v '^// SPDX' "$source/examples/hello.c" >hello_plain.c
cmp README_1.c hello_plain.c || { echo "README's program and examples/hello.c differ"; exit 1; }
"$build/plump" shape torus -o mesh.obj >/dev/null
ode=""
grep -q "^PLUMP_HAVE_RAGDOLL:INTERNAL=ON" "$build/CMakeCache.txt" && ode=-lode
count=0
for file in *_*.c; do
    [ "$file" != hello_plain.c ] || continue
    "$compiler" -std=c17 -Wall -Wextra -Werror -I"$source/include" "$file" "$build/io/libplump_io.a" \
        "$build/ragdoll/libplump_ragdoll.a" "$build/src/libplump.a" $(pkg-config --libs jansson 2>/dev/null) $ode -lm -pthread -o program
    ./program mesh.obj >/dev/null || { echo "$file: the program failed"; exit 1; }
    count=$((count + 1))
done
echo "$count programs compiled and run"
