// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Files that mean harm or are broken: cut at every byte, every bit turned, memory that runs out at
// every allocation, counts, depths and instances without end.
#include "test_io_gltf_kit.h"

#if defined(PLUMP_HAVE_JANSSON)
#include <jansson.h>
#endif

// Uses most of the reader: two scenes, a tree, sparse and shared data, an instance.
static const char rich[] = KIT_HEAD
    "'scene':0,'scenes':[{'nodes':[0,2]}],'nodes':[{'children':[1],'name':'a','rotation':[0,0,1,0]}"
    ","
    "{'mesh':0,'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1]},{'mesh':0,'scale':[1,-1,1]}],"
    "'meshes':[{'name':'m','primitives':[{'attributes':{'POSITION':0},'indices':1},"
    "{'attributes':{'POSITION':0},'mode':6}]}]," KIT_BUFFERS KIT_VIEWS
    "'accessors':[{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3','sparse':{'count':1,"
    "'indices':{'bufferView':1,'byteOffset':2,'componentType':5123},'values':{'bufferView':0}}},"
    "{'bufferView':1,'componentType':5123,'count':12,'type':'SCALAR'}]}";

static kit_bytes rich_file(bool is_glb) {
    kit_bytes bin = kit_tetrahedron(), file = kit_glb(rich, bin.data, bin.size);
    if (!is_glb) {
        static const char uri[] = "\"byteLength\":132,\"uri\":\"data:;base64,";
        kit_bytes text = {0};
        size_t json_size = file.data[12] + 256u * file.data[13];
        const char* json = (const char*)file.data + 20;
        const char* at = strstr(json, "\"byteLength\":132");
        kit_put(&text, json, (size_t)(at - json));
        kit_put(&text, uri, sizeof uri - 1);
        for (int i = 0; i < 176; ++i) kit_put(&text, "A", 1);
        kit_put(&text, "\"", 1);
        at += strlen("\"byteLength\":132");
        kit_put(&text, at, json_size - (size_t)(at - json));
        kit_free(&file);
        file = text;
    }
    kit_free(&bin);
    return file;
}

// Reads an exact copy, so that a sanitizer sees the first byte too many.
static plump_result read_copy(const unsigned char* bytes, size_t size) {
    unsigned char* copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    plump_soup* soup = NULL;
    plump_error error = {PLUMP_OK, ""};
    plump_result result = kit_read_bytes(copy, size, NULL, &soup, &error);
    assert_int_equal(result == PLUMP_OK, soup != NULL);
    if (result != PLUMP_OK) {
        assert_int_equal(error.code, result);
        assert_true(strlen(error.text) > 10);
    }
    plump_soup_destroy(soup);
    free(copy);
    return result;
}

static void every_truncation_is_refused(void** state) {
    (void)state;
    for (int is_glb = 0; is_glb < 2; ++is_glb) {
        kit_bytes file = rich_file(is_glb);
        assert_int_equal(read_copy(file.data, file.size), PLUMP_OK);
        size_t end = file.size;
        // blanks after the last brace are no loss
        while (!is_glb && file.data[end - 1] == ' ') end--;
        for (size_t size = 0; size < end; ++size) {
            if (read_copy(file.data, size) == PLUMP_OK) fail_msg("%zu of %zu bytes", size, end);
        }
        kit_free(&file);
    }
}

static void every_turned_bit_is_survived(void** state) {
    (void)state;
    for (int is_glb = 0; is_glb < 2; ++is_glb) {
        kit_bytes file = rich_file(is_glb);
        size_t refused = 0;
        for (size_t i = 0; i < file.size * 8; ++i) {
            file.data[i / 8] ^= (unsigned char)(1u << i % 8);
            refused += read_copy(file.data, file.size) != PLUMP_OK;
            file.data[i / 8] ^= (unsigned char)(1u << i % 8);
        }
        assert_true(refused > file.size);
        kit_free(&file);
    }
}

// Allocations counted down: at zero one fails, or all from then on.
static long countdown;
static bool fails_for_good;

static bool is_refused(void) {
    if (countdown > 0) return --countdown == 0;
    return fails_for_good && countdown == 0;
}

static void* poor_alloc(size_t size, size_t alignment, void* user) {
    (void)user;
    return is_refused() ? NULL
                        : aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void poor_free(void* block, void* user) {
    (void)user;
    free(block);
}

static plump_result read_poor(const kit_bytes* file, plump_error* error) {
    plump_read_def def = plump_default_read_def();
    def.format = PLUMP_FORMAT_GLTF;
    def.allocator = (plump_allocator){poor_alloc, poor_free, NULL};
    plump_soup* soup = NULL;
    plump_result result = plump_memory_read(file->data, file->size, "x.gltf", &def, &soup, error);
    assert_int_equal(result == PLUMP_OK, soup != NULL);
    plump_soup_destroy(soup);
    return result;
}

static void each_of_our_allocations_may_fail(void** state) {
    (void)state;
    for (int mode = 0; mode < 4; ++mode) {
        kit_bytes file = rich_file(mode & 1);
        fails_for_good = mode & 2;
        long n = 1;
        for (;; ++n) {
            countdown = n;
            plump_error error = {PLUMP_OK, ""};
            plump_result result = read_poor(&file, &error);
            bool was_reached = countdown == 0;
            countdown = -1;
            if (!was_reached) {
                assert_int_equal(result, PLUMP_OK);
                break;
            }
            assert_int_equal(result, PLUMP_ERROR_MEMORY);
            assert_non_null(strstr(error.text, "memory"));
        }
        assert_true(n > 5);
        kit_free(&file);
    }
}

#if defined(PLUMP_HAVE_JANSSON)
static void* poor_malloc(size_t size) {
    return is_refused() ? NULL : malloc(size);
}

// jansson calls some of its own failures bad syntax, so only an error is asked for.
static void each_of_the_parsers_allocations_may_fail(void** state) {
    (void)state;
    countdown = -1;
    json_set_alloc_funcs(poor_malloc, free);
    for (int mode = 0; mode < 4; ++mode) {
        kit_bytes file = rich_file(mode & 1);
        fails_for_good = mode & 2;
        long n = 1;
        for (;; ++n) {
            plump_soup* soup = NULL;
            plump_error error = {PLUMP_OK, ""};
            countdown = n;
            plump_result result = kit_read_bytes(file.data, file.size, NULL, &soup, &error);
            bool was_reached = countdown == 0;
            countdown = -1;
            plump_soup_destroy(soup);
            if (!was_reached) {
                assert_int_equal(result, PLUMP_OK);
                break;
            }
            assert_int_not_equal(result, PLUMP_OK);
        }
        assert_true(n > 100);
        kit_free(&file);
    }
    json_set_alloc_funcs(malloc, free);
}
#else
static void each_of_the_parsers_allocations_may_fail(void** state) {
    (void)state;
}
#endif

// Memory through the hooks and through jansson, together.
static size_t held, most_held;

static void* count_block(size_t size) {
    char* block = aligned_alloc(64, (size + 127) / 64 * 64);
    if (!block) return NULL;
    memcpy(block, &size, sizeof size);
    held += size;
    if (held > most_held) most_held = held;
    return block + 64;
}

static void uncount_block(void* block) {
    if (!block) return;
    size_t size;
    char* start = (char*)block - 64;
    memcpy(&size, start, sizeof size);
    held -= size;
    free(start);
}

static void* count_alloc(size_t size, size_t alignment, void* user) {
    (void)alignment, (void)user;
    return count_block(size);
}

static void count_free(void* block, void* user) {
    (void)user;
    uncount_block(block);
}

// Reads JSON text under the meter; the bound of 64 times and 64 MiB must hold.
static plump_result read_metered(kit_bytes* json, plump_error* error) {
    for (size_t i = 0; i < json->size; ++i) {
        if (json->data[i] == '\'') json->data[i] = '"';
    }
    plump_read_def def = plump_default_read_def();
    def.format = PLUMP_FORMAT_GLTF;
    def.allocator = (plump_allocator){count_alloc, count_free, NULL};
    plump_soup* soup = NULL;
    held = most_held = 0;
#if defined(PLUMP_HAVE_JANSSON)
    json_set_alloc_funcs(count_block, uncount_block);
#endif
    plump_result result = plump_memory_read(json->data, json->size, "x.gltf", &def, &soup, error);
    plump_soup_destroy(soup);
#if defined(PLUMP_HAVE_JANSSON)
    json_set_alloc_funcs(malloc, free);
#endif
    assert_int_equal(held, 0);
    if (most_held > 64 * json->size + (64u << 20)) {
        fail_msg("%zu bytes for a file of %zu", most_held, json->size);
    }
    kit_free(json);
    return result;
}

static void put_text(kit_bytes* to, const char* text) {
    kit_put(to, text, strlen(text));
}

static void put_times(kit_bytes* to, const char* text, size_t count) {
    for (size_t i = 0; i < count; ++i) put_text(to, text);
}

static void refuse_metered(kit_bytes* json, plump_result code, const char* words) {
    plump_error error = {PLUMP_OK, ""};
    plump_result result = read_metered(json, &error);
    if (result != code || !strstr(error.text, words)) {
        fail_msg("%s: %s", plump_result_name(result), error.text);
    }
}

static void deep_nesting_is_refused(void** state) {
    (void)state;
    static const char* const units[] = {"[", "{'a':", "[{'a':"};
    for (size_t i = 0; i < 3; ++i) {
        kit_bytes json = {0};
        put_text(&json, KIT_HEAD "'extras':");
        put_times(&json, units[i], 100000);
        refuse_metered(&json, PLUMP_ERROR_LIMIT, "JSON nests deeper than 64");
    }
    // the deepest that is allowed
    kit_bytes json = {0};
    put_text(&json, KIT_HEAD "'extras':");
    put_times(&json, "[", 63);
    put_times(&json, "]", 63);
    put_text(&json, "}");
    refuse_metered(&json, PLUMP_ERROR_DATA, "no faces");
}

static void a_flood_of_small_values_is_refused_or_fits(void** state) {
    (void)state;
    static const char* const units[] = {"{},", "[],", "0,", "'',", "{'':0},", "[0],"};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; ++i) {
        kit_bytes json = {0};
        plump_error error;
        put_text(&json, KIT_HEAD "'nodes':[");
        put_times(&json, units[i], (1 << 20) / strlen(units[i]));
        put_text(&json, "{}]}");
        assert_int_not_equal(read_metered(&json, &error), PLUMP_OK);
    }
    kit_bytes json = {0};
    put_text(&json, KIT_HEAD "'extras':[");
    put_times(&json, "{},", 1 << 20);
    put_text(&json, "{}]}");
    refuse_metered(&json, PLUMP_ERROR_LIMIT, "the JSON text would unfold to more than 64 times");
}

static void long_chains_of_nodes_are_walked(void** state) {
    (void)state;
    kit_bytes json = {0};
    char text[64];
    put_text(&json, KIT_HEAD "'nodes':[");
    for (int i = 0; i < 100000; ++i) {
        snprintf(text, sizeof text, "{'children':[%d]},", i + 1);
        put_text(&json, text);
    }
    put_text(&json, "{}]}");
    refuse_metered(&json, PLUMP_ERROR_DATA, "no faces");
}

static void instances_without_end_hit_the_limit(void** state) {
    (void)state;
    // 100,000 nodes with one mesh of 100,000 vertices made of nothing
    kit_bytes json = {0};
    put_text(&json, KIT_HEAD "'accessors':[{'componentType':5120,'count':99999,'type':'VEC3'}],"
                             "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],'nodes':[");
    char text[64];
    for (int i = 0; i < 100000; ++i) {
        snprintf(text, sizeof text, "{'mesh':0,'translation':[%d,0,0]},", i);
        put_text(&json, text);
    }
    put_text(&json, "{}]}");
    refuse_metered(&json, PLUMP_ERROR_LIMIT, "would unfold to more than 64 times");
}

static void visits_without_end_hit_the_limit(void** state) {
    (void)state;
    // 20,000 nodes times 20,000 primitives of points: nothing to keep, but time
    kit_bytes json = {0};
    put_text(&json, KIT_HEAD "'meshes':[{'primitives':[");
    put_times(&json, "{'mode':0},", 20000);
    put_text(&json, "{'mode':0}]}],'nodes':[");
    put_times(&json, "{'mesh':0},", 20000);
    put_text(&json, "{}]}");
    refuse_metered(&json, PLUMP_ERROR_LIMIT, "would unfold to more than 64 times");
    // the same vertices drawn again and again
    put_text(&json, KIT_HEAD "'accessors':[{'componentType':5120,'count':3000,'type':'VEC3'}],"
                             "'meshes':[{'primitives':[");
    put_times(&json, "{'attributes':{'POSITION':0}},", 20000);
    put_text(&json, "{'mode':0}]}],'nodes':[");
    put_times(&json, "{'mesh':0},", 20000);
    put_text(&json, "{}]}");
    refuse_metered(&json, PLUMP_ERROR_LIMIT, "would unfold to more than 64 times");
}

static void long_names_are_cut(void** state) {
    (void)state;
    kit_bytes json = {0};
    put_text(&json, KIT_HEAD "'accessors':[{'componentType':5120,'count':3,'type':'VEC3'}],"
                             "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}],'name':'");
    put_times(&json, "\xC3\xA4", 500000);
    put_text(&json, "'}],'nodes':[");
    put_times(&json, "{'mesh':0},", 10000);
    put_text(&json, "{}]}");
    plump_error error = {PLUMP_OK, ""};
    if (read_metered(&json, &error) != PLUMP_OK) fail_msg("%s", error.text);
}

static void a_small_file_cannot_claim_much(void** state) {
    (void)state;
    static const char* const counts[] = {"4294967296",           "4294967295",
                                         "9007199254740991",     "4611686018427387904",
                                         "18446744073709551616", "1e300"};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        for (int sparse = 0; sparse < 2; ++sparse) {
            char text[1024];
            snprintf(text, sizeof text,
                     KIT_HEAD "'buffers':[{'byteLength':3,'uri':'data:;base64,AAAA'}],"
                              "'bufferViews':[{'buffer':0,'byteLength':3}],"
                              "'accessors':[{'componentType':5126,'count':%s,'type':'VEC3'%s%s%s}],"
                              "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]}",
                     counts[i], sparse ? ",'sparse':{'count':" : "", sparse ? counts[i] : "",
                     sparse ? ",'indices':{'bufferView':0,'componentType':5121},'values':"
                              "{'bufferView':0}}"
                            : "");
            kit_bytes json = {0};
            put_text(&json, text);
            plump_error error;
            assert_int_not_equal(read_metered(&json, &error), PLUMP_OK);
            // refused before anything of that size was asked for
            assert_true(most_held < 1 << 16);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(every_turned_bit_is_survived),
        cmocka_unit_test(each_of_our_allocations_may_fail),
        cmocka_unit_test(each_of_the_parsers_allocations_may_fail),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(a_flood_of_small_values_is_refused_or_fits),
        cmocka_unit_test(long_chains_of_nodes_are_walked),
        cmocka_unit_test(instances_without_end_hit_the_limit),
        cmocka_unit_test(visits_without_end_hit_the_limit),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(a_small_file_cannot_claim_much),
    };
    return KIT_RUN(tests, NULL, NULL);
}
