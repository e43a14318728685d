#!/usr/bin/env python3
"""mutter, GNOME's compositor, without a display and without a GPU on gloam: weston-image and weston-simple-egl with gloam on its monitor,
which a screen cast through PipeWire shows. The still picture is compared with that of a mutter on Mesa. Skipped (77) where a program or
Mesa is not installed.

  test_mutter.py PICTURE      PICTURE: a PNG file; the vendor file comes from the environment"""
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import png
from test_weston import MESA, TIMEOUT_S, listens, wait_for

WIDTH, HEIGHT = 640, 480
PROGRAMS = ('mutter', 'dbus-run-session', 'pipewire', 'wireplumber', 'gst-launch-1.0', 'weston-image', 'weston-simple-egl')
PYTHON = '/usr/bin/python3' # has Debian's PyGObject
# Asks mutter for a screen cast of its monitor and prints the number of PipeWire's node; the cast lasts as long as the process.
CAST = """
from gi.repository import Gio, GLib
bus, name = Gio.bus_get_sync(Gio.BusType.SESSION), 'org.gnome.Mutter.ScreenCast'
def call(path, interface, method, arguments):
    return bus.call_sync(name, path, name + interface, method, arguments, None, 0, -1, None).unpack()
session = call('/org/gnome/Mutter/ScreenCast', '', 'CreateSession', GLib.Variant('(a{sv})', ({},)))[0]
stream = call(session, '.Session', 'RecordMonitor', GLib.Variant('(sa{sv})', ('Meta-0', {})))[0]
bus.signal_subscribe(None, name + '.Stream', 'PipeWireStreamAdded', stream, None, 0, lambda *a: print(a[5].unpack()[0], flush=True))
call(session, '.Session', 'Start', None)
GLib.MainLoop().run()
"""


@contextlib.contextmanager
def running(command, env, folder, **more):
    process = subprocess.Popen(command, env=env, cwd=folder, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


def shoot(node, env, folder, client, look):
    """The first frame of the screen cast about which look() has no complaint."""
    path, end, wrong = os.path.join(folder, 'out.png'), time.monotonic() + TIMEOUT_S, 'there is no picture'
    with running(client, env, folder, stderr=subprocess.PIPE, text=True) as process:
        while wrong and time.monotonic() < end:
            time.sleep(0.5)
            subprocess.run(['gst-launch-1.0', '-q', 'pipewiresrc', f'path={node}', 'num-buffers=1', 'do-timestamp=true', 'keepalive-time=200', '!',
                            'videoconvert', '!', 'video/x-raw,format=RGB', '!', 'pngenc', '!', 'filesink', 'location=' + path], env=env,
                           check=False, timeout=TIMEOUT_S, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            if os.path.exists(path) and os.path.getsize(path):
                image = png.read(path)
                wrong = look(image)
        process.send_signal(signal.SIGINT)
        log = process.communicate(timeout=TIMEOUT_S)[1]
    if wrong:
        sys.exit(f'{client[0]}: {wrong}\n{log}')
    return image, log


def rests():
    """A function that complains until a picture of many colours comes twice in a row: windows fade in."""
    before = [None]

    def look(image):
        rows = b''.join(image[3])
        same, before[0] = rows == before[0], rows
        return None if same and len({png.pixel(image, x, y) for x in range(0, WIDTH, 3) for y in range(0, HEIGHT, 3)}) > 2000 \
            else 'the picture does not come to rest'
    return look


def look_triangle(image):
    """weston-simple-egl: its colours are a mix of red, green and blue that adds up to 255, its window is black."""
    black = sum(png.pixel(image, x, y) == (0, 0, 0) for x in range(WIDTH) for y in range(HEIGHT))
    inside = [png.pixel(image, x, y) for x in range(WIDTH) for y in range(HEIGHT)]
    inside = [p for p in inside if max(p) - min(p) > 100 and abs(sum(p) - 255) <= 3]
    if black < 45000 or len(inside) < 600 or any(max(p[i] for p in inside) < 225 for i in range(3)):
        return f'{black} black pixels, {len(inside)} of the triangle'
    return None


def inside(vendor, picture, with_client):
    folder = os.environ['XDG_RUNTIME_DIR']
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=vendor)
    with contextlib.ExitStack() as stack, open(os.path.join(folder, 'log'), 'w', encoding='utf-8') as log:
        for command in (['pipewire'], ['wireplumber']):
            stack.enter_context(running(command, env, folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        server = stack.enter_context(running(
            ['mutter', '--headless', '--wayland', '--no-x11', f'--virtual-monitor={WIDTH}x{HEIGHT}', '--wayland-display=test'], env, folder,
            stdout=log, stderr=log))
        wait_for('mutter', lambda: server.poll() is not None or listens(os.path.join(folder, 'test')))
        time.sleep(2) # until its screen cast has found PipeWire
        cast = stack.enter_context(running([PYTHON, '-c', CAST], env, folder, stdout=subprocess.PIPE, text=True))
        node, env['WAYLAND_DISPLAY'] = cast.stdout.readline().strip(), 'test'
        if not node:
            sys.exit('mutter gives no screen cast')
        image, _ = shoot(node, env, folder, ['weston-image', picture], rests())
        with open(os.path.join(folder, 'rows'), 'wb') as file:
            file.write(b''.join(image[3]))
        if with_client:
            _, text = shoot(node, env, folder, ['weston-simple-egl', '-o'], look_triangle)
            if '0 pixels copied' not in text:
                sys.exit('the client copies pixels:\n' + text)
            print('\n'.join(line for line in text.splitlines() if 'window' in line))


def run(vendor, picture, *with_client):
    """The bytes of the still picture."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, XDG_RUNTIME_DIR=folder, HOME=folder, LIBGL_ALWAYS_SOFTWARE='1', GLOAM_DEBUG='1,perf', GSETTINGS_BACKEND='memory')
        for name in ('DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS'):
            env.pop(name, None)
        done = subprocess.run(['dbus-run-session', '--', sys.executable, sys.argv[0], '--inside', vendor, picture, *with_client], env=env,
                              check=False, timeout=5 * TIMEOUT_S)
        with open(os.path.join(folder, 'log'), encoding='utf-8') as file:
            log = file.read()
        if done.returncode or 'CRITICAL' in log:
            sys.exit(f'exit code {done.returncode}; mutter logged\n{log}')
        with open(os.path.join(folder, 'rows'), 'rb') as file:
            return file.read()


def main():
    if sys.argv[1] == '--inside':
        inside(*sys.argv[2:4], len(sys.argv) > 4)
        return
    if not all(shutil.which(name) for name in PROGRAMS) or not os.path.exists(MESA) or \
            subprocess.run([PYTHON, '-c', 'import gi'], check=False).returncode or \
            subprocess.run(['gst-inspect-1.0', 'pipewiresrc'], stdout=subprocess.DEVNULL, check=False).returncode:
        print('mutter, PipeWire, a client or Mesa is not installed')
        sys.exit(77)
    ours, theirs = run(os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], sys.argv[1], 'client'), run(MESA, sys.argv[1])
    differ = sum(abs(a - b) > 2 for a, b in zip(ours, theirs))
    print(f'{differ} of {len(ours)} components differ from Mesa')
    if len(ours) != len(theirs) or differ:
        sys.exit('the picture is wrong')


main()
