// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Cookies tell a definition begun with its default function from garbage or from another revision
// of the struct: the high bits say "plump", the low 16 the struct and its revision.
#ifndef PL_BASE_COOKIE_H
#define PL_BASE_COOKIE_H

#define PL_COOKIE(kind, revision) (UINT32_C(0x50550000) | ((kind) << 8) | (revision))

#define PL_COOKIE_MESH       PL_COOKIE(UINT32_C(1), UINT32_C(1))
#define PL_COOKIE_SHAPE      PL_COOKIE(UINT32_C(2), UINT32_C(1))
#define PL_COOKIE_READ       PL_COOKIE(UINT32_C(3), UINT32_C(1))
#define PL_COOKIE_WRITE      PL_COOKIE(UINT32_C(4), UINT32_C(1))
#define PL_COOKIE_PICTURE    PL_COOKIE(UINT32_C(5), UINT32_C(4))
#define PL_COOKIE_WORLD      PL_COOKIE(UINT32_C(6), UINT32_C(3))
#define PL_COOKIE_BODY       PL_COOKIE(UINT32_C(7), UINT32_C(5))
#define PL_COOKIE_OBSTACLE   PL_COOKIE(UINT32_C(8), UINT32_C(2))
#define PL_COOKIE_ATTACHMENT PL_COOKIE(UINT32_C(9), UINT32_C(2))
#define PL_COOKIE_SCENE      PL_COOKIE(UINT32_C(10), UINT32_C(2))
#define PL_COOKIE_DETAIL     PL_COOKIE(UINT32_C(11), UINT32_C(1))
#define PL_COOKIE_SIMPLIFY   PL_COOKIE(UINT32_C(16), UINT32_C(1))
#define PL_COOKIE_SPINDLE    PL_COOKIE(UINT32_C(17), UINT32_C(1))
#define PL_COOKIE_SKIN       PL_COOKIE(UINT32_C(18), UINT32_C(1))
#define PL_COOKIE_WRAP       PL_COOKIE(UINT32_C(19), UINT32_C(1))
#define PL_COOKIE_MUSCLE     PL_COOKIE(UINT32_C(12), UINT32_C(1))
#define PL_COOKIE_BONE       PL_COOKIE(UINT32_C(13), UINT32_C(1))
#define PL_COOKIE_JIGGLE     PL_COOKIE(UINT32_C(30), UINT32_C(1))
#define PL_COOKIE_PLACING    PL_COOKIE(UINT32_C(31), UINT32_C(1))
#define PL_COOKIE_FILM       PL_COOKIE(UINT32_C(20), UINT32_C(2))
#define PL_COOKIE_PLOT       PL_COOKIE(UINT32_C(21), UINT32_C(1))
#define PL_COOKIE_RIG        PL_COOKIE(UINT32_C(22), UINT32_C(2))
#define PL_COOKIE_RAGDOLL    PL_COOKIE(UINT32_C(23), UINT32_C(1))

#endif
