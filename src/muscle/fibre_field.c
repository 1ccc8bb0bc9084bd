// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Laplace's equation by conjugate gradients, in double and in one order: the same bits everywhere.
#include "src/base/text.h"
#include "src/muscle/fibre.h"

#include <math.h>
#include <string.h>

#define RESIDUAL    1e-11  // of the right side's length, where it ends
#define ROUNDS_MOST 20000u
#define FLAT        1e-6  // |grad u| x size below which u does not rise

// --- one triangle ---

typedef struct {
    uint32_t place[3];
    pl_vec3d corner[3];
    pl_vec3d normal;       // of length 1
    double area;           // m^2
    pl_vec3d gradient[3];  // of the function that is 1 at a corner and 0 at the others, 1/m
} triangle;

// False: it has no area.
static bool look_at(const pl_body* body, uint32_t index, triangle* t) {
    for (int k = 0; k < 3; ++k) {
        uint32_t place = body->surface->triangles[3 * (size_t)index + (size_t)k];
        t->place[k] = place;
        t->corner[k] = pl_vec3d_make((double)body->rest[0][place], (double)body->rest[1][place],
                                     (double)body->rest[2][place]);
    }
    pl_vec3d cross = pl_vec3d_cross(pl_vec3d_sub(t->corner[1], t->corner[0]),
                                    pl_vec3d_sub(t->corner[2], t->corner[0]));
    double twice = pl_vec3d_length(cross);
    if (!(twice > 0.0)) return false;
    t->area = 0.5 * twice;
    t->normal = pl_vec3d_scale(cross, 1.0 / twice);
    for (int k = 0; k < 3; ++k) {
        pl_vec3d across = pl_vec3d_sub(t->corner[(k + 2) % 3], t->corner[(k + 1) % 3]);
        t->gradient[k] = pl_vec3d_scale(pl_vec3d_cross(t->normal, across), 1.0 / twice);
    }
    return true;
}

// --- the equation ---

typedef struct {
    uint32_t count, triangle_count;
    const uint32_t* triangles;
    double* cotangent;  // per corner of a triangle: half of it, for the edge across
    double *u, *left, *way, *image, *diagonal;
    bool* held;
} laplace;

static bool make_room(laplace* l, pl_arena* arena) {
    size_t n = l->count;
    l->cotangent = pl_arena_alloc_zero(arena, (size_t)3 * l->triangle_count, sizeof(double));
    l->u = pl_arena_alloc_zero(arena, n, sizeof(double));
    l->left = pl_arena_alloc_zero(arena, n, sizeof(double));
    l->way = pl_arena_alloc_zero(arena, n, sizeof(double));
    l->image = pl_arena_alloc_zero(arena, n, sizeof(double));
    l->diagonal = pl_arena_alloc_zero(arena, n, sizeof(double));
    l->held = pl_arena_alloc_zero(arena, n, sizeof(bool));
    return l->cotangent && l->u && l->left && l->way && l->image && l->diagonal && l->held;
}

// A grad_i . grad_j is minus half the cotangent at the third corner.
static void fill(const pl_body* body, laplace* l) {
    for (uint32_t i = 0; i < l->triangle_count; ++i) {
        triangle t;
        if (!look_at(body, i, &t)) continue;
        for (int k = 0; k < 3; ++k) {
            int a = (k + 1) % 3, b = (k + 2) % 3;
            double half = -t.area * pl_vec3d_dot(t.gradient[a], t.gradient[b]);
            l->cotangent[3 * (size_t)i + (size_t)k] = half;
            l->diagonal[t.place[a]] += half;
            l->diagonal[t.place[b]] += half;
        }
    }
}

// to = L from, and 0 where u is given.
static void apply(const laplace* l, const double* from, double* to) {
    memset(to, 0, l->count * sizeof *to);
    for (uint32_t i = 0; i < l->triangle_count; ++i) {
        const uint32_t* place = l->triangles + (size_t)3 * i;
        for (int k = 0; k < 3; ++k) {
            uint32_t a = place[(k + 1) % 3], b = place[(k + 2) % 3];
            double flow = l->cotangent[3 * (size_t)i + (size_t)k] * (from[a] - from[b]);
            to[a] += flow;
            to[b] -= flow;
        }
    }
    for (uint32_t i = 0; i < l->count; ++i) to[i] = l->held[i] ? 0.0 : to[i];
}

// left . left / diagonal
static double weigh(const laplace* l, double* preconditioned) {
    double sum = 0.0;
    for (uint32_t i = 0; i < l->count; ++i) {
        double d = l->diagonal[i];
        preconditioned[i] = d > 0.0 ? l->left[i] / d : 0.0;
        sum += l->left[i] * preconditioned[i];
    }
    return sum;
}

static double dot(const double* a, const double* b, uint32_t count) {
    double sum = 0.0;
    for (uint32_t i = 0; i < count; ++i) sum += a[i] * b[i];
    return sum;
}

static void solve(laplace* l) {
    apply(l, l->u, l->left);
    for (uint32_t i = 0; i < l->count; ++i) l->left[i] = -l->left[i];
    double first = weigh(l, l->way), now = first;
    for (uint32_t round = 0; round < ROUNDS_MOST && now > RESIDUAL * RESIDUAL * first; ++round) {
        apply(l, l->way, l->image);
        double bent = dot(l->way, l->image, l->count);
        if (!(bent > 0.0)) break;
        double step = now / bent, last = now;
        for (uint32_t i = 0; i < l->count; ++i) {
            l->u[i] += step * l->way[i];
            l->left[i] -= step * l->image[i];
        }
        now = weigh(l, l->image);
        for (uint32_t i = 0; i < l->count; ++i) l->way[i] = l->image[i] + now / last * l->way[i];
    }
}

// --- the field ---

static pl_vec3d gradient_of(const triangle* t, const double* u) {
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    for (int k = 0; k < 3; ++k) sum = pl_vec3d_add_scaled(sum, u[t->place[k]], t->gradient[k]);
    return sum;
}

static void write_field(const pl_body* body, const laplace* l, pl_muscle* muscle) {
    double lines = 0.0, number = 0.0;
    for (uint32_t i = 0; i < l->triangle_count; ++i) {
        triangle t;
        if (!look_at(body, i, &t)) continue;
        pl_vec3d rise = gradient_of(&t, l->u);
        double slope = pl_vec3d_length(rise);
        if (!(slope * body->extent > FLAT)) continue;
        lines += t.area * slope;
        number += t.area * slope * slope;
        // times the size, so that no unit is too large or small for a float
        float* field = muscle->field + (size_t)3 * i;
        field[0] = (float)(body->extent * rise.x);
        field[1] = (float)(body->extent * rise.y);
        field[2] = (float)(body->extent * rise.z);
    }
    muscle->length = number > 0.0 ? lines / number : 0.0;
}

static plump_result solve_field(const pl_body* body, pl_muscle* muscle, plump_error* error) {
    const pl_surface* s = body->surface;
    laplace l = {s->count, s->triangle_count, s->triangles, NULL, NULL, NULL, NULL, NULL, NULL,
                 NULL};
    pl_arena scratch = pl_arena_make(muscle->memory.hooks);
    bool made = make_room(&l, &scratch);
    if (made) {
        for (int end = 0; end < PLUMP_MUSCLE_END_COUNT; ++end) {
            for (uint32_t i = 0; i < muscle->end_count[end]; ++i) {
                uint32_t place = s->place_of[muscle->ends[end][i]];
                l.held[place] = true;
                l.u[place] = end == PLUMP_MUSCLE_INSERTION ? 1.0 : 0.0;
            }
        }
        fill(body, &l);
        solve(&l);
        write_field(body, &l, muscle);
    }
    pl_arena_release(&scratch, NULL);
    return made ? PLUMP_OK : pl_fail_memory(error, "finding the fibres of a muscle");
}

static plump_result take_field(const pl_body* body, const float* fibres, pl_muscle* muscle,
                               plump_error* error) {
    for (size_t i = 0; i < (size_t)3 * body->surface->triangle_count; ++i) {
        if (!(fabsf(fibres[i]) <= 1e6f))
            return pl_fail(
                error, PLUMP_ERROR_ARGUMENT,
                "the fibre of triangle %u is %g along axis %u; it must be a number within "
                "1e6",
                (unsigned)(i / 3), (double)fibres[i], (unsigned)(i % 3));
        muscle->field[i] = fibres[i];
    }
    return PLUMP_OK;
}

plump_result pl_fibre_field(const pl_body* body, const plump_muscle_def* def, pl_muscle* muscle,
                            plump_error* error) {
    size_t count = body->surface->triangle_count;
    muscle->triangle_count = (uint32_t)count;
    muscle->field = pl_arena_alloc_zero(&muscle->memory, count, 3 * sizeof(float));
    if (!muscle->field) return pl_fail_memory(error, "finding the fibres of a muscle");
    if (def->fibres) return take_field(body, def->fibres, muscle, error);
    return solve_field(body, muscle, error);
}

// --- what the substep needs of it ---

// The part of the field that lies in the triangle; 0 where there are no fibres.
static double fibre_in(const triangle* t, const float* field, pl_vec3d* direction) {
    pl_vec3d given = pl_vec3d_make((double)field[0], (double)field[1], (double)field[2]);
    pl_vec3d within = pl_vec3d_add_scaled(given, -pl_vec3d_dot(given, t->normal), t->normal);
    double length = pl_vec3d_length(within);
    if (!(length > 1e-3 * pl_vec3d_length(given))) return 0.0;
    *direction = pl_vec3d_scale(within, 1.0 / length);
    return length;
}

void pl_fibre_direction(const pl_body* body, const pl_muscle* muscle, uint32_t index,
                        float direction[3]) {
    triangle t;
    pl_vec3d along = pl_vec3d_make(0, 0, 0);
    if (look_at(body, index, &t)) fibre_in(&t, muscle->field + (size_t)3 * index, &along);
    direction[0] = (float)along.x;
    direction[1] = (float)along.y;
    direction[2] = (float)along.z;
}

static uint32_t count_fibres(const pl_body* body, const pl_muscle* muscle, double* sum) {
    uint32_t count = 0;
    *sum = 0.0;
    for (uint32_t i = 0; i < muscle->triangle_count; ++i) {
        triangle t;
        pl_vec3d direction;
        if (!look_at(body, i, &t)) continue;
        double density = fibre_in(&t, muscle->field + (size_t)3 * i, &direction);
        *sum += t.area * density;
        count += density > 0.0;
    }
    return count;
}

static void fill_fibres(const pl_body* body, pl_muscle* muscle, double per_line) {
    muscle->fibre_count = 0;
    for (uint32_t i = 0; i < muscle->triangle_count; ++i) {
        triangle t;
        pl_vec3d direction;
        if (!look_at(body, i, &t)) continue;
        double density = fibre_in(&t, muscle->field + (size_t)3 * i, &direction);
        if (!(density > 0.0)) continue;
        pl_fibre* fibre = &muscle->fibres[muscle->fibre_count++];
        *fibre = (pl_fibre){.volume = (float)(t.area * density * per_line)};
        for (int k = 0; k < 3; ++k) fibre->place[k] = t.place[k];
        fibre->share[1] = (float)pl_vec3d_dot(t.gradient[1], direction);
        fibre->share[2] = (float)pl_vec3d_dot(t.gradient[2], direction);
        fibre->share[0] = -(fibre->share[1] + fibre->share[2]);
    }
}

static plump_result fail_without(const pl_muscle* muscle, bool given, plump_error* error) {
    if (given)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the muscle has no fibres: those given are 0 or stand upright on their "
                       "triangles; give some that run along the surface");
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the muscle has no fibres: its ends (%u and %u vertices) have to lie apart on "
                   "the same part of the surface, or fibres along it have to be given",
                   (unsigned)muscle->end_count[0], (unsigned)muscle->end_count[1]);
}

plump_result pl_fibre_build(const pl_body* body, const plump_muscle_def* def, pl_muscle* muscle,
                            plump_error* error) {
    double lines;
    uint32_t count = count_fibres(body, muscle, &lines);
    if (count == 0 || !(lines > 0.0)) return fail_without(muscle, def->fibres != NULL, error);
    muscle->fibres = pl_arena_alloc_zero(&muscle->memory, count, sizeof(pl_fibre));
    if (!muscle->fibres) return pl_fail_memory(error, "making the fibres of a muscle");
    fill_fibres(body, muscle, body->rest_volume / lines);
    return PLUMP_OK;
}
