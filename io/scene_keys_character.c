// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The tables of characters: what jiggles, what moves it, and where it jiggles.
#include "io/scene_key_parts.h"

#define RATIO .least = 0, .most = 100
#define HERTZ .most = 1000, .unit = "Hz"

WORDS(auto_name, "auto")

static const pl_key character_keys[] = {
    {"name", PL_KEY_TEXT, AT(pl_raw_character, name),
     .text = "for files and for characters that meet it; by default what it is made of, and its "
             "number"},
    {"mesh", PL_KEY_TEXT, AT(pl_raw_character, source.mesh),
     .text = "a character file (GLB, glTF) in the scene's folder; with bones, or as a solid, any "
             "mesh file"},
    {"shape", PL_KEY_CHOICE, AT(pl_raw_character, source.shape), .text = "or a built-in shape",
     .choice = shape_name},
    {"body", PL_KEY_TEXT, AT(pl_raw_character, body),
     .text = "or a soft body, whose motion it begins with"},
    {"vertices", PL_KEY_WHOLE, AT(pl_raw_character, source.vertices), .least = 4, .most = 4e6,
     .text = "of the built-in shape, about; by default its own number"},
    {"size", PL_KEY_NUMBER, AT(pl_raw_character, source.size), SIZE, .usual = "1",
     .text = "of the built-in shape: longest side of its bounding box"},
    {"rig", PL_KEY_FLAG, AT(pl_raw_character, rig), .usual = "false",
     .text = "the built-in shape's own skeleton and clips (bear, creature, jelly, head and camel "
             "have some)"},
    {"bones", PL_KEY_LIST,
     .text = "or a skeleton by hand; with neither a shape is one solid piece, its bone named "
             "'whole'",
     .child = &pl_table_rig_bone},
    {"clip", PL_KEY_TEXT_OR_WHOLE, .least = 0, .most = 65535,
     .text = "which clip plays, over and over: its name, or its number from 0; by default none"},
    {"speed", PL_KEY_NUMBER, AT(pl_raw_character, speed), .least = 0, .most = 1000, .usual = "1",
     .text = "times the clip's own"},
    {"position", PL_KEY_VECTOR, AT(pl_raw_character, position), ANYWHERE, .usual = "[0, 0, 0]",
     .text = "where the bind pose's (0, 0, 0) goes"},
    {"rotation", PL_KEY_ROTATION, AT(pl_raw_character, rotation), .least = -FAST, .most = FAST,
     .usual = "[0, 0, 0, 1]", .text = "quaternion [x, y, z, w] of any length, or axis and degrees",
     .child = &pl_table_turn},
    {"scale", PL_KEY_FLOAT, AT(pl_raw_character, scale), .least = 1e-6, .most = 1e6, .usual = "1",
     .text = "times its size"},
    {"motion", PL_KEY_OBJECT, .text = "moves the whole as a solid, as that of an obstacle",
     .child = &pl_table_motion},
    {"moves", PL_KEY_LIST, .text = "moves single bones, on top of the clip",
     .child = &pl_table_move},
    {"ragdoll", PL_KEY_OBJECT,
     .text = "or its bones fall as rigid bodies on elastic joints, in place of clip, motion and "
             "moves",
     .child = &pl_table_ragdoll},
    {"sets", PL_KEY_TEXT_OR_LIST, .usual = "\"auto\"",
     .text = "where it jiggles: by itself, or masses on springs by hand", .choice = auto_name,
     .child = &pl_table_set},
    {"set_most", PL_KEY_WHOLE, AT(pl_raw_character, set_most), .least = 0,
     .most = PLUMP_JIGGLE_SETS_MOST, .usual = "16", .text = "at most so many by itself"},
    {"strength", PL_KEY_NUMBER, AT(pl_raw_character, strength), .least = 0, .most = 100,
     .usual = "1", .text = "times as soft; 0: it does not jiggle"},
    {"draggers", PL_KEY_LIST, .text = "places that are pulled, as by a hand",
     .child = &pl_table_dragger},
    {"obstacles", PL_KEY_NAMES, .usual = "\"none\"",
     .text = "names of obstacles that push it out, \"all\" or \"none\"; the primary motion may "
             "lead into them"},
    {"meets", PL_KEY_NAMES,
     .text = "names of characters before it in the list; both are pushed apart"},
    {"softness", PL_KEY_FLOAT, AT(pl_raw_character, softness), .least = 0.01, .most = 100,
     .usual = "1.5", .text = "how far a dent of an obstacle reaches, in sizes of the bone"},
    {"gravity", PL_KEY_FLOAT, AT(pl_raw_character, gravity), .least = -100, .most = 100,
     .usual = "0",
     .text = "share of the scene's gravity that pulls at its masses; by default the bind pose "
             "hangs as it should"},
    {"polish", PL_KEY_FLAG, AT(pl_raw_character, polish), .usual = "false",
     .text = "closed parts keep the volume that the primary motion gives them to the last digits"},
    {"colour", PL_KEY_COLOUR, AT(pl_raw_character, colour),
     .text = "\"#rrggbb\"; by default the file's, the shape's or the body's own"},
    {"visible", PL_KEY_FLAG, AT(pl_raw_character, visible), .usual = "true",
     .text = "whether it is drawn"},
};
const pl_table pl_table_character = {
    "character",
    "A mesh that something moves, whose soft parts swing after and keep their volume: see "
    "[jiggle](jiggle.md).",
    TABLE(character_keys)};

static const pl_key rig_bone_keys[] = {
    {"name", PL_KEY_TEXT, .required = true, AT(pl_raw_rig_bone, name),
     .text = "for other bones, moves and sets"},
    {"parent", PL_KEY_TEXT, AT(pl_raw_rig_bone, parent),
     .text = "the bone before it in the list that carries it"},
    {"from", PL_KEY_VECTOR, .required = true, AT(pl_raw_rig_bone, from), ANYWHERE,
     .text = "its joint, in the mesh's own coordinates"},
    {"to", PL_KEY_VECTOR, .required = true, AT(pl_raw_rig_bone, to), ANYWHERE, .text = "its tip"},
    {"radius", PL_KEY_NUMBER, .required = true, AT(pl_raw_rig_bone, radius), SIZE,
     .text = "how thick the shape is around it: whose skin is whose is found by distance in "
             "these"},
};
const pl_table pl_table_rig_bone = {"rig_bone", "A bone of a character.", TABLE(rig_bone_keys)};

// --- moves ---

static const pl_key move_keys[] = {
    {"bone", PL_KEY_TEXT, .required = true, AT(pl_raw_move, bone),
     .text = "its name, or its number, as in \"#7\""},
    {"motion", PL_KEY_OBJECT, .required = true,
     .text = "about the bone's joint; bones that it carries go along",
     .child = &pl_table_move_motion},
};
const pl_table pl_table_move = {"move", "A bone moved by hand.", TABLE(move_keys)};

static const pl_key move_motion_keys[] = {
    PATH_KEYS(pl_table_move_key),
    AXIS_KEY("what the keys' degrees turn about, in the bind pose"),
};
const pl_table pl_table_move_motion = {"move_motion", "How a bone moves.", TABLE(move_motion_keys)};

static const pl_key move_key_keys[] = {
    {"time", PL_KEY_NUMBER, .required = true, AT(pl_plan_key, time), TIME, .text = "when"},
    {"move", PL_KEY_VECTOR, AT(pl_plan_key, position), ANYWHERE,
     .text = "how far it is then from where the clip has it, along the axes of the bind pose; by "
             "default as in the key before"},
    TURN_KEYS("how it is turned then from how the clip has it; by default as in the key before"),
};
const pl_table pl_table_move_key = {"move_key", "A moment of a bone's motion.",
                                    TABLE(move_key_keys)};

// --- sets and draggers ---

// `in` is how the struct gets at its pl_raw_set
#define SPRING_KEYS(type, in, joint_text)                                                          \
    {"joint", PL_KEY_TEXT_OR_WEIGHTS, .least = 0, .most = 1e9, .text = joint_text},                \
        {"on", PL_KEY_NAMES,                                                                       \
         .text = "the bones whose skin it deforms, or \"all\"; by default those of joint"},        \
        {"radius",         PL_KEY_FLOAT,                                                           \
         .required = true, AT(type, in radius),                                                    \
         .least = 1e-9,    .most = FAR,                                                            \
         .unit = "m",      .text = "nothing farther from the way of the mass moves"},              \
        {"hertz", PL_KEY_NUMBER,  AT(type, in hertz),          .least = 1e-3,                      \
         HERTZ,   .usual = "2.5", .text = "how fast it swings"},                                   \
        {"damping", PL_KEY_NUMBER,   AT(type, in damping),                                         \
         RATIO,     .usual = "0.15", .text = "how soon it stops; 1: without swinging over"},       \
    {                                                                                              \
        "limit", PL_KEY_FLOAT, AT(type, in limit), .least = 0, .most = 4, .usual = "0.8",          \
                                                   .text = "the most it goes from its anchor, in " \
                                                           "radii"                                 \
    }

static const pl_key set_keys[] = {
    {"name", PL_KEY_TEXT, AT(pl_raw_set, name), .text = "for the reader"},
    {"at", PL_KEY_VECTOR, AT(pl_raw_set, at), ANYWHERE,
     .text = "where it is tied, in the bind pose; by default at its joint"},
    SPRING_KEYS(pl_raw_set, ,
                "the bone it hangs on, by name or number (\"#7\"), or several with their weights; "
                "needed where there are several"),
    {"mass", PL_KEY_FLOAT, AT(pl_raw_set, mass), .least = 1e-9, .most = 1e9, .usual = "1",
     .unit = "kg", .text = "changes nothing but how hertz is reached"},
    {"turn_hertz", PL_KEY_FLOAT, AT(pl_raw_set, turn_hertz), .least = 0, HERTZ, .usual = "0",
     .text = "it lags behind turning too, so fast; 0: it does not"},
    {"turn_damping", PL_KEY_FLOAT, AT(pl_raw_set, turn_damping), RATIO, .usual = "0.2",
     .text = "and how soon that stops"},
    {"turn_limit", PL_KEY_FLOAT, AT(pl_raw_set, turn_limit), .least = 0, .most = 3, .usual = "0.8",
     .unit = "radians", .text = "the most it turns"},
};
const pl_table pl_table_set = {"set", "A mass on a spring, and what swings with it.",
                               TABLE(set_keys)};

static const pl_key sets_keys[] = {
    {"sets", PL_KEY_LIST, .required = true, .text = "the sets", .child = &pl_table_set}};
const pl_table pl_table_sets = {"sets", "A file of sets.", TABLE(sets_keys)};

static const pl_key dragger_keys[] = {
    {"at", PL_KEY_VECTOR, .required = true, AT(pl_raw_dragger, set.at), ANYWHERE,
     .text = "the place that is pulled, in the bind pose"},
    SPRING_KEYS(pl_raw_dragger, set.,
                "the bone that carries the place along, as of a set; by default as the skin "
                "nearest to it"),
    {"motion", PL_KEY_OBJECT,
     .text = "where it is pulled to; else it is held where it is at the start",
     .child = &pl_table_drag_motion},
    {"from", PL_KEY_NUMBER, AT(pl_raw_dragger, from), TIME, .usual = "0",
     .text = "when it is taken hold of"},
    {"until", PL_KEY_NUMBER, AT(pl_raw_dragger, until), TIME,
     .text = "when it is let go, and swings; by default never"},
};
const pl_table pl_table_dragger = {"dragger", "A mass on a spring that is held, as by a hand.",
                                   TABLE(dragger_keys)};

static const pl_key drag_motion_keys[] = {PATH_KEYS(pl_table_drag_key)};
const pl_table pl_table_drag_motion = {"drag_motion", "How what is held moves.",
                                       TABLE(drag_motion_keys)};

static const pl_key drag_key_keys[] = {
    {"time", PL_KEY_NUMBER, .required = true, AT(pl_plan_key, time), TIME, .text = "when"},
    {"move", PL_KEY_VECTOR, AT(pl_plan_key, position), ANYWHERE,
     .text = "how far it is then from where the place was at the start, in the world; by default "
             "as in the key before"},
};
const pl_table pl_table_drag_key = {"drag_key", "A moment of that.", TABLE(drag_key_keys)};

// --- ragdolls ---

static const pl_key ragdoll_keys[] = {
    {"density", PL_KEY_NUMBER, AT(plump_ragdoll_def, density), .least = 1e-3, .most = 1e6,
     .usual = "1000", .unit = "kg/m^3", .text = "of its bones, each a capsule"},
    {"hertz", PL_KEY_NUMBER, AT(plump_ragdoll_def, hertz), .least = 0, HERTZ, .usual = "2",
     .text = "how fast a joint swings back to the rest pose; 0: limp"},
    {"damping", PL_KEY_NUMBER, AT(plump_ragdoll_def, damping), RATIO, .usual = "0.3",
     .text = "of that swinging; 1: without swinging over"},
    {"turn_limit", PL_KEY_NUMBER, AT(plump_ragdoll_def, turn_limit), .least = 1e-3, .most = 3,
     .usual = "1", .unit = "radians", .text = "how far a joint turns from the rest pose"},
    {"contact_hertz", PL_KEY_NUMBER, AT(plump_ragdoll_def, contact_hertz), .least = 1e-3, HERTZ,
     .usual = "4", .text = "how hard obstacles push: so often it would bounce on one of them"},
    {"contact_damping", PL_KEY_NUMBER, AT(plump_ragdoll_def, contact_damping), RATIO,
     .usual = "0.3", .text = "of that bouncing"},
    {"friction", PL_KEY_NUMBER, AT(plump_ragdoll_def, friction), RATIO, .usual = "0.5",
     .text = "on obstacles"},
    {"velocity", PL_KEY_VECTOR, AT(plump_ragdoll_def, velocity), .least = -1e4, .most = 1e4,
     .usual = "[0, 0, 0]", .unit = "m/s", .text = "at the start"},
    {"angular_velocity", PL_KEY_VECTOR, AT(plump_ragdoll_def, angular_velocity), .least = -1e3,
     .most = 1e3, .usual = "[0, 0, 0]", .unit = "rad/s",
     .text = "at the start, about the centre of mass"},
};
const pl_table pl_table_ragdoll = {
    "ragdoll", "Bones that fall and bounce: see [ragdoll](ragdoll.md).", TABLE(ragdoll_keys)};
