// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A body's state: the arrays that the stages read and write. What a snapshot keeps is position,
// velocity and a few numbers; all else is constant, or made anew in every substep.
//
// Arrays are per place in the surface's order (mesh_surface.h), `padded` long, aligned to 64 bytes.
// Padding places carry mass 0, fit 0 and inv_mass 0, and stay where they are.
//
// Positions are about the body's own origin, which follows it around in double: float sums over a
// region would lose 20 to 200 times of their accuracy at 10 to 100 sizes from zero.
#ifndef PL_STATE_BODY_STATE_H
#define PL_STATE_BODY_STATE_H

#include "src/math/vec3.h"
#include "src/mesh/mesh_surface.h"
#include "src/state/motion.h"

#include <plump/world.h>

// Places of a span of particles: a multiple of 256, so that blocks of 64 and of 256 stay whole.
#define PL_SPAN_PARTICLES 1024

static inline uint32_t pl_span_count(uint32_t padded) {
    return padded / PL_SPAN_PARTICLES + (padded % PL_SPAN_PARTICLES != 0);
}

// The pressure of one volume of a body, as the contact stage sees it: it moves places by
// `press` times lambda, and volume grows by slope lambda + sum swell . dx of other moves.
typedef struct pl_pressure {
    double lack;    // of volume, m^3, at the predicted positions
    double slope;   // sum swell . press
    double most;    // size of lambda that moves places by as much as they may
    double lambda;  // found
} pl_pressure;

// A vertex held by the caller.
typedef struct pl_pin {
    uint32_t place;
    bool moving;     // towards target during the next step
    double from[3];  // where it is, in the world
    double target[3];
} pl_pin;

// A deformation zone (zone.h). Its centre is moment / load, in the rest shape.
typedef struct pl_zone {
    double load;                // N s so far, fading
    double moment[3];           // of it about the rest shape's zero, N s m
    double force, force_at[3];  // N by the caller, in this step, and N m
    double touch, touch_at[3];  // by contacts in this substep; 0 between substeps
} pl_zone;

#define PL_ZONES_MOST 8

#define PL_VOLUME_ERROR_MOST 1e30  // stands for an error that is not a number

// What is painted for springs, beside stiffness.
enum { PL_PAINT_SHEAR, PL_PAINT_BEND, PL_PAINT_DAMPING, PL_PAINT_SPRING_COUNT };

// Fields that follow a change slowly, so that it does not make energy (world/body_ramp.c).
enum {
    PL_RAMP_FREQUENCY,
    PL_RAMP_DAMPING,
    PL_RAMP_CORE,
    PL_RAMP_STIFFNESS,
    PL_RAMP_DENSITY,
    PL_RAMP_SCALE,
    PL_RAMP_COUNT
};

typedef struct pl_ramp {
    float target[PL_RAMP_COUNT];  // where they go: what the caller has set
    double scale_speed;           // 1/s
    float load_left;              // s until gravity and acceleration are as set
    bool moves;                   // one of them is on its way
    bool lived;                   // a step was taken since it was made: before, changes are at once
} pl_ramp;

// What a snapshot keeps of it.
typedef struct pl_ramp_numbers {
    float target[PL_RAMP_COUNT];
    double scale_speed;
    float load_left;
    float load[3];  // body->acceleration
} pl_ramp_numbers;

// Against which triangles of another body a place pressed in the last substep. From what contacts
// keep, for the time in which contacts are looked for.
#define PL_WALLS_MOST 2
typedef struct pl_walls {
    uint32_t of;  // id of that body, 0: none
    uint32_t count, at[PL_WALLS_MOST];
} pl_walls;

// What stages 3 to 5 do to the energy of a body, or of an island, J (src/contact/energy.c).
typedef struct pl_ledger {
    double before;        // kinetic, and in compressed gas
    double gained;        // since
    double loose, rigid;  // of what is there now: in deformation, and in the motion of whole bodies
    double mass;          // kg
    pl_vec3d momentum;
    pl_vec3d given;  // of it since, by what is not in its island
    bool driven;     // something else may do work on it
    // with a bone that gives way, whose spin has to stay too, about a point that all share:
    bool gives;
    pl_vec3d arm;       // mass x centre
    pl_vec3d spin;      // angular momentum
    double inertia[9];  // kg m^2
    // for the account of who has given what to whom (src/contact/account.c)
    pl_vec3d own;    // of momentum since, of the body alone, later what nobody has told of
    bool closed;     // that is known
    bool rooted;     // it, or one of its island, lies on something that stands
    uint32_t level;  // how many bodies from there: 1 lies on it, 0: not known yet
    double passed;   // N s that press it and those nearer to it
} pl_ledger;

// What of a body has moved since continuous detection has looked at it.
typedef enum pl_moved { PL_MOVED_NOTHING, PL_MOVED_SOME, PL_MOVED_ALL } pl_moved;

typedef struct pl_body {
    plump_body_id id;
    plump_body_def def;   // as given, then as changed and as far as ramps have come; pointers to
                          // paint are NULL, the paint is below
    plump_body_def born;  // def as it was at creation: what a snapshot makes the body from again
    bool mass_painted;    // def.vertex_mass was given: snapshots keep mass
    pl_ramp ramp;
    const plump_mesh* mesh;
    const pl_surface* surface;
    uint32_t count, padded;  // as the surface's

    // per place
    float *x[3], *v[3];    // position about origin, velocity
    const float* rest[3];  // the surface's, times def.scale
    float* mass;           // kg
    float* born_mass;      // as made, kg; NULL: as it is now (world/body_resize.c) ...
    float* own_rest[3];    // ... and likewise room for a rest shape of another size
    float* inv_mass;       // 1/kg; 0: pinned or padding
    float* stiffness;      // painted share, 0..1; NULL: 1 everywhere
    float* fit;            // weight in the elastic fit, before the model's own: share of the mean
                           // mass x stiffness x 1,000 if pinned x contact; 0 in the padding
    float* past[3];        // x at the beginning of the substep
    float* ahead[3];       // x as predicted: what later stages change says where the body deforms
    // Twice the area vectors of the triangles around a place, summed (mesh_rings.h): at rest, and
    // as the model carries them to its goals in this substep, which are no finer than what it
    // resists. NULL where the model has no goals.
    float *rest_normal[3], *goal_normal[3];
    bool follows_goals;                          // in this substep
    float* spring_paint[PL_PAINT_SPRING_COUNT];  // painted shares of springs; NULL: 1 everywhere
    float* volume_paint;  // painted share in the volume correction; NULL: 1 everywhere
    float* contact;       // 0..1: how far a place is in contact, ramped; for the contact stage
    float* load;          // N that contacts press it with, in the last substep it was awake in
    float* force[3];      // N, for the next step; used while has_force
    bool has_force;
    // A vertex that got into another body remembers through which of its triangles, and comes out
    // there again however deep it was pressed. Per place.
    uint32_t* inside_of;  // id of that body, 0: none
    uint32_t* inside_at;  // its triangle
    bool any_inside;
    pl_walls* walls;  // per place

    // for bodies in contact: by the volume stage, used by the contact stage
    bool paired;              // something is near in this substep
    bool touched;             // has contacts in this substep ...
    bool meets_soft;          // ... with another body
    bool swept;               // may have gone through another body in this substep
    pl_moved moved;           // since that was looked at
    uint8_t* place_moved;     // per place, while `moved` says some: it has, or was found crossing
    double leap;              // m: how far the volume stage has moved any of its places, about
    bool held_out;            // obstacles have taken back some of what it did
    bool pressed;             // the lines below hold
    float* swell[3];          // dV/dx per place
    float* press[3];          // where pressure moves a place
    pl_pressure* pressures;   // per volume of the body: one, or one per part
    uint32_t pressure_count;  // 0: it keeps no volume

    double origin[3];  // of the positions, in the world
    double mass_total;
    double extent;  // longest side of the rest shape, scaled
    double rest_volume;
    double volume_ratio;              // target over rest volume, on its way to def.volume_scale
    double volume_ratio_speed;        // 1/s
    double volume_error;              // volume / target - 1 after the last substep, worst unit
    double volume_error_step;         // its largest size in this step
    double volume_error_most;         // and since the start
    plump_volume_state volume_state;  // the worst in any substep of the last step
    plump_volume_state volume_state_step;  // and of this one so far
    plump_volume_state volume_state_most;  // in the substep that volume_error_most is from
    double gas_energy;                     // of a compressible body, when it was looked at last, J
    pl_vec3 acceleration;                  // in this step: gravity and def.acceleration

    float box_lo[3], box_hi[3];  // around x and past, about the origin, by the collide stage
    bool boxed;                  // the box holds, also while asleep
    bool disturbed;              // touched in its sleep: to be woken
    bool on_moving;              // touches an obstacle that moves, or whose surface does ...
    bool on_driven;              // ... by more than what bodies give it
    struct pl_bone* struck_by;   // a bone that gave it a blow in this substep; NULL: none
    bool tied;                   // has attachments
    bool grounded;               // what it touches, and so on, is pinned, tied or asleep
    pl_vec3 support;             // where obstacles push all of these, of length 1; or 0
    bool wakeful;                // it, or one of its island, is not quiet yet
    uint32_t island;             // a body of those it lies with, by index (island.h)
    pl_ledger ledger;            // its own, and that of its island if it stands for it
    float loose_share;           // of its deformation's speed that it keeps in this substep ...
    float rigid_share;           // ... and of its own against that of its island, ...
    pl_vec3d drift;              // ... which is this ...
    pl_vec3d slower;             // ... and becomes slower by this
    bool turns_as_one;           // the drift is that of a piece that turns: ...
    pl_vec3d swing;              // ... so fast
    uint32_t index;              // among the world's bodies
    uint32_t contact_count;      // that carried load in the last substep
    double contact_impulse[3];   // N s in this step
    float penetration;           // deepest overlap of contacts in the last substep, then of all, m
    bool stopped;                // slowed down in this step where it hit

    pl_zone zones[PL_ZONES_MOST];  // oldest first
    uint32_t zone_count;

    pl_pin* pins;  // by place, ascending
    size_t pin_count, pin_capacity;

    struct pl_muscle* muscles;  // its first, in this step
    bool flexing;               // an activation is on its way

    pl_motion motion;       // as a rigid whole, after the last step
    pl_motion motion_now;   // likewise, within a substep: as predicted, later as contacts leave it
    pl_motion motion_came;  // likewise, as predicted; of those that are in pairs
    pl_inertia inertia;     // likewise: the finish stage's
    pl_vec3d unrolled;  // what rolling friction adds to the angular velocity in this step, 1/s ...
    pl_vec3d unroll;    // ... and to the angular momentum, N m s
    // What pressure in contact would add to the angular momentum, and the turn that takes it back.
    pl_vec3d gained, turn_back, turn_centre;
    float* motion_sums;  // pl_motion_sum_count(padded) floats of scratch for it

    double roughness;     // of the surface when it was looked at last (src/state/roughness.h)
    uint32_t rough_turn;  // steps so far: whether it is

    bool asleep;          // and whenever frozen or disabled is true
    bool frozen;          // by the caller: others run into it, nothing wakes it
    bool disabled;        // by the caller: nor is it there for others
    bool slept;           // when the step began
    bool woke;            // since the last step told
    bool contained;       // mended in this step
    bool unreachable;     // this substep is too long for its frequency
    float quiet_time;     // s below the sleeping speed
    uint8_t* span_flags;  // one per particle span, for checks run in parallel

    const struct pl_elastic_model* model;
    uint32_t region_count;         // the model's units of work beside places, a multiple of 16
    uint32_t region_span;          // how many of them make one span of work, a multiple of 16
    void* elastic;                 // the model's own data of this body
    struct pl_volume* volume;      // the volume stage's
    struct pl_collider* collider;  // the collide stage's
    pl_arena memory;               // everything above that is not the mesh's, but pins
} pl_body;

static inline void pl_mark_moved(pl_body* body, uint32_t place) {
    body->place_moved[place] = 1;
    if (body->moved == PL_MOVED_NOTHING) body->moved = PL_MOVED_SOME;
}

// The first pin at or behind a place.
static inline size_t pl_pin_index(const pl_body* body, uint32_t place) {
    size_t begin = 0, end = body->pin_count;
    while (begin < end) {
        size_t middle = begin + (end - begin) / 2;
        if (body->pins[middle].place < place) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

#endif
