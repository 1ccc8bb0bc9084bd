// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Where the anchors go, and how the masses swing after them.
//
// During a step an anchor goes evenly from where it was to where the new matrices put it. Of the
// mass, place and velocity are kept, so a step that begins with the anchor at another speed is a
// jerk to the spring: that is what sets it swinging. Turning is treated alike, by the vector whose
// direction is the axis and whose length the angle.
#include "src/base/fpmode.h"
#include "src/base/narrow.h"
#include "src/base/text.h"
#include "src/jiggle/jiggle_data.h"
#include "src/math/elementary.h"
#include "src/math/mat3.h"
#include "src/math/rotation.h"
#include "src/world/checks.h"

#include <float.h>
#include <math.h>

#define DT_MOST 1000.0
// Up to this share of its limit a mass is where its spring has it; beyond, it nears the limit ever
// more slowly. The spring itself may go to twice the limit.
#define LIMIT_KNEE 0.5
#define LIMIT_FREE 2.0

// --- matrices ---

const double pl_jiggle_identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

// m becomes m b.
static void multiply(double m[12], const double b[12]) {
    double product[12];
    for (int i = 0; i < 12; ++i) {
        const double* row = m + i / 4 * 4;
        product[i] = row[0] * b[i % 4] + row[1] * b[4 + i % 4] + row[2] * b[8 + i % 4] +
                     (i % 4 == 3 ? row[3] : 0);
    }
    memcpy(m, product, sizeof product);
}

// What moves the anchor of a set: morph targets within the bind pose, then the segments' matrices.
static void blend_matrices(const plump_jiggle* jiggle, uint32_t index, const double* matrices,
                           double m[12]) {
    const plump_jiggle_set* set = &jiggle->sets[index];
    memset(m, 0, 12 * sizeof *m);
    for (int k = 0; k < PLUMP_JIGGLE_WEIGHTS; ++k) {
        if (!(set->weights[k] > 0)) continue;
        const double* from = matrices + 12 * (size_t)set->segments[k];
        for (int i = 0; i < 12; ++i) m[i] += (double)set->weights[k] * from[i];
    }
    if (jiggle->morph.moves) multiply(m, jiggle->morph.matrices + 12 * (size_t)index);
}

// Or by the body that drives.
static void anchor_matrix(const plump_jiggle* jiggle, uint32_t index, const double* matrices,
                          double m[12]) {
    if (jiggle->ride.drives) {
        memcpy(m, jiggle->ride.matrices + 12 * (size_t)index, 12 * sizeof *m);
    } else {
        blend_matrices(jiggle, index, matrices, m);
    }
}

static void transform(const double m[12], const double x[3], double to[3]) {
    for (int k = 0; k < 3; ++k)
        to[k] = m[4 * k] * x[0] + m[4 * k + 1] * x[1] + m[4 * k + 2] * x[2] + m[4 * k + 3];
}

static void linear_part(const double m[12], double a[9]) {
    for (int k = 0; k < 9; ++k) a[k] = m[4 * (k / 3) + k % 3];
}

// A bound of the largest factor by which a lengthens a vector; exact for rotations.
static double norm_of(const double a[9]) {
    double most = 0;
    for (int i = 0; i < 3; ++i) {
        double sum = 0;
        for (int k = 0; k < 3; ++k)
            sum += fabs(a[i] * a[k] + a[3 + i] * a[3 + k] + a[6 + i] * a[6 + k]);
        most = sum > most ? sum : most;
    }
    return sqrt(most);
}

// What normals are scaled by, so that matrices of metres to the millimetre and back cannot make
// products overflow: 1 in all but extreme cases.
static double normal_scale(const plump_jiggle* jiggle) {
    double most = 0;
    for (uint32_t i = 0; i < jiggle->def.segment_count; ++i) {
        double a[9], turned[9];
        linear_part(jiggle->matrices + 12 * (size_t)i, a);
        pl_mat3_cofactors(a, turned);
        for (int k = 0; k < 9; ++k) most = fabs(turned[k]) > most ? fabs(turned[k]) : most;
    }
    return most > 1e-6 && most < 1e6 ? 1 : most > 0 ? 1 / most : 1;
}

static void set_segment(plump_jiggle* jiggle, uint32_t index, double scale) {
    const double* m = jiggle->matrices + 12 * (size_t)index;
    pl_jiggle_segment* segment = &jiggle->segments[index];
    double a[9], turned[9], at[3];
    linear_part(m, a);
    transform(m, jiggle->centre, at);
    for (int k = 0; k < 12; ++k)
        segment->matrix[k] =
            (float)(k % 4 == 3 ? at[k / 4] - jiggle->origin[k / 4] : a[3 * (k / 4) + k % 4]);
    double det = pl_mat3_cofactors(a, turned);
    for (int k = 0; k < 9; ++k)
        segment->cofactors[k] = (float)(det < 0 ? -turned[k] * scale : turned[k] * scale);
    segment->stretch = (float)(norm_of(a) * (1 + 1e-5));
    float* turn = jiggle->turns + 12 * (size_t)index;
    for (int k = 0; k < 12; ++k)
        turn[k] = (float)(k % 4 < 3 ? a[3 * (k / 4) + k % 4] : det < 0 ? -scale : scale);
}

void pl_jiggle_set_matrices(plump_jiggle* jiggle, const double* matrices) {
    uint32_t count = jiggle->def.segment_count;
    if (matrices != jiggle->matrices)
        memcpy(jiggle->matrices, matrices, 12 * count * sizeof *matrices);
    transform(matrices, jiggle->centre, jiggle->origin);
    for (int k = 0; k < 3; ++k) jiggle->origin[k] = pl_narrow(jiggle->origin[k]);
    double scale = normal_scale(jiggle);
    for (uint32_t i = 0; i < count; ++i) set_segment(jiggle, i, scale);
    jiggle->fields_are_made = false;
}

static plump_result check_matrices(const plump_jiggle* jiggle, const double* matrices,
                                   plump_error* error) {
    if (!jiggle) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no deformer");
    if (!matrices) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there are no matrices");
    for (uint32_t i = 0; i < jiggle->def.segment_count; ++i) {
        for (unsigned k = 0; k < 12; ++k) {
            double value = matrices[12 * (size_t)i + k];
            if (fabs(value) <= PL_JIGGLE_COORDINATE_MOST) continue;
            return pl_fail(error, PLUMP_ERROR_DATA,
                           "the matrix of segment %u has %g in row %u, column %u; it must be a "
                           "number within 1e9",
                           (unsigned)i, value, k / 4, k % 4);
        }
    }
    return PLUMP_OK;
}

// --- anchors ---

// What an anchor is under some matrices.
typedef struct anchor {
    double p[3], radius, rotation[9];
    double sag[3];  // acceleration that pulls the mass
} anchor;

static anchor anchor_at(const plump_jiggle* jiggle, uint32_t index, const double* matrices) {
    const plump_jiggle_set* set = &jiggle->sets[index];
    double m[12], a[9], cofactors[9], turned[3];
    anchor at;
    anchor_matrix(jiggle, index, matrices, m);
    linear_part(m, a);
    transform(m, set->anchor, at.p);
    double det = pl_mat3_cofactors(a, cofactors);
    at.radius = (double)set->radius * pl_cbrt(fabs(det));
    bool needs_rotation = set->turn_hertz > 0;
    for (int k = 0; k < 3; ++k) needs_rotation |= jiggle->def.bind_gravity[k] != 0;
    memset(at.rotation, 0, sizeof at.rotation);
    // of a mirroring matrix that of its opposite: it turns alike
    double sign = det < 0 ? -1 : 1;
    for (int k = 0; k < 9; ++k) a[k] *= sign;
    if (needs_rotation) pl_rotation_fit(a, at.rotation);
    const float* bind = jiggle->def.bind_gravity;
    for (int k = 0; k < 3; ++k)
        turned[k] = at.rotation[3 * k] * (double)bind[0] +
                    at.rotation[3 * k + 1] * (double)bind[1] +
                    at.rotation[3 * k + 2] * (double)bind[2];
    for (int k = 0; k < 3; ++k) at.sag[k] = (double)jiggle->def.gravity[k] - sign * turned[k];
    return at;
}

// Axis times angle of the rotation from r0 to r1.
static void rotation_between(const double r0[9], const double r1[9], double way[3]) {
    double r[9], axis[3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            r[3 * i + k] = r1[3 * i] * r0[3 * k] + r1[3 * i + 1] * r0[3 * k + 1] +
                           r1[3 * i + 2] * r0[3 * k + 2];
    axis[0] = r[7] - r[5];
    axis[1] = r[2] - r[6];
    axis[2] = r[3] - r[1];
    double sine = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    double angle = pl_atan2(sine, r[0] + r[4] + r[8] - 1);
    double scale = sine > 1e-12 ? angle / sine : 0.5;
    for (int k = 0; k < 3; ++k) way[k] = axis[k] * scale;
}

// --- swinging ---

static double length_of(const double a[3]) {
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

// --- limits ---
//
// A mass that stopped dead at its limit would be seen to hit a wall. So the limit is on what is
// shown: knee + d t / sqrt(1 + t^2), t = (|u| - knee) / d, d = limit - knee, of a stretch u beyond
// the knee, which has two continuous derivatives. The spring goes on in u, exactly as before.

static double shown_length(double length, double most) {
    double knee = LIMIT_KNEE * most, over = length - knee, room = most - knee;
    double below = sqrt(room * room + over * over);
    return over > 0 && below > 0 ? knee + room * over / below : length;
}

// What has to be stretched to be shown so long, at most LIMIT_FREE limits.
static double free_length(double shown, double most) {
    double knee = LIMIT_KNEE * most, room = most - knee, over = shown - knee;
    double rest = room * room - over * over, farthest = LIMIT_FREE * most;
    if (!(over > 0)) return shown;
    double length = rest > 0 ? knee + room * over / sqrt(rest) : farthest;
    return length < farthest ? length : farthest;
}

static void scale_to(double u[3], double from, double to) {
    double share = from > 0 ? to / from : 1;
    for (int k = 0; k < 3; ++k) u[k] *= share;
}

void pl_jiggle_shown(const plump_jiggle_set* set, const pl_jiggle_mass* mass, double stretch[3],
                     double turn[3]) {
    for (int k = 0; k < 3; ++k) {
        stretch[k] = mass->q[k] - mass->p[k];
        turn[k] = mass->turn[k];
    }
    double far = length_of(stretch), turned = length_of(turn);
    if (!mass->is_held)
        scale_to(stretch, far, shown_length(far, (double)set->limit * mass->radius));
    scale_to(turn, turned, shown_length(turned, (double)set->turn_limit));
}

// Keeps |stretch| below `most`, and takes away the velocity that goes farther. True: it acted.
static bool hold_back(double stretch[3], double velocity[3], double most) {
    double length = length_of(stretch), outward = 0;
    if (!(length > most)) return false;
    for (int k = 0; k < 3; ++k) {
        stretch[k] *= most / length;
        outward += velocity[k] * stretch[k];
    }
    for (int k = 0; k < 3 && outward > 0; ++k)
        velocity[k] -= outward * stretch[k] / (most * most > 0 ? most * most : 1);
    return true;
}

// An anchor that goes `way` in dt; stretch and absolute velocity, and the stretch at rest.
static void swing(const pl_jiggle_spring* spring, const double way[3], double dt,
                  const double rest[3], double stretch[3], double velocity[3]) {
    for (int k = 0; k < 3; ++k) {
        double even = way[k] / dt, x = stretch[k] - rest[k], v = velocity[k] - even;
        stretch[k] = rest[k] + spring->xx * x + spring->xv * v;
        velocity[k] = even + spring->vx * x + spring->vv * v;
    }
}

static double stretch_limit(const plump_jiggle_set* set, double radius) {
    return (double)set->limit * radius;
}

static void rest_stretch(const plump_jiggle_set* set, const double sag[3], double rest[3]) {
    for (int k = 0; k < 3; ++k) rest[k] = (double)set->mass / (double)set->stiffness * sag[k];
}

// A held mass is where the hand is, as far as the limit lets it.
static void hold(const plump_jiggle_set* set, const anchor* at, double dt, pl_jiggle_mass* mass) {
    double stretch[3], none[3] = {0, 0, 0};
    for (int k = 0; k < 3; ++k) stretch[k] = mass->hand[k] - at->p[k];
    mass->limited = hold_back(stretch, none, stretch_limit(set, at->radius));
    for (int k = 0; k < 3; ++k) {
        double q = at->p[k] + stretch[k];
        mass->v[k] = dt > 0 ? (q - mass->q[k]) / dt : 0;
        mass->q[k] = q;
    }
}

static void move_mass(const plump_jiggle_set* set, const anchor* at, double dt,
                      pl_jiggle_mass* mass) {
    if (mass->is_held) {
        hold(set, at, dt, mass);
        return;
    }
    double way[3], stretch[3], rest[3], relative[3];
    pl_jiggle_spring spring = pl_jiggle_spring_solve((double)set->stiffness / (double)set->mass,
                                                     (double)set->damping / (double)set->mass, dt);
    rest_stretch(set, at->sag, rest);
    for (int k = 0; k < 3; ++k) {
        way[k] = at->p[k] - mass->p[k];
        stretch[k] = mass->q[k] - mass->p[k];
    }
    swing(&spring, way, dt, rest, stretch, mass->v);
    for (int k = 0; k < 3; ++k) relative[k] = mass->v[k] - way[k] / dt;
    double most = stretch_limit(set, at->radius);
    mass->limited = length_of(stretch) > most;
    hold_back(stretch, relative, LIMIT_FREE * most);
    for (int k = 0; k < 3; ++k) {
        mass->q[k] = at->p[k] + stretch[k];
        mass->v[k] = relative[k] + way[k] / dt;
    }
}

static void turn_mass(const plump_jiggle_set* set, const anchor* at, double dt,
                      pl_jiggle_mass* mass) {
    double way[3], relative[3], w = 2 * PL_PI * (double)set->turn_hertz;
    const double none[3] = {0, 0, 0};
    pl_jiggle_spring spring = pl_jiggle_spring_solve(w * w, 2 * w * (double)set->turn_ratio, dt);
    rotation_between(mass->rotation, at->rotation, way);
    swing(&spring, way, dt, none, mass->turn, mass->spin);
    for (int k = 0; k < 3; ++k) relative[k] = mass->spin[k] - way[k] / dt;
    mass->limited |= length_of(mass->turn) > (double)set->turn_limit;
    hold_back(mass->turn, relative, LIMIT_FREE * (double)set->turn_limit);
    for (int k = 0; k < 3; ++k) mass->spin[k] = relative[k] + way[k] / dt;
}

static void take_anchor(const anchor* at, pl_jiggle_mass* mass) {
    memcpy(mass->p, at->p, sizeof mass->p);
    memcpy(mass->rotation, at->rotation, sizeof mass->rotation);
    mass->radius = at->radius;
}

static void rest_mass(plump_jiggle* jiggle, uint32_t index) {
    const plump_jiggle_set* set = &jiggle->sets[index];
    pl_jiggle_mass* mass = &jiggle->masses[index];
    anchor at = anchor_at(jiggle, index, jiggle->matrices);
    double rest[3], none[3] = {0, 0, 0}, most = stretch_limit(set, at.radius);
    rest_stretch(set, at.sag, rest);
    mass->limited = length_of(rest) > most;
    hold_back(rest, none, LIMIT_FREE * most);
    for (int k = 0; k < 3; ++k) {
        mass->q[k] = at.p[k] + rest[k];
        mass->v[k] = mass->turn[k] = mass->spin[k] = 0;
    }
    take_anchor(&at, mass);
    if (mass->is_held) hold(set, &at, 0, mass);
}

void pl_jiggle_rest(plump_jiggle* jiggle) {
    for (uint32_t i = 0; i < jiggle->set_count; ++i) rest_mass(jiggle, i);
    jiggle->fields_are_made = false;
}

static void step_masses(plump_jiggle* jiggle, double dt, const double* matrices) {
    for (uint32_t i = 0; i < jiggle->set_count; ++i) {
        const plump_jiggle_set* set = &jiggle->sets[i];
        pl_jiggle_mass* mass = &jiggle->masses[i];
        anchor at = anchor_at(jiggle, i, matrices);
        move_mass(set, &at, dt, mass);
        if (set->turn_hertz > 0) turn_mass(set, &at, dt, mass);
        take_anchor(&at, mass);
    }
    pl_jiggle_set_matrices(jiggle, matrices);
}

static void carry_masses(plump_jiggle* jiggle, const double* matrices) {
    for (uint32_t i = 0; i < jiggle->set_count; ++i) {
        pl_jiggle_mass* mass = &jiggle->masses[i];
        anchor at = anchor_at(jiggle, i, matrices);
        for (int k = 0; k < 3; ++k) mass->q[k] = at.p[k] + (mass->q[k] - mass->p[k]);
        take_anchor(&at, mass);
    }
    pl_jiggle_set_matrices(jiggle, matrices);
}

// --- calls ---

static double in_radii(const pl_jiggle_mass* mass, const double stretch[3]) {
    return mass->radius > 0 ? length_of(stretch) / mass->radius : 0;
}

static plump_jiggle_report report_of(const plump_jiggle* jiggle) {
    plump_jiggle_report report;
    memset(&report, 0, sizeof report);
    for (uint32_t i = 0; i < jiggle->set_count; ++i) {
        const pl_jiggle_mass* mass = &jiggle->masses[i];
        double u[3], turned[3];
        pl_jiggle_shown(&jiggle->sets[i], mass, u, turned);
        double stretch = in_radii(mass, u), turn = length_of(turned);
        if (stretch > report.stretch_most) {
            report.stretch_most = stretch;
            report.stretch_most_set = i;
        }
        report.turn_most = turn > report.turn_most ? turn : report.turn_most;
        if (mass->limited && report.limited_count++ == 0) report.limited_first = i;
    }
    return report;
}

plump_result pl_jiggle_check_dt(double dt, plump_error* error) {
    if (dt > 0 && dt <= DT_MOST) return PLUMP_OK;
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the step is %g s; it must be above 0 and at most 1000", dt);
}

void pl_jiggle_swing(plump_jiggle* jiggle, double dt, const double* matrices,
                     plump_jiggle_report* report) {
    step_masses(jiggle, dt, matrices);
    if (report) *report = report_of(jiggle);
}

plump_result plump_jiggle_step(plump_jiggle* jiggle, double dt, const double* matrices,
                               plump_jiggle_report* report, plump_error* error) {
    plump_result result = check_matrices(jiggle, matrices, error);
    if (result != PLUMP_OK) return result;
    result = pl_jiggle_check_dt(dt, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    pl_jiggle_leave_body(jiggle);
    pl_jiggle_swing(jiggle, dt, matrices, report);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

plump_result plump_jiggle_reset(plump_jiggle* jiggle, const double* matrices, plump_error* error) {
    plump_result result = check_matrices(jiggle, matrices, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    pl_jiggle_leave_body(jiggle);
    pl_jiggle_set_matrices(jiggle, matrices);
    pl_jiggle_rest(jiggle);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

plump_result plump_jiggle_carry(plump_jiggle* jiggle, const double* matrices, plump_error* error) {
    plump_result result = check_matrices(jiggle, matrices, error);
    if (result != PLUMP_OK) return result;
    pl_fpmode mode = pl_fpmode_enter();
    pl_jiggle_leave_body(jiggle);
    carry_masses(jiggle, matrices);
    pl_fpmode_leave(mode);
    return PLUMP_OK;
}

static plump_result check_set(const plump_jiggle* jiggle, uint32_t set, plump_error* error) {
    if (!jiggle) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no deformer");
    if (set >= jiggle->set_count)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "set %u is meant, there are %u", (unsigned)set,
                       (unsigned)jiggle->set_count);
    return PLUMP_OK;
}

// From where it was held it swings on: the spring is stretched as far as it would have to be.
static void let_go(const plump_jiggle_set* set, pl_jiggle_mass* mass) {
    double u[3];
    for (int k = 0; k < 3; ++k) u[k] = mass->q[k] - mass->p[k];
    double length = length_of(u);
    scale_to(u, length, free_length(length, stretch_limit(set, mass->radius)));
    for (int k = 0; k < 3; ++k) mass->q[k] = mass->p[k] + u[k];
}

plump_result plump_jiggle_drag(plump_jiggle* jiggle, uint32_t set, const double to[3],
                               plump_error* error) {
    plump_result result = check_set(jiggle, set, error);
    if (result == PLUMP_OK && to) result = pl_check_point(to, "hand", error);
    if (result != PLUMP_OK) return result;
    pl_jiggle_mass* mass = &jiggle->masses[set];
    if (mass->is_held && !to) let_go(&jiggle->sets[set], mass);
    mass->is_held = to != NULL;
    if (to) memcpy(mass->hand, to, sizeof mass->hand);
    return PLUMP_OK;
}

double plump_jiggle_jump(const plump_jiggle* jiggle, const double* matrices) {
    double most = 0;
    if (check_matrices(jiggle, matrices, NULL) != PLUMP_OK) return 0;
    pl_fpmode mode = pl_fpmode_enter();
    for (uint32_t i = 0; i < jiggle->set_count; ++i) {
        const pl_jiggle_mass* mass = &jiggle->masses[i];
        double m[12], way[3];
        blend_matrices(jiggle, i, matrices, m);
        transform(m, jiggle->sets[i].anchor, way);
        for (int k = 0; k < 3; ++k) way[k] -= mass->p[k];
        double share = mass->radius > 0 ? length_of(way) / mass->radius : 0;
        most = share > most ? share : most;
    }
    pl_fpmode_leave(mode);
    return most;
}

plump_result plump_jiggle_read(const plump_jiggle* jiggle, uint32_t set, plump_jiggle_state* state,
                               plump_error* error) {
    plump_result result = check_set(jiggle, set, error);
    if (result != PLUMP_OK) return result;
    if (!state) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the state");
    const pl_jiggle_mass* mass = &jiggle->masses[set];
    memset(state, 0, sizeof *state);
    double stretch[3];
    pl_jiggle_shown(&jiggle->sets[set], mass, stretch, state->turn);
    memcpy(state->anchor, mass->p, sizeof state->anchor);
    for (int k = 0; k < 3; ++k) state->point[k] = mass->p[k] + stretch[k];
    memcpy(state->velocity, mass->v, sizeof state->velocity);
    state->radius = mass->radius;
    state->stretch = in_radii(mass, stretch);
    state->limited = mass->limited;
    double away[3];
    for (int k = 0; k < 3; ++k) away[k] = mass->p[k] - jiggle->viewer[k];
    state->active = mass->radius > jiggle->viewer_ratio * length_of(away);
    state->group = jiggle->set_group[set];
    return PLUMP_OK;
}

plump_result plump_jiggle_set_viewer(plump_jiggle* jiggle, const double viewer[3], double ratio,
                                     plump_error* error) {
    if (!jiggle) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is no deformer");
    plump_result result = pl_check_point(viewer, "viewer", error);
    if (result == PLUMP_OK) result = pl_check_number(ratio, 0, 1e9, "ratio of detail", error);
    if (result != PLUMP_OK) return result;
    memcpy(jiggle->viewer, viewer, sizeof jiggle->viewer);
    jiggle->viewer_ratio = ratio;
    jiggle->fields_are_made = false;
    return PLUMP_OK;
}
