# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# What the Makefile installs, and when: `make` and `make install` install no package, whoever calls them, and say
# what is missing; `make demo` and `make test` install what is missing and say that. Programs of the system are
# replaced by ones that write down how they were called. docs/dependencies.md lists what tools/setup.sh knows.
set -eu
unset MAKEFLAGS MFLAGS MAKELEVEL MAKEOVERRIDES  # under `make test` it would be a part of that
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
real_make=$(command -v make) || { echo "no make here"; exit 77; }
mkdir -p "$work/bin" "$work/plump/tools"
cp "$source/Makefile" "$work/plump"
cp "$source/tools/setup.sh" "$work/plump/tools"
cd "$work/plump"
failures=0
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# only what is put here can be called
for program in sh env dirname cat touch mkdir rm tr awk nproc grep cmp printf sed; do
    path=$(command -v $program) || continue
    case $path in /*) ln -sf "$path" "$work/bin/$program" ;; esac
done
ln -sf "$real_make" "$work/bin/make"
fake() {
    rm -f "$work/bin/$1"
    { echo "#!/bin/sh"; cat; } >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
fake dpkg-query <<'END'
for name in $(cat "$PLUMP_FAKES/installed"); do
    for wanted; do [ "$wanted" != "$name" ] || { echo "install ok installed"; exit 0; }; done
done
exit 1
END
fake apt-get <<'END'
echo "apt-get $*" >>"$PLUMP_FAKES/calls"
END
fake id <<'END'
cat "$PLUMP_FAKES/user"
END
fake cmake <<'END'
echo "cmake $*" >>"$PLUMP_FAKES/calls"
case "$*" in *"-S . -B"*) mkdir -p build && touch build/CMakeCache.txt ;; esac
END
fake ctest <<'END'
echo "ctest $*" >>"$PLUMP_FAKES/calls"
END
for script in demo demo_mesh; do
    printf '#!/bin/sh\necho %s >>"$PLUMP_FAKES/calls"\n' $script >tools/$script.sh
    chmod +x tools/$script.sh
done

# run_make USER PACKAGES TARGET...: with these packages, in a fresh folder; prints what it says
run_make() {
    echo "$1" >"$work/user"
    echo "$2" >"$work/installed"
    shift 2
    rm -rf build
    : >"$work/calls"
    code=0
    PATH="$work/bin" PLUMP_FAKES="$work" MAKEFLAGS= "$work/bin/make" "$@" >"$work/said" 2>&1 || code=$?
}
called() { grep -q -- "$1" "$work/calls"; }
says() { grep -q -- "$1" "$work/said"; }

everything=$(sh tools/setup.sh list | tr '\n' ' ')
most=$(echo "$everything" | sed 's/libjansson-dev//; s/libode-dev//; s/libepoxy-dev//')

for user in 0 1000; do
    for target in all install; do
        run_make $user "$most" $target
        [ $code -ne 0 ] || fail "make $target goes on without jansson"
        ! called apt-get || fail "make $target as $user calls apt-get: $(cat "$work/calls")"
        ! called cmake || fail "make $target goes on without jansson: $(cat "$work/calls")"
        says "missing: libjansson-dev" || fail "make $target does not say what is missing: $(cat "$work/said")"
        says "apt-get install libjansson-dev libepoxy-dev libode-dev" || fail "make $target: $(cat "$work/said")"
        run_make $user "$most libjansson-dev" $target
        [ $code -eq 0 ] || fail "make $target as $user: $(cat "$work/said")"
        ! called apt-get || fail "make $target as $user calls apt-get: $(cat "$work/calls")"
        says "without ragdolls, for lack of libode-dev" || fail "no word of ragdolls: $(cat "$work/said")"
        says "without pictures, for lack of libepoxy-dev" || fail "no word of pictures: $(cat "$work/said")"
        called "PLUMP_TESTS=OFF" || fail "make $target has tests: $(cat "$work/calls")"
        called "--target products" || fail "make $target builds more than its products: $(cat "$work/calls")"
    done
done
called "cmake --install" || fail "make install installs nothing: $(cat "$work/calls")"

# nothing missing, nothing said
run_make 0 "$everything" all
! called apt-get && [ ! -s "$work/said" ] || fail "make says $(cat "$work/said")"

# the two commands, as root
for target in demo test; do
    run_make 0 "$most" $target
    [ $code -eq 0 ] || fail "make $target: $(cat "$work/said")"
    called "apt-get.* install .*libjansson-dev" || fail "make $target installs nothing: $(cat "$work/calls")"
    says "installing Debian packages with apt-get: .*libjansson-dev" ||
        fail "make $target does not say what it installs: $(cat "$work/said")"
done
called ctest || fail "make test tests nothing"
called "PLUMP_TESTS=ON" || fail "make test has no tests: $(cat "$work/calls")"
run_make 0 "$(echo "$everything" | sed 's/libcmocka-dev//; s/clang-tidy//')" demo
! called apt-get || fail "make demo installs what only tests need: $(cat "$work/calls")"
# without the right to, they say what to do
run_make 1000 "$most" demo
[ $code -ne 0 ] && says "sudo apt-get install libjansson-dev" || fail "no advice: $(cat "$work/said")"
! called apt-get || fail "make demo calls apt-get as somebody"

# after `make test` a plain `make` leaves the tests in the build folder, and builds none
run_make 0 "$everything" test
: >"$work/calls"
PATH="$work/bin" PLUMP_FAKES="$work" MAKEFLAGS= "$work/bin/make" >"$work/said" 2>&1
! called "-S . -B" || fail "make configures again after make test: $(cat "$work/calls")"

# every package has a row with its licence, and every row a package
rows=$(sed -n 's/^| `\([a-z0-9+-]*\)` |.*/\1/p' "$source/docs/dependencies.md" | sort)
names=$(sh tools/setup.sh list | sort)
[ "$rows" = "$names" ] || {
    echo "$rows" >"$work/rows"
    echo "$names" >"$work/names"
    fail "docs/dependencies.md and tools/setup.sh differ: $(diff "$work/rows" "$work/names")"
}
for package in $(sed -n 's/^ *"node_modules\/\([^"]*\)".*/\1/p' "$source/tests/web/package-lock.json"); do
    grep -q "\`$package\`" "$source/docs/dependencies.md" || fail "docs/dependencies.md lacks $package of npm"
done
[ $failures -eq 0 ] || exit 1
echo "all as expected"
