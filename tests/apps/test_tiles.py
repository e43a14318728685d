#!/usr/bin/env python3
"""examples/tiles: the picture of many processes, which differ in instruction set and number of threads, equals that of one process byte
for byte; a failed task is found and repeated; GNU parallel, GNU parallel over ssh and a job array of Slurm give the same picture where
they are installed (the latter two for root, with servers of the test's own).

  test_tiles.py PROGRAM SCRIPT"""
import os
import shutil
import subprocess
import sys
import tempfile

import cluster

SIZE, TILE = 512, 128
COUNT = (SIZE // TILE) ** 2
CPUS = ('avx512', 'avx2', 'sse')  # a machine without the first uses what it has
THREADS = ('1', '2', '8')
# Which a task on another machine does not inherit, where gloam would be installed.
VARIABLES = ('__EGL_VENDOR_LIBRARY_FILENAMES', 'EGL_PLATFORM', 'GLOAM_SHADER_CACHE_DISABLE', 'ASAN_OPTIONS', 'LD_PRELOAD')


def tiles(program, command, folder, *args, tile=TILE, check=True, **env):
    return subprocess.run([program, command, folder, str(SIZE), str(tile), *args], env=dict(os.environ, **env), check=check,
                          stdout=subprocess.PIPE, text=True, timeout=300)


def missing(program, folder):
    return [int(line) for line in tiles(program, 'missing', folder, check=False).stdout.split()]


def stitch(program, folder, tile=TILE):
    out = os.path.join(folder, 'out.ppm')
    tiles(program, 'stitch', folder, out, tile=tile)
    with open(out, 'rb') as file:
        return file.read()


def new_folder(parent, name):
    path = os.path.join(parent, name)
    os.mkdir(path)
    return path


def many_processes(program, folder):
    """A task per tile. One of them fails, another ended early and has left a part of its file."""
    for i in range(COUNT):
        env = {'GLOAM_SIM_CPU': CPUS[i % 3], 'GLOAM_THREADS': THREADS[i // 3 % 3]}
        if i == 5:
            env['__EGL_VENDOR_LIBRARY_FILENAMES'] = '/nonexistent.json'
        elif i == 9:
            with open(os.path.join(folder, f'tile_{i:07}.ppm.1.part'), 'wb') as file:
                file.write(b'P6\n128 128\n255\n')
            continue
        tiles(program, 'render', folder, str(i), check=i != 5, **env)
    if missing(program, folder) != [5, 9]:
        sys.exit(f'missing: {missing(program, folder)}, not tiles 5 and 9')
    if tiles(program, 'stitch', folder, os.path.join(folder, 'early.ppm'), check=False).returncode == 0:
        sys.exit('a picture with holes was stitched')
    for i in missing(program, folder):
        tiles(program, 'render', folder, str(i))


def check_large(small, large):
    """Both are the same picture, one of them from a single tile: the coordinates of few pixels at edges round otherwise."""
    differ = sum(small[i:i + 3] != large[i:i + 3] for i in range(len(small) - 3 * SIZE * SIZE, len(small), 3))
    colors = {large[i:i + 3] for i in range(len(large) - 3 * SIZE * SIZE, len(large), 3)}
    print(f'{differ} of {SIZE * SIZE} pixels differ from one tile of {SIZE} pixels; {len(colors)} colours')
    if len(small) != len(large) or differ > SIZE * SIZE // 50 or len(colors) < 10000:
        sys.exit('the tiles do not fit together')


def check_way(script, program, parent, way, env, one):
    """The picture of tiles.sh."""
    with tempfile.TemporaryDirectory(dir=parent) as folder:
        out = os.path.join(folder, 'out.ppm')
        subprocess.run([script, way, os.path.join(folder, 'tiles'), str(SIZE), str(TILE), out], env=dict(env, TILES=program), check=True,
                       stdin=subprocess.DEVNULL, timeout=500)
        with open(out, 'rb') as file:
            if file.read() != one:
                sys.exit(f'the picture of {way} differs')


def main():
    program, script = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as parent:
        folder = new_folder(parent, 'one')
        tiles(program, 'render', folder, f'0-{COUNT - 1}')
        one = stitch(program, folder)
        folder = new_folder(parent, 'many')
        many_processes(program, folder)
        if stitch(program, folder) != one:
            sys.exit('the picture of many processes differs from that of one')
        folder = new_folder(parent, 'large')
        tiles(program, 'render', folder, '0', tile=SIZE)
        check_large(one, stitch(program, folder, tile=SIZE))
        ways = ['one process', f'{COUNT} processes']
        if shutil.which('parallel'):
            check_way(script, program, parent, 'parallel', os.environ, one)
            ways.append('parallel')
            with cluster.ssh_hosts(new_folder(parent, 'sshd'), VARIABLES) as env:
                if env:
                    check_way(script, program, parent, 'parallel', env, one)
                    ways.append('parallel over ssh')
        with cluster.slurm(new_folder(parent, 'cluster')) as env:
            if env:
                check_way(script, program, parent, 'slurm', env, one)
                ways.append('slurm')
        print(f'equal: {", ".join(ways)}')


main()
