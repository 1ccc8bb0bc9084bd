// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What contacts carried in the last substep is where they begin in this one. What lies under load
// is driven into its support by about the same way in every substep (16 mm of a creature of 1 m);
// begun at nothing, the rounds leave 1 % of that, and loaded vertices creep until they snap back.
#include "src/contact/resolve.h"

#include "src/state/calm.h"

#include <math.h>

static uint32_t other_of(const pl_stage* stage, const pl_contact* c) {
    if (c->obstacle != PL_NOBODY) return stage->obstacles[c->obstacle]->id.value;
    return stage->all[c->body[1]]->id.value;
}

// Where one is looked for. A sample of an obstacle's edge, which slides from triangle to triangle,
// by a place that stands for it.
static uint32_t key_of(const pl_stage* stage, const pl_contact* c) {
    return c->split == 3 ? c->sample % stage->all[c->body[0]]->count : c->place[0];
}

// What tells contacts of the same place and the same other apart.
static uint32_t feature_of(const pl_contact* c) {
    if (c->split == 3) return c->triangle + 31u * c->sample;
    if (c->split == 1) return c->triangle;
    return c->place[1] + 31u * (c->place[2] + 31u * c->place[3]);
}

static uint32_t kind_of(const pl_stage* stage, const pl_contact* c) {
    uint32_t kind = 2 * c->split;
    return c->obstacle == PL_NOBODY ? kind : kind + 1 + 8 * stage->obstacles[c->obstacle]->number;
}

// --- finding them again ---

// Bodies may have come and gone since.
static uint32_t find_body(const pl_stage* stage, const pl_kept* kept) {
    if (kept->index < stage->all_count && stage->all[kept->index]->id.value == kept->body)
        return kept->index;
    for (uint32_t i = 0; i < stage->all_count; ++i) {
        if (stage->all[i]->id.value == kept->body) return i;
    }
    return PL_NOBODY;
}

// Chains those of the same place, in their order.
static void chain(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    for (size_t i = resolve->kept_count; i-- > 0;) {
        pl_kept* kept = &resolve->kept[i];
        kept->index = find_body(stage, kept);
        kept->taken = kept->index == PL_NOBODY || kept->place >= stage->all[kept->index]->count;
        if (kept->taken) continue;
        uint32_t* first = &resolve->kept_of[resolve->body_first[kept->index] + kept->place];
        kept->next = *first;
        *first = (uint32_t)i + 1;
    }
}

static void unchain(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    for (size_t i = 0; i < resolve->kept_count; ++i) {
        const pl_kept* kept = &resolve->kept[i];
        if (kept->index == PL_NOBODY || kept->place >= stage->all[kept->index]->count) continue;
        resolve->kept_of[resolve->body_first[kept->index] + kept->place] = 0;
    }
}

// --- for those who look for contacts ---

#define VERTEX_ON_BODY 2u  // its kind_of()

// NULL: it is no vertex on another body, or that is gone.
static pl_walls* walls_at(const pl_stage* stage, const pl_kept* kept) {
    uint32_t index = kept->kind == VERTEX_ON_BODY ? find_body(stage, kept) : PL_NOBODY;
    if (index == PL_NOBODY || kept->place >= stage->all[index]->count) return NULL;
    return &stage->all[index]->walls[kept->place];
}

void pl_contact_remember(const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    for (size_t i = 0; i < resolve->kept_count; ++i) {
        const pl_kept* kept = &resolve->kept[i];
        pl_walls* walls = walls_at(stage, kept);
        if (!walls || (walls->of != 0 && walls->of != kept->other)) continue;
        walls->of = kept->other;
        if (walls->count < PL_WALLS_MOST) walls->at[walls->count++] = kept->feature;
    }
}

void pl_contact_forget(const pl_stage* stage) {
    const pl_resolve* resolve = stage->resolve;
    for (size_t i = 0; i < resolve->kept_count; ++i) {
        pl_walls* walls = walls_at(stage, &resolve->kept[i]);
        if (walls) walls->of = walls->count = 0;
    }
}

// --- looking one up ---

// One that has slid onto another triangle takes over what nobody else has taken.
static pl_kept* find_kept(const pl_stage* stage, const pl_contact* c, bool exactly) {
    const pl_resolve* resolve = stage->resolve;
    uint32_t i = resolve->kept_of[resolve->body_first[c->body[0]] + key_of(stage, c)];
    if (i == 0) return NULL;
    uint32_t other = other_of(stage, c), kind = kind_of(stage, c), feature = feature_of(c);
    for (; i != 0; i = resolve->kept[i - 1].next) {
        pl_kept* kept = &resolve->kept[i - 1];
        if (kept->taken || kept->other != other || kept->kind != kind) continue;
        if (kept->feature == feature || (!exactly && c->split != 2)) return kept;
    }
    return NULL;
}

// --- beginning with them ---

static pl_vec3d velocity_of(const pl_stage* stage, const pl_contact* c) {
    if (c->obstacle == PL_NOBODY) return stage->all[c->body[1]]->motion.velocity;
    const pl_obstacle* o = stage->obstacles[c->obstacle];
    pl_vec3d way = pl_vec3d_sub(pl_vec3d_load(o->now.position), pl_vec3d_load(o->past.position));
    return pl_vec3d_add_scaled(pl_obstacle_belt(o), 1.0 / (double)stage->h, way);
}

// How much of what was carried the two begin with, 0..1. Between what is caught in each other
// pushes would grow from substep to substep.
float pl_resolve_calm(const pl_stage* stage, const pl_contact* c) {
    const pl_body* other = c->body[1] != PL_NOBODY ? stage->all[c->body[1]] : NULL;
    return (float)pl_calm(stage->all[c->body[0]], other, velocity_of(stage, c));
}

static bool moves(const pl_resolve* resolve, size_t row) {
    const uint32_t* end = resolve->ends + 4 * row;
    bool bone = resolve->blocks[row / PL_LANES].move[3][row % PL_LANES] / 4 >= resolve->grip_count;
    return bone || (end[0] | end[1] | end[2] | end[3]) != PL_NO_GRIP;
}

static void begin_with(pl_resolve* resolve, const pl_kept* kept, float share, pl_contact* c,
                       size_t row) {
    pl_row_block* b = &resolve->blocks[row / PL_LANES];
    size_t lane = row % PL_LANES;
    float* impulse = resolve->impulses + 4 * row;
    pl_vec3 n = pl_vec3_load(c->normal), all = pl_vec3_scale(pl_vec3_load(kept->force), share);
    float push = pl_vec3_dot(all, n);
    if (!(push > 0.0f) || !moves(resolve, row)) return;
    pl_vec3 along = pl_vec3_add_scaled(all, -push, n);
    float size = pl_vec3_length(along);
    float most = push * (c->friction > c->friction_static ? c->friction : c->friction_static);
    float drag[3];
    pl_vec3_store(pl_vec3_scale(along, size > most ? most / size : 1.0f), drag);
    b->push[lane] = b->push_ahead[lane] = push;
    for (int k = 0; k < 3; ++k) {
        b->drag[k][lane] = b->drag_ahead[k][lane] = drag[k];
        impulse[k] = drag[k] + push * c->normal[k];
    }
    impulse[3] = 1.0f;
}

static bool has_begun(const pl_resolve* resolve, size_t row) {
    return resolve->blocks[row / PL_LANES].push[row % PL_LANES] > 0.0f;
}

// Those that are where they were first, then those that have slid on.
static void recall(const pl_stage* stage, bool exactly) {
    const pl_contact* last = NULL;
    float share = 0.0f;
    for (size_t i = 0; i < stage->contacts->count; ++i) {
        pl_contact* c = &stage->contacts->contacts[i];
        pl_kept* kept = has_begun(stage->resolve, i) ? NULL : find_kept(stage, c, exactly);
        if (!kept) continue;
        if (!last || !pl_contact_same_pair(last, c))
            share = pl_resolve_calm(stage, c) * stage->h * stage->h;
        last = c;
        kept->taken = true;
        begin_with(stage->resolve, kept, share, c, i);
    }
}

void pl_resolve_recall(const pl_stage* stage) {
    chain(stage);
    recall(stage, true);
    recall(stage, false);
    unchain(stage);
}

// --- keeping ---

void pl_resolve_keep(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    float per_hh = 1.0f / (stage->h * stage->h);
    resolve->kept_count = 0;
    for (size_t i = 0; i < stage->contacts->count; ++i) {
        const pl_contact* c = &stage->contacts->contacts[i];
        if (!(c->push > 0.0f)) continue;
        pl_vec3 sum = pl_vec3_add_scaled(pl_vec3_load(c->drag), c->push, pl_vec3_load(c->normal));
        sum = pl_vec3_scale(sum, per_hh);
        if (!isfinite(sum.x + sum.y + sum.z)) continue;  // too much for the shortest substeps
        pl_kept* kept = &resolve->kept[resolve->kept_count++];
        *kept = (pl_kept){.body = stage->all[c->body[0]]->id.value,
                          .other = other_of(stage, c),
                          .place = key_of(stage, c),
                          .feature = feature_of(c),
                          .kind = kind_of(stage, c),
                          .index = c->body[0]};
        pl_vec3_store(sum, kept->force);
    }
}

static bool is_of(const pl_kept* kept, uint32_t body) {
    bool on_body = (kept->kind & 1u) == 0;  // kind_of()
    return kept->body == body || (on_body && kept->other == body);
}

void pl_resolve_drop_kept(pl_resolve* resolve, uint32_t body) {
    size_t count = 0;
    for (size_t i = 0; i < resolve->kept_count; ++i) {
        if (!is_of(&resolve->kept[i], body)) resolve->kept[count++] = resolve->kept[i];
    }
    resolve->kept_count = count;
}

// --- for snapshots ---

const pl_kept* pl_resolve_kept(const pl_resolve* resolve, size_t* count) {
    *count = resolve->kept_count;
    return resolve->kept;
}

bool pl_resolve_reserve_kept(pl_resolve* resolve, size_t count) {
    return pl_grow(&resolve->hooks, (void**)&resolve->kept, &resolve->kept_capacity,
                   resolve->kept_count, count, sizeof *resolve->kept);
}

void pl_resolve_put_kept(pl_resolve* resolve, const pl_kept* kept, size_t count) {
    for (size_t i = 0; i < count; ++i) resolve->kept[i] = kept[i];
    resolve->kept_count = count;
}
