#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Installs what is missing, by Debian package name: setup.sh build|test|ci
# As root, or through sudo when it asks for no password; elsewhere it prints what to install and stops.
# The core library alone needs nothing of this but a C compiler.
set -eu

build="gcc libc6-dev make cmake pkg-config libjansson-dev libstb-dev libepoxy-dev libegl-dev libgl1-mesa-dri libode-dev"
test="$build g++ clang libcmocka-dev"
ci="$test clang-format clang-tidy cppcheck libclang-rt-dev tcc musl-tools gcovr"

case "${1:-test}" in
build) wanted=$build ;;
test) wanted=$test ;;
ci) wanted=$ci ;;
*)
    echo "usage: tools/setup.sh build|test|ci" >&2
    exit 2
    ;;
esac

# outside readers of the files plump writes; without node the tests that need them say so
if [ "${1:-test}" = ci ] && command -v npm >/dev/null 2>&1; then
    web=$(dirname "$0")/../tests/web
    if ! cmp -s "$web/package-lock.json" "$web/node_modules/installed-lock.json"; then
        npm ci --silent --no-audit --no-fund --prefix "$web" &&
            cp "$web/package-lock.json" "$web/node_modules/installed-lock.json"
    fi
fi

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "plump: this is not Debian; install the equivalents of: $wanted" >&2
    # whoever has them already may go on
    command -v cmake >/dev/null 2>&1 || exit 1
    exit 0
fi

missing=""
for package in $wanted; do
    case "$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null)" in
    *" installed") ;;
    *) missing="$missing $package" ;;
    esac
done
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
echo "plump: installing$missing"
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get -qq -o DPkg::Lock::Timeout=300 update
# shellcheck disable=SC2086 # a list of names
$as_root apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends $missing >/dev/null
