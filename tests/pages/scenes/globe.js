// A globe (maplibre-gl): polygons subdivided on a sphere, an atmosphere around it, a gradient along lines.
import {world} from './geodata.js';
import {createMap, geojson} from './maps.js';

const sources = geojson(world());
sources.routes.lineMetrics = true;

const style = {
   version: 8,
   projection: {type: 'globe'},
   sources,
   sky: {'atmosphere-blend': 0.9, 'sky-color': '#102040'},
   layers: [
      {id: 'sea', type: 'background', paint: {'background-color': '#1c4f80'}},
      {id: 'grid', type: 'line', source: 'grid', paint: {'line-color': '#5090c0', 'line-width': 0.8, 'line-opacity': 0.6}},
      {id: 'shelf', type: 'line', source: 'land', paint: {'line-color': '#4aa0c0', 'line-width': 9, 'line-blur': 6, 'line-opacity': 0.7}},
      {id: 'land', type: 'fill', source: 'land', paint: {
         'fill-color': ['interpolate', ['linear'], ['get', 'zone'], 0, '#4a9048', 0.5, '#b8a860', 1, '#e8eef0']}},
      {id: 'coast', type: 'line', source: 'land', paint: {'line-color': '#20382c', 'line-width': 1.2}},
      {id: 'routes', type: 'line', source: 'routes', paint: {'line-width': 2,
         'line-gradient': ['interpolate', ['linear'], ['line-progress'], 0, '#ffe060', 1, '#ff4060']}},
      {id: 'cities', type: 'circle', source: 'cities', paint: {'circle-radius': ['+', 2, ['*', 4, ['get', 'size']]], 'circle-color': '#fff4d0',
         'circle-stroke-color': '#803020', 'circle-stroke-width': 1}},
   ],
};

export const frames = 3;

export async function create() {
   const go = await createMap(style);
   return i => go({center: [-60 + i * 50, 15], zoom: 0.6 + i * 0.1, pitch: i * 5, bearing: i * 8});
}
