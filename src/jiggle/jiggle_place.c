// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sets that place themselves, by the paper's rules of thumb (section 3.5): in the middle of large
// homogeneous parts, as far-reaching as the part is thick, then smaller ones in distant parts;
// masses in proportion to the area of influence, one stiffness for all.
//
// The middle of a part is the centre of a ball within (jiggle_balls.c). The largest is taken first;
// others that are not independent of those taken are passed over.
//
// Limbs and tails are long rows of balls. A field stretches what lies on its axis by up to
// 1.9 |a| / r however thin it is, and flows back beside it: where sets follow each other as closely
// as the tube is thick, a shaken tail is a string of beads. So in a long part sets reach farther,
// are fewer, and go no farther than elsewhere, which is a shorter limit in radii. Masses, too, are
// by thickness and not by reach, which would make them slow.
//
// Where left and right are alike (jiggle_balls.c) so are the sets: they are placed in pairs, or in
// the middle.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/jiggle/jiggle_balls.h"
#include "src/math/elementary.h"
#include "src/world/checks.h"

#include <math.h>

#define WINDING_MOST 40000000u  // triangles looked at to tell inside from outside, two seconds
#define PER_SEGMENT  2u         // sets that have the same segment as their first
// How far masses go at most, in radii (the flow back begins to show) and in distances to the
// surface.
#define LIMIT_IN_RADII 0.35
#define LIMIT_IN_DEPTH 0.875
#define LIMIT_LONG     0.65  // in depths, in a long part
#define LONGER         1.5   // how much farther sets reach there
// Vertices that a set must move: within this share of its radius, so many.
#define NEAR   0.6
#define FEWEST 8u
// So much of its radius a ball must have around it, moved onto a plane of symmetry, too.
#define NARROWER 0.9
// A ball in another of a long part is a corner of it if it is smaller than this share.
#define CORNER_MOST 0.75

typedef struct placing {
    const plump_jiggle_def* def;
    const plump_jiggle_placing* wishes;
    plump_jiggle* jiggle;  // for its bind pose and normals
    pl_arena scratch;
    pl_jiggle_balls balls;
    double* depth;            // per set: radius of its ball
    unsigned char* is_taken;  // per ball: lies in a row, and is well reached by a set there
    double* share;            // per segment: weights of vertices near a set
    unsigned char* beside;    // per segment: shares a vertex with the set's own
    uint64_t looked_at;       // triangles, by winding
    uint32_t* first_of;       // per segment: sets that have it as their first
} placing;

plump_jiggle_placing plump_default_jiggle_placing(void) {
    plump_jiggle_placing wishes;
    memset(&wishes, 0, sizeof wishes);
    wishes.set_most = 16;
    wishes.thickness_least = 0.2f;
    wishes.reach = 2.5f;
    wishes.hertz = 2.5f;
    wishes.ratio = 0.15f;
    wishes.strength = 1;
    wishes.cookie = PL_COOKIE_PLACING;
    return wishes;
}

// How often the surface goes around a point; 0 outside a closed one (van Oosterom and Strackee's
// solid angles).
static double winding(const plump_jiggle* jiggle, const double at[3]) {
    pl_vec3d from = pl_vec3d_load(at);
    double sum = 0;
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t) {
        const uint32_t* corner = jiggle->triangles + 3 * (size_t)t;
        pl_vec3d a = pl_vec3d_sub(pl_jiggle_vertex(jiggle, corner[0]), from);
        pl_vec3d b = pl_vec3d_sub(pl_jiggle_vertex(jiggle, corner[1]), from);
        pl_vec3d c = pl_vec3d_sub(pl_jiggle_vertex(jiggle, corner[2]), from);
        double la = pl_vec3d_length(a), lb = pl_vec3d_length(b), lc = pl_vec3d_length(c);
        double below = la * lb * lc + pl_vec3d_dot(a, b) * lc + pl_vec3d_dot(b, c) * la +
                       pl_vec3d_dot(c, a) * lb;
        sum += pl_atan2(pl_vec3d_triple(a, b, c), below);
    }
    return sum / (2 * PL_PI);
}

// A triangle passes near the centre of a ball: its corners, which stopped the ball, are farther
// off.
static bool is_cut(const plump_jiggle* jiggle, const pl_jiggle_ball* ball) {
    pl_vec3d centre = pl_vec3d_load(ball->centre);
    double least = NARROWER * ball->radius;
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t) {
        const uint32_t* corner = jiggle->triangles + 3 * (size_t)t;
        pl_vec3d a = pl_jiggle_vertex(jiggle, corner[0]), way = pl_vec3d_sub(centre, a);
        pl_vec3d ab = pl_vec3d_sub(pl_jiggle_vertex(jiggle, corner[1]), a);
        pl_vec3d ac = pl_vec3d_sub(pl_jiggle_vertex(jiggle, corner[2]), a);
        pl_vec3d normal = pl_vec3d_cross(ab, ac);
        double off = pl_vec3d_dot(way, normal), square = pl_vec3d_length_squared(normal);
        if (off * off >= least * least * square) continue;
        double u = pl_vec3d_triple(way, ac, normal), v = pl_vec3d_triple(ab, way, normal);
        if (u >= 0 && v >= 0 && u + v <= square) return true;
    }
    return false;
}

// --- a set ---

// The vertex is near, and its surface is seen from inside: another part that comes near is not.
static bool is_around(const plump_jiggle* jiggle, uint32_t vertex, const pl_jiggle_ball* b,
                      double reach) {
    pl_vec3d way = pl_vec3d_sub(pl_jiggle_vertex(jiggle, vertex), pl_vec3d_load(b->centre));
    pl_vec3d normal = pl_vec3_widen(pl_vec3_load(jiggle->normals + 3 * (size_t)vertex));
    return pl_vec3d_length(way) <= reach && pl_vec3d_dot(way, normal) >= 0;
}

// Weights of all vertices within `reach` around a ball's centre, by segment.
static void sum_shares(placing* p, const pl_jiggle_ball* b, double reach) {
    uint32_t segments = p->def->segment_count;
    memset(p->share, 0, segments * sizeof *p->share);
    for (uint32_t i = 0; i < p->jiggle->vertex_count; ++i) {
        if (!is_around(p->jiggle, i, b, reach)) continue;
        if (!p->def->weights) {
            p->share[0] += 1;
            continue;
        }
        for (size_t k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) {
            float weight = p->def->weights[PLUMP_JIGGLE_WEIGHTS * (size_t)i + k];
            if (weight > 0)
                p->share[p->def->segments[PLUMP_JIGGLE_WEIGHTS * (size_t)i + k]] += (double)weight;
        }
    }
}

// The segment with the largest share, taken away; false: none is left.
static bool take_largest(placing* p, uint32_t* segment, double* share) {
    *share = 0;
    *segment = 0;
    for (uint32_t i = 0; i < p->def->segment_count; ++i) {
        if (!(p->share[i] > *share)) continue;
        *segment = i;
        *share = p->share[i];
    }
    if (*share > 0) p->share[*segment] = 0;
    return *share > 0;
}

// The anchor goes with what the surface of its ball goes with. A cylinder may have no vertices
// there, between its ends: then with what is around farther off.
static bool find_anchor(placing* p, const pl_jiggle_ball* b, plump_jiggle_set* set) {
    double sum = 0, share;
    uint32_t count = 0, segment;
    for (double reach = 1.3 * b->radius; count == 0 && reach < (double)set->radius; reach *= 1.5) {
        sum_shares(p, b, reach);
        while (count < PLUMP_JIGGLE_WEIGHTS && take_largest(p, &segment, &share)) {
            set->segments[count] = segment;
            set->weights[count++] = (float)share;
            sum += share;
        }
    }
    for (uint32_t k = 0; k < count; ++k) set->weights[k] = (float)((double)set->weights[k] / sum);
    return count > 0;
}

static bool is_own(const plump_jiggle_set* set, uint32_t segment) {
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k)
        if (set->weights[k] > 0 && set->segments[k] == segment) return true;
    return false;
}

// Segments that share vertices with the set's own: a hand that rests on the belly is none of them.
static void mark_beside(placing* p, const plump_jiggle_set* set) {
    memset(p->beside, 0, p->def->segment_count);
    for (uint32_t i = 0; p->def->weights && i < p->jiggle->vertex_count; ++i) {
        const uint32_t* segments = p->def->segments + PLUMP_JIGGLE_WEIGHTS * (size_t)i;
        const float* weights = p->def->weights + PLUMP_JIGGLE_WEIGHTS * (size_t)i;
        bool meets = false;
        for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k)
            meets = meets || (weights[k] > 0 && is_own(set, segments[k]));
        for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS && meets; ++k)
            if (weights[k] > 0) p->beside[segments[k]] = 1;
    }
}

static void find_on(placing* p, const pl_jiggle_ball* b, plump_jiggle_set* set) {
    double share;
    uint32_t segment;
    sum_shares(p, b, (double)set->radius);
    mark_beside(p, set);
    while (set->on_count < PLUMP_JIGGLE_ON_MOST && take_largest(p, &segment, &share))
        if (is_own(set, segment) || p->beside[segment]) set->on[set->on_count++] = segment;
}

static bool is_independent(const placing* p, const pl_jiggle_ball* b, const plump_jiggle_set* sets,
                           uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        // balls that overlap are of the same part
        double other = p->depth[i], away[3];
        for (int k = 0; k < 3; ++k)
            away[k] = b->centre[k] + p->jiggle->centre[k] - sets[i].anchor[k];
        if (pl_vec3d_length(pl_vec3d_load(away)) < other + b->radius) return false;
    }
    return true;
}

static double distance(const double a[3], const double b[3]) {
    return pl_vec3d_length(pl_vec3d_sub(pl_vec3d_load(a), pl_vec3d_load(b)));
}

// It is in the row, or much smaller and its centre in one of the row: those in the corners of a
// cylinder's end are no parts.
static bool is_of_row(const pl_jiggle_balls* balls, const pl_jiggle_ball* b) {
    for (uint32_t i = 0; i < balls->row_count; ++i) {
        const pl_jiggle_ball* other = &balls->items[balls->row[i]];
        bool is_within = distance(other->centre, b->centre) < other->radius;
        if (other == b || (is_within && b->radius < CORNER_MOST * other->radius)) return true;
    }
    return false;
}

// The set in a row reaches its neighbours well: they need none of their own.
static void take_row(placing* p, const pl_jiggle_ball* b, double reach) {
    for (uint32_t i = 0; i < p->balls.count; ++i) {
        const pl_jiggle_ball* other = &p->balls.items[i];
        if (p->is_taken[i] || distance(other->centre, b->centre) >= reach + other->radius) continue;
        if (is_of_row(&p->balls, other)) p->is_taken[i] = 1;
    }
}

// Masses by area, one stiffness, the same damping ratio. `size`: of the first set's thickness.
static void tune_set(const placing* p, double size, plump_jiggle_set* set) {
    double w = 2 * PL_PI * (double)p->wishes->hertz;
    double stiffness = w * w / (double)p->wishes->strength;
    set->mass = (float)(size * size);
    set->stiffness = (float)stiffness;
    set->damping = (float)(2 * (double)p->wishes->ratio * sqrt(stiffness) * size);
}

// Fields move vertices: one that has hardly any does nothing, or draws out a single corner.
static bool has_vertices(const plump_jiggle* jiggle, const pl_jiggle_ball* b, double radius) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < jiggle->vertex_count && count < FEWEST; ++i) {
        pl_vec3d way = pl_vec3d_sub(pl_jiggle_vertex(jiggle, i), pl_vec3d_load(b->centre));
        count += pl_vec3d_length(way) < NEAR * radius;
    }
    return count == FEWEST;
}

static void shape_set(const placing* p, const pl_jiggle_ball* b, double slender,
                      plump_jiggle_set* set) {
    double depth = (double)p->wishes->reach * (1 + LONGER * slender);
    double limit = (LIMIT_IN_DEPTH - (LIMIT_IN_DEPTH - LIMIT_LONG) * slender) / depth;
    *set = plump_default_jiggle_set();
    set->radius = (float)(depth * b->radius);
    set->limit = (float)(limit < LIMIT_IN_RADII ? limit : LIMIT_IN_RADII);
    for (int k = 0; k < 3; ++k) set->anchor[k] = b->centre[k] + p->jiggle->centre[k];
}

// A set in the ball; false: it is outside, or would move nothing.
static bool make_set(placing* p, const pl_jiggle_ball* b, double slender, plump_jiggle_set* set) {
    p->looked_at += p->jiggle->triangle_count;
    if (winding(p->jiggle, b->centre) < 0.5 || is_cut(p->jiggle, b)) return false;
    shape_set(p, b, slender, set);
    if (!has_vertices(p->jiggle, b, (double)set->radius) || !find_anchor(p, b, set)) return false;
    find_on(p, b, set);
    return true;
}

// --- left and right ---

// The balls to fill for the one that was found: itself, or one in the plane of symmetry, or a pair.
// None if the plane runs outside there, or where the shape is narrow.
static uint32_t mirror_ball(const placing* p, pl_jiggle_ball balls[2]) {
    int axis = p->balls.mirror;
    if (axis < 0) return 1;
    double off = balls[0].centre[axis] - p->balls.middle;
    if (fabs(off) >= balls[0].radius) {
        balls[1] = balls[0];
        balls[1].centre[axis] = p->balls.middle - off;
        return 2;
    }
    balls[0].centre[axis] = p->balls.middle;
    return pl_jiggle_depth(&p->balls, balls[0].centre) >= NARROWER * balls[0].radius;
}

// --- all of them ---

static void add_set(placing* p, const pl_jiggle_ball* b, plump_jiggle_set* set, uint32_t index) {
    p->first_of[set->segments[0]] += 1;
    p->depth[index] = b->radius;
    take_row(p, b, (double)set->radius / (double)p->wishes->reach);
    tune_set(p, b->radius / p->depth[0], set);
}

// Sets for a ball, and for its like on the other side; returns how many, at most `room`.
static uint32_t fill_ball(placing* p, const pl_jiggle_ball* found, plump_jiggle_set* sets,
                          uint32_t count, uint32_t room) {
    pl_jiggle_ball balls[2] = {*found, *found};
    plump_jiggle_set* set = sets + count;
    uint32_t pair = mirror_ball(p, balls);
    if (pair == 0 || !is_independent(p, &balls[0], sets, count)) return 0;
    if (pair > room && count > 0) return 0;  // none rather than half a pair
    double farthest = (double)p->wishes->reach * (1 + LONGER) * found->radius;
    if (!has_vertices(p->jiggle, &balls[0], farthest)) return 0;  // saves looking for its row
    double slender = pl_jiggle_slenderness(&p->balls, found);
    if (!make_set(p, &balls[0], slender, &set[0])) return 0;
    bool is_crowded = p->def->segment_count > 1 && p->first_of[set->segments[0]] >= PER_SEGMENT;
    if (is_crowded) return 0;
    add_set(p, &balls[0], &set[0], count);
    if (pair < 2 || room < 2 || !is_independent(p, &balls[1], sets, count + 1)) return 1;
    if (!make_set(p, &balls[1], slender, &set[1])) return 1;
    pl_jiggle_slenderness(&p->balls, pl_jiggle_nearest_ball(&p->balls, balls[1].centre));
    add_set(p, &balls[1], &set[1], count + 1);
    return 2;
}

static uint32_t pick_sets(placing* p, plump_jiggle_set* sets, uint32_t capacity) {
    uint32_t count = 0, most = p->wishes->set_most < capacity ? p->wishes->set_most : capacity;
    for (uint32_t i = 0; i < p->balls.count && count < most; ++i) {
        const pl_jiggle_ball* b = &p->balls.items[i];
        double thickest = count > 0 ? p->depth[0] : 0;
        if (b->radius < (double)p->wishes->thickness_least * thickest) break;
        if (p->is_taken[i] || !is_independent(p, b, sets, count)) continue;
        if (p->looked_at > WINDING_MOST) break;  // an open mesh, with no inside to speak of
        count += fill_ball(p, b, sets, count, most - count);
    }
    return count;
}

// --- the call ---

static plump_result check_wishes(const plump_jiggle_placing* wishes, plump_error* error) {
    if (!wishes || wishes->cookie != PL_COOKIE_PLACING)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "begin a plump_jiggle_placing with plump_default_jiggle_placing()");
    plump_result result = pl_check_float(wishes->thickness_least, 0, 1, "thickness_least", error);
    if (result == PLUMP_OK)
        result = pl_check_float(wishes->reach, 0.1, 100, "reach of sets", error);
    if (result == PLUMP_OK)
        result = pl_check_float(wishes->hertz, 1e-3, 1e4, "frequency of sets", error);
    if (result == PLUMP_OK)
        result = pl_check_float(wishes->ratio, 0, 1e3, "damping ratio of sets", error);
    if (result == PLUMP_OK)
        result = pl_check_float(wishes->strength, 1e-3, 1e3, "strength of sets", error);
    return result;
}

static plump_result place(placing* p, plump_jiggle_set* sets, uint32_t capacity, uint32_t* count,
                          plump_error* error) {
    uint32_t segments = p->def->segment_count;
    p->share = pl_arena_alloc(&p->scratch, segments, sizeof *p->share);
    p->beside = pl_arena_alloc(&p->scratch, segments, 1);
    p->first_of = pl_arena_alloc_zero(&p->scratch, segments, sizeof *p->first_of);
    p->depth = pl_arena_alloc(&p->scratch, capacity, sizeof *p->depth);
    if (!p->share || !p->beside || !p->first_of || !p->depth ||
        !pl_jiggle_find_balls(p->jiggle, &p->scratch, &p->balls))
        return pl_fail_memory(error, "placing sets");
    p->is_taken = pl_arena_alloc_zero(&p->scratch, p->balls.count, 1);
    if (!p->is_taken) return pl_fail_memory(error, "placing sets");
    *count = pick_sets(p, sets, capacity);
    return PLUMP_OK;
}

plump_result plump_jiggle_place_sets(const plump_jiggle_def* def,
                                     const plump_jiggle_placing* wishes, plump_jiggle_set* sets,
                                     uint32_t capacity, uint32_t* count, plump_error* error) {
    if (!count || (capacity > 0 && !sets))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the sets");
    *count = 0;
    plump_result result = check_wishes(wishes, error);
    if (result != PLUMP_OK) return result;
    if (!def || def->cookie != PL_COOKIE_JIGGLE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "begin a plump_jiggle_def with plump_default_jiggle_def()");
    if (def->points_only)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "a cloud of points has no inside to place sets in: give triangles");
    plump_jiggle_def plain = *def;
    plain.sets = NULL;
    plain.set_count = 0;
    plain.worker_count = 1;
    memset(&plain.tasks, 0, sizeof plain.tasks);
    placing p = {
        .def = def, .wishes = wishes, .scratch = pl_arena_make(pl_alloc_hooks(def->allocator))};
    result = plump_jiggle_create(&plain, &p.jiggle, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    result = place(&p, sets, capacity, count, error);
    pl_fpmode_leave(mode);
    pl_arena_release(&p.scratch, NULL);
    plump_jiggle_destroy(p.jiggle);
    return result;
}
