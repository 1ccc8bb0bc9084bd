// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// See reference_step.h. Slow on purpose: no order, no prefix sums, no lanes, no tricks.
#include "tests/unit/reference_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PIN_WEIGHT 1000.0
#define FINE_ORDER 2

// --- small things ---

static double* numbers(size_t count) {
    double* block = calloc(count + 1, sizeof *block);
    if (!block) abort();
    return block;
}

static reference_vec* vectors(size_t count) {
    reference_vec* block = calloc(count + 1, sizeof *block);
    if (!block) abort();
    return block;
}

static uint32_t* indices(size_t count) {
    uint32_t* block = calloc(count + 1, sizeof *block);
    if (!block) abort();
    return block;
}

static void cross(const double a[3], const double b[3], double out[3]) {
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    out[0] = x, out[1] = y;
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void times(const double m[9], const double a[3], double out[3]) {
    double x = dot(m, a), y = dot(m + 3, a);
    out[2] = dot(m + 6, a);
    out[0] = x, out[1] = y;
}

// Solves m x = b for a symmetric m by its adjugate; x = 0 where m is nearly singular: a body or
// region squashed to a line has no angular velocity that means anything.
static void solve(const double m[9], const double b[3], double x[3]) {
    double adjugate[9];
    cross(m + 3, m + 6, adjugate);
    cross(m + 6, m, adjugate + 3);
    cross(m, m + 3, adjugate + 6);
    double det = dot(m, adjugate), trace = m[0] + m[4] + m[8];
    x[0] = x[1] = x[2] = 0;
    if (!(det > 1e-6 * trace * trace * trace / 27)) return;
    double inverse[9];
    for (int k = 0; k < 9; ++k) inverse[k] = adjugate[k % 3 * 3 + k / 3] / det;
    times(inverse, b, x);
}

// --- rotations ---

// One cyclic Jacobi sweep over a symmetric 4x4 matrix, collecting the eigenvectors in the columns
// of `vectors`.
static void sweep(double m[4][4], double vectors[4][4]) {
    for (int p = 0; p < 3; ++p) {
        for (int q = p + 1; q < 4; ++q) {
            if (m[p][q] == 0) continue;
            double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
            double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
            double c = 1 / sqrt(t * t + 1), s = t * c;
            for (int k = 0; k < 4; ++k) {
                double a = m[k][p], b = m[k][q];
                m[k][p] = c * a - s * b, m[k][q] = s * a + c * b;
            }
            for (int k = 0; k < 4; ++k) {
                double a = m[p][k], b = m[q][k];
                m[p][k] = c * a - s * b, m[q][k] = s * a + c * b;
                a = vectors[k][p], b = vectors[k][q];
                vectors[k][p] = c * a - s * b, vectors[k][q] = s * a + c * b;
            }
        }
    }
}

// Horn 1987: the quaternion of the best rotation is the eigenvector of the largest eigenvalue.
bool reference_rotation(const double a[9], double rotation[9]) {
    static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    memcpy(rotation, unit, sizeof unit);
    double norm = 0;
    for (int k = 0; k < 9; ++k) norm += a[k] * a[k];
    if (!(norm > 0)) return false;
    norm = 1 / sqrt(norm);
    double s[3][3];  // sum x0_a y_b
    for (int k = 0; k < 9; ++k) s[k % 3][k / 3] = a[k] * norm;
    double m[4][4] = {
        {s[0][0] + s[1][1] + s[2][2], s[1][2] - s[2][1], s[2][0] - s[0][2], s[0][1] - s[1][0]},
        {0, s[0][0] - s[1][1] - s[2][2], s[0][1] + s[1][0], s[2][0] + s[0][2]},
        {0, 0, s[1][1] - s[0][0] - s[2][2], s[1][2] + s[2][1]},
        {0, 0, 0, s[2][2] - s[0][0] - s[1][1]}};
    double vectors[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < i; ++k) m[i][k] = m[k][i];
    for (int k = 0; k < 8; ++k) sweep(m, vectors);  // converges quadratically: 5 would do
    int best = 0;
    for (int k = 1; k < 4; ++k)
        if (m[k][k] > m[best][best]) best = k;
    double w = vectors[0][best], x = vectors[1][best], y = vectors[2][best], z = vectors[3][best];
    double n = 2 / (w * w + x * x + y * y + z * z);
    double r[9] = {1 - n * (y * y + z * z), n * (x * y - w * z),     n * (x * z + w * y),
                   n * (x * y + w * z),     1 - n * (x * x + z * z), n * (y * z - w * x),
                   n * (x * z - w * y),     n * (y * z + w * x),     1 - n * (x * x + y * y)};
    memcpy(rotation, r, sizeof r);
    return true;
}

// --- set-up ---

static void area_vector(const double a[3], const double b[3], const double c[3], double area[3]) {
    double u[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    double w[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]};
    cross(u, w, area);
    for (int k = 0; k < 3; ++k) area[k] /= 2;
}

void reference_weigh(reference* r, const float* share, double mass) {
    double sum = 0;
    memset(r->mass, 0, r->count * sizeof *r->mass);
    for (uint32_t t = 0; t < r->triangle_count; ++t) {
        double area[3];
        const uint32_t* c = r->triangles + 3 * (size_t)t;
        area_vector(r->rest[c[0]], r->rest[c[1]], r->rest[c[2]], area);
        for (uint32_t k = 0; k < 3; ++k) r->mass[c[k]] += sqrt(dot(area, area)) / 3;
    }
    for (uint32_t i = 0; i < r->count; ++i) sum += r->mass[i] *= share ? (double)share[i] : 1;
    for (uint32_t i = 0; i < r->count; ++i) r->mass[i] *= mass / sum;
}

// Rest shape about its area centroid, so that lever arms are short whatever the mesh's own zero.
static void centre_rest(reference* r) {
    double sum = 0, centre[3] = {0}, low[3] = {INFINITY, INFINITY, INFINITY};
    double high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < r->count; ++i) {
        sum += r->mass[i];
        for (int a = 0; a < 3; ++a) {
            centre[a] += r->mass[i] * r->rest[i][a];
            low[a] = fmin(low[a], r->rest[i][a]);
            high[a] = fmax(high[a], r->rest[i][a]);
        }
    }
    for (uint32_t i = 0; i < r->count; ++i)
        for (int a = 0; a < 3; ++a) r->rest[i][a] -= centre[a] / sum;
    for (int k = 0; k < 3; ++k) r->extent = fmax(r->extent, high[k] - low[k]);
}

reference* reference_create(const plump_mesh* mesh, double scale, double mass) {
    reference* r = calloc(1, sizeof *r);
    if (!r) abort();
    r->count = plump_mesh_vertex_count(mesh);
    r->triangle_count = plump_mesh_triangle_count(mesh);
    size_t n = r->count, corners = 3 * (size_t)r->triangle_count;
    r->rest = vectors(n), r->x = vectors(n), r->v = vectors(n);
    r->pull = vectors(n), r->look = vectors(n);
    r->normal = vectors(n), r->rest_normal = vectors(n);
    r->mass = numbers(n), r->paint = numbers(n);
    r->pinned = calloc(n + 1, sizeof *r->pinned);
    r->triangles = indices(corners);
    if (!r->pinned) abort();
    memcpy(r->triangles, plump_mesh_indices(mesh), corners * sizeof *r->triangles);
    const float* p = plump_mesh_positions(mesh);
    for (size_t i = 0; i < 3 * n; ++i) r->rest[i / 3][i % 3] = scale * (double)p[i];
    for (size_t i = 0; i < n; ++i) r->paint[i] = 1;
    reference_weigh(r, NULL, mass);
    centre_rest(r);
    memcpy(r->x, r->rest, n * sizeof *r->x);
    r->passes = 1;
    r->skin = 1;
    return r;
}

static void drop_regions(reference_regions* g) {
    free(g->first);
    free(g->member);
    free(g->share);
    memset(g, 0, sizeof *g);
}

void reference_destroy(reference* r) {
    if (!r) return;
    drop_regions(&r->regions);
    drop_regions(&r->means);
    void* blocks[] = {r->rest, r->x,    r->v,      r->mass,       r->paint,
                      r->pull, r->look, r->normal, r->rest_normal};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; ++k) free(blocks[k]);
    free(r->pinned);
    free(r->triangles);
    free(r);
}

static void take_regions(reference_regions* g, uint32_t count, size_t pair_count) {
    drop_regions(g);
    g->count = count;
    g->first = indices(count + (size_t)1);
    g->member = indices(pair_count);
    g->share = numbers(pair_count);
}

// Neighbours of every vertex: each directed edge occurs once in a closed mesh.
static void neighbours(const reference* r, uint32_t* first, uint32_t* next) {
    size_t corners = 3 * (size_t)r->triangle_count;
    for (size_t c = 0; c < corners; ++c) first[r->triangles[c] + 1]++;
    for (uint32_t i = 0; i < r->count; ++i) first[i + 1] += first[i];
    uint32_t* fill = indices(r->count);
    for (size_t c = 0; c < corners; ++c) {
        uint32_t a = r->triangles[c], b = r->triangles[c % 3 == 2 ? c - 2 : c + 1];
        next[first[a] + fill[a]++] = b;
    }
    free(fill);
}

// All within omega edges of `centre`, breadth first, to `queue`; returns how many.
static uint32_t find_ring(const uint32_t* first, const uint32_t* next, uint32_t centre,
                          uint32_t omega, uint32_t* seen, uint32_t* queue) {
    uint32_t count = 0, level_end;
    queue[count++] = centre;
    seen[centre] = centre + 1;
    uint32_t at = 0;
    for (uint32_t level = 0; level < omega; ++level) {
        for (level_end = count; at < level_end; ++at) {
            for (uint32_t k = first[queue[at]]; k < first[queue[at] + 1]; ++k) {
                if (seen[next[k]] == centre + 1) continue;
                seen[next[k]] = centre + 1;
                queue[count++] = next[k];
            }
        }
    }
    return count;
}

void reference_use_rings(reference* r, uint32_t omega) {
    size_t corners = 3 * (size_t)r->triangle_count, total = 0;
    uint32_t *first = indices(r->count + (size_t)1), *next = indices(corners);
    uint32_t *seen = indices(r->count), *queue = indices(r->count);
    neighbours(r, first, next);
    for (uint32_t i = 0; i < r->count; ++i) total += find_ring(first, next, i, omega, seen, queue);
    take_regions(&r->regions, r->count, total);
    memset(seen, 0, r->count * sizeof *seen);
    reference_regions* g = &r->regions;
    for (uint32_t i = 0; i < r->count; ++i) {
        uint32_t size = find_ring(first, next, i, omega, seen, queue);
        g->first[i + 1] = g->first[i] + size;
        memcpy(g->member + g->first[i], queue, size * sizeof *queue);
    }
    // i is in region j exactly if j is in region i: the shares of a vertex are 1/size of its own
    for (uint32_t k = 0; k < total; ++k)
        g->share[k] = 1.0 / (g->first[g->member[k] + 1] - g->first[g->member[k]]);
    free(first), free(next), free(seen), free(queue);
    r->physical = false;
}

static void copy_lists(const reference* r, reference_regions* g, uint32_t count,
                       const uint32_t* first, const uint32_t* member, const float* share,
                       const uint32_t* place_to_vertex) {
    take_regions(g, count, first[count]);
    double* sum = numbers(r->count);
    memcpy(g->first, first, ((size_t)count + 1) * sizeof *first);
    for (uint32_t k = 0; k < first[count]; ++k) {
        g->member[k] = place_to_vertex[member[k]];
        g->share[k] = (double)share[k];
        sum[g->member[k]] += g->share[k];
    }
    for (uint32_t k = 0; k < first[count]; ++k) g->share[k] /= sum[g->member[k]];
    free(sum);
}

void reference_use_lists(reference* r, uint32_t count, const uint32_t* first,
                         const uint32_t* member, const float* share,
                         const uint32_t* place_to_vertex) {
    copy_lists(r, &r->regions, count, first, member, share, place_to_vertex);
    r->physical = true;
}

void reference_use_means(reference* r, uint32_t count, const uint32_t* first,
                         const uint32_t* member, const float* share,
                         const uint32_t* place_to_vertex) {
    copy_lists(r, &r->means, count, first, member, share, place_to_vertex);
}

// --- the step ---

static double fit_weight(const reference* r, uint32_t i) {
    return r->mass[i] * r->paint[i] * (r->pinned[i] ? PIN_WEIGHT : 1);
}

// The mean places of a set of vertices now and at rest; returns the weight. `member` NULL: all.
static double middle(const reference* r, reference_vec* y, const uint32_t* member,
                     const double* share, uint32_t count, double now[3], double rest[3]) {
    double sum = 0;
    for (int a = 0; a < 3; ++a) now[a] = rest[a] = 0;
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t i = member ? member[k] : k;
        double w = fit_weight(r, i) * (share ? share[k] : 1);
        sum += w;
        for (int a = 0; a < 3; ++a) {
            now[a] += w * y[i][a];
            rest[a] += w * r->rest[i][a];
        }
    }
    for (int a = 0; a < 3 && sum > 0; ++a) now[a] /= sum, rest[a] /= sum;
    return sum;
}

// A = sum w (y - now) (x0 - rest)^T by rows, over a set of vertices.
static void moment(const reference* r, reference_vec* y, const uint32_t* member,
                   const double* share, uint32_t count, const double now[3], const double rest[3],
                   double m[9]) {
    for (int a = 0; a < 9; ++a) m[a] = 0;
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t i = member ? member[k] : k;
        double w = fit_weight(r, i) * (share ? share[k] : 1);
        for (int a = 0; a < 9; ++a)
            m[a] += w * (y[i][a / 3] - now[a / 3]) * (r->rest[i][a % 3] - rest[a % 3]);
    }
}

// Unit normals by the areas around; zero stays zero.
static void find_normals(const reference* r, reference_vec* y, reference_vec* normal) {
    memset(normal, 0, r->count * sizeof *normal);
    for (uint32_t t = 0; t < r->triangle_count; ++t) {
        const uint32_t* c = r->triangles + 3 * (size_t)t;
        double area[3];
        area_vector(y[c[0]], y[c[1]], y[c[2]], area);
        for (int k = 0; k < 9; ++k) normal[c[k / 3]][k % 3] += area[k % 3];
    }
    for (uint32_t i = 0; i < r->count; ++i) {
        double length = sqrt(dot(normal[i], normal[i]));
        for (int a = 0; a < 3 && length > 0; ++a) normal[i][a] /= length;
    }
}

// How far a region's vertices are from their centre at rest on average, by mass.
static double mean_distance(const reference* r, const uint32_t* member, uint32_t count) {
    double mass = 0, centre[3] = {0}, sum = 0;
    for (uint32_t k = 0; k < count; ++k) mass += r->mass[member[k]];
    for (uint32_t k = 0; k < count; ++k)
        for (int a = 0; a < 3; ++a) centre[a] += r->mass[member[k]] * r->rest[member[k]][a] / mass;
    for (uint32_t k = 0; k < count; ++k) {
        double d[3];
        for (int a = 0; a < 3; ++a) d[a] = r->rest[member[k]][a] - centre[a];
        sum += r->mass[member[k]] * sqrt(dot(d, d));
    }
    return sum / mass;
}

// The paper's point p = x_i + l n_i. It weighs as much as vertex i, the first member, and counts in
// A only, against the means without it.
static void add_normal_point(const reference* r, reference_vec* y, const uint32_t* member,
                             const double* share, uint32_t count, const double now[3],
                             const double rest[3], double m[9]) {
    uint32_t i = member[0];
    double length = mean_distance(r, member, count), *n = r->normal[i], *n0 = r->rest_normal[i];
    for (int a = 0; a < 9; ++a)
        m[a] += fit_weight(r, i) * share[0] * (y[i][a / 3] + length * n[a / 3] - now[a / 3]) *
                (r->rest[i][a % 3] + length * n0[a % 3] - rest[a % 3]);
}

// The best rigid motion of a set of vertices: R by rows, then the shift. With the paper's extra
// point along the first member's normal if asked for.
static void fit(const reference* r, reference_vec* y, const uint32_t* member, const double* share,
                uint32_t count, bool normal_point, double transform[12]) {
    double now[3], rest[3], m[9];
    middle(r, y, member, share, count, now, rest);
    moment(r, y, member, share, count, now, rest, m);
    if (normal_point) add_normal_point(r, y, member, share, count, now, rest, m);
    reference_rotation(m, transform);
    for (int a = 0; a < 3; ++a) transform[9 + a] = now[a] - dot(transform + 3 * a, rest);
}

static void fit_region(const reference* r, reference_vec* y, uint32_t j, double transform[12]) {
    const reference_regions* g = &r->regions;
    uint32_t first = g->first[j], count = g->first[j + 1] - first;
    fit(r, y, g->member + first, g->share + first, count, r->normal_point, transform);
}

static void carry(const double transform[12], const double x0[3], double out[3]) {
    for (int a = 0; a < 3; ++a) out[a] = dot(transform + 3 * a, x0) + transform[9 + a];
}

// What is finer than regions: away -= its means by region, blended back.
static void take_out_smooth(const reference* r, reference_vec* away) {
    const reference_regions* g = &r->means;
    reference_vec* smooth = vectors(r->count);
    for (uint32_t j = 0; j < g->count; ++j) {
        double mean[3] = {0}, sum = 0;
        for (uint32_t k = g->first[j]; k < g->first[j + 1]; ++k) {
            double w = fit_weight(r, g->member[k]) * g->share[k];
            sum += w;
            for (int a = 0; a < 3; ++a) mean[a] += w * away[g->member[k]][a];
        }
        for (uint32_t k = g->first[j]; k < g->first[j + 1] && sum > 0; ++k)
            for (int a = 0; a < 3; ++a) smooth[g->member[k]][a] += g->share[k] * mean[a] / sum;
    }
    for (uint32_t i = 0; i < r->count; ++i)
        for (int a = 0; a < 3; ++a) away[i][a] -= smooth[i][a];
    free(smooth);
}

// away = (1 - fine) away + fine (what of it is finer than regions)
static void stress_fine(const reference* r, reference_vec* away) {
    reference_vec* finer = vectors(r->count);
    memcpy(finer, away, r->count * sizeof *finer);
    for (int n = 0; n < FINE_ORDER; ++n) take_out_smooth(r, finer);
    for (uint32_t i = 0; i < r->count; ++i)
        for (int a = 0; a < 3; ++a) away[i][a] = (1 - r->fine) * away[i][a] + r->fine * finer[i][a];
    free(finer);
}

void reference_pull(const reference* r, reference_vec* x, reference_vec* pull) {
    const reference_regions* g = &r->regions;
    double transform[12] = {0}, goal[3];
    memset(pull, 0, r->count * sizeof *pull);
    if (r->normal_point) find_normals(r, x, r->normal);
    for (uint32_t j = 0; j < g->count; ++j) {
        fit_region(r, x, j, transform);
        for (uint32_t k = g->first[j]; k < g->first[j + 1]; ++k) {
            uint32_t i = g->member[k];
            carry(transform, r->rest[i], goal);
            for (int a = 0; a < 3; ++a) pull[i][a] += g->share[k] * (x[i][a] - goal[a]);
        }
    }
    if (r->fine > 0) stress_fine(r, pull);
    if (r->core > 0) fit(r, x, NULL, NULL, r->count, false, transform);
    for (uint32_t i = 0; i < r->count; ++i) {
        carry(transform, r->rest[i], goal);
        for (int a = 0; a < 3; ++a)
            pull[i][a] = r->skin * pull[i][a] + (r->core > 0 ? r->core * (x[i][a] - goal[a]) : 0);
    }
}

static double energy_of(const reference* r, reference_vec* x, const uint32_t* member,
                        const double* share, uint32_t count) {
    double transform[12], goal[3], sum = 0;
    fit(r, x, member, share, count, false, transform);
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t i = member ? member[k] : k;
        carry(transform, r->rest[i], goal);
        for (int a = 0; a < 3; ++a) goal[a] -= x[i][a];
        sum += fit_weight(r, i) * (share ? share[k] : 1) * dot(goal, goal) / 2;
    }
    return sum;
}

double reference_energy(const reference* r, reference_vec* x) {
    const reference_regions* g = &r->regions;
    double sum = 0;
    for (uint32_t j = 0; j < g->count; ++j) {
        uint32_t first = g->first[j], count = g->first[j + 1] - first;
        sum += r->skin * energy_of(r, x, g->member + first, g->share + first, count);
    }
    return sum + (r->core > 0 ? r->core * energy_of(r, x, NULL, NULL, r->count) : 0);
}

reference_motion reference_measure(uint32_t count, const double* mass, reference_vec* x,
                                   reference_vec* v) {
    reference_motion m = {0};
    for (uint32_t i = 0; i < count; ++i) {
        m.mass += mass[i];
        for (int a = 0; a < 3; ++a) {
            m.centre[a] += mass[i] * x[i][a];
            m.momentum[a] += mass[i] * v[i][a];
        }
    }
    double inertia[9] = {0};
    for (int a = 0; a < 3; ++a) m.centre[a] /= m.mass, m.velocity[a] = m.momentum[a] / m.mass;
    for (uint32_t i = 0; i < count; ++i) {
        double arm[3], speed[3], turn[3];
        for (int a = 0; a < 3; ++a) arm[a] = x[i][a] - m.centre[a];
        for (int a = 0; a < 3; ++a) speed[a] = v[i][a] - m.velocity[a];
        cross(arm, speed, turn);
        for (int a = 0; a < 3; ++a) m.angular_momentum[a] += mass[i] * turn[a];
        for (int a = 0; a < 9; ++a)
            inertia[a] += mass[i] * ((a % 4 == 0 ? dot(arm, arm) : 0) - arm[a / 3] * arm[a % 3]);
    }
    solve(inertia, m.angular_momentum, m.angular_velocity);
    return m;
}

// Where goals are sought. Paper mode: at the first guess, x_old + h v. Physical mode looks ahead
// from where the vertex was by b, and not along with the motion of the body as a whole.
static void look_ahead(const reference* r, double h) {
    memcpy(r->look, r->x, r->count * sizeof *r->look);
    if (!r->physical) return;
    for (uint32_t i = 0; i < r->count; ++i)
        for (int a = 0; a < 3; ++a) r->look[i][a] -= h * r->v[i][a];
    reference_motion m = reference_measure(r->count, r->mass, r->look, r->v);
    for (uint32_t i = 0; i < r->count; ++i) {
        double arm[3], rigid[3];
        for (int a = 0; a < 3; ++a) arm[a] = r->look[i][a] - m.centre[a];
        cross(m.angular_velocity, arm, rigid);
        for (int a = 0; a < 3; ++a)
            r->look[i][a] += r->retardation * (r->v[i][a] - m.velocity[a] - rigid[a]);
    }
}

// What a region would have its vertices do: velocity of its centre, and angular velocity. Its
// inertia is taken as tr(S) 1 - S with S = A R^T, where the fit puts the masses, stretched to the
// true trace where they are farther out, and 1e-4 of the trace on top against lines.
static void region_velocity(const reference* r, uint32_t j, double centre[3], double velocity[3],
                            double spin[3]) {
    const reference_regions* g = &r->regions;
    const uint32_t* member = g->member + g->first[j];
    const double* share = g->share + g->first[j];
    uint32_t count = g->first[j + 1] - g->first[j];
    double rest[3], m[9], s[9], transform[12], momentum[3] = {0}, true_trace = 0;
    double sum = middle(r, r->x, member, share, count, centre, rest);
    moment(r, r->x, member, share, count, centre, rest, m);
    fit_region(r, r->x, j, transform);
    for (int a = 0; a < 3; ++a) velocity[a] = spin[a] = 0;
    for (uint32_t k = 0; k < count; ++k) {
        uint32_t i = member[k];
        double w = fit_weight(r, i) * share[k], arm[3], turn[3];
        for (int a = 0; a < 3; ++a) arm[a] = r->x[i][a] - centre[a];
        cross(arm, r->v[i], turn);
        true_trace += w * dot(arm, arm);
        for (int a = 0; a < 3; ++a) momentum[a] += w * turn[a];
        for (int a = 0; a < 3; ++a) velocity[a] += w * r->v[i][a] / sum;
    }
    for (int a = 0; a < 9; ++a) s[a] = dot(m + 3 * (a / 3), transform + 3 * (a % 3));
    double trace = s[0] + s[4] + s[8], inertia[9];
    if (!(trace > 0)) return;
    for (int a = 0; a < 9; ++a)
        inertia[a] = fmax(1, true_trace / trace) *
                     ((a % 4 == 0 ? 1.0001 * trace : 0) - (s[a] + s[a % 3 * 3 + a / 3]) / 2);
    solve(inertia, momentum, spin);
}

// Mueller et al. 2007 per region: velocities go a share of the way to the blend of the regions'
// own motions.
static void damp(reference* r) {
    const reference_regions* g = &r->regions;
    memset(r->look, 0, r->count * sizeof *r->look);
    if (r->normal_point) find_normals(r, r->x, r->normal);
    for (uint32_t j = 0; j < g->count; ++j) {
        double centre[3], velocity[3], spin[3], arm[3], turn[3];
        region_velocity(r, j, centre, velocity, spin);
        for (uint32_t k = g->first[j]; k < g->first[j + 1]; ++k) {
            uint32_t i = g->member[k];
            for (int a = 0; a < 3; ++a) arm[a] = r->x[i][a] - centre[a];
            cross(spin, arm, turn);
            for (int a = 0; a < 3; ++a) r->look[i][a] += g->share[k] * (velocity[a] + turn[a]);
        }
    }
    for (uint32_t i = 0; i < r->count; ++i)
        for (int a = 0; a < 3 && !r->pinned[i]; ++a)
            r->v[i][a] += r->damping * r->paint[i] * (r->look[i][a] - r->v[i][a]);
}

// The moment of the kicks dv about where the vertices were before the substep is taken back by a
// turn of the whole, of positions too: so angular momentum is kept though the forces belong to
// where y looked, and though those on what is finer than regions have a moment.
static void keep_angular_momentum(reference* r, reference_vec* x, reference_vec* old_v, double h) {
    for (uint32_t i = 0; i < r->count; ++i)
        for (int a = 0; a < 3; ++a) x[i][a] -= h * old_v[i][a];
    reference_motion m = reference_measure(r->count, r->mass, x, old_v);
    double inertia[9] = {0}, momentum[3] = {0}, spin[3], turn[3];
    for (uint32_t i = 0; i < r->count; ++i) {
        double arm[3], before[3], dv[3];
        for (int a = 0; a < 3; ++a) {
            if (r->pinned[i]) return;
            arm[a] = x[i][a] - m.centre[a];
            before[a] = arm[a];
            dv[a] = r->v[i][a] - old_v[i][a];
        }
        cross(before, dv, turn);
        for (int a = 0; a < 3; ++a) momentum[a] += r->mass[i] * turn[a];
        for (int a = 0; a < 9; ++a)
            inertia[a] += r->mass[i] * ((a % 4 == 0 ? dot(arm, arm) : 0) - arm[a / 3] * arm[a % 3]);
    }
    solve(inertia, momentum, spin);
    for (uint32_t i = 0; i < r->count; ++i) {
        double arm[3];
        for (int a = 0; a < 3; ++a) arm[a] = x[i][a] - m.centre[a];
        cross(spin, arm, turn);
        for (int a = 0; a < 3; ++a) {
            r->v[i][a] -= turn[a];
            r->x[i][a] -= h * turn[a];
        }
    }
}

static void pass(reference* r, double h) {
    if (r->normal_point) find_normals(r, r->rest, r->rest_normal);
    if (r->damping > 0) damp(r);
    look_ahead(r, h);
    reference_pull(r, r->look, r->pull);
    reference_vec* x = malloc(r->count * sizeof *x);
    reference_vec* v = malloc(r->count * sizeof *v);
    if (!x || !v) abort();
    memcpy(x, r->x, r->count * sizeof *x);
    memcpy(v, r->v, r->count * sizeof *v);
    for (uint32_t i = 0; i < r->count; ++i) {
        for (int a = 0; a < 3 && !r->pinned[i]; ++a) {
            r->x[i][a] -= r->paint[i] * r->pull[i][a];
            r->v[i][a] -= r->paint[i] * r->pull[i][a] / h;
        }
    }
    if (r->physical || (r->damping == 0 && !r->normal_point)) keep_angular_momentum(r, x, v, h);
    free(x);
    free(v);
}

void reference_step(reference* r, double h) {
    for (uint32_t i = 0; i < r->count; ++i) {
        for (int a = 0; a < 3; ++a) {
            if (!r->pinned[i]) r->v[i][a] += h * r->acceleration[a];
            r->x[i][a] += h * r->v[i][a];
        }
    }
    for (uint32_t k = 0; k < r->passes; ++k) pass(r, h);
}
