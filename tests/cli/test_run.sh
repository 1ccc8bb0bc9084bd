# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump run: scenes by file, by name and from a mesh; what it says, writes and refuses.
. "$(dirname "$0")/common.sh"

cat >drop.json <<'END'
{
    "dt": 0.01, "seconds": 0.4,
    "bodies": [{ "name": "ball", "shape": "sphere", "vertices": 162, "size": 0.2,
                 "material": { "frequency": 10, "damping": 0.3 }, "position": [0, 0.15, 0] }],
    "obstacles": [{ "shape": "plane" }]
}
END

# a table for people, and nothing on stderr where there is no terminal
expect 0 run drop.json
has out "drop: 1 body, 162 particles, 40 steps of 10 ms"
has out "volume error"
has out "times real time"
[ -s err ] && fail "a run says more than it should: $(cat err)"
expect 0 run drop.json --quiet
[ -s out ] && fail "--quiet is not quiet: $(cat out)"

# every key of the object
expect 0 run drop.json --json
for key in scene steps dt threads isa particles hash finite volume_error_max penetration_max \
    contacts_max touches_began ms_step realtime_factor stages bodies warnings name model vertices volume_rest \
    volume_error_max volume_error_end predict elastic collide contact volume_positions \
    volume_velocities finish; do
    has out "\"$key\":"
done
same "$(value scene)" drop scene
same "$(value steps)" 40 steps
same "$(value particles)" 162 particles
same "$(value finite)" true finite
same "$(value model)" shape_match model
hash=$(value hash)
[ "${#hash}" = 16 ] || fail "the hash is '$hash'"

# how long
expect 0 run drop.json --json --steps 7
same "$(value steps)" 7 "--steps"
expect 0 run drop.json --json --seconds 0.1
same "$(value steps)" 10 "--seconds"
expect 2 run drop.json --steps 7 --seconds 1
expect 2 run drop.json --steps -1
expect 2 run drop.json --seconds soon
expect 2 run drop.json --seconds -1

# the same bits with other threads, and another number for another scene
for threads in 1 2 3; do
    expect 0 run drop.json --quiet --hash --threads $threads
    same "$(cat out)" "$hash" "$threads threads"
done
expect 0 run drop.json --quiet --hash --set bodies.0.material.frequency=11
[ "$(cat out)" != "$hash" ] || fail "--set changed nothing"
expect 0 run drop.json --quiet --hash --set seed=5 --set bodies.0.position=[0,0.15,0]
same "$(cat out)" "$hash" "--set to what it is"
expect 2 run drop.json --set bodies.0.materal.frequency=11
has err "did you mean 'material'?"
expect 2 run drop.json --set nothing

# interrupted and resumed: the bits of a run in one piece
for steps in 0 1 13 40; do
    expect 0 run drop.json --steps $steps --save state --quiet
    expect 0 run drop.json --resume state --quiet --hash
    same "$(cat out)" "$hash" "resumed after $steps steps"
done
expect 0 run drop.json --steps 13 --save state --quiet
expect 2 run drop.json --resume state --set bodies.0.size=0.21
has err "other text or settings"
printf 'plump' >wrong
expect 2 run drop.json --resume wrong
has err "not the snapshot of a scene"
head -c 500 state >cut
expect 2 run drop.json --resume cut
expect 2 run drop.json --resume missing
has err "there is no such file"
mkfifo pipe
for name in /dev/zero pipe .; do # neither read for ever nor waited for
    expect 2 run drop.json --resume "$name"
done
expect 3 run drop.json --steps 1 --save no/such/folder/state

# nothing ran: no figures of steps
expect 0 run drop.json --seconds 0
has out "0 steps of 10 ms"
has out "speed         none: no step was taken"
for word in volume penetration roughness "real time"; do hasnt out "$word"; done
expect 0 run drop.json --set bodies.0.volume=free --steps 1
has out "volume        kept by none"

# bounds
expect 0 run drop.json --max-volume-error 1e-6
expect 1 run drop.json --max-volume-error 0
has err "more than the 0 asked for"
has out "volume error"

# outputs: several at once, by their endings, all whole or none there
expect 0 run drop.json -o a.glb -o a.mdd -o a.pc2 -o a.csv -o a.svg -o 'seq.%03d.ply' --json
for file in a.glb a.mdd a.rest.obj a.pc2 a.csv a.svg seq.000.ply seq.010.ply; do
    [ -s "$file" ] || fail "$file was not written"
done
has out '"a.glb"'
same "$(head -c 4 a.glb)" glTF "a.glb"
same "$(wc -l <a.csv | tr -d ' ')" 41 "rows of a.csv"
expect 0 check seq.010.ply
expect 0 run drop.json --frame-rate 10 -o b.mdd
has out "5 frames"
expect 0 run drop.json --steps 13 --frame-rate 30 -o 'odd.%d.obj'
[ -s odd.3.obj ] || fail "no fourth frame at 0.1 s"
[ ! -e odd.4.obj ] || fail "a frame beyond the end"
expect 2 run drop.json -o a.glb -o picture.bmp
has err ".glb"
expect 2 run drop.json -o a.glb -o a.glb
has err "twice"
expect 2 run drop.json -o a.csv --save ./a.csv
has err "./a.csv would be written twice"
for name in two.%d%d.ply two.%d.%04d.obj %2d/%d-%d.png; do
    expect 2 run drop.json -o one.csv -o "$name"
    has err "-o $name: the name has two places for the number of a frame"
    [ ! -e one.csv ] || fail "something was written beside $name"
done
expect 0 run drop.json --steps 1 -o '%d%d.svg' -o '%.%d.%.ply' --quiet
[ -s '%d%d.svg' ] && [ -s '%.0.%.ply' ] || fail "what is no place for a number was taken for one: $(ls)"

# nothing is written over the scene, whatever it is called; a built-in one is no file
cp drop.json kept.json
cp seq.010.ply mesh.glb
mkdir -p folder
for name in drop.json ./drop.json folder/../drop.json "$PWD/drop.json"; do
    expect 2 run drop.json --save "$name"
    has err "$name is read, and would be lost if it were written over"
    cmp -s drop.json kept.json || fail "--save $name: the scene was written over"
done
expect 2 run mesh.glb -o folder/../mesh.glb
has err "is read, and would be lost"
cmp -s seq.010.ply mesh.glb || fail "the mesh was written over"
expect 0 run fingertip --steps 0 --save fingertip --quiet
rm fingertip
[ -z "$(find . -name '.plump-*')" ] || fail "half a file was left"

# frames at the ends of steps are those, and between them on the straight line
expect 0 run drop.json --frame-rate 50 -o 'f50.%d.obj'
expect 0 run drop.json --frame-rate 100 -o 'f100.%d.obj'
expect 0 run drop.json --frame-rate 200 -o 'f200.%d.obj'
has out "81 frames"
for i in 0 1 10 20; do
    cmp -s f50.$i.obj f100.$((2 * i)).obj || fail "frame $i at 50 and 100 per second"
    cmp -s f50.$i.obj f200.$((4 * i)).obj || fail "frame $i at 50 and 200 per second"
done
for i in 1 21 79; do
    paste -d ' ' f200.$((i - 1)).obj f200.$i.obj f200.$((i + 1)).obj | awk '$1 == "v" {
        for (k = 2; k <= 4; ++k) { d = $(k + 4) - ($k + $(k + 8)) / 2; if (d * d > 1e-12) exit 1 }
        ++n } END { if (n != 162) exit 1 }' || fail "frame $i is not half-way between two steps"
done

# Ctrl-C: what exists is written, and it says so
cat >long.json <<'END'
{ "dt": 0.01, "seconds": 100000,
  "bodies": [{ "shape": "sphere", "vertices": 42, "velocity": [0.1, 0, 0] }],
  "gravity": [0, 0, 0] }
END
# where there is no terminal a line every five seconds
if [ -n "${PLUMP_TEST_LONG:-}" ]; then
    "$plump" run long.json >out 2>err &
    run=$!
    sleep 12
    kill -TERM $run
    wait $run || true
    lines=$(grep -c "steps/s" err)
    [ "$lines" -ge 1 ] && [ "$lines" -le 2 ] || fail "$lines lines in 12 s: $(cat err)"
fi
mkdir interrupted
cd interrupted
for signal in INT TERM; do
    rm -f long.* state
    "$plump" run ../long.json -o long.glb -o long.csv --save state >out 2>err &
    run=$!
    tries=0 # before its outputs are open a signal ends it at once
    while [ $tries -lt 300 ] && ! ls -l /proc/$run/fd 2>/dev/null | grep -q 'plump-'; do
        sleep 0.1
        tries=$((tries + 1))
    done
    sleep 1
    kill -$signal $run
    code=0
    wait $run || code=$?
    same "$code" 1 "exit after SIG$signal"
    has err "interrupted after"
    has err "what exists was written"
    has out "long: 1 body"
    [ -s long.csv ] && [ -s long.glb ] || fail "nothing was written after SIG$signal"
    [ -z "$(find . -name '.plump-*')" ] || fail "half a file was left after SIG$signal"
    expect 0 run ../long.json --resume state --steps 1 --quiet
done
cd ..

# characters: in every film, in pictures, in the report, in snapshots
cat >bear.json <<'END'
{ "dt": 0.01, "seconds": 0.2, "obstacles": [{ "shape": "plane", "position": [0, -0.45, 0] }],
  "characters": [{ "name": "bear", "shape": "bear", "vertices": 300, "size": 1, "rig": true,
                   "clip": "dance", "obstacles": "all" }] }
END
expect 0 run bear.json -o bear.glb -o bear.mdd -o bear.pc2 -o 'bear.%d.ply' -o 'bear.%d.obj' \
    -o bear.png --size 64x64 --json
for file in bear.glb bear.mdd bear.pc2 bear.0.ply bear.5.obj bear.png; do
    [ -s "$file" ] || fail "$file was not written"
done
for key in characters segments sets volume_bind volume_error_max volume_skinned_change_max \
    stretch_max limited_frames contact_frames cuts; do
    has out "\"$key\":"
done
expect 0 check bear.5.obj
expect 0 run bear.json --hash
has out "bear: 1 character, 20 steps"
hash=$(awk '$1 == "hash" { print $2 }' out)
expect 0 run bear.json --steps 7 --save bear.state --quiet
expect 0 run bear.json --resume bear.state --quiet --hash --threads 1
same "$(cat out)" "$hash" "a resumed character"
# a state fits the scene and the characters that it was saved from, whole
expect 2 run bear.json --resume bear.state --set characters.0.vertices=400 --quiet
[ -s err ] || fail "no sentence for a state of another character"
expect 2 run bear.json --resume bear.state --set characters.0.strength=2 --quiet
expect 2 run bear.json --resume bear.state --set 'characters.0.sets=[]' --quiet
head -c 300 bear.state >cut.state
expect 2 run bear.json --resume cut.state --quiet
expect 2 run bear.json --resume nowhere.state --quiet
# tables: its volume over that of the bind pose, in every step
expect 0 run bear.json -o bear.csv -o bear.svg -o bear.volumes.svg --quiet
has bear.csv volume_of_character_bear
same "$(awk -F, 'NR > 1 && $NF > 0.5 && $NF < 1.5' bear.csv | wc -l | tr -d ' ')" 20 "volumes of the bear"
for file in bear.svg bear.volumes.svg; do [ -s "$file" ] || fail "$file was not written"; done
expect 1 run bear.json --max-volume-error 1e-9 --quiet

# ragdolls: one falls on a box and is saved on the way, or this build says what is missing
cat >doll.json <<'END'
{ "dt": 0.01, "seconds": 0.6,
  "obstacles": [{ "shape": "plane" }, { "shape": "box", "half_size": [0.3, 0.2, 0.3], "position": [0.1, 0.2, 0] }],
  "characters": [{ "name": "doll", "shape": "bear", "vertices": 300, "size": 0.8, "rig": true, "position": [0, 1, 0],
                   "ragdoll": { "angular_velocity": [1, 0, 2] }, "obstacles": "all" }] }
END
if "$plump" run doll.json --quiet 2>err; then
    expect 0 run doll.json -o doll.glb --json
    same "$(value finite)" true "a ragdoll is finite"
    [ "$(value contact_frames)" -gt 3 ] || fail "the doll touches nothing: $(value contact_frames)"
    expect 0 run doll.json --quiet --hash
    cp out whole
    expect 0 run doll.json --steps 45 --save doll.state --quiet
    expect 0 run doll.json --resume doll.state --quiet --hash
    same "$(cat out)" "$(cat whole)" "a resumed ragdoll"
    expect 2 run doll.json --resume doll.state --set characters.0.ragdoll.density=500 --quiet
elif [ -n "${PLUMP_NEED_RAGDOLL:-}" ]; then
    fail "no ragdolls: $(cat err)"
else
    expect 3 run doll.json -o doll.glb
    has err "doll: this plump was built without ODE"
    [ ! -e doll.glb ] || fail "a film of a ragdoll without ODE"
fi

# a mesh is dropped on a floor; test_run_mesh.sh has more
expect 0 shape duck -o duck.obj
expect 0 run duck.obj --steps 60 --json
same "$(value scene)" duck "a mesh as a scene"
[ "$(value contacts_max)" -gt 0 ] || fail "the duck does not land"
[ "$(value touches_began)" -gt 0 ] || fail "nobody tells that the duck lands"
expect 0 shape box --size 5000 -o "big box.ply"
expect 0 run "big box.ply" --steps 2 --json
same "$(value scene)" "big box" "a mesh with a space in its name"
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >open.obj
expect 2 run open.obj
has err "open.obj"

# a folder of that name does not hide a built-in scene
mkdir hello
expect 0 run hello --steps 1 --quiet

# wrong use
expect 2 run
expect 2 run drop.json drop.json
for name in helo helol; do
    expect 2 run $name
    has err "did you mean 'hello'?"
done
expect 2 run missing.json
has err "missing.json"
printf '{ "bodies": [ }' >broken.json
expect 2 run broken.json --json
has err "broken.json:1:"
has out '"error":'
expect 2 run drop.json --frame-rate 0.0
expect 2 run drop.json --threads 65
has err "--threads is at most 64, not 65"
expect 0 run drop.json --steps 1 --threads 64 --quiet
expect 2 run drop.json --max-volume-error -1
expect 2 run drop.json --steps 1 -o x.csv --save ./x.csv
has err "twice"
for wish in "-o nowhere/x.csv" "-o x.csv -o nowhere/x.glb" "--save nowhere/x"; do
    expect 3 run drop.json --steps 1 $wish
    has err "nowhere/"
    [ ! -e x.csv ] || fail "something was written although $wish cannot be"
done
# one that fails at the end leaves the others
ln -s /dev/full full.svg
expect 3 run drop.json --steps 1 -o x.csv -o full.svg --save x.state
[ -s x.csv ] && [ -s x.state ] || fail "a full disk for one file took the others with it"
has out "written       x.csv"
hasnt out "full.svg"
expect 2 run drop.json --size 10y10
expect 2 run drop.json --colour-by taste
expect 2 run drop.json --setp 3
has err "did you mean"
expect 0 run --help
has out "--max-volume-error"
finish
