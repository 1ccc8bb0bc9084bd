# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# tools/run_meshes.sh: a good mesh, one that is refused, and one that the judge of frames calls rough.
# 'make meshes' has the whole table.
. "$(dirname "$0")/common.sh"
frames=$2/bench/plump_frames
table() { SECONDS_EACH=0.1 sh "$source/tools/run_meshes.sh" "$plump" "$frames" "$@" >rows 2>&1; }
source=$1

expect 0 shape sphere --vertices 1500 -o ball.ply
expect 0 shape bear --vertices 300 -o bear.obj
awk '/^f / && !n++ {next} 1' bear.obj >open.obj

# in the air nothing happens to it; what is refused is told, and no failure
table ball.ply open.obj || fail "the table: $(cat rows)"
grep -q '^ball.ply  *1442 good ' rows || fail "no good ball: $(cat rows)"
grep -q '^open.obj .* refused .*the surface is open' rows || fail "no refusal: $(cat rows)"
has rows "2 meshes"

# a folder that is not there is wrong use
code=0
MODELS=nowhere SHAPES_ONLY=box SECONDS_EACH=0.02 sh "$source/tools/run_meshes.sh" "$plump" "$frames" >rows 2>&1 || code=$?
same "$code" 2 "exit for MODELS=nowhere"
has rows "there is no such folder"

# the judge of frames: the same frame is smooth, vertices pulled about make it rough
expect 0 shape sphere --vertices 1600 -o first.obj
n=$("$frames" first.obj first.obj) || fail "the first frame: $n"
echo "$n" | grep -q 'folded=0.00000 .*verdict=smooth' || fail "smooth: $n"
awk '/^v / && ++n % 3 == 0 {print "v", $2 * 0.8, $3 * 0.8, $4 * 0.8; next} 1' first.obj >rough.obj
code=0
n=$("$frames" first.obj first.obj rough.obj) || code=$?
same "$code" 1 "exit for a rough frame"
echo "$n" | grep -q 'verdict=rough' || fail "rough: $n"
code=0
"$frames" first.obj bear.obj >out 2>err || code=$?
same "$code" 2 "exit for a frame of another mesh"
has err "another number of vertices"
finish
