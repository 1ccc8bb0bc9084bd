// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Changing a living body without making energy.
//
// A stiffer body holds more energy in the same deformation: a jelly at rest on a floor, changed
// from 2 to 30 Hz at once, leapt by 6 m. So changes go slowly against the body's own vibration:
// - frequency, upwards: its period falls by 0.5 s per second, that is
//   d(omega)/dt / omega^2 = 0.5 / (2 pi) = 0.08 of the vibration's own pace; or it rises by 4 times
//   itself per second, which is faster below 8 Hz, since nobody waits for a period of 100 s. What
//   is slow keeps E / omega, and E still grows with omega: the damping ratio that takes out more
//   than that, 0.1 from 8 Hz on and up to 1 below, is the least meanwhile. Downwards at once: the
//   same deformation then holds less.
// - gravity and gravity_scale of what lies or is pinned: evenly within one period (0.25 to 0.5 s),
//   after which an even change leaves no vibration of that period behind.
// - core: by 1 per period; stiffness of paper mode, which knows no period: upwards by 2 per second.
// - damping: at once, it only takes; acceleration: at once, it is a force as any other.
// - density: by a fifth in a sixtieth of a second; velocities stay.
// - scale: in volume_time, as volume_scale does (body_resize.c).
// A body that no step has moved yet changes at once: it holds no energy.
#ifndef PL_BODY_RAMP_H
#define PL_BODY_RAMP_H

#include "src/world/world_data.h"

// Ramps of a body just made: all is as wished.
void pl_ramp_begin(pl_body* body);
// The caller has changed body->def from `before`: what must not jump goes on from there.
void pl_ramp_change(const plump_world* world, pl_body* body, const plump_body_def* before);
// Gravity or an acceleration has changed: what acts goes there from now on.
void pl_ramp_load(pl_body* body);
// A step of dt seconds begins, its number of substeps is not known yet.
void pl_ramp_step(const plump_world* world, pl_body* body, float dt);
// The definition as the caller has set it.
plump_body_def pl_ramp_wish(const pl_body* body);

// What a snapshot keeps of it.
void pl_ramp_store(const pl_body* body, pl_ramp_numbers* numbers);
bool pl_ramp_is_sound(const pl_ramp_numbers* numbers, const plump_body_def* def);
void pl_ramp_restore(pl_body* body, const pl_ramp_numbers* numbers, bool lived);

#endif
