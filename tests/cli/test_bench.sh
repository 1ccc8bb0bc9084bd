# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
# plump bench: every benchmark runs on tiny scenes and gives whole rows; wrong use is answered. How
# fast anything is, is nobody's business here.
. "$(dirname "$0")/common.sh"

tiny="--seconds 0.001 --particles 200"
# rows: how many rows the JSON on out has
rows() {
    grep -c '"ms_step"' out
}
# numbers KEY: its values in all rows, nulls left out
numbers() {
    sed -n "s/^ *\"$1\": \([-+.0-9e]*\),\{0,1\}\$/\1/p" out
}
# volume_kept COUNT: so many rows tell of a volume error, none of more than 1e-6
volume_kept() {
    same "$(numbers volume_error_max | wc -l | tr -d ' ')" "$1" "rows with a volume error"
    numbers volume_error_max | awk '!($1 >= 0 && $1 <= 1e-6) { bad = 1 } END { exit bad }' ||
        fail "volume errors: $(numbers volume_error_max | tr '\n' ' ')"
}

# the list
expect 0 bench --list
for name in detail diziol-scenes diziol-sums diziol-table1 diziol-table2 hong-table1 hong-table2 physical scaling vonfunck models; do has out $name; done
expect 0 bench --list --json
has out '"benches"'
same "$(grep -c '"summary"' out)" 11 "benchmarks in the list"

# one object: machine, calibration, flat rows
expect 0 bench diziol-sums --json $tiny
[ -s err ] && fail "messages without a terminal: $(cat err)"
same "$(value bench)" diziol-sums "bench"
for key in machine cpu cores compiler isa calibration add_gflops l2_gbps rows scene particles omega \
    threads variant ms_step ms_median paper_cpu_ms paper_gpu_ms runs_per_region region_size; do
    has out "\"$key\""
done
same "$(rows)" 15 "omega 1 to 5: moments, fast, naive"
same "$(grep -c '"variant": "naive"' out)" 5 "naive rows"
same "$(value threads)" 1 "sums are on one thread"
has out '"paper_cpu_ms": null' # a shrunk scene is not the paper's
has out '"volume_error_max": null' # nothing is stepped
hasnt out '"ms_volume"'
hasnt out '"ms_step": null'

# the members of a region and its runs are facts, whatever the machine
sizes=$(sed -n 's/^ *"region_size": //p' out)
expect 0 bench diziol-sums --json $tiny --isa scalar
same "$(sed -n 's/^ *"region_size": //p' out)" "$sizes" "region sizes in two runs"
same "$(sed -n 's/^ *"isa": "\([a-z0-9]*\)".*/\1/p' out | tail -n 1)" scalar "isa as asked"

# the paper's three scenes in full: 4 variants of bodies that deform and keep their volume, with all
# the paper says about them
expect 0 bench diziol-table1 --json --seconds 0.001 --threads 1
same "$(rows)" 12 "rows of table 1"
same "$(numbers particles | sort -n | uniq | tr '\n' ' ')" "7640 21280 32442 " "the paper's sizes"
volume_kept 12
for key in ms_step ms_median ms_elastic ms_volume paper_cpu_ms paper_cpu_naive_ms paper_volume_loss; do
    same "$(numbers $key | awk '$1 > 0' | wc -l | tr -d ' ')" 12 "rows with $key"
done
for key in paper_gpu_ms paper_gpu_elastic_ms paper_gpu_volume_ms; do
    same "$(numbers $key | wc -l | tr -d ' ')" 9 "rows with $key, not those of naive sums"
done
same "$(value paper_cpu_ms | cut -c 1-5)" 69.92 "the paper's first scene"
same "$(grep -c '"variant": "physical"' out)" 3 "rows of physical mode"
same "$(grep -c '"omega": 2' out)" 6 "rows of paper mode with omega 2"
expect 0 bench diziol-table1 --seconds 0.001 --threads 2
has out 'GPU 4.69 ms = matching 2.89 + volume 1.80'
has out 'largest loss of volume 0.5 %'
expect 0 bench diziol-table1 $tiny --threads 1
hasnt out 'paper:' # a shrunk scene is not the paper's

# the same with collisions, shrunk: what contacts cost and what they did; a knot; balls two and two
expect 0 bench diziol-scenes --json $tiny --threads 1
same "$(rows)" 9 "three scenes in two modes, a knot in two poses, some balls"
for variant in paper physical rest pinched pairs; do has out "\"variant\": \"$variant\""; done
for key in ms_collide ms_collide_median ms_contact ms_contact_median substeps contacts overlap_max; do
    same "$(numbers $key | wc -l | tr -d ' ')" 9 "rows with $key"
done
same "$(numbers over_first | tr '\n' ' ')" "1.0 " "one number of balls: the first"
numbers ms_collide | awk '!($1 > 0) { bad = 1 } END { exit bad }' || fail "collide takes no time"
# bodies lie on something: contacts in all rows but those of the knot, which is too coarse to touch
[ "$(numbers contacts | awk '$1 > 0' | wc -l)" -ge 7 ] || fail "contacts: $(numbers contacts)"
numbers overlap_max | awk '!($1 >= 0 && $1 <= 0.01) { bad = 1 } END { exit bad }' ||
    fail "overlaps: $(numbers overlap_max | tr '\n' ' ')"
volume_kept 7
hasnt out '"paper_cpu_naive_ms"' # a shrunk scene is not the paper's
expect 0 bench diziol-scenes $tiny --threads 2
has out 'us/body'
has out pinched

# the cube by one instruction set on one thread: 5 variants, 5 omegas; one variant without volume
expect 0 bench diziol-table2 --json $tiny --isa scalar --threads 1
same "$(rows)" 25 "rows of table 2"
# the machine's own set is one more where it is scalar too
[ "$(grep -c '"isa": "scalar"' out)" -ge 25 ] || fail "rows by scalar code"
has out '"ms_elastic"'
volume_kept 20
same "$(numbers ms_volume | wc -l | tr -d ' ')" 20 "rows with volume stages"
same "$(grep -c '"variant": "no volume"' out)" 5 "rows without volume"

# text: tables with the paper beside
expect 0 bench diziol-table2 $tiny --isa scalar --threads 1
has out calibration
has out 'naive / fast'
has out 169.8
expect 0 bench physical --threads 2 $tiny
has out 'radius 0.4'
expect 0 bench physical --threads 2 --json $tiny
same "$(rows)" 6 "rows of physical mode"
has out '"omega": null'
has out '"radius"'
volume_kept 6
expect 0 bench scaling --json $tiny
has out '"bytes_particle"'
volume_kept 4
same "$(rows)" 4 "rows of a small scaling"


# fine meshes: two coarse bodies, with normals and without
expect 0 bench detail --json $tiny --isa scalar --threads 1
same "$(rows)" 4 "rows of detail meshes"
same "$(grep -c '"variant": "with normals"' out)" 2 "rows with normals"
hasnt out '"ms_elastic"'
expect 0 bench detail $tiny --threads 2
has out 'not by Newton'

# characters: the paper's six scenes, and its frames per second only at full size
expect 0 bench vonfunck --json $tiny --threads 1
same "$(rows)" 6 "characters"
same "$(numbers frames_second | wc -l | tr -d ' ')" 6 "rows with frames per second"
hasnt out '"paper_frames_second"'
expect 0 bench vonfunck $tiny --threads 2
has out 'keyframed (fig. 8)'

# Hong's balls: without volume, by the paper's constraint, polished, and polish alone
expect 0 bench hong-table1 --json $tiny --threads 1
same "$(rows)" 16 "four balls, four ways"
volume_lost=$(numbers volume_lost | awk 'NR % 4 == 1 && $1 > 0.05' | wc -l | tr -d ' ')
same "$volume_lost" 4 "balls without volume lose some"
same "$(numbers over_plain | wc -l | tr -d ' ')" 12 "rows over plain ones"
numbers volume_error_max | awk '!($1 >= 0 && $1 <= (NR % 3 == 1 ? 1e-4 : 1e-6)) { bad = 1 } END { exit bad }' ||
    fail "volume errors: $(numbers volume_error_max | tr '\n' ' ')"
expect 0 bench hong-table1 $tiny --threads 1
has out 'implicit, polish'

# and his scenes in full: the paper's bounds hold by its constraint alone, and not as printed
expect 0 bench hong-table2 --json --seconds 0.001 --threads 1
same "$(rows)" 15 "five scenes, three ways"
same "$(numbers triangles | sort -n | uniq | tr '\n' ' ')" "1536.0 8744.0 9680.0 14136.0 18816.0 " "triangles"
same "$(numbers paper_frames_second | wc -l | tr -d ' ')" 12 "rows with the paper's frames per second"
numbers volume_error_max | awk '
    NR % 3 == 1 && !($1 <= (NR == 4 ? 1e-5 : 1e-4)) { bad = 1 }
    NR % 3 == 0 && !($1 <= 1e-6) { bad = 1 }
    NR == 5 && !($1 > 1e-3) { bad = 1 }
    END { exit bad }' || fail "volume errors: $(numbers volume_error_max | tr '\n' ' ')"
expect 0 bench hong-table2 $tiny --threads 1
has out 'cube, twisted'

# several at once: one array
expect 0 bench physical scaling --json $tiny --threads 1
same "$(value bench)" "physical scaling" "names"
same "$(rows)" 10 "rows of both"

# meshes of one's own; what cannot be a body is told and left out
mkdir own
expect 0 shape bear --vertices 300 -o own/bear.ply
expect 0 shape box -o own/box.obj
echo nothing >own/readme.txt
expect 0 bench models --models own --json $tiny
same "$(rows)" 4 "two meshes, two modes"
has out bear.ply
echo 'v 0 0 0' >own/broken.obj
expect 1 bench models --models own --json $tiny
same "$(rows)" 4 "the broken one left out"
has err broken.obj

# wrong use
expect 2 bench dizol-sums
has err "did you mean 'diziol-sums'?"
expect 2 bench qwertyuiop
has err "--list"
expect 2 bench scaling --isa avx3
has err "there are:"
has err scalar
expect 2 bench physical --seconds 0
expect 2 bench physical --seconds -1
expect 2 bench physical --threads 65
has err "--threads is at most 64, not 65"
expect 2 bench physical --particles 5
expect 2 bench models
has err "--models DIR"
expect 2 bench models --models no-such-folder $tiny
mkdir empty
expect 2 bench models --models empty $tiny
expect 2 bench --json --bogus
has out '"error"'
expect 0 bench --help
has out --seconds
if [ -e /dev/full ]; then
    code=0
    "$plump" bench scaling --json $tiny >/dev/full 2>err || code=$?
    same "$code" 3 "full standard output"
fi
finish
