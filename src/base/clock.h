// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Seconds that only run forward, for reports. Nothing that is computed may depend on them.
#ifndef PL_BASE_CLOCK_H
#define PL_BASE_CLOCK_H

// 0 on systems without such a clock.
double pl_clock_seconds(void);

#endif
