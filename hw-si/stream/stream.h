/* stream.h: static analysis of command streams: the register state at every draw, the descriptors that its shaders load,
 * captures, their printed facts and their comparison. Independent of driver and simulator; uses pm4, gcn and hwdb. The stream is
 * not executed: memory that a shader or stream output would write keeps the content that it has in the capture.
 *
 * For small streams: each event stores a copy of the register file (35 KB). */
#ifndef STREAM_H
#define STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pm4_sink;

/* GPU memory. read() returns a pointer to `size_B` bytes at a GPU address; NULL: not mapped. */
struct stream_memory { const void *(*read)(void *user, uint64_t va, uint64_t size_B); void *user; };

/* ---- registers (stream_regs.c) -------------------------------------------------------------------------------------- */
#define STREAM_NUM_REGS 7168 /* CONFIG, SH, context, UCONFIG registers, in this order */
enum stream_known { STREAM_UNKNOWN /* never written */, STREAM_DEFAULT /* by CLEAR_STATE */, STREAM_WRITTEN };
struct stream_regs { uint32_t value[STREAM_NUM_REGS]; uint8_t known[STREAM_NUM_REGS]; };
int stream_reg_index(uint32_t byte_offset); /* -1: in none of the register spaces */
uint32_t stream_reg_offset(unsigned index);
void stream_regs_clear_state(struct stream_regs *r, unsigned gfx_level);
uint32_t stream_reg(const struct stream_regs *r, uint32_t byte_offset); /* 0: never written */

/* Registers whose values are not compared, because they depend on memory allocation. */
enum stream_noise { STREAM_PLAIN /* compared */, STREAM_ADDRESS /* compared with 0 only */, STREAM_SIZE };
/* Hardware blocks, in the order in which facts list them. */
enum stream_block { STREAM_VGT, STREAM_PA, STREAM_SC, STREAM_SPI, STREAM_LS, STREAM_HS, STREAM_ES, STREAM_GS, STREAM_VS,
                    STREAM_PS, STREAM_DB, STREAM_CB, STREAM_COMPUTE, STREAM_OTHER, STREAM_NUM_BLOCKS };
extern const char *const stream_block_names[STREAM_NUM_BLOCKS];
struct stream_reg_kind { const char *name; uint8_t block, noise, condition; };
/* Properties of register `index` on a generation; name NULL: no register. */
const struct stream_reg_kind *stream_reg_kind(unsigned gfx_level, unsigned index);
/* Whether a draw (or a dispatch) in this state depends on the register. */
bool stream_reg_live(unsigned gfx_level, const struct stream_regs *r, unsigned index, bool dispatch);

/* ---- shaders (stream_program.c) --------------------------------------------------------------------------------------- */
enum stream_use_kind { STREAM_USE_POINTER /* s_load: word[0..1] is the address, with size_B */,
                       STREAM_USE_CONSTANTS /* V#, scalar loads */,
                       STREAM_USE_BUFFER /* V# */, STREAM_USE_IMAGE /* T# */, STREAM_USE_SAMPLER /* S# */ };
struct stream_use {
   uint8_t kind, words;
   bool reads, writes;
   uint32_t size_B;
   uint32_t word[8];
   /* Buffers: the element index of all accesses (idxen) is the initial value of VGPR index_vgpr - 1 plus index_add; 0: not known.
    * Each access ends within end_B bytes after the start of its element. */
   uint8_t index_vgpr;
   uint32_t index_add, end_B;
};
#define STREAM_MAX_USES 192
struct stream_uses { struct stream_use use[STREAM_MAX_USES]; unsigned count, unknown /* accesses without a known descriptor */;
   uint32_t user_read /* mask of the user SGPRs that the shader reads */; uint64_t code_B; };
/* Constant propagation through the scalar instructions of a shader, in one linear pass over its code. Follows loads through known
 * pointers and records the descriptor of each access. Descriptors that depend on lanes or loops are counted in `unknown`. Sums of
 * an initial VGPR and a known scalar are followed up to the first change of EXEC and the first branch. */
void stream_trace(unsigned gfx_level, const struct stream_memory *mem, uint64_t code_va, const uint32_t *user_data,
                  unsigned user_count, struct stream_uses *uses);

enum stream_stage { STREAM_STAGE_LS, STREAM_STAGE_HS, STREAM_STAGE_ES, STREAM_STAGE_GS, STREAM_STAGE_VS, STREAM_STAGE_PS,
                    STREAM_STAGE_CS, STREAM_NUM_STAGES };
extern const char *const stream_stage_names[STREAM_NUM_STAGES];
bool stream_stage_on(const struct stream_regs *r, enum stream_stage stage, bool dispatch);
uint64_t stream_stage_code(const struct stream_regs *r, enum stream_stage stage);
unsigned stream_stage_user_data(const struct stream_regs *r, enum stream_stage stage, uint32_t data[16]);

/* ---- events (stream_walk.c) ------------------------------------------------------------------------------------------- */
enum stream_kind { STREAM_DRAW, STREAM_DISPATCH, STREAM_COPY, STREAM_FILL };
/* A packet between two events that writes no registers, such as a cache flush; or the part of SET_CONTEXT_REG that writes
 * PA_SC_RASTER_CONFIG of one shader engine. */
struct stream_note { uint8_t opcode, se; uint32_t word; /* first dword; EVENT_WRITE*: the event; syncs: CP_COHER_CNTL; the value */ };
#define STREAM_MAX_NOTES 64
struct stream_event {
   enum stream_kind kind;
   unsigned opcode;
   uint64_t va;                            /* of the packet */
   bool predicated;
   uint32_t count, instances, initiator;   /* draws; indirect draws: read from memory */
   int32_t index_B;                        /* 0: no indices */
   uint32_t groups[3];                     /* dispatches */
   uint64_t src, dst;                      /* copies and fills */
   uint32_t bytes, data;
   struct stream_note note[STREAM_MAX_NOTES];
   unsigned note_count;
};
typedef void stream_event_func(void *user, const struct stream_event *event, const struct stream_regs *regs);
/* Calls `func` for each event. False, with the reason in *why, if the end of the stream was not reached. */
bool stream_walk(unsigned gfx_level, const struct stream_memory *mem, uint64_t ib_va, uint32_t ib_dw, stream_event_func *func,
                 void *user, const char **why);

/* ---- captures (stream_capture.c) -------------------------------------------------------------------------------------- */
/* A file holds one submission: header, table of runs, then the bytes of the runs that have STREAM_RUN_DATA. Little endian. */
#define STREAM_CAPTURE_MAGIC "GLOAMCAP" /* without a terminator in the file */
enum { STREAM_RUN_READ = 1, STREAM_RUN_WRITE = 2, STREAM_RUN_DATA = 4 /* without: all bytes are zero */ };
struct stream_capture_header {
   char magic[8];
   uint32_t version, run_count;
   char chip[16];
   uint32_t ib_dw, compute_ring;
   uint64_t ib_va, number;
};
struct stream_capture_run { uint64_t va, size_B; uint32_t flags, reserved; };
struct stream_capture {
   struct stream_capture_header header;
   struct stream_capture_run *run;         /* sorted by address */
   const uint8_t **data;                   /* by run; NULL: all bytes are zero */
   void *map;
   size_t map_B;
};
/* NULL, or the reason why the file cannot be used. */
const char *stream_capture_open(struct stream_capture *c, const char *path);
void stream_capture_close(struct stream_capture *c);
struct stream_memory stream_capture_memory(const struct stream_capture *c);

/* ---- facts and comparison (stream_list.c, stream_print.c, stream_diff.c) ------------------------------------------------ */
struct stream_item {
   struct stream_event event;
   struct stream_regs regs;
   struct stream_uses *uses[STREAM_NUM_STAGES]; /* NULL: stage disabled */
};
struct stream_list { unsigned gfx_level; char chip[16]; struct stream_item **item; size_t count, capacity; };
/* Adds a capture, or all captures of a folder in order of their names. NULL, or the error. */
const char *stream_list_add(struct stream_list *list, const char *path);
void stream_list_finish(struct stream_list *list);

/* Prints each event with the registers that changed since the last one and that it depends on, and its descriptors. */
void stream_print_facts(const struct pm4_sink *sink, const struct stream_list *list);
/* Writes `NAME 0x... FIELD=VALUE ...` without newline. */
int stream_format_reg(unsigned gfx_level, uint32_t byte_offset, uint32_t value, char *text, size_t size_B);

/* Rows "pattern : reason". A pattern (fnmatch) matches names without the block, such as `CB_COLOR0_INFO.COMPRESSION`. */
struct stream_reason { char *pattern, *reason; unsigned used; };
struct stream_reasons { struct stream_reason *row; size_t count; };
const char *stream_reasons_load(struct stream_reasons *reasons, const char *path);
void stream_reasons_finish(struct stream_reasons *reasons);
/* Returns the number of differences that no reason explains. quiet: prints only those. */
size_t stream_diff(const struct pm4_sink *sink, const struct stream_list *a, const struct stream_list *b,
                   struct stream_reasons *reasons, bool quiet);

#endif
