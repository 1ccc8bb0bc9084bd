// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_FILM_H
#define PLUMP_FILM_H

/// Moving meshes into files (libplump_io): a film is opened with the parts at rest, gets their
/// positions frame by frame, and is closed. docs/films.md says which format suits which program.
///
/// Frames are streamed to the disk: memory does not grow with their number, but for some hundred
/// bytes each. A film appears whole under its name when it is closed, or not at all.

#include <plump/io.h>
#include <plump/picture.h>  // plump_colour and plump_shading only

typedef enum plump_film_format {
    PLUMP_FILM_AUTO,  ///< by the name's ending
    PLUMP_FILM_GLB,   ///< one file a viewer plays: morph targets and an animation of their weights
    PLUMP_FILM_MDD,   ///< positions per frame, with times; "out.rest.obj" beside "out.mdd"
    PLUMP_FILM_PC2,   ///< positions per frame, at a fixed rate; "out.rest.obj" beside "out.pc2"
    PLUMP_FILM_PLY,   ///< a file per frame: "out.ply" becomes "out.0000.ply", "out.0001.ply", ...
    PLUMP_FILM_OBJ,   ///< likewise; one object per part
    PLUMP_FILM_FORMAT_COUNT
} plump_film_format;

/// "glb", "mdd", ...
PLUMP_API const char* plump_film_format_name(plump_film_format format);
/// By the ending of a file's name; PLUMP_FILM_AUTO when there is none we know.
PLUMP_API plump_film_format plump_film_format_of_name(const char* path);

/// A surface that moves as one list of vertices. Begin with plump_default_film_part().
typedef struct plump_film_part {
    const char* name;           ///< of the node or object; NULL: "part 0", "part 1", ...
    plump_triangles triangles;  ///< at rest, where frame 0 may find it or not; none: an empty part
    plump_colour colour;        ///< GLB only; alpha below 255 lets what is behind shine through
    plump_shading shading;      ///< GLB only; flat ones carry no normals: half the size
    double crease_angle;        ///< GLB only; degrees, 0 to 180, default 60: edges that are sharper
                                ///< at rest stay sharp, by vertices added behind the part's own
    /// GLB only: u, v per vertex, and what they look up; NULL, either: plain colour. Parts that
    /// name the same picture share it in the file. The colour is multiplied with it.
    const float* texcoords;
    const plump_image_file* texture;
    bool still;  ///< never moves: frames need no positions for it, default false
} plump_film_part;

PLUMP_API plump_film_part plump_default_film_part(void);

/// What is filmed. Begin with plump_default_film_def(); all of it is copied by plump_film_open().
typedef struct plump_film_def {
    const char* path;          ///< sequences: may hold one "%04d" (0 to 9 digits) for the number
    plump_film_format format;  ///< default PLUMP_FILM_AUTO
    const plump_film_part* parts;
    uint32_t part_count;
    double frame_rate;  ///< frames per second, above 0, default 30; PC2 and Blender count in frames
    /// GLB: at most so many frames of a part in one mesh, default 120; longer films get several
    /// meshes per part, shown one after the other. Phones draw no more than some 200, desktops
    /// some 1000. 0: all in one, as suits Blender.
    uint32_t targets_max;
    /// GLB: how far a vertex may be from where it was filmed, as a share of the size of all parts
    /// at rest (the diagonal of their box); 0 to 1, default 0: nowhere, and every frame that moves
    /// is a morph target. With a tolerance frames are sums of a few targets, so that the file grows
    /// with what is new in them and not with their number; memory then holds the targets.
    double tolerance;
    /// GLB: the most bytes it may have; 0 (default): the 4 GiB of the format. Once half of them are
    /// filled the tolerance, if there is one, grows to stay below: by 1 % at three quarters.
    uint64_t size_most;
    plump_allocator allocator;
    uint32_t cookie;  ///< written by plump_default_film_def()
} plump_film_def;

PLUMP_API plump_film_def plump_default_film_def(void);

typedef struct plump_film plump_film;

/// Checks the parts and that the file can be written where it shall be; what stands there under
/// that name is left alone until the film is closed. At least one part must have triangles.
PLUMP_API plump_result plump_film_open(const plump_film_def* def, plump_film** film,
                                       plump_error* error);

/// Adds a frame. `time` is in s, from 0 on and later than the last. `positions` has a pointer per
/// part to its vertices as x y z, x y z, ... in the order of its triangles' vertices; a still
/// part's is not looked at. NULL for a part that moves: it is not there in this frame (GLB hides
/// it, sequences leave it out, MDD and PC2, which cannot, draw it together to a point).
/// When a frame is refused (a coordinate is not finite, the time does not grow, the 4 GiB of a GLB
/// are full) the film stays as it was, and can go on or be closed; when the disk fails, closing
/// fails too.
PLUMP_API plump_result plump_film_add(plump_film* film, double time, const float* const* positions,
                                      plump_error* error);

/// What there is so far; the texts live as long as the film.
typedef struct plump_film_info {
    plump_film_format format;
    uint32_t frame_count;
    uint32_t file_count;    ///< when closed now
    uint64_t byte_count;    ///< written so far, roughly the size of the files
    uint32_t target_count;  ///< GLB: morph targets, of all parts
    double error_most;      ///< GLB: how far a vertex is from where it was filmed, in sizes at rest
    const char* path;       ///< the file, or a sequence's pattern, "out.%04d.ply"
    const char* rest_path;  ///< MDD, PC2: the mesh beside it; else NULL
} plump_film_info;

PLUMP_API void plump_film_get_info(const plump_film* film, plump_film_info* info);

/// Finishes the files, puts them in place and frees the film, whatever the result. No frames is
/// fine: a GLB that does not move, an MDD or PC2 of one frame at rest, a sequence of no files. On
/// failure nothing stays.
PLUMP_API plump_result plump_film_close(plump_film* film, plump_error* error);

/// Frees the film and removes what it has written, the files of a sequence too. NULL is fine.
PLUMP_API void plump_film_discard(plump_film* film);

#endif
