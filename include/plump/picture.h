// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#ifndef PLUMP_PICTURE_H
#define PLUMP_PICTURE_H
#include <plump/mesh.h>
#endif
