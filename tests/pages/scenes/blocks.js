// Encoders of compressed textures: a block for each 4x4 pixels, the two extreme colours as end points and the nearest step between them
// for each pixel. `shade(x, y)` gives [red, green, blue] in 0 to 1 at pixel centres.

function each(size, bytes, shade, encode) {
   const across = size / 4, data = new Uint8Array(across * across * bytes);
   for (let block = 0; block < across * across; block++) {
      const pixels = Array.from({length: 16}, (_, i) => shade((block % across * 4 + i % 4 + 0.5) / size, ((block / across | 0) * 4 + (i >> 2) + 0.5) / size));
      data.set(encode(pixels), block * bytes);
   }
   return data;
}

const grey = ([r, g, b]) => (r + g * 2 + b) / 4;

/** The darkest and the brightest pixel, and the position of each pixel between them from 0 to 1. */
function span(pixels) {
   const sorted = [...pixels].sort((a, b) => grey(a) - grey(b)), low = sorted[0], high = sorted[15];
   const length = grey(high) - grey(low);
   return {low, high, at: pixels.map(pixel => length ? (grey(pixel) - grey(low)) / length : 0)};
}

/** Words of bits, least significant first, of [value, bits] pairs. */
function pack(bytes, fields) {
   const out = new Uint8Array(bytes);
   let at = 0;
   for (const [value, bits] of fields)
      for (let i = 0; i < bits; i++, at++)
         out[at >> 3] |= (value >> i & 1) << (at & 7);
   return out;
}

const to565 = ([r, g, b]) => Math.round(r * 31) << 11 | Math.round(g * 63) << 5 | Math.round(b * 31);

/** S3TC, DXT1. */
export function bc1(size, shade) {
   return each(size, 8, shade, pixels => {
      const {low, high, at} = span(pixels), a = to565(high), b = to565(low);
      if (a <= b)
         return pack(8, [[a, 16], [a, 16], [0, 32]]);
      return pack(8, [[a, 16], [b, 16], ...at.map(t => [[1, 3, 2, 0][Math.round(t * 3)], 2])]);
   });
}

/** RGTC with one component: the first. */
export function bc4(size, shade) {
   return each(size, 8, shade, pixels => {
      const values = pixels.map(([r]) => Math.round(r * 255)), high = Math.max(...values), low = Math.min(...values);
      if (high === low)
         return pack(8, [[high, 8], [high, 8], [0, 24], [0, 24]]);
      return pack(8, [[high, 8], [low, 8], ...values.map(v => [[1, 7, 6, 5, 4, 3, 2, 0][Math.round((v - low) / (high - low) * 7)], 3])]);
   });
}

/** BPTC, mode 6: opaque colours of 7 bits and one shared lowest bit, 16 steps. */
export function bc7(size, shade) {
   return each(size, 16, shade, pixels => {
      let {low, high, at} = span(pixels);
      if (at[0] > 0.5) { // the first index has no highest bit
         [low, high] = [high, low];
         at = at.map(t => 1 - t);
      }
      const ends = [0, 1, 2].flatMap(i => [[Math.round(low[i] * 127), 7], [Math.round(high[i] * 127), 7]]);
      return pack(16, [[0x40, 7], ...ends, [127, 7], [127, 7], [1, 1], [1, 1], ...at.map((t, i) => [Math.min(Math.round(t * 15), i ? 15 : 7), i ? 4 : 3])]);
   });
}

/** ETC2 without alpha: two colours of 4 bits, for the left and the right half, and an offset of each pixel. */
export function etc2(size, shade) {
   const steps = [[-8, -2, 2, 8], [-17, -5, 5, 17], [-29, -9, 9, 29], [-42, -13, 13, 42], [-60, -18, 18, 60], [-80, -24, 24, 80],
      [-106, -33, 33, 106], [-183, -47, 47, 183]], code = [3, 2, 0, 1];
   return each(size, 8, shade, pixels => {
      const out = new Uint8Array(8);
      for (let half = 0; half < 2; half++) {
         const members = [...pixels.keys()].filter(i => i % 4 >> 1 === half);
         const base = [0, 1, 2].map(c => Math.round(members.reduce((sum, i) => sum + pixels[i][c], 0) / 8 * 15));
         const offsets = members.map(i => (grey(pixels[i]) - grey(base.map(v => v / 15))) * 255);
         const reach = Math.max(...offsets.map(Math.abs)), table = Math.max(steps.findIndex(row => row[3] >= reach * 0.8), 0);
         base.forEach((v, c) => { out[c] |= v << (half ? 0 : 4); });
         out[3] |= table << (half ? 2 : 5);
         members.forEach((i, n) => {
            const nearest = steps[table].reduce((best, step, s) => Math.abs(step - offsets[n]) < Math.abs(steps[table][best] - offsets[n]) ? s : best, 0);
            const bit = i % 4 * 4 + (i >> 2), value = code[nearest]; // column by column
            out[7 - (bit >> 3)] |= (value & 1) << (bit & 7);
            out[5 - (bit >> 3)] |= (value >> 1) << (bit & 7);
         });
      }
      return out;
   });
}
