#!/usr/bin/python3
"""Writes tile_vectors.h: the surfaces of hw-si/addr/{tiling,volume}_vectors.json and the chips of devices.json as C tables."""
import json, sys

vectors, volumes, devices, out = sys.argv[1:]
vec = json.load(open(vectors))['vectors'] + json.load(open(volumes))['vectors']
dev = json.load(open(devices))['devices']

def words(v, n):
    v = [int(x, 0) if isinstance(x, str) else x for x in (v or [])]
    return '{ ' + ', '.join('0x%x' % x for x in (v + [0] * n)[:n]) + ' }'

names = sorted(dev)
lines = ['/* Generated from tiling_vectors.json and devices.json. */', 'static const struct tile_device devices[] = {']
for n in names:
    d = dev[n]
    cfg = d['GB_ADDR_CONFIG']
    cfg = int(cfg, 0) if isinstance(cfg, str) else cfg
    level = d['hw_ip_gfx']['hw_ip_version_major']
    lines.append('   { "%s", %d, 0x%x, %s, %s },' % (n, level, cfg, words(d['GB_TILE_MODE'], 32), words(d['GB_MACROTILE_MODE'],
          16)))
lines += ['};', 'static const struct tile_case cases[] = {']
addr = []
for v in vec:
    for i, l in enumerate(v['levels']):
        lines.append('   { %d, "%s", %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d, %d },' % (
            names.index(v['dev']), v['kind'], v['width'], v['height'], v['layers'], v['bytes_per_elem'], v['samples'], i,
            v['levels'][0]['tile_index'], l['tile_index'], v['levels'][0]['pitch'], l['offset'], l['pitch'], l['height'], l['slice_bytes'],
            {'LINEAR_ALIGNED': 0, '1D_THIN1': 1, '2D_THIN1': 2}.get(l['mode'], 3), len(addr), len(l.get('addr', []))))
        addr += l.get('addr', [])
lines += ['};', 'static const uint32_t addresses[][5] = {']
lines += ['   { %s },' % ', '.join(map(str, a)) for a in addr]
lines += ['};']
open(out, 'w').write('\n'.join(lines) + '\n')
