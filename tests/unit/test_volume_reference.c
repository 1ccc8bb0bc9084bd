// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The library's volume stage against the slow one in double: a body is put into a deformed, moving
// state, both passes run once on it, and positions, velocities, weights and volumes are compared.
// Bodies are made of springs, which have no goals, and of regions, whose goals face elsewhere than
// the surface does: where to is what the elastic stage left, the same for both.
//
// Default: every mesh with every setting, one state each. PLUMP_TEST_LONG=1: finer meshes, and
// five states each.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "src/elastic/elastic.h"
#include "src/state/zone.h"
#include "src/volume/volume.h"
#include "tests/unit/reference_volume.h"
#include "tests/unit/step_kit.h"

#define H 0.004

// --- meshes ---

static plump_mesh* make_ball_with_poles(void) {
    return kit_shape(PLUMP_SHAPE_UV_SPHERE, kit_long() ? 1500 : 400, 1);
}
static plump_mesh* make_creature(void) {
    return kit_shape(PLUMP_SHAPE_CREATURE, kit_long() ? 2500 : 400, 1);
}
static plump_mesh* make_torus(void) {
    return kit_shape(PLUMP_SHAPE_TORUS, kit_long() ? 1300 : 300, 1);
}
static plump_mesh* make_knot(void) {
    return kit_shape(PLUMP_SHAPE_KNOT, kit_long() ? 1200 : 600, 1);
}
// A ball with a hollow, and a box beside it: cavities, and parts that share groups of 16 places.
static plump_mesh* make_hollow_and_box(void) {
    fixture f = fixture_sphere(1, 21, 13), hole = fixture_sphere(0.55, 11, 7);
    fixture box = fixture_box(1, 0.8, 0.6);
    fixture_turn_all(&hole);
    fixture_append(&f, &hole, 0.1, 0.05, 0);
    fixture_append(&f, &box, 1.4, -0.4, 0);
    fixture_free(&hole);
    fixture_free(&box);
    return kit_take(&f);
}

static const struct {
    const char* name;
    plump_mesh* (*make)(void);
    bool parts;
} bodies[] = {
    {"tetrahedron", kit_tetrahedron, false},
    {"ball with poles", make_ball_with_poles, false},
    {"creature", make_creature, false},
    {"torus", make_torus, false},
    {"knot", make_knot, false},
    {"hollow and box", make_hollow_and_box, false},
    {"its parts", make_hollow_and_box, true},
    {"ball, torus", kit_two_parts, true},
};
#define BODIES (sizeof bodies / sizeof *bodies)

// --- settings ---

typedef struct setting {
    const char* name;
    float alpha, beta, smoothing;
    bool pushed;   // momentum off
    bool newton;   // the cubic off
    bool pins;     // the upper end is held
    bool contact;  // the lower end touches
    bool mostly;   // nearly all of it touches
    bool paint, masses, growing;
    bool blots;     // painted 1 on a few blots, next to nothing elsewhere
    bool bubble;    // blown up to 1.4 of its volume, one end of it much more
    bool unslowed;  // no velocity pass
    float compressibility;
    bool nearly;    // the volume is off by 3e-5
    bool mirrored;  // along x
    bool implicit;  // first the implicit constraint, ...
    bool alone;     // ... and nothing after it
    bool printed;   // with weights outside the denominator
    bool zones;     // two that overlap
    double slack;   // times the usual bounds: near a turning point V says little of s
    double squash;  // share of its height lost, beside waves and noise; 0: 0.03
    double apart;   // how far the goals' normals are turned from the surface's, rad
} setting;

// Share spread evenly, share by thickness, smoothing.
#define WEIGHTS(a, b, c) .alpha = a, .beta = b, .smoothing = c
static const setting settings[] = {
    {"even", WEIGHTS(1, 0.1f, 1)},
    {"even, nearly there", WEIGHTS(1, 0.1f, 1), .nearly = true},
    {"even, pins", WEIGHTS(1, 0.1f, 1), .pins = true},
    {"even, contact", WEIGHTS(1, 0.1f, 0.8f), .contact = true},
    {"even, paint", WEIGHTS(1, 0.1f, 1), .paint = true},
    {"local", WEIGHTS(0, 0, 1)},
    {"local, nearly there", WEIGHTS(0, 0.1f, 1), .nearly = true},
    {"local, not smoothed", WEIGHTS(0, 0.1f, 0)},
    {"by thickness", WEIGHTS(0.1f, 1, 1)},
    {"half and half", WEIGHTS(0.5f, 0.1f, 0.5f)},
    {"far off", WEIGHTS(0.1f, 0.1f, 1), .squash = 0.3},
    {"inside out", WEIGHTS(0.5f, 0.1f, 1), .mirrored = true, .slack = 20},
    {"momentum off", WEIGHTS(0.1f, 0.1f, 1), .pushed = true},
    {"one Newton step", WEIGHTS(0.1f, 0.1f, 1), .newton = true},
    {"pins", WEIGHTS(0.1f, 0.1f, 1), .pins = true},
    {"contact", WEIGHTS(0.1f, 0.1f, 1), .contact = true},
    {"mostly in contact", WEIGHTS(0.5f, 0.1f, 1), .mostly = true, .slack = 3},
    {"paint", WEIGHTS(0.1f, 0.1f, 1), .paint = true},
    {"uneven masses", WEIGHTS(0.5f, 0.1f, 1), .masses = true},
    {"growing", WEIGHTS(0.5f, 0.1f, 1), .growing = true},
    {"compressible", WEIGHTS(0.5f, 0.1f, 1), .compressibility = 1e-6f},
    {"blots", WEIGHTS(0.1f, 0.1f, 1), .blots = true},
    {"blots, contact", WEIGHTS(0, 0.1f, 1), .blots = true, .contact = true},
    {"bubble", WEIGHTS(1, 0.1f, 1), .bubble = true},
    {"local bubble", WEIGHTS(0.1f, 0.1f, 1), .bubble = true},
    {"no velocity pass", WEIGHTS(0.1f, 0.1f, 1), .unslowed = true},
    {"implicit", WEIGHTS(1, 0.1f, 1), .implicit = true, .alone = true},
    {"implicit, polished", WEIGHTS(1, 0.1f, 1), .implicit = true},
    {"implicit, local", WEIGHTS(0.1f, 0.5f, 0.7f), .implicit = true, .alone = true, .masses = true},
    {"implicit, held", WEIGHTS(0.5f, 0.1f, 1), .implicit = true, .alone = true, .pins = true,
     .contact = true},
    {"implicit, pushed", WEIGHTS(1, 0.1f, 1), .implicit = true, .alone = true, .pushed = true,
     .paint = true, .growing = true},
    {"implicit, blots, polished", WEIGHTS(0.1f, 0.1f, 1), .implicit = true, .blots = true},
    {"implicit, compressible", WEIGHTS(1, 0.1f, 1), .implicit = true, .compressibility = 1e-6f},
    {"printed", WEIGHTS(1, 0.1f, 1), .implicit = true, .alone = true, .printed = true,
     .paint = true, .contact = true},
    {"zones", WEIGHTS(1, 0.1f, 1), .zones = true},
    {"implicit, zones", WEIGHTS(1, 0.1f, 1), .implicit = true, .zones = true, .paint = true},
    {"printed, zones", WEIGHTS(1, 0.1f, 1), .implicit = true, .alone = true, .printed = true,
     .zones = true},
    {"goals apart", WEIGHTS(1, 0.1f, 1), .apart = 1.1},
    {"goals apart, local", WEIGHTS(0.1f, 0.2f, 0.7f), .apart = 1.1, .masses = true},
    {"goals apart, held", WEIGHTS(0.5f, 0.1f, 1), .apart = 1.1, .pins = true, .contact = true},
    {"goals apart, growing", WEIGHTS(0.5f, 0.1f, 1), .apart = 1.1, .growing = true},
    {"goals apart, implicit", WEIGHTS(1, 0.1f, 1), .apart = 1.1, .implicit = true},
    {"goals elsewhere", WEIGHTS(0.5f, 0.1f, 1), .apart = 1.8},
    {"all of it", WEIGHTS(0.1f, 0.2f, 0.7f), .pins = true, .contact = true, .paint = true,
     .masses = true, .growing = true},
};
#define SETTINGS (sizeof settings / sizeof *settings)

static kit_scene make_scene(const plump_mesh* mesh, const setting* s, bool parts, plump_model model,
                            uint64_t* seed) {
    plump_body_def def = kit_body_def(mesh);
    def.model = model;
    uint32_t count = plump_mesh_vertex_count(mesh);
    float* paint = calloc(2 * (size_t)count, sizeof *paint);
    for (uint32_t i = 0; i < 2 * count; ++i) paint[i] = (float)(1.05 + kit_random(seed));
    for (uint32_t i = 0; i < count && s->blots; ++i) paint[i] = i % 8 == 0 ? 1 : 0.002f;
    static const float turned[4] = {0.3f, -0.2f, 0.5f, 0.8f};
    memcpy(def.rotation, turned, sizeof turned);
    def.position[0] = 3, def.position[1] = -2, def.position[2] = 0.5;
    def.scale = 0.7f;
    def.volume = parts ? PLUMP_VOLUME_PARTS : PLUMP_VOLUME_BODY;
    def.volume_global = s->alpha, def.volume_inner = s->beta, def.volume_smoothing = s->smoothing;
    def.volume_thick = 0.02f, def.volume_thin = 0.3f;
    def.volume_momentum = !s->pushed;
    def.volume_exact = !s->newton && !s->alone;
    def.volume_implicit = s->implicit, def.volume_printed = s->printed;
    if (s->zones) def.zone_reach = 0.01f, def.zone_fade = 0.02f;
    def.compressibility = s->compressibility;
    def.volume_velocity = !s->unslowed;
    def.volume_scale = s->growing || s->bubble ? 1.4f : 1;
    if (s->paint || s->blots) def.vertex_volume = paint;
    if (s->masses) def.vertex_mass = paint + count;
    kit_scene scene = kit_begin(&def, kit_weightless);
    free(paint);
    return scene;
}

// --- a state ---

// Waves as long as the body, noise, and a squeeze along y; ahead is where it might have come from.
static void deform(kit_scene* scene, pl_body* body, const setting* s, uint64_t* seed) {
    double size = body->extent, wave[3], spin = 2 * kit_random(seed);
    double height = 1 - (s->squash > 0 ? s->squash : 0.03);
    for (int k = 0; k < 3; ++k) wave[k] = KIT_PI * kit_random(seed);
    for (uint32_t i = 0; i < scene->count; ++i) {
        uint32_t at = body->surface->place_of[i];
        double p[3], swing[3];
        for (int k = 0; k < 3; ++k) p[k] = (double)body->x[k][at] / size;
        double grown = s->bubble ? cbrt(1.4) * (1 + fmax(p[0], 0)) : 1;
        for (int k = 0; k < 3; ++k) swing[k] = sin(4 * p[(k + 1) % 3] + wave[k]);
        for (int k = 0; k < 3; ++k) {
            double x = grown * p[k] *
                           (k == 1                  ? height
                            : k == 0 && s->mirrored ? -1
                                                    : 1) +
                       0.01 * swing[k];
            double ahead = x + 0.01 * swing[(k + 1) % 3] + 0.002 * kit_random(seed);
            double turning = k == 0 ? -spin * p[1] : k == 1 ? spin * p[0] : 0;
            body->x[k][at] = (float)(size * (x + 0.001 * kit_random(seed)));
            body->ahead[k][at] = (float)(size * ahead);
            body->v[k][at] = (float)(turning + swing[k] + 0.2 * kit_random(seed));
            body->past[k][at] = body->x[k][at] - (float)(H * (double)body->v[k][at]);
        }
    }
}

// The elastic stage, of which only the normals of its goals are left; these may be turned about y.
static void find_goals(const pl_stage* stage, pl_body* body, double turn) {
    float* kept[6];
    size_t size = body->padded * sizeof(float);
    for (int k = 0; k < 6; ++k) {
        kept[k] = malloc(size);
        memcpy(kept[k], k < 3 ? body->x[k] : body->v[k - 3], size);
    }
    pl_elastic_solve(stage);
    for (int k = 0; k < 6; ++k) {
        memcpy(k < 3 ? body->x[k] : body->v[k - 3], kept[k], size);
        free(kept[k]);
    }
    float c = (float)cos(turn), d = (float)sin(turn);
    for (uint32_t i = 0; body->goal_normal[0] && turn != 0 && i < body->count; ++i) {
        float x = body->goal_normal[0][i], z = body->goal_normal[2][i];
        body->goal_normal[0][i] = c * x + d * z, body->goal_normal[2][i] = c * z - d * x;
    }
}

// To the right volume, and a little larger than that: corrections this small need no cubic.
static void come_near(kit_scene* scene, pl_body* body) {
    pl_volume_positions(&scene->world->stage);
    for (uint32_t i = 0; i < body->count; ++i)
        for (int k = 0; k < 3; ++k) body->x[k][i] *= 1.00001f;
}

static void touch(kit_scene* scene, pl_body* body, const setting* s) {
    double size = body->extent, low = s->mostly ? 0.25 : -0.3;
    if (!s->contact && !s->mostly) return;
    for (uint32_t i = 0; i < scene->count; ++i) {
        uint32_t at = body->surface->place_of[i];
        double above = (double)body->x[1][at] / size - low;
        body->contact[at] = (float)fmin(fmax(1 - above / 0.1, 0), 1);
    }
}

// Holds the vertices highest up, at least one.
static void hold(kit_scene* scene, const pl_body* body) {
    double top = -INFINITY;
    for (uint32_t i = 0; i < scene->count; ++i) top = fmax(top, (double)body->x[1][i]);
    for (uint32_t i = 0; i < scene->count; ++i) {
        uint32_t at = body->surface->place_of[i];
        if ((double)body->x[1][at] > top - 0.15 * body->extent) kit_pin(scene, i);
    }
}

// The reference in the same state, vertex by vertex.
static reference_volume* make_reference(const kit_scene* scene, const pl_body* body,
                                        const setting* s, bool parts) {
    const plump_mesh* mesh = scene->mesh;
    reference_volume* r = reference_volume_create(scene->count, plump_mesh_triangle_count(mesh),
                                                  plump_mesh_indices(mesh), scene->reference->rest);
    const pl_inner* inner = body->volume->inner;
    r->has_goals = body->goal_normal[0] != NULL;
    for (uint32_t i = 0; i < scene->count; ++i) {
        uint32_t at = body->surface->place_of[i];
        for (int k = 0; k < 3; ++k) {
            r->x[i][k] = (double)body->x[k][at];
            r->ahead[i][k] = (double)body->ahead[k][at];
            r->v[i][k] = (double)body->v[k][at];
            r->past[i][k] = (double)body->past[k][at];
            if (r->has_goals) r->goal[i][k] = (double)body->goal_normal[k][at];
        }
        r->mass[i] = scene->mass[i];
        r->held[i] = scene->reference->pinned[i];
        r->contact[i] = (double)body->contact[at];
        r->paint[i] = body->volume_paint ? (double)body->volume_paint[at] : 1;
        r->across[i] = body->surface->vertex_of[inner->across[at]];
        r->length[i] = (double)inner->length[at] * (double)body->def.scale;
    }
    r->alpha = (double)s->alpha, r->beta = (double)s->beta;
    r->smoothing = (double)s->smoothing;
    r->thick = (double)body->def.volume_thick, r->thin = (double)body->def.volume_thin;
    r->momentum = !s->pushed, r->exact = !s->newton, r->velocity = !s->unslowed;
    r->compressibility = (double)s->compressibility, r->h = H;
    r->implicit = s->implicit, r->printed = s->printed;
    if (s->implicit) r->most_slant = s->printed ? INFINITY : 20;
    if (parts)
        reference_volume_split(r, plump_mesh_part_count(mesh), plump_mesh_triangle_parts(mesh));
    reference_volume_prepare(r);
    return r;
}

// Two zones, of which one has not its whole strength yet; and what they make of weights after a
// substep without load, in double.
static void add_zones(pl_body* body, reference_volume* r) {
    double size = body->extent, fade = exp(-H / 0.02) * 0.01, sum[8] = {0}, count[8] = {0};
    const double loads[2] = {60 * size, 7 * size};  // radii 0.49 size, and 0.1 with strength 0.57
    const double at[2][3] = {{0.1 * size, 0.2 * size, 0}, {-0.2 * size, 0.1 * size, 0.1 * size}};
    body->zone_count = 2;
    for (int n = 0; n < 2; ++n) {
        body->zones[n] = (pl_zone){.load = loads[n]};
        for (int k = 0; k < 3; ++k) body->zones[n].moment[k] = loads[n] * at[n][k];
    }
    for (uint32_t i = 0; i < r->count; ++i) {
        r->zone[i] = 0;
        for (int n = 0; n < 2; ++n) {
            double radius = fmax(fade * loads[n], 0.1 * size), d[3];
            double strength = fmin(fade * loads[n] / (0.1 * size), 1);
            for (int k = 0; k < 3; ++k) d[k] = r->rest[i][k] - at[n][k];
            double t = kit_length(d) / radius;
            r->zone[i] += t < 1 ? strength * (cos(KIT_PI * t) + 1) / 2 : 0;
        }
        sum[r->unit_of[i]] += r->zone[i], count[r->unit_of[i]] += 1;
    }
    for (uint32_t i = 0; i < r->count; ++i) {
        uint32_t u = r->unit_of[i];
        r->zone[i] = sum[u] > 0 ? r->zone[i] * count[u] / sum[u] : 1;
    }
}

// Sets a target in motion, and where it will be after the substep: e'' = -2 k e' - k^2 e.
static void start_growing(pl_body* body, reference_volume* r, double from) {
    double k = 6.6384 / (double)body->def.volume_time, to = (double)body->def.volume_scale;
    body->volume_ratio = from;
    body->volume_ratio_speed = 0.3;
    double e = from - to, pull = 0.3 + k * e;
    r->ratio = to + (e + pull * H) * exp(-k * H);
    r->speed = (0.3 - k * pull * H) * exp(-k * H);
}

// --- comparing ---

typedef struct difference {
    double weight, position, velocity, volume;
    double slant;        // not a difference: how uneven the weights were, ...
    uint32_t stretched;  // ... how many gave way, ...
    double straight;     // ... and by how much the direction was the surface's own
} difference;

static void worse(double* worst, double value) {
    if (!(value <= *worst)) *worst = value;  // NaN too
}

// The library keeps weights as gathered, and brings them nearer to even ones where it uses them.
static double weight_at(const pl_body* body, const reference_volume* r, uint32_t i) {
    const pl_volume_unit* unit = &body->volume->units[r->unit_of[i]];
    double open = r->held[i] ? 0 : 1 - r->contact[i];
    double w = (double)body->volume->weight[body->surface->place_of[i]];
    return (double)unit->own * w + (double)unit->evening * open;
}

static void compare_places(const pl_body* body, const reference_volume* r, bool velocities,
                           difference* worst) {
    double speed = 0;
    for (uint32_t i = 0; i < r->count; ++i) speed = fmax(speed, kit_length(r->v[i]));
    for (uint32_t i = 0; i < r->count; ++i) {
        uint32_t at = body->surface->place_of[i];
        for (int k = 0; k < 3; ++k) {
            double x = fabs((double)body->x[k][at] - r->x[i][k]) / body->extent;
            double v = fabs((double)body->v[k][at] - r->v[i][k]) / speed;
            worse(&worst->position, x);
            if (velocities) worse(&worst->velocity, v);
        }
        double w = weight_at(body, r, i);
        worse(&worst->weight, fabs(w - r->weight[i]) / (1 + r->weight[i]));
    }
}

// V of the library's positions, in double and by triangles, and what the library says itself.
static void compare_volumes(const pl_body* body, reference_volume* r, difference* worst) {
    for (uint32_t i = 0; i < r->count; ++i)
        for (int k = 0; k < 3; ++k) r->moved[i][k] = (double)body->x[k][body->surface->place_of[i]];
    for (uint32_t u = 0; u < r->unit_count; ++u) {
        double size = fabs(r->units[u].rest), now = reference_volume_measure(r, r->moved, u);
        worse(&worst->volume, fabs(now - r->units[u].after) / size);
        worse(&worst->volume, fabs(body->volume->units[u].volume - r->units[u].after) / size);
        worse(&worst->slant, r->units[u].slant);
        worst->stretched += r->units[u].stretched;
        worse(&worst->straight, r->units[u].straight);
    }
}

// What a case is made of: one mesh serves all of a body's.
typedef struct kind {
    size_t body;
    const plump_mesh* mesh;
    plump_model model;
} kind;

static difference run_case(const kind* of, const setting* s, uint64_t* seed) {
    bool parts = bodies[of->body].parts;
    kit_scene scene = make_scene(of->mesh, s, parts, of->model, seed);
    pl_body* body = pl_world_find(scene.world, scene.body, NULL);
    pl_stage* stage = &scene.world->stage;
    difference worst = {0};
    deform(&scene, body, s, seed);
    touch(&scene, body, s);
    if (s->pins) hold(&scene, body);
    pl_stage_fill(stage, scene.world->bodies, scene.world->body_count);
    stage->step = stage->h = (float)H;
    find_goals(stage, body, s->apart);
    if (s->nearly) come_near(&scene, body);
    reference_volume* r = make_reference(&scene, body, s, parts);
    if (s->growing || s->bubble) start_growing(body, r, s->bubble ? 1.38 : 1.02);
    if (s->zones) add_zones(body, r);
    pl_volume_positions(stage);
    if (s->implicit) reference_volume_enforce(r);
    if (!s->alone) reference_volume_positions(r);
    compare_places(body, r, false, &worst);
    pl_volume_velocities(stage);
    if (!s->alone) reference_volume_velocities(r);
    compare_places(body, r, true, &worst);
    compare_volumes(body, r, &worst);
    reference_volume_destroy(r);
    kit_end(&scene);
    return worst;
}

static difference run_rounds(const kind* of, const setting* s, uint64_t* seed) {
    difference d = {0};
    for (int round = 0; round < (kit_long() ? 5 : 1); ++round) {
        difference one = run_case(of, s, seed);
        worse(&d.weight, one.weight);
        worse(&d.position, one.position);
        worse(&d.velocity, one.velocity);
        worse(&d.volume, one.volume);
        worse(&d.slant, one.slant);
        d.stretched += one.stretched;
        worse(&d.straight, one.straight);
    }
    return d;
}

// What a setting is there for has happened; a tetrahedron is too small for that.
static bool is_to_the_point(const kind* of, const setting* s, const difference* d) {
    bool goals = of->model == PLUMP_MODEL_SHAPE_MATCH;
    if (of->body == 0) return true;
    if (goals && s->apart > 0) return s->apart > 1.5 ? d->straight == 1 : d->straight > 0.1;
    return (!s->blots || d->slant > 2.5 || s->implicit) &&
           (!s->bubble || goals || d->stretched > 10);
}

static bool judge(const kind* of, const setting* s, uint64_t* seed) {
    difference d = run_rounds(of, s, seed);
    // velocities get what positions get, over h: the rounding of volumes with it
    double slack = s->slack > 0 ? s->slack : 1;
    bool good = d.weight <= (s->beta == 1 ? 3e-5 : 3e-6) && d.position <= slack * 3e-7 &&
                d.velocity <= slack * (s->implicit ? 1e-5 : 2e-6) && d.volume <= 1e-6 &&
                is_to_the_point(of, s, &d);
    print_message("%-16s %-25s %.1e  %.1e  %.1e  %.1e  %.1e  %-4u %.2f%s\n", bodies[of->body].name,
                  s->name, d.weight, d.position, d.velocity, d.volume, d.slant, d.stretched,
                  d.straight, good ? "" : "  OUT OF BOUNDS");
    return good;
}

static void compare(plump_model model) {
    uint64_t seed = 11;
    int bad = 0;
    print_message("%-16s %-25s weight   position velocity volume   slant    stretched, straight\n",
                  "", "");
    for (size_t b = 0; b < BODIES; ++b) {
        plump_mesh* mesh = bodies[b].make();
        kind of = {b, mesh, model};
        for (size_t k = 0; k < SETTINGS; ++k) {
            bool has_part = model == PLUMP_MODEL_SHAPE_MATCH || !(settings[k].apart > 0);
            if (has_part) bad += !judge(&of, &settings[k], &seed);
        }
        plump_mesh_destroy(mesh);
    }
    if (bad) fail_msg("%d cases are out of bounds", bad);
}

static void springs_do_what_the_reference_does(void** state) {
    (void)state;
    compare(PLUMP_MODEL_MASS_SPRING);
}

static void regions_do_what_the_reference_does(void** state) {
    (void)state;
    compare(PLUMP_MODEL_SHAPE_MATCH);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(springs_do_what_the_reference_does),
        cmocka_unit_test(regions_do_what_the_reference_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
