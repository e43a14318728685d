#!/usr/bin/env python3
"""Programs of GTK 4 and mpv draw with gloam in a weston whose GL renderer runs on gloam; each picture is compared with that of the
same program on Mesa in the same weston. Programs that are not installed are skipped; 77 where none is, or weston or Mesa are not.

  test_toolkits.py      (the vendor file comes from the environment)"""
import os
import shutil
import subprocess
import sys
import time

from test_weston import MESA, TIMEOUT_S, desktop, screenshot, weston

# Name, command, environment, largest part of the components that may differ: spinners and the panel's clock move.
PROGRAMS = [
    ('GTK 4', ['gtk4-demo'], {'GSK_RENDERER': 'gl', 'GDK_BACKEND': 'wayland'}, 0.01),
    ('mpv', ['mpv', '--no-config', '--pause', '--vo=gpu', '--gpu-context=wayland', 'av://lavfi:testsrc2=size=320x200'], {}, 0.01),
]
SHOTS = 6
STEP = 6 # of 255, between components that count as equal


def start(command, env, folder):
    return subprocess.Popen(command, env=env, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def differing(a, b):
    """Part of the components below the panel that differ."""
    x, y = b''.join(a[3][32:]), b''.join(b[3][32:])
    return sum(abs(p - q) > STEP for p, q in zip(x, y)) / len(x) if len(x) == len(y) else 1.0


def picture(program, env, folder, reached):
    """The first screenshot for which reached() holds; the last one when the time is over."""
    process, end, image = start(program, env, folder), time.monotonic() + TIMEOUT_S, None
    try:
        while time.monotonic() < end and process.poll() is None:
            time.sleep(1)
            image = screenshot(folder, env)
            if image and reached(image):
                break
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)
    return image


def rests(bare):
    """A predicate: a window covers part of the desktop, and SHOTS screenshots in a row agree but for moving parts."""
    seen = []

    def reached(image):
        seen.append(image)
        return len(seen) >= SHOTS and differing(image, bare) > 0.05 and \
            max(differing(image, old) for old in seen[-SHOTS:-1]) < 0.002
    return reached


def main():
    programs = [row for row in PROGRAMS if shutil.which(row[1][0])]
    if not programs or not os.path.exists(MESA) or not shutil.which('weston-screenshooter'):
        print('weston, Mesa or all programs are not installed')
        sys.exit(77)
    for name, command, more, limit in programs:
        with weston([], None, ['GL vendor: gloam']) as (_, folder, env):
            env.update(more, LIBGL_ALWAYS_SOFTWARE='1')
            desktop(folder, env)
            bare = screenshot(folder, env)
            theirs = picture(command, dict(env, __EGL_VENDOR_LIBRARY_FILENAMES=MESA), folder, rests(bare))
        with weston([], None, ['GL vendor: gloam']) as (_, folder, env):
            env.update(more)
            desktop(folder, env)
            ours = picture(command, env, folder, lambda image: differing(image, theirs) <= limit)
        part = differing(ours, theirs) if ours and theirs else 1.0
        print(f'{name}: {100 * part:.2f} % of the components differ from Mesa; '
              f'{100 * differing(theirs, bare):.0f} % differ from the empty desktop')
        if part > limit or differing(theirs, bare) < 0.05:
            sys.exit(f'{name}: the picture is wrong')


main()
