#!/usr/bin/env python3
"""Xwayland with glamor on gloam, in weston and in sway on gloam, on the render-node stand-in. The still window of xmessage is compared
with the same compositor and Xwayland on Mesa's radeonsi; glxgears shows its wheels, and OpenSCAD, which draws with GLX only, renders
a model. GLX is Mesa's: radeonsi draws on the descriptor of the node that the X server passes to its client. Compositors that are not
installed are left out; skipped (77) where both are not, or a program or radeonsi.

  test_xwayland.py NODE BACKENDS     BACKENDS: the folder with gloam_gbm.so"""
import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import png
from compositor import rests
from test_sway import HEIGHT, MESA, TIMEOUT_S, WIDTH, environment_of, skip_without, unprivileged
from test_sway import shoot as shoot_sway
from test_weston import PANEL, wait_for
from test_weston import screenshot as shoot_weston

# Keeps Xwayland's log and process id.
WRAPPER = """#!/bin/sh
echo $$ >{folder}/pid
exec Xwayland "$@" -verbose 10 2>{folder}/xlog
"""
WESTON = '[core]\nxwayland=true\n[xwayland]\npath={folder}/wrapper\n'
SWAY = """output HEADLESS-1 mode {width}x{height} bg #204060 solid_color
default_border none
xwayland force
for_window [class=".*"] floating enable, move position 20 40
exec sh -c 'echo server listening on display $DISPLAY'
"""
MODEL = 'difference() { cube(10, center = true); sphere(6.2, $fn = 40); }\n'
MESSAGE = ['xmessage', '-geometry', '300x120', '-buttons', 'yes:0,no:1', 'Drawn by glamor']


def command_of(compositor, folder):
    """Writes the compositor's settings; its command and environment."""
    with open(os.path.join(folder, 'config'), 'w', encoding='utf-8') as file:
        file.write({'weston': WESTON, 'sway': SWAY}[compositor].replace('{folder}', folder).format(width=WIDTH, height=HEIGHT))
    with open(os.path.join(folder, 'wrapper'), 'w', encoding='utf-8') as file:
        file.write(WRAPPER.format(folder=folder))
    os.chmod(os.path.join(folder, 'wrapper'), 0o755)
    if compositor == 'weston':
        return ['weston', '--backend=headless-backend.so', '--use-gl', f'--width={WIDTH}', f'--height={HEIGHT}', '--socket=wayland-1',
                f'--config={folder}/config', '--debug', '--idle-time=0'], {'XDG_RUNTIME_DIR': folder}
    return [*unprivileged(), 'sway', '--debug', '--config', f'{folder}/config'], {'WLR_XWAYLAND': f'{folder}/wrapper'}


def read(*path):
    with open(os.path.join(*path), encoding='utf-8', errors='replace') as file:
        return file.read()


@contextlib.contextmanager
def session(compositor, env):
    """A compositor with an X server: (folder, environment of its clients)."""
    with tempfile.TemporaryDirectory() as folder:
        command, more = command_of(compositor, folder)
        env = {**environment_of(env, folder), **more}
        with open(os.path.join(folder, 'log'), 'w', encoding='utf-8') as log:
            server = subprocess.Popen(command, env=env, stdout=log, stderr=log, cwd=folder)
            try:
                wait_for(f'the X server of {compositor}',
                         lambda: server.poll() is not None or re.search(r'server listening on display (:\d+)', read(folder, 'log')))
                display = re.search(r'server listening on display (:\d+)', read(folder, 'log'))
                if not display:
                    sys.exit(f"{compositor} has no X server:\n{read(folder, 'log')[-8000:]}")
                yield folder, dict(env, DISPLAY=display.group(1), WAYLAND_DISPLAY='wayland-1')
            finally:
                server.terminate()
                server.wait(TIMEOUT_S)


def has_white(image):
    """A window with white in it is there."""
    return sum(1 for y in range(PANEL, HEIGHT, 4) for x in range(0, WIDTH, 4) if min(png.pixel(image, x, y)) > 250) > 500


def wheels(image):
    """glxgears: a red, a green and a blue wheel on black."""
    seen = [sum(1 for y in range(PANEL, HEIGHT, 2) for x in range(0, WIDTH, 2)
                if (p := png.pixel(image, x, y))[i] > 120 and max(p[j] for j in range(3) if j != i) < p[i] / 2) for i in range(3)]
    black = sum(1 for y in range(PANEL, HEIGHT, 4) for x in range(0, WIDTH, 4) if max(png.pixel(image, x, y)[:3]) == 0)
    return None if min(seen) > 300 and black > 1000 else f'{seen} red, green and blue points, {black} black ones'


def picture(compositor, folder, env, command, look, library=''):
    """The first picture with the client's window that look() accepts, of a client that has loaded the library."""
    shoot = {'weston': shoot_weston, 'sway': shoot_sway}[compositor]
    process, end, wrong, image = subprocess.Popen(command, env=env, cwd=folder), time.monotonic() + TIMEOUT_S, 'no picture', None
    try:
        while wrong and time.monotonic() < end:
            time.sleep(0.7)
            image = shoot(folder, env)
            wrong = look(image) if image else wrong
        if library not in read('/proc', str(process.pid), 'maps'):
            wrong = f'it has not loaded {library}'
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)
    if wrong:
        sys.exit(f"{command[0]} in {compositor}: {wrong}\n{read(folder, 'log')[-4000:]}\n{read(folder, 'xlog')[-4000:]}")
    return image


def message(compositor, folder, env, library):
    """The picture of xmessage, from an Xwayland whose glamor draws with the library."""
    image = picture(compositor, folder, env, MESSAGE, rests(has_white, PANEL))
    log, pid = read(folder, 'xlog'), read(folder, 'pid').strip()
    if 'glamor: Using GBM backend' not in log or 'Failed to initialize glamor' in log:
        sys.exit(f'Xwayland in {compositor} has no glamor:\n{log}')
    if library not in read('/proc', pid, 'maps'):
        sys.exit(f'Xwayland in {compositor} has not loaded {library}')
    return image


def model(folder, env):
    """OpenSCAD's picture of a model has its colour in several shades."""
    with open(os.path.join(folder, 'model.scad'), 'w', encoding='utf-8') as file:
        file.write(MODEL)
    out = os.path.join(folder, 'model.png')
    done = subprocess.run(['openscad', '--imgsize=200,150', '-o', out, 'model.scad'], env=env, cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False, timeout=TIMEOUT_S)
    if done.returncode:
        sys.exit(f'OpenSCAD: {done.stdout}')
    image = png.read(out)
    shades = {p for y in range(image[1]) for x in range(image[0]) if (p := png.pixel(image, x, y))[0] > 2 * p[2]}
    if image[:2] != (200, 150) or len(shades) < 3:
        sys.exit(f'OpenSCAD draws {image[:2]}, shades {shades}')


def inside(backends):
    base = dict(os.environ, GLOAM_DEVICE='/dev/dri/renderD128', MESA_SHADER_CACHE_DISABLE='true')
    for name in ('DISPLAY', 'WAYLAND_DISPLAY', 'SWAYSOCK'):
        base.pop(name, None)
    for compositor in filter(shutil.which, ('weston', 'sway')):
        with session(compositor, dict(base, GBM_BACKEND='gloam', GBM_BACKENDS_PATH=backends)) as (folder, env):
            ours = message(compositor, folder, env, 'libEGL_gloam.so')
            picture(compositor, folder, env, ['glxgears'], wheels, 'radeonsi_dri.so')
            model(folder, env)
        with session(compositor, dict(base, __EGL_VENDOR_LIBRARY_FILENAMES=MESA)) as (folder, env):
            theirs = message(compositor, folder, env, 'radeonsi_dri.so')
        a, b = (b''.join(image[3][PANEL:]) for image in (ours, theirs))
        differ = sum(abs(x - y) > 1 for x, y in zip(a, b))
        print(f'{compositor}: {differ} of {len(a)} components differ from radeonsi; {len(set(a))} values')
        if len(a) != len(b) or differ:
            sys.exit(f'the picture of Xwayland in {compositor} is wrong')


def main():
    if sys.argv[1] == '--inside':
        inside(*sys.argv[2:])
        return
    if not any(map(shutil.which, ('weston', 'sway'))):
        print('neither weston nor sway is installed')
        sys.exit(77)
    skip_without('Xwayland', 'xmessage', 'glxgears', 'openscad', 'grim')
    os.makedirs('/tmp/.X11-unix', mode=0o1777, exist_ok=True)
    node, *rest = sys.argv[1:]
    sys.exit(subprocess.run([node, 'run', '--', sys.executable, sys.argv[0], '--inside', *rest], check=False).returncode)


main()
