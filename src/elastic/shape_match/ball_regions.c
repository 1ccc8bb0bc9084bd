// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Each region floods its ball from the centre twice: once to count its members, once to write them
// down. Turning the lists over once gives every place its regions in ascending order, turning them
// over again every region its members.
#include "src/elastic/shape_match/ball_regions.h"

#include "src/elastic/ball_sample.h"
#include "src/elastic/shape_match/ball_groups.h"

#include <string.h>

// Neighbours of a centre count at least this much: where edges are as long as the radius, regions
// would shrink to single vertices otherwise.
#define NEIGHBOUR_WEIGHT 0.25
// Less is no member: its share would do nothing but cost time.
#define LEAST_WEIGHT 1e-6
// Stripes of regions that are flooded side by side, each with scratch memory of its own.
#define MOST_STRIPES 8

typedef struct {
    const pl_surface* surface;
    const pl_ball_sample* centres;
    double radius;
    double* area;  // per region
    // pairs of a region as they were found
    uint32_t* first;  // count + 1; while counting, the number of members at 1 + region
    uint32_t* member;
    double* weight;
    bool counting;
    uint32_t stripes;
    uint32_t* seen;   // per stripe and place: 1 + the region that saw it last
    uint32_t* queue;  // per stripe and place
} drawing;

static double squared_distance(const pl_surface* s, uint32_t a, uint32_t b) {
    double x = (double)s->rest[0][a] - (double)s->rest[0][b];
    double y = (double)s->rest[1][a] - (double)s->rest[1][b];
    double z = (double)s->rest[2][a] - (double)s->rest[2][b];
    return x * x + y * y + z * z;
}

static double kernel(double squared_distance_in_radii) {
    double inside = 1 - squared_distance_in_radii;
    return inside > 0 ? inside * inside : 0;
}

static void note_member(const drawing* d, uint32_t region, uint32_t place, double weight,
                        uint32_t* found) {
    if (!d->counting) {
        d->member[d->first[region] + *found] = place;
        d->weight[d->first[region] + *found] = weight * d->area[region];
    }
    ++*found;
}

// The connected part of the ball around the centre, and the centre's neighbours.
static uint32_t flood(const drawing* d, uint32_t region, uint32_t* seen, uint32_t* queue) {
    const pl_surface* s = d->surface;
    uint32_t centre = d->centres->place[region], mark = region + 1;
    uint32_t head = 0, tail = 0, found = 0;
    double scale = 1 / (d->radius * d->radius);
    seen[centre] = mark;
    queue[tail++] = centre;
    note_member(d, region, centre, 1, &found);
    while (head < tail) {
        uint32_t place = queue[head++];
        for (uint32_t k = s->ring_first[place]; k < s->ring_first[place + 1]; ++k) {
            uint32_t next = s->ring[k];
            if (seen[next] == mark) continue;
            seen[next] = mark;
            double weight = kernel(squared_distance(s, next, centre) * scale);
            bool inside = weight > LEAST_WEIGHT;
            if (place == centre && weight < NEIGHBOUR_WEIGHT) weight = NEIGHBOUR_WEIGHT;
            if (weight > LEAST_WEIGHT) note_member(d, region, next, weight, &found);
            if (inside) queue[tail++] = next;
        }
    }
    return found;
}

static void flood_stripe(uint32_t stripe, uint32_t worker, void* context) {
    (void)worker;
    drawing* d = context;
    size_t offset = (size_t)stripe * d->surface->count;
    uint32_t *seen = d->seen + offset, *queue = d->queue + offset;
    memset(seen, 0, d->surface->count * sizeof *seen);
    for (uint32_t region = stripe; region < d->centres->count; region += d->stripes) {
        uint32_t found = flood(d, region, seen, queue);
        if (d->counting) d->first[region + 1] = found;
    }
}

// What a region finds depends neither on the stripe it is in nor on how many there are.
static void flood_all(drawing* d, bool counting, pl_task_pool* pool) {
    d->counting = counting;
    if (pool) {
        pl_task_parallel_for(pool, d->stripes, flood_stripe, d);
    } else {
        for (uint32_t i = 0; i < d->stripes; ++i) flood_stripe(i, 0, d);
    }
}

// From counts at 1 + i to where each list begins. False: more pairs than can be numbered.
static bool add_up(uint32_t* first, uint32_t count) {
    uint64_t total = 0;
    first[0] = 0;
    for (uint32_t i = 1; i <= count; ++i) {
        total += first[i];
        if (total > UINT32_MAX) return false;
        first[i] = (uint32_t)total;
    }
    return true;
}

static bool draw(drawing* d, pl_arena* scratch, pl_task_pool* pool) {
    uint32_t count = d->centres->count;
    uint32_t workers = pool ? pl_task_worker_count(pool) : 1;
    d->stripes = workers < MOST_STRIPES ? workers : MOST_STRIPES;
    size_t marks = (size_t)d->stripes * d->surface->count;
    d->area = pl_arena_alloc(scratch, count, sizeof *d->area);
    d->first = pl_arena_alloc(scratch, (size_t)count + 1, sizeof *d->first);
    d->seen = pl_arena_alloc(scratch, marks, sizeof *d->seen);
    d->queue = pl_arena_alloc(scratch, marks, sizeof *d->queue);
    if (!d->area || !d->first || !d->seen || !d->queue) return false;
    pl_ball_sample_areas(d->surface, d->centres, d->area);
    flood_all(d, true, pool);
    if (!add_up(d->first, count)) return false;
    d->member = pl_arena_alloc(scratch, d->first[count], sizeof *d->member);
    d->weight = pl_arena_alloc(scratch, d->first[count], sizeof *d->weight);
    if (!d->member || !d->weight) return false;
    flood_all(d, false, pool);
    return true;
}

static bool make_arrays(pl_ball_regions* r, const drawing* d, pl_arena* memory) {
    size_t places = (size_t)d->surface->padded + 1, pairs = d->first[r->count];
    r->member_first = pl_arena_alloc(memory, (size_t)r->padded + 1, sizeof(uint32_t));
    r->member = pl_arena_alloc(memory, pairs, sizeof(uint32_t));
    r->member_share = pl_arena_alloc(memory, pairs, sizeof(float));
    r->region_first = pl_arena_alloc_zero(memory, places, sizeof(uint32_t));
    r->region = pl_arena_alloc(memory, pairs, sizeof(uint32_t));
    r->region_share = pl_arena_alloc(memory, pairs, sizeof(float));
    return r->member_first && r->member && r->member_share && r->region_first && r->region &&
           r->region_share;
}

// Regions by place, with shares that add up to 1 in every place: each is at most half a unit in its
// last place off, so their sum is 1 to float rounding.
static bool write_places(pl_ball_regions* r, const drawing* d, pl_arena* scratch) {
    uint32_t count = d->surface->count, padded = d->surface->padded;
    double* total = pl_arena_alloc_zero(scratch, count, sizeof *total);
    uint32_t* fill = pl_arena_alloc(scratch, count, sizeof *fill);
    if (!total || !fill) return false;
    for (uint32_t k = 0; k < d->first[r->count]; ++k) {
        total[d->member[k]] += d->weight[k];
        r->region_first[d->member[k] + 1]++;
    }
    add_up(r->region_first, padded);
    memcpy(fill, r->region_first, count * sizeof *fill);
    for (uint32_t j = 0; j < r->count; ++j) {
        for (uint32_t k = d->first[j]; k < d->first[j + 1]; ++k) {
            uint32_t slot = fill[d->member[k]]++;
            r->region[slot] = j;
            r->region_share[slot] = (float)(d->weight[k] / total[d->member[k]]);
        }
    }
    return true;
}

// Members by region, from the list above; the drawing's own firsts serve as cursors.
static void write_regions(pl_ball_regions* r, const drawing* d) {
    memcpy(r->member_first, d->first, ((size_t)r->count + 1) * sizeof *r->member_first);
    for (uint32_t j = r->count; j < r->padded; ++j)
        r->member_first[j + 1] = r->member_first[r->count];
    for (uint32_t i = 0; i < d->surface->count; ++i) {
        for (uint32_t k = r->region_first[i]; k < r->region_first[i + 1]; ++k) {
            uint32_t slot = d->first[r->region[k]]++;
            r->member[slot] = i;
            r->member_share[slot] = r->region_share[k];
        }
    }
}

static bool fill_regions(pl_ball_regions* r, const pl_surface* surface, double spacing,
                         pl_arena* memory, pl_arena* scratch, pl_task_pool* pool) {
    pl_ball_sample centres;
    if (!pl_ball_sample_make(surface, spacing, 1, scratch, &centres)) return false;
    drawing d = {.surface = surface, .centres = &centres, .radius = r->radius};
    if (!draw(&d, scratch, pool)) return false;
    r->count = centres.count;
    r->padded = (centres.count + 15) / 16 * 16;
    r->centre = pl_arena_alloc(memory, r->count, sizeof *r->centre);
    if (!r->centre || !make_arrays(r, &d, memory) || !write_places(r, &d, scratch)) return false;
    memcpy(r->centre, centres.place, r->count * sizeof *r->centre);
    write_regions(r, &d);
    return true;
}

pl_ball_regions* pl_ball_layout_make(const pl_surface* surface, pl_ball_layout layout,
                                     pl_arena* memory, pl_task_pool* pool) {
    pl_ball_regions* r = pl_arena_alloc_zero(memory, 1, sizeof *r);
    if (!r) return NULL;
    r->radius = (double)layout.radius;
    double spacing = (double)layout.spacing * r->radius;
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool done = fill_regions(r, surface, spacing, memory, &scratch, pool);
    pl_arena_release(&scratch, NULL);
    return done ? r : NULL;
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    if (!surface) return NULL;
    pl_ball_regions* r =
        pl_ball_layout_make(surface, *(const pl_ball_layout*)context, memory, pool);
    return r && pl_ball_groups_make(r, surface->padded, memory) ? r : NULL;
}

static pl_cache_key key_of(pl_ball_layout layout) {
    pl_cache_key key = {PL_CACHE_BALLS, {0, 0, 0, 0}};
    memcpy(&key.number[0], &layout.radius, sizeof layout.radius);
    memcpy(&key.number[1], &layout.spacing, sizeof layout.spacing);
    return key;
}

const pl_ball_regions* pl_ball_layout_get(const plump_mesh* mesh, pl_ball_layout layout,
                                          pl_task_pool* pool) {
    return pl_mesh_cache_get(mesh, key_of(layout), pool, build, &layout);
}

size_t pl_ball_layout_size(const plump_mesh* mesh, pl_ball_layout layout) {
    return pl_mesh_cache_size(mesh, key_of(layout));
}

const pl_ball_regions* pl_ball_regions_get(const plump_mesh* mesh, float radius,
                                           pl_task_pool* pool) {
    return pl_ball_layout_get(mesh, (pl_ball_layout){radius, PL_BALL_SPACING}, pool);
}

size_t pl_ball_regions_size(const plump_mesh* mesh, float radius) {
    return pl_ball_layout_size(mesh, (pl_ball_layout){radius, PL_BALL_SPACING});
}
