// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Time and memory of the way in: reading a file and the complete intake, on one thread.
// usage: bench_intake [FILE...]     without a file: a trefoil knot of 345,944 triangles as binary
// PLY Prints the least of several runs in milliseconds, the peak of memory through the allocator
// hooks, and the bound that hostile files are held to (64 x file + 64 MiB).
#include <plump/io.h>
#include <plump/plump.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 7 };

typedef struct {
    size_t now, peak;
} meter;

// the size stands in front of the block, one alignment's worth
static void* metered_alloc(size_t size, size_t alignment, void* user) {
    meter* m = user;
    size_t rounded = (size + 2 * alignment - 1) & ~(alignment - 1);
    char* block = aligned_alloc(alignment, rounded);
    if (!block) return NULL;
    memcpy(block, &size, sizeof size);
    m->now += size;
    if (m->now > m->peak) m->peak = m->now;
    return block + alignment;
}

static void metered_free(void* block, void* user) {
    meter* m = user;
    char* start = (char*)block - 64;
    size_t size;
    memcpy(&size, start, sizeof size);
    m->now -= size;
    free(start);
}

static double now_ms(void) {
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static long file_size(const char* path) {
    FILE* file = fopen(path, "rb");
    if (!file) return 0;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

static int bench(const char* path, const char* shown) {
    meter m = {0, 0};
    double least_read = 1e30, least_intake = 1e30, least_plain = 1e30;
    plump_mesh_report report;
    for (int run = 0; run < RUNS; ++run) {
        plump_error error;
        plump_read_def read = plump_default_read_def();
        read.allocator = (plump_allocator){metered_alloc, metered_free, &m};
        plump_soup* soup = NULL;
        double t0 = now_ms();
        if (plump_file_read(path, &read, &soup, &error) != PLUMP_OK) {
            fprintf(stderr, "%s\n", error.text);
            return 1;
        }
        double t1 = now_ms();
        plump_mesh_def def = plump_default_mesh_def();
        def.triangles = plump_soup_triangles(soup);
        def.allocator = read.allocator;
        // every other run without the search for intersections
        def.find_intersections = run % 2 == 0;
        plump_mesh* mesh = NULL;
        if (plump_mesh_create(&def, &mesh, &report, &error) != PLUMP_OK) {
            fprintf(stderr, "%s\n", error.text);
        }
        double t2 = now_ms();
        plump_mesh_destroy(mesh);
        plump_soup_destroy(soup);
        if (t1 - t0 < least_read) least_read = t1 - t0;
        double* least = def.find_intersections ? &least_intake : &least_plain;
        if (t2 - t1 < *least) *least = t2 - t1;
    }
    double bytes = (double)file_size(path);
    printf("%-28s %8u triangles  read %6.1f ms  intake %6.1f ms (without intersections %6.1f)  all "
           "%6.1f "
           "ms  memory %5.1f MiB of %5.1f allowed\n",
           shown, report.input_triangles, least_read, least_intake, least_plain,
           least_read + least_intake, (double)m.peak / 1048576, 64 * bytes / 1048576 + 64);
    return 0;
}

int main(int argc, char** argv) {
    if (argc > 1) {
        int bad = 0;
        for (int i = 1; i < argc; ++i) {
            const char* slash = strrchr(argv[i], '/');
            bad |= bench(argv[i], slash ? slash + 1 : argv[i]);
        }
        return bad;
    }
    const char* path = "bench_intake_knot.ply";
    plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_KNOT);
    def.vertex_count = 172972;
    plump_mesh* mesh = NULL;
    plump_error error;
    plump_result result = plump_shape_create(&def, &mesh, &error);
    if (result == PLUMP_OK) {
        plump_triangles triangles = plump_mesh_triangles(mesh);
        plump_write_def write = plump_default_write_def();
        result = plump_file_write(path, &triangles, &write, &error);
    }
    plump_mesh_destroy(mesh);
    if (result != PLUMP_OK) {
        fprintf(stderr, "%s\n", error.text);
        return 1;
    }
    int bad = bench(path, "knot");
    remove(path);
    return bad;
}
