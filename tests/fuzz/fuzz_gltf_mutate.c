// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// A mutator that knows GLB: it changes the JSON text or the binary chunk, or a number in the text,
// and mends the lengths, so that most inputs get past the container.
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed);

typedef struct {
    uint8_t *json, *bin;  // with `room` bytes each
    size_t json_size, bin_size, room;
    bool is_glb;
} parts;

static uint32_t get_u32(const uint8_t* at) {
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_u32(uint8_t* at, size_t value) {
    for (int k = 0; k < 4; ++k) at[k] = (uint8_t)(value >> 8 * k);
}

// False: no memory, or nothing that looks like a glTF.
static bool split(parts* p, const uint8_t* data, size_t size, size_t room) {
    size_t json_at = 0, json_size = size, bin_at = size, bin_size = 0;
    p->is_glb = size >= 20 && memcmp(data, "glTF", 4) == 0;
    if (p->is_glb) {
        json_at = 20;
        json_size = get_u32(data + 12);
        if (json_size > size - 20) json_size = size - 20;
        bin_at = 20 + json_size;
        if (size - bin_at >= 8) {
            bin_at += 8;
            bin_size = size - bin_at;
        }
    } else if (size == 0 || data[0] != '{') {
        return false;
    }
    p->room = room;
    p->json = malloc(2 * room);
    if (!p->json) return false;
    p->bin = p->json + room;
    memcpy(p->json, data + json_at, p->json_size = json_size);
    memcpy(p->bin, data + bin_at, p->bin_size = bin_size);
    return true;
}

static size_t join(const parts* p, uint8_t* data) {
    if (!p->is_glb) {
        memcpy(data, p->json, p->json_size);
        return p->json_size;
    }
    size_t json_size = (p->json_size + 3) / 4 * 4, bin_size = (p->bin_size + 3) / 4 * 4;
    size_t size = 20 + json_size + (bin_size ? 8 + bin_size : 0);
    memcpy(data, "glTF\2\0\0\0", 8);
    put_u32(data + 8, size);
    put_u32(data + 12, json_size);
    memcpy(data + 16, "JSON", 4);
    memset(data + 20, ' ', json_size);
    memcpy(data + 20, p->json, p->json_size);
    if (bin_size) {
        uint8_t* chunk = data + 20 + json_size;
        put_u32(chunk, bin_size);
        memcpy(chunk + 4, "BIN\0", 4);
        memset(chunk + 8, 0, bin_size);
        memcpy(chunk + 8, p->bin, p->bin_size);
    }
    return size;
}

// Another number in place of one in the text.
static void change_number(parts* p, unsigned seed) {
    static const char* const numbers[] = {
        "0",     "1",    "2",  "3",   "4",   "5",    "6",     "7",          "8",
        "12",    "16",   "24", "36",  "48",  "5120", "5121",  "5122",       "5123",
        "5125",  "5126", "-1", "0.5", "1e9", "255",  "65535", "4294967295", "9007199254740992",
        "1e308", "-0"};
    size_t count = 0, begin = 0, end = 0;
    // reservoir of one: each run of digits is as likely as any other
    for (size_t i = 0; i < p->json_size;) {
        size_t from = i;
        while (i < p->json_size && p->json[i] >= '0' && p->json[i] <= '9') i++;
        if (i > from) {
            seed = seed * 1664525u + 1013904223u;
            if ((seed >> 8) % ++count == 0) begin = from, end = i;
        } else {
            i++;
        }
    }
    if (count == 0) return;
    const char* number = numbers[(seed >> 4) % (sizeof numbers / sizeof numbers[0])];
    size_t length = strlen(number);
    if (p->json_size - (end - begin) + length > p->room) return;
    memmove(p->json + begin + length, p->json + end, p->json_size - end);
    memcpy(p->json + begin, number, length);
    p->json_size = p->json_size - (end - begin) + length;
}

size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t max_size, unsigned seed) {
    parts p;
    if (seed % 16 == 0 || max_size < 64 || !split(&p, data, size, max_size)) {
        return LLVMFuzzerMutate(data, size, max_size);
    }
    size_t taken = p.json_size + p.bin_size + 40;
    size_t spare = max_size > taken ? max_size - taken : 0;
    if (seed % 3 == 0 || (seed % 3 == 1 && p.bin_size == 0)) {
        change_number(&p, seed / 16);
    } else if (seed % 3 == 1) {
        p.bin_size = LLVMFuzzerMutate(p.bin, p.bin_size, p.bin_size + spare);
    } else {
        p.json_size = LLVMFuzzerMutate(p.json, p.json_size, p.json_size + spare);
    }
    uint8_t* joined = p.json_size + p.bin_size + 40 <= max_size ? data : NULL;
    size_t result = joined ? join(&p, joined) : size;
    free(p.json);
    return result;
}
