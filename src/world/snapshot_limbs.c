// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Muscles and bones in a snapshot: their layout, once for both directions; writing; reading, where
// nothing is believed; and going back to them.
#include "src/base/bytes.h"
#include "src/base/cookie.h"
#include "src/base/text.h"
#include "src/muscle/fibre.h"
#include "src/state/contain.h"
#include "src/world/checks.h"
#include "src/world/snapshot.h"

#include <math.h>

// --- layout ---

static void stream_muscle(pl_stream* stream, pl_snapshot_muscle* m) {
    plump_muscle_def* def = &m->def;
    pl_stream_u32(stream, &m->id);
    pl_stream_u32(stream, &def->body.value);
    pl_stream_floats(stream, def->axis, 3);
    pl_stream_floats(stream, &def->cap, 1);
    pl_stream_floats(stream, &def->strength, 1);
    pl_stream_floats(stream, &def->best, 1);
    pl_stream_floats(stream, &def->width, 1);
    pl_stream_floats(stream, &def->hold, 1);
    pl_stream_floats(stream, &def->time, 1);
    pl_stream_floats(stream, &def->activation, 1);
    pl_stream_u64(stream, &def->user);
    pl_stream_doubles(stream, &m->activation, 1);
    pl_stream_doubles(stream, &m->length, 1);
    pl_stream_u32(stream, &m->triangle_count);
    for (int k = 0; k < PLUMP_MUSCLE_END_COUNT; ++k) pl_stream_u32(stream, &m->end_count[k]);
}

static void stream_bone_def(pl_stream* stream, plump_bone_def* def) {
    uint32_t joint = (uint32_t)def->joint;
    pl_stream_u32(stream, &def->obstacle.value);
    pl_stream_u32(stream, &joint);
    // what is out of range must not be narrowed before it is checked
    def->joint = joint < PLUMP_JOINT_COUNT ? (plump_joint)joint : PLUMP_JOINT_COUNT;
    pl_stream_u32(stream, &def->parent.value);
    pl_stream_doubles(stream, def->pivot, 3);
    pl_stream_floats(stream, def->axis, 3);
    pl_stream_floats(stream, &def->angle_least, 1);
    pl_stream_floats(stream, &def->angle_most, 1);
    pl_stream_floats(stream, &def->mass, 1);
    pl_stream_floats(stream, def->centre, 3);
    pl_stream_floats(stream, def->inertia, 3);
    pl_stream_floats(stream, &def->damping, 1);
    pl_stream_floats(stream, &def->gravity_scale, 1);
    pl_stream_u64(stream, &def->user);
}

static void stream_bone(pl_stream* stream, pl_bone* bone) {
    pl_stream_u32(stream, &bone->id.value);
    stream_bone_def(stream, &bone->def);
    pl_stream_doubles(stream, bone->pivot_on, 3);
    pl_stream_doubles(stream, bone->axis_on, 3);
    pl_stream_doubles(stream, bone->pivot_own, 3);
    pl_stream_doubles(stream, bone->rotation_on, 4);
    pl_stream_doubles(stream, &bone->angle, 1);
    pl_stream_doubles(stream, &bone->rate, 1);
    pl_stream_doubles(stream, bone->velocity, 3);
    pl_stream_doubles(stream, bone->spin, 3);
    pl_stream_doubles(stream, bone->pending, 6);
    pl_stream_doubles(stream, bone->force, 6);
    pl_stream_doubles(stream, bone->given, 6);
}

// --- writing ---

static void write_muscle(pl_stream* stream, const pl_muscle* muscle) {
    pl_snapshot_muscle m = {.id = muscle->id.value,
                            .def = muscle->def,
                            .activation = muscle->activation,
                            .length = muscle->length,
                            .triangle_count = muscle->triangle_count};
    for (int k = 0; k < PLUMP_MUSCLE_END_COUNT; ++k) m.end_count[k] = muscle->end_count[k];
    stream_muscle(stream, &m);
    pl_stream_floats(stream, muscle->field, (size_t)3 * muscle->triangle_count);
    for (int k = 0; k < PLUMP_MUSCLE_END_COUNT; ++k) {
        for (uint32_t i = 0; i < m.end_count[k]; ++i) pl_stream_u32(stream, &muscle->ends[k][i]);
    }
}

void pl_snapshot_write_limbs(pl_stream* stream, const plump_world* world) {
    for (size_t i = 0; i < world->muscle_count; ++i) write_muscle(stream, world->muscles[i]);
    for (size_t i = 0; i < world->bone_count; ++i) {
        pl_bone bone = *world->bones[i];
        stream_bone(stream, &bone);
    }
}

// --- reading ---

static bool is_small(const double* values, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        if (!(fabs(values[i]) <= PL_BONE_NUMBER_MOST)) return false;
    }
    return true;
}

static bool muscle_is_sound(const pl_snapshot_muscle* m) {
    return pl_muscle_numbers_check(&m->def, NULL) == PLUMP_OK && m->activation >= 0.0 &&
           m->activation <= 1.0 && m->length >= 0.0 && m->length <= PL_PLACE_MOST;
}

static bool field_is_sound(const pl_snapshot_muscle* m) {
    for (size_t i = 0; i < (size_t)3 * m->triangle_count; ++i) {
        float value = (float)pl_bytes_float(pl_bytes_u32(m->field + 4 * i));
        if (!(fabsf(value) <= PL_FIBRE_MOST)) return false;
    }
    return true;
}

static plump_result read_muscle(pl_stream* stream, pl_snapshot_muscle* m, plump_error* error) {
    m->def = plump_default_muscle_def();
    stream_muscle(stream, m);
    if (stream->failed || !muscle_is_sound(m))
        return pl_snapshot_damaged(error, "the numbers of a muscle are out of range");
    m->field = pl_stream_skip(stream, m->triangle_count, 12);
    for (int k = 0; k < PLUMP_MUSCLE_END_COUNT; ++k)
        m->ends[k] = pl_stream_skip(stream, m->end_count[k], 4);
    if (stream->failed) return pl_snapshot_damaged(error, "it ends too early");
    return field_is_sound(m) ? PLUMP_OK
                             : pl_snapshot_damaged(error, "a fibre of a muscle is out of range");
}

static double square_of(const double* v, int count) {
    double sum = 0.0;
    for (int k = 0; k < count; ++k) sum += v[k] * v[k];
    return sum;
}

static bool bone_is_sound(const pl_bone* b) {
    bool hinge = b->def.joint == PLUMP_JOINT_HINGE;
    for (int k = 0; k < 3; ++k) {
        if (!(b->def.inertia[k] > 0.0f)) return false;
    }
    return pl_bone_numbers_check(&b->def, NULL) == PLUMP_OK && is_small(b->pivot_on, 3) &&
           is_small(b->pivot_own, 3) && is_small(&b->angle, 1) && is_small(&b->rate, 1) &&
           is_small(b->velocity, 3) && is_small(b->spin, 3) && is_small(b->pending, 6) &&
           is_small(b->force, 6) && is_small(b->given, 6) &&
           (!hinge || (fabs(square_of(b->axis_on, 3) - 1.0) < 1e-6 &&
                       fabs(square_of(b->rotation_on, 4) - 1.0) < 1e-6));
}

static plump_result read_bone(pl_stream* stream, pl_bone* bone, plump_error* error) {
    bone->def = plump_default_bone_def();
    stream_bone(stream, bone);
    if (stream->failed || !bone_is_sound(bone))
        return pl_snapshot_damaged(error, "the numbers of a bone are out of range");
    return PLUMP_OK;
}

static plump_result make_lists(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                               plump_error* error) {
    size_t muscles = snapshot->world.lists[PL_KIND_MUSCLE].count;
    size_t bones = snapshot->world.lists[PL_KIND_BONE].count;
    pl_snapshot_muscle muscle = {0};
    pl_bone bone = {0};
    pl_stream one = {0}, other = {0};
    stream_muscle(&one, &muscle);
    stream_bone(&other, &bone);
    // as many as there can be, whatever the counts say
    if (muscles > (stream->size - stream->used) / one.used ||
        bones > (stream->size - stream->used) / other.used)
        return pl_snapshot_damaged(error, "it ends too early");
    snapshot->muscles = pl_arena_alloc_zero(arena, muscles, sizeof *snapshot->muscles);
    snapshot->bones = pl_arena_alloc_zero(arena, bones, sizeof *snapshot->bones);
    snapshot->made_bones = pl_arena_alloc_zero(arena, bones, sizeof(pl_bone*));
    if (!snapshot->muscles || !snapshot->bones || !snapshot->made_bones)
        return pl_fail_memory(error, "reading a snapshot");
    return PLUMP_OK;
}

plump_result pl_snapshot_read_limbs(pl_stream* stream, pl_arena* arena, pl_snapshot* snapshot,
                                    plump_error* error) {
    plump_result result = make_lists(stream, arena, snapshot, error);
    for (uint32_t i = 0; result == PLUMP_OK && i < snapshot->world.lists[PL_KIND_MUSCLE].count; ++i)
        result = read_muscle(stream, &snapshot->muscles[i], error);
    for (uint32_t i = 0; result == PLUMP_OK && i < snapshot->world.lists[PL_KIND_BONE].count; ++i)
        result = read_bone(stream, &snapshot->bones[i], error);
    return result;
}

// --- what they name ---

static bool body_is_there(const pl_snapshot* snapshot, const pl_snapshot_muscle* m) {
    uint32_t index;
    return pl_snapshot_find(snapshot, PL_KIND_BODY, m->def.body.value, &index) &&
           m->triangle_count == snapshot->parts[index].body.triangle_count;
}

// Its obstacle is one that can be a bone and has no other, and its parent comes before it.
static bool joint_is_there(pl_snapshot* snapshot, uint32_t i) {
    const plump_bone_def* def = &snapshot->bones[i].def;
    uint32_t solid, parent;
    if (!pl_snapshot_find(snapshot, PL_KIND_OBSTACLE, def->obstacle.value, &solid)) return false;
    const pl_snapshot_obstacle* o = &snapshot->solids[solid].obstacle;
    if (o->moving || o->def.shape == PLUMP_OBSTACLE_PLANE || snapshot->solids[solid].is_bone)
        return false;
    snapshot->solids[solid].is_bone = true;
    return !def->parent.value ||
           (pl_snapshot_find(snapshot, PL_KIND_BONE, def->parent.value, &parent) && parent < i);
}

plump_result pl_snapshot_check_limbs(pl_snapshot* snapshot, plump_error* error) {
    for (uint32_t i = 0; i < snapshot->world.lists[PL_KIND_MUSCLE].count; ++i) {
        if (!body_is_there(snapshot, &snapshot->muscles[i]))
            return pl_snapshot_damaged(error, "a muscle is of a body that is not there");
    }
    for (uint32_t i = 0; i < snapshot->world.lists[PL_KIND_BONE].count; ++i) {
        if (!joint_is_there(snapshot, i))
            return pl_snapshot_damaged(error, "a bone hangs on what is not there");
    }
    return PLUMP_OK;
}

// --- going back ---

static void copy_words(uint32_t* to, const unsigned char* from, size_t count) {
    for (size_t i = 0; i < count; ++i) to[i] = pl_bytes_u32(from + 4 * i);
}

// Made from the fibres and the ends it had.
static plump_result make_muscle(plump_world* world, const pl_snapshot* snapshot,
                                pl_snapshot_muscle* m, pl_arena* arena, plump_error* error) {
    plump_muscle_def def = m->def;
    size_t floats = (size_t)3 * m->triangle_count;
    float* field = pl_arena_alloc(arena, floats, sizeof *field);
    uint32_t* ends[2] = {pl_arena_alloc(arena, m->end_count[0], sizeof(uint32_t)),
                         pl_arena_alloc(arena, m->end_count[1], sizeof(uint32_t))};
    if (!field || !ends[0] || !ends[1])
        return pl_fail_memory(error, "making the muscles of a snapshot");
    pl_stream stream = {.from = m->field, .size = SIZE_MAX};
    pl_stream_floats(&stream, field, floats);
    for (int k = 0; k < 2; ++k) copy_words(ends[k], m->ends[k], m->end_count[k]);
    def.fibres = field;
    def.origin = ends[0];
    def.origin_count = m->end_count[0];
    def.insertion = ends[1];
    def.insertion_count = m->end_count[1];
    uint32_t body;
    pl_snapshot_find(snapshot, PL_KIND_BODY, def.body.value, &body);
    plump_result result = pl_muscle_make(world, snapshot->parts[body].made, &def, &m->made, error);
    if (result == PLUMP_ERROR_MEMORY) return result;
    if (result != PLUMP_OK)
        return pl_snapshot_damaged(error, "a muscle has no fibres, or ends that are not there");
    m->made->id.value = m->id;
    m->made->activation = m->activation;
    m->made->length = m->length;
    return PLUMP_OK;
}

static plump_result make_bone(plump_world* world, pl_snapshot* snapshot, uint32_t i,
                              plump_error* error) {
    pl_bone* made = pl_alloc(&world->hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making the bones of a snapshot");
    *made = snapshot->bones[i];
    uint32_t solid, parent;
    pl_snapshot_find(snapshot, PL_KIND_OBSTACLE, made->def.obstacle.value, &solid);
    made->obstacle = snapshot->solids[solid].made;
    made->parent = NULL;
    if (made->def.parent.value &&
        pl_snapshot_find(snapshot, PL_KIND_BONE, made->def.parent.value, &parent))
        made->parent = snapshot->made_bones[parent];
    snapshot->made_bones[i] = made;
    return PLUMP_OK;
}

static bool reserve_slots(plump_world* world, pl_slots* slots, const pl_snapshot_list* list) {
    return pl_grow(&world->hooks, (void**)&slots->slots, &slots->capacity, slots->count,
                   list->slot_count, sizeof *slots->slots);
}

plump_result pl_snapshot_prepare_limbs(plump_world* world, pl_snapshot* snapshot, pl_arena* arena,
                                       plump_error* error) {
    const pl_snapshot_list* lists = snapshot->world.lists;
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; result == PLUMP_OK && i < lists[PL_KIND_MUSCLE].count; ++i)
        result = make_muscle(world, snapshot, &snapshot->muscles[i], arena, error);
    for (uint32_t i = 0; result == PLUMP_OK && i < lists[PL_KIND_BONE].count; ++i)
        result = make_bone(world, snapshot, i, error);
    if (result != PLUMP_OK) return result;
    if (!reserve_slots(world, &world->muscle_slots, &lists[PL_KIND_MUSCLE]) ||
        !reserve_slots(world, &world->bone_slots, &lists[PL_KIND_BONE]))
        return pl_fail_memory(error, "making room for the ids of a snapshot");
    return PLUMP_OK;
}

void pl_snapshot_drop_limbs(plump_world* world, pl_snapshot* snapshot) {
    const pl_snapshot_list* lists = snapshot->world.lists;
    for (uint32_t i = 0; snapshot->muscles && i < lists[PL_KIND_MUSCLE].count; ++i) {
        if (snapshot->muscles[i].made) pl_muscle_free(world, snapshot->muscles[i].made);
    }
    for (uint32_t i = 0; snapshot->made_bones && i < lists[PL_KIND_BONE].count; ++i)
        pl_free(&world->hooks, snapshot->made_bones[i]);
}

static void commit_muscles(plump_world* world, const pl_snapshot* snapshot) {
    uint32_t count = snapshot->world.lists[PL_KIND_MUSCLE].count;
    for (size_t i = 0; i < world->muscle_count; ++i) pl_muscle_free(world, world->muscles[i]);
    world->muscle_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        pl_muscle* made = snapshot->muscles[i].made;
        snapshot->slots[PL_KIND_MUSCLE][pl_slot_of(made->id.value)].thing = made;
        world->muscles[i] = made;
    }
    pl_snapshot_commit_slots(&world->muscle_slots, snapshot, PL_KIND_MUSCLE);
}

// After the obstacles.
static void commit_bones(plump_world* world, const pl_snapshot* snapshot) {
    uint32_t count = snapshot->world.lists[PL_KIND_BONE].count;
    for (size_t i = 0; i < world->bone_count; ++i) pl_free(&world->hooks, world->bones[i]);
    for (size_t i = 0; i < world->obstacle_count; ++i) world->obstacles[i]->bone = NULL;
    world->bone_count = count;
    for (uint32_t i = 0; i < count; ++i) {
        pl_bone* made = snapshot->made_bones[i];
        snapshot->slots[PL_KIND_BONE][pl_slot_of(made->id.value)].thing = made;
        world->bones[i] = made;
        made->obstacle->bone = made;
    }
    pl_snapshot_commit_slots(&world->bone_slots, snapshot, PL_KIND_BONE);
}

void pl_snapshot_commit_limbs(plump_world* world, pl_snapshot* snapshot) {
    commit_muscles(world, snapshot);
    commit_bones(world, snapshot);
}
