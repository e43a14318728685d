/* ga_query.h: query objects. They belong to one context. */
#ifndef GA_QUERY_H
#define GA_QUERY_H

#include "gl-api/context/ga_context.h"

struct ga_query {
   GLuint name;                /* 0: deleted while active; EndQuery frees it */
   char *label;                /* KHR_debug */
   GLenum target;              /* of its first BeginQuery: never another one */
   struct pipe_query *query;
   bool active;
};

/* Context destruction: all queries. */
void ga_query_finish_context(struct ga_context *ctx);

#endif
