# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# What the demos share. They source it, their own words being PLUMP and OUTFOLDER.
# shellcheck shell=sh disable=SC2034
set -eu
plump=$1
out=$2
mkdir -p "$out"
say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
# Shows a command and what comes of it; how it ended is then in $code.
show() {
    printf '$ plump %s\n' "$*"
    code=0
    "$plump" "$@" || code=$?
    [ "$code" -le "$worst" ] || exit "$code"
}
