// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Fewer targets than frames. A body that moves goes through shapes that are much alike: those of a
// bone that turns are sums of a few, since skinning is linear in the matrices of bones. So a frame
// is first written as the sum of targets that are there, by weights,
//     x = rest + w_1 b_1 + ... + w_n b_n + r,   w_k = <r_k-1, b_k> / <b_k, b_k>,
// (Gram and Schmidt; r_k is what k targets leave), and only if a vertex of what is left, r, is
// farther out than the tolerance it becomes target n + 1. A dance of 61 frames takes 23 targets,
// and ten rounds of it take no more. Normals go along with the weights of positions.
//
// Frames are looked at once, in their order, so what is written of one does not depend on those
// behind it, and memory holds targets, not frames. A mesh that is full begins another take, with
// the frame before once more.
#include "io/film_glb.h"

#include <math.h>
#include <string.h>

// Of the size a GLB may have, this share is filled with the tolerance as wished. Beyond, it grows
// as room gets scarce: by so much of the film's size when half of the rest is gone.
#define EASY_SHARE 0.5
#define SCARCE     0.01

static size_t floats_of(const pl_glb_part* own) {
    return 3 * (size_t)own->drawn.vertex_count;
}

static size_t stride_of(const pl_glb_part* own) {
    return (own->rest_normals ? 2 : 1) * floats_of(own);
}

bool pl_glb_make_basis(const plump_film* film, pl_glb_part* own) {
    own->basis = pl_alloc_zero(&film->hooks, 1, sizeof *own->basis);
    pl_glb_basis* basis = own->basis;
    if (!basis || !pl_grow(&film->hooks, (void**)&basis->rows, &basis->row_capacity, 0, 1,
                           sizeof *basis->rows))
        return false;
    basis->first = 1;
    basis->rows[basis->row_count++] = (pl_glb_row){.first = 1};  // at rest
    return true;
}

void pl_glb_free_basis(const plump_film* film, pl_glb_basis* basis) {
    if (!basis) return;
    pl_free(&film->hooks, basis->kept);
    pl_free(&film->hooks, basis->squares);
    pl_free(&film->hooks, basis->weights);
    pl_free(&film->hooks, basis->rows);
    pl_free(&film->hooks, basis);
}

// ---------------------------------------------------------------- fits

static double dot(const float* a, const float* b, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; ++i) sum += (double)a[i] * (double)b[i];
    return sum;
}

static void subtract(float* from, float weight, const float* what, size_t count) {
    for (size_t i = 0; i < count; ++i) from[i] -= weight * what[i];
}

static double farthest(const float* ways, size_t floats) {
    double most = 0;
    for (size_t i = 0; i < floats; i += 3) {
        double x = (double)ways[i], y = (double)ways[i + 1], z = (double)ways[i + 2];
        double square = x * x + y * y + z * z;
        most = square > most ? square : most;
    }
    return sqrt(most);
}

// Leaves in the film's room what the targets leave of a shape, and their weights behind those of
// the last row. Returns how far a vertex is off.
static double fit(const plump_film* film, uint32_t index, const float* positions) {
    const pl_glb* glb = film->own;
    const pl_glb_part* own = &glb->parts[index];
    pl_glb_basis* basis = own->basis;
    size_t floats = floats_of(own), stride = stride_of(own);
    float* weights = basis->weights + basis->weight_count;
    pl_glb_find_differences(film, index, positions);
    for (uint32_t k = 0; k < basis->count; ++k) {
        const float* target = basis->kept + k * stride;
        weights[k] = (float)(dot(glb->positions, target, floats) / basis->squares[k]);
        subtract(glb->positions, weights[k], target, floats);
        if (own->rest_normals) subtract(glb->normals, weights[k], target + floats, floats);
    }
    return farthest(glb->positions, floats);
}

static double tolerance_now(const plump_film* film) {
    double limit = (double)film->size_limit, left = limit - (double)pl_glb_put_size(film);
    double rest = (1 - EASY_SHARE) * limit;
    if (!(left < rest && left > 0)) return film->tolerance;
    return film->tolerance + SCARCE * film->size * (rest / left - 1);
}

static bool is_full(const plump_film* film, const pl_glb_basis* basis) {
    return basis->count >= film->targets_max;
}

// ---------------------------------------------------------------- frames

// A take that is full goes on in the next, which needs two targets; a basis of two has that room.
static bool grow(const plump_film* film, const pl_glb_part* own) {
    const plump_allocator* hooks = &film->hooks;
    pl_glb_basis* b = own->basis;
    return pl_grow(hooks, (void**)&b->kept, &b->kept_capacity, b->count * stride_of(own),
                   (b->count + (size_t)2) * stride_of(own), sizeof *b->kept) &&
           pl_grow(hooks, (void**)&b->squares, &b->square_capacity, b->count, b->count + (size_t)2,
                   sizeof *b->squares) &&
           pl_grow(hooks, (void**)&b->weights, &b->weight_capacity, b->weight_count,
                   b->weight_count + b->count + 4, sizeof *b->weights) &&
           pl_grow(hooks, (void**)&b->rows, &b->row_capacity, b->row_count,
                   b->row_count + (size_t)2, sizeof *b->rows);
}

bool pl_glb_reserve_basis(const plump_film* film, uint32_t index) {
    const pl_glb* glb = film->own;
    const pl_glb_part* own = &glb->parts[index];
    const pl_film_part* part = &film->parts[index];
    if (!grow(film, own)) return false;
    own->basis->needs_target =
        part->is_changed && fit(film, index, part->next) > tolerance_now(film);
    return true;
}

uint32_t pl_glb_new_targets(const plump_film* film, uint32_t index) {
    const pl_glb* glb = film->own;
    const pl_glb_basis* basis = glb->parts[index].basis;
    if (!basis) return film->parts[index].is_changed;
    return basis->needs_target ? 1 + is_full(film, basis) : 0;
}

// What the targets leave becomes one of them.
static void keep(plump_film* film, uint32_t index) {
    const pl_glb* glb = film->own;
    const pl_glb_part* own = &glb->parts[index];
    pl_glb_basis* basis = own->basis;
    size_t floats = floats_of(own);
    float* target = basis->kept + basis->count * stride_of(own);
    memcpy(target, glb->positions, floats * sizeof *target);
    if (own->rest_normals) memcpy(target + floats, glb->normals, floats * sizeof *target);
    basis->squares[basis->count] = dot(target, target, floats);
    basis->weights[basis->weight_count + basis->count++] = 1;
    pl_glb_put_target(film, index);
}

// The shape as the next row. `keeps`: by a target of its own, if it is not at rest.
static void add_row(plump_film* film, uint32_t index, const float* positions, bool keeps) {
    pl_glb* glb = film->own;
    pl_glb_basis* basis = glb->parts[index].basis;
    double off = fit(film, index, positions);
    if (keeps && off > 0) {
        keep(film, index);
    } else if (off > glb->error_most) {
        glb->error_most = off;
    }
    basis->rows[basis->row_count++] =
        (pl_glb_row){.at = basis->weight_count, .first = basis->first, .width = basis->count};
    basis->weight_count += basis->count;
}

void pl_glb_add_to_basis(plump_film* film, uint32_t index) {
    pl_glb* glb = film->own;
    const pl_film_part* part = &film->parts[index];
    pl_glb_part* own = &glb->parts[index];
    pl_glb_basis* basis = own->basis;
    if (!part->is_changed) return;
    if (basis->needs_target && is_full(film, basis)) {
        basis->count = 0;
        basis->first = own->target_count + 1;
        add_row(film, index, part->next, true);  // which has the frame before by now
        pl_glb_add_key(own, film->frame_count - 1);
    }
    add_row(film, index, part->now, basis->needs_target);
}

float pl_glb_weight(const pl_glb_part* own, const pl_glb_take* take, const pl_glb_key* key,
                    uint32_t target) {
    if (!own->basis) return take->first_target + target == key->target;
    const pl_glb_row* row = &own->basis->rows[key->row];
    return target < row->width ? own->basis->weights[row->at + target] : 0;
}
