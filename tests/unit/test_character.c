// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters from files: what is read, what is mended and told, what is refused.
#include "character_kit.h"
#include "memory_kit.h"

static void a_bar_has_its_parts_segments_and_volume(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    plump_character* c = kit_accept_character(&kit, KIT_BAR_MESH KIT_BAR_SKIN KIT_BAR_NODES);
    plump_character_info info;
    plump_character_get_info(c, &info);
    assert_int_equal(info.vertex_count, 12);
    assert_int_equal(info.triangle_count, 20);
    assert_int_equal(info.part_count, 1);
    assert_int_equal(info.segment_count, 2);
    assert_int_equal(info.clip_count, 0);
    assert_int_equal(info.closed_count, 1);
    assert_int_equal(info.note_count, 0);
    plump_character_part part;
    assert_int_equal(plump_character_get_part(c, 0, &part), PLUMP_OK);
    assert_string_equal(part.name, "body");
    assert_int_equal(part.vertex_count, 12);
    assert_int_equal(plump_character_get_part(c, 1, &part), PLUMP_ERROR_ARGUMENT);
    plump_character_segment high;
    assert_int_equal(plump_character_get_segment(c, 1, &high), PLUMP_OK);
    assert_string_equal(high.name, "high");
    assert_int_equal(high.parent, 0);
    kit_near(high.position[1], 1, 1e-12);
    double volume;
    plump_character_volumes(c, plump_character_triangles(c).positions, &volume);
    kit_near(volume, 2, 1e-6);
    plump_character_destroy(c);
}

static void segments_come_largest_first_and_sum_to_one(void** state) {
    (void)state;
    float weights[48];
    for (int i = 0; i < 48; ++i) weights[i] = i % 4 == 0 ? 0.25f : i % 4 == 1 ? 0.75f : 0;
    character_kit kit = kit_bar(weights);
    plump_character* c = kit_accept_character(&kit, KIT_BAR_MESH KIT_BAR_SKIN KIT_BAR_NODES);
    for (int i = 0; i < 12; ++i) {
        assert_int_equal(plump_character_segments(c)[4 * i], 1);
        kit_near((double)plump_character_weights(c)[4 * i], 0.75, 1e-6);
        kit_near((double)plump_character_weights(c)[4 * i + 1], 0.25, 1e-6);
    }
    plump_character_destroy(c);
}

static void wrong_weights_are_mended_and_told(void** state) {
    (void)state;
    float weights[48];
    for (int i = 0; i < 48; ++i) weights[i] = i % 4 == 0;
    weights[0] = 2;        // vertex 0: sums to 2
    weights[4] = 0;        // vertex 1: all zero
    weights[8 + 1] = NAN;  // vertex 2: not finite
    weights[12 + 1] = -1;  // vertex 3: below 0
    character_kit kit = kit_bar(weights);
    plump_character* c = kit_accept_character(&kit, KIT_BAR_MESH KIT_BAR_SKIN KIT_BAR_NODES);
    plump_character_info info;
    plump_character_get_info(c, &info);
    assert_int_equal(info.note_count, 3);
    assert_non_null(strstr(plump_character_note(c, 0), "1 vertex had weights that did not sum"));
    assert_non_null(strstr(plump_character_note(c, 1), "vertex 1 of meshes[0].primitives[0]"));
    assert_non_null(strstr(plump_character_note(c, 2), "2 vertices had weights below 0"));
    assert_null(plump_character_note(c, 3));
    for (int i = 0; i < 12; ++i) kit_near((double)plump_character_weights(c)[4 * i], 1, 0);
    plump_character_destroy(c);
}

static void of_eight_joints_the_four_largest_stay(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    unsigned char joints[48];
    float first[48], second[48];
    for (int i = 0; i < 48; ++i) {
        joints[i] = (unsigned char)(i % 2);
        first[i] = 0.05f;
        second[i] = 0.2f;
    }
    kit_floats(&kit, first, 48, "VEC4");
    kit_bytes_of(&kit, joints, 48, "VEC4", "");
    kit_floats(&kit, second, 48, "VEC4");
    plump_character* c = kit_accept_character(
        &kit, "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':2,'WEIGHTS_0':5,"
              "'JOINTS_1':6,'WEIGHTS_1':7},'indices':1}]}]," KIT_BAR_SKIN KIT_BAR_NODES);
    for (int i = 0; i < 48; ++i) kit_near((double)plump_character_weights(c)[i], 0.25, 1e-6);
    assert_non_null(strstr(plump_character_note(c, 0), "followed more than four joints"));
    plump_character_destroy(c);
}

static void meshes_without_a_skin_follow_their_node(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    plump_character* c = kit_accept_character(
        &kit, "'meshes':[{'name':'box','primitives':[{'attributes':{'POSITION':0},'indices':1,"
              "'material':0}]}],'materials':[{'pbrMetallicRoughness':{'baseColorFactor':"
              "[1,0,0.2158605,1]}}],'nodes':[{'translation':[3,0,0],'children':[1]},"
              "{'mesh':0,'scale':[-1,1,1]}]");
    plump_character_info info;
    plump_character_part part;
    double volume;
    plump_character_get_info(c, &info);
    assert_int_equal(info.segment_count, 1);
    plump_character_get_part(c, 0, &part);
    assert_string_equal(part.name, "box");
    assert_int_equal(part.colour.r, 255);
    assert_int_equal(part.colour.g, 0);
    assert_int_equal(part.colour.b, 128);
    const float* positions = plump_character_triangles(c).positions;
    kit_near((double)positions[0], 3.5, 1e-6);  // in the world, mirrored
    plump_character_volumes(c, positions, &volume);
    kit_near(volume, 2, 1e-6);  // and still outward
    plump_character_destroy(c);
}

static void seams_do_not_open_a_surface_but_a_missing_triangle_does(void** state) {
    (void)state;
    // corners without indices: every vertex is split
    static const float tetrahedron[36] = {0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
                                          0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    for (size_t triangles = 3; triangles <= 4; ++triangles) {
        character_kit kit = {0};
        kit_floats(&kit, tetrahedron, 9 * triangles, "VEC3");
        plump_character* c = kit_accept_character(
            &kit, "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],'nodes':[{'mesh':0}]");
        plump_character_info info;
        plump_character_get_info(c, &info);
        assert_int_equal(info.closed_count, triangles == 4);
        double volume = 0;
        plump_character_volumes(c, tetrahedron, &volume);
        kit_near(volume, triangles == 4 ? 1.0 / 6 : 0, 1e-7);
        plump_character_destroy(c);
    }
}

// ---------------------------------------------------------------- refused

#define REFUSE(json, words)                                                                        \
    do {                                                                                           \
        character_kit bar = kit_bar(NULL);                                                         \
        kit_refuse_character(&bar, json, PLUMP_ERROR_DATA, words);                                 \
    } while (0)

static void skins_that_lie_are_refused(void** state) {
    (void)state;
    REFUSE(KIT_BAR_MESH "'skins':[{'joints':[1,9],'inverseBindMatrices':4}]," KIT_BAR_NODES,
           "skins[0].joints[1] is 9, the file has 3 nodes");
    REFUSE(KIT_BAR_MESH "'skins':[{'joints':[]}]," KIT_BAR_NODES, "a skin needs a joint");
    REFUSE(KIT_BAR_MESH "'skins':[{'inverseBindMatrices':4}]," KIT_BAR_NODES,
           "skins[0].joints is missing");
    REFUSE(KIT_BAR_MESH "'skins':[{'joints':[1,2,0],'inverseBindMatrices':4}]," KIT_BAR_NODES,
           "skins[0] has 3 joints, but accessors[4] holds only 2 inverse bind matrices");
    REFUSE(KIT_BAR_MESH "'skins':[{'joints':[1],'inverseBindMatrices':4}]," KIT_BAR_NODES,
           "vertex 4 follows joint 1, its skin has 1");
    REFUSE(KIT_BAR_MESH "'skins':[{'joints':[1,2],'inverseBindMatrices':3}]," KIT_BAR_NODES,
           "inverse bind matrices are MAT4");
    REFUSE(KIT_BAR_MESH KIT_BAR_SKIN "'nodes':[{'mesh':0,'skin':0},{'children':[2]},"
                                     "{'children':[1]}]",
           "is its own ancestor");
    REFUSE(KIT_BAR_MESH KIT_BAR_SKIN "'nodes':[{'mesh':0,'skin':4},{'children':[2]},{}]",
           "nodes[0].skin is 4, the file has 1 skins");
    REFUSE(KIT_BAR_MESH KIT_BAR_SKIN "'nodes':[{'mesh':0,'skin':0},{'scale':[1e300,1,1],"
                                     "'children':[2]},{'translation':[1e10,0,0]}]",
           "stands at a place that is not finite");
    REFUSE("'nodes':[{}]", "no triangles");
    REFUSE("'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':2},'indices':1}]}]"
           "," KIT_BAR_SKIN KIT_BAR_NODES,
           "has JOINTS_0, but no WEIGHTS_0");
    REFUSE("'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':2,'WEIGHTS_0':4},"
           "'indices':1}]}]," KIT_BAR_SKIN KIT_BAR_NODES,
           "weights are VEC4");
    REFUSE("'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':3,'WEIGHTS_0':3},"
           "'indices':1}]}]," KIT_BAR_SKIN KIT_BAR_NODES,
           "joints are 5121 or 5123");
}

static void matrices_that_are_not_finite_are_refused(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    float matrices[32];
    for (int i = 0; i < 32; ++i) matrices[i] = i % 5 == 0;
    matrices[21] = NAN;
    kit_floats(&kit, matrices, 32, "MAT4");
    kit_refuse_character(
        &kit, KIT_BAR_MESH "'skins':[{'joints':[1,2],'inverseBindMatrices':5}]," KIT_BAR_NODES,
        PLUMP_ERROR_DATA, "skins[0]: the inverse bind matrix of joint 1 is not finite");
}

static void a_hundred_thousand_joints_are_no_trouble(void** state) {
    (void)state;
    // a chain of nodes as long as it is: each joint the child of the last
    enum { JOINTS = 100000 };
    size_t room = 64u * JOINTS, used = 0;
    char* json = malloc(room);
    assert_non_null(json);
    used += (size_t)snprintf(json, room, "%s", KIT_BAR_MESH "'skins':[{'joints':[");
    for (int i = 0; i < JOINTS; ++i)
        used += (size_t)snprintf(json + used, room - used, i ? ",%d" : "%d", i + 1);
    used += (size_t)snprintf(json + used, room - used, "]}],'nodes':[{'mesh':0,'skin':0}");
    for (int i = 1; i <= JOINTS; ++i) {
        if (i < JOINTS)
            used += (size_t)snprintf(json + used, room - used, ",{'children':[%d]}", i + 1);
        else
            used += (size_t)snprintf(json + used, room - used, ",{}]");
    }
    character_kit kit = kit_bar(NULL);
    char* text = malloc(room + 20000);
    assert_non_null(text);
    snprintf(text, room + 20000,
             "{'asset':{'version':'2.0'},'buffers':[{'byteLength':%zu}],'bufferViews':[%s],"
             "'accessors':[%s],%s}",
             kit.bin.size, kit.views, kit.accessors, json);
    kit_bytes file = kit_glb(text, kit.bin.data, kit.bin.size);
    plump_character* c = NULL;
    plump_pose* pose = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result =
        plump_character_read_memory(file.data, file.size, "x.glb", NULL, &c, &error);
    if (result != PLUMP_OK) fail_msg("%s", error.text);
    plump_character_segment last;
    assert_int_equal(plump_character_get_segment(c, JOINTS - 1, &last), PLUMP_OK);
    assert_int_equal(last.parent, JOINTS - 2);
    assert_int_equal(plump_pose_create(c, NULL, &pose, &error), PLUMP_OK);
    plump_pose_destroy(pose);
    plump_character_destroy(c);
    kit_free(&file);
    kit_free(&kit.bin);
    free(text);
    free(json);
}

static void wrong_calls_are_refused(void** state) {
    (void)state;
    plump_character* c = NULL;
    plump_error error;
    plump_read_def def = {0};
    assert_int_equal(plump_character_read(NULL, NULL, &c, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_character_read("x", NULL, NULL, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_character_read("x", &def, &c, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_character_read("/nowhere/x.glb", NULL, &c, &error), PLUMP_ERROR_INPUT);
    assert_int_equal(plump_character_read_memory(NULL, 4, "x", NULL, &c, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_character_read_memory("v 1 2 3", 7, "x.obj", NULL, &c, &error),
                     PLUMP_ERROR_DATA);
    plump_character_destroy(NULL);
}

static void every_allocation_may_fail(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    static const float times[2] = {0, 1}, moves[6] = {0, 0, 0, 0, 1, 0};
    float offsets[36] = {1};
    kit_floats(&kit, times, 2, "SCALAR");
    kit_floats(&kit, moves, 6, "VEC3");
    kit_floats(&kit, offsets, 36, "VEC3");
    kit_bytes file = kit_file(
        &kit, "'meshes':[{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':2,'WEIGHTS_0':3},"
              "'indices':1,'targets':[{'POSITION':7}]}]}]," KIT_BAR_SKIN KIT_BAR_NODES
              ",'animations':[{'channels':[{'sampler':0,'target':{'node':2,'path':'translation'}}],"
              "'samplers':[{'input':5,'output':6}]}]");
    memory_kit memory = {0};
    plump_read_def def = plump_default_read_def();
    def.allocator = memory_kit_hooks(&memory);
    for (long n = 1;; ++n) {
        memory = (memory_kit){.fail_at = n};
        plump_character* c = NULL;
        plump_pose* pose = NULL;
        plump_error error = {PLUMP_OK, ""};
        plump_result result =
            plump_character_read_memory(file.data, file.size, "x.glb", &def, &c, &error);
        if (result == PLUMP_OK) result = plump_pose_create(c, &def.allocator, &pose, &error);
        bool failed = memory.calls >= n;
        assert_int_equal(result, failed ? PLUMP_ERROR_MEMORY : PLUMP_OK);
        plump_pose_destroy(pose);
        plump_character_destroy(c);
        assert_int_equal(memory.blocks, 0);
        if (!failed) break;
        assert_true(n < 10000);
    }
    kit_free(&file);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bar_has_its_parts_segments_and_volume),
        cmocka_unit_test(segments_come_largest_first_and_sum_to_one),
        cmocka_unit_test(wrong_weights_are_mended_and_told),
        cmocka_unit_test(of_eight_joints_the_four_largest_stay),
        cmocka_unit_test(meshes_without_a_skin_follow_their_node),
        cmocka_unit_test(seams_do_not_open_a_surface_but_a_missing_triangle_does),
        cmocka_unit_test(skins_that_lie_are_refused),
        cmocka_unit_test(matrices_that_are_not_finite_are_refused),
        cmocka_unit_test(a_hundred_thousand_joints_are_no_trouble),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(every_allocation_may_fail),
    };
    return KIT_RUN(tests, NULL, NULL);
}
