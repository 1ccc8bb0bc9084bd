// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Out of obstacles, after the paper's section 4.2. Each segment is a body B with centre c_B; an
// obstacle C with centre c_C (of its core, near B: jiggle_core.c) is imagined drawn out of it along
// r, from c_B to c_C, by the depth d that just clears it. The ball of radius r_i around C then goes
// back by d, with everything in it as one, and what was outside of C stays outside. The flow fades
// out until r_o, which is r_i and `softness` times the size of B.
//
// Unlike the paper, which adds the fields of all obstacles at once, they act one after the other,
// each by the depth that the ones before left. Added, the parts of one floor would push twice.
// Rounds go on until nothing overlaps. What mixing of segments still leaves inside is put on the
// surface, in the direction of the push.
//
// Parts that push against each other, such as those of a ring, need more care. Beside its ball a
// field flows back, up to 2 r_i / (r_o - r_i) times as fast as the ball goes, and drives B into the
// neighbours, which drive it back: flat triangles cannot follow such jets, and the polyhedron's
// volume goes astray though the flow's does not. So all parts go in together, in PASSES of a part
// of the way each; and the more they push against each other, the nearer comes r_o - r_i to the
// smaller of 2 r_i and the size of B.
//
// A plane has no centre: its ball lies below B, twice as deep as B is large, and so wide that the
// plane beneath B is all in it.
#include "src/jiggle/jiggle_solid.h"

#include <float.h>
#include <math.h>

#define PASSES            4
#define ROUNDS_MOST       3
#define CLEAR_ROUNDS_MOST 8
#define SWEEPS_MOST       8
#define SLACK             1e-4  // of the size: what the depth is more, for rounding
#define GAP               0.05  // of the size: emptier places are not yet outside
#define STEPS_PER         3.0
#define STEPS_MOST        64.0

#define PAIRS_ALONE 16384u  // fewer are not worth other threads

// The deepest pair of a chunk.
struct pl_jiggle_depth {
    double depth;
    uint32_t pair;
};

// A segment that is tried against an obstacle. World coordinates are about the origin.
typedef struct meeting {
    plump_jiggle* jiggle;
    const pl_convex* solid;
    uint32_t first, end;  // blocks
    double centre[3], size;
    double way[3];            // r, of length 1
    double middle[3], reach;  // of C
    double away;              // of the middle from the segment's centre
    double depth;             // found so far
    double height;            // of a plane: w of n . x < w about the origin, n = -way
    bool is_first;            // only what is inside now
    bool is_measured;         // centre and size are of the rows as they are
    bool is_shared;           // several parts pushed together before
    double rivalry;           // 0: all push one way, or only one does; 1: against each other
    pl_jiggle_push push;
    bool with_normals;
} meeting;

static pl_vec3d row_at(const plump_jiggle* jiggle, uint32_t pair) {
    const float* row = jiggle->row_x + 4 * (size_t)pair;
    return pl_vec3d_make((double)row[0], (double)row[1], (double)row[2]);
}

// --- the segment ---

// Centre and size; false: nothing counts.
static bool measure(meeting* m) {
    const plump_jiggle* jiggle = m->jiggle;
    uint32_t begin = PL_JIGGLE_BLOCK * m->first, end = PL_JIGGLE_BLOCK * m->end;
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    double count = 0, square = 0;
    for (uint32_t i = begin; i < end; ++i) {
        if (!(jiggle->pair_weight[i] >= PL_JIGGLE_WEIGHT_LEAST)) continue;
        sum = pl_vec3d_add(sum, row_at(jiggle, i));
        count += 1;
    }
    if (!(count > 0)) return false;
    sum = pl_vec3d_scale(sum, 1 / count);
    for (uint32_t i = begin; i < end; ++i) {
        if (!(jiggle->pair_weight[i] >= PL_JIGGLE_WEIGHT_LEAST)) continue;
        double away = pl_vec3d_length_squared(pl_vec3d_sub(row_at(jiggle, i), sum));
        square = away > square ? away : square;
    }
    pl_vec3d_store(sum, m->centre);
    m->size = sqrt(square);
    return m->size > 0;
}

// --- how deep ---

static void aim_at_plane(meeting* m) {
    const pl_convex* solid = m->solid;
    double over = 0;
    m->height = solid->planes[0][3];
    for (int k = 0; k < 3; ++k) {
        m->way[k] = -solid->turn[3 * k + 1];
        m->height += m->way[k] * (m->jiggle->origin[k] - solid->position[k]);
        over -= m->way[k] * m->centre[k];
    }
    over -= m->height;
    for (int k = 0; k < 3; ++k) m->middle[k] = m->centre[k] + m->way[k] * (over + 2 * m->size);
    m->reach = 2.2361 * m->size;
    m->away = m->reach;
}

// The direction, and C's ball. False: they are too far apart to meet.
static bool aim(meeting* m) {
    const pl_convex* solid = m->solid;
    if (solid->shape == PLUMP_OBSTACLE_PLANE) {
        aim_at_plane(m);
        return true;
    }
    double from[3];
    pl_vec3d_store(pl_vec3d_add(pl_vec3d_load(m->centre), pl_vec3d_load(m->jiggle->origin)), from);
    pl_convex_core(solid, from, m->middle);
    m->reach = pl_convex_reach(solid, m->middle);
    for (int k = 0; k < 3; ++k) m->middle[k] -= m->jiggle->origin[k];
    pl_vec3d way = pl_vec3d_sub(pl_vec3d_load(m->middle), pl_vec3d_load(m->centre));
    m->away = pl_vec3d_length(way);
    if (m->away >= m->reach + m->size) return false;
    pl_vec3d_store(pl_vec3d_normalize(way, pl_vec3d_make(0, -1, 0)), m->way);
    return true;
}

// C drawn out by s holds a pair for s between `from` and `to`; nothing is kept of pairs that no s
// above 0 holds.
static bool find_hold(const meeting* m, uint32_t pair, double* from, double* to) {
    const plump_jiggle* jiggle = m->jiggle;
    if (!(jiggle->pair_weight[pair] >= PL_JIGGLE_WEIGHT_LEAST)) return false;
    pl_vec3d at = row_at(jiggle, pair), way = pl_vec3d_load(m->way);
    if (m->solid->shape == PLUMP_OBSTACLE_PLANE) {
        *from = -DBL_MAX;
        *to = m->height + pl_vec3d_dot(at, way);
        return *to > 0;
    }
    pl_vec3d off = pl_vec3d_sub(at, pl_vec3d_load(m->middle));
    double along = pl_vec3d_dot(off, way), beside = pl_vec3d_length_squared(off) - along * along;
    if (beside > m->reach * m->reach || along < -m->reach) return false;
    double world[3], back[3];
    pl_vec3d_store(pl_vec3d_add(at, pl_vec3d_load(jiggle->origin)), world);
    for (int k = 0; k < 3; ++k) back[k] = -m->way[k];
    return pl_convex_clip(m->solid, world, back, from, to) && *to > 0;
}

// The first sweep keeps what it found for those after it.
static bool held(const meeting* m, uint32_t pair, double* from, double* to) {
    pl_jiggle_hold* hold = &m->jiggle->holds[pair];
    if (m->is_first && !find_hold(m, pair, &hold->from, &hold->to)) hold->to = 0;
    *from = hold->from;
    *to = hold->to;
    return *to > 0;
}

static void find_chunk(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const meeting* m = context;
    uint32_t first = m->first + chunk * PL_JIGGLE_CHUNK_BLOCKS,
             end = first + PL_JIGGLE_CHUNK_BLOCKS;
    end = end < m->end ? end : m->end;
    struct pl_jiggle_depth best = {m->depth, UINT32_MAX};
    double near = m->is_first ? 0 : m->depth + GAP * m->size;
    for (uint32_t i = PL_JIGGLE_BLOCK * first; i < PL_JIGGLE_BLOCK * end; ++i) {
        double from, to;
        if (!held(m, i, &from, &to) || from > near || !(to > best.depth)) continue;
        best.depth = to;
        best.pair = i;
    }
    m->jiggle->depths[chunk] = best;
}

static void run_chunks(meeting* m, pl_task_chunk_fn* run) {
    uint32_t chunks = pl_jiggle_chunks(m->end - m->first, PL_JIGGLE_CHUNK_BLOCKS);
    if ((m->end - m->first) * PL_JIGGLE_BLOCK >= PAIRS_ALONE) {
        pl_task_parallel_for(m->jiggle->pool, chunks, run, m);
    } else {
        for (uint32_t i = 0; i < chunks; ++i) run(i, 0, m);
    }
}

// The deepest of all; true: deeper than before.
static bool find_deeper(meeting* m, uint32_t* pair) {
    uint32_t chunks = pl_jiggle_chunks(m->end - m->first, PL_JIGGLE_CHUNK_BLOCKS);
    double before = m->depth;
    run_chunks(m, find_chunk);
    for (uint32_t i = 0; i < chunks; ++i) {
        if (!(m->jiggle->depths[i].depth > m->depth)) continue;
        m->depth = m->jiggle->depths[i].depth;
        *pair = m->jiggle->depths[i].pair;
    }
    return m->depth > before;
}

// How far C must be drawn out: past what is in it now, then past what it meets on the way.
static bool find_depth(meeting* m, uint32_t* pair) {
    uint32_t other;
    m->depth = 0;
    m->is_first = true;
    if (!find_deeper(m, pair)) return false;
    m->is_first = false;
    for (int i = 0; i < SWEEPS_MOST && find_deeper(m, &other); ++i) {
    }
    return true;
}

// --- out ---

// r_i: as much of C as the segment can be in.
static double inner_of(const meeting* m, double depth) {
    double met = m->away + m->size + depth;
    return 1.001 * (met < m->reach ? met : m->reach);
}

// r_o - r_i. What the ball pushes before it flows back in the shell, by about depth r_i / width: at
// most an eighth of the shell, or triangles there are folded.
static double width_of(const meeting* m, double inner, double depth) {
    double width = (double)m->jiggle->def.softness * m->size, least = sqrt(8 * depth * inner);
    width = width > least ? width : least;
    double calm = 2 * inner < m->size ? 2 * inner : m->size;
    return calm > width ? width + m->rivalry * (calm - width) : width;
}

static void place_push(meeting* m, double share) {
    const plump_jiggle* jiggle = m->jiggle;
    double depth = m->depth + SLACK * m->size, inner = inner_of(m, depth);
    double width = width_of(m, inner, depth);
    double strength = depth / width * (1 + (inner + width) / width);
    double steps = STEPS_PER * strength + 1;
    steps = steps < (double)jiggle->def.steps ? (double)jiggle->def.steps : steps;
    m->push.steps = (uint32_t)(steps < STEPS_MOST ? steps : STEPS_MOST);
    m->push.inner = (float)inner;
    m->push.per_width = (float)(1 / width);
    for (int k = 0; k < 3; ++k) {
        m->push.c[k] = (float)(m->middle[k] + depth * m->way[k]);
        m->push.d[k] = (float)(-share * depth * m->way[k]);
    }
}

static void push_chunk(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const meeting* m = context;
    uint32_t first = m->first + chunk * PL_JIGGLE_CHUNK_BLOCKS,
             end = first + PL_JIGGLE_CHUNK_BLOCKS;
    end = end < m->end ? end : m->end;
    for (uint32_t i = first; i < end; ++i)
        m->jiggle->kernels->push(m->jiggle, &m->push, m->with_normals, PL_JIGGLE_BLOCK * i);
}

// A part of an obstacle, by number.
typedef struct target {
    uint32_t obstacle, part;
} target;

static struct pl_jiggle_touch* find_touch(const plump_jiggle* jiggle, uint32_t segment,
                                          target with) {
    const pl_jiggle_contact_list* list = &jiggle->contacts;
    for (size_t i = list->count; i > 0 && list->at[i - 1].contact.segment == segment; --i)
        if (list->at[i - 1].contact.obstacle == with.obstacle && list->at[i - 1].part == with.part)
            return &list->at[i - 1];
    return NULL;
}

// What is found in later rounds only counts for the last word.
static bool keep_contact(meeting* m, uint32_t segment, target with, uint32_t pair, bool is_late) {
    plump_jiggle* jiggle = m->jiggle;
    pl_jiggle_contact_list* list = &jiggle->contacts;
    if (is_late && find_touch(jiggle, segment, with)) return true;
    if (!pl_grow(&jiggle->memory.hooks, (void**)&list->at, &list->capacity, list->count,
                 list->count + 1, sizeof *list->at))
        return false;
    struct pl_jiggle_touch* touch = &list->at[list->count++];
    pl_vec3d at = row_at(jiggle, pair);
    memset(touch, 0, sizeof *touch);
    touch->part = with.part;
    touch->is_late = is_late;
    touch->contact.segment = segment;
    touch->contact.obstacle =
        with.obstacle < jiggle->obstacle_count ? with.obstacle : PLUMP_JIGGLE_BODY;
    touch->contact.depth = m->depth;
    for (int k = 0; k < 3; ++k) touch->contact.direction[k] = -m->way[k];
    pl_vec3d_store(pl_vec3d_add(at, pl_vec3d_load(jiggle->origin)), touch->contact.point);
    double outside[3];
    for (int k = 0; k < 3; ++k) outside[k] = touch->contact.point[k] - m->depth * m->way[k];
    pl_convex_normal(m->solid, outside, touch->contact.normal);
    return true;
}

// One segment against one part.
static bool overlaps(meeting* m, const pl_convex* solid, uint32_t* pair) {
    m->solid = solid;
    if (!m->is_measured && !measure(m)) return false;
    m->is_measured = true;
    return aim(m) && find_depth(m, pair);
}

// False: they do not overlap.
static bool push_apart(meeting* m, const pl_convex* solid, double share, uint32_t* pair) {
    if (!overlaps(m, solid, pair)) return false;
    place_push(m, share);
    run_chunks(m, push_chunk);
    m->is_measured = false;
    return true;
}

// --- several together ---

// True: the segment overlaps more than one part. How much these push against each other: what is
// left of their pushes' sum, doubled since half of it is already much.
static bool has_rivals(meeting* m) {
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    double total = 0;
    uint32_t met = 0, pair = 0;
    for (uint32_t i = 0; i < m->jiggle->obstacle_count; ++i) {
        const struct pl_jiggle_obstacle* obstacle = &m->jiggle->obstacles[i];
        for (uint32_t k = 0; obstacle->is_used && k < obstacle->part_count; ++k) {
            if (!overlaps(m, &obstacle->parts[k], &pair)) continue;
            sum = pl_vec3d_add_scaled(sum, m->depth, pl_vec3d_load(m->way));
            total += m->depth;
            met += 1;
        }
    }
    if (met < 2) return false;
    double against = 2 * (1 - pl_vec3d_length(sum) / total);
    m->rivalry = against < 1 ? against : 1;
    return true;
}

// A share of the way of one part; how deep it was counts as the sum of what it went.
static bool go_in(meeting* m, uint32_t segment, target with, int pass) {
    const pl_convex* part = &m->jiggle->obstacles[with.obstacle].parts[with.part];
    double share = 1.0 / (PASSES - pass);
    uint32_t pair = 0;
    if (!push_apart(m, part, share, &pair)) return true;
    m->depth *= share;
    struct pl_jiggle_touch* touch = find_touch(m->jiggle, segment, with);
    if (!touch) return keep_contact(m, segment, with, pair, pass > 0);
    touch->contact.depth += m->depth;
    return true;
}

// Forth and back in turns, so that none is always the first. False: out of memory.
static bool push_together(meeting* m, uint32_t segment) {
    uint32_t count = m->jiggle->obstacle_count;
    for (int pass = 0; pass < PASSES; ++pass) {
        bool is_back = pass % 2 == 1;
        for (uint32_t i = 0; i < count; ++i) {
            uint32_t index = is_back ? count - 1 - i : i;
            const struct pl_jiggle_obstacle* obstacle = &m->jiggle->obstacles[index];
            for (uint32_t k = 0; obstacle->is_used && k < obstacle->part_count; ++k) {
                uint32_t part = is_back ? obstacle->part_count - 1 - k : k;
                if (!go_in(m, segment, (target){index, part}, pass)) return false;
            }
        }
    }
    return true;
}

// --- one after the other ---

typedef enum outcome { GOES_ON, IS_CLEAR, NO_MEMORY } outcome;

// One segment against the parts of one obstacle. `last` is what it was pushed out of last: of that
// it is clear, so once around it is clear of all.
static outcome push_from(meeting* m, uint32_t segment, uint32_t index, int round,
                         const pl_convex** last) {
    const struct pl_jiggle_obstacle* obstacle = &m->jiggle->obstacles[index];
    bool is_guest = index >= m->jiggle->obstacle_count;
    uint32_t pair = 0;
    if (!obstacle->is_used) return GOES_ON;
    for (uint32_t i = 0; i < obstacle->part_count; ++i) {
        const pl_convex* part = &obstacle->parts[i];
        if (part == *last) return IS_CLEAR;
        if (round > 0 && is_guest) continue;
        if (!push_apart(m, part, obstacle->share, &pair)) continue;
        *last = part;
        bool is_late = round > 0 || (m->is_shared && !is_guest);
        if (!keep_contact(m, segment, (target){index, i}, pair, is_late)) return NO_MEMORY;
    }
    return GOES_ON;
}

// One segment against all obstacles, until it is clear of all. False: out of memory.
static bool push_segment(meeting* m, uint32_t segment) {
    const plump_jiggle* jiggle = m->jiggle;
    uint32_t count = jiggle->obstacle_count + jiggle->guest_count;
    const pl_convex* last = NULL;
    m->is_shared = has_rivals(m);
    if (m->is_shared && !push_together(m, segment)) return false;
    for (int round = 0; round < ROUNDS_MOST; ++round) {
        for (uint32_t i = 0; i < count; ++i) {
            outcome now = push_from(m, segment, i, round, &last);
            if (now != GOES_ON) return now == IS_CLEAR;
        }
        if (!last) return true;
    }
    return true;
}

// Memory of the first time.
static bool make_room(plump_jiggle* jiggle) {
    uint32_t chunks = pl_jiggle_chunks(jiggle->block_count, PL_JIGGLE_CHUNK_BLOCKS);
    if (!jiggle->depths)
        jiggle->depths = pl_arena_alloc(&jiggle->memory, chunks, sizeof *jiggle->depths);
    if (!jiggle->holds)
        jiggle->holds = pl_arena_alloc(&jiggle->memory, jiggle->pair_count, sizeof *jiggle->holds);
    return jiggle->depths && jiggle->holds;
}

bool pl_jiggle_collide(plump_jiggle* jiggle, bool with_normals) {
    jiggle->contacts.count = 0;
    if (jiggle->obstacle_count + jiggle->guest_count == 0) return true;
    if (!make_room(jiggle)) return false;
    for (uint32_t s = 0; s < jiggle->def.segment_count; ++s) {
        meeting m;
        memset(&m, 0, sizeof m);
        m.jiggle = jiggle;
        m.with_normals = with_normals;
        m.first = jiggle->segment_block[s];
        m.end = jiggle->segment_block[s + 1];
        if (m.end > m.first && !push_segment(&m, s)) return false;
    }
    return true;
}

// --- the last word ---

// Along the push, and by a few roundings more. False: it is not inside.
static bool clear_vertex(const pl_convex* solid, const double way[3], const pl_jiggle_out* out,
                         uint32_t vertex, double at[3]) {
    double from, to, far = 0;
    if (!pl_convex_clip(solid, at, way, &from, &to) || from >= 0 || to <= 0) return false;
    for (int k = 0; k < 3; ++k) far = fabs(at[k]) > far ? fabs(at[k]) : far;
    for (int k = 0; k < 3; ++k) at[k] += (to + 4e-7 * far) * way[k];
    pl_jiggle_put_three(out, vertex, at);
    return true;
}

// Nothing of C is farther from its middle than its reach.
static bool may_be_in(const pl_convex* solid, const double middle[3], const double at[3]) {
    double square = 0;
    for (int k = 0; k < 3; ++k) square += (at[k] - middle[k]) * (at[k] - middle[k]);
    return solid->shape == PLUMP_OBSTACLE_PLANE || square < solid->reach * solid->reach;
}

// What the touch was with had one before.
static bool is_repeated(const plump_jiggle* jiggle, size_t touch) {
    const struct pl_jiggle_touch *list = jiggle->contacts.at, *own = &list[touch];
    for (size_t i = 0; i < touch; ++i)
        if (list[i].contact.obstacle == own->contact.obstacle && list[i].part == own->part)
            return true;
    return false;
}

// True: something was moved, perhaps into another.
static bool clear_touch(const plump_jiggle* jiggle, size_t index, const pl_jiggle_out* out,
                        uint32_t begin, uint32_t end) {
    const struct pl_jiggle_touch* touch = &jiggle->contacts.at[index];
    if (touch->contact.obstacle == PLUMP_JIGGLE_BODY || is_repeated(jiggle, index)) return false;
    const pl_convex* solid = &jiggle->obstacles[touch->contact.obstacle].parts[touch->part];
    double middle[3], at[3];
    bool has_moved = false;
    pl_convex_middle(solid, middle);
    for (uint32_t i = begin; i < end; ++i) {
        pl_jiggle_get_three(out, i, at);
        if (!may_be_in(solid, middle, at) ||
            !clear_vertex(solid, touch->contact.direction, out, i, at))
            continue;
        has_moved = true;
        if (jiggle->polish.held) jiggle->polish.held[i] = 1;
    }
    return has_moved;
}

void pl_jiggle_clear_out(const plump_jiggle* jiggle, const pl_jiggle_out* out, uint32_t begin,
                         uint32_t end) {
    bool has_moved = true;
    end = end < jiggle->vertex_count ? end : jiggle->vertex_count;
    for (int round = 0; round < CLEAR_ROUNDS_MOST && has_moved; ++round) {
        has_moved = false;
        for (size_t i = 0; i < jiggle->contacts.count; ++i)
            has_moved |= clear_touch(jiggle, i, out, begin, end);
    }
}
