// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A body that is hit hard may be off for a substep or a few, and comes back; that is a warning. One
// that stays off is not what its scene asks for, and a finding.
#include "cli/run_missed.h"

#include "cli/run.h"
#include "cli/worst.h"

#include <stdio.h>
#include <string.h>

#define MOMENT 0.1  // s
#define NAMED  3    // bodies in a sentence

void run_missed_look(run_missed* m, const plump_body_info* info, double time, double seconds) {
    bool missed = info->volume_state == PLUMP_VOLUME_INFEASIBLE;
    bool off = missed && cli_exceeds(fabs(info->volume_error), info->volume_error_kept);
    m->lasts = off ? m->lasts + seconds : 0;
    if (m->lasts > m->longest) m->longest = m->lasts;
    if (!missed) return;
    if (m->steps++ == 0) m->first = time;
    // what was worst since the start may have been something else, such as a volume on its way
    m->most = cli_worse(m->most, fabs(info->volume_error));
    if (info->volume_state_most == PLUMP_VOLUME_INFEASIBLE)
        m->most = cli_worse(m->most, info->volume_error_most);
}

bool run_missed_is_finding(const run_missed* m) {
    return m->lasts > 0 || m->longest > MOMENT;
}

// --- sentences ---

static bool is_of_kind(const run_missed* m, bool finding) {
    return m->steps > 0 && run_missed_is_finding(m) == finding;
}

// The worst that is not as bad as the one before it; body_count: there is none.
static uint32_t next_worst(const run_figures* figures, bool finding, uint32_t before) {
    uint32_t next = figures->body_count;
    for (uint32_t i = 0; i < figures->body_count; ++i) {
        const run_missed* m = &figures->bodies[i].missed;
        if (!is_of_kind(m, finding)) continue;
        if (before < figures->body_count) {
            double bound = figures->bodies[before].missed.most;
            if (m->most > bound || (m->most == bound && i <= before)) continue;
        }
        if (next == figures->body_count || m->most > figures->bodies[next].missed.most) next = i;
    }
    return next;
}

static void add_body(const run_figures* figures, const plump_scene* scene, uint32_t index,
                     char* text, size_t size) {
    const run_missed* m = &figures->bodies[index].missed;
    size_t used = strlen(text);
    plump_scene_body body;
    plump_scene_get_body(scene, index, &body);
    snprintf(text + used, size - used,
             "%s%.40s (by %.2g %% at most, in %u step%s from %.4g s on%s)", used ? ", " : "",
             body.name, 100 * m->most, m->steps, m->steps == 1 ? "" : "s", m->first,
             m->lasts > 0 ? ", and at the end" : "");
}

// Those of one kind by name, the worst first; how many there are.
static uint32_t name_bodies(const run_figures* figures, const plump_scene* scene, bool finding,
                            char* text, size_t size) {
    uint32_t count = 0, at = figures->body_count;
    for (uint32_t i = 0; i < figures->body_count; ++i)
        count += is_of_kind(&figures->bodies[i].missed, finding);
    text[0] = 0;
    for (uint32_t i = 0; i < count && i < NAMED; ++i) {
        at = next_worst(figures, finding, at);
        add_body(figures, scene, at, text, size);
    }
    size_t used = strlen(text);
    if (count > NAMED) snprintf(text + used, size - used, " and %u more", count - NAMED);
    return count;
}

void run_missed_judge(run_figures* figures, const plump_scene* scene) {
    char names[400];
    if (name_bodies(figures, scene, true, names, sizeof names) > 0)
        run_figures_find(figures,
                         "volumes were not reached: %s; more room, fewer pins or smaller changes "
                         "of volume would help",
                         names);
    if (name_bodies(figures, scene, false, names, sizeof names) > 0)
        run_figures_warn(figures, "volumes were not reached for moments: %s", names);
}
