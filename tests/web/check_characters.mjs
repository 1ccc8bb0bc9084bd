// SPDX-FileCopyrightText: 2026 The plump authors
// SPDX-License-Identifier: MIT
// Characters as others read them: check_characters.mjs FOLDER. NAME.glb is a character that passes
// the Khronos validator and that three plays and skins by itself; NAME.mdd is what plump jiggle
// makes of its first clip without strength, so it must be the same. jiggled/*.glb are films with
// it, valid too; where there is an .mdd of the same, three plays what stands there within the
// tolerance that plump jiggle has by default.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import validator from 'gltf-validator';
import { AnimationMixer, Vector3 } from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

globalThis.self ??= globalThis; // what loaders expect of a browser

const TOLERANCE = 2e-5; // of the character's size: keys and weights are 32-bit floats
const FILM_TOLERANCE = 1e-3 + 1e-5; // of the size at rest: frames are sums of fewer shapes
const folder = process.argv[2];
let failures = 0;

function check(right, text) {
    if (right) return;
    console.log(`FAILED ${text}`);
    failures++;
}

function read(...names) {
    const bytes = readFileSync(join(folder, ...names));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

async function checkValid(...names) {
    const { issues } = await validator.validateBytes(new Uint8Array(read(...names)));
    for (const issue of issues.messages) console.log(`  ${issue.code} ${issue.pointer}: ${issue.message}`);
    check(issues.numErrors === 0 && issues.numWarnings === 0, `${names.join('/')} is not valid`);
}

// {times: [...], frames: [Float32Array]}, big-endian
function readMdd(...names) {
    const view = new DataView(read(...names));
    const frames = view.getInt32(0), points = view.getInt32(4);
    const numbers = (at, count) => Float32Array.from({ length: count }, (_, i) => view.getFloat32(at + 4 * i));
    const start = 8 + 4 * frames;
    return {
        times: numbers(8, frames),
        frames: Array.from({ length: frames }, (_, i) => numbers(start + 12 * points * i, 3 * points)),
    };
}

// All vertices where three puts them, mesh by mesh.
function skin(scene) {
    const positions = [], at = new Vector3();
    scene.updateMatrixWorld(true);
    scene.traverse((object) => {
        if (!object.isMesh) return;
        for (let i = 0; i < object.geometry.attributes.position.count; ++i) {
            object.getVertexPosition(i, at).applyMatrix4(object.matrixWorld);
            positions.push(at.x, at.y, at.z);
        }
    });
    return positions;
}

function sizeOf(positions) {
    const sides = [0, 1, 2].map((k) => {
        const values = positions.filter((_, i) => i % 3 === k);
        return Math.max(...values) - Math.min(...values);
    });
    return Math.hypot(...sides);
}

function makeMixer(gltf) {
    const mixer = new AnimationMixer(gltf.scene);
    const action = mixer.clipAction(gltf.animations[0]);
    action.play();
    action.clampWhenFinished = true;
    action.setLoop(2200, 1); // once: the last frame is the end, not the beginning
    return mixer;
}

// A film of one part: its vertices, and behind them those that creases have added.
async function checkFilm(name) {
    const gltf = await new GLTFLoader().parseAsync(read('jiggled', `${name}.glb`), '');
    const { times, frames } = readMdd('jiggled', `${name}.mdd`);
    const mixer = makeMixer(gltf), size = sizeOf([...frames[0]]);
    let worst = 0;
    times.forEach((time, i) => {
        mixer.setTime(time);
        const seen = skin(gltf.scene);
        for (let k = 0; k < frames[i].length; k += 3)
            worst = Math.max(worst, Math.hypot(...[0, 1, 2].map((n) => seen[k + n] - frames[i][k + n])) / size);
    });
    check(times.length > 1 && worst <= FILM_TOLERANCE, `jiggled/${name}.glb is off by ${worst}`);
    console.log(`jiggled/${name}.glb: ${times.length} frames, off by ${worst.toExponential(1)} of its size`);
}

async function checkPoses(name) {
    const gltf = await new GLTFLoader().parseAsync(read(`${name}.glb`), '');
    const { times, frames } = readMdd(`${name}.mdd`);
    const mixer = makeMixer(gltf);
    let worst = 0;
    const begin = Math.min(...gltf.animations[0].tracks.map((track) => track.times[0]));
    times.forEach((time, i) => {
        mixer.setTime(begin + time); // plump begins with the first key
        const right = skin(gltf.scene), size = sizeOf(right);
        check(right.length === frames[i].length, `${name}: ${right.length / 3} vertices`);
        right.forEach((value, k) => { worst = Math.max(worst, Math.abs(value - frames[i][k]) / size); });
    });
    check(times.length > 1, `${name}: no frames`);
    check(worst <= TOLERANCE, `${name}: poses are off by ${worst}`);
    console.log(`${name}: ${times.length} poses, off by ${worst.toExponential(1)} of its size`);
}

for (const file of readdirSync(folder)) {
    if (!file.endsWith('.glb')) continue;
    await checkValid(file);
    await checkPoses(file.slice(0, -4));
}
if (existsSync(join(folder, 'jiggled')))
    for (const file of readdirSync(join(folder, 'jiggled'))) {
        if (!file.endsWith('.glb')) continue;
        await checkValid('jiggled', file);
        if (existsSync(join(folder, 'jiggled', file.replace('.glb', '.mdd')))) await checkFilm(file.slice(0, -4));
    }
process.exit(failures ? 1 : 0);
