/* si_cs.h: a context's command stream: chunks of GPU memory chained by INDIRECT_BUFFER, or several command buffers in one
 * submission on chips that cannot chain, the list of buffer objects that the commands use, and small streaming memory
 * (constants, descriptors) that lives as long as the commands. Recording allocates only when a chunk is full, and chunks are
 * recycled when the GPU is done with them. */
#ifndef SI_CS_H
#define SI_CS_H

#include "hw-si/pm4/pm4_build.h"
#include "winsys/winsys.h"

struct si_context;

#define SI_CS_CHUNK_DW (16 * 1024)
#define SI_CS_FLUSH_DW (96 * 1024)   /* a stream this long is submitted */
#define SI_CS_FLUSH_B (256u << 20)    /* so are commands that keep this much memory, from SI_CS_FEW_DW on */
#define SI_CS_FEW_DW 8192
#define SI_CS_SHARE 4                /* and those that keep such a share of the device's memory */
#define SI_CS_RENAMED_B (1u << 20)   /* and those that keep so much discarded content of small buffers, which is then used again from the cache */
#define SI_CS_IDLE_DRAWS 256         /* and every so many draws, dispatches and copies, if the GPU has nothing else to do */
#define SI_CS_TAIL_DW 16              /* chain packet and padding of a part, beyond the capacity of si_cs.buf */
#define SI_UPLOAD_CHUNK_B (256 * 1024)
#define SI_UPLOAD_MAX_B (32u << 20)  /* larger allocations of streaming memory are not recycled */
#define SI_UPLOAD_LARGE 3            /* chunks of SI_UPLOAD_CHUNK_B to SI_UPLOAD_MAX_B that wait for their next use */
#define SI_CS_HASH 1024

struct si_chunk {                    /* mapped GPU memory, recycled through struct si_chunk_pool */
   struct si_chunk *next;
   struct ws_bo *bo;
   uint8_t *map;
   uint32_t size_B;
};

struct si_chunk_pool { struct si_chunk *oldest, *newest; uint32_t size_B, count; };

/* Memory of small buffers whose content is discarded (si_rename.c). */
struct si_part_chunk;
struct si_retired { struct si_part_chunk *oldest, *newest; uint32_t count; };
struct si_rename { struct si_part_chunk *chunk /* that is being filled, or NULL */; uint32_t used_B; struct si_retired retired; };

struct si_cs {
   struct pm4_buf buf;               /* the part being written; its capacity leaves SI_CS_TAIL_DW */
   struct si_chunk *chunk;           /* that holds buf */
   uint32_t chunk_used_dw;           /* where buf starts in it */
   struct ws_submit_ib ibs[WS_MAX_IBS]; /* of this submission; chained parts follow from the first */
   uint32_t ib_count, total_dw;
   uint32_t draws;                   /* and dispatches and copies, of this submission */
   uint32_t *chain_size;             /* dword that must receive the size of the part being written; NULL: that of the last ib */
   struct ws_submit_bo *bos;         /* references held until submitted */
   uint32_t bo_count, bo_capacity;
   uint64_t bos_B;                   /* memory of the list; the application may have deleted what it was for */
   int32_t hash[SI_CS_HASH];         /* last list index of a bo by its unique number, or -1 */
   struct si_chunk *upload;
   uint32_t upload_used_B;
   struct si_chunk_pool cs_pool, upload_pool, large_pool;
   bool active;                      /* the preamble was written: commands are being recorded */
   bool failed;                      /* out of memory while recording: the submission is dropped */
};

bool si_cs_init(struct si_context *ctx);
void si_cs_finish(struct si_context *ctx);
/* Makes room for one draw or blit, starting a submission if none is open. False: out of memory or lost: record nothing. */
bool si_cs_begin(struct si_context *ctx);
/* Adds the buffer to the submission's list: commands recorded now use it as `usage` says (enum ws_usage). */
void si_cs_add_bo(struct si_context *ctx, struct ws_bo *bo, uint32_t usage);
/* Usage of bo by recorded, not yet submitted commands; 0: none. */
uint32_t si_cs_bo_usage(const struct si_context *ctx, const struct ws_bo *bo);
/* Streaming memory below 4 GB for this submission. NULL: out of memory. align_B is a power of two <= 256. */
void *si_upload_alloc_slow(struct si_context *ctx, uint32_t size_B, uint32_t align_B, uint64_t *va);
/* Pads the stream and fills *submit. */
void si_cs_close(struct si_context *ctx, struct ws_submit *submit);
/* Empties the buffer list for the next submission. */
void si_cs_reset(struct si_context *ctx);

#endif
