// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the intake can find: one table of names, and the counting.
#include "src/mesh/mesh_intake.h"

typedef struct {
    const char* name;
    const char* text;  // of several
    const char* one;   // of one
    plump_finding_weight weight;
    plump_element_kind element;
} finding_row;

static const finding_row table[PLUMP_FINDING_COUNT] = {
    [PLUMP_FINDING_WELDED_VERTICES] = {"welded_vertices", "vertices welded at equal positions",
                                       "vertex welded at an equal position", PLUMP_WEIGHT_REPAIR,
                                       PLUMP_ELEMENT_VERTEX},
    [PLUMP_FINDING_NEAR_VERTICES] = {"near_vertices", "vertices welded at nearly equal positions",
                                     "vertex welded at a nearly equal position",
                                     PLUMP_WEIGHT_REPAIR, PLUMP_ELEMENT_VERTEX},
    [PLUMP_FINDING_DEGENERATE_TRIANGLES] = {"degenerate_triangles",
                                            "triangles without area removed",
                                            "triangle without area removed", PLUMP_WEIGHT_REPAIR,
                                            PLUMP_ELEMENT_TRIANGLE},
    [PLUMP_FINDING_DUPLICATE_TRIANGLES] = {"duplicate_triangles", "duplicate triangles dropped",
                                           "duplicate triangle dropped", PLUMP_WEIGHT_REPAIR,
                                           PLUMP_ELEMENT_TRIANGLE},
    [PLUMP_FINDING_UNUSED_VERTICES] = {"unused_vertices", "unused vertices dropped",
                                       "unused vertex dropped", PLUMP_WEIGHT_REPAIR,
                                       PLUMP_ELEMENT_VERTEX},
    [PLUMP_FINDING_FLIPPED_TRIANGLES] = {"flipped_triangles",
                                         "triangles turned to agree with their neighbours",
                                         "triangle turned to agree with its neighbours",
                                         PLUMP_WEIGHT_REPAIR, PLUMP_ELEMENT_TRIANGLE},
    [PLUMP_FINDING_INVERTED_PARTS] = {"inverted_parts", "inside-out parts turned",
                                      "inside-out part turned", PLUMP_WEIGHT_REPAIR,
                                      PLUMP_ELEMENT_TRIANGLE},
    [PLUMP_FINDING_SPLIT_VERTICES] = {"split_vertices", "vertices split where sheets touched",
                                      "vertex split where sheets touched", PLUMP_WEIGHT_REPAIR,
                                      PLUMP_ELEMENT_VERTEX},
    [PLUMP_FINDING_FILLED_HOLES] = {"filled_holes", "holes filled", "hole filled",
                                    PLUMP_WEIGHT_REPAIR, PLUMP_ELEMENT_EDGE},
    [PLUMP_FINDING_SELF_INTERSECTIONS] = {"self_intersections",
                                          "pairs of triangles that cut or touch each other",
                                          "pair of triangles that cut or touch each other",
                                          PLUMP_WEIGHT_WARNING, PLUMP_ELEMENT_TRIANGLE_PAIR},
    [PLUMP_FINDING_NESTED_PARTS] = {"nested_parts", "parts inside another solid",
                                    "part inside another solid", PLUMP_WEIGHT_WARNING,
                                    PLUMP_ELEMENT_TRIANGLE},
    [PLUMP_FINDING_SLIVER_TRIANGLES] = {"sliver_triangles",
                                        "triangles without area that could not be removed",
                                        "triangle without area that could not be removed",
                                        PLUMP_WEIGHT_WARNING, PLUMP_ELEMENT_TRIANGLE},
    [PLUMP_FINDING_BAD_INDICES] = {"bad_indices", "triangles that use a vertex beyond the last",
                                   "triangle that uses a vertex beyond the last",
                                   PLUMP_WEIGHT_REFUSAL, PLUMP_ELEMENT_TRIANGLE},
    [PLUMP_FINDING_NOT_FINITE] = {"not_finite", "vertices that are not finite or out of range",
                                  "vertex that is not finite or out of range", PLUMP_WEIGHT_REFUSAL,
                                  PLUMP_ELEMENT_VERTEX},
    [PLUMP_FINDING_OPEN_EDGES] = {"open_edges", "edges with only one triangle",
                                  "edge with only one triangle", PLUMP_WEIGHT_REFUSAL,
                                  PLUMP_ELEMENT_EDGE},
    [PLUMP_FINDING_NONMANIFOLD_EDGES] = {"nonmanifold_edges", "edges with more than two triangles",
                                         "edge with more than two triangles", PLUMP_WEIGHT_REFUSAL,
                                         PLUMP_ELEMENT_EDGE},
    [PLUMP_FINDING_UNORIENTABLE_EDGES] = {"unorientable_edges",
                                          "edges where the surface has only one side",
                                          "edge where the surface has only one side",
                                          PLUMP_WEIGHT_REFUSAL, PLUMP_ELEMENT_EDGE},
    [PLUMP_FINDING_FLAT_PARTS] = {"flat_parts", "parts that enclose no volume",
                                  "part that encloses no volume", PLUMP_WEIGHT_REFUSAL,
                                  PLUMP_ELEMENT_TRIANGLE},
};

static const finding_row* row(plump_finding_kind kind) {
    static const finding_row unknown = {"unknown", "unknown finding", "unknown finding",
                                        PLUMP_WEIGHT_WARNING, PLUMP_ELEMENT_VERTEX};
    return (unsigned)kind < PLUMP_FINDING_COUNT ? &table[kind] : &unknown;
}

const char* plump_finding_name(plump_finding_kind kind) {
    return row(kind)->name;
}

const char* plump_finding_text(plump_finding_kind kind, uint64_t count) {
    return count == 1 ? row(kind)->one : row(kind)->text;
}

plump_finding_weight plump_finding_get_weight(plump_finding_kind kind) {
    return row(kind)->weight;
}

plump_element_kind plump_finding_element(plump_finding_kind kind) {
    return row(kind)->element;
}

void pl_intake_find(pl_intake* s, plump_finding_kind kind, uint32_t a, uint32_t b) {
    plump_finding* finding = &s->report.findings[kind];
    plump_element element = {a, b};
    if (finding->count < PLUMP_FINDING_FIRST_COUNT) finding->first[finding->count] = element;
    finding->count++;
    if (s->def->visit) s->def->visit(kind, element, s->def->visit_user);
}

void pl_intake_find_triangle(pl_intake* s, plump_finding_kind kind, uint32_t triangle) {
    pl_intake_find(s, kind, s->triangle_source[triangle], 0);
}

void pl_intake_find_edge(pl_intake* s, plump_finding_kind kind, uint32_t half_edge) {
    uint32_t a = s->triangles[half_edge], b = s->triangles[pl_edge_next(half_edge)];
    pl_intake_find(s, kind, s->vertex_source[a], s->vertex_source[b]);
}

bool pl_intake_refused(const pl_intake* s) {
    if (s->triangle_count == 0) return true;
    for (unsigned kind = 0; kind < PLUMP_FINDING_COUNT; ++kind) {
        if (table[kind].weight == PLUMP_WEIGHT_REFUSAL && s->report.findings[kind].count)
            return true;
    }
    return false;
}
