/* node_dir.h: where the launcher, the preloaded library and the engine find their common files. */
#ifndef NODE_DIR_H
#define NODE_DIR_H

#define NODE_DIR_VARIABLE "GLOAM_NODE_DIR"          /* where the launcher has put the files of /dev/dri and /sys */

#endif
