#!/usr/bin/env python3
"""Unmodified OpenGL ES elements of GStreamer on gloam: the picture of each pipeline against Mesa's. GStreamer makes an OpenGL ES 3
context, converts colours with several render targets, and reads back through pixel buffers. Shaders with derivatives or thresholds
may differ in a few pixels; a column of the table bounds their number.

  test_gstreamer.py      (the vendor file comes from the environment)"""
import os
import shutil
import subprocess
import sys
import tempfile

import png

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
SIZE = 'width=320,height=240'
# elements behind the source, colour components that may differ by more than 2
SOURCES = [('gltestsrc pattern=' + pattern, allowed) for pattern, allowed in
           [('smpte', 0), ('checkers-1', 0), ('circular', 150), ('mandelbrot', 0)]]
EFFECTS = [(effect, 0) for effect in
           ['gleffects_blur', 'gleffects_bulge', 'gleffects_fisheye', 'gleffects_glow', 'gleffects_heat', 'gleffects_lumaxpro',
            'gleffects_sepia', 'gleffects_sobel', 'gleffects_twirl', 'gleffects_xray', 'glcolorbalance hue=0.3',
            'gltransformation rotation-x=0.6 rotation-y=0.4 scale-x=0.7', 'glvideomixer', 'gleffects_mirror',
            'gleffects_laplacian', 'glvideoflip method=clockwise', 'glcolorscale ! video/x-raw(memory:GLMemory),width=200,height=100']]
# Formats that the picture is converted to and back: planes, packed pairs, 10 bits, component orders.
FORMATS = [('I420', 10), ('NV12', 20), ('Y444', 0), ('YUY2', 0), ('AYUV', 0), ('RGB10A2_LE', 0), ('ARGB', 0), ('GRAY8', 0)]


def picture(elements, path, vendor):
    env = dict(os.environ, GST_GL_PLATFORM='egl', GST_GL_WINDOW='egl-device', GST_GL_API='gles2',
               __EGL_VENDOR_LIBRARY_FILENAMES=vendor)
    done = subprocess.run(['gst-launch-1.0', '-q', *elements.split(), '!', 'pngenc', '!', 'filesink', 'location=' + path],
                          env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    if done.returncode or not os.path.exists(path) or not os.path.getsize(path):
        return None, done.stdout
    return png.read(path), done.stdout


def main():
    if not shutil.which('gst-launch-1.0') or not os.path.exists(MESA):
        print('gst-launch-1.0 or Mesa is not installed')
        sys.exit(77)
    gloam, bad = os.environ['__EGL_VENDOR_LIBRARY_FILENAMES'], 0
    rows = [(f'{source} num-buffers=1 ! video/x-raw(memory:GLMemory),{SIZE} ! glcolorconvert ! gldownload', allowed)
            for source, allowed in SOURCES]
    rows += [(f'videotestsrc num-buffers=1 ! video/x-raw,{SIZE} ! glupload ! {effect} ! glcolorconvert ! gldownload ! '
              'videoconvert', allowed) for effect, allowed in EFFECTS]
    rows += [(f'videotestsrc num-buffers=1 ! video/x-raw,format=RGBA,{SIZE} ! glupload ! glcolorconvert ! '
              f'video/x-raw(memory:GLMemory),format={name} ! gldownload ! videoconvert ! video/x-raw,format=RGBA', allowed)
             for name, allowed in FORMATS]
    with tempfile.TemporaryDirectory() as folder:
        os.environ['XDG_RUNTIME_DIR'] = folder
        for n, (elements, allowed) in enumerate(rows):
            (ours, text), (theirs, other) = (picture(elements, os.path.join(folder, f'{n}{name}.png'), vendor)
                                             for name, vendor in (('a', gloam), ('b', MESA)))
            if not ours or not theirs:
                print(elements, ': no picture from', 'gloam' if not ours else 'Mesa', text or other)
                bad += 1
                continue
            a, b = b''.join(ours[3]), b''.join(theirs[3])
            differ = sum(abs(x - y) > 2 for x, y in zip(a, b)) if len(a) == len(b) else len(a)
            print(f'{differ:6} of {allowed:4} {elements}')
            bad += differ > allowed or len(set(a)) < 2
    sys.exit(1 if bad else 0)


main()
