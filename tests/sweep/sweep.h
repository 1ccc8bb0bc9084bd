// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A sweep over what scene files can say: scenes of ten kinds are made from a seed, run, and judged
// by figures that are taken from positions and velocities alone (tests/unit/reference_contact.h).
// sweep_write.c and sweep_kinds.c make scenes, sweep_ledger.c keeps the figures of a run,
// sweep_run.c runs a scene with 1, 2 and 3 threads and from a snapshot.
#ifndef SWEEP_H
#define SWEEP_H

#include "tests/unit/reference_contact.h"

#include <plump/scene.h>

enum { SWEEP_KICKS = 8, SWEEP_BODIES = 64, SWEEP_OBSTACLES = 64 };

// An impulse that every body gets, in N s.
typedef struct sweep_kick {
    double time, impulse[3];
} sweep_kick;

// A scene as text, and what its maker knows of it. Times are in s; INFINITY: to the end.
typedef struct sweep_plan {
    char text[65536];
    size_t size;
    char name[32];      // "walls.07"
    double far_off[3];  // the middle of it all, which judges take for (0, 0, 0)
    double dt, seconds;
    uint32_t substeps;      // 0: as needed
    double energy_until;    // then something does work that cannot be told from outside
    double overlap_until;   // then a body is disabled, and others may pass through it
    double momentum_until;  // then something acts on bodies in flight
    double wind_from, wind_until, wind[3];  // acceleration of all bodies, m/s^2
    sweep_kick kicks[SWEEP_KICKS];
    uint32_t kick_count;
    bool may_be_refused;  // a sentence is a good answer
    double patience;      // s of CPU time after which the judged run is given up
    uint64_t random;      // state of the generator
} sweep_plan;

// --- writing, sweep_write.c ---

double sweep_uniform(sweep_plan* p, double low, double high);
double sweep_even_in_log(sweep_plan* p, double low, double high);
uint32_t sweep_below(sweep_plan* p, uint32_t count);
bool sweep_chance(sweep_plan* p, double share);

#ifdef __GNUC__
__attribute__((format(printf, 2, 3)))
#endif
void sweep_add(sweep_plan* p, const char* format, ...);

// One body of a scene. `extra` is more JSON, beginning with a comma, or "".
typedef struct sweep_body {
    const char *shape, *material, *model;
    uint32_t vertices;
    double size, position[3], velocity[3], spin[3];
    bool turned;  // at random
    char extra[1024];
} sweep_body;

// A body of any shape, material and model but bags, at rest.
sweep_body sweep_any_body(sweep_plan* p, double size);
void sweep_more(sweep_body* body, const char* key, double value);
// The scene up to its list of bodies; bodies; from their end to the list of obstacles.
void sweep_begin(sweep_plan* p, const char* about, double gravity);
void sweep_write_body(sweep_plan* p, const sweep_body* body);
void sweep_begin_obstacles(sweep_plan* p);
void sweep_write_plane(sweep_plan* p, double x, double y, double z, const char* turn);
// A floor at y = 0, then the rest of the scene with `tail` ("" or ", \"events\": [...]").
void sweep_end_on_floor(sweep_plan* p, const char* tail);
// A plan's random step, and how long it runs: a second, or a second and a half.
void sweep_choose_steps(sweep_plan* p);

// --- kinds, sweep_kinds.c ---

uint32_t sweep_kind_count(void);
const char* sweep_kind_name(uint32_t kind);
// Scene `number` of a kind: the same text for the same seed everywhere.
void sweep_make(uint64_t seed, uint32_t kind, uint32_t number, sweep_plan* plan);
void sweep_make_events(sweep_plan* p);   // sweep_events.c
void sweep_make_extreme(sweep_plan* p);  // sweep_events.c

// --- judging ---

// The worst of everything in a run; shares of sizes, of energies, of momenta.
typedef struct sweep_figures {
    uint32_t body_count, vertex_count;
    bool finite;
    uint32_t mended;
    uint64_t dropped;
    double below, below_end;  // lowest vertex under a plane, in sizes, and at the end
    double overlap;           // deepest vertex in another body or obstacle, in the smaller size
    double energy;            // most gained, as a share of the largest energy in play
    double volume;            // largest error that no reason was given for
    double momentum, spin;    // drift in free flight
    bool same_hash, same_after_snapshot;
    bool given_up;  // it took too long
    double cpu_seconds;
    char sentence[PLUMP_ERROR_TEXT_SIZE];  // of a refusal
} sweep_figures;

typedef struct sweep_ledger sweep_ledger;
// Looks at a scene that has just been started; `spare` is another of the same, to weigh vertices.
sweep_ledger* sweep_ledger_open(const sweep_plan* plan, plump_scene* scene, plump_scene* spare);
void sweep_ledger_before(sweep_ledger* l);
void sweep_ledger_after(sweep_ledger* l, bool last);
void sweep_ledger_close(sweep_ledger* l, sweep_figures* figures);

// False: refused, with the sentence in the figures. `quick`: one thread and no snapshot.
bool sweep_run(const sweep_plan* plan, bool quick, sweep_figures* figures);

#endif
