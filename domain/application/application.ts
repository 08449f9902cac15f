import * as z from 'zod/mini';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { refuse } from '../core/problem.ts';

export const applicationEvents = {
  ApplicationRegistered: event(
    z.object({
      applicationId: idSchema,
      organizationId: idSchema,
      name: z.string().check(z.minLength(1), z.maxLength(200)),
      description: z.string().check(z.maxLength(1000)),
      external: z.boolean(),
      /** Ids of the maintainers. */
      owners: z.array(idSchema),
    }),
  ),
};

export type ApplicationEvent = EventsOf<typeof applicationEvents>;
export type ApplicationCommand = Command<
  'RegisterApplication',
  {
    applicationId: number;
    organizationId: number;
    name: string;
    description: string;
    external: boolean;
    owners: readonly number[];
  }
>;

export type Application =
  | Readonly<{ status: 'none' }>
  | Readonly<{ status: 'active'; organizationId: number; owners: readonly number[] }>;

export const applicationDecider: Decider<Application, ApplicationCommand, ApplicationEvent> = {
  noun: 'application',
  initialState: { status: 'none' },
  decide: ({ data }, state) =>
    state.status === 'none'
      ? [{ type: 'ApplicationRegistered', data: { ...data, owners: [...data.owners] } }]
      : refuse('conflict', { code: 'application.exists' }),
  evolve: (_state, { data }) => ({ status: 'active', organizationId: data.organizationId, owners: data.owners }),
};
