// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_MESH_H
#define PLUMP_MESH_H

/// Mesh intake: any triangle list becomes a clean closed surface, or a sentence that says why not.
///
/// plump_mesh_create() welds split seams, drops what is degenerate, doubled or unused, makes the
/// orientation consistent and outward, splits vertices where two sheets touch, and then demands a
/// closed, manifold, orientable surface with a volume. Each repair is counted in the report.
/// docs/intake.md tells the whole story.

#include <plump/base.h>

typedef enum plump_scalar_type { PLUMP_SCALAR_FLOAT32, PLUMP_SCALAR_FLOAT64 } plump_scalar_type;
typedef enum plump_index_type { PLUMP_INDEX_UINT16, PLUMP_INDEX_UINT32 } plump_index_type;

/// A triangle list in the caller's memory, borrowed for one call. The intake takes it and the file
/// writers write it. Zero-initialise it, then fill what you have.
typedef struct plump_triangles {
    const void* positions;            ///< x, y, z of the first vertex
    plump_scalar_type position_type;  ///< zero: 32-bit float
    size_t position_stride;           ///< bytes from vertex to vertex; 0: tightly packed
    uint32_t vertex_count;
    const void* indices;          ///< three per triangle; NULL: vertices 0 1 2, 3 4 5, ...
    plump_index_type index_type;  ///< zero: 16 bit
    uint32_t triangle_count;      ///< without indices at most a third of vertex_count; 0: that
    const uint32_t* groups;       ///< optional label per triangle, such as a file's object number
    double origin[3];             ///< added to every position; lets 32-bit floats lie far out
} plump_triangles;

/// What intake may find. The text for each is plump_finding_text().
typedef enum plump_finding_kind {
    // repairs: counted, mended, verdict "repair"
    PLUMP_FINDING_WELDED_VERTICES,       ///< vertices merged because they coincide exactly
    PLUMP_FINDING_NEAR_VERTICES,         ///< merged because they nearly coincide (also a warning)
    PLUMP_FINDING_DEGENERATE_TRIANGLES,  ///< no area: dropped, collapsed or flipped away
    PLUMP_FINDING_DUPLICATE_TRIANGLES,   ///< the same three vertices again: dropped
    PLUMP_FINDING_UNUSED_VERTICES,       ///< referenced by no triangle: dropped
    PLUMP_FINDING_FLIPPED_TRIANGLES,     ///< turned to agree with their neighbours
    PLUMP_FINDING_INVERTED_PARTS,        ///< whole parts that were inside out (element: a triangle)
    PLUMP_FINDING_SPLIT_VERTICES,        ///< vertices where two sheets touched, now one each
    PLUMP_FINDING_FILLED_HOLES,          ///< holes closed as asked (element: an edge of the hole)
    // warnings: told, left as they are
    PLUMP_FINDING_SELF_INTERSECTIONS,  ///< pairs of triangles that cut or touch each other
    PLUMP_FINDING_NESTED_PARTS,        ///< solids inside a solid (cavities are fine and not listed)
    PLUMP_FINDING_SLIVER_TRIANGLES,    ///< triangles without area that could not be removed
    // refusals: verdict "reject"
    PLUMP_FINDING_BAD_INDICES,         ///< indices beyond the vertices (element: a triangle)
    PLUMP_FINDING_NOT_FINITE,          ///< coordinates that are not finite or out of range
    PLUMP_FINDING_OPEN_EDGES,          ///< edges with one triangle
    PLUMP_FINDING_NONMANIFOLD_EDGES,   ///< edges with three or more triangles
    PLUMP_FINDING_UNORIENTABLE_EDGES,  ///< edges where inside and outside cannot be told apart
    PLUMP_FINDING_FLAT_PARTS,          ///< parts that enclose no volume (element: a triangle)
    PLUMP_FINDING_COUNT
} plump_finding_kind;

/// What the numbers of a finding's elements mean. All count from 0 in the caller's own numbering.
typedef enum plump_element_kind {
    PLUMP_ELEMENT_VERTEX,         ///< a: vertex
    PLUMP_ELEMENT_TRIANGLE,       ///< a: triangle
    PLUMP_ELEMENT_EDGE,           ///< a, b: its vertices
    PLUMP_ELEMENT_TRIANGLE_PAIR,  ///< a, b: triangles
} plump_element_kind;

typedef enum plump_finding_weight {
    PLUMP_WEIGHT_REPAIR,
    PLUMP_WEIGHT_WARNING,
    PLUMP_WEIGHT_REFUSAL
} plump_finding_weight;

typedef struct plump_element {
    uint32_t a, b;
} plump_element;

#define PLUMP_FINDING_FIRST_COUNT 4

typedef struct plump_finding {
    uint64_t count;
    bool at_least;                                   ///< the count was cut short by a work limit
    plump_element first[PLUMP_FINDING_FIRST_COUNT];  ///< the first of them, min(count, 4)
} plump_finding;

/// A short machine name, such as "open_edges".
PLUMP_API const char* plump_finding_name(plump_finding_kind kind);
/// What it means, to stand behind the count: "edges with only one triangle", "edge with ..." for 1.
PLUMP_API const char* plump_finding_text(plump_finding_kind kind, uint64_t count);
PLUMP_API plump_finding_weight plump_finding_get_weight(plump_finding_kind kind);
PLUMP_API plump_element_kind plump_finding_element(plump_finding_kind kind);

typedef enum plump_verdict {
    PLUMP_VERDICT_ACCEPT,  ///< used as it came
    PLUMP_VERDICT_REPAIR,  ///< used after the repairs counted in the report
    PLUMP_VERDICT_REJECT   ///< cannot be a body; the message says why and what would help
} plump_verdict;

/// What intake saw and did. Counts describe the repaired mesh, or the input as far as it was
/// understood when the verdict is reject.
typedef struct plump_mesh_report {
    plump_verdict verdict;
    char message[PLUMP_ERROR_TEXT_SIZE];  ///< one sentence: the verdict's reason
    uint32_t input_vertices, input_triangles;
    uint32_t vertices, triangles;
    uint32_t parts;     ///< pieces joined by edges
    uint32_t cavities;  ///< parts that bound a hollow inside another part
    int64_t euler;      ///< V - E + F; 2 for a ball, 0 for a torus
    double volume;      ///< cavities count negative
    double area;
    double edge_min, edge_median, edge_max;
    double bounds_min[3], bounds_max[3];
    plump_finding findings[PLUMP_FINDING_COUNT];
} plump_mesh_report;

/// Called once for every element of every finding, in a fixed order (for pictures of what is
/// wrong).
typedef void plump_finding_visit(plump_finding_kind kind, plump_element element, void* user);

/// How a mesh is made. Begin with plump_default_mesh_def(), then change what you need.
typedef struct plump_mesh_def {
    plump_triangles triangles;
    /// Open vertices closer than this share of the bounding box's diagonal are merged; default
    /// 1e-6, 0 to 0.01. At 0 only positions that are equal when stored (as 32-bit floats about the
    /// middle of the mesh) are merged.
    double weld_tolerance;
    bool fill_holes;             ///< close holes by new triangles; default false: holes are refused
    bool find_intersections;     ///< default true; costs about a third of the time
    plump_finding_visit* visit;  ///< optional
    void* visit_user;
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_mesh_def(), checked on create
} plump_mesh_def;

PLUMP_API plump_mesh_def plump_default_mesh_def(void);

/// A closed surface at rest. Constant once made: share it between bodies, worlds and threads.
typedef struct plump_mesh plump_mesh;

/// Takes a triangle list in. Not PLUMP_OK: *mesh is NULL and error->text holds the sentence.
/// `report` and `error` may be NULL; the report is filled for PLUMP_OK and PLUMP_ERROR_DATA.
PLUMP_API plump_result plump_mesh_create(const plump_mesh_def* def, plump_mesh** mesh,
                                         plump_mesh_report* report, plump_error* error);

/// Makes one part of a mesh a mesh of its own, together with its cavities. Its vertex map counts
/// the vertices of `mesh`. A cavity alone is refused.
PLUMP_API plump_result plump_mesh_create_part(const plump_mesh* mesh, uint32_t part,
                                              plump_mesh** out, plump_error* error);

/// Pieces are what can move apart: parts that cut each other, and parts that lie in each other, are
/// of one piece. `*count` is their number; `piece_of`, which may be NULL, gets that of each part,
/// in the order of the parts. Found once, then kept in the mesh.
PLUMP_API plump_result plump_mesh_find_pieces(const plump_mesh* mesh, uint32_t* count,
                                              uint32_t* piece_of, uint32_t capacity,
                                              plump_error* error);
/// Makes one piece of a mesh a mesh of its own. Its vertex map counts the vertices of `mesh`.
PLUMP_API plump_result plump_mesh_create_piece(const plump_mesh* mesh, uint32_t piece,
                                               plump_mesh** out, plump_error* error);

/// Frees a mesh; NULL is fine.
PLUMP_API void plump_mesh_destroy(plump_mesh* mesh);

PLUMP_API uint32_t plump_mesh_vertex_count(const plump_mesh* mesh);
PLUMP_API uint32_t plump_mesh_triangle_count(const plump_mesh* mesh);
PLUMP_API uint32_t plump_mesh_part_count(const plump_mesh* mesh);
/// x, y, z per vertex, relative to plump_mesh_origin(); the sum of both is exact in double.
PLUMP_API const float* plump_mesh_positions(const plump_mesh* mesh);
/// Three vertices per triangle, counter-clockwise seen from outside.
PLUMP_API const uint32_t* plump_mesh_indices(const plump_mesh* mesh);
/// Part number per triangle, below plump_mesh_part_count(). Parts are ordered by first triangle.
PLUMP_API const uint32_t* plump_mesh_triangle_parts(const plump_mesh* mesh);
/// The group label of a part: that of its first triangle, or 0 without labels.
PLUMP_API uint32_t plump_mesh_part_group(const plump_mesh* mesh, uint32_t part);
/// Whether a part bounds a hollow inside another part.
PLUMP_API bool plump_mesh_part_is_cavity(const plump_mesh* mesh, uint32_t part);
/// Where (0, 0, 0) of the positions lies in the caller's coordinates.
PLUMP_API void plump_mesh_origin(const plump_mesh* mesh, double origin[3]);
/// For each vertex of the caller's list the mesh vertex it became, or PLUMP_NO_VERTEX. A vertex
/// split between sheets maps to the first of them.
PLUMP_API const uint32_t* plump_mesh_vertex_map(const plump_mesh* mesh, uint32_t* input_count);
/// The enclosed volume, from the stored positions.
PLUMP_API double plump_mesh_volume(const plump_mesh* mesh);
/// The mesh as a triangle list, for writers, with the caller's group labels if there were any;
/// lives as long as the mesh. Taken in again it gives the same mesh, bit for bit.
PLUMP_API plump_triangles plump_mesh_triangles(const plump_mesh* mesh);

#define PLUMP_NO_VERTEX UINT32_MAX

#endif
