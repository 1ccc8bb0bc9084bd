#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Draws the pictures of docs/gallery.md: every built-in scene at its own moment, `recover`,
# `growing-zone`, `falling-camel` and `arm` at several.
# usage: tools/make_gallery.sh PLUMP [SCENE...]
set -eu
plump=$1
shift
cd "$(dirname "$0")/.."
out=docs/pictures
[ $# -gt 0 ] || set -- $("$plump" scenes --json | sed -n 's/^ *"name": "\([^"]*\)".*/\1/p')

# draw SCENE NAME OPTION...
draw() {
    scene=$1
    name=$2
    shift 2
    code=0
    said=$("$plump" run "$scene" "$@" -o "$out/gallery_$name.png" -q 2>&1) || code=$?
    [ -z "$said" ] || echo "$said" >&2
    # what a build without ODE cannot draw stays as it is
    case $said in *"built without ODE"*) [ -n "${PLUMP_NEED_RAGDOLL:-}" ] || return 0 ;; esac
    [ "$code" = 0 ] || exit "$code"
    echo "$out/gallery_$name.png"
}

for scene; do
    case $scene in
    recover)
        draw recover recover_before --set output.still_time=0.4 --seconds 0.5 --size 800x400
        draw recover recover_flat --set output.still_time=0.8 --seconds 0.9 --size 800x400
        draw recover recover_after --set output.still_time=4.9 --seconds 5 --size 800x400
        ;;
    growing-zone)
        for time in 0.95 1.5 4.5; do
            draw growing-zone "growing-zone_$time" --set "output.still_time=$time" --seconds "$time" --size 480x320
        done
        ;;
    falling-camel)
        for time in 0.5 1 2.5; do
            draw falling-camel "falling-camel_$time" --set "output.still_time=$time" --seconds "$time" --size 320x640
        done
        ;;
    pressed-blocks) draw "$scene" "$scene" --size 1200x420 ;;
    squeezed-springs) draw "$scene" "$scene" --size 1200x250 ;;
    arm)
        # one frame for each pose: the scene's own has room for the whole movement
        rest="--set camera.frame.max.2=0.08 --set output.still_time=0.1 --seconds 0.2 --size 360x640"
        bent="--set camera.frame.min.1=-0.06 --seconds 2.3 --size 640x640"
        skin="--set skins.0.visible=true"
        draw arm arm_rest $rest
        draw arm arm $bent
        draw arm arm_skin_rest $skin $rest
        draw arm arm_skin $skin $bent
        draw arm arm_clear $skin --set skins.0.colour=#e0ac8f55 $bent
        ;;
    squeezed-spheres) draw "$scene" "$scene" --size 1200x330 ;;
    stack | balls-in-glass) draw "$scene" "$scene" --size 480x720 ;;
    *) draw "$scene" "$scene" --size 960x640 ;;
    esac
done
