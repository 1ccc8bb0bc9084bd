// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Pictures of what the graphics card deforms, by the shader that --glsl writes. What the shader
// cannot do - obstacles, polish, morph targets - is drawn as the processor deforms it; that does
// it all in any case, for other outputs and to measure volumes.
#include "cli/jiggle_plan.h"

#include <stdlib.h>

bool jiggle_card_open(jiggle_plan* plan) {
    run_deform* card = &plan->card;
    if (plan->wish->cpu || !plan->wish->no_polish || plan->info.morph_count > 0) return true;
    plump_jiggle_def def = jiggle_make_def(plan);
    def.sets = plan->sets.items;
    def.set_count = plan->sets.count;
    plump_result result = plump_jiggle_shader_create(&def, &plan->card_shader, &card->trouble);
    if (result != PLUMP_OK) return result != PLUMP_ERROR_MEMORY;
    card->block_size = plump_jiggle_shader_block_size(plan->card_shader);
    plan->card_block = calloc(card->block_size, 1);
    if (!plan->card_block) return false;
    card->block = plan->card_block;
    card->function = plump_jiggle_shader_function(plan->card_shader);
    card->segment_count = plan->info.segment_count;
    return true;
}

void jiggle_card_fill(jiggle_plan* plan) {
    plump_error error;
    if (!plan->card_block) return;
    if (plump_jiggle_shader_fill(plan->card_shader, plan->jiggle, plump_pose_matrices(plan->pose),
                                 plan->card_block, &error) != PLUMP_OK)
        plan->card.trouble = error;
}

void jiggle_card_free(jiggle_plan* plan) {
    plump_jiggle_shader_destroy(plan->card_shader);
    free(plan->card_block);
}
