// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The fields of all sets as they are now, how many steps their path lines take, and which of them
// reach a block of pairs.
//
// Leaving out a field changes no bit if no pair comes within its radius on its way: it would add
// zeros. No field is faster than |a| (and than 0.24 r |u| where it turns: the most of s (1 - s^2)^3
// is 0.238), so a pair that n fields move is never farther from where it began than the sum of
// theirs; stages look ahead by a step more. A block is tested against all fields with that slack
// until no more come in.
#include "src/jiggle/jiggle_data.h"

#include <math.h>

#define TURN_SPEED   0.239f
#define RADIUS_LEAST 1e-15  // in the world; its square still has an inverse
// Path lines of one radius take so many steps unless the caller says how many.
#define STEPS_RK4   3
#define STEPS_OTHER 12

// Ralston's coefficients of order 4, the midpoint rule, Euler's.
const pl_jiggle_stages pl_jiggle_methods[PLUMP_JIGGLE_METHOD_COUNT] = {
    [PLUMP_JIGGLE_RK4] =
        {4,
         {0.0f, 0.4f, 0.455737254f, 1.0f},
         {0.174760282f, -0.551480663f, 1.2055356f, 0.171184781f},
         {{0.0f}, {0.4f}, {0.296977609f, 0.158759645f}, {0.218100388f, -3.05096515f, 3.83286476f}}},
    [PLUMP_JIGGLE_MIDPOINT] = {2, {0.0f, 0.5f}, {0.0f, 1.0f}, {{0.0f}, {0.5f}}},
    [PLUMP_JIGGLE_EULER] = {1, {0.0f}, {1.0f}, {{0.0f}}},
};

static float length3(const float a[3]) {
    return sqrtf(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static bool is_seen(const plump_jiggle* jiggle, const pl_jiggle_mass* mass) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        double d = mass->p[k] - jiggle->viewer[k];
        sum += d * d;
    }
    return mass->radius > jiggle->viewer_ratio * sqrt(sum);
}

// A field that does nothing has length and drift 0.
static void make_field(plump_jiggle* jiggle, uint32_t set) {
    pl_jiggle_mass* mass = &jiggle->masses[set];
    pl_jiggle_field* field = &jiggle->fields[set];
    memset(field, 0, sizeof *field);
    mass->active = is_seen(jiggle, mass);
    if (!mass->active || !(mass->radius > RADIUS_LEAST)) return;
    double square = mass->radius * mass->radius, a[3], angle[3];
    pl_jiggle_shown(&jiggle->sets[set], mass, a, angle);
    for (int k = 0; k < 3; ++k) {
        field->a[k] = (float)a[k];
        field->a4[k] = (float)(4 * a[k] / square);
        field->p[k] = (float)(mass->p[k] - jiggle->origin[k]);
        field->turn[k] = (float)angle[k];
    }
    field->radius = (float)mass->radius;
    field->per_square = (float)(1 / square);
    field->length = length3(field->a);
    float turn = length3(field->turn);
    field->turns = turn > 0;
    field->drift = field->length + TURN_SPEED * field->radius * turn;
}

// --- steps ---

// How strongly a field bends path lines: its stretch in radii, and the angle.
static float strength_of(const pl_jiggle_field* field) {
    return field->radius > 0 ? field->length / field->radius + 0.5f * length3(field->turn) : 0.0f;
}

static bool overlap(const pl_jiggle_field* a, const pl_jiggle_field* b) {
    float between[3];
    for (int k = 0; k < 3; ++k) between[k] = a->p[k] - b->p[k];
    return length3(between) < a->radius + b->radius + a->length + b->length;
}

// The most that fields together may bend a path.
static float strength_at(const plump_jiggle* jiggle, uint32_t set) {
    float sum = 0;
    for (uint32_t i = 0; i < jiggle->set_count; ++i) {
        const pl_jiggle_field* other = &jiggle->fields[i];
        if (jiggle->set_group[i] != jiggle->set_group[set] || !(other->drift > 0)) continue;
        if (i == set || overlap(&jiggle->fields[set], other)) sum += strength_of(other);
    }
    return sum;
}

static uint32_t steps_for(const plump_jiggle* jiggle, const pl_jiggle_group* group,
                          float strength) {
    uint32_t most = group->row_count / PL_JIGGLE_STAGES, given = jiggle->def.steps;
    float per = (float)(given                                    ? given
                        : jiggle->def.method == PLUMP_JIGGLE_RK4 ? STEPS_RK4
                                                                 : STEPS_OTHER);
    float wanted = per * strength;
    uint32_t steps = wanted < (float)most ? (uint32_t)wanted + 1 : most;
    if ((float)(steps - 1) >= wanted && steps > 1) steps -= 1;  // a whole number is enough
    if (steps < given) steps = given;
    return steps < most ? steps : most;
}

static void place_centres(plump_jiggle* jiggle, uint32_t set, pl_jiggle_group* group) {
    const pl_jiggle_field* field = &jiggle->fields[set];
    const pl_jiggle_stages* m = &pl_jiggle_methods[jiggle->def.method];
    float* row = group->centres + 4 * (size_t)group->row_count * set;
    for (uint32_t i = 0; i < m->count * group->steps; ++i, row += 4) {
        uint32_t step = i / m->count;
        float time = ((float)step + m->time[i % m->count]) / (float)group->steps;
        for (int k = 0; k < 3; ++k) row[k] = field->p[k] + time * field->a[k];
        row[3] = 0;
    }
}

void pl_jiggle_make_fields(plump_jiggle* jiggle) {
    if (jiggle->fields_are_made) return;
    for (uint32_t i = 0; i < jiggle->set_count; ++i) make_field(jiggle, i);
    for (int g = 0; g < PL_JIGGLE_GROUPS; ++g) {
        pl_jiggle_group* group = &jiggle->groups[g];
        float strength = 0;
        for (uint32_t i = 0; i < jiggle->set_count; ++i) {
            if (jiggle->set_group[i] != g || !(jiggle->fields[i].drift > 0)) continue;
            float here = strength_at(jiggle, i);
            strength = here > strength ? here : strength;
        }
        group->steps = steps_for(jiggle, group, strength);
        for (uint32_t i = 0; i < jiggle->set_count; ++i)
            if (jiggle->set_group[i] == g) place_centres(jiggle, i, group);
    }
    jiggle->fields_are_made = true;
}

// --- what reaches a block ---

// The distance of a point from the way of the field's centre.
static float distance_from_way(const pl_jiggle_field* field, const float x[3]) {
    float from[3], along = 0, square = field->length * field->length;
    for (int k = 0; k < 3; ++k) {
        from[k] = x[k] - field->p[k];
        along += from[k] * field->a[k];
    }
    float t = square > 0 ? along / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    for (int k = 0; k < 3; ++k) from[k] -= t * field->a[k];
    return length3(from);
}

// Most blocks are far from most fields: told without a root or a division.
static bool is_far(const pl_jiggle_field* field, const float x[3], float near) {
    float square = 0, far = near + 0.5f * field->length;
    for (int k = 0; k < 3; ++k) {
        float d = x[k] - (field->p[k] + 0.5f * field->a[k]);
        square += d * d;
    }
    return square > far * far;
}

void pl_jiggle_find_reach(const plump_jiggle* jiggle, int group, uint32_t segment,
                          const float centre[3], float* radius, pl_jiggle_reach* reach) {
    const uint32_t* first =
        jiggle->list_first + (size_t)group * jiggle->def.segment_count + segment;
    uint64_t taken[PLUMP_JIGGLE_SETS_MOST / 64];
    uint32_t count = first[1] - first[0];
    const uint32_t* list = jiggle->list + first[0];
    float slack = 0, ahead = 1.0f + 1.0f / (float)jiggle->groups[group].steps;
    bool more = count > 0;
    reach->count = 0;
    if (!more) return;
    memset(taken, 0, (count + 63) / 64 * sizeof *taken);
    while (more) {
        more = false;
        for (uint32_t i = 0; i < count; ++i) {
            const pl_jiggle_field* field = &jiggle->fields[list[i]];
            if (!(field->drift > 0) || (taken[i / 64] >> (i % 64) & 1)) continue;
            // a little more than the radius: distances are rounded
            float near = (field->radius + *radius + slack) * 1.0001f;
            if (is_far(field, centre, near) || !(distance_from_way(field, centre) < near)) continue;
            taken[i / 64] |= UINT64_C(1) << (i % 64);
            slack += ahead * field->drift;
            more = true;
        }
    }
    for (uint32_t i = 0; i < count; ++i)
        if (taken[i / 64] >> (i % 64) & 1) reach->set[reach->count++] = (uint16_t)list[i];
    *radius += slack;
}
