# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Films as the Khronos validator and three.js read them. Skipped where node or its packages are
# missing (tools/setup.sh ci installs them), unless PLUMP_NEED_WEB is set.
# usage: test_films.sh SOURCE BUILD COMPILER
here=$1/tests/web
skip() {
    echo "$1"
    [ -n "${PLUMP_NEED_WEB:-}" ] && exit 1
    exit 77
}
command -v node >/dev/null 2>&1 || skip "node is missing: films are not read by three.js here"
for package in three gltf-validator; do
    [ -f "$here/node_modules/$package/package.json" ] ||
        skip "the package $package is missing; install it: npm ci --prefix $here"
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$2/tests/film_samples" "$work" && node "$here/check_films.mjs" "$work"
