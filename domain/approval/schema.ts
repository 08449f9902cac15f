import * as z from 'zod/mini';
import { environmentSchema } from '../core/environment.ts';
import { gatewayPlan } from '../core/gateway-plan.ts';
import { idSchema } from '../core/id.ts';
import { listParameters, pageOf } from '../core/list.ts';
import { atMost } from '../core/required-text.ts';
import { roleSchema } from '../core/role.ts';
import { approvalStates, lapses } from './approval.ts';
import { closeness } from './too-close.ts';

const approvalKinds = ['deployment', 'rule', 'replay', 'people-rule', 'administrator', 'erasure'] as const;
export type ApprovalKind = (typeof approvalKinds)[number];

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
 * @property operations how many are replayed; else 0.
 * @property operationId of the deployment or the one replay, once it is carried out.
 * @property environment null where the change is about people.
 * @property person    whom it is about. Null: nobody.
 * @property enables   whether an administrator is enabled again.
 * @property ofRequest whether it erases the person of a denied request.
 */
const approvalRow = z.object({
  id: idSchema,
  kind: z.enum(approvalKinds),
  state: z.enum(approvalStates),
  environment: z.nullable(environmentSchema),
  api: z.nullable(named),
  deploymentId: z.nullable(idSchema),
  path: z.string(),
  gateway: z.nullable(named),
  isNew: z.boolean(),
  operations: z.int(),
  person: z._default(z.nullable(person), null),
  enables: z._default(z.boolean(), false),
  ofRequest: z._default(z.boolean(), false),
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

/**
 * Where the reader comes from who may approve.
 *
 * @property since    when they became a portal administrator. Null: they are none.
 * @property from     who made them one. Null: the portal's operator.
 * @property tooClose why they may not approve this.
 */
const approver = z.object({
  since: z.nullable(z.string()),
  from: z.nullable(person),
  tooClose: z.nullable(z.enum(closeness)),
});

/** Who somebody is: both see it before it is decided. `denied`: of a request for an account, with the company that it names. */
const about = z.object({
  email: z.string(),
  organization: z.string(),
  standing: z.enum(['active', 'not-joined', 'disabled', 'deleted', 'denied']),
});

/**
 * `GET /api/approvals/{id}`. `hash` goes back with the approval, which is of that plan and no other. `approver`: null for readers who
 * may not decide. `plan`: null for support that asks for a replay and may not open the deployments. `reason`: of a replay.
 * `about`: the person as they are now; `roles`: which they have, and which they get.
 */
export const approvalDetail = z.extend(approvalRow, {
  hash: z.string(),
  plan: z.nullable(gatewayPlan),
  reason: z.string(),
  about: z._default(z.nullable(about), null),
  roles: z._default(z.nullable(z.object({ from: z.array(roleSchema), to: z.array(roleSchema) })), null),
  approver: z.nullable(approver),
});
export type ApprovalDetail = z.output<typeof approvalDetail>;

/** `GET /api/approvals/{id}/now`: whether the difference at the gateway is still the one that was asked for; of
 * replays that of all that have not moved. 503: a gateway does not respond. */
export const approvalNow = z.object({ isSame: z.boolean(), plan: gatewayPlan });
export type ApprovalNow = z.output<typeof approvalNow>;

const note = z._default(z.string().check(z.trim(), atMost(500)), '');

export const approveBody = z.strictObject({ hash: z.string().check(atMost(100)), note });
export const denyBody = z.strictObject({ note });

/** The response to a decision. */
export const approvalDecided = z.object({ id: idSchema, position: z.string() });
