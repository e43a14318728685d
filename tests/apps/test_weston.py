#!/usr/bin/env python3
"""Unmodified Wayland clients on an unmodified weston whose GL renderer runs on gloam with OpenGL ES 3.2; checks screenshots of
weston-simple-shm, of weston-simple-egl (which draws with Mesa and passes its buffers on in shared memory), and compares the desktop
with that of a weston on Mesa. Skipped (77) where weston is not installed.

  test_weston.py [NODE RENDERER]     on the render-node stand-in NODE; the renderer that weston must log. Only weston-simple-shm"""
import contextlib
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
PANEL = 32 # rows of the desktop's panel, which shows the time
MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
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


def look_shm(image):
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


def look_egl(image):
    """The same for weston-simple-egl: a turning triangle, red, green and blue at its corners, in a black window of 250x250."""
    black = [(x, y) for y in range(PANEL, HEIGHT) for x in range(WIDTH) if png.pixel(image, x, y) == (0, 0, 0)]
    if not black:
        return 'the window is not there'
    left, top = min(x for x, _ in black), min(y for _, y in black)
    right, bottom = max(x for x, _ in black) + 1, max(y for _, y in black) + 1
    if right - left != 250 or bottom - top != 250:
        return f'the window is {right - left}x{bottom - top}'
    colors = [(x - left, y - top, png.pixel(image, x, y)) for y in range(top, bottom) for x in range(left, right)]
    triangle = [(x, y, c) for x, y, c in colors if c != (0, 0, 0)]
    # The triangle turns around the window's vertical axis. Its colours are a barycentric mix: their sum is 255.
    wrong = sum(1 for x, y, c in triangle if abs(sum(c) - 255) > 3 or not 58 <= x < 192 or not 58 <= y < 192)
    if len(triangle) < 600:
        return f'only {len(triangle)} pixels of a triangle'
    if wrong:
        return f'{wrong} pixels of the triangle are wrong'
    top_row, last_row = min(y for _, y, _ in triangle), max(y for _, y, _ in triangle)
    blue = [c for _, y, c in triangle if y == top_row]
    base = [c for _, y, c in triangle if y == last_row]
    if not all(c[2] > 230 for c in blue) or not any(c[0] > 200 for c in base) or not any(c[1] > 200 for c in base):
        return f'the corners are {blue} and {base}'
    print(f'triangle of {len(triangle)} pixels in a window at {left},{top}')
    return None


def screenshot(folder, env):
    """The picture, or None."""
    for path in glob.glob(os.path.join(folder, '*.png')):
        os.remove(path)
    subprocess.run(['weston-screenshooter'], env=env, cwd=folder, check=True, timeout=TIMEOUT_S)
    paths = glob.glob(os.path.join(folder, '*.png'))
    return png.read(paths[0]) if paths else None


@contextlib.contextmanager
def weston(launcher, vendor, renderer):
    """A running weston: (server, folder, environment of its clients). Checks at the end what it logged."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, XDG_RUNTIME_DIR=folder, GLOAM_DEBUG='1')
        env.pop('DISPLAY', None)
        env.pop('WAYLAND_DISPLAY', None)
        log = open(os.path.join(folder, 'log'), 'w+', encoding='utf-8')
        server = subprocess.Popen(
            [*launcher, 'weston', '--backend=headless-backend.so', '--use-gl', f'--width={WIDTH}', f'--height={HEIGHT}',
             '--socket=gloam-test', '--no-config', '--debug', '--idle-time=0'],
            env=dict(env, __EGL_VENDOR_LIBRARY_FILENAMES=vendor) if vendor else env, stdout=log, stderr=subprocess.STDOUT,
            cwd=folder)
        try:
            wait_for('the socket', lambda: server.poll() is not None or listens(os.path.join(folder, 'gloam-test')))
            yield server, folder, dict(env, WAYLAND_DISPLAY='gloam-test')
        finally:
            server.terminate()
            server.wait(TIMEOUT_S)
            log.seek(0)
            text = log.read()
    missing = [line for line in renderer if line not in text]
    if missing:
        sys.exit(f'weston did not log {missing}:\n{text}')


def check_client(server, folder, env, client, look):
    """Ends the test if the client's window does not come right before the time is over: windows fade in."""
    process = subprocess.Popen(client, env=env, cwd=folder)
    try:
        end, wrong = time.monotonic() + TIMEOUT_S, 'nothing was seen'
        while wrong and time.monotonic() < end:
            time.sleep(1)
            if process.poll() is not None or server.poll() is not None:
                sys.exit('the client or the compositor ended')
            image = screenshot(folder, env)
            wrong = look(image) if image else 'there is no screenshot'
        if wrong:
            sys.exit(f'{client[0]}: {wrong}')
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


def desktop(folder, env):
    """The rows below the panel, when two screenshots in a row agree: the desktop fades in."""
    end, before = time.monotonic() + TIMEOUT_S, None
    while time.monotonic() < end:
        image = screenshot(folder, env)
        rows = b''.join(image[3][PANEL:]) if image else None
        if rows and rows == before and len(set(rows)) > 8:
            return rows
        before = rows
        time.sleep(1)
    sys.exit('the desktop does not come to rest')


def main():
    if not all(shutil.which(name) for name in ('weston', 'weston-simple-shm', 'weston-simple-egl', 'weston-screenshooter')):
        print('weston is not installed')
        sys.exit(77)
    if len(sys.argv) == 3:
        launcher = [os.path.abspath(sys.argv[1]), 'run', '--']
        with weston(launcher, None, [sys.argv[2]]) as (server, folder, env):
            check_client(server, folder, env, ['weston-simple-shm'], look_shm)
        return
    with weston([], None, ['GL vendor: gloam', 'GL version: OpenGL ES 3.2', 'GL ES 3.2 - renderer features']) as parts:
        server, folder, env = parts
        ours = desktop(folder, env)
        check_client(server, folder, env, ['weston-simple-shm'], look_shm)
        if os.path.exists(MESA):
            client_env = dict(env, __EGL_VENDOR_LIBRARY_FILENAMES=MESA, LIBGL_ALWAYS_SOFTWARE='1')
            check_client(server, folder, client_env, ['weston-simple-egl', '-o'], look_egl)
    if os.path.exists(MESA):
        with weston([], MESA, ['GL vendor: Mesa']) as (_, folder, env):
            theirs = desktop(folder, env)
        differ = sum(abs(a - b) > 1 for a, b in zip(ours, theirs))
        print(f'the desktop: {differ} of {len(ours)} components differ from Mesa')
        if len(ours) != len(theirs) or differ:
            sys.exit('the desktop is wrong')


if __name__ == '__main__':
    main()
