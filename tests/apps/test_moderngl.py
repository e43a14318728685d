#!/usr/bin/env python3
"""python3-moderngl on an OpenGL 3.3 core context of gloam: a textured mesh, compared texel by texel, and a transform feedback,
compared by value. Skipped (77) where moderngl is not installed."""
import os
import struct
import sys

SIZE, CELLS = 64, 8  # pixels of the picture, quads and texels per side

VERTEX = '''#version 330 core
in vec2 at; in vec2 uv; out vec2 coord; uniform mat4 transform;
void main() { gl_Position = transform * vec4(at, 0.0, 1.0); coord = uv; }'''
FRAGMENT = '''#version 330 core
in vec2 coord; out vec4 color; uniform sampler2D image; void main() { color = texture(image, coord); }'''
CAPTURE = '''#version 330 core
in float value; out float square; flat out int whole;
void main() { square = value * value + float(gl_VertexID); whole = int(value) * 3; }'''


def mesh():
    """Quads of a grid whose rows of cells read the texture's columns: (vertices, indices)."""
    vertices, indices = b'', []
    for y in range(CELLS):
        for x in range(CELLS):
            first = len(vertices) // 16
            for cx, cy in ((0, 0), (1, 0), (0, 1), (1, 1)):
                vertices += struct.pack('4f', (x + cx) / CELLS * 2 - 1, (y + cy) / CELLS * 2 - 1, (y + cy) / CELLS, (x + cx) / CELLS)
            indices += [first, first + 1, first + 2, first + 2, first + 1, first + 3]
    return vertices, struct.pack('%dI' % len(indices), *indices)


def texels():
    return bytes(v for y in range(CELLS) for x in range(CELLS) for v in (x * 30, y * 30, (x * y) % 7 * 36, 255))


def draw(moderngl, context):
    program = context.program(vertex_shader=VERTEX, fragment_shader=FRAGMENT)
    program['transform'].write(struct.pack('16f', 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1))
    vertices, indices = mesh()
    texture = context.texture((CELLS, CELLS), 4, texels())
    texture.filter = (moderngl.NEAREST, moderngl.NEAREST)
    texture.use()
    target = context.framebuffer([context.renderbuffer((SIZE, SIZE))], context.depth_renderbuffer((SIZE, SIZE)))
    target.use()
    target.clear(0.5, 0.5, 0.5, 0.5)
    array = context.vertex_array(program, [(context.buffer(vertices), '2f 2f', 'at', 'uv')], context.buffer(indices))
    array.render(moderngl.TRIANGLES)
    picture, source = target.read(components=4), texels()
    for y in range(SIZE):
        for x in range(SIZE):
            u, v = y * CELLS // SIZE, x * CELLS // SIZE
            got, wanted = picture[(y * SIZE + x) * 4:][:4], source[(v * CELLS + u) * 4:][:4]
            if got != wanted:
                sys.exit(f'pixel {x}, {y} is {list(got)}, not {list(wanted)}')


def capture(context):
    values = [i * 1.5 - 4 for i in range(16)]
    program = context.program(vertex_shader=CAPTURE, varyings=('square', 'whole'))
    source, result = context.buffer(struct.pack('16f', *values)), context.buffer(reserve=16 * 8)
    context.vertex_array(program, [(source, '1f', 'value')]).transform(result)
    for i, value in enumerate(values):
        got, wanted = struct.unpack_from('fi', result.read(), 8 * i), (value * value + i, int(value) * 3)
        if got != wanted:
            sys.exit(f'captured vertex {i}: {got}, not {wanted}')


def main():
    try:
        import moderngl
    except ImportError:
        sys.exit(77)
    os.environ.setdefault('EGL_PLATFORM', 'surfaceless')
    context = moderngl.create_standalone_context(backend='egl', require=330)
    if context.info['GL_VENDOR'] != 'gloam' or context.version_code < 330:
        sys.exit(f'{context.info["GL_VENDOR"]} {context.version_code}')
    while context.error != 'GL_NO_ERROR':
        pass  # moderngl queries values of later versions
    draw(moderngl, context)
    capture(context)
    error = context.error
    if error != 'GL_NO_ERROR':
        sys.exit(error)
    print(context.info['GL_VERSION'])


main()
