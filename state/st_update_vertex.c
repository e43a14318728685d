/* st_update_vertex.c: vertex attributes -> vertex elements and buffers. Every attribute that the shader reads gets a slot
 * (the device has a descriptor per attribute anyway), so that moving a pointer never makes a new vertex layout. Slots
 * fed from client memory are filled by every draw, with the vertices that it can reach; attributes that lie interleaved in
 * one client array are uploaded together.
 * Their element 0 then lies before the uploaded bytes: the numbers of the vertices, which shaders see, stay as they are. */
#include <string.h>

#include "state/st_private.h"

#define FOR_EACH_BIT(i, mask) \
   for (uint32_t bits_ = (mask), i; bits_ && (i = (uint32_t)__builtin_ctz(bits_), true); bits_ &= bits_ - 1)

enum source { SOURCE_CURRENT, SOURCE_CLIENT, SOURCE_BUFFER };

/* An enabled array without buffer and without pointer has nothing to read: it is treated as the current value. */
static enum source source_of(const struct st_attrib *attrib)
{
   if (!attrib->enabled || (!attrib->buffer && !attrib->user))
      return SOURCE_CURRENT;
   return attrib->buffer ? SOURCE_BUFFER : SOURCE_CLIENT;
}

void st_canonical_vertex_layout(const struct st_context *st, struct st_vertex_layout *out)
{
   memset(out, 0, sizeof *out);
   FOR_EACH_BIT(location, st->attribs_read) {
      const struct st_attrib *attrib = &st->attrib[location];
      bool current = source_of(attrib) == SOURCE_CURRENT;
      out->element[out->count] = (struct pipe_vertex_element){
         .format = !current ? attrib->format : attrib->is_wide ? PIPE_FORMAT_R64G64B64A64_FLOAT : PIPE_FORMAT_R32G32B32A32_FLOAT,
         .buffer_index = out->count,
         .location = location,
         .instance_divisor = current ? 0 : attrib->divisor,
      };
      out->count++;
   }
}

/* All current values in one piece of streaming memory, 16 bytes per slot, whether the slot needs it or not; 32 bytes where one is of
 * doubles. */
static bool upload_current(struct st_context *st, unsigned count, uint32_t current_slots, uint32_t slot_B)
{
   struct st_bound *bound = st->bound;
   struct pipe_resource *buffer;
   uint32_t offset_B;
   uint8_t *values = st_upload_alloc(st->upload, count * slot_B, 16, &offset_B, &buffer);
   if (!values)
      return false;
   FOR_EACH_BIT(slot, current_slots) {
      memcpy(values + slot * slot_B, st->attrib[bound->location[slot]].current_wide, slot_B);
      bound->plan[slot] = (struct pipe_vertex_buffer){ buffer, offset_B + slot * slot_B, 0 };
   }
   pipe_resource_unref(bound->current_buffer);
   bound->current_buffer = buffer;
   return true;
}

bool st_update_vertex(struct st_context *st)
{
   struct st_bound *bound = st->bound;
   struct st_vertex_layout layout;
   st_canonical_vertex_layout(st, &layout);
   void *cso = st_cso_get(st->cso, ST_CSO_VERTEX_ELEMENTS, &layout);
   if (!cso)
      return false;

   uint32_t current_slots = 0, current_B = sizeof(st->attrib[0].current);
   bound->client_slots = 0;
   for (unsigned slot = 0; slot < layout.count; slot++) {
      const struct st_attrib *attrib = &st->attrib[layout.element[slot].location];
      enum source source = source_of(attrib);
      bound->location[slot] = layout.element[slot].location;
      bound->plan[slot] = (struct pipe_vertex_buffer){ NULL, 0, attrib->stride_B };
      if (source == SOURCE_BUFFER) {
         bound->plan[slot].buffer = attrib->buffer;
         bound->plan[slot].offset_B = attrib->offset_B;
      } else if (source == SOURCE_CLIENT) {
         bound->client_slots |= 1u << slot;
      } else {
         current_slots |= 1u << slot;
         if (attrib->is_wide)
            current_B = sizeof(attrib->current_wide);
      }
   }
   bound->plan_count = layout.count;
   if (current_slots && !upload_current(st, layout.count, current_slots, current_B))
      return false;
   st_bind_cso(st, ST_CSO_VERTEX_ELEMENTS, cso);
   if (!bound->client_slots)
      st_bind_vertex_buffers(st, bound->plan_count, bound->plan);
   else if (bound->unknown & ST_DIRTY_VERTEX) /* the draw binds: no slot may compare as equal */
      memset(bound->vb, 0xff, sizeof bound->vb);
   return true;
}

/* Client memory read by a run of slots with the same stride and divisor. */
struct window {
   const uint8_t *begin, *end; /* of the element 0 */
   uint32_t slots;
};

/* Slots whose element 0 lies within one stride of the first slot's: they interleave. */
static struct window gather(const struct st_context *st, uint32_t slots, unsigned first)
{
   const struct st_bound *bound = st->bound;
   const struct st_attrib *lead = &st->attrib[bound->location[first]];
   const uint8_t *user = lead->user;
   struct window window = { user, user + pipe_format_block_size_B(lead->format), 1u << first };
   FOR_EACH_BIT(slot, slots & ~(1u << first)) {
      const struct st_attrib *attrib = &st->attrib[bound->location[slot]];
      const uint8_t *begin = attrib->user, *end = begin + pipe_format_block_size_B(attrib->format);
      if (attrib->stride_B != lead->stride_B || attrib->divisor != lead->divisor)
         continue;
      const uint8_t *low = begin < window.begin ? begin : window.begin, *high = end > window.end ? end : window.end;
      if ((size_t)(high - low) > lead->stride_B)
         continue;
      window = (struct window){ low, high, window.slots | 1u << slot };
   }
   return window;
}

bool st_vertex_upload_client(struct st_context *st, uint32_t first, uint32_t count, uint32_t start_instance,
                             uint32_t instance_count)
{
   struct st_bound *bound = st->bound;
   struct pipe_vertex_buffer vb[PIPE_MAX_ATTRIBS];
   struct pipe_resource *uploaded[PIPE_MAX_ATTRIBS];
   unsigned uploaded_count = 0;
   bool ok = true;

   memcpy(vb, bound->plan, bound->plan_count * sizeof vb[0]);
   for (uint32_t left = bound->client_slots; left;) {
      struct window window = gather(st, left, __builtin_ctz(left));
      const struct st_attrib *lead = &st->attrib[bound->location[__builtin_ctz(left)]];
      /* Elements read, counted from the pointer. Per-instance data starts at element start_instance
       * (GL 4.6, 10.4: the divisor does not apply to the base instance), which stays so: only its place moves. */
      uint32_t skip = lead->divisor ? 0 : first;
      uint32_t last = lead->divisor ? start_instance + (instance_count - 1) / lead->divisor : first + count - 1;
      uint64_t begin_B = (uint64_t)skip * lead->stride_B;
      uint64_t size_B = (uint64_t)(last - skip) * lead->stride_B + (size_t)(window.end - window.begin);
      uint32_t offset_B;
      void *map = NULL;
      if (begin_B + size_B <= UINT32_MAX / 2) /* the device counts from element 0 */
         map = st_upload_alloc(st->upload, (uint32_t)size_B, 16, &offset_B, &uploaded[uploaded_count]);
      if (!map) {
         ok = false;
         break;
      }
      memcpy(map, window.begin + begin_B, size_B);
      FOR_EACH_BIT(slot, window.slots) {
         const uint8_t *user = st->attrib[bound->location[slot]].user;
         vb[slot].buffer = uploaded[uploaded_count];
         vb[slot].offset_B = (int64_t)offset_B + (user - window.begin) - (int64_t)begin_B;
      }
      uploaded_count++;
      left &= ~window.slots;
   }
   if (ok)
      st_bind_vertex_buffers(st, bound->plan_count, vb);
   for (unsigned i = 0; i < uploaded_count; i++) /* bound: the driver has its own references now */
      pipe_resource_unref(uploaded[i]);
   return ok;
}
