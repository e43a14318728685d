#!/usr/bin/env python3
"""Qt WebEngine 5: a widget of Qt with a page that has WebGL, in a Wayland compositor. Qt's context is of OpenGL, those of the page are of
OpenGL ES, and they share textures.  scene_webengine.py PICTURE"""
import os
import sys
import time

os.environ.update(QT_QPA_PLATFORM='wayland-egl', QTWEBENGINE_DISABLE_SANDBOX='1', QTWEBENGINE_CHROMIUM_FLAGS='--ignore-gpu-blocklist')
try:
    from PyQt5.QtCore import QTimer
    from PyQt5.QtGui import QImage
    from PyQt5.QtWidgets import QApplication
    from PyQt5.QtWebEngineWidgets import QWebEngineView
except ImportError:
    sys.exit(77)

SIZE = 256, 192
TIMEOUT_S = 60
TEARDOWN_MS = 1000 # for threads of the web engine
PAGE = '''<body style="margin:0;background:linear-gradient(#204080,#80c040)"><canvas id=c width=128 height=96 style="margin:32px"></canvas><script>
const gl = c.getContext('webgl', {preserveDrawingBuffer: true, antialias: false}), p = gl.createProgram();
for (const [kind, text] of [[gl.VERTEX_SHADER, 'attribute vec2 a; varying vec2 v; void main() { v = a; gl_Position = vec4(a, 0, 1); }'],
    [gl.FRAGMENT_SHADER, 'precision highp float; varying vec2 v; void main() { gl_FragColor = vec4(v * .5 + .5, .5, 1); }']]) {
  const s = gl.createShader(kind); gl.shaderSource(s, text); gl.compileShader(s); gl.attachShader(p, s);
}
gl.linkProgram(p); gl.useProgram(p); gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, 0, 1]), gl.STATIC_DRAW);
gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
gl.clearColor(1, 0, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT); gl.drawArrays(gl.TRIANGLES, 0, 3);
document.title = gl.getParameter(gl.getExtension('WEBGL_debug_renderer_info').UNMASKED_RENDERER_WEBGL);
</script>'''

app = QApplication(sys.argv[:1])
view = QWebEngineView()
view.resize(*SIZE)
view.setHtml(PAGE)
view.show()
end = time.monotonic() + TIMEOUT_S


def shot():
    """Saves the page when its canvas is there, in red."""
    image = view.grab().toImage().convertToFormat(QImage.Format_RGBA8888).scaled(*SIZE)
    if image.pixelColor(36, 36).getRgb()[:3] != (255, 0, 0):
        if time.monotonic() > end:
            print('the canvas does not appear:', view.title(), image.pixelColor(36, 36).getRgb())
            app.exit(1)
        return
    print(view.title())
    image = image.mirrored()
    with open(sys.argv[1], 'wb') as file:
        file.write(b'%d %d\n' % SIZE + image.constBits().asstring(SIZE[0] * SIZE[1] * 4))
    sys.stdout.flush()
    timer.stop()
    app.setQuitOnLastWindowClosed(False)
    view.destroyed.connect(lambda: QTimer.singleShot(TEARDOWN_MS, end_process))
    view.close()
    view.deleteLater()


def end_process():
    """The page has ended with its contexts. What is left is not: QWaylandDisplay's destructor of Qt 5.15 calls wl_display_disconnect(), then
    wl_event_queue_destroy(), which locks the mutex of the wl_display that was freed. With some values of MALLOC_PERTURB_ (65 is one) this
    ends the process, on any driver."""
    os._exit(0)


timer = QTimer()
timer.timeout.connect(shot)
timer.start(500)
sys.exit(app.exec_())
