#!/usr/bin/env python3
"""Debian packages on a fresh Debian 12: builds them, checks them with lintian and for hardening, installs them in a chroot beside
Mesa, runs programs without any variable, and removes them; the files of the chroot are then those of before. In a second chroot,
without Mesa's drivers, the instructions of examples/Containerfile. Needs root, debootstrap and a network; skipped (77) without
one of them.

  test_debian.py SOURCE [--packages FOLDER [--contents [--like FOLDER]]] [--chroots FOLDER]

  --packages: packages that were built before; --contents: only lintian, the files, and gloam-info of the unpacked packages, by
  qemu-user for arm64; --like: packages of another architecture, which have the same files; --chroots: made once and kept, `root` with
  PACKAGES and `bare` without"""
import argparse
import glob
import hashlib
import json
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
PACKAGES = ['libegl1', 'libgbm1', 'libegl-mesa0', 'libgl1-mesa-dri', 'libgles2', 'mesa-utils', 'weston', 'python3-moderngl',
            'chromium', 'fonts-dejavu-core']
MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
MODERNGL = "import moderngl; c = moderngl.create_standalone_context(backend='egl'); print(c.info['GL_VENDOR'], c.version_code)"
MACHINES = {'amd64': 'X86-64', 'arm64': 'AArch64'}
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


def check_files(packages, folder):
    """Programs and libraries are of the packages' architecture, position-independent, bound and made read-only at start, with a
    protected stack and fortified calls of libc."""
    tree = os.path.join(folder, 'tree')
    architecture = re.search(r'_(\w+)\.deb$', packages[0])[1]
    for package in packages:
        run(['dpkg', '-x', package, tree])
    missing, count = [], 0
    stubs = (r'__stack_chk_fail', r'__\w+_chk\b') # libOSMesa has jumps into the vendor library, and no call of libc
    for path in glob.glob(tree + '/usr/**/*', recursive=True):
        if os.path.islink(path) or not os.path.isfile(path) or not ('.so' in path or '/bin/' in path):
            continue
        text = run(['readelf', '-W', '--file-header', '--program-headers', '--dynamic', '--dyn-syms', path])[1]
        count += 1
        for wanted in (rf'Machine: .*{MACHINES[architecture]}', r'Type: +DYN', r'GNU_RELRO', r'FLAGS.*(BIND_NOW|NOW)', r'__stack_chk_fail',
                       r'__\w+_chk\b'):
            if not re.search(wanted, text) and not ('libOSMesa' in path and wanted in stubs):
                missing.append(f'{path[len(tree):]}: no {wanted}')
    print(f'{count} programs and libraries of {architecture} are hardened' if not missing else '\n'.join(missing))
    if missing or not count:
        sys.exit('hardening is missing')
    return architecture, tree


def package_files(path, folder):
    """Of each file of a package: kind, permissions and owner, and the contents where a file of each architecture has that name, as
    packages of Multi-Arch: same share it. The architecture's folder is replaced in names."""
    shared = run(['dpkg-deb', '--field', path, 'Multi-Arch'])[1].strip() == 'same'
    os.makedirs(folder)
    run(['dpkg', '-x', path, folder])
    files = {}
    for row in run(['dpkg', '--contents', path])[1].splitlines():
        kind, owner, _, _, _, name = row.split(None, 5)
        generic = re.sub(r'/lib/\w+-linux-gnu/', '/lib/ARCHITECTURE/', name)
        contents = ''
        if shared and name == generic and kind[0] == '-':
            with open(os.path.join(folder, name), 'rb') as file:
                contents = hashlib.sha256(file.read()).hexdigest()
        files[generic] = (kind, owner, contents)
    return files


def check_same_files(packages, others, folder):
    for path in packages:
        name = os.path.basename(path).split('_')[0]
        other = [candidate for candidate in others if os.path.basename(candidate).startswith(name + '_')]
        if len(other) != 1:
            sys.exit(f'{name}: {len(other)} packages of the other architecture')
        files, like = (package_files(package, os.path.join(folder, str(i), name)) for i, package in enumerate((path, other[0])))
        differ = sorted(key for key in files.keys() | like.keys() if files.get(key) != like.get(key))
        print(f'{os.path.basename(path)} and {os.path.basename(other[0])}: {len(files)} files, {len(differ)} differ')
        if differ:
            sys.exit('\n'.join(f'{key}: {files.get(key)} {like.get(key)}' for key in differ))


def check_unpacked(architecture, tree):
    """gloam-info of unpacked packages, with the libraries of this system that have their architecture."""
    library = glob.glob(tree + '/usr/lib/*/libEGL_gloam.so.0')[0]
    emulator = {'arm64': ['qemu-aarch64']}.get(architecture, [])
    env = dict(os.environ, LD_LIBRARY_PATH=os.path.dirname(library), EGL_PLATFORM='surfaceless', GLOAM_SHADER_CACHE_DISABLE='1',
               __EGL_VENDOR_LIBRARY_FILENAMES=tree + '/usr/share/glvnd/egl_vendor.d/40_gloam.json')
    output = run([*emulator, tree + '/usr/bin/gloam-info'], env=env)[1]
    expect(f'gloam-info of {architecture}', output, 'vendor gloam', 'renderer +gloam')


def built_packages(folder):
    return sorted(path for path in glob.glob(os.path.join(folder, 'gloam*.deb')) if '-dbgsym_' not in path)


def make_chroots(root, bare):
    """A chroot with PACKAGES, and a copy without them."""
    run(['debootstrap', '--variant=minbase', SUITE, root, MIRROR])
    run(['cp', '-a', '--reflink=auto', root, bare])
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


def check_chromium(root, pages):
    """The script of a page draws with WebGL 2 and logs the renderer."""
    for name in ('webgl2.html', 'webgl.js'):
        shutil.copy(os.path.join(pages, name), os.path.join(root, 'tmp'))
    command = ['chromium', '--headless=new', '--no-sandbox', '--use-gl=angle', '--use-angle=gles-egl', '--ignore-gpu-blocklist',
               '--disable-dev-shm-usage', '--enable-logging=stderr', '--screenshot=/tmp/shot.png', '--user-data-dir=/tmp/profile']
    output = inside(root, [*command, 'file:///tmp/webgl2.html'], check=False)[1]
    expect('Chromium', output, r'gloam-test: webgl2 on ANGLE \(gloam, gloam ', 'gloam-test: done')


def check_programs(root, pages):
    expect('gloam-info --doctor', inside(root, ['gloam-info', '--doctor'])[1], 'surfaceless: EGL 1.5 of vendor gloam', '\n0 problems')
    output = inside(root, ['eglinfo', '-B'], check=False)[1]
    expect('eglinfo', output, 'Surfaceless platform:\n.*\nEGL vendor string: gloam', 'EGL driver name: gloam')
    output = inside(root, ['eglinfo', '-B'], check=False, __EGL_VENDOR_LIBRARY_FILENAMES=MESA, LIBGL_ALWAYS_SOFTWARE='1')[1]
    expect('eglinfo on Mesa', output, 'EGL vendor string: Mesa')
    check_weston(root)
    expect('moderngl', inside(root, ['python3', '-c', MODERNGL], check=False)[1], r'gloam [34]\d\d')
    check_chromium(root, pages)


def check_install(root, packages, pages):
    for path in packages:
        shutil.copy(path, os.path.join(root, 'tmp'))
    os.makedirs(os.path.join(root, 'usr/lib/chromium/extensions'), exist_ok=True) # Chromium's first start makes it
    before = state(root)
    inside(root, ['apt-get', 'install', '-y', '-qq', *('/tmp/' + os.path.basename(path) for path in packages)])
    check_programs(root, pages)
    inside(root, ['apt-get', 'remove', '-y', '-qq', 'gloam', 'gloam-osmesa', 'gloam-tools'])
    after = state(root)
    changed = sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
    print(f'{len(after)} files after the removal, {len(changed)} differ from before')
    if changed:
        sys.exit('\n'.join(f'{path}: {before.get(path)} {after.get(path)}' for path in changed[:40]))


def check_container(root, packages, path):
    """Executes the RUN instructions, with the variables of ENV, in a chroot that has the base image's release."""
    with open(path, encoding='utf-8') as file:
        lines = re.sub(r'\\\n', ' ', re.sub(r'^#.*\n', '', file.read(), flags=re.M)).splitlines()
    instructions = [line.split(None, 1) for line in lines if line]
    if instructions[0] != ['FROM', f'debian:{SUITE}-slim'] or instructions[1][0] != 'COPY':
        sys.exit(f'{path} begins with {instructions[:2]}')
    for package in packages:
        shutil.copy(package, os.path.join(root, 'tmp'))
    env, ran = {}, 0
    for name, rest in instructions[2:]:
        if name == 'ENV':
            env.update([rest.split('=', 1)])
        elif name == 'RUN':
            output = inside(root, ['sh', '-c', rest], **env)[1]
            ran += 1
        elif name == 'CMD':
            output = inside(root, json.loads(rest), **env)[1]
        else:
            sys.exit(f'{path}: instruction {name}')
    expect(f'{ran} steps of the container file, and its command', output, 'gloam')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('source')
    parser.add_argument('--packages')
    parser.add_argument('--contents', action='store_true')
    parser.add_argument('--like')
    parser.add_argument('--chroots')
    args = parser.parse_args()
    if not args.contents and (os.getuid() or not all(shutil.which(name) for name in ('debootstrap', 'dpkg-buildpackage', 'lintian', 'dh'))):
        print('not root, or debootstrap, dpkg-dev, debhelper or lintian is not installed')
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        if not args.packages:
            build_packages(os.path.abspath(args.source), folder)
        built = args.packages or folder
        changes = glob.glob(os.path.join(built, '*.changes'))[0]
        run(['lintian', '--allow-root', '--fail-on', 'error,warning', changes])
        print('lintian: ok')
        packages = built_packages(built)
        architecture, tree = check_files(packages, folder)
        if args.like:
            check_same_files(packages, built_packages(args.like), folder)
        if args.contents:
            check_unpacked(architecture, tree)
            return
        root, bare = (os.path.join(args.chroots or folder, name) for name in ('root', 'bare'))
        if not args.chroots:
            make_chroots(root, bare)
        pages, container = (os.path.join(args.source, name) for name in ('tests/apps', 'examples/Containerfile'))
        for place, step in ((root, lambda: check_install(root, packages, pages)),
                            (bare, lambda: check_container(bare, packages, container))):
            run(['mount', '-t', 'proc', 'proc', os.path.join(place, 'proc')])
            try:
                step()
            finally:
                run(['umount', '-l', os.path.join(place, 'proc')])


main()
