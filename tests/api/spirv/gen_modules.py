#!/usr/bin/env python3
"""Writes ../spirv_modules.h: the sources of this folder as SPIR-V modules for OpenGL, made by glslangValidator and spirv-as, as C arrays.

  gen_modules.py          only after a source changed: the header is kept with the sources, so that tests need no glslang"""
import pathlib
import re
import struct
import subprocess
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
SUFFIXES = ('.vert', '.tesc', '.tese', '.geom', '.frag', '.comp', '.spvasm')


def words_of(source):
    with tempfile.NamedTemporaryFile(suffix='.spv') as module:
        compiler = ['spirv-as', '--target-env', 'spv1.0'] if source.suffix == '.spvasm' else ['glslangValidator', '--quiet', '--target-env', 'opengl']
        subprocess.run([*compiler, '-o', module.name, source], check=True)
        data = pathlib.Path(module.name).read_bytes()
    return struct.unpack(f'<{len(data) // 4}I', data)


def main():
    lines = ['/* spirv_modules.h: written by spirv/gen_modules.py out of the sources beside it. */', '#ifndef SPIRV_MODULES_H',
             '#define SPIRV_MODULES_H', '', '#include <stdint.h>', '']
    for source in sorted(path for path in FOLDER.iterdir() if path.suffix in SUFFIXES):
        words = [f'0x{word:x}' for word in words_of(source)]
        lines.append(f'static const uint32_t spirv_{re.sub("[^a-z]", "_", source.name)}[] = {{')
        for at in range(0, len(words), 12):
            lines.append('   ' + ', '.join(words[at:at + 12]) + ',')
        lines += ['};', '']
    lines.append('#endif')
    (FOLDER.parent / 'spirv_modules.h').write_text('\n'.join(lines) + '\n', encoding='utf-8')


if __name__ == '__main__':
    main()
