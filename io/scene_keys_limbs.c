// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// The tables of muscles and bones.
#include "io/scene_keys.h"

#define AT(struct_, member) .offset = offsetof(struct_, member)
#define ANYWHERE            .least = -1e9, .most = 1e9, .unit = "m"
#define DIRECTION           .least = -1e6, .most = 1e6
#define BITS                .least = 0, .most = 4294967295.0

static const char* joint_name(uint32_t i) {
    static const char* const words[] = {"hinge", "free", "fixed"};
    return i < PL_COUNT(words) ? words[i] : NULL;
}
_Static_assert(PLUMP_JOINT_COUNT == 2, "joint_name lists the joints, and none");

static const pl_key muscle_keys[] = {
    {"origin", PL_KEY_OBJECT, .text = "the vertices of one end; by default those along the axis",
     .child = &pl_table_selection},
    {"insertion", PL_KEY_OBJECT, .text = "and of the other end; both or none",
     .child = &pl_table_selection},
    {"axis", PL_KEY_VECTOR_FLOAT, AT(pl_raw_muscle, axis), DIRECTION, .usual = "[0, 0, 0]",
     .text = "from the origin to the insertion, in the mesh's coordinates; 0: along the longest "
             "side of its box"},
    {"cap", PL_KEY_FLOAT, AT(pl_raw_muscle, cap), .least = 0.001, .most = 0.45, .usual = "0.05",
     .text = "share of the length along the axis that an end takes up"},
    {"strength", PL_KEY_FLOAT, AT(pl_raw_muscle, strength), .least = 0, .most = 1e9,
     .usual = "100000", .unit = "Pa", .text = "of its fibres at their best length, fully active"},
    {"best", PL_KEY_FLOAT, AT(pl_raw_muscle, best), .least = 0.1, .most = 10, .usual = "1",
     .text = "length with the most force, over that at rest"},
    {"width", PL_KEY_FLOAT, AT(pl_raw_muscle, width), .least = 0.01, .most = 10, .usual = "0.5",
     .text = "how far from it a fibre still pulls; not above best"},
    {"hold", PL_KEY_FLOAT, AT(pl_raw_muscle, hold), .least = 0, .most = 100, .usual = "2",
     .text = "how hard active fibres resist being stretched beyond best"},
    {"time", PL_KEY_FLOAT, AT(pl_raw_muscle, time), .least = 0, .most = 1e6, .usual = "0.05",
     .unit = "s", .text = "in which it becomes as active as asked for (to 1/e)"},
    {"activation", PL_KEY_NUMBER_OR_OBJECT, .least = 0, .most = 1, .usual = "0",
     .text = "0 to 1: a number, or a curve over time", .child = &pl_table_curve},
    {"origin_on", PL_KEY_TEXT, AT(pl_raw_muscle, on[0]),
     .text = "the bone or obstacle that the origin is tied to"},
    {"insertion_on", PL_KEY_TEXT, AT(pl_raw_muscle, on[1]), .text = "and the insertion"},
};
const pl_table pl_table_muscle = {
    "muscle", "Fibres in the surface of a body that pull it together: see [muscles](muscles.md).",
    .keys = muscle_keys, .key_count = PL_COUNT(muscle_keys)};

static const pl_key bone_keys[] = {
    {"name", PL_KEY_TEXT, .required = true, AT(pl_raw_bone, name),
     .text = "for muscles, attachments and other bones"},
    {"from", PL_KEY_VECTOR, .required = true, AT(pl_raw_bone, from), ANYWHERE,
     .text = "one end: a bone is a capsule"},
    {"to", PL_KEY_VECTOR, .required = true, AT(pl_raw_bone, to), ANYWHERE, .text = "the other end"},
    {"radius", PL_KEY_FLOAT, .required = true, AT(pl_raw_bone, radius), .least = 1e-6, .most = 1e6,
     .unit = "m", .text = "of the capsule"},
    {"mesh", PL_KEY_TEXT, AT(pl_raw_bone, mesh),
     .text = "what it looks like in place of the capsule, which then only tells where its mass is: "
             "a closed mesh file in the scene's folder"},
    {"spindle", PL_KEY_OBJECT, .text = "or a spindle, thick at its ends",
     .child = &pl_table_spindle},
    {"spindles", PL_KEY_LIST, .text = "or several in one piece, such as a forearm with its hand",
     .child = &pl_table_spindle},
    {"joint", PL_KEY_CHOICE, AT(pl_raw_bone, joint), .usual = "\"hinge\"",
     .text = "hinge: turns about an axis; free: moves any way; fixed: does not move",
     .choice = joint_name},
    {"parent", PL_KEY_TEXT, AT(pl_raw_bone, parent),
     .text = "the bone before it that the hinge sits on; without, the world"},
    {"pivot", PL_KEY_VECTOR, AT(pl_raw_bone, pivot), ANYWHERE,
     .text = "a point of the hinge's axis; by default from"},
    {"axis", PL_KEY_VECTOR_FLOAT, AT(pl_raw_bone, axis), DIRECTION, .usual = "[0, 0, 1]",
     .text = "direction of the hinge"},
    {"degrees_least", PL_KEY_NUMBER, AT(pl_raw_bone, least), .least = -1e9, .most = 0,
     .usual = "-1e9", .text = "how far the hinge can turn back ..."},
    {"degrees_most", PL_KEY_NUMBER, AT(pl_raw_bone, most), .least = 0, .most = 1e9, .usual = "1e9",
     .text = "... and forth, from where it is at the start, by the right-hand rule"},
    {"mass", PL_KEY_FLOAT, AT(pl_raw_bone, mass), .least = 1e-9, .most = 1e12, .usual = "1",
     .unit = "kg", .text = "of the bone"},
    {"damping", PL_KEY_FLOAT, AT(pl_raw_bone, damping), .least = 0, .most = 1e6, .usual = "0.5",
     .unit = "1/s", .text = "share of its speed that it loses"},
    {"gravity_scale", PL_KEY_FLOAT, AT(pl_raw_bone, gravity_scale), DIRECTION, .usual = "1",
     .text = "times the scene's gravity"},
    {"category", PL_KEY_WHOLE, AT(pl_raw_bone, category), BITS, .usual = "1",
     .text = "bits of what it is"},
    {"collides_with", PL_KEY_WHOLE, AT(pl_raw_bone, collides_with), BITS, .usual = "0",
     .text = "bits of what it meets: by default nothing, since bones lie within muscles"},
    {"colour", PL_KEY_COLOUR, AT(pl_raw_bone, colour), .usual = "\"#ece4d0\"",
     .text = "\"#rrggbb\""},
    {"visible", PL_KEY_FLAG, AT(pl_raw_bone, visible), .usual = "true",
     .text = "whether it is drawn"},
};
const pl_table pl_table_bone = {"bone",
                                "A rigid capsule that muscles, attachments, contacts and gravity "
                                "move: see [muscles](muscles.md).",
                                .keys = bone_keys, .key_count = PL_COUNT(bone_keys)};
