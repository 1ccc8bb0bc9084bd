// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// --glsl FILE: the vertex shader in FILE, and what goes into its uniform block in each frame in
// FILE.json.
#include "cli/jiggle_plan.h"
#include "cli/json_out.h"

#include <plump/io.h>
#include <plump/jiggle_shader.h>

#include <stdlib.h>
#include <string.h>

struct jiggle_glsl {
    plump_jiggle_shader* shader;
    float* block;
    json_t* frames;
};

void jiggle_glsl_free(jiggle_plan* plan) {
    if (!plan->glsl) return;
    plump_jiggle_shader_destroy(plan->glsl->shader);
    json_decref(plan->glsl->frames);
    free(plan->glsl->block);
    free(plan->glsl);
}

int jiggle_glsl_open(jiggle_plan* plan) {
    plump_error error;
    if (!plan->wish->glsl) return CLI_DONE;
    plump_result result = run_check_folder(plan->wish->glsl, &error);
    if (result != PLUMP_OK) return jiggle_complain(result, &error);
    plump_jiggle_def def = jiggle_make_def(plan);
    def.sets = plan->sets.items;
    def.set_count = plan->sets.count;
    plan->glsl = calloc(1, sizeof *plan->glsl);
    if (!plan->glsl) return jiggle_complain_memory();
    result = plump_jiggle_shader_create(&def, &plan->glsl->shader, &error);
    if (result != PLUMP_OK) return jiggle_complain(result, &error);
    plan->glsl->block = malloc(plump_jiggle_shader_block_size(plan->glsl->shader));
    plan->glsl->frames = json_array();
    return plan->glsl->block && plan->glsl->frames ? CLI_DONE : jiggle_complain_memory();
}

// Short, but exact: nine digits say which float it is.
static json_t* block_json(const struct jiggle_glsl* glsl) {
    json_t* list = json_array();
    size_t count = plump_jiggle_shader_block_size(glsl->shader) / sizeof(float);
    for (size_t i = 0; i < count; ++i)
        json_array_append_new(list, cli_json_real((double)glsl->block[i]));
    return list;
}

int jiggle_glsl_frame(jiggle_plan* plan, double time) {
    plump_error error;
    struct jiggle_glsl* glsl = plan->glsl;
    if (!glsl) return CLI_DONE;
    plump_result result = plump_jiggle_shader_fill(
        glsl->shader, plan->jiggle, plump_pose_matrices(plan->pose), glsl->block, &error);
    if (result != PLUMP_OK) return jiggle_complain(result, &error);
    json_t* frame = json_pack("{s:o, s:o}", "time", cli_json_real(time), "block", block_json(glsl));
    return json_array_append_new(glsl->frames, frame) == 0 ? CLI_DONE : jiggle_complain_memory();
}

static plump_result write_frames(const jiggle_plan* plan, plump_error* error) {
    json_t* root = json_pack("{s:o, s:O}", "fps", cli_json_real(plan->frame_rate), "frames",
                             plan->glsl->frames);
    char* text = root ? json_dumps(root, JSON_INDENT(0) | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(root);
    if (!text) return run_fail_memory(error);
    plump_result result = plump_file_write_bytes(plan->glsl_frames, text, strlen(text), error);
    free(text);
    return result;
}

int jiggle_glsl_close(const jiggle_plan* plan) {
    plump_error error;
    if (!plan->glsl) return CLI_DONE;
    const char* text = plump_jiggle_shader_text(plan->glsl->shader);
    plump_result result = plump_file_write_bytes(plan->wish->glsl, text, strlen(text), &error);
    if (result == PLUMP_OK) result = write_frames(plan, &error);
    return result == PLUMP_OK ? CLI_DONE : jiggle_complain(result, &error);
}
