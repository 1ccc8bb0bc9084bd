// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Reading a snapshot's obstacles, attachments and pairs.
#include "src/base/cookie.h"
#include "src/base/text.h"
#include "src/state/contain.h"
#include "src/world/checks.h"
#include "src/world/snapshot.h"

#include <float.h>
#include <math.h>

static bool is_finite(const double v[3]) {
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(v[k]) <= DBL_MAX)) return false;
    }
    return true;
}

// Farther than where it can be put: bones carry their obstacle along.
static bool place_is_sound(const double position[3], const double rotation[4]) {
    double squared = 0.0;
    for (int k = 0; k < 4; ++k) squared += rotation[k] * rotation[k];
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(position[k]) <= PL_PLACE_MOST)) return false;
    }
    return fabs(squared - 1.0) < 1e-6;
}

// What needs points and triangles brings them, or not; who makes it again will check them.
static bool data_is_sound(const pl_snapshot_obstacle* o) {
    bool is_sheet = o->def.shape == PLUMP_OBSTACLE_SHEET;
    if (o->part_count > 0 && o->def.shape != PLUMP_OBSTACLE_COMPOUND) return false;
    if (o->point_count == 0) return o->triangle_count == 0;
    return is_sheet ? o->triangle_count > 0
                    : o->triangle_count == 0 && o->def.shape == PLUMP_OBSTACLE_HULL;
}

// Checked as it was on create.
static bool obstacle_is_sound(pl_snapshot_obstacle* o) {
    return pl_obstacle_numbers_check(&o->def, NULL) == PLUMP_OK && data_is_sound(o) &&
           place_is_sound(o->position, o->rotation) &&
           (!o->moving || place_is_sound(o->target_position, o->target_rotation)) &&
           is_finite(o->impulse) && is_finite(o->angular_impulse);
}

// Whether so many of a size can still come, whatever the count says.
static bool has_room(const pl_stream* stream, size_t count, size_t size) {
    return count <= (stream->size - stream->used) / size;
}

#define VISIT_BYTES 8

static plump_result read_parts(pl_stream* stream, pl_arena* arena, pl_snapshot_solid* solid,
                               plump_error* error) {
    uint32_t count = solid->obstacle.part_count;
    pl_snapshot_piece piece = {0};
    pl_stream one = {0};
    pl_stream_piece(&one, &piece);
    if (stream->failed || !has_room(stream, count, one.used))
        return pl_snapshot_damaged(error, "it ends too early");
    solid->pieces = pl_arena_alloc_zero(arena, count, sizeof *solid->pieces);
    if (!solid->pieces) return pl_fail_memory(error, "reading a snapshot");
    for (uint32_t i = 0; i < count; ++i) {
        solid->pieces[i].def = plump_default_obstacle_def();
        pl_stream_piece(stream, &solid->pieces[i]);
        solid->pieces[i].points = pl_stream_skip(stream, solid->pieces[i].point_count, 12);
    }
    return stream->failed ? pl_snapshot_damaged(error, "it ends too early") : PLUMP_OK;
}

static plump_result read_obstacle(pl_stream* stream, pl_arena* arena, pl_snapshot_solid* solid,
                                  plump_error* error) {
    pl_snapshot_obstacle* o = &solid->obstacle;
    o->def = plump_default_obstacle_def();
    pl_stream_obstacle(stream, o);
    if (stream->failed || !obstacle_is_sound(o))
        return pl_snapshot_damaged(error, "the numbers of an obstacle are out of range");
    solid->visits = pl_stream_skip(stream, o->visit_count, VISIT_BYTES);
    solid->points = pl_stream_skip(stream, o->point_count, 12);
    solid->triangles = pl_stream_skip(stream, o->triangle_count, 12);
    return read_parts(stream, arena, solid, error);
}

static bool counts_are_sound(const pl_attachment* a) {
    uint32_t one = a->held[0].count, other = a->held[1].count;
    return one > 0 && (one == 1 || a->def.radius > 0.0f) &&
           (other > 0) == (a->def.other.value != 0) && (other <= 1 || a->def.other_radius > 0.0f);
}

static bool attachment_is_sound(const pl_attachment* a) {
    return pl_attachment_def_check(&a->def, NULL) == PLUMP_OK && counts_are_sound(a) &&
           pl_check_point(a->position, "", NULL) == PLUMP_OK &&
           pl_check_point(a->target, "", NULL) == PLUMP_OK && is_finite(a->force);
}

static plump_result read_attachment(pl_stream* stream, pl_attachment* attachment,
                                    plump_error* error) {
    attachment->def = plump_default_attachment_def();
    pl_stream_attachment(stream, attachment);
    if (stream->failed || !attachment_is_sound(attachment))
        return pl_snapshot_damaged(error, "the numbers of an attachment are out of range");
    return PLUMP_OK;
}

#define SUM_MOST 1e-5  // off 1: shares are rounded one by one

static bool patch_is_sound(const pl_held* patch) {
    double sum = 0.0;
    for (uint32_t i = 0; i < patch->count; ++i) {
        if (i > 0 && patch->place[i] <= patch->place[i - 1]) return false;
        if (!(patch->weight[i] > 0.0f)) return false;
        sum += (double)patch->weight[i];
    }
    return patch->count == 0 || fabs(sum - 1.0) <= SUM_MOST;
}

static plump_result read_patch(pl_stream* stream, pl_arena* arena, pl_held* patch,
                               plump_error* error) {
    if (!has_room(stream, patch->count, 8)) return pl_snapshot_damaged(error, "it ends too early");
    patch->place = pl_arena_alloc(arena, patch->count, sizeof *patch->place);
    patch->weight = pl_arena_alloc(arena, patch->count, sizeof *patch->weight);
    if (!patch->place || !patch->weight) return pl_fail_memory(error, "reading a snapshot");
    pl_stream_held(stream, patch);
    return patch_is_sound(patch) ? PLUMP_OK
                                 : pl_snapshot_damaged(error, "the patch of an attachment is none");
}

static plump_result read_patches(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                                 plump_error* error) {
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < snapshot->world.lists[PL_KIND_ATTACHMENT].count; ++i) {
        for (int k = 0; k < 2 && result == PLUMP_OK; ++k)
            result = read_patch(stream, arena, &snapshot->attachments[i].held[k], error);
    }
    return result;
}

static plump_result make_lists(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                               plump_error* error) {
    const pl_snapshot_world* w = &snapshot->world;
    size_t obstacles = w->lists[PL_KIND_OBSTACLE].count;
    size_t attachments = w->lists[PL_KIND_ATTACHMENT].count;
    pl_snapshot_obstacle obstacle = {0};
    pl_attachment attachment = {0};
    pl_kept kept = {0};
    pl_stream one = {0}, other = {0}, third = {0};
    pl_stream_obstacle(&one, &obstacle);
    pl_stream_attachment(&other, &attachment);
    pl_stream_kept(&third, &kept);
    if (!has_room(stream, obstacles, one.used) || !has_room(stream, attachments, other.used) ||
        !has_room(stream, w->apart_count, 8) || !has_room(stream, w->kept_count, third.used))
        return pl_snapshot_damaged(error, "it ends too early");
    snapshot->solids = pl_arena_alloc_zero(arena, obstacles, sizeof *snapshot->solids);
    snapshot->attachments = pl_arena_alloc_zero(arena, attachments, sizeof *snapshot->attachments);
    snapshot->apart = pl_arena_alloc_zero(arena, w->apart_count, sizeof *snapshot->apart);
    snapshot->kept = pl_arena_alloc_zero(arena, w->kept_count, sizeof *snapshot->kept);
    if (!snapshot->solids || !snapshot->attachments || !snapshot->apart || !snapshot->kept)
        return pl_fail_memory(error, "reading a snapshot");
    return PLUMP_OK;
}

// Bodies and places may have gone since: the next substep looks for them.
static plump_result read_kept(pl_stream* stream, pl_kept* kept, plump_error* error) {
    pl_stream_kept(stream, kept);
    kept->index = PL_NOBODY;
    if (!pl_vec3d_is_finite(pl_vec3_widen(pl_vec3_load(kept->force))))
        return pl_snapshot_damaged(error, "what a contact carried is out of range");
    return PLUMP_OK;
}

// Those that have gone since are told to have ended.
static plump_result read_touching(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                                  plump_error* error) {
    uint32_t count = 0;
    pl_stream_u32(stream, &count);
    if (stream->failed || !has_room(stream, count, 12))
        return pl_snapshot_damaged(error, "it ends too early");
    snapshot->touching = pl_arena_alloc_zero(arena, count, sizeof *snapshot->touching);
    if (!snapshot->touching) return pl_fail_memory(error, "reading a snapshot");
    snapshot->touching_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        pl_touching* t = &snapshot->touching[i];
        pl_stream_touching(stream, t);
        if (!t->body.value || !t->other.value == !t->obstacle.value)
            return pl_snapshot_damaged(error, "what touches is not two");
    }
    return PLUMP_OK;
}

plump_result pl_snapshot_read_ties(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                                   plump_error* error) {
    const pl_snapshot_world* w = &snapshot->world;
    plump_result result = make_lists(stream, arena, snapshot, error);
    for (uint32_t i = 0; result == PLUMP_OK && i < w->lists[PL_KIND_OBSTACLE].count; ++i)
        result = read_obstacle(stream, arena, &snapshot->solids[i], error);
    for (uint32_t i = 0; result == PLUMP_OK && i < w->lists[PL_KIND_ATTACHMENT].count; ++i)
        result = read_attachment(stream, &snapshot->attachments[i], error);
    if (result == PLUMP_OK) result = read_patches(stream, arena, snapshot, error);
    for (uint32_t i = 0; result == PLUMP_OK && i < w->apart_count; ++i)
        pl_stream_u64(stream, &snapshot->apart[i]);
    for (uint32_t i = 0; result == PLUMP_OK && i < w->kept_count; ++i)
        result = read_kept(stream, &snapshot->kept[i], error);
    if (result == PLUMP_OK) result = read_touching(stream, arena, snapshot, error);
    if (result == PLUMP_OK && stream->failed)
        result = pl_snapshot_damaged(error, "it ends too early");
    return result;
}

// --- what they name ---

static bool has_vertex(const pl_snapshot* snapshot, plump_body_id body, uint32_t vertex) {
    uint32_t index;
    return pl_snapshot_find(snapshot, PL_KIND_BODY, body.value, &index) &&
           vertex < snapshot->parts[index].body.vertex_count;
}

// And places that the patch holds: the last is the highest.
static bool has_end(const pl_snapshot* snapshot, plump_body_id body, uint32_t vertex,
                    const pl_held* patch) {
    return has_vertex(snapshot, body, vertex) &&
           has_vertex(snapshot, body, patch->place[patch->count - 1]);
}

static bool ends_are_there(const pl_snapshot* snapshot, const pl_attachment* a) {
    const plump_attachment_def* def = &a->def;
    uint32_t index;
    return has_end(snapshot, def->body, def->vertex, &a->held[0]) &&
           (!def->other.value || has_end(snapshot, def->other, def->other_vertex, &a->held[1])) &&
           (!def->obstacle.value ||
            pl_snapshot_find(snapshot, PL_KIND_OBSTACLE, def->obstacle.value, &index));
}

static bool pair_is_sound(const pl_snapshot* snapshot, uint32_t i) {
    uint64_t key = snapshot->apart[i];
    uint32_t low = (uint32_t)(key >> 32), high = (uint32_t)key, index;
    return low <= high && (i == 0 || snapshot->apart[i - 1] < key) &&
           pl_snapshot_find(snapshot, PL_KIND_BODY, low, &index) &&
           pl_snapshot_find(snapshot, PL_KIND_BODY, high, &index);
}

// Bodies in a trigger, in order of creation.
static bool visits_are_sound(const pl_snapshot* snapshot, const pl_snapshot_solid* solid) {
    pl_stream stream = {.from = solid->visits, .size = SIZE_MAX};
    uint32_t next = 0, index = 0;  // the least index that the next may have
    for (uint32_t i = 0; i < solid->obstacle.visit_count; ++i, next = index + 1) {
        plump_inside visit = {0};
        pl_stream_visit(&stream, &visit);
        if (!pl_snapshot_find(snapshot, PL_KIND_BODY, visit.body.value, &index) || index < next ||
            visit.vertex_count < 1 || visit.vertex_count > snapshot->parts[index].body.vertex_count)
            return false;
    }
    return solid->obstacle.def.trigger || solid->obstacle.visit_count == 0;
}

plump_result pl_snapshot_check_ties(const pl_snapshot* snapshot, plump_error* error) {
    const pl_snapshot_world* w = &snapshot->world;
    for (uint32_t i = 0; i < w->lists[PL_KIND_OBSTACLE].count; ++i) {
        if (!visits_are_sound(snapshot, &snapshot->solids[i]))
            return pl_snapshot_damaged(error, "who is in a trigger is not there");
    }
    for (uint32_t i = 0; i < w->lists[PL_KIND_ATTACHMENT].count; ++i) {
        if (!ends_are_there(snapshot, &snapshot->attachments[i]))
            return pl_snapshot_damaged(error, "an attachment ties what is not there");
    }
    for (uint32_t i = 0; i < w->apart_count; ++i) {
        if (!pair_is_sound(snapshot, i))
            return pl_snapshot_damaged(error, "a pair of bodies is not there");
    }
    return PLUMP_OK;
}
