// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The parts of a closed surface: what each encloses, which lies inside which, and which way out is.
// A part that lies in no other and has a negative volume is inside out: it is turned, with all that
// lies in it. A part that runs against the one around it is a cavity (or a solid in a cavity) and
// stays; one that runs along with it is a solid within a solid, which is told.
#include <float.h>
#include <math.h>

#include "src/mesh/mesh_intake.h"
#include "src/mesh/mesh_sum.h"
#include "src/mesh/mesh_tree.h"

#define MOST_STEPS_OUT 64

typedef struct {
    const double* centre;  // one of the part's own vertices
    pl_exact_sum volume;   // times 6
    double area;           // times 2
    uint32_t first;        // its first triangle
} part_sums;

static void add_triangle(part_sums* part, const double* p, const double* q, const double* r) {
    double a[3], b[3], c[3], n[3];
    const double* o = part->centre;
    for (int k = 0; k < 3; ++k) a[k] = p[k] - o[k], b[k] = q[k] - o[k], c[k] = r[k] - o[k];
    n[0] = b[1] * c[2] - b[2] * c[1];
    n[1] = b[2] * c[0] - b[0] * c[2];
    n[2] = b[0] * c[1] - b[1] * c[0];
    pl_exact_add(&part->volume, a[0] * n[0] + a[1] * n[1] + a[2] * n[2]);
    for (int k = 0; k < 3; ++k) b[k] -= a[k], c[k] -= a[k];
    n[0] = b[1] * c[2] - b[2] * c[1];
    n[1] = b[2] * c[0] - b[0] * c[2];
    n[2] = b[0] * c[1] - b[1] * c[0];
    part->area += sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

// What rounding the positions may have given a flat part: its area times the rounding.
static double rounding_of(const pl_intake* s) {
    double stored = s->size / 8388608.0, given = 4 * DBL_EPSILON * s->reach;
    return stored > given ? stored : given;
}

bool pl_intake_weigh_parts(pl_intake* s) {
    s->part_volume = pl_arena_alloc(&s->keep, s->part_count, sizeof *s->part_volume);
    s->part_container = pl_arena_alloc(&s->keep, s->part_count, sizeof(uint32_t));
    void* mark = pl_arena_mark(&s->scratch);
    part_sums* sums = pl_arena_alloc_zero(&s->scratch, s->part_count, sizeof *sums);
    bool ok = s->part_volume && s->part_container && sums;
    for (uint32_t f = 0; ok && f < s->triangle_count; ++f) {
        const uint32_t* t = s->triangles + 3 * (size_t)f;
        part_sums* part = &sums[s->part[f]];
        const double* p[3];
        for (int k = 0; k < 3; ++k) p[k] = s->positions + 3 * (size_t)t[k];
        if (!part->centre) part->centre = p[0], part->first = f;
        add_triangle(part, p[0], p[1], p[2]);
    }
    for (uint32_t i = 0; ok && i < s->part_count; ++i) {
        s->part_container[i] = PL_NONE;
        s->part_volume[i] = pl_exact_value(&sums[i].volume) / 6;
        if (fabs(s->part_volume[i]) <= sums[i].area / 2 * rounding_of(s))
            pl_intake_find_triangle(s, PLUMP_FINDING_FLAT_PARTS, sums[i].first);
    }
    pl_arena_release(&s->scratch, mark);
    return ok;
}

// What lies inside a part is smaller than it. Where parts cut each other a larger one may seem to
// lie inside a smaller one, because its first vertex does: then the next part out is asked.
static void correct_containers(pl_intake* s) {
    for (uint32_t i = 0; i < s->part_count; ++i) {
        uint32_t around = s->part_container[i];
        for (int step = 0; around != PL_NONE; ++step) {
            if (fabs(s->part_volume[around]) > fabs(s->part_volume[i])) break;
            around = step < MOST_STEPS_OUT ? s->part_container[around] : PL_NONE;
        }
        s->part_container[i] = around;
    }
}

// The outermost part around each one, which decides whether it is turned. Each step outwards is
// taken once: what has been found is kept.
static void find_outermost(const pl_intake* s, uint32_t* outer, uint32_t* way) {
    for (uint32_t i = 0; i < s->part_count; ++i) outer[i] = PL_NONE;
    for (uint32_t i = 0; i < s->part_count; ++i) {
        uint32_t length = 0, at = i;
        while (outer[at] == PL_NONE && s->part_container[at] != PL_NONE) {
            way[length++] = at;
            at = s->part_container[at];
        }
        if (outer[at] == PL_NONE) outer[at] = at;
        while (length) outer[way[--length]] = outer[at];
    }
}

static bool turn_inverted(pl_intake* s) {
    uint32_t* outer = pl_arena_alloc(&s->scratch, s->part_count, sizeof *outer);
    uint32_t* way = pl_arena_alloc(&s->scratch, s->part_count, sizeof *way);
    unsigned char* turned = pl_arena_alloc_zero(&s->scratch, s->part_count, 1);
    if (!outer || !way || !turned) return false;
    find_outermost(s, outer, way);
    for (uint32_t i = 0; i < s->part_count; ++i) turned[i] = s->part_volume[outer[i]] < 0;
    uint32_t told = 0;
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        // parts are numbered by first triangle
        bool is_first = s->part[f] == told;
        told += is_first;
        if (!turned[s->part[f]]) continue;
        if (is_first) pl_intake_find_triangle(s, PLUMP_FINDING_INVERTED_PARTS, f);
        pl_intake_turn(s, f);
    }
    for (uint32_t i = 0; i < s->part_count; ++i) {
        if (turned[i]) s->part_volume[i] = -s->part_volume[i];
    }
    return true;
}

static void judge_nesting(pl_intake* s, bool incomplete) {
    uint32_t told = 0;
    for (uint32_t f = 0; f < s->triangle_count && told < s->part_count; ++f) {
        uint32_t part = s->part[f];
        if (part != told) continue;
        ++told;
        uint32_t around = s->part_container[part];
        s->report.cavities += s->part_volume[part] < 0;
        if (around != PL_NONE && (s->part_volume[part] < 0) == (s->part_volume[around] < 0))
            pl_intake_find_triangle(s, PLUMP_FINDING_NESTED_PARTS, f);
    }
    if (incomplete) s->report.findings[PLUMP_FINDING_NESTED_PARTS].at_least = true;
}

static void tell_pair(uint32_t a, uint32_t b, void* user) {
    pl_intake* s = user;
    uint32_t first = s->triangle_source[a], second = s->triangle_source[b];
    bool ascending = first < second;
    pl_intake_find(s, PLUMP_FINDING_SELF_INTERSECTIONS, ascending ? first : second,
                   ascending ? second : first);
}

// The triangles with their last two corners in ascending order: what lies inside what must not
// depend on which way round they are, or a part that was turned would be judged anew when the mesh
// is taken in again.
static bool unwind(pl_intake* s, pl_mesh_view* view) {
    uint32_t* t = pl_arena_alloc(&s->scratch, s->triangle_count, 3 * sizeof *t);
    if (!t) return false;
    view->triangles = t;
    const uint32_t* from = s->triangles;
    for (uint32_t f = 0; f < s->triangle_count; ++f, t += 3, from += 3) {
        bool ascending = from[1] < from[2];
        t[0] = from[0];
        t[1] = ascending ? from[1] : from[2];
        t[2] = ascending ? from[2] : from[1];
    }
    return true;
}

// Everything that needs the tree: nesting, and triangles that cut each other.
bool pl_intake_judge_space(pl_intake* s) {
    void* mark = pl_arena_mark(&s->scratch);
    pl_mesh_view view = pl_intake_view(s);
    const pl_mesh_tree* tree = NULL;
    bool incomplete = false, ok = s->part_count == 1 || unwind(s, &view);
    if (ok && (s->part_count > 1 || s->def->find_intersections)) {
        tree = pl_mesh_tree_build(&s->scratch, &view);
        ok = tree != NULL;
    }
    if (ok && s->part_count > 1)
        ok = pl_mesh_nesting(&s->scratch, tree, s->part, s->part_count, s->part_container,
                             &incomplete);
    if (ok && s->def->find_intersections) {
        pl_intersections found = {0};
        ok = pl_mesh_intersections(&s->scratch, tree, tell_pair, s, &found);
        // beyond a bound pairs are only counted
        plump_finding* pairs = &s->report.findings[PLUMP_FINDING_SELF_INTERSECTIONS];
        if (pairs->count < found.count) pairs->count = found.count;
        pairs->at_least = found.at_least;
    }
    if (ok) correct_containers(s);
    ok = ok && turn_inverted(s);
    if (ok) judge_nesting(s, incomplete);
    pl_arena_release(&s->scratch, mark);
    return ok;
}
