// Physically based materials: transmission, clear coat, sheen, iridescence, anisotropy; an environment that is drawn into a cube map and
// filtered; shadows of a directional light, a spot light and a point light.
import * as THREE from 'three';
import {canvas, HEIGHT, WIDTH} from '../page.js';

function lamp(width, height, color, strength, ...position) {
   const panel = new THREE.Mesh(new THREE.PlaneGeometry(width, height),
      new THREE.MeshBasicMaterial({color: new THREE.Color(color).multiplyScalar(strength), side: THREE.DoubleSide}));
   panel.position.set(...position);
   panel.lookAt(0, 0, 0);
   return panel;
}

function studio() {
   const room = new THREE.Scene();
   room.background = new THREE.Color(0x182030);
   room.add(new THREE.Mesh(new THREE.BoxGeometry(20, 12, 20), new THREE.MeshBasicMaterial({color: 0x39424e, side: THREE.BackSide})));
   room.add(lamp(6, 4, 0xfff2dd, 9, -6, 4, 3), lamp(4, 6, 0x9cc4ff, 5, 7, 1, 4), lamp(8, 2, 0xffffff, 7, 0, 5.5, -3));
   return room;
}

/** A checker of two greys with a height map of the same grid. */
function tiles() {
   const size = 64, pixels = new Uint8Array(size * size * 4);
   for (let i = 0; i < size * size; i++) {
      const x = i % size, y = i / size | 0, shade = (x >> 4 ^ y >> 4) & 1 ? 190 : 96;
      pixels.set([shade, shade, shade + 20, 255], i * 4);
   }
   const texture = new THREE.DataTexture(pixels, size, size);
   texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
   texture.repeat.set(5, 5);
   texture.minFilter = THREE.LinearMipmapLinearFilter;
   texture.magFilter = THREE.LinearFilter;
   texture.generateMipmaps = true;
   texture.colorSpace = THREE.SRGBColorSpace;
   texture.needsUpdate = true;
   return texture;
}

const materials = [
   {color: 0xffffff, roughness: 0.08, transmission: 1, thickness: 0.8, ior: 1.45, attenuationColor: 0x88ffcc, attenuationDistance: 2},
   {color: 0xb01818, roughness: 0.5, metalness: 0.1, clearcoat: 1, clearcoatRoughness: 0.05},
   {color: 0xd8a848, roughness: 0.25, metalness: 1, anisotropy: 0.8, anisotropyRotation: 0.6},
   {color: 0x283870, roughness: 0.9, sheen: 1, sheenColor: 0x88aaff, sheenRoughness: 0.4},
   {color: 0xeeeeee, roughness: 0.15, metalness: 0.6, iridescence: 1, iridescenceIOR: 1.7, iridescenceThicknessMaximum: 500},
   {color: 0xffc8e0, roughness: 0.35, transmission: 0.9, thickness: 0.5, dispersion: 2, specularIntensity: 0.8},
];

function lights(scene) {
   const sun = new THREE.DirectionalLight(0xfff0d8, 4);
   sun.position.set(-4, 7, 3);
   sun.shadow.mapSize.set(512, 512);
   Object.assign(sun.shadow.camera, {left: -5, right: 5, top: 5, bottom: -5, far: 20});
   const spot = new THREE.SpotLight(0xa0c0ff, 90, 0, 0.5, 0.4);
   spot.position.set(5, 6, 2);
   spot.shadow.mapSize.set(256, 256);
   const point = new THREE.PointLight(0xffa060, 8);
   point.position.set(0, 2.2, 0.2);
   point.shadow.mapSize.set(256, 256);
   for (const light of [sun, spot, point]) {
      light.castShadow = true;
      light.shadow.bias = -0.001;
      light.shadow.normalBias = 0.02;
   }
   scene.add(sun, spot, spot.target, point);
}

export async function create() {
   const renderer = new THREE.WebGLRenderer({canvas: canvas(), antialias: true});
   renderer.setSize(WIDTH, HEIGHT, false);
   renderer.shadowMap.enabled = true;
   renderer.shadowMap.type = THREE.PCFShadowMap;
   renderer.toneMapping = THREE.ACESFilmicToneMapping;
   const scene = new THREE.Scene();
   const filter = new THREE.PMREMGenerator(renderer);
   scene.environmentIntensity = 0.35;
   scene.environment = filter.fromScene(studio(), 0.03).texture;
   scene.background = scene.environment;
   scene.backgroundBlurriness = 0.25;
   const floor = new THREE.Mesh(new THREE.PlaneGeometry(12, 12), new THREE.MeshStandardMaterial({map: tiles(), roughness: 0.35, metalness: 0.1}));
   floor.rotation.x = -Math.PI / 2;
   floor.receiveShadow = true;
   scene.add(floor);
   const shapes = [new THREE.SphereGeometry(0.75, 48, 32), new THREE.TorusKnotGeometry(0.45, 0.17, 96, 16), new THREE.SphereGeometry(0.7, 48, 32),
      new THREE.IcosahedronGeometry(0.75, 1), new THREE.SphereGeometry(0.7, 48, 32), new THREE.TorusGeometry(0.5, 0.22, 24, 48)];
   const bodies = materials.map((material, i) => {
      const body = new THREE.Mesh(shapes[i], new THREE.MeshPhysicalMaterial(material));
      body.position.set(i % 3 * 2 - 2, 0.8, (i / 3 | 0) * -2 + 0.8);
      body.castShadow = body.receiveShadow = true;
      scene.add(body);
      return body;
   });
   lights(scene);
   const camera = new THREE.PerspectiveCamera(42, WIDTH / HEIGHT, 0.1, 50);
   return i => {
      camera.position.set(Math.sin(i / 10) * 6.5, 3.4, Math.cos(i / 10) * 6.5);
      camera.lookAt(0, 0.6, 0);
      bodies.forEach((body, n) => body.rotation.set(0.4 * n + i / 10, i / 5, 0));
      renderer.render(scene, camera);
   };
}
