// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A walk through the JSON tree of a scene, in steps that each have a file:
//   scene_read.c      from the text to the tree, and the order of the steps
//   scene_override.c  what "key.path=value" changes in the tree
//   scene_item.c      objects by their tables; every complaint names its place
//   scene_check.c     all complaints instead of the first
//   scene_position.c  line and column of a place, looked up only when there is something to tell
//   scene_source.c    meshes: files, confined to the scene's folder (scene_path.c), and shapes
//   scene_fit.c       their size, and fewer vertices
//   scene_select.c    vertices of a mesh
//   scene_names.c     names in order
//   scene_motion.c    keys and curves over time
//   scene_body.c      bodies; scene_spread.c places many; scene_material.c their fields
//   scene_obstacle.c  obstacles and attachments; scene_limbs.c bones and muscles
//   scene_event.c     fields, events, and whom they concern
//   scene_character.c characters; scene_figure.c their meshes and skeletons; scene_set.c where they
//                     jiggle; scene_push.c what pushes them
#ifndef PL_IO_SCENE_ITEM_H
#define PL_IO_SCENE_ITEM_H

#include "io/scene_keys.h"
#include "src/base/text.h"

#define PL_SCENE_TEXT_LARGEST ((size_t)64 << 20)  // bytes

#if defined(PLUMP_HAVE_JANSSON)

#include "io/json_tree.h"

#define PL_SCENE_DEPTH     32   // nesting of the JSON text; real files need about 8
#define PL_SCENE_PATH_SIZE 160  // of a place's name in messages

// A place in the tree; they live on the stack, each knows the one above.
typedef struct pl_item {
    const struct pl_item* up;  // NULL: the file as a whole
    const char* key;           // in an object; NULL: in a list
    size_t index;              // in a list
    json_t* json;              // NULL: the key is missing
} pl_item;

// A mesh that was loaded, by the words that asked for it.
typedef struct pl_source {
    const char* words;
    plump_mesh* mesh;  // or ...
    plump_soup* soup;  // ... only its triangles
    plump_mesh* fine;  // what `mesh` was before it was made coarse; NULL: it was not
    double factor;     // by which a file's coordinates were multiplied
} pl_source;

// A body's entry or an obstacle, by its name.
typedef struct pl_scene_name {
    const char* name;
    uint32_t index;
} pl_scene_name;

// What all selections and ties of a scene may look at, in vertices: some seconds.
#define PL_SCENE_WORK       UINT64_C(500000000)
#define PL_SCENE_COMPLAINTS 20

// What is wrong so far, each of them once.
typedef struct pl_scene_complaints {
    plump_error errors[PL_SCENE_COMPLAINTS];
    uint32_t count;
} pl_scene_complaints;

typedef struct pl_scene_reader {
    plump_scene* scene;
    pl_arena* arena;  // the scene's
    pl_arena scratch;
    const plump_scene_def* def;
    const pl_plan_limits* limits;
    const char* name;    // for messages
    const char* folder;  // of mesh files, or NULL
    const char* text;
    size_t size;
    json_t* root;
    char (*set_paths)[PL_SCENE_PATH_SIZE];  // what each of def->sets has changed: "bodies[0].scale"
    pl_source* sources;
    size_t source_count, source_capacity;
    const char** figure_words;    // the words that asked for the scene's figures
    uint64_t mesh_vertices;       // loaded so far, and ...
    uint64_t body_vertices;       // ... of bodies so far, and ...
    uint64_t character_vertices;  // ... of characters
    uint32_t seed;
    const pl_item* materials;  // the file's own
    uint64_t distances;        // between bodies at random, measured so far
    double (*balls)[4];        // of bodies placed at random: centre and radius
    uint32_t ball_count;
    pl_scene_name *group_names, *obstacle_names;  // in order, once all are read; in scratch
    uint64_t work;                                // vertices that were looked at
    uint64_t pinned, tied;                        // vertices, in all bodies
    plump_error* error;
    pl_scene_complaints* complaints;  // NULL: the first ends reading
} pl_scene_reader;

// "squash.json:12:9: bodies[0].materal: ..." with the place of the item, or of what it is in.
plump_result pl_item_fail(const pl_scene_reader* reader, const pl_item* item, plump_result code,
                          const char* format, ...) PL_PRINTF(4, 5);
#define PL_ITEM_BAD(reader, item, ...) pl_item_fail(reader, item, PLUMP_ERROR_DATA, __VA_ARGS__)
plump_result pl_scene_fail_memory(const pl_scene_reader* reader);
// Of the scene as a whole: "squash.json: ...".
plump_result pl_scene_fail(const pl_scene_reader* reader, plump_result code, const char* format,
                           ...) PL_PRINTF(3, 4);
// "there is no such key", with the nearest.
plump_result pl_item_fail_unknown(const pl_scene_reader* reader, const pl_item* member,
                                  const pl_table* table);

// scene_check.c: notes what is wrong, and gives its code back.
plump_result pl_scene_complain(const pl_scene_reader* reader, const plump_error* error);
// Whether reading goes on behind an entry that came to this.
bool pl_scene_goes_on(const pl_scene_reader* reader, plump_result result);
// The result of several entries, the last of which came to this.
plump_result pl_scene_result(const pl_scene_reader* reader, plump_result result);
// Whether an entry of that name was refused before: that it is missing is no news then.
bool pl_scene_is_named(const pl_scene_reader* reader, const char* list, const char* name,
                       size_t length);
// Complains about everything that the tables know to be wrong, if all complaints are wanted.
void pl_scene_check_all(const pl_scene_reader* reader, const pl_item* top);

// The item's name: "bodies[0].material".
void pl_item_path(const pl_item* item, char* text, size_t size);

pl_item pl_item_member(const pl_item* object, const char* key);
pl_item pl_item_element(const pl_item* list, size_t index);

// Reads an object by its table: unknown and missing keys, types, ranges, defaults. Keys of types
// with code of their own are only checked for being known. Fields of bodies are left alone.
plump_result pl_item_read(const pl_scene_reader* reader, const pl_item* item, const pl_table* table,
                          void* target);
// The value of one key into `target`, which is what its type says.
plump_result pl_item_convert(const pl_scene_reader* reader, const pl_item* item, const pl_key* key,
                             void* target);
// A number in the range of its key.
plump_result pl_item_number(const pl_scene_reader* reader, const pl_item* item, const pl_key* key,
                            bool whole, double* value);
// A list of `count` numbers.
plump_result pl_item_numbers(const pl_scene_reader* reader, const pl_item* item, const pl_key* key,
                             bool whole, size_t count, double* values);
// A list, perhaps missing; how many are in it, at most `limit`.
plump_result pl_item_list(const pl_scene_reader* reader, const pl_item* item, size_t limit,
                          size_t* count);
plump_result pl_item_text(const pl_scene_reader* reader, const pl_item* item, const char** text);
// "it must be <what>, not a list".
plump_result pl_item_fail_type(const pl_scene_reader* reader, const pl_item* item,
                               const char* what);
// Fails unless exactly one of the keys is there; NULL ends them. *which is its number.
plump_result pl_item_one_of(const pl_scene_reader* reader, const pl_item* item,
                            const char* const* keys, uint32_t* which);
// A box whose corners are the right way round.
plump_result pl_item_box(const pl_scene_reader* reader, const pl_item* item, pl_raw_box* box);
// Makes a vector one of length 1, or complains that it has none.
plump_result pl_item_unit(const pl_scene_reader* reader, const pl_item* item, double vector[3]);

// scene_read.c: reader->root from reader->text; it may be of any type.
plump_result pl_scene_parse(pl_scene_reader* reader);
// "ducks" of "meshes/ducks.obj", at most `size` - 1 bytes of it
void pl_scene_stem(const char* path, char* stem, size_t size);

// scene_position.c: line and column (characters, from 1) of the item, or of the nearest above it
// that is in the text.
void pl_item_position(const pl_scene_reader* reader, const pl_item* item, size_t* line,
                      size_t* column);

// scene_override.c
plump_result pl_scene_override(pl_scene_reader* reader);
// The set that gave the item its value, or NULL.
const char* pl_scene_override_of(const pl_scene_reader* reader, const char* path);

// scene_path.c: the file that `path` means, in the arena.
plump_result pl_scene_path(const pl_scene_reader* reader, const pl_item* item, const char* path,
                           const char** file);

// scene_source.c: the mesh that mesh, shape, vertices and size in `item` ask for; or only its
// triangles, which then may be open. `shape_key` is "shape" or "built_in".
plump_result pl_scene_mesh(pl_scene_reader* reader, const pl_item* item, const char* shape_key,
                           const pl_raw_source* raw, const plump_mesh** mesh);
// One piece of a mesh that was loaded.
plump_result pl_scene_piece(pl_scene_reader* reader, const pl_item* item, const plump_mesh* whole,
                            uint32_t piece, const plump_mesh** mesh);
// How many bodies the entry's "parts" makes of its mesh, and their meshes.
plump_result pl_scene_count_pieces(pl_scene_reader* reader, const pl_item* item,
                                   const pl_raw_body* raw, uint32_t* count);
plump_result pl_scene_split(pl_scene_reader* reader, const pl_item* item, pl_plan_body* bodies,
                            uint32_t count);
plump_result pl_scene_triangles(pl_scene_reader* reader, const pl_item* item, const char* shape_key,
                                const pl_raw_source* raw, plump_triangles* triangles);
// The same of a body, whose mesh may be brought to a size and a number of vertices.
plump_result pl_scene_body_mesh(pl_scene_reader* reader, const pl_item* item,
                                const pl_raw_source* raw, pl_source* source);
// scene_fit.c: source->mesh, which `file` gave with the options `like`, in another size.
plump_result pl_scene_fit_mesh(pl_scene_reader* reader, const pl_item* item, const char* file,
                               const plump_mesh_def* like, const plump_mesh_report* report,
                               double size, pl_source* source);
// The same for a mesh that follows one.
plump_result pl_scene_scale_detail(const pl_scene_reader* reader, double factor,
                                   plump_triangles* triangles);
// And with at most `wish` vertices, its key "coarse"; 0: all of them. What it was is source->fine
// then.
plump_result pl_scene_coarsen(pl_scene_reader* reader, const pl_item* item, uint32_t wish,
                              pl_source* source);
// Counts vertices that were loaded, and complains when there are too many.
plump_result pl_scene_charge(pl_scene_reader* reader, const pl_item* item, uint64_t vertices);

// Counts vertices that are looked at, and complains when a scene asks for more than PL_SCENE_WORK.
plump_result pl_scene_work(pl_scene_reader* reader, const pl_item* item, double vertices);

// scene_names.c
void pl_scene_sort_names(pl_scene_name* names, size_t count);
// The index of the name, of which only `length` bytes count; PL_PLAN_NONE: it is not there.
uint32_t pl_scene_find_name(const pl_scene_name* names, size_t count, const char* name,
                            size_t length);

// scene_spindle.c: the mesh of a spindle, or of a list of them; the caller's to free.
plump_result pl_scene_spindle(const pl_scene_reader* reader, const pl_item* item,
                              plump_mesh** mesh);
plump_result pl_scene_spindles(pl_scene_reader* reader, const pl_item* list, plump_mesh** mesh);

// scene_select.c: a weight of 0 to 1 per vertex of the mesh, in scratch; or the vertices wholly in.
plump_result pl_scene_weights(pl_scene_reader* reader, const pl_item* item, const plump_mesh* mesh,
                              float** weights);
plump_result pl_scene_select(pl_scene_reader* reader, const pl_item* item, const plump_mesh* mesh,
                             const uint32_t** vertices, uint32_t* count);

// scene_motion.c. Keys that leave something out take it from `position` and `rotation`.
plump_result pl_scene_motion(pl_scene_reader* reader, const pl_item* item, const pl_table* table,
                             const double position[3], const float rotation[4],
                             pl_plan_motion* motion);
plump_result pl_scene_curve(pl_scene_reader* reader, const pl_item* item, const pl_key* key,
                            pl_plan_curve* curve);

// scene_material.c
plump_result pl_scene_check_materials(pl_scene_reader* reader, const pl_item* materials);
plump_result pl_scene_material(pl_scene_reader* reader, const pl_item* item, plump_body_def* def);
// Whether there is a material of that name, in the file or built in; what is no text is none's
// name.
plump_result pl_scene_check_material_name(const pl_scene_reader* reader, const pl_item* item);
plump_result pl_scene_fields(const pl_scene_reader* reader, const pl_item* item,
                             const pl_table* table, plump_body_def* def);
// What an event sets; every number by itself.
plump_result pl_scene_values(const pl_scene_reader* reader, const pl_item* item,
                             const pl_plan_set** sets, uint32_t* count);

// scene_body.c, scene_spread.c
plump_result pl_scene_bodies(pl_scene_reader* reader, const pl_item* list);
// Places the bodies of the group whose item this is; all of them have been given the first's def.
plump_result pl_scene_spread(pl_scene_reader* reader, const pl_item* item, size_t entry,
                             pl_plan_body* bodies, uint32_t count);
// How many bodies the entry has.
plump_result pl_scene_spread_count(const pl_scene_reader* reader, const pl_item* item,
                                   const pl_raw_body* raw, uint32_t* count);

// scene_obstacle.c, scene_attachment.c
plump_result pl_scene_obstacles(pl_scene_reader* reader, const pl_item* list, const pl_item* bones);
// scene_limbs.c: bones, behind the obstacles, which have room for them; and muscles of all entries.
plump_result pl_scene_bones(pl_scene_reader* reader, const pl_item* list, size_t count);
plump_result pl_scene_muscles(pl_scene_reader* reader, const pl_item* bodies);
plump_result pl_scene_attachments(pl_scene_reader* reader, const pl_item* list);
// The plan's obstacle of a name; bones are among them. PL_PLAN_NONE: there is none.
uint32_t pl_plan_find_obstacle(const pl_plan* plan, const char* name);
// Once all are read; for pl_scene_find_obstacle().
plump_result pl_scene_order_obstacles(pl_scene_reader* reader);
// The same; that there is none is an error of the item.
plump_result pl_scene_find_obstacle(const pl_scene_reader* reader, const pl_item* item,
                                    const char* name, uint32_t* obstacle);

// scene_skin.c
plump_result pl_scene_skins(pl_scene_reader* reader, const pl_item* list);

// scene_character.c; bodies and obstacles are there
plump_result pl_scene_characters(pl_scene_reader* reader, const pl_item* list);
// scene_figure.c: what `mesh` or `shape` of a character ask for; the scene's.
plump_result pl_scene_figure(pl_scene_reader* reader, const pl_item* item,
                             const pl_raw_character* raw, plump_character** figure);
// scene_push.c: `obstacles` and `meets` of an entry of the list.
plump_result pl_scene_pushes(const pl_scene_reader* reader, const pl_item* list,
                             const pl_item* item, pl_plan_character* character);
// scene_set.c. A figure of NULL is a body: one segment without a joint.
plump_result pl_scene_find_segment(const pl_scene_reader* reader, const pl_item* item,
                                   const plump_character* figure, const char* name,
                                   uint32_t* segment);
// *name is NULL if it has none.
plump_result pl_scene_set(const pl_scene_reader* reader, const pl_item* item,
                          const plump_character* figure, plump_jiggle_set* set, const char** name);
plump_result pl_scene_dragger(pl_scene_reader* reader, const pl_item* item,
                              const plump_character* figure, plump_jiggle_set* set,
                              pl_plan_dragger* dragger);
void pl_scene_soften(plump_jiggle_set* sets, uint32_t count, double strength);

// scene_event.c
plump_result pl_scene_fields_over_time(pl_scene_reader* reader, const pl_item* list);
plump_result pl_scene_events(pl_scene_reader* reader, const pl_item* list);
// scene_who.c: the bodies that names mean; a missing item means all.
plump_result pl_scene_who(const pl_scene_reader* reader, const pl_item* item, pl_plan_who* who);
plump_result pl_scene_find_bodies(const pl_scene_reader* reader, const pl_item* item,
                                  const char* name, pl_plan_range* range);

#endif
#endif
