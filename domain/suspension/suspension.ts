import * as z from 'zod/mini';
import type { Command } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/** The keys of one organization on one deployment. */
const requested = z.object({
  operationId: z.uuid(),
  organizationId: idSchema,
  deploymentId: idSchema,
  apiId: idSchema,
});
export type SuspensionRequest = z.output<typeof requested>;

/** What follows from an organization's deactivation or activation, for each deployment that its keys call. */
export const suspensionEvents = {
  /** The organization may not call any more. Its keys stay, without their credentials. */
  KeysSuspensionRequested: event(requested),
  KeysRestorationRequested: event(requested),
};

export type SuspensionEvent = EventsOf<typeof suspensionEvents>;
export type SuspensionCommand = Command<'RequestSuspension' | 'RequestRestoration', SuspensionRequest>;

export type Suspension = Readonly<{ status: 'none' }> | Readonly<{ status: 'requested'; request: SuspensionRequest }>;
