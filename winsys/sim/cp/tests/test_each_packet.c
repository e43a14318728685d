/* test_each_packet.c: every packet of the table (hw-si/pm4/pm4_ops.csv), on every generation that has it, on the graphics ring
 * and on the compute ring: a row of its own that sees what it does in memory, registers or statistics. A packet without a row
 * fails; so does a row that a compute ring takes although its engine does not have the packet. The machine stands alone, no
 * device and no driver; draws are seen by the statistics (the only program is s_endpgm, the same on all generations). */
#include "winsys/sim/cp/tests/each_packet.h"

static struct sim_gpu *gpu;
struct sim_mem mem;
struct pm4_buf buf, *const b = &buf;
unsigned level;
bool on_compute;
const char *current;
uint32_t *out, *data, *code;

/* ---- a machine and its parts of speech -------------------------------------------------------------------------------- */

static void start(const char *chip, bool compute)
{
   assert_true(sim_mem_init(&mem, 1ull << 30) && sim_mem_commit(&mem, BASE, SIZE_B));
   sim_mem_set_access(&mem, BASE, SIZE_B, SIM_MEM_READ | SIM_MEM_WRITE);
   gpu = sim_gpu_create(hw_chip_find(chip), &mem);
   assert_non_null(gpu);
   if (compute)
      sim_gpu_set_compute(gpu);
   level = hw_chip_find(chip)->gfx_level;
   on_compute = compute;
   out = (uint32_t *)(void *)(mem.base + OUT_VA);
   data = (uint32_t *)(void *)(mem.base + DATA_VA);
   code = (uint32_t *)(void *)(mem.base + BASE + CODE_B);
   code[0] = 0xbf810000; /* s_endpgm */
   buf = (struct pm4_buf){ (uint32_t *)(void *)(mem.base + BASE + IB_B), 0, (SIZE_B - IB_B) / 4 };
}

static void finish(void)
{
   sim_gpu_destroy(gpu);
   sim_mem_finish(&mem);
}

bool run(void)
{
   char why[200] = "";
   bool ran = sim_gpu_run(gpu, BASE + IB_B, b->count, why, sizeof why);
   b->count = 0;
   return ran;
}

void expect(const char *what, uint64_t got, uint64_t want)
{
   if (got != want)
      fail_msg("%s on GFX%u%s, %s: %#llx, expected %#llx", current, level, on_compute ? ", compute ring" : "", what,
               (unsigned long long)got, (unsigned long long)want);
}

void go(void) { expect("it runs", run(), true); }

/* ---- control flow ----------------------------------------------------------------------------------------------------- */

static void p_nop(void)
{
   pm4_packet(b, PKT3_NOP, 5);
   pm4_emit(b, PKT3(PKT3_WRITE_DATA, 3, 0));
   pm4_emit(b, PM4_WRITE_DATA_CONTROL_DST_SEL(memory_dst())), pm4_emit_va(b, OUT_VA), pm4_emit(b, 1);
   if (level > 6)
      pm4_emit(b, 0xffff1000); /* one dword long */
   else
      pm4_emit(b, 0x80000000); /* type 2 */
   write_out(1, 2);
   go();
   expect("nothing", out[0], 0);
   expect("what follows", out[1], 2);
}

/* Calls that return, also inside one, and a jump that does not. GFX6 refuses the jump. */
static void command_buffers(unsigned opcode)
{
   struct pm4_buf main_buf = buf, called = { (uint32_t *)(void *)(mem.base + BASE + CALLED_B), 0, 256 };
   *b = called;
   write_out(0, 1);
   called = *b;
   struct pm4_buf outer = { called.dw + 256, 0, 256 }, chained = { called.dw + 512, 0, 256 };
   *b = outer;
   pm4_packet(b, opcode, 3);
   pm4_emit_va(b, BASE + CALLED_B), pm4_emit(b, called.count);
   write_out(1, 2);
   outer = *b, *b = chained;
   write_out(2, 3);
   chained = *b, *b = main_buf;
   pm4_packet(b, opcode, 3);
   pm4_emit_va(b, BASE + CALLED_B + 1024), pm4_emit(b, outer.count);
   write_out(3, 4);
   pm4_packet(b, opcode, 3);
   pm4_emit_va(b, BASE + CALLED_B + 2048), pm4_emit(b, chained.count | PM4_INDIRECT_BUFFER_CONTROL_CHAIN(1));
   write_out(4, 5); /* dead */
   const bool chains = level > 6;
   expect("it runs", run(), chains);
   for (unsigned i = 0; i < 5; i++)
      expect("word", out[i], i == 2 && !chains ? 0 : i < 4 ? i + 1 : 0);
}

static void p_indirect_buffer(void) { command_buffers(PKT3_INDIRECT_BUFFER); }
static void p_indirect_buffer_si(void) { command_buffers(PKT3_INDIRECT_BUFFER_SI); }

/* The constant engine's memory: written by packets and from memory, dumped; the drawing engine waits for that. */
static void p_constant_engine(void)
{
   struct pm4_buf main_buf = buf;
   data[0] = 77, data[1] = 78;
   buf = (struct pm4_buf){ (uint32_t *)(void *)(mem.base + BASE + CALLED_B), 0, 256 };
   pm4_packet(b, PKT3_WRITE_CONST_RAM, 4);
   pm4_emit(b, 0x7f0), pm4_emit(b, 1), pm4_emit(b, 2), pm4_emit(b, 3);
   pm4_packet(b, PKT3_LOAD_CONST_RAM, 4);
   pm4_emit_va(b, DATA_VA), pm4_emit(b, 2), pm4_emit(b, 0x7f4);
   pm4_packet(b, PKT3_WAIT_ON_DE_COUNTER_DIFF, 1);
   pm4_emit(b, 1);
   pm4_packet(b, PKT3_DUMP_CONST_RAM, 4);
   pm4_emit(b, 0x7f0), pm4_emit(b, 4), pm4_emit_va(b, OUT_VA);
   pm4_packet(b, PKT3_DUMP_CONST_RAM, 4); /* more than there is */
   pm4_emit(b, 0x7ffc), pm4_emit(b, 2), pm4_emit_va(b, OUT_VA + 64);
   pm4_packet(b, PKT3_INCREMENT_CE_COUNTER, 1);
   pm4_emit(b, 1);
   uint32_t size = b->count;
   write_out(20, 1);
   uint32_t with_more = b->count;
   draw_auto(1);
   uint32_t with_draw = b->count;
   buf = main_buf;
   pm4_packet(b, PKT3_INDIRECT_BUFFER_CONST, 3);
   pm4_emit_va(b, BASE + CALLED_B), pm4_emit(b, size);
   pm4_packet(b, PKT3_WAIT_ON_CE_COUNTER, 1);
   pm4_emit(b, 1);
   copy_data(1, OUT_VA + 4, memory_dst(), OUT_VA + 128, false);
   pm4_packet(b, PKT3_INCREMENT_DE_COUNTER, 1);
   pm4_emit(b, 0);
   go();
   static const uint32_t want[] = { 1, 77, 78, 0 };
   for (unsigned i = 0; i < 4; i++)
      expect("word", out[i], want[i]);
   expect("nothing from outside", out[16], 0);
   expect("waited for", out[32], 77);
   for (unsigned i = 0; i < 2; i++) {
      pm4_packet(b, PKT3_INDIRECT_BUFFER_CONST, 3);
      pm4_emit_va(b, BASE + CALLED_B), pm4_emit(b, i ? with_draw : with_more);
      expect("packets of the drawing engine", run(), !i);
   }
   expect("data", out[20], 1);
}

static void p_cond_exec(void)
{
   data[1] = 1;
   for (unsigned i = 0; i < 2; i++) {
      pm4_packet(b, PKT3_COND_EXEC, 4);
      pm4_emit_va(b, DATA_VA + 4 * i), pm4_emit(b, 0), pm4_emit(b, 5);
      write_out(2 * i, 1);
      write_out(2 * i + 1, 1);
   }
   go();
   static const uint32_t want[] = { 0, 1, 1, 1 };
   for (unsigned i = 0; i < 4; i++)
      expect("word", out[i], want[i]);
}

static void p_load_context_reg_index(void)
{
   data[0] = 0x1234;
   data[1] = 0x5678;
   data[2] = 0x9abc; /* after the count */
   pm4_packet(b, PKT3_LOAD_CONTEXT_REG_INDEX, 4);
   pm4_emit_va(b, DATA_VA), pm4_emit(b, (R_028C8C_CB_COLOR0_CLEAR_WORD0 - 0x28000) / 4), pm4_emit(b, 2);
   read_reg(R_028C8C_CB_COLOR0_CLEAR_WORD0, 0);
   read_reg(R_028C90_CB_COLOR0_CLEAR_WORD1, 1);
   read_reg(R_028C90_CB_COLOR0_CLEAR_WORD1 + 4, 2);
   go();
   expect("first register", out[0], 0x1234);
   expect("second register", out[1], 0x5678);
   expect("the next one", out[2], 0);
}

static void p_set_predication(void)
{
   static const bool want[] = { false, true, true, false, true, true };
   data[4] = 0, data[5] = 1u << 31; /* 64 bits count */
   for (unsigned i = 0; i < 6; i++) {
      pm4_packet(b, PKT3_SET_PREDICATION, 2);
      pm4_emit(b, DATA_VA + (i & 1 ? 16 : 0));
      pm4_emit(b, PM4_SET_PREDICATION_CONTROL_OP(i < 4 ? 3 : 0) | PM4_SET_PREDICATION_CONTROL_DRAW_VISIBLE(i < 2));
      b->dw[b->count] = 0;
      write_out(i, 1);
      b->dw[b->count - 5] |= 1; /* skipped when it says so */
   }
   go();
   for (unsigned i = 0; i < 6; i++)
      expect("word", out[i], want[i]);
}

static void p_wait_reg_mem(void)
{
   static const struct { uint8_t function, passes; uint32_t value, reference; } rows[] = {
      { 0, 1, 1, 2 }, { 1, 1, 1, 2 }, { 2, 1, 2, 2 }, { 3, 1, 2, 2 }, { 4, 1, 1, 2 }, { 5, 1, 2, 2 }, { 6, 1, 3, 2 },
   };
   for (unsigned space = 0; space < 2; space++)
      for (unsigned i = 0; i < COUNT(rows); i++) {
         const uint32_t reg = R_00B900_COMPUTE_USER_DATA_0;
         data[0] = rows[i].value | 0x70;
         sh_reg(reg, rows[i].value | 0x70);
         pm4_packet(b, PKT3_WAIT_REG_MEM, 6);
         pm4_emit(b, rows[i].function | space << 4);
         pm4_emit_va(b, space ? DATA_VA : reg / 4);
         pm4_emit(b, rows[i].reference), pm4_emit(b, 0xf), pm4_emit(b, 4);
         write_out(0, ++out[1]);
         go();
         expect("passed", out[0], out[1]);
      }
   sh_reg(R_00B900_COMPUTE_USER_DATA_0, 1);
   pm4_packet(b, PKT3_WAIT_REG_MEM, 6); /* no other packet writes registers: this one never passes */
   pm4_emit(b, 3), pm4_emit_va(b, R_00B900_COMPUTE_USER_DATA_0 / 4);
   pm4_emit(b, 2), pm4_emit(b, 0xf), pm4_emit(b, 4);
   expect("endless", run(), false);
}

/* ---- registers -------------------------------------------------------------------------------------------------------- */

static void registers(unsigned opcode, uint32_t first, uint32_t start, unsigned index)
{
   pm4_packet(b, opcode, 4);
   pm4_emit(b, (first - start) / 4 | index << 28);
   for (unsigned i = 0; i < 3; i++)
      pm4_emit(b, 0x11 * (i + 1));
   for (unsigned i = 0; i < 3; i++)
      read_reg(first + 4 * i, i);
   go();
   for (unsigned i = 0; i < 3; i++)
      expect("register", out[i], 0x11 * (i + 1));
}

static void p_set_config_reg(void) { registers(PKT3_SET_CONFIG_REG, R_008988_VGT_TF_RING_SIZE, 0x8000, 0); }
static void p_set_context_reg(void) { registers(PKT3_SET_CONTEXT_REG, R_028AA8_IA_MULTI_VGT_PARAM, 0x28000, 1); }
static void p_set_sh_reg(void) { registers(PKT3_SET_SH_REG, R_00B900_COMPUTE_USER_DATA_0, 0xb000, 3); }
static void p_set_uconfig_reg(void) { registers(PKT3_SET_UCONFIG_REG, R_030938_VGT_TF_RING_SIZE, 0x30000, 1); }

static void p_clear_state(void)
{
   pm4_set_context_reg(b, R_028A18_VGT_HOS_MAX_TESS_LEVEL, 1);
   pm4_packet(b, PKT3_CLEAR_STATE, 1);
   pm4_emit(b, 0);
   read_reg(R_028A18_VGT_HOS_MAX_TESS_LEVEL, 0);
   read_reg(R_028BE8_PA_CL_GB_VERT_CLIP_ADJ, 1);
   go();
   expect("VGT_HOS_MAX_TESS_LEVEL", out[0], 0);
   expect("PA_CL_GB_VERT_CLIP_ADJ", out[1], 0x3f800000); /* clearstate_vi.h, clearstate_ci.h, clearstate_si.h */
}

static void p_context_control(void)
{
   pm4_set_context_reg(b, R_028A18_VGT_HOS_MAX_TESS_LEVEL, 5);
   pm4_packet(b, PKT3_CONTEXT_CONTROL, 2);
   pm4_emit(b, 0x80000000), pm4_emit(b, 0x80000000);
   read_reg(R_028A18_VGT_HOS_MAX_TESS_LEVEL, 0);
   go();
   expect("registers stay", out[0], 5);
}

/* ---- the list --------------------------------------------------------------------------------------------------------- */

enum { GFX = 1, COMPUTE = 2, COMPUTE_6 = 4 }; /* COMPUTE_6: packets that only the engine of GFX6's compute rings accepts */
static const struct { uint8_t opcode, rings; void (*check)(void); } rows[] = {
   { PKT3_NOP, GFX | COMPUTE, p_nop },
   { PKT3_SET_BASE, GFX | COMPUTE, p_set_base },
   { PKT3_CLEAR_STATE, GFX, p_clear_state },
   { PKT3_INDEX_BUFFER_SIZE, GFX, p_index_buffer_size },
   { PKT3_DISPATCH_DIRECT, GFX | COMPUTE, p_dispatch_direct },
   { PKT3_DISPATCH_INDIRECT, GFX | COMPUTE, p_dispatch_indirect },
   { PKT3_SET_PREDICATION, GFX, p_set_predication },
   { PKT3_COND_EXEC, GFX | COMPUTE, p_cond_exec },
   { PKT3_DRAW_INDIRECT, GFX, p_draw_indirect },
   { PKT3_DRAW_INDEX_INDIRECT, GFX, p_draw_index_indirect },
   { PKT3_INDEX_BASE, GFX, p_index_base },
   { PKT3_DRAW_INDEX_2, GFX, p_draw_index_2 },
   { PKT3_CONTEXT_CONTROL, GFX, p_context_control },
   { PKT3_INDEX_TYPE, GFX, p_index_type },
   { PKT3_DRAW_INDIRECT_MULTI, GFX, p_draw_indirect_multi },
   { PKT3_DRAW_INDEX_AUTO, GFX, p_draw_index_auto },
   { PKT3_NUM_INSTANCES, GFX, p_num_instances },
   { PKT3_INDIRECT_BUFFER_SI, GFX | COMPUTE_6, p_indirect_buffer_si },
   { PKT3_INDIRECT_BUFFER_CONST, GFX, p_constant_engine },
   { PKT3_LOAD_CONST_RAM, GFX, p_constant_engine },
   { PKT3_WRITE_CONST_RAM, GFX, p_constant_engine },
   { PKT3_DUMP_CONST_RAM, GFX, p_constant_engine },
   { PKT3_INCREMENT_CE_COUNTER, GFX, p_constant_engine },
   { PKT3_INCREMENT_DE_COUNTER, GFX, p_constant_engine },
   { PKT3_WAIT_ON_CE_COUNTER, GFX, p_constant_engine },
   { PKT3_WAIT_ON_DE_COUNTER_DIFF, GFX, p_constant_engine },
   { PKT3_STRMOUT_BUFFER_UPDATE, GFX, p_strmout_buffer_update },
   { PKT3_DRAW_INDEX_OFFSET_2, GFX, p_draw_index_offset_2 },
   { PKT3_DRAW_PREAMBLE, GFX, p_draw_preamble },
   { PKT3_WRITE_DATA, GFX | COMPUTE, p_write_data },
   { PKT3_DRAW_INDEX_INDIRECT_MULTI, GFX, p_draw_index_indirect_multi },
   { PKT3_WAIT_REG_MEM, GFX | COMPUTE, p_wait_reg_mem },
   { PKT3_INDIRECT_BUFFER, GFX | COMPUTE, p_indirect_buffer },
   { PKT3_COPY_DATA, GFX | COMPUTE, p_copy_data },
   { PKT3_CP_DMA, GFX | COMPUTE_6, p_dma },
   { PKT3_PFP_SYNC_ME, GFX | COMPUTE_6, p_pfp_sync_me },
   { PKT3_SURFACE_SYNC, GFX | COMPUTE_6, p_surface_sync },
   { PKT3_EVENT_WRITE, GFX | COMPUTE, p_event_write },
   { PKT3_EVENT_WRITE_EOP, GFX | COMPUTE_6, p_event_write_eop },
   { PKT3_EVENT_WRITE_EOS, GFX | COMPUTE_6, p_event_write_eos },
   { PKT3_RELEASE_MEM, GFX | COMPUTE, p_release_mem },
   { PKT3_DMA_DATA, GFX | COMPUTE, p_dma },
   { PKT3_ACQUIRE_MEM, GFX | COMPUTE, p_acquire_mem },
   { PKT3_SET_CONFIG_REG, GFX | COMPUTE_6, p_set_config_reg },
   { PKT3_SET_CONTEXT_REG, GFX, p_set_context_reg },
   { PKT3_LOAD_CONTEXT_REG_INDEX, GFX, p_load_context_reg_index },
   { PKT3_SET_SH_REG, GFX | COMPUTE, p_set_sh_reg },
   { PKT3_SET_UCONFIG_REG, GFX | COMPUTE, p_set_uconfig_reg },
};

static bool has_packet(const struct pm4_packet_info *p, unsigned gfx_level)
{
   return gfx_level >= p->first_level && gfx_level <= p->last_level;
}

/* A well-formed packet of zeros, on an engine that does not have it. */
static void refused(const struct pm4_packet_info *p)
{
   write_out(0, 1);
   pm4_packet(b, p->opcode, p->min_words ? p->min_words : 1);
   for (unsigned i = 0; i < (p->min_words ? p->min_words : 1u); i++)
      pm4_emit(b, 0);
   write_out(0, 2);
   expect("refused", run(), false);
   expect("at its place", out[0], 1);
}

static void each_packet(const char *chip)
{
   unsigned done = 0;
   for (unsigned i = 0; i < pm4_packet_count; i++) {
      const struct pm4_packet_info *p = &pm4_packets[i];
      unsigned k = 0;
      while (k < COUNT(rows) && rows[k].opcode != p->opcode)
         k++;
      current = p->name;
      if (k == COUNT(rows))
         fail_msg("%s has no test", p->name);
      for (unsigned compute = 0; compute < 2; compute++) {
         start(chip, compute);
         bool known = has_packet(p, level) && (!compute || rows[k].rings & COMPUTE || (rows[k].rings & COMPUTE_6 && level == 6));
         if (known)
            rows[k].check();
         else
            refused(p);
         done += known;
         finish();
      }
   }
   print_message("%s: %u packets on their rings\n", chip, done);
}

/* ---- raster configuration ------------------------------------------------------------------------------------------------ */

static void select_se(int se)
{
   uint32_t index = S_00802C_SH_BROADCAST_WRITES(1) | S_00802C_INSTANCE_BROADCAST_WRITES(1) |
                    (se < 0 ? S_00802C_SE_BROADCAST_WRITES(1) : S_00802C_SE_INDEX((uint32_t)se));
   if (level == 6)
      pm4_set_config_reg(b, R_00802C_GRBM_GFX_INDEX, index);
   else
      pm4_set_uconfig_reg(b, R_030800_GRBM_GFX_INDEX, index);
}

enum { ALL = -1, NEVER = -2 };
/* Draws with a raster configuration that sends pixels to disabled render backends end the context. */
static void disabled_backends(void **state)
{
   static const struct { const char *chip; uint32_t config[4], config_1; int then_select; bool runs; } rows_of[] = {
      { "tahiti", { 0x2a00126a, 0x2a00126a }, 0, NEVER, true },
      { "tahiti-6rb", { 0x2a001262, 0x2a001268 }, 0, ALL, true },
      { "tahiti-6rb", { 0x2a001262, 0x2a001268 }, 0, NEVER, false }, /* the last shader engine is still selected */
      { "tahiti-6rb", { 0x2a001262, 0x2a001262 }, 0, ALL, false },
      { "tahiti-6rb", { 0x2a00126a, 0x2a001268 }, 0, ALL, false },
      { "verde-2rb", { 0x104e }, 0, ALL, true },
      { "verde-2rb", { 0x124e }, 0, ALL, false }, /* a packer without backends */
      { "bonaire-2rb", { 0x14000012, 0x14000013 }, 0, ALL, true },
      { "bonaire-2rb", { 0x14000012, 0x16000013 }, 0, ALL, false },
      { "polaris10-4rb", { 0x16000012, 0x16000012, 0x17000013, 0x17000013 }, 0x28, ALL, true },
      { "polaris10-4rb", { 0x16000012, 0x16000012, 0x17000013, 0x17000013 }, 0x2a, ALL, false },
      { "polaris10", { 0x16000012, 0x16000012, 0x16000012, 0x16000012 }, 0x2a, NEVER, true },
   };
   current = "PA_SC_RASTER_CONFIG";
   for (unsigned i = 0; i < COUNT(rows_of); i++) {
      start(rows_of[i].chip, false);
      bool same = true;
      for (unsigned se = 1; se < hw_chip_find(rows_of[i].chip)->num_se; se++)
         same &= rows_of[i].config[se] == rows_of[i].config[0];
      for (unsigned se = 0; se < hw_chip_find(rows_of[i].chip)->num_se; se++) {
         if (!same)
            select_se((int)se);
         pm4_set_context_reg(b, R_028350_PA_SC_RASTER_CONFIG, rows_of[i].config[se]);
      }
      if (rows_of[i].then_select != NEVER)
         select_se(rows_of[i].then_select);
      if (level > 6)
         pm4_set_context_reg(b, R_028354_PA_SC_RASTER_CONFIG_1, rows_of[i].config_1);
      sh_reg(R_00B120_SPI_SHADER_PGM_LO_VS, (BASE + CODE_B) >> 8);
      sh_reg(R_00B120_SPI_SHADER_PGM_LO_VS + 4, 0);
      draw_auto(1);
      if (run() != rows_of[i].runs)
         fail_msg("row %u of %s", i, rows_of[i].chip);
      finish();
   }
}

static void gfx6(void **state) { each_packet("pitcairn"); }
static void gfx7(void **state) { each_packet("bonaire"); }
static void gfx8(void **state) { each_packet("polaris10"); }

int main(void)
{
   setenv("GLOAM_WATCHDOG_MS", "100", 1);
   const struct CMUnitTest tests[] = { cmocka_unit_test(gfx6), cmocka_unit_test(gfx7), cmocka_unit_test(gfx8),
                                       cmocka_unit_test(disabled_backends) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
