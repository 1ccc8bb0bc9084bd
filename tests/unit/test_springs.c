// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Springs against closed forms and identities, on nets made by hand: no mesh, no world.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/spring_kit.h"

#define PI 3.14159265358979323846

static spring_lab lab;

static void use_steps(double h, uint32_t inners, double beta) {
    lab.ms.pace = (pl_spring_pace){.pull = 1,
                                   .inners = inners,
                                   .inner = (float)(h / inners),
                                   .beta = {(float)beta, (float)beta, (float)beta}};
}

// The angular frequency of x of a point about `middle`, by zero crossings over `seconds`.
static double watch(uint32_t point, double middle, double h, double seconds) {
    double first = -1, last = -1, before = (double)lab.body.x[0][point] - middle;
    int crossings = 0;
    for (double t = h; t < seconds; t += h) {
        spring_step(&lab, (float)h, 0);
        double now = (double)lab.body.x[0][point] - middle;
        if ((now > 0) != (before > 0)) {
            last = t - h * now / (now - before);
            if (crossings++ == 0) first = last;
        }
        before = now;
    }
    assert_true(crossings > 4);
    return PI * (crossings - 1) / (last - first);
}

static void two_masses_swing_with_the_root_of_two_k_over_m(void** state) {
    (void)state;
    for (uint32_t inners = 1; inners <= 8; inners *= 2) {
        spring_open(&lab);
        uint32_t a = spring_point(&lab, 0, 0, 0), b = spring_point(&lab, 1, 0, 0);
        spring_tie(&lab, a, b, 50);
        spring_ready(&lab);
        use_steps(0.005, inners, 0);
        lab.body.x[0][a] -= 0.01f, lab.body.x[0][b] += 0.01f;
        assert_true(fabs(watch(b, 1, 0.005, 8) / sqrt(2 * 50.0) - 1) < 1e-3);
        spring_close(&lab);
    }
}

// w_k = 2 sqrt(k/m) sin(k pi / (2 (N + 1))), held at both ends.
static void a_chain_swings_as_the_closed_form_says(void** state) {
    (void)state;
    enum { N = 9 };
    for (int mode = 1; mode <= 3; ++mode) {
        spring_open(&lab);
        for (int i = 0; i <= N + 1; ++i) spring_point(&lab, i, 0, 0);
        for (uint32_t i = 0; i <= N; ++i) spring_tie(&lab, i, i + 1, 400);
        spring_ready(&lab);
        lab.body.inv_mass[0] = lab.body.inv_mass[N + 1] = 0;
        for (int i = 1; i <= N; ++i)
            lab.body.x[0][i] += (float)(0.01 * sin(mode * PI * i / (N + 1)));
        use_steps(0.004, 4, 0);
        double wish = 2 * sqrt(400.0) * sin(mode * PI / (2.0 * (N + 1)));
        assert_true(fabs(watch(1, 1, 0.004, 12 * 2 * PI / wish) / wish - 1) < 2e-3);
        spring_close(&lab);
    }
}

// A net of columns that hang by their own weight: spring j from the top carries all below it, and
// is longer by (N - j) m g / k. Cross pieces stay as they are.
static void a_hanging_net_sags_as_the_closed_form_says(void** state) {
    (void)state;
    enum { N = 6, WIDE_NET = 4 };
    double k = 2000, g = 9.81;
    for (int implicit = 0; implicit < 2; ++implicit) {
        spring_open(&lab);
        for (int row = 0; row <= N; ++row)
            for (int col = 0; col < WIDE_NET; ++col) spring_point(&lab, col, -row, 0);
        for (uint32_t row = 0; row <= N; ++row) {
            for (uint32_t col = 0; col < WIDE_NET; ++col) {
                uint32_t i = row * WIDE_NET + col;
                if (row < N) spring_tie(&lab, i, i + WIDE_NET, k);
                if (row > 0 && col + 1 < WIDE_NET) spring_tie(&lab, i, i + 1, k);
            }
        }
        spring_ready(&lab);
        for (int col = 0; col < WIDE_NET; ++col) lab.body.inv_mass[col] = 0;
        const pl_spring_wish wish = {.frequency = 1,
                                     .damping = 0.2,
                                     .share = {1, 1, 1},
                                     .lambda = 4 * PI * PI,
                                     .roof = 8 * k,
                                     .implicit = implicit};
        lab.ms.pace = pl_spring_pace_find(&wish, 0.005);
        for (int i = 0; i < 20000; ++i) spring_step(&lab, 0.005f, (float)-g);
        double sag = 0;
        for (int row = 1; row <= N; ++row) {
            sag += (N - row + 1) * g / k;
            for (int col = 0; col < WIDE_NET; ++col) {
                double y = (double)lab.body.x[1][row * WIDE_NET + col];
                if (!(fabs(-row - sag - y) < (implicit ? 0.01 : 1e-3) * sag))
                    fail_msg("implicit %d, row %d: %.6f, expected %.6f", implicit, row, y,
                             -row - sag);
            }
        }
        spring_close(&lab);
    }
}

// --- a crumpled patch with springs of all kinds ---

static void make_patch(void) {
    spring_open(&lab);
    enum { SIDE = 5 };
    for (int i = 0; i < SIDE * SIDE; ++i) {
        double x = i % SIDE, y = i / SIDE;
        spring_point(&lab, x, y, 0.3 * sin(x + 2 * y));
    }
    for (uint32_t y = 0; y + 1 < SIDE; ++y) {
        for (uint32_t x = 0; x + 1 < SIDE; ++x) {
            uint32_t i = y * SIDE + x;
            const uint32_t corner[4] = {i, i + SIDE + 1, i + 1, i + SIDE};
            const double k[3] = {30, 20 + x, 10 + y}, w[3] = {0.9, -1.1, -0.8};
            spring_join(&lab, corner, k, w);
        }
    }
    spring_ready(&lab);
    for (uint32_t i = 0; i < lab.body.count; ++i) {
        for (uint32_t c = 0; c < 3; ++c) {
            lab.body.x[c][i] += 0.2f * (float)sin(3.0 * i + c);
            lab.body.v[c][i] = (float)cos(5.0 * i + 2 * c);
        }
    }
}

static double length_of(const double d[3]) {
    return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

// Sum of k/2 (|d| - L)^2, below L/4 as the force goes there.
static double energy(const double* x) {
    const pl_spring_net* net = &lab.springs.net;
    double sum = 0;
    for (uint32_t s = 0; s < net->count; ++s) {
        pl_vec3d drawn[3];
        pl_spring_vectors(net, s, x, drawn);
        for (int kind = 0; kind < 3; ++kind) {
            double d[3], rest = (double)lab.ms.length[kind][s];
            pl_vec3d_store(drawn[kind], d);
            double length = length_of(d), k = net->stiffness[3 * (size_t)s + (size_t)kind];
            double cap = 0.25 * rest;
            sum +=
                length > cap
                    ? 0.5 * k * (length - rest) * (length - rest)
                    : 0.5 * k * ((cap - rest) * (cap - rest) + 3 * cap * cap - 3 * length * length);
        }
    }
    return sum;
}

static void forces_are_the_gradient_of_the_energy(void** state) {
    (void)state;
    make_patch();
    for (int c = 0; c < 3; ++c)  // two that nearly meet
        lab.body.x[c][7] = lab.body.x[c][12] + 0.02f * (float)c;
    memset(lab.ms.pace.beta, 0, sizeof lab.ms.pace.beta);
    double force[3 * SPRING_POINTS] = {0}, x[3 * SPRING_POINTS] = {0};
    spring_forces(&lab, force);
    for (uint32_t i = 0; i < lab.body.count; ++i)
        for (uint32_t c = 0; c < 3; ++c) x[3 * i + c] = (double)lab.body.x[c][i];
    for (uint32_t i = 0; i < 3 * lab.body.count; ++i) {
        double keep = x[i], e = 1e-5;
        x[i] = keep + e;
        double up = energy(x);
        x[i] = keep - e;
        double down = energy(x);
        x[i] = keep;
        assert_true(fabs(force[i] + (up - down) / (2 * e)) < 2e-4 * (fabs(force[i]) + 1));
    }
    spring_close(&lab);
}

// The matrix of drawn springs, put together block by block, is the derivative of their forces.
static void the_matrix_is_the_derivative_of_the_forces(void** state) {
    (void)state;
    make_patch();
    pl_body* b = &lab.body;
    float x[3][SPRING_POINTS];
    static double force[2][3 * SPRING_POINTS];
    for (uint32_t c = 0; c < 3; ++c)
        for (uint32_t i = 0; i < b->count; ++i)  // drawn out, so that nothing is left out
            x[c][i] = b->x[c][i] = 1.6f * lab.rest[c][i] + 0.01f * (float)sin(3.0 * i + c);
    for (int side = 0; side < 2; ++side) {
        for (uint32_t c = 0; c < 3; ++c)
            for (uint32_t i = 0; i < b->count; ++i)
                b->x[c][i] = x[c][i] + (side ? 0.01f : -0.01f) * b->v[c][i];
        spring_forces(&lab, force[side]);
    }
    for (int c = 0; c < 3; ++c) memcpy(b->past[c], x[c], b->count * sizeof(float));
    const pl_spring_kernels* k = pl_spring_kernels_get(lab.stage.isa);
    pl_span places = {b, 0, b->padded}, stencils = {b, 0, lab.springs.padded};
    lab.ms.pace = (pl_spring_pace){.pull = 1, .implicit = true, .stiff = 1};
    pl_spring_solve_begin(&lab.ms.solve, true);
    k->begin(&places, &lab.stage);
    k->linearise(&stencils, &lab.stage);
    k->assemble(&places, &lab.stage);
    k->apply(&places, &lab.stage);
    for (uint32_t i = 0; i < b->count; ++i) {
        for (uint32_t c = 0; c < 3; ++c) {
            double pull = (double)lab.ms.first_product[c][i] - (double)b->v[c][i];
            double wish = -(force[1][3 * i + c] - force[0][3 * i + c]) / 0.02;
            if (!(fabs(pull - wish) < 0.01 * (fabs(wish) + 1)))
                fail_msg("point %u, axis %u: %g, expected %g", i, c, pull, wish);
        }
    }
    spring_close(&lab);
}

static void sums(double linear[3], double angular[3]) {
    for (int c = 0; c < 3; ++c) linear[c] = angular[c] = 0;
    for (uint32_t i = 0; i < lab.body.count; ++i) {
        for (int c = 0; c < 3; ++c) {
            int d = (c + 1) % 3, e = (c + 2) % 3;
            double x = (double)lab.body.x[d][i], y = (double)lab.body.x[e][i];
            linear[c] += (double)lab.body.v[c][i];
            angular[c] += x * (double)lab.body.v[e][i] - y * (double)lab.body.v[d][i];
        }
    }
}

// Inner steps with and without dashpots, with and without damping after them.
static void momentum_and_spin_are_kept(void** state) {
    (void)state;
    for (int damped = 0; damped < 3; ++damped) {
        make_patch();
        const pl_spring_wish wish = {.frequency = 1,
                                     .damping = damped * 0.2,
                                     .share = {1, 1, 1},
                                     .lambda = 4 * PI * PI,
                                     .roof = 400};
        lab.ms.pace = pl_spring_pace_find(&wish, 0.02);
        assert_int_equal(lab.ms.pace.solves > 0, damped > 0);
        double linear[3], angular[3], now[3], spin[3];
        sums(linear, angular);
        for (int i = 0; i < 200; ++i) spring_step(&lab, 0.02f, 0);
        sums(now, spin);
        for (int c = 0; c < 3; ++c) {
            assert_true(fabs(now[c] - linear[c]) < 2e-4);
            assert_true(fabs(spin[c] - angular[c]) < 2e-3);
        }
        spring_close(&lab);
    }
}

static double kinetic(void) {
    double sum = 0;
    for (uint32_t i = 0; i < lab.body.count; ++i)
        for (int c = 0; c < 3; ++c) sum += 0.5 * pow((double)lab.body.v[c][i], 2);
    return sum;
}

static double whole_energy(void) {
    double x[3 * SPRING_POINTS] = {0};
    for (uint32_t i = 0; i < lab.body.count; ++i)
        for (uint32_t c = 0; c < 3; ++c) x[3 * i + c] = (double)lab.body.x[c][i];
    return energy(x) + kinetic();
}

static double roof_of(void) {
    double scratch[2 * SPRING_POINTS];
    return pl_spring_net_roof(&lab.springs.net, NULL, NULL, scratch);
}

// A violent swing for 20,000 inner steps at the very length that the bound allows.
static void energy_stays_bounded_at_the_bound(void** state) {
    (void)state;
    make_patch();
    double h = sqrt(1 / roof_of()), begin = whole_energy(), most = 0;
    use_steps(h, 1, 0);
    for (int i = 0; i < 20000; ++i) {
        spring_step(&lab, (float)h, 0);
        most = fmax(most, whole_energy());
    }
    assert_true(most < 1.5 * begin);
    spring_close(&lab);
}

// And a pair that is stiff explodes where the bound says it may: the test above can fail.
static void six_times_the_bound_explodes(void** state) {
    (void)state;
    make_patch();
    double h = 6 * sqrt(1 / roof_of()), begin = whole_energy();
    use_steps(h, 1, 0);
    for (int i = 0; i < 200; ++i) spring_step(&lab, (float)h, 0);
    assert_true(!(whole_energy() < 100 * begin));
    spring_close(&lab);
}

// Two masses and a spring of one kind, let go: what is left of the energy after two seconds.
static double let_swing(int kind, const double share[3], bool implicit) {
    spring_open(&lab);
    uint32_t a = spring_point(&lab, 0, 0, 0), b = spring_point(&lab, 1, 0, 0);
    const uint32_t corner[4] = {a, b, a, b};
    double k[3] = {0, 0, 0};
    const double weight[3] = {1, 0, 0};  // a bend of two corners
    k[kind] = 50;
    spring_join(&lab, corner, k, weight);
    spring_ready(&lab);
    const pl_spring_wish wish = {.frequency = 1,
                                 .damping = 0.05,
                                 .share = {share[0], share[1], share[2]},
                                 .lambda = 4 * PI * PI,
                                 .roof = 100,
                                 .implicit = implicit};
    lab.ms.pace = pl_spring_pace_find(&wish, 0.002);
    lab.body.x[0][a] -= 0.1f, lab.body.x[0][b] += 0.1f;
    double begin = whole_energy();
    for (int i = 0; i < 1000; ++i) spring_step(&lab, 0.002f, 0);
    double left = whole_energy() / begin;
    spring_close(&lab);
    return left;
}

// Energy falls with exp(-beta w^2 t), beta = 2 zeta / (2 pi f); a backward Euler step damps as
// a beta of its length does, which is what is left where there should be none.
static void each_kind_is_damped_by_its_own_share(void** state) {
    (void)state;
    double beta = 2 * 0.05 / (2 * PI), own[2] = {1, exp(-0.002 * 100 * 2)};
    for (int implicit = 0; implicit < 2; ++implicit) {
        for (int kind = 0; kind < 3; ++kind) {
            for (int half = 0; half <= 2; ++half) {
                double share[3] = {1, 1, 1};
                share[kind] = 0.5 * half;
                double wish = half ? exp(-0.5 * half * beta * 100 * 2) : own[implicit];
                double left = let_swing(kind, share, implicit);
                if (!(fabs(left / wish - 1) < (half ? 0.12 : 0.02)))  // it goes down in waves
                    fail_msg("implicit %d, kind %d, share %g: %g of %g", implicit, kind,
                             share[kind], left, wish);
            }
        }
    }
}

// Power iteration on the largest eigenvalue, of unit rest length 0: below the roof, not far.
static void no_eigenvalue_is_above_the_roof(void** state) {
    (void)state;
    make_patch();
    const pl_spring_net* net = &lab.springs.net;
    double u[SPRING_POINTS], f[SPRING_POINTS], value = 0;
    for (uint32_t i = 0; i < net->point_count; ++i) u[i] = sin(7.0 * i + 1);
    for (int round = 0; round < 500; ++round) {
        double size = 0;
        memset(f, 0, sizeof f);
        for (uint32_t s = 0; s < net->count; ++s) {
            const uint32_t* at = net->corner + 4 * (size_t)s;
            const double* b = net->weight + 3 * (size_t)s;
            const double w[3][4] = {
                {-1, 1, 0, 0}, {0, 0, -1, 1}, {-b[0] - b[1] - b[2], b[0], b[1], b[2]}};
            for (int kind = 0; kind < 3; ++kind) {
                double drawn = 0;
                for (size_t i = 0; i < 4; ++i) drawn += w[kind][i] * u[at[i]];
                for (size_t i = 0; i < 4; ++i)
                    f[at[i]] += net->stiffness[3 * (size_t)s + (size_t)kind] * w[kind][i] * drawn;
            }
        }
        for (uint32_t i = 0; i < net->point_count; ++i) size += f[i] * f[i];
        value = sqrt(size);
        for (uint32_t i = 0; i < net->point_count; ++i) u[i] = f[i] / value;
    }
    assert_true(value <= roof_of());
    assert_true(value > 0.4 * roof_of());
    spring_close(&lab);
}

// Steps of any length, stiffness of any size, from the same violent start.
static void implicit_steps_never_explode(void** state) {
    (void)state;
    for (double h = 1e-4; h < 0.2; h *= 10) {
        for (double frequency = 0.1; frequency <= 1e4; frequency *= 10) {
            for (double damping = 0; damping <= 10; damping += 5) {
                make_patch();
                // lambda such that pull is 1 at 1 Hz; kernels then scale by it
                const pl_spring_wish wish = {.frequency = frequency,
                                             .damping = damping,
                                             .share = {1, 1, 1},
                                             .lambda = 4 * PI * PI,
                                             .roof = roof_of(),
                                             .implicit = true};
                double pull = frequency * frequency;
                double x[3 * SPRING_POINTS] = {0};
                for (uint32_t i = 0; i < lab.body.count; ++i)
                    for (uint32_t c = 0; c < 3; ++c) x[3 * i + c] = (double)lab.body.x[c][i];
                double all = pull * energy(x) + kinetic();
                lab.ms.pace = pl_spring_pace_find(&wish, h);
                assert_true(lab.ms.pace.implicit);
                for (int i = 0; i < 400; ++i) spring_step(&lab, (float)h, 0);
                if (!(kinetic() <= 1.1 * all))
                    fail_msg("h %g, %g Hz, damping %g: energy %g of %g", h, frequency, damping,
                             kinetic(), all);
                spring_close(&lab);
            }
        }
    }
}

static void the_same_bits_with_every_instruction_set(void** state) {
    (void)state;
    static float x[2][3][SPRING_POINTS];
    for (int implicit = 0; implicit < 2; ++implicit) {
        for (int isa = 0, seen = 0; isa < PL_ISA_COUNT; ++isa) {
            if (!pl_isa_available((pl_isa)isa)) continue;
            make_patch();
            lab.stage.isa = (pl_isa)isa;
            const pl_spring_wish wish = {.frequency = 2,
                                         .damping = 0.3,
                                         .share = {1, 1, 1},
                                         .lambda = 4 * PI * PI,
                                         .roof = 400,
                                         .implicit = implicit};
            lab.ms.pace = pl_spring_pace_find(&wish, 0.01);
            for (int i = 0; i < 50; ++i) spring_step(&lab, 0.01f, -1);
            for (int c = 0; c < 3; ++c)
                memcpy(x[seen > 0][c], lab.body.x[c], lab.body.count * sizeof(float));
            for (int c = 0; seen && c < 3; ++c)
                assert_memory_equal(x[0][c], x[1][c], lab.body.count * sizeof(float));
            seen = 1;
            spring_close(&lab);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_masses_swing_with_the_root_of_two_k_over_m),
        cmocka_unit_test(a_chain_swings_as_the_closed_form_says),
        cmocka_unit_test(a_hanging_net_sags_as_the_closed_form_says),
        cmocka_unit_test(forces_are_the_gradient_of_the_energy),
        cmocka_unit_test(the_matrix_is_the_derivative_of_the_forces),
        cmocka_unit_test(momentum_and_spin_are_kept),
        cmocka_unit_test(energy_stays_bounded_at_the_bound),
        cmocka_unit_test(six_times_the_bound_explodes),
        cmocka_unit_test(each_kind_is_damped_by_its_own_share),
        cmocka_unit_test(no_eigenvalue_is_above_the_roof),
        cmocka_unit_test(implicit_steps_never_explode),
        cmocka_unit_test(the_same_bits_with_every_instruction_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
