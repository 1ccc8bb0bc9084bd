#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Writes docs/materials.md and its pictures: every material as a bear before it falls, in the moment
# it lands from 30 cm, and standing on feet that are held, so that it cannot tip over.
# usage: tools/make_materials.sh PLUMP
set -eu
plump=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
page=docs/materials.md
scene=$(mktemp)
trap 'rm -f "$scene"' EXIT
names=$("$plump" materials --json | sed -n 's/^ *"name": "\([^"]*\)".*/\1/p')

for name in $names; do
    cat >"$scene" <<END
{
    "dt": 0.008333333333, "seconds": 2.05,
    "bodies": [
        { "name": "held", "shape": "bear", "vertices": 1500, "size": 0.3, "material": "$name",
          "position": [-0.34, 0.16, 0], "gravity_scale": 0, "colour": "#de745a" },
        { "name": "lands", "shape": "bear", "vertices": 1500, "size": 0.3, "material": "$name",
          "position": [0, 0.46, 0], "gravity_scale": 0, "colour": "#de745a" },
        { "name": "rests", "shape": "bear", "vertices": 1500, "size": 0.3, "material": "$name",
          "position": [0.34, 0.152, 0], "colour": "#de745a",
          "pins": [{ "where": { "below": { "axis": "y", "value": -0.125 } } }] }
    ],
    "obstacles": [{ "shape": "plane" }],
    "events": [{ "time": 1.72, "bodies": "lands", "do": "set", "values": { "gravity_scale": 1 } }],
    "camera": { "azimuth": 0, "elevation": 8, "margin": 0.04,
                "frame": { "min": [-0.5, 0, -0.08], "max": [0.5, 0.31, 0.08] } }
}
END
    # the command goes by the name of a file
    mv "$scene" "$scene.json"
    "$plump" run "$scene.json" -o "docs/pictures/material_$name.png" --size 480x170 -q
    mv "$scene.json" "$scene"
    echo "docs/pictures/material_$name.png"
done

{
    cat <<'END'
# Materials

What bodies may be made of: `plump run MESH --material NAME`, `"material": "NAME"` in a [scene](scene.md), or
`plump_material_set()` in a program. `plump materials` lists them, with `--json` for scripts.

`frequency` is the body's lowest free vibration, whatever its size: what a body of this material looks like does not
depend on how large it is, but how much it sags under its weight does, with g / (2 pi frequency)^2: 28 mm at 3 Hz, 5 mm at
7 Hz, 1.7 mm at 12 Hz. `damping` is the damping ratio of that vibration. Any field can be changed:
`"material": {"like": "gummy", "frequency": 9}`.

Each picture shows a bear of 30 cm before it falls, in the moment it lands from 30 cm, and how it sags when its feet
are held.
`tools/make_materials.sh build/plump` writes this page and draws them again.

END
    echo "| material | frequency | damping | density | what it is like | |"
    echo "| --- | --- | --- | --- | --- | --- |"
    "$plump" materials | tail -n +3 | while read -r name frequency damping density _friction text; do
        echo "| \`$name\` | $frequency Hz | $damping | $density kg/m^3 | $text | ![$name](pictures/material_$name.png) |"
    done
} >"$page"
echo "$page"
