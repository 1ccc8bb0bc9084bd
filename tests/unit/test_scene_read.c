// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What a scene file says arrives in the plan; what it leaves out has its default.
#define _XOPEN_SOURCE 700  // mkdtemp
#include "tests/unit/scene_kit.h"

#include "tests/unit/folder_kit.h"

#include <math.h>

#if defined(PLUMP_HAVE_JANSSON)

#include "io/json_tree.h"
#include "io/turn.h"

static void near3(const double* got, double x, double y, double z) {
    double want[3] = {x, y, z};
    for (int k = 0; k < 3; ++k) {
        if (!(fabs(got[k] - want[k]) < 1e-6)) fail_msg("[%d] is %g, not %g", k, got[k], want[k]);
    }
}

static void near3f(const float* got, double x, double y, double z) {
    double wide[3] = {(double)got[0], (double)got[1], (double)got[2]};
    near3(wide, x, y, z);
}

static void nearly(double got, double want) {
    if (!(fabs(got - want) <= 1e-6 * (1 + fabs(want)))) fail_msg("%g is not %g", got, want);
}

// --- the file ---

static void what_is_left_out_has_its_default(void** state) {
    (void)state;
    plump_scene* scene = scene_accept("{'bodies': [{'shape': 'sphere'}]}");
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    assert_string_equal(info.name, "scene");
    assert_string_equal(info.summary, "");
    nearly((double)info.dt, 0.01);
    assert_int_equal(info.substeps, 0);
    nearly(info.seconds, 5);
    nearly(info.frame_rate, 25);
    nearly(info.eye_azimuth, 35);
    nearly(info.eye_elevation, 20);
    nearly(info.field_of_view, 26);
    nearly(info.margin, 0.1);
    assert_int_equal(info.picture_width, 1280);
    assert_int_equal(info.picture_height, 960);
    assert_int_equal(info.background.r, 246);
    assert_int_equal(info.background.a, 255);
    assert_true(info.floor && !info.floor_given && !info.frame_given);
    assert_string_equal(info.colour_by, "body");
    assert_true(info.still_time < 0);
    assert_int_equal(info.body_count, 1);
    assert_int_equal(info.obstacle_count, 0);
    near3f(scene->plan.gravity, 0, -9.81, 0);
    assert_int_equal(scene->plan.substep_limit, 16);
    assert_int_equal(scene->plan.contact_capacity, 0);
    const pl_plan_body* body = &scene->plan.bodies[0];
    plump_body_def usual = plump_default_body_def();
    assert_int_equal(info.particle_count, plump_mesh_vertex_count(body->def.mesh));
    usual.mesh = body->def.mesh;
    assert_memory_equal(&body->def, &usual, sizeof usual);
    assert_string_equal(body->name, "sphere-0");
    plump_scene_destroy(scene);
}

static void what_the_file_says_of_the_run_is_kept(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(WITH(
        "'$schema': 'x', 'comment': 'y', 'name': 'n', 'summary': 's', 'dt': 0.02, 'substeps': "
        "3, 'substep_limit': 5, 'seconds': 2.5, 'seed': 9, 'gravity': [1, 2, 3], "
        "'contact_capacity': 77, 'camera': {'azimuth': 1, 'elevation': -2, 'field_of_view': 3, "
        "'margin': 0.2, 'frame': {'min': [-1, -2, -3], 'max': [4, 5, 6]}, 'background': "
        "'#01020304', 'floor': false, 'floor_height': -1.5}, 'output': {'frame_rate': 12.5, "
        "'width': 320, 'height': 200, 'colour_by': 'stress', 'still_time': 1.25}"));
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    assert_string_equal(info.name, "n");
    assert_string_equal(info.summary, "s");
    nearly((double)info.dt, 0.02);
    assert_int_equal(info.substeps, 3);
    nearly(info.seconds, 2.5);
    nearly(info.frame_rate, 12.5);
    nearly(info.eye_azimuth, 1);
    nearly(info.eye_elevation, -2);
    nearly(info.field_of_view, 3);
    nearly(info.margin, 0.2);
    assert_true(info.frame_given);
    near3(info.frame_min, -1, -2, -3);
    near3(info.frame_max, 4, 5, 6);
    assert_int_equal(info.background.b, 3);
    assert_int_equal(info.background.a, 4);
    assert_true(!info.floor && info.floor_given);
    nearly(info.floor_height, -1.5);
    assert_int_equal(info.picture_width, 320);
    assert_int_equal(info.picture_height, 200);
    assert_string_equal(info.colour_by, "stress");
    nearly(info.still_time, 1.25);
    near3f(scene->plan.gravity, 1, 2, 3);
    assert_int_equal(scene->plan.substep_limit, 5);
    assert_int_equal(scene->plan.contact_capacity, 77);
    plump_scene_destroy(scene);
}

// --- bodies ---

static void a_body_has_its_placement_and_fields(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(BALL(
        "'size': 0.5, 'name': 'b', 'model': 'bag', 'position': [1, 2, 3], 'rotation': {'axis': "
        "[0, 0, 2], 'degrees': 90}, 'scale': 2, 'velocity': [4, 5, 6], 'angular_velocity': "
        "[7, 8, 9], 'self_contact': true, 'volume': 'parts', 'matching': 'paper', 'omega': 4, "
        "'acceleration': [1, 0, -1], 'material': {'like': 'clay', 'density': 5}, 'friction': "
        "0.25, 'colour': '#0a0B0c'"));
    plump_scene_body body;
    assert_int_equal(plump_scene_get_body(scene, 0, &body), PLUMP_OK);
    assert_int_equal(plump_scene_get_body(scene, 1, &body), PLUMP_ERROR_ARGUMENT);
    assert_string_equal(body.name, "b");
    assert_string_equal(body.model, "bag");
    assert_int_equal(body.id.value, 0);
    assert_null(body.detail);
    assert_int_equal(body.colour.g, 11);
    const plump_body_def* def = &scene->plan.bodies[0].def;
    assert_ptr_equal(body.mesh, def->mesh);
    near3(def->position, 1, 2, 3);
    near3f(def->rotation, 0, 0, sqrt(0.5));
    nearly((double)def->rotation[3], sqrt(0.5));
    nearly((double)def->scale, 2);
    near3f(def->velocity, 4, 5, 6);
    near3f(def->angular_velocity, 7, 8, 9);
    near3f(def->acceleration, 1, 0, -1);
    assert_true(def->self_contact);
    assert_int_equal(def->volume, PLUMP_VOLUME_PARTS);
    assert_int_equal(def->matching, PLUMP_MATCHING_PAPER);
    assert_int_equal(def->omega, 4);
    nearly((double)def->density, 5);      // over the material it is like
    nearly((double)def->yield, 0.06);     // clay's own
    nearly((double)def->friction, 0.25);  // the body's over the material's
    const float* at = plump_mesh_positions(def->mesh);
    double most = 0;
    for (uint32_t i = 0; i < plump_mesh_vertex_count(def->mesh); ++i)
        most = fmax(most, fabs((double)at[3 * i]));
    assert_true(most <= 0.2501);
    plump_scene_destroy(scene);
}

static void materials_of_the_file_build_on_each_other(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        "{'materials': {'goo': {'like': 'jelly', 'frequency': 2}, 'slime': {'like': 'goo', "
        "'damping': 1}}, 'bodies': [{'shape': 'box', 'material': 'slime'}]}");
    const plump_body_def* def = &scene->plan.bodies[0].def;
    nearly((double)def->density, 1050);
    nearly((double)def->frequency, 2);
    nearly((double)def->damping, 1);
    plump_scene_destroy(scene);
}

static void a_grid_is_counted_layer_by_layer(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(BALL("'name': 'g', 'position': [10, 0, 0], 'count': 9, "
                                           "'grid': {'size': [2, 3, 2], 'spacing': [1, 2, 3]}"));
    assert_int_equal(scene->plan.body_count, 9);
    assert_int_equal(scene->plan.mesh_count, 1);
    near3(scene->plan.bodies[0].def.position, 9.5, 0, -1.5);
    near3(scene->plan.bodies[1].def.position, 10.5, 0, -1.5);
    near3(scene->plan.bodies[2].def.position, 9.5, 0, 1.5);
    near3(scene->plan.bodies[8].def.position, 9.5, 4, -1.5);
    assert_string_equal(scene->plan.bodies[8].name, "g.8");
    plump_scene_destroy(scene);
}

static double distance(const plump_body_def* a, const plump_body_def* b) {
    double square = 0;
    for (int k = 0; k < 3; ++k) square += pow(a->position[k] - b->position[k], 2);
    return sqrt(square);
}

static void bodies_at_random_do_not_overlap(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        "{'bodies': [{'shape': 'sphere', 'vertices': 42, 'size': 0.5, 'count': 60, 'position': [0, "
        "5, 0], 'random': {'min': [-2, -2, -2], 'max': [2, 2, 2]}}, {'shape': 'sphere', "
        "'vertices': "
        "42, 'scale': 0.6, 'count': 20, 'random': {'min': [-2, 3, -2], 'max': [2, 7, 2], "
        "'random_rotation': false}}]}");
    const pl_plan* plan = &scene->plan;
    assert_int_equal(plan->body_count, 80);
    for (uint32_t i = 0; i < 80; ++i) {
        const plump_body_def* def = &plan->bodies[i].def;
        double length = 0;
        for (int k = 0; k < 4; ++k) length += (double)(def->rotation[k] * def->rotation[k]);
        nearly(length, 1);
        assert_true((i < 60) == (fabsf(def->rotation[3]) < 0.9999999f));
        assert_true(def->position[1] >= 3 && def->position[1] <= 7);
        for (uint32_t j = 0; j < i; ++j) {
            double apart = (i < 60 ? 0.25 : 0.3) + (j < 60 ? 0.25 : 0.3);
            assert_true(distance(def, &plan->bodies[j].def) >= apart - 1e-6);
        }
    }
    plump_scene_destroy(scene);
}

// The same on every machine, so the numbers can stand here.
static void a_seed_gives_the_same_places(void** state) {
    (void)state;
    static const char text[] = BALL("'count': 5, 'random': {'min': [-9, 0, -9], 'max': [9, 9, 9]}");
    plump_scene *a = scene_accept(text), *b = scene_accept(text);
    const char* set = "seed=2";
    plump_scene_def def = plump_default_scene_def();
    def.sets = &set;
    def.set_count = 1;
    plump_scene* other = scene_accept_with(text, &def);
    for (uint32_t i = 0; i < 5; ++i) {
        assert_memory_equal(a->plan.bodies[i].def.position, b->plan.bodies[i].def.position, 24);
        assert_memory_equal(a->plan.bodies[i].def.rotation, b->plan.bodies[i].def.rotation, 16);
        assert_true(distance(&a->plan.bodies[i].def, &other->plan.bodies[i].def) > 0.01);
    }
    assert_true(a->plan.identity == b->plan.identity);
    assert_true(a->plan.identity != other->plan.identity);
    static const double position[3] = {-5.5964985246582861, 7.6258483237389907, 5.0044886973942067};
    static const float rotation[4] = {-0.114268079f, -0.77997905f, -0.123210132f, 0.602822304f};
    assert_memory_equal(a->plan.bodies[4].def.position, position, sizeof position);
    assert_memory_equal(a->plan.bodies[4].def.rotation, rotation, sizeof rotation);
    plump_scene_destroy(a);
    plump_scene_destroy(b);
    plump_scene_destroy(other);
}

static void jitter_moves_each_a_little(void** state) {
    (void)state;
    plump_scene* scene =
        scene_accept(BALL("'grid': {'size': [5, 1, 1], 'spacing': [2, 1, 1], 'jitter': 0.25, "
                          "'random_rotation': true, 'seed': 3}"));
    for (uint32_t i = 0; i < 5; ++i) {
        const plump_body_def* def = &scene->plan.bodies[i].def;
        double off[3] = {def->position[0] - (2.0 * i - 4), def->position[1], def->position[2]};
        for (int k = 0; k < 3; ++k) assert_true(off[k] != 0 && fabs(off[k]) <= 0.25);
        assert_true(fabsf(def->rotation[3]) < 0.9999f);
    }
    plump_scene_destroy(scene);
}

// --- vertices ---

static double height(const plump_mesh* mesh, uint32_t vertex) {
    double origin[3];
    plump_mesh_origin(mesh, origin);
    return origin[1] + (double)plump_mesh_positions(mesh)[3 * (size_t)vertex + 1];
}

static void pins_hold_what_is_selected(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(BALL(
        "'scale': 3, 'pins': [{'where': {'above': {'axis': 'y', 'value': 0.3}}, 'until': 2}, "
        "{'where': {'below': {'axis': 'y', 'value': -0.3}}, 'motion': {'smooth': true, 'loop': "
        "true, 'axis': [0, 0, 3], 'pivot': [1, 2, 3], 'keys': [{'time': 1, 'move': [1, 0, 0]}, "
        "{'time': 2, 'degrees': 500}, {'time': 4, 'move': [2, 0, 0]}]}}, {'where': 'all'}, "
        "{'where': {'nearest': [0, 9, 0]}}, {'where': {'vertices': [3, 1, 3]}}, {'where': "
        "{'box': {'min': [-1, 0.3, -1], 'max': [1, 1, 1]}}}, {'where': {'sphere': {'centre': "
        "[0, 0.5, 0], 'radius': 0.1, 'falloff': 9}}}]"));
    const pl_plan_group* group = &scene->plan.groups[0];
    const plump_mesh* mesh = scene->plan.bodies[0].def.mesh;
    assert_int_equal(group->pin_count, 7);
    const pl_plan_pin* pin = group->pins;
    uint32_t above = 0;
    for (uint32_t i = 0; i < 42; ++i) above += height(mesh, i) >= 0.3;
    assert_int_equal(pin[0].vertex_count, above);
    assert_true(above > 2 && above < 15);
    for (uint32_t i = 0; i < above; ++i) assert_true(height(mesh, pin[0].vertices[i]) >= 0.3);
    nearly(pin[0].until, 2);
    assert_int_equal(pin[0].motion.count, 0);
    assert_true(pin[1].until == HUGE_VAL);
    for (uint32_t i = 0; i < pin[1].vertex_count; ++i)
        assert_true(height(mesh, pin[1].vertices[i]) <= -0.3);
    const pl_plan_motion* motion = &pin[1].motion;
    assert_true(motion->smooth && motion->loop && motion->turns);
    near3(motion->axis, 0, 0, 1);
    near3(motion->pivot, 1, 2, 3);
    assert_int_equal(motion->count, 3);
    near3(motion->keys[1].position, 1, 0, 0);  // as in the key before
    nearly(motion->keys[2].degrees, 500);
    near3(motion->keys[2].position, 2, 0, 0);
    nearly(motion->keys[2].time, 4);
    assert_int_equal(pin[2].vertex_count, 42);
    assert_int_equal(pin[3].vertex_count, 1);
    assert_true(height(mesh, pin[3].vertices[0]) > 0.49);
    assert_int_equal(pin[4].vertex_count, 2);
    assert_int_equal(pin[5].vertex_count, above);
    assert_int_equal(pin[6].vertex_count, 1);
    plump_scene_destroy(scene);
}

static void paint_covers_and_fades(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(BALL(
        "'paint': [{'field': 'stiffness', 'value': 0.5, 'where': 'all'}, {'field': 'stiffness', "
        "'value': 0, 'where': {'sphere': {'centre': [0, 0.5, 0], 'radius': 0.1, 'falloff': "
        "0.5}}}, {'field': 'mass', 'value': 3, 'where': {'above': {'axis': 'y', 'value': 0}}}]"));
    const plump_body_def* def = &scene->plan.bodies[0].def;
    assert_null(def->vertex_volume);
    bool faded = false;
    for (uint32_t i = 0; i < 42; ++i) {
        float stiffness = def->vertex_stiffness[i];
        assert_true(stiffness >= 0 && stiffness <= 0.5f);
        if (height(def->mesh, i) > 0.49) assert_true(stiffness == 0);
        if (height(def->mesh, i) < -0.4) assert_true(stiffness == 0.5f);
        faded |= stiffness > 0.01f && stiffness < 0.49f;
        assert_true(def->vertex_mass[i] == (height(def->mesh, i) >= 0 ? 3.0f : 1.0f));
    }
    assert_true(faded);
    plump_scene_destroy(scene);
}

// --- obstacles and ties ---

static void obstacles_have_their_sizes_and_motion(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(WITH(
        "'obstacles': [{'shape': 'plane'}, {'shape': 'capsule', 'radius': 2, 'half_height': 3, "
        "'hollow': true, 'friction': 0.1, 'friction_static': 0.2, 'restitution': 0.3, 'margin': "
        "0.4, "
        "'category': 5, 'collides_with': 6, 'position': [1, 2, 3], 'rotation': [0, 2, 0, 0], "
        "'colour': '#010203', 'visible': false, 'name': 'c', 'motion': {'keys': [{'time': 0}, "
        "{'time': 1, 'position': [4, 5, 6]}, {'time': 2, 'rotation': {'axis': [1, 0, 0], "
        "'degrees': "
        "180}}]}}, {'shape': 'box', 'half_size': [1, 2, 3]}, {'shape': 'hull', 'points': [[0, 0, "
        "0], "
        "[1, 0, 0], [0, 1, 0], [0, 0, 1]], 'scale': 2}, {'shape': 'mesh', 'built_in': 'torus', "
        "'vertices': 200}, {'shape': 'sheet', 'points': [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "
        "'triangles': [[0, 1, 2]]}, {'shape': 'sheet', 'built_in': 'sphere', 'vertices': 42}, "
        "{'shape': 'sphere'}, {'shape': 'cylinder'}]"));
    plump_scene_obstacle o;
    assert_int_equal(scene->plan.obstacle_count, 9);
    assert_int_equal(plump_scene_get_obstacle(scene, 9, &o), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_scene_get_obstacle(scene, 0, &o), PLUMP_OK);
    plump_obstacle_def usual = plump_default_obstacle_def();
    assert_memory_equal(&o.def, &usual, sizeof usual);
    assert_true(o.visible);
    assert_string_equal(o.name, "plane-0");
    assert_int_equal(plump_scene_get_obstacle(scene, 1, &o), PLUMP_OK);
    assert_int_equal(o.def.shape, PLUMP_OBSTACLE_CAPSULE);
    assert_true(o.def.radius == 2 && o.def.half_height == 3 && o.def.hollow && !o.visible);
    assert_true(o.def.friction == 0.1f && o.def.friction_static == 0.2f);
    assert_true(o.def.restitution == 0.3f && o.def.margin == 0.4f);
    assert_true(o.def.category == 5 && o.def.collides_with == 6 && o.colour.b == 3);
    near3f(o.def.rotation, 0, 1, 0);
    const pl_plan_motion* motion = &scene->plan.obstacles[1].motion;
    assert_int_equal(motion->count, 3);
    assert_false(motion->turns);
    near3(motion->keys[0].position, 1, 2, 3);
    near3f(motion->keys[1].rotation, 0, 1, 0);
    near3(motion->keys[2].position, 4, 5, 6);
    near3f(motion->keys[2].rotation, 1, 0, 0);
    near3f(scene->plan.obstacles[2].def.half_size, 1, 2, 3);
    assert_int_equal(scene->plan.obstacles[3].def.point_count, 4);
    assert_non_null(scene->plan.obstacles[4].def.mesh);
    assert_int_equal(scene->plan.obstacles[5].def.triangle_count, 1);
    assert_int_equal(scene->plan.obstacles[6].def.point_count, 42);
    assert_int_equal(scene->plan.obstacles[6].def.triangle_count, 80);
    plump_scene_destroy(scene);
}

static void attachments_know_whom_they_tie(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        "{'bodies': [{'shape': 'sphere', 'vertices': 42, 'name': 'a', 'grid': {'size': [2, 1, 1], "
        "'spacing': [2, 0, 0]}}, {'shape': 'sphere', 'vertices': 42, 'name': 'b', 'position': [0, "
        "1, "
        "0], 'rotation': {'axis': [0, 0, 1], 'degrees': 90}}], 'obstacles': [{'shape': 'plane', "
        "'name': 'p'}], 'attachments': [{'body': 'b', 'where': {'nearest': [-9, 0, 0]}, 'other': "
        "'a.1', 'stiffness': 3, 'breaking_force': 4, 'damping': 6, 'radius': 0.25, 'other_radius': "
        "0.5, "
        "'until': 5, 'name': 't'}, {'body': 'a', "
        "'where': {'nearest': [0, 9, 0]}, 'obstacle': 'p'}, {'body': 'a.0', 'where': 'all', "
        "'motion': {'keys': [{'time': 3, 'move': [1, 1, 1]}]}}]}");
    const pl_plan_attachment* tie = scene->plan.attachments;
    assert_int_equal(scene->plan.attachment_count, 3);
    assert_int_equal(tie[0].who.first, 2);
    assert_int_equal(tie[0].who.count, 1);
    assert_int_equal(tie[0].other, 1);
    assert_int_equal(tie[0].obstacle, PL_PLAN_NONE);
    assert_true(tie[0].stiffness == 3 && tie[0].breaking_force == 4 && tie[0].until == 5);
    assert_true(tie[0].damping == 6 && tie[0].radius == 0.25f && tie[0].other_radius == 0.5f);
    assert_string_equal(tie[0].name, "t");
    // the vertex at -x of b lies below its middle, at (0, 0.5, 0): nearest is a vertex of a.1,
    // which is at x = 1, on its -x side
    const plump_mesh* mesh = scene->plan.bodies[1].def.mesh;
    assert_true(plump_mesh_positions(mesh)[3 * (size_t)tie[0].other_vertices[0]] < 0);
    assert_int_equal(tie[1].who.count, 2);
    assert_int_equal(tie[1].obstacle, 0);
    assert_int_equal(tie[1].other, PL_PLAN_NONE);
    assert_true(tie[1].until == HUGE_VAL);
    assert_int_equal(tie[2].who.count, 1);
    assert_int_equal(tie[2].vertex_count, 42);
    assert_int_equal(tie[2].motion.count, 1);
    plump_scene_destroy(scene);
}

// --- forces and events ---

static void fields_have_curves_and_bodies(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        "{'bodies': [{'shape': 'box', 'name': 'a'}, {'shape': 'box', 'name': 'b', 'position': [5, "
        "0, "
        "0]}, {'shape': 'box', 'name': 'c', 'position': [9, 0, 0]}], 'fields': [{'kind': "
        "'gravity', "
        "'strength': 3}, {'kind': 'wind', 'direction': [0, 0, 5], 'strength': {'keys': [[0, 1], "
        "[2, "
        "-3]], 'smooth': true, 'loop': true}, 'box': {'min': [0, 0, 0], 'max': [1, 2, 3]}, 'from': "
        "1, "
        "'until': 2, 'bodies': ['c', 'a', 'b', 'c']}, {'kind': 'point', 'strength': -2, 'centre': "
        "[1, 2, 3], 'radius': 4, 'bodies': 'b'}, {'kind': 'vortex', 'strength': 1}]}");
    const pl_plan_field* f = scene->plan.fields;
    assert_int_equal(scene->plan.field_count, 4);
    assert_int_equal(f[0].kind, PL_PLAN_GRAVITY);
    near3(f[0].direction, 0, -1, 0);
    assert_true(f[0].strength.count == 1 && f[0].strength.values[0] == 3);
    assert_true(f[0].until == HUGE_VAL);
    assert_int_equal(f[1].kind, PL_PLAN_WIND);
    near3(f[1].direction, 0, 0, 1);
    assert_true(f[1].strength.smooth && f[1].strength.loop && f[1].strength.count == 2);
    assert_true(f[1].strength.times[1] == 2 && f[1].strength.values[1] == -3);
    assert_true(f[1].box_given && f[1].from == 1 && f[1].until == 2);
    near3(f[1].box_max, 1, 2, 3);
    assert_int_equal(f[1].who.count, 1);  // all in one range
    assert_int_equal(f[1].who.ranges[0].count, 3);
    assert_true(f[2].kind == PL_PLAN_POINT && f[2].radius == 4 && !f[2].box_given);
    near3(f[2].centre, 1, 2, 3);
    assert_int_equal(f[2].who.ranges[0].first, 1);
    assert_int_equal(f[2].who.ranges[0].count, 1);
    near3(f[3].direction, 0, 1, 0);
    assert_int_equal(f[3].who.ranges[0].count, 3);
    plump_scene_destroy(scene);
}

static void events_are_sorted_by_time(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(WITH(
        "'events': [{'time': 2, 'do': 'remove'}, {'time': 1, 'do': 'set', 'values': "
        "{'volume_scale': "
        "2, 'acceleration': [1, 2, 3], 'volume': 'free', 'self_contact': true}}, {'time': 1, 'do': "
        "'impulse', 'impulse': [4, 5, 6]}, {'time': 0, 'do': 'release', 'what': 'pins'}, {'time': "
        "2, "
        "'do': 'release', 'what': 'attachments'}, {'time': 3, 'do': 'disable'}, {'time': 4, 'do': "
        "'enable', 'bodies': 'sphere-0'}]"));
    const pl_plan_event* e = scene->plan.events;
    assert_int_equal(scene->plan.event_count, 7);
    assert_true(e[0].kind == PL_PLAN_RELEASE && e[0].pins && !e[0].attachments);
    assert_int_equal(e[1].kind, PL_PLAN_SET);
    assert_int_equal(e[1].set_count, 6);
    assert_string_equal(e[1].sets[1].field, "acceleration.x");
    assert_true(e[1].sets[3].value == 3 && e[1].sets[4].value == PLUMP_VOLUME_FREE);
    assert_int_equal(e[2].kind, PL_PLAN_IMPULSE);
    near3f(e[2].impulse, 4, 5, 6);
    assert_int_equal(e[3].kind, PL_PLAN_REMOVE);
    assert_true(e[4].kind == PL_PLAN_RELEASE && !e[4].pins && e[4].attachments);
    assert_true(e[5].kind == PL_PLAN_DISABLE && e[6].kind == PL_PLAN_ENABLE);
    plump_scene_destroy(scene);
}

// --- sets, files, memory ---

static void sets_change_and_add(void** state) {
    (void)state;
    const char* sets[] = {"bodies.0.material.frequency=5",
                          "bodies.ball.scale=2",
                          "name=hi",
                          "obstacles.0.shape=plane",
                          "gravity=[0, 0, 0]",
                          "gravity.1=-1",
                          "events=[{\"time\": 1, \"do\": \"release\"}]"};
    plump_scene_def def = plump_default_scene_def();
    def.sets = sets;
    def.set_count = 7;
    plump_scene* scene = scene_accept_with(BALL("'name': 'ball', 'material': 'gummy'"), &def);
    nearly((double)scene->plan.bodies[0].def.frequency, 5);
    nearly((double)scene->plan.bodies[0].def.density, 1300);
    nearly((double)scene->plan.bodies[0].def.scale, 2);
    assert_string_equal(scene->plan.info.name, "hi");
    assert_int_equal(scene->plan.obstacle_count, 1);
    assert_int_equal(scene->plan.event_count, 1);
    near3f(scene->plan.gravity, 0, -1, 0);
    plump_scene_destroy(scene);
}

static void write_ball(const char* name) {
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_SPHERE);
    plump_mesh* mesh = NULL;
    plump_error error;
    shape.vertex_count = 42;
    assert_int_equal(plump_shape_create(&shape, &mesh, &error), PLUMP_OK);
    plump_triangles triangles = plump_mesh_triangles(mesh);
    assert_int_equal(plump_file_write(path_of(name), &triangles, NULL, &error), PLUMP_OK);
    plump_mesh_destroy(mesh);
}

static const char with_files[] =
    "{\"bodies\": [{\"mesh\": \"ball.obj\", \"detail\": {\"mesh\": \"ball.obj\"}}, "
    "{\"mesh\": \"ball.obj\", \"position\": [3, 0, 0], \"detail\": {\"shape\": \"sphere\"}}], "
    "\"obstacles\": [{\"shape\": \"sheet\", \"mesh\": \"ball.obj\"}, {\"shape\": \"hull\", "
    "\"mesh\": \"ball.obj\"}, {\"shape\": \"mesh\", \"mesh\": \"ball.obj\"}]}";

static void files_are_found_beside_the_scene_and_read_once(void** state) {
    (void)state;
    plump_error error;
    plump_scene* scene = NULL;
    write_ball("ball.obj");
    assert_int_equal(
        plump_file_write_bytes(path_of("s.json"), with_files, sizeof with_files - 1, &error), 0);
    if (plump_scene_read(path_of("s.json"), NULL, &scene, &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    const pl_plan* plan = &scene->plan;
    assert_string_equal(plan->info.name, "s");
    assert_string_equal(plan->bodies[0].name, "ball-0");
    assert_string_equal(plan->bodies[1].name, "ball-1");
    assert_ptr_equal(plan->bodies[0].def.mesh, plan->bodies[1].def.mesh);
    assert_ptr_equal(plan->obstacles[2].def.mesh, plan->bodies[0].def.mesh);
    assert_int_equal(plan->mesh_count, 2);
    assert_int_equal(scene->soup_count, 1);
    assert_int_equal(plan->groups[0].detail.vertex_count, 42);
    assert_true(plan->groups[1].detail.vertex_count > 42);
    assert_int_equal(plan->obstacles[0].def.triangle_count, 80);
    assert_int_equal(plan->obstacles[1].def.point_count, 42);
    plump_scene_destroy(scene);
    // from elsewhere only with leave
    char text[400];
    plump_scene_def def = plump_default_scene_def();
    snprintf(text, sizeof text, "{'bodies': [{'mesh': '%s'}]}", path_of("ball.obj"));
    def.allow_outside = true;
    plump_scene_destroy(scene_accept_with(text, &def));
    unlink(path_of("ball.obj"));
    unlink(path_of("s.json"));
}

static const char for_memory[] =
    "{'materials': {'goo': {'like': 'jelly'}}, 'bodies': [{'name': 'a', 'shape': 'sphere', "
    "'vertices': 12, 'material': 'goo', 'count': 3, 'random': {'min': [-3, 0, -3], 'max': [3, 3, "
    "3]}, 'pins': [{'where': 'all', 'motion': {'keys': [{'time': 0, 'degrees': 3}]}}], 'paint': "
    "[{'field': 'mass', 'value': 2, 'where': 'all'}], 'detail': {'shape': 'sphere', 'vertices': "
    "42}}, {'shape': 'sphere', 'vertices': 12}], 'obstacles': [{'shape': 'hull', 'points': [[0, 0, "
    "0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, {'shape': 'sheet', 'built_in': 'sphere', 'vertices': "
    "12}], 'attachments': [{'body': 'a', 'where': 'all', 'other': 'sphere-1'}], 'fields': "
    "[{'kind': "
    "'wind', 'strength': 1}], 'events': [{'time': 1, 'do': 'set', 'values': {'yield': 1}}, "
    "{'time': "
    "0, 'do': 'release'}]}";

static void every_allocation_may_fail(void** state) {
    (void)state;
    const char* set = "dt=0.02";
    for (long fail_at = 1;; ++fail_at) {
        memory_kit memory = {.fail_at = fail_at};
        plump_scene_def def = plump_default_scene_def();
        plump_scene* scene = NULL;
        plump_error error = {PLUMP_OK, ""};
        def.allocator = memory_kit_hooks(&memory);
        def.sets = &set;
        def.set_count = 1;
        plump_result result = scene_read(for_memory, "x", &def, &scene, &error);
        bool is_last = memory.calls < fail_at;
        if (result == PLUMP_OK) {
            plump_scene_destroy(scene);
        } else {
            assert_null(scene);
            assert_int_equal(result, PLUMP_ERROR_MEMORY);
            assert_true(strlen(error.text) > 10);
        }
        assert_int_equal(memory.blocks, 0);
        if (is_last) {
            assert_int_equal(result, PLUMP_OK);
            assert_true(fail_at > 100);
            return;
        }
    }
}

static long parser_calls, parser_fail_at, parser_blocks;

static void* parser_take(size_t size) {
    if (++parser_calls == parser_fail_at) return NULL;
    parser_blocks++;
    return malloc(size);
}

static void parser_give(void* block) {
    if (block) parser_blocks--;
    free(block);
}

// The parser has no hooks per object, but its memory may end as well. It calls some of its own
// failures bad syntax, and a text that is no JSON anyway is none then either.
static void every_allocation_of_the_parser_may_fail(void** state) {
    (void)state;
    const char* sets[] = {"dt=0.02", "name=a name", "bodies.1.material.like=clay"};
    plump_scene_def def = plump_default_scene_def();
    def.sets = sets;
    def.set_count = 3;
    json_set_alloc_funcs(parser_take, parser_give);
    for (parser_fail_at = 1;; ++parser_fail_at) {
        plump_scene* scene = NULL;
        plump_error error = {PLUMP_OK, ""};
        parser_calls = 0;
        plump_result result = scene_read(for_memory, "x", &def, &scene, &error);
        if (result == PLUMP_OK) {
            assert_true(scene->plan.info.dt == 0.02f);
            assert_string_equal(scene->plan.info.name, "a name");
            nearly((double)scene->plan.bodies[3].def.density, 1800);
        } else {
            assert_null(scene);
            assert_true(strlen(error.text) > 10);
        }
        plump_scene_destroy(scene);
        assert_int_equal(parser_blocks, 0);
        if (parser_calls < parser_fail_at) break;
    }
    assert_true(parser_fail_at > 300);
    json_set_alloc_funcs(malloc, free);
}

static void small_limits_hold(void** state) {
    (void)state;
    plump_scene_def def = plump_default_scene_def();
    plump_scene* scene = NULL;
    plump_error error;
    pl_plan_limits limits = {.bodies = 2, .vertices = 40, .obstacles = 1, .entries = 100};
    static const char text[] = "{\"bodies\": [{\"shape\": \"sphere\", \"vertices\": 42}]}";
    assert_int_equal(
        pl_scene_read_limited(text, sizeof text - 1, "x", &def, &limits, &scene, &error),
        PLUMP_ERROR_LIMIT);
    assert_string_equal(error.text, "x:1:13: bodies[0]: with this entry the bodies have 42 "
                                    "vertices; at most 40 are allowed");
    limits.vertices = 42;
    static const char solid[] =
        "{\"bodies\": [{\"shape\": \"sphere\", \"vertices\": 42}], "
        "\"obstacles\": [{\"shape\": \"mesh\", \"built_in\": \"box\", \"vertices\": 98}]}";
    assert_int_equal(
        pl_scene_read_limited(solid, sizeof solid - 1, "x", &def, &limits, &scene, &error),
        PLUMP_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "obstacles[0].built_in: with this mesh the scene's meshes "
                                       "have more than 42 vertices"));
    assert_int_equal(
        pl_scene_read_limited(text, sizeof text - 1, "x", &def, &limits, &scene, &error), PLUMP_OK);
    plump_scene_destroy(scene);
    plump_scene_destroy(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_out_has_its_default),
        cmocka_unit_test(what_the_file_says_of_the_run_is_kept),
        cmocka_unit_test(a_body_has_its_placement_and_fields),
        cmocka_unit_test(materials_of_the_file_build_on_each_other),
        cmocka_unit_test(a_grid_is_counted_layer_by_layer),
        cmocka_unit_test(bodies_at_random_do_not_overlap),
        cmocka_unit_test(a_seed_gives_the_same_places),
        cmocka_unit_test(jitter_moves_each_a_little),
        cmocka_unit_test(pins_hold_what_is_selected),
        cmocka_unit_test(paint_covers_and_fades),
        cmocka_unit_test(obstacles_have_their_sizes_and_motion),
        cmocka_unit_test(attachments_know_whom_they_tie),
        cmocka_unit_test(fields_have_curves_and_bodies),
        cmocka_unit_test(events_are_sorted_by_time),
        cmocka_unit_test(sets_change_and_add),
        cmocka_unit_test(files_are_found_beside_the_scene_and_read_once),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(every_allocation_of_the_parser_may_fail),
        cmocka_unit_test(small_limits_hold),
    };
    return cmocka_run_group_tests_name("scene_read", tests, make_folder, remove_folder);
}

#else

int main(void) {
    return 0;  // tests/reject/test_reject_scenes.c has what this build says
}

#endif
