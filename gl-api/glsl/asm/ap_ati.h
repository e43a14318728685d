/* ap_ati.h: shaders of ATI_fragment_shader as tables, and their translation into instructions of the assembler. Rules of the
 * extension are the caller's: a table is legal. Texture targets, colour sum and fog are state of the draw (struct ap_variant). */
#ifndef AP_ATI_H
#define AP_ATI_H

#include "gl-api/glsl/asm/ap_asm.h"

#define AP_ATI_PASSES 2
#define AP_ATI_REGISTERS 6
#define AP_ATI_CONSTANTS 8
#define AP_ATI_PAIRS 8              /* of a pass */
#define AP_ATI_COORDS 8

/* Sources of arguments: registers, constants, and the others. */
enum ap_ati_source { AP_ATI_REGISTER0, AP_ATI_CONSTANT0 = AP_ATI_REGISTER0 + AP_ATI_REGISTERS,
   AP_ATI_ZERO = AP_ATI_CONSTANT0 + AP_ATI_CONSTANTS, AP_ATI_ONE, AP_ATI_PRIMARY, AP_ATI_SECONDARY };
enum ap_ati_replicate { AP_ATI_NONE, AP_ATI_RED, AP_ATI_GREEN, AP_ATI_BLUE, AP_ATI_ALPHA };
/* Modifiers, applied in the order COMPLEMENT (1 - s), BIAS (s - 0.5), DOUBLE, NEGATE. */
enum ap_ati_modifier { AP_ATI_DOUBLE = 1, AP_ATI_COMPLEMENT = 2, AP_ATI_NEGATE = 4, AP_ATI_BIAS = 8 };
struct ap_ati_arg { uint8_t source, replicate, modifiers; };

enum ap_ati_op { AP_ATI_MOV, AP_ATI_ADD, AP_ATI_MUL, AP_ATI_SUB, AP_ATI_DOT3, AP_ATI_DOT4, AP_ATI_MAD, AP_ATI_LERP, AP_ATI_CND, AP_ATI_CND0,
   AP_ATI_DOT2_ADD };
struct ap_ati_inst {
   uint8_t op, dst;                 /* dst: register */
   uint8_t mask;                    /* bit per component that is written */
   uint8_t args;
   int8_t scale;                    /* the result is multiplied by 2 to this power, -3 to 3 */
   bool saturate;
   struct ap_ati_arg arg[3];
};

/* The colour and the alpha instruction of a pair read the registers before both are written. A dot product of alpha is that of the colour
 * instruction. */
enum { AP_ATI_COLOR, AP_ATI_ALPHA_PART, AP_ATI_PARTS };
struct ap_ati_pair { bool has[AP_ATI_PARTS]; struct ap_ati_inst inst[AP_ATI_PARTS]; };

/* A register's value where a pass begins. Registers without a route are undefined then. */
enum ap_ati_route_kind { AP_ATI_UNDEFINED, AP_ATI_PASS, AP_ATI_SAMPLE };
struct ap_ati_route {
   uint8_t kind;
   bool from_register;              /* of the first pass; else a set of texture coordinates */
   uint8_t source;                  /* its number */
   bool q, projected;               /* the third component is q in place of r; s and t are divided by it */
};

struct ap_ati_pass { struct ap_ati_route route[AP_ATI_REGISTERS]; struct ap_ati_pair pair[AP_ATI_PAIRS]; uint8_t pairs; };
struct ap_ati_shader {
   struct ap_ati_pass pass[AP_ATI_PASSES];
   uint8_t passes;
   uint8_t locals;                  /* bit per constant that the shader defines; the others are environment parameters */
   float local[AP_ATI_CONSTANTS][4];
};

/* NULL: out of memory. */
struct ap_program *ap_ati_program(const struct ap_ati_shader *shader);

#endif
