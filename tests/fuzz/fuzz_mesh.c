// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What must hold of every mesh the intake accepts, checked without its help.
#include "fuzz.h"

#include "io/soup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void* need(size_t size) {
    void* block = malloc(size ? size : 1);
    if (!block) fuzz_fail("the check itself is out of memory");
    return block;
}

static int compare_edges(const void* a, const void* b) {
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

// Every edge twice, once in each direction: sorted by their ends, the two lists are the same.
static void check_closed(const plump_mesh* mesh) {
    const uint32_t* corners = plump_mesh_indices(mesh);
    uint32_t vertices = plump_mesh_vertex_count(mesh);
    size_t count = 3 * (size_t)plump_mesh_triangle_count(mesh);
    uint64_t* forth = need(2 * count * sizeof *forth);
    uint64_t* back = forth + count;
    for (size_t i = 0; i < count; ++i) {
        uint32_t a = corners[i], b = corners[i % 3 == 2 ? i - 2 : i + 1];
        if (a >= vertices) fuzz_fail("an index is out of range");
        if (a == b) fuzz_fail("a triangle uses a vertex twice");
        forth[i] = (uint64_t)a << 32 | b;
        back[i] = (uint64_t)b << 32 | a;
    }
    qsort(forth, count, sizeof *forth, compare_edges);
    qsort(back, count, sizeof *back, compare_edges);
    for (size_t i = 0; i < count; ++i) {
        if (i && forth[i] == forth[i - 1])
            fuzz_fail("two triangles run along an edge the same way");
        if (forth[i] != back[i]) fuzz_fail("an edge has only one triangle");
    }
    free(forth);
}

static void check_numbers(const plump_mesh* mesh, const plump_mesh_report* report) {
    const float* positions = plump_mesh_positions(mesh);
    double origin[3];
    plump_mesh_origin(mesh, origin);
    for (int k = 0; k < 3; ++k) {
        if (!isfinite(origin[k])) fuzz_fail("the origin is not finite");
    }
    for (size_t i = 0; i < 3 * (size_t)plump_mesh_vertex_count(mesh); ++i) {
        if (!isfinite(positions[i])) fuzz_fail("a position is not finite");
    }
    double volume = plump_mesh_volume(mesh);
    if (!isfinite(volume) || !(volume > 0)) fuzz_fail("the volume is not positive");
    if (!isfinite(report->area) || !(report->area > 0)) fuzz_fail("the area is not positive");
    if (report->verdict == PLUMP_VERDICT_REJECT) fuzz_fail("accepted, but the verdict is reject");
    if (report->vertices != plump_mesh_vertex_count(mesh) ||
        report->triangles != plump_mesh_triangle_count(mesh) ||
        report->parts != plump_mesh_part_count(mesh)) {
        fuzz_fail("the report's counts are not the mesh's");
    }
}

static void check_maps(const plump_mesh* mesh) {
    uint32_t count, vertices = plump_mesh_vertex_count(mesh);
    const uint32_t* map = plump_mesh_vertex_map(mesh, &count);
    for (uint32_t i = 0; i < count; ++i) {
        if (map[i] >= vertices && map[i] != PLUMP_NO_VERTEX) fuzz_fail("the vertex map is wrong");
    }
    const uint32_t* parts = plump_mesh_triangle_parts(mesh);
    uint32_t next = 0;
    for (uint32_t i = 0; i < plump_mesh_triangle_count(mesh); ++i) {
        if (parts[i] > next) fuzz_fail("parts are not ordered by their first triangle");
        if (parts[i] == next) next++;
    }
    if (next != plump_mesh_part_count(mesh)) fuzz_fail("a part has no triangle");
}

fuzz_bytes fuzz_write(plump_format format, const plump_triangles* t, const plump_write_def* def,
                      plump_allocator allocator) {
    pl_writer writer = {.hooks = pl_alloc_hooks(allocator)};
    switch (format) {
    case PLUMP_FORMAT_OBJ: pl_write_obj(&writer, t, def); break;
    case PLUMP_FORMAT_PLY: pl_write_ply(&writer, t, def); break;
    case PLUMP_FORMAT_STL: pl_write_stl(&writer, t, def); break;
    case PLUMP_FORMAT_OFF: pl_write_off(&writer, t, def); break;
    default: pl_write_glb(&writer, t, def); break;
    }
    if (writer.failed) fuzz_fail("writing failed");
    return (fuzz_bytes){writer.bytes, writer.used};
}

static void check_same(const plump_mesh* a, const plump_mesh* b, plump_format format) {
    size_t vertices = plump_mesh_vertex_count(a), triangles = plump_mesh_triangle_count(a);
    double origin_a[3], origin_b[3];
    plump_mesh_origin(a, origin_a);
    plump_mesh_origin(b, origin_b);
    bool is_same = vertices == plump_mesh_vertex_count(b) &&
                   triangles == plump_mesh_triangle_count(b) &&
                   memcmp(origin_a, origin_b, sizeof origin_a) == 0 &&
                   memcmp(plump_mesh_positions(a), plump_mesh_positions(b), 12 * vertices) == 0 &&
                   memcmp(plump_mesh_indices(a), plump_mesh_indices(b), 12 * triangles) == 0;
    if (is_same) return;
    fprintf(stderr, "fuzz: as %s: %zu vertices became %u, %zu triangles %u\n",
            plump_format_name(format), vertices, (unsigned)plump_mesh_vertex_count(b), triangles,
            (unsigned)plump_mesh_triangle_count(b));
    fuzz_fail("the mesh is another after writing and reading");
}

static void check_round_trip(const plump_mesh* mesh, const plump_mesh_def* def,
                             plump_format format) {
    plump_triangles t = plump_mesh_triangles(mesh);
    t.groups = NULL;  // groups may put triangles in another order
    plump_write_def write = plump_default_write_def();
    fuzz_bytes file = fuzz_write(format, &t, &write, def->allocator);
    plump_read_def read = plump_default_read_def();
    read.allocator = def->allocator;
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    if (plump_memory_read(file.bytes, file.size, "again", &read, &soup, &error) != PLUMP_OK) {
        fprintf(stderr, "fuzz: as %s: %s\n", plump_format_name(format), error.text);
        fuzz_fail("what was written cannot be read");
    }
    plump_mesh_def again = *def;
    again.triangles = plump_soup_triangles(soup);
    plump_mesh* other = NULL;
    if (plump_mesh_create(&again, &other, NULL, &error) != PLUMP_OK) {
        fprintf(stderr, "fuzz: as %s: %s\n", plump_format_name(format), error.text);
        fuzz_fail("an accepted mesh is refused after writing and reading");
    }
    check_same(mesh, other, format);
    plump_mesh_destroy(other);
    plump_soup_destroy(soup);
    def->allocator.free(file.bytes, def->allocator.user);
}

void fuzz_take_in(const plump_triangles* triangles, uint8_t options, plump_allocator allocator) {
    plump_mesh_def def = plump_default_mesh_def();
    def.triangles = *triangles;
    def.fill_holes = options & 1;
    def.find_intersections = options & 2;
    if (options & 4) def.weld_tolerance = 0;
    def.allocator = allocator;
    plump_mesh* mesh = NULL;
    plump_mesh_report report;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = plump_mesh_create(&def, &mesh, &report, &error);
    if ((result == PLUMP_OK) != (mesh != NULL)) fuzz_fail("result and mesh disagree");
    if (result != PLUMP_OK) {
        if (!error.text[0]) fuzz_fail("a refusal without a sentence");
        return;
    }
    check_numbers(mesh, &report);
    check_closed(mesh);
    check_maps(mesh);
    def.find_intersections = false;  // the same mesh either way
    check_round_trip(mesh, &def, PLUMP_FORMAT_PLY);
    check_round_trip(mesh, &def, PLUMP_FORMAT_OBJ);
#if defined(PLUMP_HAVE_JANSSON)
    check_round_trip(mesh, &def, PLUMP_FORMAT_GLB);
#endif
    check_round_trip(mesh, &def, PLUMP_FORMAT_OFF);
    plump_mesh_destroy(mesh);
}
