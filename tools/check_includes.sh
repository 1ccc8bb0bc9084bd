#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Includes point up the list of folders, never down, and never across: a folder may include itself and
# the folders named behind it. One line per folder; a folder that is not listed is an error.
# Also: no cast to float and straight back, which gcc 12 leaves out (src/base/narrow.h).
set -eu
cd "$(dirname "$0")/.."

if git grep -nE '\(double\) ?\(float\)' -- 'src/*.[ch]' 'src/*.inl' 'io/*.[ch]' 'render/*.[ch]' 'ragdoll/*.[ch]' 'cli/*.[ch]'; then
    echo "use pl_narrow() of src/base/narrow.h: gcc 12 may leave this cast out"
    exit 1
fi

git ls-files 'include/*.h' 'src/*.[ch]' 'src/*.inl' 'io/*.[ch]' 'render/*.[ch]' 'ragdoll/*.[ch]' 'cli/*.[ch]' 'bench/*.[ch]' 'tools/*.[ch]' |
    xargs awk '
BEGIN {
    allow["include"] = "include"
    allow["src/base"] = "include"
    allow["src/wide"] = "include src/base"
    allow["src/math"] = "include src/base src/wide"
    allow["src/task"] = "include src/base src/math"
    allow["src/mesh"] = "include src/base src/math src/wide src/task"
    allow["src/shape"] = "include src/base src/math src/wide src/task"
    upper = "include src/base src/math src/wide src/task src/mesh"
    allow["src/state"] = upper
    allow["src/bone"] = upper " src/state"
    allow["src/muscle"] = upper " src/state src/bone"
    allow["src/predict"] = upper " src/state"
    allow["src/elastic"] = upper " src/state"
    allow["src/volume"] = upper " src/state"
    allow["src/collide"] = upper " src/state src/bone"
    allow["src/contact"] = upper " src/state src/bone"
    allow["src/finish"] = upper " src/state src/bone"
    allow["src/step"] = upper " src/state src/bone src/muscle src/predict src/elastic src/collide src/contact src/volume src/finish"
    allow["src/world"] = upper " src/state src/muscle src/bone src/elastic src/collide src/contact src/volume src/step"
    allow["src/detail"] = upper " src/state src/collide src/world"
    allow["src/skin"] = upper " src/shape src/state src/elastic src/collide src/contact src/volume src/step src/world"
    allow["src/jiggle"] = upper " src/state src/collide src/world"
    allow["io"] = "include src/base"
    allow["render"] = "include src/base"
    allow["ragdoll"] = "include src/base"
    allow["cli"] = "include"
    allow["bench"] = "include src/base src/math src/wide src/task"
    allow["tools"] = upper " src/state src/elastic src/collide src/contact src/volume src/step src/world"
}
function folder_of(path,    parts, n) {
    n = split(path, parts, "/")
    if (parts[1] == "include") return "include"
    return parts[1] == "src" ? parts[1] "/" parts[2] : parts[1]
}
/^#include [<"]/ {
    target = $2
    gsub(/[<>"]/, "", target)
    if (target ~ /^plump\//) target = "include/" target
    else if ($2 ~ /^</) next
    from = folder_of(FILENAME)
    to = folder_of(target)
    if (!(from in allow)) { print FILENAME ": folder " from " is not in tools/check_includes.sh"; bad = 1; next }
    if (from == to) next
    if (index(" " allow[from] " ", " " to " ") == 0) {
        print FILENAME ":" FNR ": " from " may not include " to " (" target ")"
        bad = 1
    }
}
END { if (!bad) print "includes: all point up"; exit bad }
'
