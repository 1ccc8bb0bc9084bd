// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where a shape is thick: balls that touch its surface from inside at two places far apart. One is
// sought from every sample of the surface: a ball that touches there is shrunk until no sample lies
// inside (Ma, Bae, Choi, "3D medial axis point approximation using nearest neighbors and the normal
// field", 2012). Limbs and tails are long rows of such balls. Most characters have a left and a
// right that are alike: the plane between them is sought across each axis, in the middle of the
// shape.
#include "src/jiggle/jiggle_balls.h"

#include "src/mesh/mesh_sort.h"

#include <math.h>

#define BALLS_MOST    2000u
#define VERTICES_MOST 20000u  // that stop a ball
#define ON_FACES      4000u   // samples within triangles, at most
#define FINE          2u      // a triangle that would get so many needs none: it has its corners
#define SHRINKS_MOST  24
// A ball that touches at two places seen from its centre under less than this is held up by
// roughness, not by the other side: cos 30 degrees.
#define ROUGHNESS 0.87
// What holds it across is seen under more than this; less is an edge or a corner: cos 107 degrees.
#define CORNER -0.3
// The balls of a row have radii between these, and reach so far from its middle, in its radius; one
// no longer than COMPACT is not a long part.
#define ALIKE_LEAST 0.7
#define ALIKE_MOST  1.5
#define SEEN        4.0
#define COMPACT     2.0
// Alike are sides where so large a share of the places looked at, mirrored, are on the surface
// again, within a share of the shape's size.
#define MIRRORED_LEAST 0.95
#define MIRROR_SLACK   0.01
#define MIRROR_LOOKS   500u

// A point of the surface and its normal.
typedef struct pl_jiggle_sample {
    float at[3], normal[3];
} sample;

typedef pl_jiggle_ball ball;

static uint32_t every(uint32_t count, uint32_t most) {
    return count <= most ? 1 : count / most + (count % most != 0);
}

// --- samples ---

static void add_sample(pl_jiggle_balls* p, pl_vec3d at, pl_vec3d normal) {
    sample* to = &p->samples[p->sample_count++];
    pl_vec3_store(pl_vec3d_narrow(at), to->at);
    pl_vec3_store(pl_vec3d_narrow(normal), to->normal);
}

// Points spread evenly over a triangle, `count` of them: steps of the plastic number's powers.
static void sample_face(pl_jiggle_balls* p, pl_vec3d a, pl_vec3d ab, pl_vec3d ac, pl_vec3d normal,
                        uint32_t count) {
    for (uint32_t i = 1; i <= count; ++i) {
        double u = i * 0.7548776662466927, v = i * 0.5698402909980532;
        u -= floor(u);
        v -= floor(v);
        bool is_beyond = u + v > 1;
        pl_vec3d at = pl_vec3d_add_scaled(a, is_beyond ? 1 - u : u, ab);
        add_sample(p, pl_vec3d_add_scaled(at, is_beyond ? 1 - v : v, ac), normal);
    }
}

static pl_vec3d face_normal(const plump_jiggle* jiggle, uint32_t t, pl_vec3d* a, pl_vec3d* ab,
                            pl_vec3d* ac) {
    const uint32_t* corner = jiggle->triangles + 3 * (size_t)t;
    *a = pl_jiggle_vertex(jiggle, corner[0]);
    *ab = pl_vec3d_sub(pl_jiggle_vertex(jiggle, corner[1]), *a);
    *ac = pl_vec3d_sub(pl_jiggle_vertex(jiggle, corner[2]), *a);
    return pl_vec3d_cross(*ab, *ac);
}

// Vertices, and within triangles as many points as their share of the area asks for: a cylinder may
// have none between its ends.
static bool find_samples(pl_jiggle_balls* p, pl_arena* arena) {
    const plump_jiggle* jiggle = p->jiggle;
    uint32_t stride = every(jiggle->vertex_count, VERTICES_MOST);
    p->samples =
        pl_arena_alloc(arena, jiggle->vertex_count / stride + 1 + ON_FACES, sizeof *p->samples);
    if (!p->samples) return false;
    for (uint32_t i = 0; i < jiggle->vertex_count; i += stride)
        add_sample(p, pl_jiggle_vertex(jiggle, i),
                   pl_vec3_widen(pl_vec3_load(jiggle->normals + 3 * (size_t)i)));
    double area = 0;
    pl_vec3d a, ab, ac;
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t)
        area += pl_vec3d_length(face_normal(jiggle, t, &a, &ab, &ac));
    for (uint32_t t = 0; t < jiggle->triangle_count; ++t) {
        pl_vec3d normal = face_normal(jiggle, t, &a, &ab, &ac);
        double length = pl_vec3d_length(normal), share = area > 0 ? length / area : 0;
        uint32_t count = (uint32_t)(share * ON_FACES);
        if (count > FINE)
            sample_face(p, a, ab, ac, pl_vec3d_scale(normal, 1 / length), count - FINE);
    }
    return true;
}

// --- balls ---

static const sample* nearest_sample(const pl_jiggle_balls* p, pl_vec3d centre, double* square) {
    const sample* best = p->samples;
    float x = (float)centre.x, y = (float)centre.y, z = (float)centre.z, least = 3e38f;
    for (const sample* s = p->samples; s < p->samples + p->sample_count; ++s) {
        float dx = s->at[0] - x, dy = s->at[1] - y, dz = s->at[2] - z;
        float d = dx * dx + dy * dy + dz * dz;
        best = d < least ? s : best;
        least = d < least ? d : least;
    }
    *square = (double)least;
    return best;
}

// The ball that touches the surface at a sample; false: there is none of any use.
static bool shrink_ball(const pl_jiggle_balls* p, const sample* from, double start, ball* to) {
    pl_vec3d x = pl_vec3_widen(pl_vec3_load(from->at));
    pl_vec3d n = pl_vec3_widen(pl_vec3_load(from->normal));
    double radius = start;
    double across = 0;  // its radius when something across held it last
    if (!(pl_vec3d_max_abs(n) > 0)) return false;
    for (int i = 0; i < SHRINKS_MOST; ++i) {
        pl_vec3d centre = pl_vec3d_add_scaled(x, -radius, n);
        double square;
        pl_vec3d y = pl_vec3_widen(pl_vec3_load(nearest_sample(p, centre, &square)->at));
        if (square >= radius * radius * 0.999) break;
        pl_vec3d way = pl_vec3d_sub(x, y);
        double depth = pl_vec3d_dot(n, way);
        if (!(depth > 1e-9 * start)) break;
        double next = pl_vec3d_length_squared(way) / (2 * depth);
        pl_vec3d middle = pl_vec3d_add_scaled(x, -next, n);
        double cosine = pl_vec3d_dot(n, pl_vec3d_sub(y, middle)) / next;
        if (cosine > ROUGHNESS || !(next < radius)) break;
        radius = next;
        if (cosine < CORNER) across = next;
    }
    if (!(across > 0) || radius < 0.8 * across) return false;
    pl_vec3d_store(pl_vec3d_add_scaled(x, -radius, n), to->centre);
    to->radius = radius;
    return true;
}

// --- left and right ---

// The extent of the vertices along an axis, and its middle.
static double extent(const plump_jiggle* jiggle, int axis, double* middle) {
    double low = 1e300, high = -1e300;
    for (uint32_t i = 0; i < jiggle->vertex_count; ++i) {
        double x = (double)jiggle->bind[3 * (size_t)i + (size_t)axis];
        low = x < low ? x : low;
        high = x > high ? x : high;
    }
    *middle = (low + high) / 2;
    return high - low;
}

// The sample's mirror image is on the surface, too: on the plane through the sample nearest to it.
static bool is_mirrored(const pl_jiggle_balls* p, const sample* s, int axis, double middle,
                        double size) {
    double at[3], square;
    for (int k = 0; k < 3; ++k) at[k] = (double)s->at[k];
    at[axis] = 2 * middle - at[axis];
    const sample* near = nearest_sample(p, pl_vec3d_load(at), &square);
    pl_vec3d way = pl_vec3d_sub(pl_vec3d_load(at), pl_vec3_widen(pl_vec3_load(near->at)));
    double off = pl_vec3d_dot(way, pl_vec3_widen(pl_vec3_load(near->normal)));
    return fabs(off) <= MIRROR_SLACK * size && square <= 0.01 * size * size;
}

// The axis whose two sides are most alike; of axes that are about as good, the first.
static void find_mirror(pl_jiggle_balls* p) {
    uint32_t stride = every(p->sample_count, MIRROR_LOOKS), best = 0;
    double size = 0, middle[3];
    for (int axis = 0; axis < 3; ++axis) {
        double length = extent(p->jiggle, axis, &middle[axis]);
        size = length > size ? length : size;
    }
    p->mirror = -1;
    for (int axis = 0; axis < 3; ++axis) {
        uint32_t count = 0, looks = 0;
        for (uint32_t i = 0; i < p->sample_count; i += stride, ++looks)
            count += is_mirrored(p, &p->samples[i], axis, middle[axis], size);
        if (count < MIRRORED_LEAST * looks || count <= best + looks / 50) continue;
        best = count;
        p->mirror = axis;
        p->middle = middle[axis];
    }
}

double pl_jiggle_depth(const pl_jiggle_balls* p, const double at[3]) {
    double square;
    nearest_sample(p, pl_vec3d_load(at), &square);
    return sqrt(square);
}

const pl_jiggle_ball* pl_jiggle_nearest_ball(const pl_jiggle_balls* p, const double at[3]) {
    const ball* best = p->items;
    double least = 1e300;
    for (const ball* b = p->items; b < p->items + p->count; ++b) {
        double away = pl_vec3d_length(pl_vec3d_sub(pl_vec3d_load(b->centre), pl_vec3d_load(at)));
        best = away < least ? b : best;
        least = away < least ? away : least;
    }
    return best;
}

// --- all of them ---

static bool make_room(pl_jiggle_balls* p, pl_arena* arena, uint32_t balls) {
    p->items = pl_arena_alloc(arena, balls, sizeof *p->items);
    p->row = pl_arena_alloc(arena, balls, sizeof *p->row);
    p->is_in_row = pl_arena_alloc(arena, balls, 1);
    return p->items && p->row && p->is_in_row;
}

bool pl_jiggle_find_balls(const plump_jiggle* jiggle, pl_arena* arena, pl_jiggle_balls* p) {
    memset(p, 0, sizeof *p);
    p->jiggle = jiggle;
    if (!find_samples(p, arena)) return false;
    uint32_t stride = every(p->sample_count, BALLS_MOST);
    uint32_t room = p->sample_count / stride + 1;
    ball* found = pl_arena_alloc(arena, room, sizeof *found);
    pl_keyed* order = pl_arena_alloc(arena, room, sizeof *order);
    pl_keyed* spare = pl_arena_alloc(arena, room, sizeof *spare);
    if (!found || !order || !spare || !make_room(p, arena, room)) return false;
    double start = 0;
    for (size_t i = 0; i < 3 * (size_t)jiggle->vertex_count; ++i)
        start = fabs((double)jiggle->bind[i]) > start ? fabs((double)jiggle->bind[i]) : start;
    for (uint32_t i = 0; i < p->sample_count; i += stride)
        if (shrink_ball(p, &p->samples[i], 2 * start, &found[p->count])) p->count += 1;
    for (uint32_t i = 0; i < p->count; ++i) {
        // in steps of 1e-9 of the largest possible, largest first
        double rank = (1 - found[i].radius / (2 * start)) * 1e9;
        order[i] = (pl_keyed){(uint64_t)(rank > 0 ? rank : 0), i};
    }
    pl_sort_keyed(order, spare, p->count);
    for (uint32_t i = 0; i < p->count; ++i) p->items[i] = found[order[i].value];
    find_mirror(p);
    return true;
}

// --- long parts ---

static pl_vec3d between(const ball* a, const ball* b) {
    return pl_vec3d_sub(pl_vec3d_load(b->centre), pl_vec3d_load(a->centre));
}

// Balls as thick as this one that hang together with it, up to SEEN radii away.
static void find_row(pl_jiggle_balls* p, const ball* b) {
    uint32_t count = 0, done = 0;
    for (uint32_t i = 0; i < p->count; ++i) {
        double share = p->items[i].radius / b->radius;
        bool is_alike = share >= ALIKE_LEAST && share <= ALIKE_MOST &&
                        pl_vec3d_length(between(b, &p->items[i])) <= SEEN * b->radius;
        p->is_in_row[i] = !is_alike;  // as good as taken
        if (&p->items[i] == b) p->row[count++] = i, p->is_in_row[i] = 1;
    }
    while (done < count) {
        const ball* from = &p->items[p->row[done++]];
        for (uint32_t i = 0; i < p->count; ++i) {
            const ball* to = &p->items[i];
            if (p->is_in_row[i] || pl_vec3d_length(between(from, to)) > from->radius + to->radius)
                continue;
            p->is_in_row[i] = 1;
            p->row[count++] = i;
        }
    }
    p->row_count = count;
}

double pl_jiggle_slenderness(pl_jiggle_balls* p, const ball* b) {
    find_row(p, b);
    pl_vec3d far = {0, 0, 0};
    double ahead = 0, behind = 0;
    for (uint32_t i = 0; i < p->row_count; ++i) {
        pl_vec3d way = between(b, &p->items[p->row[i]]);
        double length = pl_vec3d_length(way);
        if (length > ahead) far = way, ahead = length;
    }
    for (uint32_t i = 0; i < p->row_count && ahead > 0; ++i) {
        double along = -pl_vec3d_dot(between(b, &p->items[p->row[i]]), far) / ahead;
        behind = along > behind ? along : behind;
    }
    double length = (ahead + behind) / b->radius;
    return length > COMPACT ? (length - COMPACT) / (2 * SEEN - COMPACT) : 0;
}
