// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_JIGGLE_SHADER_H
#define PLUMP_JIGGLE_SHADER_H

/// The deformation of plump/jiggle.h as a vertex shader (libplump_io): the masses swing on the
/// processor, a few hundred numbers per frame go to the graphics card, and the mesh is deformed
/// there. GLSL 3.30; collisions with obstacles and the polish of volumes stay with
/// plump_jiggle_deform().

#include <plump/jiggle.h>

/// Made for a definition: how many segments and sets there are and who deforms whom is part of the
/// text.
typedef struct plump_jiggle_shader plump_jiggle_shader;

/// `def` as for plump_jiggle_create(); at most 65,536 bytes of uniforms (what every driver of today
/// takes; 16,384 is what all must). Meshes are not looked at.
PLUMP_API plump_result plump_jiggle_shader_create(const plump_jiggle_def* def,
                                                  plump_jiggle_shader** shader, plump_error* error);
/// NULL is fine.
PLUMP_API void plump_jiggle_shader_destroy(plump_jiggle_shader* shader);

/// The shader's text. Attributes: `vec3 position`, `vec3 normal` (bind pose), `uvec4 segments`,
/// `vec4 weights`. Uniforms: `mat4 view_projection`, and the block `plump_jiggle` (std140), filled
/// by plump_jiggle_shader_fill(). Out: `vec3 world_position`, `vec3 world_normal`, gl_Position.
PLUMP_API const char* plump_jiggle_shader_text(const plump_jiggle_shader* shader);
/// The same without `#version`, attributes and main(), for shaders of your own and for pictures
/// (plump/picture.h): the block, and
/// `void plump_deform(vec3 position, vec3 normal, uvec4 segments, vec4 weights, out vec3 x, out
/// vec3 n)`, x relative to the block's `origin.xyz` and n of any length.
PLUMP_API const char* plump_jiggle_shader_function(const plump_jiggle_shader* shader);
/// Bytes of the block.
PLUMP_API size_t plump_jiggle_shader_block_size(const plump_jiggle_shader* shader);
/// Fills the block for where the deformer's masses are now; `matrices` are those of its last step.
PLUMP_API plump_result plump_jiggle_shader_fill(const plump_jiggle_shader* shader,
                                                plump_jiggle* jiggle, const double* matrices,
                                                float* block, plump_error* error);

#endif
