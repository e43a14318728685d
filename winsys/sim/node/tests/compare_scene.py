#!/usr/bin/env python3
"""Runs node_scene with Mesa's radeonsi on the stand-in and with Mesa's llvmpipe, and compares the pixels.

  compare_scene.py GLOAM_NODE NODE_SCENE TARGETS [SETTING=VALUE ...]      exit code 77: no radeonsi here

Settings are for the program on the stand-in, such as MESA_LOADER_DRIVER_OVERRIDE=zink."""
import glob
import os
import subprocess
import sys
import tempfile

VENDOR = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
DIFFERENT = 0.005  # share of pixels: edges of triangles may lie differently by a rounding, and samples lie elsewhere
SIZES = [64, 250, 1024, 250, 1024]


def run(command, path, targets):
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=VENDOR, MESA_SHADER_CACHE_DISABLE='true')
    done = subprocess.run(command + [path, str(targets)], env=env, stdout=subprocess.PIPE, timeout=120, check=False)
    if done.returncode:
        sys.exit(f'{command}: exit code {done.returncode}')
    with open(path, 'rb') as file:
        return done.stdout.decode(), file.read()


def main():
    node, scene, targets, *settings = sys.argv[1:]
    sizes = SIZES[:int(targets)]
    if not os.path.exists(VENDOR) or not glob.glob('/usr/lib/*/dri/radeonsi_dri.so'):
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        name, ours = run([node, 'run', '--', 'env', *settings, scene], folder + '/radeonsi', targets)
        print(name)
        chip = os.environ.get('GLOAM_SIM_CHIP', 'polaris10')
        if 'AMD' not in name or chip not in name.lower():
            sys.exit(f'not a driver for AMD chips on {chip}')
        name, theirs = run([scene], folder + '/llvmpipe', targets)
        print(name)
        if 'llvmpipe' not in name:
            sys.exit(77)
    if len(ours) != len(theirs) or len(ours) != sum(4 * s * s for s in sizes):
        sys.exit('sizes differ')
    start, bad = 0, False
    for number, size in enumerate(sizes):
        end = start + 4 * size * size
        a, b = ours[start:end], theirs[start:end]
        wrong = 0
        if a != b:
            for i in range(0, len(a), 4):
                wrong += any(abs(a[i + c] - b[i + c]) > 1 for c in range(4))
        print(f'target {number} ({size}x{size}): {wrong} pixels differ')
        bad |= wrong > DIFFERENT * size * size
        start = end
    sys.exit(1 if bad else 0)


main()
