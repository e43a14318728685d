#!/usr/bin/env python3
"""QEMU's display egl-headless with OpenGL ES (gl=es) and OpenGL (gl=on) on gloam, on the render-node stand-in: QEMU requests OpenGL ES 2.0
and compiles shaders of 3.00, or a context without attributes. A boot sector fills the screen with a pattern, which the monitor's screendump must show. Skipped (77) where QEMU is not
installed.

  test_qemu.py NODE GBM_FOLDER      (the vendor file comes from the environment)"""
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

TIMEOUT_S = 120
WIDTH, HEIGHT = 320, 200
# VGA mode 13h: 320x200 bytes at A000:0000; byte i becomes i >> 8, a colour of the default palette.
BOOT = bytes.fromhex('b81300'   # mov ax, 13h
                     'cd10'     # int 10h
                     'b800a0'   # mov ax, A000h
                     '8ec0'     # mov es, ax
                     '31ff'     # xor di, di
                     'b900fa'   # mov cx, 64000
                     '89f8'     # next: mov ax, di
                     '88e0'     # mov al, ah
                     'aa'       # stosb
                     'e2f9'     # loop next
                     'f4'       # end: hlt
                     'ebfd')    # jmp end
PALETTE = {0: (0, 0, 0), 1: (0, 0, 170), 2: (0, 170, 0), 4: (170, 0, 0), 7: (170, 170, 170), 14: (255, 255, 85), 15: (255, 255, 255)}


def read_ppm(path):
    """(width, height, RGB bytes)"""
    with open(path, 'rb') as file:
        data = file.read()
    kind, width, height, top = data.split(None, 4)[:4]
    if kind != b'P6' or top != b'255':
        return 0, 0, b''
    size_B = int(width) * int(height) * 3
    return int(width), int(height), data[-size_B:]


def wrong_pixels(path):
    """None, or the error."""
    width, height, rgb = read_ppm(path)
    if width % WIDTH or height % HEIGHT or not width or len(rgb) != width * height * 3:
        return f'the screen is {width}x{height}'
    for index in range(0, WIDTH * HEIGHT, 77):
        wanted = PALETTE.get(index >> 8)
        x, y = index % WIDTH * (width // WIDTH), index // WIDTH * (height // HEIGHT)
        got = tuple(rgb[(y * width + x) * 3:(y * width + x) * 3 + 3])
        if wanted and any(abs(a - b) > 3 for a, b in zip(got, wanted)):
            return f'pixel {x}, {y} is {got}, not {wanted}'
    return None


class Monitor:
    """The monitor's JSON protocol on a socket."""

    def __init__(self, path, process):
        end = time.monotonic() + TIMEOUT_S
        self.socket = socket.socket(socket.AF_UNIX)
        while self.socket.connect_ex(path) != 0:
            if process.poll() is not None or time.monotonic() > end:
                sys.exit(f'QEMU ended with {process.poll()}\n{process.communicate()[0]}')
            time.sleep(0.1)
        self.socket.settimeout(TIMEOUT_S)
        self.file = self.socket.makefile('rw')
        self.file.readline()
        self.execute('qmp_capabilities')

    def execute(self, command, **arguments):
        self.file.write(json.dumps({'execute': command, 'arguments': arguments}) + '\n')
        self.file.flush()
        while True:
            answer = json.loads(self.file.readline())
            if 'error' in answer:
                sys.exit(f'{command}: {answer}')
            if 'return' in answer:
                return


def show(node, backends, api):
    """None, or the error."""
    with tempfile.TemporaryDirectory() as folder:
        disk, control, dump = (os.path.join(folder, name) for name in ('disk', 'monitor', 'dump'))
        with open(disk, 'wb') as file:
            file.write(BOOT.ljust(510, b'\0') + b'\x55\xaa')
        env = dict(os.environ, GBM_BACKEND='gloam', GBM_BACKENDS_PATH=backends, GLOAM_DEBUG='1')
        process = subprocess.Popen(
            [node, 'run', '--', 'qemu-system-x86_64', '-M', 'pc', '-accel', 'tcg', '-m', '64', '-nodefaults', '-device', 'VGA',
             '-drive', f'file={disk},format=raw,if=ide', '-qmp', f'unix:{control},server=on,wait=off',
             '-display', f'egl-headless,gl={api},rendernode=/dev/dri/renderD128'],
            env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
        try:
            monitor, end, wrong = Monitor(control, process), time.monotonic() + TIMEOUT_S, 'no picture'
            while wrong and time.monotonic() < end: # the firmware needs its time
                time.sleep(0.5)
                monitor.execute('screendump', filename=dump)
                wrong = wrong_pixels(dump)
            monitor.execute('quit')
            output = process.communicate(timeout=TIMEOUT_S)[0]
        finally:
            process.kill()
    print(output)
    return wrong or (f'exit code {process.returncode}' if process.returncode else None)


def main():
    node, backends = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if not shutil.which('qemu-system-x86_64'):
        print('qemu-system-x86_64 is not installed')
        sys.exit(77)
    for api in ('es', 'on'):
        wrong = show(node, backends, api)
        if wrong:
            sys.exit(f'gl={api}: {wrong}')


main()
