// A scene with emissive parts through a chain of passes: ambient occlusion (GTAO), depth of field, bloom, output with tone mapping, SMAA.
import * as THREE from 'three';
import {EffectComposer} from 'three/addons/postprocessing/EffectComposer.js';
import {RenderPass} from 'three/addons/postprocessing/RenderPass.js';
import {GTAOPass} from 'three/addons/postprocessing/GTAOPass.js';
import {BokehPass} from 'three/addons/postprocessing/BokehPass.js';
import {UnrealBloomPass} from 'three/addons/postprocessing/UnrealBloomPass.js';
import {OutputPass} from 'three/addons/postprocessing/OutputPass.js';
import {SMAAPass} from 'three/addons/postprocessing/SMAAPass.js';
import {canvas, HEIGHT, WIDTH} from '../page.js';

/** A courtyard: columns, steps and glowing bands on every third column. */
function courtyard() {
   const scene = new THREE.Scene();
   scene.background = new THREE.Color(0x20283a);
   const stone = new THREE.MeshStandardMaterial({color: 0xb8aa98, roughness: 0.9});
   const glow = [0xff5020, 0x30a0ff, 0x60ff70].map(color => new THREE.MeshStandardMaterial({color: 0, emissive: color, emissiveIntensity: 4}));
   const box = new THREE.BoxGeometry(1, 1, 1), column = new THREE.CylinderGeometry(0.32, 0.4, 3, 20), band = new THREE.TorusGeometry(0.4, 0.06, 10, 32);
   const put = (geometry, material, position, scale = [1, 1, 1]) => {
      const mesh = new THREE.Mesh(geometry, material);
      mesh.position.set(...position);
      mesh.scale.set(...scale);
      scene.add(mesh);
      return mesh;
   };
   put(box, stone, [0, -0.5, 0], [16, 1, 16]);
   for (let i = 0; i < 4; i++)
      put(box, stone, [0, 0.15 + i * 0.3, -4.5 - i * 0.5], [9 - i * 0.4, 0.3, 3]);
   const bands = [];
   for (let i = 0; i < 12; i++) {
      const turn = i / 12 * Math.PI * 2, x = Math.cos(turn) * 3.4, z = Math.sin(turn) * 3.4;
      put(column, stone, [x, 1.5, z]);
      put(box, stone, [x, 3.1, z], [0.9, 0.25, 0.9]);
      if (i % 3 === 0) {
         const ring = put(band, glow[i / 3 % 3], [x, 1.6, z]);
         ring.rotation.x = Math.PI / 2;
         bands.push(ring);
      }
   }
   const sun = new THREE.DirectionalLight(0xffe8c8, 1.6);
   sun.position.set(3, 5, 4);
   scene.add(sun, new THREE.HemisphereLight(0x8090c0, 0x504030, 1.2));
   return {scene, bands};
}

export async function create() {
   const renderer = new THREE.WebGLRenderer({canvas: canvas(), antialias: false});
   renderer.setSize(WIDTH, HEIGHT, false);
   renderer.toneMapping = THREE.NeutralToneMapping;
   const {scene, bands} = courtyard(), camera = new THREE.PerspectiveCamera(50, WIDTH / HEIGHT, 0.5, 30);
   const occlusion = new GTAOPass(scene, camera, WIDTH, HEIGHT);
   occlusion.updateGtaoMaterial({radius: 0.6, scale: 1.4, samples: 12});
   const composer = new EffectComposer(renderer);
   composer.setSize(WIDTH, HEIGHT);
   for (const pass of [new RenderPass(scene, camera), occlusion, new BokehPass(scene, camera, {focus: 6, aperture: 0.0015, maxblur: 0.008}),
      new UnrealBloomPass(new THREE.Vector2(WIDTH, HEIGHT), 0.7, 0.5, 0.9), new OutputPass(), new SMAAPass()])
      composer.addPass(pass);
   // SMAA's tables are images that load in their own time.
   await new Promise(resolve => setTimeout(resolve, 200));
   return i => {
      camera.position.set(Math.sin(0.3 + i / 15) * 6.5, 3, Math.cos(0.3 + i / 15) * 6.5);
      camera.lookAt(0, 1, 0);
      bands.forEach((band, n) => { band.position.y = 1.6 + 0.6 * Math.sin(i / 3 + n); });
      composer.render(0.1);
   };
}
