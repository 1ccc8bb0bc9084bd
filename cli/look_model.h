// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// One mesh file on its way into a picture: read, judged, and what is wrong with it coloured.
#ifndef PL_CLI_LOOK_MODEL_H
#define PL_CLI_LOOK_MODEL_H

#include <plump/io.h>
#include <plump/picture.h>

// How a kind of finding is shown; both edges and triangles.
typedef struct look_defect {
    plump_finding_kind kind;
    plump_colour colour;
    const char* label;
    bool as_outline;  // triangles without area are drawn by their edges
} look_defect;

extern const look_defect look_defects[];
extern const size_t look_defect_count;

typedef struct look_edge {
    uint32_t a, b;  // vertices of the file
    uint8_t defect;
} look_edge;

typedef struct look_model {
    const char* name;
    plump_soup* soup;
    plump_mesh* mesh;  // NULL when refused
    plump_mesh_report report;
    char message[PLUMP_ERROR_TEXT_SIZE];
    bool as_read;  // the file's own triangles are drawn, not the repaired mesh

    plump_triangles drawn;
    uint32_t* indices;      // owned: the file's triangles that can be drawn
    plump_colour* colours;  // owned, per drawn triangle
    double low[3], high[3];

    uint8_t* marks;  // per triangle of the file: 0 or 1 + index in look_defects
    look_edge* edges;
    size_t edge_count, edge_room;
    bool out_of_memory;
} look_model;

// Reads and judges a file. `as_read` draws it as it came even if it could be repaired. On failure
// there is nothing to free.
plump_result look_model_load(const char* name, bool as_read, look_model* model, plump_error* error);
void look_model_free(look_model* model);

// A vertex of the file; the origin is added.
void look_model_vertex(const look_model* model, uint32_t vertex, double position[3]);

#endif
