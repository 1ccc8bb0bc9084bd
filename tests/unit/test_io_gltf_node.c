// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Scenes and nodes: which are chosen, where they stand, and trees that are none.
#include "test_io_gltf_kit.h"

#include <math.h>

static void check_point(const plump_soup* soup, uint32_t vertex, double x, double y, double z) {
    const double* p = kit_position(soup, vertex);
    if (fabs(p[0] - x) > 1e-15 || fabs(p[1] - y) > 1e-15 || fabs(p[2] - z) > 1e-15) {
        fail_msg("vertex %u is at %.17g %.17g %.17g", vertex, p[0], p[1], p[2]);
    }
}

static void a_matrix_is_read_by_columns(void** state) {
    (void)state;
    plump_soup* soup = kit_accept_tail(
        "'nodes':[{'mesh':0,'matrix':[0,2,0,0, -3,0,0,0, 0,0,4,0, 10,20,30,1]}]," KIT_MESH);
    check_point(soup, 0, 10, 20, 30);
    check_point(soup, 1, 10, 22, 30);
    check_point(soup, 2, 7, 20, 30);
    check_point(soup, 3, 10, 20, 34);
    kit_check(soup, 4, 4, 24.0 / 6);
    plump_soup_destroy(soup);
}

static void scale_then_rotation_then_translation(void** state) {
    (void)state;
    // a quarter turn about z: x to y, y to -x
    plump_soup* soup =
        kit_accept_tail("'nodes':[{'mesh':0,'translation':[10,20,30],'scale':[2,3,4],"
                        "'rotation':[0,0,0.70710678118654752,0.70710678118654752]}]," KIT_MESH);
    check_point(soup, 1, 10, 22, 30);
    check_point(soup, 2, 7, 20, 30);
    check_point(soup, 3, 10, 20, 34);
    plump_soup_destroy(soup);
    // a quaternion that rounding made a little long is brought to length 1
    soup = kit_accept_tail("'nodes':[{'mesh':0,'rotation':[0,0,2,2]}]," KIT_MESH);
    check_point(soup, 1, 0, 1, 0);
    plump_soup_destroy(soup);
}

static void children_stand_in_their_parents_frame(void** state) {
    (void)state;
    plump_soup* soup = kit_accept_tail(
        "'nodes':[{'children':[1],'scale':[2,2,2]},{'children':[2],'translation':[1,0,0]},"
        "{'mesh':0,'scale':[1,1,3]}]," KIT_MESH);
    check_point(soup, 0, 2, 0, 0);
    check_point(soup, 1, 4, 0, 0);
    check_point(soup, 3, 2, 0, 6);
    plump_soup_destroy(soup);
}

static void mirrors_keep_the_outside_out(void** state) {
    (void)state;
    plump_soup* soup = kit_accept_tail("'nodes':[{'mesh':0,'scale':[-2,1,1]}]," KIT_MESH);
    kit_check(soup, 4, 4, 2.0 / 6);
    plump_soup_destroy(soup);
    soup = kit_accept_tail("'nodes':[{'children':[1],'scale':[-1,1,1]},"
                           "{'mesh':0,'matrix':[1,0,0,0,0,-1,0,0,0,0,1,0,0,0,0,1]}]," KIT_MESH);
    kit_check(soup, 4, 4, 1.0 / 6);
    plump_soup_destroy(soup);
    // all three flips of a strip and a fan
    soup = kit_accept_tail(
        "'nodes':[{'mesh':0,'scale':[-1,-1,-1]}],'meshes':[{'primitives':[{'attributes':{'POSITION'"
        ":0},'mode':5},{'attributes':{'POSITION':0},'mode':6}]}]");
    static const uint32_t expected[4][3] = {{0, 2, 1}, {1, 2, 3}, {0, 2, 1}, {0, 3, 2}};
    for (uint32_t i = 0; i < 4; ++i) {
        for (uint32_t k = 0; k < 3; ++k) assert_int_equal(kit_corner(soup, i, k), expected[i][k]);
    }
    plump_soup_destroy(soup);
}

static void positions_far_out_keep_their_digits(void** state) {
    (void)state;
    plump_soup* soup =
        kit_accept_tail("'nodes':[{'mesh':0,'translation':[123456789.25,0,-1e9]}]," KIT_MESH);
    const double* p = kit_position(soup, 1);
    assert_true(p[0] == 123456790.25 && p[2] == -1e9);
    plump_soup_destroy(soup);
}

static void the_default_scene_is_taken(void** state) {
    (void)state;
    static const struct {
        const char* scenes;
        double x;  // of the only mesh, or the first of two
        uint32_t vertices;
    } cases[] = {{"'scene':1,'scenes':[{'nodes':[0]},{'nodes':[1]}],", 2, 4},
                 {"'scenes':[{'nodes':[1]},{'nodes':[0]}],", 2, 4},
                 {"'scenes':[{'nodes':[1,0]}],", 2, 8},
                 {"'scenes':[],", 1, 8},
                 {"", 1, 8}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char tail[512];
        snprintf(tail, sizeof tail,
                 "%s'nodes':[{'mesh':0,'translation':[1,0,0]},{'mesh':0,'translation':[2,0,0]}],"
                 "%s",
                 cases[i].scenes, KIT_MESH);
        plump_soup* soup = kit_accept_tail(tail);
        assert_int_equal(plump_soup_triangles(soup).vertex_count, cases[i].vertices);
        check_point(soup, 0, cases[i].x, 0, 0);
        plump_soup_destroy(soup);
    }
}

static void without_nodes_all_meshes_are_taken(void** state) {
    (void)state;
    plump_soup* soup =
        kit_accept_tail("'meshes':[{'name':'a','primitives':[" KIT_PRIMITIVE "]},{'primitives':[]},"
                        "{'primitives':[" KIT_PRIMITIVE "]}]");
    assert_int_equal(plump_soup_triangles(soup).triangle_count, 8);
    assert_string_equal(plump_soup_group_name(soup, 0), "a");
    plump_soup_destroy(soup);
}

static void each_instance_is_a_group(void** state) {
    (void)state;
    plump_soup* soup = kit_accept_tail(
        "'nodes':[{'mesh':0,'name':'left'},{'mesh':0,'translation':[3,0,0]},"
        "{'mesh':0,'translation':[6,0,0]},{'mesh':0,'name':'left','translation':[9,0,0]}],"
        "'meshes':[{'name':'drop','primitives':[" KIT_PRIMITIVE "]}]");
    kit_check(soup, 16, 16, 4.0 / 6);
    assert_int_equal(plump_soup_group_count(soup), 4);
    assert_string_equal(plump_soup_group_name(soup, 0), "left");
    assert_string_equal(plump_soup_group_name(soup, 1), "drop");
    assert_string_equal(plump_soup_group_name(soup, 2), "drop (nodes[2])");
    assert_string_equal(plump_soup_group_name(soup, 3), "left (nodes[3])");
    const uint32_t* groups = plump_soup_triangles(soup).groups;
    for (uint32_t i = 0; i < 16; ++i) assert_int_equal(groups[i], i / 4);
    plump_soup_destroy(soup);
}

static void nodes_at_one_place_share_positions(void** state) {
    (void)state;
    plump_soup* soup = kit_accept_tail("'nodes':[{'mesh':0,'translation':[1,2,3]},{'children':[2],"
                                       "'translation':[1,2,3]},{'mesh':0}]," KIT_MESH);
    assert_int_equal(plump_soup_triangles(soup).vertex_count, 4);
    assert_int_equal(plump_soup_triangles(soup).triangle_count, 8);
    plump_soup_destroy(soup);
}

static void skinned_meshes_ignore_their_node(void** state) {
    (void)state;
    plump_soup* soup = kit_accept_tail(
        "'nodes':[{'mesh':0,'skin':0,'translation':[5,5,5],'scale':[-1,2,3],'children':[1]},"
        "{'mesh':0,'translation':[1,0,0]}],'skins':[{'joints':[1]}]," KIT_MESH);
    check_point(soup, 0, 0, 0, 0);
    check_point(soup, 1, 1, 0, 0);
    // the child is not skinned and follows its parent
    check_point(soup, 4, 4, 5, 5);
    kit_check(soup, 8, 8, 1.0 / 6 + 1);
    plump_soup_destroy(soup);
}

static void refuse_nodes(const char* nodes, const char* words) {
    char tail[1024];
    snprintf(tail, sizeof tail, "%s,%s", nodes, KIT_MESH);
    kit_refuse_tail(tail, PLUMP_ERROR_DATA, words);
}

static void trees_that_are_none_are_refused(void** state) {
    (void)state;
    refuse_nodes("'nodes':[{'children':[0]}]", "nodes[0] is its own ancestor");
    refuse_nodes("'nodes':[{'mesh':0},{'children':[2]},{'children':[3]},{'children':[1]}]",
                 "is its own ancestor");
    refuse_nodes("'nodes':[{'children':[2]},{'children':[2]},{'mesh':0}]",
                 "nodes[2] is a child of nodes[0] and again of nodes[1]");
    refuse_nodes("'nodes':[{'children':[1,1]},{'mesh':0}]",
                 "nodes[1] is a child of nodes[0] and again of nodes[0]");
    refuse_nodes("'nodes':[{'children':[1]}]", "nodes[0].children[0] is 1, the file has 1 nodes");
    refuse_nodes("'nodes':[{'children':['1']}]", "nodes[0].children[0] is not a number");
    refuse_nodes("'nodes':[{'children':1}]", "nodes[0].children is not a list");
    refuse_nodes("'nodes':[1]", "nodes[0] is not an object");
    refuse_nodes("'nodes':{}", "nodes is not a list");
    refuse_nodes("'nodes':[{'mesh':1}]", "nodes[0].mesh is 1, the file has 1 meshes");
}

static void wrong_scenes_are_refused(void** state) {
    (void)state;
    refuse_nodes("'nodes':[{'mesh':0}],'scene':1,'scenes':[{}]",
                 "scene is 1, the file has 1 scenes");
    refuse_nodes("'nodes':[{'mesh':0}],'scene':0", "scene is 0, the file has 0 scenes");
    refuse_nodes("'nodes':[{'mesh':0}],'scenes':1", "scenes is not a list");
    refuse_nodes("'nodes':[{'mesh':0}],'scenes':[1]", "scenes[0] is not an object");
    refuse_nodes("'nodes':[{'mesh':0}],'scenes':[{'nodes':0}]", "scenes[0].nodes is not a list");
    refuse_nodes("'nodes':[{'mesh':0}],'scenes':[{'nodes':[0,0]}]",
                 "scenes[0].nodes[1] is nodes[0], which the scene has listed before");
    refuse_nodes("'nodes':[{'children':[1]},{'mesh':0}],'scenes':[{'nodes':[0,1]}]",
                 "scenes[0].nodes[1] is nodes[1], which is the child of a node");
    refuse_nodes("'nodes':[{'mesh':0}],'scenes':[{'nodes':[1]}]", "scenes[0].nodes[0] is 1");
}

static void wrong_transforms_are_refused(void** state) {
    (void)state;
    refuse_nodes("'nodes':[{'mesh':0,'matrix':[1]}]",
                 "nodes[0].matrix must be a list of 16 numbers");
    refuse_nodes("'nodes':[{'mesh':0,'matrix':[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}]",
                 "nodes[0].matrix does not end in the row 0 0 0 1");
    refuse_nodes("'nodes':[{'mesh':0,'translation':1}]",
                 "nodes[0].translation must be a list of 3");
    refuse_nodes("'nodes':[{'mesh':0,'scale':[1,null,1]}]", "nodes[0].scale[1] is not a number");
    refuse_nodes("'nodes':[{'mesh':0,'rotation':[0,0,0,0]}]",
                 "no unit quaternion; its length is 0");
    refuse_nodes("'nodes':[{'mesh':0,'rotation':[0,0,0,1e300]}]", "no unit quaternion");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_matrix_is_read_by_columns),
        cmocka_unit_test(scale_then_rotation_then_translation),
        cmocka_unit_test(children_stand_in_their_parents_frame),
        cmocka_unit_test(mirrors_keep_the_outside_out),
        cmocka_unit_test(positions_far_out_keep_their_digits),
        cmocka_unit_test(the_default_scene_is_taken),
        cmocka_unit_test(without_nodes_all_meshes_are_taken),
        cmocka_unit_test(each_instance_is_a_group),
        cmocka_unit_test(nodes_at_one_place_share_positions),
        cmocka_unit_test(skinned_meshes_ignore_their_node),
        cmocka_unit_test(trees_that_are_none_are_refused),
        cmocka_unit_test(wrong_scenes_are_refused),
        cmocka_unit_test(wrong_transforms_are_refused),
    };
    return KIT_RUN(tests, NULL, NULL);
}
