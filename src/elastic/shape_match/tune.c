// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A mode that both levels pull by K = s_skin lambda + s_core goes through one substep like this,
// x its size, w = h v, beta = K b/h:
//     w' = w - K x - beta w        x' = x + w'        trace = 2 - K - beta, determinant = 1 - beta
// A damped swing with poles p = omega (zeta +- sqrt(zeta^2 - 1)), looked at every h, has trace
// 2 Re exp(-p h) and determinant exp(-2 zeta omega h). So with turn = omega h
//     K = |1 - exp(-p h)|^2        beta = 1 - exp(-2 zeta turn)        b = h beta / K
// are exact for every h; for small turns they become turn^2 and zeta / (pi f). The plain law would
// be off by 4 % in frequency at K = 0.9.
#include "src/elastic/shape_match/tune.h"

#include "src/math/elementary.h"

#include <math.h>
#include <string.h>

#define MOST_SHARE  0.9   // of the way to the goal in a substep
#define LEAST_LOOK  0.5   // b/h: less rattles in contact
#define SAMPLES     1500  // vertices for lambda, more if the radius is small
#define EDGES_LEAST 3.0   // radius in edges; with 2 the frequency depends on the mesh by 11 %
#define CHOICE_STEP (1.0 / 120)
#define SOFT_LIMIT  3.0
#define HALVINGS    60
#define FINE_MOST   0.1   // of the lowest vibration's pull: what resists the finer adds to it
#define FINE_SIZE   0.16  // largest radius of what is finer than regions, in extents, ...
#define FINE_SHARE  0.8   // ... in radii of the regions, ...
#define FINE_THICK  3.0   // ... and in volume over area: 3 of it is a ball's radius
#define FINE_EDGES  2.5   // its least, in edges: coarser meshes have nothing finer

// --- lambda ---

typedef struct {
    float radius;
    bool is_kept;  // regions of this radius will be used: make them in the mesh
    bool is_limp;  // what is finer is resisted on coarse meshes, too
} wish;

// Stiff bodies have large regions; what is finer than these is not to be as large, too, nor wider
// than the body is thick: in bars and limbs it would be their bending.
static double fine_radius(const pl_surface* surface, const wish* w) {
    double thick = FINE_THICK * fabs(surface->volume) / surface->area_total;
    double most = FINE_SIZE * surface->part_extent, fine = FINE_SHARE * (double)w->radius;
    double least = FINE_EDGES * surface->edge_mean;
    if (fine > most) fine = most;
    if (fine > thick) fine = thick;
    return fine > least ? fine : w->is_limp ? least : 0;
}

static bool measure(const plump_mesh* mesh, const wish* w, pl_arena* scratch, pl_task_pool* pool,
                    pl_tuning* tuning) {
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    if (!surface) return false;
    pl_ball_layout layout = {w->radius, PL_BALL_SPACING};
    const pl_ball_regions* balls = w->is_kept ? pl_ball_layout_get(mesh, layout, pool)
                                              : pl_ball_layout_make(surface, layout, scratch, pool);
    pl_skin skin;
    if (!balls || !pl_skin_make(surface, balls, SAMPLES, scratch, &skin)) return false;
    tuning->fine_radius = fine_radius(surface, w);
    if (tuning->fine_radius > 0) {
        layout = (pl_ball_layout){(float)tuning->fine_radius, PL_MEAN_SPACING};
        const pl_ball_regions* means = pl_ball_layout_make(surface, layout, scratch, pool);
        if (!means || !pl_skin_add_means(means, scratch, &skin)) return false;
    }
    if (!pl_skin_find_lowest(&skin, scratch, &tuning->lowest)) return false;
    tuning->lambda = tuning->lowest.lambda;
    return true;
}

static void* build(const plump_mesh* mesh, pl_arena* memory, pl_task_pool* pool, void* context) {
    const wish* w = context;
    pl_tuning* tuning = pl_arena_alloc(memory, 1, sizeof *tuning);
    if (!tuning) return NULL;
    pl_arena scratch = pl_arena_make(memory->hooks);
    tuning->radius = (double)w->radius;
    bool done = measure(mesh, w, &scratch, pool, tuning);
    pl_arena_release(&scratch, NULL);
    return done ? tuning : NULL;
}

static bool look_up(const plump_mesh* mesh, wish w, pl_task_pool* pool, pl_tuning* tuning) {
    pl_cache_key key = {PL_CACHE_TUNING, {0, 0, 0, 0}};
    memcpy(&key.number[0], &w.radius, sizeof w.radius);
    key.number[1] = w.is_limp;
    const pl_tuning* found = pl_mesh_cache_get(mesh, key, pool, build, &w);
    if (found) *tuning = *found;
    return found != NULL;
}

bool pl_tune_radius(const plump_mesh* mesh, float radius, bool is_limp, pl_task_pool* pool,
                    pl_tuning* tuning) {
    return look_up(mesh, (wish){radius, true, is_limp}, pool, tuning);
}

// --- the step ---

// What a mode of the lowest lambda is worth in shares: K divided by this is their sum.
static double pull_per_share(const pl_tuning* tuning, double core) {
    return 1 / ((1 - core) / tuning->lambda + core);
}

bool pl_tune_choose(const plump_mesh* mesh, double frequency, double core, bool is_limp,
                    pl_task_pool* pool, pl_tuning* tuning) {
    static const double radii[] = {0.15, 0.2, 0.3, 0.4, 0.6};
    const pl_surface* surface = pl_mesh_surface(mesh, pool);
    if (!surface) return false;
    double turn = 2 * PL_PI * frequency * CHOICE_STEP;
    for (size_t i = 0; i < PL_COUNT(radii); ++i) {
        bool is_last = i + 1 == PL_COUNT(radii);
        double radius = radii[i] * surface->part_extent;
        if (!is_last && radius < EDGES_LEAST * surface->edge_mean) continue;
        // most radii are only tried: their regions would stay in the mesh for nothing
        if (!look_up(mesh, (wish){(float)radius, false, is_limp}, pool, tuning)) return false;
        if (turn * turn <= MOST_SHARE * pull_per_share(tuning, core)) break;
    }
    return true;
}

// 1 - exp(-x), x >= 0, without losing digits of a small x.
static double decay(double x) {
    if (x > 0.05) return 1 - pl_exp(-x);
    double sum = 1;
    for (int k = 8; k >= 2; --k) sum = 1 - sum * x / k;
    return sum * x;
}

// K for a turn in one substep.
static double pull_of(double turn, double damping) {
    if (damping >= 1) {
        double fast = turn * (damping + sqrt(damping * damping - 1));
        return decay(fast) * decay(turn * turn / fast);
    }
    double shrink = decay(damping * turn);
    double sine = pl_sin(turn * sqrt(1 - damping * damping) / 2);
    return shrink * shrink + 4 * (1 - shrink) * sine * sine;
}

// log(1 + x) without losing digits of a small x: the second factor takes back what rounding 1 + x
// did.
static double log_after_one(double x) {
    double sum = 1 + x;
    return sum == 1 ? x : pl_log(sum) * (x / (sum - 1));
}

// The turn that a pull makes, `look` = b/h: the inverse of the above.
static double turn_of(double pull, double look) {
    double beta = pull * look, root = sqrt(1 - beta), shrink = beta / (1 + root);
    double along = -log_after_one(-beta) / 2;
    double rest = (pull - shrink * shrink) / (4 * root);  // sin^2 of half the angle
    if (rest >= 0) {
        double angle = 2 * pl_atan2(sqrt(rest), sqrt(rest < 1 ? 1 - rest : 0));
        return sqrt(along * along + angle * angle);
    }
    double spread = 2 * log_after_one(sqrt(-rest) + (sqrt(1 - rest) - 1));
    double product = along * along - spread * spread;
    return product > 0 ? sqrt(product) : 0;
}

// The smallest turn with that pull, which is at most MOST_SHARE. No pull exceeds turn^2.
static double turn_reaching(double pull, double damping) {
    double low = sqrt(pull), high = 2 * low;
    while (pull_of(high, damping) < pull) low = high, high *= 2;
    for (int i = 0; i < HALVINGS; ++i) {
        double middle = 0.5 * (low + high);
        if (pull_of(middle, damping) < pull)
            low = middle;
        else
            high = middle;
    }
    return low;
}

// The longest b/h with which the highest mode is stable, with a margin: s (1 + 2 b/h) <= 3.
static double look_most(double share) {
    return (3 / share - 1) / 2;
}

static double clamp_look(double look, double share) {
    if (look < LEAST_LOOK) return LEAST_LOOK;
    return look > look_most(share) ? look_most(share) : look;
}

// One substep as it will be.
typedef struct {
    double pull, look, turn;
} swing;

static double swing_share(const swing* s, double worth) {
    return s->pull / worth;
}

// Damping had to give way to b's limits: keeps the frequency, as far as `most` allows.
static swing hold_turn(double turn, double wished_look, double worth, double most) {
    double low = 0, high = most;
    for (int i = 0; i < HALVINGS; ++i) {
        double middle = 0.5 * (low + high);
        if (turn_of(middle, clamp_look(wished_look, middle / worth)) < turn)
            low = middle;
        else
            high = middle;
    }
    swing s = {high, clamp_look(wished_look, high / worth), turn};
    if (low >= 0.999999 * most) s.turn = turn_of(s.pull, s.look);
    return s;
}

static swing find_swing(double turn, double damping, double worth) {
    double most = MOST_SHARE * worth;
    swing s = {pull_of(turn, damping), 0, turn};
    if (turn * turn > most) {
        double reach = turn_reaching(most, damping);
        if (turn > reach) s = (swing){most, 0, reach};
    }
    s.look = decay(2 * damping * s.turn) / s.pull;
    double allowed = clamp_look(s.look, swing_share(&s, worth));
    return allowed == s.look ? s : hold_turn(turn, s.look, worth, most);
}

pl_pace pl_tune_pace(const pl_tuning* tuning, double frequency, double damping, double core,
                     double h) {
    double worth = pull_per_share(tuning, core);
    double turn = 2 * PL_PI * frequency * h;
    swing s = find_swing(turn, damping, worth);
    pl_pace pace = {
        .skin_share = (float)(s.pull * (1 - core) / tuning->lambda),
        .core_share = (float)(s.pull * core),
        .retardation = (float)(s.look * h),
        .frequency = (float)(frequency * (s.turn / turn)),
        .reached = s.turn >= 0.999 * turn,
    };
    return pace;
}

void pl_tune_firm(const pl_tuning* tuning, double firmness, double h, pl_pace* pace) {
    double share = (double)pace->skin_share, core = (double)pace->core_share;
    double most = 3 / (1 + 2 * (double)pace->retardation / h);
    most = (most < MOST_SHARE ? most : MOST_SHARE) - core;
    if (firmness * tuning->lowest.fine > FINE_MOST) firmness = FINE_MOST / tuning->lowest.fine;
    if (share * (1 + firmness) > most) firmness = most / share - 1;
    if (!(firmness > 0)) return;
    double skin = share / pl_skin_stiffening(&tuning->lowest, firmness);
    pace->skin_share = (float)(skin * (1 + firmness));
    pace->fine = (float)(firmness / (1 + firmness));
}

// Whether b is within its limits at this turn.
static bool damps_as_asked(double turn, double damping, double worth) {
    double pull = pull_of(turn, damping), look = decay(2 * damping * turn) / pull;
    return clamp_look(look, pull / worth) == look;
}

double pl_tune_substep(const pl_tuning* tuning, double frequency, double damping, double core) {
    double worth = pull_per_share(tuning, core);
    double high = turn_reaching(MOST_SHARE * worth, damping), low = high / 4;
    if (damps_as_asked(high, damping, worth)) {
        low = high;
    } else if (damps_as_asked(low, damping, worth)) {
        for (int i = 0; i < HALVINGS; ++i) {
            double middle = 0.5 * (low + high);
            if (damps_as_asked(middle, damping, worth))
                low = middle;
            else
                high = middle;
        }
    }
    return low / (2 * PL_PI * frequency);
}

bool pl_tune_too_soft(const pl_tuning* tuning, double frequency, double extent_mesh, double extent,
                      double acceleration) {
    // the core stiffens the whole as much as it lets the skin off: f^2 is the sum of both
    double speed = 2 * PL_PI * frequency * (tuning->radius / 2) * (extent / extent_mesh);
    double speed_squared = speed * speed / (2 * tuning->lambda);
    return acceleration * extent > SOFT_LIMIT * speed_squared;
}

double pl_tune_softest(const pl_tuning* tuning, double extent_mesh, double extent,
                       double acceleration) {
    double radius = tuning->radius * (extent / extent_mesh);
    double speed_squared = acceleration * extent / SOFT_LIMIT;
    return sqrt(2 * tuning->lambda * speed_squared) / (PL_PI * radius);
}
