#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Runs every built-in scene (or those named) from beginning to end and prints a table; fails if a
# volume is off by more than 1e-6, a body overlaps by more than 1 % of its size, or numbers break.
# Scenes with ragdolls are skipped by a build without ODE, unless PLUMP_NEED_RAGDOLL is set.
# usage: tools/run_scenes.sh PLUMP [SCENE...]
set -eu
plump=$1
shift
[ $# -gt 0 ] || set -- $("$plump" scenes --json | sed -n 's/^ *"name": "\([^"]*\)".*/\1/p')
report=$(mktemp)
trouble=$(mktemp)
trap 'rm -f "$report" "$trouble"' EXIT
value() { sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" "$report" | head -n 1; }
# of all bodies and characters
largest_volume() {
    awk -F'[":, ]+' '$2 == "volume_error_max" && $3 + 0 > most { most = $3 + 0 } END { print most + 0 }' "$report"
}
printf '%-18s %9s %6s %9s %9s %9s %9s  %s\n' scene particles steps volume overlap ms/step realtime hash
failed=0
for scene; do
    code=0
    "$plump" run "$scene" --json >"$report" 2>"$trouble" || code=$?
    if [ -z "${PLUMP_NEED_RAGDOLL:-}" ] && grep -q "built without ODE" "$trouble"; then
        echo "$scene: skipped: $(cat "$trouble")"
        continue
    fi
    cat "$trouble" >&2
    [ "$code" = 0 ] || failed=1
    awk -v s="$(largest_volume)" 'BEGIN { exit !(s <= 1e-6) }' || {
        echo "$scene: a volume is off by more than 1e-6"
        failed=1
    }
    share=$(value penetration_share_max)
    awk -v s="$share" 'BEGIN { exit !(s <= 0.01) }' || {
        echo "$scene: a body overlaps by $share of its size"
        failed=1
    }
    printf '%-18s %9s %6s %9.1e %8.2f%% %9.3f %9.2f  %s\n' "$scene" "$(value particles)" \
        "$(value steps)" "$(largest_volume)" "$(awk -v s="$share" 'BEGIN { print 100 * s }')" \
        "$(value ms_step)" "$(value realtime_factor)" "$(value hash)"
done
exit $failed
