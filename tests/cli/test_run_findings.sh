# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump run: what is a finding and what is none, told by name.
. "$(dirname "$0")/common.sh"

# --- shaking: a jelly on a floor that goes round in a small circle; a balloon that rolls on ---
keys=$(awk 'BEGIN { for (i = 0; i <= 8; ++i) { a = i * 0.785398163; printf "%s{\"time\": %.6f, \"position\": [%.6f, 0, %.6f]}",
    i ? ", " : "", i / 48, 0.02 * (cos(a) - 1), 0.02 * sin(a) } }')
cat >shaken.json <<END
{ "dt": 0.0041666667, "seconds": 2,
  "bodies": [{ "name": "ball", "shape": "sphere", "vertices": 162, "size": 0.3, "material": "jelly",
               "position": [0, 0.15, 0] }],
  "obstacles": [{ "shape": "plane", "friction": 1, "motion": { "loop": true, "smooth": true, "keys": [$keys] } }] }
END
expect 1 run shaken.json --json
has err "ball still shakes at the end"
same "$(value shakes)" true "a body that is shaken"
cat >roll.json <<'END'
{ "dt": 0.008333333333, "seconds": 2.1,
  "bodies": [{ "name": "ball", "shape": "sphere", "vertices": 642, "size": 0.3, "material": "balloon",
               "position": [0, 0.15, 0], "velocity": [3, 0, 0] }],
  "obstacles": [{ "shape": "plane" }] }
END
expect 0 run roll.json --json
same "$(value shakes)" false "a balloon that rolls"
expect 0 shape duck -o duck.ply
expect 0 run duck.ply --material pouch --seconds 2 --quiet

# --- overlap: bodies in the same place are nowhere deep in each other; what a mesh brings along is its own ---
cat >same.json <<'END'
{ "dt": 0.01, "seconds": 0.05, "gravity": [0, 0, 0],
  "bodies": [{ "name": "a", "shape": "sphere", "vertices": 362, "size": 0.3, "material": "gummy", "position": [0, 1, 0] },
             { "name": "b", "shape": "sphere", "vertices": 362, "size": 0.3, "material": "gummy", "position": [0.001, 1, 0] }] }
END
expect 1 run same.json --quiet
has err "go through each other at the end"
has err "some began so; place them apart"
cat >under.json <<'END'
{ "dt": 0.01, "seconds": 0.05, "bodies": [{ "name": "a", "shape": "sphere", "vertices": 162, "size": 0.3, "position": [0, -3, 0] }],
  "obstacles": [{ "shape": "plane" }] }
END
expect 1 run under.json --quiet
has err "it began in one; place it outside"
expect 0 shape sphere --vertices 642 -o ball.obj
awk '/^v /{v[++n]=$0; print} /^f /{f[++m]=$0} END {for(i=1;i<=n;++i){split(v[i],p," "); s=1+0.02*(i%3-1);
    printf "v %.7g %.7g %.7g\n", p[2]*s, p[3]*s, p[4]*s} for(i=1;i<=m;++i) print f[i];
    for(i=1;i<=m;++i){split(f[i],p," "); for(k=2;k<=4;++k){split(p[k],q,"/"); p[k]=q[1]+n} print "f",p[2],p[3],p[4]}}' ball.obj >twice.obj
expect 0 run twice.obj --set bodies.0.parts=together --steps 0 --json
[ "$(sed -n '/"self"/,/}/s/.*"pairs": \([0-9]*\).*/\1/p' out)" -gt 1000 ] || fail "the mesh does not cut itself"

# --- volumes: who could not reach it, how far off and since when; for a moment that is no finding ---
held() { # TIME: balls that are held all over are asked for more, until then
    cat >held.json <<END
{ "dt": 0.01, "seconds": 0.3, "gravity": [0, 0, 0],
  "bodies": [{ "name": "ball", "shape": "sphere", "vertices": 42,
               "grid": { "size": [5, 1, 1], "spacing": [2, 0, 0] }, "pins": [{ "where": "all" }] }],
  "events": [{ "time": 0.1, "bodies": "ball", "do": "set", "values": { "volume_time": 0, "volume_scale": 1.02 } },
             { "time": 0.1, "bodies": "ball.2", "do": "set", "values": { "volume_scale": 1.1 } },
             { "time": $1, "bodies": "ball", "do": "set", "values": { "volume_scale": 1 } }] }
END
}
held 0.15
expect 0 run held.json --json
has err "volumes were not reached for moments: ball.2 (by 9.1 % at most, in 5 steps from 0.11 s on), ball.0 (by 2 %"
has err "in 5 steps from 0.11 s on) and 2 more"
same "$(value findings)" 0 "findings of a moment"
held 0.25
expect 1 run held.json --json
has err "volumes were not reached: ball.2 (by 9.1 % at most, in 15 steps from 0.11 s on), ball.0"
same "$(value findings)" 1 "findings of what lasts"
held 0.29
expect 1 run held.json --quiet --steps 12
has err "in 2 steps from 0.11 s on, and at the end), ball.0"
finish
