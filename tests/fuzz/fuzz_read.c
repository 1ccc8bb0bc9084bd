// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// One reader, through to the finished mesh, and glTF through to a jiggled frame. FUZZ_FORMAT says
// which; the build makes a target of each.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    plump_allocator allocator = fuzz_meter_begin(size);
    plump_read_def def = plump_default_read_def();
    def.format = FUZZ_FORMAT;
    def.allocator = allocator;
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = plump_memory_read(data, size, "input", &def, &soup, &error);
    if ((result == PLUMP_OK) != (soup != NULL)) fuzz_fail("result and soup disagree");
    if (result == PLUMP_ERROR_MEMORY) fuzz_fail("out of memory within the limit");
    if (result != PLUMP_OK && !error.text[0]) fuzz_fail("a refusal without a sentence");
    if (result == PLUMP_OK) {
        plump_triangles triangles = plump_soup_triangles(soup);
        char place[64];
        plump_soup_locate_triangle(soup, triangles.triangle_count / 2, place, sizeof place);
        plump_soup_locate_vertex(soup, triangles.vertex_count / 2, place, sizeof place);
        for (uint32_t i = 0; i < plump_soup_group_count(soup); ++i) {
            if (!plump_soup_group_name(soup, i)) fuzz_fail("a group without a name");
        }
        fuzz_take_in(&triangles, fuzz_options(data, size), allocator);
    }
    plump_soup_destroy(soup);
    fuzz_meter_end();
    if (FUZZ_FORMAT == PLUMP_FORMAT_GLTF) fuzz_character(data, size);
    return 0;
}
