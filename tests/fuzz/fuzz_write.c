// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The writers: any finite triangle list and any names, written in each format, must read back as
// the same triangles; exactly where the format holds doubles, to the rounding of a float elsewhere.
#include "fuzz.h"

#include "io/soup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As plump_file_write() demands; also within what a float can hold.
static bool is_writable(const plump_triangles* t) {
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (int k = 0; k < 3; ++k) {
            if (!(fabs(position[k]) < 1e30)) return false;
        }
    }
    for (uint32_t i = 0; i < t->triangle_count; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            if (pl_triangles_corner(t, i, k) >= t->vertex_count) return false;
        }
    }
    return t->triangle_count > 0;
}

// How far a coordinate may be off after this format.
static double tolerance(plump_format format, const plump_triangles* t) {
    if (format != PLUMP_FORMAT_STL && format != PLUMP_FORMAT_GLB) return 0;
    double reach = 0;
    for (uint32_t i = 0; i < t->vertex_count; ++i) {
        double position[3];
        pl_triangles_position(t, i, position);
        for (int k = 0; k < 3; ++k) reach = fmax(reach, fabs(position[k]));
    }
    return reach * 1.2e-7 + 1e-44;
}

static void check_same(const plump_triangles* a, const plump_triangles* b, plump_format format) {
    double most = tolerance(format, a);
    if (a->triangle_count != b->triangle_count) fuzz_fail("triangles were lost or made");
    for (uint32_t i = 0; i < a->triangle_count; ++i) {
        for (unsigned k = 0; k < 3; ++k) {
            double p[3], q[3];
            pl_triangles_position(a, pl_triangles_corner(a, i, k), p);
            pl_triangles_position(b, pl_triangles_corner(b, i, k), q);
            for (int c = 0; c < 3; ++c) {
                if (fabs(p[c] - q[c]) <= most) continue;
                fprintf(stderr, "fuzz: as %s: triangle %u: %.17g became %.17g\n",
                        plump_format_name(format), (unsigned)i, p[c], q[c]);
                fuzz_fail("a corner moved");
            }
        }
    }
}

static void round_trip(plump_format format, const plump_triangles* t, const plump_write_def* write,
                       plump_allocator allocator, bool in_order) {
    fuzz_bytes file = fuzz_write(format, t, write, allocator);
    plump_read_def read = plump_default_read_def();
    read.allocator = allocator;
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    if (plump_memory_read(file.bytes, file.size, "again", &read, &soup, &error) != PLUMP_OK) {
        fprintf(stderr, "fuzz: as %s: %s\n", plump_format_name(format), error.text);
        fuzz_fail("what was written cannot be read");
    }
    plump_triangles back = plump_soup_triangles(soup);
    if (in_order)
        check_same(t, &back, format);
    else if (back.triangle_count != t->triangle_count)
        fuzz_fail("triangles were lost or made");
    plump_soup_destroy(soup);
    allocator.free(file.bytes, allocator.user);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const plump_format formats[] = {
        PLUMP_FORMAT_OBJ,
        PLUMP_FORMAT_PLY,
        PLUMP_FORMAT_STL,
        PLUMP_FORMAT_OFF,
#if defined(PLUMP_HAVE_JANSSON)
        PLUMP_FORMAT_GLB
#endif
    };
    fuzz_arrays arrays = fuzz_arrays_make(data, size);
    if (is_writable(&arrays.triangles)) {
        plump_allocator allocator = fuzz_meter_begin(8 * size + 4096);
        // names drawn from the end of the input; a zero ends them
        char texts[3][17] = {{0}};
        const char* names[3] = {texts[0], texts[1], texts[2]};
        for (size_t i = 0; i < 3 && size >= 16 * (i + 1); ++i) {
            memcpy(texts[i], data + size - 16 * (i + 1), 16);
        }
        plump_write_def write = plump_default_write_def();
        write.group_names = names;
        write.group_count = arrays.options & 3;
        for (size_t i = 0; i < sizeof formats / sizeof formats[0]; ++i) {
            plump_triangles plain = arrays.triangles;
            plain.groups = NULL;
            round_trip(formats[i], &plain, &write, allocator, true);
            if (arrays.groups) round_trip(formats[i], &arrays.triangles, &write, allocator, false);
        }
        fuzz_meter_end();
    }
    fuzz_arrays_free(&arrays);
    return 0;
}
