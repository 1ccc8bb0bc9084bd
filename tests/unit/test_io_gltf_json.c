// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The two small helpers under the glTF reader: base64, and the look at a JSON text before it is
// parsed, whose estimate must never be less than what the parser really takes.
#include "test_io_gltf_kit.h"

#include "io/base64.h"
#include "io/gltf.h"
#include "io/json_scan.h"

static void check_base64(const char* text, const char* bytes, size_t size) {
    unsigned char out[64];
    size_t count = 99, bad = 99;
    assert_true(pl_base64_room(strlen(text)) <= sizeof out);
    assert_true(pl_base64_decode(text, strlen(text), out, &count, &bad));
    assert_int_equal(count, size);
    assert_true(count <= pl_base64_room(strlen(text)));
    assert_memory_equal(out, bytes, size);
}

static void base64_decodes_the_standard_vectors(void** state) {
    (void)state;
    check_base64("", "", 0);
    check_base64("Zg==", "f", 1);
    check_base64("Zm8=", "fo", 2);
    check_base64("Zm9v", "foo", 3);
    check_base64("Zm9vYg==", "foob", 4);
    check_base64("Zm9vYmE=", "fooba", 5);
    check_base64("Zm9vYmFy", "foobar", 6);
    check_base64("Zm8", "fo", 2);
    check_base64(" Z\nm\t8\r= ", "fo", 2);
    check_base64("Zm8%3d", "fo", 2);
    check_base64("+/+/", "\xFB\xFF\xBF", 3);
    check_base64("-_-_", "\xFB\xFF\xBF", 3);
    check_base64("%2B%2f+/", "\xFB\xFF\xBF", 3);
}

static void every_byte_survives_base64(void** state) {
    (void)state;
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (unsigned i = 0; i < 256; ++i) {
        char text[3] = {digits[i >> 2], digits[(i & 3) << 4], 0};
        char byte = (char)(unsigned char)i;
        check_base64(text, &byte, 1);
    }
}

static void refuse_base64(const char* text, size_t where) {
    unsigned char out[64];
    size_t count, bad = 99;
    assert_false(pl_base64_decode(text, strlen(text), out, &count, &bad));
    assert_int_equal(bad, where);
}

static void what_is_not_base64_is_refused(void** state) {
    (void)state;
    refuse_base64("Zm9*", 3);
    refuse_base64("Zg==Zg==", 4);
    refuse_base64("Z", 1);
    refuse_base64("Zm9vZ", 5);
    refuse_base64("Zm%", 2);
    refuse_base64("Zm%4", 2);
    refuse_base64("Zm%4g", 2);
    refuse_base64("\x80", 0);
    for (int c = 1; c < 256; ++c) {
        char text[2] = {(char)(unsigned char)c, 0};
        unsigned char out[8];
        size_t count, bad;
        bool is_fine = pl_base64_decode(text, 1, out, &count, &bad);
        assert_int_equal(is_fine, strchr(" \t\r\n=", c) != NULL);
    }
}

static pl_json_scan scan(const char* text) {
    return pl_json_scan_text((const unsigned char*)text, strlen(text), 64);
}

static void the_scan_counts_values(void** state) {
    (void)state;
    pl_json_scan s = scan("{\"a\": [1, -2.5e+3, true, null], \"b\\\"[{\": \"]\", \"c\": {}}");
    assert_int_equal(s.objects, 2);
    assert_int_equal(s.arrays, 1);
    assert_int_equal(s.strings, 4);
    assert_int_equal(s.numbers, 4);
    assert_int_equal(s.longest_string, 5);
    assert_int_equal(s.string_bytes, 8);
    assert_int_equal(s.depth, 2);
}

static void the_scan_survives_what_is_no_json(void** state) {
    (void)state;
    static const char* const texts[] = {"",  "\"",       "\"\\", "\"\\\"", "]]]]}}}}",
                                        "[", "\x80\xff", "1-+e", ",:,:"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; ++i) {
        // an exact copy, so that a sanitizer sees a read beyond it
        size_t size = strlen(texts[i]);
        unsigned char* copy = malloc(size ? size : 1);
        assert_non_null(copy);
        memcpy(copy, texts[i], size);
        pl_json_scan s = pl_json_scan_text(copy, size, 64);
        assert_true(s.depth <= 1);
        free(copy);
    }
}

static void the_scan_stops_at_the_depth(void** state) {
    (void)state;
    char text[100];
    memset(text, '[', sizeof text);
    pl_json_scan s = pl_json_scan_text((const unsigned char*)text, 64, 64);
    assert_int_equal(s.depth, 64);
    s = pl_json_scan_text((const unsigned char*)text, 100, 64);
    assert_int_equal(s.depth, 65);
    assert_int_equal(s.deep_at, 64);
    assert_int_equal(s.arrays, 65);
}

#if defined(PLUMP_HAVE_JANSSON)

static size_t held, most_held;

// What the heap takes: the size, a word, rounded to 16, at least 32.
static size_t heap_size(size_t size) {
    size_t block = (size + 8 + 15) / 16 * 16;
    return block < 32 ? 32 : block;
}

static void* metered_alloc(size_t size) {
    size_t* block = malloc(size + 16);
    if (!block) return NULL;
    block[0] = heap_size(size);
    held += block[0];
    if (held > most_held) most_held = held;
    return block + 2;
}

static void metered_free(void* block) {
    if (!block) return;
    size_t* start = (size_t*)block - 2;
    held -= start[0];
    free(start);
}

static void check_estimate(const char* head, const char* unit, size_t count, const char* tail) {
    kit_bytes text = {0};
    kit_put(&text, head, strlen(head));
    for (size_t i = 0; i < count; ++i) {
        char numbered[64];
        int length = snprintf(numbered, sizeof numbered, unit, (unsigned)i);
        kit_put(&text, numbered, (size_t)length);
    }
    kit_put(&text, tail, strlen(tail));
    pl_json_scan s = pl_json_scan_text(text.data, text.size, 64);
    held = most_held = 0;
    json_t* root = json_loadb((const char*)text.data, text.size, JSON_DECODE_INT_AS_REAL, NULL);
    assert_non_null(root);
    uint64_t estimate = pl_json_scan_memory(&s);
    // the lexer's own small buffers and the root
    if (estimate + 1024 < most_held) {
        fail_msg("%s: estimated %llu, took %zu", unit, (unsigned long long)estimate, most_held);
    }
    // and it is not wasteful: within 3 times
    if (count > 1000) assert_true(estimate <= 3 * (uint64_t)most_held);
    json_decref(root);
    assert_int_equal(held, 0);
    kit_free(&text);
}

static void the_estimate_holds_for_the_worst_texts(void** state) {
    (void)state;
    json_object_seed(7);
    json_set_alloc_funcs(metered_alloc, metered_free);
    // counts just above powers of two, where tables have just doubled
    static const size_t counts[] = {0, 1, 9, 1025, 4097, 65537};
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; ++i) {
        check_estimate("[", "{},", counts[i], "0]");
        check_estimate("[", "[],", counts[i], "0]");
        check_estimate("[", "0,", counts[i], "0]");
        check_estimate("[", "null,", counts[i], "0]");
        check_estimate("[", "\"\",", counts[i], "0]");
        check_estimate("[", "\"%u\",", counts[i], "0]");
        check_estimate("[", "[0],", counts[i], "0]");
        check_estimate("[", "{\"\":0},", counts[i], "0]");
        check_estimate("{", "\"%u\":0,", counts[i], "\"\":0}");
        check_estimate("{", "\"%u\":{},", counts[i], "\"\":0}");
        check_estimate("{", "\"%u\":[],", counts[i], "\"\":0}");
        check_estimate("[\"", "a", counts[i], "\"]");
        check_estimate("{\"", "a", counts[i], "\":1}");
    }
    json_set_alloc_funcs(malloc, free);
}

#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base64_decodes_the_standard_vectors),
        cmocka_unit_test(every_byte_survives_base64),
        cmocka_unit_test(what_is_not_base64_is_refused),
        cmocka_unit_test(the_scan_counts_values),
        cmocka_unit_test(the_scan_survives_what_is_no_json),
        cmocka_unit_test(the_scan_stops_at_the_depth),
#if defined(PLUMP_HAVE_JANSSON)
        cmocka_unit_test(the_estimate_holds_for_the_worst_texts),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
