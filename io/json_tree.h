// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// jansson, as all readers of JSON take it in. Only where PLUMP_HAVE_JANSSON is defined.
#ifndef PL_IO_JSON_TREE_H
#define PL_IO_JSON_TREE_H

#if defined(__TINYC__)
// tcc has no atomics; trees are never shared between threads here
#include <jansson_config.h>
#undef JSON_HAVE_ATOMIC_BUILTINS
#undef JSON_HAVE_SYNC_BUILTINS
#endif
#include <jansson.h>

#endif
