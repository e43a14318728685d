/* packet.h: a packet of a command buffer, and the state that packets set besides registers. */
#ifndef SIM_PACKET_H
#define SIM_PACKET_H

#include <stdbool.h>
#include <stdint.h>

/* A packet, as handlers get it. */
struct cp_packet { uint64_t va; unsigned opcode; bool compute /* header's shader type */; const uint32_t *body; uint32_t dw; };

/* Addresses in packets: of bytes; of aligned words. */
static inline uint64_t cp_va(uint32_t low, uint32_t high) { return low | (uint64_t)(high & 0xffff) << 32; }
static inline uint64_t cp_word_va(const uint32_t *word) { return cp_va(word[0] & ~3u, word[1]); }

/* State that packets set, besides registers. */
struct cp_state {
   bool compute_ring;
   bool const_engine;                    /* the commands that run are the constant engine's */
   bool predicate_skip, predicate_visible; /* predicated packets are skipped; result of the last test */
   uint32_t packets;                     /* executed so far that may cost time */
   uint64_t index_base, indirect_base, dispatch_base;
   uint32_t index_type, index_count_max, num_instances;
   uint32_t const_ram[8192];
};

#endif
