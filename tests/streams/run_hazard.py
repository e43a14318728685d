#!/usr/bin/env python3
"""Runs a program with GLOAM_DEBUG=hazard,sim; fails if the program does, or if the simulated GPU reports a hazard, an unknown register
or packet, a VM fault or anything else that it does not simulate. --poison: with undefined registers and memory filled with garbage,
too.

  run_hazard.py [--poison] PROGRAM ARGS..."""
import os
import re
import subprocess
import sys

# Tests lose contexts and run out of memory on purpose. Before GFX8 the place of CB_COLORn_DCC_CONTROL lies unused in the run of a
# colour buffer's registers, which is written at once (as radeonsi does), with 0.
DCC_CONTROL = '|'.join(f'unknown register {0x28c78 + 0x3c * n:#x} <- 0x0 ' for n in range(8))
REPORT = rf'gloam: (hazard:|sim: (?!context lost|no memory|buffer \d+ leaves|{DCC_CONTROL}))'
args = sys.argv[1:]
flags = 'hazard,sim'
if args[0] == '--poison':
    flags = 'poison,hazard,sim'
    args = args[1:]
done = subprocess.run(args, env=dict(os.environ, GLOAM_DEBUG=flags), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                      timeout=280,
                      check=False)
reports = [line for line in done.stderr.decode(errors='replace').splitlines() if re.match(REPORT, line)]
print('\n'.join(reports[:40]))
print(f'exit code {done.returncode}, {len(reports)} reports')
sys.exit(done.returncode or (1 if reports else 0))
