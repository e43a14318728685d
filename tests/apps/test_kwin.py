#!/usr/bin/env python3
"""KWin, KDE's compositor, without a display and without a GPU on gloam: weston-image and weston-simple-egl with gloam on its output, which
its screenshot service shows. The still picture is compared with that of a KWin on Mesa. Skipped (77) where a program or Mesa is not
installed.

  test_kwin.py PICTURE      PICTURE: a PNG file; the vendor file comes from the environment"""
import os
import shutil
import subprocess
import sys

from compositor import HEIGHT, PYTHON, SOCKET, TIMEOUT_S, WIDTH, compositor, look_triangle, main, rests, shoot

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


def take(env):
    """A picture of the output, or None."""
    shot = subprocess.run([PYTHON, '-c', SHOOT], env=env, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=TIMEOUT_S,
                          check=False).stdout
    if len(shot) != WIDTH * HEIGHT * 4:
        return None
    rgb = bytearray(WIDTH * HEIGHT * 3)
    rgb[0::3], rgb[1::3], rgb[2::3] = shot[2::4], shot[1::4], shot[0::4]
    return WIDTH, HEIGHT, 3, [bytes(rgb[at:at + WIDTH * 3]) for at in range(0, len(rgb), WIDTH * 3)]


def session(env, folder, log, picture, with_client):
    # File capabilities keep the installed program from starting in containers; a copy has none.
    program = shutil.copy(shutil.which('kwin_wayland'), os.path.join(folder, 'kwin_wayland'))
    with compositor([program, '--virtual', '--no-lockscreen', '--width', str(WIDTH), '--height', str(HEIGHT), '--socket', SOCKET], env,
                    folder, log):
        image, _ = shoot(lambda: take(env), env, folder, ['weston-image', picture], rests())
        if with_client:
            shoot(lambda: take(env), env, folder, ['weston-simple-egl', '-o'], look_triangle)
        info = subprocess.run(['dbus-send', '--session', '--print-reply', '--dest=org.kde.KWin', '/KWin', 'org.kde.KWin.supportInformation'],
                              env=env, stdout=subprocess.PIPE, text=True, check=True).stdout
    print('\n'.join(line for line in info.splitlines() if line.startswith(('OpenGL', 'GLSL', 'Compositing'))))
    if 'Compositing Type: OpenGL' not in info:
        sys.exit('KWin does not use OpenGL')
    return image


main('KWin', ['kwin_wayland'], session, {'GLOAM_DEBUG': '1', 'KWIN_COMPOSE': 'O2', 'KWIN_SCREENSHOT_NO_PERMISSION_CHECKS': '1'})
