import * as z from 'zod/mini';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { streamOf } from '../core/id.ts';

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

export const installationEvents = {
  InstallationIdentified: event(identity),
  /** From this event on, every event needs a seal of the key that sealed this one, or of a newer one. */
  SealsDemanded: event(z.object({})),
};

export type Installation = z.output<typeof identity>;
export type InstallationEvent = EventsOf<typeof installationEvents>;
export type InstallationCommand =
  | Command<'IdentifyInstallation', Installation & Readonly<{ demandsSeals: boolean }>>
  | Command<'DemandSeals', Readonly<Record<never, never>>>;
export type InstallationState = Readonly<{ status: 'none' }> | (Readonly<{ status: 'identified' }> & Installation);

/** The id of the only installation. */
export const installationId = 1;
export const installationStream = streamOf('installation', installationId);

/**
 * There is one installation. It gets its id once. A second process uses the id that is there. With an empty log it demands seals
 * from its first event on; an older one demands them later, and again when the key changes.
 */
export const installationDecider: Decider<InstallationState, InstallationCommand, InstallationEvent> = {
  noun: 'installation',
  initialState: { status: 'none' },
  decide: ({ type, data }, state) => {
    if (type === 'DemandSeals') return [{ type: 'SealsDemanded', data: {} }];
    if (state.status === 'identified') return [];
    const { demandsSeals, ...identified } = data;
    const first: InstallationEvent[] = demandsSeals ? [{ type: 'SealsDemanded', data: {} }] : [];
    return [...first, { type: 'InstallationIdentified', data: identified }];
  },
  evolve: (state, { type, data }) => (type === 'InstallationIdentified' ? { status: 'identified', ...data } : state),
};
