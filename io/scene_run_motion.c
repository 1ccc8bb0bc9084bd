// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Motions by keys: where something is at a time, and telling the world about it before each step.
// Only + - * / and sqrt, so that the same file gives the same bits everywhere.
#include "io/scene_run.h"

#include "io/turn.h"

#include <math.h>
#include <string.h>

// --- between two keys ---

// Times that lie `stride` bytes apart.
typedef struct timeline {
    const double* first;
    size_t stride;
    uint32_t count;
    bool smooth, loop;
} timeline;

typedef struct place {
    uint32_t key;  // the one before
    double share;  // of the way to the next, 0 to 1; exactly 0 on the key
} place;

static double time_of(const timeline* line, uint32_t key) {
    double time;
    memcpy(&time, (const char*)line->first + key * line->stride, sizeof time);
    return time;
}

// The last key that is not later than `time`.
static uint32_t key_before(const timeline* line, double time) {
    uint32_t low = 0, high = line->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (time_of(line, middle) <= time) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

static place find_place(const timeline* line, double time, double slack) {
    double first = time_of(line, 0), last = time_of(line, line->count - 1);
    if (line->loop && time > last + slack && last > first)
        time -= (last - first) * floor((time - first) / (last - first));
    place p = {key_before(line, time + slack), 0};
    double begin = time_of(line, p.key);
    if (time <= begin + slack || p.key + 1 == line->count) return p;
    p.share = (time - begin) / (time_of(line, p.key + 1) - begin);
    if (line->smooth) p.share = p.share * p.share * (3 - 2 * p.share);
    return p;
}

double pl_scene_curve_at(const pl_plan_curve* curve, double time, double slack) {
    timeline line = {curve->times, sizeof *curve->times, curve->count, curve->smooth, curve->loop};
    place p = find_place(&line, time, slack);
    double value = curve->values[p.key];
    return p.share == 0 ? value : value + p.share * (curve->values[p.key + 1] - value);
}

// --- rotations ---

static void multiply(const double a[4], const double b[4], double product[4]) {
    double p[4] = {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
                   a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2],
                   a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0],
                   a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
    memcpy(product, p, sizeof p);
}

static void normalise(double q[4]) {
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int k = 0; k < 4; ++k) q[k] /= length;
}

static void widen(const float narrow[4], double wide[4]) {
    for (int k = 0; k < 4; ++k) wide[k] = (double)narrow[k];
}

// p + 2 u x (u x p + w p), for q of length 1.
static void turn(const double q[4], const double p[3], double turned[3]) {
    double c[3], d[3];
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        c[k] = q[i] * p[j] - q[j] * p[i] + q[3] * p[k];
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        d[k] = p[k] + 2 * (q[i] * c[j] - q[j] * c[i]);
    }
    memcpy(turned, d, sizeof d);
}

// The short way round; nearly even, and free of elementary functions.
static void blend(const float from[4], const float to[4], double share, double q[4]) {
    double dot = 0;
    for (int k = 0; k < 4; ++k) dot += (double)from[k] * (double)to[k];
    double sign = dot < 0 ? -1 : 1;
    for (int k = 0; k < 4; ++k) q[k] = (1 - share) * (double)from[k] + share * sign * (double)to[k];
    normalise(q);
}

// --- poses ---

pl_scene_pose pl_scene_pose_at(const pl_plan_motion* motion, double time, double slack) {
    timeline line = {&motion->keys->time, sizeof *motion->keys, motion->count, motion->smooth,
                     motion->loop};
    place p = find_place(&line, time, slack);
    const pl_plan_key* from = &motion->keys[p.key];
    const pl_plan_key* to = p.share == 0 ? from : from + 1;
    pl_scene_pose pose;
    for (int k = 0; k < 3; ++k) {
        double way = to->position[k] - from->position[k];
        pose.position[k] = p.share == 0 ? from->position[k] : from->position[k] + p.share * way;
    }
    if (motion->turns) {
        double degrees = from->degrees;
        if (p.share != 0) degrees += p.share * (to->degrees - from->degrees);
        float rotation[4];
        pl_turn_quaternion(motion->axis, degrees, rotation);
        widen(rotation, pose.rotation);
    } else if (p.share == 0) {
        widen(from->rotation, pose.rotation);
    } else {
        blend(from->rotation, to->rotation, p.share, pose.rotation);
    }
    return pose;
}

void pl_scene_place_point(const plump_body_def* def, const double point[3], double placed[3]) {
    double q[4], p[3];
    widen(def->rotation, q);
    normalise(q);
    for (int k = 0; k < 3; ++k) p[k] = (double)def->scale * point[k];
    turn(q, p, p);
    for (int k = 0; k < 3; ++k) placed[k] = def->position[k] + p[k];
}

void pl_scene_solid_pose(const pl_plan_motion* motion, double time, double slack,
                         double position[3], float rotation[4]) {
    if (motion->count == 0) return;
    pl_scene_pose pose = pl_scene_pose_at(motion, time, slack);
    if (motion->turns) {
        double start[4];
        widen(rotation, start);
        normalise(start);
        multiply(pose.rotation, start, pose.rotation);
    }
    memcpy(position, pose.position, sizeof pose.position);
    for (int k = 0; k < 4; ++k) rotation[k] = (float)pose.rotation[k];
}

void pl_scene_obstacle_pose(const pl_plan_obstacle* obstacle, double time, double slack,
                            double position[3], float rotation[4]) {
    memcpy(position, obstacle->def.position, sizeof obstacle->def.position);
    memcpy(rotation, obstacle->def.rotation, sizeof obstacle->def.rotation);
    pl_scene_solid_pose(&obstacle->motion, time, slack, position, rotation);
}

// --- telling the world ---

static bool is_same(const double* a, const double* b, int count) {
    for (int k = 0; k < count; ++k) {
        if (a[k] != b[k]) return false;
    }
    return true;
}

// Where the step ends; false: where it begins, so that nothing need be told and all may sleep. In
// the first step all is told: what the first key moves goes there at once.
static bool pose_of_step(const plump_scene* scene, const pl_plan_motion* motion,
                         pl_scene_pose* pose) {
    if (motion->count == 0) return false;
    double begin = pl_scene_clock(scene), slack = pl_scene_slack(scene);
    pl_scene_pose was = pl_scene_pose_at(motion, begin, slack);
    *pose = pl_scene_pose_at(motion, begin + (double)scene->plan.info.dt, slack);
    return begin < slack || !is_same(was.position, pose->position, 3) ||
           !is_same(was.rotation, pose->rotation, 4);
}

static plump_result move_obstacle(plump_scene* scene, uint32_t index, double slack,
                                  plump_error* error) {
    const pl_plan_obstacle* obstacle = &scene->plan.obstacles[index];
    double begin = pl_scene_clock(scene), dt = (double)scene->plan.info.dt;
    double position[3];
    float rotation[4];
    pl_scene_pose pose;
    if (!pose_of_step(scene, &obstacle->motion, &pose)) return PLUMP_OK;
    pl_scene_obstacle_pose(obstacle, begin + dt, slack, position, rotation);
    return plump_obstacle_move(scene->world, scene->obstacle_ids[index], position, rotation, error);
}

static void carry(const pl_scene_pose* pose, const double pivot[3], const double from[3],
                  double target[3]) {
    double arm[3];
    for (int k = 0; k < 3; ++k) arm[k] = from[k] - pivot[k];
    turn(pose->rotation, arm, arm);
    for (int k = 0; k < 3; ++k) target[k] = pivot[k] + arm[k] + pose->position[k];
}

static plump_result move_hold(plump_scene* scene, const pl_run_hold* hold, plump_error* error) {
    pl_scene_pose pose;
    if (!hold->held || !pose_of_step(scene, &hold->pin->motion, &pose)) return PLUMP_OK;
    plump_body_id body = scene->run->bodies[hold->body].id;
    for (uint32_t i = 0; i < hold->pin->vertex_count; ++i) {
        double target[3];
        carry(&pose, hold->pivot, hold->from + 3 * (size_t)i, target);
        plump_result result =
            plump_body_move_pin(scene->world, body, hold->pin->vertices[i], target, error);
        if (result != PLUMP_OK) return result;
    }
    return PLUMP_OK;
}

static plump_result move_tie(plump_scene* scene, const pl_run_tie* tie, plump_error* error) {
    pl_scene_pose pose;
    if (!tie->held || !pose_of_step(scene, &tie->plan->motion, &pose)) return PLUMP_OK;
    double target[3];
    carry(&pose, tie->pivot, tie->from, target);
    return plump_attachment_move(scene->world, tie->id, target, error);
}

plump_result pl_scene_move_all(plump_scene* scene, plump_error* error) {
    const pl_scene_run* run = scene->run;
    double slack = pl_scene_slack(scene);
    plump_result result = PLUMP_OK;
    for (uint32_t i = 0; i < scene->plan.obstacle_count && result == PLUMP_OK; ++i)
        result = move_obstacle(scene, i, slack, error);
    for (uint32_t i = 0; i < run->hold_count && result == PLUMP_OK; ++i)
        result = move_hold(scene, &run->holds[i], error);
    for (uint32_t i = 0; i < run->tie_count && result == PLUMP_OK; ++i)
        result = move_tie(scene, &run->ties[i], error);
    return result;
}
