// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/muscle/muscle.h"

#include "src/base/text.h"
#include "src/bone/skeleton.h"
#include "src/math/chebyshev.h"
#include "src/math/elementary.h"
#include "src/math/mat3.h"
#include "src/math/rotation.h"

#include <math.h>
#include <string.h>

#define SOLVE_MOST 64     // iterations
#define STEP_LEFT  0.005  // of a mode's way, where their number allows
#define TURN_MOST  0.5    // radians that the slowest wave along the fibres turns in a substep
#define SETTLED    1e-6   // of the activation: it has arrived

// --- the bell ---

static double place_in_bell(const plump_muscle_def* def, double stretch) {
    return (stretch - (double)def->best) / (double)def->width;
}

double pl_muscle_bell(const plump_muscle_def* def, double stretch) {
    double s = place_in_bell(def, stretch), flat = s > -1.0 && s < 1.0 ? 1.0 - s * s : 0.0;
    double more = s < 0.0 ? 0.0 : s < 1.0 ? s * s : 2.0 * s - 1.0;
    return flat * flat + (double)def->hold * more;
}

double pl_muscle_bell_slope(const plump_muscle_def* def, double stretch) {
    double s = place_in_bell(def, stretch), flat = s > -1.0 && s < 1.0 ? 1.0 - s * s : 0.0;
    double more = s < 0.0 ? 0.0 : s < 1.0 ? 2.0 * s : 2.0;
    return ((double)def->hold * more - 4.0 * s * flat) / (double)def->width;
}

// The largest slope of the bell, at s = -1/sqrt(3); `hold` adds more where fibres are stretched.
static double steepest(const plump_muscle_def* def) {
    return 8.0 / (3.0 * sqrt(3.0) * (double)def->width);
}

// --- making ---

void pl_muscle_find_roof(const pl_body* body, pl_muscle* muscle) {
    float* sums = muscle->way[0];  // per place: of the row
    double roof = 0.0;
    memset(sums, 0, body->padded * sizeof *sums);
    for (uint32_t i = 0; i < muscle->fibre_count; ++i) {
        const pl_fibre* f = &muscle->fibres[i];
        float all = fabsf(f->share[0]) + fabsf(f->share[1]) + fabsf(f->share[2]);
        for (int k = 0; k < 3; ++k) sums[f->place[k]] += f->volume * fabsf(f->share[k]) * all;
    }
    for (uint32_t i = 0; i < body->count; ++i) {
        double row = (double)sums[i] / (double)body->mass[i];
        roof = row > roof ? row : roof;
    }
    muscle->roof = roof;
}

plump_result pl_muscle_prepare(const pl_body* body, pl_muscle* muscle, plump_error* error) {
    muscle->mobility = pl_arena_alloc_zero(&muscle->memory, body->padded, sizeof(float));
    muscle->held = pl_arena_alloc_zero(&muscle->memory, body->padded, 1);
    muscle->joints = pl_arena_alloc_zero(&muscle->memory, body->count, sizeof *muscle->joints);
    if (!muscle->mobility || !muscle->held || !muscle->joints ||
        !pl_arena_three(&muscle->memory, body->padded, muscle->way) ||
        !pl_arena_three(&muscle->memory, body->padded, muscle->left) ||
        !pl_arena_three(&muscle->memory, body->padded, muscle->sum) ||
        !pl_arena_three(&muscle->memory, body->padded, muscle->carried))
        return pl_fail_memory(error, "making room for a muscle");
    pl_muscle_find_roof(body, muscle);
    return PLUMP_OK;
}

// Waves along fibres travel with c^2 = a sigma b' V / M.
double pl_muscle_substep(const pl_body* body, const pl_muscle* muscle) {
    double active = muscle->activation > (double)muscle->def.activation
                        ? muscle->activation
                        : (double)muscle->def.activation;
    double squared = active * (double)muscle->def.strength * steepest(&muscle->def) *
                     body->rest_volume / body->mass_total;
    double length = muscle->length > 0.0 ? muscle->length : body->extent;
    return squared > 0.0 ? TURN_MOST * length / (PL_PI * sqrt(squared)) : 0.0;
}

bool pl_muscle_is_changing(const pl_muscle* muscle) {
    return muscle->activation != (double)muscle->def.activation;
}

// --- the substep ---

static void activate(pl_muscle* muscle, float h) {
    double wanted = (double)muscle->def.activation, way = wanted - muscle->activation;
    double kept = muscle->def.time > 0.0f ? pl_exp(-(double)h / (double)muscle->def.time) : 0.0;
    muscle->activation = fabs(kept * way) <= SETTLED ? wanted : wanted - kept * way;
}

static pl_vec3d at(float* const rows[3], uint32_t place) {
    return pl_vec3d_make((double)rows[0][place], (double)rows[1][place], (double)rows[2][place]);
}

// sum share_i row_i
static void gather(const pl_fibre* f, float* const rows[3], float g[3]) {
    for (int k = 0; k < 3; ++k)
        g[k] = f->share[0] * rows[k][f->place[0]] + f->share[1] * rows[k][f->place[1]] +
               f->share[2] * rows[k][f->place[2]];
}

// rows_i -= factor share_i mobility_i g
static void scatter(const pl_fibre* f, float factor, const float g[3], const float* mobility,
                    float* const rows[3]) {
    for (int c = 0; c < 3; ++c) {
        uint32_t place = f->place[c];
        float share = factor * f->share[c] * mobility[place];
        for (int k = 0; k < 3; ++k) rows[k][place] -= share * g[k];
    }
}

// What fibres pull with, times h^2, where they are now. Returns how stiff the stiffest is.
static double tighten(const pl_body* body, pl_muscle* muscle, float scale) {
    double slack = (double)muscle->def.best - (double)muscle->def.width, most = 0.0;
    for (uint32_t i = 0; i < muscle->fibre_count; ++i) {
        pl_fibre* f = &muscle->fibres[i];
        float g[3];
        gather(f, body->x, g);
        double stretch = (double)sqrtf(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
        double bell = pl_muscle_bell(&muscle->def, stretch), above = stretch - slack;
        double slope = pl_muscle_bell_slope(&muscle->def, stretch);
        double chord = above > 1e-9 ? bell / above : 0.0;
        f->pull = stretch > 1e-9 ? scale * f->volume * (float)(bell / stretch) : 0.0f;
        double stiff = slope > chord ? slope : chord;
        f->stiff = scale * f->volume * (float)stiff;
        most = stiff > most ? stiff : most;
    }
    return most;
}

static void set_aside(pl_muscle_joint* joint, float* const rows[3]) {
    for (int k = 0; k < 3; ++k) {
        joint->kept[k] = rows[k][joint->place];
        rows[k][joint->place] = 0.0f;
    }
}

// What was scattered to joints with a mobility of 1 gets the one they have.
static void turn_joint(const pl_muscle_joint* joint, float* const rows[3]) {
    const float *m = joint->mobility, x = rows[0][joint->place], y = rows[1][joint->place],
                z = rows[2][joint->place];
    for (int k = 0; k < 3; ++k)
        rows[k][joint->place] =
            joint->kept[k] + (m[3 * k] * x + m[3 * k + 1] * y + m[3 * k + 2] * z);
}

// left -= h^2 M^-1 (force, or K way)
static void spread(pl_muscle* muscle, float* const from[3], bool stiff) {
    for (uint32_t i = 0; i < muscle->joint_count; ++i) set_aside(&muscle->joints[i], muscle->left);
    for (uint32_t i = 0; i < muscle->fibre_count; ++i) {
        const pl_fibre* f = &muscle->fibres[i];
        float g[3];
        gather(f, from, g);
        scatter(f, stiff ? f->stiff : f->pull, g, muscle->mobility, muscle->left);
    }
    for (uint32_t i = 0; i < muscle->joint_count; ++i) turn_joint(&muscle->joints[i], muscle->left);
}

static void begin(const pl_body* body, pl_muscle* muscle) {
    for (int k = 0; k < 3; ++k) {
        memset(muscle->way[k], 0, body->padded * sizeof(float));
        memset(muscle->left[k], 0, body->padded * sizeof(float));
        memset(muscle->sum[k], 0, body->padded * sizeof(float));
    }
    spread(muscle, body->x, false);
}

static void iterate(const pl_body* body, pl_muscle* muscle, float keep, float add) {
    for (int k = 0; k < 3; ++k) {
        float *way = muscle->way[k], *left = muscle->left[k], *sum = muscle->sum[k];
        for (uint32_t i = 0; i < body->padded; ++i) {
            way[i] = keep * way[i] + add * left[i];
            sum[i] += way[i];
            left[i] -= way[i];
        }
    }
    spread(muscle, muscle->way, true);
}

static void solve(const pl_body* body, pl_muscle* muscle, double range) {
    float keep[SOLVE_MOST], add[SOLVE_MOST];
    pl_chebyshev filter = pl_chebyshev_make(range, 2, STEP_LEFT, SOLVE_MOST);
    uint32_t count = pl_chebyshev_write(&filter, keep, add);
    begin(body, muscle);
    for (uint32_t i = 0; i < count; ++i) iterate(body, muscle, keep[i], add[i]);
}

// What fibres give to places that are held: the force, less what the others' moves take off it, and
// less what the place itself takes.
static void carry(const pl_body* body, pl_muscle* muscle) {
    for (int k = 0; k < 3; ++k) memset(muscle->carried[k], 0, body->padded * sizeof(float));
    for (uint32_t i = 0; i < muscle->fibre_count; ++i) {
        const pl_fibre* f = &muscle->fibres[i];
        float g[3], change[3];
        gather(f, body->x, g);
        gather(f, muscle->sum, change);
        for (int c = 0; c < 3; ++c) {
            if (!muscle->held[f->place[c]]) continue;
            for (int k = 0; k < 3; ++k)
                muscle->carried[k][f->place[c]] -=
                    f->share[c] * (f->pull * g[k] + f->stiff * change[k]);
        }
    }
    for (uint32_t i = 0; i < muscle->joint_count; ++i) {
        uint32_t place = muscle->joints[i].place;
        for (int k = 0; k < 3; ++k)
            muscle->carried[k][place] -= body->mass[place] * muscle->sum[k][place];
    }
}

static pl_vec3d middle_of_held(const pl_body* body, const pl_muscle* muscle, uint32_t* count) {
    pl_vec3d sum = pl_vec3d_make(0, 0, 0);
    *count = 0;
    for (uint32_t i = 0; i < body->count; ++i) {
        if (!muscle->held[i]) continue;
        sum = pl_vec3d_add(sum, at(body->x, i));
        ++*count;
    }
    return pl_vec3d_scale(sum, 1.0 / *count);
}

// What moves and what is carried add up to, kg m, and their moment, kg m^2.
static void add_up(const pl_body* body, const pl_muscle* muscle, pl_vec3d middle, pl_vec3d* lack,
                   pl_vec3d* twist) {
    *lack = *twist = pl_vec3d_make(0, 0, 0);
    for (uint32_t i = 0; i < body->count; ++i) {
        pl_vec3d arm = pl_vec3d_sub(at(body->x, i), middle);
        pl_vec3d got = at(muscle->carried, i);
        got = pl_vec3d_add_scaled(got, (double)body->mass[i], at(muscle->sum, i));
        *lack = pl_vec3d_add(*lack, got);
        *twist = pl_vec3d_add(*twist, pl_vec3d_cross(arm, got));
    }
}

// sum over those who hold of r.r 1 - r r^T, turned round: a turn from a moment. 0 for a line.
static pl_vec3d turn_of_held(const pl_body* body, const pl_muscle* muscle, pl_vec3d middle,
                             pl_vec3d twist) {
    double sum[9] = {0}, inverse[9];
    for (uint32_t i = 0; i < body->count; ++i) {
        if (!muscle->held[i]) continue;
        pl_vec3d arm = pl_vec3d_sub(at(body->x, i), middle);
        const double r[3] = {arm.x, arm.y, arm.z};
        double square = pl_vec3d_dot(arm, arm);
        for (int k = 0; k < 9; ++k) sum[k] += (k % 4 == 0 ? square : 0.0) - r[k / 3] * r[k % 3];
    }
    double trace = sum[0] + sum[4] + sum[8], det = pl_mat3_adjugate(sum, inverse);
    if (!(det > 1e-6 * trace * trace * trace)) return pl_vec3d_make(0, 0, 0);
    return pl_vec3d_scale(pl_rotation_turn(inverse, twist), 1.0 / det);
}

// The solver leaves a little undone, and turns what it moves. What is missing is given to those who
// hold, as if they were one rigid body, so that no momentum comes out of nothing.
static void balance(const pl_body* body, pl_muscle* muscle) {
    uint32_t held;
    pl_vec3d lack, twist, middle = middle_of_held(body, muscle, &held);
    add_up(body, muscle, middle, &lack, &twist);
    pl_vec3d turn = turn_of_held(body, muscle, middle, twist);
    lack = pl_vec3d_scale(lack, 1.0 / held);
    for (uint32_t i = 0; i < body->count; ++i) {
        if (!muscle->held[i]) continue;
        pl_vec3d arm = pl_vec3d_sub(at(body->x, i), middle);
        pl_vec3d back = pl_vec3d_add(lack, pl_vec3d_cross(turn, arm));
        muscle->carried[0][i] -= (float)back.x;
        muscle->carried[1][i] -= (float)back.y;
        muscle->carried[2][i] -= (float)back.z;
    }
}

// The rigid part of the move, by the sums that tell a body's motion: moves take the place of
// velocities, and x - h v that of positions, since
//     sum m (x + dx) x (v + dx / h)    changes by    sum m (x - h v) x dx / h.
static void take_back(pl_body* body, const pl_stage* stage, pl_muscle* muscle) {
    const float *from[3], *sum[3];
    for (int k = 0; k < 3; ++k) {
        float* back = muscle->way[k];  // the solver is done with it
        for (uint32_t i = 0; i < body->padded; ++i)
            back[i] = body->x[k][i] - stage->h * body->v[k][i];
        from[k] = back;
        sum[k] = muscle->sum[k];
    }
    pl_motion_sum_of(&(pl_span){body, 0, body->padded}, stage, from, sum);
    pl_inertia inertia;
    pl_motion motion = pl_motion_join_body(body, &inertia);
    if (!pl_motion_is_sound(&motion)) return;
    for (uint32_t i = 0; i < body->count; ++i) {
        pl_vec3d arm = pl_vec3d_sub(at(muscle->way, i), motion.centre);
        pl_vec3d turn = pl_vec3d_cross(motion.angular_velocity, arm);
        pl_vec3d rigid = pl_vec3d_add(motion.velocity, turn);
        muscle->sum[0][i] -= (float)rigid.x;
        muscle->sum[1][i] -= (float)rigid.y;
        muscle->sum[2][i] -= (float)rigid.z;
    }
}

static void move(pl_body* body, const pl_muscle* muscle, float h) {
    float per_h = 1.0f / h;
    for (int k = 0; k < 3; ++k) {
        for (uint32_t i = 0; i < body->count; ++i) {
            body->x[k][i] += muscle->sum[k][i];
            body->v[k][i] += muscle->sum[k][i] * per_h;
        }
    }
}

static void contract(pl_body* body, const pl_stage* stage, pl_muscle* muscle) {
    double scale =
        (double)stage->h * (double)stage->h * muscle->activation * (double)muscle->def.strength;
    double most = tighten(body, muscle, (float)scale);
    solve(body, muscle, scale * most * muscle->roof);
    if (muscle->any_held) {
        carry(body, muscle);
        balance(body, muscle);
    } else {
        take_back(body, stage, muscle);
    }
    move(body, muscle, stage->h);
}

// G (1 + m G)^-1
static void set_mobility(const double g[9], double mass, float mobility[9]) {
    double a[9], inverse[9];
    for (int k = 0; k < 9; ++k) a[k] = mass * g[k] + (k % 4 == 0 ? 1.0 : 0.0);
    double det = pl_mat3_adjugate(a, inverse);
    for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
            double sum = 0.0;
            for (int k = 0; k < 3; ++k) sum += g[3 * r + k] * inverse[3 * k + c];
            mobility[3 * r + c] = (float)(sum / det);
        }
    }
}

void pl_muscle_grip(const pl_stage* stage) {
    for (uint32_t i = 0; i < stage->muscle_count; ++i) {
        pl_muscle* muscle = stage->muscles[i];
        for (uint32_t k = 0; k < muscle->joint_count; ++k) {
            pl_muscle_joint* joint = &muscle->joints[k];
            const pl_attachment* tie = joint->tie;
            const pl_bone* bone = stage->obstacles[tie->obstacle]->bone;
            double yield[9];
            pl_skeleton_yield(stage, bone, pl_skeleton_arm(bone, tie->def.point), yield);
            double mass = (double)stage->all[tie->body[0]]->mass[joint->place];
            set_mobility(yield, mass, joint->mobility);
        }
    }
}

static void solve_body(pl_body* body, const pl_stage* stage) {
    body->flexing = false;
    for (pl_muscle* muscle = body->muscles; muscle; muscle = muscle->next) {
        activate(muscle, stage->h);
        body->flexing = body->flexing || pl_muscle_is_changing(muscle);
        muscle->pulls = muscle->activation > 0.0 && muscle->def.strength > 0.0f;
        if (muscle->pulls) contract(body, stage, muscle);
    }
}

void pl_muscle_solve(const pl_stage* stage) {
    if (stage->muscle_count > 0) pl_stage_bodies(stage, solve_body);
}
