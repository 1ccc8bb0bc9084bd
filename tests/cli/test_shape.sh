# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump shape: every shape is accepted by plump check, and files appear whole or not at all.
. "$(dirname "$0")/common.sh"

expect 0 shape --list --json
names=$(sed -n 's/^ *"name": "\([^"]*\)".*/\1/p' out)
[ "$(echo "$names" | wc -l)" -ge 12 ] || fail "shapes are missing from the list: $names"
for name in $names; do
    expect 0 shape "$name" -o "$name.ply"
    expect 0 check --json "$name.ply"
    same "$(value verdict)" accept "$name"
    same "$(value self_intersections)" 0 "$name crosses itself"
done
expect 0 shape creature -o c.ply --json
[ "$(value vertices)" -ge 5300 ] && [ "$(value vertices)" -le 5500 ] || fail "creature's size: $(value vertices)"
for pair in uv-sphere:382 uv-sphere:1562 torus:532 duck:532; do
    expect 0 shape "${pair%:*}" --vertices "${pair#*:}" -o x.obj --json
    same "$(value vertices)" "${pair#*:}" "$pair"
done

# wrong use
for name in beer baer; do
    expect 2 shape $name -o x.ply
    has err "did you mean 'bear'?"
done
expect 2 shape bear
expect 2 shape bear -o x.unknown
expect 2 shape bear -o x.ply --size -1
expect 2 shape bear -o x.ply --vertices 0.5
expect 2 shape bear -o x.ply --vertices 99999999
expect 3 shape bear -o no/such/folder/x.ply

# a disk that fills up: exit 3, the old file stays, nothing half-made is left
expect 0 shape box -o keep.ply
cp keep.ply before.ply
code=0
(
    trap '' XFSZ
    ulimit -f 8
    "$plump" shape knot -o keep.ply
) >out 2>err || code=$?
same "$code" 3 "full disk"
cmp -s keep.ply before.ply || fail "the old file was harmed by a full disk"
[ -z "$(find . -name '.plump-*')" ] || fail "half a file was left by a full disk"
# a limit's signal does not kill
code=0
(
    ulimit -f 8
    ulimit -c 0
    "$plump" shape knot -o keep.ply
) >out 2>err || code=$?
same "$code" 3 "a file larger than allowed"
has err "larger than allowed"
cmp -s keep.ply before.ply || fail "the old file was harmed by a limit"
[ -z "$(find . -name '.plump-*')" ] || fail "half a file was left by a limit"
if [ -e /dev/full ]; then
    ln -s /dev/full full.ply
    expect 3 shape box -o full.ply
fi
finish
