#!/usr/bin/env python3
"""Clients of EGL's wayland platform on an unmodified weston. Skipped (77) where weston is not installed.

  test_wayland.py client PROGRAM [ARGUMENT...]
                                    PROGRAM on a weston without GL; without arguments it gets the process id of weston (wayland_client.c)
  test_wayland.py gloam             weston-simple-egl on a weston whose GL renderer runs on gloam; the screenshot is checked. The
                                    client's buffers are images that weston imports, and presenting copies no pixels
  test_wayland.py mesa              the same on a weston whose GL renderer runs on Mesa; the buffers go through wl_shm
  test_wayland.py radeonsi          on the render-node stand-in: the client runs on radeonsi, whose buffers are tiled and, on GFX8,
                                    compressed (DCC); weston's GL renderer runs on gloam"""
import glob
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'apps'))
import png

WIDTH, HEIGHT = 640, 480
TIMEOUT_S = int(os.environ.get('GLOAM_TEST_TIMEOUT_S', '100'))
MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'


def listens(path):
    with socket.socket(socket.AF_UNIX) as s:
        return s.connect_ex(path) == 0


def start_weston(folder, env, options):
    server = subprocess.Popen(
        ['weston', '--backend=headless-backend.so', *options, f'--width={WIDTH}', f'--height={HEIGHT}', '--socket=gloam-test',
         '--no-config', '--debug', '--idle-time=0'], env=env, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + TIMEOUT_S
    while not listens(os.path.join(folder, 'gloam-test')):
        if server.poll() is not None or time.monotonic() > end:
            sys.exit('weston did not start')
        time.sleep(0.05)
    return server


def look(image):
    """The reason why the picture is wrong, or None. weston-simple-egl draws a triangle, half as high as its window of 250x250, that
    turns about its vertical axis: blue at the top, red and green at the bottom. Its colours add up to white's value once."""
    inside = []
    for y in range(40, HEIGHT):
        for x in range(WIDTH):
            p = png.pixel(image, x, y)
            if max(p) - min(p) > 100 and 250 <= sum(p[:3]) <= 260:
                inside.append((x, y))
    if len(inside) < 500:
        return f'{len(inside)} pixels of the triangle'
    left, right = min(x for x, _ in inside), max(x for x, _ in inside)
    top, bottom = min(y for _, y in inside), max(y for _, y in inside)
    if not 100 <= bottom - top + 1 <= 126 or right - left < 40:
        return f'the triangle is {right - left + 1}x{bottom - top + 1}'
    row = [x for x, y in inside if y == bottom]
    corners = [png.pixel(image, min(row), bottom), png.pixel(image, max(row), bottom)]
    corners.sort()
    apex = png.pixel(image, min(x for x, y in inside if y == top), top)
    if apex[2] < 200 or corners[0][1] < 200 or corners[1][0] < 200:
        return f'the corners are {apex}, {corners}'
    print(f'triangle {right - left + 1}x{bottom - top + 1}, corners {apex} {corners}')
    return None


def screenshot(folder, env):
    for path in glob.glob(os.path.join(folder, '*.png')):
        os.remove(path)
    subprocess.run(['weston-screenshooter'], env=env, cwd=folder, check=True, timeout=TIMEOUT_S)
    paths = glob.glob(os.path.join(folder, '*.png'))
    return look(png.read(paths[0])) if paths else 'there is no screenshot'


def triangle(folder, env, vendor):
    server_env = dict(env, __EGL_VENDOR_LIBRARY_FILENAMES=MESA) if vendor == 'mesa' else env
    server, client = start_weston(folder, server_env, ['--use-gl']), None
    client_env = dict(env, WAYLAND_DISPLAY='gloam-test')
    if vendor == 'radeonsi':
        client_env['__EGL_VENDOR_LIBRARY_FILENAMES'] = MESA
    try:
        client = subprocess.Popen(['weston-simple-egl', '-o'], env=dict(client_env, GLOAM_DEBUG='1,perf'), cwd=folder,
                                  stderr=subprocess.PIPE, text=True)
        end = time.monotonic() + TIMEOUT_S
        wrong = 'nothing was seen'
        while wrong and time.monotonic() < end: # the window fades in, the triangle turns
            time.sleep(0.7)
            if client.poll() is not None or server.poll() is not None:
                sys.exit('the client or the compositor ended')
            wrong = screenshot(folder, client_env)
        client.send_signal(signal.SIGINT) # the client destroys its window
        log = client.communicate(timeout=TIMEOUT_S)[1]
    finally:
        for process in (client, server):
            if process:
                process.terminate()
                process.wait(TIMEOUT_S)
    if vendor == 'radeonsi':
        return wrong
    return wrong or check_log(log, 'zwp_linux_dmabuf_v1' if vendor == 'gloam' else 'wl_shm')


def check_log(log, protocol):
    """The reason why the client's messages about its buffers are wrong, or None."""
    buffers = re.findall(r'wl_buffer of 250x250 pixels through (\w+)', log)
    ends = re.findall(r'(\d+) frames presented, (\d+) pixels copied', log)
    print(f'{len(buffers)} buffers through {set(buffers)}, frames and copied pixels: {ends}')
    if set(buffers) != {protocol}:
        return f'buffers through {set(buffers)}, not {protocol}'
    if len(ends) != 1 or int(ends[0][0]) < 3 or int(ends[0][1]):
        return 'pixels are copied, or no frame was presented'
    return None


def main():
    if not all(shutil.which(name) for name in ('weston', 'weston-simple-egl', 'weston-screenshooter')):
        print('weston is not installed')
        sys.exit(77)
    if (sys.argv[1] == 'mesa' and not os.path.exists(MESA)) or (
            sys.argv[1] == 'radeonsi' and not glob.glob('/usr/lib/*/dri/radeonsi_dri.so')):
        print('Mesa is not installed')
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, XDG_RUNTIME_DIR=folder)
        if len(sys.argv) < 4: # a stress test of errors has too many reasons
            env['GLOAM_DEBUG'] = '1'
        env.pop('DISPLAY', None)
        env.pop('WAYLAND_DISPLAY', None)
        if sys.argv[1] != 'client':
            sys.exit(triangle(folder, env, sys.argv[1]))
        server = start_weston(folder, env, [])
        try:
            arguments = sys.argv[3:] or [str(server.pid)]
            sys.exit(subprocess.run([sys.argv[2], *arguments], env=dict(env, WAYLAND_DISPLAY='gloam-test'), check=False,
                                    timeout=3 * TIMEOUT_S + int(os.environ.get('GLOAM_STRESS_MS', '0')) / 1000).returncode)
        finally:
            server.kill()
            server.wait()


main()
