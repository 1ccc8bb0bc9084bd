// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/base/bytes.h"
#include "src/base/hash.h"
#include "src/world/body_fields.h"
#include "src/world/snapshot.h"

#include <string.h>

static const uint8_t MAGIC[8] = {'p', 'l', 'u', 'm', 'p', 's', 'n', 'p'};

#define CHECKSUM_AT 32  // in the head
#define CHECKSUM_TO 40

bool pl_stream_reads(const pl_stream* stream) {
    return stream->from != NULL;
}

const unsigned char* pl_stream_skip(pl_stream* stream, size_t count, size_t size) {
    size_t left = stream->size - stream->used;
    if (stream->failed || count > left / size) {
        stream->failed = true;
        return NULL;
    }
    const unsigned char* at = stream->from + stream->used;
    stream->used += count * size;
    return at;
}

static void write_bytes(pl_stream* stream, uint64_t value, unsigned size) {
    for (unsigned i = 0; stream->to && i < size; ++i)
        stream->to[stream->used + i] = (unsigned char)(value >> (8 * i));
    stream->used += size;
}

void pl_stream_u32(pl_stream* stream, uint32_t* value) {
    if (!pl_stream_reads(stream)) {
        write_bytes(stream, *value, 4);
        return;
    }
    const unsigned char* at = pl_stream_skip(stream, 4, 1);
    *value = at ? pl_bytes_u32(at) : 0;
}

void pl_stream_u64(pl_stream* stream, uint64_t* value) {
    if (!pl_stream_reads(stream)) {
        write_bytes(stream, *value, 8);
        return;
    }
    const unsigned char* at = pl_stream_skip(stream, 8, 1);
    *value = at ? pl_bytes_u64(at) : 0;
}

void pl_stream_floats(pl_stream* stream, float* values, size_t count) {
    if (!stream->from && !stream->to) {
        stream->used += 4 * count;
        return;
    }
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, values + i, sizeof bits);
        pl_stream_u32(stream, &bits);
        if (pl_stream_reads(stream)) memcpy(values + i, &bits, sizeof bits);
    }
}

void pl_stream_doubles(pl_stream* stream, double* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        pl_stream_u64(stream, &bits);
        if (pl_stream_reads(stream)) memcpy(values + i, &bits, sizeof bits);
    }
}

static void move_vector(pl_stream* stream, pl_vec3d* v) {
    pl_stream_doubles(stream, &v->x, 1);
    pl_stream_doubles(stream, &v->y, 1);
    pl_stream_doubles(stream, &v->z, 1);
}

// A field that is out of range when read must not be narrowed before it is checked: it becomes a
// value that no check lets pass.
static void move_fields(pl_stream* stream, plump_body_def* def) {
    uint32_t count;
    plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i) {
        double value = pl_stream_reads(stream) ? 0 : pl_body_field_get(def, i);
        pl_stream_doubles(stream, &value, 1);
        if (!pl_stream_reads(stream)) continue;
        if (pl_body_field_check(i, value, NULL) != PLUMP_OK) stream->failed = true;
        if (!stream->failed) pl_body_field_put(def, i, value);
    }
    pl_stream_u64(stream, &def->user);
}

void pl_stream_head(pl_stream* stream, pl_snapshot_head* head) {
    for (unsigned i = 0; i < 2; ++i) {
        uint32_t word = pl_bytes_u32(head->magic + 4 * i);
        pl_stream_u32(stream, &word);
        for (unsigned k = 0; k < 4; ++k) head->magic[4 * i + k] = (uint8_t)(word >> (8 * k));
    }
    pl_stream_u32(stream, &head->version);
    pl_stream_u32(stream, &head->field_count);
    pl_stream_u64(stream, &head->field_hash);
    pl_stream_u64(stream, &head->size);
    pl_stream_u64(stream, &head->checksum);
}

void pl_stream_world(pl_stream* stream, pl_snapshot_world* world) {
    pl_stream_floats(stream, world->gravity, 3);
    pl_stream_u32(stream, &world->substep_limit);
    pl_stream_u32(stream, &world->contact_capacity);
    pl_stream_u64(stream, &world->step_count);
    pl_stream_u32(stream, &world->woke_count);
    pl_stream_u32(stream, &world->apart_count);
    for (unsigned kind = 0; kind < PL_KIND_COUNT; ++kind) {
        pl_stream_u32(stream, &world->lists[kind].slot_count);
        pl_stream_u32(stream, &world->lists[kind].first_free);
        pl_stream_u32(stream, &world->lists[kind].count);
    }
    pl_stream_u32(stream, &world->kept_count);
}

void pl_stream_slot(pl_stream* stream, pl_slot* slot) {
    pl_stream_u32(stream, &slot->generation);
    pl_stream_u32(stream, &slot->next_free);
}

// What contacts do to a zone does not last from step to step.
static void move_zone(pl_stream* stream, pl_zone* zone) {
    pl_stream_doubles(stream, &zone->load, 1);
    pl_stream_doubles(stream, zone->moment, 3);
    pl_stream_doubles(stream, &zone->force, 1);
    pl_stream_doubles(stream, zone->force_at, 3);
}

static void move_zones(pl_stream* stream, pl_snapshot_body* body) {
    pl_stream_u32(stream, &body->zone_count);
    if (body->zone_count > PL_ZONES_MOST) {
        stream->failed = true;
        body->zone_count = 0;
    }
    for (uint32_t i = 0; i < body->zone_count; ++i) move_zone(stream, &body->zones[i]);
}

void pl_stream_body(pl_stream* stream, pl_snapshot_body* body) {
    pl_stream_u32(stream, &body->id);
    pl_stream_u32(stream, &body->flags);
    pl_stream_u32(stream, &body->vertex_count);
    pl_stream_u32(stream, &body->triangle_count);
    pl_stream_u64(stream, &body->surface_hash);
    pl_stream_u32(stream, &body->pin_count);
    pl_stream_u32(stream, &body->lasting_count);
    move_fields(stream, &body->born);
    move_fields(stream, &body->def);
    pl_stream_doubles(stream, body->origin, 3);
    pl_stream_doubles(stream, &body->motion.mass, 1);
    move_vector(stream, &body->motion.centre);
    move_vector(stream, &body->motion.velocity);
    move_vector(stream, &body->motion.angular_velocity);
    move_vector(stream, &body->motion.angular_momentum);
    pl_stream_doubles(stream, &body->motion.kinetic_energy, 1);
    pl_stream_floats(stream, &body->quiet_time, 1);
    pl_stream_floats(stream, body->ramp.target, PL_RAMP_COUNT);
    pl_stream_doubles(stream, &body->ramp.scale_speed, 1);
    pl_stream_floats(stream, &body->ramp.load_left, 1);
    pl_stream_floats(stream, body->ramp.load, 3);
    pl_stream_doubles(stream, &body->volume_ratio, 1);
    pl_stream_doubles(stream, &body->volume_ratio_speed, 1);
    pl_stream_doubles(stream, &body->volume_error, 1);
    pl_stream_doubles(stream, &body->volume_error_most, 1);
    pl_stream_u32(stream, &body->volume_state);
    pl_stream_u32(stream, &body->volume_state_most);
    pl_stream_u32(stream, &body->contact_count);
    pl_stream_doubles(stream, body->contact_impulse, 3);
    pl_stream_floats(stream, &body->penetration, 1);
    move_zones(stream, body);
}

// A bool takes a word; any but 0 is true.
static void move_bool(pl_stream* stream, bool* value) {
    uint32_t word = *value;
    pl_stream_u32(stream, &word);
    *value = word != 0;
}

void pl_stream_pin(pl_stream* stream, pl_pin* pin) {
    pl_stream_u32(stream, &pin->place);
    move_bool(stream, &pin->moving);
    pl_stream_doubles(stream, pin->from, 3);
    pl_stream_doubles(stream, pin->target, 3);
}

// What is out of range must not be narrowed before it is checked.
static void move_shape(pl_stream* stream, plump_obstacle_def* def) {
    uint32_t shape = (uint32_t)def->shape;
    pl_stream_u32(stream, &shape);
    def->shape = shape < PLUMP_OBSTACLE_SHAPE_COUNT ? (plump_obstacle_shape)shape
                                                    : PLUMP_OBSTACLE_SHAPE_COUNT;
}

static void move_sizes(pl_stream* stream, plump_obstacle_def* def) {
    pl_stream_floats(stream, &def->radius, 1);
    pl_stream_floats(stream, &def->half_height, 1);
    pl_stream_floats(stream, def->half_size, 3);
    pl_stream_floats(stream, &def->scale, 1);
}

static void move_mesh(pl_stream* stream, pl_snapshot_mesh* mesh) {
    pl_stream_u64(stream, &mesh->hash);
    pl_stream_u32(stream, &mesh->vertex_count);
    pl_stream_u32(stream, &mesh->triangle_count);
}

void pl_stream_piece(pl_stream* stream, pl_snapshot_piece* piece) {
    move_shape(stream, &piece->def);
    move_sizes(stream, &piece->def);
    pl_stream_doubles(stream, piece->def.position, 3);
    pl_stream_floats(stream, piece->def.rotation, 4);
    move_mesh(stream, &piece->mesh);
    pl_stream_u32(stream, &piece->point_count);
}

void pl_stream_obstacle(pl_stream* stream, pl_snapshot_obstacle* obstacle) {
    plump_obstacle_def* def = &obstacle->def;
    pl_stream_u32(stream, &obstacle->id);
    move_shape(stream, def);
    move_bool(stream, &def->hollow);
    move_bool(stream, &def->trigger);
    move_bool(stream, &obstacle->moving);
    pl_stream_u64(stream, &obstacle->solid_hash);
    move_sizes(stream, def);
    pl_stream_floats(stream, &def->friction, 1);
    pl_stream_floats(stream, &def->friction_static, 1);
    pl_stream_floats(stream, &def->restitution, 1);
    pl_stream_floats(stream, &def->margin, 1);
    pl_stream_floats(stream, def->surface_velocity, 3);
    pl_stream_u32(stream, &def->category);
    pl_stream_u32(stream, &def->collides_with);
    pl_stream_u64(stream, &def->user);
    pl_stream_doubles(stream, obstacle->position, 3);
    pl_stream_doubles(stream, obstacle->rotation, 4);
    pl_stream_doubles(stream, obstacle->target_position, 3);
    pl_stream_doubles(stream, obstacle->target_rotation, 4);
    pl_stream_u32(stream, &obstacle->contact_count);
    pl_stream_doubles(stream, obstacle->impulse, 3);
    pl_stream_doubles(stream, obstacle->angular_impulse, 3);
    move_mesh(stream, &obstacle->mesh);
    pl_stream_u32(stream, &obstacle->visit_count);
    pl_stream_u32(stream, &obstacle->point_count);
    pl_stream_u32(stream, &obstacle->triangle_count);
    pl_stream_u32(stream, &obstacle->part_count);
}

void pl_stream_visit(pl_stream* stream, plump_inside* visit) {
    pl_stream_u32(stream, &visit->body.value);
    pl_stream_u32(stream, &visit->vertex_count);
}

void pl_stream_attachment(pl_stream* stream, pl_attachment* attachment) {
    plump_attachment_def* def = &attachment->def;
    pl_stream_u32(stream, &attachment->id.value);
    move_bool(stream, &attachment->moving);
    move_bool(stream, &attachment->broken);
    pl_stream_u32(stream, &def->body.value);
    pl_stream_u32(stream, &def->vertex);
    pl_stream_u32(stream, &def->other.value);
    pl_stream_u32(stream, &def->other_vertex);
    pl_stream_u32(stream, &def->obstacle.value);
    pl_stream_doubles(stream, def->point, 3);
    pl_stream_floats(stream, &def->stiffness, 1);
    pl_stream_floats(stream, &def->breaking_force, 1);
    pl_stream_floats(stream, &def->damping, 1);
    pl_stream_floats(stream, &def->radius, 1);
    pl_stream_floats(stream, &def->other_radius, 1);
    for (int k = 0; k < 2; ++k) pl_stream_u32(stream, &attachment->held[k].count);
    pl_stream_u64(stream, &def->user);
    pl_stream_doubles(stream, attachment->position, 3);
    pl_stream_doubles(stream, attachment->target, 3);
    pl_stream_doubles(stream, attachment->force, 3);
}

void pl_stream_held(pl_stream* stream, pl_held* patch) {
    for (uint32_t i = 0; i < patch->count; ++i) pl_stream_u32(stream, &patch->place[i]);
    pl_stream_floats(stream, patch->weight, patch->count);
}

void pl_stream_kept(pl_stream* stream, pl_kept* kept) {
    pl_stream_u32(stream, &kept->body);
    pl_stream_u32(stream, &kept->other);
    pl_stream_u32(stream, &kept->place);
    pl_stream_u32(stream, &kept->feature);
    pl_stream_u32(stream, &kept->kind);
    pl_stream_floats(stream, kept->force, 3);
}

void pl_stream_touching(pl_stream* stream, pl_touching* touching) {
    pl_stream_u32(stream, &touching->body.value);
    pl_stream_u32(stream, &touching->other.value);
    pl_stream_u32(stream, &touching->obstacle.value);
}

static uint64_t hash_field_names(void) {
    uint32_t count;
    const plump_field* fields = plump_body_fields(&count);
    uint64_t hash = PL_HASH_START;
    for (uint32_t i = 0; i < count; ++i)
        hash = pl_hash_bytes(hash, fields[i].name, strlen(fields[i].name));
    return hash;
}

pl_snapshot_head pl_snapshot_head_make(void) {
    pl_snapshot_head head = {.version = PL_SNAPSHOT_VERSION};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    plump_body_fields(&head.field_count);
    head.field_hash = hash_field_names();
    return head;
}

uint64_t pl_snapshot_checksum(const unsigned char* bytes, size_t size) {
    uint64_t hash = pl_hash_bytes(PL_HASH_START, bytes, CHECKSUM_AT);
    return pl_hash_bytes(hash, bytes + CHECKSUM_TO, size - CHECKSUM_TO);
}
