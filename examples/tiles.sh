#!/bin/sh
# Renders the picture of tiles.c by many tasks, repeats those that failed, and stitches the result.
#   tiles.sh parallel FOLDER SIZE TILE OUT.ppm   GNU parallel on this machine, or on the hosts of $HOSTS (parallel's --sshlogin)
#   tiles.sh slurm FOLDER SIZE TILE OUT.ppm      a Slurm job array; $SBATCH_OPTIONS are added to sbatch's
# FOLDER is on a file system that all machines share. $TILES is the program, by default `tiles` beside this script's build.
set -eu
[ $# = 5 ] || { sed -n '2,6s/^# \?//p' "$0"; exit 2; }
way=$1 folder=$2 size=$3 tile=$4 out=$5
tiles=${TILES:-$(dirname "$0")/../build/examples/tiles}
total=$(((size / tile) * (size / tile)))
mkdir -p "$folder"
# Tasks on other machines start elsewhere.
folder=$(realpath "$folder")
case $tiles in */*) tiles=$(realpath "$tiles") ;; esac

for attempt in 1 2 3; do
   todo=$("$tiles" missing "$folder" "$size" "$tile" || true)
   [ -n "$todo" ] || break
   echo "attempt $attempt: $(echo "$todo" | wc -l) of $total tiles to render" >&2
   case $way in
   parallel)
      progress=
      [ -t 2 ] && progress=--progress
      # shellcheck disable=SC2086
      echo "$todo" | parallel $progress ${HOSTS:+--sshlogin "$HOSTS"} "$tiles" render "$folder" "$size" "$tile" {} || true
      ;;
   slurm)
      # shellcheck disable=SC2086
      sbatch --wait --quiet --requeue --output="$folder/slurm-%a.log" --array="$(echo "$todo" | paste -sd, -)" ${SBATCH_OPTIONS:-} \
         --wrap="exec '$tiles' render '$folder' $size $tile \$SLURM_ARRAY_TASK_ID" &
      job=$!
      while kill -0 $job 2> /dev/null; do # progress
         echo "$((total - $("$tiles" missing "$folder" "$size" "$tile" | wc -l))) of $total" >&2
         sleep 2
      done
      wait $job || true
      ;;
   *) echo "tiles.sh: $way?" >&2; exit 2 ;;
   esac
done
exec "$tiles" stitch "$folder" "$size" "$tile" "$out"
