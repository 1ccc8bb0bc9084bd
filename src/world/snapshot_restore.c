// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Going back to a snapshot. Everything that can fail comes first and leaves the world's state
// alone: parse, find meshes, make the bodies that are missing, make room. The commit cannot fail.
#include "src/base/bytes.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"
#include "src/volume/volume.h"
#include "src/world/body_fields.h"
#include "src/world/body_ramp.h"
#include "src/world/body_resize.h"
#include "src/world/snapshot.h"

#include <string.h>

typedef struct restorer {
    plump_world* world;
    pl_snapshot snapshot;
    pl_body** bodies;  // of the snapshot, in order of creation
} restorer;

// --- what is there already ---

static bool same_surface(const pl_surface* surface, const pl_snapshot_mesh* mesh) {
    return surface->hash == mesh->hash && surface->count == mesh->vertex_count &&
           surface->triangle_count == mesh->triangle_count;
}

static pl_snapshot_mesh mesh_of(const pl_snapshot_body* b) {
    return (pl_snapshot_mesh){b->surface_hash, b->vertex_count, b->triangle_count};
}

static bool same_fields(const plump_body_def* a, const plump_body_def* b) {
    uint32_t count;
    plump_body_fields(&count);
    for (uint32_t i = 0; i < count; ++i) {
        double x = pl_body_field_get(a, i), y = pl_body_field_get(b, i);
        if (pl_double_bits(x) != pl_double_bits(y)) return false;
    }
    return a->user == b->user;
}

// The world's body of that id, if it was made in the same way: then only its state is replaced.
static pl_body* find_twin(const plump_world* world, const pl_snapshot_body* b) {
    pl_body* body = pl_world_find(world, (plump_body_id){b->id}, NULL);
    pl_snapshot_mesh mesh = mesh_of(b);
    if (!body || !same_surface(body->surface, &mesh) || !same_fields(&body->born, &b->born))
        return NULL;
    bool mass = b->flags & PL_SNAPSHOT_MASS, stiffness = b->flags & PL_SNAPSHOT_STIFFNESS;
    bool volume = b->flags & PL_SNAPSHOT_VOLUME;
    bool same_paint = body->mass_painted == mass && (body->stiffness != NULL) == stiffness &&
                      (body->volume_paint != NULL) == volume;
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k) {
        bool painted = b->flags & (uint32_t)PL_SNAPSHOT_SPRINGS << k;
        same_paint = same_paint && (body->spring_paint[k] != NULL) == painted;
    }
    return same_paint ? body : NULL;
}

// --- meshes ---

static plump_result find_given(const plump_world* world, const pl_snapshot* snapshot,
                               const pl_snapshot_mesh* wanted, const plump_mesh** found,
                               plump_error* error) {
    for (uint32_t i = 0; i < snapshot->mesh_count && !*found; ++i) {
        const plump_mesh* mesh = snapshot->meshes[i];
        if (!mesh || plump_mesh_vertex_count(mesh) != wanted->vertex_count ||
            plump_mesh_triangle_count(mesh) != wanted->triangle_count)
            continue;
        const pl_surface* surface = pl_mesh_surface(mesh, world->pool);
        if (!surface) return pl_fail_memory(error, "looking for the mesh of a snapshot");
        if (same_surface(surface, wanted)) *found = mesh;
    }
    return PLUMP_OK;
}

// Or in one of its parts; NULL: in none.
static const plump_mesh* mesh_in(const pl_obstacle* obstacle, const pl_snapshot_mesh* wanted) {
    if (obstacle->def.mesh && same_surface(obstacle->solid->surface, wanted))
        return obstacle->def.mesh;
    const plump_mesh* mesh = NULL;
    for (uint32_t i = 0; i < obstacle->part_count && !mesh; ++i)
        mesh = mesh_in(obstacle->parts[i], wanted);
    return mesh;
}

plump_result pl_snapshot_find_mesh(const plump_world* world, const pl_snapshot* snapshot,
                                   const pl_snapshot_mesh* wanted, const plump_mesh** mesh,
                                   plump_error* error) {
    *mesh = NULL;
    plump_result result = find_given(world, snapshot, wanted, mesh, error);
    if (result != PLUMP_OK) return result;
    for (size_t i = 0; i < world->body_count && !*mesh; ++i) {
        if (same_surface(world->bodies[i]->surface, wanted)) *mesh = world->bodies[i]->mesh;
    }
    for (size_t i = 0; i < world->obstacle_count && !*mesh; ++i)
        *mesh = mesh_in(world->obstacles[i], wanted);
    return PLUMP_OK;
}

static plump_result find_mesh(const restorer* r, pl_snapshot_part* part, plump_error* error) {
    pl_snapshot_mesh wanted = mesh_of(&part->body);
    plump_result result =
        pl_snapshot_find_mesh(r->world, &r->snapshot, &wanted, &part->mesh, error);
    if (result != PLUMP_OK || part->mesh) return result;
    return pl_fail(error, PLUMP_ERROR_DATA,
                   "body %u of the snapshot has a mesh of %u vertices and %u triangles that is "
                   "neither given nor in the world; add it to `meshes`",
                   (unsigned)part->body.id, (unsigned)wanted.vertex_count,
                   (unsigned)wanted.triangle_count);
}

// --- preparing ---

static void copy_floats(float* to, const unsigned char* from, size_t count) {
    pl_stream stream = {.from = from, .size = SIZE_MAX};
    pl_stream_floats(&stream, to, count);
}

static bool take_paint(pl_arena* arena, const unsigned char* from, uint32_t count,
                       const float** paint) {
    if (!from) return true;
    float* made = pl_arena_alloc(arena, count, sizeof(float));
    if (made) copy_floats(made, from, count);
    *paint = made;
    return made != NULL;
}

// A body without a place in the world, made as it was born. Paint is put in with the state; here
// it only has to be there.
static plump_result make_body(const restorer* r, pl_snapshot_part* part, plump_error* error) {
    plump_body_def def = part->body.born;
    def.mesh = part->mesh;
    pl_arena arena = pl_arena_make(r->world->hooks);
    uint32_t count = part->body.vertex_count;
    bool room = take_paint(&arena, part->stiffness, count, &def.vertex_stiffness) &&
                take_paint(&arena, part->volume, count, &def.vertex_volume);
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k)
        room =
            room && take_paint(&arena, part->springs[k], count, pl_body_def_spring_paint(&def, k));
    plump_result result = room ? pl_body_make(r->world, &def, &part->made, error)
                               : pl_fail_memory(error, "making a body of a snapshot");
    pl_arena_release(&arena, NULL);
    part->is_new = result == PLUMP_OK;
    return result;
}

// Of a body whose density or scale has changed, or will.
static plump_result prepare_size(pl_body* body, const pl_snapshot_body* b, plump_error* error) {
    const float* goal = b->ramp.target;
    plump_result result = pl_body_resize_check(body, b->def.density, b->def.scale, error);
    if (result == PLUMP_OK)
        result = pl_body_resize_check(body, goal[PL_RAMP_DENSITY], goal[PL_RAMP_SCALE], error);
    if (result != PLUMP_OK) return result;
    bool resized = b->born.scale != b->def.scale || b->born.density != b->def.density ||
                   goal[PL_RAMP_SCALE] != b->def.scale || goal[PL_RAMP_DENSITY] != b->def.density;
    return !resized || pl_body_resize_reserve(body)
               ? PLUMP_OK
               : pl_fail_memory(error, "making room for the size of a body");
}

static plump_result prepare_part(const restorer* r, pl_snapshot_part* part, plump_error* error) {
    plump_result result = PLUMP_OK;
    part->made = find_twin(r->world, &part->body);
    if (!part->made) {
        result = find_mesh(r, part, error);
        if (result == PLUMP_OK) result = make_body(r, part, error);
        if (result != PLUMP_OK) return result;
    }
    pl_body* body = part->made;
    size_t lasting;
    body->model->lasting(body, &lasting);
    if (lasting != part->body.lasting_count ||
        body->model->allows(body, &part->body.def, NULL) != PLUMP_OK)
        return pl_fail(error, PLUMP_ERROR_DATA,
                       "the snapshot is damaged: body %u cannot have what it says",
                       (unsigned)part->body.id);
    result = prepare_size(body, &part->body, error);
    if (result != PLUMP_OK) return result;
    if (!pl_grow(&r->world->hooks, (void**)&body->pins, &body->pin_capacity, body->pin_count,
                 part->body.pin_count, sizeof *body->pins))
        return pl_fail_memory(error, "making room for the pins of a snapshot");
    return PLUMP_OK;
}

// It says which contacts are left out when there are too many; and how much memory the world takes,
// which a snapshot must not.
static plump_result check_capacity(const restorer* r, plump_error* error) {
    uint32_t ours = r->world->def.contact_capacity, theirs = r->snapshot.world.contact_capacity;
    if (ours == theirs) return PLUMP_OK;
    return pl_fail(
        error, PLUMP_ERROR_DATA,
        "the snapshot is of a world with a contact capacity of %u, this one has %u; make "
        "it with the same",
        (unsigned)theirs, (unsigned)ours);
}

static size_t count_pieces(const pl_snapshot* snapshot) {
    size_t count = snapshot->world.lists[PL_KIND_OBSTACLE].count;
    for (uint32_t i = 0; i < snapshot->world.lists[PL_KIND_OBSTACLE].count; ++i)
        count += snapshot->solids[i].made->part_count;
    return count;
}

static plump_result prepare(restorer* r, pl_arena* arena, plump_error* error) {
    size_t count = r->snapshot.world.lists[PL_KIND_BODY].count;
    r->bodies = pl_arena_alloc_zero(arena, count, sizeof(pl_body*));
    if (!r->bodies) return pl_fail_memory(error, "restoring a snapshot");
    for (size_t i = 0; i < count; ++i) {
        plump_result result = prepare_part(r, &r->snapshot.parts[i], error);
        if (result != PLUMP_OK) return result;
        r->bodies[i] = r->snapshot.parts[i].made;
    }
    plump_result result = pl_snapshot_prepare_ties(r->world, &r->snapshot, arena, error);
    if (result == PLUMP_OK)
        result = pl_snapshot_prepare_limbs(r->world, &r->snapshot, arena, error);
    if (result != PLUMP_OK) return result;
    const pl_snapshot_world* w = &r->snapshot.world;
    pl_tie_room ties = {w->lists[PL_KIND_ATTACHMENT].count, pl_snapshot_spread(&r->snapshot)};
    const pl_tie_room* room = &r->world->attachment_room;
    if (room->count > ties.count) ties.count = room->count;
    if (room->spread > ties.spread) ties.spread = room->spread;
    pl_census census = {.bodies = r->bodies,
                        .body_count = count,
                        .obstacle_count = w->lists[PL_KIND_OBSTACLE].count,
                        .piece_count = count_pieces(&r->snapshot),
                        .attachments = ties,
                        .apart_count = w->apart_count,
                        .muscle_count = w->lists[PL_KIND_MUSCLE].count,
                        .bones = r->snapshot.made_bones,
                        .bone_count = w->lists[PL_KIND_BONE].count,
                        .contact_capacity = r->world->def.contact_capacity,
                        .contact_grown = r->world->contact_grown};
    if (pl_world_reserve(r->world, &census)) return PLUMP_OK;
    return pl_fail_memory(error, "making room for the bodies of a snapshot");
}

static void drop_made(restorer* r) {
    const pl_snapshot_list* list = &r->snapshot.world.lists[PL_KIND_BODY];
    for (size_t i = 0; r->snapshot.parts && i < list->count; ++i) {
        if (r->snapshot.parts[i].is_new) pl_body_free(r->world, r->snapshot.parts[i].made);
    }
    pl_snapshot_drop_ties(r->world, &r->snapshot);
    pl_snapshot_drop_limbs(r->world, &r->snapshot);
}

// --- the commit ---

// What the padding holds is of no effect as long as it is finite.
static void put_vectors(float* const to[3], const unsigned char* from, const pl_body* body) {
    for (unsigned k = 0; k < 3; ++k) {
        if (from) copy_floats(to[k], from + 4 * (size_t)k * body->count, body->count);
        uint32_t begin = from ? body->count : 0;
        for (uint32_t i = begin; i < body->padded; ++i) to[k][i] = 0.0f;
    }
}

static void put_pins(pl_body* body, const pl_snapshot_part* part) {
    pl_stream stream = {.from = part->pins, .size = SIZE_MAX};
    body->pin_count = part->body.pin_count;
    for (size_t i = 0; i < body->pin_count; ++i) {
        pl_pin pin = {0};
        pl_stream_pin(&stream, &pin);
        body->pins[i] = pin;
    }
}

static void put_volume(pl_body* body, const pl_snapshot_part* part) {
    const pl_snapshot_body* b = &part->body;
    body->volume_ratio = b->volume_ratio;
    body->volume_ratio_speed = b->volume_ratio_speed;
    body->volume_error = b->volume_error;
    body->volume_error_step = 0.0;
    body->volume_error_most = b->volume_error_most;
    body->volume_state = (plump_volume_state)b->volume_state;
    body->volume_state_most = (plump_volume_state)b->volume_state_most;
    memcpy(body->zones, b->zones, sizeof body->zones);
    body->zone_count = b->zone_count;
    if (part->volume) copy_floats(body->volume_paint, part->volume, body->count);
    pl_volume_change(body);
    memset(body->volume->weight, 0, body->count * sizeof(float));
}

static void put_contact(pl_body* body, const pl_snapshot_part* part) {
    const pl_snapshot_body* b = &part->body;
    body->contact_count = b->contact_count;
    memcpy(body->contact_impulse, b->contact_impulse, sizeof body->contact_impulse);
    body->penetration = b->penetration;
    body->stopped = body->boxed = false;
    body->touched = part->contact != NULL;  // then the next substep clears it
    body->meets_soft = (b->flags & PL_SNAPSHOT_SOFT) != 0;
    body->any_inside = part->inside_of != NULL;
    for (uint32_t i = 0; i < body->count; ++i) {
        body->contact[i] = body->load[i] = 0.0f;
        body->inside_of[i] = part->inside_of ? pl_bytes_u32(part->inside_of + 4 * (size_t)i) : 0;
        body->inside_at[i] = part->inside_at ? pl_bytes_u32(part->inside_at + 4 * (size_t)i) : 0;
    }
    if (part->contact) copy_floats(body->contact, part->contact, body->count);
}

static float* born_mass_of(const pl_body* body) {
    return body->born_mass ? body->born_mass : body->mass;
}

static void put_state(pl_body* body, const pl_snapshot_part* part) {
    const pl_snapshot_body* b = &part->body;
    body->id.value = b->id;
    body->def = b->def;
    body->def.mesh = body->mesh;
    memcpy(body->origin, b->origin, sizeof body->origin);
    body->motion = b->motion;
    body->woke = b->flags & PL_SNAPSHOT_WOKE;
    body->frozen = b->flags & PL_SNAPSHOT_FROZEN;
    body->disabled = b->flags & PL_SNAPSHOT_DISABLED;
    body->asleep = (b->flags & PL_SNAPSHOT_ASLEEP) || body->frozen || body->disabled;
    body->quiet_time = b->quiet_time;
    body->contained = body->unreachable = body->flexing = false;
    body->muscles = NULL;
    put_vectors(body->x, part->x, body);
    put_vectors(body->v, part->v, body);
    put_vectors(body->force, part->force, body);
    body->has_force = part->force != NULL;
    body->mass_painted = part->mass != NULL;
    if (part->mass) copy_floats(born_mass_of(body), part->mass, body->count);
    pl_ramp_restore(body, &b->ramp, (b->flags & PL_SNAPSHOT_LIVED) != 0);
    if (part->stiffness) copy_floats(body->stiffness, part->stiffness, body->count);
    for (int k = 0; k < PL_PAINT_SPRING_COUNT; ++k)
        if (part->springs[k]) copy_floats(body->spring_paint[k], part->springs[k], body->count);
    size_t count;
    float* lasting = body->model->lasting(body, &count);
    copy_floats(lasting, part->lasting, count);
    if (body->born_mass) pl_body_resize_matter(body);
    put_volume(body, part);
    put_contact(body, part);
    put_pins(body, part);
    pl_body_weigh(body);
}

// Bodies that the snapshot does not keep as they are go; the lists then are the snapshot's.
static void commit_bodies(restorer* r) {
    plump_world* world = r->world;
    const pl_snapshot_list* list = &r->snapshot.world.lists[PL_KIND_BODY];
    pl_slot* slots = r->snapshot.slots[PL_KIND_BODY];
    for (uint32_t i = 0; i < list->count; ++i)
        slots[pl_slot_of(r->snapshot.parts[i].body.id)].thing = r->bodies[i];
    for (size_t i = 0; i < world->body_count; ++i) {
        pl_body* body = world->bodies[i];
        uint32_t slot = pl_slot_of(body->id.value);
        if (slot >= list->slot_count || slots[slot].thing != body) pl_body_free(world, body);
    }
    pl_snapshot_commit_slots(&world->body_slots, &r->snapshot, PL_KIND_BODY);
    world->body_count = list->count;
    for (uint32_t i = 0; i < list->count; ++i) {
        world->bodies[i] = r->bodies[i];
        world->bodies[i]->index = i;
        put_state(r->bodies[i], &r->snapshot.parts[i]);
    }
}

static void commit(restorer* r) {
    plump_world* world = r->world;
    const pl_snapshot_world* w = &r->snapshot.world;
    commit_bodies(r);
    pl_snapshot_commit_ties(world, &r->snapshot);
    pl_snapshot_commit_limbs(world, &r->snapshot);
    memcpy(world->def.gravity, w->gravity, sizeof world->def.gravity);
    for (size_t i = 0; i < world->body_count; ++i) pl_body_accelerate(world, world->bodies[i]);
    world->report = (plump_step_report){0};  // of a step that is not this world's last any more
    pl_touches_begin(world);
    world->trail_count = 0;
    world->def.substep_limit = w->substep_limit;
    world->step_count = w->step_count;
    world->woke_count = w->woke_count;
}

static plump_result restore(restorer* r, const void* bytes, size_t size,
                            const plump_mesh* const* meshes, uint32_t mesh_count,
                            plump_error* error) {
    pl_arena arena = pl_arena_make(r->world->hooks);
    plump_result result = pl_snapshot_read(bytes, size, &arena, &r->snapshot, error);
    r->snapshot.meshes = meshes;
    r->snapshot.mesh_count = mesh_count;
    if (result == PLUMP_OK) result = check_capacity(r, error);
    if (result == PLUMP_OK) result = prepare(r, &arena, error);
    if (result == PLUMP_OK)
        commit(r);
    else
        drop_made(r);
    pl_arena_release(&arena, NULL);
    return result;
}

plump_result plump_world_restore(plump_world* world, const void* snapshot, size_t size,
                                 const plump_mesh* const* meshes, uint32_t mesh_count,
                                 plump_error* error) {
    if (!world || !snapshot || (!meshes && mesh_count))
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the world, the snapshot or the list of meshes is NULL");
    restorer r = {.world = world};
    pl_fpmode mode = pl_fpmode_enter();
    plump_result result = restore(&r, snapshot, size, meshes, mesh_count, error);
    pl_fpmode_leave(mode);
    return result;
}
