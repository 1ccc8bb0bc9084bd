// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// plump bench diziol-scenes: the scenes of table 1 of Diziol, Bender, Bayer 2011 with collisions,
// which the paper leaves out of its times ("up to 9 ms"): creatures in a pile, ducks and tori on a
// floor, balls in a glass. Then a body that meets itself, and how the time grows with the number of
// bodies.
#include "cli/bench.h"
#include "cli/options.h"

#include <math.h>
#include <stdio.h>

#define GRAVITY 9.81f

// --- furniture ---

static plump_result add_floor(const bench_pile* pile, plump_world* world, plump_error* error) {
    (void)pile;
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_PLANE;
    plump_obstacle_id floor;
    return plump_obstacle_create(world, &def, &floor, error);
}

static plump_result add_glass(const bench_pile* pile, plump_world* world, plump_error* error) {
    plump_obstacle_def def = plump_default_obstacle_def();
    def.shape = PLUMP_OBSTACLE_MESH;
    def.mesh = pile->vessel;
    plump_obstacle_id glass;
    return plump_obstacle_create(world, &def, &glass, error);
}

enum { GLASS_RINGS = 9, GLASS_MERIDIANS = 32, GLASS_POINTS = GLASS_RINGS * GLASS_MERIDIANS };

// A glass of 0.3 m inside and 0.8 m high, turned from a profile. Its first and last ring have no
// width; the intake makes each one point.
static int make_glass(plump_mesh** glass) {
    static const double profile[GLASS_RINGS][2] = {{0, 0},        {0.165, 0},     {0.165, 0.4},
                                                   {0.165, 0.8},  {0.15, 0.8},    {0.15, 0.44},
                                                   {0.15, 0.015}, {0.075, 0.015}, {0, 0.015}};
    double points[GLASS_POINTS][3];
    uint32_t triangles[2 * GLASS_POINTS][3], count = 0;
    for (uint32_t i = 0; i < GLASS_POINTS; ++i) {
        uint32_t ring = i / GLASS_MERIDIANS, meridian = i % GLASS_MERIDIANS;
        double angle = 2 * acos(-1.0) * meridian / GLASS_MERIDIANS;
        points[i][0] = profile[ring][0] * cos(angle);
        points[i][1] = profile[ring][1];
        points[i][2] = -profile[ring][0] * sin(angle);
        if (ring + 1 == GLASS_RINGS) continue;
        uint32_t next = ring * GLASS_MERIDIANS + (meridian + 1) % GLASS_MERIDIANS;
        uint32_t above = i + GLASS_MERIDIANS, above_next = next + GLASS_MERIDIANS;
        const uint32_t two[2][3] = {{i, next, above_next}, {i, above_next, above}};
        for (int k = 0; k < 6; ++k) triangles[count + (uint32_t)k / 3][k % 3] = two[k / 3][k % 3];
        count += 2;
    }
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles = (plump_triangles){.positions = points,
                                      .position_type = PLUMP_SCALAR_FLOAT64,
                                      .vertex_count = GLASS_POINTS,
                                      .indices = triangles,
                                      .index_type = PLUMP_INDEX_UINT32,
                                      .triangle_count = count};
    plump_error error;
    plump_result result = plump_mesh_create(&def, glass, NULL, &error);
    if (result == PLUMP_OK) return CLI_DONE;
    cli_complain("bench", "%s", error.text);
    return cli_exit_code(result);
}

// --- the paper's scenes ---

// Some number from -1 to 1, always the same.
static double scatter(uint32_t index, uint32_t which) {
    uint32_t bits = (index * 4 + which + 1) * 2654435761u;
    bits ^= bits >> 15;
    bits *= 2246822519u;
    bits ^= bits >> 13;
    return bits / 2147483648.0 - 1;
}

// Layers of columns x columns bodies above each other, a little aside, so that none stands on the
// tip of another.
static void place_in_layers(const bench_pile* pile, uint32_t index, plump_body_def* body) {
    uint32_t columns = pile->columns, layer = index / (columns * columns);
    uint32_t column = index % columns, row = index / columns % columns;
    double middle = 0.5 * (columns - 1);
    body->position[0] = pile->spacing * (column - middle + 0.02 * scatter(index, 0));
    body->position[1] = pile->spacing * (0.6 + layer);
    body->position[2] = pile->spacing * (row - middle + 0.02 * scatter(index, 1));
}

static void place_tumbled(const bench_pile* pile, uint32_t index, plump_body_def* body) {
    place_in_layers(pile, index, body);
    for (uint32_t k = 0; k < 4; ++k) body->rotation[k] = (float)scatter(index, k);
}

// On their backs, each turned against the one below.
static void place_lying(const bench_pile* pile, uint32_t index, plump_body_def* body) {
    place_in_layers(pile, index, body);
    double half = 0.55 * index;
    body->rotation[0] = body->rotation[3] = (float)cos(half);
    body->rotation[1] = (float)sin(half);
    body->rotation[2] = -body->rotation[1];
}

// What the paper does not tell of its scenes. They begin close together, so that all touch after a
// few tenths of a second.
static const struct {
    float size, frequency;  // m, Hz in physical mode
    double spacing;         // sizes
    uint32_t columns;
    void (*place)(const bench_pile* pile, uint32_t index, plump_body_def* body);
} extras[BENCH_PAPER_SCENES] = {{1.0f, 5, 0.85, 1, place_lying},
                                {0.2f, 10, 1.25, 2, place_tumbled},
                                {0.1f, 10, 1.04, 2, place_tumbled}};

enum { SETTLE_STEPS = 100, WINDOW_STEPS = 20 };

static int time_threads(bench* b, const bench_pile* pile, const bench_paper* paper,
                        const char* variant) {
    bench_settled settled;
    int code = bench_settle(b, pile, &settled);
    uint32_t threads[2], thread_count = bench_threads(b, threads);
    for (uint32_t t = 0; t < thread_count && code == CLI_DONE; ++t) {
        bench_row row = bench_empty_row();
        row.variant = variant;
        code = bench_time_pile(b, pile, &settled, threads[t], &row);
        if (!pile->scene->is_shrunk) row.paper = *paper;
        if (code == CLI_DONE) bench_touching_line(b, &row);
    }
    bench_settled_free(&settled);
    return code;
}

static int time_modes(bench* b, int index, bench_pile* pile) {
    static const char* const names[] = {"paper", "physical"};
    const bench_paper_scene* s = &bench_paper_scenes[index];
    int code = CLI_DONE;
    for (int i = 0; i < 2 && code == CLI_DONE; ++i) {
        plump_matching matching = i ? PLUMP_MATCHING_PHYSICAL : PLUMP_MATCHING_PAPER;
        pile->body = bench_paper_scene_body(s, matching, BENCH_DAMPING);
        pile->body.scale = extras[index].size;
        pile->body.frequency = extras[index].frequency;
        pile->body.damping = 0.3f;
        code = time_threads(b, pile, &s->paper, names[i]);
    }
    return code;
}

static int time_scene(bench* b, int index, const plump_mesh* glass) {
    const bench_paper_scene* s = &bench_paper_scenes[index];
    bench_scene scene = {0};
    int code = bench_paper_shapes(b, s, &scene);
    char title[128];
    snprintf(title, sizeof title, "%s: steps of 5 ms; share: collide and contact, of the median",
             s->name);
    bench_touching_heading(b, title);
    bool in_glass = s->kinds[0] == PLUMP_SHAPE_UV_SPHERE;
    bench_pile pile = {.scene = &scene,
                       .gravity = GRAVITY,
                       .place = extras[index].place,
                       .furnish = in_glass ? add_glass : add_floor,
                       .vessel = glass,
                       .spacing = extras[index].spacing * (double)extras[index].size,
                       .columns = extras[index].columns,
                       .settle_steps = SETTLE_STEPS,
                       .window_steps = WINDOW_STEPS};
    if (code == CLI_DONE) code = time_modes(b, index, &pile);
    bench_scene_free(&scene);
    return code;
}

static int time_scenes(bench* b) {
    plump_mesh* glass = NULL;
    int code = make_glass(&glass);
    for (int i = 0; i < BENCH_PAPER_SCENES && code == CLI_DONE; ++i) {
        code = time_scene(b, i, glass);
    }
    plump_mesh_destroy(glass);
    return code;
}

// --- a knot that meets itself ---

static plump_result squash(const bench_pile* pile, plump_world* world, plump_error* error) {
    plump_body_id body;
    plump_body_edit edit;
    plump_world_bodies(world, &body, 1);
    plump_result result = plump_body_lend_edit(world, body, &edit, error);
    if (result != PLUMP_OK) return result;
    for (uint32_t i = 0; i < edit.count; ++i) edit.z[i] *= pile->squash;
    return PLUMP_OK;
}

// Nothing but contact moves it, so that it is found in the pose that it was given.
static int time_pose(bench* b, const bench_scene* scene, const char* variant, float keep) {
    bench_pile pile = {.scene = scene,
                       .body = plump_default_body_def(),
                       .pose = squash,
                       .squash = keep,
                       .window_steps = 1,
                       .substeps = 1};
    pile.body.model = PLUMP_MODEL_BAG;
    pile.body.firmness = 0.0f;
    pile.body.volume = PLUMP_VOLUME_FREE;
    pile.body.self_contact = true;
    bench_settled settled;
    bench_row row = bench_empty_row();
    row.variant = variant;
    int code = bench_settle(b, &pile, &settled);
    uint32_t threads = b->wish.threads ? b->wish.threads : 1;
    if (code == CLI_DONE) code = bench_time_pile(b, &pile, &settled, threads, &row);
    if (code == CLI_DONE) bench_touching_line(b, &row);
    bench_settled_free(&settled);
    return code;
}

enum { KNOT_VERTICES = 21127 };  // 42,254 triangles
#define PINCH 0.3f               // of its thickness: strands begin to touch

static int time_knot(bench* b) {
    bench_scene scene = {0};
    int code = bench_scene_add(b, &scene, PLUMP_SHAPE_KNOT, KNOT_VERTICES, 1);
    bench_touching_heading(b, "Self-contact: one knot; collide is refit, query and narrow phase");
    if (code == CLI_DONE) code = time_pose(b, &scene, "rest", 1);
    if (code == CLI_DONE) code = time_pose(b, &scene, "pinched", PINCH);
    bench_scene_free(&scene);
    return code;
}

// --- many bodies ---

enum { BALL_VERTICES = 42 };

// Two and two side by side, with room between: every ball lies on the floor and against one other,
// however many there are.
static void place_in_pairs(const bench_pile* pile, uint32_t index, plump_body_def* body) {
    uint32_t pair = index / 2, column = pair % pile->columns, row = pair / pile->columns;
    double size = (double)body->scale;
    body->position[0] = pile->spacing * 2 * column + size * (index % 2);
    body->position[1] = 0.5 * size;
    body->position[2] = pile->spacing * row;
}

static int time_count(bench* b, uint32_t count, double* first) {
    bench_scene scene = {0};
    int code = bench_scene_add(b, &scene, PLUMP_SHAPE_SPHERE, BALL_VERTICES, count);
    bench_pile pile = {.scene = &scene,
                       .body = bench_physical_body(0),
                       .gravity = GRAVITY,
                       .place = place_in_pairs,
                       .furnish = add_floor,
                       .columns = (uint32_t)ceil(sqrt(0.25 * count)),
                       .settle_steps = 100,
                       .window_steps = WINDOW_STEPS};
    pile.body.scale = 0.1f;
    pile.body.frequency = 10;
    pile.body.damping = 0.3f;
    pile.spacing = 1.2 * (double)pile.body.scale;
    bench_settled settled = {0};
    bench_row row = bench_empty_row();
    row.variant = "pairs";
    if (code == CLI_DONE) code = bench_settle(b, &pile, &settled);
    uint32_t threads = b->wish.threads ? b->wish.threads : 1;
    if (code == CLI_DONE) code = bench_time_pile(b, &pile, &settled, threads, &row);
    row.touching.us_body = row.time.least * 1e6 / row.bodies;
    if (*first == 0) *first = row.touching.us_body;
    row.touching.over_first = row.touching.us_body / *first;
    if (code == CLI_DONE) bench_touching_line(b, &row);
    bench_settled_free(&settled);
    bench_scene_free(&scene);
    return code;
}

static int time_counts(bench* b) {
    static const uint32_t counts[] = {10, 32, 100, 316, 1000};
    bench_touching_heading(b, "Many balls of 0.1 m on a floor, two and two");
    uint32_t most = b->wish.particles ? b->wish.particles / BALL_VERTICES : UINT32_MAX;
    double first = 0;
    int code = CLI_DONE;
    for (size_t i = 0; i < sizeof counts / sizeof counts[0] && code == CLI_DONE; ++i) {
        if (i > 0 && counts[i] > most) break;
        code = time_count(b, counts[i], &first);
    }
    return code;
}

int bench_diziol_scenes(bench* b) {
    int code = time_scenes(b);
    if (code == CLI_DONE) code = time_knot(b);
    if (code == CLI_DONE) code = time_counts(b);
    return code;
}
