// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The pictures of docs/contact.md: a pile on a floor, balls in a glass, a bar on two balls with its
// contacts.
#include "tools/draw_model/draw_scene.h"

#include <plump/contact.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static plump_obstacle_id add_obstacle(plump_world* world, const plump_obstacle_def* def) {
    plump_obstacle_id id = {0};
    plump_error error;
    draw_check(plump_obstacle_create(world, def, &id, &error), &error);
    return id;
}

static void add_floor(plump_world* world) {
    plump_obstacle_def def = plump_default_obstacle_def();
    add_obstacle(world, &def);
}

static void say(const plump_world* world, const char* what) {
    const plump_step_report* report = plump_world_report(world);
    printf("%s: %u of %u asleep, %u contacts, overlap %.1e m, volume off by %.1e\n", what,
           report->asleep_count, report->body_count, report->contact_count, report->penetration,
           report->volume_error);
}

// Adds a body as it is now; returns its positions, to be freed when the sheet is drawn.
static float* add_now(draw_sheet* sheet, plump_world* world, plump_body_id body,
                      const plump_mesh* mesh, double right, uint32_t colour) {
    float* positions = draw_read(world, body, plump_mesh_vertex_count(mesh));
    draw_add_posed(sheet, mesh, positions, right)->colour = draw_colour(colour);
    return positions;
}

static void stand_on_floor(draw_sheet* sheet) {
    sheet->def.floor_given = true;
    sheet->def.floor_height = 0;
}

// --- a pile ---

#define PILE 12  // half of them ducks, half tori

void draw_pile(draw_canvas* canvas) {
    plump_world* world = draw_world(9.81f);
    plump_mesh* meshes[2] = {draw_shape(PLUMP_SHAPE_DUCK, 0), draw_shape(PLUMP_SHAPE_TORUS, 0)};
    plump_body_id bodies[PILE];
    float* positions[PILE];
    add_floor(world);
    for (int i = 0; i < PILE; ++i) {
        plump_body_def def = plump_default_body_def();
        def.mesh = meshes[i % 2];
        def.scale = 0.3f;
        def.frequency = 5;
        def.damping = 0.3f;
        def.position[0] = 0.12 * cos(2.4 * i);
        def.position[1] = 0.25 + 0.22 * i;
        def.position[2] = 0.12 * sin(2.4 * i);
        bodies[i] = draw_body(world, &def);
    }
    draw_run(world, 4);
    say(world, "pile");
    draw_sheet* sheet = draw_begin(840, 450);
    plump_picture_set_view(&sheet->def, "20,22");
    stand_on_floor(sheet);
    for (int i = 0; i < PILE; ++i)
        positions[i] = add_now(sheet, world, bodies[i], meshes[i % 2], 0, draw_colours[1 + i % 4]);
    draw_save(canvas, sheet, "contact_pile.png");
    for (int i = 0; i < PILE; ++i) free(positions[i]);
    plump_world_destroy(world);
    for (int i = 0; i < 2; ++i) plump_mesh_destroy(meshes[i]);
}

// --- a glass ---

#define GLASS_BALLS  9
#define GLASS_ROUND  48    // corners around
#define GLASS_WIDE   0.16  // m from the middle to the wall
#define GLASS_HIGH   0.42
#define GLASS_WALL   0.02
#define GLASS_POINTS 6
#define PI           3.141592653589793

// Radius and height of the outline, from below on the outside to the middle of the bottom.
static const double glass_outline[GLASS_POINTS][2] = {{0, 0},
                                                      {GLASS_WIDE + GLASS_WALL, 0},
                                                      {GLASS_WIDE + GLASS_WALL, GLASS_HIGH},
                                                      {GLASS_WIDE, GLASS_HIGH},
                                                      {GLASS_WIDE, GLASS_WALL},
                                                      {0, GLASS_WALL}};

typedef struct outline {
    float points[GLASS_POINTS * GLASS_ROUND][3];
    uint32_t triangles[2 * GLASS_POINTS * GLASS_ROUND][3];
    uint32_t count;  // of triangles
} outline;

static outline turn_outline(void) {
    outline o = {.count = 0};
    for (uint32_t i = 0; i < GLASS_ROUND; ++i) {
        for (uint32_t k = 0; k < GLASS_POINTS; ++k) {
            double angle = 2 * PI * i / GLASS_ROUND, r = glass_outline[k][0];
            float* p = o.points[GLASS_POINTS * i + k];
            p[0] = (float)(r * cos(angle)), p[1] = (float)glass_outline[k][1];
            p[2] = (float)(-r * sin(angle));
        }
    }
    for (uint32_t i = 0; i < GLASS_ROUND; ++i) {
        for (uint32_t k = 0; k + 1 < GLASS_POINTS; ++k) {
            uint32_t a = GLASS_POINTS * i + k, b = GLASS_POINTS * ((i + 1) % GLASS_ROUND) + k;
            const uint32_t two[2][3] = {{a, b, b + 1}, {a, b + 1, a + 1}};
            for (int t = 0; t < 2; ++t, ++o.count)
                for (int c = 0; c < 3; ++c) o.triangles[o.count][c] = two[t][c];
        }
    }
    return o;
}

static plump_triangles triangles_of(const outline* o) {
    return (plump_triangles){.positions = o->points,
                             .vertex_count = GLASS_POINTS * GLASS_ROUND,
                             .indices = o->triangles,
                             .index_type = PLUMP_INDEX_UINT32,
                             .triangle_count = o->count};
}

static plump_mesh* make_glass(void) {
    outline o = turn_outline();
    plump_mesh_def def = plump_default_mesh_def();
    plump_mesh* mesh = NULL;
    plump_error error;
    def.triangles = triangles_of(&o);
    draw_check(plump_mesh_create(&def, &mesh, NULL, &error), &error);
    return mesh;
}

void draw_glass(draw_canvas* canvas) {
    plump_world* world = draw_world(9.81f);
    plump_mesh *glass = make_glass(), *ball = draw_shape(PLUMP_SHAPE_SPHERE, 362);
    plump_body_id bodies[GLASS_BALLS];
    float* positions[GLASS_BALLS];
    plump_obstacle_def glass_def = plump_default_obstacle_def();
    glass_def.shape = PLUMP_OBSTACLE_MESH;
    glass_def.mesh = glass;
    add_obstacle(world, &glass_def);
    for (int i = 0; i < GLASS_BALLS; ++i) {
        plump_body_def def = plump_default_body_def();
        def.mesh = ball;
        def.scale = 0.14f;
        def.frequency = 12;
        def.damping = 0.3f;
        def.position[0] = 0.07 * cos(2.4 * i);
        def.position[1] = 0.1 + 0.1 * i;
        def.position[2] = 0.07 * sin(2.4 * i);
        bodies[i] = draw_body(world, &def);
    }
    draw_run(world, 4);
    say(world, "glass");
    draw_sheet* sheet = draw_begin(560, 560);
    plump_picture_set_view(&sheet->def, "0,14");
    stand_on_floor(sheet);
    plump_picture_item* clear = draw_add(sheet, glass, 0);
    clear->colour = draw_colour(0xc8dee6);
    clear->opacity = 0.05;
    for (int i = 0; i < GLASS_BALLS; ++i)
        positions[i] = add_now(sheet, world, bodies[i], ball, 0, draw_colours[1 + i % 4]);
    draw_save(canvas, sheet, "contact_glass.png");
    for (int i = 0; i < GLASS_BALLS; ++i) free(positions[i]);
    plump_world_destroy(world);
    plump_mesh_destroy(glass);
    plump_mesh_destroy(ball);
}

// --- points of contact ---

#define PUSH_LENGTH 0.15  // m for the strongest of them

// A line for every contact, along the impulse that the body was given.
static void add_contacts(draw_sheet* sheet, const plump_world* world) {
    uint32_t count = 0;
    const plump_contact* contacts = plump_world_contacts(world, &count);
    double most = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const float* p = contacts[i].impulse;
        most = fmax(most, sqrt((double)(p[0] * p[0] + p[1] * p[1] + p[2] * p[2])));
    }
    for (uint32_t i = 0; i < count; ++i) {
        double to[3];
        for (int k = 0; k < 3; ++k)
            to[k] = contacts[i].point[k] + PUSH_LENGTH / most * (double)contacts[i].impulse[k];
        draw_line(sheet, contacts[i].point, to, draw_colour(0x1a1330), 2.5);
    }
}

void draw_pushes(draw_canvas* canvas) {
    plump_world* world = draw_world(9.81f);
    plump_mesh *bar = draw_shape(PLUMP_SHAPE_BAR, 3000), *ball = draw_shape(PLUMP_SHAPE_SPHERE, 0);
    draw_sheet* sheet = draw_begin(900, 360);
    plump_picture_set_view(&sheet->def, "12,10");
    stand_on_floor(sheet);
    for (int i = 0; i < 2; ++i) {
        plump_obstacle_def def = plump_default_obstacle_def();
        def.shape = PLUMP_OBSTACLE_SPHERE;
        def.radius = 0.15f;
        def.position[0] = i ? 0.3 : -0.3;
        def.position[1] = 0.15;
        add_obstacle(world, &def);
        plump_picture_item* item = draw_add(sheet, ball, 0);
        item->scale = 0.3;
        for (int k = 0; k < 3; ++k) item->move[k] = def.position[k];
    }
    plump_body_def def = plump_default_body_def();
    def.mesh = bar;
    def.frequency = 3;
    def.damping = 0.5f;
    def.position[1] = 0.45;
    def.can_sleep = false;  // who sleeps has no contacts
    plump_body_id body = draw_body(world, &def);
    draw_run(world, 4);
    say(world, "pushes");
    float* positions = add_now(sheet, world, body, bar, 0, draw_colours[2]);
    add_contacts(sheet, world);
    draw_save(canvas, sheet, "contact_pushes.png");
    free(positions);
    plump_world_destroy(world);
    plump_mesh_destroy(bar);
    plump_mesh_destroy(ball);
}
