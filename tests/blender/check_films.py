# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
"""Films in Blender: the rest mesh with a Mesh Cache modifier of MDD or PC2, and the GLB as imported,
stand in every frame where they were filmed. usage: blender -b --factory-startup --python
check_films.py -- FOLDER, which film_samples has filled."""
import struct
import sys

import numpy

numpy.bool = bool  # Blender 3.4's glTF importer asks for it, numpy 1.24 has it no longer

import bpy  # noqa: E402

FOLDER = sys.argv[sys.argv.index("--") + 1]
TOLERANCE = 1e-6
FPS = 30


def read_expected(name):
    """Per frame a list of (there, positions) per part."""
    data = open(f"{FOLDER}/{name}.expected", "rb").read()
    parts, frames = struct.unpack_from("=2I", data)
    vertices = struct.unpack_from(f"={parts}I", data, 8)
    at = 8 + 4 * parts
    out = []
    for _ in range(frames):
        at += 4
        frame = []
        for count in vertices:
            there = struct.unpack_from("=I", data, at)[0]
            positions = numpy.frombuffer(data, numpy.float32, 3 * count, at + 4).reshape(-1, 3)
            frame.append((there == 1, positions))
            at += 4 + 12 * count
        out.append(frame)
    return out


def clear():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = FPS


def positions_of(item):
    mesh = item.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    out = numpy.empty(3 * len(mesh.vertices), numpy.float32)
    mesh.vertices.foreach_get("co", out)
    return out.reshape(-1, 3)


def check_cache(name, ending):
    clear()
    # one object with the vertices in the file's order
    bpy.ops.wm.obj_import(filepath=f"{FOLDER}/{name}.rest.obj")
    item = bpy.context.selected_objects[0]
    cache = item.modifiers.new("film", "MESH_CACHE")
    cache.cache_format = ending.upper()
    cache.filepath = f"{FOLDER}/{name}.{ending}"
    cache.forward_axis, cache.up_axis, cache.frame_start = "POS_Y", "POS_Z", 0
    worst = 0.0
    for number, frame in enumerate(read_expected(name)):
        bpy.context.scene.frame_set(number)
        expected = numpy.concatenate([positions for _, positions in frame])
        worst = max(worst, float(numpy.abs(positions_of(item) - expected).max()))
    return worst


def shown_meshes(item):
    """The meshes of a part that have a size at this moment: its own, or one of its takes'."""
    graph = bpy.context.evaluated_depsgraph_get()
    return [child for child in [item, *item.children_recursive]
            if child.type == "MESH" and abs(child.evaluated_get(graph).matrix_world.determinant()) > 0]


def check_part(item, there, positions, what):
    shown = shown_meshes(item)
    if len(shown) != (1 if there else 0):
        raise RuntimeError(f"{what}: {item.name} shows {len(shown)} meshes")
    if not there:
        return 0.0
    found = positions_of(shown[0])
    expected = positions[:, [0, 2, 1]] * numpy.float32([1, -1, 1])  # y up becomes z up
    if len(found) < len(expected):
        raise RuntimeError(f"{what}: {len(found)} vertices of {len(expected)}")
    # vertices added for sharp edges stand behind the part's own
    return float(numpy.abs(found[:len(expected)] - expected).max())


def check_glb(name):
    clear()
    bpy.ops.import_scene.gltf(filepath=f"{FOLDER}/{name}.glb")
    items = [bpy.data.objects[part] for part in ("duck", 'a "b\u00e4r" \\', "floor")]
    frames = read_expected(name)
    worst = 0.0
    for number in range(0, len(frames), 1 + len(frames) // 60):
        bpy.context.scene.frame_set(number)
        for item, (there, positions) in zip(items, frames[number]):
            worst = max(worst, check_part(item, there, positions, f"{name}.glb: frame {number}"))
    return worst


def main():
    failed = False
    for name in ("one", "many", "rests", "comes", "thousand"):
        for kind in ("mdd", "pc2", "glb"):
            if name == "comes" and kind != "glb":
                continue  # there what is not there is a point
            worst = check_glb(name) if kind == "glb" else check_cache(name, kind)
            print(f"blender: {name}.{kind} is off by at most {worst:.1e}")
            failed = failed or not worst <= TOLERANCE
    print("blender: films FAILED" if failed else "blender: films as filmed")
    sys.exit(1 if failed else 0)


try:
    main()
except Exception as trouble:  # Blender would print it and end well
    print(f"blender: FAILED: {trouble!r}")
    sys.exit(1)
