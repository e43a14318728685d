#!/usr/bin/env python3
"""glmark2-es2-wayland and glmark2-wayland on gloam in a weston whose GL renderer runs on gloam: glmark2 compares pixels of its scenes with values of its
own. Skipped (77) where one of them is not installed.

  test_glmark2.py [PROGRAM]      PROGRAM: glmark2-es2-wayland by default. The vendor file comes from the environment"""
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

TIMEOUT_S = 200
# glmark2 2023.01: 33 scenes and settings, of which 6 have no reference.
SUCCEED, UNKNOWN = 27, 6


def listens(path):
    with socket.socket(socket.AF_UNIX) as s:
        return s.connect_ex(path) == 0


def main():
    program = sys.argv[1] if sys.argv[1:] else 'glmark2-es2-wayland'
    if not all(shutil.which(name) for name in ('weston', program)):
        print(f'weston or {program} is not installed')
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, XDG_RUNTIME_DIR=folder, WAYLAND_DISPLAY='gloam-test')
        env.pop('DISPLAY', None)
        server = subprocess.Popen(['weston', '--backend=headless-backend.so', '--use-gl', '--width=1024', '--height=768', '--no-config',
                                   '--socket=gloam-test', '--idle-time=0'], env={k: v for k, v in env.items() if k != 'WAYLAND_DISPLAY'},
                                  cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + TIMEOUT_S
            while not listens(os.path.join(folder, 'gloam-test')):
                if server.poll() is not None or time.monotonic() > end:
                    sys.exit('weston did not start')
                time.sleep(0.05)
            done = subprocess.run([program, '--validate'], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  text=True, check=False, timeout=TIMEOUT_S)
        finally:
            server.terminate()
            server.wait(TIMEOUT_S)
    results = re.findall(r'Validation: (\w+)', done.stdout)
    counts = {name: results.count(name) for name in set(results)}
    print(counts)
    if done.returncode or not re.search('GL_VENDOR: *gloam', done.stdout) or set(counts) - {'Success', 'Unknown'} or \
            counts.get('Success', 0) < SUCCEED or counts.get('Unknown', 0) > UNKNOWN:
        sys.exit(f'exit status {done.returncode}\n{done.stdout}')


main()
