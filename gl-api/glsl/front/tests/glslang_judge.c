/* glslang_judge.c: see glslang_judge.h. Rules of SPIR-V stay off: client and target "none" take GLSL as OpenGL has it. */
#include "glslang_judge.h"

#include <stdlib.h>
#include <string.h>

#include <glslang/Include/glslang_c_interface.h>
#include <glslang/Public/resource_limits_c.h>

bool glslang_judge(enum pipe_shader_type stage, const char *source, bool es, bool link, char **log)
{
   static const glslang_stage_t stages[PIPE_SHADER_TYPES] = {
      [PIPE_SHADER_VERTEX] = GLSLANG_STAGE_VERTEX, [PIPE_SHADER_FRAGMENT] = GLSLANG_STAGE_FRAGMENT,
      [PIPE_SHADER_GEOMETRY] = GLSLANG_STAGE_GEOMETRY, [PIPE_SHADER_TESS_CTRL] = GLSLANG_STAGE_TESSCONTROL,
      [PIPE_SHADER_TESS_EVAL] = GLSLANG_STAGE_TESSEVALUATION, [PIPE_SHADER_COMPUTE] = GLSLANG_STAGE_COMPUTE };
   static bool started;
   if (!started)
      started = glslang_initialize_process() != 0;
   const glslang_input_t input = { .language = GLSLANG_SOURCE_GLSL, .stage = stages[stage], .client = GLSLANG_CLIENT_NONE,
      .target_language = GLSLANG_TARGET_NONE, .code = source, .default_version = es ? 100 : 110,
      .default_profile = es ? GLSLANG_ES_PROFILE : GLSLANG_NO_PROFILE,
      .resource = (const glslang_resource_t *)glslang_default_resource() };
   glslang_shader_t *shader = glslang_shader_create(&input);
   bool ok = shader && glslang_shader_preprocess(shader, &input) && glslang_shader_parse(shader, &input);
   *log = shader ? strdup(glslang_shader_get_info_log(shader)) : NULL;
   if (ok && link) {
      glslang_program_t *program = glslang_program_create();
      glslang_program_add_shader(program, shader);
      ok = glslang_program_link(program, GLSLANG_MSG_DEFAULT_BIT);
      glslang_program_delete(program);
   }
   if (shader)
      glslang_shader_delete(shader);
   return ok;
}
