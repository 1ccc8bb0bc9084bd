// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Tubes along a closed curve: torus and trefoil knot. Sections at equal steps of arc length carry
// equal rings of vertices. Each ring is turned by half a cell against the last, which makes the
// triangles near-equilateral; the frame is carried along without twist (double reflection, Wang,
// Juettler, Zheng and Liu 2008) and what it has turned after one round is given back evenly, so
// that the last ring meets the first a whole number of cells on and there is no seam.
#include "src/math/elementary.h"
#include "src/shape/shape_build.h"

#define ARC_SAMPLES   4096
#define FRAME_SAMPLES 2048  // at least so many steps carry the frame round

typedef pl_vec3d tube_curve(double t);  // closed: t from 0 to 1

typedef struct tube_plan {
    tube_curve* curve;
    double radius;
    double balance;            // sections per ring vertex at which triangles are best
    uint32_t fewest_sections;  // that still follow the curve
    uint32_t sections, ring;
    uint32_t shift;  // cells the rings have turned after one round
    double* arc;     // length of the curve up to each of ARC_SAMPLES + 1 samples
} tube_plan;

static double stretch_of(double ratio) {
    return ratio > 1 ? ratio - 1 : 1 / ratio - 1;
}

// Rings and sections: as near to the wish as possible while the triangles stay good.
static void choose_counts(tube_plan* tube, double wish) {
    double best = -1;
    for (uint32_t ring = 3; ring < 8 || ring * (ring * tube->balance) < 2 * wish; ++ring)
        for (uint32_t up = 0; up < 2; ++up) {
            uint32_t sections = (uint32_t)(wish / ring) + up;
            if (sections < tube->fewest_sections) sections = tube->fewest_sections;
            double stretch = stretch_of(sections / (ring * tube->balance));
            double missed = fabs((double)sections * ring - wish);
            double cost = stretch + 0.05 * missed + (stretch > 0.2 ? 10 * stretch : 0);
            if (best >= 0 && cost >= best) continue;
            best = cost;
            tube->sections = sections;
            tube->ring = ring;
        }
    tube->shift = (tube->sections + 1) / 2;
}

static void measure_arc(tube_plan* tube) {
    pl_vec3d last = tube->curve(0);
    tube->arc[0] = 0;
    for (uint32_t i = 1; i <= ARC_SAMPLES; ++i) {
        pl_vec3d next = tube->curve((double)i / ARC_SAMPLES);
        tube->arc[i] = tube->arc[i - 1] + pl_vec3d_length(pl_vec3d_sub(next, last));
        last = next;
    }
}

// The parameter at a share of the curve's length; `sample` remembers where the last search ended.
static double parameter_at(const tube_plan* tube, double share, uint32_t* sample) {
    double length = share * tube->arc[ARC_SAMPLES];
    while (*sample + 1 < ARC_SAMPLES && tube->arc[*sample + 1] < length) ++*sample;
    double from = tube->arc[*sample], to = tube->arc[*sample + 1];
    return (*sample + (length - from) / (to - from)) / ARC_SAMPLES;
}

static pl_curve_frame frame_at(const tube_plan* tube, double t) {
    double step = 1e-4;
    pl_vec3d ahead = tube->curve(t + step), behind = tube->curve(t - step);
    return (pl_curve_frame){tube->curve(t), pl_shape_unit(pl_vec3d_sub(ahead, behind)), {0, 0, 0}};
}

// Frames of all sections, and one more for the way back to the first.
static void carry_frames(const tube_plan* tube, pl_curve_frame* frames) {
    uint32_t steps = FRAME_SAMPLES / tube->sections + 1, sample = 0;
    pl_curve_frame last = frame_at(tube, 0);
    pl_vec3d up = fabs(last.tangent.y) < 0.9 ? (pl_vec3d){0, 1, 0} : (pl_vec3d){1, 0, 0};
    pl_curve_begin(&last, up);
    frames[0] = last;
    for (uint32_t i = 1; i <= tube->sections * steps; ++i) {
        double share = (double)i / ((double)tube->sections * steps);
        pl_curve_frame next = frame_at(tube, parameter_at(tube, share, &sample));
        pl_curve_carry(&last, &next);
        if (i % steps == 0) frames[i / steps] = next;
        last = next;
    }
}

// The angle from the first normal to the one that came round.
static double holonomy(const pl_curve_frame* first, const pl_curve_frame* back) {
    pl_vec3d side = pl_vec3d_cross(first->tangent, first->normal);
    double c = pl_vec3d_dot(first->normal, back->normal), s = pl_vec3d_dot(side, back->normal);
    double angle = pl_acos(c > 1 ? 1 : c < -1 ? -1 : c);
    return s < 0 ? -angle : angle;
}

static void place_rings(const tube_plan* tube, const pl_curve_frame* frames, pl_vec3d* points) {
    double turned = holonomy(&frames[0], &frames[tube->sections]);
    for (uint32_t i = 0; i < tube->sections; ++i) {
        const pl_curve_frame* f = &frames[i];
        pl_vec3d side = pl_vec3d_cross(f->tangent, f->normal);
        double share = (double)i / tube->sections;
        for (uint32_t j = 0; j < tube->ring; ++j) {
            double angle = 2 * PL_PI * (j + share * tube->shift) / tube->ring - share * turned;
            pl_vec3d p = pl_vec3d_add_scaled(f->at, tube->radius * pl_cos(angle), f->normal);
            *points++ = pl_vec3d_add_scaled(p, tube->radius * pl_sin(angle), side);
        }
    }
}

static void join_rings(const tube_plan* tube, uint32_t* t) {
    uint32_t n = tube->ring;
    for (uint32_t i = 0; i < tube->sections; ++i)
        for (uint32_t j = 0; j < n; ++j) {
            bool closing = i + 1 == tube->sections;
            uint32_t row = i * n, next = closing ? 0 : row + n, by = closing ? tube->shift : 0;
            uint32_t a = row + j, b = row + (j + 1) % n;
            uint32_t c = next + (j + by) % n, d = next + (j + 1 + by) % n;
            *t++ = a, *t++ = b, *t++ = c;
            *t++ = b, *t++ = d, *t++ = c;
        }
}

static bool make_tube(tube_plan* tube, pl_shape_surface* surface, uint32_t wish) {
    choose_counts(tube, wish);
    uint32_t count = tube->sections * tube->ring;
    pl_curve_frame* frames =
        pl_arena_alloc(surface->arena, (size_t)tube->sections + 1, sizeof *frames);
    tube->arc = pl_arena_alloc(surface->arena, ARC_SAMPLES + 1, sizeof *tube->arc);
    if (!frames || !tube->arc || !pl_surface_reserve(surface, count, 2 * count)) return false;
    measure_arc(tube);
    carry_frames(tube, frames);
    place_rings(tube, frames, surface->points);
    join_rings(tube, surface->triangles);
    return true;
}

static pl_vec3d ring_curve(double t) {
    return (pl_vec3d){pl_sin(2 * PL_PI * t), 0, pl_cos(2 * PL_PI * t)};
}

bool pl_shape_torus(pl_shape_surface* surface, uint32_t wish) {
    // inside and outside are equally far from equilateral at sqrt(1.7^2 - 1) / sqrt(3/4)
    tube_plan torus = {
        .curve = ring_curve, .radius = 1 / 1.7, .balance = 1.59, .fewest_sections = 3};
    return make_tube(&torus, surface, wish);
}

static pl_vec3d trefoil_curve(double t) {
    double a = 2 * PL_PI * t;
    return (pl_vec3d){pl_sin(a) + 2 * pl_sin(2 * a), pl_cos(a) - 2 * pl_cos(2 * a), -pl_sin(3 * a)};
}

bool pl_shape_knot(pl_shape_surface* surface, uint32_t wish) {
    tube_plan knot = {
        .curve = trefoil_curve, .radius = 0.4, .balance = 15.43, .fewest_sections = 45};
    return make_tube(&knot, surface, wish);
}
