#!/usr/bin/env python3
"""Draws the WebGL pages of this folder in Chromium on gloam and on Mesa's llvmpipe, and compares the pictures (pages.txt).

  test_pages.py WORK [PAGE...]     WORK: a folder for the libraries and the pictures; without a PAGE all of pages.txt

gloam's vendor file comes from the environment. A page passes if its contexts are the wanted vendor's, none is lost, no error or
warning is reported, and the two pictures agree. The milliseconds of its frames are printed. Skipped (77) without Chromium,
Node.js or npm, and where npm's registry cannot be reached."""
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'apps'))
import png  # noqa: E402, pylint: disable=wrong-import-position

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
MIN_NODE = 18
MIN_COLORS = 100  # of a picture that shows its scene
INSTALL_TIMEOUT_S = 300
DRAW_TIMEOUT_S = 900
UNREACHABLE = re.compile(r'ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT')


def skip(reason):
    print(reason)
    sys.exit(77)


def read_table():
    """{name: (level, pixels)}"""
    rows = {}
    with open(os.path.join(HERE, 'pages.txt'), encoding='utf-8') as file:
        for line in file:
            if line.strip() and not line.startswith('#'):
                name, tolerance, reason = (field.strip() for field in line.split(':::'))
                assert reason, line
                rows[name] = tuple(int(value) for value in tolerance.split(','))
    scenes = {name[:-3] for name in os.listdir(os.path.join(HERE, 'scenes'))
              if 'export async function create()' in open(os.path.join(HERE, 'scenes', name), encoding='utf-8').read()}
    if scenes != set(rows):
        sys.exit(f'scenes/ and pages.txt differ: {sorted(scenes ^ set(rows))}')
    return rows


def install(work):
    """Installs the libraries of the lock file into WORK, unless they are there."""
    for name in ('chromium', 'node', 'npm'):
        if not shutil.which(name):
            skip(name + ' is not installed')
    version = subprocess.run(['node', '--version'], stdout=subprocess.PIPE, text=True, check=True).stdout
    if int(re.match(r'v(\d+)', version).group(1)) < MIN_NODE:
        skip(f'Node.js is {version.strip()}; the pages need {MIN_NODE}')
    with open(os.path.join(HERE, 'package-lock.json'), encoding='utf-8') as file:
        wanted = file.read()
    stamp = os.path.join(work, 'installed.json')
    if os.path.exists(stamp):
        with open(stamp, encoding='utf-8') as file:
            if file.read() == wanted:
                return
    os.makedirs(work, exist_ok=True)
    for name in ('package.json', 'package-lock.json'):
        shutil.copyfile(os.path.join(HERE, name), os.path.join(work, name))
    done = subprocess.run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], cwd=work, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=INSTALL_TIMEOUT_S, check=False)
    if done.returncode and UNREACHABLE.search(done.stdout):
        skip("npm's registry cannot be reached:\n" + done.stdout)
    if done.returncode:
        sys.exit('npm ci failed:\n' + done.stdout)
    with open(stamp, 'w', encoding='utf-8') as file:
        file.write(wanted)


def draw(work, vendor, variables, pages, again=0):
    """{page: outcome} of drive.mjs; pictures are in WORK/vendor/. again: frames in addition, for their times."""
    pictures = os.path.join(work, vendor)
    shutil.rmtree(pictures, ignore_errors=True)
    os.makedirs(pictures)
    done = subprocess.run(['node', os.path.join(HERE, 'drive.mjs'), work, pictures, str(again)] + pages, env=dict(os.environ, **variables),
                          stdout=subprocess.PIPE, text=True, timeout=DRAW_TIMEOUT_S, check=False)
    if done.returncode:
        sys.exit(f'drive.mjs on {vendor} ended with {done.returncode}:\n{done.stdout}')
    return {outcome['page']: outcome for outcome in map(json.loads, done.stdout.splitlines())}


def complaints(outcome, renderer):
    """The reasons for which a page failed on one vendor."""
    found = list(outcome['messages'])
    if 'error' in outcome:
        found.append(outcome['error'] + '\n' + outcome['log'])
    elif not outcome['renderers']:
        found.append('no context was made')
    else:
        found += [f'a context is of {name}' for name in outcome['renderers'] if renderer not in name]
    return found


def compare(one, other, level):
    """(pixels that differ by more than level, greatest difference, colours of the first picture)"""
    if one[:2] != other[:2]:
        sys.exit(f'the pictures are {one[:2]} and {other[:2]}')
    beyond, greatest, colors = 0, 0, set()
    for y in range(one[1]):
        for x in range(one[0]):
            color = png.pixel(one, x, y)
            difference = max(abs(a - b) for a, b in zip(color, png.pixel(other, x, y)))
            beyond += difference > level
            greatest = max(greatest, difference)
            colors.add(color)
    return beyond, greatest, len(colors)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    table, work = read_table(), os.path.abspath(sys.argv[1])
    pages = sys.argv[2:] or list(table)
    install(work)
    vendors = {
        'llvmpipe': ({'__EGL_VENDOR_LIBRARY_FILENAMES': MESA, 'EGL_PLATFORM': 'surfaceless', 'LIBGL_ALWAYS_SOFTWARE': '1'}, 'llvmpipe'),
        'gloam': ({}, 'ANGLE (gloam, gloam '),
    }
    outcomes = {vendor: draw(work, vendor, variables, pages) for vendor, (variables, _) in vendors.items()}
    failed = False
    for page in pages:
        reasons = [f'{vendor}: {reason}' for vendor, (_, renderer) in vendors.items()
                   for reason in complaints(outcomes[vendor][page], renderer)]
        times = ', '.join(f"{vendor} {' '.join(f'{ms:.0f}' for ms in outcomes[vendor][page].get('times', []))} ms" for vendor in vendors)
        summary = 'not compared'
        if all('error' not in outcomes[vendor][page] for vendor in vendors):
            level, limit = table[page]
            beyond, greatest, colors = compare(*(png.read(os.path.join(work, vendor, page + '.png')) for vendor in vendors), level)
            summary = f'{beyond} pixels differ by more than {level} (limit {limit}), at most by {greatest}; {colors} colours'
            if beyond > limit:
                reasons.append(f'the pictures differ: {work}/*/{page}.png')
            if colors < MIN_COLORS:
                reasons.append(f'the picture has {colors} colours')
        print(f"{'FAIL' if reasons else 'ok'} {page}: {summary}; frames: {times}")
        for reason in reasons:
            print('   ' + reason.replace('\n', '\n   '))
        failed |= bool(reasons)
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
