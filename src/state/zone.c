// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/state/zone.h"

#include "src/math/elementary.h"

#include <math.h>
#include <string.h>

#define LEAST_SHARE  0.1   // of the size: zone_least where it is 0
#define MOST_SHARE   4.0   // and zone_most
#define STRENGTH_END 1e-4  // below it a zone without load is gone

static double least_radius(const pl_body* body) {
    double wish = (double)body->def.zone_least;
    return wish > 0.0 ? wish : LEAST_SHARE * body->extent;
}

static double most_radius(const pl_body* body) {
    double wish = (double)body->def.zone_most, least = least_radius(body);
    if (!(wish > 0.0)) wish = MOST_SHARE * body->extent;
    return wish > least ? wish : least;
}

double pl_zone_radius(const pl_body* body, const pl_zone* zone) {
    double radius = (double)body->def.zone_reach * zone->load;
    double least = least_radius(body), most = most_radius(body);
    return radius < least ? least : radius < most ? radius : most;
}

double pl_zone_strength(const pl_body* body, const pl_zone* zone) {
    double share = (double)body->def.zone_reach * zone->load / least_radius(body);
    return share < 1.0 ? share : 1.0;
}

pl_vec3d pl_zone_centre(const pl_zone* zone) {
    if (zone->load > 0.0) return pl_vec3d_scale(pl_vec3d_load(zone->moment), 1.0 / zone->load);
    if (zone->force > 0.0) return pl_vec3d_scale(pl_vec3d_load(zone->force_at), 1.0 / zone->force);
    if (zone->touch > 0.0) return pl_vec3d_scale(pl_vec3d_load(zone->touch_at), 1.0 / zone->touch);
    return pl_vec3d_make(0, 0, 0);
}

// --- loads ---

// Where they are at rest, on the mean.
static bool rest_point(const pl_body* body, uint32_t count, const uint32_t* place,
                       const float* share, pl_vec3d* at) {
    double sum = 0.0, mean[3] = {0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < count; ++i) {
        double w = fabs((double)share[i]);
        sum += w;
        for (int k = 0; k < 3; ++k) mean[k] += w * (double)body->rest[k][place[i]];
    }
    if (!(sum > 0.0)) return false;
    *at = pl_vec3d_scale(pl_vec3d_load(mean), 1.0 / sum);
    return true;
}

// The nearest zone if the point lies within it; else a new one, if there is room.
static pl_zone* zone_for(pl_body* body, pl_vec3d at) {
    pl_zone* nearest = NULL;
    double least = 0.0;
    for (uint32_t i = 0; i < body->zone_count; ++i) {
        double away = pl_vec3d_length(pl_vec3d_sub(at, pl_zone_centre(&body->zones[i])));
        if (nearest && away >= least) continue;
        nearest = &body->zones[i];
        least = away;
    }
    if (nearest && least <= pl_zone_radius(body, nearest)) return nearest;
    if (body->zone_count == PL_ZONES_MOST) return nearest;
    nearest = &body->zones[body->zone_count++];
    memset(nearest, 0, sizeof *nearest);
    return nearest;
}

static void add(double* sum, double moment[3], double size, pl_vec3d at) {
    const double point[3] = {at.x, at.y, at.z};
    if (!(*sum + size <= PL_ZONE_LOAD_MOST)) return;
    *sum += size;
    for (int k = 0; k < 3; ++k) moment[k] += size * point[k];
}

void pl_zone_load(pl_body* body, pl_zone_cause cause, double size, uint32_t count,
                  const uint32_t* place, const float* share) {
    pl_vec3d at;
    if (!(body->def.zone_reach > 0.0f && size > 0.0 && size <= PL_ZONE_LOAD_MOST)) return;
    if (!rest_point(body, count, place, share, &at)) return;
    pl_zone* zone = zone_for(body, at);
    switch (cause) {
    case PL_ZONE_FORCE: add(&zone->force, zone->force_at, size, at); break;
    case PL_ZONE_TOUCH: add(&zone->touch, zone->touch_at, size, at); break;
    case PL_ZONE_IMPULSE: add(&zone->load, zone->moment, size, at); break;
    }
}

// --- time ---

// What is left of a load after h seconds, and what a force of 1 N has added to it by then.
static void weigh_time(double fade, double h, double* left, double* gain) {
    double share = h / fade;
    *left = pl_exp(-share);
    *gain = share < 1e-4 ? h * (1.0 - 0.5 * share) : fade * (1.0 - *left);
}

static void advance(pl_zone* zone, double left, double gain) {
    double load = zone->load * left + gain * (zone->force + zone->touch);
    double most = load > PL_ZONE_LOAD_MOST ? PL_ZONE_LOAD_MOST / load : 1.0;
    zone->load = load * most;
    for (int k = 0; k < 3; ++k) {
        double more = gain * (zone->force_at[k] + zone->touch_at[k]);
        zone->moment[k] = (zone->moment[k] * left + more) * most;
        zone->touch_at[k] = 0.0;
    }
    zone->touch = 0.0;
}

void pl_zones_advance(pl_body* body, double h) {
    double left, gain;
    uint32_t count = 0;
    if (body->zone_count == 0) return;
    weigh_time((double)body->def.zone_fade, h, &left, &gain);
    for (uint32_t i = 0; i < body->zone_count; ++i) {
        pl_zone* zone = &body->zones[i];
        bool loaded = zone->force > 0.0 || zone->touch > 0.0;
        advance(zone, left, gain);
        bool lasts = zone->load > 0.0 && (loaded || pl_zone_strength(body, zone) > STRENGTH_END);
        if (lasts) body->zones[count++] = *zone;
    }
    body->zone_count = count;
}

void pl_zones_end_step(pl_body* body) {
    for (uint32_t i = 0; i < body->zone_count; ++i) {
        pl_zone* zone = &body->zones[i];
        zone->force = 0.0;
        memset(zone->force_at, 0, sizeof zone->force_at);
    }
}
