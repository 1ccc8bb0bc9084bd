#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Draws the pictures of docs/jiggle.md: moments of clips, without jiggling on the left, with on the right.
# usage: tools/make_jiggle_pictures.sh PLUMP
set -eu
plump=$1
cd "$(dirname "$0")/.."
out=docs/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# draw SHAPE CLIP NUMBER SECONDS OPTION...
draw() {
    shape=$1
    clip=$2
    name=$out/jiggle_${shape}_$3.png
    seconds=$4
    shift 4
    "$plump" shape "$shape" --rig -o "$work/$shape.glb" >"$work/log"
    "$plump" jiggle "$work/$shape.glb" --clip "$clip" --still "$seconds" --beside --view front "$@" \
        -o "$name" -q
    echo "$name"
}

draw jelly shake 1 0.533 --size 440x280
draw jelly shake 2 0.867 --size 440x280
draw jelly shake 3 1.267 --size 440x280
draw jelly shake 4 3.933 --size 440x280
draw bear hop 1 0.6 --size 440x400
draw bear hop 2 0.8 --size 440x400
draw bear hop 3 1.067 --size 440x400
draw bear hop 4 2.667 --size 440x400
draw creature walk 1 0.2 --size 880x440
