// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The state of a deformer as bytes, little-endian, the same on every machine: a head as world
// snapshots have it (of sets instead of fields), the matrices or the vertices of the soft body that
// drives, the masses, and the contacts of the last deform, which a ragdoll steps by. All that is
// made from these is made again.
//
// Reading walks twice: the first walk checks every number and changes nothing, the second takes
// them.
#include "src/base/fpmode.h"
#include "src/base/hash.h"
#include "src/base/text.h"
#include "src/jiggle/jiggle_solid.h"
#include "src/world/snapshot.h"

#include <math.h>

#define VERSION      1
#define NUMBER_MOST  1e30  // matrices and anchors within 1e9 lead to far less
#define STRETCH_MOST 1e12  // radii: fields stay numbers

static const uint8_t MAGIC[8] = {'p', 'l', 'u', 'm', 'p', 'j', 'i', 'g'};

// --- whose it is ---

static uint64_t hash_set(uint64_t hash, const plump_jiggle_set* set) {
    const float numbers[] = {set->radius, set->mass,       set->stiffness,  set->damping,
                             set->limit,  set->turn_hertz, set->turn_ratio, set->turn_limit};
    uint32_t words[8] = {set->on_count, set->on_all};
    for (unsigned k = 0; k < 3; ++k) {
        uint64_t bits = pl_double_bits(set->anchor[k]);
        words[2 + 2 * k] = (uint32_t)bits;
        words[3 + 2 * k] = (uint32_t)(bits >> 32);
    }
    hash = pl_hash_words(hash, words, PL_COUNT(words));
    hash = pl_hash_floats(hash, numbers, PL_COUNT(numbers));
    hash = pl_hash_floats(hash, set->weights, PLUMP_JIGGLE_WEIGHTS);
    hash = pl_hash_words(hash, set->on, set->on_count);
    return pl_hash_words(hash, set->segments, PLUMP_JIGGLE_WEIGHTS);
}

static pl_snapshot_head head_of(const plump_jiggle* jiggle) {
    pl_snapshot_head head = {.version = VERSION, .field_count = jiggle->set_count};
    const uint32_t sizes[3] = {jiggle->vertex_count, jiggle->def.segment_count, jiggle->set_count};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    head.field_hash = pl_hash_words(PL_HASH_START, sizes, PL_COUNT(sizes));
    for (uint32_t i = 0; i < jiggle->set_count; ++i)
        head.field_hash = hash_set(head.field_hash, &jiggle->sets[i]);
    return head;
}

// --- the layout, for both directions ---

enum { IS_HELD = 1, IS_LIMITED = 2, MASS_FLAGS = 3 };

static void stream_mass(pl_stream* stream, pl_jiggle_mass* mass) {
    uint32_t flags = (mass->is_held ? IS_HELD : 0u) | (mass->limited ? IS_LIMITED : 0u);
    pl_stream_u32(stream, &flags);
    if (flags & ~(uint32_t)MASS_FLAGS) stream->failed = true;
    mass->is_held = flags & IS_HELD;
    mass->limited = flags & IS_LIMITED;
    pl_stream_doubles(stream, mass->p, 3);
    pl_stream_doubles(stream, mass->q, 3);
    pl_stream_doubles(stream, mass->v, 3);
    pl_stream_doubles(stream, &mass->radius, 1);
    pl_stream_doubles(stream, mass->rotation, 9);
    pl_stream_doubles(stream, mass->turn, 3);
    pl_stream_doubles(stream, mass->spin, 3);
    pl_stream_doubles(stream, mass->hand, 3);
}

// Vertices of a body, if one drives.
static void stream_vertices(pl_stream* stream, const plump_jiggle* jiggle, double centre[3],
                            float* vertices) {
    pl_stream_doubles(stream, centre, 3);
    pl_stream_floats(stream, vertices, 3 * (size_t)jiggle->vertex_count);
}

static void stream_contact(pl_stream* stream, plump_jiggle_contact* contact) {
    pl_stream_u32(stream, &contact->segment);
    pl_stream_u32(stream, &contact->obstacle);
    pl_stream_doubles(stream, &contact->depth, 1);
    pl_stream_doubles(stream, contact->direction, 3);
    pl_stream_doubles(stream, contact->point, 3);
    pl_stream_doubles(stream, contact->normal, 3);
}

// --- writing ---

static void write_state(pl_stream* stream, const plump_jiggle* jiggle, pl_snapshot_head head) {
    uint32_t contacts = plump_jiggle_contacts(jiggle, NULL, 0), is_driven = jiggle->ride.drives;
    double centre[3];
    memcpy(centre, jiggle->centre, sizeof centre);
    pl_stream_head(stream, &head);
    pl_stream_u32(stream, &is_driven);
    if (is_driven) stream_vertices(stream, jiggle, centre, jiggle->bind);
    pl_stream_doubles(stream, jiggle->matrices, 12 * (size_t)jiggle->def.segment_count);
    for (uint32_t i = 0; i < jiggle->set_count; ++i) {
        pl_jiggle_mass mass = jiggle->masses[i];
        stream_mass(stream, &mass);
    }
    pl_stream_u32(stream, &contacts);
    for (size_t i = 0; i < jiggle->contacts.count; ++i) {
        struct pl_jiggle_touch touch = jiggle->contacts.at[i];
        if (!touch.is_late) stream_contact(stream, &touch.contact);
    }
}

size_t plump_jiggle_state_size(const plump_jiggle* jiggle) {
    pl_stream stream = {0};
    if (!jiggle) return 0;
    write_state(&stream, jiggle, head_of(jiggle));
    return stream.used;
}

plump_result plump_jiggle_save(const plump_jiggle* jiggle, void* buffer, size_t capacity,
                               size_t* size, plump_error* error) {
    if (!jiggle || !buffer || !size)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the deformer, the buffer or the place for the state's size is NULL");
    size_t needed = plump_jiggle_state_size(jiggle);
    if (capacity < needed)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the state needs %zu bytes, the buffer has %zu",
                       needed, capacity);
    pl_snapshot_head head = head_of(jiggle);
    head.size = needed;
    pl_stream stream = {.to = buffer, .size = needed};
    write_state(&stream, jiggle, head);
    // the checksum covers what has just been written, the head with it
    head.checksum = pl_snapshot_checksum(buffer, needed);
    stream = (pl_stream){.to = buffer, .size = needed};
    pl_stream_head(&stream, &head);
    *size = needed;
    return PLUMP_OK;
}

// --- checking ---

// What a checked state has.
typedef struct contents {
    uint32_t is_driven, contacts;
} contents;

static plump_result damaged(plump_error* error, const char* what) {
    return pl_fail(error, PLUMP_ERROR_DATA, "the state of the deformer is damaged: %s", what);
}

static bool within(const double* numbers, unsigned count, double most) {
    for (unsigned i = 0; i < count; ++i)
        if (!(fabs(numbers[i]) <= most)) return false;
    return true;
}

static plump_result check_head(pl_stream* stream, const plump_jiggle* jiggle, plump_error* error) {
    pl_snapshot_head ours = head_of(jiggle), head = {0};
    pl_stream_head(stream, &head);
    if (stream->failed || memcmp(head.magic, ours.magic, sizeof head.magic) != 0)
        return pl_fail(error, PLUMP_ERROR_DATA, "this is no state of a deformer");
    if (head.version != ours.version)
        return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                       "the state is of format %u; this version of plump reads format %u",
                       (unsigned)head.version, (unsigned)ours.version);
    if (head.size != stream->size)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the state has %zu bytes, but was written with %llu", stream->size,
                       (unsigned long long)head.size);
    if (head.checksum != pl_snapshot_checksum(stream->from, stream->size))
        return damaged(error, "its checksum is wrong");
    if (head.field_count != ours.field_count || head.field_hash != ours.field_hash)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the state is of another deformer, of %u sets where this has %u, or of "
                       "others: make one of the same definition",
                       (unsigned)head.field_count, (unsigned)ours.field_count);
    return PLUMP_OK;
}

static bool mass_is_sound(const pl_jiggle_mass* mass) {
    double stretch[3];
    for (int k = 0; k < 3; ++k) stretch[k] = mass->q[k] - mass->p[k];
    return within(mass->p, 3, NUMBER_MOST) && within(mass->q, 3, NUMBER_MOST) &&
           within(mass->v, 3, NUMBER_MOST) && within(mass->spin, 3, NUMBER_MOST) &&
           within(mass->turn, 3, 7) && within(mass->rotation, 9, 1.001) &&
           within(mass->hand, 3, PL_JIGGLE_COORDINATE_MOST) &&
           within(&mass->radius, 1, NUMBER_MOST) && mass->radius >= 0 &&
           (mass->radius == 0 || within(stretch, 3, STRETCH_MOST * mass->radius + 1e-9));
}

static plump_result check_contacts(pl_stream* stream, const plump_jiggle* jiggle, uint32_t* count,
                                   plump_error* error) {
    pl_stream_u32(stream, count);
    for (uint32_t i = 0; i < *count && !stream->failed; ++i) {
        plump_jiggle_contact c = {0};
        stream_contact(stream, &c);
        if (stream->failed) break;
        if (c.obstacle != PLUMP_JIGGLE_BODY && c.obstacle >= jiggle->obstacle_count)
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "the state names obstacle %u, the deformer has %u: make its obstacles "
                           "first",
                           (unsigned)c.obstacle, (unsigned)jiggle->obstacle_count);
        if (c.segment >= jiggle->def.segment_count || !within(&c.depth, 1, NUMBER_MOST) ||
            !within(c.direction, 3, 1.001) || !within(c.normal, 3, 1.001) ||
            !within(c.point, 3, NUMBER_MOST))
            return damaged(error, "a contact is out of range");
    }
    return stream->failed || stream->used != stream->size
               ? damaged(error, "it does not end where it should")
               : PLUMP_OK;
}

static plump_result check_vertices(pl_stream* stream, const plump_jiggle* jiggle,
                                   plump_error* error) {
    double centre[3] = {0};
    pl_stream_doubles(stream, centre, 3);
    bool is_sound = jiggle->def.segment_count == 1 && within(centre, 3, PL_JIGGLE_COORDINATE_MOST);
    for (size_t i = 0; i < 3 * (size_t)jiggle->vertex_count && is_sound; ++i) {
        float value = 0;
        pl_stream_floats(stream, &value, 1);
        double wide = (double)value;
        is_sound = within(&wide, 1, 2 * PL_JIGGLE_COORDINATE_MOST);
    }
    return is_sound ? PLUMP_OK : damaged(error, "a vertex of the body is out of range");
}

// All behind the head.
static plump_result check_state(pl_stream* stream, const plump_jiggle* jiggle, contents* has,
                                plump_error* error) {
    pl_stream_u32(stream, &has->is_driven);
    if (has->is_driven > 1) return damaged(error, "a flag is out of range");
    plump_result result = has->is_driven ? check_vertices(stream, jiggle, error) : PLUMP_OK;
    if (result != PLUMP_OK) return result;
    for (uint32_t i = 0; i < 12 * jiggle->def.segment_count; ++i) {
        double value = 0;
        pl_stream_doubles(stream, &value, 1);
        if (!within(&value, 1, PL_JIGGLE_COORDINATE_MOST))
            return damaged(error, "a matrix is out of range");
    }
    for (uint32_t i = 0; i < jiggle->set_count; ++i) {
        pl_jiggle_mass mass = {0};
        stream_mass(stream, &mass);
        if (stream->failed || !mass_is_sound(&mass))
            return damaged(error, "a mass is out of range");
    }
    return check_contacts(stream, jiggle, &has->contacts, error);
}

// --- taking ---

// All memory that it needs.
static bool make_room(plump_jiggle* jiggle, const contents* has) {
    pl_jiggle_contact_list* list = &jiggle->contacts;
    return (!has->is_driven || pl_jiggle_make_ride(jiggle)) &&
           pl_grow(&jiggle->memory.hooks, (void**)&list->at, &list->capacity, list->count,
                   has->contacts, sizeof *list->at);
}

static void take_state(pl_stream* stream, plump_jiggle* jiggle) {
    uint32_t count = 0, is_driven = 0;
    pl_jiggle_leave_body(jiggle);
    pl_stream_u32(stream, &is_driven);
    if (is_driven) {
        pl_jiggle_enter_body(jiggle);
        stream_vertices(stream, jiggle, jiggle->centre, jiggle->bind);
        pl_jiggle_follow_body(jiggle);
    }
    pl_stream_doubles(stream, jiggle->matrices, 12 * (size_t)jiggle->def.segment_count);
    pl_jiggle_set_matrices(jiggle, jiggle->matrices);
    for (uint32_t i = 0; i < jiggle->set_count; ++i) stream_mass(stream, &jiggle->masses[i]);
    pl_stream_u32(stream, &count);
    for (uint32_t i = 0; i < count; ++i) {
        struct pl_jiggle_touch* touch = &jiggle->contacts.at[i];
        memset(touch, 0, sizeof *touch);
        stream_contact(stream, &touch->contact);
    }
    jiggle->contacts.count = count;
    jiggle->guest_count = 0;
    jiggle->is_deformed = false;
}

plump_result plump_jiggle_restore(plump_jiggle* jiggle, const void* state, size_t size,
                                  plump_error* error) {
    if (!jiggle || !state)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no deformer, or no state for it");
    pl_stream stream = {.from = state, .size = size};
    plump_result result = check_head(&stream, jiggle, error);
    if (result != PLUMP_OK) return result;
    pl_stream again = stream;
    contents has = {0};
    result = check_state(&stream, jiggle, &has, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    bool is_taken = make_room(jiggle, &has);
    if (is_taken) take_state(&again, jiggle);
    pl_fpmode_leave(mode);
    return is_taken ? PLUMP_OK : pl_fail_memory(error, "restoring a deformer");
}
