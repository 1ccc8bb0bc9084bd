// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The tables, in the order in which somebody meets them in a file.
#include "io/scene_key_parts.h"

WORDS(model_name, "shape_match", "bag", "mass_spring")
WORDS(parts_name, "together", "split", "auto")
WORDS(axis_name, "x", "y", "z")
WORDS(all_name, "all")
WORDS(paint_name, "stiffness", "mass", "volume", "shear", "bend", "damping")
WORDS(obstacle_name, "plane", "sphere", "capsule", "box", "cylinder", "hull", "mesh", "sheet",
      "compound")
WORDS(part_name, "sphere", "capsule", "box", "cylinder", "hull", "mesh")
WORDS(field_name, "gravity", "wind", "point", "vortex")
WORDS(event_name, "release", "set", "disable", "enable", "impulse", "remove", "freeze", "unfreeze",
      "take_out", "bring_in", "reset")
WORDS(release_name, "all", "pins", "attachments")
WORDS(colour_name, "body", "part", "stress", "volume", "contact")

_Static_assert(PLUMP_MODEL_COUNT == 3, "model_name lists the models");
_Static_assert(PLUMP_OBSTACLE_SHAPE_COUNT == 9, "obstacle_name lists the shapes");
_Static_assert(PL_PLAN_FIELD_KIND_COUNT == 4, "field_name lists the fields");
_Static_assert(PL_PLAN_EVENT_KIND_COUNT == 11, "event_name lists the events");

const char* pl_colour_by_name(uint32_t index) {
    return colour_name(index);
}

// --- the file ---

static const pl_key scene_keys[] = {
    {"$schema", PL_KEY_TEXT, .offset = SIZE_MAX, .text = "for editors: where the schema lies"},
    {"name", PL_KEY_TEXT, AT(pl_raw_scene, name),
     .text = "what the scene is called; by default the file's name without its ending"},
    {"summary", PL_KEY_TEXT, AT(pl_raw_scene, summary), .usual = "\"\"",
     .text = "one line about it"},
    {"dt", PL_KEY_FLOAT, AT(pl_raw_scene, dt), .least = 1e-5, .most = 1, .usual = "0.01",
     .unit = "s", .text = "length of a step"},
    {"substeps", PL_KEY_WHOLE, AT(pl_raw_scene, substeps), .least = 0, .most = 1000, .usual = "0",
     .text = "parts of a step; 0: as many as the stiffest body needs"},
    {"substep_limit", PL_KEY_WHOLE, AT(pl_raw_scene, substep_limit), .least = 1, .most = 1000,
     .usual = "16", .text = "most substeps that 0 may mean"},
    {"seconds", PL_KEY_NUMBER, AT(pl_raw_scene, seconds), .least = 0, .most = 1e6, .usual = "5",
     .unit = "s", .text = "how long it runs"},
    {"seed", PL_KEY_WHOLE, AT(pl_raw_scene, seed), SEED, .usual = "1",
     .text = "where random placement begins; the same seed gives the same scene on every machine"},
    {"gravity", PL_KEY_VECTOR_FLOAT, AT(pl_raw_scene, gravity), .least = -FAST, .most = FAST,
     .usual = "[0, -9.81, 0]", .unit = "m/s^2", .text = "of the world"},
    {"contact_capacity", PL_KEY_WHOLE, AT(pl_raw_scene, contact_capacity), .least = 0, .most = 1e7,
     .usual = "0", .text = "most contacts in a substep; 0: no bound"},
    {"materials", PL_KEY_MAP, .text = "materials of the file's own, by name",
     .child = &pl_table_material},
    {"bodies", PL_KEY_LIST, .text = "the soft bodies; a scene has a body or a character",
     .child = &pl_table_body},
    {"obstacles", PL_KEY_LIST, .text = "what bodies run into", .child = &pl_table_obstacle},
    {"bones", PL_KEY_LIST, .text = "obstacles that forces move", .child = &pl_table_bone},
    {"attachments", PL_KEY_LIST, .text = "ties between bodies, obstacles and points",
     .child = &pl_table_attachment},
    {"skins", PL_KEY_LIST, .text = "surfaces over bodies and obstacles, to be looked at",
     .child = &pl_table_skin},
    {"characters", PL_KEY_LIST, .text = "what jiggles: meshes moved by a skeleton or a body",
     .child = &pl_table_character},
    {"fields", PL_KEY_LIST, .text = "forces over time", .child = &pl_table_field},
    {"events", PL_KEY_LIST, .text = "what happens when", .child = &pl_table_event},
    {"camera", PL_KEY_OBJECT, .text = "how pictures look at it", .child = &pl_table_camera},
    {"output", PL_KEY_OBJECT, .text = "what is written, unless the command says otherwise",
     .child = &pl_table_output},
};
const pl_table pl_table_scene = {"scene", "The file as a whole.", TABLE(scene_keys)};

// --- bodies ---

#define SHAPE_SIZE "of the built-in shape: longest side of its bounding box"

// `in` is how the struct gets at its pl_raw_source
#define SOURCE_KEYS(type, in, shape_key, shape_text, size_text)                                    \
    {"mesh", PL_KEY_TEXT, AT(type, in mesh),                                                       \
     .text = "a mesh file (OBJ, PLY, STL, OFF, GLB, glTF) in the scene's folder"},                 \
        {shape_key, PL_KEY_CHOICE, AT(type, in shape), .text = shape_text, .choice = shape_name},  \
        {"vertices",                                                                               \
         PL_KEY_WHOLE,                                                                             \
         AT(type, in vertices),                                                                    \
         .least = 4,                                                                               \
         .most = 4e6,                                                                              \
         .text = "of the built-in shape, about; by default its own number"},                       \
        {"size", PL_KEY_NUMBER, AT(type, in size), SIZE, .usual = "1", .text = size_text},         \
        {"spindle", PL_KEY_OBJECT, .text = "or a muscle's form, made to measure",                  \
         .child = &pl_table_spindle},                                                              \
        {"spindles", PL_KEY_LIST, .text = "or several in one piece, such as the bones of a hand",  \
         .child = &pl_table_spindle},                                                              \
    {                                                                                              \
        "fill_holes", PL_KEY_FLAG, AT(type, in fill_holes),                                        \
            .usual = "false", .text = "close holes of the mesh file instead of refusing it"        \
    }

static const pl_key source_keys[] = {
    SOURCE_KEYS(pl_raw_source, , "shape", "or a built-in shape", SHAPE_SIZE)};
const pl_table pl_table_source = {
    "detail", "A fine mesh that follows its body, in the same coordinates as the body's mesh.",
    TABLE(source_keys)};

#define SHARE .least = 0, .most = 1
static const pl_key spindle_keys[] = {
    {"triangles", PL_KEY_WHOLE, AT(plump_spindle_def, triangle_count), .least = 60, .most = 1e6,
     .usual = "680", .text = "exactly so many; an even number"},
    {"path", PL_KEY_POINTS, ANYWHERE,
     .text = "2 to 64 points that its middle line goes through; else it is straight along y"},
    {"length", PL_KEY_NUMBER, AT(plump_spindle_def, length), SIZE, .usual = "1",
     .text = "of a straight one"},
    {"belly", PL_KEY_NUMBER, AT(plump_spindle_def, belly), SIZE, .usual = "0.135",
     .text = "radius where it is thickest"},
    {"tip", PL_KEY_NUMBER, AT(plump_spindle_def, tip), SIZE, .usual = "0.035",
     .text = "radius of the tendons and their round ends; above belly it is a bone's form"},
    {"from", PL_KEY_NUMBER, AT(plump_spindle_def, from), SHARE, .usual = "0.12",
     .text = "where the belly begins, as a share of the length"},
    {"peak", PL_KEY_NUMBER, AT(plump_spindle_def, peak), SHARE, .usual = "0.5",
     .text = "where it is thickest"},
    {"to", PL_KEY_NUMBER, AT(plump_spindle_def, to), SHARE, .usual = "0.88",
     .text = "where it ends"},
    {"fullness", PL_KEY_NUMBER, AT(plump_spindle_def, fullness), SHARE, .usual = "0.3",
     .text = "0: it swells slowly, as a bell; 1: a stout belly"},
    {"flatness", PL_KEY_NUMBER, AT(plump_spindle_def, flatness), .least = 0.1, .most = 10,
     .usual = "1", .text = "width over thickness"},
    {"across", PL_KEY_VECTOR, AT(plump_spindle_def, across), .least = -FAST, .most = FAST,
     .usual = "[1, 0, 0]", .text = "about which way it is wide at its first end"},
};
const pl_table pl_table_spindle = {
    "spindle", "A belly between two tendons, for muscles: docs/shapes.md.", TABLE(spindle_keys)};

static const pl_key body_keys[] = {
    {"name", PL_KEY_TEXT, AT(pl_raw_body, name),
     .text = "for events and files, without a point; by default its shape or file and its number"},
    SOURCE_KEYS(pl_raw_body, source., "shape", "or a built-in shape",
                "longest side of the bounding box of the built-in shape or mesh file; without it a "
                "mesh file keeps its own"),
    {"coarse", PL_KEY_WHOLE, AT(pl_raw_body, source.coarse), .least = 0, .most = 4e6, .usual = "0",
     .text = "a mesh of more vertices is simulated with about so many, and follows them as detail; "
             "0: with all"},
    {"parts", PL_KEY_CHOICE, AT(pl_raw_body, parts), .usual = "\"together\"",
     .text = "one body of all parts of the mesh, or pieces that can move apart each a body, named "
             "name.0, name.1, ...; auto: as bodies if there are at most 256",
     .choice = parts_name},
    {"model", PL_KEY_CHOICE, AT(pl_raw_body, model), .usual = "\"shape_match\"",
     .text = "how it resists deformation", .choice = model_name},
    {"material", PL_KEY_TEXT_OR_OBJECT,
     .text = "a material's name, or an object that changes one; without it every field is at its "
             "default",
     .child = &pl_table_material},
    {"position", PL_KEY_VECTOR, AT(pl_raw_body, position), ANYWHERE, .usual = "[0, 0, 0]",
     .text = "where the mesh's (0, 0, 0) goes"},
    {"rotation", PL_KEY_ROTATION, AT(pl_raw_body, rotation), .least = -FAST, .most = FAST,
     .usual = "[0, 0, 0, 1]", .text = "quaternion [x, y, z, w] of any length, or axis and degrees",
     .child = &pl_table_turn},
    {"scale", PL_KEY_FLOAT, AT(pl_raw_body, scale), .least = 1e-6, .most = 1e6, .usual = "1",
     .text = "times the mesh's size"},
    {"velocity", PL_KEY_VECTOR_FLOAT, AT(pl_raw_body, velocity), .least = -FAST, .most = FAST,
     .usual = "[0, 0, 0]", .unit = "m/s", .text = "at the start"},
    {"angular_velocity", PL_KEY_VECTOR_FLOAT, AT(pl_raw_body, angular_velocity), .least = -1e5,
     .most = 1e5, .usual = "[0, 0, 0]", .unit = "rad/s",
     .text = "at the start, about the centre of mass"},
    {"count", PL_KEY_WHOLE, AT(pl_raw_body, count), .least = 1, .most = 1e9,
     .text = "how many of them, named name.0, name.1, ...; needs grid or random"},
    {"grid", PL_KEY_OBJECT, .text = "places them in rows; count may be less than the places",
     .child = &pl_table_grid},
    {"random", PL_KEY_OBJECT, .text = "places them at random, apart from each other",
     .child = &pl_table_random},
    {"pins", PL_KEY_LIST, .text = "vertices that are held, or moved as told",
     .child = &pl_table_pin},
    {"paint", PL_KEY_LIST, .text = "shares of stiffness, mass or volume correction by vertex",
     .child = &pl_table_paint},
    {"muscles", PL_KEY_LIST, .text = "what pulls it together", .child = &pl_table_muscle},
    {"detail", PL_KEY_OBJECT, .text = "a fine mesh that follows it", .child = &pl_table_source},
    {"colour", PL_KEY_COLOUR, AT(pl_raw_body, colour),
     .text = "\"#rrggbb\"; by default one of a palette"},
};
const pl_table pl_table_body = {
    "body", "One body, or many alike. Beside these keys every field of bodies may be set here.",
    TABLE(body_keys), .fields = PL_FIELDS_ALL};

static const pl_key grid_keys[] = {
    {"size", PL_KEY_COUNTS, .required = true, AT(pl_raw_grid, size), .least = 1, .most = 1e6,
     .text = "how many along x, y and z; counted x first, then z, then y: layer by layer"},
    {"spacing", PL_KEY_VECTOR, .required = true, AT(pl_raw_grid, spacing), .least = 0, .most = FAR,
     .unit = "m",
     .text = "from one to the next; the bottom layer's middle is at the body's position"},
    {"jitter", PL_KEY_NUMBER, AT(pl_raw_grid, jitter), .least = 0, .most = FAR, .usual = "0",
     .unit = "m", .text = "most that each is off its place, along each axis, at random"},
    {"random_rotation", PL_KEY_FLAG, AT(pl_raw_grid, random_rotation), .usual = "false",
     .text = "turns each at random"},
    {"seed", PL_KEY_WHOLE, AT(pl_raw_grid, seed), SEED,
     .text = "of its own; by default of the scene's seed and the body's number in the file"},
};
const pl_table pl_table_grid = {"grid", "Rows of bodies.", TABLE(grid_keys)};

static const pl_key random_keys[] = {
    {"min", PL_KEY_VECTOR, .required = true, AT(pl_raw_random, min), ANYWHERE,
     .text = "lowest corner of the box of positions, relative to the body's position"},
    {"max", PL_KEY_VECTOR, .required = true, AT(pl_raw_random, max), ANYWHERE,
     .text = "and its highest corner"},
    {"distance", PL_KEY_NUMBER, AT(pl_raw_random, distance), .least = 0, .most = FAR, .unit = "m",
     .text = "at least so far are their positions apart; by default so far that they cannot "
             "overlap, however turned"},
    {"random_rotation", PL_KEY_FLAG, AT(pl_raw_random, random_rotation), .usual = "true",
     .text = "turns each at random"},
    {"seed", PL_KEY_WHOLE, AT(pl_raw_random, seed), SEED,
     .text = "of its own; by default of the scene's seed and the body's number in the file"},
};
const pl_table pl_table_random = {
    "random", "Bodies at random places. They also keep clear of those placed at random before.",
    TABLE(random_keys)};

static const pl_key pin_keys[] = {
    {"where", PL_KEY_TEXT_OR_OBJECT, .required = true, .text = "which vertices", .choice = all_name,
     .child = &pl_table_selection},
    {"motion", PL_KEY_OBJECT, .text = "moves them as one piece; else they stand still",
     .child = &pl_table_pin_motion},
    {"until", PL_KEY_NUMBER, AT(pl_plan_pin, until), TIME,
     .text = "when they are let go; by default never"},
};
const pl_table pl_table_pin = {"pin", "Vertices that are held.", TABLE(pin_keys)};

static const pl_key paint_keys[] = {
    {"field", PL_KEY_CHOICE, .required = true, AT(pl_raw_paint, field),
     .text =
         "what is painted: shares of stiffness (0 to 1), of mass (relative, above 0), of the "
         "volume correction (relative), or of springs: of stiffness across edges, against bending, "
         "and of damping (0 to 1)",
     .choice = paint_name},
    {"value", PL_KEY_NUMBER, .required = true, AT(pl_raw_paint, value), .least = 0, .most = 1e6,
     .text = "what these vertices get; all others have 1"},
    {"where", PL_KEY_TEXT_OR_OBJECT, .required = true, .text = "which vertices", .choice = all_name,
     .child = &pl_table_selection},
};
const pl_table pl_table_paint = {"paint", "A share per vertex. Later paint covers earlier.",
                                 TABLE(paint_keys)};

static const pl_key selection_keys[] = {
    {"box", PL_KEY_OBJECT, .text = "vertices in a box", .child = &pl_table_box},
    {"sphere", PL_KEY_OBJECT, .text = "vertices in a sphere", .child = &pl_table_sphere},
    {"above", PL_KEY_OBJECT, .text = "vertices at or above a value along an axis",
     .child = &pl_table_side},
    {"below", PL_KEY_OBJECT, .text = "vertices at or below a value along an axis",
     .child = &pl_table_side},
    {"nearest", PL_KEY_VECTOR, AT(pl_raw_selection, nearest), ANYWHERE,
     .text = "the one vertex nearest to this point"},
    {"vertices", PL_KEY_WHOLES, .least = 0, .most = 4294967294.0,
     .text = "vertices by number, as the mesh file counts them, from 0"},
};
const pl_table pl_table_selection = {
    "selection",
    "Vertices of a mesh: exactly one of these, in the mesh's own coordinates, before scale and "
    "rotation.",
    TABLE(selection_keys)};

static const pl_key box_keys[] = {
    {"min", PL_KEY_VECTOR, .required = true, AT(pl_raw_box, min), ANYWHERE,
     .text = "lowest corner"},
    {"max", PL_KEY_VECTOR, .required = true, AT(pl_raw_box, max), ANYWHERE,
     .text = "highest corner"},
};
const pl_table pl_table_box = {"box", "A box along the axes, its faces included.", TABLE(box_keys)};

static const pl_key sphere_keys[] = {
    {"centre", PL_KEY_VECTOR, .required = true, AT(pl_raw_sphere, centre), ANYWHERE,
     .text = "its middle"},
    {"radius", PL_KEY_NUMBER, .required = true, AT(pl_raw_sphere, radius), .least = 0, .most = FAR,
     .unit = "m", .text = "wholly selected up to here"},
    {"falloff", PL_KEY_NUMBER, AT(pl_raw_sphere, falloff), .least = 0, .most = FAR, .usual = "0",
     .unit = "m", .text = "less and less beyond that, over this distance; for paint only"},
};
const pl_table pl_table_sphere = {"sphere", "A ball.", TABLE(sphere_keys)};

static const pl_key side_keys[] = {
    {"axis", PL_KEY_CHOICE, .required = true, AT(pl_raw_side, axis), .text = "which coordinate",
     .choice = axis_name},
    {"value", PL_KEY_NUMBER, .required = true, AT(pl_raw_side, value), ANYWHERE,
     .text = "where the half space ends"},
};
const pl_table pl_table_side = {"side", "A half space.", TABLE(side_keys)};

static const pl_key turn_keys[] = {
    {"axis", PL_KEY_VECTOR, .required = true, AT(pl_raw_turn, axis), .least = -FAST, .most = FAST,
     .text = "direction of any length but 0"},
    {"degrees", PL_KEY_NUMBER, .required = true, AT(pl_raw_turn, degrees), .least = -1e6,
     .most = 1e6, .text = "by the right-hand rule"},
};
const pl_table pl_table_turn = {"turn", "A rotation.", TABLE(turn_keys)};

static const pl_key material_keys[] = {
    {"like", PL_KEY_TEXT, AT(pl_raw_material, like),
     .text = "the material to begin with, built-in or of the file; by default every field's own "
             "default"},
};
const pl_table pl_table_material = {
    "material", "What a body is made of: any field of bodies, over those of another material.",
    TABLE(material_keys), .fields = PL_FIELDS_ALL};

// --- obstacles and ties ---

#define AXIS_IN_WORLD "what the keys' degrees turn about, in the world"
#define SURFACE       .least = 0, .most = 100

static const pl_key part_keys[] = {
    {"shape", PL_KEY_CHOICE, .required = true, AT(pl_raw_obstacle, shape),
     .text = "capsule and cylinder lie along y; hull: around points; mesh: closed",
     .choice = part_name},
    {"position", PL_KEY_VECTOR, AT(pl_raw_obstacle, position), ANYWHERE, .usual = "[0, 0, 0]",
     .text = "of its own (0, 0, 0), in the frame of the whole"},
    {"rotation", PL_KEY_ROTATION, AT(pl_raw_obstacle, rotation), .least = -FAST, .most = FAST,
     .usual = "[0, 0, 0, 1]", .text = "quaternion [x, y, z, w] of any length, or axis and degrees",
     .child = &pl_table_turn},
    {"radius", PL_KEY_FLOAT, AT(pl_raw_obstacle, radius), SIZE, .usual = "0.5",
     .text = "of sphere, capsule and cylinder"},
    {"half_height", PL_KEY_FLOAT, AT(pl_raw_obstacle, half_height), SIZE, .usual = "0.5",
     .text = "of cylinder and capsule (to the caps' centres)"},
    {"half_size", PL_KEY_VECTOR_FLOAT, AT(pl_raw_obstacle, half_size), SIZE,
     .usual = "[0.5, 0.5, 0.5]", .text = "of a box"},
    SOURCE_KEYS(pl_raw_obstacle, source., "built_in",
                "or a built-in shape of bodies; both for hull and mesh", SHAPE_SIZE),
    {"points", PL_KEY_POINTS, ANYWHERE, .text = "of a hull, in place of a mesh"},
    {"scale", PL_KEY_FLOAT, AT(pl_raw_obstacle, scale), .least = 1e-6, .most = 1e6, .usual = "1",
     .text = "times the size of mesh or points"},
};
const pl_table pl_table_part = {"part", "A part of a compound.", TABLE(part_keys)};

static const pl_key obstacle_keys[] = {
    {"name", PL_KEY_TEXT, AT(pl_raw_obstacle, name),
     .text = "for attachments; by default its shape and number"},
    {"shape", PL_KEY_CHOICE, .required = true, AT(pl_raw_obstacle, shape),
     .text = "plane: the half space below y = 0 of its own frame; capsule and cylinder lie along "
             "y; hull: around points; mesh: closed; sheet: thin, met from both sides; compound: "
             "several in one",
     .choice = obstacle_name},
    {"position", PL_KEY_VECTOR, AT(pl_raw_obstacle, position), ANYWHERE, .usual = "[0, 0, 0]",
     .text = "of its own (0, 0, 0)"},
    {"rotation", PL_KEY_ROTATION, AT(pl_raw_obstacle, rotation), .least = -FAST, .most = FAST,
     .usual = "[0, 0, 0, 1]", .text = "quaternion [x, y, z, w] of any length, or axis and degrees",
     .child = &pl_table_turn},
    {"radius", PL_KEY_FLOAT, AT(pl_raw_obstacle, radius), SIZE, .usual = "0.5",
     .text = "of sphere, capsule and cylinder"},
    {"half_height", PL_KEY_FLOAT, AT(pl_raw_obstacle, half_height), SIZE, .usual = "0.5",
     .text = "of cylinder and capsule (to the caps' centres)"},
    {"half_size", PL_KEY_VECTOR_FLOAT, AT(pl_raw_obstacle, half_size), SIZE,
     .usual = "[0.5, 0.5, 0.5]", .text = "of a box"},
    SOURCE_KEYS(pl_raw_obstacle, source., "built_in",
                "or a built-in shape of bodies; both for hull, mesh and sheet", SHAPE_SIZE),
    {"points", PL_KEY_POINTS, ANYWHERE, .text = "of a hull or sheet, in place of a mesh"},
    {"triangles", PL_KEY_TRIPLES, .least = 0, .most = 4294967294.0,
     .text = "of a sheet with points: three of them each, from 0"},
    {"parts", PL_KEY_LIST, .text = "of a compound, 1 to 1,024: they move and count as one",
     .child = &pl_table_part},
    {"scale", PL_KEY_FLOAT, AT(pl_raw_obstacle, scale), .least = 1e-6, .most = 1e6, .usual = "1",
     .text = "times the size of mesh, points or parts"},
    {"hollow", PL_KEY_FLAG, AT(pl_raw_obstacle, hollow), .usual = "false",
     .text = "bodies are kept inside instead of outside; not for planes, sheets and compounds"},
    {"trigger", PL_KEY_FLAG, AT(pl_raw_obstacle, trigger), .usual = "false",
     .text = "pushes nobody and tells who is in it; not for sheets"},
    {"friction", PL_KEY_FLOAT, AT(pl_raw_obstacle, friction), SURFACE, .usual = "0.5",
     .text = "while something slides on it"},
    {"friction_static", PL_KEY_FLOAT, AT(pl_raw_obstacle, friction_static), SURFACE, .usual = "0.5",
     .text = "until it slides; counts as friction if below it"},
    {"restitution", PL_KEY_FLOAT, AT(pl_raw_obstacle, restitution), .least = 0, .most = 1,
     .usual = "0", .text = "share of an impact's speed given back at once"},
    {"margin", PL_KEY_FLOAT, AT(pl_raw_obstacle, margin), .least = 0, .most = 1000, .usual = "0",
     .unit = "m", .text = "kept free around it"},
    {"surface_velocity", PL_KEY_VECTOR_FLOAT, AT(pl_raw_obstacle, surface_velocity), .least = -FAST,
     .most = FAST, .unit = "m/s", .usual = "[0, 0, 0]",
     .text = "of its surface, in its own frame: a belt"},
    {"category", PL_KEY_WHOLE, AT(pl_raw_obstacle, category), SEED, .usual = "1",
     .text = "bits of what it is"},
    {"collides_with", PL_KEY_WHOLE, AT(pl_raw_obstacle, collides_with), SEED, .usual = "4294967295",
     .text = "bits of what it meets"},
    {"motion", PL_KEY_OBJECT, .text = "moves it; else it stands still", .child = &pl_table_motion},
    {"colour", PL_KEY_COLOUR, AT(pl_raw_obstacle, colour), .usual = "\"#b9bec6\"",
     .text = "\"#rrggbb\""},
    {"visible", PL_KEY_FLAG, AT(pl_raw_obstacle, visible), .usual = "true",
     .text = "whether it is drawn; planes are drawn as the floor"},
};
const pl_table pl_table_obstacle = {"obstacle", "What bodies run into and never push away.",
                                    TABLE(obstacle_keys)};

static const pl_key motion_keys[] = {PATH_KEYS(pl_table_key), AXIS_KEY(AXIS_IN_WORLD)};
const pl_table pl_table_motion = {"motion", "How an obstacle moves.", TABLE(motion_keys)};

static const pl_key key_keys[] = {
    {"time", PL_KEY_NUMBER, .required = true, AT(pl_plan_key, time), TIME, .text = "when"},
    {"position", PL_KEY_VECTOR, AT(pl_plan_key, position), ANYWHERE,
     .text = "where it is then; by default as in the key before, at first as at the start"},
    TURN_KEYS("how it is turned then; by default as in the key before"),
};
const pl_table pl_table_key = {"key", "A moment of a motion.", TABLE(key_keys)};

static const pl_key pin_motion_keys[] = {
    PATH_KEYS(pl_table_pin_key),
    AXIS_KEY(AXIS_IN_WORLD),
    {"pivot", PL_KEY_VECTOR, AT(pl_plan_motion, pivot), ANYWHERE, .usual = "[0, 0, 0]",
     .text = "the point that rotations leave in place, in the mesh's own coordinates"},
};
const pl_table pl_table_pin_motion = {"pin_motion", "How pinned vertices move, as one piece.",
                                      TABLE(pin_motion_keys)};

static const pl_key pin_key_keys[] = {
    {"time", PL_KEY_NUMBER, .required = true, AT(pl_plan_key, time), TIME, .text = "when"},
    {"move", PL_KEY_VECTOR, AT(pl_plan_key, position), ANYWHERE,
     .text = "how far it is then from where it was at the start; by default as in the key before"},
    TURN_KEYS(
        "how it is turned then from how it was at the start; by default as in the key before"),
};
const pl_table pl_table_pin_key = {"pin_key", "A moment of a motion of pins.", TABLE(pin_key_keys)};

static const pl_key attachment_keys[] = {
    {"name", PL_KEY_TEXT, AT(pl_raw_attachment, name), .usual = "\"\"",
     .text = "what it is called"},
    {"body", PL_KEY_TEXT, .required = true, AT(pl_raw_attachment, body),
     .text = "the body, or all of an entry with count"},
    {"where", PL_KEY_TEXT_OR_OBJECT, .required = true,
     .text = "which vertices are tied, each alone", .choice = all_name,
     .child = &pl_table_selection},
    {"other", PL_KEY_TEXT, AT(pl_raw_attachment, other),
     .text = "a body whose nearest vertices they are tied to"},
    {"obstacle", PL_KEY_TEXT, AT(pl_raw_attachment, obstacle),
     .text = "or an obstacle that carries them along; with neither, points of the world where they "
             "are at the start"},
    {"motion", PL_KEY_OBJECT, .text = "moves those points of the world",
     .child = &pl_table_pin_motion},
    {"stiffness", PL_KEY_FLOAT, AT(pl_raw_attachment, stiffness), .least = 0, .most = 1e9,
     .usual = "0", .unit = "N/m", .text = "of a spring; 0: holds fast"},
    {"breaking_force", PL_KEY_FLOAT, AT(pl_raw_attachment, breaking_force), .least = 0, .most = 1e9,
     .usual = "0", .unit = "N", .text = "at which it breaks; 0: never"},
    {"damping", PL_KEY_FLOAT, AT(pl_raw_attachment, damping), .least = 0, .most = 1e9, .usual = "0",
     .unit = "N s/m", .text = "of the spring; 2 sqrt(stiffness x mass) and more do not swing"},
    {"radius", PL_KEY_FLOAT, AT(pl_raw_attachment, radius), .least = 0, .most = FAR, .usual = "0",
     .unit = "m",
     .text = "of the patch around each vertex that is held by its mean, less of what is far; 0: "
             "the vertex alone, which a strong pull stretches out"},
    {"other_radius", PL_KEY_FLOAT, AT(pl_raw_attachment, other_radius), .least = 0, .most = FAR,
     .usual = "0", .unit = "m", .text = "the same on the other body"},
    {"until", PL_KEY_NUMBER, AT(pl_raw_attachment, until), TIME,
     .text = "when it is let go; by default never"},
};
const pl_table pl_table_attachment = {"attachment", "A tie.", TABLE(attachment_keys)};

// --- forces and events ---

static const pl_key field_keys[] = {
    {"kind", PL_KEY_CHOICE, .required = true, AT(pl_raw_field, kind),
     .text = "gravity: in place of the scene's; wind: along a direction; point: towards the centre "
             "(below 0: away); vortex: around an axis",
     .choice = field_name},
    {"strength", PL_KEY_NUMBER_OR_OBJECT, .required = true, .least = -FAST, .most = FAST,
     .unit = "m/s^2", .text = "acceleration: a number, or a curve over time",
     .child = &pl_table_curve},
    {"direction", PL_KEY_VECTOR, AT(pl_raw_field, direction), .least = -FAST, .most = FAST,
     .text = "of gravity ([0, -1, 0]) and wind ([1, 0, 0]), axis of a vortex ([0, 1, 0]); of any "
             "length but 0"},
    {"centre", PL_KEY_VECTOR, AT(pl_raw_field, centre), ANYWHERE, .usual = "[0, 0, 0]",
     .text = "of point and vortex"},
    {"radius", PL_KEY_NUMBER, AT(pl_raw_field, radius), .least = 0, .most = FAR, .usual = "0",
     .unit = "m",
     .text = "of point and vortex: the strength falls to 0 at this distance; 0: it does not"},
    {"box", PL_KEY_OBJECT, .text = "acts only in here; not of gravity", .child = &pl_table_box},
    {"from", PL_KEY_NUMBER, AT(pl_raw_field, from), TIME, .usual = "0", .text = "when it begins"},
    {"until", PL_KEY_NUMBER, AT(pl_raw_field, until), TIME,
     .text = "when it ends; by default it does not"},
    {"bodies", PL_KEY_NAMES, .usual = "\"all\"",
     .text = "names of bodies or entries, or \"all\"; not of gravity"},
};
const pl_table pl_table_field = {"field", "A force over time.", TABLE(field_keys)};

static const pl_key curve_keys[] = {
    {"keys", PL_KEY_PAIRS, .required = true, .least = -FAST, .most = FAST,
     .text = "[time, value] pairs, rising in time"},
    {"smooth", PL_KEY_FLAG, AT(pl_plan_curve, smooth), .usual = "false",
     .text = "eases in and out between two keys"},
    {"loop", PL_KEY_FLAG, AT(pl_plan_curve, loop), .usual = "false",
     .text = "after the last key from the first again"},
};
const pl_table pl_table_curve = {"curve", "A number over time.", TABLE(curve_keys)};

static const pl_key event_keys[] = {
    {"time", PL_KEY_NUMBER, .required = true, AT(pl_raw_event, time), TIME, .text = "when"},
    {"do", PL_KEY_CHOICE, .required = true, AT(pl_raw_event, act),
     .text = "release: pins and attachments; set: fields of bodies; disable: elasticity and volume "
             "off, so that it collapses; enable: on again; impulse: a push; remove: it is gone; "
             "freeze: it stays as it is, and is met; unfreeze: it goes on; take_out: it neither "
             "moves nor is met; bring_in: it does again; reset: at rest where it began",
     .choice = event_name},
    {"bodies", PL_KEY_NAMES, .usual = "\"all\"", .text = "names of bodies or entries, or \"all\""},
    {"what", PL_KEY_CHOICE, AT(pl_raw_event, what), .usual = "\"all\"",
     .text = "which of both release lets go", .choice = release_name},
    {"values", PL_KEY_OBJECT, .text = "what set sets", .child = &pl_table_values},
    {"impulse", PL_KEY_VECTOR_FLOAT, AT(pl_raw_event, impulse), .least = -FAR, .most = FAR,
     .unit = "N s", .text = "on each body as a whole"},
};
const pl_table pl_table_event = {"event", "What happens at a time.", TABLE(event_keys)};

const pl_table pl_table_values = {"values", "Fields of bodies that may change while they move.",
                                  .keys = NULL, .key_count = 0, .fields = PL_FIELDS_CHANGEABLE};

// --- skins ---

static const pl_key skin_keys[] = {
    {"name", PL_KEY_TEXT, AT(pl_plan_skin, name), .usual = "\"skin\"",
     .text = "what it is called in files"},
    {"bodies", PL_KEY_NAMES, .usual = "\"all\"",
     .text = "names of bodies or entries below it, \"all\", or \"none\": obstacles alone"},
    {"obstacles", PL_KEY_NAMES, .text = "names of obstacles below it; by default none"},
    {"mesh", PL_KEY_TEXT, AT(pl_plan_skin, file),
     .text = "a closed mesh file in the scene's folder, where it lies at the start"},
    {"wrap", PL_KEY_OBJECT, .text = "or how a mesh is wrapped around them",
     .child = &pl_table_wrap},
    {"thickness", PL_KEY_NUMBER, AT(pl_plan_skin, thickness), .least = 0, .most = 1e6,
     .usual = "0.002", .unit = "m", .text = "kept between it and what is below"},
    {"reach", PL_KEY_NUMBER, AT(pl_plan_skin, reach), .least = 0, .most = 1e6, .usual = "0",
     .unit = "m",
     .text = "what is farther below than the nearest by this much carries it no more; 0: a sixth "
             "of its size"},
    {"cling", PL_KEY_FLOAT, AT(pl_plan_skin, cling), SHARE, .usual = "0.7",
     .text = "how well the distance to the nearest surface below is kept"},
    {"smooth", PL_KEY_FLOAT, AT(pl_plan_skin, smooth), SHARE, .usual = "0.7",
     .text = "how much creases and dents are spread"},
    {"colour", PL_KEY_COLOUR, AT(pl_plan_skin, colour), .usual = "\"#e0ac8f\"",
     .text = "\"#rrggbb\", or \"#rrggbbaa\" with opacity"},
    {"visible", PL_KEY_FLAG, AT(pl_plan_skin, visible), .usual = "true",
     .text = "false: it is not made at all"},
};
const pl_table pl_table_skin = {
    "skin", "A surface that slides on bodies and obstacles and is pushed by them: docs/skin.md.",
    TABLE(skin_keys)};

static const pl_key wrap_keys[] = {
    {"distance", PL_KEY_NUMBER, AT(plump_wrap_def, distance), .least = 0, .most = 1e6, .usual = "0",
     .unit = "m", .text = "from their surfaces; 0: a hundredth of the whole's size"},
    {"blend", PL_KEY_NUMBER, AT(plump_wrap_def, blend), .least = 0, .most = 1e6, .usual = "0",
     .unit = "m", .text = "over which hollows are filled; 0: three times the distance"},
    {"vertices", PL_KEY_WHOLE, AT(plump_wrap_def, vertex_count), .least = 150, .most = 1e6,
     .usual = "4000", .text = "exactly so many"},
};
const pl_table pl_table_wrap = {"wrap", "A mesh around bodies and obstacles, made at the start.",
                                TABLE(wrap_keys)};

// --- pictures and files ---

static const pl_key camera_keys[] = {
    {"azimuth", PL_KEY_NUMBER, AT(plump_scene_info, eye_azimuth), .least = -3600, .most = 3600,
     .usual = "35", .text = "degrees around y: 0 looks from +z, 90 from +x"},
    {"elevation", PL_KEY_NUMBER, AT(plump_scene_info, eye_elevation), .least = -90, .most = 90,
     .usual = "20", .text = "degrees above the horizon"},
    {"field_of_view", PL_KEY_NUMBER, AT(plump_scene_info, field_of_view), .least = 0, .most = 120,
     .usual = "26", .text = "degrees over the picture's shorter side; 0: parallel"},
    {"margin", PL_KEY_NUMBER, AT(plump_scene_info, margin), .least = 0, .most = 0.45,
     .usual = "0.1", .text = "free share of the picture on each side"},
    {"frame", PL_KEY_OBJECT, .text = "what it shows; by default all that is there",
     .child = &pl_table_box},
    {"background", PL_KEY_COLOUR, AT(plump_scene_info, background), .usual = "\"#f6f6f4\"",
     .text = "\"#rrggbb\", or \"#rrggbbaa\" with opacity"},
    {"floor", PL_KEY_FLAG, AT(plump_scene_info, floor), .usual = "true",
     .text = "draws a floor that catches shadows"},
    {"floor_height", PL_KEY_NUMBER, AT(plump_scene_info, floor_height), ANYWHERE,
     .text = "where; by default below everything"},
};
const pl_table pl_table_camera = {"camera", "How pictures look at the scene.", TABLE(camera_keys)};

static const pl_key output_keys[] = {
    {"frame_rate", PL_KEY_NUMBER, AT(pl_raw_output, frame_rate), .least = 0.01, .most = 10000,
     .usual = "25", .unit = "1/s", .text = "frames per second of what is written"},
    {"width", PL_KEY_WHOLE, AT(pl_raw_output, width), .least = 16, .most = PLUMP_PICTURE_SIZE_MAX,
     .usual = "1280", .text = "of pictures, in pixels"},
    {"height", PL_KEY_WHOLE, AT(pl_raw_output, height), .least = 16, .most = PLUMP_PICTURE_SIZE_MAX,
     .usual = "960", .text = "of pictures, in pixels"},
    {"colour_by", PL_KEY_CHOICE, AT(pl_raw_output, colour_by), .usual = "\"body\"",
     .text = "what colours tell", .choice = colour_name},
    {"still_time", PL_KEY_NUMBER, AT(pl_raw_output, still_time), TIME,
     .text = "which moment a single picture shows; by default the end"},
};
const pl_table pl_table_output = {"output", "What is written.", TABLE(output_keys)};

const pl_table* pl_table_at(uint32_t index) {
    static const pl_table* const tables[] = {
        &pl_table_scene,       &pl_table_body,      &pl_table_material,   &pl_table_grid,
        &pl_table_random,      &pl_table_pin,       &pl_table_pin_motion, &pl_table_pin_key,
        &pl_table_paint,       &pl_table_selection, &pl_table_box,        &pl_table_sphere,
        &pl_table_side,        &pl_table_muscle,    &pl_table_source,     &pl_table_spindle,
        &pl_table_turn,        &pl_table_obstacle,  &pl_table_part,       &pl_table_bone,
        &pl_table_motion,      &pl_table_key,       &pl_table_attachment, &pl_table_skin,
        &pl_table_wrap,        &pl_table_character, &pl_table_rig_bone,   &pl_table_move,
        &pl_table_move_motion, &pl_table_move_key,  &pl_table_set,        &pl_table_dragger,
        &pl_table_drag_motion, &pl_table_drag_key,  &pl_table_ragdoll,    &pl_table_field,
        &pl_table_curve,       &pl_table_event,     &pl_table_values,     &pl_table_camera,
        &pl_table_output,
    };
    return index < PL_COUNT(tables) ? tables[index] : NULL;
}
