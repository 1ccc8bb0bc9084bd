#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Runs plump_roughness over meshes, resolutions and what happens to them, and prints one table. Judged are
# the frames in which no triangle of the body cuts another: bad is more than 0.1 % of edges folded by more
# than 60 degrees, 1 % in any frame (5 % below 1,500 vertices), or a volume off by more than 1e-6
# (not of compressible materials). "unjudged": the frames that count are next to undeformed, in all others
# the body cuts itself. Two versions are compared by "all%": which frames count differs between them.
# usage: tools/run_roughness.sh [--quick] [--volumes] PLUMP_ROUGHNESS [FILE...]
#        --quick      two resolutions of the bear, three runs
#        --volumes    every material at x0.1 and x8 of its volume instead
#        FILES are taken at their own resolution beside the built-in shapes
#        SHAPES="bear" COUNTS="1500 5000" RUNS="drop=0.1 throw=10" MATERIALS="jelly rubber" SECONDS_EACH=1
#        (after landing) choose, OPTIONS="--set firmness=12" goes to every run
# shellcheck disable=SC2086  # lists of words
set -eu
quick='' volumes=''
while :; do
    case ${1:-} in
    --quick) quick=1 ;;
    --volumes) volumes=1 ;;
    *) break ;;
    esac
    shift
done
judge=$1
shift
seconds=${SECONDS_EACH:-1}
shapes=${SHAPES:-"bear creature"}
counts=${COUNTS:-"1500 5000 15000 35000 135000"}
runs=${RUNS:-"drop=0.1 drop=0.5 drop=2 throw=10 shake=1 inflate=8"}
materials=${MATERIALS:-jelly}
if [ -n "$volumes" ]; then
    shapes=${SHAPES:-bear}
    counts=${COUNTS:-"300 1500 15000 100000"}
    runs=${RUNS:-"inflate=0.1 inflate=8"}
    materials=${MATERIALS:-"jelly pudding gummy rubber silicone muscle fat balloon pouch foam marshmallow clay dough"}
fi
if [ -n "$quick" ]; then
    shapes=${SHAPES:-bear}
    counts=${COUNTS:-"1500 5000"}
    [ -n "$volumes" ] || runs=${RUNS:-"drop=0.5 throw=10 inflate=8"}
    seconds=${SECONDS_EACH:-0.5}
fi

head='%-22s %-14s %-12s | %6s %6s %8s %8s %6s | %8s %8s | %8s %7s %8s  %s\n'
row='%-22s %-14s %-12s | %6.2f %6.2f %8.3f %8.3f %6.0f | %8.3f %8s | %8.0e %7.1f %8.2f  %s\n'
# shellcheck disable=SC2059
printf "$head" mesh material run rms bend 'folded%' 'aloof%' most all% touching volume substeps ms/step ''

one() { # MESH COUNT MATERIAL RUN
    vertices=
    [ "$2" = own ] || vertices="--vertices $2"
    end=$(echo "${4%=*} ${4#*=} $seconds" | awk '{print $3 + ($1 == "drop" ? sqrt($2 / 4.9) : 0)}')
    if ! out=$("$judge" "$1" $vertices --material "$3" "--${4%=*}" "${4#*=}" --times "$end" \
        ${OPTIONS:-} 2>&1); then
        echo "$(basename "$1") $2 $3 $4: $(echo "$out" | tail -1)"
        return
    fi
    echo "$out" | awk -v mesh="$(basename "$1" .ply)" -v run="$4" -v material="$3" -v row="$row" '
        /^# .* vertices/ {for (i = 1; i < NF; ++i) if ($(i + 1) ~ /^vertices/) count = $i}
        /compressible/ {gives_way = 1}
        /^worst/ {all = $4; volume = $7; all_rms = $2}
        /^free/ {rms = $2; bend = $3; folded = $4; most = $5; aloof = $6}
        /^# .* steps,/ {steps = $2; touching = $4; substeps = $7; ms = $10}
        END {bad = folded > 0.001 ? "folds" : ""
            if (all > (count < 1500 ? 0.05 : 0.01)) bad = bad " crumples"
            if (volume > 1e-6 && !gives_way) bad = bad " volume"
            if (rms < 0.25 * all_rms) bad = bad " unjudged"
            if (rms == "nan" || rms == "-nan") bad = "not finite"
            printf row, mesh " " count, material, run, rms, bend, 100 * folded, 100 * aloof, most,
                100 * all, touching "/" steps, volume, substeps, ms, bad}'
}

for shape in $shapes; do
    for material in $materials; do
        for run in $runs; do
            for count in $counts; do one "$shape" "$count" "$material" "$run"; done
        done
    done
done
for file in "$@"; do
    for material in $materials; do
        for run in $runs; do one "$file" own "$material" "$run"; done
    done
done
