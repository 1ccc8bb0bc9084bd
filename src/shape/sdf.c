// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/shape/sdf.h"

#include "src/math/elementary.h"

#define FAR      1e9
#define THINNEST 0.85  // radius of a limb in edge lengths: about five edges go round it

static double min(double a, double b) {
    return a < b ? a : b;
}

static double max(double a, double b) {
    return a > b ? a : b;
}

static double sign(double a) {
    return a > 0 ? 1 : a < 0 ? -1 : 0;
}

static double ellipsoid(pl_vec3d p, pl_vec3d half, double lower_bound) {
    pl_vec3d q = {p.x / half.x, p.y / half.y, p.z / half.z};
    pl_vec3d g = {q.x / half.x, q.y / half.y, q.z / half.z};
    double k0 = pl_vec3d_length(q), k1 = pl_vec3d_length(g);
    if (k1 <= 0) return -min(half.x, min(half.y, half.z));
    // far out the quotient may fall short of the true distance; the ball around it knows better
    return max(k0 * (k0 - 1) / k1, lower_bound);
}

static double round_cone(pl_vec3d p, const pl_sdf_part* part) {
    pl_vec3d axis = pl_vec3d_sub(part->to, part->at), from = pl_vec3d_sub(p, part->at);
    double taper = part->radius - part->radius_to, length2 = pl_vec3d_dot(axis, axis);
    double a2 = length2 - taper * taper, inverse = 1 / length2;
    double y = pl_vec3d_dot(from, axis), z = y - length2;
    pl_vec3d out = pl_vec3d_add_scaled(pl_vec3d_scale(from, length2), -y, axis);
    double x2 = pl_vec3d_dot(out, out), y2 = y * y * length2, z2 = z * z * length2;
    double k = sign(taper) * taper * taper * x2;
    if (sign(z) * a2 * z2 > k) return sqrt(x2 + z2) * inverse - part->radius_to;
    if (sign(y) * a2 * y2 < k) return sqrt(x2 + y2) * inverse - part->radius;
    return (sqrt(x2 * a2 * inverse) + y * taper) * inverse - part->radius;
}

static double torus(pl_vec3d p, double radius, double tube) {
    double out = sqrt(p.x * p.x + p.z * p.z) - radius;
    return sqrt(out * out + p.y * p.y) - tube;
}

static double round_box(pl_vec3d p, pl_vec3d half, double rounding) {
    pl_vec3d q = {fabs(p.x) - half.x + rounding, fabs(p.y) - half.y + rounding,
                  fabs(p.z) - half.z + rounding};
    pl_vec3d out = {max(q.x, 0), max(q.y, 0), max(q.z, 0)};
    return pl_vec3d_length(out) + min(max(q.x, max(q.y, q.z)), 0) - rounding;
}

static double shape_distance(const pl_sdf_shape* shape, pl_vec3d p, double lower_bound) {
    const pl_sdf_part* part = &shape->part;
    if (shape->mirrored) p.x = -p.x;
    if (part->kind == PL_SDF_CONE) return round_cone(p, part);
    pl_vec3d from = pl_vec3d_sub(p, part->at);
    if (part->kind == PL_SDF_BALL) return pl_vec3d_length(from) - part->radius;
    pl_vec3d local = {pl_vec3d_dot(from, shape->axes[0]), pl_vec3d_dot(from, shape->axes[1]),
                      pl_vec3d_dot(from, shape->axes[2])};
    if (part->kind == PL_SDF_ELLIPSOID) return ellipsoid(local, part->to, lower_bound);
    if (part->kind == PL_SDF_RING) return torus(local, part->radius, part->radius_to);
    return round_box(local, part->to, part->radius);
}

// Joins b to a: the smaller of the two, lowered by up to seam / 6 where they are alike.
double pl_sdf_melt(double a, double b, double seam) {
    double smaller = min(a, b), overlap = seam - fabs(a - b);
    if (overlap <= 0) return smaller;
    double h = overlap / seam;
    return smaller - h * h * h * seam / 6;
}

void pl_sdf_gather(const pl_sdf* sdf, pl_vec3d p, double around, pl_sdf_near* near) {
    near->count = 0;
    if (sdf->count == 0) return;
    double lower[PL_SDF_MAX_SHAPES], nearest = FAR;
    for (uint32_t i = 0; i < sdf->count; ++i) {
        const pl_sdf_shape* shape = &sdf->shapes[i];
        double away = pl_vec3d_distance(p, shape->centre);
        lower[i] = away - shape->reach;
        if (!shape->cut) nearest = min(nearest, away - shape->inner);
    }
    // what lies further than the nearest part by more than the seams melts into nothing
    double farthest = nearest + 1.5 * sdf->widest_seam + 2 * around;
    for (uint32_t i = 0; i < sdf->count; ++i)
        // cppcheck-suppress uninitvar ; set for every shape above
        if (sdf->shapes[i].cut || lower[i] <= farthest) near->shapes[near->count++] = (uint8_t)i;
}

double pl_sdf_distance(const pl_sdf* sdf, const pl_sdf_near* near, pl_vec3d p) {
    if (sdf->ask) return sdf->ask(sdf->user, p);
    double distance = FAR;
    for (uint32_t i = 0; i < near->count; ++i) {
        const pl_sdf_shape* shape = &sdf->shapes[near->shapes[i]];
        double seam = shape->part.seam;
        // beyond its seam a part changes nothing: skip it by the ball around it
        double reach = shape->reach + seam + (shape->cut ? -distance : distance);
        double away2 = pl_shape_distance2(p, shape->centre);
        if (reach <= 0 || away2 >= reach * reach) continue;
        double own = shape_distance(shape, p, sqrt(away2) - shape->reach);
        distance =
            shape->cut ? -pl_sdf_melt(-distance, own, seam) : pl_sdf_melt(distance, own, seam);
    }
    return distance;
}

// Distance and gradient by differences over the corners of a small tetrahedron.
static double slope(const pl_sdf* sdf, pl_vec3d p, pl_vec3d* gradient) {
    const double e = 1e-5;
    pl_sdf_near near;
    pl_sdf_gather(sdf, p, 2 * e, &near);
    double a = pl_sdf_distance(sdf, &near, (pl_vec3d){p.x + e, p.y - e, p.z - e});
    double b = pl_sdf_distance(sdf, &near, (pl_vec3d){p.x - e, p.y - e, p.z + e});
    double c = pl_sdf_distance(sdf, &near, (pl_vec3d){p.x - e, p.y + e, p.z - e});
    double d = pl_sdf_distance(sdf, &near, (pl_vec3d){p.x + e, p.y + e, p.z + e});
    double scale = 0.25 / e;
    gradient->x = scale * ((a + d) - (b + c));
    gradient->y = scale * ((c + d) - (a + b));
    gradient->z = scale * ((b + d) - (a + c));
    return 0.25 * ((a + b) + (c + d));
}

pl_vec3d pl_sdf_project(const pl_sdf* sdf, pl_vec3d p, uint32_t steps, double longest,
                        pl_vec3d* normal) {
    pl_vec3d gradient = {0, 0, 0};
    for (uint32_t i = 0; i < steps; ++i) {
        double distance = slope(sdf, p, &gradient);
        double slope2 = pl_vec3d_dot(gradient, gradient);
        if (slope2 < 1e-6) break;  // a ridge or the middle of a part: stay
        double step = distance / slope2, most = longest / sqrt(slope2);
        step = step > most ? most : step < -most ? -most : step;
        p = pl_vec3d_add_scaled(p, -step, gradient);
        if (fabs(distance) < 1e-9) break;
    }
    *normal = pl_shape_unit(gradient);
    return p;
}

static pl_vec3d turn_about(pl_vec3d p, double degrees, uint32_t axis) {
    double c = pl_cos(degrees * PL_PI / 180), s = pl_sin(degrees * PL_PI / 180);
    if (axis == 0) return (pl_vec3d){p.x, c * p.y - s * p.z, s * p.y + c * p.z};
    if (axis == 1) return (pl_vec3d){c * p.x + s * p.z, p.y, c * p.z - s * p.x};
    return (pl_vec3d){c * p.x - s * p.y, s * p.x + c * p.y, p.z};
}

// No limb thinner than an edge or so, no cleft narrower.
static pl_sdf_part coarsen(pl_sdf_part part, double edge) {
    double thinnest = THINNEST * edge;
    bool ball = part.kind == PL_SDF_BALL || part.kind == PL_SDF_CONE;
    bool tube = part.kind == PL_SDF_RING || part.kind == PL_SDF_CONE;
    if (ball) part.radius = max(part.radius, thinnest);
    if (tube) part.radius_to = max(part.radius_to, thinnest);
    if (part.kind == PL_SDF_ELLIPSOID || part.kind == PL_SDF_BOX)
        part.to = pl_vec3d_max(part.to, pl_vec3d_make(thinnest, thinnest, thinnest));
    part.seam = max(part.seam, 0.6 * edge);
    return part;
}

// Balls around the part and inside it.
static void bound(pl_sdf_shape* shape) {
    const pl_sdf_part* part = &shape->part;
    double radius = part->radius, radius_to = part->radius_to;
    pl_vec3d half = part->to;
    shape->centre = part->at;
    switch (part->kind) {
    case PL_SDF_BALL: shape->reach = shape->inner = radius; break;
    case PL_SDF_ELLIPSOID:
        shape->reach = max(half.x, max(half.y, half.z));
        shape->inner = min(half.x, min(half.y, half.z));
        break;
    case PL_SDF_CONE:
        shape->centre = pl_shape_middle(part->at, part->to);
        shape->reach = 0.5 * pl_vec3d_distance(part->at, part->to) + max(radius, radius_to);
        shape->inner = min(radius, radius_to);
        break;
    case PL_SDF_RING:
        shape->reach = radius + radius_to;
        shape->inner = radius_to - radius;
        break;
    case PL_SDF_BOX:
        shape->reach = pl_vec3d_length(half);
        shape->inner = min(half.x, min(half.y, half.z));
        break;
    }
    if (shape->mirrored) shape->centre.x = -shape->centre.x;
}

static void add_shape(pl_sdf* sdf, const pl_sdf_part* part, double edge, bool mirrored) {
    if (sdf->count == PL_SDF_MAX_SHAPES) return;
    pl_sdf_shape* shape = &sdf->shapes[sdf->count++];
    shape->mirrored = mirrored;
    shape->cut = part->way == PL_SDF_CUT || part->way == PL_SDF_CUT_PAIR;
    shape->part = shape->cut ? *part : coarsen(*part, edge);
    bound(shape);
    // no vertex would fall into such a dent, or sit on such a finger
    bool lost = shape->cut ? shape->inner < 1.2 * edge : part->radius_to < THINNEST * edge;
    if (lost && part->way >= PL_SDF_FINE_PAIR) {
        --sdf->count;
        return;
    }
    sdf->widest_seam = max(sdf->widest_seam, shape->part.seam);
    for (uint32_t k = 0; k < 3; ++k) {
        pl_vec3d axis = {k == 0, k == 1, k == 2};
        axis = turn_about(axis, part->turn.x, 0);
        axis = turn_about(axis, part->turn.y, 1);
        shape->axes[k] = turn_about(axis, part->turn.z, 2);
    }
}

void pl_sdf_prepare(pl_sdf* sdf, const pl_sdf_body* body, double edge) {
    sdf->count = 0;
    sdf->widest_seam = 0;
    sdf->ask = body->ask;
    sdf->user = body->user;
    for (uint32_t i = 0; i < body->part_count; ++i) {
        const pl_sdf_part* part = &body->parts[i];
        add_shape(sdf, part, edge, false);
        if (part->way != PL_SDF_JOIN && part->way != PL_SDF_CUT) add_shape(sdf, part, edge, true);
    }
}
