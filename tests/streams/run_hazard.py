#!/usr/bin/env python3
"""Runs a program with GLOAM_DEBUG=hazard; fails if the program does, or if the simulated GPU reported anything.

  run_hazard.py PROGRAM ARGS..."""
import os
import subprocess
import sys

done = subprocess.run(sys.argv[1:], env=dict(os.environ, GLOAM_DEBUG='hazard'), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                      timeout=280,
                      check=False)
reports = [line for line in done.stderr.decode(errors='replace').splitlines() if line.startswith('gloam: hazard:')]
print('\n'.join(reports[:40]))
print(f'exit code {done.returncode}, {len(reports)} reports')
sys.exit(done.returncode or (1 if reports else 0))
