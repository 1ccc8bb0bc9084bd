// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// From a file to a mesh in one call, and the intake's findings with their place in the file.
#include <plump/io.h>

#include "src/base/text.h"

// The finding the verdict rests on: the first refusal, else none.
static const plump_finding* leading_refusal(const plump_mesh_report* report,
                                            plump_element_kind* element) {
    for (int kind = 0; kind < PLUMP_FINDING_COUNT; ++kind) {
        const plump_finding* finding = &report->findings[kind];
        if (finding->count == 0) continue;
        if (plump_finding_get_weight((plump_finding_kind)kind) != PLUMP_WEIGHT_REFUSAL) continue;
        *element = plump_finding_element((plump_finding_kind)kind);
        return finding;
    }
    return NULL;
}

void plump_soup_explain(const plump_soup* soup, const char* name, const plump_mesh_report* report,
                        char* text, size_t size) {
    char place[64] = "";
    plump_element_kind kind = PLUMP_ELEMENT_VERTEX;
    const plump_finding* finding = leading_refusal(report, &kind);
    if (finding && (kind == PLUMP_ELEMENT_VERTEX || kind == PLUMP_ELEMENT_EDGE)) {
        plump_soup_locate_vertex(soup, finding->first[0].a, place, sizeof place);
    } else if (finding) {
        plump_soup_locate_triangle(soup, finding->first[0].a, place, sizeof place);
    }
    if (place[0])
        pl_text_format(text, size, "%s: %s (first: %s)", name, report->message, place);
    else
        pl_text_format(text, size, "%s: %s", name, report->message);
    pl_text_clean(text);
}

plump_result plump_mesh_read(const char* path, const plump_mesh_def* options, plump_mesh** mesh,
                             plump_mesh_report* report, plump_error* error) {
    if (!mesh) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "mesh is NULL; pass where it goes");
    *mesh = NULL;
    plump_mesh_def def = options ? *options : plump_default_mesh_def();
    plump_read_def read = plump_default_read_def();
    read.allocator = def.allocator;
    plump_soup* soup = NULL;
    plump_result result = plump_file_read(path, &read, &soup, error);
    if (result != PLUMP_OK) return result;

    plump_mesh_report own;
    if (!report) report = &own;
    def.triangles = plump_soup_triangles(soup);
    result = plump_mesh_create(&def, mesh, report, error);
    if (result == PLUMP_OK || result == PLUMP_ERROR_DATA) {
        char text[PLUMP_ERROR_TEXT_SIZE];
        plump_soup_explain(soup, path, report, text, sizeof text);
        pl_text_format(report->message, sizeof report->message, "%s", text);
        if (result != PLUMP_OK) result = pl_fail(error, result, "%s", text);
    }
    plump_soup_destroy(soup);
    return result;
}
