// What the pages of maplibre-gl share: a map on the stage, and frames that wait until a camera's view is drawn completely.
import * as maplibre from 'maplibre-gl';

maplibre.setWorkerUrl?.('/node_modules/maplibre-gl/dist/maplibre-gl-worker.mjs');

/** An RGBA picture that `shade(x, y)` fills; it returns [red, green, blue, alpha] in 0 to 255. */
export function picture(size, shade) {
   const data = new Uint8ClampedArray(size * size * 4);
   for (let i = 0; i < size * size; i++)
      data.set(shade(i % size + 0.5, (i / size | 0) + 0.5), i * 4);
   return {width: size, height: size, data};
}

export function geojson(sources) {
   return Object.fromEntries(Object.entries(sources).map(([name, data]) => [name, {type: 'geojson', data}]));
}

/** A map with `style`; `images` are pictures by name. Returns a function that goes to a camera and waits for the last frame of it. */
export async function createMap(style, images = {}) {
   const map = new maplibre.Map({container: 'stage', style, attributionControl: false, fadeDuration: 0, interactive: false,
      canvasContextAttributes: {antialias: true}, maxPitch: 75, pixelRatio: 1, trackResize: false});
   map.on('error', event => console.error(event.error.message));
   for (const [name, image] of Object.entries(images))
      map.once('style.load', () => map.addImage(name, image));
   await map.once('load');
   return async camera => {
      map.jumpTo(camera);
      map.triggerRepaint();
      await map.once('idle');
   };
}
