// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <plump/io.h>
#include <plump/plump.h>
#include <stdio.h>

int main(int argc, char** argv) {
    plump_error error;
    plump_mesh* mesh = NULL;
    plump_shape_def shape = plump_default_shape_def(PLUMP_SHAPE_BEAR);
    plump_result result = argc > 1  // any mesh file: OBJ, PLY, STL, OFF, GLB, glTF
                              ? plump_mesh_read(argv[1], NULL, &mesh, NULL, &error)
                              : plump_shape_create(&shape, &mesh, &error);  // or one of ours
    if (result != PLUMP_OK) return fprintf(stderr, "%s\n", error.text), 1;

    plump_world_def world_def = plump_default_world_def();
    plump_world* world = NULL;
    plump_body_def def = plump_default_body_def();
    plump_body_id body;
    def.mesh = mesh;
    def.frequency = 3.0f;  // it wobbles three times a second, whatever the mesh and the step
    if (plump_world_create(&world_def, &world, &error) != PLUMP_OK ||
        plump_body_create(world, &def, &body, &error) != PLUMP_OK)
        return fprintf(stderr, "%s\n", error.text), 1;
    const float* position = plump_mesh_positions(mesh);
    for (uint32_t i = 0; i < plump_mesh_vertex_count(mesh); ++i) {
        if (position[3 * i + 1] > 0.4f) plump_body_pin(world, body, i, &error);  // held at the top
    }

    for (int frame = 1; frame <= 120; ++frame) {  // two seconds; substeps as needed
        plump_body_info info;
        if (plump_world_step(world, 1.0f / 60, 0, &error) != PLUMP_OK ||
            plump_body_describe(world, body, &info, &error) != PLUMP_OK)
            return fprintf(stderr, "%s\n", error.text), 1;
        if (frame % 20 == 0)
            printf("%.2f s: centre %6.3f %6.3f %6.3f, volume off by %.0e\n", frame / 60.0,
                   info.centre[0], info.centre[1], info.centre[2], info.volume_error);
    }
    plump_world_destroy(world);
    plump_mesh_destroy(mesh);
    return 0;
}
