#!/usr/bin/env python3
"""libOSMesa.so.8 exports OSMesa's functions and every name of OpenGL that gloam has, nothing else, and every name of Mesa's library
where that is installed.

  test_symbols.py LIBRARY GL_XML"""
import glob
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'gl-api', 'tables'))
from gl_registry import Registry  # noqa: E402

OSMESA = {'OSMesa' + name for name in (
    'ColorClamp', 'CreateContext', 'CreateContextAttribs', 'CreateContextExt', 'DestroyContext', 'GetColorBuffer', 'GetCurrentContext',
    'GetDepthBuffer', 'GetIntegerv', 'GetProcAddress', 'MakeCurrent', 'PixelStore', 'Postprocess')}


def exports(library):
    output = subprocess.run(['nm', '-D', '--defined-only', library], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {line.split()[-1].split('@')[0] for line in output.splitlines()}


def main():
    library, gl_xml = sys.argv[1:]
    have, want = exports(library), OSMESA | set(Registry(gl_xml).names)
    problems = [('missing', want - have), ('not of OpenGL or OSMesa', have - want)]
    for mesa in glob.glob('/usr/lib/*/libOSMesa.so.8'):
        other = {n for n in exports(mesa) if n.startswith('OSMesa') or n[:2] == 'gl' and n[2:3].isupper()}
        problems.append((f'in {mesa} only', other - have))
    for text, names in problems:
        if names:
            print(f'{text}: {" ".join(sorted(names))}')
    sys.exit(any(names for _, names in problems))


main()
