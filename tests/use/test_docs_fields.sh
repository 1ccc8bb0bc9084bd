# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The tables of a body's numbers in the documents are the library's own list to the letter. A table stands
# between two lines:
#     <!-- fields volume compressibility: anything -->      those so called, or called volume_...
#     <!-- fields: anything -->                             those that no other page has
#     <!-- fields end -->
# With --fix as fourth argument the pages are rewritten.
set -eu
source=$1
build=$2
compiler=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$compiler" -std=c17 -Wall -Wextra -Werror -I"$source/include" "$source/tests/use/print_fields.c" \
    "$build/src/libplump.a" -lm -pthread -o "$work/print_fields"

# the words between "fields" and the colon, of every page given
words() {
    sed -n 's/^<!-- fields\([a-z_ ]*\): .*-->$/\1/p' "$@"
}

cd "$source/docs"
pages=$(grep -lE '^<!-- fields[a-z_ ]*: ' ./*.md ./*/*.md)
claimed=$(words $pages)
rest=0
bad=0
for page in $pages; do
    own=$(words "$page")
    if [ -n "$own" ]; then
        "$work/print_fields" only $own >"$work/table"
    else
        "$work/print_fields" but $claimed >"$work/table"
        rest=$((rest + 1))
    fi
    awk -v table="$work/table" '
        /^<!-- fields end -->$/ {inside = 0}
        !inside {print}
        /^<!-- fields[a-z_ ]*: / {inside = 1; while ((getline line < table) > 0) print line}
        END {exit inside}' "$page" >"$work/page" || { echo "$page: a table of fields has no end"; exit 1; }
    if [ "${4:-}" = --fix ]; then
        cp "$work/page" "$page"
    fi
    diff "$page" "$work/page" || bad=1
done
if [ $bad -ne 0 ]; then
    echo "a table of fields is not what plump_body_fields() says; run this script with --fix"
    exit 1
fi
if [ $rest -ne 1 ]; then
    echo "$rest pages have the table of all other fields; there must be one"
    exit 1
fi
echo "the tables have all fields"
