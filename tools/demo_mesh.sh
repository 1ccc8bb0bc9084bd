#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# What plump does with meshes: makes shapes, breaks one, says what is wrong, mends it,
# and shows it.
# usage: tools/demo_mesh.sh PLUMP OUTFOLDER
worst=2 # 1 is a finding and 2 a refused mesh: both are part of the show
. "$(dirname "$0")/demo_kit.sh"

say "1. Shapes that need no file"
for shape in bear creature torus; do
    show shape $shape -o "$out/$shape.ply"
done
show shape duck --vertices 3000 -o "$out/duck.ply"

say "2. A mesh as people bring it: seams split, a hole, triangles the wrong way round"
"$plump" shape bear --vertices 800 -o "$out/bear_clean.obj" >/dev/null
# drop the faces of the bear's left cheek, turn others round, and give every face vertices of its own
awk '/^v /{v[++n]=$0; x[n]=$2; y[n]=$3; z[n]=$4; next}
     /^f /{++f; for (i=2;i<=4;++i) {split($i,p,"/"); c[i]=p[1]}
     if (y[c[2]]>.2 && y[c[2]]<.33 && z[c[2]]>.06 && x[c[2]]>.02) next
     if (f%40==0) {t=c[2]; c[2]=c[3]; c[3]=t}
     for (i=2;i<=4;++i) print v[c[i]]; printf "f %d %d %d\n", k+1, k+2, k+3; k+=3}' \
    "$out/bear_clean.obj" >"$out/bear_broken.obj"
show check "$out/bear_broken.obj"

say "3. The same, mended as asked"
show check "$out/bear_broken.obj" --fill-holes --repair "$out/bear_mended.ply"
show check "$out/bear_mended.ply"

say "4. Pictures"
show look "$out/bear.ply" "$out/duck.ply" "$out/creature.ply" "$out/torus.ply" -o "$out/shapes.png"
show look "$out/bear_broken.obj" -o "$out/broken.png"

say "Look at them:"
for picture in shapes broken; do
    if [ -f "$out/$picture.png" ]; then echo "  $out/$picture.png"; fi
done
echo "The meshes are in $out too."
