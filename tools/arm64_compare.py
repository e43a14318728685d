#!/usr/bin/env python3
"""Draws pictures with a build for arm64, under qemu-user, and with a native build, and compares them byte by byte.

  arm64_compare.py [--every N] [--only WORD] ARM_BUILD NATIVE_BUILD

Pictures: each body of tests/api (every Nth, or those whose name contains the word), the example mesh, and three random scenes. A
body that one build does not run must be left out by the other, too. Exit code 1: pictures differ."""
import argparse
import os
import subprocess
import sys
import tempfile

CACHE = os.environ.get('GLOAM_WITNESS_CACHE', os.path.join(os.environ.get('XDG_CACHE_HOME', os.path.expanduser('~/.cache')), 'gloam'))
GROUPS = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../tests/api/groups.def')
FORCED = 'es32,gl46'
SKIP = 77


class Build:
    def __init__(self, folder, before):
        self.folder, self.before = os.path.abspath(folder), before

    def run(self, program, *args):
        """(exit code, output) of a program of the build."""
        env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=f'{self.folder}/40_gloam.json', GLOAM_SHADER_CACHE_DISABLE='1',
                   GLOAM_FORCE_VERSION=FORCED, GLOAM_WATCHDOG_MS='600000')
        done = subprocess.run([*self.before, os.path.join(self.folder, program), *args], env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors='replace', check=False)
        return done.returncode, done.stdout.strip()

    def picture(self, program, *args):
        """(exit code, output, bytes): PICTURE among the arguments stands for the file."""
        with tempfile.NamedTemporaryFile() as file:
            code, output = self.run(program, *(file.name if arg == 'PICTURE' else arg for arg in args))
            return code, output, file.read()


def work(args, native):
    """(name, program and arguments) of each picture."""
    with open(GROUPS, encoding='utf-8') as file:
        groups = [line.split('(')[1].split(')')[0] for line in file if line.startswith('GROUP(')]
    bodies = [line.split()[0] for group in groups for line in native.run('tests/api/api_bodies', 'list', group)[1].splitlines()]
    yield 'mesh', ('examples/mesh', 'PICTURE')
    for seed in '123':
        yield f'scene {seed}', ('tests/scene/scene', seed, '32', 'PICTURE', 'mkclwpveosnd')
    for body in bodies[::args.every]:
        yield body, ('tests/api/api_bodies', body, 'PICTURE')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--only', default='')
    parser.add_argument('builds', nargs=2)
    args = parser.parse_args()
    arm = Build(args.builds[0], ['qemu-aarch64', '-L', os.path.join(CACHE, 'arm64')])
    native = Build(args.builds[1], [])
    equal = skipped = 0
    wrong = []
    for name, command in work(args, native):
        if args.only not in name:
            continue
        results = [build.picture(*command) for build in (native, arm)]
        if results[0][0] != results[1][0] or results[0][2] != results[1][2]:
            wrong.append(name)
            sizes = [len(result[2]) for result in results]
            bytes_wrong = sum(a != b for a, b in zip(results[0][2], results[1][2]))
            print(f'{name}: exit codes {results[0][0]}, {results[1][0]}; {bytes_wrong} of {sizes} bytes differ', flush=True)
            print('\n'.join(result[1] for result in results if result[0] not in (0, SKIP)), flush=True)
        elif results[0][0] == SKIP:
            skipped += 1
        else:
            equal += 1
    print(f'{equal} equal, {len(wrong)} different, {skipped} not offered')
    sys.exit(bool(wrong))


main()
