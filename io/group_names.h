// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The names of a file's groups, each with its number in order of appearance. Finding one costs no
// more than reading it, whatever the names: a crit-bit tree (each node tests the first bit in which
// two names differ), so nobody can choose names that collide.
#ifndef PL_IO_GROUP_NAMES_H
#define PL_IO_GROUP_NAMES_H

#include "src/base/alloc.h"

typedef struct pl_group_names {
    char* text;  // all names, each with its zero
    size_t text_used, text_capacity;
    size_t* starts;  // where each begins in text
    size_t count, start_capacity;
    struct pl_group_node* nodes;  // count - 1 of them
    size_t node_capacity;
    uint32_t root;
} pl_group_names;

// The number of this name, new or known; false when out of memory. It ends early at a
// zero byte.
bool pl_group_names_find(pl_group_names* names, const plump_allocator* hooks, const char* name,
                         size_t length, uint32_t* group);
void pl_group_names_free(pl_group_names* names, const plump_allocator* hooks);

#endif
