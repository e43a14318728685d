// A styled vector map (maplibre-gl): fills with a pattern, lines with casings and dashes, icons, circles, a heat map, extruded buildings.
// Clips by stencil, one draw per tile and layer. No glyphs: a font is not part of the page.
import {town} from './geodata.js';
import {createMap, geojson, picture} from './maps.js';

const width = (...stops) => ['interpolate', ['exponential', 1.6], ['zoom'], ...stops];
const line = (id, source, paint, filter) => ({id, type: 'line', source, layout: {'line-cap': 'round', 'line-join': 'round'}, paint, ...filter && {filter}});
const kind = name => ['==', ['get', 'kind'], name];

const style = {
   version: 8,
   sources: geojson(town()),
   light: {anchor: 'map', position: [1.3, 210, 40], intensity: 0.45},
   sky: {'sky-color': '#88b8e8', 'horizon-color': '#f0e8d8', 'fog-color': '#e8e4da'},
   layers: [
      {id: 'ground', type: 'background', paint: {'background-color': '#ece8df'}},
      {id: 'park', type: 'fill', source: 'parks', paint: {'fill-color': '#b8d8a0', 'fill-outline-color': '#7aa060'}},
      {id: 'trees', type: 'fill', source: 'parks', paint: {'fill-pattern': 'trees', 'fill-opacity': 0.8}},
      line('river', 'river', {'line-color': '#7fb2dc', 'line-width': width(13, 10, 16, 60)}),
      line('casing', 'streets', {'line-color': '#b0a080', 'line-gap-width': width(13, 1, 16, 9), 'line-width': 1.2}),
      line('small', 'streets', {'line-color': '#ffffff', 'line-width': width(13, 0.8, 16, 7)}, kind('small')),
      line('middle', 'streets', {'line-color': '#fff3c0', 'line-width': width(13, 1.2, 16, 9)}, kind('middle')),
      line('main', 'streets', {'line-color': '#f0a860', 'line-width': width(13, 2.5, 16, 14)}, kind('main')),
      line('tram', 'streets', {'line-color': '#a02040', 'line-width': 1.5, 'line-dasharray': [3, 2]}, kind('main')),
      {id: 'heat', type: 'heatmap', source: 'places', paint: {'heatmap-weight': ['get', 'rank'], 'heatmap-radius': 26, 'heatmap-opacity': 0.5}},
      {id: 'buildings', type: 'fill-extrusion', source: 'blocks', minzoom: 14.5, paint: {'fill-extrusion-height': ['get', 'height'],
         'fill-extrusion-color': ['match', ['get', 'use'], 'office', '#90a8c8', '#d8c8b0'], 'fill-extrusion-opacity': 0.9}},
      {id: 'dots', type: 'circle', source: 'places', paint: {'circle-radius': ['*', 7, ['get', 'rank']], 'circle-color': '#c03050',
         'circle-stroke-color': '#ffffff', 'circle-stroke-width': 1.5, 'circle-blur': 0.15}},
      {id: 'icons', type: 'symbol', source: 'places', layout: {'icon-image': ['get', 'icon'], 'icon-allow-overlap': false, 'icon-size': 0.8}},
   ],
};

const distance = (x, y, size) => Math.hypot(x - size / 2, y - size / 2) / (size / 2);
const images = {
   trees: picture(16, (x, y) => distance(x, y, 16) < 0.4 ? [70, 130, 60, 255] : [0, 0, 0, 0]),
   ring: picture(24, (x, y) => Math.abs(distance(x, y, 24) - 0.7) < 0.2 ? [30, 60, 160, 255] : [0, 0, 0, 0]),
   star: picture(24, (x, y) => {
      const reach = 0.55 + 0.35 * Math.cos(5 * Math.atan2(y - 12, x - 12));
      return distance(x, y, 24) < reach ? [240, 180, 0, 255] : [0, 0, 0, 0];
   }),
};

export const frames = 3;

export async function create() {
   const go = await createMap(style, images);
   const cameras = [{center: [0, 0], zoom: 13.4, bearing: 0, pitch: 0}, {center: [0.002, 0.001], zoom: 15.2, bearing: 25, pitch: 40},
      {center: [0.001, -0.002], zoom: 15, bearing: 40, pitch: 62}];
   return i => go(cameras[i]);
}
