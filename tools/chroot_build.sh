#!/bin/bash
# Builds gloam on another release of Debian, in a folder for chroot, and runs tests there. A warning of the compiler is a failure.
#
#   chroot_build.sh [--cache DIR] [--jobs N] [--llvm N] RELEASE [TEST...]        RELEASE: bookworm, trixie, sid
#   chroot_build.sh [--cache DIR] [--jobs N] [--quick] --packages ARCHITECTURE RELEASE
#                                                           Debian packages: amd64, or arm64 by cross build, and a check of them
#
# --cache: where the folder build-RELEASE is, by default $GLOAM_WITNESS_CACHE or ${XDG_CACHE_HOME:-~/.cache}/gloam. It is made once
# (debootstrap, 3 GB, network) and kept, with the build in it. --llvm: a version of LLVM; by default the newest one that gloam and the
# release have. TEST: arguments of `meson test`; by default the unit tests and a sample of those of GL. A compiler cache (ccache) of
# this machine is used. --quick: packages without optimization and debug information, to check their contents. Packages are left in
# build-RELEASE/root/ARCHITECTURE. Needs root, for chroot and for mounts, which end with the program. Exit code 1: the build failed or
# warned, 2: so did a test.
set -eu

usage() {
   sed -n '2,14s/^# \?//p' "$0"
   exit 2
}

cache=${GLOAM_WITNESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gloam} llvm='' packages='' quick='' jobs=$(nproc)
options=("$@")
while [ $# -gt 0 ]; do
   case $1 in
   --cache) cache=$2; shift 2 ;;
   --jobs) jobs=$2; shift 2 ;;
   --llvm) llvm=$2; shift 2 ;;
   --packages) packages=$2; shift 2 ;;
   --quick) quick=1; shift ;;
   -*) usage ;;
   *) break ;;
   esac
done
case $packages in '' | amd64 | arm64) ;; *) usage ;; esac
[ $# -gt 0 ] || usage
release=$1
shift
source=$(realpath "$(dirname "$0")/..")
root=$cache/build-$release
fail() {
   echo "chroot_build.sh: $1" >&2
   exit 1
}
[ "$(id -u)" = 0 ] || fail "chroot needs root"

# ---- the folder -------------------------------------------------------------------------------------------------------------

if [ ! -e "$root/.complete" ]; then
   command -v debootstrap > /dev/null || fail "debootstrap is not installed"
   mkdir -p "$cache"
   rm -rf "$root.new"
   echo "installing into $root"
   debootstrap --variant=minbase "$release" "$root.new" > "$cache/build-$release.log" 2>&1 ||
      fail "debootstrap failed, see $cache/build-$release.log"
   # A mirror's copy of sid may be older than its Release file allows.
   echo 'Acquire::Check-Valid-Until "false";' > "$root.new/etc/apt/apt.conf.d/90gloam"
   touch "$root.new/.complete"
   rm -rf "$root"
   mv "$root.new" "$root"
fi

# Mounts are this program's alone.
if [ -z "${GLOAM_CHROOT_INSIDE:-}" ]; then
   GLOAM_CHROOT_INSIDE=1 exec unshare --mount --propagation private "$0" "${options[@]}"
fi
for place in proc dev sys; do
   mount --rbind "/$place" "$root/$place"
done
mkdir -p "$root/gloam" "$root/root/.cache/ccache"
mount --bind -o ro "$source" "$root/gloam"
if [ -d "$HOME/.cache/ccache" ]; then
   mount --bind "$HOME/.cache/ccache" "$root/root/.cache/ccache"
fi
inside() {
   chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}
install() {
   local package missing=()
   for package in "$@"; do
      inside dpkg-query -W -f='${Status}' "$package" 2> /dev/null | grep -q 'ok installed' || missing+=("$package")
   done
   [ ${#missing[@]} = 0 ] && return
   inside apt-get update -qq
   inside apt-get install -y -qq --no-install-recommends "${missing[@]}" > "$cache/build-$release.log" 2>&1 ||
      fail "apt-get failed, see $cache/build-$release.log"
}

# The newest LLVM that the release and meson.build have.
if [ -z "$llvm" ]; then
   inside apt-get update -qq
   for llvm in $(grep -o 'llvm-config-[0-9]*' "$source/meson.build" | grep -o '[0-9]*$'); do
      [ -n "$(inside apt-cache policy "llvm-$llvm-dev" 2> /dev/null)" ] && break
   done
fi
build_packages=$(sed "s/llvm-[0-9]*/llvm-$llvm/g" <<< "$("$source/tools/setup.sh" packages)")
# shellcheck disable=SC2086
install $build_packages ccache libegl1 libgles2 libopengl0 python3
inside sh -c "gcc --version | head -1; llvm-config-$llvm --version | sed 's/^/LLVM /'; meson --version | sed 's/^/meson /'"

# ---- packages ---------------------------------------------------------------------------------------------------------------

# Debian's own way for arm64 is `apt-get build-dep -aarm64`, but llvm-19-dev:arm64 replaces the python3 of this machine, with which
# meson runs, by that of arm64 (llvm-19-tools needs python3-yaml of its architecture). So LLVM's files are extracted, and
# dpkg-buildpackage does not check this one dependency. All others are installed, for the dependencies of the packages.
cross_environment() {
   local libraries name
   command -v qemu-aarch64 > /dev/null || fail "qemu-user is not installed, which runs LLVM's llvm-config"
   inside dpkg --add-architecture arm64
   libraries=$(tr ' ' '\n' <<< "$build_packages" | grep -E '^(lib|zlib)' | grep -v '^libwayland-bin$' | sed 's/$/:arm64/')
   # shellcheck disable=SC2086
   install crossbuild-essential-arm64 qemu-user pkgconf:arm64 libstdc++6:arm64 "libllvm$llvm:arm64" $libraries
   if [ ! -e "$root/root/llvm-arm64/.complete" ]; then
      inside sh -ec "mkdir -p /root/llvm-arm64; cd /root/llvm-arm64
         apt-get download -qq llvm-$llvm:arm64 llvm-$llvm-dev:arm64
         for package in *.deb; do dpkg -x \$package .; rm \$package; done
         ln -sf /usr/lib/aarch64-linux-gnu/libLLVM*.so* usr/lib/llvm-$llvm/lib/
         touch .complete"
   fi
   name=/root/llvm-arm64/usr/lib/llvm-$llvm/bin/llvm-config
   printf '[binaries]\nllvm-config-23 = %s\n' "['qemu-aarch64', '$name']" > "$root/root/cross.ini"
}

# Installs the packages, examines the installation without any variable, and removes them.
check_installed() {
   local folder=$1 log=$2 emulator=() output
   [ "$packages" = amd64 ] || emulator=(qemu-aarch64)
   inside sh -c "apt-get install -y -qq $folder/gloam_*.deb $folder/gloam-osmesa_*.deb $folder/gloam-tools_*.deb" > "$log" 2>&1 || { tail -40 "$log"; exit 2; }
   output=$(inside "${emulator[@]}" /usr/bin/gloam-info --doctor) || true
   inside apt-get remove -y -qq "gloam:$packages" "gloam-osmesa:$packages" "gloam-tools:$packages" >> "$log" 2>&1 || { tail -40 "$log"; exit 2; }
   grep -q '^0 problems' <<< "$output" || { echo "$output"; exit 2; }
   echo "installed, gloam-info --doctor: $(tail -1 <<< "$output")"
}

build_debs() {
   local folder=/root/$packages log=$cache/build-$release-$packages.log environment=(PATH=/usr/lib/ccache:/usr/sbin:/usr/bin:/sbin:/bin)
   local other options=(-b -us -uc "-a$packages" "-j$jobs")
   install build-essential debhelper lintian
   inside rm -rf "$folder"
   mkdir -p "$root$folder/gloam"
   git -C "$source" ls-files -z | tar -C "$source" --null -T - -c | tar -C "$root$folder/gloam" -x
   if [ "$packages" = arm64 ]; then
      cross_environment
      environment+=(CROSS_FILE=/root/cross.ini)
      options+=(-d)
   fi
   [ -z "$quick" ] || environment+=(OPTIMIZATION=1 DEB_CFLAGS_STRIP=-g DEB_CXXFLAGS_STRIP=-g)
   # The paths are the same each time, so that the compiler cache has the files.
   inside "${environment[@]}" sh -c "cd $folder/gloam && dpkg-buildpackage ${options[*]}" > "$log" 2>&1 || { tail -40 "$log"; exit 1; }
   ! grep -A6 -E '^[^ ]+:[0-9]+:[0-9]+: warning:' "$log" || fail "the compiler warned"
   check_installed "$folder" "$log.install"
   # Packages of the other architecture that were built before have the same files.
   other=$([ "$packages" = arm64 ] && echo amd64 || echo arm64)
   ls "$root/root/$other"/*.changes > /dev/null 2>&1 || other=''
   inside python3 /gloam/tests/packages/test_debian.py --contents --packages "$folder" ${other:+--like "/root/$other"} /gloam || exit 2
   echo "the packages are in $root$folder"
}
if [ -n "$packages" ]; then
   build_debs
   exit 0
fi

# ---- build ------------------------------------------------------------------------------------------------------------------

build=/root/build-$llvm-shared log=$cache/build-$release-$llvm-shared.log
printf '[binaries]\nllvm-config-23 = %s\n' "'/usr/bin/llvm-config-$llvm'" > "$root/root/llvm-$llvm.ini"
in_build() { inside CC='ccache gcc' CXX='ccache g++' CC_LD=mold CXX_LD=mold "$@"; }
[ -e "$root$build/build.ninja" ] ||
   in_build meson setup --werror --native-file "/root/llvm-$llvm.ini" -Dllvm=shared "$build" /gloam > "$log" || { tail -30 "$log"; exit 1; }
in_build nice ninja -k 0 -j "$jobs" -C "$build" > "$log" || { grep -A12 -E 'FAILED|error:' "$log" | head -80; exit 1; }
echo "built without a warning"

# ---- tests ------------------------------------------------------------------------------------------------------------------

[ $# -gt 0 ] || set -- --suite util --suite spirv --suite pm4 --suite hw --suite compiler --suite state --suite gl-api --suite winsys \
   --suite sim --suite gl
inside nice meson test -C "$build" --no-rebuild --num-processes "$jobs" --timeout-multiplier 8 --print-errorlogs "$@" || exit 2
