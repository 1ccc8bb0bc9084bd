// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Bones for characters: where they go, how thick they are, and what they weigh together. Needs no
// ODE.
#include <plump/ragdoll.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double pi = 3.14159265358979;

// A tube along x from -1 to 1, with or without its ends, that two bones share: of the first the
// left half, of the second the right one.
enum { RINGS = 41, AROUND = 24, VERTICES = RINGS * AROUND + 2 };
static const double tube_radius = 0.15;

static const plump_rig_bone tube_bones[] = {
    {"left", PLUMP_RIG_ROOT, {-1, 0, 0}, {0, 0, 0}, 0.05},
    {"right", 0, {0, 0, 0}, {1, 0, 0}, 0.05},
};

static uint32_t add_ring(uint32_t* to, uint32_t a, uint32_t b) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < AROUND; ++i) {
        uint32_t next = (i + 1) % AROUND;
        const uint32_t two[6] = {a + i, b + next, b + i, a + i, a + next, b + next};
        memcpy(to + count, two, sizeof two);
        count += 6;
    }
    return count;
}

static plump_character* make_tube(bool is_closed) {
    static float x[3 * VERTICES];
    static uint32_t corners[6 * AROUND * RINGS + 6 * AROUND];
    uint32_t count = 0;
    for (uint32_t i = 0; i < RINGS * AROUND; ++i) {
        double angle = 2 * pi * (i % AROUND) / AROUND;
        x[3 * i] = (float)(-1 + 2.0 * (i / AROUND) / (RINGS - 1));
        x[3 * i + 1] = (float)(tube_radius * cos(angle));
        x[3 * i + 2] = (float)(tube_radius * sin(angle));
    }
    const float ends[6] = {-1, 0, 0, 1, 0, 0};
    memcpy(x + 3 * RINGS * AROUND, ends, sizeof ends);
    for (uint32_t r = 0; r + 1 < RINGS; ++r)
        count += add_ring(corners + count, r * AROUND, (r + 1) * AROUND);
    for (uint32_t i = 0; is_closed && i < AROUND; ++i) {
        uint32_t next = (i + 1) % AROUND, last = (RINGS - 1) * AROUND;
        const uint32_t two[6] = {VERTICES - 2, next, i, VERTICES - 1, last + i, last + next};
        memcpy(corners + count, two, sizeof two);
        count += 6;
    }
    plump_rig_def def = plump_default_rig_def();
    plump_character* character = NULL;
    plump_error error = {0};
    def.triangles.positions = x;
    def.triangles.vertex_count = VERTICES;
    def.triangles.indices = corners;
    def.triangles.index_type = PLUMP_INDEX_UINT32;
    def.triangles.triangle_count = count / 3;
    def.bones = tube_bones;
    def.bone_count = 2;
    if (plump_rig_create(&def, &character, &error) != PLUMP_OK) fail_msg("%s", error.text);
    return character;
}

static void find_bones(const plump_character* character, plump_rig_bone* bones, uint32_t most) {
    plump_error error = {0};
    if (plump_ragdoll_bones(character, bones, most, &error) != PLUMP_OK) fail_msg("%s", error.text);
}

static void tips_are_the_joints_of_children_or_beyond_the_vertices(void** state) {
    (void)state;
    plump_character* tube = make_tube(true);
    plump_rig_bone bones[2];
    find_bones(tube, bones, 2);
    assert_string_equal(bones[0].name, "left");
    assert_int_equal(bones[0].parent, PLUMP_RIG_ROOT);
    assert_int_equal(bones[1].parent, 0);
    for (int k = 0; k < 3; ++k) {
        assert_true(fabs(bones[0].joint[k] - tube_bones[0].joint[k]) < 1e-6);
        assert_true(fabs(bones[0].tip[k] - bones[1].joint[k]) < 1e-12);
        assert_true(fabs(bones[1].joint[k] - tube_bones[1].joint[k]) < 1e-6);
    }
    // the middle of its vertices is half way, as far as the skin is sharp at the joint
    assert_true(fabs(bones[1].tip[0] - 1) < 0.1);
    assert_true(fabs(bones[1].tip[1]) < 1e-6 && fabs(bones[1].tip[2]) < 1e-6);
    plump_character_destroy(tube);
}

static void an_open_tube_has_bones_as_thick_as_it_is(void** state) {
    (void)state;
    plump_character* tube = make_tube(false);
    plump_rig_bone bones[2];
    find_bones(tube, bones, 2);
    for (int i = 0; i < 2; ++i) assert_true(fabs(bones[i].radius / tube_radius - 1) < 0.05);
    plump_character_destroy(tube);
}

static double capsules(const plump_rig_bone* bones, uint32_t count) {
    double sum = 0;
    for (uint32_t i = 0; i < count; ++i) {
        double length = 0, r = bones[i].radius;
        for (int k = 0; k < 3; ++k) length += pow(bones[i].tip[k] - bones[i].joint[k], 2);
        sum += pi * r * r * sqrt(length) + 4.0 / 3 * pi * r * r * r;
    }
    return sum;
}

static void a_closed_tube_is_filled(void** state) {
    (void)state;
    plump_character* tube = make_tube(true);
    plump_rig_bone bones[2];
    double volume = 0;
    plump_character_info info;
    plump_character_get_info(tube, &info);
    assert_int_equal(info.closed_count, 1);
    find_bones(tube, bones, 2);
    plump_character_volumes(tube, plump_character_triangles(tube).positions, &volume);
    assert_true(fabs(volume / (2 * pi * tube_radius * tube_radius) - 1) < 0.02);
    assert_true(fabs(capsules(bones, 2) / volume - 1) < 1e-6);
    assert_true(bones[0].radius < 0.95 * tube_radius);  // for its round ends
    plump_character_destroy(tube);
}

static plump_character* make_shape(plump_shape_kind kind, double* volume) {
    plump_shape_def def = plump_default_shape_def(kind);
    plump_mesh* mesh = NULL;
    plump_rig_def rig;
    plump_character* character = NULL;
    plump_error error = {0};
    if (plump_rig_builtin(kind, def.size, &rig, &error) != PLUMP_OK) fail_msg("%s", error.text);
    if (!rig.bones) return NULL;
    if (plump_shape_create(&def, &mesh, &error) != PLUMP_OK) fail_msg("%s", error.text);
    rig.triangles = plump_mesh_triangles(mesh);
    if (plump_rig_create(&rig, &character, &error) != PLUMP_OK) fail_msg("%s", error.text);
    plump_character_volumes(character, plump_character_triangles(character).positions, volume);
    plump_mesh_destroy(mesh);
    return character;
}

static void built_in_characters_weigh_what_they_enclose(void** state) {
    (void)state;
    uint32_t found = 0;
    for (uint32_t kind = 0; kind < PLUMP_SHAPE_COUNT; ++kind) {
        double volume[8] = {0};
        plump_character* character = make_shape((plump_shape_kind)kind, volume);
        if (!character) continue;
        plump_character_info info;
        plump_rig_bone bones[PLUMP_RAGDOLL_BONES_MOST];
        plump_character_get_info(character, &info);
        find_bones(character, bones, PLUMP_RAGDOLL_BONES_MOST);
        assert_int_equal(info.closed_count, 1);
        assert_true(fabs(capsules(bones, info.segment_count) / volume[0] - 1) < 1e-6);
        plump_character_destroy(character);
        found++;
    }
    assert_true(found >= 3);
}

static void too_little_room_gets_a_sentence(void** state) {
    (void)state;
    plump_character* tube = make_tube(true);
    plump_rig_bone bones[2];
    plump_error error = {0};
    assert_int_equal(plump_ragdoll_bones(tube, bones, 1, &error), PLUMP_ERROR_LIMIT);
    assert_non_null(strstr(error.text, "2 segments; there is room for 1 bones"));
    assert_int_equal(plump_ragdoll_bones(NULL, bones, 2, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_ragdoll_bones(tube, NULL, 2, &error), PLUMP_ERROR_ARGUMENT);
    plump_character_destroy(tube);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tips_are_the_joints_of_children_or_beyond_the_vertices),
        cmocka_unit_test(an_open_tube_has_bones_as_thick_as_it_is),
        cmocka_unit_test(a_closed_tube_is_filled),
        cmocka_unit_test(built_in_characters_weigh_what_they_enclose),
        cmocka_unit_test(too_little_room_gets_a_sentence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
