// Sprites with filters (pixi.js): a crowd in one batch, blend modes, masks by shape and by sprite, vector graphics, a tiling sprite, a mesh,
// and blur, colour-matrix, displacement, alpha and a filter of the page's own.
import * as PIXI from 'pixi.js';
import {canvas, HEIGHT, WIDTH} from '../page.js';

/** A texture of a canvas that `paint` draws on without anti-aliasing. */
function texture(size, shade) {
   const surface = new OffscreenCanvas(size, size), context = surface.getContext('2d'), image = context.createImageData(size, size);
   for (let i = 0; i < size * size; i++)
      image.data.set(shade((i % size + 0.5) / size * 2 - 1, ((i / size | 0) + 0.5) / size * 2 - 1), i * 4);
   context.putImageData(image, 0, 0);
   const made = PIXI.Texture.from(surface);
   made.source.addressMode = 'repeat';
   return made;
}

const limit = value => Math.max(0, Math.min(255, value));
const textures = () => ({
   ball: texture(32, (x, y) => [255, 255, 255, limit((1 - Math.hypot(x, y)) * 600)]),
   star: texture(48, (x, y) => [255, 230, 120, limit((0.55 + 0.35 * Math.cos(5 * Math.atan2(y, x)) - Math.hypot(x, y)) * 900)]),
   weave: texture(32, (x, y) => (x > 0) === (y > 0) ? [40, 70, 110, 255] : [60, 96, 140, 255]),
   ripple: texture(64, (x, y) => [limit(128 + 100 * Math.sin(x * 9)), limit(128 + 100 * Math.cos(y * 9)), 128, 255]),
});

function crowd(ball) {
   const group = new PIXI.Container();
   for (let i = 0; i < 3000; i++) {
      const sprite = new PIXI.Sprite({texture: ball, anchor: 0.5, tint: Math.random() * 0xffffff | 0, alpha: 0.7});
      sprite.position.set(Math.random() * WIDTH, HEIGHT * (0.55 + 0.45 * Math.random()));
      sprite.scale.set(0.1 + Math.random() * 0.35);
      group.addChild(sprite);
   }
   return group;
}

function badge(n) {
   return new PIXI.Graphics().roundRect(-34, -26, 68, 52, 12).fill([0xd05040, 0x4090d0, 0x50b060, 0xc0a030, 0x9060c0][n])
      .star(0, 0, 5, 20, 9).fill(0xfff0d0).circle(22, -14, 6).stroke({width: 3, color: 0x202830});
}

/**
 * Noise from an integer hash. Pixi's NoiseFilter is a mediump sine times 43758, whose fraction is zero where mediump has 16 bits, as on
 * llvmpipe.
 */
function grain() {
   return PIXI.Filter.from({gl: {vertex: '#version 300 es\n' + PIXI.defaultFilterVert, fragment: `#version 300 es
      precision highp float;
      precision highp int;
      in vec2 vTextureCoord;
      out vec4 finalColor;
      uniform sampler2D uTexture;
      void main() {
         uvec2 cell = uvec2(gl_FragCoord.xy) / 2u;
         uint hash = cell.x * 1664525u + cell.y * 1013904223u;
         hash = (hash ^ hash >> 15u) * 0x2c1b3c6du;
         vec4 color = texture(uTexture, vTextureCoord);
         finalColor = color * (0.6 + 0.4 * float(hash >> 28u) / 15.0);
         finalColor.a = color.a;
      }`}});
}

export async function create() {
   const renderer = new PIXI.WebGLRenderer();
   await renderer.init({canvas: canvas(), width: WIDTH, height: HEIGHT, antialias: true, background: 0x101820, preference: 'webgl'});
   const {ball, star, weave, ripple} = textures(), stage = new PIXI.Container();
   const ground = new PIXI.TilingSprite({texture: weave, width: WIDTH, height: HEIGHT});
   const balls = crowd(ball);
   const waves = new PIXI.Sprite(ripple);
   waves.scale.set(3);
   const colors = new PIXI.ColorMatrixFilter();
   colors.hue(60);
   const filters = [new PIXI.BlurFilter({strength: 4, quality: 3}), colors, new PIXI.DisplacementFilter({sprite: waves, scale: 18}),
      grain(), new PIXI.AlphaFilter({alpha: 0.5})];
   const badges = filters.map((filter, n) => {
      const made = badge(n);
      made.position.set(45 + n * 78, 45);
      made.filters = [filter];
      return made;
   });
   const lights = ['add', 'multiply', 'screen'].map((blendMode, n) => {
      const light = new PIXI.Sprite({texture: ball, anchor: 0.5, blendMode, tint: [0xff8040, 0x80a0ff, 0x40ff90][n]});
      light.scale.set(3.2);
      light.position.set(80 + n * 120, 130);
      return light;
   });
   const shaped = new PIXI.TilingSprite({texture: star, width: 90, height: 90, x: 20, y: 190});
   shaped.mask = new PIXI.Graphics().circle(65, 235, 40).fill(0xffffff);
   const soft = new PIXI.TilingSprite({texture: star, width: 90, height: 90, x: 290, y: 190});
   soft.mask = new PIXI.Sprite({texture: ball, x: 290, y: 190, width: 90, height: 90});
   const cloth = new PIXI.MeshPlane({texture: star, verticesX: 12, verticesY: 12});
   cloth.position.set(150, 180);
   cloth.scale.set(2);
   const home = Float32Array.from(cloth.geometry.positions);
   stage.addChild(ground, waves, balls, ...badges, ...lights, shaped.mask, shaped, soft.mask, soft, cloth);
   waves.renderable = false;
   return i => {
      ground.tilePosition.set(i * 7, i * 3);
      balls.children.forEach((sprite, n) => { sprite.rotation = n + i / 3; sprite.x = (sprite.x + 1 + n % 5) % WIDTH; });
      waves.position.set(i * 5, i * 9);
      cloth.geometry.positions = home.map((value, n) => value + 2.5 * Math.sin(home[n ^ 1] / 6 + i));
      renderer.render(stage);
   };
}
