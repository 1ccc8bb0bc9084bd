// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies turned about the y axis: capsule and spindle. Rings lie at equal steps along the profile,
// each with as many vertices as keep the edge length, so that no pole is crowded; neighbouring
// rings are zipped together by angle.
#include "src/math/elementary.h"
#include "src/shape/shape_build.h"

#define ARC_SAMPLES 8192
#define TRIALS      1500

typedef struct turned {
    pl_profile* curve;
    const void* form;  // what the curve is told of itself
    double* arc;       // length of the profile up to each of ARC_SAMPLES + 1 samples
    double edge;       // wished edge length
    double upward;     // share of a vertex from which a ring gets one more
    uint32_t steps;    // along the profile
    int64_t lacking;   // vertices that rings get beyond those, spread over the large ones ...
    int64_t large;     // ... which have so many together
} turned;

static void measure_arc(turned* body) {
    double r0, y0, r1, y1;
    body->curve(body->form, 0, &r0, &y0);
    body->arc[0] = 0;
    for (uint32_t i = 1; i <= ARC_SAMPLES; ++i) {
        body->curve(body->form, (double)i / ARC_SAMPLES, &r1, &y1);
        double dr = r1 - r0, dy = y1 - y0;
        body->arc[i] = body->arc[i - 1] + sqrt(dr * dr + dy * dy);
        r0 = r1, y0 = y1;
    }
}

// The area swept by the profile, for a first guess of the edge length.
static double swept_area(const turned* body) {
    double area = 0, r, y;
    for (uint32_t i = 0; i < ARC_SAMPLES; ++i) {
        body->curve(body->form, (i + 0.5) / ARC_SAMPLES, &r, &y);
        area += 2 * PL_PI * r * (body->arc[i + 1] - body->arc[i]);
    }
    return area;
}

static void profile_at(const turned* body, uint32_t step, double* radius, double* height) {
    double length = body->arc[ARC_SAMPLES] * step / body->steps;
    uint32_t low = 0, high = ARC_SAMPLES;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (body->arc[middle] <= length)
            low = middle;
        else
            high = middle;
    }
    double share = (length - body->arc[low]) / (body->arc[high] - body->arc[low]);
    body->curve(body->form, (low + share) / ARC_SAMPLES, radius, height);
}

static uint32_t ring_count(const turned* body, double radius) {
    uint32_t count = (uint32_t)(2 * PL_PI * radius / body->edge + 1 - body->upward);
    return count < 3 ? 3 : count;
}

static void set_edge(turned* body, double edge) {
    double rows = body->arc[ARC_SAMPLES] / (edge * 0.8660254037844386);
    body->edge = edge;
    body->steps = rows < 2 ? 2 : (uint32_t)(rows + 0.5);
}

static uint32_t vertex_count(const turned* body) {
    uint32_t count = 2;
    for (uint32_t i = 1; i < body->steps; ++i) {
        double radius, height;
        profile_at(body, i, &radius, &height);
        count += ring_count(body, radius);
    }
    return count;
}

// Tries edge lengths around the one the area suggests, and ways to round, until the count is met;
// else it keeps the nearest.
static uint32_t choose_edge(turned* body, uint32_t wish) {
    double guess = sqrt(swept_area(body) * 2 / sqrt(3.0) / wish);
    body->upward = 0.5;
    for (uint32_t k = 0; k < 8; ++k) {
        set_edge(body, guess);
        guess *= sqrt((double)vertex_count(body) / wish);
    }
    turned best = *body;
    double step = wish > 250 ? 0.5 / wish : 0.002;  // about a vertex more or less
    uint32_t least = UINT32_MAX, best_count = 0;
    for (uint32_t k = 0; k < TRIALS && least > 0; ++k) {
        uint32_t ring = k / 30;
        double away = step * ring * (k % 2 ? 1 : -1);
        uint32_t way = (k / 2) % 5;
        body->upward = 0.5 + 0.1 * way - 0.2;
        set_edge(body, guess * (1 + away));
        body->steps += (k / 10) % 3;  // none, one or two rows more
        uint32_t count = vertex_count(body), missed = count > wish ? count - wish : wish - count;
        if (missed >= least) continue;
        least = missed, best = *body, best_count = count;
    }
    *body = best;
    return best_count;
}

typedef struct turned_ring {
    uint32_t first, count;
    double phase;  // angle of its first vertex, in cells
} turned_ring;

// Zips two rings (the lower first); always goes on where the next vertex comes first by angle.
static uint32_t* zip(const turned_ring* low, const turned_ring* high, uint32_t* t) {
    uint32_t i = 0, j = 0;
    uint32_t low_end = low->count > 1 ? low->count : 0;  // a pole has no edge to go along
    uint32_t high_end = high->count > 1 ? high->count : 0;
    while (i < low_end || j < high_end) {
        double next_low = (i + 0.5 + low->phase) / low->count;
        double next_high = (j + 0.5 + high->phase) / high->count;
        uint32_t a = low->first + i % low->count, b = high->first + j % high->count;
        bool on_low = j == high_end || (i < low_end && next_low < next_high);
        *t++ = a;
        *t++ = on_low ? low->first + (i + 1) % low->count : high->first + (j + 1) % high->count;
        *t++ = b;
        if (on_low)
            ++i;
        else
            ++j;
    }
    return t;
}

static void place_ring(const turned_ring* ring, double radius, double height, pl_vec3d* points) {
    for (uint32_t j = 0; j < ring->count; ++j) {
        double angle = 2 * PL_PI * (j + ring->phase) / ring->count;
        points[ring->first + j] =
            (pl_vec3d){radius * pl_sin(angle), height, radius * pl_cos(angle)};
    }
}

// Rings of so few vertices keep them.
#define SMALL_RING 5

// How many vertices large rings have, up to and with a ring of `count`.
static int64_t add_large(int64_t sum, uint32_t count) {
    return count > SMALL_RING ? sum + count : sum;
}

static void spread_lacking(turned* body, int64_t lacking) {
    body->lacking = lacking;
    body->large = 0;
    for (uint32_t i = 1; i < body->steps; ++i) {
        double radius, height;
        profile_at(body, i, &radius, &height);
        body->large = add_large(body->large, ring_count(body, radius));
    }
}

// A ring's vertices with its share of those lacking; *before counts through the large rings.
static uint32_t whole_ring(const turned* body, double radius, int64_t* before) {
    uint32_t count = ring_count(body, radius);
    int64_t after = add_large(*before, count);
    int64_t share =
        body->large ? body->lacking * after / body->large - body->lacking * *before / body->large
                    : 0;
    *before = after;
    return (uint32_t)(count + share);
}

static bool make_turned(turned* body, pl_shape_surface* surface, uint32_t wish, bool exactly) {
    body->arc = pl_arena_alloc(surface->arena, ARC_SAMPLES + 1, sizeof *body->arc);
    if (!body->arc) return false;
    measure_arc(body);
    uint32_t count = choose_edge(body, wish);
    if (exactly) {
        spread_lacking(body, (int64_t)wish - count);
        if (body->large) count = wish;
    }
    if (!pl_surface_reserve(surface, count, 2 * count - 4)) return false;
    double radius, height;
    uint32_t* t = surface->triangles;
    turned_ring last = {0, 1, 0};
    int64_t before = 0;
    profile_at(body, 0, &radius, &height);
    surface->points[0] = (pl_vec3d){0, height, 0};
    for (uint32_t i = 1; i <= body->steps; ++i) {
        profile_at(body, i, &radius, &height);
        bool pole = i == body->steps;
        turned_ring next = {last.first + last.count, pole ? 1 : whole_ring(body, radius, &before),
                            i % 2 * 0.5};
        place_ring(&next, pole ? 0 : radius, height, surface->points);
        t = zip(&last, &next, t);
        last = next;
    }
    return true;
}

bool pl_shape_turn(pl_shape_surface* surface, pl_profile* curve, const void* form, uint32_t wish) {
    turned body = {.curve = curve, .form = form};
    return make_turned(&body, surface, wish, true);
}

void pl_shape_round_end(double t, double radius, double* r, double* below) {
    *r = radius * pl_sin(0.5 * PL_PI * t);
    *below = radius * pl_cos(0.5 * PL_PI * t);
}

#define CAPSULE_RADIUS 0.5
#define CAPSULE_WALL   0.6  // half the straight part

static void capsule_profile(const void* form, double t, double* radius, double* height) {
    (void)form;
    double side = t < 0.5 ? -1 : 1, inward = t < 0.5 ? t : 1 - t, below = 0;
    if (inward < 0.25) {
        pl_shape_round_end(4 * inward, CAPSULE_RADIUS, radius, &below);
        *height = side * (CAPSULE_WALL + below);
    } else {
        *radius = CAPSULE_RADIUS;
        *height = side * CAPSULE_WALL * (2 - 4 * inward);
    }
}

bool pl_shape_capsule(pl_shape_surface* surface, uint32_t wish) {
    turned body = {.curve = capsule_profile};
    return make_turned(&body, surface, wish, false);
}

#define TENDON_RADIUS 0.07
#define TENDON_END    0.93  // where the round ends begin; half the spindle is 1 long
#define BELLY_RADIUS  0.27
#define BELLY_END     0.74

static void spindle_profile(const void* form, double t, double* radius, double* height) {
    (void)form;
    double side = t < 0.5 ? -1 : 1, inward = t < 0.5 ? t : 1 - t, below = 0;
    if (inward < 0.1) {
        pl_shape_round_end(10 * inward, TENDON_RADIUS, radius, &below);
        *height = side * (TENDON_END + below);
        return;
    }
    double y = TENDON_END * (0.5 - inward) / 0.4, u = y / BELLY_END;
    double bulge = u < 1 ? (1 - u * u) * (1 - u * u) : 0;
    *radius = TENDON_RADIUS + (BELLY_RADIUS - TENDON_RADIUS) * bulge;
    *height = side * y;
}

bool pl_shape_spindle(pl_shape_surface* surface, uint32_t wish) {
    turned body = {.curve = spindle_profile};
    return make_turned(&body, surface, wish, false);
}
