/* spv_edit.h: edits of a module: adds and drops decorations, drops, replaces and inserts instructions, then writes a new module.
 * Positions are word indices of the original module; an edit does not affect the positions of others. */
#ifndef SPV_EDIT_H
#define SPV_EDIT_H

#include "spirv/spv_module.h"

struct spv_edit;

struct spv_edit *spv_edit_create(const struct spv_module *m); /* borrows m */
void spv_edit_destroy(struct spv_edit *e);

uint32_t spv_edit_new_id(struct spv_edit *e);
/* member SPV_NO_MEMBER: the id itself. */
void spv_edit_decorate(struct spv_edit *e, uint32_t id, uint32_t member, uint32_t decoration, const uint32_t *literals,
                       unsigned literal_count);
void spv_edit_decorate1(struct spv_edit *e, uint32_t id, uint32_t decoration, uint32_t literal);
void spv_edit_undecorate(struct spv_edit *e, uint32_t id, uint32_t member, uint32_t decoration);
void spv_edit_drop(struct spv_edit *e, uint32_t at);
/* words: complete instructions with their opcode words. */
void spv_edit_replace(struct spv_edit *e, uint32_t at, const uint32_t *words, unsigned count);
void spv_edit_insert(struct spv_edit *e, uint32_t before_at, const uint32_t *words, unsigned count);

/* Opcode word of an instruction of `count` words. */
#define SPV_OP(op, count) ((uint32_t)(op) | (uint32_t)(count) << 16)

/* The new module (malloc'ed), or NULL when memory ran out here or in any call before. */
uint32_t *spv_edit_finish(struct spv_edit *e, size_t *word_count);

#endif
