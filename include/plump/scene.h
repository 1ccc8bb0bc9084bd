// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_SCENE_H
#define PLUMP_SCENE_H

/// Scenes (libplump_io): a JSON file that says which bodies, obstacles, forces and events there are
/// becomes a world that runs. docs/scene.md lists every key; scenes/scene.schema.json is the
/// schema. The file is parsed by jansson; a build without it answers PLUMP_ERROR_UNSUPPORTED.

#include <plump/character.h>
#include <plump/jiggle.h>
#include <plump/picture.h>  // plump_colour only: scenes draw nothing
#include <plump/plump.h>

/// How a scene is read. Begin with plump_default_scene_def().
typedef struct plump_scene_def {
    /// "key.path=value", applied before anything is checked: "bodies.0.material.frequency=5". A
    /// value that is not JSON is text.
    const char* const* sets;
    uint32_t set_count;
    const char* folder;     ///< where relative paths begin; NULL: the scene file's own folder,
                            ///< and no file at all for a scene in memory
    bool allow_outside;     ///< paths may leave that folder; default false
    bool fill_holes;        ///< holes of all mesh files of bodies are filled; default false
    uint32_t worker_count;  ///< of the world; 0: one per processor
    /// Optional: called for each thing that is wrong, in the order in which they are found, 20 at
    /// most. The error then holds the first of them.
    void (*complain)(const plump_error* error, void* user);
    void* complain_user;
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_scene_def()
} plump_scene_def;

PLUMP_API plump_scene_def plump_default_scene_def(void);

typedef struct plump_scene plump_scene;

/// Reads, checks and loads: all meshes are in memory afterwards. Errors are
/// "squash.json:12:9: bodies[0].materal: there is no such key; did you mean 'material'?".
/// `def` may be NULL.
PLUMP_API plump_result plump_scene_read(const char* path, const plump_scene_def* def,
                                        plump_scene** scene, plump_error* error);
/// The same for text in memory; `name` stands for the file in messages.
PLUMP_API plump_result plump_scene_read_memory(const void* text, size_t size, const char* name,
                                               const plump_scene_def* def, plump_scene** scene,
                                               plump_error* error);
/// With its world and meshes; NULL is fine.
PLUMP_API void plump_scene_destroy(plump_scene* scene);

/// The built-in scenes: files of scenes/, embedded. NULL beyond the last, and for unknown names.
PLUMP_API const char* plump_scene_builtin_name(uint32_t index);
PLUMP_API const char* plump_scene_builtin_text(const char* name, size_t* size);

/// What the file says of the run as a whole. Texts live as long as the scene.
typedef struct plump_scene_info {
    const char* name;     ///< by default the file's name without its ending
    const char* summary;  ///< one line, perhaps empty
    float dt;             ///< s per step
    uint32_t substeps;    ///< 0: as needed
    double seconds;       ///< how long it runs
    double frame_rate;    ///< frames per second of what is written; independent of dt
    uint32_t body_count, obstacle_count, particle_count, skin_count, character_count;
    // camera: fills a plump_picture_def
    double eye_azimuth, eye_elevation, field_of_view, margin;
    bool frame_given;
    double frame_min[3], frame_max[3];
    uint32_t picture_width, picture_height;
    plump_colour background;
    bool floor;  ///< draw the floor; at floor_height if floor_given
    bool floor_given;
    double floor_height;
    const char* colour_by;  ///< "body", "part", "stress", "volume", "contact"
    double still_time;      ///< which moment a single picture shows; < 0: the end
} plump_scene_info;

PLUMP_API void plump_scene_get_info(const plump_scene* scene, plump_scene_info* info);

typedef struct plump_scene_body {
    const char* name;   ///< "ducks.3" for the fourth of a group
    const char* model;  ///< "shape_match", "bag", ...
    plump_body_id id;   ///< none before its start and after its end
    const plump_mesh* mesh;
    const plump_detail* detail;  ///< or NULL
    plump_colour colour;         ///< by default one of a palette, by its place in the file
    bool is_replaced;            ///< not to be drawn: a character is seen in its place
} plump_scene_body;

/// `index` is below body_count; PLUMP_ERROR_ARGUMENT beyond.
PLUMP_API plump_result plump_scene_get_body(const plump_scene* scene, uint32_t index,
                                            plump_scene_body* body);

typedef struct plump_scene_obstacle {
    const char* name;
    plump_obstacle_id id;
    plump_obstacle_def def;  ///< as created: shape and sizes, for drawing
    plump_colour colour;
    bool visible;  ///< drawn; planes are drawn as the floor
    bool moves;    ///< by a motion of the file
} plump_scene_obstacle;

PLUMP_API plump_result plump_scene_get_obstacle(const plump_scene* scene, uint32_t index,
                                                plump_scene_obstacle* obstacle);

typedef struct plump_scene_skin {
    const char* name;
    plump_skin* skin;     ///< NULL before plump_scene_start(); read it with plump_scene_world()
    plump_colour colour;  ///< with its opacity
    bool present;         ///< false before the start, and once everything below it is gone
} plump_scene_skin;

/// `index` is below skin_count; PLUMP_ERROR_ARGUMENT beyond.
PLUMP_API plump_result plump_scene_get_skin(const plump_scene* scene, uint32_t index,
                                            plump_scene_skin* skin);

/// Somebody with secondary motion, plump/jiggle.h.
typedef struct plump_scene_character {
    const char* name;
    const plump_character*
        character;              ///< parts, colours, clips; NULL: a body of the scene drives it
    plump_triangles triangles;  ///< the bind pose
    plump_jiggle* jiggle;       ///< the scene's own; NULL before plump_scene_start()
    plump_colour colour;
    bool colour_given;  ///< by the file; else the parts of a character have colours of their own
    bool visible;
    bool present;  ///< false before the start, and once the body that drives it is gone
} plump_scene_character;

/// `index` is below character_count; PLUMP_ERROR_ARGUMENT beyond.
PLUMP_API plump_result plump_scene_get_character(const plump_scene* scene, uint32_t index,
                                                 plump_scene_character* character);
/// Where its vertices are now and their normals, as plump_jiggle_deform() writes them. `normals`
/// may be NULL.
PLUMP_API plump_result plump_scene_read_character(plump_scene* scene, uint32_t index,
                                                  plump_scalar_type type, void* positions,
                                                  size_t position_stride, void* normals,
                                                  size_t normal_stride, uint32_t capacity,
                                                  plump_error* error);

/// A character in figures. Volumes are those of closed surfaces, in m^3.
typedef struct plump_scene_character_report {
    uint32_t vertex_count, segment_count, set_count;
    uint32_t closed_count;  ///< closed surfaces; without any, volumes are 0
    // now
    double volume_bind;     ///< of the bind pose, in the size that the scene gives it
    double volume_skinned;  ///< as its bones, or the body, leave it
    double volume;          ///< as it is seen
    /// The most of any closed surface, as shares of its volume in the bind pose: seen against
    /// skinned, skinned against bind, seen against bind.
    double volume_error, volume_skinned_change, volume_change;
    /// Pairs of a segment and an obstacle, or another character's part, that it was in before it
    /// was pushed out; each part of a mesh that is met makes one.
    uint32_t contact_count;
    double contact_depth;  ///< of the deepest of them all, m
    // since the start, or since the last plump_scene_restore()
    double stretch_most;     ///< largest distance of a mass from its anchor, in its radius
    uint64_t limited_steps;  ///< in which a limit held a mass back
    uint32_t cut_count;      ///< jumps of its clip that no mass felt
    double seconds;          ///< by the clock, for swinging and deforming
} plump_scene_character_report;

PLUMP_API plump_result plump_scene_report_character(plump_scene* scene, uint32_t index,
                                                    plump_scene_character_report* report,
                                                    plump_error* error);

/// Makes the world as it is at time 0. Called again: from the beginning.
PLUMP_API plump_result plump_scene_start(plump_scene* scene, plump_error* error);
/// The world, from plump_scene_start() on; the scene's own. Everything of plump/world.h may be
/// asked.
PLUMP_API plump_world* plump_scene_world(const plump_scene* scene);
/// Moves obstacles and pins, applies forces and events due, steps the world by dt, and moves
/// characters and their masses along.
PLUMP_API plump_result plump_scene_step(plump_scene* scene, plump_error* error);
PLUMP_API double plump_scene_time(const plump_scene* scene);  ///< s since the start
/// One number for the whole state: plump_world_hash(), the masses of characters, and the bones of
/// ragdolls; not the surfaces of characters, which follow from these. 0 before the start.
PLUMP_API uint64_t plump_scene_hash(const plump_scene* scene);

/// The whole state as bytes (a world snapshot with the scene's name, clock and identity before it,
/// and what characters swing with),
/// and back; a snapshot of another scene is refused, and nothing changes. Steps after give the bits
/// they would have given.
PLUMP_API size_t plump_scene_snapshot_size(const plump_scene* scene);
PLUMP_API plump_result plump_scene_snapshot(const plump_scene* scene, void* buffer, size_t capacity,
                                            size_t* size, plump_error* error);
PLUMP_API plump_result plump_scene_restore(plump_scene* scene, const void* snapshot, size_t size,
                                           plump_error* error);

/// What bodies may be made of, by name: "jelly", "rubber", ... NULL beyond the last.
PLUMP_API const char* plump_material_name(uint32_t index);
/// One line about it; NULL beyond the last.
PLUMP_API const char* plump_material_summary(uint32_t index);
/// Writes a material's fields (density, frequency, damping, friction, ...) into a definition; all
/// others stay. A wrong name is answered with the nearest known one.
PLUMP_API plump_result plump_material_set(plump_body_def* def, const char* name,
                                          plump_error* error);

#endif
