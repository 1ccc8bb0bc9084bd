// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Reading glTF 2.0, in steps that each have a file:
//   gltf.c           the container (GLB chunks or JSON text) and the order of the steps
//   gltf_json.c      typed looks into the JSON tree; every complaint names its place
//   gltf_buffer.c    the bytes of a buffer: binary chunk, data URI or neighbouring file
//   gltf_path.c      neighbouring files, confined to the file's folder
//   gltf_accessor.c  accessors: bounds, strides, sparse replacements, number types
//   gltf_tree.c      the tree of nodes, its roots in the scene, their own transforms
//   gltf_primitive.c triangles from lists, strips and fans
//   gltf_node.c      a walk through the scene
//   gltf_mesh.c      meshes become vertices and faces of the soup
// Animated characters (character_data.h) are read by the same steps but for the last two.
// Nothing in a file is believed: offsets and counts are checked against the bytes that are there,
// and whatever multiplies (instances, shared accessors) is paid for from one budget.
#ifndef PL_IO_GLTF_H
#define PL_IO_GLTF_H

#include "io/soup.h"
#include "io/transform.h"
#include "src/base/arena.h"

#define PL_GLTF_DEPTH 64  // nesting of the JSON text; real files need about 12

// A buffer's bytes, fetched when first asked for: images and animations are left alone.
typedef struct pl_gltf_buffer {
    const unsigned char* bytes;  // NULL: not asked for yet
    uint64_t size;
} pl_gltf_buffer;

// Neighbours read so far; two names of one file share its bytes.
#define PL_GLTF_FILES 256
typedef struct pl_gltf_file {
    unsigned char* bytes;
    size_t size;
    uint64_t device, serial;
} pl_gltf_file;
typedef struct pl_gltf_files {
    pl_gltf_file items[PL_GLTF_FILES];
    size_t count;
} pl_gltf_files;

// The file `path` below `folder`, read and added to `files`. The path is relative and decoded. Not
// PLUMP_OK: `error` begins with the path.
plump_result pl_gltf_path_read(const plump_allocator* hooks, const char* folder, const char* path,
                               pl_gltf_files* files, const pl_gltf_file** file, plump_error* error);
void pl_gltf_path_free(const plump_allocator* hooks, pl_gltf_files* files);
// Turns %XX into bytes, in place. NULL when the text may name a neighbour, or else the rest of a
// sentence that says why not.
const char* pl_gltf_path_decode(char* uri);

#if defined(PLUMP_HAVE_JANSSON)

#include "io/json_tree.h"

typedef struct pl_gltf_vertices {
    uint64_t count;
    uint32_t base;   // the soup's number of the first
    uint32_t stamp;  // valid while it is the transform's stamp
} pl_gltf_vertices;

typedef struct pl_gltf {
    pl_reader* reader;
    json_t* root;
    json_t* names;  // of groups so far, as the keys of an object
    pl_arena arena;
    const unsigned char* chunk;  // GLB's binary chunk, or NULL
    size_t chunk_size;
    pl_gltf_buffer* buffers;  // by number, as many as the file has
    pl_gltf_files* files;
    uint64_t budget;              // bytes of memory that may still be spent
    pl_gltf_vertices* positions;  // by accessor: already in the soup under this transform?
    uint32_t stamp;               // counts the transforms met
    double world[12];             // the transform of that stamp, 3 rows of 4
} pl_gltf;

// A place in the JSON tree and its name for messages, such as "accessors[3].sparse".
typedef struct pl_gltf_item {
    json_t* json;
    char path[96];
} pl_gltf_item;

#define PL_GLTF_FAIL(g, code, ...) pl_reader_fail((g)->reader, code, PL_PLACE_NONE, 0, __VA_ARGS__)
#define PL_GLTF_BAD(g, ...)        PL_GLTF_FAIL(g, PLUMP_ERROR_DATA, __VA_ARGS__)

// The file up to its tables; pl_gltf_close() follows in any case.
plump_result pl_gltf_open(pl_gltf* g, pl_reader* reader, const plump_allocator* hooks);
void pl_gltf_close(pl_gltf* g);

// Takes from the budget; `what` is what asked for too much.
plump_result pl_gltf_charge(pl_gltf* g, uint64_t count, uint64_t size, const char* what);

// gltf_json.c. `required`: it is an error when the key is missing; else the value stays as it was.
#define PL_GLTF_WHOLE_MAX UINT64_C(9007199254740992)
plump_result pl_gltf_whole(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                           bool required, uint64_t* value);
plump_result pl_gltf_flag(const pl_gltf* g, const pl_gltf_item* item, const char* key, bool* value);
// `*present` says whether the key is there; then exactly `count` numbers must be.
plump_result pl_gltf_numbers(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                             size_t count, double* values, bool* present);
plump_result pl_gltf_text(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                          bool required, const char** value);
// A member that is an object or an array (json NULL when it is missing and not required).
plump_result pl_gltf_member(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                            json_type type, bool required, pl_gltf_item* member);
// An element of an array of objects.
plump_result pl_gltf_element(const pl_gltf* g, const pl_gltf_item* array, size_t index,
                             pl_gltf_item* element);
// How many elements the file's list of this name has; 0 when there is none.
plump_result pl_gltf_count(const pl_gltf* g, const char* list, size_t* count);
// Element `index` of the file's list; the index must be in range.
plump_result pl_gltf_list_item(const pl_gltf* g, const char* list, size_t index,
                               pl_gltf_item* item);
// Follows the number under `key` into the file's list; `*found` is false when there is no key.
plump_result pl_gltf_follow(const pl_gltf* g, const pl_gltf_item* item, const char* key,
                            const char* list, bool* found, size_t* index, pl_gltf_item* target);
// The same for element `at` of an array of numbers.
plump_result pl_gltf_follow_element(const pl_gltf* g, const pl_gltf_item* array, size_t at,
                                    const char* list, size_t* index);

// gltf_buffer.c: the bytes of a view; their number is at most what the buffer really has.
plump_result pl_gltf_view(pl_gltf* g, const pl_gltf_item* from, const char* key,
                          const unsigned char** bytes, uint64_t* size, uint64_t* stride);
// The bytes of an image, wherever they lie.
plump_result pl_gltf_image(pl_gltf* g, const pl_gltf_item* image, const unsigned char** bytes,
                           uint64_t* size);

// gltf_accessor.c
typedef enum pl_gltf_component {
    PL_GLTF_I8 = 5120,
    PL_GLTF_U8,
    PL_GLTF_I16,
    PL_GLTF_U16,
    PL_GLTF_U32 = 5125,
    PL_GLTF_F32
} pl_gltf_component;

// What an accessor is read for, and so what it may be made of.
typedef struct pl_gltf_use {
    const char* what;             // for messages: "positions"
    const char* type;             // "VEC3"
    unsigned numbers;             // of an element: 3
    unsigned components;          // bit k: component type 5120 + k is fine
    const char* components_text;  // for messages: "positions are 5126, or ..."
} pl_gltf_use;

extern const pl_gltf_use pl_gltf_positions, pl_gltf_indices;
// of skins and animations
extern const pl_gltf_use pl_gltf_joints, pl_gltf_shares, pl_gltf_texcoords, pl_gltf_matrices,
    pl_gltf_times, pl_gltf_moves, pl_gltf_turns, pl_gltf_scales, pl_gltf_morphs;

typedef struct pl_gltf_accessor {
    const pl_gltf_use* use;
    uint64_t count;
    pl_gltf_component component;
    bool normalized;
    const unsigned char* data;  // NULL: all zero
    uint64_t stride;
    uint64_t sparse_count;  // elements replaced; their numbers increase strictly
    const unsigned char* sparse_indices;
    pl_gltf_component sparse_component;
    const unsigned char* sparse_values;
    uint64_t sparse_stride;
    // reading front to back
    uint64_t next, next_sparse, sparse_at;
} pl_gltf_accessor;

plump_result pl_gltf_accessor_open(pl_gltf* g, const pl_gltf_item* item, const pl_gltf_use* use,
                                   pl_gltf_accessor* accessor);
// The next element, as many numbers as its use has; call it at most `count` times.
void pl_gltf_accessor_numbers(pl_gltf_accessor* accessor, double* numbers);
uint32_t pl_gltf_accessor_index(pl_gltf_accessor* accessor);

// gltf_tree.c
#define PL_GLTF_NO_PARENT UINT32_MAX

// Who is whose child. Each node has one parent at most, and none is its own ancestor.
typedef struct pl_gltf_tree {
    uint32_t* parents;  // by node, or PL_GLTF_NO_PARENT
    uint32_t* roots;    // of the chosen scene, else of all
    uint32_t count, root_count;
} pl_gltf_tree;

plump_result pl_gltf_tree_make(pl_gltf* g, pl_gltf_tree* tree);
// A node and its list of children (json NULL: none).
plump_result pl_gltf_tree_children(const pl_gltf* g, uint32_t node, pl_gltf_item* item,
                                   pl_gltf_item* children);

// A node's own transform.
plump_result pl_gltf_transform(const pl_gltf* g, const pl_gltf_item* node, pl_transform* transform);

// gltf_node.c: the chosen scene, all of it.
plump_result pl_gltf_scene(pl_gltf* g);

// gltf_primitive.c
#define PL_GLTF_VISIT_COST 256  // of the budget, for the time that a look at a primitive takes

// Whether it is a list, strip or fan of triangles.
plump_result pl_gltf_has_triangles(const pl_gltf* g, const pl_gltf_item* primitive, bool* has);
// Where triangles go; `at` is the number of the last corner.
typedef struct pl_gltf_faces {
    uint64_t vertex_count;                                            // indices stay below
    bool mirror;                                                      // turn them over
    bool (*add)(void* user, const uint32_t corners[3], uint64_t at);  // false: out of memory
    void* user;
} pl_gltf_faces;
plump_result pl_gltf_triangles(pl_gltf* g, const pl_gltf_item* primitive,
                               const pl_gltf_faces* faces);
// Draco leaves accessors without views, which would otherwise read as zeros.
plump_result pl_gltf_refuse_draco(const pl_gltf* g, const pl_gltf_item* primitive);

// gltf_mesh.c: one mesh under the transform g->world.
plump_result pl_gltf_mesh(pl_gltf* g, size_t mesh, const char* node_name, size_t node);

#endif
#endif
