#!/usr/bin/env python3
"""Runs a program with GLOAM_DEBUG=hazard; fails if the program does, or if the simulated GPU reported anything. --poison: with
undefined registers and memory filled with garbage, too.

  run_hazard.py [--poison] PROGRAM ARGS..."""
import os
import subprocess
import sys

args = sys.argv[1:]
flags = 'hazard'
if args[0] == '--poison':
    flags = 'poison,hazard'
    args = args[1:]
done = subprocess.run(args, env=dict(os.environ, GLOAM_DEBUG=flags), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                      timeout=280,
                      check=False)
reports = [line for line in done.stderr.decode(errors='replace').splitlines() if line.startswith('gloam: hazard:')]
print('\n'.join(reports[:40]))
print(f'exit code {done.returncode}, {len(reports)} reports')
sys.exit(done.returncode or (1 if reports else 0))
