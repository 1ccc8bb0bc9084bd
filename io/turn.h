// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Turns with the same bits on every machine, which the C library's sine does not give.
#ifndef PL_IO_TURN_H
#define PL_IO_TURN_H

// Of an angle in degrees, within 1e-15 of the exact values. 1e15 and more, and NaN, are taken as 0.
void pl_turn_sine_cosine(double degrees, double* sine, double* cosine);

// The rotation by `degrees` about `axis` (of length 1) as a quaternion of length 1.
void pl_turn_quaternion(const double axis[3], double degrees, float rotation[4]);

// How much of the two ends of an arc lies in the place at `share` (0 to 1) of its way:
// sin((1 - share) a) / sin a and sin(share a) / sin a, for an arc of up to a quarter turn whose
// cosine is given.
void pl_turn_arc(double cosine, double share, double* from, double* to);

#endif
