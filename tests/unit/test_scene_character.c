// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters in scene files, from the text to the plan.
#define _XOPEN_SOURCE 700  // mkdtemp
#include "tests/unit/scene_kit.h"

#include "io/scene_keys.h"
#include "tests/unit/folder_kit.h"

#include <math.h>

#if defined(PLUMP_HAVE_JANSSON)

#define BEAR          "{'name': 'bear', 'shape': 'bear', 'rig': true, 'vertices': 300"
#define ONLY(entries) "{'characters': [" entries "]}"
// Along x from -1 to 1, with a bone for each half.
#define WORM                                                                                       \
    "{'name': 'worm', 'shape': 'bar', 'vertices': 300, 'size': 2, 'bones': [{'name': 'tail', "     \
    "'from': [-1, 0, 0], 'to': [0, 0, 0], 'radius': 0.3}, {'name': 'front', 'parent': 'tail', "    \
    "'from': [0, 0, 0], 'to': [1, 0, 0], 'radius': 0.3}]"

static const pl_plan_character* first_of(const plump_scene* scene) {
    assert_true(scene->plan.character_count > 0);
    return &scene->plan.characters[0];
}

static bool is_inside(const plump_triangles* t, const double point[3]) {
    const float* positions = t->positions;
    for (size_t k = 0; k < 3; ++k) {
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (size_t i = 0; i < t->vertex_count; ++i) {
            double x = (double)positions[3 * i + k];
            least = fmin(least, x);
            most = fmax(most, x);
        }
        if (point[k] < least || point[k] > most) return false;
    }
    return true;
}

static void a_character_alone_makes_a_scene(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(ONLY(BEAR ", 'clip': 'hop', 'speed': 2}"));
    const pl_plan_character* bear = first_of(scene);
    plump_character_clip clip;
    assert_int_equal(scene->plan.character_count, 1);
    assert_int_equal(scene->plan.body_count, 0);
    assert_string_equal(bear->name, "bear");
    assert_int_equal(bear->body, PL_PLAN_NONE);
    assert_true(bear->speed == 2 && bear->scale == 1.0f && bear->visible && !bear->polish);
    assert_int_equal(plump_character_get_clip(bear->character, bear->clip, &clip), PLUMP_OK);
    assert_string_equal(clip.name, "hop");
    assert_int_equal(bear->dragger_count + bear->obstacle_count + bear->meet_count, 0);
    plump_triangles triangles = plump_character_triangles(bear->character);
    assert_true(bear->set_count >= 3 && bear->set_count <= 16);
    for (uint32_t i = 0; i < bear->set_count; ++i)
        assert_true(is_inside(&triangles, bear->sets[i].anchor));
    plump_scene_destroy(scene);
}

static void automatic_sets_are_those_of_the_library(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(ONLY(BEAR ", 'set_most': 5, 'strength': 2}"));
    const pl_plan_character* bear = first_of(scene);
    plump_jiggle_def def = plump_default_jiggle_def();
    plump_jiggle_placing placing = plump_default_jiggle_placing();
    plump_character_info info;
    plump_jiggle_set sets[5];
    uint32_t count;
    plump_character_get_info(bear->character, &info);
    def.mesh = plump_character_triangles(bear->character);
    def.segments = plump_character_segments(bear->character);
    def.weights = plump_character_weights(bear->character);
    def.segment_count = info.segment_count;
    placing.set_most = 5;
    placing.strength = 2;
    assert_int_equal(plump_jiggle_place_sets(&def, &placing, sets, 5, &count, NULL), PLUMP_OK);
    assert_int_equal(bear->set_count, count);
    for (uint32_t i = 0; i < count; ++i) {
        assert_true(bear->sets[i].stiffness == sets[i].stiffness);
        assert_memory_equal(bear->sets[i].anchor, sets[i].anchor, sizeof sets[i].anchor);
    }
    plump_scene_destroy(scene);
    scene = scene_accept(ONLY(BEAR ", 'strength': 0}"));
    assert_int_equal(first_of(scene)->set_count, 0);
    plump_scene_destroy(scene);
}

static void what_is_alike_is_loaded_once(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(ONLY("{'shape': 'bear', 'rig': true, 'vertices': 300}, "
                                           "{'shape': 'bear', 'rig': true, 'vertices': 300}, "
                                           "{'shape': 'bear', 'vertices': 300}, " WORM "}"));
    const pl_plan_character* c = scene->plan.characters;
    assert_ptr_equal(c[0].character, c[1].character);
    assert_ptr_not_equal(c[0].character, c[2].character);
    assert_int_equal(scene->figure_count, 3);
    assert_string_equal(c[1].name, "bear-1");
    plump_scene_destroy(scene);
}

static void a_shape_without_bones_is_one_solid_piece(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        ONLY("{'shape': 'box', 'vertices': 98, 'size': 2, 'position': [1, 2, 3], 'motion': "
             "{'keys': [{'time': 0}, {'time': 1, 'position': [4, 5, 6]}]}, "
             "'sets': [{'radius': 0.5}]}"));
    const pl_plan_character* box = first_of(scene);
    plump_character_info info;
    plump_character_segment whole;
    plump_character_get_info(box->character, &info);
    assert_int_equal(info.segment_count, 1);
    assert_int_equal(plump_character_get_segment(box->character, 0, &whole), PLUMP_OK);
    assert_string_equal(whole.name, "whole");
    assert_true(fabs(whole.position[1] + 1) < 1e-6 && fabs(whole.position[0]) < 1e-6);
    assert_int_equal(box->clip, PLUMP_NO_CLIP);
    assert_int_equal(box->motion.count, 2);
    assert_true(box->motion.keys[0].position[2] == 3 && box->motion.keys[1].position[2] == 6);
    // without a place it is tied to its only joint
    assert_int_equal(box->set_count, 1);
    assert_memory_equal(box->sets[0].anchor, whole.position, sizeof whole.position);
    plump_scene_destroy(scene);
}

static void bones_by_hand_carry_the_skin_near_them(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        ONLY(WORM ", 'moves': [{'bone': 'front', 'motion': {'axis': [0, 0, 2], 'keys': [{'time': "
                  "0, 'degrees': 0}, {'time': 1, 'degrees': 40, 'move': [0, 0.1, 0]}]}}]}"));
    const pl_plan_character* worm = first_of(scene);
    plump_character_segment front;
    assert_int_equal(plump_character_get_segment(worm->character, 1, &front), PLUMP_OK);
    assert_string_equal(front.name, "front");
    assert_int_equal(front.parent, 0);
    plump_triangles t = plump_character_triangles(worm->character);
    const float *positions = t.positions, *weights = plump_character_weights(worm->character);
    const uint32_t* segments = plump_character_segments(worm->character);
    for (size_t i = 0; i < t.vertex_count; ++i) {
        uint32_t most = segments[4 * i];
        assert_true(weights[4 * i] >= 0.49f);
        if (fabsf(positions[3 * i]) > 0.2f) assert_int_equal(most, positions[3 * i] > 0);
    }
    assert_int_equal(worm->move_count, 1);
    const pl_plan_move* move = &worm->moves[0];
    assert_int_equal(move->segment, 1);
    assert_true(move->motion.turns && move->motion.axis[2] == 1 && move->motion.count == 2);
    assert_true(move->motion.keys[1].degrees == 40 && move->motion.keys[1].position[1] == 0.1);
    assert_memory_equal(move->motion.pivot, front.position, sizeof front.position);
    assert_true(fabs(front.position[0]) < 1e-6);
    plump_scene_destroy(scene);
}

// k = m w^2 and c = 2 ratio m w with w = 2 pi hertz; a strength of s divides k by s.
static void sets_by_hand_swing_as_asked(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        ONLY(WORM ", 'strength': 4, 'sets': [{'name': 'a', 'joint': {'tail': 1, 'front': 3}, "
                  "'at': [0.1, 0.2, 0], 'radius': 0.4, 'hertz': 3, 'damping': 0.25, 'mass': 2, "
                  "'limit': 0.6, 'turn_hertz': 5, 'turn_damping': 0.5, 'turn_limit': 1.5, 'on': "
                  "'all'}, {'joint': '#1', 'radius': 0.3, 'on': ['tail', 'front']}]}"));
    const pl_plan_character* worm = first_of(scene);
    assert_int_equal(worm->set_count, 2);
    const plump_jiggle_set *a = &worm->sets[0], *b = &worm->sets[1];
    double w = 6 * 3.14159265358979323846;
    assert_true(fabs((double)a->stiffness * 4 / (2 * w * w) - 1) < 1e-6);
    assert_true(fabs((double)a->damping * 2 / (2 * 0.25 * 2 * w) - 1) < 1e-6);
    assert_int_equal(a->segments[0], 0);
    assert_int_equal(a->segments[1], 1);
    assert_true(a->weights[0] == 0.25f && a->weights[1] == 0.75f && a->weights[2] == 0);
    assert_true(a->radius == 0.4f && a->limit == 0.6f && a->anchor[1] == 0.2 && a->on_all);
    assert_true(a->turn_hertz == 5 && a->turn_ratio == 0.5f && a->turn_limit == 1.5f);
    assert_int_equal(b->segments[0], 1);
    assert_true(b->weights[0] == 1 && b->anchor[0] == 0 && !b->on_all && b->turn_hertz == 0);
    assert_int_equal(b->on_count, 2);
    plump_scene_destroy(scene);
}

static void a_file_of_sets_gives_the_same_as_a_scene(void** state) {
    (void)state;
    static const char sets[] =
        "{'sets': [{'name': 'belly', 'joint': 'tail', 'at': [-0.5, 0, 0], 'radius': 0.4}, "
        "{'joint': 'front', 'radius': 0.2, 'hertz': 7}]}";
    plump_scene* scene = scene_accept(
        ONLY(WORM ", 'strength': 3, 'sets': [{'name': 'belly', 'joint': 'tail', 'at': [-0.5, 0, "
                  "0], 'radius': 0.4}, {'joint': 'front', 'radius': 0.2, 'hertz': 7}]}"));
    const pl_plan_character* worm = first_of(scene);
    plump_jiggle_set read[3];
    char names[3][PLUMP_SET_NAME_SIZE];
    uint32_t count = 7;
    plump_error error;
    size_t size;
    char* text = scene_quoted(sets, &size);
    assert_int_equal(plump_file_write_bytes(path_of("sets.json"), text, size, &error), PLUMP_OK);
    free(text);
    if (plump_character_read_sets(path_of("sets.json"), worm->character, 3, read, names, 3, &count,
                                  &error) != PLUMP_OK)
        fail_msg("%s", error.text);
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "belly");
    assert_string_equal(names[1], "set 1");
    for (int i = 0; i < 2; ++i) {
        assert_memory_equal(read[i].anchor, worm->sets[i].anchor, sizeof read[i].anchor);
        assert_true(read[i].stiffness == worm->sets[i].stiffness);
        assert_true(read[i].damping == worm->sets[i].damping);
        assert_int_equal(read[i].segments[0], worm->sets[i].segments[0]);
    }
    // more than there is room for, none at strength 0, and a strength that is none
    assert_int_equal(plump_character_read_sets(path_of("sets.json"), worm->character, 1, read, NULL,
                                               1, &count, &error),
                     PLUMP_ERROR_LIMIT);
    assert_int_equal(count, 0);
    assert_int_equal(plump_character_read_sets(path_of("sets.json"), worm->character, 0, read, NULL,
                                               3, &count, &error),
                     PLUMP_OK);
    assert_int_equal(count, 0);
    assert_int_equal(plump_character_read_sets(path_of("sets.json"), worm->character, NAN, read,
                                               NULL, 3, &count, &error),
                     PLUMP_ERROR_ARGUMENT);
    assert_int_equal(plump_character_read_sets(path_of("none.json"), worm->character, 1, read, NULL,
                                               3, &count, &error),
                     PLUMP_ERROR_INPUT);
    remove(path_of("sets.json"));
    plump_scene_destroy(scene);
}

static void draggers_come_behind_the_sets_and_hang_on_the_skin_nearby(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        ONLY(WORM ", 'sets': [{'joint': 'tail', 'radius': 0.2}], 'draggers': [{'at': [0.9, 0, 0], "
                  "'radius': 0.5, 'limit': 2, 'from': 1, 'until': 2, 'motion': {'smooth': true, "
                  "'keys': [{'time': 1}, {'time': 2, 'move': [1, 0, 0]}]}}, {'at': [0, 0, 0], "
                  "'radius': 0.1, 'joint': 'tail'}]}"));
    const pl_plan_character* worm = first_of(scene);
    assert_int_equal(worm->set_count, 3);
    assert_int_equal(worm->dragger_count, 2);
    const pl_plan_dragger* pulled = &worm->draggers[0];
    assert_int_equal(pulled->set, 1);
    assert_int_equal(worm->draggers[1].set, 2);
    assert_true(pulled->from == 1 && pulled->until == 2 && pulled->motion.smooth);
    assert_int_equal(pulled->motion.count, 2);
    assert_true(pulled->motion.keys[1].position[0] == 1);
    const plump_jiggle_set* set = &worm->sets[1];
    assert_int_equal(set->segments[0], 1);
    assert_true(set->weights[0] > 0.9f && set->limit == 2 && set->anchor[0] == 0.9);
    assert_true(worm->draggers[1].until == HUGE_VAL && worm->draggers[1].motion.count == 0);
    assert_true(worm->sets[2].segments[0] == 0 && worm->sets[2].weights[0] == 1);
    plump_scene_destroy(scene);
}

#define ROOM                                                                                       \
    "'obstacles': [{'name': 'floor', 'shape': 'plane'}, {'name': 'hall', 'shape': 'box', "         \
    "'hollow': true}, {'name': 'ball', 'shape': 'sphere'}, {'name': 'cloth', 'shape': 'sheet', "   \
    "'points': [[0, 0, 0], [1, 0, 0], [0, 1, 0]], 'triangles': [[0, 1, 2]]}, {'name': 'ghost', "   \
    "'shape': 'sphere', 'collides_with': 0}]"

static void obstacles_and_others_are_found_by_name(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        "{'characters': [" BEAR ", 'obstacles': 'all'}, " WORM ", 'obstacles': ['ghost', 'floor'], "
        "'meets': 'bear'}, {'shape': 'sphere', 'vertices': 42, 'meets': ['worm', 'bear']}], " ROOM
        "}");
    const pl_plan_character* c = scene->plan.characters;
    assert_int_equal(c[0].obstacle_count, 2);  // what is hollow, thin or meets nothing is left out
    assert_int_equal(c[0].obstacles[1], 2);
    assert_int_equal(c[1].obstacle_count, 2);
    assert_int_equal(c[1].obstacles[0], 4);
    assert_int_equal(c[1].obstacles[1], 0);
    assert_int_equal(c[1].meet_count, 1);
    assert_int_equal(c[1].meets[0], 0);
    assert_int_equal(c[2].meet_count, 2);
    assert_int_equal(c[2].meets[0], 1);
    assert_int_equal(c[2].obstacle_count, 0);
    plump_scene_destroy(scene);
}

static void a_body_can_be_what_moves_it(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        "{'bodies': [{'name': 'ball', 'shape': 'sphere', 'vertices': 162, 'colour': '#102030'}], "
        "'characters': [{'body': 'ball', 'draggers': [{'at': [0, 0.5, 0], 'radius': 0.3}]}, "
        "{'name': 'hand', 'body': 'ball', 'sets': [{'at': [0, 0.1, 0], 'radius': 0.4}], "
        "'colour': '#405060'}]}");
    const pl_plan_character* c = scene->plan.characters;
    assert_null(c[0].character);
    assert_int_equal(c[0].body, 0);
    assert_string_equal(c[0].name, "ball-0");
    assert_true(c[0].set_count >= 2 && c[0].set_count <= 17);
    assert_int_equal(c[0].draggers[0].set, c[0].set_count - 1);
    assert_true(c[0].colour.r == 16 && !c[0].colour_given);
    assert_true(c[1].colour.r == 64 && c[1].colour_given);
    assert_true(c[1].sets[0].anchor[1] == 0.1 && c[1].sets[0].weights[0] == 1);
    plump_scene_destroy(scene);
}

static void a_ragdoll_begins_where_the_character_does(void** state) {
    (void)state;
    plump_scene* scene = scene_accept(
        "{'gravity': [0, -1.5, 0], 'characters': [" BEAR ", 'position': [1, 2, 3], 'scale': 2, "
        "'rotation': {'axis': [0, 1, 0], 'degrees': 180}, 'ragdoll': {'velocity': [4, 0, 0], "
        "'hertz': 0}}, " WORM ", 'ragdoll': {}}]}");
    const pl_plan_character* c = scene->plan.characters;
    plump_ragdoll_def usual = plump_default_ragdoll_def();
    assert_true(c[0].is_ragdoll && c[0].ragdoll.hertz == 0 && c[0].ragdoll.velocity[0] == 4);
    assert_true(c[0].ragdoll.position[2] == 3 && c[0].ragdoll.scale == 2);
    assert_true(c[0].ragdoll.gravity[1] == -1.5);
    assert_memory_equal(c[0].ragdoll.rotation, c[0].rotation, sizeof c[0].rotation);
    assert_true(fabsf(c[0].ragdoll.rotation[1]) > 0.999f);
    // what the table says is what the library says
    const plump_ragdoll_def* plain = &c[1].ragdoll;
    assert_true(plain->density == usual.density && plain->hertz == usual.hertz &&
                plain->damping == usual.damping && plain->turn_limit == usual.turn_limit &&
                plain->contact_hertz == usual.contact_hertz && plain->friction == usual.friction &&
                plain->contact_damping == usual.contact_damping && plain->cookie == usual.cookie);
    plump_scene_destroy(scene);
}

// What the tables promise for keys that are left out.
static void defaults_are_those_of_the_library(void** state) {
    (void)state;
    plump_jiggle_placing placing = plump_default_jiggle_placing();
    plump_jiggle_def def = plump_default_jiggle_def();
    plump_jiggle_set set = plump_default_jiggle_set();
    assert_true(atof(pl_table_find(&pl_table_character, "set_most")->usual) == placing.set_most);
    assert_true((float)atof(pl_table_find(&pl_table_character, "strength")->usual) ==
                placing.strength);
    assert_true((float)atof(pl_table_find(&pl_table_character, "softness")->usual) == def.softness);
    assert_true((float)atof(pl_table_find(&pl_table_set, "limit")->usual) == set.limit);
    assert_true((float)atof(pl_table_find(&pl_table_set, "turn_damping")->usual) == set.turn_ratio);
    assert_true((float)atof(pl_table_find(&pl_table_set, "turn_limit")->usual) == set.turn_limit);
}

static void character_files_are_read_from_the_scenes_folder(void** state) {
    (void)state;
    plump_error error;
    plump_scene_def def = plump_default_scene_def();
    plump_scene* made = scene_accept(ONLY(BEAR "}, {'shape': 'torus', 'vertices': 64}"));
    plump_triangles bear = plump_character_triangles(first_of(made)->character);
    plump_rig_def rig;
    assert_int_equal(plump_rig_builtin(PLUMP_SHAPE_BEAR, 1, &rig, &error), PLUMP_OK);
    rig.triangles = bear;
    assert_int_equal(plump_rig_write(path_of("bear.glb"), &rig, &error), PLUMP_OK);
    plump_triangles torus = plump_character_triangles(made->plan.characters[1].character);
    assert_int_equal(plump_file_write(path_of("torus.obj"), &torus, NULL, &error), PLUMP_OK);
    def.folder = folder;
    plump_scene* scene = scene_accept_with(
        ONLY("{'mesh': 'bear.glb', 'clip': 1}, {'mesh': 'torus.obj'}, {'name': 'ring', 'mesh': "
             "'torus.obj', 'bones': [{'name': 'left', 'from': [-1, 0, 0], 'to': [-0.1, 0, 0], "
             "'radius': 1}, {'name': 'right', 'from': [1, 0, 0], 'to': [0.1, 0, 0], 'radius': "
             "1}]}"),
        &def);
    const pl_plan_character* c = scene->plan.characters;
    assert_string_equal(c[0].name, "bear-0");
    assert_int_equal(c[0].clip, 1);
    // by way of a file nothing has moved but the last digits
    assert_int_equal(c[0].set_count, first_of(made)->set_count);
    for (uint32_t i = 0; i < c[0].set_count; ++i)
        assert_true(fabsf(c[0].sets[i].radius - first_of(made)->sets[i].radius) < 1e-3f);
    plump_character_info info;
    plump_character_get_info(c[1].character, &info);
    assert_int_equal(info.segment_count, 1);
    plump_character_get_info(c[2].character, &info);
    assert_int_equal(info.segment_count, 2);
    assert_int_equal(scene->figure_count, 3);
    plump_scene_destroy(scene);
    plump_scene_destroy(made);
    remove(path_of("bear.glb"));
    remove(path_of("torus.obj"));
}

static void running_out_of_memory_leaks_nothing(void** state) {
    (void)state;
    static const char text[] =
        "{'bodies': [{'name': 'ball', 'shape': 'sphere', 'vertices': 42}], 'characters': [" WORM
        ", 'moves': [{'bone': 'tail', 'motion': {'keys': [{'time': 0}]}}], 'obstacles': 'all', "
        "'draggers': [{'at': [0, 0, 0], 'radius': 1, 'motion': {'keys': [{'time': 0}]}}]}, "
        "{'shape': 'jelly', 'rig': true, 'vertices': 100, 'ragdoll': {}, 'meets': 'worm', 'sets': "
        "[{'radius': 1}]}, {'body': 'ball', 'sets': []}], " ROOM "}";
    bool reached = true;
    for (long at = 1; reached; at += at < 60 ? 1 : 7) {
        memory_kit memory = {.fail_at = at, .fail_forever = true};
        plump_scene_def def = plump_default_scene_def();
        plump_scene* scene = NULL;
        plump_error error;
        def.allocator = memory_kit_hooks(&memory);
        plump_result result = scene_read(text, "x", &def, &scene, &error);
        reached = memory.calls >= at;
        assert_int_equal(result, reached ? PLUMP_ERROR_MEMORY : PLUMP_OK);
        plump_scene_destroy(scene);
        assert_int_equal(memory.blocks, 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_alone_makes_a_scene),
        cmocka_unit_test(automatic_sets_are_those_of_the_library),
        cmocka_unit_test(what_is_alike_is_loaded_once),
        cmocka_unit_test(a_shape_without_bones_is_one_solid_piece),
        cmocka_unit_test(bones_by_hand_carry_the_skin_near_them),
        cmocka_unit_test(sets_by_hand_swing_as_asked),
        cmocka_unit_test(a_file_of_sets_gives_the_same_as_a_scene),
        cmocka_unit_test(draggers_come_behind_the_sets_and_hang_on_the_skin_nearby),
        cmocka_unit_test(obstacles_and_others_are_found_by_name),
        cmocka_unit_test(a_body_can_be_what_moves_it),
        cmocka_unit_test(a_ragdoll_begins_where_the_character_does),
        cmocka_unit_test(defaults_are_those_of_the_library),
        cmocka_unit_test(character_files_are_read_from_the_scenes_folder),
        cmocka_unit_test(running_out_of_memory_leaks_nothing),
    };
    return cmocka_run_group_tests_name("scene_character", tests, make_folder, remove_folder);
}

#else
int main(void) {
    return 0;
}
#endif
