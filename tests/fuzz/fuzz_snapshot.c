// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Restoring: the first byte says how the rest becomes a snapshot. Mostly it is laid over a sound
// one, bit by bit, and the head made right again, so that what lies behind the checksum is reached;
// an input of zeros is the sound one. Refused: the world is as it was. Taken: it steps, stays
// finite, and its own snapshot is taken too.
#include "fuzz.h"

#include "src/world/snapshot.h"

#include <plump/plump.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RAW = 1, CUT = 2 };  // in the first byte

static plump_mesh* meshes[2];

static plump_mesh* make_mesh(plump_shape_kind kind) {
    plump_shape_def def = plump_default_shape_def(kind);
    plump_mesh* mesh = NULL;
    def.vertex_count = kind == PLUMP_SHAPE_SPHERE ? 12 : 14;
    if (plump_shape_create(&def, &mesh, NULL) != PLUMP_OK) fuzz_fail("no mesh");
    return mesh;
}

static plump_world* make_world(plump_allocator allocator) {
    plump_world_def def = plump_default_world_def();
    plump_world* world = NULL;
    def.worker_count = 1;
    def.allocator = allocator;
    if (plump_world_create(&def, &world, NULL) != PLUMP_OK) fuzz_fail("no world");
    return world;
}

// A hull that is a trigger, and a sheet that runs.
static bool add_triangles(plump_world* world) {
    static const float points[] = {0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2};
    static const uint32_t triangles[] = {0, 1, 2, 0, 1, 3};
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_obstacle_id id;
    def.shape = PLUMP_OBSTACLE_HULL;
    def.points = points;
    def.point_count = 4;
    def.trigger = true;
    bool made = plump_obstacle_create(world, &def, &id, NULL) == PLUMP_OK;
    def.shape = PLUMP_OBSTACLE_SHEET;
    def.triangles = triangles;
    def.triangle_count = 2;
    def.trigger = false;
    def.surface_velocity[0] = 1;
    return made && plump_obstacle_create(world, &def, &id, NULL) == PLUMP_OK;
}

// A floor, a box on its way, one slot free; two attachments, and a pair that does not meet.
static void add_ties(plump_world* world, plump_body_id first, plump_body_id second) {
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_obstacle_id floor, gone, box = {0};
    plump_attachment_def tie = plump_default_attachment_def();
    plump_attachment_id id;
    const double there[3] = {0.1, -1, 0};
    const float turn[4] = {0, 0.1f, 0, 1};
    def.position[1] = -1;
    bool made = plump_obstacle_create(world, &def, &floor, NULL) == PLUMP_OK &&
                plump_obstacle_create(world, &def, &gone, NULL) == PLUMP_OK;
    def.shape = PLUMP_OBSTACLE_BOX;
    made = made && plump_obstacle_create(world, &def, &box, NULL) == PLUMP_OK &&
           plump_obstacle_destroy(world, gone, NULL) == PLUMP_OK &&
           plump_obstacle_move(world, box, there, turn, NULL) == PLUMP_OK;
    tie.body = first;
    tie.other = second;
    tie.stiffness = 10;
    made = made && plump_attachment_create(world, &tie, &id, NULL) == PLUMP_OK;
    tie.other.value = 0;
    tie.obstacle = box;
    made = made && plump_attachment_create(world, &tie, &id, NULL) == PLUMP_OK &&
           plump_world_set_pair(world, first, second, false, NULL) == PLUMP_OK;
    if (!made || !add_triangles(world)) fuzz_fail("no ties");
}

// Two bodies with pins, paint, a force and lasting deformation; one slot free.
static void fill_world(plump_world* world) {
    float paint[32];
    const float push[3] = {0, 1, 0};
    plump_body_id first, gone, second = {0};
    plump_body_def def = plump_default_body_def();
    for (unsigned i = 0; i < 32; ++i) paint[i] = 1.0f - (float)i / 64.0f;
    def.mesh = meshes[0];
    def.vertex_mass = def.vertex_stiffness = def.vertex_volume = paint;
    def.yield = 0.1f, def.creep = 1;
    bool made = plump_body_create(world, &def, &first, NULL) == PLUMP_OK &&
                plump_body_create(world, &def, &gone, NULL) == PLUMP_OK;
    def = plump_default_body_def();
    def.mesh = meshes[1];
    def.matching = PLUMP_MATCHING_PAPER;
    def.region_damping = 0.1f;
    made = made && plump_body_create(world, &def, &second, NULL) == PLUMP_OK &&
           plump_body_destroy(world, gone, NULL) == PLUMP_OK &&
           plump_body_set(world, first, "volume_scale", 2, NULL) == PLUMP_OK &&
           plump_body_pin(world, first, 3, NULL) == PLUMP_OK &&
           plump_body_pin(world, first, 5, NULL) == PLUMP_OK &&
           plump_body_add_force(world, second, 1, push, NULL) == PLUMP_OK;
    if (!made) fuzz_fail("no bodies");
    add_ties(world, first, second);
}

static uint8_t* take_snapshot(const plump_world* world, size_t* size) {
    size_t needed = plump_world_snapshot_size(world);
    uint8_t* bytes = malloc(needed);
    if (!bytes || plump_world_snapshot(world, bytes, needed, size, NULL) != PLUMP_OK)
        fuzz_fail("no snapshot");
    return bytes;
}

static void seal(uint8_t* bytes, size_t size) {
    pl_snapshot_head head = pl_snapshot_head_make();
    pl_stream stream = {.to = bytes, .size = size};
    head.size = size;
    pl_stream_head(&stream, &head);
    head.checksum = pl_snapshot_checksum(bytes, size);
    stream = (pl_stream){.to = bytes, .size = size};
    pl_stream_head(&stream, &head);
}

// The snapshot that the input stands for, in a block just as long.
static uint8_t* make_input(const plump_world* world, const uint8_t* data, size_t size,
                           size_t* made) {
    uint8_t mode = size ? data[0] : 0;
    if (size) data++, size--;
    size_t sound_size;
    uint8_t* sound = take_snapshot(world, &sound_size);
    *made = mode & (RAW | CUT) || size > sound_size ? size : sound_size;
    uint8_t* bytes = calloc(*made ? *made : 1, 1);
    if (!bytes) fuzz_fail("no memory");
    if (size) memcpy(bytes, data, size);
    for (size_t i = 0; !(mode & RAW) && i < *made && i < sound_size; ++i) bytes[i] ^= sound[i];
    if (!(mode & RAW) && *made >= 40) seal(bytes, *made);
    free(sound);
    return bytes;
}

static void check_finite(const plump_world* world) {
    plump_body_id ids[8];
    uint32_t count = plump_world_bodies(world, ids, 8);
    for (uint32_t i = 0; i < count && i < 8; ++i) {
        plump_body_view view;
        if (plump_body_lend(world, ids[i], &view, NULL) != PLUMP_OK) fuzz_fail("an id names none");
        for (uint32_t v = 0; v < view.count; ++v) {
            if (!isfinite(view.x[v]) || !isfinite(view.y[v]) || !isfinite(view.z[v]) ||
                !isfinite(view.vx[v]) || !isfinite(view.vy[v]) || !isfinite(view.vz[v]))
                fuzz_fail("a step left what is not finite");
        }
    }
}

static void use(plump_world* world) {
    size_t size;
    uint8_t* again = take_snapshot(world, &size);
    uint64_t hash = plump_world_hash(world);
    if (plump_world_restore(world, again, size, NULL, 0, NULL) != PLUMP_OK)
        fuzz_fail("a world's own snapshot is refused");
    if (plump_world_hash(world) != hash) fuzz_fail("restoring a snapshot changes the world");
    free(again);
    for (unsigned k = 0; k < 3; ++k) {
        if (plump_world_step(world, 0.01f, 1, NULL) != PLUMP_OK) fuzz_fail("a step fails");
    }
    check_finite(world);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (!meshes[0]) {  // kept for all runs, what bodies have made for them with it
        meshes[0] = make_mesh(PLUMP_SHAPE_SPHERE);
        meshes[1] = make_mesh(PLUMP_SHAPE_BOX);
    }
    plump_world* world = make_world(fuzz_meter_begin(size));
    fill_world(world);
    size_t made;
    uint8_t* bytes = make_input(world, data, size, &made);
    uint64_t before = plump_world_hash(world);
    const plump_mesh* const given[2] = {meshes[0], meshes[1]};
    plump_error error = {PLUMP_OK, ""};
    if (plump_world_restore(world, bytes, made, given, 2, &error) == PLUMP_OK)
        use(world);
    else if (plump_world_hash(world) != before || !error.text[0])
        fuzz_fail("refused, but the world has changed");
    free(bytes);
    plump_world_destroy(world);
    fuzz_meter_end();
    return 0;
}
