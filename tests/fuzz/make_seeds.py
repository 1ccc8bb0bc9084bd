#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The plump authors
# SPDX-License-Identifier: MIT
"""Writes the hand-made part of the fuzz corpus: small valid files of every format and feature.

    python3 tests/fuzz/make_seeds.py        (into tests/fuzz/corpus/<target>/seed_*)
"""
import base64
import json
import pathlib
import struct

TOP = pathlib.Path(__file__).resolve().parent / "corpus"

TETRA = ([(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)])
CUBE = ([(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)],
        [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)])
# an L-shaped prism: concave caps of six corners
L = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
PRISM = ([(x, y, z) for z in (0, 1) for x, y in L],
         [tuple(range(5, -1, -1)), tuple(range(6, 12))] +
         [(i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6) for i in range(6)])


def cut(mesh):
    points, faces = mesh
    return points, [(f[0], f[i], f[i + 1]) for f in faces for i in range(1, len(f) - 1)]


def torus(n, m):
    import math
    points = []
    for i in range(n):
        for j in range(m):
            a, b = 2 * math.pi * i / n, 2 * math.pi * j / m
            r = 2 + math.cos(b)
            points.append((round(r * math.cos(a), 3), round(r * math.sin(a), 3), round(math.sin(b), 3)))
    faces = [(i * m + j, (i + 1) % n * m + j, (i + 1) % n * m + (j + 1) % m, i * m + (j + 1) % m)
             for i in range(n) for j in range(m)]
    return points, faces


def join(a, b, offset):
    shift = len(a[0])
    return (a[0] + [tuple(p[k] + offset[k] for k in range(3)) for p in b[0]],
            a[1] + [tuple(i + shift for i in f) for f in b[1]])


TWO = join(CUBE, TETRA, (3, 0, 0))
BOWTIE = (TETRA[0] + [(-1, 0, 0), (0, -1, 0), (0, 0, -1)],
          TETRA[1] + [(0, 4, 5), (0, 6, 4), (0, 5, 6), (4, 6, 5)])
OPEN = (CUBE[0], CUBE[1][:5])
CAVITY = (CUBE[0] + [tuple(0.25 + 0.5 * c for c in p) for p in CUBE[0]],
          CUBE[1] + [tuple(i + 8 for i in reversed(f)) for f in CUBE[1]])
SHAPES = {"tetra": TETRA, "cube": CUBE, "prism": PRISM, "two": TWO, "bowtie": BOWTIE, "open": OPEN,
          "cavity": CAVITY, "torus": torus(5, 4)}


def put(target, name, data):
    folder = TOP / target
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ("seed_" + name)).write_bytes(data if isinstance(data, bytes) else data.encode())


def obj(mesh):
    return "".join("v %g %g %g\n" % p for p in mesh[0]) + "".join(
        "f " + " ".join(str(i + 1) for i in f) + "\n" for f in mesh[1])


def make_obj():
    for name, mesh in SHAPES.items():
        put("fuzz_obj", name, obj(mesh))
    put("fuzz_obj", "negative", "".join("v %g %g %g\n" % p for p in TETRA[0]) + "".join(
        "f " + " ".join(str(i - 4) for i in f) + "\n" for f in TETRA[1]))
    put("fuzz_obj", "rich", "# c\r\nmtllib none.mtl\r\no first part\r\n" + "".join(
        "v %g %g %g 0.5 .25 1e-3\r\n" % p for p in CUBE[0]) + "vt 0 1\r\nvn 0 0 -1\r\ng a b\r\nusemtl m\r\ns off\r\n" +
        "".join("f " + " ".join("%d/1/1" % (i + 1) for i in f) + "\r\n" for f in CUBE[1][:3]) +
        "g c\r\nf " + "3//1 7//1 \\\r\n 8//1 4//1\r\nf 1/1 5/1 7/1 3/1\r\nf 2 4 8 6\r\nl 1 2\r\np 1\r\n")


def ply_header(form, points, faces, kind="float", extra="", list_types="uchar int", key="vertex_indices"):
    return ("ply\nformat %s 1.0\ncomment seed\nelement vertex %d\nproperty %s x\nproperty %s y\nproperty %s z\n"
            "%selement face %d\nproperty list %s %s\nend_header\n" %
            (form, points, kind, kind, kind, extra, faces, list_types, key))


def make_ply():
    for name, (points, faces) in SHAPES.items():
        data = ply_header("ascii", len(points), len(faces))
        data += "".join("%g %g %g\n" % p for p in points)
        data += "".join("%d %s\n" % (len(f), " ".join(map(str, f))) for f in faces)
        put("fuzz_ply", "ascii_" + name, data)
    for form, mark in (("binary_little_endian", "<"), ("binary_big_endian", ">")):
        for kind, letter in (("float", "f"), ("double", "d"), ("short", "h"), ("uint8", "B")):
            data = ply_header(form, 8, 6, kind, "property uchar red\n", "uchar uint", "vertex_index").encode()
            data += b"".join(struct.pack(mark + "3" + letter + "B", *map(int, p), 7) for p in CUBE[0])
            data += b"".join(struct.pack(mark + "B4I", 4, *f) for f in CUBE[1])
            put("fuzz_ply", "%s_%s" % (form[7:10], kind), data)
        data = ("ply\nformat %s 1.0\nelement junk 2\nproperty list uint8 float32 a\nproperty int16 b\n"
                "element vertex 4\nproperty float z\nproperty float y\nproperty float x\n"
                "element face 4\nproperty int32 flags\nproperty list uint16 uint16 vertex_indices\n"
                "element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n" % form).encode()
        data += struct.pack(mark + "BffhBh", 2, 1, 2, 3, 0, 4)
        data += b"".join(struct.pack(mark + "3f", *reversed(p)) for p in TETRA[0])
        data += b"".join(struct.pack(mark + "iH3H", -1, 3, *f) for f in TETRA[1])
        put("fuzz_ply", form[7:10] + "_rich", data + struct.pack(mark + "ii", 0, 1))
    strips = ply_header("ascii", 4, 0).replace("element face 0\nproperty list uchar int vertex_indices",
                                                 "element tristrips 1\nproperty list int int vertex_indices")
    put("fuzz_ply", "tristrips", strips + "".join("%g %g %g\n" % p for p in TETRA[0]) + "7 0 2 1 3 -1 0 1\n")


def stl_facets(mesh):
    points, faces = cut(mesh)
    return [[points[i] for i in f] for f in faces]


def make_stl():
    for name in ("tetra", "cube", "open", "two"):
        facets = stl_facets(SHAPES[name])
        text = "solid %s\n" % name
        for f in facets:
            text += "facet normal 0 0 1\n outer loop\n" + "".join("  vertex %g %g %g\n" % p for p in f)
            text += " endloop\nendfacet\n"
        put("fuzz_stl", "ascii_" + name, text + "endsolid %s\n" % name)
        for head in (b"binary", b"solid that is binary"):
            data = head.ljust(80, b"\0") + struct.pack("<I", len(facets))
            for f in facets:
                data += struct.pack("<12fH", 0, 0, 1, *[c for p in f for c in p], 0)
            put("fuzz_stl", head[:5].decode() + "_" + name, data)


def make_off():
    for name, (points, faces) in SHAPES.items():
        put("fuzz_off", name, "OFF\n%d %d 0\n" % (len(points), len(faces)) +
            "".join("%g %g %g\n" % p for p in points) +
            "".join("%d %s\n" % (len(f), " ".join(map(str, f))) for f in faces))
    points, faces = TETRA
    put("fuzz_off", "comments", "# c\nOFF # d\n4 4 6 # e\n" + "".join("%g %g %g\n# f\n" % p for p in points) +
        "".join("3 %d %d %d 255 0 0\n\n" % f for f in faces))
    put("fuzz_off", "coff", "COFF 4 4 0\n" + "".join("%g %g %g 1 0 0 1\n" % p for p in points) +
        "".join("3 %d %d %d\n" % f for f in faces))
    put("fuzz_off", "noff", "NOFF\n4 4 0\n" + "".join("%g %g %g 0 0 1\n" % p for p in points) +
        "".join("3 %d %d %d 0.5 0.5 0.5\n" % f for f in faces))
    put("fuzz_off", "stcnoff", "STCNOFF\n4 4 0\n" + "".join("%g %g %g 0 0 1 1 1 1 1 0 0\n" % p for p in points) +
        "".join("3 %d %d %d\n" % f for f in faces))


def glb(document, data=b""):
    text = json.dumps(document, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if data:
        data += b"\0" * (-len(data) % 4)
        chunks += struct.pack("<I4s", len(data), b"BIN\0") + data
    return b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks


def gltf(mesh, index="H", mode=4, primitive=None, **more):
    points, faces = cut(mesh)
    positions = b"".join(struct.pack("<3f", *p) for p in points)
    corners = [i for f in faces for i in f] if mode == 4 else primitive
    indices = struct.pack("<%d%s" % (len(corners), index), *corners)
    size = {"B": 5121, "H": 5123, "I": 5125}[index]
    document = {"asset": {"version": "2.0"}, "buffers": [{"byteLength": len(positions + indices)}],
                "bufferViews": [{"buffer": 0, "byteLength": len(positions)},
                                {"buffer": 0, "byteOffset": len(positions), "byteLength": len(indices)}],
                "accessors": [{"bufferView": 0, "componentType": 5126, "count": len(points), "type": "VEC3"},
                              {"bufferView": 1, "componentType": size, "count": len(corners), "type": "SCALAR"}],
                "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": mode}]}]}
    document.update(more)
    return document, positions + indices


def make_gltf():
    for name, mesh in SHAPES.items():
        for index in "BHI" if name == "tetra" else "H":
            put("fuzz_gltf", "%s_%s" % (name, index), glb(*gltf(mesh, index)))
    document, data = gltf(TETRA)
    document["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    put("fuzz_gltf", "embedded", json.dumps(document, indent=1))
    put("fuzz_gltf", "strip", glb(*gltf(TETRA, "B", 5, [0, 1, 2, 3, 0, 1])))
    put("fuzz_gltf", "fan", glb(*gltf(TETRA, "B", 6, [0, 2, 1, 3, 2])))
    nodes = [{"children": [1, 2], "rotation": [0, 0, 0.6, 0.8], "name": "top"},
             {"mesh": 0, "translation": [2, 0, 0], "scale": [-1, 1, 1]},
             {"mesh": 0, "matrix": [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, -3, 0, 0, 1]},
             {"mesh": 0, "skin": 0, "scale": [9, 9, 9]}]
    put("fuzz_gltf", "nodes", glb(*gltf(TETRA, nodes=nodes, scene=0, scenes=[{"nodes": [0]}, {"nodes": [3]}])))
    document, data = gltf(TETRA)
    document["accessors"][0]["sparse"] = {"count": 2, "indices": {"bufferView": 2, "componentType": 5121},
                                          "values": {"bufferView": 2, "byteOffset": 4}}
    document["bufferViews"].append({"buffer": 0, "byteOffset": len(data), "byteLength": 28})
    data += bytes([1, 3, 0, 0]) + struct.pack("<6f", 2, 0, 0, 0, 0, 2)
    document["buffers"][0]["byteLength"] = len(data)
    put("fuzz_gltf", "sparse", glb(document, data))
    document, data = gltf(CUBE)
    quantised = b"".join(struct.pack("<4h", *[int(c) * 32767 for c in p], 0) for p in CUBE[0])
    corners = struct.pack("<36H", *[i for f in cut(CUBE)[1] for i in f])
    document["buffers"][0]["byteLength"] = len(quantised + corners)
    document["bufferViews"] = [{"buffer": 0, "byteLength": 64, "byteStride": 8},
                               {"buffer": 0, "byteOffset": 64, "byteLength": 72}]
    document["accessors"][0].update(componentType=5122, normalized=True)
    document["extensionsRequired"] = ["KHR_mesh_quantization"]
    put("fuzz_gltf", "quantised", glb(document, quantised + corners))


def skinned(interpolation="LINEAR"):
    """A tetrahedron on two joints, with a morph target and a clip that moves all there is."""
    document, data = gltf(TETRA)

    def add(values, kind, count, letter="f"):
        nonlocal data
        data += b"\0" * (-len(data) % 4)
        raw = struct.pack("<%d%s" % (len(values), letter), *values)
        document["bufferViews"].append({"buffer": 0, "byteOffset": len(data), "byteLength": len(raw)})
        document["accessors"].append({"bufferView": len(document["bufferViews"]) - 1,
                                      "componentType": {"f": 5126, "B": 5121}[letter], "count": count, "type": kind})
        data += raw
        return len(document["accessors"]) - 1

    one = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    keys = 3 if interpolation == "CUBICSPLINE" else 1
    attributes = document["meshes"][0]["primitives"][0]["attributes"]
    attributes["JOINTS_0"] = add([0, 1, 0, 0] * 4, "VEC4", 4, "B")
    attributes["WEIGHTS_0"] = add([0.5, 0.5, 0, 0] * 4, "VEC4", 4)
    document["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": add([0, 0, 1] * 4, "VEC3", 4)}]
    document["skins"] = [{"joints": [1, 2], "inverseBindMatrices": add(one * 2, "MAT4", 2)}]
    document["nodes"] = [{"mesh": 0, "skin": 0}, {"children": [2]}, {"translation": [0, 0.5, 0]}]
    times = add([0, 1], "SCALAR", 2)
    outputs = {"translation": add([0, 1, 0] * keys * 2, "VEC3", 2 * keys),
               "rotation": add([0, 0, 0.6, 0.8] * keys * 2, "VEC4", 2 * keys),
               "scale": add([1, 2, 1] * keys * 2, "VEC3", 2 * keys),
               "weights": add([0.5] * keys * 2, "SCALAR", 2 * keys)}
    document["animations"] = [{
        "samplers": [{"input": times, "output": o, "interpolation": interpolation} for o in outputs.values()],
        "channels": [{"sampler": i, "target": {"node": 0 if path == "weights" else 2, "path": path}}
                     for i, path in enumerate(outputs)]}]
    document["buffers"][0]["byteLength"] = len(data)
    return document, data


def make_characters():
    for interpolation in ("LINEAR", "STEP", "CUBICSPLINE"):
        put("fuzz_gltf", "skinned_" + interpolation.lower(), glb(*skinned(interpolation)))
    document, data = skinned()
    document["nodes"] += [{"mesh": 1, "translation": [3, 0, 0]}]
    document["meshes"] += [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}]
    document["materials"] = [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0.5, 0, 0.5]}, "alphaMode": "BLEND"}]
    put("fuzz_gltf", "skinned_and_not", glb(document, data))
    document, data = gltf(TETRA)
    data += b"\0" * (-len(data) % 4)
    picture = b"\x89PNG\r\n\x1a\nplump---"
    views = [{"buffer": 0, "byteOffset": len(data), "byteLength": 32},
             {"buffer": 0, "byteOffset": len(data) + 32, "byteLength": len(picture)}]
    data += struct.pack("<8f", 0, 0, 1, 0, 0, 1, 1, 1) + picture
    document["bufferViews"] += views
    document["accessors"].append({"bufferView": 2, "componentType": 5126, "count": 4, "type": "VEC2"})
    document["meshes"][0]["primitives"][0].update(
        attributes={"POSITION": 0, "TEXCOORD_0": 2}, material=0)
    document.update(nodes=[{"mesh": 0}], images=[{"bufferView": 3, "mimeType": "image/png"}],
                    textures=[{"source": 0}],
                    materials=[{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}])
    document["buffers"][0]["byteLength"] = len(data)
    put("fuzz_gltf", "textured", glb(document, data))


def make_arrays():
    """fuzz_arrays.c tells the layout."""
    for name, mesh in SHAPES.items():
        points, faces = cut(mesh)
        small = b"".join(struct.pack("3b", *[int(round(4 * c)) for c in p]) for p in points)
        corners = bytes(i for f in faces for i in f)
        for shape, options in ((0, 2), (1, 2 + 8 * 5), (2 + 16, 0 + 8), (3 + 32, 6), (0, 1)):
            far = bytes([3, 0, 250]) if shape & 32 else b""
            data = bytes([shape, options, len(points)]) + far + small + corners
            for target in ("fuzz_intake", "fuzz_write"):
                put(target, "%s_%d_%d" % (name, shape, options), data)
    points, faces = cut(CUBE)
    for shape, letter in ((4, "f"), (5, "d")):
        data = bytes([shape, 3, 8]) + b"".join(struct.pack("<3" + letter, *p) for p in points)
        data += struct.pack("<36H", *[i for f in faces for i in f])
        for target in ("fuzz_intake", "fuzz_write"):
            put(target, "raw_" + letter, data)
    soup = b"".join(struct.pack("3b", *points[i]) for f in faces for i in f)
    for target in ("fuzz_intake", "fuzz_write"):
        put(target, "soup", bytes([8, 2, 36]) + soup)


def make_hostile():
    """One analogue of each bug other loaders are known for."""
    def bad(name, change):
        document, data = gltf(TETRA)
        change(document)
        put("fuzz_gltf", "bad_" + name, glb(document, data))

    accessor = lambda **values: lambda d: d["accessors"][0].update(values)
    bad("count_zero", accessor(count=0))
    bad("count_2p62", accessor(count=2 ** 62))
    bad("count_negative", accessor(count=-1))
    bad("count_half", accessor(count=1.5))
    bad("count_beyond", accessor(count=5))
    bad("zeros_2p31", lambda d: (d["accessors"][0].pop("bufferView"), d["accessors"][0].update(count=2 ** 31)))
    sparse = lambda count, offset: {"count": count, "indices": {"bufferView": 1, "byteOffset": offset,
                                                                "componentType": 5123},
                                    "values": {"bufferView": 0}}
    bad("sparse_index", accessor(sparse=sparse(3, 0)))
    bad("sparse_count", accessor(sparse=sparse(2 ** 53, 0)))
    bad("view_wrap", lambda d: d["bufferViews"][0].update(byteOffset=2 ** 53, byteLength=2 ** 53))
    bad("stride_zero_wide", lambda d: d["bufferViews"][0].update(byteStride=2 ** 52))
    bad("buffer_short", lambda d: d["buffers"][0].update(byteLength=2 ** 40))
    bad("node_loop", lambda d: d.update(nodes=[{"children": [1], "mesh": 0}, {"children": [0]}]))
    bad("node_two_parents", lambda d: d.update(nodes=[{"children": [2]}, {"children": [2]}, {"mesh": 0}]))
    bad("uri_outside", lambda d: d["buffers"][0].update(uri="../../../../etc/passwd"))
    bad("uri_device", lambda d: d["buffers"][0].update(uri="/dev/zero"))
    bad("deep", lambda d: d.update(extras=json.loads("[" * 200 + "]" * 200)))
    bad("instances", lambda d: d.update(nodes=[{"mesh": 0, "translation": [i, 0, 0]} for i in range(60)]))
    whole = glb(*gltf(TETRA))
    put("fuzz_gltf", "bad_length", whole[:8] + b"\xff\xff\xff\xff" + whole[12:])
    put("fuzz_gltf", "bad_chunk", whole[:12] + b"\xf0\xff\xff\xff" + whole[16:])
    put("fuzz_gltf", "bad_cut", whole[:-30])
    put("fuzz_obj", "bad_negative", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -1 -2 -4\nf -2147483649 1 2\n")
    put("fuzz_obj", "bad_large", "v 1e999 0 0\nv 1 0 0\nv 0 1 0\nf 4294967297 18446744073709551617 1\n")
    put("fuzz_obj", "bad_zero", "v 0 0 0\nv 1 0 0\nv nan inf 0\nf 0 1 2\nf 1/0/0 2//0 3/\n")
    for count in ("4294967296", "4611686018427387904", "-1", "99999999999999999999999"):
        put("fuzz_ply", "bad_vertices_" + count, ply_header("binary_little_endian", 3, 1).replace(
            "vertex 3", "vertex " + count) + "0" * 50)
        put("fuzz_ply", "bad_faces_" + count, ply_header("ascii", 3, 1).replace(
            "face 1", "face " + count) + "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
        put("fuzz_off", "bad_" + count, "OFF\n%s %s 0\n0 0 0\n" % (count, count))
    put("fuzz_ply", "bad_list", ply_header("binary_big_endian", 3, 1, list_types="int uchar").encode() +
        b"\0" * 36 + b"\x7f\xff\xff\xff\0\1\2")
    put("fuzz_stl", "bad_count", b"x" * 80 + b"\xff\xff\xff\xff" + b"\0" * 50)
    put("fuzz_stl", "bad_text", "solid\nfacet normal 0 0\nouter loop\nvertex 0 0 0\nendsolid\n")


def make_scene():
    ball = '{"shape":"sphere","vertices":12%s}'
    scene = '{"bodies":[%s]%s}'
    def ball_with(name, keys):
        put("fuzz_scene", name, (scene % (ball % ("," + keys), "")).encode())
    def scene_with(name, keys):
        put("fuzz_scene", name, (scene % (ball % ',"name":"a"', "," + keys)).encode())
    put("fuzz_scene", "plain", (scene % (ball % "", "")).encode())
    ball_with("placed", '"position":[0,1,0],"rotation":{"axis":[0,0,1],"degrees":90},"scale":0.5,'
              '"velocity":[1,0,0],"angular_velocity":[0,9,0],"colour":"#ff0000"')
    ball_with("fields", '"material":{"like":"clay","frequency":5},"self_contact":true,"volume":"parts",'
              '"acceleration":[0,1,0],"matching":"paper","omega":2,"region_damping":0.1')
    ball_with("bag", '"model":"bag","volume_scale":2')
    ball_with("grid", '"count":3,"grid":{"size":[2,2,1],"spacing":[1,1,1],"jitter":0.1,"random_rotation":true}')
    ball_with("random", '"count":4,"random":{"min":[-2,0,-2],"max":[2,2,2],"seed":3}')
    ball_with("pins", '"pins":[{"where":{"above":{"axis":"y","value":0}},"until":0.05,"motion":{"smooth":true,'
              '"keys":[{"time":0,"degrees":0},{"time":1,"degrees":500,"move":[1,0,0]}]}}]')
    ball_with("paint", '"paint":[{"field":"mass","value":2,"where":{"sphere":{"centre":[0,0,0],"radius":0.1,'
              '"falloff":0.5}}},{"field":"stiffness","value":0,"where":{"vertices":[1,2]}}]')
    ball_with("detail", '"detail":{"shape":"sphere","vertices":42}')
    scene_with("world", '"dt":0.02,"gravity":[0,-1,0],"contact_capacity":50,"seed":2,"seconds":1,'
               '"camera":{"frame":{"min":[0,0,0],"max":[1,1,1]}},"output":{"colour_by":"stress"}')
    scene_with("obstacles", '"obstacles":[{"shape":"plane"},{"shape":"capsule","hollow":true,"radius":3},'
               '{"shape":"hull","points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"position":[0,-2,0]}]')
    scene_with("sheet", '"obstacles":[{"shape":"sheet","points":[[-2,0,-2],[2,0,-2],[0,0,2]],"triangles":[[0,1,2]],'
               '"position":[0,-1,0],"motion":{"loop":true,"keys":[{"time":0},{"time":0.05,"position":[0,1,0]}]}}]')
    scene_with("mesh", '"obstacles":[{"shape":"mesh","built_in":"torus","vertices":60,"position":[0,-1,0]}]')
    scene_with("ties", '"obstacles":[{"shape":"box","name":"b"}],"attachments":[{"body":"a","where":{"nearest":[0,1,0]},'
               '"stiffness":9,"until":0.05},{"body":"a","where":"all","obstacle":"b","breaking_force":1}]')
    scene_with("forces", '"fields":[{"kind":"gravity","strength":{"keys":[[0,9],[1,0]]}},{"kind":"wind","strength":3,'
               '"box":{"min":[0,0,0],"max":[1,1,1]}},{"kind":"point","strength":-2,"radius":2},'
               '{"kind":"vortex","strength":5,"bodies":["a"]}]')
    scene_with("events", '"events":[{"time":0.02,"do":"set","values":{"volume_scale":2}},{"time":0.03,"do":"disable"},'
               '{"time":0.05,"do":"enable"},{"time":0.06,"do":"impulse","impulse":[0,9,0]},{"time":0.08,"do":"remove"}]')
    bones = ('"bones":[{"name":"t","from":[-1,0,0],"to":[0,0,0],"radius":1},'
             '{"name":"f","parent":"t","from":[0,0,0],"to":[1,0,0],"radius":1}]')
    def character(name, keys, more=""):
        put("fuzz_scene", "character_" + name, ('{"characters":[{"name":"c",%s}]%s}' % (keys, more)).encode())
    character("clip", '"shape":"jelly","vertices":60,"rig":true,"clip":"shake","speed":3,"set_most":4,"strength":2')
    character("moves", '"shape":"bar","vertices":40,%s,"moves":[{"bone":"f","motion":{"axis":[0,0,1],"loop":true,'
              '"keys":[{"time":0,"degrees":0},{"time":0.05,"degrees":50,"move":[0,0.1,0]}]}}],"polish":true' % bones)
    character("sets", '"shape":"bar","vertices":40,%s,"sets":[{"joint":{"t":1,"f":2},"at":[0.1,0,0],"radius":0.5,'
              '"hertz":3,"damping":0.3,"limit":1,"turn_hertz":2,"on":"all"},{"joint":"#1","radius":1,"on":["f"]}]' % bones)
    character("pulled", '"shape":"sphere","vertices":42,"draggers":[{"at":[0,0.4,0],"radius":0.5,"from":0.02,'
              '"until":0.05,"motion":{"keys":[{"time":0.02},{"time":0.05,"move":[0,1,0]}]}}],"gravity":1')
    character("solid", '"shape":"box","vertices":14,"position":[0,1,0],"scale":2,"softness":1,"obstacles":"all",'
              '"motion":{"keys":[{"time":0},{"time":0.1,"position":[0,-1,0]}]}',
              ',"obstacles":[{"shape":"plane"},{"shape":"mesh","built_in":"torus","vertices":60}]')
    character("ragdoll", '"shape":"bar","vertices":40,%s,"ragdoll":{"velocity":[1,0,0],"hertz":3},"obstacles":"o"' % bones,
              ',"obstacles":[{"name":"o","shape":"sphere","position":[0,-1,0]}]')
    scene_with("character_body", '"characters":[{"body":"a","sets":[{"at":[0,0,0],"radius":1}]},{"body":"a"}]')
    put("fuzz_scene", "character_meets", b'{"characters":[{"name":"c","shape":"sphere","vertices":12},{"shape":"sphere",'
        b'"vertices":12,"position":[0.7,0,0],"meets":["c"],"sets":"auto","visible":false}]}')
    put("fuzz_scene", "two", b'{"materials":{"goo":{"like":"jelly"}},"bodies":[{"shape":"box","vertices":14,"name":"a",'
        b'"material":"goo"},{"shape":"sphere","vertices":12,"name":"b","position":[0,0.9,0]}],"attachments":[{"body":"a",'
        b'"where":{"nearest":[0,1,0]},"other":"b"}],"events":[{"time":0.05,"do":"release","bodies":"a"}]}')


def make_snapshot():
    # the first byte: 1 raw, 2 cut short; the rest is laid over a sound snapshot
    put("fuzz_snapshot", "sound", b"\0")
    put("fuzz_snapshot", "raw", b"\1plumpsnp\3\0\0\0")
    put("fuzz_snapshot", "cut", b"\2" + bytes(4))
    put("fuzz_snapshot", "cut_bodies", b"\2" + bytes(600))
    put("fuzz_snapshot", "longer", b"\0" + bytes(6000))
    put("fuzz_snapshot", "gravity", b"\0" + bytes(40) + b"\0\0\x80\x7f")
    put("fuzz_snapshot", "slots", b"\0" + bytes(76) + b"\xff\xff\x0f\0")
    put("fuzz_snapshot", "far_origin", b"\0" + bytes(1136) + b"\x48" * 40)
    put("fuzz_snapshot", "volume", b"\0" + bytes(1276) + b"\x48" * 36)
    put("fuzz_snapshot", "obstacle", b"\0" + bytes(4136 + 24) + b"\x48" * 48)
    put("fuzz_snapshot", "obstacle_place", b"\0" + bytes(4136 + 80) + b"\x01" * 112)
    put("fuzz_snapshot", "attachment", b"\0" + bytes(4624 + 12) + b"\x02\0\0\0" * 5)
    put("fuzz_snapshot", "pair", b"\0" + bytes(4912) + b"\x01" * 8)


def make_auto():
    for target in ("obj", "ply", "stl", "off", "gltf"):
        fine = [path for path in (TOP / ("fuzz_" + target)).glob("seed_*") if "seed_bad" not in path.name]
        for path in sorted(fine)[:3]:
            put("fuzz_auto", target + "_" + path.name[5:], path.read_bytes())


for make in (make_obj, make_ply, make_stl, make_off, make_gltf, make_characters, make_arrays, make_hostile,
             make_snapshot, make_scene, make_auto):
    make()
