// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// One number for the state of a world: what a snapshot keeps, by value, so that byte order and
// padding of the machine do not matter.
#include "src/base/hash.h"
#include "src/world/body_fields.h"
#include "src/world/world_data.h"

#include <string.h>

static uint64_t hash_u64(uint64_t hash, uint64_t value) {
    const uint32_t words[2] = {(uint32_t)value, (uint32_t)(value >> 32)};
    return pl_hash_words(hash, words, 2);
}

static uint64_t hash_doubles(uint64_t hash, const double* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        hash = hash_u64(hash, bits);
    }
    return hash;
}

static uint64_t hash_fields(uint64_t hash, const plump_body_def* def) {
    uint32_t count;
    plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i) {
        double value = pl_body_field_get(def, i);
        if (pl_body_field_counts(def, i)) hash = hash_doubles(hash, &value, 1);
    }
    return hash_u64(hash, def->user);
}

static uint64_t hash_pins(uint64_t hash, const pl_body* body) {
    for (size_t i = 0; i < body->pin_count; ++i) {
        const pl_pin* pin = body->pins + i;
        const uint32_t words[2] = {pin->place, pin->moving};
        hash = pl_hash_words(hash, words, 2);
        hash = hash_doubles(hash, pin->from, 3);
        if (pin->moving) hash = hash_doubles(hash, pin->target, 3);
    }
    return hash;
}

static uint64_t hash_contact(uint64_t hash, const pl_body* body) {
    hash = pl_hash_floats(hash, body->contact, body->count);
    for (uint32_t i = 0; body->any_inside && i < body->count; ++i) {
        const uint32_t words[3] = {i, body->inside_of[i], body->inside_at[i]};
        if (words[1]) hash = pl_hash_words(hash, words, 3);
    }
    const uint32_t soft = 1;
    if (body->meets_soft) hash = pl_hash_words(hash, &soft, 1);
    return hash;
}

static uint64_t hash_zones(uint64_t hash, const pl_body* body) {
    for (uint32_t i = 0; i < body->zone_count; ++i) {
        const pl_zone* zone = &body->zones[i];
        hash = hash_doubles(hash, &zone->load, 1);
        hash = hash_doubles(hash, zone->moment, 3);
        hash = hash_doubles(hash, &zone->force, 1);
        hash = hash_doubles(hash, zone->force_at, 3);
    }
    return hash;
}

// Only of one that changes: a body without ramps is what it was before there were any.
static uint64_t hash_ramp(uint64_t hash, const pl_body* body) {
    const pl_ramp* ramp = &body->ramp;
    if (!ramp->moves) return hash;
    float load[3];
    pl_vec3_store(body->acceleration, load);
    hash = pl_hash_floats(hash, ramp->target, PL_RAMP_COUNT);
    hash = hash_doubles(hash, &ramp->scale_speed, 1);
    hash = pl_hash_floats(hash, &ramp->load_left, 1);
    return pl_hash_floats(hash, load, 3);
}

static uint64_t hash_body(uint64_t hash, const pl_body* body) {
    const uint32_t rest =
        body->asleep | (uint32_t)body->frozen << 1 | (uint32_t)body->disabled << 2;
    const uint32_t words[5] = {body->id.value, body->count, rest, body->has_force,
                               (uint32_t)body->pin_count};
    hash = pl_hash_words(hash, words, 5);
    hash = hash_fields(hash, &body->def);
    hash = hash_doubles(hash, body->origin, 3);
    hash = pl_hash_floats(hash, &body->quiet_time, 1);
    hash = hash_doubles(hash, &body->volume_ratio, 1);
    hash = hash_doubles(hash, &body->volume_ratio_speed, 1);
    for (unsigned k = 0; k < 3; ++k) {
        hash = pl_hash_floats(hash, body->x[k], body->count);
        hash = pl_hash_floats(hash, body->v[k], body->count);
        if (body->has_force) hash = pl_hash_floats(hash, body->force[k], body->count);
    }
    size_t count;
    const float* lasting = body->model->lasting(body, &count);
    if (count) hash = pl_hash_floats(hash, lasting, count);
    hash = hash_contact(hash, body);
    hash = hash_zones(hash, body);
    hash = hash_ramp(hash, body);
    return hash_pins(hash, body);
}

static uint64_t hash_obstacle(uint64_t hash, const pl_obstacle* o) {
    const uint32_t words[6] = {o->id.value,   o->moving,       (uint32_t)o->def.shape,
                               o->def.hollow, o->def.category, o->def.collides_with};
    const float numbers[4] = {o->def.friction, o->def.friction_static, o->def.restitution,
                              o->def.margin};
    hash = pl_hash_words(hash, words, 6);
    hash = pl_hash_floats(hash, numbers, 4);
    hash = hash_u64(hash, o->solid->hash);
    hash = hash_u64(hash, o->def.user);
    hash = hash_doubles(hash, o->position, 3);
    hash = hash_doubles(hash, o->rotation, 4);
    const uint32_t trigger = 1;
    if (o->def.trigger) hash = pl_hash_words(hash, &trigger, 1);
    if (pl_obstacle_runs(o)) hash = pl_hash_floats(hash, o->def.surface_velocity, 3);
    if (!o->moving) return hash;
    hash = hash_doubles(hash, o->target_position, 3);
    return hash_doubles(hash, o->target_rotation, 4);
}

// Only of springs that are damped, and of patches: others are what they were before there were any.
static uint64_t hash_grip(uint64_t hash, const pl_attachment* a) {
    const plump_attachment_def* def = &a->def;
    const float numbers[3] = {def->damping, def->radius, def->other_radius};
    if (!(def->damping > 0.0f || def->radius > 0.0f || def->other_radius > 0.0f)) return hash;
    hash = pl_hash_floats(hash, numbers, 3);
    for (int k = 0; k < 2; ++k) {
        hash = pl_hash_words(hash, a->held[k].place, a->held[k].count);
        hash = pl_hash_floats(hash, a->held[k].weight, a->held[k].count);
    }
    return hash;
}

static uint64_t hash_attachment(uint64_t hash, const pl_attachment* a) {
    const plump_attachment_def* def = &a->def;
    const uint32_t words[8] = {a->id.value,       a->moving,          a->broken,
                               def->body.value,   def->vertex,        def->other.value,
                               def->other_vertex, def->obstacle.value};
    const float numbers[2] = {def->stiffness, def->breaking_force};
    hash = pl_hash_words(hash, words, 8);
    hash = pl_hash_floats(hash, numbers, 2);
    hash = hash_u64(hash, def->user);
    hash = hash_doubles(hash, def->point, 3);
    hash = hash_grip(hash, a);
    hash = hash_doubles(hash, a->position, 3);
    return a->moving ? hash_doubles(hash, a->target, 3) : hash;
}

static uint64_t hash_muscle(uint64_t hash, const pl_muscle* m) {
    const plump_muscle_def* def = &m->def;
    const uint32_t words[4] = {m->id.value, def->body.value, m->end_count[0], m->end_count[1]};
    const float numbers[6] = {def->strength, def->best, def->width,
                              def->hold,     def->time, def->activation};
    hash = pl_hash_words(hash, words, 4);
    hash = pl_hash_floats(hash, numbers, 6);
    hash = hash_u64(hash, def->user);
    hash = hash_doubles(hash, &m->activation, 1);
    hash = pl_hash_floats(hash, m->field, (size_t)3 * m->triangle_count);
    for (int k = 0; k < PLUMP_MUSCLE_END_COUNT; ++k)
        hash = pl_hash_words(hash, m->ends[k], m->end_count[k]);
    return hash;
}

static uint64_t hash_bone(uint64_t hash, const pl_bone* b) {
    const plump_bone_def* def = &b->def;
    const uint32_t words[4] = {b->id.value, def->obstacle.value, (uint32_t)def->joint,
                               def->parent.value};
    const float numbers[11] = {def->angle_least, def->angle_most,   def->mass,
                               def->centre[0],   def->centre[1],    def->centre[2],
                               def->inertia[0],  def->inertia[1],   def->inertia[2],
                               def->damping,     def->gravity_scale};
    hash = pl_hash_words(hash, words, 4);
    hash = pl_hash_floats(hash, numbers, 11);
    hash = hash_u64(hash, def->user);
    hash = hash_doubles(hash, b->pivot_on, 3);
    hash = hash_doubles(hash, b->axis_on, 3);
    hash = hash_doubles(hash, b->pivot_own, 3);
    hash = hash_doubles(hash, b->rotation_on, 4);
    hash = hash_doubles(hash, &b->angle, 1);
    hash = hash_doubles(hash, &b->rate, 1);
    hash = hash_doubles(hash, b->velocity, 3);
    hash = hash_doubles(hash, b->spin, 3);
    hash = hash_doubles(hash, b->pending, 6);
    return hash_doubles(hash, b->force, 6);
}

static uint64_t hash_kept(uint64_t hash, const pl_kept* kept) {
    const uint32_t words[5] = {kept->body, kept->other, kept->place, kept->feature, kept->kind};
    hash = pl_hash_words(hash, words, 5);
    return pl_hash_floats(hash, kept->force, 3);
}

// Who has left is of the last step alone.
static uint64_t hash_visit(uint64_t hash, const plump_inside* visit) {
    const uint32_t words[3] = {visit->trigger.value, visit->body.value, visit->vertex_count};
    return visit->vertex_count ? pl_hash_words(hash, words, 3) : hash;
}

uint64_t plump_world_hash(const plump_world* world) {
    if (!world) return 0;
    uint64_t hash = pl_hash_floats(PL_HASH_START, world->def.gravity, 3);
    hash = hash_u64(hash, world->step_count);
    hash = hash_u64(hash, world->def.substep_limit);
    hash = hash_u64(hash, world->def.contact_capacity);
    for (size_t i = 0; i < world->body_count; ++i) hash = hash_body(hash, world->bodies[i]);
    for (size_t i = 0; i < world->obstacle_count; ++i)
        hash = hash_obstacle(hash, world->obstacles[i]);
    for (size_t i = 0; i < world->visits.count; ++i)
        hash = hash_visit(hash, &world->visits.list[i]);
    for (size_t i = 0; i < world->attachment_count; ++i)
        hash = hash_attachment(hash, world->attachments[i]);
    for (size_t i = 0; i < world->apart_count; ++i) hash = hash_u64(hash, world->apart[i]);
    size_t count;
    const pl_kept* kept = pl_resolve_kept(world->resolve, &count);
    for (size_t i = 0; i < count; ++i) hash = hash_kept(hash, &kept[i]);
    for (size_t i = 0; i < world->muscle_count; ++i) hash = hash_muscle(hash, world->muscles[i]);
    for (size_t i = 0; i < world->bone_count; ++i) hash = hash_bone(hash, world->bones[i]);
    return hash;
}
