// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The step on one page, after Diziol, Bender, Bayer 2011, section 3.
#include "src/step/step.h"

#include "src/base/clock.h"
#include "src/bone/skeleton.h"
#include "src/collide/collide.h"
#include "src/contact/contact.h"
#include "src/elastic/elastic.h"
#include "src/finish/finish.h"
#include "src/muscle/muscle.h"
#include "src/predict/predict.h"
#include "src/volume/volume.h"

// Runs a stage, takes its time, and lets the watch look at the state: comparing two trails of
// hashes names the first stage that differs.
static void run(const pl_stage* stage, uint32_t substep, plump_stage name, pl_stage_fn* work,
                bool apart, const pl_step_watch* watch) {
    double begin = pl_clock_seconds();
    if (apart) {
        pl_stage_batches(stage, work);
    } else {
        work(stage);
    }
    watch->stage_seconds[name] += pl_clock_seconds() - begin;
    if (watch->observe) watch->observe(watch->context, substep, name);
}

static void deform(const pl_stage* stage) {
    pl_contact_begin_elastic(stage);
    pl_elastic_solve(stage);
    pl_contact_end_elastic(stage);
    pl_muscle_solve(stage);
}

static void find(const pl_stage* stage) {
    pl_contact_remember(stage);
    pl_collide_find(stage);
    pl_contact_forget(stage);
}

static void resolve(const pl_stage* stage) {
    pl_stage_batches(stage, pl_volume_press);
    pl_contact_solve(stage);
}

// By contacts, and by looking at all places where these have leapt.
static bool hold_out(const pl_stage* stage) {
    bool held = pl_contact_hold_out(stage);
    return pl_collide_keep_out(stage) || held;
}

// What mending volumes has driven into obstacles comes out again, and the rest of the body makes up
// for it, in turns. In the end an obstacle's word stands, and the certificate tells what it has
// cost.
static void mend_volumes(const pl_stage* stage) {
    pl_stage turn = *stage;
    pl_stage_batches(stage, pl_volume_positions);
    for (turn.pass = 0; turn.pass <= PL_HOLDS && hold_out(&turn); ++turn.pass) {
        if (turn.pass < PL_HOLDS) pl_stage_batches(stage, pl_volume_again);
    }
}

// No surface goes through another within a substep. What is put back costs volume, which the rest
// of the body makes up for, in turns, until neither sides nor obstacles object. In the end they
// count. Nearly always the second turn is the last; with two at most volumes were off by up to 8e-4
// while something heavy hit.
#define TURNS 5

static bool part(pl_stage* turn) {
    bool any = false;
    for (turn->pass = 0; turn->pass < PL_PART_PASSES && pl_collide_sweep(turn); ++turn->pass) {
        pl_contact_part(turn);
        any = true;
    }
    return any;
}

static void keep_sides(const pl_stage* stage) {
    pl_stage turn = *stage;
    bool held = false;
    pl_contact_part_begin(stage);
    for (int i = 0; i < TURNS; ++i) {
        bool parted = part(&turn);
        bool in_vain = turn.pass == PL_PART_PASSES && i > 0;
        if ((!parted && !held) || in_vain || i + 1 == TURNS) break;
        pl_stage_batches(stage, pl_volume_again);
        turn.pass = PL_HOLDS;
        held = hold_out(&turn);
    }
    pl_collide_keep_out(stage);
    pl_contact_part_end(stage);
}

static void settle_positions(const pl_stage* stage) {
    mend_volumes(stage);
    keep_sides(stage);
}

static void settle(const pl_stage* stage) {
    pl_stage_batches(stage, pl_volume_velocities);
    pl_contact_bound_energy(stage);
    pl_contact_account(stage);
}

static void finish(const pl_stage* stage) {
    pl_collide_measure(stage);
    pl_finish(stage);
}

#define RUN(name, work)       run(stage, i, PLUMP_STAGE_##name, work, false, watch)
#define RUN_APART(name, work) run(stage, i, PLUMP_STAGE_##name, work, true, watch)  // body by body

void pl_step(pl_stage* stage, uint32_t substeps, const pl_step_watch* watch) {
    uint32_t i = 0;
    stage->h = stage->step / (float)substeps;
    pl_collide_begin(stage);
    for (; i < substeps; ++i) {
        stage->fraction = (float)(i + 1) / (float)substeps;
        stage->tick++;
        pl_finish_keep_up(stage);
        pl_skeleton_predict(stage);  // 0  bones, as if nothing held them
        pl_muscle_grip(stage);
        RUN_APART(PREDICT, pl_predict);           // 1  v += h a, x += h v
        RUN_APART(ELASTIC, deform);               // 2  each body's own model, muscles
        RUN(COLLIDE, find);                       // 3  who touches whom
        RUN(CONTACT, resolve);                    //    apart, with friction and pressure
        RUN(VOLUME_POSITIONS, settle_positions);  // 4  back to its volume, and not into obstacles
        RUN(VOLUME_VELOCITIES, settle);  // 5  no divergence left, nor energy out of nothing
    }
    RUN(FINISH, finish);  // bounds, motion as a whole, sleep
}
