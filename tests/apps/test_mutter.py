#!/usr/bin/env python3
"""mutter, GNOME's compositor, without a display and without a GPU on gloam: weston-image and weston-simple-egl with gloam on its monitor,
which a screen cast through PipeWire shows. The still picture is compared with that of a mutter on Mesa. Skipped (77) where a program or
Mesa is not installed.

  test_mutter.py PICTURE      PICTURE: a PNG file; the vendor file comes from the environment"""
import contextlib
import os
import subprocess
import sys
import time

import png
from compositor import HEIGHT, PYTHON, SOCKET, TIMEOUT_S, WIDTH, compositor, look_triangle, main, rests, running, shoot

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


def take(node, env, folder):
    """A frame of the screen cast, or None."""
    path = os.path.join(folder, 'out.png')
    subprocess.run(['gst-launch-1.0', '-q', 'pipewiresrc', f'path={node}', 'num-buffers=1', 'do-timestamp=true', 'keepalive-time=200', '!',
                    'videoconvert', '!', 'video/x-raw,format=RGB', '!', 'pngenc', '!', 'filesink', 'location=' + path], env=env,
                   check=False, timeout=TIMEOUT_S, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return png.read(path) if os.path.exists(path) and os.path.getsize(path) else None


def session(env, folder, log, picture, with_client):
    with contextlib.ExitStack() as stack:
        for command in (['pipewire'], ['wireplumber']):
            stack.enter_context(running(command, env, folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        stack.enter_context(compositor(['mutter', '--headless', '--wayland', '--no-x11', f'--virtual-monitor={WIDTH}x{HEIGHT}',
                                        '--wayland-display=' + SOCKET], env, folder, log))
        time.sleep(2) # until its screen cast has found PipeWire
        cast = stack.enter_context(running([PYTHON, '-c', CAST], env, folder, stdout=subprocess.PIPE, text=True))
        node = cast.stdout.readline().strip()
        if not node:
            sys.exit('mutter gives no screen cast')
        image, _ = shoot(lambda: take(node, env, folder), env, folder, ['weston-image', picture], rests())
        if with_client:
            _, text = shoot(lambda: take(node, env, folder), env, folder, ['weston-simple-egl', '-o'], look_triangle)
            if '0 pixels copied' not in text:
                sys.exit('the client copies pixels:\n' + text)
            print('\n'.join(line for line in text.splitlines() if 'window' in line))
    return image


def installed():
    return not subprocess.run(['gst-inspect-1.0', 'pipewiresrc'], stdout=subprocess.DEVNULL, check=False).returncode


main('mutter', ['mutter', 'pipewire', 'wireplumber', 'gst-launch-1.0'], session, {'GLOAM_DEBUG': '1,perf', 'GSETTINGS_BACKEND': 'memory'},
     installed, refuse=['CRITICAL'])
