// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_BODY_H
#define PLUMP_BODY_H

/// Soft bodies: made from a mesh, placed in a world, read, pushed and held.
///
/// Units are SI. Vertices are counted as in the mesh (plump_mesh_positions()). Every call checks
/// what it is given in every build: not PLUMP_OK means that nothing has changed and error->text
/// says why. Calls that change a body wake it. None may be made while its world steps.

#include <plump/id.h>
#include <plump/mesh.h>

typedef struct plump_world plump_world;

/// How a body resists deformation.
typedef enum plump_model {
    PLUMP_MODEL_SHAPE_MATCH,  ///< surface shape matching: docs/models/shape_match.md
    PLUMP_MODEL_BAG,          ///< hardly: a limp skin around a volume
    PLUMP_MODEL_MASS_SPRING,  ///< springs on the surface: docs/models/mass_spring.md
    PLUMP_MODEL_COUNT
} plump_model;

/// Which volume a body keeps: docs/volume.md.
typedef enum plump_volume {
    PLUMP_VOLUME_BODY,   ///< one for the whole body, cavities taken off
    PLUMP_VOLUME_PARTS,  ///< one for every part of the mesh, cavities included
    PLUMP_VOLUME_FREE,   ///< none
    PLUMP_VOLUME_COUNT
} plump_volume;

/// What became of a body's volume: in any substep of the last step, the worst of them (KEPT is
/// best, INFEASIBLE worst).
typedef enum plump_volume_state {
    PLUMP_VOLUME_KEPT,       ///< at its target, within 1e-6 of it (thin bodies: volume_error_kept);
                             ///< or so near to where compressibility lets it be; or within 5 %
                             ///< with volume_exact off
    PLUMP_VOLUME_RETURNING,  ///< further off than one substep may mend: by more than its volume
    PLUMP_VOLUME_INFEASIBLE,  ///< not reached: too little of it is free to move, or it is too
                              ///< flat, or its volume was not a number
    PLUMP_VOLUME_UNBOUND,     ///< not asked to (PLUMP_VOLUME_FREE), or no step was taken yet
    PLUMP_VOLUME_STATE_COUNT
} plump_volume_state;

/// How shape matching chooses its regions.
typedef enum plump_matching {
    PLUMP_MATCHING_PHYSICAL,  ///< by radius: stiffness in hertz, whatever the mesh and the step
    PLUMP_MATCHING_PAPER,     ///< by edge rings, as Diziol et al. 2011: for reproducing the paper
    PLUMP_MATCHING_COUNT
} plump_matching;

/// How a body starts. Begin with plump_default_body_def(), then change what you need; copied on
/// create. Numbers are also known by name: plump_body_fields() lists them with unit and range.
typedef struct plump_body_def {
    const plump_mesh* mesh;  ///< rest shape; must outlive the body, may be shared
    plump_model model;

    // placement
    double position[3];         ///< where the mesh's (0, 0, 0) goes
    float rotation[4];          ///< quaternion x, y, z, w; any length but 0; default 0, 0, 0, 1
    float scale;                ///< times the mesh's size, default 1
    float velocity[3];          ///< m/s
    float angular_velocity[3];  ///< rad/s about the centre of mass

    // matter
    float density;                  ///< kg/m^3, default 1000 (water); mass = density x volume
    const float* vertex_mass;       ///< optional share of mass per vertex, relative, above 0
    const float* vertex_stiffness;  ///< optional share of stiffness per vertex, 0 to 1
    float gravity_scale;            ///< times the world's gravity, default 1
    float acceleration[3];          ///< added to gravity, m/s^2

    // shape matching, physical; frequency and damping of springs too
    plump_matching matching;  ///< default PLUMP_MATCHING_PHYSICAL
    float frequency;          ///< lowest free vibration in Hz, default 3
    float damping;            ///< its damping ratio, default 0.05
    float radius;             ///< of a region in metres; 0: chosen by shape and frequency (default)
    float core;  ///< share of frequency^2 that comes from the body as a whole, default 0.1; plastic
                 ///< bodies have none, it would pull them back to their first shape
    float contact_weight;  ///< how much touching vertices count in the fit, 1 to 100, default 1
    float firmness;        ///< how much stiffer it is against what is finer than regions, as far as
                           ///< substep and lowest vibration allow, 0 (not at all) to 100, default 6

    // shape matching as in the paper
    uint32_t omega;   ///< region size in edges, 1 to 8, default 3
    float stiffness;  ///< share of the way to the goal per substep, 0 to 1, default 0.9; less in
                      ///< those that are shorter for a while, where the world chooses them
    float region_damping;  ///< share of non-rigid region velocity removed per substep, 0 to 1
    bool normal_point;     ///< add the paper's extra point along the normal; default false
    bool naive_sums;       ///< sum region by region, vertex by vertex: slow, for comparison

    // both matchings
    uint32_t passes;      ///< elastic passes per substep, 1 to 16, default 1
    float yield;          ///< strain beyond which the shape flows; 0: never (default)
    float creep;          ///< how fast it flows, 1/s, default 10
    float plastic_limit;  ///< largest lasting strain, default 1

    // mass-spring; its frequency and damping are those above, of the unpainted body
    float spring_shear;  ///< stiffness across edges over that along them, 0 to 10, default 0.5
    float spring_bend;   ///< thickness of the skin that resists bending, in sizes of the body,
                         ///< 0 to 1, default 0.03; 0: what is flat folds freely
    float spring_edge_damping;   ///< how much springs along edges, across edges and of bending are
    float spring_shear_damping;  ///< damped, in relation to `damping`: 0 to 10, default 1
    float spring_bend_damping;
    const float* vertex_shear;    ///< optional shares of spring_shear and spring_bend per vertex,
    const float* vertex_bend;     ///< 0 to 1, beside vertex_stiffness, which all springs have
    const float* vertex_damping;  ///< optional share of damping per vertex, 0 to 1, of springs
    bool spring_implicit;  ///< implicit steps, default true: calm in contact; false: explicit ones,
                           ///< which add no damping of their own

    // volume, of any model
    plump_volume volume;  ///< which volumes it keeps, default PLUMP_VOLUME_BODY
    float volume_scale;   ///< target over rest volume, default 1: change it to inflate or deflate;
                          ///< beyond a tenth in length the rest shape grows or shrinks along
    float volume_time;    ///< s in which the target, 1 at creation, follows volume_scale (99 %),
                          ///< default 0.5
    float compressibility;  ///< relative loss of volume per pascal, 1/Pa; 0: none (default)
    float volume_global;    ///< 0 to 1, the paper's alpha: 1 (default) is one pressure all over, as
                            ///< in a real body; towards 0 what gives way lies where it deforms
    float volume_inner;     ///< how much a change of thickness counts as deforming, 0 to 1, default
                            ///< 0.1 (the paper's beta)
    float volume_thick;     ///< times this where it is thickest, 0 to 1, default 0.01 (s_min) ...
    float volume_thin;      ///< ... and this where it is thinnest, default 0.1 (s_max)
    float volume_smoothing;      ///< of the weights over neighbours, 0 to 1, default 1
    const float* vertex_volume;  ///< optional share per vertex, relative, 0 to 1e6
    bool volume_momentum;        ///< correct without pushing or turning the whole, default true
    bool volume_velocity;        ///< take divergence out of velocities too, default true
    bool volume_exact;  ///< solve the cubic, default true; false: one Newton step per substep, or
                        ///< nothing after volume_implicit
    bool volume_implicit;  ///< first the implicit constraint of Hong et al. 2006, linear in the
                           ///< motion of the substep; default false
    bool volume_printed;   ///< with its weights outside the denominator, as printed there: wrong,
                           ///< for comparison; default false

    // deformation zones, of any model: docs/zones.md
    float zone_reach;  ///< m of radius per N s of load; 0: no zones (default)
    float zone_least;  ///< radius at the beginning, m; 0: a tenth of the size (default)
    float zone_most;   ///< largest radius, m; 0: four sizes (default), next to the whole
    float zone_fade;   ///< s in which a load is forgotten (to 1/e), default 0.5

    // contact, of any model: docs/contact.md
    float friction;          ///< while it slides, default 0.5; of two that touch the geometric mean
    float friction_static;   ///< until it slides, default 0.5; below `friction` it counts as that
    float restitution;       ///< share of the speed of an impact that the body as a whole gets back
                             ///< at once, 0 to 1, default 0: what its elasticity gives; the larger
                             ///< of two
    float margin;            ///< m kept free around it; 0 (default): a thousandth of its size, and
                             ///< towards triangles of bodies and obstacles 1.5 times the sag of
                             ///< its edges at rest, at most a hundredth of its size
    bool soft_contact;       ///< meets other bodies, default true
    bool self_contact;       ///< meets itself, default false
    bool part_contact;       ///< parts of its mesh meet each other, default true; those that cut
                             ///< each other at rest do not
    uint32_t category;       ///< bits of what it is, default 1
    uint32_t collides_with;  ///< bits of what it meets, default all; two meet if both want to

    // sleep
    bool can_sleep;     ///< default true
    float sleep_speed;  ///< asleep when slower than this for half a second, m/s per metre of size,
                        ///< default 0.002; where gravity acts only what is held or lies on
                        ///< something can sleep

    uint64_t user;    ///< the caller's own, kept and returned
    uint32_t cookie;  ///< written by plump_default_body_def(), checked on create
} plump_body_def;

PLUMP_API plump_body_def plump_default_body_def(void);

/// A number of plump_body_def, for options, files and other languages.
typedef struct plump_field {
    const char* name;  ///< "frequency"; parts of an array are "velocity.x"
    const char* unit;  ///< "Hz"; "" for a plain number
    const char* text;  ///< one line about it
    double least, most, usual;
    bool whole;       ///< whole numbers only (counts, choices, and 0 or 1 for yes and no)
    bool changeable;  ///< plump_body_set() may change it after creation
} plump_field;

PLUMP_API const plump_field* plump_body_fields(uint32_t* count);
/// Sets a field of a definition by name; a wrong name is answered with the nearest known one.
PLUMP_API plump_result plump_body_def_set(plump_body_def* def, const char* name, double value,
                                          plump_error* error);
/// Reads it. NaN for an unknown name.
PLUMP_API double plump_body_def_get(const plump_body_def* def, const char* name);

/// Makes a body. The first with a certain mesh and setting prepares the mesh for it (at most about
/// a second for 30,000 vertices), later ones share that.
PLUMP_API plump_result plump_body_create(plump_world* world, const plump_body_def* def,
                                         plump_body_id* body, plump_error* error);
PLUMP_API plump_result plump_body_destroy(plump_world* world, plump_body_id body,
                                          plump_error* error);
/// Whether the id names a body of this world.
PLUMP_API bool plump_body_exists(const plump_world* world, plump_body_id body);
/// Changes a changeable field by name; plump_body_get() reads any, as it was set. NaN: no such body
/// or name. A change makes no energy: frequency, core, stiffness, density, scale, gravity_scale and
/// acceleration of a body that has moved go to their new values within about a period of it, and
/// damping is at least 0.1 while its frequency rises: docs/world.md, "Changing a body".
PLUMP_API plump_result plump_body_set(plump_world* world, plump_body_id body, const char* name,
                                      double value, plump_error* error);
/// Changes plump_body_def.user, which has 64 bits.
PLUMP_API plump_result plump_body_set_user(plump_world* world, plump_body_id body, uint64_t user,
                                           plump_error* error);
PLUMP_API double plump_body_get(const plump_world* world, plump_body_id body, const char* name);

/// What is known of a body now.
typedef struct plump_body_info {
    const plump_mesh* mesh;
    uint64_t user;
    uint32_t vertex_count, region_count;
    bool asleep;                 ///< at rest of itself, or by plump_body_sleep()
    bool frozen, disabled;       ///< by the caller; both may be
    bool contained;              ///< its state was not usable in the last step and was mended
    bool too_soft;               ///< it will fold under gravity: raise frequency or radius
    bool frequency_unreachable;  ///< the last step was too long for it; frequency_reached tells
    double mass;                 ///< kg
    double extent;               ///< longest side of the rest shape's bounding box, m
    double rest_volume;          ///< m^3
    double volume;               ///< m^3 now, summed in double
    double volume_target;        ///< m^3: rest_volume times the scale reached by now
    double volume_error;  ///< volume / target - 1 after the last step; with PLUMP_VOLUME_PARTS of
                          ///< the part that is furthest off; 1e30 where it was not a number
    double volume_error_most;              ///< its largest size in any substep since the start ...
    plump_volume_state volume_state_most;  ///< ... and what became of the volume in that substep
    double
        volume_error_kept;  ///< sizes up to this count as kept: 1e-6; 0.05 with volume_exact off;
                            ///< more in thin bodies, as far as rounding of positions changes the
                            ///< volume: 1e-7 extent x area / (volume x sqrt(vertices)); 0 if free
    plump_volume_state volume_state;          ///< the worst in any substep of the last step
    double centre[3];                         ///< of mass
    double velocity[3], angular_velocity[3];  ///< of the body as a whole
    double momentum[3], angular_momentum[3];  ///< the latter about the centre
    double kinetic_energy;
    uint32_t contact_count;     ///< that carried load in the last substep
    double contact_impulse[3];  ///< N s that contacts gave it in the last step
    double penetration;         ///< deepest overlap at the end of the last step, m: of all vertices
                                ///< in planes, spheres, capsules, boxes and cylinders; in all
                                ///< else of contacts, which are listed near surfaces only
    double roughness;  ///< how far vertices stand off their neighbours' mean beyond the rest shape,
                       ///< along the normal, root mean square in edges, by a sample of them in
                       ///< every eighth step: smooth deformations of fine meshes have next to none,
                       ///< above 0.2 the surface is crumpled
    double radius;     ///< of regions, as chosen; 0 in paper mode
    double frequency_reached;  ///< Hz at the last step's substep; 0 before the first, and in paper
                               ///< mode
    double substep_longest;    ///< s; longer substeps do not reach the frequency; 0 in paper mode
    uint64_t memory;           ///< bytes of this body, without what it shares through the mesh
    uint64_t memory_shared;    ///< bytes of what the mesh keeps for this setting
} plump_body_info;

/// Sums the volume over all triangles: not for every body in every frame.
PLUMP_API plump_result plump_body_describe(const plump_world* world, plump_body_id body,
                                           plump_body_info* info, plump_error* error);

// --- reading ---

typedef enum plump_quantity {
    PLUMP_QUANTITY_POSITION,
    PLUMP_QUANTITY_VELOCITY,
    PLUMP_QUANTITY_NORMAL,  ///< unit, by the areas of the triangles around
    PLUMP_QUANTITY_COUNT
} plump_quantity;

/// Writes x, y, z of each vertex, in mesh order, to out + i * stride; a stride of 0 is tight. The
/// buffer must have room for `capacity` vertices, at least as many as the mesh has.
PLUMP_API plump_result plump_body_read(const plump_world* world, plump_body_id body,
                                       plump_quantity quantity, plump_scalar_type type, void* out,
                                       size_t stride, uint32_t capacity, plump_error* error);

/// One number per vertex, for colours and sensors.
typedef enum plump_figure {
    /// How far the surface is stretched or squeezed: of every triangle the larger of |s - 1| over
    /// its two principal stretches s (length now over length at rest, along and across), and of a
    /// vertex the mean over the triangles around, by their area at rest. 0 at rest, however it is
    /// moved and turned; 0.1 where the surface is 10 % longer or shorter one way. Plain number.
    PLUMP_FIGURE_STRAIN,
    /// The weights that shared the volume correction out in the last substep: 1 where all weigh the
    /// same, 0 where a vertex is held or in full contact; docs/volume.md. 0 everywhere where no
    /// volume is kept. Plain number.
    PLUMP_FIGURE_VOLUME_WEIGHT,
    /// The pressure of contacts in the last substep: the sum of their normal forces at the vertex
    /// over a third of the triangles' areas around, as they are now. Pressure times that area,
    /// summed, is the whole load. Pa.
    PLUMP_FIGURE_CONTACT,
    PLUMP_FIGURE_SPEED,  ///< m/s
    PLUMP_FIGURE_COUNT
} plump_figure;

/// Writes the figure of each vertex, in mesh order; `out` has room for `capacity` numbers, at least
/// as many as the mesh has vertices. Weights and contacts are of the last step in which the body
/// was awake; they are 0 before the first, and after a snapshot has been restored.
PLUMP_API plump_result plump_body_read_figure(const plump_world* world, plump_body_id body,
                                              plump_figure figure, float* out, uint32_t capacity,
                                              plump_error* error);

/// The state itself, lent until the next call that steps or changes the world. The arrays are in
/// solver order: place k holds mesh vertex vertex_of[k]. Add `origin` to get world coordinates.
typedef struct plump_body_view {
    uint32_t count;
    const uint32_t* vertex_of;  ///< mesh vertex at a place
    const uint32_t* place_of;   ///< place of a mesh vertex
    double origin[3];
    const float *x, *y, *z;     ///< position about origin
    const float *vx, *vy, *vz;  ///< velocity
} plump_body_view;

PLUMP_API plump_result plump_body_lend(const plump_world* world, plump_body_id body,
                                       plump_body_view* view, plump_error* error);

/// The same to write to, for effects of your own. What is written is not checked: a body whose
/// state turns out not to be finite, or absurdly large, is mended and reported by the next step.
typedef struct plump_body_edit {
    uint32_t count;
    const uint32_t* vertex_of;
    const uint32_t* place_of;
    double origin[3];
    float *x, *y, *z;
    float *vx, *vy, *vz;
} plump_body_edit;

PLUMP_API plump_result plump_body_lend_edit(plump_world* world, plump_body_id body,
                                            plump_body_edit* edit, plump_error* error);

// --- moving ---

/// Puts the centre of mass at `position` and turns the body as it is, velocities and pins with it,
/// by `rotation` (quaternion x, y, z, w).
PLUMP_API plump_result plump_body_teleport(plump_world* world, plump_body_id body,
                                           const double position[3], const float rotation[4],
                                           plump_error* error);

#define PLUMP_ALL_VERTICES UINT32_MAX

/// A force in newtons that acts during the next step; forces add up. On all vertices: the sum,
/// shared by mass.
PLUMP_API plump_result plump_body_add_force(plump_world* world, plump_body_id body, uint32_t vertex,
                                            const float force[3], plump_error* error);
/// An impulse in newton seconds: changes velocity at once. On all vertices: shared by mass.
PLUMP_API plump_result plump_body_add_impulse(plump_world* world, plump_body_id body,
                                              uint32_t vertex, const float impulse[3],
                                              plump_error* error);
PLUMP_API plump_result plump_body_set_velocity(plump_world* world, plump_body_id body,
                                               uint32_t vertex, const float velocity[3],
                                               plump_error* error);
/// The same at the point of the surface nearest to `point`, shared by the corners of its triangle.
PLUMP_API plump_result plump_body_add_force_at(plump_world* world, plump_body_id body,
                                               const double point[3], const float force[3],
                                               plump_error* error);
PLUMP_API plump_result plump_body_add_impulse_at(plump_world* world, plump_body_id body,
                                                 const double point[3], const float impulse[3],
                                                 plump_error* error);
PLUMP_API plump_result plump_body_set_velocity_at(plump_world* world, plump_body_id body,
                                                  const double point[3], const float velocity[3],
                                                  plump_error* error);

/// Holds a vertex where it is. A pinned vertex moves only as told. Pinning twice is fine.
PLUMP_API plump_result plump_body_pin(plump_world* world, plump_body_id body, uint32_t vertex,
                                      plump_error* error);
/// Moves a pinned vertex evenly to `target` during the next step.
PLUMP_API plump_result plump_body_move_pin(plump_world* world, plump_body_id body, uint32_t vertex,
                                           const double target[3], plump_error* error);
PLUMP_API plump_result plump_body_unpin(plump_world* world, plump_body_id body, uint32_t vertex,
                                        plump_error* error);

// --- staying, and starting again ---

/// Wakes a sleeper. One that is frozen or disabled is refused.
PLUMP_API plump_result plump_body_wake(plump_world* world, plump_body_id body, plump_error* error);
/// Puts it to sleep now, where it is, its velocities gone: as if it had been slow for long enough.
/// What wakes sleepers wakes it, and what is awake and presses it does: put all of a heap to sleep.
/// Refused while it has something to do: a force, a pin, a tie, a muscle, a volume or a field on
/// its way; and where can_sleep is 0.
PLUMP_API plump_result plump_body_sleep(plump_world* world, plump_body_id body, plump_error* error);
/// A frozen body does not move, whatever happens to it: others run into it as into an obstacle, and
/// ties hold on to it. It keeps its state for when it is let go, velocities with it, and they are
/// told meanwhile; volumes, fields and pins that are on their way wait, forces are lost, impulses
/// add to the velocities. plump_body_teleport() moves it.
PLUMP_API plump_result plump_body_set_frozen(plump_world* world, plump_body_id body, bool frozen,
                                             plump_error* error);
/// A body that is not enabled takes no part: it does not move and nothing meets it, neither bodies
/// nor rays. It keeps its id, its state as a frozen one does, and its ties, which do nothing. What
/// lies on it wakes. Enabled within others it comes out of them slowly, as from any overlap.
PLUMP_API plump_result plump_body_set_enabled(plump_world* world, plump_body_id body, bool enabled,
                                              plump_error* error);
/// Puts it back to its rest shape, at its present scale, with the mesh's (0, 0, 0) at `position`,
/// turned by `rotation` (quaternion x, y, z, w): still, without lasting deformation, contacts or
/// forces, its volume as at creation on its way to volume_scale. Fields, ties and muscles stay as
/// they are, pins hold the places where they come to be. A frozen or disabled body stays so.
PLUMP_API plump_result plump_body_reset(plump_world* world, plump_body_id body,
                                        const double position[3], const float rotation[4],
                                        plump_error* error);

#endif
