// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// See reference_volume.h. Slow on purpose: every sum is a loop over all triangles or vertices.
#include "tests/unit/reference_volume.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- small things ---

static void* block(size_t count, size_t size) {
    void* made = calloc(count + 1, size);
    if (!made) abort();
    return made;
}

static void minus(const double a[3], const double b[3], double out[3]) {
    for (int k = 0; k < 3; ++k) out[k] = a[k] - b[k];
}

static void cross(const double a[3], const double b[3], double out[3]) {
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    out[0] = x, out[1] = y;
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static double det(const double a[3], const double b[3], const double c[3]) {
    double n[3];
    cross(b, c, n);
    return dot(a, n);
}

// Solves m x = b in place, by elimination; unknowns that the system does not determine are 0.
static void eliminate(double m[6][7], double x[6]) {
    double scale = 0;
    int row_of[6], rows = 0;
    for (int i = 0; i < 6; ++i) scale = fmax(scale, fabs(m[i][i]));
    for (int column = 0; column < 6; ++column) {
        int best = rows;
        row_of[column] = -1;
        for (int i = rows; i < 6; ++i)
            if (fabs(m[i][column]) > fabs(m[best][column])) best = i;
        if (rows == 6 || !(fabs(m[best][column]) > 1e-11 * scale)) continue;
        for (int k = 0; k < 7; ++k) {
            double kept = m[rows][k];
            m[rows][k] = m[best][k], m[best][k] = kept;
        }
        for (int i = 0; i < 6; ++i) {
            double share = i == rows ? 0 : m[i][column] / m[rows][column];
            for (int k = 0; k < 7; ++k) m[i][k] -= share * m[rows][k];
        }
        row_of[column] = rows++;
    }
    for (int c = 0; c < 6; ++c) x[c] = row_of[c] < 0 ? 0 : m[row_of[c]][6] / m[row_of[c]][c];
}

// --- a body ---

reference_volume* reference_volume_create(uint32_t count, uint32_t triangle_count,
                                          const uint32_t* triangles, reference_vec* rest) {
    reference_volume* r = block(1, sizeof *r);
    r->count = count, r->triangle_count = triangle_count, r->unit_count = 1;
    r->triangles = block(3 * (size_t)triangle_count, sizeof *r->triangles);
    memcpy(r->triangles, triangles, 3 * (size_t)triangle_count * sizeof *triangles);
    reference_vec** vectors[] = {&r->rest, &r->x,   &r->ahead, &r->v,    &r->past, &r->ring,
                                 &r->pull, &r->way, &r->moved, &r->goal, &r->face};
    for (size_t k = 0; k < sizeof vectors / sizeof *vectors; ++k)
        *vectors[k] = block(count, sizeof(reference_vec));
    double** numbers[] = {&r->mass,   &r->contact,   &r->paint, &r->length,
                          &r->weight, &r->rest_ring, &r->zone};
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; ++k)
        *numbers[k] = block(count, sizeof(double));
    r->held = block(count, sizeof *r->held);
    r->unit_of = block(count, sizeof *r->unit_of);
    r->across = block(count, sizeof *r->across);
    r->units = block(1, sizeof *r->units);
    memcpy(r->rest, rest, count * sizeof *rest);
    memcpy(r->x, rest, count * sizeof *rest);
    memcpy(r->ahead, rest, count * sizeof *rest);
    memcpy(r->past, rest, count * sizeof *rest);
    r->at = r->x;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < count; ++i) {
        r->mass[i] = r->paint[i] = r->zone[i] = 1;
        r->across[i] = i;
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], rest[i][k]);
            high[k] = fmax(high[k], rest[i][k]);
        }
    }
    for (int k = 0; k < 3; ++k) r->extent = fmax(r->extent, high[k] - low[k]);
    r->alpha = 1, r->beta = 0.1, r->thick = 0.01, r->thin = 0.1, r->smoothing = 1;
    r->ratio = 1;
    r->momentum = r->exact = r->velocity = true;
    r->most_change = 1, r->least_slope = 0.02, r->least_girth = 0.005;
    r->most_stretch = 1.5, r->most_slant = 2;
    r->most_level = 0.8, r->least_level = 0.5;
    return r;
}

void reference_volume_destroy(reference_volume* r) {
    if (!r) return;
    void* blocks[] = {r->triangles, r->unit_of, r->rest, r->x,      r->ahead,  r->v,
                      r->mass,      r->contact, r->held, r->across, r->length, r->paint,
                      r->weight,    r->ring,    r->pull, r->way,    r->moved,  r->rest_ring,
                      r->units,     r->past,    r->zone, r->goal,   r->face};
    for (size_t k = 0; k < sizeof blocks / sizeof *blocks; ++k) free(blocks[k]);
    free(r);
}

void reference_volume_split(reference_volume* r, uint32_t part_count, const uint32_t* part) {
    free(r->units);
    r->units = block(part_count, sizeof *r->units);
    r->unit_count = part_count;
    for (size_t c = 0; c < 3 * (size_t)r->triangle_count; ++c)
        r->unit_of[r->triangles[c]] = part[c / 3];
}

// --- volume, its gradient, and the cubic ---

static const uint32_t* corners_of(const reference_volume* r, uint32_t t, uint32_t unit) {
    const uint32_t* c = r->triangles + 3 * (size_t)t;
    return r->unit_of[c[0]] == unit ? c : NULL;
}

// 6 V = sum a.(b x c), with all positions about one of them: far from zero the sum would cancel.
reference_cubic reference_volume_along(const reference_volume* r, reference_vec* x,
                                       reference_vec* way, uint32_t unit) {
    reference_cubic sum = {0, 0, 0, 0};
    const double* about = NULL;
    for (uint32_t t = 0; t < r->triangle_count; ++t) {
        const uint32_t* at = corners_of(r, t, unit);
        if (!at) continue;
        if (!about) about = x[at[0]];
        double a[3], b[3], c[3];
        const double *p = way[at[0]], *q = way[at[1]], *s = way[at[2]];
        minus(x[at[0]], about, a), minus(x[at[1]], about, b), minus(x[at[2]], about, c);
        sum.value += det(a, b, c) / 6;
        sum.slope += (det(p, b, c) + det(a, q, c) + det(a, b, s)) / 6;
        sum.curve += (det(p, q, c) + det(p, b, s) + det(a, q, s)) / 6;
        sum.twist += det(p, q, s) / 6;
    }
    return sum;
}

double reference_volume_measure(const reference_volume* r, reference_vec* x, uint32_t unit) {
    return reference_volume_along(r, x, r->v, unit).value;
}

void reference_volume_rings(const reference_volume* r, reference_vec* x, reference_vec* ring) {
    memset(ring, 0, r->count * sizeof *ring);
    for (uint32_t t = 0; t < r->triangle_count; ++t) {
        const uint32_t* c = r->triangles + 3 * (size_t)t;
        double u[3], w[3], n[3];
        minus(x[c[1]], x[c[0]], u), minus(x[c[2]], x[c[0]], w);
        cross(u, w, n);
        for (int k = 0; k < 9; ++k) ring[c[k / 3]][k % 3] += n[k % 3];
    }
}

// Where the derivative of the cubic, taken in the direction `side`, first changes to below 0.
static double turning_point(reference_cubic c, double side) {
    double bend = side * c.curve, root = bend * bend - 3 * c.twist * c.slope;
    if (c.twist == 0) return bend < 0 ? c.slope / (-2 * bend) : INFINITY;
    if (!(root > 0)) return INFINITY;
    double one = (-bend - sqrt(root)) / (3 * c.twist), two = (-bend + sqrt(root)) / (3 * c.twist);
    double first = fmin(one, two), second = fmax(one, two);
    return first > 0 ? first : second > 0 ? second : INFINITY;
}

double reference_reach(reference_cubic c, double goal, double most) {
    double side = goal < c.value ? -1 : 1, low = 0, high = fmin(most, turning_point(c, side));
    for (int i = 0; i < 2000 && low < high; ++i) {
        double middle = i == 0 ? high : low + (high - low) / 2, s = side * middle;
        double left = side * (goal - c.value - s * (c.slope + s * (c.curve + s * c.twist)));
        if (i == 0 && left >= 0) return s;
        if (left > 0)
            low = middle;
        else
            high = middle;
        if (i > 0 && (low + (high - low) / 2 == low || low + (high - low) / 2 == high)) break;
    }
    return side * high;
}

// --- weights ---

// s: `thin` at the shortest way across the body, `thick` at the longest.
static double stiffness_at(const reference_volume* r, uint32_t i) {
    double range = r->longest - r->shortest;
    double thinness = range > 0 ? (r->longest - r->length[i]) / range : 1;
    return r->across[i] == i ? 0 : r->thick + (r->thin - r->thick) * thinness;
}

// r: grows with how much a vertex seems to deform.
static double change_at(const reference_volume* r, uint32_t i) {
    double moved[3], apart[3];
    minus(r->x[i], r->ahead[i], moved);
    minus(r->at[i], r->at[r->across[i]], apart);
    double squeezed = fabs(sqrt(dot(apart, apart)) - r->length[i]);
    double pull = r->beta * stiffness_at(r, i) * squeezed;
    return pow(pull + (1 - r->beta) * sqrt(dot(moved, moved)) + 1e-5 * r->extent, 0.75);
}

static double open_at(const reference_volume* r, uint32_t i) {
    return r->held[i] ? 0 : 1 - r->contact[i];
}

// w + k (mean of the neighbours' w - w), but at least a tenth of w; each neighbour is the next
// corner in one triangle.
static void smooth(const reference_volume* r, double* weight) {
    double* sum = block(r->count, sizeof *sum);
    double* valence = block(r->count, sizeof *valence);
    for (size_t c = 0; c < 3 * (size_t)r->triangle_count; ++c) {
        uint32_t a = r->triangles[c], b = r->triangles[c % 3 == 2 ? c - 2 : c + 1];
        sum[a] += weight[b], valence[a] += 1;
    }
    for (uint32_t i = 0; i < r->count; ++i) {
        double least = 0.1 * weight[i];
        weight[i] += r->smoothing * (sum[i] / valence[i] - weight[i]);
        weight[i] = fmax(weight[i], least);
    }
    free(sum), free(valence);
}

static void weigh(reference_volume* r) {
    double* change = block(r->count, sizeof *change);
    double* sum = block(r->unit_count, sizeof *sum);
    double* loose = block(r->unit_count, sizeof *loose);
    for (uint32_t i = 0; i < r->count; ++i) {
        change[i] = change_at(r, i);
        if (r->held[i]) continue;
        sum[r->unit_of[i]] += change[i];
        loose[r->unit_of[i]] += 1;
    }
    for (uint32_t i = 0; i < r->count; ++i) {
        double mean = sum[r->unit_of[i]] / loose[r->unit_of[i]];
        double local = r->held[i] ? 0 : change[i] / mean;
        r->weight[i] = open_at(r, i) * ((1 - r->alpha) * local + r->alpha);
    }
    smooth(r, r->weight);
    for (uint32_t i = 0; i < r->count; ++i)
        r->weight[i] *= open_at(r, i) * r->paint[i] * r->zone[i];
    free(change), free(sum), free(loose);
}

// Where the area vector is much longer than it would be had the body grown evenly, the weight falls
// with its square.
static void give_way(reference_volume* r) {
    double bound = r->most_stretch * pow(r->ratio, 2 / 3.0);
    for (uint32_t u = 0; u < r->unit_count; ++u) r->units[u].stretched = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        double stretch = sqrt(dot(r->ring[i], r->ring[i])) / r->rest_ring[i];
        if (!(stretch > bound)) continue;
        r->weight[i] *= (bound / stretch) * (bound / stretch);
        r->units[r->unit_of[i]].stretched += 1;
    }
}

// Where tan of the angle between d and N/m, in the metric of the masses, is above its bound,
// weights become as far from even ones as leaves it at the bound.
static void even_out(reference_volume* r, uint32_t u) {
    double all = 0, even = 0, own = 0, both = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->unit_of[i] != u || r->held[i]) continue;
        double w = r->weight[i], push = dot(r->ring[i], r->face[i]) / r->mass[i];
        all += dot(r->ring[i], r->ring[i]) / r->mass[i];
        even += push, own += w * push;
        both += w * w * dot(r->face[i], r->face[i]) / r->mass[i];
    }
    double slant = r->units[u].slant = own > 0 ? all * both / (own * own) - 1 : INFINITY;
    r->units[u].ease = all / 36;
    if (!(own > 0) || slant <= r->most_slant) return;
    double share = sqrt(r->most_slant / slant);
    for (uint32_t i = 0; i < r->count; ++i)
        if (r->unit_of[i] == u)
            r->weight[i] = share * even / own * r->weight[i] + (1 - share) * open_at(r, i);
}

// --- the direction ---

static void find_faces(reference_volume* r) {
    double spread = r->has_goals ? pow(r->ratio, 2 / 3.0) : 1;
    for (uint32_t i = 0; i < r->count; ++i)
        for (int k = 0; k < 3; ++k)
            r->face[i][k] = spread * (r->has_goals ? r->goal[i][k] : r->ring[i][k]);
}

// The share of N in the direction, by the cosine between N and G in the metric of 1 / m.
static double find_straight(const reference_volume* r, uint32_t u) {
    double own = 0, both = 0, other = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->unit_of[i] != u || r->held[i]) continue;
        own += dot(r->ring[i], r->ring[i]) / r->mass[i];
        both += dot(r->ring[i], r->face[i]) / r->mass[i];
        other += dot(r->face[i], r->face[i]) / r->mass[i];
    }
    double level = both / sqrt(own * other);
    return 1 - fmin(fmax((level - r->least_level) / (r->most_level - r->least_level), 0), 1);
}

// The rigid motion (u, omega about `about`) nearest to r->pull by weights m w.
static void fit_rigid(const reference_volume* r, const double* weight, uint32_t unit,
                      const double about[3], double motion[6]) {
    double system[6][7] = {{0}};
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->unit_of[i] != unit) continue;
        double heft = r->mass[i] * weight[i], p[3];
        minus(r->at[i], about, p);
        // the columns of a rigid motion at p: e_k, and e_k x p
        double basis[6][3] = {{1, 0, 0},        {0, 1, 0},        {0, 0, 1},
                              {0, -p[2], p[1]}, {p[2], 0, -p[0]}, {-p[1], p[0], 0}};
        for (int a = 0; a < 6; ++a) {
            for (int b = 0; b < 6; ++b) system[a][b] += heft * dot(basis[a], basis[b]);
            system[a][6] += heft * dot(basis[a], r->pull[i]);
        }
    }
    eliminate(system, motion);
}

static void centre_of(const reference_volume* r, const double* weight, uint32_t unit,
                      double centre[3]) {
    double sum = 0;
    centre[0] = centre[1] = centre[2] = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->unit_of[i] != unit) continue;
        double heft = r->mass[i] * weight[i];
        sum += heft;
        for (int k = 0; k < 3; ++k) centre[k] += heft * r->at[i][k];
    }
    for (int k = 0; k < 3; ++k) centre[k] /= sum > 0 ? sum : 1;
}

static bool any_held(const reference_volume* r, uint32_t unit) {
    for (uint32_t i = 0; i < r->count; ++i)
        if (r->held[i] && r->unit_of[i] == unit) return true;
    return false;
}

// d = w (a - share (u + omega x r)); returns sum m a.d.
static double take_out(reference_volume* r, const double* weight, uint32_t unit,
                       const double about[3], const double motion[6], double share) {
    double power = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->unit_of[i] != unit) continue;
        double p[3], turned[3];
        minus(r->at[i], about, p);
        cross(motion + 3, p, turned);
        for (int k = 0; k < 3; ++k)
            r->way[i][k] = weight[i] * (r->pull[i][k] - share * (motion[k] + turned[k]));
        power += r->mass[i] * dot(r->pull[i], r->way[i]);
    }
    return power;
}

void reference_volume_aim(reference_volume* r, const double* weight, uint32_t unit) {
    double none[6] = {0}, motion[6], about[3];
    find_faces(r);
    double straight = r->units[unit].straight = find_straight(r, unit);
    for (uint32_t i = 0; i < r->count; ++i)
        for (int k = 0; k < 3; ++k)
            r->pull[i][k] = (straight * r->ring[i][k] + (1 - straight) * r->face[i][k]) /
                            r->mass[i] * r->mean_mass / r->mean_ring;
    centre_of(r, weight, unit, about);
    double whole = take_out(r, weight, unit, about, none, 0);
    r->units[unit].kept = 1;
    if (!r->momentum || any_held(r, unit)) return;
    fit_rigid(r, weight, unit, about, motion);
    double left = take_out(r, weight, unit, about, motion, 1);
    double kept = whole > 0 ? left / whole : 0;
    r->units[unit].kept = kept;
    take_out(r, weight, unit, about, motion, fmin(fmax((kept - 0.2) / 0.2, 0), 1));
}

// --- the passes ---

static double extent_of(const reference_volume* r, uint32_t unit) {
    double extent = 0;
    for (int k = 0; k < 3; ++k) {
        double least = INFINITY, most = -INFINITY;
        for (uint32_t i = 0; i < r->count; ++i) {
            if (r->unit_of[i] != unit) continue;
            least = fmin(least, r->rest[i][k]), most = fmax(most, r->rest[i][k]);
        }
        extent = fmax(extent, most - least);
    }
    return extent;
}

void reference_volume_prepare(reference_volume* r) {
    reference_volume_rings(r, r->rest, r->ring);
    r->mean_mass = r->mean_ring = r->longest = 0;
    r->shortest = INFINITY;
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->across[i] != i) {
            r->shortest = fmin(r->shortest, r->length[i]);
            r->longest = fmax(r->longest, r->length[i]);
        }
        r->mean_mass += r->mass[i] / r->count;
        r->rest_ring[i] = sqrt(dot(r->ring[i], r->ring[i]));
        r->mean_ring += r->rest_ring[i] / r->count;
    }
    for (uint32_t u = 0; u < r->unit_count; ++u) {
        r->units[u].rest = reference_volume_measure(r, r->rest, u);
        r->units[u].rest_slope = 0;
        r->units[u].extent = extent_of(r, u);
    }
    for (uint32_t i = 0; i < r->count; ++i)
        r->units[r->unit_of[i]].rest_slope +=
            dot(r->ring[i], r->ring[i]) / r->mass[i] * r->mean_mass / r->mean_ring / 6;
}

// V'' = ease p with p = (target - V) / c, c = V0 x compressibility, by one implicit step: the
// change is h^2 ease p at the new V. An incompressible body goes all the way.
double reference_volume_change(reference_volume* r, uint32_t u) {
    reference_unit* unit = &r->units[u];
    double off = unit->rest * r->ratio - unit->before,
           bound = r->most_change * fabs(unit->rest) * fmax(1, r->ratio);
    double give = r->compressibility * fabs(unit->rest), gain = r->h * r->h * unit->ease;
    if (give > 0) off *= gain / (give + gain);
    // the implicit constraint has squeezed it already
    if (give > 0 && r->implicit && r->at == r->x) off = unit->goal - unit->before;
    return fmin(fmax(off, -bound), bound);
}

// The share of the slope at rest, less for bodies that are to be smaller and for light weights.
static void set_floor(reference_volume* r, uint32_t u) {
    double all = 0, own = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->unit_of[i] != u || r->held[i]) continue;
        double push = dot(r->ring[i], r->face[i]) / r->mass[i];
        all += push, own += r->weight[i] * push;
    }
    double light = own / all >= 0 ? fmin(1, own / all) : 1, small = fmin(1, pow(r->ratio, 4.0 / 3));
    r->units[u].floor = r->least_slope * r->units[u].rest_slope * small * light;
}

static void move_unit(reference_volume* r, uint32_t u) {
    reference_unit* unit = &r->units[u];
    reference_volume_aim(r, r->weight, u);
    unit->cubic = reference_volume_along(r, r->x, r->way, u);
    unit->before = unit->cubic.value;
    double change = reference_volume_change(r, u);
    unit->goal = unit->before + change;
    set_floor(r, u);
    double most = fabs(change) / unit->floor;
    reference_cubic line = unit->cubic;
    if (!r->exact) line.curve = line.twist = 0;
    unit->step = change == 0 ? 0 : reference_reach(line, unit->goal, most);
    for (uint32_t i = 0; i < r->count; ++i)
        for (int k = 0; r->unit_of[i] == u && k < 3; ++k)
            r->moved[i][k] = unit->step * r->way[i][k];
}

void reference_volume_weigh(reference_volume* r) {
    weigh(r);
    reference_volume_rings(r, r->at, r->ring);
    find_faces(r);
    if (!r->has_goals) give_way(r);  // goals do not stretch
    for (uint32_t u = 0; u < r->unit_count; ++u) even_out(r, u);
}

void reference_volume_positions(reference_volume* r) {
    reference_volume_weigh(r);
    for (uint32_t u = 0; u < r->unit_count; ++u) move_unit(r, u);
    for (uint32_t i = 0; i < r->count; ++i)
        for (int k = 0; k < 3; ++k) r->x[i][k] += r->moved[i][k];
    for (uint32_t u = 0; u < r->unit_count; ++u)
        r->units[u].after = reference_volume_measure(r, r->x, u);
}

// The rigid turn of the whole that takes back what the positions' move did to angular momentum,
// sum m (s d) x v.
static void turn_back(reference_volume* r, uint32_t u) {
    double centre[3], gained[3] = {0}, system[6][7] = {{0}}, motion[6], p[3], turned[3];
    double mass = 0, *one = block(r->count, sizeof *one);
    for (uint32_t i = 0; i < r->count; ++i) one[i] = 1;
    centre_of(r, one, u, centre);
    free(one);
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->unit_of[i] != u) continue;
        mass += r->mass[i];
        minus(r->x[i], centre, p);
        cross(r->moved[i], r->v[i], turned);
        for (int k = 0; k < 3; ++k) gained[k] += r->mass[i] * turned[k];
        for (int a = 0; a < 9; ++a)
            system[a / 3][a % 3] +=
                r->mass[i] * ((a % 4 == 0 ? dot(p, p) : 0) - p[a / 3] * p[a % 3]);
    }
    double girth = system[0][0] + system[1][1] + system[2][2];
    if (!(girth > r->least_girth * mass * r->units[u].extent * r->units[u].extent)) return;
    for (int k = 0; k < 3; ++k) system[k][6] = -gained[k];
    eliminate(system, motion);
    memcpy(r->units[u].turn, motion, sizeof r->units[u].turn);
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->unit_of[i] != u) continue;
        minus(r->x[i], centre, p);
        cross(motion, p, turned);
        for (int k = 0; k < 3; ++k) r->v[i][k] += turned[k];
    }
}

// Along the positions' own d, with the gradient as it is after the move.
static void slow_unit(reference_volume* r, uint32_t u) {
    reference_unit* unit = &r->units[u];
    double flow = -6 * unit->rest * r->speed, power = 0;
    for (uint32_t i = 0; i < r->count; ++i) {
        if (r->unit_of[i] != u) continue;
        flow += dot(r->ring[i], r->v[i]);
        power += dot(r->ring[i], r->way[i]);
    }
    unit->slow = flow / fmax(power, 6 * unit->floor);
    // pressure puts into the velocities of a compressible body what it put into its positions
    if (r->compressibility > 0) unit->slow = -unit->step / r->h;
    for (uint32_t i = 0; i < r->count; ++i)
        for (int k = 0; r->unit_of[i] == u && k < 3; ++k) r->v[i][k] -= unit->slow * r->way[i][k];
}

void reference_volume_velocities(reference_volume* r) {
    reference_volume_rings(r, r->x, r->ring);
    for (uint32_t u = 0; u < r->unit_count; ++u) {
        if (r->momentum && !any_held(r, u)) turn_back(r, u);
        if (r->velocity) slow_unit(r, u);
    }
}
