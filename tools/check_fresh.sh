#!/bin/sh
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# The two commands on a machine with nothing but Debian's base, git, gcc and make: a fresh Debian root is
# made with debootstrap (as root), the last commit cloned into it, then `make test` and `make demo`.
# usage: tools/check_fresh.sh [FOLDER]   (about 2 GB, new or empty; kept for a look, remove it yourself)
set -eu
cd "$(dirname "$0")/.."
release=bookworm
[ "$(id -u)" = 0 ] || { echo "check_fresh: needs root" >&2; exit 1; }
if ! command -v debootstrap >/dev/null 2>&1; then
    echo "check_fresh: installing debootstrap"
    apt-get -qq -y install debootstrap >/dev/null
fi
# a name that nobody can have prepared: root writes here
work=${1:-$(mktemp -d)}
mkdir -p "$work"
[ -z "$(ls -A "$work")" ] || { echo "check_fresh: $work is not empty" >&2; exit 1; }
root=$work/root
echo "check_fresh: in $work"

# the mirror this machine's apt uses
mirror=$(apt-get indextargets --format '$(SITE)' "Created-By: Packages" | head -n 1)
debootstrap --variant=minbase --include=git,gcc,make "$release" "$root" "$mirror" >"$work/log" ||
    { tail "$work/log"; exit 1; }
cp -a /etc/apt/. "$root/etc/apt/"
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
git clone -q . "$root/root/plump"
for folder in proc dev; do mount --rbind "/$folder" "$root/$folder" 2>/dev/null || true; done
finish() { for folder in proc dev; do umount -l "$root/$folder" 2>/dev/null || true; done; }
trap finish EXIT
chroot "$root" sh -c 'cd /root/plump && make test && make demo'
