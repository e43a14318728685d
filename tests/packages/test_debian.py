#!/usr/bin/env python3
"""Debian packages on a fresh Debian 12: builds them, checks them with lintian, installs them in a chroot beside Mesa, runs programs
without any variable, and removes them; the files of the chroot are then those of before. Needs root, debootstrap and a network;
skipped (77) without one of them.

  test_debian.py SOURCE [--packages FOLDER] [--chroot FOLDER]     FOLDER: packages that were built, or a chroot with PACKAGES"""
import argparse
import glob
import hashlib
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time

SUITE, MIRROR = 'bookworm', 'http://deb.debian.org/debian'
PACKAGES = ['libegl1', 'libgbm1', 'libegl-mesa0', 'libgl1-mesa-dri', 'libgles2', 'mesa-utils', 'weston', 'python3-moderngl']
MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
MODERNGL = "import moderngl; c = moderngl.create_standalone_context(backend='egl'); print(c.info['GL_VENDOR'], c.version_code)"
# What the package manager itself writes.
VOLATILE = re.compile(r'/(proc|sys|dev|tmp|root|run|var/cache|var/log|var/lib/apt|var/lib/dpkg/(status|available|lock|triggers|.*-old|info/format))')


def run(command, check=True, **options):
    """(exit code, output)"""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if check and done.returncode:
        sys.exit(f'{command}: exit status {done.returncode}\n{done.stdout[-4000:]}')
    return done.returncode, done.stdout


def build_packages(source, folder):
    tree = os.path.join(folder, 'gloam')
    files = run(['git', 'ls-files', '-z'], cwd=source)[1].split('\0')
    for name in filter(None, files):
        os.makedirs(os.path.dirname(os.path.join(tree, name)), exist_ok=True)
        shutil.copy(os.path.join(source, name), os.path.join(tree, name))
    run(['dpkg-buildpackage', '-us', '-uc'], cwd=tree)


def make_chroot(root):
    run(['debootstrap', '--variant=minbase', SUITE, root, MIRROR])
    inside(root, ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', *PACKAGES])


def inside(root, command, check=True, **env):
    """(exit code, output) of a command in the chroot, with no variables but these."""
    return run(['chroot', root, *command], check,
               env={'PATH': '/usr/sbin:/usr/bin:/sbin:/bin', 'HOME': '/tmp', 'DEBIAN_FRONTEND': 'noninteractive', **env})


def state(root):
    """Every file with kind, mode, size, target; contents under /etc and /usr/share/glvnd, time of change elsewhere."""
    result = {}
    for folder, folders, files in os.walk(root):
        inner = '/' + os.path.relpath(folder, root) if folder != root else ''
        folders[:] = [name for name in folders if not VOLATILE.match(f'{inner}/{name}')]
        for name in folders + files:
            path, full = f'{inner}/{name}', os.path.join(folder, name)
            if VOLATILE.match(path):
                continue
            info = os.lstat(full)
            if stat.S_ISREG(info.st_mode) and path.startswith(('/etc/', '/usr/share/glvnd/')):
                with open(full, 'rb') as file:
                    mark = hashlib.sha256(file.read()).hexdigest()
            elif stat.S_ISREG(info.st_mode):
                mark = info.st_mtime_ns
            else:
                mark = os.readlink(full) if stat.S_ISLNK(info.st_mode) else ''
            result[path] = (info.st_mode, info.st_size if stat.S_ISREG(info.st_mode) else 0, mark)
    return result


def expect(name, output, *texts):
    missing = [text for text in texts if not re.search(text, output)]
    print(f'{name}: {"ok" if not missing else missing}')
    if missing:
        sys.exit(output[-4000:])


def check_weston(root):
    env = {'PATH': '/usr/sbin:/usr/bin:/sbin:/bin', 'HOME': '/tmp', 'XDG_RUNTIME_DIR': '/tmp'}
    server = subprocess.Popen(['chroot', root, 'weston', '--backend=headless-backend.so', '--use-gl', '--no-config', '--socket=test',
                               '--log=/tmp/weston.log'], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    log, end = '', time.monotonic() + 60
    while 'GL renderer:' not in log and server.poll() is None and time.monotonic() < end:
        time.sleep(0.5)
        try:
            with open(os.path.join(root, 'tmp/weston.log'), encoding='utf-8') as file:
                log = file.read()
        except FileNotFoundError:
            pass
    server.send_signal(signal.SIGTERM)
    server.wait(60)
    expect('weston', log, 'GL vendor: gloam')


def check_programs(root):
    expect('gloam-info --doctor', inside(root, ['gloam-info', '--doctor'])[1], 'surfaceless: EGL 1.5 of vendor gloam', '\n0 problems')
    output = inside(root, ['eglinfo', '-B'], check=False)[1]
    expect('eglinfo', output, 'Surfaceless platform:\n.*\nEGL vendor string: gloam', 'EGL driver name: gloam')
    output = inside(root, ['eglinfo', '-B'], check=False, __EGL_VENDOR_LIBRARY_FILENAMES=MESA, LIBGL_ALWAYS_SOFTWARE='1')[1]
    expect('eglinfo on Mesa', output, 'EGL vendor string: Mesa')
    check_weston(root)
    code, output = inside(root, ['python3', '-c', MODERNGL], check=False)
    if code and 'eglCreateContext failed (0x3009)' in output: # EGL_BAD_MATCH: gloam does not offer OpenGL 3.3
        print('moderngl: needs a context of OpenGL 3.3, which is not offered; its version is forced')
        output = inside(root, ['python3', '-c', MODERNGL], GLOAM_FORCE_VERSION='gl33')[1]
    expect('moderngl', output, 'gloam 3')


def check_install(root, packages):
    for path in packages:
        shutil.copy(path, os.path.join(root, 'tmp'))
    before = state(root)
    inside(root, ['apt-get', 'install', '-y', '-qq', *('/tmp/' + os.path.basename(path) for path in packages)])
    check_programs(root)
    inside(root, ['apt-get', 'purge', '-y', '-qq', 'gloam', 'gloam-tools'])
    after = state(root)
    changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    print(f'{len(after)} files after the removal, {len(changed)} differ from before')
    if changed:
        sys.exit('\n'.join(f'{path}: {before.get(path)} {after.get(path)}' for path in changed[:40]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('source')
    parser.add_argument('--packages')
    parser.add_argument('--chroot')
    args = parser.parse_args()
    if os.getuid() or not all(shutil.which(name) for name in ('debootstrap', 'dpkg-buildpackage', 'lintian', 'dh')):
        print('not root, or debootstrap, dpkg-dev, debhelper or lintian is not installed')
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        if not args.packages:
            build_packages(os.path.abspath(args.source), folder)
        built = args.packages or folder
        changes = glob.glob(os.path.join(built, '*.changes'))[0]
        run(['lintian', '--allow-root', '--fail-on', 'error,warning', changes])
        print('lintian: ok')
        root = args.chroot or os.path.join(folder, 'root')
        if not args.chroot:
            make_chroot(root)
        run(['mount', '-t', 'proc', 'proc', os.path.join(root, 'proc')])
        try:
            check_install(root, sorted(glob.glob(os.path.join(built, 'gloam*.deb'))))
        finally:
            run(['umount', '-l', os.path.join(root, 'proc')])


main()
