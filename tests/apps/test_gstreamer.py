#!/usr/bin/env python3
"""Unmodified OpenGL ES elements of GStreamer on gloam: the picture of each pipeline against Mesa's. GStreamer makes an OpenGL ES 3
context, converts colours with several render targets, and reads back through pixel buffers. Shaders with derivatives or thresholds
may differ in a few pixels; a column of the table bounds their number. Pipelines whose picture passes as a DMA-BUF from one element to
another (EGL_MESA_image_dma_buf_export, EGL_EXT_image_dma_buf_import) are compared with the same pipelines without it.

  test_gstreamer.py      (the vendor file comes from the environment)"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

import png

MESA = '/usr/share/glvnd/egl_vendor.d/50_mesa.json'
SIZE = 'width=320,height=240'
# elements after the source, colour components that may differ by more than 2
SOURCES = [('gltestsrc pattern=' + pattern, allowed) for pattern, allowed in
           [('smpte', 0), ('checkers-1', 0), ('circular', 150), ('mandelbrot', 0)]]
EFFECTS = [(effect, 0) for effect in
           ['gleffects_blur', 'gleffects_bulge', 'gleffects_fisheye', 'gleffects_glow', 'gleffects_heat', 'gleffects_lumaxpro',
            'gleffects_sepia', 'gleffects_sobel', 'gleffects_twirl', 'gleffects_xray', 'glcolorbalance hue=0.3',
            'gltransformation rotation-x=0.6 rotation-y=0.4 scale-x=0.7', 'glvideomixer', 'gleffects_mirror',
            'gleffects_laplacian', 'glvideoflip method=clockwise', 'glcolorscale ! video/x-raw(memory:GLMemory),width=200,height=100']]
# Formats that the picture is converted to and back: planes, packed pairs, 10 bits, component orders.
FORMATS = [('I420', 10), ('NV12', 20), ('Y444', 0), ('YUY2', 0), ('AYUV', 0), ('RGB10A2_LE', 0), ('ARGB', 0), ('GRAY8', 0)]
# Formats that leave as DMA-BUFs, and the uploader of glupload that imports them: one image per plane, or one of all planes, which
# samplerExternalOES converts to RGB. An effect follows: Debian 12's gldownload does not read back a texture that no element drew.
DMABUFS = [('RGBA', 'DirectDmabuf'), ('ARGB', 'Dmabuf'), ('RGB16', 'DirectDmabuf'), ('NV12', 'DirectDmabufExternal'),
           ('I420', 'DirectDmabufExternal'), ('YUY2', 'DirectDmabufExternal')]


def picture(elements, path, vendor, **more):
    env = dict(os.environ, GST_GL_PLATFORM='egl', GST_GL_WINDOW='egl-device', GST_GL_API='gles2',
               __EGL_VENDOR_LIBRARY_FILENAMES=vendor, **more)
    done = subprocess.run(['gst-launch-1.0', '-q', *elements.split(), '!', 'pngenc', '!', 'filesink', 'location=' + path],
                          env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=120)
    if done.returncode or not os.path.exists(path) or not os.path.getsize(path):
        return None, done.stdout
    return png.read(path), done.stdout


def compare(name, ours, theirs, allowed):
    """1: they differ in more components than allowed, or have one colour."""
    a, b = b''.join(ours[3]), b''.join(theirs[3])
    differ = sum(abs(x - y) > 2 for x, y in zip(a, b)) if len(a) == len(b) else len(a)
    print(f'{differ:6} of {allowed:4} {name}')
    return differ > allowed or len(set(a)) < 2


def check_dmabufs(folder, vendor):
    bad = 0
    for name, uploader in DMABUFS:
        source = f'videotestsrc num-buffers=1 ! video/x-raw,format=RGBA,{SIZE} ! glupload ! gleffects_sepia ! glcolorconvert ! ' \
                 f'video/x-raw(memory:GLMemory),format={name}'
        sink = 'glcolorconvert ! video/x-raw(memory:GLMemory),format=RGBA ! gleffects_xray ! gldownload'
        through, text = picture(f'{source} ! gldownload ! video/x-raw(memory:DMABuf) ! glupload ! {sink}',
                                os.path.join(folder, name + '.png'), vendor, GST_DEBUG='glupload:6', GST_DEBUG_NO_COLOR='1')
        direct, other = picture(f'{source} ! {sink}', os.path.join(folder, name + '_direct.png'), vendor)
        if not through or not direct or not re.search(f'uploader {uploader} returned 1', text):
            print(f'{name} as a DMA-BUF: no picture, or it was not imported by {uploader}\n', text[-4000:] or other)
            bad += 1
        else:
            bad += compare(f'{name} as a DMA-BUF', through, direct, 0)
    return bad


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
            bad += compare(elements, ours, theirs, allowed)
        bad += check_dmabufs(folder, gloam)
    sys.exit(1 if bad else 0)


main()
