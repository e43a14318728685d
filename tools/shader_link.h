/* shader_link.h: gloam-shader --link. */
#ifndef SHADER_LINK_H
#define SHADER_LINK_H

/* files: names, and "-o PREFIX" for the linked modules. 0: they link; 1: they do not (text on stdout); 2: files. */
int shader_link(int count, char **files);

#endif
