#!/usr/bin/env python3
"""gloam-info --doctor on faked systems: each finding, the command that mends it, and the exit status; then on the real one.

  test_doctor.py GLOAM_INFO MULTIARCH     (the vendor file comes from the environment)"""
import contextlib
import grp
import os
import shutil
import subprocess
import sys
import tempfile

INFO, MULTIARCH = os.path.abspath(sys.argv[1]), sys.argv[2]
MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
SHARE, ETC = 'usr/share/glvnd/egl_vendor.d/', 'etc/glvnd/egl_vendor.d/'
LIB = f'usr/lib/{MULTIARCH}/'
NOBODY = 65534
failed = []


def vendor(library, version='1.0.0'):
    return f'{{ "file_format_version" : "{version}", "ICD" : {{ "library_path" : "{library}" }} }}'


GLOAM = {SHARE + '40_gloam.json': vendor('libEGL_gloam.so.0'), LIB + 'libEGL_gloam.so.0': ''}
MESA_FILES = {SHARE + '50_mesa.json': vendor('libEGL_mesa.so.0'), LIB + 'libEGL_mesa.so.0': ''}
NODE = {'dev/dri/renderD128': '', 'sys/class/drm/renderD128/device/driver': '-> /sys/bus/pci/drivers/amdgpu'}
GOOD = {**GLOAM, **MESA_FILES, 'dev/udmabuf': '', LIB + 'gbm/gloam_gbm.so': '', 'home/.keep': ''}


def without(files, *names):
    return {path: text for path, text in files.items() if path not in names}


@contextlib.contextmanager
def system(files, locked, group):
    """A folder with the files ("-> X" makes a link); the locked ones may be opened by the group only, or by no one."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            path = os.path.join(root, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if text.startswith('-> '):
                os.symlink(text[3:], path)
                continue
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            os.chmod(path, 0o666)
        for folder, _, _ in os.walk(root):
            os.chmod(folder, 0o777)
        for path in locked:
            path = os.path.join(root, path)
            if group:
                shutil.chown(path, group=group)
            os.chmod(path, 0o060 if group else 0)
        shutil.copy(INFO, os.path.join(root, 'info'))
        yield root


def run(command, env):
    """(exit code, output), as a user without privileges where the test runs as root."""
    user = {'user': NOBODY, 'group': NOBODY, 'extra_groups': []} if os.getuid() == 0 else {}
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, cwd='/', **user)
    return done.returncode, done.stdout


def check(name, files, code, wanted, env=None, locked=(), group=None, absent=()):
    clean = {key: os.environ[key] for key in ('PATH', 'LD_PRELOAD', 'ASAN_OPTIONS', 'UBSAN_OPTIONS') if key in os.environ}
    with system(files, locked, group) as root:
        result, output = run([os.path.join(root, 'info'), '--doctor', '--root', root],
                             {**clean, 'HOME': '/home', **{k: v.replace('ROOT', root) for k, v in (env or {}).items()}})
        output = output.replace(root, '')
    missing = [text for text in wanted if text not in output] + [f'(not) {text}' for text in absent if text in output]
    if result != code or missing:
        failed.append(name)
        print(f'{name}: exit status {result} (not {code}), missing {missing}\n{output}')


def check_vendors():
    check('good', GOOD, 0, ['1. /usr/share/glvnd/egl_vendor.d/40_gloam.json -> libEGL_gloam.so.0 (gloam)',
                            '2. /usr/share/glvnd/egl_vendor.d/50_mesa.json', 'because its vendor file comes first',
                            'other vendors serve X11', '0 problems, 0 notes'], absent=['mend:'])
    check('only gloam', without(GOOD, *MESA_FILES), 0, ['no vendor serves X11'])
    check('not first', {**GOOD, ETC + '10_other.json': vendor('libEGL_mesa.so.0')}, 1,
          ['1. /etc/glvnd/egl_vendor.d/10_other.json', '2. /usr/share/glvnd/egl_vendor.d/40_gloam.json',
           'programs get libEGL_mesa.so.0 first', 'mend: export __EGL_VENDOR_LIBRARY_FILENAMES='])
    check('not installed', without(GOOD, *GLOAM), 1, ['programs get libEGL_mesa.so.0', 'mend: sudo apt install ./gloam_'])
    check('no vendor', without(GOOD, *GLOAM, *MESA_FILES), 1, ['programs get no EGL at all'])
    check('no library', without(GOOD, LIB + 'libEGL_gloam.so.0'), 1, ['cannot be loaded', 'mend: sudo ldconfig'])
    check('local library', {**without(GOOD, LIB + 'libEGL_gloam.so.0'), 'usr/local/lib/libEGL_gloam.so.0': ''}, 0, ['0 problems'])
    check('absolute path', {**GOOD, SHARE + '40_gloam.json': vendor('/opt/libEGL_gloam.so.0'), 'opt/libEGL_gloam.so.0': ''}, 0,
          ['-> /opt/libEGL_gloam.so.0 (gloam)'])
    check('damaged', {**GOOD, SHARE + '10_a.json': '{', SHARE + '11_b.json': vendor('x', '2.0.0'), SHARE + '12_c.txt': 'x'}, 0,
          ['10_a.json is not a vendor file of format 1.0', '11_b.json is not a vendor file', '2 notes'], absent=['12_c'])
    check('unreadable', GOOD, 1, ['40_gloam.json cannot be read', 'mend: ls -l'], locked=[SHARE + '40_gloam.json'])
    check('files', GOOD, 1, ['no vendor file names', 'mend: unset __EGL_VENDOR_LIBRARY_FILENAMES'],
          {'__EGL_VENDOR_LIBRARY_FILENAMES': '/' + SHARE + '50_mesa.json'})
    check('two files', GOOD, 1, ['programs get libEGL_mesa.so.0 first', 'mend: unset __EGL_VENDOR_LIBRARY_FILENAMES'],
          {'__EGL_VENDOR_LIBRARY_FILENAMES': f'/{SHARE}50_mesa.json:/{SHARE}40_gloam.json'})
    check('dirs', {**without(GOOD, SHARE + '40_gloam.json'), 'opt/v/9.json': vendor('libEGL_gloam.so.0')}, 0, ['1. /opt/v/9.json'],
          {'__EGL_VENDOR_LIBRARY_DIRS': '/opt/v'})
    check('x11', GOOD, 1, ['EGL_PLATFORM=x11', 'mend: unset EGL_PLATFORM'], {'EGL_PLATFORM': 'x11'})


def check_devices():
    node = '/dev/dri/renderD128'
    check('no node', GOOD, 0, ['no render node', 'programs run on the simulated GPU'])
    check('node', {**GOOD, **NODE}, 0, [f'{node} (driver amdgpu) may be opened', 'first node'])
    check('other node', {**GOOD, **NODE, 'sys/class/drm/renderD128/device/driver': '-> ../i915'}, 0,
          [f'{node} belongs to the kernel driver i915', 'programs run on the simulated GPU'])
    check('radeon', {**GOOD, **NODE, 'sys/class/drm/renderD128/device/driver': '-> ../radeon'}, 0,
          ['belongs to the kernel driver radeon', 'mend: add radeon.si_support=0'])
    check('locked node', {**GOOD, **NODE}, 0, ['may not be opened by this user', 'chgrp render'], locked=[node[1:]])
    check('chosen node', {**GOOD, **NODE}, 0, [f'GLOAM_DEVICE={node} may be opened'], {'GLOAM_DEVICE': node})
    check('absent node', {**GOOD, **NODE}, 1, ['cannot be opened', 'mend: unset GLOAM_DEVICE'], {'GLOAM_DEVICE': '/dev/dri/renderD999'})
    check('chosen locked node', {**GOOD, **NODE}, 1, ['cannot be opened', 'chgrp render'], {'GLOAM_DEVICE': node}, locked=[node[1:]])
    check('amdgpu', GOOD, 1, ['there is no node that can be used', 'mend: unset GLOAM_DEVICE'], {'GLOAM_DEVICE': 'amdgpu'})
    check('what device', GOOD, 1, ['GLOAM_DEVICE=cuda is not understood'], {'GLOAM_DEVICE': 'cuda'})
    if os.getuid() == 0:
        group = next(entry.gr_name for entry in reversed(grp.getgrall()) if entry.gr_gid != NOBODY) # not the group of the user
        check('group of the node', {**GOOD, **NODE}, 0, [f'mend: sudo adduser $USER {group}'], locked=[node[1:]], group=group)


def check_dmabuf():
    check('no GBM', without(GOOD, LIB + 'gbm/gloam_gbm.so'), 0, ['libgbm cannot use gloam', 'mend: sudo apt install'])
    check('GBM elsewhere', GOOD, 0, ['libgbm cannot use gloam', 'mend: unset GBM_BACKENDS_PATH'], {'GBM_BACKENDS_PATH': '/nowhere'})
    check('no udmabuf', without(GOOD, 'dev/udmabuf'), 0, ['sealed memfds', 'mend: sudo modprobe udmabuf', '1 notes'])
    check('strict', without(GOOD, 'dev/udmabuf'), 1, ['no image can be exported', 'mend: sudo modprobe udmabuf'],
          {'GLOAM_DMABUF': 'strict'})
    check('locked udmabuf', GOOD, 0, ['/dev/udmabuf may not be opened', 'mend: sudo chgrp render'], locked=['dev/udmabuf'])
    limit = 'sys/module/udmabuf/parameters/size_limit_mb'
    check('udmabuf limit', {**GOOD, limit: '64\n'}, 0, ['true DMA-BUFs', 'at most 64 MB', f'mend: echo 1024 | sudo tee /{limit}'])
    check('udmabuf no limit', {**GOOD, limit: '2048\n'}, 0, ['true DMA-BUFs', '0 notes'])


def check_host():
    group = {'proc/self/cgroup': '0::/a\n', 'sys/fs/cgroup/a/cpu.max': '50000 100000\n', 'sys/fs/cgroup/a/memory.max': '104857600\n',
             'sys/fs/cgroup/a/memory.current': '52428800\n'}
    check('quota', {**GOOD, **group}, 0, ['quota of 0.50: 1 threads', 'leaves 50 MB', 'mend: raise memory.max'])
    check('threads', {**GOOD, **group}, 0, ['GLOAM_THREADS=8 is more', 'mend: unset GLOAM_THREADS'], {'GLOAM_THREADS': '8'})
    check('no quota', GOOD, 0, ['no cgroup limits memory', 'LLVM '])
    check('sse', GOOD, 0, ['host code uses SSE2: GLOAM_SIM_CPU=sse', 'mend: unset GLOAM_SIM_CPU'], {'GLOAM_SIM_CPU': 'sse'})
    check('interpreter', GOOD, 0, ['mend: unset GLOAM_SIM_EXEC'], {'GLOAM_SIM_EXEC': 'interp'})
    cache = {'home/.cache/gloam/' + 32 * 'a' + '.gcn': 3000 * 'x'}
    check('cache', {**GOOD, **cache}, 0, ['/home/.cache/gloam: 1 files, 2 KB'])
    check('locked cache', {**GOOD, **cache}, 0, ['may not be written', 'mend: sudo chown $USER'], locked=['home/.cache/gloam'])
    check('no cache', GOOD, 0, ['switched off', 'mend: unset GLOAM_SHADER_CACHE_DISABLE'], {'GLOAM_SHADER_CACHE_DISABLE': '1'})
    check('no home', GOOD, 0, ['HOME is not set', 'mend: export GLOAM_SHADER_CACHE_DIR'], {'HOME': ''})


def check_real():
    """The real system: through the environment's vendor file all is well; through Mesa's alone it is not."""
    for path, code, text in ((os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], 0, 'surfaceless: EGL 1.5 of vendor gloam'),
                             (MESA, 1, 'surfaceless: EGL 1.5 of vendor Mesa')):
        if os.path.exists(path):
            env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=path)
            done = subprocess.run([INFO, '--doctor'], env=env, stdout=subprocess.PIPE, text=True, check=False)
            if done.returncode != code or text not in done.stdout:
                failed.append(path)
                print(f'{path}: exit status {done.returncode} (not {code})\n{done.stdout}')
    if subprocess.run([INFO, '--doctor', 'x'], stderr=subprocess.DEVNULL, check=False).returncode != 2:
        failed.append('usage')


check_vendors()
check_devices()
check_dmabuf()
check_host()
check_real()
sys.exit(f'failed: {failed}' if failed else 0)
