// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Mesh intake: a triangle list becomes a clean closed surface or a sentence that says why not.
// take_in() is the whole story, one line a step; each step has a file of its own.
#include "src/mesh/mesh_intake.h"

#include "src/base/cookie.h"
#include "src/base/fpmode.h"
#include "src/base/text.h"

#define MOST_ROUNDS 8

plump_mesh_def plump_default_mesh_def(void) {
    plump_mesh_def def = {0};
    def.weld_tolerance = 1e-6;
    def.find_intersections = true;
    def.cookie = PL_COOKIE_MESH;
    return def;
}

// Everything that changes which triangle has which vertices. False: out of memory.
static bool mend(pl_intake* s) {
    pl_intake_narrow(s);
    pl_intake_drop_repeated(s);
    if (!pl_intake_build_edges(s)) return false;
    // before welding too: a triangle and its copy close each other's edges
    if (!pl_intake_drop_duplicates(s)) return false;
    if (!pl_intake_weld(s)) return false;
    if (!pl_intake_weld_near(s)) return false;
    if (!pl_intake_drop_duplicates(s)) return false;
    if (!pl_intake_orient(s)) return false;
    if (!pl_intake_close(s)) return false;
    if (pl_intake_refused(s)) return true;
    if (!pl_intake_split_fans(s)) return false;
    if (!pl_intake_mend_slivers(s)) return false;
    pl_intake_mark_used(s);
    return true;
}

static void tell_slivers(pl_intake* s) {
    for (uint32_t f = 0; f < s->triangle_count; ++f) {
        if (s->sliver[f]) pl_intake_find_triangle(s, PLUMP_FINDING_SLIVER_TRIANGLES, f);
    }
}

static bool take_in(pl_intake* s) {
    if (!pl_intake_copy(s)) return false;
    if (pl_intake_refused(s)) return true;
    pl_intake_mark_slivers(s);
    // dropping what stuck out can move the middle, and with it the rounding of positions
    for (int round = 0; round < MOST_ROUNDS; ++round) {
        if (!mend(s)) return false;
        if (pl_intake_refused(s) || !pl_intake_has_moved(s)) break;
    }
    if (!pl_intake_refused(s) && s->triangle_count > 0) pl_intake_check_size(s);
    if (!pl_intake_label_parts(s)) return false;
    if (pl_intake_refused(s)) return pl_intake_measure(s, false);
    tell_slivers(s);
    if (!pl_intake_compact(s)) return false;
    if (!pl_intake_weigh_parts(s)) return false;
    pl_arena_release(&s->edging, NULL);
    if (pl_intake_refused(s)) return pl_intake_measure(s, true);
    return pl_intake_judge_space(s) && pl_intake_measure(s, true);
}

static plump_result conclude(pl_intake* s, plump_mesh** mesh, plump_error* error) {
    pl_intake_conclude(s);
    if (s->report.verdict == PLUMP_VERDICT_REJECT)
        return pl_fail(error, PLUMP_ERROR_DATA, "%s", s->report.message);
    *mesh = pl_intake_finish(s);
    return *mesh ? PLUMP_OK : pl_fail_memory(error, "taking in a mesh");
}

static PL_NOINLINE plump_result create(const plump_mesh_def* def, plump_mesh** mesh,
                                       plump_mesh_report* report, plump_error* error) {
    plump_result result;
    plump_allocator hooks = pl_alloc_hooks(def->allocator);
    pl_intake s = {.def = def,
                   .keep = pl_arena_make(hooks),
                   .scratch = pl_arena_make(hooks),
                   .edging = pl_arena_make(hooks)};
    if (take_in(&s))
        result = conclude(&s, mesh, error);
    else
        result = pl_fail_memory(error, "taking in a mesh");
    pl_arena_release(&s.scratch, NULL);
    pl_arena_release(&s.edging, NULL);
    pl_arena_release(&s.keep, NULL);
    if (report && (result == PLUMP_OK || result == PLUMP_ERROR_DATA)) *report = s.report;
    return result;
}

plump_result plump_mesh_create(const plump_mesh_def* def, plump_mesh** mesh,
                               plump_mesh_report* report, plump_error* error) {
    if (!mesh) return pl_fail(error, PLUMP_ERROR_ARGUMENT, "there is nowhere to put the mesh");
    *mesh = NULL;
    plump_result result = pl_intake_check_def(def, error);
    if (result) return result;
    // exact signs and grids need rounding to nearest, whatever the host has set
    pl_fpmode before = pl_fpmode_enter();
    result = create(def, mesh, report, error);
    pl_fpmode_leave(before);
    return result;
}
