// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Reading a snapshot: nothing is believed. A right checksum only tells that the bytes are those
// that were written, not that they were written by us; every count and number is checked.
#include "src/base/bytes.h"
#include "src/base/text.h"
#include "src/state/contain.h"
#include "src/state/zone.h"
#include "src/world/body_fields.h"
#include "src/world/body_ramp.h"
#include "src/world/snapshot.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define GRAVITY_MOST 1e6f
#define SUBSTEP_MOST 1000u

plump_result pl_snapshot_damaged(plump_error* error, const char* what) {
    return pl_fail(error, PLUMP_ERROR_DATA, "the snapshot is damaged: %s", what);
}

// kg, of a vertex: what a body can be made with, so that sums of mass x speed^2 stay within floats.
#define MASS_LEAST 1e-24f
#define MASS_MOST  1e24f

static bool is_finite(double value) {
    return value <= DBL_MAX && value >= -DBL_MAX;
}

static bool floats_within(const unsigned char* at, size_t count, float least, float most) {
    for (size_t i = 0; i < count; ++i) {
        float value = (float)pl_bytes_float(pl_bytes_u32(at + 4 * i));
        if (!(value >= least && value <= most)) return false;
    }
    return true;
}

static plump_result read_head(pl_stream* stream, plump_error* error) {
    pl_snapshot_head ours = pl_snapshot_head_make(), head = {0};
    pl_stream_head(stream, &head);
    if (stream->failed || memcmp(head.magic, ours.magic, sizeof head.magic) != 0)
        return pl_fail(error, PLUMP_ERROR_DATA, "this is no snapshot of a plump world");
    if (head.version != ours.version || head.field_count != ours.field_count ||
        head.field_hash != ours.field_hash)
        return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                       "the snapshot is of format %u, or its bodies have other fields; this "
                       "version of plump reads format %u with its own",
                       (unsigned)head.version, (unsigned)ours.version);
    if (head.size != stream->size)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the snapshot has %zu bytes, but was written with %llu", stream->size,
                       (unsigned long long)head.size);
    if (head.checksum != pl_snapshot_checksum(stream->from, stream->size))
        return pl_snapshot_damaged(error, "its checksum is wrong");
    return PLUMP_OK;
}

static plump_result read_world(pl_stream* stream, pl_snapshot_world* world, plump_error* error) {
    pl_stream_world(stream, world);
    if (stream->failed) return pl_snapshot_damaged(error, "it ends too early");
    for (unsigned k = 0; k < 3; ++k) {
        if (!(world->gravity[k] >= -GRAVITY_MOST && world->gravity[k] <= GRAVITY_MOST))
            return pl_snapshot_damaged(error, "its gravity is out of range");
    }
    if (world->substep_limit < 1 || world->substep_limit > SUBSTEP_MOST)
        return pl_snapshot_damaged(error, "its limit of substeps is out of range");
    for (unsigned kind = 0; kind < PL_KIND_COUNT; ++kind) {
        const pl_snapshot_list* list = &world->lists[kind];
        if (list->slot_count > PL_ID_SLOT_MOST || list->count > list->slot_count)
            return pl_snapshot_damaged(error, "it has more of something than a world can hold");
    }
    return PLUMP_OK;
}

static plump_result read_slots(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                               pl_snapshot_kind kind, plump_error* error) {
    size_t count = snapshot->world.lists[kind].slot_count;
    if (count > (stream->size - stream->used) / 8)
        return pl_snapshot_damaged(error, "it ends too early");
    pl_slot* slots = pl_arena_alloc_zero(arena, count, sizeof(pl_slot));
    snapshot->slots[kind] = slots;
    snapshot->owners[kind] = pl_arena_alloc_zero(arena, count, sizeof(uint32_t));
    if (!slots || !snapshot->owners[kind]) return pl_fail_memory(error, "reading a snapshot");
    for (size_t i = 0; i < count; ++i) {
        pl_stream_slot(stream, &slots[i]);
        if (slots[i].generation > PL_ID_GENERATION_MOST || slots[i].next_free > count)
            return pl_snapshot_damaged(error, "a slot is out of range");
    }
    return PLUMP_OK;
}

// --- a body ---

static bool vector_within(pl_vec3d v, double most) {
    return pl_vec3d_max_abs(v) <= most && pl_vec3d_is_finite(v);
}

// Within what the steps of a world can lead to: mending a body starts from these.
static bool numbers_are_sound(const pl_snapshot_body* b) {
    return vector_within(pl_vec3d_load(b->origin), PL_PLACE_MOST) &&
           pl_motion_is_contained(&b->motion) && b->quiet_time >= 0 && b->quiet_time <= FLT_MAX &&
           b->flags <= PL_SNAPSHOT_FLAGS;
}

static bool contact_is_sound(const pl_snapshot_body* b) {
    return vector_within(pl_vec3d_load(b->contact_impulse), DBL_MAX) &&
           is_finite((double)b->penetration);
}

#define RATIO_MOST 1000.0  // of target to rest volume, or the other way round
#define WAY_MOST   1000.0  // of that ratio in volume_time

static bool volume_is_sound(const pl_snapshot_body* b) {
    return b->volume_ratio >= 1.0 / RATIO_MOST && b->volume_ratio <= RATIO_MOST &&
           is_finite(b->volume_ratio_speed) &&
           fabs(b->volume_ratio_speed) * (double)b->def.volume_time <= WAY_MOST &&
           fabs(b->volume_error) <= PL_VOLUME_ERROR_MOST && b->volume_error_most >= 0 &&
           b->volume_error_most <= PL_VOLUME_ERROR_MOST &&
           b->volume_state < PLUMP_VOLUME_STATE_COUNT &&
           b->volume_state_most < PLUMP_VOLUME_STATE_COUNT;
}

static bool zones_are_sound(const pl_snapshot_body* b) {
    for (uint32_t i = 0; i < b->zone_count; ++i) {
        const pl_zone* zone = &b->zones[i];
        if (!(zone->load >= 0 && zone->load <= PL_ZONE_LOAD_MOST && zone->force >= 0 &&
              zone->force <= PL_ZONE_LOAD_MOST && zone->load + zone->force > 0))
            return false;
        if (!vector_within(pl_vec3d_load(zone->moment), PL_ZONE_AT_MOST * zone->load) ||
            !vector_within(pl_vec3d_load(zone->force_at), PL_ZONE_AT_MOST * zone->force))
            return false;
    }
    return true;
}

// Only changeable fields may have changed since the body was made.
static bool fields_agree(const plump_body_def* born, const plump_body_def* def) {
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i) {
        if (fields[i].changeable) continue;
        double a = pl_body_field_get(born, i), b = pl_body_field_get(def, i);
        if (pl_double_bits(a) != pl_double_bits(b)) return false;
    }
    return true;
}

static bool pins_are_sound(const pl_snapshot_part* part) {
    uint64_t next = 0;  // the least place the next pin may have
    pl_stream stream = {.from = part->pins, .size = SIZE_MAX};
    for (uint32_t i = 0; i < part->body.pin_count; ++i) {
        pl_pin pin = {0};
        pl_stream_pin(&stream, &pin);
        if (pin.place < next || pin.place >= part->body.vertex_count) return false;
        if (!vector_within(pl_vec3d_load(pin.from), PL_PLACE_MOST) ||
            !vector_within(pl_vec3d_load(pin.target), PL_PLACE_MOST))
            return false;
        next = (uint64_t)pin.place + 1;
    }
    return true;
}

#define PIN_BYTES (4 + 4 + 6 * 8)

static void find_arrays(pl_stream* stream, pl_snapshot_part* part) {
    const pl_snapshot_body* b = &part->body;
    size_t count = b->vertex_count;
    part->x = pl_stream_skip(stream, count, 12);
    part->v = pl_stream_skip(stream, count, 12);
    if (b->flags & PL_SNAPSHOT_FORCE) part->force = pl_stream_skip(stream, count, 12);
    if (b->flags & PL_SNAPSHOT_MASS) part->mass = pl_stream_skip(stream, count, 4);
    if (b->flags & PL_SNAPSHOT_STIFFNESS) part->stiffness = pl_stream_skip(stream, count, 4);
    if (b->flags & PL_SNAPSHOT_VOLUME) part->volume = pl_stream_skip(stream, count, 4);
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k)
        if (b->flags & (uint32_t)PL_SNAPSHOT_SPRINGS << k)
            part->springs[k] = pl_stream_skip(stream, count, 4);
    if (b->flags & PL_SNAPSHOT_CONTACT) part->contact = pl_stream_skip(stream, count, 4);
    if (b->flags & PL_SNAPSHOT_INSIDE) {
        part->inside_of = pl_stream_skip(stream, count, 4);
        part->inside_at = pl_stream_skip(stream, count, 4);
    }
    part->pins = pl_stream_skip(stream, b->pin_count, PIN_BYTES);
    part->lasting = pl_stream_skip(stream, b->lasting_count, 4);
}

// Elements of a region's lasting shape: a strain of 10 is the most that a definition allows.
#define LASTING_MOST 1000.0f

static bool volume_paint_is_sound(const unsigned char* at, size_t count) {
    if (!floats_within(at, count, 0.0f, (float)PL_PAINT_MOST)) return false;
    for (size_t i = 0; i < count; ++i) {
        if (floats_within(at + 4 * i, 1, (float)PL_PAINT_LEAST, FLT_MAX)) return true;
    }
    return false;
}

// Positions and velocities may be anything, since callers may write anything into a body: the next
// step mends that. All else is ours.
static plump_result check_arrays(const pl_snapshot_part* part, plump_error* error) {
    size_t count = part->body.vertex_count;
    if (part->force && !floats_within(part->force, 3 * count, -FLT_MAX, FLT_MAX))
        return pl_snapshot_damaged(error, "a force is not finite");
    if (part->mass && !floats_within(part->mass, count, MASS_LEAST, MASS_MOST))
        return pl_snapshot_damaged(error, "a painted mass is out of range");
    if (part->stiffness && !floats_within(part->stiffness, count, 0, 1))
        return pl_snapshot_damaged(error, "a painted stiffness is out of range");
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k)
        if (part->springs[k] && !floats_within(part->springs[k], count, 0, 1))
            return pl_snapshot_damaged(error, "what is painted for springs is out of range");
    if (part->volume && !volume_paint_is_sound(part->volume, count))
        return pl_snapshot_damaged(error, "a painted share in the volume is out of range");
    if (part->contact && !floats_within(part->contact, count, 0, 1))
        return pl_snapshot_damaged(error, "a contact is out of range");
    if (!floats_within(part->lasting, part->body.lasting_count, -LASTING_MOST, LASTING_MOST))
        return pl_snapshot_damaged(error, "a lasting deformation is out of range");
    if (!pins_are_sound(part)) return pl_snapshot_damaged(error, "a pin is out of range");
    return PLUMP_OK;
}

static plump_result read_part(pl_stream* stream, pl_snapshot_part* part, plump_error* error) {
    part->body.born = part->body.def = plump_default_body_def();
    pl_stream_body(stream, &part->body);
    if (stream->failed || part->body.vertex_count == 0 || !numbers_are_sound(&part->body) ||
        !volume_is_sound(&part->body) || !zones_are_sound(&part->body) ||
        !contact_is_sound(&part->body) || !pl_ramp_is_sound(&part->body.ramp, &part->body.def) ||
        !fields_agree(&part->body.born, &part->body.def))
        return pl_snapshot_damaged(error, "the numbers of a body are out of range");
    find_arrays(stream, part);
    if (stream->failed) return pl_snapshot_damaged(error, "it ends too early");
    return check_arrays(part, error);
}

static plump_result read_parts(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                               plump_error* error) {
    // as many as there can be, whatever the count says
    pl_snapshot_body least = {0};
    pl_stream counter = {0};
    pl_stream_body(&counter, &least);
    size_t count = snapshot->world.lists[PL_KIND_BODY].count;
    if (count > (stream->size - stream->used) / counter.used)
        return pl_snapshot_damaged(error, "it ends too early");
    snapshot->parts = pl_arena_alloc_zero(arena, count, sizeof(pl_snapshot_part));
    if (!snapshot->parts) return pl_fail_memory(error, "reading a snapshot");
    for (size_t i = 0; i < count; ++i) {
        plump_result result = read_part(stream, &snapshot->parts[i], error);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

// --- slots and what is in them ---

static uint32_t id_of(const pl_snapshot* snapshot, pl_snapshot_kind kind, uint32_t index) {
    if (kind == PL_KIND_BODY) return snapshot->parts[index].body.id;
    if (kind == PL_KIND_OBSTACLE) return snapshot->solids[index].obstacle.id;
    if (kind == PL_KIND_MUSCLE) return snapshot->muscles[index].id;
    if (kind == PL_KIND_BONE) return snapshot->bones[index].id.value;
    return snapshot->attachments[index].id.value;
}

static bool mark_taken(const pl_snapshot* snapshot, pl_snapshot_kind kind) {
    const pl_snapshot_list* list = &snapshot->world.lists[kind];
    uint32_t* owners = snapshot->owners[kind];
    for (uint32_t i = 0; i < list->count; ++i) {
        uint32_t id = id_of(snapshot, kind, i), slot = pl_slot_of(id);
        if (slot >= list->slot_count || owners[slot]) return false;
        if (id >> PL_ID_SLOT_BITS != snapshot->slots[kind][slot].generation) return false;
        owners[slot] = i + 1;
    }
    return true;
}

// The list of free slots must end, and hold each slot once; a slot in neither has no generation
// left.
static bool check_free(const pl_snapshot* snapshot, pl_snapshot_kind kind, unsigned char* free) {
    const pl_snapshot_list* list = &snapshot->world.lists[kind];
    uint32_t next = list->first_free;
    if (next > list->slot_count) return false;
    while (next) {
        if (snapshot->owners[kind][next - 1] || free[next - 1]) return false;
        free[next - 1] = 1;
        next = snapshot->slots[kind][next - 1].next_free;
    }
    for (uint32_t i = 0; i < list->slot_count; ++i) {
        if (!snapshot->owners[kind][i] && !free[i] &&
            snapshot->slots[kind][i].generation != PL_ID_GENERATION_MOST)
            return false;
    }
    return true;
}

static plump_result check_slots(const pl_snapshot* snapshot, pl_snapshot_kind kind, pl_arena* arena,
                                plump_error* error) {
    unsigned char* free = pl_arena_alloc_zero(arena, snapshot->world.lists[kind].slot_count, 1);
    if (!free) return pl_fail_memory(error, "reading a snapshot");
    if (!mark_taken(snapshot, kind) || !check_free(snapshot, kind, free))
        return pl_snapshot_damaged(error, "its ids contradict each other");
    return PLUMP_OK;
}

bool pl_snapshot_find(const pl_snapshot* snapshot, pl_snapshot_kind kind, uint32_t id,
                      uint32_t* index) {
    uint32_t slot = pl_slot_of(id);
    if (slot >= snapshot->world.lists[kind].slot_count || !snapshot->owners[kind][slot])
        return false;
    *index = snapshot->owners[kind][slot] - 1;
    return id_of(snapshot, kind, *index) == id;
}

// Vertices are inside of bodies that there are.
static plump_result check_insides(const pl_snapshot* snapshot, plump_error* error) {
    for (uint32_t i = 0; i < snapshot->world.lists[PL_KIND_BODY].count; ++i) {
        const pl_snapshot_part* part = &snapshot->parts[i];
        for (size_t k = 0; part->inside_of && k < part->body.vertex_count; ++k) {
            uint32_t of = pl_bytes_u32(part->inside_of + 4 * k), index = 0;
            uint32_t at = pl_bytes_u32(part->inside_at + 4 * k);
            bool sound = of ? pl_snapshot_find(snapshot, PL_KIND_BODY, of, &index) &&
                                  at < snapshot->parts[index].body.triangle_count
                            : at == 0;
            if (!sound) return pl_snapshot_damaged(error, "a vertex is inside of nothing");
        }
    }
    return PLUMP_OK;
}

static plump_result read_all(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                             plump_error* error) {
    plump_result result = read_head(stream, error);
    if (result == PLUMP_OK) result = read_world(stream, &snapshot->world, error);
    for (unsigned kind = 0; result == PLUMP_OK && kind < PL_KIND_COUNT; ++kind)
        result = read_slots(stream, arena, snapshot, (pl_snapshot_kind)kind, error);
    if (result == PLUMP_OK) result = read_parts(stream, arena, snapshot, error);
    if (result == PLUMP_OK) result = pl_snapshot_read_ties(stream, arena, snapshot, error);
    if (result == PLUMP_OK) result = pl_snapshot_read_limbs(stream, arena, snapshot, error);
    if (result == PLUMP_OK && stream->used != stream->size)
        result = pl_snapshot_damaged(error, "it goes on behind its end");
    return result;
}

plump_result pl_snapshot_read(const void* bytes, size_t size, pl_arena* arena,
                              pl_snapshot* snapshot, plump_error* error) {
    pl_stream stream = {.from = bytes, .size = size};
    *snapshot = (pl_snapshot){0};
    plump_result result = read_all(&stream, arena, snapshot, error);
    for (unsigned kind = 0; result == PLUMP_OK && kind < PL_KIND_COUNT; ++kind)
        result = check_slots(snapshot, (pl_snapshot_kind)kind, arena, error);
    if (result == PLUMP_OK) result = check_insides(snapshot, error);
    if (result == PLUMP_OK) result = pl_snapshot_check_ties(snapshot, error);
    return result == PLUMP_OK ? pl_snapshot_check_limbs(snapshot, error) : result;
}
