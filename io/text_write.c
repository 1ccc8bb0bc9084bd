// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// OBJ and OFF. Coordinates have the fewest digits that read back as the same double.
#include "io/soup.h"

static void put_position(pl_writer* writer, const plump_triangles* t, uint32_t vertex) {
    double position[3];
    pl_triangles_position(t, vertex, position);
    for (int k = 0; k < 3; ++k) {
        if (k > 0) pl_writer_put(writer, " ", 1);
        pl_writer_double(writer, position[k]);
    }
    pl_writer_put(writer, "\n", 1);
}

static void put_unsigned(pl_writer* writer, uint32_t value) {
    char text[10];
    size_t at = sizeof text;
    do text[--at] = (char)('0' + value % 10);
    while (value /= 10);
    pl_writer_put(writer, text + at, sizeof text - at);
}

static void put_corners(pl_writer* writer, const plump_triangles* t, uint32_t triangle,
                        uint32_t base) {
    for (unsigned k = 0; k < 3; ++k) {
        pl_writer_put(writer, " ", 1);
        put_unsigned(writer, pl_triangles_corner(t, triangle, k) + base);
    }
    pl_writer_put(writer, "\n", 1);
}

// A name is one line of text; without one the label serves.
static void put_group(pl_writer* writer, const plump_write_def* def, uint32_t group) {
    const char* name =
        group < def->group_count && def->group_names ? def->group_names[group] : NULL;
    pl_writer_text(writer, "o ");
    if (!name) {
        pl_writer_text(writer, "group");
        put_unsigned(writer, group);
    }
    for (; name && *name; ++name) {
        bool control = (unsigned char)*name < 32 || *name == 127;
        bool joins = *name == '\\' && !name[1];  // would join the next line to this one
        pl_writer_put(writer, control || joins ? "_" : name, 1);
    }
    pl_writer_put(writer, "\n", 1);
}

void pl_write_obj(pl_writer* writer, const plump_triangles* t, const plump_write_def* def) {
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        pl_writer_put(writer, "v ", 2);
        put_position(writer, t, i);
    }
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        // triangles stay in order: a group that comes again is named again
        if (t->groups && (i == 0 || pl_triangles_group(t, i) != pl_triangles_group(t, i - 1)))
            put_group(writer, def, pl_triangles_group(t, i));
        pl_writer_put(writer, "f", 1);
        put_corners(writer, t, i, 1);
    }
}

void pl_write_off(pl_writer* writer, const plump_triangles* t, const plump_write_def* def) {
    (void)def;
    pl_writer_format(writer, "OFF\n%u %u 0\n", (unsigned)t->vertex_count,
                     (unsigned)t->triangle_count);
    for (uint32_t i = 0; i < t->vertex_count; ++i) put_position(writer, t, i);
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        pl_writer_put(writer, "3", 1);
        put_corners(writer, t, i, 0);
    }
}
