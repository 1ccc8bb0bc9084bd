# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump run MESH: files with holes, of any unit, too fine; what they are made of; and that everything
# wrong with a scene is told at once.
. "$(dirname "$0")/common.sh"

# --- holes: the advice of the refusal works where it is given ---
cat >open.obj <<'END'
v 0 0 0
v 1 0 0
v 0 1 0
v 0 0 1
f 1 3 2
f 1 2 4
f 2 3 4
END
expect 2 run open.obj --steps 1
has err "(fill_holes, --fill-holes)"
expect 0 run open.obj --steps 1 --fill-holes --quiet
expect 0 run open.obj --steps 1 --set bodies.0.fill_holes=true --quiet
echo '{"bodies": [{"mesh": "open.obj"}]}' >open.json
expect 2 run open.json --steps 1
has err "(fill_holes, --fill-holes)"
expect 0 run open.json --steps 1 --fill-holes --quiet
expect 0 run open.json --steps 1 --set bodies.0.fill_holes=true --quiet

# --- any unit: the same body, and a word about it ---
expect 0 shape bear --vertices 400 -o bear.obj
for scale in 1e-9 1e-6 0.001 30 1e6 1e9; do
    awk -v s=$scale '$1 == "v" { printf "v %.9g %.9g %.9g\n", $2 * s, $3 * s, $4 * s; next } { print }' \
        bear.obj >scaled.obj
    expect 0 run scaled.obj --steps 3 --json
    has err "long in its file and is made 0.3 m long"
    has out "long in its file and is made 0.3 m long"
    value volume_rest | awk '{ exit !($1 > 0.003 && $1 < 0.006) }' ||
        fail "a bear scaled by $scale has a volume of $(value volume_rest)"
done
expect 0 run bear.obj --steps 1 --body-size 3 --json
hasnt err "long in its file"
value volume_rest | awk '{ exit !($1 > 3 && $1 < 6) }' || fail "--body-size 3: $(value volume_rest)"
expect 0 run bear.obj --steps 1 --scale 1 --json
value volume_rest | awk '{ exit !($1 > 0.1 && $1 < 0.2) }' || fail "--scale 1: $(value volume_rest)"
expect 2 run bear.obj --scale 1 --body-size 1
expect 2 run bear.obj --scale -1
expect 2 run bear.obj --body-size 0
expect 2 run scaled.obj --scale 1
has err "it can be 1e-6 to 1e6 m"
expect 2 run bear.obj --size 3
has err "--body-size"

# --- materials ---
expect 0 materials
for name in jelly gummy clay dough; do has out "$name"; done
expect 0 materials --json
for key in name summary frequency damping density friction; do has out "\"$key\":"; done
same "$(value density)" 1050.0 "the density of jelly"
expect 2 materials jelly
for name in jelly clay; do
    expect 0 run bear.obj --material $name --steps 40 --quiet --hash
    cp out $name.hash
done
cmp -s jelly.hash clay.hash && fail "--material changes nothing"
expect 0 run bear.obj --steps 40 --quiet --hash --set bodies.0.material=clay
cmp -s out clay.hash || fail "--material and --set bodies.0.material differ"
expect 0 run bear.obj --steps 40 --quiet --hash --material gummy
cp out gummy.hash
expect 0 run bear.obj --steps 40 --quiet --hash
cmp -s out gummy.hash || fail "the usual material is not gummy"
expect 2 run bear.obj --material jely
has err "the nearest is 'jelly'"
has err "plump materials"
for wish in "--material jelly" "--body-size 1" "--scale 2" "--coarse 100"; do
    expect 2 run hello $wish
    has err "is for mesh files; in a scene it is --set bodies.0."
done

# --- fineness: fewer vertices are simulated, all are seen ---
expect 0 run bear.obj --coarse 150 --steps 2 --json -o 'bear.%d.ply' --frame-rate 120
same "$(value vertices)" 150 "--coarse"
same "$(value detail_vertices)" 400 "what follows"
expect 0 check bear.2.ply --json
same "$(value vertices)" 400 "what is written"
expect 0 run bear.obj --coarse 0 --steps 2 --json
same "$(value vertices)" 400 "--coarse 0"
expect 2 run bear.obj --coarse 7
expect 0 shape sphere --vertices 23042 -o fine.ply
expect 0 run fine.ply --steps 2 --json
same "$(value vertices)" 8000 "a fine mesh"
has err "more than real time allows"
has out "--coarse 0 takes all"
expect 0 run bear.obj --set bodies.0.coarse=200 --steps 2 --json
same "$(value vertices)" 200 "coarse of a scene"

# --- characters keep their shape, and parts in a heap theirs ---
smooth() { # MOST WHAT
    value roughness_max | awk -v most="$1" '{ exit !($1 <= most) }' || fail "$2: roughness $(value roughness_max)"
}
expect 0 shape creature --vertices 1500 -o creature.obj
expect 0 run creature.obj --seconds 1 --json
smooth 0.05 "a creature that has fallen"
expect 0 shape sphere --vertices 162 -o ball.obj
awk '/^v /{v[++n]=$0} /^f /{f[++m]=$0} END {for (c=0;c<8;++c) for (i=1;i<=n;++i) {split(v[i],p," ")
    printf "v %.7g %.7g %.7g\n", p[2]+c%2*1.05, p[3]+int(c/4)*1.2, p[4]+int(c/2)%2*1.05}
    for (c=0;c<8;++c) for (i=1;i<=m;++i) {split(f[i],p," "); printf "f"; for (k=2;k<=4;++k)
    {split(p[k],q,"/"); printf " %d", q[1]+c*n} print ""}}' ball.obj >balls.obj
expect 0 run balls.obj --seconds 0.5 --json
smooth 0.15 "balls that have fallen on each other"

# --- files of many pieces: a body each, or one of all with a word about it ---
pieces() { # COUNT: octahedra in rows of ten
    awk -v n="$1" 'BEGIN { for (c = 0; c < n; ++c) for (k = 0; k < 6; ++k) {
        for (i = 0; i < 3; ++i) p[i] = 0
        p[k % 3] = k < 3 ? 0.4 : -0.4
        printf "v %g %g %g\n", p[0] + c % 10, p[1] + int(c / 100), p[2] + int(c / 10) % 10 }
        split("1 2 3 2 4 3 4 5 3 5 1 3 2 1 6 4 2 6 5 4 6 1 5 6", f, " ")
        for (c = 0; c < n; ++c) for (k = 0; k < 8; ++k)
            printf "f %d %d %d\n", f[3 * k + 1] + 6 * c, f[3 * k + 2] + 6 * c, f[3 * k + 3] + 6 * c }'
}
pieces 125 >many.obj
expect 0 run many.obj --steps 2
has err "the mesh has 125 pieces that can move apart: each is a body"
has out "125 bodies"
expect 0 run many.obj --steps 2 --coarse 500
has err "125 pieces that can move apart, and they stay one body that meets itself, because it is made coarse"
pieces 300 >more.obj
expect 0 run more.obj --steps 2
has err "the mesh has 300 pieces that can move apart, and they stay one body"
has err "which is slow"
has out "1 body"
expect 0 run more.obj --steps 2 --set 'bodies.0.parts="split"'
has out "300 bodies"
hasnt err "pieces that can move apart"

# --- the floor is in the film ---
expect 0 run bear.obj --steps 5 -o bear.glb --quiet
grep -qa '"floor"' bear.glb || fail "the floor is not in the GLB"

# --- names in the table stay whole ---
long=$(printf 'a%.0s' $(seq 1 150))
expect 0 run bear.obj --steps 2 -o "$long.mdd"
has out "at rest in $long.rest.obj)"

# --- scenes: all that is wrong, with its place ---
cat >wrong.json <<'END'
{ "dt": 7, "sumary": "x",
  "bodies": [{ "name": "a", "shape": "sphere", "vertices": 42, "material": "jely" },
             { "name": "b", "shape": "spere", "frequency": -1 },
             { "name": "c", "mesh": "missing.obj" }],
  "events": [{ "time": 1, "bodies": "b", "do": "remove" },
             { "time": 1, "bodies": "nobody", "do": "remove" }] }
END
expect 2 run wrong.json --json
for text in "wrong.json:1:3: dt:" "did you mean 'summary'?" "did you mean 'jelly'?" "did you mean 'sphere'?" \
    "bodies[1].frequency: it is -1" "missing.obj: cannot be opened" "there is no body 'nobody'"; do
    has err "$text"
    has out "$text"
done
same "$(wc -l <err | tr -d ' ')" 7 "lines about a wrong scene"

# also what materials are like, beside other keys that are wrong
cat >wrong.json <<'END'
{ "materials": { "a": { "like": "jely", "frequency": -1, "dampin": 0.1 }, "b": { "like": "b", "density": -4 } },
  "bodies": [{ "shape": "sphere", "vertices": 42, "material": { "like": "gumy", "friction": -1 } },
             { "shape": "spere", "vertices": 42, "material": { "like": "rubbr" } },
             { "shape": "sphere", "frequncy": 3, "material": "cly" },
             { "shape": "sphere", "vertices": 42, "material": { "like": "a" } }] }
END
expect 2 run wrong.json
for text in "a.like: there is no material 'jely'; did you mean 'jelly'?" "a.frequency: it is -1" "did you mean 'damping'?" \
    "b.like: 'like' goes round" "b.density: it is -4" "bodies[0].material.like: there is no material 'gumy'" \
    "friction: it is -1" "bodies[1].material.like: there is no material 'rubbr'" "'sphere'?" "'frequency'?" \
    "bodies[2].material: there is no material 'cly'"; do
    has err "$text"
done
same "$(wc -l <err | tr -d ' ')" 11 "lines about wrong materials"

# --- a file that is not there is the user's slip, in every command ---
expect 2 run nowhere.obj
expect 2 run nowhere.json
expect 2 check nowhere.obj
expect 2 look nowhere.obj -o x.png
expect 2 jiggle nowhere.glb -o x.glb

finish
