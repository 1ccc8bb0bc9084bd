// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "src/collide/collide.h"

// The padding stays behind where it is: it counts as the first place.
static void bounds(const pl_body* body, uint32_t begin, uint32_t end, float* out) {
    for (int c = 0; c < 3; ++c) {
        const float *x = body->x[c], *past = body->past[c], *still = body->collider->still[c];
        wide first = wide_splat(x[begin]), start = wide_splat(past[begin]);
        wide rest = wide_splat(still[begin]);
        wide lo[WIDE_16], hi[WIDE_16], near[WIDE_16], far[WIDE_16], least[WIDE_16], most[WIDE_16];
        for (uint32_t k = 0; k < WIDE_16; ++k) {
            lo[k] = hi[k] = first;
            near[k] = far[k] = wide_sub(first, start);
            least[k] = most[k] = wide_sub(start, rest);
        }
        for (uint32_t i = begin; i < end; i += 16) {
            for (uint32_t k = 0; k < WIDE_16; ++k) {
                uint32_t at = i + k * WIDE;
                wide_mask is_real = wide_lt(wide_splat(0.0f), wide_loadu(body->mass + at));
                wide now = wide_select(is_real, wide_loadu(x + at), first);
                wide then = wide_select(is_real, wide_loadu(past + at), start);
                wide moved = wide_sub(now, then);
                wide since = wide_sub(then, wide_select(is_real, wide_loadu(still + at), rest));
                lo[k] = wide_min(wide_min(now, then), lo[k]);
                hi[k] = wide_max(wide_max(now, then), hi[k]);
                near[k] = wide_min(moved, near[k]);
                far[k] = wide_max(moved, far[k]);
                least[k] = wide_min(since, least[k]);
                most[k] = wide_max(since, most[k]);
            }
        }
        out[c] = fold16_min(lo);
        out[3 + c] = fold16_max(hi);
        out[6 + c] = fold16_min(near);
        out[9 + c] = fold16_max(far);
        out[12 + c] = fold16_min(least);
        out[15 + c] = fold16_max(most);
    }
}

const pl_collide_kernels KERNEL(pl_collide_kernels) = {bounds};
