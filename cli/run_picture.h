// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The parts of pictures of a run: who is seen (run_cast.c), where all are at a moment and the reel
// of such moments (run_reel.c), how a moment is drawn (run_view.c), films by ffmpeg (run_ffmpeg.c),
// and the outputs made of them (run_picture.c).
#ifndef PL_CLI_RUN_PICTURE_H
#define PL_CLI_RUN_PICTURE_H

#include "cli/run_output.h"

#include <plump/picture.h>

#include <stdio.h>

// --- who is seen (run_cast.c) ---

// What colours a vertex of a detail mesh: the nearest vertices of the coarse one, by share.
typedef struct cast_tie {
    uint32_t vertex[3];
    float share[3];
} cast_tie;

typedef struct cast_body {
    const plump_mesh* mesh;
    plump_triangles triangles;  // as drawn: the detail mesh's if there is one; positions change
    size_t first;               // of its vertices among those of all bodies
    plump_colour colour;
    double opacity;
    bool is_skin;                 // or a character: no figure colours it
    const float* rest_positions;  // of a character, as run_actor has them
    const uint32_t* segments;
    const float* weights;
    const float* texcoords;  // or NULL
    const plump_image_file* texture;
    plump_colour* triangle_colours;  // by part, or NULL
    cast_tie* ties;                  // one per drawn vertex of a detail mesh, or NULL
} cast_body;

typedef struct cast_obstacle {
    bool visible, plane;
    plump_obstacle_surface* surface;  // NULL for planes, which are the floor or a slope
    plump_triangles triangles;        // in its own frame
    size_t first;                     // of its vertices among those of all obstacles
    plump_colour colour;
    double opacity;
} cast_obstacle;

typedef struct run_cast {
    cast_body* bodies;
    cast_obstacle* obstacles;
    uint32_t body_count, obstacle_count;
    size_t body_vertices, obstacle_vertices;
    plump_figure figure;   // that colours the bodies; PLUMP_FIGURE_COUNT: none
    uint32_t coarse_most;  // vertices of the largest mesh
    run_deform* deform;    // or NULL
} run_cast;

plump_result run_cast_make(const run_show* show, run_cast* cast, plump_error* error);
void run_cast_free(run_cast* cast);

// --- moments (run_reel.c) ---

// Where all are. The arrays are the moment's own.
typedef struct run_instant {
    double time;
    bool* present;     // per body
    float* positions;  // of all bodies' drawn vertices
    float* figures;    // one per drawn vertex, where the cast is coloured by one
    float* block;      // of the deformation on the card
    run_obstacle* obstacles;
} run_instant;

bool run_instant_make(const run_cast* cast, run_instant* instant);
void run_instant_free(run_instant* instant);
// Fills it from a frame; figures are asked of the frame's world.
plump_result run_instant_take(const run_cast* cast, const run_frame* frame, run_instant* instant,
                              plump_error* error);
// The figure that all but a few vertices stay below; 0 where there is none.
double run_instant_high(const run_cast* cast, const run_instant* instant);
// Where a vertex of an obstacle is.
void run_place(const run_obstacle* at, const double own[3], double out[3]);

typedef struct run_box {
    double low[3], high[3];
} run_box;

// What is farthest out towards each side of the picture, and nearest to and farthest from the eye:
// framing these few points frames all. The camera's direction does not change during a film.
enum { RUN_REACHES = 6 };
typedef struct run_reach {
    double towards[RUN_REACHES][3];
    double most[RUN_REACHES];
    double points[3 * RUN_REACHES];
    bool any;
} run_reach;

#define RUN_NO_BOX ((run_box){{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}})
double run_box_radius(const run_box* box);  // half its diagonal; 0 for none
// Grows the box, and what is reached if that is given, by what is seen, but for obstacles far
// larger than the bodies, such as a table. Returns whether there are none of those.
bool run_instant_measure(const run_cast* cast, const run_instant* instant, run_box* box,
                         run_reach* reach);

// Instants on disk: a long film needs no memory.
typedef struct run_reel {
    FILE* file;
    uint32_t count;
} run_reel;

plump_result run_reel_open(run_reel* reel, plump_error* error);
void run_reel_close(run_reel* reel);
plump_result run_reel_add(run_reel* reel, const run_cast* cast, const run_instant* instant,
                          plump_error* error);
plump_result run_reel_rewind(run_reel* reel, plump_error* error);
plump_result run_reel_next(run_reel* reel, const run_cast* cast, run_instant* instant,
                           plump_error* error);

// --- drawing (run_view.c) ---

// What is the same for all pictures of a film.
typedef struct run_view {
    const run_show* show;
    const run_cast* cast;
    plump_renderer* renderer;
    uint32_t width, height;
    plump_picture_quality quality;
    bool framed;      // `frame` holds
    run_box frame;    // what the camera shows
    run_reach reach;  // and of that, if there is any
    double high;      // what the end of the colours means
    plump_picture_item* items;
    plump_picture_deform* deforms;  // per body
    double* obstacle_positions;
    plump_colour* colours;  // per drawn vertex of the bodies
    uint8_t* pixels;
} run_view;

plump_result run_view_make(const run_show* show, const run_cast* cast, uint32_t width,
                           uint32_t height, plump_picture_quality quality, run_view* view,
                           plump_error* error);
void run_view_free(run_view* view);
// Frames what the box holds, unless the scene says itself what is framed.
void run_view_frame(run_view* view, const run_box* box);
// The directions in which the camera of a show looks out; nothing is reached so far.
run_reach run_view_reach(const run_show* show, uint32_t width, uint32_t height);
// A number just above, of which a legend can speak.
double run_view_round(double high);
// Draws into view->pixels.
plump_result run_view_draw(run_view* view, const run_instant* instant, plump_error* error);

// --- films (run_ffmpeg.c) ---

typedef struct run_ffmpeg run_ffmpeg;

// Refuses what ffmpeg is needed for where it is not in the PATH.
plump_result run_ffmpeg_find(const char* path, plump_error* error);
// Begins a film of pictures as run_view_draw() makes them. It appears under its name when closed.
plump_result run_ffmpeg_open(const char* path, uint32_t width, uint32_t height, double frame_rate,
                             run_ffmpeg** film, plump_error* error);
plump_result run_ffmpeg_add(run_ffmpeg* film, const uint8_t* pixels, plump_error* error);
plump_result run_ffmpeg_close(run_ffmpeg* film, plump_error* error);
void run_ffmpeg_discard(run_ffmpeg* film);  // NULL is fine

// Fills the error and returns the code.
plump_result run_fail(plump_error* error, plump_result code, const char* format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

#endif
