// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Spindles: a profile of belly and tendons turned about a straight line (shape_turned.c), which is
// then laid along a smooth curve through the caller's points. The curve is a cubic between two
// points, its slope at each that of the parabola through it and its neighbours, over the lengths of
// the chords; its frames do not twist (shape_curve.c).
#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/shape/shape_build.h"

#include <string.h>

#define PATH_MOST  64
#define SAMPLES    1024  // of the curve
#define ROUND_PART 0.1   // of the profile's parameter, at either end

#define FEWEST_TRIANGLES 60
#define MOST_TRIANGLES   1000000

plump_spindle_def plump_default_spindle_def(void) {
    plump_spindle_def def;
    memset(&def, 0, sizeof def);
    def.triangle_count = 680;
    def.length = 1;
    def.belly = 0.135;
    def.tip = 0.035;
    def.from = 0.12;
    def.peak = 0.5;
    def.to = 0.88;
    def.fullness = 0.3;
    def.flatness = 1;
    def.across[0] = 1;
    def.cookie = PL_COOKIE_SPINDLE;
    return def;
}

// --- the path ---

typedef struct spline {
    uint32_t count;
    pl_vec3d at[PATH_MOST], slope[PATH_MOST];
    double knot[PATH_MOST];  // lengths of chords up to each point
} spline;

typedef struct path {
    pl_curve_frame* frames;  // SAMPLES + 1
    double* arc;             // length up to each
} path;

static pl_vec3d chord(const spline* s, uint32_t i) {
    double length = s->knot[i + 1] - s->knot[i];
    return pl_vec3d_scale(pl_vec3d_sub(s->at[i + 1], s->at[i]), 1 / length);
}

static void set_slopes(spline* s) {
    uint32_t last = s->count - 1;
    for (uint32_t i = 1; i < last; ++i) {
        double before = s->knot[i] - s->knot[i - 1], after = s->knot[i + 1] - s->knot[i];
        pl_vec3d sum = pl_vec3d_scale(chord(s, i - 1), after);
        sum = pl_vec3d_add_scaled(sum, before, chord(s, i));
        s->slope[i] = pl_vec3d_scale(sum, 1 / (before + after));
    }
    // the parabola goes on to the ends
    pl_vec3d first = chord(s, 0), end = chord(s, last - 1);
    s->slope[0] = last == 1 ? first : pl_vec3d_sub(pl_vec3d_scale(first, 2), s->slope[1]);
    s->slope[last] = last == 1 ? end : pl_vec3d_sub(pl_vec3d_scale(end, 2), s->slope[last - 1]);
}

static pl_vec3d spline_at(const spline* s, double knot, uint32_t* piece) {
    while (*piece + 2 < s->count && s->knot[*piece + 1] < knot) ++*piece;
    uint32_t i = *piece;
    double h = s->knot[i + 1] - s->knot[i], t = (knot - s->knot[i]) / h, u = 1 - t;
    pl_vec3d p = pl_vec3d_scale(s->at[i], u * u * (1 + 2 * t));
    p = pl_vec3d_add_scaled(p, t * t * (1 + 2 * u), s->at[i + 1]);
    p = pl_vec3d_add_scaled(p, h * t * u * u, s->slope[i]);
    return pl_vec3d_add_scaled(p, -h * t * t * u, s->slope[i + 1]);
}

static void make_spline(const plump_spindle_def* def, spline* s) {
    double half = 0.5 * def->length;
    s->count = def->path ? def->path_count : 2;
    s->at[0] = pl_vec3d_make(0, -half, 0);
    s->at[1] = pl_vec3d_make(0, half, 0);
    for (uint32_t i = 0; def->path && i < s->count; ++i)
        s->at[i] = pl_vec3d_load(def->path + 3 * (size_t)i);
    s->knot[0] = 0;
    for (uint32_t i = 1; i < s->count; ++i)
        s->knot[i] = s->knot[i - 1] + pl_vec3d_distance(s->at[i - 1], s->at[i]);
    set_slopes(s);
}

static pl_vec3d tangent_at(const path* p, uint32_t i) {
    uint32_t from = i ? i - 1 : 0, to = i < SAMPLES ? i + 1 : i;
    return pl_shape_unit(pl_vec3d_sub(p->frames[to].at, p->frames[from].at));
}

static bool make_path(const plump_spindle_def* def, pl_arena* arena, path* p) {
    spline s = {.count = 0};
    make_spline(def, &s);
    p->frames = pl_arena_alloc(arena, SAMPLES + 1, sizeof *p->frames);
    p->arc = pl_arena_alloc(arena, SAMPLES + 1, sizeof *p->arc);
    if (!p->frames || !p->arc) return false;
    uint32_t piece = 0;
    for (uint32_t i = 0; i <= SAMPLES; ++i)
        p->frames[i].at = spline_at(&s, s.knot[s.count - 1] * i / SAMPLES, &piece);
    p->arc[0] = 0;
    for (uint32_t i = 0; i <= SAMPLES; ++i) {
        p->frames[i].tangent = tangent_at(p, i);
        if (i > 0)
            p->arc[i] = p->arc[i - 1] + pl_vec3d_distance(p->frames[i].at, p->frames[i - 1].at);
    }
    pl_vec3d wish = pl_shape_unit(pl_vec3d_load(def->across)), tangent = p->frames[0].tangent;
    // any other direction where it is wide along its path
    if (fabs(pl_vec3d_dot(wish, tangent)) > 0.999)
        wish = fabs(tangent.x) < 0.9 ? pl_vec3d_make(1, 0, 0) : pl_vec3d_make(0, 0, 1);
    pl_curve_begin(&p->frames[0], wish);
    for (uint32_t i = 1; i <= SAMPLES; ++i) pl_curve_carry(&p->frames[i - 1], &p->frames[i]);
    return true;
}

// --- the profile ---

typedef struct form {
    const plump_spindle_def* def;
    double length;
} form;

// 1 where the belly is thickest, 0 in the tendons.
static double bulge(const plump_spindle_def* def, double share) {
    double reach = share < def->peak ? def->peak - def->from : def->to - def->peak;
    double u = (share - def->peak) / reach, u2 = u * u;
    return u2 < 1 ? (1 - u2) * (1 - u2) * (1 + 2 * def->fullness * u2) : 0;
}

static void spindle_form(const void* context, double t, double* radius, double* height) {
    const form* f = context;
    double tip = f->def->tip, below = 0;
    double inward = t < 0.5 ? t : 1 - t;
    if (inward < ROUND_PART) {
        pl_shape_round_end(inward / ROUND_PART, tip, radius, &below);
        *height = t < 0.5 ? tip - below : f->length - tip + below;
        return;
    }
    *height = tip + (f->length - 2 * tip) * (t - ROUND_PART) / (1 - 2 * ROUND_PART);
    *radius = tip + (f->def->belly - tip) * bulge(f->def, *height / f->length);
}

// --- the spindle ---

static void lay_point(const path* p, double width, double thickness, pl_vec3d* point) {
    uint32_t low = 0, high = SAMPLES;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        if (p->arc[middle] <= point->y)
            low = middle;
        else
            high = middle;
    }
    double share = (point->y - p->arc[low]) / (p->arc[high] - p->arc[low]);
    const pl_curve_frame *a = &p->frames[low], *b = &p->frames[high];
    pl_vec3d normal = pl_vec3d_mix(a->normal, b->normal, share);
    pl_vec3d side = pl_vec3d_cross(normal, pl_vec3d_mix(a->tangent, b->tangent, share));
    pl_vec3d at = pl_vec3d_mix(a->at, b->at, share);
    at = pl_vec3d_add_scaled(at, width * point->x, normal);
    *point = pl_vec3d_add_scaled(at, thickness * point->z, side);
}

static bool build(const plump_spindle_def* def, pl_shape_surface* surface) {
    path p;
    if (!make_path(def, surface->arena, &p)) return false;
    form f = {def, p.arc[SAMPLES]};
    // a closed surface without holes has twice as many triangles as vertices, less four
    if (!pl_shape_turn(surface, spindle_form, &f, def->triangle_count / 2 + 2)) return false;
    double width = sqrt(def->flatness);
    for (uint32_t i = 0; i < surface->vertex_count; ++i)
        lay_point(&p, width, 1 / width, &surface->points[i]);
    return true;
}

static plump_result check_path(const plump_spindle_def* def, double* length, plump_error* error) {
    *length = def->length;
    if (!def->path) return PLUMP_OK;
    if (def->path_count < 2 || def->path_count > PATH_MOST)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the spindle's path has %u points; it needs 2 to %d",
                       (unsigned)def->path_count, PATH_MOST);
    *length = 0;
    for (uint32_t i = 0; i < def->path_count; ++i) {
        pl_vec3d at = pl_vec3d_load(def->path + 3 * (size_t)i);
        if (!(pl_vec3d_max_abs(at) <= 1e6))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "point %u of the spindle's path is not a number within 1e6 m",
                           (unsigned)i);
        if (i == 0) continue;
        double step = pl_vec3d_distance(at, pl_vec3d_load(def->path + 3 * (size_t)(i - 1)));
        if (!(step > 1e-6))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "points %u and %u of the spindle's path are in one place", i - 1, i);
        *length += step;
    }
    return PLUMP_OK;
}

static bool is_size(double value) {
    return value >= 1e-6 && value <= 1e6;
}

static plump_result check_sizes(const plump_spindle_def* def, double length, plump_error* error) {
    if (!is_size(length) || !is_size(def->belly) || !is_size(def->tip))
        return pl_fail(
            error, PLUMP_ERROR_ARGUMENT,
            "the spindle is %g m long, %g and %g m its radii of belly and tip; each must "
            "be from 1e-6 to 1e6",
            length, def->belly, def->tip);
    if (2.5 * def->tip > length || def->belly > 2 * length)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the spindle is %g m long, too short for radii of %g (belly) and %g m (tip)",
                       length, def->belly, def->tip);
    if (!(def->from >= 0 && def->from < def->peak && def->peak < def->to && def->to <= 1))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the belly is from %g over %g to %g; these must rise, from 0 to 1",
                       def->from, def->peak, def->to);
    if (!(def->fullness >= 0 && def->fullness <= 1))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the fullness is %g; it must be from 0 to 1",
                       def->fullness);
    pl_vec3d across = pl_vec3d_load(def->across);
    if (!(def->flatness >= 0.1 && def->flatness <= 10) ||
        !(pl_vec3d_max_abs(across) > 0 && pl_vec3d_max_abs(across) <= 1e6))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the flatness must be from 0.1 to 10, and across a direction");
    return PLUMP_OK;
}

static plump_result check_def(const plump_spindle_def* def, plump_error* error) {
    if (!def || def->cookie != PL_COOKIE_SPINDLE)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "begin a plump_spindle_def with plump_default_spindle_def()");
    if (def->triangle_count < FEWEST_TRIANGLES || def->triangle_count > MOST_TRIANGLES ||
        def->triangle_count % 2)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a spindle of %u triangles was asked for; ask for an even number from %d to "
                       "%d",
                       (unsigned)def->triangle_count, FEWEST_TRIANGLES, MOST_TRIANGLES);
    double length;
    plump_result result = check_path(def, &length, error);
    return result == PLUMP_OK ? check_sizes(def, length, error) : result;
}

static plump_result take_in(const plump_spindle_def* def, const pl_shape_surface* surface,
                            plump_mesh** mesh, plump_error* error) {
    plump_mesh_def intake = pl_shape_intake(surface, def->allocator);
    plump_mesh_report report;
    plump_result result = plump_mesh_create(&intake, mesh, &report, error);
    if (result != PLUMP_OK || !report.findings[PLUMP_FINDING_SELF_INTERSECTIONS].count)
        return result;
    plump_mesh_destroy(*mesh);
    *mesh = NULL;
    return pl_fail(error, PLUMP_ERROR_DATA,
                   "the spindle cuts itself: its path turns more tightly than it is thick");
}

plump_result plump_spindle_create(const plump_spindle_def* def, plump_mesh** mesh,
                                  plump_error* error) {
    if (!mesh) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no place for the mesh (NULL)");
    *mesh = NULL;
    plump_result result = check_def(def, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode before = pl_fpmode_enter();
    pl_arena arena = pl_arena_make(pl_alloc_hooks(def->allocator));
    pl_shape_surface surface = {.arena = &arena};
    result = build(def, &surface) ? take_in(def, &surface, mesh, error)
                                  : pl_fail_memory(error, "making a spindle");
    pl_arena_release(&arena, NULL);
    pl_fpmode_leave(before);
    return result;
}
