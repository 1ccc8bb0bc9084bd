# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Characters of our own and what plump jiggle makes of them, as the Khronos validator and three.js read
# them. Skipped like test_films.sh.
# usage: test_characters.sh SOURCE BUILD COMPILER
here=$1/tests/web
skip() {
    echo "$1"
    [ -n "${PLUMP_NEED_WEB:-}" ] && exit 1
    exit 77
}
command -v node >/dev/null 2>&1 || skip "node is missing: characters are not read by three.js here"
for package in three gltf-validator; do
    [ -f "$here/node_modules/$package/package.json" ] ||
        skip "the package $package is missing; install it: npm ci --prefix $here"
done
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/jiggled"
for shape in bear creature camel head jelly; do
    "$2/plump" shape $shape --rig --vertices 600 -o "$work/$shape.glb"
    "$2/plump" jiggle "$work/$shape.glb" --strength 0 --fps 10 -q -o "$work/$shape.mdd"
    "$2/plump" jiggle "$work/$shape.glb" --fps 10 -q -o "$work/jiggled/$shape.glb" \
        -o "$work/jiggled/$shape.mdd"
done
"$2/plump" jiggle "$work/bear.glb" --fps 10 -q --beside -o "$work/jiggled/beside.glb"
node "$here/check_characters.mjs" "$work"
