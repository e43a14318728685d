/* shader_link.h: gloam-shader --link. */
#ifndef SHADER_LINK_H
#define SHADER_LINK_H

/* `files`: file names, and "-o PREFIX" to write the linked modules to PREFIX.STAGE.spv. Returns the exit code: 0 linked,
 * 1 compile or link error (log on stdout), 2 a file cannot be read or written. */
int shader_link(int count, char **files);

#endif
