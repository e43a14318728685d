#!/usr/bin/env python3
"""A committed trace of OpenGL 3.3 core, replayed by eglretrace --headless: the picture at its glReadPixels has the texels of the picture
that the recorded program stores itself. Skipped (77) where apitrace is not installed.

  test_trace.py PICTURE_SERVER TRACE

How traces/picture_server.trace was recorded, with EGL_PLATFORM=surfaceless:

  echo '96 64 30 own.png' | apitrace trace -a egl -o large.trace ./picture_server
  apitrace repack --brotli large.trace picture_server.trace"""
import os
import shutil
import subprocess
import sys
import tempfile

import png

REQUEST = '96 64 30'
SKIP = 77


def run(command, env, text=None):
    done = subprocess.run(command, env=env, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace',
                          timeout=100, check=False)
    if done.returncode:
        sys.exit(f'{command}: exit {done.returncode}: {done.stdout}')
    return done.stdout


def read_call(trace, env):
    """The number of the trace's only glReadPixels."""
    calls = [line.split()[0] for line in run(['apitrace', 'dump', '--color=never', trace], env).split('\n') if ' glReadPixels(' in line]
    if len(calls) != 1:
        sys.exit(f'{trace}: glReadPixels at {calls}')
    return calls[0]


def main():
    server, trace = sys.argv[1:]
    if not shutil.which('apitrace') or not shutil.which('eglretrace'):
        sys.exit(SKIP)
    env = dict(os.environ, EGL_PLATFORM='surfaceless', WAFFLE_PLATFORM='surfaceless_egl')
    with tempfile.TemporaryDirectory() as folder:
        own, prefix, call = os.path.join(folder, 'own.png'), os.path.join(folder, 'replay'), read_call(trace, env)
        run([server], env, f'{REQUEST} {own}\n')
        output = run(['eglretrace', '--headless', '--snapshot-prefix=' + prefix, '-S', call, trace], env)
        replayed = prefix + call.zfill(10) + '.png'
        if 'error' in output.lower() or not os.path.exists(replayed):
            sys.exit(f'replay: {output}')
        width, height, _, rows = wanted = png.read(own)
        got = png.read(replayed)
        if got[:2] != (width, height):
            sys.exit(f'the replayed picture has {got[0]} x {got[1]} texels')
        for y in range(height):
            for x in range(width):
                if png.pixel(got, x, y) != png.pixel(wanted, x, y):
                    sys.exit(f'texel {x}, {y} is {png.pixel(got, x, y)}, not {png.pixel(wanted, x, y)}')
        if len(set(rows)) < height // 4:
            sys.exit('the picture is empty')


main()
