"""A scene of fixed functions, drawn with PyOpenGL in the current context: two lights, materials, a display list, a sphere of GLU, a
texture with mipmaps, fog, a mirrored floor by stencil, a bitmap and stippled lines."""
from OpenGL import GL, GLU

TEXELS = 16


def checker():
    texels = bytes(255 if (x // 4 + y // 4) % 2 else 60 for y in range(TEXELS) for x in range(TEXELS) for _ in range(3))
    name = GL.glGenTextures(1)
    GL.glBindTexture(GL.GL_TEXTURE_2D, name)
    GL.glPixelStorei(GL.GL_UNPACK_ALIGNMENT, 1)
    GLU.gluBuild2DMipmaps(GL.GL_TEXTURE_2D, GL.GL_RGB, TEXELS, TEXELS, GL.GL_RGB, GL.GL_UNSIGNED_BYTE, texels)
    GL.glTexParameteri(GL.GL_TEXTURE_2D, GL.GL_TEXTURE_MIN_FILTER, GL.GL_LINEAR_MIPMAP_LINEAR)
    return name


def cube():
    name = GL.glGenLists(1)
    GL.glNewList(name, GL.GL_COMPILE)
    GL.glBegin(GL.GL_QUADS)
    for axis in range(3):
        for side in (-1, 1):
            normal = [0.0, 0.0, 0.0]
            normal[axis] = float(side)
            GL.glNormal3f(*normal)
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)) if side > 0 else ((-1, -1), (-1, 1), (1, 1), (1, -1)):
                at = [0.0, 0.0, 0.0]
                at[axis], at[(axis + 1) % 3], at[(axis + 2) % 3] = side, u, v
                GL.glTexCoord2f((u + 1) / 2, (v + 1) / 2)
                GL.glVertex3f(*at)
    GL.glEnd()
    GL.glEndList()
    return name


def objects(box, texture):
    GL.glEnable(GL.GL_TEXTURE_2D)
    GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
    GL.glMaterialfv(GL.GL_FRONT, GL.GL_AMBIENT_AND_DIFFUSE, (0.9, 0.5, 0.2, 1))
    GL.glPushMatrix()
    GL.glTranslatef(-1.3, 0.4, 0)
    GL.glRotatef(35, 0.3, 1, 0)
    GL.glCallList(box)
    GL.glPopMatrix()
    GL.glDisable(GL.GL_TEXTURE_2D)
    GL.glMaterialfv(GL.GL_FRONT, GL.GL_AMBIENT_AND_DIFFUSE, (0.2, 0.5, 0.9, 1))
    GL.glMaterialfv(GL.GL_FRONT, GL.GL_SPECULAR, (1, 1, 1, 1))
    GL.glMaterialf(GL.GL_FRONT, GL.GL_SHININESS, 40)
    GL.glPushMatrix()
    GL.glTranslatef(1.3, 0.4, 0)
    sphere = GLU.gluNewQuadric()
    GLU.gluSphere(sphere, 1, 32, 16)
    GLU.gluDeleteQuadric(sphere)
    GL.glPopMatrix()
    GL.glMaterialfv(GL.GL_FRONT, GL.GL_SPECULAR, (0, 0, 0, 1))


def floor():
    GL.glBegin(GL.GL_QUADS)
    GL.glNormal3f(0, 1, 0)
    for x, z in ((-4, 4), (4, 4), (4, -4), (-4, -4)):
        GL.glVertex3f(x, -0.7, z)
    GL.glEnd()


def mirrored(box, texture):
    """The objects below the floor, where the floor is."""
    GL.glEnable(GL.GL_STENCIL_TEST)
    GL.glStencilFunc(GL.GL_ALWAYS, 1, 255)
    GL.glStencilOp(GL.GL_KEEP, GL.GL_KEEP, GL.GL_REPLACE)
    GL.glColorMask(False, False, False, False)
    GL.glDepthMask(False)
    floor()
    GL.glColorMask(True, True, True, True)
    GL.glDepthMask(True)
    GL.glStencilFunc(GL.GL_EQUAL, 1, 255)
    GL.glStencilOp(GL.GL_KEEP, GL.GL_KEEP, GL.GL_KEEP)
    GL.glPushMatrix()
    GL.glTranslatef(0, -1.4, 0)
    GL.glScalef(1, -1, 1)
    GL.glFrontFace(GL.GL_CW)
    objects(box, texture)
    GL.glFrontFace(GL.GL_CCW)
    GL.glPopMatrix()
    GL.glDisable(GL.GL_STENCIL_TEST)
    GL.glEnable(GL.GL_BLEND)
    GL.glBlendFunc(GL.GL_SRC_ALPHA, GL.GL_ONE_MINUS_SRC_ALPHA)
    GL.glMaterialfv(GL.GL_FRONT, GL.GL_AMBIENT_AND_DIFFUSE, (0.4, 0.4, 0.4, 0.6))
    floor()
    GL.glDisable(GL.GL_BLEND)


def overlay(width, height):
    for mode in (GL.GL_PROJECTION, GL.GL_MODELVIEW):
        GL.glMatrixMode(mode)
        GL.glLoadIdentity()
    GL.glOrtho(0, width, 0, height, -1, 1)
    for capability in (GL.GL_LIGHTING, GL.GL_FOG, GL.GL_DEPTH_TEST):
        GL.glDisable(capability)
    GL.glColor4f(1, 1, 0, 1)
    GL.glRasterPos2f(8, 8)
    GL.glBitmap(16, 16, 0, 0, 20, 0, bytes((0xf0, 0x0f) * 8 + (0x0f, 0xf0) * 8))
    GL.glEnable(GL.GL_LINE_STIPPLE)
    GL.glLineStipple(2, 0xf0f0)
    GL.glPolygonMode(GL.GL_FRONT_AND_BACK, GL.GL_LINE)
    GL.glRectf(width - 40.5, 8.5, width - 8.5, 40.5)
    GL.glPolygonMode(GL.GL_FRONT_AND_BACK, GL.GL_FILL)
    GL.glDisable(GL.GL_LINE_STIPPLE)


def draw(width, height):
    GL.glViewport(0, 0, width, height)
    GL.glClearColor(0.1, 0.1, 0.2, 1)
    GL.glClear(GL.GL_COLOR_BUFFER_BIT | GL.GL_DEPTH_BUFFER_BIT | GL.GL_STENCIL_BUFFER_BIT)
    GL.glMatrixMode(GL.GL_PROJECTION)
    GL.glLoadIdentity()
    GLU.gluPerspective(45, width / height, 1, 20)
    GL.glMatrixMode(GL.GL_MODELVIEW)
    GL.glLoadIdentity()
    GLU.gluLookAt(0, 2.5, 7, 0, 0, 0, 0, 1, 0)
    for capability in (GL.GL_DEPTH_TEST, GL.GL_LIGHTING, GL.GL_LIGHT0, GL.GL_LIGHT1, GL.GL_NORMALIZE, GL.GL_FOG):
        GL.glEnable(capability)
    GL.glLightfv(GL.GL_LIGHT0, GL.GL_POSITION, (3, 4, 5, 1))
    GL.glLightfv(GL.GL_LIGHT1, GL.GL_POSITION, (-1, 1, 0.5, 0))
    GL.glLightfv(GL.GL_LIGHT1, GL.GL_DIFFUSE, (0.3, 0.1, 0.1, 1))
    GL.glFogi(GL.GL_FOG_MODE, GL.GL_LINEAR)
    GL.glFogf(GL.GL_FOG_START, 5)
    GL.glFogf(GL.GL_FOG_END, 14)
    GL.glFogfv(GL.GL_FOG_COLOR, (0.1, 0.1, 0.2, 1))
    box, texture = cube(), checker()
    mirrored(box, texture)
    objects(box, texture)
    overlay(width, height)


def save(path, width, height):
    """A line "width height" and RGBA rows from the bottom."""
    GL.glPixelStorei(GL.GL_PACK_ALIGNMENT, 1)
    pixels = GL.glReadPixels(0, 0, width, height, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE)
    error = GL.glGetError()
    if error:
        raise SystemExit(f'GL error 0x{error:x}')
    print(GL.glGetString(GL.GL_VENDOR).decode(), GL.glGetString(GL.GL_VERSION).decode())
    with open(path, 'wb') as file:
        file.write(b'%d %d\n' % (width, height) + bytes(pixels))
