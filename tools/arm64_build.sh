#!/bin/bash
# Cross build for arm64 with Debian's compiler, on Debian 12 for Debian 12. Debian's arm64 packages are the sysroot.
#
#   arm64_build.sh [--cache DIR] BUILD [ARGUMENT...]     ARGUMENT: for `meson setup`, as -Dllvm=static
#
# --cache: where the folder arm64 is, by default $GLOAM_WITNESS_CACHE or ${XDG_CACHE_HOME:-~/.cache}/gloam. It is made once
# (mmdebstrap, 2 GB, network) and kept. The cross file of meson is in it. Programs of the build run with qemu-user:
# `meson test -C BUILD TEST`, tools/arm64_compare.py BUILD NATIVE_BUILD. Needs
#   apt install gcc-aarch64-linux-gnu g++-aarch64-linux-gnu mmdebstrap qemu-user
set -eu

cache=${GLOAM_WITNESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gloam}
[ "${1:-}" = --cache ] && { cache=$2; shift 2; }
case "${1:-}" in '' | -*) sed -n '2,9s/^# \?//p' "$0"; exit 2 ;; esac
build=$1
shift
source=$(realpath "$(dirname "$0")/..")
root=$cache/arm64 triple=aarch64-linux-gnu
for program in $triple-gcc $triple-g++ mmdebstrap qemu-aarch64; do
   command -v $program > /dev/null || { echo "arm64_build.sh: $program is not installed" >&2; exit 2; }
done

# ---- the sysroot ------------------------------------------------------------------------------------------------------------

# Libraries, their headers, and files that programs of the build load. Programs come from this machine.
if [ ! -e "$root/.complete" ]; then
   packages=$("$source/tools/setup.sh" packages | tr ' ' '\n' | grep -E '^(lib|llvm-.*-dev|zlib|wayland-protocols|spirv-headers)' |
      grep -v '^libwayland-bin$' | paste -sd,)
   mkdir -p "$cache"
   rm -rf "$root.new" "$root"
   echo "extracting into $root"
   mmdebstrap --quiet --architectures=arm64 --variant=extract --include="$packages,libc6-dev,libstdc++-12-dev,libegl1,libgles2,libopengl0" \
      bookworm "$root.new" http://deb.debian.org/debian
   # Links to absolute paths would lead to this machine's files.
   find "$root.new" -type l -lname '/*' | while read -r link; do
      ln -sfnr "$root.new$(readlink "$link")" "$link"
   done
   touch "$root.new/.complete"
   mv "$root.new" "$root"
fi

# ---- the build --------------------------------------------------------------------------------------------------------------

llvm=$(ls "$root/usr/lib" | grep -o '^llvm-[0-9]*$' | sort -V | tail -1)
libraries=$root/usr/lib/$triple
ccache=$(command -v ccache > /dev/null && echo "'ccache', " || true)
cat > "$root/cross.ini" << END
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'

[binaries]
c = [$ccache'$triple-gcc', '--sysroot=$root']
cpp = [$ccache'$triple-g++', '--sysroot=$root']
ar = '$triple-gcc-ar'
strip = '$triple-strip'
pkgconfig = 'pkg-config'
pkg-config = 'pkg-config'
exe_wrapper = ['qemu-aarch64', '-L', '$root']
llvm-config-23 = ['qemu-aarch64', '-L', '$root', '$root/usr/lib/$llvm/bin/llvm-config']

[properties]
needs_exe_wrapper = true
sys_root = '$root'
pkg_config_libdir = ['$libraries/pkgconfig', '$root/usr/share/pkgconfig']

[built-in options]
c_link_args = ['-Wl,-rpath-link,$libraries']
cpp_link_args = ['-Wl,-rpath-link,$libraries']
END
[ -e "$build/build.ninja" ] || meson setup --cross-file "$root/cross.ini" "$@" "$build" "$source"
nice ninja -C "$build"
