// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Clips that jump: a cut within, a loop that does not close. Played as plump jiggle does, nothing
// explodes: what swung before the jump swings on, and volumes stay.
#include "character_kit.h"

#include <plump/jiggle.h>
#include <plump/shape.h>

#define PER_SECOND 120

// A capsule on two joints; the lower is moved by one channel, the upper turns to and fro.
typedef struct clip_keys {
    const char* curve;  // of the moves
    const float *times, *moves;
    size_t count;
} clip_keys;

static const float swing_times[5] = {0, 0.25f, 0.5f, 0.75f, 1};
static const float swing_turns[20] = {0, 0, 0, 1, 0,      0,      0.25f, 0.968f, 0, 0,
                                      0, 1, 0, 0, -0.25f, 0.968f, 0,     0,      0, 1};

static void put_skin(character_kit* kit, const plump_mesh* mesh) {
    static const float inverses[32] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0.5f, 0, 1,
                                       1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0,    0, 1};
    size_t count = plump_mesh_vertex_count(mesh), faces = plump_mesh_triangle_count(mesh);
    const float* at = plump_mesh_positions(mesh);
    unsigned char* joints = calloc(4 * count, 1);
    float* shares = calloc(4 * count, sizeof *shares);
    assert_true(joints && shares);
    for (size_t i = 0; i < count; ++i) {
        float share = 0.5f + 2 * at[3 * i + 1];
        share = share < 0 ? 0 : share > 1 ? 1 : share;
        joints[4 * i + 1] = 1;
        shares[4 * i] = 1 - share;
        shares[4 * i + 1] = share;
    }
    kit_floats(kit, at, 3 * count, "VEC3");
    kit_bytes corners = {0};
    for (size_t i = 0; i < 3 * faces; ++i) kit_put_u32(&corners, plump_mesh_indices(mesh)[i]);
    kit_accessor(kit, corners.data, corners.size, 5125, 3 * faces, "SCALAR", "");
    kit_free(&corners);
    kit_bytes_of(kit, joints, 4 * count, "VEC4", "");
    kit_floats(kit, shares, 4 * count, "VEC4");
    kit_floats(kit, inverses, 32, "MAT4");
    free(joints);
    free(shares);
}

static plump_character* make_character(const clip_keys* keys) {
    char json[2048];
    character_kit kit = {0};
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_CAPSULE);
    plump_mesh* mesh = NULL;
    shape.vertex_count = 1000;
    assert_int_equal(plump_shape_create(&shape, &mesh, NULL), PLUMP_OK);
    put_skin(&kit, mesh);
    plump_mesh_destroy(mesh);
    int times = kit_floats(&kit, keys->times, keys->count, "SCALAR");
    int moves = kit_floats(&kit, keys->moves, 3 * keys->count, "VEC3");
    int turns = kit_floats(&kit, swing_times, 5, "SCALAR");
    int turned = kit_floats(&kit, swing_turns, 20, "VEC4");
    snprintf(json, sizeof json,
             KIT_BAR_MESH KIT_BAR_SKIN
             "'nodes':[{'mesh':0,'skin':0},{'translation':[0,-0.5,0],'children':[2]},"
             "{'translation':[0,0.5,0]}],'animations':[{'channels':["
             "{'sampler':0,'target':{'node':1,'path':'translation'}},"
             "{'sampler':1,'target':{'node':2,'path':'rotation'}}],'samplers':["
             "{'input':%d,'output':%d,'interpolation':'%s'},{'input':%d,'output':%d}]}]",
             times, moves, keys->curve, turns, turned);
    return kit_accept_character(&kit, json);
}

// What is played, and what was seen of it.
typedef struct player {
    plump_character* character;
    plump_pose* pose;
    plump_jiggle *jiggle, *still;  // the second has no sets
    float *jiggled, *skinned;
    uint32_t vertices;
    float limit;
    double stretch_most, volume_off;
    uint32_t limited, cuts;
} player;

static player begin_player(const clip_keys* keys) {
    player p = {.character = make_character(keys)};
    plump_character_info info;
    plump_character_get_info(p.character, &info);
    p.vertices = info.vertex_count;
    assert_int_equal(plump_pose_create(p.character, NULL, &p.pose, NULL), PLUMP_OK);
    plump_jiggle_def def = plump_default_jiggle_def();
    plump_jiggle_placing wishes = plump_default_jiggle_placing();
    plump_jiggle_set sets[8];
    def.mesh = plump_character_triangles(p.character);
    def.segments = plump_character_segments(p.character);
    def.weights = plump_character_weights(p.character);
    def.segment_count = info.segment_count;
    assert_int_equal(plump_jiggle_create(&def, &p.still, NULL), PLUMP_OK);
    assert_int_equal(plump_jiggle_place_sets(&def, &wishes, sets, 8, &def.set_count, NULL),
                     PLUMP_OK);
    assert_true(def.set_count > 0);
    for (uint32_t i = 0; i < def.set_count; ++i)
        p.limit = sets[i].limit > p.limit ? sets[i].limit : p.limit;
    def.sets = sets;
    assert_int_equal(plump_jiggle_create(&def, &p.jiggle, NULL), PLUMP_OK);
    p.jiggled = malloc(3 * p.vertices * sizeof *p.jiggled);
    p.skinned = malloc(3 * p.vertices * sizeof *p.skinned);
    assert_true(p.jiggled && p.skinned);
    assert_int_equal(plump_pose_set(p.pose, 0, 0, NULL), PLUMP_OK);
    assert_int_equal(plump_jiggle_reset(p.jiggle, plump_pose_matrices(p.pose), NULL), PLUMP_OK);
    return p;
}

static void end_player(player* p) {
    plump_jiggle_destroy(p->jiggle);
    plump_jiggle_destroy(p->still);
    plump_pose_destroy(p->pose);
    plump_character_destroy(p->character);
    free(p->jiggled);
    free(p->skinned);
}

static void deform(plump_jiggle* jiggle, const player* p, float* to) {
    assert_int_equal(
        plump_jiggle_deform(jiggle, PLUMP_SCALAR_FLOAT32, to, 0, NULL, 0, p->vertices, NULL),
        PLUMP_OK);
}

static void look(player* p) {
    double now = 0, before = 0;
    plump_jiggle_state set;
    assert_int_equal(plump_jiggle_reset(p->still, plump_pose_matrices(p->pose), NULL), PLUMP_OK);
    deform(p->jiggle, p, p->jiggled);
    deform(p->still, p, p->skinned);
    plump_character_volumes(p->character, p->jiggled, &now);
    plump_character_volumes(p->character, p->skinned, &before);
    assert_true(before > 0.01);
    p->volume_off = fmax(p->volume_off, fabs(now / before - 1));
    for (uint32_t i = 0; plump_jiggle_read(p->jiggle, i, &set, NULL) == PLUMP_OK; ++i)
        p->stretch_most = fmax(p->stretch_most, set.stretch);
}

// One step to a moment of the clip; jumps are carried over, or felt.
static void step_to(player* p, double time, bool feels) {
    plump_jiggle_report report = {0};
    assert_int_equal(plump_pose_set(p->pose, 0, time, NULL), PLUMP_OK);
    const double* m = plump_pose_matrices(p->pose);
    if (!feels && plump_jiggle_jump(p->jiggle, m) > 1) {
        p->cuts += 1;
        assert_int_equal(plump_jiggle_carry(p->jiggle, m, NULL), PLUMP_OK);
    } else {
        assert_int_equal(plump_jiggle_step(p->jiggle, 1.0 / PER_SECOND, m, &report, NULL),
                         PLUMP_OK);
    }
    p->limited += report.limited_count;
    look(p);
}

static player play(const clip_keys* keys, int rounds, bool feels) {
    player p = begin_player(keys);
    for (int round = 0; round < rounds; ++round)
        for (int i = round == 0; i <= PER_SECOND; ++i) step_to(&p, (double)i / PER_SECOND, feels);
    return p;
}

static void check_calm(const player* p, uint32_t cuts) {
    assert_int_equal(p->cuts, cuts);
    assert_int_equal(p->limited, 0);
    assert_true(p->stretch_most > 0.01);  // it swings
    assert_true(p->stretch_most < (double)p->limit);
    assert_true(p->volume_off < 0.01);
}

static void a_jump_cut_within_a_clip_is_not_felt(void** state) {
    (void)state;
    const float times[3] = {0, 0.4f, 1}, moves[9] = {0, -0.5f, 0, 100, 7, -40, 100, 7, -40};
    const clip_keys keys = {"STEP", times, moves, 3};
    player p = play(&keys, 1, false), felt = play(&keys, 1, true);
    check_calm(&p, 1);
    assert_true(felt.limited > 0);  // the check would see it
    assert_true(felt.volume_off < 0.01);
    end_player(&p);
    end_player(&felt);
}

static void a_loop_that_does_not_close_is_not_felt(void** state) {
    (void)state;
    const float times[2] = {0, 1}, moves[6] = {0, -0.5f, 0, 3, -0.5f, 0};
    const clip_keys keys = {"LINEAR", times, moves, 2};
    player p = play(&keys, 4, false), felt = play(&keys, 4, true);
    bool is_loop = true;
    check_calm(&p, 3);
    assert_true(felt.limited > 0);
    assert_true(felt.volume_off < 0.01);
    assert_int_equal(plump_pose_find_loop(p.pose, 0, &is_loop, NULL), PLUMP_OK);
    assert_false(is_loop);
    end_player(&p);
    end_player(&felt);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_jump_cut_within_a_clip_is_not_felt),
        cmocka_unit_test(a_loop_that_does_not_close_is_not_felt),
    };
    return KIT_RUN(tests, NULL, NULL);
}
