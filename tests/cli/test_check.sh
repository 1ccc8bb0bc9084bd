# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump check: verdicts, exit codes, reports and repairs.
. "$(dirname "$0")/common.sh"

# the same ball in every format: accepted, with the same counts and volume
for format in obj ply stl off glb; do
    expect 0 shape uv-sphere --vertices 382 -o ball.$format
    expect 0 check --json ball.$format
    same "$(value verdict)" accept "ball.$format verdict"
    same "$(value vertices)" 382 "ball.$format vertices"
    same "$(value triangles)" 760 "ball.$format triangles"
    same "$(value format)" $format "ball.$format format"
    : "${volume:=$(value volume)}" # of the first format
    same "$(value volume | cut -c1-9)" "$(echo "$volume" | cut -c1-9)" "ball.$format volume"
done

# a box whose sides share no vertex: repaired
cat >seams.obj <<'M'
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1
v 0 1 1
v 0 0 0
v 1 0 0
v 1 0 1
v 0 0 1
f 4 3 2 1
f 5 6 7 8
f 9 10 11 12
f 2 3 7 6
f 3 4 8 7
f 4 1 5 8
M
expect 1 check --json seams.obj
same "$(value verdict)" repair "seams verdict"
same "$(value vertices)" 8 "seams vertices"
has out welded_vertices
expect 1 check seams.obj --repair mended.ply
expect 0 check mended.ply

# an open box: refused with a place, filled when asked
grep -v '^f 4 1' seams.obj >open.obj
expect 2 check --json open.obj
same "$(value verdict)" reject "open verdict"
has out open_edges
has out 'line '
has out open.obj
expect 1 check open.obj --fill-holes --repair filled.glb
expect 0 check filled.glb

expect 1 check --json seams.obj --repair mended.off
has out '"written"'
has out mended.off
expect 0 check --json --no-intersections ball.ply
has out '"self_intersections": null'

# refused: nothing written
rm -f never.ply
expect 2 check open.obj --repair never.ply
[ ! -e never.ply ] || fail "a refused mesh was written"

# several files: the worst decides, all are in the report
expect 2 check --json ball.ply seams.obj open.obj missing.ply
same "$(grep -c '"verdict"' out)" 4 "four files in the report"
has out missing.ply

# two parts to two files
sed 's/^v \([^ ]*\)/v 5\1/' seams.obj | grep '^v' >two.obj
cat seams.obj two.obj >both.obj
sed -n 's/^f //p' seams.obj | awk '{print "f", $1+12, $2+12, $3+12, $4+12}' >>both.obj
expect 1 check both.obj --repair part.obj --split
expect 0 check part-1.obj part-2.obj

# wrong use
expect 2 check
expect 2 check ball.ply --repiar x.ply
has err "did you mean --repair?"
expect 2 check ball.ply seams.obj --repair x.ply
expect 2 check ball.ply --weld-tolerance 7
expect 2 check .
expect 2 chekc ball.ply
has err "did you mean 'check'?"
expect 2
expect 2 check ball.ply --repair x.xyz
expect 2 check ball.ply --repair x.gltf
expect 2 check --json ball.ply --bogus
has out '"error"'
expect 0 help check
has out --fill-holes
for start in '<html>' 'PK\003\004' 'version https://git-lfs.github.com/spec/v1' 'BLENDER-v300'; do
    printf "$start" >stranger.obj
    expect 2 check stranger.obj
    has out 'the file is'
done
for ending in glb gltf; do
    echo 'Some words about bears.' >prose.$ending
    expect 2 check prose.$ending
    has out "prose.$ending: the file does not look like glTF"
    hasnt out JSON
done
expect 0 check --help
has out --fill-holes

# a report that cannot be written is the machine's fault
if [ -e /dev/full ]; then
    code=0
    "$plump" check ball.ply >/dev/full 2>err || code=$?
    same "$code" 3 "full standard output"
fi
finish
