// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The public face: checks what comes in, then scene, stage and labels do the work.
#include <plump/picture.h>

#include "render/labels.h"
#include "render/stage.h"
#include "src/base/cookie.h"
#include "src/base/text.h"

struct plump_renderer {
    plump_allocator hooks;
    pl_gl_context gl;
    pl_stage stage;
    char driver[128];
};

plump_result plump_renderer_create(const plump_allocator* allocator, plump_renderer** renderer,
                                   plump_error* error) {
    if (!renderer) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "renderer is NULL");
    *renderer = NULL;
    plump_allocator hooks = pl_alloc_hooks(allocator ? *allocator : (plump_allocator){0});
    plump_renderer* made = pl_alloc_zero(&hooks, 1, sizeof *made);
    if (!made) return pl_fail_memory(error, "making a renderer");
    made->hooks = hooks;
    plump_result result = pl_gl_context_create(&made->gl, error);
    pl_gl_before before;
    if (result == PLUMP_OK && !pl_gl_enter(&made->gl, &before)) {
        result = pl_fail(error, PLUMP_ERROR_UNSUPPORTED,
                         "the OpenGL driver would not start; install libgl1-mesa-dri");
    } else if (result == PLUMP_OK) {
        result = pl_stage_create(&made->stage, hooks, error);
        if (result != PLUMP_OK) pl_stage_destroy(&made->stage);
        pl_text_format(made->driver, sizeof made->driver, "%s",
                       (const char*)glGetString(GL_RENDERER));
        pl_gl_leave(&made->gl, &before);
    }
    if (result == PLUMP_OK) {
        *renderer = made;
        return PLUMP_OK;
    }
    pl_gl_context_destroy(&made->gl);
    pl_free(&hooks, made);
    return result;
}

void plump_renderer_destroy(plump_renderer* renderer) {
    if (!renderer) return;
    pl_gl_before before;
    if (pl_gl_enter(&renderer->gl, &before)) {
        pl_stage_destroy(&renderer->stage);
        pl_gl_leave(&renderer->gl, &before);
    }
    pl_gl_context_destroy(&renderer->gl);
    plump_allocator hooks = renderer->hooks;
    pl_free(&hooks, renderer);
}

const char* plump_renderer_driver(const plump_renderer* renderer) {
    return renderer->driver;
}

const char* plump_renderer_note(const plump_renderer* renderer, uint32_t* item) {
    const pl_textures* textures = &renderer->stage.textures;
    if (textures->trouble.code == PLUMP_OK) return NULL;
    if (item) *item = textures->trouble_item;
    return textures->trouble.text;
}

static bool within(double value, double low, double high) {
    return value >= low && value <= high;  // false for NaN
}

static plump_result check_def(const plump_picture_def* def, plump_error* error) {
    if (def->cookie != PL_COOKIE_PICTURE) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the picture's definition was not begun with plump_default_picture_def()");
    }
    if (def->width < 1 || def->height < 1 || def->width > PLUMP_PICTURE_SIZE_MAX ||
        def->height > PLUMP_PICTURE_SIZE_MAX) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "picture size is %ux%u; each side must be 1 to %d pixels", def->width,
                       def->height, PLUMP_PICTURE_SIZE_MAX);
    }
    if (!within(def->azimuth, -360, 360) || !within(def->elevation, -90, 90)) {
        return pl_fail(
            error, PLUMP_ERROR_ARGUMENT,
            "the view is %g,%g degrees; azimuth must be -360 to 360, elevation -90 to 90",
            def->azimuth, def->elevation);
    }
    if (!within(def->field_of_view, 0, 120) || !within(def->margin, 0, 0.45)) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "field of view is %g degrees and margin %g; they must be 0 to 120 and 0 to "
                       "0.45",
                       def->field_of_view, def->margin);
    }
    if ((def->item_count && !def->items) || (def->line_count && !def->lines) ||
        (def->label_count && !def->labels)) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                       "the picture counts items, lines or labels that are NULL");
    }
    return PLUMP_OK;
}

static plump_result fail_busy(plump_error* error) {
    return pl_fail(error, PLUMP_ERROR_ARGUMENT,
                   "the renderer is drawing in another thread; use one for each");
}

static plump_result draw_entered(pl_stage* stage, const plump_picture_def* def, uint8_t* pixels,
                                 plump_error* error) {
    pl_deformed_picture picture;
    pl_scene scene;
    plump_result result = pl_deformed_picture_make(&stage->deformer, def, &picture, error);
    if (result == PLUMP_OK) {
        result = pl_scene_build(&picture.def, picture.meshes, stage->deformer.hooks, &scene, error);
        if (result == PLUMP_OK) {
            result = pl_stage_draw(stage, &picture.def, &scene, pixels, error);
            pl_scene_free(&scene);
        }
        pl_deformed_picture_free(&picture);
    }
    pl_deformer_sweep(&stage->deformer);
    pl_textures_sweep(&stage->textures);
    return result;
}

plump_result plump_renderer_draw(plump_renderer* renderer, const plump_picture_def* def,
                                 uint8_t* pixels, plump_error* error) {
    if (!renderer || !def || !pixels) {
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "renderer, definition or pixels is NULL");
    }
    plump_result result = check_def(def, error);
    if (result != PLUMP_OK) return result;
    pl_gl_before before;
    if (!pl_gl_enter(&renderer->gl, &before)) return fail_busy(error);
    renderer->stage.textures.trouble = (plump_error){0};
    result = draw_entered(&renderer->stage, def, pixels, error);
    pl_gl_leave(&renderer->gl, &before);
    if (result == PLUMP_OK) result = pl_labels_draw(def, &renderer->hooks, pixels, error);
    return result;
}

plump_result plump_renderer_deform(plump_renderer* renderer, const plump_picture_item* item,
                                   float* positions, double origin[3], plump_error* error) {
    if (!renderer || !item || !item->deform || !positions || !origin)
        return pl_fail(error, PLUMP_ERROR_ARGUMENT, "an argument is NULL, or the item's deform");
    pl_gl_before before;
    const pl_deform_mesh* mesh;
    if (!pl_gl_enter(&renderer->gl, &before)) return fail_busy(error);
    plump_result result =
        pl_deformer_run(&renderer->stage.deformer, item, 0, &mesh, positions, origin, error);
    pl_deformer_sweep(&renderer->stage.deformer);
    pl_gl_leave(&renderer->gl, &before);
    return result;
}
