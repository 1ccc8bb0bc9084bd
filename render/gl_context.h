// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// An OpenGL 3.3 core context without a window, through EGL's surfaceless platform.
#ifndef PL_RENDER_GL_CONTEXT_H
#define PL_RENDER_GL_CONTEXT_H

#include <plump/base.h>

#include <epoxy/egl.h>
#include <epoxy/gl.h>

typedef struct pl_gl_context {
    EGLDisplay display;
    EGLContext context;
} pl_gl_context;

// What was current before; given back after each call so that a host's own drawing goes on.
typedef struct pl_gl_before {
    EGLenum api;
    EGLDisplay display;
    EGLContext context;
    EGLSurface draw, read;
} pl_gl_before;

plump_result pl_gl_context_create(pl_gl_context* gl, plump_error* error);
void pl_gl_context_destroy(pl_gl_context* gl);

// Between enter and leave this thread's OpenGL calls go to `gl`. False: it could not be entered.
bool pl_gl_enter(const pl_gl_context* gl, pl_gl_before* before);
void pl_gl_leave(const pl_gl_context* gl, const pl_gl_before* before);

// 0 when the sources do not compile; the driver's words go to `error`.
GLuint pl_gl_program(const char* const* vertex, int vertex_count, const char* const* fragment,
                     int fragment_count, plump_error* error);
// A vertex shader whose outputs go into a buffer, one after the other, and not to the screen.
GLuint pl_gl_feedback_program(const char* const* vertex, int vertex_count, const char* const* outs,
                              int out_count, plump_error* error);

// An attribute of floats, or of integers that become floats, in the bound array and buffer.
void pl_gl_attribute(GLuint at, GLint count, GLenum type, GLboolean unit, size_t stride,
                     size_t offset, GLuint divisor);
// Lets the program in use read a texture.
void pl_bind_texture(GLuint program, const char* name, GLenum kind, GLuint texture, unsigned unit);

#endif
