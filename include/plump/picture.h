// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_PICTURE_H
#define PLUMP_PICTURE_H

/// Pictures of surfaces without a window (libplump_render, link it beside libplump): a renderer is
/// made once and then draws as many pictures as wanted, single ones or the frames of a film.
///
/// It needs OpenGL 3.3 through EGL; Mesa's software driver will do, a display is not needed. Where
/// that is missing plump_renderer_create() returns PLUMP_ERROR_UNSUPPORTED and says what to
/// install. A renderer may move between threads, but serves one call at a time; the caller's own
/// OpenGL context is left as it was.

#include <plump/mesh.h>

/// sRGB, 8 bits each; a is opacity, not premultiplied.
typedef struct plump_colour {
    uint8_t r, g, b, a;
} plump_colour;

/// An image as a file holds it, for textures.
typedef struct plump_image_file {
    const void* bytes;
    size_t size;
    const char* type;  ///< "image/png" or "image/jpeg"
} plump_image_file;

typedef enum plump_shading {
    PLUMP_SHADING_SMOOTH,  ///< normals averaged over each vertex, up to the crease angle
    PLUMP_SHADING_FLAT     ///< every triangle shows
} plump_shading;

/// A deformation that the graphics card does: frames of a film then bring a few hundred numbers
/// instead of a mesh. plump/jiggle_shader.h makes function and block.
typedef struct plump_picture_deform {
    /// GLSL 3.30 with plump_deform() and the uniform block, see plump_jiggle_shader_function().
    const char* function;
    const float* block;  ///< what is in the block now; it begins with the origin of what comes out
    size_t block_size;   ///< bytes
    /// Skin: four segments and weights per vertex, tightly packed; the weights sum to 1.
    const uint32_t* segments;
    const float* weights;
    uint32_t segment_count;
    /// Not 0: the item is the same, but for the block, in all pictures where it has this number,
    /// and stays on the card as long as no picture comes without it. 0: it is brought anew.
    uint64_t mesh_id;
} plump_picture_deform;

/// A surface in a picture. Begin with plump_default_picture_item().
typedef struct plump_picture_item {
    plump_triangles triangles;  ///< any triangle list: open and broken ones too
    double scale;               ///< positions are multiplied by this, default 1, ...
    double move[3];             ///< ... then moved by this, default 0
    plump_colour colour;        ///< the outside; alpha is ignored
    plump_colour back_colour;   ///< the inside, where one sees through a hole
    /// Optional colour per vertex and per triangle; alpha tells how much it covers `colour`, and a
    /// triangle's covers its vertices'. Triangle colours show on both sides.
    const plump_colour* vertex_colours;
    const plump_colour* triangle_colours;
    /// Optional image on the outside, multiplied with the colour but for where a triangle's own
    /// covers it, and u, v per vertex, tightly packed: 0, 0 is the image's top left, 1, 1 its
    /// bottom right, and it repeats beyond. PNG or JPEG of at most 8192 pixels each way and 2^24 in
    /// all; its alpha is ignored. One that cannot be read leaves the plain colour, see
    /// plump_renderer_note(). Clear items show none.
    const float* texcoords;
    const plump_image_file* texture;
    plump_shading shading;
    double crease_angle;  ///< degrees, 0 to 180, default 60: edges sharper than this stay sharp
    /// x, y, z per vertex, tightly packed: where creases are looked for instead, so that they do
    /// not come and go in a film. NULL (default): where the triangles are.
    const float* rest_positions;
    bool wireframe;  ///< draws the triangles' edges on top
    plump_colour wire_colour;
    double wire_width;  ///< pixels, default 1.2, the same near and far
    /// 1 (default): solid; below: a thin clear wall, such as a glass, that lets through what is
    /// behind it and shines; 0 leaves only the shine. It casts a fainter shadow. No wireframe.
    double opacity;
    /// Ground: the surface fades into the background away from its middle. It casts no shadow and
    /// is not framed.
    bool fade;
    /// Not NULL: `triangles` are the bind pose, and the card deforms them. Creases are those of the
    /// bind pose; vertices at one place that do not move alike are apart.
    const plump_picture_deform* deform;
} plump_picture_item;

/// A straight line, drawn over the surfaces; where it is hidden it shines through a little.
typedef struct plump_picture_line {
    double from[3], to[3];
    plump_colour colour;
    double width;  ///< pixels, 0.5 to 100
} plump_picture_line;

/// A row of the legend, bottom left: a coloured mark (unless alpha is 0) and a text of printable
/// ASCII.
typedef struct plump_picture_label {
    const char* text;
    plump_colour colour;
} plump_picture_label;

/// Colours for numbers, by equal steps of lightness, so that a grey print still tells more from
/// less.
typedef enum plump_ramp {
    PLUMP_RAMP_FULL,   ///< deep blue, green, yellow: for what differs all over
    PLUMP_RAMP_SPOTS,  ///< pale, orange, dark red: for what is 0 but for a few spots
    PLUMP_RAMP_COUNT
} plump_ramp;

/// A bar of colours in the legend, bottom left, with a title above and numbers below.
typedef struct plump_picture_scale {
    const char* title;  ///< printable ASCII, such as "contact pressure (Pa)"
    double low, high;   ///< what its ends mean
    plump_ramp ramp;
} plump_picture_scale;

typedef enum plump_up_axis { PLUMP_UP_Y, PLUMP_UP_Z } plump_up_axis;

/// More is slower: a still has 12 samples per pixel and 96 light directions (8 and 64 from 150,000
/// triangles on), a draft 4 and 24.
typedef enum plump_picture_quality {
    PLUMP_QUALITY_STILL,
    PLUMP_QUALITY_DRAFT
} plump_picture_quality;

/// What is drawn and from where. Begin with plump_default_picture_def().
typedef struct plump_picture_def {
    const plump_picture_item* items;
    uint32_t item_count;
    const plump_picture_line* lines;
    uint32_t line_count;
    const plump_picture_label* labels;
    uint32_t label_count;
    const plump_picture_scale* scale;  ///< or NULL; labels then stand above it
    uint32_t width, height;            ///< pixels, 1 to PLUMP_PICTURE_SIZE_MAX, default 1280 x 960

    plump_up_axis up;  ///< default PLUMP_UP_Y
    /// Where the eye is, in degrees: azimuth 0 is in front (+z, or -y where z is up), 90 on the
    /// right (+x); elevation 90 is above. Default three-quarter: 35, 20.
    double azimuth, elevation;
    double field_of_view;  ///< degrees over the picture's shorter side, 0 (parallel) to 120
    double margin;         ///< free share of the picture on each side, 0 to 0.45, default 0.1
    bool frame_given;      ///< true: the camera frames this box, the same for every frame of a
    double frame_min[3];   ///< film; false: whatever is drawn
    double frame_max[3];
    /// With frame_given: x, y, z of points within the box that are framed in place of its corners,
    /// which fits more tightly; at most 64. None: the corners.
    const double* frame_points;
    uint32_t frame_point_count;

    plump_colour background;  ///< default near white; alpha 0 leaves shadows on nothing
    bool floor;               ///< default true; catches shadows and fades into the background
    bool floor_given;         ///< true: it lies at floor_height and hides what is below it, seen
                              ///< from above; false: under the lowest point
    double floor_height;
    plump_picture_quality quality;
    uint32_t cookie;  ///< written by plump_default_picture_def(), checked on draw
} plump_picture_def;

#define PLUMP_PICTURE_SIZE_MAX 8192

PLUMP_API plump_picture_item plump_default_picture_item(void);
PLUMP_API plump_picture_def plump_default_picture_def(void);

/// Sets azimuth and elevation by name: "front", "back", "left", "right", "top", "bottom",
/// "three-quarter", or two numbers in degrees, "30,15". False: no such view; nothing changes.
PLUMP_API bool plump_picture_set_view(plump_picture_def* def, const char* view);

/// The colour at a share of a ramp, from 0 to 1; what lies outside takes the nearer end, NaN the
/// first.
PLUMP_API plump_colour plump_picture_ramp(plump_ramp ramp, double share);

/// Draws pictures; holds an OpenGL context of its own.
typedef struct plump_renderer plump_renderer;

/// `allocator` NULL or zero: the C library's.
PLUMP_API plump_result plump_renderer_create(const plump_allocator* allocator,
                                             plump_renderer** renderer, plump_error* error);
/// NULL is fine.
PLUMP_API void plump_renderer_destroy(plump_renderer* renderer);
/// The driver's own name, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
PLUMP_API const char* plump_renderer_driver(const plump_renderer* renderer);

/// Draws into width x height x 4 bytes: red, green, blue, alpha (not premultiplied), top row
/// first. The same picture for the same call on one machine.
PLUMP_API plump_result plump_renderer_draw(plump_renderer* renderer, const plump_picture_def* def,
                                           uint8_t* pixels, plump_error* error);

/// What the last picture could not show, such as a texture that is broken, in a sentence, and of
/// which item (`item` may be NULL); NULL: nothing. Lives until the next picture.
PLUMP_API const char* plump_renderer_note(const plump_renderer* renderer, uint32_t* item);

/// Where the card puts the vertices of an item that has `deform`, in its own units (before scale
/// and move): x, y, z per vertex. `origin` is to be added to all of them.
PLUMP_API plump_result plump_renderer_deform(plump_renderer* renderer,
                                             const plump_picture_item* item, float* positions,
                                             double origin[3], plump_error* error);

/// Packs pixels as drawn above into the bytes of a PNG file; without alpha where all is opaque.
/// Free them with plump_png_free() and the same allocator.
PLUMP_API plump_result plump_png_create(const uint8_t* pixels, uint32_t width, uint32_t height,
                                        const plump_allocator* allocator, uint8_t** bytes,
                                        size_t* size, plump_error* error);
PLUMP_API void plump_png_free(uint8_t* bytes, const plump_allocator* allocator);

#endif
