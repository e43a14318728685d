#!/usr/bin/env python3
"""Programs of others that render with OSMesa: each draws with gloam's libOSMesa.so.8 and with Mesa's, and the pictures are compared.
Skipped (77) where Mesa's library or all of them are not installed.

  test_programs.py LIBRARY      gloam's"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
APPS = os.path.join(HERE, '..', 'apps')
sys.path.insert(0, APPS)
from test_weston import TIMEOUT_S, weston  # noqa: E402

PYTHON = '/usr/bin/python3' # Debian's modules belong to it
# Runs as root, without other processes.
MPI = {'OMPI_MCA_ess_singleton_isolated': '1', 'OMPI_MCA_plm_rsh_agent': '/bin/true', 'OMPI_MCA_btl': 'self',
       'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
SIMULATION = '1 0 GfsSimulation GfsBox GfsGEdge { x = 0 } {\n  GfsRefine 4\n}\nGfsBox {}\n'
SAVE = 'Save {picture} {{ format = PPM width = 256 height = 192 }}\n'


class Program:
    """command ({picture}, {simulation} are replaced), input, environment, the largest part of components that may differ by more than
    4 of 255; `preload`: the program links libGL before libOSMesa, and has to find OpenGL in the latter"""
    def __init__(self, command, limit, text='', environment=None, preload=False, in_weston=False):
        self.command, self.limit, self.text, self.environment = command, limit, text, environment or {}
        self.preload, self.in_weston = preload, in_weston


PROGRAMS = {
    'PyOpenGL': Program([PYTHON, os.path.join(APPS, 'compat', 'scene_osmesa.py'), '{picture}'], 0.01),
    'GLFW': Program([PYTHON, os.path.join(APPS, 'compat', 'scene_glfw_osmesa.py'), '{picture}'], 0.01, in_weston=True),
    'gfsview-batch2D': Program(['gfsview-batch2D', '{simulation}', os.path.join(HERE, 'view.gfv')], 0.01, text=SAVE,
                               environment=MPI, preload=True),
}


def picture(program, library, env):
    """(output, bytes), or None if the program is not installed."""
    with tempfile.TemporaryDirectory() as folder:
        places = {'picture': os.path.join(folder, 'picture'), 'simulation': os.path.join(folder, 'simulation.gfs')}
        with open(places['simulation'], 'w', encoding='utf-8') as file:
            file.write(SIMULATION)
        env = dict(env, HOME=folder, LD_LIBRARY_PATH=os.path.dirname(library), **program.environment)
        if program.preload:
            env['LD_PRELOAD'] = library
        done = subprocess.run([part.format(**places) for part in program.command], env=env, input=program.text.format(**places),
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace', timeout=TIMEOUT_S,
                              check=False)
        if done.returncode == 77:
            return None
        if done.returncode or not os.path.exists(places['picture']):
            sys.exit(f'{program.command} with {library}: exit code {done.returncode}\n{done.stdout}')
        with open(places['picture'], 'rb') as file:
            return done.stdout, file.read()


def pictures(program, libraries):
    if not program.in_weston:
        return [picture(program, library, dict(os.environ)) for library in libraries]
    with weston([], None, []) as (_, _, env):
        return [picture(program, library, env) for library in libraries]


def main():
    mesa, ran = glob.glob('/usr/lib/*/libOSMesa.so.8'), 0
    for name, program in PROGRAMS.items():
        if not mesa or not shutil.which(program.command[0]) or (program.in_weston and not shutil.which('weston')):
            print('not installed:', name)
            continue
        ours, theirs = pictures(program, (os.path.abspath(sys.argv[1]), mesa[0]))
        if not ours or not theirs:
            print('not installed:', name)
            continue
        ran += 1
        if program.command[0] == PYTHON and 'gloam' not in ours[0]: # it prints the vendor
            sys.exit(f'{name} did not draw with gloam\n{ours[0]}')
        part = sum(abs(a - b) > 4 for a, b in zip(ours[1], theirs[1])) / max(1, len(theirs[1]))
        print(f'{name}: {100 * part:.2f} % of the components differ from Mesa, {len(set(ours[1]))} values')
        if len(ours[1]) != len(theirs[1]) or part > program.limit or len(set(ours[1])) < 5:
            sys.exit(f'{name}: the picture is wrong\n{ours[0]}')
    if not ran:
        sys.exit(77)


main()
