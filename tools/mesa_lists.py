#!/usr/bin/env python3
"""Extensions and limits of gloam's contexts beside those of Mesa's llvmpipe, for the core and compatibility profiles and OpenGL ES.

    mesa_lists.py [--gloam VENDOR] [--mesa VENDOR] [--root FOLDER] [--all]

VENDOR: a vendor file of libglvnd; gloam's is ./build/40_gloam.json, Mesa's the installed one. --root: a root folder with a newer Mesa
and Python, entered with chroot. Prints each extension that Mesa lists and gloam does not, and each limit of gloam that allows less,
unless docs/status.md names it, limits also by patterns with *; --all prints those, too. A value that gloam's context lacks belongs to a
missing extension or to another profile, and is not printed. Ends with 1 where a row was printed that the document does not name."""
import argparse
import csv
import ctypes
import fnmatch
import json
import os
import re
import subprocess
import sys

SURFACELESS, GL_API, ES_API, NO_ERROR = 0x31DD, 0x30A2, 0x30A0, 0
# Attributes of a context of each kind; each gets the highest version.
CONTEXTS = {'core': (GL_API, [0x3098, 3, 0x30FB, 2, 0x30FD, 1]), 'compatibility': (GL_API, []), 'ES': (ES_API, [0x3098, 3])}
SENTINEL = -77
# Limits of which a smaller value allows more.
SMALLER = re.compile(r'OFFSET_ALIGNMENT|GL_MIN_(PROGRAM|FRAGMENT)|GRANULARITY')
LIMIT = re.compile(r'GL_(MAX|MIN)_|_RANGE$|_ALIGNMENT$|_GRANULARITY$|SUBPIXEL_BITS$')
NOT_LIMITS = {'GL_DEPTH_RANGE', 'GL_UNPACK_ALIGNMENT', 'GL_PACK_ALIGNMENT', 'GL_MIN_SAMPLE_SHADING_VALUE', 'GL_MAX_SHADER_COMPILER_THREADS_KHR'}


def dump(limits):
    """{context: {'extensions': [...], 'limits': {name: values}}} of this process's EGL. limits: (name, enumerant, is float, count)."""
    egl = ctypes.CDLL('libEGL.so.1')
    for name in ('eglGetPlatformDisplay', 'eglCreateContext', 'eglGetProcAddress'):
        getattr(egl, name).restype = ctypes.c_void_p
    display = ctypes.c_void_p(egl.eglGetPlatformDisplay(SURFACELESS, None, None))
    if not egl.eglInitialize(display, None, None):
        sys.exit('eglInitialize failed')

    def command(name, result, *arguments):
        return ctypes.CFUNCTYPE(result, *arguments)(egl.eglGetProcAddress(name.encode()))
    found = {}
    for kind, (api, attributes) in CONTEXTS.items():
        egl.eglBindAPI(api)
        array = (ctypes.c_int * (len(attributes) + 1))(*attributes, 0x3038)
        context = ctypes.c_void_p(egl.eglCreateContext(display, None, None, array))
        if not context or not egl.eglMakeCurrent(display, None, None, context):
            sys.exit(f'no context: {kind}')
        get_error = command('glGetError', ctypes.c_uint)
        get_string = command('glGetStringi', ctypes.c_char_p, ctypes.c_uint, ctypes.c_uint)
        get_int = command('glGetInteger64v', None, ctypes.c_uint, ctypes.c_void_p)
        get_float = command('glGetFloatv', None, ctypes.c_uint, ctypes.c_void_p)
        count = (ctypes.c_int64 * 1)()
        get_int(0x821D, count)
        values = {}
        for name, enumerant, is_float, number in limits:
            out = ((ctypes.c_float if is_float else ctypes.c_int64) * 16)(*[SENTINEL] * 16)
            (get_float if is_float else get_int)(enumerant, out)
            if get_error() == NO_ERROR:
                values[name] = list(out[:number])
        found[kind] = {'extensions': [get_string(0x1F03, i).decode()[3:] for i in range(count[0])], 'limits': values}
    return found


def limits_of(root):
    """The limits of gl-api/tables/ga_get.csv."""
    sys.path.append(os.path.join(root, 'gl-api/tables'))
    import gl_registry  # pylint: disable=import-outside-toplevel
    enums = gl_registry.Registry('/usr/share/khronos-api/gl.xml').enums()
    with open(os.path.join(root, 'gl-api/tables/ga_get.csv'), encoding='utf-8', newline='') as file:
        rows = [row for row in csv.reader(file, skipinitialspace=True) if row and not row[0].startswith('#')]
    return [(row[0], int(str(enums[row[0]][0]), 0), row[1] == 'float', int(row[2]) if row[2].isdigit() else 1)
            for row in rows if LIMIT.search(row[0]) and row[0] not in NOT_LIMITS]


def allows_less(name, own, other):
    """Whether a limit is narrower than another implementation's."""
    if name.endswith('_RANGE'):
        return own[0] > other[0] or own[-1] < other[-1]
    return any(a > b if SMALLER.search(name) else a < b for a, b in zip(own, other))


def ask(vendor, limits, root=None):
    """The lists of an implementation, asked for in a process of its own."""
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=vendor, LIBGL_ALWAYS_SOFTWARE='1')
    with open(os.path.abspath(__file__), encoding='utf-8') as file:
        source = file.read()
    prefix = ['chroot', root] if root else []
    result = subprocess.run(prefix + ['python3', '-c', source, '--dump'], env=env, input=json.dumps(limits), capture_output=True,
                            text=True, check=False)
    if result.returncode:
        sys.exit(f'{vendor}: {result.stderr.strip()}')
    return json.loads(result.stdout)


def main():
    if sys.argv[1:] == ['--dump']:
        json.dump(dump(json.load(sys.stdin)), sys.stdout)
        return 0
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--gloam', default=os.path.join(os.getcwd(), 'build/40_gloam.json'))
    parser.add_argument('--mesa', default='/usr/share/glvnd/egl_vendor.d/50_mesa.json')
    parser.add_argument('--root')
    parser.add_argument('--all', action='store_true')
    arguments = parser.parse_args()
    with open(os.path.join(root, 'docs/status.md'), encoding='utf-8') as file:
        named = set(re.findall(r'[\w*]+', file.read()))
    patterns = [name for name in named if '*' in name and name.startswith('GL_')]
    limits = limits_of(root)
    own, other = ask(arguments.gloam, limits), ask(arguments.mesa, limits, arguments.root)
    open_rows = 0
    for kind in CONTEXTS:
        rows = [(name, 'extension') for name in other[kind]['extensions'] if name not in own[kind]['extensions']]
        for name, value in other[kind]['limits'].items():
            mine = own[kind]['limits'].get(name)
            if mine and allows_less(name, mine, value):
                rows.append((name, f'{" ".join(map(str, mine))}, Mesa {" ".join(map(str, value))}'))
        for name, text in sorted(rows):
            explained = name in named or any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)
            open_rows += not explained
            if arguments.all or not explained:
                print(f'{kind}: {name}: {text}{" (docs/status.md)" if explained else ""}')
    return 1 if open_rows else 0


if __name__ == '__main__':
    sys.exit(main())
