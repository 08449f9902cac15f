import * as z from 'zod';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/**
 * Who is to be the first portal administrator: whoever signs in with this address, verified, while there is none.
 * `userId` is theirs: of the user with that address, or kept free for them.
 */
const named = z.object({ userId: idSchema, organizationId: idSchema, email: z.string() });

/**
 * How an installation begins. A stream of its own: every process reads the installation's id at its start, also those of
 * a release that does not know these events.
 */
export const setupEvents = {
  FirstAdministratorNamed: event(named, { personal: { fields: ['email'], subject: ({ userId }) => Number(userId) } }),
  FirstAdministratorAppointed: event(z.object({ userId: idSchema })),
  /** Nobody wants to see the list of first steps any more. */
  SetupDismissed: event(z.object({ userId: idSchema })),
};

export type SetupEvent = EventsOf<typeof setupEvents>;
export type SetupCommand =
  | Command<'NameFirstAdministrator', z.output<typeof named>>
  | Command<'AppointFirstAdministrator', { userId: number }>
  | Command<'DismissSetup', { userId: number }>;

/** @property named who may still become the first administrator. */
export type Setup = Readonly<{ named: z.output<typeof named> | null; dismissed: boolean }>;

/** There is one, as there is one installation. */
export const setupId = 1;

/** Whether there is a portal administrator already is asked before: it is in other streams. */
export const setupDecider: Decider<Setup, SetupCommand, SetupEvent> = {
  noun: 'setup',
  initialState: { named: null, dismissed: false },
  decide: ({ type, data }, state) => {
    switch (type) {
      case 'NameFirstAdministrator': {
        const isSame = state.named?.email === data.email && state.named.organizationId === data.organizationId;
        return isSame ? [] : [{ type: 'FirstAdministratorNamed', data }];
      }
      case 'AppointFirstAdministrator':
        return state.named ? [{ type: 'FirstAdministratorAppointed', data }] : [];
      case 'DismissSetup':
        return state.dismissed ? [] : [{ type: 'SetupDismissed', data }];
      default:
        return type satisfies never;
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'FirstAdministratorNamed':
        return { ...state, named: event.data };
      case 'FirstAdministratorAppointed':
        return { ...state, named: null };
      case 'SetupDismissed':
        return { ...state, dismissed: true };
      default:
        return state;
    }
  },
};
