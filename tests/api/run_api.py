#!/usr/bin/env python3
"""Runs GL test bodies on gloam, on Mesa's llvmpipe and on Mesa's radeonsi over the simulated GPU, and compares their pictures.

  run_api.py PROGRAM GLOAM_JSON NODE|- SKIPS FINDINGS COMPARISONS GROUP[,GROUP...] [BODY...]      NODE -: without radeonsi

A body states the API and the version that it needs (api_test.h). Where an implementation does not offer it, the body is skipped
there; the skips must be those of the list SKIPS ("body ::: implementation"; gloam@CHIP, radeonsi@CHIP: on that chip alone).
gloam runs some bodies with GLOAM_FORCE_VERSION (forced_version). Each picture must be within the body's tolerance of the body's
reference and of the other pictures. An implementation that fails, or whose picture differs from those of the others, is a
finding, and must be in the list FINDINGS ("body ::: implementation ::: cause"); a row without its finding is an error, too. An
implementation of Mesa may have a range of major versions behind it ("llvmpipe <25", "radeonsi 25-26", "llvmpipe >=26"): the row
holds for these versions alone (Mesa's version is that of GL_VERSION).
A body that states no value of the specification must be in the list COMPARISONS ("body"), and each of the list must be such a body.
With `hazard` or `sim` in GLOAM_DEBUG a report of the simulated GPU while gloam draws is a finding as well.
Exit 77 (skip) where Mesa is not installed, after gloam has passed."""
import collections
import glob
import itertools
import os
import re
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../streams'))
import mesa_versions  # pylint: disable=wrong-import-position
from run_hazard import REPORT  # pylint: disable=wrong-import-position

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
MESA_ENV = {'__EGL_VENDOR_LIBRARY_FILENAMES': MESA, 'EGL_PLATFORM': 'surfaceless', 'MESA_SHADER_CACHE_DISABLE': 'true'}
FOREIGN = ('llvmpipe', 'radeonsi')
SKIP = 77
COMPARISON = 'compares implementations only' # as api_main.c prints it
FOREIGN_TRIES = 5 # Mesa 22.3 has races: its crash is a finding when it repeats

def forced_version(name):
    """GLOAM_FORCE_VERSION of a body on gloam, or None: exactly OpenGL ES 2.0, of which bodies es2-* test extensions and rules that later
    versions do not have."""
    return 'es20' if name.startswith('es2-') else None


def rows(path, fields):
    with open(path, encoding='utf-8') as file:
        for number, line in enumerate(file, 1):
            if line.strip() and not line.startswith('#'):
                row = tuple(field.strip() for field in line.split(':::'))
                if len(row) != fields or not all(row):
                    sys.exit(f'{path}:{number}: not {fields} fields')
                yield row


def mesa_version(program, command, env):
    """The major version of Mesa."""
    done = subprocess.run([*command, program, 'version'], env=dict(os.environ, **env), stdout=subprocess.PIPE, text=True,
                          check=True)
    return mesa_versions.version(done.stdout)


def split_range(where):
    """(implementation, chip or '', least and greatest version of Mesa) of "gloam@tahiti", "radeonsi@tahiti 25-26"."""
    place, _, versions = where.partition(' ')
    name, _, chip = place.partition('@')
    if versions and (not mesa_versions.span(versions) or name not in FOREIGN):
        sys.exit(f'"{where}" is not an implementation of Mesa with a range of versions')
    return name, chip, *mesa_versions.span(versions)


def expected_rows(path, fields, names, versions, chip):
    """{(body, implementation)} of the rows that hold for these bodies, chip and versions of Mesa."""
    expected = set()
    for body, where, *_ in rows(path, fields):
        name, row_chip, least, greatest = split_range(where)
        if row_chip in ('', chip) and body in names and name in versions and (name not in FOREIGN or
                                                                              least <= versions[name] <= greatest):
            if (body, name) in expected:
                sys.exit(f'{path}: two rows hold for {body} on {name}')
            expected.add((body, name))
    return expected


def implementations(gloam, node):
    """{name: (command in front of the program, environment)}"""
    found = {'gloam': ([], {'__EGL_VENDOR_LIBRARY_FILENAMES': gloam})}
    if os.path.exists(MESA):
        found['llvmpipe'] = [], dict(MESA_ENV, LIBGL_ALWAYS_SOFTWARE='1')
        if node != '-' and glob.glob('/usr/lib/*/dri/radeonsi_dri.so'):
            found['radeonsi'] = [node, 'run', '--'], MESA_ENV
    return found


def run(program, body, command, env):
    """(exit code, output, picture)"""
    with tempfile.NamedTemporaryFile() as picture:
        done = subprocess.run([*command, program, body, picture.name], env=dict(os.environ, **env), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors='replace', timeout=100, check=False)
        return done.returncode, done.stdout.strip(), picture.read()


def near(a, b, tolerance, few):
    wrong = sum(any(abs(x - y) > tolerance for x, y in zip(a[i:i + 4], b[i:i + 4])) for i in range(0, len(a), 4))
    return len(a) == len(b) and wrong <= few


def odd_ones(pictures, tolerance, few, faulty):
    """The implementations that most of the others differ from; all, if no two agree. Of two that differ it is the one whose picture
    is known to be wrong (faulty): a third implementation takes part in the tests of another setting."""
    agrees = collections.Counter()
    for a, b in itertools.combinations(pictures, 2):
        if near(pictures[a], pictures[b], tolerance, few):
            agrees.update((a, b))
    most = max(agrees.values(), default=0)
    known = [name for name in pictures if name in faulty]
    if len(pictures) == 2 and most == 0 and len(known) == 1:
        return known
    return [name for name in pictures if len(pictures) > 1 and agrees[name] < most or most == 0 and len(pictures) > 1]


def main():
    program, gloam, node, skips_path, findings_path, comparisons_path, groups = sys.argv[1:8]
    wanted = sys.argv[8:]
    run_on = implementations(gloam, node)
    listed = [line for group in groups.split(',') for line in
              subprocess.run([program, 'list', group], stdout=subprocess.PIPE, text=True, check=True).stdout.split('\n')]
    reporting = any(flag in os.environ.get('GLOAM_DEBUG', '').split(',') for flag in ('hazard', 'sim'))
    bodies = [line.split() for line in listed if line and (not wanted or line.split()[0] in wanted)]
    names = {body[0] for body in bodies}
    chip = os.environ.get('GLOAM_SIM_CHIP') or 'polaris10'
    versions = {name: name in FOREIGN and mesa_version(program, *setting) for name, setting in run_on.items()}
    expected_skips = expected_rows(skips_path, 2, names, versions, chip)
    expected = expected_rows(findings_path, 3, names, versions, chip)
    with open(comparisons_path, encoding='utf-8') as file:
        expected_comparisons = {line.strip() for line in file if not line.startswith('#')} & names
    skips, findings, comparisons, counts = set(), {}, set(), collections.Counter()
    for name, _, _, tolerance, few in bodies:
        pictures = {}
        for implementation, (command, env) in run_on.items():
            force = forced_version(name)
            if implementation == 'gloam' and force:
                env = dict(env, GLOAM_FORCE_VERSION=force)
            for _ in range(1 if implementation == 'gloam' else FOREIGN_TRIES):
                code, output, picture = run(program, name, command, env)
                if code >= 0:
                    break
            reports = [line for line in output.splitlines() if reporting and implementation == 'gloam' and
                       re.match(REPORT, line)]
            if code == SKIP:
                skips.add((name, implementation))
                counts['skipped'] += 1
            elif code or reports:
                findings[name, implementation] = f'exit {code}: {reports[:5] or output}'
            else:
                pictures[implementation] = picture
                if implementation == 'gloam' and COMPARISON in output.splitlines():
                    comparisons.add(name)
                counts['ran'] += 1
        for implementation in odd_ones(pictures, int(tolerance), int(few), {who for body, who in expected if body == name}):
            findings.setdefault((name, implementation), 'its picture differs from the others')

    errors = 0
    ran = {name for name, *_ in bodies} - {name for name, implementation in (skips | set(findings)) if implementation == 'gloam'}
    for name in sorted(comparisons ^ (expected_comparisons & ran)):
        errors += 1
        print(f'{name}: it has no reference and checks no value' if name in comparisons else
              f'{name} states values of the specification: remove it from {comparisons_path}')
    for what, got, wanted_rows in (('skipped', skips, expected_skips), ('finding', set(findings), expected)):
        for row in sorted(got ^ wanted_rows):
            errors += 1
            print(f'{row[0]} on {row[1]}: ' + (f'{what}, but not listed: {findings.get(row, "")}' if row in got else
                                               f'listed as {what}, but it is none: remove the row or bound its versions of Mesa'))
    places = ', '.join(f'{name} {major}' if major else name for name, major in versions.items())
    print(f'{len(bodies)} bodies on {places}: {counts["ran"]} ran, {counts["skipped"]} skipped, '
          f'{len(findings)} findings, {errors} unexpected')
    if errors or not bodies or not counts['ran']:
        sys.exit(1)
    sys.exit(0 if 'llvmpipe' in run_on else SKIP)


if __name__ == '__main__':
    main()
