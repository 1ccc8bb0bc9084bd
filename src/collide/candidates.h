// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Candidate lists (Verlet 1967): which vertices and triangles, and which edges, of two bodies may
// meet, found once by the trees and kept while the two have hardly moved past each other.
//
// A list is made at some time with a skin s: for every vertex of one that is nearer than r + s to
// the other, with the nearest triangle at the distance d, all triangles nearer than d + 2 s; and
// all edges nearer to each other than r + s. Let t bound how far any place of one has moved past
// any of the other since.
//
// Lemma. While t <= s and r' + t <= r + s, the triangle of the other that is nearest to a vertex,
// if that is nearer than r', is in the vertex's list; and so is every pair of edges nearer than r'.
// For no distance between features of the two changes by more than t. The nearest triangle is now
// nearer than r', so it was nearer than r' + t <= r + s, and the vertex has a list. What was
// nearest then is no farther than d + t now, so what is nearest now is no farther either, and was
// no farther than d + 2 t <= d + 2 s then. Edges likewise. And as d >= 0: every triangle that is
// now nearer to a vertex than u is listed while u + t <= 2 s and u + t <= r + s, which is what
// continuous detection asks for.
//
// So what is found with a list is what a search would find, to the bit, however old the list is:
// worlds may drop lists at any time, and snapshots do not hold them. test_contact_candidates has
// every use of a list search as well, and compare.
#ifndef PL_COLLIDE_CANDIDATES_H
#define PL_COLLIDE_CANDIDATES_H

#include "src/collide/collide.h"
#include "src/task/counter.h"

#include <string.h>

// The three kinds of pieces of a list: vertices of a on b, of b on a, edges of a on those of b.
enum { PL_LIST_A_ON_B, PL_LIST_B_ON_A, PL_LIST_EDGES, PL_LIST_KINDS };

// Entries lie one behind the other in blocks.
#define PL_BLOCK_WORDS 254
typedef struct pl_list_block {
    uint32_t next;  // block, PL_NO_BLOCK: the last
    uint32_t used;  // words
    uint32_t word[PL_BLOCK_WORDS];
} pl_list_block;
#define PL_NO_BLOCK UINT32_MAX

// What was found for some groups of leaves of one body.
typedef struct pl_list_piece {
    uint32_t first, last;  // block
    bool failed;           // there was no room
    bool crowded;          // there are vertices with too many triangles
} pl_list_piece;

// An entry of a vertex: its place, how far the other was, how far it is at least at the beginning
// of this substep, and the triangles that may be near, the nearest first, with the distance of
// each; too many: they are not listed, the tree is asked.
enum { PL_VERTEX_PLACE, PL_VERTEX_DISTANCE, PL_VERTEX_NOW, PL_VERTEX_COUNT, PL_VERTEX_TRIANGLES };
#define PL_TRIANGLES_MOST 64
typedef struct pl_listed_triangle {
    uint32_t triangle;
    float distance;
} pl_listed_triangle;
#define PL_TRIANGLE_WORDS 2
// Of two edges: their numbers, and how far they were from each other.
enum { PL_EDGES_A, PL_EDGES_B, PL_EDGES_DISTANCE, PL_EDGES_WORDS };

typedef struct pl_list {
    uint32_t index[2], id[2];  // of the bodies
    uint32_t piece_first, piece_count[PL_LIST_KINDS];
    bool stored;      // it holds what was found ...
    bool crowded;     // ... but for vertices with too many triangles
    bool wanted;      // it is to be made in this substep
    float skin;       // m
    float reach[2];   // r + s: of vertices, of edges, m
    double drift[3];  // of a past b ...
    double spread;    // ... and of both, when it was made
} pl_list;

typedef struct pl_candidates {
    plump_allocator hooks;
    pl_list *lists, *spare;  // in the order of pairs
    size_t count, capacity, spare_capacity;
    pl_list_piece *pieces, *piece_spare;
    size_t piece_count, piece_capacity, piece_spare_capacity;
    pl_list_block* blocks;
    size_t block_capacity;
    uint32_t* free_blocks;  // the last ones are taken first
    size_t free_count, free_capacity;
    pl_counter taken;  // in this phase
    uint64_t made;     // lists so far
    // for tests:
    bool off;          // no list is made
    bool checked;      // whatever a list tells is searched for as well ...
    pl_counter right;  // ... and found to be so, ...
    pl_counter wrong;  // ... or not
} pl_candidates;

void pl_candidates_free(pl_candidates* all);
// All lists are gone: bodies have come, or gone.
void pl_candidates_drop(pl_candidates* all);

// Before the collide stage looks for contacts: lists follow the pairs; what no longer holds is made
// again where the two are slow enough for it to last.
void pl_candidates_update(const pl_stage* stage);

// Room for so many blocks; false: out of memory.
bool pl_candidates_reserve(pl_candidates* all, size_t pairs, size_t pieces, size_t blocks);

// Room for some words at the end of a piece; NULL: there is none.
uint32_t* pl_candidates_add(pl_candidates* all, pl_list_piece* piece, uint32_t words);

// A way through the entries of a piece.
typedef struct pl_list_cursor {
    const pl_candidates* all;
    uint32_t block, word;
} pl_list_cursor;

static inline pl_list_cursor pl_list_begin(const pl_candidates* all, const pl_list_piece* piece) {
    return (pl_list_cursor){all, piece->first, 0};
}

// The next entry, of a vertex or of two edges; NULL: there is none left.
static inline uint32_t* pl_list_next(pl_list_cursor* at, bool edges) {
    if (at->block == PL_NO_BLOCK) return NULL;
    pl_list_block* block = &at->all->blocks[at->block];
    uint32_t* entry = block->word + at->word;
    uint32_t listed =
        edges || entry[PL_VERTEX_COUNT] > PL_TRIANGLES_MOST ? 0 : entry[PL_VERTEX_COUNT];
    at->word += edges ? PL_EDGES_WORDS : PL_VERTEX_TRIANGLES + PL_TRIANGLE_WORDS * listed;
    if (at->word >= block->used) {
        at->block = block->next;
        at->word = 0;
    }
    return entry;
}

static inline float pl_list_float(uint32_t word) {
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static inline pl_listed_triangle pl_list_triangle(const uint32_t* entry, uint32_t i) {
    const uint32_t* at = entry + PL_VERTEX_TRIANGLES + PL_TRIANGLE_WORDS * i;
    return (pl_listed_triangle){at[0], pl_list_float(at[1])};
}

// For tests.
static inline void pl_candidates_note(pl_candidates* all, bool right) {
    pl_counter_take(right ? &all->right : &all->wrong, 1);
}

// How far any place of one body has moved past any of the other since the list was made, m.
double pl_list_travel(const pl_stage* stage, const pl_list* list);

#endif
