import * as z from 'zod/mini';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';

const highest = z.int().check(z.minimum(0), z.maximum(2_147_483_647));

/** Distinguishes this installation from others on the same gateway. */
const identity = z.object({
  installationId: z.uuid(),
  /**
   * The highest ids of deployments and keys that were made before the installation had an id; 0 for none. Objects up to
   * these ids keep the gateway ids and names that they were made with.
   */
  takenOver: z.object({ deployment: highest, consumer: highest }),
});

export const installationEvents = { InstallationIdentified: event(identity) };

export type Installation = z.output<typeof identity>;
export type InstallationEvent = EventsOf<typeof installationEvents>;
export type InstallationCommand = Command<'IdentifyInstallation', Installation>;
export type InstallationState = Readonly<{ status: 'none' }> | (Readonly<{ status: 'identified' }> & Installation);

/** There is one installation, number 1. It gets its id once. A second process uses the id that is there. */
export const installationDecider: Decider<InstallationState, InstallationCommand, InstallationEvent> = {
  noun: 'installation',
  initialState: { status: 'none' },
  decide: ({ data }, state) => (state.status === 'none' ? [{ type: 'InstallationIdentified', data }] : []),
  evolve: (_state, { data }) => ({ status: 'identified', ...data }),
};
