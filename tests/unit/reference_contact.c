// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bodies: how they move, how deep they lie in each other and in obstacles, where they cross.
#include "tests/unit/reference_contact.h"

#include "src/mesh/mesh_tree.h"
#include "tests/unit/judge_vectors.h"

#include <string.h>

// --- bodies ---

judge_body judge_body_make(const plump_mesh* mesh, double scale, const double* mass) {
    judge_body b = {.mesh = mesh, .count = plump_mesh_vertex_count(mesh)};
    b.x = take(3 * (size_t)b.count, sizeof *b.x);
    b.v = take(3 * (size_t)b.count, sizeof *b.v);
    b.mass = take(b.count, sizeof *b.mass);
    memcpy(b.mass, mass, b.count * sizeof *mass);
    const float* p = plump_mesh_positions(mesh);
    for (size_t k = 0; k < 3; ++k) {
        double lo = INFINITY, hi = -INFINITY;
        for (size_t i = 0; i < b.count; ++i) {
            lo = fmin(lo, (double)p[3 * i + k]);
            hi = fmax(hi, (double)p[3 * i + k]);
        }
        b.size = fmax(b.size, scale * (hi - lo));
    }
    return b;
}

void judge_body_free(judge_body* b) {
    judge_surface_free(&b->surface);
    free(b->x);
    free(b->v);
    free(b->mass);
    memset(b, 0, sizeof *b);
}

static void sum_motion(judge_body* b) {
    b->total = b->energy = b->speed_most = 0;
    memset(b->centre, 0, sizeof b->centre);
    memset(b->momentum, 0, sizeof b->momentum);
    b->finite = true;
    for (size_t i = 0; i < b->count; ++i) {
        const double *x = b->x + 3 * i, *v = b->v + 3 * i;
        double speed = length(v);
        b->total += b->mass[i];
        for (int k = 0; k < 3; ++k) {
            b->centre[k] += b->mass[i] * x[k];
            b->momentum[k] += b->mass[i] * v[k];
            b->finite = b->finite && isfinite(x[k]) && isfinite(v[k]);
        }
        b->energy += 0.5 * b->mass[i] * speed * speed;
        b->speed_most = fmax(b->speed_most, speed);
    }
    for (int k = 0; k < 3; ++k) {
        b->centre[k] /= b->total;
        b->velocity[k] = b->momentum[k] / b->total;
    }
}

// Solves a 3x3 system by Cramer's rule; nothing turns what lies on a line.
static void solve(double a[3][3], const double b[3], double out[3]) {
    double c[3][3];
    for (int k = 0; k < 3; ++k) cross(a[(k + 1) % 3], a[(k + 2) % 3], c[k]);
    double det = dot(a[0], c[0]);
    for (int k = 0; k < 3; ++k)
        out[k] = det != 0 ? (c[0][k] * b[0] + c[1][k] * b[1] + c[2][k] * b[2]) / det : 0;
}

static void sum_turning(judge_body* b) {
    double inertia[3][3] = {{0}};
    memset(b->spin, 0, sizeof b->spin);
    for (size_t i = 0; i < b->count; ++i) {
        double r[3], v[3], moment[3];
        sub(b->x + 3 * i, b->centre, r);
        sub(b->v + 3 * i, b->velocity, v);
        cross(r, v, moment);
        for (int k = 0; k < 3; ++k) {
            b->spin[k] += b->mass[i] * moment[k];
            inertia[k][k] += b->mass[i] * dot(r, r);
            for (int j = 0; j < 3; ++j) inertia[k][j] -= b->mass[i] * r[k] * r[j];
        }
    }
    solve(inertia, b->spin, b->turning);
}

static void sum_volume(judge_body* b) {
    const uint32_t* t = plump_mesh_indices(b->mesh);
    b->volume = 0;
    for (uint32_t i = 0; i < plump_mesh_triangle_count(b->mesh); ++i, t += 3) {
        double p[3][3], n[3];
        for (int c = 0; c < 3; ++c) sub(b->x + 3 * (size_t)t[c], b->centre, p[c]);
        cross(p[0], p[1], n);
        b->volume += dot(n, p[2]) / 6;
    }
}

void judge_body_look(judge_body* b) {
    sum_motion(b);
    judge_surface_free(&b->surface);
    if (!b->finite) return;
    sum_turning(b);
    sum_volume(b);
    b->surface = judge_surface_make(b->x, b->count, plump_mesh_indices(b->mesh),
                                    plump_mesh_triangle_count(b->mesh));
    memcpy(b->low, b->surface.lo, sizeof b->low);
    memcpy(b->high, b->surface.hi, sizeof b->high);
}

// --- overlaps ---

static void note(judge_finding* f, double depth, double size, double allowed, int body, int other) {
    f->trapped += depth > allowed * size;
    if (depth > f->depth) f->depth = depth;
    if (depth / size <= f->share) return;
    f->share = depth / size;
    f->body = body, f->other = other;
}

static bool boxes_meet(const judge_body* a, const judge_body* b) {
    for (int k = 0; k < 3; ++k)
        if (a->low[k] > b->high[k] || a->high[k] < b->low[k]) return false;
    return true;
}

static void judge_pair(const judge_body* bodies, int a, int b, double allowed, judge_finding* f) {
    const judge_body *from = &bodies[a], *to = &bodies[b];
    if (!boxes_meet(from, to)) return;
    double size = fmin(from->size, to->size);
    for (size_t i = 0; i < from->count; ++i)
        note(f, judge_depth(&to->surface, from->x + 3 * i), size, allowed, a, b);
}

static void judge_against(const judge_body* bodies, int a, const judge_obstacle* o, int other,
                          double allowed, judge_finding* f) {
    const judge_body* body = &bodies[a];
    for (size_t i = 0; i < body->count; ++i)
        note(f, judge_obstacle_depth(o, body->x + 3 * i), body->size, allowed, a, other);
    for (uint32_t i = 0; !o->hollow && i < o->feature_count; ++i)
        note(f, judge_depth(&body->surface, o->feature + 3 * (size_t)i), body->size, allowed, a,
             other);
}

judge_finding judge_overlaps(const judge_body* bodies, uint32_t body_count,
                             judge_obstacle* obstacles, uint32_t obstacle_count,
                             double share_allowed) {
    judge_finding f = {.body = -1, .other = -1};
    double least = INFINITY;
    for (uint32_t a = 0; a < body_count; ++a) least = fmin(least, bodies[a].size);
    for (uint32_t o = 0; o < obstacle_count; ++o)
        judge_obstacle_sample(&obstacles[o], 0.01 * least);
    for (int a = 0; a < (int)body_count; ++a) {
        if (!bodies[a].finite) continue;
        for (int b = 0; b < (int)body_count; ++b)
            if (a != b && bodies[b].finite) judge_pair(bodies, a, b, share_allowed, &f);
        for (int o = 0; o < (int)obstacle_count; ++o)
            judge_against(bodies, a, &obstacles[o], -1 - o, share_allowed, &f);
    }
    return f;
}

// --- crossings ---

typedef struct crossing_sort {
    const uint32_t* owner;  // body of each triangle
    judge_crossings* out;
} crossing_sort;

static void sort_crossing(uint32_t a, uint32_t b, void* user) {
    const crossing_sort* s = user;
    if (s->owner[a] == s->owner[b]) {
        ++s->out->within;
    } else {
        ++s->out->between;
    }
}

// All bodies as one list of triangles.
static pl_mesh_view join(const judge_body* bodies, uint32_t body_count, uint32_t* owner, double* x,
                         uint32_t* triangles) {
    pl_mesh_view view = {.positions = x, .triangles = triangles};
    for (uint32_t b = 0; b < body_count; ++b) {
        const uint32_t* t = plump_mesh_indices(bodies[b].mesh);
        uint32_t count = plump_mesh_triangle_count(bodies[b].mesh);
        for (uint32_t i = 0; i < 3 * count; ++i)
            triangles[3 * (size_t)view.triangle_count + i] = view.vertex_count + t[i];
        for (uint32_t i = 0; i < count; ++i) owner[view.triangle_count + i] = b;
        memcpy(x + 3 * (size_t)view.vertex_count, bodies[b].x,
               3 * (size_t)bodies[b].count * sizeof *x);
        view.vertex_count += bodies[b].count;
        view.triangle_count += count;
    }
    return view;
}

judge_crossings judge_count_crossings(const judge_body* bodies, uint32_t body_count) {
    judge_crossings out = {0, 0, false};
    size_t vertices = 0, triangles = 0;
    for (uint32_t b = 0; b < body_count; ++b) {
        vertices += bodies[b].count;
        triangles += plump_mesh_triangle_count(bodies[b].mesh);
    }
    double* x = take(3 * vertices, sizeof *x);
    uint32_t *t = take(3 * triangles, sizeof *t), *owner = take(triangles, sizeof *owner);
    pl_mesh_view view = join(bodies, body_count, owner, x, t);
    plump_allocator hooks = pl_alloc_hooks((plump_allocator){0});
    pl_arena arena = pl_arena_make(hooks);
    pl_mesh_tree* tree = pl_mesh_tree_build(&arena, &view);
    crossing_sort sort = {owner, &out};
    pl_intersections found = {0, true};
    if (!tree || !pl_mesh_intersections(&arena, tree, sort_crossing, &sort, &found)) abort();
    out.at_least = found.at_least || found.count != out.between + out.within;
    pl_arena_release(&arena, NULL);
    free(x);
    free(t);
    free(owner);
    return out;
}
