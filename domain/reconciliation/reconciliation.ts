import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { aboutFormer, type FormerIds } from './former-ids.ts';

const request = z.object({
  operationId: z.uuid(),
  about: z.object({ noun: z.string(), id: z.string(), place: z.string() }),
  /** Absent for what is about no API. */
  apiId: z.optional(idSchema),
  /**
   * `left-over`: the gateway still has what should be gone. `late-write`: a worker that was thought dead came back and may
   * have written to the gateway after its successor. `gateway-changed`: the gateway's entry says another address.
   */
  reason: z.enum(['left-over', 'late-write', 'gateway-changed']),
});
export type ReconciliationRequest = z.output<typeof request>;

export const reconciliationEvents = {
  ReconciliationRequested: event(request, {
    version: 3,
    // The last release knows version 2, without the newest reason. It leaves such a request to this release.
    writtenAs: ({ reason }) => (reason === 'gateway-changed' ? 3 : 2),
    // Version 1 was about deployments and keys only. Some of it has both.
    upcast: (data) => ({ about: aboutFormer(data as FormerIds), ...data }),
  }),
};

export type ReconciliationEvent = EventsOf<typeof reconciliationEvents>;
export type ReconciliationCommand = Command<'RequestReconciliation', ReconciliationRequest>;

export type Reconciliation = Readonly<{ status: 'none' }> | Readonly<{ status: 'requested' }>;
