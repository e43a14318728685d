/* link_resources.c: lists of active resources of a program (struct glsl_resource): growing them; freeing the result of a link. */
#include <stdlib.h>
#include <string.h>

#include "gl-api/glsl/link_types.h"

struct glsl_resource *link_add_resource(struct link *l, enum link_list list, const struct spv_module *m, uint32_t type,
                                        char *name)
{
   struct glsl_linked *out = l->out;
   struct glsl_resource **const lists[] = { &out->uniforms, &out->buffer_variables, &out->inputs, &out->outputs, &out->attribs };
   uint32_t *const counts[] = { &out->uniform_count, &out->buffer_variable_count, &out->input_count, &out->output_count,
                                &out->attrib_count };
   if (!name) {
      l->no_memory = true;
      return NULL;
   }
   if (*counts[list] == l->resource_room[list]) {
      const uint32_t room = l->resource_room[list] ? l->resource_room[list] * 2 : 32;
      struct glsl_resource *grown = realloc(*lists[list], room * sizeof *grown);
      if (!grown) {
         free(name);
         l->no_memory = true;
         return NULL;
      }
      *lists[list] = grown;
      l->resource_room[list] = room;
   }
   struct glsl_resource *r = &(*lists[list])[(*counts[list])++];
   memset(r, 0, sizeof *r);
   link_resource_type(m, type, r);
   r->name = name;
   return r;
}

static void remove_names(struct glsl_resource *r, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      r[i].name[0] = '\0';
}

static void remove_block_names(struct glsl_block *b, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      b[i].name[0] = '\0';
}

void link_remove_names(struct glsl_linked *out)
{
   remove_names(out->uniforms, out->uniform_count);
   remove_names(out->buffer_variables, out->buffer_variable_count);
   remove_names(out->inputs, out->input_count);
   remove_names(out->outputs, out->output_count);
   remove_names(out->attribs, out->attrib_count);
   remove_block_names(out->uniform_blocks, out->uniform_block_count);
   remove_block_names(out->storage_blocks, out->storage_block_count);
   for (uint32_t i = 0; i < out->varying_count; i++)
      out->varyings[i].name[0] = '\0';
}

static void free_resources(struct glsl_resource *r, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      free(r[i].name);
   free(r);
}

static void free_blocks(struct glsl_block *b, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      free(b[i].name);
   free(b);
}

static void free_declared(struct glsl_declared *d, uint32_t count)
{
   for (uint32_t i = 0; i < count; i++)
      free(d[i].name);
   free(d);
}

static void free_stage(struct glsl_linked *p, unsigned stage)
{
   free((void *)(uintptr_t)p->stage[stage].spirv);
   free(p->initial[stage]);
   for (uint32_t i = 0; i < p->subroutine_count[stage]; i++)
      free(p->subroutines[stage][i].name);
   for (uint32_t i = 0; i < p->subroutine_uniform_count[stage]; i++)
      free(p->subroutine_uniforms[stage][i].name);
   free(p->subroutines[stage]);
   free(p->subroutine_uniforms[stage]);
}

struct glsl_linked *glsl_linked_ref(struct glsl_linked *p)
{
   if (p)
      __atomic_add_fetch(&p->refs, 1, __ATOMIC_RELAXED);
   return p;
}

void glsl_linked_unref(struct glsl_linked *p)
{
   if (!p || __atomic_sub_fetch(&p->refs, 1, __ATOMIC_ACQ_REL))
      return;
   for (unsigned i = 0; i < PIPE_SHADER_TYPES; i++)
      free_stage(p, i);
   free_resources(p->uniforms, p->uniform_count);
   free_resources(p->buffer_variables, p->buffer_variable_count);
   free_resources(p->attribs, p->attrib_count);
   free_resources(p->inputs, p->input_count);
   free_resources(p->outputs, p->output_count);
   free_blocks(p->uniform_blocks, p->uniform_block_count);
   free_blocks(p->storage_blocks, p->storage_block_count);
   free_blocks(p->counter_buffers, p->counter_buffer_count);
   free_declared(p->declared_inputs, p->declared_input_count);
   free_declared(p->declared_outputs, p->declared_output_count);
   for (uint32_t i = 0; i < p->varying_count; i++)
      free(p->varyings[i].name);
   free(p->varyings);
   free(p->location);
   free(p);
}
