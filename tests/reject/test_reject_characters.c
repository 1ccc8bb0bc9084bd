// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Every kind of wrong character in a scene file, and the sentence it gets.
#include "tests/unit/scene_kit.h"

#if defined(PLUMP_HAVE_JANSSON)

#define DATA  PLUMP_ERROR_DATA
#define LIMIT PLUMP_ERROR_LIMIT

#define BEAR(keys) "{'characters': [{'shape': 'bear', " keys "}]}"
// Two bones, and more keys of its own, and of the file.
#define WORM_KEYS                                                                                  \
    "'name': 'worm', 'shape': 'bar', 'vertices': 64, 'bones': [{'name': 'tail', 'from': [-1, 0, "  \
    "0], 'to': [0, 0, 0], 'radius': 1}, {'name': 'front', 'parent': 'tail', 'from': [0, 0, 0], "   \
    "'to': [1, 0, 0], 'radius': 1}]"
#define WORM(keys)           "{'characters': [{" WORM_KEYS ", " keys "}]}"
#define WORM_AND(keys, more) "{'characters': [{" WORM_KEYS ", " keys "}], " more "}"

static const struct {
    const char* text;
    plump_result code;
    const char* sentence;
} refusals[] = {
    {"{'characters': []}", DATA,
     "x:1:2: characters: it is empty; a scene needs at least one body or character"},
    {"{'bodies': [], 'characters': []}", DATA,
     "x:1:2: bodies: it is empty; a scene needs at least one body or character"},
    {"{'characters': {}}", DATA, "x:1:2: characters: it must be a list, not an object"},
    {"{'characters': [7]}", DATA, "x:1:17: characters[0]: it must be an object, not a number"},
    {"{'characters': [{}]}", DATA,
     "x:1:17: characters[0]: one of the keys 'mesh', 'shape' or 'body' is missing"},
    {BEAR("'body': 'x'"), DATA,
     "x:1:17: characters[0]: only one of the keys 'mesh', 'shape' or 'body' can be there"},
    {"{'characters': [{'body': 'x'}]}", DATA,
     "x:1:18: characters[0].body: there is no body 'x'; the scene has none"},
    {"{'bodies': [{'name': 'ball', 'shape': 'sphere'}], 'characters': [{'body': 'bal'}]}", DATA,
     "x:1:67: characters[0].body: there is no body 'bal'; did you mean 'ball'?"},
    {"{'bodies': [{'name': 'ball', 'shape': 'sphere', 'grid': {'size': [2, 1, 1], 'spacing': [2, "
     "2, 2]}}], 'characters': [{'body': 'ball'}]}",
     DATA, "x:1:118: characters[0].body: 'ball' has 2 bodies; name one of them, as in 'ball.0'"},
    {"{'bodies': [{'name': 'ball', 'shape': 'sphere'}], 'characters': [{'body': 'ball', 'clip': "
     "'walk'}]}",
     DATA,
     "x:1:83: characters[0].clip: 'body' is there already, and it alone gives the mesh and moves "
     "it"},
    {"{'bodies': [{'name': 'ball', 'shape': 'sphere'}], 'characters': [{'body': 'ball', 'ragdoll': "
     "{}}]}",
     DATA,
     "x:1:83: characters[0].ragdoll: 'body' is there already, and it alone gives the mesh and "
     "moves "
     "it"},
    {"{'bodies': [{'name': 'ball', 'shape': 'sphere'}], 'characters': [{'body': 'ball', 'sets': "
     "[{'radius': 1}]}]}",
     DATA, "x:1:92: characters[0].sets[0]: the key 'at' is missing: a body has no joints"},
    {"{'characters': [{'shape': 'sphere', 'rig': true}]}", DATA,
     "x:1:37: characters[0].rig: the shape 'sphere' has no skeleton of its own, only bear, "
     "creature, jelly, head, camel have; 'bones' give it one"},
    {BEAR("'rigg': true"), DATA,
     "x:1:35: characters[0].rigg: there is no such key; did you mean 'rig'?"},
    {BEAR("'rig': true, 'bones': []"), DATA,
     "x:1:48: characters[0].bones: 'rig' is there already; only one of both can be"},
    {BEAR("'bones': []"), DATA,
     "x:1:35: characters[0].bones: it is empty; leave it out for a solid piece"},
    {BEAR("'bones': [{'name': 'a', 'parent': 'b', 'from': [0, 0, 0], 'to': [0, 1, 0], 'radius': "
          "1}, {'name': 'b', 'parent': 'a', 'from': [0, 0, 0], 'to': [0, 1, 0], 'radius': 1}]"),
     DATA, "x:1:59: characters[0].bones[0].parent: there is no bone 'b' before this one"},
    {BEAR("'bones': [{'name': 'a', 'parent': 'a', 'from': [0, 0, 0], 'to': [0, 1, 0], 'radius': "
          "1}]"),
     DATA, "x:1:59: characters[0].bones[0].parent: there is no bone 'a' before this one"},
    {BEAR("'bones': [{'name': 'a', 'from': [0, 0, 0], 'to': [0, 1, 0], 'radius': 1}, {'name': 'a', "
          "'from': [0, 0, 0], 'to': [0, 1, 0], 'radius': 1}]"),
     DATA, "x:1:110: characters[0].bones[1].name: bones[0] is named 'a' already"},
    {BEAR("'bones': [{'name': '', 'from': [0, 0, 0], 'to': [0, 1, 0], 'radius': 1}]"), DATA,
     "x:1:46: characters[0].bones[0].name: it is empty"},
    {BEAR("'bones': [{'name': 'a', 'from': [0, 0, 0], 'to': [0, 1, 0], 'radius': 0}]"), DATA,
     "x:1:95: characters[0].bones[0].radius: it is 0; it must be a number from 1e-06 to 1e+06"},
    {BEAR("'rig': true, 'clip': 'jump'"), DATA,
     "x:1:48: characters[0].clip: there is no clip 'jump'; there are 2: 'dance', 'hop'"},
    {BEAR("'rig': true, 'clip': 2"), DATA,
     "x:1:48: characters[0].clip: there is no clip 2; there are 2: 'dance', 'hop'"},
    {BEAR("'rig': true, 'clip': 0.5"), DATA,
     "x:1:48: characters[0].clip: it is 0.5; it must be a whole number from 0 to 65535"},
    {BEAR("'rig': true, 'clip': []"), DATA,
     "x:1:48: characters[0].clip: it must be a clip's name or number, not a list"},
    {BEAR("'clip': 'dance'"), DATA,
     "x:1:35: characters[0].clip: there is no clip 'dance'; this character has none"},
    {BEAR("'rig': true, 'clip': 'dance', 'ragdoll': {}"), DATA,
     "x:1:48: characters[0].clip: 'ragdoll' is there already, which moves all bones"},
    {BEAR("'rig': true, 'ragdoll': {'herz': 2}"), DATA,
     "x:1:60: characters[0].ragdoll.herz: there is no such key; did you mean 'hertz'?"},
    {BEAR("'rig': true, 'ragdoll': {'density': 0}"), DATA,
     "x:1:60: characters[0].ragdoll.density: it is 0; it must be a number from 0.001 to 1e+06"},
    {BEAR("'rig': true, 'name': ''"), DATA, "x:1:48: characters[0].name: it is empty"},
    {"{'characters': [{'shape': 'bear', 'name': 'a'}, {'shape': 'bear', 'name': 'a'}]}", DATA,
     "x:1:67: characters[1].name: characters[0] is named 'a' already"},
    {BEAR("'scale': 0"), DATA,
     "x:1:35: characters[0].scale: it is 0; it must be a number from 1e-06 to 1e+06"},
    {BEAR("'vertices': 4000000, 'size': 0"), DATA,
     "x:1:56: characters[0].size: it is 0; it must be a number from 1e-06 to 1e+06"},
    {WORM("'moves': [{'motion': {'keys': [{'time': 0}]}}]"), DATA,
     "x:1:241: characters[0].moves[0]: the key 'bone' is missing"},
    {WORM("'moves': [{'bone': 'fron', 'motion': {'keys': [{'time': 0}]}}]"), DATA,
     "x:1:242: characters[0].moves[0].bone: there is no joint 'fron'; did you mean 'front'?"},
    {WORM("'moves': [{'bone': '#2', 'motion': {'keys': [{'time': 0}]}}]"), DATA,
     "x:1:242: characters[0].moves[0].bone: there is no joint '#2'; there are 2, the first is "
     "'tail'"},
    {WORM("'moves': [{'bone': 'tail', 'motion': {'keys': []}}]"), DATA,
     "x:1:269: characters[0].moves[0].motion.keys: it is empty; at least one key is needed"},
    {WORM("'moves': [{'bone': 'tail', 'motion': {'keys': [{'time': 0, 'position': [0, 0, 0]}]}}]"),
     DATA,
     "x:1:290: characters[0].moves[0].motion.keys[0].position: there is no such key; docs/scene.md "
     "lists those of 'move_key'"},
    {WORM("'moves': [{'bone': 'tail', 'motion': {'keys': [{'time': 0}]}}, {'bone': '#0', 'motion': "
          "{'keys': [{'time': 0}]}}]"),
     DATA, "x:1:295: characters[0].moves[1].bone: moves[0] moves this bone already"},
    {WORM("'sets': 'manual'"), DATA,
     "x:1:231: characters[0].sets: 'manual' is not known; it is \"auto\" or a list of sets"},
    {WORM("'sets': 7"), DATA,
     "x:1:231: characters[0].sets: it must be \"auto\" or a list of sets, not a number"},
    {WORM("'sets': [{'radius': 1}]"), DATA,
     "x:1:240: characters[0].sets[0]: the key 'joint' is missing: which bone does it hang on?"},
    {WORM("'sets': [{'joint': 'tail'}]"), DATA,
     "x:1:240: characters[0].sets[0]: the key 'radius' is missing"},
    {WORM("'sets': [{'joint': 'tale', 'radius': 1}]"), DATA,
     "x:1:241: characters[0].sets[0].joint: there is no joint 'tale'; did you mean 'tail'?"},
    {WORM("'sets': [{'joint': 'shoulder', 'radius': 1}]"), DATA,
     "x:1:241: characters[0].sets[0].joint: there is no joint 'shoulder'; there are 2, the first "
     "is 'tail'"},
    {WORM("'sets': [{'joint': 7, 'radius': 1}]"), DATA,
     "x:1:241: characters[0].sets[0].joint: it must be a joint's name, not a number"},
    {WORM("'sets': [{'joint': {}, 'radius': 1}]"), DATA,
     "x:1:241: characters[0].sets[0].joint: it is empty; name a joint"},
    {WORM("'sets': [{'joint': {'tail': 0}, 'radius': 1}]"), DATA,
     "x:1:251: characters[0].sets[0].joint.tail: a weight must be above 0"},
    {WORM("'sets': [{'joint': {'tail': 'x'}, 'radius': 1}]"), DATA,
     "x:1:251: characters[0].sets[0].joint.tail: it must be a number, not a text"},
    {WORM("'sets': [{'joint': {'tail': 1, '#0': 1, '#1': 1, 'front': 1, 'fronts': 1}, 'radius': "
          "1}]"),
     DATA, "x:1:241: characters[0].sets[0].joint: it has more than 4 joints"},
    {WORM("'sets': [{'joint': 'tail', 'radius': 1, 'on': ['tail', 'tip']}]"), DATA,
     "x:1:286: characters[0].sets[0].on[1]: there is no joint 'tip'; there are 2, the first is "
     "'tail'"},
    {WORM("'sets': [{'joint': 'tail', 'radius': 1, 'on': 7}]"), DATA,
     "x:1:271: characters[0].sets[0].on: it must be a joint's name, not a number"},
    {WORM("'sets': [{'joint': 'tail', 'radius': 1e-10}]"), DATA,
     "x:1:258: characters[0].sets[0].radius: it is 1e-10; it must be a number from 1e-09 to 1e+09"},
    {WORM("'sets': [{'joint': 'tail', 'radius': 1, 'at': [1, 2, 1e999]}]"), DATA,
     "x:1:288: JSON: real number overflow near '1e999'"},
    {WORM("'sets': [{'joint': 'tail', 'radius': NaN}]"), DATA,
     "x:1:270: JSON: invalid token near 'NaN'"},
    {WORM("'set_most': 2000"), DATA,
     "x:1:231: characters[0].set_most: it is 2000; it must be a whole number from 0 to 1024"},
    {WORM("'strength': -1"), DATA,
     "x:1:231: characters[0].strength: it is -1; it must be a number from 0 to 100"},
    {WORM("'draggers': [{'radius': 1}]"), DATA,
     "x:1:244: characters[0].draggers[0]: the key 'at' is missing"},
    {WORM("'draggers': [{'at': [0, 0, 0], 'radius': 1, 'from': 2, 'until': 1}]"), DATA,
     "x:1:286: characters[0].draggers[0].until: it is 1 s, not after 'from', 2 s"},
    {WORM("'draggers': [{'at': [0, 0, 0], 'radius': 1, 'joint': 'nose'}]"), DATA,
     "x:1:275: characters[0].draggers[0].joint: there is no joint 'nose'; there are 2, the first "
     "is 'tail'"},
    {WORM("'draggers': [{'at': [0, 0, 0], 'radius': 1, 'motion': {'axis': [0, 1, 0], 'keys': "
          "[{'time': 0}]}}]"),
     DATA,
     "x:1:286: characters[0].draggers[0].motion.axis: there is no such key; docs/scene.md lists "
     "those of 'drag_motion'"},
    {WORM("'draggers': [{'at': [0, 0, 0], 'radius': 1, 'motion': {'keys': [{'time': 0, 'degrees': "
          "3}]}}]"),
     DATA,
     "x:1:307: characters[0].draggers[0].motion.keys[0].degrees: there is no such key; "
     "docs/scene.md lists those of 'drag_key'"},
    {WORM("'meets': 'worm'"), DATA, "x:1:231: characters[0].meets: it cannot meet itself"},
    {WORM("'meets': 'wurm'"), DATA,
     "x:1:231: characters[0].meets: there is no character 'wurm' before this one"},
    {WORM("'meets': 7"), DATA,
     "x:1:231: characters[0].meets: it must be a character's name, not a number"},
    {"{'characters': [{'name': 'one', 'shape': 'bear', 'meets': 'other'}, {'name': 'other', "
     "'shape': 'bear'}]}",
     DATA,
     "x:1:50: characters[0].meets: 'other' comes later in the list; let it meet this one instead"},
    {"{'characters': [{'name': 'one', 'shape': 'bear'}, {'name': 'other', 'shape': 'bear', "
     "'meets': ['one', 'one']}]}",
     DATA, "x:1:103: characters[1].meets[1]: it is named twice"},
    {"{'characters': [{'name': 'one', 'shape': 'bear'}, {'name': 'other', 'shape': 'bear', "
     "'meets': 'ones'}]}",
     DATA, "x:1:86: characters[1].meets: there is no character 'ones'; did you mean 'one'?"},
    {WORM("'obstacles': 'wall'"), DATA,
     "x:1:231: characters[0].obstacles: there is no obstacle or bone 'wall'"},
    {WORM_AND("'obstacles': ['wal']", "'obstacles': [{'name': 'wall', 'shape': 'sphere'}]"), DATA,
     "x:1:245: characters[0].obstacles[0]: there is no obstacle or bone 'wal'; did you mean "
     "'wall'?"},
    {WORM_AND("'obstacles': ['wall', 'wall']",
              "'obstacles': [{'name': 'wall', 'shape': 'sphere'}]"),
     DATA, "x:1:253: characters[0].obstacles[1]: it is named twice"},
    {WORM("'obstacles': 7"), DATA,
     "x:1:231: characters[0].obstacles: it must be an obstacle's name, not a number"},
    {WORM_AND("'obstacles': 'hall'",
              "'obstacles': [{'name': 'hall', 'shape': 'sphere', 'hollow': true}]"),
     DATA,
     "x:1:231: characters[0].obstacles: 'hall' is hollow; a character is pushed out of what has an "
     "inside, such as a sphere, a box, a hull or a mesh"},
    {"{'characters': [{'mesh': 'bear.glb'}]}", DATA,
     "x:1:18: characters[0].mesh: this scene has no folder that files could lie in; use a built-in "
     "shape, or read the scene from a file"},
    {"{'characters': [{'mesh': '../bear.glb'}]}", DATA,
     "x:1:18: characters[0].mesh: the path leads out of the scene's folder; that needs "
     "--allow-outside"},
    {"{'characters': [{'mesh': 'bear.glb', 'size': 2}]}", DATA,
     "x:1:38: characters[0].size: it is for built-in shapes, and there is 'mesh'"},
    {"{'characters': [{'mesh': 'bear.obj', 'rig': true}]}", DATA,
     "x:1:18: characters[0].mesh: this scene has no folder that files could lie in; use a built-in "
     "shape, or read the scene from a file"},
    {"{'characters': [{'shape': 'bear'}], 'events': [{'time': 1, 'do': 'disable', 'bodies': "
     "'bear'}]}",
     DATA, "x:1:77: events[0].bodies: there is no body 'bear'; the scene has none"},
};

static void each_wrong_character_gets_its_sentence(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; ++i)
        scene_refuse_with(refusals[i].text, "x", NULL, refusals[i].code, refusals[i].sentence);
}

// One that is wrong has its name, or none: it is met and compared all the same.
static void what_meets_a_wrong_one_is_not_wrong_itself(void** state) {
    (void)state;
    scene_complaints all = scene_complain(
        "{'characters': [{'name': 'c', 'shape': 'sphere', 'vertice': 12}, {'shape': 'sphere', "
        "'vertices': 12, 'meets': ['c']}, {'shape': 'bear', 'ri': 1}, {'name': 'd', 'shape': "
        "'sphere', 'vertices': 12, 'meets': ['e']}]}",
        "x", NULL);
    assert_true(scene_has_complaint(
        &all, "x:1:50: characters[0].vertice: there is no such key; did you mean 'vertices'?"));
    assert_true(scene_has_complaint(
        &all, "x:1:137: characters[2].ri: there is no such key; did you mean 'rig'?"));
    assert_true(scene_has_complaint(
        &all, "x:1:206: characters[3].meets[0]: there is no character 'e' before this one"));
    assert_int_equal(all.count, 3);
}

static void counts_that_lie_are_refused_before_anything_is_made(void** state) {
    (void)state;
    static char text[20000];
    size_t used = (size_t)snprintf(text, sizeof text, "{'characters': [");
    for (int i = 0; i < 65; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s{}", i ? "," : "");
    snprintf(text + used, sizeof text - used, "]}");
    scene_refuse_with(text, "x", NULL, LIMIT,
                      "x:1:2: characters: it has 65 entries; at most 64 are allowed");
    used = (size_t)snprintf(text, sizeof text,
                            "{'characters': [{'shape': 'bear', 'set_most': 1000, 'draggers': [");
    for (int i = 0; i < 25; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s{}", i ? "," : "");
    snprintf(text + used, sizeof text - used, "]}]}");
    scene_refuse_with(text, "x", NULL, LIMIT,
                      "x:1:53: characters[0].draggers: it has 25 entries; at most 24 are allowed");
    used = (size_t)snprintf(text, sizeof text, "{'characters': [{'shape': 'bear', 'bones': [");
    for (int i = 0; i < 257; ++i)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s{}", i ? "," : "");
    snprintf(text + used, sizeof text - used, "]}]}");
    scene_refuse_with(text, "x", NULL, LIMIT,
                      "x:1:35: characters[0].bones: it has 257 entries; at most 256 are allowed");
}

static void vertices_of_characters_count(void** state) {
    (void)state;
    plump_scene* scene = NULL;
    plump_error error;
    pl_plan_limits limits = pl_plan_limits_usual();
    plump_scene_def def = plump_default_scene_def();
    size_t size;
    char* text = scene_quoted(BEAR("'vertices': 500"), &size);
    limits.vertices = 400;
    assert_int_equal(pl_scene_read_limited(text, size, "x", &def, &limits, &scene, &error), LIMIT);
    assert_string_equal(error.text, "x:1:18: characters[0].shape: with this mesh the scene's "
                                    "meshes have more than 400 vertices");
    assert_null(scene);
    free(text);
    // one mesh that two share is loaded once, and yet each has vertices
    text = scene_quoted("{'characters': [{'shape': 'sphere', 'vertices': 252}, {'shape': 'sphere', "
                        "'vertices': 252}]}",
                        &size);
    assert_int_equal(pl_scene_read_limited(text, size, "x", &def, &limits, &scene, &error), LIMIT);
    assert_string_equal(error.text, "x:1:55: characters[1]: with this entry the characters have "
                                    "504 vertices; at most 400 are allowed");
    assert_null(scene);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wrong_character_gets_its_sentence),
        cmocka_unit_test(what_meets_a_wrong_one_is_not_wrong_itself),
        cmocka_unit_test(counts_that_lie_are_refused_before_anything_is_made),
        cmocka_unit_test(vertices_of_characters_count),
    };
    return cmocka_run_group_tests_name("reject_characters", tests, NULL, NULL);
}

#else
int main(void) {
    return 0;
}
#endif
