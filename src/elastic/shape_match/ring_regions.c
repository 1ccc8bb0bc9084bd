// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// One breadth-first search per vertex. What it reaches is marked in words of 64 places, so a bit is
// both "seen" and "member", the words are the blocks that runs are cut at, and nothing has to be
// sorted but the few words touched. Searched twice, to count and to write: no task allocates.
#include "src/elastic/shape_match/ring_regions.h"

#include "src/elastic/shape_match/shape_match.h"

#include <string.h>

#define CHUNK 256  // regions that one task makes

// One worker's search.
typedef struct search {
    uint64_t* marks;    // a bit per place; all zero between searches
    uint32_t* touched;  // words that are not zero
    uint32_t touched_count;
    uint32_t* queue;  // members in the order they were reached
    uint32_t member_count;
} search;

typedef struct job {
    const pl_surface* surface;
    pl_ring_regions* regions;
    search* searches;  // one per worker
    bool is_writing;   // else counting
} job;

static unsigned lowest_bit(uint64_t word) {
#if defined(__GNUC__) && !defined(__TINYC__)
    return (unsigned)__builtin_ctzll(word);
#else
    unsigned bit = 0;
    while (!(word >> bit & 1)) ++bit;
    return bit;
#endif
}

static void reach(search* s, uint32_t place) {
    uint64_t bit = UINT64_C(1) << (place % 64);
    uint64_t* word = &s->marks[place / 64];
    if (*word & bit) return;
    if (!*word) s->touched[s->touched_count++] = place / 64;
    *word |= bit;
    s->queue[s->member_count++] = place;
}

// A few by insertion; where a pole of many neighbours touches half the body, by going through it.
static void sort_touched(search* s, uint32_t word_count) {
    uint32_t* t = s->touched;
    if ((uint64_t)s->touched_count * s->touched_count > word_count) {
        s->touched_count = 0;
        for (uint32_t w = 0; w < word_count; ++w)
            if (s->marks[w]) t[s->touched_count++] = w;
        return;
    }
    for (uint32_t i = 1; i < s->touched_count; ++i) {
        uint32_t moving = t[i], j = i;
        for (; j > 0 && t[j - 1] > moving; --j) t[j] = t[j - 1];
        t[j] = moving;
    }
}

static void find_members(search* s, const pl_surface* surface, uint32_t centre, uint32_t omega) {
    s->touched_count = 0;
    s->member_count = 0;
    reach(s, centre);
    uint32_t at = 0;
    for (uint32_t depth = 0; depth < omega; ++depth) {
        uint32_t end = s->member_count;
        for (; at < end; ++at) {
            uint32_t place = s->queue[at];
            for (uint32_t i = surface->ring_first[place]; i < surface->ring_first[place + 1]; ++i)
                reach(s, surface->ring[i]);
        }
    }
}

static void clear(search* s) {
    for (uint32_t i = 0; i < s->touched_count; ++i) s->marks[s->touched[i]] = 0;
}

// Runs within one word: where a bit is set and the one below it is not.
static uint32_t count_runs(uint64_t word) {
    uint32_t count = 0;
    for (uint64_t starts = word & ~(word << 1); starts; starts &= starts - 1) ++count;
    return count;
}

static pl_run* write_runs(uint64_t word, uint32_t block, pl_run* run) {
    while (word) {
        unsigned from = lowest_bit(word);
        uint64_t ended = ~(word >> from);  // bit k: place from + k is no member
        unsigned length = ended ? lowest_bit(ended) : 64;
        run->from = pl_prefix_row(block * 64 + from) - 1;
        run->to = run->from + length;
        ++run;
        word = from + length < 64 ? word >> (from + length) << (from + length) : 0;
    }
    return run;
}

static uint32_t* write_members(uint64_t word, uint32_t block, uint32_t* member) {
    for (; word; word &= word - 1) *member++ = block * 64 + lowest_bit(word);
    return member;
}

// Sizes go one place further on, where adding them up makes them starts.
static void count_region(const search* s, pl_ring_regions* regions, uint32_t centre) {
    uint32_t runs = 0;
    for (uint32_t i = 0; i < s->touched_count; ++i) runs += count_runs(s->marks[s->touched[i]]);
    regions->run_first[centre + 1] = runs;
    regions->inv_size[centre] = 1.0f / (float)s->member_count;
    if (regions->member_first) regions->member_first[centre + 1] = s->member_count;
}

static void write_region(search* s, const pl_ring_regions* regions, uint32_t centre) {
    sort_touched(s, (regions->count + 63) / 64);
    pl_run* run = regions->runs + regions->run_first[centre];
    for (uint32_t i = 0; i < s->touched_count; ++i)
        run = write_runs(s->marks[s->touched[i]], s->touched[i], run);
    if (!regions->members) return;
    uint32_t* member = regions->members + regions->member_first[centre];
    for (uint32_t i = 0; i < s->touched_count; ++i)
        member = write_members(s->marks[s->touched[i]], s->touched[i], member);
}

static void run_chunk(uint32_t chunk, uint32_t worker, void* context) {
    const job* j = context;
    search* s = &j->searches[worker];
    uint32_t begin = chunk * CHUNK, end = j->surface->count;
    if (end - begin > CHUNK) end = begin + CHUNK;
    for (uint32_t centre = begin; centre < end; ++centre) {
        find_members(s, j->surface, centre, j->regions->omega);
        if (j->is_writing)
            write_region(s, j->regions, centre);
        else
            count_region(s, j->regions, centre);
        clear(s);
    }
}

static void search_all(job* j, pl_task_pool* pool, bool is_writing) {
    uint32_t chunk_count = j->surface->count / CHUNK + (j->surface->count % CHUNK != 0);
    j->is_writing = is_writing;
    if (pool)
        pl_task_parallel_for(pool, chunk_count, run_chunk, j);
    else
        for (uint32_t i = 0; i < chunk_count; ++i) run_chunk(i, 0, j);
}

// Sizes to starts. False: more than can be numbered.
static bool add_up(uint32_t* first, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) {
        if (first[i + 1] > UINT32_MAX - first[i]) return false;
        first[i + 1] += first[i];
    }
    return true;
}

static search* make_searches(const pl_surface* surface, uint32_t count, pl_arena* scratch) {
    search* searches = pl_arena_alloc_zero(scratch, count, sizeof *searches);
    size_t words = (size_t)surface->count / 64 + 1;
    for (uint32_t i = 0; searches && i < count; ++i) {
        search* s = &searches[i];
        s->marks = pl_arena_alloc_zero(scratch, words, sizeof *s->marks);
        s->touched = pl_arena_alloc(scratch, words, sizeof *s->touched);
        s->queue = pl_arena_alloc(scratch, surface->count, sizeof *s->queue);
        if (!s->marks || !s->touched || !s->queue) return NULL;
    }
    return searches;
}

static bool make_counts(pl_ring_regions* r, bool with_members, pl_arena* memory) {
    size_t starts = (size_t)r->padded + 1;
    r->run_first = pl_arena_alloc_zero(memory, starts, sizeof *r->run_first);
    r->inv_size = pl_arena_alloc_zero(memory, r->padded, sizeof *r->inv_size);
    if (with_members)
        r->member_first = pl_arena_alloc_zero(memory, starts, sizeof *r->member_first);
    return r->run_first && r->inv_size && (r->member_first || !with_members);
}

static bool make_lists(pl_ring_regions* r, pl_arena* memory) {
    if (!add_up(r->run_first, r->padded)) return false;
    r->runs = pl_arena_alloc(memory, r->run_first[r->padded], sizeof *r->runs);
    if (!r->runs || !r->member_first) return r->runs != NULL;
    if (!add_up(r->member_first, r->padded)) return false;
    r->members = pl_arena_alloc(memory, r->member_first[r->padded], sizeof *r->members);
    return r->members != NULL;
}

static uint32_t run_count(const pl_ring_regions* r, uint32_t region) {
    return r->run_first[region + 1] - r->run_first[region];
}

// Whether a region often has more or fewer runs than the one before.
static bool lengths_vary(const pl_ring_regions* r) {
    uint32_t changes = 0;
    for (uint32_t i = 1; i < r->count; ++i) changes += run_count(r, i) != run_count(r, i - 1);
    return changes > r->count / 4;
}

// Insertion: 64 are few, and equal ones stay in order.
static void sort_block(const pl_ring_regions* r, uint32_t first, uint32_t count) {
    uint8_t* order = r->by_length + first;
    for (uint32_t i = 0; i < count; ++i) {
        uint32_t at = i, length = run_count(r, first + i);
        for (; at > 0 && run_count(r, first + order[at - 1]) > length; --at)
            order[at] = order[at - 1];
        order[at] = (uint8_t)i;
    }
}

static bool make_order(pl_ring_regions* r, pl_arena* memory) {
    if (r->omega < 2 || !lengths_vary(r)) return true;
    r->by_length = pl_arena_alloc(memory, r->padded, sizeof *r->by_length);
    for (uint32_t first = 0; r->by_length && first < r->padded; first += 64)
        sort_block(r, first, r->padded - first < 64 ? r->padded - first : 64);
    return r->by_length != NULL;
}

typedef struct wish {
    uint32_t omega;
    bool with_members;
} wish;

static bool fill(pl_ring_regions* r, const pl_surface* surface, const wish* w, pl_arena* memory,
                 pl_arena* scratch, pl_task_pool* pool) {
    r->omega = w->omega;
    r->count = surface->count;
    r->padded = surface->padded;
    job j = {surface, r, NULL, false};
    j.searches = make_searches(surface, pool ? pl_task_worker_count(pool) : 1, scratch);
    if (!j.searches || !make_counts(r, w->with_members, memory)) return false;
    search_all(&j, pool, false);
    if (!make_lists(r, memory)) return false;
    search_all(&j, pool, true);
    return make_order(r, memory);
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    pl_ring_regions* r = pl_arena_alloc_zero(memory, 1, sizeof *r);
    if (!surface || !r) return NULL;
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool ok = fill(r, surface, context, memory, &scratch, pool);
    pl_arena_release(&scratch, NULL);
    return ok ? r : NULL;
}

static pl_cache_key key_of(uint32_t omega, bool with_members) {
    return (pl_cache_key){PL_CACHE_RINGS, {omega, with_members, 0, 0}};
}

const pl_ring_regions* pl_ring_regions_get(const plump_mesh* mesh, uint32_t omega,
                                           bool with_members, pl_task_pool* pool) {
    wish w = {omega, with_members};
    return pl_mesh_cache_get(mesh, key_of(omega, with_members), pool, build, &w);
}

size_t pl_ring_regions_size(const plump_mesh* mesh, uint32_t omega, bool with_members) {
    return pl_mesh_cache_size(mesh, key_of(omega, with_members));
}
