// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The world: its bodies, obstacles and attachments by slot, and what a step needs at hand.
#ifndef PL_WORLD_DATA_H
#define PL_WORLD_DATA_H

#include "src/bone/skeleton.h"
#include "src/collide/collide.h"
#include "src/contact/contact.h"
#include "src/elastic/elastic.h"
#include "src/world/contacts.h"
#include "src/world/events.h"
#include "src/world/slots.h"
#include "src/world/triggers.h"

struct plump_world {
    plump_allocator hooks;
    plump_world_def def;  // gravity in here is the current one
    pl_task_pool* pool;
    pl_isa isa;
    pl_slots body_slots, obstacle_slots, attachment_slots, muscle_slots, bone_slots;
    // all, in order of creation
    pl_body** bodies;
    size_t body_count, body_capacity;
    pl_obstacle** obstacles;
    size_t obstacle_count, obstacle_capacity;
    pl_obstacle** pieces;  // obstacles with their parts, as the stages see them
    size_t piece_capacity;
    pl_attachment** attachments;
    size_t attachment_count, attachment_capacity;
    pl_tie_room attachment_room;  // that all stages have, by pl_world_reserve()
    size_t spread;                // places of patches beyond the first of each
    pl_muscle** muscles;
    size_t muscle_count, muscle_capacity;
    pl_bone** bones;
    size_t bone_count, bone_capacity;
    uint64_t* apart;  // pairs that do not meet, as in the stage
    size_t apart_count, apart_capacity;

    pl_stage stage;  // lists with room for all bodies
    pl_skeleton skeleton;
    pl_collide* collide;
    pl_resolve* resolve;
    pl_contact_list contacts;  // of the last substep
    size_t contact_room;       // that contacts.contacts has; its capacity may be less
    size_t contact_grown;      // room that steps have asked for, without a bound; 0: none yet
    pl_contact_report seen;
    pl_event_log events;
    pl_visits visits;  // who is in triggers

    uint64_t step_count;
    uint32_t woke_count;  // since the last step
    plump_step_report report;
    plump_trail_entry* trail;
    size_t trail_count, trail_capacity;
};

// The body of an id, or NULL with the sentence in error.
pl_body* pl_world_find(const plump_world* world, plump_body_id id, plump_error* error);

// Makes a body that no world knows yet (world.h's create without the id), and destroys such a one.
plump_result pl_body_make(plump_world* world, const plump_body_def* def, pl_body** body,
                          plump_error* error);
void pl_body_free(plump_world* world, pl_body* body);

// What a world is to hold.
typedef struct pl_census {
    pl_body* const* bodies;
    size_t body_count, obstacle_count, apart_count, muscle_count;
    size_t piece_count;  // obstacles and their parts
    pl_tie_room attachments;
    pl_bone* const* bones;
    size_t bone_count;
    uint32_t contact_capacity;  // as in the world's definition
    size_t contact_grown;       // as in the world
} pl_census;

// The most that a definition may ask for: about a gigabyte.
#define PL_CONTACTS_MOST (UINT32_C(1) << 22)

// What it holds now.
pl_census pl_world_census(const plump_world* world);
// Room for that in all lists, so that taking things in cannot fail and a step allocates nothing.
// False: out of memory, and the world is as it was.
bool pl_world_reserve(plump_world* world, const pl_census* census);
// Room for contacts in a substep with these bodies. What steps have asked for stays, but decides
// nothing: more is made whenever it is needed.
size_t pl_contact_capacity(const pl_census* census);

// As many substeps as a step of dt seconds needs, within the world's limit.
uint32_t pl_substeps_needed(const plump_world* world, float dt);
// What the stages see of the world, before a step.
void pl_world_fill_stage(plump_world* world);

// Recomputes inv_mass and fit from mass, paint, pins and contact: of all places, or of one.
void pl_body_weigh(pl_body* body);
void pl_body_weigh_place(pl_body* body, uint32_t place, bool pinned);
// Bounds of what a body can be: its longest side, and its mass and that of its lightest vertex, all
// times so much.
plump_result pl_body_check_size(double extent, plump_error* error);
plump_result pl_body_check_mass(const pl_body* body, double times, plump_error* error);
// Its rest shape, with the mesh's zero there.
void pl_body_set_down(pl_body* body, const double position[3], const float rotation[4]);
// Vertices of others that were inside it are inside nothing.
void pl_body_forget_insides(plump_world* world, plump_body_id id);
// Gravity and the body's own; and to body->acceleration, unless that is on its way there.
pl_vec3 pl_body_load(const plump_world* world, const pl_body* body);
void pl_body_accelerate(const plump_world* world, pl_body* body);
// The motion as it is now, also between steps; uses the scratch of the body.
pl_motion pl_body_measure(const plump_world* world, pl_body* body);

// --- obstacles ---

// The obstacle of an id, or NULL with the sentence in error.
pl_obstacle* pl_obstacle_find(const plump_world* world, plump_obstacle_id id, plump_error* error);
// All of a definition but points, triangles and mesh.
plump_result pl_obstacle_numbers_check(const plump_obstacle_def* def, plump_error* error);
// And the mesh or points that it needs.
plump_result pl_obstacle_data_check(const plump_obstacle_def* def, plump_error* error);
// Its mass, and what goes with that.
plump_result pl_obstacle_mass_check(const plump_obstacle_def* def, plump_error* error);
// Makes one that is in the world a free bone of the mass in `def`.
plump_result pl_obstacle_give_mass(plump_world* world, const plump_obstacle_def* def,
                                   plump_obstacle_id id, plump_error* error);
// What moves it, and how fast.
void pl_obstacle_tell_motion(const pl_obstacle* obstacle, plump_obstacle_info* info);
// Makes one that no world knows yet, and destroys such a one.
plump_result pl_obstacle_make(plump_world* world, const plump_obstacle_def* def,
                              pl_obstacle** obstacle, plump_error* error);
void pl_obstacle_free(plump_world* world, pl_obstacle* obstacle);
// The same of the parts of a compound, and its bounds. Parts are told what the whole is by
// pl_parts_follow(), when a step begins.
plump_result pl_parts_check(const plump_obstacle_def* def, plump_error* error);
plump_result pl_parts_make(plump_world* world, const plump_obstacle_def* def, pl_obstacle* whole,
                           plump_error* error);
void pl_parts_free(plump_world* world, pl_obstacle* whole);
void pl_parts_follow(pl_obstacle* whole);
// A part of a compound as an obstacle of its own, in the frame of the whole.
plump_obstacle_def pl_part_def(const plump_obstacle_def* whole, uint32_t index);
// Leaves a definition without mesh, points and triangles.
void pl_obstacle_forget_data(plump_obstacle_def* def);
plump_obstacle_sizes pl_obstacle_sizes(const plump_obstacle_def* def);
// Wakes who is near.
void pl_obstacle_rouse(plump_world* world, const pl_obstacle* obstacle);
// Where it is between steps.
pl_place pl_obstacle_place(const pl_obstacle* obstacle);
// A step is over: those that moved have arrived.
void pl_obstacles_arrive(plump_world* world);

// --- attachments ---

plump_result pl_attachment_def_check(const plump_attachment_def* def, plump_error* error);
// A step begins: whom they tie, by index.
void pl_attachments_index(plump_world* world);
// The step is over: points have arrived, and what was pulled too hard breaks.
void pl_attachments_arrive(plump_world* world);
// Wakes all that is tied to a body.
void pl_attachments_rouse(plump_world* world, plump_body_id body);
// Destroys those of a body, or of an obstacle (the other 0).
void pl_attachments_drop(plump_world* world, plump_body_id body, plump_obstacle_id obstacle);

// --- muscles ---

// All of a definition but what names or lists things.
plump_result pl_muscle_numbers_check(const plump_muscle_def* def, plump_error* error);
// Makes one that no world knows yet, with its ends and field (a snapshot's: `field` given, ends as
// listed in the definition), and destroys such a one.
plump_result pl_muscle_make(plump_world* world, const pl_body* body, const plump_muscle_def* def,
                            pl_muscle** muscle, plump_error* error);
void pl_muscle_free(plump_world* world, pl_muscle* muscle);
// A step begins: muscles by body, and what holds their places. After pl_attachments_index.
void pl_muscles_index(plump_world* world);
// Destroys those of a body.
void pl_muscles_drop(plump_world* world, plump_body_id body);

// --- bones ---

plump_result pl_bone_numbers_check(const plump_bone_def* def, plump_error* error);
// Makes one that no world knows yet from the places of obstacle and parent as they are now. The
// obstacle does not know it before pl_bone_join.
plump_result pl_bone_make(plump_world* world, const plump_bone_def* def, pl_obstacle* obstacle,
                          pl_bone* parent, pl_bone** bone, plump_error* error);
// The bone that hangs on this one, or NULL.
const pl_bone* pl_bone_child(const plump_world* world, const pl_bone* bone);
void pl_bone_remove(plump_world* world, pl_bone* bone);
// A step is over: what the caller pushed with is used up.
void pl_bones_arrive(plump_world* world);

// --- pairs ---

// Forgets the pairs of a body.
void pl_pairs_drop(plump_world* world, plump_body_id body);

// --- waking ---

void pl_body_rouse(plump_world* world, pl_body* body);
// The same of one that has been put elsewhere: there sleepers do not see one that does not move.
void pl_body_rouse_where_it_comes(plump_world* world, pl_body* body);
// A box around the body in the world; and of one that sleeps, as it is at hand.
void pl_body_box(const pl_body* body, double lo[3], double hi[3]);
void pl_sleeper_box(const pl_body* body, double lo[3], double hi[3]);
// Wakes bodies that may lie on what is in the box.
void pl_rouse_near_box(plump_world* world, const double lo[3], const double hi[3]);
// Widens a box in the world by the obstacle's own in this place.
void pl_obstacle_widen(const pl_obstacle* obstacle, const pl_place* place, double lo[3],
                       double hi[3]);
// Wakes bodies that free bones may come to in this step.
void pl_rouse_for_bones(plump_world* world, double dt);
// Wakes bodies that may touch the obstacle in either place, or on the way.
void pl_rouse_near_obstacle(plump_world* world, const pl_obstacle* obstacle, const pl_place* from,
                            const pl_place* to);

#endif
