#!/usr/bin/env python3
"""Writes small files of every format that `collide import` reads into a folder: make.py FOLDER"""

import base64
import json
import struct
import sys
from pathlib import Path

CUBE = [(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)]
QUADS = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]  # counter-clockwise
TRIANGLES = [t for a, b, c, d in QUADS for t in ((a, b, c), (a, c, d))]
# An L of three unit squares, drawn out by 1.
ELL = [(x, y, z) for z in (0, 1) for x, y in ((0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2))]
ELL_FACES = [(5, 4, 3, 2, 1, 0), (6, 7, 8, 9, 10, 11)] + [(i, (i + 1) % 6, 6 + (i + 1) % 6, 6 + i) for i in range(6)]


def moved(points, by, scale=1):
    return [tuple(scale * a + b for a, b in zip(p, by)) for p in points]


def shifted(faces, by):
    return [tuple(i + by for i in face) for face in faces]


def obj(points, faces, name):
    lines = [f"o {name}"]
    lines += ["v " + " ".join(repr(float(x)) for x in p) for p in points]
    lines += ["f " + " ".join(str(i + 1) for i in face) for face in faces]
    return "\n".join(lines) + "\n"


def stl_text(points, triangles):
    lines = ["solid crate"]
    for t in triangles:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex " + " ".join(repr(float(x)) for x in points[i]) for i in t]
        lines += ["endloop", "endfacet"]
    return "\n".join(lines + ["endsolid crate"]) + "\n"


def stl_binary(points, triangles):
    data = b"made by hand".ljust(80, b"\0") + struct.pack("<I", len(triangles))
    for t in triangles:
        data += struct.pack("<12f", 0, 0, 0, *[x for i in t for x in points[i]]) + b"\0\0"
    return data


def ply(points, faces, binary):
    head = ["ply", f"format {'binary_little_endian' if binary else 'ascii'} 1.0", f"element vertex {len(points)}"]
    head += [f"property float {axis}" for axis in "xyz"]
    if faces:
        head += [f"element face {len(faces)}", "property list uchar int vertex_indices"]
    head = "\n".join(head + ["end_header"]) + "\n"
    if binary:
        data = b"".join(struct.pack("<3f", *p) for p in points)
        return head.encode() + data + b"".join(struct.pack(f"<B{len(f)}i", len(f), *f) for f in faces)
    lines = [" ".join(str(float(x)) for x in p) for p in points]
    lines += [" ".join(str(i) for i in (len(f), *f)) for f in faces]
    return (head + "\n".join(lines) + "\n").encode()


def off(points, faces):
    lines = ["OFF", f"{len(points)} {len(faces)} 0"]
    lines += [" ".join(str(float(x)) for x in p) for p in points]
    lines += [" ".join(str(i) for i in (len(f), *f)) for f in faces]
    return "\n".join(lines) + "\n"


class Gltf:
    """A glTF asset, piece by piece."""

    def __init__(self):
        self.data = b""
        self.tree = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": []}], "nodes": [], "meshes": [],
                     "materials": [], "accessors": [], "bufferViews": []}

    def accessor(self, data, count, kind, component, **more):
        self.data += b"\0" * (-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data)}
        self.tree["bufferViews"].append(view)
        self.data += data
        entry = {"bufferView": len(self.tree["bufferViews"]) - 1, "componentType": component, "count": count,
                 "type": kind, **more}
        self.tree["accessors"].append(entry)
        return len(self.tree["accessors"]) - 1

    def primitive(self, points, triangles, material=None):
        low, high = [[f(p[i] for p in points) for i in range(3)] for f in (min, max)]
        flat = [i for t in triangles for i in t]
        result = {"attributes": {"POSITION": self.accessor(b"".join(struct.pack("<3f", *p) for p in points),
                                                           len(points), "VEC3", 5126, min=low, max=high)},
                  "indices": self.accessor(struct.pack(f"<{len(flat)}H", *flat), len(flat), "SCALAR", 5123)}
        if material is not None:
            names = [m["name"] for m in self.tree["materials"]]
            if material not in names:
                self.tree["materials"].append({"name": material, "pbrMetallicRoughness": {}})
                names.append(material)
            result["material"] = names.index(material)
        return result

    def mesh(self, primitives, name=None):
        self.tree["meshes"].append({"primitives": primitives, **({"name": name} if name else {})})
        return len(self.tree["meshes"]) - 1

    def node(self, root=True, **node):
        self.tree["nodes"].append(node)
        number = len(self.tree["nodes"]) - 1
        if root:
            self.tree["scenes"][0]["nodes"].append(number)
        return number

    def glb(self):
        self.data += b"\0" * (-len(self.data) % 4)
        self.tree["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps({k: v for k, v in self.tree.items() if v != []}).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
        chunks += struct.pack("<II", len(self.data), 0x004E4942) + self.data if self.data else b""
        return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks

    def gltf(self):
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        self.tree["buffers"] = [{"byteLength": len(self.data), "uri": uri}]
        return json.dumps({k: v for k, v in self.tree.items() if v != []})


def level():
    """A floor, and 200 crates on it that share a mesh of two materials, in a group; y is up, as glTF has it. One crate
    is sunk into the floor by 0.25, and one floats 0.5 above it."""
    asset = Gltf()
    lid = [t for t in TRIANGLES if all(CUBE[i][1] == 1 for i in t)]
    crate = asset.mesh([asset.primitive(CUBE, [t for t in TRIANGLES if t not in lid], "wood"),
                        asset.primitive([p for p in CUBE if p[1] == 1], [(0, 1, 3), (0, 3, 2)], "iron")], "Crate")
    slab = moved([(40 * x, y, 40 * z) for x, y, z in CUBE], (0, -1, 0))
    asset.node(mesh=asset.mesh([asset.primitive(slab, TRIANGLES, "stone")], "Floor"), name="Floor")
    crates = []
    for i in range(200):
        height = {17: -0.25, 42: 0.5}.get(i, 0)
        crates.append(asset.node(False, mesh=crate, name=f"Crate.{i:03}",
                                 translation=[2.0 * (i % 20), height, 2.0 * (i // 20)]))
    asset.node(name="Props", children=crates)
    return asset.glb()


def nested():
    """Nodes in nodes, each with another way of placing it; two of them with the same name, one without."""
    asset = Gltf()
    mesh = asset.mesh([asset.primitive(CUBE, TRIANGLES)], "Cube")
    half = 2 ** -0.5
    inner = asset.node(False, name="Twin", mesh=mesh, translation=[1, 2, 3])
    turned = asset.node(False, mesh=mesh, rotation=[0, 0, half, half], scale=[1, 2, 4])
    asset.node(name="Twin", mesh=mesh, children=[inner, turned],
               matrix=[2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 10, 20, 30, 1])
    return asset.glb()


def collada(up, metres):
    points = " ".join(str(x) for p in CUBE for x in p)
    index = " ".join(str(i) for q in QUADS for i in q)
    return f"""<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2020-01-01T00:00:00</created><modified>2020-01-01T00:00:00</modified>
<unit name="unit" meter="{metres}"/><up_axis>{up}_UP</up_axis></asset>
<library_geometries><geometry id="cube" name="Cube"><mesh>
<source id="p"><float_array id="pa" count="24">{points}</float_array><technique_common>
<accessor source="#pa" count="8" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polylist count="6"><input semantic="VERTEX" source="#v" offset="0"/><vcount>4 4 4 4 4 4</vcount><p>{index}</p></polylist>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s" name="Scene">
<node id="a" name="Left"><translate>0 0 2</translate><instance_geometry url="#cube"/></node>
<node id="b" name="Right"><translate>4 0 2</translate><instance_geometry url="#cube"/></node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
"""


def fbx(up, centimetres):
    points = ",".join(str(x) for p in CUBE for x in p)
    index = ",".join(str(i if n < 3 else -i - 1) for q in QUADS for n, i in enumerate(q))
    return f"""; FBX 7.3.0 project file
FBXHeaderExtension:  {{
    FBXHeaderVersion: 1003
    FBXVersion: 7300
}}
GlobalSettings:  {{
    Version: 1000
    Properties70:  {{
        P: "UpAxis", "int", "Integer", "",{up}
        P: "UpAxisSign", "int", "Integer", "",1
        P: "FrontAxis", "int", "Integer", "",{3 - up}
        P: "FrontAxisSign", "int", "Integer", "",1
        P: "CoordAxis", "int", "Integer", "",0
        P: "CoordAxisSign", "int", "Integer", "",1
        P: "UnitScaleFactor", "double", "Number", "",{centimetres}
    }}
}}
Definitions:  {{
    Version: 100
    Count: 2
}}
Objects:  {{
    Geometry: 1000, "Geometry::Cube", "Mesh" {{
        Vertices: *24 {{
            a: {points}
        }}
        PolygonVertexIndex: *24 {{
            a: {index}
        }}
        GeometryVersion: 124
    }}
    Model: 2000, "Model::Crate", "Mesh" {{
        Version: 232
        Properties70:  {{
            P: "Lcl Translation", "Lcl Translation", "", "A",5,0,0
            P: "Lcl Scaling", "Lcl Scaling", "", "A",100,100,100
        }}
    }}
    Material: 3000, "Material::Wood", "" {{
        Version: 102
        ShadingModel: "phong"
    }}
}}
Connections:  {{
    C: "OO",1000,2000
    C: "OO",2000,0
    C: "OO",3000,2000
}}
"""


def write_all(folder):
    soup = [CUBE[i] for t in TRIANGLES for i in t]
    two = CUBE + moved(CUBE, (3, 0, 0)), QUADS + shifted(QUADS, 8)
    dents = Gltf()
    dents.node(name="Ell", mesh=dents.mesh([dents.primitive(ELL, [(f[0], f[i], f[i + 1]) for f in ELL_FACES
                                                                  for i in range(1, len(f) - 1)])], "Ell"))
    dents.node(name="Cube", mesh=dents.mesh([dents.primitive(CUBE, TRIANGLES)], "Cube"))
    files = {
        "cube.obj": obj(CUBE, QUADS, "crate"),
        "cube.stl": stl_text(CUBE, TRIANGLES),
        "cube-binary.stl": stl_binary(CUBE, TRIANGLES),
        "cube.ply": ply(CUBE, QUADS, False),
        "cube-binary.ply": ply(CUBE, QUADS, True),
        "points.ply": ply(CUBE + [(0.5, 0.5, 0.5)], [], False),
        "cube.off": off(CUBE, QUADS),
        "soup.off": off(soup, [(i, i + 1, i + 2) for i in range(0, len(soup), 3)]),
        "nested.glb": nested(),
        "level.glb": level(),
        "dents.glb": dents.glb(),
        "cube.dae": collada("Z", 0.5),
        "cube.fbx": fbx(2, 1),
        "ell.obj": obj(ELL, ELL_FACES, "ell"),
        "two.obj": obj(*two, "two"),
        "room.obj": obj(CUBE, [tuple(reversed(q)) for q in QUADS[:-1]], "room"),
        "open.obj": obj(CUBE, QUADS[:-1], "open"),
        "sheets.obj": obj(CUBE, [QUADS[0], QUADS[1]], "sheets"),
        "floor.obj": obj([p[:2] + (0,) for p in ELL[:6]], [(0, 1, 2, 3), (0, 3, 4, 5)], "floor"),
    }
    asset = Gltf()
    asset.node(name="Crate", mesh=asset.mesh([asset.primitive(CUBE, TRIANGLES, "wood")], "Crate"))
    files["cube.gltf"] = asset.gltf()
    for name, content in files.items():
        Path(folder, name).write_bytes(content if isinstance(content, bytes) else content.encode())


if __name__ == "__main__":
    write_all(sys.argv[1])
