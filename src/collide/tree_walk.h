// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// What the ways through a tree share: the list of what is still to be looked at.
#ifndef PL_COLLIDE_TREE_WALK_H
#define PL_COLLIDE_TREE_WALK_H

#include "src/collide/tree.h"
#include "src/collide/tree_four.h"

// A node or, below level 0, a leaf.
typedef struct pl_tree_visit {
    uint32_t level, index;
    float near;  // from where on it counts, where that is asked for
} pl_tree_visit;

#define PL_TREE_LEAF UINT32_MAX  // 0 - 1

// Of four children that a node adds, one comes off before the next level adds its own.
#define PL_TREE_STACK (16 * 3 + 4)

static inline pl_tree_visit pl_tree_top(const pl_tree_shape* shape) {
    return (pl_tree_visit){shape->level_count - 1, 0, 0.0f};
}

static inline const pl_tree_boxes* pl_tree_boxes_of(const pl_tree* tree, pl_tree_visit at) {
    return tree->boxes + tree->shape->node_first[at.level] + at.index;
}

static inline pl_tree_visit pl_tree_child(pl_tree_visit parent, uint32_t i, float near) {
    return (pl_tree_visit){parent.level - 1, 4 * parent.index + i, near};
}

// Adds the children in `bits` so that the first comes off first; returns how many wait.
static inline uint32_t pl_tree_push(pl_tree_visit* stack, uint32_t depth, pl_tree_visit parent,
                                    uint32_t bits) {
    for (uint32_t i = 4; i-- > 0;)
        if (bits >> i & 1) stack[depth++] = pl_tree_child(parent, i, 0.0f);
    return depth;
}

// The same so that the nearest comes off first.
static inline uint32_t pl_tree_push_sorted(pl_tree_visit* stack, uint32_t depth,
                                           pl_tree_visit parent, uint32_t bits, four nears) {
    uint32_t base = depth;
    float near[4];
    four_storeu(near, nears);
    for (; bits; bits &= bits - 1) {
        uint32_t i = four_first(bits), at = depth++;
        for (; at > base && stack[at - 1].near < near[i]; --at) stack[at] = stack[at - 1];
        stack[at] = pl_tree_child(parent, i, near[i]);
    }
    return depth;
}

// The boxes of a that meet those of b, lane by lane.
static inline four_mask pl_tree_overlap(const four a_lo[3], const four a_hi[3], const four b_lo[3],
                                        const four b_hi[3]) {
    four_mask mask = four_and(four_le(a_lo[0], b_hi[0]), four_le(b_lo[0], a_hi[0]));
    for (int k = 1; k < 3; ++k) {
        mask = four_and(mask, four_le(a_lo[k], b_hi[k]));
        mask = four_and(mask, four_le(b_lo[k], a_hi[k]));
    }
    return mask;
}

// Bit i: box i of a node meets the one in every lane of lo and hi.
static inline uint32_t pl_tree_meet_node(const pl_tree_boxes* node, const four lo[3],
                                         const four hi[3]) {
    four node_lo[3], node_hi[3];
    for (int k = 0; k < 3; ++k) {
        node_lo[k] = four_loadu(node->lo[k]);
        node_hi[k] = four_loadu(node->hi[k]);
    }
    return four_bits(pl_tree_overlap(node_lo, node_hi, lo, hi));
}

#endif
