#!/usr/bin/env python3
"""Boots Debian's kernel in qemu, with KVM or without, and runs a shell script in it on this machine's files, which the guest mounts
read-only. The kernel has udmabuf and vgem, which containers lack. Skipped (77) where qemu or the package is not to be had.

  guest.py INIT SCRIPT [ARGUMENT...]     INIT: the program init.c; the exit code is the script's

The package is downloaded once, with apt-get, to the folder `guest` of $GLOAM_WITNESS_CACHE or ~/.cache/gloam. The kernel of Debian 12
has no udmabuf: it is that of its backports."""
import glob
import io
import lzma
import os
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading

PACKAGE = 'linux-image-amd64'
SOURCES = ('bookworm-backports', 'trixie')
MODULES = ('9p', '9pnet_virtio', 'vgem', 'cirrus')  # udmabuf is built in; vgem is card0, the display card1
MEMORY_MB = 2048
LIMIT_S = {'kvm': 600, 'tcg': 3300}
BOOT_S = {'kvm': 60, 'tcg': 600}  # until init runs
# The kernel counts ticks of the emulated timer in a short real time, and panics where the host was busy with other processes.
TIMER = 'no_timer_check'


def skip(why):
    print(f'skipped: {why}')
    sys.exit(77)


def download(folder):
    """The path of the kernel's package. apt-get gets separate lists and state, so that the machine's sources do not change."""
    found = glob.glob(os.path.join(folder, 'linux-image-[0-9]*-amd64_*.deb'))
    if found:
        return max(found)
    if not shutil.which('apt-get'):
        skip('no apt-get to download a kernel with')
    for suite in SOURCES:
        with tempfile.TemporaryDirectory() as apt:
            for name in ('lists/partial', 'cache/archives/partial'):
                os.makedirs(os.path.join(apt, name))
            with open(os.path.join(apt, 'sources'), 'w', encoding='utf-8') as file:
                file.write(f'deb http://deb.debian.org/debian {suite} main\n')
            with open(os.path.join(apt, 'status'), 'w', encoding='utf-8'):
                pass
            options = [f'-oDir::Etc::SourceList={apt}/sources', '-oDir::Etc::SourceParts=/nonexistent', f'-oDir::Cache={apt}/cache',
                       f'-oDir::State::Lists={apt}/lists', f'-oDir::State::status={apt}/status', '-oAPT::Sandbox::User=']
            if subprocess.run(['apt-get', '-qq', *options, 'update'], check=False).returncode:
                continue
            depends = subprocess.run(['apt-cache', *options, 'depends', PACKAGE], stdout=subprocess.PIPE, text=True, check=False).stdout
            names = [line.split()[1] for line in depends.splitlines() if line.strip().startswith('Depends: linux-image')]
            if names:
                subprocess.run(['apt-get', '-qq', *options, 'download', names[0]], cwd=folder, check=False)
            found = glob.glob(os.path.join(folder, 'linux-image-[0-9]*-amd64_*.deb'))
            if found:
                return found[0]
    return skip(f'{PACKAGE} cannot be downloaded')


def module_name(path):
    return os.path.basename(path).split('.')[0].replace('-', '_')


def read_package(path):
    """(kernel, {module: bytes}) with the modules that MODULES need, in the order of loading."""
    archive = subprocess.run(['dpkg-deb', '--fsys-tarfile', path], stdout=subprocess.PIPE, check=True).stdout
    kernel, files = None, {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        for member in tar:
            if member.name.startswith('./boot/vmlinuz'):
                kernel = tar.extractfile(member).read()
            elif '.ko' in member.name:
                files[module_name(member.name)] = tar.extractfile(member).read()
    order = {}

    def load(name):
        if name in order:
            return
        data = files[name] if files[name][:4] == b'\x7fELF' else lzma.decompress(files[name])
        start = data.index(b'depends=') + len(b'depends=')  # of the section .modinfo
        for other in data[start:data.index(b'\0', start)].decode().split(','):
            if other:
                load(other.replace('-', '_'))
        order[name] = data

    for name in MODULES:
        load(name)
    return kernel, order


def ram_disk(files):
    """A cpio archive ("newc") of (name, mode, bytes)."""
    out = b''
    for inode, (name, mode, data) in enumerate([*files, ('TRAILER!!!', 0, b'')], 1):
        fields = (inode, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
        entry = b'070701' + ''.join(f'{value:08x}' for value in fields).encode() + name.encode() + b'\0'
        out += entry + b'\0' * (-len(entry) % 4) + data + b'\0' * (-len(data) % 4)
    return out


def boot(folder, kernel, disk, accel):
    """(did init run?, the exit code of the script `run` of the folder, or None when the guest ended without one)"""
    print(f'accelerator: {accel}', flush=True)
    for name, data in (('kernel', kernel), ('disk', disk)):
        with open(os.path.join(folder, name), 'wb') as file:
            file.write(data)
    command = ['qemu-system-x86_64', '-accel', accel, '-cpu', 'max', '-smp', '2', '-m', str(MEMORY_MB), '-nodefaults', '-nographic',
               '-no-reboot', '-serial', 'stdio', '-kernel', f'{folder}/kernel', '-initrd', f'{folder}/disk', '-append',
               f'console=ttyS0 quiet panic=-1 {TIMER} guest_run={folder}/run', '-fsdev',
               'local,id=host,path=/,security_model=none,readonly=on,multidevs=remap', '-device', 'virtio-9p-pci,fsdev=host,mount_tag=host', '-device', 'cirrus-vga']
    started, code = False, None
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as guest:
        timers = [threading.Timer(limits[accel], guest.kill) for limits in (BOOT_S, LIMIT_S)]
        for timer in timers:
            timer.start()
        for line in guest.stdout:
            text = line.decode(errors='replace').rstrip()
            print(text, flush=True)
            if text.endswith('guest: started'):  # after output of the firmware
                started = True
                timers[0].cancel()
            if text.startswith('guest: exit '):
                code = int(text.split()[2])
            if text.startswith('KVM internal error'):  # the guest is halted
                guest.kill()
        for timer in timers:
            timer.cancel()
    return started, code


def write_run(folder, accel, cache):
    with open(os.path.join(folder, 'run'), 'w', encoding='utf-8') as file:
        file.write(f'export GUEST_ACCEL={accel} GUEST_CACHE={shlex.quote(cache)}\nexec {shlex.join(["sh", *sys.argv[2:]])}\n')


def main():
    if not shutil.which('qemu-system-x86_64'):
        skip('qemu is not installed')
    accel = 'kvm' if os.access('/dev/kvm', os.R_OK | os.W_OK) else 'tcg'
    cache = os.environ.get('XDG_CACHE_HOME', os.path.expanduser('~/.cache'))
    cache = os.environ.get('GLOAM_WITNESS_CACHE', os.path.join(cache, 'gloam'))
    os.makedirs(os.path.join(cache, 'guest'), exist_ok=True)
    kernel, modules = read_package(download(os.path.join(cache, 'guest')))
    with open(sys.argv[1], 'rb') as file:
        init = file.read()
    folders = [(name, 0o40755, b'') for name in ('dev', 'host', 'modules')]
    files = [(f'modules/{name}', 0o100644, data) for name, data in modules.items()]
    listing = ('modules/list', 0o100644, ('\n'.join(modules) + '\n').encode())
    with tempfile.TemporaryDirectory() as folder:
        disk = ram_disk([*folders, *files, listing, ('init', 0o100755, init)])
        write_run(folder, accel, cache)
        started, code = boot(folder, kernel, disk, accel)
        if not started and accel == 'kvm':
            # Nested kinds of KVM such as kvm_pvm only run kernels that were made for them.
            print('KVM does not run this kernel: emulation instead', flush=True)
            write_run(folder, 'tcg', cache)
            started, code = boot(folder, kernel, disk, 'tcg')
    if code is None:
        sys.exit('the guest ended without a result')
    sys.exit(code)


main()
