// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What `plump run -o FILE` and `plump jiggle -o FILE` write: one kind of output per ending, a
// struct of functions each. The run calls `open` for every output before the first step, `frame` at
// the frame rate, `step` after every step, and then either `close`, which makes the file appear
// whole under its name, or `discard`, after which it is not there. A new kind is a file of its own
// and a row in run_output.c.
#ifndef PL_CLI_RUN_OUTPUT_H
#define PL_CLI_RUN_OUTPUT_H

#include <plump/character.h>
#include <plump/io.h>
#include <plump/scene.h>

typedef enum run_actor_kind { RUN_BODY, RUN_SKIN, RUN_CHARACTER } run_actor_kind;

// Who is seen, whatever moves it: a body of a scene, one of its skins, or a part of a character.
typedef struct run_actor {
    run_actor_kind kind;
    uint32_t index;  // in the scene, by its kind
    const char* name;
    plump_colour colour;
    plump_triangles triangles;  // as shown: the detail mesh's if there is one
    const float* texcoords;     // for films and pictures with textures, or NULL
    const plump_image_file* texture;
    // Of a character's part, or NULL: x, y, z per vertex of the bind pose, where creases are looked
    // for; and four segments and weights per vertex, if a card may deform it (run_deform).
    const float* rest_positions;
    const uint32_t* segments;
    const float* weights;
    uint32_t first_vertex;  // of a part, among those of its character
    // of bodies and skins alone
    const plump_mesh* mesh;
    const plump_detail* detail;  // or NULL
    plump_skin* skin;            // NULL for bodies
} run_actor;

// Those of a scene: its bodies, its skins, and the parts of its characters, those of one in a row.
typedef struct run_actors {
    run_actor* items;
    uint32_t count;
    uint32_t* indices;  // of triangles
} run_actors;

// Of a scene that is started. False: out of memory; free it all the same.
bool run_actors_make(const plump_scene* scene, run_actors* actors);
void run_actors_free(run_actors* actors);
// A part of a character, in its bind pose; its vertices count from 0 in `indices`, which have room
// for its triangles.
void run_actor_take_part(const plump_character* character, uint32_t index, uint32_t* indices,
                         run_actor* actor);
// Whether it is there now, and the id if it is a body.
bool run_actor_is_present(const plump_scene* scene, const run_actor* actor, plump_body_id* id);
// Vertices that are read; a detail mesh has more.
uint32_t run_actor_vertex_count(const run_actor* actor);
// x, y, z per vertex of a body or skin, in the world.
plump_result run_actor_read(const plump_scene* scene, const run_actor* actor, plump_body_id id,
                            float* positions, plump_error* error);

typedef struct run_frame run_frame;

// How the graphics card may deform what pictures show. Where it cannot, pictures show the positions
// of the frames, and `trouble` says why.
typedef struct run_deform {
    const char* function;  // as plump_picture_deform has it; NULL: it may not
    const float* block;    // of the frame that is shown
    size_t block_size;
    uint32_t segment_count;
    uint32_t picture_count;  // drawn so far, by whichever
    plump_error trouble;     // PLUMP_OK: none
} run_deform;

// What stays the same during a run. Lives until after the last close or discard.
typedef struct run_show {
    plump_scene* scene;  // obstacles by plump_scene_get_obstacle(), ...; NULL: there are none
    const run_actor* actors;
    uint32_t actor_count;
    plump_scene_info info;    // picture_width and -height as wished by --size
    const char* colour_by;    // info.colour_by, or what --colour-by says
    double frame_rate;        // frames per second: info.frame_rate, or --frame-rate
    double tolerance;         // of films as GLB, as a share of their size; 0: exact
    uint64_t size_most;       // bytes of a GLB; 0: what the format allows
    run_deform* deform;       // or NULL
    bool quiet;               // nobody wants to know how far it is
    plump_error* untextured;  // or NULL: filled where a picture could not show a texture
    const run_frame* start;   // the first moment, while outputs are opened; NULL: as meshes are
} run_show;

// An actor at one moment.
typedef struct run_body {
    bool present;            // false before its start and after its end: nothing else is set then
    plump_body_id id;        // for questions to the world, such as stress
    const float* positions;  // x, y, z per vertex of its mesh, in mesh order, in the world
    // of its detail mesh, x, y, z per fine vertex each; NULL without one
    const float *fine_positions, *fine_normals;
} run_body;

// An obstacle at one moment.
typedef struct run_obstacle {
    bool present;
    double position[3];
    float rotation[4];
} run_obstacle;

// One moment of the scene. Positions are interpolated linearly between the two steps around it, and
// are those of the step itself where a step ends on it.
struct run_frame {
    uint32_t index;                 // 0 at the start
    double time;                    // s
    const run_body* bodies;         // one per actor of the show
    const run_obstacle* obstacles;  // info.obstacle_count
    const plump_world* world;       // at the end of the step that reached this moment; or NULL
};

typedef struct run_output_kind {
    const char* about;                // for --help and refusals: ".glb"
    bool (*takes)(const char* path);  // by the name alone; the first kind that takes it has it
    // Whether a "%04d" in that name is the number of a frame; NULL: never.
    bool (*is_numbered)(const char* path);
    bool of_worlds;  // needs steps of a world, not frames alone
    // Refuses what cannot work (such as a program that is missing) before anything runs; that the
    // folder is there is known. *state is this output's own.
    plump_result (*open)(const run_show* show, const char* path, void** state, plump_error* error);
    plump_result (*frame)(void* state, const run_frame* frame, plump_error* error);  // or NULL
    plump_result (*step)(void* state, double time, const plump_world* world,
                         plump_error* error);  // after each step; or NULL
    // Writes and frees; on an error nothing stays, as after discard. `end` is the moment the run
    // came to, frame or not; its index is the number of frames shown. `note` may get a few words
    // for the table of files, such as "90 frames"; it is empty before.
    plump_result (*close)(void* state, const run_frame* end, char* note, size_t note_size,
                          plump_error* error);
    void (*discard)(void* state);
} run_output_kind;

// The kinds there are, in the order in which they are asked; NULL beyond the last.
const run_output_kind* run_output_kind_at(size_t index);

// Where the number of a frame goes: the first "%d", "%4d" or "%04d" in the last piece of the path,
// or NULL.
const char* run_find_number(const char* path, int* digits, size_t* length);

// Whether a file of that name may be made: better told before the run than after it.
plump_result run_check_folder(const char* path, plump_error* error);

// Whether both names mean one file, there or not (run_same_file.c).
bool run_same_file(const char* a, const char* b);
// Whether there is a file of that name, of any kind but a folder; it is not opened, which might
// wait.
bool run_is_there(const char* path);
bool run_is_folder(const char* path);

// Whether somebody may see on stderr how far it is.
bool run_on_terminal(void);

// --- how far it is (run_progress.c) ---

// A line while something takes long.
typedef struct run_progress {
    bool shows;
    bool drawn;          // on a terminal, again and again in one place
    double began, last;  // by the clock
} run_progress;

run_progress run_progress_begin(bool quiet);
// Whether it is time for a new line, which is then drawn: `share` of all is done, in `words`.
bool run_progress_is_due(run_progress* progress);
void run_progress_draw(const run_progress* progress, double share, const char* words);
double run_progress_seconds(const run_progress* progress);  // since it began
void run_progress_end(const run_progress* progress);

// --- and more ---

// For allocations that failed.
plump_result run_fail_memory(plump_error* error);

// Whether the name ends in `ending`, large or small letters: run_has_ending("a.PNG", ".png").
bool run_has_ending(const char* path, const char* ending);

#endif
