#!/usr/bin/env python3
"""Frames per second of weston-simple-egl, full-screen at 1920x1080, with gloam and with Mesa's llvmpipe as clients of the same weston, in
turn. The weston's GL renderer runs on gloam, which imports gloam's buffers through zwp_linux_dmabuf_v1, and in a second part on Mesa,
for which gloam's buffers go through wl_shm, as llvmpipe's always do. Prints the pixels that gloam copied to present its frames.

  wayland.py [ROUNDS]      (the vendor file of gloam comes from the environment)"""
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
SECONDS = 17 # of a run: weston-simple-egl prints its rate every 5 seconds, and the first includes its start
SIZE = (1920, 1080)


def run(folder, env, vendor):
    """(frames per second, log) of a client."""
    client = subprocess.Popen(['stdbuf', '-oL', 'weston-simple-egl', '-f', '-o'], cwd=folder, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, env=dict(env, __EGL_VENDOR_LIBRARY_FILENAMES=vendor, GLOAM_DEBUG='1,perf'))
    time.sleep(SECONDS)
    client.send_signal(signal.SIGINT)
    log = client.communicate(timeout=60)[0]
    rates = re.findall(r'seconds: ([\d.]+) fps', log)
    if not rates:
        sys.exit('the client did not draw:\n' + log)
    return statistics.mean(float(rate) for rate in rates[1:] or rates), log


def part(server_vendor, gloam, rounds):
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, XDG_RUNTIME_DIR=folder, LIBGL_ALWAYS_SOFTWARE='1')
        env.pop('WAYLAND_DISPLAY', None)
        server = subprocess.Popen(
            ['weston', '--backend=headless-backend.so', '--use-gl', f'--width={SIZE[0]}', f'--height={SIZE[1]}', '--socket=bench',
             '--no-config', '--idle-time=0'], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=dict(env, __EGL_VENDOR_LIBRARY_FILENAMES=server_vendor))
        time.sleep(4)
        env['WAYLAND_DISPLAY'] = 'bench'
        rates, facts = {gloam: [], MESA: []}, set()
        try:
            for _ in range(rounds):
                for vendor, seen in rates.items():
                    rate, log = run(folder, env, vendor)
                    seen.append(rate)
                    facts.update(re.findall(r'window buffer of 1920x1080 pixels through (\w+)', log))
                    facts.update(re.findall(r'\d+ pixels copied', log))
        finally:
            server.terminate()
            server.wait(60)
    a, b = (statistics.median(rates[vendor]) for vendor in (gloam, MESA))
    print(f'weston on {"gloam" if server_vendor == gloam else "Mesa"}: gloam {a:.1f} frames/s ({", ".join(sorted(facts))}), '
          f'llvmpipe {b:.1f} frames/s (wl_shm), ratio {a / b:.2f}', flush=True)


def main():
    gloam, rounds = os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], int(sys.argv[1]) if len(sys.argv) > 1 else 3
    for server_vendor in (gloam, MESA):
        part(server_vendor, gloam, rounds)


main()
