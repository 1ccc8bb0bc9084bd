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
finish
