# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump jiggle: characters of our own into films, sets by hand, and what is refused.
. "$(dirname "$0")/common.sh"

expect 0 shape bear --rig --vertices 400 -o bear.glb
expect 0 shape jelly --rig --vertices 400 --size 3 -o jelly.glb
expect 2 shape duck --rig -o duck.glb
has err "there is no skeleton for the shape 'duck'"
expect 2 shape bear --rig -o bear.obj
has err "bear.obj must end in .glb"

# every kind of film, in one go; a loop's last frame is its first
expect 0 jiggle bear.glb -o out.glb -o out.mdd -o out.pc2 -o out.ply -o out.obj --fps 10
has out "clip 'dance', 2 s (a loop), 21 frames"
has out "1 closed surface"
for file in out.glb out.mdd out.rest.obj out.pc2 out.0000.ply out.0020.ply out.0020.obj; do
    [ -s $file ] || fail "no $file"
done
[ ! -e out.0021.ply ] || fail "a frame too many"
expect 1 check out.glb --json
cmp -s out.0000.ply out.0010.ply && fail "it does not move"

# how often it is looked at changes nothing
expect 0 jiggle bear.glb -o often.ply --fps 30 -q
cmp out.0001.ply often.0003.ply || fail "10 and 30 frames per second are not the same"

# figures: volumes per frame, stretch, time; jiggling keeps the volume that the clip leaves
expect 0 jiggle bear.glb --json --fps 10
same "$(value clip)" dance "the clip"
same "$(value loop)" true "the loop"
for key in volume_bind volume_error_max volume_skinned_change_max volume_change_max stretch_max \
    ms_frame volume_skinned volume stretch time closed_surfaces; do
    [ -n "$(value $key)" ] || fail "no $key"
done
awk "BEGIN { exit !($(value volume_error_max) < 1e-6) }" || fail "volume $(value volume_error_max)"

# how far it swings is chosen by the clip: to four fifths of the limit, at any of our characters
visible() {
    awk "BEGIN { exit !($(value stretch_of_limit) > 0.5 && $(value stretch_of_limit) < 0.81) }" ||
        fail "$1 goes to $(value stretch_of_limit) of its limit"
    awk "BEGIN { exit !($(value stretch_max) > 0.1) }" || fail "$1: stretch $(value stretch_max)"
    same "$(value limited_frames)" 0 "frames at the limit"
    same "$(value strength_chosen)" true "the strength of $1"
    has out '"strength_reason": "'
}
expect 0 jiggle bear.glb --json
visible "a bear"
expect 0 jiggle jelly.glb --strength auto --json
visible "a jelly"
expect 0 shape camel --rig --vertices 1500 -o camel.glb
expect 0 jiggle camel.glb --json
visible "a camel"
expect 0 jiggle bear.glb --fps 10 -o told.mdd
has out "  strength      "
has out "by the clip; the farthest set goes to"
expect 0 jiggle bear.glb --strength 3 --json --fps 10 --max-volume-error 1e-6
same "$(value strength_chosen)" false "a strength that was given"
same "$(value strength)" 3.0 "the strength that was given"

# without polish the volume is as exact as the flow
expect 0 jiggle bear.glb --no-polish --json --fps 10
awk "BEGIN { exit !($(value volume_error_max) > 1e-6 && $(value volume_error_max) < 0.05) }" ||
    fail "without polish: $(value volume_error_max)"

# without strength it is the clip itself: nothing swings, no volume is changed
expect 0 jiggle bear.glb --strength 0 --json
awk "BEGIN { exit !($(value stretch_max) == 0) }" || fail "it swings without strength"
awk "BEGIN { exit !($(value volume_error_max) < 1e-5) }" || fail "$(value volume_error_max)"

# it comes to rest: the last frames of a long rest are the skinned pose
expect 0 jiggle jelly.glb --settle 8 --fps 10 --json
tail_stretch=$(sed -n 's/^ *"stretch": \([^,]*\),*$/\1/p' out | tail -n 1)
awk "BEGIN { exit !($tail_stretch < 1e-3) }" || fail "after 8 s it still swings: $tail_stretch"
expect 0 jiggle jelly.glb --loops 3 --fps 10 --json
same "$(grep -c '"time":' out)" 121 "frames of three rounds"

# clips by name and number
expect 0 jiggle bear.glb --clip hop --json --fps 5
same "$(value clip)" hop "a clip by name"
expect 0 jiggle bear.glb --clip 1 --json --fps 5
same "$(value clip)" hop "a clip by number"
expect 2 jiggle bear.glb --clip hops --json
has err "has no clip 'hops'; did you mean 'hop'?"

# a jump cut, and rounds of a clip that ends elsewhere: masses go along, nothing explodes
cat >cut.gltf <<END
{"asset": {"version": "2.0"}, "nodes": [{"name": "body", "mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
 "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
                 "samplers": [{"input": 2, "output": 3, "interpolation": "STEP"}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
               {"bufferView": 1, "componentType": 5121, "count": 12, "type": "SCALAR"},
               {"bufferView": 2, "componentType": 5126, "count": 3, "type": "SCALAR"},
               {"bufferView": 3, "componentType": 5126, "count": 3, "type": "VEC3"}],
 "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12},
                 {"buffer": 0, "byteOffset": 60, "byteLength": 12},
                 {"buffer": 0, "byteOffset": 72, "byteLength": 36}],
 "buffers": [{"byteLength": 108, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQIDAAAAAAAAAD8AAIA/AAAAAAAAAAAAAAAAAADIQgAAAAAAAAAAAADIQgAAAAAAAAAA"}]}
END
echo '{"sets": [{"joint": "body", "at": [0.2, 0.2, 0.2], "radius": 1}]}' >cut.json
expect 0 jiggle cut.gltf --sets cut.json --loops 3 --json
has err "3 jumps in the clip were not felt"
same "$(value loop)" false "a clip that ends elsewhere"
awk "BEGIN { exit !($(value stretch_max) < 1e-6) }" || fail "a cut was felt: $(value stretch_max)"
has err "nothing swings: neither bones nor morph targets of clip 'clip 0' move a set"

# a morph target that draws one corner out to twice its height, and so doubles the volume
cat >morph.gltf <<END
{"asset": {"version": "2.0"}, "nodes": [{"name": "body", "mesh": 0}],
 "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "targets": [{"POSITION": 2}]}]}],
 "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}],
                 "samplers": [{"input": 3, "output": 4}]}],
 "accessors": [{"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
               {"bufferView": 1, "componentType": 5121, "count": 12, "type": "SCALAR"},
               {"bufferView": 2, "componentType": 5126, "count": 4, "type": "VEC3"},
               {"bufferView": 3, "componentType": 5126, "count": 2, "type": "SCALAR"},
               {"bufferView": 4, "componentType": 5126, "count": 2, "type": "SCALAR"}],
 "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 12},
                 {"buffer": 0, "byteOffset": 60, "byteLength": 48},
                 {"buffer": 0, "byteOffset": 108, "byteLength": 8},
                 {"buffer": 0, "byteOffset": 116, "byteLength": 8}],
 "buffers": [{"byteLength": 124, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAAMCAQIDAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AAAAAAAAgD8AAAAAAACAPw=="}]}
END
expect 0 jiggle morph.gltf --sets cut.json --strength 0 -o morph.obj --fps 2 --json
has morph.0000.obj "v 0 0 1"
has morph.0001.obj "v 0 0 1.5"
has morph.0002.obj "v 0 0 2"
awk "BEGIN { exit !($(value volume_change_max) > 0.99999 && $(value volume_change_max) < 1.00001) }" ||
    fail "the morphed volume: $(value volume_change_max)"
# and lets what is around it swing, though no bone moves
expect 0 jiggle morph.gltf --sets cut.json --strength auto --json
awk "BEGIN { exit !($(value stretch_of_limit) > 0.03) }" ||
    fail "morph targets do not swing: $(value stretch_of_limit)"
# a film, which has nothing but morph targets, swings as the character did that it was made of
expect 0 jiggle bear.glb --strength 0 -o film.glb -q
expect 0 jiggle film.glb --json
visible "a film"

# a GLB grows with what is new in its frames, not with their number, and has a size that it keeps to
expect 0 jiggle bear.glb -o once.glb
has out "shapes, off by 0."
expect 0 jiggle bear.glb --loops 8 -o often.glb -q
expect 0 jiggle bear.glb --tolerance 0 -o exact.glb
has out "exact.glb (61 frames)"
size() { wc -c <"$1" | tr -d ' '; }
[ "$(size often.glb)" -lt $(($(size once.glb) * 3 / 2)) ] || fail "8 rounds: $(size often.glb)"
[ "$(size once.glb)" -lt $(($(size exact.glb) * 2 / 3)) ] || fail "one round: $(size once.glb)"
expect 0 jiggle bear.glb --max-size 0.2 --tolerance 1e-6 -o small.glb
[ "$(size small.glb)" -le 200000 ] || fail "--max-size 0.2 gives $(size small.glb) bytes"
expect 2 jiggle bear.glb --max-size 0.01 -o none.glb
has err "MB that the GLB may have; allow more, or write MDD or PC2 instead"
[ ! -e none.glb ] || fail "refused, and yet there is a film"
expect 2 jiggle bear.glb --tolerance 1 -o none.glb
has err "--tolerance is from 0 to 0.1 as a share of the size, not 1"

# sets by hand: written, read again, the same film
expect 0 jiggle bear.glb --save-sets sets.json -o a.mdd --fps 10
expect 0 jiggle bear.glb --sets sets.json -o b.mdd --fps 10
has sets.json '"hertz"'
expect 0 jiggle bear.glb --sets sets.json --json --fps 5
same "$(value strength)" 1.0 "the strength of sets by hand"
cat >one.json <<'END'
{"sets": [{"name": "tummy", "joint": {"spine": 1, "hips": 1}, "at": [0, -0.1, 0.1],
           "radius": 0.3, "hertz": 2, "on": ["spine", "hips"]},
          {"joint": "#3", "radius": 0.1, "on": "all", "turn_hertz": 3}]}
END
expect 0 jiggle bear.glb --sets one.json --json --fps 5
has out '"tummy"'
refuse_set() {
    echo "{\"sets\": [$1]}" >wrong.json
    expect 2 jiggle bear.glb --sets wrong.json -o x.glb
    has err "$2"
    [ ! -e x.glb ] || fail "refused, and yet there is a film"
}
refuse_set '{"joint": "spin", "radius": 1}' "did you mean 'spine'?"
refuse_set '{"joint": "#9", "radius": 1}' "there is no joint '#9'"
refuse_set '{"joint": "spine"}' "wrong.json:1:11: sets[0]: the key 'radius' is missing"
refuse_set '{"radius": 1}' "sets[0]: the key 'joint' is missing: which bone does it hang on?"
refuse_set '{"joint": "spine", "radius": -1}' "sets[0].radius: it is -1; it must be a number from"
refuse_set '{"joint": "spine", "radius": 1, "herz": 2}' "did you mean 'hertz'?"
refuse_set '{"joint": "spine", "radius": 1, "at": [1, 2]}' "a list of 3 numbers"
refuse_set '{"joint": "spine", "radius": 1, "on": 7}' "it must be a joint's name, not a number"
refuse_set '{"joint": {}, "radius": 1}' "joint: it is empty"
refuse_set '{"joint": {"spine": 0}, "radius": 1}' "a weight must be above 0"
refuse_set '7' "it must be an object, not a number"
echo '{"sets": [' >wrong.json
expect 2 jiggle bear.glb --sets wrong.json -o x.glb
has err "wrong.json:"
expect 2 jiggle bear.glb --sets nowhere.json -o x.glb

# as a shader: its text, and a block of numbers per frame
expect 0 jiggle bear.glb --glsl bear.vert --save-sets written.json -o written.mdd --fps 5
has out "  written       written.mdd"
for name in written.json bear.vert bear.vert.json; do
    grep -qx "  *$name" out || fail "$name is not told: $(cat out)"
done
expect 0 jiggle bear.glb --glsl bear.vert --fps 5 --json
has out '"bear.vert.json"'
expect 0 jiggle bear.glb --glsl bear.vert --fps 5
has out "  written       bear.vert"
has bear.vert "#version 330 core"
has bear.vert "const int SEGMENTS = 9;"
same "$(grep -o '"time"' bear.vert.json | wc -l | tr -d ' ')" 11 "blocks of uniforms"
expect 3 jiggle bear.glb --glsl nowhere/bear.vert

# wrong use
expect 2 jiggle
expect 2 jiggle bear.glb
has err "wants -o FILE"
expect 2 jiggle bear.glb -o out.csv
has err "nothing can be written to that"
expect 2 jiggle bear.glb -o out.glb --fps 0
expect 2 jiggle bear.glb -o out.glb --strength -1
expect 2 jiggle bear.glb -o out.glb --strength much
has err "--strength is auto, or from 0 to 100 times as soft, not 'much'"
expect 2 jiggle bear.glb -o out.glb --loops 0
expect 2 jiggle bear.glb -o out.glb --threads 65
has err "--threads is at most 64, not 65"
expect 2 jiggle bear.glb -o out.glb --view sideways
expect 2 jiggle bear.glb -o a.glb -o ./a.glb
has err "would be written twice"
expect 2 jiggle bear.glb --save-sets a.vert.json --glsl a.vert
has err "a.vert.json would be written twice"

# nothing is written over what is read, whatever it is called
cp bear.glb kept.glb
cp sets.json kept.json
mkdir -p folder
refuse_input() {
    name=$1
    shift
    expect 2 jiggle bear.glb "$@"
    has err "$name is read, and would be lost if it were written over"
    cmp -s bear.glb kept.glb || fail "$*: the character was written over"
    cmp -s sets.json kept.json || fail "$*: the sets were written over"
}
for name in bear.glb ./bear.glb folder/../bear.glb "$PWD/bear.glb"; do
    refuse_input "$name" -o "$name"
    refuse_input "$name" --save-sets "$name"
    refuse_input "$name" --glsl "$name"
done
refuse_input ./sets.json --sets sets.json --save-sets ./sets.json
refuse_input sets.json --sets sets.json --glsl sets
expect 3 jiggle bear.glb -o nowhere/out.glb
expect 2 jiggle nowhere.glb -o out.glb
expect 0 shape bear -o still.glb
expect 2 jiggle still.glb -o out.glb
has err "has no clips"
expect 2 jiggle sets.json -o out.glb
expect 0 shape bear -o still.obj
expect 2 jiggle still.obj -o out.glb
has err "still.obj: a .obj file is a mesh that nothing moves; a character is a .glb or .gltf"
echo "Dear diary" >notes.txt
expect 2 jiggle notes.txt -o out.glb
has err "notes.txt: this is no character"
expect 1 jiggle bear.glb --json --fps 5 --max-volume-error 1e-12
has err "more than the 1e-12 asked for"
expect 2 jiggle nothing --json --nope
expect 0 jiggle --help
has out "CHARACTER"

# pictures, where they can be drawn
code=0
"$plump" jiggle bear.glb -o still.png --still 0.5 --size 48x40 --beside --fps 10 >out 2>err || code=$?
if [ "$code" = 3 ] && grep -q "OpenGL\|cannot draw pictures" err; then
    echo "no pictures here: $(cat err)"
else
    [ "$code" = 0 ] || fail "a picture: exit $code: $(cat err)"
    has out "still.png (48 x 40)"
    expect 0 jiggle bear.glb -o 'frame.%02d.png' --size 32x32 --fps 5 --view front
    [ -s frame.10.png ] || fail "no frame.10.png"
    expect 0 jiggle bear.glb -o card.png --size 32x32 --fps 5 --json --no-polish
    has out '"deformed_on": "gpu"'
    has out '"warnings": []'
    expect 0 jiggle bear.glb -o processor.png --size 32x32 --fps 5 --json --no-polish --cpu
    has out '"deformed_on": "cpu"'
    expect 0 jiggle bear.glb -o polished.png --size 32x32 --fps 5 --json
    has out '"deformed_on": "cpu"'
fi
finish
