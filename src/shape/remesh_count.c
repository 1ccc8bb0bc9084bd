// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An exact vertex count: the shortest edges go, or the longest are halved, one after the other. A
// heap gives them in order; whatever lies next to an edit waits for the next batch, so that no
// decision rests on a length that has changed.
#include "src/shape/sdf_mesh.h"

typedef struct candidate {
    double key;  // smallest first
    uint32_t half_edge;
} candidate;

static bool comes_first(candidate a, candidate b) {
    return a.key < b.key || (a.key == b.key && a.half_edge < b.half_edge);
}

static void sift_down(candidate* heap, uint32_t count, uint32_t at) {
    candidate moving = heap[at];
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child >= count) break;
        if (child + 1 < count && comes_first(heap[child + 1], heap[child])) ++child;
        if (!comes_first(heap[child], moving)) break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moving;
}

static uint32_t fill_heap(const pl_remesh* r, bool longest_first, candidate* heap) {
    uint32_t count = 0;
    for (uint32_t h = 0; h < 3 * r->mesh.triangle_count; ++h) {
        if (h > r->mesh.twin[h]) continue;
        double length2 = pl_remesh_length2(r, h);
        heap[count++] = (candidate){longest_first ? -length2 : length2, h};
    }
    for (uint32_t i = count / 2; i-- > 0;) sift_down(heap, count, i);
    return count;
}

static candidate pop(candidate* heap, uint32_t* count) {
    candidate top = heap[0];
    heap[0] = heap[--*count];
    if (*count) sift_down(heap, *count, 0);
    return top;
}

static void touch_ring(const pl_edit* m, uint32_t v, uint8_t* touched) {
    uint32_t h = m->out[v];
    touched[v] = 1;
    for (uint32_t k = 0; k < m->valence[v]; ++k, h = pl_edit_around(m, h))
        touched[pl_edit_end(m, h)] = 1;
}

static bool collapse_one(pl_remesh* r, uint32_t h, uint8_t* touched) {
    uint32_t kept = r->mesh.start[h];
    if (!pl_remesh_try_collapse(r, h, 2 * r->edge)) return false;
    touch_ring(&r->mesh, kept, touched);
    return true;
}

static bool split_one(pl_remesh* r, uint32_t h, uint8_t* touched) {
    uint32_t v = pl_remesh_split(r, h);
    if (v == PL_EDIT_NONE) return false;
    touch_ring(&r->mesh, v, touched);
    return true;
}

// Edits in order of length until the count is right or the heap is empty.
static void edit_batch(pl_remesh* r, uint32_t wish, candidate* heap, uint8_t* touched) {
    bool split = pl_edit_live_vertices(&r->mesh) < wish;
    uint32_t count = fill_heap(r, split, heap);
    for (uint32_t v = 0; v < r->mesh.vertex_capacity; ++v) touched[v] = 0;
    while (count && pl_edit_live_vertices(&r->mesh) != wish) {
        uint32_t h = pop(heap, &count).half_edge;
        if (r->mesh.start[h] == PL_EDIT_NONE) continue;
        if (touched[r->mesh.start[h]] || touched[pl_edit_end(&r->mesh, h)]) continue;
        if (split)
            split_one(r, h, touched);
        else
            collapse_one(r, h, touched);
    }
}

bool pl_remesh_fit_count(pl_remesh* r, uint32_t wish) {
    void* mark = pl_arena_mark(r->arena);
    uint8_t* touched = pl_arena_alloc(r->arena, r->mesh.vertex_capacity, 1);
    size_t edges = 3 * (size_t)r->mesh.triangle_capacity / 2;
    candidate* heap = pl_arena_alloc(r->arena, edges, sizeof *heap);
    bool done = touched && heap;
    for (uint32_t batch = 0; done && batch < 40; ++batch) {
        uint32_t before = pl_edit_live_vertices(&r->mesh);
        if (before == wish) break;
        edit_batch(r, wish, heap, touched);
        done = pl_edit_pack(&r->mesh, r->arena);
        if (pl_edit_live_vertices(&r->mesh) == before) break;
        if (done) pl_remesh_relax(r);
    }
    pl_arena_release(r->arena, mark);
    return done;
}
