#!/usr/bin/env python3
"""apitrace on an OpenGL 3.3 core context of gloam: records test_moderngl.py, replays the trace with eglretrace --headless. The replay
reports no error. Skipped (77) where apitrace or moderngl is not installed."""
import os
import shutil
import subprocess
import sys
import tempfile

SKIP = 77


def run(command, env):
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace', timeout=100,
                          check=False)
    return done.returncode, done.stdout


def main():
    if not shutil.which('apitrace') or not shutil.which('eglretrace'):
        sys.exit(SKIP)
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'test_moderngl.py')
    env = dict(os.environ, EGL_PLATFORM='surfaceless', WAFFLE_PLATFORM='surfaceless_egl')
    with tempfile.TemporaryDirectory() as folder:
        trace = os.path.join(folder, 'moderngl.trace')
        code, output = run(['apitrace', 'trace', '-a', 'egl', '-o', trace, '/usr/bin/python3', program], env)
        if code == SKIP:
            sys.exit(SKIP)
        if code or not os.path.exists(trace):
            sys.exit(f'recording: exit {code}: {output}')
        code, output = run(['eglretrace', '--headless', trace], env)
        if code or 'Rendered' not in output or 'error' in output.lower():
            sys.exit(f'replay: exit {code}: {output}')


main()
