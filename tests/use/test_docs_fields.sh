# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The table of a body's numbers in docs/models/shape_match.md is the library's own list to the letter.
# With --fix as fourth argument the page is rewritten.
set -eu
source=$1
build=$2
compiler=$3
page=$source/docs/models/shape_match.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$compiler" -std=c17 -Wall -Wextra -Werror -I"$source/include" "$source/tests/use/print_fields.c" \
    "$build/src/libplump.a" -lm -pthread -o "$work/print_fields"
"$work/print_fields" >"$work/table"
awk -v table="$work/table" '
    /^<!-- fields end -->$/ {inside = 0}
    !inside {print}
    /^<!-- fields: / {inside = 1; found = 1; while ((getline line < table) > 0) print line}
    END {if (!found) print "no table of fields"}' "$page" >"$work/page"
if [ "${4:-}" = --fix ]; then
    cp "$work/page" "$page"
fi
diff "$page" "$work/page" || {
    echo "the table of fields is not what plump_body_fields() says; run this script with --fix"
    exit 1
}
echo "the table has all fields"
