/* sq_llvm_code.h: programs that LLVM made for gfx803 from the IR beside them, for test_sq.c.
 * 
 * define amdgpu_ps void @ps_loop(i32 inreg %prim, <2 x float> %ij) #0 {
 * entry:
 *   %i = extractelement <2 x float> %ij, i32 0
 *   %j = extractelement <2 x float> %ij, i32 1
 *   %x1 = call float @llvm.amdgcn.interp.p1(float %i, i32 0, i32 0, i32 %prim)
 *   %x = call float @llvm.amdgcn.interp.p2(float %x1, float %j, i32 0, i32 0, i32 %prim)
 *   %y1 = call float @llvm.amdgcn.interp.p1(float %i, i32 1, i32 0, i32 %prim)
 *   %y = call float @llvm.amdgcn.interp.p2(float %y1, float %j, i32 1, i32 0, i32 %prim)
 *   %xx = fmul float %x, %x
 *   %yy = fmul float %y, %y
 *   %r2 = fadd float %xx, %yy
 *   %in = fcmp olt float %r2, 4.0
 *   call void @llvm.amdgcn.kill(i1 %in)
 *   br label %loop
 * loop:
 *   %n = phi i32 [0, %entry], [%n1, %cont]
 *   %zx = phi float [%x, %entry], [%zx1, %cont]
 *   %zy = phi float [%y, %entry], [%zy1, %cont]
 *   %a = fmul float %zx, %zx
 *   %b = fmul float %zy, %zy
 *   %m = fadd float %a, %b
 *   %out = fcmp ogt float %m, 4.0
 *   br i1 %out, label %done, label %cont
 * cont:
 *   %d = fsub float %a, %b
 *   %zx1 = fadd float %d, %x
 *   %c = fmul float %zx, %zy
 *   %c2 = fmul float %c, 2.0
 *   %zy1 = fadd float %c2, %y
 *   %n1 = add i32 %n, 1
 *   %end = icmp eq i32 %n1, 50
 *   br i1 %end, label %done, label %loop
 * done:
 *   %k = phi i32 [%n, %loop], [%n1, %cont]
 *   %kf = uitofp i32 %k to float
 *   call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float %kf, float %x, float %y, float 1.0, i1 true, i1 true)
 *   ret void
 * }
 * 
 * define amdgpu_ps void @ps_math(i32 inreg %prim, float %x) #0 {
 *   %s = call float @llvm.sqrt.f32(float %x)
 *   %e = call float @llvm.exp2.f32(float %x)
 *   %l = call float @llvm.log2.f32(float %x)
 *   %q = fdiv fast float 1.0, %x
 *   %h0 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %q, float %s)
 *   %d = fdiv float %e, %x, !fpmath !0
 *   %h1 = call <2 x half> @llvm.amdgcn.cvt.pkrtz(float %l, float %d)
 *   call void @llvm.amdgcn.exp.compr.v2f16(i32 0, i32 15, <2 x half> %h0, <2 x half> %h1, i1 true, i1 true)
 *   ret void
 * }
 * !0 = !{float 2.5}
 * define amdgpu_vs void @vs_div(i32 inreg %u, i32 %a, i32 %b, float %f, float %g) #0 {
 *   %q = udiv i32 %a, %b
 *   %r = srem i32 %a, %b
 *   %d = fdiv float %f, %g
 *   %qd = sitofp i32 %r to float
 *   %m = call float @llvm.maxnum.f32(float %f, float %g)
 *   %qf = uitofp i32 %q to float
 *   call void @llvm.amdgcn.exp.f32(i32 12, i32 15, float %qf, float %qd, float %d, float %m, i1 true, i1 false)
 *   %a64 = zext i32 %a to i64
 *   %b64 = zext i32 %b to i64
 *   %w = mul i64 %a64, %b64
 *   %hi = lshr i64 %w, 32
 *   %hi32 = trunc i64 %hi to i32
 *   %hif = bitcast i32 %hi32 to float
 *   %dd = fpext float %f to double
 *   %ee = fpext float %g to double
 *   %ff = fdiv double %dd, %ee
 *   %ff32 = fptrunc double %ff to float
 *   %fl = call float @llvm.floor.f32(float %f)
 *   call void @llvm.amdgcn.exp.f32(i32 32, i32 15, float %hif, float %ff32, float %fl, float 0.0, i1 false, i1 false)
 *   ret void
 * }
 * attributes #0 = { nounwind "InitialPSInputAddr"="36" }
 * define amdgpu_ps void @ps_flushdiv(i32 inreg %prim, float %x, float %y) #0 {
 *   %d = fdiv float %x, %y
 *   %e = fmul float %x, %y
 *   call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float %d, float %e, float %x, float 1.0, i1 true, i1 true)
 *   ret void
 * }
 * define amdgpu_ps void @ps_index(i32 inreg %n, float %x, i32 %k) #0 {
 *   %a0 = insertelement <8 x float> undef, float %x, i32 0
 *   %x1 = fadd float %x, 1.0
 *   %a1 = insertelement <8 x float> %a0, float %x1, i32 1
 *   %x2 = fadd float %x, 2.0
 *   %a2 = insertelement <8 x float> %a1, float %x2, i32 2
 *   %x3 = fadd float %x, 3.0
 *   %a3 = insertelement <8 x float> %a2, float %x3, i32 3
 *   %x4 = fadd float %x, 4.0
 *   %a4 = insertelement <8 x float> %a3, float %x4, i32 4
 *   %x5 = fadd float %x, 5.0
 *   %a5 = insertelement <8 x float> %a4, float %x5, i32 5
 *   %a6 = insertelement <8 x float> %a5, float %x5, i32 6
 *   %a7 = insertelement <8 x float> %a6, float %x5, i32 7
 *   %u = extractelement <8 x float> %a7, i32 %n
 *   %v = extractelement <8 x float> %a7, i32 %k
 *   call void @llvm.amdgcn.exp.f32(i32 0, i32 15, float %u, float %v, float %x, float 1.0, i1 true, i1 true)
 *   ret void
 * }
 * attributes #0 = { nounwind "InitialPSInputAddr"="36" "denormal-fp-math-f32"="preserve-sign,preserve-sign" }
 */
static const uint32_t ps_loop[] = {
   0xbefc0000, 0xd4080000, 0xd4000100, 0xd4090001, 0xd4010101, 0x0a020502, 0x0a060100, 0x02020701, 0xbe82017e, 0x7c9602f6,
   0x89826a02, 0xbf840027, 0x89fe6a7e, 0xbe860080, 0xbe800180, 0x7e060302, 0x7e020300, 0xbf820005, 0x87fe047e, 0x8684027e,
   0x87800004, 0x89fe007e, 0xbf880016, 0x0a0a0703, 0x0a0c0301, 0x02080d05, 0x7c9c08f6, 0x7e080206, 0x87827e02, 0xbe84206a,
   0xbf88fff3, 0x81068106, 0xbf06b206, 0x04080d05, 0x0a020303, 0x858880c1, 0x020a0504, 0x02020301, 0x89827e02, 0x86887e08,
   0x02020101, 0x7e080206, 0x87820802, 0x7e060305, 0xbf82ffe5, 0x87fe007e, 0x7e020d04, 0x7e0602f2, 0xc400180f, 0x03000201,
   0xbf810000, 0xbefe0180, 0xc4001890, 0x00000000, 0xbf810000,
};
static const uint32_t ps_math[] = {
   0xbe8000ff, 0x0f800000, 0x0a0200ff, 0x4f800000, 0x7c880000, 0x00020300, 0x7e044f01, 0x7e064500, 0x7e0c02ff, 0x42800000,
   0x7e0e02ff, 0x42000000, 0xd1190004, 0x000204c1, 0xd1cb0005, 0x24060504, 0xd0460000, 0x00020a80, 0xd1000004, 0x00020902,
   0xd1190005, 0x00020481, 0xd1cb0002, 0x24060505, 0xd0410000, 0x00020480, 0xd1000002, 0x00020b04, 0x0a0804ff, 0x37800000,
   0xbe8000ff, 0xc2fc0000, 0x00040902, 0x7e0a02ff, 0x1f800000, 0x7c880000, 0xbe8000ff, 0x00800000, 0x7e0802ff, 0x00000260,
   0x000a0af2, 0x000c0c80, 0x7c880000, 0x7e1002ff, 0x4f800000, 0x020c0d00, 0x000e0e80, 0x001010f2, 0x7c200901, 0x7e0c4106,
   0x00020302, 0xd2960001, 0x00020303, 0x7e066900, 0x0a101100, 0x7e064503, 0x7e104308, 0x0a040b06, 0x7e006700, 0x7e0a6702,
   0x7e046902, 0x0a040702, 0x34000105, 0x04080f08, 0xd2880000, 0x00020102, 0xd2960000, 0x00020104, 0xc4001c0f, 0x00000001,
   0xbf810000,
};
static const uint32_t vs_div[] = {
   0x7e082102, 0x7e0c2103, 0xd1e00010, 0x040a0703, 0xd1e06a11, 0x040a0702, 0xd1e10008, 0x04120d06, 0x7e244510, 0x7e144b08,
   0xd1cc000c, 0x23ca1508, 0xd1cc000a, 0x042a190a, 0xd1e1000c, 0x04120d04, 0xd1cc000e, 0x23ca1508, 0xd1cc000a, 0x042a1d0a,
   0xd1cb000e, 0x23ca2510, 0xd1cb0012, 0x044a250e, 0x0a1c2511, 0xd1cb000f, 0x24461d10, 0xd1cb0013, 0x043a250f, 0xd1cb0010,
   0x24462710, 0x7e220d01, 0xd281000e, 0x0002150c, 0xd1e20010, 0x044e2510, 0x34240280, 0x1a262501, 0xbeea0100, 0xd1cc0008,
   0x24321d08, 0x7e180d13, 0x7e1a4711, 0x2222009f, 0x7e18470c, 0x0a1a1aff, 0x4f7ffffe, 0x7e1a0f0d, 0xd1e30008, 0x043a1508,
   0x0a1618ff, 0x4f7ffffe, 0x7e160f0b, 0xd285000c, 0x00021b12, 0x341c2680, 0xd285000e, 0x0002170e, 0xd286000c, 0x0002190d,
   0x34140080, 0xd286000e, 0x00021d0b, 0x3218190d, 0xd286000c, 0x00021900, 0x32161d0b, 0x1a141500, 0xd286000b, 0x0002170a,
   0xd285000e, 0x0002030c, 0xd2860012, 0x00020300, 0x161e0702, 0xd285000b, 0x0002270b, 0x34001d00, 0x321c1881, 0x7d9c0300,
   0x00181d0c, 0xd11a000e, 0x00020300, 0x00001d00, 0x321c1881, 0x3414170a, 0x7d9c0300, 0x00001d0c, 0x3402270a, 0x7d9c270a,
   0x0014030a, 0x7e160d00, 0x3418270a, 0xd1df0000, 0x04120d08, 0x7d9c270a, 0x0008190a, 0x2a082304, 0x34082304, 0x7e080b04,
   0x7e1a3f02, 0xd1de0002, 0x040a0710, 0x7e001f00, 0xc40008cf, 0x0f02040b, 0x7e020280, 0xc400020f, 0x010d0012, 0xbf810000,
};
static const uint32_t ps_flushdiv[] = {
   0xd1e00002, 0x04020301, 0xd1e06a03, 0x04020300, 0x7e084502, 0xba000901, 0x00000003, 0xd1cb0005, 0x23ca0902, 0xd1cb0004,
   0x04120905, 0x0a0a0903, 0xd1cb0006, 0x240e0b02, 0xd1cb0005, 0x04160906, 0xd1cb0002, 0x240e0b02, 0xba000901, 0x00000000,
   0xd1e20002, 0x04160902, 0x7e0602f2, 0xd1de0002, 0x04020302, 0x0a020300, 0xc400180f, 0x03000102, 0xbf810000,
};
static const uint32_t ps_index[] = {
   0x7e100301, 0x020a00ff, 0x40a00000, 0x020200f2, 0x7e0c0305, 0xbefc0000, 0x7d941081, 0x020400f4, 0x020600ff, 0x40400000,
   0x020800f6, 0x7e0e0305, 0x7e0c6f00, 0x00020300, 0x7d941082, 0x00020501, 0x7d941083, 0x00020701, 0x7d941084, 0x00020901,
   0x7d941085, 0xd0ca0000, 0x00021086, 0x87806a00, 0x7d941087, 0x87ea006a, 0x7e1202f2, 0x00020b01, 0xc400180f, 0x09000106,
   0xbf810000,
};
