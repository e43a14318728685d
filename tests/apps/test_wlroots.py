#!/usr/bin/env python3
"""cage and phoc, compositors of wlroots beside sway, with their GLES2 renderer on the render-node stand-in. The still picture of each
output, with an image and the client's decorations, is compared with the same compositor on Mesa's radeonsi. Compositors that are not installed are
left out; skipped (77) where both are not, or a client or radeonsi.

  test_wlroots.py NODE PICTURE BACKENDS     PICTURE: a PNG file; BACKENDS: the folder with gloam_gbm.so"""
import os
import shutil
import subprocess
import sys
import tempfile
import time

from test_sway import MESA, TIMEOUT_S, environment_of, shoot, skip_without, still, unprivileged

PHOC_CONFIG = '[core]\nxwayland=false\n'


def command_of(name, picture, folder):
    if name == 'cage':
        return ['cage', '-d', '--', 'weston-image', picture]
    config = os.path.join(folder, 'phoc.ini')
    with open(config, 'w', encoding='utf-8') as file:
        file.write(PHOC_CONFIG)
    return ['phoc', '-C', config, '-E', 'weston-image ' + picture]


def picture_of(name, picture, env, library):
    """The picture at rest of a compositor that has loaded the library."""
    with tempfile.TemporaryDirectory() as folder:
        env = environment_of(env, folder)
        with open(os.path.join(folder, 'log'), 'w+', encoding='utf-8') as log:
            server = subprocess.Popen([*unprivileged(), *command_of(name, picture, folder)], env=env, stdout=log, stderr=log,
                                      cwd=folder)
            client, look, wrong, end = dict(env, WAYLAND_DISPLAY='wayland-0'), still(), 'no picture', time.monotonic() + TIMEOUT_S
            try:
                while wrong and time.monotonic() < end and server.poll() is None:
                    time.sleep(0.3)
                    image = shoot(folder, client)
                    wrong = look(image) if image else wrong
                with open(f'/proc/{server.pid}/maps', encoding='utf-8') as file:
                    loaded = library in file.read()
            finally:
                server.terminate()
                server.wait(TIMEOUT_S)
            log.seek(0)
            if wrong or not loaded:
                sys.exit(f'{name}: {wrong or library + " is not loaded"}\n{log.read()[-8000:]}')
    return image


def inside(picture, backends):
    base = dict(os.environ, GLOAM_DEBUG='1', GLOAM_DEVICE='/dev/dri/renderD128', MESA_SHADER_CACHE_DISABLE='true')
    for name in filter(shutil.which, ('cage', 'phoc')):
        ours = picture_of(name, picture, dict(base, GBM_BACKEND='gloam', GBM_BACKENDS_PATH=backends), 'libEGL_gloam.so')
        theirs = picture_of(name, picture, dict(base, __EGL_VENDOR_LIBRARY_FILENAMES=MESA), 'radeonsi_dri.so')
        a, b = b''.join(ours[3]), b''.join(theirs[3])
        differ = sum(abs(x - y) > 1 for x, y in zip(a, b))
        print(f'{name}: {differ} of {len(a)} components differ from radeonsi; {len(set(a))} values')
        if len(a) != len(b) or differ:
            sys.exit(f'the picture of {name} is wrong')


def main():
    if sys.argv[1] == '--inside':
        inside(*sys.argv[2:])
        return
    if not any(map(shutil.which, ('cage', 'phoc'))):
        print('neither cage nor phoc is installed')
        sys.exit(77)
    skip_without('grim', 'weston-image')
    node, *rest = sys.argv[1:]
    sys.exit(subprocess.run([node, 'run', '--', sys.executable, sys.argv[0], '--inside', *rest], check=False).returncode)


main()
