// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the formats of films share: the parts at rest and as last seen, the bytes on their way to
// the spool, and the table each format fills.
#ifndef PL_IO_FILM_PARTS_H
#define PL_IO_FILM_PARTS_H

#include <plump/film.h>

#include "io/file_replace.h"
#include "io/soup.h"

#define PL_FILM_COORDINATE_MAX 1e30f  // differences and squares of doubles stay finite

typedef struct pl_film_part {
    char* name;
    uint32_t vertex_count, triangle_count;
    uint32_t* indices;  // three per triangle
    float* rest;        // x y z
    float* now;         // in the last frame where it was there
    float* next;        // in the frame being added
    plump_colour colour;
    float* texcoords;  // u v; NULL: no texture
    uint32_t image;    // of the film's
    bool is_flat, is_still;
    double crease_angle;
    bool is_there;    // in the last frame
    bool is_coming;   // is there in the frame being added, ...
    bool is_changed;  // ... and differs from what it was when it was seen last
} pl_film_part;

// A texture. The bytes are the caller's, and are put into the file while the film is opened.
typedef struct pl_film_image {
    plump_image_file file;
    uint64_t at;  // in the GLB's buffer
} pl_film_image;

#define PL_FILM_BUFFER_SIZE ((size_t)1 << 16)

typedef struct pl_film_kind pl_film_kind;

struct plump_film {
    plump_allocator hooks;
    const pl_film_kind* kind;
    plump_film_format format;
    char* path;
    char* rest_path;  // MDD, PC2
    double frame_rate;
    pl_film_part* parts;
    uint32_t part_count;
    pl_film_image* images;  // GLB
    uint32_t image_count;
    uint32_t vertex_count, triangle_count;  // of all parts
    float* times;                           // of the frames
    size_t time_capacity;
    uint32_t frame_count;
    uint64_t byte_count;  // of a sequence
    bool is_broken;       // the disk failed; why:
    plump_error trouble;
    pl_spool spool;
    uint64_t size_limit;  // of a GLB
    double size;          // of all parts at rest
    double tolerance;     // of a GLB: a length; 0: exact
    uint32_t targets_max;
    void* own;  // the format's
    size_t buffered;
    unsigned char buffer[PL_FILM_BUFFER_SIZE];
};

// A format: each function may be NULL where there is nothing to do.
struct pl_film_kind {
    bool is_sequence;
    plump_result (*open)(plump_film* film, plump_error* error);
    // Room for one more frame, in memory and in the format: refused before anything is changed.
    // parts[i].is_coming and is_changed are set.
    plump_result (*reserve)(plump_film* film, plump_error* error);
    // By now parts[i].now and is_there are those of the frame, and times[frame_count] too.
    plump_result (*add)(plump_film* film, plump_error* error);
    plump_result (*close)(plump_film* film, plump_error* error);
    void (*fill_info)(const plump_film* film, plump_film_info* info);
    void (*discard)(plump_film* film);  // removes the files that are in place already
    void (*free)(plump_film* film);     // what `open` made, also where that failed half-way
};

extern const pl_film_kind pl_film_glb, pl_film_mdd, pl_film_pc2, pl_film_ply, pl_film_obj;

// Copies the parts, checked; pl_film_free_parts() frees whatever was made.
plump_result pl_film_copy_parts(plump_film* film, const plump_film_def* def, plump_error* error);
void pl_film_free_parts(plump_film* film);

// All parts that are there as one list of triangles, a group per part; at rest or as they are now.
typedef struct pl_film_joined {
    plump_triangles triangles;
    plump_write_def def;
    float* positions;
    uint32_t* indices;
    uint32_t* groups;
    const char** names;
} pl_film_joined;
bool pl_film_join(const plump_film* film, bool at_rest, pl_film_joined* joined);
void pl_film_free_joined(const plump_film* film, pl_film_joined* joined);

// Numbers into the spool, by way of the buffer. The first failure is kept in film->trouble, and
// later calls do nothing; pl_film_flush() empties the buffer and says how it went.
void pl_film_put(plump_film* film, const void* bytes, size_t size);
typedef enum {
    PL_FILM_LITTLE,
    PL_FILM_BIG
} pl_film_order;  // the first byte is the least, or the most
void pl_film_put_floats(plump_film* film, const float* values, size_t count, pl_film_order order);
plump_result pl_film_flush(plump_film* film, plump_error* error);

// The whole file: `head`, then the spool.
plump_result pl_film_finish(plump_film* film, const pl_writer* head, pl_replace* replace,
                            plump_error* error);

#endif
