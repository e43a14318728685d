/* ga_string.h: the strings of glGetString. */
#ifndef GA_STRING_H
#define GA_STRING_H

struct ga_context;

/* Writes the version strings of ctx->api and ctx->version. */
void ga_string_init(struct ga_context *ctx);

/* GL_NUM_SHADING_LANGUAGE_VERSIONS. */
int ga_glsl_version_count(const struct ga_context *ctx);

#endif
