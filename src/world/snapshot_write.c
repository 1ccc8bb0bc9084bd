// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Writing a snapshot: the same walk counts the bytes and writes them.
#include "src/base/text.h"
#include "src/world/body_ramp.h"
#include "src/world/snapshot.h"

static bool any_contact(const pl_body* body) {
    for (uint32_t i = 0; i < body->count; ++i) {
        if (body->contact[i] != 0.0f) return true;
    }
    return false;
}

static uint32_t flags_of(const pl_body* body) {
    uint32_t springs = 0;
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k)
        if (body->spring_paint[k]) springs |= (uint32_t)PL_SNAPSHOT_SPRINGS << k;
    return springs | (uint32_t)((body->asleep ? PL_SNAPSHOT_ASLEEP : 0) |
                                (body->has_force ? PL_SNAPSHOT_FORCE : 0) |
                                (body->mass_painted ? PL_SNAPSHOT_MASS : 0) |
                                (body->stiffness ? PL_SNAPSHOT_STIFFNESS : 0) |
                                (body->volume_paint ? PL_SNAPSHOT_VOLUME : 0) |
                                (any_contact(body) ? PL_SNAPSHOT_CONTACT : 0) |
                                (body->any_inside ? PL_SNAPSHOT_INSIDE : 0) |
                                (body->meets_soft ? PL_SNAPSHOT_SOFT : 0) |
                                (body->ramp.lived ? PL_SNAPSHOT_LIVED : 0) |
                                (body->woke ? PL_SNAPSHOT_WOKE : 0) |
                                (body->frozen ? PL_SNAPSHOT_FROZEN : 0) |
                                (body->disabled ? PL_SNAPSHOT_DISABLED : 0));
}

static pl_snapshot_body numbers_of(const pl_body* body, size_t lasting_count) {
    pl_snapshot_body numbers = {
        .id = body->id.value,
        .flags = flags_of(body),
        .vertex_count = body->count,
        .triangle_count = body->surface->triangle_count,
        .surface_hash = body->surface->hash,
        .born = body->born,
        .def = body->def,
        .motion = body->motion,
        .quiet_time = body->quiet_time,
        .volume_ratio = body->volume_ratio,
        .volume_ratio_speed = body->volume_ratio_speed,
        .volume_error = body->volume_error,
        .volume_error_most = body->volume_error_most,
        .volume_state = (uint32_t)body->volume_state,
        .volume_state_most = (uint32_t)body->volume_state_most,
        .contact_count = body->contact_count,
        .penetration = body->penetration,
        .zone_count = body->zone_count,
        .pin_count = (uint32_t)body->pin_count,
        .lasting_count = (uint32_t)lasting_count,
    };
    for (unsigned k = 0; k < 3; ++k) {
        numbers.origin[k] = body->origin[k];
        numbers.contact_impulse[k] = body->contact_impulse[k];
    }
    memcpy(numbers.zones, body->zones, sizeof numbers.zones);
    pl_ramp_store(body, &numbers.ramp);
    return numbers;
}

// Triangles of those that are in nothing are of no meaning.
static void write_insides(pl_stream* stream, const pl_body* body) {
    for (uint32_t i = 0; i < body->count; ++i) pl_stream_u32(stream, &body->inside_of[i]);
    for (uint32_t i = 0; i < body->count; ++i) {
        uint32_t at = body->inside_of[i] ? body->inside_at[i] : 0;
        pl_stream_u32(stream, &at);
    }
}

static void write_body(pl_stream* stream, const pl_body* body) {
    size_t lasting_count;
    float* lasting = body->model->lasting(body, &lasting_count);
    pl_snapshot_body numbers = numbers_of(body, lasting_count);
    pl_stream_body(stream, &numbers);
    for (unsigned k = 0; k < 3; ++k) pl_stream_floats(stream, body->x[k], body->count);
    for (unsigned k = 0; k < 3; ++k) pl_stream_floats(stream, body->v[k], body->count);
    for (unsigned k = 0; body->has_force && k < 3; ++k)
        pl_stream_floats(stream, body->force[k], body->count);
    float* mass = body->born_mass ? body->born_mass : body->mass;
    if (body->mass_painted) pl_stream_floats(stream, mass, body->count);
    if (body->stiffness) pl_stream_floats(stream, body->stiffness, body->count);
    if (body->volume_paint) pl_stream_floats(stream, body->volume_paint, body->count);
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k)
        if (body->spring_paint[k]) pl_stream_floats(stream, body->spring_paint[k], body->count);
    if (numbers.flags & PL_SNAPSHOT_CONTACT) pl_stream_floats(stream, body->contact, body->count);
    if (body->any_inside) write_insides(stream, body);
    for (size_t i = 0; i < body->pin_count; ++i) {
        pl_pin pin = body->pins[i];
        pl_stream_pin(stream, &pin);
    }
    pl_stream_floats(stream, lasting, lasting_count);
}

// Who has left is of the last step alone.
static uint32_t count_visits(const plump_inside* visits, uint32_t count) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; ++i) sum += !visits[i].ended;
    return sum;
}

static pl_snapshot_mesh mesh_of(const pl_obstacle* obstacle) {
    if (obstacle->def.shape != PLUMP_OBSTACLE_MESH) return (pl_snapshot_mesh){0};
    const pl_surface* surface = obstacle->solid->surface;
    return (pl_snapshot_mesh){surface->hash, surface->count, surface->triangle_count};
}

static void write_points(pl_stream* stream, const float* points, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        float point[3];
        memcpy(point, points + 3 * i, sizeof point);
        pl_stream_floats(stream, point, 3);
    }
}

static void write_part(pl_stream* stream, const pl_obstacle* whole, uint32_t index) {
    pl_snapshot_piece piece = {.def = whole->def.parts[index],
                               .mesh = mesh_of(whole->parts[index]),
                               .point_count = whole->parts[index]->def.point_count};
    pl_stream_piece(stream, &piece);
    write_points(stream, piece.def.points, piece.point_count);
}

static void write_data(pl_stream* stream, const pl_obstacle* obstacle) {
    const plump_obstacle_def* def = &obstacle->def;
    write_points(stream, def->points, def->point_count);
    for (size_t i = 0; i < 3 * (size_t)def->triangle_count; ++i) {
        uint32_t corner = def->triangles[i];
        pl_stream_u32(stream, &corner);
    }
    for (uint32_t i = 0; i < def->part_count; ++i) write_part(stream, obstacle, i);
}

static void write_obstacle(pl_stream* stream, const plump_world* world,
                           const pl_obstacle* obstacle) {
    uint32_t count;
    const plump_inside* visits = plump_obstacle_inside(world, obstacle->id, &count);
    pl_snapshot_obstacle numbers = {.id = obstacle->id.value,
                                    .moving = obstacle->moving,
                                    .solid_hash = obstacle->solid->hash,
                                    .def = obstacle->def,
                                    .contact_count = obstacle->contact_count,
                                    .mesh = mesh_of(obstacle),
                                    .visit_count = count_visits(visits, count)};
    if (!world->def.lean_snapshots) {
        numbers.point_count = obstacle->def.point_count;
        numbers.triangle_count = obstacle->def.triangle_count;
        numbers.part_count = obstacle->def.part_count;
    }
    memcpy(numbers.position, obstacle->position, sizeof numbers.position);
    memcpy(numbers.rotation, obstacle->rotation, sizeof numbers.rotation);
    memcpy(numbers.impulse, obstacle->impulse, sizeof numbers.impulse);
    memcpy(numbers.angular_impulse, obstacle->angular_impulse, sizeof numbers.angular_impulse);
    if (obstacle->moving) {
        memcpy(numbers.target_position, obstacle->target_position, sizeof numbers.target_position);
        memcpy(numbers.target_rotation, obstacle->target_rotation, sizeof numbers.target_rotation);
    }
    pl_stream_obstacle(stream, &numbers);
    for (uint32_t i = 0; i < count; ++i) {
        plump_inside visit = visits[i];
        if (!visit.ended) pl_stream_visit(stream, &visit);
    }
    if (!world->def.lean_snapshots) write_data(stream, obstacle);
}

static void write_ties(pl_stream* stream, const plump_world* world) {
    for (size_t i = 0; i < world->obstacle_count; ++i)
        write_obstacle(stream, world, world->obstacles[i]);
    for (size_t i = 0; i < world->attachment_count; ++i) {
        pl_attachment attachment = *world->attachments[i];
        pl_stream_attachment(stream, &attachment);
    }
    for (size_t i = 0; i < world->attachment_count; ++i) {
        for (int k = 0; k < 2; ++k) pl_stream_held(stream, &world->attachments[i]->held[k]);
    }
    for (size_t i = 0; i < world->apart_count; ++i) pl_stream_u64(stream, &world->apart[i]);
    size_t count;
    const pl_kept* kept = pl_resolve_kept(world->resolve, &count);
    for (size_t i = 0; i < count; ++i) {
        pl_kept one = kept[i];
        pl_stream_kept(stream, &one);
    }
    uint32_t touching_count = (uint32_t)world->events.touching_count;
    pl_stream_u32(stream, &touching_count);
    for (uint32_t i = 0; i < touching_count; ++i) {
        pl_touching one = world->events.touching[i];
        pl_stream_touching(stream, &one);
    }
}

static pl_snapshot_list list_of(const pl_slots* slots, size_t count) {
    return (pl_snapshot_list){(uint32_t)slots->count, slots->first_free, (uint32_t)count};
}

static void write_slots(pl_stream* stream, const pl_slots* slots) {
    for (size_t i = 0; i < slots->count; ++i) {
        pl_slot slot = slots->slots[i];
        // what a taken slot was linked to is of no meaning
        if (slot.thing) slot.next_free = 0;
        pl_stream_slot(stream, &slot);
    }
}

static void write_world(pl_stream* stream, const plump_world* world, pl_snapshot_head head) {
    size_t kept_count;
    pl_resolve_kept(world->resolve, &kept_count);
    pl_snapshot_world numbers = {
        .substep_limit = world->def.substep_limit,
        .contact_capacity = world->def.contact_capacity,
        .step_count = world->step_count,
        .woke_count = world->woke_count,
        .apart_count = (uint32_t)world->apart_count,
        .kept_count = (uint32_t)kept_count,
        .lists = {list_of(&world->body_slots, world->body_count),
                  list_of(&world->obstacle_slots, world->obstacle_count),
                  list_of(&world->attachment_slots, world->attachment_count),
                  list_of(&world->muscle_slots, world->muscle_count),
                  list_of(&world->bone_slots, world->bone_count)},
    };
    for (unsigned k = 0; k < 3; ++k) numbers.gravity[k] = world->def.gravity[k];
    pl_stream_head(stream, &head);
    pl_stream_world(stream, &numbers);
    write_slots(stream, &world->body_slots);
    write_slots(stream, &world->obstacle_slots);
    write_slots(stream, &world->attachment_slots);
    write_slots(stream, &world->muscle_slots);
    write_slots(stream, &world->bone_slots);
    for (size_t i = 0; i < world->body_count; ++i) write_body(stream, world->bodies[i]);
    write_ties(stream, world);
    pl_snapshot_write_limbs(stream, world);
}

size_t plump_world_snapshot_size(const plump_world* world) {
    if (!world) return 0;
    pl_stream stream = {0};
    write_world(&stream, world, pl_snapshot_head_make());
    return stream.used;
}

plump_result plump_world_snapshot(const plump_world* world, void* buffer, size_t capacity,
                                  size_t* size, plump_error* error) {
    if (!world || !buffer || !size)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the world, the buffer or the place for the snapshot's size is NULL");
    pl_snapshot_head head = pl_snapshot_head_make();
    size_t needed = plump_world_snapshot_size(world);
    if (capacity < needed)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the snapshot needs %zu bytes, the buffer has %zu", needed, capacity);
    head.size = needed;
    pl_stream stream = {.to = buffer, .size = needed};
    write_world(&stream, world, head);
    // the checksum covers what has just been written, the head with it
    head.checksum = pl_snapshot_checksum(buffer, needed);
    stream = (pl_stream){.to = buffer, .size = needed};
    pl_stream_head(&stream, &head);
    *size = needed;
    return PLUMP_OK;
}
