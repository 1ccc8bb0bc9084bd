// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The lengths of a rig multiplied by its scale, in a copy: one skeleton serves meshes of all sizes.
#include "io/rig_parts.h"

#include <string.h>

static void scale_bones(const plump_rig_def* def, plump_rig_bone* bones) {
    for (uint32_t i = 0; i < def->bone_count; ++i) {
        bones[i] = def->bones[i];
        for (int k = 0; k < 3; ++k) {
            bones[i].joint[k] *= def->scale;
            bones[i].tip[k] *= def->scale;
        }
        bones[i].radius *= def->scale;
    }
}

static void scale_clips(const plump_rig_def* def, plump_rig_clip* clips, plump_rig_wave* waves) {
    for (uint32_t i = 0; i < def->clip_count; ++i) {
        clips[i] = def->clips[i];
        clips[i].waves = waves;
        for (uint32_t k = 0; k < clips[i].wave_count; ++k, ++waves) {
            *waves = def->clips[i].waves[k];
            if (waves->motion == PLUMP_RIG_MOVE) waves->amplitude *= def->scale;
        }
    }
}

bool pl_rig_scale(const plump_allocator* hooks, const plump_rig_def* def, pl_rig_scaled* scaled) {
    size_t wave_count = 0;
    for (uint32_t i = 0; i < def->clip_count; ++i) wave_count += def->clips[i].wave_count;
    memset(scaled, 0, sizeof *scaled);
    scaled->bones = pl_alloc(hooks, def->bone_count, sizeof *scaled->bones);
    scaled->clips = pl_alloc(hooks, def->clip_count, sizeof *scaled->clips);
    scaled->waves = pl_alloc(hooks, wave_count, sizeof *scaled->waves);
    if (!scaled->bones || !scaled->clips || !scaled->waves) return false;
    scale_bones(def, scaled->bones);
    scale_clips(def, scaled->clips, scaled->waves);
    scaled->def = *def;
    scaled->def.bones = scaled->bones;
    scaled->def.clips = scaled->clips;
    scaled->def.scale = 1;
    return true;
}

void pl_rig_scaled_free(const plump_allocator* hooks, pl_rig_scaled* scaled) {
    pl_free(hooks, scaled->bones);
    pl_free(hooks, scaled->clips);
    pl_free(hooks, scaled->waves);
}
