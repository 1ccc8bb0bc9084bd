// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A film as one GLB that viewers play: every frame of a part is a morph target, and an animation
// leads its weight from 0 to 1 and back, so that a viewer blends from frame to frame. A part that
// rests adds nothing: its frame is the target it has already, or none where it is at rest. With a
// tolerance there are fewer targets than frames, which are sums of them (film_glb_basis.c).
#include "io/film_glb.h"

#include <string.h>

#define JSON_PER_FILM   4096u  // more than the JSON ever takes
#define JSON_PER_PART   2560u
#define JSON_PER_TARGET 400u

static size_t vertex_bytes(const plump_film* film, uint32_t index) {
    const pl_glb* glb = film->own;
    return (film->parts[index].is_flat ? 12 : 24) * (size_t)glb->parts[index].drawn.vertex_count;
}

static size_t index_size(const pl_film_drawn* drawn) {
    return drawn->vertex_count <= PL_GLB_SHORT_MAX ? 2 : 4;
}

static size_t index_bytes(const pl_film_drawn* drawn) {
    size_t size = 3 * (size_t)drawn->triangle_count * index_size(drawn);
    return (size + 3) & ~(size_t)3;
}

// ---------------------------------------------------------------- size

// What the file would have if it were closed after the frame that is being added.
static uint64_t size_with_frame(const plump_film* film) {
    const pl_glb* glb = film->own;
    uint64_t size = film->spool.size + film->buffered + JSON_PER_FILM;
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_film_part* part = &film->parts[i];
        const pl_glb_part* own = &glb->parts[i];
        uint64_t fresh = pl_glb_new_targets(film, i), targets = own->target_count + fresh;
        uint64_t keys = (uint64_t)own->shape.count + 1, shows = (uint64_t)own->there.count + 1;
        size += fresh * vertex_bytes(film, i);
        size += 6 * strlen(part->name) + JSON_PER_PART + JSON_PER_TARGET * targets;
        uint64_t takes = targets / (film->targets_max - 1) + 1;
        uint64_t row = targets < film->targets_max ? targets : film->targets_max;
        size += 4 * (keys + takes) * (row + 1) + 16 * shows + (JSON_PER_PART + 64) * takes;
    }
    return size;
}

static plump_result check_size(const plump_film* film, plump_error* error) {
    if (size_with_frame(film) <= film->size_limit) return PLUMP_OK;
    if (film->size_limit < UINT32_MAX)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "%s: frame %u would make the GLB larger than the %g MB it may have; allow "
                       "more or a larger tolerance, take fewer frames, or write MDD or PC2",
                       film->path, (unsigned)film->frame_count, (double)film->size_limit / 1e6);
    return pl_fail(error, PLUMP_ERROR_LIMIT,
                   "%s: frame %u would make the GLB larger than the 4 GiB it can have; close it "
                   "before, take fewer frames, or write MDD or PC2",
                   film->path, (unsigned)film->frame_count);
}

static plump_result fail_rest_size(const plump_film* film, plump_error* error) {
    if (film->size_limit < UINT32_MAX)
        return pl_fail(error, PLUMP_ERROR_LIMIT,
                       "%s: %u vertices and %u triangles are more than the %g MB that the GLB may "
                       "have; allow more, or write MDD or PC2 instead",
                       film->path, (unsigned)film->vertex_count, (unsigned)film->triangle_count,
                       (double)film->size_limit / 1e6);
    return pl_fail(error, PLUMP_ERROR_LIMIT,
                   "%s: %u vertices and %u triangles are more than the 4 GiB of a GLB; write MDD "
                   "or PC2 instead",
                   film->path, (unsigned)film->vertex_count, (unsigned)film->triangle_count);
}

static plump_result check_rest_size(const plump_film* film, plump_error* error) {
    const pl_glb* glb = film->own;
    uint64_t size = JSON_PER_FILM;
    for (uint32_t i = 0; i < film->part_count; ++i)
        size += vertex_bytes(film, i) + index_bytes(&glb->parts[i].drawn) + JSON_PER_PART +
                6 * strlen(film->parts[i].name) + 8 * (uint64_t)glb->parts[i].drawn.vertex_count;
    for (uint32_t i = 0; i < film->image_count; ++i) size += film->images[i].file.size + 4;
    return size <= film->size_limit ? PLUMP_OK : fail_rest_size(film, error);
}

// ---------------------------------------------------------------- at rest

static void put_indices(plump_film* film, const pl_film_drawn* drawn) {
    size_t count = 3 * (size_t)drawn->triangle_count;
    for (size_t i = 0; i < count; ++i) {
        uint32_t corner = drawn->indices[i];
        unsigned char bytes[4] = {(unsigned char)corner, (unsigned char)(corner >> 8),
                                  (unsigned char)(corner >> 16), (unsigned char)(corner >> 24)};
        pl_film_put(film, bytes, index_size(drawn));
    }
    pl_film_put(film, "\0\0\0", index_bytes(drawn) - index_size(drawn) * count);
}

static void find_bounds(const float* values, size_t vertex_count, pl_glb_target* target) {
    memcpy(target->least, values, sizeof target->least);
    memcpy(target->most, values, sizeof target->most);
    for (size_t i = 3; i < 3 * vertex_count; ++i) {
        if (values[i] < target->least[i % 3]) target->least[i % 3] = values[i];
        if (values[i] > target->most[i % 3]) target->most[i % 3] = values[i];
    }
}

uint64_t pl_glb_put_size(const plump_film* film) {
    return film->spool.size + film->buffered;
}

static void put_rest(plump_film* film, uint32_t index) {
    pl_glb* glb = film->own;
    const pl_film_part* part = &film->parts[index];
    pl_glb_part* own = &glb->parts[index];
    size_t floats = 3 * (size_t)own->drawn.vertex_count;
    if (floats == 0) return;
    own->rest.at = pl_glb_put_size(film) - glb->vertices_at;
    pl_film_gather(&own->drawn, part->rest, own->rest_positions);
    find_bounds(own->rest_positions, own->drawn.vertex_count, &own->rest);
    pl_film_put_floats(film, own->rest_positions, floats, PL_FILM_LITTLE);
    if (part->is_flat) return;
    pl_film_normals(&own->drawn, own->rest_positions, glb->sums, own->rest_normals);
    pl_film_put_floats(film, own->rest_normals, floats, PL_FILM_LITTLE);
}

static void put_texcoords(plump_film* film, uint32_t index) {
    pl_glb* glb = film->own;
    const pl_film_part* part = &film->parts[index];
    pl_glb_part* own = &glb->parts[index];
    if (!part->texcoords) return;
    own->texcoords_at = pl_glb_put_size(film) - glb->texcoords_at;
    for (uint32_t i = 0; i < own->drawn.vertex_count; ++i)
        pl_film_put_floats(film, part->texcoords + 2 * (size_t)own->drawn.source[i], 2,
                           PL_FILM_LITTLE);
}

static void put_images(plump_film* film) {
    for (uint32_t i = 0; i < film->image_count; ++i) {
        pl_film_image* image = &film->images[i];
        image->at = pl_glb_put_size(film);
        pl_film_put(film, image->file.bytes, image->file.size);
        pl_film_put(film, "\0\0\0", (4 - image->file.size % 4) % 4);
    }
}

static bool make_part(const plump_film* film, uint32_t index) {
    const pl_glb* glb = film->own;
    const pl_film_part* part = &film->parts[index];
    pl_glb_part* own = &glb->parts[index];
    // without normals there is nothing to keep apart
    double angle = part->is_flat ? 180 : part->crease_angle;
    if (!pl_film_split(&film->hooks, part, angle, &own->drawn)) return false;
    size_t floats = 3 * (size_t)own->drawn.vertex_count;
    own->rest_positions = pl_alloc(&film->hooks, floats, sizeof(float));
    if (!part->is_flat) own->rest_normals = pl_alloc(&film->hooks, floats, sizeof(float));
    if (film->tolerance > 0 && !part->is_still && !pl_glb_make_basis(film, own)) return false;
    return own->rest_positions && (own->rest_normals || part->is_flat);
}

static plump_result make_room(plump_film* film, plump_error* error) {
    // so that numbers of vertices and corners together fit 32 bits
    if (12ull * film->vertex_count + 6ull * film->triangle_count > film->size_limit)
        return fail_rest_size(film, error);
    pl_glb* glb = pl_alloc_zero(&film->hooks, 1, sizeof *glb);
    film->own = glb;
    if (glb) glb->parts = pl_alloc_zero(&film->hooks, film->part_count, sizeof *glb->parts);
    bool is_made = glb && glb->parts;
    size_t most = 0;
    for (uint32_t i = 0; is_made && i < film->part_count; ++i) {
        is_made = make_part(film, i);
        size_t floats = 3 * (size_t)glb->parts[i].drawn.vertex_count;
        if (floats > most) most = floats;
    }
    if (!is_made) return pl_fail_memory(error, "opening a film");
    glb->positions = pl_alloc(&film->hooks, most, sizeof(float));
    glb->normals = pl_alloc(&film->hooks, most, sizeof(float));
    glb->sums = pl_alloc(&film->hooks, most, sizeof(double));
    is_made = glb->positions && glb->normals && glb->sums;
    return is_made ? PLUMP_OK : pl_fail_memory(error, "opening a film");
}

static plump_result open_glb(plump_film* film, plump_error* error) {
    plump_result result = make_room(film, error);
    if (result == PLUMP_OK) result = check_rest_size(film, error);
    if (result != PLUMP_OK) return result;
    pl_glb* glb = film->own;
    for (uint32_t i = 0; i < film->part_count; ++i) {
        glb->parts[i].indices_at = pl_glb_put_size(film);
        put_indices(film, &glb->parts[i].drawn);
    }
    glb->texcoords_at = pl_glb_put_size(film);
    for (uint32_t i = 0; i < film->part_count; ++i) put_texcoords(film, i);
    glb->images_at = pl_glb_put_size(film);
    put_images(film);
    glb->vertices_at = pl_glb_put_size(film);
    for (uint32_t i = 0; i < film->part_count; ++i) put_rest(film, i);
    return film->is_broken ? pl_film_flush(film, error) : PLUMP_OK;
}

// ---------------------------------------------------------------- frames

static bool grow_keys(const plump_film* film, pl_glb_keys* keys) {
    return pl_grow(&film->hooks, (void**)&keys->items, &keys->capacity, keys->count,
                   (size_t)keys->count + 2, sizeof *keys->items);
}

static plump_result reserve_glb(plump_film* film, plump_error* error) {
    pl_glb* glb = film->own;
    for (uint32_t i = 0; i < film->part_count; ++i) {
        pl_glb_part* own = &glb->parts[i];
        if (film->parts[i].is_still) continue;
        if (!grow_keys(film, &own->shape) || !grow_keys(film, &own->there) ||
            !pl_grow(&film->hooks, (void**)&own->targets, &own->target_capacity, own->target_count,
                     (size_t)own->target_count + 2, sizeof *own->targets) ||
            (own->basis && !pl_glb_reserve_basis(film, i)))
            return pl_fail_memory(error, "adding a frame to a film");
    }
    return check_size(film, error);
}

void pl_glb_find_differences(const plump_film* film, uint32_t index, const float* positions) {
    const pl_glb* glb = film->own;
    const pl_glb_part* own = &glb->parts[index];
    size_t floats = 3 * (size_t)own->drawn.vertex_count;
    pl_film_gather(&own->drawn, positions, glb->positions);
    if (own->rest_normals) pl_film_normals(&own->drawn, glb->positions, glb->sums, glb->normals);
    for (size_t i = 0; i < floats; ++i) glb->positions[i] -= own->rest_positions[i];
    for (size_t i = 0; own->rest_normals && i < floats; ++i)
        glb->normals[i] -= own->rest_normals[i];
}

void pl_glb_put_target(plump_film* film, uint32_t index) {
    pl_glb* glb = film->own;
    pl_glb_part* own = &glb->parts[index];
    pl_glb_target* target = &own->targets[own->target_count++];
    size_t floats = 3 * (size_t)own->drawn.vertex_count;
    target->at = pl_glb_put_size(film) - glb->vertices_at;
    find_bounds(glb->positions, own->drawn.vertex_count, target);
    pl_film_put_floats(film, glb->positions, floats, PL_FILM_LITTLE);
    if (own->rest_normals) pl_film_put_floats(film, glb->normals, floats, PL_FILM_LITTLE);
}

// Within a run of one shape only its two ends are needed.
void pl_glb_add_key(pl_glb_part* own, uint32_t frame) {
    pl_glb_keys* keys = &own->shape;
    uint32_t n = keys->count;
    pl_glb_key key = {frame, own->target, own->basis ? own->basis->row_count - 1 : 0};
    bool goes_on = n >= 2;
    for (uint32_t i = n - 2; goes_on && i < n; ++i)
        goes_on = keys->items[i].target == key.target && keys->items[i].row == key.row;
    keys->items[goes_on ? n - 1 : keys->count++] = key;
}

static void add_target(plump_film* film, uint32_t index) {
    pl_glb* glb = film->own;
    const pl_film_part* part = &film->parts[index];
    pl_glb_part* own = &glb->parts[index];
    size_t size = 3 * sizeof(float) * (size_t)part->vertex_count;
    bool is_at_rest = memcmp(part->now, part->rest, size) == 0;
    if (!is_at_rest) {
        pl_glb_find_differences(film, index, part->now);
        pl_glb_put_target(film, index);
    }
    own->target = is_at_rest ? 0 : own->target_count;
}

static plump_result add_glb(plump_film* film, plump_error* error) {
    pl_glb* glb = film->own;
    for (uint32_t i = 0; i < film->part_count; ++i) {
        const pl_film_part* part = &film->parts[i];
        pl_glb_part* own = &glb->parts[i];
        if (part->is_still || part->vertex_count == 0) continue;
        if (own->basis) {
            pl_glb_add_to_basis(film, i);
        } else if (part->is_changed) {
            add_target(film, i);
        }
        pl_glb_add_key(own, film->frame_count);
        pl_glb_keys* there = &own->there;
        if (there->count == 0 || there->items[there->count - 1].target != part->is_there)
            there->items[there->count++] = (pl_glb_key){film->frame_count, part->is_there, 0};
    }
    return film->is_broken ? pl_film_flush(film, error) : PLUMP_OK;
}

// ---------------------------------------------------------------- end

static plump_result close_glb(plump_film* film, plump_error* error) {
    pl_glb* glb = film->own;
    pl_writer head = {.hooks = film->hooks};
    if (!pl_glb_put_animation(film)) return pl_fail_memory(error, "finishing a film");
    pl_glb_put_head(film, &head);
    pl_replace replace;
    plump_result result = PLUMP_OK;
    if (head.used + glb->size > UINT32_MAX)
        result =
            pl_fail(error, PLUMP_ERROR_LIMIT, "%s: the GLB would be larger than 4 GiB", film->path);
    if (result == PLUMP_OK) result = pl_film_finish(film, &head, &replace, error);
    pl_free(&head.hooks, head.bytes);
    return result == PLUMP_OK ? pl_replace_close(&replace, error) : result;
}

static void free_glb(plump_film* film) {
    pl_glb* glb = film->own;
    if (!glb) return;
    for (uint32_t i = 0; glb->parts && i < film->part_count; ++i) {
        pl_film_free_drawn(&film->hooks, &glb->parts[i].drawn);
        pl_free(&film->hooks, glb->parts[i].rest_positions);
        pl_free(&film->hooks, glb->parts[i].rest_normals);
        pl_glb_free_basis(film, glb->parts[i].basis);
        pl_free(&film->hooks, glb->parts[i].targets);
        pl_free(&film->hooks, glb->parts[i].shape.items);
        pl_free(&film->hooks, glb->parts[i].there.items);
        pl_free(&film->hooks, glb->parts[i].takes);
    }
    pl_free(&film->hooks, glb->parts);
    pl_free(&film->hooks, glb->positions);
    pl_free(&film->hooks, glb->normals);
    pl_free(&film->hooks, glb->sums);
    pl_free(&film->hooks, glb);
}

static void fill_info(const plump_film* film, plump_film_info* info) {
    const pl_glb* glb = film->own;
    info->error_most = film->size > 0 ? glb->error_most / film->size : 0;
    for (uint32_t i = 0; i < film->part_count; ++i)
        info->target_count += glb->parts[i].target_count;
}

const pl_film_kind pl_film_glb = {.open = open_glb,
                                  .reserve = reserve_glb,
                                  .add = add_glb,
                                  .close = close_glb,
                                  .fill_info = fill_info,
                                  .free = free_glb};
