#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Runs meshes through 'plump run MESH --seconds 3' and prints a table: what became of each, judged from
# the frames it wrote. Without FILES: sixty meshes made from the built-in shapes, good ones, broken
# ones that intake mends, and awkward ones; with MODELS=FOLDER those of that folder too. Fails if a
# mesh is rough, broken, below the floor or overlaps by more than 5 %; a refusal with a sentence is fine.
# usage: tools/run_meshes.sh PLUMP FRAMES [FILE...]     FRAMES: the program plump_frames
#        SECONDS_EACH=1, SHAPES_ONLY="bear duck" make it shorter
# shellcheck disable=SC2016  # programs of awk
set -eu
plump=$1
frames=$2
shift 2
seconds=${SECONDS_EACH:-3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
report=$folder/report.json
trouble=$folder/trouble

# --- meshes ---

# a shape as OBJ, its lines of vertices and faces changed by an awk program
bend() { # NAME SHAPE VERTICES PROGRAM
    "$plump" shape "$2" --vertices "$3" -o "$folder/plain.obj" >/dev/null
    awk "$4" "$folder/plain.obj" >"$folder/$1.obj"
}
keep='!/^[vf] /{next}'
# copies of a torus or ball, one beside the other: (x y z) from the middle of the nth, every other one turned
copies() { # COUNT STEP
    printf '%s' "/^v /{v[++n]=\$0; next} /^f /{f[++m]=\$0; next}
    END {for (c=0;c<$1;++c) for (i=1;i<=n;++i) {split(v[i],p,\" \");
    if (c%2) {t=p[3]; p[3]=p[4]; p[4]=t; p[2]=-p[2]} printf \"v %.7g %.7g %.7g\n\", p[2]+c*$2, p[3], p[4]}
    for (c=0;c<$1;++c) for (i=1;i<=m;++i) {split(f[i],p,\" \"); printf \"f\"; for (k=2;k<=4;++k)
    {split(p[k],q,\"/\"); printf \" %d\", q[1]+c*n} print \"\"}}"
}
make_shapes() {
    for shape in ${SHAPES_ONLY:-sphere uv-sphere box bar torus knot capsule spindle bear duck creature jelly head camel}; do
        for count in 300 1500 6000; do
            "$plump" shape "$shape" --vertices $count -o "$folder/$shape-$count.ply" >/dev/null
        done
    done
    [ -n "${SHAPES_ONLY:-}" ] || for shape in bear creature sphere; do
        "$plump" shape $shape --vertices 20000 -o "$folder/$shape-20000.ply" >/dev/null
    done
}
make_broken() {
    bend split-seams bear 800 "$keep"' /^v /{v[++n]=$0; next} {for (i=2;i<=4;++i) {split($i,q,"/"); print v[q[1]]}
        printf "f %d %d %d\n", k+1, k+2, k+3; k+=3}'
    bend some-flipped duck 800 "$keep"' /^f / && ++f%7==0 {print $1, $2, $4, $3; next} 1'
    bend inside-out jelly 800 "$keep"' /^f /{print $1, $2, $4, $3; next} 1'
    bend doubled head 800 "$keep"' /^f / && ++f%5==0 {print} 1'
    bend unused camel 800 "$keep"' /^f / && !n++ {print "v 9 9 9"} 1'
    bend open bear 800 "$keep"' /^f / && ++f%200==7 {next} 1'
    "$plump" check "$folder/open.obj" --fill-holes --repair "$folder/open-filled.ply" >/dev/null 2>&1 || :
}
make_awkward() {
    bend huge bear 800 "$keep"' /^v /{print "v", $2*1e8, $3*1e8, $4*1e8; next} 1'
    bend small duck 800 "$keep"' /^v /{print "v", $2*1e-7, $3*1e-7, $4*1e-7; next} 1'
    bend far-out jelly 800 "$keep"' /^v /{printf "v %.9g %.9g %.9g\n", $2+5e4, $3-3e4, $4+7e4; next} 1'
    bend ribbon bar 1500 "$keep"' /^v /{print "v", $2, $3*0.1, $4; next} 1'
    bend plate box 1500 "$keep"' /^v /{print "v", $2, $3*0.03, $4; next} 1'
    bend needle capsule 1500 "$keep"' /^v /{print "v", $2*0.1, $3, $4*0.1; next} 1'
    bend chain torus 300 "$(copies 7 0.62)"
    bend balls sphere 162 "$(copies 8 1.1)"
}
if [ $# -eq 0 ]; then
    make_shapes
    make_broken
    make_awkward
    rm "$folder/plain.obj"
    set -- "$folder"/*.ply "$folder"/*.obj
    if [ -n "${MODELS:-}" ]; then
        [ -d "$MODELS" ] || { echo "MODELS=$MODELS: there is no such folder" >&2; exit 2; }
        for file in "$MODELS"/*.ply "$MODELS"/*.obj "$MODELS"/*.stl "$MODELS"/*.off; do
            if [ -f "$file" ]; then set -- "$@" "$file"; fi
        done
    fi
fi

# --- the table ---

value() { sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$report" | head -n 1; }
largest() { awk -F'[":, ]+' -v key="$1" '$2 == key && $3 + 0 > most { most = $3 + 0; any = 1 } $2 == key { any = 1 }
    END { print any ? most + 0 : "-" }' "$report"; }
judged() { echo "$line" | tr ' ' '\n' | sed -n "s/^$1=//p"; }
cpu() { sed 's/[ms]/ /g' "$folder/times" | awk 'NR == 2 { print 60 * $1 + $2 + 60 * $3 + $4 }'; }
exceeds() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a == "-" ? 0 : !(a + 0 <= b + 0)) }'; }

row() { # what 'plump run' wrote, judged
    line=$("$frames" "$folder"/out.*.ply) || :
    verdict=$(judged verdict)
    share=$(value penetration_share_max)
    [ "$verdict" = smooth ] && exceeds "$share" 0.05 && verdict=overlap
    [ "$verdict" = smooth ] && exceeds "$(awk -v y="$(judged lowest_end)" 'BEGIN { print -y }')" 0.01 && verdict=below
    [ "$verdict" = smooth ] && [ "$code" -ne 0 ] && verdict="exit $code"
    [ "$verdict" = smooth ] && verdict=good || failed=1
    printf '%-24s %8s %-8s %8s %9s %9s %8.2f%% %8.4f %8s %9.2e %7.2f  %s\n' "$name" "$(judged vertices)" "$verdict" \
        "$(judged rms)" "$(judged folded)" "$(largest roughness)" "$(awk -v s="$share" 'BEGIN { print 100 * s }')" \
        "$(judged lowest_end)" "$(judged cuts)" "$(tail -n 1 "$folder/out.csv" | cut -d, -f3)" "$spent" \
        "$(head -n 1 "$trouble")"
}

printf '%-24s %8s %-8s %8s %9s %9s %9s %8s %8s %9s %7s\n' mesh vertices verdict degrees folded reported overlap lowest \
    cuts energy_J CPU_s
failed=0
count=0
for mesh; do
    name=$(basename "$mesh")
    count=$((count + 1))
    rm -f "$folder"/out.*
    times >"$folder/times"
    before=$(cpu)
    code=0
    "$plump" run "$mesh" --seconds "$seconds" -t 1 --json --frame-rate 10 -o "$folder/out.ply" \
        -o "$folder/out.csv" >"$report" 2>"$trouble" || code=$?
    times >"$folder/times"
    spent=$(awk -v a="$before" -v b="$(cpu)" 'BEGIN { print b - a }')
    if [ "$code" -lt 2 ]; then
        row
    elif [ "$code" -eq 2 ] && [ -s "$trouble" ]; then
        printf '%-24s %8s refused  %s\n' "$name" - "$(head -n 1 "$trouble")"
    else
        printf '%-24s %8s exit %s   %s\n' "$name" - "$code" "$(head -n 1 "$trouble")"
        failed=1
    fi
done
echo "$count meshes"
exit $failed
