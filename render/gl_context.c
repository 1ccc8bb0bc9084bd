// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// epoxy ends the process when a library or function it needs is not there, so each is asked for
// before its first use. The display is shared by the whole process and stays open: closing it would
// pull it away from other renderers.
#include "render/gl_context.h"

#include "src/base/text.h"

#include <dlfcn.h>
#include <string.h>

#define HELP "install libegl1 libgl1-mesa-dri (Mesa's software driver needs no graphics card)"

static plump_result fail(plump_error* error, const char* what) {
    return pl_fail(error, PLUMP_ERROR_UNSUPPORTED, "cannot draw pictures here: %s; " HELP, what);
}

static bool can_load(const char* library) {
    void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (handle) dlclose(handle);
    return handle != NULL;
}

static plump_result open_display(EGLDisplay* display, plump_error* error) {
    if (!epoxy_has_egl()) return fail(error, "there is no libEGL");
    if (!can_load("libOpenGL.so.0") && !can_load("libGL.so.1")) {
        return fail(error, "there is no libOpenGL and no libGL");
    }
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
        !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
        return fail(error, "no EGL driver can draw without a display");
    }
    *display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    EGLint major, minor;
    if (*display == EGL_NO_DISPLAY || !eglInitialize(*display, &major, &minor)) {
        return fail(error, "EGL found no usable driver");
    }
    if (!epoxy_has_egl_extension(*display, "EGL_KHR_surfaceless_context") ||
        !epoxy_has_egl_extension(*display, "EGL_KHR_no_config_context") ||
        !epoxy_has_egl_extension(*display, "EGL_KHR_create_context")) {
        return fail(error, "the EGL driver cannot make a context without a display");
    }
    return PLUMP_OK;
}

plump_result pl_gl_context_create(pl_gl_context* gl, plump_error* error) {
    *gl = (pl_gl_context){EGL_NO_DISPLAY, EGL_NO_CONTEXT};
    plump_result result = open_display(&gl->display, error);
    if (result != PLUMP_OK) return result;
    EGLenum api_before = eglQueryAPI();
    if (!eglBindAPI(EGL_OPENGL_API)) return fail(error, "the EGL driver has no desktop OpenGL");
    const EGLint wish[] = {EGL_CONTEXT_MAJOR_VERSION_KHR,
                           3,
                           EGL_CONTEXT_MINOR_VERSION_KHR,
                           3,
                           EGL_CONTEXT_OPENGL_PROFILE_MASK_KHR,
                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT_KHR,
                           EGL_NONE};
    gl->context = eglCreateContext(gl->display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wish);
    eglBindAPI(api_before);
    if (gl->context == EGL_NO_CONTEXT) return fail(error, "the driver has no OpenGL 3.3");
    return PLUMP_OK;
}

void pl_gl_context_destroy(pl_gl_context* gl) {
    if (gl->context != EGL_NO_CONTEXT) eglDestroyContext(gl->display, gl->context);
    gl->context = EGL_NO_CONTEXT;
}

bool pl_gl_enter(const pl_gl_context* gl, pl_gl_before* before) {
    before->api = eglQueryAPI();
    before->display = eglGetCurrentDisplay();
    before->context = eglGetCurrentContext();
    before->draw = eglGetCurrentSurface(EGL_DRAW);
    before->read = eglGetCurrentSurface(EGL_READ);
    if (eglBindAPI(EGL_OPENGL_API) &&
        eglMakeCurrent(gl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, gl->context)) {
        return true;
    }
    eglBindAPI(before->api);
    return false;
}

void pl_gl_leave(const pl_gl_context* gl, const pl_gl_before* before) {
    eglMakeCurrent(gl->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglBindAPI(before->api);
    if (before->context != EGL_NO_CONTEXT) {
        eglMakeCurrent(before->display, before->draw, before->read, before->context);
    }
}

static bool add_shader(GLuint program, GLenum kind, const char* const* text, int count,
                       plump_error* error) {
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, count, text, NULL);
    glCompileShader(shader);
    GLint done = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &done);
    if (done) {
        glAttachShader(program, shader);
    } else {
        char words[256] = "";
        glGetShaderInfoLog(shader, sizeof words, NULL, words);
        pl_fail(error, PLUMP_ERROR_UNSUPPORTED, "the OpenGL driver refused a shader: %s", words);
    }
    glDeleteShader(shader);
    return done != 0;
}

static bool link_program(GLuint program, plump_error* error) {
    GLint done = 0;
    char words[256] = "";
    glLinkProgram(program);
    glGetProgramiv(program, GL_LINK_STATUS, &done);
    if (done) return true;
    glGetProgramInfoLog(program, sizeof words, NULL, words);
    pl_fail(error, PLUMP_ERROR_UNSUPPORTED, "the OpenGL driver refused a shader: %s", words);
    return false;
}

GLuint pl_gl_program(const char* const* vertex, int vertex_count, const char* const* fragment,
                     int fragment_count, plump_error* error) {
    GLuint program = glCreateProgram();
    if (add_shader(program, GL_VERTEX_SHADER, vertex, vertex_count, error) &&
        add_shader(program, GL_FRAGMENT_SHADER, fragment, fragment_count, error) &&
        link_program(program, error))
        return program;
    glDeleteProgram(program);
    return 0;
}

GLuint pl_gl_feedback_program(const char* const* vertex, int vertex_count, const char* const* outs,
                              int out_count, plump_error* error) {
    GLuint program = glCreateProgram();
    if (add_shader(program, GL_VERTEX_SHADER, vertex, vertex_count, error)) {
        glTransformFeedbackVaryings(program, out_count, outs, GL_INTERLEAVED_ATTRIBS);
        if (link_program(program, error)) return program;
    }
    glDeleteProgram(program);
    return 0;
}

void pl_gl_attribute(GLuint at, GLint count, GLenum type, GLboolean unit, size_t stride,
                     size_t offset, GLuint divisor) {
    glEnableVertexAttribArray(at);
    glVertexAttribPointer(at, count, type, unit, (GLsizei)stride, (const void*)offset);
    glVertexAttribDivisor(at, divisor);
}

void pl_bind_texture(GLuint program, const char* name, GLenum kind, GLuint texture, unsigned unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(kind, texture);
    glUniform1i(glGetUniformLocation(program, name), (GLint)unit);
}
