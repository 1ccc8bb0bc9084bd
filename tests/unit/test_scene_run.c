// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A scene that runs: motions, pins, ties, fields and events act when and as the file says, and the
// same scene gives the same bits whenever it is begun again, resumed, or given other threads.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/memory_kit.h"

#include <plump/scene.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static plump_error error;

#define OK(call) assert_ok((call), __LINE__)

static void assert_ok(plump_result result, int line) {
    if (result != PLUMP_OK) print_error("line %d: %s\n", line, error.text);
    assert_int_equal(result, PLUMP_OK);
}

static plump_scene* read_with(const char* text, const plump_scene_def* def) {
    plump_scene* scene = NULL;
    OK(plump_scene_read_memory(text, strlen(text), "test.json", def, &scene, &error));
    return scene;
}

static plump_scene* begin(const char* text) {
    plump_scene_def def = plump_default_scene_def();
    def.worker_count = 1;
    plump_scene* scene = read_with(text, &def);
    OK(plump_scene_start(scene, &error));
    return scene;
}

static void steps(plump_scene* scene, int count) {
    for (int i = 0; i < count; ++i) OK(plump_scene_step(scene, &error));
}

static uint64_t hash(const plump_scene* scene) {
    return plump_world_hash(plump_scene_world(scene));
}

static plump_body_info describe(const plump_scene* scene, uint32_t index) {
    plump_scene_body body;
    plump_body_info info;
    OK(plump_scene_get_body(scene, index, &body));
    OK(plump_body_describe(plump_scene_world(scene), body.id, &info, &error));
    return info;
}

static plump_obstacle_info obstacle_info(const plump_scene* scene, uint32_t index) {
    plump_scene_obstacle obstacle;
    plump_obstacle_info info;
    OK(plump_scene_get_obstacle(scene, index, &obstacle));
    OK(plump_obstacle_get_info(plump_scene_world(scene), obstacle.id, &info, &error));
    return info;
}

static void near_to(double value, double wanted, double tolerance) {
    if (fabs(value - wanted) > tolerance)
        print_error("%.9g is not within %g of %.9g\n", value, tolerance, wanted);
    assert_true(fabs(value - wanted) <= tolerance);
}

// Where a vertex is.
static void vertex_at(const plump_scene* scene, uint32_t index, uint32_t vertex, double x[3]) {
    plump_scene_body body;
    plump_body_view view;
    OK(plump_scene_get_body(scene, index, &body));
    OK(plump_body_lend(plump_scene_world(scene), body.id, &view, &error));
    uint32_t place = view.place_of[vertex];
    x[0] = view.origin[0] + (double)view.x[place];
    x[1] = view.origin[1] + (double)view.y[place];
    x[2] = view.origin[2] + (double)view.z[place];
}

// Everything at once, for tests of sameness: motions, pins that end, ties, fields, every event.
#define BUSY_SECONDS 0.5
static const char BUSY[] =
    "{\"dt\": 0.01, \"seconds\": 0.5, \"seed\": 7,\n"
    " \"bodies\": [\n"
    "  {\"name\": \"ball\", \"shape\": \"sphere\", \"vertices\": 42, \"size\": 0.2,\n"
    "   \"material\": {\"frequency\": 8}, \"count\": 3,\n"
    "   \"random\": {\"min\": [-0.3, 0.2, -0.3], \"max\": [0.3, 0.6, 0.3]}},\n"
    "  {\"name\": \"bar\", \"shape\": \"bar\", \"vertices\": 98, \"size\": 0.5,\n"
    "   \"position\": [0, 1, 0], \"pins\": [\n"
    "    {\"where\": {\"below\": {\"axis\": \"x\", \"value\": -0.2}}, \"until\": 0.3},\n"
    "    {\"where\": {\"above\": {\"axis\": \"x\", \"value\": 0.2}},\n"
    "     \"motion\": {\"axis\": [1, 0, 0], \"keys\": [{\"time\": 0, \"degrees\": 0},\n"
    "      {\"time\": 0.4, \"degrees\": 200, \"move\": [0, 0.1, 0]}]}}]}],\n"
    " \"obstacles\": [{\"shape\": \"plane\"},\n"
    "  {\"name\": \"box\", \"shape\": \"box\", \"half_size\": [0.3, 0.02, 0.3],\n"
    "   \"position\": [0, 0.05, 0], \"motion\": {\"smooth\": true, \"loop\": true, \"keys\": [\n"
    "    {\"time\": 0, \"degrees\": 0}, {\"time\": 0.15, \"degrees\": 20},\n"
    "    {\"time\": 0.3, \"degrees\": 0}]}}],\n"
    " \"attachments\": [\n"
    "  {\"body\": \"ball.0\", \"where\": {\"nearest\": [0, 1, 0]}, \"stiffness\": 50,\n"
    "   \"until\": 0.35, \"motion\": {\"keys\": [{\"time\": 0},\n"
    "    {\"time\": 0.3, \"move\": [0, 0.2, 0]}]}},\n"
    "  {\"body\": \"ball.1\", \"where\": {\"nearest\": [0, -1, 0]}, \"obstacle\": \"box\",\n"
    "   \"stiffness\": 20}],\n"
    " \"fields\": [\n"
    "  {\"kind\": \"wind\", \"direction\": [1, 0, 0], \"from\": 0.1, \"until\": 0.2,\n"
    "   \"strength\": {\"keys\": [[0.1, 0], [0.2, 5]]}},\n"
    "  {\"kind\": \"vortex\", \"direction\": [0, 1, 0], \"strength\": 3, \"radius\": 1}],\n"
    " \"events\": [\n"
    "  {\"time\": 0.05, \"do\": \"impulse\", \"bodies\": \"ball\", \"impulse\": [0, 1, 0]},\n"
    "  {\"time\": 0.1, \"do\": \"disable\", \"bodies\": \"ball.1\"},\n"
    "  {\"time\": 0.15, \"do\": \"set\", \"bodies\": \"ball.1\", \"values\": {\"frequency\": 9}},\n"
    "  {\"time\": 0.2, \"do\": \"remove\", \"bodies\": \"ball.2\"},\n"
    "  {\"time\": 0.25, \"do\": \"enable\", \"bodies\": \"ball.1\"},\n"
    "  {\"time\": 0.4, \"do\": \"release\", \"bodies\": \"bar\"}]}";
enum { BUSY_STEPS = 50 };

// --- motions ---

static const char MOVING[] =
    "{\"dt\": 0.00833333333, \"gravity\": [0, 0, 0],\n"
    " \"bodies\": [{\"shape\": \"sphere\", \"vertices\": 42}],\n"
    " \"obstacles\": [{\"shape\": \"sphere\", \"position\": [5, 0, 0], \"motion\": {\"keys\": [\n"
    "   {\"time\": 0.5, \"position\": [5, 1, 0]}, {\"time\": 1, \"position\": [6, 1, 0.125]},\n"
    "   {\"time\": 1.5, \"position\": [6, 7.3, 0]}]}},\n"
    "  {\"shape\": \"sphere\", \"position\": [-5, 0, 0], \"motion\": {\"loop\": true, \"keys\": [\n"
    "   {\"time\": 0, \"position\": [-5, 0, 0]}, {\"time\": 0.25, \"position\": [-6, 0, 0]},\n"
    "   {\"time\": 0.5, \"position\": [-5, 0, 0]}]}},\n"
    "  {\"shape\": \"box\", \"position\": [0, 9, 0], \"motion\": {\"axis\": [0, 0, 1], \"keys\": "
    "[\n"
    "   {\"time\": 0, \"degrees\": 0}, {\"time\": 1, \"degrees\": 450}]}}]}";

static void keys_are_met_exactly_at_their_times(void** state) {
    (void)state;
    plump_scene* scene = begin(MOVING);
    near_to(obstacle_info(scene, 0).position[1], 1, 0);  // before the first key: there
    steps(scene, 60);
    assert_true(obstacle_info(scene, 0).position[0] == 5);
    steps(scene, 30);
    near_to(obstacle_info(scene, 0).position[0], 5.5, 1e-6);
    steps(scene, 30);
    plump_obstacle_info info = obstacle_info(scene, 0);
    assert_true(info.position[0] == 6 && info.position[1] == 1 && info.position[2] == 0.125);
    steps(scene, 61);
    info = obstacle_info(scene, 0);
    assert_true(info.position[0] == 6 && info.position[1] == 7.3 && info.position[2] == 0);
    plump_scene_destroy(scene);
}

static void motions_loop_and_turn(void** state) {
    (void)state;
    plump_scene* scene = begin(MOVING);
    steps(scene, 30);
    assert_true(obstacle_info(scene, 1).position[0] == -6);
    steps(scene, 15 + 60);  // 0.875 s
    near_to(obstacle_info(scene, 1).position[0], -5.5, 1e-5);
    steps(scene, 15);  // 450 degrees are 90 and a turn
    float* q = obstacle_info(scene, 2).rotation;
    near_to(fabs((double)q[2]), sqrt(0.5), 1e-6);
    near_to(fabs((double)q[3]), sqrt(0.5), 1e-6);
    steps(scene, 30);
    plump_scene_destroy(scene);
}

static const char PINNED[] =
    "{\"dt\": 0.01, \"gravity\": [0, -9.81, 0],\n"
    " \"bodies\": [{\"shape\": \"box\", \"vertices\": 98, \"position\": [0, 3, 0],\n"
    "  \"rotation\": {\"axis\": [0, 0, 1], \"degrees\": 90}, \"material\": {\"frequency\": 20},\n"
    "  \"pins\": [{\"where\": {\"above\": {\"axis\": \"x\", \"value\": 0.49}}, \"until\": 0.8,\n"
    "   \"motion\": {\"pivot\": [0.5, 0, 0], \"axis\": [0, 1, 0],\n"
    "    \"keys\": [{\"time\": 0}, {\"time\": 0.5, \"move\": [0, 0, 1], \"degrees\": 90}]}}]}]}";

// The vertex of the mesh's corner (0.5, 0.5, 0.5), which the rotation brings to (-0.5, 0.5, 0.5).
static uint32_t find_corner(const plump_scene* scene) {
    plump_scene_body body;
    OK(plump_scene_get_body(scene, 0, &body));
    const float* p = plump_mesh_positions(body.mesh);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(body.mesh); ++i) {
        if (p[3 * i] > 0.49f && p[3 * i + 1] > 0.49f && p[3 * i + 2] > 0.49f) return i;
    }
    fail();
    return 0;
}

static void pins_move_and_turn_as_one_and_are_let_go_at_their_end(void** state) {
    (void)state;
    plump_scene* scene = begin(PINNED);
    uint32_t corner = find_corner(scene);
    double x[3];
    vertex_at(scene, 0, corner, x);
    near_to(x[0], -0.5, 1e-6), near_to(x[1], 3.5, 1e-6), near_to(x[2], 0.5, 1e-6);
    steps(scene, 50);
    // about the pivot, which lies at (0, 3.5, 0): (-0.5, 0, 0.5) turned by 90 degrees about y
    vertex_at(scene, 0, corner, x);
    near_to(x[0], 0.5, 1e-6), near_to(x[1], 3.5, 1e-6), near_to(x[2], 1.5, 1e-6);
    steps(scene, 30);
    vertex_at(scene, 0, corner, x);
    near_to(x[1], 3.5, 1e-6);
    steps(scene, 20);
    vertex_at(scene, 0, corner, x);
    near_to(x[1], 3.5 - 0.5 * 9.81 * 0.04, 0.05);
    plump_scene_destroy(scene);
}

// --- events ---

static void pins_whose_first_key_is_elsewhere_go_there_at_once(void** state) {
    (void)state;
    plump_scene* scene =
        begin("{\"dt\": 0.01, \"gravity\": [0, 0, 0], \"bodies\": [{\"shape\": \"sphere\", "
              "\"vertices\": 42, \"pins\": [{\"where\": \"all\", \"motion\": {\"keys\": "
              "[{\"time\": 0.5, \"move\": [0, 1, 0]}]}}]}]}");
    steps(scene, 1);
    near_to(describe(scene, 0).centre[1], 1, 1e-6);
    steps(scene, 9);
    near_to(describe(scene, 0).centre[1], 1, 1e-6);
    plump_scene_destroy(scene);
}

static const char PUSHED[] =
    "{\"dt\": 0.01, \"gravity\": [0, 0, 0],\n"
    " \"bodies\": [{\"name\": \"ball\", \"shape\": \"sphere\", \"vertices\": 42}],\n"
    " \"events\": [{\"time\": 0.1, \"do\": \"impulse\", \"impulse\": [100, 0, 0]},\n"
    "  {\"time\": 0.3, \"do\": \"set\", \"values\": {\"damping\": 0.7}},\n"
    "  {\"time\": 0.4, \"do\": \"remove\", \"bodies\": \"ball\"}]}";

static void events_act_once_at_their_time(void** state) {
    (void)state;
    plump_scene* scene = begin(PUSHED);
    double mass = describe(scene, 0).mass;
    steps(scene, 10);
    assert_true(fabs(describe(scene, 0).velocity[0]) < 1e-6);
    steps(scene, 1);
    near_to(describe(scene, 0).velocity[0], 100 / mass, 1e-5);
    steps(scene, 19);
    near_to(describe(scene, 0).velocity[0], 100 / mass, 1e-4);
    plump_scene_body body;
    OK(plump_scene_get_body(scene, 0, &body));
    near_to(plump_body_get(plump_scene_world(scene), body.id, "damping"), 0.05, 1e-6);
    steps(scene, 1);
    near_to(plump_body_get(plump_scene_world(scene), body.id, "damping"), 0.7, 1e-6);
    steps(scene, 10);
    OK(plump_scene_get_body(scene, 0, &body));
    assert_int_equal(body.id.value, 0);
    steps(scene, 5);
    plump_scene_destroy(scene);
}

static const char HANDLED[] =
    "{\"dt\": 0.01,\n"
    " \"bodies\": [{\"shape\": \"sphere\", \"vertices\": 42, \"position\": [0, 5, 0]}],\n"
    " \"events\": [{\"time\": 0, \"do\": \"take_out\"}, {\"time\": 0.1, \"do\": \"bring_in\"},\n"
    "  {\"time\": 0.3, \"do\": \"freeze\"}, {\"time\": 0.4, \"do\": \"unfreeze\"},\n"
    "  {\"time\": 0.6, \"do\": \"reset\"}]}";

static void bodies_are_taken_out_frozen_and_reset(void** state) {
    (void)state;
    plump_scene* scene = begin(HANDLED);
    steps(scene, 10);
    assert_true(describe(scene, 0).disabled);
    near_to(describe(scene, 0).centre[1], 5, 1e-6);
    steps(scene, 20);
    assert_false(describe(scene, 0).disabled);
    double height = describe(scene, 0).centre[1];
    near_to(height, 5 - 0.5 * 9.81 * 0.04, 0.02);
    steps(scene, 10);
    assert_true(describe(scene, 0).frozen);
    near_to(describe(scene, 0).centre[1], height, 1e-6);
    steps(scene, 20);
    near_to(describe(scene, 0).velocity[1], -9.81 * 0.4, 1e-2);  // it has gone on as it was
    steps(scene, 1);
    near_to(describe(scene, 0).centre[1], 5, 1e-2);
    near_to(describe(scene, 0).velocity[1], -9.81 * 0.01, 1e-3);
    plump_scene_destroy(scene);
}

static const char COLLAPSING[] =
    "{\"dt\": 0.00833333333,\n"
    " \"bodies\": [{\"shape\": \"sphere\", \"vertices\": 162, \"size\": 0.4,\n"
    "  \"position\": [0, 0.21, 0], \"material\": {\"frequency\": 16, \"damping\": 0.5}}],\n"
    " \"obstacles\": [{\"shape\": \"plane\"}],\n"
    " \"events\": [{\"time\": 0.2, \"do\": \"disable\"}, {\"time\": 1, \"do\": \"enable\"}]}";

static void a_disabled_body_falls_flat_and_recovers(void** state) {
    (void)state;
    plump_scene* scene = begin(COLLAPSING);
    steps(scene, 24);
    double height = describe(scene, 0).centre[1];
    assert_true(height > 0.18);
    steps(scene, 96);
    plump_body_info info = describe(scene, 0);
    assert_true(info.volume < 0.2 * info.rest_volume);
    assert_true(info.centre[1] < 0.05);
    steps(scene, 400);  // its frequency rises slowly
    info = describe(scene, 0);
    near_to(info.volume / info.rest_volume, 1, 1e-6);
    near_to(info.centre[1], height, 0.02);
    plump_scene_destroy(scene);
}

// --- fields ---

static const char WINDY[] =
    "{\"dt\": 0.01, \"gravity\": [0, -9.81, 0],\n"
    " \"bodies\": [\n"
    "  {\"name\": \"in\", \"shape\": \"sphere\", \"vertices\": 42, \"position\": [0, 0, 0]},\n"
    "  {\"name\": \"out\", \"shape\": \"sphere\", \"vertices\": 42, \"position\": [5, 0, 0]},\n"
    "  {\"name\": \"spun\", \"shape\": \"sphere\", \"vertices\": 42, \"position\": [0, 0, 20]},\n"
    "  {\"name\": \"drawn\", \"shape\": \"sphere\", \"vertices\": 42, \"position\": [0, 0, "
    "-20]}],\n"
    " \"fields\": [\n"
    "  {\"kind\": \"gravity\", \"direction\": [0, 0, 1], \"strength\": 0, \"until\": 0.5},\n"
    "  {\"kind\": \"wind\", \"direction\": [0, 2, 0], \"strength\": 4, \"until\": 0.5,\n"
    "   \"box\": {\"min\": [-2, -9, -2], \"max\": [2, 9, 2]}},\n"
    "  {\"kind\": \"vortex\", \"direction\": [0, 1, 0], \"centre\": [0, 0, 20], \"strength\": 2,\n"
    "   \"bodies\": \"spun\", \"until\": 0.5},\n"
    "  {\"kind\": \"point\", \"centre\": [3, 0, -20], \"strength\": 2, \"until\": 0.5,\n"
    "   \"bodies\": [\"drawn\", \"in\"], \"radius\": 6}]}";

static void fields_push_whom_they_reach_while_they_last(void** state) {
    (void)state;
    plump_scene* scene = begin(WINDY);
    steps(scene, 50);
    near_to(describe(scene, 0).velocity[1], 4 * 0.5, 1e-4);
    near_to(describe(scene, 1).velocity[1], 0, 1e-7);
    assert_true(describe(scene, 2).angular_velocity[1] > 0.5);
    near_to(describe(scene, 2).velocity[0], 0, 1e-3);
    double fall = (1 - 0.25) * (1 - 0.25);  // half-way to the radius
    near_to(describe(scene, 3).velocity[0], 2 * fall * 0.5, 0.1);
    steps(scene, 50);  // now gravity is the scene's, and the wind has ceased
    near_to(describe(scene, 0).velocity[1], 2 - 9.81 * 0.5, 1e-3);
    near_to(describe(scene, 1).velocity[1], -9.81 * 0.5, 1e-3);
    plump_scene_destroy(scene);
}

static void a_body_that_no_field_reaches_can_sleep(void** state) {
    (void)state;
    plump_scene* scene =
        begin("{\"dt\": 0.01, \"bodies\": [{\"shape\": \"box\", \"vertices\": 98, \"size\": 0.2,"
              "\"position\": [0, 0.101, 0], \"material\": {\"frequency\": 20, \"damping\": 1}}],"
              "\"obstacles\": [{\"shape\": \"plane\"}],"
              "\"fields\": [{\"kind\": \"point\", \"centre\": [9, 0, 0], \"strength\": 5,"
              "\"radius\": 2}]}");
    steps(scene, 300);
    assert_true(describe(scene, 0).asleep);
    plump_scene_destroy(scene);
}

// --- ties ---

static void ties_carry_bodies_along_and_end(void** state) {
    (void)state;
    plump_scene* scene = begin(
        "{\"dt\": 0.01, \"gravity\": [0, 0, 0], \"bodies\": [\n"
        " {\"name\": \"a\", \"shape\": \"sphere\", \"vertices\": 42},\n"
        " {\"name\": \"b\", \"shape\": \"sphere\", \"vertices\": 42, \"position\": [3, 0, 0]},\n"
        " {\"name\": \"c\", \"shape\": \"sphere\", \"vertices\": 42, \"position\": [3, 1.5, 0]}],\n"
        " \"obstacles\": [{\"name\": \"lift\", \"shape\": \"sphere\", \"radius\": 0.1,\n"
        "  \"position\": [0, 3, 0], \"rotation\": {\"axis\": [1, 2, 3], \"degrees\": 100},\n"
        "  \"motion\": {\"keys\": [{\"time\": 0}, {\"time\": 1, \"position\": [0, 4, 0]}]}}],\n"
        " \"attachments\": [{\"body\": \"a\", \"where\": \"all\", \"obstacle\": \"lift\"},\n"
        "  {\"body\": \"b\", \"where\": {\"nearest\": [0, 0, 1]}, \"until\": 1,\n"
        "   \"motion\": {\"keys\": [{\"time\": 0}, {\"time\": 1, \"move\": [0, 0, 0.5]}]}},\n"
        "  {\"body\": \"c\", \"where\": {\"nearest\": [0, -1, 0]}, \"other\": \"b\"}]}");
    assert_int_equal(plump_world_attachments(plump_scene_world(scene), NULL, 0), 44);
    near_to(describe(scene, 0).centre[1], 0, 1e-5);
    steps(scene, 100);
    near_to(describe(scene, 0).centre[1], 1, 1e-3);
    assert_true(describe(scene, 1).centre[2] > 0.2);
    steps(scene, 1);
    assert_int_equal(plump_world_attachments(plump_scene_world(scene), NULL, 0), 43);
    plump_scene_destroy(scene);
}

// --- the same bits ---

static void a_scene_begun_again_gives_the_same_bits(void** state) {
    (void)state;
    plump_scene* scene = begin(BUSY);
    uint64_t first = hash(scene);
    steps(scene, BUSY_STEPS);
    uint64_t last = hash(scene);
    assert_true(first != last);
    near_to(plump_scene_time(scene), BUSY_SECONDS, 1e-6);
    OK(plump_scene_start(scene, &error));
    assert_true(plump_scene_time(scene) == 0);
    assert_true(hash(scene) == first);
    steps(scene, BUSY_STEPS);
    assert_true(hash(scene) == last);
    plump_scene_destroy(scene);
}

static void threads_do_not_change_the_bits(void** state) {
    (void)state;
    uint64_t wanted = 0;
    for (uint32_t threads = 1; threads <= 4; ++threads) {
        plump_scene_def def = plump_default_scene_def();
        def.worker_count = threads;
        plump_scene* scene = read_with(BUSY, &def);
        OK(plump_scene_start(scene, &error));
        steps(scene, BUSY_STEPS);
        if (threads == 1) wanted = hash(scene);
        assert_true(hash(scene) == wanted);
        plump_scene_destroy(scene);
    }
}

static unsigned char* take_snapshot(const plump_scene* scene, size_t* size) {
    size_t capacity = plump_scene_snapshot_size(scene);
    unsigned char* bytes = malloc(capacity);
    assert_non_null(bytes);
    OK(plump_scene_snapshot(scene, bytes, capacity, size, &error));
    assert_true(*size == capacity);
    return bytes;
}

static void a_scene_resumed_at_any_step_gives_the_same_bits(void** state) {
    (void)state;
    plump_scene* whole = begin(BUSY);
    plump_scene* other = begin(BUSY);
    unsigned char* bytes[BUSY_STEPS + 1];
    size_t sizes[BUSY_STEPS + 1];
    for (int i = 0; i <= BUSY_STEPS; ++i) {
        bytes[i] = take_snapshot(whole, &sizes[i]);
        if (i < BUSY_STEPS) steps(whole, 1);
    }
    for (int i = 0; i <= BUSY_STEPS; ++i) {
        OK(plump_scene_restore(other, bytes[i], sizes[i], &error));
        near_to(plump_scene_time(other), i * 0.01, 1e-6);
        steps(other, BUSY_STEPS - i);
        if (hash(other) != hash(whole)) print_error("resumed at step %d\n", i);
        assert_true(hash(other) == hash(whole));
        free(bytes[i]);
    }
    plump_scene_destroy(whole);
    plump_scene_destroy(other);
}

static void expect_refused(plump_scene* scene, const void* bytes, size_t size, const char* text) {
    uint64_t before = hash(scene);
    double time = plump_scene_time(scene);
    assert_int_not_equal(plump_scene_restore(scene, bytes, size, &error), PLUMP_OK);
    if (!strstr(error.text, text)) print_error("no '%s' in: %s\n", text, error.text);
    assert_non_null(strstr(error.text, text));
    assert_true(hash(scene) == before && plump_scene_time(scene) == time);
}

static void a_wrong_snapshot_is_refused_and_changes_nothing(void** state) {
    (void)state;
    plump_scene* scene = begin(BUSY);
    plump_scene* stranger = begin(PUSHED);
    steps(scene, 7);
    size_t size;
    unsigned char* bytes = take_snapshot(scene, &size);
    expect_refused(stranger, bytes, size, "with other text or settings");
    expect_refused(scene, NULL, 0, "NULL");
    expect_refused(scene, "plumpscene", 10, "not the snapshot of a scene");
    steps(scene, 3);
    for (size_t cut = 0; cut < size; cut += cut < 100 ? 1 : 997)
        expect_refused(scene, bytes, cut, "");
    for (size_t at = 0; at < 48 * 8; ++at) {
        bytes[at / 8] ^= (unsigned char)(1u << (at % 8));
        expect_refused(scene, bytes, size, "");
        bytes[at / 8] ^= (unsigned char)(1u << (at % 8));
    }
    bytes[size - 5] ^= 4;
    expect_refused(scene, bytes, size, "");
    free(bytes);
    plump_scene_destroy(scene);
    plump_scene_destroy(stranger);
}

static void a_scene_that_was_not_started_says_so(void** state) {
    (void)state;
    plump_scene* scene = read_with(PUSHED, NULL);
    char room[8];
    assert_null(plump_scene_world(scene));
    assert_true(plump_scene_time(scene) == 0 && plump_scene_snapshot_size(scene) == 0);
    assert_int_equal(plump_scene_step(scene, &error), PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "plump_scene_start()"));
    assert_int_equal(plump_scene_snapshot(scene, room, 8, NULL, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_scene_restore(scene, room, 8, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_scene_start(NULL, &error), PLUMP_ERROR_ARGUMENT);
    OK(plump_scene_start(scene, &error));
    assert_int_equal(plump_scene_snapshot(scene, room, 8, NULL, &error), PLUMP_ERROR_ARGUMENT);
    assert_non_null(strstr(error.text, "needs"));
    plump_scene_destroy(scene);
}

static void a_start_without_memory_leaves_the_scene_as_it_was(void** state) {
    (void)state;
    memory_kit memory = {0};
    plump_scene_def def = plump_default_scene_def();
    def.worker_count = 1;
    def.allocator = memory_kit_hooks(&memory);
    plump_scene* scene = read_with(BUSY, &def);
    OK(plump_scene_start(scene, &error));
    steps(scene, 3);
    uint64_t before = hash(scene);
    long n = 0;
    for (plump_result result = PLUMP_ERROR_MEMORY; result != PLUMP_OK;) {
        memory.fail_at = memory.calls + ++n;
        result = plump_scene_start(scene, &error);
        memory.fail_at = 0;
        if (result == PLUMP_OK) break;
        assert_int_equal(result, PLUMP_ERROR_MEMORY);
        assert_true(hash(scene) == before);
    }
    assert_true(n > 20);
    assert_true(plump_scene_time(scene) == 0);
    plump_scene_destroy(scene);
    assert_int_equal(memory.blocks, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_met_exactly_at_their_times),
        cmocka_unit_test(motions_loop_and_turn),
        cmocka_unit_test(pins_move_and_turn_as_one_and_are_let_go_at_their_end),
        cmocka_unit_test(pins_whose_first_key_is_elsewhere_go_there_at_once),
        cmocka_unit_test(events_act_once_at_their_time),
        cmocka_unit_test(bodies_are_taken_out_frozen_and_reset),
        cmocka_unit_test(a_disabled_body_falls_flat_and_recovers),
        cmocka_unit_test(fields_push_whom_they_reach_while_they_last),
        cmocka_unit_test(a_body_that_no_field_reaches_can_sleep),
        cmocka_unit_test(ties_carry_bodies_along_and_end),
        cmocka_unit_test(a_scene_begun_again_gives_the_same_bits),
        cmocka_unit_test(threads_do_not_change_the_bits),
        cmocka_unit_test(a_scene_resumed_at_any_step_gives_the_same_bits),
        cmocka_unit_test(a_wrong_snapshot_is_refused_and_changes_nothing),
        cmocka_unit_test(a_scene_that_was_not_started_says_so),
        cmocka_unit_test(a_start_without_memory_leaves_the_scene_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
