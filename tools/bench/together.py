#!/usr/bin/env python3
"""Throughput of several processes at once, relative to one of them alone.

  together.py [-n TURNS] [-t SECONDS] [-p PROCESSES] [--vendor VENDOR.json] BENCH [WORKLOAD ...]

BENCH is gloam-bench. In each turn one process works alone for a slice of SECONDS, then all PROCESSES (6) for a slice at the same
time; a turn's ratio is the sum of their rates to the rate of the one. Prints the median and the quartiles of the ratios. The
default vendor is the one of BENCH's build folder; the default workloads are those of servers. Rates are those of wall time, so
the machine must have no other load; `taskset -c 0,1` limits all of them to two CPUs."""
import argparse
import os
import statistics
import subprocess

WORKLOADS = ['lit', 'fill-flush', 'texture-flush', 'mesh']


def start(args, workload):
    env = dict(os.environ, __EGL_VENDOR_LIBRARY_FILENAMES=args.vendor, EGL_PLATFORM='surfaceless',
               MESA_SHADER_CACHE_DISABLE='true', GLOAM_SHADER_CACHE_DISABLE='1')
    return subprocess.Popen([args.bench, '--child', workload, 'slices'], env=env, text=True, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE)


def measure(children, seconds):
    """Returns the sum of the rates of a slice of all children at the same time."""
    for child in children:
        child.stdin.write(f'{seconds} -1\n')
        child.stdin.flush()
    return sum(float(child.stdout.readline()) for child in children)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-n', type=int, default=9, dest='turns')
    parser.add_argument('-t', type=float, default=1.0, dest='seconds')
    parser.add_argument('-p', type=int, default=6, dest='processes')
    parser.add_argument('--vendor')
    parser.add_argument('bench')
    parser.add_argument('workload', nargs='*', default=WORKLOADS)
    args = parser.parse_args()
    args.bench = os.path.realpath(args.bench)
    args.vendor = args.vendor or os.path.dirname(args.bench) + '/../40_gloam.json'
    for workload in args.workload or WORKLOADS:
        children = [start(args, workload) for _ in range(args.processes)]
        measure(children, args.seconds) # all have compiled their shaders after it
        ratios = []
        for _ in range(args.turns):
            alone = measure(children[:1], args.seconds)
            ratios.append(measure(children, args.seconds) / alone)
        for child in children:
            child.stdin.close()
            child.wait()
        quartiles = statistics.quantiles(ratios, n=4) if len(ratios) > 1 else ratios * 3
        print(f'{workload:16} {statistics.median(ratios):.2f}  ({quartiles[0]:.2f} to {quartiles[2]:.2f})', flush=True)


main()
