// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Muscles: fibres in a body's surface that pull it together, whatever its model. The paper's
// (Hong, Jung, Choi, Welch 2006) are moved from outside; "self-actuated muscle deformation" is what
// it leaves to the future. The force follows Hill's force-length curve (Zajac 1989); bulging is the
// volume stage's, fibre.h says where fibres run.
//
// Each triangle t stands for a share v_t of the body's volume, by area and number of fibres, sum
// v_t = V. With lambda the stretch of its fibre, s = (lambda - best)/width and b(lambda) the bell
// (1 - s^2)^2 within -1..1, plus hold s^2 where s > 0 (straight from 1 on), its energy and the
// force on corner i are
//     W_t = a sigma v_t B(lambda), B' = b        f_i = -a sigma v_t b(lambda)/lambda share_i g
// g the fibre now, lambda = |g|. Forces of a triangle cancel, since the shares do, and so do their
// moments, since sum x_i x share_i g = g x g. Shortening all fibres by a share does the work that
// fibres of stress sigma throughout the body would do: so a cylinder pulls with sigma times its
// section, whatever the mesh, and any muscle with sigma V / length.
//
// Muscles are stiff: sigma = 3e5 Pa in a muscle of 10 cm asks for steps of 0.1 ms. So a substep is
// implicit, as that of springs (spring_pace.h), and comes after the elastic model:
//     (M + h^2 K) dx = h^2 f(x),     K = sum over t of k_t share share^T
// with k_t = a sigma v_t max(b', b / (lambda - best + width)), at least as stiff as the energy is
// whichever way the fibre changes, and so that no fibre aims below best - width, where it is slack:
// beyond, a step would take more energy than there is. It is solved by Chebyshev's iteration in two
// sweeps.
//
// No setting is unstable. Of a mode's way a share S is gone, 0 <= S <= 1 by the two sweeps, and P =
// 1 - S is symmetric and within 0..1 in the metric of M. A model that is stable has x' = A x* + B
// x, x* = 2 x - x of the last substep, with roots of r^2 - (2 A + B) r + A within the unit circle,
// so |A| < 1 and 1 + A > |2 A + B|. With the muscle, x' = P (A x* + B x): A and B are P times as
// large, and both still hold. The other order, x' = A P x* + B x, is not stable: the damping of
// shape matching, which answers the speed, would answer what the muscle has just done to it, and
// grow without bounds. That is of small moves; of large ones a test says that the muscle never
// gives more energy than it has. The bound on the eigenvalues of M^-1 K is the largest row sum of
// M^-1 times shares and volumes, times the largest k_t / v_t of the substep.
//
// A fibre beyond the top of the bell pulls the less the longer it is: of a thin tendon and a thick
// belly the tendon would get longer and longer. So active fibres resist, as real ones do; with hold
// = 2, b = 1 + s^4 there, and the energy is convex.
//
// What a substep that is too long changes is the speed: fibres that hold still pull with all their
// force. For this, places that pins or ties hold fast do not move: their forces go straight to what
// holds them (`carried`, which the contact stage gives to the obstacle). Those tied to a bone move
// with it, as far as its joints let them: their inverse mass is a matrix, G (1 + m G)^-1 with G
// how the bone gives way there (pl_skeleton_yield), and the bone gets what the vertex does not
// take. So muscles move light bones, too, without shaking them.
//
// Momentum and spin of a body that nothing holds are kept exactly, by taking back the rigid part.
#ifndef PL_MUSCLE_MUSCLE_H
#define PL_MUSCLE_MUSCLE_H

#include "src/state/stage.h"

// b and its slope.
double pl_muscle_bell(const plump_muscle_def* def, double stretch);
double pl_muscle_bell_slope(const plump_muscle_def* def, double stretch);

// Room for the solver and the bound on its eigenvalues; after pl_fibre_build.
plump_result pl_muscle_prepare(const pl_body* body, pl_muscle* muscle, plump_error* error);
// The same bound anew: the masses have changed.
void pl_muscle_find_roof(const pl_body* body, pl_muscle* muscle);
// The longest substep in which it moves as it should; 0: any.
double pl_muscle_substep(const pl_body* body, const pl_muscle* muscle);
// Whether its activation is still on its way.
bool pl_muscle_is_changing(const pl_muscle* muscle);

// A substep begins: how the bones that muscles are tied to give way. After pl_skeleton_predict.
void pl_muscle_grip(const pl_stage* stage);
// One substep of all muscles, body by body.
void pl_muscle_solve(const pl_stage* stage);

#endif
