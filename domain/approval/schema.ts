import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { gatewayPlan } from '../core/gateway-plan.ts';
import { idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { atMost } from '../core/required-text.ts';
import { approvalStates, lapses } from './approval.ts';

const approvalKinds = ['deployment', 'rule'] as const;

/** Rows on a page. */
export const approvalPageSize = 20;

/** `GET /api/approvals`. */
export const approvalListQuery = z.extend(
  listParameters(['requestedAt', 'expiresAt', 'environment', 'state'], { sort: 'requestedAt', order: 'desc' }),
  { state: z.optional(z.enum(approvalStates)), environment: z.optional(environmentSchema) },
);
export type ApprovalListQuery = z.output<typeof approvalListQuery>;

const person = z.object({ id: idSchema, name: z.string() });
const named = z.object({ id: idSchema, name: z.string() });

/**
 * A request for a second person's approval. What is not there any more has no name.
 *
 * @property api       null where the change is about no API.
 * @property path      of the deployment: `/payments`; else ''.
 * @property isNew     whether there is no such deployment yet.
 * @property decidedBy who approved or denied it.
 * @property note      of that person.
 * @property operationId of the deployment, once it is carried out.
 */
const approvalRow = z.object({
  id: idSchema,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  environment: environmentSchema,
  api: z.nullable(named),
  deploymentId: z.nullable(idSchema),
  path: z.string(),
  gateway: z.nullable(named),
  isNew: z.boolean(),
  requestedBy: person,
  requestedAt: z.string(),
  expiresAt: z.string(),
  decidedBy: z.nullable(person),
  decidedAt: z.nullable(z.string()),
  note: z.string(),
  lapse: z.nullable(z.enum(lapses)),
  operationId: z.nullable(z.string()),
  may: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type ApprovalRow = z.output<typeof approvalRow>;
export const approvalPage = pageOf('approvals', approvalRow);

/** `GET /api/approvals/{id}`. `hash` goes back with the approval, which is of that plan and no other. */
export const approvalDetail = z.extend(approvalRow, { hash: z.string(), plan: gatewayPlan });
export type ApprovalDetail = z.output<typeof approvalDetail>;

/** `GET /api/approvals/{id}/now`: whether the difference at the gateway is still the one that was asked for. */
export const approvalNow = z.object({ isSame: z.boolean(), plan: gatewayPlan });

const note = z._default(z.string().check(z.trim(), atMost(500)), '');

export const approveBody = z.strictObject({ hash: z.string().check(atMost(100)), note });
export const denyBody = z.strictObject({ note });

/** The response to a decision. */
export const approvalDecided = z.object({ id: idSchema, position: z.string() });
