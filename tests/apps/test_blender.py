#!/usr/bin/env python3
"""Blender without a display on gloam: pictures of its engines EEVEE and Workbench, which draw with OpenGL 3.3 and later, against those
of a Blender on Mesa. Skipped (77) where Blender or Mesa is not installed.

  test_blender.py SCENE      SCENE: blender_scene.py; the vendor file comes from the environment"""
import os
import shutil
import subprocess
import sys
import tempfile

import png

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
ENGINES = ('BLENDER_WORKBENCH', 'BLENDER_EEVEE')
# Colour components that may differ by more than STEP of 255: edges, and reflections in screen space, which end at thresholds.
ALLOWED = 80
STEP = 3


def picture(scene, engine, vendor, folder):
    """(the picture, Blender's output)"""
    path = os.path.join(folder, f'{engine}.png')
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=vendor, LIBGL_ALWAYS_SOFTWARE='1', HOME=folder, XDG_RUNTIME_DIR=folder)
    for name in ('DISPLAY', 'WAYLAND_DISPLAY', 'EGL_PLATFORM'):
        env.pop(name, None)
    done = subprocess.run(['blender', '--background', '--factory-startup', '--python-exit-code', '1', '--python', scene, '--', engine,
                           path], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=900)
    if done.returncode or not os.path.exists(path):
        sys.exit(f'Blender on {vendor}: exit code {done.returncode}\n{done.stdout}')
    return png.read(path), done.stdout


def main():
    if not shutil.which('blender') or not os.path.exists(MESA):
        print('Blender or Mesa is not installed')
        sys.exit(77)
    for engine in ENGINES:
        with tempfile.TemporaryDirectory() as folder:
            ours, text = picture(sys.argv[1], engine, os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], folder)
        with tempfile.TemporaryDirectory() as folder:
            theirs, _ = picture(sys.argv[1], engine, MESA, folder)
        a, b = b''.join(ours[3]), b''.join(theirs[3])
        differ = sum(abs(x - y) > STEP for x, y in zip(a, b))
        print(f'{engine}: {differ} of {len(a)} components differ from Mesa, {len(set(a))} values')
        if 'gloam' not in text:
            sys.exit(f'Blender does not draw with gloam\n{text}')
        if len(a) != len(b) or differ > ALLOWED or len(set(a)) < 30:
            sys.exit(f'the picture of {engine} is wrong')


main()
