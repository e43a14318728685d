#!/usr/bin/env python3
"""KWin, KDE's compositor, without a display and without a GPU on gloam: weston-image and weston-simple-egl with gloam on its output, which
its screenshot service shows. The still picture is compared with that of a KWin on Mesa. Skipped (77) where a program or Mesa is not
installed.

  test_kwin.py PICTURE      PICTURE: a PNG file; the vendor file comes from the environment"""
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import time

from test_weston import MESA, TIMEOUT_S, listens, wait_for

WIDTH, HEIGHT = 640, 480
PROGRAMS = ('kwin_wayland', 'dbus-run-session', 'weston-image', 'weston-simple-egl')
PYTHON = '/usr/bin/python3' # has Debian's PyGObject
# Writes a screenshot of the output, rows of 32-bit pixels, to standard output.
SHOOT = """
import os, sys
from gi.repository import Gio, GLib
bus, (reader, writer), files = Gio.bus_get_sync(Gio.BusType.SESSION), os.pipe(), Gio.UnixFDList()
files.append(writer)
result, _ = bus.call_with_unix_fd_list_sync('org.kde.KWin', '/org/kde/KWin/ScreenShot2', 'org.kde.KWin.ScreenShot2', 'CaptureArea',
    GLib.Variant('(iiuua{sv}h)', (0, 0, %d, %d, {}, 0)), None, 0, 10000, files, None)
del files
os.close(writer)
size_B = result.unpack()[0]['stride'] * result.unpack()[0]['height']
data = b''
while len(data) < size_B:
    part = os.read(reader, size_B)
    if not part:
        sys.exit('the screenshot ends early')
    data += part
sys.stdout.buffer.write(data)
""" % (WIDTH, HEIGHT)


@contextlib.contextmanager
def running(command, env, folder, **more):
    process = subprocess.Popen(command, env=env, cwd=folder, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


def colors(picture):
    """{(red, green, blue): number of pixels}"""
    found = {}
    for i in range(0, len(picture), 4):
        color = picture[i + 2], picture[i + 1], picture[i]
        found[color] = found.get(color, 0) + 1
    return found


def shoot(env, folder, client, look):
    """The first picture about which look() has no complaint."""
    end, wrong = time.monotonic() + TIMEOUT_S, 'there is no picture'
    with running(client, env, folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        while wrong and time.monotonic() < end:
            time.sleep(0.5)
            shot = subprocess.run([PYTHON, '-c', SHOOT], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=TIMEOUT_S,
                                  check=False)
            wrong = look(shot.stdout) if len(shot.stdout) == WIDTH * HEIGHT * 4 else f'a screenshot of {len(shot.stdout)} bytes'
    if wrong:
        sys.exit(f'{client[0]}: {wrong}')
    return shot.stdout


def rests():
    """A function that complains until a picture of many colours comes twice in a row: windows fade in."""
    before = [None]

    def look(picture):
        same, before[0] = picture == before[0], picture
        return None if same and len(colors(picture)) > 2000 else 'the picture does not come to rest'
    return look


def look_triangle(picture):
    """weston-simple-egl: its colours are a mix of red, green and blue that adds up to 255."""
    inside = [color for color in colors(picture) if max(color) - min(color) > 100 and abs(sum(color) - 255) <= 3]
    return None if len(inside) > 300 and all(max(color[i] for color in inside) > 215 for i in range(3)) else f'{len(inside)} colours of the triangle'


def inside_session(vendor, picture, with_client):
    folder = os.environ['XDG_RUNTIME_DIR']
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=vendor, KWIN_COMPOSE='O2', KWIN_SCREENSHOT_NO_PERMISSION_CHECKS='1')
    # File capabilities keep the installed program from starting in containers; a copy has none.
    program = shutil.copy(shutil.which('kwin_wayland'), os.path.join(folder, 'kwin_wayland'))
    with open(os.path.join(folder, 'log'), 'w', encoding='utf-8') as log, running(
            [program, '--virtual', '--no-lockscreen', '--width', str(WIDTH), '--height', str(HEIGHT), '--socket', 'test'], env, folder,
            stdout=log, stderr=log) as server:
        wait_for('kwin_wayland', lambda: server.poll() is not None or listens(os.path.join(folder, 'test')))
        env['WAYLAND_DISPLAY'] = 'test'
        image = shoot(env, folder, ['weston-image', picture], rests())
        if with_client:
            shoot(env, folder, ['weston-simple-egl', '-o'], look_triangle)
        info = subprocess.run(['dbus-send', '--session', '--print-reply', '--dest=org.kde.KWin', '/KWin', 'org.kde.KWin.supportInformation'],
                              env=env, stdout=subprocess.PIPE, text=True, check=True).stdout
    print('\n'.join(line for line in info.splitlines() if line.startswith(('OpenGL', 'GLSL', 'Compositing'))))
    if 'Compositing Type: OpenGL' not in info:
        sys.exit('KWin does not use OpenGL')
    with open(os.path.join(folder, 'picture'), 'wb') as file:
        file.write(image)


def run(vendor, picture, *with_client):
    """The bytes of the still picture."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, XDG_RUNTIME_DIR=folder, HOME=folder, LIBGL_ALWAYS_SOFTWARE='1', GLOAM_DEBUG='1')
        for name in ('DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'EGL_PLATFORM'):
            env.pop(name, None)
        done = subprocess.run(['dbus-run-session', '--', sys.executable, sys.argv[0], '--inside', vendor, picture, *with_client], env=env,
                              check=False, timeout=5 * TIMEOUT_S)
        if done.returncode:
            with open(os.path.join(folder, 'log'), encoding='utf-8') as file:
                sys.exit(f'exit code {done.returncode}; KWin logged\n{file.read()}')
        with open(os.path.join(folder, 'picture'), 'rb') as file:
            return file.read()


def main():
    if sys.argv[1] == '--inside':
        inside_session(*sys.argv[2:4], len(sys.argv) > 4)
        return
    if not all(shutil.which(name) for name in PROGRAMS) or not os.path.exists(MESA) or \
            subprocess.run([PYTHON, '-c', 'import gi'], check=False).returncode:
        print('KWin, a client or Mesa is not installed')
        sys.exit(77)
    ours, theirs = run(os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], sys.argv[1], 'client'), run(MESA, sys.argv[1])
    differ = sum(abs(a - b) > 2 for a, b in zip(ours, theirs))
    print(f'{differ} of {len(ours)} components differ from Mesa')
    if len(ours) != len(theirs) or differ:
        sys.exit('the picture is wrong')


main()
