#!/bin/sh
# Set-up on a fresh Debian 12 (run as root). Each command installs the packages that are missing and builds:
#   tools/setup.sh demo        renders a picture and hands a texture to another process
#   tools/setup.sh test        runs the tests, each axis of the test matrix once
#   tools/setup.sh sanitized   runs them under the address, undefined behaviour and thread sanitizers
#   tools/setup.sh all         runs the test matrix: all threads, lanes, instruction sets, chips, engines; and with the sanitizers
# And without installing: tools/setup.sh packages prints the packages that a build needs.
# The environment: BUILD, the build directory; TOTAL, a file to which the counts of tests are added; TEST_DEADLINE: run_tests.py.
set -eu
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build}
# Several hundred test programs link the library statically: GNU ld takes as long for them as the compiler for all sources.
export CC_LD=mold CXX_LD=mold

build_packages="meson ninja-build pkg-config gcc g++ mold llvm-19-dev llvm-19 libzstd-dev zlib1g-dev libxml2-dev libz3-dev
  spirv-headers khronos-api libdrm-dev libgbm-dev libglvnd-dev libegl-dev libgles-dev
  libpng-dev libcmocka-dev libwayland-dev libwayland-bin wayland-protocols"
test_packages="libegl1 libgles2 waffle-utils mesa-utils piglit weston glmark2-es2-wayland libsdl2-tests gstreamer1.0-gl
  gstreamer1.0-tools gstreamer1.0-plugins-good chromium stress-ng spirv-tools debhelper debootstrap lintian gtk-4-examples mpv
  sway swaybg grim mutter pipewire wireplumber gstreamer1.0-pipewire python3-gi dbus
  kwin-wayland cage phoc blender virgl-server qmlscene qtwayland5 qml-module-qtquick2 firefox-esr
  projectm-sdl qemu-system-x86 seabios
  apitrace python3-moderngl python3-pyglet python3-vispy
  python3-opengl python3-pygame python3-pyqt5.qtwebengine gource libglfw3-wayland libosmesa6 gfsview-batch
  cog xwayland x11-utils openscad glmark2-wayland qml-qt6 qt6-wayland qml6-module-qtquick qml6-module-qtquick-window qml6-module-qtqml-workerscript"
# Node.js and npm of another source than Debian do as well, and exclude Debian's packages.
command -v npm >/dev/null || test_packages="$test_packages nodejs npm"

install_missing() {
   missing=
   for package in "$@"; do
      dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing="$missing $package"
   done
   [ -z "$missing" ] && return
   apt-get update -qq
   # shellcheck disable=SC2086
   DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
}

build() {
   [ -f "$BUILD/build.ninja" ] || meson setup "$BUILD"
   meson compile -C "$BUILD"
}

run_tests() {
   # shellcheck disable=SC2086
   python3 tools/run_tests.py --skips tests/expect/skips.txt ${TOTAL:+--total "$TOTAL"} "$@"
}

# A build directory for a sanitizer, with assertions; the shared LLVM links fast. `meson test` builds it. -g1: reports need line
# numbers only, and the test programs take a third less of the disk.
sanitized() {
   [ -f "$BUILD-$1/build.ninja" ] ||
      meson setup "$BUILD-$1" -Dllvm=shared -Db_sanitize="$2" -Doptimization=1 -Ddebug=true -Db_ndebug=false \
         -Dc_args=-g1 -Dcpp_args=-g1
}

case "${1:-}" in
demo)
   # shellcheck disable=SC2086
   install_missing $build_packages libegl1 libgles2
   build
   export __EGL_VENDOR_LIBRARY_FILENAMES="$PWD/$BUILD/40_gloam.json"
   "$BUILD/examples/mesh" mesh.png
   "$BUILD/examples/dmabuf_pair" dmabuf.png
   echo
   echo "mesh.png was rendered, dmabuf.png was textured from a buffer of another process."
   echo "Any EGL program runs on gloam with"
   echo "  __EGL_VENDOR_LIBRARY_FILENAMES=$PWD/$BUILD/40_gloam.json program"
   ;;
test)
   # shellcheck disable=SC2086
   install_missing $build_packages $test_packages
   build
   run_tests --without matrix --last hazard,check,settings,chips "$BUILD"
   ;;
sanitized)
   # shellcheck disable=SC2086
   install_missing $build_packages $test_packages
   # A second engine, chip or setting finds few memory errors that the first does not. Data races are looked for where there are
   # threads. LLVM is not instrumented.
   sanitized asan address,undefined
   sanitized tsan thread
   run_tests --without matrix,check,chips,settings,hazard --last gl,egl,fault,amdgpu,node,piglit,apps \
      "$BUILD-asan" "$BUILD-tsan:threads"
   ;;
all)
   # shellcheck disable=SC2086
   install_missing $build_packages $test_packages
   build
   sanitized asan address,undefined
   sanitized tsan thread
   run_tests "$BUILD" "$BUILD-asan" "$BUILD-tsan:threads"
   ;;
packages)
   # shellcheck disable=SC2086
   echo $build_packages
   ;;
*)
   sed -n '2,8s/^# //p' "$0"
   exit 2
   ;;
esac
