/* test_link_stages.c: neighbouring stages: which programs may be, what must match, where things go. Rules are of GLSL 4.60
 * and OpenGL 4.6 unless another is named. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "link_test.h"

#define V0 "void main(){gl_Position=vec4(0);}"
#define F0 "out vec4 o;void main(){o=vec4(0);}"
#define G0 "layout(points) in;layout(points,max_vertices=1) out;"
#define TC0 "layout(vertices=3) out;"
#define TE0 "layout(triangles) in;"

static const struct link_row rows[] = {
   /* which stages */
   { "7.3 vertex and fragment", "450", { VS(V0), FS(F0) }, NULL },
   { "7.3 vertex alone", "450", { VS(V0) }, NULL },
   { "7.3 geometry without vertex", "450", { GS(G0 "void main(){}"), FS(F0) }, "no vertex shader" },
   { "7.3 control without evaluation", "450", { VS(V0), TCS(TC0 "void main(){}"),
      FS(F0) }, "no tessellation evaluation shader" },
   { "7.3 evaluation without control", "450", { VS(V0), TES(TE0 "void main(){}"), FS(F0) }, NULL },
   { "ES 3.2 7.3 evaluation without control", "320 es", { VS(V0), TES(TE0 "void main(){}"),
      FS("precision mediump float;" F0) }, "no tessellation control shader" },
   { "7.3 all five", "450", { VS(V0), TCS(TC0 "void main(){}"), TES(TE0 "void main(){}"), GS(G0 "void main(){}"),
     FS(F0) }, NULL },
   { "7.3 compute alone", "450", { CS("layout(local_size_x=4) in;void main(){}") }, NULL },
   { "7.3 compute with others", "450", { VS(V0), CS("layout(local_size_x=4) in;void main(){}") }, "compute shader cannot" },
   { "4.4.2.3 multiple streams are of points", "450", { VS(V0), GS("layout(points) in;layout(line_strip,max_vertices=2) out;"
      "layout(stream=1) out float a;void main(){a=1.0;}") }, "not points" },
   /* by name */
   { "4.3.4 by name", "450", { VS("out vec3 c;void main(){c=vec3(1);}"),
     FS("in vec3 c;out vec4 o;void main(){o=c.xyzz;}") }, NULL },
   { "4.3.4 types", "450", { VS("out vec3 c;void main(){c=vec3(1);}"), FS("\nin vec4 c;out vec4 o;void main(){o=c;}") },
     "the varying 'c' is vec3 in the vertex shader (0:1) and vec4 in the fragment shader (0:2)" },
   { "4.3.4 structs", "450", { VS("struct S{float a;vec2 b;};out S s;void main(){s.a=1.0;}"),
      FS("struct S{float a;vec2 b;};in S s;out vec4 o;void main(){o=vec4(s.a,s.b,1);}") }, NULL },
   { "4.3.4 struct members", "450", { VS("struct S{float a;};out S s;void main(){s.a=1.0;}"),
      FS("struct S{float b;};in S s;out vec4 o;void main(){o=vec4(s.b);}") }, "the varying 's'" },
   { "4.3.4 no output", "450", { VS(V0), FS("in vec4 c;out vec4 o;void main(){o=c;}") }, "not declared in the vertex shader" },
   { "4.3.4 no output, not used", "450", { VS(V0), FS("in vec4 c;" F0) }, NULL },
   { "GLSL 1.10 7.6 read, not written", "110", { VS("varying vec4 c;" V0), FS("varying vec4 c;void main(){gl_FragColor=c;}") },
     "not written in the vertex shader" },
   /* over vertices */
   { "7.1.4 components of all vertices", "450", { VS("void main(){gl_Position=vec4(0);}"),
      GS("layout(points)in;layout(points,max_vertices=256)out;out vec4 a[4];"
         "void main(){a[0]=vec4(0);gl_Position=vec4(0);EmitVertex();}") }, "the limit of all is" },
   { "4.3.4 geometry inputs are arrays", "450", { VS("out vec3 c;void main(){c=vec3(1);}"),
      GS(G0 "in vec3 c[];out vec3 d;void main(){d=c[0];EmitVertex();}"), FS("in vec3 d;out vec4 o;"
      "void main(){o=d.xyzz;}") }, NULL },
   { "4.3.4 geometry inputs by element", "450", { VS("out vec3 c;void main(){c=vec3(1);}"),
      GS(G0 "in vec4 c[];void main(){gl_Position=c[0];EmitVertex();}") }, "vec4 in the geometry shader" },
   { "4.3.4 an array over vertices of arrays", "450", { VS("out vec3 c[2];void main(){c[1]=vec3(1);}"),
      GS(G0 "in vec3 c[][2];void main(){gl_Position=c[0][1].xyzz;EmitVertex();}") }, NULL },
   { "4.3.6 control to evaluation", "450", { VS(V0), TCS(TC0 "out vec2 c[];patch out vec3 p;"
      "void main(){c[gl_InvocationID]=vec2(1);p=vec3(2);}"),
      TES(TE0 "in vec2 c[];patch in vec3 p;void main(){gl_Position=vec4(c[0],p.xy);}") }, NULL },
   { "4.3.6 patch in one only", "450", { VS(V0), TCS(TC0 "patch out vec3 p;void main(){p=vec3(2);}"),
      TES(TE0 "in vec3 p[];void main(){gl_Position=p[0].xyzz;}") }, "is patch in the tessellation control shader" },
   { "4.3.6 values of a patch", "450", { VS(V0), TCS(TC0 "patch out vec4 p[30];void main(){for(int i=0;i<30;i++)p[i]=vec4(2);}"),
      TES(TE0 "patch in vec4 p[30];void main(){gl_Position=p[int(gl_TessCoord.x)];}") }, NULL },
   { "4.3.6 too many values of a patch", "450", { VS(V0), TCS(TC0 "patch out vec4 p[31];"
      "void main(){for(int i=0;i<31;i++)p[i]=vec4(2);}"),
      TES(TE0 "patch in vec4 p[31];void main(){gl_Position=p[int(gl_TessCoord.x)];}") }, "more than the limit of 30 vectors" },
   { "4.3.6 values of all vertices", "450", { VS(V0), TCS("layout(vertices=32) out;out vec4 c[][31];patch out vec4 p[30];"
      "void main(){for(int i=0;i<31;i++)c[gl_InvocationID][i]=vec4(1);for(int i=0;i<30;i++)p[i]=vec4(2);}"),
      TES(TE0 "in vec4 c[][31];patch in vec4 p[30];void main(){int i=int(gl_TessCoord.x);gl_Position=c[0][i]+p[i];}") }, NULL },
   { "7.3 too many values of all vertices", "450", { VS(V0), TCS("layout(vertices=32) out;out vec4 c[][32];patch out float p;"
      "void main(){for(int i=0;i<32;i++)c[gl_InvocationID][i]=vec4(1);p=2.0;}"),
      TES(TE0 "in vec4 c[][32];patch in float p;void main(){gl_Position=c[0][int(gl_TessCoord.x)]*p;}") }, "the limit is 4096" },
   /* by location */
   { "4.4.1 by location, other names", "450", { VS("layout(location=3) out vec3 a;void main(){a=vec3(1);}"),
      FS("layout(location=3) in vec3 b;out vec4 o;void main(){o=b.xyzz;}") }, NULL },
   { "4.4.1 types at a location", "450", { VS("layout(location=3) out vec3 a;void main(){a=vec3(1);}"),
      FS("layout(location=3) in vec2 b;out vec4 o;void main(){o=b.xyyy;}") }, "'b' is vec3" },
   { "4.4.1 nothing there", "450", { VS("layout(location=3) out vec3 a;void main(){a=vec3(1);}"),
      FS("layout(location=4) in vec3 a;out vec4 o;void main(){o=a.xyzz;}") }, "no output at location 4" },
   { "4.4.1 by component", "450", { VS("layout(location=0,component=2) out vec2 a;layout(location=0) out vec2 b;"
      "void main(){a=b=vec2(1);}"),
      FS("layout(location=0,component=2) in vec2 c;layout(location=0) in vec2 d;out vec4 o;"
      "void main(){o=vec4(c,d);}") }, NULL },
   { "4.4.1 common basic type", "450", { VS("layout(location=0) flat out ivec2 a;"
      "layout(location=0,component=2) flat out vec2 b;"
      "void main(){a=ivec2(1);b=vec2(1);}"), FS(F0) }, "no common basic type" },
   { "4.4.1 common interpolation", "450", { VS("layout(location=0) flat out vec2 a;layout(location=0,component=2) out vec2 b;"
      "void main(){a=b=vec2(1);}"), FS(F0) }, "interpolated differently" },
   { "4.4.1 beyond the last", "450", { VS("layout(location=31) out mat2 a;void main(){a=mat2(1);}"),
      FS("layout(location=31) in mat2 a;out vec4 o;void main(){o=a[0].xyxy;}") }, "32 locations" },
   { "ES 3.0 2.12.4 attributes at one location, not active", "300 es", { VS("layout(location=1) in mat2 a;in vec4 b;"
      "layout(location=2) in vec4 c;void main(){gl_Position=b;}"), FS("precision mediump float;" F0) }, "shares location 2" },
   { "ES 3.0 2.12.4 attributes beside each other, not active", "300 es", { VS("layout(location=1) in mat2 a;in vec4 b;"
      "layout(location=3) in vec4 c;void main(){gl_Position=b;}"), FS("precision mediump float;" F0) }, NULL },
   /* qualifiers */
   { "GLSL 1.50 4.3.7 interpolation", "150", { VS("flat out vec3 c;void main(){c=vec3(1);}"),
      FS("in vec3 c;out vec4 o;void main(){o=c.xyzz;}") }, "'c' is flat in the vertex shader (0:1) and smooth" },
   { "4.5 interpolation is the consumer's", "440", { VS("out vec3 c;void main(){c=vec3(1);}"),
      FS("noperspective in vec3 c;out vec4 o;void main(){o=c.xyzz;}") }, NULL },
   { "ESSL 3.00 4.3.9 interpolation", "300 es", { VS("flat out vec3 c;void main(){c=vec3(1);}"),
      FS("precision mediump float;in vec3 c;out vec4 o;void main(){o=c.xyzz;}") }, "is flat" },
   { "GLSL 4.20 4.3.4 centroid", "420", { VS("centroid out vec3 c;void main(){c=vec3(1);}"),
      FS("in vec3 c;out vec4 o;void main(){o=c.xyzz;}") }, "is centroid" },
   { "GLSL 4.30 4.3.4 centroid", "430", { VS("centroid out vec3 c;void main(){c=vec3(1);}"),
      FS("in vec3 c;out vec4 o;void main(){o=c.xyzz;}") }, NULL },
   { "ESSL 3.10 4.3.6 centroid", "300 es", { VS("centroid out vec3 c;void main(){c=vec3(1);}"),
      FS("precision mediump float;in vec3 c;out vec4 o;void main(){o=c.xyzz;}") }, NULL },
   { "GLSL 4.10 4.6.1 invariant", "410", { VS("invariant out vec3 c;void main(){c=vec3(1);}"),
      FS("in vec3 c;out vec4 o;void main(){o=c.xyzz;}") }, "declared invariant in the vertex shader (0:1) only" },
   { "GLSL 4.20 4.8.1 invariant", "420", { VS("invariant out vec3 c;void main(){c=vec3(1);}"),
      FS("in vec3 c;out vec4 o;void main(){o=c.xyzz;}") }, NULL },
   { "GLSL 1.30 4.3.7 colours", "130", { VS("flat out vec4 gl_FrontColor;void main(){gl_Position=gl_FrontColor=vec4(1);}"),
      FS("out vec4 o;void main(){o=gl_Color;}") }, "'gl_FrontColor' is flat" },
   { "4.3.4 stream 0", "450", { VS(V0), GS("layout(points) in;layout(points,max_vertices=1) out;"
      "layout(stream=1) out float a;void main(){a=1.0;EmitStreamVertex(1);}"), FS("in float a;out vec4 o;"
      "void main(){o=vec4(a);}") },
     "stream 1" },
   /* blocks */
   { "4.3.9 by block name", "450", { VS("out B{vec3 c;float d;} x;void main(){x.c=vec3(1);x.d=1.0;}"),
      FS("in B{vec3 c;float d;} y;out vec4 o;void main(){o=vec4(y.c,y.d);}") }, NULL },
   { "4.3.9 member types", "450", { VS("out B{vec3 c;};void main(){c=vec3(1);}"),
      FS("in B{\nvec4 c;};out vec4 o;void main(){o=c;}") },
     "the member 'c' of the block 'B' is vec3 in the vertex shader (0:1) and vec4 in the fragment shader (0:2)" },
   { "4.3.9 member names", "450", { VS("out B{vec3 c;};void main(){c=vec3(1);}"),
      FS("in B{vec3 d;};out vec4 o;void main(){o=d.xyzz;}") }, "member 1 of the block 'B' is 'c'" },
   { "4.3.9 member count", "450", { VS("out B{vec3 c;};void main(){c=vec3(1);}"),
      FS("in B{vec3 c;float e;};out vec4 o;void main(){o=c.xyzz;}") }, "1 members" },
   { "4.3.9 block arrays", "450", { VS("out B{vec3 c;} x[2];void main(){x[0].c=vec3(1);}"),
      FS("in B{vec3 c;} x[3];out vec4 o;void main(){o=x[0].c.xyzz;}") }, "is B[2]" },
   { "4.3.9 blocks over vertices", "450", { VS("out B{vec3 c;} x;void main(){x.c=vec3(1);}"),
      GS(G0 "in B{vec3 c;} y[];void main(){gl_Position=y[0].c.xyzz;EmitVertex();}") }, NULL },
   { "7.4.1 blocks by location", "410", { VS("layout(location=0) out B{vec4 c;} x;layout(location=2) out C{vec4 d[2];} y;"
      "void main(){x.c=vec4(1);y.d[0]=y.d[1]=vec4(1);}"), FS("layout(location=2) in B{vec4 d[2];} x;layout(location=0) in C{vec4 c;} y;"
      "out vec4 o;void main(){o=x.d[1]+y.c;}") }, NULL },
   { "7.4.1 members by location", "440", { VS("out B{layout(location=4) vec4 c;} x;layout(location=2) out C{vec2 c;} y;"
      "void main(){x.c=vec4(1);y.c=vec2(1);}"), FS("in C{layout(location=4) vec4 c;} x;out vec4 o;void main(){o=x.c;}") }, NULL },
   { "7.4.1 a member or its block", "440", { VS("out B{layout(location=4) vec4 c;layout(location=5) vec2 d;} x;void main(){x.c=vec4(1);x.d=vec2(1);}"),
      FS("layout(location=4) in C{vec4 c;vec2 d;} y;out vec4 o;void main(){o=y.c+y.d.x;}") }, NULL },
   { "7.4.1 a member and a variable", "440", { VS("layout(location=2) out B{vec4 c;vec4 d;} x;void main(){x.c=x.d=vec4(1);}"),
      FS("layout(location=3) in vec4 d;out vec4 o;void main(){o=d;}") }, NULL },
   { "7.4.1 another member's location", "440", { VS("out B{layout(location=4) vec4 c;layout(location=5) vec2 d;} x;void main(){x.c=vec4(1);x.d=vec2(1);}"),
      FS("layout(location=4) in C{vec4 c;layout(location=6) vec2 d;} y;out vec4 o;void main(){o=y.c+y.d.x;}") },
     "the member 'd' of the block 'C' has another location" },
   { "7.4.1 another location", "410", { VS("layout(location=0) out B{vec4 c;} x;void main(){x.c=vec4(1);}"),
      FS("layout(location=1) in B{vec4 c;} x;out vec4 o;void main(){o=x.c;}") }, "the block 'B' begins at location 0 in the vertex shader (0:1) and at location 1 in" },
   { "7.4.1 one location", "410", { VS("layout(location=0) out B{vec4 c;} x;void main(){x.c=vec4(1);}"),
      FS("in B{vec4 c;} x;out vec4 o;void main(){o=x.c;}") }, "the block 'B' has a location in the vertex shader (0:1), but not in" },
   { "4.3.9 no such block", "450", { VS(V0), FS("in B{vec3 c;} x;out vec4 o;void main(){o=x.c.xyzz;}") },
     "the block 'B' is used" },
   { "7.1 gl_PerVertex with other members that are unused", "450", { VS("out gl_PerVertex{vec4 gl_Position;};" V0),
      GS(G0 "in gl_PerVertex{float gl_PointSize;} gl_in[];void main(){gl_Position=vec4(0);EmitVertex();}") }, "has 'gl_PointSize'" },
   { "7.1 gl_PerVertex redeclared in both", "450", { VS("out gl_PerVertex{vec4 gl_Position;};" V0),
      GS(G0 "in gl_PerVertex{vec4 gl_Position;} gl_in[];void main(){gl_Position=vec4(0);EmitVertex();}") }, NULL },
   /* outputs of fragments */
   { "15.2.3 free numbers", "450", { VS(V0), FS("layout(location=1) out vec4 a;out vec4 b;void main(){a=b=vec4(1);}") }, NULL },
   { "15.2.3 too many", "450", { VS(V0), FS("out vec4 a[8];out vec4 b;void main(){a[0]=b=vec4(1);}") },
     "no colour number is left" },
   { "15.2.3 beyond the last", "450", { VS(V0), FS("layout(location=8) out vec4 a;void main(){a=vec4(1);"
      "}") }, "the limit is 8" },
   { "4.4.2 shared", "450", { VS(V0), FS("layout(location=0) out vec4 a;\nlayout(location=0) out vec4 b;"
      "void main(){a=b=vec4(1);}") },
     "share components of location 0" },
   { "4.4.2 two sources", "450", { VS(V0), FS("layout(location=0,index=0) out vec4 a;layout(location=0,index=1) out vec4 b;"
      "void main(){a=b=vec4(1);}") }, NULL },
   /* uniforms */
   { "7.6 components of uniforms", "450", { VS("uniform float a[16384];void main(){gl_Position=vec4(a[gl_VertexID]);}") }, NULL },
   { "7.6 too many components", "450", { VS("uniform float a[16385];void main(){gl_Position=vec4(a[gl_VertexID]);}") }, "16385 components; the limit is 16384" },
   { "7.6 unused elements", "450", { VS("struct S{vec4 v[8];};uniform S s[2049];void main(){gl_Position=s[1].v[2];}") },
     "uniforms take 262272 bytes; the limit is 262144" },
   /* attributes */
   { "11.1.1 layouts", "450", { VS("layout(location=2) in vec4 a;layout(location=2) in vec4 b;void main(){gl_Position=a+b;}") }, NULL },
   { "4.4.1 members and variables", "450", { VS("layout(location=1) out B{vec4 a;vec2 b;};layout(location=2,component=1) out float c;"
      "void main(){a=vec4(1);b=vec2(1);c=1.0;}") }, "'c' in the vertex shader (0:1) share components of location 2" },
   { "4.4.1 members beside variables", "450", { VS("layout(location=1) out B{vec4 a;vec2 b;};layout(location=2,component=2) out float c;"
      "void main(){a=vec4(1);b=vec2(1);c=1.0;}") }, NULL },
   { "4.4.1 members overlap", "450", { VS("layout(location=1) out B{vec4 a;layout(location=1) vec2 b;};void main(){a=vec4(1);b=vec2(1);}") },
     "location 1 of 'b' is taken" },
   { "4.4.1 patch and not", "450", { VS(V0), TCS(TC0 "layout(location=1) patch out vec2 p;layout(location=1,component=2) out vec2 c[];"
      "void main(){p=vec2(1);c[gl_InvocationID]=vec2(2);}"), TES(TE0 "layout(location=1) patch in vec2 p;"
      "layout(location=1,component=2) in vec2 c[];void main(){gl_Position=vec4(p,c[0]);}") }, "only one of them is 'patch'" },
   { "4.4.1 patch inputs and others", "450", { VS(V0), TES(TE0 "layout(location=1) patch in vec4 p;layout(location=1) in vec4 c[];"
      "void main(){gl_Position=p+c[0];}") }, "location 1 of 'c' is taken" },
   { "4.4.1 two of a patch", "450", { VS(V0), TCS(TC0 "layout(location=1) patch out vec2 p;layout(location=1,component=2) patch out "
      "vec2 c;void main(){p=vec2(1);c=vec2(2);}"), TES(TE0 "layout(location=1) patch in vec2 p;"
      "layout(location=1,component=2) patch in vec2 c;void main(){gl_Position=vec4(p,c);}") }, NULL },
   { "4.4.1 other basic types", "450", { VS("layout(location=1) flat out float a;layout(location=1,component=1) flat out int b;"
      "void main(){a=1.0;b=2;}") }, "no common basic type" },
   { "4.4.1 int and uint", "450", { VS("layout(location=1) flat out uint a;layout(location=1,component=1) flat out int b;"
      "void main(){a=1u;b=2;}") }, NULL },
   { "4.4.1 other widths", "450", { VS("layout(location=1) flat out float a;layout(location=1,component=2) flat out double b;"
      "void main(){a=1.0;b=2.0lf;}") }, "no common basic type" },
   { "4.4.1 other interpolation", "450", { VS("layout(location=1) noperspective out float a;layout(location=1,component=1) out float b;"
      "void main(){a=1.0;b=2.0;}") }, "interpolated differently" },
   { "4.4.1 other auxiliary storage", "450", { VS("layout(location=1) centroid out float a;layout(location=1,component=1) sample out "
      "float b;void main(){a=1.0;b=2.0;}") }, "interpolated differently" },
   { "4.4.1 members of other interpolation", "450", { VS("layout(location=1) out B{flat float a;};layout(location=1,component=1) out "
      "float b;void main(){a=1.0;b=2.0;}") }, "interpolated differently" },
   { "4.4.1 components of attributes", "450", { VS("layout(location=2) in vec2 a;layout(location=2,component=2) in vec2 b;"
      "void main(){gl_Position=vec4(a,b);}") }, NULL },
};

/* Several shaders of one stage: two vertex shaders and one fragment shader, GLSL 4.50. */
static const struct { const char *rule, *a, *b, *f, *error; } units[] = {
   { "7.3 a function of the other", "vec4 f(vec3 x);void main(){gl_Position=f(vec3(1));}",
     "vec4 f(vec3 x){return x.xyzz;}", F0, NULL },
   { "7.3 nowhere defined", "vec4 f(vec3 x);void main(){gl_Position=f(vec3(1));}", "vec4 f(vec4 x){return x;}", F0,
     "called but not defined" },
   { "7.3 defined twice", "void f(){}" V0, "void f(){}", F0, "defined in another shader of this stage, too" },
   { "7.3 two mains", V0, V0, F0, "'main' is defined" },
   { "6.1 recursion", "void g();void f(){g();}void main(){f();}", "void f();void g(){f();}", F0, "calls itself" },
   { "9 shared globals", "float x=1.0;void g();void main(){g();gl_Position=vec4(x);}", "float x;void g(){x+=2.0;}", F0, NULL },
   { "9 types of globals", "float x;void main(){gl_Position=vec4(x);}", "\nvec2 x;void g(){x.x=1.0;}", F0,
     "0:2(6): error: 'x' has another type than in another shader of this stage (0:1)" },
   { "9 initial values", "float x=1.0;void main(){gl_Position=vec4(x);}", "float x=2.0;", F0, "has another initial value" },
   { "9 equal initial values", "float x=1.0;void main(){gl_Position=vec4(x);}", "float x=1.0;", F0, NULL },
   { "4.3.9 instance names", "uniform A{vec4 x;}a;vec4 f();void main(){gl_Position=a.x+f();}",
     "uniform A{vec4 x;}b;vec4 f(){return b.x;}", F0, NULL },
   { "4.3.9 an instance name of two blocks", "uniform A{vec4 x;}a;vec4 f();void main(){gl_Position=a.x+f();}",
     "uniform B{vec2 x;}a;vec4 f(){return a.x.xyxy;}", F0, NULL },
   { "9 storage", "uniform float x;void main(){gl_Position=vec4(x);}", "in float x;", F0, "another storage qualifier" },
   { "9 locations", "layout(location=1) uniform float x;void main(){gl_Position=vec4(x);}",
     "layout(location=2) uniform float x;", F0,
     "another location" },
   { "9 structs", "struct S{float a;};uniform S s;float f(S t);void main(){gl_Position=vec4(f(s));}",
     "struct S{float a;};float f(S t){return t.a;}",
     F0, NULL },
   { "9 blocks", "uniform B{vec4 a;};vec4 f();void main(){gl_Position=a+f();}", "uniform B{vec4 a;};vec4 f(){return a;}",
     F0, NULL },
   { "9 blocks differ", "uniform B{vec4 a;};void main(){gl_Position=a;}", "uniform B{vec3 a;};", F0,
     "block 'B' differs from that of another shader" },
   { "9 arrays without size", "uniform float x[];void main(){gl_Position=vec4(x[1]);}", "uniform float x[4];", F0, NULL },
   { "9 arrays too small", "uniform float x[];void main(){gl_Position=vec4(x[5]);}", "uniform float x[4];"
      "", F0, "another type" },
   { "9 interpolation", "flat out vec2 x;void main(){x=vec2(1);}", "out vec2 x;", F0, "other interpolation" },
   { "9 an output of the other", "void f();void main(){f();}", "out vec4 c;void f(){c=vec4(1);}",
     "in vec4 c;out vec4 o;void main(){o=c;}", NULL },
   { "9 constants", "const float x=1.0;void main(){gl_Position=vec4(x);}", "const float x=2.0;", F0, "another initial value" },
};

/* Early tests in one fragment shader, and a read of the depth that they replace in another one of the stage. */
static void test_early_tests(void **state)
{
   static const char *const read = "#version 450\n#extension GL_ARM_shader_framebuffer_fetch_depth_stencil:enable\nout vec4 c;void f();"
                                   "void main(){f();c=vec4(gl_LastFragDepthARM);}";
   static const char *const other[2] = { "#version 450\nvoid f(){}", "#version 450\nlayout(early_fragment_tests) in;void f(){}" };
   struct glsl_limits limits = desktop_limits;
   limits.extensions = "GL_ARM_shader_framebuffer_fetch_depth_stencil";
   for (unsigned early = 0; early < 2; early++) {
      struct glsl_module *m[3] = { compile_version("450", PIPE_SHADER_VERTEX, V0), compile_with(&limits, false, PIPE_SHADER_FRAGMENT, read),
                                   compile_with(&limits, false, PIPE_SHADER_FRAGMENT, other[early]) };
      char *log;
      struct glsl_linked *l = glsl_link(m, 3, NULL, &limits, false, &log);
      if ((l == NULL) != early || (early && !strstr(log, "'gl_LastFragDepthARM' cannot be read")))
         fail_msg("early tests: %s\n%s", l ? "links" : "does not link", log);
      check_modules(l);
      glsl_linked_unref(l);
      free(log);
      for (unsigned k = 0; k < 3; k++)
         glsl_module_unref(m[k]);
   }
}

static void test_units(void **state)
{
   for (unsigned i = 0; i < sizeof units / sizeof *units; i++) {
      for (unsigned swap = 0; swap < 2; swap++) { /* in any order of attachment */
         struct glsl_module *m[3] = { compile_version("450", PIPE_SHADER_VERTEX, swap ? units[i].b : units[i].a),
                                      compile_version("450", PIPE_SHADER_FRAGMENT, units[i].f),
                                      compile_version("450", PIPE_SHADER_VERTEX, swap ? units[i].a : units[i].b) };
         char *log;
         struct glsl_linked *l = glsl_link(m, 3, NULL, &desktop_limits, false, &log);
         if ((l == NULL) != (units[i].error != NULL) || (units[i].error && !swap && !strstr(log, units[i].error)))
            fail_msg("%s: %s\n%s", units[i].rule, l ? "links" : "does not link", log);
         check_modules(l);
         glsl_linked_unref(l);
         free(log);
         for (unsigned k = 0; k < 3; k++)
            glsl_module_unref(m[k]);
      }
   }
}

static void test_rules(void **state)
{
   for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
      check_row(&rows[i], NULL);
}

/* Both sides get the same place; outputs without a reader get none; given places stay. */
static void test_locations(void **state)
{
   const struct sources s = {
      VS("layout(location=1) out vec4 b;out vec4 a,unread;out B{vec3 c;mat2 d;} x;"
      "void main(){a=b=unread=vec4(1);x.c=vec3(1);}"),
      TCS(TC0 "layout(location=1) in vec4 bb[];in vec4 a[];in B{vec3 c;mat2 d;} x[];out vec4 e[];patch out vec4 p;"
          "void main(){e[gl_InvocationID]=a[0]+bb[0]+x[0].c.xyzz;p=vec4(1);}"),
      TES(TE0 "in vec4 e[];patch in vec4 p;out vec4 f;void main(){f=e[0]+p;}"),
      GS("layout(triangles) in;layout(points,max_vertices=1) out;in vec4 f[];out vec4 g;void main(){g=f[1];EmitVertex();}"),
      FS("in vec4 g;out vec4 o;void main(){o=g;}") };
   struct glsl_linked *l = must_link("450", &s, NULL);
   static const struct { const char *out, *in; enum pipe_shader_type producer, consumer; } same[] = {
      { "a", "a", PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_CTRL }, { "b", "bb", PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_CTRL },
      { "B", "B", PIPE_SHADER_VERTEX, PIPE_SHADER_TESS_CTRL }, { "e", "e", PIPE_SHADER_TESS_CTRL, PIPE_SHADER_TESS_EVAL },
      { "p", "p", PIPE_SHADER_TESS_CTRL, PIPE_SHADER_TESS_EVAL }, { "f", "f", PIPE_SHADER_TESS_EVAL, PIPE_SHADER_GEOMETRY },
      { "g", "g", PIPE_SHADER_GEOMETRY, PIPE_SHADER_FRAGMENT } };
   for (unsigned i = 0; i < sizeof same / sizeof *same; i++) {
      const uint32_t at = decoration_of(l, same[i].producer, same[i].out, SpvDecorationLocation);
      assert_int_not_equal(at, ~0u);
      assert_int_equal(at, decoration_of(l, same[i].consumer, same[i].in, SpvDecorationLocation));
   }
   assert_int_equal(decoration_of(l, PIPE_SHADER_VERTEX, "b", SpvDecorationLocation), 1);
   assert_int_not_equal(decoration_of(l, PIPE_SHADER_VERTEX, "a", SpvDecorationLocation), 1);
   assert_int_equal(decoration_of(l, PIPE_SHADER_VERTEX, "unread", SpvDecorationLocation), ~0u);
   assert_int_equal(l->patch_vertices, 3);
   assert_int_equal(l->tessellation.mode, GL_TRIANGLES);
   assert_int_equal(l->tessellation.spacing, GL_EQUAL);
   assert_int_equal(l->tessellation.order, GL_CCW);
   assert_int_equal(l->geometry.input, GL_TRIANGLES);
   assert_int_equal(l->geometry.output, GL_POINTS);
   assert_int_equal(l->geometry.max_vertices, 1);
   assert_int_equal(find_resource(l->outputs, l->output_count, "o")->location, 0);
   glsl_linked_unref(l);
}

static void test_outputs(void **state)
{
   const struct sources s = { VS(V0), FS("out vec4 a,b,c;out ivec2 d[2];void main(){a=b=c=vec4(1);d[1]=ivec2(1);}") };
   struct glsl_bindings *bind = glsl_bindings_create();
   assert_true(glsl_bindings_set_output(bind, "b", 5, 0) && glsl_bindings_set_output(bind, "c", 5, 0) &&
               glsl_bindings_set_output(bind, "c", 0, 1));
   struct glsl_linked *l = must_link("450", &s, bind);
   const struct glsl_resource *c = find_resource(l->outputs, l->output_count, "c"),
                              *d = find_resource(l->outputs, l->output_count, "d[0]");
   assert_int_equal(find_resource(l->outputs, l->output_count, "b")->location, 5);
   assert_int_equal(c->location, 0);
   assert_int_equal(decoration_of(l, PIPE_SHADER_FRAGMENT, "c", SpvDecorationIndex), 1);
   assert_int_equal(find_resource(l->outputs, l->output_count, "a")->location, 0);
   assert_int_equal(d->location, 1);
   assert_int_equal(d->array_size, 2);
   assert_int_equal(d->type, GL_INT_VEC2);
   glsl_linked_unref(l);
   glsl_bindings_destroy(bind);
}

static void test_separable(void **state)
{
   const struct sources alone[] = { { GS(G0 "in vec3 c[];out vec3 d;void main(){d=c[0];EmitVertex();}") },
                                    { FS("in vec3 d;out vec4 o;void main(){o=d.xyzz;}") } };
   struct glsl_bindings *bind = glsl_bindings_create();
   const struct link_row in_both[] = {
      { "ARB_separate_shader_objects", "450", { VS(V0), TCS(TC0 "void main(){gl_out[gl_InvocationID].gl_Position="
         "gl_in[0].gl_Position;}") }, "does not redeclare gl_PerVertex" },
      { "ES 3.2 7.4.1, without evaluation", "320 es", { VS(V0), TCS(TC0 "void main(){gl_out[gl_InvocationID].gl_Position="
         "gl_in[0].gl_Position;}"), FS("precision mediump float;" F0) }, NULL },
   };
   glsl_bindings_set_separable(bind, true);
   for (unsigned i = 0; i < 2; i++)
      glsl_linked_unref(must_link("450", &alone[i], bind));
   for (unsigned i = 0; i < 2; i++)
      check_row(&in_both[i], bind);
   glsl_bindings_destroy(bind);
}

/* The interface between two separable programs. problem NULL: it matches. */
struct pair_row { const char *version, *output, *input, *problem; };

static const struct pair_row pair_rows[] = {
   { "310 es", "out mediump vec3 v;", "in mediump vec3 v;", NULL },
   { "310 es", "out mediump float v; out mediump float w;", "in mediump float v;", "no input matches the output 'w'" },
   { "310 es", "out mediump float v;", "in mediump float v; in mediump float w;", "no output matches the input 'w'" },
   { "310 es", "out mediump vec3 v;", "in mediump vec4 v;", "the input 'v' is mediump vec4, the output is mediump vec3" },
   { "310 es", "out mediump float v;", "in highp float v;", "the input 'v' is highp float, the output is mediump float" },
   { "310 es", "out mediump float v[2];", "in mediump float v[3];", "the input 'v' is mediump float[3], the output is mediump float[2]" },
   { "310 es", "out mediump float v;", "precision mediump float; in float v;", NULL },
   { "310 es", "flat out highp vec4 v;", "in highp vec4 v;", "the input 'v' is highp vec4, the output is flat highp vec4" },
   { "310 es", "smooth out highp vec4 v;", "centroid in highp vec4 v;", NULL },
   { "310 es", "layout(location=3) out mediump float v;", "layout(location=3) in mediump float other;", NULL },
   { "310 es", "layout(location=3) out mediump float v;", "layout(location=4) in mediump float v;", "no output matches the input 'v'" },
   { "310 es", "layout(location=3) out mediump float v;", "in mediump float v;", "no output matches the input 'v'" },
   { "310 es", "struct S{mediump float a;};out S v;", "struct S{mediump float a;};in S v;", NULL },
   { "310 es", "struct S{mediump float a;};out S v;", "struct T{mediump float a;};in T v;",
     "the input 'v' is T { mediump float a; }, the output is S { mediump float a; }" },
   { "310 es", "struct S{mediump float a;};out S v;", "struct S{highp float a;};in S v;",
     "the input 'v' is S { highp float a; }, the output is S { mediump float a; }" },
   { "320 es", "out B{mediump float v;} x;", "in B{mediump float v;} y;", NULL },
   { "320 es", "out B{mediump float v;mediump float w;};", "in B{mediump float w;mediump float v;};",
     "the input 'B' is B { mediump float w; mediump float v; }, the output is B { mediump float v; mediump float w; }" },
   { "320 es", "out B{mediump float v;};", "in mediump float v;", "no output matches the input 'v'" },
   { "450", "out mediump vec3 v;", "in highp vec3 v;", NULL },
   { "450", "flat out vec3 v;", "smooth in vec3 v;", NULL },
   { "450", "out vec3 v;", "in vec2 v;", "the input 'v' is vec2, the output is vec3" },
};

/* A program that was saved and read has the same interface. */
static struct glsl_linked *reload(struct glsl_linked *l)
{
   const size_t size_B = glsl_linked_save(l, 1, NULL, 0);
   void *bytes = malloc(size_B);
   const char *why;
   assert_non_null(bytes);
   assert_int_equal(glsl_linked_save(l, 1, bytes, size_B), size_B);
   glsl_linked_unref(l);
   struct glsl_linked *loaded = glsl_linked_load(bytes, size_B, 1, &why);
   assert_non_null(loaded);
   free(bytes);
   return loaded;
}

static void test_pairs(void **state)
{
   struct glsl_bindings *bind = glsl_bindings_create();
   glsl_bindings_set_separable(bind, true);
   for (unsigned i = 0; i < sizeof pair_rows / sizeof *pair_rows; i++) {
      const struct pair_row *row = &pair_rows[i];
      char *output, *input, why[200] = "";
      assert_true(asprintf(&output, "%s void main(){gl_Position=vec4(0.0);}", row->output) > 0);
      assert_true(asprintf(&input, "%s void main(){}", row->input) > 0);
      const struct sources vertex = { VS(output) }, fragment = { FS(input) };
      struct glsl_linked *producer = reload(must_link(row->version, &vertex, bind)),
                         *consumer = reload(must_link(row->version, &fragment, bind));
      if (glsl_interfaces_match(producer, consumer, why, sizeof why) != !row->problem || strcmp(why, row->problem ? row->problem : "") != 0)
         fail_msg("%s | %s: %s", row->output, row->input, *why ? why : "they match");
      glsl_linked_unref(producer);
      glsl_linked_unref(consumer);
      free(output);
      free(input);
   }
   glsl_bindings_destroy(bind);
}

/* GLSL 4.10, 3.3: a program of a desktop context is of one version of OpenGL ES, or of versions of OpenGL. */
static void test_es_versions(void **state)
{
   static const struct { const char *vertex, *fragment; bool links; } rows[] = {
      { "#version 100\nvoid main(){gl_Position=vec4(0);}", "#version 100\nvoid main(){gl_FragColor=vec4(0);}", true },
      { "#version 100\nvoid main(){gl_Position=vec4(0);}", "#version 300 es\nout lowp vec4 o;void main(){o=vec4(0);}", false },
      { "#version 330\nvoid main(){gl_Position=vec4(0);}", "#version 300 es\nout lowp vec4 o;void main(){o=vec4(0);}", false },
      { "#version 330\nvoid main(){gl_Position=vec4(0);}", "#version 150\nout vec4 o;void main(){o=vec4(0);}", true },
   };
   struct glsl_limits limits = desktop_limits;
   limits.max_version = 330;
   limits.max_es_version = 300;
   for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
      struct glsl_module *module[2] = { compile_with(&limits, false, PIPE_SHADER_VERTEX, rows[i].vertex),
                                        compile_with(&limits, false, PIPE_SHADER_FRAGMENT, rows[i].fragment) };
      char *log;
      struct glsl_linked *linked = glsl_link(module, 2, NULL, &limits, false, &log);
      if ((linked != NULL) != rows[i].links)
         fail_msg("%s\n%s\n-> %s: %s", rows[i].vertex, rows[i].fragment, linked ? "links" : "does not link", log);
      glsl_linked_unref(linked);
      free(log);
      glsl_module_unref(module[0]);
      glsl_module_unref(module[1]);
   }
}

#define MANY_OUT(size, more) "out vec3 a[" size "];" more "void main(){for(int i=0;i<" size ";i++)a[i]=vec3(i);b=1.0;" \
   "gl_Position=vec4(0);}"
#define MANY_IN(size, more) "in vec3 a[" size "];" more "out vec4 o;void main(){o=vec4(b);for(int i=0;i<" size ";i++)o.xyz+=a[i];}"

#define FLOATS(qualifier) qualifier " float a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z,A,B,C,D,E,F;"
#define FLOATS_SUM "a+b+c+d+e+f+g+h+i+j+k+l+m+n+o+p+q+r+s+t+u+v+w+x+y+z+A+B+C+D+E+F"
#define BUILT_INS(vectors, use) { VS("out vec4 v[" vectors "];void main(){for(int i=0;i<" vectors ";i++)v[i]=vec4(i);gl_Position=vec4(0);}"), \
   FS("in vec4 v[" vectors "];out vec4 o;void main(){for(int i=0;i<" vectors ";i++)o+=v[i];o+=float(" use ");}") }

/* OpenGL 4.6, 11.1.2.1: built-in inputs of the fragment shader count. 32 floats have rows of their own only without them. */
static void test_built_in_inputs(void **state)
{
   static const struct link_row built_in_rows[] = {
      { "31 vectors and gl_PrimitiveID", "430", BUILT_INS("31", "gl_PrimitiveID"), NULL },
      { "32 vectors and gl_PrimitiveID", "430", BUILT_INS("32", "gl_PrimitiveID"),
        "more than the limit of 32 vectors, of which built-in inputs of the fragment shader take 1" },
      { "30 vectors and two inputs", "430", BUILT_INS("30", "gl_Layer + gl_ViewportIndex"), NULL },
      { "31 vectors and two inputs", "430", BUILT_INS("31", "gl_Layer + gl_ViewportIndex"), "fragment shader take 2" },
      { "32 vectors and gl_PointCoord", "430", BUILT_INS("32", "gl_PointCoord.x"), "fragment shader take 1" },
      { "32 vectors, gl_FragCoord and gl_FrontFacing", "430", BUILT_INS("32", "gl_FragCoord.x + float(gl_FrontFacing)"), NULL },
      { "five distances are two vectors", "430", BUILT_INS("30", "gl_ClipDistance[4]"), NULL },
      { "five distances are two vectors", "430", BUILT_INS("31", "gl_ClipDistance[4]"), "fragment shader take 2" },
      { "the last location has a layout", "430", { VS("layout(location=31)out vec4 v;out vec4 w[30];void main(){v=vec4(1);w[0]=v;}"),
        FS("layout(location=31)in vec4 v;in vec4 w[30];out vec4 o;void main(){o=v+w[0]+float(gl_PrimitiveID);}") }, NULL },
      { "all locations have a layout", "430", { VS("layout(location=0)out vec4 v[32];void main(){v[0]=vec4(1);}"),
        FS("layout(location=0)in vec4 v[32];out vec4 o;void main(){o=v[0]+float(gl_PrimitiveID);}") }, "fragment shader take 1" },
   };
   for (unsigned i = 0; i < sizeof(built_in_rows) / sizeof(built_in_rows[0]); i++)
      check_row(&built_in_rows[i], NULL);
   const struct sources s = { VS(FLOATS("out") "void main(){" "a=b=c=d=e=f=g=h=i=j=k=l=m=n=o=p=q=r=s=t=u=v=w=x=y=z=A=B=C=D=E=F=1.0;"
                                 "gl_Position=vec4(0);}"),
                              FS(FLOATS("in") "out vec4 color;void main(){color=vec4(" FLOATS_SUM "+float(gl_PrimitiveID));}") };
   struct glsl_linked *l = must_link("430", &s, NULL);
   for (const char *name = "abcdefghijklmnopqrstuvwxyzABCDEF"; *name; name++) {
      const char one[2] = { *name, 0 };
      const uint32_t location = decoration_of(l, PIPE_SHADER_VERTEX, one, SpvDecorationLocation);
      assert_true(location < 31);
      assert_int_equal(decoration_of(l, PIPE_SHADER_FRAGMENT, one, SpvDecorationLocation), location);
   }
   glsl_linked_unref(l);
}

/* OpenGL 4.6, 11.1.2.1: the limit is one of components; OpenGL ES packs rows. Both stages have the same place. */
static void test_packed(void **state)
{
   static const struct link_row packed_rows[] = {
      { "128 components", "330", { VS(MANY_OUT("42", "out float b,c;")), FS(MANY_IN("42", "in float b,c;")) }, NULL },
      { "130 components", "330", { VS(MANY_OUT("43", "out float b;")), FS(MANY_IN("43", "in float b;")) },
        "more than the limit of 32 vectors" },
      { "ES 3.2 11.1.2.1", "320 es", { VS("out highp vec3 a[43];void main(){a[1]=vec3(1);}"),
        FS("precision highp float;in highp vec3 a[43];out vec4 o;void main(){o=a[1].xyzz;}") }, "more than the limit of 32 vectors" },
   };
   const struct sources s = { VS(MANY_OUT("42", "out float b;")), FS(MANY_IN("42", "in float b;")) };
   for (unsigned i = 0; i < sizeof(packed_rows) / sizeof(packed_rows[0]); i++)
      check_row(&packed_rows[i], NULL);
   struct glsl_linked *l = must_link("330", &s, NULL);
   static const char *const names[] = { "a", "b" };
   for (unsigned i = 0; i < 2; i++) {
      const uint32_t location = decoration_of(l, PIPE_SHADER_VERTEX, names[i], SpvDecorationLocation);
      assert_true(location <= 31);
      assert_int_equal(decoration_of(l, PIPE_SHADER_FRAGMENT, names[i], SpvDecorationLocation), location);
      assert_int_equal(decoration_of(l, PIPE_SHADER_FRAGMENT, names[i], SpvDecorationComponent),
                       decoration_of(l, PIPE_SHADER_VERTEX, names[i], SpvDecorationComponent));
   }
   assert_int_equal(decoration_of(l, PIPE_SHADER_FRAGMENT, "b", SpvDecorationLocation), 31);
   assert_int_equal(decoration_of(l, PIPE_SHADER_FRAGMENT, "b", SpvDecorationComponent), 2);
   glsl_linked_unref(l);
}

static void test_compute(void **state)
{
   const struct sources s = { CS("layout(local_size_x=4,local_size_y=5) in;void main(){}") };
   struct glsl_linked *l = must_link("450", &s, NULL);
   assert_int_equal(l->local_size[0], 4);
   assert_int_equal(l->local_size[1], 5);
   assert_int_equal(l->local_size[2], 1);
   glsl_linked_unref(l);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_rules), cmocka_unit_test(test_units), cmocka_unit_test(test_early_tests),
      cmocka_unit_test(test_locations),
      cmocka_unit_test(test_outputs), cmocka_unit_test(test_separable), cmocka_unit_test(test_pairs), cmocka_unit_test(test_compute),
      cmocka_unit_test(test_es_versions), cmocka_unit_test(test_packed), cmocka_unit_test(test_built_in_inputs) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
