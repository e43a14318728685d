// GeoJSON of a made-up town and of a made-up world: the same for the same generator.
import {generator} from '../page.js';

const feature = (type, coordinates, properties = {}) => ({type: 'Feature', properties, geometry: {type, coordinates}});
const collection = features => ({type: 'FeatureCollection', features});

/** A closed ring around (x, y) whose radius varies. */
function blob(random, x, y, radius, points) {
   const phases = Array.from({length: 4}, () => random() * Math.PI * 2);
   const ring = Array.from({length: points}, (_, i) => {
      const turn = i / points * Math.PI * 2;
      const r = radius * (1 + phases.reduce((sum, phase, n) => sum + Math.sin(turn * (n + 2) + phase) * 0.16 / (n + 1), 0));
      return [x + Math.cos(turn) * r, y + Math.sin(turn) * r];
   });
   return [...ring, ring[0]];
}

/** Streets, blocks, parks, a river and places about (0, 0), in degrees. */
export function town() {
   const random = generator(7), step = 0.002, half = 9;
   const streets = [], blocks = [], parks = [], places = [];
   const bend = (x, y) => [x + 0.0012 * Math.sin(y * 300), y + 0.0012 * Math.cos(x * 260)];
   for (let i = -half; i <= half; i++) {
      const kind = i % 5 === 0 ? 'main' : i % 2 ? 'small' : 'middle';
      const along = Array.from({length: 60}, (_, n) => (n / 59 * 2 - 1) * step * half);
      streets.push(feature('LineString', along.map(x => bend(x, i * step)), {kind}), feature('LineString', along.map(y => bend(i * step, y)), {kind}));
   }
   for (let i = -half; i < half; i++)
      for (let j = -half; j < half; j++) {
         if (random() < 0.08) {
            parks.push(feature('Polygon', [blob(random, ...bend((i + 0.5) * step, (j + 0.5) * step), step * 0.4, 40)]));
            continue;
         }
         for (let n = 0; n < 4; n++) {
            const [x, y] = bend((i + 0.3 + n % 2 * 0.4) * step, (j + 0.3 + (n >> 1) * 0.4) * step);
            const w = step * (0.08 + random() * 0.08), h = step * (0.08 + random() * 0.08);
            blocks.push(feature('Polygon', [[[x - w, y - h], [x + w, y - h], [x + w, y + h], [x - w, y + h], [x - w, y - h]]],
               {height: 10 + Math.pow(random(), 3) * 160, use: random() < 0.3 ? 'office' : 'home'}));
         }
         if (random() < 0.25)
            places.push(feature('Point', bend((i + random()) * step, (j + random()) * step), {rank: random(), icon: random() < 0.5 ? 'star' : 'ring'}));
      }
   const river = Array.from({length: 80}, (_, n) => {
      const t = n / 79 * 2 - 1;
      return [t * step * half * 1.3, 0.004 * Math.sin(t * 5) - 0.003];
   });
   return {streets: collection(streets), blocks: collection(blocks), parks: collection(parks), places: collection(places),
      river: collection([feature('LineString', river)])};
}

/** Land, islands, routes and cities of a whole globe. */
export function world() {
   const random = generator(11), land = [], routes = [], cities = [];
   for (let i = 0; i < 44; i++) {
      const x = -160 + random() * 320, y = -60 + random() * 120;
      land.push(feature('Polygon', [blob(random, x, y, 8 + random() * 16, 120)], {zone: Math.min(Math.abs(y) / 60, 1)}));
      cities.push(feature('Point', [x, y], {size: random()}));
   }
   for (let i = 0; i + 3 < cities.length; i += 2) {
      const [x0, y0] = cities[i].geometry.coordinates, [x1, y1] = cities[i + 3].geometry.coordinates;
      routes.push(feature('LineString', Array.from({length: 40}, (_, n) => [x0 + (x1 - x0) * n / 39, y0 + (y1 - y0) * n / 39 + 8 * Math.sin(n / 39 * Math.PI)])));
   }
   const grid = [];
   for (let i = -180; i < 180; i += 30)
      grid.push(feature('LineString', Array.from({length: 33}, (_, n) => [i, -80 + n * 5])));
   for (let i = -60; i <= 60; i += 30)
      grid.push(feature('LineString', Array.from({length: 73}, (_, n) => [-180 + n * 5, i])));
   return {land: collection(land), routes: collection(routes), cities: collection(cities), grid: collection(grid)};
}
