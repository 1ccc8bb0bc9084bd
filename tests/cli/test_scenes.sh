# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump scenes: the list, the text to copy, and the first steps of every built-in scene.
# tools/run_scenes.sh runs them in full.
. "$(dirname "$0")/common.sh"

expect 0 scenes
has out hello
has out particles
expect 0 scenes --json
names=$(sed -n 's/^ *"name": "\([^"]*\)".*/\1/p' out)
for name in arm balls-in-glass boxer creatures cube-30k dragged-head ducks-and-tori falling-camel fingertip \
    growing-zone hello moved-bear pressed-blocks probed-creature pulled-head recover ring shaken-jelly \
    squeezed-spheres squeezed-springs stack twirled-bar twisted-cubes zone-sizes; do
    echo "$names" | grep -qx "$name" || fail "there is no scene $name"
done
same "$(grep -c '"summary": ".*[a-z]' out)" "$(echo "$names" | wc -l | tr -d ' ')" "summaries"

# a copy is the scene itself
expect 0 scenes --show hello
cp out mine.json
expect 0 run hello --steps 2 --quiet --hash
cp out first
expect 0 run mine.json --steps 2 --quiet --hash
same "$(cat out)" "$(cat first)" "a copy of a scene"

# lacks_ode SCENE: this build has no ragdolls and says so; with PLUMP_NEED_RAGDOLL set: a failure
lacks_ode() {
    [ -z "${PLUMP_NEED_RAGDOLL:-}" ] || return 1
    "$plump" scenes --show "$1" | grep -q '"ragdoll"' || return 1
    "$plump" run "$1" --steps 1 --quiet 2>&1 | grep -F "built without ODE"
}
for name in $names; do
    if lacks_ode "$name" >lacking; then
        echo "skipped: $(cat lacking)"
        continue
    fi
    expect 0 run "$name" --steps 3 --max-volume-error 1e-6 --json
    same "$(value scene)" "$name" "name of $name"
    same "$(value finite)" true "$name is finite"
    hasnt out "mended"
done

expect 2 scenes --show helo
has err "did you mean 'hello'?"
expect 2 scenes hello
has err "plump run hello"

# what has come to rest sleeps: here each place that presses two walls of a dent did not
expect 0 run balls-in-glass --seconds 4.5 --quiet -o balls.csv
same "$(tail -n 1 balls.csv | cut -d, -f3)" 0 "kinetic energy of balls in a glass after 4.5 s"
finish
