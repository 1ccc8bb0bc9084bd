# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump run -o: stills, sequences and films; what is said where ffmpeg is missing.
. "$(dirname "$0")/common.sh"

cat >drop.json <<'END'
{
    "dt": 0.01, "seconds": 0.2,
    "bodies": [{ "name": "ball", "shape": "sphere", "vertices": 162, "size": 0.2,
                 "material": { "frequency": 10, "damping": 0.3 }, "position": [0, 0.1, 0] }],
    "obstacles": [{ "shape": "plane" }],
    "output": { "width": 64, "height": 48, "frame_rate": 20 }
}
END
is_png() {
    [ "$(head -c 8 "$1" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "$1 is not a PNG"
}

code=0
"$plump" run drop.json -o still.png >out 2>err || code=$?
if [ "$code" = 3 ] && [ -z "${PLUMP_NEED_PICTURES:-}" ] && grep -q "OpenGL\|cannot draw pictures" err; then
    has err "install"
    echo "skipped: $(cat err)"
    exit 0
fi
[ "$code" = 0 ] || fail "a still: exit $code: $(cat err)"
has out "still.png (64 x 48)"
is_png still.png

# another size, every kind of colours, and a sequence beside it
for colours in body part stress volume contact; do
    expect 0 run drop.json --size 40x32 --colour-by $colours -o $colours.png -o "$colours.%02d.png"
    has out "$colours.%02d.png (5 frames, 40 x 32)"
    is_png $colours.png
    for number in 00 01 02 03 04; do is_png $colours.$number.png; done
    [ ! -e $colours.05.png ] || fail "too many pictures of $colours"
done
cmp -s stress.04.png body.04.png && fail "strain looks like the body's colour"
expect 2 run drop.json --colour-by mood -o x.png
[ ! -e x.png ] || fail "a refused run draws"

# a scene that says what is framed is drawn as it goes; the same pictures come again
expect 0 run drop.json --set 'camera.frame={"min":[-1,0,-1],"max":[1,1,1]}' -o 'a.%d.png' -o 'b.%d.png'
cmp -s a.3.png b.3.png || fail "the same frame, two pictures"
cmp -s a.0.png a.4.png && fail "a moving ball stands still"

# films: without ffmpeg a sentence; what else is asked for is written, and without that nothing is run
without_ffmpeg() { # ARGUMENTS
    (
        PATH=/nowhere
        code=0
        "$plump" run drop.json "$@" >out 2>err || code=$?
        echo $code >code
    )
    same "$(cat code)" 3 "exit without ffmpeg: $*"
    has err "film.mp4: films are made by ffmpeg"
    [ ! -e film.mp4 ] || fail "a film without ffmpeg"
}
without_ffmpeg -o film.mp4 -o still2.png
has out "20 steps"
has out "written       still2.png"
hasnt out "film.mp4"
is_png still2.png
without_ffmpeg -o beside.csv -o film.mp4 --json
has out '"beside.csv"'
hasnt out "film.mp4"
[ -s beside.csv ] || fail "a film without ffmpeg cost the table"
without_ffmpeg -o film.mp4
[ ! -s out ] || fail "nothing was left to write, and it ran"
without_ffmpeg -o film.mp4 --save state
[ -s state ] || fail "a film without ffmpeg cost the state"
if command -v ffmpeg >ffmpeg.where; then
    for ending in mp4 webm webp gif; do
        expect 0 run drop.json -o film.$ending
        has out "film.$ending (5 frames, 64 x 48)"
        [ -s film.$ending ] || fail "no film.$ending"
    done
fi
# a folder that is not there
expect 3 run drop.json -o nowhere/still.png
has err "nowhere/still.png cannot be written"
expect 3 run drop.json -o 'nowhere/%d.png'
finish
