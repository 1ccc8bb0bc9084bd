// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// How a ragdoll begins. Builds without ODE have this too.
#include <plump/ragdoll.h>

#include "src/base/cookie.h"

plump_ragdoll_def plump_default_ragdoll_def(void) {
    return (plump_ragdoll_def){.density = 1000,
                               .gravity = {0, -9.81, 0},
                               .rotation = {0, 0, 0, 1},
                               .scale = 1,
                               .hertz = 2,
                               .damping = 0.3,
                               .turn_limit = 1,
                               .contact_hertz = 4,
                               .contact_damping = 0.3,
                               .friction = 0.5,
                               .cookie = PL_COOKIE_RAGDOLL};
}
