"""compositor.py: tests of compositors that run without a display on a separate session bus. A test shows clients on its
compositor, first on gloam, then on Mesa, and compares the still picture of both.

The test calls main(), which starts it again inside the bus, with a new home and a new runtime folder."""
import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from test_weston import MESA, TIMEOUT_S, listens, wait_for

WIDTH, HEIGHT, SHOTS = 640, 480, 4
SOCKET = 'test' # the name of the compositor's socket
PYTHON = '/usr/bin/python3' # has Debian's PyGObject


@contextlib.contextmanager
def running(command, env, folder, **more):
    process = subprocess.Popen(command, env=env, cwd=folder, **more)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


@contextlib.contextmanager
def compositor(command, env, folder, log):
    """A compositor that accepts clients; sets WAYLAND_DISPLAY of env."""
    with running(command, env, folder, stdout=log, stderr=log) as server:
        wait_for(command[0], lambda: server.poll() is not None or listens(os.path.join(folder, SOCKET)))
        env['WAYLAND_DISPLAY'] = SOCKET
        yield server


def shoot(take, env, folder, client, look):
    """The first picture of take() that look() accepts while the client runs, and the client's log. Pictures are those of
    png.read()."""
    end, wrong, image = time.monotonic() + TIMEOUT_S, 'there is no picture', None
    with running(client, env, folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        while wrong and time.monotonic() < end:
            time.sleep(0.5)
            image = take()
            wrong = look(image) if image else wrong
        process.send_signal(signal.SIGINT)
        log = process.communicate(timeout=TIMEOUT_S)[1]
    if wrong:
        sys.exit(f'{client[0]}: {wrong}\n{log}')
    return image, log


def pixels(image):
    """(red, green, blue) of every pixel"""
    _, _, channels, rows = image
    flat = b''.join(rows)
    return list(zip(flat[0::channels], flat[1::channels], flat[2::channels]))


def rests(shown=lambda image: len(set(pixels(image))) > 2000, first_row=0):
    """A function that complains until pictures for which shown() holds are equal SHOTS times in a row, from first_row on: windows fade
    in, and clients draw once more when theirs becomes the active one, on a busy machine later than the next picture."""
    before, equal = [None], [0]

    def look(image):
        rows = image[3][first_row:]
        equal[0] = equal[0] + 1 if rows == before[0] else 1
        before[0] = rows
        return None if equal[0] >= SHOTS and shown(image) else 'the picture does not come to rest'
    return look


def look_triangle(image):
    """weston-simple-egl: its colours are a mix of red, green and blue that adds up to 255, its window is black."""
    found = pixels(image)
    black = found.count((0, 0, 0))
    triangle = {p for p in found if max(p) - min(p) > 100 and abs(sum(p) - 255) <= 3}
    if black < 45000 or len(triangle) < 300 or any(max(p[i] for p in triangle) < 215 for i in range(3)):
        return f'{black} black pixels, {len(triangle)} colours of the triangle'
    return None


def run(name, vendor, picture, with_client, variables, refuse):
    """The bytes of the still picture of a session."""
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, XDG_RUNTIME_DIR=folder, HOME=folder, LIBGL_ALWAYS_SOFTWARE='1', **variables)
        for variable in ('DISPLAY', 'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'EGL_PLATFORM'):
            env.pop(variable, None)
        done = subprocess.run(['dbus-run-session', '--', sys.executable, sys.argv[0], '--inside', vendor, picture,
                               *['client'] * with_client], env=env, check=False, timeout=5 * TIMEOUT_S)
        with open(os.path.join(folder, 'log'), encoding='utf-8') as file:
            log = file.read()
        if done.returncode or any(words in log for words in refuse):
            sys.exit(f'exit code {done.returncode}; {name} logged\n{log}')
        with open(os.path.join(folder, 'rows'), 'rb') as file:
            return file.read()


def main(name, programs, session, variables, installed=lambda: True, refuse=()):
    """session(env, folder, log, picture, with_client): the still picture of a session, which with_client shows a client with
    gloam too. installed(): whether requirements besides programs are there. refuse: words that the compositor must not log."""
    if sys.argv[1] == '--inside':
        folder = os.environ['XDG_RUNTIME_DIR']
        env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=sys.argv[2])
        with open(os.path.join(folder, 'log'), 'w', encoding='utf-8') as log:
            image = session(env, folder, log, sys.argv[3], len(sys.argv) > 4)
        with open(os.path.join(folder, 'rows'), 'wb') as file:
            file.write(b''.join(image[3]))
        return
    if not all(shutil.which(program) for program in ('dbus-run-session', 'weston-image', 'weston-simple-egl', *programs)) or \
            not os.path.exists(MESA) or subprocess.run([PYTHON, '-c', 'import gi'], check=False).returncode or not installed():
        print(f'{name}, a client or Mesa is not installed')
        sys.exit(77)
    ours = run(name, os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], sys.argv[1], True, variables, refuse)
    theirs = run(name, MESA, sys.argv[1], False, variables, refuse)
    differ = sum(abs(a - b) > 2 for a, b in zip(ours, theirs))
    print(f'{differ} of {len(ours)} components differ from Mesa')
    if len(ours) != len(theirs) or differ:
        sys.exit('the picture is wrong')
