// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Farthest-point sampling. Each new sample floods the surface only as far as it is nearer than the
// samples before, so all of them together touch a place about log(count) times; a tournament tree
// holds the farthest place at its root.
#include "src/elastic/ball_sample.h"

#define NO_PLACE UINT32_MAX

// What a flood looks at, in one cache line.
typedef struct {
    double distance;  // to the nearest sample, squared
    float x[3];
    uint32_t owner;  // that sample's place
} spot;

typedef struct {
    const pl_surface* surface;
    spot* spots;
    uint32_t* queue;  // a ring: places whose neighbours are to be looked at
    uint8_t* queued;
    uint8_t* chosen;
    uint32_t* winner;  // inner nodes of the tournament, root 1: the farthest place below
    uint32_t leaves;   // a power of two
    bool playing;      // the tournament has begun
    uint32_t count;    // samples
} sampling;

static double squared_distance(const spot* a, const spot* b) {
    double x = (double)a->x[0] - (double)b->x[0];
    double y = (double)a->x[1] - (double)b->x[1];
    double z = (double)a->x[2] - (double)b->x[2];
    return x * x + y * y + z * z;
}

static uint32_t entrant(const sampling* s, uint32_t node) {
    if (node < s->leaves) return s->winner[node];
    uint32_t place = node - s->leaves;
    return place < s->surface->count ? place : NO_PLACE;
}

// The farther of a node's two; the lower place if they are equally far.
static uint32_t match(const sampling* s, uint32_t node) {
    uint32_t left = entrant(s, 2 * node), right = entrant(s, 2 * node + 1);
    if (right == NO_PLACE) return left;
    return s->spots[right].distance > s->spots[left].distance ? right : left;
}

static void begin_tournament(sampling* s) {
    for (uint32_t node = s->leaves - 1; node >= 1; --node) s->winner[node] = match(s, node);
    s->playing = true;
}

// A place has come nearer: only the matches that it had won can turn out otherwise.
static void replay(sampling* s, uint32_t place) {
    for (uint32_t node = (s->leaves + place) / 2; node >= 1 && s->winner[node] == place; node /= 2)
        s->winner[node] = match(s, node);
}

// Makes a place a sample and tells its surroundings. A place may be told again when a better way
// to it is found; the result does not depend on the order.
static void choose(sampling* s, uint32_t sample) {
    const pl_surface* surface = s->surface;
    uint32_t head = 0, tail = 1, capacity = surface->count;
    s->chosen[sample] = 1;
    s->count++;
    s->spots[sample].distance = 0;
    s->spots[sample].owner = sample;
    if (s->playing) replay(s, sample);
    s->queue[0] = sample;
    for (uint32_t waiting = 1; waiting > 0; --waiting) {
        uint32_t place = s->queue[head];
        head = head + 1 == capacity ? 0 : head + 1;
        s->queued[place] = 0;
        double reached = s->spots[place].distance;
        for (uint32_t k = surface->ring_first[place]; k < surface->ring_first[place + 1]; ++k) {
            uint32_t next = surface->ring[k];
            double distance = squared_distance(&s->spots[next], &s->spots[sample]);
            if (distance < reached) distance = reached;
            if (distance >= s->spots[next].distance) continue;
            s->spots[next].distance = distance;
            s->spots[next].owner = sample;
            if (s->playing) replay(s, next);
            if (s->queued[next]) continue;
            s->queued[next] = 1;
            if (tail == capacity) tail = 0;
            s->queue[tail++] = next;
            waiting++;
        }
    }
}

// The first sample of every part: its outermost place in a direction that no usual shape is
// symmetric about, so that it is about the same point at any resolution.
static bool choose_first(sampling* s, pl_arena* scratch) {
    const pl_surface* surface = s->surface;
    uint32_t* first = pl_arena_alloc(scratch, surface->part_count, sizeof *first);
    double* most = pl_arena_alloc(scratch, surface->part_count, sizeof *most);
    if (!first || !most) return false;
    for (uint32_t part = 0; part < surface->part_count; ++part) first[part] = NO_PLACE;
    for (uint32_t i = 0; i < surface->count; ++i) {
        const float* x = s->spots[i].x;
        double along = 0.36 * (double)x[0] + 0.8 * (double)x[1] + 0.48 * (double)x[2];
        uint32_t part = surface->part_of[i];
        if (first[part] != NO_PLACE && along <= most[part]) continue;
        first[part] = i;
        most[part] = along;
    }
    for (uint32_t part = 0; part < surface->part_count; ++part)
        if (first[part] != NO_PLACE) choose(s, first[part]);
    return true;
}

static bool make_sampling(const pl_surface* surface, pl_arena* scratch, sampling* s) {
    size_t n = surface->count;
    *s = (sampling){.surface = surface, .leaves = 2};
    while (s->leaves < n) s->leaves *= 2;
    s->spots = pl_arena_alloc(scratch, n, sizeof *s->spots);
    s->queue = pl_arena_alloc(scratch, n, sizeof *s->queue);
    s->queued = pl_arena_alloc_zero(scratch, n, 1);
    s->chosen = pl_arena_alloc_zero(scratch, n, 1);
    s->winner = pl_arena_alloc(scratch, s->leaves, sizeof *s->winner);
    if (!s->spots || !s->queue || !s->queued || !s->chosen || !s->winner) return false;
    for (size_t i = 0; i < n; ++i) {
        spot* at = &s->spots[i];
        at->distance = (double)INFINITY;
        at->owner = NO_PLACE;
        for (int c = 0; c < 3; ++c) at->x[c] = surface->rest[c][i];
    }
    return true;
}

// Samples in the order of their places, and owners by their number in that order.
static bool write_sample(const sampling* s, pl_arena* memory, pl_ball_sample* sample) {
    uint32_t n = s->surface->count;
    sample->count = 0;
    sample->place = pl_arena_alloc(memory, s->count, sizeof *sample->place);
    sample->owner = pl_arena_alloc(memory, n, sizeof *sample->owner);
    if (!sample->place || !sample->owner) return false;
    // a sample owns itself: its own entry tells its number while the others are written
    for (uint32_t i = 0; i < n; ++i) {
        if (!s->chosen[i]) continue;
        sample->place[sample->count] = i;
        sample->owner[i] = sample->count++;
    }
    for (uint32_t i = 0; i < n; ++i)
        if (!s->chosen[i]) sample->owner[i] = sample->owner[s->spots[i].owner];
    return true;
}

static bool sample_within(const pl_surface* surface, double spacing, uint32_t least,
                          pl_arena* memory, pl_arena* scratch, pl_ball_sample* sample) {
    sampling s;
    if (!make_sampling(surface, scratch, &s) || !choose_first(&s, scratch)) return false;
    begin_tournament(&s);
    for (;;) {
        uint32_t farthest = s.winner[1];
        double distance = s.spots[farthest].distance;
        // nothing is left but samples and places that coincide with one
        if (!(distance > 0)) break;
        if (s.count >= least && distance <= spacing * spacing) break;
        choose(&s, farthest);
    }
    return write_sample(&s, memory, sample);
}

bool pl_ball_sample_make(const pl_surface* surface, double spacing, uint32_t least,
                         pl_arena* memory, pl_ball_sample* sample) {
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool done = sample_within(surface, spacing, least, memory, &scratch, sample);
    pl_arena_release(&scratch, NULL);
    return done;
}

void pl_ball_sample_areas(const pl_surface* surface, const pl_ball_sample* sample, double* area) {
    // a millionth of the mean, for samples between triangles without area
    double least = surface->area_total / surface->count * 1e-6;
    for (uint32_t j = 0; j < sample->count; ++j) area[j] = 0;
    for (uint32_t i = 0; i < surface->count; ++i)
        area[sample->owner[i]] += (double)surface->area[i];
    for (uint32_t j = 0; j < sample->count; ++j)
        if (!(area[j] > least)) area[j] = least;
}
