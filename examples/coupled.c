// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Rigid boxes with physics of their own fall onto a jelly: how to couple plump with an engine for
// rigid bodies. In every step plump is told how fast the engine's body is, and moves it together
// with the jelly, as heavy as it is; the engine goes on from where it got. Here a feather of a box
// and one ten times as heavy as the jelly do the same.
#include <plump/plump.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TRY(call)                                                                                  \
    if ((call) != PLUMP_OK) {                                                                      \
        fprintf(stderr, "%s\n", error->text);                                                      \
        return 1;                                                                                  \
    }

// A body of the engine: btRigidBody, JPH::Body, dBodyID, b3BodyId.
typedef struct rigid {
    double position[3], velocity[3], spin[3];  // m, m/s, rad/s
    float rotation[4];                         // quaternion x, y, z, w
} rigid;

// Before plump's step: what the engine's own contacts and joints have made of it.
static plump_result tell(plump_world* world, plump_obstacle_id id, const rigid* body,
                         plump_error* error) {
    plump_result result = plump_obstacle_place(world, id, body->position, body->rotation, error);
    if (result != PLUMP_OK) return result;
    return plump_obstacle_set_motion(world, id, body->velocity, body->spin, error);
}

// After it.
static plump_result take(const plump_world* world, plump_obstacle_id id, rigid* body,
                         double* impulse, plump_error* error) {
    plump_obstacle_info info;
    plump_result result = plump_obstacle_get_info(world, id, &info, error);
    if (result != PLUMP_OK) return result;
    memcpy(body->position, info.position, sizeof body->position);
    memcpy(body->rotation, info.rotation, sizeof body->rotation);
    memcpy(body->velocity, info.velocity, sizeof body->velocity);
    memcpy(body->spin, info.angular_velocity, sizeof body->spin);
    *impulse = info.impulse[1];
    return PLUMP_OK;
}

static plump_result make_box(plump_world* world, const rigid* body, float mass,
                             plump_obstacle_id* id, plump_error* error) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_BOX;
    def.half_size[0] = def.half_size[2] = 0.3f;
    def.half_size[1] = 0.1f;
    def.mass = mass;  // plump adds gravity: the engine adds none to this one
    memcpy(def.position, body->position, sizeof def.position);
    return plump_obstacle_create(world, &def, id, error);
}

static plump_result make_jelly(plump_world* world, const plump_mesh* mesh, plump_error* error) {
    plump_obstacle_def floor_def = plump_default_obstacle_def();
    plump_body_def def = plump_default_body_def();
    plump_obstacle_id floor;
    plump_body_id jelly;
    def.mesh = mesh;  // 1 m, a tonne
    def.position[1] = 0.51;
    def.frequency = 15;
    def.damping = 1;
    plump_result result = plump_obstacle_create(world, &floor_def, &floor, error);
    return result == PLUMP_OK ? plump_body_create(world, &def, &jelly, error) : result;
}

// Drops a box of this mass onto a jelly. 0: it lay on it in the end, and was carried.
static int drop(const plump_mesh* mesh, float mass, plump_error* error) {
    const float dt = 1.0f / 60;
    const int frames = 300;
    rigid box = {.position = {0, 1.5, 0}, .rotation = {0, 0, 0, 1}};
    plump_world_def def = plump_default_world_def();
    plump_world* world = NULL;
    plump_obstacle_id id;
    double up = 0, impulse = 0;
    TRY(plump_world_create(&def, &world, error));
    TRY(make_jelly(world, mesh, error));
    TRY(make_box(world, &box, mass, &id, error));
    for (int i = 0; i < frames; ++i) {
        TRY(tell(world, id, &box, error));
        TRY(plump_world_step(world, dt, 0, error));
        TRY(take(world, id, &box, &impulse, error));
        if (i >= frames - 60) up += impulse;  // in the last second
    }
    double share = up / ((double)mass * -(double)def.gravity[1] * 60 * (double)dt);
    printf("%6g kg: at height %.3f m, %.4f m/s; the jelly carries %.1f %% of its weight\n",
           (double)mass, box.position[1], box.velocity[1], 100 * share);
    plump_world_destroy(world);
    return fabs(share - 1) < 0.01 && fabs(box.velocity[1]) < 0.01 ? 0 : 1;
}

int main(void) {
    plump_error storage, *error = &storage;
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_BOX);
    plump_mesh* mesh = NULL;
    int failed = 0;
    shape.vertex_count = 386;
    TRY(plump_shape_create(&shape, &mesh, error));
    failed += drop(mesh, 0.1f, error);
    failed += drop(mesh, 50, error);
    failed += drop(mesh, 10000, error);
    plump_mesh_destroy(mesh);
    return failed > 0;
}
