/* Registers that the driver programs, recorded by a winsys without a GPU: the two cases of the source documents, each state object's
 * registers, that unchanged state is not emitted again, losses and shortages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "hw-si/si.h"
#include "hw-si/si_context.h"
#include "hw_regs.h"
#include "null_setup.h"

static const char *const chips[] = {"polaris10", "bonaire", "pitcairn"};

/* Document 000: 200x200 RGBA32I as colour buffer 0. */
static void test_render_integer(void **state)
{
   (void)state;
   for (unsigned c = 0; c < 3; c++) {
      struct setup s;
      begin(&s, chips[c]);
      struct pipe_resource *res = make_texture(&s, PIPE_FORMAT_R32G32B32A32_SINT, 200, 200, PIPE_BIND_RENDER_TARGET);
      struct pipe_surface *surf = make_surface(&s, res);
      struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0, .color = {{.i = {-1, 2, 3, 4}}}, .colormask = {0xf}};
      bind_targets(&s, 1, &surf, NULL);
      s.ctx->impl->clear(s.ctx, &clear);
      s.ctx->impl->flush(s.ctx, NULL, 0);
      assert_int_equal(s.ws->draws, 1);
      assert_int_equal(G_028C64_TILE_MAX(reg(&s, R_028C64_CB_COLOR0_PITCH)), 24);
      assert_int_equal(G_028C68_TILE_MAX(reg(&s, R_028C68_CB_COLOR0_SLICE)), 624);
      assert_int_equal(reg(&s, R_028C70_CB_COLOR0_INFO), 0x00070538);
      assert_int_equal(reg(&s, R_028C84_CB_COLOR0_FMASK), reg(&s, R_028C60_CB_COLOR0_BASE));
      assert_int_equal((uint64_t)reg(&s, R_028C60_CB_COLOR0_BASE) << 8, si_resource(res)->va);
      assert_int_equal(reg(&s, R_028714_SPI_SHADER_COL_FORMAT), V_028714_SPI_SHADER_32_ABGR);
      assert_int_equal(reg(&s, R_02823C_CB_SHADER_MASK), 0xf);
      assert_int_equal(reg(&s, R_028238_CB_TARGET_MASK), 0xf);
      assert_int_equal(reg(&s, R_00B144_SPI_SHADER_USER_DATA_VS_5), 0xffffffff);
      unbind_targets(&s);
      pipe_surface_unref(surf);
      pipe_resource_unref(res);
      end(&s);
   }
}

/* Document 004: two 800x600 colour buffers cleared: seven SGPRs in one packet, both targets in one rectangle. */
static void test_clear_sgprs(void **state)
{
   struct setup s;
   struct pipe_resource *res[2];
   struct pipe_surface *surf[2];
   struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0 | PIPE_CLEAR_COLOR0 << 1, .depth = 1.0,
                                   .colormask = {0xf, 0xf}};
   (void)state;
   begin(&s, "polaris10");
   for (unsigned i = 0; i < 2; i++) {
      res[i] = make_texture(&s, PIPE_FORMAT_R8G8B8A8_UNORM, 800, 600, PIPE_BIND_RENDER_TARGET | PIPE_BIND_SAMPLER_VIEW);
      surf[i] = make_surface(&s, res[i]);
   }
   bind_targets(&s, 2, surf, NULL);
   s.ctx->impl->clear(s.ctx, &clear);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->draws, 1);
   const char *packet = strstr(s.ws->text, "c0077600 SET_SH_REG:\n0000004e\n00000000");
   if (!packet)
      fail_msg("no SET_SH_REG from SPI_SHADER_USER_DATA_VS_2 on:\n%s", s.ws->text);
   static const char *const lines[] = {"SPI_SHADER_USER_DATA_VS_2 <- 0\n", "02580320 ", "SPI_SHADER_USER_DATA_VS_3 <- 0x02580320",
      "3f800000 ", "SPI_SHADER_USER_DATA_VS_4 <- ", "SPI_SHADER_USER_DATA_VS_5 <- 0", "SPI_SHADER_USER_DATA_VS_8 <- 0"};
   for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
      packet = strstr(packet, lines[i]);
      if (!packet)
         fail_msg("\"%s\" is missing or out of order", lines[i]);
   }
   assert_int_equal(reg(&s, R_030908_VGT_PRIMITIVE_TYPE), V_008958_DI_PT_RECTLIST);
   assert_int_equal(reg(&s, R_028238_CB_TARGET_MASK), 0xff);
   assert_int_equal(reg(&s, R_028714_SPI_SHADER_COL_FORMAT), 0x44);
   unbind_targets(&s);
   for (unsigned i = 0; i < 2; i++) {
      pipe_surface_unref(surf[i]);
      pipe_resource_unref(res[i]);
   }
   end(&s);
}

/* Masks, scissor, depth and stencil of a clear. */
static void test_clear_masks(void **state)
{
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *color = make_texture(&s, PIPE_FORMAT_B5G6R5_UNORM, 64, 32, PIPE_BIND_RENDER_TARGET);
   struct pipe_resource *zs = make_texture(&s, PIPE_FORMAT_Z24_UNORM_S8_UINT, 64, 32, PIPE_BIND_DEPTH_STENCIL);
   struct pipe_surface *cs = make_surface(&s, color), *ds = make_surface(&s, zs);
   struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0 | PIPE_CLEAR_DEPTH | PIPE_CLEAR_STENCIL, .colormask = {0x5},
                                   .depth = 0.5, .stencil = 0x42, .stencil_writemask = 0x0f, .scissor_enable = true,
                                   .scissor = {3, 4, 20, 100}};
   bind_targets(&s, 1, &cs, ds);
   s.ctx->impl->clear(s.ctx, &clear);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->draws, 1);
   assert_int_equal(reg(&s, R_028238_CB_TARGET_MASK), 0x5);
   assert_int_equal(reg(&s, R_00B138_SPI_SHADER_USER_DATA_VS_2), 3 | 4 << 16);
   assert_int_equal(reg(&s, R_00B13C_SPI_SHADER_USER_DATA_VS_3), 20 | 32 << 16);
   assert_int_equal(reg(&s, R_00B140_SPI_SHADER_USER_DATA_VS_4), 0x3f000000);
   assert_int_equal(reg(&s, R_028800_DB_DEPTH_CONTROL),
                    S_028800_STENCIL_ENABLE(1) | S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) |
                       S_028800_ZFUNC(V_028800_FRAG_ALWAYS) | S_028800_STENCILFUNC(V_028800_FRAG_ALWAYS));
   assert_int_equal(G_028430_STENCILTESTVAL(reg(&s, R_028430_DB_STENCILREFMASK)), 0x42);
   assert_int_equal(G_028430_STENCILWRITEMASK(reg(&s, R_028430_DB_STENCILREFMASK)), 0x0f);
   assert_int_equal(G_028040_FORMAT(reg(&s, R_028040_DB_Z_INFO)), V_028040_Z_24);
   assert_int_equal(G_028044_FORMAT(reg(&s, R_028044_DB_STENCIL_INFO)), V_028044_STENCIL_8);
   assert_int_equal(reg(&s, R_028048_DB_Z_READ_BASE), reg(&s, R_028050_DB_Z_WRITE_BASE));
   assert_int_equal(G_02803C_ARRAY_MODE(reg(&s, R_02803C_DB_DEPTH_INFO)), V_02803C_ARRAY_1D_TILED_THIN1);
   assert_int_equal(G_028058_PITCH_TILE_MAX(reg(&s, R_028058_DB_DEPTH_SIZE)), 7);
   assert_int_equal(G_028058_HEIGHT_TILE_MAX(reg(&s, R_028058_DB_DEPTH_SIZE)), 3);
   unbind_targets(&s);
   pipe_surface_unref(cs);
   pipe_surface_unref(ds);
   pipe_resource_unref(color);
   pipe_resource_unref(zs);
   end(&s);
}

/* State objects through their emission, without shaders. */
static void emit(struct setup *s, uint32_t atoms)
{
   struct si_context *ctx = si_context(s->ctx);

   assert_true(si_cs_begin(ctx));
   ctx->dirty = atoms;
   si_emit_atoms(ctx);
   si_submit(ctx);
}

static void test_blend(void **state)
{
   struct setup s;
   struct pipe_blend_state b = {.rt = {{.enable = 1, .rgb_func = PIPE_BLEND_ADD, .rgb_src = PIPE_BLENDFACTOR_SRC_ALPHA,
                                        .rgb_dst = PIPE_BLENDFACTOR_INV_SRC_ALPHA, .alpha_func = PIPE_BLEND_MAX,
                                        .alpha_src = PIPE_BLENDFACTOR_ZERO, .alpha_dst = PIPE_BLENDFACTOR_ONE, .colormask = 7}}};
   (void)state;
   begin(&s, "polaris10");
   void *cso = s.ctx->impl->create_blend(s.ctx, &b);
   s.ctx->impl->bind_blend(s.ctx, cso);
   emit(&s, SI_DIRTY_BLEND);
   assert_int_equal(s.ws->reg[R_028780_CB_BLEND0_CONTROL / 4],
                    S_028780_COLOR_SRCBLEND(V_028780_BLEND_SRC_ALPHA) |
                       S_028780_COLOR_DESTBLEND(V_028780_BLEND_ONE_MINUS_SRC_ALPHA) |
                       S_028780_ALPHA_SRCBLEND(V_028780_BLEND_ONE) | S_028780_ALPHA_DESTBLEND(V_028780_BLEND_ONE) |
                       S_028780_ALPHA_COMB_FCN(V_028780_COMB_MAX_DST_SRC) | S_028780_SEPARATE_ALPHA_BLEND(1) |
                       S_028780_ENABLE(1));
   assert_int_equal(((struct si_blend *)cso)->target_mask, 0x77777777);
   assert_int_equal(((struct si_blend *)cso)->need_src_alpha_mask, 0xff);
   s.ctx->impl->delete_blend(s.ctx, cso);
   b = (struct pipe_blend_state){.logicop_enable = 1, .logicop_func = PIPE_LOGICOP_XOR, .rt = {{.enable = 1, .colormask = 15}}};
   cso = s.ctx->impl->create_blend(s.ctx, &b);
   assert_int_equal(((struct si_blend *)cso)->rop3, V_028808_ROP3_XOR);
   assert_int_equal(((struct si_blend *)cso)->enable_mask, 0);
   s.ctx->impl->delete_blend(s.ctx, cso);
   end(&s);
}

static void test_dsa(void **state)
{
   struct setup s;
   struct pipe_depth_stencil_alpha_state d = {.depth_enable = 1, .depth_write = 1, .depth_func = PIPE_FUNC_LEQUAL};
   uint8_t ref[2] = {3, 9};
   (void)state;
   begin(&s, "polaris10");
   d.stencil[0].enable = 1;
   d.stencil[0].func = PIPE_FUNC_EQUAL;
   d.stencil[0].zpass_op = PIPE_STENCIL_OP_INCR_WRAP;
   d.stencil[0].valuemask = 0xf0;
   d.stencil[0].writemask = 0x0f;
   void *cso = s.ctx->impl->create_depth_stencil_alpha(s.ctx, &d);
   s.ctx->impl->bind_depth_stencil_alpha(s.ctx, cso);
   s.ctx->impl->set_stencil_ref(s.ctx, ref);
   emit(&s, SI_DIRTY_DSA | SI_DIRTY_STENCIL_REF);
   assert_int_equal(s.ws->reg[R_028800_DB_DEPTH_CONTROL / 4],
                    S_028800_STENCIL_ENABLE(1) | S_028800_Z_ENABLE(1) | S_028800_Z_WRITE_ENABLE(1) |
                       S_028800_ZFUNC(V_028800_FRAG_LEQUAL) | S_028800_STENCILFUNC(V_028800_FRAG_EQUAL));
   assert_int_equal(s.ws->reg[R_02842C_DB_STENCIL_CONTROL / 4], S_02842C_STENCILZPASS(V_02842C_STENCIL_ADD_WRAP));
   for (unsigned side = 0; side < 2; side++) /* one side serves both */
      assert_int_equal(s.ws->reg[R_028430_DB_STENCILREFMASK / 4 + side], 3 | 0xf0 << 8 | 0x0f << 16 | 1 << 24);
   s.ctx->impl->delete_depth_stencil_alpha(s.ctx, cso);
   end(&s);
}

static void test_rasterizer_and_viewport(void **state)
{
   struct setup s;
   struct pipe_rasterizer_state r = {.front_ccw = 1, .cull = PIPE_FACE_BACK, .scissor = 1, .depth_clip_near = 1,
                                     .depth_clip_far = 1, .half_pixel_center = 1, .point_size = 4, .line_width = 2};
   struct pipe_viewport_state vp = {{100, 50, 0.5f}, {100, 50, 0.5f}};
   struct pipe_scissor_state sc = {10, 20, 500, 30};
   (void)state;
   begin(&s, "polaris10");
   void *cso = s.ctx->impl->create_rasterizer(s.ctx, &r);
   s.ctx->impl->bind_rasterizer(s.ctx, cso);
   s.ctx->impl->set_viewports(s.ctx, 0, 1, &vp);
   s.ctx->impl->set_scissors(s.ctx, 0, 1, &sc);
   emit(&s, SI_DIRTY_RASTER | SI_DIRTY_VIEWPORT | SI_DIRTY_SCISSOR | SI_DIRTY_GUARDBAND | SI_DIRTY_CLIP);
   uint32_t mode = s.ws->reg[R_028814_PA_SU_SC_MODE_CNTL / 4];
   assert_int_equal(G_028814_CULL_BACK(mode), 1);
   assert_int_equal(G_028814_CULL_FRONT(mode), 0);
   assert_int_equal(G_028814_FACE(mode), 0); /* counter-clockwise with y running down, like front_ccw */
   assert_int_equal(G_028814_PROVOKING_VTX_LAST(mode), 1);
   assert_int_equal(s.ws->reg[R_028A00_PA_SU_POINT_SIZE / 4], 32 | 32 << 16); /* half of 4 pixels in 12.4 */
   assert_int_equal(s.ws->reg[R_028A08_PA_SU_LINE_CNTL / 4], 16);
   assert_int_equal(s.ws->reg[R_028250_PA_SC_VPORT_SCISSOR_0_TL / 4] & 0x7fff7fff, 10 | 20 << 16);
   assert_int_equal(s.ws->reg[R_028254_PA_SC_VPORT_SCISSOR_0_BR / 4], 200 | 30 << 16);
   assert_int_equal(s.ws->reg[R_02843C_PA_CL_VPORT_XSCALE / 4], 0x42c80000);
   float guard;
   memcpy(&guard, &s.ws->reg[R_028BF0_PA_CL_GB_HORZ_CLIP_ADJ / 4], 4);
   assert_true(guard > 326 && guard < 327); /* (32767 - 100) / 100 */
   assert_int_equal(G_028810_ZCLIP_NEAR_DISABLE(s.ws->reg[R_028810_PA_CL_CLIP_CNTL / 4]), 0);
   s.ctx->impl->delete_rasterizer(s.ctx, cso);
   end(&s);
}

static void test_descriptors(void **state)
{
   (void)state;
   for (unsigned c = 0; c < 3; c++) {
      struct setup s;
      begin(&s, chips[c]);
      struct pipe_resource_template t = {.target = PIPE_TEXTURE_2D, .format = PIPE_FORMAT_B8G8R8A8_UNORM, .width = 75,
                                         .height = 50, .depth = 1, .layers = 1, .last_level = 6, .bind = PIPE_BIND_SAMPLER_VIEW};
      struct pipe_resource *res = s.screen->impl->resource_create(s.screen, &t);
      struct pipe_view_template vt = {.target = PIPE_TEXTURE_2D, .format = PIPE_FORMAT_B8G8R8A8_UNORM, .first_level = 1,
                                      .last_level = 3, .swizzle = {0, 1, 2, PIPE_SWIZZLE_1}};
      struct pipe_sampler_view *view = s.ctx->impl->create_sampler_view(s.ctx, res, &vt);
      const uint32_t *d = ((struct si_view *)view)->desc;
      assert_int_equal((uint64_t)d[0] << 8, si_resource(res)->va);
      assert_int_equal(G_008F14_DATA_FORMAT(d[1]), V_008F14_IMG_DATA_FORMAT_8_8_8_8);
      assert_int_equal(G_008F18_WIDTH(d[2]), 74);
      assert_int_equal(G_008F18_HEIGHT(d[2]), 49);
      assert_int_equal(G_008F1C_DST_SEL_X(d[3]), V_008F1C_SQ_SEL_Z); /* red is the third byte */
      assert_int_equal(G_008F1C_DST_SEL_W(d[3]), V_008F1C_SQ_SEL_1);
      assert_int_equal(G_008F1C_BASE_LEVEL(d[3]), 1);
      assert_int_equal(G_008F1C_LAST_LEVEL(d[3]), 3);
      assert_int_equal(G_008F1C_POW2_PAD(d[3]), 1);
      assert_int_equal(G_008F1C_TILING_INDEX(d[3]), 13);
      assert_int_equal(G_008F20_PITCH(d[4]), 127);
      pipe_sampler_view_unref(view);
      pipe_resource_unref(res);

      struct pipe_sampler_state ss = {.wrap_s = PIPE_TEX_WRAP_MIRROR_REPEAT, .wrap_t = PIPE_TEX_WRAP_CLAMP_TO_EDGE,
                                      .min_filter = PIPE_TEX_FILTER_LINEAR, .mag_filter = PIPE_TEX_FILTER_NEAREST,
                                      .mip_filter = PIPE_TEX_MIPFILTER_LINEAR, .max_lod = 1000, .lod_bias = -0.5f};
      struct si_sampler *sampler = s.ctx->impl->create_sampler(s.ctx, &ss);
      assert_int_equal(G_008F30_CLAMP_X(sampler->word[0]), V_008F30_SQ_TEX_MIRROR);
      assert_int_equal(G_008F30_CLAMP_Y(sampler->word[0]), V_008F30_SQ_TEX_CLAMP_LAST_TEXEL);
      assert_int_equal(G_008F34_MAX_LOD(sampler->word[1]), 15 * 256);
      assert_int_equal(G_008F38_LOD_BIAS(sampler->word[2]), 0x3f80);
      assert_int_equal(G_008F38_MIP_FILTER(sampler->word[2]), V_008F38_SQ_TEX_Z_FILTER_LINEAR);
      s.ctx->impl->delete_sampler(s.ctx, sampler);
      end(&s);
   }
}

/* Maps give back what was written, whatever the layout. */
static void test_transfers(void **state)
{
   static const struct { enum pipe_format format; unsigned B; } rows[] = {{PIPE_FORMAT_R8G8B8A8_UNORM, 4},
      {PIPE_FORMAT_R8_UNORM, 1}, {PIPE_FORMAT_Z24_UNORM_S8_UINT, 4}, {PIPE_FORMAT_Z16_UNORM, 2}, {PIPE_FORMAT_S8_UINT, 1},
      {PIPE_FORMAT_Z32_FLOAT_S8X24_UINT, 8}, {PIPE_FORMAT_R32G32B32A32_FLOAT, 16}};
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      uint32_t bind = rows[i].format >= PIPE_FORMAT_Z16_UNORM ? PIPE_BIND_DEPTH_STENCIL : PIPE_BIND_SAMPLER_VIEW;
      struct pipe_resource *res = make_texture(&s, rows[i].format, 37, 21, bind);
      struct pipe_box box = {5, 3, 0, 20, 11, 1};
      size_t stride = 20 * rows[i].B;
      uint8_t data[20 * 16 * 11];
      struct pipe_transfer *t;
      for (size_t n = 0; n < stride * 11; n++)
         data[n] = (uint8_t)(n * 13 + 7);
      if (rows[i].format == PIPE_FORMAT_Z32_FLOAT_S8X24_UINT) /* the unused bytes come back as zero */
         for (size_t n = 0; n < stride * 11; n += 8)
            data[n + 5] = data[n + 6] = data[n + 7] = 0;
      s.ctx->impl->texture_subdata(s.ctx, res, 0, &box, data, stride, 0);
      const uint8_t *map = s.ctx->impl->transfer_map(s.ctx, res, 0, PIPE_MAP_READ, &box, &t);
      assert_non_null(map);
      for (unsigned y = 0; y < 11; y++)
         assert_memory_equal(map + y * t->stride_B, data + y * stride, stride);
      s.ctx->impl->transfer_unmap(s.ctx, t);
      pipe_resource_unref(res);
   }
   end(&s);
}

/* A busy buffer is renamed when all of it is discarded, not waited for; a shared user forbids it. */
static void test_rename(void **state)
{
   struct setup s;
   struct pipe_resource_template t = {.target = PIPE_BUFFER, .format = PIPE_FORMAT_R8_UNORM, .width = 4096, .height = 1,
                                      .depth = 1, .layers = 1, .bind = PIPE_BIND_VERTEX_BUFFER};
   struct pipe_box box = {0, 0, 0, 4096, 1, 1};
   struct pipe_transfer *transfer;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = s.screen->impl->resource_create(s.screen, &t);
   struct pipe_vertex_buffer vb = {.buffer = res, .stride_B = 16};
   uint8_t zero[4096] = {0};
   s.ctx->impl->set_vertex_buffers(s.ctx, 0, 1, &vb);
   s.ctx->impl->buffer_subdata(s.ctx, res, 0, sizeof(zero), zero);
   uint64_t before = si_resource(res)->va;
   s.ws->busy = true;
   s.ctx->impl->transfer_map(s.ctx, res, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE_RESOURCE, &box, &transfer);
   s.ctx->impl->transfer_unmap(s.ctx, transfer);
   assert_true(si_resource(res)->va != before);
   struct pipe_context *other = s.screen->impl->context_create(s.screen, 0);
   other->impl->set_vertex_buffers(other, 0, 1, &vb);
   before = si_resource(res)->va;
   s.ctx->impl->transfer_map(s.ctx, res, 0, PIPE_MAP_WRITE | PIPE_MAP_DISCARD_WHOLE_RESOURCE, &box, &transfer);
   s.ctx->impl->transfer_unmap(s.ctx, transfer);
   assert_true(si_resource(res)->va == before);
   other->impl->destroy(other);
   s.ws->busy = false;
   vb.buffer = NULL;
   s.ctx->impl->set_vertex_buffers(s.ctx, 0, 1, &vb);
   pipe_resource_unref(res);
   end(&s);
}

/* Raster configurations of chips with all and with some of their render backends, derived by hand from the meaning of the fields. */
static void test_raster_config(void **state)
{
   static const struct {
      enum ws_family family; unsigned num_se, num_sh, num_rb; uint32_t mask; bool harvested; uint32_t config[4], config_1;
   } rows[] = {
      {WS_TAHITI, 2, 2, 8, 0xff, false, {0x2a00126a, 0x2a00126a}, 0},
      {WS_TAHITI, 2, 2, 8, 0, false, {0x2a00126a, 0x2a00126a}, 0},           /* the mask is not known */
      {WS_TAHITI, 2, 2, 8, 0xd7, true, {0x2a001262, 0x2a001268}, 0},         /* one backend of a packer */
      {WS_TAHITI, 2, 2, 8, 0xfc, true, {0x2a00136b, 0x2a00126a}, 0},         /* a packer */
      {WS_TAHITI, 2, 2, 8, 0xf0, true, {0x2b00136f, 0x2b00126a}, 0},         /* a shader engine */
      {WS_TAHITI, 2, 2, 8, 0x81, true, {0x2a00106c, 0x2a00136f}, 0},
      {WS_VERDE, 1, 2, 4, 0x3, true, {0x0000104e}, 0},
      {WS_VERDE, 1, 2, 4, 0x9, true, {0x0000124c}, 0},
      {WS_BONAIRE, 2, 1, 4, 0x3, true, {0x14000012, 0x14000013}, 0},
      {WS_BONAIRE, 2, 1, 4, 0x6, true, {0x16000013, 0x16000010}, 0},
      {WS_HAWAII, 4, 1, 16, 0xffff, false, {0x3a00161a, 0x3a00161a, 0x3a00161a, 0x3a00161a}, 0x2e},
      {WS_HAWAII, 4, 1, 16, 0xfff0, true, {0x3b00171f, 0x3b00161a, 0x3a00161a, 0x3a00161a}, 0x2e},
      {WS_POLARIS10, 4, 1, 8, 0x0f, true, {0x16000012, 0x16000012, 0x17000013, 0x17000013}, 0x28},
      {WS_POLARIS10, 4, 1, 8, 0xf0, true, {0x17000013, 0x17000013, 0x16000012, 0x16000012}, 0x2b},
      {WS_STONEY, 1, 1, 1, 0x1, false, {0}, 0},
   };
   (void)state;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct si_raster_config raster;
      const struct ws_info ws = {.family = rows[i].family, .num_se = rows[i].num_se, .num_sh_per_se = rows[i].num_sh,
                                 .num_rb = rows[i].num_rb, .enabled_rb_mask = rows[i].mask};
      si_raster_config_init(&raster, &ws);
      if (raster.is_harvested != rows[i].harvested || raster.config_1 != rows[i].config_1)
         fail_msg("row %u: _1 is 0x%08x", i, raster.config_1);
      for (unsigned se = 0; se < rows[i].num_se; se++)
         if (raster.config[se] != rows[i].config[se])
            fail_msg("row %u, shader engine %u: 0x%08x", i, se, raster.config[se]);
   }
}

/* Long streams are chained, or are several command buffers where chips cannot chain, and the pieces are walked through. */
static void check_long_stream(const char *chip, bool chains)
{
   struct setup s;
   struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0, .colormask = {0xf}};
   begin(&s, chip);
   struct pipe_resource *res = make_texture(&s, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, PIPE_BIND_RENDER_TARGET);
   struct pipe_surface *surf = make_surface(&s, res);
   bind_targets(&s, 1, &surf, NULL);
   for (unsigned i = 0; i < 500; i++) {
      clear.color[0].ui[0] = i;
      s.ctx->impl->clear(s.ctx, &clear);
   }
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->draws, 500);
   assert_int_equal(s.ws->submissions, 1);
   assert_int_equal(strstr(s.ws->text, "INDIRECT_BUFFER") != NULL, chains);
   assert_int_equal(s.ws->command_buffers > 1, !chains);
   unbind_targets(&s);
   pipe_surface_unref(surf);
   pipe_resource_unref(res);
   end(&s);
}

static void test_chain(void **state)
{
   (void)state;
   check_long_stream("polaris10", true);
   check_long_stream("bonaire", true);
   check_long_stream("pitcairn", false);
}

/* Many queries are begun and ended again around every submission; room for their ends is kept while draws are recorded. */
static void test_many_queries(void **state)
{
   struct setup s;
   struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0, .colormask = {0xf}};
   struct pipe_query *q[1100];
   unsigned begun = 0, ends = 0;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = make_texture(&s, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, PIPE_BIND_RENDER_TARGET);
   struct pipe_surface *surf = make_surface(&s, res);
   bind_targets(&s, 1, &surf, NULL);
   for (unsigned i = 0; i < 1100; i++) {
      q[i] = s.ctx->impl->create_query(s.ctx, PIPE_QUERY_OCCLUSION_COUNTER, 0);
      begun += s.ctx->impl->begin_query(s.ctx, q[i]);
   }
   assert_int_equal(begun, 1024); /* SI_QUERIES_DW / 4: more are refused */
   for (unsigned round = 0; round < 3; round++) {
      for (unsigned i = 0; i < 300; i++) {
         clear.color[0].ui[0] = i;
         s.ctx->impl->clear(s.ctx, &clear);
      }
      s.ctx->impl->flush(s.ctx, NULL, 0);
   }
   assert_int_equal(s.ws->draws, 900);
   for (const char *at = s.ws->text; (at = strstr(at, "ZPASS_DONE")); at++)
      ends++;
   assert_int_equal(ends, 3 * 2 * 1024);
   for (unsigned i = 0; i < 1100; i++)
      s.ctx->impl->destroy_query(s.ctx, q[i]);
   assert_int_equal(si_context(s.ctx)->query_end_dw, 0);
   unbind_targets(&s);
   pipe_surface_unref(surf);
   pipe_resource_unref(res);
   end(&s);
}

/* A condition is a packet: neither setting it nor drawing under it submits or waits. */
static void test_condition_without_wait(void **state)
{
   struct setup s;
   struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0, .colormask = {0xf}};
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = make_texture(&s, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, PIPE_BIND_RENDER_TARGET);
   struct pipe_surface *surf = make_surface(&s, res);
   struct pipe_query *q = s.ctx->impl->create_query(s.ctx, PIPE_QUERY_OCCLUSION_COUNTER, 0);
   bind_targets(&s, 1, &surf, NULL);
   assert_true(s.ctx->impl->begin_query(s.ctx, q));
   assert_true(s.ctx->impl->end_query(s.ctx, q));
   s.ctx->impl->render_condition(s.ctx, q, false, PIPE_RENDER_COND_WAIT);
   s.ctx->impl->clear(s.ctx, &clear);
   s.ctx->impl->clear(s.ctx, &clear);
   assert_int_equal(s.ws->submissions, 0);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->draws, 2);
   const char *packet = strstr(s.ws->text, "SET_PREDICATION");
   assert_non_null(packet);
   assert_null(strstr(packet + 1, "SET_PREDICATION")); /* once for both */
   assert_non_null(strstr(packet, "c0012d01 ")); /* DRAW_INDEX_AUTO with the predicate bit */
   s.ctx->impl->destroy_query(s.ctx, q);
   unbind_targets(&s);
   pipe_surface_unref(surf);
   pipe_resource_unref(res);
   end(&s);
}

/* A packet that does not fit is never written outside the buffer, and the submission is dropped. */
static void test_overflow(void **state)
{
   struct setup s;
   uint32_t guarded[12];
   struct pm4_buf b = {.dw = guarded, .capacity = 8};
   (void)state;
   memset(guarded, 0x5a, sizeof(guarded));
   pm4_set_context_reg(&b, R_028800_DB_DEPTH_CONTROL, 1);
   pm4_set_context_reg(&b, R_028800_DB_DEPTH_CONTROL, 2);
   assert_false(b.overflow);
   pm4_set_context_reg(&b, R_028800_DB_DEPTH_CONTROL, 3);
   assert_true(b.overflow);
   for (unsigned i = 8; i < 12; i++)
      assert_int_equal(guarded[i], 0x5a5a5a5a);
   begin(&s, "polaris10");
   assert_true(si_cs_begin(si_context(s.ctx)));
   si_context(s.ctx)->cs.buf.capacity = si_context(s.ctx)->cs.buf.count + 2;
   pm4_set_context_reg(&si_context(s.ctx)->cs.buf, R_028800_DB_DEPTH_CONTROL, 4);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->submissions, 0);
   assert_true(si_cs_begin(si_context(s.ctx)));
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->submissions, 1);
   end(&s);
}

/* The flushes that a barrier makes pending. */
static void test_memory_barrier(void **state)
{
   static const struct { unsigned flags; uint32_t flush; } rows[] = {
      {0, 0},
      {PIPE_BARRIER_TEXTURE, SI_WAIT_PS | SI_WAIT_CS | SI_INV_L1},
      {PIPE_BARRIER_SHADER_BUFFER, SI_WAIT_PS | SI_WAIT_CS | SI_INV_L1},
      {PIPE_BARRIER_CONSTANT_BUFFER, SI_WAIT_PS | SI_WAIT_CS | SI_INV_L1 | SI_INV_KCACHE},
      {PIPE_BARRIER_INDIRECT_BUFFER, SI_WAIT_PS | SI_WAIT_CS | SI_INV_L2 | SI_WAIT_PFP},
      {PIPE_BARRIER_INDEX_BUFFER, SI_WAIT_PS | SI_WAIT_CS | SI_INV_L2 | SI_WAIT_PFP},
      {PIPE_BARRIER_FRAMEBUFFER, SI_WAIT_PS | SI_WAIT_CS | SI_FLUSH_CB | SI_FLUSH_DB | SI_INV_L1 | SI_INV_L2},
   };
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      si_context(s.ctx)->flush = 0;
      s.ctx->impl->memory_barrier(s.ctx, rows[i].flags);
      assert_int_equal(si_context(s.ctx)->flush, rows[i].flush);
   }
   float xy[2] = {0};
   s.ctx->impl->get_sample_position(s.ctx, 1, 0, xy);
   assert_true(xy[0] == 0.5f && xy[1] == 0.5f);
   end(&s);
}

/* Every method is there; those of an optional feature are there when the capability says so (pipe.h). */
static void test_methods(void **state)
{
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   const struct pipe_caps *caps = &s.screen->caps;
   struct pipe_context_impl impl = *s.ctx->impl;
   struct pipe_screen_impl screen_impl = *s.screen->impl;
   void (*method)(void);
   assert_int_equal(impl.launch_grid != NULL, caps->has_compute);
   assert_int_equal(impl.set_polygon_stipple != NULL, caps->has_polygon_stipple);
   impl.launch_grid = (void *)1; /* optional */
   impl.set_polygon_stipple = (void *)1;
   for (size_t at = 0; at < sizeof(impl); at += sizeof(method)) {
      memcpy(&method, (char *)&impl + at, sizeof(method));
      if (!method)
         fail_msg("method %zu of struct pipe_context_impl is missing", at / sizeof(method));
   }
   for (size_t at = 0; at < sizeof(screen_impl); at += sizeof(method)) {
      memcpy(&method, (char *)&screen_impl + at, sizeof(method));
      if (!method)
         fail_msg("method %zu of struct pipe_screen_impl is missing", at / sizeof(method));
   }
   end(&s);
}

static void test_import(void **state)
{
   static const struct { struct pipe_handle h; uint32_t width, height; bool ok; } rows[] = {
      {{.fd = 64, .stride_B = 256, .modifier = PIPE_MODIFIER_LINEAR}, 64, 64, true},
      {{.fd = 16, .stride_B = 256, .modifier = PIPE_MODIFIER_INVALID}, 64, 64, true},
      {{.fd = 15, .stride_B = 256, .modifier = PIPE_MODIFIER_LINEAR}, 64, 64, false}, /* 1 KB too small */
      {{.fd = 64, .stride_B = 192, .modifier = PIPE_MODIFIER_LINEAR}, 64, 64, false}, /* stride below a row */
      {{.fd = 64, .stride_B = 260, .modifier = PIPE_MODIFIER_LINEAR}, 64, 64, false}, /* not 64-byte aligned */
      {{.fd = 64, .stride_B = 256, .offset_B = 4, .modifier = PIPE_MODIFIER_LINEAR}, 64, 64, false},
      {{.fd = 64, .stride_B = 256, .offset_B = 0xffffff00, .modifier = PIPE_MODIFIER_LINEAR}, 64, 64, false},
      {{.fd = 64, .stride_B = 0xffffffc0, .modifier = PIPE_MODIFIER_LINEAR}, 64, 64, false},
      {{.fd = 64, .stride_B = 256, .modifier = 42}, 64, 64, false},
      {{.fd = 64, .stride_B = 256, .modifier = PIPE_MODIFIER_LINEAR}, 64, 100000, false},
   };
   struct setup s;
   (void)state;
   begin(&s, "polaris10");
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct pipe_resource_template t = {.target = PIPE_TEXTURE_2D, .format = PIPE_FORMAT_R8G8B8A8_UNORM, .width = rows[i].width,
                                         .height = rows[i].height, .depth = 1, .layers = 1};
      char why[128] = "";
      struct pipe_resource *res = s.screen->impl->resource_from_handle(s.screen, &t, &rows[i].h, why, sizeof(why));
      if (!!res != rows[i].ok)
         fail_msg("row %u: %s", i, res ? "accepted" : why);
      if (!res)
         assert_true(why[0] != 0);
      pipe_resource_unref(res);
   }
   end(&s);
}

static void test_loss_and_shortage(void **state)
{
   struct setup s;
   struct pipe_clear_info clear = {.buffers = PIPE_CLEAR_COLOR0, .colormask = {0xf}};
   struct pipe_fence *fence = NULL;
   (void)state;
   begin(&s, "polaris10");
   struct pipe_resource *res = make_texture(&s, PIPE_FORMAT_R8G8B8A8_UNORM, 16, 16, PIPE_BIND_RENDER_TARGET);
   struct pipe_surface *surf = make_surface(&s, res);
   bind_targets(&s, 1, &surf, NULL);
   s.ws->fail_alloc = true;
   s.ctx->impl->clear(s.ctx, &clear); /* no command buffer: dropped */
   struct pipe_resource_template t = res->t;
   assert_null(s.screen->impl->resource_create(s.screen, &t));
   s.ws->fail_alloc = false;
   s.ctx->impl->clear(s.ctx, &clear);
   assert_int_equal(s.ctx->impl->get_reset_status(s.ctx), PIPE_RESET_NONE);
   s.ws->fail_submit = true;
   s.ctx->impl->flush(s.ctx, &fence, 0);
   assert_non_null(fence);
   assert_true(s.screen->impl->fence_wait(s.screen, fence, 0));
   pipe_fence_unref(fence);
   assert_int_equal(s.ctx->impl->get_reset_status(s.ctx), PIPE_RESET_GUILTY);
   s.ctx->impl->clear(s.ctx, &clear);
   s.ctx->impl->flush(s.ctx, NULL, 0);
   assert_int_equal(s.ws->draws, 0);
   unbind_targets(&s);
   pipe_surface_unref(surf);
   pipe_resource_unref(res);
   end(&s);
}

/* ---- shared machine code ---- */

static struct si_code *make_code(struct si_screen *screen, unsigned number, uint32_t scratch_B)
{
   struct si_shader_binary bin = {.code = calloc(1, 1024), .code_B = 1024, .scratch_B_per_wave = scratch_B};
   struct si_cache_key key = {malloc(sizeof(number)), sizeof(number)};

   memcpy(key.data, &number, sizeof(number));
   struct si_code *code = si_code_upload_locked(screen, &bin);
   assert_non_null(code);
   si_code_share_locked(screen, code, &key);
   free(key.data);
   return code;
}

static struct si_code *find_code(struct si_screen *screen, unsigned number)
{
   struct si_cache_key key = {(uint8_t *)&number, sizeof(number)};

   return si_code_find_locked(screen, &key);
}

/* Equal keys find the code while it is used and for a while after; the longest unused goes first; never with scratch. */
static void test_shared_code(void **state)
{
   struct setup s;
   struct si_code *codes[300];
   (void)state;
   begin(&s, "polaris10");
   struct si_screen *screen = si_screen(s.screen);
   for (unsigned i = 0; i < 300; i++)
      codes[i] = make_code(screen, i, 0);
   assert_ptr_equal(find_code(screen, 7), codes[7]);
   assert_null(find_code(screen, 300));
   for (unsigned i = 0; i < 300; i++)
      si_code_free(screen, codes[i]);
   assert_int_equal(screen->idle_codes, 256); /* 7 has a user still */
   assert_ptr_equal(find_code(screen, 7), codes[7]);
   si_code_free(screen, codes[7]);
   si_code_free(screen, codes[7]);
   assert_int_equal(screen->idle_codes, 256);
   assert_null(find_code(screen, 6));
   assert_null(find_code(screen, 44)); /* 299 others and 256 places */
   assert_ptr_equal(find_code(screen, 45), codes[45]);
   si_code_free(screen, codes[45]);
   struct si_code *scratch = make_code(screen, 300, 64);
   assert_null(find_code(screen, 300));
   si_code_free(screen, scratch);
   end(&s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_render_integer), cmocka_unit_test(test_clear_sgprs), cmocka_unit_test(test_clear_masks),
      cmocka_unit_test(test_blend), cmocka_unit_test(test_dsa), cmocka_unit_test(test_rasterizer_and_viewport),
      cmocka_unit_test(test_descriptors), cmocka_unit_test(test_transfers), cmocka_unit_test(test_rename),
      cmocka_unit_test(test_raster_config), cmocka_unit_test(test_chain), cmocka_unit_test(test_import), cmocka_unit_test(test_loss_and_shortage),
      cmocka_unit_test(test_shared_code), cmocka_unit_test(test_many_queries), cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_condition_without_wait),
      cmocka_unit_test(test_methods), cmocka_unit_test(test_memory_barrier),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
