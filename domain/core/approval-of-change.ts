import * as z from 'zod/mini';
import { idSchema } from './id.ts';

/**
 * The approval of a second person that a change was requested by (docs/decisions/0140-two-people.md). The worker compares `hash` with
 * the difference at the gateway before its first call, and makes none after `expiresAt`.
 */
export const approvalOfChange = z.object({
  approvalId: idSchema,
  approvedBy: idSchema,
  hash: z.string(),
  expiresAt: z.iso.datetime(),
});
export type ApprovalOfChange = z.output<typeof approvalOfChange>;

/** The approval that a change of a person was made by. */
export const approvalOfPerson = z.object({ approvalId: idSchema, approvedBy: idSchema });
export type ApprovalOfPerson = z.output<typeof approvalOfPerson>;
