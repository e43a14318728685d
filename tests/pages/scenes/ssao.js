// Babylon.js: screen-space ambient occlusion (SSAO2) below a sky that is the clear colour, whose
// pixels have neither depth nor normal; then bloom, sharpening
// and a colour grade.
import {canvas, library} from '../page.js';

function town(BABYLON, scene) {
   const palette = [[0.8, 0.45, 0.3], [0.75, 0.7, 0.6], [0.4, 0.5, 0.65], [0.55, 0.65, 0.45]].map((color, i) => {
      const material = new BABYLON.StandardMaterial('wall' + i, scene);
      material.diffuseColor = new BABYLON.Color3(...color);
      material.specularColor = new BABYLON.Color3(0.1, 0.1, 0.1);
      return material;
   });
   const ground = BABYLON.MeshBuilder.CreateGround('ground', {width: 40, height: 40}, scene);
   ground.material = palette[1];
   for (let i = 0; i < 60; i++) {
      const height = 0.6 + Math.random() * 2.4;
      const house = i % 4 ? BABYLON.MeshBuilder.CreateBox('house' + i, {width: 0.8 + Math.random(), depth: 0.8 + Math.random(), height}, scene) :
         BABYLON.MeshBuilder.CreateCylinder('tower' + i, {diameterTop: 0.5, diameterBottom: 1.1, height, tessellation: 20}, scene);
      house.position.set((i % 8 - 3.5) * 1.9 + Math.random() * 0.4, height / 2, ((i / 8 | 0) - 3.5) * 1.9 + Math.random() * 0.4);
      house.rotation.y = Math.random();
      house.material = palette[i % palette.length];
   }
}

export const frames = 2;

export async function create() {
   await library('babylonjs/babylon.js');
   const BABYLON = window.BABYLON;
   const engine = new BABYLON.Engine(canvas(), false, {deterministicLockstep: true, lockstepMaxSteps: 1, timeStep: 0.1});
   const scene = new BABYLON.Scene(engine);
   scene.clearColor = new BABYLON.Color4(0.55, 0.7, 0.9, 1);
   const camera = new BABYLON.ArcRotateCamera('camera', 0, 1.25, 15, new BABYLON.Vector3(0, 1.4, 0), scene);
   camera.minZ = 0.5;
   camera.maxZ = 100;
   const ambient = new BABYLON.HemisphericLight('ambient', new BABYLON.Vector3(0, 1, 0), scene);
   ambient.intensity = 0.6;
   const sun = new BABYLON.DirectionalLight('sun', new BABYLON.Vector3(-1, -2, 1), scene);
   sun.intensity = 0.8;
   town(BABYLON, scene);
   const occlusion = new BABYLON.SSAO2RenderingPipeline('ssao', scene, {ssaoRatio: 1, blurRatio: 1}, [camera], true);
   Object.assign(occlusion, {radius: 1.4, totalStrength: 1.3, samples: 16, maxZ: 60, minZAspect: 0.5, expensiveBlur: true});
   const finish = new BABYLON.DefaultRenderingPipeline('finish', true, scene, [camera]);
   Object.assign(finish, {bloomEnabled: true, bloomThreshold: 0.75, bloomWeight: 0.4, bloomKernel: 32, sharpenEnabled: true, fxaaEnabled: true});
   finish.imageProcessing.contrast = 1.2;
   finish.imageProcessing.toneMappingEnabled = true;
   await scene.whenReadyAsync();
   return i => {
      camera.alpha = 0.6 + i / 15;
      scene.render();
   };
}
