#!/usr/bin/env python3
"""Captures the command streams of small GL programs (stream_scenes.c) and holds them to what is committed.

  run_streams.py facts NODE DUMP SCENES     radeonsi's streams on the render-node stand-in against facts/*.txt
  run_streams.py update NODE DUMP SCENES    writes facts/*.txt anew
  run_streams.py compare NODE DUMP SCENES VENDOR_FILE
                                            our streams through libdrm_amdgpu against radeonsi's; each difference must have its
                                            reason in reasons.txt

Exit code 77: no radeonsi here, or (facts) another Mesa than that of the facts."""
import difflib
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'


def capture(node, scenes, name, folder, vendor, **extra):
    """Returns the version as a line, or None: this driver does not offer what the scene needs."""
    env = dict(os.environ, GLOAM_CAPTURE=folder, __EGL_VENDOR_LIBRARY_FILENAMES=vendor, **extra)
    done = subprocess.run([node, 'run', '--', scenes, name], env=env, stdout=subprocess.PIPE, timeout=100, check=False)
    if done.returncode == 77:
        return None
    if done.returncode:
        sys.exit(f'{name}: exit code {done.returncode}')
    return done.stdout.decode()


def radeonsi(node, scenes, name, folder):
    text = capture(node, scenes, name, folder, MESA, MESA_SHADER_CACHE_DISABLE='true')
    mesa, llvm = (re.search(pattern, text or '') for pattern in (r'Mesa [^ \n]*', r'LLVM [^ ,]*'))
    if not text or 'AMD' not in text or 'polaris10' not in text or not mesa or not llvm:
        print(f'{name}: not radeonsi on polaris10: {text}')
        sys.exit(77)
    return f'# radeonsi of {mesa[0]}, {llvm[0]}, on polaris10: registers and descriptors, as gloam-dump --facts prints them.\n'


def facts(node, dump, scenes, names, update):
    bad = False
    for name in names:
        path = f'{HERE}/facts/{name}.txt'
        with tempfile.TemporaryDirectory() as folder:
            head = radeonsi(node, scenes, name, folder)
            text = head + subprocess.run([dump, '--facts', folder], stdout=subprocess.PIPE, check=True).stdout.decode()
        if update:
            with open(path, 'w', encoding='ascii') as file:
                file.write(text)
            continue
        with open(path, encoding='ascii') as file:
            committed = file.read()
        if not committed.startswith(head):
            print(f'{name}: the facts are of another version: {committed.splitlines()[0]}')
            sys.exit(77)
        lines = list(difflib.unified_diff(committed.splitlines(), text.splitlines(), 'committed', 'captured', lineterm='', n=1))
        print(f'{name}: {len(text.splitlines())} lines, {"different" if lines else "as committed"}')
        print('\n'.join(lines[:60]))
        bad |= bool(lines)
    return bad


def compare(node, dump, scenes, names, vendor):
    bad, compared = False, 0
    for name in names:
        with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as theirs:
            if not capture(node, scenes, name, ours, vendor, GLOAM_DEVICE='/dev/dri/renderD128'):
                print(f'{name}: not offered by gloam')
                continue
            radeonsi(node, scenes, name, theirs)
            print(f'{name}:', flush=True)
            bad |= subprocess.run([dump, '--compare', '--quiet', '--reasons', f'{HERE}/reasons.txt', ours, theirs], check=False).returncode != 0
            compared += 1
    return bad or not compared


def main():
    how, node, dump, scenes = sys.argv[1:5]
    if not os.path.exists(MESA) or not glob.glob('/usr/lib/*/dri/radeonsi_dri.so'):
        print('no radeonsi here')
        sys.exit(77)
    names = [line.split()[0] for line in subprocess.run([scenes, '--list'], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()]
    if how == 'compare':
        sys.exit(compare(node, dump, scenes, names, sys.argv[5]))
    sys.exit(facts(node, dump, scenes, names, how == 'update'))


main()
