#!/bin/bash
# Runs foreign drivers on the render-node stand-in (docs/node.md): radeonsi of the installed Mesa, and radeonsi, RADV and zink of
# the newest Debian's, which is installed into a folder for chroot. Prints one table.
#
#   witness.sh [--cache DIR] [--only WORD] [--every N] [--jobs N] [--timeout S] [--again] [--lists DIR] [--groups NAMES] [--out DIR]
#              BUILD
#
# --cache: where the folder is, by default $GLOAM_WITNESS_CACHE or ${XDG_CACHE_HOME:-~/.cache}/gloam. It is made once (debootstrap,
# 2 GB, network) and kept. --only: run the steps whose name contains the word: scenes, random, piglit-here, piglit-there, vkmark.
# --every: every Nth of piglit's tests (100). --jobs, --timeout, --again, --lists: see piglit_radeonsi.py. --groups: groups of the
# lists, separated by spaces. --out: a folder that keeps piglit's results; a run that finds results there continues. Needs root,
# for chroot and for mounts, which end with the program. Exit code 1: a step failed.
set -u

cache=${GLOAM_WITNESS_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/gloam} every=100 lists='' only='' build='' jobs='' out=''
timeout=120 again=''
groups='gl_tex_ gl_tessellation_viewport_cull gl_copy_image gl_geometry_shader gl_ssbo_image_atomic_compute gl_fbo'
groups="$groups shader_arb_tessellation_shader_s5"
while [ $# -gt 0 ]; do
   case $1 in
   --cache) cache=$2; shift 2 ;;
   --every) every=$2; shift 2 ;;
   --lists) lists=$2; shift 2 ;;
   --only) only=$2; shift 2 ;;
   --jobs) jobs=$2; shift 2 ;;
   --timeout) timeout=$2; shift 2 ;;
   --again) again=--again; shift ;;
   --groups) groups=$2; shift 2 ;;
   --out) mkdir -p "$2" && out=$(realpath "$2") || exit 2; shift 2 ;;
   -*) sed -n '2,13s/^# \?//p' "$0"; exit 2 ;;
   *) build=$(realpath "$1") || exit 2; shift ;;
   esac
done
[ -n "$build" ] && [ -x "$build/tools/gloam-node" ] || { echo "witness.sh: no build folder with tools/gloam-node" >&2; exit 2; }
source=$(realpath "$(dirname "$0")/..")
root=$cache/sid node=$build/tools/gloam-node scene=$build/winsys/sim/node/tests/node_scene
vendor=/usr/share/glvnd/egl_vendor.d/50_mesa.json radv=/usr/share/vulkan/icd.d/radeon_icd.json
[ "$(id -u)" = 0 ] || { echo "witness.sh: chroot needs root" >&2; exit 2; }

# ---- the folder -------------------------------------------------------------------------------------------------------------

packages=libgl1-mesa-dri,libegl1,libgles2,libopengl0,libegl-mesa0,libgbm1,mesa-vulkan-drivers,vkmark,piglit,waffle-utils,python3
packages=$packages,spirv-tools
if [ ! -e "$root/.complete" ]; then
   command -v debootstrap > /dev/null || { echo "witness.sh: debootstrap is not installed" >&2; exit 2; }
   mkdir -p "$cache"
   rm -rf "$root.new"
   echo "installing into $root"
   debootstrap --variant=minbase --include="$packages" sid "$root.new" > "$cache/debootstrap.log" 2>&1 ||
      { echo "witness.sh: debootstrap failed, see $cache/debootstrap.log" >&2; exit 1; }
   touch "$root.new/.complete"
   rm -rf "$root"
   mv "$root.new" "$root"
fi

# The engine's libraries of this machine, as far as the folder has none of the name.
ldd "$build/winsys/sim/node/libgloam_node_gpu.so" | awk '$3 ~ "^/" { print $1, $3 }' | while read -r name path; do
   [ -n "$(ls "$root"/usr/lib/*/"$name" "$root/usr/local/lib/$name" 2> /dev/null)" ] || cp -L "$path" "$root/usr/local/lib/"
done

# Mounts are this program's alone.
if [ -z "${GLOAM_WITNESS_INSIDE:-}" ]; then
   GLOAM_WITNESS_INSIDE=1 exec unshare --mount --propagation private "$0" --cache "$cache" --every "$every" \
      --timeout "$timeout" $again ${lists:+--lists "$lists"} ${only:+--only "$only"} ${jobs:+--jobs "$jobs"} \
      ${out:+--out "$out"} --groups "$groups" "$build"
fi
work=$(mktemp -d)
trap 'umount -l "$root$work"; rm -rf "$work"' EXIT
for place in /proc /dev /sys "$build" "$source" "$work" $out ${lists:+"$(realpath "$lists")"}; do
   mkdir -p "$root$place"
   mount --rbind "$place" "$root$place" || exit 1
done
chroot "$root" ldconfig

# ---- steps ------------------------------------------------------------------------------------------------------------------

limit_s=10800
common="EGL_PLATFORM=surfaceless __EGL_VENDOR_LIBRARY_FILENAMES=$vendor MESA_SHADER_CACHE_DISABLE=true XDG_RUNTIME_DIR=$work"
here() { timeout "$limit_s" env $common "$@"; }
there() { timeout "$limit_s" chroot "$root" env -i PATH=/usr/bin:/bin HOME="$work" $common VK_DRIVER_FILES="$radv" \
   ${GLOAM_SIM_CHIP:+GLOAM_SIM_CHIP="$GLOAM_SIM_CHIP"} ${GLOAM_THREADS:+GLOAM_THREADS="$GLOAM_THREADS"} "$@"; }
rows=() failed=0
row() { rows+=("$(printf '%-34s %-10s %s' "$1" "$2" "$3")"); echo "$1: $3"; }
wanted() { [ -z "$only" ] || [[ $1 == *"$only"* ]]; }

# Drawn targets, compared with llvmpipe of the same Mesa. scenes NAME WHERE [SETTING]
scenes() {
   local name=$1 where=$2 out code
   shift 2
   out=$("$where" python3 "$source/winsys/sim/node/tests/compare_scene.py" "$node" "$scene" 5 "$@" 2>&1)
   code=$?
   [ $code = 0 ] && row "$name" scenes "5 of 5 as llvmpipe" && return
   [ $code = 77 ] && row "$name" scenes "not installed" && return
   row "$name" scenes "failed: $(tail -1 <<< "$out")"
   failed=1
}

# A random program over all drawing of OpenGL ES 2.0, compared with llvmpipe of the same Mesa. random NAME WHERE [SETTING]
random() {
   local name=$1 where=$2 out
   shift 2
   if out=$("$where" python3 "$source/tests/scene/scene.py" "$node run -- env $*" "$build/tests/scene/scene" 16 1 2>&1); then
      row "$name" random "80 pictures as llvmpipe"
   else
      row "$name" random "failed: $(tail -1 <<< "$out")"
      failed=1
   fi
}

piglit() {
   local name=$1 where=$2 log passed
   log=$("$where" python3 "$source/tools/piglit_radeonsi.py" --every "$every" --timeout "$timeout" $again \
         --out "${out:-$work}/piglit-$where" \
         ${jobs:+--jobs "$jobs"} ${lists:+--lists "$(realpath "$lists")"} "$node" ${lists:+$groups} 2>&1)
   tee "$cache/piglit-$where.log" <<< "$log" | grep -E '^(   |[a-z_0-9 ]+: [0-9]+ of)' # failed tests, groups
   passed=$(grep -oE 'passes [0-9]+ of the [0-9]+' <<< "$log" | sed 's/passes //; s/of the/of/')
   row "$name" piglit "${passed:-failed, see $cache/piglit-$where.log}"
   [ -n "$passed" ] || failed=1
}

vkmark() {
   local name=$1 out scenes
   out=$(there "$node" run -- vkmark --winsys headless -b :duration=1 -b vertex -b texture -b shading -b effect2d \
         -b desktop -b cube -b clear 2>&1)
   scenes=$(grep -c 'FPS: ' <<< "$out")
   row "$name" vkmark "$scenes of 7 scenes, score $(sed -n 's/.*vkmark Score: *//p' <<< "$out")"
   [ "$scenes" = 7 ] || failed=1
}

version() { sed -n '/^Package: libgl1-mesa-dri$/,/^$/s/^Version: //p' "$1/var/lib/dpkg/status" 2> /dev/null | head -1; }
old="radeonsi $(version /)" new="$(version "$root")"
if wanted scenes; then
   scenes "$old" here
   scenes "radeonsi $new" there
   scenes "zink on RADV $new" there MESA_LOADER_DRIVER_OVERRIDE=zink
fi
if wanted random; then
   # LLVM 15 may crash at exit while a thread of Mesa compiles an optimised variant of a shader.
   random "$old" here AMD_DEBUG=nooptvariant
   random "radeonsi $new" there
   random "zink on RADV $new" there MESA_LOADER_DRIVER_OVERRIDE=zink
fi
if wanted vkmark; then
   vkmark "RADV $new"
fi
wanted piglit-here && piglit "$old" here
wanted piglit-there && piglit "radeonsi $new" there
echo
printf '%-34s %-10s %s\n' driver step result
printf '%s\n' "${rows[@]}"
exit $failed
