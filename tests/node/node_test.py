"""node_test.py: functions that the tests on the render-node stand-in share."""
import glob
import os
import subprocess
import sys

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '../apps'))
# No parent waits for a program that has ended, and LLVM as a shared library takes itself down while others still compile with it.
INTERPRET = {'GLOAM_SIM_EXEC': 'interp'}


def skip(why):
    print('skipped:', why)
    sys.exit(77)


def has_radeonsi():
    return os.path.exists(MESA) and bool(glob.glob('/usr/lib/*/dri/radeonsi_dri.so'))


def environment(vendor, **extra):
    return dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=vendor, GLOAM_DEVICE='/dev/dri/renderD128', GLOAM_DEBUG='1',
                MESA_SHADER_CACHE_DISABLE='true', EGL_PLATFORM='surfaceless', **extra)


def run(node, command, env, seconds=120):
    """(exit code, output) of a program on the node."""
    done = subprocess.run([node, 'run', '--', *command], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors='replace', timeout=seconds, check=False)
    return done.returncode, done.stdout


def check_pixels(image, wanted, tolerance, png):
    for x, y, colour in wanted:
        got = png.pixel(image, x, y)
        if any(abs(a - b) > tolerance for a, b in zip(got, colour)):
            sys.exit(f'pixel {x},{y} is {got}, not {colour}')
