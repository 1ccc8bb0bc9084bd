// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Eight of the ten kinds of scenes; sweep_events.c has the other two. Bodies begin apart from each
// other and from obstacles: the longest side of a shape is its size, so that turned at random it
// lies within 0.87 sizes of its position.
#include "tests/sweep/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Side by side on a floor, each a little above it.
static void write_row(sweep_plan* p, sweep_body* bodies, uint32_t count, double gap_most) {
    double x = 0;
    for (uint32_t i = 0; i < count; ++i) {
        sweep_body* b = &bodies[i];
        x += i > 0 ? 0.75 * (bodies[i - 1].size + b->size) : 0;
        b->position[0] = x;
        b->position[1] =
            (b->turned ? 0.87 : 0.5) * b->size + sweep_uniform(p, 0.02, gap_most) * b->size;
        sweep_write_body(p, b);
    }
}

static void make_calm(sweep_plan* p) {
    sweep_body bodies[3];
    uint32_t count = 1 + sweep_below(p, 3);
    double size = sweep_even_in_log(p, 0.05, 1);
    for (uint32_t i = 0; i < count; ++i) {
        bodies[i] = sweep_any_body(p, size * sweep_uniform(p, 0.5, 1));
        if (sweep_chance(p, 0.2)) sweep_more(&bodies[i], "damping", sweep_uniform(p, 0, 1));
    }
    sweep_begin(p, "bodies lie down on a floor", 9.81);
    write_row(p, bodies, count, 0.5);
    sweep_end_on_floor(p, "");
}

static void make_far(sweep_plan* p) {
    for (int k = 0; k < 3; ++k) {
        double distance = floor(sweep_even_in_log(p, 1e3, 5e8));
        p->far_off[k] = sweep_chance(p, 0.5) ? distance : -distance;
    }
    make_calm(p);
}

static void make_stiff(sweep_plan* p) {
    sweep_body bodies[2];
    uint32_t count = 1 + sweep_below(p, 2);
    double size = sweep_even_in_log(p, 0.05, 1);
    for (uint32_t i = 0; i < count; ++i) {
        bodies[i] = sweep_any_body(p, size);
        sweep_more(&bodies[i], "frequency", sweep_even_in_log(p, 15, 1000));
        double damping = sweep_even_in_log(p, 0.001, 10);
        if (sweep_chance(p, 0.7)) sweep_more(&bodies[i], "damping", damping);
        bodies[i].velocity[1] = -sweep_uniform(p, 0, 3);
    }
    if (sweep_chance(p, 0.3)) p->substeps = 1 + sweep_below(p, 4);
    sweep_begin(p, "stiff bodies land", 9.81);
    write_row(p, bodies, count, 0.5);
    sweep_end_on_floor(p, "");
}

// The sag under gravity is at most 0.3 sizes: 0.25 m / frequency^2 for each 9.81 m/s^2.
static double firm_enough(double gravity, double size) {
    return sqrt(0.25 * gravity / 9.81 / (0.3 * size));
}

static void make_heavy(sweep_plan* p) {
    sweep_body bodies[3];
    uint32_t count = 2 + sweep_below(p, 2);
    double size = sweep_even_in_log(p, 0.05, 1), gravity = sweep_even_in_log(p, 1, 100), y = 0;
    for (uint32_t i = 0; i < count; ++i) {
        sweep_body* b = &bodies[i];
        *b = sweep_any_body(p, size * sweep_uniform(p, 0.6, 1));
        double least = firm_enough(gravity, b->size);
        sweep_more(b, "frequency", sweep_uniform(p, least, 3 * least));
        sweep_more(b, "density", sweep_even_in_log(p, 10, 1e5));
        b->position[1] = y + 0.52 * b->size;
        y += 1.05 * b->size;
    }
    sweep_begin(p, "bodies of other densities on top of each other", gravity);
    for (uint32_t i = 0; i < count; ++i) sweep_write_body(p, &bodies[i]);
    sweep_end_on_floor(p, "");
}

static void make_fast(sweep_plan* p) {
    sweep_body a = sweep_any_body(p, sweep_even_in_log(p, 0.05, 1)), b = sweep_any_body(p, a.size);
    double speed = sweep_even_in_log(p, 5, 300);
    a.turned = b.turned = true;
    a.spin[sweep_below(p, 3)] = sweep_even_in_log(p, 1, 300);
    // some never come down: they turn in flight
    double height = sweep_chance(p, 0.2) ? 1000 : sweep_uniform(p, 1, 2);
    a.position[1] = b.position[1] = height * a.size;
    b.position[0] = 3 * a.size;
    sweep_begin(p, "fast bodies hit a floor, or each other", 9.81);
    if (sweep_chance(p, 0.4)) {  // head on
        a.velocity[0] = speed, b.velocity[0] = -speed;
        b.position[2] = sweep_uniform(p, 0, 0.3) * a.size;
        sweep_write_body(p, &a);
        sweep_write_body(p, &b);
    } else {
        a.velocity[0] = sweep_uniform(p, -1, 1) * speed;
        a.velocity[1] = height > 2 ? 0 : -speed;
        sweep_write_body(p, &a);
    }
    sweep_end_on_floor(p, "");
}

static void make_tiny(sweep_plan* p) {
    sweep_body bodies[3];
    uint32_t count = 1 + sweep_below(p, 3);
    double size = sweep_even_in_log(p, 1e-4, 1e-2);
    for (uint32_t i = 0; i < count; ++i) {
        bodies[i] = sweep_any_body(p, size);
        double least = firm_enough(9.81, size);
        if (sweep_chance(p, 0.5)) {
            sweep_more(&bodies[i], "frequency", sweep_uniform(p, least, 3 * least));
        }
    }
    sweep_begin(p, "bodies of millimetres", 9.81);
    write_row(p, bodies, count, 2);
    sweep_end_on_floor(p, "");
}

// --- walls ---

// Within `half` of its place; stands in the middle of the floor.
static void write_thing(sweep_plan* p, double half) {
    static const char* const shapes[] = {
        "\"shape\": \"sphere\", \"radius\": %.6g",
        "\"shape\": \"box\", \"half_size\": [%.6g, %.6g, %.6g]",
        "\"shape\": \"cylinder\", \"radius\": %.6g, \"half_height\": %.6g",
        "\"shape\": \"capsule\", \"radius\": %.6g, \"half_height\": %.6g",
        "\"shape\": \"hull\", \"built_in\": \"bear\", \"vertices\": 200, \"size\": %.6g",
        "\"shape\": \"mesh\", \"built_in\": \"torus\", \"vertices\": 300, \"size\": %.6g",
    };
    uint32_t which = sweep_below(p, sizeof shapes / sizeof *shapes);
    double s = which == 0 ? half : which < 4 ? 0.55 * half : 1.5 * half;
    char shape[128];
    snprintf(shape, sizeof shape, shapes[which], s, which == 3 ? 0.4 * s : s, s);
    sweep_add(p, ",\n  {%s, \"position\": [0, %.6g, 0]", shape, half);
    if (sweep_chance(p, 0.3)) {  // it rises and goes down again
        sweep_add(p,
                  ", \"motion\": {\"smooth\": true, \"keys\": [{\"time\": 0}, {\"time\": 0.5, "
                  "\"position\": [0, %.6g, 0]}, {\"time\": 1, \"position\": [0, %.6g, 0]}]}",
                  1.5 * half, half);
    }
    sweep_add(p, "}");
}

static void write_walls(sweep_plan* p, double half) {
    static const char* const turns[] = {
        ", \"rotation\": {\"axis\": [0, 0, 1], \"degrees\": -90}",
        ", \"rotation\": {\"axis\": [0, 0, 1], \"degrees\": 90}",
        ", \"rotation\": {\"axis\": [1, 0, 0], \"degrees\": 90}",
        ", \"rotation\": {\"axis\": [1, 0, 0], \"degrees\": -90}",
    };
    if (sweep_chance(p, 0.3)) {
        sweep_add(p,
                  "\n  {\"shape\": \"box\", \"hollow\": true, \"half_size\": [%.6g, %.6g, %.6g], "
                  "\"position\": [0, %.6g, 0]}",
                  half, 2 * half, half, 2 * half);
        return;
    }
    sweep_write_plane(p, 0, 0, 0, "");
    for (int i = 0; i < 4; ++i) {
        double side = i % 2 ? half : -half;
        sweep_write_plane(p, i < 2 ? side : 0, 0, i < 2 ? 0 : side, turns[i]);
    }
}

// Up to eight in a shaft of 2 x 2 places, layer by layer, each with room to turn.
static void write_shaft(sweep_plan* p, uint32_t count, double size, double speed, double bags) {
    for (uint32_t i = 0; i < count; ++i) {
        sweep_body b = sweep_any_body(p, size * sweep_uniform(p, 0.6, 1));
        uint32_t layer = i / 4;
        b.vertices = b.vertices / 2 + 50;
        b.turned = true;
        b.position[0] = (i % 2 ? 0.95 : -0.95) * size;
        b.position[1] = (0.95 + 1.9 * layer) * size;
        b.position[2] = (i / 2 % 2 ? 0.95 : -0.95) * size;
        if (sweep_chance(p, bags)) b.model = "bag";
        for (int k = 0; k < 3; ++k) b.velocity[k] = sweep_uniform(p, -speed, speed);
        sweep_write_body(p, &b);
    }
    sweep_begin_obstacles(p);
}

static void make_walls(sweep_plan* p) {
    double size = sweep_even_in_log(p, 0.05, 1);
    uint32_t count = 2 + sweep_below(p, 5);
    sweep_begin(p, "bodies thrown about between walls", 9.81);
    write_shaft(p, count, size, 5 * sqrt(size), 0);
    write_walls(p, 1.9 * size);
    if (sweep_chance(p, 0.6)) write_thing(p, 0.3 * size);
    sweep_add(p, "]}\n");
}

// --- bags ---

// On a floor side by side, or in a shaft whose walls push them together.
static void make_bag(sweep_plan* p) {
    sweep_body bodies[3];
    double size = sweep_even_in_log(p, 0.05, 1);
    sweep_begin(p, "bags that only keep their volume, beside other bodies", 9.81);
    if (sweep_chance(p, 0.5)) {
        write_shaft(p, 3 + sweep_below(p, 6), size, 2 * sqrt(size), 0.5);
        write_walls(p, 1.9 * size);
        sweep_add(p, "]}\n");
        return;
    }
    uint32_t count = 1 + sweep_below(p, 3);
    for (uint32_t i = 0; i < count; ++i) {
        bodies[i] = sweep_any_body(p, size * sweep_uniform(p, 0.5, 1));
        if (i == 0 || sweep_chance(p, 0.5)) bodies[i].model = "bag";
    }
    write_row(p, bodies, count, 0.5);
    sweep_end_on_floor(p, "");
}

// --- all of them ---

static const struct {
    const char* name;
    void (*make)(sweep_plan*);
} kinds[] = {
    {"calm", make_calm},
    {"walls", make_walls},
    {"far", make_far},
    {"stiff", make_stiff},
    {"heavy", make_heavy},
    {"fast", make_fast},
    {"tiny", make_tiny},
    {"bag", make_bag},
    {"events", sweep_make_events},
    {"extreme", sweep_make_extreme},
};

uint32_t sweep_kind_count(void) {
    return sizeof kinds / sizeof *kinds;
}

const char* sweep_kind_name(uint32_t kind) {
    return kinds[kind].name;
}

void sweep_make(uint64_t seed, uint32_t kind, uint32_t number, sweep_plan* plan) {
    memset(plan, 0, sizeof *plan);
    plan->random = (seed * 1000003u + kind) * 1000003u + number;
    plan->energy_until = plan->overlap_until = plan->momentum_until = INFINITY;
    plan->wind_from = plan->wind_until = INFINITY;
    snprintf(plan->name, sizeof plan->name, "%s.%02u", kinds[kind].name, number);
    sweep_choose_steps(plan);
    kinds[kind].make(plan);
}
