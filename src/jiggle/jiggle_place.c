// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Sets that place themselves, by the paper's rules of thumb (section 3.5): in the middle of large
// homogeneous parts, as far-reaching as the part is thick, then smaller ones in distant parts;
// masses in proportion to the area of influence, one stiffness for all.
//
// The middle of a part is the centre of a ball that touches the surface from inside at two places
// far apart. One is found from every sample of the surface: a ball that touches there is shrunk
// until no vertex lies inside (Ma, Bae, Choi, "3D medial axis point approximation using nearest
// neighbors and the normal field", 2012). The largest is taken first; others that are not
// independent of those taken are passed over.
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/jiggle/jiggle_data.h"
#include "src/math/elementary.h"
#include "src/mesh/mesh_sort.h"
#include "src/world/checks.h"

#include <math.h>

#define SAMPLES_MOST 1500u   // balls
#define TARGETS_MOST 20000u  // vertices that stop a ball
#define SHRINKS_MOST 24
#define WINDING_MOST 40000000u  // triangles looked at to tell inside from outside, two seconds
#define PER_SEGMENT  2u         // sets that have the same segment as their first
// A ball that touches at two places seen from its centre under less than this is held up by
// roughness, not by the other side: cos 30 degrees.
#define ROUGHNESS 0.87

typedef struct ball {
    double centre[3], radius;
} ball;

typedef struct placing {
    const plump_jiggle_def* def;
    const plump_jiggle_placing* wishes;
    plump_jiggle* jiggle;  // for its bind pose and normals
    pl_arena scratch;
    ball* balls;
    uint32_t ball_count;
    double* share;          // per segment: weights of vertices near a set
    unsigned char* beside;  // per segment: shares a vertex with the set's own
    uint64_t looked_at;     // triangles, by winding
    uint32_t* first_of;     // per segment: sets that have it as their first
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

static uint32_t every(uint32_t count, uint32_t most) {
    return count <= most ? 1 : count / most + (count % most != 0);
}

static pl_vec3d vertex_at(const plump_jiggle* jiggle, uint32_t vertex) {
    return pl_vec3_widen(pl_vec3_load(jiggle->bind + 3 * (size_t)vertex));
}

// --- balls ---

static uint32_t nearest_vertex(const plump_jiggle* jiggle, pl_vec3d centre, double* square) {
    uint32_t stride = every(jiggle->vertex_count, TARGETS_MOST), best = 0;
    float x = (float)centre.x, y = (float)centre.y, z = (float)centre.z, least = 3e38f;
    for (uint32_t i = 0; i < jiggle->vertex_count; i += stride) {
        const float* at = jiggle->bind + 3 * (size_t)i;
        float dx = at[0] - x, dy = at[1] - y, dz = at[2] - z, d = dx * dx + dy * dy + dz * dz;
        best = d < least ? i : best;
        least = d < least ? d : least;
    }
    *square = (double)least;
    return best;
}

// The ball that touches the surface at a vertex; false: there is none of any use.
static bool shrink_ball(const plump_jiggle* jiggle, uint32_t vertex, double start, ball* to) {
    pl_vec3d x = vertex_at(jiggle, vertex);
    pl_vec3d n = pl_vec3_widen(pl_vec3_load(jiggle->normals + 3 * (size_t)vertex));
    double radius = start;
    bool touches = false;
    if (!(pl_vec3d_max_abs(n) > 0)) return false;
    for (int i = 0; i < SHRINKS_MOST; ++i) {
        pl_vec3d centre = pl_vec3d_add_scaled(x, -radius, n);
        double square;
        pl_vec3d y = vertex_at(jiggle, nearest_vertex(jiggle, centre, &square));
        if (square >= radius * radius * 0.999) break;
        pl_vec3d way = pl_vec3d_sub(x, y);
        double depth = pl_vec3d_dot(n, way);
        if (!(depth > 1e-9 * start)) break;
        double next = pl_vec3d_length_squared(way) / (2 * depth);
        pl_vec3d middle = pl_vec3d_add_scaled(x, -next, n);
        double cosine = pl_vec3d_dot(n, pl_vec3d_sub(y, middle)) / next;
        if (cosine > ROUGHNESS || !(next < radius)) break;
        radius = next;
        touches = true;
    }
    if (!touches) return false;
    pl_vec3d_store(pl_vec3d_add_scaled(x, -radius, n), to->centre);
    to->radius = radius;
    return true;
}

// Largest first.
static bool find_balls(placing* p) {
    const plump_jiggle* jiggle = p->jiggle;
    uint32_t stride = every(jiggle->vertex_count, SAMPLES_MOST);
    uint32_t room = jiggle->vertex_count / stride + 1;
    ball* found = pl_arena_alloc(&p->scratch, room, sizeof *found);
    pl_keyed* order = pl_arena_alloc(&p->scratch, room, sizeof *order);
    pl_keyed* spare = pl_arena_alloc(&p->scratch, room, sizeof *spare);
    p->balls = pl_arena_alloc(&p->scratch, room, sizeof *p->balls);
    if (!found || !order || !spare || !p->balls) return false;
    double start = 0;
    for (size_t i = 0; i < 3 * (size_t)jiggle->vertex_count; ++i)
        start = fabs((double)jiggle->bind[i]) > start ? fabs((double)jiggle->bind[i]) : start;
    for (uint32_t i = 0; i < jiggle->vertex_count; i += stride)
        if (shrink_ball(jiggle, i, 2 * start, &found[p->ball_count])) p->ball_count += 1;
    for (uint32_t i = 0; i < p->ball_count; ++i) {
        // in steps of 1e-9 of the largest possible, largest first
        double rank = (1 - found[i].radius / (2 * start)) * 1e9;
        order[i] = (pl_keyed){(uint64_t)(rank > 0 ? rank : 0), i};
    }
    pl_sort_keyed(order, spare, p->ball_count);
    for (uint32_t i = 0; i < p->ball_count; ++i) p->balls[i] = found[order[i].value];
    return true;
}

// How often the surface goes around a point; 0 outside a closed one (van Oosterom and Strackee's
// solid angles).
static double winding(const plump_jiggle* jiggle, const double at[3]) {
    pl_vec3d from = pl_vec3d_load(at);
    double sum = 0;
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t) {
        const uint32_t* corner = jiggle->triangles + 3 * (size_t)t;
        pl_vec3d a = pl_vec3d_sub(vertex_at(jiggle, corner[0]), from);
        pl_vec3d b = pl_vec3d_sub(vertex_at(jiggle, corner[1]), from);
        pl_vec3d c = pl_vec3d_sub(vertex_at(jiggle, corner[2]), from);
        double la = pl_vec3d_length(a), lb = pl_vec3d_length(b), lc = pl_vec3d_length(c);
        double below = la * lb * lc + pl_vec3d_dot(a, b) * lc + pl_vec3d_dot(b, c) * la +
                       pl_vec3d_dot(c, a) * lb;
        sum += pl_atan2(pl_vec3d_triple(a, b, c), below);
    }
    return sum / (2 * PL_PI);
}

// --- a set ---

// The vertex is near, and its surface is seen from inside: another part that comes near is not.
static bool is_around(const plump_jiggle* jiggle, uint32_t vertex, const ball* b, double reach) {
    pl_vec3d way = pl_vec3d_sub(vertex_at(jiggle, vertex), pl_vec3d_load(b->centre));
    pl_vec3d normal = pl_vec3_widen(pl_vec3_load(jiggle->normals + 3 * (size_t)vertex));
    return pl_vec3d_length(way) <= reach && pl_vec3d_dot(way, normal) >= 0;
}

// Weights of all vertices within `reach` around a ball's centre, by segment.
static void sum_shares(placing* p, const ball* b, double reach) {
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

// The anchor goes with what the surface of its ball goes with.
static bool find_anchor(placing* p, const ball* b, plump_jiggle_set* set) {
    double sum = 0, share;
    uint32_t count = 0, segment;
    sum_shares(p, b, 1.3 * b->radius);
    while (count < PLUMP_JIGGLE_WEIGHTS && take_largest(p, &segment, &share)) {
        set->segments[count] = segment;
        set->weights[count++] = (float)share;
        sum += share;
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

static void find_on(placing* p, const ball* b, plump_jiggle_set* set) {
    double share;
    uint32_t segment;
    sum_shares(p, b, (double)set->radius);
    mark_beside(p, set);
    while (set->on_count < PLUMP_JIGGLE_ON_MOST && take_largest(p, &segment, &share))
        if (is_own(set, segment) || p->beside[segment]) set->on[set->on_count++] = segment;
}

static bool is_independent(const placing* p, const ball* b, const plump_jiggle_set* sets,
                           uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        // balls that overlap are of the same part
        double other = (double)sets[i].radius / (double)p->wishes->reach, away[3];
        for (int k = 0; k < 3; ++k)
            away[k] = b->centre[k] + p->jiggle->centre[k] - sets[i].anchor[k];
        if (pl_vec3d_length(pl_vec3d_load(away)) < other + b->radius) return false;
    }
    return true;
}

// Masses by area, one stiffness, the same damping ratio.
static void tune_set(const placing* p, float largest, plump_jiggle_set* set) {
    double size = (double)set->radius / (double)largest, w = 2 * PL_PI * (double)p->wishes->hertz;
    double stiffness = w * w / (double)p->wishes->strength;
    set->mass = (float)(size * size);
    set->stiffness = (float)stiffness;
    set->damping = (float)(2 * (double)p->wishes->ratio * sqrt(stiffness) * size);
}

static uint32_t pick_sets(placing* p, plump_jiggle_set* sets, uint32_t capacity) {
    uint32_t count = 0, most = p->wishes->set_most < capacity ? p->wishes->set_most : capacity;
    double least = 0;
    for (uint32_t i = 0; i < p->ball_count && count < most; ++i) {
        const ball* b = &p->balls[i];
        if (b->radius < least) break;
        if (!is_independent(p, b, sets, count)) continue;
        if (p->looked_at > WINDING_MOST) break;  // an open mesh, with no inside to speak of
        p->looked_at += p->jiggle->triangle_count;
        if (winding(p->jiggle, b->centre) < 0.5) continue;
        plump_jiggle_set set = plump_default_jiggle_set();
        set.radius = (float)((double)p->wishes->reach * b->radius);
        for (int k = 0; k < 3; ++k) set.anchor[k] = b->centre[k] + p->jiggle->centre[k];
        if (!find_anchor(p, b, &set)) continue;
        bool is_crowded = p->def->segment_count > 1 && p->first_of[set.segments[0]] >= PER_SEGMENT;
        if (is_crowded) continue;
        p->first_of[set.segments[0]] += 1;
        find_on(p, b, &set);
        if (count == 0) least = (double)p->wishes->thickness_least * b->radius;
        tune_set(p, count == 0 ? set.radius : sets[0].radius, &set);
        sets[count++] = set;
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
    if (!p->share || !p->beside || !p->first_of || !find_balls(p))
        return pl_fail_memory(error, "placing sets");
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
