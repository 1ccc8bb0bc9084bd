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
        hash = hash_doubles(hash, &value, 1);
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

static uint64_t hash_body(uint64_t hash, const pl_body* body) {
    const uint32_t words[5] = {body->id.value, body->count, body->asleep, body->has_force,
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
    return hash_pins(hash, body);
}

uint64_t plump_world_hash(const plump_world* world) {
    if (!world) return 0;
    uint64_t hash = pl_hash_floats(PL_HASH_START, world->def.gravity, 3);
    hash = hash_u64(hash, world->step_count);
    hash = hash_u64(hash, world->def.substep_limit);
    for (size_t i = 0; i < world->body_count; ++i) hash = hash_body(hash, world->bodies[i]);
    return hash;
}
