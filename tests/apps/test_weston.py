#!/usr/bin/env python3
"""An unmodified Wayland client composited by an unmodified weston whose GL renderer runs on gloam; the screenshot is
looked at. Skipped (77) where weston is not installed.

  test_weston.py [NODE RENDERER]     on the render-node stand-in NODE; what weston's log must say of the renderer"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import time

import png

WIDTH, HEIGHT = 640, 480


def wait_for(what, seconds, test):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if test():
            return
        time.sleep(0.05)
    sys.exit('waited in vain for ' + what)


def main():
    if not all(shutil.which(name) for name in ('weston', 'weston-simple-shm', 'weston-screenshooter')):
        print('weston is not installed')
        sys.exit(77)
    launcher, renderer = ([os.path.abspath(sys.argv[1]), 'run', '--'], sys.argv[2]) if len(sys.argv) == 3 else ([], 'GL vendor: gloam')
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
            wait_for('the socket', 20, lambda: os.path.exists(os.path.join(folder, 'gloam-test')))
            time.sleep(1)
            client = subprocess.Popen(['weston-simple-shm'], env=client_env, cwd=folder)
            time.sleep(2)
            subprocess.run(['weston-screenshooter'], env=client_env, cwd=folder, check=True, timeout=30)
            wait_for('the screenshot', 10, lambda: glob.glob(os.path.join(folder, '*.png')))
            if client.poll() is not None or server.poll() is not None:
                sys.exit('the client or the compositor ended')
            time.sleep(0.3)
            image = png.read(glob.glob(os.path.join(folder, '*.png'))[0])
        finally:
            for process in (client, server):
                if process:
                    process.terminate()
                    process.wait(10)
            log.seek(0)
            text = log.read()
    if renderer not in text:
        sys.exit(f'weston did not render on {renderer}:\n{text}')
    if image[:2] != (WIDTH, HEIGHT):
        sys.exit('the screenshot has the wrong size')
    # weston-simple-shm is 250x250: a white frame of 20 pixels around a moving pattern. Find the frame, then look inside.
    white = [(x, y) for y in range(HEIGHT) for x in range(WIDTH) if png.pixel(image, x, y) == (255, 255, 255)]
    if not white:
        sys.exit('the window is not there')
    left, top = min(x for x, _ in white), min(y for _, y in white if y > 40)
    frame = sum(1 for x, y in white if left <= x < left + 250 and top <= y < top + 20)
    inside = {png.pixel(image, x, y) for x in range(left + 25, left + 225, 5) for y in range(top + 25, top + 225, 5)}
    desktop = {png.pixel(image, x, HEIGHT - 5) for x in range(0, WIDTH, 3)}
    print(f'window at {left},{top}; {frame} frame pixels; {len(inside)} colours inside; {len(desktop)} on the desktop')
    if frame < 4900 or len(inside) < 60 or len(desktop) < 4:
        sys.exit('the composited picture is not right')


main()
