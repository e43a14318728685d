#!/usr/bin/env python3
"""`meson install` into a staged prefix: exactly the files that packages expect, and a program that runs on the staged library
through the staged vendor file.

  test_install.py MESON_BUILD LIBDIR"""
import os
import subprocess
import sys
import tempfile

BUILD, LIBDIR = sys.argv[1], sys.argv[2]
TOOLS = ['gloam-bench', 'gloam-dump', 'gloam-info', 'gloam-node', 'gloam-replay', 'gloam-shader']
WANTED = sorted(['bin/' + name for name in TOOLS] + [f'share/man/man1/{name}.1' for name in TOOLS] +
                [f'{LIBDIR}/{name}' for name in ('libEGL_gloam.so', 'libEGL_gloam.so.0', 'libOSMesa.so', 'libOSMesa.so.8', 'libOSMesa.so.8.0.0', 'gbm/gloam_gbm.so', 'gloam/libgloam_node.so',
                                                 'gloam/libgloam_node_gpu.so')] + ['share/glvnd/egl_vendor.d/40_gloam.json'])


def main():
    with tempfile.TemporaryDirectory() as stage:
        done = subprocess.run(['meson', 'install', '-C', BUILD, '--no-rebuild', '--quiet', '--destdir', stage],
                              env={k: v for k, v in os.environ.items() if k not in ('LD_PRELOAD', 'DESTDIR')},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            sys.exit(done.stdout)
        found = [os.path.relpath(os.path.join(folder, name), stage) for folder, _, names in os.walk(stage) for name in names]
        prefix = os.path.commonpath([os.path.dirname(os.path.dirname(path)) for path in found if '/bin/' in '/' + path])
        files = sorted(os.path.relpath(path, prefix) for path in found)
        if files != WANTED:
            sys.exit(f'missing: {sorted(set(WANTED) - set(files))}, not expected: {sorted(set(files) - set(WANTED))}')
        root = os.path.join(stage, prefix)
        with open(os.path.join(root, 'share/glvnd/egl_vendor.d/40_gloam.json'), encoding='utf-8') as file:
            if stage in file.read():
                sys.exit('the vendor file names the staging folder')
        env = dict(os.environ, LD_LIBRARY_PATH=os.path.join(root, LIBDIR),
                   __EGL_VENDOR_LIBRARY_DIRS=os.path.join(root, 'share/glvnd/egl_vendor.d'),
                   GBM_BACKENDS_PATH=os.path.join(root, LIBDIR, 'gbm'))
        env.pop('__EGL_VENDOR_LIBRARY_FILENAMES', None)
        for option in ([], ['--doctor']):
            done = subprocess.run([os.path.join(root, 'bin/gloam-info'), *option], env=env, stdout=subprocess.PIPE, text=True, check=False)
            if done.returncode or 'gloam' not in done.stdout:
                sys.exit(f'gloam-info {option}: exit status {done.returncode}\n{done.stdout}')
        node = subprocess.run([os.path.join(root, 'bin/gloam-node'), 'run', '--', 'true'], env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False) if not env.get('LD_PRELOAD') else None
        if node and node.returncode:
            sys.exit(f'gloam-node: exit status {node.returncode}\n{node.stdout}')


main()
