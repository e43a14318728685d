/* ga_query.h: query objects (GL 4.6, 4.2). They belong to one context. A target has a slot per vertex stream in the context, where
 * its active query is; targets that exclude each other share a slot. */
#ifndef GA_QUERY_H
#define GA_QUERY_H

#include "gl-api/context/ga_context.h"

/* COUNTED: the CPU counts, in ctx->counted[]. */
enum ga_query_kind { GA_QUERY_BOOL, GA_QUERY_COUNT, GA_QUERY_TIMESTAMP, GA_QUERY_COUNTED };

/* A row per target of glBeginQuery and glQueryCounter. */
struct ga_query_target {
   GLenum target;
   enum ga_feature feature;         /* that brings the target */
   enum ga_feature stage;           /* statistics: that brings what is counted, too; else `feature` again */
   enum ga_query_slot slot;
   enum pipe_query_type type;
   enum ga_query_kind kind;
   uint8_t streams;                 /* indices that glBeginQueryIndexed accepts */
   uint8_t statistic;               /* enum pipe_statistic, or element of ctx->counted */
};

struct ga_query {
   GLuint name;                     /* 0: deleted while active or the condition of rendering; the end of that frees it */
   char *label;                     /* KHR_debug */
   const struct ga_query_target *target; /* of its first use: never another one; NULL: not used yet */
   unsigned index;                  /* vertex stream */
   struct pipe_query *query;        /* NULL: not used yet, or GA_QUERY_COUNTED */
   uint64_t counted;                /* GA_QUERY_COUNTED: the result; while active, ctx->counted[] at the begin */
   bool active;
};

/* The row of a target; NULL: the context has no such target. */
const struct ga_query_target *ga_query_target(const struct ga_context *ctx, GLenum target);
/* The query object of a name, made when the name has none yet. NULL: out of memory. */
struct ga_query *ga_query_get(struct ga_context *ctx, GLuint name);
void ga_query_delete(struct ga_context *ctx, GLuint name);
/* Context destruction: all queries. */
void ga_query_finish_context(struct ga_context *ctx);

/* Operations; arguments are valid. False: out of memory. */
bool ga_query_begin(struct ga_context *ctx, struct ga_query *query, const struct ga_query_target *target, unsigned index);
bool ga_query_end(struct ga_context *ctx, struct ga_query *query);
bool ga_query_counter(struct ga_context *ctx, struct ga_query *query, const struct ga_query_target *target);
/* Draws, clears and framebuffer blits depend on the result of the query; NULL: they do not. */
void ga_query_set_condition(struct ga_context *ctx, struct ga_query *query, enum pipe_render_cond_mode mode, bool inverted);
/* Whether commands whose rendering the CPU does are discarded. Waits for the result. */
bool ga_query_discards(struct ga_context *ctx);
/* False: wait is false and the result is not there yet, or the device is lost. */
bool ga_query_result(struct ga_context *ctx, struct ga_query *query, bool wait, uint64_t *value);
/* The device writes the result (or whether it is there) in command order. False: the query was not used yet, its result is 0. */
bool ga_query_result_to_buffer(struct ga_context *ctx, struct ga_query *query, enum pipe_query_value value,
                               enum pipe_query_value_type type, struct pipe_resource *buffer, uint32_t offset_B);

#endif
