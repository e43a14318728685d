#!/usr/bin/env python3
"""virglrenderer on gloam: Mesa's driver virpipe sends its commands to a virgl_test_server, which draws with OpenGL ES, then with
OpenGL, of gloam. The
picture of the example mesh, a client on virpipe, is compared with that of llvmpipe, and programs of piglit have to pass. Skipped (77)
where a part is not installed, or where another server has the socket, whose name is fixed in Mesa.

  test_virgl.py MESH      (the vendor file comes from the environment)"""
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile

import png
from test_weston import MESA, TIMEOUT_S, listens, wait_for

SOCKET = '/tmp/.virgl_test'
PIGLIT = '/usr/lib/x86_64-linux-gnu/piglit/bin'
PROGRAMS = ['fbo-blit', 'fbo-mrt-alphatest', 'glsl-derivs', 'vbo-map-remap']
RENDERER = 'virgl (gloam'


@contextlib.contextmanager
def virgl_server(folder, options):
    """A running server whose socket accepts clients."""
    with open(os.path.join(folder, 'log'), 'w+', encoding='utf-8') as log:
        server = subprocess.Popen(['virgl_test_server', '--use-egl-surfaceless', *options], stdout=log, stderr=log)
        try:
            wait_for('the server', lambda: server.poll() is not None or listens(SOCKET))
            yield
        except SystemExit:
            log.seek(0)
            print(log.read()[-4000:])
            raise
        finally:
            server.terminate()
            server.wait(TIMEOUT_S)
            os.remove(SOCKET)


def run(command, driver):
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=MESA, LIBGL_ALWAYS_SOFTWARE='1', GALLIUM_DRIVER=driver,
               EGL_PLATFORM='surfaceless', PIGLIT_PLATFORM='surfaceless_egl')
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          timeout=5 * TIMEOUT_S)
    if done.returncode:
        sys.exit(f'{command} on {driver}: exit code {done.returncode}\n{done.stdout}')
    return done.stdout


def compare_mesh(mesh, options):
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = (os.path.join(folder, name) for name in ('ours.png', 'theirs.png'))
        with virgl_server(folder, options):
            text = run(['wflinfo', '-p', 'surfaceless_egl', '-a', 'gl'], 'virpipe')
            print('\n'.join(line for line in text.splitlines() if 'renderer' in line or 'version' in line))
            if RENDERER not in text:
                sys.exit('virpipe does not draw with gloam')
            run([mesh, ours], 'virpipe')
            for name in PROGRAMS:
                program = os.path.join(PIGLIT, name)
                if os.path.exists(program) and '"result": "pass"' not in run([program, '-auto', '-fbo'], 'virpipe'):
                    sys.exit(f'{name} does not pass')
        run([mesh, theirs], 'llvmpipe')
        a, b = (b''.join(png.read(path)[3]) for path in (ours, theirs))
    differ = sum(abs(x - y) > 2 for x, y in zip(a, b))
    print(f'the mesh: {differ} of {len(a)} components differ from llvmpipe, {len(set(a))} values')
    if len(a) != len(b) or differ > len(a) // 1000 or len(set(a)) < 100:
        sys.exit('the picture is wrong')


def main():
    if not all(shutil.which(name) for name in ('virgl_test_server', 'wflinfo')) or not os.path.exists(MESA) or \
            os.path.exists(SOCKET) and listens(SOCKET):
        print('virgl_test_server, wflinfo or Mesa is not installed, or another server runs')
        sys.exit(77)
    for options in (['--use-gles'], []):
        compare_mesh(sys.argv[1], options)


main()
