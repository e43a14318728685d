#!/usr/bin/env python3
"""Captures the command streams of small GL programs (stream_scenes.c) and compares them with committed facts.

  run_streams.py facts NODE DUMP SCENES     radeonsi's streams on the render-node stand-in against facts/*.txt
  run_streams.py update NODE DUMP SCENES    writes facts/*.txt anew
  run_streams.py compare NODE DUMP SCENES VENDOR_FILE [CHIP]
                                            our streams through libdrm_amdgpu against radeonsi's; each difference must have its
                                            reason in reasons.txt
  run_streams.py self DUMP SCENES           our streams on the simulated GPU directly: each is like itself and unlike the others
  run_streams.py render-integer DUMP VENDOR_FILE
                                            piglit's test of integer targets: all subtests pass, and its RGBA32I target has the registers
                                            that radeonsi writes, with 1D and with 2D tiling
  run_streams.py replay REPLAY SCENES       our streams again in another process: the same bytes, and no hazard but where the
                                            cache flushes are left out

Exit code 77: no radeonsi or piglit here, or (facts) another Mesa than that of the facts."""
import difflib
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'


CHIP = sys.argv[6] if len(sys.argv) > 6 else 'polaris10'
# Scenes of versions that gloam does not advertise yet.
FORCED = {'xfb_gs': {'GLOAM_FORCE_VERSION': 'es32'}, 'layered': {'GLOAM_FORCE_VERSION': 'es32'},
          'tessellation': {'GLOAM_FORCE_VERSION': 'es32'}}
# Registers that a scene sets to these values, as radeonsi has been seen to do for transform feedback on GFX8.
FEEDBACK = ('VGT_STRMOUT_CONFIG 0x0000000f STREAMOUT_0_EN=1 STREAMOUT_1_EN=1 STREAMOUT_2_EN=1 STREAMOUT_3_EN=1',
            'VGT_STRMOUT_BUFFER_CONFIG 0x00000001 STREAM_0_BUFFER_EN=1')
# A target of 200x200 RGBA32I: pitch and slice in tiles of 8x8. Macro tiles would pad it, so it has micro tiles (TILE_MODE_INDEX 13) where
# 2D tiling is asked for, too.
INTEGER = ('CB_COLOR0_PITCH 0x01800018 TILE_MAX=24 FMASK_TILE_MAX=24', 'CB_COLOR0_SLICE 0x00000270 TILE_MAX=624',
           'CB_COLOR0_INFO 0x00070538 FORMAT=COLOR_32_32_32_32 NUMBER_TYPE=NUMBER_SINT BLEND_BYPASS=1 SIMPLE_FLOAT=1 ROUND_MODE=1',
           'CB_COLOR0_ATTRIB 0x000001ad TILE_MODE_INDEX=13 FMASK_TILE_MODE_INDEX=13')
RENDER_INTEGER = '/usr/lib/x86_64-linux-gnu/piglit/bin/gl-3.0-render-integer'
RECORDED = {'integer': INTEGER, 'xfb_vs': FEEDBACK,
            'xfb_gs': (*FEEDBACK, 'VGT_GS_MODE 0x00180033 MODE=GS_SCENARIO_G CUT_MODE=GS_CUT_128 ES_WRITE_OPTIMIZE=1 '
                       'GS_WRITE_OPTIMIZE=1', 'VGT_GS_MAX_VERT_OUT 0x00000003 MAX_VERT_OUT=3')}


def capture(node, scenes, name, folder, vendor, **extra):
    """Returns the version as a line, or None: this driver lacks a version or extension that the scene needs."""
    env = dict(os.environ, GLOAM_CAPTURE=folder, GLOAM_SIM_CHIP=CHIP, __EGL_VENDOR_LIBRARY_FILENAMES=vendor, **extra)
    done = subprocess.run([node, 'run', '--', scenes, name], env=env, stdout=subprocess.PIPE, timeout=100, check=False)
    if done.returncode == 77:
        return None
    if done.returncode:
        sys.exit(f'{name}: exit code {done.returncode}')
    return done.stdout.decode()


def radeonsi(node, scenes, name, folder):
    text = capture(node, scenes, name, folder, MESA, MESA_SHADER_CACHE_DISABLE='true')
    mesa, llvm = (re.search(pattern, text or '') for pattern in (r'Mesa [^ \n]*', r'LLVM [^ ,]*'))
    if not text or 'AMD' not in text or CHIP.split('-')[0] not in text or not mesa or not llvm:
        print(f'{name}: not radeonsi on {CHIP}: {text}')
        sys.exit(77)
    return f'# radeonsi of {mesa[0]}, {llvm[0]}, on {CHIP}: registers and descriptors, as gloam-dump --facts prints them.\n'


def facts(node, dump, scenes, names, update):
    bad = False
    for name in names:
        path = f'{HERE}/facts/{name}.txt'
        with tempfile.TemporaryDirectory() as folder:
            head = radeonsi(node, scenes, name, folder)
            text = head + subprocess.run([dump, '--facts', folder], stdout=subprocess.PIPE, check=True).stdout.decode()
        if update:
            with open(path, 'w', encoding='ascii') as file:
                file.write(text)
            continue
        with open(path, encoding='ascii') as file:
            committed = file.read()
        if not committed.startswith(head):
            print(f'{name}: the facts are of another version: {committed.splitlines()[0]}')
            sys.exit(77)
        lines = list(difflib.unified_diff(committed.splitlines(), text.splitlines(), 'committed', 'captured', lineterm='', n=1))
        print(f'{name}: {len(text.splitlines())} lines, {"different" if lines else "as committed"}')
        print('\n'.join(lines[:60]))
        bad |= bool(lines)
    return bad


def raster_configs(dump, folder):
    """Notes of shader engines with different raster configurations: chips with disabled render backends."""
    text = subprocess.run([dump, '--facts', folder], stdout=subprocess.PIPE, check=True).stdout.decode()
    return sorted(set(re.findall('PA_SC_RASTER_CONFIG of .*', text)))


def compare(node, dump, scenes, names, vendor):
    bad, compared = False, 0
    for name in names:
        with tempfile.TemporaryDirectory() as ours, tempfile.TemporaryDirectory() as theirs:
            if not capture(node, scenes, name, ours, vendor, GLOAM_DEVICE='/dev/dri/renderD128',
                           **FORCED.get(name, {})):
                print(f'{name}: not offered by gloam')
                continue
            radeonsi(node, scenes, name, theirs)
            print(f'{name}:', flush=True)
            bad |= subprocess.run([dump, '--compare', '--quiet', '--reasons', f'{HERE}/reasons.txt', ours, theirs],
                                  check=False).returncode != 0
            rasters = [raster_configs(dump, folder) for folder in (ours, theirs)]
            if rasters[0] != rasters[1] or bool(rasters[0]) != ('-' in CHIP):
                print('ours:', rasters[0], 'radeonsi:', rasters[1], sep='\n  ')
                bad = True
            compared += 1
    return bad or not compared


def self_compare(dump, scenes, names):
    with tempfile.TemporaryDirectory() as top:
        folders = []
        for name in names:
            folder = f'{top}/{name}'
            os.mkdir(folder)
            env = dict(os.environ, GLOAM_CAPTURE=folder, **FORCED.get(name, {}))
            if subprocess.run([scenes, name], env=env, stdout=subprocess.DEVNULL, timeout=100, check=False).returncode == 0:
                folders.append(folder)
        for a in folders:
            text = subprocess.run([dump, '--facts', a], stdout=subprocess.PIPE, check=True).stdout.decode()
            missing = [line for line in RECORDED.get(os.path.basename(a), ()) if f'  {line}\n' not in text]
            if not text or missing:
                sys.exit(f'{a}: no facts, or none of these: {missing}')
            for b in folders:
                code = subprocess.run([dump, '--compare', '--quiet', a, b], stdout=subprocess.DEVNULL, check=False).returncode
                if code != (0 if a == b else 1):
                    sys.exit(f'{a}, {b}: exit code {code}')
        with open(f'{folders[0]}/0.cap', 'wb') as file:
            file.write(b'GLOAMCAP' + bytes(range(200)))
        if subprocess.run([dump, '--facts', folders[0]], stdout=subprocess.DEVNULL, check=False).returncode != 2:
            sys.exit('a broken capture was not refused')
    return len(folders) < 2


def replay(program, scenes, name):
    """A run of GLOAM_DEBUG=hazard with everything, another, and one without flushes."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([scenes, name], env=dict(os.environ, GLOAM_CAPTURE=folder), stdout=subprocess.DEVNULL, timeout=100,
                       check=True)
        files = sorted(glob.glob(folder + '/*.cap'))
        runs = [subprocess.run([program, *extra, *files], env=dict(os.environ, GLOAM_DEBUG='hazard,crowd', GLOAM_THREADS=threads),
                               stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, timeout=100, check=False)
                for extra, threads in (([], '1'), ([], '3'), (['--without', 'SURFACE_SYNC'], '1'))]
    print(f'{name}: exit codes {[run.returncode for run in runs]}')
    print(runs[0].stdout.decode() + runs[2].stderr.decode()[:1000])
    return not files or runs[0].returncode or runs[1].stdout != runs[0].stdout or runs[2].returncode != 1 or \
        b'hazard:' not in runs[2].stderr


def render_integer(dump, vendor, tiling):
    with tempfile.TemporaryDirectory() as folder:
        env = dict(os.environ, GLOAM_CAPTURE=folder, GLOAM_DEBUG='tiling=' + tiling, GLOAM_SIM_CHIP=CHIP, PIGLIT_PLATFORM='surfaceless_egl',
                   EGL_PLATFORM='surfaceless', __EGL_VENDOR_LIBRARY_FILENAMES=vendor)
        done = subprocess.run([RENDER_INTEGER, '-auto', '-fbo'], env=env, stdout=subprocess.PIPE, timeout=200, check=False)
        passed = len(re.findall(rb'"subtest": *{[^}]*"pass"', done.stdout))
        text = subprocess.run([dump, '--facts', folder], stdout=subprocess.PIPE, check=True).stdout.decode()
    draws = [draw for draw in text.split('\n- ') if all(f'  {line}\n' in draw for line in INTEGER)]
    print(f'{tiling}: {passed} subtests pass, {len(draws)} draws to RGBA32I')
    return passed != 24 or not draws


def main():
    if sys.argv[1] == 'render-integer':
        if not os.path.exists(RENDER_INTEGER):
            print('no piglit here')
            sys.exit(77)
        sys.exit(any([render_integer(*sys.argv[2:4], tiling) for tiling in ('1d', '2d')]))
    if sys.argv[1] == 'replay':
        sys.exit(any([replay(*sys.argv[2:4], name) for name in ('triangle', 'depth_stencil', 'mipmap')]))
    if sys.argv[1] == 'self':
        names = subprocess.run([sys.argv[3], '--list'], stdout=subprocess.PIPE, check=True).stdout.decode().split()[::2]
        sys.exit(self_compare(sys.argv[2], sys.argv[3], names))
    how, node, dump, scenes = sys.argv[1:5]
    if not os.path.exists(MESA) or not glob.glob('/usr/lib/*/dri/radeonsi_dri.so'):
        print('no radeonsi here')
        sys.exit(77)
    names = [line.split()[0] for line in subprocess.run([scenes, '--list'], stdout=subprocess.PIPE,
                                                        check=True).stdout.decode().splitlines()]
    if how == 'compare':
        sys.exit(compare(node, dump, scenes, names, sys.argv[5]))
    sys.exit(facts(node, dump, scenes, names, how == 'update'))


main()
