#!/usr/bin/env python3
"""Programs of GTK 4, Qt 5 and Qt 6, mpv, WPE (cog) and Firefox draw with gloam in a weston whose GL renderer runs on gloam; each picture is compared with
that of the same program on Mesa in the same weston. Programs that are not installed are skipped; 77 where none is, or weston or Mesa are
not.

  test_toolkits.py FOLDER [NAME...]     FOLDER: with shapes.qml and webgl2.html; NAME: only these programs. The vendor file comes from
                                        the environment"""
import os
import shutil
import subprocess
import sys
import time

from test_weston import MESA, TIMEOUT_S, desktop, screenshot, weston

HERE = os.path.abspath(sys.argv[1])
# Name, command, environment, largest part of the components that may differ by more than STEP: spinners and the panel's clock move. {} is
# the folder of the session.
PROGRAMS = [
    ('GTK 4', ['gtk4-demo'], {'GSK_RENDERER': 'gl', 'GDK_BACKEND': 'wayland'}, 0.01),
    ('mpv', ['mpv', '--no-config', '--pause', '--vo=gpu', '--gpu-context=wayland', 'av://lavfi:testsrc2=size=320x200'], {}, 0.01),
    ('Qt 5', ['qmlscene', '--core-profile', HERE + '/shapes.qml'],
     {'QT_QPA_PLATFORM': 'wayland-egl', 'QT_WAYLAND_DISABLE_WINDOWDECORATION': '1'}, 0.01),
    ('Qt 5, default format', ['qmlscene', HERE + '/shapes.qml'],
     {'QT_QPA_PLATFORM': 'wayland-egl', 'QT_WAYLAND_DISABLE_WINDOWDECORATION': '1'}, 0.01),
    ('Qt 6', ['/usr/lib/qt6/bin/qml', HERE + '/shapes.qml'],
     {'QT_QPA_PLATFORM': 'wayland-egl', 'QT_WAYLAND_DISABLE_WINDOWDECORATION': '1', 'QSG_RHI_BACKEND': 'opengl'}, 0.01),
    # WebKit's WPE passes its frames on as images of EGL_WL_bind_wayland_display.
    ('cog', ['cog', '--platform=wl', f'file://{HERE}/webgl1.html'], {}, 0.01),
    ('Firefox', ['firefox-esr', '--no-remote', '--profile', '{}', '--kiosk', f'file://{HERE}/webgl2.html'],
     {'MOZ_ENABLE_WAYLAND': '1', 'GDK_BACKEND': 'wayland'}, 0.01),
]
# Firefox uses llvmpipe, and devices that are not in its lists, for WebGL only with this preference.
PREFERENCES = """user_pref("webgl.force-enabled", true);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
"""
SHOTS = 6
STEP = 9 # of 255, between components that count as equal: Qt 5 takes a config of 5 and 6 bits, to which llvmpipe rounds down


def start(command, env, folder):
    with open(os.path.join(folder, 'user.js'), 'w', encoding='utf-8') as file:
        file.write(PREFERENCES)
    command = [part.replace('{}', folder) for part in command]
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
    programs = [row for row in PROGRAMS if shutil.which(row[1][0]) and (row[0] in sys.argv[2:] or not sys.argv[2:])]
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
        if part > limit or differing(theirs, bare) < 0.05 or len(set(b''.join(ours[3][32:]))) < 12:
            sys.exit(f'{name}: the picture is wrong')


main()
