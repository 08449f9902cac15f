import * as z from 'zod';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';

const highest = z.int().min(0).max(2_147_483_647);

/** What tells this installation apart from another one on the same gateway. */
const identity = z.object({
  installationId: z.uuid(),
  /**
   * The highest deployment and key that were there before the installation had an id; 0 for none. Up to them, things
   * on gateways keep the ids and names that they were made under.
   */
  takenOver: z.object({ deployment: highest, consumer: highest }),
});

export const installationEvents = { InstallationIdentified: event(identity) };

export type Installation = z.output<typeof identity>;
export type InstallationEvent = EventsOf<typeof installationEvents>;
export type InstallationCommand = Command<'IdentifyInstallation', Installation>;
export type InstallationState = Readonly<{ status: 'none' }> | (Readonly<{ status: 'identified' }> & Installation);

/** There is one, number 1. It gets its id once; whoever comes second takes what is there. */
export const installationDecider: Decider<InstallationState, InstallationCommand, InstallationEvent> = {
  noun: 'installation',
  initialState: { status: 'none' },
  decide: ({ data }, state) => (state.status === 'none' ? [{ type: 'InstallationIdentified', data }] : []),
  evolve: (_state, { data }) => ({ status: 'identified', ...data }),
};
