#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Films as Blender reads them: check_blender.sh BUILD. Blender is 170 Debian packages, so this is no
# part of `make test`; it says so and ends well where there is none.
set -eu
cd "$(dirname "$0")/.."
if ! command -v blender >/dev/null 2>&1; then
    echo "blender is missing, nothing was checked; install it: apt-get install --no-install-recommends blender"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1/tests/film_samples" "$work"
blender -b --factory-startup --python tests/blender/check_films.py -- "$work" >"$work/log" 2>&1 || {
    tail -n 20 "$work/log"
    exit 1
}
grep '^blender:' "$work/log"
