// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include <plump/io.h>
#include <plump/plump.h>
#include <stdio.h>

int main(int argc, char** argv) {
    plump_error error;
    plump_mesh_report report;
    plump_mesh* mesh = NULL;
    plump_result result;
    if (argc > 1) {  // any mesh file: OBJ, PLY, STL, OFF, GLB, glTF
        result = plump_mesh_read(argv[1], NULL, &mesh, &report, &error);
    } else {  // or a built-in shape
        plump_shape_def def = plump_default_shape_def(PLUMP_SHAPE_TORUS);
        result = plump_shape_create(&def, &mesh, &error);
    }
    if (result != PLUMP_OK) return fprintf(stderr, "%s\n", error.text), 1;
    printf("%u vertices, %u triangles, volume %g\n", plump_mesh_vertex_count(mesh),
           plump_mesh_triangle_count(mesh), plump_mesh_volume(mesh));
    plump_mesh_destroy(mesh);
    return 0;
}
