/* test_llvm_roll.c: loops over parts of vectors, and the slots that stay in memory for them: the shape of what comes out, and that
 * LLVM takes it for valid. That results are the same is shown by the simulator's sim_jit_avx2 and sim_jit_sse. */
#include "winsys/sim/jit/tests/llvm_text.h"

#define count llvm_text_count

static void roll(LLVMModuleRef module, unsigned lanes)
{
   llvm_roll(module, lanes, 8, 1);
}

static void keep(LLVMModuleRef module, unsigned lanes)
{
   llvm_keep_slots(module, lanes);
   llvm_release_slots(module, lanes);
}

static const char *at(const char *text, const char *what)
{
   const char *p = strstr(text, what);
   if (!p)
      fail_msg("there is no %s in %s", what, text);
   return p;
}

static void a_chain_is_one_loop(void **state)
{
   (void)state;
   char *s = llvm_text("define void @f(ptr %p, ptr %q, float %x) {\n"
                       "  %a = load <64 x float>, ptr %p, align 64\n"
                       "  %one = insertelement <64 x float> poison, float %x, i64 0\n"
                       "  %all = shufflevector <64 x float> %one, <64 x float> poison, <64 x i32> zeroinitializer\n"
                       "  %b = fmul nnan <64 x float> %a, %all\n"
                       "  %c = call <64 x float> @llvm.fma.v64f32(<64 x float> %b, <64 x float> %a, <64 x float> %all)\n"
                       "  store <64 x float> %c, ptr %q, align 4\n"
                       "  ret void\n}\n"
                       "declare <64 x float> @llvm.fma.v64f32(<64 x float>, <64 x float>, <64 x float>)\n", 64, roll);
   assert_int_equal(count(strstr(s, "define"), "fmul nnan <8 x float>"), 1);
   assert_int_equal(count(s, "phi i64"), 1);
   assert_int_equal(count(s, "fmul <64 x"), 0);
   at(s, "load <8 x float>, ptr %2, align 32");
   at(s, ", 256"); /* bytes of a vector */
   LLVMDisposeMessage(s);
}

/* Values of all lanes together, and of a lane by number, come after the loop; their users are in the next loop. */
static void what_knows_all_lanes_waits(void **state)
{
   (void)state;
   char *s = llvm_text("define i32 @f(ptr %p, ptr %q, i64 %lane) {\n"
                       "  %a = load <64 x i32>, ptr %p, align 64\n"
                       "  %b = mul <64 x i32> %a, %a\n"
                       "  %signs = call i64 @ut.signs(<64 x i32> %b)\n"
                       "  %not = xor i64 %signs, -1\n"
                       "  %mask = bitcast i64 %not to <64 x i1>\n"
                       "  %c = select <64 x i1> %mask, <64 x i32> %a, <64 x i32> %b\n"
                       "  store <64 x i32> %c, ptr %q, align 64\n"
                       "  %d = extractelement <64 x i32> %b, i64 %lane\n"
                       "  ret i32 %d\n}\n"
                       "declare i64 @ut.signs(<64 x i32>) memory(none)\n", 64, roll);
   const char *body = at(s, "define");
   assert_int_equal(count(body, "mul <8 x i32>"), 1);
   assert_int_equal(count(body, "= call i32 @llvm.x86.avx.movmsk"), 1);
   assert_true(at(body, "movmsk") < at(body, "xor i64"));
   assert_true(at(body, "xor i64") < at(body, "select <8 x i1>"));
   assert_int_equal(count(body, "\nparts"), 2);
   assert_int_equal(count(body, "= alloca <64 x i32>"), 2); /* what the second loop wants of the first */
   at(body, "ret i32");
   LLVMDisposeMessage(s);
}

static void memory_keeps_its_order(void **state)
{
   (void)state;
   char *s = llvm_text("define i32 @f(ptr %p, ptr %q) {\n"
                       "  %a = load <64 x i32>, ptr %p, align 64\n"
                       "  store <64 x i32> %a, ptr %q, align 64\n"
                       "  %x = load i32, ptr %q, align 4\n"
                       "  store <64 x i32> zeroinitializer, ptr %q, align 64\n"
                       "  call void @g()\n"
                       "  %b = load <64 x i32>, ptr %q, align 64\n"
                       "  store <64 x i32> %b, ptr %p, align 64\n"
                       "  ret i32 %x\n}\n"
                       "declare void @g()\n", 64, roll);
   const char *body = at(s, "define"), *scalar = at(body, "load i32, ptr %q"), *zero = at(body, "zeroinitializer");
   const char *call = at(body, "call void @g");
   assert_int_equal(count(body, "\nparts"), 3);
   assert_true(at(body, "store <8 x i32>") < scalar && scalar < zero && zero < call);
   assert_int_equal(count(call, "load <8 x i32>"), 1);
   LLVMDisposeMessage(s);
}

/* Between blocks vectors go through memory. A block with a vector that goes to a function stays as it is. */
static void blocks_stand_alone(void **state)
{
   (void)state;
   char *s = llvm_text("define void @f(ptr %p, i1 %which) {\n"
                       "entry:\n  %a = load <64 x i32>, ptr %p, align 64\n  br i1 %which, label %yes, label %no\n"
                       "yes:\n  %b = add <64 x i32> %a, %a\n  br label %no\n"
                       "no:\n  %c = phi <64 x i32> [ %a, %entry ], [ %b, %yes ]\n"
                       "  %d = xor <64 x i32> %c, %a\n  call void @g(<64 x i32> %d)\n  br label %more\n"
                       "more:\n  store <64 x i32> %c, ptr %p, align 64\n  ret void\n}\n"
                       "declare void @g(<64 x i32>)\n", 64, roll);
   assert_int_equal(count(s, "\nparts"), 3); /* not of `no` */
   assert_int_equal(count(s, "phi <64"), 0);
   assert_int_equal(count(s, "poison"), 0);
   assert_int_equal(count(s, "xor <64 x i32>"), 1);
   LLVMDisposeMessage(s);
}

/* Of each slot a block keeps the first load and the last store, which is removed if it is never read. */
static void slots_are_thinned_out(void **state)
{
   (void)state;
   char *s = llvm_text("define i32 @f(ptr %p, i1 %which) {\n"
                       "entry:\n  %s = alloca <64 x i32>, align 64\n"
                       "  %a = load <64 x i32>, ptr %p, align 64\n"
                       "  store <64 x i32> %a, ptr %s, align 64\n"
                       "  %b = load <64 x i32>, ptr %s, align 64\n  %c = mul <64 x i32> %b, %a\n"
                       "  store <64 x i32> %c, ptr %s, align 64\n  br i1 %which, label %yes, label %no\n"
                       "yes:\n  store <64 x i32> zeroinitializer, ptr %s, align 64\n  br label %no\n"
                       "no:\n  %d = load <64 x float>, ptr %s, align 64\n"
                       "  %e = load <64 x i32>, ptr %s, align 64\n  store <64 x i32> %e, ptr %p, align 64\n"
                       "  store <64 x float> %d, ptr %s, align 64\n"
                       "  ret i32 3\n}\n", 64, keep);
   assert_int_equal(count(s, "alloca"), 1);
   assert_int_equal(count(s, "ptr %s, align 64"), 3);
   assert_int_equal(count(s, "mul <64 x i32> %a, %a"), 1);
   assert_int_equal(count(s, "volatile"), 0);
   at(s, "bitcast <64 x float> %d to <64 x i32>");
   LLVMDisposeMessage(s);
}

/* A vector that could be computed again in a later loop, but of which a lane is taken in front of that. */
static void lanes_do_not_wait(void **state)
{
   (void)state;
   char *s = llvm_text("define i32 @f(ptr %p, i64 %lane) {\n"
                       "  %s = alloca <64 x i32>, align 64\n"
                       "  %in = load <64 x i32>, ptr %p, align 64\n"
                       "  store <64 x i32> %in, ptr %s, align 64\n"
                       "  br label %next\n"
                       "next:\n"
                       "  %a = load <64 x i32>, ptr %s, align 64\n"
                       "  %b = mul <64 x i32> %a, %a\n"
                       "  %c = extractelement <64 x i32> %b, i64 %lane\n"
                       "  ret i32 %c\n}\n", 64, roll);
   const char *next = at(s, "\nnext:");
   assert_true(at(next, "mul <8 x i32>") < at(next, "load i32"));
   LLVMDisposeMessage(s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_chain_is_one_loop),
      cmocka_unit_test(what_knows_all_lanes_waits),
      cmocka_unit_test(memory_keeps_its_order),
      cmocka_unit_test(blocks_stand_alone),
      cmocka_unit_test(slots_are_thinned_out),
      cmocka_unit_test(lanes_do_not_wait),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
