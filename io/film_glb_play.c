// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How a GLB plays: the frames of a part cut into takes, and the times, weights and scales that an
// animation goes through. What is not there, or is another take's turn, has the scale 0.
#include "io/film_glb.h"

#include <string.h>

// ---------------------------------------------------------------- takes

// The take of a basis that begins with a key.
static pl_glb_take make_basis_take(const pl_glb_part* own, uint32_t first) {
    const pl_glb_row* rows = own->basis->rows;
    const pl_glb_key* keys = own->shape.items;
    pl_glb_take take = {.first_key = first, .first_target = rows[keys[first].row].first};
    for (uint32_t i = first; i < own->shape.count; ++i) {
        const pl_glb_row* row = &rows[keys[i].row];
        if (row->first != take.first_target) break;
        take.key_count++;
        if (row->width > take.target_count) take.target_count = row->width;
    }
    return take;
}

// The take that begins with a key; it has as many targets as a mesh may hold, at most.
static pl_glb_take make_take(const plump_film* film, const pl_glb_keys* keys, uint32_t first) {
    pl_glb_take take = {.first_key = first};
    for (uint32_t i = first; i < keys->count; ++i) {
        // targets grow from key to key, but for those at rest
        uint32_t target = keys->items[i].target;
        uint32_t from = take.first_target ? take.first_target : target;
        if (target > 0 && target - from >= film->targets_max) break;
        take.key_count++;
        if (target == 0) continue;
        take.first_target = from;
        take.target_count = target - from + 1;
    }
    return take;
}

// Counts the takes of a part, and keeps them where there is room. Each begins with the frame that
// the one before ends with, which a basis has two keys for.
static uint32_t cut(const plump_film* film, const pl_glb_part* own, pl_glb_take* takes) {
    uint32_t count = 0, first = 0;
    for (;;) {
        bool has_keys = own->basis && own->shape.count > 0;
        pl_glb_take take =
            has_keys ? make_basis_take(own, first) : make_take(film, &own->shape, first);
        if (takes) takes[count] = take;
        count++;
        if (first + take.key_count >= own->shape.count) return count;
        first += take.key_count - (own->basis ? 0 : 1);
    }
}

static bool make_takes(const plump_film* film, pl_glb_part* own) {
    own->take_count = cut(film, own, NULL);
    own->takes = pl_alloc_zero(&film->hooks, own->take_count, sizeof *own->takes);
    if (own->takes) cut(film, own, own->takes);
    return own->takes != NULL;
}

// ---------------------------------------------------------------- tracks

static void put_times(plump_film* film, pl_glb_track* track, const pl_glb_key* keys,
                      uint32_t count) {
    track->key_count = count;
    track->first_time = film->times[keys[0].frame];
    track->last_time = film->times[keys[count - 1].frame];
    track->times_at = pl_glb_put_size(film);
    for (uint32_t i = 0; i < count; ++i)
        pl_film_put_floats(film, &film->times[keys[i].frame], 1, PL_FILM_LITTLE);
    track->values_at = pl_glb_put_size(film);
}

// A row per key: 1 for its target and 0 for the others, or as the basis says.
static void put_weights(plump_film* film, const pl_glb_part* own, pl_glb_take* take) {
    const pl_glb_key* first = own->shape.items + take->first_key;
    put_times(film, &take->weights, first, take->key_count);
    take->weights.value_count = take->key_count * take->target_count;
    for (uint32_t i = 0; i < take->key_count; ++i) {
        for (uint32_t k = 0; k < take->target_count; ++k) {
            float weight = pl_glb_weight(own, take, &first[i], k);
            pl_film_put_floats(film, &weight, 1, PL_FILM_LITTLE);
        }
    }
}

static void put_scales(plump_film* film, pl_glb_track* track, const pl_glb_key* keys,
                       uint32_t count) {
    put_times(film, track, keys, count);
    track->value_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        float scale = (float)keys[i].target;
        for (int k = 0; k < 3; ++k) pl_film_put_floats(film, &scale, 1, PL_FILM_LITTLE);
    }
}

// From its first key to its last; the first take from the beginning, the last to the end.
static void put_turn(plump_film* film, pl_glb_part* own, uint32_t index) {
    pl_glb_take* take = &own->takes[index];
    const pl_glb_key* first = own->shape.items + take->first_key;
    pl_glb_key keys[3];
    uint32_t count = 0;
    if (index > 0) keys[count++] = (pl_glb_key){0, 0, 0};
    keys[count++] = (pl_glb_key){first->frame, 1, 0};
    if (index + 1 < own->take_count)
        keys[count++] = (pl_glb_key){first[take->key_count - 1].frame, 0, 0};
    put_scales(film, &take->shown, keys, count);
}

// ---------------------------------------------------------------- parts

// An earlier part with the same keys: what it plays serves this one too.
static const pl_glb_part* find_alike(const pl_glb* glb, uint32_t index) {
    const pl_glb_part* own = &glb->parts[index];
    for (uint32_t i = 0; !own->basis && i < index; ++i) {
        const pl_glb_part* other = &glb->parts[i];
        if (other->target_count == own->target_count && other->shape.count == own->shape.count &&
            memcmp(other->shape.items, own->shape.items,
                   own->shape.count * sizeof *own->shape.items) == 0)
            return other;
    }
    return NULL;
}

static void put_part(plump_film* film, uint32_t index) {
    pl_glb* glb = film->own;
    pl_glb_part* own = &glb->parts[index];
    const pl_glb_keys* there = &own->there;
    if (there->count > 1 || (there->count == 1 && there->items[0].target == 0))
        put_scales(film, &own->shown, there->items, there->count);
    if (own->target_count == 0) return;  // and with one there are keys
    const pl_glb_part* alike = find_alike(glb, index);
    for (uint32_t k = 0; k < own->take_count; ++k) {
        pl_glb_take* take = &own->takes[k];
        if (alike) {
            *take = alike->takes[k];
            continue;
        }
        if (take->target_count > 0) put_weights(film, own, take);
        if (own->take_count > 1) put_turn(film, own, k);
    }
}

bool pl_glb_put_animation(plump_film* film) {
    pl_glb* glb = film->own;
    glb->animation_at = pl_glb_put_size(film);
    for (uint32_t i = 0; i < film->part_count; ++i) {
        if (film->parts[i].triangle_count == 0) continue;
        if (!make_takes(film, &glb->parts[i])) return false;
        put_part(film, i);
    }
    glb->size = pl_glb_put_size(film);
    return true;
}
