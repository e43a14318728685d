#!/bin/sh
# The DMA-BUF tests, run inside the guest by guest.py: suite.sh BUILD SOURCE [STEP]. STEP: only steps whose name contains the word.
# Exit code 1: a step failed. guest.py sets GUEST_ACCEL and GUEST_CACHE.
build=$1 source=$2 only=${3:-}
export TMPDIR=/run XDG_RUNTIME_DIR=/run HOME=/run GLOAM_SHADER_CACHE_DISABLE=1 GLOAM_DMABUF=strict PYTHONDONTWRITEBYTECODE=1
export __EGL_VENDOR_LIBRARY_FILENAMES="$build/40_gloam.json" LIBGL_ALWAYS_SOFTWARE=1
gloam=$build/40_gloam.json mesa=/usr/share/glvnd/egl_vendor.d/50_mesa.json dmabuf=$build/tests/guest/guest_dmabuf
fences=$build/tests/guest/guest_fences
exports=10000
if [ "$GUEST_ACCEL" = tcg ]; then
   export GLOAM_TEST_TIMEOUT_S=500
fi
failed=0

step() {
   name=$1
   shift
   case $name in *"$only"*) ;; *) return ;; esac
   from=$(cut -d. -f1 /proc/uptime)
   "$@" > /run/log 2>&1
   code=$?
   took=$(($(cut -d. -f1 /proc/uptime) - from))
   case $code in
   0) echo "ok $name (${took} s)"; grep -E 'exports:|triangle|buffers through|bars' /run/log ;;
   77) echo "skipped $name: $(tail -1 /run/log)" ;;
   *) echo "failed $name: exit $code"; tail -40 /run/log; failed=1 ;;
   esac
}

# The newest Debian's Mesa, where tools/witness.sh has installed it: since 24.3 llvmpipe makes and imports DMA-BUFs of udmabuf. Debian
# 12's only imports those of vgem.
sid=$GUEST_CACHE/sid/usr/lib/x86_64-linux-gnu
new_mesa=/run/mesa.json
cat > $new_mesa << END
{"file_format_version": "1.0.0", "ICD": {"library_path": "$sid/libEGL_mesa.so.0"}}
END
with_new_mesa() {
   LIBGL_DRIVERS_PATH=$sid/dri GBM_BACKENDS_PATH=$sid/gbm "$sid/ld-linux-x86-64.so.2" --library-path "$sid:/usr/lib/x86_64-linux-gnu" "$@"
}

uname -r
step egl-dmabuf "$build/tests/egl/test_egl_dmabuf"
step gloam-to-gloam "$dmabuf" pair "$gloam" "$gloam"
step gloam-reader "$dmabuf" reader "$gloam"
step gloam-vgem "$dmabuf" vgem "$gloam" "$gloam"
step gloam-killed "$dmabuf" killed "$gloam" "$gloam"
step gloam-many "$dmabuf" many "$gloam" "$exports"
step gloam-fences-implicit "$fences" implicit "$gloam"
if [ -x "$build/tools/gloam-node" ]; then
   step gloam-fences-sync-file "$fences" sync-file "$gloam" "$build/tools/gloam-node"
fi
if [ -e "$mesa" ]; then
   step mesa-vgem-gloam "$dmabuf" vgem "$mesa" "$gloam"
   step gloam-vgem-mesa "$dmabuf" vgem "$gloam" "$mesa"
fi
if [ -e "$sid/libEGL_mesa.so.0" ]; then
   step gloam-to-mesa with_new_mesa "$dmabuf" pair "$gloam" $new_mesa
   step mesa-to-gloam with_new_mesa "$dmabuf" pair $new_mesa "$gloam"
   step mesa-killed with_new_mesa "$dmabuf" killed $new_mesa "$gloam"
   step gloam-killed-mesa with_new_mesa "$dmabuf" killed "$gloam" $new_mesa
fi
# GStreamer on a display without a GPU. Its process holds the display until it is killed, so that the picture stays.
# It would take a config with alpha, which this display refuses.
gstreamer_gbm() {
   GBM_BACKEND=gloam GBM_BACKENDS_PATH="$build/egl" GST_GL_WINDOW=gbm GST_GL_PLATFORM=egl GST_GL_API=gles2 \
      GST_GL_GBM_DRM_DEVICE=/dev/dri/card1 GST_GL_CONFIG='gst-gl-context-config,alpha-size=(int)0' \
      gst-launch-1.0 --no-fault gltestsrc ! glimagesink &
   pipeline=$!
   "$build/tests/guest/guest_display" /dev/dri/card1
   code=$?
   kill -0 $pipeline && kill -9 $pipeline
   wait $pipeline
   return $code
}
if [ -x "$(command -v gst-launch-1.0)" ]; then
   step gstreamer-gbm gstreamer_gbm
fi
step weston python3 "$source/tests/egl/test_wayland.py" gloam
[ "$failed" = 0 ] && echo "all steps passed"
exit $failed
