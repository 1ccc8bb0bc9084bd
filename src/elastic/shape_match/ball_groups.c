// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Patches are counted region by region from the member lists, which ascend by place: a region meets
// a new group wherever the group changes along its list.
#include "src/elastic/shape_match/ball_groups.h"

static uint32_t group_of(const pl_ball_regions* balls, uint32_t member) {
    return balls->member[member] / PL_GROUP_PLACES;
}

// Whether a member of the region is its first in a group.
static bool begins_patch(const pl_ball_regions* balls, uint32_t region, uint32_t member) {
    return member == balls->member_first[region] ||
           group_of(balls, member) != group_of(balls, member - 1);
}

// Patches per region and per group, added up to the first of each.
static void count_patches(const pl_ball_regions* balls, pl_ball_groups* g) {
    uint32_t patches = 0;
    for (uint32_t region = 0; region < balls->padded; ++region) {
        g->region_first[region] = patches;
        for (uint32_t m = balls->member_first[region]; m < balls->member_first[region + 1]; ++m) {
            if (!begins_patch(balls, region, m)) continue;
            g->patch_first[group_of(balls, m) + 1]++;
            patches++;
        }
    }
    g->region_first[balls->padded] = patches;
    for (uint32_t group = 0; group < g->count; ++group)
        g->patch_first[group + 1] += g->patch_first[group];
}

// Regions go by in ascending order, so each group's patches come to stand in that order, too.
static void write_patches(const pl_ball_regions* balls, uint32_t* next, pl_ball_groups* g) {
    uint32_t at = 0, patch = 0;
    for (uint32_t region = 0; region < balls->padded; ++region) {
        for (uint32_t m = balls->member_first[region]; m < balls->member_first[region + 1]; ++m) {
            if (begins_patch(balls, region, m)) {
                patch = next[group_of(balls, m)]++;
                g->region[patch] = region;
                g->region_patch[at] = patch;
                g->region_group[at++] = group_of(balls, m);
            }
            uint32_t lane = balls->member[m] % PL_GROUP_PLACES;
            g->share[(size_t)PL_GROUP_PLACES * patch + lane] = balls->member_share[m];
        }
    }
}

static bool fill_groups(const pl_ball_regions* balls, pl_ball_groups* g, pl_arena* memory,
                        pl_arena* scratch) {
    g->region_first = pl_arena_alloc(memory, (size_t)balls->padded + 1, sizeof(uint32_t));
    g->patch_first = pl_arena_alloc_zero(memory, (size_t)g->count + 1, sizeof(uint32_t));
    if (!g->region_first || !g->patch_first) return false;
    count_patches(balls, g);
    size_t patches = g->patch_first[g->count];
    g->region = pl_arena_alloc(memory, patches, sizeof(uint32_t));
    g->region_patch = pl_arena_alloc(memory, patches, sizeof(uint32_t));
    g->region_group = pl_arena_alloc(memory, patches, sizeof(uint32_t));
    g->share = pl_arena_alloc_zero(memory, patches, PL_GROUP_PLACES * sizeof(float));
    uint32_t* next = pl_arena_alloc(scratch, g->count, sizeof *next);
    if (!g->region || !g->region_patch || !g->region_group || !g->share || !next) return false;
    for (uint32_t group = 0; group < g->count; ++group) next[group] = g->patch_first[group];
    write_patches(balls, next, g);
    return true;
}

bool pl_ball_groups_make(pl_ball_regions* balls, uint32_t padded, pl_arena* memory) {
    pl_ball_groups* g = pl_arena_alloc_zero(memory, 1, sizeof *g);
    if (!g) return false;
    g->count = padded / PL_GROUP_PLACES;
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool done = fill_groups(balls, g, memory, &scratch);
    pl_arena_release(&scratch, NULL);
    if (done) balls->groups = g;
    return done;
}
