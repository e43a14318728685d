#!/usr/bin/env python3
"""Programs of other projects on gloam: wflinfo, eglinfo, SDL2's testgles2. Each must report gloam and exit with success. A frame of
testgles2 is compared with Mesa's. Skipped (77) where none is installed.

  test_programs.py SWAP_SHIM     (swap_shim.c; the vendor file comes from the environment)"""
import os
import shutil
import subprocess
import sys
import tempfile

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
SDL_TEST = '/usr/libexec/installed-tests/SDL2/testgles2'
PROGRAMS = [
    # command, environment, text that its output must contain, seconds until SIGTERM (0: the program exits)
    (['wflinfo', '--platform=surfaceless_egl', '--api=gles2', '--verbose'], {},
     ['OpenGL vendor string: gloam', 'OpenGL version string: OpenGL ES 3.2', 'GL_OES_vertex_array_object'], 0),
    (['wflinfo', '--platform=surfaceless_egl', '--api=gles3', '--verbose'], {},
     ['OpenGL vendor string: gloam', 'OpenGL version string: OpenGL ES 3.2', 'GLSL ES 3.20'], 0),
    (['wflinfo', '--platform=surfaceless_egl', '--api=gles1'], {}, ['OpenGL version string: OpenGL ES-CM 1.1 gloam'], 0),
    (['wflinfo', '--platform=surfaceless_egl', '--api=gl'], {}, ['OpenGL version string: 4.6 (Compatibility Profile) gloam'], 0),
    (['wflinfo', '--platform=surfaceless_egl', '--api=gl', '--version=1.5'], {}, ['OpenGL version string: 4.6 (Compatibility Profile) gloam'], 0),
    (['eglinfo', '-B'], {}, ['EGL vendor string: gloam', 'EGL driver name: gloam', 'EGL_MESA_device_software'], 0),
    ([SDL_TEST], {'SDL_VIDEODRIVER': 'offscreen', 'SDL_AUDIODRIVER': 'dummy'},
     ['Vendor     : gloam', 'frames per second'], 3),
]
EXIT_CODES = {'eglinfo': (0, 1)} # the platforms that do not initialize: wayland, unless a compositor runs
FRAME = 20 # of testgles2, whose cube turns by a constant angle per frame


def run(command, env, seconds):
    process = subprocess.Popen(command, env=dict(os.environ, **env), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True)
    try:
        return process.communicate(timeout=seconds or 60)[0], process.returncode
    except subprocess.TimeoutExpired:
        process.terminate()
        try:
            output = process.communicate(timeout=20)[0]
        except subprocess.TimeoutExpired:
            process.kill()
            output = process.communicate()[0]
        return output, process.returncode if seconds else -1


def sdl_frame(shim, vendor, folder):
    """(the size, the RGBA bytes) of a frame of testgles2, which runs until the picture is there and is ended by a signal"""
    path = os.path.join(folder, 'picture')
    env = {'SDL_VIDEODRIVER': 'offscreen', 'SDL_AUDIODRIVER': 'dummy', 'SDL_VIDEO_EGL_DRIVER': shim, 'SWAP_FRAME': str(FRAME),
           'SWAP_PICTURE': path, '__EGL_VENDOR_LIBRARY_FILENAMES': vendor}
    output, code = run([SDL_TEST], env, 4)
    if vendor == MESA:  # llvmpipe may have frames of a minute in its queue, which it draws before it ends
        code = 0
    if code or not os.path.exists(path):
        sys.exit(f'testgles2 on {vendor}: exit code {code}, no picture\n{output}')
    with open(path, 'rb') as file:
        return file.readline(), file.read()


def compare_sdl_frame(shim):
    with tempfile.TemporaryDirectory() as folder:
        (size, ours), (other_size, theirs) = (sdl_frame(shim, vendor, folder) for vendor in
                                              (os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], MESA))
    differ = sum(abs(a - b) > 2 for a, b in zip(ours, theirs))
    print(f'testgles2: {differ} of {len(ours)} components differ from Mesa, {len(set(ours))} values')
    if size != other_size or len(ours) != len(theirs) or differ or len(set(ours)) < 100:
        sys.exit('the frame of testgles2 is wrong')


def main():
    ran = 0
    for command, env, wanted, seconds in PROGRAMS:
        if not shutil.which(command[0]):
            print('not installed:', command[0])
            continue
        ran += 1
        output, code = run(command, env, seconds)
        missing = [text for text in wanted if text not in output]
        print(os.path.basename(command[0]), 'exit code', code)
        if missing or code not in EXIT_CODES.get(command[0], (0,)):
            sys.exit(f'{command}: exit code {code}, missing {missing}\n{output}')
    if shutil.which(SDL_TEST) and os.path.exists(MESA):
        compare_sdl_frame(os.path.abspath(sys.argv[1]))
    if not ran:
        sys.exit(77)


main()
