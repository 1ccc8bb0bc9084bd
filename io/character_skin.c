// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Joints and weights of vertices. A file has them in sets of four (JOINTS_0, JOINTS_1, ...); the
// four largest weights are kept and scaled to sum to 1. What had to be mended is counted.
#include "io/character_data.h"

#if defined(PLUMP_HAVE_JANSSON)

#include <math.h>
#include <string.h>

enum { SETS_MOST = 4 };

#define SUM_SLACK 0.01  // weights of 8 bits need not sum to 1 any better

typedef struct {
    pl_gltf_accessor joints, weights;
} share_set;

typedef struct {
    uint32_t segments[4];
    double weights[4];
    uint32_t count;  // that have a weight, in the file
} shares;

static plump_result open_accessor(pl_character_reader* r, const pl_gltf_item* attributes,
                                  const char* prefix, int number, const pl_gltf_use* use,
                                  uint32_t count, bool* found, pl_gltf_accessor* accessor) {
    pl_gltf_item item;
    size_t index;
    char key[16];
    pl_text_format(key, sizeof key, "%s_%d", prefix, number);
    plump_result result = pl_gltf_follow(r->g, attributes, key, "accessors", found, &index, &item);
    if (result != PLUMP_OK || !*found) return result;
    result = pl_gltf_accessor_open(r->g, &item, use, accessor);
    if (result != PLUMP_OK || accessor->count == count) return result;
    return PL_GLTF_BAD(r->g, "%s.%s has %llu elements for %u positions", attributes->path, key,
                       (unsigned long long)accessor->count, (unsigned)count);
}

static plump_result open_sets(pl_character_reader* r, const pl_gltf_item* attributes,
                              uint32_t count, share_set sets[SETS_MOST], int* set_count) {
    plump_result result = PLUMP_OK;
    for (*set_count = 0; *set_count < SETS_MOST; ++*set_count) {
        share_set* set = &sets[*set_count];
        bool has_joints = false, has_weights = false;
        result = open_accessor(r, attributes, "JOINTS", *set_count, &pl_gltf_joints, count,
                               &has_joints, &set->joints);
        if (result == PLUMP_OK)
            result = open_accessor(r, attributes, "WEIGHTS", *set_count, &pl_gltf_shares, count,
                                   &has_weights, &set->weights);
        if (result != PLUMP_OK || (!has_joints && !has_weights)) return result;
        if (has_joints != has_weights)
            return PL_GLTF_BAD(r->g, "%s has %s_%d, but no %s_%d", attributes->path,
                               has_joints ? "JOINTS" : "WEIGHTS", *set_count,
                               has_joints ? "WEIGHTS" : "JOINTS", *set_count);
        result = pl_gltf_charge(r->g, count, 16, attributes->path);
        if (result != PLUMP_OK) return result;
    }
    return result;
}

// Keeps the four largest, in falling order.
static void add_share(shares* s, uint32_t segment, double weight) {
    s->count++;
    int at = 4;
    while (at > 0 && weight > s->weights[at - 1]) --at;
    if (at == 4) return;
    for (int k = 3; k > at; --k) {
        s->weights[k] = s->weights[k - 1];
        s->segments[k] = s->segments[k - 1];
    }
    s->weights[at] = weight;
    s->segments[at] = segment;
}

static plump_result read_shares(pl_character_reader* r, const pl_gltf_item* primitive,
                                const pl_character_skin* skin, share_set* sets, int set_count,
                                uint32_t vertex, shares* s) {
    double joints[4], weights[4];
    bool is_wrong = false;
    for (int i = 0; i < set_count; ++i) {
        pl_gltf_accessor_numbers(&sets[i].joints, joints);
        pl_gltf_accessor_numbers(&sets[i].weights, weights);
        for (int k = 0; k < 4; ++k) {
            bool is_fine = weights[k] >= 0 && weights[k] <= 1e6;
            is_wrong = is_wrong || !is_fine;
            if (!is_fine || weights[k] == 0) continue;
            if (joints[k] >= skin->joint_count)
                return PL_GLTF_BAD(r->g, "%s: vertex %u follows joint %g, its skin has %u",
                                   primitive->path, (unsigned)vertex, joints[k],
                                   (unsigned)skin->joint_count);
            add_share(s, skin->first_segment + (uint32_t)joints[k], weights[k]);
        }
    }
    if (is_wrong) pl_character_see(&r->wrong, primitive->path, vertex);
    return PLUMP_OK;
}

static void settle(pl_character_reader* r, const pl_gltf_item* primitive,
                   const pl_character_skin* skin, uint32_t vertex, shares* s) {
    double sum = s->weights[0] + s->weights[1] + s->weights[2] + s->weights[3];
    if (s->count > 4) {
        pl_character_see(&r->trimmed, primitive->path, vertex);
    } else if (s->count == 0 || !(sum > 1e-12)) {
        pl_character_see(&r->loose, primitive->path, vertex);
        *s = (shares){.segments = {skin->first_segment}, .weights = {sum = 1}};
    } else if (fabs(sum - 1) > SUM_SLACK) {
        pl_character_see(&r->scaled, primitive->path, vertex);
    }
    for (int k = 0; k < 4; ++k) {
        s->weights[k] /= sum;
        if (s->weights[k] == 0) s->segments[k] = s->segments[0];
    }
}

plump_result pl_character_bind(pl_character_reader* r, const pl_gltf_item* primitive,
                               const pl_character_skin* skin, uint32_t first, uint32_t count) {
    pl_gltf_item attributes;
    share_set sets[SETS_MOST];
    int set_count = 0;
    uint32_t* segments = (uint32_t*)r->c->segments.items + 4 * (size_t)first;
    float* weights = (float*)r->c->weights.items + 4 * (size_t)first;
    plump_result result =
        pl_gltf_member(r->g, primitive, "attributes", JSON_OBJECT, true, &attributes);
    if (result == PLUMP_OK) result = open_sets(r, &attributes, count, sets, &set_count);
    for (uint32_t i = 0; result == PLUMP_OK && i < count; ++i) {
        shares s = {0};
        result = read_shares(r, primitive, skin, sets, set_count, i, &s);
        if (result != PLUMP_OK) return result;
        settle(r, primitive, skin, i, &s);
        for (int k = 0; k < 4; ++k) {
            *segments++ = s.segments[k];
            *weights++ = (float)s.weights[k];
        }
    }
    return result;
}

#endif
