import * as z from 'zod/mini';
import type { Command, Decider } from '../core/decider.ts';
import { type EventsOf, event } from '../core/event.ts';
import { idSchema } from '../core/id.ts';
import { refuse } from '../core/problem.ts';

const details = {
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  external: z.boolean(),
  description: z.string().check(z.maxLength(1000)),
  contact: z.string().check(z.maxLength(200)),
};

export const organizationEvents = {
  OrganizationRegistered: event(z.object({ organizationId: idSchema, ...details })),
};

export type OrganizationEvent = EventsOf<typeof organizationEvents>;
export type OrganizationCommand = Command<
  'RegisterOrganization',
  { organizationId: number; name: string; external: boolean; description: string; contact: string }
>;

export type Organization =
  | Readonly<{ status: 'none' }>
  | Readonly<{ status: 'active'; name: string; external: boolean }>;

export const organizationDecider: Decider<Organization, OrganizationCommand, OrganizationEvent> = {
  noun: 'organization',
  initialState: { status: 'none' },
  decide: ({ data }, state) =>
    state.status === 'none'
      ? [{ type: 'OrganizationRegistered', data }]
      : refuse('conflict', { code: 'organization.exists' }),
  evolve: (_state, { data }) => ({ status: 'active', name: data.name, external: data.external }),
};
