// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Fits the cones of a tree: for every box the directions that the triangles below it face.
//
// After Volino and Magnenat-Thalmann, "Efficient self-collision detection on smoothly discretized
// surface animations using geometrical shape regularity", 1994, and Provot, "Collision and
// self-collision handling in cloth model dedicated to design garments", 1997: a piece of surface
// whose normals all lie within a narrow cone does not touch itself, unless by its outline.
#include "src/collide/tree.h"
#include "src/collide/tree_four.h"

// Normals of thin triangles are off by some 1e-7 over their thinness; this much is allowed for.
#define ROUNDING 1e-5f
// The square of twice an area must be above this to have a direction in float.
#define TINY 1e-34f

// Four normals of a leaf's triangles, as rows.
static void fit_normals(pl_tree* tree, uint32_t leaf, const float* const x[3]) {
    const uint32_t* corners = tree->shape->corners + 12 * (size_t)leaf;
    four ab[3], ac[3], normal[4];
    for (int k = 0; k < 3; ++k) {
        four a = four_gather(x[k], corners);
        ab[k] = four_sub(four_gather(x[k], corners + 4), a);
        ac[k] = four_sub(four_gather(x[k], corners + 8), a);
    }
    four_cross3(ab, ac, normal);
    four squared = four_dot3(normal, normal);
    four inverse = four_div(four_splat(1.0f), four_sqrt(squared));
    inverse = four_select(four_lt(four_splat(TINY), squared), inverse, four_zero());
    for (int k = 0; k < 3; ++k) normal[k] = four_mul(normal[k], inverse);
    normal[3] = four_zero();
    four_transpose(normal);
    for (int i = 0; i < 4; ++i) four_storeu(tree->normals + 16 * (size_t)leaf + 4 * i, normal[i]);
}

// Of length 1; what has no direction becomes 0, and with it no direction is within 90 degrees.
static void normalize(four axis[3]) {
    four squared = four_dot3(axis, axis);
    four length = four_sqrt(four_max(squared, four_splat(1e-12f)));
    for (int k = 0; k < 3; ++k) axis[k] = four_div(axis[k], length);
}

// Writes cones of these axes and cosines; from 90 degrees on they rule out nothing.
static void put_cones(pl_tree_cones* cones, const four axis[3], four cosine) {
    cosine = four_sub(cosine, four_splat(ROUNDING));
    four squared = four_sub(four_splat(1.0f), four_mul(cosine, cosine));
    four sine = four_sqrt(four_max(squared, four_zero()));
    four_mask wide_open = four_le(cosine, four_zero());
    for (int k = 0; k < 3; ++k) four_storeu(cones->axis[k], axis[k]);
    four_storeu(cones->cosine, four_select(wide_open, four_splat(-1.0f), cosine));
    four_storeu(cones->sine, four_select(wide_open, four_zero(), sine));
}

// The normals in four slots, one per lane.
static inline void load_normals(const pl_tree* tree, const uint32_t slot[4], four normal[4]) {
    for (int i = 0; i < 4; ++i) normal[i] = four_loadu(tree->normals + 4 * (size_t)slot[i]);
    four_transpose(normal);
}

// Cones over rows of four slots.
static void fit_rows(const pl_tree* tree, const uint32_t* slots, uint32_t rows,
                     pl_tree_cones* cones) {
    four axis[3] = {four_zero(), four_zero(), four_zero()}, normal[4];
    for (uint32_t i = 0; i < rows; ++i) {
        load_normals(tree, slots + 4 * (size_t)i, normal);
        for (int k = 0; k < 3; ++k) axis[k] = four_add(axis[k], normal[k]);
    }
    normalize(axis);
    four cosine = four_splat(1.0f);
    for (uint32_t i = 0; i < rows; ++i) {
        load_normals(tree, slots + 4 * (size_t)i, normal);
        cosine = four_min(four_dot3(axis, normal), cosine);
    }
    put_cones(cones, axis, cosine);
}

// The cones of four leaves, and of what is around the vertices they own. Missing leaves are the
// last one again.
static void fit_leaves(pl_tree* tree, uint32_t node) {
    const pl_tree_shape* s = tree->shape;
    uint32_t slots[16];
    for (uint32_t i = 0; i < 4; ++i) {
        uint32_t leaf = 4 * node + i < s->leaf_count ? 4 * node + i : s->leaf_count - 1;
        for (uint32_t k = 0; k < 4; ++k) slots[4 * k + i] = 4 * leaf + k;
    }
    fit_rows(tree, slots, 4, &tree->cones[node]);
    uint32_t first = s->around_first[node];
    fit_rows(tree, s->around + 4 * (size_t)first, s->around_first[node + 1] - first,
             &tree->around[node]);
}

// One cone around all of a node, for each of four nodes.
void pl_tree_join_cones(const pl_tree_cones* const node[4], pl_tree_cones* joined) {
    four axis[3] = {four_zero(), four_zero(), four_zero()}, part[3][4], cosine[4], sine[4];
    for (int i = 0; i < 4; ++i) {
        for (int k = 0; k < 3; ++k) part[k][i] = four_loadu(node[i]->axis[k]);
        cosine[i] = four_loadu(node[i]->cosine);
        sine[i] = four_loadu(node[i]->sine);
    }
    for (int k = 0; k < 3; ++k) four_transpose(part[k]);
    four_transpose(cosine);
    four_transpose(sine);
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 3; ++k) axis[k] = four_add(axis[k], part[k][i]);
    normalize(axis);
    four least = four_splat(1.0f);
    for (int i = 0; i < 4; ++i) {
        const four there[3] = {part[0][i], part[1][i], part[2][i]};
        // the angle to its axis and its own, together
        four across = four_min(four_dot3(axis, there), four_splat(1.0f));
        four off = four_sub(four_splat(1.0f), four_mul(across, across));
        off = four_sqrt(four_max(off, four_zero()));
        four sum = four_sub(four_mul(across, cosine[i]), four_mul(off, sine[i]));
        sum = four_select(four_le(cosine[i], four_zero()), four_splat(-1.0f), sum);
        least = four_min(sum, least);
    }
    put_cones(joined, axis, least);
}

void pl_tree_refit_cones(pl_tree* tree, const float* const x[3]) {
    const pl_tree_shape* s = tree->shape;
    for (uint32_t leaf = 0; leaf < s->leaf_count; ++leaf) fit_normals(tree, leaf, x);
    for (uint32_t node = 0; node < s->node_count[0]; ++node) fit_leaves(tree, node);
    for (uint32_t level = 1; level < s->level_count; ++level) {
        const pl_tree_cones* below = tree->cones + s->node_first[level - 1];
        uint32_t last = s->node_count[level - 1] - 1;
        for (uint32_t node = 0; node < s->node_count[level]; ++node) {
            const pl_tree_cones* child[4];
            for (uint32_t i = 0; i < 4; ++i)
                child[i] = below + (4 * node + i < last ? 4 * node + i : last);
            pl_tree_join_cones(child, tree->cones + s->node_first[level] + node);
        }
    }
}
