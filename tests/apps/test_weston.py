#!/usr/bin/env python3
"""An unmodified Wayland client on an unmodified weston whose GL renderer runs on gloam; checks the screenshot. Skipped (77) where weston is not installed.

  test_weston.py [NODE RENDERER]     on the render-node stand-in NODE; the renderer that weston must log"""
import glob
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

import png

WIDTH, HEIGHT = 640, 480
TIMEOUT_S = 100 # a minute was measured with sanitizers and both shader engines on a busy machine


def wait_for(what, test):
    end = time.monotonic() + TIMEOUT_S
    while time.monotonic() < end:
        if test():
            return
        time.sleep(0.05)
    sys.exit('waited in vain for ' + what)


def listens(path):
    """Whether a process accepts connections on the socket; its file exists before that."""
    with socket.socket(socket.AF_UNIX) as s:
        return s.connect_ex(path) == 0


def look(image):
    """The reason why the picture is wrong, or None; then prints what it shows."""
    if image[:2] != (WIDTH, HEIGHT):
        return 'the screenshot has the wrong size'
    # weston-simple-shm is 250x250: a white frame of 20 pixels around a moving pattern. Find the frame, then look inside.
    white = [(x, y) for y in range(41, HEIGHT) for x in range(WIDTH) if png.pixel(image, x, y) == (255, 255, 255)]
    if not white:
        return 'the window is not there'
    left, top = min(x for x, _ in white), min(y for _, y in white)
    if left + 250 > WIDTH or top + 250 > HEIGHT:
        return 'the window is not where it should be'
    frame = sum(1 for x, y in white if left <= x < left + 250 and top <= y < top + 20)
    inside = {png.pixel(image, x, y) for x in range(left + 25, left + 225, 5) for y in range(top + 25, top + 225, 5)}
    desktop = {png.pixel(image, x, HEIGHT - 5) for x in range(0, WIDTH, 3)}
    if frame < 4900 or len(inside) < 60 or len(desktop) < 4:
        return f'the composited picture is not right: {frame} frame pixels, {len(inside)} colours inside, ' \
            f'{len(desktop)} on the desktop'
    print(f'window at {left},{top}; {frame} frame pixels; {len(inside)} colours inside; {len(desktop)} on the desktop')
    return None


def screenshot(folder, env):
    for path in glob.glob(os.path.join(folder, '*.png')):
        os.remove(path)
    subprocess.run(['weston-screenshooter'], env=env, cwd=folder, check=True, timeout=TIMEOUT_S)
    paths = glob.glob(os.path.join(folder, '*.png'))
    return look(png.read(paths[0])) if paths else 'there is no screenshot'


def main():
    if not all(shutil.which(name) for name in ('weston', 'weston-simple-shm', 'weston-screenshooter')):
        print('weston is not installed')
        sys.exit(77)
    launcher, renderer = [], 'GL vendor: gloam'
    if len(sys.argv) == 3:
        launcher, renderer = [os.path.abspath(sys.argv[1]), 'run', '--'], sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, XDG_RUNTIME_DIR=folder, GLOAM_DEBUG='1')
        env.pop('DISPLAY', None)
        env.pop('WAYLAND_DISPLAY', None)
        log = open(os.path.join(folder, 'log'), 'w+', encoding='utf-8')
        client_env = dict(env, WAYLAND_DISPLAY='gloam-test')
        server = subprocess.Popen(
            [*launcher, 'weston', '--backend=headless-backend.so', '--use-gl', f'--width={WIDTH}', f'--height={HEIGHT}',
             '--socket=gloam-test', '--no-config', '--debug', '--idle-time=0'],
            env=env, stdout=log, stderr=subprocess.STDOUT, cwd=folder)
        client = None
        try:
            wait_for('the socket', lambda: server.poll() is not None or listens(os.path.join(folder, 'gloam-test')))
            client = subprocess.Popen(['weston-simple-shm'], env=client_env, cwd=folder)
            end = time.monotonic() + TIMEOUT_S
            wrong = 'nothing was seen'
            while wrong and time.monotonic() < end: # windows fade in
                time.sleep(1)
                if client.poll() is not None or server.poll() is not None:
                    sys.exit('the client or the compositor ended')
                wrong = screenshot(folder, client_env)
        finally:
            for process in (client, server):
                if process:
                    process.terminate()
                    process.wait(TIMEOUT_S)
            log.seek(0)
            text = log.read()
    if renderer not in text:
        sys.exit(f'weston did not render on {renderer}:\n{text}')
    if wrong:
        sys.exit(wrong)


main()
