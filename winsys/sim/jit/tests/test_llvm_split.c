/* test_llvm_split.c: vectors taken apart: what is left of the wide ones, and that LLVM takes the result for valid. That the results
 * are the same is shown by the simulator's sim_jit_avx2 and sim_jit_sse. */
#include "winsys/sim/jit/tests/llvm_text.h"

#define count llvm_text_count

static char *split(const char *text, unsigned part_lanes)
{
   return llvm_text(text, part_lanes, llvm_split);
}

static void chains_are_taken_apart(void **state)
{
   (void)state;
   char *s = split("define void @f(ptr %p, ptr %q, float %x) {\n"
                   "  %a = load <16 x i32>, ptr %p, align 64\n"
                   "  %b = bitcast <16 x i32> %a to <16 x float>\n"
                   "  %one = insertelement <16 x float> poison, float %x, i32 0\n"
                   "  %all = shufflevector <16 x float> %one, <16 x float> poison, <16 x i32> zeroinitializer\n"
                   "  %c = fmul nnan <16 x float> %b, %all\n"
                   "  %d = call <16 x float> @llvm.fma.v16f32(<16 x float> %c, <16 x float> %b, <16 x float> %all)\n"
                   "  %e = fcmp olt <16 x float> %d, zeroinitializer\n"
                   "  %g = select <16 x i1> %e, <16 x float> %d, <16 x float> %c\n"
                   "  store <16 x float> %g, ptr %q, align 64\n"
                   "  ret void\n}\n"
                   "declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)\n", 8);
   char *body = strstr(s, "define"), *end = strstr(body, "\n}");
   *end = '\0';
   assert_int_equal(count(body, "<16 x"), 0);
   assert_int_equal(count(body, "fmul nnan <8 x float>"), 2);
   assert_int_equal(count(body, "store <8 x float>"), 2);
   assert_int_equal(count(body, "align 32"), 2); /* the second parts */
   assert_int_equal(count(body, "insertelement"), 1);
   /* One part is done before the other begins. */
   assert_true(strstr(body, "store <8 x float>") < strstr(strstr(body, "fmul") + 1, "fmul"));
   LLVMDisposeMessage(s);
}

static void loops_and_shuffles_are_taken_apart(void **state)
{
   (void)state;
   char *s = split("define void @f(ptr %p) {\n"
                   "entry:\n  %a = load <16 x i32>, ptr %p, align 4\n  br label %loop\n"
                   "loop:\n"
                   "  %n = phi i32 [ 0, %entry ], [ %m, %loop ]\n"
                   "  %v = phi <16 x i32> [ %a, %entry ], [ %w, %loop ]\n"
                   "  %low = shufflevector <16 x i32> %v, <16 x i32> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>\n"
                   "  %high = shufflevector <16 x i32> %v, <16 x i32> poison, <4 x i32> <i32 12, i32 13, i32 14, i32 15>\n"
                   "  %mixed = shufflevector <4 x i32> %high, <4 x i32> %low, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, "
                   "i32 5, i32 6, i32 7>\n"
                   "  %twice = shufflevector <8 x i32> %mixed, <8 x i32> poison, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, "
                   "i32 5, i32 6, i32 7, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>\n"
                   "  %back = shufflevector <16 x i32> %v, <16 x i32> poison, <16 x i32> <i32 15, i32 14, i32 13, i32 12, "
                   "i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>\n"
                   "  %w = add nsw <16 x i32> %twice, %back\n"
                   "  %m = add i32 %n, 1\n  %go = icmp ult i32 %m, 9\n  br i1 %go, label %loop, label %done\n"
                   "done:\n  store <16 x i32> %w, ptr %p, align 4\n  ret void\n}\n", 4);
   assert_int_equal(count(s, "<16 x"), 0);
   assert_int_equal(count(s, "phi <4 x i32>"), 4);
   assert_int_equal(count(s, "add nsw <4 x i32>"), 4);
   LLVMDisposeMessage(s);
}

/* Lanes by number, functions and widths other than rows take the vectors as they are. */
static void the_rest_is_joined(void **state)
{
   (void)state;
   char *s = split("define i32 @f(ptr %p, i32 %lane) {\n"
                   "  %a = load <16 x i32>, ptr %p, align 64\n"
                   "  %b = add <16 x i32> %a, %a\n"
                   "  %c = insertelement <16 x i32> %b, i32 7, i32 %lane\n"
                   "  %d = mul <16 x i32> %c, %b\n"
                   "  call void @g(<16 x i32> %d)\n"
                   "  %wide = sext <16 x i32> %d to <16 x i64>\n"
                   "  store <16 x i64> %wide, ptr %p, align 64\n"
                   "  %e = extractelement <16 x i32> %d, i32 %lane\n"
                   "  ret i32 %e\n}\n"
                   "declare void @g(<16 x i32>)\n", 8);
   assert_int_equal(count(s, "add <8 x i32>"), 2);
   assert_int_equal(count(s, "mul <8 x i32>"), 2);
   assert_int_equal(count(s, "insertelement <16 x i32>"), 1);
   assert_int_equal(count(s, "extractelement <16 x i32>"), 1);
   assert_int_equal(count(s, "store <16 x i64>"), 1);
   LLVMDisposeMessage(s);
}

/* Scalars and calls stay between the stores before them and after them. */
static void memory_keeps_its_order(void **state)
{
   (void)state;
   char *s = split("define i32 @f(ptr %p, ptr %q) {\n"
                   "  %a = load <16 x i32>, ptr %p, align 64\n"
                   "  store <16 x i32> %a, ptr %q, align 64\n"
                   "  %x = load i32, ptr %q, align 4\n"
                   "  %b = load <16 x i32>, ptr %q, align 64\n"
                   "  store <16 x i32> %b, ptr %p, align 64\n"
                   "  call void @g()\n"
                   "  store <16 x i32> %a, ptr %p, align 64\n"
                   "  ret i32 %x\n}\n"
                   "declare void @g()\n", 8);
   char *body = strstr(s, "define"), *scalar = strstr(body, "load i32, ptr %q"), *call = strstr(body, "call void @g");
   assert_non_null(scalar);
   assert_non_null(call);
   unsigned before = 0, after = 0;
   for (char *p = body; (p = strstr(p, "store <8 x i32> %")) != NULL; p++) {
      before += p < scalar;
      after += p > call;
   }
   assert_in_range(before, 2, 4);
   assert_int_equal(after, 2);
   assert_true(scalar < call);
   LLVMDisposeMessage(s);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(chains_are_taken_apart),
      cmocka_unit_test(loops_and_shuffles_are_taken_apart),
      cmocka_unit_test(the_rest_is_joined),
      cmocka_unit_test(memory_keeps_its_order),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
