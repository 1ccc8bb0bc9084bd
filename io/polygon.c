// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Ear clipping in the plane: the polygon is seen along the axis its Newell normal is nearest to,
// and a convex corner whose triangle holds no other part of the outline is cut off, again and
// again. Only corners that are not convex can lie in the way; a grid over them keeps the search
// short, so that outlines of 10^5 corners take milliseconds. Cutting an ear changes the standing of
// its two neighbours only: a queue holds who is to be looked at again.
// Work is bounded. What is stuck (self-crossing, all on a line) or would take too long (made to)
// is cut at the best corner at hand: not covered once, perhaps, but every edge is there.
#include "io/polygon.h"

#include <string.h>

#define NONE             UINT32_MAX
#define STEPS_PER_CORNER 256    // corners and cells looked at
#define STRAIGHT         1e-10  // sine of the largest turn that still counts as straight ahead

typedef enum { CONVEX, BLOCKING, GONE } corner_kind;
// A corner whose neighbour was cut while it stood in the queue goes to its end once more: every
// round then cuts every other corner, which makes much better triangles than one after the other.
typedef enum { NO, YES, LONGER } waiting;

typedef struct {
    double x, y;
} point;

typedef struct {
    const double* positions;
    int axis_x, axis_y;    // of the plane it is seen in, counter-clockwise there
    double low_x, low_y;   // becomes 0, 0
    double scale;          // the longest side becomes 1
    uint32_t count, left;  // corners to begin with, not yet cut off
    uint32_t* corner;      // the vertex
    uint32_t *next, *prev;
    uint32_t* queue;  // a ring buffer of corners to look at
    uint32_t queue_first, queue_count;
    uint32_t* chain;  // next blocking corner of the same cell
    uint32_t* cells;  // first blocking corner, side x side of them
    uint32_t side;
    unsigned char* kind;   // corner_kind
    unsigned char* waits;  // waiting
    uint64_t steps;        // still allowed
    uint32_t* triangles;
} outline;

static double cross(point a, point b, point c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static point at(const outline* o, uint32_t i) {
    const double* p = o->positions + 3 * (size_t)o->corner[i];
    return (point){(p[o->axis_x] - o->low_x) * o->scale, (p[o->axis_y] - o->low_y) * o->scale};
}

static bool turns_left(point a, point b, point c) {
    double turn = cross(a, b, c);
    double ab = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
    double bc = (c.x - b.x) * (c.x - b.x) + (c.y - b.y) * (c.y - b.y);
    return turn > 0 && turn * turn > STRAIGHT * STRAIGHT * ab * bc;
}

static bool is_convex(const outline* o, uint32_t i) {
    return turns_left(at(o, o->prev[i]), at(o, i), at(o, o->next[i]));
}

// ---------------------------------------------------------------- the plane

static void bounds(const double* positions, const uint32_t* corners, size_t count, double low[3],
                   double high[3]) {
    for (int k = 0; k < 3; ++k) low[k] = high[k] = positions[3 * (size_t)corners[0] + (size_t)k];
    for (size_t i = 1; i < count; ++i) {
        const double* p = positions + 3 * (size_t)corners[i];
        for (int k = 0; k < 3; ++k) {
            if (p[k] < low[k]) low[k] = p[k];
            if (p[k] > high[k]) high[k] = p[k];
        }
    }
}

// The sum of the cross products of neighbours, from `low`, in units of the polygon's size.
static void newell_normal(const double* positions, const uint32_t* corners, size_t count,
                          const double low[3], double scale, double normal[3]) {
    double a[3], b[3];
    const double* last = positions + 3 * (size_t)corners[count - 1];
    for (int k = 0; k < 3; ++k) a[k] = (last[k] - low[k]) * scale, normal[k] = 0;
    for (size_t i = 0; i < count; ++i) {
        const double* p = positions + 3 * (size_t)corners[i];
        for (int k = 0; k < 3; ++k) b[k] = (p[k] - low[k]) * scale;
        normal[0] += a[1] * b[2] - a[2] * b[1];
        normal[1] += a[2] * b[0] - a[0] * b[2];
        normal[2] += a[0] * b[1] - a[1] * b[0];
        memcpy(a, b, sizeof a);
    }
}

static int largest_of(const double v[3]) {
    double x = v[0] < 0 ? -v[0] : v[0], y = v[1] < 0 ? -v[1] : v[1], z = v[2] < 0 ? -v[2] : v[2];
    return x >= y && x >= z ? 0 : y >= z ? 1 : 2;
}

static void choose_plane(outline* o) {
    double low[3], high[3], normal[3], size[3];
    bounds(o->positions, o->corner, o->count, low, high);
    for (int k = 0; k < 3; ++k) size[k] = high[k] - low[k];
    double longest = size[largest_of(size)];
    // a single point, or so far apart that differences overflow: all corners count as one place
    o->scale = longest > 1e-300 && longest < 1e300 ? 1 / longest : 0;
    newell_normal(o->positions, o->corner, o->count, low, o->scale, normal);
    int drop = largest_of(normal);
    bool backward = normal[drop] < 0;
    if (normal[drop] == 0) {  // as much to the left as to the right: look at its broad side
        for (int k = 0; k < 3; ++k) size[k] = longest - size[k];
        drop = largest_of(size);
    }
    o->axis_x = (drop + (backward ? 2 : 1)) % 3;
    o->axis_y = (drop + (backward ? 1 : 2)) % 3;
    o->low_x = low[o->axis_x];
    o->low_y = low[o->axis_y];
}

// ---------------------------------------------------------------- the grid

static uint32_t cell_of(const outline* o, double coordinate) {
    double cell = coordinate * o->side;
    return cell > 0 ? cell < o->side ? (uint32_t)cell : o->side - 1 : 0;
}

// About four blocking corners to a cell.
static uint32_t grid_side(uint32_t blocking) {
    uint32_t side = 1;
    while ((uint64_t)(side + 1) * (side + 1) <= blocking / 4) side++;
    return side;
}

static void fill_grid(outline* o) {
    uint32_t blocking = 0;
    for (uint32_t i = 0; i < o->count; ++i) blocking += o->kind[i] == BLOCKING;
    o->side = grid_side(blocking);
    memset(o->cells, 0xFF, (size_t)o->side * o->side * sizeof *o->cells);
    for (uint32_t i = 0; i < o->count; ++i) {
        if (o->kind[i] != BLOCKING) continue;
        point p = at(o, i);
        uint32_t* cell = &o->cells[(size_t)cell_of(o, p.y) * o->side + cell_of(o, p.x)];
        o->chain[i] = *cell;
        *cell = i;
    }
}

// Whether the outline goes from corner i, which lies on a side of the ear, into the ear.
static bool enters(const outline* o, uint32_t i, point a, point b, point c, bool on_ab,
                   bool on_bc) {
    const uint32_t ways[2] = {o->prev[i], o->next[i]};
    for (int k = 0; k < 2; ++k) {
        point q = at(o, ways[k]);
        if ((!on_ab || cross(a, b, q) > 0) && (!on_bc || cross(b, c, q) > 0)) return true;
    }
    return false;
}

static bool lies_in_ear(const outline* o, uint32_t i, point a, point b, point c) {
    point p = at(o, i);
    double ab = cross(a, b, p), bc = cross(b, c, p), ca = cross(c, a, p);
    double reach = (c.x - a.x) * (c.x - a.x) + (c.y - a.y) * (c.y - a.y);
    if (ab < 0 || bc < 0 || ca < -STRAIGHT * reach) return false;
    if ((p.x == a.x && p.y == a.y) || (p.x == c.x && p.y == c.y)) return false;
    // inside or on the cut; on an outer side it may just touch from outside
    if (ab > 0 && bc > 0) return true;
    return enters(o, i, a, b, c, ab == 0, bc == 0);
}

static double least(double a, double b, double c) {
    double ab = a < b ? a : b;
    return ab < c ? ab : c;
}

static bool is_ear(outline* o, uint32_t i) {
    point a = at(o, o->prev[i]), b = at(o, i), c = at(o, o->next[i]);
    uint32_t x0 = cell_of(o, least(a.x, b.x, c.x)), x1 = cell_of(o, -least(-a.x, -b.x, -c.x));
    uint32_t y0 = cell_of(o, least(a.y, b.y, c.y)), y1 = cell_of(o, -least(-a.y, -b.y, -c.y));
    for (uint32_t y = y0; y <= y1; ++y) {
        for (uint32_t x = x0; x <= x1; ++x) {
            if (o->steps == 0) return false;
            o->steps--;
            uint32_t k = o->cells[(size_t)y * o->side + x];
            for (; k != NONE && o->steps > 0; k = o->chain[k]) {
                o->steps--;
                if (o->kind[k] != BLOCKING || k == o->prev[i] || k == i || k == o->next[i])
                    continue;
                if (lies_in_ear(o, k, a, b, c)) return false;
            }
        }
    }
    return o->steps > 0;
}

// ---------------------------------------------------------------- cutting

static void put(outline* o, uint32_t a, uint32_t b, uint32_t c) {
    *o->triangles++ = o->corner[a];
    *o->triangles++ = o->corner[b];
    *o->triangles++ = o->corner[c];
}

static void enqueue(outline* o, uint32_t i) {
    if (o->kind[i] != CONVEX) return;
    if (o->waits[i] != NO) {
        o->waits[i] = LONGER;
        return;
    }
    o->waits[i] = YES;
    uint32_t last = (uint32_t)(((uint64_t)o->queue_first + o->queue_count++) % o->count);
    o->queue[last] = i;
}

static uint32_t dequeue(outline* o) {
    uint32_t i = o->queue[o->queue_first];
    o->queue_first = (o->queue_first + 1) % o->count;
    o->queue_count--;
    return i;
}

static void cut_off(outline* o, uint32_t i) {
    uint32_t a = o->prev[i], c = o->next[i];
    put(o, a, i, c);
    o->next[a] = c;
    o->prev[c] = a;
    o->kind[i] = GONE;
    o->left--;
    // a corner that was convex stays it; one in the way may no longer be
    if (is_convex(o, a)) o->kind[a] = CONVEX;
    if (is_convex(o, c)) o->kind[c] = CONVEX;
    enqueue(o, a);
    enqueue(o, c);
}

// Nobody is an ear. Looks once more at all, since touching outlines may have freed somebody; else
// takes a convex corner as it is, else the one at hand. Returns a corner that is left.
static uint32_t force(outline* o, uint32_t start) {
    uint32_t convex = NONE, i = start;
    uint32_t all = o->left;
    for (uint32_t k = 0; k < all && o->steps > 0; ++k, i = o->next[i]) {
        o->steps--;
        if (o->kind[i] != CONVEX) continue;
        if (is_ear(o, i)) {
            convex = i;
            break;
        }
        if (convex == NONE) convex = i;
    }
    uint32_t chosen = convex == NONE ? start : convex;
    uint32_t rest = o->next[chosen];
    cut_off(o, chosen);
    return rest;
}

// Out of steps: convex corners in order, the rest as a fan.
static void cut_quickly(outline* o, uint32_t i) {
    for (uint64_t steps = 4 * (uint64_t)o->count; o->left > 3 && steps > 0; --steps) {
        uint32_t next = o->next[i];
        if (is_convex(o, i)) {
            uint32_t before = o->prev[i];
            cut_off(o, i);
            next = before;
        }
        i = next;
    }
    while (o->left > 3) {
        uint32_t next = o->next[i];
        cut_off(o, next);
    }
}

static void clip(outline* o) {
    uint32_t some = 0;  // a corner that is left
    while (o->left > 3 && o->steps > 0) {
        if (o->queue_count == 0) {
            some = force(o, some);
            continue;
        }
        uint32_t i = dequeue(o);
        bool again = o->waits[i] == LONGER;
        o->waits[i] = NO;
        if (again && o->kind[i] == CONVEX) {
            enqueue(o, i);
            continue;
        }
        if (o->kind[i] == GONE || !is_ear(o, i)) continue;
        if (some == i) some = o->next[i];
        cut_off(o, i);
    }
    while (o->kind[some] == GONE) some = o->next[some];
    o->queue_count = 0;
    if (o->left > 3) cut_quickly(o, some);
    while (o->kind[some] == GONE) some = o->next[some];
    put(o, some, o->next[some], o->next[o->next[some]]);
}

// ---------------------------------------------------------------- all together

static bool lay_out(outline* o, pl_polygon_scratch* scratch, const plump_allocator* hooks,
                    const uint32_t* corners) {
    size_t n = o->count, cells = n / 4 + 1;
    if (n > SIZE_MAX / 32) return false;
    size_t size = (5 * n + cells) * sizeof(uint32_t) + 2 * n;
    if (!pl_grow(hooks, &scratch->block, &scratch->capacity, 0, size, 1)) return false;
    uint32_t* words = scratch->block;
    o->corner = words;
    o->next = words + n;
    o->prev = words + 2 * n;
    o->queue = words + 3 * n;
    o->chain = words + 4 * n;
    o->cells = words + 5 * n;
    o->kind = (unsigned char*)(words + 5 * n + cells);
    o->waits = o->kind + n;
    memcpy(o->corner, corners, n * sizeof *corners);
    return true;
}

static bool cut_many(pl_polygon_scratch* scratch, const plump_allocator* hooks,
                     const double* positions, const uint32_t* corners, size_t count,
                     uint32_t* triangles) {
    if (count > INT32_MAX) return false;
    outline o = {.positions = positions, .count = (uint32_t)count, .left = (uint32_t)count};
    o.triangles = triangles;
    uint64_t allowed = STEPS_PER_CORNER * (uint64_t)count;
    if (allowed > scratch->steps) allowed = scratch->steps;
    o.steps = allowed;
    if (!lay_out(&o, scratch, hooks, corners)) return false;
    choose_plane(&o);
    for (uint32_t i = 0; i < o.count; ++i) {
        o.next[i] = i + 1 < o.count ? i + 1 : 0;
        o.prev[i] = i > 0 ? i - 1 : o.count - 1;
        o.waits[i] = NO;
    }
    for (uint32_t i = 0; i < o.count; ++i) o.kind[i] = is_convex(&o, i) ? CONVEX : BLOCKING;
    for (uint32_t i = 0; i < o.count; ++i) enqueue(&o, i);
    fill_grid(&o);
    clip(&o);
    scratch->steps -= allowed - o.steps;
    return true;
}

static void subtract(const double* positions, uint32_t a, uint32_t b, double out[3]) {
    for (int k = 0; k < 3; ++k)
        out[k] = positions[3 * (size_t)a + (size_t)k] - positions[3 * (size_t)b + (size_t)k];
}

static void cross_product(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

// Area of a b c seen along `normal`.
static double seen_area(const double* positions, uint32_t a, uint32_t b, uint32_t c,
                        const double normal[3]) {
    double ab[3], ac[3], product[3];
    subtract(positions, b, a, ab);
    subtract(positions, c, a, ac);
    cross_product(ab, ac, product);
    return product[0] * normal[0] + product[1] * normal[1] + product[2] * normal[2];
}

// From corner 0 when both halves face forward, as they do in every convex one; otherwise along the
// diagonal whose smaller half is larger: the inner one of a concave quad.
static void cut_quad(const double* positions, const uint32_t* corners, uint32_t* triangles) {
    const uint32_t q[4] = {corners[0], corners[1], corners[2], corners[3]};
    double diagonal[2][3], normal[3], area[4];
    subtract(positions, q[2], q[0], diagonal[0]);
    subtract(positions, q[3], q[1], diagonal[1]);
    cross_product(diagonal[0], diagonal[1], normal);
    // area[i]: the triangle that corner i makes with its neighbours
    for (unsigned i = 0; i < 4; ++i)
        area[i] = seen_area(positions, q[(i + 3) % 4], q[i], q[(i + 1) % 4], normal);
    double first = area[1] < area[3] ? area[1] : area[3];
    double second = area[0] < area[2] ? area[0] : area[2];
    double total = area[1] + area[3];
    unsigned from = first > STRAIGHT * total || !(second > first) ? 0 : 1;
    const uint32_t cut[6] = {q[from], q[from + 1], q[from + 2],
                             q[from], q[from + 2], q[(from + 3) % 4]};
    memcpy(triangles, cut, sizeof cut);
}

bool pl_polygon_cut(pl_polygon_scratch* scratch, const plump_allocator* hooks,
                    const double* positions, const uint32_t* corners, size_t corner_count,
                    uint32_t* triangles) {
    if (corner_count == 3) {
        memmove(triangles, corners, 3 * sizeof *corners);
        return true;
    }
    if (corner_count == 4) {
        cut_quad(positions, corners, triangles);
        return true;
    }
    return cut_many(scratch, hooks, positions, corners, corner_count, triangles);
}

void pl_polygon_free(pl_polygon_scratch* scratch, const plump_allocator* hooks) {
    pl_free(hooks, scratch->block);
}
