#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# What plump needs, by Debian package name: setup.sh build|test|ci [--check]
# Installs what is missing and says so: as root, or through sudo when it asks for no password; elsewhere it
# prints what to install and stops. With --check nothing is ever installed: missing things are told, and
# without those that cannot be left out it stops. The core library alone needs nothing but a C compiler.
# docs/dependencies.md says what each is for and its licence; a test holds the two together.
set -eu

needed="gcc libc6-dev make cmake pkg-config libjansson-dev"
pictures="libstb-dev libepoxy-dev libegl-dev libgl1-mesa-dri"
ragdolls="libode-dev"
build="$needed $pictures $ragdolls"
test="$build g++ clang libcmocka-dev"
ci="$test clang-format clang-tidy cppcheck libclang-rt-dev tcc musl-tools gcovr"

level=${1:-test}
only_check=${2:-}
case "$level" in
build) wanted=$build ;;
test) wanted=$test ;;
ci) wanted=$ci ;;
list)
    echo "$ci" | tr ' ' '\n'
    exit 0
    ;;
*)
    echo "usage: tools/setup.sh build|test|ci [--check], or list" >&2
    exit 2
    ;;
esac

# a program that came another way will do; to build, any compiler
has_program() {
    case "$1$only_check" in
    gcc--check) command -v cc || command -v gcc || command -v clang ;;
    gcc | make* | cmake* | pkg-config*) command -v "$1" ;;
    *) false ;;
    esac >/dev/null 2>&1
}

is_missing() {
    case "$(dpkg-query -W -f '${Status}' "$1" 2>/dev/null)" in
    *" installed") return 1 ;;
    esac
    ! has_program "$1"
}

missing_of() {
    for package in $1; do
        if is_missing "$package"; then printf ' %s' "$package"; fi
    done
}

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "plump: this is not Debian; install the equivalents of: $wanted" >&2
    # whoever has them already may go on
    command -v cmake >/dev/null 2>&1 || exit 1
    exit 0
fi

if [ "$only_check" = --check ]; then
    lacking=$(missing_of "$needed")
    without_pictures=$(missing_of "$pictures")
    without_ragdolls=$(missing_of "$ragdolls")
    if [ -n "$lacking" ]; then
        echo "plump: missing:$lacking" >&2
        echo "  for pictures also:$without_pictures; for ragdolls:$without_ragdolls" >&2
        echo "  nothing was installed; please do, as root, and call make again:" >&2
        echo "  apt-get install$lacking$without_pictures$without_ragdolls" >&2
        echo "  ('make demo' and 'make test' install what they need by themselves)" >&2
        exit 1
    fi
    [ -z "$without_pictures" ] || echo "plump: built without pictures, for lack of$without_pictures" >&2
    [ -z "$without_ragdolls" ] || echo "plump: built without ragdolls, for lack of$without_ragdolls" >&2
    exit 0
fi

# outside readers of the files plump writes; without node the tests that need them say so
if [ "$level" = ci ] && command -v npm >/dev/null 2>&1; then
    web=$(dirname "$0")/../tests/web
    if ! cmp -s "$web/package-lock.json" "$web/node_modules/installed-lock.json"; then
        echo "plump: installing the node packages of tests/web/package-lock.json below tests/web"
        npm ci --silent --no-audit --no-fund --prefix "$web" &&
            cp "$web/package-lock.json" "$web/node_modules/installed-lock.json"
    fi
fi

missing=$(missing_of "$wanted")
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
        as_root="sudo"
    else
        echo "plump: please install, then call make again:" >&2
        echo "  sudo apt-get install$missing" >&2
        exit 1
    fi
fi
echo "plump: installing Debian packages with ${as_root:+sudo }apt-get:$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get -qq -o DPkg::Lock::Timeout=300 update
# shellcheck disable=SC2086 # a list of names
$as_root apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends $missing >/dev/null
