# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump look: pictures of good, broken and several meshes; exit codes; wrong use.
. "$(dirname "$0")/common.sh"

expect 0 shape torus -o torus.ply
code=0
"$plump" look torus.ply -o torus.png --draft --size 64x48 >out 2>err || code=$?
if [ "$code" = 3 ] && [ -z "${PLUMP_NEED_PICTURES:-}" ] && grep -q "OpenGL\|cannot draw pictures" err; then
    has err "install"
    echo "skipped: $(cat err)"
    exit 0
fi
[ "$code" = 0 ] || fail "plump look torus.ply: exit $code: $(cat err)"
has out "torus.png: 64x48"
[ "$(head -c 8 torus.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "not a PNG"

# a mesh with a hole is drawn, with a finding
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n' >open.obj
expect 1 look open.obj -o open.png --draft --size 64x48 --json
has out '"verdict": "reject"'
has out '"open_edges": 3'
has out '"drawn": "file"'
[ -s open.png ] || fail "no picture of the open mesh"

# mended meshes are drawn mended unless asked otherwise
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 4 1\n' >flipped.obj
expect 1 look flipped.obj -o x.png --draft --size 64x48 --json
has out '"verdict": "repair"'
has out '"drawn": "mesh"'
expect 1 look flipped.obj -o x.png --draft --size 64x48 --raw --json
has out '"drawn": "file"'

# several, in every view, with every wish
for view in front back left right top bottom three-quarter -30,-15; do
    expect 1 look torus.ply open.obj torus.ply torus.ply torus.ply -o many.png --draft -s 80x20 -v $view
done
expect 0 look torus.ply -o x.png --draft -s 16x16 --flat --wireframe --no-floor --up z
printf 'v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >nan.obj
code=0
"$plump" look nan.obj -o x.png --draft -s 16x16 >out 2>err || code=$?
[ "$code" = 1 ] || [ "$code" = 2 ] || fail "a mesh of NaN: exit $code"

# wrong use and unreadable files: exit 2 and no picture
expect 2 look torus.ply
expect 2 look -o none.png
expect 2 look torus.ply -o none.png --view sideways
has err "three-quarter"
for size in 0x5 5x0 5 x 9000x5 5x5x5 -1x5 99999999999999999999x1; do
    expect 2 look torus.ply -o none.png --size "$size"
done
expect 2 look torus.ply -o none.png --up x
expect 2 look torus.ply -o none.png --smooth --flat
expect 2 look missing.ply -o none.png
expect 2 look torus.ply missing.ply -o none.png
printf 'this is no mesh\n' >text.obj
expect 2 look text.obj -o none.png
[ ! -e none.png ] || fail "a picture was left behind"
expect 3 look torus.ply -o no/such/folder/x.png --draft -s 16x16
finish
