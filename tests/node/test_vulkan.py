#!/usr/bin/env python3
"""Memory and semaphores between RADV and gloam on one node: piglit's programs of EXT_external_objects, in which one of the two writes
images and buffers, and the other reads them. Depth of RADV on GFX8 has a layout for HTILE that textures read, which gloam refuses.

  test_vulkan.py NODE VENDOR

Skipped without piglit or RADV (Debian: piglit, mesa-vulkan-drivers); VK_ICD_FILENAMES may name RADV's manifest."""
import glob
import os
import sys

from node_test import environment, run, skip

FOLDER = '/usr/lib/x86_64-linux-gnu/piglit/bin/ext_external_objects'
REFUSED = ['-vk-depth-display', '-vk-stencil-display']
PROGRAMS = ['_fd-memory-object-api-errors', '_fd-semaphore-api-errors', '-memory-object-api-errors', '-semaphore-api-errors',
            '-vk-buf-exchange', '-vk-image-display', '-vk-image-display-multiple-textures',
            '-vk-image-display-overwrite', '-vk-image-overwrite', '-vk-pix-buf-update-errors', '-vk-semaphores', '-vk-semaphores-2',
            '-vk-vert-buf-reuse', '-vk-vert-buf-update-errors']


def main():
    node, vendor = sys.argv[1:]
    icd = os.environ.get('VK_ICD_FILENAMES') or next(iter(glob.glob('/usr/share/vulkan/icd.d/radeon_icd*.json')), None)
    if not icd or not os.path.exists(FOLDER + PROGRAMS[0]):
        skip('no RADV, or no piglit')
    env = environment(vendor, VK_ICD_FILENAMES=icd, PIGLIT_PLATFORM='surfaceless_egl',
                      PIGLIT_SOURCE_DIR='/usr/lib/x86_64-linux-gnu/piglit')
    failed = 0
    for name in PROGRAMS:
        code, output = run(node, [FOLDER + name, '-auto', '-fbo'], env)
        ok = code == 0 and '"result": "pass"' in output
        failed += not ok
        print(f'{name}: {"pass" if ok else output}')
    for name in REFUSED:
        code, output = run(node, [FOLDER + name, '-auto', '-fbo'], env)
        ok = 'GL_INVALID_OPERATION in glTexStorageMem2DEXT: memory object 1: the memory holds an image of another layout' in output
        failed += not ok
        print(f'{name}: {"refused" if ok else output}')
    sys.exit(failed > 0)


main()
