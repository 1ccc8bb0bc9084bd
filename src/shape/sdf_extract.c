// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Marching tetrahedra: space is cut into cubes, each cube into the six tetrahedra along its main
// diagonal (Freudenthal, Kuhn). A tetrahedron has no ambiguous case and neighbours agree on shared
// faces, so the surface is a closed manifold whatever the distances say; at the border of the
// lattice all is outside.
#include "src/shape/sdf_mesh.h"

#define BLOCK 4  // lattice points decided together where the surface is far

typedef struct lattice {
    const pl_sdf* sdf;
    pl_vec3d low;
    double cell;
    uint32_t size[3];    // points along x, y, z
    double* values;      // distance at each point
    uint32_t* edges[2];  // vertex on each edge that starts in this layer and the next, by direction
    pl_edit* mesh;
} lattice;

static size_t point_index(const lattice* l, uint32_t x, uint32_t y, uint32_t z) {
    return ((size_t)z * l->size[1] + y) * l->size[0] + x;
}

static pl_vec3d point_at(const lattice* l, double x, double y, double z) {
    return pl_vec3d_add_scaled(l->low, l->cell, (pl_vec3d){x, y, z});
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static void fill_block(lattice* l, uint32_t x0, uint32_t y0, uint32_t z0) {
    const double middle = 0.5 * (BLOCK - 1);
    const double around = 1.7320508075688772 * middle * l->cell;  // to the block's corners
    pl_vec3d centre = point_at(l, x0 + middle, y0 + middle, z0 + middle);
    pl_sdf_near near;
    pl_sdf_gather(l->sdf, centre, around, &near);
    double far = pl_sdf_distance(l->sdf, &near, centre);
    bool all_same = fabs(far) > 2 * around;  // distances may be wrong by a factor of two
    for (uint32_t z = z0; z < smaller(z0 + BLOCK, l->size[2]); ++z)
        for (uint32_t y = y0; y < smaller(y0 + BLOCK, l->size[1]); ++y)
            for (uint32_t x = x0; x < smaller(x0 + BLOCK, l->size[0]); ++x)
                l->values[point_index(l, x, y, z)] =
                    all_same ? far : pl_sdf_distance(l->sdf, &near, point_at(l, x, y, z));
}

static void fill_values(lattice* l) {
    for (uint32_t z = 0; z < l->size[2]; z += BLOCK)
        for (uint32_t y = 0; y < l->size[1]; y += BLOCK)
            for (uint32_t x = 0; x < l->size[0]; x += BLOCK) fill_block(l, x, y, z);
}

static bool is_border(uint32_t at, uint32_t size) {
    return at == 0 || at + 1 == size;
}

// Distances that are wrong (bodies that have turned inside out) may be below 0 even here.
static void close_border(lattice* l) {
    for (uint32_t z = 0; z < l->size[2]; ++z)
        for (uint32_t y = 0; y < l->size[1]; ++y) {
            bool whole = is_border(z, l->size[2]) || is_border(y, l->size[1]);
            for (uint32_t x = 0; x < l->size[0]; x += whole ? 1 : l->size[0] - 1) {
                double* value = &l->values[point_index(l, x, y, z)];
                if (*value < 0) *value = l->cell;
            }
        }
}

// How many lattice edges the surface crosses: one vertex each. Direction bits: 1 x, 2 y, 4 z.
static uint32_t count_crossings(const lattice* l) {
    uint32_t count = 0;
    for (uint32_t z = 0; z < l->size[2]; ++z)
        for (uint32_t y = 0; y < l->size[1]; ++y)
            for (uint32_t x = 0; x < l->size[0]; ++x) {
                bool inside = l->values[point_index(l, x, y, z)] < 0;
                for (uint32_t way = 1; way < 8; ++way) {
                    uint32_t x1 = x + (way & 1), y1 = y + (way >> 1 & 1), z1 = z + (way >> 2);
                    if (x1 >= l->size[0] || y1 >= l->size[1] || z1 >= l->size[2]) continue;
                    count += inside != (l->values[point_index(l, x1, y1, z1)] < 0);
                }
            }
    return count;
}

// Tetrahedra along the six ways from a cube's low corner to its high one, the axes in any order.
static const uint8_t paths[6][2] = {{1, 3}, {2, 6}, {4, 5}, {2, 3}, {4, 6}, {1, 5}};

static bool is_inside(const lattice* l, uint32_t x, uint32_t y, uint32_t z, uint32_t corner) {
    return l->values[point_index(l, x + (corner & 1), y + (corner >> 1 & 1), z + (corner >> 2))] <
           0;
}

// A tetrahedron gives one triangle when one corner is apart from the others, two when it is two.
static uint32_t count_triangles(const lattice* l) {
    uint32_t count = 0;
    for (uint32_t z = 0; z + 1 < l->size[2]; ++z)
        for (uint32_t y = 0; y + 1 < l->size[1]; ++y)
            for (uint32_t x = 0; x + 1 < l->size[0]; ++x) {
                uint32_t ends = is_inside(l, x, y, z, 0) + is_inside(l, x, y, z, 7);
                for (uint32_t k = 0; k < 6; ++k) {
                    uint32_t inside = ends + is_inside(l, x, y, z, paths[k][0]) +
                                      is_inside(l, x, y, z, paths[k][1]);
                    count += inside % 4 == 0 ? 0 : inside == 2 ? 2 : 1;
                }
            }
    return count;
}

typedef struct corner {
    uint32_t x, y, z;
    double value;
} corner;

// The vertex where the surface crosses the edge between two corners of a cube, made on first use.
static uint32_t crossing(lattice* l, uint32_t layer, const corner* from, const corner* to) {
    uint32_t way = (to->x - from->x) | (to->y - from->y) << 1 | (to->z - from->z) << 2;
    uint32_t* slot = &l->edges[from->z - layer][((size_t)from->y * l->size[0] + from->x) * 8 + way];
    if (*slot != PL_EDIT_NONE) return *slot;
    double t = from->value / (from->value - to->value);
    t = t < 0.1 ? 0.1 : t > 0.9 ? 0.9 : t;  // no needle-thin triangles to begin with
    pl_edit* mesh = l->mesh;
    pl_vec3d a = point_at(l, from->x, from->y, from->z), b = point_at(l, to->x, to->y, to->z);
    mesh->points[mesh->vertex_count] = pl_vec3d_mix(a, b, t);
    return *slot = mesh->vertex_count++;
}

static void add_triangle(pl_edit* mesh, uint32_t a, uint32_t b, uint32_t c, bool turned) {
    uint32_t* corners = mesh->start + 3 * (size_t)mesh->triangle_count++;
    corners[0] = a;
    corners[1] = turned ? c : b;
    corners[2] = turned ? b : c;
}

// The corners that are alone inside or outside, or the two inside first; the rest in the order that
// keeps the orientation (even permutations).
static const uint8_t cases[16][4] = {{0, 0, 0, 0}, {0, 1, 2, 3}, {1, 0, 3, 2}, {0, 1, 2, 3},
                                     {2, 0, 1, 3}, {0, 2, 3, 1}, {1, 2, 0, 3}, {3, 0, 2, 1},
                                     {3, 0, 2, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}, {2, 0, 1, 3},
                                     {2, 3, 0, 1}, {1, 0, 3, 2}, {0, 1, 2, 3}, {0, 0, 0, 0}};

static void cut_tetrahedron(lattice* l, uint32_t layer, const corner* c[4], bool mirrored) {
    uint32_t inside = 0, count = 0;
    for (uint32_t k = 0; k < 4; ++k)
        if (c[k]->value < 0) inside |= 1u << k, ++count;
    if (count == 0 || count == 4) return;
    const uint8_t* p = cases[inside];
    uint32_t at[4][4];
    for (uint32_t i = 0; i < 4; ++i)
        for (uint32_t j = i + 1; j < 4; ++j)
            if ((inside >> i & 1) != (inside >> j & 1))
                at[i][j] = at[j][i] = crossing(l, layer, c[i], c[j]);
    if (count == 2) {
        uint32_t ik = at[p[0]][p[2]], il = at[p[0]][p[3]], jl = at[p[1]][p[3]];
        add_triangle(l->mesh, ik, il, jl, mirrored);
        add_triangle(l->mesh, ik, jl, at[p[1]][p[2]], mirrored);
    } else {
        add_triangle(l->mesh, at[p[0]][p[1]], at[p[0]][p[2]], at[p[0]][p[3]],
                     mirrored != (count == 3));
    }
}

static void cut_cube(lattice* l, uint32_t x, uint32_t y, uint32_t z) {
    corner corners[8];
    uint32_t inside = 0;
    for (uint32_t k = 0; k < 8; ++k) {
        corner* c = &corners[k];
        c->x = x + (k & 1), c->y = y + (k >> 1 & 1), c->z = z + (k >> 2);
        c->value = l->values[point_index(l, c->x, c->y, c->z)];
        inside += c->value < 0;
    }
    if (inside == 0 || inside == 8) return;
    for (uint32_t k = 0; k < 6; ++k) {
        const corner* c[4] = {&corners[0], &corners[paths[k][0]], &corners[paths[k][1]],
                              &corners[7]};
        cut_tetrahedron(l, z, c, k >= 3);
    }
}

static void clear_edges(uint32_t* edges, size_t count) {
    for (size_t i = 0; i < count; ++i) edges[i] = PL_EDIT_NONE;
}

static void cut_cubes(lattice* l) {
    size_t layer_edges = (size_t)l->size[0] * l->size[1] * 8;
    clear_edges(l->edges[0], layer_edges);
    for (uint32_t z = 0; z + 1 < l->size[2]; ++z) {
        clear_edges(l->edges[1], layer_edges);
        for (uint32_t y = 0; y + 1 < l->size[1]; ++y)
            for (uint32_t x = 0; x + 1 < l->size[0]; ++x) cut_cube(l, x, y, z);
        uint32_t* done = l->edges[0];
        l->edges[0] = l->edges[1];
        l->edges[1] = done;
    }
}

bool pl_sdf_extract(const pl_sdf* sdf, const pl_sdf_body* body, double cell, uint32_t capacity,
                    pl_arena* arena, pl_edit* mesh) {
    pl_vec3d span = pl_vec3d_sub(body->high, body->low);
    lattice l = {.sdf = sdf, .low = body->low, .cell = cell, .mesh = mesh};
    l.size[0] = (uint32_t)(span.x / cell) + 2;
    l.size[1] = (uint32_t)(span.y / cell) + 2;
    l.size[2] = (uint32_t)(span.z / cell) + 2;
    l.values = pl_arena_alloc(arena, point_index(&l, 0, 0, l.size[2]), sizeof *l.values);
    if (!l.values) return false;
    fill_values(&l);
    close_border(&l);
    uint32_t vertices = count_crossings(&l), triangles = count_triangles(&l);
    if (vertices < capacity) vertices = capacity;
    if (triangles < 2 * capacity) triangles = 2 * capacity;
    if (!pl_edit_reserve(mesh, arena, vertices, triangles)) return false;
    void* mark = pl_arena_mark(arena);
    for (uint32_t k = 0; k < 2; ++k)
        l.edges[k] = pl_arena_alloc(arena, point_index(&l, 0, 0, 1), 8 * sizeof(uint32_t));
    bool done = l.edges[0] && l.edges[1];
    if (done) cut_cubes(&l);
    pl_arena_release(arena, mark);
    return done && pl_edit_connect(mesh, arena);
}
