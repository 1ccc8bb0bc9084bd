// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The matrix of springs and the two ways to solve equations with it. A lane is a place; the rows of
// those it is linked with come in from anywhere. Part of spring_kernel.inl.

// Adds one spring's share to the blocks of WIDE places.
static inline void add_term(const pl_mass_spring* ms, size_t at, wide block[6]) {
    const pl_spring_links* links = &ms->springs->links;
    wide n[4], weight = wide_loadu(links->term_weight + at);
    fours_at_to_lanes(ms->bent, links->term_row + at, n);
    wide around = wide_mul(weight, n[3]);
    for (int a = 0, k = 0; a < 3; ++a) {
        wide share = wide_mul(weight, n[a]);
        block[k] = wide_add(block[k], around);
        for (int b = a; b < 3; ++b, ++k) block[k] = wide_add(block[k], wide_mul(share, n[b]));
    }
}

// The blocks of WIDE places of a group, `lane` the first of them, and the block of the diagonal
// that they make: less the sum of them.
static inline void sum_blocks(const pl_mass_spring* ms, uint32_t group, uint32_t lane,
                              wide diagonal[6]) {
    const pl_spring_links* links = &ms->springs->links;
    for (int k = 0; k < 6; ++k) diagonal[k] = wide_splat(0.0f);
    for (uint32_t c = links->first[group]; c < links->first[group + 1]; ++c) {
        wide block[6];
        for (int k = 0; k < 6; ++k) block[k] = wide_splat(0.0f);
        for (uint32_t t = links->term_first[c]; t < links->term_first[c + 1]; ++t)
            add_term(ms, (size_t)16 * t + lane, block);
        float* to = ms->blocks + (size_t)96 * c + lane;
        for (int k = 0; k < 6; ++k) {
            wide_storeu(to + 16 * k, block[k]);
            diagonal[k] = wide_sub(diagonal[k], block[k]);
        }
    }
}

// The inverse of 1 + mobility x the diagonal, by its adjugate: not singular, since the springs add
// nothing below 0.
static inline void prepare(const pl_mass_spring* ms, uint32_t i, wide mobility,
                           const wide diagonal[6]) {
    wide d[6], a[6], one = wide_splat(1.0f);
    for (int k = 0; k < 6; ++k) d[k] = wide_mul(mobility, diagonal[k]);
    d[0] = wide_add(d[0], one), d[3] = wide_add(d[3], one), d[5] = wide_add(d[5], one);
    a[0] = wide_sub(wide_mul(d[3], d[5]), wide_mul(d[4], d[4]));
    a[1] = wide_sub(wide_mul(d[2], d[4]), wide_mul(d[1], d[5]));
    a[2] = wide_sub(wide_mul(d[1], d[4]), wide_mul(d[2], d[3]));
    a[3] = wide_sub(wide_mul(d[0], d[5]), wide_mul(d[2], d[2]));
    a[4] = wide_sub(wide_mul(d[1], d[2]), wide_mul(d[0], d[4]));
    a[5] = wide_sub(wide_mul(d[0], d[3]), wide_mul(d[1], d[1]));
    wide determinant = wide_add(wide_mul(d[0], a[0]), wide_mul(d[1], a[1]));
    determinant = wide_add(determinant, wide_mul(d[2], a[2]));
    for (int k = 0; k < 6; ++k) wide_storeu(ms->precondition[k] + i, wide_div(a[k], determinant));
}

// The matrix, the inverse of its diagonal, and the right side: forces, to `left`, or with the first
// velocities.
static void assemble(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        float rows[64];
        for (uint32_t k = 0; k < 16; k += STRIP) {
            strip moved =
                strip_mul(gather(ms, i / 16, k), strip_loadu(ms->mobility + (size_t)4 * (i + k)));
            strip_storeu(rows + 4 * k, moved);
        }
        for (uint32_t k = 0; k < 16; k += WIDE) {
            wide right[4], mobility[4], diagonal[6];
            fours_to_lanes(rows + 4 * k, right);
            fours_to_lanes(ms->mobility + (size_t)4 * (i + k), mobility);
            sum_blocks(ms, i / 16, k, diagonal);
            if (ms->pace.implicit) prepare(ms, i + k, mobility[0], diagonal);
            for (int c = 0; c < 3; ++c) {
                if (ms->pace.implicit)
                    right[c] = wide_add(right[c], wide_loadu(ms->first[c] + i + k));
                wide_storeu(ms->left[c] + i + k, right[c]);
            }
        }
    }
}

// u + M^-1 K u of WIDE places, u the rows of the way.
static inline void product_of(const pl_mass_spring* ms, uint32_t i, uint32_t lane, const wide u[4],
                              wide out[3]) {
    const pl_spring_links* links = &ms->springs->links;
    wide mobility[4], sum[3];
    for (int c = 0; c < 3; ++c) sum[c] = wide_splat(0.0f);
    for (uint32_t c = links->first[i / 16]; c < links->first[i / 16 + 1]; ++c) {
        wide d[4], b[6];
        const float* block = ms->blocks + (size_t)96 * c + lane;
        fours_at_to_lanes(ms->way, links->row + (size_t)16 * c + lane, d);
        for (int k = 0; k < 3; ++k) d[k] = wide_sub(d[k], u[k]);
        for (int k = 0; k < 6; ++k) b[k] = wide_loadu(block + 16 * k);
        const wide rows[3][3] = {{b[0], b[1], b[2]}, {b[1], b[3], b[4]}, {b[2], b[4], b[5]}};
        for (int k = 0; k < 3; ++k) sum[k] = wide_add(sum[k], dot(rows[k], d));
    }
    fours_to_lanes(ms->mobility + (size_t)4 * (i + lane), mobility);
    for (int c = 0; c < 3; ++c) out[c] = wide_add(u[c], wide_mul(mobility[0], sum[c]));
}

static inline float* sums_of(const pl_span* span) {
    return pl_mass_spring_of(span->body)->sums +
           (size_t)PL_SPRING_SUMS * (span->begin / PL_SPAN_PARTICLES);
}

// One of three sums of products.
static inline void add_to(wide* sums, uint32_t at, wide mass, const wide a[3], const wide b[3]) {
    sums[at] = wide_add(sums[at], wide_mul(mass, dot(a, b)));
}

// Applied to the way, z, y' or u, and the sums of spring_solve.h.
static void apply(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    bool first = ms->solve.phase == PL_SPRING_PHASE_FIRST;
    bool second = ms->solve.phase == PL_SPRING_PHASE_SECOND;
    float* const* to = first ? ms->first_product : second ? ms->last_product : ms->product;
    float* const* other = first || second ? ms->left : ms->first_product;
    float* const* last = first || second ? ms->last : ms->last_product;
    wide delta[WIDE_16], epsilon[WIDE_16], zeta[WIDE_16];
    clear16(delta), clear16(epsilon), clear16(zeta);
    for (uint32_t i = span->begin; i < span->end; i += 16) {
        for (uint32_t k = 0; k < 16; k += WIDE) {
            wide u[4], out[3], with[3], m = wide_loadu(span->body->mass + i + k);
            fours_to_lanes(ms->way + (size_t)4 * (i + k), u);
            product_of(ms, i, k, u, out);
            for (int c = 0; c < 3; ++c) wide_storeu(to[c] + i + k, out[c]);
            add_to(delta, k / WIDE, m, u, out);
            load3(other, i + k, with);
            add_to(epsilon, k / WIDE, m, u, with);
            load3(last, i + k, with);
            add_to(zeta, k / WIDE, m, first ? out : u, with);
        }
    }
    float* sums = sums_of(span);
    sums[PL_SPRING_DELTA] = fold16(delta);
    sums[PL_SPRING_FIRST] = fold16(epsilon);
    sums[PL_SPRING_LAST] = fold16(zeta);
}

// --- Chebyshev ---

// The next way of WIDE places: keep x the last one + add x the residual.
static void relax(const pl_span* span, const pl_stage* stage) {
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    uint32_t pass = stage->pass - ms->pace.inners;
    wide keep = wide_splat(ms->pace.keep[pass]), add = wide_splat(ms->pace.add[pass]);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide way[4], left[3], sum[3];
        fours_to_lanes(ms->way + (size_t)4 * i, way);
        load3(ms->left, i, left);
        load3(ms->sum, i, sum);
        for (int c = 0; c < 3; ++c) {
            if (pass > 0) {
                sum[c] = wide_add(sum[c], way[c]);
                left[c] = wide_sub(left[c], wide_loadu(ms->product[c] + i));
            } else {
                sum[c] = way[c] = wide_splat(0.0f);
            }
            way[c] = wide_add(wide_mul(keep, way[c]), wide_mul(add, left[c]));
            wide_storeu(ms->left[c] + i, left[c]);
            wide_storeu(ms->sum[c] + i, sum[c]);
        }
        put_rows(way, i, ms->way);
    }
}

// The change of velocity that was found, of WIDE places; 0 if there was nothing to solve.
static inline void damping(const pl_mass_spring* ms, uint32_t i, wide change[3]) {
    wide last[4];
    fours_to_lanes(ms->way + (size_t)4 * i, last);
    for (int c = 0; c < 3; ++c)
        change[c] =
            ms->pace.solves ? wide_add(wide_loadu(ms->sum[c] + i), last[c]) : wide_splat(0.0f);
}

// --- conjugate gradients ---

// P r of WIDE places.
static inline void precondition(const pl_mass_spring* ms, uint32_t i, const wide r[3],
                                wide near[3]) {
    wide p[6];
    for (int k = 0; k < 6; ++k) p[k] = wide_loadu(ms->precondition[k] + i);
    const wide rows[3][3] = {{p[0], p[1], p[2]}, {p[1], p[3], p[4]}, {p[2], p[4], p[5]}};
    for (int c = 0; c < 3; ++c) near[c] = dot(rows[c], r);
}

// x = c z, r = b - c A z; y' is the next way.
static void set_out(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    wide share = wide_splat(ms->solve.share), blend = wide_splat(ms->solve.blend), gamma[WIDE_16];
    clear16(gamma);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide near[3], last[3], left[3], mass = wide_loadu(span->body->mass + i);
        for (int c = 0; c < 3; ++c) {
            wide first = wide_loadu(ms->first[c] + i),
                 product = wide_loadu(ms->first_product[c] + i);
            left[c] = wide_sub(wide_loadu(ms->left[c] + i), wide_mul(share, product));
            last[c] = wide_sub(wide_loadu(ms->last[c] + i), wide_mul(blend, first));
            wide_storeu(ms->left[c] + i, left[c]);
            wide_storeu(ms->last[c] + i, last[c]);
            wide_storeu(ms->sum[c] + i, wide_mul(share, first));
        }
        put_rows(last, i, ms->way);
        precondition(ms, i, left, near);
        add_to(gamma, i % 16 / WIDE, mass, left, near);
    }
    sums_of(span)[PL_SPRING_GAMMA] = fold16(gamma);
}

// The same with y'. The first round will have beta 0: of what is in `course` and `left` it takes
// nothing, but needs numbers there.
static void take_last(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    wide share = wide_splat(ms->solve.share), gamma[WIDE_16];
    clear16(gamma);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide near[3], left[3], mass = wide_loadu(span->body->mass + i);
        for (int c = 0; c < 3; ++c) {
            wide last = wide_loadu(ms->last[c] + i), product = wide_loadu(ms->last_product[c] + i);
            wide sum = wide_add(wide_loadu(ms->sum[c] + i), wide_mul(share, last));
            left[c] = wide_sub(wide_loadu(ms->left[c] + i), wide_mul(share, product));
            wide_storeu(ms->residual[c] + i, left[c]);
            wide_storeu(ms->sum[c] + i, sum);
            wide_storeu(ms->course[c] + i, sum);
        }
        precondition(ms, i, left, near);
        put_rows(near, i, ms->way);
        add_to(gamma, i % 16 / WIDE, mass, left, near);
    }
    sums_of(span)[PL_SPRING_GAMMA] = fold16(gamma);
}

// u - mu z - nu y' + beta x the last, of vectors or of their products.
typedef struct {
    wide beta, mu, nu;
} turning;

static inline wide turn_to(const turning* t, wide u, const float* first, const float* last,
                           const float* before) {
    wide old = wide_add(wide_mul(t->mu, wide_loadu(first)), wide_mul(t->nu, wide_loadu(last)));
    return wide_add(wide_sub(u, old), wide_mul(t->beta, wide_loadu(before)));
}

// One step along the next direction.
static void go_on(const pl_span* span, const pl_stage* stage) {
    (void)stage;
    const pl_mass_spring* ms = pl_mass_spring_of(span->body);
    const turning turn = {wide_splat(ms->solve.beta), wide_splat(ms->solve.mu),
                          wide_splat(ms->solve.nu)};
    wide alpha = wide_splat(ms->solve.alpha), gamma[WIDE_16];
    clear16(gamma);
    for (uint32_t i = span->begin; i < span->end; i += WIDE) {
        wide u[4], near[3], rest[3], mass = wide_loadu(span->body->mass + i);
        fours_to_lanes(ms->way + (size_t)4 * i, u);
        for (int c = 0; c < 3; ++c) {
            float *sum = ms->sum[c] + i, *course = ms->course[c] + i, *left = ms->left[c] + i;
            wide product = wide_loadu(ms->product[c] + i);
            wide next = turn_to(&turn, u[c], ms->first[c] + i, ms->last[c] + i, course);
            product =
                turn_to(&turn, product, ms->first_product[c] + i, ms->last_product[c] + i, left);
            wide_storeu(course, next);
            wide_storeu(left, product);
            wide_storeu(sum, wide_add(wide_loadu(sum), wide_mul(alpha, next)));
            rest[c] = wide_sub(wide_loadu(ms->residual[c] + i), wide_mul(alpha, product));
            wide_storeu(ms->residual[c] + i, rest[c]);
        }
        precondition(ms, i, rest, near);
        put_rows(near, i, ms->way);
        add_to(gamma, i % 16 / WIDE, mass, rest, near);
    }
    sums_of(span)[PL_SPRING_GAMMA] = fold16(gamma);
}
