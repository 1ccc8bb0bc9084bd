// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Scene files: the input is the text. What is accepted is started and steps ten times; it stays
// finite, starting again gives the same state, and a snapshot of it can be restored. Limits are
// small, and substeps are set, so that a run is short.
#include "fuzz.h"

#include "io/scene_plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define VERTICES 600
#define STEPS    10

static void check_finite(const plump_scene* scene) {
    static double positions[3 * VERTICES];
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    for (uint32_t i = 0; i < info.body_count; ++i) {
        plump_scene_body body;
        if (plump_scene_get_body(scene, i, &body) != PLUMP_OK) fuzz_fail("a body is missing");
        if (body.id.value == 0) continue;  // an event has removed it
        if (plump_body_read(plump_scene_world(scene), body.id, PLUMP_QUANTITY_POSITION,
                            PLUMP_SCALAR_FLOAT64, positions, 0, VERTICES, NULL) != PLUMP_OK)
            fuzz_fail("a body cannot be read");
        for (uint32_t k = 0; k < 3 * plump_mesh_vertex_count(body.mesh); ++k) {
            if (!isfinite(positions[k])) fuzz_fail("a position is not finite");
        }
    }
}

static void check_characters(plump_scene* scene) {
    static double positions[3 * VERTICES];
    plump_scene_info info;
    plump_scene_get_info(scene, &info);
    for (uint32_t i = 0; i < info.character_count; ++i) {
        plump_scene_character character;
        plump_error error;
        if (plump_scene_get_character(scene, i, &character) != PLUMP_OK)
            fuzz_fail("a character is missing");
        if (!character.present) continue;
        if (plump_scene_read_character(scene, i, PLUMP_SCALAR_FLOAT64, positions, 0, NULL, 0,
                                       VERTICES, &error) != PLUMP_OK)
            continue;  // it may be too far away for numbers
        for (uint32_t k = 0; k < 3 * character.triangles.vertex_count; ++k) {
            if (!isfinite(positions[k])) fuzz_fail("a character's position is not finite");
        }
    }
}

// The state's hash after some steps; 0 when the scene could not start or go on.
static uint64_t run(plump_scene* scene, int steps) {
    plump_error error = {PLUMP_OK, ""};
    plump_result result = plump_scene_start(scene, &error);
    for (int i = 0; i < steps && result == PLUMP_OK; ++i) result = plump_scene_step(scene, &error);
    if (result != PLUMP_OK) {
        if (error.code != result || strlen(error.text) < 8) fuzz_fail("a failure without a reason");
        return 0;
    }
    check_finite(scene);
    check_characters(scene);
    return plump_scene_hash(scene);
}

// Into a scene that has just been started again.
static void check_snapshot(plump_scene* scene, uint64_t hash) {
    plump_error error = {PLUMP_OK, ""};
    size_t size = plump_scene_snapshot_size(scene);
    unsigned char* snapshot = malloc(size);
    if (!snapshot) return;
    if (plump_scene_snapshot(scene, snapshot, size, &size, &error) != PLUMP_OK)
        fuzz_fail("no snapshot of a scene that runs");
    if (plump_scene_start(scene, &error) != PLUMP_OK) fuzz_fail("a third start fails");
    if (plump_scene_restore(scene, snapshot, size, &error) != PLUMP_OK) fuzz_fail(error.text);
    if (plump_scene_hash(scene) != hash) fuzz_fail("a restored scene is another");
    free(snapshot);
}

static void count_complaint(const plump_error* error, void* user) {
    if (error->code == PLUMP_OK || strlen(error->text) < 12) fuzz_fail("an empty complaint");
    ++*(int*)user;
}

// Asked for everything that is wrong, reading goes on behind what is refused.
static void check_complaints(const uint8_t* data, size_t size, plump_scene_def def,
                             const pl_plan_limits* limits) {
    int count = 0;
    plump_scene* scene = NULL;
    plump_error error = {PLUMP_OK, ""};
    def.complain = count_complaint;
    def.complain_user = &count;
    if (pl_scene_read_limited(data, size, "fuzz.json", &def, limits, &scene, &error) == PLUMP_OK)
        fuzz_fail("a scene that was refused is accepted");
    if (scene || (count == 0 && error.code != PLUMP_ERROR_MEMORY) || count > 20)
        fuzz_fail("complaints are missing, or too many");
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const char* const sets[] = {"substeps=2"};
    pl_plan_limits limits = {.bodies = 8, .vertices = VERTICES, .obstacles = 8, .entries = 300};
    plump_scene_def def = plump_default_scene_def();
    plump_scene* scene = NULL;
    plump_error error = {PLUMP_OK, ""};
    def.allocator = fuzz_meter_begin(size);
    def.sets = sets;
    def.set_count = 1;
    def.worker_count = 1;
    plump_result result =
        pl_scene_read_limited(data, size, "fuzz.json", &def, &limits, &scene, &error);
    if (result != PLUMP_OK) {
        if (scene) fuzz_fail("a scene although it was refused");
        if (error.code != result || strlen(error.text) < 12)
            fuzz_fail("a refusal without a reason");
        if (result != PLUMP_ERROR_UNSUPPORTED) check_complaints(data, size, def, &limits);
    } else {
        uint64_t hash = run(scene, STEPS);
        if (run(scene, STEPS) != hash) fuzz_fail("a second start differs from the first");
        if (hash != 0) check_snapshot(scene, hash);
        plump_scene_destroy(scene);
    }
    fuzz_meter_end();
    return 0;
}
