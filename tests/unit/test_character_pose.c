// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Poses: every curve against its closed form, chains of joints, morph targets, and clips that lie.
#include "character_kit.h"
#include "memory_kit.h"

// One clip with one channel; the output is what `values` holds.
typedef struct clip_wish {
    const char* path;
    const char* curve;
    const char* type;
    int node;
    const float* times;
    size_t keys;
    const float* values;
    size_t count;
} clip_wish;

static void write_clip(character_kit* kit, const clip_wish* wish, char* json, size_t size) {
    int times = kit_floats(kit, wish->times, wish->keys, "SCALAR");
    int values = kit_floats(kit, wish->values, wish->count, wish->type);
    snprintf(json, size,
             KIT_BAR_MESH KIT_BAR_SKIN KIT_BAR_NODES
             ",'animations':[{'name':'wave','channels':[{'sampler':0,'target':{'node':%d,"
             "'path':'%s'}}],'samplers':[{'input':%d,'output':%d,'interpolation':'%s'}]}]",
             wish->node, wish->path, times, values, wish->curve);
}

// A character and a pose of it.
typedef struct posed {
    plump_character* character;
    plump_pose* pose;
} posed;

static posed make_posed(character_kit* kit, const char* json) {
    posed p = {kit_accept_character(kit, json), NULL};
    assert_int_equal(plump_pose_create(p.character, NULL, &p.pose, NULL), PLUMP_OK);
    return p;
}

static posed make_clip(const clip_wish* wish) {
    char json[2048];
    character_kit kit = kit_bar(NULL);
    write_clip(&kit, wish, json, sizeof json);
    return make_posed(&kit, json);
}

static void unmake(posed* p) {
    plump_pose_destroy(p->pose);
    plump_character_destroy(p->character);
}

// Where segment 1 takes a point of the bind pose.
static void point_at(plump_pose* pose, double time, const double from[3], double to[3]) {
    plump_error error = {PLUMP_OK, ""};
    if (plump_pose_set(pose, 0, time, &error) != PLUMP_OK) fail_msg("%s", error.text);
    const double* m = plump_pose_matrices(pose) + 12;
    for (int k = 0; k < 3; ++k)
        to[k] = m[4 * k] * from[0] + m[4 * k + 1] * from[1] + m[4 * k + 2] * from[2] + m[4 * k + 3];
}

static const double joint[3] = {0, 1, 0}, tip[3] = {0, 2, 0};

static void translations_go_straight_or_in_steps(void** state) {
    (void)state;
    const float times[3] = {1, 2, 4}, moves[9] = {0, 1, 0, 2, 1, 0, 2, 1, 6};
    for (int is_step = 0; is_step < 2; ++is_step) {
        posed it = make_clip(&(clip_wish){"translation", is_step ? "STEP" : "LINEAR", "VEC3", 2,
                                          times, 3, moves, 9});
        plump_character_clip clip;
        double p[3];
        assert_int_equal(plump_character_get_clip(it.character, 0, &clip), PLUMP_OK);
        assert_string_equal(clip.name, "wave");
        kit_near(clip.begin, 1, 0);
        kit_near(clip.end, 4, 0);
        point_at(it.pose, 0, joint, p);  // before the first key it holds
        kit_near(p[0], 0, 0);
        point_at(it.pose, 1.5, joint, p);
        kit_near(p[0], is_step ? 0 : 1, 1e-12);
        point_at(it.pose, 3.5, joint, p);
        kit_near(p[2], is_step ? 0 : 4.5, 1e-12);
        point_at(it.pose, 2, joint, p);
        kit_near(p[0], 2, 1e-12);
        point_at(it.pose, 99, joint, p);
        kit_near(p[2], 6, 1e-12);
        unmake(&it);
    }
}

// A quarter turn about z; the second key is the same rotation by the opposite quaternion.
static void rotations_take_the_shorter_arc_at_even_speed(void** state) {
    (void)state;
    const float times[2] = {0, 1}, h = sqrtf(0.5f), turns[8] = {0, 0, 0, 1, 0, 0, -h, -h};
    posed it = make_clip(&(clip_wish){"rotation", "LINEAR", "VEC4", 2, times, 2, turns, 8});
    for (int i = 0; i <= 10; ++i) {
        double p[3], angle = i * 0.05 * 3.14159265358979323846;
        point_at(it.pose, i * 0.1, tip, p);
        kit_near(p[0], -sin(angle), 1e-6);
        kit_near(p[1], 1 + cos(angle), 1e-6);
    }
    unmake(&it);
}

// x = 1 + 2 t - 3 t^2 + t^3 is a cubic, so its Hermite form must give it back exactly.
static void cubic_curves_reproduce_a_cubic(void** state) {
    (void)state;
    const float times[3] = {0, 2, 3};
    float values[27] = {0};
    for (int key = 0; key < 3; ++key) {
        float t = times[key], slope = 2 - 6 * t + 3 * t * t;
        values[9 * key] = values[9 * key + 6] = slope;
        values[9 * key + 3] = 1 + 2 * t - 3 * t * t + t * t * t;
        values[9 * key + 4] = 1;
    }
    posed it =
        make_clip(&(clip_wish){"translation", "CUBICSPLINE", "VEC3", 2, times, 3, values, 27});
    for (int i = 0; i <= 30; ++i) {
        double p[3], t = 0.1 * i;
        point_at(it.pose, t, joint, p);
        kit_near(p[0], 1 + 2 * t - 3 * t * t + t * t * t, 1e-5);
        kit_near(p[1], 1, 1e-9);
    }
    unmake(&it);
}

static void quantised_rotations_are_read(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    const float times[1] = {0};
    const unsigned char turn[8] = {0, 0, 0, 0, 0xFF, 0x7F, 0, 0};  // 16 bit: (0, 0, 1, 0)
    int input = kit_floats(&kit, times, 1, "SCALAR");
    int output = kit_accessor(&kit, turn, 8, 5122, 1, "VEC4", ",'normalized':true");
    char json[2048];
    snprintf(json, sizeof json,
             KIT_BAR_MESH KIT_BAR_SKIN KIT_BAR_NODES
             ",'animations':[{'channels':[{'sampler':0,'target':{'node':2,'path':'rotation'}}],"
             "'samplers':[{'input':%d,'output':%d}]}]",
             input, output);
    posed it = make_posed(&kit, json);
    double p[3];
    point_at(it.pose, 0, tip, p);  // half a turn about z
    kit_near(p[1], 0, 1e-9);
    unmake(&it);
}

// Joint 0 turns and carries joint 1; the vertices between are the mean of both.
static void a_chain_carries_and_skin_blends(void** state) {
    (void)state;
    const float times[1] = {0}, h = sqrtf(0.5f), turn[4] = {0, 0, h, h};
    posed it = make_clip(&(clip_wish){"rotation", "LINEAR", "VEC4", 2, times, 1, turn, 4});
    float skinned[36];
    plump_pose_set(it.pose, 0, 0, NULL);
    plump_pose_skin(it.pose, skinned);
    // top: (x, y, z) -> (1 - y, 1 + x, z); vertex 8 is (-.5, 2, -.5)
    kit_near((double)skinned[24], -1, 1e-6);
    kit_near((double)skinned[25], 0.5, 1e-6);
    // between, vertex 4 (-.5, 1, -.5): the mean of itself and (0, .5, -.5)
    kit_near((double)skinned[12], -0.25, 1e-6);
    kit_near((double)skinned[13], 0.75, 1e-6);
    // bottom, untouched
    for (int i = 0; i < 12; ++i) kit_near((double)skinned[i], (double)kit_bar_positions[i], 0);
    unmake(&it);
}

// Nodes scale and turn the whole skeleton at rest: the bind pose stands in the world, and the
// skinned pose is what glTF prescribes, sum of w W B^-1 x, whatever the bind pose is.
static void the_bind_pose_stands_in_the_world(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    const float times[2] = {0, 1}, turns[8] = {0, 0, 0, 1, 0.6f, 0, 0, 0.8f};
    int input = kit_floats(&kit, times, 2, "SCALAR"), output = kit_floats(&kit, turns, 8, "VEC4");
    char json[2048];
    snprintf(json, sizeof json,
             KIT_BAR_MESH KIT_BAR_SKIN
             "'nodes':[{'mesh':0,'skin':0,'translation':[50,0,0]},{'scale':[0.01,0.01,0.01],"
             "'translation':[7,0,0],'children':[2]},{'translation':[0,1,0]}],"
             "'animations':[{'channels':[{'sampler':0,'target':{'node':2,'path':'rotation'}}],"
             "'samplers':[{'input':%d,'output':%d}]}]",
             input, output);
    posed it = make_posed(&kit, json);
    const float* bind = plump_character_triangles(it.character).positions;
    for (int i = 0; i < 12; ++i) {  // a hundredth of its size, moved; the mesh's node is ignored
        kit_near((double)bind[3 * i], 7 + 0.01 * (double)kit_bar_positions[3 * i], 1e-6);
        kit_near((double)bind[3 * i + 1], 0.01 * (double)kit_bar_positions[3 * i + 1], 1e-6);
    }
    float skinned[36];
    plump_pose_set(it.pose, 0, 1, NULL);
    plump_pose_skin(it.pose, skinned);
    // 2 atan(.6 / .8) about x: cos .28, sin .96; vertex 8 is (-.5, 2, -.5), (0, 1, -.5) about joint
    kit_near((double)skinned[24], 7 - 0.005, 1e-6);
    kit_near((double)skinned[25], 0.01 * (1 + 0.28 + 0.5 * 0.96), 1e-6);
    kit_near((double)skinned[26], 0.01 * (0.96 - 0.5 * 0.28), 1e-6);
    unmake(&it);
}

static void morph_targets_move_the_bind_pose(void** state) {
    (void)state;
    character_kit kit = kit_bar(NULL);
    float offsets[36] = {0};
    for (int i = 0; i < 12; ++i) offsets[3 * i + 2] = (float)i;
    const float times[2] = {0, 1}, weights[4] = {0, 0, 1, 0.5f};
    const unsigned char which[4] = {0, 11, 0, 0};
    const float sparse[6] = {4, 0, 0, 8, 0, 0};
    int dense = kit_floats(&kit, offsets, 36, "VEC3");
    int input = kit_floats(&kit, times, 2, "SCALAR");
    int output = kit_floats(&kit, weights, 4, "SCALAR");
    int indices = kit_bytes_of(&kit, which, 4, "SCALAR", "");
    int values = kit_floats(&kit, sparse, 6, "VEC3");
    size_t used = strlen(kit.accessors);
    snprintf(kit.accessors + used, sizeof kit.accessors - used,
             ",{'componentType':5126,'count':12,'type':'VEC3','sparse':{'count':2,'indices':"
             "{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}}",
             indices, values);
    char json[2048];
    snprintf(
        json, sizeof json,
        "'meshes':[{'weights':[0,0.25],'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':2,"
        "'WEIGHTS_0':3},'indices':1,'targets':[{'POSITION':%d},{'POSITION':%d}]}]}]," KIT_BAR_SKIN
            KIT_BAR_NODES
        ",'animations':[{'channels':[{'sampler':0,'target':{'node':0,'path':'weights'}}],"
        "'samplers':[{'input':%d,'output':%d}]}]",
        dense, kit.count, input, output);
    posed it = make_posed(&kit, json);
    plump_character_info info;
    plump_character_get_info(it.character, &info);
    assert_int_equal(info.morph_count, 2);
    kit_near((double)plump_pose_bind(it.pose)[0], -0.5 + 0.25 * 4, 1e-6);  // at rest
    plump_pose_set(it.pose, 0, 0.5, NULL);
    assert_true(plump_pose_is_morphed(it.pose));
    const float* bind = plump_pose_bind(it.pose);
    for (int i = 0; i < 12; ++i) {
        double by = i == 0 ? 4 : i == 11 ? 8 : 0;
        kit_near((double)bind[3 * i], (double)kit_bar_positions[3 * i] + 0.25 * by, 1e-6);
        kit_near((double)bind[3 * i + 2], (double)kit_bar_positions[3 * i + 2] + 0.5 * i, 1e-6);
    }
    plump_pose_set(it.pose, 0, 0.5, NULL);
    assert_false(plump_pose_is_morphed(it.pose));
    unmake(&it);
}

// ---------------------------------------------------------------- refused

static void refuse_clip(const clip_wish* wish, const char* words) {
    char json[2048];
    character_kit kit = kit_bar(NULL);
    write_clip(&kit, wish, json, sizeof json);
    kit_refuse_character(&kit, json, PLUMP_ERROR_DATA, words);
}

static void clips_that_lie_are_refused(void** state) {
    (void)state;
    const float times[2] = {0, 1}, back[2] = {1, 1}, wrong[2] = {0, NAN}, early[2] = {-1, 1};
    const float moves[6] = {0, 1, 0, 0, 2, 0}, spoiled[6] = {0, 1, 0, 0, INFINITY, 0};
    const struct {
        clip_wish wish;
        const char* words;
    } lies[] = {
        {{"translation", "LINEAR", "VEC3", 2, back, 2, moves, 6}, "times must grow"},
        {{"translation", "LINEAR", "VEC3", 2, wrong, 2, moves, 6}, "times must grow"},
        {{"translation", "LINEAR", "VEC3", 2, early, 2, moves, 6}, "times must grow"},
        {{"translation", "LINEAR", "VEC3", 2, times, 2, spoiled, 6}, "value 1 is not finite"},
        {{"translation", "CUBICSPLINE", "VEC3", 2, times, 2, moves, 6},
         "has 2 keys and 2 values; each key needs 3"},
        {{"translation", "LINEAR", "VEC3", 2, times, 1, moves, 6}, "has 1 keys and 2 values"},
        {{"rotation", "LINEAR", "VEC3", 2, times, 2, moves, 6}, "rotations are VEC4"},
        {{"translation", "BEZIER", "VEC3", 2, times, 2, moves, 6},
         "glTF knows LINEAR, STEP and CUBICSPLINE"},
        {{"translation", "LINEAR", "VEC3", 7, times, 2, moves, 6},
         "node is 7, the file has 3 nodes"},
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; ++i)
        refuse_clip(&lies[i].wish, lies[i].words);
}

// glTF forbids it, and its validator calls it an error: a matrix may shear, which keys cannot say.
static void animated_nodes_with_a_matrix_are_refused(void** state) {
    (void)state;
    const float times[2] = {0, 1}, moves[6] = {0, 1, 0, 0, 2, 0};
    char json[2048];
    character_kit kit = kit_bar(NULL);
    int keys = kit_floats(&kit, times, 2, "SCALAR"), values = kit_floats(&kit, moves, 6, "VEC3");
    snprintf(json, sizeof json,
             KIT_BAR_MESH KIT_BAR_SKIN
             "'nodes':[{'mesh':0,'skin':0},{'children':[2]},"
             "{'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,1,0,1]}],"
             "'animations':[{'channels':[{'sampler':0,'target':{'node':2,'path':'translation'}}],"
             "'samplers':[{'input':%d,'output':%d}]}]",
             keys, values);
    kit_refuse_character(&kit, json, PLUMP_ERROR_DATA,
                         "moves nodes[2], which has a matrix; what is animated needs translation, "
                         "rotation and scale");
}

// What is played is from the first key to the last: a second's pause before is not waited for.
static void a_clip_that_begins_late_starts_at_its_first_key(void** state) {
    (void)state;
    const float times[3] = {2, 2.5f, 3}, moves[9] = {4, 1, 0, 5, 1, 0, 4, 1, 0};
    posed it = make_clip(&(clip_wish){"translation", "LINEAR", "VEC3", 2, times, 3, moves, 9});
    plump_character_clip clip;
    bool is_loop = false;
    double p[3];
    assert_int_equal(plump_character_get_clip(it.character, 0, &clip), PLUMP_OK);
    kit_near(clip.begin, 2, 0);
    kit_near(clip.end, 3, 0);
    point_at(it.pose, clip.begin, joint, p);
    kit_near(p[0], 4, 1e-6);
    point_at(it.pose, clip.begin + 0.25, joint, p);
    kit_near(p[0], 4.5, 1e-6);
    // its loop is from there, too: at rest, 4 m away, it is not
    assert_int_equal(plump_pose_find_loop(it.pose, 0, &is_loop, NULL), PLUMP_OK);
    assert_true(is_loop);
    unmake(&it);
}

static void a_clip_of_one_key_has_no_length(void** state) {
    (void)state;
    const float times[1] = {2};
    posed it = make_clip(&(clip_wish){"translation", "CUBICSPLINE", "VEC3", 2, times, 1,
                                      (const float[9]){9, 9, 9, 0, 3, 0, 9, 9, 9}, 9});
    plump_character_clip clip;
    double p[3];
    plump_character_get_clip(it.character, 0, &clip);
    kit_near(clip.end - clip.begin, 0, 0);
    for (int i = 0; i < 5; ++i) {
        point_at(it.pose, i, joint, p);
        kit_near(p[1], 3, 1e-9);
    }
    unmake(&it);
}

static void a_place_beyond_all_numbers_is_refused_and_the_pose_rests(void** state) {
    (void)state;
    const float times[2] = {0, 1}, scales[6] = {1, 1, 1, 1e25f, 1, 1};
    character_kit kit = kit_bar(NULL);
    char json[2048];
    int input = kit_floats(&kit, times, 2, "SCALAR"), output = kit_floats(&kit, scales, 6, "VEC3");
    snprintf(json, sizeof json,
             KIT_BAR_MESH KIT_BAR_SKIN KIT_BAR_NODES
             ",'animations':[{'channels':[{'sampler':0,'target':{'node':1,'path':'scale'}},"
             "{'sampler':0,'target':{'node':2,'path':'scale'}}],"
             "'samplers':[{'input':%d,'output':%d}]}]",
             input, output);
    posed it = make_posed(&kit, json);
    plump_error error = {PLUMP_OK, ""};
    assert_int_equal(plump_pose_set(it.pose, 0, 1, &error), PLUMP_ERROR_DATA);
    assert_non_null(strstr(error.text, "'high' is not finite or beyond 1e30"));
    kit_near(plump_pose_matrices(it.pose)[12], 1, 0);
    assert_int_equal(plump_pose_set(it.pose, 1, 0, &error), PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_pose_set(it.pose, 0, NAN, &error), PLUMP_ERROR_ARGUMENT);
    unmake(&it);
}

static void a_pose_allocates_nothing(void** state) {
    (void)state;
    const float times[2] = {0, 1}, moves[6] = {0, 1, 0, 0, 2, 0};
    posed it = make_clip(&(clip_wish){"translation", "LINEAR", "VEC3", 2, times, 2, moves, 6});
    memory_kit memory = {0};
    plump_allocator hooks = memory_kit_hooks(&memory);
    plump_pose* pose = NULL;
    float skinned[36];
    assert_int_equal(plump_pose_create(it.character, &hooks, &pose, NULL), PLUMP_OK);
    long before = memory.calls;
    for (int i = 0; i < 5; ++i) {
        assert_int_equal(plump_pose_set(pose, 0, i, NULL), PLUMP_OK);
        plump_pose_skin(pose, skinned);
    }
    assert_int_equal(memory.calls, before);
    plump_pose_destroy(pose);
    assert_int_equal(memory.blocks, 0);
    unmake(&it);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(translations_go_straight_or_in_steps),
        cmocka_unit_test(rotations_take_the_shorter_arc_at_even_speed),
        cmocka_unit_test(cubic_curves_reproduce_a_cubic),
        cmocka_unit_test(quantised_rotations_are_read),
        cmocka_unit_test(a_chain_carries_and_skin_blends),
        cmocka_unit_test(the_bind_pose_stands_in_the_world),
        cmocka_unit_test(morph_targets_move_the_bind_pose),
        cmocka_unit_test(clips_that_lie_are_refused),
        cmocka_unit_test(animated_nodes_with_a_matrix_are_refused),
        cmocka_unit_test(a_clip_that_begins_late_starts_at_its_first_key),
        cmocka_unit_test(a_clip_of_one_key_has_no_length),
        cmocka_unit_test(a_place_beyond_all_numbers_is_refused_and_the_pose_rests),
        cmocka_unit_test(a_pose_allocates_nothing),
    };
    return KIT_RUN(tests, NULL, NULL);
}
