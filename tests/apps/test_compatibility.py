#!/usr/bin/env python3
"""Programs and toolkits that ask for a context without attributes, or for OpenGL 1 or 2 or OpenGL ES 1.1: each draws on gloam and on
Mesa, and the pictures are compared. Skipped (77) where Mesa or all of them are not installed.

  test_compatibility.py SWAP_SHIM SIMULATOR ES1_GAME [NAME...]      SIMULATOR: simulator.c; ES1_GAME: es1_game.c, or "-"; NAME: only these
                                                                    programs. The vendor file comes from the environment"""
import os
import shutil
import subprocess
import sys
import tempfile

from test_weston import MESA, TIMEOUT_S, weston

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = '/usr/bin/python3' # Debian's modules belong to it
SDL_TEST = '/usr/libexec/installed-tests/SDL2/testgl2'
SDL = {'SDL_VIDEODRIVER': 'offscreen', 'SDL_AUDIODRIVER': 'dummy', 'SDL_VIDEO_EGL_DRIVER': '{shim}', 'SWAP_PICTURE': '{picture}',
       'SWAP_EXIT': '1'}
GOURCE_LOG = ''.join(f'{1000000000 + 100 * i}|{"abc"[i % 3]}|A|{path}\n'
                     for i, path in enumerate(('src/a.c', 'src/b.c', 'docs/x.md', 'lib/y.h', 'src/z.c')))


class Program:
    """command, environment ({picture}, {log}, {shim}, {simulator}, {es1_game} are replaced), the largest part of components that may differ by more than `step` of
    255"""
    def __init__(self, command, environment, limit, step=2, in_weston=False):
        self.command, self.environment, self.limit, self.step, self.in_weston = command, environment, limit, step, in_weston


def script(name, **more):
    # Edges of triangles may fall on other pixels, and a quad has two ways to become triangles.
    return Program([PYTHON, os.path.join(HERE, 'compat', f'scene_{name}.py'), '{picture}'], {}, 0.01, **more)


PROGRAMS = {
    'simulator': Program(['{simulator}', '{picture}', '7'], {}, 0.01, step=4),
    'OpenGL ES 1.1': Program(['{es1_game}', '{picture}', '20'], {}, 0.01, step=4),
    'testgl2': Program([SDL_TEST], dict(SDL, SWAP_FRAME='20'), 0.001),
    # With an output file its clock counts frames.
    'Gource': Program(['gource', '-320x240', '--seconds-per-day', '3', '--hide', 'date,mouse,progress', '-o', '/dev/null', '{log}'],
                      dict(SDL, SWAP_FRAME='200'), 0.02),
    'PyOpenGL': script('pyopengl'),
    'pygame': script('pygame'),
    'pyglet': script('pyglet', step=9), # its config has 5 and 6 bits, to which llvmpipe rounds otherwise
    'vispy': script('vispy'),
    'GLFW': script('glfw', in_weston=True),
    'Qt WebEngine': script('webengine', in_weston=True),
}


def picture(program, vendor, built, env):
    """(output, size, RGBA bytes), or None if the program is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        places = dict(built, picture=os.path.join(folder, 'picture'), log=os.path.join(folder, 'log'))
        with open(places['log'], 'w', encoding='utf-8') as file:
            file.write(GOURCE_LOG)
        env = dict(env, HOME=folder, __EGL_VENDOR_LIBRARY_FILENAMES=vendor)
        if vendor == MESA:
            env['LIBGL_ALWAYS_SOFTWARE'] = '1'
            env.setdefault('EGL_PLATFORM', 'wayland' if program.in_weston else 'surfaceless') # Mesa's default display has no fallback
        env.update({name: value.format(**places) for name, value in program.environment.items()})
        done = subprocess.run([part.format(**places) for part in program.command], env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors='replace', timeout=TIMEOUT_S, check=False)
        if done.returncode == 77:
            return None
        if done.returncode or not os.path.exists(places['picture']):
            sys.exit(f'{program.command} on {vendor}: exit code {done.returncode}\n{done.stdout}')
        with open(places['picture'], 'rb') as file:
            return done.stdout, file.readline(), file.read()


def pictures(program, built):
    if not program.in_weston:
        return [picture(program, vendor, built, dict(os.environ)) for vendor in (os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], MESA)]
    with weston([], None, []) as (_, _, env):
        return [picture(program, vendor, built, env) for vendor in (os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], MESA)]


def main():
    built, ran = {name: os.path.abspath(path) for name, path in zip(('shim', 'simulator', 'es1_game'), sys.argv[1:])}, 0
    for name, program in PROGRAMS.items():
        if sys.argv[4:] and name not in sys.argv[4:]:
            continue
        if not shutil.which(program.command[0].format(**built)) or not os.path.exists(MESA) or (program.in_weston and not shutil.which('weston')):
            print('not installed:', name)
            continue
        ours, theirs = pictures(program, built)
        if not ours or not theirs:
            print('not installed:', name)
            continue
        ran += 1
        if program.command[0] in (PYTHON, '{simulator}', '{es1_game}') and 'gloam' not in ours[0]: # they print the vendor
            sys.exit(f'{name} did not draw with gloam\n{ours[0]}')
        part = sum(abs(a - b) > program.step for a, b in zip(ours[2], theirs[2])) / max(1, len(theirs[2]))
        print(f'{name}: {100 * part:.2f} % of the components differ from Mesa, {len(set(ours[2]))} values')
        if ours[1] != theirs[1] or len(ours[2]) != len(theirs[2]) or part > program.limit or len(set(ours[2])) < 30:
            sys.exit(f'{name}: the picture is wrong\n{ours[0]}')
    if not ran:
        sys.exit(77)


main()
