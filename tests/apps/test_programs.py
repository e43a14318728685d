#!/usr/bin/env python3
"""Programs of other projects on gloam: wflinfo, eglinfo, SDL2's testgles2. Each must report gloam and exit with success.
Skipped (77) where none is installed."""
import os
import shutil
import subprocess
import sys

SDL_TEST = '/usr/libexec/installed-tests/SDL2/testgles2'
PROGRAMS = [
    # command, environment, text that its output must contain, seconds until SIGTERM (0: the program exits)
    (['wflinfo', '--platform=surfaceless_egl', '--api=gles2', '--verbose'], {},
     ['OpenGL vendor string: gloam', 'OpenGL ES 2.0', 'GL_OES_vertex_array_object'], 0),
    (['eglinfo', '-B'], {}, ['EGL vendor string: gloam', 'EGL driver name: gloam', 'EGL_MESA_device_software'], 0),
    ([SDL_TEST], {'SDL_VIDEODRIVER': 'offscreen', 'SDL_AUDIODRIVER': 'dummy'},
     ['Vendor     : gloam', 'frames per second'], 3),
]


def run(command, env, seconds):
    process = subprocess.Popen(command, env=dict(os.environ, **env), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                               text=True)
    try:
        return process.communicate(timeout=seconds or 60)[0], process.returncode
    except subprocess.TimeoutExpired:
        process.terminate()
        output = process.communicate(timeout=20)[0]
        return output, process.returncode if seconds else -1


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
        if missing or code:
            sys.exit(f'{command}: exit code {code}, missing {missing}\n{output}')
    if not ran:
        sys.exit(77)


main()
