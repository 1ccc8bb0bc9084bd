#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The table of docs/jiggle.md: what plump jiggle makes of every clip of our own characters, and of those that are named.
# MB: of the file that is read, of a GLB with a target per frame, and of the one that is written by default.
# usage: tools/make_jiggle_table.sh PLUMP [CHARACTER...]
set -eu
plump=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

value() {
    sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p" "$2" | head -n 1
}

megabytes() {
    wc -c <"$1" | awk '{ printf "%.2f", $1 / 1e6 }'
}

# Seconds of processor time that commands have taken so far, into `spent`; a subshell would not know.
look() {
    times >"$work/times"
    spent=$(awk 'NR == 2 { split($1, user, /[ms]/); print 60 * user[1] + user[2] }' "$work/times")
}

# row CHARACTER CLIP
row() {
    look
    began=$spent
    "$plump" jiggle "$1" --clip "$2" -t 1 --json -o "$work/film.glb" >"$work/polished" 2>"$work/log" || return 1
    look
    middle=$spent
    "$plump" jiggle "$1" --clip "$2" -t 1 --json --no-polish -o "$work/plain.glb" >"$work/plain" 2>"$work/log"
    look
    ended=$spent
    "$plump" jiggle "$1" --clip "$2" -q --tolerance 0 -o "$work/exact.glb" 2>"$work/log"
    printf '%s %s %s %s %s %s %s %s %s %s %s %s %s %s\n' "$(basename "$1" .glb)" \
        "$(value clip "$work/polished" | tr ' ' _)" "$(value vertices "$work/polished")" "$(value strength "$work/polished")" \
        "$(value stretch_max "$work/polished")" "$(value stretch_of_limit "$work/polished")" \
        "$(value volume_error_max "$work/plain")" "$(value volume_error_max "$work/polished")" \
        "$(megabytes "$1")" "$(megabytes "$work/exact.glb")" "$(megabytes "$work/film.glb")" \
        "$began" "$middle" "$ended" |
        awk '{ printf "| %s | %s | %d | %.2g | %.2f | %.0f %% | %.0e | %.0e | %s | %s | %s | %.1f | %.1f |\n",
                      $1, $2, $3, $4, $5, 100 * $6, $7, $8, $9, $10, $11, $14 - $13, $13 - $12 }'
}

for shape in bear camel creature head jelly; do
    "$plump" shape $shape --rig -o "$work/$shape.glb" >"$work/log"
    set -- "$@" "$work/$shape.glb"
done
echo "| character | clip | vertices | strength | stretch, radii | of limit | volume, \`--no-polish\` | polished | MB read | a target per frame | written | CPU s, \`--no-polish\` | polished |"
echo "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
for file in "$@"; do
    clip=0
    while row "$file" $clip; do clip=$((clip + 1)); done
done
