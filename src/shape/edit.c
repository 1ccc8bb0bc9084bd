// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/shape/edit.h"

bool pl_edit_reserve(pl_edit* mesh, pl_arena* arena, uint32_t vertices, uint32_t triangles) {
    size_t half_edges = 3 * (size_t)triangles;
    mesh->vertex_capacity = vertices;
    mesh->triangle_capacity = triangles;
    mesh->points = pl_arena_alloc(arena, vertices, sizeof(pl_vec3d));
    mesh->normals = pl_arena_alloc(arena, vertices, sizeof(pl_vec3d));
    mesh->out = pl_arena_alloc(arena, vertices, sizeof(uint32_t));
    mesh->valence = pl_arena_alloc(arena, vertices, sizeof(uint32_t));
    mesh->start = pl_arena_alloc(arena, half_edges, sizeof(uint32_t));
    mesh->twin = pl_arena_alloc(arena, half_edges, sizeof(uint32_t));
    mesh->vertex_count = mesh->triangle_count = mesh->removed_vertices = 0;
    mesh->is_torn = false;
    return mesh->points && mesh->normals && mesh->out && mesh->valence && mesh->start && mesh->twin;
}

static void pair(pl_edit* mesh, uint32_t g, uint32_t h) {
    mesh->twin[g] = h;
    mesh->twin[h] = g;
}

// Half-edges are listed by the lower of their two vertices; a twin then waits in a short list. One
// that finds its twin taken stays alone.
static void find_twins(pl_edit* mesh, uint32_t* first, uint32_t* next) {
    for (uint32_t v = 0; v < mesh->vertex_count; ++v)
        first[v] = mesh->out[v] = PL_EDIT_NONE, mesh->valence[v] = 0;
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h) {
        uint32_t a = mesh->start[h], b = pl_edit_end(mesh, h), low = a < b ? a : b;
        mesh->out[a] = h;
        ++mesh->valence[a];
        uint32_t other = first[low];
        while (other != PL_EDIT_NONE && (mesh->start[other] != b || pl_edit_end(mesh, other) != a))
            other = next[other];
        mesh->twin[h] = next[h] = PL_EDIT_NONE;
        if (other == PL_EDIT_NONE) {
            next[h] = first[low];
            first[low] = h;
        } else if (mesh->twin[other] == PL_EDIT_NONE) {
            pair(mesh, h, other);
        }
    }
}

// Every edge has two sides, and once around a vertex passes all half-edges that start there.
static bool is_whole(const pl_edit* mesh) {
    for (uint32_t h = 0; h < 3 * mesh->triangle_count; ++h)
        if (mesh->twin[h] == PL_EDIT_NONE) return false;
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        if (mesh->valence[v] < 3) return false;
        uint32_t h = mesh->out[v], passed = 0;
        do {
            h = pl_edit_around(mesh, h);
        } while (++passed < mesh->valence[v] && h != mesh->out[v]);
        if (passed != mesh->valence[v] || h != mesh->out[v]) return false;
    }
    return true;
}

bool pl_edit_connect(pl_edit* mesh, pl_arena* arena) {
    void* mark = pl_arena_mark(arena);
    uint32_t* first = pl_arena_alloc(arena, mesh->vertex_count, sizeof *first);
    uint32_t* next = pl_arena_alloc(arena, 3 * (size_t)mesh->triangle_count, sizeof *next);
    bool has_memory = first && next;
    if (has_memory) {
        find_twins(mesh, first, next);
        mesh->is_torn = !is_whole(mesh);
    }
    pl_arena_release(arena, mark);
    return has_memory && !mesh->is_torn;
}

// Edge a-b between triangles a b c and b a d becomes a-m-b: a m c, m b c, m a d, b m d.
uint32_t pl_edit_split(pl_edit* mesh, uint32_t h) {
    if (mesh->vertex_count == mesh->vertex_capacity ||
        mesh->triangle_count + 2 > mesh->triangle_capacity)
        return PL_EDIT_NONE;
    uint32_t g = mesh->twin[h];
    uint32_t bc = pl_edit_next(h), ad = pl_edit_next(g), db = pl_edit_next(ad);
    uint32_t b = mesh->start[g], c = mesh->start[pl_edit_next(bc)], d = mesh->start[db];
    uint32_t m = mesh->vertex_count++;
    uint32_t x = 3 * mesh->triangle_count, y = x + 3;  // m b c and b m d
    mesh->triangle_count += 2;
    mesh->start[x] = m, mesh->start[x + 1] = b, mesh->start[x + 2] = c;
    mesh->start[y] = b, mesh->start[y + 1] = m, mesh->start[y + 2] = d;
    pair(mesh, x + 1, mesh->twin[bc]);
    pair(mesh, y + 2, mesh->twin[db]);
    pair(mesh, bc, x + 2);
    pair(mesh, db, y + 1);
    pair(mesh, x, y);
    mesh->start[bc] = mesh->start[g] = m;
    mesh->out[m] = x;
    mesh->out[b] = y;
    mesh->valence[m] = 4;
    ++mesh->valence[c];
    ++mesh->valence[d];
    return m;
}

static bool are_neighbours(const pl_edit* mesh, uint32_t a, uint32_t b) {
    uint32_t h = mesh->out[a];
    for (uint32_t k = 0; k < mesh->valence[a]; ++k, h = pl_edit_around(mesh, h))
        if (pl_edit_end(mesh, h) == b) return true;
    return false;
}

bool pl_edit_can_collapse(const pl_edit* mesh, uint32_t h) {
    uint32_t g = mesh->twin[h], a = mesh->start[h], b = mesh->start[g];
    uint32_t c = mesh->start[pl_edit_previous(h)], d = mesh->start[pl_edit_previous(g)];
    if (mesh->valence[c] < 4 || mesh->valence[d] < 4) return false;
    // a and b may share no neighbour but c and d
    uint32_t e = h;
    for (uint32_t k = 0; k < mesh->valence[a]; ++k, e = pl_edit_around(mesh, e)) {
        uint32_t v = pl_edit_end(mesh, e);
        if (v != b && v != c && v != d && are_neighbours(mesh, v, b)) return false;
    }
    return mesh->valence[a] + mesh->valence[b] >= 7;
}

void pl_edit_collapse(pl_edit* mesh, uint32_t h) {
    uint32_t g = mesh->twin[h], a = mesh->start[h], b = mesh->start[g];
    uint32_t bc = pl_edit_next(h), ca = pl_edit_next(bc), ad = pl_edit_next(g);
    uint32_t db = pl_edit_next(ad), c = mesh->start[ca], d = mesh->start[db];
    uint32_t e = g;
    for (uint32_t k = 0; k < mesh->valence[b]; ++k, e = pl_edit_around(mesh, e)) mesh->start[e] = a;
    uint32_t cb = mesh->twin[bc], ac = mesh->twin[ca], da = mesh->twin[ad], bd = mesh->twin[db];
    pair(mesh, cb, ac);
    pair(mesh, da, bd);
    mesh->out[a] = ac;
    mesh->out[c] = cb;
    mesh->out[d] = da;
    mesh->out[b] = PL_EDIT_NONE;
    mesh->valence[a] = mesh->valence[a] + mesh->valence[b] - 4;
    --mesh->valence[c];
    --mesh->valence[d];
    ++mesh->removed_vertices;
    uint32_t t = h - h % 3, u = g - g % 3;
    for (uint32_t k = 0; k < 3; ++k) mesh->start[t + k] = mesh->start[u + k] = PL_EDIT_NONE;
}

bool pl_edit_can_flip(const pl_edit* mesh, uint32_t h) {
    uint32_t g = mesh->twin[h];
    uint32_t c = mesh->start[pl_edit_previous(h)], d = mesh->start[pl_edit_previous(g)];
    return mesh->valence[mesh->start[h]] > 3 && mesh->valence[mesh->start[g]] > 3 &&
           !are_neighbours(mesh, c, d);
}

// Triangles a b c and b a d become a d c and d b c: the edge now runs from d to c.
void pl_edit_flip(pl_edit* mesh, uint32_t h) {
    uint32_t g = mesh->twin[h], a = mesh->start[h], b = mesh->start[g];
    uint32_t h1 = pl_edit_next(h), h2 = pl_edit_next(h1), g1 = pl_edit_next(g);
    uint32_t g2 = pl_edit_next(g1), c = mesh->start[h2], d = mesh->start[g2];
    uint32_t cb = mesh->twin[h1], ac = mesh->twin[h2], da = mesh->twin[g1], bd = mesh->twin[g2];
    mesh->start[h] = d, mesh->start[h1] = c, mesh->start[h2] = a;
    mesh->start[g] = c, mesh->start[g1] = d, mesh->start[g2] = b;
    pair(mesh, h1, ac);
    pair(mesh, h2, da);
    pair(mesh, g1, bd);
    pair(mesh, g2, cb);
    mesh->out[a] = h2, mesh->out[b] = g2, mesh->out[c] = g, mesh->out[d] = h;
    --mesh->valence[a];
    --mesh->valence[b];
    ++mesh->valence[c];
    ++mesh->valence[d];
}

static void move_vertex(pl_edit* mesh, uint32_t from, uint32_t to) {
    mesh->points[to] = mesh->points[from];
    mesh->normals[to] = mesh->normals[from];
    mesh->out[to] = mesh->out[from];
    mesh->valence[to] = mesh->valence[from];
}

bool pl_edit_pack(pl_edit* mesh, pl_arena* arena) {
    if (mesh->removed_vertices == 0) return true;
    void* mark = pl_arena_mark(arena);
    uint32_t* vertex = pl_arena_alloc(arena, mesh->vertex_count, sizeof *vertex);
    uint32_t* triangle = pl_arena_alloc(arena, mesh->triangle_count, sizeof *triangle);
    if (!vertex || !triangle) {
        pl_arena_release(arena, mark);
        return false;
    }
    uint32_t vertices = 0, triangles = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; ++v) {
        if (mesh->out[v] == PL_EDIT_NONE) continue;
        move_vertex(mesh, v, vertices);
        vertex[v] = vertices++;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; ++t)
        if (mesh->start[3 * t] != PL_EDIT_NONE) triangle[t] = triangles++;
    for (uint32_t t = 0; t < mesh->triangle_count; ++t) {
        if (mesh->start[3 * t] == PL_EDIT_NONE) continue;
        for (uint32_t k = 0; k < 3; ++k) {
            uint32_t twin = mesh->twin[3 * t + k], to = 3 * triangle[t] + k;
            mesh->start[to] = vertex[mesh->start[3 * t + k]];
            mesh->twin[to] = 3 * triangle[twin / 3] + twin % 3;
        }
    }
    for (uint32_t v = 0; v < vertices; ++v)
        mesh->out[v] = 3 * triangle[mesh->out[v] / 3] + mesh->out[v] % 3;
    mesh->vertex_count = vertices;
    mesh->triangle_count = triangles;
    mesh->removed_vertices = 0;
    pl_arena_release(arena, mark);
    return true;
}
