// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A rigid ball with physics of its own falls onto a jelly: how to couple plump with a rigid body
// engine. In every step the engine says where its body goes, plump moves the obstacle there and
// tells which impulse it was given on the way, and the engine adds that to its body.
#include <plump/plump.h>

#include <math.h>
#include <stdio.h>

#define TRY(call)                                                                                  \
    if ((call) != PLUMP_OK) {                                                                      \
        fprintf(stderr, "%s\n", error.text);                                                       \
        return 1;                                                                                  \
    }

// --- a rigid body engine in a nutshell ---

typedef struct rigid {
    double mass, inertia;  // of a ball: the same about every axis
    double position[3], velocity[3];
    double rotation[4], spin[3];  // quaternion x, y, z, w; rad/s
} rigid;

static rigid make_ball(double radius, double density) {
    double mass = density * 4.0 / 3.0 * 3.14159265358979 * radius * radius * radius;
    return (rigid){.mass = mass, .inertia = 0.4 * mass * radius * radius, .rotation = {0, 0, 0, 1}};
}

static void move(rigid* r, double dt) {
    for (int k = 0; k < 3; ++k) r->position[k] += r->velocity[k] * dt;
    // q += dt/2 (spin, 0) q, back to length 1
    const double *w = r->spin,
                 q[4] = {r->rotation[0], r->rotation[1], r->rotation[2], r->rotation[3]};
    const double turn[4] = {
        w[0] * q[3] + w[1] * q[2] - w[2] * q[1], w[1] * q[3] + w[2] * q[0] - w[0] * q[2],
        w[2] * q[3] + w[0] * q[1] - w[1] * q[0], -w[0] * q[0] - w[1] * q[1] - w[2] * q[2]};
    double squared = 0;
    for (int k = 0; k < 4; ++k) r->rotation[k] = q[k] + 0.5 * dt * turn[k];
    for (int k = 0; k < 4; ++k) squared += r->rotation[k] * r->rotation[k];
    for (int k = 0; k < 4; ++k) r->rotation[k] /= sqrt(squared);
}

static void push(rigid* r, const double impulse[3], const double angular_impulse[3]) {
    for (int k = 0; k < 3; ++k) {
        r->velocity[k] += impulse[k] / r->mass;
        r->spin[k] += angular_impulse[k] / r->inertia;
    }
}

// --- plump's side ---

static plump_result make_jelly(plump_world* world, const plump_mesh* mesh, plump_body_id* jelly,
                               plump_error* error) {
    plump_body_def def = plump_default_body_def();
    def.mesh = mesh;
    def.position[1] = 0.51;
    def.frequency = 4;
    def.damping = 0.3f;
    return plump_body_create(world, &def, jelly, error);
}

static plump_result make_floor(plump_world* world, plump_error* error) {
    plump_obstacle_def def = plump_default_obstacle_def();
    plump_obstacle_id floor;
    return plump_obstacle_create(world, &def, &floor, error);
}

static plump_result make_obstacle(plump_world* world, const rigid* ball, float radius,
                                  plump_obstacle_id* id, plump_error* error) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_SPHERE;
    def.radius = radius;
    for (int k = 0; k < 3; ++k) def.position[k] = ball->position[k];
    return plump_obstacle_create(world, &def, id, error);
}

// One step of both.
static plump_result step(plump_world* world, plump_obstacle_id id, rigid* ball, double gravity,
                         float dt, double* up, plump_error* error) {
    plump_obstacle_info info;
    move(ball, (double)dt);
    const float rotation[4] = {(float)ball->rotation[0], (float)ball->rotation[1],
                               (float)ball->rotation[2], (float)ball->rotation[3]};
    plump_result result = plump_obstacle_move(world, id, ball->position, rotation, error);
    if (result == PLUMP_OK) result = plump_world_step(world, dt, 0, error);
    if (result == PLUMP_OK) result = plump_obstacle_get_info(world, id, &info, error);
    if (result != PLUMP_OK) return result;
    push(ball, info.impulse, info.angular_impulse);
    ball->velocity[1] += gravity * (double)dt;
    *up += info.impulse[1];
    return PLUMP_OK;
}

int main(void) {
    const float radius = 0.2f, dt = 1.0f / 120;
    plump_error error;
    plump_world* world = NULL;
    plump_mesh* mesh = NULL;
    plump_body_id jelly;
    plump_obstacle_id id;
    plump_world_def world_def = plump_default_world_def();
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_BOX);
    rigid ball = make_ball((double)radius, 1500);
    ball.position[1] = 2;
    ball.spin[2] = 3;
    TRY(plump_world_create(&world_def, &world, &error));
    TRY(plump_shape_create(&shape, &mesh, &error));
    TRY(make_floor(world, &error));
    TRY(make_jelly(world, mesh, &jelly, &error));
    TRY(make_obstacle(world, &ball, radius, &id, &error));

    double gravity = (double)world_def.gravity[1], up = 0;
    for (int i = 0; i < 600; ++i) {
        if (i == 480) up = 0;
        TRY(step(world, id, &ball, gravity, dt, &up, &error));
        if (i % 40 == 0)
            printf("%4.2f s: ball at height %5.3f m, %6.3f m/s, turning %5.2f rad/s\n",
                   (i + 1) * (double)dt, ball.position[1], ball.velocity[1], ball.spin[2]);
    }
    // in the last second the jelly has carried the ball: its weight, to a percent
    double share = up / (-gravity * ball.mass * 120 * (double)dt);
    printf("the jelly carries %.1f %% of the ball's weight\n", 100 * share);
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
    return fabs(share - 1) < 0.01 && fabs(ball.velocity[1]) < 0.05 ? 0 : 1;
}
