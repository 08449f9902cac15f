import * as z from 'zod/mini';

/** What became of things that were decided in one act. @property refused those that stay as they are, and why. */
export const decidedMany = z.object({
  decided: z.array(z.string()),
  refused: z.array(
    z.object({
      id: z.string(),
      code: z.string(),
      parameters: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    }),
  ),
  position: z.string(),
});
