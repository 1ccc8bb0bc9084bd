// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/elastic/mass_spring/springs.h"

#include <string.h>

// Up to so many vertices the lowest eigenvalue is found on the mesh itself. That takes a second;
// on a sample it takes a tenth, and is within 10 %, a frequency within 5.
#define WHOLE_MOST   4000
#define SAMPLE_LEAST 1000
#define SAMPLE_MOST  2000
#define SAMPLE_SHARE 8
// Thinner than this share of its extent a shell with flat parts is as good as limp, and so would be
// the slowest vibration that stiffness is scaled by.
#define BEND_LEAST 0.01f

static bool make_stencils(pl_springs* s, pl_arena* memory) {
    bool made = true;
    for (int k = 0; k < 4; ++k) {
        s->corner[k] = pl_arena_alloc_zero(memory, s->padded, sizeof(uint32_t));
        made = made && s->corner[k];
    }
    return made && pl_arena_three(memory, s->padded, s->weight) &&
           pl_arena_three(memory, s->padded, s->stiffness);
}

static void write_stencils(pl_springs* s) {
    for (uint32_t i = 0; i < s->net.count; ++i) {
        for (size_t k = 0; k < 4; ++k) s->corner[k][i] = 4 * s->net.corner[4 * (size_t)i + k];
        for (size_t k = 0; k < 3; ++k) {
            s->weight[k][i] = (float)s->net.weight[3 * (size_t)i + k];
            s->stiffness[k][i] = (float)s->net.stiffness[3 * (size_t)i + k];
        }
    }
}

// How many columns each group needs: as many as its busiest place has forces.
static bool count_columns(pl_springs* s, uint32_t* forces, pl_arena* memory) {
    uint32_t groups = s->place_padded / 16, total = 0;
    for (size_t k = 0; k < 4 * (size_t)s->net.count; ++k) forces[s->net.corner[k]]++;
    s->first = pl_arena_alloc(memory, (size_t)groups + 1, sizeof *s->first);
    if (!s->first) return false;
    for (uint32_t g = 0; g < groups; ++g) {
        uint32_t most = 0;
        for (uint32_t i = 16 * g; i < 16 * g + 16; ++i) most = forces[i] > most ? forces[i] : most;
        s->first[g] = total;
        total += most;
    }
    s->first[groups] = total;
    s->columns = pl_arena_alloc(memory, total, 16 * sizeof *s->columns);
    return s->columns;
}

static void write_columns(pl_springs* s, uint32_t* used) {
    uint32_t groups = s->place_padded / 16;
    for (size_t k = 0; k < 16 * (size_t)s->first[groups]; ++k) s->columns[k] = 16 * s->padded;
    memset(used, 0, s->place_padded * sizeof *used);
    for (uint32_t i = 0; i < s->net.count; ++i) {
        for (uint32_t k = 0; k < 4; ++k) {
            uint32_t place = s->net.corner[4 * (size_t)i + k];
            size_t column = (size_t)s->first[place / 16] + used[place]++;
            s->columns[16 * column + place % 16] = 16 * i + 4 * k;
        }
    }
}

bool pl_springs_fill(pl_springs* s, pl_arena* memory) {
    s->padded = (s->net.count + 15) / 16 * 16;
    s->place_padded = (s->net.point_count + 15) / 16 * 16;
    pl_arena scratch = pl_arena_make(memory->hooks);
    uint32_t* forces = pl_arena_alloc_zero(&scratch, s->place_padded, sizeof *forces);
    bool done = forces && make_stencils(s, memory) && count_columns(s, forces, memory) &&
                pl_spring_links_make(&s->net, s->padded, memory, &s->links);
    if (done) {
        write_stencils(s);
        write_columns(s, forces);
    }
    pl_arena_release(&scratch, NULL);
    return done;
}

// --- kept with a mesh ---

typedef struct {
    float shear, bend;
} wish;

static pl_spring_ratios ratios_of(const pl_surface* surface, float shear, float bend) {
    return (pl_spring_ratios){(double)shear, (double)bend * surface->extent};
}

static bool find_lowest(const pl_surface* surface, const wish* w, pl_springs* s,
                        pl_arena* scratch) {
    pl_spring_net own, *net = &s->net;
    float bend = w->bend > BEND_LEAST ? w->bend : BEND_LEAST;
    pl_spring_ratios ratios = ratios_of(surface, w->shear, bend);
    if (surface->count > WHOLE_MOST) {
        uint32_t count = surface->count / SAMPLE_SHARE;
        count = count < SAMPLE_LEAST ? SAMPLE_LEAST : count > SAMPLE_MOST ? SAMPLE_MOST : count;
        if (!pl_spring_net_sample(surface, ratios, count, scratch, &own)) return false;
        net = &own;
    } else if (bend > w->bend) {
        if (!pl_spring_net_make(surface, ratios, scratch, &own)) return false;
        net = &own;
    }
    return pl_spring_net_lowest(net, scratch, &s->lambda);
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    const wish* w = context;
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    pl_springs* s = pl_arena_alloc_zero(memory, 1, sizeof *s);
    if (!surface || !s) return NULL;
    pl_spring_ratios ratios = ratios_of(surface, w->shear, w->bend);
    if (!pl_spring_net_make(surface, ratios, memory, &s->net)) return NULL;
    pl_arena scratch = pl_arena_make(memory->hooks);
    bool done = pl_springs_fill(s, memory) && find_lowest(surface, w, s, &scratch);
    pl_arena_release(&scratch, NULL);
    return done ? s : NULL;
}

static pl_cache_key key_of(const wish* w) {
    pl_cache_key key = {PL_CACHE_SPRINGS, {0, 0, 0, 0}};
    memcpy(&key.number[0], &w->shear, sizeof w->shear);
    memcpy(&key.number[1], &w->bend, sizeof w->bend);
    return key;
}

const pl_springs* pl_springs_get(const plump_mesh* mesh, float shear, float bend,
                                 pl_task_pool* pool) {
    wish w = {shear, bend};
    return pl_mesh_cache_get(mesh, key_of(&w), pool, build, &w);
}

size_t pl_springs_size(const plump_mesh* mesh, float shear, float bend) {
    wish w = {shear, bend};
    return pl_mesh_cache_size(mesh, key_of(&w));
}
