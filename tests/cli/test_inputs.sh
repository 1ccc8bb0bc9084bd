# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# Inputs that are no regular files get a sentence from every command, at once: nothing waits for a pipe's
# writer, and nothing reads what never ends. Disks that fill on the way take no other output with them.
. "$(dirname "$0")/common.sh"

cat >drop.json <<'END'
{ "dt": 0.01, "seconds": 0.4,
  "bodies": [{ "name": "ball", "shape": "sphere", "vertices": 162, "size": 0.2, "position": [0, 0.15, 0] }],
  "obstacles": [{ "shape": "plane" }] }
END
expect 0 shape bear --rig -o bear.glb
mkfifo fifo.obj fifo.glb fifo.json fifo

sanitized=$(grep -l 'C_FLAGS:.*=.*sanitize' "$2/CMakeCache.txt") || true # takes terabytes of addresses

# soon ARGUMENTS...: plump refuses them, with a sentence, and does not wait for anything.
# A process that waits or reads on is ended, and fails the test: 2 GiB of memory, 60 s of processor and a
# file to say that it has come back. `expect` alone would wait for ever.
soon() {
    rm -f back pid
    (
        ulimit -t 60 2>/dev/null
        [ -n "$sanitized" ] || ulimit -v 2097152 2>/dev/null
        code=0
        "$plump" "$@" >out 2>err </dev/null &
        echo $! >pid
        wait $! || code=$?
        echo "$code" >back
    ) &
    run=$!
    tries=0
    while [ ! -e back ] && [ $tries -lt 600 ]; do
        sleep 0.1
        tries=$((tries + 1))
    done
    if [ ! -e back ]; then
        fail "plump $*: does not come back"
        kill -KILL "$(cat pid)"
    fi
    wait $run || true
    case $(cat back) in
    2 | 3) ;;
    *) fail "plump $*: exit $(cat back), not 2 or 3: $(head -c 300 err)" ;;
    esac
    cat out >>err # check tells its verdict to people
    [ -s err ] || fail "plump $*: no sentence"
}

# what is named, in place of each thing that is read
for input in /dev/zero fifo.obj /dev; do
    soon check "$input"
    soon look "$input" -o look.png
done
has err "folder"
soon check fifo.obj
has err "is a device or pipe; only regular files are read"
for input in /dev/zero fifo.json fifo; do
    soon run "$input" --steps 1
    has err "is a device or pipe"
    soon run drop.json --steps 1 --resume "$input"
    has err "is a device or pipe"
    soon jiggle "$input" -o out.glb
    has err "is a device or pipe"
    soon jiggle bear.glb --sets "$input" -o out.glb
    has err "is a device or pipe"
done
soon run fifo.glb --steps 1
soon run drop.json --steps 1 --resume .
has err "it is a folder"
ln -s /dev/zero zero.obj
printf '{ "bodies": [{ "mesh": "fifo.obj" }] }' >inner.json
soon run inner.json --steps 1
has err "fifo.obj"
printf '{ "bodies": [{ "mesh": "zero.obj" }] }' >inner.json
soon run inner.json --steps 1
soon run inner.json --steps 1 --allow-outside
printf '{ "characters": [{ "mesh": "fifo.glb" }] }' >inner.json
soon run inner.json --steps 1
# pipes behind a name of the system's
cat drop.json | "$plump" run /dev/stdin --steps 1 >out 2>err && fail "a pipe was read"
has err "is a device or pipe"
expect 0 run /dev/stdin --steps 1 --quiet <drop.json

# files of the system, which claim to be empty
for file in /proc/self/pagemap /proc/kmsg /proc/self/mem; do
    [ -e $file ] || continue
    soon check $file
    soon run drop.json --steps 1 --resume $file
done
# a hole as large as the disk can have, under every name that is read
if truncate -s 3G hole.json 2>/dev/null; then
    soon run hole.json --steps 1
    has err "at most 67108864 are allowed"
    soon run drop.json --steps 1 --resume hole.json
    has err "are allowed"
    soon jiggle bear.glb --sets hole.json -o out.glb
    has err "at most 67108864 are allowed"
    rm hole.json
fi

# A film outgrows what is allowed half-way: nothing of it stays, and all that is small is there. The film is
# 81 frames of 4 KB, the limit of 128 blocks 64 or 128 KiB.
mkdir limited
code=0
(
    cd limited
    ulimit -f 128
    "$plump" run ../drop.json --frame-rate 200 -o film.glb -o film.mdd -o small.csv -o 'seq.%d.ply' \
        --save state >../out 2>../err
) || code=$?
same "$code" 3 "a film larger than allowed"
has err "film.glb: cannot be written: the file would be larger than allowed"
has err "film.mdd: cannot be written"
for file in small.csv seq.0.ply seq.80.ply state; do
    [ -s "limited/$file" ] || fail "$file is lost with a film that was too large"
done
same "$(wc -l <limited/small.csv | tr -d ' ')" 41 "rows of a table beside a film that was lost"
[ -z "$(find limited -name 'film*' -o -name '.plump-*')" ] ||
    fail "half a film stays: $(find limited)"
expect 0 run drop.json --resume limited/state --steps 1 --quiet
# with nothing left to write the run ends there, with one sentence
code=0
(
    cd limited
    ulimit -f 128
    "$plump" run ../drop.json --frame-rate 200 --seconds 1e6 -o film.glb >../out 2>../err
) || code=$?
same "$code" 3 "a run whose only film is lost"
same "$(wc -l <err | tr -d ' ')" 1 "lines about a film that is lost"
# jiggle does likewise
code=0
(
    cd limited
    ulimit -f 128
    "$plump" jiggle ../bear.glb -o bear.mdd -o 'bear.%d.ply' --save-sets sets.json >../out 2>../err
) || code=$?
same "$code" 3 "a jiggled film larger than allowed"
[ -s limited/bear.1.ply ] && [ -s limited/sets.json ] || fail "a film that is too large took others with it"
[ ! -e limited/bear.mdd ] || fail "half a film of a character stays"

# two real disks, one of which is full: for root, where one may be mounted
mkdir disk
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=128k none disk 2>/dev/null; then
    trap 'umount "$work/disk" 2>/dev/null; rm -rf "$work"' EXIT
    expect 3 run drop.json --frame-rate 200 -o disk/film.glb -o beside.glb -o disk/table.csv
    has err "disk/film.glb: cannot be written: the disk is full"
    [ -s beside.glb ] || fail "a full disk lost a film on another"
    [ ! -e disk/film.glb ] || fail "half a film on a full disk"
    [ -z "$(find disk -name '.plump-*')" ] || fail "half a file on a full disk"
    umount disk
fi

# counts are judged before the work
expect 2 jiggle bear.glb --fps 10000 --loops 10000 -o long.glb
has err "are too many"
finish
