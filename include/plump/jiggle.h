// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_JIGGLE_H
#define PLUMP_JIGGLE_H

/// Secondary motion: whatever moves a mesh - a skinned character, a solid moved by hand, a ragdoll,
/// a soft body - its soft parts swing after, and keep their volume. docs/models/vector_field.md
/// tells how.
///
/// A few masses on springs, the sets, are anchored inside the shape. Each frame plump_jiggle_step()
/// takes the segments' matrices (the bones) and lets the masses swing; plump_jiggle_deform() skins
/// the mesh and lets it flow along divergence-free fields that carry every anchor to its mass. What
/// lies outside the radius of every set stays where skinning puts it, bit for bit.
///
/// The same calls give the same bits on every machine, for any number of workers. Different
/// deformers may be used from different threads at once; one from one thread at a time.

#include <plump/body.h>
#include <plump/mesh.h>
#include <plump/obstacle.h>
#include <plump/task.h>

typedef struct plump_jiggle plump_jiggle;

#define PLUMP_JIGGLE_WEIGHTS   4     ///< segments that move one vertex, at most
#define PLUMP_JIGGLE_SETS_MOST 1024  ///< sets of one deformer, at most
#define PLUMP_JIGGLE_ON_MOST   16    ///< segments that one set can be limited to

/// How path lines are followed.
typedef enum plump_jiggle_method {
    PLUMP_JIGGLE_RK4,       ///< of order 4, with Ralston's coefficients; the default
    PLUMP_JIGGLE_MIDPOINT,  ///< order 2
    PLUMP_JIGGLE_EULER,     ///< order 1, as in the paper, which takes 12 steps
    PLUMP_JIGGLE_METHOD_COUNT
} plump_jiggle_method;

/// A mass on a spring. Begin with plump_default_jiggle_set(). Lengths and positions are those of
/// the bind pose; matrices that scale scale them too.
typedef struct plump_jiggle_set {
    double anchor[3];  ///< p, where the spring is tied to the shape
    /// What moves the anchor, as a vertex: segments and weights; default all by segment 0.
    uint32_t segments[PLUMP_JIGGLE_WEIGHTS];
    float weights[PLUMP_JIGGLE_WEIGHTS];
    /// The segments whose vertices the set deforms, `on_count` of them. 0 (default): those that
    /// move the anchor. `on_all`: every segment.
    uint32_t on[PLUMP_JIGGLE_ON_MOST];
    uint32_t on_count;
    bool on_all;
    float radius;     ///< r_o: nothing farther from the way of the mass moves; above 0, default 0.5
    float mass;       ///< kg, above 0, default 1
    float stiffness;  ///< N/m, above 0, default 200
    float damping;    ///< N s/m against the anchor's motion, default 4
    /// The most that the mass goes from its anchor, in radii, 0 .. 4; default 0.8. From half of it
    /// on the mass lags behind its spring, and nears the limit ever more slowly.
    float limit;
    /// Bending and twisting: the part around the anchor also lags behind its turning, as a spring
    /// of this frequency in Hz; 0 (default): it does not.
    float turn_hertz;
    float turn_ratio;  ///< its damping, 1: critical; default 0.2
    float turn_limit;  ///< the most it turns, in radians, 0 .. 3; default 0.8; smooth as `limit`
} plump_jiggle_set;

PLUMP_API plump_jiggle_set plump_default_jiggle_set(void);
/// Stiffness and damping by frequency (Hz, above 0) and damping ratio (1: critical) for the mass
/// that the set has.
PLUMP_API void plump_jiggle_set_tune(plump_jiggle_set* set, double hertz, double ratio);

/// How a deformer is made. Begin with plump_default_jiggle_def(); all is copied on create.
typedef struct plump_jiggle_def {
    /// The bind pose. It need be neither closed nor in one piece; without triangles
    /// (triangle_count 0) it is a cloud of points. groups are not looked at.
    plump_triangles mesh;
    bool points_only;  ///< `mesh` has no triangles (else, without indices, three vertices make one)
    /// Normals of the bind pose, x, y, z floats per vertex, of any length but 0. NULL: made from
    /// the triangles, smooth, vertices at the same place sharing one.
    const float* normals;
    size_t normal_stride;  ///< bytes from vertex to vertex; 0: tightly packed
    /// Skin: PLUMP_JIGGLE_WEIGHTS segments and weights per vertex, tightly packed. Weights are at
    /// least 0, sum to 1 within a half, and are made to sum to 1; those of 0 cost nothing, and
    /// their segment is not looked at. NULL, both: all by segment 0.
    const uint32_t* segments;
    const float* weights;
    uint32_t segment_count;  ///< default 1
    const plump_jiggle_set* sets;
    uint32_t set_count;  ///< at most PLUMP_JIGGLE_SETS_MOST
    /// m/s^2 on the masses, default 0: the bind pose hangs as it should. With both set, to gravity
    /// in the world and as it is in the bind pose, shapes sag by what is different, lying or upside
    /// down.
    float gravity[3], bind_gravity[3];
    /// Sets of a smaller radius (bind pose) act first, the others on what these leave. Default 0:
    /// half of the largest radius.
    float threshold;
    plump_jiggle_method method;
    /// Steps along a path line as long as the radius or shorter, 1 .. 1,000; longer ones get more
    /// in proportion. Default 0: by the length of the path, 3 per radius with RK4 (12 with the
    /// others).
    uint32_t steps;
    /// Closed parts of the mesh get back, exactly, the volume that skinning alone gives them;
    /// vertices that no field reaches stay. Default false: the flow's own accuracy, about 1e-4.
    /// Costs more than the rest. What lies on obstacles stays.
    bool polish;
    /// s of obstacles: how far a dent reaches, in sizes of the segment; 0.01 .. 100, default 1.5. A
    /// deep dent of a large obstacle reaches farther, so that the surface beside it is not folded.
    float softness;
    uint32_t worker_count;      ///< threads of an own pool, the caller's among them; 0: one per
                                ///< processor; default 1
    plump_task_system tasks;    ///< or the caller's task system; zero: the own pool
    plump_allocator allocator;  ///< zero: the C library's
    uint32_t cookie;            ///< written by plump_default_jiggle_def(), checked on create
} plump_jiggle_def;

PLUMP_API plump_jiggle_def plump_default_jiggle_def(void);
/// Not PLUMP_OK: *jiggle is NULL and error->text holds the sentence.
PLUMP_API plump_result plump_jiggle_create(const plump_jiggle_def* def, plump_jiggle** jiggle,
                                           plump_error* error);
/// NULL is fine.
PLUMP_API void plump_jiggle_destroy(plump_jiggle* jiggle);

// --- motion ---
//
// Matrices take the bind pose to the world: 12 numbers per segment, three rows of four, the last of
// each row the translation. They must be finite. Any may scale, shear or mirror. Before the first
// of these calls all matrices are the identity.

/// What a step came to.
typedef struct plump_jiggle_report {
    double stretch_most;        ///< largest |q - p| of any set, in its radius
    uint32_t stretch_most_set;  ///< whose
    uint32_t limited_count;     ///< sets that the limit held back
    uint32_t limited_first;     ///< the first of them
    double turn_most;           ///< largest turning, radians
} plump_jiggle_report;

/// Moves the anchors evenly to where the matrices put them, during dt seconds (above 0, at most
/// 1,000), and lets the masses swing: exactly, so any dt and stiffness is stable. `report` and
/// `error` may be NULL. Matrices that are not finite are refused, and nothing has changed.
PLUMP_API plump_result plump_jiggle_step(plump_jiggle* jiggle, double dt, const double* matrices,
                                         plump_jiggle_report* report, plump_error* error);
/// A jump cut: there at once, with all masses at rest, where gravity holds them.
PLUMP_API plump_result plump_jiggle_reset(plump_jiggle* jiggle, const double* matrices,
                                          plump_error* error);
/// A jump that must not be seen, such as the loop of a clip that ends elsewhere than it began:
/// there at once, the masses swinging on about their anchors as before.
PLUMP_API plump_result plump_jiggle_carry(plump_jiggle* jiggle, const double* matrices,
                                          plump_error* error);
/// How far these matrices would move an anchor from where it is, the most of all sets, in its
/// radius. What moves by a radius or more in a hundredth of a second has jumped.
PLUMP_API double plump_jiggle_jump(const plump_jiggle* jiggle, const double* matrices);
/// The primary motion is a soft body, where its last step left it. The deformer is made of the
/// body's mesh (plump_mesh_triangles(), the same vertices in the same order), in one segment. The
/// body's vertices take the place of skinned ones, and the fields act on them; normals are made
/// from the triangles. Each anchor goes with the best rigid motion of the vertices within the
/// radius of its set (of at least 8); radii scale with the body's `scale`. Nothing goes back into
/// the body. Any of the three calls with matrices above goes back to the bind pose. The first call
/// allocates.
PLUMP_API plump_result plump_jiggle_step_body(plump_jiggle* jiggle, double dt,
                                              const plump_world* world, plump_body_id body,
                                              plump_jiggle_report* report, plump_error* error);
/// The same as a jump cut: all masses at rest. The first call with a body should be this one, or
/// the masses fly there from where they are.
PLUMP_API plump_result plump_jiggle_reset_body(plump_jiggle* jiggle, const plump_world* world,
                                               plump_body_id body, plump_error* error);
/// Holds the mass of a set at a point of the world, as a hand would, within its limit; NULL lets it
/// go.
PLUMP_API plump_result plump_jiggle_drag(plump_jiggle* jiggle, uint32_t set, const double to[3],
                                         plump_error* error);

/// Where a set is now.
typedef struct plump_jiggle_state {
    double anchor[3], point[3];  ///< p and q, in the world
    double velocity[3];          ///< of q, but for what the limit slows down
    double radius;               ///< r_o in the world
    double stretch;              ///< |q - p| / radius
    double turn[3];              ///< axis times radians
    bool limited;                ///< its spring would have gone past the limit
    bool active;                 ///< near enough to be seen, see plump_jiggle_set_viewer()
    uint32_t group;              ///< 0: acts first (local), 1: then (global)
} plump_jiggle_state;
PLUMP_API plump_result plump_jiggle_read(const plump_jiggle* jiggle, uint32_t set,
                                         plump_jiggle_state* state, plump_error* error);

// --- state ---
//
// What swings, as bytes that are the same on every machine: the masses with their velocities and
// turnings, the hands that hold them, the primary motion of the last step (matrices, or vertices of
// a soft body), and the contacts of the last plump_jiggle_deform(). Not part of it is what the
// caller has set otherwise: the bind pose of plump_jiggle_set_bind(), the viewer, obstacles and
// their places. With the same of these, all calls after plump_jiggle_restore() give the bits they
// would have given after plump_jiggle_save().

/// The size of the state as it is now, in bytes; contacts make it larger.
PLUMP_API size_t plump_jiggle_state_size(const plump_jiggle* jiggle);
/// Writes the state into the caller's buffer; *size becomes the bytes written.
PLUMP_API plump_result plump_jiggle_save(const plump_jiggle* jiggle, void* buffer, size_t capacity,
                                         size_t* size, plump_error* error);
/// Goes back to a state, which may come from another process: of a deformer with as many vertices
/// and segments, the same sets, and at least the obstacles that its contacts name. Anything else,
/// and a state that is damaged, is refused, and nothing has changed. Other bodies can meet it again
/// after its next plump_jiggle_deform(). Allocates only where contacts need more room than before,
/// or a soft body is the primary motion for the first time.
PLUMP_API plump_result plump_jiggle_restore(plump_jiggle* jiggle, const void* state, size_t size,
                                            plump_error* error);

// --- the mesh ---

/// Writes where the vertices are now, and their normals of length 1, in the order of the bind pose:
/// vertex i to positions + i * position_stride and to normals + i * normal_stride. A stride of 0 is
/// tight; both may point into one interleaved buffer. `normals` may be NULL. The buffers have room
/// for `capacity` vertices. Allocates nothing unless there are obstacles that it meets first.
PLUMP_API plump_result plump_jiggle_deform(plump_jiggle* jiggle, plump_scalar_type type,
                                           void* positions, size_t position_stride, void* normals,
                                           size_t normal_stride, uint32_t capacity,
                                           plump_error* error);
/// Puts another bind pose of as many vertices in place, from now on: morph targets. x, y, z floats,
/// strides in bytes, 0: tight. `normals` NULL: made from the triangles again. With the next step
/// anchors go along, each with the best rigid motion of the vertices within the radius of its set
/// from the bind pose that the deformer was made with; so morph targets alone let it swing. What is
/// known of how weights change over the surface stays. Refused while a soft body is the primary
/// motion. The first call allocates.
PLUMP_API plump_result plump_jiggle_set_bind(plump_jiggle* jiggle, const float* positions,
                                             size_t position_stride, const float* normals,
                                             size_t normal_stride, plump_error* error);
/// Level of detail: from now on a set deforms only if its radius is larger than `ratio` times its
/// distance from the viewer. All swing on. Ratio 0: all deform.
PLUMP_API plump_result plump_jiggle_set_viewer(plump_jiggle* jiggle, const double viewer[3],
                                               double ratio, plump_error* error);

PLUMP_API uint32_t plump_jiggle_vertex_count(const plump_jiggle* jiggle);
PLUMP_API uint32_t plump_jiggle_set_count(const plump_jiggle* jiggle);
PLUMP_API uint32_t plump_jiggle_segment_count(const plump_jiggle* jiggle);
/// The steps that path lines take now, the most of any segment.
PLUMP_API uint32_t plump_jiggle_step_count(plump_jiggle* jiggle);
/// The instruction set in use, such as "avx2".
PLUMP_API const char* plump_jiggle_isa(const plump_jiggle* jiggle);

// --- obstacles ---
//
// Convex ones; others as several convex parts. The primary motion may take the mesh into them:
// deforming then pushes it out, the dent reaching softly into the shape.

/// Adds an obstacle: plane, sphere, capsule, box, cylinder, hull or mesh, not hollow; of the
/// definition the shape, its sizes, place and margin count. Every connected part of a mesh (at most
/// 4,096) counts as its convex hull: parts that are not convex are pushed out of as if they were,
/// so give a ring or an L as convex parts. The mesh is not needed afterwards. *obstacle numbers it,
/// from 0 on; numbers of obstacles that were removed are given again.
PLUMP_API plump_result plump_jiggle_obstacle_create(plump_jiggle* jiggle,
                                                    const plump_obstacle_def* def,
                                                    uint32_t* obstacle, plump_error* error);
PLUMP_API plump_result plump_jiggle_obstacle_destroy(plump_jiggle* jiggle, uint32_t obstacle,
                                                     plump_error* error);
PLUMP_API plump_result plump_jiggle_obstacle_place(plump_jiggle* jiggle, uint32_t obstacle,
                                                   const double position[3],
                                                   const float rotation[4], plump_error* error);

/// Another elastic body in the way. The next plump_jiggle_deform() pushes this mesh out of the
/// segments of the other, as its last plump_jiggle_deform() left them and each as if convex, by
/// `share` (0 .. 1) of the overlap. Two bodies that meet: deform both, let the first meet the
/// second with a share of a half and deform it again, then the second the first with all.
PLUMP_API plump_result plump_jiggle_meet(plump_jiggle* jiggle, const plump_jiggle* other,
                                         double share, plump_error* error);

#define PLUMP_JIGGLE_BODY UINT32_MAX  ///< the obstacle of a contact is a part of another body

/// A segment in an obstacle, before it was pushed out by the last plump_jiggle_deform(). A
/// simulation that drives the segments can push them by springs of this depth.
typedef struct plump_jiggle_contact {
    uint32_t segment, obstacle;
    double depth;         ///< along the direction, m
    double direction[3];  ///< of length 1, in which the segment was pushed
    double point[3];      ///< the deepest vertex, in the world, before
    double normal[3];     ///< of the surface where that vertex leaves it in this direction
} plump_jiggle_contact;
/// Fills up to `capacity`, ordered by segment, then obstacle; returns how many there are. Each part
/// of a mesh that is met makes one, all with the number of the one obstacle.
PLUMP_API uint32_t plump_jiggle_contacts(const plump_jiggle* jiggle, plump_jiggle_contact* contacts,
                                         uint32_t capacity);

// --- placing sets ---

/// Wishes for sets that are placed by themselves. Begin with plump_default_jiggle_placing().
typedef struct plump_jiggle_placing {
    uint32_t set_most;  ///< at most so many, default 16
    /// Parts thinner than this share of the thickest get no set, default 0.2.
    float thickness_least;
    /// Radius of a set, in the distance of its centre to the surface, where the part is round; in
    /// limbs and tails up to 2.5 times as much; default 2.5.
    float reach;
    float hertz;     ///< frequency of the thickest set; thinner ones swing faster; default 2.5
    float ratio;     ///< damping of the thickest set, 1: critical; default 0.15
    float strength;  ///< times how far masses swing: 2 is softer by half; default 1
    uint32_t cookie;
} plump_jiggle_placing;

PLUMP_API plump_jiggle_placing plump_default_jiggle_placing(void);
/// Sets for the mesh and skin of a definition (its own sets are not looked at), from the thickest
/// part to the thinnest: centres of thick parts, masses by the square of the thickness, one
/// stiffness for all, limits of 0.35 radii or less. Where the two sides of an axis are alike so are
/// the sets there: pairs, of which none is placed alone if only one more fits, or in the plane
/// between. Fills up to `capacity`; *count becomes how many were placed. Needs triangles.
PLUMP_API plump_result plump_jiggle_place_sets(const plump_jiggle_def* def,
                                               const plump_jiggle_placing* wishes,
                                               plump_jiggle_set* sets, uint32_t capacity,
                                               uint32_t* count, plump_error* error);

#endif
