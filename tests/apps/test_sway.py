#!/usr/bin/env python3
"""sway, a compositor of wlroots, with its GLES2 renderer on the render-node stand-in: its buffers come from libgbm's backend of gloam. It
composites a translucent image on an output of scale 1.5, which is compared with the same picture composited on Mesa's radeonsi, and
weston-simple-egl with gloam, whose buffers it imports. Skipped (77) where a program or radeonsi is not installed.

  test_sway.py NODE PICTURE BACKENDS     PICTURE: a PNG file; BACKENDS: the folder with gloam_gbm.so"""
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import png
from compositor import rests

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'node'))
from node_test import MESA, has_radeonsi, skip

WIDTH, HEIGHT, TIMEOUT_S = 640, 480, 100
BACKGROUND = (0x20, 0x40, 0x60)
CONFIG = f"""output HEADLESS-1 mode {WIDTH}x{HEIGHT} scale 1.5 bg #204060 solid_color
default_border none
for_window [title="^Weston"] floating enable, move position 20 20, opacity 0.7
for_window [title="simple-egl"] floating enable, move position 20 20
"""
PROGRAMS = ('sway', 'swaybg', 'grim', 'weston-image', 'weston-simple-egl')


def environment_of(env, folder):
    """Of a compositor of wlroots without a display."""
    return dict(env, XDG_RUNTIME_DIR=folder, WLR_BACKENDS='headless', WLR_RENDERER='gles2', WLR_LIBINPUT_NO_DEVICES='1',
                WLR_RENDER_DRM_DEVICE='/dev/dri/renderD128')


def unprivileged():
    """The beginning of a command that is not root: sway and cage refuse to be. It is another user of a namespace then."""
    return ['unshare', '--user', '--map-user=1000', '--map-group=1000'] if os.getuid() == 0 else []


@contextlib.contextmanager
def sway(env, wanted):
    """A running sway: (process, folder, environment of its clients). Checks at the end that it logged the words of wanted."""
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'config'), 'w', encoding='utf-8') as file:
            file.write(CONFIG)
        env = environment_of(env, folder)
        log = open(os.path.join(folder, 'log'), 'w+', encoding='utf-8')
        server = subprocess.Popen([*unprivileged(), 'sway', '--debug', '--config', os.path.join(folder, 'config')], env=env, stdout=log,
                                  stderr=subprocess.STDOUT, cwd=folder)
        try:
            yield server, folder, dict(env, WAYLAND_DISPLAY='wayland-1')
        finally:
            server.terminate()
            server.wait(TIMEOUT_S)
            log.seek(0)
            text = log.read()
            log.close()
            missing = [words for words in wanted if words not in text]
            if missing:
                print(text[-8000:])
                sys.exit(f'sway did not log {missing}')


def shoot(folder, env):
    """A picture of the output, or None while there is no compositor."""
    path = os.path.join(folder, 'out.png')
    done = subprocess.run(['grim', path], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=TIMEOUT_S)
    return png.read(path) if done.returncode == 0 else None


def picture(server, folder, env, command, look):
    """The first picture of the output with the client's window that look() accepts, and the client's log."""
    process, end, wrong = None, time.monotonic() + TIMEOUT_S, 'the compositor does not answer'
    try:
        while wrong and time.monotonic() < end and server.poll() is None:
            time.sleep(0.3)
            image = shoot(folder, env)
            if not image:
                continue
            if not process:
                process = subprocess.Popen(command, env=env, cwd=folder, stderr=subprocess.PIPE, text=True)
            wrong = look(image)
    finally:
        if process:
            process.send_signal(signal.SIGINT)
            logged = process.communicate(timeout=TIMEOUT_S)[1]
    if wrong:
        sys.exit(f'{command[0]}: {wrong}')
    return image, logged


def still():
    """Complains until the picture of a client with many colours rests."""
    return rests(lambda image: len(set(b''.join(image[3]))) > 50)


def look_triangle(image):
    """weston-simple-egl: a turning triangle, blue at its top, red and green at its bottom; its colours add up to white's value once. The
    output's scale makes its window of 250 pixels 375 high and its triangle half of that."""
    inside = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)
              if abs(sum(png.pixel(image, x, y)) - 255) <= 6 and png.pixel(image, x, y) != BACKGROUND]
    if len(inside) < 300 or png.pixel(image, WIDTH - 9, HEIGHT - 9) != BACKGROUND:
        return f'{len(inside)} pixels of the triangle'
    top, bottom = min(y for _, y in inside), max(y for _, y in inside)
    colors = {max(range(3), key=png.pixel(image, x, y).__getitem__) for x, y in inside}
    if not 160 <= bottom - top <= 190 or colors != {0, 1, 2}:
        return f'the triangle is {bottom - top + 1} high, its corners have the components {colors}'
    apex = [png.pixel(image, x, y) for x, y in inside if y == top]
    return None if all(p[2] > 200 for p in apex) else f'the apex is {apex}'


def inside(file, backends):
    base = dict(os.environ, GLOAM_DEBUG='1,perf', GLOAM_DEVICE='/dev/dri/renderD128', MESA_SHADER_CACHE_DISABLE='true')
    for name in ('DISPLAY', 'WAYLAND_DISPLAY', 'SWAYSOCK'):
        base.pop(name, None)
    gloam = dict(base, GBM_BACKEND='gloam', GBM_BACKENDS_PATH=backends)
    command = ['weston-image', file]
    with sway(gloam, ['GL vendor: gloam', 'GBM allocator with backend gloam']) as parts:
        ours, _ = picture(*parts, command, still())
        _, log = picture(*parts, ['weston-simple-egl', '-o'], look_triangle)
    buffers = set(re.findall(r'wl_buffer of 250x250 pixels through (\w+)', log))
    frames = re.findall(r'(\d+) frames presented, (\d+) pixels copied', log)
    print(f'weston-simple-egl: buffers through {buffers}, frames and copied pixels: {frames}')
    if buffers != {'zwp_linux_dmabuf_v1'} or len(frames) != 1 or int(frames[0][0]) < 3 or int(frames[0][1]):
        sys.exit('the client\'s buffers are not imported, or pixels are copied')
    with sway(dict(base, __EGL_VENDOR_LIBRARY_FILENAMES=MESA), ['GL renderer: AMD Radeon']) as parts:
        theirs, _ = picture(*parts, command, still())
    a, b = b''.join(ours[3]), b''.join(theirs[3])
    differ = sum(abs(x - y) > 1 for x, y in zip(a, b))
    print(f'{differ} of {len(a)} components differ from radeonsi; {len(set(a))} values')
    if ours[:2] != (WIDTH, HEIGHT) or len(a) != len(b) or differ:
        sys.exit('the picture is wrong')


def skip_without(*programs):
    """Ends the test where a program, radeonsi or user namespaces are missing."""
    if not all(shutil.which(name) for name in programs) or not has_radeonsi():
        skip(f'{programs}: one of them or radeonsi is not installed')
    if os.getuid() == 0 and subprocess.run(['unshare', '--user', 'true'], check=False).returncode:
        skip('the compositor does not run as root, and this container has no user namespaces')


def main():
    if sys.argv[1] == '--inside':
        inside(*sys.argv[2:])
        return
    skip_without(*PROGRAMS)
    node, *rest = sys.argv[1:]
    sys.exit(subprocess.run([node, 'run', '--', sys.executable, sys.argv[0], '--inside', *rest], check=False).returncode)


if __name__ == '__main__':
    main()
