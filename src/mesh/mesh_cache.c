// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A list of entries under a lock that is never held while building.
//
// Whoever asks first builds; others wait, but only for a builder that works alone. One with several
// workers may be waiting in the host's task system, which may be running the very job that asks
// here, on the same thread: who meets such an entry builds a copy alone. The first one done counts.
#include "src/mesh/mesh_cache.h"

#include "src/mesh/mesh_data.h"
#include "src/task/thread.h"

typedef struct entry {
    struct entry* next;
    pl_cache_key key;
    void* value;  // NULL: being built
    pl_arena memory;
    uint32_t builders;  // at work now
    bool is_awaited;    // its builder works alone: it will be done whatever the others do
} entry;

struct pl_mesh_cache {
    plump_allocator hooks;
    entry* first;
#if !defined(PLUMP_NO_THREADS)
    pl_mutex mutex;
    pl_condition changed;
#endif
};

#if defined(PLUMP_NO_THREADS)

static bool lock_init(pl_mesh_cache* cache) {
    (void)cache;
    return true;
}

static void lock_destroy(pl_mesh_cache* cache) {
    (void)cache;
}

static void lock(pl_mesh_cache* cache) {
    (void)cache;
}

static void unlock(pl_mesh_cache* cache) {
    (void)cache;
}

static void wake(pl_mesh_cache* cache) {
    (void)cache;
}

#else

static bool lock_init(pl_mesh_cache* cache) {
    if (!pl_mutex_init(&cache->mutex)) return false;
    if (pl_condition_init(&cache->changed)) return true;
    pl_mutex_destroy(&cache->mutex);
    return false;
}

static void lock_destroy(pl_mesh_cache* cache) {
    pl_condition_destroy(&cache->changed);
    pl_mutex_destroy(&cache->mutex);
}

static void lock(pl_mesh_cache* cache) {
    pl_mutex_lock(&cache->mutex);
}

static void unlock(pl_mesh_cache* cache) {
    pl_mutex_unlock(&cache->mutex);
}

static void wake(pl_mesh_cache* cache) {
    pl_condition_wake_all(&cache->changed);
}

#endif

pl_mesh_cache* pl_mesh_cache_create(const plump_allocator* hooks) {
    pl_mesh_cache* cache = pl_alloc_zero(hooks, 1, sizeof *cache);
    if (!cache) return NULL;
    cache->hooks = *hooks;
    if (lock_init(cache)) return cache;
    pl_free(hooks, cache);
    return NULL;
}

void pl_mesh_cache_destroy(pl_mesh_cache* cache) {
    if (!cache) return;
    plump_allocator hooks = cache->hooks;
    while (cache->first) {
        entry* e = cache->first;
        cache->first = e->next;
        pl_arena_release(&e->memory, NULL);
        pl_free(&hooks, e);
    }
    lock_destroy(cache);
    pl_free(&hooks, cache);
}

static bool same_key(pl_cache_key a, pl_cache_key b) {
    return a.kind == b.kind && a.number[0] == b.number[0] && a.number[1] == b.number[1] &&
           a.number[2] == b.number[2] && a.number[3] == b.number[3];
}

static entry* find(const pl_mesh_cache* cache, pl_cache_key key) {
    entry* e = cache->first;
    while (e && !same_key(e->key, key)) e = e->next;
    return e;
}

// The entry, after waiting for whoever builds it and can be waited for; NULL: there is none.
static entry* find_settled(pl_mesh_cache* cache, pl_cache_key key) {
    entry* e = find(cache, key);
#if !defined(PLUMP_NO_THREADS)
    while (e && !e->value && e->is_awaited) {
        pl_condition_wait(&cache->changed, &cache->mutex);
        e = find(cache, key);  // a builder out of memory takes its entry away
    }
#endif
    return e;
}

static entry* add(pl_mesh_cache* cache, pl_cache_key key, bool is_awaited) {
    entry* e = pl_alloc_zero(&cache->hooks, 1, sizeof *e);
    if (!e) return NULL;
    e->key = key;
    e->memory = pl_arena_make(cache->hooks);
    e->is_awaited = is_awaited;
    e->next = cache->first;
    cache->first = e;
    return e;
}

static void drop(pl_mesh_cache* cache, entry* unwanted) {
    entry** link = &cache->first;
    while (*link != unwanted) link = &(*link)->next;
    *link = unwanted->next;
    pl_free(&cache->hooks, unwanted);
}

// Takes what a builder made, or lets it go if another was faster. Returns what counts.
static const void* settle(pl_mesh_cache* cache, entry* e, void* made, pl_arena* memory) {
    lock(cache);
    if (made && !e->value) {
        e->value = made;
        e->memory = *memory;
        *memory = pl_arena_make(cache->hooks);
    }
    const void* value = e->value;
    e->builders--;
    if (!value && e->builders == 0) drop(cache, e);
    wake(cache);
    unlock(cache);
    pl_arena_release(memory, NULL);
    return value;
}

const void* pl_mesh_cache_get(const plump_mesh* mesh, pl_cache_key key, pl_task_pool* pool,
                              pl_cache_build* build, void* context) {
    pl_mesh_cache* cache = mesh->cache;
    lock(cache);
    entry* e = find_settled(cache, key);
    const void* value = e ? e->value : NULL;
    if (e)
        pool = NULL;  // a second builder works alone
    else
        e = add(cache, key, !pool || pl_task_worker_count(pool) == 1);
    if (e && !value) e->builders++;
    unlock(cache);
    if (!e || value) return value;

    pl_arena memory = pl_arena_make(cache->hooks);
    void* made = build(mesh, &memory, pool, context);
    return settle(cache, e, made, &memory);
}

size_t pl_mesh_cache_size(const plump_mesh* mesh, pl_cache_key key) {
    lock(mesh->cache);
    const entry* e = find(mesh->cache, key);
    size_t bytes = e && e->value ? sizeof *e + e->memory.bytes : 0;
    unlock(mesh->cache);
    return bytes;
}
