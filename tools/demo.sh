#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# What plump can do: simulates a small scene and writes a picture, an animated GLB and a plot of the
# volume error. Works without a display; where there is no driver for pictures it says so and does
# the rest.
# usage: tools/demo.sh PLUMP OUTFOLDER
worst=3 # no driver
. "$(dirname "$0")/demo_kit.sh"

say "A jelly, a gummy bear, a duck, a ring and a ball"
show run hello -o "$out/hello.png" -o "$out/hello.glb" -o "$out/hello.svg"
if [ "$code" = 3 ]; then
    say "The same without the picture"
    rm -f "$out/hello.png"
    show run hello -o "$out/hello.glb" -o "$out/hello.svg"
fi
[ "$code" = 0 ] || exit "$code"

say "Look at them:"
[ ! -f "$out/hello.png" ] || echo "  $out/hello.png   the end, as a picture"
echo "  $out/hello.glb   the film: drop it on a glTF viewer, or import it into Blender"
echo "  $out/hello.svg   how well the volume was kept; open it in a browser"
say "Next:"
echo "  $plump scenes                        what else there is"
echo "  $plump run your_mesh.obj -o out.glb  your own mesh, dropped"
echo "  make demo-mesh                       what it says to a broken mesh"
