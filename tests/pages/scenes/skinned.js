// Skinned meshes: tubes of eight bones that clips of key frames bend, a second clip blended in; morph targets on a sphere; shadows of both.
import * as THREE from 'three';
import {canvas, HEIGHT, WIDTH} from '../page.js';

const BONES = 8, LENGTH = 0.45;

/** A tube along y with two bone weights per vertex. */
function tube() {
   const geometry = new THREE.CylinderGeometry(0.14, 0.26, BONES * LENGTH, 14, BONES * 4);
   geometry.translate(0, BONES * LENGTH / 2, 0);
   const position = geometry.attributes.position, index = [], weight = [];
   for (let i = 0; i < position.count; i++) {
      const at = Math.min(Math.max(position.getY(i) / LENGTH - 0.5, 0), BONES - 1.001), low = Math.floor(at);
      index.push(low, Math.min(low + 1, BONES - 1), 0, 0);
      weight.push(1 - (at - low), at - low, 0, 0);
   }
   geometry.setAttribute('skinIndex', new THREE.Uint16BufferAttribute(index, 4));
   geometry.setAttribute('skinWeight', new THREE.Float32BufferAttribute(weight, 4));
   return geometry;
}

/** A clip that bends each bone about an axis, the phase growing along the tube. */
function bend(name, axis, angle) {
   const times = [0, 0.25, 0.5, 0.75, 1], tracks = [];
   for (let bone = 0; bone < BONES; bone++) {
      const values = times.flatMap(t => new THREE.Quaternion().setFromAxisAngle(axis, angle * Math.sin((t + bone / BONES) * Math.PI * 2)).toArray());
      tracks.push(new THREE.QuaternionKeyframeTrack(`bone${bone}.quaternion`, times, values));
   }
   return new THREE.AnimationClip(name, 1, tracks);
}

function tentacle(geometry, color, clips) {
   const mesh = new THREE.SkinnedMesh(geometry, new THREE.MeshStandardMaterial({color, roughness: 0.4}));
   const bones = Array.from({length: BONES}, (_, i) => {
      const bone = new THREE.Bone();
      bone.name = 'bone' + i;
      bone.position.y = i ? LENGTH : 0;
      return bone;
   });
   bones.forEach((bone, i) => i && bones[i - 1].add(bone));
   mesh.add(bones[0]);
   mesh.bind(new THREE.Skeleton(bones));
   mesh.castShadow = mesh.receiveShadow = true;
   mesh.frustumCulled = false;
   const mixer = new THREE.AnimationMixer(mesh);
   clips.forEach((clip, i) => mixer.clipAction(clip).setEffectiveWeight(i ? 0.4 : 0.8).play());
   return {mesh, mixer};
}

/** A sphere with two morph targets: spikes and a squash. */
function morphed() {
   const geometry = new THREE.SphereGeometry(0.7, 40, 28), position = geometry.attributes.position;
   const spikes = position.clone(), squash = position.clone();
   for (let i = 0; i < position.count; i++) {
      const [x, y, z] = [position.getX(i), position.getY(i), position.getZ(i)];
      const grow = 1 + 0.35 * Math.sin(x * 9) * Math.sin(y * 9) * Math.sin(z * 9);
      spikes.setXYZ(i, x * grow, y * grow, z * grow);
      squash.setXYZ(i, x * 1.4, y * 0.4, z * 1.4);
   }
   geometry.morphAttributes.position = [spikes, squash];
   const mesh = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({color: 0xffc040, roughness: 0.3}));
   mesh.position.y = 1.1;
   mesh.castShadow = true;
   return mesh;
}

export async function create() {
   const renderer = new THREE.WebGLRenderer({canvas: canvas(), antialias: true});
   renderer.setSize(WIDTH, HEIGHT, false);
   renderer.shadowMap.enabled = true;
   const scene = new THREE.Scene(), geometry = tube();
   scene.background = new THREE.Color(0x304050);
   const clips = [bend('wave', new THREE.Vector3(1, 0, 0), 0.35), bend('sway', new THREE.Vector3(0, 0, 1), 0.5)];
   const tentacles = Array.from({length: 12}, (_, i) => {
      const made = tentacle(geometry, new THREE.Color().setHSL(i / 12, 0.6, 0.5), clips);
      made.mesh.position.set(Math.cos(i * Math.PI / 6) * 2.4, 0, Math.sin(i * Math.PI / 6) * 2.4);
      made.mesh.rotation.y = -i * Math.PI / 6;
      scene.add(made.mesh);
      return made;
   });
   const blob = morphed();
   const floor = new THREE.Mesh(new THREE.CircleGeometry(6, 48), new THREE.MeshStandardMaterial({color: 0x90a0a8}));
   floor.rotation.x = -Math.PI / 2;
   floor.receiveShadow = true;
   const sun = new THREE.DirectionalLight(0xfff4e0, 3);
   sun.position.set(3, 6, 2);
   sun.castShadow = true;
   Object.assign(sun.shadow.camera, {left: -5, right: 5, top: 5, bottom: -5, far: 20});
   sun.shadow.normalBias = 0.03;
   scene.add(blob, floor, sun, new THREE.HemisphereLight(0xc0d8ff, 0x605040, 1));
   const camera = new THREE.PerspectiveCamera(45, WIDTH / HEIGHT, 0.5, 40);
   camera.position.set(0, 4.5, 8);
   camera.lookAt(0, 1.3, 0);
   return i => {
      tentacles.forEach(({mixer}, n) => mixer.setTime(i / 10 + n / 12));
      blob.morphTargetInfluences[0] = 0.5 + 0.5 * Math.sin(i);
      blob.morphTargetInfluences[1] = 0.4 + 0.3 * Math.cos(i);
      renderer.render(scene, camera);
   };
}
