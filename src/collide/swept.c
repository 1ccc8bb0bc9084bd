// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/swept.h"

#include "src/collide/solid.h"
#include "src/collide/tree_walk.h"

#include <math.h>

// --- sides ---

static const double level[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void set_view(pl_swept_side* s, int end, const double turn[9], pl_vec3d shift,
                     pl_vec3d drift) {
    pl_vec3d_store(shift, s->view[end].shift);
    pl_vec3_store(pl_vec3d_narrow(pl_vec3d_sub(shift, drift)), s->shift[end]);
    for (int k = 0; k < 9; ++k) {
        s->view[end].turn[k] = turn[k];
        s->turn[end][k] = (float)turn[k];
    }
}

static pl_swept_side side_of(const pl_body* body) {
    pl_swept_side s = {.body = body,
                       .tree = &body->collider->tree,
                       .ridges = body->collider->ridges,
                       .triangles = body->surface->triangles};
    for (int k = 0; k < 3; ++k) {
        s.x[1][k] = body->x[k];
        s.x[0][k] = body->asleep ? body->x[k] : body->past[k];
    }
    return s;
}

pl_swept_side pl_swept_body(const pl_body* body, pl_vec3d offset, pl_vec3d drift) {
    pl_swept_side s = side_of(body);
    set_view(&s, 0, level, offset, pl_vec3d_make(0, 0, 0));
    set_view(&s, 1, level, offset, drift);
    return s;
}

pl_swept_side pl_swept_turned(const pl_body* body, const pl_obstacle* obstacle) {
    pl_swept_side s = side_of(body);
    const pl_place* place[2] = {&obstacle->past, &obstacle->now};
    s.turned = true;
    for (int end = 0; end < 2; ++end) {
        pl_view view = pl_view_make(place[end], body->origin);
        set_view(&s, end, view.turn, pl_vec3d_load(view.shift), pl_vec3d_make(0, 0, 0));
    }
    return s;
}

pl_swept_side pl_swept_obstacle(const pl_obstacle* obstacle) {
    const pl_solid* solid = obstacle->solid;
    pl_swept_side s = {.hollow = solid->hollow,
                       .tree = &solid->tree,
                       .ridges = solid->ridges,
                       .triangles = solid->triangles};
    for (int end = 0; end < 2; ++end) {
        for (int k = 0; k < 3; ++k) s.x[end][k] = solid->x[k];
        set_view(&s, end, level, pl_vec3d_make(0, 0, 0), pl_vec3d_make(0, 0, 0));
    }
    return s;
}

// --- boxes ---

// Around what is in a box that moves by `drift`, at one end of the substep.
static void see_end(const pl_swept_side* s, int end, const pl_swept_box* own, const float drift[3],
                    pl_swept_box* seen) {
    for (int k = 0; k < 3; ++k) {
        const float* t = s->turn[end] + 3 * k;
        float middle = s->shift[end][k], reach = 0.0f;
        for (int c = 0; c < 3; ++c) {
            float moved = end ? drift[c] : 0.0f;
            middle += t[c] * (0.5f * (own->lo[c] + own->hi[c]) + moved);
            reach += fabsf(t[c]) * 0.5f * (own->hi[c] - own->lo[c]);
        }
        seen->lo[k] = middle - reach < seen->lo[k] ? middle - reach : seen->lo[k];
        seen->hi[k] = pl_larger(middle + reach, seen->hi[k]);
    }
}

pl_swept_box pl_swept_see(const pl_swept_side* s, const pl_swept_box* own, const float drift[3],
                          float room) {
    pl_swept_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (int end = 0; s->turned && end < 2; ++end) see_end(s, end, own, drift, &box);
    for (int k = 0; k < 3; ++k) {
        if (!s->turned) {
            box.lo[k] = own->lo[k] + s->shift[0][k] + (drift[k] < 0.0f ? drift[k] : 0.0f);
            box.hi[k] = own->hi[k] + s->shift[0][k] + (drift[k] > 0.0f ? drift[k] : 0.0f);
        }
        box.lo[k] -= room;
        box.hi[k] += room;
    }
    return box;
}

// Where a place is seen at one end of the substep, narrow.
static void see_place(const pl_swept_side* s, int end, uint32_t place, float at[3]) {
    const float* const* x = s->x[end];
    for (int k = 0; k < 3; ++k) {
        const float* t = s->turn[end] + 3 * k;
        float own =
            s->turned ? t[0] * x[0][place] + t[1] * x[1][place] + t[2] * x[2][place] : x[k][place];
        at[k] = own + s->shift[end][k];
    }
}

pl_swept_box pl_swept_around(const pl_swept_side* s, const uint32_t* places, uint32_t count,
                             float room) {
    pl_swept_box box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (uint32_t i = 0; i < 2 * count; ++i) {
        float at[3];
        see_place(s, i & 1, places[i / 2], at);
        for (int k = 0; k < 3; ++k) {
            box.lo[k] = at[k] < box.lo[k] ? at[k] : box.lo[k];
            box.hi[k] = at[k] > box.hi[k] ? at[k] : box.hi[k];
        }
    }
    for (int k = 0; k < 3; ++k) {
        box.lo[k] -= room;
        box.hi[k] += room;
    }
    return box;
}

// --- leaves ---

static float least_of(four a) {
    float lane[4];
    four_storeu(lane, a);
    float low = lane[0] < lane[1] ? lane[0] : lane[1], up = lane[2] < lane[3] ? lane[2] : lane[3];
    return low < up ? low : up;
}

static float most_of(four a) {
    return -least_of(four_sub(four_zero(), a));
}

static float sum_of(four a) {
    float lane[4];
    four_storeu(lane, a);
    return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}

static four along(const four at[3], const float out[3]) {
    four sum = four_mul(at[0], four_splat(out[0]));
    sum = four_add(sum, four_mul(at[1], four_splat(out[1])));
    return four_add(sum, four_mul(at[2], four_splat(out[2])));
}

static void load_corner(const pl_swept_side* s, int end, const uint32_t* places, four at[3]) {
    four own[3];
    for (int k = 0; k < 3; ++k) own[k] = four_gather(s->x[end][k], places);
    for (int k = 0; k < 3; ++k)
        at[k] = four_add(s->turned ? along(own, s->turn[end] + 3 * k) : own[k],
                         four_splat(s->shift[end][k]));
}

// Places that fill up a leaf are copies of others.
void pl_swept_load(const pl_swept_side* of, uint32_t index, float room, pl_swept_leaf* leaf) {
    const uint32_t* corners = of->tree->shape->corners + 12 * (size_t)index;
    leaf->of = of;
    leaf->index = index;
    leaf->room = room;
    leaf->aimed = leaf->listed = false;
    leaf->opened = 0;
    for (int end = 0; end < 2; ++end)
        for (int c = 0; c < 3; ++c) load_corner(of, end, corners + 4 * c, leaf->at[end][c]);
    for (int k = 0; k < 3; ++k) {
        four lo = leaf->at[0][0][k], hi = lo;
        for (int i = 1; i < 6; ++i) {
            lo = four_min(lo, leaf->at[i / 3][i % 3][k]);
            hi = four_max(hi, leaf->at[i / 3][i % 3][k]);
        }
        leaf->lo[k] = four_sub(lo, four_splat(room));
        leaf->hi[k] = four_add(hi, four_splat(room));
        leaf->all.lo[k] = least_of(leaf->lo[k]);
        leaf->all.hi[k] = most_of(leaf->hi[k]);
    }
}

// The sum of the area vectors at the beginning.
static void sum_normals(const pl_swept_leaf* l, float out[3]) {
    four e[3], f[3];
    for (int k = 0; k < 3; ++k) {
        e[k] = four_sub(l->at[0][1][k], l->at[0][0][k]);
        f[k] = four_sub(l->at[0][2][k], l->at[0][0][k]);
    }
    for (int k = 0; k < 3; ++k) {
        int y = (k + 1) % 3, z = (k + 2) % 3;
        out[k] = sum_of(four_sub(four_mul(e[y], f[z]), four_mul(e[z], f[y])));
    }
}

static float least_along(const pl_swept_leaf* l, const float out[3]) {
    four least = along(l->at[0][0], out);
    for (int i = 1; i < 6; ++i) least = four_min(least, along(l->at[i / 3][i % 3], out));
    return least_of(least);
}

// With room for rounding.
static void aim(pl_swept_leaf* l) {
    if (l->aimed) return;
    l->aimed = true;
    sum_normals(l, l->out);
    const float* out = l->out;
    const float in[3] = {-out[0], -out[1], -out[2]};
    l->top = -least_along(l, in) + 2.0f * (fabsf(out[0]) + fabsf(out[1]) + fabsf(out[2])) * l->room;
}

bool pl_swept_apart(pl_swept_leaf* a, pl_swept_leaf* b) {
    aim(a);
    if (least_along(b, a->out) > a->top) return true;
    aim(b);
    return least_along(a, b->out) > b->top;
}

void pl_swept_open(pl_swept_leaf* l, uint32_t triangle) {
    const pl_ridges* ridges = l->of->ridges;
    uint32_t number = l->of->tree->shape->triangle[4 * (size_t)l->index + triangle], count = 0;
    if (l->opened >> triangle & 1) return;
    l->opened |= 1u << triangle;
    for (uint32_t i = ridges->first[number]; i < ridges->first[number + 1]; ++i, ++count) {
        const pl_ridge* ridge = &ridges->ridge[i];
        l->edge_box[triangle][count] =
            pl_swept_around(l->of, (const uint32_t[]){ridge->from, ridge->to}, 2, l->room);
        l->edge[triangle][count] = ridge;
    }
    l->edge_count[triangle] = count;
}

void pl_swept_list(pl_swept_leaf* l) {
    const pl_tree_shape* shape = l->of->tree->shape;
    if (l->listed) return;
    l->listed = true;
    l->vertex_count = 0;
    for (uint32_t i = shape->owned_first[l->index]; i < shape->owned_first[l->index + 1]; ++i) {
        uint32_t place = shape->owned[i];
        l->vertex_box[l->vertex_count] = pl_swept_around(l->of, &place, 1, l->room);
        l->vertex[l->vertex_count++] = place;
    }
}

uint32_t pl_swept_meet(const pl_swept_leaf* l, const pl_swept_box* box) {
    const uint32_t* triangle = l->of->tree->shape->triangle + 4 * (size_t)l->index;
    uint32_t filled = 0;
    for (uint32_t i = 0; i < 4; ++i) filled |= (uint32_t)(triangle[i] != PL_TREE_NONE) << i;
    const four lo[3] = {four_splat(box->lo[0]), four_splat(box->lo[1]), four_splat(box->lo[2])};
    const four hi[3] = {four_splat(box->hi[0]), four_splat(box->hi[1]), four_splat(box->hi[2])};
    return four_bits(pl_tree_overlap(l->lo, l->hi, lo, hi)) & filled;
}

pl_swept_box pl_swept_triangle_box(const pl_swept_leaf* l, uint32_t triangle) {
    pl_swept_box box;
    for (int k = 0; k < 3; ++k) {
        float lo[4], hi[4];
        four_storeu(lo, l->lo[k]);
        four_storeu(hi, l->hi[k]);
        box.lo[k] = lo[triangle];
        box.hi[k] = hi[triangle];
    }
    return box;
}
