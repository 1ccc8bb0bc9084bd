// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
#include "io/group_names.h"

#include <string.h>

// A child below LEAF is a node, otherwise LEAF plus a name's number.
#define LEAF UINT32_C(0x80000000)

struct pl_group_node {
    size_t byte;  // nodes nearer the root test earlier bits
    unsigned char mask;
    uint32_t child[2];
};

static unsigned side(const struct pl_group_node* node, const char* name, size_t length) {
    // past its end a name is zero, which no byte inside a name is
    return node->byte < length && ((unsigned char)name[node->byte] & node->mask) != 0;
}

// The one name that can be equal, or the one that shares the longest beginning of those tested.
static uint32_t nearest_name(const pl_group_names* names, const char* name, size_t length) {
    uint32_t at = names->root;
    while (at < LEAF) at = names->nodes[at].child[side(&names->nodes[at], name, length)];
    return at - LEAF;
}

static bool append_name(pl_group_names* names, const plump_allocator* hooks, const char* name,
                        size_t length) {
    if (names->count >= LEAF - 1) return false;
    if (!pl_grow(hooks, (void**)&names->text, &names->text_capacity, names->text_used,
                 names->text_used + length + 1, 1) ||
        !pl_grow(hooks, (void**)&names->starts, &names->start_capacity, names->count,
                 names->count + 1, sizeof *names->starts) ||
        !pl_grow(hooks, (void**)&names->nodes, &names->node_capacity, names->count,
                 names->count + 1, sizeof *names->nodes))
        return false;
    char* text = names->text + names->text_used;
    if (length) memcpy(text, name, length);
    text[length] = 0;
    names->starts[names->count++] = names->text_used;
    names->text_used += length + 1;
    return true;
}

// Puts the newest name below the first node that tests a later bit than the one it differs in.
static void insert(pl_group_names* names, const char* name, size_t length, size_t byte,
                   unsigned char differing) {
    unsigned char mask = 0x80;
    while (!(mask & differing)) mask >>= 1;
    uint32_t fresh = (uint32_t)names->count - 2;
    struct pl_group_node* node = &names->nodes[fresh];
    uint32_t* link = &names->root;
    while (*link < LEAF) {
        struct pl_group_node* at = &names->nodes[*link];
        if (at->byte > byte || (at->byte == byte && at->mask < mask)) break;
        link = &at->child[side(at, name, length)];
    }
    node->byte = byte;
    node->mask = mask;
    unsigned own = side(node, name, length);
    node->child[own] = LEAF + (uint32_t)(names->count - 1);
    node->child[1 - own] = *link;
    *link = fresh;
}

bool pl_group_names_find(pl_group_names* names, const plump_allocator* hooks, const char* name,
                         size_t length, uint32_t* group) {
    size_t byte = 0;
    unsigned char differing = 0;
    const char* zero = length ? memchr(name, 0, length) : NULL;
    if (zero) length = (size_t)(zero - name);
    if (names->count > 0) {
        uint32_t found = nearest_name(names, name, length);
        const char* other = names->text + names->starts[found];
        while (byte < length && other[byte] == name[byte]) byte++;
        unsigned char own = byte < length ? (unsigned char)name[byte] : 0;
        differing = (unsigned char)(own ^ (unsigned char)other[byte]);
        if (differing == 0) {
            *group = found;
            return true;
        }
    }
    if (!append_name(names, hooks, name, length)) return false;
    *group = (uint32_t)(names->count - 1);
    if (names->count == 1)
        names->root = LEAF;
    else
        insert(names, name, length, byte, differing);
    return true;
}

void pl_group_names_free(pl_group_names* names, const plump_allocator* hooks) {
    pl_free(hooks, names->text);
    pl_free(hooks, names->starts);
    pl_free(hooks, names->nodes);
}
