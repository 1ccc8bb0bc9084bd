// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/contact/resolve.h"

#include <math.h>

#define ROUNDS 12
#define CHUNK  256  // rows or grips

static uint32_t hold_end(const pl_resolve* resolve, size_t grip) {
    if (grip + 1 < resolve->grip_count) return resolve->grips[grip + 1].hold_first;
    return resolve->hold_count;
}

// --- rows ---

// K: how far an impulse of 1 moves the two sides apart, by the mass that is lent.
static float ease(const pl_resolve* resolve, const pl_row* row) {
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k) {
        if (row->grip[k] == PL_NO_GRIP) continue;
        const pl_grip* grip = &resolve->grips[row->grip[k]];
        float w = fabsf(row->weight[k]);
        float crowd = grip->crowd > w ? grip->crowd : w;  // itself at least, acting or not
        sum += grip->inv_mass * w * crowd;
    }
    return sum;
}

// Friction wants the slide to end, and gets at most its share of the push.
static pl_vec3 rub(const pl_contact* c, const pl_row* row, pl_vec3 move, float k, float push) {
    pl_vec3 n = pl_vec3_load(c->normal);
    pl_vec3 way = pl_vec3_add(pl_vec3_load(c->slide), move);
    pl_vec3 slide = pl_vec3_add_scaled(way, -pl_vec3_dot(n, way), n);
    pl_vec3 wish = pl_vec3_add_scaled(pl_vec3_load(row->drag), -1.0f / k, slide);
    float size = pl_vec3_length(wish);
    if (!(size > c->friction_static * push)) return wish;
    return pl_vec3_scale(wish, c->friction * push / size);
}

static void answer_contact(const pl_resolve* resolve, pl_contact* c, pl_row* row, float lead) {
    pl_vec3 n = pl_vec3_load(c->normal), move = pl_row_move(resolve, row);
    float gap = c->gap + pl_vec3_dot(n, move), k = ease(resolve, row);
    row->acts = k > 0.0f && (gap < 0.0f || row->push != 0.0f || c->push > 0.0f);
    if (!row->acts) return;
    float push = row->push - gap / k;
    push = push > 0.0f ? push : 0.0f;
    pl_vec3 old = pl_vec3_load(c->drag), drag = rub(c, row, move, k, push);
    float ahead = push + lead * (push - c->push);
    pl_vec3 drag_ahead = pl_vec3_add_scaled(drag, lead, pl_vec3_sub(drag, old));
    pl_vec3 change = pl_vec3_sub(drag_ahead, pl_vec3_load(row->drag));
    pl_vec3_store(pl_vec3_add_scaled(change, ahead - row->push, n), row->impulse);
    c->push = push;
    pl_vec3_store(drag, c->drag);
    row->push = ahead;
    pl_vec3_store(drag_ahead, row->drag);
}

// (tcc writes 16 bytes when a vector is assigned anew, over what lies behind it: each has its
// name.)
static void answer_tie(const pl_resolve* resolve, pl_tie* tie, pl_row* row, float lead) {
    pl_vec3 apart = pl_vec3_add(pl_vec3_load(tie->offset), pl_row_move(resolve, row));
    pl_vec3 ahead = pl_vec3_load(row->drag), old = pl_vec3_load(tie->pull);
    float k = ease(resolve, row) + tie->give;
    if (!(k > 0.0f)) return;
    pl_vec3 lag = pl_vec3_add_scaled(apart, tie->give, ahead);
    pl_vec3 pull = pl_vec3_add_scaled(ahead, -1.0f / k, lag);
    pl_vec3 next = pl_vec3_add_scaled(pull, lead, pl_vec3_sub(pull, old));
    pl_vec3_store(pl_vec3_sub(next, ahead), row->impulse);
    pl_vec3_store(next, row->drag);
    pl_vec3_store(pull, tie->pull);
}

static void answer_rows(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    pl_resolve* resolve = stage->resolve;
    size_t end = ((size_t)chunk + 1) * CHUNK, contacts = stage->contacts->count;
    if (end > resolve->row_count) end = resolve->row_count;
    for (size_t i = (size_t)chunk * CHUNK; i < end; ++i) {
        if (i < contacts) {
            answer_contact(resolve, &stage->contacts->contacts[i], &resolve->rows[i],
                           resolve->lead);
        } else {
            answer_tie(resolve, &resolve->ties[i - contacts], &resolve->rows[i], resolve->lead);
        }
    }
}

// --- grips ---

// By what the rows have added, and counts anew who acts on them.
static void move_grips(uint32_t chunk, uint32_t worker, void* context) {
    (void)worker;
    const pl_stage* stage = context;
    pl_resolve* resolve = stage->resolve;
    size_t end = ((size_t)chunk + 1) * CHUNK;
    if (end > resolve->grip_count) end = resolve->grip_count;
    for (size_t i = (size_t)chunk * CHUNK; i < end; ++i) {
        pl_grip* grip = &resolve->grips[i];
        float sum[3] = {0.0f, 0.0f, 0.0f}, crowd = 0.0f;
        uint32_t last = hold_end(resolve, i);
        for (uint32_t h = grip->hold_first; h < last; ++h) {
            const pl_hold* hold = &resolve->holds[h];
            const pl_row* row = &resolve->rows[hold->row];
            if (!row->acts) continue;
            crowd += fabsf(hold->weight);
            for (int c = 0; c < 3; ++c) sum[c] += hold->weight * row->impulse[c];
        }
        for (int c = 0; c < 3; ++c) grip->dx[c] += grip->inv_mass * sum[c];
        grip->crowd = crowd;
    }
}

// --- volumes ---

// lambda so that lack = slope lambda + sum swell . dx, with the dx of contacts alone.
static void set_pressures(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        pl_body* body = stage->bodies[i];
        for (uint32_t k = 0; body->touched && k < body->pressure_count; ++k)
            body->pressures[k].grown = 0.0;
    }
    for (size_t i = 0; i < resolve->grip_count; ++i) {
        const pl_grip* grip = &resolve->grips[i];
        if (!grip->pressure) continue;
        grip->pressure->grown +=
            (double)(grip->swell[0] * grip->dx[0] + grip->swell[1] * grip->dx[1] +
                     grip->swell[2] * grip->dx[2]);
    }
    for (uint32_t i = 0; i < stage->body_count; ++i) {
        pl_body* body = stage->bodies[i];
        for (uint32_t k = 0; body->touched && k < body->pressure_count; ++k) {
            pl_pressure* p = &body->pressures[k];
            double lambda = p->slope > 0.0 ? (p->lack - p->grown) / p->slope : 0.0;
            p->lambda = lambda > p->most ? p->most : lambda < -p->most ? -p->most : lambda;
        }
    }
}

void pl_resolve_iterate(const pl_stage* stage) {
    pl_resolve* resolve = stage->resolve;
    uint32_t row_chunks = (uint32_t)((resolve->row_count + CHUNK - 1) / CHUNK);
    uint32_t grip_chunks = (uint32_t)((resolve->grip_count + CHUNK - 1) / CHUNK);
    pl_stage copy = *stage;
    set_pressures(stage);
    pl_task_parallel_for(stage->pool, grip_chunks, move_grips, &copy);  // counts the crowds
    for (int round = 0; round < ROUNDS; ++round) {
        resolve->lead = round + 1 < ROUNDS ? (float)round / (float)(round + 3) : 0.0f;
        pl_task_parallel_for(stage->pool, row_chunks, answer_rows, &copy);
        pl_task_parallel_for(stage->pool, grip_chunks, move_grips, &copy);
        set_pressures(stage);
    }
}
