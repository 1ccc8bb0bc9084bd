// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Every kind of wrong scene file, with the smallest text that earns it and the sentence it gets.
#define _XOPEN_SOURCE 700  // symlink, mkdtemp
#include "tests/unit/scene_kit.h"

#include "tests/unit/folder_kit.h"

#if defined(PLUMP_HAVE_JANSSON)

typedef struct {
    const char* text;
    plump_result code;
    const char* sentence;
} refusal;

typedef struct {
    const char* set;
    const char* text;
    plump_result code;
    const char* sentence;
} set_refusal;

#define DATA     PLUMP_ERROR_DATA
#define LIMIT    PLUMP_ERROR_LIMIT
#define ARGUMENT PLUMP_ERROR_ARGUMENT

static const refusal refusals[] = {
    {"", DATA, "x: the file is empty"},
    {"{'bodies': [", DATA, "x:1:12: JSON: ']' expected near end of file"},
    {"[1, 2]", DATA, "x: the text is JSON, but not an object; is this a scene?"},
    {"{'dt': 1, 'dt': 2}", DATA, "x:1:14: JSON: duplicate object key near '\"dt\"'"},
    {"{'bodis': []}", DATA, "x:1:2: bodis: there is no such key; did you mean 'bodies'?"},
    {WITH("'quaternions': 4"), DATA,
     "x:1:51: quaternions: there is no such key; docs/scene.md lists those of 'scene'"},
    {"{}", DATA, "x:1:1: the key 'bodies' is missing, and so is 'characters'"},
    {"{'bodies': []}", DATA,
     "x:1:2: bodies: it is empty; a scene needs at least one body or character"},
    {"{'bodies': {}}", DATA, "x:1:2: bodies: it must be a list, not an object"},
    {"{'bodies': [7]}", DATA, "x:1:13: bodies[0]: it must be an object, not a number"},
    {"{'bodies': [{}]}", DATA,
     "x:1:13: bodies[0]: one of the keys 'mesh', 'shape', 'spindle' or 'spindles' is missing"},
    {"{'bodies': [{'shape': 'sphere', 'mesh': 'a.obj'}]}", DATA,
     "x:1:13: bodies[0]: only one of the keys 'mesh', 'shape', 'spindle' or 'spindles' can be "
     "there"},
    {"{'bodies': [{'shape': 'sphre'}]}", DATA,
     "x:1:14: bodies[0].shape: 'sphre' is not known; did you mean 'sphere'?"},
    {"{'bodies': [{'shape': 'baer'}]}", DATA,
     "x:1:14: bodies[0].shape: 'baer' is not known; did you mean 'bear'?"},
    {"{'bodies': [{'shape': 'bear', 'coarse': 3}]}", ARGUMENT,
     "x:1:31: bodies[0].coarse: 3 vertices were asked for; a closed surface has at least 4"},
    {"{'bodies': [{'shape': 'icosahedron'}]}", DATA,
     "x:1:14: bodies[0].shape: 'icosahedron' is not known; it must be one of sphere, uv-sphere, "
     "box, bar, torus, knot, capsule, spindle, bear, duck, creature, jelly, head, camel"},
    {"{'bodies': [{'shape': 3}]}", DATA,
     "x:1:14: bodies[0].shape: it must be one of sphere, uv-sphere, box, bar, torus, knot, "
     "capsule, spindle, bear, duck, creature, jelly, head, camel, not a number"},
    {BALL("'scale': 0"), DATA,
     "x:1:49: bodies[0].scale: it is 0; it must be a number from 1e-06 to 1e+06"},
    {BALL("'scale': 'big'"), DATA, "x:1:49: bodies[0].scale: it must be a number, not a text"},
    {BALL("'count': 2.5"), DATA,
     "x:1:49: bodies[0].count: it is 2.5; it must be a whole number from 1 to 1e+09"},
    {BALL("'count': 2"), DATA,
     "x:1:49: bodies[0].count: 2 bodies need 'grid' or 'random' to have different places"},
    {BALL("'count': 9, 'grid': {'size': [2, 2, 2], 'spacing': [1, 1, 1]}"), DATA,
     "x:1:49: bodies[0].count: it is 9; the grid has 8 places"},
    {BALL("'count': 20000, 'random': {'min': [0, 0, 0], 'max': [9, 9, 9]}"), LIMIT,
     "x:1:13: bodies[0]: with this entry there are 20000 bodies; at most 10000 are allowed"},
    {BALL("'grid': {'size': [1000, 1000, 1000000], 'spacing': [1, 1, 1]}"), LIMIT,
     "x:1:49: bodies[0].grid: it has 1e+12 places, too many"},
    {BALL("'count': 50, 'random': {'min': [0, 0, 0], 'max': [1, 1, 1]}"), DATA,
     "x:1:62: bodies[0].random: no room is left for number 3 of 50; a larger box or a smaller "
     "'distance' would help"},
    {BALL("'count': 5, 'random': {'min': [0, 2, 0], 'max': [1, 1, 1]}"), DATA,
     "x:1:90: bodies[0].random.max: y is 1, below that of min, 2"},
    {BALL("'grid': {'size': [1, 1, 1], 'spacing': [1, 1, 1]}, 'random': {'min': [0, 2, 0], 'max': "
          "[1, 1, 1]}"),
     DATA, "x:1:100: bodies[0].random: 'grid' is there already; only one of both can be"},
    {BALL("'grid': {'size': [1, 1, 1]}"), DATA,
     "x:1:49: bodies[0].grid: the key 'spacing' is missing"},
    {BALL("'position': [1, 2]"), DATA,
     "x:1:49: bodies[0].position: it must be a list of 3 numbers, and it has 2"},
    {BALL("'position': [1, 2, null]"), DATA,
     "x:1:68: bodies[0].position[2]: it must be a number, not null"},
    {BALL("'position': 3"), DATA,
     "x:1:49: bodies[0].position: it must be a list of 3 numbers, not a number"},
    {BALL("'rotation': [0, 0, 0, 0]"), DATA,
     "x:1:49: bodies[0].rotation: a quaternion needs a length; [0, 0, 0, 1] turns nothing"},
    {BALL("'rotation': {'axis': [0, 0, 0], 'degrees': 5}"), DATA,
     "x:1:62: bodies[0].rotation.axis: a direction needs a length; this one has none"},
    {BALL("'rotation': true"), DATA,
     "x:1:49: bodies[0].rotation: it must be [x, y, z, w] or {\"axis\", \"degrees\"}, not true"},
    {BALL("'colour': 'red'"), DATA,
     "x:1:49: bodies[0].colour: 'red' is not a colour such as \"#de745a\""},
    {BALL("'colour': 7"), DATA,
     "x:1:49: bodies[0].colour: it must be a colour such as \"#de745a\", not a number"},
    {BALL("'material': 'jely'"), DATA,
     "x:1:49: bodies[0].material: there is no material 'jely'; did you mean 'jelly'?"},
    {BALL("'material': 'unobtainium'"), DATA,
     "x:1:49: bodies[0].material: there is no material 'unobtainium'; docs/scene.md lists them, "
     "and \"materials\" may hold more"},
    {BALL("'material': 5"), DATA,
     "x:1:49: bodies[0].material: it must be a material's name or an object, not a number"},
    {BALL("'material': {'like': 'jelly', 'frequenzy': 5}"), DATA,
     "x:1:79: bodies[0].material.frequenzy: there is no such key; did you mean 'frequency'?"},
    {BALL("'material': {'frequency': 0}"), DATA,
     "x:1:62: bodies[0].material.frequency: it is 0; it must be a number from 0.01 to 1000"},
    {WITH("'materials': {'goo': {'like': 'slime'}, 'slime': {'like': 'goo'}}"), DATA,
     "x:1:73: materials.goo.like: 'like' goes round in circles, or over more than 16 materials"},
    {BALL("'self_contact': 1"), DATA,
     "x:1:49: bodies[0].self_contact: it must be true or false, not a number"},
    {BALL("'volume': 'liquid'"), DATA,
     "x:1:49: bodies[0].volume: 'liquid' is not known; it must be one of body, parts, free"},
    {BALL("'acceleration': 9.81"), DATA,
     "x:1:49: bodies[0].acceleration: it must be a list of 3 numbers, not a number"},
    {BALL("'omega': 2.5"), DATA,
     "x:1:49: bodies[0].omega: it is 2.5; it must be a whole number from 1 to 8"},
    {BALL("'comment': 5"), DATA, "x:1:49: bodies[0].comment: it must be a text, not a number"},
    {BALL("'pins': [{'where': 'some'}]"), DATA,
     "x:1:59: bodies[0].pins[0].where: it must be \"all\" or an object such as {\"box\": ...}, not "
     "'some'"},
    {BALL("'pins': [{'where': {'box': {'min': [5, 5, 5], 'max': [6, 6, 6]}}}]"), DATA,
     "x:1:59: bodies[0].pins[0].where: no vertex is selected; the mesh's own coordinates count, "
     "before scale and rotation"},
    {BALL("'pins': [{'where': {}}]"), DATA,
     "x:1:59: bodies[0].pins[0].where: one of the keys 'box', 'sphere', 'above', 'below', "
     "'nearest' or 'vertices' is missing"},
    {BALL("'pins': [{'where': {'nearest': [0, 0, 0], 'vertices': [1]}}]"), DATA,
     "x:1:59: bodies[0].pins[0].where: only one of the keys 'box', 'sphere', 'above', 'below', "
     "'nearest' or 'vertices' can be there"},
    {BALL("'pins': [{'where': {'vertices': [42]}}]"), DATA,
     "x:1:82: bodies[0].pins[0].where.vertices[0]: it is 42; the mesh has 42 vertices, from 0"},
    {BALL("'pins': [{}]"), DATA, "x:1:58: bodies[0].pins[0]: the key 'where' is missing"},
    {BALL("'pins': [{'where': 'all', 'motion': {'keys': []}}]"), DATA,
     "x:1:86: bodies[0].pins[0].motion.keys: it is empty; at least one key is needed"},
    {BALL("'pins': [{'where': 'all', 'motion': {'keys': [{'time': 0}], 'loop': true}}]"), DATA,
     "x:1:109: bodies[0].pins[0].motion.loop: a loop needs at least two keys"},
    {BALL("'pins': [{'where': 'all', 'motion': {'keys': [{'time': 1}, {'time': 1}]}}]"), DATA,
     "x:1:108: bodies[0].pins[0].motion.keys[1]: its time 1 is not after that of the key before, "
     "1"},
    {BALL("'pins': [{'where': 'all', 'motion': {'keys': [{'time': 0, 'degrees': 5}, {'time': 1, "
          "'rotation': [0, 0, 0, 1]}]}}]"),
     DATA,
     "x:1:134: bodies[0].pins[0].motion.keys[1].rotation: other keys have 'degrees'; a motion has "
     "either all its rotations as 'degrees' about its axis or none"},
    {BALL("'paint': [{'field': 'stiffness', 'value': 2, 'where': 'all'}]"), DATA,
     "x:1:82: bodies[0].paint[0].value: it is 2; for this field it must be from 0 to 1"},
    {BALL("'paint': [{'field': 'volume', 'value': 0, 'where': 'all'}]"), DATA,
     "x:1:49: bodies[0].paint: no vertex is left that takes part in the volume correction"},
    {BALL("'detail': {'vertices': 100}"), DATA,
     "x:1:49: bodies[0].detail: one of the keys 'mesh', 'shape', 'spindle' or 'spindles' is "
     "missing"},
    {"{'bodies': [{'spindle': {'triangles': 61}}]}", DATA,
     "x:1:14: bodies[0].spindle: a spindle of 61 triangles was asked for; ask for an even number "
     "from 60 to 1000000"},
    {"{'bodies': [{'spindle': {'path': [[0, 0, 0]]}}]}", DATA,
     "x:1:14: bodies[0].spindle: the spindle's path has 1 points; it needs 2 to 64"},
    {"{'bodies': [{'spindle': {'path': [[0, 0, 0], [0, 1]]}}]}", DATA,
     "x:1:46: bodies[0].spindle.path[1]: it must be a list of 3 numbers, and it has 2"},
    {"{'bodies': [{'spindle': {'bely': 1}}]}", DATA,
     "x:1:26: bodies[0].spindle.bely: there is no such key; did you mean 'belly'?"},
    {"{'bodies': [{'spindles': []}]}", DATA,
     "x:1:14: bodies[0].spindles: it is empty; it needs at least one"},
    {WITH("'skins': [{}]"), DATA, "x:1:61: skins[0]: one of the keys 'mesh' or 'wrap' is missing"},
    {WITH("'skins': [{'wrap': {}, 'bodies': 'arm'}]"), DATA,
     "x:1:74: skins[0].bodies: there is no body 'arm'; the first is 'sphere-0'"},
    {WITH("'skins': [{'wrap': {}, 'obstacles': ['bone']}]"), DATA,
     "x:1:88: skins[0].obstacles[0]: there is no obstacle or bone 'bone'"},
    {WITH("'skins': [{'wrap': {'vertices': 3}}]"), DATA,
     "x:1:71: skins[0].wrap.vertices: it is 3; it must be a whole number from 150 to 1e+06"},
    {WITH("'skins': [{'wrap': {}, 'thikness': 1}]"), DATA,
     "x:1:74: skins[0].thikness: there is no such key; did you mean 'thickness'?"},
    {"{'bodies': [{'mesh': '/etc/passwd'}]}", DATA,
     "x:1:14: bodies[0].mesh: the path is absolute; files are looked for in the scene's folder "
     "only, unless --allow-outside is given"},
    {"{'bodies': [{'mesh': 'a/../../b.obj'}]}", DATA,
     "x:1:14: bodies[0].mesh: the path leads out of the scene's folder; that needs "
     "--allow-outside"},
    {"{'bodies': [{'mesh': 'a\\\\b.obj'}]}", DATA,
     "x:1:14: bodies[0].mesh: the path has a backslash; parts of a path are parted by /"},
    {"{'bodies': [{'mesh': ''}]}", DATA, "x:1:14: bodies[0].mesh: the path is empty"},
    {"{'bodies': [{'mesh': 'ball.obj'}]}", DATA,
     "x:1:14: bodies[0].mesh: this scene has no folder that files could lie in; use a built-in "
     "shape, or read the scene from a file"},
    {"{'bodies': [{'shape': 'box', 'vertices': 5000, 'grid': {'size': [20, 20, 20], 'spacing': [1, "
     "1, 1]}}]}",
     LIMIT,
     "x:1:13: bodies[0]: with this entry the bodies have 40000000 vertices; at most 10000000 are "
     "allowed"},
    {WITH("'obstacles': [{'position': [0, 0, 0]}]"), DATA,
     "x:1:65: obstacles[0]: the key 'shape' is missing"},
    {WITH("'obstacles': [{'shape': 'cone'}]"), DATA,
     "x:1:66: obstacles[0].shape: 'cone' is not known; it must be one of plane, sphere, capsule, "
     "box, cylinder, hull, mesh, sheet, compound"},
    {WITH("'obstacles': [{'shape': 'box', 'radius': 1}]"), DATA,
     "x:1:82: obstacles[0].radius: an obstacle of the shape 'box' has no such key"},
    {WITH("'obstacles': [{'shape': 'sheet', 'hollow': true}]"), DATA,
     "x:1:84: obstacles[0].hollow: an obstacle of the shape 'sheet' has no such key"},
    {WITH("'obstacles': [{'shape': 'sheet', 'trigger': true}]"), DATA,
     "x:1:84: obstacles[0].trigger: an obstacle of the shape 'sheet' has no such key"},
    {WITH("'obstacles': [{'shape': 'box', 'trigger': 1}]"), DATA,
     "x:1:82: obstacles[0].trigger: it must be true or false, not a number"},
    {WITH("'obstacles': [{'shape': 'compound'}]"), DATA,
     "x:1:65: obstacles[0]: a compound needs at least one of 'parts'"},
    {WITH("'obstacles': [{'shape': 'compound', 'parts': []}]"), DATA,
     "x:1:87: obstacles[0].parts: a compound needs at least one of 'parts'"},
    {WITH("'obstacles': [{'shape': 'compound', 'parts': 3}]"), DATA,
     "x:1:87: obstacles[0].parts: it must be a list, not a number"},
    {WITH("'obstacles': [{'shape': 'box', 'parts': []}]"), DATA,
     "x:1:82: obstacles[0].parts: an obstacle of the shape 'box' has no such key"},
    {WITH("'obstacles': [{'shape': 'compound', 'hollow': true}]"), DATA,
     "x:1:87: obstacles[0].hollow: an obstacle of the shape 'compound' has no such key"},
    {WITH("'obstacles': [{'shape': 'compound', 'parts': [{'shape': 'plane'}]}]"), DATA,
     "x:1:98: obstacles[0].parts[0].shape: 'plane' is not known; it must be one of sphere, "
     "capsule, box, cylinder, hull, mesh"},
    {WITH("'obstacles': [{'shape': 'compound', 'parts': [{'shape': 'box', 'radius': 1}]}]"), DATA,
     "x:1:114: obstacles[0].parts[0].radius: an obstacle of the shape 'box' has no such key"},
    {WITH("'obstacles': [{'shape': 'compound', 'parts': [{'shape': 'box', 'friction': 1}]}]"), DATA,
     "x:1:114: obstacles[0].parts[0].friction: there is no such key; docs/scene.md lists those of "
     "'part'"},
    {WITH("'obstacles': [{'shape': 'box', 'surface_velocity': 3}]"), DATA,
     "x:1:82: obstacles[0].surface_velocity: it must be a list of 3 numbers, not a number"},
    {WITH("'obstacles': [{'shape': 'box', 'surface_velocity': [0, 2e6, 0]}]"), DATA,
     "x:1:106: obstacles[0].surface_velocity[1]: it is 2e+06; it must be a number from -1e+06 to "
     "1e+06"},
    {WITH("'obstacles': [{'shape': 'hull'}]"), DATA,
     "x:1:65: obstacles[0]: one of the keys 'mesh', 'built_in', 'points', 'spindle' or 'spindles' "
     "is missing"},
    {WITH("'obstacles': [{'shape': 'sheet', 'points': [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}]"), DATA,
     "x:1:65: obstacles[0]: the key 'triangles' is missing: a sheet of points needs them"},
    {WITH("'obstacles': [{'shape': 'sheet', 'points': [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "
          "'triangles': [[0, 1, 3]]}]"),
     DATA, "x:1:150: obstacles[0].triangles[0][2]: it is 3; it must be a whole number from 0 to 2"},
    {WITH("'obstacles': [{'shape': 'mesh', 'built_in': 'torus', 'mesh': 't.obj'}]"), DATA,
     "x:1:65: obstacles[0]: only one of the keys 'mesh', 'built_in', 'spindle' or 'spindles' can "
     "be there"},
    {WITH("'attachments': [{'body': 'ball', 'where': 'all'}]"), DATA,
     "x:1:68: attachments[0].body: there is no body 'ball'; the first is 'sphere-0'"},
    {WITH("'attachments': [{'body': 'sphere-0', 'where': 'all', 'obstacle': 'hook'}]"), DATA,
     "x:1:104: attachments[0].obstacle: there is no obstacle or bone 'hook'"},
    {WITH("'attachments': [{'body': 'sphere-0', 'where': 'all', 'other': 'sphere-0'}]"), DATA,
     "x:1:104: attachments[0].other: a body cannot be tied to itself here"},
    {"{'bodies': [{'shape': 'box', 'name': 'many', 'vertices': 26, 'grid': {'size': [2, 1, 1], "
     "'spacing': [2, 2, 2]}}, {'shape': 'box', 'name': 'one'}], 'attachments': [{'body': 'one', "
     "'where': {'nearest': [0, 0, 0]}, 'other': 'many'}]}",
     DATA, "x:1:213: attachments[0].other: 'many' has 2 bodies; name one of them, as in 'many.0'"},
    {WITH("'attachments': [{'body': 'sphere-0', 'where': 'all', 'damping': 1}]"), DATA,
     "x:1:104: attachments[0].damping: what holds fast is not damped; give it a 'stiffness' as "
     "well"},
    {WITH("'attachments': [{'body': 'sphere-0', 'where': 'all', 'other_radius': 1}]"), DATA,
     "x:1:104: attachments[0].other_radius: there is no 'other' body"},
    {WITH("'attachments': [{'body': 'sphere-0.4', 'where': 'all'}]"), DATA,
     "x:1:68: attachments[0].body: 'sphere-0.4' is not there; 'sphere-0' has 1, from 0"},
    {WITH("'fields': [{'kind': 'wind', 'strength': 'strong'}]"), DATA,
     "x:1:79: fields[0].strength: it must be a number or an object with keys over time, not a "
     "text"},
    {WITH("'fields': [{'kind': 'wind', 'strength': {'keys': [[0, 1], [0, 2]]}}]"), DATA,
     "x:1:109: fields[0].strength.keys[1]: its time 0 is not after that of the key before, 0"},
    {WITH("'fields': [{'kind': 'wind', 'strength': {'keys': [[0, 1, 2]]}}]"), DATA,
     "x:1:101: fields[0].strength.keys[0]: it must be a list of 2 numbers, and it has 3"},
    {WITH("'fields': [{'kind': 'gravity', 'strength': 1, 'bodies': 'all'}]"), DATA,
     "x:1:97: fields[0].bodies: 'gravity' has no such key"},
    {WITH("'fields': [{'kind': 'wind', 'strength': 1, 'direction': [0, 0, 0]}]"), DATA,
     "x:1:94: fields[0].direction: a direction needs a length; this one has none"},
    {WITH("'fields': [{'kind': 'wind', 'strength': 1, 'bodies': []}]"), DATA,
     "x:1:94: fields[0].bodies: it is empty; name a body, or \"all\""},
    {WITH("'fields': [{'kind': 'wind', 'strength': 1, 'bodies': 'spere-0'}]"), DATA,
     "x:1:94: fields[0].bodies: there is no body 'spere-0'; did you mean 'sphere-0'?"},
    {WITH("'events': [{'do': 'release'}]"), DATA, "x:1:62: events[0]: the key 'time' is missing"},
    {WITH("'events': [{'time': -1, 'do': 'release'}]"), DATA,
     "x:1:63: events[0].time: it is -1; it must be a number from 0 to 1e+06"},
    {WITH("'events': [{'time': 1, 'do': 'explode'}]"), DATA,
     "x:1:74: events[0].do: 'explode' is not known; it must be one of release, set, disable, "
     "enable, impulse, remove, "
     "freeze, unfreeze, take_out, bring_in, reset"},
    {WITH("'events': [{'time': 1, 'do': 'set'}]"), DATA,
     "x:1:62: events[0]: the key 'values' is missing"},
    {WITH("'events': [{'time': 1, 'do': 'set', 'values': {}}]"), DATA,
     "x:1:87: events[0].values: it is empty; name a field to set"},
    {WITH("'events': [{'time': 1, 'do': 'set', 'values': {'radius': 5}}]"), DATA,
     "x:1:98: events[0].values.radius: it cannot change once the body is there"},
    {WITH("'events': [{'time': 1, 'do': 'remove', 'impulse': [1, 0, 0]}]"), DATA,
     "x:1:90: events[0].impulse: 'remove' has no such key"},
    {WITH("'camera': {'frame': {'min': [0, 0, 0], 'max': [1, -1, 1]}}"), DATA,
     "x:1:62: camera.frame: its max is below its min along y"},
    {WITH("'output': {'width': 100000}"), DATA,
     "x:1:62: output.width: it is 100000; it must be a whole number from 16 to 8192"},
    {WITH("'fields': [{'kind': 'wind', 'strength': 1, 'box': {'min': [0, 0, 0], 'max': [1, 1, "
          "-1]}}]"),
     DATA, "x:1:94: fields[0].box: its max is below its min along z"},
    {WITH("'fields': [{'kind': 'wind', 'strength': 1, 'from': 3, 'until': 2}]"), DATA,
     "x:1:105: fields[0].until: it is 2, not after 'from', 3"},
    {BALL("'paint': [{'field': 'mass', 'value': 2, 'where': 5}]"), DATA,
     "x:1:89: bodies[0].paint[0].where: it must be \"all\" or an object such as {\"box\": ...}, "
     "not a "
     "number"},
    {WITH("'attachments': [{'body': 'sphere-0', 'where': 'all', 'other': 'sphere-0', 'obstacle': "
          "'p'}]"),
     DATA, "x:1:125: attachments[0].obstacle: 'other' is there already; only one of both can be"},
    {WITH("'attachments': [{'body': 'sphere-0', 'where': 'all', 'other': 'sphere-0', 'motion': "
          "{}}]"),
     DATA,
     "x:1:125: attachments[0].motion: only points of the world are moved; a body or an obstacle "
     "moves by itself"},
    {WITH("'events': [{'time': 1, 'do': 'release', 'bodies': [3]}]"), DATA,
     "x:1:102: events[0].bodies[0]: it must be a body's name, not a number"},
    {WITH("'contact_capacity': 20000000"), DATA,
     "x:1:51: contact_capacity: it is 2e+07; it must be a whole number from 0 to 1e+07"},
    {BALL("'name': "
          "'0123456789012345678901234567890123456789012345678901234567890123456789012345678901"
          "2345678901234567890'"),
     DATA, "x:1:49: bodies[0].name: it is longer than 100 bytes"},
    {WITH("'obstacles': [{'shape': 'plane', 'name': ''}]"), DATA,
     "x:1:84: obstacles[0].name: it is empty"},
    {WITH("'obstacles': [{'shape': 'sheet', 'points': [], 'triangles': [[0, 0, 0]]}]"), DATA,
     "x:1:84: obstacles[0].points: it has 0 points; at least 3 are needed"},
    {WITH("'gravity': -9.81"), DATA,
     "x:1:51: gravity: it must be a list of 3 numbers, not a number"},
    {WITH("'materials': []"), DATA,
     "x:1:51: materials: it must be an object of materials by name, not a list"},
    {WITH("'$schema': 5"), DATA, "x:1:51: $schema: it must be a text, not a number"},
    {BALL("'name': 'a.b'"), DATA,
     "x:1:49: bodies[0].name: it has a point, which parts a group's name from its bodies' numbers"},
    {BALL("'name': 'all'"), DATA,
     "x:1:49: bodies[0].name: 'all' means all bodies; take another name"},
    {BALL("'name': ''"), DATA, "x:1:49: bodies[0].name: it is empty"},
    {"{'bodies': [{'shape': 'box', 'name': 'a'}, {'shape': 'box', 'name': 'a'}]}", DATA,
     "x:1:61: bodies[1].name: bodies[0] is named 'a' already"},
    {WITH("'obstacles': [{'shape': 'plane', 'name': 'floor'}, {'shape': 'box', 'name': 'floor'}]"),
     DATA, "x:1:119: obstacles[1].name: obstacles[0] is named 'floor' already"},
};

static void each_wrong_scene_gets_its_sentence(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; ++i) {
        const refusal* r = &refusals[i];
        scene_refuse_with(r->text, "x", NULL, r->code, r->sentence);
    }
}

static const set_refusal set_refusals[] = {
    {"bodies.0.scale", WITH("'dt': 0.01"), ARGUMENT,
     "--set bodies.0.scale: it has no '='; it must look like bodies.0.scale=2"},
    {"bodies.0.scale=-1", WITH("'dt': 0.01"), DATA,
     "--set bodies.0.scale=-1: bodies[0].scale: it is -1; it must be a number from 1e-06 to 1e+06"},
    {"bodies.9.scale=1", WITH("'dt': 0.01"), ARGUMENT,
     "--set bodies.9.scale=1: '9' is no entry of the list bodies, which has 1"},
    {"bodies..scale=1", WITH("'dt': 0.01"), ARGUMENT,
     "--set bodies..scale=1: a part of the path before '=' is empty or too long"},
    {"dt.x=1", WITH("'dt': 0.01"), ARGUMENT,
     "--set dt.x=1: 'dt' holds a single value, there is nothing inside it"},
    {"bodies.0.material.frequency=no", BALL("'material': 'jelly'"), DATA,
     "--set bodies.0.material.frequency=no: bodies[0].material.frequency: it must be a number, not "
     "a text"},
    {"dtt=1", WITH("'dt': 0.01"), DATA,
     "--set dtt=1: dtt: there is no such key; did you mean 'dt'?"},
    {"bodis.0.material=jelly", WITH("'dt': 0.01"), DATA,
     "--set bodis.0.material=jelly: bodis: there is no such key; did you mean 'bodies'?"},
};

static void each_wrong_set_is_named(void** state) {
    (void)state;
    for (size_t i = 0; i < sizeof set_refusals / sizeof set_refusals[0]; ++i) {
        const set_refusal* r = &set_refusals[i];
        plump_scene_def def = plump_default_scene_def();
        def.sets = &r->set;
        def.set_count = 1;
        scene_refuse_with(r->text, "x", &def, r->code, r->sentence);
    }
}

static void an_unknown_key_is_told_with_line_and_column(void** state) {
    (void)state;
    scene_refuse_with("{\n  'bodies': [\n    {'shape': 'sphere',\n     'materal': 'jelly'}\n  ]\n}",
                      "scenes/squash.json", NULL, DATA,
                      "scenes/squash.json:4:6: bodies[0].materal: there is no such key; did you "
                      "mean 'material'?");
}

static void deep_nesting_is_refused_before_it_is_parsed(void** state) {
    (void)state;
    char text[3000];
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = 0;
    scene_refuse_with(text, "x", NULL, LIMIT,
                      "x: byte 32: lists and objects are nested more than 32 deep");
}

static void many_sets_name_the_one_that_is_wrong(void** state) {
    (void)state;
    const char* sets[] = {"dt=0.005", "bodies.0.material=rubber", "bodies.0.material.damping=-2"};
    plump_scene_def def = plump_default_scene_def();
    def.sets = sets;
    def.set_count = 3;
    scene_refuse_with(BALL("'material': 'jelly'"), "x", &def, DATA,
                      "--set bodies.0.material.damping=-2: bodies[0].material.damping: it is -2; "
                      "it must be a number from 0 to 10");
    sets[2] = "bodies.0.name=\xFF";
    scene_refuse_with(BALL("'material': 'jelly'"), "x", &def, ARGUMENT,
                      "--set bodies.0.name=?: it is not UTF-8 text");
}

static void lines_and_columns_count_characters(void** state) {
    (void)state;
    scene_refuse_with(
        "\xEF\xBB\xBF{\r\n 'bodies': [{'name': 'b\xC3\xA4ll', 'shape': 3}]}", "x", NULL, DATA,
        "x:2:30: bodies[0].shape: it must be one of sphere, uv-sphere, box, bar, "
        "torus, knot, capsule, spindle, bear, duck, creature, jelly, head, camel, not a number");
}

// Eight things are wrong, and what follows from them is not told beside them.
static void all_that_is_wrong_is_told_at_once(void** state) {
    (void)state;
    static const char text[] =
        "{'dt': 7, 'sumary': 'x', 'bodies': [\n"
        "{'name': 'a', 'shape': 'sphere', 'vertices': 42, 'material': 'jely'},\n"
        "{'name': 'b', 'shape': 'spere', 'frequency': -1},\n"
        "{'name': 'c', 'shape': 'sphere', 'vertices': 42}],\n"
        "'obstacles': [{'name': 'box', 'shape': 'box', 'half_size': [1, 2]}],\n"
        "'attachments': [{'body': 'c', 'where': 'all', 'obstacle': 'box'}],\n"
        "'events': [{'time': 1, 'bodies': ['a', 'b'], 'do': 'remove'},\n"
        "{'time': 1, 'bodies': 'nobody', 'do': 'remove'}]}";
    static const char* const sentences[] = {
        "x:1:2: dt: it is 7; it must be a number from 1e-05 to 1",
        "x:1:11: sumary: there is no such key; did you mean 'summary'?",
        "x:3:15: bodies[1].shape: 'spere' is not known; did you mean 'sphere'?",
        "x:3:33: bodies[1].frequency: it is -1; it must be a number from 0.01 to 1000",
        "x:5:47: obstacles[0].half_size: it must be a list of 3 numbers, and it has 2",
        "x:2:50: bodies[0].material: there is no material 'jely'; did you mean 'jelly'?",
        "x:8:13: events[1].bodies: there is no body 'nobody'; the first is 'c'",
    };
    scene_complaints all = scene_complain(text, "x", NULL);
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; ++i)
        if (!scene_has_complaint(&all, sentences[i])) fail_msg("no '%s'", sentences[i]);
    assert_int_equal(all.count, sizeof sentences / sizeof sentences[0]);
}

static void twenty_complaints_are_enough(void** state) {
    (void)state;
    char text[4000] = "{'bodies': [{'shape': 'sphere'}], 'obstacles': [";
    for (int i = 0; i < 50; ++i)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s{'shape': 'plain'}",
                 i ? ", " : "");
    strcat(text, "]}");
    scene_complaints all = scene_complain(text, "x", NULL);
    assert_int_equal(all.count, 20);
}

static void wrong_arguments_get_a_sentence(void** state) {
    (void)state;
    plump_scene* scene = NULL;
    plump_error error;
    plump_scene_def def = {0};
    assert_int_equal(plump_scene_read_memory("{}", 2, "x", &def, &scene, &error), ARGUMENT);
    assert_string_equal(error.text, "plump_scene_def was not begun with plump_default_scene_def()");
    def = plump_default_scene_def();
    def.set_count = 1;
    assert_int_equal(plump_scene_read_memory("{}", 2, "x", &def, &scene, &error), ARGUMENT);
    assert_string_equal(error.text, "sets is NULL, set_count is 1");
    assert_int_equal(plump_scene_read_memory(NULL, 2, "x", NULL, &scene, &error), ARGUMENT);
    assert_string_equal(error.text, "text is NULL, size is 2");
    assert_int_equal(plump_scene_read_memory("{}", 2, "x", NULL, NULL, &error), ARGUMENT);
    assert_int_equal(plump_scene_read(NULL, NULL, &scene, &error), ARGUMENT);
    assert_int_equal(plump_scene_read("/nowhere/x.json", NULL, &scene, &error), PLUMP_ERROR_INPUT);
    assert_string_equal(error.text,
                        "/nowhere/x.json: cannot be opened: there is no such file or folder");
}

// --- files ---

static void refuse_mesh(const char* mesh, plump_result code, const char* sentence) {
    char text[200], expected[PLUMP_ERROR_TEXT_SIZE];
    plump_scene_def def = plump_default_scene_def();
    def.folder = folder;
    snprintf(text, sizeof text, "{'bodies': [{'mesh': '%s'}]}", mesh);
    snprintf(expected, sizeof expected, sentence, folder);
    scene_refuse_with(text, "x", &def, code, expected);
}

static void files_outside_and_broken_ones_are_refused(void** state) {
    (void)state;
    static const char open_mesh[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    plump_error error;
    refuse_mesh("ball.obj", PLUMP_ERROR_INPUT,
                "x:1:14: bodies[0].mesh: %s/ball.obj: cannot be opened: there is no such file or "
                "folder");
    assert_int_equal(
        plump_file_write_bytes(path_of("open.obj"), open_mesh, sizeof open_mesh - 1, &error), 0);
    plump_scene* scene = NULL;
    plump_scene_def def = plump_default_scene_def();
    def.folder = folder;
    assert_int_equal(scene_read("{'bodies': [{'mesh': 'open.obj'}]}", "x", &def, &scene, &error),
                     DATA);
    assert_non_null(strstr(error.text, "open.obj"));
    assert_non_null(strstr(error.text, "x:1:14: bodies[0].mesh: "));
    assert_int_equal(symlink("/etc/passwd", path_of("link.obj")), 0);
    assert_int_equal(symlink("/", path_of("up")), 0);
    refuse_mesh("link.obj", DATA,
                "x:1:14: bodies[0].mesh: a link leads out of the scene's folder; that needs "
                "--allow-outside");
    refuse_mesh("up/etc/passwd", DATA,
                "x:1:14: bodies[0].mesh: a link leads out of the scene's folder; that needs "
                "--allow-outside");
    unlink(path_of("open.obj"));
    unlink(path_of("link.obj"));
    unlink(path_of("up"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_wrong_scene_gets_its_sentence),
        cmocka_unit_test(each_wrong_set_is_named),
        cmocka_unit_test(an_unknown_key_is_told_with_line_and_column),
        cmocka_unit_test(deep_nesting_is_refused_before_it_is_parsed),
        cmocka_unit_test(many_sets_name_the_one_that_is_wrong),
        cmocka_unit_test(lines_and_columns_count_characters),
        cmocka_unit_test(all_that_is_wrong_is_told_at_once),
        cmocka_unit_test(twenty_complaints_are_enough),
        cmocka_unit_test(wrong_arguments_get_a_sentence),
        cmocka_unit_test(files_outside_and_broken_ones_are_refused),
    };
    return cmocka_run_group_tests_name("reject_scenes", tests, make_folder, remove_folder);
}

#else

static void without_jansson_scenes_are_refused(void** state) {
    (void)state;
    scene_refuse_with("{}", "x", NULL, PLUMP_ERROR_UNSUPPORTED,
                      "x: this build reads no scenes, because jansson was missing when it was "
                      "made; install libjansson-dev and build again");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(without_jansson_scenes_are_refused)};
    return cmocka_run_group_tests_name("reject_scenes", tests, NULL, NULL);
}

#endif
