import * as z from 'zod/mini';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';

/**
 * Names the first portal administrator: the person who signs in with this verified address while there is none. `userId`
 * is the user with this address, or an id reserved for them.
 */
const named = z.object({ userId: idSchema, organizationId: idSchema, email: z.string() });

/**
 * The first steps of an installation. They have a stream of their own, because every process reads the installation's
 * stream at its start, also a process of an older release that does not know these events.
 */
export const setupEvents = {
  FirstAdministratorNamed: event(named, { personal: { fields: ['email'], subject: ({ userId }) => Number(userId) } }),
  FirstAdministratorAppointed: event(z.object({ userId: idSchema })),
  /** Somebody dismissed the list of first steps. */
  SetupDismissed: event(z.object({ userId: idSchema })),
};

export type SetupEvent = EventsOf<typeof setupEvents>;
export type SetupCommand =
  | Command<'NameFirstAdministrator', z.output<typeof named>>
  | Command<'AppointFirstAdministrator', { userId: number }>
  | Command<'DismissSetup', { userId: number }>;

/** @property named the person who may become the first administrator. */
export type Setup = Readonly<{ named: z.output<typeof named> | null; dismissed: boolean }>;

/** There is one setup, as there is one installation. */
export const setupId = 1;

/** The caller checks that there is no portal administrator yet, because users have other streams. */
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
