/* test_llvm_expand.c: placeholder functions outside of loops: what becomes of them, and that LLVM takes the result for valid. That the
 * results are the same is shown by the simulator's sim_jit_avx2 and sim_jit_sse. */
#include "winsys/sim/jit/tests/llvm_text.h"

#define count llvm_text_count

static void each_part_has_its_call(void **state)
{
   (void)state;
   char *s = llvm_text("define i64 @f(ptr %p, <16 x i32> %index, <16 x i32> %mask) {\n"
                       "  %a = call <16 x i32> @ut.each_part.gather(<16 x i32> zeroinitializer, ptr %p, <16 x i32> %index)\n"
                       "  %b = call <16 x i32> asm \"\", \"=x,0\"(<16 x i32> %a)\n"
                       "  %c = add <16 x i32> %b, %mask\n"
                       "  %d = call i64 @ut.signs(<16 x i32> %c)\n"
                       "  ret i64 %d\n}\n"
                       "declare <16 x i32> @ut.each_part.gather(<16 x i32>, ptr, <16 x i32>)\n"
                       "declare i64 @ut.signs(<16 x i32>) memory(none)\n", 8, llvm_expand);
   char *body = strstr(s, "define");
   assert_int_equal(count(body, "call <8 x i32> @gather(<8 x i32>"), 2);
   assert_int_equal(count(body, "call <8 x i32> asm"), 2);
   assert_int_equal(count(body, "call i32 @llvm.x86.avx.movmsk.ps.256("), 2);
   assert_int_equal(count(body, "add <16 x i32>"), 1); /* LLVM's */
   assert_non_null(strstr(body, "shl i64"));
   assert_int_equal(count(body, "call <16 x i32>"), 0);
   LLVMDisposeMessage(s);
}

/* A vector of one part needs no other code, but LLVM has no function for its signs. */
static void single_parts_stay(void **state)
{
   (void)state;
   char *s = llvm_text("define i64 @f(<8 x i32> %a) {\n"
                       "  %b = call <8 x i32> asm \"\", \"=x,0\"(<8 x i32> %a)\n"
                       "  %c = call i64 @ut.signs(<8 x i32> %b)\n"
                       "  ret i64 %c\n}\n"
                       "declare i64 @ut.signs(<8 x i32>) memory(none)\n", 8, llvm_expand);
   char *body = strstr(s, "define");
   assert_int_equal(count(body, "call <8 x i32> asm"), 1);
   assert_int_equal(count(body, "call i32 @llvm.x86.avx.movmsk.ps.256("), 1);
   assert_int_equal(count(body, "call i64 @ut.signs"), 0);
   LLVMDisposeMessage(s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_part_has_its_call),
      cmocka_unit_test(single_parts_stay),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
