// 20,000 instances of a lit mesh with a matrix and a colour each, in one call; some move every frame.
import * as THREE from 'three';
import {canvas, HEIGHT, WIDTH} from '../page.js';

const COUNT = 20000;

export async function create() {
   const renderer = new THREE.WebGLRenderer({canvas: canvas(), antialias: true});
   renderer.setSize(WIDTH, HEIGHT, false);
   const scene = new THREE.Scene();
   scene.background = new THREE.Color(0x0c1018);
   scene.fog = new THREE.Fog(0x0c1018, 20, 60);
   const mesh = new THREE.InstancedMesh(new THREE.OctahedronGeometry(0.32, 1), new THREE.MeshStandardMaterial({roughness: 0.5, flatShading: true}), COUNT);
   const place = new THREE.Object3D(), color = new THREE.Color();
   const homes = Array.from({length: COUNT}, () => {
      const turn = Math.random() * Math.PI * 2, radius = 4 + 18 * Math.sqrt(Math.random()), phase = Math.random() * 6.28;
      return {x: Math.cos(turn) * radius, y: (Math.random() - 0.5) * 5, z: Math.sin(turn) * radius, phase, size: 0.4 + Math.random() * 0.8};
   });
   const put = (n, i) => {
      const home = homes[n];
      place.position.set(home.x, home.y + Math.sin(home.phase + i / 2), home.z);
      place.rotation.set(home.phase, i / 10 + home.phase, 0);
      place.scale.setScalar(home.size);
      place.updateMatrix();
      mesh.setMatrixAt(n, place.matrix);
   };
   for (let n = 0; n < COUNT; n++) {
      put(n, 0);
      mesh.setColorAt(n, color.setHSL(homes[n].phase / 6.28, 0.7, 0.55));
   }
   scene.add(mesh, new THREE.HemisphereLight(0xbfd4ff, 0x402818, 1.5));
   const sun = new THREE.DirectionalLight(0xffffff, 2.5);
   sun.position.set(3, 6, 2);
   scene.add(sun);
   const camera = new THREE.PerspectiveCamera(50, WIDTH / HEIGHT, 0.5, 100);
   return i => {
      for (let n = 0; n < COUNT; n += 4)
         put(n, i);
      mesh.instanceMatrix.needsUpdate = true;
      camera.position.set(Math.sin(i / 20) * 26, 11, Math.cos(i / 20) * 26);
      camera.lookAt(0, -2, 0);
      renderer.render(scene, camera);
   };
}
