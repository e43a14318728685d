#!/bin/sh
# Everything a fresh Debian 12 needs, in two words (run as root):
#   tools/setup.sh demo   installs what is missing, builds, renders a picture and hands a texture to another process
#   tools/setup.sh test   installs what is missing, builds, runs the tests
#   tools/setup.sh all    the same, and then the tests under the address, undefined behaviour and thread sanitizers
set -eu
cd "$(dirname "$0")/.."
BUILD=${BUILD:-build}

build_packages="meson ninja-build pkg-config gcc g++ llvm-19-dev llvm-19 libzstd-dev zlib1g-dev libxml2-dev libz3-dev
  spirv-headers khronos-api libdrm-dev libgbm-dev libglvnd-dev libegl-dev libgles-dev
  libpng-dev libcmocka-dev"
test_packages="libegl1 libgles2 waffle-utils mesa-utils piglit weston libsdl2-tests gstreamer1.0-gl
  gstreamer1.0-tools gstreamer1.0-plugins-good spirv-tools"

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

# A folder for a sanitizer, with assertions; the shared LLVM links fast. It is built by the test run.
sanitized() {
   [ -f "$BUILD-$1/build.ninja" ] ||
      meson setup "$BUILD-$1" -Dllvm=shared -Db_sanitize="$2" -Doptimization=1 -Ddebug=true -Db_ndebug=false
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
   exec python3 tools/run_tests.py "$BUILD"
   ;;
all)
   # shellcheck disable=SC2086
   install_missing $build_packages $test_packages
   build
   sanitized asan address,undefined
   sanitized tsan thread
   # Data races are looked for where there are threads. LLVM is not instrumented: what it does inside stays unseen.
   exec python3 tools/run_tests.py "$BUILD" "$BUILD-asan" "$BUILD-tsan:threads"
   ;;
*)
   sed -n '2,5s/^# //p' "$0"
   exit 2
   ;;
esac
