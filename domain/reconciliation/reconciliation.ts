import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

const requested = z.object({
  operationId: z.uuid(),
  deploymentId: idSchema,
  apiId: idSchema,
  /** The key; null for the deployment itself. A removed deployment is reconciled together with its keys. */
  consumerId: z.nullable(idSchema),
  /**
   * `left-over`: the gateway still has what should be gone. `late-write`: a worker that was thought dead came back and may
   * have written to the gateway after its successor.
   */
  reason: z.enum(['left-over', 'late-write']),
});
export type ReconciliationRequest = z.output<typeof requested>;

export const reconciliationEvents = {
  ReconciliationRequested: event(requested),
};

export type ReconciliationEvent = EventsOf<typeof reconciliationEvents>;
export type ReconciliationCommand = Command<'RequestReconciliation', ReconciliationRequest>;

export type Reconciliation = Readonly<{ status: 'none' }> | Readonly<{ status: 'requested' }>;
