// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Films as others read them: check_films.mjs FOLDER, which film_samples has filled. Every GLB passes
// the Khronos validator without an error or a warning; three's GLTFLoader, playing it, and three's
// MDDLoader see the positions that were filmed, and PC2 has those of MDD.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import validator from 'gltf-validator';
import { AnimationMixer, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { MDDLoader } from 'three/addons/loaders/MDDLoader.js';

globalThis.self ??= globalThis; // what loaders expect of a browser

const TOLERANCE = 1e-6;
const folder = process.argv[2];
let failures = 0;

function check(right, text) {
    if (right) return;
    console.log(`FAILED ${text}`);
    failures++;
}

function read(name) {
    const bytes = readFileSync(join(folder, name));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

// What was filmed: {vertices: [per part], frames: [{time, parts: [{there, positions}]}]}
function readExpected(name) {
    const buffer = read(`${name}.expected`);
    const view = new DataView(buffer);
    const little = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;
    let at = 0;
    const u32 = () => view.getUint32((at += 4) - 4, little);
    const f32 = () => view.getFloat32((at += 4) - 4, little);
    const parts = u32(), frames = u32();
    const vertices = Array.from({ length: parts }, u32);
    return {
        vertices,
        frames: Array.from({ length: frames }, () => ({
            time: f32(),
            parts: vertices.map((count) => ({
                there: u32() === 1,
                positions: Float32Array.from({ length: 3 * count }, f32),
            })),
        })),
    };
}

function difference(a, b) {
    if (a.length !== b.length) return Infinity;
    let worst = 0;
    for (let i = 0; i < a.length; ++i) worst = Math.max(worst, Math.abs(a[i] - b[i]));
    return Number.isNaN(worst) ? Infinity : worst;
}

// ---------------------------------------------------------------- GLB

async function checkValid(name) {
    const report = await validator.validateBytes(new Uint8Array(read(`${name}.glb`)));
    for (const issue of report.issues.messages) {
        if (issue.severity < 2) console.log(`  ${issue.code} ${issue.pointer}: ${issue.message}`);
    }
    check(report.issues.numErrors === 0, `${name}.glb: the validator finds errors`);
    check(report.issues.numWarnings === 0, `${name}.glb: the validator warns`);
    return report.issues;
}

// The meshes of a part that show at this moment.
function visibleMeshes(node) {
    const meshes = [];
    node.traverse((object) => {
        if (object.isMesh && Math.abs(object.matrixWorld.determinant()) > 0) meshes.push(object);
    });
    return meshes;
}

function meshPositions(mesh) {
    const count = mesh.geometry.attributes.position.count;
    const positions = new Float32Array(3 * count);
    const point = new Vector3();
    for (let i = 0; i < count; ++i)
        mesh.getVertexPosition(i, point).applyMatrix4(mesh.matrixWorld).toArray(positions, 3 * i);
    return positions;
}

// Vertices added for sharp edges stand behind the part's own; each moves with the one it lies on at
// rest.
function withAdded(mesh, positions) {
    const rest = mesh.geometry.attributes.position.array;
    const places = new Map();
    for (let i = positions.length / 3 - 1; i >= 0; --i) places.set(rest.slice(3 * i, 3 * i + 3).join(), i);
    return Float32Array.from(rest, (_, k) => {
        const i = Math.floor(k / 3);
        const source = 3 * i < positions.length ? i : places.get(rest.slice(3 * i, 3 * i + 3).join());
        return positions[3 * source + (k % 3)];
    });
}

// Normals at rest with the weighted differences added, as a viewer's shader does it.
function worstNormalLength(mesh) {
    const { normal } = mesh.geometry.attributes;
    const targets = mesh.geometry.morphAttributes.normal;
    const weights = mesh.morphTargetInfluences ?? [];
    let worst = 0;
    for (let i = 0; normal && i < normal.count; ++i) {
        const sum = new Vector3().fromBufferAttribute(normal, i);
        weights.forEach((weight, k) => {
            if (weight) sum.addScaledVector(new Vector3().fromBufferAttribute(targets[k], i), weight);
        });
        worst = Math.max(worst, Math.abs(sum.length() - 1));
    }
    return worst;
}

function checkMoment(name, gltf, what, parts) {
    gltf.scene.updateMatrixWorld(true);
    let worst = 0;
    parts.forEach(({ there, positions }, i) => {
        if (positions.length === 0) return;
        const meshes = visibleMeshes(gltf.scene.children[i]);
        const expected = there ? 1 : 0;
        check(meshes.length === expected, `${name}.glb: ${what}: part ${i} shows ${meshes.length} meshes`);
        if (meshes.length === 1 && there) {
            worst = Math.max(worst, difference(meshPositions(meshes[0]), withAdded(meshes[0], positions)));
        }
    });
    check(worst <= TOLERANCE, `${name}.glb: ${what}: positions are off by ${worst}`);
    return worst;
}

// Half-way between two frames a viewer shows the middle.
function middle(a, b) {
    return a.parts.map(({ there, positions }, i) => ({
        there,
        positions: positions.map((value, k) => (value + b.parts[i].positions[k]) / 2),
    }));
}

async function checkGlb(name, expected) {
    const gltf = await new GLTFLoader().parseAsync(read(`${name}.glb`), '');
    check(gltf.scene.children.length === expected.vertices.length, `${name}.glb: a node per part`);
    if (expected.frames.length === 0) {
        check(gltf.animations.length === 0, `${name}.glb: nothing moves`);
        return 0;
    }
    const mixer = new AnimationMixer(gltf.scene);
    mixer.clipAction(gltf.animations[0]).play();
    const last = expected.frames.at(-1).time;
    check(gltf.animations[0].duration === last, `${name}.glb: lasts ${gltf.animations[0].duration} s`);
    let worst = 0;
    expected.frames.forEach((frame, i) => {
        // the very end is the beginning of the next round
        if (i > 0 && frame.time >= last) return;
        mixer.setTime(frame.time);
        worst = Math.max(worst, checkMoment(name, gltf, `frame ${i}`, frame.parts));
        const next = expected.frames[i + 1];
        if (i % 7 !== 3 || !next || frame.parts.some((part, k) => part.there !== next.parts[k].there)) return;
        for (const node of gltf.scene.children)
            for (const mesh of visibleMeshes(node))
                check(worstNormalLength(mesh) < 1e-5, `${name}.glb: frame ${i}: a normal is not of length 1`);
        mixer.setTime((frame.time + next.time) / 2);
        checkMoment(name, gltf, `after frame ${i}`, middle(frame, next));
    });
    return worst;
}

// ---------------------------------------------------------------- MDD, PC2

// All parts behind each other; what is not there is one point.
function joined(frame, last) {
    const out = [];
    frame.parts.forEach(({ there, positions }, i) => {
        if (there) last[i] = positions;
        for (let k = 0; k < positions.length; ++k) out.push(there ? positions[k] : last[i][k % 3]);
    });
    return Float32Array.from(out);
}

function readPc2(name) {
    const buffer = read(`${name}.pc2`);
    const view = new DataView(buffer);
    check(new TextDecoder().decode(buffer.slice(0, 12)) === 'POINTCACHE2\0', `${name}.pc2: begins right`);
    check(view.getInt32(12, true) === 1, `${name}.pc2: version 1`);
    const points = view.getInt32(16, true), samples = view.getInt32(28, true);
    check(view.getFloat32(20, true) === 0, `${name}.pc2: begins with frame 0`);
    check(view.getFloat32(24, true) === 1, `${name}.pc2: a sample per frame`);
    check(buffer.byteLength === 32 + 12 * points * samples, `${name}.pc2: is as long as its counts say`);
    return Array.from({ length: samples }, (_, i) =>
        Float32Array.from({ length: 3 * points }, (__, k) => view.getFloat32(32 + 4 * (3 * points * i + k), true)));
}

// The vertices of the mesh beside the caches.
function readRest(name) {
    const text = readFileSync(join(folder, `${name}.rest.obj`), 'utf8');
    return Float32Array.from(text.split('\n').filter((line) => line.startsWith('v '))
        .flatMap((line) => line.split(' ').slice(1).map(Number)));
}

function checkCaches(name, expected) {
    const mdd = new MDDLoader().parse(read(`${name}.mdd`));
    const pc2 = readPc2(name);
    const rest = readRest(name);
    const vertices = expected.vertices.reduce((sum, count) => sum + count, 0);
    check(rest.length === 3 * vertices, `${name}.rest.obj has ${rest.length / 3} vertices of ${vertices}`);
    const frames = Math.max(expected.frames.length, 1);
    check(mdd.morphTargets.length === frames, `${name}.mdd: all frames`);
    check(pc2.length === frames, `${name}.pc2: all frames`);
    if (expected.frames.length === 0) {
        check(difference(mdd.morphTargets[0].array, rest) === 0, `${name}.mdd: shows the parts at rest`);
        check(difference(pc2[0], rest) === 0, `${name}.pc2: shows the parts at rest`);
    }
    const start = expected.vertices.map((count, i) => {
        const from = expected.vertices.slice(0, i).reduce((sum, n) => sum + n, 0);
        return rest.slice(3 * from, 3 * (from + count));
    });
    let worst = 0;
    expected.frames.forEach((frame, i) => {
        const right = joined(frame, start);
        worst = Math.max(worst, difference(mdd.morphTargets[i].array, right), difference(pc2[i], right));
    });
    check(worst === 0, `${name}: MDD or PC2 are off by ${worst}`);
}

// ---------------------------------------------------------------- all

const names = readdirSync(folder).filter((file) => file.endsWith('.glb')).map((file) => file.slice(0, -4));
check(names.length > 0, 'there are no films');
for (const name of names) {
    const expected = readExpected(name);
    const issues = await checkValid(name);
    const worst = await checkGlb(name, expected);
    checkCaches(name, expected);
    console.log(`${name}: ${expected.frames.length} frames, GLB off by at most ${worst.toExponential(1)}, ` +
        `validator: ${issues.numErrors} errors, ${issues.numWarnings} warnings, ${issues.numInfos} notes`);
}
process.exit(failures ? 1 : 0);
