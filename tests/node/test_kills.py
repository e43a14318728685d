#!/usr/bin/env python3
"""Clients of one node are killed at random moments; the others still draw the same pictures as before.

  test_kills.py NODE SCENE NODE_SCENE DMABUF_PAIR VENDOR KILLS

Two processes draw all the while, one with gloam and, where it is installed, one with radeonsi; the victims are pairs that share a
texture, and single ones. The moments are those of a fixed seed."""
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time

from node_test import MESA, environment, has_radeonsi


class Survivor:
    """A program that is run again and again; each run must end well with the same bytes."""

    def __init__(self, name, command, path, env):
        self.name, self.command, self.path, self.env, self.runs, self.process = name, command, path, env, 0, None
        self.wanted = None
        self.start()
        self.finish()

    def start(self):
        self.process = subprocess.Popen(self.command, env=self.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def finish(self):
        output = self.process.communicate(timeout=100)[0].decode(errors='replace')
        with open(self.path, 'rb') as file:
            seen = hashlib.sha256(file.read()).hexdigest()
        os.unlink(self.path)
        if self.process.returncode or seen != (self.wanted or seen):
            sys.exit(f'{self.name}, run {self.runs}: exit code {self.process.returncode}, ' +
                     ('other bytes' if seen != self.wanted else 'same bytes') + '\n' + output)
        self.wanted = seen
        self.runs += 1

    def look(self):
        if self.process.poll() is not None:
            self.finish()
            self.start()


def inside(scene, node_scene, pair, vendor, kills):
    rng = random.Random(20)
    with tempfile.TemporaryDirectory() as folder:
        survivors = [Survivor('gloam', [scene, '3', '12', folder + '/scene', 'mkw'], folder + '/scene', environment(vendor))]
        if has_radeonsi():
            survivors.append(Survivor('radeonsi', [node_scene, folder + '/node_scene', '2'], folder + '/node_scene',
                                      environment(MESA)))
        for survivor in survivors:
            survivor.start()
        for _ in range(kills):
            a, b = (rng.choice([vendor, MESA] if has_radeonsi() else [vendor]) for _ in range(2))
            victim = rng.choice([[pair, folder + '/pair.png', a, b], [scene, '5', '30', folder + '/victim', 'mkw']])
            process = subprocess.Popen(victim, env=environment(a), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                       start_new_session=True)
            end = time.monotonic() + rng.uniform(0.02, 1.0)
            while time.monotonic() < end:
                for survivor in survivors:
                    survivor.look()
                time.sleep(0.005)
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for survivor in survivors:
            survivor.finish()
            print(f'{survivor.name}: {survivor.runs} runs')
            if survivor.runs < 2:
                sys.exit('nothing was drawn meanwhile')


def main():
    if sys.argv[1] == '--inside':
        inside(*sys.argv[2:-1], int(sys.argv[-1]))
        return
    sys.exit(subprocess.run([sys.argv[1], 'run', '--', sys.executable, sys.argv[0], '--inside', *sys.argv[2:]],
                            check=False).returncode)


main()
