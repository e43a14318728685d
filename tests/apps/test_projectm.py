#!/usr/bin/env python3
"""projectM on gloam: projectMSDL requests OpenGL ES 2.0, and uses OpenGL ES 3.0 where GL_VERSION says so. Its first preset, a logo that
throws copies of itself, must be there, and look as on Mesa: random numbers place the copies, so colours are counted. Copies fade by
the clock: on a slow machine, or with sanitizers, a twentieth more is black. Skipped (77) where it is not installed.

  test_projectm.py SWAP_SHIM      (the vendor file comes from the environment)"""
import collections
import os
import shutil
import subprocess
import sys
import tempfile

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
FRAME = 30
TIMEOUT_S = 120


def run(shim, vendor, folder):
    """(output, size, RGBA bytes) of a frame. The program runs until the picture is complete."""
    path = os.path.join(folder, 'picture')
    env = dict(os.environ, HOME=folder, SDL_VIDEODRIVER='offscreen', SDL_AUDIODRIVER='dummy', SDL_VIDEO_EGL_DRIVER=shim,
               SWAP_FRAME=str(FRAME), SWAP_PICTURE=path, SWAP_EXIT='1', __EGL_VENDOR_LIBRARY_FILENAMES=vendor)
    if vendor == MESA:
        env['LIBGL_ALWAYS_SOFTWARE'] = '1'
    done = subprocess.run(['projectMSDL'], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace',
                          timeout=TIMEOUT_S, check=False)
    if not os.path.exists(path):
        sys.exit(f'projectMSDL on {vendor}: exit code {done.returncode}, no picture\n{done.stdout}')
    with open(path, 'rb') as file:
        width, height = map(int, file.readline().split())
        return done.stdout, (width, height), file.read()


def shares(pixels):
    """How much of the picture is black, dark green, and bright green or yellow, as the logo is."""
    counts = collections.Counter()
    for i in range(0, len(pixels), 4):
        red, green, blue = pixels[i:i + 3]
        counts['black' if green < 8 else 'logo' if green > 150 and blue < 160 else 'dark' if green >= max(red, blue) else 'other'] += 1
    return {name: counts[name] * 4 / len(pixels) for name in ('black', 'dark', 'logo', 'other')}


def main():
    if not shutil.which('projectMSDL'):
        print('projectMSDL is not installed')
        sys.exit(77)
    shim, found = os.path.abspath(sys.argv[1]), []
    for vendor in (os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], MESA):
        if not os.path.exists(vendor):
            continue
        with tempfile.TemporaryDirectory() as folder:
            output, size, pixels = run(shim, vendor, folder)
        found.append((size, shares(pixels)))
        print(vendor, *found[-1])
        if 'Failed to compile' in output or (vendor != MESA and 'OpenGL ES 3.2 gloam' not in output):
            sys.exit(output)
    size, ours = found[0]
    if ours['logo'] < 0.005 or ours['dark'] < 0.05:
        sys.exit('there is no logo')
    if found[-1][0] != size or any(abs(share - found[-1][1][name]) > 0.1 for name, share in ours.items()):
        sys.exit('the picture is another one than on Mesa')


main()
