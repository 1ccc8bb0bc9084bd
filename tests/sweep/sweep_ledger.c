// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The figures of a run. Energy is kept as in a ledger: what gravity, wind, kicks and moving
// obstacles put in is counted, and kinetic energy may never be above the sum. Elasticity and
// friction can only take from it, since bodies begin at rest in themselves; so nothing has to be
// known of either.
#include "tests/sweep/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A flight: from where nothing is near until something is.
typedef struct flight {
    bool is_on;
    double momentum[3], spin[3], pushed[3];  // at its start; N s of gravity since
    double speed;                            // most of any vertex since
    double rounding;  // share that velocities in 32-bit floats may be off: 3e-8 each substep, which
                      // all vertices round the same way as they fall
} flight;

typedef struct entry {
    plump_body_id id;
    judge_body judge;
    double centre[3];        // before the step
    double acceleration[3];  // of gravity and its own, in the step
    flight flight;
    bool is_held;       // vertices are pinned: it is never in flight
    bool reason_given;  // for a volume
    bool is_gone;
} entry;

struct sweep_ledger {
    const sweep_plan* plan;
    plump_scene* scene;
    plump_world* world;
    entry bodies[SWEEP_BODIES];
    judge_obstacle obstacles[SWEEP_OBSTACLES];
    plump_obstacle_id obstacle_ids[SWEEP_OBSTACLES];
    plump_obstacle_info obstacle_before[SWEEP_OBSTACLES];
    uint32_t body_count, obstacle_count, steps;
    double started;  // kinetic energy at the start
    double work;     // put in since, J
    double work_low, work_high;
    double unsure;  // what moving obstacles did, of which a quarter is not counted on
    double scale;   // weight of all times size: the least energy in play that counts
    double gained;  // most above what was put in, J
    sweep_figures figures;
};

// --- vertices are weighed: an impulse on one of a body at rest tells its mass ---

static double* weigh(plump_world* world, plump_body_id id, uint32_t count, bool* is_held) {
    static const float still[3] = {0, 0, 0};
    double* mass = calloc(count, sizeof *mass);
    plump_body_info info;
    plump_error error;
    plump_body_view view;
    if (!mass || plump_body_describe(world, id, &info, &error) != PLUMP_OK) abort();
    float push = (float)(info.mass / count);
    const float impulse[3] = {push, 0, 0};
    plump_body_set_velocity(world, id, PLUMP_ALL_VERTICES, still, &error);
    for (uint32_t i = 0; i < count; ++i) {
        plump_body_add_impulse(world, id, i, impulse, &error);
        if (plump_body_lend(world, id, &view, &error) != PLUMP_OK) abort();
        double speed = (double)view.vx[view.place_of[i]];
        *is_held = *is_held || speed == 0;
        mass[i] = speed != 0 ? (double)push / speed : info.mass / count;
    }
    return mass;
}

// --- reading ---

static void read_body(const sweep_ledger* l, entry* e) {
    plump_error error;
    plump_body_view view;
    if (plump_body_lend(l->world, e->id, &view, &error) != PLUMP_OK) {
        e->is_gone = true;
        return;
    }
    double origin[3];
    for (int k = 0; k < 3; ++k) origin[k] = view.origin[k] - l->plan->far_off[k];
    for (uint32_t i = 0; i < view.count; ++i) {
        double *x = e->judge.x + 3 * (size_t)view.vertex_of[i], *v = e->judge.v + (x - e->judge.x);
        x[0] = origin[0] + (double)view.x[i], v[0] = (double)view.vx[i];
        x[1] = origin[1] + (double)view.y[i], v[1] = (double)view.vy[i];
        x[2] = origin[2] + (double)view.z[i], v[2] = (double)view.vz[i];
    }
    judge_body_look(&e->judge);
}

static void read_obstacle(sweep_ledger* l, uint32_t i, plump_obstacle_info* info) {
    plump_error error;
    double place[3];
    if (plump_obstacle_get_info(l->world, l->obstacle_ids[i], info, &error) != PLUMP_OK) return;
    for (int k = 0; k < 3; ++k) place[k] = info->position[k] - l->plan->far_off[k];
    judge_obstacle_put(&l->obstacles[i], place, info->rotation);
}

// What accelerates it as a whole in the step that has just ended, events at its start included.
static void read_acceleration(const sweep_ledger* l, entry* e) {
    static const char* const names[] = {"acceleration.x", "acceleration.y", "acceleration.z"};
    float gravity[3];
    plump_world_get_gravity(l->world, gravity);
    double share = plump_body_get(l->world, e->id, "gravity_scale");
    for (int k = 0; k < 3; ++k) {
        e->acceleration[k] = share * (double)gravity[k] + plump_body_get(l->world, e->id, names[k]);
    }
}

// --- opening ---

static void open_body(sweep_ledger* l, plump_scene* spare, uint32_t index) {
    plump_scene_body body, twin;
    entry* e = &l->bodies[l->body_count++];
    plump_scene_get_body(l->scene, index, &body);
    plump_scene_get_body(spare, index, &twin);
    e->id = body.id;
    uint32_t count = plump_mesh_vertex_count(body.mesh);
    double* mass = weigh(plump_scene_world(spare), twin.id, count, &e->is_held);
    e->judge = judge_body_make(body.mesh, plump_body_get(l->world, e->id, "scale"), mass);
    free(mass);
    read_body(l, e);
    l->started += e->judge.energy;
    l->scale += e->judge.total * e->judge.size;
    l->figures.vertex_count += count;
}

sweep_ledger* sweep_ledger_open(const sweep_plan* plan, plump_scene* scene, plump_scene* spare) {
    sweep_ledger* l = calloc(1, sizeof *l);
    if (!l) abort();
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    l->plan = plan;
    l->scene = scene;
    l->world = plump_scene_world(scene);
    l->figures.finite = true;
    l->figures.body_count = info.body_count;
    if (info.body_count > SWEEP_BODIES || info.obstacle_count > SWEEP_OBSTACLES) abort();
    for (uint32_t i = 0; i < info.body_count; ++i) open_body(l, spare, i);
    for (uint32_t i = 0; i < info.obstacle_count; ++i) {
        plump_scene_obstacle o;
        plump_scene_get_obstacle(scene, i, &o);
        l->obstacles[i] = judge_obstacle_make(&o.def);
        l->obstacle_ids[i] = o.id;
        l->obstacle_count++;
        read_obstacle(l, i, &l->obstacle_before[i]);
    }
    return l;
}

// --- energy ---

static void count_jolt(sweep_ledger* l, const judge_body* b, const double jolt[3]) {
    for (int k = 0; k < 3; ++k) {
        l->work += jolt[k] * b->velocity[k] + 0.5 * jolt[k] * jolt[k] / b->total;
    }
}

// What comes at the start of the step: kicks, and a step's worth of wind.
static void count_kicks(sweep_ledger* l, const judge_body* b, double time) {
    const sweep_plan* p = l->plan;
    for (uint32_t i = 0; i < p->kick_count; ++i) {
        double late = time - p->kicks[i].time;
        if (late > -1e-6 && late < p->dt - 1e-6) count_jolt(l, b, p->kicks[i].impulse);
    }
    if (time < p->wind_from - 1e-6 || time > p->wind_until - 1e-6) return;
    double jolt[3];
    for (int k = 0; k < 3; ++k) jolt[k] = b->total * p->dt * p->wind[k];
    count_jolt(l, b, jolt);
}

static void count_obstacle(sweep_ledger* l, uint32_t i) {
    const plump_obstacle_info before = l->obstacle_before[i];
    plump_obstacle_info* now = &l->obstacle_before[i];
    read_obstacle(l, i, now);
    double work = 0;
    for (int k = 0; k < 3; ++k) {
        work -= now->impulse[k] * (now->position[k] - before.position[k]) / l->plan->dt;
    }
    l->work += work;
    l->unsure += fabs(work);
}

static double work_of_gravity(const entry* e) {
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        sum += e->judge.total * e->acceleration[k] * (e->judge.centre[k] - e->centre[k]);
    }
    return sum;
}

static void judge_energy(sweep_ledger* l) {
    double energy = 0;
    for (uint32_t i = 0; i < l->body_count; ++i) {
        if (!l->bodies[i].is_gone) energy += l->bodies[i].judge.energy;
    }
    l->work_low = fmin(l->work_low, l->work);
    l->work_high = fmax(l->work_high, l->work);
    double gained = energy - l->started - l->work - 0.25 * l->unsure;
    if (plump_scene_time(l->scene) > l->plan->energy_until) return;
    if (!(gained <= l->gained)) l->gained = gained;
    double play = l->started + l->work_high - l->work_low;
    double share = l->gained / fmax(play, 1e-4 * 9.81 * l->scale);
    if (!(share <= l->figures.energy)) l->figures.energy = share;
}

// --- momentum ---

static bool boxes_near(const judge_body* a, const judge_body* b, double room) {
    for (int k = 0; k < 3; ++k) {
        if (a->low[k] > b->high[k] + room || b->low[k] > a->high[k] + room) return false;
    }
    return true;
}

// Near is what a tenth of its size and two steps of its speed reach.
static bool is_near_anything(const sweep_ledger* l, uint32_t index) {
    const judge_body* b = &l->bodies[index].judge;
    double room = 0.1 * b->size + 2 * l->plan->dt * b->speed_most;
    for (uint32_t i = 0; i < l->body_count; ++i) {
        const entry* other = &l->bodies[i];
        if (i == index || other->is_gone || !other->judge.finite) continue;
        double reach = room + 2 * l->plan->dt * other->judge.speed_most;
        if (boxes_near(b, &other->judge, reach)) return true;
    }
    for (uint32_t o = 0; o < l->obstacle_count; ++o) {
        for (uint32_t i = 0; i < b->count; ++i) {
            if (judge_obstacle_distance(&l->obstacles[o], b->x + 3 * (size_t)i) < room) return true;
        }
    }
    return false;
}

static double length_of(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void judge_drift(sweep_ledger* l, const entry* e, flight* f) {
    const judge_body* b = &e->judge;
    double drift[3], turn[3];
    for (int k = 0; k < 3; ++k) {
        f->pushed[k] += b->total * e->acceleration[k] * l->plan->dt;
        drift[k] = b->momentum[k] - f->momentum[k] - f->pushed[k];
        turn[k] = b->spin[k] - f->spin[k];
    }
    f->speed = fmax(f->speed, b->speed_most);
    f->rounding += 3e-8 * plump_world_report(l->world)->substeps;
    double scale = b->total * f->speed;
    if (scale == 0) return;
    double share = length_of(drift) / scale - f->rounding;
    if (!(share <= l->figures.momentum)) l->figures.momentum = share;
    // the paper's matching loses spin, as docs/models/shape_match.md says
    if (plump_body_get(l->world, e->id, "matching") == PLUMP_MATCHING_PAPER) return;
    share = length_of(turn) / (scale * b->size) - f->rounding;
    if (!(share <= l->figures.spin)) l->figures.spin = share;
}

static void judge_flight(sweep_ledger* l, uint32_t index) {
    entry* e = &l->bodies[index];
    flight* f = &e->flight;
    bool is_free = !e->is_gone && !e->is_held && !is_near_anything(l, index) &&
                   plump_scene_time(l->scene) < l->plan->momentum_until;
    if (is_free && f->is_on) judge_drift(l, e, f);
    if (is_free && !f->is_on) {
        *f = (flight){.speed = e->judge.speed_most};
        memcpy(f->momentum, e->judge.momentum, sizeof f->momentum);
        memcpy(f->spin, e->judge.spin, sizeof f->spin);
    }
    f->is_on = is_free;
}

// --- volume, floors, overlaps ---

static void judge_volume(sweep_ledger* l, entry* e) {
    plump_error error;
    plump_body_info info;
    if (plump_body_describe(l->world, e->id, &info, &error) != PLUMP_OK) return;
    bool is_asked = plump_body_get(l->world, e->id, "volume") != PLUMP_VOLUME_FREE &&
                    plump_body_get(l->world, e->id, "compressibility") == 0 &&
                    plump_body_get(l->world, e->id, "volume_exact") != 0;
    e->reason_given = e->reason_given || info.volume_state != PLUMP_VOLUME_KEPT || !is_asked;
    if (info.volume_state != PLUMP_VOLUME_KEPT || !is_asked) return;
    double error_now = fabs(e->judge.volume / info.volume_target - 1);
    if (!(error_now <= l->figures.volume)) l->figures.volume = error_now;
    // in a substep before the last, where nothing has ever been off with a reason
    if (!e->reason_given && !(info.volume_error_most <= l->figures.volume)) {
        l->figures.volume = info.volume_error_most;
    }
}

static void judge_floors(sweep_ledger* l, const judge_body* b, bool last) {
    for (uint32_t o = 0; o < l->obstacle_count; ++o) {
        if (l->obstacles[o].shape != PLUMP_OBSTACLE_PLANE) continue;
        for (uint32_t i = 0; i < b->count; ++i) {
            double depth = judge_obstacle_depth(&l->obstacles[o], b->x + 3 * (size_t)i) / b->size;
            l->figures.below = fmax(l->figures.below, depth);
            if (last) l->figures.below_end = fmax(l->figures.below_end, depth);
        }
    }
}

// Ten times a second and at the end: it takes longer than the step.
static void judge_overlap(sweep_ledger* l, bool last) {
    uint32_t every = (uint32_t)fmax(1, floor(0.1 / l->plan->dt));
    if ((!last && l->steps % every) || plump_scene_time(l->scene) > l->plan->overlap_until) return;
    judge_body bodies[SWEEP_BODIES];
    uint32_t count = 0;
    for (uint32_t i = 0; i < l->body_count; ++i) {
        if (!l->bodies[i].is_gone) bodies[count++] = l->bodies[i].judge;
    }
    judge_finding f = judge_overlaps(bodies, count, l->obstacles, l->obstacle_count, 1);
    l->figures.overlap = fmax(l->figures.overlap, f.share);
}

// --- steps ---

void sweep_ledger_before(sweep_ledger* l) {
    for (uint32_t i = 0; i < l->body_count; ++i) {
        entry* e = &l->bodies[i];
        if (e->is_gone) continue;
        memcpy(e->centre, e->judge.centre, sizeof e->centre);
        count_kicks(l, &e->judge, plump_scene_time(l->scene));
    }
}

void sweep_ledger_after(sweep_ledger* l, bool last) {
    const plump_step_report* report = plump_world_report(l->world);
    ++l->steps;
    l->figures.mended += report->contained_count;
    l->figures.dropped += report->contact_dropped;
    for (uint32_t i = 0; i < l->obstacle_count; ++i) count_obstacle(l, i);
    for (uint32_t i = 0; i < l->body_count; ++i) {
        entry* e = &l->bodies[i];
        if (e->is_gone) continue;
        read_acceleration(l, e);
        read_body(l, e);
        if (!e->judge.finite) {
            l->figures.finite = false;
            continue;
        }
        l->work += work_of_gravity(e);
        judge_volume(l, e);
        judge_floors(l, &e->judge, last);
    }
    if (!l->figures.finite) return;
    for (uint32_t i = 0; i < l->body_count; ++i) judge_flight(l, i);
    judge_energy(l);
    judge_overlap(l, last);
}

void sweep_ledger_close(sweep_ledger* l, sweep_figures* figures) {
    *figures = l->figures;
    for (uint32_t i = 0; i < l->body_count; ++i) judge_body_free(&l->bodies[i].judge);
    for (uint32_t i = 0; i < l->obstacle_count; ++i) judge_obstacle_free(&l->obstacles[i]);
    free(l);
}
