/* test_shading.c: GLSL ES 1.00 from source to pixel through the system's libEGL: rows of shaders, uniforms and the colour that
 * must come out, and rows of expressions over a uniform with their values (ESSL 1.00 chapters 5 and 8). */
#include <math.h>

#include "tests/egl/egl_test.h"

#define MP "precision highp float;precision highp int;\n"
#define V0 "attribute vec4 p;void main(){gl_Position=p;}"
#define SIZE 8

struct world { EGLDisplay dpy; EGLContext ctx; GLuint framebuffer, texture; };

static int setup(void **state)
{
   struct world *w = calloc(1, sizeof *w);
   w->dpy = surfaceless_display();
   w->ctx = es2_context(w->dpy, EGL_NO_CONTEXT);
   assert_true(eglMakeCurrent(w->dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, w->ctx));
   glGenTextures(1, &w->texture);
   glBindTexture(GL_TEXTURE_2D, w->texture);
   glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, SIZE, SIZE, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
   glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
   glGenFramebuffers(1, &w->framebuffer);
   glBindFramebuffer(GL_FRAMEBUFFER, w->framebuffer);
   glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, w->texture, 0);
   glBindTexture(GL_TEXTURE_2D, 0);
   assert_int_equal(glCheckFramebufferStatus(GL_FRAMEBUFFER), GL_FRAMEBUFFER_COMPLETE);
   glViewport(0, 0, SIZE, SIZE);
   /* Units 0 and 3: lower left red, lower right green, upper left blue, upper right white. */
   static const GLubyte texels[4][4] = { { 255, 0, 0, 255 }, { 0, 255, 0, 255 }, { 0, 0, 255, 255 }, { 255, 255, 255, 255 } };
   for (unsigned unit = 0; unit <= 3; unit += 3) {
      GLuint name;
      glGenTextures(1, &name);
      glActiveTexture(GL_TEXTURE0 + unit);
      glBindTexture(GL_TEXTURE_2D, name);
      glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
      glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
   }
   assert_int_equal(glGetError(), GL_NO_ERROR);
   *state = w;
   return 0;
}

static int teardown(void **state)
{
   struct world *w = *state;
   eglMakeCurrent(w->dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
   eglDestroyContext(w->dpy, w->ctx);
   eglTerminate(w->dpy);
   free(w);
   return 0;
}

static GLuint build(const char *vs, const char *fs)
{
   const GLuint program = glCreateProgram();
   const char *source[2] = { vs, fs };
   char log[512];
   for (unsigned i = 0; i < 2; i++) {
      const GLuint shader = glCreateShader(i ? GL_FRAGMENT_SHADER : GL_VERTEX_SHADER);
      GLint compiled;
      glShaderSource(shader, 1, &source[i], NULL);
      glCompileShader(shader);
      glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
      glGetShaderInfoLog(shader, sizeof log, NULL, log);
      if (!compiled)
         fail_msg("%s\n%s", source[i], log);
      glAttachShader(program, shader);
      glDeleteShader(shader);
   }
   GLint linked;
   glBindAttribLocation(program, 0, "p");
   glLinkProgram(program);
   glGetProgramiv(program, GL_LINK_STATUS, &linked);
   glGetProgramInfoLog(program, sizeof log, NULL, log);
   if (!linked)
      fail_msg("%s\n%s\n%s", vs, fs, log);
   glUseProgram(program);
   return program;
}

static void draw(GLubyte pixel[4])
{
   static const float square[] = { -1, -1, 1, -1, -1, 1, 1, 1 };
   glClearColor(0.1f, 0.9f, 0.1f, 0.9f);
   glClear(GL_COLOR_BUFFER_BIT);
   glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, square);
   glEnableVertexAttribArray(0);
   glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
   glReadPixels(SIZE / 2, SIZE / 2, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, pixel);
   assert_int_equal(glGetError(), GL_NO_ERROR);
}

static void compare(const GLubyte got[4], const float want[4], const char *what)
{
   for (unsigned k = 0; k < 4; k++)
      if (fabsf((float)got[k] - want[k] * 255.0f) > 1.01f)
         fail_msg("%s\n got %.3f %.3f %.3f %.3f, expected %.3f %.3f %.3f %.3f", what, got[0] / 255.0, got[1] / 255.0,
                  got[2] / 255.0, got[3] / 255.0, (double)want[0], (double)want[1], (double)want[2], (double)want[3]);
}

/* ---- programs ----------------------------------------------------------------------------------------------------------- */

struct setting { const char *name; char kind; /* f, i: vector of n; m: square matrix of n columns */ int n; float v[16]; };

static const struct row { const char *name, *vs, *fs; struct setting set[6]; float want[4]; } rows[] = {
   { "structures", V0, MP "struct L{vec4 c;float w[3];mat3 m;int k;};uniform L l[2];"
     "void main(){gl_FragColor=vec4(l[0].c.x,l[1].w[2],l[1].m[2][1],float(l[0].k)*0.25);}",
     { { "l[0].c", 'f', 4, { 0.25f } }, { "l[1].w[2]", 'f', 1, { 0.5f } },
       { "l[1].m", 'm', 3, { 0, 0, 0, 0, 0, 0, 0, 0.75f, 0 } }, { "l[0].k", 'i', 1, { 4 } } }, { 0.25f, 0.5f, 0.75f, 1 } },
   { "arrays and indices", V0, MP "uniform float f[5];uniform vec2 v[3];uniform int n;"
     "void main(){float s=0.;for(int i=0;i<5;i++)if(i<n)s+=f[i];gl_FragColor=vec4(s,v[n-3],f[n]);}",
     { { "f[0]", 'f', 1, { 0.25f } }, { "f[2]", 'f', 1, { 0.25f } }, { "f[4]", 'f', 1, { 1 } },
       { "v[1]", 'f', 2, { 0.25f, 0.75f } }, { "n", 'i', 1, { 4 } } }, { 0.5f, 0.25f, 0.75f, 1 } },
   { "one uniform in both stages", "uniform vec4 u;uniform float a;attribute vec4 p;varying vec4 c;void main(){gl_Position=p;"
                                   "c=u*a;}",
     MP "uniform vec4 u;uniform float b;varying vec4 c;void main(){gl_FragColor=c+u*b;}",
     { { "u", 'f', 4, { 0.5f, 0.25f, 0, 1 } }, { "a", 'f', 1, { 0.5f } }, { "b", 'f', 1, { 0.5f } } }, { 0.5f, 0.25f, 0, 1 } },
   { "booleans", V0, MP "uniform bool t,f;uniform bvec3 b;void main(){gl_FragColor=vec4(t?1.:0.,f?1.:0.,vec2(b.yz));}",
     { { "t", 'i', 1, { 7 } }, { "f", 'i', 1, { 0 } }, { "b", 'f', 3, { 0, 0.5f, -1 } } }, { 1, 0, 1, 1 } },
   { "matrices", "uniform mat4 m;uniform mat2 n;attribute vec4 p;varying vec2 v;void main(){gl_Position=m*p;v=n*vec2(1.,0.5);}",
     MP "varying vec2 v;void main(){gl_FragColor=vec4(v,0.,1.);}",
     { { "m", 'm', 4, { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } }, { "n", 'm', 2, { 0.25f, 0.5f, 0.5f, 0.5f } } },
     { 0.5f, 0.75f, 0, 1 } },
   { "gl_DepthRange", V0, MP "void main(){gl_FragColor=vec4(gl_DepthRange.near,gl_DepthRange.far,gl_DepthRange.diff,1.);}",
     { { 0 } }, { 0.25f, 0.75f, 0.5f, 1 } },
   { "gl_FragData", V0, MP "void main(){gl_FragData[0]=vec4(0.25,0.5,0.75,1.);}", { { 0 } }, { 0.25f, 0.5f, 0.75f, 1 } },
   { "gl_FragCoord, gl_FrontFacing", V0,
     MP "void main(){gl_FragColor=vec4(gl_FragCoord.xy/9.,gl_FrontFacing?1.:0.,gl_FragCoord.w);}",
     { { 0 } }, { 0.5f, 0.5f, 1, 1 } },
   /* varyings */
   { "varyings of all shapes", "attribute vec4 p;varying mat3 m;varying float f[3];varying vec2 v;varying vec4 unread;"
     "void main(){gl_Position=p;unread=vec4(9.);m=mat3(.1,.2,.3,.4,.5,.6,.7,.8,.9);f[0]=.25;f[1]=.5;f[2]=.75;v=vec2(1.,0.);}",
     MP "varying vec2 v;varying float f[3];varying mat3 m;void main(){gl_FragColor=vec4(m[1][1],f[2],v.y+m[2][0]-.7+f[0],v.x);}",
     { { 0 } }, { 0.5f, 0.75f, 0.25f, 1 } },
   { "64 floats packed", "attribute vec4 p;varying float a[16],b[16],c[16],d[16];"
     "void main(){gl_Position=p;for(int i=0;i<16;i++){a[i]=float(i)/16.;b[i]=float(i)/32.;c[i]=1.-float(i)/16.;d[i]=1.;}}",
     MP "varying float a[16],b[16],c[16],d[16];void main(){gl_FragColor=vec4(a[8],b[8],c[4],d[15]);}",
     { { 0 } }, { 0.5f, 0.25f, 0.75f, 1 } },
   { "vec3 and float packed, indexed", "attribute vec4 p;varying vec3 a[16];varying float b[15],c;"
     "void main(){gl_Position=p;c=1.;for(int i=0;i<16;i++)a[i]=vec3(float(i)/16.,.5,.25);for(int i=0;i<15;"
     "i++)b[i]=float(i)/16.;}",
     MP "varying vec3 a[16];varying float b[15],c;uniform int n;void main(){gl_FragColor=vec4(a[8].x,a[n].z,b[n],c);}",
     { { "n", 'i', 1, { 12 } } }, { 0.5f, 0.25f, 0.75f, 1 } },
   /* samplers: chosen by uniform, in arrays, structures, parameters, both stages */
   { "sampler array", V0, MP "uniform sampler2D s[3];void main(){vec4 a=vec4(0.);"
     "for(int i=0;i<3;i++)a+=texture2D(s[i],vec2(i==1?.75:.25,.25))*.25;gl_FragColor=vec4(a.xyz,1.);}",
     { { "s[1]", 'i', 1, { 3 } }, { "s[2]", 'i', 1, { 3 } } }, { 0.5f, 0.25f, 0, 1 } },
   { "samplers in structures", V0, MP "struct M{vec4 c;sampler2D s;float k;};uniform M m[2];uniform sampler2D z;"
     "void main(){gl_FragColor=vec4((texture2D(m[0].s,vec2(.25))*m[0].c.x+texture2D(m[1].s,vec2(.75,.25))*m[1].k).xyz,"
     "texture2D(z,vec2(.75)).z);}",
     { { "m[0].c", 'f', 4, { 0.5f } }, { "m[1].k", 'f', 1, { 0.25f } }, { "m[1].s", 'i', 1, { 3 } }, { "z", 'i', 1, { 3 } } },
     { 0.5f, 0.25f, 0, 1 } },
   { "structure with a sampler as parameter", V0, MP "struct M{vec4 c;sampler2D s;};uniform M m;"
     "vec4 f(M x){return texture2D(x.s,vec2(.25,.75))*x.c;}void main(){gl_FragColor=f(m);}",
     { { "m.c", 'f', 4, { 1, 1, 0.5f, 1 } }, { "m.s", 'i', 1, { 3 } } }, { 0, 0, 0.5f, 1 } },
   { "samplers in both stages", "attribute vec4 p;uniform sampler2D s;varying vec4 c;"
     "void main(){gl_Position=p;c=texture2DLod(s,vec2(.25),0.);}",
     MP "varying vec4 c;uniform sampler2D z,s;"
        "void main(){gl_FragColor=c*.5+texture2D(s,vec2(.75,.25))*.5+texture2D(z,vec2(.25,.75))*.25;}",
     { { "s", 'i', 1, { 3 } }, { "z", 'i', 1, { 0 } } }, { 0.5f, 0.5f, 0.25f, 1 } },
   /* functions and control flow */
   { "globals", V0, MP "const float k=.5;float g=k*.5;vec4 acc;void add(float x){acc+=vec4(x);}"
     "void main(){acc=vec4(0.);for(int i=0;i<3;i++)add(g);gl_FragColor=vec4(acc.xyz,1.);}", { { 0 } },
     { 0.75f, 0.75f, 0.75f, 1 } },
   { "in, out, inout", V0, MP "struct S{float a;vec2 b;};void f(inout S s,out float r,in float i){s.b=s.b.yx;s.a+=i;r=s.a;}"
     "void main(){S s=S(.25,vec2(.5,1.));float r;f(s,r,.5);gl_FragColor=vec4(r,s.b,s.a+.25);}", { { 0 } },
     { 0.75f, 1, 0.5f, 1 } },
   { "loops and returns", V0, MP "uniform int n;float f(int k){if(k>2)return .5;for(int i=0;i<10;"
                                 "i++){if(i==k)return float(i)*.25;}"
     "return 9.;}void main(){float a=0.;int i=0;while(true){i++;if(i==2)continue;if(i>n)break;a+=.125;}"
     "gl_FragColor=vec4(a,f(n),f(1),1.);}", { { "n", 'i', 1, { 5 } } }, { 0.5f, 0.5f, 0.25f, 1 } },
   { "branches that differ by pixel", V0, MP "uniform float u;void main(){float a=0.;"
     "for(int i=0;i<8;i++){if(float(i)>gl_FragCoord.x)break;if(mod(float(i),2.)>.5)continue;a+=.25;}"
     "gl_FragColor=vec4(a,u,0.,1.);}", { { "u", 'f', 1, { 0.5f } } }, { 0.75f, 0.5f, 0, 1 } },
   { "discard", V0, MP "uniform float u;void main(){if(gl_FragCoord.x>u)discard;gl_FragColor=vec4(1.);}",
     { { "u", 'f', 1, { 4 } } }, { 0.1f, 0.9f, 0.1f, 0.9f } },
   { "reading back an output", V0, MP "void main(){gl_FragColor=vec4(.25);gl_FragColor.x+=gl_FragColor.y;gl_FragColor.w*=4.;}",
     { { 0 } }, { 0.5f, 0.25f, 0.25f, 1 } },
   { "derivatives", V0, "#extension GL_OES_standard_derivatives:require\n" MP
     "void main(){vec2 v=gl_FragCoord.xy*vec2(.25,.5);gl_FragColor=vec4(dFdx(v.x),dFdy(v.y),fwidth(v.x+v.y),1.);}",
     { { 0 } }, { 0.25f, 0.5f, 0.75f, 1 } },
};

static void test_programs(void **state)
{
   for (unsigned i = 0; i < COUNT(rows); i++) {
      const GLuint program = build(rows[i].vs, rows[i].fs);
      for (const struct setting *s = rows[i].set; s->name; s++) {
         const GLint location = glGetUniformLocation(program, s->name);
         GLint iv[4];
         if (location < 0)
            fail_msg("%s: no uniform '%s'", rows[i].name, s->name);
         for (unsigned k = 0; k < 4; k++)
            iv[k] = (GLint)s->v[k];
         if (s->kind == 'm')
            (s->n == 2 ? glUniformMatrix2fv : s->n == 3 ? glUniformMatrix3fv : glUniformMatrix4fv)(location, 1, GL_FALSE, s->v);
         else if (s->kind == 'i')
            (s->n == 1 ? glUniform1iv : s->n == 2 ? glUniform2iv : s->n == 3 ? glUniform3iv : glUniform4iv)(location, 1, iv);
         else
            (s->n == 1 ? glUniform1fv : s->n == 2 ? glUniform2fv : s->n == 3 ? glUniform3fv : glUniform4fv)(location, 1, s->v);
      }
      if (!strcmp(rows[i].name, "gl_DepthRange"))
         glDepthRangef(0.25f, 0.75f);
      GLubyte pixel[4];
      draw(pixel);
      compare(pixel, rows[i].want, rows[i].name);
      glDepthRangef(0, 1);
      glUseProgram(0);
      glDeleteProgram(program);
   }
}

/* ---- expressions -------------------------------------------------------------------------------------------------------- */

/* u = (0.5, 0.25, -1.5, 2.0), i = (3, -2, 7, 0); expressions give values in 0..1. */
static const struct expression { const char *text; float want[4]; } expressions[] = {
   { "u+vec4(.5,.5,2.,-1.)", { 1, 0.75f, 0.5f, 1 } },
   { "u*u*vec4(1.,1.,.25,.25)", { 0.25f, 0.0625f, 0.5625f, 1 } },
   { "1./vec4(2.,4.,-u.z,u.w)", { 0.5f, 0.25f, 0.6667f, 0.5f } },
   { "-u.zzzz*.5", { 0.75f, 0.75f, 0.75f, 0.75f } },
   { "u.yxyx", { 0.25f, 0.5f, 0.25f, 0.5f } },
   { "vec4(u.xy,u.w>1.?1.:0.,u.z<0.&&u.x>0.?.5:0.)", { 0.5f, 0.25f, 1, 0.5f } },
   { "vec4(i/2)/4.", { 0.25f, 0, 0.75f, 0 } },                     /* -2/2 = -1: clamped */
   { "vec4(i.x-i.y,i.z/i.x,i.x*2,i.y/2+2)/6.", { 0.8333f, 0.3333f, 1, 0.16667f } },
   { "vec4(int(u.w),int(-1.5)+2,int(u.x),i.w)", { 1, 1, 0, 0 } },
   { "sin(u*vec4(1.,2.,-1.,.5))", { 0.4794f, 0.4794f, 0.9975f, 0.8415f } },
   { "cos(u)*vec4(1.,1.,1.,-1.)", { 0.8776f, 0.9689f, 0.0707f, 0.4161f } },
   { "tan(u*vec4(1.,1.,-.5,.25))", { 0.5463f, 0.2553f, 0.9316f, 0.5463f } },
   { "asin(u*vec4(1.,1.,-.5,.25))", { 0.5236f, 0.2527f, 0.8481f, 0.5236f } },
   { "acos(u*vec4(1.,1.,-.5,.4))*.5", { 0.5236f, 0.6591f, 0.3614f, 0.3218f } },
   { "atan(u*vec4(1.,1.,-.5,.5))", { 0.4636f, 0.2450f, 0.6435f, 0.7854f } },
   { "vec4(atan(u.x,u.y),atan(-u.x,-u.y)+3.,atan(u.x,-u.y)*.5,atan(-u.z,u.w))", { 1, 0.9655f, 1, 0.6435f } },
   { "pow(vec4(u.xy,2.,u.w),vec4(2.,.5,-1.,-2.))", { 0.25f, 0.5f, 0.5f, 0.25f } },
   { "exp(u*vec4(-1.,-1.,1.,-1.))", { 0.6065f, 0.7788f, 0.2231f, 0.1353f } },
   { "log(u*vec4(2.,8.,-1.,1.))", { 0, 0.6931f, 0.4055f, 0.6931f } },
   { "exp2(u-vec4(1.,.25,0.,3.))", { 0.7071f, 1, 0.3536f, 0.5f } },
   { "log2(u*vec4(4.,5.,-1.,1.))", { 1, 0.3219f, 0.5850f, 1 } },
   { "sqrt(u*vec4(1.,1.,-.5,.25))", { 0.7071f, 0.5f, 0.8660f, 0.7071f } },
   { "inversesqrt(u*vec4(4.,8.,-1.,1.))", { 0.7071f, 0.7071f, 0.8165f, 0.7071f } },
   { "abs(u)*.5", { 0.25f, 0.125f, 0.75f, 1 } },
   { "sign(u)*.5+.5", { 1, 1, 0, 1 } },
   { "floor(u)*.25+.5", { 0.5f, 0.5f, 0, 1 } },
   { "ceil(u)*.25+.5", { 0.75f, 0.75f, 0.25f, 1 } },
   { "fract(u)", { 0.5f, 0.25f, 0.5f, 0 } },
   { "mod(u,vec4(.3,1.,1.,1.5))", { 0.2f, 0.25f, 0.5f, 0.5f } },
   { "vec4(min(u.x,u.y),max(u.x,u.y),clamp(u.z,.25,1.),clamp(u.w,0.,.75))", { 0.25f, 0.5f, 0.25f, 0.75f } },
   { "mix(u,vec4(1.),vec4(.5,0.,1.,1.))", { 0.75f, 0.25f, 1, 1 } },
   { "step(vec4(.5,.3,-2.,3.),u)", { 1, 0, 1, 0 } },
   { "smoothstep(vec4(0.),vec4(1.,1.,1.,4.),u)", { 0.5f, 0.15625f, 0, 0.5f } },
   { "vec4(length(u.xy),distance(u.xy,u.yx),dot(u.xy,u.yx),length(u.x))", { 0.5590f, 0.3536f, 0.25f, 0.5f } },
   { "vec4(cross(vec3(u.x,0.,0.),vec3(0.,u.w,0.)),1.)", { 0, 0, 1, 1 } },
   { "vec4(normalize(vec2(3.,4.)*u.x),normalize(vec2(u.y,0.)))", { 0.6f, 0.8f, 1, 0 } },
   { "vec4(reflect(vec2(u.x,-u.x),vec2(0.,1.)),refract(vec2(0.,-1.),vec2(0.,1.),u.x).xy*vec2(1.,-1.))", { 0.5f, 0.5f, 0, 1 } },
   { "vec4(faceforward(vec2(u.x),vec2(0.,-1.),vec2(0.,1.)),faceforward(vec2(-u.x),vec2(0.,1.),vec2(0.,1.)))",
     { 0.5f, 0.5f, 0.5f, 0.5f } },
   { "vec4(radians(u.x*90.),degrees(u.x)/60.,0.,1.)", { 0.7854f, 0.4775f, 0, 1 } },
   { "vec4(lessThan(u,vec4(.5,.5,0.,2.)))", { 0, 1, 1, 0 } },
   { "vec4(greaterThanEqual(u,vec4(.5,.5,0.,2.)))", { 1, 0, 0, 1 } },
   { "vec4(equal(i,ivec4(3,2,7,0)))", { 1, 0, 1, 1 } },
   { "vec4(not(notEqual(u,u.xxxx)))", { 1, 0, 0, 0 } },
   { "vec4(any(lessThan(u,vec4(0.))),all(lessThan(u,vec4(9.))),any(equal(i,ivec4(9))),true)", { 1, 1, 0, 1 } },
   { "vec4(mat2(u.x,u.y,0.,u.w)*vec2(1.,.5),vec2(.5,.25)*mat2(u.x,u.y,u.y,u.w))", { 0.5f, 1, 0.3125f, 0.625f } },
   { "vec4((matrixCompMult(mat3(u.x),mat3(u.w))*vec3(.25,.5,1.)),mat4(u.y)[3][3]*4.)", { 0.25f, 0.5f, 1, 1 } },
   { "vec4((mat2(u.x,0.,0.,u.y)*mat2(u.w))[1],mat3(u.x)[1])", { 0, 0.5f, 0, 0.5f } },
   { "vec4(u.x==.5^^u.y==.25?1.:.5,!(u.x>1.)?1.:0.,(u.x,u.y),u.x)", { 0.5f, 1, 0.25f, 0.5f } },
};

static void test_expressions(void **state)
{
   for (unsigned i = 0; i < COUNT(expressions); i++) {
      /* The same expression in both stages. */
      char source[2][512];
      snprintf(source[0], sizeof source[0], MP "uniform vec4 u;uniform ivec4 i;void main(){gl_FragColor=%s;}",
               expressions[i].text);
      snprintf(source[1], sizeof source[1], "attribute vec4 p;varying vec4 c;uniform vec4 u;uniform ivec4 i;"
               "void main(){gl_Position=p;c=%s;}", expressions[i].text);
      for (unsigned stage = 0; stage < 2; stage++) {
         const GLuint program = stage ? build(source[1], MP "varying vec4 c;void main(){gl_FragColor=c;}") : build(V0, source[0]);
         GLubyte pixel[4];
         glUniform4f(glGetUniformLocation(program, "u"), 0.5f, 0.25f, -1.5f, 2.0f);
         glUniform4i(glGetUniformLocation(program, "i"), 3, -2, 7, 0);
         draw(pixel);
         compare(pixel, expressions[i].want, expressions[i].text);
         glUseProgram(0);
         glDeleteProgram(program);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_programs, setup, teardown),
      cmocka_unit_test_setup_teardown(test_expressions, setup, teardown),
   };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
