// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Looking at bones, kicking them, and saved states: a head, then the motion of every bone.
#include "ragdoll/ragdoll_parts.h"

#include "src/base/alloc.h"
#include "src/base/hash.h"
#include "src/base/text.h"

#include <math.h>
#include <string.h>

typedef struct {
    char magic[8];
    uint64_t bones;  // a hash of what the ragdoll is made of
    uint32_t count, touch_count;
    pl_ragdoll_clock clock;
} state_head;

static const char magic[8] = {'p', 'l', 'u', 'm', 'p', 'R', 'D', '1'};

static plump_result check_bone(const plump_ragdoll* ragdoll, uint32_t bone, plump_error* error) {
    if (!ragdoll) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "ragdoll is NULL");
    if (bone >= ragdoll->count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "the ragdoll has %u bones; there is no bone %u",
                       (unsigned)ragdoll->count, (unsigned)bone);
    return PLUMP_OK;
}

// ---------------------------------------------------------------- a bone

// R I R': the inertia in the world.
static void turn_inertia(const double rotation[4], const double inertia[9], double m[9]) {
    double half[9], column[3];
    for (int k = 0; k < 3; ++k)  // rows of I R', since I is symmetric
        pl_ragdoll_turn(rotation, &inertia[3 * k], &half[3 * k]);
    for (int j = 0; j < 3; ++j) {
        const double row[3] = {half[j], half[3 + j], half[6 + j]};
        pl_ragdoll_turn(rotation, row, column);
        for (int k = 0; k < 3; ++k) m[3 * k + j] = column[k];
    }
}

static double gap_of(const plump_ragdoll* r, const pl_ragdoll_part* part,
                     const pl_ragdoll_motion* m) {
    const pl_ragdoll_motion* parent = &r->motions[part->parent];
    double own[3], others[3], gap[3];
    pl_ragdoll_turn(m->rotation, part->joint, own);
    pl_ragdoll_turn(parent->rotation, part->parent_joint, others);
    for (int k = 0; k < 3; ++k) gap[k] = m->position[k] + own[k] - parent->position[k] - others[k];
    return sqrt(pl_ragdoll_dot(gap, gap));
}

plump_result plump_ragdoll_read(const plump_ragdoll* ragdoll, uint32_t bone,
                                plump_ragdoll_bone* state, plump_error* error) {
    plump_result result = check_bone(ragdoll, bone, error);
    if (result != PLUMP_OK) return result;
    if (!state) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "state is NULL");
    const pl_ragdoll_part* part = &ragdoll->parts[bone];
    const pl_ragdoll_motion* m = &ragdoll->motions[bone];
    *state = (plump_ragdoll_bone){.mass = part->mass};
    turn_inertia(m->rotation, part->inertia, state->inertia);
    memcpy(state->centre, m->position, sizeof state->centre);
    memcpy(state->velocity, m->velocity, sizeof state->velocity);
    memcpy(state->angular_velocity, m->angular_velocity, sizeof state->angular_velocity);
    if (part->parent == PL_RAGDOLL_NONE) return PLUMP_OK;
    double turning[3];
    pl_ragdoll_turning(ragdoll->motions[part->parent].rotation, m->rotation, turning);
    state->turn = sqrt(pl_ragdoll_dot(turning, turning));
    state->gap = gap_of(ragdoll, part, m);
    return PLUMP_OK;
}

plump_result plump_ragdoll_push(plump_ragdoll* ragdoll, uint32_t bone, const double impulse[3],
                                const double point[3], const double angular_impulse[3],
                                plump_error* error) {
    plump_result result = check_bone(ragdoll, bone, error);
    if (result != PLUMP_OK) return result;
    plump_ragdoll_bone now = {0};
    plump_ragdoll_read(ragdoll, bone, &now, NULL);
    pl_ragdoll_motion after = ragdoll->motions[bone];
    double turn[3] = {0, 0, 0}, spin[3];
    if (impulse && point) {
        double arm[3];
        for (int k = 0; k < 3; ++k) arm[k] = point[k] - now.centre[k];
        pl_ragdoll_cross(arm, impulse, turn);
    }
    for (int k = 0; k < 3; ++k) turn[k] += angular_impulse ? angular_impulse[k] : 0;
    double inverse[9];
    pl_ragdoll_invert(now.inertia, inverse);
    for (int k = 0; k < 3; ++k) spin[k] = pl_ragdoll_dot(inverse + 3 * k, turn);
    for (int k = 0; k < 3; ++k) {
        after.velocity[k] += impulse ? impulse[k] / now.mass : 0;
        after.angular_velocity[k] += spin[k];
    }
    if (!pl_ragdoll_is_finite(&after))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "a kick of bone %u must be finite, and leave it at speeds below 1e12",
                       (unsigned)bone);
    ragdoll->motions[bone] = after;
    ragdoll->clock.before_time = 0;  // taken again, the last step would forget the kick
    return PLUMP_OK;
}

// ---------------------------------------------------------------- saved states

// Of masses and where bones are joined; not of springs, which a restored ragdoll may have changed.
static uint64_t hash_bones(const plump_ragdoll* r) {
    uint64_t hash = PL_HASH_START;
    for (uint32_t i = 0; i < r->count; ++i) {
        const pl_ragdoll_part* p = &r->parts[i];
        hash = pl_hash_words(hash, &p->parent, 1);
        hash = pl_hash_bytes(hash, p->centre, sizeof p->centre);
        hash = pl_hash_bytes(hash, p->joint, sizeof p->joint);
        hash = pl_hash_bytes(hash, p->inertia, sizeof p->inertia);
    }
    return hash;
}

size_t plump_ragdoll_state_size(const plump_ragdoll* ragdoll) {
    return sizeof(state_head) + 2 * ragdoll->count * sizeof *ragdoll->motions +
           ragdoll->touch_count * sizeof *ragdoll->touches;
}

plump_result plump_ragdoll_save(const plump_ragdoll* ragdoll, void* buffer, size_t capacity,
                                size_t* size, plump_error* error) {
    if (!ragdoll || !buffer)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", ragdoll ? "buffer" : "ragdoll");
    size_t needed = plump_ragdoll_state_size(ragdoll);
    if (size) *size = needed;
    if (capacity < needed)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the ragdoll's state has %zu bytes; the buffer has room for %zu", needed,
                       capacity);
    state_head head = {.bones = hash_bones(ragdoll),
                       .count = ragdoll->count,
                       .touch_count = ragdoll->touch_count,
                       .clock = ragdoll->clock};
    size_t motions = 2 * ragdoll->count * sizeof *ragdoll->motions;
    char* out = buffer;
    memcpy(head.magic, magic, sizeof head.magic);
    memcpy(out, &head, sizeof head);
    memcpy(out + sizeof head, ragdoll->motions, motions);
    if (ragdoll->touch_count)
        memcpy(out + sizeof head + motions, ragdoll->touches,
               ragdoll->touch_count * sizeof *ragdoll->touches);
    return PLUMP_OK;
}

static bool is_clock(const pl_ragdoll_clock* clock) {
    return clock->small_step >= 0 && clock->small_step <= 1 && clock->before_step >= 0 &&
           clock->before_step <= 1 && clock->before_time >= 0 && clock->before_time <= 1;
}

// Whether what follows the head is as long as the head says. The count is the file's word, so it is
// not multiplied: that could wrap.
static bool has_size(const plump_ragdoll* r, const state_head* head, size_t left) {
    size_t motions = 2 * r->count * sizeof(pl_ragdoll_motion);
    if (left < motions) return false;
    left -= motions;
    return left % sizeof(pl_ragdoll_touch) == 0 &&
           left / sizeof(pl_ragdoll_touch) == head->touch_count;
}

static plump_result check_state(const plump_ragdoll* r, const void* state, size_t size,
                                plump_error* error) {
    state_head head = {0};
    if (size >= sizeof head) memcpy(&head, state, sizeof head);
    if (memcmp(head.magic, magic, sizeof magic) != 0)
        return pl_fail(error, PLUMP_ERROR_DATA, "this is not the state of a ragdoll");
    if (head.bones != hash_bones(r) || head.count != r->count)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the state is of a ragdoll with other bones; restore it into one of the "
                       "same definition");
    if (!has_size(r, &head, size - sizeof head) || !is_clock(&head.clock))
        return pl_fail(error, PLUMP_ERROR_DATA, "the ragdoll's state is cut or broken");
    const char* at = (const char*)state + sizeof head;
    for (uint32_t i = 0; i < 2 * r->count; ++i, at += sizeof(pl_ragdoll_motion)) {
        pl_ragdoll_motion motion;
        memcpy(&motion, at, sizeof motion);
        if (!pl_ragdoll_is_finite(&motion))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "the ragdoll's state is broken: bone %u is nowhere",
                           (unsigned)(i % r->count));
    }
    for (uint32_t i = 0; i < head.touch_count; ++i, at += sizeof(pl_ragdoll_touch)) {
        pl_ragdoll_touch touch;
        memcpy(&touch, at, sizeof touch);
        if (!pl_ragdoll_is_touch(r, &touch))
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "the ragdoll's state is broken: contact %u cannot be", (unsigned)i);
    }
    return PLUMP_OK;
}

plump_result plump_ragdoll_restore(plump_ragdoll* ragdoll, const void* state, size_t size,
                                   plump_error* error) {
    if (!ragdoll || !state)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "%s is NULL", ragdoll ? "state" : "ragdoll");
    plump_result result = check_state(ragdoll, state, size, error);
    if (result != PLUMP_OK) return result;
    state_head head;
    memcpy(&head, state, sizeof head);
    if (!pl_grow(&ragdoll->hooks, (void**)&ragdoll->touches, &ragdoll->touch_capacity,
                 ragdoll->touch_count, head.touch_count, sizeof *ragdoll->touches))
        return pl_fail_memory(error, "the contacts of a ragdoll");
    size_t motions = 2 * ragdoll->count * sizeof *ragdoll->motions;
    const char* from = (const char*)state + sizeof head;
    memcpy(ragdoll->motions, from, motions);
    if (head.touch_count)
        memcpy(ragdoll->touches, from + motions, head.touch_count * sizeof *ragdoll->touches);
    ragdoll->touch_count = head.touch_count;
    ragdoll->clock = head.clock;
    pl_ragdoll_write_matrices(ragdoll);
    return PLUMP_OK;
}
