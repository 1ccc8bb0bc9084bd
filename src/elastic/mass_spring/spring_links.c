// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Terms are listed per place, sorted by the other place, and cut into links; the links with the
// most terms come first, so that columns of 16 are filled evenly.
#include "src/elastic/mass_spring/spring_links.h"

#include "src/mesh/mesh_sort.h"

#include <string.h>

// What one spring adds to the block of one place and another.
typedef struct {
    uint32_t other, stencil, kind;
    float weight;
} term;

// Terms of the same other place.
typedef struct {
    uint32_t begin, count, other;
} link;

typedef struct {
    const pl_spring_net* net;
    uint32_t* first;  // term of each place, and one more at the end
    term* terms;
    uint32_t* link_first;
    link* links;
    uint32_t padded;
} sorting;

// Room to sort the terms or the links of one place: a hub of a mesh has as many as the mesh.
typedef struct {
    pl_keyed *keys, *spare;
    void* copy;
} desk;

void pl_spring_corner_weights(const pl_spring_net* net, uint32_t stencil, int kind, double w[4]) {
    const double* bend = net->weight + 3 * (size_t)stencil;
    w[0] = kind == PL_SPRING_EDGE ? -1 : kind == PL_SPRING_BEND ? -bend[0] - bend[1] - bend[2] : 0;
    w[1] = kind == PL_SPRING_EDGE ? 1 : kind == PL_SPRING_BEND ? bend[0] : 0;
    w[2] = kind == PL_SPRING_CROSS ? -1 : kind == PL_SPRING_BEND ? bend[1] : 0;
    w[3] = kind == PL_SPRING_CROSS ? 1 : kind == PL_SPRING_BEND ? bend[2] : 0;
}

// All terms of a stencil to their places: `used` counts those of each. Only counts if terms is
// NULL.
static void list_terms(const pl_spring_net* net, uint32_t stencil, const uint32_t* first,
                       uint32_t* used, term* terms) {
    const uint32_t* c = net->corner + 4 * (size_t)stencil;
    for (int kind = 0; kind < PL_SPRING_KINDS; ++kind) {
        double w[4];
        pl_spring_corner_weights(net, stencil, kind, w);
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j) {
                float weight = (float)(w[i] * w[j]);
                if (c[i] == c[j] || weight == 0.0f) continue;
                uint32_t at = used[c[i]]++;
                if (terms) terms[first[c[i]] + at] = (term){c[j], stencil, (uint32_t)kind, weight};
            }
        }
    }
}

static bool make_desk(const sorting* s, pl_arena* scratch, desk* d) {
    size_t most = 1;
    for (uint32_t i = 0; i < s->net->point_count; ++i) {
        size_t count = s->first[i + 1] - s->first[i];
        most = count > most ? count : most;
    }
    d->keys = pl_arena_alloc(scratch, most, sizeof *d->keys);
    d->spare = pl_arena_alloc(scratch, most, sizeof *d->spare);
    d->copy = pl_arena_alloc(scratch, most, sizeof(term));
    return d->keys && d->spare && d->copy;
}

// Brings `items`, each of `size` bytes, into the order of the keys.
static void arrange(const desk* d, void* items, size_t size, uint32_t count) {
    pl_sort_keyed(d->keys, d->spare, count);
    memcpy(d->copy, items, count * size);
    for (uint32_t i = 0; i < count; ++i)
        memcpy((char*)items + i * size, (const char*)d->copy + d->keys[i].value * size, size);
}

// They come by stencil and kind and stay so among those of the same other place.
static void sort_terms(const desk* d, term* terms, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) d->keys[i] = (pl_keyed){terms[i].other, i};
    arrange(d, terms, sizeof *terms, count);
}

static void sort_links(const desk* d, link* links, uint32_t count) {
    for (uint32_t i = 0; i < count; ++i) d->keys[i] = (pl_keyed){UINT32_MAX - links[i].count, i};
    arrange(d, links, sizeof *links, count);
}

static uint32_t cut_links(sorting* s, const desk* d, uint32_t place, uint32_t used) {
    uint32_t begin = s->first[place], end = s->first[place + 1], start = used;
    while (begin < end) {
        uint32_t stop = begin + 1;
        while (stop < end && s->terms[stop].other == s->terms[begin].other) ++stop;
        s->links[used++] = (link){begin, stop - begin, s->terms[begin].other};
        begin = stop;
    }
    sort_links(d, s->links + start, used - start);
    return used;
}

static bool sort_all(sorting* s, pl_arena* scratch) {
    uint32_t count = s->net->point_count, used_links = 0;
    uint32_t* used = pl_arena_alloc_zero(scratch, count, sizeof *used);
    s->first = pl_arena_alloc_zero(scratch, (size_t)count + 1, sizeof *s->first);
    s->link_first = pl_arena_alloc_zero(scratch, (size_t)count + 1, sizeof *s->link_first);
    if (!used || !s->first || !s->link_first) return false;
    for (uint32_t i = 0; i < s->net->count; ++i) list_terms(s->net, i, NULL, used, NULL);
    for (uint32_t i = 0; i < count; ++i) s->first[i + 1] = s->first[i] + used[i];
    uint32_t total = s->first[count];
    s->terms = pl_arena_alloc(scratch, total ? total : 1, sizeof *s->terms);
    s->links = pl_arena_alloc(scratch, total ? total : 1, sizeof *s->links);
    desk d;
    if (!s->terms || !s->links || !make_desk(s, scratch, &d)) return false;
    memset(used, 0, count * sizeof *used);
    for (uint32_t i = 0; i < s->net->count; ++i) list_terms(s->net, i, s->first, used, s->terms);
    for (uint32_t i = 0; i < count; ++i) {
        sort_terms(&d, s->terms + s->first[i], used[i]);
        used_links = cut_links(s, &d, i, used_links);
        s->link_first[i + 1] = used_links;
    }
    return true;
}

// The column-th link of a place, or NULL.
static const link* link_of(const sorting* s, uint32_t place, uint32_t column) {
    if (place >= s->net->point_count) return NULL;
    uint32_t at = s->link_first[place] + column;
    return at < s->link_first[place + 1] ? s->links + at : NULL;
}

static uint32_t most_links(const sorting* s, uint32_t group) {
    uint32_t most = 0;
    while (true) {
        bool any = false;
        for (uint32_t k = 0; k < 16; ++k) any = any || link_of(s, 16 * group + k, most);
        if (!any) return most;
        ++most;
    }
}

static uint32_t most_terms(const sorting* s, uint32_t group, uint32_t column) {
    uint32_t most = 0;
    for (uint32_t k = 0; k < 16; ++k) {
        const link* l = link_of(s, 16 * group + k, column);
        if (l && l->count > most) most = l->count;
    }
    return most;
}

static void write_column(const sorting* s, uint32_t group, uint32_t column, uint32_t at,
                         pl_spring_links* links) {
    for (uint32_t k = 0; k < 16; ++k) {
        const link* l = link_of(s, 16 * group + k, column);
        links->row[16 * (size_t)at + k] = 4 * (l ? l->other : 16 * group + k);
        for (uint32_t t = links->term_first[at]; t < links->term_first[at + 1]; ++t) {
            uint32_t number = t - links->term_first[at];
            const term* from = l && number < l->count ? s->terms + l->begin + number : NULL;
            size_t to = 16 * (size_t)t + k;
            links->term_row[to] =
                from ? 4 * (from->kind * s->padded + from->stencil) : 12 * s->padded;
            links->term_weight[to] = from ? from->weight : 0.0f;
        }
    }
}

static bool write_all(const sorting* s, pl_arena* memory, pl_spring_links* links) {
    uint32_t groups = (s->net->point_count + 15) / 16, total = 0, terms = 0;
    links->first = pl_arena_alloc(memory, (size_t)groups + 1, sizeof *links->first);
    if (!links->first) return false;
    for (uint32_t g = 0; g < groups; ++g) {
        links->first[g] = total;
        total += most_links(s, g);
    }
    links->first[groups] = links->column_count = total;
    links->row = pl_arena_alloc(memory, total ? total : 1, 16 * sizeof *links->row);
    links->term_first = pl_arena_alloc(memory, (size_t)total + 1, sizeof *links->term_first);
    if (!links->row || !links->term_first) return false;
    for (uint32_t g = 0; g < groups; ++g) {
        for (uint32_t c = links->first[g]; c < links->first[g + 1]; ++c) {
            links->term_first[c] = terms;
            terms += most_terms(s, g, c - links->first[g]);
        }
    }
    links->term_first[total] = terms;
    links->term_row = pl_arena_alloc(memory, terms ? terms : 1, 16 * sizeof *links->term_row);
    links->term_weight = pl_arena_alloc(memory, terms ? terms : 1, 16 * sizeof(float));
    if (!links->term_row || !links->term_weight) return false;
    for (uint32_t g = 0; g < groups; ++g)
        for (uint32_t c = links->first[g]; c < links->first[g + 1]; ++c)
            write_column(s, g, c - links->first[g], c, links);
    return true;
}

bool pl_spring_links_make(const pl_spring_net* net, uint32_t padded, pl_arena* memory,
                          pl_spring_links* links) {
    sorting s = {.net = net, .padded = padded};
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool done = sort_all(&s, &scratch) && write_all(&s, memory, links);
    pl_arena_release(&scratch, NULL);
    return done;
}
