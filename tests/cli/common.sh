# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# What the scripts share: a scratch folder, and small ways to demand things.
# usage: . common.sh   (after the script got SOURCE BUILD COMPILER)
plump=$2/plump
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
# expect CODE ARGUMENTS...: runs plump, stdout to out, stderr to err
expect() {
    wanted=$1
    shift
    code=0
    "$plump" "$@" >out 2>err || code=$?
    [ "$code" = "$wanted" ] || fail "plump $*: exit $code, expected $wanted: $(head -c 300 out err)"
}
# has FILE TEXT: the file holds the text
has() {
    grep -qF -- "$2" "$1" || fail "no '$2' in $1: $(head -c 400 "$1")"
}
hasnt() {
    if grep -qF -- "$2" "$1"; then fail "'$2' in $1: $(head -c 400 "$1")"; fi
}
# value KEY: the first value of a key in the JSON on out (one key a line)
value() {
    sed -n "s/^ *\"$1\": \"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}\$/\1/p" out | head -n 1
}
same() {
    [ "$1" = "$2" ] || fail "$3: '$1' is not '$2'"
}
finish() {
    [ "$failures" = 0 ] || exit 1
    echo "all as expected"
}
