import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { aboutFormer, type FormerIds } from './former-ids.ts';

const request = {
  operationId: z.uuid(),
  about: z.object({ noun: z.string(), id: z.string(), place: z.string() }),
  /** Absent for what is about no API. */
  apiId: z.optional(idSchema),
  /**
   * `left-over`: the gateway still has what should be gone. `late-write`: a worker that was thought dead came back and may
   * have written to the gateway after its successor.
   */
  reason: z.enum(['left-over', 'late-write']),
};
const command = z.object(request);
export type ReconciliationRequest = z.output<typeof command>;

/** The last two are written for the last release, which reads nothing else. */
const requested = z.object({
  ...request,
  deploymentId: z.optional(idSchema),
  consumerId: z.optional(z.nullable(idSchema)),
});

export const reconciliationEvents = {
  /** The last release knows version 1, about deployments and keys. It leaves a request about another noun to this release. */
  ReconciliationRequested: event(requested, {
    version: 2,
    writtenAs: ({ deploymentId }) => (deploymentId === undefined ? 2 : 1),
    upcast: (data) => ({ about: aboutFormer(data as FormerIds), ...data }),
  }),
};

export type ReconciliationEvent = EventsOf<typeof reconciliationEvents>;
export type ReconciliationCommand = Command<'RequestReconciliation', ReconciliationRequest>;

export type Reconciliation = Readonly<{ status: 'none' }> | Readonly<{ status: 'requested' }>;
