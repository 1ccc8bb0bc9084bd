// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Obstacles of a deformer: made, placed, destroyed; other bodies as obstacles; contacts read.
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/jiggle/jiggle_solid.h"
#include "src/world/checks.h"
#include "src/world/world_data.h"

static plump_result check_def(const plump_obstacle_def* def, plump_error* error) {
    plump_result result = pl_obstacle_numbers_check(def, error);
    if (result == PLUMP_OK) result = pl_obstacle_data_check(def, error);
    if (result == PLUMP_OK && def->hollow)
        return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                       "an obstacle of a deformer cannot be hollow: build the room from its walls");
    if (result == PLUMP_OK && def->shape == PLUMP_OBSTACLE_COMPOUND)
        return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                       "an obstacle of a deformer cannot be a compound: give each part as one");
    if (result == PLUMP_OK && def->trigger)
        return pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                       "an obstacle of a deformer cannot be a trigger: worlds have those");
    return result;
}

// Guests come behind the caller's obstacles: none may be there while those change.
static void drop_guests(plump_jiggle* jiggle) {
    jiggle->guest_count = 0;
    pl_arena_release(&jiggle->guest_memory, NULL);
}

static bool make_room(plump_jiggle* jiggle, uint32_t more) {
    size_t used = (size_t)jiggle->obstacle_count + jiggle->guest_count;
    return pl_grow(&jiggle->memory.hooks, (void**)&jiggle->obstacles, &jiggle->obstacle_capacity,
                   used, used + more, sizeof *jiggle->obstacles);
}

static uint32_t free_number(const plump_jiggle* jiggle) {
    uint32_t number = 0;
    while (number < jiggle->obstacle_count && jiggle->obstacles[number].is_used) ++number;
    return number;
}

static void place_parts(struct pl_jiggle_obstacle* obstacle, const double position[3],
                        const float rotation[4]) {
    for (uint32_t i = 0; i < obstacle->part_count; ++i)
        pl_convex_place(&obstacle->parts[i], position, rotation);
}

plump_result plump_jiggle_obstacle_create(plump_jiggle* jiggle, const plump_obstacle_def* def,
                                          uint32_t* obstacle, plump_error* error) {
    if (!jiggle || !obstacle)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "there is no deformer, or nowhere to put the obstacle's number");
    plump_result result = check_def(def, error);
    if (result != PLUMP_OK) return result;
    drop_guests(jiggle);
    if (!make_room(jiggle, 1)) return pl_fail_memory(error, "making an obstacle");
    struct pl_jiggle_obstacle made = {.is_used = true, .share = 1};
    made.memory = pl_arena_make(jiggle->memory.hooks);
    pl_fpmode mode = pl_fpmode_enter();
    result = pl_convex_make(def, &made, error);
    if (result == PLUMP_OK) place_parts(&made, def->position, def->rotation);
    pl_fpmode_leave(mode);
    if (result != PLUMP_OK) {
        pl_arena_release(&made.memory, NULL);
        return result;
    }
    *obstacle = free_number(jiggle);
    if (*obstacle == jiggle->obstacle_count) jiggle->obstacle_count += 1;
    jiggle->obstacles[*obstacle] = made;
    return PLUMP_OK;
}

static plump_result find(plump_jiggle* jiggle, uint32_t obstacle, plump_error* error) {
    if (!jiggle) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no deformer");
    if (obstacle < jiggle->obstacle_count && jiggle->obstacles[obstacle].is_used) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no obstacle %u", (unsigned)obstacle);
}

plump_result plump_jiggle_obstacle_destroy(plump_jiggle* jiggle, uint32_t obstacle,
                                           plump_error* error) {
    plump_result result = find(jiggle, obstacle, error);
    if (result != PLUMP_OK) return result;
    pl_arena_release(&jiggle->obstacles[obstacle].memory, NULL);
    jiggle->obstacles[obstacle].is_used = false;
    return PLUMP_OK;
}

plump_result plump_jiggle_obstacle_place(plump_jiggle* jiggle, uint32_t obstacle,
                                         const double position[3], const float rotation[4],
                                         plump_error* error) {
    plump_result result = find(jiggle, obstacle, error);
    if (result == PLUMP_OK) result = pl_check_point(position, "position of the obstacle", error);
    if (result == PLUMP_OK) result = pl_check_rotation(rotation, error);
    if (result != PLUMP_OK) return result;
    place_parts(&jiggle->obstacles[obstacle], position, rotation);
    return PLUMP_OK;
}

void pl_jiggle_free_obstacles(plump_jiggle* jiggle) {
    drop_guests(jiggle);
    for (uint32_t i = 0; i < jiggle->obstacle_count; ++i)
        if (jiggle->obstacles[i].is_used) pl_arena_release(&jiggle->obstacles[i].memory, NULL);
    if (jiggle->obstacles) pl_free(&jiggle->memory.hooks, jiggle->obstacles);
    if (jiggle->contacts.at) pl_free(&jiggle->memory.hooks, jiggle->contacts.at);
}

// --- other bodies ---

static bool add_guest(plump_jiggle* jiggle, const plump_jiggle* other, uint32_t segment,
                      double share) {
    uint32_t first = PL_JIGGLE_BLOCK * other->segment_block[segment];
    uint32_t count = PL_JIGGLE_BLOCK * other->segment_block[segment + 1] - first;
    if (count == 0) return true;
    if (!make_room(jiggle, 1)) return false;
    struct pl_jiggle_obstacle* guest =
        &jiggle->obstacles[jiggle->obstacle_count + jiggle->guest_count];
    memset(guest, 0, sizeof *guest);
    guest->share = share;
    guest->part_count = 1;
    guest->parts = pl_arena_alloc_zero(&jiggle->guest_memory, 1, sizeof *guest->parts);
    bool made = guest->parts &&
                pl_convex_around(other->row_x + 4 * (size_t)first, other->pair_weight + first,
                                 count, other->origin, &jiggle->guest_memory, guest->parts);
    guest->is_used = made && guest->parts->plane_count > 0;
    if (guest->is_used) jiggle->guest_count += 1;
    return made;
}

plump_result plump_jiggle_meet(plump_jiggle* jiggle, const plump_jiggle* other, double share,
                               plump_error* error) {
    if (!jiggle || !other || jiggle == other)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "two different deformers are needed to meet");
    if (!other->is_deformed)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "deform the other body first: it is met where that left it");
    plump_result result = pl_check_number(share, 0, 1, "share of the overlap", error);
    if (result != PLUMP_OK) return result;
    if (jiggle->guest_count == 0) drop_guests(jiggle);
    uint32_t before = jiggle->guest_count;
    pl_fpmode mode = pl_fpmode_enter();
    bool done = true;
    for (uint32_t i = 0; i < other->def.segment_count && done; ++i)
        done = add_guest(jiggle, other, i, share);
    pl_fpmode_leave(mode);
    if (done) return PLUMP_OK;
    jiggle->guest_count = before;
    return pl_fail_memory(error, "letting two bodies meet");
}

// --- contacts ---

uint32_t plump_jiggle_contacts(const plump_jiggle* jiggle, plump_jiggle_contact* contacts,
                               uint32_t capacity) {
    if (!jiggle) return 0;
    uint32_t count = 0;
    for (size_t i = 0; i < jiggle->contacts.count; ++i) {
        if (jiggle->contacts.at[i].is_late) continue;
        if (contacts && count < capacity) contacts[count] = jiggle->contacts.at[i].contact;
        count += 1;
    }
    return count;
}
