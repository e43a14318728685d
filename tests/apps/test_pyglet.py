#!/usr/bin/env python3
"""python3-pyglet 1.5 without a display (pyglet.options['headless']) on an OpenGL 3.3 core context: a geometry shader makes two triangles of
each point, an occlusion query counts their samples, and each pixel is compared. test_compatibility.py has
pyglet's own drawing. Skipped (77) where pyglet is not installed."""
import ctypes
import os
import sys

VERTEX = b'#version 330 core\nin vec2 cell; void main() { gl_Position = vec4(cell, 0.0, 1.0); }'
GEOMETRY = b'''#version 330 core
layout(points) in; layout(triangle_strip, max_vertices = 4) out; flat out vec3 shade;
void main() {
   for (int i = 0; i < 4; i++) {
      shade = vec3(gl_in[0].gl_Position.xy, float(gl_PrimitiveIDIn)) / 8.0;
      gl_Position = vec4((gl_in[0].gl_Position.xy + vec2(i & 1, i >> 1)) / 4.0 - 1.0, 0.0, 1.0);
      EmitVertex();
   }
}'''
FRAGMENT = b'#version 330 core\nflat in vec3 shade; out vec4 color; void main() { color = vec4(shade, 1.0); }'
SIZE, GRID, BACK = 64, 8, (51, 102, 153, 255)
CELLS = [(x, y) for y in range(GRID) for x in range(GRID) if (x + y) % 3 == 0][:8]


def make_program(gl):
    program = gl.glCreateProgram()
    for kind, source in ((gl.GL_VERTEX_SHADER, VERTEX), (gl.GL_GEOMETRY_SHADER, GEOMETRY), (gl.GL_FRAGMENT_SHADER, FRAGMENT)):
        shader = gl.glCreateShader(kind)
        text = ctypes.cast(ctypes.pointer(ctypes.create_string_buffer(source)), ctypes.POINTER(ctypes.c_char))
        gl.glShaderSource(shader, 1, ctypes.byref(text), None)
        gl.glCompileShader(shader)
        gl.glAttachShader(program, shader)
    gl.glBindAttribLocation(program, 0, ctypes.create_string_buffer(b'cell'))
    gl.glLinkProgram(program)
    linked = gl.GLint()
    gl.glGetProgramiv(program, gl.GL_LINK_STATUS, ctypes.byref(linked))
    if not linked.value:
        sys.exit('the program does not link')
    return program


def upload_cells(gl):
    array, buffer = gl.GLuint(), gl.GLuint()
    gl.glGenVertexArrays(1, ctypes.byref(array))
    gl.glBindVertexArray(array)
    gl.glGenBuffers(1, ctypes.byref(buffer))
    gl.glBindBuffer(gl.GL_ARRAY_BUFFER, buffer)
    data = (gl.GLfloat * (2 * len(CELLS)))(*[v for cell in CELLS for v in cell])
    gl.glBufferData(gl.GL_ARRAY_BUFFER, ctypes.sizeof(data), data, gl.GL_STATIC_DRAW)
    gl.glVertexAttribPointer(0, 2, gl.GL_FLOAT, gl.GL_FALSE, 0, None)
    gl.glEnableVertexAttribArray(0)


def draw(gl):
    """The samples that pass and the pixels."""
    query, samples = gl.GLuint(), gl.GLuint()
    gl.glGenQueries(1, ctypes.byref(query))
    gl.glUseProgram(make_program(gl))
    upload_cells(gl)
    gl.glViewport(0, 0, SIZE, SIZE)
    gl.glClearColor(*[v / 255 for v in BACK])
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)
    gl.glBeginQuery(gl.GL_SAMPLES_PASSED, query)
    gl.glDrawArrays(gl.GL_POINTS, 0, len(CELLS))
    gl.glEndQuery(gl.GL_SAMPLES_PASSED)
    gl.glGetQueryObjectuiv(query, gl.GL_QUERY_RESULT, ctypes.byref(samples))
    pixels = (gl.GLubyte * (SIZE * SIZE * 4))()
    gl.glReadPixels(0, 0, SIZE, SIZE, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)
    return samples.value, pixels


def main():
    try:
        import pyglet
    except ImportError:
        sys.exit(77)
    os.environ.setdefault('EGL_PLATFORM', 'surfaceless')
    pyglet.options['headless'] = True
    pyglet.options['shadow_window'] = False  # its context would have no version
    from pyglet import gl
    config = gl.Config(major_version=3, minor_version=3, forward_compatible=True, red_size=8, green_size=8, blue_size=8, alpha_size=8)
    window = pyglet.window.Window(SIZE, SIZE, config=config)
    info = window.context.get_info()
    if info.get_vendor() != 'gloam' or not info.have_version(3, 3):
        sys.exit(f'{info.get_vendor()} {info.get_version()}')
    samples, pixels = draw(gl)
    cell_px = SIZE // GRID
    if samples != len(CELLS) * cell_px * cell_px:
        sys.exit(f'{samples} samples pass')
    for y in range(SIZE):
        for x in range(SIZE):
            cell = (x // cell_px, y // cell_px)
            wanted = tuple(round(v / 8 * 255) for v in (*cell, CELLS.index(cell))) + (255,) if cell in CELLS else BACK
            got = tuple(pixels[(y * SIZE + x) * 4:][:4])
            if any(abs(g - w) > 1 for g, w in zip(got, wanted)):
                sys.exit(f'pixel {x}, {y} is {got}, not {wanted}')
    window.close()
    print(pyglet.version, info.get_version())


main()
