import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { deploymentConfig } from '../deployment/deployment.ts';
import { skipReasonLimit } from './skip-reason.ts';

/** The most keys that come along with a service. */
export const mostKeys = 1_000;

/**
 * A key that comes along.
 *
 * @property credentialId, callerId of the credential and of its consumer at the gateway, as they are before.
 * @property consumerId of the key of this portal that it becomes.
 */
const key = z.object({
  credentialId: z.uuid(),
  callerId: z.uuid(),
  consumerId: idSchema,
  nickname: z.string().check(z.maxLength(50)),
});
export type TakenKey = z.output<typeof key>;

/**
 * @property name   of the service, for people.
 * @property seen   what tells the state of the service that the person saw. Another state is not touched.
 * @property config of the deployment that it becomes, with its routes.
 * @property organizationId whose the keys become. @property grantId the grant that they are under; null: they need none.
 */
const takeOver = z.object({
  operationId: z.uuid(),
  gatewayId: idSchema,
  serviceId: z.uuid(),
  name: z.string().check(z.maxLength(500)),
  seen: z.string().check(z.maxLength(40)),
  apiId: idSchema,
  deploymentId: idSchema,
  organizationId: idSchema,
  grantId: z.nullable(idSchema),
  config: deploymentConfig,
  keys: z.array(key).check(z.maxLength(mostKeys)),
});
export type TakeOverRequest = z.output<typeof takeOver>;

const place = { gatewayId: idSchema, serviceId: z.uuid() };
const outcome = z.object({ operationId: z.uuid(), ...place, deploymentId: idSchema });
const skipped = z.object({
  ...place,
  name: z.string().check(z.maxLength(500)),
  reason: z.string().check(z.maxLength(skipReasonLimit)),
});
type SkippedService = z.output<typeof skipped>;

export const takeOverEvents = {
  ServiceTakeOverRequested: event(takeOver),
  /** A worker is about to change something at the gateway. From here on it can't be stopped any more. */
  ServiceTakeOverBegun: event(outcome),
  /** Its routes are closed, and its callers are keys of this portal. */
  ServiceTakenOver: event(outcome),
  /** Nothing is changed, or all is as it was; unless its routes were closed already. */
  ServiceTakeOverFailed: event(outcome),
  /** It stays outside the portal until somebody opens it again. */
  ServiceSkipped: event(skipped),
  /** It waits for a decision again: it was skipped, or its take-over was stopped before it began. */
  ServiceReopened: event(z.object(place)),
};

export type TakeOverEvent = EventsOf<typeof takeOverEvents>;

export type TakeOverCommand =
  | Command<'RequestTakeOver', TakeOverRequest>
  | Command<'BeginTakeOver' | 'ConfirmTakeOver' | 'FailTakeOver', { operationId: string }>
  | Command<'SkipService', SkippedService>
  | Command<'ReopenService', { gatewayId: number; serviceId: string }>;

type Asked = Readonly<{ status: 'none' }> | (Readonly<{ status: 'taking' | 'taken' | 'failed' }> & TakeOverRequest);

/**
 * @property hasBegun  a worker may have changed something at the gateway.
 * @property isSkipped nobody may ask for it until somebody opens it again. Support may still replay a try that failed before.
 */
export type TakeOver = Asked & Readonly<{ hasBegun?: true; isSkipped?: true }>;
